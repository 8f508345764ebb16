"""Private tables: one person and robots, of which nobody else ever hears."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.game import Refusal
from engine.matches import Match, Status, Venue
from engine.store import CODE_LEVEL, PRIVATE_CODE_LEVEL, CodeLevels
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, PLACE, Table


async def private(table: Table, click: int | None = None, person: int = ANN) -> Match:
    return await table.matches.lobbies.open_private(
        "auction", AuctionOptions(3), 2, person, "Ann", "en", click or table.click, "steady"
    )


async def play_out(table: Table, match: int) -> None:
    """Play to the end: the person's first legal move each time, and the robots."""
    for _ in range(200):
        while await table.matches.timers.run_due_timers():
            pass
        situation = await table.matches.queries.situation(match, ANN)
        if situation.match.status is not Status.RUNNING:
            return
        await table.play(match, ANN, str(situation.moves[0]))
    raise AssertionError("it has no end")


async def notices(table: Table, match: int) -> Any:
    return await table.matches.store.notices((match,))


async def test_it_begins_in_one_go_and_a_second_delivery_opens_no_other(table: Table) -> None:
    click = table.click
    first, second = await asyncio.gather(private(table, click), private(table, click))
    assert first.id == second.id
    assert first.is_private
    assert first.status is Status.RUNNING
    assert first.entries == 1
    assert (await private(table, click)).id == first.id
    assert await table.store.count((Status.LOBBY, Status.RUNNING)) == 1
    assert first.start_click == click
    assert not first.pace.is_timed


async def test_a_second_press_finds_the_table_without_a_move(table: Table) -> None:
    first, second = await asyncio.gather(private(table), private(table))
    assert first.id == second.id
    other = await private(table, person=BOB)
    assert other.id != first.id
    situation = await table.matches.queries.situation(first.id, ANN)
    await table.play(first.id, ANN, str(situation.moves[0]))
    assert (await private(table)).id not in (first.id, other.id)


async def test_its_seat_is_offered_to_nobody(table: Table) -> None:
    match = (await private(table)).id
    with pytest.raises(Refusal, match="private_table"):
        await table.matches.substitutes.offer_seat(match, ANN, table.click)


async def test_whoever_is_forgotten_leaves_it_and_nothing_is_said(table: Table) -> None:
    match = (await private(table)).id
    await table.matches.forgetting.forget(ANN)
    assert (await table.matches.loader.get(match)).status is Status.CANCELLED
    assert await notices(table, match) == []


async def test_nothing_is_ever_said_of_it(table: Table) -> None:
    match = (await private(table)).id
    assert await notices(table, match) == []
    for _ in range(3):
        while await table.matches.timers.run_due_timers():
            assert await notices(table, match) == []
        situation = await table.matches.queries.situation(match, ANN)
        await table.play(match, ANN, str(situation.moves[0]))
        assert await notices(table, match) == []
    await table.matches.recovery.revive(match)
    await table.matches.recovery.show_privately(match, ANN)
    assert await notices(table, match) == []
    table.clock.pass_(40 * 24 * 3600)
    await table.matches.upkeep.rest()
    assert (await table.matches.loader.get(match)).is_asleep
    assert await notices(table, match) == []
    await table.matches.presence.come_back(match, ANN, table.click)
    await play_out(table, match)
    assert await notices(table, match) == []
    assert (await table.matches.loader.get(match)).status is Status.OVER


async def test_an_announced_leave_is_not_told_there(table: Table) -> None:
    match = (await private(table)).id
    today = table.clock().date()
    await table.matches.hours.take_leave(ANN, today, today, table.click)
    assert await notices(table, match) == []


async def test_it_waits_for_its_person_and_upkeep_calls_nobody(table: Table) -> None:
    match = (await private(table)).id
    while await table.matches.timers.run_due_timers():
        pass
    assert await table.matches.queries.is_waiting_for(match, ANN)
    assert [each.match for each in (await table.matches.inboxes.inbox(ANN)).mine] == [match]
    assert await table.matches.upkeep.reconcile() == 0


