"""The obvious: kinds of positions in which everybody sees the move, as predicates over positions.

A kind says of a position which moves are right, or that it is no such position. Robots of every level are to
find a right one in 95 of 100: ``python -m tests.obvious.measure``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.chance import SeededChance
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks as FamilyAsks
from engine.familienbande.model import Child, Discard
from engine.familienbande.model import Pass as FamilyPass
from engine.familienbande.state import row_of
from engine.game import AnyGame, Seat
from engine.genesis.board import neighbours, pieces
from engine.genesis.scoring import masks, totals
from engine.genesis.state import terrain_pairs
from engine.genesis_life.model import Asks as LifeAsks
from engine.genesis_life.model import Draw
from engine.genial.model import Asks, Place, Swap
from engine.genial.rules import GENIAL
from engine.genial.scoring import Lines
from engine.genial.state import advance, track_end
from engine.kit.masks import members

__all__ = ["KINDS", "Kind", "Right"]

Right = Callable[[Any], bool]
"""A function of a move: whether it is one of the right ones."""


class Kind(NamedTuple):
    """A kind of position."""

    game: str
    name: str
    right: Callable[[AnyGame, Any, Seat], Right | None]
    """The right moves of a seat in a state; `None` where this is no position of the kind."""


def _chosen(moves: list[Any], good: Callable[[Any], bool]) -> Right | None:
    """Return the right moves, if there are any and not all are."""
    right = {str(move) for move in moves if good(move)}
    return None if not right or len(right) == len(moves) else lambda move: str(move) in right


def _wins(game: AnyGame, state: Any, seat: Seat) -> Callable[[Any], bool]:
    def wins(move: Any) -> bool:
        after, _ = game.play(state, seat, move, SeededChance(b"obvious", 0))
        result = game.result(after)
        return result is not None and result.ranks[seat] == 1 and result.ranks.count(1) == 1

    return wins


# Génial


def _genial_points(state: Any) -> Callable[[Any], tuple[int, ...]]:
    lines = Lines(GENIAL.view(state, None).cells)
    return lambda move: lines.points(move.first, move.second, move.a, move.b)


def reaches_the_end(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile can bring a marker to the end of its track, which gives another tile."""
    if state.asks is not Asks.PLACE:
        return None
    points, end = _genial_points(state), track_end(state.options)
    return _chosen(
        list(game.moves(state, seat)),
        lambda move: bool(advance(state.tracks[state.side], points(move), state.stopped_colours, end)[1]),
    )


