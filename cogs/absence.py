"""The buttons of clocks and absence: wait for somebody, be back, take a free seat, wake a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from discord.ext import commands

from cogs.actions.seat_commands import ending_page
from cogs.answering.answers import Page, answer, words
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.absence import come_back, pause_text, seat_request_page
from cogs.services.services import Reader, Services
from engine.game import Refusal, Seat
from engine.matches import Match

__all__ = ["AbsenceCog", "setup"]

Doing = Callable[[Reader, int], Awaitable[Match]]
"""The deed of a press, for this person and by this click."""


class AbsenceCog(commands.Cog):
    """Answers what `cogs.pages.absence` asks. The courier tells the table."""

    def __init__(self, bot: Any) -> None:
        self.services: Services = bot.services
        self.services.verbs.add_from(self)

    @verb("wait")
    async def press_wait(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        seat, matches = _seat(control), self.services.matches

        def waiting(reader: Reader, click: int) -> Awaitable[Match]:
            return matches.seat_clocks.wait(control.match, reader.person, seat, click)

        await self._done(interaction, waiting, "wait.done")

    @verb("back")
    async def press_back(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            return words(await come_back(self.services, control.match, reader, interaction.id))

        await answer(interaction, page())

    @verb("sit")
    async def press_sit(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Ask for the seat. A person who has asked already is told so, and may withdraw."""
        reader, seat, matches = (
            await self.services.reader_of(interaction),
            _seat(control),
            self.services.matches,
        )

        async def asks() -> Page | None:
            situation = await matches.queries.situation(control.match, reader.person)
            return seat_request_page(situation, seat, reader) if 0 <= seat < situation.match.size else None

        async def told(match: Match) -> Page:
            return await asks() or words(reader.text("withdraw.done", match=match.id))

        async def page() -> Page:
            if (known := await asks()) is not None:
                return known
            asking = matches.substitutes.ask_seat(
                control.match, reader.person, reader.name, seat, interaction.id
            )
            return await self.services.seat(reader, asking, told)

        await answer(interaction, page())

    @verb("unsit")
    async def press_withdraw(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        seat, matches = _seat(control), self.services.matches

        def withdrawing(reader: Reader, click: int) -> Awaitable[Match]:
            return matches.substitutes.withdraw(control.match, reader.person, seat, click)

        await self._done(interaction, withdrawing, "withdraw.done")

    @verb("object")
    async def press_object(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        seat, matches = _seat(control), self.services.matches

        def objecting(reader: Reader, click: int) -> Awaitable[Match]:
            return matches.substitutes.object(control.match, reader.person, seat, click)

        await self._done(interaction, objecting, "object.done")

    @verb("wake")
    async def press_wake(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        matches = self.services.matches

        def waking(reader: Reader, click: int) -> Awaitable[Match]:
            return matches.presence.wake(control.match, reader.person, click)

        await self._done(interaction, waking, "wake.done")

    @verb("absent")
    async def press_absent(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader, how = await self.services.reader_of(interaction), control.argument
        if how not in ("won", "none"):
            raise Refusal("unknown_control")
        await answer(interaction, self._ending(control.match, reader, how))

    async def _ending(self, match: int, reader: Reader, how: str) -> Page:
        return ending_page(await self.services.matches.loader.get(match), reader, how)

    @verb("pause")
    async def press_pause(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        matches = self.services.matches
        if not control.argument.isdecimal():
            raise Refusal("unknown_control")
        seconds = min(int(control.argument), 10**10)
        until = datetime.fromtimestamp(seconds, UTC) if seconds else None
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            await matches.pauses.pause(control.match, reader.person, until, interaction.id)
            situation = await matches.queries.situation(control.match, reader.person)
            return words(pause_text(situation, reader.text))

        await answer(interaction, page())

    async def _done(self, interaction: Interaction, doing: Doing, code: str) -> None:
        reader = await self.services.reader_of(interaction)

        async def page() -> Page:
            match = await doing(reader, interaction.id)
            return words(reader.text(code, match=match.id))

        await answer(interaction, page())


def _seat(control: Control) -> Seat:
    if not control.argument.isdecimal() or len(control.argument) > 2:
        raise Refusal("unknown_control")
    return Seat(int(control.argument))


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(AbsenceCog(bot))
