"""Short clocks: questions that must not keep a table waiting; they stand still while the bot is away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.game import Seat
from engine.match.changes import Change, NewTimer
from engine.match.timer_kinds import TimerKind
from engine.matches import Limits, Session, Status
from engine.matches.core.cache import CachedMatch
from engine.record import read, verify
from engine.store import Busy, Full, StoreError, Unreachable
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_matches import ANN, BOB, CEE, Table
from tests.engine.matches.test_rounds import EVE, Bazaars

HOURS_12 = timedelta(hours=12)
HOUR = timedelta(hours=1)
SPREAD = 600
"""Seconds over which the notices about an absence are spread."""


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Bazaars]:
    table = Bazaars(store)
    yield table
    await table.matches.close()


async def raided(table: Bazaars, *others: int | str) -> int:
    """Return a match in which Ann has just raided Bob."""
    match = await table.trading(*(others or (BOB,)))
    await table.moves(match, (ANN, "buy"), (ANN, "raid 1"))
    await table.notices()
    return match


async def clocks(table: Bazaars, match: int) -> list[tuple[Seat | None, int, datetime]]:
    timers = await table.store.timers(match)
    return [(timer.seat, timer.number, timer.due) for timer in timers if timer.kind == "lapse"]


async def deadlines(table: Bazaars, match: int) -> set[datetime | None]:
    """Return the deadlines that people see; they are the same for all."""
    people = (ANN, BOB, EVE, None)
    return {(await table.matches.queries.situation(match, person)).deadline for person in people}


async def clock_notices(table: Bazaars) -> list[tuple[str, int | None, int]]:
    """Return the public notices once those about an absence, which are spread over some minutes, are due."""
    assert "clock" not in [kind for kind, _, _ in await table.notices()]
    for _ in range(SPREAD // 30):
        table.clock.pass_(30)
        await table.matches.timekeeper.beat()
    return await table.notices()


async def codes(table: Bazaars, match: int) -> list[str]:
    return [event.code for _, events in await table.matches.queries.log(match, EVE) for event in events]


# Clocks that run out


async def test_a_question_of_no_haste_has_no_clock(table: Bazaars) -> None:
    match = await table.started(BOB)
    assert await clocks(table, match) == []
    assert await deadlines(table, match) == {None}


async def test_the_clock_is_written_with_the_question(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    assert await clocks(table, match) == [(1, 4, due)]
    assert await deadlines(table, match) == {due}


async def test_the_host_decides_how_long(store: SqliteStore) -> None:
    table = Bazaars(store, limits=Limits(reaction=HOUR))
    match = await raided(table)
    assert await deadlines(table, match) == {table.clock() + HOUR}


async def test_the_games_move_is_played_and_told_as_the_clock_runs_out(table: Bazaars) -> None:
    match = await raided(table)
    table.clock.pass_(HOURS_12.total_seconds() - 1)
    assert await table.matches.timers.run_due_timers() == 0
    table.clock.pass_(1)
    assert await table.matches.timers.run_due_timers() == 1
    (entry,) = (await table.store.entries(match))[5:]
    assert (entry.kind, entry.seat, entry.text, entry.by) == ("move", 1, "pass", None)
    assert (await codes(table, match))[-1] == "bazaar.reacted"
    assert await table.notices() == [("turn", 0, 5)]
    assert await clocks(table, match) == []
    assert await deadlines(table, match) == {None}


async def test_the_clock_of_an_answered_question_does_nothing(table: Bazaars) -> None:
    match = await raided(table)
    (kept,) = await table.store.timers(match)
    await table.play(match, BOB, "guard")
    assert await clocks(table, match) == []
    await table.play(match, ANN, "raid 1")
    await asyncio.gather(*(table.matches.timers.fire(kept) for _ in range(3)))
    assert (await table.matches.queries.situation(match, None)).pending == (1,)
    assert len(await clocks(table, match)) == 1


async def test_an_answer_and_the_end_of_the_clock_at_once_make_one_entry(table: Bazaars) -> None:
    match = await raided(table)
    table.clock.pass_(HOURS_12.total_seconds())
    played, _ = await asyncio.gather(
        table.matches.moves.play(match, BOB, "guard", 4, table.click),
        table.matches.timers.run_due_timers(),
        return_exceptions=True,
    )
    assert (await table.matches.loader.get(match)).entries == 6, played
    assert await clocks(table, match) == []


async def test_an_order_meanwhile_gains_no_time(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    table.clock.pass_(3600)
    await table.play(match, BOB, "order guard")
    assert await clocks(table, match) == [(1, 5, due)]
    assert await deadlines(table, match) == {due}
    table.clock.pass_(11 * 3600)
    await table.automatic()
    assert (await codes(table, match))[-1] == "bazaar.reacted"
    assert (await table.store.entries(match))[-1].text == "pass"


async def test_each_question_has_a_clock_of_its_own(table: Bazaars) -> None:
    match = await raided(table)
    await table.play(match, BOB, "guard")
    table.clock.pass_(3600)
    await table.play(match, ANN, "raid 1")
    assert await deadlines(table, match) == {table.clock() + HOURS_12}


async def test_an_order_given_before_needs_no_clock(table: Bazaars) -> None:
    match = await table.started(BOB)
    await table.moves(match, (BOB, "order guard"), (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "raid 1"))
    assert await clocks(table, match) == []
    assert (await table.matches.queries.situation(match, None)).pending == (0,)


async def test_automatic_players_need_no_clock(table: Bazaars) -> None:
    match = await raided(table, "steady", BOB)
    assert await clocks(table, match) == []
    assert await deadlines(table, match) == {None}
    await table.automatic()
    assert (await table.matches.queries.situation(match, None)).pending == (0,)


async def test_a_person_who_leaves_meanwhile_is_replaced_at_once(table: Bazaars) -> None:
    match = await raided(table, BOB, CEE)
    await table.matches.departures.leave(match, BOB, table.click)
    assert await clocks(table, match) == []
    await table.automatic()
    assert (await table.matches.queries.situation(match, None)).pending == (0,)


async def test_a_match_that_ends_meanwhile_has_no_clock(table: Bazaars) -> None:
    match = await raided(table)
    await table.matches.departures.cancel(match, ANN, table.click)
    await table.matches.departures.cancel(match, BOB, table.click)
    assert await clocks(table, match) == []
    table.clock.pass_(HOURS_12.total_seconds())
    await table.automatic()
    assert (await table.matches.loader.get(match)).status is Status.CANCELLED


async def test_a_record_with_a_move_by_nobody_verifies(table: Bazaars) -> None:
    match = await raided(table)
    table.clock.pass_(HOURS_12.total_seconds())
    await table.automatic()
    await table.moves(match, (ANN, "end"), (BOB, "end"), (ANN, "end"), (BOB, "end"))
    verify(read(await table.matches.queries.record(match)), BAZAAR)


async def test_a_killed_bot_goes_on_where_it_was(table: Bazaars) -> None:
    """Only the database is kept."""
    match = await raided(table)
    matches = table.again()
    due = table.clock() + HOURS_12
    assert (await matches.queries.situation(match, BOB)).deadline == due
    table.clock.pass_(HOURS_12.total_seconds())
    await asyncio.gather(matches.timers.run_due_timers(), matches.timers.run_due_timers())
    assert (await matches.loader.get(match)).entries == 6
    assert await matches.timers.run_due_timers() == 0


@pytest.mark.parametrize(
    ("trouble", "seconds"),
    [
        (Full("store_full", path=""), 60),
        (Busy("store_busy", path=""), 5),
        (Unreachable("store_unreachable", path=""), 5),
    ],
)
async def test_a_move_that_cannot_be_written_is_played_later(
    table: Bazaars, monkeypatch: pytest.MonkeyPatch, trouble: StoreError, seconds: int
) -> None:
    """A full disk needs a host; a busy database passes by itself."""
    match = await raided(table)
    table.clock.pass_(HOURS_12.total_seconds())

    async def fails(_: Change) -> int:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "commit", fails)
        await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 5
    table.clock.pass_(seconds - 1)
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 5
    table.clock.pass_(1)
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 6


async def test_a_timer_of_which_nothing_is_known_waits(
    table: Bazaars, caplog: pytest.LogCaptureFixture
) -> None:
    match, other = await raided(table), await raided(table)
    await table.wrote(match, timers=(NewTimer("alarm", Seat(0), 4, table.clock()),))
    with caplog.at_level(logging.ERROR):
        await table.automatic()
    assert f"match {match}: nothing is known of its alarm timer" in caplog.text
    assert [timer.kind for timer in await table.store.timers(match)] == ["alarm", "lapse"]
    table.clock.pass_(HOURS_12.total_seconds())
    await table.automatic()
    assert [(await table.matches.loader.get(one)).entries for one in (match, other)] == [6, 6]


async def test_a_timer_that_fails_spares_the_others(
    table: Bazaars, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, other = await raided(table), await raided(table)
    make = table.matches.moves.make

    async def fails(cached: CachedMatch, *given: Any, **more: Any) -> int:
        if cached.stored.id == match:
            raise RuntimeError("no idea")
        return await make(cached, *given, **more)

    monkeypatch.setattr(table.matches.moves, "make", fails)
    table.clock.pass_(HOURS_12.total_seconds())
    with caplog.at_level(logging.ERROR):
        await table.automatic()
    assert [(await table.matches.loader.get(one)).entries for one in (match, other)] == [5, 6]
    assert f"match {match}: its lapse timer failed" in caplog.text


# Outages of the bot


async def test_the_clock_stands_still_while_the_bot_is_away(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(20 * 3600)
    matches = table.matches = table.again()
    await matches.timekeeper.beat()
    assert await matches.timers.run_due_timers() == 0, "it fell due while the bot was away"
    assert await deadlines(table, match) == {due + 20 * HOUR}
    assert await clock_notices(table) == [("clock", 1, 4)]
    table.clock.pass_(HOURS_12.total_seconds())
    assert await matches.timers.run_due_timers() == 1
    assert (await codes(table, match))[-1] == "bazaar.reacted"


async def test_the_time_away_is_credited_once(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    for _ in range(3):
        # The bot is killed right after it, and started again.
        await table.again().timekeeper.beat()
    assert await deadlines(table, match) == {due + HOUR}
    assert await clock_notices(table) == [("clock", 1, 4)]


async def test_an_absence_of_a_minute_gives_no_time_and_a_longer_one_all_of_it(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(60)
    table.matches = table.again()
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {due}
    assert await clock_notices(table) == []
    table.clock.pass_(61)
    table.matches = table.again()
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {due + timedelta(seconds=61)}
    assert await clock_notices(table) == [("clock", 1, 4)]


async def test_starting_again_and_again_gives_no_time(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    for _ in range(10):
        table.clock.pass_(5)
        matches = table.again()
        await matches.timekeeper.beat()
        await matches.close()
    assert await deadlines(table, match) == {due}
    assert await clock_notices(table) == []


async def test_all_clocks_of_a_match_are_told_of_in_one_notice(table: Bazaars) -> None:
    """Those of another match are told of in another notice."""
    match, other = await raided(table, BOB, CEE), await raided(table)
    late = NewTimer("lapse", Seat(2), 5, table.clock() + HOUR)
    await table.wrote(match, timers=(late,))
    await table.matches.timekeeper.beat()
    table.clock.pass_(7200)
    await table.again().timekeeper.beat()
    assert {due for _, _, due in await clocks(table, match)} == {
        late.due + 2 * HOUR,
        table.clock() + HOURS_12,
    }
    notices = [notice for one in (match, other) for notice in await table.store.notices((one,))]
    assert [(one.match, one.kind) for one in notices] == [(match, "clock"), (other, "clock")]
    assert await clock_notices(table) == [("clock", 1, 5), ("clock", 1, 4)]


async def test_waiting_notices_do_not_wait_for_the_one_about_an_absence(table: Bazaars) -> None:
    match = await raided(table)
    await table.matches.timekeeper.beat()
    await table.matches.departures.cancel(match, BOB, table.click)
    assert await table.taken() == [match]
    await table.matches.outbox.release_lanes((match,))
    table.clock.pass_(3600)
    table.matches = table.again()
    await table.matches.timekeeper.beat()
    assert await table.notices() == [("vote", 1, 5), ("clock", 1, 4)]


async def test_a_timer_that_was_due_before_is_not_credited(table: Bazaars) -> None:
    match = await raided(table)
    table.clock.pass_(HOURS_12.total_seconds() + 1)
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    matches = table.again()
    await matches.timekeeper.beat()
    assert await matches.timers.run_due_timers() == 1
    assert (await matches.loader.get(match)).entries == 6


async def test_automatic_players_do_not_wait_for_a_credit(table: Bazaars) -> None:
    match = await table.started("steady")
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    matches = table.again()
    await matches.timekeeper.beat()
    assert await matches.timers.run_due_timers() == 1
    assert (await matches.loader.get(match)).entries == 2


async def test_stopping_notes_the_time(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(30)
    await table.matches.close()
    table.clock.pass_(7200)
    await table.again().timekeeper.beat()
    assert await deadlines(table, match) == {due + 2 * HOUR}


async def test_a_bot_that_never_ran_notes_nothing(table: Bazaars) -> None:
    """It could not log in, say: the time until it can is an outage."""
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    await table.again().close()
    table.clock.pass_(3600)
    await table.again().timekeeper.beat()
    assert await deadlines(table, match) == {due + 2 * HOUR}


async def test_a_running_bot_notes_it_four_times_a_minute(table: Bazaars) -> None:
    noted: list[datetime | None] = []
    for _ in range(4):
        next_beat = await table.matches.timekeeper.beat()
        noted.append(await table.store.served_until(0))
        assert next_beat == (noted[-1] or table.clock()) + timedelta(seconds=15)
        table.clock.pass_(8)
    assert noted[0] == noted[1]
    assert noted[2] == noted[3]
    assert len(set(noted)) == 2


async def test_a_machine_that_slept_is_credited_too(table: Bazaars) -> None:
    match = await raided(table)
    due = table.clock() + HOURS_12
    await table.matches.timekeeper.beat()
    table.clock.pass_(50)
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {due}, "the bot was busy"
    table.clock.pass_(3600)
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {due + HOUR}


# Outages of Discord


async def test_the_clock_stands_still_while_nobody_can_press(table: Bazaars) -> None:
    """The bot runs all the time; its line to where people are does not."""
    match = await raided(table)
    due, up = table.clock() + HOURS_12, True
    table.matches.timekeeper.attend(lambda: up)
    await table.matches.timekeeper.beat()
    up = False
    for _ in range(20 * 6):
        table.clock.pass_(600)
        await table.matches.timekeeper.beat()
        assert await table.matches.timers.run_due_timers() == 0
    up = True
    for _ in range(3):
        await table.matches.timekeeper.beat()
        assert await table.matches.timers.run_due_timers() == 0
    assert await deadlines(table, match) == {due + 20 * HOUR}
    assert await clock_notices(table) == [("clock", 1, 4)]
    table.clock.pass_(HOURS_12.total_seconds())
    assert await table.matches.timers.run_due_timers() == 1


async def test_the_clock_of_one_shard_stands_still_while_it_has_no_session(table: Bazaars) -> None:
    """The match's server is of shard 0, which has no line for a while; shard 1 is served all the time.

    Another process, which serves neither, fires no timer there either.
    """
    match = await raided(table)
    other = table.again()
    due, up = table.clock() + HOURS_12, True
    table.matches.timekeeper.attend_shards(
        2, lambda: {0: Session(timedelta() if up else None), 1: Session(timedelta())}
    )
    other.timekeeper.attend_shards(2, dict)
    await table.matches.timekeeper.beat()
    up = False
    for _ in range(20 * 6):
        table.clock.pass_(600)
        for matches in (table.matches, other):
            await matches.timekeeper.beat()
            assert await matches.timers.run_due_timers() == 0
    up = True
    for _ in range(3):
        for matches in (table.matches, other):
            await matches.timekeeper.beat()
            assert await matches.timers.run_due_timers() == 0
    assert await deadlines(table, match) == {due + 20 * HOUR}
    assert await clock_notices(table) == [("clock", 1, 4)]
    table.clock.pass_(HOURS_12.total_seconds())
    assert await other.timers.run_due_timers() == 1


async def test_a_shard_that_another_takes_over_is_credited_once(table: Bazaars) -> None:
    """Its process dies with it, and nobody serves it for an hour. Two processes then give the time back."""
    match = await raided(table)
    due = table.clock() + HOURS_12
    table.matches.timekeeper.attend_shards(2, lambda: {0: Session(timedelta())})
    await table.matches.timekeeper.beat()
    table.clock.pass_(3600)
    heirs = [table.again(), table.again()]
    for heir in heirs:
        heir.timekeeper.attend_shards(2, lambda: {0: Session(timedelta())})
    await asyncio.gather(*(heir.timekeeper.beat() for heir in heirs))
    assert await deadlines(table, match) == {due + HOUR}


async def test_a_shard_that_was_given_and_taken_again_is_noted_as_served(table: Bazaars) -> None:
    """Another process has had the shard between two beats, and noted that nobody can press there."""
    await raided(table)
    taken = 1
    table.matches.timekeeper.attend_shards(2, lambda: {0: Session(timedelta(), taken)})
    await table.matches.timekeeper.beat()
    for _ in range(2):
        await table.store.note_session_lost(0)
        taken += 1
        table.clock.pass_(5)
        await table.matches.timekeeper.beat()
    table.clock.pass_(HOURS_12.total_seconds())
    assert await table.matches.timers.run_due_timers() == 1, "the clocks there stood still"


async def test_the_time_without_people_counts_from_before_the_restart(table: Bazaars) -> None:
    """The line is lost for an hour, the bot is stopped for another, and has no line for a third."""
    match = await raided(table)
    due = table.clock() + HOURS_12
    up = True
    table.matches.timekeeper.attend(lambda: up)
    await table.matches.timekeeper.beat()
    up = False
    table.clock.pass_(3600)
    await table.matches.timekeeper.beat()
    await table.matches.close()
    table.clock.pass_(3600)
    matches = table.again()
    matches.timekeeper.attend(lambda: up)
    await matches.timekeeper.beat()
    table.clock.pass_(3600)
    up = True
    await matches.timekeeper.beat()
    assert await deadlines(table, match) == {due + 3 * HOUR}
    assert await clock_notices(table) == [("clock", 1, 4)]


async def test_a_line_lost_for_a_moment_gives_no_time(table: Bazaars) -> None:
    match = await raided(table)
    due, up = table.clock() + HOURS_12, True
    table.matches.timekeeper.attend(lambda: up)
    for _ in range(10):
        up = True
        await table.matches.timekeeper.beat()
        up = False
        table.clock.pass_(30)
        await table.matches.timekeeper.beat()
    up = True
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {due}
    assert await clock_notices(table) == []


async def test_away_begins_with_the_last_heartbeat_that_was_heard(table: Bazaars) -> None:
    """A dead line is noticed late; nobody can press from its last sign of life on."""
    match = await raided(table)
    due, up, silence = table.clock() + HOURS_12, True, timedelta()
    table.matches.timekeeper.attend(lambda: up, lambda: silence)
    await table.matches.timekeeper.beat()
    heard = table.clock()
    for _ in range(4):
        table.clock.pass_(15)
        silence += timedelta(seconds=15)
        await table.matches.timekeeper.beat()
        assert await table.store.served_until(0) == heard
    up = False
    table.clock.pass_(20)
    await table.matches.timekeeper.beat()
    up, silence = True, timedelta()
    await table.matches.timekeeper.beat()
    assert await table.store.served_until(0) == table.clock()
    assert await deadlines(table, match) == {due + timedelta(seconds=80)}


async def test_heartbeats_far_apart_are_no_absence(table: Bazaars) -> None:
    """Discord asks for one every 41 seconds: all is well between them, for clocks and for orders."""
    match = await raided(table)
    order = NewTimer("order", Seat(1), 4, table.clock() + timedelta(minutes=9))
    await table.wrote(match, timers=(order,))
    due, silence = table.clock() + HOURS_12, 0
    table.matches.timekeeper.attend(lambda: True, lambda: timedelta(seconds=silence))
    began = table.clock()
    next_ = await table.matches.timekeeper.beat()
    beats = 0
    while table.clock() < began + timedelta(minutes=8):
        assert timedelta() < next_ - table.clock() <= timedelta(seconds=15)
        passed = (next_ - table.clock()).total_seconds()
        table.clock.pass_(passed)
        silence = round((table.clock() - began).total_seconds()) % 41
        next_ = await table.matches.timekeeper.beat()
        beats += 1
    assert beats < 60
    assert await deadlines(table, match) == {due}
    (kept,) = [timer for timer in await table.store.timers(match) if timer.kind == "order"]
    assert kept.due == order.due
    served = await table.store.served_until(0)
    assert served is not None
    assert table.clock() - served <= timedelta(seconds=41 + 15)


async def test_a_bot_that_stops_with_a_dead_line_notes_its_last_heartbeat(table: Bazaars) -> None:
    silence = timedelta()
    table.matches.timekeeper.attend(lambda: True, lambda: silence)
    await table.matches.timekeeper.beat()
    heard = table.clock()
    table.clock.pass_(50)
    silence = timedelta(seconds=50)
    await table.matches.close()
    assert await table.store.served_until(0) == heard


async def test_automatic_players_play_on_while_nobody_can_press(table: Bazaars) -> None:
    match = await table.started("steady")
    table.matches.timekeeper.attend(lambda: False)
    assert await table.matches.timers.run_due_timers() == 1
    assert (await table.matches.loader.get(match)).entries == 2


# Changes of the machine's clock


@pytest.mark.parametrize("restarted", [False, True])
async def test_timers_go_back_with_the_clock(table: Bazaars, restarted: bool) -> None:
    match = await raided(table)
    await table.matches.timekeeper.beat()
    table.clock.pass_(-3600)
    matches = table.matches = table.again() if restarted else table.matches
    for _ in range(3):
        await matches.timekeeper.beat()
        assert await table.store.served_until(0) == table.clock()
    assert await deadlines(table, match) == {table.clock() + HOURS_12}, "as long as there was"
    assert await clock_notices(table) == [("clock", 1, 4)], "all were told another time"
    table.clock.pass_(HOURS_12.total_seconds())
    assert await matches.timers.run_due_timers() == 1


async def test_automatic_players_and_timers_put_off_go_back_with_the_clock(table: Bazaars) -> None:
    """Every kind of timer does: an automatic player's, and one that this version does not know."""
    other, match = await raided(table), await table.started("steady")
    alarm = NewTimer("alarm", Seat(0), 4, table.clock() + timedelta(minutes=7))
    await table.wrote(other, timers=(alarm,))
    await table.matches.timekeeper.beat()
    table.clock.pass_(-7200)
    assert await table.matches.timers.run_due_timers() == 0, "nobody has noticed yet"
    await table.matches.timekeeper.beat()
    assert [timer.due - table.clock() for timer in await table.store.timers(other)] == [
        timedelta(minutes=7),
        HOURS_12,
    ]
    assert await table.matches.timers.run_due_timers() == 1
    assert (await table.matches.loader.get(match)).entries == 2


