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
    """Return lines as the inside of a code block. Nothing in them, such as a name, ends it."""
    return "\n".join(lines).replace("`", "'")


def wrap_lines(said: str) -> list[str]:
    """Return a sentence in lines of a code block."""
    return textwrap.wrap(said, PHONE)


def fit_column(said: str, width: int) -> str:
    """Return a name cut or filled to the width of a column."""
    return f"{said if len(said) <= width else said[: width - 1] + '…':<{width}}"


def alt_text(parts: Iterable[str]) -> str:
    """Return paragraphs about a picture as an alternative text, cut to its length."""
    return "\n".join(parts)[:ALT]
