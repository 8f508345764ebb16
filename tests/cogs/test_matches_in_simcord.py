"""Whole matches through a Discord written by strangers; what people do wrong on the way."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.answers import words
from cogs.controls import Control, button
from cogs.panels import lobby_page
from engine.games import GAMES
from engine.matches import Occupant, Place, Post, Status
from engine.matches.fold import rebuild
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said

PLACE = Place(5, 6, "en")
FORMS = {"2": (2, 0), "3": (1, 2), "4": (2, 2), "team": (1, 3), "solo": (1, 0)}
"""Persons and automatic players by form."""


async def seat_robots(place: Town, robots: int) -> None:
    for _ in range(robots):
        await place.people[0].select(place.lobby, ["greedy"], custom_id=controls(place.lobby, "add")[0])
        await place.settle()


async def tap_through(person: Any, panel: Any) -> Any:
    """From a panel to the move and on, until another one's turn."""
    for _ in range(400):
        if picks := controls(panel, "pick"):
            menu = next(each for each in parts(panel) if each.get("custom_id") == picks[0])
            panel = (
                await person.select(panel.message, [menu["options"][0]["value"]], custom_id=picks[0])
            ).response
        elif goes := controls(panel, "go"):
            panel = (await person.click(panel.message, custom_id=goes[-1])).response
        elif steps := controls(panel, "menu"):
            panel = (await person.click(panel.message, custom_id=steps[0])).response
        else:
            return panel
    raise AssertionError("the panel never ends")


@pytest.mark.parametrize("form", FORMS)
async def test_a_whole_match(place: Town, form: str) -> None:
    persons, robots = FORMS[form]
    await place.open(persons, players=form)
    await seat_robots(place, robots)
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
    match = await place.bot.matches.get(1)
    assert match.status is Status.OVER
    assert match.seed is not None
    assert match.seed.hex() in said(end)
    record = read(await place.bot.matches.record(1))
    verify(record, GAMES["genial"])
    assert [each for message in place.thread.history() for each in controls(message, "play")] == []
    assert [each for message in place.square.history() for each in controls(message, "join")] == []
    assert place.refusals() == []


