"""Several processes on one database: membership, leases of shards, and leases of dead processes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import asyncpg
import pytest

from engine.game import Seat
from engine.match.changes import NewNotice, NewTimer
from engine.store import Foreign, InUse, Lease, Misfit, Unreachable
from engine.store.postgres import PostgresStore, membership
from engine.store.postgres import opening as opening_postgres
from engine.store.postgres.membership import FENCE, LEASE, Membership
from engine.store.sql import SqlStore
from harness.postgres import BOTH, database, when_connected
from harness.waiting import until
from tests.engine.store.test_store import NOW, opened, wrote

both = pytest.mark.parametrize("store", BOTH, indirect=True)


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with database() as made:
        yield made


def place_of(store: PostgresStore) -> Membership:
    guard = store._guard  # pyright: ignore[reportPrivateUsage]
    assert isinstance(guard, Membership)
    return guard


async def quiet(store: PostgresStore) -> None:
    """Let that process give no sign of life by itself any more."""
    place = place_of(store)
    for task in (place._beating, place._renewal):  # pyright: ignore[reportPrivateUsage]
        if task is not None:
            task.cancel()
            await asyncio.wait([task])


async def unheard(url: str, store: PostgresStore) -> None:
    """Let the process of that store count as unheard for longer than its lease."""
    await quiet(store)
    connection = await asyncpg.connect(url)
    await connection.execute(f"UPDATE processes SET until = until - 60000000 WHERE id = {store.holder}")
    await connection.close()


async def up(url: str) -> list[int]:
    """Return the shards whose clocks run."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT id FROM shards WHERE up > 0 ORDER BY id")
    await connection.close()
    return [row[0] for row in rows]


async def later(store: PostgresStore, seconds: float) -> None:
    """Let so many seconds pass for that process alone, without a sign of life."""
    place = place_of(store)
    if (renewal := place._renewal) is not None:  # pyright: ignore[reportPrivateUsage]
        await asyncio.wait([renewal])
    place._heard -= seconds  # pyright: ignore[reportPrivateUsage]


@both
async def test_shards_are_taken_one_by_one(store: SqlStore) -> None:
    await store.belong(77, 4)
    assert await store.take_shard([2, 1]) == 1
    assert await store.take_shard([1]) is None
    assert await store.leased_shards() == [1]
    assert [await store.take_shard() for _ in range(4)] == [0, 2, 3, None]
    assert (await store.cluster()).free == 0


@both
async def test_a_shard_that_was_never_served_has_no_time_away(store: SqlStore) -> None:
    await store.belong(77, 2)
    assert await store.served_until(1) is None
    await store.shift_clock(NOW, timedelta(hours=1), "lapse", None)
    assert await store.served_until(1) is None
    await store.note_session_up(1, NOW)
    assert await store.served_until(1) == NOW


@both
async def test_sessions_of_one_key_begin_five_seconds_apart(store: SqlStore) -> None:
    began = time.monotonic()
    waits = [await store.identify(0) for _ in range(3)]
    passed = time.monotonic() - began
    for number, wait in enumerate(waits):
        assert max(0, 5 * number - passed) <= wait <= 6 * number
    assert await store.identify(1) == 0


@both
async def test_live_processes_are_counted(store: SqlStore) -> None:
    await store.belong(77, 4)
    there = await store.cluster()
    assert (there.application, there.shard_count, there.free, there.processes) == (77, 4, 4, 1)
    assert store.is_alive()


async def test_two_processes_share_the_shards(url: str) -> None:
    async with await PostgresStore.open(url) as one, await PostgresStore.open(url) as two:
        for store in (one, two):
            await store.belong(77, 5)
        taken = await asyncio.gather(*(store.take_shard() for store in (one, two, one, two, one, two)))
        assert sorted(shard for shard in taken if shard is not None) in ([0, 1, 2, 3, 4], [0, 1, 2, 3])
        assert not set(await one.leased_shards()) & set(await two.leased_shards())
        assert (await one.cluster()).processes == 2


