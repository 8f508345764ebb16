"""Two ways to write a state as one line of text: by functions of the game, or as JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from engine.game import BadPosition

__all__ = ["Notation", "PositionCodec"]

S = TypeVar("S")


@dataclass(frozen=True)
class Notation(Generic[S]):
    """The `Game.positions` of a game that has its own functions to write and read them."""

    write: Callable[[S], str]
    read: Callable[[str], S]


def _accept(state: object) -> bool:
    return True


class PositionCodec(Generic[S]):
    """The `Game.positions` of a game whose state is a frozen dataclass or a `msgspec.Struct`.

    The text is JSON without spaces, with one key for each field. Fields are integers of at most 64 bits,
    strings, enumerations, tuples, frozen sets, options and other such classes. Each has a type annotation
    that says which.
    """

    def __init__(self, kind: type[S], code: str, is_sound: Callable[[S], bool] = _accept) -> None:
        """`code` is the refusal of any other text.

        `is_sound` returns whether a game can lead to a state. Other states are refused as well.
        """
        self._code = code
        self._sound = is_sound
        self._decoder = msgspec.json.Decoder(kind)
        self._encoder = msgspec.json.Encoder(order="deterministic")

    def write(self, state: S) -> str:
        """Return the whole state as one line of text."""
        return self._encoder.encode(state).decode()

    def read(self, text: str) -> S:
        """Return the state of a text. Raises `BadPosition` unless `write` writes exactly this text for it."""
        try:
            state = self._decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise BadPosition(self._code) from None
        if not self._sound(state) or self.write(state) != text:
            raise BadPosition(self._code)
        return state
