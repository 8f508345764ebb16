"""Held moves: made at the tap, secret until they count; their persons are told when they are overtaken."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from engine.game import Seat
from engine.match.clock import Held
from engine.match.held_moves import with_held_move
from engine.matches import HeldAnswer, Limits, Matches, Played, Status
from engine.store.sql import SqlStore
from tests.engine.matches.test_matches import ANN, BOB, CEE, Table, refuses
from tests.engine.matches.timed import HOUR, Timed

EVE = 9
"""A moderator, who has no seat."""
HOLD = timedelta(seconds=30)
LIMITS = Limits(steps=timedelta(), hold=HOLD)


class Tables(Table):
    """Tables at which people tap."""

    def again(self, **given: Any) -> Matches:
        return super().again(**({"limits": LIMITS} | given))

    async def tap(self, match: int, person: int, text: str, click: int | None = None) -> Played | HeldAnswer:
        return await self.matches.held_moves.submit(match, person, text, None, click or self.click)

    async def held(self, match: int, person: int, text: str) -> Held:
        kept = await self.tap(match, person, text)
        assert isinstance(kept, HeldAnswer)
        return kept.held

    async def won(self) -> int:
        """Return a match in which Ann has won the bids and is to roll or take."""
        match = await self.started(BOB, target=99)
        await self.play(match, BOB, "bid 2")
        await self.play(match, ANN, "bid 5")
        await self.notices()
        return match

    async def later(self, time: timedelta = HOLD) -> None:
        self.clock.time += time
        await self.automatic()

    async def texts(self, match: int) -> list[str]:
        return [entry.text for entry in await self.store.entries(match) if entry.kind == "move"]

    async def words(self) -> list[tuple[int | None, int | None]]:
        """Return the person and the seat of each notice that a held move is void."""
        return [(each.person, each.seat) for each in await self.lines() if each.kind == "overtaken"]


class TimedTables(Timed, Tables):
    """The same tables with clocks."""

    def again(self, **given: Any) -> Matches:
        return super().again(**({"limits": LIMITS} | given))


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Tables]:
    table = Tables(store)
    yield table
    await table.matches.close()


@pytest.fixture
async def timed(store: SqlStore) -> AsyncIterator[TimedTables]:
    table = TimedTables(store)
    yield table
    await table.matches.close()


async def test_it_becomes_an_entry_made_at_the_tap(table: Tables) -> None:
    match, click = await table.won(), 4242
    tapped = table.clock()
    kept = await table.tap(match, ANN, "roll", click)
    assert isinstance(kept, HeldAnswer)
    assert kept.held.due == tapped + HOLD
    assert await table.texts(match) == ["bid 2", "bid 5"]
    assert await table.lines() == []
    await table.later()
    *_, entry = await table.store.entries(match)
    assert (entry.text, entry.at, entry.by) == ("roll", tapped, ANN)
    assert (await table.store.clicks(match))[click, "play"] == entry.number
    assert (await table.matches.queries.situation(match, ANN)).held is None


async def test_what_its_person_has_seen_in_a_preview_counts_at_once(table: Tables) -> None:
    """Another move that is held then is none any more."""
    match = await table.won()
    await table.held(match, ANN, "take")
    played = await table.matches.held_moves.submit(match, ANN, "roll", None, table.click, seen=True)
    assert isinstance(played, Played)
    assert (await table.texts(match))[-1] == "roll"
    assert (await table.matches.queries.situation(match, ANN)).held is None
    await table.later()
    assert (await table.texts(match)).count("take") == 0


async def test_a_sealed_choice_that_can_be_changed_is_not_held(table: Tables) -> None:
    """A slip costs nothing until all have chosen; the choice that reveals all is held."""
    match = await table.started(BOB)
    assert isinstance(await table.tap(match, ANN, "bid 1"), Played)
    assert isinstance(await table.tap(match, ANN, "bid 3"), Played)
    assert isinstance(await table.tap(match, BOB, "bid 2"), HeldAnswer)
    assert await table.texts(match) == ["bid 1", "bid 3"]
    await table.later()
    assert await table.texts(match) == ["bid 1", "bid 3", "bid 2"]


async def test_the_same_tap_twice_and_another_one(table: Tables) -> None:
    match = await table.won()
    first = await table.tap(match, ANN, "roll", 77)
    assert isinstance(first, HeldAnswer)
    table.clock.pass_(10)
    for click in (77, 78):
        assert await table.tap(match, ANN, "ROLL", click) == first
    other = await table.held(match, ANN, "take")
    assert other.due == table.clock() + HOLD
    await table.later(timedelta(seconds=21))
    assert await table.texts(match) == ["bid 2", "bid 5"], "the first one's time counts no more"
    await table.later()
    assert (await table.texts(match))[-1] == "take"
    again = await table.tap(match, ANN, "take", other.click)
    assert isinstance(again, Played)
    assert again.is_repeat


async def test_sent_at_once_and_only_once(table: Tables) -> None:
    match = await table.won()
    held = await table.held(match, ANN, "roll")
    played = await table.matches.held_moves.send(match, ANN, held.question)
    assert (played.entry.text, played.is_repeat) == ("roll", False)
    for doing in (table.matches.held_moves.send, table.matches.held_moves.drop):
        with refuses("held_gone"):
            await doing(match, ANN, held.question)
    await table.later()
    assert (await table.texts(match))[2:] == ["roll"]


@pytest.mark.parametrize("by_undo", [False, True])
async def test_taken_back_nothing_has_happened(table: Tables, by_undo: bool) -> None:
    match = await table.won()
    before = await table.matches.queries.situation(match, ANN)
    held = await table.held(match, ANN, "roll")
    assert await table.matches.undo.has_something_to_undo(match, ANN)
    if by_undo:
        assert (await table.matches.undo.undo(match, ANN, table.click)).done
    else:
        await table.matches.held_moves.drop(match, ANN, held.question)
    assert await table.matches.queries.situation(match, ANN) == before
    await table.later()
    assert await table.texts(match) == ["bid 2", "bid 5"]
    assert await table.lines() == []
    with refuses("held_gone"):
        await table.tap(match, ANN, "roll", held.click)


async def test_a_person_may_hold_nothing_or_longer(table: Tables) -> None:
    match = await table.won()
    await table.matches.hours.set_hold(ANN, 120)
    assert (await table.held(match, ANN, "take")).due == table.clock() + timedelta(minutes=2)
    await table.matches.hours.set_hold(ANN, 0)
    assert isinstance(await table.tap(match, ANN, "roll"), Played)
    assert (await table.texts(match))[2:] == ["roll"]


async def test_nobody_waits_for_a_person_who_has_tapped(table: Tables) -> None:
    match = await table.won()
    assert await table.matches.inboxes.next_for(ANN) == match
    held = await table.held(match, ANN, "roll")
    assert await table.matches.inboxes.next_for(ANN) is None
    assert match not in await table.matches.queries.waiting_for(ANN)
    assert not await table.matches.queries.is_waiting_for(match, ANN)
    await table.matches.held_moves.drop(match, ANN, held.question)
    assert await table.matches.inboxes.next_for(ANN) == match


async def test_another_process_goes_on_with_it(table: Tables) -> None:
    match = await table.won()
    await table.held(match, ANN, "roll")
    table.matches = table.again()
    await table.later()
    assert (await table.texts(match))[2:] == ["roll"]


async def test_a_lost_timer_is_found_again(table: Tables) -> None:
    match = await table.won()
    await table.held(match, ANN, "roll")
    await table.wrote(match, stops=(("hold", 0),))
    table.matches = table.again()
    await table.matches.recovery.revive(match)
    await table.later()
    assert (await table.texts(match))[2:] == ["roll"]


async def test_the_person_alone_is_told_that_it_was_overtaken(table: Tables) -> None:
    """An undo, a moderator, leaving and the end overtake it."""
    match = await table.started(BOB, CEE, target=99)
    for person, text in ((CEE, "bid 1"), (BOB, "bid 2"), (ANN, "bid 5")):
        await table.play(match, person, text)
    answer = await table.matches.undo.undo(match, BOB, table.click)
    assert not answer.done
    await table.held(match, ANN, "roll")
    await table.notices()
    wish = (await table.matches.loader.get(match)).undo
    assert wish is not None, "what is held declines nothing"
    await table.matches.undo.agree_undo(match, ANN, wish.call, table.click)
    await table.matches.undo.agree_undo(match, CEE, wish.call, table.click)
    assert await table.words() == [(ANN, 0)]
    await table.notices()
    for person, text in ((CEE, "bid 1"), (BOB, "bid 2"), (ANN, "bid 5")):
        await table.play(match, person, text)
    await table.held(match, ANN, "take")
    await table.notices()
    await table.matches.moderation.replace_by_robot(match, EVE, Seat(0), table.click)
    assert await table.words() == [(ANN, 0)]
    await table.automatic()
    await table.notices()
    await table.play(match, CEE, "bid 1")
    await table.play(match, ANN, "bid 1")
    await table.notices()
    await table.held(match, BOB, "bid 4")
    await table.matches.moderation.end(match, EVE, table.click)
    assert await table.words() == [(BOB, 1)]
    assert not await table.store.timers(match)


async def test_a_cancelled_match_tells_what_was_held(table: Tables) -> None:
    match = await table.won()
    await table.held(match, ANN, "roll")
    for person in (ANN, BOB):
        await table.matches.departures.cancel(match, person, table.click)
    assert (await table.matches.loader.get(match)).status is Status.CANCELLED
    assert await table.words() == [(ANN, 0)]
    with refuses("cancelled"):
        await table.matches.held_moves.drop(match, ANN, 2)


async def test_a_deadline_that_passes_meanwhile_does_not_matter(timed: TimedTables) -> None:
    match = await timed.started(BOB)
    await timed.carry()
    await timed.play(match, BOB, "pick 0")
    due = await timed.deadline(match, 0)
    assert due is not None
    timed.clock.time = due - timedelta(seconds=5)
    held = await timed.held(match, ANN, "pick 1")
    assert held.due == due
    await timed.live(HOUR, timedelta(seconds=5))
    assert "grace" not in [kind for kind, *_ in timed.said_to]
    (entry,) = [one for one in await timed.store.entries(match) if one.text == "pick 1"]
    assert (entry.at, entry.by) == (due - timedelta(seconds=5), ANN)
    stored = await timed.store.match(match)
    assert stored is not None
    assert stored.clock(0).graces == 0


async def test_a_short_clock_lets_it_count(timed: TimedTables) -> None:
    """A raid is answered within twelve hours, and a tap just before the end answers it."""
    match = await timed.started(BOB)
    await timed.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "raid 1"))
    timers = {timer.kind: timer for timer in await timed.store.timers(match)}
    timed.clock.time = timers["lapse"].due - timedelta(seconds=1)
    situation = await timed.matches.queries.situation(match, BOB)
    answer = next(str(one) for one in situation.moves if str(one) != "pass")
    held = await timed.held(match, BOB, answer)
    assert held.due == timers["lapse"].due
    await timed.later(timedelta(seconds=1))
    assert (await timed.texts(match))[-1] == answer
    assert not [one for one in await timed.store.timers(match) if one.kind in ("hold", "lapse")]


async def test_the_clock_is_spent_until_the_tap(timed: TimedTables) -> None:
    match = await timed.started(BOB)
    await timed.carry()
    await timed.matches.hours.set_hold(ANN, 120)
    await timed.play(match, BOB, "pick 0")
    timed.clock.time += 48 * HOUR
    await timed.held(match, ANN, "pick 1")
    timed.clock.time += 5 * HOUR  # nobody was there to enter it
    await timed.automatic()
    stored = await timed.store.match(match)
    assert stored is not None
    assert stored.clock(0).left == stored.timing.bank - 48 * HOUR + stored.timing.credit


async def test_a_move_that_rules_forbid_now_is_dropped_with_a_word(table: Tables) -> None:
    match = await table.won()
    held = await table.held(match, ANN, "roll")
    stored = await table.store.match(match)
    assert stored is not None
    await table.wrote(match, after=with_held_move(stored, msgspec.structs.replace(held, text="steal")))
    table.matches = table.again()
    await table.later()
    assert await table.words() == [(ANN, 0)]
    assert await table.texts(match) == ["bid 2", "bid 5"]
