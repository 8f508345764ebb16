"""Tables that fill: invitations, and tables that begin or close by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Refusal
from engine.genial.model import GenialOptions
from engine.match.lobby import Begin, Guest, Lobby
from engine.match.lobby_changes import BEGIN_AFTER, CLOSE_AFTER, OFFER_AFTER
from engine.matches import Match, Occupant, Status
from engine.record import read, verify
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Table, refuses
from tests.stranger import program as stranger

BOBS, CEES = Guest(BOB, "Bob"), Guest(CEE, "Cee")


async def opened(table: Table, size: int = 2, **lobby: Any) -> int:
    options = AuctionOptions(1)
    match = await table.matches.lobbies.open(
        "auction", options, size, ANN, "Ann", PLACE, table.click, lobby=Lobby(**lobby)
    )
    return match.id


async def refused(doing: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        await doing
    return refusal.value.code


async def kinds(table: Table, match: int) -> Sequence[tuple[str, int | None]]:
    """Return the kinds of the notices, each with its person if it is private."""
    return [(one.kind, one.person) for one in await table.matches.outbox.notices((match,))]


def who(match: Match) -> list[int | str | None]:
    return [one.person or one.player for one in match.occupants]


# Invitations


async def test_a_seat_is_kept_for_who_is_invited(table: Table) -> None:
    match = await opened(table, 3, guests=(BOBS,))
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    assert await refused(table.matches.lobbies.join(match, DAN, "Dan", table.click)) == "seats_kept"
    assert await refused(table.matches.lobbies.add_player(match, ANN, "steady", table.click)) == "seats_kept"
    assert await refused(table.matches.lobbies.start(match, ANN, table.click)) == "not_full"
    assert await refused(table.matches.lobbies.accept(match, DAN, "Dan", table.click)) == "not_invited"
    after = await table.matches.lobbies.accept(match, BOB, "Bob", table.click)
    assert (who(after), after.lobby.guests) == ([ANN, CEE, BOB], ())
    assert (await table.again().loader.get(match)).lobby == after.lobby


async def test_an_invited_person_may_just_as_well_join(table: Table) -> None:
    match = await opened(table, guests=(BOBS,), guests_only=True)
    assert await refused(table.matches.lobbies.join(match, CEE, "Cee", table.click)) == "guests_only"
    assert who(await table.matches.lobbies.join(match, BOB, "Bob", table.click)) == [ANN, BOB]


async def test_declining_frees_the_seat_and_tells_the_host_once(table: Table) -> None:
    match = await opened(table, guests=(BOBS,))
    click = table.click
    await table.matches.lobbies.decline(match, BOB, click)
    after = await table.matches.lobbies.decline(match, BOB, click)
    assert (after.lobby.guests, after.lobby.declined, after.free) == ((), (BOBS,), 1)
    assert await kinds(table, match) == [("lobby", None), ("lobby", None), ("declined", ANN)]
    assert await refused(table.matches.lobbies.decline(match, BOB, table.click)) == "not_invited"
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)


async def test_no_more_can_be_invited_than_there_are_seats(table: Table) -> None:
    assert await refused(opened(table, 2, guests=(BOBS, CEES))) == "too_many_guests"
    assert await refused(opened(table, 2, guests=(Guest(ANN, "Ann"),))) == "invited_oneself"
    assert await table.matches.queries.lobbies_at(PLACE.guild, limit=9) == []


async def test_a_host_takes_back_a_seat_and_an_invitation(table: Table) -> None:
    match = await opened(table, 3, guests=(BOBS,))
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    assert await refused(table.matches.lobbies.put_out(match, CEE, BOB, table.click)) == "not_host"
    assert await refused(table.matches.lobbies.put_out(match, ANN, DAN, table.click)) == "nobody_to_put_out"
    assert await refused(table.matches.lobbies.put_out(match, ANN, ANN, table.click)) == "nobody_to_put_out"
    await table.matches.lobbies.put_out(match, ANN, CEE, table.click)
    after = await table.matches.lobbies.put_out(match, ANN, BOB, table.click)
    assert (who(after), after.free) == ([ANN], 2)
    told = [each for each in await kinds(table, match) if each[0] == "putout"]
    assert told == [("putout", CEE), ("putout", BOB)]
    assert await refused(table.matches.lobbies.join(match, CEE, "Cee", table.click)) == "put_out"


async def test_nothing_of_who_was_invited_stays_once_it_begins(table: Table) -> None:
    match = await opened(table, 2, guests=(BOBS,))
    await table.matches.lobbies.decline(match, BOB, table.click)
    await table.matches.lobbies.add_player(match, ANN, "steady", table.click)
    after = await table.matches.lobbies.start(match, ANN, table.click)
    assert after.lobby == Lobby(changes=1)


async def test_a_cancelled_match_still_says_by_which_announcement_it_began(table: Table) -> None:
    match = await opened(table, begin=Begin.ONCE)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await table.matches.lobbies.start_announced(match, 9001, 1)
    for person in (ANN, BOB):
        await table.matches.departures.cancel(match, person, table.click)
    assert (await table.matches.loader.get(match)).lobby.announced == 9001


# The start


async def test_anybody_seated_may_start(table: Table) -> None:
    match = await opened(table, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await refused(table.matches.lobbies.start(match, CEE, table.click)) == "not_seated"
    assert (await table.matches.lobbies.start(match, BOB, table.click)).status is Status.RUNNING
    before = {"begin", "offer", "close"}
    assert before.isdisjoint(one.kind for one in await table.store.timers(match))


async def test_the_host_alone_starts_where_that_was_chosen(table: Table) -> None:
    match = await opened(table)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await refused(table.matches.lobbies.start(match, BOB, table.click)) == "not_host"
    table.clock.pass_(3600)
    await table.automatic()
    assert (await table.matches.loader.get(match)).status is Status.LOBBY


async def starting(table: Table, match: int) -> list[int]:
    return [one.number for one in await table.matches.outbox.notices((match,)) if one.kind == "starting"]


async def test_a_full_table_begins_by_itself_after_a_while(table: Table) -> None:
    match = await opened(table, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert (await table.matches.loader.get(match)).lobby.due == table.clock() + BEGIN_AFTER
    assert ("full", None) in await kinds(table, match)
    table.clock.pass_(BEGIN_AFTER.total_seconds() - 1)
    await table.automatic()
    assert await starting(table, match) == []
    table.clock.pass_(1)
    table.matches = table.again()  # the bot was killed
    await table.automatic()
    assert await starting(table, match) == [1]
    for _ in range(2):
        assert await table.matches.lobbies.start_announced(match, 9001, 1)
    assert not await table.matches.lobbies.start_announced(match, 9002, 1)
    begun = await table.again().loader.get(match)
    assert (begun.status, begun.clicks[-1], begun.lobby.announced) == (Status.RUNNING, 9001, 9001)
    (entry, _), *_ = await table.matches.queries.log(match, None)
    assert (entry.by, entry.text) == (None, "9001")


async def test_a_match_that_began_by_itself_can_be_checked(table: Table) -> None:
    match = await opened(table, begin=Begin.ONCE)
    await table.matches.lobbies.join(match, BOB, "Bob", 7)
    assert await starting(table, match) == [1], "at once, without a timer"
    assert "full" not in [kind for kind, _ in await kinds(table, match)]
    assert await table.matches.lobbies.start_announced(match, 9001, 1)
    await table.finished(match)
    record = read(await table.matches.queries.record(match))
    assert record.clicks[1:] == (7, 9001)
    verify(record, AUCTION)


async def test_a_stranger_checks_what_began_by_itself(table: Table) -> None:
    """The stranger uses docs/fairness.md, and the ids that were shown."""
    lobby = Lobby(Begin.ONCE)
    match = await table.matches.lobbies.open("genial", GenialOptions(), 2, ANN, "Ann", PLACE, 5, lobby=lobby)
    await table.matches.lobbies.add_player(match.id, ANN, "steady", 6)
    assert await table.matches.lobbies.start_announced(match.id, 9001, 1)
    over = await table.finished(match.id)
    record = await table.matches.queries.record(match.id)
    assert stranger.check(record, over.commitment, "5,6,9001", str(over.entries)) > 12
    with pytest.raises(stranger.LoadedError):
        stranger.check(record, over.commitment, "5,6,9002")


async def test_an_announcement_holds_for_the_table_as_it_was(table: Table) -> None:
    """A person who knows the seed and reads the announcement's id cannot change the seats any more."""
    match = await opened(table, begin=Begin.ONCE)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.departures.leave(match, BOB, table.click)
    assert not await table.matches.lobbies.start_announced(match, 9001, 1)
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    assert not await table.matches.lobbies.start_announced(match, 9001, 1)
    assert await starting(table, match) == [1, 3]
    assert await table.matches.lobbies.start_announced(match, 9002, 3)


