"""The light cores against the rules: the same legal moves, next positions and results.

Whole games of random players, at every number of seats. ``python -m tests.contracts.test_cores`` looks at
10,000 positions of each size.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.familienbande import arrays as familienbande_arrays
from engine.familienbande import core as familienbande
from engine.familienbande.model import Child, Discard, Marry, Pass
from engine.familienbande.rules import FAMILIENBANDE
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.genesis import arrays as genesis_arrays
from engine.genesis import core as genesis
from engine.genesis.model import GenesisOptions
from engine.genesis.rules import GENESIS
from engine.genesis.scoring import masks, totals
from engine.genesis.state import DIE_FACES, terrain_pairs
from engine.genesis_life import core as genesis_life
from engine.genesis_life.model import Asks, Remove
from engine.genesis_life.rules import GENESIS_LIFE
from engine.genial import arrays as genial_arrays
from engine.genial import core as genial
from engine.genial.board import Colour, grid
from engine.genial.model import Asks as GenialAsks
from engine.genial.model import Form, GenialOptions, Keep, Place, Swap
from engine.genial.rules import GENIAL
from engine.genial.scoring import Lines
from engine.genial.state import kind
from engine.robots.estimate import Draws
from tests.yardstick.familienbande_greedy import worths
from tests.yardstick.genial_greedy import worth

POSITIONS = 150
"""The positions of each size that the quick test looks at."""


class Given(Draws):
    """Draws whose outcomes are known: what the rules' chance has drawn."""

    def __init__(self, *numbers: int, last: int | None = None) -> None:
        super().__init__(0)
        self._numbers, self._card = [*numbers], last

    def below(self, n: int) -> int:
        if not getattr(self, "_numbers", None):
            return super().below(n)
        number = self._numbers.pop(0)
        assert 0 <= number < n
        return number

    def shuffle(self, items: list[Any]) -> None:
        items.sort(key=lambda item: item == self._card)


def steps(game: AnyGame, seats: int, options: Any = None) -> Iterator[tuple[Any, Seat, Any, Any]]:
    """Yield states, who moves, the move, and the next state, game after game of random players."""
    number = 0
    while True:
        number += 1
        chance = SeededChance(b"core", number)
        state = game.setup(options or game.Options(), seats, chance)
        while pending := game.pending(state):
            seat = pending[0]
            moves = game.moves(state, seat)
            move = game.players["random"].choose(game.view(state, seat), moves, lambda _: None, chance)
            after, _ = game.play(state, seat, move, chance)
            yield state, seat, move, after
            state = after


def check_familienbande(state: Any, seat: Seat, move: Any, after: Any) -> None:
    def shape(table: familienbande.Table) -> tuple[object, ...]:
        return (
            None if table.asks == familienbande.OVER else (table.asks, table.seat),
            table.families,
            table.hands,
            {*table.pile},
            table.discards,
            table.dry,
            table.markers,
            table.rows,
            sum(table.singles),
            sorted(table.pairs),
        )

    table = familienbande.Table.of(state)
    assert {*map(str, table.moves())} == {*map(str, FAMILIENBANDE.moves(state, seat))}
    drawn = (after.hands[seat] & ~state.hands[seat]) or (after.hands[seat] & ~state.pile)
    for card in range(71):
        if drawn >> card & 1 and card in table.pile:
            table.pile.remove(card)
            table.pile.append(card)
    back = getattr(move, "card", None)
    card = drawn.bit_length() - 1 if after.hands[seat] & ~state.hands[seat] else back
    table.make(move, Given(last=card))
    assert shape(table) == shape(familienbande.Table.of(after))
    if after.result is not None:
        assert tuple(table.scores()) == after.result.scores


