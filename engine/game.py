"""The one page about games: seats, moves, events, results, refusals, and what every game offers.

A `Game` is a stateless object that holds the rules; a state is an immutable value. Everything random
comes through the `Chance` argument, everything secret is cut in `view`, and every move has a short
notation that is typed, clicked, logged and exported alike.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, NewType, Protocol, TypeVar

import msgspec

from engine.chance import Chance

__all__ = [
    "AnyGame",
    "BadNotation",
    "BadOptions",
    "BadPosition",
    "Calling",
    "Defaults",
    "Event",
    "Foreseen",
    "Game",
    "GameOver",
    "IllegalMove",
    "IllegalStep",
    "NotYourTurn",
    "Options",
    "Player",
    "Refusal",
    "Result",
    "Seat",
    "Stage",
]

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise. Seats are positions in the rules; who sits there is not."""


class Refusal(Exception):  # noqa: N818 - the word players and operators meet
    """Something a person asked for that cannot be done. Nothing has changed.

    `code` names the sentence in the catalogues: ``"stale"`` is ``refusal.stale`` in the shared section,
    ``"genial.taken"`` is ``genial.refusal.taken`` in the game's own. `inputs` fill its placeholders: plain
    numbers and notations, never a sentence.
    """

    def __init__(self, code: str, /, **inputs: object) -> None:
        super().__init__(code, inputs)
        self.code = code
        self.inputs: Mapping[str, object] = inputs

    def __str__(self) -> str:
        given = ", ".join(f"{key}={value}" for key, value in self.inputs.items())
        return f"{self.code} ({given})" if given else self.code


class IllegalMove(Refusal):
    """The move is understood, and a rule forbids it."""


class BadNotation(IllegalMove):
    """The text is no move of this game."""


class IllegalStep(IllegalMove):
    """A step of a move of several is forbidden, and nothing is done. Code and inputs are the step's."""

    def __init__(self, number: int, step: str, why: Refusal) -> None:
        """`number` counts from 1; `step` is its notation."""
        super().__init__(why.code, **why.inputs)
        self.number = number
        self.step = step


class NotYourTurn(Refusal):
    """The seat has nothing to decide now."""


class GameOver(Refusal):
    """The game has ended: nobody moves any more."""


class BadOptions(Refusal):
    """The options are out of range, or do not go together or with that number of seats."""


class BadPosition(Refusal):
    """The text is no position of this game."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Variants and parameters of a match. Games subclass it; field names are part of the record format."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened. Narration, undo policy and replays are computed from events.

    `code` names the sentence (``"genial.placed"`` is ``genial.event.placed``), `seat` who did it, `inputs`
    what the sentence needs: numbers, seats and notations.
    """

    code: str
    seat: Seat | None = None
    inputs: Mapping[str, object] = msgspec.field(default_factory=dict[str, object])
    to: frozenset[Seat] | None = None
    """The seats that may know of it; `None` for everybody."""
    revealed: bool = False
    """Something hidden became known to somebody."""
    chance: bool = False
    """Dice, cards or tiles were drawn."""


class Stage(NamedTuple):
    """A step inside a move that people see by itself: the events of the step, and the state they lead to."""

    state: Any
    events: tuple[Event, ...]
    """The state is shown to those who may know of one of them. A later stage of a move may have none, where
    nothing is told that was not told before, such as the points of a tile: it is shown to those who were
    shown the stage before it."""


class Defaults(NamedTuple):
    """The moves that are made for a seat without its person: at most one for each of three moments."""

    forced: Any = None
    """The only move, as everybody can see. It is made at once, nobody is called, and it hangs on nothing that
    is not known to all."""
    ordered: Any = None
    """The answer of the seat's own standing order. It is made after a while, at a moment that does not show
    that nobody thought; until then the seat may answer otherwise."""
    soon: bool = False
    """The `ordered` move was named for this very question, and tells nothing of what its seat holds: it is
    made within a minute, whoever sees that nobody thought."""
    timeout: Any = None
    """The move made when the question's short clock runs out. `None`: there is no such clock, and the
    question waits for as long as it takes. That depends on nothing that is not known to all."""


class Calling(NamedTuple):
    """The way in which people are called to the open question.

    It depends on nothing that is not known to all.
    """

    series: str | None = None
    """The name of the series to which the question belongs. Questions of one series follow each other at
    once, to the same seats: the first calls them, the others are shown in the same message. `None`: the
    question calls by itself."""
    daily: bool = False
    """A later question of the series calls whoever has not answered it with the next daily message, once.
    Without that it calls nobody but the last one missing."""
    private: bool = False
    """Every question of the series, the first one too, calls its seats by direct message, and only those
    whose person has something to decide: nobody else sees who they are. Its questions may ask any seats. The
    table's message rings for those whom no direct message reaches, whatever they have to decide."""


