"""Choosing a place in Génial: each is offered once, the better way round, in patches that are shown large."""

from __future__ import annotations

import gc
import itertools
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.face.menus import Menu
from cogs.genial import FACE
from cogs.genial.patches import PLACES, is_clear, patches, prominent
from cogs.genial.places import turned
from cogs.genial.ranking import rank_moves, rank_rack
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Seat
from engine.genial import GENIAL
from engine.genial.board import Colour, cell
from engine.genial.greedy import worth
from engine.genial.model import Asks, Form, GenialOptions, Place, View
from render.genial.choices import DETAILS, clear_lattice
from render.genial.layout import Frame
from render.kit.canvas import Theme

CONTEXT = Context(text_for("en"), Theme.DARK, ("Ada", "Basile", "Chloé", "Dan"), Icons())
FORMS = [(Form.FREE, 2), (Form.FREE, 3), (Form.FREE, 4), (Form.TEAM, 4), (Form.SOLO, 1)]
Position = tuple[Any, Seat, View, Any]


def positions(form: Form, seats: int, seed: int, every: int = 7) -> Iterator[Position]:
    """Positions of a match in which somebody places a tile: random moves among the better ones."""
    key, dice = seed.to_bytes(32, "big"), random.Random(seed)
    state = GENIAL.setup(GenialOptions(form=form), seats, SeededChance(key, 0))
    for number in itertools.count(1):
        pending = GENIAL.pending(state)
        if not pending:
            return
        seat = pending[0]
        view, moves = GENIAL.view(state, seat), GENIAL.moves(state, seat)
        if view.asks is Asks.PLACE and number % every == 1:
            yield state, seat, view, moves
        places = rank_moves(view, moves)
        move = places[dice.randrange(min(9, len(places)))].move if len(places) else moves[0]
        state, _ = GENIAL.play(state, seat, move, SeededChance(key, number))


def steps(view: View, moves: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Menu]]:
    """The step that the path leads to and all that follow it, with the tile as it lies."""
    menu = FACE.menu(CONTEXT, view, moves, path, 0)
    yield path, menu
    for choice in menu.choices:
        if not choice.final:
            yield from steps(view, moves, (*path, choice.value))


def test_a_kept_ranking_takes_few_bytes_a_place() -> None:
    _, _, view, moves = next(positions(Form.FREE, 4, 1))
    ranking = rank_moves(view, moves)
    held = [each for each in gc.get_referents(ranking) if not isinstance(each, type)]
    bytes_held = sum(sys.getsizeof(each) for each in [*held, *gc.get_referents(*held)])
    assert len(ranking) > 500
    assert bytes_held / len(ranking) < 20


def placed(view: View, notation: str) -> Place:
    tile, a, b = notation.split()
    first, second = (Colour("ROYGBP".index(letter)) for letter in tile)
    return Place(first, second, cell(a, view.radius), cell(b, view.radius), view.radius)


def gain(label: str) -> int:
    return int(label.rpartition("+")[2])


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_every_place_is_offered_once_the_better_way_round_and_the_other_way_beside(
    form: Form, seats: int
) -> None:
    for _, _, view, moves in positions(form, seats, seed=3, every=31):
        tile = str(view.rack[0])
        start = () if len({*view.rack}) == 1 else (tile,)
        offered, others = list[Place](), list[Place]()
        for path, menu in steps(view, moves, start):
            here = [placed(view, each.value) for each in menu.choices if each.final]
            assert len(menu.choices) <= PLACES + 3
            assert sum(each.strong for each in menu.choices) <= 1, "one blue button a message"
            offered += here
            if tile[0] == tile[1]:
                assert not menu.beside
                continue
            (turn,) = menu.beside
            around = FACE.menu(CONTEXT, view, moves, (*path, turn.value), 0)
            others += [placed(view, each.value) for each in around.choices if each.final]
            assert [each.label.split()[0] for each in around.choices] == [
                each.label.split()[0] for each in menu.choices
            ], "the numbers stay where they are"
        places = [each for each in moves if isinstance(each, Place)]
        legal = {each for each in places if each.first.letter + each.second.letter == tile}
        assert {*offered, *others} == legal
        points = {each.move: each for each in rank_moves(view, moves, tile)}
        for one in {*offered} if tile[0] != tile[1] else ():
            other = turned(one)
            assert other is not None
            assert worth(view, points[one].points) >= worth(view, points[other].points)
            assert other in others


