"""Chance that can be had again, and what the end of every run says about what could not be checked.

Every run deals the same games and tries the same examples, so that what failed fails again. To look further:
``LONGTABLE_TEST_LUCK=7 pytest --hypothesis-profile exploring``, with any text for the 7.

To find tests that hope for an order in which things do not always come: ``TEST_DELAYS=0.6 pytest -n 6
tests/whole`` answers every third request of the bot up to so many seconds late.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import os
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from engine.store.postgres import PostgresStore
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from harness.postgres import database

if TYPE_CHECKING:
    from tests.engine.matches.test_matches import Table

# How long an example takes is the machine's affair.
settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("unhurried", settings.get_profile("exploring"), derandomize=True)
settings.load_profile("unhurried")

MEMORY = Path("/dev/shm")
ROOM = 2_000_000_000
"""Bytes: several times what the tests leave lying about."""
DESCRIPTION = Path(__file__).parents[2] / "shared" / "discord-openapi.json"


@pytest.fixture(autouse=True, scope="session")
def own_places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give the robots' workers of this run places of their own: no other run on the machine takes them."""
    folder = tmp_path_factory.mktemp("places")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("engine.robots.slots._shared", lambda: folder)
        yield


@pytest.fixture
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the draws of this test's matches, automatic players and delays the same in every run.

    The ids of the joining clicks, which are times, no longer count.
    """
    start = f"{os.environ.get('LONGTABLE_TEST_LUCK', '')} {request.node.nodeid}"
    pauses = itertools.count()
    matches: dict[bytes, int] = {}

    def key(*parts: object) -> bytes:
        return hashlib.sha256(f"{start} {parts}".encode()).digest()

    def match_key(seed: bytes, clicks: Sequence[int]) -> bytes:
        return key("match", matches.setdefault(seed, len(matches)), len(clicks))

    for module in ("engine.match.replay", "engine.matches.seats.lobbies", "engine.record"):
        monkeypatch.setattr(f"{module}.match_key", match_key)
    monkeypatch.setattr("engine.match.answer_delays.new_seed", lambda: key("pause", next(pauses)))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="of every contract one example for each game")


def pytest_configure(config: pytest.Config) -> None:
    """Let the contracts look at less with ``--quick``, as soon as they are imported (`at_most`)."""
    if config.getoption("quick"):
        os.environ["LONGTABLE_QUICK"] = "1"
    if delays := float(os.environ.get("TEST_DELAYS", "0")):
        _delay_requests(delays)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests that mostly wait to the front: others have the cores meanwhile, and the end waits for
    nobody.
    """
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


def _delay_requests(most: float) -> None:
    """A sixth of the bot's requests is carried out late, a sixth answered late, by up to `most` seconds."""
    from sandbox import server

    at_once = server._with_faults

    async def late(box: Any, request: Any, *more: Any) -> Any:
        turn, seconds = random.randrange(6), random.random() * most
        await server._text(request)
        await asyncio.sleep(seconds if turn == 0 else 0)
        response = await at_once(box, request, *more)
        await asyncio.sleep(seconds if turn == 1 else 0)
        return response

    server._with_faults = late


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not DESCRIPTION.exists():
        terminalreporter.write_line(
            f"{DESCRIPTION.name} is not beside the checkout: the bot's requests were held to the sandbox's"
            " own limits, not to Discord's published description.",
            yellow=True,
        )


@pytest.fixture
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqlStore]:
    """A database of its own: SQLite, or what the parameter (`BOTH`) or the environment says."""
    if getattr(request, "param", os.environ.get("LONGTABLE_TEST_STORE")) == "postgres":
        async with database() as url, await PostgresStore.open(url) as opened:
            yield opened
    else:
        async with await SqliteStore.open(tmp_path / "longtable.db") as opened:
            yield opened


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Table]:
    """A service on it."""
    from tests.engine.matches.test_matches import Table

    table = Table(store)
    yield table
    await table.matches.close()
