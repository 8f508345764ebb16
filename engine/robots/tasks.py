"""What a worker is given and what it answers."""

from __future__ import annotations

import msgspec

from engine.game import Seat
from engine.games import GAMES
from engine.robots.choosing import Made, Question, Shares, Thought

__all__ = ["Answer", "Task"]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A worker's answer: a move, or why there is none."""

    text: str = ""
    """The notation of the move."""
    made: str = ""
    """The way in which it was chosen, as the text of `Made`."""
    shares: Shares | None = None
    error: str = ""

    def thought(self) -> Thought:
        """Return the move. Raises `ValueError` where there is none."""
        if self.error:
            raise ValueError(self.error)
        return Thought(self.text, Made.read(self.made), self.shares)


class Task(msgspec.Struct, frozen=True):
    """A question to a robot, with everything that it may know."""

    game: str
    player: str
    seat: int
    after: int
    """The last entry that still counts."""
    key: str
    """The robot's key, in hexadecimal digits."""
    position: str
    """The position as the seat may know it."""
    seconds: float
    """The time after which nobody waits for the answer any more."""

    @classmethod
    def of(cls, question: Question, player: str, seconds: float) -> Task:
        game = question.game
        position = game.position(question.state)
        return cls(
            game.key, player, int(question.seat), question.after, question.key.hex(), position, seconds
        )

    def answer(self) -> Answer:
        """Return the player's answer. Raises `LookupError` for unknown names, `BadPosition`, `ValueError`."""
        game = GAMES[self.game]
        state = game.read_position(self.position)
        question = Question(game, state, Seat(self.seat), self.after, bytes.fromhex(self.key))
        thought = question.choose(self.player)
        return Answer(thought.text, str(thought.made), thought.shares)
