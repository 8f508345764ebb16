"""A change of which nothing was heard was made all the same: the message is read before the next one."""

from __future__ import annotations

import discord
import pytest

from bot import Longtable
from cogs.pages.turn import turn_page
from harness.playing import opened_table
from sandbox.people import People


async def test_controls_go_though_the_answer_to_a_change_was_lost(bot: Longtable, people: People) -> None:
    """The picture has another id since: with the old one Discord would refuse to take the controls off."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    shown = await bot.matches.queries.situation(int(table.match), None)
    assert shown.round is not None
    page = await turn_page(bot.services, shown, shown.round)
    thread = bot.get_partial_messageable(int(table.thread))
    messenger = bot.courier._announcer.messenger  # pyright: ignore[reportPrivateUsage]
    path = f"/channels/{table.thread}/messages/{turn.id}"
    await people.fault("PATCH", path, times=1, status=503, after=True)
    with pytest.raises(discord.DiscordServerError):
        await messenger.edit(thread, int(turn.id), page)
    await messenger.retire(thread, int(turn.id))
    await table.asking()
