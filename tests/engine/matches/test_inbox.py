"""A person's list: the matches that wait, in order, at the same cost however long it is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.matches import Limits
from tests.engine.matches.test_clocks import raided
from tests.engine.matches.test_matches import ANN, BOB, CEE, Table
from tests.engine.matches.test_rounds import Bazaars

DAY = timedelta(days=1).total_seconds()


async def numbers(table: Table, person: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return the matches of each part of the list."""
    inbox = await table.again().inboxes.inbox(person)
    mine, others = ([each.match for each in part] for part in (inbox.mine, inbox.others))
    return mine, others, [each.id for each in inbox.lobbies], [each.id for each in inbox.ended]


async def test_the_match_that_has_waited_longest_comes_first(table: Table) -> None:
    late = await table.started(BOB)
    table.clock.pass_(60)
    waiting = await table.started(BOB)
    table.clock.pass_(60)
    other = await table.started(BOB)
    lobby = await table.open()
    # It waited first, and is asked anew last.
    for person in (ANN, BOB):
        await table.play(late, person, "bid 0" if person == BOB else "bid 4")
    await table.play(other, ANN, "bid 4")
    assert await numbers(table, ANN) == ([waiting, late], [other], [lobby], [])
    assert await numbers(table, BOB) == ([waiting, other], [late], [], [])
    assert await numbers(table, CEE) == ([], [], [], [])


async def test_whose_time_runs_out_comes_first(store: Any) -> None:
    table = Bazaars(store)
    waiting = await table.trading(BOB)
    await table.moves(waiting, (ANN, "end"))
    table.clock.pass_(3600)
    match = await raided(table)
    inbox = await table.again().inboxes.inbox(BOB)
    assert [each.match for each in inbox.mine] == [match, waiting]
    deadline = (await table.matches.queries.situation(match, BOB)).deadline
    assert deadline is not None
    assert [each.deadline for each in inbox.mine] == [deadline, None]
    assert all(each.deadline is None for each in (await table.again().inboxes.inbox(ANN)).others)
    await table.matches.close()


async def test_the_next_is_another_match(table: Table) -> None:
    first = await table.started(BOB)
    assert await table.matches.inboxes.next_for(ANN) == first
    assert await table.matches.inboxes.next_for(ANN, besides=first) is None
    second = await table.started(BOB)
    assert await table.matches.inboxes.next_for(ANN, besides=first) == second
    assert await table.matches.inboxes.next_for(CEE) is None


async def test_recent_ends_are_listed_five_at_most_and_a_week_long(table: Table) -> None:
    gone = await table.started(BOB)
    await table.finished(gone)
    table.clock.pass_(4 * DAY)
    cancelled = await table.started()
    await table.matches.departures.cancel(cancelled, ANN, table.click)
    table.clock.pass_(60)
    over = []
    for _ in range(4):
        over.append(await table.started(BOB))
        await table.finished(over[-1])
        table.clock.pass_(60)
    assert (await numbers(table, ANN))[3] == [*reversed(over), cancelled]
    assert (await numbers(table, BOB))[3] == [*reversed(over), gone]
    table.clock.pass_(3 * DAY)
    assert (await numbers(table, BOB))[3] == over[::-1]
    ended = (await table.matches.loader.get(over[0])).ended_at
    assert ended is not None
    assert (await table.again().loader.get(over[0])).ended_at == ended
    table.clock.pass_(7 * DAY)
    assert (await numbers(table, ANN))[3] == []


async def test_a_sealed_choice_changes_nobody_elses_list(table: Table) -> None:
    """The others must not learn that a person has chosen, nor when."""
    match = await table.started(BOB, CEE)
    before = await table.again().inboxes.inbox(CEE)
    waiting = before.mine[0]
    assert waiting.asked == (0, 1, 2)
    table.clock.pass_(60)
    await table.play(match, ANN, "bid 4")
    assert await table.again().inboxes.inbox(CEE) == before
    await table.play(match, CEE, "bid 1")
    (sealed,) = (await table.again().inboxes.inbox(CEE)).others
    assert sealed == waiting
    await table.play(match, CEE, "bid 2")
    assert (await table.again().inboxes.inbox(CEE)).others == (waiting,)


async def test_a_damaged_or_an_older_match_spoils_no_list(table: Table) -> None:
    waiting, damaged = [await table.started(BOB) for _ in range(2)]
    for harm in (
        "UPDATE matches SET pending = NULL, asked = NULL, asked_at = NULL",
        f"UPDATE entries SET hash = 'x' WHERE match = {damaged}",
    ):
        await table.store._write_one(harm, ())  # pyright: ignore[reportPrivateUsage]
    assert await numbers(table, ANN) == ([waiting], [damaged], [], [])
    assert (await table.again().inboxes.inbox(ANN)).mine[0].asked is None


async def test_many_matches_cost_as_many_statements_as_few(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    read = table.store._read  # pyright: ignore[reportPrivateUsage]

    async def counted(sql: str, values: Any = ()) -> Any:
        reads.append(sql)
        return await read(sql, values)

    monkeypatch.setattr(table.store, "_read", counted)
    table.matches = table.again(limits=Limits(per_person=1000))

    async def cost() -> int:
        cold = table.again()
        reads.clear()
        inbox = await cold.inboxes.inbox(ANN)
        assert len(inbox.mine) + len(inbox.others) == number
        await cold.inboxes.next_for(ANN)
        return len(reads)

    few, number = 0, 5
    for _ in range(5):
        await table.started(BOB)
    few = await cost()
    number = 200
    for _ in range(195):
        await table.started(BOB)
    assert await cost() == few
    assert few == 8
