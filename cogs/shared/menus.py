"""Menus: the steps in which a move is chosen by tapping, long lists page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from cogs.shared.drawing import Drawing
from cogs.shared.text import Markup

__all__ = ["CHOICES", "Choice", "Menu", "Numbered", "numbered"]

T = TypeVar("T")

CHOICES = 25
"""Discord shows at most this many choices at once."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap: a step further, or a move."""

    label: str
    value: str
    """The next element of the path, or the notation of the move when `final`."""
    final: bool = False
    detail: str = ""
    emoji: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """One step of choosing a move by tapping.

    The path of choices made so far leads here: ``()`` is the question itself. Long lists come in pages.
    """

    prompt: Markup
    choices: tuple[Choice, ...]
    listed: bool = False
    """A list to choose from instead of buttons."""
    placeholder: str = ""
    page: int = 0
    pages: int = 1
    drawing: Drawing | None = None
    beside: tuple[Choice, ...] = ()
    """Buttons for what may be answered instead, under every page of a list: a draw, for one."""


@dataclass(frozen=True, slots=True)
class Numbered(Generic[T]):
    """One page of a list, each item with its number: in the whole of it, if not `renumbered`."""

    shown: tuple[tuple[int, T], ...]
    page: int
    pages: int

    def renumbered(self) -> Numbered[T]:
        """The page with numbers from 1 on: of one digit, they can be large on a picture."""
        return replace(self, shown=tuple(enumerate((item for _, item in self.shown), 1)))

    def menu(
        self,
        prompt: Markup,
        choice: Callable[[int, T], Choice],
        *,
        listed: bool = True,
        placeholder: str = "",
        drawing: Drawing | None = None,
        beside: Sequence[Choice] = (),
    ) -> Menu:
        """The page as a menu: `choice` says how an item is offered under its number."""
        return Menu(
            prompt=prompt,
            choices=tuple(choice(number, item) for number, item in self.shown),
            listed=listed,
            placeholder=placeholder,
            page=self.page,
            pages=self.pages,
            drawing=drawing,
            beside=tuple(beside),
        )


def numbered(items: Sequence[T], page: int, size: int = CHOICES) -> Numbered[T]:
    """That page of the items, `size` a page, or the nearest. Of lazy lists only its items are made."""
    pages = max(1, -(-len(items) // size))
    page = min(max(page, 0), pages - 1)
    first = page * size
    return Numbered(tuple(enumerate(items[first : first + size], first + 1)), page, pages)
