"""The database behind a running bot: opened as the settings say, counted, and closed at the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial

from engine.games import GAMES, RETIRED
from engine.match.changes import Change
from engine.matches import Limits, Matches
from engine.matches.core.steady_clock import SteadyClock
from engine.store import Committed, StoreError
from engine.store.postgres import PostgresStore
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from ops.operations import Operations
from ops.upkeep import ServerUpkeep, Upkeep
from settings import Address, Settings

log = logging.getLogger("longtable")
ROBOT_PAUSE = timedelta(seconds=2)
"""Mean time that a robot takes before it moves where several people play."""


class Counting(SqlStore):
    """A store that calls `moved` after each move that it has written."""

    moved: Callable[[], object] = staticmethod(lambda: None)

    async def commit(self, change: Change) -> Committed:
        committed = await super().commit(change)
        if change.entry is not None and change.entry.kind == "move":
            self.moved()
        return committed


class CountingFile(Counting, SqliteStore):
    """A store in a file."""


class CountingServer(Counting, PostgresStore):
    """A store on a server."""


@asynccontextmanager
async def open_matches(
    settings: Settings, note_trouble: Callable[[StoreError], None], operations: Operations | None = None
) -> AsyncGenerator[Matches, None]:
    """Open the matches on their database; close both at the end. Raises `StoreError`.

    `note_trouble` is called with each error of the database that players are not told in full.
    """
    database = settings.database_path
    if isinstance(database, Address):
        store = await CountingServer.open(database, troubled=note_trouble)
        clock: Callable[[], datetime] = store.now
    else:
        if settings.database is None:  # its own folder; one that somebody has named is not made up
            database.parent.mkdir(parents=True, exist_ok=True)
        store, clock = await CountingFile.open(database, troubled=note_trouble), SteadyClock()
    try:
        store.recovered = partial(log.warning, "The database %s works again.", store.name)
        if operations is not None:
            store.moved = operations.metrics.moves.inc
            if isinstance(database, Address):
                operations.upkeep = ServerUpkeep(store)
            else:
                operations.upkeep = Upkeep(database, trouble=lambda: store.trouble)
            if isinstance(store, PostgresStore):
                store.report(lambda: operations.requests.invalid)
        limits = Limits(
            per_person=settings.tables_per_person,
            per_guild=settings.tables_per_server,
            reaction=timedelta(hours=settings.reaction_hours),
            hold=timedelta(seconds=settings.hold_seconds),
            robot_pause=ROBOT_PAUSE,
        )
        yield Matches(store, GAMES, clock, limits=limits, retired=RETIRED)
    finally:
        await store.close()
