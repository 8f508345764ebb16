"""Upkeep: rows that cannot be read, missing calls, data that nobody needs any more."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game import Refusal, Seat
from engine.match.changes import NewNotice, NewTimer
from engine.matches import Limits, Post, Status
from engine.record import read, verify
from engine.store import Said
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table, micros, refuses

EARLY, LATE, LATEST = -(1 << 62), 1 << 62, (1 << 63) - 1


async def harmed(table: Table, statement: str, *values: Any) -> None:
    """Write to the database as somebody, or a broken disk, might."""
    await table.store._write_one(statement, values)  # pyright: ignore[reportPrivateUsage]


async def aside(table: Table) -> list[tuple[str, int | None, dict[str, Any]]]:
    rows = await table.store._read("SELECT what, match, row FROM aside")  # pyright: ignore[reportPrivateUsage]
    return [(what, match, json.loads(row)) for what, match, row in rows]


async def shown(table: Table, match: int, number: int, kind: str = "turn") -> None:
    """Note all notices of the match as sent, up to the question of that entry."""
    await table.notices()
    person = 0 if kind == "turn" else ANN
    await table.matches.posts.save_post(Post(match, kind, person, 6, 1000 + match, number))


async def calls(table: Table, match: int) -> list[tuple[str, int | None, int | None]]:
    lines = await table.store.notices((match,))
    return [(line.kind, line.seat, line.person) for line in lines]


# Rows that cannot be read


@pytest.mark.parametrize("due", [EARLY, -1, LATE, LATEST])
async def test_a_timer_with_a_time_that_cannot_be_stops_no_other_and_is_set_again(
    table: Table, due: int, caplog: pytest.LogCaptureFixture
) -> None:
    match, other = await table.started("steady", BOB), await table.started("steady", BOB)
    await harmed(table, "UPDATE timers SET due = ? WHERE match = ?", due, match)
    running = asyncio.create_task(table.matches.timers.run())
    try:
        async with asyncio.timeout(20):
            while (await table.matches.loader.get(other)).entries < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            await table.matches.upkeep.reconcile()
            while (await table.matches.loader.get(match)).entries < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        assert not running.done()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    ((what, whose, row),) = await aside(table)
    assert (what, whose, row["due"], row["kind"], row["seat"]) == ("timers", match, due, "player", 1)
    assert f"match {match}" in caplog.text
    assert (await table.matches.upkeep.sizes()).aside == 1


@pytest.mark.parametrize("due", [EARLY, LATE, LATEST])
async def test_a_clock_with_a_time_that_cannot_be_is_in_the_way_of_nothing(table: Table, due: int) -> None:
    """Moves, outages and a change of the machine's clock go on."""
    match = await table.started(BOB)
    await table.matches.timekeeper.beat()
    await table.wrote(match, timers=(NewTimer("lapse", Seat(0), 0, table.clock()),))
    await harmed(table, "UPDATE timers SET due = ?", due)
    await table.play(match, BOB, "bid 1")
    table.clock.pass_(7200)
    await table.matches.timekeeper.beat()
    table.clock.pass_(-7200)
    await table.matches.timekeeper.beat()
    await table.play(match, ANN, "bid 4")
    assert await table.matches.timers.run_due_timers() == 0
    await table.matches.upkeep.reconcile()
    assert (await table.matches.loader.get(match)).entries == 3


