"""Génial as text: moves as people type them, and whole positions on one line."""

from __future__ import annotations

import re
from itertools import chain

from engine.game import BadPosition, IllegalMove, Seat
from engine.genial import codes
from engine.genial.board import SYMBOLS, Cell, Colour, grid, is_adjacent, name, names
from engine.genial.board import cell as cell_named
from engine.genial.model import Asks, Form, GenialOptions, Keep, Move, Place, Placement, Swap
from engine.genial.state import FULL_BAG, RACK_SIZE, SEAT_COUNTS, TILES, State, Tiles, kind, without_tile
from engine.genial.turn import is_first_tile, near_symbols, next_turn, opening, place_tile, with_next_question
from engine.kit.items import with_item
from engine.kit.reading import no_move, words_of

__all__ = ["parse", "position", "read_position"]

_PLACE = re.compile(r"([A-Z])[\s,:;/-]*([A-Z])[\s,:;/-]*([A-Z][0-9]{1,2})[\s,:;/-]*([A-Z][0-9]{1,2})")
_TILE = re.compile(r"([ROYGBP])([ROYGBP])([A-O][0-9]{1,2})([A-O][0-9]{1,2})")
_POSITION = re.compile(
    r"(?P<form>free|team|solo)/(?P<seats>[1-4]) (?P<bonus>single|-) (?P<first>[0-3]) "
    r"(?P<tiles>-|[A-Z0-9/+]+) (?P<racks>[ROYGBP/-]+) "
    r"(?P<asks>place|bonus|swap|over)"
)
_RACK = re.compile(r"-|(?:[ROYGBP]{2})+")
_LETTERS = {colour.letter: colour for colour in Colour}


def parse(state: State, seat: Seat, text: str) -> Move:
    """Parse ``BR E5 F5``, ``swap`` or ``keep``, in either case. Raises as `Game.parse`.

    Spaces, commas, colons, semicolons, slashes and dashes may stand between the parts.
    """
    words = words_of(text, seat, () if state.asks is None else (state.to_move,))
    if words == "SWAP":
        if state.asks is Asks.SWAP:
            return Swap()
        raise IllegalMove(codes.SOLO_SWAP if state.options.form is Form.SOLO else codes.SWAP_NOT_NOW)
    if words == "KEEP":
        if state.asks in (Asks.SWAP, Asks.BONUS):
            return Keep()
        raise IllegalMove(codes.KEEP_NOT_NOW)
    found = _PLACE.fullmatch(words)
    if found is None or found[1] not in _LETTERS or found[2] not in _LETTERS:
        raise no_move(codes.NOTATION, text)
    if state.asks is Asks.SWAP:
        raise IllegalMove(codes.SWAP_OR_KEEP)
    first, second = _LETTERS[found[1]], _LETTERS[found[2]]
    a, b = (_read_cell(state, each) for each in (found[3], found[4]))
    _check_placement(state, seat, first, second, a, b)
    return _canonical(Place(first, second, a, b, state.radius))


def _canonical(move: Place) -> Place:
    """Return the placement with its two halves in the order in which `Moves` lists it."""
    bits = grid(move.radius).bits
    if (move.first, bits[move.a]) > (move.second, bits[move.b]):
        return Place(move.second, move.first, move.b, move.a, move.radius)
    return move


def _read_cell(state: State, text: str) -> Cell:
    try:
        return cell_named(text, state.radius)
    except KeyError:
        raise IllegalMove(codes.OFF_BOARD, cell=text) from None


def _check_placement(state: State, seat: Seat, first: Colour, second: Colour, a: Cell, b: Cell) -> None:
    """Raise `IllegalMove` for the first rule that the placement breaks, the most obvious rule first."""
    tile = kind(first, second)
    if tile not in state.racks[seat]:
        raise IllegalMove(codes.NOT_ON_RACK, tile=str(TILES[tile]))
    cells = grid(state.radius)
    for each in (a, b):
        if each in SYMBOLS:
            raise IllegalMove(codes.PRINTED, cell=name(each, state.radius))
        if not state.free >> cells.bits[each] & 1:
            raise IllegalMove(codes.TAKEN, cell=name(each, state.radius))
    if a == b:
        raise IllegalMove(codes.SAME_CELL, cell=name(a, state.radius))
    if not is_adjacent(a, b):
        raise IllegalMove(codes.NOT_ADJACENT, a=name(a, state.radius), b=name(b, state.radius))
    if not is_first_tile(state):
        return
    both = 1 << cells.bits[a] | 1 << cells.bits[b]
    if near_symbols(state) & both:
        return
    for symbol, _ in cells.symbols:
        if cells.around[symbol] & both:
            raise IllegalMove(codes.SYMBOL_USED, symbol=name(cells.cells[symbol], state.radius))
    raise IllegalMove(codes.FIRST_TILE)


