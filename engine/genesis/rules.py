"""The rules of Genesis (Knizia), turn by turn: two tiles as rolled or one of any terrain, then a roll."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from engine.chance import Chance
from engine.game import BadOptions, Defaults, Event, Game, Player, Result, Seat, Stage
from engine.genesis import codes, notation
from engine.genesis.board import LETTERS, name
from engine.genesis.greedy import Greedy
from engine.genesis.model import GenesisOptions, Move, View, dice_text
from engine.genesis.novices import CASUAL, NOVICE
from engine.genesis.outlook import OUTLOOK, SWIFT
from engine.genesis.state import DIE_FACES, Moves, State, opening, placed_only, take_turn
from engine.kit.positions import Notation
from engine.kit.random_player import RandomPlayer
from engine.robots.estimate import Thinker

__all__ = ["GENESIS", "Genesis"]


_STRONG, _EXPERT = 130, 400
"""The play-outs that the players spend on a move."""
_SWIFT_STRONG, _SWIFT_EXPERT = 500, 4000
"""The same where the core is compiled."""


class Genesis(Game[GenesisOptions, State, Move, View]):
    """The rules of Genesis, by Reiner Knizia: the largest herd of a zone scores most."""

    key: ClassVar[str] = "genesis"
    title: ClassVar[str] = "Genesis (Knizia)"
    rules: ClassVar[int] = 1
    Options = GenesisOptions
    positions = Notation(notation.position, notation.read_position)
    players: ClassVar[Mapping[str, Player]] = {
        "random": RandomPlayer(),
        "novice": NOVICE,
        "casual": CASUAL,
        "steady": Greedy(),
        "strong": Thinker(OUTLOOK, _STRONG, plain=Greedy(), swift=(SWIFT, _SWIFT_STRONG), version=2),
        "expert": Thinker(OUTLOOK, _EXPERT, plain=Greedy(), swift=(SWIFT, _SWIFT_EXPERT), version=2),
    }
    slow: ClassVar[frozenset[str]] = frozenset({"strong", "expert"})

    def seats(self, options: GenesisOptions) -> Collection[int]:
        """Return 2, 3 and 4. Raises `BadOptions` unless `tiles_per_terrain` is 13 or 16."""
        if options.tiles_per_terrain not in notation.TILES_PER_TERRAIN:
            raise BadOptions(codes.TILES_PER_TERRAIN, tiles=options.tiles_per_terrain)
        return (2, 3, 4)

    def setup(self, options: GenesisOptions, seats: int, chance: Chance) -> State:
        """Draw the first seat and roll its dice."""
        if seats not in self.seats(options):
            raise BadOptions(codes.SEATS, seats=seats)
        first = Seat(chance.below(seats))
        return opening(options, seats, first, _roll(chance))

    def pending(self, state: State) -> tuple[Seat, ...]:
        return (state.to_move,) if state.result is None else ()

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        return Moves(state) if state.result is None and seat == state.to_move else ()

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return notation.parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        after, placed = take_turn(state, move)
        events = [_turn_event(seat, move, placed)]
        result = after.result
        if result is not None:
            winners = tuple(Seat(each) for each, rank in enumerate(result.ranks) if rank == 1)
            points = result.scores[winners[0]][0]
            events.append(
                Event(codes.WON, None, {"winners": winners, "points": points, "reason": result.reason})
            )
            return after, tuple(events)
        for step in range((after.to_move - seat - 1) % state.seats):
            events.append(Event(codes.SKIPPED, Seat((seat + 1 + step) % state.seats)))
        dice = _roll(chance)
        events.append(Event(codes.ROLLED, after.to_move, {"dice": dice_text(dice)}, chance=True))
        return after._replace(dice=dice), tuple(events)

    def stages(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[Stage]:
        """Return the steps of a turn: each tile, then the next roll, or the scoring at the end."""
        after, events = self.play(state, seat, move, chance)
        count = len(after.placements) - len(state.placements)
        tiles = [Stage(placed_only(state, after, number), ()) for number in range(1, count + 1)]
        tiles[0] = Stage(tiles[0].state, events[:1])
        return (*tiles, Stage(after, events[1:]))

    def defaults(self, state: State, seat: Seat) -> Defaults:
        """Return the seat's move as forced if it has only one. Nothing is hidden: all can see it."""
        moves = self.moves(state, seat)
        return Defaults(forced=moves[0]) if len(moves) == 1 else Defaults()

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat,
            state.options,
            state.seats,
            state.first_seat,
            state.turn,
            state.to_move if state.result is None else None,
            state.dice,
            state.placements,
            state.left,
            state.free,
            state.result,
        )

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        """Return the state itself: nothing is hidden."""
        return state

    def concluded(self, view: View, result: Result) -> View:
        return view._replace(result=result, to_move=None, dice=())

    def result(self, state: State) -> Result | None:
        return state.result


def _roll(chance: Chance) -> tuple[int, ...]:
    return (DIE_FACES[chance.below(6)], DIE_FACES[chance.below(6)])


def _turn_event(seat: Seat, move: Move, placed: int) -> Event:
    """Return the event of a move of which `placed` tiles were placed."""
    (terrain, square), second = move
    inputs: dict[str, object] = {"move": str(move), "terrain": LETTERS[terrain], "square": name(square)}
    if second is None:
        return Event(codes.CHOSE, seat, inputs)
    if placed == 1:
        return Event(codes.CUT_SHORT, seat, inputs)
    terrain, square = second
    inputs["second_terrain"] = LETTERS[terrain]
    inputs["second_square"] = name(square)
    return Event(codes.PLACED, seat, inputs)


GENESIS = Genesis()