async def test_notices_that_are_tried_again_go_back_with_the_clock(table: Bazaars) -> None:
    match = await table.open()
    assert await table.taken() == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    later = table.clock() + timedelta(seconds=10)
    await table.matches.outbox.put_off_notice(notice, later)
    await table.matches.outbox.release_lanes((match,), later)
    await table.matches.timekeeper.beat()
    table.clock.pass_(-3600)
    await table.matches.timekeeper.beat()
    assert await table.lines() == []
    table.clock.pass_(10)
    assert [each.id for each in await table.lines()] == [notice.id]


async def test_an_entry_notices_first_that_the_clock_was_put_back(table: Bazaars) -> None:
    """A timer set by the new clock stays; one set by the old clock goes back."""
    match, other = await raided(table), await raided(table)
    await table.play(match, BOB, "guard")
    table.clock.pass_(-3600)
    await table.play(match, ANN, "raid 1")
    due = table.clock() + HOURS_12
    assert [each for _, _, each in await clocks(table, match)] == [due]
    assert [each for _, _, each in await clocks(table, other)] == [due]
    await table.matches.timekeeper.beat()
    assert [each for _, _, each in await clocks(table, match)] == [due]


async def test_a_step_back_that_cannot_be_written_is_made_later(
    table: Bazaars, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await raided(table)
    await table.matches.timekeeper.beat()
    table.clock.pass_(-3600)

    async def fails(*_: Any) -> None:
        raise Full("store_full", path="")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "shift_clock", fails)
        with pytest.raises(Full):
            await table.matches.timekeeper.beat()
    await table.matches.timekeeper.beat()
    assert await deadlines(table, match) == {table.clock() + HOURS_12}


