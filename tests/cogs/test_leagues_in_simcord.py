"""A league on Discord: opened by a moderator, signed up for with a tap, played, shown, closed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from cogs.actions.league_options import pack_options, unpack_options
from cogs.answering.controls import Control, button
from cogs.pages.league import _part_of  # pyright: ignore[reportPrivateUsage]
from engine.game import Refusal
from engine.games import GAMES
from engine.kit.options import fields_of
from engine.league.favours import Favour
from engine.league.values import LeagueState, Stage
from engine.match.terms import with_fields
from engine.matches import Status
from tests.cogs.simulated import Town, controls, said

WEEK = timedelta(weeks=1)


@pytest.fixture
def moderator(place: Town) -> Any:
    """Somebody who may manage the server, and plays nowhere."""
    role = place.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    return place.guild.add_member(place.env.create_user("mona"), roles=[role])


async def look(place: Town, time: timedelta = timedelta()) -> None:
    """Let that time pass, and the calendar do what is due."""
    place.calendar.ahead += time
    while await place.bot.services.leagues.calendar.look():
        await place.settle()
    await place.settle()


def post(place: Town) -> Any:
    """Return the league's message in its channel."""
    return next(each for each in reversed(place.square.history()) if controls(each, "league"))


async def opened(place: Town, moderator: Any, game: str = "genesis_life") -> Any:
    await opens(place, moderator, game=game)
    await look(place)
    return post(place)


async def opens(place: Town, moderator: Any, **options: Any) -> Any:
    """Open a league by the command and the question that answers it; return the last answer.

    Where it is refused no question comes.
    """
    asked = (await moderator.slash(place.square, "host league", **options)).response
    if not controls(asked, "leagueopen"):
        return asked
    return (await moderator.click(asked, custom_id=controls(asked, "leagueopen")[0])).response


async def signed_up(place: Town, moderator: Any, game: str = "genesis_life") -> Any:
    shown = await opened(place, moderator, game)
    for person in place.people:
        await person.click(shown, custom_id=controls(shown, "leaguejoin")[0])
    await look(place)
    return post(place)


async def begun(place: Town, moderator: Any, game: str = "genesis_life") -> Any:
    await signed_up(place, moderator, game)
    await look(place, WEEK)
    for _ in range(7):
        await look(place, timedelta(seconds=11))
    return post(place)


async def test_a_season_from_the_command_to_its_tables(place: Town, moderator: Any) -> None:
    shown = await opened(place, moderator)
    assert "Season 1 begins" in said(shown)
    assert "SHA-256" in said(shown)
    shown = await signed_up(place, moderator)
    assert "4 people have signed up" in said(shown)
    shown = await begun(place, moderator)
    assert "Season 1 is played until" in said(shown)
    assert "0 of 6 tables are over" in said(shown)
    assert len(place.square.threads) == 6
    for person in place.people:
        assert len(await place.bot.matches.queries.find(person.id, [Status.RUNNING], limit=9)) == 3
    told = place.square.history()
    assert len(told) == 2, "one for the sign-up, one for the season, none for a table or its thread"
    assert not controls(told[0], "leaguejoin"), "the older one has no buttons"
    assert "Season 1 has begun" in said(told[0])
    assert "Sign up" not in said(told[0])


async def test_nothing_is_public_before_the_moderator_has_read_what_will_happen(
    place: Town, moderator: Any
) -> None:
    leagues = place.bot.services.leagues.leagues
    asked = (await moderator.slash(place.square, "host league", game="genesia", seats=4)).response
    await look(place)
    assert asked.ephemeral
    assert place.square.history() == []
    assert await leagues.of_guild(place.guild.id) == []
    text = said(asked)
    begins = int((place.bot.matches.now() + WEEK).timestamp())
    for told in (
        f"<#{place.square.id}>",
        "in English",
        f"<t:{begins}:f>",
        "16 weeks",
        "3 days in hand",
        "each with a thread",
    ):
        assert told in text
    (press,) = controls(asked, "leagueopen")
    stranger = await place.old_message(button(Control(0, "leagueopen", _argument(press)), "old"))
    assert "manage this server" in said((await place.people[0].click(stranger, custom_id=press)).response)
    await moderator.click(asked, custom_id=press)
    (league,) = await leagues.of_guild(place.guild.id)
    assert (league.game, league.seats, league.channel) == ("genesia", 4, place.square.id)
    again = (await moderator.click(stranger, custom_id=press)).response
    assert "has a league of this game already" in said(again)
    wrong = (await moderator.slash(place.square, "host league", game="genesia")).response
    assert "has a league of this game already" in said(wrong), "it is said before anything is asked"


