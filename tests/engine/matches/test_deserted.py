"""Deserted matches: one in which no person is left who is there sleeps until one comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from engine.game import Seat
from engine.record import read, verify
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_absence import ANNS, BOBS, bobs_turn, vanished
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, refuses
from tests.engine.matches.timed import DAY, HOUR, Timed


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Timed]:
    table = Timed(store)
    yield table
    await table.matches.close()


async def is_asleep(table: Timed, match: int) -> bool:
    return (await table.matches.loader.get(match)).is_asleep


async def length(table: Timed, match: int) -> int:
    return len(await table.store.entries(match))


async def test_the_last_one_who_is_there_is_not_played_for(table: Timed) -> None:
    """Ann alone is left, and vanishes too: after her one more day the match sleeps, and stays as it is."""
    match = await vanished(table)
    said = await table.live(4 * DAY + HOUR)
    assert ("grace", ANNS, ANN) in said
    assert {each for each in said if each[0] == "deserted"} == {
        ("deserted", None, None),
        ("deserted", ANNS, ANN),
        ("deserted", BOBS, BOB),
    }
    assert await is_asleep(table, match)
    before = await length(table, match)
    assert await table.live(40 * DAY, 6 * HOUR) == []
    assert await length(table, match) == before
    assert await table.matches.upkeep.reconcile() == 0
    assert await table.deadline(match, ANNS) is None


async def test_alone_with_robots_nobody_plays_for_who_has_vanished(table: Timed) -> None:
    match = await table.started("steady", "steady", target=2)
    await table.automatic()
    said = await table.live(5 * DAY)
    assert ("grace", ANNS, ANN) in said
    assert ("deserted", ANNS, ANN) in said
    assert await table.kinds(match) == []
    assert not (await table.times(match))[ANNS].is_absent
    before = await length(table, match)
    await table.live(30 * DAY, 12 * HOUR)
    assert await length(table, match) == before
    await table.matches.presence.wake(match, ANN, table.click)
    assert await table.deadline(match, ANNS) == table.clock() + DAY, "one credit at least"
    await table.moves(match, (ANN, "pick 0"), (ANN, "end"))
    await table.automatic()
    assert await length(table, match) > before + 2, "the robots play on"


@pytest.mark.parametrize("how", ["wake", "come_back", "play"])
async def test_coming_back_wakes_it(table: Timed, how: str) -> None:
    match = await vanished(table)
    await table.live(5 * DAY)
    assert await is_asleep(table, match)
    assert set((await table.matches.queries.situation(match, None)).pending) == {ANNS}, (
        "a robot has sold for Bob"
    )
    if how == "play":
        await table.play(match, ANN, "end")
    else:
        await getattr(table.matches.presence, how)(match, ANN, table.click)
        assert await table.deadline(match, ANNS) == table.clock() + DAY
    assert not await is_asleep(table, match)
    said = await table.carry()
    assert ("woken", None, None) in said
    await table.live(2 * DAY)
    assert await length(table, match) > 0
    assert ("seat", BOBS, "return") not in await table.kinds(match), "a robot still plays for Bob"


@pytest.mark.parametrize("how", ["wake", "come_back"])
async def test_an_absent_person_is_back_by_waking_it(table: Timed, how: str) -> None:
    match = await vanished(table)
    await table.live(5 * DAY)
    click = table.click
    for _ in range(2):
        await getattr(table.matches.presence, how)(match, BOB, click)
    assert not await is_asleep(table, match)
    assert not (await table.times(match))[BOBS].is_absent
    due = await table.deadline(match, ANNS)
    assert due is not None
    assert due >= table.clock() + 12 * HOUR, "nothing falls due right after it"
    with refuses("awake"):
        await table.matches.presence.wake(match, BOB, table.click)
    said = await table.live(HOUR)
    assert ("summary", ANNS, ANN) in said, "who is asked is called"
    await table.live(3 * DAY)
    assert ("seat", ANNS, "steward") in await table.kinds(match), "Bob is there: a robot plays for Ann"


async def test_nobody_is_called_for_whom_a_robot_plays_as_a_match_wakes(table: Timed) -> None:
    match = await vanished(table)
    assert set((await table.matches.queries.situation(match, None)).pending) == {ANNS, BOBS}
    table.clock.pass_(31 * 86400)
    assert await table.matches.upkeep.rest() == 1
    await table.carry()
    await table.matches.presence.wake(match, ANN, table.click)
    assert [each for each in await table.carry() if each[0] == "summary"] == []


async def test_a_person_on_leave_is_there(table: Timed) -> None:
    match = await vanished(table)
    today = table.clock().date()
    await table.matches.hours.take_leave(ANN, today, today + 9 * DAY, table.click)
    await table.live(9 * DAY, 3 * HOUR)
    assert not await is_asleep(table, match)


async def test_it_sleeps_at_once_as_the_last_one_resigns(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    await table.matches.departures.resign(match, ANN, table.click)
    assert not await is_asleep(table, match), "Cee is there"
    await table.matches.departures.resign(match, CEE, table.click)
    assert await is_asleep(table, match)
    before = await length(table, match)
    await table.live(9 * DAY, 6 * HOUR)
    assert await length(table, match) == before
    await table.matches.presence.come_back(match, BOB, table.click)
    await table.live(HOUR)
    assert await length(table, match) > before + 1, "the robots of those who resigned play on"


async def test_robots_that_run_fall_asleep_at_their_next_timer(table: Timed) -> None:
    """Older code left such matches."""
    match = await table.started("steady", "steady", target=2)
    await table.automatic()
    await table.moves(match, (ANN, "pick 0"), (ANN, "end"))
    store = table.store
    await store._write_one(  # type: ignore[attr-defined]
        "UPDATE clocks SET value = json_set(value, '$.turns', 1) WHERE match = ?", (match,)
    )
    table.matches = table.again()
    before = await length(table, match)
    await table.automatic()
    assert await is_asleep(table, match)
    assert await length(table, match) == before


async def test_nobody_sits_down_while_it_sleeps(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    for person in (ANN, CEE):
        await table.matches.departures.resign(match, person, table.click)
    assert await is_asleep(table, match)
    assert ("deserted", BOBS, DAN) in await table.carry()
    await table.live(2 * DAY)
    assert (await table.matches.loader.get(match)).seat_of(DAN) is None
    await table.matches.substitutes.withdraw(match, DAN, BOBS, table.click)
    with refuses("no_request"):
        await table.matches.substitutes.withdraw(match, DAN, BOBS, table.click)


async def test_a_robot_in_an_open_seat_waits_a_quarter_of_an_hour(table: Timed) -> None:
    match = await table.started(BOB, CEE, target=9)
    await table.carry()
    await table.moves(match, *((one, "pick 0") for one in (ANN, BOB, CEE)), (ANN, "end"))
    await table.live(4 * DAY)
    waits: list[timedelta] = []
    while len(waits) < 5 and await table.is_running(match):
        situation = await table.matches.queries.situation(match, None)
        for seat, person in ((ANNS, ANN), (Seat(2), CEE)):
            if seat in situation.pending:
                moves = (await table.matches.queries.situation(match, person)).moves
                await table.play(match, person, "end" if "end" in map(str, moves) else str(moves[0]))
        await table.carry()
        time = (await table.times(match))[BOBS]
        if time.deadline is not None:
            assert time.is_open == (len(waits) >= 2)
            waits.append(time.deadline - table.clock())
            before = await length(table, match)
            await table.live(waits[-1] - timedelta(minutes=1), HOUR)
            assert await length(table, match) == before
            await table.live(timedelta(minutes=1), timedelta(minutes=1))
            assert await length(table, match) > before
    assert waits[:3] == [12 * HOUR, 12 * HOUR, timedelta(minutes=15)], waits
    assert set(waits[2:]) == {timedelta(minutes=15)}


async def test_offering_the_seat_brings_no_deadline_nearer(table: Timed) -> None:
    match = await vanished(table, BOB, CEE)
    while BOBS not in (await table.matches.queries.situation(match, None)).pending:
        for seat, person in ((ANNS, ANN), (Seat(2), CEE)):
            if seat in (await table.matches.queries.situation(match, None)).pending:
                await table.play(match, person, "end")
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    assert await table.deadline(match, BOBS) == due


async def test_nobody_is_called_for_whom_a_robot_plays(table: Timed) -> None:
    """The seat's clock runs from the question on, and needs no delivered call."""
    match = await vanished(table, BOB, CEE)
    for _ in range(6):
        situation = await table.matches.queries.situation(match, None)
        for seat, person in ((ANNS, ANN), (Seat(2), CEE)):
            if seat in situation.pending:
                await table.play(match, person, "end")
        for notice in await table.store.notices((match,)):
            assert (notice.kind, notice.person) != ("turn", BOB)
        await table.carry()
        if BOBS in (await table.matches.queries.situation(match, None)).pending:
            assert await table.deadline(match, BOBS) is not None
            assert not await table.matches.seat_clocks.note_delivered(match, BOBS, 0)


