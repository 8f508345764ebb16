"""The file of forgotten people beside the database; a restored backup uses it to forget them again.

It names nobody. Its first line is a key. Each further line is a number, counted up, and the HMAC-SHA-256 of
a person's id under that key. The database notes the last number that it has forgotten: otherwise a person
who was forgotten and has come back would be forgotten at every start. All functions here block.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from engine.store import Corrupt
from engine.store.files import beside, private, write_whole

__all__ = ["Forgotten", "add", "read"]

_FIRST = "Longtable forgotten 1 "


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The content of the file."""

    key: bytes
    lines: tuple[tuple[int, str], ...] = ()

    def mark(self, person: int) -> str:
        """Return the person's mark in the file."""
        return hmac.digest(self.key, str(person).encode(), "sha256").hex()

    def among(self, persons: Collection[int], after: int) -> set[int]:
        """Return those of these people who were forgotten with a number above `after`."""
        marks = {mark for number, mark in self.lines if number > after}
        return {each for each in persons if self.mark(each) in marks} if marks else set()

    @property
    def last(self) -> int:
        """The number of the last line; 0 if there is none."""
        return max((number for number, _ in self.lines), default=0)


def _file(path: Path) -> Path:
    return beside(path.resolve(), ".forgotten")


def read(path: Path) -> Forgotten | None:
    """Return the content of the file beside the database; `None` if nobody was ever forgotten.

    Raises `Corrupt` if the file cannot be read: forgotten people would come back unnoticed.
    """
    file = _file(path)
    if not file.exists():
        return None
    private(file)
    try:
        first, *rest = file.read_text(encoding="utf-8").splitlines()
        if not first.startswith(_FIRST):
            raise ValueError(first)
        lines: list[tuple[int, str]] = []
        for line in rest:
            number, mark = line.split(" ")
            bytes.fromhex(mark)
            lines.append((int(number), mark))
        return Forgotten(bytes.fromhex(first.removeprefix(_FIRST)), tuple(lines))
    except ValueError as error:
        raise Corrupt("store_forgotten", path=str(file)) from error


def add(path: Path, person: int, after: int) -> int:
    """Add a line for the person; return its number, which is above `after` and all others."""
    held = read(path) or Forgotten(secrets.token_bytes(32))
    number = max(held.last, after) + 1
    lines = (*held.lines, (number, held.mark(person)))
    text = [f"{_FIRST}{held.key.hex()}", *(f"{number} {mark}" for number, mark in lines)]
    write_whole(_file(path), "".join(f"{line}\n" for line in text))
    return number