async def test_leaving_as_it_begins_is_no_resignation(table: Table) -> None:
    """The press was meant for a table that gathers: a duel would be lost by it."""
    match = await opened(table, begin=Begin.ONCE)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert await table.matches.lobbies.start_announced(
        match, 9002, (await table.matches.loader.get(match)).lobby.changes
    )
    with refuses("started"):
        await table.matches.departures.leave(match, BOB, table.click, resigning=False)
    after = await table.matches.loader.get(match)
    assert (after.status, after.seat_of(BOB)) == (Status.RUNNING, 1)


async def test_leaving_stops_the_clock(table: Table) -> None:
    match = await opened(table, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.departures.leave(match, BOB, table.click)
    assert (await table.matches.loader.get(match)).lobby.due is None
    table.clock.pass_(60)
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    (timer,) = (one for one in await table.store.timers(match) if one.kind == "begin")
    assert timer.due == table.clock() + BEGIN_AFTER


# Tables that do not fill


async def test_the_host_is_offered_players_after_a_day_and_gets_none_unasked(table: Table) -> None:
    match = await opened(table, 3, guests=(BOBS,))
    table.clock.pass_(OFFER_AFTER.total_seconds() - 1)
    await table.automatic()
    assert [kind for kind, _ in await kinds(table, match)] == ["lobby"]
    table.clock.pass_(1)
    await table.automatic()
    assert [kind for kind, _ in await kinds(table, match)] == ["lobby", "offer"]
    assert who(await table.matches.loader.get(match)) == [ANN]
    assert await refused(table.matches.lobbies.fill(match, BOB, table.click)) == "not_host"
    click = table.click
    await table.matches.lobbies.fill(match, ANN, click)
    after = await table.matches.lobbies.fill(match, ANN, click)
    assert (who(after), after.lobby.guests) == ([ANN, "steady", "steady"], ())
    assert await refused(table.matches.lobbies.fill(match, ANN, table.click)) == "full"


async def test_a_full_table_is_offered_nobody(table: Table) -> None:
    match = await opened(table)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    table.clock.pass_(OFFER_AFTER.total_seconds())
    await table.automatic()
    assert "offer" not in [kind for kind, _ in await kinds(table, match)]


async def test_a_table_closes_after_fourteen_days_and_says_so(table: Table) -> None:
    match = await opened(table, 3, guests=(BOBS,))
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    table.clock.pass_(CLOSE_AFTER.total_seconds() - 1)
    await table.automatic()
    assert (await table.matches.loader.get(match)).status is Status.LOBBY
    table.clock.pass_(1)
    table.matches = table.again()
    await table.automatic()
    closed = await table.matches.loader.get(match)
    assert (closed.status, closed.lobby) == (Status.CANCELLED, Lobby(lapsed=True, changes=1))
    assert closed.seed is not None
    assert (await kinds(table, match))[-3:] == [("cancelled", None), ("closed", ANN), ("closed", CEE)]
    assert await table.store.timers(match) == []


async def test_a_table_that_is_about_to_begin_does_not_close(table: Table) -> None:
    match = await opened(table, begin=Begin.DELAY)
    table.clock.pass_((CLOSE_AFTER - timedelta(minutes=5)).total_seconds())
    await table.automatic()
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    table.clock.pass_(300)
    await table.automatic()
    assert (await table.matches.loader.get(match)).status is Status.LOBBY
    table.clock.pass_(300)
    await table.automatic()
    assert await starting(table, match) == [1]


@pytest.mark.parametrize("begin", [Begin.DELAY, Begin.ONCE])
async def test_lost_timers_of_a_table_fall_due_again(table: Table, begin: Begin) -> None:
    match = await opened(table, begin=begin)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.notices()
    before = {(each.kind, each.due) for each in await table.store.timers(match) if each.kind != "offer"}
    for timer in await table.store.timers(match):
        await table.store.put_off_timer(timer.id, None)
    assert await table.matches.recovery.revive(match)
    assert not await table.matches.recovery.revive(match)
    after = {(each.kind, each.due) for each in await table.store.timers(match)}
    assert after == before | ({("begin", table.clock())} if begin is Begin.ONCE else set())
    table.clock.pass_(BEGIN_AFTER.total_seconds())
    await table.automatic()
    assert await starting(table, match) == [1]


# Playing again


async def test_a_rematch_invites_the_others_and_moves_everybody_on(store: SqliteStore) -> None:
    table = Table(store)
    match = await table.started(BOB, "steady", CEE, target=1)
    await table.finished(match)
    again = await table.matches.lobbies.rematch(match, CEE, "Cee", table.click)
    assert (again.host, who(again)) == (CEE, ["steady", CEE])
    assert [each.person for each in again.lobby.guests] == [ANN, BOB]
    assert await refused(table.matches.lobbies.join(again.id, DAN, "Dan", table.click)) == "seats_kept"
    assert ("rematch", again.id) in [
        (one.kind, one.number) for one in await table.matches.outbox.notices((match,))
    ], "the old thread leads to it"
    await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    after = await table.matches.lobbies.accept(again.id, BOB, "Bob", table.click)
    assert who(after) == [BOB, "steady", CEE, ANN]
    left = await table.matches.departures.leave(again.id, CEE, table.click)
    assert (left.host, who(left)) == (ANN, [BOB, "steady", ANN]), "who has sat there longest is next"


def test_a_person_without_a_place_in_the_order_sits_last() -> None:
    lobby = Lobby(order=(0, BOB, 0, ANN))
    seated = [(ANN, "a"), (DAN, "d"), (0, "x"), (0, "y"), (BOB, "b"), (0, "z")]
    assert lobby.seat_order(seated) == ("x", "b", "y", "a", "d", "z")


async def test_the_open_tables_of_a_server_are_listed(table: Table) -> None:
    first, second = await opened(table), await opened(table)
    await table.matches.departures.cancel(first, ANN, table.click)
    third = await opened(table)
    assert [one.id for one in await table.matches.queries.lobbies_at(PLACE.guild, limit=9)] == [third, second]
    assert [one.id for one in await table.matches.queries.lobbies_at(PLACE.guild, limit=1)] == [third]
    assert await table.matches.queries.lobbies_at(PLACE.guild + 1, limit=9) == []


async def test_the_fullest_table_is_kept_as_it_is(table: Table) -> None:
    lobby = Lobby(Begin.ONCE, True, (BOBS, CEES), (), (), (ANN, 0, BOB))
    match = await opened(
        table, 3, begin=lobby.begin, guests_only=True, guests=lobby.guests, order=lobby.order
    )
    assert (await table.again().loader.get(match)).lobby == lobby
    assert (await table.again().loader.get(match)).occupants == (Occupant(ANN, "Ann", None, 1001),)


async def test_the_host_invites_after_opening(table: Table) -> None:
    match = await opened(table, 3)
    with_bob = table.matches.lobbies.invite
    assert await refused(with_bob(match, BOB, CEES, table.click)) == "not_host"
    assert await refused(with_bob(match, ANN, Guest(ANN, "Ann"), table.click)) == "invited_oneself"
    click = table.click
    for _ in range(2):  # the click is delivered twice
        await with_bob(match, ANN, BOBS, click)
    assert ("invite", None) in await kinds(table, match)
    assert (await table.again().loader.get(match)).lobby.guests == (BOBS,)
    assert await refused(with_bob(match, ANN, BOBS, table.click)) == "guest_invited"
    assert [each.id for each in (await table.again().inboxes.inbox(BOB)).invited] == [match]
    await table.matches.lobbies.accept(match, BOB, "Bob", table.click)
    assert (await table.again().inboxes.inbox(BOB)).invited == ()
    assert await refused(with_bob(match, ANN, BOBS, table.click)) == "guest_seated"
    await with_bob(match, ANN, CEES, table.click)
    assert await refused(with_bob(match, ANN, Guest(DAN, "Dan"), table.click)) == "no_seat_left"
    await table.matches.lobbies.decline(match, CEE, table.click)
    assert (await table.again().inboxes.inbox(CEE)).invited == (), "who has declined is not shown it again"
    assert await refused(with_bob(match, ANN, CEES, table.click)) == "guest_declined"
    await with_bob(match, ANN, Guest(DAN, "Dan"), table.click)
    await table.matches.lobbies.put_out(match, ANN, DAN, table.click)
    assert await refused(table.matches.lobbies.join(match, DAN, "Dan", table.click)) == "put_out"
    await with_bob(match, ANN, Guest(DAN, "Dan"), table.click)
    await table.matches.lobbies.accept(match, DAN, "Dan", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    assert await refused(with_bob(match, ANN, CEES, table.click)) == "started"
    for_two = await opened(table, 2)
    await with_bob(for_two, ANN, BOBS, table.click)
    assert (await table.matches.loader.get(for_two)).lobby.guests == (BOBS,)
    alone = await opened(table, 1)
    assert await refused(with_bob(alone, ANN, CEES, table.click)) == "no_guests"


async def test_a_seat_that_is_kept_is_no_free_one(table: Table) -> None:
    kept = await table.matches.loader.get(await opened(table, 2, guests=(BOBS,)))
    assert [kept.has_seat_for(each) for each in (ANN, BOB, CEE)] == [False, True, False]
    free = await table.matches.loader.get(await opened(table, 2))
    assert [free.has_seat_for(each) for each in (ANN, BOB, CEE)] == [False, True, True]


async def test_an_invitation_lets_in_nobody_else_who_was_put_out(table: Table) -> None:
    match = await opened(table, 3)
    for person in (CEE, DAN):
        await table.matches.lobbies.join(match, person, "Somebody", table.click)
        await table.matches.lobbies.put_out(match, ANN, person, table.click)
    await table.matches.lobbies.invite(match, ANN, CEES, table.click)
    await table.matches.lobbies.accept(match, CEE, "Cee", table.click)
    assert await refused(table.matches.lobbies.join(match, DAN, "Dan", table.click)) == "put_out"


def test_a_table_begins_offers_and_closes_when_people_read_that_it_does() -> None:
    """The catalogues say the ten minutes, docs/lobbies.md says all three."""
    found = [BEGIN_AFTER, OFFER_AFTER, CLOSE_AFTER]
    assert found == [timedelta(minutes=10), timedelta(days=1), timedelta(days=14)]


# Limits of invitations


async def test_nobody_has_more_than_three_invitations_from_one_person(table: Table) -> None:
    """The way in which they are sent does not matter; each answer makes room for one."""
    tables = [await opened(table, guests=(BOBS,)) for _ in range(2)]
    third = await opened(table, 3)
    await table.matches.lobbies.invite(third, ANN, BOBS, table.click)
    assert await refused(opened(table, guests=(BOBS,))) == "invited_open"
    fourth = await opened(table, 3)
    assert await refused(table.matches.lobbies.invite(fourth, ANN, BOBS, table.click)) == "invited_open"
    await table.matches.lobbies.invite(fourth, ANN, CEES, table.click)
    await table.matches.lobbies.decline(tables[0], BOB, table.click)
    await table.matches.lobbies.invite(fourth, ANN, BOBS, table.click)
    assert await refused(opened(table, guests=(BOBS,))) == "invited_open"
    await table.matches.departures.cancel(tables[1], ANN, table.click)
    await opened(table, guests=(BOBS,))


async def test_a_rematch_counts_as_an_invitation(table: Table) -> None:
    match = await table.started(BOB, target=1)
    await table.finished(match)
    for _ in range(3):
        await opened(table, guests=(BOBS,))
    assert await refused(table.matches.lobbies.rematch(match, ANN, "Ann", table.click)) == "invited_open"
    await table.matches.lobbies.rematch(match, BOB, "Bob", table.click)


async def test_ten_invitations_an_hour(table: Table) -> None:
    """Declined invitations count too; the refusal says when the next one may be sent."""
    for _ in range(10):
        match = await opened(table, guests=(BOBS,))
        await table.matches.lobbies.decline(match, BOB, table.click)
        table.clock.pass_(60)
    with pytest.raises(Refusal) as refusal:
        await opened(table, guests=(CEES,))
    assert (refusal.value.code, refusal.value.inputs["n"]) == ("invited_often", 50)
    table.clock.pass_(50 * 60)
    await opened(table, guests=(CEES,))
    assert await refused(opened(table, guests=(CEES,))) == "invited_often"


async def test_a_click_that_is_delivered_twice_invites_once(table: Table) -> None:
    match, click = await opened(table, 3), table.click
    for _ in range(12):
        await table.matches.lobbies.invite(match, ANN, BOBS, click)
    await opened(table, guests=(BOBS,))


async def test_a_person_who_takes_no_invitations_is_not_invited_and_may_join(table: Table) -> None:
    old = await table.started(BOB, CEE, target=1)
    await table.finished(old)
    await table.matches.hours.set_reserved(BOB, True)
    assert await refused(opened(table, guests=(BOBS,))) == "guest_reserved"
    match = await opened(table, 3)
    assert await refused(table.matches.lobbies.invite(match, ANN, BOBS, table.click)) == "guest_reserved"
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    again = await table.matches.lobbies.rematch(old, ANN, "Ann", table.click)
    assert [each.person for each in again.lobby.guests] == [CEE]
    await table.matches.lobbies.join(again.id, BOB, "Bob", table.click)
    await table.matches.hours.set_reserved(BOB, False)
    await opened(table, guests=(BOBS,))


async def test_an_earlier_player_sits_down_again_at_a_table_for_guests(table: Table) -> None:
    old = await opened(table, 2, guests=(BOBS,), guests_only=True)
    await table.matches.lobbies.accept(old, BOB, "Bob", table.click)
    await table.matches.lobbies.start(old, ANN, table.click)
    await table.finished(old)
    await table.matches.hours.set_reserved(BOB, True)
    again = await table.matches.lobbies.rematch(old, ANN, "Ann", table.click)
    assert again.lobby.guests == ()
    assert await refused(table.matches.lobbies.join(again.id, CEE, "Cee", table.click)) == "guests_only"
    assert again.has_seat_for(BOB)
    await table.matches.lobbies.join(again.id, BOB, "Bob", table.click)
