"""Resigning: between two sides it ends the match; otherwise the house says who still plays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.game import Seat
from engine.games import GAMES
from engine.genial.model import Form, GenialOptions
from engine.match.changes import Change
from engine.matches import Status
from engine.outcome import Gone, winners
from engine.record import read, verify
from engine.store import Committed
from engine.store.opening import MIGRATIONS
from harness.postgres import BOTH
from tests.engine.auction import AUCTION
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Table, refuses
from tests.engine.matches.timed import DAY, HOUR, Timed

ANNS, BOBS = Seat(0), Seat(1)
ON_BOTH = pytest.mark.parametrize("store", BOTH, indirect=True)


@pytest.fixture
async def timed(store: Any) -> AsyncIterator[Timed]:
    table = Timed(store)
    yield table
    await table.matches.close()


async def kinds(table: Table, match: int) -> list[tuple[str, int | None, str]]:
    entries = await table.store.entries(match)
    return [(one.kind, one.seat, one.text) for one in entries if one.kind not in ("start", "move")]


async def told(table: Table, match: int) -> list[tuple[str, int | None]]:
    """Return the notices of the end, with their persons."""
    lines = await table.store.notices((match,))
    return [(one.kind, one.person) for one in lines if one.kind in ("over", "cancelled")]


# Between two sides


@ON_BOTH
async def test_a_duel_ends_at_once_as_won(table: Table) -> None:
    match = await table.started(BOB)
    await table.play(match, BOB, "bid 3")
    click = table.click
    assert await table.matches.departures.winners_by_resigning(match, BOB) == (ANNS,)
    ended = [await table.matches.departures.resign(match, BOB, click) for _ in range(2)][-1]
    assert ended.status is Status.OVER
    assert (ended.seat_of(ANN), ended.seat_of(BOB)) == (ANNS, BOBS), "it is his match too that has ended"
    assert await kinds(table, match) == [("seat", BOBS, "resigned"), ("end", None, "won 0")]
    assert await told(table, match) == [("over", ANN), ("over", None)]
    assert await table.store.timers(match) == []
    for matches in (table.matches, table.again()):
        situation = await matches.queries.situation(match, ANN)
        assert (situation.won, winners(situation.result)) == ((ANNS,), (ANNS,))
        assert situation.gone == {BOBS: Gone.RESIGNED}
        assert situation.pending == ()
    for person in (ANN, BOB):
        assert [one.id for one in (await table.matches.inboxes.inbox(person)).ended] == [match]
    record = read(await table.matches.queries.record(match))
    assert not record.play_on
    verify(record, AUCTION)
    again = await table.matches.lobbies.rematch(match, BOB, "Bob", table.click)
    assert [guest.person for guest in again.lobby.guests] == [ANN]
    with refuses("over"):
        await table.matches.departures.resign(match, ANN, table.click)


async def test_a_side_resigns_when_all_its_persons_have(store: Any) -> None:
    table = Timed(store, games=GAMES)
    options = GenialOptions(form=Form.TEAM)
    match = (await table.matches.lobbies.open("genial", options, 4, ANN, "Ann", PLACE, table.click)).id
    for person in (BOB, CEE, DAN):
        await table.matches.lobbies.join(match, person, f"Person {person}", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    assert await table.matches.departures.winners_by_resigning(match, BOB) == ()
    assert (await table.matches.departures.resign(match, BOB, table.click)).status is Status.RUNNING
    assert await table.matches.departures.winners_by_resigning(match, ANN) == ()
    assert await table.matches.departures.winners_by_resigning(match, DAN) == (0, 2)
    assert (await table.matches.departures.resign(match, DAN, table.click)).status is Status.OVER
    situation = await table.matches.queries.situation(match, DAN)
    assert winners(situation.result) == (0, 2)
    assert (await kinds(table, match))[-1] == ("end", None, "won 0,2")
    verify(read(await table.matches.queries.record(match)), GAMES["genial"])
    assert [one.id for one in (await table.matches.inboxes.inbox(BOB)).ended] == [match], "he resigned first"
    await table.matches.close()


async def test_resigning_loses_to_an_absent_side(timed: Timed) -> None:
    """Resigning is one's own act, whoever made the other side absent."""
    match = await timed.started(BOB, target=2)
    await timed.carry()
    await timed.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "end"))
    await timed.live(4 * DAY + HOUR)
    assert (await timed.matches.queries.situation(match, ANN)).gone == {BOBS: Gone.ABSENT}
    await timed.matches.departures.resign(match, ANN, timed.click)
    assert winners((await timed.matches.queries.situation(match, BOB)).result) == (BOBS,)


async def test_against_robots_alone_it_is_called_off(table: Table) -> None:
    match = await table.started("steady")
    assert await table.matches.departures.winners_by_resigning(match, ANN) == ()
    assert (await table.matches.departures.resign(match, ANN, table.click)).status is Status.CANCELLED
    assert await kinds(table, match) == []


async def test_a_person_forgotten_in_a_duel_has_resigned_it(table: Table) -> None:
    match = await table.started(BOB)
    await table.matches.forgetting.forget(BOB)
    ended = await table.matches.loader.get(match)
    assert ended.status is Status.OVER
    assert winners((await table.matches.queries.situation(match, ANN)).result) == (ANNS,)
    assert await told(table, match) == [("over", ANN), ("over", None)]
    verify(read(await table.matches.queries.record(match)), AUCTION)


# Opened to play on, and more sides