@pytest.mark.parametrize(("form", "seats"), FORMS[:4])
def test_a_button_promises_the_best_of_what_follows(form: Form, seats: int) -> None:
    """The number of a tile is the highest of the places that its button leads to; so is a patch's, and the
    caption on the rack.
    """
    seen = 0
    for _, _, view, moves in positions(form, seats, seed=5, every=43):
        tiles = FACE.menu(CONTEXT, view, moves, (), 0)
        if len({*view.rack}) == 1:
            continue
        best = rank_rack(view).best()
        for tile in tiles.choices:
            labels = dict(steps(view, moves, (tile.value,)))
            finals = [gain(each.label) for menu in labels.values() for each in menu.choices if each.final]
            assert gain(tile.label) == max(finals) == best[tile.value]
            for path, menu in labels.items():
                for each in menu.choices:
                    if not each.final:
                        below = [*steps(view, moves, (*path, each.value))]
                        assert gain(each.label) == max(
                            gain(last.label) for _, step in below for last in step.choices if last.final
                        )
            seen += 1
    assert seen > 4


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_what_a_player_would_choose_is_three_taps_away(form: Form, seats: int) -> None:
    """The best place of each tile: two taps on the whole board, or it is the first of all."""
    for _, _, view, moves in positions(form, seats, seed=7, every=29):
        for tile in {str(tile) for tile in view.rack}:
            start = () if len({*view.rack}) == 1 else (tile,)
            first = FACE.menu(CONTEXT, view, moves, start, 0).choices[0]
            best = rank_moves(view, moves, tile)[0]
            assert first.value == str(best.move)
            assert first.strong
            for path, menu in steps(view, moves, start):
                if len(path) > len(start) + 1:
                    assert max(gain(each.label) for each in menu.choices) == 0, "only what scores nothing"


@pytest.mark.parametrize(("form", "seats"), FORMS)
def test_a_patch_is_shown_large_and_its_numbers_apart(form: Form, seats: int) -> None:
    whole = 0
    for _, _, view, moves in positions(form, seats, seed=11, every=9):
        for tile in sorted({str(tile) for tile in view.rack})[:2]:
            places = rank_moves(view, moves, tile).places()
            pairs, totals = places.pairs(), places.totals()
            if is_clear(view.radius, pairs):
                continue
            found = patches(pairs, totals, PLACES)
            assert sorted(each for group in found for each in group) == list(range(len(pairs)))
            assert len(found) <= PLACES
            assert [group[0] for group in found] == sorted(group[0] for group in found), "the best first"
            for group in found:
                if len(group) > PLACES or not is_clear(view.radius, [pairs[each] for each in group]):
                    assert not any(totals[each] for each in group), "only such patches are put together"
                    continue
                lattice = clear_lattice(view.radius, [pairs[each] for each in group], Frame())
                assert lattice is not None
                assert len(group) == 1 or lattice.pitch >= DETAILS[-1]
            whole += 1
    assert whole > 2


def test_the_best_places_on_the_whole_board_share_no_cell() -> None:
    _, _, view, moves = next(itertools.islice(positions(Form.FREE, 4, 13), 3, None))
    pairs = rank_moves(view, moves, str(view.rack[0])).places().pairs()
    chosen = prominent(view.radius, pairs, 3)
    assert chosen[0] == 0
    assert len({cell for each in chosen for cell in pairs[each]}) == 2 * len(chosen) == 6


def test_buttons_of_older_messages_are_answered() -> None:
    """They named rows of the board, and came in pages: they lead to the step as it is now."""
    _, _, view, moves = next(itertools.islice(positions(Form.FREE, 3, 17), 2, None))
    tile = str(view.rack[0])
    now = FACE.menu(CONTEXT, view, moves, (tile,), 0)
    assert FACE.menu(CONTEXT, view, moves, (tile, "-K"), 2).choices == now.choices
    for path in ((tile, "~Z"), (tile, "~A", "~A", "~A"), ("~A",)):
        with pytest.raises(LookupError):
            FACE.menu(CONTEXT, view, moves, path, 0)


def test_a_held_tile_may_be_turned_round_and_a_double_not() -> None:
    _, _, view, moves = next(itertools.islice(positions(Form.FREE, 2, 19), 1, None))
    mixed = next(each for each in moves if isinstance(each, Place) and each.first != each.second)
    (other,) = FACE.variants(CONTEXT, view, mixed)
    tile, a, b = str(mixed).split()
    assert other.value == f"{tile} {b} {a}"
    assert other.final
    double = Place(mixed.first, mixed.first, mixed.a, mixed.b, mixed.radius)
    assert FACE.variants(CONTEXT, view, double) == ()
