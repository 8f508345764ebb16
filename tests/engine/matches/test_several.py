"""Several processes on one database: each has a service, connections and memory of its own."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from engine.game import Refusal
from engine.match.clock import PACES
from engine.match.values import Notice, Situation, Status
from engine.matches import Limits, Matches, Venue
from engine.record import read, verify
from engine.store import CallOutcome, Conflict, Said
from engine.store.postgres import PostgresStore
from harness.postgres import database, when_connected
from harness.waiting import until
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.store.test_processes import later, place_of, unheard

ANN, BOB, CEE, DAN = range(1, 5)
PLACE = Venue(5, 6, "en")


@dataclass
class Several:
    """Some processes, and clicks that are all different."""

    url: str
    stores: Sequence[PostgresStore]
    matches: Sequence[Matches]
    dice: random.Random
    clicks: int = 1000

    @property
    def any(self) -> Matches:
        return self.dice.choice(self.matches)

    @property
    def click(self) -> int:
        self.clicks += 1
        return self.clicks

    async def open(self, size: int, target: int = 3, pace: str = "open") -> int:
        options = AuctionOptions(target)
        opened = await self.any.lobbies.open(
            "auction", options, size, ANN, "Ann", PLACE, self.click, pace=PACES[pace]
        )
        return opened.id

    async def started(self, *others: int | str, target: int = 3, pace: str = "open") -> int:
        match = await self.open(1 + len(others), target, pace)
        for other in others:
            if isinstance(other, str):
                await self.any.lobbies.add_player(match, ANN, other, self.click)
            else:
                await self.any.lobbies.join(match, other, f"Person {other}", self.click)
        await self.any.lobbies.start(match, ANN, self.click)
        return match

    async def moved(self, match: int, person: int) -> None:
        """Move as a person at some process, trying again when told to."""
        click = self.click
        for _ in range(20):
            with contextlib.suppress(Conflict):
                at = self.any
                moves = (await at.queries.situation(match, person)).moves
                if moves:
                    await at.moves.play(match, person, str(self.dice.choice(moves)), None, click)
                return
        raise AssertionError("somebody else is faster for ever")


@pytest.fixture(params=[2, 3])
async def several(request: pytest.FixtureRequest) -> AsyncIterator[Several]:
    async with database() as url, contextlib.AsyncExitStack() as stack:
        stores = [
            await stack.enter_async_context(await PostgresStore.open(url)) for _ in range(request.param)
        ]
        limits = Limits(steps=timedelta(), hold=timedelta())
        games = {"auction": AUCTION}
        services = [Matches(store, games, store.now, limits=limits) for store in stores]
        yield Several(url, stores, services, random.Random(request.node.nodeid))
        for matches in services:
            await matches.close()


async def said_by(matches: Matches, said: list[Notice] | None = None) -> list[Notice]:
    """Send all notices that this process can lease, to the last; return them.

    One whose lane shows a moment later to be another process's is taken back, as the courier does.
    """
    found: list[Notice] = [] if said is None else said
    while any(lanes := await matches.outbox.next_lanes(9, 9)):
        for lane in (*lanes[0], *lanes[1]):
            for notice in await matches.outbox.notices((lane.match,)):
                found.append(notice)
                take_back = partial(found.remove, notice)
                if not await matches.outbox.note_said(
                    Said(notice, outcomes={notice.id: CallOutcome.RUNG}), take_back
                ):
                    take_back()
                await asyncio.sleep(0)
            await matches.outbox.release_lanes((lane.match,))
    return found


def assert_same(seen: Sequence[Situation]) -> None:
    """Check that all processes show the same."""
    for each in seen[1:]:
        assert replace(each, at=seen[0].at) == seen[0]


@pytest.mark.parametrize("several", [3], indirect=True)
async def test_nobody_is_told_of_a_seat_and_loses_it(several: Several) -> None:
    """Three join at three processes at once: each who was told of a seat has it."""
    for _ in range(10):
        match = await several.open(4)
        for matches in several.matches:
            await matches.loader.get(match)  # all have it in their caches
        told = await asyncio.gather(
            *(
                matches.lobbies.join(match, person, f"Person {person}", several.click)
                for matches, person in zip(several.matches, (BOB, CEE, DAN), strict=True)
            ),
            return_exceptions=True,
        )
        seated = [person for person, each in zip((BOB, CEE, DAN), told, strict=True) if not _failed(each)]
        assert len(seated) >= 2, "one of three may have lost three times"
        for matches in several.matches:
            assert set((await matches.loader.get(match)).persons) == {ANN, *seated}


def _failed(outcome: Any) -> bool:
    if isinstance(outcome, BaseException):
        assert isinstance(outcome, Refusal), outcome
        return True
    return False


async def test_the_same_click_at_all_of_them_acts_once(several: Several) -> None:
    match = await several.open(4)
    click = several.click
    done = await asyncio.gather(
        *(matches.lobbies.join(match, BOB, "Bob", click) for matches in several.matches),
        return_exceptions=True,
    )
    assert not all(map(_failed, done))
    assert [one.person for one in (await several.any.loader.get(match)).occupants] == [ANN, BOB]
    click = several.click
    opened = await asyncio.gather(
        *(
            matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, click)
            for matches in several.matches
        ),
        return_exceptions=True,
    )
    assert len({each.id for each in opened if not isinstance(each, BaseException)}) == 1
    assert len(await several.stores[0].lobbies_at(PLACE.guild, 9)) == 2


async def test_votes_are_counted_wherever_they_are_given(several: Several) -> None:
    """A match ends without result by the votes of all: none of them is lost."""
    match = await several.started(BOB, CEE)
    voters = (ANN, BOB, CEE)
    for matches in several.matches:
        await matches.queries.situation(match, ANN)
    for person in voters:
        await several.any.departures.cancel(match, person, several.click)
    for matches in several.matches:
        assert (await matches.loader.get(match)).status is Status.CANCELLED


async def test_whole_matches_are_played_at_all_of_them_at_once(several: Several) -> None:
    """Persons press at any process, robots think at any; each notice is sent once."""
    numbers = [await several.started(BOB, "steady", target=2) for _ in range(3)]
    said: list[Notice] = []

    async def over(match: int) -> bool:
        return (await several.any.loader.get(match)).status is Status.OVER

    for _ in range(400):
        match = several.dice.choice(numbers)
        acts: list[Coroutine[Any, Any, Any]] = [several.moved(match, person) for person in (ANN, BOB)]
        acts += [matches.timers.run_due_timers() for matches in several.matches]
        acts += [said_by(matches, said) for matches in several.matches]
        several.dice.shuffle(acts)
        for outcome in await asyncio.gather(*acts, return_exceptions=True):
            assert not isinstance(outcome, BaseException) or isinstance(outcome, Refusal), outcome
        if all([await over(each) for each in numbers]):
            break
    assert all([await over(each) for each in numbers])

    async def all_said() -> bool:
        """A process hears at its next look at the database of a lane that another has freed."""
        for matches in several.matches:
            await said_by(matches, said)
        return sum(notice.kind == "over" for notice in said) == len(numbers)

    await until(all_said)
    assert max(Counter(notice.id for notice in said).values()) == 1
    assert Counter(notice.match for notice in said if notice.kind == "over") == Counter(numbers)
    for match in numbers:
        verify(read(await several.any.queries.record(match)), AUCTION)
        records = {await matches.queries.record(match) for matches in several.matches}
        assert len(records) == 1
        order: dict[int, int] = {}
        for notice in said:
            if notice.match == match and notice.person is None:
                assert order.get(match, 0) < notice.id
                order[match] = notice.id


async def test_each_notice_is_handed_out_once(several: Several) -> None:
    numbers = [await several.open(2) for _ in range(12)]
    handed: list[set[int]] = [set() for _ in several.matches]
    for counts in ((0, 50), (50, 0)):
        lanes = await asyncio.gather(*(matches.outbox.next_lanes(*counts) for matches in several.matches))
        for mine, (fresh, due) in zip(handed, lanes, strict=True):
            mine.update(lane.match for lane in (*fresh, *due))
    assert sorted(match for mine in handed for match in mine) == numbers


async def test_no_data_of_a_person_is_lost_between_them(several: Several) -> None:
    """Each process changes another field of the same person, from data that is a minute old."""
    one, two = several.matches[:2]
    for matches in (one, two):
        await matches.hours.hours(BOB)
        await matches.hours.server(PLACE.guild)
        await matches.people.person(BOB)
    tomorrow = one.now().date() + timedelta(days=3)
    await one.hours.take_leave(BOB, tomorrow, tomorrow + timedelta(days=2), several.click)
    await two.hours.set_hold(BOB, 77)
    await asyncio.gather(one.hours.set_habits(BOB, zone="Europe/Paris"), two.hours.set_daily(BOB, True))
    own = (await several.stores[0].hours((BOB,), uncached=True))[BOB]
    assert (own.hold, own.daily, own.habits.zone, len(own.leaves)) == (77, True, "Europe/Paris", 1)
    await one.hours.set_server(PLACE.guild, zone="Europe/Paris")
    await two.hours.set_server(PLACE.guild, pace="day")
    server = await several.stores[0].server(PLACE.guild, uncached=True)
    assert (server.zone, server.pace is not None) == ("Europe/Paris", True)
    await asyncio.gather(one.people.remember(BOB, locale="fr"), two.people.remember(BOB, inbox=99))
    assert ((await one.people.person(BOB)).locale, (await two.people.person(BOB)).inbox) == ("fr", 99)


async def test_an_entry_by_one_is_known_to_another_at_once(several: Several) -> None:
    match = await several.started(BOB, target=9)
    for _ in range(30):
        person = several.dice.choice((ANN, BOB))
        await several.moved(match, person)
        assert_same([await matches.queries.situation(match, person) for matches in several.matches])


async def test_a_second_process_that_starts_moves_no_clock(several: Several) -> None:
    match = await several.started(BOB, pace="lively")
    for matches in several.matches[:1]:
        await matches.timekeeper.beat()
    before = await several.stores[0].timers(match)
    async with await PostgresStore.open(several.url) as store:
        another = Matches(store, {"auction": AUCTION}, store.now)
        for _ in range(3):
            await another.timekeeper.beat()
        assert await store.timers(match) == before
        await another.close()
    assert await several.stores[0].timers(match) == before


async def test_a_process_whose_clock_is_slow_puts_nothing_off(several: Several) -> None:
    match = await several.started(BOB, pace="lively")
    await several.matches[0].timekeeper.beat()
    before = await several.stores[0].timers(match)
    place = place_of(several.stores[1])
    base, then = place._base or (0, 0.0)  # pyright: ignore[reportPrivateUsage]
    place._base, place._last = (base - 3_000_000, then), 0  # pyright: ignore[reportPrivateUsage]
    await several.matches[1].timekeeper.beat()
    await several.matches[0].timekeeper.beat()
    assert await several.stores[0].timers(match) == before


async def test_another_process_does_the_work_of_a_stopped_one(several: Several) -> None:
    """It counts as dead with a lane and a cached match; on waking it changes nothing, and goes on."""
    match = await several.started("steady", BOB)
    stopped, other = several.matches[:2]
    fresh, due = await stopped.outbox.next_lanes(9, 9)
    said_before = await said_by(other)
    await later(several.stores[0], 30)
    await unheard(several.url, several.stores[0])
    await place_of(several.stores[1]).beat()
    notices = await said_by(other)
    if fresh or due:
        assert notices
    await asyncio.gather(*(matches.timers.run_due_timers() for matches in several.matches[1:]))
    await several.moved(match, BOB)
    # The process wakes while it sends a notice, and while it moves.
    for notice in [*said_before, *notices]:
        assert not await when_connected(partial(stopped.outbox.note_said, Said(notice)))
    assert await when_connected(lambda: said_by(stopped)) is not None
    seen = [when_connected(partial(matches.queries.situation, match, BOB)) for matches in several.matches]
    assert_same([await each for each in seen])
    await when_connected(lambda: several.moved(match, ANN))
    assert (await several.stores[0].cluster()).processes == len(several.stores)


async def test_a_person_forgotten_at_one_is_forgotten_at_all(several: Several) -> None:
    match = await several.started(BOB, CEE)
    for matches in several.matches:
        await matches.queries.situation(match, BOB)
    await several.any.forgetting.forget(BOB)
    for matches in several.matches:
        assert BOB not in (await matches.loader.get(match)).persons


async def test_ended_matches_are_put_together_once(several: Several) -> None:
    match = await several.started(BOB)
    for person in (ANN, BOB):
        await several.any.departures.cancel(match, person, several.click)
    for matches in several.matches:
        await said_by(matches)
    log = await several.any.queries.record(match)
    await asyncio.gather(*(matches.upkeep.tidy() for matches in several.matches))
    assert await several.any.queries.record(match) == log