async def test_the_one_match_that_waits_is_meant_and_no_other_is_rebuilt(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Suggestions cannot be deferred, and many matches that are not in memory take their time."""
    for _ in range(4):
        await place.open(2)
        await place.start()
    ada, matches = place.people[0], place.bot.matches
    waiting = await matches.waiting_for(ada.id)
    for match in sorted(waiting)[1:]:
        offers = await ada.autocomplete(place.square, "genial play", "move", "", match=match)
        while match in await matches.waiting_for(ada.id):
            await ada.slash(place.square, "genial play", move=offers[0]["value"], match=match)
            offers = await ada.autocomplete(place.square, "genial play", "move", "", match=match)
    await place.settle()
    (only,) = await matches.waiting_for(ada.id)
    await place.restart()
    rebuilt: list[int] = []

    def counted(*given: Any) -> Any:
        rebuilt.append(1)
        return rebuild(*given)

    monkeypatch.setattr("engine.matches.keeper.rebuild", counted)
    offers = await ada.autocomplete(place.square, "genial play", "move", "")
    assert offers
    assert await ada.autocomplete(place.square, "genial play", "match", "")
    assert rebuilt == [1]
    await place.restart()
    rebuilt.clear()
    entries = (await place.bot.matches.get(only)).entries
    await ada.slash(place.square, "genial play", move=offers[0]["value"])
    assert (await place.bot.matches.get(only)).entries == entries + 1
    assert rebuilt == [1]


def mixed(message: Any) -> list[int]:
    """The ids of clicks that a message shows."""
    found = re.findall(r"mixed with the clicks `([0-9,]+)`", said(message))
    return [int(each) for ids in found for each in ids.split(",")]


@pytest.mark.parametrize("form", ["4", "solo"])
async def test_the_clicks_that_count_are_shown_once_it_starts(place: Town, form: str) -> None:
    """Beside the fingerprint, which stood there before: with it they are all that a checker needs later."""
    persons, robots = FORMS[form]
    await place.open(persons, players=form)
    await seat_robots(place, robots)
    match = await place.bot.matches.get(1)
    assert match.status is Status.LOBBY, "alone, too, one sees the fingerprint first"
    assert match.commitment in said(place.lobby)
    assert mixed(place.lobby) == []
    await place.start()
    started = await place.bot.matches.get(1)
    assert mixed(place.lobby) == [*(each.click for each in started.occupants), started.start_click]
    assert len(started.occupants) == persons + robots
    assert match.commitment in said(place.lobby)
    shown = (await place.people[0].slash(place.square, "match show", match=1)).response
    assert mixed(shown) == mixed(place.lobby)
    await place.people[0].slash(place.square, "match cancel", match=1)
    assert place.refusals() == []


async def test_the_fullest_lobby_fits_into_a_message(place: Town) -> None:
    """Five seats, the longest names, ids and options, in both languages."""
    match = await place.bot.matches.open("genesia", GAMES["genesia"].Options(), 5, 1, "W" * 32, PLACE, 1)
    most = 2**64 - 1
    for locale in ("en", "fr"):
        full = replace(
            match,
            status=Status.OVER,
            entries=9999,
            place=replace(match.place, locale=locale),
            occupants=tuple(Occupant(seat + 1, "_" * 32, None, most) for seat in range(5)),
            start_click=most,
        )
        page = lobby_page(place.bot.house, full, most)
        texts = [each.content for each in page.items if isinstance(each, discord.ui.TextDisplay)]
        assert f"`{','.join([str(most)] * 6)}`" in texts[-1]
        assert sum(map(len, texts)) <= 4000


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
    second = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    await tap_through(mover, first)
    entries = (await place.bot.matches.get(1)).entries
    late = (await mover.click(second.message, custom_id=controls(second, "menu")[0])).response
    assert "already been answered" in said(late)
    assert (await place.bot.matches.get(1)).entries == entries


async def test_buttons_of_others(place: Town) -> None:
    await place.open(2)
    await place.start()
    turn, mover = place.turn, place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    answer = (await other.click(turn, custom_id=controls(turn, "play")[0])).response
    assert answer.ephemeral
    assert "another player" in said(answer)
    spectator = (await place.people[3].click(turn, custom_id=controls(turn, "play")[0])).response
    assert "no seat" in said(spectator)
    board = (await place.people[3].click(turn, custom_id=controls(turn, "text")[0])).response
    assert "```" in said(board)
    hand = (await other.click(turn, custom_id=controls(turn, "hand")[0])).response
    assert hand.ephemeral
    assert "Your rack" in said(hand)


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
    assert (await place.bot.matches.get(1)).entries == 1
    assert place.refusals() == ["genial.notation", "genial.off_board", "genial.swap_not_now", "not_your_turn"]


async def test_the_lobby(place: Town) -> None:
    ada, basile, chloe, _ = place.people
    await place.open(1, players="3")
    lobby = place.lobby
    assert not controls(lobby, "start")
    again = (await ada.click(lobby, custom_id=controls(lobby, "join")[0])).response
    assert "already have a seat" in said(again)
    stranger = await basile.select(lobby, ["random"], custom_id=controls(lobby, "add")[0])
    assert "Only the host" in said(stranger.followups[0])
    await seat_robots(place, 1)
    await ada.click(place.lobby, custom_id=controls(place.lobby, "remove")[0])
    await place.settle()
    assert said(place.lobby).count("*free*") == 2
    joined = (await basile.slash(place.square, "genial join")).response
    assert "You sit at table 1" in said(joined)
    await chloe.slash(place.square, "genial join", match=1)
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
    await place.open(2)
    await place.start()
    asked = (await ada.slash(place.thread, "match cancel")).response
    agreed = (await ada.click(asked.message, custom_id=controls(asked, "cancel")[0])).response
    assert "basile has not agreed" in said(agreed)
    await place.settle()
    assert controls(place.turn, "cancel")
    leaving = (await basile.slash(place.thread, "match leave")).response
    await basile.click(leaving.message, custom_id=controls(leaving, "leave")[0])
    await place.settle()
    match = await place.bot.matches.get(1)
    assert match.occupants[1].player == "greedy"
    assert any("A robot took over the seat of basile" in said(each) for each in place.thread.history())
    last = (await ada.slash(place.thread, "match leave")).response
    assert "last person" in said(last)
    await ada.click(last.message, custom_id=controls(last, "leave")[0])
    await place.settle()
    assert "has been cancelled" in said(place.turn)
    match = await place.bot.matches.get(1)
    assert match.status is Status.CANCELLED
    record = await place.bot.matches.record(1)
    verify(read(record), GAMES["genial"])
    assert f"has {match.entries} entries" in said(place.turn)
    shown = (await ada.slash(place.thread, "match show", match=1)).response
    for message in (place.turn, shown):
        assert "genial-1.txt" in [each.filename for each in message.attachments]


async def test_the_private_commands(place: Town) -> None:
    ada = place.people[0]
    await place.open(2)
    await place.start()
    for command in ("hand", "board", "log", "rules", "play"):
        answer = (await ada.slash(place.thread, f"genial {command}")).response
        assert answer.ephemeral, command
        assert said(answer), command
    text = (await ada.slash(place.thread, "genial board", text=True)).response
    assert said(text).startswith("```")
    assert not text.attachments
    light = (await ada.slash(place.thread, "genial board", theme="light")).response
    assert light.attachments
    assert (await place.bot.matches.person(ada.id)).theme == "light"
    listed = (await ada.slash(place.square, "match list")).response
    assert "#1 Génial" in said(listed)
    shown = (await ada.slash(place.square, "match show", match=1)).response
    assert (await place.bot.matches.get(1)).commitment in said(shown)
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
    situation = await place.bot.matches.situation(1, mover.id)
    control = Control(1, "menu", argument, situation.asked or 0, situation.seat)
    channel = place.bot.get_partial_messageable(place.thread.id, guild_id=place.guild.id)
    sent = await channel.send(view=words("forged").row(button(control, "x")).layout())
    answer = await mover.click(sent, custom_id=str(control))
    assert answer.response is not None
    assert said(answer.response)
    assert (await place.bot.matches.get(1)).entries == 1


async def test_personal_commands_work_in_direct_messages(place: Town) -> None:
    await place.open(2)
    await place.start()
    mover = place.mover()
    user = next(each for each in place.users if each.id == mover.id)
    for command in (
        "genial hand",
        "genial board",
        "genial log",
        "genial rules",
        "genial play",
        "match list",
        "match show",
    ):
        answer = (await user.slash(command)).response
        assert answer.ephemeral, command
        assert said(answer), command
    panel = (await user.slash("genial play")).response
    step = (await user.click(panel.message, custom_id=controls(panel, "menu")[0])).response
    menu = next(each for each in parts(step) if each["type"] == 3)
    done = (
        await user.select(step.message, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    ).response
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
    menu = next(each for each in parts(step) if each["type"] == 3)
    await user.select(step.message, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    await place.settle()
    shown = user.dm_channel.history()
    assert [each.id for each in shown] == [panel.id]
    assert "placed" in said(shown[-1])
    assert not controls(shown[-1], "menu")
    assert place.mover() is not mover


async def test_partners_share_a_rank(place: Town) -> None:
    """At the end of a team match a team is one line."""
    await place.open(1, players="team")
    await seat_robots(place, 3)
    await place.start()
    while controls(place.turn, "play"):
        offers = await place.people[0].autocomplete(place.thread, "genial play", "move", "")
        await place.people[0].slash(place.thread, "genial play", move=offers[0]["value"])
        await place.settle()
    ranks = [line for line in said(place.turn).splitlines() if line.startswith(("**1.**", "**2.**"))]
    assert len(ranks) == 2
    assert any("ada and Greedy robot 2" in line for line in ranks)
    assert any("Greedy robot 1 and Greedy robot 3" in line for line in ranks)


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
            assert [each.filename.rpartition(".")[2] for each in turn.attachments] == ["png", "gif"]
            offers = await mover.autocomplete(place.thread, "genesis-life preview", "cell", move[1:])
            assert [each["value"] for each in offers] == [move[1:]]
            shown = (await mover.slash(place.thread, "genesis-life preview", cell=move[1:])).response
            assert shown.ephemeral
            (take,) = controls(shown, "go")
            await mover.click(shown.message, custom_id=take)
        else:
            await mover.slash(place.thread, "genesis-life play", move=move)
        await place.settle()
    assert controls(place.turn, "rematch")
    assert (await place.bot.matches.get(1)).status is Status.OVER
    verify(read(await place.bot.matches.record(1)), GAMES["genesis_life"])
    assert [each for message in place.thread.history() for each in controls(message, "play")] == []
    assert place.refusals() == []


async def test_a_list_rebuilds_no_match_and_reads_no_message_alone(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await place.open(2)
        await place.start()
    await place.open(1)
    await place.restart()

    def never(*_: Any) -> Any:
        raise AssertionError("a match is rebuilt")

    monkeypatch.setattr("engine.matches.keeper.rebuild", never)
    reads: list[str] = []
    read = place.store._read  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]

    async def counted(sql: str, values: Any = ()) -> Any:
        reads.append(sql)
        return await read(sql, values)

    monkeypatch.setattr(place.store, "_read", counted)
    for person in place.people[:2]:
        reads.clear()
        listed = said((await person.slash(place.square, "match list")).response)
        assert len(reads) <= 5
        waiting = await place.bot.matches.waiting_for(person.id)
        assert listed.count("your turn") == len(waiting)
        assert listed.count("waiting for the others") == 3 - len(waiting)
        assert all(f"<#{thread.id}>" in listed for thread in place.square.threads)
    assert "seats free: 1" in said((await place.people[0].slash(place.square, "match list")).response)


async def test_an_older_open_table_is_not_forgotten(place: Town) -> None:
    """However many newer ones are full, over, or of another game."""
    ada, basile, chloe, _ = place.people
    await place.open(1)
    matches, face = place.bot.matches, place.bot.house.face
    at = Place(place.guild.id, place.square.id, "en")
    for number in range(51):
        opened = await matches.open(
            "genial", face("genial").game.Options(), 2, 1000 + number, "x", at, 9000 + number
        )
        await matches.join(opened.id, 2000 + number, "y", 8000 + number)
        await matches.save_post(Post(opened.id, "lobby", 0, place.square.id, opened.id))
    offers = await basile.autocomplete(place.square, "genial join", "match", "")
    assert [each["value"] for each in offers] == [1]
    assert "You sit at table 1" in said((await chloe.slash(place.square, "genial join")).response)
    await ada.slash(place.square, "match list")