async def test_lost_timers_of_its_robots_fall_due_again(table: Table) -> None:
    match = (await private(table)).id
    situation = await table.matches.queries.situation(match, ANN)
    await table.play(match, ANN, str(situation.moves[0]))
    for timer in await table.store.timers(match):
        await table.store.put_off_timer(timer.id, None)
    after = await table.matches.queries.situation(match, ANN)
    assert after.pending
    assert after.seat not in after.pending
    assert await table.matches.upkeep.reconcile() == 1
    await play_out(table, match)


async def test_it_counts_in_its_persons_limit_and_belongs_to_no_server(table: Table) -> None:
    match = await private(table)
    assert await table.store.count((Status.RUNNING,), person=ANN) == 1
    assert await table.matches.inboxes.running_in(PLACE.guild) == []
    assert match.venue.guild == 0


async def test_no_move_is_held(table: Table) -> None:
    match = (await private(table)).id
    await table.matches.hours.set_hold(ANN, 30)
    while await table.matches.timers.run_due_timers():
        pass
    situation = await table.matches.queries.situation(match, ANN)
    before = situation.match.entries
    await table.matches.held_moves.submit(match, ANN, str(situation.moves[0]), None, table.click)
    assert (await table.matches.loader.get(match)).entries == before + 1


async def test_it_becomes_an_ordinary_match_once(table: Table) -> None:
    match = (await private(table)).id
    while await table.matches.timers.run_due_timers():
        pass
    click = table.click
    with pytest.raises(Refusal, match="not_seated"):
        await table.matches.lobbies.publish(match, BOB, PLACE, table.click)
    await table.matches.lobbies.publish(match, ANN, PLACE, click)
    after = await table.matches.lobbies.publish(match, ANN, PLACE, click)
    assert not after.is_private
    assert after.venue == PLACE
    said = await notices(table, match)
    assert [each.kind for each in said if each.kind == "started"] == ["started"]
    assert any(each.kind == "turn" and each.person is None for each in said)
    assert [each.match for each in await table.matches.inboxes.running_in(PLACE.guild)] == [match]
    again = table.again()
    assert (await again.loader.get(match)).venue == PLACE
    with pytest.raises(Refusal, match="not_private"):
        await table.matches.lobbies.publish(match, ANN, Venue(7, 8, "en"), table.click)
    await play_out(table, match)


async def test_another_one_after_it_with_the_seats_moved_on(table: Table) -> None:
    match = (await private(table)).id
    with pytest.raises(Refusal, match="not_over"):
        await table.matches.lobbies.open_private_again(match, ANN, "Ann", table.click)
    await play_out(table, match)
    click = table.click
    again = await table.matches.lobbies.open_private_again(match, ANN, "Ann", click)
    assert (await table.matches.lobbies.open_private_again(match, ANN, "Ann", click)).id == again.id
    assert [one.person for one in again.occupants] == [None, ANN]
    assert again.is_private
    assert again.status is Status.RUNNING
    with pytest.raises(Refusal, match="not_seated"):
        await table.matches.lobbies.open_private_again(match, BOB, "Bob", table.click)


async def test_giving_it_up_ends_it_and_one_can_still_play_another(table: Table) -> None:
    match = (await private(table)).id
    after = await table.matches.departures.resign(match, ANN, table.click)
    assert after.status is Status.CANCELLED
    assert await notices(table, match) == []
    again = await table.matches.lobbies.open_private_again(match, ANN, "Ann", table.click)
    assert again.seat_of(ANN) is not None


async def test_none_is_opened_while_older_code_runs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = CodeLevels(CODE_LEVEL, PRIVATE_CODE_LEVEL - 1, CODE_LEVEL)
    monkeypatch.setattr(type(table.store), "code_levels", levels)
    with pytest.raises(Refusal, match="no_private_yet"):
        await private(table)


async def test_the_robots_are_waited_for(table: Table) -> None:
    match = (await private(table)).id
    queries, limits = table.matches.queries, table.matches.limits
    while await table.matches.timers.run_due_timers():
        pass
    assert await queries.wait_for_robots(match, ANN, limits.private_robots * 0)
    situation = await queries.situation(match, ANN)
    await table.play(match, ANN, str(situation.moves[0]))
    waiting = asyncio.create_task(queries.wait_for_robots(match, ANN, limits.private_robots))
    while await table.matches.timers.run_due_timers():
        pass
    assert await waiting
