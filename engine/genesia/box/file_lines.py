"""The lines of the box's files: columns between bars, and errors that name file and line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["BadBox", "FileLine", "read_lines"]


class BadBox(ValueError):  # noqa: N818 - beside BadOptions and BadPosition
    """The error about a broken file of the box: file, line and fault."""

    def __init__(self, file: str, line: int, fault: str) -> None:
        super().__init__(f"{file}, line {line}: {fault}")
        self.file = file
        self.line = line
        self.fault = fault


class FileLine(NamedTuple):
    """A line of a file, cut into its columns."""

    file: str
    number: int
    """The line's number, counted from 1."""
    columns: tuple[str, ...]

    def error(self, fault: str) -> BadBox:
        """Return the error to raise about this line."""
        return BadBox(self.file, self.number, fault)

    def whole_number(self, column: int, name: str) -> int:
        """Return that column as a whole number that is not negative. Raises `BadBox`."""
        text = self.columns[column]
        if not (text.isascii() and text.isdecimal()):
            raise self.error(f"{name} {text!r} is no number")
        return int(text)


def read_lines(file: str, text: str, columns: int) -> Iterator[FileLine]:
    """Yield the lines of a file, without comments and empty lines.

    Raises `BadBox` for a line without exactly `columns` columns between bars.
    """
    for number, written in enumerate(text.splitlines(), start=1):
        said = written.partition("#")[0].strip()
        if not said:
            continue
        line = FileLine(file, number, tuple(column.strip() for column in said.split("|")))
        if len(line.columns) != columns:
            raise line.error(f"{len(line.columns)} columns instead of {columns}")
        yield line
