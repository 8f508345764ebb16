"""The contract of every store, the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.game import Refusal, Seat
from engine.match.changes import Change, Invitations, NewNotice, NewTimer, StoredMatch
from engine.match.clock import Habits, Hours, Request, SeatClock, Server
from engine.match.lobby import Guest, Lobby
from engine.match.values import FORGOTTEN, Chosen, Occupant, Person, Post, Status, Venue
from engine.store import LONGEST, Conflict, Ring, Said, Store, StoreError
from engine.store.sql.rows import time
from harness.postgres import BOTH
from tests.engine.store.test_store import (
    MINUTE,
    NOW,
    ROBOT,
    entry,
    fails,
    kept,
    opened,
    said_of,
    stored_match,
    wrote,
)

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


# Stored values.


async def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    match = await opened(store, click=(9, "open"))
    await wrote(store, match, entry=entry(0, "start"), click=(10, "start"))
    found = await store.match(match)
    assert found is not None
    assert found.version == 2
    assert await kept(store, match) == stored_match(id=match, entries=1)
    assert await store.entries(match) == [entry(0, "start")]
    assert await store.clicks(match) == {(9, "open"): None, (10, "start"): 0}
    assert await store.opened_by(9) == match
    assert await store.opened_by(10) is None
    assert await store.match(match + 1) is None


async def test_what_is_kept_of_a_person_is_given_and_forgotten(store: Store) -> None:
    ann = 2**62
    match = await opened(store)
    clock = SeatClock(timedelta(), former=(ann, 8), request=Request(ann, "Ann", 3, NOW))
    await wrote(
        store, match, entry=entry(0), clocks=((Seat(1), clock),), notices=(NewNotice("x", person=ann),)
    )
    ended = await opened(store, stored_match(status=Status.OVER))
    await wrote(store, ended, entry=entry(0))
    await store.tidy(NOW, 100)
    await store.save_person(Person(ann, "Ann", chosen=Chosen("fr")))
    await store.save_post(Post(match, "hand", ann, 1, 2))
    for text in ("first", "guard the well", ""):
        await store.save_jotting(ann, ended, text, NOW)
    await store.save_jotting(ann, match, "guard the well", NOW)
    told = await store.kept_of(ann)
    assert told["remembered"]["chosen"] == {"language": "fr"}
    assert [(each["match"], each.get("note")) for each in told["matches"]] == [
        (match, "guard the well"),
        (ended, None),
    ]
    assert [len(each["acts"]) for each in told["matches"]] == [1, 1]

    assert await store.forget(ann) == {match, ended}
    nothing = {
        "remembered": {},
        "hours": {},
        "invitations": [],
        "leagues": [],
        "servers": [],
        "wishes": [],
        "matches": [],
        "messages": [],
    }
    assert await store.kept_of(ann) == {"person": ann, **nothing}
    assert await store.jotting(ann, match) == ""
    assert await store.person(ann) is None
    assert await store.open_seats_of_nobody() == [(match, -1)]
    stored = await store.match(match)
    assert stored is not None
    assert (stored.occupants[0].person, stored.occupants[0].name) == (-1, FORGOTTEN)
    assert stored.clock(1).request is None
    assert stored.includes(stored.clock(1).former, ann)
    assert ann not in stored.clock(1).former
    assert [one.by for one in await store.entries(ended)] == [-2]
    await store.save_post(Post(match, "hand", ann, 1, 2))
    assert await store.posts(match) == [], "what was being sent then is not noted"
    await store.save_person(Person(ann, "Ann"))
    await store.save_post(Post(match, "hand", ann, 1, 2))
    assert len(await store.posts(match)) == 1


async def test_a_post_is_replaced_and_dropped(store: Store) -> None:
    match = await opened(store)
    await store.save_post(Post(match, "turn", 0, 1, 2))
    await store.save_post(Post(match, "turn", 0, 1, 9))
    assert await store.posts(match) == [Post(match, "turn", 0, 1, 9)]
    await store.drop_post(match, "turn", 0)
    assert await store.posts(match) == []


async def test_matches_are_found_by_person_status_and_guild(store: Store) -> None:
    first = await opened(store)
    second = await opened(store, stored_match(status=Status.LOBBY, rematch_of=first))
    await opened(store, stored_match(occupants=(Occupant(4, "Dan", None, 1),), agreed=frozenset()))
    both = (Status.LOBBY, Status.RUNNING)
    assert [one.id for one in await store.find_matches(2**62, both, None, (), 50)] == [second, first]
    assert [one.id for one in await store.find_matches(2**62, [Status.LOBBY], None, (), 50)] == [second]
    assert [one.id for one in await store.rematches_of(first)] == [second]
    assert await store.count(both, person=2**62) == 2
    assert await store.count([Status.RUNNING], guild=5) == 2
    assert await store.count(both, guild=6) == 0


async def test_timers_fall_due_in_order_and_go_with_their_match(store: Store) -> None:
    later = NOW + timedelta(microseconds=1)
    timers = (NewTimer("player", Seat(1), 2, later), NewTimer("player", Seat(0), 1, NOW))
    match = await opened(store, timers=timers)
    assert await store.next_timer(NOW) == NOW

    async def taken(now: datetime, limit: int = 9, **given: Any) -> list[int]:
        found, broken = await store.take_timers("a", now, now + MINUTE, limit, **given)
        assert broken == []
        return [one.number for one in found]

    assert await taken(NOW - MINUTE) == []
    assert await taken(later, besides=("player",)) == []
    assert await store.next_timer(NOW, besides=("player",)) is None
    assert await taken(later, 1) == [1]
    assert await store.next_timer(later) == later, "the other one"
    assert await taken(later) == [2]
    assert await taken(later) == [], "they are taken"
    assert await store.next_timer(later) == later + MINUTE, "their leases end"
    assert await taken(later + MINUTE) == [1, 2]
    first, _ = await store.timers(match)
    await store.put_off_timer(first.id, later + timedelta(hours=1))
    assert await taken(later + 2 * MINUTE) == [2]
    assert [timer.due for timer in await store.timers(match)] == [NOW, later], "what people are shown stays"
    assert await taken(later + timedelta(hours=1)) == [1, 2]
    await wrote(store, match, ends=True)
    assert await store.next_timer(NOW) is None


async def test_the_numbers_of_timers_are_never_given_again(store: Store) -> None:
    """A process that still holds a deleted timer cannot drop another one by its number."""
    match = await opened(store, timers=(NewTimer("player", Seat(1), 2, NOW),))
    (first,) = await store.timers(match)
    await wrote(store, match, timer_done=first.id)
    await wrote(store, match, timers=(NewTimer("player", Seat(0), 3, NOW),))
    await store.put_off_timer(first.id, None)
    assert [timer.number for timer in await store.timers(match)] == [3]


async def test_a_change_stops_the_clocks_of_a_seat(store: Store) -> None:
    timers = [NewTimer(kind, Seat(seat), 2, NOW) for kind in ("lapse", "player") for seat in (0, 1)]
    match = await opened(store, timers=tuple(timers))
    again = NewTimer("lapse", Seat(1), 3, NOW + timedelta(hours=1))
    await wrote(store, match, timers=(again,), stops=(("lapse", Seat(1)),))
    kept = [(timer.kind, timer.seat, timer.number) for timer in await store.timers(match)]
    assert kept == [("lapse", 0, 2), ("player", 0, 2), ("player", 1, 2), ("lapse", 1, 3)]


async def test_time_away_is_credited_whole_or_not_at_all(store: Store) -> None:
    minute = timedelta(minutes=1)
    timers = [NewTimer("lapse", Seat(seat), seat, NOW + seat * minute) for seat in (0, 1)]
    timers.append(NewTimer("player", Seat(1), 5, NOW + minute))
    match = await opened(store, timers=tuple(timers))
    assert await store.served_until(0) is None
    await store.note_session_up(0, NOW)
    broken: Any = ["no text"]
    with pytest.raises(StoreError):
        await store.put_off_timers({"lapse": broken}, 0, 1, NOW, NOW + 9 * minute)
    assert await store.served_until(0) == NOW
    assert await store.put_off_timers({"lapse": "clock"}, 0, 1, NOW, NOW + 9 * minute) == 1
    assert await store.served_until(0) == NOW + 9 * minute
    assert await store.put_off_timers({"lapse": "clock"}, 0, 1, NOW, NOW + 9 * minute) == 0, (
        "somebody else did it"
    )
    due = {(timer.kind, timer.seat): timer.due for timer in await store.timers(match)}
    assert due == {("lapse", 0): NOW, ("lapse", 1): NOW + 10 * minute, ("player", 1): NOW + minute}
    assert await said_of(store, match) == [("clock", 1, 1)]
    due_at = await store.next_lane()
    assert due_at is not None
    assert NOW + 9 * minute <= due_at <= NOW + 19 * minute


async def test_a_shard_is_credited_for_its_own_servers(store: Store) -> None:
    clock = (NewTimer("lapse", Seat(0), 0, NOW + MINUTE),)
    guilds = [shard << 22 for shard in range(4)]
    matches = [
        await opened(store, stored_match(venue=Venue(guild, 6, "fr")), timers=clock) for guild in guilds
    ]
    for shard in (0, 1):
        await store.note_session_up(shard, NOW)
    assert await store.put_off_timers({"lapse": "clock"}, 1, 2, NOW, NOW + 5 * MINUTE) == 2
    moved = [(await store.timers(match))[0].due - NOW for match in matches]
    assert moved == [MINUTE, 6 * MINUTE, MINUTE, 6 * MINUTE]
    assert (await store.served_until(0), await store.served_until(1)) == (NOW, NOW + 5 * MINUTE)


async def test_a_clock_shift_is_written_whole_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    minute = timedelta(minutes=1)
    timers = [NewTimer(kind, Seat(0), 1, NOW + after * minute) for after, kind in enumerate(("a", "b", "c"))]
    match = await opened(store, timers=tuple(timers), notices=(NewNotice("lobby"),))
    assert await store.take_lane("a", match, NOW, NOW + minute)
    (notice,) = await store.notices((match,))
    assert await store.put_off_notice("a", notice.id, NOW + 3 * minute)
    await store.release_lanes("a", (match,), NOW + 3 * minute)

    async def due() -> list[datetime | None]:
        (line,) = await store.notices((match,))
        lane = await store.next_lane()
        return [*(timer.due for timer in await store.timers(match)), time(line.due), lane]

    before = await due()
    await store.note_session_up(0, NOW)
    with monkeypatch.context() as patch:
        patch.setattr(store, "_put_off", fails)
        with pytest.raises(StoreError):
            await store.shift_clock(NOW - minute, -minute, "a", None)
    assert (await due(), await store.served_until(0)) == (before, NOW)
    await store.shift_clock(NOW - minute, -minute, "a", None)
    assert await due() == [NOW - minute, NOW, NOW + minute, NOW + 2 * minute, NOW + 2 * minute]
    assert await store.served_until(0) == NOW - minute
    await store.shift_clock(NOW, 9 * minute, "a", None)
    later = [NOW - minute, NOW, NOW + 10 * minute, NOW + 11 * minute, NOW + 11 * minute]
    assert await due() == later, "what is due stays due"
    assert await store.served_until(0) == NOW + 8 * minute


async def test_the_notice_about_a_moved_clock_comes_within_minutes(store: Store) -> None:
    """The minutes count by the new clock, however far it was moved."""
    match = await opened(store, timers=(NewTimer("lapse", Seat(1), 3, NOW + MINUTE),))
    for years in (50, -50):
        by = timedelta(days=years * 365)
        now = NOW if years > 0 else NOW + timedelta(days=50 * 365)
        await store.shift_clock(min(now, now + by), by, "lapse", "clock")
        due = await store.next_lane()
        assert due is not None
        assert timedelta() <= due - (now + by) <= timedelta(minutes=10)
        assert await store.take_lane("a", match, now + by, now + by + MINUTE)
        (notice,) = await store.notices((match,))
        assert await store.note_said("a", Said(notice))
        await store.release_lanes("a", (match,))
        assert await store.next_lane() is None


@pytest.mark.parametrize("by", [MINUTE, -MINUTE])
async def test_a_check_of_a_seats_clock_never_moves_to_later_with_the_machines_clock(
    store: Store, by: timedelta
) -> None:
    """A check that comes too early sets itself anew; one that came too late would miss the deadline."""
    due = NOW + 2 * MINUTE
    timers = (NewTimer("clock", Seat(0), 3, due), NewTimer("bot", Seat(1), 3, due))
    match = await opened(store, timers=timers)
    await store.shift_clock(NOW, by, "lapse", None)
    dues = {timer.kind: timer.due for timer in await store.timers(match)}
    assert dues == {"clock": min(due, due + by), "bot": due + by}


async def test_nothing_is_to_be_said_to_a_person_who_was_forgotten(store: Store) -> None:
    """Seats keep a number below zero in place of the person's id: nobody can be written to by it."""
    notices = (NewNotice("over", Seat(0), 1, person=-3), NewNotice("over", Seat(1), 1, person=3))
    match = await opened(store, notices=notices)
    assert [notice.person for notice in await store.notices((match,))] == [3]


