"""What people are shown of the moves since their last one, stage by stage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from engine.game import Seat
from engine.genesis_life import GENESIS_LIFE
from engine.match.replay import stages_since
from engine.store.sqlite import SqliteStore
from tests.engine.matches.test_matches import ANN, BOB, PLACE, Table

PLACED = "B6 E4 A7 F4 A6 A5 C6 E3 D3 E7 C5 D7"
"""Where cells are placed, in turn, before the last one, which begins the evolution."""
LAST, REMOVED = "C7", ("xA5", "xE2")
LINGERING = {"genesis_life.born"}


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Table]:
    table = Table(store)
    yield table
    await table.matches.close()


async def placed(table: Table) -> int:
    """Return a match in which all cells but the last are placed."""
    options = GENESIS_LIFE.Options()
    match = await table.matches.lobbies.open("genesis_life", options, 2, ANN, "Ann", PLACE, table.click)
    await table.matches.lobbies.join(match.id, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match.id, ANN, table.click)
    for square in PLACED.split():
        await table.play(match.id, await mover(table, match.id), square)
    return match.id


async def mover(table: Table, match: int) -> int:
    (seat,) = (await table.matches.queries.situation(match, None)).pending
    return (ANN, BOB)[seat]


async def test_the_film_shows_each_stage_of_an_own_move_that_something_followed_from(table: Table) -> None:
    match = await placed(table)
    await table.play(match, await mover(table, match), LAST)
    first = await mover(table, match)
    for text in REMOVED:
        await table.play(match, await mover(table, match), text)
    situation, shots = await table.matches.queries.playback(match, first, LINGERING)
    views = [shot.view for shot in shots]
    log = (await table.matches.loader.load_started(match))[1]
    own = log.fold.seats[situation.seat or 0].last_move
    stages = stages_since(log.game, GENESIS_LIFE.Options(), 2, log.entries, own)
    assert {number for number, _ in stages} == {own, own + 1}
    assert views == [GENESIS_LIFE.view(stage.state, situation.seat) for _, stage in stages]
    assert len(views) > 4
    assert [view.is_between for view in views].count(False) == 2, "what the two moves led to"
    assert views[-1] == situation.view
    codes = [event.code for _, events in situation.news for event in events]
    assert codes.count("genesis_life.removed") == 2, "the text tells of all that the film shows"
    assert ["genesis_life.born" in shot.codes for shot in shots] == [each in (2, 5) for each in range(6)]


async def test_the_film_begins_after_an_own_move_that_was_seen_when_it_was_chosen(table: Table) -> None:
    match = await placed(table)
    await table.play(match, await mover(table, match), LAST)
    first = await mover(table, match)
    for text in REMOVED:
        await table.play(match, await mover(table, match), text)
    _, whole = await table.matches.queries.playback(match, first, LINGERING)
    situation, shots = await table.matches.queries.playback(match, first)
    assert shots == whole[2:]
    codes = [event.code for _, events in situation.news for event in events]
    assert codes.count("genesis_life.removed") == 1, "the text tells of others' moves alone"


async def test_text_and_film_are_of_one_moment(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is made while the film is put together is in neither."""
    match = await placed(table)
    await table.play(match, await mover(table, match), LAST)
    viewer = await mover(table, match)
    await table.play(match, viewer, REMOVED[0])

    async def busy(work: Any, *given: Any) -> Any:
        monkeypatch.undo()
        await table.play(match, await mover(table, match), REMOVED[1])
        return work(*given)

    before = await table.matches.queries.situation(match, viewer)
    monkeypatch.setattr(asyncio, "to_thread", busy)
    situation, views = await table.matches.queries.playback(match, viewer)
    assert views[-1].view == situation.view == before.view
    told = [entry.number for entry, _ in situation.news]
    now = await table.matches.queries.situation(match, viewer)
    assert now.view != before.view
    assert now.last_moves != situation.last_moves
    assert max(told) == max(situation.last_moves)


async def test_the_film_of_a_move_taken_back_has_none_of_its_stages(table: Table) -> None:
    match = await placed(table)
    last = await mover(table, match)
    await table.play(match, last, LAST)
    log = (await table.matches.loader.load_started(match))[1]
    entry = log.entries[-1].number
    assert len(stages_since(log.game, GENESIS_LIFE.Options(), 2, log.entries, entry)) > 1
    await table.matches.undo.undo(match, last, table.click)
    request = (await table.matches.loader.get(match)).undo
    assert request is not None
    await table.matches.undo.agree_undo(match, BOB if last == ANN else ANN, request.call, table.click)
    log = (await table.matches.loader.load_started(match))[1]
    assert len(stages_since(log.game, GENESIS_LIFE.Options(), 2, log.entries, entry)) == 1
    _, shots = await table.matches.queries.playback(match, last, LINGERING)
    assert not any(shot.view.is_between or shot.view.history for shot in shots)
    assert shots[-1].view.seat == Seat((ANN, BOB).index(last))
