"""Random people at random tables: cache and database always agree, and nobody is left without a call."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.game import Refusal
from engine.matches import Begin, Guest, Limits, Lobby, Match, Matches, Status, Venue
from engine.record import read, verify
from engine.store import Store
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions

NOW = datetime(2026, 11, 21, 8, tzinfo=UTC)
PEOPLE = (1, 2, 3, 4)
STEPS = 900
LOBBY = ("join", "join", "accept", "decline", "put out", "fill", "announced", "add", "remove")


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_try(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        matches, numbers = _service(store, dice), list[int]()
        refusals, statuses = set[str](), set[Status]()
        for click in range(1, STEPS + 1):
            if dice.random() < 0.03:
                matches = _service(store, dice)
            if len(numbers) < 5:
                numbers.append((await _opened(matches, dice, click)).id)
            number = dice.choice(numbers)
            try:
                await _tried(matches, dice, number, click)
            except Refusal as refusal:
                refusals.add(refusal.code)
            if (await matches.loader.get(number)).status in (Status.OVER, Status.CANCELLED):
                numbers.remove(number)
            statuses.add(await _sound(store, matches, number))
        assert statuses == set(Status)
        assert len(refusals) > 6


def _service(store: Store, dice: random.Random) -> Matches:
    """Return a service on that store. Its seeds come from the dice too, so that a failure can be repeated."""
    games = {"auction": AUCTION}
    return Matches(store, games, lambda: NOW, limits=Limits(warm=2), seed=lambda: dice.randbytes(32))


async def _opened(matches: Matches, dice: random.Random, click: int) -> Match:
    host, size = dice.choice(PEOPLE), dice.choice((1, 2, 2, 3))
    others = [person for person in PEOPLE if person != host]
    guests = tuple(Guest(person, "Guest") for person in dice.sample(others, dice.randrange(size)))
    lobby = Lobby(dice.choice(list(Begin)), dice.random() < 0.2, guests)
    place = Venue(0, 6, "en")
    return await matches.lobbies.open(
        "auction", AuctionOptions(1), size, host, "Host", place, click, lobby=lobby
    )


async def _tried(matches: Matches, dice: random.Random, match: int, click: int) -> None:
    person = dice.choice(PEOPLE)
    what = dice.choice([*LOBBY, "start", "start", "leave", "cancel", *["play"] * 20])
    if what == "accept":
        await matches.lobbies.accept(match, person, "Guest", click)
    elif what == "decline":
        await matches.lobbies.decline(match, person, click)
    elif what == "put out":
        await matches.lobbies.put_out(match, person, dice.choice(PEOPLE), click)
    elif what == "fill" and dice.random() < 0.3:
        await matches.lobbies.fill(match, person, click)
    elif what == "announced":
        table = await matches.loader.get(match)
        began = await matches.lobbies.start_announced(match, click, table.lobby.changes - dice.randrange(2))
        assert began is ((await matches.loader.get(match)).lobby.announced == click)
    elif what == "join":
        await matches.lobbies.join(match, person, "Guest", click)
    elif what == "add":
        await matches.lobbies.add_player(match, person, dice.choice(["steady", "broken"]), click)
    elif what == "remove":
        await matches.lobbies.remove_player(match, person, click)
    elif what == "start":
        await matches.lobbies.start(match, (await matches.loader.get(match)).host, click)
    elif what == "leave" and dice.random() < 0.5:
        await matches.departures.leave(match, person, click)
    elif what == "cancel" and dice.random() < 0.5:
        await matches.departures.cancel(match, person, click)
    elif dice.random() < 0.3:
        await matches.timers.run_due_timers()
    else:
        text = dice.choice(["bid 0", "bid 5", "bid 9", "take", "roll", "nonsense"])
        asked = dice.choice([None, None, dice.randrange(1, 9)])
        moves = (await matches.queries.situation(match, person)).moves
        text = str(dice.choice(moves)) if moves and dice.random() < 0.8 else text
        await matches.moves.play(match, person, text, asked, click)


async def _sound(store: Store, matches: Matches, number: int) -> Status:
    """Check that cache and database agree, and that every question has its timer; return the status."""
    match, cold = await matches.loader.get(number), _service(store, random.Random(number))
    assert await cold.loader.get(number) == match
    timers = await store.timers(number)
    waiting = {(timer.seat, timer.number) for timer in timers}
    if match.status is Status.LOBBY:
        begins = ["begin"] * (match.lobby.due is not None)
        assert sorted(timer.kind for timer in timers) == [*begins, "close", "offer"]
        assert len(match.occupants) + len(match.lobby.guests) <= match.size
        assert match.host in match.persons
        return match.status
    assert match.lobby.without_people == match.lobby, "nothing of anybody is kept"
    if not match.entries:
        assert waiting == set()
        return match.status
    for person in (*PEOPLE, None):
        assert await cold.queries.situation(number, person) == await matches.queries.situation(number, person)
        assert await cold.queries.log(number, person) == await matches.queries.log(number, person)
    pending = (await matches.queries.situation(number, None)).pending
    asked = {seat for seat in pending if match.occupants[seat].player is not None}
    assert asked <= {seat for seat, _ in waiting}
    if match.status is Status.RUNNING:
        assert match.persons
        return match.status
    assert waiting == set()
    verify(read(await matches.queries.record(number)), AUCTION)
    return match.status
