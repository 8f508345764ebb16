"""The obvious: kinds of positions in which everybody sees the move, as predicates over positions.

A kind says of a position which moves are right, or that it is no such position. Robots of every level are to
find a right one in 95 of 100: ``python -m tests.obvious.measure``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.chance import SeededChance
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks as FamilyAsks
from engine.familienbande.model import Child, Discard, Marry
from engine.familienbande.model import Pass as FamilyPass
from engine.familienbande.state import row_of
from engine.game import AnyGame, Seat
from engine.genesia.model import Back, End, Movement, Phase, Play
from engine.genesia.model import Discard as GenesiaDiscard
from engine.genesis.board import neighbours, pieces
from engine.genesis.scoring import masks, totals
from engine.genesis.state import terrain_pairs
from engine.genesis_life.board import evolve
from engine.genesis_life.board import place_of as place_of_cell
from engine.genesis_life.model import Asks as LifeAsks
from engine.genesis_life.model import Colour, Draw, survivors
from engine.genesis_life.state import CELLS_EACH
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


def moves_a_marker(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile can move a marker, and another scores for markers alone that stand at their ends."""
    if state.asks is not Asks.PLACE:
        return None
    track, end = state.tracks[state.side], track_end(state.options)
    if end not in track:
        return None
    points, moves = _genial_points(state), list(game.moves(state, seat))

    def good(move: Any) -> bool:
        return advance(track, points(move), 0, end)[0] != track

    if not any(any(points(move)) and not good(move) for move in moves):
        return None
    return _chosen(moves, good)


