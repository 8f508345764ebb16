"""Cached rows are the rows of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from engine.store.sql import remembered
from engine.store.sql.remembered import Remembered

SECONDS = 60.0


class Rows:
    """Rows that count how often they are read."""

    def __init__(self) -> None:
        self.time = 0.0
        self.rows: dict[int, str] = {1: "one"}
        self.read: list[int] = []
        self.asked = asyncio.Event()
        self.may = asyncio.Event()
        self.may.set()
        self.kept = Remembered[int, str](SECONDS, lambda: self.time)

    async def of(self, *keys: int) -> dict[int, str | None]:
        return await self.kept.of(keys, self._read)

    async def _read(self, keys: Collection[int]) -> dict[int, str]:
        self.read += keys
        found = {key: self.rows[key] for key in keys if key in self.rows}
        self.asked.set()
        await self.may.wait()
        return found


async def test_a_row_is_read_once_in_its_time() -> None:
    rows = Rows()
    assert await rows.of(1, 2, 1) == {1: "one", 2: None}
    rows.time = SECONDS - 1
    assert await rows.of(2, 1) == {2: None, 1: "one"}
    assert rows.read == [1, 2], "also that there is none"
    rows.rows[1], rows.time = "uno", SECONDS
    assert await rows.of(1) == {1: "uno"}, "somebody else has changed it"


async def test_own_changes_are_known_at_once() -> None:
    rows = Rows()
    await rows.of(1, 2)
    with rows.kept.changing(1):
        rows.rows[1] = "uno"
    assert await rows.of(1, 2) == {1: "uno", 2: None}
    assert rows.read == [1, 2, 1], "the others are remembered"
    with rows.kept.changing():
        rows.rows[2] = "due"
    assert await rows.of(1, 2) == {1: "uno", 2: "due"}


@pytest.mark.parametrize("during", [True, False], ids=["read while it is written", "read before"])
async def test_rows_from_before_a_change_are_not_cached(during: bool) -> None:
    rows = Rows()
    rows.may.clear()
    if during:
        with rows.kept.changing(1):
            reading = asyncio.create_task(rows.of(1))
            await rows.asked.wait()
            rows.rows[1] = "uno"
    else:
        reading = asyncio.create_task(rows.of(1))
        await rows.asked.wait()
        with rows.kept.changing(1):
            rows.rows[1] = "uno"
    rows.may.set()
    assert await reading == {1: "one"}, "it was so when it was asked"
    assert await rows.of(1) == {1: "uno"}


async def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    rows = Rows()
    for key in (1, 2, 3):
        await rows.of(key)
    await rows.of(3)
    await rows.of(1)
    assert rows.read == [1, 2, 3, 1]
