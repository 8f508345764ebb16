"""Whole matches through a Discord written by strangers; what people do wrong on the way."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.answering.answers import words
from cogs.answering.controls import Control, button, menu
from cogs.pages.fairness import fairness_page
from cogs.pages.lobby import lobby_page
from cogs.services.services import Reader
from cogs.text.text import text_for
from engine.games import GAMES
from engine.genial.model import Form
from engine.match.clock import PACES
from engine.match.replay import rebuild
from engine.matches import Begin, Guest, Limits, Lobby, Matches, Occupant, Post, Status, Venue
from engine.record import read, verify
from render.kit.canvas import Theme
from tests.cogs.simulated import Town, controls, parts, said

PLACE = Venue(5, 6, "en")
FORMS = {"2": (2, 0), "3": (1, 2), "4": (2, 2), "team": (1, 3), "solo": (1, 0)}
"""Persons and automatic players by form."""


async def tap_through(person: Any, panel: Any) -> Any:
    """Tap from a panel to the move and on, until it is another one's turn."""
    for _ in range(400):
        lists = [each for each in parts(panel) if each.get("custom_id") in controls(panel, "pick")]
        # A list of places, not the one of areas beside them.
        if menus := [each for each in lists if not each["options"][0]["value"].startswith(">-")]:
            chosen, pick = [menus[0]["options"][0]["value"]], menus[0]["custom_id"]
            panel = (await person.select(panel.message, chosen, custom_id=pick)).response
        elif goes := controls(panel, "go"):
            panel = (await person.click(panel.message, custom_id=goes[-1])).response
        elif steps := controls(panel, "menu"):
            panel = (await person.click(panel.message, custom_id=steps[0])).response
        else:
            return panel
    raise AssertionError("the panel never ends")


async def test_a_whole_match(place: Town) -> None:
    """Two teams: a person and three automatic players. At the end a team is one line."""
    await place.open(1, players="team")
    await place.seat_robots(3)
    await place.start()
    calls = 0
    while controls(place.turn, "play"):
        mover, turn = place.mover(), place.turn
        assert said(turn).count("<@") == 1
        calls += 1
        if calls % 2:
            panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
            assert panel.ephemeral
            await tap_through(mover, panel)
        else:
            offers = await mover.autocomplete(place.thread, "genial play", "move", "")
            played = await mover.slash(place.thread, "genial play", move=offers[0]["value"])
            assert played.response.ephemeral
            await tap_through(mover, played.response)
        await place.settle()
    end = place.turn
    assert controls(end, "rematch")
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.OVER
    assert match.seed is not None
    assert match.seed.hex() in await behind(place, end)
    assert match.seed.hex() not in said(end)
    record = read(await place.bot.matches.queries.record(1))
    verify(record, GAMES["genial"])
    assert [each for message in place.thread.history() for each in controls(message, "play")] == []
    assert [each for message in place.square.history() for each in controls(message, "join")] == []
    assert len(said(end).splitlines()) <= 3
    assert [each.filename.partition("-")[0] for each in end.attachments] == ["end"], "the card alone"
    told = [each for each in place.square.history() if controls(each, "detail")]
    assert [said(each) for each in told] == [said(end)], "and the same in the channel, once"
    detail = (await place.people[0].click(end, custom_id=controls(end, "detail")[0])).response
    assert detail.ephemeral
    assert "genial-1.txt" in [each.filename for each in detail.attachments]
    ranks = [line for line in said(detail).splitlines() if line.startswith(("**1.**", "**2.**"))]
    assert len(ranks) == 2
    assert any("ada and Robot Tempo 2" in line for line in ranks)
    assert any("Robot Tempo 1 and Robot Tempo 3" in line for line in ranks)
    assert place.refusals() == []


