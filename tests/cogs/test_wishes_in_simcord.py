"""Wishes on Discord: made from the list of tables, told once, by message or in `/turns`, ended by a tap."""

from __future__ import annotations

from typing import Any, cast

import discord

from cogs.answering.controls import Control, button
from engine.match.lobby_changes import CLOSE_AFTER
from tests.cogs.simulated import Town, controls, said


async def press(person: Any, page: Any, verb: str, ending: str = "") -> Any:
    """Press the button with this verb whose argument ends so; return the answer."""
    way = next(each for each in controls(page, verb) if each.endswith(ending))
    return (await person.click(page, custom_id=way)).response


async def wished(place: Town, person: Any, pace: str = "") -> Any:
    """Make a wish for a table of Génial from the empty list of tables; return the list of wishes."""
    empty = (await person.slash(place.square, "tables")).response
    page = await press(person, empty, "wish")
    page = await press(person, page, "wishes", "genial")
    return await press(person, page, "wishes", f"genial|{pace}")


async def test_a_wish_is_told_once_with_a_way_to_sit_down(place: Town) -> None:
    basile = place.people[1]
    page = await wished(place, basile)
    assert "Noted" in said(page)
    assert "**Génial**, any pace, on this server · by direct message" in said(page)
    await place.open(1)
    (told,) = place.got(basile, "You wished to hear of it")
    assert "ada" in said(told)
    await place.users[1].click(told, custom_id=controls(told, "join")[0])
    await place.settle()
    assert basile.id in (await place.bot.matches.loader.get(1)).persons
    await place.open(1)
    assert len(place.got(basile, "You wished to hear of it")) == 1
    assert place.refusals() == []


async def test_two_tables_at_once_are_one_message(place: Town) -> None:
    basile = place.people[1]
    await wished(place, basile)
    for _ in range(2):
        await place.people[0].slash(place.square, "genial new")
    await place.settle()
    assert len(place.got(basile, "You wished to hear of it")) == 1
    assert await place.bot.matches.wishes.of(basile.id) == []


async def test_who_cannot_see_the_place_is_not_told_and_wishes_on(place: Town) -> None:
    basile = place.people[1]
    await wished(place, basile)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    square = cast(discord.TextChannel, guild.get_channel(place.square.id))
    member = await guild.fetch_member(basile.id)
    await square.set_permissions(member, view_channel=False)
    await place.open(1)
    assert place.got(basile, "You wished to hear of it") == []
    assert len(await place.bot.matches.wishes.of(basile.id)) == 1


async def test_who_wants_no_message_finds_the_table_in_the_list(place: Town) -> None:
    basile = place.people[1]
    page = await wished(place, basile)
    page = await press(basile, page, "wishhow")
    assert "in `/turns` alone" in said(page)
    await place.open(1)
    assert place.got(basile, "You wished to hear of it") == []
    turns = (await basile.slash(place.square, "turns")).response
    assert "Tables that you wished for" in said(turns)
    await press(basile, turns, "join")
    assert basile.id in (await place.bot.matches.loader.get(1)).persons


async def test_a_wish_that_was_ended_is_told_no_more(place: Town) -> None:
    basile = place.people[1]
    page = await wished(place, basile, "week")
    assert "week" in said(page)
    page = await press(basile, page, "wishend")
    assert "You have no wish yet" in said(page)
    await place.open(1)
    assert place.got(basile, "You wished to hear of it") == []


async def test_a_table_that_is_open_already_is_pointed_at(place: Town) -> None:
    await place.open(1)
    basile = place.people[1]
    with_tables = (await basile.slash(place.square, "tables")).response
    page = await press(basile, with_tables, "wish")
    page = await press(basile, page, "wishes", "genial")
    page = await press(basile, page, "wishes", "genial|")
    assert "Such a table is open now" in said(page)
    assert controls(page, "tables")


async def test_play_leads_to_wishes(place: Town) -> None:
    basile = place.people[1]
    door = (await basile.slash(place.square, "play")).response
    page = await press(basile, door, "door", "genial")
    page = await press(basile, page, "wish")
    assert "at which pace" in said(page)


async def test_garbled_buttons_change_nothing(place: Town) -> None:
    ada = place.people[0]
    for verb, argument in (
        ("wishes", "chess"),
        ("wishes", "genial|never"),
        ("wishend", "x"),
        ("wishhow", "loud=1"),
    ):
        message = await place.old_message(button(Control(0, verb, argument), "?"))
        await ada.click(message, custom_id=str(Control(0, verb, argument)))
    assert await place.bot.matches.wishes.of(ada.id) == []


async def test_free_seats_stand_in_the_list_of_tables(place: Town) -> None:
    await place.open(2)
    await place.start()
    await place.bot.matches.substitutes.offer_seat(1, place.people[1].id, 777)
    await place.settle()
    dan, ada = place.people[3], place.people[0]
    page = (await dan.slash(place.square, "tables")).response
    assert "1 free seat" in said(page)
    assert "the seat of basile" in said(page)
    assert "to go" in said(page), "how long it will last"
    asked = await press(dan, page, "sit")
    assert "sit down" in said(asked).lower()
    assert "the seat of" not in said((await ada.slash(place.square, "tables")).response)
    assert place.refusals() == []


async def test_a_lobby_that_closes_says_so_to_who_sits_there(place: Town) -> None:
    await place.open(1)
    await place.live(CLOSE_AFTER * 1.1, CLOSE_AFTER)
    assert len(place.got(place.people[0], "has been closed")) == 1