async def test_pressing_lanes_are_known_without_reading_the_outbox(store: Store) -> None:
    late = NOW + LONGEST + MINUTE
    waits = [
        await opened(store, notices=notices)
        for notices in (
            (NewNotice("turn", Seat(0), 1), NewNotice("lobby")),
            (NewNotice("lobby"), NewNotice("turn", Seat(0), 1, person=7)),
            (NewNotice("turn", Seat(0), 1, due=late), NewNotice("lobby")),
            (NewNotice("turn", Seat(0), 1, due=NOW + LONGEST),),
            (NewNotice("late", Seat(0), 1, person=7),),
        )
    ]
    assert await store.pressing(waits[:4], NOW + LONGEST) == {waits[1], waits[2]}
    assert await store.pressing(waits[4:], NOW + LONGEST) == {waits[4]}
    assert await store.pressing((), NOW) == set()


async def test_waiting_seats_are_known_without_logs(store: Store) -> None:
    match = await opened(store)
    await opened(store, stored_match(status=Status.OVER))
    await opened(store, stored_match(occupants=(ROBOT, ROBOT)))
    assert await store.waiting_for(2**62) == {match: None}, "as in a database of an older version"
    await wrote(store, match, entry=entry(0, "start"), pending=(Seat(0), Seat(1)))
    assert await store.waiting_for(2**62) == {match: True}
    await wrote(store, match, entry=entry(1), pending=(Seat(1),))
    assert await store.waiting_for(2**62) == {match: False}
    await wrote(store, match, stored_match(id=match, agreed=frozenset()))
    assert await store.waiting_for(2**62) == {match: False}, "a change without an entry changes nothing of it"


