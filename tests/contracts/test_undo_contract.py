"""Taking back, in every game: what comes of it, and that nobody learns by it what another holds."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.services.services import contexts, narrate
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat
from engine.match.replay import rebuild
from engine.matches import Match, Matches, Status, Venue
from engine.store.sqlite import SqliteStore
from render.kit.canvas import Theme
from tests.contracts.cases import CASES, Case, at_most

NAMES = ("Ann", "Bob", "Cee", "Dan", "Eve", "Fay", "Gus", "Hal")
STEPS = 40
"""Moves before what is looked at, at most."""


@dataclass
class Staged:
    """A match that begins wherever it is told to, with what all see of it."""

    case: Case
    store: SqliteStore
    start: Any
    """The state it begins with; `None` for the game's own."""
    before_chance: bool = False

    clicks: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.time = datetime(2026, 11, 21, tzinfo=UTC)
        self.id = 0
        game = begun(self.case.game, self.start)
        games = {self.case.key: game}
        self.matches = Matches(self.store, games, lambda: self.time, seed=lambda: bytes(32))

    async def opened(self) -> Staged:
        place = Venue(5, 6, "en")
        case = self.case
        match = await self.matches.lobbies.open(
            case.key,
            case.options,
            case.seats,
            1,
            NAMES[0],
            place,
            next(self.clicks),
            before_chance=self.before_chance,
        )
        self.id = match.id
        for seat in range(1, case.seats):
            await self.matches.lobbies.join(self.id, 1 + seat, NAMES[seat], next(self.clicks))
        await self.matches.lobbies.start(self.id, 1, next(self.clicks))
        return self

    async def state(self) -> Any:
        return (await self.matches.loader.load_started(self.id))[1].fold.state

    async def match(self) -> Match:
        return await self.matches.loader.get(self.id)

    async def play(self, seat: Seat, move: str) -> None:
        self.time += timedelta(seconds=60)
        await self.matches.moves.play(self.id, 1 + seat, move, None, next(self.clicks))

    async def settled(self) -> None:
        """Do everything that is due: held moves count, and forced moves are made."""
        while await self.matches.timers.run_due_timers():
            pass

    async def agreed(self, seat: Seat) -> None:
        """Take back the turn that the seat's person wishes to take back; all others agree."""
        answer = await self.matches.undo.undo(self.id, 1 + seat, next(self.clicks))
        wish = answer.match.undo
        for person in answer.waiting:
            assert wish is not None
            answer = await self.matches.undo.agree_undo(self.id, person, wish.call, next(self.clicks))
        assert answer.done

    async def shown(self, viewer: Seat | None) -> list[object]:
        """All that this viewer is told of the match, but for its fingerprint, with the whole log."""
        log = await self.matches.queries.log(self.id, None if viewer is None else 1 + viewer)
        looks = [
            Context(text_for(language), Theme.DARK, NAMES[: self.case.seats], Icons())
            for language in ("en", "fr")
        ]
        match = await self.match()
        said = [
            narrate(self.case.face, then, event)
            for look in looks
            for (_, events), then in zip(log, contexts(match, look, [each for _, each in log]), strict=True)
            for event in events
        ]
        return [repr(log), said, *await self.since(viewer)]

    async def since(self, viewer: Seat | None) -> list[object]:
        """All that this viewer is told now: what is asked, what has happened and was not taken back."""
        person = None if viewer is None else 1 + viewer
        situation = await self.matches.queries.situation(self.id, person)
        match = replace(situation.match, commitment="")
        moves = [str(situation.moves[each]) for each in range(min(200, len(situation.moves)))]
        return [
            repr(replace(situation, match=match, moves=())),
            len(situation.moves),
            moves,
            person is not None and await self.matches.undo.has_something_to_undo(self.id, person),
            await self.told(viewer),
        ]

    async def seen(self, viewer: Seat | None) -> list[object]:
        """The position, and what has happened lately that was not taken back."""
        situation = await self.matches.queries.situation(self.id, None if viewer is None else 1 + viewer)
        own = f"{self.case.key}."
        news = [each for _, events in situation.news for each in events if each.code.startswith(own)]
        moves = [str(situation.moves[each]) for each in range(min(200, len(situation.moves)))]
        return [repr(situation.view), situation.pending, moves, news]

    async def told(self, viewer: Seat | None) -> list[object]:
        """Return the notices to all, and to the viewer in private."""
        notices = [*await self.store.notices((self.id,))]
        persons = (None,) if viewer is None else (None, 1 + viewer)
        return [
            (each.kind, each.seat, each.number, each.continues, each.person)
            for each in notices
            if each.person in persons
        ]


def begun(game: AnyGame, start: Any) -> AnyGame:
    """The game, beginning with that state."""
    if start is None:
        return game

    again: Any = copy(game)
    again.setup = lambda options, seats, chance: start
    return again


