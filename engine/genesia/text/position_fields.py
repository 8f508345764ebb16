"""The parts of a position's text, each read or refused: numbers, letters, codes and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import NoReturn, TypeVar

from engine.game import BadPosition
from engine.genesia import codes
from engine.genesia.box.maps import CONTINENTS
from engine.genesia.model import CARDS, OBJECTIVES

__all__ = [
    "card_in",
    "enum_in",
    "flag_in",
    "list_in",
    "number_in",
    "objective_in",
    "optional_in",
    "parts_of",
    "people_in",
    "peoples_in",
    "refuse",
    "region_in",
    "require",
    "set_in",
]

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


def refuse(what: object) -> NoReturn:
    """Raise `BadPosition` about a part of the text, or the value read from it."""
    raise BadPosition(codes.POSITION, at=str(what)[:40])


def require(truth: bool, what: object) -> None:
    """Raise `BadPosition` about `what` unless `truth` is true."""
    if not truth:
        refuse(what)


def parts_of(word: str, mark: str, parts: int) -> list[str]:
    found = word.split(mark)
    return found if len(found) == parts else refuse(word)


def number_in(word: str) -> int:
    return int(word) if _NUMBER.fullmatch(word) else refuse(word)


def flag_in(word: str) -> bool:
    return word == "1" if word in ("0", "1") else refuse(word)


def enum_in(kind: type[E], word: str) -> E:
    try:
        return kind(word)
    except ValueError:
        refuse(word)


def list_in(word: str, read: Callable[[str], T], mark: str = ",") -> tuple[T, ...]:
    return () if word == "-" else tuple([read(part) for part in word.split(mark)])


def set_in(word: str, top: int) -> int:
    """Return the numbers listed as bits. They must be from 1 to `top`, and ascend."""
    numbers = list_in(word, number_in)
    if list(numbers) != sorted(set(numbers)) or not all(1 <= number <= top for number in numbers):
        refuse(word)
    return sum([1 << number for number in numbers])


def optional_in(word: str) -> int | None:
    return None if word == "-" else number_in(word)


def card_in(word: str) -> int:
    number = number_in(word)
    return number if number in CARDS else refuse(word)


def objective_in(word: str) -> int:
    number = number_in(word)
    return number if number in OBJECTIVES else refuse(word)


def people_in(letter: str) -> int:
    return CONTINENTS.index(letter) if len(letter) == 1 and letter in CONTINENTS else refuse(letter)


def peoples_in(word: str) -> tuple[int, ...]:
    return () if word == "-" else tuple([people_in(letter) for letter in word])


def region_in(code: str, regions: dict[str, int]) -> int:
    return regions[code] if code in regions else refuse(code)
