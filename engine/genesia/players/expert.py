"""The automatic players `expert` and `strong`: plans of turns, played out to the end of the Age.

That is done on redealt states. They know what `steady` knows, and plan a turn with many beliefs about the
worth of things: a few with a name, and for `expert` others drawn at random. If the plans differ, `steady`
plays on from each of them until the Age has been counted, on the same redealt states and with the same
chance, and the final board is judged. After each redealt state the worse half of the plans is dropped.

The choices before a turn (objective, draft, place in the order) they make as `steady` does: the whole Age is
still to come, and chance has more influence there than a few redealt states can show.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from engine.chance import Chance, SeededChance
from engine.game import Game, IllegalMove, Player, Seat
from engine.genesia import scoring
from engine.genesia.model import (
    CARDS,
    MAX_LINE_STEPS,
    ChooseStance,
    End,
    GenesiaOptions,
    Line,
    Move,
    Pass,
    Phase,
    Play,
    Stance,
    View,
)
from engine.genesia.players.evaluation import HABITS, Habits
from engine.genesia.players.greedy import Greedy
from engine.genesia.state import State
from engine.kit.lazy import Later

__all__ = ["Expert"]

_BELIEFS: tuple[Habits, ...] = (
    HABITS,
    HABITS._replace(coins_per_point=(0.0, 1.5, 1.2, 0.9), menace_share=0.0, guard_share=0.9),
    HABITS._replace(least_gain=(0.0, 1.0, 0.5, 0.1)),
    HABITS._replace(city_worth=(0.0, 3.5, 2.5, 0.2), coins_per_point=(0.0, 2.6, 2.0, 1.2)),
    HABITS._replace(lone_share=(0.0, 0.6, 0.9, 1.0), guard_share=0.0),
)
"""The named beliefs of `expert`: those of `steady`; peace; war; cities and thrift; spread thin."""
_DRAWN_PLANS = (0, 2, 8, 20)
"""The number of random beliefs for an expansion, by Age: the last one brings most of the points."""
_DRAWN_STANCES = 4
"""The number of random beliefs for war and peace."""
_FACTOR_EXPONENT = 0.6
"""Random beliefs multiply the worth of a region by powers of 2 with exponents up to this, either sign."""
_MAX_DEFENCES = 4
"""Defence plays that `expert` tries, at most."""
_PLANNING_SHARE, _TRYING_SHARE = 0.3, 0.9
"""Shares of the time after which no more plans are made, and no more play-outs begun: one takes a while."""
_FIRST_LINE_SHARE, _REST_SHARE = 0.7, 0.3
"""Shares of a turn's time for the first line of an expansion turn, and for each later move of it."""
_ILLEGAL_WORTH = -1000.0
"""The worth of a plan that is illegal in a redealt state, below that of every other."""
_BELIEFS_ENTRY = 1 << 15
"""The entry of the player's chance that draws beliefs; states and plans use lower ones, play-outs higher."""
_PHASES = tuple(Phase)
_PLANNED = frozenset({Phase.GROWTH, Phase.EXPANSION})
"""The phases in which a plan is a whole turn."""
_CHANCY = frozenset({Phase.OBJECTIVE, Phase.DRAFT, Phase.PLACE})
"""The phases in which `expert` chooses as `steady` does."""


class _Prospect(NamedTuple):
    """Final points to be expected of a people's board after an Age, per unit of each thing on it.

    Rounded from least squares over 240 games of greedy players with these beliefs among two to five. The
    first Age says little of the end (3 % of the variance), the second a third.
    """

    land: float
    progress: float
    """Per progress point that is counted already."""
    inventions: float
    """Per progress point that inventions will still bring."""
    coins: float
    clans: float
    cities: float
    objective: float
    three_quarters_lead: float
    """Points ahead with which three games of four are taken to be won."""


_PROSPECTS = {
    1: _Prospect(0.4, 0.8, 0.2, 0.7, 0.2, 3.0, 0.2, 14.0),
    2: _Prospect(0.6, 0.3, 0.3, 0.45, 1.3, 0.7, 0.9, 10.0),
    3: _Prospect(1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 5.0),
}

GenesiaGame = Game[GenesiaOptions, State, Move, View]


