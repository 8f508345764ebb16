"""Wishes to hear of a table: told once with the table that opens; ended by that, by time, by their person."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.game import Refusal
from engine.match.clock import PACES
from engine.match.lobby import Guest, Lobby
from engine.matches.people.wishes import MAX_WISHES, WISH
from engine.store import WISH_LASTS, CodeLevels, Said
from harness.postgres import BOTH
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Table

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


async def opened(table: Table, host: int = ANN, pace: str = "open", lobby: Lobby | None = None) -> int:
    match = await table.matches.lobbies.open(
        "auction",
        AuctionOptions(3),
        3,
        host,
        f"Person {host}",
        PLACE,
        table.click,
        pace=PACES[pace],
        lobby=lobby or Lobby(),
    )
    return match.id


async def told(table: Table, match: int) -> list[int]:
    notices = await table.matches.outbox.notices((match,))
    return [each.person for each in notices if each.kind == WISH and each.person is not None]


async def test_who_has_wished_for_it_is_told_of_the_table(table: Table) -> None:
    add = table.matches.wishes.add
    await add(BOB, PLACE.guild, "auction", "")
    await add(CEE, PLACE.guild, "auction", "day")
    await add(DAN, PLACE.guild, "auction", "week")
    await add(ANN, PLACE.guild, "auction", "")
    await add(5, PLACE.guild + 1, "auction", "")
    await add(6, PLACE.guild, "genial", "")
    assert await told(table, await opened(table, pace="day")) == [BOB, CEE], "not the host, nor others"


async def test_nobody_is_told_of_a_table_for_invited_people_or_with_no_seat(table: Table) -> None:
    await table.matches.wishes.add(BOB, PLACE.guild, "auction", "")
    assert await told(table, await opened(table, lobby=Lobby(guests_only=True))) == []
    kept = Lobby(guests=(Guest(CEE, "Cee"), Guest(DAN, "Dan")))
    assert await told(table, await opened(table, lobby=kept)) == []


async def test_a_wish_ends_with_the_message_that_tells_it_and_is_claimed_before(table: Table) -> None:
    wishes, outbox = table.matches.wishes, table.matches.outbox
    await wishes.add(BOB, PLACE.guild, "auction", "")
    (wish,) = await wishes.of(BOB)
    first, second = await opened(table), await opened(table, CEE)
    await outbox.next_lanes(9, 9)
    one, other = [
        next(each for each in await outbox.notices((match,)) if each.kind == WISH)
        for match in (first, second)
    ]
    assert await wishes.claim(BOB, [wish.id], one.id) == [wish.id]
    assert await wishes.claim(BOB, [wish.id], one.id) == [wish.id], "by the same once more"
    assert await wishes.claim(BOB, [wish.id], other.id) == []
    assert await outbox.note_said(Said(one, wishes=(wish.id,)))
    assert await wishes.of(BOB) == []
    assert await wishes.claim(BOB, [wish.id], other.id) == []


async def test_a_claim_by_a_notice_that_is_gone_counts_no_more(table: Table) -> None:
    wishes, outbox = table.matches.wishes, table.matches.outbox
    await wishes.add(BOB, PLACE.guild, "auction", "")
    (wish,) = await wishes.of(BOB)
    match = await opened(table)
    await outbox.next_lanes(9, 9)
    gone = next(each for each in await outbox.notices((match,)) if each.kind == WISH)
    assert await wishes.claim(BOB, [wish.id], gone.id)
    assert await outbox.note_said(Said(gone))
    later = await opened(table, CEE)
    await outbox.next_lanes(9, 9)
    other = next(each for each in await outbox.notices((later,)) if each.kind == WISH)
    assert await wishes.claim(BOB, [wish.id], other.id) == [wish.id]


async def test_a_wish_told_in_the_list_alone_stands_there_while_the_table_is_open(
    table: Table,
) -> None:
    wishes, outbox = table.matches.wishes, table.matches.outbox
    await wishes.add(BOB, PLACE.guild, "auction", "")
    (wish,) = await wishes.of(BOB)
    await wishes.set_listed(BOB, wish.id, listed=True)
    match = await opened(table)
    await outbox.next_lanes(9, 9)
    notice = next(each for each in await outbox.notices((match,)) if each.kind == WISH)
    assert await outbox.note_said(Said(notice, listed_wishes=(wish.id,)))
    (kept,) = await wishes.of(BOB)
    assert (kept.match, kept.is_listed) == (match, True)
    assert [each.id for each in (await table.matches.inboxes.inbox(BOB)).wished] == [match]
    assert await told(table, await opened(table, CEE)) == [], "it was told"
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    await table.matches.lobbies.join(match, DAN, "Dan", table.click)
    assert (await table.matches.inboxes.inbox(BOB)).wished == ()


async def test_a_wish_lasts_thirty_days_and_can_be_ended(table: Table) -> None:
    wishes = table.matches.wishes
    await wishes.add(BOB, PLACE.guild, "auction", "")
    await wishes.add(BOB, PLACE.guild, "auction", "day")
    first, second = await wishes.of(BOB)
    await wishes.end(CEE, first.id)
    assert len(await wishes.of(BOB)) == 2, "nobody else's"
    await wishes.end(BOB, first.id)
    assert [each.id for each in await wishes.of(BOB)] == [second.id]
    table.clock.pass_((WISH_LASTS + timedelta(seconds=1)).total_seconds())
    assert await wishes.of(BOB) == []
    assert await told(table, await opened(table, pace="day")) == []
    table.clock.pass_(timedelta(days=3).total_seconds())
    assert await table.matches.upkeep.tidy() >= 1
    assert await table.store.wishes_of(BOB, first.at) == []


async def test_too_many_wishes_or_bad_ones_are_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes = table.matches.wishes
    for number in range(MAX_WISHES):
        await wishes.add(BOB, PLACE.guild + number, "auction", "")
    await wishes.add(BOB, PLACE.guild, "auction", "")
    with pytest.raises(Refusal, match="too_many_wishes"):
        await wishes.add(BOB, PLACE.guild + 99, "auction", "")
    with pytest.raises(Refusal, match="pace_unknown"):
        await wishes.add(CEE, PLACE.guild, "auction", "never")
    monkeypatch.setattr(type(table.store), "code_levels", CodeLevels(7, 6, 7))
    with pytest.raises(Refusal, match="no_wishes_yet"):
        await wishes.add(CEE, PLACE.guild, "auction", "")


async def test_who_is_forgotten_wishes_no_more(table: Table) -> None:
    await table.matches.wishes.add(BOB, PLACE.guild, "auction", "")
    await table.matches.server_news.choose(PLACE.guild, 7, "en", BOB)
    kept = await table.matches.forgetting.kept_of(BOB)
    assert (len(kept["wishes"]), len(kept["servers"])) == (1, 1)
    match = await opened(table)
    await table.matches.forgetting.forget(BOB)
    assert await told(table, match) == []
    assert await table.matches.wishes.of(BOB) == []
    lane = await table.matches.server_news.lane(PLACE.guild)
    assert lane is not None
    assert lane.chosen_by < 0, "the server goes on being told"


async def test_a_server_that_the_bot_leaves_takes_its_wishes_along(table: Table) -> None:
    await table.matches.wishes.add(BOB, PLACE.guild, "auction", "")
    await table.matches.wishes.add(BOB, PLACE.guild + 1, "auction", "")
    await table.matches.server_news.leave(PLACE.guild)
    assert [each.guild for each in await table.matches.wishes.of(BOB)] == [PLACE.guild + 1]
