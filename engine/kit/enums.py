"""Enumerations whose members are asked for very often."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

__all__ = ["quick"]

E = TypeVar("E", bound=Enum)


def quick(enum: type[E]) -> type[E]:
    """The same with its members as plain attributes.

    Python 3.11 finds a member through a descriptor that is written in Python, which takes several times as
    long; from 3.12 on this changes nothing.
    """
    for name, member in enum.__members__.items():
        type.__setattr__(enum, name, member)
    return enum
