"""`/host`, for a server's moderators: settings of its tables, a list of them, help for one that is stuck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions.game_cog import USUAL_PACE, read_pace, suggest_paces
from cogs.actions.league_options import suggest_options
from cogs.actions.league_pages import LeaguePages
from cogs.actions.opening import table_language
from cogs.answering.answers import Page, answer, claim, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.inbox import channel_link
from cogs.pages.server_settings import Place, pace_page, server_page, zone_page
from cogs.services.servers import moderates, open_channels
from cogs.services.services import SUGGESTED, Reader, Services, names_of
from cogs.text.text import Markup, clean_name
from cogs.text.translation import locale_string, localized_choices, localized_command
from cogs.text.zones import suggest_zones
from engine.game import Refusal, Seat
from engine.match.clock import Server
from engine.matches import Match, Status, Waiting
from engine.matches.overview import Need, Overviewed

__all__ = ["ModerationCog", "setup"]

LISTED = 13
"""Matches on one page: 25 stand on two."""
NAME_WIDTHS = (32, 16, 8)
"""Characters of the names there, at most: the first with which the page has room for all its matches."""
READ = 500
"""Matches looked through: as many as a server may have."""
CHANNELS = 50
"""Channels that may be chosen, at most: all of them stand in one answer."""
NEWS_NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions that the bot needs in the channel of a server's news."""
Choices = list[app_commands.Choice[int]]


