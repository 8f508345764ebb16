"""The people's door itself: who may come in, what it lists, and its page."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.people import People, Person, Refused
from tests.sandbox.trial import Trial, online


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:PORT"}, 200),
        ({"Host": "[::1]:PORT"}, 200),
        ({"Origin": "http://127.0.0.1:PORT"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:PORT"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_other_pages_and_rebound_names_stay_outside(
    box: Sandbox, headers: dict[str, str], status: int
) -> None:
    port = box.url.rsplit(":", 1)[1]
    sent = {name: value.replace("PORT", port) for name, value in headers.items()}
    person = box.world.people[0]["id"]
    async with aiohttp.ClientSession(headers=sent) as session:
        for path in ("/people", "/api/v10/gateway"):
            async with session.get(box.url + path) as response:
                assert response.status == status
        async with session.post(f"{box.url}/people/{person}/channels/1/read") as response:
            assert response.status == (404 if status == 200 else 403)
        if status == 200:
            async with session.ws_connect(f"{box.url}/people/{person}/events") as page:
                assert (await page.receive_json())["type"] == "bot"
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await session.ws_connect(f"{box.url}/people/{person}/events")


async def test_it_listens_on_loopback_alone(box: Sandbox) -> None:
    assert box.url.startswith("http://127.0.0.1:")


async def test_the_people_and_the_bot(box: Sandbox, people: People) -> None:
    listed = await people.ask("GET", "/people")
    assert [(item["global_name"], item["locale"]) for item in listed["people"]] == [
        ("Ada", "en-US"),
        ("Basile", "fr"),
        ("Chloé", "fr"),
        ("Dan", "en-US"),
    ]
    assert [item["administrator"] for item in listed["people"]] == [True, False, False, False]
    assert listed["bot"]["online"] is False
    face = await people.fetch(listed["people"][0]["avatar_url"])
    assert face.startswith(b"\x89PNG")


async def test_the_bot_is_seen_to_come_and_go(people: People, ada: Person, box: Sandbox) -> None:
    mark = len(ada.frames)
    async with online(box):
        await ada.event(lambda frame: frame == {"type": "bot", "online": True}, since=mark)
        mark = len(ada.frames)
    await ada.event(lambda frame: frame == {"type": "bot", "online": False}, since=mark)


async def test_settings_are_checked_and_told(people: People, ada: Person, basile: Person) -> None:
    await ada.set(locale="fr")
    frame = await basile.event(lambda frame: frame["type"] == "person")
    assert (frame["person"]["username"], frame["person"]["locale"]) == ("ada", "fr")
    for wrong in ({"locale": "tlh"}, {"inbox": "ajar"}):
        with pytest.raises(Refused):
            await ada.set(**wrong)


async def test_only_administrators_delete_what_is_not_theirs(ada: Person, basile: Person) -> None:
    message = await ada.say("hello", "games")
    with pytest.raises(Refused, match="Missing Permissions"):
        await basile.delete(message)
    with pytest.raises(Refused, match="Missing Permissions"):
        await basile.delete_channel("games")
    theirs = await basile.say("bye", "games")
    await ada.delete(theirs)
    await ada.delete(message)
    assert await ada.messages("games") == []


async def test_nobody_reads_another_persons_direct_channel(ada: Person, basile: Person, bot: Trial) -> None:
    user = await bot.fetch_user(int(ada.id))
    await user.send("your hand")
    channel = await ada.place("dm")
    with pytest.raises(Refused, match="Missing Access"):
        await basile.messages(channel)
    assert await basile.place("dm") != channel
    assert await basile.direct_messages() == []
    with pytest.raises(LookupError):
        await basile.place("no such channel")


async def test_an_unknown_command_is_not_sent(ada: Person, bot: Trial) -> None:
    with pytest.raises(Refused, match="no command /trial nothing"):
        await ada.command("trial nothing")


async def test_a_fresh_world_on_request(people: People, ada: Person, box: Sandbox) -> None:
    await ada.say("hello", "games")
    version = (await people.ask("GET", "/people"))["version"]
    answer = await people.ask("POST", "/reset")
    assert answer["version"] != version
    async with People(box.url) as fresh:
        assert fresh["ada"].id != ada.id
        assert await fresh["ada"].messages("games") == []


async def test_faults_can_be_listed_and_taken_back(people: People) -> None:
    await people.fault("POST", "/channels/*/messages", status=500)
    assert len((await people.ask("GET", "/faults"))["faults"]) == 1
    await people.ask("DELETE", "/faults")
    assert (await people.ask("GET", "/faults"))["faults"] == []
    with pytest.raises(Refused):
        await people.gateway_fault("explode")
    for wrong in ({"do": {"delay": "long"}}, {"do": {"status": 500}, "times": 0}):
        with pytest.raises(Refused):
            await people.ask("POST", "/faults", wrong)


async def test_files_outside_the_web_client_are_not_served(box: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/nothing.js"):
            async with session.get(box.url + path) as response:
                assert response.status == 404


async def test_people_react_and_pin(ada: Person, basile: Person, box: Sandbox) -> None:
    intents = discord.Intents(guilds=True, guild_reactions=True)
    async with online(box, Trial(intents)) as bot:
        message = await ada.say("hello", "games")
        heard = asyncio.create_task(bot.wait_for("raw_reaction_add", timeout=20))
        await asyncio.sleep(0)
        await basile.react(message, "👍")
        reaction = await heard
        assert (reaction.user_id, str(reaction.emoji)) == (int(basile.id), "👍")
        assert (await ada.again(message)).raw["reactions"][0]["count"] == 1
        await basile.react(message, "👍", on=False)
        assert "reactions" not in (await ada.again(message)).raw
        pinned = asyncio.create_task(bot.wait_for("guild_channel_pins_update", timeout=20))
        await asyncio.sleep(0)
        await ada.pin(message)
        assert (await pinned)[0].name == "games"
        assert (await ada.again(message)).raw["pinned"]
        with pytest.raises(Refused, match="Missing Permissions"):
            await basile.pin(message, on=False)


async def test_commands_of_context_menus(ada: Person, basile: Person, box: Sandbox) -> None:
    bot = Trial()

    @bot.tree.context_menu(name="Quote this")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"{message.author.name}: {message.content}")

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, user: discord.Member) -> None:
        await interaction.response.send_message(f"hello {user.display_name}", ephemeral=True)

    async with online(box, bot):
        assert [(item["type"], item["name"]) for item in await ada.menus()] == [
            ("user", "Greet"),
            ("message", "Quote this"),
        ]
        assert all("Greet" not in item["path"] for item in await ada.commands())
        message = await basile.say("good morning", "games")
        said = await ada.use("Quote this", message)
        assert said.text == "basile: good morning"
        assert said.message is not None
        assert said.message.raw["interaction_metadata"]["target_message_id"] == message.id
        greeted = await ada.use("Greet", basile, channel="games")
        assert (greeted.text, greeted.message and greeted.message.private) == ("hello Basile", True)
        with pytest.raises(Refused, match="no message command Greet"):
            await ada.use("Greet", message)
        secret = greeted.message
        assert secret is not None
        with pytest.raises(Refused, match="Unknown Message"):
            await basile.use("Quote this", secret)
