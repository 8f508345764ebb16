"""Servers that change while they run: members, roles, overwrites of every kind, and what follows for whom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox
from sandbox.people import People, Person, Refused
from tests.sandbox.trial import Trial

VIEW = "VIEW_CHANNEL"


@pytest.fixture
async def guild(people: People) -> str:
    return await people.guild()


@pytest.fixture
async def http(box: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session:
        yield session


async def code(box: Sandbox, http: aiohttp.ClientSession, path: str, method: str = "GET") -> tuple[int, int]:
    async with http.request(method, box.api_url + path) as response:
        answer: Any = await response.json() if response.status != 204 else {}
        return response.status, answer.get("code", 0) if isinstance(answer, dict) else 0


async def sees(person: Person, channel: str) -> bool:
    return channel in [item["id"] for item in await person.channels()]


async def test_who_is_a_member(
    box: Sandbox, people: People, basile: Person, guild: str, http: aiohttp.ClientSession
) -> None:
    path = f"/guilds/{guild}/members/{basile.id}"
    assert await code(box, http, path) == (200, 0)
    await people.leave(basile)
    assert await code(box, http, path) == (404, 10007)
    assert await code(box, http, f"/guilds/{guild}/members/5") == (404, 10013)
    assert await code(box, http, "/guilds/5/members/5") == (404, 10004)
    assert await code(box, http, f"/guilds/{guild}/members") == (403, 50001)
    assert not await sees(basile, await people["ada"].place("games"))
    await people.join(basile)
    assert await code(box, http, path) == (200, 0)
    assert await sees(basile, await people["ada"].place("games"))
    eve = await people.newcomer("eve", "fr")
    assert await code(box, http, f"/guilds/{guild}/members/{eve.id}") == (404, 10007)
    await people.join(eve)
    assert await code(box, http, f"/guilds/{guild}/members/{eve.id}") == (200, 0)
    with pytest.raises(Refused, match="owner"):
        await people.leave(people["ada"])


async def test_a_page_loses_and_finds_its_channels(people: People, basile: Person) -> None:
    games = await basile.place("games")

    def told(kind: str) -> bool:
        return any(frame["type"] == kind and frame["channel"]["id"] == games for frame in basile.frames)

    await people.leave(basile)
    await basile.wait_for(lambda: told("channel_delete"))
    await people.join(basile)
    await basile.wait_for(lambda: told("channel_create"))


async def test_who_has_left_cannot_be_written_to_nor_run_commands(
    box: Sandbox, people: People, ada: Person, basile: Person, bot: Trial
) -> None:
    user = await bot.fetch_user(int(basile.id))
    await ada.command("trial free", who=basile.id, channel="games")
    await people.leave(basile)
    with pytest.raises(discord.Forbidden) as raised:
        await user.send("still there?")
    assert raised.value.code == 50278
    with pytest.raises(Refused, match="Missing Access"):
        await basile.command("trial free", channel=await ada.place("games"))
    box.first_response = 0.1
    unanswered = await ada.command("trial free", who=basile.id, channel="games", force=True)
    assert unanswered.error == "The application did not respond"


@pytest.mark.parametrize("kind", ["everybody", "role", "member"])
async def test_overwrites_deny_and_allow(
    box: Sandbox, people: People, basile: Person, guild: str, kind: str
) -> None:
    channel = await people.new_channel("hall")
    role = await people.role("Guests")
    await people.join(basile, *box.world.member(box.world.guild(guild), basile.id)["roles"], role)
    target = {"everybody": guild, "role": role, "member": basile.id}[kind]
    assert await sees(basile, channel)
    await people.overwrite(channel, target, deny=(VIEW,))
    assert not await sees(basile, channel)
    await people.overwrite(channel, target)
    assert await sees(basile, channel)


async def test_overwrites_are_added_up_in_discords_order(
    box: Sandbox, people: People, basile: Person, guild: str
) -> None:
    channel = await people.new_channel("hall")
    first, second = await people.role("First"), await people.role("Second")
    await people.join(basile, first, second)
    await people.overwrite(channel, guild, deny=(VIEW,))
    assert not await sees(basile, channel)
    await people.overwrite(channel, first, allow=(VIEW,))
    assert await sees(basile, channel)
    await people.overwrite(channel, second, deny=(VIEW,))
    assert await sees(basile, channel), "one role's leave outweighs another's ban"
    await people.overwrite(channel, basile.id, deny=(VIEW,))
    assert not await sees(basile, channel)
    await people.overwrite(channel, basile.id, allow=(VIEW,))
    await people.overwrite(channel, first)
    assert await sees(basile, channel), "a member's own comes last"
    await people.join(basile, await people.role("Administrators", "ADMINISTRATOR"))
    await people.overwrite(channel, basile.id, deny=(VIEW,))
    assert await sees(basile, channel)
    assert await sees(people["ada"], channel), "the owner sees all"


async def test_threads_inherit_from_their_channel(
    people: People, ada: Person, basile: Person, bot: Trial, guild: str
) -> None:
    channel = bot.text_channel("games")
    public = await channel.create_thread(name="Open", type=discord.ChannelType.public_thread)
    assert await sees(basile, str(public.id))
    await people.overwrite(str(channel.id), basile, deny=(VIEW,))
    assert not await sees(basile, str(public.id))
    with pytest.raises(Refused, match="Missing Access"):
        await basile.messages(str(public.id))
    assert await sees(ada, str(public.id))


async def test_a_private_thread_is_for_those_in_it(
    people: People, ada: Person, basile: Person, bot: Trial, guild: str
) -> None:
    await people.overwrite(
        await ada.place("games"), (bot.user and str(bot.user.id)) or "", allow=("CREATE_PRIVATE_THREADS",)
    )
    channel = await bot.fetch_channel(bot.text_channel("games").id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="Two of us", type=discord.ChannelType.private_thread)
    assert not await sees(basile, str(thread.id))
    assert await sees(ada, str(thread.id)), "moderators read private threads"
    await thread.add_user(discord.Object(int(basile.id)))
    assert await sees(basile, str(thread.id))


async def test_what_the_bot_may_not_see(
    box: Sandbox, people: People, guild: str, http: aiohttp.ClientSession
) -> None:
    channel = await people.new_channel("closed")
    assert await code(box, http, f"/channels/{channel}") == (200, 0)
    await people.overwrite(channel, guild, deny=(VIEW,))
    assert await code(box, http, f"/channels/{channel}") == (403, 50001)
    assert await code(box, http, "/channels/5") == (404, 10003)
    bot = box.world.bot["id"]
    await people.overwrite(channel, bot, allow=(VIEW,))
    assert await code(box, http, f"/channels/{channel}") == (200, 0)
    await people.leave(bot)
    assert await code(box, http, f"/channels/{channel}") == (403, 50001)
    assert await code(box, http, f"/guilds/{guild}") == (403, 50001)
    assert await code(box, http, f"/guilds/{guild}/roles") == (403, 50001)
    await people.join(bot)
    assert await code(box, http, f"/guilds/{guild}/roles") == (200, 0)


async def test_the_bot_hears_of_roles_channels_and_its_own_coming_and_going(
    people: People, ada: Person, bot: Trial, guild: str
) -> None:
    async def heard(event: str, deed: Any) -> Any:
        waiting = asyncio.create_task(bot.wait_for(event, timeout=20))
        await asyncio.sleep(0)
        await deed
        return await waiting

    role = await heard("guild_role_create", people.role("Guests", "SEND_MESSAGES"))
    assert (role.name, role.permissions) == ("Guests", discord.Permissions(send_messages=True))
    games = await ada.place("games")
    _, after = await heard("guild_channel_update", people.overwrite(games, str(role.id), deny=(VIEW,)))
    assert after.overwrites_for(role).view_channel is False
    await heard("guild_role_delete", people.ask("DELETE", f"/guilds/{guild}/roles/{role.id}"))
    assert bot.user is not None
    await heard("guild_remove", people.leave(str(bot.user.id)))
    assert list(bot.guilds) == []
    await heard("guild_join", people.join(str(bot.user.id)))
    assert [home.name for home in bot.guilds] == ["The Long Table"]


async def test_a_further_server(people: People, ada: Person, basile: Person, bot: Trial) -> None:
    waiting = asyncio.create_task(bot.wait_for("guild_join", timeout=20))
    await asyncio.sleep(0)
    key = await people.new_guild("Elsewhere", basile, channels=("parlour",))
    assert (await waiting).id == int(key)
    assert await basile.place("parlour")
    assert [item["name"] for item in await ada.channels() if item["guild_id"] == key] == []
    answer = await basile.command("trial free", channel="parlour")
    assert answer.state == "answered"


async def test_only_community_servers_have_a_language(
    people: People, ada: Person, bot: Trial, guild: str
) -> None:
    home = bot.guilds[0]

    async def edited(**body: Any) -> tuple[list[str], str]:
        waiting = asyncio.create_task(bot.wait_for("guild_update", timeout=20))
        await asyncio.sleep(0)
        await people.ask("PATCH", f"/guilds/{guild}", body)
        await waiting
        return list(home.features), str(home.preferred_locale)

    assert (home.features, str(home.preferred_locale)) == ([], "en-US")
    with pytest.raises(Refused, match="Community"):
        await people.ask("PATCH", f"/guilds/{guild}", {"preferred_locale": "fr"})
    await ada.command("trial free", channel="games")
    assert str(bot.seen[-1].guild_locale) == "en-US"
    assert await edited(community=True) == (["COMMUNITY"], "en-US")
    assert await edited(preferred_locale="fr") == (["COMMUNITY"], "fr")
    await ada.command("trial free", channel="games")
    assert str(bot.seen[-1].guild_locale) == "fr"
    fetched = await bot.fetch_guild(home.id)
    assert (fetched.features, str(fetched.preferred_locale)) == (["COMMUNITY"], "fr")
    assert await edited(community=False) == ([], "en-US")
    await people.speak("fr")
    with pytest.raises(Refused, match="Community"):
        await people.ask("PATCH", f"/guilds/{guild}", {"community": False, "preferred_locale": "fr"})
    await people.befriend()
    (shown,) = (await people.ask("GET", "/people"))["guilds"]
    assert (shown["features"], shown["preferred_locale"]) == ([], "en-US")
    with pytest.raises(Refused, match="or not"):
        await people.ask("PATCH", f"/guilds/{guild}", {"community": "yes"})
