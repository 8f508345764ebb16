"""Standby servers: a bot that names both servers goes on with the promoted one, and does not go back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from engine.store import StoreError, Unreachable
from engine.store.postgres import PostgresStore, connection
from engine.store.postgres.servers import servers_of
from harness.waiting import until
from soak.server import Server
from tests.engine.store.test_store import entry, opened, stored_match, wrote

pytestmark = pytest.mark.waits

GOES_ON = 30.0


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server(standby=True)
    await server.start()
    yield server
    await server.end()


@pytest.mark.parametrize(
    ("url", "each"),
    [
        ("postgresql://one/x", ["postgresql://one/x"]),
        (
            "postgresql://u:p@one:1,two:2/x?sslmode=require",
            ["postgresql://u:p@one:1/x?sslmode=require", "postgresql://u:p@two:2/x?sslmode=require"],
        ),
        (
            "postgresql://u@/x?host=/one,/two&port=1,2",
            ["postgresql://u@/x?host=%2Fone&port=1", "postgresql://u@/x?host=%2Ftwo&port=2"],
        ),
        ("postgresql://one,two/x?port=1,2", ["postgresql://one/x?port=1", "postgresql://two/x?port=2"]),
        ("postgresql://one,two/x", ["postgresql://one/x?", "postgresql://two/x?"]),
    ],
)
def test_an_address_names_one_server_or_several(url: str, each: list[str]) -> None:
    assert servers_of(url) == each


def test_every_host_has_its_port() -> None:
    with pytest.raises(ValueError, match="ports"):
        servers_of("postgresql://one,two,three/x?port=1,2")


@pytest.mark.parametrize("hangs", [False, True], ids=["dies", "hangs"])
async def test_a_promoted_standby_is_found_and_kept(server: Server, hangs: bool) -> None:
    """No acknowledged write is lost; the server that was replaced comes back and is ignored."""
    async with await PostgresStore.open(server.url) as store:
        acknowledged = [await opened(store) for _ in range(3)]
        await asyncio.gather(*(store.match(acknowledged[0]) for _ in range(8)))  # that many lines are open

        async def written() -> bool:
            with contextlib.suppress(StoreError):
                acknowledged.append(await opened(store))
                return True
            return False

        losing = asyncio.create_task(server.lose(0.5, hangs=hangs))
        await until(losing.done, GOES_ON)
        await until(written, GOES_ON, 0.1)
        await server.find_again()
        for _ in range(3):
            found = await asyncio.gather(*(store.match(match) for match in acknowledged for _ in range(4)))
            assert None not in found
        acknowledged.append(await opened(store))
        async with await PostgresStore.open(server.url) as another:
            assert None not in [await another.match(match) for match in acknowledged]


async def test_a_change_that_the_standby_may_lack_is_not_acknowledged(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has nevertheless written the change and shows it; the promoted standby does not have it."""
    async with contextlib.AsyncExitStack() as ends:
        store = await ends.enter_async_context(await PostgresStore.open(server.url))
        kept = await opened(store)
        # What must succeed has all the time that it needs, on a slow disk too.
        monkeypatch.setattr(connection, "BUSY_SECONDS", 1.0)
        hasty = await ends.enter_async_context(await PostgresStore.open(server.url))
        await server.part()
        with pytest.raises(Unreachable):
            await wrote(hasty, kept, stored_match(id=kept), entry=entry(0))
        await server.lose(0.0, hangs=False)

        async def found() -> bool:
            with contextlib.suppress(StoreError):
                return await store.match(kept) is not None
            return False

        await until(found, GOES_ON, 0.1)
        assert await store.entries(kept) == []
