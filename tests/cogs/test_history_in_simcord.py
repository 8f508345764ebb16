"""Matches that are over are found again, by whoever may see where they were played, and by nobody else."""

from __future__ import annotations

import io
import random
import zipfile
from dataclasses import replace
from typing import Any

import msgspec

from engine.game import Result
from engine.games import GAMES
from engine.league.values import SeasonTable, Stage
from engine.match.values import Venue
from engine.matches import Status
from engine.record import read, replay, verify
from engine.store import EndedSearch
from tests.cogs.simulated import Town, controls, parts, said

Seen = Any


async def ended(place: Town, *, game: str = "genesis-life", people: int = 2, channel: Any = None) -> int:
    """Open a match and play it to its end, by any moves; return its number."""
    square, place.square = place.square, channel or place.square
    await place.open(people, game)
    await place.start()
    place.square = square
    matches, dice = place.bot.matches, random.Random(people)
    match = max(await place.store.match_numbers(0, 1000))
    clicks = iter(range(10**6 * match, 10**6 * match + 9000))
    while (await matches.loader.get(match)).status is Status.RUNNING:
        public = await matches.queries.situation(match, None)
        person = public.match.occupants[public.pending[0]].person
        assert person is not None
        own = await matches.queries.situation(match, person)
        await matches.moves.play(match, person, str(dice.choice(own.moves)), None, next(clicks))
    await place.settle()
    return match


async def test_the_archive_lists_ones_own_and_the_servers(place: Town) -> None:
    ada, basile, chloe = place.people[:3]
    first, second = await ended(place), await ended(place, game="familienbande")
    page = (await ada.slash(place.square, "history")).response
    assert page.ephemeral
    assert "Your matches that are over" in said(page)
    assert said(page).index(f"no. {second}") < said(page).index(f"no. {first}"), "the last one first"
    assert "won" in said(page) or "draw" in said(page)
    assert " · ada has won" not in said(page), "how it came out has a line of its own"
    watch = controls(page, "replay")
    assert len(watch) == 2
    shown = (await ada.click(page, custom_id=watch[0])).response
    assert "step 1 of" in said(shown)
    none = (await chloe.slash(place.square, "history")).response
    assert "no matches here" in said(none)
    (way,) = [each for each in controls(none, "history") if each.endswith("g")]
    server = (await chloe.click(none, custom_id=way)).response
    assert f"no. {first}" in said(server)
    (games,) = [each for each in controls(server, "history") if each.endswith("b")]
    alone = (await chloe.select(server, custom_id=games, values=["familienbande"])).response
    assert f"no. {first}" not in said(alone)
    assert f"no. {second}" in said(alone)
    with_chloe = (await ada.slash(place.square, "history", person=chloe)).response
    assert "no matches here" in said(with_chloe)
    with_basile = (await ada.slash(place.square, "history", person=basile)).response
    assert f"no. {first}" in said(with_basile)
    offers = await ada.autocomplete(place.square, "history", "match", "brassinne basile")
    assert [each["value"] for each in offers] == [first]
    shown = (await ada.slash(place.square, "history", match=first)).response
    assert "step 1 of" in said(shown)
    assert place.refusals() == []


async def test_all_as_one_file(place: Town) -> None:
    ada = place.people[0]
    first, second = await ended(place), await ended(place, game="familienbande")
    page = (await ada.slash(place.square, "history")).response
    answer = (await ada.click(page, custom_id=controls(page, "historyfile")[0])).response
    (file,) = answer.attachments
    with zipfile.ZipFile(io.BytesIO(await _bytes(file))) as packed:
        names = packed.namelist()
        listed = packed.read("matches.txt").decode()
        assert names == ["matches.txt", f"familienbande-{second}.txt", f"genesis_life-{first}.txt"]
        for name in names[1:]:
            record = read(packed.read(name).decode())
            verify(record, GAMES[record.game])
            replay(record, GAMES[record.game])
    assert f"#{first}: ada, basile" in listed
    assert place.refusals() == []