def position(state: State) -> str:
    """Return the state as six words: form and seats, bonus rule, first seat, tiles, racks, question.

    ``free/2 - 1 RBF9F10/YYB1C1 RRROOBYGYPBP/ROROYYGGGPPP place``: turns are separated by ``/``, the tiles of
    one turn by ``+``, racks by ``/``. The bonus rule is ``single`` or ``-``, the question ``place``,
    ``bonus``, ``swap`` or ``over``; ``-`` stands for no tile. Markers and the bag are not written: they
    follow from the rest.
    """
    options = state.options
    turns: list[str] = []
    for at, placed in enumerate(state.placements):
        tile = _tile_text(placed, state.radius)
        if at and state.placements[at - 1].turn == placed.turn:
            turns[-1] += "+" + tile
        else:
            turns.append(tile)
    return " ".join(
        (
            f"{options.form.value}/{state.seats}",
            "single" if options.single_bonus else "-",
            str(state.first_seat),
            "/".join(turns) or "-",
            "/".join("".join(str(TILES[tile]) for tile in rack) or "-" for rack in state.racks),
            "over" if state.asks is None else state.asks.value,
        )
    )


def _tile_text(placed: Placement, radius: int) -> str:
    named = names(radius)
    return placed.first.letter + placed.second.letter + named[placed.a] + named[placed.b]


def read_position(text: str) -> State:
    """Return the state of a text. Raises `BadPosition` unless `position` writes exactly this text for it."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise BadPosition(codes.POSITION, at=text[:40])
    options = GenialOptions(Form(found["form"]), found["bonus"] == "single")
    seats, first = int(found["seats"]), int(found["first"])
    if (
        seats not in SEAT_COUNTS[options.form]
        or first >= seats
        or (options.form is Form.SOLO and options.single_bonus)
    ):
        raise BadPosition(codes.POSITION, at=found["form"])
    racks = tuple(_read_rack(rack) for rack in found["racks"].split("/"))
    if len(racks) != seats:
        raise BadPosition(codes.POSITION, at=found["racks"])
    state = opening(options, seats, Seat(first), racks, FULL_BAG)
    turns = [] if found["tiles"] == "-" else [turn.split("+") for turn in found["tiles"].split("/")]
    for turn in turns[:-1]:
        state = _read_turn(state, turn)
    if turns:
        state = _read_turn(state, turns[-1], found["asks"], racks)
    state = state.with_fields(racks=racks, bag=_bag(state, racks))
    if position(state) != text or not _has_full_racks(state):
        raise BadPosition(codes.POSITION, at=found["asks"])
    return state


def _read_rack(text: str) -> Tiles:
    if not _RACK.fullmatch(text):
        raise BadPosition(codes.POSITION, at=text)
    pairs = zip(text[::2], text[1::2], strict=False)
    return bytes(kind(_LETTERS[one], _LETTERS[other]) for one, other in pairs)


def _read_turn(state: State, turn: list[str], asks: str = "place", racks: tuple[Tiles, ...] = ()) -> State:
    """Place the tiles of one turn. Raises `BadPosition` if the rules forbid one of them.

    The turn is over if `asks` is ``place``. Otherwise it leads to the question `asks`, which the racks of the
    position, `racks`, allow or not.
    """
    seat = state.to_move
    for number, text in enumerate(turn):
        found = _TILE.fullmatch(text)
        if found is None:
            raise BadPosition(codes.POSITION, at=text)
        first, second = _LETTERS[found[1]], _LETTERS[found[2]]
        tile = kind(first, second)
        state = state.with_fields(racks=with_item(state.racks, seat, bytes((tile, tile))))
        try:
            move = Place(
                first, second, _read_cell(state, found[3]), _read_cell(state, found[4]), state.radius
            )
            _check_placement(state, seat, first, second, move.a, move.b)
        except IllegalMove:
            raise BadPosition(codes.POSITION, at=text) from None
        if move != _canonical(move):
            raise BadPosition(codes.POSITION, at=text)
        done, _, reached = place_tile(state, move)
        last = number + 1 == len(turn)
        if last and asks != "place":
            after = with_next_question(done.with_fields(racks=racks), reached)
            declined = after.asks is Asks.BONUS and asks == "swap"
            return with_next_question(after.with_fields(bonus_left=0), 0) if declined else after
        state = with_next_question(done, reached)
        # A turn may end while a bonus tile is due: the seat may decline it.
        if state.asks is None or (state.asks is not Asks.BONUS and not last):
            raise BadPosition(codes.POSITION, at=text)
    return next_turn(state, state.racks, state.bag)


def _bag(state: State, racks: tuple[Tiles, ...]) -> Tiles:
    """Return the tiles that are neither on the board nor in `racks`. Raises `BadPosition`."""
    bag = FULL_BAG
    for tile in (*(kind(placed.first, placed.second) for placed in state.placements), *chain(*racks)):
        if tile not in bag:
            raise BadPosition(codes.POSITION, at=str(TILES[tile]))
        bag = without_tile(bag, tile)
    return bag


def _has_full_racks(state: State) -> bool:
    """Return whether every seat holds a full rack; the seat to move has less within its turn."""
    full = 1 if state.options.form is Form.SOLO else RACK_SIZE
    missing = 0
    if state.asks is not Asks.PLACE:
        missing = sum(placed.turn == state.turn for placed in state.placements)
    return all(
        len(rack) == full - (missing if seat == state.to_move else 0) for seat, rack in enumerate(state.racks)
    )
