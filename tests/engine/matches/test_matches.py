"""The life of a match, in a tiny game that has sealed bids, reactions, dice and secrets: see `auction`."""

from __future__ import annotations

import asyncio
import itertools
import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.chance import SeededChance, commitment
from engine.game import BadOptions, NotYourTurn, Refusal, Seat
from engine.games import GAMES
from engine.match.changes import Change
from engine.matches import Limits, Match, Matches, Notice, Occupant, Status, Venue
from engine.record import read, replay, verify
from engine.store import CallOutcome, Committed, Full, Said
from engine.store.sql import SqlStore
from engine.store.sql.rows import number as micros
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, Auction, AuctionOptions

PLACE = Venue(5, 6, "en")
ANN, BOB, CEE, DAN = 1, 2, 3, 4


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class Table:
    """A service on a database, and clicks that are all different."""

    play_on = False
    """True where a robot plays on after one of two sides has resigned."""

    def __init__(self, store: SqlStore, **given: Any) -> None:
        self.clock = Clock()
        self.store = store
        self._names = itertools.count()
        self.matches = self.again(**given)
        self._click = 1000

    def again(self, **given: Any) -> Matches:
        """Return a new service on the same database, with empty caches and no leases."""
        name = f"service {next(self._names)}"
        games = {"auction": AUCTION, **GAMES}
        at_once = Limits(steps=timedelta())
        return Matches(
            self.store,
            **({"games": games, "now": self.clock, "limits": at_once, "holder": lambda: name} | given),
        )

    @property
    def click(self) -> int:
        self._click += 1
        return self._click

    async def open(self, size: int = 2, target: int = 3) -> int:
        match = await self.matches.lobbies.open(
            "auction", AuctionOptions(target), size, ANN, "Ann", PLACE, self.click, play_on=self.play_on
        )
        return match.id

    async def started(self, *others: int | str, target: int = 3) -> int:
        match = await self.open(1 + len(others), target)
        for other in others:
            if isinstance(other, str):
                await self.matches.lobbies.add_player(match, ANN, other, self.click)
            else:
                await self.matches.lobbies.join(match, other, f"Person {other}", self.click)
        await self.matches.lobbies.start(match, ANN, self.click)
        return match

    async def play(self, match: int, person: int, text: str, asked: int | None = None) -> Any:
        """Play a move; `asked` is an entry of the log."""
        question = None
        if asked is not None:
            open_ = await self.matches.queries.situation(match, person)
            question = (
                open_.question_number if open_.question_entry == asked else (open_.question_number or 1) - 1
            )
        return await self.matches.moves.play(match, person, text, question, self.click)

    async def lines(self) -> list[Notice]:
        """Return the notices that are due; each lane is leased and given back."""
        found: list[Notice] = []
        for lanes in await self.matches.outbox.next_lanes(99, 99):
            for lane in lanes:
                found += await self.matches.outbox.notices((lane.match,))
                await self.matches.outbox.release_lanes((lane.match,))
        now = micros(self.clock())
        return [notice for notice in found if notice.due <= now]

    async def taken(self) -> list[int]:
        """Return the matches that have notices; their lanes stay leased."""
        fresh, due = await self.matches.outbox.next_lanes(99, 99)
        return list(dict.fromkeys(lane.match for lane in (*fresh, *due)))

    async def notices(self) -> list[tuple[str, int | None, int]]:
        """Note all public notices as sent, in order, and return them; private ones are sent with them."""
        said: list[tuple[str, int | None, int]] = []
        while any(lanes := await self.matches.outbox.next_lanes(9, 9)):
            for lane in (*lanes[0], *lanes[1]):
                for notice in await self.matches.outbox.notices((lane.match,)):
                    if notice.person is None:
                        said.append((notice.kind, notice.seat, notice.number))
                    assert await self.matches.outbox.note_said(
                        Said(notice, outcomes={notice.id: CallOutcome.RUNG})
                    )
                await self.matches.outbox.release_lanes((lane.match,))
        return said

    async def wrote(self, match: int, **change: Any) -> None:
        """Write as another process that has changed the match."""
        known = await self.store.match(match)
        assert known is not None
        given = {"version": known.version, "digest": known.digest, "at": self.clock()}
        await self.store.commit(Change(match, **given, **change))

    async def automatic(self) -> None:
        while await self.matches.timers.run_due_timers():
            pass

    async def finished(self, match: int) -> Match:
        """Play on until the end, for every seat that is asked."""
        while (found := await self.matches.loader.get(match)).status is Status.RUNNING:
            await self.automatic()
            for person in found.persons:
                situation = await self.matches.queries.situation(match, person)
                if situation.question_entry is not None and situation.seat in situation.pending:
                    # Not always the first: a step and its taking back would follow each other for ever.
                    move = SeededChance(b"finished", found.entries).choice(situation.moves)
                    await self.play(match, person, str(move), situation.question_entry)
                    break
        return found


def refuses(code: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{code}\b")


async def test_no_more_lanes_are_handed_out_than_were_asked_for(table: Table) -> None:
    for _ in range(4):
        await table.open()
    assert await table.matches.outbox.next_lanes(0, 0) == ([], [])
    fresh, due = await table.matches.outbox.next_lanes(2, 0)
    assert (len(fresh), len(due)) == (2, 0)
    fresh, due = await table.again().outbox.next_lanes(9, 1)
    assert (len(fresh), len(due)) == (0, 1)


# Opening a table.


async def test_opening_seats_the_host_and_commits_to_a_seed(table: Table) -> None:
    seed = b"\x07" * 32
    matches = table.again(seed=lambda: seed)
    match = await matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, 77)
    assert match.status is Status.LOBBY
    assert match.occupants == (Occupant(ANN, "Ann", None, 77),)
    assert match.commitment == commitment(seed)
    assert match.seed is None
    assert (match.host, match.venue, match.entries, match.options) == (ANN, PLACE, 0, AuctionOptions())
    assert await table.notices() == [("lobby", None, 0)]


async def test_the_same_click_opens_one_table(table: Table) -> None:
    calls = [
        table.matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, 77) for _ in range(4)
    ]
    matches = await asyncio.gather(*calls)
    assert len({match.id for match in matches}) == 1
    assert await table.notices() == [("lobby", None, 0)]


