"""Génial's face: it leaks nothing, fits Discord, and says the same in words as in pictures."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.face import Icons, Look
from cogs.genial import FACE
from cogs.text import text_for
from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.genial import GENIAL
from engine.genial.model import Asks, Form, GenialOptions, Place
from engine.genial.scoring import Lines, points
from render.canvas import Theme
from tests.engine.genial_tables import table

NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "Dan")
FORMS = [
    (GenialOptions(), 2),
    (GenialOptions(), 4),
    (GenialOptions(form=Form.TEAM, single_bonus=True), 4),
    (GenialOptions(form=Form.SOLO), 1),
]


def look(language: str = "en", seats: int = 4) -> Look:
    return Look(text_for(language), Theme.DARK, NAMES[:seats], Icons())


def states(options: GenialOptions, seats: int, seed: int) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """A random match, position by position, with the events that led there."""
    key, dice = seed.to_bytes(32, "big"), random.Random(seed)
    state, number = GENIAL.setup(options, seats, SeededChance(key, 0)), 0
    yield state, ()
    while pending := GENIAL.pending(state):
        moves = GENIAL.moves(state, pending[0])
        number += 1
        move = moves[dice.randrange(len(moves))]
        state, events = GENIAL.play(state, pending[0], move, SeededChance(key, number))
        yield state, events


def everything(state: Any, seat: Seat | None, seats: int, *, pictures: bool) -> list[object]:
    """All that the face can tell this viewer."""
    view = GENIAL.view(state, seat)
    moves = GENIAL.moves(state, seat) if seat is not None else ()
    told: list[object] = []
    for language in ("en", "fr"):
        mine = look(language, seats)
        board, hand = FACE.board(mine, view, seat), FACE.hand(mine, view)
        told += [board.alt, FACE.board_text(mine, view), hand and hand.words]
        if hand and hand.drawing:
            told.append(hand.drawing.alt)
            if pictures:
                told.append(hand.drawing.draw().data)
        if pictures:
            told.append(board.draw().data)
        if len(moves):
            told.append(FACE.question(mine, view))
            told.append(FACE.suggest(mine, view, moves, ""))
            for path in ((), *((str(tile),) for tile in view.rack)):
                menu = FACE.menu(mine, view, moves, path, 0)
                told += [menu.prompt, menu.choices, menu.drawing and menu.drawing.alt]
                if pictures and menu.drawing:
                    told.append(menu.drawing.draw().data)
    return told


@pytest.mark.parametrize(("options", "seats"), FORMS[:3])
def test_nothing_leaks(options: GenialOptions, seats: int) -> None:
    """A viewer is told the same, byte for byte, of a state and of its redealt twin."""
    changed = 0
    for number, (state, _) in enumerate(states(options, seats, seed=7)):
        if number % 6:
            continue
        for seat in (None, *map(Seat, range(seats))):
            twin = GENIAL.redeal(state, seat, SeededChance(b"twin" * 8, number))
            changed += GENIAL.position(twin) != GENIAL.position(state)
            pictures = number % 18 == 0
            assert everything(state, seat, seats, pictures=pictures) == everything(
                twin, seat, seats, pictures=pictures
            )
    assert changed > 5, "the twins must differ for the test to mean anything"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("options", "seats"), FORMS)
def test_every_position_can_be_shown_and_played(options: GenialOptions, seats: int, language: str) -> None:
    mine = look(language, seats)
    for number, (state, events) in enumerate(states(options, seats, seed=3)):
        for event in events:
            line = FACE.narrate(mine, event)
            assert line, event
            assert len(line) < 400
        if number % 4:
            continue
        pending = GENIAL.pending(state)
        view = GENIAL.view(state, pending[0] if pending else None)
        text = FACE.board_text(mine, view)
        assert max(map(len, text.splitlines())) <= 40, "a phone shows about 40 columns"
        assert len(text) <= 1800
        assert "`" not in text
        assert len(FACE.board(mine, view, None).alt) <= 1024
        if pending:
            walk_menus(mine, state, pending[0])


def walk_menus(mine: Look, state: Any, seat: Seat) -> None:
    """Every final choice of every page is a legal move, and every legal move is some final choice."""
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    legal = {str(move) for move in moves}
    reached: set[str] = set()
    first = FACE.menu(mine, view, moves, (), 0)
    paths = [()] if all(c.final for c in first.choices) else [(choice.value,) for choice in first.choices]
    for path in paths:
        page = 0
        while True:
            menu = FACE.menu(mine, view, moves, path, page)
            assert 1 <= len(menu.choices) <= 25
            for choice in menu.choices:
                assert len(choice.label) <= 80
                assert len(choice.detail) <= 100
                assert str(GENIAL.parse(state, seat, choice.value)) in legal
                reached.add(str(GENIAL.parse(state, seat, choice.value)))
            page += 1
            if page >= menu.pages:
                break
    assert reached == legal


def test_places_come_with_their_points_the_best_first() -> None:
    state, _ = next(itertools.islice(states(GenialOptions(), 2, seed=5), 16, None))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    offers = FACE.suggest(look(), view, moves, "")
    assert len(offers) == 25
    gained: list[int] = []
    for offer in offers:
        move = GENIAL.parse(state, seat, offer.notation)
        assert isinstance(move, Place)
        scored = sum(points(view.cells, move.first, move.second, move.a, move.b))
        assert f"{scored} point" in offer.label
        gained.append(scored)
    assert gained == sorted(gained, reverse=True)


@pytest.mark.parametrize(
    "typed", ["{t}", "{r}", "{t} ", "{t} {a}", "{t} {b}", "{t} {b} {a}", "{t},{a},{b}", "{l} {a} {b}"]
)
def test_suggestions_follow_what_is_typed(typed: str) -> None:
    state, _ = next(states(GenialOptions(), 2, seed=11))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    wanted = FACE.suggest(look(), view, moves, "")[0].notation
    tile, a, b = wanted.split()
    text = typed.format(t=tile, r=tile[::-1], l=tile.lower(), a=a, b=b)
    offers = FACE.suggest(look(), view, moves, text)
    assert offers
    for offer in offers:
        letters, *cells = offer.notation.split()
        assert sorted(letters) == sorted(tile)
        if "{a}" in typed and "{b}" in typed:
            assert sorted(cells) == sorted((a, b))
    assert FACE.suggest(look(), view, moves, "QQ") == []
    assert FACE.suggest(look(), view, moves, "🎲 %s {0}") == []


def test_swap_question() -> None:
    for seed in range(60):
        for state, _ in states(GenialOptions(), 2, seed):
            if state.asks is Asks.SWAP:
                seat = GENIAL.pending(state)[0]
                view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
                menu = FACE.menu(look(), view, moves, (), 0)
                assert [choice.value for choice in menu.choices] == ["swap", "keep"]
                assert [each.notation for each in FACE.suggest(look(), view, moves, "s")] == ["swap"]
                return
    pytest.fail("no swap in sixty matches")


@pytest.mark.parametrize("mine", ["OO YY GG BB PP", "OO"])
def test_a_bonus_tile_may_be_declined_by_button_and_by_name(mine: str) -> None:
    state = table([mine, "RR OO YY GG BB PP"], {"F8": "B"}, asks=Asks.BONUS)
    view, moves = GENIAL.view(state, Seat(0)), GENIAL.moves(state, Seat(0))
    menu = FACE.menu(look(), view, moves, (), 0)
    (none,) = [choice for choice in menu.choices if choice.final]
    assert (none.value, none.label) == ("keep", "No bonus tile")
    assert [choice.value for choice in menu.choices] == [*mine.split(), "keep"]
    assert "may place" in FACE.question(look(), view)
    for typed in ("", "K", "keep"):
        offers = FACE.suggest(look(), view, moves, typed)
        assert [each.notation for each in offers].count("keep") == 1
        assert len(offers) <= 25
    assert all(each.notation != "keep" for each in FACE.suggest(look(), view, moves, "O"))


@pytest.mark.parametrize("path", [("ZZ",), ("RB", "XX"), ("",), ("R",), ("RBX",)])
def test_paths_that_lead_nowhere(path: tuple[str, ...]) -> None:
    state, _ = next(states(GenialOptions(), 2, seed=1))
    seat = GENIAL.pending(state)[0]
    with pytest.raises(LookupError):
        FACE.menu(look(), GENIAL.view(state, seat), GENIAL.moves(state, seat), path, 0)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("options", "seats"), FORMS)
def test_rules_fit_a_message(options: GenialOptions, seats: int, language: str) -> None:
    paragraphs = FACE.rules(text_for(language), options, seats)
    assert len("\n".join(paragraphs)) <= 3500
    assert FACE.options(text_for(language), options, seats)


def test_partners_are_told_not_to_confer() -> None:
    """The rulebook forbids it, unless the players agreed otherwise at the start."""
    told = {
        (form, language): "\n".join(FACE.rules(text_for(language), GenialOptions(form), 4))
        for form in (Form.FREE, Form.TEAM)
        for language in ("en", "fr")
    }
    assert "do not discuss their moves, unless all agreed" in told[Form.TEAM, "en"]
    assert "ne se concertent pas, sauf accord de tous" in told[Form.TEAM, "fr"]
    assert "discuss" not in told[Form.FREE, "en"]


def test_a_question_is_ranked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panel, next tap and keystrokes of one seat share what was counted; another seat's is its own."""
    counted: list[object] = []

    def lines(cells: Any) -> Lines:
        counted.append(cells)
        return Lines(cells)

    monkeypatch.setattr("cogs.genial.choosing.Lines", lines)
    for number, seed in enumerate((501, 502), 1):
        state, _ = next(states(GenialOptions(), 4, seed))
        seat = GENIAL.pending(state)[0]
        for _ in range(2):
            view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
            FACE.menu(look(), view, moves, (), 0)
            FACE.menu(look(), view, moves, (str(view.rack[0]),), 0)
            for typed in ("", "R", str(view.rack[-1])):
                FACE.suggest(look(), view, moves, typed)
        assert len(counted) == number