async def test_the_one_match_that_waits_is_meant_and_no_other_is_rebuilt(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Suggestions cannot be deferred, and many matches that are not in memory take their time."""
    for _ in range(4):
        await place.open(2)
        await place.start()
    ada, matches = place.people[0], place.bot.matches
    waiting = await matches.queries.waiting_for(ada.id)
    for match in sorted(waiting)[1:]:
        offers = await ada.autocomplete(place.square, "genial play", "move", "", match=match)
        while match in await matches.queries.waiting_for(ada.id):
            await ada.slash(place.square, "genial play", move=offers[0]["value"], match=match)
            offers = await ada.autocomplete(place.square, "genial play", "move", "", match=match)
    await place.settle()
    (only,) = await matches.queries.waiting_for(ada.id)
    await place.restart()
    rebuilt: list[int] = []

    def counted(*given: Any) -> Any:
        rebuilt.append(1)
        return rebuild(*given)

    monkeypatch.setattr("engine.matches.core.loader.rebuild", counted)
    offers = await ada.autocomplete(place.square, "genial play", "move", "")
    assert offers
    assert await ada.autocomplete(place.square, "genial play", "match", "")
    assert rebuilt == [1]
    await place.restart()
    rebuilt.clear()
    entries = (await place.bot.matches.loader.get(only)).entries
    await ada.slash(place.square, "genial play", move=offers[0]["value"])
    assert (await place.bot.matches.loader.get(only)).entries == entries + 1
    assert rebuilt == [1]


async def behind(place: Town, message: Any) -> str:
    """Return the text behind the message's button about fairness."""
    dan = place.people[3]
    if not controls(message, "fairness"):  # before the start it stands below the rules
        message = (await dan.click(message, custom_id=controls(message, "rules")[0])).response
    shown = (await dan.click(message, custom_id=controls(message, "fairness")[0])).response
    assert shown.ephemeral
    return said(shown)


def sealed_in(message: Any) -> str:
    """The fingerprint that the button itself carries."""
    control = Control.parse((controls(message, "fairness") or controls(message, "rules"))[0])
    assert control is not None
    return control.argument


def mixed(shown: str) -> list[int]:
    """The ids of clicks that are shown."""
    found = re.findall(r"Mixed with the clicks [^`]*`([0-9,]+)`", shown)
    return [int(each) for ids in found for each in ids.split(",")]


@pytest.mark.parametrize("form", ["4", "solo"])
async def test_the_clicks_that_count_are_shown_once_it_starts(place: Town, form: str) -> None:
    """They stand beside the fingerprint that was there before. A checker needs no more later."""
    persons, robots = FORMS[form]
    await place.open(persons, players=form)
    await place.seat_robots(robots)
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.LOBBY, "alone, too, one sees the fingerprint first"
    assert match.commitment not in said(place.lobby)
    shown = await behind(place, place.lobby)
    assert match.commitment in shown
    assert mixed(shown) == []
    before = sealed_in(place.lobby)
    await place.start()
    started = await place.bot.matches.loader.get(1)
    assert sealed_in(place.lobby) == before, "the message has the fingerprint itself"
    shown = await behind(place, place.lobby)
    assert mixed(shown) == [*(each.click for each in started.occupants), started.start_click]
    assert len(started.occupants) == persons + robots
    assert match.commitment in shown
    listed = (await place.people[0].slash(place.square, "match show", match=1)).response
    assert sealed_in(listed) == before
    await place.people[0].slash(place.square, "match cancel", match=1)
    assert place.refusals() == []


async def test_another_fingerprint_than_the_buttons_is_told(place: Town) -> None:
    await place.open(2)
    match = await place.bot.matches.loader.get(1)
    lobby = place.lobby
    other = lobby_page(place.bot.services, replace(match, commitment="ab" * 32))
    channel = place.bot.get_partial_messageable(place.square.id, guild_id=place.guild.id)
    rows = other.rows()
    assert rows is not None
    sent = await channel.send(content=other.content, view=rows)
    shown = await behind(place, sent)
    assert "ab" * 32 in shown
    assert match.commitment in shown
    assert "tell the other players" in shown
    assert "tell the other players" not in await behind(place, lobby)


async def test_the_fullest_lobby_fits_into_a_message(place: Town) -> None:
    """Five seats, the longest names, ids and options, in both languages."""
    match = await place.bot.matches.lobbies.open(
        "genesia", GAMES["genesia"].Options(), 5, 1, "W" * 32, PLACE, 1
    )
    most = 2**64 - 1
    for locale in ("en", "fr"):
        full = replace(
            match,
            status=Status.OVER,
            entries=9999,
            venue=replace(match.venue, locale=locale),
            occupants=tuple(Occupant(seat + 1, "_" * 32, None, most) for seat in range(5)),
            start_click=most,
        )
        page = lobby_page(place.bot.services, full, most)
        assert len(page.content) <= 2000
        (sealed,) = (each for each in page.custom_ids if ":fairness:" in each)
        assert len(sealed) <= 100 - len("~1234567"), "there is room for a mark"
        reader = Reader(1, "x", text_for(locale), Theme.DARK)
        shown = fairness_page(place.bot.services, full, reader, "").content
        assert f"`{','.join([str(most)] * 6)}`" in shown


async def test_the_fullest_table_that_waits_fits_into_a_message(place: Town) -> None:
    """Four are invited, or three of them are there with an automatic player; in both languages."""
    match = await place.bot.matches.lobbies.open(
        "genesia", GAMES["genesia"].Options(), 5, 1, "W" * 32, PLACE, 1
    )
    guests = tuple(Guest(10**19 + each, "_" * 32) for each in range(4))
    seated = tuple(Occupant(10**19 + each, "_" * 32, None, 1) for each in range(3))
    host, robot = match.occupants[0], Occupant(None, "", "steady", 1)
    for locale in ("en", "fr"):
        empty = replace(match, venue=replace(match.venue, locale=locale), pace=PACES["week"])
        for full in (
            replace(empty, lobby=Lobby(Begin.DELAY, guests=guests)),
            replace(empty, lobby=Lobby(Begin.DELAY, guests=guests[3:]), occupants=(host, *seated[:2], robot)),
        ):
            page = lobby_page(place.bot.services, full)
            assert len(page.content) <= 2000
            rows = page.rows()
            assert rows is not None
            assert len(rows.to_components()) <= 5


async def test_a_restart_in_the_middle_keeps_every_button(place: Town) -> None:
    await place.open(2)
    await place.start()
    turn, mover = place.turn, place.mover()
    await place.restart()
    panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    await tap_through(mover, panel)
    await place.settle()
    assert place.mover() is not mover


async def test_an_answered_question_moves_nothing(place: Town) -> None:
    await place.open(2)
    await place.start()
    turn, mover = place.turn, place.mover()
    first = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    old = controls(first, "menu")[0]
    place.bot.services.open_panels.forget(1, mover.id)  # as if another process had answered
    second = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    await tap_through(mover, second)
    entries = (await place.bot.matches.loader.get(1)).entries
    late = (await mover.click(first.message, custom_id=old)).response
    assert "already been answered" in said(late)
    assert (await place.bot.matches.loader.get(1)).entries == entries


async def test_buttons_of_others(place: Town) -> None:
    await place.open(2)
    await place.start()
    turn, mover = place.turn, place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    answer = (await other.click(turn, custom_id=controls(turn, "play")[0])).response
    assert answer.ephemeral
    assert "turn: this button is not for you." in said(answer)
    spectator = (await place.people[3].click(turn, custom_id=controls(turn, "play")[0])).response
    assert "no seat" in said(spectator)
    board = (await place.people[3].click(turn, custom_id=controls(turn, "text")[0])).response
    assert "```" in said(board)
    hand = (await other.click(turn, custom_id=controls(turn, "hand")[0])).response
    assert hand.ephemeral
    assert "Your rack" in said(hand)
    assert "’s turn." in said(hand)
    own = (await mover.click(turn, custom_id=controls(turn, "hand")[0])).response
    assert "It is your turn." in said(own), "nobody is told their own name"


async def test_refusals_name_the_rule(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    for move, rule in {
        "hello": "is not a move",
        "RB Z9 E5": "no cell Z9",
        "swap": "cannot swap your tiles now",
    }.items():
        answer = (await mover.slash(place.thread, "genial play", move=move)).response
        assert answer.ephemeral
        assert rule in said(answer)
    waiting = (await other.slash(place.thread, "genial play", move="RB E5 F5")).response
    assert "not your turn" in said(waiting)
    assert (await place.bot.matches.loader.get(1)).entries == 1
    assert place.refusals() == ["genial.notation", "genial.off_board", "genial.swap_not_now", "not_your_turn"]


async def test_the_lobby(place: Town) -> None:
    ada, basile, chloe, _ = place.people
    await place.open(1, players="3")
    lobby = place.lobby
    assert not controls(lobby, "start")
    again = (await ada.click(lobby, custom_id=controls(lobby, "join")[0])).response
    assert "already have a seat" in said(again)
    robots = [discord.SelectOption(label="random", value="random")]
    old = await place.old_message(button(Control(1, "remove"), "Remove an automatic player"))
    older = await place.old_message(menu(Control(1, "add"), "Add an automatic player", robots))
    stranger = await basile.select(older, ["random"], custom_id=controls(older, "add")[0])
    assert "Only the host" in said(stranger.followups[0])
    await ada.select(older, ["random"], custom_id=controls(older, "add")[0])
    await place.settle()
    assert said(place.lobby).count("*free*") == 1
    await ada.click(old, custom_id=controls(old, "remove")[0])
    await place.settle()
    assert said(place.lobby).count("*free*") == 2
    assert "You sit at table 1" in said(await place.sit_down(basile))
    await chloe.click(place.lobby, custom_id=controls(place.lobby, "join")[0])
    await place.settle()
    assert not controls(place.lobby, "join")
    assert controls(place.lobby, "start")
    await ada.click(place.lobby, custom_id=controls(place.lobby, "leave")[0])
    await place.settle()
    assert "basile (host)" in said(place.lobby)
    early = (await chloe.slash(place.square, "match cancel", match=1)).response
    sure = (await chloe.click(early.message, custom_id=controls(early, "cancel")[0])).response
    assert "Only the host" in said(sure)


async def test_leaving_and_cancelling(place: Town) -> None:
    ada, basile, *_ = place.people
    await place.open(2, resigning="plays")
    await place.start()
    asked = (await ada.slash(place.thread, "match cancel")).response
    agreed = (await ada.click(asked.message, custom_id=controls(asked, "cancel")[0])).response
    assert "basile has not agreed" in said(agreed)
    await place.settle()
    assert controls(place.turn, "cancel")
    leaving = (await basile.slash(place.thread, "match resign")).response
    await basile.click(leaving.message, custom_id=controls(leaving, "leave")[0])
    await place.settle()
    match = await place.bot.matches.loader.get(1)
    assert match.occupants[1].player == "steady"
    told = [line for each in place.thread.history() for line in said(each).splitlines()]
    assert any(line.endswith("basile has resigned.") for line in told), "a robot once"
    log = said((await ada.slash(place.thread, "match log")).response)
    assert "basile has resigned." in log
    last = (await ada.slash(place.thread, "match resign")).response
    assert "last person" in said(last)
    await ada.click(last.message, custom_id=controls(last, "leave")[0])
    await place.settle()
    assert "was called off\nada called it off. It came to turn 1." in said(place.turn)
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.CANCELLED
    record = await place.bot.matches.queries.record(1)
    verify(read(record), GAMES["genial"])
    assert f"has {match.entries} entries" in await behind(place, place.turn)
    shown = (await ada.slash(place.thread, "match show", match=1)).response
    for message in (place.turn, shown):
        assert "genial-1.txt" in [each.filename for each in message.attachments]


def in_order(log: str) -> str:
    """Return the lines of a log, the first step first."""
    return "\n".join(sorted(log.splitlines()[1:], key=lambda line: int(line.split("`")[1])))


async def test_what_a_person_did_stays_that_persons(place: Town) -> None:
    """A robot's name stands on nothing that was done before it took over."""
    people = {each.id: each for each in place.people[:2]}
    await place.open(2, resigning="plays")
    await place.start()
    for _ in range(2):
        mover = place.mover()
        offers = await mover.autocomplete(place.thread, "genial play", "move", "")
        answer = (await mover.slash(place.thread, "genial play", move=offers[0]["value"])).response
        await tap_through(mover, answer)
        await place.settle()
    ada, basile = people.values()
    leaving = (await basile.slash(place.thread, "match resign")).response
    await basile.click(leaving.message, custom_id=controls(leaving, "leave")[0])
    await place.settle()
    shown = [said((await ada.slash(place.thread, f"match {each}")).response) for each in ("log", "board")]
    shown[0] = in_order(shown[0])
    before = shown[0].partition("basile has resigned.")[0]
    assert "basile placed" in before
    assert all("(robot)" not in each.partition("basile has resigned.")[0] for each in shown)
    offers = await ada.autocomplete(place.thread, "genial play", "move", "")
    await ada.slash(place.thread, "genial play", move=offers[0]["value"])
    await place.settle()
    later = in_order(said((await ada.slash(place.thread, "match log")).response))
    assert later.startswith(before), "nothing before is told otherwise"
    assert "basile (robot) placed" in later.partition("basile has resigned")[2]


async def test_what_is_looked_at_in_private_leads_to_the_move(place: Town) -> None:
    """The person to move need not look for the call again."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    for command in ("genial hand", "match board", "match show"):
        page = (await mover.slash(place.thread, command)).response
        panel = (await mover.click(page, custom_id=controls(page, "panel")[0])).response
        assert controls(panel, "menu"), command
        assert not controls((await other.slash(place.thread, command)).response, "panel"), command


async def test_the_private_commands(place: Town) -> None:
    ada = place.people[0]
    await place.open(2)
    await place.start()
    for command in ("genial hand", "match board", "match log", "match rules", "genial play"):
        answer = (await ada.slash(place.thread, command)).response
        assert answer.ephemeral, command
        assert said(answer), command
    text = (await ada.slash(place.thread, "match board", text=True)).response
    assert said(text).startswith("```")
    assert not text.attachments
    light = (await ada.slash(place.thread, "match board", theme="light")).response
    assert light.attachments
    assert (await place.bot.matches.people.person(ada.id)).theme == "light"
    listed = (await ada.slash(place.square, "turns")).response
    assert "[Génial #1](" in said(listed)
    shown = (await ada.slash(place.square, "match show", match=1)).response
    assert controls(shown, "fairness")
    listed = (await ada.slash(place.square, "match show")).response
    assert "[Génial #1](" in said(listed), "without a number"
    here = (await ada.slash(place.thread, "match show")).response
    assert said(here) == said(shown), "in its thread it is meant"
    offers = await ada.autocomplete(place.square, "match show", "match", "gén")
    assert [each["value"] for each in offers] == [1]
    missing = (await ada.slash(place.square, "match show", match=77)).response
    assert "no match 77" in said(missing)


async def test_a_match_of_another_server_is_not_shown(place: Town) -> None:
    await place.open(2)
    await place.start()
    elsewhere = place.env.create_guild()
    street = elsewhere.create_text_channel("street")
    stranger = elsewhere.add_member(place.env.create_user("stranger"))
    answer = (await stranger.slash(street, "match show", match=1)).response
    assert "no match 1" in said(answer)
    assert "ada" not in said(answer)


async def test_missing_permissions_are_named(place: Town) -> None:
    closed = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    bare = place.guild.create_text_channel("bare", overwrites={place.guild.default_role: closed})
    answer = (await place.people[0].slash(bare, "genial new")).response
    assert answer.ephemeral
    assert "Attach Files" in said(answer)
    assert "Create Public Threads" in said(answer)
    assert place.refusals() == ["permissions"]


@pytest.mark.parametrize(
    "argument", ["0@ZZ", "0@RB/XX", "x@", "999@", "", "@@@", "0@" + "/" * 40], ids=range(7)
)
async def test_a_garbled_step_is_answered(place: Town, argument: str) -> None:
    """Components that the message really has, with arguments that nobody of us wrote."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    situation = await place.bot.matches.queries.situation(1, mover.id)
    control = Control(1, "menu", argument, situation.question_entry or 0, situation.seat)
    channel = place.bot.get_partial_messageable(place.thread.id, guild_id=place.guild.id)
    sent = await channel.send(view=words("forged").row(button(control, "x")).layout())
    answer = await mover.click(sent, custom_id=str(control))
    assert answer.response is not None
    assert said(answer.response)
    assert (await place.bot.matches.loader.get(1)).entries == 1


async def test_personal_commands_work_in_direct_messages(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover = place.mover()
    user = next(each for each in place.users if each.id == mover.id)
    for command in (
        "genial hand",
        "match board",
        "match log",
        "match rules",
        "genial play",
        "turns",
        "match show",
    ):
        answer = (await user.slash(command)).response
        assert answer.ephemeral, command
        assert said(answer), command
    panel = (await user.slash("genial play")).response
    step = (await user.click(panel.message, custom_id=controls(panel, "menu")[0])).response
    done = (await user.click(step.message, custom_id=controls(step, "go")[0])).response
    assert "placed" in said(done)
    new = (await user.slash("genial new")).response
    assert "not in private messages" in said(new)
    assert place.refusals() == ["not_here"]


async def test_the_panel_in_the_inbox_plays_too(place: Town) -> None:
    """Two taps in the direct message: it shows what was played, and the thread moves on."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    user = next(each for each in place.users if each.id == mover.id)
    panel = user.dm_channel.history()[-1]
    step = (await user.click(panel, custom_id=controls(panel, "menu")[0])).response
    await user.click(step.message, custom_id=controls(step, "go")[0])
    await place.settle()
    shown = user.dm_channel.history()
    assert [each.id for each in shown] == [panel.id]
    assert "placed" in said(shown[-1])
    assert not controls(shown[-1], "menu")
    assert place.mover() is not mover


LIFE = "G6 E6 F4 D3 C6 G4 G5 C5 G3 D7 D6 F3 C4 xE7 xE4 xE6 xH3 xF4 xC6 xH5 xB6"
"""A match of Genesis (Brassinne) to its end."""


async def test_a_whole_match_of_life(place: Town) -> None:
    """Typed, with a preview before each removal; a still and a film in each turn of the evolution."""
    await place.open(2, game="genesis-life")
    await place.start()
    for move in LIFE.split():
        mover, turn = place.mover(), place.turn
        assert said(turn).count("<@") == 1
        if move.startswith("x"):
            assert [each.filename.rpartition(".")[2] for each in turn.attachments] == ["png"]
            film = await mover.click(turn, custom_id=controls(turn, "film")[0])
            shown = [each["media"]["url"] for part in parts(film.response) for each in part.get("items", ())]
            assert [each.rpartition(".")[2] for each in shown] == ["gif"]
            offers = await mover.autocomplete(place.thread, "genesis-life play", "move", move)
            assert [each["value"] for each in offers] == [move]
            shown = (await mover.slash(place.thread, "genesis-life play", move=move, preview=True)).response
            assert shown.ephemeral
            (take,) = controls(shown, "sure")
            await mover.click(shown.message, custom_id=take)
        else:
            await mover.slash(place.thread, "genesis-life play", move=move)
        await place.settle()
    assert controls(place.turn, "rematch")
    assert (await place.bot.matches.loader.get(1)).status is Status.OVER
    verify(read(await place.bot.matches.queries.record(1)), GAMES["genesis_life"])
    assert [each for message in place.thread.history() for each in controls(message, "play")] == []
    assert place.refusals() == []


async def test_one_page_lists_all_matches(place: Town) -> None:
    for _ in range(3):
        await place.open(2, pace="open")
        await place.start()
    await place.open(1)
    for person, other in (place.people[:2], place.people[1::-1]):
        answer = (await person.slash(place.square, "turns")).response
        assert answer.ephemeral
        listed = said(answer)
        waiting = await place.bot.matches.queries.waiting_for(person.id)
        assert len(controls(answer, "panel")) == len(waiting)
        assert listed.count("place a tile · asked <t:") == len(waiting)
        assert listed.count(f"with **{other.name}** · asked <t:") == 3 - len(waiting)
        assert listed.count(other.name) == 3, "names stand once"
        assert person.name not in listed
        for number, thread in enumerate(place.square.threads, 1):
            address = f"https://discord.com/channels/{place.guild.id}/{thread.id}"
            assert f"[Génial #{number}]({address})" in listed
    assert "1 free seat" in said((await place.people[0].slash(place.square, "turns")).response)
    nothing = said((await place.people[3].slash(place.square, "turns")).response)
    assert "You have no matches" in nothing


async def test_two_hundred_matches_open_as_fast_as_seven(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same statements, and no more logs are read than are shown."""
    ada = place.people[0]
    many = Matches(place.store, GAMES, place.bot.matches.now, limits=Limits(per_person=1000, per_guild=1000))
    at = Venue(place.guild.id, place.square.id, "en")
    solo = GAMES["genial"].Options(form=Form.SOLO)
    reads: list[str] = []
    rebuilt: list[int] = []
    read = place.store._read  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]

    async def counted(sql: str, values: Any = ()) -> Any:
        reads.append(sql)
        return await read(sql, values)

    def counting(*given: Any) -> Any:
        rebuilt.append(1)
        return rebuild(*given)

    monkeypatch.setattr(place.store, "_read", counted)
    monkeypatch.setattr("engine.matches.core.loader.rebuild", counting)

    async def cost(wanted: int) -> tuple[int, int]:
        for number in range(await many.queries.match_count(ada.id, [Status.RUNNING]), wanted):
            match = await many.lobbies.open("genial", solo, 1, ada.id, "ada", at, 9000 + number)
            await many.lobbies.start(match.id, ada.id, 9500 + number)
        await place.settle()
        await place.restart()
        await ada.slash(place.square, "turns")  # who she is, is known then
        await place.restart()
        reads.clear()
        rebuilt.clear()
        answer = (await ada.slash(place.square, "turns")).response
        assert f"{wanted} matches wait for you" in said(answer)
        return len(reads), len(rebuilt)

    few = await cost(7)
    assert few[1] == len(controls((await ada.slash(place.square, "turns")).response, "panel")) == 6
    assert await cost(200) == few
    await many.close()


async def test_pages_of_the_list_lead_on(place: Town) -> None:
    ada = place.people[0]
    for _ in range(4):
        await place.open(2)
        await place.start()
    await place.open(1)
    await place.open(1)
    await place.open(1)
    first = (await ada.slash(place.square, "turns")).response
    told = [said(first)]
    assert "1 of 2" in [each.get("label") for each in parts(first)]
    second = (await ada.click(first.message, custom_id=controls(first, "turns")[0])).response
    told.append(said(second))
    assert "Not started yet" in told[1]
    assert [each.count("Génial #") for each in told] == [6, 1]
    (earlier,) = controls(second, "turns")
    assert said((await ada.click(second.message, custom_id=earlier)).response) == told[0]


async def test_an_older_open_table_is_not_forgotten(place: Town) -> None:
    """However many newer ones are full, over, or of another game."""
    ada, basile, chloe, _ = place.people
    await place.open(1)
    matches, face = place.bot.matches, place.bot.services.face
    at = Venue(place.guild.id, place.square.id, "en")
    for number in range(51):
        opened = await matches.lobbies.open(
            "genial", face("genial").game.Options(), 2, 1000 + number, "x", at, 9000 + number
        )
        await matches.lobbies.join(opened.id, 2000 + number, "y", 8000 + number)
        await matches.posts.save_post(Post(opened.id, "lobby", 0, place.square.id, opened.id))
    page = (await basile.slash(place.square, "tables")).response
    assert [each.split(":")[1] for each in controls(page, "join")] == ["1"]
    assert "You sit at table 1" in said(await place.sit_down(chloe))
    await ada.slash(place.square, "turns")