async def test_the_store_knows_a_person_who_has_moved_anywhere(table: Timed) -> None:
    match, store, began = await bobs_turn(table), table.store, table.clock()
    assert await store.has_played(BOB, began - DAY)
    assert not await store.has_played(BOB, began + HOUR)
    assert not await store.has_played(DAN, began - DAY)
    table.clock.pass_(7200)
    await table.play(match, BOB, "end")
    assert await store.has_played(BOB, began + HOUR)


async def test_resigning_leaves_the_seat_to_the_person_who_asked_for_it(table: Timed) -> None:
    match = await bobs_turn(table, BOB, CEE)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.live(DAY + HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) == BOBS
    for person in (ANN, CEE, DAN):
        await table.matches.departures.cancel(match, person, table.click)
    verify(read(await table.matches.queries.record(match)), BAZAAR)


async def test_a_match_that_sleeps_does_not_fall_asleep_again(table: Timed) -> None:
    """A second sleep would never end: coming back ends one only."""
    match = await vanished(table, BOB, CEE)
    await table.matches.departures.resign(match, ANN, table.click)
    await table.live(9 * DAY, 6 * HOUR)
    assert await is_asleep(table, match)
    await table.matches.departures.resign(match, CEE, table.click)
    assert [each for each in await table.carry() if each[0] == "deserted"] == [], "all know it"
    await table.matches.presence.come_back(match, BOB, table.click)
    await table.live(HOUR)
    assert await table.deadline(match, BOBS), "its clock runs"


