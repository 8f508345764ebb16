"""Menus: the steps in which a move is chosen by tapping, long lists page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cogs.face.drawing import Drawing
from cogs.text.text import Markup, Text

__all__ = [
    "BRIEF",
    "CHOICES",
    "FEW",
    "PLACES",
    "Choice",
    "Menu",
    "Numbered",
    "Places",
    "by_area",
    "number_page",
    "split_areas",
]

T = TypeVar("T")

CHOICES = 25
"""Discord shows at most this many choices at once."""
PLACES = 8
"""Places numbered on one picture: what a phone shows large enough to be found at a glance."""
FEW = 3
"""Entries of a list that are buttons instead."""
BRIEF = 6
"""Such entries where they are short."""
SHORT = 80
"""Characters of such a button, as many as Discord takes: a phone shows them in three lines at most."""
_AREA = "-"
"""The beginning of an element of a path that names an area."""


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
    seen: bool = False
    """The step shows the effects of the move: it counts at once, where others are held."""
    undoes: bool = False
    """The move takes a step back: left out wherever the house offers to take that step back."""


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
    pictured: bool = False
    """The picture, or the next step, says all the details of a list: its buttons have names alone."""
    most: int = FEW
    """The number of entries up to which a list is shown as buttons."""
    beside: tuple[Choice, ...] = ()
    """Buttons for what may be answered instead, under every page of a list: a draw, for one."""
    areas: tuple[Choice, ...] = ()
    """A second list: the areas of places that are not among the choices."""
    area_prompt: str = ""
    """The question of the second list."""

    @property
    def every(self) -> tuple[Choice, ...]:
        """Return all choices that can be tapped."""
        return (*self.choices, *self.areas, *self.beside)

    @property
    def few(self) -> tuple[Choice, ...]:
        """Return the entries of a list as buttons, which save a tap; none if they are many or long."""
        most = BRIEF if self.pictured else self.most
        if not self.listed or len(self.choices) > most or self.pages > 1:
            return ()
        said = [
            each.label if self.pictured else " · ".join(filter(None, (each.label, each.detail)))
            for each in self.choices
        ]
        if any(len(each) > SHORT for each in said):
            return ()
        return tuple(replace(each, label=label) for each, label in zip(self.choices, said, strict=True))


@dataclass(frozen=True, slots=True)
class Numbered(Generic[T]):
    """One page of a list, each item with its number: in the whole of it, if not `renumbered`."""

    items: tuple[tuple[int, T], ...]
    page: int
    pages: int

    def with_small_numbers(self) -> Numbered[T]:
        """Return the page numbered from 1: numbers of one digit can be large on a picture."""
        return replace(self, items=tuple(enumerate((item for _, item in self.items), 1)))

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
        """Return the page as a menu: `choice` says how an item is offered under its number."""
        return Menu(
            prompt=prompt,
            choices=tuple(choice(number, item) for number, item in self.items),
            listed=listed,
            placeholder=placeholder,
            page=self.page,
            pages=self.pages,
            drawing=drawing,
            beside=tuple(beside),
        )


@dataclass(frozen=True, slots=True)
class Places(Generic[T]):
    """A list of places to be numbered on a picture: the best ones with the areas of all, or those of one."""

    part: Numbered[T]
    count: int
    """The number of places on all pages and in all areas that are offered."""
    area: str | None = None
    """The area that is shown."""
    areas: tuple[tuple[str, int], ...] = ()
    """The areas in which the places lie, each with its number of places."""

    @property
    def items(self) -> tuple[tuple[int, T], ...]:
        return self.part.items

    def heading(self, text: Text, code: str, row: str, **values: object) -> Markup:
        """Return the list's heading: ``<code>``, ``<code>.best``, or ``<row>.here`` for an area's places."""
        if self.area is not None:
            return text(f"{row}.here", area=self.area, n=self.count, **values)
        if self.areas:
            return text(f"{code}.best", shown=len(self.items), count=self.count, **values)
        return text(code, n=self.count, **values)

    def menu(
        self,
        text: Text,
        prompt: Markup,
        choice: Callable[[int, T], Choice],
        *,
        placeholder: str,
        drawing: Drawing,
        beside: Sequence[Choice] = (),
        row: str,
        listed: bool = True,
    ) -> Menu:
        """Return the step as a menu. `row` is the code that names an area and its places, and of its prompt.

        Where the numbers on the picture say all, they are not `listed` but buttons: one tap less.
        """
        step = self.part.menu(
            prompt, choice, listed=listed, placeholder=placeholder, drawing=drawing, beside=beside
        )
        if not self.areas:
            return step
        areas = [
            Choice(text.plain(row, area=each, n=count, count=count), f"{_AREA}{each}")
            for each, count in self.areas
        ]
        return replace(step, areas=tuple(areas), area_prompt=text.plain(f"{row}.prompt"))


def split_areas(path: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Return the path without the areas on the way, and the area with which it ends."""
    last = path[-1] if path else ""
    area = last[len(_AREA) :] if last.startswith(_AREA) else None
    return tuple(each for each in path if not each.startswith(_AREA)), area


def by_area(
    items: Sequence[T],
    area: str | None,
    page: int,
    areas: Sequence[str],
    where: Sequence[str],
    along: Callable[[T], Any],
) -> Places[T]:
    """Return up to eight of the places: the first ones, or a page of those in an area.

    `items` are sorted, the best first; more than eight are also offered area by area. `areas` are at most 25,
    in the order in which one looks for them; `where` names the area of each place, `along` says where it lies
    there: an area's places come in that order. Of a lazy list only what is shown is made, or lies there.
    Raises `LookupError` for an area without places.
    """
    if area is None:
        counts = Counter(where if len(items) > PLACES else ())
        if len(counts) < 2:
            return Places(number_page(items, page, PLACES).with_small_numbers(), len(items))
        kept = tuple((each, counts[each]) for each in areas if counts[each])
        return Places(number_page(items[:PLACES], 0, PLACES).with_small_numbers(), len(items), areas=kept)
    here = sorted((items[at] for at, each in enumerate(where) if each == area), key=along)
    if not here:
        raise LookupError(area)
    return Places(number_page(here, page, PLACES).with_small_numbers(), len(here), area)


def number_page(items: Sequence[T], page: int, size: int = CHOICES) -> Numbered[T]:
    """Return that page of the items, `size` a page, or the nearest. A lazy list makes no other items."""
    pages = max(1, -(-len(items) // size))
    page = min(max(page, 0), pages - 1)
    first = page * size
    return Numbered(tuple(enumerate(items[first : first + size], first + 1)), page, pages)
