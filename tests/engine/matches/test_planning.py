"""Planned moves: kept while others think, played a while after the question comes, dropped with a notice."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import BadNotation, Calling, Seat
from engine.genesia.model import GenesiaOptions
from engine.genesia.rules import GENESIA
from engine.match.clock import Pace
from engine.match.values import ALONE
from engine.matches import HeldAnswer, Limits, Matches, Played, Status
from engine.store.rekeying import rekey_running
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, refuses
from tests.engine.matches.timed import HOUR, Timed

EVE = 9
"""A moderator, who has no seat."""
MINUTE = timedelta(minutes=1)
MOST = 10 * MINUTE
LIMITS = Limits(steps=timedelta(), hold=timedelta())


class Tables(Timed):
    """Bazaars at which one buys in turn, and plans a purchase."""

    def again(self, **given: Any) -> Matches:
        return super().again(**({"limits": LIMITS} | given))

    async def morning(self) -> int:
        """Return a match of three in which Ann is to buy, and Bob comes next."""
        match = await self.started(BOB, CEE)
        await self.moves(match, (ANN, "pick 0"), (BOB, "pick 1"), (CEE, "pick 2"))
        await self.carry()
        return match

    async def planned(self) -> int:
        """Return the same match; Bob has planned to buy nothing, and is asked."""
        match = await self.morning()
        await self.matches.plans.plan(match, BOB, "end", self.click)
        await self.play(match, ANN, "end")
        return match

    async def due(self, match: int) -> datetime:
        held = (await self.matches.queries.situation(match, BOB)).held
        assert held is not None
        assert held.planned
        return held.due

    async def last(self, match: int) -> tuple[str, int | None, int | None, datetime]:
        *_, entry = await self.store.entries(match)
        return entry.text, entry.seat, entry.by, entry.at

    async def until(self, time: datetime) -> None:
        self.clock.time = time
        await self.automatic()

    async def dropped(self, match: int) -> str | None:
        plan = (await self.matches.queries.situation(match, BOB)).plan
        return None if plan is None else plan.dropped


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Tables]:
    table = Tables(store)
    yield table
    await table.matches.close()


async def test_it_is_played_one_to_ten_minutes_after_the_question(table: Tables) -> None:
    match = await table.planned()
    asked, due = table.clock(), await table.due(match)
    assert asked + MINUTE <= due <= asked + MOST
    assert (due - asked) % timedelta(seconds=1), "people do not answer in whole seconds"
    await table.until(due - timedelta(seconds=1))
    assert (await table.last(match))[:3] == ("end", 0, ANN)
    await table.until(due)
    assert await table.last(match) == ("end", 1, BOB, due)
    situation = await table.matches.queries.situation(match, BOB)
    assert (situation.held, situation.plan) == (None, None)


async def test_it_is_never_twice_the_same_delay(table: Tables) -> None:
    waits = set[timedelta]()
    for _ in range(20):
        match = await table.planned()
        waits.add(await table.due(match) - table.clock())
    assert len(waits) == 20
    assert max(waits) - min(waits) > MOST / 4


async def test_nobody_waits_for_a_person_who_has_planned(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.play(match, ANN, "end")
    assert not await table.matches.queries.is_waiting_for(match, BOB)
    assert match not in await table.matches.queries.waiting_for(BOB)


async def test_it_survives_a_restart_before_and_after_the_question(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "end", table.click)
    table.matches = table.again()
    assert await table.dropped(match) == ""
    await table.play(match, ANN, "end")
    table.matches = table.again()
    await table.until(await table.due(match))
    assert (await table.last(match))[:3] == ("end", 1, BOB)


async def test_a_lost_timer_is_found_again(table: Tables) -> None:
    match = await table.planned()
    await table.wrote(match, stops=(("hold", Seat(1)),))
    table.matches = table.again()
    await table.matches.recovery.revive(match)
    await table.until(await table.due(match))
    assert (await table.last(match))[1] == 1


async def test_its_person_may_answer_first(table: Tables) -> None:
    match = await table.planned()
    await table.play(match, BOB, "buy")
    assert (await table.matches.queries.situation(match, BOB)).held is None
    await table.until(table.clock() + MOST)
    assert (await table.last(match))[:3] == ("buy", 1, BOB)


async def test_the_same_move_tapped_is_made_at_once(table: Tables) -> None:
    """A person who taps the planned move does not want to wait for the plan."""
    match = await table.planned()
    answer = await table.matches.held_moves.submit(match, BOB, "end", None, table.click)
    assert isinstance(answer, Played)


async def test_the_same_move_tapped_is_held_as_any_other(table: Tables) -> None:
    match = await table.planned()
    await table.matches.hours.set_hold(BOB, 30)
    answer = await table.matches.held_moves.submit(match, BOB, "end", None, table.click)
    assert isinstance(answer, HeldAnswer)
    assert answer.held.due == table.clock() + timedelta(seconds=30)
    assert not answer.held.planned


async def test_play_now_and_take_it_back(table: Tables) -> None:
    for sent in (True, False):
        match = await table.planned()
        held = (await table.matches.queries.situation(match, BOB)).held
        assert held is not None
        table.clock.pass_(20)
        if sent:
            await table.matches.held_moves.send(match, BOB, held.question)
            assert await table.last(match) == ("end", 1, BOB, table.clock()), "made now, not when planned"
        else:
            await table.matches.held_moves.drop(match, BOB, held.question)
            await table.until(table.clock() + MOST)
            assert (await table.last(match))[1] == 0
            assert await table.matches.queries.is_waiting_for(match, BOB)


async def test_play_now_counts_from_a_moment_before_as_a_tap_that_is_sent(table: Tables) -> None:
    """Nobody taps and sends in the same moment; everybody could read in the log that nothing was tapped."""
    match = await table.planned()
    await table.matches.hours.set_hold(BOB, 30)
    held = (await table.matches.queries.situation(match, BOB)).held
    assert held is not None
    table.clock.pass_(20)
    await table.matches.held_moves.send(match, BOB, held.question)
    _, seat, _, at = await table.last(match)
    assert seat == 1
    assert timedelta(seconds=0.3) <= table.clock() - at <= timedelta(seconds=3)


async def test_withdrawn_nothing_happens(table: Tables) -> None:
    match = await table.morning()
    before = await table.matches.queries.situation(match, BOB)
    await table.matches.plans.plan(match, BOB, "buy", table.click)
    await table.matches.plans.unplan(match, BOB)
    assert await table.matches.queries.situation(match, BOB) == before
    with refuses("plan_gone"):
        await table.matches.plans.unplan(match, BOB)
    await table.play(match, ANN, "end")
    assert (await table.matches.queries.situation(match, BOB)).held is None


async def test_the_same_click_twice_and_another_plan(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "buy", 77)
    await table.matches.plans.plan(match, BOB, "end", 78)
    again = await table.matches.plans.plan(match, BOB, "buy", 77)
    assert again.plan is not None
    assert again.plan.text == "end", "an older click delivered again changes nothing"
    await table.play(match, ANN, "end")
    await table.until(await table.due(match))
    assert (await table.last(match))[0] == "end"
    assert (78, "play") in await table.store.clicks(match)


async def test_plans_are_refused_where_nothing_can_be_planned(table: Tables) -> None:
    match = await table.started(BOB, CEE)
    with refuses("plan_asked"):
        await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.play(match, BOB, "pick 1")
    with refuses("plan_asked"):  # the choice is sealed, and may still be changed
        await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.moves(match, (ANN, "pick 0"), (CEE, "pick 2"))
    with refuses("plan_asked"):
        await table.matches.plans.plan(match, ANN, "end", table.click)
    with refuses("not_seated"):
        await table.matches.plans.plan(match, EVE, "end", table.click)
    with pytest.raises(BadNotation):
        await table.matches.plans.plan(match, BOB, "sell", table.click)
    await table.play(match, ANN, "end")
    with refuses("plan_unforeseen"):
        await table.matches.plans.plan(match, ANN, "end", table.click)
    assert not (await table.matches.queries.situation(match, ANN)).may_plan
    assert (await table.matches.queries.situation(match, CEE)).may_plan


async def test_a_turn_that_goes_on_calls_in_private(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "buy", table.click)
    await table.play(match, ANN, "end")
    await table.carry()
    await table.until(await table.due(match))
    assert (await table.last(match))[:3] == ("buy", 1, BOB)
    called = [(one.seat, one.person) for one in await table.lines() if one.kind == ALONE]
    assert called == [(1, BOB)]
    assert (await table.matches.queries.situation(match, BOB)).plan is None
    await table.play(match, BOB, "buy")
    assert not [one for one in await table.lines() if one.kind == ALONE and one.number > 5]


@pytest.mark.parametrize(("private", "called"), [(True, [(1, BOB)]), (False, [])])
async def test_in_a_series_it_calls_its_person_where_that_calls_in_private(
    table: Tables, monkeypatch: pytest.MonkeyPatch, private: bool, called: list[tuple[int, int]]
) -> None:
    """The next panel comes in place of the one before and rings for nobody, as after one's own press."""
    match = await table.morning()
    monkeypatch.setattr(BAZAAR, "calling", lambda state: Calling("day", private=private))
    await table.matches.plans.plan(match, BOB, "buy", table.click)
    await table.play(match, ANN, "end")
    await table.carry()
    await table.until(await table.due(match))
    assert (await table.last(match))[:3] == ("buy", 1, BOB)
    assert [(one.seat, one.person) for one in await table.lines() if one.kind == ALONE] == called
    turns = [one.continues for one in await table.lines() if one.kind == "turn" and one.person == BOB]
    assert turns[-1:] == [True]


