"""`/match`, as far as it is about seats: resign, offer, give somebody a day, pause, end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answering.answers import Page, answer, words
from cogs.answering.controls import Control, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.absence import pause_text
from cogs.pages.endings import end_in_words
from cogs.services.services import SUGGESTED, Reader, Services, names_of
from cogs.text.days import here, next_days, read_day
from cogs.text.translation import localized_choices, localized_command
from engine.game import Refusal, Seat
from engine.match.clock import midnight
from engine.matches import Match, Situation, Status

__all__ = ["SeatCommands", "ending_page"]

RED = discord.ButtonStyle.danger
BLUE = discord.ButtonStyle.primary
AT_ONCE = "-"
"""The word that ends a pause, typed in place of a day."""
Seats = list[app_commands.Choice[int]]


def ending_page(match: Match, reader: Reader, how: str) -> Page:
    """Return the question whether to end the match, `how` being `won` or `none`: without a result."""
    yes = button(Control(match.id, "endabsent", how), reader.text.plain(f"ending.{how}"), style=RED)
    return words(reader.text(f"end.sure_{how}", match=match.id)).row(yes)


class SeatCommands(commands.GroupCog):
    """Commands of `/match` about the person's own seat, and about those who keep the table waiting."""

    services: Services

    # Giving up

    @localized_command("resign")
    async def resign(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self._running_match_of(interaction, match, reader)
        await answer(interaction, self.resign_page(found, reader))

    async def resign_page(self, match: Match, reader: Reader) -> Page:
        """Return the question before somebody gives up a running match: it says what resigning leads to."""
        _check_seated(match, reader)
        text = reader.text
        yes = button(Control(match.id, "leave", "yes"), text.plain("leave.yes"), style=RED)
        won = await self.services.matches.departures.winners_by_resigning(match.id, reader.person)
        if len(match.persons) == 1:
            said = text("leave.sure_last", match=match.id)
        elif won:
            names = names_of(match, text)
            who = text.list(text("name", who=names[seat]) for seat in won)
            said = text("leave.sure_ends", match=match.id, who=who, n=len(won))
        else:
            said = text("leave.sure", match=match.id)
        return words(said).row(yes)

    async def resign_seat(self, match: int, reader: Reader, click: int) -> Page:
        matches, text = self.services.matches, reader.text
        after = await matches.departures.resign(match, reader.person, click)
        if after.status is not Status.OVER or after.is_private:  # of a table's end its courier tells panels
            told = "refusal.cancelled" if after.status is Status.CANCELLED else "resign.panel"
            self.services.open_panels.leave(match, reader.person, words(text(told, match=match)))
        if after.status is Status.CANCELLED:
            return words(text("resign.done_last", match=match))
        if after.status is Status.OVER:
            said = end_in_words(await matches.queries.situation(match, reader.person), text)
            again = button(Control(match, "rematch"), text.plain("over.rematch"), style=BLUE)
            return words(text("resign.done_over", match=match, end=said or "")).row(again)
        if after.is_asleep:
            return words(text("resign.done_asleep", match=match))
        names = names_of(after, text)
        still = [
            text("name", who=names[seat])
            for seat, one in enumerate(after.occupants)
            if one.person and seat not in after.absent
        ]
        return words(text("resign.done", match=match, who=text.list(still), n=len(still)))

    @localized_command("offer")
    async def offer(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self._running_match_of(interaction, match, reader)
        if found.seat_of(reader.person) in found.offered:
            raise Refusal("seat_offered", match=found.id)
        yes = button(Control(found.id, "offerseat"), reader.text.plain("offer.yes"), style=RED)
        await answer(interaction, words(reader.text("offer.sure", match=found.id)).row(yes))

    @verb("offerseat", in_place=True)
    async def press_offer(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def offer_seat() -> Page:
            match = await self.services.matches.substitutes.offer_seat(
                control.match, reader.person, interaction.id
            )
            keep = button(Control(match.id, "back"), reader.text.plain("offer.keep"))
            return words(reader.text("offer.done", match=match.id)).row(keep)

        await answer(interaction, offer_seat(), edit=True)

    # Time for others, and for all

    @localized_command("give")
    async def give(self, interaction: Interaction, seat: int | None = None, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self._running_match_of(interaction, match, reader)
        await answer(interaction, self._give_day(found, seat, reader, interaction.id))

    async def _give_day(self, match: Match, seat: int | None, reader: Reader, click: int) -> Page:
        matches = self.services.matches
        if seat is None:
            others = _awaited_seats(await matches.queries.situation(match.id, reader.person))
            if not others:
                raise Refusal("nothing_asked", match=match.id)
            if len(others) > 1:
                raise Refusal("which_seat", match=match.id)
            (given,) = others
        else:
            given = Seat(seat)
        await matches.seat_clocks.give_day(match.id, reader.person, given, click)
        time_ = (await matches.queries.situation(match.id, reader.person)).times[given]
        until = reader.text.when(time_.deadline, "f") if time_.deadline is not None else ""
        return words(reader.text("give.done", who=names_of(match, reader.text)[given], until=until))

    @give.autocomplete("seat")
    async def _seats(self, interaction: Interaction, current: str) -> Seats:
        reader = await self.services.reader_of(interaction)
        given = getattr(interaction.namespace, "match", None)
        named = given if isinstance(given, int) else None
        try:
            found = await self._running_match_of(interaction, named, reader)
            situation = await self.services.matches.queries.situation(found.id, reader.person)
        except Refusal:
            return []
        names, typed = names_of(found, reader.text), current.casefold()
        return [
            app_commands.Choice(name=names[seat][:100], value=int(seat))
            for seat in _awaited_seats(situation)[:SUGGESTED]
            if typed in names[seat].casefold()
        ]

    @localized_command("pause")
    async def pause(
        self,
        interaction: Interaction,
        until: app_commands.Range[str, 1, 20],
        match: int | None = None,
    ) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self._running_match_of(interaction, match, reader)
        await answer(interaction, self._pause_match(found, until, reader, interaction.id))

    async def _pause_match(self, match: Match, day: str, reader: Reader, click: int) -> Page:
        matches = self.services.matches
        zone = await self._zone(reader.person, match.venue.guild)
        until = None
        if day.strip() != AT_ONCE:
            until = midnight(read_day(day, here(matches.now(), zone).date()), zone)
        await matches.pauses.pause(match.id, reader.person, until, click)
        situation = await matches.queries.situation(match.id, reader.person)
        return words(pause_text(situation, reader.text))

    async def _zone(self, person: int, guild: int) -> str | None:
        """Return the person's zone, or the server's; `None` where neither is known."""
        zone = (await self.services.matches.hours.hours(person)).habits.zone
        return zone or (await self.services.matches.hours.server(guild)).zone

    @pause.autocomplete("until")
    async def _days(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        zone = await self._zone(interaction.user.id, interaction.guild_id or 0)
        today = here(self.services.matches.now(), zone).date()
        text = (await self.services.reader_of(interaction)).text
        days = next_days(today + timedelta(days=1), current)
        if current.strip(AT_ONCE):
            return days
        return [*days, app_commands.Choice(name=text.plain("pause.at_once"), value=AT_ONCE)]

    # Ending against somebody who is not there

    @localized_command("end", choices={"result": localized_choices("ending", ["won", "none"])})
    async def end(self, interaction: Interaction, result: str, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self._running_match_of(interaction, match, reader)
        await answer(interaction, self._end(found, reader, result))

    async def _end(self, match: Match, reader: Reader, how: str) -> Page:
        situation = await self.services.matches.queries.situation(match.id, reader.person)
        sides = self.services.face(match.game).sides(situation.view, match.size)
        if len(sides) != 2:
            raise Refusal("not_two_sides", match=match.id)
        other = next(side for side in sides if situation.seat not in side)
        persons = [seat for seat in other if (one := match.occupants[seat]).person is not None or one.name]
        if not persons:
            raise Refusal("no_opponent", match=match.id)
        if not all(seat in situation.gone for seat in persons):
            raise Refusal("not_absent", match=match.id)
        return ending_page(match, reader, how)

    @verb("endabsent", in_place=True)
    async def press_end(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def end_match() -> Page:
            won, matches = control.argument == "won", self.services.matches
            access, match = self.services.access, await matches.loader.get(control.match)
            shut_out = await access.shut_out(match) if won or match.is_rated else ()
            await matches.departures.end_absent(
                control.match, reader.person, interaction.id, won=won, shut_out=shut_out
            )
            return words(reader.text("absent.done", match=control.match))

        await answer(interaction, end_match(), edit=True)

    # Which match

    async def _running_match_of(self, interaction: Interaction, match: int | None, reader: Reader) -> Match:
        """Return the running match that is meant and in which the person sits. Raises `Refusal`."""
        found = await self.services.meant(interaction, match, None)
        _check_seated(found, reader)
        if found.status is Status.LOBBY:
            raise Refusal("not_started", match=found.id)
        if found.status.has_ended:
            raise Refusal(found.status.value, match=found.id)
        return found

    @resign.autocomplete("match")
    @offer.autocomplete("match")
    @give.autocomplete("match")
    @pause.autocomplete("match")
    @end.autocomplete("match")
    async def _running_match(self, interaction: Interaction, current: str) -> Seats:
        return await self.services.suggest_matches(interaction, current, None, (Status.RUNNING,))


def _check_seated(match: Match, reader: Reader) -> None:
    if match.seat_of(reader.person) is None:
        raise Refusal("not_seated", match=match.id)


def _awaited_seats(situation: Situation) -> list[Seat]:
    """Return the other people's seats for which the table waits, as everybody can see."""
    asked = () if situation.round is None else situation.round.seats
    return [
        seat
        for seat in asked
        if seat != situation.seat and situation.match.occupants[seat].person is not None
    ]
