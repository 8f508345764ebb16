"""Health and figures: faults are reported, with advice."""

# ruff: noqa: ASYNC240 - a test may look at its own small files

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from engine.match.changes import Change, NewNotice
from engine.store import Full
from engine.store.backup import back_up
from engine.store.postgres import PostgresStore
from engine.store.sql.statements import Connection
from engine.store.sqlite import SqliteStore
from harness.postgres import database
from ops import health
from ops.health import Health, serving
from ops.operations import Operations
from ops.supervision import Pulse
from ops.upkeep import LEAST_FREE, ServerUpkeep, Upkeep
from tests.engine.store.test_backup import break_index
from tests.engine.store.test_store import entry, stored_match

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def operations(path: Path) -> Operations:
    await (await SqliteStore.open(path)).close()
    return Operations(Upkeep(path))


def upkeep(operations: Operations) -> Upkeep:
    assert isinstance(operations.upkeep, Upkeep)
    return operations.upkeep


def found(health: Health) -> dict[str, str]:
    return {check.name: check.status for check in health.checks() if check.status != "ok"}


async def test_all_is_well(operations: Operations, path: Path) -> None:
    well = operations.health(lambda: {0: True}, lambda: 0)
    assert found(well) == {"backup": "warning"}
    back_up(path, path.with_name("backup.db"))
    await upkeep(operations).look_once()
    assert found(well) == {}