def scores(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile can score, and another scores nothing at all."""
    if state.asks is not Asks.PLACE:
        return None
    points, moves = _genial_points(state), list(game.moves(state, seat))
    return _chosen(moves, lambda move: any(points(move)))


def swaps(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The rack has no tile of the lowest colours, and may be swapped."""
    return (lambda move: move == Swap()) if state.asks is Asks.SWAP else None


def takes_the_extra_tile(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """An extra tile may be placed."""
    return (lambda move: isinstance(move, Place)) if state.asks is Asks.BONUS else None


# Familienbande


def _own(state: Any, seat: Seat, card: int) -> int:
    return CARDS[card].counts[state.families[seat]]


def late_child_of_the_own(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A child with the own trait three times can be born in the fourth generation, or twice in the last."""
    if state.asks is not FamilyAsks.ACT:
        return None

    def good(move: Any) -> bool:
        row = row_of(state, move.of) if isinstance(move, Child) else None
        return row is not None and row >= 2 and _own(state, seat, move.card) >= 5 - row

    if not any(map(good, game.moves(state, seat))):
        return None
    # Any child that serves the own family as well will do.
    return lambda move: isinstance(move, Child) and _own(state, seat, move.card) >= 2


def plays_rather_than_pass(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A child with the own trait can be born."""
    if state.asks is not FamilyAsks.ACT:
        return None
    moves = list(game.moves(state, seat))
    if any(isinstance(move, Child) and _own(state, seat, move.card) for move in moves):
        return lambda move: not isinstance(move, FamilyPass)
    return None


def keeps_its_best_card(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card may be exchanged, and the hand has one with the own trait twice or more, and one without."""
    if state.asks is not FamilyAsks.EXCHANGE:
        return None
    own = [_own(state, seat, move.card) for move in game.moves(state, seat) if isinstance(move, Discard)]
    if not own or max(own) < 2 or min(own):
        return None
    return lambda move: not isinstance(move, Discard) or _own(state, seat, move.card) < 2


def ends_it_with_a_win(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A child ends the match, and no family that another may have can win then."""
    if state.asks is not FamilyAsks.ACT:
        return None

    def good(move: Any) -> bool:
        if not isinstance(move, Child):
            return False
        after, _ = game.play(state, seat, move, SeededChance(b"obvious", 0))
        if after.result is None:
            return False
        others = [points for trait, points in enumerate(after.markers) if trait != state.families[seat]]
        return after.result.scores[seat][0] > max(others)

    return _chosen(list(game.moves(state, seat)), good)


# Genesis (Knizia)


def last_tile_wins(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A turn ends the match and wins it, and another does not."""
    if state.free.bit_count() > 16:
        return None
    return _chosen(list(game.moves(state, seat)), _wins(game, state, seat))


def lone_pair(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A third tile makes a zone of two own tiles pay, as the dice allow it: that, or points elsewhere."""
    terrain, owned = masks(state.placements, state.seats)
    before, thirds = totals(terrain, owned), set[tuple[int, int]]()
    for kind, mask in enumerate(terrain):
        if any(kind in pair for pair in terrain_pairs(state.dice, state.left[seat])):
            for zone in pieces(mask):
                if zone.bit_count() == 2 and not zone & ~owned[seat]:
                    for at in members(neighbours(zone) & state.free):
                        with_third = [mask | (each == kind) << at for each, mask in enumerate(terrain)]
                        with_own = [mask | (each == seat) << at for each, mask in enumerate(owned)]
                        if totals(with_third, with_own)[seat] >= before[seat] + 6:
                            thirds.add((kind, at))
    if not thirds:
        return None

    def margin(points: tuple[int, ...]) -> int:
        return points[seat] - max(each for other, each in enumerate(points) if other != seat)

    def right(move: Any) -> bool:
        if any((int(tile.terrain), tile.square) in thirds for tile in move if tile is not None):
            return True
        after, _ = game.play(state, seat, move, SeededChance(b"obvious", 0))
        points = totals(*masks(after.placements, state.seats))
        return points[seat] > before[seat] or margin(points) > margin(before)

    return right


def lays_two_at_the_start(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The board is nearly empty: two tiles are worth more than one."""
    if len(state.placements) > 20:
        return None
    return lambda move: move.second is not None


# Genesis (Brassinne)


def wins_by_a_removal(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A removal wins at once."""
    if state.asks is not LifeAsks.REMOVE:
        return None
    moves = [move for move in game.moves(state, seat) if not isinstance(move, Draw)]
    return _chosen([*moves, "another"], lambda move: move != "another" and _wins(game, state, seat)(move))


def does_not_lose_by_a_removal(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A removal loses at once, and another does not."""
    if state.asks is not LifeAsks.REMOVE:
        return None

    def lives(move: Any) -> bool:
        after, _ = game.play(state, seat, move, SeededChance(b"obvious", 0))
        return after.result is None or after.result.ranks[seat] == 1

    moves = [move for move in game.moves(state, seat) if not isinstance(move, Draw)]
    return _chosen(moves, lives)


def wins_rather_than_draws(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A draw is open to the seat, and a removal wins at once."""
    if wins_by_a_removal(game, state, seat) is None:
        return None
    return lambda move: not isinstance(move, Draw)


KINDS: Mapping[str, tuple[Kind, ...]] = {
    game: tuple(Kind(game, right.__name__, right) for right in found)
    for game, found in {
        "genial": (reaches_the_end, scores, swaps, takes_the_extra_tile),
        "familienbande": (
            late_child_of_the_own,
            plays_rather_than_pass,
            keeps_its_best_card,
            ends_it_with_a_win,
        ),
        "genesis": (last_tile_wins, lone_pair, lays_two_at_the_start),
        "genesis_life": (wins_by_a_removal, does_not_lose_by_a_removal, wins_rather_than_draws),
    }.items()
}
