"""Génial's face: it leaks nothing, fits Discord, and says the same in words as in pictures."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.genial import FACE, ranking
from cogs.genial.descriptions import tile_in_words
from cogs.text.letters import letter_of
from cogs.text.text import LANGUAGES, text_for
from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.genial import GENIAL
from engine.genial.board import Colour
from engine.genial.model import Asks, Form, GenialOptions, Place
from engine.genial.scoring import Lines, points
from render.kit.canvas import Theme
from tests.engine.genial.genial_tables import table

NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "Dan")


def context(language: str = "en", seats: int = 4) -> Context:
    return Context(text_for(language), Theme.DARK, NAMES[:seats], Icons())


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


def test_places_come_with_their_points_the_best_first() -> None:
    state, _ = next(itertools.islice(states(GenialOptions(), 2, seed=5), 16, None))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    offers = FACE.suggest(context(), view, moves, "")
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
    wanted = FACE.suggest(context(), view, moves, "")[0].notation
    tile, a, b = wanted.split()
    text = typed.format(t=tile, r=tile[::-1], l=tile.lower(), a=a, b=b)
    offers = FACE.suggest(context(), view, moves, text)
    assert offers
    for offer in offers:
        letters, *cells = offer.notation.split()
        assert sorted(letters) == sorted(tile)
        if "{a}" in typed and "{b}" in typed:
            assert sorted(cells) == sorted((a, b))
    assert FACE.suggest(context(), view, moves, "QQ") == []
    assert FACE.suggest(context(), view, moves, "🎲 %s {0}") == []


def test_swap_question() -> None:
    for seed in range(60):
        for state, _ in states(GenialOptions(), 2, seed):
            if state.asks is Asks.SWAP:
                seat = GENIAL.pending(state)[0]
                view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
                menu = FACE.menu(context(), view, moves, (), 0)
                assert [choice.value for choice in menu.choices] == ["swap", "keep"]
                assert [each.notation for each in FACE.suggest(context(), view, moves, "s")] == ["swap"]
                return
    pytest.fail("no swap in sixty matches")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_led_to_a_bonus_tile_calls_it_genial_and_the_question_does_not_again(language: str) -> None:
    full = "RR OO YY GG BB PP"
    state = table(["RB OO YY GG BB PP", full], {"F8": "B"}, tracks=[(3, 3, 3, 3, 17, 3), (0,) * 6])
    move = GENIAL.parse(state, Seat(0), "BR F7 F6")
    after, events = GENIAL.play(state, Seat(0), move, SeededChance(bytes(32), 1))
    assert after.asks is Asks.BONUS
    mine = context(language)
    panel = [FACE.narrate(mine, event) for event in events] + [
        FACE.question(mine, GENIAL.view(after, Seat(0)))
    ]
    assert "\n".join(each or "" for each in panel).count("**Génial") == 1


@pytest.mark.parametrize("mine", ["OO YY GG BB PP", "OO"])
def test_a_bonus_tile_may_be_declined_by_button_and_by_name(mine: str) -> None:
    state = table([mine, "RR OO YY GG BB PP"], {"F8": "B"}, asks=Asks.BONUS)
    view, moves = GENIAL.view(state, Seat(0)), GENIAL.moves(state, Seat(0))
    menu = FACE.menu(context(), view, moves, (), 0)
    (none,) = [choice for choice in menu.choices if choice.final]
    assert (none.value, none.label) == ("keep", "No bonus tile")
    assert [choice.value for choice in menu.choices] == [*mine.split(), "keep"]
    assert "may place" in FACE.question(context(), view)
    for typed in ("", "K", "keep"):
        offers = FACE.suggest(context(), view, moves, typed)
        assert [each.notation for each in offers].count("keep") == 1
        assert len(offers) <= 25
    assert all(each.notation != "keep" for each in FACE.suggest(context(), view, moves, "O"))


@pytest.mark.parametrize("seed", range(4))
def test_places_come_in_the_order_in_which_the_automatic_player_would_play(seed: int) -> None:
    for state, _ in itertools.islice(states(GenialOptions(), 2, seed), 10, None, 15):
        for seat in GENIAL.pending(state):
            view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
            places, chance = ranking.rank_moves(view, moves), SeededChance(bytes(32), 1)
            chosen = GENIAL.players["steady"].choose(view, moves, partial(GENIAL.redeal, state, seat), chance)
            values = [each.worth for each in places]
            assert values == sorted(values, reverse=True)
            if isinstance(chosen, Place):
                assert values[0] == next(each.worth for each in places if each.move == chosen)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_of_the_picture_to_choose_on_say_what_stands_beside_the_places(language: str) -> None:
    state, _ = next(itertools.islice(states(GenialOptions(), 2, seed=7), 20, None))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    drawing = FACE.menu(context(language), view, moves, (str(view.rack[0]),), 0).drawing
    assert drawing is not None
    first, numbered = drawing.alt.splitlines()
    said = [int(number) for number in re.findall(r"\d+", first)]
    assert said[1:] == list(view.tracks[seat])
    assert re.fullmatch(r"1: [A-O]\d+ [A-O]\d+, 2: .*", numbered), "whoever sees no picture finds the cells"


@pytest.mark.parametrize("path", [("ZZ",), ("RB", "XX"), ("",), ("R",), ("RBX",)])
def test_paths_that_lead_nowhere(path: tuple[str, ...]) -> None:
    state, _ = next(states(GenialOptions(), 2, seed=1))
    seat = GENIAL.pending(state)[0]
    with pytest.raises(LookupError):
        FACE.menu(context(), GENIAL.view(state, seat), GENIAL.moves(state, seat), path, 0)


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

    monkeypatch.setattr(ranking, "Lines", lines)
    for number, seed in enumerate((501, 502), 1):
        state, _ = next(states(GenialOptions(), 4, seed))
        seat = GENIAL.pending(state)[0]
        for _ in range(2):
            view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
            FACE.menu(context(), view, moves, (), 0)
            FACE.menu(context(), view, moves, (str(view.rack[0]),), 0)
            for typed in ("", "R", str(view.rack[-1])):
                FACE.suggest(context(), view, moves, typed)
        assert len(counted) == number


def test_of_a_thousand_places_only_those_shown_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = next(itertools.islice(states(GenialOptions(), 3, seed=5), 16, None))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    made: list[int] = []
    item = ranking.Ranking.item

    def noted(places: ranking.Ranking, index: int) -> ranking.Ranked:
        made.append(index)
        return item(places, index)

    monkeypatch.setattr(ranking.Ranking, "item", noted)
    FACE.menu(context(), view, moves, (), 0)
    assert len(made) <= 1, "the best one: a tile is chosen first"
    tile = str(view.rack[0])
    made.clear()
    whole = FACE.menu(context(), view, moves, (tile,), 0)
    assert len(made) == sum(choice.final for choice in whole.choices)
    patch = next(choice for choice in whole.choices if not choice.final)
    made.clear()
    part = FACE.menu(context(), view, moves, (tile, patch.value), 0)
    assert len(made) == len(part.choices) < len(moves) / 10, "what lies in that patch"


@pytest.mark.parametrize("number", [9, 14, 21])
def test_everything_since_ones_last_turn_is_marked_and_told(number: int) -> None:
    """Both the picture's words and the board of letters tell it; for a called player in public too."""
    state, _ = next(itertools.islice(states(GenialOptions(), 4, seed=6), number, None))
    called = GENIAL.pending(state)[0]
    public = GENIAL.view(state, None)
    new = list(itertools.takewhile(lambda each: each.seat != called, reversed(public.placements)))
    assert len({each.seat for each in new}) > 1
    for view in (public, GENIAL.view(state, called)):
        board = FACE.board_text(context(), view).split("\n\n")[0]
        assert board.count("*") == 2 * len(new)
        told = FACE.board(context(), view, called).alt
        assert told.count(" placed ") == len(new)
    other = Seat((called + 2) % 4)
    since = list(itertools.takewhile(lambda each: each.seat != other, reversed(public.placements)))
    assert FACE.board(context(), GENIAL.view(state, other), other).alt.count(" placed ") == max(1, len(since))


