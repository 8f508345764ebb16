"""Clocks of seats, and the fate of absent persons: docs/time.md."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game import Player, Seat
from engine.match.changes import Change
from engine.match.clock import PACES, Pace
from engine.match.help import Help
from engine.matches import Limits, Status
from engine.matches.core.steady_clock import SteadyClock
from engine.record import read, verify
from engine.store import Committed
from engine.store.rekeying import rekey_running
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Clock, refuses
from tests.engine.matches.test_rounds import EVE
from tests.engine.matches.timed import DAY, HOUR, Timed

ANNS, BOBS, CEES = Seat(0), Seat(1), Seat(2)


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Timed]:
    table = Timed(store)
    yield table
    await table.matches.close()


async def bobs_turn(table: Timed, *others: int | str) -> int:
    """Return a match in which Bob is to trade, and was called just now."""
    match = await table.started(*(others or (BOB,)), target=2)
    await table.carry()
    seated = [ANN, *(one for one in (others or (BOB,)) if isinstance(one, int))]
    await table.moves(match, *((one, "pick 0") for one in seated), (ANN, "end"))
    await table.carry()
    return match


async def vanished(table: Timed, *others: int | str) -> int:
    """Return a match in which a robot has just played for Bob, who had made a move before; Ann is asked."""
    match = await bobs_turn(table, *others)
    await table.live(4 * DAY)
    assert ("seat", BOBS, "steward") in await table.kinds(match)
    return match


# Clocks


async def test_without_a_pace_no_clock_runs(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = PACES["open"]
    match = await bobs_turn(table)
    assert await table.deadline(match, BOBS) is None
    assert not await table.matches.seat_clocks.note_delivered(match, BOBS, 99)
    await table.live(20 * DAY, DAY)
    assert await table.kinds(match) == []
    await table.matches.close()


async def test_a_clock_starts_when_its_call_was_delivered(table: Timed) -> None:
    match = await table.started(BOB)
    assert [each.deadline for each in await table.times(match)] == [None, None]
    assert await table.looks(match) == {}
    table.clock.pass_(9 * 3600)
    assert await table.matches.seat_clocks.note_delivered(match, BOBS, 0)
    assert [each.deadline for each in await table.times(match)] == [None, table.clock() + 3 * DAY]
    # Ann has not been called: her clock is the first to run out.
    assert (await table.matches.queries.situation(match, ANN)).deadline is None
    assert (await table.matches.queries.situation(match, BOB)).deadline == table.clock() + 3 * DAY
    assert (await table.matches.queries.situation(match, None)).deadline == table.clock() + 3 * DAY


async def test_a_call_delivered_twice_or_too_late_changes_nothing(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    table.clock.pass_(3600)
    (entry,) = [await table.matches.queries.situation(match, BOB)]
    assert entry.call_entry is not None
    assert not await table.matches.seat_clocks.note_delivered(match, BOBS, entry.call_entry)
    assert await table.deadline(match, BOBS) == due
    await table.play(match, BOB, "end")
    assert not await table.matches.seat_clocks.note_delivered(match, BOBS, entry.call_entry)
    assert not await table.matches.seat_clocks.note_delivered(match, ANNS, entry.call_entry), (
        "that call was another one"
    )
    assert not await table.matches.seat_clocks.note_delivered(match, Seat(0), 0)


async def test_a_seat_goes_on_step_by_step_on_one_clock(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    table.clock.pass_(3600)
    await table.moves(match, (BOB, "buy"), (BOB, "buy"))
    await table.carry()
    assert await table.deadline(match, BOBS) == due


async def test_an_answer_spends_the_bank_and_earns_the_credit(table: Timed) -> None:
    match = await bobs_turn(table)
    table.clock.pass_(2.5 * 86400)
    await table.play(match, BOB, "end")
    await table.carry()
    assert await table.deadline(match, BOBS) == table.clock() + 1.5 * DAY, "he is asked in the evening too"
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).left == 1.5 * DAY


async def test_short_clocks_spend_no_bank(table: Timed) -> None:
    match = await table.trading(BOB)
    await table.carry()
    await table.moves(match, (ANN, "buy"), (ANN, "raid 1"))
    await table.carry()
    assert await table.deadline(match, BOBS) == table.clock() + 12 * HOUR
    table.clock.pass_(11 * 3600)
    await table.play(match, BOB, "pass")
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).left == 3 * DAY


async def test_short_clocks_never_end_in_the_night(table: Timed) -> None:
    await table.matches.hours.set_habits(BOB, zone="UTC")
    match = await table.trading(BOB)
    await table.moves(match, (ANN, "buy"))
    table.clock.time = datetime(2026, 11, 23, 15, tzinfo=UTC)
    await table.play(match, ANN, "raid 1")
    assert await table.deadline(match, BOBS) == datetime(2026, 11, 24, 10, tzinfo=UTC)


async def test_a_killed_bot_knows_the_clocks(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    matches = table.matches = table.again()
    assert await table.deadline(match, BOBS) == due
    assert await matches.queries.deadlines(BOB) == {match: due}
    assert await matches.queries.deadlines(ANN) == {}
    assert [(one.match, one.deadline) for one in (await matches.inboxes.inbox(BOB)).mine] == [(match, due)]
    assert [one.deadline for one in (await matches.inboxes.inbox(ANN)).others] == [None]


async def test_one_timer_for_each_seat_that_is_asked(table: Timed) -> None:
    match = await table.started(BOB)
    await table.carry()
    assert set(await table.looks(match)) == {ANNS, BOBS}
    await table.play(match, ANN, "pick 0")
    assert set(await table.looks(match)) == {BOBS}
    await table.play(match, BOB, "pick 0")
    await table.carry()
    assert set(await table.looks(match)) == {ANNS}


async def test_a_rematch_keeps_the_pace(table: Timed) -> None:
    match = await table.started(BOB)
    assert (await table.matches.loader.get(match)).pace == PACES["day"]
    for person in (ANN, BOB):
        await table.matches.departures.cancel(match, person, table.click)
    again = await table.matches.lobbies.rematch(match, BOB, "Bob", table.click)
    assert again.pace == PACES["day"]


async def test_a_pace_of_ones_own_is_kept(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = Pace(Pace.of(80, 20).bank, Pace.of(80, 20).credit, True, False)
    match = await table.open()
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.timing == table.pace
    await table.matches.close()


# The reminder


async def test_one_reminder_at_four_fifths(table: Timed) -> None:
    match = await bobs_turn(table)
    assert await table.live(2 * DAY) == []
    assert await table.live(9.7 * HOUR) == [("reminder", BOBS, BOB)]
    due = await table.deadline(match, BOBS)
    assert due is not None
    assert await table.live(due - table.clock() - HOUR) == []


async def test_a_person_who_has_opened_the_panel_is_not_reminded(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.live(DAY)
    assert not await table.matches.seat_clocks.note_look(match, BOB)
    assert await table.live(2 * DAY - HOUR) == []


async def test_the_table_does_not_hear_of_another_half_hour_while_several_choose(table: Timed) -> None:
    """The notice would name a person who has not chosen yet."""
    match = await table.started(BOB, CEE)
    await table.carry()
    await table.play(match, CEE, "pick 2")
    due = await table.deadline(match, BOBS)
    assert due is not None
    table.clock.time = due - timedelta(minutes=20)
    await table.carry()
    assert await table.matches.seat_clocks.note_look(match, BOB)
    assert await table.deadline(match, BOBS) == due + timedelta(minutes=30)
    assert [each for each in await table.carry() if each[0] == "time"] == []


async def test_the_panel_in_the_last_half_hour_gives_another_once(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.live(3 * DAY - HOUR / 3)
    assert await table.matches.seat_clocks.note_look(match, BOB)
    assert await table.deadline(match, BOBS) == due + HOUR / 2
    assert ("time", BOBS, None) in await table.carry()
    await table.live(HOUR / 2, HOUR / 10)
    assert not await table.matches.seat_clocks.note_look(match, BOB)
    assert await table.deadline(match, BOBS) == due + HOUR / 2
    assert await table.kinds(match) == []


async def test_a_person_who_is_asked_nothing_may_look(table: Timed) -> None:
    match = await bobs_turn(table)
    assert not await table.matches.seat_clocks.note_look(match, ANN)
    with refuses("not_seated"):
        await table.matches.seat_clocks.note_look(match, EVE)


# One more day, and the steward


async def test_one_more_day_by_itself(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.matches.seat_clocks.note_look(match, BOB)
    said = await table.live(3 * DAY)
    assert said == [("grace", BOBS, BOB), ("grace", BOBS, None)]
    time = (await table.times(match))[BOBS]
    assert (time.deadline, time.grace, time.is_absent, time.may_wait) == (due + DAY, True, False, True)
    assert await table.kinds(match) == []
    await table.live(DAY - HOUR)
    await table.play(match, BOB, "end")
    assert await table.kinds(match) == []
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).left == DAY, "the bank was empty; he has earned one credit"


async def test_three_more_days_in_one_match(table: Timed) -> None:
    match = await table.started(BOB, target=20)
    await table.carry()
    for number in range(4):
        await table.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "end"))
        await table.carry()
        said = await table.live(3 * DAY)
        assert (("grace", BOBS, None) in said) == (number < 3)
        if number == 3:
            break
        await table.moves(match, (BOB, "end"), (ANN, "end"), (BOB, "end"))
        await table.carry()
    assert await table.kinds(match) == [("seat", BOBS, "steward")]


async def test_then_a_steward_plays_that_turn(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    said = await table.live(4 * DAY)
    assert said[-2:] == [("steward", BOBS, None), ("steward", BOBS, BOB)]
    assert await table.kinds(match) == [("seat", BOBS, "steward")]
    situation = await table.matches.queries.situation(match, BOB)
    assert situation.seat == BOBS
    assert situation.match.occupants[BOBS].person == BOB
    assert situation.match.absent == {BOBS}
    assert situation.pending == (CEES,)
    assert "stewarded" in [event.code for _, events in situation.news for event in events]
    entry = [one for one in await table.store.entries(match) if one.seat == BOBS][-1]
    assert (entry.kind, entry.text, entry.by) == ("move", "end", None)


async def test_later_calls_of_that_seat_have_twelve_hours(table: Timed) -> None:
    match = await vanished(table)
    time = (await table.times(match))[BOBS]
    assert time.is_absent
    assert time.deadline is not None
    await table.play(match, ANN, "end")
    await table.carry()
    before = len(await table.store.entries(match))
    due = await table.deadline(match, BOBS)
    assert due is not None
    assert due - table.clock() <= 12 * HOUR
    await table.live(13 * HOUR)
    assert len(await table.store.entries(match)) > before
    assert await table.kinds(match) == [("seat", BOBS, "steward")], "one entry for one absence"


async def test_the_person_is_back_by_playing(table: Timed) -> None:
    match = await vanished(table)
    assert (await table.times(match))[BOBS].is_absent
    await table.carry()
    await table.play(match, BOB, "end")
    assert await table.kinds(match) == [("seat", BOBS, "steward"), ("seat", BOBS, "return")]
    assert ("back", BOBS, None) in await table.carry()
    time = (await table.times(match))[BOBS]
    assert (time.is_absent, time.is_open, time.playing) == (False, False, False)
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).left >= DAY


async def test_a_move_that_is_refused_brings_nobody_back(table: Timed) -> None:
    match = await vanished(table)
    with refuses("bazaar.notation"):
        await table.play(match, BOB, "dance")
    assert (await table.times(match))[BOBS].is_absent


async def test_the_person_is_back_by_one_button_with_a_credit_at_least(table: Timed) -> None:
    match = await vanished(table)
    click = table.click
    await table.matches.presence.come_back(match, BOB, click)
    await table.matches.presence.come_back(match, BOB, click)
    assert await table.kinds(match) == [("seat", BOBS, "steward"), ("seat", BOBS, "return")]
    assert await table.deadline(match, BOBS) == table.clock() + DAY
    with refuses("not_away"):
        await table.matches.presence.come_back(match, BOB, table.click)
    with refuses("not_away"):
        await table.matches.presence.come_back(match, ANN, table.click)
    with refuses("not_seated"):
        await table.matches.presence.come_back(match, EVE, table.click)


async def test_a_steward_and_the_person_in_the_same_second(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.live(4 * DAY - HOUR / 60, HOUR)
    question = (await table.matches.queries.situation(match, BOB)).question_number
    table.clock.pass_(60)
    played, *_ = await asyncio.gather(
        table.matches.moves.play(match, BOB, "end", question, table.click),
        table.matches.timers.run_due_timers(),
        return_exceptions=True,
    )
    await table.automatic()
    entries = [one for one in await table.store.entries(match) if one.seat == BOBS and one.text == "end"]
    assert len(entries) == 1, played
    assert not isinstance(played, BaseException)


async def test_back_while_the_steward_thinks(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.live(4 * DAY - HOUR / 60, HOUR)
    table.clock.pass_(60)
    await table.matches.timers.run_due_timers()
    assert (await table.times(match))[BOBS].playing
    await table.matches.presence.come_back(match, BOB, table.click)
    await table.automatic()
    assert (await table.matches.queries.situation(match, BOB)).pending == (BOBS,)
    assert await table.deadline(match, BOBS) == table.clock() + DAY


async def test_a_seat_that_is_late_waits_with_the_table_for_another(table: Timed) -> None:
    """Each has a deadline; nothing happens to a late person while the other has time."""
    match = await table.started(BOB)
    assert await table.matches.seat_clocks.note_delivered(match, BOBS, 0)
    table.clock.pass_(2 * 86400)
    assert await table.matches.seat_clocks.note_delivered(match, ANNS, 0)
    await table.notices()
    late = await table.deadline(match, BOBS)
    assert late is not None
    await table.live(2 * DAY)
    assert table.clock() > late
    assert ("grace", BOBS, BOB) not in table.said_to
    assert await table.deadline(match, BOBS) == late
    await table.play(match, ANN, "pick 0")
    await table.live(HOUR)
    assert ("grace", BOBS, BOB) in table.said_to
    time = (await table.times(match))[BOBS]
    assert time.grace


async def test_nothing_happens_to_a_late_person_while_the_other_is_on_leave(table: Timed) -> None:
    match = await table.started(BOB)
    await table.carry()
    await table.matches.hours.take_leave(ANN, date(2026, 11, 22), date(2026, 12, 1), table.click)
    said = await table.live(10 * DAY, 6 * HOUR)
    assert [one for one in said if one[0] == "grace"] == []
    assert await table.kinds(match) == []
    said = await table.live(4 * DAY, 6 * HOUR)
    assert {one for one in said if one[0] == "grace"} == {
        ("grace", seat, person) for seat, own in ((ANNS, ANN), (BOBS, BOB)) for person in (own, None)
    }


async def test_the_last_one_of_all_who_vanish_is_not_played_for(table: Timed) -> None:
    match = await table.started(BOB)
    await table.live(30 * DAY, 3 * HOUR)
    assert (await table.matches.loader.get(match)).is_asleep
    assert len(await table.kinds(match)) == 1
    assert {timer.kind for timer in await table.store.timers(match)} <= {"away"}


# Acts of the table


async def test_the_table_waits_once_an_absence(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    with refuses("nothing_to_wait"):
        await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)
    await table.live(3 * DAY)
    with refuses("own_seat"):
        await table.matches.seat_clocks.wait(match, BOB, BOBS, table.click)
    with refuses("not_seated"):
        await table.matches.seat_clocks.wait(match, EVE, BOBS, table.click)
    click = table.click
    await table.matches.seat_clocks.wait(match, ANN, BOBS, click)
    await table.matches.seat_clocks.wait(match, ANN, BOBS, click)
    assert await table.deadline(match, BOBS) == due + 4 * DAY
    with refuses("has_waited"):
        await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)
    await table.live(4 * DAY - HOUR)
    assert await table.kinds(match) == []
    await table.live(2 * HOUR)
    assert await table.kinds(match) == [("seat", BOBS, "steward")]
    with refuses("has_waited"):
        await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)


async def test_the_table_may_wait_again_for_the_same_person(table: Timed) -> None:
    """Bob played before any robot did: the next time is another absence."""
    match = await bobs_turn(table)
    await table.live(3 * DAY)
    await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)
    await table.moves(match, (BOB, "end"), (ANN, "end"))
    await table.carry()
    await table.live(DAY)
    assert (await table.times(match))[BOBS].may_wait
    await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)


async def test_a_day_given_never_tells_who_has_chosen(table: Timed) -> None:
    """The answer is the same for all persons while several choose at once."""
    match = await table.started(BOB, CEE, target=1)
    await table.automatic()
    await table.carry()
    await table.play(match, BOB, "pick 0")
    assert BOBS not in (await table.matches.queries.situation(match, None)).pending
    before = await table.times(match)
    for seat in (BOBS, CEES):
        with refuses("several_asked"):
            await table.matches.seat_clocks.give_day(match, ANN, seat, table.click)
    assert await table.times(match) == before
    assert "time" not in [kind for kind, _, _ in await table.carry()]


async def test_two_are_several(table: Timed) -> None:
    match = await table.started(BOB)
    await table.carry()
    with refuses("several_asked"):
        await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)


async def test_replacing_never_tells_who_has_chosen(table: Timed) -> None:
    match = await table.started(BOB, CEE, target=1)
    await table.automatic()
    await table.carry()
    await table.play(match, BOB, "pick 0")
    for seat in (ANNS, BOBS, CEES):
        with refuses("several_asked"):
            await table.matches.moderation.replace_by_robot(match, EVE, seat, table.click)
    assert await table.kinds(match) == []


async def test_a_robot_that_plays_already_waits_for_nobody(table: Timed) -> None:
    """A vanished person keeps no seat closed until the slowest of each round has chosen."""
    match = await vanished(table)
    asked = (await table.matches.queries.situation(match, None)).round
    assert asked is not None
    assert asked.seats == (ANNS, BOBS), "both sell in the evening"
    await table.live(13 * HOUR)
    assert (await table.matches.queries.situation(match, None)).pending == (ANNS,), "she has time"
    due = await table.deadline(match, ANNS)
    assert due is not None
    assert due > table.clock()


async def test_an_opponent_gives_a_day_once_for_each_call(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    due = await table.deadline(match, BOBS)
    assert due is not None
    with refuses("own_seat"):
        await table.matches.seat_clocks.give_day(match, BOB, BOBS, table.click)
    with refuses("nothing_asked"):
        await table.matches.seat_clocks.give_day(match, ANN, CEES, table.click)
    await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)
    with refuses("day_given"):
        await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)
    await table.matches.seat_clocks.give_day(match, CEE, BOBS, table.click)
    assert await table.deadline(match, BOBS) == due + 2 * DAY
    assert ("time", BOBS, None) in await table.carry()


async def test_all_together_may_pause(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    until = table.clock() + 10 * DAY
    with refuses("pause_past"):
        await table.matches.pauses.pause(match, ANN, table.clock(), table.click)
    with refuses("pause_long"):
        await table.matches.pauses.pause(match, ANN, table.clock() + 60 * DAY + HOUR, table.click)
    await table.matches.pauses.pause(match, ANN, table.clock() + 60 * DAY, table.click)
    await table.carry()
    await table.matches.pauses.pause(match, ANN, until, table.click)
    situation = await table.matches.queries.situation(match, None)
    assert (situation.pause_asked, situation.paused_until) == ((until, (ANN,)), None)
    assert await table.deadline(match, BOBS) == due
    await table.matches.pauses.pause(match, BOB, until, table.click)
    situation = await table.matches.queries.situation(match, None)
    assert (situation.pause_asked, situation.paused_until) == (None, until)
    assert await table.deadline(match, BOBS) == due + 10 * DAY
    said = await table.live(10 * DAY - HOUR, 6 * HOUR)
    assert [kind for kind, _, _ in said] == ["pause", "pause"]
    said = await table.live(2 * HOUR)
    assert said == [("pause", None, None), ("summary", BOBS, BOB)], "at its end who is asked is called"


async def test_all_together_may_end_a_pause(table: Timed) -> None:
    match = await bobs_turn(table)
    due, until = await table.deadline(match, BOBS), table.clock() + 20 * DAY
    assert due is not None
    with refuses("not_paused"):
        await table.matches.pauses.pause(match, ANN, None, table.click)
    for person in (ANN, BOB):
        await table.matches.pauses.pause(match, person, until, table.click)
    await table.live(3 * DAY, 6 * HOUR)
    await table.matches.pauses.pause(match, ANN, None, table.click)
    situation = await table.matches.queries.situation(match, None)
    assert situation.paused_until == until, "not before all agree"
    assert situation.pause_asked is not None
    assert situation.pause_asked[1] == (ANN,)
    await table.carry()
    await table.matches.pauses.pause(match, BOB, None, table.click)
    situation = await table.matches.queries.situation(match, None)
    assert (situation.pause_asked, situation.paused_until) == (None, None)
    assert await table.deadline(match, BOBS) == due + 3 * DAY
    assert await table.carry() == [("pause", BOBS, None), ("summary", BOBS, BOB)]
    said = await table.live(5 * DAY, 6 * HOUR)
    assert ("grace", BOBS, BOB) in said, "the timer that was set for later has come nearer too"
    assert ("pause", None, None) not in said, "it does not end twice"


@pytest.mark.parametrize("days", [5, 30], ids=["shorter", "longer"])
async def test_all_together_may_change_a_pause(table: Timed, days: int) -> None:
    match = await bobs_turn(table)
    due, began = await table.deadline(match, BOBS), table.clock()
    assert due is not None
    for person in (ANN, BOB):
        await table.matches.pauses.pause(match, person, began + 10 * DAY, table.click)
    await table.live(DAY, 6 * HOUR)
    for person in (ANN, BOB):
        assert await table.deadline(match, BOBS) == due + 10 * DAY
        await table.matches.pauses.pause(match, person, began + days * DAY, table.click)
    assert (await table.matches.queries.situation(match, None)).paused_until == began + days * DAY
    assert await table.deadline(match, BOBS) == due + days * DAY
    await table.carry()
    said = await table.live(days * DAY, 6 * HOUR)
    assert said[:2] == [("pause", None, None), ("summary", BOBS, BOB)]
    assert [each[0] for each in said].count("pause") == 1


async def test_short_clocks_stand_still_in_a_pause(table: Timed) -> None:
    match = await table.trading(BOB)
    await table.carry()
    await table.moves(match, (ANN, "buy"), (ANN, "raid 1"))
    await table.carry()
    began, due = table.clock(), await table.deadline(match, BOBS)
    assert due is not None
    assert due == began + 12 * HOUR
    for days in (3, 5):
        for person in (ANN, BOB):
            await table.matches.pauses.pause(match, person, began + days * DAY, table.click)
        assert await table.deadline(match, BOBS) == due + days * DAY
        await table.live(DAY)
        assert set((await table.matches.queries.situation(match, None)).pending) == {BOBS}
    for person in (ANN, BOB):
        await table.matches.pauses.pause(match, person, None, table.click)
    assert await table.deadline(match, BOBS) == due + 2 * DAY
    for person in (ANN, BOB):
        await table.matches.pauses.pause(match, person, began + 9 * DAY, table.click)
    await table.play(match, BOB, "pass")
    await table.moves(match, (ANN, "raid 1"))
    assert await table.deadline(match, BOBS) == began + 9 * DAY + 12 * HOUR, "nor begin before its end"
    await table.live(9 * DAY, 6 * HOUR)
    assert BOBS not in (await table.matches.queries.situation(match, None)).pending, (
        "then it runs out as ever"
    )


async def test_nobody_pauses_a_sleeping_match_or_gives_time(table: Timed) -> None:
    """No clock runs that could stand still; a pause would end with a ring that starts no clock."""
    match = await bobs_turn(table)
    until = table.clock() + 41 * DAY
    table.clock.pass_(31 * 86400)
    await table.matches.upkeep.rest()
    await table.carry()
    with refuses("asleep"):
        await table.matches.pauses.pause(match, ANN, until, table.click)
    with refuses("asleep"):
        await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)
    with refuses("asleep"):
        await table.matches.seat_clocks.wait(match, ANN, BOBS, table.click)
    with refuses("asleep"):
        await table.matches.moderation.give_time(match, EVE, 3, table.click)
    assert await table.live(20 * DAY, 6 * HOUR) == []


async def test_a_pause_ends_silently_in_a_match_that_sleeps(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    for person in (ANN, CEE):
        await table.matches.pauses.pause(match, person, table.clock() + 5 * DAY, table.click)
    for person in (ANN, CEE):
        await table.matches.departures.resign(match, person, table.click)
    assert (await table.matches.loader.get(match)).is_asleep, "all who had agreed have gone"
    await table.carry()
    assert await table.live(7 * DAY, 6 * HOUR) == []


async def test_an_absent_person_loses_nothing_by_the_end_of_a_pause(table: Timed) -> None:
    match = await bobs_turn(table)
    for _ in range(400):
        await table.live(HOUR)
        times = await table.times(match)
        if times[BOBS].is_absent and times[BOBS].deadline is not None:
            break
        situation = await table.matches.queries.situation(match, ANN)
        if situation.seat in situation.pending:
            await table.play(match, ANN, str(situation.moves[0]))
    shown = await table.deadline(match, BOBS)
    assert shown is not None
    await table.matches.pauses.pause(match, ANN, table.clock() + 9 * DAY, table.click)
    later = await table.deadline(match, BOBS)
    assert later == shown + 9 * DAY
    await table.live(DAY)
    await table.matches.pauses.pause(match, ANN, None, table.click)
    assert await table.deadline(match, BOBS) == later, "only one's own word brings it nearer"


async def test_no_match_falls_asleep_in_a_pause(table: Timed) -> None:
    match = await bobs_turn(table)
    for person in (ANN, BOB):
        await table.matches.pauses.pause(match, person, table.clock() + 50 * DAY, table.click)
    for _ in range(51):
        await table.live(DAY, 6 * HOUR)
        assert await table.matches.upkeep.rest() == 0
    assert not (await table.matches.loader.get(match)).is_asleep
    table.clock.time += 31 * DAY
    assert await table.matches.upkeep.rest() == 1


async def test_those_that_may_not_sleep_keep_none_from_it(
    table: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.matches.upkeep.SLICE", 2)
    matches = [await bobs_turn(table) for _ in range(5)]
    for match in matches[:4]:
        for person in (ANN, BOB):
            await table.matches.pauses.pause(match, person, table.clock() + 50 * DAY, table.click)
    await table.matches.seat_clocks.give_day(matches[4], ANN, BOBS, table.click)
    table.clock.time += 40 * DAY
    assert await table.matches.upkeep.rest() == 1
    assert (await table.matches.loader.get(matches[4])).is_asleep


async def test_another_date_is_another_pause(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.matches.pauses.pause(match, ANN, table.clock() + DAY, table.click)
    await table.matches.pauses.pause(match, BOB, table.clock() + 2 * DAY, table.click)
    situation = await table.matches.queries.situation(match, None)
    assert situation.paused_until is None
    assert situation.pause_asked == (table.clock() + 2 * DAY, (BOB,))


# Leave


async def test_all_clocks_of_a_person_stand_during_leave(table: Timed) -> None:
    matches = [await bobs_turn(table) for _ in range(3)]
    due = [await table.deadline(match, BOBS) for match in matches]
    rows = [await table.store.match(match) for match in matches]
    await table.matches.hours.take_leave(BOB, date(2026, 11, 22), date(2026, 11, 26), table.click)
    assert [await table.store.match(match) for match in matches] == rows, "nothing of the matches is written"
    for match, before in zip(matches, due, strict=True):
        assert before is not None
        assert await table.deadline(match, BOBS) == before + 5 * DAY
        assert (await table.times(match))[BOBS].leave_until is None, "it begins tomorrow"
    said = await table.live(DAY)
    assert said.count(("leave", BOBS, None)) == 3
    assert (await table.times(matches[0]))[BOBS].leave_until == datetime(2026, 11, 27, tzinfo=UTC)
    assert (await table.times(matches[0]))[ANNS].leave_until is None
    said = await table.live(5 * DAY)
    assert said == []
    assert await table.kinds(matches[0]) == []


async def test_i_am_back_ends_leave_and_brings_the_deadline_nearer(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.matches.hours.take_leave(BOB, date(2026, 11, 21), date(2026, 12, 1), table.click)
    began = table.clock()
    await table.live(5 * DAY, 6 * HOUR)
    hours = await table.matches.hours.end_leave(BOB)
    assert [each.days for each in hours.leaves] == [5], "a day begun is used, but for the first"
    assert await table.matches.hours.leave_days_left(BOB) == 23
    assert await table.deadline(match, BOBS) == began + 8 * DAY
    with refuses("not_away"):
        await table.matches.hours.end_leave(BOB)
    said = await table.live(4 * DAY)
    assert ("grace", BOBS, BOB) in said, "the timer that was set for later has come nearer too"


async def test_playing_does_not_end_leave(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.matches.hours.take_leave(BOB, date(2026, 11, 21), date(2026, 12, 1), table.click)
    await table.play(match, BOB, "end")
    assert (await table.times(match))[BOBS].leave_until == datetime(2026, 12, 2, tzinfo=UTC)


async def test_leave_for_later_can_be_called_off(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    click = table.click
    for _ in range(2):
        await table.matches.hours.take_leave(BOB, date(2026, 11, 23), date(2026, 12, 1), click)
    assert len((await table.matches.hours.hours(BOB)).leaves) == 1
    await table.matches.hours.end_leave(BOB, date(2026, 11, 23))
    assert (await table.matches.hours.hours(BOB)).leaves == ()
    assert await table.deadline(match, BOBS) == due


async def test_fourteen_days_of_leave_in_one_match(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.matches.hours.take_leave(BOB, date(2026, 11, 22), date(2026, 12, 15), table.click)
    assert await table.deadline(match, BOBS) == due + 14 * DAY


async def test_a_table_without_leave(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = Pace.read("day -leave")
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    await table.matches.hours.take_leave(BOB, date(2026, 11, 22), date(2026, 11, 30), table.click)
    assert await table.deadline(match, BOBS) == due
    await table.matches.close()


async def test_leave_is_announced_until_a_steward_has_played(table: Timed) -> None:
    match = await vanished(table)
    due = await table.deadline(match, BOBS)
    today = table.clock().date()
    await table.matches.hours.take_leave(BOB, today, today + 5 * DAY, table.click)
    assert await table.deadline(match, BOBS) == due
    await table.matches.presence.come_back(match, BOB, table.click)
    after = await table.deadline(match, BOBS)
    assert after is not None
    assert after > table.clock() + 5 * DAY


async def test_leave_during_the_day_in_reserve_counts(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.live(3 * DAY + HOUR)
    assert (await table.times(match))[BOBS].grace
    today = table.clock().date()
    await table.matches.hours.take_leave(BOB, today, today + 4 * DAY, table.click)
    await table.live(4 * DAY)
    assert await table.kinds(match) == []


async def test_a_zone_set_before_a_call_is_delivered_counts_from_the_next_one(table: Timed) -> None:
    match = await table.started(BOB, target=2)
    await table.carry()
    await table.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "end"))
    await table.matches.hours.set_habits(BOB, zone="Asia/Tokyo")
    await table.carry()
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).since == table.clock()
    assert stored.clock(BOBS).habits.zone is None


async def test_a_new_zone_counts_from_the_next_call(table: Timed) -> None:
    match = await bobs_turn(table)
    table.clock.time = datetime(2026, 11, 21, 22, tzinfo=UTC)
    due = await table.deadline(match, BOBS)
    await table.matches.hours.set_habits(BOB, zone="Asia/Tokyo", quiet=(23 * 60, 7 * 60))
    assert await table.deadline(match, BOBS) == due
    await table.play(match, BOB, "end")
    table.clock.time = datetime(2026, 11, 21, 20, tzinfo=UTC)  # 5 in the morning in Tokyo
    await table.carry()
    assert await table.deadline(match, BOBS) == datetime(2026, 11, 25, tzinfo=UTC)


async def test_without_an_own_zone_the_servers_counts(table: Timed) -> None:
    await table.matches.hours.set_server(5, zone="Europe/Paris", pace="day", more={"channels": [6]})
    server = await table.matches.hours.server(5)
    assert (server.zone, server.pace, server.more) == ("Europe/Paris", "day", {"channels": [6]})
    table.clock.time = datetime(2026, 11, 21, 23, tzinfo=UTC)
    match = await bobs_turn(table)
    assert await table.deadline(match, BOBS) == datetime(2026, 11, 25, 9, tzinfo=UTC)
    assert await table.matches.hours.quiet_until(BOB) is None
    assert await table.matches.hours.quiet_until(BOB, 5) == datetime(2026, 11, 22, 7, tzinfo=UTC)
    for change, code in (({"zone": "Paris"}, "zone"), ({"pace": "fast"}, "pace_unknown")):
        with refuses(code):
            await table.matches.hours.set_server(5, **change)


async def test_settings_that_cannot_be_change_nothing(table: Timed) -> None:
    await table.matches.hours.set_habits(BOB, zone="Europe/Paris")
    for change, code in (
        ({"zone": "Europe/Atlantis"}, "zone"),
        ({"quiet": (20 * 60, 7 * 60)}, "quiet_long"),
    ):
        with refuses(code):
            await table.matches.hours.set_habits(BOB, **change)
    with refuses("leave_past"):
        await table.matches.hours.take_leave(BOB, date(2026, 11, 1), date(2026, 11, 2), table.click)
    with refuses("leave_spent"):
        await table.matches.hours.take_leave(BOB, date(2026, 12, 1), date(2027, 11, 30), table.click)
    assert (await table.matches.hours.hours(BOB)).habits.zone == "Europe/Paris"
    assert (await table.matches.hours.hours(BOB)).leaves == ()


# Away, and a clock that is put back or forward


async def test_nothing_falls_due_for_twelve_hours_after_an_outage(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.matches.timekeeper.beat()
    due = await table.deadline(match, BOBS)
    assert due is not None
    table.clock.pass_(7 * 86400)
    matches = table.matches = table.again()
    await matches.timekeeper.beat()
    assert await table.deadline(match, BOBS) == due + 7 * DAY
    await table.live(12 * HOUR)
    assert [one for one in table.said_to if one[0] in ("grace", "reminder")] == []
    assert await table.kinds(match) == []


async def test_a_deadline_right_after_an_outage_waits_twelve_hours(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    assert due is not None
    table.clock.time = due - timedelta(minutes=5)
    await table.matches.seat_clocks.note_look(match, BOB)
    await table.matches.timekeeper.beat()
    table.clock.pass_(11 * 60)
    await table.matches.timekeeper.beat()
    assert await table.deadline(match, BOBS) == table.clock() + 12 * HOUR + HOUR / 2


# Open seats


async def opened(table: Timed) -> int:
    """Return a match in which Bob's seat is open: a robot has played three turns for him."""
    match = await vanished(table, BOB, CEE)
    while not (await table.times(match))[BOBS].is_open:
        situation = await table.matches.queries.situation(match, None)
        for seat, person in ((ANNS, ANN), (CEES, CEE)):
            if seat in situation.pending:
                own = await table.matches.queries.situation(match, person)
                text = "end" if str(own.moves[0]) == "end" else "pick 0"
                await table.play(match, person, text)
        await table.live(6 * HOUR)
    return match


