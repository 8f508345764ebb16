"""Replaying every log of a database, to check that it leads to the states recorded in it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.game import AnyGame
from engine.match.replay import rebuild
from engine.matches.core.rulebook import decode_options
from engine.store import Store, checking
from engine.store.backup import restore
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore

__all__ = ["replay_all", "replay_server"]

_AT_ONCE = 1000


async def replay_all(
    copy: Path, games: Iterable[AnyGame], told: Callable[[int, list[str]], None]
) -> tuple[int, list[str]]:
    """Restore the copy in a temporary folder, and replay every match.

    `told` is called after each match with the number of matches done and the faults so far. Returns the same
    at the end. Raises `StoreError` if the copy cannot be restored.
    """
    versions = {(game.key, game.rules): game for game in games}
    wrong: list[str] = []
    done = 0
    with tempfile.TemporaryDirectory(prefix=".longtable-check-", dir=copy.parent) as folder:
        path = Path(folder) / "longtable.db"
        restore(path, copy, only_to_look=True)
        async with await SqliteStore.open(path) as store:
            for match in checking.match_numbers(path):
                fault = await _fault(store, versions, match)
                wrong += [] if fault is None else [f"match {match}: {fault}"]
                done += 1
                told(done, wrong)
    return done, wrong


async def replay_server(
    url: str, games: Iterable[AnyGame], told: Callable[[int, list[str]], None]
) -> tuple[int, list[str]]:
    """Replay every match of a database on a server, like `replay_all`; bots may run on it meanwhile."""
    versions = {(game.key, game.rules): game for game in games}
    wrong: list[str] = []
    done = 0
    async with await PostgresStore.open(url, looking=True) as store:
        last = 0
        while matches := await store.match_numbers(last, _AT_ONCE):
            for last in matches:
                fault = await _fault(store, versions, last)
                wrong += [] if fault is None else [f"match {last}: {fault}"]
                done += 1
                told(done, wrong)
    return done, wrong


async def _fault(store: Store, versions: dict[tuple[str, int], AnyGame], match: int) -> str | None:
    """Return the reason for which the match does not replay; `None` if it does."""
    try:
        table = await store.match(match)
        if table is None:
            return "cannot be read"
        if table.unreadable:
            return f"what cannot be read: {', '.join(table.unreadable)}"
        if fault := await store.log_fault(match):
            return fault
        if not table.entries:
            return None
        game = versions.get((table.game, table.rules))
        if game is None:
            return f"{table.game}, version {table.rules} of its rules, is not here"
        rebuild(game, decode_options(game, table.options), table.size, await store.entries(match))
    except Exception as error:
        return str(error) or type(error).__name__
    return None
