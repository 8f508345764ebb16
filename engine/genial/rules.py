"""The rules of Génial, turn by turn: place a tile, score, place bonus tiles, swap the rack, refill it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from operator import sub
from typing import ClassVar

from engine.chance import Chance
from engine.game import BadOptions, Event, Game, Player, Result, Seat, Stage
from engine.genial import codes, notation
from engine.genial.board import Colour, grid, names
from engine.genial.greedy import Greedy
from engine.genial.model import Form, GenialOptions, Keep, Move, Place, Swap, View
from engine.genial.novices import CASUAL, NOVICE
from engine.genial.outlook import OUTLOOK, SWIFT
from engine.genial.state import (
    FULL_BAG,
    MASKS,
    NAMES,
    RACK_SIZE,
    SEAT_COUNTS,
    TILES,
    Moves,
    State,
    Tiles,
    draw,
    free_pairs,
    kind,
    lowest_colours,
    merge,
    sides,
    track_end,
    with_tile,
    without_tile,
)
from engine.genial.turn import (
    BONUS,
    PLACE,
    SWAP,
    bonus_tiles,
    is_first_tile,
    near_symbols,
    next_turn,
    opening,
    place_tile,
    placed_only,
    with_next_question,
)
from engine.kit.items import with_item
from engine.kit.positions import Notation
from engine.kit.random_player import RandomPlayer
from engine.robots.estimate import Thinker

__all__ = ["GENIAL", "Genial"]


_STRONG, _EXPERT = 100, 170
"""The play-outs that the players spend on a move."""
_SWIFT_STRONG, _SWIFT_EXPERT = 150, 1900
"""The same where the core is compiled."""
_ONLY_SEAT = tuple(frozenset({Seat(seat)}) for seat in range(4))

_LAST_STEPS = frozenset({codes.DREW, codes.WON, codes.SOLO_OVER})
"""Codes of the events that begin the last step of a placement."""

SEAT_REFUSALS = {
    Form.FREE: codes.FREE_SEATS,
    Form.TEAM: codes.TEAM_SEATS,
    Form.SOLO: codes.SOLO_SEATS,
}
"""The code of the refusal of a wrong number of seats, for each form of play."""


class Genial(Game[GenialOptions, State, Move, View]):
    """The rules of Génial, by Reiner Knizia: sides are ranked by their lowest markers."""

    key: ClassVar[str] = "genial"
    title: ClassVar[str] = "Génial"
    rules: ClassVar[int] = 1
    Options = GenialOptions
    positions = Notation(notation.position, notation.read_position)
    players: ClassVar[Mapping[str, Player]] = {
        "random": RandomPlayer(),
        "novice": NOVICE,
        "casual": CASUAL,
        "steady": Greedy(),
        "strong": Thinker(OUTLOOK, _STRONG, plain=Greedy(), swift=(SWIFT, _SWIFT_STRONG)),
        "expert": Thinker(OUTLOOK, _EXPERT, plain=Greedy(), swift=(SWIFT, _SWIFT_EXPERT)),
    }
    slow: ClassVar[frozenset[str]] = frozenset({"strong", "expert"})

    def seats(self, options: GenialOptions) -> Collection[int]:
        """Return the numbers of seats of the form. Raises `BadOptions` for `single_bonus` in solo.

        There are no bonus tiles in solo.
        """
        if options.form is Form.SOLO and options.single_bonus:
            raise BadOptions(codes.SOLO_BONUS)
        return SEAT_COUNTS[options.form]

    def sides(self, options: GenialOptions, seats: int) -> Sequence[Collection[Seat]]:
        return sides(options, seats)

    def setup(self, options: GenialOptions, seats: int, chance: Chance) -> State:
        """Draw the first seat, then the racks in the order of the seats: six tiles each, one in solo."""
        allowed = self.seats(options)
        if seats not in allowed:
            raise BadOptions(SEAT_REFUSALS[options.form], seats=seats)
        first = Seat(chance.below(seats))
        bag = FULL_BAG
        racks: list[Tiles] = []
        for _ in range(seats):
            drawn, bag = draw(bag, chance, 1 if options.form is Form.SOLO else RACK_SIZE)
            racks.append(merge(drawn))
        return opening(options, seats, first, tuple(racks), bag)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return () if state.asks is None else (state.to_move,)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.asks is None or seat != state.to_move:
            return ()
        if state.asks is SWAP:
            return (Swap(), Keep())
        near = near_symbols(state) if state.open_symbols and is_first_tile(state) else state.free
        pairs = free_pairs(state.free, state.radius, near)
        return Moves(state.racks[seat], pairs, state.radius, state.asks is BONUS)

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return notation.parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        if isinstance(move, Place):
            return _place(state, seat, move, chance)
        if isinstance(move, Swap):
            return _swap(state, seat, chance)
        if state.asks is BONUS:
            return _decline(state, seat, chance)
        events = [Event(codes.KEPT, seat)]
        return _end_turn(state, events, chance), tuple(events)

    def stages(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Stage]:
        """Return the steps of a placement: the tile, its points, and the draw or the end.

        Everything else is one step.
        """
        after, events = self.play(state, seat, move, chance)
        return (
            _stages_of_tile(state, move, after, events)
            if isinstance(move, Place)
            else (Stage(after, events),)
        )

    def anticipate(self, state: State, seat: Seat) -> State | None:
        """Return the state at the seat's next turn if the seats before it placed nothing.

        `None` for the seat whose turn it is, and at the end.
        """
        if state.asks is None or seat == state.to_move:
            return None
        ahead = (seat - state.to_move) % state.seats
        return state.with_fields(
            turn=state.turn + ahead, to_move=seat, asks=PLACE, bonus_left=0, stopped_colours=0
        )

    def view(self, state: State, seat: Seat | None) -> View:
        if state.options.form is Form.SOLO:
            rack = state.racks[0]
        else:
            rack = () if seat is None else state.racks[seat]
        symbols = grid(state.radius)
        return View(
            seat=seat,
            options=state.options,
            seats=state.seats,
            radius=state.radius,
            first_seat=state.first_seat,
            turn=state.turn,
            to_move=None if state.result is not None else state.to_move,
            asks=state.asks,
            bonus_left=state.bonus_left,
            placements=state.placements,
            sides=sides(state.options, state.seats),
            tracks=state.tracks,
            track_end=track_end(state.options),
            rack_sizes=tuple(len(each) for each in state.racks),
            rack=tuple(TILES[tile] for tile in rack),
            open_symbols=tuple(
                symbols.cells[bit] for bit, _ in symbols.symbols if state.open_symbols >> bit & 1
            ),
            result=state.result,
        )

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Deal the racks of the other seats anew from their tiles and the bag.

        If another seat is asked to swap, everybody knows that it has no tile of its lowest colours: it is
        dealt none. Nothing is hidden in solo.
        """
        if state.options.form is Form.SOLO:
            return state
        racks = list(state.racks)
        unseen = [other for other in range(state.seats) if other != seat]
        bag = merge(state.bag, *(racks[other] for other in unseen))
        if state.asks is SWAP and state.to_move != seat:
            mask = lowest_colours(state.tracks[state.side])
            others = bytes(tile for tile in bag if not MASKS[tile] & mask)
            drawn, _ = draw(others, chance, len(racks[state.to_move]))
            racks[state.to_move] = merge(drawn)
            unseen.remove(state.to_move)
            for tile in drawn:
                bag = without_tile(bag, tile)
        for other in unseen:
            drawn, bag = draw(bag, chance, len(racks[other]))
            racks[other] = merge(drawn)
        return state.with_fields(racks=tuple(racks), bag=bag)

    def concluded(self, view: View, result: Result) -> View:
        return replace(view, result=result, to_move=None, asks=None)

    def result(self, state: State) -> Result | None:
        return state.result