async def test_hearing_of_one_robot_after_another_does_not_hide_a_vanished_person(table: Timed) -> None:
    """The first robot plays within the two days at fast tables, and the others one by one after it."""
    await bobs_turn(table)
    table.clock.pass_(1.5 * 86400)
    assert not (await table.matches.hours.tell_of_robots(BOB)).is_inactive, "he moved the day before"
    table.clock.pass_(86400)
    assert (await table.matches.hours.tell_of_robots(BOB)).is_inactive


async def test_a_person_who_acts_after_hearing_of_a_robot_has_not_vanished(table: Timed) -> None:
    await bobs_turn(table)
    for days in (1, 4):
        table.clock.pass_(days * 86400)
        await table.matches.hours.tell_of_robots(BOB)
        await table.matches.hours.note_seen(BOB)
        assert not (await table.matches.hours.hours(BOB)).is_inactive
        table.clock.pass_(86400)
        assert not (await table.matches.hours.tell_of_robots(BOB)).is_inactive, "he was there the day before"
    table.clock.pass_(3 * 86400)
    assert (await table.matches.hours.tell_of_robots(BOB)).is_inactive


async def test_a_request_for_a_seat_waits_half_a_day_after_the_match_woke(table: Timed) -> None:
    """The seat's own person has slept as well, and only now hears that the match goes on."""
    match = await vanished(table, BOB, CEE)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    for person in (ANN, CEE):
        await table.matches.substitutes.offer_seat(match, person, table.click)
    await table.live(2 * HOUR)
    table.clock.pass_(31 * 86400)
    await table.matches.upkeep.rest()
    await table.carry()
    await table.matches.presence.wake(match, ANN, table.click)
    await table.live(11 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) is None
    await table.live(2 * HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) == BOBS
