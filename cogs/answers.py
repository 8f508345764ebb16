"""Answering people: pages of components, answers in time, and sentences for everything that goes wrong."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import secrets
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.text import Markup, Text, language_of, text_for
from cogs.wire import Upload
from engine.game import Refusal
from render.canvas import Picture

__all__ = [
    "ALT_LIMIT",
    "PASSING",
    "UNAWAITED",
    "Attached",
    "Page",
    "Shown",
    "answer",
    "answer_error",
    "words",
]

log = logging.getLogger("longtable.answers")

PATIENCE = 1.2
"""Seconds a page may take before the answer is deferred; Discord waits for 3."""
ALT_LIMIT = 1024
TEXT_LIMIT = 4000
"""Characters of all the texts of a message together."""
PASSING = 4000
"""Id of the text that a message keeps only as long as its controls."""
UNAWAITED = {10003, 10015, 10062, 40060, 50001, 50013, 50027, 50083}
"""Unknown channel, webhook or interaction (too late), already acknowledged (delivered twice), expired token:
nobody waits for the answer. No access, no permission, thread locked or archived: nobody can be told."""
_UNKNOWN_MESSAGE = 10008


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of a page."""

    name: str
    data: bytes
    alt: str = ""


@dataclass(slots=True)
class Page:
    """What a message shows, from top to bottom, with its files."""

    items: list[discord.ui.Item[Any]] = field(default_factory=list["discord.ui.Item[Any]"])
    attached: list[Attached] = field(default_factory=list[Attached])

    def add(self, item: discord.ui.Item[Any]) -> Page:
        self.items.append(item)
        return self

    def say(self, *paragraphs: str) -> Page:
        """Add text; empty paragraphs are left out, and lines for which the message has no room."""
        whole = self._fitting(paragraphs)
        if whole:
            self.items.append(discord.ui.TextDisplay(whole))
        return self

    def begin(self, *paragraphs: str) -> Page:
        """As `say`, above all else."""
        if whole := self._fitting(paragraphs):
            self.items.insert(0, discord.ui.TextDisplay(whole))
        return self

    @property
    def room(self) -> int:
        """Characters that a message with this page can still hold: all its texts together have 4,000."""
        texts = (item for item in self.items if isinstance(item, discord.ui.TextDisplay))
        return max(0, TEXT_LIMIT - sum(len(item.content) for item in texts))

    def note(self, *paragraphs: str) -> Page:
        """Add text that holds no longer than the controls do: it goes when they are taken off."""
        whole = self._fitting(paragraphs)
        if whole:
            self.items.append(discord.ui.TextDisplay(whole, id=PASSING))
        return self

    def _fitting(self, paragraphs: Sequence[str]) -> str:
        whole = "\n".join(part for part in paragraphs if part)
        room = self.room
        if len(whole) <= room:
            return whole
        cut = whole.rfind("\n", 0, max(0, room - 1))
        return f"{whole[:cut]}\n…" if cut > 0 else whole[:room]

    def show(self, drawn: Picture, name: str, alt: str) -> Page:
        """Add a picture with the text that says the same."""
        file = f"{name}.{drawn.suffix}"
        self.attached.append(Attached(file, drawn.data, alt))
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{file}", description=alt[:ALT_LIMIT] or None)
        self.items.append(gallery)
        return self

    def enclose(self, name: str, data: bytes) -> Page:
        """Add a file to download."""
        self.attached.append(Attached(name, data))
        self.items.append(discord.ui.File(f"attachment://{name}"))
        return self

    def row(self, *controls: discord.ui.Item[Any]) -> Page:
        """Add buttons, five a row, or a menu."""
        for start in range(0, len(controls), 5):
            self.items.append(discord.ui.ActionRow(*controls[start : start + 5]))
        return self

    def layout(self) -> discord.ui.LayoutView:
        """The components. Made anew for every message: discord.py keeps what was sent."""
        view = discord.ui.LayoutView(timeout=None)
        for item in self.items:
            view.add_item(item)
        return view

    @property
    def digest(self) -> str:
        """Equal for pages that look and work the same."""
        seen = hashlib.sha256(json.dumps([item.to_component_dict() for item in self.items]).encode())
        for each in self.attached:
            seen.update(hashlib.sha256(each.data).digest())
        return seen.hexdigest()

    def files(self) -> list[discord.File]:
        return [
            Upload(io.BytesIO(each.data), filename=each.name, description=each.alt[:ALT_LIMIT] or None)
            for each in self.attached
        ]


Shown = Awaitable[Page]


def words(*paragraphs: str) -> Page:
    """A page of text alone."""
    return Page().say(*paragraphs)


async def answer(
    interaction: discord.Interaction[Any], page: Page | Shown, *, edit: bool = False, private: bool = True
) -> None:
    """Answer within Discord's three seconds, deferring when the page takes long.

    `edit` changes the message that was pressed; otherwise a new answer comes, that nobody else sees. A second
    answer to the same interaction changes the first.
    """
    try:
        if not isinstance(page, Page):
            page = await _in_time(interaction, page, edit=edit, private=private)
        try:
            await _send(interaction, page, edit=edit, private=private)
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            # Deleted or dismissed meanwhile: the answer comes in a message of its own.
            await _send_anew(interaction, page, private=private)
    except discord.HTTPException as error:
        if error.code not in UNAWAITED:
            raise
        log.info("answer to interaction %s not taken: %s", interaction.id, error)


async def _in_time(
    interaction: discord.Interaction[Any], coming: Shown, *, edit: bool, private: bool
) -> Page:
    task = asyncio.ensure_future(coming)
    try:
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done and not interaction.response.is_done():
            await interaction.response.defer(ephemeral=private, thinking=not edit)
        return await task
    finally:
        if not task.done():
            task.cancel()


async def _send(interaction: discord.Interaction[Any], page: Page, *, edit: bool, private: bool) -> None:
    closed = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.edit_original_response(
            view=page.layout(), attachments=page.files(), allowed_mentions=closed
        )
    elif edit:
        await interaction.response.edit_message(
            view=page.layout(), attachments=page.files(), allowed_mentions=closed
        )
    else:
        await interaction.response.send_message(
            view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
        )


async def _send_anew(interaction: discord.Interaction[Any], page: Page, *, private: bool) -> None:
    closed = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(
            view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
        )
    else:
        await interaction.response.send_message(
            view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
        )


async def answer_error(
    interaction: discord.Interaction[Any], error: BaseException, match: int | None = None
) -> None:
    """Say privately why it did not work.

    What is no refusal is logged with the match's number and the incident code that the person gets.
    """
    text = text_for(language_of(interaction.locale))
    if isinstance(error, Refusal):
        page = words(refusal(text, error))
    else:
        incident = secrets.token_hex(3)
        log.error("incident %s, match %s, interaction %s", incident, match, interaction.id, exc_info=error)
        page = words(text("error.unexpected", incident=incident))
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await _send_anew(interaction, page, private=True)
    except discord.HTTPException as unsent:
        log.info("answer to interaction %s not taken: %s", interaction.id, unsent)


def refusal(text: Text, error: Refusal) -> Markup:
    """A refusal in words; one without a sentence is our fault and must not hide that nothing happened."""
    try:
        return text.refusal(error)
    except KeyError:
        log.exception("no sentence for the refusal %s", error)
        return text("refusal.unnamed")