async def test_options_and_seats_are_checked(table: Table) -> None:
    with pytest.raises(BadOptions, match="seats"):
        await table.matches.lobbies.open("auction", AuctionOptions(), 9, ANN, "Ann", PLACE, 1)
    with pytest.raises(BadOptions, match=r"auction\.target"):
        await table.matches.lobbies.open("auction", AuctionOptions(100), 2, ANN, "Ann", PLACE, 1)
    wrong: Any = "three"
    with pytest.raises(BadOptions, match="options"):
        await table.matches.lobbies.open("auction", AuctionOptions(wrong), 2, ANN, "Ann", PLACE, 1)
    with refuses("unknown_game"):
        await table.matches.lobbies.open("chess", AuctionOptions(), 2, ANN, "Ann", PLACE, 1)
    assert await table.matches.queries.find(ANN, list(Status), limit=50) == []
    assert await table.notices() == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann\n\tLee ", "Ann Lee"),
        ("x" * 50, "x" * 32),
        ("\u202egnp.exe\x00", "gnp.exe"),
        ("\x07", "?"),
        ("👩‍🚀 Zoë", "👩‍🚀 Zoë"),
    ],
)
async def test_names_are_cleaned(table: Table, typed: str, kept: str) -> None:
    match = await table.matches.lobbies.open("auction", AuctionOptions(), 2, ANN, typed, PLACE, 1)
    assert match.occupants[0].name == kept
    assert (await table.matches.people.remember(ANN, name=typed)).name == kept


async def test_tables_are_limited_per_person_and_guild(store: SqliteStore) -> None:
    table = Table(store, limits=Limits(per_person=2, per_guild=3))
    first, second = await table.open(), await table.open()
    with refuses("too_many_tables"):
        await table.open()
    other = await table.matches.lobbies.open("auction", AuctionOptions(), 2, BOB, "Bob", PLACE, table.click)
    with refuses("too_many_tables"):
        await table.matches.lobbies.join(other.id, ANN, "Ann", table.click)
    with refuses("guild_full"):
        await table.matches.lobbies.open("auction", AuctionOptions(), 2, CEE, "Cee", PLACE, table.click)
    await table.matches.departures.cancel(first, ANN, table.click)
    await table.matches.lobbies.join(other.id, ANN, "Ann", table.click)
    await table.matches.departures.leave(second, ANN, table.click)
    await table.matches.lobbies.open("auction", AuctionOptions(), 2, CEE, "Cee", PLACE, table.click)


# Sitting down and getting up.


async def test_seats_are_in_joining_order(table: Table) -> None:
    match = await table.open(3)
    await table.matches.lobbies.add_player(match, ANN, "steady", 8)
    after = await table.matches.lobbies.join(match, BOB, "Bob", 9)
    assert after.occupants[1:] == (Occupant(None, "", "steady", 8), Occupant(BOB, "Bob", None, 9))
    assert after.seat_of(BOB) == 2
    assert after.persons == (ANN, BOB)
    assert await table.notices() == [*[("lobby", None, 0)] * 3, ("full", None, 2)]


async def test_a_person_sits_once_and_a_full_table_is_full(table: Table) -> None:
    match = await table.open(2)
    with refuses("seated"):
        await table.matches.lobbies.join(match, ANN, "Ann", table.click)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    with refuses("full"):
        await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    with refuses("full"):
        await table.matches.lobbies.add_player(match, ANN, "steady", table.click)


async def test_the_same_joining_click_acts_once(table: Table) -> None:
    match = await table.open(3)
    joined = [table.matches.lobbies.join(match, BOB, "Bob", 9) for _ in range(3)]
    assert {len(after.occupants) for after in await asyncio.gather(*joined)} == {2}
    added = [table.matches.lobbies.add_player(match, ANN, "steady", 10) for _ in range(3)]
    assert {len(after.occupants) for after in await asyncio.gather(*added)} == {3}
    left = [table.matches.departures.leave(match, BOB, 11) for _ in range(3)]
    assert {after.persons for after in await asyncio.gather(*left)} == {(ANN,)}
    # The service that has forgotten it still knows the click from the database.
    assert len((await table.again().lobbies.join(match, BOB, "Bob", 9)).occupants) == 2


async def test_two_race_for_the_last_seat(table: Table) -> None:
    match = await table.open(2)
    racing = [table.matches.lobbies.join(match, person, "Racer", table.click) for person in (BOB, CEE, DAN)]
    results = await asyncio.gather(*racing, return_exceptions=True)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert {str(result).split()[0] for result in results if isinstance(result, Refusal)} == {"full"}


async def test_only_the_host_arranges_the_table(table: Table) -> None:
    match = await table.open(3)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    for refused in (
        table.matches.lobbies.add_player(match, BOB, "steady", table.click),
        table.matches.lobbies.remove_player(match, BOB, table.click),
        table.matches.lobbies.start(match, BOB, table.click),
        table.matches.departures.cancel(match, BOB, table.click),
    ):
        with refuses("not_host"):
            await refused


async def test_automatic_players_come_and_go(table: Table) -> None:
    match = await table.open(4)
    with refuses("no_player"):
        await table.matches.lobbies.remove_player(match, ANN, table.click)
    with refuses("unknown_player"):
        await table.matches.lobbies.add_player(match, ANN, "genius", table.click)
    await table.matches.lobbies.add_player(match, ANN, "steady", table.click)
    await table.matches.lobbies.add_player(match, ANN, "random", table.click)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    after = await table.matches.lobbies.remove_player(match, ANN, table.click)
    assert [one.player or one.person for one in after.occupants] == [ANN, "steady", BOB]


async def test_the_next_person_becomes_host_and_the_last_one_takes_the_table_along(table: Table) -> None:
    match = await table.open(4)
    await table.matches.lobbies.add_player(match, ANN, "steady", table.click)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    after = await table.matches.departures.leave(match, ANN, table.click)
    assert (after.host, after.persons, after.seat_of(BOB)) == (BOB, (BOB,), 1)
    with refuses("not_seated"):
        await table.matches.departures.leave(match, ANN, table.click)
    gone = await table.matches.departures.leave(match, BOB, table.click)
    assert gone.status is Status.CANCELLED
    assert gone.seed is not None
    assert commitment(gone.seed) == gone.commitment
    with refuses("cancelled"):
        await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    assert (await table.notices())[-1] == ("cancelled", None, 0)


