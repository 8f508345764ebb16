"""Weeks of people who sleep, go away, vanish and come back at random, and the rules that always hold."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import datetime, timedelta
from random import Random

import pytest

from engine.game import Refusal, Seat
from engine.match.clock import FAR, Habits, Pace
from engine.match.values import Status
from engine.matches.core.deadlines import Deadlines
from engine.record import read, verify
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN
from tests.engine.matches.test_rounds import EVE
from tests.engine.matches.timed import DAY, HOUR, Timed

PEOPLE = (ANN, BOB, CEE)
OTHERS = (DAN, EVE)
ZONES = ("Europe/Paris", "America/Los_Angeles", "Pacific/Kiritimati", "Australia/Lord_Howe", "Asia/Kolkata")


class Weeks:
    """One match in which everything may happen."""

    def __init__(self, table: Timed, match: int, dice: Random, *, resigning: bool) -> None:
        self.resigning = resigning
        self.table = table
        self.match = match
        self.dice = dice
        self.shown: dict[tuple[int, int], datetime] = {}
        """The deadline last shown, by seat and call."""
        self.done = 0

    async def something(self) -> None:
        """Let somebody do something, often impossible."""
        table, match, dice, matches = self.table, self.match, self.dice, self.table.matches
        person, seat, click = dice.choice((*PEOPLE, *OTHERS)), Seat(dice.randrange(3)), table.click
        today = table.clock().date()
        first = today + DAY * dice.randrange(6)
        known = await matches.loader.get(match)
        own = known.seat_of(person)
        away = own in known.absent or known.is_asleep
        deeds: list[tuple[int, Awaitable[object]]] = [
            (1, matches.presence.come_back(match, person, click)),
            (2, matches.seat_clocks.note_look(match, person)),
            (2, matches.seat_clocks.wait(match, person, seat, click)),
            (1, matches.seat_clocks.give_day(match, person, seat, click)),
            (1, matches.pauses.pause(match, person, table.clock().replace(hour=0) + 2 * DAY, click)),
            (1, matches.substitutes.offer_seat(match, person, click)),
            (2, matches.substitutes.ask_seat(match, person, f"Person {person}", seat, click)),
            (1, matches.substitutes.object(match, person, seat, click)),
            (1, matches.moderation.give_time(match, person, 1, click)),
            (1, matches.moderation.replace_by_robot(match, person, seat, click)),
            (1, matches.hours.take_leave(person, first, first + DAY * dice.randrange(5), click)),
            (1, matches.hours.end_leave(person)),
            (1, matches.hours.set_habits(person, zone=dice.choice(ZONES))),
            (
                1,
                matches.hours.set_habits(
                    person, quiet=dice.choice(((22 * 60, 8 * 60), (23 * 60, 7 * 60), None))
                ),
            ),
            (2, matches.hours.take_leave(person, today, today + DAY * dice.randrange(3), click)),
            (1, matches.hours.end_leave(person, first)),
            (1, matches.pauses.pause(match, person, None, click)),
            (1, matches.presence.wake(match, person, click)),
            (1, matches.substitutes.withdraw(match, person, seat, click)),
            (self.resigning and dice.random() < 0.1, matches.departures.resign(match, person, click)),
        ]
        (chosen,) = dice.choices(range(len(deeds)), [weight for weight, _ in deeds])
        for number, (_, deed) in enumerate(deeds):
            if number != chosen:
                deed.close()  # type: ignore[attr-defined]
        try:
            await deeds[chosen][1]
            self.done += 1
        except Refusal:
            return
        if chosen in (4, 16):
            self.shown.clear()  # all may have agreed that a pause ends
        elif (chosen in (11, 15) or (chosen in (0, 17) and away)) and own is not None:
            # "I am back", from leave that was announced too, may bring a deadline nearer; keeping one's
            # seat may not.
            self.shown = {key: due for key, due in self.shown.items() if key[0] != own}

    async def play(self, person: int) -> None:
        situation = await self.table.matches.queries.situation(self.match, person)
        if situation.seat in situation.pending and situation.seat is not None:
            moves = [move for move in situation.moves if not str(move).startswith("order")]
            self.shown = {key: due for key, due in self.shown.items() if key[0] != situation.seat}
            await self.table.play(self.match, person, str(self.dice.choice(moves)))

    async def check(self) -> None:
        """Check the rules that hold at every instant."""
        table = self.table
        stored = await table.store.match(self.match)
        assert stored is not None
        if stored.status is not Status.RUNNING:
            assert await table.store.timers(self.match) == []
            return
        assert all(each.end < FAR for each in stored.row_state.sleeps[:-1]), "whoever wakes it wakes it"
        situation = await table.matches.queries.situation(self.match, None)
        assert (await table.again().queries.situation(self.match, None)) == situation, (
            "nothing is in memory alone"
        )
        reckoning = await Deadlines(table.store, table.matches.timekeeper).reckoning(stored)
        looks = await table.looks(self.match)
        for time in situation.times:
            seat, clock = time.seat, stored.clock(time.seat)
            if clock.playing or stored.row_state.is_asleep or reckoning.deadline(seat) is None:
                assert time.deadline is None or seat not in looks
                if time.expected is not None:
                    self._shown(int(seat), clock.number or 0, time.expected, None)
                continue
            assert seat in situation.pending
            assert time.deadline is not None
            assert seat in looks, "its clock is looked at again"
            held = time.deadline <= table.clock()
            assert held or looks[seat].due <= time.deadline, "in time"
            assert looks[seat].due > table.clock() or not held
            self._shown(int(seat), clock.number or 0, time.deadline, clock.habits)

    def _shown(self, seat: int, number: int, due: datetime, habits: Habits | None) -> None:
        before = self.shown.get((seat, number))
        assert before is None or due >= before, "it has come nearer"
        self.shown[seat, number] = due
        if habits is not None:
            assert habits.quiet_until(due) is None
            assert habits.quiet_until(due - 2 * HOUR + timedelta(seconds=1)) is None


@pytest.mark.parametrize("seed", range(10))
async def test_weeks_of_whatever_people_do(store: SqliteStore, seed: int) -> None:
    dice = Random(seed)
    table = Timed(store)
    table.pace = Pace.read(("day", "lively", "week weekends", "30h+12h", "day -leave")[seed % 5])
    for person in PEOPLE:
        await table.matches.hours.set_habits(person, zone=dice.choice(ZONES))
    match = await table.started(BOB, CEE, target=1 if seed == 2 else 2)
    weeks = Weeks(table, match, dice, resigning=seed >= 8)
    keen = {ANN: 0.1, BOB: 0.02, CEE: 0.02, DAN: 0.05, EVE: 0.05}
    for _ in range(1000):
        await table.live(timedelta(hours=dice.randrange(1, 9)), 4 * HOUR)
        await weeks.check()
        if not await table.is_running(match):
            break
        for person in (await table.matches.loader.get(match)).persons:
            if dice.random() < keen[person]:
                await weeks.play(person)
                await table.carry()
        if dice.random() < 0.5 and await table.is_running(match):
            await weeks.something()
            await table.live(timedelta())
            await weeks.check()
    ended = await table.matches.loader.get(match)
    assert ended.status is Status.OVER or (weeks.resigning and ended.is_asleep), "it goes on whoever vanishes"
    assert weeks.done >= 10
    if ended.status.has_ended:
        verify(read(await table.matches.queries.record(match)), BAZAAR)
    await table.matches.close()
