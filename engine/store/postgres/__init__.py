"""The store on PostgreSQL: for more than one machine. Schema: docs/database.md."""

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
        """Return once what can be read is on the synchronous standby too. Raises `Unreachable`.

        A COMMIT that waited for it in vain is written on this server all the same: whoever read it there
        would take for kept what the standby, once promoted, has never heard of.
        """
        await self._write_one("SELECT pg_logical_emit_message(true, 'longtable', '')", ())

    async def _done(self, change: Change) -> Committed | None:
        """What became of a change whose COMMIT was not answered; `None` where nothing was written.

        The version tells whether something was, the click or the entry whether it was this change. A change
        with neither is nobody's act: whoever made it looks again.
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
        # Whose lane it is is not known: the courier looks.
        return Committed(match, change.version + 1, False, stored.digest) if same else None