async def test_a_shard_is_held_until_its_heir_has_a_session(url: str) -> None:
    async with await PostgresStore.open(url) as one, await PostgresStore.open(url) as two:
        await one.belong(77, 2)
        assert [await one.take_shard() for _ in range(2)] == [0, 1]
        assert await two.become_heir() is None
        await one.offer_shards([1])
        assert await one.leases() == [Lease(0, True, False, False), Lease(1, True, True, False)]
        assert (await one.become_heir(), await two.take_shard()) == (None, None)
        assert await two.become_heir() == 1
        assert await two.become_heir() is None
        assert await one.leases() == [Lease(0, True, False, False), Lease(1, True, False, True)]
        assert await two.leases() == [Lease(1, False, False, True)]
        # The shard's clocks run on although the heir's session is not up yet.
        await one.note_session_up(1, NOW)
        await two.note_session_lost(1)
        assert await up(url) == [0, 1]
        await two.inherit(1)
        assert await one.leases() == [Lease(0, True, False, False)]
        assert await two.leases() == [Lease(1, True, False, False)]
        assert await up(url) == [0, 1]
        await one.inherit(1)
        assert await two.leased_shards() == [1]


async def test_an_heir_that_dies_is_none_and_whoever_ends_leaves_the_shard_to_its_heir(url: str) -> None:
    async with await PostgresStore.open(url) as one, await PostgresStore.open(url) as two:
        await one.belong(77, 1)
        assert await one.take_shard() == 0
        await one.offer_shards([0])
        assert await two.become_heir() == 0
        await unheard(url, two)
        await place_of(one).beat()
        assert await one.leases() == [Lease(0, True, False, False)]
        await place_of(two).beat()
        assert await when_connected(two.leases) == []
        # Now the holder ends before the heir's session is up.
        await one.offer_shards([0])
        assert await when_connected(two.become_heir) == 0
        await one.close()
        assert await two.take_shard() is None
        assert await two.leases() == [Lease(0, False, False, True)]
        await two.inherit(0)
        assert await two.leased_shards() == [0]


async def test_a_retiring_process_has_no_share(url: str) -> None:
    async with await PostgresStore.open(url) as one, await PostgresStore.open(url) as two:
        assert (await one.cluster()).staying == 2
        await two.retire()
        there = await one.cluster()
        assert (there.processes, there.staying) == (2, 1)


async def test_the_database_of_another_bot_is_refused(url: str) -> None:
    async with await PostgresStore.open(url) as store:
        await store.belong(77, 1)
        with pytest.raises(Foreign, match="store_application"):
            await store.belong(78, 1)
        assert (await store.cluster()).application == 77


async def test_the_number_of_shards_changes_when_nobody_else_lives(url: str) -> None:
    async with await PostgresStore.open(url) as store:
        await store.belong(77, 2)
        async with await PostgresStore.open(url) as other:
            with pytest.raises(Misfit, match="store_shards"):
                await other.belong(77, 3)
            assert (await other.cluster()).shard_count == 2
        await store.belong(77, 3)
        assert (await store.cluster()).shard_count == 3


async def test_leases_of_dead_processes_are_freed_at_once(url: str) -> None:
    async with await PostgresStore.open(url) as dead, await PostgresStore.open(url) as heir:
        await dead.belong(77, 2)
        match = await opened(dead)
        timer, notice = NewTimer("player", Seat(0), 0, NOW), NewNotice("lobby")
        await wrote(dead, match, timers=(timer,), notices=(notice,))
        now = heir.now()
        far = now + timedelta(hours=1)
        holder = dead.holder
        assert [lane.match for lane in await dead.take_lanes(holder, now, far, 5)] == [match]
        assert len((await dead.take_timers(holder, now, far, 5))[0]) == 1
        assert await dead.take_shard() == 0
        assert await heir.take_lanes(heir.holder, now, far, 5) == []

        await unheard(url, dead)
        await place_of(heir).beat()

        now = heir.now()
        assert [lane.match for lane in await heir.take_lanes(heir.holder, now, far, 5)] == [match]
        assert len((await heir.take_timers(heir.holder, now, far, 5))[0]) == 1
        assert await heir.take_shard() == 0
        assert (await heir.cluster()).processes == 1
        # The process wakes without leases, and under another id.
        (said,) = await when_connected(lambda: dead.notices([match]))
        assert not await when_connected(lambda: dead.note_begun(holder, said.id, "m:1"))
        await place_of(dead).beat()
        assert dead.holder not in (holder, heir.holder)
        assert await when_connected(dead.leased_shards) == []


