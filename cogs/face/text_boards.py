"""Boards and pictures in words: columns of a code block, and texts that stand for pictures."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

__all__ = ["ALT", "PHONE", "alt_text", "code_block", "fit_column", "wrap_lines"]

PHONE = 36
"""Columns of a code block on a phone."""
ALT = 1024
"""Characters of a picture's alternative text."""


def code_block(lines: Iterable[str]) -> str:
    """Lines as the inside of a code block: nothing in them, a name for one, ends it."""
    return "\n".join(lines).replace("`", "'")


def wrap_lines(said: str) -> list[str]:
    """A sentence in lines of a code block."""
    return textwrap.wrap(said, PHONE)


def fit_column(said: str, width: int) -> str:
    """A name in a column: cut or filled to its width."""
    return f"{said if len(said) <= width else said[: width - 1] + '…':<{width}}"


def alt_text(parts: Iterable[str]) -> str:
    """Paragraphs that say what a picture shows, as long as they may be."""
    return "\n".join(parts)[:ALT]
