"""Whole games of a form, and all that its face can tell a viewer: in words, by menus, as pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from cogs.face.context import Context, Icons
from cogs.face.drawing import Drawing
from cogs.face.face import AnyFace
from cogs.face.menus import Choice, Menu
from cogs.text.text import LANGUAGES, text_for
from engine.chance import SeededChance
from engine.game import Event, Refusal, Seat, Stage
from render.kit.canvas import Theme
from tests.contracts.cases import Case

__all__ = [
    "LANGUAGES",
    "Position",
    "Step",
    "drawings",
    "look",
    "paged",
    "played",
    "played_in_stages",
    "positions",
    "steps",
    "told",
    "viewers",
]

NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "Maximilian von Hohenzollern-Sigm", "Dan", "W" * 32)
NONSENSE = ("x", "ZZ", "🎲 %s {0}", "=", "é" * 60)
Position = tuple[Any, tuple[Event, ...]]
"""A state, and the events that led there."""


def look(case: Case, language: str) -> Context:
    """A reader at a table of this form."""
    names = tuple(NAMES[seat % len(NAMES)] for seat in range(case.seats))
    return Context(text_for(language), Theme.DARK, names, Icons())


def viewers(case: Case) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(case.seats))]


@cache
def played(case: Case, seed: int, *, greedy: bool = False) -> tuple[Position, ...]:
    """A whole game, position by position: at random, or by greedy players with some moves at random."""
    return tuple(positions(case, seed, greedy=greedy))


def positions(case: Case, seed: int, *, greedy: bool) -> Iterator[Position]:
    """The same, of which nothing is kept."""
    for stages in played_in_stages(case, seed, greedy=greedy):
        yield stages[-1].state, tuple(event for stage in stages for event in stage.events)


def played_in_stages(case: Case, seed: int, *, greedy: bool) -> Iterator[Sequence[Stage]]:
    """The same game, each move with all its stages; the first has the state before the first move."""
    game, key, dice = case.game, seed.to_bytes(32, "big"), random.Random(seed)
    state, number = game.setup(case.options, case.seats, SeededChance(key, 0)), 0
    yield (Stage(state, ()),)
    while pending := game.pending(state):
        seat, number = dice.choice(pending), number + 1
        moves = game.moves(state, seat)
        move = moves[dice.randrange(len(moves))]
        if greedy and dice.random() < 0.9:
            imagine = partial(game.redeal, state, seat)
            chance = SeededChance(key, 10**6 + number)
            move = game.players["steady"].choose(game.view(state, seat), moves, imagine, chance)
        stages = game.stages(state, seat, move, SeededChance(key, number))
        yield stages
        state = stages[-1].state


@dataclass(frozen=True)
class Step:
    """A page of a menu, and how one comes there."""

    path: tuple[str, ...]
    page: int
    taps: int
    """Turning pages is not counted, nor is naming an area instead."""
    menu: Menu
    more: bool
    """There are more steps than will be looked at."""


def steps(case: Case, state: Any, seat: Seat, language: str, most: int) -> Iterator[Step]:
    """The first `most` steps that taps lead to, nearest first."""
    face, mine = case.face, look(case, language)
    view, moves = case.game.view(state, seat), case.game.moves(state, seat)
    found: list[_Way] = [((), 0, 0)]
    for path, page, taps in found:
        menu = face.menu(mine, view, moves, path, page)
        if len(found) < most:
            found += _further(path, page, taps, menu)
            del found[most:]
        yield Step(path, page, taps, menu, len(found) == most)


_Way = tuple[tuple[str, ...], int, int]


def _further(path: tuple[str, ...], page: int, taps: int, menu: Menu) -> list[_Way]:
    """Path, page and taps of what a step leads to."""
    pages = range(1, menu.pages) if page == 0 else ()
    steps = [choice for choice in (*menu.choices, *menu.beside) if not choice.final]
    return [
        *((path, other, taps) for other in pages),
        *((onward(path, each), 0, taps + 1) for each in steps),
        *((onward(path, each), 0, taps) for each in menu.areas if not each.final),
    ]


def paged(
    face: AnyFace, mine: Context, view: Any, moves: Sequence[Any], path: tuple[str, ...]
) -> Iterator[Menu]:
    """A step and, instead of its best places alone where there are areas, all pages of each of these."""
    first = face.menu(mine, view, moves, path, 0)
    areas = [(*path, each.value) for each in first.areas]
    for way in areas or [path]:
        pages = face.menu(mine, view, moves, way, 0).pages
        for page in range(pages):
            yield face.menu(mine, view, moves, way, page)


def onward(path: tuple[str, ...], choice: Choice) -> tuple[str, ...]:
    """The path behind a choice, as a control carries it."""
    return tuple("/".join((*path, choice.value)).split("/"))


def told(
    case: Case, state: Any, seat: Seat | None, language: str, menus: int = 14, *, between: bool = False
) -> Iterator[tuple[str, object]]:
    """Everything in words: what was asked for, and what the answer was.

    In a state `between` two stages of a move nobody is asked anything.
    """
    face, mine, view = case.face, look(case, language), case.game.view(state, seat)
    moves: Sequence[Any] = () if seat is None else case.game.moves(state, seat)
    yield "board in words", face.board_text(mine, view)
    yield "announcement", face.announce(mine, view)
    yield "task", face.task(mine, view) if case.game.pending(state) and not between else ""
    yield "hand", (hand := face.hand(mine, view)) and hand.words
    yield "pictures in words", [drawing.alt for drawing in _shown(case, mine, view, seat)]
    if face.opens_table:
        page = face.open_page(mine, case.game.view(state, None), seat, (), "")
        yield "open page", (replace(page, drawings=()), [drawing.alt for drawing in page.drawings])
    if seat is None or between:
        return
    for text in (*case.trial.typed, *NONSENSE):
        try:
            yield f"typed {text}", str(case.game.parse(state, seat, text))
        except Refusal as refusal:
            yield f"typed {text}", mine.text.refusal(refusal)
    if not len(moves):
        return
    yield "question", face.question(mine, view)
    for text in case.trial.typed:
        yield f"suggested for {text!r}", face.suggest(mine, view, moves, text)
    for step in steps(case, state, seat, language, menus):
        menu = step.menu
        yield (
            f"menu {step.path} {step.page}",
            (replace(menu, drawing=None), menu.drawing and menu.drawing.alt),
        )


def drawings(
    case: Case,
    state: Any,
    seat: Seat | None,
    language: str,
    *,
    between: bool = False,
    names: tuple[str, ...] = (),
) -> Iterator[Drawing]:
    """The pictures of this position that this viewer is shown: at once, and by the first taps.

    At the table sit people with these `names`, if there are any.
    """
    view, mine = case.game.view(state, seat), look(case, language)
    yield from _shown(case, replace(mine, names=names) if names else mine, view, seat)
    if seat is not None and not between and len(case.game.moves(state, seat)):
        for step in steps(case, state, seat, language, 3):
            if step.menu.drawing is not None:
                yield step.menu.drawing


def _shown(case: Case, mine: Context, view: Any, seat: Seat | None) -> Iterator[Drawing]:
    face = case.face
    yield face.board(mine, view, seat)
    yield from face.pictures(mine, view)
    hand = face.hand(mine, view)
    if hand is not None and hand.drawing is not None:
        yield hand.drawing
    if face.opens_table and seat is None:
        yield from face.open_page(mine, view, None, (), "").drawings