async def test_the_loop_credits_before_anything_falls_due(table: Bazaars) -> None:
    match = await raided(table)
    await table.matches.timekeeper.beat()
    table.clock.pass_(24 * 3600)
    matches = table.again()
    running = asyncio.create_task(matches.timers.run())
    while await table.store.served_until(0) != table.clock():  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await matches.close()
    assert (await matches.loader.get(match)).entries == 5
    assert await clock_notices(table) == [("clock", 1, 4)]


async def test_the_notices_of_several_outages_are_one_until_it_is_said(store: SqliteStore) -> None:
    table = Table(store)
    match = await table.started(BOB)
    await table.notices()
    await table.matches.timekeeper.beat()
    due = table.clock() + timedelta(hours=12)
    await table.wrote(match, timers=(NewTimer("lapse", Seat(0), 0, due),))
    for _ in range(3):
        table.clock.pass_(90)
        await table.matches.timekeeper.beat()
    assert [line.kind for line in await table.store.notices((match,))] == ["clock"]
    (timer,) = await table.store.timers(match)
    assert timer.due == due + timedelta(seconds=270)
    assert await table.taken() == [match]
    (line,) = await table.store.notices((match,))
    assert await table.matches.outbox.note_begun(line, "5")
    table.clock.pass_(90)
    await table.matches.timekeeper.beat()
    assert [line.kind for line in await table.store.notices((match,))] == ["clock"] * 2, "it may be said"
    await table.matches.close()


async def test_every_kind_of_timer_has_a_handler(table: Bazaars) -> None:
    assert table.matches.timers._handlers.keys() == set(TimerKind)