async def test_the_host_calls_the_table_off(table: Table) -> None:
    match = await table.open()
    assert (await table.matches.departures.cancel(match, ANN, 8)).status is Status.CANCELLED
    assert (await table.matches.departures.cancel(match, ANN, 8)).status is Status.CANCELLED
    with refuses("cancelled"):
        await table.matches.departures.cancel(match, ANN, 9)
    with refuses("not_started"):
        await table.matches.queries.situation(match, ANN)
    with refuses("not_started"):
        await table.matches.queries.record(match)


async def test_unknown_matches_are_refused(table: Table) -> None:
    for refused in (
        table.matches.loader.get(9),
        table.matches.queries.situation(9, ANN),
        table.matches.queries.log(9, ANN),
        table.matches.queries.record(9),
        table.matches.lobbies.join(9, ANN, "Ann", 1),
        table.matches.lobbies.start(9, ANN, 1),
        table.matches.departures.leave(9, ANN, 1),
        table.matches.departures.cancel(9, ANN, 1),
        table.matches.lobbies.rematch(9, ANN, "Ann", 1),
        table.matches.moves.play(9, ANN, "bid 1", None, 1),
    ):
        with refuses("no_match"):
            await refused


# Starting.


async def test_a_table_starts_full_and_once(table: Table) -> None:
    match = await table.open(2)
    with refuses("not_full"):
        await table.matches.lobbies.start(match, ANN, table.click)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.notices()
    started = await asyncio.gather(*(table.matches.lobbies.start(match, ANN, 50) for _ in range(3)))
    assert {(one.status, one.entries) for one in started} == {(Status.RUNNING, 1)}
    with refuses("started"):
        await table.matches.lobbies.start(match, ANN, table.click)
    with refuses("started"):
        await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    assert await table.notices() == [("started", None, 0), ("turn", 0, 0), ("turn", 1, 0)]


async def test_one_command_may_open_and_start(table: Table) -> None:
    match = await table.matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, 9)
    await table.matches.lobbies.add_player(match.id, ANN, "steady", 9)
    assert (await table.matches.lobbies.start(match.id, ANN, 9)).status is Status.RUNNING
    assert (
        await table.matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, 9)
    ).entries == 1


async def test_the_seed_and_all_clicks_decide_the_chance(store: SqliteStore) -> None:
    table = Table(store, seed=lambda: b"\x01" * 32)

    async def secrets(clicks: tuple[int, int], seed: int) -> tuple[int, ...]:
        matches = table.again(seed=lambda: bytes([seed]) * 32)
        match = await matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, table.click)
        await matches.lobbies.join(match.id, BOB, "Bob", clicks[0])
        await matches.lobbies.start(match.id, ANN, clicks[1])
        ann, bob = (
            await matches.queries.situation(match.id, ANN),
            await matches.queries.situation(match.id, BOB),
        )
        return ann.view.secret, bob.view.secret

    drawn = [await secrets(clicks, seed) for clicks, seed in (((10, 11), 1), ((12, 11), 1), ((13, 14), 2))]
    assert len(set(drawn)) == 3


async def test_the_click_on_start_is_mixed_in_last_whoever_presses_it(table: Table) -> None:
    solo = await table.matches.lobbies.open("auction", AuctionOptions(1), 1, ANN, "Ann", PLACE, 5001)
    assert solo.clicks == (5001,)
    for _ in range(2):
        assert (await table.matches.lobbies.start(solo.id, ANN, 5002)).clicks == (5001, 5002)
    assert (await table.again().loader.get(solo.id)).clicks == (5001, 5002)
    await table.finished(solo.id)
    record = read(await table.matches.queries.record(solo.id))
    assert (record.clicks, record.lines[0].text) == ((5001, 5002), "")
    verify(record, AUCTION)

    match = await table.matches.lobbies.open("auction", AuctionOptions(1), 3, ANN, "Ann", PLACE, 6001)
    await table.matches.lobbies.add_player(match.id, ANN, "steady", 6002)
    await table.matches.lobbies.join(match.id, BOB, "Bob", 6003)
    assert (await table.matches.lobbies.start(match.id, ANN, 6004)).clicks == (6001, 6002, 6003, 6004)
    await table.finished(match.id)
    again = await table.matches.lobbies.rematch(match.id, ANN, "Ann", 7001)
    await table.matches.lobbies.join(again.id, BOB, "Bob", 7002)
    assert (await table.matches.lobbies.start(again.id, ANN, 7003)).clicks == (7001, 7002, 7001, 7003), (
        "everybody sits one seat further on"
    )
    left = await table.matches.departures.leave(again.id, BOB, 7004)
    assert left.clicks == (7001, 7002, 7001, 7003)


async def test_knowing_the_seed_is_no_way_to_choose_the_chance_by_joining(store: SqliteStore) -> None:
    """The opener leaves, a joiner becomes host and tries joins: the click on Start still decides."""
    table = Table(store)

    async def dealt(start: int) -> tuple[int, ...]:
        matches = table.again(seed=lambda: bytes(32))
        match = await matches.lobbies.open("auction", AuctionOptions(), 2, ANN, "Ann", PLACE, table.click)
        await matches.lobbies.join(match.id, BOB, "Bob", 11)
        await matches.departures.leave(match.id, ANN, table.click)
        await matches.lobbies.join(match.id, CEE, "Cee", 12)
        match = await matches.lobbies.start(match.id, BOB, start)
        assert match.clicks == (11, 12, start)
        bob, cee = (
            await matches.queries.situation(match.id, BOB),
            await matches.queries.situation(match.id, CEE),
        )
        await matches.close()
        return bob.view.secret, cee.view.secret

    assert len({await dealt(start) for start in range(20, 28)}) > 1


# Playing.


async def test_nobody_plays_before_the_start_or_without_a_seat(table: Table) -> None:
    match = await table.open(2)
    with refuses("not_started"):
        await table.play(match, ANN, "bid 1")
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    with refuses("not_seated"):
        await table.play(match, CEE, "bid 1")
    with refuses("auction.notation"):
        await table.play(match, ANN, "fold")
    assert (await table.matches.loader.get(match)).entries == 1


