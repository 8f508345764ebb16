"""Matches that are over are found by who sat there, by game and by word, where they may be seen."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match.values import Post
from engine.matches import SearchWord, Status
from engine.store import EndedSearch
from harness.postgres import BOTH
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table

ON_BOTH = pytest.mark.parametrize("store", BOTH, indirect=True)
HERE = (PLACE.channel,)


async def ended(table: Table, *others: int) -> int:
    """Play a match to its end; return its number."""
    match = await table.started(*others, target=1)
    while (await table.matches.loader.get(match)).status is Status.RUNNING:
        public = await table.matches.queries.situation(match, None)
        for seat in public.pending:
            person = public.match.occupants[seat].person
            assert person is not None
            own = await table.matches.queries.situation(match, person)
            await table.play(match, person, str(own.moves[-1]))
            break
    return match


async def found(table: Table, **search: Any) -> list[int]:
    given = {"channels": HERE, **search}
    return [each.match.id for each in await table.matches.history.find(EndedSearch(**given), 0, 9)]


@ON_BOTH
async def test_what_is_found(table: Table) -> None:
    first, second = await ended(table, BOB), await ended(table, CEE)
    await table.started(BOB)
    assert await found(table, person=ANN) == [second, first], "the last one first, and none that runs"
    assert await found(table, person=BOB) == [first]
    assert await found(table, person=ANN, other=CEE) == [second]
    assert await found(table, guild=PLACE.guild) == [second, first]
    assert await found(table, guild=PLACE.guild, game="auction") == [second, first]
    assert await found(table, guild=PLACE.guild, game="genial") == []
    assert await found(table, guild=PLACE.guild, other=BOB) == [first]
    assert await found(table, guild=PLACE.guild, words=(SearchWord(f"person {CEE}"),)) == [second]
    assert await found(table, guild=PLACE.guild, channels=(PLACE.channel + 1,)) == []
    assert await found(table, guild=PLACE.guild, channels=()) == []
    assert await found(table, guild=PLACE.guild + 1) == []
    assert await table.matches.history.channels(guild=PLACE.guild) == [
        (PLACE.guild, PLACE.channel, PLACE.locale)
    ]
    (last,) = await table.matches.history.find(EndedSearch(HERE, ANN), 1, 1)
    assert last.match.id == first


@ON_BOTH
async def test_who_has_resigned_finds_it_where_it_may_be_seen(table: Table) -> None:
    match = await table.started(BOB, CEE, target=1)
    await table.matches.departures.resign(match, CEE, table.click)
    while (await table.matches.loader.get(match)).status is Status.RUNNING:
        await table.automatic()
        public = await table.matches.queries.situation(match, None)
        persons = [each for seat in public.pending if (each := public.match.occupants[seat].person)]
        if persons:
            own = await table.matches.queries.situation(match, persons[0])
            await table.play(match, persons[0], str(own.moves[-1]))
    assert await found(table, person=CEE) == [match]
    assert await found(table, person=CEE, channels=()) == []
    places = await table.matches.history.channels(resigned=CEE)
    assert places == [(PLACE.guild, PLACE.channel, PLACE.locale)]


@ON_BOTH
async def test_results_are_kept_and_records_read(table: Table) -> None:
    match = await ended(table, BOB)
    history, public = table.matches.history, await table.matches.queries.situation(match, None)
    assert await table.store.without_result(0, 5) == [match]
    assert await table.matches.upkeep.note_results() == 1
    assert await table.store.without_result(0, 5) == []
    (past,) = await history.find(EndedSearch(HERE, ANN), 0, 9)
    assert past.result == public.result is not None
    assert await history.records([past.match]) == {match: await table.matches.queries.record(match)}
    running = await table.started(CEE)
    assert await history.records([await table.matches.loader.get(running)]) == {}
    await table.store.save_result(running, "x")
    assert await table.store.results_of([running]) == {}, "it is not over"


@ON_BOTH
async def test_messages_and_threads_lead_to_their_match(table: Table) -> None:
    match = await table.started(BOB)
    shown_by = table.matches.history.shown_by
    await table.matches.posts.save_post(Post(match, "lobby", 0, 70, 71))
    await table.matches.posts.save_post(Post(match, "thread", 0, 80, 81))
    await table.matches.posts.save_post(Post(match, "hand", BOB, 90, 91))
    assert await shown_by(70, 71, ANN) == [match]
    assert await shown_by(70, 72, ANN) == []
    assert await shown_by(80, 5, ANN) == [match], "whatever is said in its thread"
    assert await shown_by(90, 91, BOB) == [match]
    assert await shown_by(90, 91, ANN) == [], "what was sent to somebody else"
