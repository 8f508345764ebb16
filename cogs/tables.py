"""Tables: the lobby's buttons, `/match`, another match after the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Page, answer, defer, words
from cogs.controls import Control, button
from cogs.house import House, Reader
from cogs.panels import lobby_lines, opened, sealed, waiting
from cogs.text import Markup
from cogs.translation import said
from engine.game import Refusal
from engine.matches import Match, Status

__all__ = ["Tables", "setup"]

Press = discord.Interaction[Any]
Choices = list[app_commands.Choice[int]]
OPEN = (Status.LOBBY, Status.RUNNING)
EVERY = (Status.LOBBY, Status.RUNNING, Status.OVER, Status.CANCELLED)
LISTED = 20


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Tables(
    commands.GroupCog, group_name=said("command.match"), group_description=said("command.match.about")
):
    """Matches of every game."""

    def __init__(self, bot: Any) -> None:
        self.house: House = bot.house
        self.house.verbs |= {
            "join": self.press_join,
            "leave": self.press_leave,
            "add": self.press_add,
            "remove": self.press_remove,
            "start": self.press_start,
            "cancel": self.press_cancel,
            "rematch": self.press_rematch,
        }
        self.house.in_place |= {"add", "remove"}

    # The lobby's buttons. The courier shows the table again; the person gets a short private answer.

    async def press_join(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self.house.join(control.match, reader, interaction.id))

    async def press_leave(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        match = await self.house.matches.get(control.match)
        if match.status is Status.RUNNING and control.argument != "yes":
            await answer(interaction, self._sure(match, reader))
            return
        await self._leave(interaction, match, reader, edit=control.argument == "yes")

    async def _leave(self, interaction: Press, match: Match, reader: Reader, *, edit: bool) -> None:
        await answer(interaction, self._left(match, reader, interaction.id), edit=edit)

    async def _left(self, match: Match, reader: Reader, click: int) -> Page:
        after = await self.house.matches.leave(match.id, reader.person, click)
        code = "lobby.left_last" if after.status is Status.CANCELLED else "lobby.left"
        return words(reader.text(code, match=match.id))

    def _sure(self, match: Match, reader: Reader) -> Page:
        """Leaving a running match is asked twice."""
        if match.seat_of(reader.person) is None:
            raise Refusal("not_seated", match=match.id)
        sure = button(
            Control(match.id, "leave", "yes"),
            reader.text.plain("leave.yes"),
            style=discord.ButtonStyle.danger,
        )
        last = len(match.persons) == 1
        return words(reader.text("leave.sure_last" if last else "leave.sure", match=match.id)).row(sure)

    async def press_add(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        if len(values) != 1:
            raise Refusal("unknown_control")
        await defer(interaction, edit=True)  # the table itself shows what changed
        await self.house.matches.add_player(control.match, reader.person, values[0], interaction.id)

    async def press_remove(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await defer(interaction, edit=True)  # the table itself shows what changed
        await self.house.matches.remove_player(control.match, reader.person, interaction.id)

    async def press_start(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self._start(control.match, reader, interaction.id))

    async def _start(self, match: int, reader: Reader, click: int) -> Page:
        await self.house.matches.start(match, reader.person, click)
        return words(reader.text("lobby.begun", match=match))

    async def press_cancel(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        match = await self.house.matches.get(control.match)
        await self._cancel(interaction, match, reader, sure=control.argument == "yes", edit=True)

    async def press_rematch(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self._rematch(interaction, control.match, reader))

    async def _rematch(self, interaction: Press, match: int, reader: Reader) -> Page:
        played, click = await self.house.matches.get(match), interaction.id
        if not await self.house.access.may_view(interaction.user, played.place):
            raise Refusal("place_closed", match=match)
        again = await self.house.matches.rematch(match, reader.person, reader.name, click)
        if again.host == reader.person:
            return words(opened(again, reader))
        return words(reader.text("lobby.joined", match=again.id))

    # Commands

    @app_commands.command(name=said("command.list"), description=said("command.list.about"))
    async def list_(self, interaction: Press) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self._list(reader))

    async def _list(self, reader: Reader) -> Page:
        house, text = self.house, reader.text
        mine = await house.matches.found(reader.person, OPEN, limit=LISTED)
        if not mine:
            return words(text("list.none"))
        n = await house.matches.how_many(reader.person, OPEN)
        waiting = await house.matches.waiting_for(reader.person)
        threads = await house.matches.posts_of([match.id for match in mine], "thread")
        places = {thread.match: thread.channel for thread in threads}
        lines = [text("list.title", n=n)]
        for match in mine:
            where = Markup(f"<#{places.get(match.id, match.place.channel)}>")
            lines.append(self._listed(match, reader, where, yours=match.id in waiting))
        if n > len(mine):
            lines.append(text("list.more", n=n - len(mine)))
        return words(*lines)

    def _listed(self, match: Match, reader: Reader, where: Markup, *, yours: bool) -> Markup:
        """A match in one line. Whom it waits for is told by its thread: many lists are asked for."""
        text = reader.text
        if match.status is Status.LOBBY:
            free = match.size - len(match.occupants)
            state = text("list.lobby", free=free) if free else text("list.full")
        else:
            damaged = match.id in self.house.matches.damaged
            state = text("list.damaged" if damaged else "list.yours" if yours else "list.others")
        name = text("name", who=self.house.label(match, text))
        return text("list.line", match=name, where=where, state=state)

    @app_commands.command(name=said("command.show"), description=said("command.show.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def show(self, interaction: Press, match: int | None = None) -> None:
        reader = await self.house.notice_reader(interaction)
        found = await self.house.meant(interaction, match, None, OPEN)
        await answer(interaction, self._show(found, reader))

    async def _show(self, match: Match, reader: Reader) -> Page:
        house, text = self.house, reader.text
        page = words(*lobby_lines(house, match, text))
        if match.entries:
            situation = await house.matches.situation(match.id, reader.person)
            look = house.look(match, text, reader.theme)
            drawing = house.face(match.game).board(look, situation.view, situation.seat)
            await house.show(page, drawing, f"board-{match.id}")
            page.say(house.face(match.game).announce(look, situation.view), waiting(situation, look))
            if match.seed is not None:
                record = await house.matches.record(match.id)
                page.enclose(f"{match.game}-{match.id}.txt", record.encode())
        post = await house.matches.post(match.id, "thread")
        if post is not None:
            page.say(text("show.thread", thread=Markup(f"<#{post.channel}>")))
        return page.say(*sealed(match, text))

    @app_commands.command(name=said("command.leave"), description=said("command.leave.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def leave(self, interaction: Press, match: int | None = None) -> None:
        reader = await self.house.notice_reader(interaction)
        found = await self.house.meant(interaction, match, None, OPEN)
        if found.status is Status.RUNNING:
            await answer(interaction, self._sure(found, reader))
        else:
            await self._leave(interaction, found, reader, edit=False)

    @app_commands.command(name=said("command.cancel"), description=said("command.cancel.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def cancel(self, interaction: Press, match: int | None = None) -> None:
        reader = await self.house.notice_reader(interaction)
        found = await self.house.meant(interaction, match, None, OPEN)
        await self._cancel(interaction, found, reader, sure=False, edit=False)

    async def _cancel(
        self, interaction: Press, match: Match, reader: Reader, *, sure: bool, edit: bool
    ) -> None:
        text = reader.text
        if not sure and match.status in OPEN:
            if match.seat_of(reader.person) is None and match.host != reader.person:
                raise Refusal("not_seated", match=match.id)
            alone = match.status is Status.LOBBY or len(match.persons) == 1
            yes = button(
                Control(match.id, "cancel", "yes"),
                text.plain("cancel.yes"),
                style=discord.ButtonStyle.danger,
            )
            page = words(text("cancel.sure" if alone else "cancel.sure_all", match=match.id)).row(yes)
            await answer(interaction, page)
            return
        await answer(interaction, self._agreed(match, reader, interaction.id), edit=edit and sure)

    async def _agreed(self, match: Match, reader: Reader, click: int) -> Page:
        text = reader.text
        after = await self.house.matches.cancel(match.id, reader.person, click)
        if after.status is Status.CANCELLED:
            return words(text("cancel.done", match=match.id))
        missing = [
            text("name", who=one.name)
            for one in after.occupants
            if one.person and one.person not in after.agreed
        ]
        return words(text("cancel.waiting", who=text.list(missing), n=len(missing)))

    @leave.autocomplete("match")
    @cancel.autocomplete("match")
    async def _open_match(self, interaction: Press, current: str) -> Choices:
        return await self.house.suggest_matches(interaction, current, None, OPEN)

    @show.autocomplete("match")
    async def _any_match(self, interaction: Press, current: str) -> Choices:
        return await self.house.suggest_matches(interaction, current, None, EVERY)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Tables(bot))