async def test_a_move_is_logged_with_what_chance_drew_and_stays_secret_until_the_end(table: Table) -> None:
    match = await table.started(BOB, target=1)
    await table.play(match, ANN, " BID  4 ")
    await table.play(match, BOB, "bid 2")
    while not (played := await table.play(match, ANN, "roll")).match.seed:
        assert (played.entry.text, played.entry.drawn, played.entry.hash) == ("roll", (), "")
        await table.play(match, BOB, "bid 0")
        await table.play(match, ANN, "bid 1")
    log = await table.matches.queries.log(match, BOB)
    texts = [(entry.kind, entry.seat, entry.text, entry.by) for entry, _ in log[:4]]
    assert texts == [
        ("start", None, "1003", ANN),
        ("move", 0, "bid 4", ANN),
        ("move", 1, "bid 2", BOB),
        ("move", 0, "roll", ANN),
    ]
    assert [len(entry.drawn) for entry, _ in log[:4]] == [2, 0, 0, 1]
    assert all(len(entry.hash) == 64 for entry, _ in log)


async def test_the_same_click_plays_once_and_answers_the_same(table: Table) -> None:
    match = await table.started(BOB)
    played = await asyncio.gather(*(table.matches.moves.play(match, ANN, "bid 4", 1, 50) for _ in range(5)))
    assert sorted(one.is_repeat for one in played) == [False, True, True, True, True]
    assert {(one.entry.number, one.entry.text) for one in played} == {(1, "bid 4")}
    assert len({one.events for one in map(_hashable, played)}) == 1
    later = await table.again().moves.play(match, ANN, "bid 4", 1, 50)
    assert (later.is_repeat, later.entry.number, later.match.entries) == (True, 1, 2)


def _hashable(played: Any) -> Any:
    return replace(played, events=str(played.events))


async def test_the_click_that_ended_the_match_answers_again(table: Table) -> None:
    match = await table.started(target=1)
    await table.play(match, ANN, "bid 4")
    first = await table.matches.moves.play(match, ANN, "take", None, 50)
    again = await table.matches.moves.play(match, ANN, "take", None, 50)
    assert first.match.status is Status.OVER
    assert again == replace(first, is_repeat=True)
    with refuses("over"):
        await table.play(match, ANN, "bid 1")


async def test_two_moves_race_for_one_question(table: Table) -> None:
    match = await table.started(BOB)
    racing = [table.matches.moves.play(match, ANN, f"bid {n}", 1, 60 + n) for n in range(5)]
    results = await asyncio.gather(*racing, return_exceptions=True)
    assert [type(result).__name__ for result in results].count("Played") == 1
    assert sorted({str(result).split()[0] for result in results if isinstance(result, Refusal)}) == ["stale"]
    assert (await table.matches.loader.get(match)).entries == 2


async def test_another_seats_sealed_choice_does_not_make_mine_stale(table: Table) -> None:
    match = await table.started(BOB, CEE)
    await table.play(match, CEE, "bid 3", 0)
    assert (await table.matches.queries.situation(match, ANN)).question_entry == 0
    await table.play(match, ANN, "bid 4", 0)
    await table.play(match, BOB, "bid 5", 0)
    with refuses("stale"):
        await table.play(match, ANN, "bid 5", 0)
    with refuses("stale"):
        await table.play(match, BOB, "take", 0)
    with pytest.raises(NotYourTurn):
        await table.play(match, ANN, "take")
    bob = await table.matches.queries.situation(match, BOB)
    assert (bob.question_entry, bob.pending, [str(move) for move in bob.moves]) == (3, (1,), ["take", "roll"])


async def test_a_sealed_choice_can_be_changed_until_all_are_in(table: Table) -> None:
    match = await table.started(BOB)
    await table.play(match, ANN, "bid 4", 0)
    ann = await table.matches.queries.situation(match, ANN)
    assert (ann.pending, ann.question_entry, len(ann.moves), ann.view.bid) == ((1,), 1, 10, 4)
    with refuses("stale"):
        await table.play(match, ANN, "bid 7", 0)
    await table.play(match, ANN, "bid 7", 1)
    assert (await table.matches.queries.situation(match, BOB)).question_entry == 0
    assert (await table.matches.queries.situation(match, ANN)).question_entry == 2
    await table.play(match, BOB, "bid 5", 0)
    assert (await table.matches.queries.situation(match, BOB)).question_entry is None
    with refuses("stale"):
        await table.play(match, BOB, "bid 8", 3)
    assert (await table.matches.queries.situation(match, ANN)).question_entry == 3


async def test_turns_are_announced_to_whom_is_newly_asked(table: Table) -> None:
    match = await table.started(BOB)
    await table.notices()
    await table.play(match, ANN, "bid 4")
    # The table is told that one has chosen, and nobody is called.
    assert await table.notices() == [("chosen", 0, 1)]
    await table.play(match, BOB, "bid 2")
    assert await table.notices() == [("turn", 0, 2)]
    await table.play(match, ANN, "take")
    public = [one for one in await table.lines() if one.person is None]
    assert [(one.kind, one.seat, one.number) for one in public] == [("turn", 0, 3), ("turn", 1, 3)]
    # Ann's own move led to her next question; Bob has to be called.
    assert [one.continues for one in public] == [True, False]


async def test_the_person_concerned_is_told_in_private_too(table: Table) -> None:
    match = await table.started(BOB, "steady")

    async def private() -> list[tuple[int | None, str, int | None, int, bool]]:
        lines = [one for one in await table.lines() if one.person is not None]
        await table.notices()
        return [(one.person, one.kind, one.seat, one.number, one.continues) for one in lines]

    assert await private() == [(ANN, "turn", 0, 0, False), (BOB, "turn", 1, 0, False)]
    await table.play(match, ANN, "bid 4")
    assert await private() == [(ANN, "chosen", 0, 1, False)], "her own controls show what she chose"
    await table.automatic()
    assert await private() == [], "what an automatic player chose concerns nobody in private"
    await table.play(match, BOB, "bid 2")
    assert await private() == [(ANN, "turn", 0, 3, False), (BOB, "settle", 1, 3, False)]
    await table.play(match, ANN, "take")
    assert await private() == [(ANN, "turn", 0, 4, True), (BOB, "turn", 1, 4, False)]