class Foreseen(NamedTuple):
    """A step of a move that is not made yet, and its effect."""

    step: str
    """Its notation."""
    state: Any
    """The state after the step."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game, seat by seat."""

    ranks: tuple[int, ...]
    """1 is the best; equal numbers share the rank, and the next is skipped (1, 1, 3)."""
    scores: tuple[tuple[int, ...], ...]
    """The numbers that decided the ranks, the most important first: at least one a seat."""
    reason: str
    """Code of the sentence that says why: ``"genial.board_full"`` is ``genial.end.board_full``."""

    @staticmethod
    def by_score(scores: Iterable[tuple[int, ...]], reason: str, *, lowest: bool = False) -> Result:
        """Return the end at which the highest scores win, or the lowest ones."""
        rows = tuple(scores)
        better = [sum([other < own if lowest else other > own for other in rows]) for own in rows]
        return Result(tuple([1 + each for each in better]), rows, reason)


O = TypeVar("O", bound=Options)  # noqa: E741 - Options, State, Move, View: the letters of the protocol
S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class Positions(Protocol[S]):
    """A notation of states: it writes them and reads them again."""

    def write(self, state: S, /) -> str:
        """Return the whole state as one line of text, secrets included; equal states give equal text."""
        ...

    def read(self, text: str, /) -> S:
        """Return the state that `write` wrote. Raises `BadPosition`."""
        ...


class Shares(NamedTuple):
    """The findings of a player about its move: shares of the win of the seat's side, from 0 to 1."""

    best: float
    """The share of the move that was chosen."""
    next: float | None
    """The best share of any other move that was tried as often; `None` where there was none."""
    error: float
    """The standard error of `best`."""
    tried: int
    """The number of play-outs of the move."""


class Weighed(NamedTuple):
    """A player's choice, with its findings about it."""

    move: Any
    is_cut: bool = False
    """A bound in seconds has cut the search."""
    shares: Shares | None = None


class Player(ABC):
    """An automatic player. It sees what a person in its seat sees, and nothing else."""

    version: int = 1
    """A number that is raised whenever the player could choose otherwise: records name it."""

    @property
    def budget(self) -> int:
        """The most play-outs or nodes that the player spends on a move; 0 if it does not count them."""
        return 0

    @abstractmethod
    def choose(
        self,
        view: Any,
        moves: Sequence[Any],
        imagine: Callable[[Chance], Any],
        chance: Chance,
    ) -> Any:
        """Return one of `moves`, never empty, or another legal one.

        `imagine` deals a state this seat cannot tell from the real. The same arguments give the same choice
        on every machine, unless `think` says that time has cut it.
        """

    def think(
        self,
        view: Any,
        moves: Sequence[Any],
        imagine: Callable[[Chance], Any],
        chance: Chance,
    ) -> tuple[Any, bool]:
        """Return the choice, as `choose` makes it, and whether a bound in seconds has cut the search."""
        return self.choose(view, moves, imagine, chance), False

    def weigh(
        self,
        view: Any,
        moves: Sequence[Any],
        imagine: Callable[[Chance], Any],
        chance: Chance,
    ) -> Weighed:
        """Return the choice, as `think` makes it, with what was found out about it."""
        return Weighed(*self.think(view, moves, imagine, chance))


