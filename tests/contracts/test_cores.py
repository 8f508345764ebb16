"""The light cores against the rules: the same legal moves, next positions and results.

Whole games of random players, at every number of seats. ``python -m tests.contracts.test_cores`` looks at
10,000 positions of each size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.familienbande import core as familienbande
from engine.familienbande.rules import FAMILIENBANDE
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.genesis import core as genesis
from engine.genesis.model import GenesisOptions
from engine.genesis.rules import GENESIS
from engine.genesis.state import DIE_FACES
from engine.genesis_life import core as genesis_life
from engine.genesis_life.model import Asks, Remove
from engine.genesis_life.rules import GENESIS_LIFE
from engine.genial import core as genial
from engine.genial.model import Form, GenialOptions, Place, Swap
from engine.genial.rules import GENIAL
from engine.genial.state import kind
from engine.robots.estimate import Draws

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


def sizes() -> Sequence[tuple[str, int]]:
    return [(key, seats) for key in CHECKS for seats in GAMES[key].seats(GAMES[key].Options())]


def check(key: str, seats: int, positions: int) -> None:
    for number, step in enumerate(steps(GAMES[key], seats)):
        if number == positions:
            break
        CHECKS[key](*step)


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


def test_repeated_pictures_draw_in_the_core_too() -> None:
    """Random games hardly ever come to that."""
    seen = {(1, 0b11, 0b1100): 2}
    # Cells that do not matter: the picture before the opponent's turn is what counts.
    table = genesis_life.Table(0b111, 0b1100, 0, 0, seen)
    assert table.make(Remove(2)).outcome == genesis_life.DRAWN


if __name__ == "__main__":
    for key, seats in sizes():
        check(key, seats, 10_000)
        sys.stdout.write(f"{key} by {seats}: 10,000 positions, no difference\n")
