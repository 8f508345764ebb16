"""The page of all games and private tables, through a Discord written by strangers."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.answering.answers import Page
from cogs.answering.controls import Control
from cogs.pages.lessons import lessons_of
from engine.chance import SeededChance
from engine.game import Defaults, Seat
from engine.games import GAMES
from engine.kit.lessons import attempt
from engine.match.changes import NewNotice
from engine.match.values import SUMMARY
from engine.matches import Status
from tests.cogs.simulated import Town, controls, said

FRENCH = "fr"


async def press(person: Any, page: Any, custom_id: str) -> Any:
    return (await person.click(page, custom_id=custom_id)).response


async def begun(place: Town, game: str = "genesis_life", person: Any = None) -> Any:
    """A private table of that game, once the robots have moved; the panel of the person."""
    person = person or place.people[0]
    page = (await person.slash(place.square, "play")).response
    page = await press(person, page, f"lt:0:0:-:door:{game}")
    page = await press(person, page, f"lt:0:0:-:robot:{game}|steady")
    await place.settle()
    if found := controls(page, "panel"):
        page = await press(person, page, found[0])
    return page


def first_move(page: Any) -> str:
    return controls(page, "go")[0]


async def test_a_private_table_is_nobodys_but_its_persons(place: Town) -> None:
    ada, basile, *_ = place.people
    page = await begun(place)
    assert page.ephemeral
    page = await press(ada, page, first_move(page))
    assert "The robots are thinking" in said(page)
    await place.settle()
    page = await press(ada, page, controls(page, "panel")[0])
    assert controls(page, "go")
    assert place.square.history() == []
    assert place.square.threads == []
    assert place.got(ada) == []
    for command in ("match show", "match replay", "match note"):
        shown = (await basile.slash(place.square, command, match=1)).response
        assert said(shown) == "There is no match 1."


async def test_the_list_of_turns_leads_to_it(place: Town) -> None:
    ada = place.people[0]
    empty = (await ada.slash(place.square, "turns")).response
    assert controls(empty, "door") == ["lt:0:0:-:door:"]
    await begun(place)
    turns = (await ada.slash(place.square, "turns")).response
    assert "(private)" in said(turns)
    assert "discord.com/channels" not in said(turns)
    page = await press(ada, turns, controls(turns, "panel")[0])
    assert controls(page, "go")


async def test_no_server_lists_it(place: Town) -> None:
    await begun(place)
    assert await place.bot.matches.inboxes.running_in(place.guild.id) == []
    assert await place.bot.matches.inboxes.running_in(0) != [], "it is there, and belongs to no server"


async def test_it_goes_on_in_a_thread(place: Town) -> None:
    ada, basile, *_ = place.people
    page = await begun(place)
    page = await press(ada, page, first_move(page))
    await place.settle()
    more = await press(ada, page, controls(page, "more")[0])
    sure = await press(ada, more, controls(more, "publish")[0])
    assert "cannot be undone" in said(sure)
    assert place.square.threads == []
    done = await press(ada, sure, controls(sure, "publish")[0])
    assert "goes on in a thread" in said(done)
    await place.settle()
    assert len(place.square.threads) == 1
    assert f"<@{ada.id}>" in said(place.turn)
    shown = (await basile.slash(place.square, "match replay", match=1)).response
    assert "Robot Tempo" in said(shown)
    assert place.refusals() == []


async def test_a_turn_is_taken_back_with_what_the_robot_has_answered(place: Town) -> None:
    ada = place.people[0]
    page = await begun(place)
    queries = place.bot.matches.queries
    before = (await queries.situation(1, ada.id)).view.placed
    page = await press(ada, page, first_move(page))
    await place.settle()
    if found := controls(page, "panel"):
        page = await press(ada, page, found[0])
    assert (await queries.situation(1, ada.id)).view.placed != before
    page = await press(ada, page, controls(page, "takeback")[0])
    assert "It has been taken back." in said(page)
    assert controls(page, "go")
    assert (await queries.situation(1, ada.id)).view.placed == before


async def test_one_plays_again_or_with_others_after_it(place: Town) -> None:
    ada = place.people[0]
    page = await begun(place)
    matches = place.bot.matches
    while (situation := await matches.queries.situation(1, ada.id)).match.status is Status.RUNNING:
        best = GAMES["genesis_life"].players["steady"]
        chance = SeededChance(bytes(32), situation.match.entries)
        move = best.choose(situation.view, situation.moves, lambda chance: None, chance)
        await matches.moves.play(1, ada.id, str(move), None, 9_000 + situation.match.entries)
        await place.settle()
    assert situation.match.status is Status.OVER
    more = await press(ada, page, controls(page, "more")[0])
    others = await press(ada, more, controls(more, "door")[0])
    assert controls(others, "robot")
    assert controls(others, "anybody")
    stale = await press(ada, page, first_move(page))
    (with_others,) = controls(stale, "others")
    asked = await press(ada, stale, with_others)
    assert controls(asked, "robot")
    assert asked.id != stale.id, "the card of the end stays"
    again = await press(ada, stale, controls(stale, "again")[0])
    assert Control.parse(controls(again, "more")[0]).match == 2  # pyright: ignore[reportOptionalMemberAccess]


async def test_a_notice_of_it_is_void(place: Town) -> None:
    """None is ever written; if one is there, nobody gets it."""
    ada = place.people[0]
    await begun(place)
    notices = (
        NewNotice("turn"),
        NewNotice(SUMMARY, person=ada.id),
        NewNotice("over"),
        NewNotice("lobby"),
    )
    assert await place.store.take_lane("x", 1, place.bot.matches.now(), place.bot.matches.now()) is False
    holder = place.bot.matches.outbox
    await place.store.add_notices("", 1, notices)
    await holder.hurry(1)
    await place.settle()
    assert place.square.history() == []
    assert place.got(ada) == []


async def test_in_direct_messages_one_plays_robots(place: Town) -> None:
    ada = place.users[0]
    page = (await ada.slash("play")).response
    page = await press(ada, page, "lt:0:0:-:door:genesis_life")
    assert controls(page, "robot")
    assert not controls(page, "anybody")
    page = await press(ada, page, "lt:0:0:-:robot:genesis_life|steady")
    await place.settle()
    assert (await place.bot.matches.loader.get(1)).is_private


async def test_friends_and_anybody(place: Town) -> None:
    ada, basile, chloe, dan = place.people
    page = (await ada.slash(place.square, "play")).response
    page = await press(ada, page, "lt:0:0:-:door:genial")
    asked = await press(ada, page, "lt:0:0:-:friends:genial")
    chosen = (await ada.select(asked, [basile, chloe], custom_id=controls(asked, "guests")[0])).response
    assert "Table 1 is open" in said(chosen)
    await place.settle()
    match = await place.bot.matches.loader.get(1)
    assert match.size == 3
    assert {guest.person for guest in match.lobby.guests} == {basile.id, chloe.id}
    accepted = await press(basile, place.lobby, controls(place.lobby, "join")[0])
    assert controls(accepted, "zone"), "whoever accepts is asked for the zone as well"
    await place.settle()
    page = (await dan.slash(place.square, "play")).response
    page = await press(dan, page, "lt:0:0:-:door:genial")
    page = await press(dan, page, "lt:0:0:-:anybody:genial")
    assert "Table 2 is open" in said(page)
    assert controls(page, "zone")
    await place.settle()
    assert (await place.bot.matches.loader.get(2)).size == 2
    assert not (await place.bot.matches.loader.get(2)).is_private


async def test_help_is_five_lines_and_opens_the_games(place: Town) -> None:
    ada = place.people[0]
    page = (await ada.slash(place.square, "help")).response
    assert len(said(page).splitlines()) == 6
    games = await press(ada, page, controls(page, "door")[0])
    assert len(games.attachments) == 1
    assert len(controls(games, "door")) == len(GAMES)


def wrong_moves(game: str, number: int) -> list[str]:
    """Return legal moves that do not reach the goal of the lesson, and its example."""
    rules, lesson = GAMES[game], lessons_of(game)[number - 1]
    moves = rules.moves(rules.read_position(lesson.position), lesson.seat)
    wrong = next(
        str(move)
        for move in moves
        if str(move) not in lesson.aside and not attempt(rules, lesson, str(move)).done
    )
    return [wrong, lesson.example]


def example_of(game: str) -> str:
    return lessons_of(game)[-1].example


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_hints_become_more_exact_and_the_lesson_ends_in_a_match(place: Town, game: str) -> None:
    learning, services = place.bot.actions.learning, place.bot.services
    for language in ("en", FRENCH):
        await services.remember(place.people[0].id, locale=language)
        reader = await services.reader(place.people[0].id)
        text = reader.text
        for number, lesson in enumerate(lessons_of(game), 1):
            wrong, example = wrong_moves(game, number)
            pages = [await learning.try_move(game, number, wrong, reader, tries) for tries in range(4)]
            heard = [Page(each.items).content for each in pages]
            rule, hint = (text(f"{game}.lesson.{lesson.key}.{kind}") for kind in ("rule", "hint"))
            assert rule in heard[0]
            assert hint not in heard[0]
            assert hint in heard[1]
            assert hint in heard[2]
            assert len(set(heard[:3])) == 3
            assert heard[2] == heard[3]
            shows = [each for each in pages[2].custom_ids if ":trygo:" in each and each.endswith(example)]
            assert shows, "the example can be shown"
        done = await learning.try_move(game, len(lessons_of(game)), example_of(game), reader, 3)
        assert f"lt:0:0:-:robot:{game}|steady" in done.custom_ids


async def test_what_happened_before_the_houses_own_answer_is_told(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada's second placement is her only move: the house makes it, and both moves of the robot are news."""
    rules, ada = GAMES["genesis_life"], place.people[0]
    ordinary = rules.defaults
    start = rules.setup(rules.Options(), 2, SeededChance(b"start", 0))
    before = sum(map(len, start.placed))

    def forced(state: Any, seat: Seat) -> Defaults:
        placed = sum(map(len, state.placed)) - before
        is_second = seat == state.to_move == Seat(0) and placed in (2, 3)
        return Defaults(forced=rules.moves(state, seat)[0]) if is_second else ordinary(state, seat)

    monkeypatch.setattr(rules, "defaults", forced)
    page = await begun(place)
    page = await press(ada, page, first_move(page))
    await place.settle()
    if found := controls(page, "panel"):
        page = await press(ada, page, found[0])
    _, log = await place.bot.matches.loader.load_started(1)
    moves = [entry for entry in log.entries if entry.kind == "move"]
    (own,) = (entry.number for entry in moves if entry.by is not None)
    since = [entry for entry in moves if entry.number > own]
    assert [entry.seat for entry in since] == [1, 0, 1]
    assert [entry.text for entry in since if f"on {entry.text}" not in said(page)] == []
