"""Two services on one store: a stale write is made again, and only one service sends each notice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from engine.game import NotYourTurn, Refusal, Seat
from engine.match.changes import BESIDE, Change, NewNotice
from engine.match.values import SUMMARY
from engine.matches import Matches, Post, Status
from engine.record import read, verify
from engine.store import CallOutcome, Committed, Conflict, Said, Store
from harness.postgres import BOTH
from tests.engine.auction import AUCTION
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, Table

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


@pytest.fixture
async def other(table: Table) -> AsyncIterator[Matches]:
    """Return another service on the same store, with its own memory."""
    matches = table.again()
    yield matches
    await matches.close()


# Versions.


@pytest.fixture
def conflicts(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the matches of which a stale write was refused."""
    refused: list[int] = []
    commit = store.commit

    async def watched(change: Change) -> Committed:
        try:
            return await commit(change)
        except Conflict:
            refused.append(change.match)
            raise

    monkeypatch.setattr(store, "commit", watched)
    return refused


async def test_a_stale_write_is_made_anew_on_what_is_there(
    table: Table, other: Matches, conflicts: list[int]
) -> None:
    match = await table.started(BOB, CEE)
    assert (await other.queries.situation(match, BOB)).pending == (0, 1, 2)
    await table.play(match, ANN, "bid 4")
    played = await other.moves.play(match, BOB, "bid 7", 1, table.click)
    # If others write to the database, the version is read first, and the race does not occur.
    lost = [match] if table.store.sole else []
    assert (played.entry.number, played.is_repeat, conflicts) == (2, False, lost)
    await table.play(match, CEE, "bid 2")
    assert conflicts == lost * 2
    log = [(entry.number, entry.seat, entry.text, entry.by) for entry in await table.store.entries(match)]
    assert log[1:] == [(1, 0, "bid 4", ANN), (2, 1, "bid 7", BOB), (3, 2, "bid 2", CEE)]
    assert (await table.matches.queries.situation(match, None)).pending == (1,), "Bob has won it"
    assert await table.matches.queries.situation(match, BOB) == await table.again().queries.situation(
        match, BOB
    )


async def test_a_question_that_was_answered_elsewhere_is_stale_and_a_click_acts_once(
    table: Table, other: Matches, conflicts: list[int]
) -> None:
    match = await table.started(BOB)
    assert (await other.queries.situation(match, ANN)).question_number == 1
    await table.matches.moves.play(match, ANN, "bid 4", 1, 50)
    again = await other.moves.play(match, ANN, "bid 4", 1, 50)
    assert (again.is_repeat, again.entry.number, conflicts) == (True, 1, [match] if table.store.sole else [])
    await table.play(match, BOB, "bid 1")
    with pytest.raises(Refusal, match=r"^stale"):
        await other.moves.play(match, ANN, "bid 9", 2, table.click)
    with pytest.raises(NotYourTurn):
        await other.moves.play(match, BOB, "take", None, table.click)
    assert len(await table.store.entries(match)) == 3


async def test_two_race_for_the_last_seat_through_two_services(table: Table, other: Matches) -> None:
    match = await table.open(2)
    await other.loader.get(match)
    results = await asyncio.gather(
        *(
            service.lobbies.join(match, person, "Racer", table.click)
            for service, person in ((table.matches, BOB), (other, CEE), (other, DAN))
        ),
        return_exceptions=True,
    )
    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert {str(result).split()[0] for result in results if isinstance(result, Refusal)} == {"full"}
    assert len((await table.again().loader.get(match)).occupants) == 2


