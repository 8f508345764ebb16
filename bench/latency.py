"""A move over the sandbox, from the click to the answer's arrival, against a bot that only answers "ok".

``python -m bench.latency [MOVES]``. Each bot is a process of its own with a sandbox of its own; the clicks
alternate between the two. Rules, commit and outbox are in the time, the table's next picture is not: it
comes with the next message.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time

from bench.world import world
from harness.playing import Table, controls, opened_table
from sandbox.people import Message, People

MOVES = 60
TARGET = 2.0
OK_BOT = """
import os, discord, yarl
discord.http.Route.BASE = os.environ["LONGTABLE_API"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["LONGTABLE_GATEWAY"])
class Answer(discord.ui.LayoutView):
    def __init__(self):
        super().__init__(timeout=None)
        row = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Play", custom_id="ok"))
        self.add_item(discord.ui.TextDisplay("ok"))
        self.add_item(row)
class Ok(discord.Client):
    async def setup_hook(self):
        self.tree = discord.app_commands.CommandTree(self)
        @self.tree.command(name="open", description="Opens")
        async def open_(interaction: discord.Interaction):
            await interaction.response.send_message(view=Answer(), ephemeral=True)
        await self.tree.sync()
    async def on_interaction(self, interaction):
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=Answer())
Ok(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""


async def move(table: Table) -> float:
    """One move by two taps; the seconds from the second tap to its answer."""
    turn = await table.next()
    person = table.person(turn)
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
    pick = controls(panel, "pick")[0]
    began = time.perf_counter()
    answer = await person.choose(panel, panel.select(pick).options[0][1], menu=pick)
    shown = await table.shown(person, answer)
    took = time.perf_counter() - began
    await table.settle(person, shown)
    return took


async def ok(people: People, panel: Message) -> float:
    began = time.perf_counter()
    await people["ada"].press(panel, "ok")
    return time.perf_counter() - began


async def compare(moves: int) -> None:
    async with world("bot.py") as our_world, world("-c", OK_BOT) as their_world:
        ours, theirs = our_world.people, their_world.people
        panel = (await theirs["ada"].command("open")).message
        assert panel is not None
        mine: list[float] = []
        peer: list[float] = []
        table = await opened_table(ours, ("ada", "basile"), "2")
        for number in range(moves):
            if number and number % 25 == 0:
                table = await opened_table(ours, ("ada", "basile"), "2")
            mine.append(await move(table))
            peer.append(await ok(theirs, panel))
    for name, spent in (("a move of Génial", mine), ('a bot that answers "ok"', peer)):
        worst = max(spent) * 1000
        print(f"latency: {name}: median {statistics.median(spent) * 1000:.1f} ms, worst {worst:.1f} ms")
    ratio = statistics.median(mine) / statistics.median(peer)
    print(f"latency: {ratio:.2f} times the time of the other (to reach: at most {TARGET:.0f})")


def main() -> None:
    """Print both medians and their ratio."""
    asyncio.run(compare(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES))


if __name__ == "__main__":
    main()
