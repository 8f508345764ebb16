"""Lanes of servers: what a match's change tells its server is leased, said once, and rests afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from engine.game import Seat
from engine.match.changes import NewNotice
from engine.matches.news.server_news import APART, LEASE
from engine.store import GATHER, NEWS, BulletinKind
from harness.postgres import BOTH
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, PLACE, Table

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)

NEWS_CHANNEL = 77


async def chosen(table: Table, guild: int = PLACE.guild) -> None:
    await table.matches.server_news.choose(guild, NEWS_CHANNEL, "en", ANN)


async def waiting(table: Table) -> Sequence[tuple[BulletinKind, int]]:
    lane = await table.store.server_lane(PLACE.guild, NEWS)
    assert lane is not None
    return [(each.kind, each.match) for each in await table.store.bulletins(lane.id, 99)]


async def test_nothing_is_kept_for_a_server_that_is_told_nothing(table: Table) -> None:
    await table.started(BOB)
    await chosen(table)
    assert await waiting(table) == []


async def test_a_table_that_opens_and_a_match_that_ends_are_told_of_once(table: Table) -> None:
    await chosen(table)
    match = await table.started("steady", target=1)
    assert await waiting(table) == [(BulletinKind.OPENED, match)]
    await table.finished(match)
    assert await waiting(table) == [(BulletinKind.OPENED, match), (BulletinKind.OVER, match)]


async def test_nothing_is_told_of_a_private_table_or_of_another_server(table: Table) -> None:
    await chosen(table, PLACE.guild + 1)
    await table.open()
    await chosen(table)
    lobbies = table.matches.lobbies
    await lobbies.open_private("auction", AuctionOptions(1), 2, ANN, "Ann", "en", table.click, "steady")
    assert await waiting(table) == []
    other = await table.store.server_lane(PLACE.guild + 1, NEWS)
    assert other is not None
    assert await table.store.bulletins(other.id, 9) == []


async def test_a_free_seat_is_told_of(table: Table) -> None:
    await chosen(table)
    match = await table.started(BOB)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    assert (BulletinKind.SEAT, match) in await waiting(table)


async def test_what_happens_together_is_taken_together_and_then_rests(table: Table) -> None:
    news = table.matches.server_news
    await chosen(table)
    first, second = await table.open(), await table.open()
    assert await news.take(9) == []
    table.clock.pass_(GATHER)
    (lane,) = await news.take(9)
    assert await news.take(9) == [], "it is leased"
    told = await news.bulletins(lane)
    assert [each.match for each in told] == [first, second]
    third = await table.open()
    assert await news.note_said(lane, told[-1].id, was_sent=True)
    assert [match for _, match in await waiting(table)] == [third]
    table.clock.pass_(APART.total_seconds() - 1)
    assert await news.take(9) == [], "at most a message a quarter of an hour"
    table.clock.pass_(1)
    (lane,) = await news.take(9)
    assert [each.match for each in await news.bulletins(lane)] == [third]


async def test_a_new_bulletin_while_it_rests_waits_for_the_end_of_the_rest(table: Table) -> None:
    news = table.matches.server_news
    await chosen(table)
    await table.open()
    table.clock.pass_(GATHER)
    (lane,) = await news.take(9)
    assert await news.note_said(lane, (await news.bulletins(lane))[-1].id, was_sent=True)
    table.clock.pass_(60)
    await table.open()
    table.clock.pass_(GATHER)
    assert await news.take(9) == []
    table.clock.pass_(APART.total_seconds())
    assert len(await news.take(9)) == 1


async def test_the_lane_of_a_holder_that_died_falls_due_and_the_dead_one_writes_nothing(table: Table) -> None:
    await chosen(table)
    await table.open()
    table.clock.pass_(GATHER)
    dead, other = table.matches.server_news, table.again().server_news
    (lane,) = await dead.take(9)
    last = (await dead.bulletins(lane))[-1].id
    assert await dead.note_begun(lane, last)
    assert await other.take(9) == []
    table.clock.pass_(LEASE.total_seconds())
    (again,) = await other.take(9)
    assert again.begun == last
    assert not await dead.note_said(lane, last, was_sent=True)
    assert not await dead.note_closed(lane)
    assert not await dead.drop(lane)
    assert len(await waiting(table)) == 1
    assert await other.note_said(again, last, was_sent=True)


async def test_the_lane_that_is_longest_due_comes_first(table: Table) -> None:
    await chosen(table, PLACE.guild)
    await chosen(table, PLACE.guild + 1)
    await table.open()
    table.clock.pass_(GATHER)
    (lane,) = await table.matches.server_news.take(1)
    assert lane.guild == PLACE.guild
    assert await table.matches.server_news.put_off(lane, timedelta(minutes=5))
    assert await table.matches.server_news.take(1) == []
    table.clock.pass_(300)
    assert [each.guild for each in await table.matches.server_news.take(1)] == [PLACE.guild]


async def test_another_channel_or_none_ends_what_was_under_way(table: Table) -> None:
    news = table.matches.server_news
    await chosen(table)
    await table.open()
    table.clock.pass_(GATHER)
    (lane,) = await news.take(9)
    await news.choose(PLACE.guild, NEWS_CHANNEL + 1, "fr", BOB)
    assert not await news.note_begun(lane, 1)
    moved = await news.lane(PLACE.guild)
    assert moved is not None
    assert (moved.channel, moved.locale, moved.chosen_by) == (NEWS_CHANNEL + 1, "fr", BOB)
    await news.switch_off(PLACE.guild)
    assert await news.lane(PLACE.guild) is None
    await table.open()


async def test_a_closed_channel_takes_nothing_and_goes(table: Table) -> None:
    news = table.matches.server_news
    await chosen(table)
    await table.open()
    table.clock.pass_(GATHER)
    (lane,) = await news.take(9)
    assert not await news.drop(lane), "not an open one"
    assert await news.note_closed(lane)
    await table.open()
    assert await news.lane(PLACE.guild) is None
    assert await waiting(table) == []
    assert await news.drop(lane)
    assert await table.store.server_lane(PLACE.guild, NEWS) is None


async def test_a_change_while_the_lane_goes_is_not_refused(table: Table) -> None:
    match = await table.started(BOB)
    await chosen(table)
    await table.matches.server_news.switch_off(PLACE.guild)
    assert await table.matches.store.tidy(table.clock(), 9) >= 0
    await table.wrote(match, notices=(NewNotice("open", Seat(0)),))
