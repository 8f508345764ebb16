"""`/turns`: all matches of a person on one page, wherever it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.answering.answers import answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.inbox import inbox_page
from cogs.services.services import Services
from cogs.text.translation import localized_command

__all__ = ["InboxCog", "setup"]


class InboxCog(commands.Cog):
    """The one list of a person's matches. Installed for a person it works on every server."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    @localized_command("turns")
    async def turns(self, interaction: Interaction) -> None:
        await show_turns(self.services, interaction)

    @verb("turns", in_place=True, personal=True)
    async def press_turns(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        number = int(control.argument) if control.argument.isdecimal() else 0
        await answer(interaction, inbox_page(self.services, reader, number), edit=True)


async def show_turns(services: Services, interaction: Interaction) -> None:
    """Answer with the first page."""
    reader = await services.reader_of(interaction)
    await answer(interaction, inbox_page(services, reader))


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(InboxCog(bot))