@ON_BOTH
async def test_a_table_that_was_opened_so_plays_on(table: Table) -> None:
    table.play_on = True
    match = await table.started(BOB)
    assert (await table.matches.loader.get(match)).play_on
    assert await table.matches.departures.winners_by_resigning(match, BOB) == ()
    await table.matches.departures.resign(match, BOB, table.click)
    assert (await table.matches.loader.get(match)).status is Status.RUNNING
    assert await table.matches.upkeep.end_resigned() == 0, "that was agreed"
    await table.finished(match)
    situation = await table.matches.queries.situation(match, ANN)
    assert situation.forfeited == {BOBS}
    assert winners(situation.result) == (ANNS,)
    record = read(await table.matches.queries.record(match))
    assert record.play_on
    verify(record, AUCTION)
    again = await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    assert again.play_on


@ON_BOTH
async def test_a_person_who_has_resigned_finds_the_match_as_one_to_watch(table: Table) -> None:
    match = await table.started(BOB, CEE)
    await table.matches.departures.resign(match, BOB, table.click)
    inbox = await table.matches.inboxes.inbox(BOB)
    assert (inbox.mine, inbox.others) == ((), ())
    assert [one.match for one in inbox.watched] == [match]
    assert (await table.matches.inboxes.inbox(ANN)).watched == ()
    with refuses("not_two_sides"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    await table.finished(match)
    inbox = await table.matches.inboxes.inbox(BOB)
    assert (inbox.watched, [one.id for one in inbox.ended]) == ((), [match])
    kept = await table.matches.forgetting.kept_of(BOB)
    assert [one["resigned_seat"] for one in kept["matches"]] == [1]


async def test_the_last_at_a_table_that_plays_on_may_end_it_as_won(table: Table) -> None:
    table.play_on = True
    match = await table.started(BOB)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    assert winners((await table.matches.queries.situation(match, ANN)).result) == (ANNS,)
    alone = await table.started("steady")
    with refuses("no_opponent"):
        await table.matches.departures.end_absent(alone, ANN, table.click, won=True)


# Matches left by older code


async def old_duels(table: Table, count: int) -> list[int]:
    """Return duels in which Bob has resigned, and a robot plays on, as older code left them."""
    table.play_on = True
    found: list[int] = []
    for _ in range(count):
        match = await table.started(BOB, target=5)
        await table.matches.departures.resign(match, BOB, table.click)
        stored = await table.store.match(match)
        assert stored is not None
        state = msgspec.structs.replace(stored.row_state, play_on=False)
        await table.wrote(match, after=replace(stored, row_state=state))
        found.append(match)
    table.matches = table.again()
    await table.notices()
    return found


@ON_BOTH
async def test_duels_of_older_code_end_when_the_new_one_starts_and_are_told_once(table: Table) -> None:
    first, second = await old_duels(table, 2)
    three = await table.started(BOB, CEE)
    await table.matches.departures.resign(three, BOB, table.click)
    assert await table.matches.upkeep.end_resigned() == 2
    assert await table.again().upkeep.end_resigned() == 0
    for match in (first, second):
        ended = await table.matches.loader.get(match)
        assert ended.status is Status.OVER
        assert ended.seat_of(BOB) == BOBS, "he finds it again"
        assert await told(table, match) == [("over", ANN), ("over", BOB), ("over", None)]
        assert winners((await table.matches.queries.situation(match, BOB)).result) == (ANNS,)
        verify(read(await table.matches.queries.record(match)), AUCTION)
    assert (await table.matches.loader.get(three)).status is Status.RUNNING
    assert {one.id for one in (await table.matches.inboxes.inbox(BOB)).ended} == {first, second}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_killed_in_the_middle_it_goes_on(
    table: Table, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies before the second match is written, or after that and before anybody knows it."""
    duels = await old_duels(table, 3)
    commit, ended = table.store.commit, list[int]()

    async def dying(change: Change) -> Committed:
        if change.ends and len(ended) == 1:
            if after:
                await commit(change)
            raise OSError("killed")
        ended.append(change.match)
        return await commit(change)

    with monkeypatch.context() as patched:
        patched.setattr(table.store, "commit", dying)
        with pytest.raises(OSError, match="killed"):
            await table.again().upkeep.end_resigned()
    assert await table.again().upkeep.end_resigned() == (1 if after else 2)
    for match in duels:
        assert (await kinds(table, match))[-1:] == [("end", None, "won 0")]
        assert await told(table, match) == [("over", ANN), ("over", BOB), ("over", None)]


@ON_BOTH
async def test_the_migration_finds_who_has_resigned(table: Table) -> None:
    """The migration names the last person of a seat that a robot has taken over, and of no other seat."""
    table.play_on = True
    match, other = await table.started(BOB, CEE, "steady"), await table.started(BOB)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.matches.departures.resign(match, CEE, table.click)
    await table.matches.forgetting.forget(CEE)
    await table.finished(other)
    folder = MIGRATIONS if "sqlite" in type(table.store).__module__ else MIGRATIONS / "postgres"
    (migration,) = folder.glob("*_resigned.sql")
    for statement in ("DROP INDEX seats_by_resigned", "ALTER TABLE seats DROP COLUMN resigned"):
        await table.store._write_one(statement, ())
    lines = [line for line in migration.read_text().splitlines() if not line.startswith("--")]
    for statement in "\n".join(lines).split(";"):
        if statement.strip():
            await table.store._write_one(statement, ())
    rows = await table.store._read("SELECT match, seat, resigned FROM seats WHERE resigned IS NOT NULL")
    found = {(each, seat): person for each, seat, person in rows}
    assert set(found) == {(match, 1), (match, 2)}
    assert found[match, 1] == BOB
    assert found[match, 2] < 0, "who was forgotten"