def first_tile_scores(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The first tile of a seat can score beside a printed symbol."""
    return scores(game, state, seat) if state.turn < state.seats else None


def extra_tile_scores(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """An extra tile can move a marker, and another place moves none."""
    if state.asks is not Asks.BONUS:
        return None
    track, end = state.tracks[state.side], track_end(state.options)
    points = _genial_points(state)
    return _chosen(
        list(game.moves(state, seat)),
        lambda move: (
            isinstance(move, Place) and advance(track, points(move), state.stopped_colours, end)[0] != track
        ),
    )


def takes_the_better_place(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile moves the markers six spaces more at one place than at another, and none of them less."""
    if state.asks is not Asks.PLACE:
        return None
    points, end = _genial_points(state), track_end(state.options)
    ends: dict[frozenset[Any], dict[tuple[int, ...], set[str]]] = {}
    for move in game.moves(state, seat):
        track = advance(state.tracks[state.side], points(move), state.stopped_colours, end)[0]
        ends.setdefault(frozenset((move.first, move.second)), {}).setdefault(track, set()).add(str(move))
    worse = {
        move
        for tracks in ends.values()
        for track, moves in tracks.items()
        if any(sum(other) >= sum(track) + 6 and all(map(operator.ge, other, track)) for other in tracks)
        for move in moves
    }
    return (lambda move: str(move) not in worse) if worse else None


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


def exchanges_what_is_useless(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card may be exchanged, and the hand has one with the own trait, and one without."""
    if state.asks is not FamilyAsks.EXCHANGE:
        return None
    own = [_own(state, seat, move.card) for move in game.moves(state, seat) if isinstance(move, Discard)]
    if not own or not max(own) or min(own):
        return None
    return lambda move: not isinstance(move, Discard) or not _own(state, seat, move.card)


def keeps_a_good_hand(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card may be exchanged, and all have the own trait twice or more."""
    if state.asks is not FamilyAsks.EXCHANGE:
        return None
    own = [_own(state, seat, move.card) for move in game.moves(state, seat) if isinstance(move, Discard)]
    return (lambda move: not isinstance(move, Discard)) if own and min(own) >= 2 else None


def bears_the_better_child(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A couple can have a child with the own trait twice or more, and one without."""
    if state.asks is not FamilyAsks.ACT:
        return None
    children = [move for move in game.moves(state, seat) if isinstance(move, Child)]
    better = {move.of for move in children if _own(state, seat, move.card) >= 2}
    worse = {str(move) for move in children if move.of in better and not _own(state, seat, move.card)}
    return (lambda move: str(move) not in worse) if worse else None


def plays_with_a_full_hand(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The hand has seven cards or more, and a marriage or a child with the own trait can be made."""
    if state.asks is not FamilyAsks.ACT or state.hands[seat].bit_count() < 7:
        return None
    moves = list(game.moves(state, seat))
    if not any(isinstance(move, Marry) or _is_own_child(state, seat, move) for move in moves):
        return None
    return lambda move: not isinstance(move, FamilyPass)


def _is_own_child(state: Any, seat: Seat, move: Any) -> bool:
    return isinstance(move, Child) and _own(state, seat, move.card) > 0


# Genesis (Knizia)


def lays_two_in_the_middle(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The board is half empty: two tiles are worth more than one."""
    if not 20 < len(state.placements) <= 40:
        return None
    return lambda move: move.second is not None


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


def _after_tiles(state: Any, seat: Seat, tiles: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the points of all seats with these terrains on these squares, for the seat."""
    terrain, owned = masks(state.placements, state.seats)
    for kind, square in tiles:
        terrain[kind] |= 1 << square
        owned[seat] |= 1 << square
    return totals(terrain, owned)


def _tiles(move: Any) -> list[tuple[int, int]]:
    return [(int(tile.terrain), tile.square) for tile in move if tile is not None]


def _lead(points: Sequence[int], seat: Seat) -> int:
    return points[seat] - max(each for other, each in enumerate(points) if other != seat)


def _rolled(state: Any, seat: Seat) -> list[int]:
    """Return the terrains of the tiles that the dice allow."""
    return sorted({int(kind) for pair in terrain_pairs(state.dice, state.left[seat]) for kind in pair})


def _gains(state: Any, seat: Seat) -> Iterator[tuple[int, int]]:
    """Yield the own points of each tile that can be laid beside its terrain, and the lead that it brings."""
    before, (terrain, _) = _after_tiles(state, seat, ()), masks(state.placements, state.seats)
    for kind in _rolled(state, seat):
        for square in members(neighbours(terrain[kind]) & state.free):
            after = _after_tiles(state, seat, [(kind, square)])
            yield after[seat] - before[seat], _lead(after, seat) - _lead(before, seat)


def builds_on(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """An own zone of two tiles or more can grow: the tiles are not laid alone, far from their terrains."""
    if not 8 <= len(state.placements) <= 40:
        return None
    terrain, owned = masks(state.placements, state.seats)
    if not any(
        part.bit_count() >= 2 and neighbours(part) & state.free
        for kind in _rolled(state, seat)
        for part in pieces(terrain[kind] & owned[seat])
    ):
        return None

    def right(move: Any) -> bool:
        tiles = _tiles(move)
        both = terrain.copy()
        for kind, square in tiles:
            both[kind] |= 1 << square
        return any(neighbours(1 << square) & both[kind] for kind, square in tiles)

    return right


def does_not_end_it_behind(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A turn would end the match and lose it, and the match can go on."""
    if state.free.bit_count() > 16:
        return None
    moves = list(game.moves(state, seat))
    if len(moves) > 3000:
        return None
    results = [game.result(game.play(state, seat, move, SeededChance(b"obvious", 0))[0]) for move in moves]
    loses = [result is not None and result.ranks[seat] > 1 for result in results]
    right = {str(move) for move, is_lost in zip(moves, loses, strict=True) if not is_lost}
    return (lambda move: str(move) in right) if None in results and any(loses) else None


def costs_no_own_points(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile would cost six own points at once, and gain nothing on the best rival."""
    if len(state.placements) < 16:
        return None
    before = _after_tiles(state, seat, ())
    if not any(own <= -6 and lead <= 0 for own, lead in _gains(state, seat)):
        return None

    def right(move: Any) -> bool:
        after = _after_tiles(state, seat, _tiles(move))
        return after[seat] > before[seat] - 6 or _lead(after, seat) > _lead(before, seat)

    return right


def takes_points_that_lie_there(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A tile brings eight points and as much of a lead: the turn brings points, or some of a lead."""
    if len(state.placements) < 8:
        return None
    before = _after_tiles(state, seat, ())
    if not any(min(gain) >= 8 for gain in _gains(state, seat)):
        return None

    def right(move: Any) -> bool:
        after = _after_tiles(state, seat, _tiles(move))
        return after[seat] > before[seat] or _lead(after, seat) > _lead(before, seat)

    return right


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


def _living(cells: tuple[int, int], turn: Colour, colour: Colour) -> int:
    """Return the number of cells of a colour after the deaths and births of this turn."""
    return survivors(cells, evolve(cells[0] | cells[1]), turn)[colour].bit_count()


def _not_the_worst(moves: list[Any], value: Callable[[Any], int], spread: int) -> Right | None:
    """Return every move but the worst ones as right, where the best is better by so much."""
    values = {str(move): value(move) for move in moves}
    if not values or max(values.values()) - min(values.values()) < spread:
        return None
    worst = min(values.values())
    return lambda move: values.get(str(move), worst) > worst


def _with(state: Any, square: int) -> tuple[int, int]:
    """Return the cells with that one of the seat to move changed."""
    red, black = state.cells
    return (red ^ 1 << square, black) if state.colour is Colour.RED else (red, black ^ 1 << square)


def keeps_its_cells_alive(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """After a removal six own cells more live on through the opponent's turn than after another."""
    if state.asks is not LifeAsks.REMOVE:
        return None
    moves = [move for move in game.moves(state, seat) if not isinstance(move, Draw)]
    return _not_the_worst(
        moves, lambda move: _living(_with(state, move.square), state.colour.other, state.colour), 6
    )


def last_cell_is_no_harm(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """After the last own cell four own cells more can live through a turn than after another."""
    if state.asks is not LifeAsks.PLACE or len(state.placed[state.colour]) != CELLS_EACH - 1:
        return None
    moves = [move for move in game.moves(state, seat) if not isinstance(move, Draw)]
    return _not_the_worst(
        moves, lambda move: _living(_with(state, move.square), state.colour, state.colour), 4
    )


def _late_places(game: AnyGame, state: Any, seat: Seat, most: int) -> list[Any]:
    """Return the placements of a seat with so many own cells to place at most; none otherwise."""
    if state.asks is not LifeAsks.PLACE or len(state.placed[state.colour]) < CELLS_EACH - most:
        return []
    return [move for move in game.moves(state, seat) if not isinstance(move, Draw)]


def late_cell_is_not_alone(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """With the last three own cells: a cell without a neighbour dies in the first turn."""
    moves, cells = _late_places(game, state, seat, 3), state.cells[0] | state.cells[1]
    spots = {place_of_cell(square) for square in members(cells)}

    def has_neighbour(move: Any) -> bool:
        column, row = place_of_cell(move.square)
        return any(max(abs(column - other), abs(row - another)) == 1 for other, another in spots)

    return _chosen(moves, has_neighbour)


def late_cell_kills_no_own_ones(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """With the last four own cells: three own cells would die of one that is placed."""
    now = _living(state.cells, state.colour, state.colour) if state.asks is LifeAsks.PLACE else 0
    return _chosen(
        _late_places(game, state, seat, 4),
        lambda move: _living(_with(state, move.square), state.colour, state.colour) > now - 3,
    )


def keeps_more_than_two_cells(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """After a removal two own cells or fewer are left; after another one four or more, or it is won."""
    if state.asks is not LifeAsks.REMOVE:
        return None
    kept: dict[str, int] = {}
    for move in game.moves(state, seat):
        if not isinstance(move, Draw):
            cells = _with(state, move.square)
            then = survivors(cells, evolve(cells[0] | cells[1]), state.colour.other)
            own, other = then[state.colour].bit_count(), then[state.colour.other].bit_count()
            kept[str(move)] = 4 if own and not other else own
    if not kept or max(kept.values()) < 4 or min(kept.values()) > 2:
        return None
    return lambda move: kept.get(str(move), 4) > 2


# Genesia


def _sheet_gain(game: AnyGame, state: Any, seat: Seat) -> Callable[[Any], int]:
    """Return the certain points of the score sheet that a move brings at once."""

    def total(state: Any) -> int:
        view = game.view(state, seat)
        return 0 if view.people is None else view.sheets[view.people].total

    before = total(state)

    def gain(move: Any) -> int:
        after, _ = game.play(state, seat, move, SeededChance(b"obvious", 0))
        return total(after) - before

    return gain


def _in_phase(game: AnyGame, state: Any, seat: Seat, phase: Phase, most: int = 400) -> list[Any] | None:
    """Return the moves that a seat has in this phase by two and more; `None` in others or with too many."""
    view = game.view(state, seat)
    if view.phase is not phase or view.seats == 1:
        return None
    moves = list(game.moves(state, seat))
    return moves if 1 < len(moves) <= most else None


def moves_while_that_takes_land(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A movement brings four points or more at once: the turn does not end there."""
    moves = _in_phase(game, state, seat, Phase.EXPANSION)
    if moves is None:
        return None
    gain = _sheet_gain(game, state, seat)
    if not any(isinstance(move, Movement) and gain(move) >= 4 for move in moves):
        return None
    return lambda move: not isinstance(move, End)


def gives_up_no_land(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A movement would cost three points or more at once."""
    moves = _in_phase(game, state, seat, Phase.EXPANSION)
    if moves is None:
        return None
    gain = _sheet_gain(game, state, seat)
    bad = {str(move) for move in moves if isinstance(move, Movement) and gain(move) <= -3}
    return (lambda move: str(move) not in bad) if bad and len(bad) < len(moves) else None


def expands_by_a_card(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card of the expansion brings points at once: the turn does not end before."""
    moves = _in_phase(game, state, seat, Phase.EXPANSION)
    if moves is None:
        return None
    gain = _sheet_gain(game, state, seat)
    if not any(isinstance(move, Play) and gain(move) >= 3 for move in moves):
        return None
    return lambda move: not isinstance(move, End)


def keeps_a_card_that_pays(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card brings points at once, and could be put away for coins."""
    moves = _in_phase(game, state, seat, Phase.GROWTH) or _in_phase(game, state, seat, Phase.EXPANSION)
    if moves is None:
        return None
    gain = _sheet_gain(game, state, seat)
    paying = {move.card for move in moves if isinstance(move, Play) and gain(move) >= 3}
    away = {str(move) for move in moves if isinstance(move, GenesiaDiscard) and move.card in paying}
    return (lambda move: str(move) not in away) if away else None


def takes_nothing_back(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """The last step of the turn could be taken back."""
    view = game.view(state, seat)
    if view.seats == 1 or not view.can_take_back:
        return None
    return lambda move: not isinstance(move, Back)


def plays_at_the_end(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """A card brings five points or more at the end of an Age: it is neither put away nor forgotten."""
    return _plays_what_brings(5, game, state, seat)


def plays_its_last_cards(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """At the end of the last Age a card brings points: it is neither put away nor forgotten."""
    return _plays_what_brings(1, game, state, seat) if state.age == 3 else None


def _plays_what_brings(points: int, game: AnyGame, state: Any, seat: Seat) -> Right | None:
    moves = _in_phase(game, state, seat, Phase.END)
    if moves is None:
        return None
    gain = _sheet_gain(game, state, seat)
    paying = {move.card for move in moves if isinstance(move, Play) and gain(move) >= points}
    if not paying:
        return None
    return lambda move: (
        not (isinstance(move, End) or (isinstance(move, GenesiaDiscard) and move.card in paying))
    )


def spends_its_last_coins(game: AnyGame, state: Any, seat: Seat) -> Right | None:
    """In the last Age a movement brings two points or more: coins serve for nothing else later."""
    moves = _in_phase(game, state, seat, Phase.EXPANSION)
    if moves is None or state.age != 3:
        return None
    gain = _sheet_gain(game, state, seat)
    if not any(isinstance(move, Movement) and gain(move) >= 2 for move in moves):
        return None
    return lambda move: not isinstance(move, End)


KINDS: Mapping[str, tuple[Kind, ...]] = {
    game: tuple(Kind(game, right.__name__, right) for right in found)
    for game, found in {
        "genial": (
            reaches_the_end,
            scores,
            swaps,
            takes_the_extra_tile,
            moves_a_marker,
            first_tile_scores,
            extra_tile_scores,
            takes_the_better_place,
        ),
        "familienbande": (
            late_child_of_the_own,
            plays_rather_than_pass,
            keeps_its_best_card,
            ends_it_with_a_win,
            exchanges_what_is_useless,
            keeps_a_good_hand,
            bears_the_better_child,
            plays_with_a_full_hand,
        ),
        "genesis": (
            last_tile_wins,
            lone_pair,
            lays_two_at_the_start,
            lays_two_in_the_middle,
            builds_on,
            does_not_end_it_behind,
            costs_no_own_points,
            takes_points_that_lie_there,
        ),
        "genesis_life": (
            wins_by_a_removal,
            does_not_lose_by_a_removal,
            wins_rather_than_draws,
            keeps_its_cells_alive,
            last_cell_is_no_harm,
            late_cell_is_not_alone,
            late_cell_kills_no_own_ones,
            keeps_more_than_two_cells,
        ),
        "genesia": (
            moves_while_that_takes_land,
            gives_up_no_land,
            expands_by_a_card,
            keeps_a_card_that_pays,
            takes_nothing_back,
            plays_at_the_end,
            plays_its_last_cards,
            spends_its_last_coins,
        ),
    }.items()
}
