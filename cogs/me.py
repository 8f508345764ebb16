"""`/me`, a person's own page: language and theme, calls, absence, and the data kept of the person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.answering.answers import Page, answer, claim, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.services.services import Reader, Services
from cogs.text.days import day_in_words, here, next_days, read_day, read_hour, read_quiet
from cogs.text.text import Markup, Text
from cogs.text.translation import localized_choices, localized_command
from cogs.text.zones import suggest_zones
from engine.game import Refusal
from engine.match.clock import Habits, Hours, Ringing
from engine.matches import Person, Status
from render.kit.canvas import Theme

__all__ = ["MeCog", "setup"]

HOLDS = ("0", "30", "120")
"""Seconds for which a move may be held."""
DIGEST_HOURS = (8, 12, 18, 20)
"""Hours that buttons offer for the message that tells all calls of a day."""
LEAVE_BEGINS = 5
"""Number of days, from today on, that buttons offer as the first day of an absence."""
LEAVE_LENGTHS = (1, 2, 3, 7, 14)
"""Numbers of days that buttons offer as the length of an absence."""
ISO_DAY = len("2026-12-24")
PRIVACY = Path(__file__).resolve().parents[1] / "docs"
"""The folder of the privacy pages."""
NONE_SET = Habits()
"""The habits of a person who has set none."""
Choices = list[app_commands.Choice[str]]


class MeCog(commands.Cog):
    """A person's own page."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

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
        digest: app_commands.Range[str, 1, 10] = "",
    ) -> None:
        reader = await self.services.reader_of(interaction)
        if (
            mute is not None
            and (await self.services.visible_match(interaction, mute)).seat_of(reader.person) is None
        ):
            raise Refusal("not_seated", match=mute)
        away = (away_from, away_until)
        moves = (hold, forced)
        told = (calls, digest)
        if mute is not None and not await claim(interaction):
            return
        await answer(interaction, self._set(reader, zone, quiet, away, told, moves, mute, interaction.id))

    async def _set(
        self,
        reader: Reader,
        zone: str,
        quiet: str,
        away: tuple[str, str],
        told: tuple[str, str],
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
            zoned = (await matches.hours.hours(reader.person)).habits.zone
            today = here(matches.now(), changes.get("zone") or zoned).date()
            first = read_day(away[0], today) if away[0] else today
            days = first, read_day(away[1], today) if away[1] else first
        if changes:
            await matches.hours.set_habits(reader.person, **changes)
        if days is not None:
            await matches.hours.take_leave(reader.person, *days, click)
        calls, digest = told
        if digest:
            await matches.hours.set_digest(reader.person, read_hour(digest))
        if calls or digest:
            await matches.hours.set_daily(reader.person, calls != "turn")
        hold, forced = moves
        if forced:
            await matches.hours.set_only_moves(reader.person, forced == "house")
        if hold:
            await matches.hours.set_hold(reader.person, int(hold))
        if mute is not None:
            await matches.hours.mute(reader.person, mute)
        return await self._page(reader)

    async def _page(self, reader: Reader) -> Page:
        matches, text = self.services.matches, reader.text
        hours, now = await matches.hours.hours(reader.person), matches.now()
        person = await self.services.person(reader.person)
        hold = int(matches.limits.hold.total_seconds()) if hours.hold is None else hours.hold
        page = words(text("me.title"))
        choose = button(Control(0, "myset", "previews="), text.plain("me.set.previews"))
        off = [face.game.title for key, face in self.services.faces.items() if key in person.chosen.plain]
        shown = text("me.previews_off", games=text.list(off)) if off else text("me.previews")
        previews = [(shown, choose)]
        for said, control in (
            *_appearance_rows(person, text),
            *previews,
            *_call_rows(hours, hold, now, text),
        ):
            page.section(said, control)
        notes = list[Markup]()
        own = {each.match: each.how for each in hours.ringing} | dict.fromkeys(hours.muted, Ringing.NEVER)
        if own:
            known = await matches.inboxes.public_matches(tuple(own))
            for how in (Ringing.NEVER, Ringing.REMINDERS, Ringing.DAILY, Ringing.TURN):
                running = sorted(
                    each.id for each in known.values() if own[each.id] is how and not each.status.has_ended
                )
                if running:
                    numbers = Markup(", ".join(f"#{each}" for each in running))
                    code = "me.muted" if how is Ringing.NEVER else f"me.ringing.{how.value}"
                    notes.append(text(code, matches=numbers))
        left = text("me.left", n=await matches.hours.leave_days_left(reader.person))
        notes.append(text("me.no_invitations" if hours.reserved else "me.invitations"))
        page.say(*notes, *self._leaves(hours, now, reader), left, text("me.more"))
        away = [each for each in hours.leaves if each.ends > now]
        controls = [
            button(
                Control(0, "leaveend", each.first.isoformat()),
                text.plain("me.back")
                if each.begins <= now
                else text.plain("me.call_off", day=day_in_words(text, each.first)),
            )
            for each in away[:4]
        ]
        controls.append(button(Control(0, "myset", "away="), text.plain("me.set.away")))
        page.row(*controls)
        return page.row(
            _setting_button("invitations", "all" if hours.reserved else "none", text),
            button(Control(0, "mydata"), text.plain("me.button.data")),
            button(Control(0, "privacy"), text.plain("me.button.privacy")),
            button(Control(0, "forgetme"), text.plain("me.button.forget"), style=discord.ButtonStyle.danger),
        )

    def _leaves(self, hours: Hours, now: datetime, reader: Reader) -> list[Markup]:
        text, lines = reader.text, list[Markup]()
        for each in hours.leaves:
            if each.ends > now:
                code = "me.away" if each.begins <= now else "me.away_later"
                code = f"{code}.day" if each.first == each.last else code
                first, last = day_in_words(text, each.first), day_in_words(text, each.last)
                lines.append(text(code, first=first, last=last))
        return lines

    @verb("mypage", in_place=True, personal=True)
    async def press_page(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._page(reader), edit=True)

    @verb("myset", in_place=True, personal=True)
    async def press_set(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set what the button beside a setting says.

        A second press of the same button changes nothing more.
        """
        reader = await self.services.reader_of(interaction)
        setting, _, value = control.argument.partition("=")
        match setting, value:
            case "language", "auto" | "en" | "fr":
                await self._choose(reader, language=None if value == "auto" else value)
                reader = await self.services.reader_of(interaction)
            case "theme", "dark" | "light":
                await self.services.remember(reader.person, theme=value)
            case "colours", "letters" | "names":
                await self._choose(reader, named=value == "names")
                reader = await self.services.reader_of(interaction)
            case "calls", "turn" | "daily":
                await self.services.matches.hours.set_daily(reader.person, value == "daily")
                if value == "daily":
                    await answer(interaction, self._digest_page(reader), edit=True)
                    return
            case "digest", "usual":
                await self.services.matches.hours.set_digest(reader.person, None)
            case "digest", minute if minute.isdecimal() and len(minute) <= 4:
                await self.services.matches.hours.set_digest(reader.person, int(minute))
            case "quiet", "none" | "night":
                quiet = None if value == "none" else NONE_SET.quiet
                await self.services.matches.hours.set_habits(reader.person, quiet=quiet)
            case "hold", "0" | "30" | "120":
                await self.services.matches.hours.set_hold(reader.person, int(value))
            case "forced", "house" | "own":
                await self.services.matches.hours.set_only_moves(reader.person, value == "house")
            case "invitations", "none" | "all":
                await self.services.matches.hours.set_reserved(reader.person, value == "none")
            case "away", "":
                await answer(interaction, self._first_day_page(reader), edit=True)
                return
            case "away", days if len(days) == ISO_DAY:
                await answer(interaction, self._last_day_page(reader, _day(days)), edit=True)
                return
            case "away", days:
                first, _, last = days.partition("/")
                matches = self.services.matches
                await matches.hours.take_leave(reader.person, _day(first), _day(last), interaction.id)
            case "previews", "":
                await answer(interaction, self._previews_page(reader), edit=True)
                return
            case "previews", game if game in self.services.faces:
                if not await claim(interaction, edit=True):
                    return
                plain = (await self.services.person(reader.person)).chosen.plain
                without = tuple(each for each in plain if each != game)
                await self._choose(reader, plain=without if game in plain else (*without, game))
                await answer(interaction, self._previews_page(reader), edit=True)
                return
            case "zone", "":
                await answer(interaction, self._zone_page(reader), edit=True)
                return
            case "zone", zone:
                await self.services.matches.hours.set_habits(reader.person, zone=zone)
            case _:
                raise Refusal("unknown_control")
        await answer(interaction, self._page(reader), edit=True)

    async def _choose(self, reader: Reader, **changes: Any) -> None:
        chosen = (await self.services.person(reader.person)).chosen
        chosen = msgspec.structs.replace(chosen, **changes)
        await self.services.remember(reader.person, chosen=chosen)

    def _digest_page(self, reader: Reader) -> Page:
        """Return the question at which hour calls are told together."""
        text = reader.text
        usual = button(Control(0, "myset", "digest=usual"), text.plain("me.digest.usual"))
        hours = [
            button(Control(0, "myset", f"digest={hour * 60}"), text.plain("me.digest.at", hour=f"{hour}:00"))
            for hour in DIGEST_HOURS
        ]
        home = button(Control(0, "mypage"), text.plain("me.button.home"))
        return words(text("me.digest.ask"), text("me.digest.more")).row(usual, *hours).row(home)

    async def _previews_page(self, reader: Reader) -> Page:
        """Return the page with a button for each game that switches its previews on or off."""
        text, plain = reader.text, (await self.services.person(reader.person)).chosen.plain
        buttons = [
            button(
                Control(0, "myset", f"previews={key}"),
                text.plain("me.preview.off" if key in plain else "me.preview.on", game=face.game.title),
            )
            for key, face in self.services.faces.items()
            if not face.shows_ahead
        ]
        home = button(Control(0, "mypage"), text.plain("me.button.home"))
        return words(text("me.previews.title")).row(*buttons).row(home)

    def _zone_page(self, reader: Reader) -> Page:
        text = reader.text
        zones = self.services.zones(text, None, lambda zone: Control(0, "myset", f"zone={zone}"))
        home = button(Control(0, "mypage"), text.plain("me.button.home"))
        return words(text("zone.ask"), text("me.more")).row(*zones).row(home)

    async def _first_day_page(self, reader: Reader) -> Page:
        """Return the page that asks for the first day of an absence."""
        text, matches = reader.text, self.services.matches
        hours = await matches.hours.hours(reader.person)
        today = here(matches.now(), hours.habits.zone).date()
        buttons = list[Press]()
        for ahead in range(LEAVE_BEGINS):
            first = today + timedelta(days=ahead)
            day = day_in_words(text, first)
            label = text.plain(f"me.away.from_{ahead}" if ahead < 2 else "me.away.from", day=day)
            buttons.append(button(Control(0, "myset", f"away={first.isoformat()}"), label))
        left = text("me.left", n=await matches.hours.leave_days_left(reader.person))
        home = button(Control(0, "mypage"), text.plain("me.button.home"))
        return words(text("me.away.first"), left, text("me.more")).row(*buttons).row(home)

    async def _last_day_page(self, reader: Reader, first: date) -> Page:
        """Return the page that asks for the last day of an absence from `first` on."""
        text = reader.text
        buttons = list[Press]()
        for days in LEAVE_LENGTHS:
            last = first + timedelta(days=days - 1)
            label = text.plain("me.away.until", n=days, day=day_in_words(text, last))
            away = f"away={first.isoformat()}/{last.isoformat()}"
            buttons.append(button(Control(0, "myset", away), label))
        home = button(Control(0, "mypage"), text.plain("me.button.home"))
        asks = text("me.away.last", day=day_in_words(text, first))
        return words(asks, text("me.more")).row(*buttons).row(home)

    # My data, and none of it

    @verb("mydata", personal=True)
    async def press_data(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._data(reader))

    async def _data(self, reader: Reader) -> Page:
        kept = {"made_at": self.services.matches.now().isoformat()}
        kept |= await self.services.matches.forgetting.kept_of(reader.person)
        data = json.dumps(kept, ensure_ascii=False, indent=1, default=str).encode()
        return words(reader.text("me.data")).enclose("longtable.json", data)

    @verb("privacy", personal=True)
    async def press_privacy(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        page = PRIVACY / f"privacy.{reader.text.language}.md"
        data = await asyncio.to_thread(page.read_bytes)
        await answer(interaction, words(reader.text("me.privacy")).enclose(page.name, data))

    @verb("forgetme", in_place=True, personal=True)
    async def press_forget(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        if control.argument == "yes":
            await answer(interaction, self._forget(reader), edit=True)
        else:
            await answer(interaction, self._forget_page(reader), edit=True)

    async def _forget(self, reader: Reader) -> Page:
        await self.services.people.forget(reader.person)
        return words(reader.text("me.forgotten"))

    async def _forget_page(self, reader: Reader) -> Page:
        text, how_many = reader.text, self.services.matches.queries.match_count
        lines = [text("me.forget.title"), text("me.forget.what")]
        for code, statuses in (
            ("me.forget.running", (Status.RUNNING,)),
            ("me.forget.lobbies", (Status.LOBBY,)),
            ("me.forget.ended", (Status.OVER, Status.CANCELLED)),
        ):
            if n := await how_many(reader.person, statuses):
                lines.append(text(code, n=n))
        yes = Control(0, "forgetme", "yes")
        return words(*lines, text("me.forget.stays")).row(
            button(yes, text.plain("me.forget.yes"), style=discord.ButtonStyle.danger),
            button(Control(0, "mypage"), text.plain("me.button.home")),
        )

    @verb("leaveend", in_place=True, personal=True)
    async def press_leave_end(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        reader = await self.services.reader_of(interaction)
        first = _day(control.argument)

        async def page() -> Page:
            await self.services.matches.hours.end_leave(reader.person, first)
            return await self._page(reader)

        await answer(interaction, page(), edit=True)

    @verb("zone", in_place=True, personal=True)
    async def press_zone(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set the zone that answers the question which everybody is asked once."""
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            hours = await self.services.matches.hours.set_habits(reader.person, zone=control.argument)
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
        zone = (await self.services.matches.hours.hours(interaction.user.id)).habits.zone
        return next_days(here(self.services.matches.now(), zone).date(), current)


def _appearance_rows(person: Person, text: Text) -> list[tuple[Markup, Press]]:
    """Return the settings of language, colours and theme, each with the button that changes it."""
    language, theme = person.chosen.language, person.theme or Theme.DARK.value
    named = "names" if person.chosen.named else "letters"
    other = "auto" if language else "fr" if text.language == "en" else "en"
    return [
        (
            text(f"me.language.{language}" if language else "me.language"),
            _setting_button("language", other, text),
        ),
        (
            text(f"me.colours.{named}"),
            _setting_button("colours", "letters" if named == "names" else "names", text),
        ),
        (text(f"me.theme.{theme}"), _setting_button("theme", "light" if theme == "dark" else "dark", text)),
    ]


def _call_rows(hours: Hours, hold: int, now: datetime, text: Text) -> list[tuple[Markup, Press]]:
    """Return the settings of calls, zone, held and only moves and quiet hours, each with its button."""
    habits = hours.habits
    if habits.zone is None:
        zone = text("me.no_zone")
    else:
        zone = text("me.zone", zone=habits.zone, time=f"{here(now, habits.zone):%H:%M}")
    if habits.quiet is None:
        quiet = text("me.no_quiet")
    else:
        begins, ends = (f"{minutes // 60}:{minutes % 60:02}" for minutes in habits.quiet)
        quiet = text("me.quiet" if habits.zone else "me.quiet_later", begins=begins, ends=ends)
    other = "turn" if hours.daily else "daily"
    longer = next((each for each in HOLDS if int(each) > hold), HOLDS[0])
    choose = button(Control(0, "myset", "zone="), text.plain("me.set.zone"))
    return [
        (_calls_in_words(hours, text), _setting_button("calls", other, text)),
        (zone, choose),
        (
            text("me.hold", time=_duration(hold, text)) if hold else text("me.no_hold"),
            button(Control(0, "myset", f"hold={longer}"), text.plain(f"hold.{longer}")),
        ),
        (
            text("me.forced" if hours.makes_only_moves else "me.not_forced"),
            _setting_button("forced", "own" if hours.makes_only_moves else "house", text),
        ),
        (quiet, _setting_button("quiet", "night" if habits.quiet is None else "none", text)),
    ]


def _calls_in_words(hours: Hours, text: Text) -> Markup:
    if not hours.daily:
        return text("me.each")
    said = text("me.daily")
    if hours.digest is None:
        return said
    hour, minute = divmod(hours.digest, 60)
    return Markup(f"{said} {text('me.digest', time=f'{hour}:{minute:02}')}")


def _day(text: str) -> date:
    """Return the day that a button carries."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("unknown_control") from None


def _duration(seconds: int, text: Text) -> Markup:
    minutes, rest = divmod(seconds, 60)
    return text("time.seconds", n=seconds) if rest else text("time.minutes", n=minutes)


def _setting_button(setting: str, value: str, text: Text) -> Press:
    return button(Control(0, "myset", f"{setting}={value}"), text.plain(f"me.set.{setting}.{value}"))


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(MeCog(bot))
