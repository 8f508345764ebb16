"""The statements that write one change of a match."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

import msgspec

from engine.match.changes import Change, StoredMatch
from engine.match.values import Entry, Status
from engine.store.digests import digest_after, link_of
from engine.store.sql.outbox import notices_put
from engine.store.sql.rows import lobby_column, number, row_state_column
from engine.store.sql.server_lanes import bulletins_put
from engine.store.sql.statements import HELD, Dialect, Statement

__all__ = ["LEASE", "digests", "fence", "following", "seats_put"]

LEASE = timedelta(seconds=60)
"""Time for which a change leases a lane to its sayer."""


def digests(match: int, change: Change, *, begins: bool) -> list[str]:
    """Return the digest of the log after each entry of the change; empty if the log has none.

    With `begins`, a new log gets a digest.
    """
    digest, found = change.digest, list[str]()
    for entry in change.entries:
        known = digest or (begins and not entry.number)
        digest = digest_after(digest, match, _columns(entry)) if known else ""
        found.append(digest)
    return found


def fence(match: int, change: Change, digests: Sequence[str]) -> Statement:
    """Return the statement that updates the match's row first; it gives the sayer that leases the lane.

    It gives no row if the match has another version, or its log another length or digest. If another sayer
    leases the lane already, the change's notices wait for that one.
    """
    columns: dict[str, object] = {}
    if change.click is not None:  # a click is somebody's act
        columns["acted"] = number(change.at)
    if change.after is not None:
        columns |= _of_match(change.after)
    if change.venue is not None:
        place = change.venue
        columns |= {"guild": place.guild, "channel": place.channel, "locale": place.locale}
    if change.entry is not None:
        columns |= _of_entry(change) | {"digest": digests[-1]}
    elif change.call_entry is not None:
        columns["called"] = change.call_entry
    parts = [f"{name} = ?" for name in columns]
    values = list(columns.values())
    if change.notices:
        taker = change.sayer or None
        lease = number(change.at + LEASE if taker else change.at)
        for name, value in (("say_due", lease), ("sayer", taker)):
            parts.append(f"{name} = CASE WHEN sayer IS NULL OR sayer = ? THEN ? ELSE {name} END")
            values += (taker, value)
    where = ["id = ?", "version = ?"]
    values += (match, change.version)
    if change.entry is not None:
        where.append("? = (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match = matches.id)")
        where.append("digest = ?")
        values += (change.entries[0].number, change.digest)
    return Statement(
        f"UPDATE matches SET {', '.join(['version = version + 1', *parts])}"
        f" WHERE {' AND '.join(where)} RETURNING sayer",
        values,
    )


def following(dialect: Dialect, match: int, change: Change, digests: Sequence[str]) -> list[Statement]:
    """Return the statements that follow the `fence`, without those of the seats."""
    written = [_entry_put(match, *each) for each in zip(change.entries, digests, strict=True)]
    entry = change.entry
    if change.click is not None:
        click, verb = change.click
        written.append(
            Statement(
                f"INSERT INTO clicks (click, match, verb, entry, at) SELECT ?, ?, ?, ?, ? WHERE {HELD}",
                (click, match, verb, None if entry is None else entry.number, number(change.at)),
            )
        )
    written += _timers_gone(dialect, match, change)
    if change.timers:
        written.append(
            dialect.put("timers", "match, kind, seat, number, due, payload", _timers(match, change))
        )
    if change.clocks:
        clocks = [
            (
                match,
                seat,
                None if clock.since is None else number(clock.since),
                msgspec.json.encode(msgspec.structs.replace(clock, since=None)).decode(),
            )
            for seat, clock in change.clocks
        ]
        written.append(dialect.put("clocks", "match, seat, since, value", clocks, key="match, seat"))
    written += bulletins_put(dialect, match, change)
    return [*written, *notices_put(dialect, match, change.notices)]


def seats_put(dialect: Dialect, match: int, stored: StoredMatch) -> list[Statement]:
    """Return the statements that replace the match's seats; the second one relies on the first."""
    seats = [
        (
            *(match, seat, one.person, one.name, one.player, one.click),
            int(one.person in stored.agreed),
            one.resigned,
        )
        for seat, one in enumerate(stored.occupants)
    ]
    return [
        Statement(f"DELETE FROM seats WHERE match = ? AND {HELD}", (match,)),
        dialect.put("seats", "match, seat, person, name, player, click, agreed, resigned", seats),
    ]


def _of_match(stored: StoredMatch) -> dict[str, object]:
    terms: dict[str, object] = {}
    if stored.status is Status.LOBBY:  # they never change once the match has begun
        terms = {"options": stored.options, "size": stored.size}
    return {
        **terms,
        "pace": stored.pace,
        "status": stored.status.value,
        "host": stored.host,
        "rules": stored.rules,
        "asleep": int(stored.row_state.is_asleep),
        "house": row_state_column(stored.row_state),
        "lobby": lobby_column(stored.lobby),
        "ended_at": None if stored.ended_at is None else number(stored.ended_at),
    }


def _of_entry(change: Change) -> dict[str, object]:
    return {
        "pending": json.dumps(change.pending),
        "called": change.call_entry,
        "asked": json.dumps(change.asked_seats),
        "asked_at": None if change.asked_at is None else number(change.asked_at),
    }


def _columns(entry: Entry) -> tuple[object, ...]:
    return (
        entry.number,
        entry.kind,
        entry.seat,
        entry.text,
        json.dumps(entry.drawn),
        number(entry.at),
        entry.by,
        entry.hash,
        entry.made or None,
    )


def _entry_put(match: int, entry: Entry, digest: str) -> Statement:
    return Statement(
        "INSERT INTO entries (match, number, kind, seat, text, drawn, at, by, hash, made, link)"
        f" SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE {HELD}",
        (match, *_columns(entry), link_of(digest)),
    )


def _timers_gone(dialect: Dialect, match: int, change: Change) -> list[Statement]:
    deletions: list[Statement] = []
    if change.ends:
        return [Statement(f"DELETE FROM timers WHERE match = ? AND {HELD}", (match,))]
    if change.timer_done is not None:
        deletions.append(Statement(f"DELETE FROM timers WHERE id = ? AND {HELD}", (change.timer_done,)))
    if change.stops:
        stops = [(kind, -1 if seat is None else seat) for kind, seat in change.stops]
        deletions.append(
            Statement(
                f"DELETE FROM timers WHERE match = ? AND {HELD} AND (kind, coalesce(seat, -1)) IN"
                f" (SELECT {dialect.items('kind, seat')} FROM {dialect.listed})",
                (match, msgspec.json.encode(stops).decode()),
            )
        )
    return deletions


def _timers(match: int, change: Change) -> list[tuple[object, ...]]:
    return [(match, one.kind, one.seat, one.number, number(one.due), one.payload) for one in change.timers]