# One transaction for each change.


@pytest.mark.parametrize("number", [0, 2, 5])
async def test_an_entry_that_is_not_next_writes_nothing_at_all(store: Store, number: int) -> None:
    match = await opened(store)
    await wrote(store, match, entry=entry(0, "start"))
    after = stored_match(id=match, status=Status.OVER)
    known = await store.match(match)
    assert known is not None
    wrong = Change(match, after, entry(number), (8, "play"), (NewNotice("over"),), version=known.version)
    with pytest.raises(Conflict):
        await store.commit(wrong)
    assert await kept(store, match) == stored_match(id=match, entries=1)
    assert await store.clicks(match) == {}
    assert await said_of(store, match) == []
    assert await store.take_lanes("a", NOW, NOW + MINUTE, 9) == []


async def test_a_change_from_what_is_no_more_so_writes_nothing_at_all(store: Store) -> None:
    match = await opened(store)
    before = await store.match(match)
    assert before is not None
    await wrote(store, match, entry=entry(0, "start"))
    after = stored_match(id=match, status=Status.OVER)
    for version in (before.version, before.version + 2):
        timers = (NewTimer("player", Seat(0), 3, NOW),)
        wrong = Change(match, after, entry(1), (8, "play"), (NewNotice("over"),), timers, version=version)
        with pytest.raises(Conflict):
            await store.commit(wrong)
    assert await kept(store, match) == stored_match(id=match, entries=1)
    assert (await store.clicks(match), await store.timers(match)) == ({}, [])
    assert await store.take_lanes("a", NOW, NOW + MINUTE, 9) == []