# Queries


async def test_a_situation_shows_a_seat_its_own_secrets_and_nobody_elses(table: Table) -> None:
    match = await table.started(BOB)
    await table.play(match, ANN, "bid 4")
    ann, bob, eve = [await table.matches.queries.situation(match, person) for person in (ANN, BOB, CEE)]
    nobody = await table.matches.queries.situation(match, None)
    assert (ann.seat, bob.seat, eve.seat) == (0, 1, None)
    assert eve == nobody
    assert (eve.view.secret, eve.view.bid, eve.moves, eve.question_entry) == (None, None, (), None)
    assert [event.code for _, events in bob.news for event in events] == ["auction.sealed"]
    (sealed,) = [entry for entry, _ in bob.news]
    assert (sealed.text, sealed.drawn, sealed.hash) == ("", (), "")
    everything = str(
        (bob, eve, await table.matches.queries.log(match, BOB), await table.matches.loader.get(match))
    )
    assert "bid 4" not in everything
    assert "'amount': 4" not in everything
    assert "'amount': 4" in str(await table.matches.queries.log(match, ANN))
    own = await table.matches.queries.log(match, ANN)
    assert own[1][0].text == "bid 4"
    assert [event.code for event in own[1][1]] == ["auction.bid", "auction.sealed"]


async def test_news_begin_after_the_own_last_move(table: Table) -> None:
    match = await table.started(BOB)
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    await table.play(match, ANN, "take")
    await table.play(match, BOB, "bid 1")

    async def news(person: int | None, **given: Any) -> list[int]:
        return [
            entry.number for entry, _ in (await table.matches.queries.situation(match, person, **given)).news
        ]

    assert await news(ANN) == [4]
    assert await news(BOB) == []
    assert await news(None) == [2, 3, 4], "for Bob, who is asked again since"
    assert await news(None, after=1) == [2, 3, 4]
    assert await news(ANN, after=0) == [1, 2, 3, 4]
    assert (await table.matches.queries.situation(match, ANN)).last_moves == (3, 4)
    assert await table.again().queries.situation(match, ANN) == await table.matches.queries.situation(
        match, ANN
    )


async def test_the_seed_comes_out_at_the_end_only(table: Table) -> None:
    match = await table.started(BOB)
    for person in (ANN, None):
        assert (await table.matches.queries.situation(match, person)).match.seed is None
    assert [one.seed for one in await table.matches.queries.find(ANN, list(Status), limit=50)] == [None]
    with refuses("not_over"):
        await table.matches.queries.record(match)
    over = await table.finished(match)
    assert over.seed is not None
    assert commitment(over.seed) == over.commitment


async def test_matches_of_a_person_are_newest_first(table: Table) -> None:
    first, second = await table.started(BOB), await table.open()
    found = await table.matches.queries.find(ANN, [Status.LOBBY, Status.RUNNING], limit=50)
    assert [one.id for one in found] == [second, first]
    assert [one.id for one in await table.matches.queries.find(BOB, [Status.LOBBY], limit=50)] == []
    assert found[1] == await table.matches.loader.get(first)


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_whole_match_of_every_game_gives_a_record_that_verifies(table: Table, key: str) -> None:
    game = GAMES[key]
    options = game.Options()
    size = min(game.seats(options))
    match = (await table.matches.lobbies.open(key, options, size, ANN, "Ann", PLACE, table.click)).id
    for _ in range(size - 1):
        await table.matches.lobbies.add_player(match, ANN, "random", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    over = await table.finished(match)
    record = read(await table.matches.queries.record(match))
    assert game.hash(verify(record, game)) == record.lines[-1].hash
    assert len(record.lines) == over.entries
    assert record.seats[0] == "person 1"
    situation = await table.matches.queries.situation(match, ANN)
    assert situation.result == game.result(replay(record, game))
    assert (situation.pending, situation.moves) == ((), ())
    assert await table.again().queries.situation(match, ANN) == situation


# Leaving, cancelling, playing again.


async def test_an_automatic_player_replaces_a_person_who_leaves_a_running_match(table: Table) -> None:
    table.play_on = True
    match = await table.started(BOB, target=1)
    await table.notices()
    left = await asyncio.gather(*(table.matches.departures.leave(match, ANN, 70) for _ in range(2)))
    assert {one.occupants[0] for one in left} == {Occupant(None, "Ann", "steady", 1001, ANN)}
    assert {(one.host, one.entries) for one in left} == {(BOB, 2)}
    assert await table.notices() == [("seat", 0, 1)]
    with refuses("not_seated"):
        await table.play(match, ANN, "bid 1")
    await table.automatic()
    bob = await table.matches.queries.situation(match, BOB)
    assert [event.code for _, events in bob.news for event in events] == ["replaced", "auction.sealed"]
    await table.finished(match)
    record = read(await table.matches.queries.record(match))
    verify(record, AUCTION)
    assert record.seats == ("person 1", "person 2")
    assert [(line.kind, line.text) for line in record.lines[:2]] == [("start", ""), ("seat", "resigned")]
    assert (await table.again().loader.get(match)).entries == len(record.lines)


async def test_the_last_person_to_leave_ends_the_match(table: Table) -> None:
    match = await table.started("steady")
    gone = await table.matches.departures.leave(match, ANN, table.click)
    assert (gone.status, gone.persons) == (Status.CANCELLED, (ANN,))
    assert gone.seed is not None
    assert await table.matches.timers.run_due_timers() == 0
    with refuses("cancelled"):
        await table.play(match, ANN, "bid 1")
    assert (await table.notices())[-1] == ("cancelled", None, 1)
    assert (await table.matches.queries.situation(match, ANN)).pending == ()
    verify(read(await table.matches.queries.record(match)), AUCTION)


async def test_a_running_match_is_cancelled_when_everybody_agrees(table: Table) -> None:
    match = await table.started(BOB, "steady")
    with refuses("not_seated"):
        await table.matches.departures.cancel(match, CEE, table.click)
    vote = await table.matches.departures.cancel(match, ANN, table.click)
    assert (vote.status, vote.agreed) == (Status.RUNNING, {ANN})
    # An automatic player's move withdraws nothing, a person's does.
    await table.automatic()
    assert (await table.matches.loader.get(match)).agreed == {ANN}
    assert (await table.again().loader.get(match)).agreed == {ANN}
    await table.play(match, BOB, "bid 1")
    assert (await table.matches.loader.get(match)).agreed == frozenset()
    assert (await table.again().loader.get(match)).agreed == frozenset()
    await table.matches.departures.cancel(match, BOB, table.click)
    assert (await table.matches.departures.cancel(match, BOB, table.click)).status is Status.RUNNING
    assert (await table.matches.departures.cancel(match, ANN, table.click)).status is Status.CANCELLED
    said = [kind for kind, _, _ in await table.notices()]
    assert (said.count("vote"), said[-1]) == (2, "cancelled")


async def test_a_rematch_opens_one_table_for_all(table: Table) -> None:
    match = await table.started(BOB, "steady", target=1)
    with refuses("not_over"):
        await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    await table.finished(match)
    with refuses("not_seated"):
        await table.matches.lobbies.rematch(match, CEE, "Cee", table.click)
    again = await asyncio.gather(*(table.matches.lobbies.rematch(match, BOB, "Bob", 90) for _ in range(3)))
    assert {one.id for one in again} == {again[0].id}
    both = await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    assert both.id == again[0].id
    assert [one.player or one.person for one in both.occupants] == [BOB, "steady", ANN]
    assert (both.host, both.rematch_of, both.options) == (BOB, match, AuctionOptions(1))
    assert (await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)).id == both.id
    await table.matches.lobbies.start(both.id, BOB, table.click)
    third = await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    assert third.id != both.id


