"""Working out all ratings again from the logs, to compare them with those that follow from what is kept."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.game import AnyGame, Refusal
from engine.league.ratings import RatedTable, rated
from engine.matches.service import Matches
from engine.store import Store
from engine.store.backup import restore
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore

__all__ = ["SAME", "Again", "rate_all", "rate_server"]

SAME = 1e-9
"""The largest difference, in the model's units, of ratings that count as the same."""


@dataclass(frozen=True, slots=True)
class Again:
    """The ratings of a game, worked out twice."""

    game: str
    people: int
    matches: int
    apart: float
    """The largest difference of a mean or a deviation, in the model's units."""
    wrong: Sequence[str]
    """The matches whose ranks do not follow from their logs."""


async def rate_all(copy: Path, games: Mapping[str, AnyGame], retired: Iterable[AnyGame] = ()) -> list[Again]:
    """Restore the copy in a temporary folder, and rate all games twice. Raises `StoreError`."""
    with tempfile.TemporaryDirectory(prefix=".longtable-rate-", dir=copy.parent) as folder:
        path = Path(folder) / "longtable.db"
        restore(path, copy, only_to_look=True)
        async with await SqliteStore.open(path) as store:
            return await _rate(store, games, retired)


async def rate_server(url: str, games: Mapping[str, AnyGame], retired: Iterable[AnyGame] = ()) -> list[Again]:
    """Rate all games of a database on a server twice; bots may run on it meanwhile. Raises `StoreError`."""
    async with await PostgresStore.open(url, looking=True) as store:
        return await _rate(store, games, retired)


async def _rate(store: Store, games: Mapping[str, AnyGame], retired: Iterable[AnyGame]) -> list[Again]:
    matches = Matches(store, games, lambda: datetime.now(UTC), retired=retired)
    try:
        return [await _rate_game(matches, key) for key in games]
    finally:
        await matches.close()


async def _rate_game(matches: Matches, game: str) -> Again:
    kept = await matches.store.rated_tables(game)
    again, wrong = list[RatedTable](), list[str]()
    for table in kept:
        try:
            ranks = await matches.history.ranks_again(table.match)
        except Refusal as refusal:
            wrong.append(f"match {table.match}: {refusal}")
            again.append(table)
            continue
        # Forgotten people have other numbers in logs.
        named = {person: ranks.get(person, rank) for person, rank in table.ranks.items()}
        if named != table.ranks:
            wrong.append(f"match {table.match}: its log gives other ranks")
        again.append(replace(table, ranks=named))
    first, second = rated(kept), rated(again)
    apart = max(
        (
            max(abs(one.mean - second[person].mean), abs(one.deviation - second[person].deviation))
            for person, one in first.items()
        ),
        default=0.0,
    )
    return Again(game, len(first), len(kept), apart, wrong)
