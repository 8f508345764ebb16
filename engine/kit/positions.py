"""States as one line of text, in a notation of the game's own or without one."""

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
    """`Game.positions` of a game that writes them itself."""

    write: Callable[[S], str]
    read: Callable[[str], S]


def _accept(state: object) -> bool:
    return True


class PositionCodec(Generic[S]):
    """`Game.positions` of a state that is a frozen dataclass or a `msgspec.Struct`.

    The text is JSON without spaces, fields by their names. Fields are numbers (of at most 64 bits), words,
    enumerations, tuples, options and other such classes; each has a type annotation that says so.
    """

    def __init__(self, kind: type[S], code: str, is_sound: Callable[[S], bool] = _accept) -> None:
        """`code` refuses what is no position; `sound` says whether the rules can lead to a state at all."""
        self._code = code
        self._sound = is_sound
        self._decoder = msgspec.json.Decoder(kind)
        self._encoder = msgspec.json.Encoder(order="deterministic")

    def write(self, state: S) -> str:
        """The whole state on one line."""
        return self._encoder.encode(state).decode()

    def read(self, text: str) -> S:
        """The inverse of `write`. Raises `BadPosition` unless the text is exactly what `write` writes."""
        text = text.strip()
        try:
            state = self._decoder.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise BadPosition(self._code) from None
        if not self._sound(state) or self.write(state) != text:
            raise BadPosition(self._code)
        return state