@pytest.mark.parametrize("seated", [False, True], ids=["joined by it", "seated before"])
async def test_a_rematch_delivered_again_after_the_start_opens_no_other_table(
    table: Table, seated: bool
) -> None:
    match = await table.started(BOB, target=1)
    for person in (ANN, BOB):
        await table.matches.departures.cancel(match, person, table.click)
    await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    if seated:
        await table.matches.lobbies.rematch(match, BOB, "Bob", table.click)
    again = await table.matches.lobbies.rematch(match, BOB, "Bob", 90)
    await table.matches.lobbies.start(again.id, ANN, table.click)
    for matches in (table.matches, table.again()):
        assert (await matches.lobbies.rematch(match, BOB, "Bob", 90)).id == again.id
    assert len(await table.store.rematches_of(match)) == 1


# Automatic players.


async def test_automatic_players_answer_through_timers(table: Table) -> None:
    match = await table.started("steady", "random")
    assert (await table.matches.loader.get(match)).entries == 1
    assert await table.matches.timers.run_due_timers() == 2
    assert (await table.matches.loader.get(match)).entries == 3
    assert (await table.matches.queries.situation(match, ANN)).pending == (0,)
    log = await table.matches.queries.log(match, None)
    assert {(entry.seat, entry.by) for entry, _ in log[1:]} == {(1, None), (2, None)}
    assert await table.matches.timers.run_due_timers() == 0


async def test_the_loop_plays_and_sleeps(table: Table) -> None:
    running = asyncio.create_task(table.matches.timers.run())
    match = await table.started("steady", target=2)
    for _ in range(2):
        situation = await table.matches.queries.situation(match, ANN)
        while situation.pending != (0,):
            await table.matches.outbox.wait_for_lanes()
            await table.notices()
            situation = await table.matches.queries.situation(match, ANN)
        await table.play(match, ANN, "bid 8", situation.question_entry)
        await table.play(match, ANN, "take")
    assert (await table.matches.loader.get(match)).status is Status.OVER
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


