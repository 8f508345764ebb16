"""The store on PostgreSQL, for one or more processes. Schema: docs/database.md."""

from __future__ import annotations

from engine.match.changes import Change
from engine.store.postgres.connection import Connected, Unheard
from engine.store.protocol.matches import Committed
from engine.store.refusals import Conflict
from engine.store.sql import SqlStore

__all__ = ["PostgresStore"]


class PostgresStore(SqlStore, Connected):
    """A `Store` in one PostgreSQL database. `open` makes it; `async with` or `close` ends it."""

    async def commit(self, change: Change) -> Committed:
        try:
            return await super().commit(change)
        except Unheard:
            await self._replicated()
            done = await self._done(change)
            if done is None:
                raise Conflict("store_conflict", path=self.name, match=change.match) from None
            return done

    async def _replicated(self) -> None:
        """Return once everything readable is on the synchronous standby too. Raises `Unreachable`.

        A COMMIT that waited for the standby in vain is nevertheless written on this server. A reader would
        count on a change that the standby, once promoted, does not have.
        """
        await self._write_one("SELECT pg_logical_emit_message(true, 'longtable', '')", ())

    async def _done(self, change: Change) -> Committed | None:
        """Return the result of a change whose COMMIT was not answered; `None` if it was not written.

        The version shows that some change was written, the click or the entry that it was this one. A change
        with neither is no person's act, and its maker tries again.
        """
        match = change.match or (await self.opened_by(change.click[0]) if change.click else None)
        stored = None if match is None else await self.match(match)
        if match is None or stored is None or stored.version <= change.version:
            return None
        if change.entry is not None:
            log = await self.entries(match)
            same = len(log) > change.entry.number and log[change.entry.number] == change.entry
        else:
            same = change.click is not None and change.click in await self.clicks(match)
        # The holder of the lane is not known: the courier looks.
        return Committed(match, change.version + 1, False, stored.digest) if same else None
