"""Positions of Génial set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance, SeededChance
from engine.game import Event, Seat
from engine.genial import GENIAL
from engine.genial.board import Colour, cell, grid
from engine.genial.model import Asks, Form, GenialOptions, Move
from engine.genial.state import FULL_BAG, State, kind
from engine.genial.turn import opening

COLOUR = {colour.letter: colour for colour in Colour}


def rack(text: str) -> bytes:
    """Return the rack with the tiles that are written like ``"RB OO"``."""
    return bytes(sorted(kind(COLOUR[tile[0]], COLOUR[tile[1]]) for tile in text.split()))


def table(
    racks: Sequence[str],
    shown: Mapping[str, str] | None = None,
    *,
    form: Form = Form.FREE,
    single_bonus: bool = False,
    tracks: Sequence[Sequence[int]] | None = None,
    free: str | None = None,
    bag: str | None = None,
    turn: int | None = None,
    first: int = 0,
    asks: Asks = Asks.PLACE,
    bonus_left: int = 0,
) -> State:
    """Return a position in the middle of a game in which seat `first` is to move.

    `shown` maps names of cells to the letter of the colour on them. `free` lists the only free cells; without
    it all cells are free that show nothing. Without `turn` all first tiles have been placed; with it all
    printed symbols are open to first tiles.
    """
    start = opening(
        GenialOptions(form, single_bonus), len(racks), Seat(first), tuple(map(rack, racks)), FULL_BAG
    )
    bits = grid(start.radius).bits
    colours = list(start.shown)
    covered = 0
    for name, letter in (shown or {}).items():
        bit = 1 << bits[cell(name, start.radius)]
        assert start.free & bit, f"{name} is printed"
        colours[COLOUR[letter]] |= bit
        covered |= bit
    state = start.with_fields(
        turn=len(racks) if turn is None else turn,
        open_symbols=0 if turn is None else start.open_symbols,
        shown=tuple(colours),
        free=start.free & ~covered,
        asks=asks,
        bonus_left=bonus_left,
    )
    if free is not None:
        state = state.with_fields(free=sum(1 << bits[cell(name, start.radius)] for name in free.split()))
    if tracks is not None:
        state = state.with_fields(tracks=tuple(map(tuple, tracks)))
    if bag is not None:
        state = state.with_fields(bag=rack(bag))
    return state


def play(state: State, text: str, chance: Chance | None = None) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the seat to move has played `text`, and the events of the move."""
    seat = state.to_move
    return GENIAL.play(state, seat, GENIAL.parse(state, seat, text), chance or SeededChance(b"table", 0))


def points(state: State, text: str) -> dict[str, int]:
    """Return the points of a placement, without zeros, by the letter of the colour."""
    after, _ = play(state, text)
    counted = after.placements[-1].points
    return {colour.letter: counted[colour] for colour in Colour if counted[colour]}


def move(state: State, text: str) -> Move:
    """Return the move of the seat to move that `text` means."""
    return GENIAL.parse(state, state.to_move, text)


def codes(events: Sequence[Event]) -> list[str]:
    """Return the codes of the events without the name of the game."""
    return [event.code.removeprefix("genial.") for event in events]