@pytest.mark.parametrize("due", [EARLY, LATE, LATEST])
async def test_a_notice_with_a_time_that_cannot_be_is_set_aside_and_its_call_made_anew(
    table: Table, due: int
) -> None:
    match, other = await table.started(BOB), await table.started(BOB)
    await table.notices()
    await shown(table, other, 0)
    await table.play(match, ANN, "bid 4")
    await table.play(other, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    await harmed(table, "UPDATE outbox SET due = ? WHERE match = ?", due, match)
    await harmed(table, "UPDATE matches SET say_due = ?, sayer = NULL WHERE id = ?", due, match)
    table.matches = table.again()
    assert [line.match for line in await table.store.notices((other,))] == [other] * 2
    for line in await table.store.notices((match,)):
        assert timedelta(microseconds=line.due) >= timedelta(), "whoever says it can reckon with it"
    assert await table.matches.upkeep.reconcile() == 1
    assert [(what, whose) for what, whose, _ in await aside(table)] == [("outbox", match)] * 5
    assert await calls(table, match) == [("turn", 0, None), ("turn", 0, ANN)]
    assert ("turn", 0, 2) in await table.notices()
    assert await calls(table, match) == []


@pytest.mark.parametrize("lane", [True, False])
async def test_a_notice_that_would_wait_for_centuries_is_set_aside_and_its_call_made_anew(
    table: Table, lane: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The reader of the lane does so, or the rounds of upkeep where nobody would read the lane."""
    match = await table.started(BOB)
    await table.notices()
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    due = micros(datetime(3000, 1, 1, tzinfo=UTC))
    await harmed(table, "UPDATE outbox SET due = ?", due)
    table.matches = table.again()
    if lane:
        await harmed(table, "UPDATE matches SET say_due = ?, sayer = NULL", due)
        assert await table.matches.upkeep.reconcile() == 1
        assert await table.taken() == [match]
        found = await table.matches.outbox.notices((match,))
    else:
        table.clock.pass_(60)
        assert await table.taken() == [match]
        found = await table.matches.outbox.notices((match,))
    assert [(line.kind, line.seat, line.person, line.due) for line in found] == [
        ("turn", 0, None, 0),
        ("turn", 0, ANN, 0),
    ]
    assert {(what, whose, row["due"]) for what, whose, row in await aside(table)} == {("outbox", match, due)}
    assert f"match {match}" in caplog.text


async def test_a_waiting_notice_is_not_set_aside_because_the_clock_was_put_back(table: Table) -> None:
    """Neither the sender nor upkeep has noticed yet that the clock was put back."""
    match = await table.open()
    await table.matches.timekeeper.beat()
    assert await table.taken() == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    assert await table.matches.outbox.put_off_notice(notice, table.clock() + timedelta(minutes=10))
    table.clock.pass_(-30 * 86400)
    (read,) = await table.matches.outbox.notices((match,))
    assert read.due == micros(table.clock() + timedelta(minutes=10))
    table.clock.pass_(-30 * 86400)
    await table.matches.upkeep.reconcile()
    assert [line.id for line in await table.store.notices((match,))] == [notice.id]
    assert await aside(table) == []


@pytest.mark.parametrize("number", [-1, 2, 1 << 60, LATEST])
async def test_a_message_about_a_missing_entry_is_not_believed(
    table: Table, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    """The message would otherwise count as newer than every question to come, and nobody would be called."""
    match, fine = await table.started(BOB), await table.started(BOB)
    await table.notices()
    for each in (match, fine):
        await shown(table, each, 0)
    await harmed(table, "UPDATE posts SET number = ? WHERE match = ?", number, match)
    assert await table.matches.posts.posts(match) == []
    assert await table.matches.posts.post(match, "turn") is None
    assert await table.matches.upkeep.reconcile() == 1
    assert await calls(table, fine) == []
    assert ("turn", 0, ANN) in await calls(table, match)
    ((what, whose, row),) = await aside(table)
    assert (what, whose, row["kind"], row["number"]) == ("posts", match, "turn", number)
    assert f"match {match}" in caplog.text
    assert await table.matches.posts.post(fine, "turn") == Post(fine, "turn", 0, 6, 1000 + fine, 0)


async def test_a_lane_with_a_time_that_cannot_be_is_said_all_the_same(table: Table) -> None:
    match, other = await table.open(), await table.open()
    table.matches = table.again()
    await harmed(table, "UPDATE matches SET say_due = ? WHERE id = ?", LATEST, match)
    await harmed(table, "UPDATE matches SET say_due = ? WHERE id = ?", EARLY, other)
    assert await table.taken() == [other]
    await table.matches.outbox.release_lanes((other,))
    table.clock.pass_(-7200)
    await table.matches.timekeeper.beat()
    await table.matches.upkeep.reconcile()
    assert set(await table.taken()) == {match, other}


@pytest.mark.parametrize(
    "harm",
    [
        f"opened_at = {EARLY}",
        f"opened_at = {LATEST}",
        "pending = 'nonsense'",
        "pending = '7'",
        "pending = ''",
        f"called = {LATEST}",
        f"say_due = {EARLY}",
        "options = 'nonsense'",
    ],
)
async def test_a_row_that_cannot_be_is_in_nobodys_way(table: Table, harm: str) -> None:
    match, other = await table.started(BOB), await table.started(BOB)
    lobby = await table.open()
    await table.notices()
    await harmed(table, f"UPDATE matches SET {harm} WHERE id = ?", match)
    table.matches = cold = table.again()
    people = await cold.queries.find(ANN, [Status.LOBBY, Status.RUNNING], limit=9)
    assert [one.id for one in people] == [lobby, other, match]
    if "options" in harm:
        with pytest.raises(Refusal, match="damaged"):
            await cold.loader.get(match)
    else:
        assert (await cold.loader.get(match)).id == match
    assert other in await cold.queries.waiting_for(ANN)
    opened = await cold.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, table.click)
    await cold.lobbies.join(lobby, CEE, "Cee", table.click)
    await table.play(other, ANN, "bid 4")
    await cold.upkeep.reconcile()
    await cold.upkeep.tidy()
    assert (await cold.upkeep.sizes()).rows["matches"] == opened.id
    if "options" not in harm:
        assert match in await cold.queries.waiting_for(ANN)
        await table.play(match, ANN, "bid 4")
        assert (await table.finished(match)).status is Status.OVER


# Failures that pass.


@pytest.mark.parametrize("failure", [MemoryError("no room"), OSError("no file")])
async def test_a_failure_that_passes_damages_no_match_and_takes_no_call(
    table: Table, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.started("steady", BOB)
    table.matches = cold = table.again()
    waiting = await table.lines()

    def fails(*_: Any) -> Any:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr("engine.matches.core.loader.rebuild", fails)
        for refused in (
            cold.queries.situation(match, ANN),
            cold.moves.play(match, ANN, "bid 4", None, table.click),
        ):
            with refuses("not_now"):
                await refused
        assert await cold.timers.run_due_timers() == 1
        await cold.upkeep.reconcile()
        assert cold.loader.damaged_matches == frozenset()
    assert [line.id for line in await table.lines()] == [line.id for line in waiting]
    assert (await table.play(match, ANN, "bid 4")).entry.number == 1
    table.clock.pass_(60)
    assert await cold.timers.run_due_timers() == 1, "its automatic player is there again too"
    assert (await cold.loader.get(match)).entries == 3


async def test_damage_is_a_proven_mismatch_and_looked_at_again_after_a_while(table: Table) -> None:
    match = await table.started(BOB)
    await table.play(match, ANN, "bid 4")
    await harmed(table, "UPDATE entries SET text = 'bid 5' WHERE number = 1")
    table.matches = cold = table.again()
    with refuses("damaged"):
        await cold.queries.situation(match, ANN)
    assert cold.loader.damaged_matches == {match}
    await harmed(table, "UPDATE entries SET text = 'bid 4' WHERE number = 1")
    with refuses("damaged"):
        await cold.queries.situation(match, ANN)
    table.clock.pass_(600)
    assert (await cold.queries.situation(match, BOB)).pending == (1,)
    assert cold.loader.damaged_matches == frozenset()


async def test_damage_does_not_outlast_a_clock_that_is_set_back(table: Table) -> None:
    match = await table.started(BOB)
    await harmed(table, "UPDATE entries SET hash = 'x'")
    table.matches = cold = table.again()
    with refuses("damaged"):
        await cold.queries.situation(match, ANN)
    await harmed(table, "UPDATE entries SET hash = ?", (await mended(table, match)))
    table.clock.pass_(-365 * 86400)
    assert (await cold.queries.situation(match, BOB)).pending == (0, 1)


async def mended(table: Table, match: int) -> str:
    """Return the hash that the start had, drawn again from its entry."""
    (start,) = await table.store.entries(match)
    kept = await table.store.match(match)
    assert kept is not None
    state = AUCTION.setup(AuctionOptions(), kept.size, _Drawn(start.drawn))  # pyright: ignore[reportArgumentType]
    return AUCTION.hash(state)


class _Drawn:
    def __init__(self, drawn: tuple[int, ...]) -> None:
        self._drawn = list(drawn)

    def below(self, _: int) -> int:
        return self._drawn.pop(0)


async def test_a_notice_of_a_kind_that_is_not_known_here_stays(table: Table) -> None:
    match = await table.started(BOB)
    await table.notices()
    await shown(table, match, 0)
    await table.wrote(match, notices=(NewNotice("fanfare", Seat(0), 3, person=ANN),))
    for _ in range(40):
        assert await table.taken() == [match]
        (notice,) = await table.matches.outbox.notices((match,))
        assert (notice.kind, notice.seat, notice.number, notice.person) == ("fanfare", 0, 3, ANN)
        assert await table.matches.outbox.put_off_notice(notice, table.clock() + timedelta(hours=1))
        await table.matches.outbox.release_lanes((match,), table.clock() + timedelta(hours=1))
        table.clock.pass_(3600)
        await table.matches.upkeep.reconcile()
        await table.matches.upkeep.tidy()
        table.matches = table.again()
    assert [line.attempts for line in await table.store.notices((match,))] == [40]
    assert await aside(table) == []


# Calls that are missing.


async def test_a_match_that_waits_without_a_call_is_called_again(table: Table) -> None:
    match, fine = await table.started(BOB), await table.started(BOB)
    await shown(table, fine, 0)
    assert await table.matches.upkeep.reconcile() == 1
    lines = [(line.kind, line.seat, line.person, line.number) for line in await table.lines()]
    assert lines == [
        ("turn", seat, one, 0) for seat, person in ((0, ANN), (1, BOB)) for one in (None, person)
    ]
    assert await calls(table, fine) == []
    assert await table.matches.upkeep.reconcile() == 0, "it is under way"
    await shown(table, match, 0)
    assert await table.matches.upkeep.reconcile() == 0, "it was called"


async def test_an_older_call_is_none(table: Table) -> None:
    match = await table.started(BOB)
    await shown(table, match, 0)
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    await table.notices()
    table.matches = table.again()
    assert await table.matches.upkeep.reconcile() == 1
    assert await table.notices() == [("turn", 0, 2)]
    await shown(table, match, 2)
    assert await table.matches.upkeep.reconcile() == 0
    await table.play(match, ANN, "take")
    await table.play(match, ANN, "bid 4")
    await shown(table, match, 3)
    assert await table.matches.upkeep.reconcile() == 0, (
        "Bob's call is that of entry 3, whatever Ann did since"
    )


async def test_a_call_in_private_is_one_where_nothing_can_be_written(table: Table) -> None:
    match, fine = await table.started(BOB), await table.started(BOB)
    for each in (match, fine):
        await shown(table, each, 0, kind="hand")
    await table.matches.posts.save_post(Post(fine, "lost", 0, 6, 0))
    assert await table.matches.upkeep.reconcile() == 1, (
        "elsewhere a panel comes without a sound: it calls nobody"
    )
    assert await calls(table, fine) == []


async def test_a_match_whose_automatic_player_is_never_due_is_found(table: Table) -> None:
    match = await table.started("steady", BOB)
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    await table.notices()
    assert await table.matches.upkeep.reconcile() == 0
    await harmed(table, "DELETE FROM timers")
    assert await table.matches.upkeep.reconcile() == 1
    await table.automatic()
    assert (await table.matches.queries.situation(match, None)).pending == (0,)
    assert await table.notices() == [("turn", 0, 3)]


async def test_a_clock_that_is_lost_runs_anew(table: Table) -> None:
    from tests.engine.matches.test_clocks import HOURS_12, raided
    from tests.engine.matches.test_rounds import Bazaars

    bazaar = Bazaars(table.store)
    match = await raided(bazaar)
    await harmed(bazaar, "DELETE FROM timers")
    bazaar.clock.pass_(3600)
    assert await bazaar.matches.upkeep.reconcile() == 1
    assert [timer.due for timer in await bazaar.store.timers(match)] == [bazaar.clock() + HOURS_12]
    await bazaar.matches.close()


async def test_all_matches_are_looked_at_slice_by_slice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.sql.upkeep._SLICE", 4)
    monkeypatch.setattr("engine.matches.upkeep.SLICE", 2)
    monkeypatch.setattr("engine.matches.upkeep.SLICE_DELAY", 0)
    matches = [await table.started(BOB) for _ in range(17)]
    await table.open()
    await table.notices()
    fine = matches[::3]
    for match in fine:
        await shown(table, match, 0)
    pulses = 0

    def pulse() -> None:
        nonlocal pulses
        pulses += 1

    assert await table.matches.upkeep.reconcile(pulse) == 17 - len(fine)
    assert pulses > 4
    assert {line.match for line in await table.lines()} == set(matches) - set(fine)


async def test_the_play_goes_on_between_two_matches_that_are_called_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each match of upkeep is followed by three times its own time for everything else."""
    matches = [await table.started(BOB) for _ in range(5)]
    await table.notices()
    now, done = 0.0, list[float | int]()
    recovery = table.matches.upkeep._recovery  # pyright: ignore[reportPrivateUsage]
    revive = recovery.revive

    async def slowly(match: int) -> bool:
        nonlocal now
        now += match
        done.append(match)
        return await revive(match)

    async def slept(seconds: float) -> None:
        done.append(seconds)

    monkeypatch.setattr(recovery, "revive", slowly)
    monkeypatch.setattr("engine.matches.upkeep.time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr("engine.matches.upkeep.asyncio", SimpleNamespace(sleep=slept))
    assert await table.matches.upkeep.reconcile() == len(matches)
    assert done[: 2 * len(matches)] == [each for match in matches for each in (match, 3 * match)]


async def test_a_match_from_before_calls_were_counted_is_called_once_and_then_known(table: Table) -> None:
    match = await table.started(BOB)
    await shown(table, match, 0)
    await harmed(table, "UPDATE matches SET called = NULL")
    table.matches = table.again()
    assert await table.matches.upkeep.reconcile() == 1
    await table.notices()
    for _ in range(3):
        assert await table.matches.upkeep.reconcile() == 0


async def test_a_match_that_cannot_go_on_spares_the_others(table: Table) -> None:
    broken, match = await table.started(BOB), await table.started(BOB)
    await table.notices()
    await harmed(table, "UPDATE entries SET hash = 'x' WHERE match = ?", broken)
    table.matches = table.again()
    assert await table.matches.upkeep.reconcile() == 1
    assert await calls(table, broken) == []
    assert len(await calls(table, match)) == 4


# Data that nobody needs any more


async def test_ended_matches_are_put_together_and_open_replay_and_export_as_before(table: Table) -> None:
    match = await table.started(BOB, "steady", target=1)
    running = await table.started(BOB)
    called_off = await table.started(BOB)
    await table.play(called_off, ANN, "bid 4")
    await table.finished(match)
    for person in (ANN, BOB):
        await table.matches.departures.cancel(called_off, person, table.click)
    never = await table.open()
    await table.matches.departures.cancel(never, ANN, table.click)
    before = table.again()
    seen = [
        await before.queries.situation(one, person) for one in (match, called_off) for person in (ANN, CEE)
    ]
    logs = [await before.queries.log(one, None) for one in (match, called_off)]
    records = [await before.queries.record(one) for one in (match, called_off)]
    assert await table.matches.upkeep.tidy() == 0, "something of them is to be said"
    for one in (match, running, called_off):
        await table.matches.posts.save_post(Post(one, "thread", 0, 77, 0))
        await table.matches.posts.save_post(Post(one, "turn", 0, 77, 78))
    await table.notices()
    assert await table.matches.upkeep.tidy() > 0
    assert await table.matches.upkeep.tidy() == 0
    kept = await table.store._read("SELECT DISTINCT match FROM entries")  # pyright: ignore[reportPrivateUsage]
    assert kept == [(running,)]
    for service in (table.matches, table.again()):
        now = [
            await service.queries.situation(one, person)
            for one in (match, called_off)
            for person in (ANN, CEE)
        ]
        assert now == seen
        assert [await service.queries.log(one, None) for one in (match, called_off)] == logs
        assert [await service.queries.record(one) for one in (match, called_off)] == records
        assert (await service.loader.get(match)).entries == len(logs[0])
        assert (await service.loader.get(never)).status is Status.CANCELLED
    for record in records:
        verify(read(record), AUCTION)
    posts = [await table.matches.posts.posts(one) for one in (match, running, called_off)]
    assert [[post.kind for post in each] for each in posts] == [["thread"], ["thread", "turn"], ["thread"]]
    with refuses("over"):
        await table.play(match, ANN, "bid 1")
    again = await table.again().lobbies.rematch(match, ANN, "Ann", table.click)
    assert again.rematch_of == match


async def test_a_match_that_ends_later_is_put_together_later(table: Table) -> None:
    first = await table.started(target=1)
    await table.finished(first)
    await table.notices()
    await table.matches.upkeep.tidy()
    second = await table.started(target=1)
    await table.finished(second)
    await table.notices()
    assert await table.matches.upkeep.tidy() > 0
    sizes = (await table.matches.upkeep.sizes()).rows
    assert (sizes["entries"], sizes["archive"], sizes["matches"]) == (0, 2, 2)


async def test_clicks_go_after_their_time_and_matches_that_run_are_right(table: Table) -> None:
    match = await table.started(BOB)
    await table.matches.moves.play(match, ANN, "bid 4", 1, 50)
    table.clock.pass_(3600)
    await table.matches.moves.play(match, BOB, "bid 2", 1, 51)
    assert await table.matches.upkeep.tidy() == 0
    table.clock.pass_(2 * 86400 - 1800)
    assert await table.matches.upkeep.tidy() == 4, "opened, joined, started, and Ann's"
    assert await table.store.clicks(match) == {(51, "play"): 2}
    for service in (table.matches, table.again()):
        assert (await service.moves.play(match, BOB, "bid 2", 1, 51)).is_repeat
        assert (await service.queries.situation(match, ANN)).pending == (0,)
        with refuses("stale"):
            await service.moves.play(match, ANN, "bid 4", 1, 52)
    await table.finished(match)
    verify(read(await table.matches.queries.record(match)), AUCTION)


async def test_a_host_decides_how_long_clicks_are_known(store: SqliteStore) -> None:
    table = Table(store, limits=Limits(clicks=timedelta(hours=1)))
    match = await table.started(BOB)
    table.clock.pass_(3601)
    assert await table.matches.upkeep.tidy() == 3
    assert await store.clicks(match) == {}


async def test_a_table_that_waited_long_is_started_like_any_other(table: Table) -> None:
    match = await table.open()
    table.clock.pass_(30 * 86400)
    assert await table.matches.upkeep.tidy() == 1
    table.matches = table.again()
    await table.matches.lobbies.join(match, BOB, "Bob", 6001)
    started = await table.matches.lobbies.start(match, ANN, 6002)
    assert (started.start_click, [one.click for one in started.occupants]) == (6002, [1001, 6001])
    await table.finished(match)
    await table.notices()
    table.clock.pass_(30 * 86400)
    while await table.matches.upkeep.tidy():
        pass
    assert await table.store.clicks(match) == {}
    cold = table.again()
    assert (await cold.loader.get(match)).start_click == 6002
    verify(read(await cold.queries.record(match)), AUCTION)


async def test_nothing_that_is_to_be_said_is_tidied_away(table: Table) -> None:
    match = await table.started(target=1)
    await table.finished(match)
    table.clock.pass_(30 * 86400)
    before = await table.store.notices((match,))
    await table.matches.upkeep.tidy()
    assert await table.store.notices((match,)) == before
    assert await table.store._read("SELECT match FROM archive") == []  # pyright: ignore[reportPrivateUsage]


async def test_a_host_reads_how_much_there_is(table: Table) -> None:
    assert (await table.matches.upkeep.sizes()).oldest_notice is None
    match = await table.started(BOB)
    waiting = table.clock()
    table.matches = table.again()
    await harmed(table, "UPDATE matches SET sayer = NULL, say_due = say_due - 60000000")
    sizes = await table.matches.upkeep.sizes()
    assert (sizes.rows["matches"], sizes.rows["entries"], sizes.rows["outbox"]) == (1, 1, 8)
    assert (sizes.oldest_notice, sizes.aside) == (waiting, 0)
    assert sizes.bytes > 0
    (first, *_) = await table.store.notices((match,))
    await table.taken()
    await table.matches.outbox.set_aside(first, "a test")
    ((what, whose, row),) = await aside(table)
    assert (what, whose, row["kind"], row["nonce"]) == ("outbox", match, "lobby", first.nonce)
    assert (await table.matches.upkeep.sizes()).aside == 1
    assert await table.matches.outbox.note_said(Said(first)), "it is gone already"


async def test_the_house_is_looked_after_again_and_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Upkeep goes on after the database could not be written."""
    match = await table.started(BOB)
    await table.notices()
    broken = table.matches.upkeep.reconcile
    rounds = asyncio.Semaphore(0)

    async def watched(pulse: Any) -> int:
        rounds.release()
        if "upkeep has to wait" not in caplog.text:
            raise_full()
        return await broken(pulse)

    monkeypatch.setattr(table.matches.upkeep, "reconcile", watched)
    monkeypatch.setattr("engine.matches.upkeep.INTERVAL", timedelta())
    monkeypatch.setattr("engine.matches.upkeep.SLICE_DELAY", 0)
    tending = asyncio.create_task(table.matches.upkeep.tend(lambda: None))
    try:
        async with asyncio.timeout(20):
            for _ in range(3):
                await rounds.acquire()
    finally:
        tending.cancel()
        await asyncio.gather(tending, return_exceptions=True)
    assert len(await calls(table, match)) == 4


def raise_full() -> None:
    from engine.store import Full

    raise Full("store_full", path="")


async def test_only_what_people_may_do_is_refused(table: Table) -> None:
    """A refusal during upkeep is logged, not raised."""
    match = await table.started(BOB)
    await table.notices()
    newer = table.again(games={})
    assert await newer.upkeep.reconcile() == 0
    with pytest.raises(Refusal, match="rules_gone"):
        await newer.queries.situation(match, ANN)


@pytest.mark.parametrize("due", [None, 4 * 10**15])
async def test_a_lane_that_does_not_know_what_waits_in_it_falls_due(table: Table, due: int | None) -> None:
    match = await table.started(BOB)
    table.matches = table.again()
    await harmed(table, "UPDATE matches SET say_due = ?, sayer = NULL", due)
    assert await table.taken() == []
    await table.matches.upkeep.reconcile()
    assert await table.taken() == [match]


async def test_a_call_is_made_anew_beside_what_waits_for_another_reason(table: Table) -> None:
    match = await table.started(BOB)
    await table.notices()
    await table.wrote(match, notices=(NewNotice("lost", person=BOB), NewNotice("turn", Seat(0), 0)))
    assert await table.matches.recovery.revive(match)
    assert sorted(await calls(table, match), key=repr) == sorted(
        [
            ("lost", None, BOB),
            *(("turn", seat, one) for seat, person in ((0, ANN), (1, BOB)) for one in (None, person)),
        ],
        key=repr,
    )
    assert not await table.matches.recovery.revive(match), "it is under way"