async def test_taken_back_it_is_dropped_with_a_word(table: Tables) -> None:
    match = await table.morning()
    await table.play(match, ANN, "buy")
    await table.matches.plans.plan(match, BOB, "end", table.click)
    assert (await table.matches.undo.undo(match, ANN, table.click)).done
    assert await table.dropped(match) == "undone"
    await table.play(match, ANN, "end")
    assert (await table.matches.queries.situation(match, BOB)).held is None
    assert await table.dropped(match) == "undone", "until the person has moved"
    await table.play(match, BOB, "buy")
    assert await table.dropped(match) is None


async def test_a_secret_undo_drops_no_plan_of_somebody_else(table: Tables) -> None:
    """A dropped plan would tell its person that somebody has done something in secret."""
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.play(match, ANN, "order guard")
    assert (await table.matches.undo.undo(match, ANN, table.click)).done
    assert await table.dropped(match) == ""
    await table.play(match, ANN, "end")
    await table.until(await table.due(match))
    assert (await table.last(match))[:3] == ("end", 1, BOB)


async def test_a_moderator_takes_back_what_was_planned(table: Tables) -> None:
    match = await table.morning()
    await table.play(match, ANN, "buy")
    await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.matches.undo.undo_as_moderator(match, EVE, table.click)
    assert await table.dropped(match) == "undone"


