"""A move of several steps: one transaction, and an entry for each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from engine.game import IllegalStep, Seat
from engine.genesia.model import GenesiaOptions, Phase
from engine.genesia.rules import GENESIA
from engine.matches import HeldAnswer, Limits, Situation, Status
from engine.record import read, verify
from engine.store.sql import SqlStore
from tests.engine.matches.test_matches import ANN, BOB, PLACE, Table, refuses

HOLD = timedelta(seconds=30)


class Growing(Table):
    """Two people in their first growth."""

    match: int
    first: int
    """The person whose turn it is."""

    async def seen(self, person: int | None = None) -> Situation:
        return await self.matches.queries.situation(self.match, person or self.first)

    async def line(self, *, ends: bool = False) -> str:
        """Return three or four steps of the seat whose turn it is."""
        view = (await self.seen()).view
        home = view.map.regions[view.map.homes[view.people]].code
        cards = view.hands[view.people]
        return f"recruit 1 {home}; recruit 2 {home}; discard {cards[0]}{'; end' if ends else ''}"

    async def texts(self) -> list[str]:
        return [each.text for each in await self.store.entries(self.match)]


async def growing(store: SqlStore, *, hold: timedelta = timedelta()) -> Growing:
    table = Growing(store, limits=Limits(steps=timedelta(), hold=hold))
    options = GenesiaOptions(objectives=False)
    table.match = (await table.matches.lobbies.open("genesia", options, 2, ANN, "Ann", PLACE, table.click)).id
    await table.matches.lobbies.join(table.match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(table.match, ANN, table.click)
    while (now := await table.seen(ANN)).view.phase is not Phase.GROWTH:
        person = (ANN, BOB)[now.pending[0]]
        await table.play(table.match, person, str((await table.seen(person)).moves[0]))
    table.first = (ANN, BOB)[now.pending[0]]
    await table.notices()
    return table


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Growing]:
    table = await growing(store)
    yield table
    await table.matches.close()


@pytest.fixture
async def slow(store: SqlStore) -> AsyncIterator[Growing]:
    table = await growing(store, hold=HOLD)
    yield table
    await table.matches.close()


async def test_each_step_of_a_line_is_an_entry_of_its_own(table: Growing) -> None:
    before, version = await table.texts(), await version_of(table)
    line = await table.line()
    played = await table.matches.moves.play(table.match, table.first, line, None, table.click)
    assert (await table.texts())[len(before) :] == line.split("; ")
    assert await version_of(table) == version + 1, "one transaction"
    assert played.entry.text == line.split("; ")[-1]
    told = [event.code for event in played.events if event.to is None]
    assert told == ["genesia.recruited", "genesia.recruited", "genesia.discarded"]
    again = await table.again().queries.situation(table.match, table.first)
    assert again.view == (await table.seen()).view, "rebuilt from the log it is the same"


async def version_of(table: Growing) -> int:
    stored = await table.store.match(table.match)
    assert stored is not None
    return stored.version


async def test_a_second_copy_of_the_click_tells_all_steps_and_does_nothing(table: Growing) -> None:
    click, line = table.click, await table.line()
    first = await table.matches.moves.play(table.match, table.first, line, None, click)
    texts = await table.texts()
    for service in (table.matches, table.again()):
        again = await service.moves.play(table.match, table.first, line, None, click)
        assert again.is_repeat
        assert again.events == first.events
    assert await table.texts() == texts


async def test_the_table_hears_of_a_line_once(table: Growing) -> None:
    await table.play(table.match, table.first, await table.line())
    assert [each[0] for each in await table.notices()] == ["turn"]


async def test_a_wrong_step_leaves_nothing_of_the_line(table: Growing) -> None:
    before = await table.texts()
    with pytest.raises(IllegalStep):
        await table.play(table.match, table.first, f"{await table.line()}; recruit 30 A0")
    assert await table.texts() == before


async def test_the_last_step_of_a_line_is_taken_back_alone(table: Growing) -> None:
    before = await table.seen()
    seat = before.seat
    assert seat is not None
    line = await table.line()
    steps = line.split("; ")
    await table.play(table.match, table.first, line)
    for _ in steps:
        await table.matches.undo.undo(table.match, table.first, table.click, alone=True)
    assert (await table.seen()).view.coins == before.view.coins
    assert (await table.seen()).view.hands == before.view.hands
    with refuses("undo_stale"):  # the turn has no step left
        await table.matches.undo.undo(table.match, table.first, table.click, alone=True)


async def test_a_line_that_ends_the_turn_is_one_hold_and_then_its_steps(slow: Growing) -> None:
    before, line = await slow.texts(), await slow.line(ends=True)
    click = slow.click
    kept = await slow.matches.held_moves.submit(slow.match, slow.first, line, None, click)
    assert isinstance(kept, HeldAnswer)
    assert await slow.texts() == before, "nobody has seen any of it"
    version = await version_of(slow)
    slow.clock.time += HOLD
    await slow.automatic()
    entries = (await slow.store.entries(slow.match))[len(before) :]
    assert [each.text for each in entries] == line.split("; ")
    assert len({each.at for each in entries}) == 1, "made at the tap"
    assert await version_of(slow) == version + 1
    assert (await slow.seen()).pending != (Seat((ANN, BOB).index(slow.first)),)


async def test_its_record_is_played_again_step_by_step(table: Growing) -> None:
    line = await table.line(ends=True)
    await table.play(table.match, table.first, line)
    other = BOB if table.first == ANN else ANN
    await table.play(table.match, other, "end")
    assert (await table.finished(table.match)).status is Status.OVER
    record = read(await table.matches.queries.record(table.match))
    texts = [each.text for each in record.lines]
    assert set(line.split("; ")) <= set(texts)
    assert not any(";" in text and not text.startswith("campaign") for text in texts)
    verify(record, GENESIA)
