"""Notifications on a telephone: the text of a message without markup, nothing of its components."""

from __future__ import annotations

import io
import re

import discord
import pytest

from sandbox import Sandbox
from sandbox.people import People, Person
from tests.sandbox.trial import Board, Trial, png

HOUR = 3600


async def pushed(person: Person) -> str:
    """Wait for this person's first notification, and return its text."""
    return (await person.wait_for(lambda: person.pushes))[0][2]


def titles(person: Person) -> list[str]:
    return [frame["push"]["title"] for frame in person.frames if frame["type"] == "mention"]


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<@{ada}> **Génial** #12: your turn", "@Ada Génial #12: your turn"),
        ("<@{ada}>\n# Big\n-# small\n> said\n- one", "@Ada\nBig\nsmall\nsaid\n- one"),
        (
            "<@!{ada}> ***a*** __b__ *c* _d_ ~~e~~ ||f|| `g*h*` snake_case_name",
            "@Ada a b c d e f g*h* snake_case_name",
        ),
        ("<@{ada}> 2 * 3 * 4, \\*as typed\\*", "@Ada 2 * 3 * 4, *as typed*"),
        (
            "<@{ada}> <:tile_br:1> <a:dance:2> in <#{games}> by </genial play:3>",
            "@Ada :tile_br: :dance: in #games by /genial play",
        ),
        ("<@{ada}> [rules](https://example.org) <https://example.org>", "@Ada rules https://example.org"),
        ("<@{ada}> **nested *marks* inside**", "@Ada nested marks inside"),
        ("<@{ada}> <@&{everyone}> and <@1>", "@Ada @@everyone and @unknown-user"),
        ("<@{ada}> ```py\nx = *a*\n```", "@Ada x = *a*"),
    ],
)
async def test_the_text_is_read_without_its_markup(
    ada: Person, people: People, bot: Trial, content: str, text: str
) -> None:
    games, everyone = await ada.place("games"), await people.guild()
    sent = await bot.text_channel("games").send(content.format(ada=ada.id, games=games, everyone=everyone))
    assert await pushed(ada) == text
    assert ada.pushes == [(games, str(sent.id), text)]
    assert titles(ada) == ["Longtable (#games, The Long Table)"]


async def test_moments_are_said_briefly_in_the_readers_language(
    ada: Person, basile: Person, bot: Trial, box: Sandbox
) -> None:
    soon = int(box.world.clock()) + 2 * HOUR + 60
    both = f"<@{ada.id}> <@{basile.id}> <t:{soon}:R>, <t:{soon - 5 * HOUR}:R>, <t:1893456000:f>"
    await bot.text_channel("games").send(both)
    assert await pushed(ada) == "@Ada @Basile in 2 hours, 2 hours ago, 01/01/2030 00:00"
    assert await pushed(basile) == "@Ada @Basile dans 2 heures, il y a 2 heures, 01/01/2030 00:00"


async def test_a_page_says_moments_itself(ada: Person, bot: Trial) -> None:
    mark = "\ue100"
    content = f"<@{ada.id}> **until** <t:0:t>{mark} or `<t:5>` <t:-7>."
    await bot.text_channel("games").send(content)
    frame = await ada.event(lambda frame: frame["type"] == "mention")
    assert frame["push"]["parts"] == [
        "@Ada until ",
        {"moment": 0, "style": "t"},
        " or <t:5> ",
        {"moment": -7, "style": None},
        ".",
    ]
    assert frame["push"]["text"] == "@Ada until 00:00 or <t:5> 31/12/1969 23:59."


async def test_more_moments_than_a_text_needs(ada: Person, bot: Trial) -> None:
    await bot.text_channel("games").send(f"<@{ada.id}> " + "<t:1>" * 300)
    frame = await ada.event(lambda frame: frame["type"] == "mention")
    assert sum(isinstance(part, dict) for part in frame["push"]["parts"]) == 256


async def test_a_long_text_is_shortened(ada: Person, bot: Trial) -> None:
    await bot.text_channel("games").send(f"<@{ada.id}> " + "x" * 400)
    text = await pushed(ada)
    assert re.fullmatch(r"@Ada x+…", text)
    assert len(text) == 150


async def test_components_of_version_two_say_nothing(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    file = discord.File(io.BytesIO(png()), "board.png")
    await channel.send(view=Board(f"<@{ada.id}> your turn", "board.png"), file=file)
    assert await pushed(ada) == ""


async def test_a_file_without_words_is_called_by_its_name(ada: Person, bot: Trial) -> None:
    user = await bot.fetch_user(int(ada.id))
    await user.send(file=discord.File(io.BytesIO(png()), "hand.png"))
    assert await pushed(ada) == "hand.png"
    assert titles(ada) == ["Longtable"]
    await user.send("Your hand", file=discord.File(io.BytesIO(png()), "hand.png"))
    await ada.wait_for(lambda: len(ada.pushes) == 2)
    assert ada.pushes[-1][2] == "Your hand"


async def test_an_embed_alone_says_its_title(ada: Person, bot: Trial) -> None:
    user = await bot.fetch_user(int(ada.id))
    await user.send(embed=discord.Embed(title="**Match 1**", description="over"))
    assert await pushed(ada) == "Match 1"


async def test_a_thread_is_named_in_the_title_and_silence_pushes_nothing(ada: Person, bot: Trial) -> None:
    channel = bot.text_channel("games")
    thread = await channel.create_thread(name="Génial 12", type=discord.ChannelType.public_thread)
    await thread.send(f"<@{ada.id}> quietly", silent=True)
    user = await bot.fetch_user(int(ada.id))
    await user.send("quietly", silent=True)
    await thread.send(f"<@{ada.id}> aloud")
    assert await pushed(ada) == "@Ada aloud"
    assert len(ada.pushes) == 1
    assert titles(ada) == ["Longtable (#Génial 12, #games)"]
