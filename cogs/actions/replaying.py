"""Watching a match again, step by step, and its log: the buttons of these private pages.

Whoever may see the match gets a page of their own. While it runs that shows what the presser was shown,
whatever a button says: the viewpoint is no right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import aiohttp
import discord

from cogs.answering.answers import Page, answer, show_form, words
from cogs.answering.controls import Control
from cogs.answering.forms import submitted
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.log import LogPlace, log_page
from cogs.pages.parts import LOG, replay_buttons
from cogs.pages.replay import Spot, jump_form, replay_page, step_number, telling
from cogs.services.services import Reader, Services
from engine.game import Refusal, Seat
from engine.guest_record import MAX_BYTES
from engine.matches import Viewpoint, Walk
from engine.matches.guest_records import GuestRecord, digest_of

__all__ = ["Replaying", "read_file"]

RECORD = "record.txt"
"""The name of the file that comes with the page of a record."""
READING = 5.0
"""Seconds for which Discord may take to hand out a file."""
LAST = 10**9
"""A step behind every last one."""


class Replaying:
    """The pages on which matches are watched again."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    # Pages

    async def opened(self, match: int, reader: Reader) -> Page:
        """Return the page as it opens: at the beginning of a match that is over, else at the last step."""
        found = await self.services.matches.loader.get(match)
        if not found.status.has_ended:
            return await self.step(Spot(match, Viewpoint.OWN, LAST), reader)
        sits = found.seat_of(reader.person) is not None
        return await self.step(Spot(match, Viewpoint.OWN if sits else Viewpoint.ALL), reader)

    async def step(self, spot: Spot, reader: Reader) -> Page:
        """Return the page of a step. Raises `Refusal`."""
        shown = await self.services.matches.replays.at(spot.match, reader.person, spot.viewpoint, spot.number)
        return await replay_page(self.services, shown, spot, reader)

    async def moved(self, spot: Spot, action: str, chosen: str, reader: Reader) -> Page:
        """Return the page to which a button or menu of the page leads. Raises `Refusal`."""
        replays = self.services.matches.replays
        walk = await replays.walk(spot.match, reader.person, spot.viewpoint)
        if action == "v":
            if chosen not in [each.value for each in Viewpoint]:
                raise Refusal("unknown_control")
            here = walk.moments[min(spot.number, len(walk.moments) - 1)]
            other = await replays.walk(spot.match, reader.person, Viewpoint(chosen))
            spot = replace(spot, viewpoint=other.viewpoint, number=other.near(here.entry))
            return await self.step(spot, reader)
        return await self.step(self._led(walk, spot, action, chosen, reader), reader)

    def _led(self, walk: Walk, spot: Spot, action: str, chosen: str, reader: Reader) -> Spot:
        """Return the step to which a button or menu leads, and what is shown there. Raises `Refusal`."""
        face, is_told = self.services.face(walk.match.game), telling(self.services, walk, reader)
        return replace(
            spot,
            number=step_number(walk, spot, action, face, chosen, is_told),
            in_text=spot.in_text != (action == "x"),
            with_hands=spot.with_hands != (action == "h"),
        )

    async def log(self, place: LogPlace, reader: Reader) -> Page:
        """Return a page of the log. Raises `Refusal`."""
        walk = await self.services.matches.replays.walk(place.match, reader.person, place.viewpoint)
        return await log_page(self.services, walk, place, reader)

    async def record(self, given: bytes, reader: Reader) -> Page:
        """Return the page of a record that the reader has brought, once it was checked. Raises `Refusal`."""
        found = await self.services.matches.guest_records.take(given, *_named(reader))
        return await self._record_page(found, Spot(0, Viewpoint.ALL, record=found.digest), reader)

    async def _record_page(self, found: GuestRecord, spot: Spot, reader: Reader) -> Page:
        text = reader.text
        shown = await found.at(spot.viewpoint, spot.number)
        about = text("replay.verified" if found.verified else "replay.unverified")
        page = await replay_page(self.services, shown, spot, reader, about)
        return page.enclose(RECORD, found.given)  # it comes back with every press

    async def _record_log(self, interaction: Interaction, place: LogPlace, reader: Reader) -> Page:
        found = await self._brought(interaction, place.record, reader)
        page = await log_page(self.services, await found.walk(place.viewpoint), place, reader)
        return page.enclose(RECORD, found.given)

    async def _brought(self, interaction: Interaction, digest: str, reader: Reader) -> GuestRecord:
        """Return the record of a page that was pressed: from memory, or from the page itself."""
        records, pressed = self.services.matches.guest_records, interaction.message
        if (known := records.get(digest, reader.text.language)) is not None:
            return known
        parts = () if pressed is None else pressed.components
        files = [each for each in parts if isinstance(each, discord.FileComponent) and each.name == RECORD]
        given = b""
        if files:  # discord.py lets nobody read what a component of a message shows
            given = await _in_time(interaction.client.http.get_from_cdn(files[0].media.url))
        if digest_of(given) != digest:
            raise Refusal("record_gone")
        return await records.take(given, *_named(reader))

    async def _record_moved(
        self, interaction: Interaction, spot: Spot, action: str, chosen: str, reader: Reader
    ) -> Page:
        found = await self._brought(interaction, spot.record, reader)
        walk = await found.walk(spot.viewpoint)
        if action == "v":
            if chosen not in [each.value for each in Viewpoint]:
                raise Refusal("unknown_control")
            here = walk.moments[min(spot.number, len(walk.moments) - 1)]
            other = await found.walk(Viewpoint(chosen))
            spot = replace(spot, viewpoint=other.viewpoint, number=other.near(here.entry))
        else:
            spot = self._led(walk, spot, action, chosen, reader)
        return await self._record_page(found, spot, reader)

    # Buttons

    @verb("replay")
    async def press_replay(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        log = control.argument == LOG
        coming = self.log(LogPlace(control.match), reader) if log else self.opened(control.match, reader)
        await answer(interaction, coming)

    @verb("watch", in_place=True)
    async def press_watch(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Answer the button of messages that an older version has sent."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.opened(control.match, reader), edit=_is_own(interaction))

    @verb("replayto", in_place=True)
    async def press_step(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        spot, action = Spot.read(control)
        reader = await self.services.reader_of(interaction)
        if action == "j":
            walk = await self.services.matches.replays.walk(spot.match, reader.person, spot.viewpoint)
            match = await self.services.matches.loader.get(spot.match)
            late = words(reader.text("terms.late"))
            late.row(*replay_buttons(self.services, match, reader.text))
            await show_form(interaction, jump_form(spot, len(walk.moments), reader.text), late)
            return
        chosen = values[0] if len(values) == 1 else ""
        await answer(interaction, self.moved(spot, action, chosen, reader), edit=_is_own(interaction))

    @verb("replayat", form=True)
    async def submit_jump(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        spot, _ = Spot.read(control)
        reader = await self.services.reader_of(interaction)
        coming = self.step(replace(spot, number=_typed_step(interaction, spot)), reader)
        await answer(interaction, coming, edit=_is_own(interaction))

    @verb("recordto", in_place=True, personal=True)
    async def press_record(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        spot, action = Spot.read(control)
        reader = await self.services.reader_of(interaction)
        if action == "j":
            found = await self._brought(interaction, spot.record, reader)
            walk = await found.walk(spot.viewpoint)
            await show_form(
                interaction,
                jump_form(spot, len(walk.moments), reader.text),
                words(reader.text("terms.late")),
            )
            return
        chosen = values[0] if len(values) == 1 else ""
        coming = self._record_moved(interaction, spot, action, chosen, reader)
        await answer(interaction, coming, edit=_is_own(interaction))

    @verb("recordat", form=True, personal=True)
    async def submit_record_jump(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        spot, _ = Spot.read(control)
        reader = await self.services.reader_of(interaction)
        spot = replace(spot, number=_typed_step(interaction, spot))
        coming = self._record_moved(interaction, spot, "a", "", reader)
        await answer(interaction, coming, edit=_is_own(interaction))

    @verb("replaylog", in_place=True)
    async def press_log_page(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        place = _place_chosen(control, values)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.log(place, reader), edit=_is_own(interaction))

    @verb("recordlog", in_place=True, personal=True)
    async def press_record_log(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        place = _place_chosen(control, values)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._record_log(interaction, place, reader), edit=_is_own(interaction))

    @verb("log", in_place=True)
    async def press_log(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Answer the buttons of logs that an older version has shown."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.log(LogPlace(control.match), reader), edit=_is_own(interaction))


def _named(reader: Reader) -> tuple[str, str]:
    """Return how the people of a record are called, with a ``{n}`` for the number, and the language."""
    return reader.text.plain("replay.person", number="{n}"), reader.text.language


async def read_file(file: discord.Attachment) -> bytes:
    """Return a file that somebody has sent. Raises `Refusal` ``record_large`` or ``record_unread``."""
    if file.size > MAX_BYTES:
        raise Refusal("record_large")
    return await _in_time(file.read())


async def _in_time(reading: Awaitable[bytes]) -> bytes:
    """Return what is read from Discord. Raises `Refusal` ``record_unread``."""
    try:
        async with asyncio.timeout(READING):
            return await reading
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Refusal("record_unread") from error


def _typed_step(interaction: Interaction, spot: Spot) -> int:
    """Return the step that was typed into a form, counted from 0. Raises `Refusal` ``no_step``."""
    typed = str(submitted(interaction).get("step", spot.number + 1)).strip()
    if not (typed.isascii() and typed.isdecimal()):
        raise Refusal("no_step", value=typed[:20])
    return int(typed) - 1


def _place_chosen(control: Control, values: Sequence[str]) -> LogPlace:
    """Return the page of the log to which a button or menu leads. Raises `Refusal`."""
    place, action = LogPlace.read(control)
    chosen = values[0] if len(values) == 1 else ""
    if action == "p":
        return replace(place, player=Seat(_number(chosen)) if chosen != "-" else None, page=0)
    if action == "c":
        return replace(place, since=_number(chosen) if chosen != "n" else None, page=0)
    if action != "g":
        raise Refusal("unknown_control")
    return place


def _number(chosen: str) -> int:
    if not (chosen.isascii() and chosen.isdecimal()) or len(chosen) > 6:
        raise Refusal("unknown_control")
    return int(chosen)


def _is_own(interaction: Interaction) -> bool:
    """Return whether nobody but the presser sees the message that was pressed."""
    pressed = interaction.message
    return pressed is not None and pressed.flags.ephemeral