async def test_a_click_that_has_acted_writes_nothing_at_all(store: Store) -> None:
    match = await opened(store, click=(8, "open"))
    await wrote(store, match, entry=entry(0), click=(8, "play"))
    with pytest.raises(Conflict):
        await wrote(store, match, entry=entry(1), click=(8, "play"))
    assert len(await store.entries(match)) == 1


async def test_a_click_opens_one_match(store: Store) -> None:
    await opened(store, click=(8, "open"))
    with pytest.raises(Conflict):
        await opened(store, click=(8, "open"))
    assert await store.count([Status.RUNNING]) == 1


async def test_many_writers_at_once_do_not_mix(store: Store) -> None:
    match = await opened(store)
    results = await asyncio.gather(
        *(
            store.commit(Change(match, entry=entry(0), click=(click, "play"), version=1))
            for click in range(20)
        ),
        return_exceptions=True,
    )
    assert sorted(isinstance(result, Conflict) for result in results) == [False] + [True] * 19
    assert len(await store.clicks(match)) == 1


async def test_cached_rows_are_read_again_after_a_change(store: Store) -> None:
    """Hours, servers, jottings and posts may be cached: every kind of change is seen at once."""
    ann, match = 2**62, await opened(store)

    async def posts() -> list[tuple[str, int, int]]:
        return sorted((post.kind, post.person, post.message) for post in await store.posts(match))

    for number, zone in enumerate(("Europe/Paris", "Asia/Tokyo")):
        assert await store.hours((ann, 7)) == ({} if not number else {ann: Hours(Habits("Europe/Paris"))})
        await store.save_hours(ann, Hours(Habits(zone)), NOW)
        assert (await store.hours((ann,)))[ann].habits.zone == zone
        await store.server(5)
        await store.save_server(5, Server(zone))
        assert (await store.server(5)).zone == zone
        await store.jotting(ann, match)
        await store.save_jotting(ann, match, zone, NOW)
        assert await store.jotting(ann, match) == zone

    assert await posts() == []
    await store.save_post(Post(match, "thread", 0, 1, 2))
    assert await posts() == [("thread", 0, 2)]
    await wrote(store, match, entry=entry(0), notices=(NewNotice("turn"),))
    ((lane),) = await store.take_lanes("a", NOW, NOW + MINUTE, 9)
    (notice,) = await store.notices((lane.match,))
    shown, hand = Post(match, "turn", 0, 1, 3), Post(match, "hand", ann, 1, 4)
    assert await store.add_notices("a", match, [NewNotice("over")], [hand])
    assert await posts() == [("hand", ann, 4), ("thread", 0, 2)]
    assert await store.note_said("a", Said(notice, (shown,), (("thread", 0),)))
    assert await posts() == [("hand", ann, 4), ("turn", 0, 3)]
    await store.save_post(Post(match, "vote", 0, 1, 5))
    await store.drop_post(match, "vote", 0)
    assert await posts() == [("hand", ann, 4), ("turn", 0, 3)]
    await store.forget(ann)
    assert await posts() == [("turn", 0, 3)]
    assert await store.hours((ann,)) == {}
    assert await store.jotting(ann, match) == ""

    ended = match = await opened(store, stored_match(status=Status.OVER))
    await wrote(store, ended, entry=entry(0))
    await store.save_post(Post(ended, "turn", 0, 1, 6))
    assert await posts() == [("turn", 0, 6)]
    await store.tidy(NOW, 100)
    assert await posts() == [], "it is kept without them"