async def test_a_newcomer_finds_no_plan(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "end", table.click)
    await table.matches.departures.resign(match, BOB, table.click)
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.row_state.plans == ()


async def test_an_ended_match_has_no_plans(table: Tables) -> None:
    for cancelled in (False, True):
        match = await table.morning()
        await table.matches.plans.plan(match, BOB, "end", table.click)
        if cancelled:
            for person in (ANN, BOB, CEE):
                await table.matches.departures.cancel(match, person, table.click)
        else:
            await table.matches.moderation.end(match, EVE, table.click)
        stored = await table.store.match(match)
        assert stored is not None
        assert stored.status is Status.CANCELLED
        assert stored.row_state.plans == ()


async def test_a_deadline_before_the_delay_is_kept(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        table = Tables(store, limits=Limits(steps=timedelta(), plan=timedelta(days=40)))
        table.pace = Pace.read("lively")
        match = await table.planned()
        await table.carry()
        deadline = await table.deadline(match, 1)
        assert deadline is not None
        assert await table.due(match) > deadline
        await table.live(deadline - table.clock() + HOUR)
        assert [one[0] for one in table.said_to if one[0] in ("grace", "steward")] == []
        moves = [one for one in await table.store.entries(match) if one.seat == 1 and one.kind == "move"]
        assert (moves[-1].text, moves[-1].by) == ("end", BOB)
        await table.matches.close()


async def test_it_is_not_played_while_its_person_sleeps(table: Tables) -> None:
    """A move in one's night would tell all that it was planned."""
    await table.matches.hours.set_habits(BOB, zone="Etc/UTC", quiet=(7 * 60, 10 * 60))
    match = await table.planned()
    ten = table.clock().replace(hour=10, minute=0, second=0, microsecond=0)
    assert ten + MINUTE <= await table.due(match) <= ten + MOST


async def test_it_counts_from_when_its_person_would_have_tapped(table: Tables) -> None:
    """A tapped move is entered a while later: everybody could compare the entry's time with its message's."""
    match = await table.planned()
    await table.matches.hours.set_hold(BOB, 30)
    due = await table.due(match)
    await table.until(due)
    assert await table.last(match) == ("end", 1, BOB, due - timedelta(seconds=30))


async def draft(table: Tables) -> int:
    """Return a draft of two that Ann has opened, with a free seat."""
    table.matches = table.again(games={"genesia": GENESIA})
    options = GenesiaOptions(objectives=False)
    return (await table.matches.lobbies.open("genesia", options, 2, ANN, "Ann", PLACE, table.click)).id


async def pick(table: Tables, match: int, person: int) -> None:
    move = str((await table.matches.queries.situation(match, person)).moves[0])
    await table.matches.moves.play(match, person, move, None, table.click)


async def plan_pick(table: Tables, match: int) -> str:
    """Plan Ann's third card, from the pack that comes back."""
    pack = (await table.matches.plans.outset(match, ANN)).view.pack
    planned = f"draft {' '.join(map(str, pack))}"
    await table.matches.plans.plan(match, ANN, planned, table.click)
    return planned


async def drafting(table: Tables) -> int:
    """Return a draft of two in which Ann has planned her third card; nobody has chosen that yet."""
    match = await draft(table)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    await pick(table, match, ANN)
    await pick(table, match, BOB)
    await plan_pick(table, match)
    await pick(table, match, ANN)
    await pick(table, match, BOB)
    return match


async def test_among_automatic_players_it_is_played_without_delay(table: Tables) -> None:
    """No person is there from whom to hide that the move was planned."""
    match = await draft(table)
    await table.matches.lobbies.add_player(match, ANN, "random", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    await table.automatic()
    await pick(table, match, ANN)
    await table.automatic()
    planned = await plan_pick(table, match)
    before = table.clock()
    await pick(table, match, ANN)
    await table.automatic()
    entries = [one for one in await table.store.entries(match) if (one.kind, one.by) == ("move", ANN)]
    assert len(entries) == 3
    assert entries[-1].text == planned
    assert table.clock() == before


async def test_a_plan_waits_for_its_question_after_a_restore_as_before(tmp_path: Path) -> None:
    """The open question has another number then; the next pick is still the next one."""
    database = tmp_path / "longtable.db"
    async with await SqliteStore.open(database) as store:
        table = Tables(store)
        match = await drafting(table)
        await table.matches.plans.plan(match, BOB, f"draft {' '.join(map(str, range(1, 31)))}", table.click)
        await table.matches.close()
    with closing(sqlite3.connect(database)) as restored, restored:
        rekey_running(restored, table.clock(), None, 1)
    async with await SqliteStore.open(database) as store:
        table.store = store
        table.matches = table.again(games={"genesia": GENESIA})
        await pick(table, match, ANN)
        situation = await table.matches.queries.situation(match, BOB)
        assert situation.held is None
        assert situation.plan is not None
        assert not situation.plan.dropped
        await pick(table, match, BOB)
        assert (await table.matches.queries.situation(match, BOB)).held is not None
        await table.matches.close()


async def test_it_is_not_played_while_nobody_can_press(table: Tables) -> None:
    """Nor is it played at the very moment of the bot's return: both would tell all that it was planned."""
    match = await table.planned()
    await table.matches.timekeeper.beat()
    gone = table.clock()
    left = await table.due(match) - gone
    table.matches.timekeeper.attend(lambda: False)
    await table.matches.timekeeper.beat()
    await table.until(gone + HOUR)
    assert (await table.last(match))[1] == 0, "without Discord"
    table.matches = table.again()  # the bot was stopped
    await table.matches.timekeeper.beat()
    await table.automatic()
    assert (await table.last(match))[1] == 0, "as it is back"
    await table.until(gone + HOUR + left)
    assert await table.last(match) == ("end", 1, BOB, gone + HOUR + left)


async def test_all_are_told_the_same(table: Tables, tmp_path: Path) -> None:
    """Notices, clocks and views do not tell that there is a plan, or that one was dropped."""
    async with await SqliteStore.open(tmp_path / "other.db") as store:
        other = Tables(store)
        seen: list[object] = []
        for each, plans in ((table, True), (other, False)):
            match = await each.morning()
            if plans:
                await each.matches.plans.plan(match, BOB, "end", each.click)
            else:
                each.click  # noqa: B018 - as many clicks
            await each.play(match, ANN, "end")
            views = [await each.matches.queries.situation(match, person) for person in (None, ANN, CEE)]
            told = [(one.kind, one.seat, one.number, one.person) for one in await each.lines()]
            seen.append((repr([(one.view, one.news, one.times, one.round) for one in views]), told))
        assert seen[0] == seen[1]
        await other.matches.close()


async def test_my_data_has_it_and_forgetting_drops_it(table: Tables) -> None:
    match = await table.morning()
    await table.matches.plans.plan(match, BOB, "buy", table.click)
    kept = await table.matches.forgetting.kept_of(BOB)
    assert [one["planned"] for one in kept["matches"]] == [["buy"]]
    kept = await table.matches.forgetting.kept_of(ANN)
    assert [one["planned"] for one in kept["matches"]] == [[]]
    await table.matches.forgetting.forget(BOB)
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.row_state.plans == ()