async def test_leases_taken_by_a_dead_process_are_freed(url: str) -> None:
    """The process is stopped between the check of its membership and the taking."""
    async with await PostgresStore.open(url) as dead, await PostgresStore.open(url) as heir:
        match = await opened(dead, notices=(NewNotice("lobby"),))
        holder = dead.holder
        await unheard(url, dead)
        await place_of(heir).beat()
        now = heir.now()
        assert await when_connected(lambda: dead.take_lane(holder, match, now, now + timedelta(hours=1)))
        await place_of(heir).beat()
        assert await heir.take_lane(heir.holder, match, heir.now(), now + timedelta(hours=1))


async def test_an_unheard_process_stops_before_others_take_over(url: str) -> None:
    assert FENCE < LEASE
    async with await PostgresStore.open(url) as store:
        place = place_of(store)
        now = place._heard  # pyright: ignore[reportPrivateUsage]
        place._monotonic = lambda: now  # pyright: ignore[reportPrivateUsage]
        now += FENCE - 1
        assert store.is_alive()
        now += 1
        assert not store.is_alive()
        await opened(store)  # it is heard before it writes
        assert store.is_alive()


async def test_a_process_that_cannot_be_heard_writes_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await PostgresStore.open(url) as store:

        async def nobody() -> None:
            raise Unreachable("store_unreachable", path=store.name)

        monkeypatch.setattr(place_of(store), "beat", nobody)
        await later(store, FENCE)
        with pytest.raises(Unreachable):
            await opened(store)
        monkeypatch.undo()
        assert await opened(store) == 1


async def test_others_do_not_wait_for_a_process_that_stops(url: str) -> None:
    async with await PostgresStore.open(url) as heir:
        async with await PostgresStore.open(url) as store:
            await store.belong(77, 1)
            match = await opened(store, notices=(NewNotice("lobby"),))
            now = store.now()
            assert await store.take_lane(store.holder, match, now, now + timedelta(hours=1))
            assert await store.take_shard() == 0
        assert await heir.take_shard() == 0
        assert await heir.take_lane(heir.holder, match, heir.now(), now + timedelta(hours=1))


async def test_the_clock_is_the_databases_and_never_goes_back(url: str) -> None:
    async with await PostgresStore.open(url) as one, await PostgresStore.open(url) as two:
        first = one.now()
        assert abs(two.now() - first) < timedelta(seconds=30), "some time passes between answer and reading"
        place_of(one)._base = (0, 0.0)  # pyright: ignore[reportPrivateUsage]
        assert one.now() >= first


async def test_nobody_moves_a_database_on_which_somebody_runs(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await PostgresStore.open(url):
        with pytest.raises(InUse):
            await PostgresStore.open(url, sole=True)
    async with await PostgresStore.open(url, sole=True):
        monkeypatch.setattr(opening_postgres, "WAIT_SECONDS", 1.0)
        with pytest.raises(InUse):
            await PostgresStore.open(url)
        with pytest.raises(InUse):
            await PostgresStore.open(url, sole=True)


async def test_one_of_many_that_start_makes_the_schema(url: str) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(url) for _ in range(4)))
    assert len({store.holder for store in stores}) == 4
    assert (await stores[0].cluster()).processes == 4
    for store in stores:
        await store.close()


