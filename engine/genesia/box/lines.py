"""How files of the box are read: lines of columns, and the fault that names file and line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["BadBox", "FileLine", "read_lines"]


class BadBox(ValueError):  # noqa: N818 - beside BadOptions and BadPosition
    """A file of the box is broken: which, in which line, and what is wrong there."""

    def __init__(self, file: str, line: int, fault: str) -> None:
        super().__init__(f"{file}, line {line}: {fault}")
        self.file = file
        self.line = line
        self.fault = fault


class FileLine(NamedTuple):
    """A line that says something, cut into its columns."""

    file: str
    number: int
    """From 1."""
    columns: tuple[str, ...]

    def error(self, fault: str) -> BadBox:
        """The error to raise about this line."""
        return BadBox(self.file, self.number, fault)

    def whole_number(self, column: int, name: str) -> int:
        """That column as a whole number, not negative. Raises `BadBox`."""
        text = self.columns[column]
        if not (text.isascii() and text.isdecimal()):
            raise self.error(f"{name} {text!r} is no number")
        return int(text)


def read_lines(file: str, text: str, columns: int) -> Iterator[FileLine]:
    """The lines of a file with that many columns between bars; comments and empty lines left out.

    Raises `BadBox` for another number of columns.
    """
    for number, written in enumerate(text.splitlines(), start=1):
        said = written.partition("#")[0].strip()
        if not said:
            continue
        line = FileLine(file, number, tuple(column.strip() for column in said.split("|")))
        if len(line.columns) != columns:
            raise line.error(f"{len(line.columns)} columns instead of {columns}")
        yield line