async def test_a_leagues_message_speaks_the_servers_language(place: Town, moderator: Any) -> None:
    await opened(place, moderator)
    assert "Season 1 begins" in said(post(place))
    await place.bot.matches.hours.set_server(place.guild.id, locale="fr")
    await signs(place, place.people[0])
    assert "La saison 1 commence" in said(post(place))


async def signs(place: Town, person: Any) -> None:
    shown = post(place)
    await person.click(shown, custom_id=controls(shown, "leaguejoin")[0])
    await look(place)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_options_of_a_league_fit_into_its_button(game: str) -> None:
    rules, changed = GAMES[game], dict[str, Any]()
    for field in fields_of(rules.Options):
        if field.choices:
            changed[field.name] = list(field.choices.values())[-1]
        elif field.kind is bool:
            changed[field.name] = not field.default
        elif field.kind is int:
            changed[field.name] = field.default + 10
    options = with_fields(rules, rules.Options(), changed)
    packed = pack_options(rules, options)
    assert Control(0, "leagueopen", f"{game}|4|{2**63}|{packed}").fits
    assert unpack_options(rules, packed) == options
    assert unpack_options(rules, pack_options(rules, rules.Options())) == rules.Options()
    for wrong in ("", "x", f"{packed}z1", f"{packed}a", f"{packed}a99999999", f"{'0' * 8}{packed[8:]}"):
        with pytest.raises(Refusal, match="unknown_control"):
            unpack_options(rules, wrong)


async def test_a_line_about_a_thread_that_cannot_be_deleted_stops_nothing(
    place: Town, moderator: Any
) -> None:
    await signed_up(place, moderator)
    place.env.inject_error("DELETE", "/channels/*/messages/*", status=500, times=None)
    await look(place, WEEK)
    for _ in range(7):
        await look(place, timedelta(seconds=11))
    assert len(place.square.threads) == 6


