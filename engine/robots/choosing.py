"""The choice of an automatic player: what it is given, and what is kept so that anybody can choose again.

A player gets a position redealt as its seat may know it, never the true one, and chance of its own. Both
follow from the match's key, the last entry that still counts, and the seat: asked again after an undo, it
chooses the same. docs/fairness.md gives the scheme.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from typing import Any

from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat, Shares

__all__ = ["ANY", "Made", "Position", "Question", "Shares", "Thought", "hint_key", "robot_key"]

ANY = "any"
"""The name of the player that plays where all others fail: it draws one of the legal moves."""

_MADE = re.compile(
    r"(?P<player>[a-z][a-z_]{0,30})/(?P<version>[1-9][0-9]{0,3})@(?P<after>0|[1-9][0-9]{0,8})"
    r"(?:/(?P<budget>[1-9][0-9]{0,8}))?(?P<cut>!)?"
)
_CHOICE, _REDEAL = 0, 1
"""The entries of a robot's chance that its choice and its redealt position draw from."""


@dataclass(frozen=True, slots=True)
class Made:
    """The way in which an automatic player chose a move; its text is like ``expert/2@41/600!``."""

    player: str
    """The key of the player that chose: another one than the seat's if that one has failed."""
    version: int
    """The value of `Player.version`."""
    after: int
    """The last entry that still counted when the player was asked."""
    budget: int = 0
    """The value of `Player.budget`."""
    is_cut: bool = False
    """A bound in seconds ended the search: the choice cannot be made again."""

    @classmethod
    def read(cls, text: str) -> Made:
        """Return what ``str(made)`` wrote. Raises `ValueError`."""
        found = _MADE.fullmatch(text)
        if found is None:
            raise ValueError(f"no robot has chosen by {text!r}")
        budget = int(found["budget"] or 0)
        return cls(
            found["player"], int(found["version"]), int(found["after"]), budget, found["cut"] is not None
        )

    def __str__(self) -> str:
        budget = f"/{self.budget}" if self.budget else ""
        return f"{self.player}/{self.version}@{self.after}{budget}{'!' if self.is_cut else ''}"


@dataclass(frozen=True, slots=True)
class Thought:
    """A move that an automatic player has chosen."""

    text: str
    """The notation of the move."""
    made: Made
    shares: Shares | None = None
    """What was found out about the move; `None` where the player compares no shares of the win."""


def robot_key(key: bytes, after: int, seat: Seat) -> bytes:
    """Return the key of a robot's chance (32 bytes): the match's, mixed with the entry and the seat."""
    return hmac.digest(key, b"longtable/1/robot:%d:%d" % (after, seat), "sha256")


def hint_key(key: bytes, after: int, seat: Seat) -> bytes:
    """Return the key of the chance of a hint for a person (32 bytes). No robot's moves follow from it."""
    return hmac.digest(key, b"longtable/1/hint:%d:%d" % (after, seat), "sha256")


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a match in which a seat's automatic player must choose. It is not shown to the player."""

    game: AnyGame
    state: Any
    """The true state."""
    seat: Seat
    after: int
    """The last entry that still counts."""
    match_key: bytes

    @property
    def key(self) -> bytes:
        """The `robot_key`."""
        return robot_key(self.match_key, self.after, self.seat)

    def question(self) -> Question:
        """Return what the player is given."""
        return self._question(self.key)

    def hint_question(self) -> Question:
        """Return what a player is given that is asked for a hint to the seat's person."""
        return self._question(hint_key(self.match_key, self.after, self.seat))

    def _question(self, key: bytes) -> Question:
        redealt = self.game.redeal(self.state, self.seat, SeededChance(key, _REDEAL))
        return Question(self.game, redealt, self.seat, self.after, key)

    def any_move(self) -> Thought:
        """Return one of the legal moves, all equally likely."""
        moves = self.game.moves(self.state, self.seat)
        return Thought(str(SeededChance(self.key, _CHOICE).choice(moves)), Made(ANY, 1, self.after))

    def allows(self, thought: Thought) -> bool:
        """Return True if the move is legal in the true state."""
        try:
            self.game.parse(self.state, self.seat, thought.text)
        except Refusal:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Question:
    """A question to an automatic player. It holds nothing that the player's seat may not know."""

    game: AnyGame
    state: Any
    """A state that the seat cannot tell from the true one."""
    seat: Seat
    after: int
    """The last entry that still counts."""
    key: bytes
    """The `robot_key`, or the `hint_key`."""

    def choose(self, name: str) -> Thought:
        """Return the choice of the player of that name. Raises `LookupError` for a name that nobody has."""
        game, state, seat = self.game, self.state, self.seat
        player = game.players[name]
        chosen = player.weigh(
            game.view(state, seat),
            game.moves(state, seat),
            lambda dealt: game.redeal(state, seat, dealt),
            SeededChance(self.key, _CHOICE),
        )
        made = Made(name, player.version, self.after, player.budget, chosen.is_cut)
        return Thought(str(chosen.move), made, chosen.shares)