async def _bytes(file: Any) -> bytes:
    return file if isinstance(file, bytes) else getattr(file, "data", None) or await file.read()


async def test_who_may_not_see_the_place_finds_the_match_nowhere(place: Town) -> None:
    ada, _, chloe = place.people[:3]
    closed = place.guild.create_text_channel("closed")
    hidden = await ended(place, channel=closed)
    seen = await ended(place)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(closed.id)
    await channel.set_permissions(await guild.fetch_member(chloe.id), view_channel=False)
    place.bot.services.access._asked.clear()
    server = (await chloe.slash(place.square, "history", whose="server")).response
    assert f"no. {seen}" in said(server)
    assert f"no. {hidden}" not in said(server)
    offers = await chloe.autocomplete(place.square, "history", "match", "", whose="server")
    assert hidden not in [each["value"] for each in offers]
    by_number = (await chloe.slash(place.square, "history", match=hidden)).response
    assert said(by_number) == f"There is no match {hidden}."
    for command in ("match replay", "match log", "match show"):
        assert said((await chloe.slash(place.square, command, match=hidden)).response) == said(by_number)
    mine = (await ada.slash(place.square, "history", whose="server")).response
    assert f"no. {hidden}" in said(mine), "who may see it does"
    assert place.refusals() == []


async def test_a_message_of_ours_leads_to_its_match(place: Town) -> None:
    ada, _, chloe = place.people[:3]
    await place.open(2)
    lobby = place.lobby
    waits = (await chloe.context_menu(place.square, "Watch this match", lobby)).response
    assert "has not started" in said(waits)
    await place.start()
    shown = (await chloe.context_menu(place.thread, "Watch this match", place.turn)).response
    assert "As everybody saw it then" in said(shown)
    assert shown.ephemeral
    own = (await ada.context_menu(place.square, "Watch this match", lobby)).response
    assert "As you were shown it then" in said(own)
    theirs = await chloe.send(place.square, "look at this")
    none = (await ada.context_menu(place.square, "Watch this match", theirs)).response
    assert "shows no match of mine" in said(none)
    other = await place.old_message()
    none = (await ada.context_menu(place.square, "Watch this match", other)).response
    assert "shows no match of mine" in said(none)
    assert set(place.refusals()) <= {"not_started"}


async def test_two_people_see_what_is_between_them(place: Town) -> None:
    ada, basile, chloe = place.people[:3]
    none = (await ada.context_menu(place.square, "Our matches", chloe)).response
    assert "not finished a match together yet" in said(none)
    first, second = await ended(place, game="familienbande"), await ended(place)
    for match, scores in ((first, ((4,), (5,))), (second, ((9,), (2,)))):
        result = Result(ranks=(2, 1) if match == first else (1, 2), scores=scores, reason="x")
        await place.store.save_result(match, msgspec.json.encode(result).decode())
    page = (await ada.context_menu(place.square, "Our matches", basile)).response
    assert "You and basile: 2 matches" in said(page)
    assert "**Familienbande**: basile won 1\n" in said(page)
    assert f"Latest: **Genesis (Brassinne) no. {second}**" in said(page)
    assert f"Closest: **Familienbande no. {first}**" in said(page)
    assert len(controls(page, "replay")) == 2
    (way,) = controls(page, "history")
    listed = (await ada.click(page, custom_id=way)).response
    assert f"no. {first}" in said(listed)
    assert "You won." in said(listed), "the reader's own win"
    assert "basile has won." in said(listed)
    assert "ada has won" not in said(listed)
    assert "\n·" not in said(listed)
    alone = (await ada.context_menu(place.square, "Our matches", ada)).response
    assert "Choose somebody else" in said(alone)
    assert place.refusals() == ["ours_alone"]