async def test_a_members_page_names_the_tables_and_their_threads(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    ada = place.people[0]
    page = (await ada.slash(place.square, "league")).response
    text = said(page)
    for other in ("basile", "chloe", "dan"):
        assert text.count(other) == 1, "once: the standings are a picture with its text"
    asked = [
        each
        for each in _season(await place.bot.services.leagues.leagues.load(1)).tables
        if ada.id in each.seats and ada.id in await persons_asked(place, each.match)
    ]
    assert asked
    assert text.count("▶ **Your turn** with") == len(asked)
    assert text.count(", time ends <t:") == len(asked)
    assert text.count("Being played with") == 3 - len(asked)
    assert text.rindex("**Your turn**") < text.find("Being played with") or len(asked) == 3, (
        "the own turns first"
    )
    assert sum(f"<#{thread.id}>" in text for thread in place.square.threads) == 3
    assert controls(page, "leagueleave")
    assert not controls(page, "leaguejoin")


async def persons_asked(place: Town, match: int | None) -> set[int | None]:
    """Return the persons who have to decide at the match."""
    situation = await place.bot.matches.queries.situation(match or 0, None)
    return {situation.match.occupants[seat].person for seat in situation.pending}


async def test_each_member_is_told_once_that_the_season_has_begun(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    for _ in range(4):
        await look(place, timedelta(minutes=5))
    for person in place.people:
        (told,) = place.got(person, "Season 1 has begun")
        assert "Your tables" in said(told)
        assert said(told).count("With ") == 3
    (told,) = place.got(place.people[0], "Season 1 has begun")
    page = (await place.users[0].click(told, custom_id=controls(told, "league")[0])).response
    assert "Being played with" in said(page) or "**Your turn**" in said(page)


async def test_who_withdraws_is_asked_first(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    dan = place.people[3]
    page = (await dan.slash(place.square, "league")).response
    sure = (await dan.click(page, custom_id=controls(page, "leagueleave")[0])).response
    assert "called off" in said(sure)
    league = await place.bot.services.leagues.leagues.load(1)
    assert len(_season(league).active) == 4
    await dan.click(sure, custom_id=controls(sure, "leagueleave")[0])
    await look(place)
    league = await place.bot.services.leagues.leagues.load(1)
    assert len(_season(league).active) == 3
    assert "3 of 6 tables are over" in said(post(place))


def _season(league: Any) -> Any:
    season = league.at(Stage.PLAYING)
    assert season is not None
    return season


async def test_moderators_annul_put_out_and_end(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    page = (await moderator.slash(place.square, "host league")).response
    assert "season 1 has begun" in said(page)
    annul = controls(page, "leagueannul")[0]
    match = place.bot.matches
    sure = (await moderator.select(page, ["1"], custom_id=annul)).response
    assert "Annul table 1?" in said(sure)
    assert (await match.loader.get(1)).status is Status.RUNNING, "it is asked first"
    page = (await moderator.click(sure, custom_id=controls(sure, "leaguevoid")[0])).response
    assert "table 1 annulled" in said(page)
    await look(place)
    assert (await match.loader.get(1)).status is Status.CANCELLED
    dan = place.people[3]
    page = (await moderator.select(page, [dan], custom_id=controls(page, "leagueout")[0])).response
    assert "put out by" in said(page)
    end = next(each for each in controls(page, "leaguehost") if _argument(each).endswith("|end"))
    sure = (await moderator.click(page, custom_id=end)).response
    assert (await place.bot.services.leagues.leagues.load(1)).state is LeagueState.OPEN
    await moderator.click(sure, custom_id=controls(sure, "leaguehost")[0])
    assert (await place.bot.services.leagues.leagues.load(1)).state is LeagueState.ENDED


def _argument(custom_id: str) -> str:
    control = Control.parse(custom_id)
    assert control is not None
    return control.argument


async def test_nobody_else_moderates_and_nothing_is_done_twice(place: Town, moderator: Any) -> None:
    shown = await signed_up(place, moderator)
    ada = place.people[0]
    join = controls(shown, "leaguejoin")[0]
    assert "signed up already" in said((await ada.click(shown, custom_id=join)).response)
    page = (await moderator.slash(place.square, "host league")).response
    sleep = controls(page, "leaguehost")[0]
    control = Control.parse(sleep)
    assert control is not None
    old = await place.old_message(button(control, "old"))
    assert "manage this server" in said((await ada.click(old, custom_id=sleep)).response)
    again = (await moderator.slash(place.square, "host league", game="genesis_life")).response
    assert "has a league of this game already" in said(again)
    wrong = (await moderator.slash(place.square, "host league", game="genesis_life", seats=4)).response
    assert said(wrong)
    assert (await place.bot.services.leagues.leagues.load(1)).state is LeagueState.OPEN


async def test_a_closed_channel_stops_no_season(place: Town, moderator: Any) -> None:
    await signed_up(place, moderator)
    await place.bot.http.delete_channel(place.square.id)
    await look(place, WEEK)
    league = await place.bot.services.leagues.leagues.load(1)
    assert league.at(Stage.PLAYING) is not None


async def test_a_league_is_seen_by_who_sees_its_channel(place: Town, moderator: Any) -> None:
    await opened(place, moderator)
    other = place.guild.create_text_channel("elsewhere")
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    square: Any = guild.get_channel(place.square.id)
    await square.set_permissions(guild.default_role, view_channel=False)
    assert "no league yet" in said((await place.people[0].slash(other, "league")).response)


async def test_options_are_typed_as_they_are_suggested(place: Town, moderator: Any) -> None:
    said_ = await moderator.autocomplete(place.square, "host league", "options", "bonus", game="genial")
    assert [each["value"] for each in said_] == ["single_bonus=yes"]
    more = await moderator.autocomplete(
        place.square, "host league", "options", "single_bonus=yes, ", game="genial"
    )
    assert all(each["value"].startswith("single_bonus=yes, ") for each in more)
    wrong = await moderator.slash(place.square, "host league", game="genial", options="sausage=yes")
    assert "sausage=yes" in said(wrong.response)
    teams = await moderator.slash(place.square, "host league", game="genial", options="form=team", seats=4)
    assert "without teams" in said(teams.response)
    await opens(place, moderator, game="genial", options="single_bonus=yes")
    league = await place.bot.services.leagues.leagues.load(1)
    assert "single_bonus" in league.options


async def test_a_robot_at_a_league_table_offers_neither_the_seat_nor_an_end(
    place: Town, moderator: Any
) -> None:
    await begun(place, moderator)
    matches = place.bot.matches
    table = _season(await place.bot.services.leagues.leagues.load(1)).tables[0]
    assert table.match is not None
    for _ in range(4):
        await matches.seat_clocks.play_out(table.match)
        await place.settle()
    situation = await matches.queries.situation(table.match, None)
    assert situation.match.absent
    assert not any(each.is_open for each in situation.times)
    (thread,) = (each for each in place.square.threads if each.name.startswith(f"#{table.match} "))
    told = [each for each in thread.history() if "A robot has played for" in said(each)]
    assert told
    for each in thread.history():
        assert not controls(each, "absent")
        assert not controls(each, "sit")
    letters = [each for person in place.people for each in place.got(person, "robot has played for you")]
    assert letters
    assert not any("your seat" in said(each) for each in letters)


async def test_the_end_says_who_was_first_and_who_goes_up(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    matches, league = place.bot.matches, await place.bot.services.leagues.leagues.load(1)
    ada = place.people[0].id
    for table in _season(league).tables:
        loser = next(each for each in table.seats if each != ada)
        await matches.departures.resign(table.match or 0, loser, 7000 + table.number)
    await look(place, timedelta(minutes=6))
    shown = said(post(place))
    assert "Season 1 is over" in shown
    assert "First: **ada**" in shown
    assert "ada was ahead at every table" in shown
    assert "Season 2 begins" in shown
    page = (await place.people[1].slash(place.square, "league")).response
    assert "Season 1 is over" in said(page)
    told = [each for each in place.square.history() if each.type is discord.MessageType.default]
    assert not any("has won" in said(each) for each in told), "the standings tell it, not a message a table"
    assert len(told) == 3, "the sign-up, the season, its end"
    assert not controls(told[1], "league"), "only the newest has buttons"
    assert "Season 1 is over; its result is further down" in said(told[1]), "none of it seems to run"
    assert not told[1].attachments, "nor are there standings that others may have overtaken"
    assert post(place).attachments[0].description.startswith("Place 1: ada, 3 points.")


async def test_the_results_of_a_season_its_replays_files_and_champions_are_a_tap_away(
    place: Town, moderator: Any
) -> None:
    await begun(place, moderator)
    matches, league = place.bot.matches, await place.bot.services.leagues.leagues.load(1)
    ada, basile = place.people[:2]
    for table in _season(league).tables:
        loser = next(each for each in table.seats if each != ada.id)
        await matches.departures.resign(table.match or 0, loser, 7000 + table.number)
    await look(place, timedelta(minutes=6))
    shown = post(place)
    page = (await basile.click(shown, custom_id=controls(shown, "leaguepast")[0])).response
    assert "1\\. ada: 3 pts from 3 tables" in said(page)
    assert said(page).count("from 3 tables") == 4
    watched = (await basile.select(page, ["3"], custom_id=controls(page, "leaguewatch")[0])).response
    assert "no. 3" in said(watched)
    files = (await basile.click(page, custom_id=controls(page, "leaguecsv")[0])).response
    names = [each.filename for each in files.attachments]
    assert names == ["genesis_life-1-1-standings.csv", "genesis_life-1-1-tables.csv"]
    won = (await basile.click(shown, custom_id=controls(shown, "leaguewon")[0])).response
    assert "Season 1: **ada**, 3 points at 3 tables" in said(won)
    again = (await basile.select(won, ["1"], custom_id=controls(won, "leagueold")[0])).response
    assert "Season 1 is over" in said(again)
    await matches.forgetting.forget(ada.id)
    won = (await basile.click(shown, custom_id=controls(shown, "leaguewon")[0])).response
    assert "Season 1: **\N{MINUS SIGN}1**, 3 points" in said(won), "the title stays, the name goes"


def test_a_menu_of_divisions_goes_on_beyond_twenty_five() -> None:
    every = [discord.SelectOption(label=str(each), value=str(each)) for each in range(47)]
    seen: list[str] = []
    part = 0
    for _ in range(2):
        options, part, parts = _part_of(every, part)
        assert parts == 2
        assert len(options) < 25
        seen += [each.value for each in options]
    assert part == 0
    assert seen == [str(each) for each in range(47)]
    assert _part_of(every[:25], 0) == (every[:25], 0, 1)


async def test_pairs_that_give_each_other_points_are_shown_to_moderators_alone(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(place, moderator)
    ada, basile = place.people[:2]

    async def found(league: int) -> list[Favour]:
        return [Favour(ada.id, basile.id, 5)]

    monkeypatch.setattr(place.bot.services.leagues.leagues, "favours", found)
    page = said((await moderator.slash(place.square, "host league")).response)
    assert f"<@{ada.id}> and <@{basile.id}>: at each of 5 meetings" in page
    assert "It proves nothing" in page
    assert "meetings" not in said((await ada.slash(place.square, "league")).response)
