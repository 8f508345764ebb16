"""Held moves, in every game: nobody else sees one, its person learns nothing by it, and it counts as made."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.matches import HeldAnswer, Status
from engine.store.sqlite import SqliteStore
from tests.contracts.cases import Case, at_most
from tests.contracts.test_undo_contract import Staged, check_log, looked_at, outcome, position, same_move

HOLD = timedelta(seconds=30)


class Holding(Staged):
    """A match at which people tap."""

    async def begun(self) -> Holding:
        await self.opened()
        return self

    async def tap(self, seat: Seat, move: str) -> Any:
        return await self.matches.held_moves.submit(self.id, 1 + seat, move, None, next(self.clicks))

    async def all_shown(self) -> list[object]:
        """Return the views of everybody."""
        return [await self.shown(viewer) for viewer in (None, *map(Seat, range(self.case.seats)))]

    async def pass_time(self) -> None:
        self.time += HOLD
        await self.settled()


@pytest.mark.parametrize("case", looked_at(), ids=str)
async def test_nobody_else_sees_what_is_held(tmp_path: Path, case: Case) -> None:
    """Others see nothing until the move counts, and nothing at all if it is taken back; a move that counts is
    the same as one played at once.
    """
    held = 0
    for seed in range(at_most(3, 1)):
        start, dice = position(case, seed), random.Random(f"held {seed}")
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with (
            await SqliteStore.open(folder / "one.db") as first,
            await SqliteStore.open(folder / "other.db") as second,
        ):
            one, other = (
                await Holding(case, first, start).begun(),
                await Holding(case, second, start).begun(),
            )
            for _ in range(6):
                found = await same_move(dice, one, other)
                if found is None:
                    break
                seat, move = found
                one.time += timedelta(seconds=60)
                before, version = await one.all_shown(), (await one.match()).entries
                own = await one.since(seat)
                answer = await one.tap(seat, move)
                if isinstance(answer, HeldAnswer):
                    held += 1
                    await check_unseen(one, seat, before)
                    assert (await one.match()).entries == version
                    if dice.random() < 0.5:
                        question = answer.held.question
                        await one.matches.held_moves.drop(one.id, 1 + seat, question)
                        assert await one.all_shown() == before
                        assert await one.since(seat) == own
                        assert isinstance(await one.tap(seat, move), HeldAnswer)
                    tapped = one.time
                    await one.pass_time()
                    assert (await first.entries(one.id))[version].at == tapped
                    other.time = tapped
                    await other.matches.moves.play(other.id, 1 + seat, move, None, next(other.clicks))
                    other.time = one.time
                else:
                    await other.play(seat, move)
                    await one.settled()
                await other.settled()
                await check_log(one)
                if (await one.match()).status is not Status.RUNNING:
                    assert (await other.match()).status is not Status.RUNNING
                    break  # it has ended half a minute later
                assert await one.all_shown() == await other.all_shown()
            await one.matches.close()
            await other.matches.close()
    assert held


async def check_unseen(table: Holding, seat: Seat, before: list[object]) -> None:
    """Everybody but the seat's person is shown what was shown before."""
    now = await table.all_shown()
    for number, (then, after) in enumerate(zip(before, now, strict=True)):
        assert number == 1 + seat or then == after, f"viewer {number - 1} sees what seat {seat} holds"


@pytest.mark.parametrize("case", looked_at(), ids=str)
async def test_whoever_holds_learns_nothing(tmp_path: Path, case: Case) -> None:
    """A move is held, and shown, alike at a table that looks the same."""
    for seed in range(at_most(3, 1)):
        start = position(case, seed)
        for viewer in (Seat(each) for each in range(2)):
            if viewer not in case.game.pending(start):
                continue
            twin = case.game.redeal(start, viewer, SeededChance(b"twin", seed))
            folder = tmp_path / f"{seed}-{viewer}"
            folder.mkdir()
            async with (
                await SqliteStore.open(folder / "one.db") as first,
                await SqliteStore.open(folder / "other.db") as second,
            ):
                one = await Holding(case, first, start).begun()
                other = await Holding(case, second, twin).begun()
                moves, dice = case.game.moves(start, viewer), random.Random(seed)
                for move in {str(moves[dice.randrange(len(moves))]) for _ in range(8)}:
                    seen = [await held(table, viewer, move) for table in (one, other)]
                    assert seen[0] == seen[1], move
                    if not seen[0][0]:
                        break
                await one.matches.close()
                await other.matches.close()


async def held(table: Holding, seat: Seat, move: str) -> tuple[bool, object, object]:
    """Tap the move and drop it again. Return True if it was held, its events as far as known, and all that is
    shown.
    """
    answer = await table.tap(seat, move)
    if not isinstance(answer, HeldAnswer):
        return False, None, await table.shown(seat)
    events = await table.matches.held_moves.foresee(table.id, 1 + seat, move)
    shown = await table.shown(seat)
    assert not await outcome(dropped(table, seat, answer))
    return True, events, shown


async def dropped(table: Holding, seat: Seat, answer: HeldAnswer) -> None:
    await table.matches.held_moves.drop(table.id, 1 + seat, answer.held.question)
