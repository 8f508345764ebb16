"""Choosing a place for a tile in Génial: on the whole board, or first a patch of it and then a place there.

A place is the edge between two cells: the button puts the tile there the better way round. The other way is
offered beside, and beside the move while it is held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_uppercase

from cogs.face.context import Context, with_order
from cogs.face.drawing import Drawing
from cogs.face.menus import Choice, Menu
from cogs.face.text_boards import alt_text
from cogs.genial.descriptions import points_in_words, scores, tile_said, tile_shown
from cogs.genial.patches import PLACES, is_clear, patches, prominent
from cogs.genial.ranking import Pair, Ranked, Ranking, track_of
from cogs.text.text import Markup
from engine.genial.board import Cell, Colour, name
from engine.genial.model import Place, View
from render.genial import pictures
from render.genial.choices import patch_tints

__all__ = ["Path", "place_menu", "turned"]

FIRST = 3
"""Places that can be chosen on the whole board, beside the patches: the best ones."""
_PATCH = "~"
"""The beginning of an element of a path that names a patch; alone it turns the tile round."""
_AREA = "-"
"""The beginning of such an element in older messages, which named a row: it is passed over."""


@dataclass(frozen=True, slots=True)
class Path:
    """The choices that were made already."""

    tiles: tuple[str, ...]
    patches: tuple[str, ...]
    is_turned: bool

    @classmethod
    def read(cls, path: Sequence[str]) -> Path:
        tiles = tuple(each for each in path if each[:1] not in (_PATCH, _AREA))
        named = tuple(each[1:] for each in path if each[:1] == _PATCH)
        return cls(tiles, tuple(filter(None, named)), "" in named)


def place_menu(ctx: Context, view: View, ranking: Ranking, tile: str, path: Path, question: Markup) -> Menu:
    """Return the step in which a place, or a patch of the board, is chosen for a tile.

    `ranking` has the places of this tile. Raises `LookupError` for a patch that there is not.
    """
    chooser = _Chooser(ctx, view, ranking, tile, len(path.tiles))
    inside, tint = tuple(range(len(chooser.pairs))), 0
    for letter in path.patches:
        step = chooser.step(inside)
        if step is None or letter not in step.letters:
            raise LookupError(letter)
        inside, tint = step.letters[letter]
    step = chooser.step(inside)
    if step is not None:
        return chooser.patch_menu(inside, step, path.is_turned, question)
    return chooser.menu(inside, tint, path.is_turned, question)


def turned(move: Place) -> Place | None:
    """Return the same tile on the same cells the other way round; `None` for a double."""
    if move.first == move.second:
        return None
    return Place(move.first, move.second, move.b, move.a, move.radius)


@dataclass(frozen=True, slots=True)
class _Step:
    """The whole board with its patches: numbers of places that can be chosen at once, and the others."""

    numbered: tuple[int, ...]
    letters: dict[str, tuple[tuple[int, ...], int]]
    """The places of each patch by its letter, and the number of its colour."""


class _Chooser:
    """The places of one tile, by their numbers in the order from the best."""

    def __init__(self, ctx: Context, view: View, ranking: Ranking, tile: str, depth: int) -> None:
        self._ctx = ctx
        self._view = view
        self._ranking = ranking
        self._tile = tile
        self._places = ranking.places()
        self._most = PLACES if depth else PLACES - 4
        """Patches, at most: the first step of a turn has more buttons beside."""
        self._totals = self._places.totals()
        self.pairs: list[Pair] = self._places.pairs()

    def step(self, inside: Sequence[int]) -> _Step | None:
        """Return the patches of these places; `None` where one picture can show all of them."""
        radius, pairs = self._view.radius, [self.pairs[each] for each in inside]
        if is_clear(radius, pairs):
            return None
        groups = patches(pairs, [self._totals[each] for each in inside], self._most)
        if len(groups) < 2:
            return None
        numbered = prominent(radius, pairs, FIRST)
        kept: list[list[int]] = []
        for group in groups:
            rest = [each for each in group if each not in numbered]
            alone = len(rest) == 1 and len(group) == 1
            if alone and len(prominent(radius, [pairs[each] for each in (*numbered, *rest)], 99)) > len(
                numbered
            ):
                numbered += rest
            elif rest:
                kept.append(group)
        tints = patch_tints([pictures.Patch(tuple(pairs[each] for each in group), "") for group in kept])
        letters = {
            letter: (tuple(inside[each] for each in group), tint)
            for letter, group, tint in zip(ascii_uppercase, kept, tints, strict=False)
        }
        return _Step(tuple(inside[each] for each in numbered), letters)

    def patch_menu(self, inside: Sequence[int], step: _Step, is_turned: bool, question: Markup) -> Menu:
        """Return the step in which a patch is chosen, or one of the best places."""
        text = self._ctx.text
        places, at = self._round(is_turned)
        found = [places[at[each]] for each in step.numbered]
        totals = places.totals()
        parts = tuple(
            pictures.Patch(tuple(self.pairs[each] for each in group), letter)
            for letter, (group, _) in step.letters.items()
        )
        draw = partial(
            pictures.patches,
            self._view,
            parts,
            self._marks(found),
            self._colours,
            best="1",
            theme=self._ctx.theme,
        )
        choices = [self._choice(number, each) for number, each in enumerate(found, 1)]
        choices += [
            Choice(f"{letter} +{max(totals[at[each]] for each in group)}", f"{_PATCH}{letter}")
            for letter, (group, _) in step.letters.items()
        ]
        said = self._said("genial.menu.patches", len(inside), is_turned)
        alt = text.plain(
            with_order("genial.menu.patches.alt", self._ctx),
            n=len(parts),
            tile=tile_said(text, self._tile),
            scores=scores(text, track_of(self._view)),
        )
        return Menu(
            prompt=Markup(f"{question}\n{said}"),
            choices=tuple(choices),
            drawing=Drawing(draw, alt_text([alt, *self._named(found)])),
            beside=self._beside(is_turned),
        )

    def menu(self, inside: Sequence[int], tint: int, is_turned: bool, question: Markup) -> Menu:
        """Return the step in which a place is chosen."""
        text = self._ctx.text
        places, at = self._round(is_turned)
        found = [places[at[each]] for each in inside]
        best = max(range(len(found)), key=lambda each: found[each].worth)
        draw = partial(
            pictures.choice,
            self._view,
            self._marks(found),
            self._colours,
            best=str(best + 1),
            tint=tint,
            theme=self._ctx.theme,
        )
        said = self._said("genial.menu.place", len(found), is_turned)
        alt = text.plain(
            "genial.menu.alt",
            n=len(found),
            tile=tile_said(text, self._tile),
            scores=scores(text, track_of(self._view)),
        )
        return Menu(
            prompt=Markup(f"{question}\n{said}"),
            choices=tuple(self._choice(n, each, strong=n == best + 1) for n, each in enumerate(found, 1)),
            drawing=Drawing(draw, alt_text([alt, *self._named(found)])),
            beside=self._beside(is_turned),
        )

    @property
    def _is_double(self) -> bool:
        return self._tile[0] == self._tile[1]

    def _round(self, is_turned: bool) -> tuple[Ranking, Sequence[int]]:
        """Return the places one way round or the other, and where each pair of cells is among them."""
        if not is_turned or self._is_double:
            return self._places, range(len(self.pairs))
        places = self._ranking.turned()
        numbers = {frozenset(pair): number for number, pair in enumerate(places.pairs())}
        return places, [numbers[frozenset(pair)] for pair in self.pairs]

    def _said(self, code: str, count: int, is_turned: bool) -> Markup:
        """Return what is offered. The other way round, places keep the numbers of the better way."""
        code = "genial.menu.turned" if is_turned and not self._is_double else with_order(code, self._ctx)
        return self._ctx.text(code, n=count, tile=tile_shown(self._ctx, self._tile))

    def _beside(self, is_turned: bool) -> tuple[Choice, ...]:
        """Return the button that turns the tile round."""
        if is_turned or self._is_double:
            return ()
        return (Choice(self._ctx.text.plain("genial.button.turned"), _PATCH),)

    @property
    def _colours(self) -> tuple[Colour, Colour]:
        return Colour("ROYGBP".index(self._tile[0])), Colour("ROYGBP".index(self._tile[1]))

    def _marks(self, found: Sequence[Ranked]) -> tuple[pictures.Mark, ...]:
        return tuple(
            pictures.Mark(*_ends(each, self._tile), str(number)) for number, each in enumerate(found, 1)
        )

    def _choice(self, number: int, place: Ranked, *, strong: bool | None = None) -> Choice:
        return Choice(
            f"{number} +{sum(place.points)}",
            str(place.move),
            final=True,
            detail=points_in_words(self._ctx.text, place.points),
            strong=number == 1 if strong is None else strong,
        )

    def _named(self, found: Sequence[Ranked]) -> list[str]:
        """Return the places' numbers with their cells, for whoever does not see the picture."""
        radius = self._view.radius
        named = [[name(cell, radius) for cell in _ends(each, self._tile)] for each in found]
        return [", ".join(f"{number}: {' '.join(cells)}" for number, cells in enumerate(named, 1))]


def _ends(place: Ranked, tile: str) -> tuple[Cell, Cell]:
    """Return the cells of the tile's first and second symbol, in the order of `tile`."""
    move = place.move
    return (move.a, move.b) if move.first.letter == tile[0] else (move.b, move.a)