async def test_presses_share_one_question_to_a_silent_server(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One call asks the server; all presses meanwhile share its answer."""
    async with await PostgresStore.open(url) as store:
        place, asked = place_of(store), list[str]()
        begun, answered = asyncio.Event(), asyncio.Event()

        async def silent() -> None:
            asked.append("")
            begun.set()
            await answered.wait()
            raise Unreachable("store_unreachable", path="")

        with monkeypatch.context() as patch:
            patch.setattr(place, "beat", silent)
            await later(store, FENCE)
            pressed = [asyncio.create_task(store.note("a")) for _ in range(5)]
            pressed += [asyncio.create_task(store.save_note("a", "1")) for _ in range(5)]  # type: ignore[list-item]
            await begun.wait()
            answered.set()
            said = await asyncio.gather(*pressed, return_exceptions=True)
        assert [type(each) for each in said] == [Unreachable] * 10
        assert len(asked) == 1
        await store.save_note("a", "2")
        assert await store.note("a") == "2"


async def test_presses_share_the_answer_to_a_renewal(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A renewal is under way when somebody presses: its answer counts, and no second one is waited for."""
    async with await PostgresStore.open(url) as store:
        place, asked = place_of(store), list[str]()
        begun, answered = asyncio.Event(), asyncio.Event()

        async def silent() -> None:
            asked.append("")
            begun.set()
            await answered.wait()
            raise Unreachable("store_unreachable", path="")

        with monkeypatch.context() as patch:
            patch.setattr(place, "beat", silent)
            await later(store, FENCE)
            await begun.wait()
            pressed = asyncio.create_task(store.note("a"))
            await asyncio.sleep(0)
            answered.set()
            with pytest.raises(Unreachable):
                await pressed
            assert len(asked) == 1


async def test_a_server_that_accepts_no_session_is_not_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server accepts the connection and is silent: a press fails as fast as on a silent session."""
    async with await PostgresStore.open(url) as store:
        place = place_of(store)

        async def silent(*_: object) -> None:
            await asyncio.Event().wait()

        with monkeypatch.context() as patch:
            await later(store, FENCE)
            patch.setattr(membership, "connect", silent)
            patch.setattr(membership, "_PATIENCE", 0.1)
            place._connection.terminate()  # pyright: ignore[reportPrivateUsage]
            async with asyncio.timeout(10):
                with pytest.raises(Unreachable):
                    await store.note("a")
        await store.save_note("a", "1")
        assert await store.note("a") == "1"


async def test_a_process_stopped_while_joining_blocks_no_renewals(url: str) -> None:
    """The process holds a lock that every renewal waits for: the server soon releases it."""
    async with await PostgresStore.open(url) as lives, await PostgresStore.open(url) as stopped:
        line = place_of(stopped)._connection  # pyright: ignore[reportPrivateUsage]
        usual = opening_postgres.SETTINGS["idle_in_transaction_session_timeout"]
        assert await line.fetchval("SHOW idle_in_transaction_session_timeout") == usual
        # Sooner here, and only once it stands still: on a slow machine time passes between two statements.
        await line.execute("SET idle_in_transaction_session_timeout = '300ms'")
        await line.execute("BEGIN; LOCK TABLE processes IN SHARE ROW EXCLUSIVE MODE")
        await place_of(lives).beat()
        await until(line.is_closed)


async def half_sent(store: PostgresStore, *statements: str) -> None:
    """Open a session of that process that holds the locks of the statements and stands still within another
    one.

    The next statement is prepared at the server and not sent: such a transaction does not count as idle.
    """
    pool = store._pool  # pyright: ignore[reportPrivateUsage]
    line = await pool.acquire()
    await line.execute("BEGIN")
    for each in statements:
        await line.execute(each)
    await line.prepare("UPDATE matches SET sayer = sayer WHERE id = $1")


@pytest.mark.parametrize("alone", [False, True], ids=["among others", "the last one"])
async def test_a_process_stopped_within_a_statement_keeps_no_leases(url: str, alone: bool) -> None:
    async with contextlib.AsyncExitStack() as ends:
        dead = await ends.enter_async_context(await PostgresStore.open(url))
        match = await opened(dead)
        await wrote(dead, match, notices=(NewNotice("lobby"),))
        now = dead.now()
        far = now + timedelta(hours=1)
        assert await dead.take_lanes(dead.holder, now, far, 5)
        heirs = [] if alone else [await ends.enter_async_context(await PostgresStore.open(url))]
        await half_sent(dead, f"SELECT 1 FROM matches WHERE id = {match} FOR UPDATE")
        await unheard(url, dead)
        heir = heirs[0] if heirs else await ends.enter_async_context(await PostgresStore.open(url))
        await place_of(heir).beat()
        assert [lane.match for lane in await heir.take_lanes(heir.holder, heir.now(), far, 5)] == [match]
        place_of(dead)._connection.terminate()  # pyright: ignore[reportPrivateUsage]
        await place_of(dead).beat()
        assert dead.holder != heir.holder
        assert await when_connected(lambda: dead.note("anything")) is None


async def test_nothing_is_half_sent_while_all_wait_for_whoever_joins_or_leaves(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, prepared = list[str](), list[str]()
    get = vars(asyncpg.Connection)["_get_statement"]

    async def noted(line: Any, query: str, *given: Any, **named: Any) -> Any:
        (inside if line.is_in_transaction() else prepared).append(query)
        return await get(line, query, *given, **named)

    async with await PostgresStore.open(url) as store:
        place = place_of(store)
        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.Connection, "_get_statement", noted)
            await place._join()  # pyright: ignore[reportPrivateUsage]
            await place.end()
    assert [each for each in inside if "advisory" not in each] == []
    assert any("INSERT INTO processes" in each for each in prepared)
    assert any("DELETE FROM processes" in each for each in prepared)
