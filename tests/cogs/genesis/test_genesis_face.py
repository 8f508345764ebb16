"""The face of Genesis (Knizia): legal to the last tap, within limits, the same in words as in pictures."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.genesis import FACE
from cogs.genesis.ranking import rank_spots
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Event, Refusal, Seat
from engine.genesis import GENESIS
from engine.genesis.board import COLUMNS, name, place_of, squares
from engine.genesis.model import GenesisOptions, Terrain, View, dice_text
from render.kit.canvas import Theme
from tests.contracts.told import paged

NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "W" * 32)
FORMS = [(GenesisOptions(), 2), (GenesisOptions(tiles_per_terrain=16), 3), (GenesisOptions(), 4)]
CHANCE = SeededChance(b"next" * 8, 1)


def context(language: str = "en", names: tuple[str, ...] = NAMES) -> Context:
    return Context(text_for(language), Theme.DARK, names, Icons())


def states(
    options: GenesisOptions, seats: int, seed: int, greedy: bool = False
) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """A match, position by position, with the events that led there."""
    key, pick = seed.to_bytes(32, "big"), random.Random(seed)
    state, number = GENESIS.setup(options, seats, SeededChance(key, 0)), 0
    yield state, ()
    while pending := GENESIS.pending(state):
        number += 1
        seat, view, moves = asked(state)
        if greedy:
            player = GENESIS.players["steady"]
            move = player.choose(view, moves, lambda chance: None, SeededChance(key, 10_000 + number))
        else:
            move = moves[pick.randrange(len(moves))]
        assert pending == (seat,)
        state, events = GENESIS.play(state, seat, move, SeededChance(key, number))
        yield state, events


def asked(state: Any) -> tuple[Seat, View, Any]:
    """Return the seat that must move, its view and its legal moves."""
    seat = GENESIS.pending(state)[0]
    return seat, GENESIS.view(state, seat), GENESIS.moves(state, seat)


def position(text: str) -> tuple[Any, Seat, View, Any]:
    state = GENESIS.read_position(text)
    return state, *asked(state)


def reached_by_taps(mine: Context, state: Any, path: tuple[str, ...] = ()) -> set[str]:
    """The moves behind the first and the last choice of every step; each is legal."""
    seat, view, moves = asked(state)
    first = FACE.menu(mine, view, moves, path, 0)
    last = FACE.menu(mine, view, moves, path, first.pages - 1)
    assert FACE.menu(mine, view, moves, path, 99).choices == last.choices
    reached: set[str] = set()
    for menu in (first, last):
        assert 1 <= len(menu.choices) <= 25
        assert menu.drawing
        assert 0 < len(menu.drawing.alt) <= 1024
        for choice in (*menu.choices, *menu.beside):
            assert 1 <= len(choice.label) <= 80
            assert len(choice.detail) <= 100
            if choice.final:
                assert GENESIS.parse(state, seat, choice.value) in moves
                reached.add(choice.value)
    onward = (first.choices[0], last.choices[-1]) if first.areas or first.pages > 1 else first.choices
    for choice in {*onward, *first.beside}:
        if not choice.final:
            assert len("/".join((*path, choice.value))) <= 50
            reached |= reached_by_taps(mine, state, (*path, choice.value))
    return reached


def narrated(mine: Context, told: tuple[Any, ...]) -> list[str]:
    return [str(FACE.narrate(mine, each)) if isinstance(each, Event) else str(each) for each in told]


def dice_in_words(language: str, view: View) -> str:
    text = text_for(language)
    return text.list(f"**{text.plain(f'genesis.word.dice.{face}')}**" for face in dice_text(view.dice))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("options", "seats"), FORMS)
def test_the_dice_are_told_with_every_question(options: GenesisOptions, seats: int, language: str) -> None:
    """The dice are told in words; the scoring is shown at the end alone."""
    mine = context(language)
    for number, (state, events) in enumerate(states(options, seats, seed=3)):
        pending = GENESIS.pending(state)
        if number % 7 and pending:
            continue
        view = GENESIS.view(state, pending[0] if pending else None)
        if pending:
            told = (*events, FACE.announce(mine, view)) if number else (FACE.announce(mine, view),)
            assert any(dice_in_words(language, view) in line for line in narrated(mine, told))
        assert len(FACE.pictures(mine, view)) == (not pending)


def test_every_free_square_is_reached() -> None:
    state, _ = next(itertools.islice(states(GenesisOptions(), 2, seed=5), 20, None))
    _, view, moves = asked(state)
    found = [each.value for menu in paged(FACE, context(), view, moves, ("M",)) for each in menu.choices]
    assert sorted(found) == sorted(f"M:{name(square)}" for square in squares(view.free))


def test_dice_without_a_wild_face_need_two_taps() -> None:
    _, _, view, moves = position("2/13 0 - YG")
    menu = FACE.menu(context(), view, moves, (), 0)
    assert menu.areas
    assert [choice.value for choice in menu.beside] == ["G", "Y", "M", "B"]
    square = menu.choices[0].value
    second = FACE.menu(context(), view, moves, (square,), 0)
    assert all(choice.final and choice.value.startswith(f"Y:{square} G:") for choice in second.choices)


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ("G*", ["GG", "GY", "GM", "GB"]),
        ("*M", ["GM", "YM", "MM", "BM"]),
        ("**", ["GG", "GY", "GM", "GB", "YY", "YM", "YB", "MM", "MB", "BB"]),
    ],
)
def test_a_wild_face_asks_which_terrain(dice: str, offered: list[str]) -> None:
    _, _, view, moves = position(f"2/13 0 - {dice}")
    menu = FACE.menu(context(), view, moves, (), 0)
    assert not menu.areas
    assert sorted("".join(sorted(choice.value)) for choice in menu.choices) == sorted(
        "".join(sorted(value)) for value in offered
    )
    assert [choice.value for choice in menu.beside] == ["G", "Y", "M", "B"]


def test_the_first_tile_lies_on_the_picture_of_the_second() -> None:
    _, _, view, moves = position("2/13 0 - YG")
    before = FACE.menu(context(), view, moves, (), 0)
    after = FACE.menu(context(), view, moves, ("C5",), 0)
    assert before.drawing
    assert after.drawing
    assert after.drawing.draw().data != before.drawing.draw().data
    assert "savanna on C5" in after.prompt
    squares_left = [
        choice.value for menu in paged(FACE, context(), view, moves, ("C5",)) for choice in menu.choices
    ]
    assert len(squares_left) == view.free.bit_count() - 1


def test_a_tile_that_ends_the_game_asks_for_no_second() -> None:
    found = 0
    for seed in range(30):
        if found and seed > 5:
            break
        for state, _ in states(GenesisOptions(), 2, seed, greedy=True):
            if not GENESIS.pending(state) or state.free.bit_count() > 7:
                continue
            seat, view, moves = asked(state)
            for text in reached_by_taps(context(), state) | {
                offer.notation for offer in FACE.suggest(context(), view, moves, "")
            }:
                after, events = GENESIS.play(state, seat, GENESIS.parse(state, seat, text), CHANCE)
                codes = [event.code for event in events]
                assert "genesis.cut_short" not in codes, "a second tile would be lost"
                found += " " not in text and GENESIS.result(after) is not None
    assert found, "no match came near its end"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "typed", ["", "{t}", "{t}:", "{t}{c}", "{t}:{s}", "{t}:{s} {u}", "{l}{s}{u}:", "{w}"]
)
def test_suggestions_follow_what_is_typed(typed: str, seed: int) -> None:
    state, _ = next(itertools.islice(states(GenesisOptions(), 3, seed), 18 + seed, None))
    seat, view, moves = asked(state)
    every = FACE.suggest(context(), view, moves, "")
    assert 12 <= len(every) <= 25
    wanted = every[0].notation
    first, second = wanted.split()
    terrain, square = first.split(":")
    text = typed.format(t=terrain, l=terrain.lower(), s=square, c=square[0], u=second[0], w=wanted)
    offers = FACE.suggest(context("fr"), view, moves, text)
    assert 1 <= len(offers) <= 25
    assert len({offer.notation for offer in offers}) == len(offers)
    for offer in offers:
        assert GENESIS.parse(state, seat, offer.notation) in moves
        assert len(offer.label) <= 100
        assert bare(offer.notation).startswith(bare(text))
    if "{s}" in typed or "{w}" in typed:
        assert wanted in {offer.notation for offer in offers}


def bare(text: str) -> str:
    return text.upper().replace(":", "").replace(" ", "")


def test_two_tiles_come_before_one_and_points_are_shown() -> None:
    state, _ = next(itertools.islice(states(GenesisOptions(), 2, 4, greedy=True), 30, None))
    seat, view, moves = asked(state)
    offers = FACE.suggest(context(), view, moves, "")
    lengths = [len(offer.notation.split()) for offer in offers]
    assert lengths == sorted(lengths, reverse=True)
    assert set(lengths) == {1, 2}
    for offer in offers:
        after, _ = GENESIS.play(state, seat, GENESIS.parse(state, seat, offer.notation), CHANCE)
        gain = GENESIS.view(after, None).points[seat] - view.points[seat]
        assert (f"· {gain} more point{'s' * (gain > 1)} if the game ended now" in offer.label) == (gain > 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_of_equal_squares_the_roomy_middle_comes_first(seats: int) -> None:
    """All squares of the empty board are worth the same: nobody is sent into a corner."""
    _, _, view, moves = position(f"{seats}/13 0 - GY")
    columns = 11 if seats == 2 else 14
    free = set(squares(view.free))
    shown = [
        GENESIS.parse(position(f"{seats}/13 0 - GY")[0], Seat(0), offer.notation)
        for offer in FACE.suggest(context(), view, moves, "")
    ]
    assert len(shown) == 25
    for square in {tile.square for move in shown for tile in move if tile}:
        column, row = place_of(square)
        assert 2 <= column < columns - 2, name(square)
        assert 2 <= row < 8, name(square)
        assert free >= {square - 1, square + 1, square - COLUMNS - 1, square + COLUMNS + 1}, name(square)
    first = FACE.menu(context(), view, moves, (), 0).choices[0].value
    assert first in {"F5", "G5"}


def test_a_better_square_comes_before_a_roomier_one() -> None:
    state, _ = next(itertools.islice(states(GenesisOptions(), 2, 4, greedy=True), 30, None))
    _, view, _ = asked(state)
    for terrain in Terrain:
        worths = [spot.worth for spot in rank_spots(view, terrain)]
        assert worths == sorted(worths, reverse=True)
        assert len(set(worths)) > 1


@pytest.mark.parametrize("typed", ["Z", "QQ", "5", "🎲 %s {0}", "G:Z", "M:A1 M:A1 M", "G" * 80, "GC٣"])
def test_nothing_is_suggested_for_what_is_no_move(typed: str) -> None:
    _, _, view, moves = position("2/13 0 - YG")
    assert FACE.suggest(context(), view, moves, typed) == []


@pytest.mark.parametrize(
    "path", ["ZZ", "", "MB", "YG/XX", "Z9", "C9", "N1", "M/A1/A2", "M/A1/", "C5/D5/E5", "C5/D5", "YG/C5/C5"]
)
def test_paths_that_lead_nowhere(path: str) -> None:
    _, _, view, moves = position("2/13 0 - YG")
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, tuple(path.split("/")), 0)


def test_nobody_else_is_asked() -> None:
    state = GENESIS.read_position("2/13 0 - YG")
    for viewer in (None, Seat(1)):
        with pytest.raises(LookupError):
            FACE.menu(context(), GENESIS.view(state, viewer), (), (), 0)


@pytest.mark.parametrize(("options", "seats"), FORMS)
def test_nothing_is_hidden_and_nothing_leaks(options: GenesisOptions, seats: int) -> None:
    """All see the same, of a state as of its twin, but for what is new to them.

    The next dice are in no state, so nothing tells them.
    """
    for number, (state, _) in enumerate(states(options, seats, seed=8)):
        if number % 9 or not GENESIS.pending(state):
            continue
        seat, view, moves = asked(state)
        twin = GENESIS.redeal(state, seat, SeededChance(b"twin" * 8, number))
        shown = [
            public(GENESIS.view(one, viewer)) for one in (state, twin) for viewer in (None, Seat(0), Seat(1))
        ]
        assert all(each == shown[0] for each in shown)
        assert FACE.hand(context(), view) is None
        for path in ((), ("M",)):
            mine, theirs = (
                FACE.menu(context(), GENESIS.view(one, seat), moves, path, 0) for one in (state, twin)
            )
            assert (mine.prompt, mine.choices) == (theirs.prompt, theirs.choices)
            assert mine.drawing
            assert theirs.drawing
            assert mine.drawing.draw().data == theirs.drawing.draw().data
        assert FACE.suggest(context(), view, moves, "") == FACE.suggest(
            context(), GENESIS.view(twin, seat), moves, ""
        )


def public(view: View) -> list[object]:
    """All that is told of the board."""
    board = FACE.board(context(), view, Seat(0))
    text = FACE.board_text(context(), view).casefold()
    return [board.alt, board.draw().data, text, FACE.announce(context(), view)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_scoring_is_told_zone_by_zone(seats: int, language: str) -> None:
    """Each zone that counts has its line, in order of size; the points of the lines add up to the totals."""
    names = ("Ada", "Basile", "Chloé", "Dan")[:seats]
    for seed in range(3):
        *_, (state, events) = states(GenesisOptions(), seats, seed, greedy=True)
        view = GENESIS.view(state, None)
        told = [line for line in FACE.announce(context(language, names), view).splitlines() if "×" in line]
        zones = [zone for zone in view.zones if zone.multiplier]
        sums = dict.fromkeys(names, 0)
        for number, (zone, line) in enumerate(zip(zones, told, strict=True), 1):
            assert line.startswith(f"{number}. ")
            assert f" {zone.size} " in line
            before, _, after = line.partition("×")
            assert after[0] == str(zone.multiplier)
            assert text_for(language).plain(f"genesis.word.terrain.{zone.terrain.letter}") in before
            for herd, part in zip(zone.herds, after.partition(" · ")[2].split(", "), strict=True):
                who, _, points = part.replace("\u202f", "").partition(":")
                assert who == names[herd.seat]
                assert points.split() == [str(len(herd.squares)), "→", f"**{herd.points}**"]
                sums[names[herd.seat]] += int(points.partition("**")[2].rstrip("*"))
        assert view.result is not None
        assert tuple(sums.values()) == tuple(score for (score,) in view.result.scores)
        assert events[-1].code == "genesis.won"


def test_a_long_scoring_still_fits() -> None:
    hostile = ("*_*_" * 8, "`~`~" * 8, "|>|>" * 8, "W" * 32)
    for seed in range(4):
        *_, (state, _) = states(GenesisOptions(), 4, seed)
        view = GENESIS.view(state, None)
        told = FACE.announce(context("fr", hostile), view)
        assert len(told) <= 2000
        assert told.count("×") == sum(1 for zone in view.zones if zone.multiplier)


def test_the_text_board_says_what_the_picture_says() -> None:
    state, _ = next(itertools.islice(states(GenesisOptions(), 3, 2), 16, None))
    view = GENESIS.view(state, None)
    rows = FACE.board_text(context(), view).splitlines()[:10]
    # A spectator looks over the shoulder of whoever is to move: what the two others have placed is new.
    turns = sorted({each.turn for each in view.placements})
    newest = {each.square for each in view.placements if each.turn in turns[-2:]}
    for placed in view.placements:
        place, letter = name(placed.square), placed.terrain.letter
        column = "ABCDEFGHIJKLMN".index(place[0])
        start = 3 + 2 * column + (column >= 11)
        shown = rows[10 - int(place[1:])][start : start + 2]
        assert shown == f"{letter.lower() if placed.square in newest else letter}{placed.seat + 1}"
    assert sum(row.count("·") for row in rows) == view.free.bit_count()
    assert sum(row.count("^") for row in rows) == 10
    assert sum(row.count("o") for row in rows) == 12


REFUSED = {
    "hello": "“hello” is not a move",
    "X:A1": "X is not a terrain",
    "G:Z9": "no square Z9",
    "G:A11": "no square A11",
    "G:C9": "C9 is a volcano",
    "G:B5": "B5 is a tar pit",
    "G:L1": "L1 lies right of the river",
    "G:A1": "A1 is already taken",
    "G:B1 Y:B1": "named B1 twice",
    "M:B1 M:C1": "The dice (forest and wild) do not allow mountain here",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals_name_the_rule_in_words(text: str) -> None:
    state = GENESIS.read_position("2/13 1 GA1 G*")
    with pytest.raises(Refusal) as caught:
        GENESIS.parse(state, Seat(0), text)
    assert REFUSED[text] in text_for("en").refusal(caught.value)


def test_a_terrain_rolled_once_is_not_said_to_be_unrolled() -> None:
    state = GENESIS.read_position("2/13 0 - GY")
    with pytest.raises(Refusal) as caught:
        GENESIS.parse(state, Seat(0), "G:A1 G:B1")
    assert "show forest only once: the other tile has to be savanna" in text_for("en").refusal(caught.value)
    assert "qu’une tuile forêt" in text_for("fr").refusal(caught.value)


def test_what_was_typed_is_not_taken_for_a_word() -> None:
    """Only inputs that the catalogue words are put in words, and only by their own names."""
    for typed in ("G", "G*", "terrain.G", "legend"):
        said = text_for("en").refusal(Refusal("genesis.notation", text=typed))
        assert said.startswith(f"“{typed.replace('*', chr(92) + '*')}”")


def test_points_stand_on_every_place_or_on_none() -> None:
    """A place without a gain among others with one says so, as a bare number reads like a forgotten one."""
    with_some = 0
    for state, _ in states(GenesisOptions(), 3, 4):
        seat, view, moves = asked(state) if GENESIS.pending(state) else (None, None, None)
        if seat is None or view is None or moves is None:
            continue
        path: tuple[str, ...] = ()
        menu = FACE.menu(context(), view, moves, path, 0)
        while menu.choices and not re.match(r"\d+\. ", menu.choices[0].label):
            path = (*path, menu.choices[0].value)
            menu = FACE.menu(context(), view, moves, path, 0)
        told = [bool(re.search(r" [+−]\d+$", choice.label)) for choice in menu.choices]
        assert all(told) or not any(told), [choice.label for choice in menu.choices]
        with_some += any(told)
    assert with_some


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_call_says_whose_points_the_last_turn_changed(language: str) -> None:
    before, changes, quiet = (0, 0, 0), 0, 0
    for state, _ in states(GenesisOptions(), 3, 4):
        view = GENESIS.view(state, None)
        if view.result is not None or not view.placements:
            continue
        said = FACE.announce(context(language), view)
        for seat, (old, new) in enumerate(zip(before, view.points, strict=True)):
            sign = "+" if new > old else "−"
            assert (f"{new} ({sign}{abs(new - old)})" in said) or new == old, seat
        changes += before != view.points
        quiet += before == view.points
        assert bool(said) is (before != view.points)
        before = view.points
    assert changes
    assert quiet
