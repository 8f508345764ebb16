"""Invitations, as `engine.store.protocol.invitations` has them, and their limits in a change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.game import Refusal
from engine.match.changes import Invitations
from engine.match.values import Status
from engine.store.protocol.invitations import Ring
from engine.store.sql.rows import Row, lobby_of, number, time
from engine.store.sql.statements import Connection, Statements

__all__ = ["SqlInvitationStore", "check_invitations", "invitations_put"]

_OF_OPEN = "SELECT guest, at, match, status, lobby FROM invitations JOIN matches ON id = match WHERE {where}"


class SqlInvitationStore(Statements):
    """The SQL of `InvitationStore`."""

    async def ring_guest(
        self, match: int, guest: int, notice: int, now: datetime, apart: timedelta, *, others: bool
    ) -> Ring:
        async def work(connection: Connection) -> Ring:
            run = connection.execute_fetchall
            # A message that rings the same person for another table waits here.
            rows = list(
                await run(
                    f"SELECT match, at, rung, notice FROM invitations WHERE guest = ?"
                    f" ORDER BY match, at{self.dialect.lock}",
                    (guest,),
                )
            )
            named = tuple(sorted({row[0] for row in rows if row[3] == notice}))
            if named:
                return Ring(None, named)  # an earlier try has begun to
            silent = {row[0] for row in rows if row[2] is None}
            if match not in silent:
                return Ring(None, ())
            free = max((row[2] for row in rows if row[2] is not None), default=None)
            if free is not None and (until := time(free) + apart) > now:
                return Ring(until, ())
            beside = await run(
                _OF_OPEN.format(
                    where="guest = ? AND rung IS NULL AND channel ="
                    " (SELECT channel FROM matches WHERE id = ?)"
                ),
                (guest, match),
            )
            named = {match, *(row[2] for row in beside if others and _is_open(row))}
            await connection.executemany(
                "UPDATE invitations SET rung = ?, notice = ? WHERE match = ? AND guest = ? AND rung IS NULL",
                [(number(now), notice, each, guest) for each in sorted(named)],
            )
            return Ring(None, tuple(sorted(named)))

        return await self._write(work)


def _is_open(row: Row) -> bool:
    """Return True if a seat is still reserved for the guest; the row is one of `_OF_OPEN`."""
    guest, _, _, status, lobby = row
    try:
        return status == Status.LOBBY.value and lobby_of(lobby).guest(guest) is not None
    except (TypeError, ValueError):
        return False  # an unreadable lobby reserves no seat


async def check_invitations(connection: Connection, sent: Invitations, at: datetime) -> None:
    """Raise `Refusal` if there are too many invitations; lock the inviter until the transaction ends.

    The codes are ``invited_often`` (`n` minutes until the next may be sent) and ``invited_open`` (`who`).
    """
    run = connection.execute_fetchall
    # Another transaction with invitations of the same person waits at this row.
    await run(
        "INSERT INTO people (id, name) VALUES (?, '') ON CONFLICT (id) DO UPDATE SET name = people.name",
        (sent.inviter,),
    )
    rows = [tuple(row) for row in await run(_OF_OPEN.format(where="inviter = ?"), (sent.inviter,))]
    since = number(at - sent.span)
    lately = sorted(row[1] for row in rows if row[1] > since)
    excess = len(lately) + len(sent.guests) - sent.most
    if excess > 0:
        free = time(lately[min(excess, len(lately)) - 1]) + sent.span if lately else at + sent.span
        minutes = max(1, -(-(free - at) // timedelta(minutes=1)))
        raise Refusal("invited_often", most=sent.most, n=minutes)
    open_at: defaultdict[int, set[int]] = defaultdict(set)
    for row in rows:
        if _is_open(row):
            open_at[row[0]].add(row[2])
    for guest in sent.guests:
        if len(open_at[guest.person]) >= sent.most_open:
            raise Refusal("invited_open", who=guest.name, most=sent.most_open)


async def invitations_put(connection: Connection, match: int, sent: Invitations, at: datetime) -> None:
    """Write these invitations to the match."""
    rows: Sequence[tuple[int, ...]] = [
        (match, guest.person, number(at), sent.inviter) for guest in sent.guests
    ]
    await connection.executemany(
        "INSERT INTO invitations (match, guest, at, inviter) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", rows
    )