@pytest.mark.parametrize("later", [0, 1, 2])
async def test_the_loop_stops_even_when_it_is_being_woken(
    table: Table, later: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop is cancelled in the moment of waking up."""
    asleep = asyncio.Event()
    alarm = table.matches.timers.alarm
    wait = alarm.wait

    async def watched() -> Literal[True]:
        asleep.set()
        return await wait()

    monkeypatch.setattr(alarm, "wait", watched)
    running = asyncio.create_task(table.matches.timers.run())
    await asleep.wait()
    alarm.set()
    for _ in range(later):
        await asyncio.sleep(0)
    running.cancel()
    stopped, _ = await asyncio.wait({running}, timeout=20)
    running.cancel()
    assert stopped


async def test_a_restart_continues_what_was_due(table: Table) -> None:
    match = await table.started("steady")
    matches = table.again()
    assert await matches.timers.run_due_timers() == 1
    assert (await matches.loader.get(match)).entries == 2


async def test_an_automatic_player_that_fails_moves_at_random(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    match = await table.started("broken")
    with caplog.at_level(logging.ERROR):
        await table.automatic()
    assert f"match {match}:" in caplog.text
    assert (await table.matches.loader.get(match)).entries == 2


async def test_an_automatic_move_that_cannot_be_written_is_made_later(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.started("steady")

    async def fails(_: Any) -> int:
        raise Full("store_full", path="")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "commit", fails)
        await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 1
    table.clock.pass_(60)
    await table.automatic()
    assert (await table.matches.loader.get(match)).entries == 2


async def test_a_timer_whose_question_is_gone_does_nothing(table: Table) -> None:
    match = await table.started("steady", BOB)
    (kept,) = await table.store.timers(match)
    await asyncio.gather(*(table.matches.timers.fire(kept) for _ in range(4)))
    assert (await table.matches.loader.get(match)).entries == 2
    assert await table.store.next_timer(table.clock()) is None


# Restarts, eviction, damage.


async def test_a_match_continues_after_it_was_forgotten(store: SqliteStore) -> None:
    table = Table(store, limits=Limits(warm=1))
    first, second = await table.started(BOB), await table.started(BOB)
    for number, (person, text) in enumerate([(ANN, "bid 4"), (BOB, "bid 2"), (ANN, "roll")]):
        for match in (first, second):
            assert (await table.play(match, person, text)).entry.number == number + 1
    for match in (first, second):
        warm = [await table.matches.queries.situation(match, person) for person in (ANN, BOB, None)]
        cold = [await table.again().queries.situation(match, person) for person in (ANN, BOB, None)]
        assert warm == cold


async def test_matches_that_wait_for_somebody_are_found_without_rebuilding_any(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, other, over = [await table.started(BOB) for _ in range(3)]
    await table.open()
    await table.play(other, ANN, "bid 4")
    await table.finished(over)

    def rebuilt(*_: Any) -> Any:
        raise AssertionError("a match was rebuilt")

    monkeypatch.setattr("engine.matches.core.loader.rebuild", rebuilt)
    cold = table.again()
    assert await cold.queries.waiting_for(ANN) == {waiting}
    assert await cold.queries.waiting_for(BOB) == {waiting, other}
    assert await cold.queries.waiting_for(CEE) == set()
    await table.matches.departures.leave(other, ANN, table.click)
    assert await cold.queries.waiting_for(ANN) == {waiting}


async def test_matches_of_an_older_version_are_looked_into(table: Table) -> None:
    """Their rows do not name the persons that they wait for. One that cannot be rebuilt waits for nobody."""
    waiting, other, damaged = [await table.started(BOB) for _ in range(3)]
    await table.play(other, ANN, "bid 4")
    for harm in (
        "UPDATE matches SET pending = NULL",
        f"UPDATE entries SET hash = 'x' WHERE match = {damaged}",
    ):
        await table.store._write_one(harm, ())  # pyright: ignore[reportPrivateUsage]
    assert await table.again().queries.waiting_for(ANN) == {waiting}
    assert await table.again().queries.waiting_for(BOB) == {waiting, other}


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET hash = 'x' WHERE number = 2",
        "UPDATE entries SET text = 'bid 3' WHERE number = 1",
        "UPDATE entries SET text = 'nonsense' WHERE number = 1",
        "UPDATE entries SET drawn = '[1]' WHERE number = 0",
        "UPDATE entries SET drawn = '[1,2,3]' WHERE number = 0",
        "UPDATE entries SET drawn = 'nonsense' WHERE number = 0",
        "UPDATE entries SET drawn = '7' WHERE number = 0",
        "UPDATE matches SET options = 'nonsense' WHERE id = 1",
        "DELETE FROM entries WHERE number = 1",
        'UPDATE matches SET options = \'{"target": "x"}\'',
    ],
)
async def test_a_damaged_match_is_frozen_and_the_others_live(
    table: Table, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = await table.started(BOB)
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    await table.store._write_one(harm, ())  # pyright: ignore[reportPrivateUsage]
    other = await table.started(BOB)
    matches = table.again()
    rows = "SELECT * FROM entries WHERE match = ? ORDER BY number"
    before = await table.store._read(rows, (match,))  # pyright: ignore[reportPrivateUsage]
    for _ in range(2):
        with refuses("damaged"):
            await matches.moves.play(match, ANN, "take", None, table.click)
        with refuses("damaged"):
            await matches.queries.situation(match, ANN)
    assert await table.store._read(rows, (match,)) == before  # pyright: ignore[reportPrivateUsage]
    assert len([each for each in caplog.records if each.levelname == "ERROR"]) == 1
    assert len(await matches.queries.find(ANN, [Status.RUNNING], limit=50)) == 2
    await matches.moves.play(other, ANN, "bid 1", None, table.click)


async def test_a_damaged_match_does_not_stall_the_timers(table: Table) -> None:
    match, other = await table.started("steady"), await table.started("steady")
    await table.store._write_one(  # pyright: ignore[reportPrivateUsage]
        "UPDATE entries SET hash = 'x' WHERE match = ?", (match,)
    )
    table.matches = table.again()
    await table.automatic()
    assert (await table.matches.loader.get(other)).entries == 2
    assert await table.store.next_timer(table.clock()) == table.clock() + timedelta(hours=1)


async def test_rules_that_are_gone_are_said_so_and_nothing_is_lost(table: Table) -> None:
    match = await table.started(BOB)

    class Auction2(Auction):
        rules = 2

    newer = table.again(games={"auction": Auction2()})
    with refuses("rules_gone"):
        await newer.moves.play(match, ANN, "bid 1", None, table.click)
    with refuses("rules_gone"):
        await newer.queries.situation(match, ANN)
    assert (await newer.loader.get(match)).options == {"target": 3}
    assert [one.id for one in await newer.queries.find(ANN, [Status.RUNNING], limit=50)] == [match]
    both = table.again(games={"auction": Auction2()}, retired=[AUCTION])
    assert (await both.moves.play(match, ANN, "bid 1", 1, table.click)).match.rules == 1
    started = await both.lobbies.open("auction", AuctionOptions(), 1, CEE, "Cee", PLACE, table.click)
    assert started.rules == 2


async def test_a_table_starts_with_the_rules_of_the_day(table: Table) -> None:
    class Auction2(Auction):
        rules = 2

    match = await table.open(1)
    newer = table.again(games={"auction": Auction2()})
    assert (await newer.lobbies.start(match, ANN, table.click)).rules == 2
    await newer.moves.play(match, ANN, "bid 1", 1, table.click)
    again = table.again(games={"auction": Auction2()})
    assert (await again.queries.situation(match, ANN)).match.rules == 2


async def test_a_cancelled_caller_does_not_leave_half_a_move(table: Table) -> None:
    for steps in range(10):
        match = await table.started(BOB)
        click = table.click
        task = asyncio.create_task(table.matches.moves.play(match, ANN, "bid 4", 1, click))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # The same click may be sent again, whether it went through or not, and acts once.
        await table.matches.moves.play(match, ANN, "bid 4", 1, click)
        await table.play(match, BOB, "bid 2", 0)
        assert (await table.again().queries.situation(match, ANN)) == await table.matches.queries.situation(
            match, ANN
        )
        assert (await table.matches.loader.get(match)).entries == 3


async def test_a_failed_commit_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await table.started(BOB)

    async def fails(_: Any) -> int:
        raise OSError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "commit", fails)
        with pytest.raises(OSError, match="no disk"):
            await table.matches.moves.play(match, ANN, "bid 4", 1, 50)
    assert (await table.matches.loader.get(match)).entries == 1
    played = await table.matches.moves.play(match, ANN, "bid 5", 1, 50)
    assert (played.is_repeat, played.entry.text) == (False, "bid 5")


# The outbox.


async def test_lanes_are_handed_out_once_with_all_that_is_in_them(table: Table) -> None:
    first, second = await table.started(BOB), await table.open()
    assert await table.taken() == [first, second]
    assert await table.taken() == [], "somebody is saying it"
    kinds = [(one.match, one.kind) for one in await table.matches.outbox.notices((first, second))]
    public = [("lobby", 2), ("full", 1), ("started", 1), ("turn", 4)]
    assert kinds == [*((first, kind) for kind, times in public for _ in range(times)), (second, "lobby")]
    await table.matches.outbox.release_lanes((first, second))
    assert await table.taken() == [first, second], "it was not said"
    await table.matches.outbox.release_lanes((first, second))
    await table.notices()
    assert await table.taken() == [], "it was said"
    assert await table.store.next_lane() is None


async def test_a_lane_comes_again_when_there_is_something_new_in_it(table: Table) -> None:
    match = await table.open()
    assert await table.taken() == [match]
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await table.taken() == [match], "whoever says it has to look again"
    assert await table.taken() == []
    assert [one.kind for one in await table.matches.outbox.notices((match,))] == ["lobby", "lobby", "full"]


async def test_a_failed_notice_is_tried_again_and_holds_back_its_match_only(table: Table) -> None:
    first = await table.open()
    assert await table.taken() == [first]
    (notice,) = await table.matches.outbox.notices((first,))
    later = table.clock() + timedelta(seconds=30)
    await table.matches.outbox.put_off_notice(notice, later)
    await table.matches.outbox.release_lanes((first,), later)
    assert await table.taken() == []
    assert await table.store.next_lane() == later
    second = await table.open()
    assert await table.taken() == [second]
    table.clock.pass_(30)
    assert await table.taken() == [first]
    (again,) = await table.matches.outbox.notices((first,))
    assert (again.id, again.attempts, again.nonce) == (notice.id, 1, notice.nonce)


async def test_a_new_notice_does_not_wait_for_a_failed_one(table: Table) -> None:
    match = await table.open()
    await table.taken()
    (notice,) = await table.matches.outbox.notices((match,))
    later = table.clock() + timedelta(hours=1)
    await table.matches.outbox.put_off_notice(notice, later)
    await table.matches.outbox.release_lanes((match,), later)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await table.taken() == [match]
    old, new, _ = await table.matches.outbox.notices((match,))
    assert (old.due, new.due) == (micros(later), 0)


async def test_a_begun_message_is_on_record(table: Table) -> None:
    match = await table.open()
    await table.taken()
    (notice,) = await table.matches.outbox.notices((match,))
    assert notice.begun == ""
    await table.matches.outbox.note_begun(notice, "6:1700000000")
    (again,) = await table.again().outbox.notices((match,))
    assert (again.begun, again.nonce, again.attempts) == ("6:1700000000", notice.nonce, 0)
    await table.matches.outbox.put_off_notice(again, table.clock())
    assert (await table.matches.outbox.notices((match,)))[0].begun == "6:1700000000"
    await table.matches.outbox.put_off_notice(again, table.clock(), "beside")
    assert (await table.matches.outbox.notices((match,)))[0].begun == "beside"


async def test_an_unfinished_notice_is_handed_out_again_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "crashed.db"
    async with await SqliteStore.open(path) as store:
        table = Table(store)
        match = await table.open()
        assert await table.taken() == [match]
        (notice,) = await table.matches.outbox.notices((match,))
    async with await SqliteStore.open(path) as store:
        table = Table(store)
        assert await table.taken() == [match], "at once: nobody else is there to say it"
        (again,) = await table.matches.outbox.notices((match,))
        assert (again.id, again.nonce, again.attempts) == (notice.id, notice.nonce, 0)


async def test_the_courier_is_woken(table: Table) -> None:
    await table.taken()
    waiting = asyncio.create_task(table.matches.outbox.wait_for_lanes())
    await asyncio.sleep(0)
    match = await table.open()
    await waiting
    assert await table.taken() == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    # A retry that is due already does not wait either.
    await table.matches.outbox.put_off_notice(notice, table.clock())
    await table.matches.outbox.release_lanes((match,))
    await table.matches.outbox.wait_for_lanes()
    assert await table.taken() == [match]
    assert await table.matches.outbox.note_said(Said(notice))
    await table.matches.outbox.release_lanes((match,))
    assert await table.taken() == []


# People.


async def test_people_are_remembered(table: Table) -> None:
    assert (await table.matches.people.person(ANN)).locale is None
    await asyncio.gather(
        table.matches.people.remember(ANN, locale="fr"),
        table.matches.people.remember(ANN, theme="dark"),
        table.matches.people.remember(ANN, dm_closed=True),
    )
    ann = await table.again().people.person(ANN)
    assert (ann.locale, ann.theme, ann.dm_closed, ann.dm_told) == ("fr", "dark", True, False)


def test_a_seat_is_found_by_its_person() -> None:
    occupants = (Occupant(None, "", "steady"), Occupant(BOB, "Bob"))
    match = Match(1, "auction", 1, None, 2, Status.LOBBY, BOB, PLACE, occupants, "", None, 0, Clock()())
    assert match.seat_of(BOB) == Seat(1)
    assert match.seat_of(ANN) is None
    assert match.seat_of(None) is None


async def test_nothing_is_said_of_what_was(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A committed notice is read once the cache has followed, or old news would be sent."""
    match = await table.started(BOB)
    await table.notices()
    commit, committed, resumed = table.store.commit, asyncio.Event(), asyncio.Event()

    async def late(change: Change) -> Committed:
        result = await commit(change)
        committed.set()
        await resumed.wait()
        return result

    monkeypatch.setattr(table.store, "commit", late)
    playing = asyncio.create_task(table.play(match, ANN, "bid 4"))
    async with asyncio.timeout(60):
        await committed.wait()
    reading = asyncio.create_task(table.matches.outbox.notices((match,)))
    for _ in range(9):
        await table.store.match(match)
    ahead = reading.done()
    resumed.set()
    await reading
    assert not ahead
    assert (await table.matches.loader.get(match)).entries == (await playing).match.entries == 2