class Expert(Player):
    """A player that plays out what it could do, and chooses what ends best."""

    def __init__(
        self,
        game: Callable[[], GenesiaGame],
        worlds: int,
        seconds: float | None = None,
        *,
        draws_beliefs: bool = True,
    ) -> None:
        """Make a player that plays plans out on `worlds` redealt states, fewer if the time is over.

        Without `draws_beliefs` it knows the beliefs with a name alone, and so has fewer plans.

        `seconds` of processor time are for one turn; without them the choice depends on nothing but the
        arguments.
        """
        self._game = game
        self._worlds = worlds
        self._seconds = seconds
        self._draws_beliefs = draws_beliefs
        self._players = tuple(Greedy(habits) for habits in _BELIEFS)

    @property
    def budget(self) -> int:
        return self._worlds

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """Return its move as `Player.choose`."""
        return self.think(view, moves, imagine, chance)[0]

    def think(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> tuple[Move, bool]:
        """Return its move and whether time has cut the search, as `Player.think`."""
        seat, began = view.seat, time.thread_time()
        assert seat is not None
        deal = cast("Callable[[Chance], State]", imagine)
        key = bytes([chance.below(256) for _ in range(32)])

        world = deal(SeededChance(key, 0))
        share = 1.0
        if view.phase is Phase.EXPANSION:
            assert view.people is not None
            begun = world.public[view.people].last_ply > world.turn_ends[view.people]
            share = _REST_SHARE if begun else _FIRST_LINE_SHARE

        is_cut = False

        def late(part: float) -> bool:
            nonlocal is_cut
            is_late = self._seconds is not None and time.thread_time() - began > part * share * self._seconds
            is_cut = is_cut or is_late
            return is_late

        plans: list[Move] = []
        for move in self._plans(view, moves, world, seat, key):
            if move not in plans:
                plans.append(move)
            if late(_PLANNING_SHARE):
                break
        worth = dict.fromkeys(plans, 0.0)
        for number in range(self._worlds):
            if len(plans) == 1 or late(_TRYING_SHARE):
                break
            world = deal(SeededChance(key, number)) if number else world
            found: dict[Move, float] = {}
            for move in plans:
                found[move] = self._play_out(world, seat, move, key, number)
                if late(_TRYING_SHARE):
                    break
            if number and len(found) < len(plans):
                break  # not all of them were tried on this state
            for move, each in found.items():
                worth[move] += each
            plans = sorted(found, key=lambda move: -worth[move])[: max(2, (len(plans) + 1) // 2)]
        return plans[0], is_cut

    # Plans

    def _plans(
        self,
        view: View,
        moves: Sequence[Move],
        world: State,
        seat: Seat,
        key: bytes,
    ) -> Iterator[Move]:
        """Yield the moves that it could make, first that of `steady`."""
        players = self._players
        if view.phase in _CHANCY:
            players = players[:1]
        elif not self._draws_beliefs:
            pass
        elif view.seats > 1 and view.phase is Phase.EXPANSION:
            players = (*players, *_draw_players(view, key, _DRAWN_PLANS[view.age]))
        elif view.phase is Phase.STANCE:
            players = (*players, *_draw_players(view, key, _DRAWN_STANCES))
        for player in players:
            if view.phase in _PLANNED:
                yield self._turn(player, world, seat, key)
            else:
                imagine = partial(self._game().redeal, world, seat)
                yield player.choose(view, moves, imagine, SeededChance(key, 0))
        if view.phase is Phase.STANCE:
            yield ChooseStance(Stance.PEACE)
        if view.phase is Phase.REACTION:
            yield Pass()
            yield from [move for move in moves if isinstance(move, Play)][:_MAX_DEFENCES]

    def _turn(self, player: Greedy, state: State, seat: Seat, key: bytes) -> Move:
        """Return the whole turn as that player would play it, in one line."""
        game, phase, steps = self._game(), state.phase, list[Any]()
        while state.phase is phase and End() not in steps and len(steps) < MAX_LINE_STEPS:
            step = player.choose(
                game.view(state, seat),
                Later(partial(game.moves, state, seat)),
                partial(game.redeal, state, seat),
                SeededChance(key, len(steps)),
            )
            state, _ = game.play(state, seat, step, SeededChance(key, len(steps)))
            steps.append(step)
        return steps[0] if len(steps) == 1 else Line(tuple(steps))

    # Playing out

    def _play_out(self, state: State, seat: Seat, move: Move, key: bytes, number: int) -> float:
        """Return the worth of the state after the move if `steady` plays on for all.

        It plays until the Age has been counted; in solo, where no order is chosen after that, to the end of
        the game. An illegal move is worth `_ILLEGAL_WORTH`.
        """
        game, player, age = self._game(), self._players[0], state.age
        made: dict[tuple[Phase, int], int] = {}

        def chance(mover: Seat) -> Chance:
            """Return a chance of the player's next move in this phase, the same in every plan."""
            where = state.phase, mover
            made[where] = made.get(where, 0) + 1
            at = _PHASES.index(state.phase)
            return SeededChance(key, ((number + 1) * len(_PHASES) + at << 16) + (mover << 12) + made[where])

        try:
            state, _ = game.play(state, seat, move, chance(seat))
        except IllegalMove:
            return _ILLEGAL_WORTH
        while (pending := game.pending(state)) and not (state.phase is Phase.PLACE and state.age == age):
            mover = pending[0]
            own = chance(mover)
            answer = game.defaults(state, mover).ordered
            if answer is None:
                answer = player.choose(
                    game.view(state, mover),
                    Later(partial(game.moves, state, mover)),
                    partial(game.redeal, state, mover),
                    own,
                )
            state, _ = game.play(state, mover, answer, own)
        return _worth(state, seat, game.sides(state.options, state.seats))


def _draw_players(view: View, key: bytes, number: int) -> tuple[Greedy, ...]:
    """Return `number` players with beliefs drawn at random: no two of them want the same regions."""
    chance = SeededChance(key, _BELIEFS_ENTRY)

    def between(low: float, high: float) -> float:
        return low + (high - low) * chance.below(1 << 16) / (1 << 16)

    players: list[Greedy] = []
    for _ in range(number):
        habits = HABITS._replace(
            coins_per_point=(0.0, between(1.2, 3.0), between(1.0, 2.4), between(0.8, 1.8)),
            clan_worth=(0.0, between(0.6, 1.6), between(0.4, 1.2), between(0.0, 0.5)),
            least_gain=(0.0, between(1.0, 6.0), between(0.5, 4.0), between(0.0, 3.0)),
            city_worth=(0.0, between(1.0, 4.5), between(0.5, 3.0), between(0.0, 0.6)),
            lone_share=(0.0, between(0.1, 0.7), between(0.3, 1.0), between(0.7, 1.1)),
            guard_share=between(0.0, 1.2),
            menace_share=between(0.0, 1.0),
            region_factors=tuple(
                [2 ** between(-_FACTOR_EXPONENT, _FACTOR_EXPONENT) for _ in view.map.regions]
            ),
        )
        players.append(Greedy(habits))
    return tuple(players)


def _worth(state: State, seat: Seat, sides: Sequence[Collection[Seat]]) -> float:
    """Return roughly the probability of a win, with a little for the distance; in solo the points."""
    if state.seats == 1:
        assert state.result is not None
        return float(state.result.scores[0][0])
    weakest = {tuple(side): min(_expected_score(state, each) for each in side) for side in sides}
    own = next(points for side, points in weakest.items() if seat in side)
    ahead = own - max(points for side, points in weakest.items() if seat not in side)
    return 1 / (1 + math.exp(-ahead / _PROSPECTS[state.age].three_quarters_lead)) + 0.002 * ahead


def _expected_score(state: State, people: int) -> float:
    """Return the final score to be expected of the board for that people when the Age has been counted."""
    sheet, public = scoring.sheet(state, people, True), state.public[people]
    prospect = _PROSPECTS[state.age]
    lasting = (3 - state.age) * sum(CARDS[card].progress for card in public.inventions)
    return (
        prospect.land * (sheet.conquest + sheet.radiance)
        + prospect.progress * sum(sheet.progress)
        + prospect.inventions * lasting
        + prospect.coins * public.coins
        + prospect.clans * sum(public.clans)
        + prospect.cities * public.cities.bit_count()
        + prospect.objective * (sheet.objective or 0)
    )