def test_a_reader_sees_their_own_letters_or_names() -> None:
    """Hands, buttons, lines below pictured tiles, boards of letters and typed words follow the reader."""
    state, _ = next(itertools.islice(states(GenialOptions(), 2, seed=5), 16, None))
    seat = GENIAL.pending(state)[0]
    view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
    french = str.maketrans("YGP", "JVM")
    tiles = sorted({str(tile) for tile in view.rack})
    for text, spelled in (
        (text_for("en"), {tile: tile for tile in tiles}),
        (text_for("fr"), {tile: tile.translate(french) for tile in tiles}),
    ):
        ctx = replace(context(), text=text)
        hand = FACE.hand(ctx, view)
        assert hand is not None
        labels = {
            each.value: each.label.split(" +")[0] for each in FACE.menu(ctx, view, moves, (), 0).choices
        }
        assert labels == {tile: spelled[tile] for tile in labels}
        assert all(f"**{each}**" in hand.words for each in spelled.values())
        offers = FACE.suggest(ctx, view, moves, "")
        assert all(
            offer.label.startswith(FACE.with_letters(text, offer.notation)) and offer.notation.isascii()
            for offer in offers
        )
        columns = "".join(f"{letter_of(text, 'genial', each):>3}" for each in "ROYGBP")
        assert columns in FACE.board_text(ctx, view)
    named = replace(context(), text=text_for("fr", named=True))
    hand = FACE.hand(named, view)
    assert hand is not None
    assert all(f"**{tile_in_words(named.text, tile)}**" in hand.words for tile in view.rack)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_its_word(language: str) -> None:
    for colour in Colour:
        assert text_for(language).plain(f"genial.word.tile.{colour.letter}")