@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class ModerationCog(
    commands.GroupCog,
    group_name=locale_string("command.host"),
    group_description=locale_string("command.host.about"),
):
    """The commands of moderators. They see matches in channels that they can view, and no secrets."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.leagues = LeaguePages(self.services)
        self.services.verbs.add_from(self)

    # Settings

    @localized_command(
        "host.settings",
        choices={
            "language": localized_choices("language", ["en", "fr", "own"]),
            "opener": localized_choices("opener", ["everyone", "moderators"]),
        },
    )
    async def settings(
        self,
        interaction: Interaction,
        pace: app_commands.Range[str, 1, 30] = "",
        zone: app_commands.Range[str, 1, 60] = "",
        language: str = "",
        opener: str = "",
        channel: discord.TextChannel | None = None,
        news: discord.TextChannel | None = None,
    ) -> None:
        reader, guild = await self._moderator(interaction)
        if (channel is not None or news is not None) and not await claim(interaction):
            return

        async def changed() -> Page:
            server = await self.services.matches.hours.server(guild)
            channels = None
            if channel is not None:
                channels = _with_channel_toggled(server, channel.id, interaction.guild)
            if news is not None:
                _check_news(news, reader)
            page = await self._change(interaction, guild, reader, pace, zone, language, opener, channels)
            if news is None:
                return page
            lane = await self.services.matches.server_news.lane(guild)
            is_on = lane is not None and lane.channel == news.id
            await self._tell_news(interaction, guild, None if is_on else news, reader)
            return await self._settings(interaction, guild, reader)

        await answer(interaction, changed())

    @verb("hostset", in_place=True, personal=True)
    async def press_setting(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set what the button beside a setting says, or ask for it.

        A second press of the same button changes nothing more.
        """
        reader, guild = await self._moderator(interaction)
        setting, _, value = control.argument.partition("=")
        match setting, value:
            case "", "":
                page = self._settings(interaction, guild, reader)
            case "pace", "":
                page = pace_page(reader)
            case "zone", "":
                server = await self.services.matches.hours.server(guild)
                page = zone_page(self.services, server, reader)
            case "pace", _:
                page = self._change(interaction, guild, reader, pace=value)
            case "zone", _:
                page = self._change(interaction, guild, reader, zone=value)
            case "language", "en" | "fr" | "own":
                page = self._change(interaction, guild, reader, language=value)
            case "opener", "everyone" | "moderators":
                page = self._change(interaction, guild, reader, opener=value)
            case "open" | "close", _ if value.isdecimal():
                channel = _channel_of(interaction, value).id if setting == "open" else int(value)
                page = self._open_or_close(interaction, guild, reader, channel, setting == "open")
            case "news", "off":
                page = self._tell_news(interaction, guild, None, reader)
            case "news", _ if value.isdecimal():
                channel = _channel_of(interaction, value)
                _check_news(channel, reader)
                page = self._tell_news(interaction, guild, channel, reader)
            case _:
                raise Refusal("unknown_control")
        await answer(interaction, page, edit=True)

    async def _open_or_close(
        self, interaction: Interaction, guild: int, reader: Reader, channel: int, is_open: bool
    ) -> Page:
        server = await self.services.matches.hours.server(guild)
        if (channel in open_channels(server)) is is_open:
            return await self._settings(interaction, guild, reader)
        channels = _with_channel_toggled(server, channel, interaction.guild)
        return await self._change(interaction, guild, reader, channels=channels)

    async def _change(
        self,
        interaction: Interaction,
        guild: int,
        reader: Reader,
        pace: str = "",
        zone: str = "",
        language: str = "",
        opener: str = "",
        channels: Sequence[int] | None = None,
    ) -> Page:
        """Change those settings that are given, and return all of them."""
        before = await self.services.matches.hours.server(guild)
        changes, more = dict[str, Any](), dict(before.more)
        if pace:
            changes["pace"] = str(read_pace(pace))
        if zone:
            changes["zone"] = None if zone.strip() == "-" else zone.strip()
        if language:
            changes["locale"] = None if language == "own" else language
        if opener:
            more["opener"] = opener
        if channels is not None:
            more["channels"] = list(channels)
        if more != before.more:
            changes["more"] = more
        if changes:
            await self.services.matches.hours.set_server(guild, **changes)
        return await self._settings(interaction, guild, reader)

    async def _tell_news(
        self, interaction: Interaction, guild: int, channel: discord.TextChannel | None, reader: Reader
    ) -> Page:
        """Let the server be told its news in that channel, or nowhere, and return its settings."""
        if channel is None:
            await self.services.matches.server_news.switch_off(guild)
        else:
            server = await self.services.matches.hours.server(guild)
            language = table_language(interaction, server.locale)
            await self.services.matches.server_news.choose(guild, channel.id, language, reader.person)
        return await self._settings(interaction, guild, reader)

    async def _settings(self, interaction: Interaction, guild: int, reader: Reader) -> Page:
        server = await self.services.matches.hours.server(guild)
        pace = read_pace(server.pace or USUAL_PACE)
        return await server_page(self.services, guild, server, pace, _here(interaction), reader)

    @settings.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return suggest_zones(self.services.matches.now(), current)

    @settings.autocomplete("pace")
    async def _paces(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_paces(interaction, current)

    # Leagues

    @localized_command("host.league", about={"channel": "league"})
    async def league(
        self,
        interaction: Interaction,
        game: app_commands.Range[str, 1, 30] = "",
        seats: app_commands.Range[int, 2, 5] = 2,
        channel: discord.TextChannel | None = None,
        options: app_commands.Range[str, 0, 100] = "",
    ) -> None:
        reader, guild = await self._moderator(interaction)
        if not game:
            await answer(interaction, self.leagues.manage_all(guild, reader.text))
            return
        asking = self.leagues.ask_to_open(interaction, reader, game, seats, channel, options)
        await answer(interaction, asking)

    @league.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        titles = {key: face.game.title for key, face in self.services.faces.items()}
        return [
            app_commands.Choice(name=title, value=key)
            for key, title in titles.items()
            if current.casefold() in title.casefold()
        ][:SUGGESTED]

    @league.autocomplete("options")
    async def _options(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        game = getattr(interaction.namespace, "game", None)
        if not isinstance(game, str) or game not in self.services.faces:
            return []
        text = (await self.services.reader_of(interaction)).text
        return suggest_options(self.services.face(game).game, current, text)

    # Matches

    @localized_command("host.matches")
    async def matches(self, interaction: Interaction) -> None:
        reader, guild = await self._moderator(interaction)
        await answer(interaction, self._list(interaction, guild, reader, 0))

    @verb("hostlist", in_place=True, personal=True)
    async def press_list(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, guild = await self._moderator(interaction)
        number = int(control.argument) if control.argument.isdecimal() else 0
        await answer(interaction, self._list(interaction, guild, reader, number), edit=True)

    async def _list(self, interaction: Interaction, guild: int, reader: Reader, number: int) -> Page:
        """Return one page of all matches, those first that need somebody, each with its reason."""
        text, every = reader.text, await self._overview(interaction, guild)
        if not every:
            return words(text("host.none"))
        pages = -(-len(every) // LISTED)
        number = min(max(number, 0), pages - 1)
        part = every[number * LISTED : (number + 1) * LISTED]
        threads = {
            each.match: each.channel
            for each in await self.services.matches.posts.posts_of([each.match.id for each in part], "thread")
        }
        needy = sum(each.need is not Need.NONE for each in every)
        running = sum(each.waiting is not None for each in every)
        head = [text("host.matches", n=running)]
        if running < len(every):
            head.append(text("host.tables", n=len(every) - running))
        page = words(*head, text("host.needy", n=needy) if needy else text("host.all_well"))
        for width in NAME_WIDTHS:
            lines: list[Markup] = []
            for place, each in enumerate(part, number * LISTED):
                if place == needy and needy:
                    lines.append(text("host.others"))
                channel = threads.get(each.match.id, each.match.venue.channel)
                lines.append(Markup(f"- {self._line(each, channel, reader, width)}"))
            if sum(len(line) + 1 for line in lines) < page.room or width == NAME_WIDTHS[-1]:
                page.say(*lines)
                break
        controls: list[Press] = []
        if number > 0:
            controls.append(button(Control(0, "hostlist", str(number - 1)), text.plain("host.earlier")))
        if number + 1 < pages:
            controls.append(button(Control(0, "hostlist", str(number + 1)), text.plain("host.later")))
        return page.row(*controls) if controls else page

    def _line(self, one: Overviewed, channel: int, reader: Reader, width: int) -> Markup:
        """Return a match in a line: what it needs, whom it waits for, until when.

        Names have `width` characters at most.
        """
        text, faces, match = reader.text, self.services.faces, one.match
        title = faces[match.game].game.title if match.game in faces else match.game
        name = text("turns.match", game=title, match=match.id, url=channel_link(match, channel))
        if match.id in self.services.matches.loader.damaged_matches:
            return Markup(f"{name} · {text('turns.damaged')}")
        names = [clean_name(name, width) for name in names_of(match, text)]
        parts = list[Markup]()

        def named(seats: Iterable[int]) -> Markup:
            return text.list(text("name", who=names[seat]) for seat in seats)

        if one.late:
            parts.append(text("host.late", who=named(one.late)))
        if match.free_seats:
            parts.append(text("host.free", n=len(match.free_seats), who=named(match.free_seats)))
        if one.need in (Need.ASLEEP, Need.ROBOTS, Need.ALONE):
            parts.append(text(f"host.{one.need.name.lower()}"))
        if one.waiting is None:
            who = named(range(len(names)))
            table = text("host.line_table", match=name, since=text.when(match.opened_at), who=who)
            return Markup(" · ".join((table, *parts)))
        asked = [seat for seat in one.waiting.asked or () if match.occupants[seat].person is not None]
        if not asked or match.is_asleep:
            line = text("host.line_idle", match=name) if not parts else name
            return Markup(" · ".join((line, *parts)))
        line = text("host.line", match=name, since=text.when(one.waiting.since), who=named(asked))
        if one.deadline is not None:
            parts.append(text("host.until", until=text.when(one.deadline)))
        return Markup(" · ".join((line, *parts)))

    async def _overview(self, interaction: Interaction, guild: int) -> list[Overviewed]:
        """Return the matches and open tables of this server in channels that the moderator can view."""
        seen: dict[int, bool] = {}
        found: list[Overviewed] = []
        for each in await self.services.matches.overviews.of(guild, READ):
            venue = each.match.venue
            if venue.channel not in seen:
                seen[venue.channel] = await self.services.access.may_view(interaction.user, venue)
            if seen[venue.channel]:
                found.append(each)
        return found

    async def _visible(self, interaction: Interaction, guild: int) -> list[tuple[Match, Waiting]]:
        """Return the running matches of this server in channels that the moderator can view."""
        services = self.services
        running = await services.matches.inboxes.running_in(guild)
        known = await services.matches.inboxes.public_matches(tuple(each.match for each in running))
        seen: dict[int, bool] = {}
        found: list[tuple[Match, Waiting]] = []
        for each in running:
            match = known.get(each.match)
            if match is None:
                continue
            channel = match.venue.channel
            if channel not in seen:
                seen[channel] = await services.access.may_view(interaction.user, match.venue)
            if seen[channel]:
                found.append((match, each))
        return found

    # Remedies

    @localized_command("host.time")
    async def time(self, interaction: Interaction, match: int, days: int = 1) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, match)

        async def give_time() -> Page:
            await self.services.matches.moderation.give_time(found.id, reader.person, days, interaction.id)
            return words(reader.text("host.timed", match=found.id, n=days))

        await answer(interaction, give_time())

    @localized_command("host.replace")
    async def replace(self, interaction: Interaction, match: int, seat: int) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, match)
        if reader.person in found.persons:
            raise Refusal("host_seated", match=found.id)
        await answer(interaction, self._ask_replace(found, seat, reader))

    async def _ask_replace(self, match: Match, seat: int, reader: Reader) -> Page:
        """Return the question before a robot plays once for somebody, with the effects of that."""
        text, public = reader.text, await self.services.matches.queries.situation(match.id, None)
        if public.round is None or seat not in public.round.seats:
            raise Refusal("nothing_asked", match=match.id)
        control = Control(match.id, "hostreplace", str(seat), asked=public.round.call_number)
        yes = button(control, text.plain("host.replace_yes"), style=discord.ButtonStyle.danger)
        who, until = names_of(match, text)[seat], public.times[seat].deadline
        page = words(text("host.sure_replace", match=match.id, who=who))
        if until is not None:
            page.say(text("host.has_time", who=who, until=text.when(until, "f")))
        return page.say(text("host.replace_counts", who=who)).row(yes)

    @verb("hostreplace", in_place=True)
    async def press_replace(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, control.match)
        if not control.argument.isdecimal() or int(control.argument) >= found.size:
            raise Refusal("unknown_control")
        seat = Seat(int(control.argument))

        async def replace_once() -> Page:
            await self.services.matches.moderation.replace_by_robot(
                found.id, reader.person, seat, interaction.id, control.asked
            )
            return words(reader.text("host.replaced", match=found.id, who=names_of(found, reader.text)[seat]))

        await answer(interaction, replace_once(), edit=True)

    @localized_command("host.end")
    async def end(self, interaction: Interaction, match: int) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, match)
        if reader.person in found.persons:
            raise Refusal("host_seated", match=found.id)
        yes = button(
            Control(found.id, "hostend", "yes"),
            reader.text.plain("cancel.yes"),
            style=discord.ButtonStyle.danger,
        )
        await answer(interaction, words(reader.text("host.sure_end", match=found.id)).row(yes))

    @verb("hostend", in_place=True)
    async def press_end(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, control.match)

        async def end_match() -> Page:
            await self.services.matches.moderation.end(found.id, reader.person, interaction.id)
            return words(reader.text("host.ended", match=found.id))

        await answer(interaction, end_match(), edit=True)

    @localized_command("host.undo")
    async def undo(self, interaction: Interaction, match: int) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, match)
        if reader.person in found.persons:
            raise Refusal("host_seated", match=found.id)

        async def ask_first() -> Page:
            steps = await self.services.matches.undo.public_steps(found.id)
            yes = button(
                Control(found.id, "hostundo", "yes", asked=steps),
                reader.text.plain("host.undo_yes"),
                style=discord.ButtonStyle.danger,
            )
            return words(reader.text("host.sure_undo", match=found.id)).row(yes)

        await answer(interaction, ask_first())

    @verb("hostundo", in_place=True)
    async def press_undo(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, guild = await self._moderator(interaction)
        found = await self._meant(interaction, guild, control.match)

        async def undo_step() -> Page:
            await self.services.matches.undo.undo_as_moderator(
                found.id, reader.person, interaction.id, control.asked
            )
            return words(reader.text("host.undone", match=found.id))

        await answer(interaction, undo_step(), edit=True)

    async def _meant(self, interaction: Interaction, guild: int, number: int) -> Match:
        """Return a match of this server that the moderator can see and that has begun. Raises `Refusal`."""
        match = await self.services.visible_match(interaction, number)
        if match.venue.guild != guild:
            raise Refusal("other_server", match=number)
        if match.status is Status.LOBBY:
            raise Refusal("not_started", match=number)
        return match

    @time.autocomplete("match")
    @replace.autocomplete("match")
    @end.autocomplete("match")
    @undo.autocomplete("match")
    async def _matches(self, interaction: Interaction, current: str) -> Choices:
        if not moderates(interaction):
            return []
        text = (await self.services.reader_of(interaction)).text
        found = [match for match, _ in await self._visible(interaction, cast(int, interaction.guild_id))]
        labels = {match.id: self.services.label(match, text) for match in found}
        fitting = [each for each in labels.items() if current.casefold() in each[1].casefold()]
        return [app_commands.Choice(name=label, value=match) for match, label in fitting[:SUGGESTED]]

    @replace.autocomplete("seat")
    async def _seats(self, interaction: Interaction, current: str) -> Choices:
        number = getattr(interaction.namespace, "match", None)
        if not moderates(interaction) or not isinstance(number, int):
            return []
        try:
            found = await self._meant(interaction, cast(int, interaction.guild_id), number)
            asked = (await self.services.matches.queries.situation(found.id, None)).round
        except Refusal:
            return []
        names = names_of(found, (await self.services.reader_of(interaction)).text)
        seats = [] if asked is None else [each for each in asked.seats if found.occupants[each].person]
        return [app_commands.Choice(name=names[each][:100], value=int(each)) for each in seats[:SUGGESTED]]

    async def _moderator(self, interaction: Interaction) -> tuple[Reader, int]:
        """Return the moderator and the server.

        Raises `Refusal` ``not_moderator``, even if the command was shown.
        """
        reader = await self.services.reader_of(interaction)
        if not moderates(interaction) or interaction.guild_id is None:
            raise Refusal("not_moderator")
        return reader, interaction.guild_id


def _here(interaction: Interaction) -> Place | None:
    """Return the channel where the command was used; `None` where tables and news cannot be."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return (channel.id, channel.name) if isinstance(channel, discord.TextChannel) else None


def _channel_of(interaction: Interaction, number: str) -> discord.TextChannel:
    """Return the channel of this server that a button names. Raises `Refusal` ``unknown_control``."""
    guild = interaction.guild
    found = guild.get_channel(int(number)) if guild is not None and number.isdecimal() else None
    if not isinstance(found, discord.TextChannel):
        raise Refusal("unknown_control")
    return found


def _check_news(channel: discord.TextChannel, reader: Reader) -> None:
    """Refuse a channel of news where the bot may not write. Raises `Refusal` ``permissions``."""
    may = channel.permissions_for(channel.guild.me)
    if missing := [name for name in NEWS_NEEDED if not getattr(may, name)]:
        names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
        raise Refusal("permissions", permissions=names, n=len(missing))


def _with_channel_toggled(server: Server, channel: int, guild: discord.Guild | None) -> list[int]:
    """Return the open channels with this one more or less, without those that were deleted: nobody could
    choose these to close them, and where they are left alone no table could be opened anywhere.
    """
    before = open_channels(server)
    if guild is not None and guild.text_channels:
        before = [each for each in before if each == channel or guild.get_channel(each) is not None]
    if channel in before:
        return [each for each in before if each != channel]
    return [*before, channel][-CHANNELS:]


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(ModerationCog(bot))