class Game(ABC, Generic[O, S, M, V]):
    """The rules of one game. Stateless; one instance serves every match.

    States, moves and views are immutable and hashable. ``str(move)`` is the move's notation, and
    ``parse(state, seat, str(move)) == move`` for every legal move.
    """

    key: ClassVar[str]
    """Name in commands, files and catalogues: ``"genial"``."""
    title: ClassVar[str]
    """Name on the box, the same in every language: ``"Génial"``."""
    rules: ClassVar[int]
    """Version of the rules, raised when results could change. A match keeps the version it began with."""
    Options: type[O]
    """The game's options, every field with its default."""
    positions: Positions[S]
    """A `PositionCodec` of ``engine/kit/positions.py``, or the game's own `Notation`."""
    players: ClassVar[Mapping[str, Player]]
    """Automatic players by name, weakest first; always ``"random"`` and ``"steady"``."""
    slow: ClassVar[frozenset[str]] = frozenset()
    """The automatic players that think for seconds: the house runs them in a process of their own."""

    @abstractmethod
    def seats(self, options: O) -> Collection[int]:
        """Return the numbers of seats these options allow. Raises `BadOptions` for options that clash."""

    def sides(self, options: O, seats: int) -> Sequence[Collection[Seat]]:
        """Return the groups of seats that win and lose together. By default every seat is alone."""
        return [(Seat(seat),) for seat in range(seats)]

    @abstractmethod
    def setup(self, options: O, seats: int, chance: Chance) -> S:
        """Return the first state. Raises `BadOptions`."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must decide now, in order: several for simultaneous choices, none once it is
        over.

        A seat that has sealed its choice and may still change it is not pending; `moves` still lists its
        choices.
        """

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Return the legal moves of that seat, in a fixed order; none when it has nothing to decide.

        If many ways lead to the same position (routes), one of them may stand for all; `parse` takes any. The
        sequence may be lazy: ``len`` and indexing are cheap even if a list would not be.
        """

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str) -> M:
        """Return the legal move that `text` means, forgiving about case and spaces.

        Raises `BadNotation`, `IllegalMove` (naming the rule), `NotYourTurn` or `GameOver`. A refusal
        depends on nothing that the seat may not know. A seat that has nothing to decide is refused too.
        """

    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> tuple[S, tuple[Event, ...]]:
        """Return the next state and the events of the move. Trusts the caller: the move is legal.

        A game has this method, or `stages`, or both. By default it is the end of the `stages`.
        """
        stages = self.stages(state, seat, move, chance)
        return stages[-1].state, tuple(event for stage in stages for event in stage.events)

    def stages(self, state: S, seat: Seat, move: M, chance: Chance) -> Sequence[Stage]:
        """Return the steps of the move that people see one after the other, such as reveal, count, deal anew.

        They draw what `play` draws, the last leads where it leads, and their events together are its events.
        A state between obeys all that is said of states, but that nobody is asked anything in it. By default
        a move is one stage.
        """
        return (Stage(*self.play(state, seat, move, chance)),)

    def steps(self, move: M) -> Sequence[M]:
        """Return the moves of which a move is made up: each becomes an entry of its own, all of them or none.

        Played one after the other, they lead to the same state as the whole move; only the last passes the
        turn or gives others anything to decide. By default it is the move alone.
        """
        return (move,)

    def foresee(self, state: S, seat: Seat, move: M) -> Sequence[Foreseen]:
        """Return the effect of a legal move of several steps, step by step, before it counts.

        The effect goes only as far as its seat knows: nothing that draws, reveals or hangs on others' hands
        is foreseen. Return nothing, as by default, if the menu alone shows the move.
        """
        return ()

    def anticipate(self, state: S, seat: Seat) -> S | None:
        """Return the position in which the seat would be asked next if nobody changed anything before.

        A move is planned in it while others think. The seat may know no more of it than follows from its view
        of `state`. Return `None`, as by default, if the question cannot be foreseen (dice come first, or
        cards passed on decide it), and at the end. For a seat that is asked, or may change its sealed choice,
        it is the question after that; `None` if the answer could change it.
        """
        return None

    def contingent(self, move: M) -> bool:
        """Return True if the move says itself what it does, whatever others have done before.

        A plan of such a move is dropped only if it has become illegal. By default there are none.
        """
        return False

    def defaults(self, state: S, seat: Seat) -> Defaults:
        """Return the moves that are made for the pending seat without its person. By default there are none.

        Nothing is returned for a seat that is not pending.
        """
        return Defaults()

    def without_orders(self, state: S, seat: Seat) -> S:
        """Return the state without the seat's secret orders: somebody else sits down there.

        Everything that `Defaults.ordered` goes by is gone, and all that the seat's `view` shows of an order,
        for this question or a later one. A choice that is sealed already is no order and stays. The seats
        that must decide stay the same, and so does everything that others may know. By default nothing
        changes.
        """
        return state

    def calling(self, state: S) -> Calling:
        """Return how people are called to the open question. By default each question calls by itself."""
        return Calling()

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return all that this seat may know; `None` is a spectator."""

    def unveiled(self, state: S) -> V:
        """Return the view of somebody who may know all that pictures can show: the match has ended.

        By default it is a spectator's. Override it if pictures show what was secret while the match ran.
        """
        return self.view(state, None)

    def concluded(self, view: V, result: Result) -> V:
        """Return the view as it is shown once the match has ended with that result: nobody is asked.

        The result may differ from the rules', which also rank people who have resigned, and the match may end
        before the rules give one: then its scores mean nothing. By default the view does not change: override
        it if views hold a result.
        """
        return view

    @abstractmethod
    def redeal(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return a random state that this seat cannot tell from the real one (its `view` is equal)."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return ranks and scores once the game is over; `None` before."""

    def position(self, state: S) -> str:
        """Return the whole state as one line of text, secrets included; equal states give equal text."""
        return self.positions.write(state)

    def read_position(self, text: str) -> S:
        """Return the state that `position` wrote. Raises `BadPosition`."""
        return self.positions.read(text)

    def hash(self, state: S) -> str:
        """Return SHA-256 of the position in UTF-8, 64 hexadecimal digits; a log entry keeps it."""
        return hashlib.sha256(self.position(state).encode()).hexdigest()


AnyGame = Game[Any, Any, Any, Any]
"""A game whose types the caller does not care about."""