def check_familienbande_arrays(state: Any, seat: Seat, move: Any, after: Any) -> None:
    """The core that can be compiled: its moves, and that its play-outs make a move that is worth most."""
    core = familienbande_arrays

    def shape(table: familienbande_arrays.Table) -> tuple[object, ...]:
        now, is_over = table.now, table.now[core.ASKS] == core.OVER
        pairs = [tuple(table.pairs[3 * at : 3 * at + 3]) for at in range(now[core.PAIRS])]
        singles = [sorted(table.singles[8 * row :][: table.waiting[row]]) for row in range(5)]
        hands = [sorted(table.hands[71 * each :][: table.held[each]]) for each in range(state.seats)]
        # The rules have drawn another card: what the mover holds, and what is left, is compared together.
        cards = sorted([*hands.pop(seat), *table.pile[: now[core.PILE]], *table.away[: now[core.AWAY]]])
        asked = None if is_over else (now[core.SEAT], now[core.ASKS])
        counts = now[core.DRY], now[core.PILE], now[core.AWAY], [*table.held]
        return asked, sorted(pairs), singles, hands, cards, counts, [*table.markers], [*table.rows]

    table = core.table_of(state)
    thinking = core.copy_of(table)
    match move:
        case Child(card, of):
            core.make(table, core.BEAR, card, of)
        case Marry(card, on):
            core.make(table, core.MARRY, card, on)
        case Discard(card):
            core.make(table, core.DISCARD, card, 0)
        case Pass():
            core.make(table, core.PASS, 0, 0)
        case _:
            core.make(table, core.KEEP, 0, 0)
    assert shape(table) == shape(core.table_of(after))
    if after.result is not None:
        assert [core.points_of(table, each) for each in range(state.seats)] == [
            score[0] for score in after.result.scores
        ]
    core.step(thinking)
    moves = list(FAMILIENBANDE.moves(state, seat))
    values = worths(FAMILIENBANDE.view(state, seat), moves)
    best = [each for each, value in zip(moves, values, strict=True) if value == max(values)]
    rows, markers = list(thinking.rows), list(thinking.markers)
    if all(isinstance(each, Child) for each in best):
        assert rows != [people.bit_count() for people in state.rows]
    else:
        waiting = [(people & state.singles).bit_count() for people in state.rows]
        wed = sum(thinking.waiting) < sum(waiting) and rows == list(core.table_of(state).rows)
        assert wed or not all(isinstance(each, Marry) for each in best)
    assert markers == list(state.markers) or any(isinstance(each, Child) for each in best)


def check_genial(state: Any, seat: Seat, move: Any, after: Any) -> None:
    def shape(table: genial.Table) -> tuple[object, ...]:
        board = table.board
        points = [
            {cell: each[cell] for cell in table.grid.cells if board.free >> cell & 1} for each in board.points
        ]
        levels = [[level & board.free for level in each[1:]] for each in board.levels]
        over = table.asks == genial.OVER
        return (
            table.asks if over else (table.asks, table.seat, table.turn, table.due, table.stopped),
            (board.free, board.shown, points, levels),
            None if over else table.open_symbols,
            table.tracks,
            [sorted(rack) for rack in table.racks],
            sorted(table.bag),
        )

    table = genial.Table.of(state)
    assert table.moves() == list(GENIAL.moves(state, seat))
    # What the rules drew is drawn in the core: it lies last in the bag.
    drawn = list(after.racks[seat])
    kept = [] if isinstance(move, Swap) else list(table.racks[seat])
    if isinstance(move, Place):
        kept.remove(kind(move.first, move.second))
    for tile in kept:
        drawn.remove(tile)
    for tile in drawn:
        table.bag.remove(tile)
    table.bag += drawn
    table.make(move, Draws(1))
    assert shape(table) == shape(genial.Table.of(after))
    if after.result is not None:
        sides = GENIAL.sides(state.options, state.seats)
        for side, score in enumerate(table.scores()):
            assert all(after.result.scores[each] == score for each in sides[side])


