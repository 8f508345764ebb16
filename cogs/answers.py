"""Answering people: pages of components, answers in time, and sentences for everything that goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord

from cogs.budgets import Shares
from cogs.text import Markup, Text, language_of, text_for
from cogs.wire import Upload
from engine.game import Refusal
from render.canvas import Picture

__all__ = [
    "ALT_LIMIT",
    "PASSING",
    "UNAWAITED",
    "UNSENT",
    "Attached",
    "Page",
    "Shown",
    "answer",
    "answer_error",
    "defer",
    "suggest_nothing",
    "watch",
    "words",
]

log = logging.getLogger("longtable.answers")

PATIENCE = 1.2
"""Seconds an answer may take before it is deferred; Discord waits for 3."""
ALT_LIMIT = 1024
TEXT_LIMIT = 4000
"""Characters of all the texts of a message together."""
PASSING = 4000
"""Id of the text that a message keeps only as long as its controls."""
UNAWAITED = {10003, 10015, 10062, 40060, 50001, 50013, 50027, 50083}
"""Unknown channel, webhook or interaction (too late), already acknowledged (delivered twice), expired token:
nobody waits for the answer. No access, no permission, thread locked or archived: nobody can be told."""
UNSENT = (
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Why an answer does not get through, though nothing is wrong with it."""
_UNKNOWN_MESSAGE = 10008
_GIVEN_UP = "given up"
_LATE = "late"
_deferring: set[asyncio.Task[None]] = set()

Interaction = discord.Interaction[Any]


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


def watch(interaction: Interaction, *, edit: bool) -> None:
    """From now on the answer is deferred in time, whatever those who prepare it wait for.

    `edit` where it will change the message that was pressed; otherwise it will be a private answer.
    """
    if not interaction.response.is_done():
        late = asyncio.get_running_loop().call_later(PATIENCE, _late, interaction, edit)
        interaction.extras[_LATE] = late


def _late(interaction: Interaction, edit: bool) -> None:
    if interaction.response.is_done() or interaction.client.is_closed():
        return
    task = asyncio.create_task(defer(interaction, edit=edit))
    _deferring.add(task)
    task.add_done_callback(_deferring.discard)


async def defer(interaction: Interaction, *, edit: bool) -> None:
    """Acknowledge now what will be answered later; what has been answered stays as it is."""
    async with _first(interaction) as first:
        if not first or interaction.extras.get(_GIVEN_UP):
            return
        try:
            await interaction.response.defer(ephemeral=not edit, thinking=not edit)
        except UNSENT as error:
            _not_taken(interaction, error)
        except discord.HTTPException as error:
            if error.code not in UNAWAITED:
                raise
            _not_taken(interaction, error)


async def answer(
    interaction: Interaction, page: Page | Shown, *, edit: bool = False, private: bool = True
) -> None:
    """Answer, whether or not the answer has been deferred meanwhile (`watch`).

    `edit` changes the message that was pressed; otherwise a new answer comes, that nobody else sees. A second
    answer to the same interaction changes the first. Raises `Refusal` ``one_moment`` for a person who is
    waiting for many.
    """
    if not isinstance(page, Page):
        page = await _in_turn(interaction.client.house.answering, page)
    try:
        try:
            await _send(interaction, page, edit=edit, private=private)
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            # Deleted or dismissed meanwhile: the answer comes in a message of its own.
            await _send_anew(interaction, page, private=private)
    except UNSENT as error:
        _not_taken(interaction, error)
    except discord.HTTPException as error:
        if error.code not in UNAWAITED:
            raise
        _not_taken(interaction, error)


async def _in_turn(answering: Shares, coming: Shown) -> Page:
    """The page, when it is this person's turn to get one."""
    try:
        async with answering.turn():
            return await coming
    finally:
        if isinstance(coming, Coroutine):
            coming.close()  # where it has not begun


@contextlib.asynccontextmanager
async def _first(interaction: Interaction) -> AsyncGenerator[bool]:
    """Whether what is sent now is the first thing. An answer and its deferral must not meet."""
    async with interaction.extras.setdefault("answering", asyncio.Lock()):
        try:
            yield not interaction.response.is_done()
        finally:
            _keep_watch(interaction)


def _keep_watch(interaction: Interaction) -> None:
    """Only as long as nothing has been answered and something can be."""
    if interaction.response.is_done() or interaction.extras.get(_GIVEN_UP):
        late = interaction.extras.pop(_LATE, None)
        if late is not None:
            late.cancel()


def _not_taken(interaction: Interaction, error: Exception) -> None:
    """Nobody waits for the answer any more, or it cannot be sent: no later one can be promised."""
    interaction.extras[_GIVEN_UP] = True
    _keep_watch(interaction)
    log.info("answer to interaction %s not taken: %s", interaction.id, error or type(error).__name__)


async def _send(interaction: Interaction, page: Page, *, edit: bool, private: bool) -> None:
    closed = discord.AllowedMentions.none()
    async with _first(interaction) as first:
        if first:
            if edit:
                await interaction.response.edit_message(
                    view=page.layout(), attachments=page.files(), allowed_mentions=closed
                )
            else:
                await interaction.response.send_message(
                    view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
                )
            return
    if interaction.response.type is discord.InteractionResponseType.deferred_message_update and not edit:
        await _send_anew(interaction, page, private=private)
        return
    await interaction.edit_original_response(
        view=page.layout(), attachments=page.files(), allowed_mentions=closed
    )


async def _send_anew(interaction: Interaction, page: Page, *, private: bool) -> None:
    closed = discord.AllowedMentions.none()
    async with _first(interaction) as first:
        if first:
            await interaction.response.send_message(
                view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
            )
            return
    await interaction.followup.send(
        view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
    )


async def answer_error(interaction: Interaction, error: BaseException, match: int | None = None) -> None:
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
        await suggest_nothing(interaction)
        return
    try:
        await _send_anew(interaction, page, private=True)
    except (*UNSENT, discord.HTTPException) as unsent:
        _not_taken(interaction, unsent)


async def suggest_nothing(interaction: Interaction) -> None:
    """Leave the list under an option empty."""
    if interaction.response.is_done():
        return
    try:
        await interaction.response.autocomplete([])
    except (*UNSENT, discord.HTTPException, discord.InteractionResponded) as unsent:
        _not_taken(interaction, unsent)


def refusal(text: Text, error: Refusal) -> Markup:
    """A refusal in words; one without a sentence is our fault and must not hide that nothing happened."""
    try:
        return text.refusal(error)
    except KeyError:
        log.exception("no sentence for the refusal %s", error)
        return text("refusal.unnamed")