async def test_of_two_writes_that_meet_one_is_made(
    table: Table, other: Matches, store: Store, conflicts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither service writes before the other has read what both are about to change."""
    match = await table.started(BOB)
    services = (table.matches, other)
    for service in services:
        await service.queries.situation(match, ANN)
    both_have_read, commit = asyncio.Barrier(2), store.commit

    async def meet(change: Change) -> Committed:
        if not conflicts:
            await both_have_read.wait()
        return await commit(change)

    monkeypatch.setattr(store, "commit", meet)
    moves = (
        service.moves.play(match, ANN, f"bid {bid}", 1, table.click) for bid, service in enumerate(services)
    )
    results = await asyncio.gather(*moves, return_exceptions=True)
    (refused,) = (result for result in results if isinstance(result, BaseException))
    assert isinstance(refused, Refusal)
    assert conflicts == [match]
    assert [entry.seat for entry in await store.entries(match)] == [None, 0]


async def test_a_match_is_played_through_two_services_at_once(table: Table, other: Matches) -> None:
    """Each question is answered through both services at once: one of the two moves is made."""
    match = await table.started(BOB, "steady", target=3)
    for _ in range(200):
        cold = table.again()
        if (await cold.loader.get(match)).status is not Status.RUNNING:
            break
        await asyncio.gather(table.matches.timers.run_due_timers(), other.timers.run_due_timers())
        for person in (ANN, BOB):
            now = await table.again().queries.situation(match, person)
            if now.seat not in now.pending:
                continue
            await asyncio.gather(
                *(
                    service.moves.play(match, person, str(now.moves[-1]), now.question_number, table.click)
                    for service in (table.matches, other)
                ),
                return_exceptions=True,
            )
            assert len(await table.store.entries(match)) > now.match.entries
    final = table.again()
    assert (await final.loader.get(match)).status is Status.OVER
    record = read(await final.queries.record(match))
    verify(record, AUCTION)
    made = [number for number in (await table.store.clicks(match)).values() if number is not None]
    assert len(made) == len(set(made)), "no entry was made by two clicks"


async def test_a_caller_that_loses_every_race_gets_an_error(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller is told after three tries, and nothing is written."""
    match = await table.started(BOB)
    tries = 0

    async def lost(_: Change) -> Committed:
        nonlocal tries
        tries += 1
        raise Conflict("store_conflict", path="", match=match)

    with monkeypatch.context() as patch:
        patch.setattr(store, "commit", lost)
        with pytest.raises(Conflict):
            await table.play(match, ANN, "bid 4")
    assert tries == 3
    assert len(await store.entries(match)) == 1
    assert (await table.play(match, ANN, "bid 4")).entry.number == 1


# Lanes.


async def lanes(matches: Matches) -> list[int]:
    fresh, due = await matches.outbox.next_lanes(9, 9)
    return [lane.match for lane in (*fresh, *due)]


async def test_a_notice_is_sent_by_one_sayer_only(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    assert await lanes(other) == []
    await other.lobbies.join(match, BOB, "Bob", table.click)
    assert await lanes(other) == [], "it is added to what is being said"
    assert [notice.kind for notice in await table.matches.outbox.notices((match,))] == [
        "lobby",
        "lobby",
        "full",
    ]
    table.clock.pass_(59)
    assert await lanes(other) == []
    await table.matches.outbox.release_lanes((match,))
    assert await lanes(other) == [match]


async def test_a_lane_falls_due_when_its_lease_ends(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    table.clock.pass_(60)
    assert await lanes(other) == [match]
    (notice,) = await other.outbox.notices((match,))
    assert await other.outbox.note_said(Said(notice))
    assert await lanes(table.matches) == []


async def test_a_lane_that_is_kept_does_not_fall_due(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    for _ in range(10):
        table.clock.pass_(40)
        await table.matches.outbox.renew_lanes((match,))
        assert await lanes(other) == []
    await table.matches.outbox.release_lanes((match,))
    table.clock.pass_(1)
    await table.matches.outbox.renew_lanes((match,))
    assert await lanes(other) == [match], "what was given back is not kept"


async def test_a_notice_sent_without_a_lease_is_not_written(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    table.clock.pass_(60)
    assert await lanes(other) == [match]
    said = Said(notice, (Post(match, "lobby", 0, 6, 77),), (), (NewNotice("lobby"),))
    assert not await table.matches.outbox.note_said(said)
    await table.matches.outbox.release_lanes((match,))
    assert await table.matches.posts.posts(match) == []
    assert await other.outbox.notices((match,)) == [notice]
    assert await lanes(table.again()) == [], "it is still the other's"
    assert await other.outbox.note_said(said)
    assert await other.posts.posts(match) == [Post(match, "lobby", 0, 6, 77)]
    (more,) = await other.outbox.notices((match,))
    assert (more.kind, more.id > notice.id) == ("lobby", True)


async def test_a_sayer_without_its_lease_writes_nothing(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    table.clock.pass_(60)
    assert await lanes(other) == [match]
    post = Post(match, "lost", 0, 6, 0)
    noted = [
        await table.matches.outbox.note_begun(notice, "6"),
        await table.matches.outbox.put_off_notice(notice, table.clock() + timedelta(minutes=5), "beside"),
        await table.matches.outbox.add_notices(match, NewNotice("lost", person=ANN), posts=(post,)),
        await table.matches.outbox.merge_notices(match, [notice]),
        await table.matches.outbox.set_aside(notice, "a test"),
    ]
    assert noted == [False] * 5
    assert await other.outbox.notices((match,)) == [notice]
    assert await other.posts.posts(match) == []
    assert (await other.upkeep.sizes()).aside == 0
    assert await lanes(table.matches) == [], "nor has it taken the lane back"


async def test_the_holder_of_a_lane_writes_freely(table: Table) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    post, later = Post(match, "lost", 0, 6, 0), table.clock() + timedelta(minutes=5)
    assert await table.matches.outbox.note_begun(notice, "6")
    assert await table.matches.outbox.put_off_notice(notice, later)
    assert await table.matches.outbox.add_notices(
        match, NewNotice("lost", person=ANN), NewNotice("lobby"), posts=(post,)
    )
    first, lost, again = await table.matches.outbox.notices((match,))
    assert (first.begun, first.attempts, lost.kind, again.kind) == ("6", 1, "lost", "lobby")
    assert await table.matches.posts.posts(match) == [post]
    assert await table.matches.outbox.merge_notices(match, [again])
    assert await table.matches.outbox.set_aside(lost, "a test")
    assert await table.matches.outbox.notices((match,)) == [first]
    assert (await table.matches.upkeep.sizes()).aside == 1


async def test_new_notices_of_a_lost_lane_are_left_to_its_holder(table: Table, other: Matches) -> None:
    """The service does not send even its own notice: the holder of the lane does."""
    match = await table.open()
    assert await lanes(table.matches) == [match]
    table.clock.pass_(60)
    assert await lanes(other) == [match]
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await lanes(table.matches) == []
    assert len(await other.outbox.notices((match,))) == 3


async def test_a_sayer_gives_up_a_lane_that_it_has_lost(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    table.clock.pass_(60)
    assert await lanes(other) == [match]
    assert not await table.matches.outbox.note_said(Said(notice))
    await table.matches.outbox.add_notices(match, NewNotice("lobby"))
    assert await lanes(table.matches) == []


async def test_a_failed_notice_goes_back_with_its_lane(table: Table, other: Matches) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    (notice,) = await table.matches.outbox.notices((match,))
    later = table.clock() + timedelta(seconds=10)
    await table.matches.outbox.put_off_notice(notice, later)
    await table.matches.outbox.release_lanes((match,), later)
    table.clock.pass_(9)
    assert await lanes(other) == []
    table.clock.pass_(1)
    assert await lanes(other) == [match]
    assert [each.attempts for each in await other.outbox.notices((match,))] == [1]


async def test_the_longest_waiting_lane_comes_first(table: Table) -> None:
    matches: list[int] = []
    for _ in range(5):
        matches.append(await table.open())
        table.clock.pass_(1)
    cold = table.again()
    assert [lane.match for lane in (await cold.outbox.next_lanes(0, 2))[1]] == matches[:2]
    assert {lane.match for lane in (await cold.outbox.next_lanes(0, 9))[1]} == set(matches[2:])


# Timers.


async def test_a_timer_taken_twice_moves_once(table: Table, other: Matches) -> None:
    match = await table.started("steady", BOB)
    await asyncio.gather(
        *(service.timers.run_due_timers() for service in (table.matches, other, table.again()))
    )
    assert (await table.again().loader.get(match)).entries == 2
    assert await table.store.timers(match) == []


async def test_a_timer_of_a_taker_who_died_falls_due_when_its_lease_ends(table: Table) -> None:
    match = await table.started("steady", BOB)
    now = table.clock()
    taken, _ = await table.store.take_timers("gone", now, now + timedelta(seconds=90), 9)
    assert [timer.match for timer in taken] == [match]
    assert await table.matches.timers.run_due_timers() == 0
    assert await table.store.next_timer(now) == now + timedelta(seconds=90)
    table.clock.pass_(90)
    assert await table.matches.timers.run_due_timers() == 1
    assert (await table.matches.loader.get(match)).entries == 2


async def test_one_process_alone_sends_the_summary_of_a_person(table: Table, other: Matches) -> None:
    """Two processes lease the lanes of two matches whose notices go to the same person in one message."""
    first, second = await table.open(), await table.open()
    both = await lanes(table.matches)
    for each in both:
        assert await table.matches.outbox.add_notices(each, NewNotice(SUMMARY, person=ANN, due=table.clock()))
    await table.matches.outbox.release_lanes((second,))
    assert await lanes(other) == [second]
    mine, theirs = await table.matches.outbox.notices_to(ANN, SUMMARY)
    assert (mine.match, theirs.match) == (first, second)
    claims = await asyncio.gather(table.matches.outbox.claim(mine), other.outbox.claim(theirs))
    assert sorted(claims) == [False, True]
    winner, loser = (mine, theirs) if claims[0] else (theirs, mine)
    by, late = (table.matches, other) if claims[0] else (other, table.matches)
    assert await by.outbox.claim(winner), "it may be tried again"
    assert not await late.outbox.claim(loser)
    assert not await late.outbox.claim(winner), "that lane is another's"
    outcomes = dict.fromkeys((winner.id, loser.id), CallOutcome.RUNG)
    with pytest.raises(ValueError, match="nobody says what becomes of the clock"):
        await by.outbox.note_said(Said(winner, others=(loser,), outcomes={winner.id: CallOutcome.RUNG}))
    assert await by.outbox.note_said(Said(winner, others=(loser,), outcomes=outcomes))
    assert await table.matches.outbox.notices_to(ANN, SUMMARY) == []
    assert not await late.outbox.claim(loser), "another has said it"


async def test_a_notice_that_is_put_off_gives_up_its_claim(table: Table) -> None:
    match = await table.open()
    assert await lanes(table.matches) == [match]
    assert await table.matches.outbox.add_notices(
        match, *[NewNotice(SUMMARY, None, n, person=ANN) for n in (1, 2)]
    )
    one, two = await table.matches.outbox.notices_to(ANN, SUMMARY)
    assert await table.matches.outbox.claim(one)
    assert not await table.matches.outbox.claim(two)
    assert await table.matches.outbox.put_off_notice(one, table.clock(), BESIDE)
    assert await table.matches.outbox.claim(two)


async def test_a_lane_given_back_while_a_change_is_written_is_due_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change counts on the lease that it finds: nobody would look at the lane before that has run out."""
    store, now = table.store, table.clock()
    if not store.sole:
        pytest.skip("what others may write is looked for every second")
    match = await table.started(BOB, CEE)
    await table.notices()
    version = await store.version(match)
    assert version is not None

    def change(version: int) -> Change:
        notices = (NewNotice("vote", Seat(0)),)
        return Change(match, notices=notices, version=version, at=now, sayer="courier")

    assert (await store.commit(change(version))).mine
    for notice in await store.notices((match,)):
        await store.note_said("courier", Said(notice))
    begun, goes_on = asyncio.Event(), asyncio.Event()
    writer: Any = store._writer  # pyright: ignore
    transaction = writer.transaction

    async def held(work: Any) -> Any:
        begun.set()
        await goes_on.wait()
        return await transaction(work)

    monkeypatch.setattr(writer, "transaction", held)
    writing = asyncio.create_task(store.commit(change(version + 1)))
    await begun.wait()
    await store.release_lanes("courier", (match,))
    goes_on.set()
    assert (await writing).mine
    assert not await store.note_begun("courier", (await store.notices((match,)))[0].id, "x"), "given back"
    due = await store.next_lane(now=now)
    assert due is not None
    assert due <= now
