"""All that a viewer of Genesia can be told of a position: in words, as pictures, of what happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import Hand
from cogs.face.menus import Choice, Menu
from cogs.genesia.face import FACE
from cogs.genesia.hands import objective_in_words
from engine.game import Event, Refusal, Seat
from engine.genesia.model import CARDS, Move, Phase, View
from tests.cogs.genesia.genesia_played import GAME, context

__all__ = [
    "DRAWN",
    "backwards",
    "drawings",
    "narrated",
    "opened",
    "possible",
    "seen_by",
    "told",
    "topics",
    "worded",
]

Told = tuple[str, object]
"""A question to the face, and its answer."""

DRAWN = "what pictures are drawn from"

TYPED = ("", "c", "m", "r", "d", "o", "a", "l", "w", "p", "b", "e", "card 3", "move 1 a0-", "discard", "zz")
TRIED = (
    "card 3", "card 31", "card 47", "card 64", "card 90 copy 5", "draft 7", "draft 35", "draft 68",
    "objective 4", "discard 11", "discard 50", "discard 71", "recruit 1 A0", "recruit 40 A0", "move 1 A0-A1",
    "move 9 B0-B1-B3", "war", "truce", "assault A8-G1", "assault B3-A3", "pass", "lose 1", "lose 30 siege",
    "order never", "place 1", "back", "end", "card 12 A3", "card 69 A0-G3", "x",
)  # fmt: skip
MENUS = 14
"""Steps of the menus that are looked at."""


def possible(state: Any, seat: Seat | None) -> Sequence[Move]:
    """All legal moves of the viewer."""
    return () if seat is None else tuple(GAME.moves(state, seat))


def told(state: Any, seat: Seat | None, turn: int) -> Iterator[Told]:
    """Everything in words; what there is too much of, and the language, goes round with `turn`."""
    view: View = GAME.view(state, seat)
    moves = possible(state, seat)
    yield "view", repr(view)
    yield "moves", [str(move) for move in moves]
    yield from worded(view, moves, turn)
    yield from opened(GAME.view(state, None), seat, turn)
    if seat is not None:
        mine = context(_language(turn), view.seats)
        for text in (TRIED[(turn + each) % len(TRIED)] for each in (0, 11, 22)):
            try:
                yield f"typed {text}", str(GAME.parse(state, seat, text))
            except Refusal as refusal:
                yield f"typed {text}", mine.text.refusal(refusal)


def _language(turn: int) -> str:
    return ("en", "fr")[turn % 2]


def worded(view: View, moves: Sequence[Move], turn: int) -> Iterator[Told]:
    """All sentences about a view, and what its pictures are drawn from."""
    mine = context(_language(turn), view.seats)
    yield "board in words", FACE.board_text(mine, view)
    yield "announcement", FACE.announce(mine, view)
    yield "ending", FACE.ending(mine, view, 2000) if view.result else ""
    hand = FACE.hand(mine, view)
    shown = list(_drawings(mine, view, hand))
    yield "hand", hand and hand.words
    yield "pictures in words", [drawing.alt for drawing in shown]
    yield DRAWN, [_drawn(drawing) for drawing in shown]
    if view.phase not in (Phase.OBJECTIVE, Phase.DRAFT) and view.seat is not None:
        yield "objective", objective_in_words(mine, view)
    if not len(moves):
        return
    yield "question", FACE.question(mine, view)
    for typed in ("", TYPED[turn % len(TYPED)]):
        yield f"suggested for {typed!r}", FACE.suggest(mine, view, moves, typed)
    if view.people is not None:
        yield "routes", FACE.suggest(mine, view, moves, "move 1 ")
    for path, menu in _menus(mine, view, moves):
        yield f"menu {path}", (replace(menu, drawing=None), menu.drawing and menu.drawing.alt)


def opened(view: View, seat: Seat | None, turn: int) -> Iterator[Told]:
    """All open pages, of a spectator's view as always, and what their pictures are drawn from."""
    mine = context(_language(turn), view.seats)
    for topic in topics(view, turn):
        page = FACE.open_page(mine, view, seat, (), topic)
        yield f"open page {topic!r}", (replace(page, drawings=()), [each.alt for each in page.drawings])
        yield DRAWN, [_drawn(each) for each in page.drawings]


def topics(view: View, turn: int) -> list[str]:
    """The topics of the open pages; of all cards and lots one of each, which goes round with `turn`."""
    ages = [f"age/{age}" for age in range(1, view.age + 1)]
    lots = [f"lots/{1 + turn % 3}", f"lots/{view.age}/1"]
    number = 1 + turn % len(CARDS)
    cards = [f"card/{number}", f"cards/{number}.{1 + (turn + 7) % len(CARDS)}"]
    return ["", *ages, "copy", *lots, *cards, "points"]


def _drawn(drawing: Drawing) -> str:
    """All that a picture is drawn from."""
    draw = drawing.draw
    assert isinstance(draw, partial)
    return repr((draw.func.__name__, draw.args, draw.keywords))


def _menus(mine: Context, view: View, moves: Sequence[Move]) -> Iterator[tuple[tuple[str, ...], Menu]]:
    """The question and where its taps lead: every first step, then the first and the last tap of each."""
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        menu = FACE.menu(mine, view, moves, path, 0)
        yield path, menu
        further = [choice for choice in (*menu.choices, *menu.beside) if not choice.final]
        chosen: Sequence[Choice] = further if not path else [*further[:1], *further[1:][-1:]]
        paths += [(*path, *choice.value.split("/")) for choice in chosen][: MENUS - len(paths)]


def drawings(view: View, turn: int) -> Iterator[Drawing]:
    """The pictures that are shown of this view without a choice."""
    mine = context(_language(turn), view.seats)
    yield from _drawings(mine, view, FACE.hand(mine, view))
    yield FACE.large(mine, view)
    if view.seat is None:
        for topic in ("", f"age/{view.age}", "copy", "points"):
            yield from FACE.open_page(mine, view, None, (), topic).drawings


def _drawings(mine: Context, view: View, hand: Hand | None) -> Iterator[Drawing]:
    yield FACE.board(mine, view, view.seat)
    yield from FACE.pictures(mine, view)
    if hand is not None and hand.drawing is not None:
        yield hand.drawing


# What happens


def seen_by(events: Sequence[Event], seat: Seat | None) -> list[Event]:
    """The events that this viewer may know."""
    return [event for event in events if event.to is None or seat in event.to]


def narrated(events: Sequence[Event], seats: int, turn: int) -> list[object]:
    """The sentences about them, and all that the sentences were given."""
    mine = context(_language(turn), seats)
    return [(FACE.narrate(mine, event), repr(event.inputs), event.seat, event.revealed) for event in events]


# Orders of sets


class Backwards(frozenset[int]):
    """A set that is equal to another one and lists its elements the other way round."""

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(frozenset.__iter__(self), reverse=True))


def backwards(view: View) -> View:
    """An equal view whose sets list their elements in another order."""
    turned = replace(
        view,
        chosen=Backwards(view.chosen),
        changed=Backwards(view.changed),
        cities=tuple([Backwards(cities) for cities in view.cities]),
    )
    assert turned == view
    return turned
