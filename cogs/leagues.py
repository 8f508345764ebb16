"""`/league` for members, and the buttons of leagues; what moderators do is `/host league`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions.league_pages import LeaguePages
from cogs.actions.match_actions import MatchActions
from cogs.answering.answers import Page, answer, words
from cogs.answering.controls import Control, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.league import PART, leagues_page
from cogs.pages.league_ends import champions_page, csv_page, past_page
from cogs.services.servers import moderates
from cogs.services.services import Reader, Services
from cogs.text.translation import localized_command
from engine.game import Refusal
from engine.league.values import League, Stage
from engine.match.values import Venue

__all__ = ["LeaguesCog", "setup"]


class LeaguesCog(commands.Cog):
    """The commands and buttons of leagues."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.leagues = self.services.leagues.leagues
        self.pages = LeaguePages(self.services)
        self.actions: MatchActions = bot.actions
        self.services.verbs.add_from(self)

    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @localized_command("league")
    async def league(self, interaction: Interaction) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._first_page(interaction, reader))

    async def _first_page(self, interaction: Interaction, reader: Reader) -> Page:
        seen = [
            each
            for each in await self.leagues.of_guild(interaction.guild_id or 0)
            if await self._sees(interaction, each)
        ]
        if len(seen) == 1:
            return await self.pages.page(seen[0], reader)
        return leagues_page(self.services, seen, reader)

    @verb("league", personal=True)
    async def press_league(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)
        await answer(interaction, self.pages.page(league, reader))

    @verb("leagueback", in_place=True, personal=True)
    async def press_back(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the league again in place of a question."""
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)
        await answer(interaction, self.pages.page(league, reader), edit=True)

    @verb("leaguediv", personal=True)
    async def press_division(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)
        if len(values) == 1 and values[0].startswith(PART):
            part = _one_number([values[0].removeprefix(PART)])
            await answer(interaction, self.pages.page(league, reader, part=part))
            return
        await answer(interaction, self.pages.page(league, reader, _one_number(values)))

    # The ends of seasons

    @verb("leaguepast", personal=True)
    async def press_past(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the results of a season that is closed."""
        await self._past(interaction, *_three(control.argument))

    @verb("leagueold", personal=True)
    async def press_old(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the results of the season that was chosen among all."""
        await self._past(interaction, control.argument, _one_number(values), 0)

    @verb("leaguemore", in_place=True, personal=True)
    async def press_more(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the results of a season with other tables to choose from."""
        await self._past(interaction, *_three(control.argument), edit=True)

    async def _past(
        self, interaction: Interaction, number: str, season: int, part: int, *, edit: bool = False
    ) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, number)
        past = await self.leagues.past_season(league.id, season)
        await answer(interaction, past_page(self.services, league, past, reader, part), edit=edit)

    @verb("leaguewon", personal=True)
    async def press_won(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the champions of all seasons."""
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)

        async def champions() -> Page:
            seasons = await self.leagues.top_divisions(league.id)
            return champions_page(self.services, league, seasons, reader.text)

        await answer(interaction, champions())

    @verb("leaguecsv", personal=True)
    async def press_csv(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Give the results of a season as files."""
        reader = await self.services.reader_of(interaction)
        number, season, _ = _three(control.argument)
        league = await self._meant(interaction, number)
        past = await self.leagues.past_season(league.id, season)
        await answer(interaction, csv_page(self.services, league, past, reader.text))

    @verb("leaguewatch", personal=True)
    async def press_watch(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Open a table of a season to be watched again."""
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)
        match = _one_number(values)
        if await self.services.matches.store.league_of(match) != league.id:
            raise Refusal("unknown_control")
        await answer(interaction, self.actions.replaying.opened(match, reader))

    @verb("leaguejoin", personal=True)
    async def press_join(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._meant(interaction, control.argument)

        async def sign_up() -> Page:
            after = await self.leagues.sign_up(league.id, reader.person, reader.name, interaction.id)
            coming = after.at(Stage.SIGN_UP)
            assert coming is not None
            return words(
                reader.text("league.joined", season=coming.number, when=reader.text.when(coming.begins, "f"))
            )

        await answer(interaction, sign_up())

    @verb("leagueleave", in_place=True, personal=True)
    async def press_leave(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Ask before somebody withdraws, and say what it leads to; then do it."""
        reader = await self.services.reader_of(interaction)
        number, _, sure = control.argument.partition("|")
        league = await self._meant(interaction, number)
        if sure != "yes":
            playing = league.at(Stage.PLAYING)
            plays = playing is not None and any(each.person == reader.person for each in playing.active)
            coming = league.at(Stage.SIGN_UP)
            signed = coming is not None and any(each.person == reader.person for each in coming.active)
            leaves = "league.sure_leave_two" if league.seats == 2 else "league.sure_leave"
            code = leaves if plays and not signed else "league.sure_sign_off"
            back = button(Control(0, "leagueback", str(league.id)), reader.text.plain("league.back"))
            yes = button(
                Control(0, "leagueleave", f"{league.id}|yes"),
                reader.text.plain("league.leave_yes"),
                style=discord.ButtonStyle.danger,
            )
            await answer(interaction, words(reader.text(code)).row(yes, back), edit=True)
            return

        async def withdraw() -> Page:
            await self.leagues.withdraw(league.id, reader.person)
            return words(reader.text("league.left"))

        await answer(interaction, withdraw(), edit=True)

    # Moderators

    @verb("leagueopen", in_place=True, personal=True)
    async def press_open(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Open a league: the moderator has read what it leads to."""
        reader = await self.services.reader_of(interaction)
        if not moderates(interaction):
            raise Refusal("not_moderator")
        await answer(interaction, self.pages.open_for(interaction, reader, control.argument), edit=True)

    @verb("leaguehost", in_place=True, personal=True)
    async def press_host(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show a league to a moderator, let it sleep, or end it."""
        reader = await self.services.reader_of(interaction)
        number, _, what = control.argument.partition("|")
        league = await self._moderated(interaction, number)

        async def act() -> Page:
            after = league
            if what == "sleep":
                after = await self.leagues.let_sleep(league.id, reader.person)
            elif what == "end":
                yes = button(
                    Control(0, "leaguehost", f"{league.id}|ended"),
                    reader.text.plain("league.end_yes"),
                    style=discord.ButtonStyle.danger,
                )
                back = button(Control(0, "leaguehost", f"{league.id}|"), reader.text.plain("league.back"))
                return words(reader.text("league.sure_end")).row(yes, back)
            elif what == "wake":
                after = await self.leagues.wake(league.id, reader.person)
            elif what == "ended":
                after = await self.leagues.end(league.id, reader.person)
            return await self.pages.manage(after, reader.text)

        await answer(interaction, act(), edit=True)

    @verb("leagueannul", in_place=True, personal=True)
    async def press_annul(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._moderated(interaction, control.argument)
        if len(values) == 1 and values[0].startswith(PART):
            part = _one_number([values[0].removeprefix(PART)])
            await answer(interaction, self.pages.manage(league, reader.text, part), edit=True)
            return
        await answer(interaction, self._ask_annul(league, _one_number(values), reader), edit=True)

    async def _ask_annul(self, league: League, match: int, reader: Reader) -> Page:
        """Return the question before a table is annulled."""
        text = reader.text
        yes = button(
            Control(match, "leaguevoid", str(league.id)),
            text.plain("league.annul_yes"),
            style=discord.ButtonStyle.danger,
        )
        back = button(Control(0, "leaguehost", f"{league.id}|"), text.plain("league.back"))
        return words(text("league.sure_annul", match=match)).row(yes, back)

    @verb("leaguevoid", in_place=True, personal=True)
    async def press_annulled(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._moderated(interaction, control.argument)

        async def annul() -> Page:
            after = await self.leagues.annul(league.id, control.match, reader.person)
            return await self.pages.manage(after, reader.text)

        await answer(interaction, annul(), edit=True)

    @verb("leagueout", in_place=True, personal=True)
    async def press_out(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        league = await self._moderated(interaction, control.argument)
        whom = _one_number(values)

        async def put_out() -> Page:
            after = await self.leagues.put_out(league.id, whom, reader.person)
            return await self.pages.manage(after, reader.text)

        await answer(interaction, put_out(), edit=True)

    # Which league is meant

    async def _meant(self, interaction: Interaction, number: str) -> League:
        """Return a league that the person may see. Raises `Refusal` ``no_league``, ``unknown_control``."""
        if not number.isdecimal() or len(number) > 18:
            raise Refusal("unknown_control")
        league = await self.leagues.load(int(number))
        if not await self._sees(interaction, league):
            raise Refusal("no_league")
        return league

    async def _moderated(self, interaction: Interaction, number: str) -> League:
        league = await self._meant(interaction, number)
        if not moderates(interaction) or league.guild != interaction.guild_id:
            raise Refusal("not_moderator")
        return league

    async def _sees(self, interaction: Interaction, league: League) -> bool:
        venue = Venue(league.guild, league.channel, league.locale)
        return await self.services.access.may_view(interaction.user, venue)


def _three(argument: str) -> tuple[str, int, int]:
    """Return the league, season and part of a button: ``7|2|1``; the part may be missing."""
    league, _, rest = argument.partition("|")
    season, _, part = rest.partition("|")
    return league, _one_number([season]), _one_number([part or "0"])


def _one_number(values: Sequence[str]) -> int:
    if len(values) != 1 or not values[0].isdecimal() or len(values[0]) > 20:
        raise Refusal("unknown_control")
    return int(values[0])


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(LeaguesCog(bot))