# Invitations


def sends(*guests: int) -> Invitations:
    return Invitations(7, tuple(Guest(each, f"Guest {each}") for each in guests), 3, 10, timedelta(hours=1))


def keeping(*guests: int) -> StoredMatch:
    return stored_match(status=Status.LOBBY, lobby=Lobby(guests=sends(*guests).guests), size=9)


async def test_simultaneous_invitations_stay_within_the_limit(store: Store) -> None:
    """Several processes count the same rows: a later one waits for the one before."""
    sending = (opened(store, keeping(9), invitations=sends(9), click=(each, "open")) for each in range(8))
    done = await asyncio.gather(*sending, return_exceptions=True)
    passed = [each for each in done if isinstance(each, int)]
    refused = [each.code for each in done if isinstance(each, Refusal)]
    assert (len(passed), refused) == (3, ["invited_open"] * 5)
    assert [each.id for each in await store.lobbies_for(9, 99)] == sorted(passed, reverse=True), (
        "a table that was refused is not opened"
    )
    for guests in ((11, 12, 13), (14, 15, 16)):
        await opened(store, keeping(*guests), invitations=sends(*guests))
    with pytest.raises(Refusal, match="invited_often"):
        await opened(store, keeping(17, 18), invitations=sends(17, 18))
    later = NOW + timedelta(hours=1)
    await opened(store, keeping(17, 18), invitations=sends(17, 18), at=later)


