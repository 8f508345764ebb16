"""Commands of an app that somebody has installed for themselves: on any server, in any private channel."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from sandbox import Sandbox
from sandbox.people import People, Person, Refused
from tests.sandbox.trial import Trial, online


class Anywhere(Trial):
    """A bot with a command for everywhere, beside those for servers."""

    def _commands(self) -> None:
        super()._commands()

        @self.tree.command(name="mine", description="For me alone")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def mine(interaction: discord.Interaction) -> None:
            self.seen.append(interaction)
            await interaction.response.send_message("only you", ephemeral=True)


async def names(person: Person, channel: str) -> set[str]:
    return {command["path"] for command in await person.commands(channel)}


async def test_an_app_installed_for_a_person_works_everywhere(
    box: Sandbox, people: People, ada: Person, basile: Person
) -> None:
    elsewhere = await people.new_guild("Elsewhere", ada, basile, channels=("street",))
    group = await people.group("Us", ada, basile)
    async with online(box, Anywhere()) as bot:
        await people.leave(str(bot.application_id), guild=elsewhere)
        for channel in ("street", group):
            assert await names(ada, channel) == set()
            with pytest.raises(Refused, match="no command /mine"):
                await ada.command("mine", channel=channel)
        await ada.set(installed=True)
        for channel, context in (("street", "guild"), (group, "private_channel"), ("dm", "dm_channel")):
            assert "mine" in await names(ada, channel)
            answer = await ada.command("mine", channel=channel)
            assert answer.message is not None
            assert answer.message.private
            seen = bot.seen[-1]
            assert getattr(seen.context, context)
            assert seen.is_user_integration()
            assert not seen.is_guild_integration()
            assert [each.text for each in await basile.messages(channel)] == []
        assert await names(ada, "street") == {"mine"}, "the others are the server's"
        assert await names(basile, group) == set(), "others have not installed it"
        assert "trial free" in await names(ada, "games")


async def test_the_bot_hears_nothing_of_a_group(
    people: People, ada: Person, basile: Person, bot: Trial
) -> None:
    group = await people.group("Us", ada, basile)
    said = await ada.say("hello", group)
    assert [each.text for each in await basile.messages(group)] == ["hello"]
    await basile.react(said, "👍")
    await ada.pin(said)
    await ada.delete(said)
    assert basile.pings == [(group, said.id)]
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(int(group)).send("hello")
    assert bot.events == []
    with pytest.raises(Refused):
        await people["dan"].messages(group)