def position(case: Case, seed: int) -> Any:
    """Somewhere in the beginning of a random game."""
    game, dice = case.game, random.Random(f"{case} {seed}")
    states = [game.setup(case.options, case.seats, SeededChance(b"undo", seed))]
    for number in range(1, STEPS):
        seat = dice.choice(game.pending(states[-1]))
        moves = game.moves(states[-1], seat)
        move = moves[dice.randrange(len(moves))]
        state, _ = game.play(states[-1], seat, move, SeededChance(b"undo", 1000 * seed + number))
        if not game.pending(state):
            break
        states.append(state)
    return dice.choice(states[: 1 + 2 * len(states) // 3])


def looked_at() -> list[Case]:
    """Return the forms for fewest and for most of each game that several play."""
    found: dict[str, list[Case]] = {}
    for case in CASES:
        if 1 < case.seats <= len(NAMES):
            found.setdefault(case.key, []).append(case)
    return [
        case
        for cases in found.values()
        for case in dict.fromkeys((min(cases, key=seats), max(cases, key=seats)))
    ]


def seats(case: Case) -> int:
    return case.seats


async def outcome(doing: Awaitable[None]) -> str:
    """Return the code of its refusal; empty if it was not refused."""
    try:
        await doing
    except Refusal as refusal:
        return refusal.code
    return ""


async def same_move(dice: random.Random, one: Staged, other: Staged) -> tuple[Seat, str] | None:
    """Return a move that can be made at both tables, of any seat: with hidden hands most cannot."""
    game, state, twin = one.case.game, await one.state(), await other.state()
    both = [seat for seat in game.pending(state) if seat in game.pending(twin)]
    for seat in dice.sample(both, len(both)):
        moves = game.moves(state, seat)
        for _ in range(20):
            move = str(moves[dice.randrange(len(moves))])
            if not await outcome(parsed(game, twin, seat, move)):
                return seat, move
    return None


async def parsed(game: AnyGame, state: Any, seat: Seat, move: str) -> None:
    game.parse(state, seat, move)


async def check_log(table: Staged) -> None:
    """The log in the database leads to what is remembered."""
    cached, log = await table.matches.loader.load_started(table.id)
    entries = await table.store.entries(table.id)
    fold, events = rebuild(log.game, cached.options, table.case.seats, entries)
    assert (fold, events) == (log.fold, log.events)


@pytest.mark.parametrize("before_chance", [False, True], ids=["as agreed", "before chance"])
@pytest.mark.parametrize("case", looked_at(), ids=str)
async def test_twins_that_look_the_same_are_taken_back_alike(
    tmp_path: Path, case: Case, before_chance: bool
) -> None:
    """A match and its redealt twin look the same to every viewer, before and after."""
    results: list[str] = []
    async with (
        await SqliteStore.open(tmp_path / "one.db") as first,
        await SqliteStore.open(tmp_path / "other.db") as second,
    ):
        for seed in range(at_most(3, 2)):
            start = position(case, seed)
            for viewer in (None, *(Seat(each) for each in range(2))):
                # From the same number on: the pair before may have parted, where only one of them has ended.
                first_click = 1 + 1000 * (3 * seed + (0 if viewer is None else 1 + viewer))
                twin = case.game.redeal(start, viewer, SeededChance(b"twin", seed))
                one = await Staged(case, first, start, before_chance, count(first_click)).opened()
                other = await Staged(case, second, twin, before_chance, count(first_click)).opened()
                assert one.id == other.id
                results += await compared(one, other, viewer, random.Random(seed))
                await one.matches.close()
                await other.matches.close()
    assert "" in results or (before_chance and "undo_chance" in results)


async def compared(one: Staged, other: Staged, viewer: Seat | None, dice: random.Random) -> list[str]:
    """Play at both tables, and take back, as long as they look the same; what came of it."""
    came: list[str] = []
    assert await one.shown(viewer) == await other.shown(viewer)
    for _ in range(6):
        found = await same_move(dice, one, other)
        if found is None:
            break
        seat, move = found
        for table in (one, other):
            await table.play(seat, move)
        if (await one.match()).status is not Status.RUNNING:
            break
        alike = await one.shown(viewer) == await other.shown(viewer)
        if not alike:
            *_, events = (await one.matches.loader.load_started(one.id))[1].events
            assert any(event.chance or event.revealed for event in events), (move, events)
        elif dice.random() < 0.4:
            continue
        results = [await outcome(table.agreed(seat)) for table in (one, other)]
        if alike:
            assert results[0] == results[1], "whether it can be taken back tells nothing"
        came += results
        if any(results):
            if not alike:
                break
            continue
        for table in (one, other):
            await check_log(table)
        if alike:
            assert await one.shown(viewer) == await other.shown(viewer)
        else:
            # What was seen of a draw cannot be unseen: log and calls tell of it. The position does not.
            assert await one.seen(viewer) == await other.seen(viewer)
            break
    return came
