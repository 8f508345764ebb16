"""The fields of a game's options as people choose them: switches, enumerations, bounded numbers, texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec

from engine.game import Options

__all__ = ["Field", "fields_of"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a game's options."""

    name: str
    kind: type[Any]
    """The type of its values."""
    default: Any
    choices: Mapping[str, Enum] = field(default_factory=dict[str, Enum])
    """The members of an enumeration by their value as text; of any other field none."""
    least: int | None = None
    """The lowest number that can be chosen; `None` where there is no bound."""
    most: int | None = None
    """The highest number that can be chosen; `None` where there is no bound."""


def fields_of(options: type[Options]) -> tuple[Field, ...]:
    """Return the fields of a game's options, in their order.

    The bounds of an `int` are those of its `msgspec.Meta`: ``Annotated[int, msgspec.Meta(ge=1, le=9)]``.
    """
    shape = msgspec.inspect.type_info(options)
    assert isinstance(shape, msgspec.inspect.StructType)
    found: list[Field] = []
    for each in shape.fields:
        default: object = each.default
        choices, least, most = dict[str, Enum](), None, None
        match each.type:
            case msgspec.inspect.EnumType(cls):
                choices = {str(member.value): member for member in cls}
            case msgspec.inspect.IntType(gt, ge, lt, le):
                least = ge if gt is None else gt + 1
                most = le if lt is None else lt - 1
            case _:
                pass
        found.append(Field(each.name, type(default), default, choices, least, most))
    return tuple(found)
