"""Forced moves are made by the house for persons who wish it, when they might have made them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import Defaults, Seat
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, Do
from tests.engine.matches.test_matches import ANN, BOB, Table

SOON, LATE = timedelta(seconds=59), timedelta(minutes=11)
"""Times before and after all of the house's moves; a step may be held for half a minute more."""


class Narrow(type(AUCTION)):
    """An auction whose winner may only take."""

    def moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        moves = super().moves(state, seat)
        return moves[:1] if moves and isinstance(moves[0], Do) else moves


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Table]:
    table = Table(store, games={"auction": Narrow()})
    yield table
    await table.matches.close()


async def won(table: Table) -> int:
    match = await table.started(BOB, target=99)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5")):
        await table.play(match, person, text)
    return match


async def after(table: Table, match: int, time: timedelta) -> tuple[str, int | None]:
    """Let the time pass; return the last entry's text and person."""
    table.clock.time += time
    await table.automatic()
    *_, entry = await table.store.entries(match)
    return entry.text, entry.by


async def test_the_only_move_is_made_after_a_while(table: Table) -> None:
    await table.matches.hours.set_only_moves(ANN, True)
    match = await won(table)
    assert (await table.matches.queries.situation(match, ANN)).has_only_move, "its person is told"
    assert not (await table.matches.queries.situation(match, BOB)).has_only_move
    assert not (await table.matches.queries.situation(match, None)).has_only_move
    assert await after(table, match, SOON) == ("bid 5", ANN), "nobody answers so fast"
    assert await after(table, match, LATE) == ("take", None)


async def test_only_for_who_has_said_so(table: Table) -> None:
    await table.matches.hours.set_only_moves(BOB, True)
    match = await won(table)
    assert not (await table.matches.queries.situation(match, ANN)).has_only_move
    assert await after(table, match, timedelta(days=2)) == ("bid 5", ANN)


async def test_not_once_it_was_called_off(table: Table) -> None:
    await table.matches.hours.set_only_moves(ANN, True)
    match = await won(table)
    await table.matches.hours.set_only_moves(ANN, False)
    assert await after(table, match, LATE) == ("bid 5", ANN)
    assert not [timer for timer in await table.store.timers(match) if timer.kind == "order"]


async def test_not_in_the_quiet_hours(table: Table) -> None:
    await table.matches.hours.set_habits(ANN, zone="Etc/UTC", quiet=(7 * 60, 10 * 60))
    await table.matches.hours.set_only_moves(ANN, True)
    match = await won(table)
    assert await after(table, match, timedelta(hours=1, minutes=59)) == ("bid 5", ANN)
    assert await after(table, match, 2 * LATE) == ("take", None)


async def test_its_person_may_be_faster(table: Table) -> None:
    await table.matches.hours.set_only_moves(ANN, True)
    match = await won(table)
    await table.play(match, ANN, "take")
    assert await after(table, match, LATE) == ("take", ANN)


class Plain(Narrow):
    """The same auction, in which everybody can see that the move is forced."""

    def defaults(self, state: Any, seat: Seat) -> Defaults:
        moves = self.moves(state, seat)
        return Defaults(forced=moves[0] if len(moves) == 1 else None)


async def test_a_move_seen_as_forced_is_made_at_once_and_calls_nobody(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        table = Table(store, games={"auction": Plain()})
        match = await won(table)
        await table.notices()
        assert await after(table, match, timedelta()) == ("take", None)
        told = [(notice.kind, notice.seat, notice.person) for notice in await table.lines()]
        assert ("turn", 0, None) in told, "it is asked to bid again"
        assert [event.code for event in (await table.matches.queries.log(match, BOB))[-1][1]][
            -1
        ] == "only_move"
        await table.matches.close()


class Nothing(Do):
    """A move that counts as false, like an empty tuple, or like card number 0 of a game of plain numbers."""

    def __bool__(self) -> bool:
        return False


class Empty(Narrow):
    """An auction whose winner can only take, by a move that counts as false."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def defaults(self, state: Any, seat: Seat) -> Defaults:
        moves = self.moves(state, seat)
        answer = {self.kind: Nothing(str(moves[0]))} if len(moves) == 1 else {}
        return Defaults()._replace(**answer)


@pytest.mark.parametrize("kind", ["forced", "ordered", "timeout"])
async def test_a_move_that_counts_as_false_is_made_too(tmp_path: Path, kind: str) -> None:
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        table = Table(store, games={"auction": Empty(kind)})
        match = await won(table)
        assert await after(table, match, timedelta(days=2)) == ("take", None)
        await table.matches.close()


async def test_nobody_hears_of_the_question(tmp_path: Path) -> None:
    for game, called in ((Plain(), False), (Narrow(), True)):
        async with await SqliteStore.open(tmp_path / f"{called}.db") as store:
            table = Table(store, games={"auction": game})
            match = await won(table)
            asked = (await table.matches.queries.situation(match, ANN)).question_entry
            told = [notice for notice in await table.lines() if notice.kind == "turn"]
            assert any(notice.number == asked for notice in told) == called
            await table.matches.close()


async def test_a_lost_timer_of_it_is_found_again(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        table = Table(store, games={"auction": Plain()})
        match = await won(table)
        await table.wrote(match, stops=(("order", Seat(0)),))
        table.matches = table.again(games={"auction": Plain()})
        await table.matches.recovery.revive(match)
        assert await after(table, match, timedelta()) == ("take", None)
        await table.matches.close()
