"""Playing a match: the buttons and commands that every game has.

A press is answered in five steps: the match and who presses, the question it belongs to, the move under the
match's lock, the answer, and - after the commit, by the courier - the table's news.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Page, answer, words
from cogs.controls import Control
from cogs.house import SUGGESTED, House, Reader
from cogs.inbox import SETTLED
from cogs.panels import log_page, opened, panel_page, waiting
from cogs.text import Markup, language_of
from cogs.translation import said
from engine.game import Options, Refusal
from engine.matches import Match, Place, Played, Post, Situation, Status
from render.canvas import Theme

__all__ = ["GameCog", "HandCog", "Playing", "offered"]

NEEDED = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)
"""All the permissions the bot ever needs."""

Press = discord.Interaction[Any]


def offered(value: str, values: Collection[str]) -> str:
    """The value, if it is one of those offered: Discord lets nothing else pass, a forged command would."""
    if value not in values:
        raise Refusal("unknown_value", value=value[:40])
    return value


class Playing:
    """Answers shared by buttons and commands."""

    def __init__(self, house: House) -> None:
        self.house = house
        house.verbs |= {
            "play": self.press_play,
            "hand": self.press_hand,
            "text": self.press_text,
            "menu": self.press_menu,
            "pick": self.press_pick,
            "go": self.press_go,
            "log": self.press_log,
        }
        house.in_place |= {"menu", "pick", "go", "log"}

    # Pages

    async def panel(self, match: int, reader: Reader, heading: Sequence[Markup] = ()) -> Page:
        """The private panel as it is now."""
        situation = await self.house.matches.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        inbox = await self.house.once_about_inbox(reader)
        return await panel_page(
            self.house, situation, reader, heading=(*heading, *((inbox,) if inbox else ()))
        )

    async def hand(self, match: int, reader: Reader) -> Page:
        """What the reader holds, and whose turn it is."""
        house = self.house
        situation = await house.matches.situation(match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=match)
        look = house.look(situation.match, reader.text, reader.theme)
        face = house.face(situation.match.game)
        held = face.hand(look, situation.view)
        page = words(held.words if held else reader.text("hand.none"))
        await house.show(page, held.drawing if held else None, f"hand-{match}")
        inbox = await house.once_about_inbox(reader)
        return page.say(waiting(situation, look), inbox or "")

    async def board(self, match: int, reader: Reader, *, text: bool) -> Page:
        """The board as the reader may see it, as a picture or in letters."""
        house = self.house
        situation = await house.matches.situation(match, reader.person)
        look = house.look(situation.match, reader.text, reader.theme)
        face = house.face(situation.match.game)
        if text:
            return words(f"```\n{face.board_text(look, situation.view)}\n```")
        page = Page()
        await house.show(page, face.board(look, situation.view, situation.seat), f"board-{match}")
        await house.show_more(page, face.pictures(look, situation.view), f"more-{match}")
        page.say(face.announce(look, situation.view), waiting(situation, look))
        return page.begin(house.news(situation, look, public=False, room=page.room))

    async def rules(self, match: Match, reader: Reader) -> Page:
        face = self.house.face(match.game)
        title = reader.text("rules.title", game=face.game.title)
        return words(title, *face.rules(reader.text, match.options, match.size))

    # Moves

    async def move(self, interaction: Press, match: int, text: str, asked: int | None, *, edit: bool) -> None:
        """Make a move and answer at once; a question that follows from it comes with the answer."""
        await answer(interaction, self._move(interaction, match, text, asked), edit=edit)

    async def _move(self, interaction: Press, match: int, text: str, asked: int | None) -> Page:
        house = self.house
        reader = await house.notice_reader(interaction)
        try:
            played = await house.matches.play(match, reader.person, text, asked, interaction.id)
        except Refusal as error:
            if error.code != "stale":
                raise
            where = await self._where(interaction, await house.matches.get(match), reader)
            return await self.stale(match, reader, where)
        situation = await house.matches.situation(match, reader.person)
        panel = await self._pressed_panel(interaction, match)
        where = await self._where(interaction, played.match, reader)
        page = await self._played(played, situation, reader, where, panel is not None)
        if panel is not None and panel == await self._pressed_panel(interaction, match):
            # It shows the next question, which is not sent again, or none.
            asked = situation.asked
            shown = replace(panel, shown=SETTLED) if asked is None else replace(panel, number=asked, shown="")
            await house.matches.save_post(shown)
        return page

    async def _played(
        self, played: Played, situation: Situation, reader: Reader, where: Sequence[Markup], panel: bool
    ) -> Page:
        house = self.house
        look = house.look(played.match, reader.text, reader.theme)
        happened = house.told(played.match, [(played.entry, played.events)], look, public=False)
        inbox = await house.once_about_inbox(reader)
        heading = (*where, happened, *((inbox,) if inbox else ()))
        if situation.asked is None or not len(situation.moves):
            # The board comes with the table's next message; the answer itself waits for no picture.
            running = situation.match.status is Status.RUNNING and situation.pending
            # Whose turn it is would not hold for long in a message that stays.
            later = reader.text("inbox.idle") if panel and running else waiting(situation, look)
            return words(*heading, later)
        return await panel_page(house, situation, reader, heading=heading)

    async def _pressed_panel(self, interaction: Press, match: int) -> Post | None:
        """The panel by direct message, if that is what was pressed."""
        if interaction.guild_id is not None or interaction.message is None:
            return None
        post = await self.house.matches.post(match, "hand", interaction.user.id)
        return post if post is not None and post.message == interaction.message.id else None

    async def _where(self, interaction: Press, match: Match, reader: Reader) -> Sequence[Markup]:
        """In direct messages, where panels of several matches stand, which match it is."""
        return () if interaction.guild_id is not None else (await self.house.where(match, reader.text),)

    async def stale(self, match: int, reader: Reader, where: Sequence[Markup] = ()) -> Page:
        """An answered question was pressed: what happened since, and what is asked now."""
        house = self.house
        situation = await house.matches.situation(match, reader.person)
        look = house.look(situation.match, reader.text, reader.theme)
        news = house.news(situation, look, public=False)
        heading = (*where, reader.text("refusal.stale", match=match), news)
        return await panel_page(house, situation, reader, heading=heading)

    # Buttons

    async def _own(self, interaction: Press, control: Control) -> tuple[Reader, Situation]:
        """Who presses and what that seat may know. Raises `Refusal` for another person's button."""
        reader = await self.house.notice_reader(interaction)
        situation = await self.house.matches.situation(control.match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=control.match)
        if control.seat is not None and control.seat != situation.seat:
            raise Refusal("other_seat", match=control.match)
        return reader, situation

    async def press_play(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader, situation = await self._own(interaction, control)
        asked, seat = situation.round, situation.seat
        # The table's button serves for every step of a turn, and for changing a sealed choice.
        open_ = situation.call is not None and situation.call <= control.asked
        others = asked is not None and asked.call == control.asked and seat not in asked.seats
        shown = self.panel if open_ or others else self.stale
        await answer(interaction, shown(control.match, reader))

    async def press_hand(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self.hand(control.match, reader))

    async def press_text(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self.board(control.match, reader, text=True))

    async def press_menu(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        number, _, path = control.argument.partition("@")
        await self._step(interaction, control, _path(path), int(number) if number.isdecimal() else 0)

    async def _step(self, interaction: Press, control: Control, path: tuple[str, ...], page: int) -> None:
        reader, situation = await self._own(interaction, control)
        where = await self._where(interaction, situation.match, reader)
        if situation.question != control.asked:
            await answer(interaction, self.stale(control.match, reader, where), edit=True)
            return
        coming = panel_page(self.house, situation, reader, path=path, page=page, heading=where)
        await answer(interaction, coming, edit=True)

    async def press_pick(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        chosen = values[0] if len(values) == 1 else ""
        if chosen.startswith(">"):
            _, _, path = control.argument.partition("@")
            await self._step(interaction, control, (*_path(path), chosen[1:]), 0)
        elif chosen.startswith("="):
            await self._own(interaction, control)
            await self.move(interaction, control.match, chosen[1:], control.asked, edit=True)
        else:
            raise Refusal("unknown_control")

    async def press_go(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        await self._own(interaction, control)
        await self.move(interaction, control.match, control.argument, control.asked, edit=True)

    async def press_log(self, interaction: Press, control: Control, values: Sequence[str]) -> None:
        reader = await self.house.notice_reader(interaction)
        match = await self.house.matches.get(control.match)
        page = int(control.argument) if control.argument.isdecimal() else None
        await answer(interaction, log_page(self.house, match, reader, page), edit=True)


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split("/")) if text else ()


class GameCog(commands.GroupCog):
    """The commands every game has. A game's own cog adds `new` and its moves by name."""

    key: ClassVar[str]

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.house: House = bot.house
        self.playing: Playing = bot.playing

    # Opening, for the games' own `new`

    async def open(self, interaction: Press, options: Options, size: int) -> None:
        """Open a table here and say so privately; the table itself comes by courier."""
        reader = await self.house.notice_reader(interaction)
        channel = interaction.channel
        if interaction.guild_id is None or channel is None or interaction.channel_id is None:
            raise Refusal("not_here")
        if not isinstance(channel, discord.TextChannel):
            raise Refusal("no_thread_here")
        missing = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
        if missing:
            names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
            raise Refusal("permissions", permissions=names, n=len(missing))
        place = Place(interaction.guild_id, interaction.channel_id, language_of(interaction.guild_locale))
        await answer(interaction, self._opened(options, size, reader, place, interaction.id))

    async def _opened(self, options: Options, size: int, reader: Reader, place: Place, click: int) -> Page:
        matches = self.house.matches
        match = await matches.open(self.key, options, size, reader.person, reader.name, place, click)
        return words(opened(match, reader))

    async def meant(
        self, interaction: Press, match: int | None, *statuses: Status, asked: bool = False
    ) -> Match:
        return await self.house.meant(
            interaction, match, self.key, statuses or (Status.RUNNING,), asked=asked
        )

    # Commands

    @app_commands.command(name=said("command.join"), description=said("command.join.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.join"))
    async def join(self, interaction: Press, match: int | None = None) -> None:
        reader = await self.house.notice_reader(interaction)
        if match is None:
            match = await self._open_here(interaction)
        else:
            await self.meant(interaction, match)
        await answer(interaction, self.house.join(match, reader, interaction.id))

    async def _open_here(self, interaction: Press) -> int:
        """The one table in this channel that still has a free seat."""
        tables = await self._tables_here(interaction)
        if not tables:
            raise Refusal("no_table_here")
        if len(tables) > 1:
            raise Refusal("which_match")
        return tables[0].id

    async def _tables_here(self, interaction: Press) -> list[Match]:
        house, channel = self.house, interaction.channel_id
        if channel is None:
            return []
        person = interaction.user
        tables = await house.matches.open_tables(channel, self.key, person.id, limit=SUGGESTED)
        return [table for table in tables if await house.access.may_see(person, table)]

    @join.autocomplete("match")
    async def _join_match(self, interaction: Press, current: str) -> list[app_commands.Choice[int]]:
        text = (await self.house.notice_reader(interaction)).text
        tables = await self._tables_here(interaction)
        return [app_commands.Choice(name=self.house.label(each, text), value=each.id) for each in tables]

    @app_commands.command(name=said("command.play"), description=said("command.play.about"))
    @app_commands.rename(move=said("option.move"), match=said("option.match"))
    @app_commands.describe(move=said("option.move.about"), match=said("option.match.about"))
    async def play(
        self,
        interaction: Press,
        move: app_commands.Range[str, 1, 100] | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        if move is not None:
            await self.playing.move(interaction, found.id, move, None, edit=False)
            return
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self.playing.panel(found.id, reader))

    @play.autocomplete("move")
    async def _play_move(self, interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        return await self.suggested(interaction, current)

    async def asked(self, interaction: Press) -> Situation | None:
        """What this person is asked, for suggestions while typing; `None` where it is not their turn."""
        given = getattr(interaction.namespace, "match", None)
        try:
            found = await self.meant(interaction, given if isinstance(given, int) else None, asked=True)
            if found.status is not Status.RUNNING:
                return None
            situation = await self.house.matches.situation(found.id, interaction.user.id)
        except Refusal:
            return None
        return situation if situation.seat is not None and len(situation.moves) else None

    async def suggested(self, interaction: Press, typed: str) -> list[app_commands.Choice[str]]:
        """Legal moves that fit; none where it is not this person's turn."""
        house, situation = self.house, await self.asked(interaction)
        if situation is None:
            return []
        reader = await house.notice_reader(interaction)
        look = house.look(situation.match, reader.text, reader.theme)
        face = house.face(situation.match.game)
        offers = await house.think(face.suggest, look, situation.view, situation.moves, typed)
        return [app_commands.Choice(name=each.label[:100], value=each.notation) for each in offers[:25]]

    @app_commands.command(name=said("command.board"), description=said("command.board.about"))
    @app_commands.rename(text=said("option.text"), theme=said("option.theme"), match=said("option.match"))
    @app_commands.describe(
        text=said("option.text.about"), theme=said("option.theme.about"), match=said("option.match.about")
    )
    @app_commands.choices(
        theme=[app_commands.Choice(name=said(f"theme.{each.value}"), value=each.value) for each in Theme]
    )
    async def board(
        self,
        interaction: Press,
        text: bool = False,
        theme: str | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, Status.RUNNING, Status.OVER)
        if theme is not None:
            await self.house.people.notice(interaction.user.id, theme=offered(theme, [*Theme]))
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self.playing.board(found.id, reader, text=text))

    @app_commands.command(name=said("command.log"), description=said("command.log.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def log(self, interaction: Press, match: int | None = None) -> None:
        found = await self.meant(interaction, match, Status.RUNNING, Status.OVER)
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, log_page(self.house, found, reader, None))

    @app_commands.command(name=said("command.rules"), description=said("command.rules.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def rules(self, interaction: Press, match: int | None = None) -> None:
        reader = await self.house.notice_reader(interaction)
        await answer(interaction, self._rules(interaction, match, reader))

    async def _rules(self, interaction: Press, match: int | None, reader: Reader) -> Page:
        try:
            found = await self.meant(interaction, match, Status.LOBBY, Status.RUNNING)
        except Refusal:
            if match is not None:
                raise
            return self.plain_rules(reader)
        return await self.playing.rules(found, reader)

    def plain_rules(self, reader: Reader) -> Page:
        """The rules with the options a table has by default."""
        face = self.house.face(self.key)
        options = face.game.Options()
        size = min(face.game.seats(options))
        title = reader.text("rules.title", game=face.game.title)
        return words(title, *face.rules(reader.text, options, size))

    @play.autocomplete("match")
    async def running_match(self, interaction: Press, current: str) -> list[app_commands.Choice[int]]:
        """Suggestions for the option `match` of a move; also of those that a game has by name."""
        return await self.house.suggest_matches(interaction, current, self.key, (Status.RUNNING,))

    @board.autocomplete("match")
    @log.autocomplete("match")
    @rules.autocomplete("match")
    async def _seen_match(self, interaction: Press, current: str) -> list[app_commands.Choice[int]]:
        statuses = (Status.RUNNING, Status.OVER, Status.LOBBY)
        return await self.house.suggest_matches(interaction, current, self.key, statuses)


class HandCog(GameCog):
    """The commands of a game in which seats hold something in secret."""

    @app_commands.command(name=said("command.hand"), description=said("command.hand.about"))
    @app_commands.rename(match=said("option.match"))
    @app_commands.describe(match=said("option.match.about"))
    async def hand(self, interaction: Press, match: int | None = None) -> None:
        found = await self.meant(interaction, match)
        await answer(interaction, self.playing.hand(found.id, await self.house.notice_reader(interaction)))

    hand.autocomplete("match")(GameCog.running_match)
