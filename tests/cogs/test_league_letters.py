"""The direct messages to members of leagues: each comes once, and is the one ring of a season's beginning."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from cogs.delivery.messenger import Messenger
from engine.game import Refusal
from engine.league.values import Season, Stage
from engine.matches import Status
from engine.matches.queries import Queries
from engine.store import LEAGUE_CODE_LEVEL, CodeLevels
from tests.cogs.delivery.test_quiet_hours import rung, sleeps
from tests.cogs.simulated import Town, said
from tests.cogs.test_leagues_in_simcord import WEEK, begun, look, moderator, opened, signed_up

__all__ = ["moderator"]

DAY = timedelta(days=1)


async def season(place: Town, *stages: Stage) -> Season:
    found = (await place.bot.services.leagues.leagues.load(1)).at(*(stages or (Stage.PLAYING,)))
    assert found is not None
    return found


async def clocks(place: Town) -> dict[int, tuple[bool, bool]]:
    """Return, by match, whether a time runs there, and whether somebody is asked whose time does not."""
    found: dict[int, tuple[bool, bool]] = {}
    for table in (await season(place)).tables:
        situation = await place.bot.matches.queries.situation(table.match or 0, None)
        times = [situation.times[seat] for seat in situation.pending]
        found[table.match or 0] = (
            any(each.deadline is not None for each in times),
            any(each.deadline is None for each in times),
        )
    return found


async def test_the_beginning_rings_once_a_person_and_clocks_run_from_then_on(
    place: Town, moderator: Any
) -> None:
    await begun(place, moderator)
    for person in place.people:
        (told,) = rung(place, person)
        assert "Season 1 has begun" in told
        assert told.count("- With ") == 3
        assert sum(f"<#{thread.id}>" in told for thread in place.square.threads) == 3
    asked = sum("your turn" in each for one in place.people for each in rung(place, one)[0].split("\n"))
    assert asked == 6, "each table's first call is in its person's message"
    assert set((await clocks(place)).values()) == {(True, False)}
    await look(place, timedelta(minutes=5))
    await place.restart()
    await look(place, timedelta(minutes=5))
    assert [len(rung(place, person)) for person in place.people] == [1, 1, 1, 1]


@pytest.mark.parametrize("game", ["genial", "genesis", "familienbande", "genesia"])
async def test_in_every_game_the_beginning_rings_once_a_person(
    place: Town, moderator: Any, game: str
) -> None:
    await begun(place, moderator, game)
    for _ in range(3):
        await look(place, timedelta(seconds=11))
    assert [len(rung(place, person)) for person in place.people] == [1, 1, 1, 1]
    assert set((await clocks(place)).values()) == {(True, False)}


async def test_no_clock_runs_before_all_tables_of_its_person_are_open(place: Town, moderator: Any) -> None:
    await signed_up(place, moderator)
    await look(place, WEEK)
    for _ in range(3):
        await look(place, timedelta(seconds=11))
    opened_tables = [each for each in (await season(place)).tables if each.match is not None]
    assert 2 < len(opened_tables) < 6
    assert not any(rung(place, person) for person in place.people)
    for table in opened_tables:
        situation = await place.bot.matches.queries.situation(table.match or 0, None)
        assert all(situation.times[seat].deadline is None for seat in situation.pending)
    assert await place.bot.matches.upkeep.reconcile() == 0, "that is no fault"
    place.calendar.ahead += timedelta(hours=25)
    assert await place.bot.matches.upkeep.reconcile() > 0, "but a day later it is"


async def test_a_table_that_cannot_be_read_holds_up_nobody(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Queries.situation

    async def situation(self: Queries, match: int, *given: Any, **named: Any) -> Any:
        if match == 2:
            raise Refusal("damaged", match=match)
        return await known(self, match, *given, **named)

    monkeypatch.setattr(Queries, "situation", situation)
    await begun(place, moderator)
    assert (await season(place)).told == {each.id for each in place.people}
    assert [len(rung(place, person)) for person in place.people] == [1, 1, 1, 1]


async def test_an_error_of_discord_for_one_member_holds_up_no_other(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, open_inbox = set[int](), place.bot.http.start_private_message
    unlucky = place.people[0]

    async def start_private_message(person: int) -> Any:
        if person == unlucky.id and not opened:
            raise aiohttp.ClientConnectionError
        return await open_inbox(person)

    monkeypatch.setattr(place.bot.http, "start_private_message", start_private_message)
    monkeypatch.setattr("cogs.delivery.league_letters.AT_ONCE", 1)
    await begun(place, moderator)
    for _ in range(5):
        await look(place, timedelta(seconds=11))
    assert (await season(place)).told == {each.id for each in place.people} - {unlucky.id}
    opened.add(unlucky.id)
    await look(place, timedelta(seconds=11))
    assert (await season(place)).told == {each.id for each in place.people}
    assert [len(rung(place, person)) for person in place.people] == [1, 1, 1, 1]


async def test_a_later_call_rings_as_ever(place: Town, moderator: Any) -> None:
    await begun(place, moderator)
    matches = place.bot.matches
    public = await matches.queries.situation(1, None)
    (asked,) = public.pending
    first, second = (public.match.occupants[seat].person for seat in (asked, 1 - asked))
    other = next(each for each in place.people if each.id == second)
    assert first is not None
    while (situation := await matches.queries.situation(1, first)).seat in situation.pending:
        await matches.moves.play(1, first, str(situation.moves[0]), None, 8000 + situation.match.entries)
    await place.settle()
    assert any("your turn" in each for each in rung(place, other)[1:])


async def test_where_no_message_comes_in_the_first_calls_ring_as_ever(place: Town, moderator: Any) -> None:
    place.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await begun(place, moderator)
    asked = set[int | None]()
    for table in (await season(place)).tables:
        situation = await place.bot.matches.queries.situation(table.match or 0, None)
        asked |= {situation.match.occupants[seat].person for seat in situation.pending}
    for person in place.people:
        assert bool(rung(place, person)) == (person.id in asked)
    assert set((await clocks(place)).values()) == {(True, False)}
    assert (await season(place)).unrung == {each.id for each in place.people}


async def test_who_sleeps_is_told_in_the_morning(place: Town, moderator: Any) -> None:
    await signed_up(place, moderator)
    place.calendar.ahead += WEEK
    ada = place.people[0]
    await sleeps(place, ada)
    for _ in range(8):
        await look(place, timedelta(seconds=11))
    assert rung(place, ada) == []
    assert len(rung(place, place.people[1])) == 1
    await look(place, timedelta(hours=6))
    (told,) = rung(place, ada)
    assert "Season 1 has begun" in told


async def test_a_table_that_never_opens_holds_up_no_clock(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await signed_up(place, moderator)
    await look(place, WEEK)
    monkeypatch.setattr("engine.leagues.calendar.BETWEEN_TABLES", 2 * DAY)
    await look(place, timedelta(seconds=11))
    league = await place.bot.services.leagues.leagues.load(1)
    assert sum(each.match is not None for each in (await season(place)).tables) == 1
    place.calendar.ahead += timedelta(hours=2)
    await place.bot.league_posts.tell(league)
    league = await place.bot.services.leagues.leagues.load(1)
    await place.bot.league_posts.tell(league)
    await place.settle()
    table = (await season(place)).tables[0]
    situation = await place.bot.matches.queries.situation(table.match or 0, None)
    (seat,) = situation.pending
    assert situation.times[seat].deadline is not None
    asked = next(each for each in place.people if each.id == situation.match.occupants[seat].person)
    assert len(rung(place, asked)) == 1


async def test_five_and_two_days_before_the_end_whoever_still_plays_is_told_once(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(place, moderator)
    matches, now = place.bot.matches, await season(place)
    assert now.ends is not None
    dan = place.people[3]
    for table in now.tables:
        if dan.id in table.seats:
            other = next(each for each in table.seats if each != dan.id)
            await matches.departures.resign(table.match or 0, other, 7000 + table.number)
    await look(place, timedelta(minutes=6))

    def told(person: Any) -> list[Any]:
        return place.got(person, "You still play here")

    await look(place, now.ends - place.calendar() - 5 * DAY - timedelta(hours=1))
    assert not any(told(person) for person in place.people)
    # A message that was sent, and a process that died before it was noted.
    send = Messenger.send

    async def dying(*given: Any, **named: Any) -> int:
        await send(*given, **named)
        raise TimeoutError

    monkeypatch.setattr(Messenger, "send", dying)
    await look(place, timedelta(hours=2))
    monkeypatch.setattr(Messenger, "send", send)
    await place.restart()
    for _ in range(3):
        await look(place, timedelta(minutes=6))
    for person in place.people[:3]:
        (message,) = told(person)
        assert f"<t:{int(now.ends.timestamp())}:f>" in said(message)
        assert said(message).count("- With ") == 2
    assert told(dan) == [], "whose tables are over is told nothing"
    await look(place, 3 * DAY)
    for _ in range(3):
        await look(place, timedelta(minutes=6))
    assert [len(told(person)) for person in place.people] == [2, 2, 2, 0]


async def test_a_bot_that_was_away_says_only_what_is_true_now(
    place: Town, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(place, moderator)
    now = await season(place)
    assert now.ends is not None
    store = type(place.store)
    monkeypatch.setattr(store, "code_levels", CodeLevels(lowest=LEAGUE_CODE_LEVEL - 1))
    await look(place, now.ends - place.calendar() - 4 * DAY)
    assert place.got(place.people[0], "You still play here") == [], "older code would forget it"
    monkeypatch.setattr(store, "code_levels", CodeLevels())
    await look(place, 3 * DAY)
    assert len(place.got(place.people[0], "You still play here")) == 1
    assert (await season(place)).warned == frozenset()


async def test_nobody_is_told_of_a_season_that_has_not_begun(place: Town, moderator: Any) -> None:
    await opened(place, moderator)
    await look(place, timedelta(days=6))
    assert not any(rung(place, person) for person in place.people)
    assert await place.bot.matches.queries.find(place.people[0].id, [Status.RUNNING], limit=9) == []


async def test_a_table_of_a_league_names_it_at_its_beginning_in_between_and_at_its_end(
    place: Town, moderator: Any
) -> None:
    shown = await begun(place, moderator)
    first = next(each for each in place.square.threads if each.name.startswith("#1 "))
    told = next(each for each in first.history() if "your turn" in said(each))
    named = "[Genesis (Brassinne) league, tables of 2](https://discord.com/channels/"
    assert named in said(told)
    assert f"/{shown.id}), season 1: a win is worth 1 point" in said(told)
    page = (await place.people[0].slash(place.square, "match show", match=1)).response
    assert "season 1 · standings: `/league`" in said(page)
    table = (await season(place)).tables[0]
    await place.bot.matches.departures.resign(1, table.seats[0], 7001)
    await place.settle()
    assert any("season 1 · standings: `/league`" in said(each) for each in first.history())
    page = (await place.people[0].slash(place.square, "match show", match=1)).response
    assert "season 1 · standings: `/league`" in said(page)


async def test_a_match_of_no_league_names_none(place: Town) -> None:
    await place.open(2)
    await place.start()
    assert "league" not in said(place.turn)
