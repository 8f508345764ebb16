"""The facts that a game gives the tests: one `Trial` for each game, in ``tests/games/<key>.py``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.text.text import Text
from engine.game import Event, Options, Seat
from engine.games import import_name

__all__ = ["Form", "Glance", "KeptMatch", "Trial", "trial_of"]

_ELSEWHERE = {
    "auction": "tests.newcomers.engines:AUCTION",
    "bazaar": "tests.newcomers.engines:BAZAAR",
    "duel": "tests.newcomers.duel.trial:TRIAL",
    "heirs": "tests.newcomers.heirs.trial:TRIAL",
    "hermits": "tests.newcomers.hermits.trial:TRIAL",
}
"""Trials of the games that exist in the tests alone, by the game's key."""


@dataclass(frozen=True)
class Form:
    """A way to play the game: options and a number of seats."""

    label: str
    options: Options
    seats: int
    new: Mapping[str, Any] | None = field(default=None, hash=False)
    """Options of the game's command ``new`` that open it; `None` if it is not played in the sandbox."""
    hidden: bool = True
    """Seats do not know everything."""
    knowing: tuple[int, ...] = ()
    """Seats from which nothing is ever hidden, though it is from others."""
    repeats: bool = False
    """A move may lead to a position that was there before."""


@dataclass(frozen=True)
class KeptMatch:
    """A game that is kept in ``tests/records`` for ever: options, who plays, the number of its seed."""

    name: str
    """Begins with the game's key and ``-``."""
    options: Options
    players: str
    """One letter a seat: r random, g greedy, d greedy that declines every second offer, p passes mostly."""
    seed: int
    left: int = 0
    """The entry by which seat 0 is taken over, 0 for none."""
    restored: tuple[int, ...] = ()
    """The entries by which something fresh is mixed into chance."""
    undone: tuple[int, ...] = ()
    """The entries by which the three before them are taken back."""
    moderated: tuple[int, ...] = ()
    """Those by which a moderator does so."""

    @property
    def key(self) -> str:
        return self.name.partition("-")[0]


@dataclass(frozen=True)
class Glance:
    """A position of a running match at which everybody who looks is shown redealt twins as well."""

    ready: Callable[[Any], bool]
    """Returns true for the state that is this position."""
    tried: Callable[[Any], Sequence[str]] = lambda state: ()
    """Texts that people may try to play there, besides those that are no move of any game."""


@dataclass(frozen=True)
class Trial:
    """All that the contracts cannot find out by themselves."""

    forms: tuple[Form, ...]
    """The first of them is the usual one."""
    kept: tuple[KeptMatch, ...]
    """Games of every form, by the number of seats and the option ``form`` if there is one: at least one each.
    """
    taps: int = 2
    """Taps from the panel to the move, at most."""
    housed: tuple[str, ...] = ()
    """Moves that the game's menus may leave out, as the panel has the house's button for them."""
    onward: tuple[str, ...] = ()
    """Words of moves that lead on where one could go on for long: preferred, so that matches end."""
    plans: frozenset[str] = frozenset()
    """Fates of plans that surely occur in a few random games: ``played``, ``dropped``."""
    forced: bool = False
    """Somebody surely has a forced move that all can see in a few random games of the usual form."""
    silent: Callable[[Event], bool] = lambda event: False
    """Events that may go without saying, besides those that its codes declare to be untold."""
    alike: Callable[[Any, Seat, Any], Hashable] = lambda state, seat, move: str(move)
    """Returns a key that is equal for moves of which a menu needs to offer only one: the notation, or less.
    """
    typed: tuple[str, ...] = ("",)
    """Texts that people may have typed when they look at suggestions."""
    glances: Mapping[str, Glance] = field(default_factory=dict[str, Glance])
    """Positions by name for the secrets of a match in the sandbox; if empty, one of the usual form."""
    closer_look: str = ""
    """``module:attribute`` that makes a `CloserLook` at redealt twins, where a game has more to compare."""
    ended: Callable[[str, Any, Text], None] = lambda said, view, text: None
    """Checks what is said at the end of a match, given the spectators' view and the table's language."""
    stage: Callable[[Any], Hashable] = lambda state: None
    """Returns the kind of question that is open: the first of each kind in a game is looked at as well."""
    widths: tuple[int, ...] = ()
    """Widths of the gallery's pictures, if they are not as wide as what they show."""
    heaviest: Callable[[int], int] = lambda width: 150_000
    """Bytes of a still picture, by its width."""
    numbered: str = r"^(\d+)\. "
    """The regular expression for the number in a choice's label, as the picture shows it.

    Empty if no choice has one."""
    places: int = 8
    """Numbers on one picture to choose on, at most."""
    ornament: frozenset[str] = frozenset()
    """Letters on pictures that no player needs: a sign, or what stands larger on the same picture."""
    longest_line: int = 400
    """Characters of a sentence about what happened."""


def trial_of(key: str) -> Trial:
    """Return the trial of the game with this key; the product itself names no test."""
    return import_name(_ELSEWHERE.get(key, f"tests.games.{key}:TRIAL"))