def _place(state: State, seat: Seat, move: Place, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    done, points, reached = place_tile(state, move)
    after = with_next_question(done, reached)
    inputs = _placed_inputs(state, done, move, points)
    events = [Event(codes.PLACED, seat, inputs, revealed=_is_rack_partly_known(after))]
    if reached:
        events += _reached_events(state, done, seat, reached)
    due = state.bonus_left + bonus_tiles(state, reached) if reached or state.bonus_left else 0
    if due and _is_bonus_lost(after):
        events.append(Event(codes.BONUS_LOST, seat, {"tiles": due}))
    if after.result is not None:
        events.append(_end_event(after, after.result))
    elif after.asks is PLACE:
        after = _end_turn(after, events, chance)
    return after, tuple(events)


def _stages_of_tile(before: State, move: Place, after: State, events: tuple[Event, ...]) -> tuple[Stage, ...]:
    """Return the stages of a placement that leads from one state to the other with these events."""
    last = next((number for number, event in enumerate(events) if event.code in _LAST_STEPS), len(events))
    tile = placed_only(before, move, after)
    moved = after.tracks != before.tracks
    if last == len(events):
        if not moved:
            return (Stage(after, events),)
        return Stage(tile, events[:1]), Stage(after, events[1:])
    end = Stage(after, events[last:])
    if not moved:
        return Stage(tile, events[:last]), end
    counted = tile.with_fields(tracks=after.tracks)
    return Stage(tile, events[:1]), Stage(counted, events[1:last]), end


def _is_rack_partly_known(after: State) -> bool:
    """Return whether the question tells everybody that the rack has none of the lowest colours."""
    return after.asks is SWAP and after.options.form is not Form.SOLO


def _is_bonus_lost(after: State) -> bool:
    """Return whether bonus tiles that are due after this move cannot be placed.

    A side that has won with all markers at the end loses nothing by that.
    """
    if after.result is None:
        return after.asks is not BONUS
    return after.result.reason != codes.COMPLETE


def _placed_inputs(before: State, after: State, move: Place, points: tuple[int, ...]) -> dict[str, object]:
    named = names(move.radius)
    old, new, side = before.tracks, after.tracks, before.side
    return {
        "tile": NAMES[kind(move.first, move.second)],
        "a": named[move.a],
        "b": named[move.b],
        "points": points,
        "gained": points if new is old else tuple(map(sub, new[side], old[side])),
    }


def _reached_events(before: State, after: State, seat: Seat, reached: int) -> list[Event]:
    """Return an event for each end of a sheet that markers reach with this tile, the lower end first.

    On double tracks one tile can bring one marker to 18 and another to 36. Each event names the bonus tiles
    that its markers give. With one bonus tile at most, only the first event has it.
    """
    track, extra = after.tracks[before.side], bonus_tiles(before, reached)
    arrived: dict[int, str] = {}
    for colour in Colour:
        if reached >> colour & 1:
            arrived[track[colour]] = arrived.get(track[colour], "") + colour.letter
    events: list[Event] = []
    for at, colours in sorted(arrived.items()):
        inputs: dict[str, object] = {"colours": colours, "at": at}
        if tiles := min(extra, len(colours)):
            extra -= tiles
            events.append(Event(codes.BONUS, seat, {**inputs, "tiles": tiles}))
        else:
            events.append(Event(codes.REACHED, seat, inputs))
    return events


def _end_event(state: State, result: Result) -> Event:
    winners = tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
    lowest_marker = result.scores[winners[0]][0]
    if state.options.form is Form.SOLO:
        return Event(codes.SOLO_OVER, Seat(0), {"lowest": lowest_marker, "reason": result.reason})
    return Event(codes.WON, None, {"winners": winners, "lowest": lowest_marker, "reason": result.reason})


def _decline(state: State, seat: Seat, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Decline all bonus tiles that are due: the seat is asked to swap, or its turn ends."""
    after = with_next_question(state.with_fields(bonus_left=0), 0)
    events = [
        Event(codes.DECLINED, seat, {"tiles": state.bonus_left + 1}, revealed=_is_rack_partly_known(after))
    ]
    if after.asks is PLACE:
        after = _end_turn(after, events, chance)
    return after, tuple(events)


def _swap(state: State, seat: Seat, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    shown = state.racks[seat]
    drawn, bag = draw(state.bag, chance, RACK_SIZE)
    racks = with_item(state.racks, seat, merge(drawn))
    events = [
        Event(codes.SWAPPED, seat, {"rack": _names(shown)}, revealed=True, chance=True),
        Event(codes.DREW, seat, {"tiles": _names(drawn)}, to=_ONLY_SEAT[seat], chance=True),
    ]
    return next_turn(state, racks, merge(bag, shown)), tuple(events)


def _end_turn(state: State, events: list[Event], chance: Chance) -> State:
    seat = state.to_move
    rack = state.racks[seat]
    solo = state.options.form is Form.SOLO
    drawn, bag = draw(state.bag, chance, (1 if solo else RACK_SIZE) - len(rack))
    if drawn:
        to = None if solo else _ONLY_SEAT[seat]
        events.append(Event(codes.DREW, seat, {"tiles": _names(drawn)}, to, False, True))
    for tile in drawn:
        rack = with_tile(rack, tile)
    return next_turn(state, with_item(state.racks, seat, rack), bag)


def _names(tiles: bytes) -> str:
    return " ".join([NAMES[tile] for tile in tiles])


GENIAL = Genial()
