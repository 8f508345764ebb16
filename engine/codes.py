"""The codes of a game's events, refusals and endings: each is declared once, in ``engine/<key>/codes.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["Codes"]

Inputs = frozenset[str]


class Codes:
    """All codes that the rules of one game use, each with the names of its inputs.

    A declaration returns the code, which is a plain text: after ``TAKEN = CODES.refusal("taken", "cell")``,
    rules raise ``IllegalMove(TAKEN, cell="E5")``, whose code is ``"genial.taken"``. A contract compares the
    declarations with the catalogues, with all that is said in play, and with all that can be said.
    """

    def __init__(self, key: str) -> None:
        """`key` is the game's."""
        self._key = key
        self._events: dict[str, Inputs] = {}
        self._refusals: dict[str, Inputs] = {}
        self._endings: dict[str, Inputs] = {}
        self._untold: set[str] = set()
        self._asides: set[str] = set()
        self._unsaid: dict[str, Inputs] = {}

    @property
    def events(self) -> Mapping[str, Inputs]:
        """The names of each event's inputs, by code."""
        return self._events

    @property
    def refusals(self) -> Mapping[str, Inputs]:
        """The names of each refusal's inputs, by code."""
        return self._refusals

    @property
    def endings(self) -> Mapping[str, Inputs]:
        """The reasons in results, by code. They have no inputs."""
        return self._endings

    @property
    def untold(self) -> frozenset[str]:
        """The events that have no sentence: what follows them tells it."""
        return frozenset(self._untold)

    @property
    def asides(self) -> frozenset[str]:
        """Names of sentences among those of events that are no event's: the face adds them to one."""
        return frozenset(self._asides)

    def unsaid(self, code: str) -> Inputs:
        """Return the names of a refusal's inputs that its sentence does not have."""
        return self._unsaid[code]

    def event(self, name: str, *inputs: str, told: bool = True, asides: Iterable[str] = ()) -> str:
        """Declare an event and return its code.

        Its sentence is ``<key>.event.<name>``, or several whose codes begin so, unless it is not `told`.
        """
        code = self._declare(self._events, name, inputs)
        self._asides.update(f"{self._key}.{each}" for each in asides)
        if not told:
            self._untold.add(code)
        return code

    def refusal(self, name: str, *inputs: str, unsaid: Iterable[str] = ()) -> str:
        """Declare a refusal and return its code.

        Its sentence is ``<key>.refusal.<name>``, whose placeholders are the `inputs`. Those `unsaid` are
        given besides, for logs and programs.
        """
        unsaid = tuple(unsaid)
        code = self._declare(self._refusals, name, (*inputs, *unsaid))
        self._unsaid[code] = frozenset(unsaid)
        return code

    def ending(self, name: str) -> str:
        """Declare a reason in results and return its code. Its sentence is ``<key>.end.<name>``."""
        return self._declare(self._endings, name, ())

    def _declare(self, kind: dict[str, Inputs], name: str, inputs: tuple[str, ...]) -> str:
        code = f"{self._key}.{name}"
        if code in kind or len(set(inputs)) < len(inputs):
            raise ValueError(f"{code} is declared twice, or an input of it")
        kind[code] = frozenset(inputs)
        return code