async def test_the_seat_is_open_after_three_turns(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    with refuses("seat_not_open"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    match = await opened(table)
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).turns == 3
    assert ("open", BOBS, None) in table.said_to


async def test_the_seat_of_a_person_without_a_first_move_is_open_at_once(table: Timed) -> None:
    match = await table.started(BOB)
    await table.carry()
    await table.play(match, ANN, "pick 0")
    said = await table.live(4 * DAY + HOUR)
    assert ("open", BOBS, None) in said
    assert (await table.times(match))[BOBS].is_open


async def test_an_open_seat_is_taken_24_hours_later(table: Timed) -> None:
    match = await opened(table)
    click = table.click
    for _ in range(2):
        await table.matches.substitutes.ask_seat(match, DAN, "  Dan\n", BOBS, click)
    request = (await table.times(match))[BOBS].request
    assert request is not None
    assert (request.person, request.name, request.due) == (DAN, "Dan", table.clock() + DAY)
    assert ("asked", BOBS, None) in await table.carry()
    with refuses("seat_asked"):
        await table.matches.substitutes.ask_seat(match, EVE, "Eve", BOBS, table.click)
    await table.live(DAY - HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) is None
    said = await table.live(2 * HOUR)
    assert ("substitute", BOBS, None) in said
    assert ("substitute", BOBS, DAN) in said
    after = await table.matches.loader.get(match)
    assert after.seat_of(DAN) == BOBS
    assert after.seat_of(BOB) is None
    assert ("seat", BOBS, "substitute") in await table.kinds(match)
    with refuses("no_request"):
        await table.matches.substitutes.object(match, ANN, BOBS, table.click)
    with refuses("not_seated"):
        await table.matches.presence.come_back(match, BOB, table.click)
    await table.matches.departures.leave(match, DAN, table.click)
    with refuses("saw_hand"):
        await table.matches.substitutes.ask_seat(match, BOB, "Bob", BOBS, table.click)
    with refuses("saw_hand"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)


async def test_offering_the_seat_and_keeping_it_gains_no_time(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    await table.live(2 * DAY + 20 * HOUR)
    for _ in range(2):
        await table.matches.substitutes.offer_seat(match, BOB, table.click)
        await table.matches.presence.come_back(match, BOB, table.click)
        assert await table.deadline(match, BOBS) == due
    await table.live(4 * HOUR)
    assert ("grace", BOBS, None) in table.said_to, "it is looked at when it is due"


async def test_coming_back_from_a_moderators_robot_gains_no_time(table: Timed) -> None:
    match = await bobs_turn(table)
    due = await table.deadline(match, BOBS)
    await table.live(2 * DAY + 20 * HOUR)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.matches.presence.come_back(match, BOB, table.click)
    assert await table.deadline(match, BOBS) == due
    await table.live(4 * HOUR)
    assert ("grace", BOBS, None) in table.said_to


async def test_nobody_asks_for_two_seats_and_plays_both_hands(table: Timed) -> None:
    """A person could otherwise sit down in one seat, see its hand, get up, and sit down in the other."""
    match = await table.started(BOB, CEE)
    await table.carry()
    for person in (BOB, CEE):
        await table.matches.substitutes.offer_seat(match, person, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    with refuses("asks_already"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", CEES, table.click)
    await table.matches.substitutes.ask_seat(
        match, EVE, "Eve", CEES, table.click
    )  # not kept from anybody else


async def test_a_person_who_has_seen_a_hand_meanwhile_does_not_sit_down(table: Timed) -> None:
    """Two requests of one person, as an earlier version took them."""
    match = await table.started(BOB, CEE)
    await table.carry()
    for person, asker, seat in ((BOB, DAN, BOBS), (CEE, EVE, CEES)):
        await table.matches.substitutes.offer_seat(match, person, table.click)
        await table.matches.substitutes.ask_seat(match, asker, "Asker", seat, table.click)
        await table.live(HOUR)
    stored = await table.store.match(match)
    assert stored is not None
    clock = stored.clock(CEES)
    assert clock.request is not None
    clock = msgspec.structs.replace(clock, request=msgspec.structs.replace(clock.request, person=DAN))
    await table.store.commit(
        Change(match, version=stored.version, digest=stored.digest, at=table.clock(), clocks=((CEES, clock),))
    )
    table.matches.loader.cache.forget(match)
    await table.live(DAY - 2 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) == BOBS
    await table.matches.departures.resign(match, DAN, table.click)
    await table.live(2 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(CEE) == CEES
    assert (await table.times(match))[CEES].request is None, "others may ask"


async def test_asking_and_withdrawing_over_and_over_rings_once(table: Timed) -> None:
    match = await opened(table)
    await table.carry()
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.matches.substitutes.withdraw(match, DAN, BOBS, table.click)
    await table.carry()
    for _ in range(3):
        with refuses("objected_before"):
            await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    assert await table.carry() == []
    await table.matches.substitutes.ask_seat(match, EVE, "Eve", BOBS, table.click)


async def test_the_new_person_is_called_and_has_a_full_bank(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    await table.matches.presence.come_back(match, BOB, table.click)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.moves(match, (CEE, "end"))
    await table.carry()
    assert BOBS in (await table.matches.queries.situation(match, None)).pending
    before = (await table.matches.queries.situation(match, BOB)).question_number
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.live(DAY)
    situation = await table.matches.queries.situation(match, DAN)
    assert situation.seat == BOBS
    assert situation.question_number != before
    assert situation.deadline == table.clock() + 3 * DAY
    await table.play(match, DAN, "end")


async def test_the_person_is_back_before_somebody_else_sits_down(table: Timed) -> None:
    match = await opened(table)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.live(DAY - HOUR)
    await table.matches.presence.come_back(match, BOB, table.click)
    assert ("back", BOBS, DAN) in await table.carry()
    await table.live(3 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(BOB) == BOBS
    assert (await table.times(match))[BOBS].request is None


async def test_the_table_objects(table: Timed) -> None:
    match = await opened(table)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    with refuses("not_seated"):
        await table.matches.substitutes.object(match, EVE, BOBS, table.click)
    click = table.click
    for _ in range(2):
        await table.matches.substitutes.object(match, CEE, BOBS, click)
    assert ("objected", BOBS, DAN) in await table.carry()
    await table.live(2 * DAY)
    assert (await table.matches.loader.get(match)).seat_of(DAN) is None
    with refuses("objected_before"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.matches.substitutes.ask_seat(match, EVE, "Eve", BOBS, table.click)


async def test_a_seated_person_or_one_with_too_many_tables_cannot_ask(store: SqliteStore) -> None:
    table = Timed(store, limits=Limits(per_person=1, steps=timedelta()))
    match = await table.started(BOB)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    with refuses("seated"):
        await table.matches.substitutes.ask_seat(match, ANN, "Ann", BOBS, table.click)
    with refuses("seat_not_open"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", ANNS, table.click)
    with refuses("seat_not_open"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", Seat(7), table.click)
    await table.matches.lobbies.open("bazaar", BAZAAR.Options(), 2, DAN, "Dan", PLACE, table.click)
    with refuses("too_many_tables"):
        await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.matches.close()


async def test_a_person_offers_the_seat_and_plays_on(table: Timed) -> None:
    match = await bobs_turn(table)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    with refuses("seat_offered"):
        await table.matches.substitutes.offer_seat(match, BOB, table.click)
    time = (await table.times(match))[BOBS]
    assert (time.is_open, time.offered, time.is_absent) == (True, True, False)
    await table.play(match, BOB, "end")
    assert (await table.times(match))[BOBS].offered
    await table.matches.presence.come_back(match, BOB, table.click)
    assert not (await table.times(match))[BOBS].is_open


async def test_keeping_the_seat_after_all_changes_no_deadline(table: Timed) -> None:
    """An offer would otherwise give its person time, or take time that others have given."""
    match = await bobs_turn(table)
    await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)
    due = await table.deadline(match, BOBS)
    for wait in (HOUR, DAY, 3 * DAY - 2 * HOUR):
        await table.live(wait)
        await table.matches.substitutes.offer_seat(match, BOB, table.click)
        await table.matches.presence.come_back(match, BOB, table.click)
        assert await table.deadline(match, BOBS) == due
    await table.live(2 * HOUR)
    assert ("grace", BOBS, BOB) in table.said_to, "its clock runs out as ever"


async def test_right_after_an_outage_nobody_sits_down(table: Timed) -> None:
    """The seat's own person could not press "I am back" during the outage."""
    match = await bobs_turn(table, BOB, CEE)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.live(20 * HOUR)
    await table.matches.timekeeper.beat()
    table.clock.pass_(3.9 * 3600)
    await table.matches.timekeeper.beat()
    await table.live(11 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) is None
    await table.live(2 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) == BOBS


async def test_a_person_who_has_seen_one_hand_sits_down_in_no_other_seat(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.matches.substitutes.offer_seat(match, CEE, table.click)
    assert (await table.times(match))[CEES].is_open
    with refuses("saw_hand"):
        await table.matches.substitutes.ask_seat(match, BOB, "Bob", CEES, table.click)


async def test_a_seat_that_was_resigned_is_free(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.automatic()
    assert await table.kinds(match) == [("seat", BOBS, "resigned")]
    assert (await table.matches.queries.situation(match, ANN)).forfeited == {BOBS}
    assert (await table.times(match))[BOBS].is_open
    with refuses("saw_hand"):
        await table.matches.substitutes.ask_seat(match, BOB, "Bob", BOBS, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.live(DAY + HOUR)
    after = await table.matches.queries.situation(match, DAN)
    assert (after.seat, after.forfeited) == (BOBS, frozenset())


async def test_a_seat_that_is_not_open_yet_is_asked_to_agree(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    for person in (ANN, CEE):
        await table.matches.departures.cancel(match, person, table.click)
    assert await table.is_running(match), "Bob may be back"


async def test_an_open_seat_is_not_asked_to_agree(table: Timed) -> None:
    match = await opened(table)
    await table.matches.departures.cancel(match, ANN, table.click)
    assert await table.is_running(match)
    ended = await table.matches.departures.cancel(match, CEE, table.click)
    assert ended.status is Status.CANCELLED
    assert ended.absent == {BOBS}


# Ends


@pytest.mark.parametrize("won", [True, False])
async def test_a_lost_opponent_of_two_may_end_the_match(table: Timed, won: bool) -> None:
    match = await bobs_turn(table)
    with refuses("not_absent"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=won)
    match = await vanished(table)
    with refuses("still_away"):
        await table.matches.departures.end_absent(match, BOB, table.click, won=won)
    with refuses("not_seated"):
        await table.matches.departures.end_absent(match, EVE, table.click, won=won)
    click = table.click
    for _ in range(2):
        await table.matches.departures.end_absent(match, ANN, click, won=won)
    ended = await table.matches.loader.get(match)
    assert ended.status is (Status.OVER if won else Status.CANCELLED)
    situation = await table.matches.queries.situation(match, ANN)
    assert situation.won == ((ANNS,) if won else ())
    assert situation.forfeited == {BOBS}
    record = read(await table.matches.queries.record(match))
    assert (record.lines[-1].kind == "end") == won
    verify(record, BAZAAR)
    assert (await table.again().queries.situation(match, ANN)).won == situation.won
    with refuses("over" if won else "cancelled"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=won)


async def test_a_match_of_three_is_not_ended_by_one(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    with refuses("not_two_sides"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True)


# Rated matches


async def test_nobody_calls_a_rated_match_off_alone_while_others_are_away(table: Timed) -> None:
    table.help = Help.RATED
    match = await opened(table)
    for person in (ANN, CEE):
        await table.matches.departures.cancel(match, person, table.click)
    assert await table.is_running(match), "Bob has moved, and may be ahead"
    ended = await table.matches.departures.cancel(match, BOB, table.click)
    assert ended.status is Status.CANCELLED, "all agree"


async def test_a_rated_match_of_two_ends_as_won_or_is_played(table: Timed) -> None:
    table.help = Help.RATED
    match = await vanished(table)
    await table.matches.departures.cancel(match, ANN, table.click)
    with refuses("rated_result"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=False)
    assert await table.is_running(match)
    click = table.click
    await table.matches.departures.end_absent(match, ANN, click, won=True)
    assert (await table.matches.loader.get(match)).status is Status.OVER


async def test_a_rated_match_ends_without_result_over_who_is_shut_out(table: Timed) -> None:
    table.help = Help.RATED
    match = await vanished(table)
    ending = table.matches.departures.end_absent(match, ANN, table.click, won=False, shut_out={BOB})
    await ending
    assert (await table.matches.loader.get(match)).status is Status.CANCELLED


async def test_who_never_came_to_a_rated_match_binds_nobody(table: Timed) -> None:
    table.help = Help.RATED
    match = await table.started(BOB, target=2)
    await table.carry()
    await table.moves(match, (ANN, "pick 0"))
    await table.live(4 * DAY)
    await table.matches.departures.end_absent(match, ANN, table.click, won=False)
    assert (await table.matches.loader.get(match)).status is Status.CANCELLED


# Sleep


async def test_a_match_in_which_nobody_acts_sleeps(store: SqliteStore) -> None:
    table = Timed(store, limits=Limits(per_person=1, steps=timedelta()))
    table.pace = PACES["open"]
    match = await bobs_turn(table)
    table.clock.pass_(30 * 86400)
    assert await table.matches.upkeep.rest() == 0
    table.clock.pass_(1)
    assert await table.matches.upkeep.rest() == 1
    assert await table.matches.upkeep.rest() == 0
    assert (await table.matches.loader.get(match)).is_asleep
    assert ("asleep", None, None) in await table.carry()
    assert await table.matches.upkeep.reconcile() == 0
    other = await table.open()
    await table.matches.departures.leave(other, ANN, table.click)
    with refuses("not_seated"):
        await table.matches.presence.wake(match, EVE, table.click)
    click = table.click
    for _ in range(2):
        await table.matches.presence.wake(match, ANN, click)
    assert not (await table.matches.loader.get(match)).is_asleep
    with refuses("awake"):
        await table.matches.presence.wake(match, ANN, table.click)
    assert ("woken", None, None) in await table.carry()
    await table.matches.close()


async def test_playing_wakes_a_match_that_sleeps(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = PACES["open"]
    match = await bobs_turn(table)
    table.clock.pass_(31 * 86400)
    await table.matches.upkeep.rest()
    await table.play(match, BOB, "end")
    assert not (await table.matches.loader.get(match)).is_asleep
    await table.matches.close()


async def test_nothing_falls_due_while_a_match_sleeps_nor_right_after(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = Pace.of(720, 720)
    match = await bobs_turn(table)
    await table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click)
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.matches.seat_clocks.note_look(match, BOB)
    await table.live(30 * DAY + HOUR, 12 * HOUR)
    assert await table.matches.upkeep.rest() == 1
    slept = table.clock()
    assert await table.deadline(match, BOBS) is None
    await table.live(20 * DAY, 12 * HOUR)
    assert await table.kinds(match) == []
    await table.matches.presence.wake(match, ANN, table.click)
    woke = table.clock()
    assert await table.deadline(match, BOBS) == max(due + (woke - slept), woke + 12 * HOUR)
    await table.live(4 * DAY)
    assert await table.kinds(match) == [("seat", BOBS, "steward")]
    await table.matches.close()


# Moderators' remedies


async def test_a_moderator_gives_time_to_all(table: Timed) -> None:
    match = await table.started(BOB)
    await table.carry()
    due = await table.deadline(match, ANNS)
    assert due is not None
    for days in (0, 15):
        with refuses("host_days"):
            await table.matches.moderation.give_time(match, EVE, days, table.click)
    click = table.click
    for _ in range(2):
        await table.matches.moderation.give_time(match, EVE, 2, click)
    assert [each.deadline for each in await table.times(match)] == [due + 2 * DAY] * 2
    assert await table.kinds(match) == [("host", None, "time")]
    assert ("host", None, None) in await table.carry()
    await table.matches.moderation.give_time(match, ANN, 1, table.click)
    assert await table.deadline(match, BOBS) == due + 3 * DAY
    assert await table.deadline(match, ANNS) == due + 2 * DAY, "but for the moderator's own seat"
    await table.again().queries.situation(match, ANN)


async def test_a_moderator_is_not_beyond_all_clocks(table: Timed) -> None:
    match = await bobs_turn(table)
    with refuses("host_own_time"):
        await table.matches.moderation.give_time(match, BOB, 14, table.click)
    assert await table.kinds(match) == []
    await table.matches.moderation.give_time(match, ANN, 1, table.click)


async def test_a_moderator_replaces_who_keeps_the_table_waiting(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    with refuses("host_seated"):
        await table.matches.moderation.replace_by_robot(match, ANN, BOBS, table.click)
    with refuses("nothing_asked"):
        await table.matches.moderation.replace_by_robot(match, EVE, CEES, table.click)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.automatic()
    assert await table.kinds(match) == [("host", BOBS, "replace")]
    assert (await table.matches.queries.situation(match, None)).pending == (CEES,)
    assert not (await table.times(match))[BOBS].is_absent, "that is no absence"


async def test_a_moderator_replaces_somebody_where_no_clock_runs(store: SqliteStore) -> None:
    table = Timed(store)
    table.pace = PACES["open"]
    match = await bobs_turn(table)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.automatic()
    time = (await table.times(match))[BOBS]
    assert (time.is_absent, time.playing, time.is_open) == (False, False, False)
    table.clock.pass_(3600)
    await table.matches.undo.undo_as_moderator(match, EVE, table.click)
    table.clock.pass_(3 * 86400 - 1)
    with refuses("host_replaced_once"):
        await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    table.clock.pass_(1)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.matches.close()


async def test_a_moderator_who_got_up_has_no_remedies(table: Timed) -> None:
    """A losing moderator could otherwise resign, and undo or end the others' win."""
    for forgotten in (False, True):
        match = await bobs_turn(table, BOB, CEE)
        await table.matches.departures.resign(match, CEE, table.click)
        if forgotten:
            await table.matches.forgetting.forget(CEE)
        for refused in (
            table.matches.undo.undo_as_moderator(match, CEE, table.click),
            table.matches.moderation.replace_by_robot(match, CEE, BOBS, table.click),
            table.matches.moderation.end(match, CEE, table.click),
        ):
            with refuses("host_sat"):
                await refused
        await table.matches.moderation.give_time(match, CEE, 1, table.click)


async def test_a_moderator_ends_a_match(table: Timed) -> None:
    match = await bobs_turn(table)
    with refuses("host_seated"):
        await table.matches.moderation.end(match, BOB, table.click)
    ended = await table.matches.moderation.end(match, EVE, table.click)
    assert ended.status is Status.CANCELLED
    assert ("cancelled", None, None) in await table.carry()
    record = read(await table.matches.queries.record(match))
    assert record.lines[-1].text == "end"
    verify(record, BAZAAR)
    for refused in (
        table.matches.moderation.give_time(match, EVE, 1, table.click),
        table.matches.moderation.end(match, EVE, table.click),
        table.matches.seat_clocks.give_day(match, ANN, BOBS, table.click),
        table.matches.seat_clocks.wait(match, ANN, BOBS, table.click),
        table.matches.presence.come_back(match, BOB, table.click),
        table.matches.pauses.pause(match, BOB, table.clock() + DAY, table.click),
        table.matches.substitutes.offer_seat(match, BOB, table.click),
        table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click),
        table.matches.substitutes.object(match, ANN, BOBS, table.click),
        table.matches.presence.wake(match, ANN, table.click),
    ):
        with refuses("cancelled"):
            await refused


# Reactions of those who are not there


class Guards(Player):
    """A player that guards whenever it can."""

    def choose(self, view: object, moves: Sequence[Any], imagine: object, chance: object) -> Any:
        return next((move for move in moves if str(move) == "guard"), moves[0])


@pytest.mark.parametrize("away", [True, False])
async def test_a_robot_answers_short_clocks_of_persons_on_leave(
    table: Timed, monkeypatch: pytest.MonkeyPatch, away: bool
) -> None:
    monkeypatch.setitem(BAZAAR.players, "steady", Guards())  # type: ignore[arg-type]
    match = await table.trading(BOB)
    await table.moves(match, (ANN, "buy"))
    if away:
        await table.matches.hours.take_leave(BOB, date(2026, 11, 21), date(2026, 11, 25), table.click)
    await table.play(match, ANN, "raid 1")
    await table.carry()
    assert await table.deadline(match, BOBS) == table.clock() + 12 * HOUR, "leave does not hold up the others"
    await table.live(12 * HOUR)
    moves = [one for one in await table.store.entries(match) if one.seat == BOBS]
    assert (moves[-1].text, moves[-1].by) == ("guard" if away else "pass", None)


# Many at once


async def test_leave_and_back_change_no_match_however_many_they_are(store: SqliteStore) -> None:
    table = Timed(store, limits=Limits(per_person=500, warm=8, steps=timedelta()))
    matches = [await table.started(BOB) for _ in range(40)]
    await table.carry()
    commits, commit = 0, store.commit

    async def counted(change: Change) -> Committed:
        nonlocal commits
        commits += 1
        return await commit(change)

    store.commit = counted  # type: ignore[method-assign]
    await table.matches.hours.take_leave(BOB, date(2026, 11, 21), date(2026, 12, 1), table.click)
    table.clock.pass_(86400)
    await table.matches.hours.end_leave(BOB)
    assert commits == 0
    for match in (matches[0], matches[-1]):
        assert await table.deadline(match, BOBS) == table.clock() + 3 * DAY
        timer = (await table.looks(match))[BOBS]
        assert timer.due == table.clock()
    table.clock.pass_(300)
    said = await table.carry()
    assert said.count(("leave", BOBS, None)) == 80
    await table.automatic()
    assert commits == 0, "what was looked at too early is only looked at again"
    assert {(await table.looks(match))[BOBS].due for match in matches} == {
        table.clock() - timedelta(seconds=300) + 2.4 * DAY
    }
    await table.matches.close()


async def test_many_that_fall_due_do_not_hold_up_a_robots_turn(table: Timed) -> None:
    matches = [await bobs_turn(table) for _ in range(30)]
    other = await table.started("steady", BOB)
    await table.notices()
    await table.moves(other, (ANN, "pick 0"), (BOB, "pick 0"))
    await table.automatic()
    await table.matches.upkeep.rest()
    table.clock.pass_(3 * 86400)
    await table.play(other, ANN, "end")
    await table.matches.timers.run_due_timers()
    robot = [one for one in await table.store.entries(other) if one.seat == BOBS]
    assert robot[-1].text == "end"
    due = [await table.deadline(match, BOBS) for match in matches]
    assert any(each is not None and each <= table.clock() for each in due), "the others come in pieces"
    await table.automatic()
    for match in matches:
        assert (await table.times(match))[BOBS].grace


async def test_open_questions_are_called_and_begin_anew_after_a_restore(table: Timed, tmp_path: Path) -> None:
    match = await bobs_turn(table)
    before = await table.deadline(match, BOBS)
    assert before is not None
    await table.live(DAY)
    await table.store.close()
    with closing(sqlite3.connect(tmp_path / "longtable.db")) as database, database:
        rekey_running(database, table.clock(), None, 1)
    table.store = await SqliteStore.open(tmp_path / "longtable.db")
    table.matches = table.again()
    await table.carry()
    assert await table.deadline(match, BOBS) == table.clock() + 3 * DAY
    assert list(await table.looks(match)) == [BOBS]
    assert ("grace", BOBS, BOB) in await table.live(4 * DAY - HOUR)
    await table.play(match, BOB, "end")
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(BOBS).left == DAY
    await table.store.close()


async def test_a_clock_whose_timer_was_lost_is_looked_at_again(table: Timed) -> None:
    match = await bobs_turn(table)
    (timer,) = (await table.looks(match)).values()
    await table.store.put_off_timer(timer.id, None)
    table.matches = table.again()
    assert await table.matches.recovery.revive(match)
    assert set(await table.looks(match)) == {BOBS}
    assert ("grace", BOBS, BOB) in await table.live(3 * DAY)


async def test_a_clock_put_forward_takes_nothing_and_one_put_back_gives_no_year(store: SqliteStore) -> None:
    wall, elapsed = Clock(), [0.0]
    table = Timed(store)
    table.clock = wall

    def passes(seconds: float) -> None:
        wall.pass_(seconds)
        elapsed[0] += seconds

    table.matches = table.again(now=SteadyClock(wall, lambda: elapsed[0]))
    match = await bobs_turn(table)
    await table.matches.timekeeper.beat()
    due = await table.deadline(match, BOBS)
    assert due is not None
    wall.pass_(365 * 86400)
    await table.matches.timekeeper.beat()
    assert await table.deadline(match, BOBS) == due + 365 * DAY
    passes(10)
    wall.pass_(-365 * 86400)
    await table.matches.timekeeper.beat()
    assert await table.deadline(match, BOBS) == due
    passes(10)
    await table.play(match, BOB, "end")
    kept = await table.store.match(match)
    assert kept is not None
    assert kept.clock(BOBS).left == 3 * DAY
    await table.matches.close()