async def test_a_damaged_page_is_failing_and_told(
    operations: Operations, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await SqliteStore.open(path) as store:
        await store.commit(Change(0, stored_match()))
    await upkeep(operations).check_once()
    assert upkeep(operations).unsound == []
    break_index(path)
    await upkeep(operations).check_once()
    assert found(operations.health(lambda: {0: True}, lambda: 0))["database"] == "failing"
    (said,) = [record.getMessage() for record in caplog.records if record.levelno == logging.CRITICAL]
    assert "matches_by_guild" in said
    assert "Restore the newest backup" in said


async def test_faults_are_reported(
    operations: Operations, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    watched = operations.upkeep = Upkeep(path, lambda: now)
    ill = operations.health(lambda: {0: True, 1: False}, lambda: 2, lambda: 60.0)
    async with await SqliteStore.open(path) as store:
        await store.commit(Change(0, stored_match(), notices=(NewNotice("lobby"),)))
    await watched.look_once()
    now = health.OLDEST_NOTICE + 1
    await watched.look_once()
    monkeypatch.setattr(operations.requests, "is_throttled", lambda: True)
    assert found(ill) == dict.fromkeys(
        ("discord", "notices", "damaged", "backup", "inboxes", "requests"), "warning"
    )
    assert watched.oldest_notice == now
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM outbox")
        connection.execute("INSERT INTO aside (what, row, why, at) VALUES ('timers', '{}', 'x', 0)")
        connection.commit()
    await watched.look_once()
    assert watched.oldest_notice == 0
    assert found(ill)["aside"] == "warning"


async def test_little_room_is_warned_of_once(
    operations: Operations, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("os.statvfs", lambda path: SimpleNamespace(f_bavail=1, f_frsize=LEAST_FREE - 1))  # pyright: ignore
    for _ in range(2):
        await upkeep(operations).look_once()
    assert found(operations.health(lambda: {0: True}, lambda: 0))["disk"] == "warning"
    (said,) = [record.getMessage() for record in caplog.records]
    assert "only 511 MiB are free" in said


async def test_a_full_disk_is_failing(operations: Operations, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = operations.health(lambda: {0: True}, lambda: 0)
    trouble: str | None = "store_full"
    upkeep(operations).trouble = lambda: trouble
    assert found(disk)["disk"] == "failing", "something was refused"
    trouble = None
    monkeypatch.setattr("os.statvfs", lambda path: SimpleNamespace(f_bavail=1, f_frsize=4096))  # pyright: ignore
    await upkeep(operations).look_once()
    assert found(disk)["disk"] == "failing"


async def test_the_store_says_what_keeps_it_from_writing(path: Path) -> None:
    async with await SqliteStore.open(path) as store:
        assert store.trouble is None

        async def work(connection: Connection) -> None:
            error = sqlite3.OperationalError()
            error.sqlite_errorname = "SQLITE_FULL"
            raise error

        with pytest.raises(Full):
            await store._write(work)  # pyright: ignore[reportPrivateUsage]
        assert store.trouble == "store_full"
        await store.save_note("a", "b")
        assert store.trouble is None


async def test_logs_that_have_changed_are_told_once(
    operations: Operations, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with await SqliteStore.open(path) as store:
        match = (await store.commit(Change(0, stored_match(), entry(0, "start")))).match
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET by = 9")
    for _ in range(2):
        await upkeep(operations).check_once()
    assert found(operations.health(lambda: {0: True}, lambda: 0))["logs"] == "warning"
    (said,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert f"match {match}: entry 0 is not as it was written" in said


@pytest.mark.parametrize("page", ["/health", "/metrics"])
async def test_requests_for_another_host_are_refused(operations: Operations, page: str) -> None:
    application = serving(operations.health(lambda: {0: True}, lambda: 0), operations.metrics.registry)
    async with TestClient(TestServer(application)) as client:
        for host in ("127.0.0.1:8778", "localhost", "[::1]:8778", "LOCALHOST:1"):
            async with client.get(page, headers={"Host": host}) as answer:
                assert answer.status == 200, host
        for host in ("longtable.example", "127.0.0.1.example:8778", "169.254.1.1", "", "[::1", "localhost."):
            async with client.get(page, headers={"Host": host}) as answer:
                assert answer.status == 403, host


async def test_a_page_for_health_and_one_for_figures(operations: Operations, path: Path) -> None:
    async def stands(pulse: Pulse) -> None:
        raise ValueError

    registry = operations.metrics.registry
    application = serving(operations.health(lambda: {0: True}, lambda: 3), registry)
    async with TestClient(TestServer(application)) as client:
        async with await SqliteStore.open(path) as store:
            await store.commit(Change(0, stored_match(), entry(0, "start")))
        await upkeep(operations).look_once()
        operations.metrics.moves.inc()
        operations.requests.by_status["200"] += 2
        async with client.get("/health") as answer:
            assert answer.status == 200
            assert (await answer.json())["status"] == "warning"
        async with client.get("/metrics") as answer:
            text = await answer.text()
        families = {family.name: family for family in text_string_to_metric_families(text)}
        values = {name: family.samples[0].value for name, family in families.items() if family.samples}
        assert values["longtable_moves"] == 1
        assert values["longtable_discord_requests"] == 2
        assert values["longtable_damaged_matches"] == 3
        assert values["longtable_database_bytes"] == path.stat().st_size
        operations.supervisor.begin("token", stands, stalls_after=-1.0)
        async with client.get("/health") as answer:
            assert answer.status == 503
            said = await answer.json()
        assert said["status"] == "failing"
        assert said["checks"][-1]["advice"]
    await operations.supervisor.close()


def _typed(family: Any) -> set[str]:
    """Return the names of the metric for queries of Prometheus."""
    if family.type == "histogram":
        return {family.name}
    return {sample.name for sample in family.samples}


async def test_every_figure_and_every_check_is_documented(operations: Operations, path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    known = operations.health(lambda: {0: True}, lambda: 0)
    back_up(path, path.with_name("backup.db"))
    await upkeep(operations).look_once()
    await upkeep(operations).check_once()
    operations.supervisor.begin("token", lambda pulse: known.supervisor.given_up(), ends=True)  # pyright: ignore
    shown = text_string_to_metric_families(generate_latest(operations.metrics.registry).decode())
    names = {name for family in shown for name in _typed(family) if not name.endswith("_created")}
    assert [name for name in sorted(names) if not re.search(f"`{name}[`{{]", page)] == []
    documented = set(re.findall(r"^\| `(longtable_\w+)", page, re.MULTILINE))
    assert "longtable_moves_total" in documented & names
    assert [check.name for check in known.checks() if f"| `{check.name}` |" not in page] == []
    await operations.supervisor.close()


async def test_the_log_is_moved_when_it_is_long_or_old(path: Path) -> None:
    now = 0.0
    async with await SqliteStore.open(path) as store:
        watched = Upkeep(path, lambda: now)
        assert not await watched.shorten_once()
        await store.save_note("a", "x" * 5_000_000)
        assert await watched.shorten_once()
        await store.save_note("b", "y")
        assert not await watched.shorten_once(), "it is short and young"
        now = 4000.0
        assert await watched.shorten_once()
        assert await store.note("b") == "y"


async def test_figures_that_cannot_be_read_are_read_later(
    operations: Operations, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.rmtree(path.parent)
    await upkeep(operations).look_once()
    assert upkeep(operations).figures is None
    assert "could not be read" in caplog.text


async def test_a_server_keeps_its_own_disk_and_backups() -> None:
    async with database() as url, await PostgresStore.open(url) as store:
        await store.commit(Change(0, stored_match(), notices=(NewNotice("lobby"),)))
        watched = ServerUpkeep(store)
        operations = Operations(watched)
        await watched.look_once()
        assert found(operations.health(lambda: {0: True}, lambda: 0)) == {"notices": "warning"}
        assert (watched.processes, watched.rows["matches"], await watched.running()) == (1, 1, 1)
        assert watched.figures is not None
        assert watched.figures.outbox.size == 1
        assert "longtable_processes 1.0" in generate_latest(operations.metrics.registry).decode()
    await watched.look_once()
    assert watched.rows["matches"] == 1
