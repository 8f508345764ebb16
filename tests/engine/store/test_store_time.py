"""The store's data about time: clocks, hours, servers, outages."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from engine.game import Seat
from engine.match.clock import FAR, Habits, Hours, Leave, Request, RowState, SeatClock, Server, Span
from engine.match.values import Status
from engine.store import Store
from engine.store.sqlite import SqliteStore
from tests.engine.store.test_store import NOW, opened, stored_match, wrote
from tests.engine.store.test_store_finding import BOTH_STORES

HOUR = timedelta(hours=1)
CLOCK = SeatClock(
    timedelta(days=2, microseconds=1),
    number=7,
    since=NOW,
    habits=Habits("Europe/Paris", (60, 300)),
    given=HOUR,
    graces=2,
    turns=1,
    request=Request(9, "Éve", 12, NOW + HOUR),
    former=(1, 2**62),
)


@BOTH_STORES
async def test_a_clock_comes_back_as_it_was_written(store: Store) -> None:
    match = await opened(store)
    await wrote(store, match, clocks=((Seat(1), CLOCK),))
    kept = await store.match(match)
    assert kept is not None
    assert kept.clocks == (None, CLOCK)
    assert kept.clock(0) == SeatClock(timedelta()), "a full one, of no pace"
    await wrote(store, match, clocks=((Seat(1), SeatClock(HOUR)),))
    kept = await store.match(match)
    assert kept is not None
    assert kept.clocks == (None, SeatClock(HOUR))


async def test_a_clock_that_cannot_be_read_is_a_full_one(store: SqliteStore, tmp_path: Path) -> None:
    match = await opened(store, stored_match(pace="day"))
    await wrote(store, match, clocks=((Seat(1), CLOCK), (Seat(0), CLOCK)))
    with closing(sqlite3.connect(tmp_path / "longtable.db")) as database, database:
        database.execute("UPDATE clocks SET value = '{' WHERE seat = 1")
    kept = await store.match(match)
    assert kept is not None
    assert (kept.clock(0), kept.clock(1)) == (CLOCK, SeatClock(timedelta(days=3)))


@BOTH_STORES
async def test_a_match_that_is_put_together_needs_no_clocks(store: Store) -> None:
    match = await opened(store)
    await wrote(store, match, clocks=((Seat(1), CLOCK),))
    await wrote(store, match, stored_match(id=match, status=Status.OVER))
    await store.tidy(NOW, 1000)
    kept = await store.match(match)
    assert kept is not None
    assert kept.clocks == ()


@BOTH_STORES
async def test_pauses_and_sleep_are_kept(store: Store) -> None:
    state = RowState(NOW, (Span(NOW, NOW + HOUR),), (Span(NOW, FAR),), NOW + HOUR, (1, 2), absent=(0,))
    match = await opened(store, stored_match(pace="72h+30h -leave"))
    await wrote(store, match, stored_match(id=match, pace="72h+30h -leave", row_state=state))
    kept = await store.match(match)
    assert kept is not None
    assert (kept.row_state, kept.pace, kept.row_state.is_asleep) == (state, "72h+30h -leave", True)


@BOTH_STORES
async def test_matches_that_sleep_are_outside_all_limits_and_not_idle(store: Store) -> None:
    match = await opened(store)
    assert await store.idle_matches(NOW + HOUR, 9) == [match]
    assert await store.idle_matches(NOW, 9) == []
    assert await store.count((Status.RUNNING,), person=2**62) == 1
    asleep = RowState(sleeps=(Span(NOW, FAR),))
    await wrote(store, match, stored_match(id=match, row_state=asleep))
    assert await store.idle_matches(NOW + HOUR, 9) == []
    assert await store.count((Status.RUNNING,), person=2**62) == 0


@BOTH_STORES
async def test_hours_and_settings_come_back(store: Store) -> None:
    leave = Leave(date(2026, 12, 1), date(2026, 12, 3), "UTC", NOW, NOW + HOUR, 2**62)
    hours = Hours(Habits("Pacific/Kiritimati", None), (leave,))
    assert await store.hours((1, 2)) == {}
    assert await store.hours(()) == {}
    assert await store.save_hours(2, hours, NOW) == 0
    assert await store.hours((1, 2)) == {2: hours}
    assert await store.server(5) == Server()
    server = Server("Europe/Paris", "day", "fr", {"channels": [2**62]})
    await store.save_server(5, server)
    assert await store.server(5) == server


@BOTH_STORES
async def test_outages_are_stored(store: Store) -> None:
    await store.note_session_up(0, NOW)
    await store.put_off_timers({}, 0, 1, NOW, NOW + HOUR)
    assert await store.outages(0, datetime(2020, 1, 1, tzinfo=UTC)) == [], "a busy bot"
    await store.put_off_timers({}, 0, 1, NOW + HOUR, NOW + 2 * HOUR, outage=True)
    await store.put_off_timers({}, 0, 1, NOW, NOW + 9 * HOUR, outage=True)
    span = Span(NOW + HOUR, NOW + 2 * HOUR)
    assert await store.outages(0, NOW) == [span], "once, by who knows when it was served"
    assert await store.outages(0, NOW + 2 * HOUR) == []
    assert await store.outages(1, NOW) == []