async def test_who_was_forgotten_stays_without_a_name(place: Town) -> None:
    ada, basile = place.people[:2]
    match = await ended(place)
    await place.bot.matches.forgetting.forget(basile.id)
    for answer in (
        await ada.slash(place.square, "history"),
        await ada.slash(place.square, "match replay", match=match),
        await ada.slash(place.square, "match log", match=match),
    ):
        assert "basile" not in str(parts(answer.response))
    ours = (await ada.context_menu(place.square, "Our matches", basile)).response
    assert "not finished a match together yet" in said(ours)


async def test_of_one_match_all_are_not_offered(place: Town) -> None:
    ada, basile = place.people[:2]
    await ended(place)
    page = (await ada.context_menu(place.square, "Our matches", basile)).response
    assert "You and basile: one match" in said(page)
    assert controls(page, "history") == []


async def test_where_several_matches_fit_one_chooses_which_to_watch(place: Town) -> None:
    ada, running = place.people[0], await ended(place, game="familienbande") + 1
    await place.open(2, "genesis-life")
    await place.start()
    page = (await ada.slash(place.square, "match replay")).response
    assert "Which match?" in said(page)
    assert said(page).index(f"no. {running}") < said(page).index(f"no. {running - 1}")
    assert "Still being played" in said(page)
    watch = controls(page, "replay")
    assert len(watch) == 2
    shown = (await ada.click(page, custom_id=watch[1])).response
    assert "step 1 of" in said(shown)
    assert place.refusals() == []


async def test_how_a_match_came_out_is_kept(place: Town) -> None:
    match = await ended(place)
    history = place.bot.matches.history
    assert await place.store.without_result(0, 9) == [match]
    assert await place.bot.matches.upkeep.note_results() == 1
    assert await place.store.without_result(0, 9) == []
    public = await place.bot.matches.queries.situation(match, None)
    (past,) = await history.find(EndedSearch((), place.people[0].id), 0, 9)
    assert past.result == public.result
    for garbage in ("", "{", '{"ranks": [1]}', "7", '{"ranks":[1],"scores":[[1]],"reason":"x"}'):
        await place.store.save_result(match, garbage)
        (past,) = await history.find(EndedSearch((), place.people[0].id), 0, 9)
        assert past.result == public.result, "worked out anew"


async def test_matches_of_a_season_of_a_league(place: Town) -> None:
    """It is found by typing, by whoever may see the league's channel."""
    ada, basile = place.people[:2]
    friendly, played = await ended(place), await ended(place)
    closed = place.guild.create_text_channel("league")
    venue, leagues = Venue(place.guild.id, closed.id, "en"), place.bot.services.leagues.leagues
    opened = await leagues.open("genesis_life", GAMES["genesis_life"].Options(), 2, venue, 99, 5 * 10**6)
    assert await ada.autocomplete(place.square, "history", "season", "") == [], "it has not begun"
    (season,) = opened.seasons
    begun = replace(season, stage=Stage.PLAYING, tables=(SeasonTable(0, 0, (ada.id, basile.id), played),))
    await place.store.commit_league(opened, replace(opened, seasons=(begun,)))
    (offer,) = await ada.autocomplete(place.square, "history", "season", "brassinne")
    assert offer["name"] == "Genesis (Brassinne), season 1"
    assert await ada.autocomplete(place.square, "history", "season", "knizia") == []
    page = (await ada.slash(place.square, "history", season=offer["value"])).response
    assert "Season: Genesis (Brassinne), season 1" in said(page)
    assert f"no. {played}" in said(page)
    assert f"no. {friendly}" not in said(page)
    (games,) = [each for each in controls(page, "history") if "b" in each.rpartition(":")[2]]
    page = (await ada.select(page, custom_id=games, values=["genesis_life"])).response
    assert f"no. {friendly}" not in said(page), "another game's list is of the same season"
    assert f"no. {played}" in said(page)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(closed.id)
    await channel.set_permissions(await guild.fetch_member(basile.id), view_channel=False)
    place.bot.services.access._asked.clear()
    assert await basile.autocomplete(place.square, "history", "season", "") == []
    assert place.refusals() == []
