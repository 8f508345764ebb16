"""`/me`: when one sleeps, and when one is away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from cogs.shared.answers import Page, answer, words
from cogs.shared.controls import Control, button
from cogs.shared.days import here, next_days, read_day, read_quiet
from cogs.shared.interaction import Interaction
from cogs.shared.services import Reader, Services
from cogs.shared.text import Markup
from cogs.shared.translation import localized_choices, localized_command
from cogs.shared.zones import suggest_zones
from engine.clock import Hours
from engine.game import Refusal
from engine.matches import Status

__all__ = ["MeCog", "setup"]

HOLDS = ("0", "30", "120")
"""Seconds for which a move may be held."""
Choices = list[app_commands.Choice[str]]


class MeCog(commands.Cog):
    """A person's own page."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs |= {"leaveend": self.press_leave_end, "zone": self.press_zone}
        self.services.personal |= {"leaveend", "zone"}
        self.services.in_place |= {"leaveend", "zone"}

    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    @localized_command(
        "me",
        choices={
            "calls": localized_choices("calls", ["turn", "daily"]),
            "hold": localized_choices("hold", HOLDS),
            "forced": localized_choices("forced", ["house", "own"]),
        },
    )
    async def me(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 1, 60] = "",
        quiet: app_commands.Range[str, 1, 20] = "",
        away_from: app_commands.Range[str, 1, 20] = "",
        away_until: app_commands.Range[str, 1, 20] = "",
        calls: str = "",
        hold: str = "",
        forced: str = "",
        mute: int | None = None,
    ) -> None:
        reader = await self.services.reader_of(interaction)
        if mute is not None and (await self.services.seen(interaction, mute)).seat_of(reader.person) is None:
            raise Refusal("not_seated", match=mute)
        away = (away_from, away_until)
        moves = (hold, forced)
        await answer(interaction, self._set(reader, zone, quiet, away, calls, moves, mute, interaction.id))

    async def _set(
        self,
        reader: Reader,
        zone: str,
        quiet: str,
        away: tuple[str, str],
        calls: str,
        moves: tuple[str, str],
        mute: int | None,
        click: int,
    ) -> Page:
        matches, changes = self.services.matches, dict[str, Any]()
        if zone:
            changes["zone"] = zone.strip()
        if quiet:
            changes["quiet"] = read_quiet(quiet)
        days: tuple[date, date] | None = None
        if any(away):
            zoned = (await matches.hours(reader.person)).habits.zone
            today = here(matches.now(), changes.get("zone") or zoned).date()
            first = read_day(away[0], today) if away[0] else today
            days = first, read_day(away[1], today) if away[1] else first
        if changes:
            await matches.set_habits(reader.person, **changes)
        if days is not None:
            await matches.take_leave(reader.person, *days, click)
        if calls:
            await matches.set_daily(reader.person, calls == "daily")
        hold, forced = moves
        if forced:
            await matches.set_forced(reader.person, forced == "house")
        if hold:
            await matches.set_hold(reader.person, int(hold))
        if mute is not None:
            muted = (await matches.hours(reader.person)).muted
            await matches.mute(reader.person, mute, mute not in muted)
        return await self._page(reader)

    async def _page(self, reader: Reader) -> Page:
        matches, text = self.services.matches, reader.text
        hours, now = await matches.hours(reader.person), matches.now()
        habits = hours.habits
        lines = [text("me.title")]
        if habits.zone is None:
            lines.append(text("me.no_zone"))
        else:
            here = now.astimezone(ZoneInfo(habits.zone))
            lines.append(text("me.zone", zone=habits.zone, time=f"{here:%H:%M}"))
        if habits.quiet is None:
            lines.append(text("me.no_quiet"))
        else:
            begins, ends = (f"{minutes // 60}:{minutes % 60:02}" for minutes in habits.quiet)
            lines.append(text("me.quiet", begins=begins, ends=ends))
        lines.append(text("me.daily" if hours.daily else "me.each"))
        seconds = int(matches.held_for.total_seconds()) if hours.hold is None else hours.hold
        lines.append(text("me.hold", n=seconds) if seconds else text("me.no_hold"))
        lines.append(text("me.forced" if hours.forced else "me.not_forced"))
        if hours.muted:
            running = [
                each.id for each in (await matches.listed(hours.muted)).values() if not each.status.ended
            ]
            if running:
                numbers = Markup(", ".join(f"#{each}" for each in sorted(running)))
                lines.append(text("me.muted", matches=numbers))
        lines += self._leaves(hours, now, reader)
        lines.append(text("me.left", n=await matches.leave_left(reader.person)))
        page = words(*lines)
        away = [each for each in hours.leaves if each.ends > now]
        controls = [
            button(
                Control(0, "leaveend", each.first.isoformat()),
                text.plain("me.back" if each.begins <= now else "me.call_off", day=each.first.isoformat()),
            )
            for each in away[:4]
        ]
        return page.row(*controls) if controls else page

    def _leaves(self, hours: Hours, now: datetime, reader: Reader) -> list[Markup]:
        text = reader.text
        return [
            text("me.away", begins=text.when(each.begins, "f"), ends=text.when(each.ends, "f"))
            for each in hours.leaves
            if each.ends > now
        ]

    async def press_leave_end(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        reader = await self.services.reader_of(interaction)
        try:
            first = date.fromisoformat(control.argument)
        except ValueError:
            raise Refusal("unknown_control") from None

        async def page() -> Page:
            await self.services.matches.end_leave(reader.person, first)
            return await self._page(reader)

        await answer(interaction, page(), edit=True)

    async def press_zone(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """The answer to the question that is asked once."""
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            hours = await self.services.matches.set_habits(reader.person, zone=control.argument)
            habits, text = hours.habits, reader.text
            time = f"{here(self.services.matches.now(), habits.zone):%H:%M}"
            if habits.quiet is None:
                return words(text("zone.done_loud", zone=habits.zone or "", time=time))
            begins, ends = (f"{minutes // 60}:{minutes % 60:02}" for minutes in habits.quiet)
            return words(text("zone.done", zone=habits.zone or "", time=time, begins=begins, ends=ends))

        await answer(interaction, page(), edit=True)

    @me.autocomplete("mute")
    async def _running(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await self.services.suggest_matches(interaction, current, None, (Status.RUNNING,))

    @me.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> Choices:
        return suggest_zones(self.services.matches.now(), current)

    @me.autocomplete("away_from")
    @me.autocomplete("away_until")
    async def _days(self, interaction: Interaction, current: str) -> Choices:
        zone = (await self.services.matches.hours(interaction.user.id)).habits.zone
        return next_days(here(self.services.matches.now(), zone).date(), current)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(MeCog(bot))