def check_genial_arrays(state: Any, seat: Seat, move: Any, after: Any) -> None:
    """The core that can be compiled: its moves, and that its play-outs make a move that is worth most."""
    core = genial_arrays

    def shape(board: genial_arrays.Board) -> tuple[object, ...]:
        now, cells, size = board.now, board.cells, board.now[core.SIZE]
        is_over = now[core.ASKS] == core.OVER
        asked = [now[at] for at in (core.SEAT, core.TURN, core.ASKS, core.DUE, core.STOPPED, core.OPEN)]
        free = [at for at in range(size) if cells[at] == core.FREE]
        points = [[board.points[colour * size + at] for at in free] for colour in range(6)]
        scoring = [
            {at for at in board.scoring[colour * size :][: board.counts[colour]] if cells[at] == core.FREE}
            for colour in range(6)
        ]
        assert scoring == [{at for at in free if board.points[colour * size + at]} for colour in range(6)]
        return [*cells], points, None if is_over else asked, now[core.PAIRS], [*board.tracks], [*board.held]

    def tiles(board: genial_arrays.Board, seats: range) -> list[int]:
        found = [*board.bag[: board.now[core.BAG]]] if seat in seats else []
        for each in seats:
            found += board.racks[6 * each : 6 * each + board.held[each]]
        return sorted(found)

    board = core.board_of(state)
    thinking = core.copy_of(board)
    match move:
        case Place():
            index = [*board.racks[6 * seat : 6 * seat + board.held[seat]]].index(
                kind(move.first, move.second)
            )
            bits = grid(state.radius).bits
            core.place(board, index, int(move.first), bits[move.a], int(move.second), bits[move.b])
        case Swap():
            core.swap(board)
        case Keep() if state.asks is GenialAsks.BONUS:
            board.now[core.DUE] = 0
            core.ask_on(board, 0, 0)
        case _:
            core.end_turn(board)
    wanted = core.board_of(after)
    assert shape(board) == shape(wanted)
    for each in range(state.seats):
        alone = range(each, each + 1)
        if each != seat:
            assert tiles(board, alone) == tiles(wanted, alone)
    assert tiles(board, range(state.seats)) == tiles(wanted, range(state.seats))
    if after.result is not None:
        scores = [after.result.scores[side] for side in range(len(state.tracks))]
        keys = [core.key_of(board, side) for side in range(len(state.tracks))]
        assert sorted(range(len(keys)), key=keys.__getitem__) == sorted(
            range(len(scores)), key=scores.__getitem__
        )
    if isinstance(move, Place) and not state.stopped_colours:
        was = list(thinking.cells)
        core.step(thinking)
        new = [at for at, colour in enumerate(thinking.cells) if colour != was[at]]
        view, cells = GENIAL.view(state, seat), grid(state.radius).cells
        lines = Lines(view.cells)
        a, b = (cells[at] for at in new)
        done = lines.points(genial_colour(thinking, new[0]), genial_colour(thinking, new[1]), a, b)
        legal = {
            lines.points(each.first, each.second, each.a, each.b)
            for each in GENIAL.moves(state, seat)
            if isinstance(each, Place)
        }
        assert worth(view, done) == max(worth(view, each) for each in legal)


def genial_colour(board: genial_arrays.Board, at: int) -> Any:
    return Colour(board.cells[at])


def check_genesis(state: Any, seat: Seat, move: Any, after: Any) -> None:
    def shape(table: genesis.Table) -> tuple[object, ...]:
        who = None if table.is_over else (table.seat, table.dice)
        return who, table.terrain, table.owned, table.left, table.free, table.is_over, table.points()

    table = genesis.Table.of(state)
    if len(GENESIS.moves(state, seat)) < 5000:
        assert {*map(str, table.moves())} == {*map(str, GENESIS.moves(state, seat))}
    one, other = (DIE_FACES.index(face) for face in after.dice or (0, 0))
    table.make(move, Given(one * len(DIE_FACES) + other))
    assert shape(table) == shape(genesis.Table.of(after))
    if after.result is not None:
        assert tuple((points,) for points in table.points()) == after.result.scores


def check_genesis_arrays(state: Any, seat: Seat, move: Any, after: Any) -> None:
    """The core that can be compiled: its moves, its points, and that its play-outs make a legal move."""
    core = genesis_arrays

    def shape(table: genesis_arrays.Table) -> tuple[object, ...]:
        now = table.now
        owners = [
            owner if kind < core.EMPTY else None
            for owner, kind in zip(table.owners, table.kinds, strict=True)
        ]
        who = None if now[core.IS_OVER] else now[core.SEAT]
        free = sorted(table.free[: now[core.FREE]])
        return who, now[core.IS_OVER], [*table.kinds], owners, free, [*table.left], [*table.laid]

    table = core.table_of(state)
    thinking = core.copy_of(table)
    (first, one), (second, other) = move.first, move.second or (-1, 0)
    core.make(table, int(first), one + core.MARGIN, int(second), other + core.MARGIN)
    assert shape(table) == shape(core.table_of(after))
    core.count(table)
    assert tuple(table.points) == totals(*masks(after.placements, state.seats))
    was = list(thinking.kinds)
    core.step(thinking)
    new = [at for at, kind in enumerate(thinking.kinds) if kind != was[at]]
    laid = [thinking.kinds[at] for at in new]
    pairs = terrain_pairs(state.dice, state.left[seat])
    assert len(laid) == 1 or tuple(laid) in pairs or tuple(laid[::-1]) in pairs