async def test_invitations_ring_one_after_the_other(store: Store) -> None:
    first, second, third, elsewhere = [
        await opened(store, keeping(9) if channel is None else elsewhere_table(channel), invitations=sent)
        for channel, sent in ((None, sends(9)), (None, sends(9)), (None, sends(9)), (77, by_another(9)))
    ]

    async def rings(match: int, notice: int, at: datetime, *, others: bool = False) -> Ring:
        return await store.ring_guest(match, 9, notice, at, MINUTE * 10, others=others)

    assert await rings(first, 1, NOW) == Ring(None, (first,))
    assert await rings(first, 1, NOW + MINUTE) == Ring(None, (first,)), "tried again"
    assert await rings(first, 5, NOW + MINUTE * 30) == Ring(None, ()), "it has rung"
    waits = Ring(NOW + MINUTE * 10, ())
    assert await rings(second, 2, NOW + MINUTE) == waits
    assert await rings(elsewhere, 4, NOW + MINUTE) == waits, "whoever invites"
    at = NOW + MINUTE * 10
    both = Ring(None, (second, third))
    assert await rings(second, 2, at, others=True) == both
    assert await rings(second, 2, at, others=True) == both
    assert await rings(third, 3, at + MINUTE * 30) == Ring(None, ()), "another message has named it"
    assert await rings(elsewhere, 4, at + MINUTE * 10, others=True) == Ring(None, (elsewhere,))
    assert (await store.kept_of(9))["invitations"][0]["sent_by_you"] is False
    await store.forget(9)
    assert (await store.kept_of(7))["invitations"] == []


def elsewhere_table(channel: int) -> StoredMatch:
    return stored_match(
        status=Status.LOBBY, lobby=Lobby(guests=sends(9).guests), size=9, venue=Venue(5, channel, "en")
    )


def by_another(guest: int) -> Invitations:
    return Invitations(8, sends(guest).guests, 3, 10, timedelta(hours=1))


async def test_two_tables_that_ring_at_once_ring_once(store: Store) -> None:
    tables = [await opened(store, keeping(9), invitations=sends(9)) for _ in range(3)]
    rung = await asyncio.gather(
        *(store.ring_guest(each, 9, each, NOW, MINUTE, others=False) for each in tables)
    )
    assert sum(bool(each.matches) for each in rung) == 1
