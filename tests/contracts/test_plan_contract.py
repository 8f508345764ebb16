"""Planned moves, in every game: what they are planned against, and that nobody learns of one, or by one."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.match.plans import preview_plan
from engine.match.values import ALONE
from engine.matches import Status
from engine.store.sqlite import SqliteStore
from tests.contracts.cases import EVERY, Case, at_most, is_quick
from tests.contracts.test_undo_contract import Staged, looked_at, outcome, position, same_move

STEPS = 30


def any_of(moves: Any, dice: random.Random) -> str:
    return str(moves[dice.randrange(len(moves))])


@EVERY
def test_what_is_anticipated_tells_nothing_that_its_seat_may_not_know(case: Case) -> None:
    """The chance to plan, the view from there and a plan's effect are the same in a match that looks the
    same.
    """
    game, dice, found = case.game, random.Random(str(case)), 0
    for seed in range(at_most(3, 1)):
        chance = SeededChance(b"ahead", seed)
        state = game.setup(case.options, case.seats, chance)
        for number in range(STEPS):
            if game.result(state) is not None:
                break
            for seat in map(Seat, range(case.seats)):
                ahead = game.anticipate(state, seat)
                twin = game.redeal(state, seat, SeededChance(b"twin", seed * STEPS + number))
                other = game.anticipate(twin, seat)
                assert (ahead is None) == (other is None)
                if ahead is None:
                    continue
                found += 1
                asked = {str(move) for move in game.moves(state, seat)}
                after_that = map(str, game.moves(ahead, seat)) if asked else ()
                assert asked.isdisjoint(after_that), "who is asked plans what comes after"
                assert game.pending(ahead) == (seat,)
                assert game.view(ahead, seat) == game.view(other, seat)
                moves = game.moves(ahead, seat)
                for move in {any_of(moves, dice) for _ in range(3)}:
                    assert str(game.parse(ahead, seat, move)) == move
                    assert preview_plan(game, ahead, seat, move) == preview_plan(game, other, seat, move)
            seat = dice.choice(game.pending(state))
            state, _ = game.play(
                state, seat, game.parse(state, seat, any_of(game.moves(state, seat), dice)), chance
            )
        for seat in map(Seat, range(case.seats)):
            assert game.result(state) is None or game.anticipate(state, seat) is None
    assert found or not case.trial.plans or case.seats == 1


class Planning(Staged):
    """A match at which people plan."""

    planners: frozenset[Seat] = frozenset()
    """The seats that have planned so far."""

    async def told(self, viewer: Seat | None) -> list[object]:
        """The same without what only those are told whose own plans led on."""
        told = await super().told(viewer)
        return [each for each in told if viewer not in self.planners or each[0] != ALONE]  # type: ignore[index]

    async def others_shown(self, planner: Seat) -> list[object]:
        """Return the views of everybody but that seat."""
        every = (None, *map(Seat, range(self.case.seats)))
        return [await self.shown(viewer) for viewer in every if viewer != planner]


@pytest.mark.parametrize("case", looked_at(), ids=str)
async def test_nobody_else_sees_that_there_is_a_plan(tmp_path: Path, case: Case) -> None:
    """Nor that one is about to be played, nor that one was dropped; then it is a move like any other."""
    what = Counter[str]()
    for seed in range(at_most(5, 2)):
        start, dice = position(case, seed), random.Random(f"plans {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with (
            await SqliteStore.open(folder / "one.db") as first,
            await SqliteStore.open(folder / "other.db") as second,
        ):
            one, other = Planning(case, first, start), Planning(case, second, start)
            await one.opened()
            await other.opened()
            for _ in range(8):
                planner = await planned(one, dice)
                found = await same_move(dice, one, other)
                if found is None:
                    break
                seat, move = found
                for table in (one, other):
                    await table.play(seat, move)
                if planner is not None:
                    what[await followed(one, other, planner)] += 1
                if (await one.match()).status is not Status.RUNNING:
                    break
                every = [None, *map(Seat, range(case.seats))]
                assert [await one.seen(each) for each in every] == [await other.seen(each) for each in every]
            await one.matches.close()
            await other.matches.close()
    assert is_quick() or set(what) >= case.trial.plans


async def planned(table: Planning, dice: random.Random) -> Seat | None:
    """Plan a move for the first of the seats to come that can, and return that seat; nobody else sees it."""
    asked = (await table.matches.queries.situation(table.id, None)).pending
    for step in range(1, table.case.seats):
        seat = Seat((asked[0] + step) % table.case.seats)
        if await outcome(may_plan(table, seat)):
            continue
        outset = await table.matches.plans.outset(table.id, 1 + seat)
        before = await table.others_shown(seat)
        await table.matches.plans.plan(table.id, 1 + seat, any_of(outset.moves, dice), next(table.clicks))
        assert await table.others_shown(seat) == before
        table.planners |= {seat}
        return seat
    return None


async def may_plan(table: Planning, seat: Seat) -> None:
    await table.matches.plans.outset(table.id, 1 + seat)


async def followed(one: Planning, other: Planning, planner: Seat) -> str:
    """Return the fate of the plan; nobody else sees it until it is played."""
    assert await one.others_shown(planner) == await other.others_shown(planner)
    if (await one.match()).status is not Status.RUNNING:
        return "ended"
    situation = await one.matches.queries.situation(one.id, 1 + planner)
    if situation.plan is not None:
        if situation.plan.dropped:
            return "dropped"
        await one.matches.plans.unplan(one.id, 1 + planner)
        return "waits"
    assert situation.held is not None
    for table in (one, other):
        await table.matches.hours.set_hold(
            1 + planner, 0
        )  # else a tap counts from earlier, and so does the plan
    one.time = situation.held.due
    await one.settled()
    other.time = one.time
    await other.matches.moves.play(other.id, 1 + planner, situation.held.text, None, next(other.clicks))
    await other.settled()
    ended = (await one.match()).status is not Status.RUNNING
    if not ended:  # else it has a fingerprint of its own: other clicks
        assert await one.others_shown(planner) == await other.others_shown(planner)
    return "played"