def check_genesis_life(state: Any, seat: Seat, move: Any, after: Any) -> None:
    if state.asks is not Asks.REMOVE:
        return
    table = genesis_life.Table.of(state)
    legal = [each for each in GENESIS_LIFE.moves(state, seat) if isinstance(each, Remove)]
    assert table.moves() == legal
    for each in legal:
        following, _ = GENESIS_LIFE.play(state, seat, each, SeededChance(b"none", 0))
        then = table.make(each)
        if following.result is None:
            expected = genesis_life.Table.of(following)
            assert then.outcome == genesis_life.GOES_ON
            assert (then.own, then.other, then.born, then.colour, then.seen) == (
                expected.own,
                expected.other,
                expected.born,
                expected.colour,
                expected.seen,
            )
        else:
            ranks = following.result.ranks
            outcome = genesis_life.DRAWN if ranks == (1, 1) else genesis_life.LOST
            assert then.outcome == (genesis_life.WON if ranks[seat] < ranks[1 - seat] else outcome)


CHECKS: dict[str, Callable[[Any, Seat, Any, Any], None]] = {
    "familienbande": check_familienbande,
    "genesis": check_genesis,
    "genesis_life": check_genesis_life,
    "genial": check_genial,
}
ARRAYS: dict[str, Callable[[Any, Seat, Any, Any], None]] = {
    "familienbande": check_familienbande_arrays,
    "genesis": check_genesis_arrays,
    "genial": check_genial_arrays,
}
"""The checks of the cores that can be compiled."""


def sizes() -> Sequence[tuple[str, int]]:
    return [(key, seats) for key in CHECKS for seats in GAMES[key].seats(GAMES[key].Options())]


def check(key: str, seats: int, positions: int) -> None:
    for number, step in enumerate(steps(GAMES[key], seats)):
        if number == positions:
            break
        CHECKS[key](*step)
        if key in ARRAYS:
            ARRAYS[key](*step)


@pytest.mark.parametrize(("key", "seats"), sizes())
def test_a_core_plays_as_the_rules_say(key: str, seats: int) -> None:
    check(key, seats, POSITIONS)


@pytest.mark.parametrize(
    ("key", "options", "seats"),
    [
        ("genial", GenialOptions(form=Form.TEAM), 4),
        ("genial", GenialOptions(single_bonus=True), 2),
        ("genesis", GenesisOptions(tiles_per_terrain=16), 2),
    ],
)
def test_a_core_knows_the_options(key: str, options: Any, seats: int) -> None:
    for number, step in enumerate(steps(GAMES[key], seats, options)):
        if number == POSITIONS:
            break
        CHECKS[key](*step)
        if key in ARRAYS:
            ARRAYS[key](*step)


def test_repeated_pictures_draw_in_the_core_too() -> None:
    """Random games hardly ever come to that."""
    seen = {(1, 0b11, 0b1100): 2}
    # Cells that do not matter: the picture before the opponent's turn is what counts.
    table = genesis_life.Table(0b111, 0b1100, 0, 0, seen)
    assert table.make(Remove(2)).outcome == genesis_life.DRAWN


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.contracts.test_cores", description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000, metavar="N")
    parser.add_argument("--only", nargs="+", choices=sorted(CHECKS), default=sorted(CHECKS))
    given = parser.parse_args()
    for key, seats in sizes():
        if key in given.only:
            check(key, seats, given.positions)
            sys.stdout.write(f"{key} by {seats}: {given.positions} positions, no difference\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
