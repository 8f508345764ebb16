"""The rules of Genesia: options, and which subject leads in which phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import BadOptions, Event, Game, Player, Result, Seat
from engine.genesia import closing, decks, fray, notation, opening, sight, turns
from engine.genesia.board import people_of, seat_of
from engine.genesia.greedy import Greedy
from engine.genesia.model import GenesiaOptions, Lot, Move, Phase, View
from engine.genesia.state import State
from engine.players import RandomPlayer

__all__ = ["GENESIA", "Genesia"]

SEATS = range(1, 6)
AGES = 3
_LETTERS = frozenset(lot.letter for lot in Lot)
_TEAMS = frozenset("ABCDE")


class Genesia(Game[GenesiaOptions, State, Move, View]):
    """Genesia, by Éric Labouze: three Ages of clans, cities and inventions, and an island in the middle."""

    key: ClassVar[str] = "genesia"
    title: ClassVar[str] = "Genesia"
    rules: ClassVar[int] = 1
    Options = GenesiaOptions
    players: ClassVar[Mapping[str, Player]] = {"random": RandomPlayer(), "greedy": Greedy()}

    def seats(self, options: GenesiaOptions) -> Collection[int]:
        """As `Game.seats`. Teams are written for all seats, lots for as many as there are in each Age.

        Decks have six cards for each.
        """
        _check_teams(options)
        _check_lots(options)
        players = _players(options)
        allowed = [seats for seats in SEATS if len(options.teams or seats * "A") == seats]
        if players is None:
            return allowed
        if players not in allowed:
            raise BadOptions("genesia.teams", teams=options.teams, seats=players)
        return [players]

    def setup(self, options: GenesiaOptions, seats: int, chance: Chance) -> State:
        """As `opening.setup`.

        Raises `BadOptions` genesia.seats, teams, solo_teams, lots, or about decks as `decks.check`.
        """
        if seats not in self.seats(options):
            if options.teams:
                raise BadOptions("genesia.teams", teams=options.teams, seats=seats)
            if options.lots and seats in SEATS:
                raise BadOptions("genesia.lots", lots=options.lots)
            if options.decks and seats in decks.SEATS:
                decks.check(options.decks, seats)
            if options.decks and seats == 1:
                raise BadOptions("genesia.solo_decks")
            raise BadOptions("genesia.seats", seats=seats)
        return opening.setup(options, seats, chance)

    def pending(self, state: State) -> tuple[Seat, ...]:
        return tuple([seat_of(state, people) for people in sight.acting(state)])

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        people = people_of(state, seat)
        match state.phase:
            case Phase.OBJECTIVE | Phase.DRAFT:
                return opening.moves(state, people)
            case Phase.GROWTH | Phase.EXPANSION:
                return turns.moves(state, people)
            case Phase.END | Phase.PLACE:
                return closing.moves(state, people)
            case Phase.OVER:
                return ()
            case _:
                return fray.moves(state, people)

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        return notation.parse(state, seat, text)

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        people = people_of(state, seat)
        step = state.step + 1
        goods = state.goods
        moved = replace(goods[people], seen=step)
        state = replace(state, step=step, goods=(*goods[:people], moved, *goods[people + 1 :]))
        match state.phase:
            case Phase.OBJECTIVE | Phase.DRAFT:
                return opening.play(state, people, move, chance)
            case Phase.END | Phase.PLACE:
                return closing.play(state, people, move, chance)
            case Phase.GROWTH | Phase.EXPANSION:
                state, events = turns.play(state, people, move)
                if not turns.over(state):
                    return state, events
                state, more = (closing if state.seats == 1 else fray).begin(state, chance)
                return state, (*events, *more)
            case _:
                return fray.play(state, people, move, chance)

    def lapse(self, state: State, seat: Seat) -> Move | None:
        return fray.lapse(state, seat)

    def standing(self, state: State, seat: Seat) -> Move | None:
        return fray.standing(state, seat)

    def view(self, state: State, seat: Seat | None) -> View:
        return sight.view(state, seat)

    def redeal(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return sight.redeal(state, seat, chance)

    def result(self, state: State) -> Result | None:
        return state.result

    def position(self, state: State) -> str:
        return notation.position(state)

    def read_position(self, text: str) -> State:
        return notation.read_position(text)


def _players(options: GenesiaOptions) -> int | None:
    """For how many the lots or decks are; `None` if none are chosen. Raises `BadOptions` about decks."""
    if options.lots and options.decks:
        raise BadOptions("genesia.lots_decks")
    if options.decks:
        return decks.check(options.decks)
    return len(options.lots.split("/")[0]) if options.lots else None


def _check_teams(options: GenesiaOptions) -> None:
    teams = options.teams
    if not teams:
        return
    if len(teams) == 1:
        raise BadOptions("genesia.solo_teams")
    if len(teams) not in SEATS or not _TEAMS.issuperset(teams) or len(set(teams)) < 2:
        raise BadOptions("genesia.teams", teams=teams, seats=len(teams))


def _check_lots(options: GenesiaOptions) -> None:
    if not options.lots:
        return
    ages = options.lots.split("/")
    number = len(ages[0])
    if (
        len(ages) != AGES
        or number not in SEATS[1:]
        or any(len(lots) != number or len(set(lots)) != number for lots in ages)
        or not _LETTERS.issuperset("".join(ages))
    ):
        raise BadOptions("genesia.lots", lots=options.lots)


GENESIA = Genesia()
