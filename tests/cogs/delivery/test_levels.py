"""An older process and a newer one on one database: the older leaves alone what only the newer knows."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import cast

import pytest

from cogs.delivery.courier import UNDELIVERABLE_WAIT
from engine.game import Seat
from engine.match.changes import BESIDE, NewNotice, NewTimer, Timer
from engine.matches import Limits, Matches
from engine.store import CodeLevels
from engine.store.postgres import PostgresStore, membership
from harness.postgres import database
from harness.waiting import until
from tests.cogs.delivery.test_lanes_kept import Heard
from tests.engine.auction import AUCTION
from tests.engine.matches.test_matches import Table
from tests.engine.store.test_processes import place_of, unheard
from tests.engine.store.test_store import NOW, opened, wrote

NEW = "wave"
"""A kind of notices and of timers that only the newer one knows."""


class Process:
    """One of those on the database, with what it says and what it lets fall due."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.matches = Matches(store, {"auction": AUCTION}, store.now, limits=Limits(hold=timedelta()))
        self.heard = Heard(cast(Table, self))
        self.fell_due: list[int] = []

    def learn(self) -> None:
        """It knows what is new."""
        announcer = self.heard.courier._announcer  # pyright: ignore[reportPrivateUsage]
        announcer.kinds = replace(announcer.kinds, public=announcer.kinds.public | {NEW})
        self.matches.timers.handle(NEW, self._falls_due)

    async def _falls_due(self, timer: Timer) -> bool:
        self.fell_due.append(timer.match)
        return False

    @property
    def said(self) -> list[tuple[int, str]]:
        """The notices said, as match and kind, in order."""
        return [
            (match, kind) for match, (kind, _, _) in zip(self.heard.matches, self.heard.notices, strict=True)
        ]

    async def beat(self) -> None:
        await place_of(self.store).beat()

    async def left(self, match: int) -> list[tuple[str, int, int, str]]:
        """Return the notices that are still to be said."""
        notices = await self.store.notices([match])
        return [(each.kind, each.due, each.attempts, each.begun) for each in notices]


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with database() as made:
        yield made


@pytest.fixture
async def pair(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Process, Process]]:
    """The older and the newer, which know of each other."""
    async with contextlib.AsyncExitStack() as stack:
        older = Process(await stack.enter_async_context(await PostgresStore.open(url)))
        monkeypatch.setattr(membership, "CODE_LEVEL", older.store.code_levels.own + 1)
        newer = Process(await stack.enter_async_context(await PostgresStore.open(url)))
        newer.learn()
        await older.beat()
        yield older, newer
        for each in (older, newer):
            await each.matches.close()


async def test_the_level_is_that_of_the_least_able_who_lives(url: str, pair: tuple[Process, Process]) -> None:
    older, newer = (each.store for each in pair)
    own = older.code_levels.own
    assert older.code_levels == CodeLevels(own, own, own + 1)
    assert newer.code_levels == CodeLevels(own + 1, own, own + 1)
    assert older.code_levels.has_newer
    assert newer.code_levels.has_older
    await unheard(url, older)
    await pair[1].beat()
    assert newer.code_levels == CodeLevels(own + 1, own + 1, own + 1)
    assert not newer.code_levels.has_older
    await pair[0].beat()  # it wakes, and joins again
    await pair[1].beat()
    assert newer.code_levels.has_older
    assert older.code_levels.has_newer


async def test_the_older_leaves_what_is_new_and_the_newer_does_it(pair: tuple[Process, Process]) -> None:
    older, newer = pair
    new = await opened(
        newer.store,
        notices=(NewNotice("seat"), NewNotice(NEW), NewNotice("over")),
        timers=(NewTimer(NEW, Seat(0), 0, NOW),),
    )
    known = await opened(newer.store, notices=(NewNotice("lobby"),))
    async with older.heard.running():
        await until(lambda: older.said, 20)
        await until(lambda: _all_said(older, known), 20)
        assert await older.matches.timers.run_due_timers() == 0
        assert await older.matches.outbox.next_lanes(9, 9, older.heard.courier._known) == ([], [])  # pyright: ignore[reportPrivateUsage]
    assert older.said == [(known, "lobby")]
    assert await older.left(new) == [("seat", 0, 0, ""), (NEW, 0, 0, ""), ("over", 0, 0, "")]
    assert older.fell_due == []

    async with newer.heard.running():
        await until(lambda: _all_said(newer, new), 20)
    assert newer.said == [(new, "seat"), (new, NEW), (new, "over")]
    assert await newer.matches.timers.run_due_timers() == 1
    assert newer.fell_due == [new]
    assert await newer.store.timers(new) == []


async def _all_said(process: Process, match: int) -> bool:
    return not await process.store.notices([match])


async def test_a_lane_that_the_older_has_is_given_back_when_something_new_comes(
    pair: tuple[Process, Process],
) -> None:
    older, newer = pair
    match = await opened(older.store, notices=(NewNotice("seat"),))
    _, due = await older.matches.outbox.next_lanes(9, 9)
    assert [lane.match for lane in due] == [match]
    await wrote(newer.store, match, await newer.store.match(match), notices=(NewNotice(NEW),))
    assert await older.heard.courier.say(match) == 0
    assert older.said == []
    async with newer.heard.running():
        await until(lambda: _all_said(newer, match), 20)
    assert newer.said == [(match, "seat"), (match, NEW)]


async def test_where_nobody_newer_lives_what_is_new_waits_and_the_rest_is_said(
    url: str, pair: tuple[Process, Process]
) -> None:
    """The older version runs again: players are called, and the notices it does not know are kept."""
    older, newer = pair
    match = await opened(
        newer.store,
        notices=(NewNotice(NEW), NewNotice("over")),
        timers=(NewTimer(NEW, Seat(0), 0, NOW),),
    )
    await unheard(url, newer.store)
    await older.beat()
    assert not older.store.code_levels.has_newer
    async with older.heard.running():
        await until(lambda: older.said, 20)
    assert older.said == [(match, "over")]
    await older.matches.timers.run_due_timers()
    now = older.store.now().timestamp()
    ((kind, due, attempts, intent),) = await older.left(match)
    assert (kind, attempts, intent) == (NEW, 1, BESIDE)
    assert now < due / 1_000_000 < now + 2 * UNDELIVERABLE_WAIT
    assert [timer.kind for timer in await older.store.timers(match)] == [NEW]
    assert older.fell_due == []
