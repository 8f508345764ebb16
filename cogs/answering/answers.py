"""Answering people: pages of components, answers in time, and sentences for everything that goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import aiohttp
import discord

from cogs.answering.controls import with_mark
from cogs.answering.failures import is_refused, reading_limits
from cogs.answering.fair_limiter import FairLimiter
from cogs.answering.interaction import Interaction
from cogs.answering.wire import Upload
from cogs.text.text import Markup, Text, text_for
from engine.game import Refusal
from render.kit.canvas import Picture

__all__ = [
    "ALT_LIMIT",
    "CLASSIC_LIMIT",
    "SUBTEXT",
    "TEXT_LIMIT",
    "UNAWAITED",
    "UNSENT",
    "Attached",
    "Page",
    "Rows",
    "Shown",
    "acknowledge",
    "answer",
    "answer_error",
    "answer_message",
    "claim",
    "classic_page",
    "defer",
    "do_after_answer",
    "show_form",
    "suggest_nothing",
    "watch",
    "words",
]

log = logging.getLogger("longtable.answers")

PATIENCE = 1.2
"""Seconds an answer may take before it is deferred; Discord waits for 3."""
ACKNOWLEDGING = 3.0
"""Seconds that an acknowledgement may take: later, the person has been told that nothing came."""
UPLOAD_BEGINS = 1.2
"""Seconds after a press within which files may still go with the first answer."""
UPLOAD_ENDS = 2.0
"""Seconds after the press at which such an answer is given up, so that it can still be deferred."""
ALT_LIMIT = 1024
TEXT_LIMIT = 4000
"""Characters of all the texts of a message of components together."""
CLASSIC_LIMIT = 2000
"""Characters of the content of a classic message."""
ROW_LIMIT = 5
"""Rows of buttons and menus of a classic message, and buttons of a row."""
NAME_DIGITS = 12
"""Digits by which the names of two pictures of the same kind differ."""
SUBTEXT = "-# "
"""The beginning of a line that Discord sets small."""
_PASSING = 4000
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
"""Errors for which an answer does not get through, though nothing is wrong with it."""
_UNKNOWN_MESSAGE = 10008
_TOO_LATE = 10062
_ALREADY = 40060
_CHANGING = {
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
}
"""First answers after which the original one is the message that was pressed."""
_GIVEN_UP = "given up"
_ELSEWHERE = "acknowledged elsewhere"
_LATE = "late"
_CAME = "came"
_THEN = "then"
_SHOWN_IN = "shown in"
_deferring: set[asyncio.Task[None]] = set()


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of a page."""

    name: str
    data: bytes
    alt: str = ""


class Rows(discord.ui.View):
    """The buttons and menus of a classic message."""

    def __init__(self, rows: Sequence[discord.ui.ActionRow[Any]], mark: str = "") -> None:
        """The first control carries the `mark`. Raises `ValueError` for more rows than Discord takes."""
        super().__init__(timeout=None)
        self._mark = mark
        if len(rows) > ROW_LIMIT:
            raise ValueError(f"{len(rows)} rows")
        for number, row in enumerate(rows):
            for item in row.children:
                item.row = number
                self.add_item(item)
        self.stop()  # as in `Page.layout`

    def to_components(self) -> list[dict[str, Any]]:
        components = super().to_components()
        if self._mark and components:
            first = components[0]["components"][0]
            first["custom_id"] = with_mark(first["custom_id"], self._mark)
        return components


@dataclass(slots=True)
class Page:
    """The contents of a message, from top to bottom, with its files.

    It is rendered in one of two ways: as a message of components (`layout`), several pictures among them,
    which is what people are answered with; or as a classic one (`content`, `rows`, `files`), which is what is
    sent unasked: only its text reaches a phone's lock screen. What may be rendered as a classic message has
    a `limit` of `CLASSIC_LIMIT`, `ROW_LIMIT` rows, and one picture: clients crop several.
    """

    items: list[discord.ui.Item[Any]] = field(default_factory=list["discord.ui.Item[Any]"])
    attached: list[Attached] = field(default_factory=list[Attached])
    limit: int = TEXT_LIMIT
    """Characters of all its texts together."""

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
        """Add text above everything else on the page, in the same way as `say`."""
        if whole := self._fitting(paragraphs):
            self.items.insert(0, discord.ui.TextDisplay(whole))
        return self

    @property
    def room(self) -> int:
        """Return the characters that a message with this page can still hold, in one text more."""
        return max(0, self.limit - sum(len(item.content) + 1 for item in self._texts()))

    def _texts(self) -> Iterator[discord.ui.TextDisplay[Any]]:
        for item in self.items:
            parts = item.children if isinstance(item, discord.ui.Section) else (item,)
            yield from (each for each in parts if isinstance(each, discord.ui.TextDisplay))

    def note(self, *lines: str) -> Page:
        """Add small text that holds no longer than the controls do: it goes when they are taken off."""
        small = [line if line.startswith(SUBTEXT) else f"{SUBTEXT}{line}" for line in lines if line]
        whole = self._fitting(small)
        if whole:
            self.items.append(discord.ui.TextDisplay(whole, id=_PASSING))
        return self

    def _fitting(self, paragraphs: Sequence[str]) -> str:
        """Return the paragraphs, or their first lines. Lines are never cut, as markup might be."""
        whole = "\n".join(part for part in paragraphs if part)
        room = self.room
        if len(whole) <= room:
            return whole
        cut = whole.rfind("\n", 0, max(0, room - 1))
        return f"{whole[:cut]}\n…" if cut > 0 else "…"[:room]

    def show(self, drawn: Picture, name: str, alt: str) -> Page:
        """Add a picture with the text that says the same.

        The file is named after both: what a message shows already is told by the name, and not sent again.
        """
        seen = hashlib.sha256(drawn.data)
        seen.update(alt.encode())
        file = f"{name}-{seen.hexdigest()[:NAME_DIGITS]}.{drawn.suffix}"
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
        """Add buttons, in rows, and menus, each in a row of its own."""
        self.items += [discord.ui.ActionRow(*row) for row in in_rows(controls)]
        return self

    def section(self, said: str, control: discord.ui.Item[Any]) -> Page:
        """Add a text with a button beside it. Messages of components alone have such."""
        if whole := self._fitting((said,)):
            self.items.append(discord.ui.Section(whole, accessory=control))
        return self

    # A message of components

    def layout(self) -> discord.ui.LayoutView:
        """Return the components, made anew for every message."""
        view = discord.ui.LayoutView(timeout=None)
        for item in self.items:
            view.add_item(item)
        # Presses need no view in memory; for one that has stopped discord.py begins no timer.
        view.stop()
        return view

    # A classic message

    @property
    def content(self) -> str:
        """Return all texts, the notes below the others. Raises `ValueError` if they are too long."""
        notes = [item.content for item in self._texts() if item.id == _PASSING]
        content = "\n".join(part for part in (self.lasting, *notes) if part)
        if len(content) > CLASSIC_LIMIT:
            raise ValueError(f"{len(content)} characters")
        return content

    @property
    def lasting(self) -> str:
        """Return the content without the notes, which hold no longer than the controls do."""
        return "\n".join(item.content for item in self._texts() if item.id != _PASSING)

    def rows(self, mark: str = "") -> Rows | None:
        """Return the buttons and menus, the first one with the `mark`; `None` where there are none."""
        rows = [item for item in self.items if isinstance(item, discord.ui.ActionRow)]
        return Rows(rows, mark) if rows else None

    @property
    def rows_left(self) -> int:
        """Return the number of rows that a classic message with this page can still hold."""
        return max(0, ROW_LIMIT - sum(isinstance(item, discord.ui.ActionRow) for item in self.items))

    @property
    def custom_ids(self) -> Iterator[str]:
        """Return the ``custom_id`` of every button and menu, in order."""
        for item in self.items:
            if isinstance(item, discord.ui.ActionRow):
                yield from (each.to_component_dict()["custom_id"] for each in item.children)

    @property
    def digest(self) -> str:
        """Return a digest that is equal for pages that look and work the same."""
        seen = hashlib.sha256(json.dumps([item.to_component_dict() for item in self.items]).encode())
        seen.update(self.pictures_key.encode())
        return seen.hexdigest()

    @property
    def pictures_key(self) -> str:
        """Return a key that is equal for pages with the same files; empty for a page without."""
        return "\n".join(each.name if each.alt else f"{each.name} {_digest(each)}" for each in self.attached)

    def files(self) -> list[discord.File]:
        return [
            Upload(io.BytesIO(each.data), filename=each.name, description=each.alt[:ALT_LIMIT] or None)
            for each in self.attached
        ]

    @property
    def size(self) -> int:
        """Return the bytes of all files together."""
        return sum(len(each.data) for each in self.attached)


def _digest(file: Attached) -> str:
    return hashlib.sha256(file.data).hexdigest()


_LONE = (discord.ComponentType.select, discord.ComponentType.user_select)
"""Types of the controls that stand in a row of their own."""


def in_rows(controls: Sequence[discord.ui.Item[Any]]) -> list[list[discord.ui.Item[Any]]]:
    """Return controls in rows: four buttons each, or five if that saves a row; a menu alone.

    A telephone shows two beside each other, so that a fifth stands alone on a line.
    """
    rows: list[list[discord.ui.Item[Any]]] = []
    for lone, group in groupby(controls, lambda control: control.type in _LONE):
        together = list(group)
        few = -(-len(together) // (ROW_LIMIT - 1)) == -(-len(together) // ROW_LIMIT)
        size = 1 if lone else ROW_LIMIT - 1 if few else ROW_LIMIT
        rows += [together[first : first + size] for first in range(0, len(together), size)]
    return rows


Shown = Awaitable[Page]


def words(*paragraphs: str) -> Page:
    """Return a page of text alone."""
    return Page().say(*paragraphs)


def classic_page(*paragraphs: str) -> Page:
    """Return a page that also fits a classic message, the form of everything that is sent unasked."""
    return Page(limit=CLASSIC_LIMIT).say(*paragraphs)


def watch(interaction: Interaction, *, edit: bool) -> None:
    """Defer the answer in time from now on, whatever the code that prepares it waits for.

    `edit` where it will change the message that was pressed; otherwise it will be a private answer. When it
    began is noted: files go with the first answer only if they are early enough (`UPLOAD_BEGINS`). A second
    call changes nothing.
    """
    if _CAME not in interaction.extras and not interaction.response.is_done():
        loop = asyncio.get_running_loop()
        interaction.extras[_CAME] = loop.time()
        interaction.extras[_LATE] = loop.call_later(PATIENCE, _late, interaction, edit)


def _late(interaction: Interaction, edit: bool) -> None:
    if interaction.response.is_done() or interaction.client.is_closed():
        return
    task = asyncio.create_task(defer(interaction, edit=edit))
    _deferring.add(task)
    task.add_done_callback(_deferring.discard)


async def defer(interaction: Interaction, *, edit: bool) -> None:
    """Acknowledge now, to answer later. An interaction that has been answered stays as it is."""
    async with _first(interaction) as first:
        if not first or interaction.extras.get(_GIVEN_UP):
            return
        try:
            with reading_limits():
                await _defer(interaction, edit=edit)
        except UNSENT as error:
            _not_taken(interaction, error)
        except discord.HTTPException as error:
            if _is_ours(error):
                raise
            _not_taken(interaction, error)


async def _defer(interaction: Interaction, *, edit: bool) -> None:
    if not edit:
        await _promise(interaction)
        return
    try:
        await interaction.response.defer(ephemeral=False, thinking=False)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_MESSAGE:
            raise
        # Deleted or dismissed meanwhile: the answer will come in a message of its own.
        await _promise(interaction)


async def _promise(interaction: Interaction) -> None:
    """Let Discord show that the bot is thinking. That is put on record, so that it does not stay there."""
    promises = interaction.client.services.promises
    promises.begin(interaction)
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException:
        promises.end(interaction.id)
        raise


async def acknowledge(interaction: Interaction, *, edit: bool) -> bool:
    """Acknowledge now, before something is done that must not seem to have failed; whether Discord took it.

    Where it did not, the person was or will be told that nothing came: then nothing is to be done.
    """
    try:
        async with asyncio.timeout(ACKNOWLEDGING):
            await defer(interaction, edit=edit)
    except TimeoutError as error:
        _not_taken(interaction, error)
    return interaction.response.is_done() or _ELSEWHERE in interaction.extras


async def claim(interaction: Interaction, *, edit: bool = False) -> bool:
    """Acknowledge now, and return whether this process did so: two processes may have got the same press.

    It is asked before a deed that a second time would undo. Nothing is to be done if another process did.
    """
    await defer(interaction, edit=edit)
    return interaction.response.is_done()


def _is_ours(error: discord.HTTPException) -> bool:
    """Return whether Discord refused the contents.

    It did not if nobody waits any more, or nothing gets through.
    A 404 without a code means an address that does not exist: the interaction's token is garbled.
    """
    nowhere = error.status == 404 and error.code == 0
    return error.code not in UNAWAITED and not nowhere and is_refused(error)


async def answer(
    interaction: Interaction, page: Page | Shown, *, edit: bool = False, private: bool = True
) -> None:
    """Answer, whether or not the answer has been deferred meanwhile (`watch`).

    A slow line needs longer for files than Discord waits: an answer with files is deferred first, unless
    those before it came so fast that it is sure to come in time (`UploadTimes`).

    `edit` changes the message that was pressed; otherwise a new answer comes, that nobody else sees. A second
    answer to the same interaction changes the first. Raises `Refusal` ``one_moment`` for a person who is
    waiting for many.
    """
    if not isinstance(page, Page):
        page = await _in_turn(interaction.client.services.answering, page)
    try:
        with reading_limits():
            try:
                await _send(interaction, page, edit=edit, private=private)
            except discord.NotFound as error:
                if error.code != _UNKNOWN_MESSAGE:
                    raise
                # Deleted or dismissed meanwhile: the answer comes in a message of its own.
                await _send_anew(interaction, page, private=private)
            interaction.client.services.promises.end(interaction.id)
    except UNSENT as error:
        _not_taken(interaction, error)
    except discord.HTTPException as error:
        if _is_ours(error):
            raise
        _not_taken(interaction, error)
    for then in interaction.extras.pop(_THEN, ()):
        then()


async def show_form(interaction: Interaction, form: discord.ui.Modal, late: Page) -> None:
    """Open a form; show the page `late` where the press was deferred before, which no form can follow."""
    form.stop()  # its `custom_id` says all: discord.py need not keep it
    try:
        async with _first(interaction) as first:
            if first:
                with reading_limits():
                    await interaction.response.send_modal(form)
                return
    except UNSENT as error:
        _not_taken(interaction, error)
        return
    except discord.HTTPException as error:
        if _is_ours(error):
            raise
        _not_taken(interaction, error)
        return
    await answer(interaction, late)


def do_after_answer(interaction: Interaction, then: Callable[[], object]) -> None:
    """Have `then` called once the answer that is being prepared was sent."""
    interaction.extras.setdefault(_THEN, []).append(then)


async def _in_turn(answering: FairLimiter, coming: Shown) -> Page:
    """Wait for this person's turn, and return the page."""
    try:
        async with answering.turn():
            return await coming
    finally:
        if isinstance(coming, Coroutine):
            coming.close()  # where it has not begun


@contextlib.asynccontextmanager
async def _first(interaction: Interaction) -> AsyncGenerator[bool]:
    """Yield whether the next request is the first response. An answer and its deferral must not meet."""
    async with interaction.extras.setdefault("answering", asyncio.Lock()):
        try:
            yield not interaction.response.is_done()
        finally:
            _stop_watch(interaction)


def _stop_watch(interaction: Interaction) -> None:
    """Stop the watch once something was answered, or once no answer can be sent any more."""
    if interaction.response.is_done():
        interaction.client.services.presses.note(interaction)
    if interaction.response.is_done() or interaction.extras.get(_GIVEN_UP):
        late = interaction.extras.pop(_LATE, None)
        if late is not None:
            late.cancel()


def _not_taken(interaction: Interaction, error: Exception) -> None:
    """Note that nobody waits for the answer any more, or that it cannot be sent: no later one is promised."""
    first = _GIVEN_UP not in interaction.extras
    interaction.extras[_GIVEN_UP] = True
    _stop_watch(interaction)
    log.info("answer to interaction %s not taken: %s", interaction.id, str(error) or type(error).__name__)
    code = error.code if isinstance(error, discord.HTTPException) else None
    if code == _ALREADY:
        interaction.extras[_ELSEWHERE] = True
    elif code == _TOO_LATE and first:
        interaction.client.services.came_too_late(interaction)


def _note_message(interaction: Interaction, sent: object) -> None:
    """Note the message that an answer of its own came in."""
    number = sent.message_id if isinstance(sent, discord.InteractionCallbackResponse) else None
    number = sent.id if isinstance(sent, discord.Message) else number
    if number is not None:
        interaction.extras[_SHOWN_IN] = number


def answer_message(interaction: Interaction) -> int | None:
    """Return the message that shows the answer and can be changed by this interaction, once it was answered.

    `None` where it is unknown.
    """
    pressed = interaction.message
    if pressed is not None and interaction.response.type in _CHANGING:
        return pressed.id
    return interaction.extras.get(_SHOWN_IN)


async def _send(interaction: Interaction, page: Page, *, edit: bool, private: bool) -> None:
    closed, fits = discord.AllowedMentions.none(), _fits(interaction, page)
    edit = edit and fits
    async with _first(interaction) as first:
        if first and _comes_at_once(interaction, page):
            response = interaction.response
            if await _in_time(
                interaction,
                page,
                _change(interaction, page, response.edit_message)
                if edit
                else response.send_message(
                    view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
                ),
            ):
                return
    if not await _is_deferred(interaction, edit=edit):
        return
    given = interaction.response.type
    deferred = given is discord.InteractionResponseType.deferred_message_update
    if (deferred and not edit) or (given in _CHANGING and not fits):
        await _send_anew(interaction, page, private=private)
        return
    with _uploading(interaction, page):
        if given in _CHANGING:
            await _change(interaction, page, interaction.edit_original_response)
        else:
            sent = await interaction.edit_original_response(**_composed(page), allowed_mentions=closed)
            _note_message(interaction, sent)


def _comes_at_once(interaction: Interaction, page: Page) -> bool:
    """Return whether the page can be the first answer: text always, files only if they will come in time."""
    if not page.attached:
        return True
    came: float | None = interaction.extras.get(_CAME)
    if came is None or interaction.extras.get(_GIVEN_UP):
        return False
    early = asyncio.get_running_loop().time() - came < UPLOAD_BEGINS
    return early and interaction.client.services.uploads.is_sure_to_be_fast(page.size)


async def _in_time(interaction: Interaction, page: Page, request: Awaitable[object]) -> bool:
    """Make the request of a first answer; return whether it came through.

    Where files take longer than those before them it is given up, early enough to be deferred after all.
    """
    if not page.attached:
        _note_message(interaction, await request)
        return True
    try:
        with _uploading(interaction, page):
            async with asyncio.timeout_at(interaction.extras[_CAME] + UPLOAD_ENDS):
                _note_message(interaction, await request)
    except TimeoutError:
        return False
    return True


def _uploading(interaction: Interaction, page: Page) -> contextlib.AbstractContextManager[None]:
    """Return a context for a request with the page, which notes the time that its files take."""
    if not page.attached:
        return contextlib.nullcontext()
    return interaction.client.services.uploads.upload(page.size)


def _fits(interaction: Interaction, page: Page) -> bool:
    """Return True if the page can replace the pressed message: no classic one takes a longer page."""
    return page.limit <= CLASSIC_LIMIT or not _is_classic(interaction.message)


def _is_classic(pressed: discord.Message | None) -> bool:
    return pressed is not None and not pressed.flags.components_v2


def _instead(interaction: Interaction, page: Page) -> dict[str, Any]:
    """Return the page in the form of the pressed message: a classic message stays one."""
    if not _is_classic(interaction.message):
        return _composed(page)
    return {"content": page.content or None, "view": page.rows(), "attachments": page.files()}


async def _change(interaction: Interaction, page: Page, request: Callable[..., Awaitable[object]]) -> None:
    """Show the page in the pressed message by this request. Pictures that are there are not sent again."""
    shown, closed = _instead(interaction, page), discord.AllowedMentions.none()
    pressed, carried = interaction.message, interaction.client.services.carried
    if pressed is None:
        await request(**shown, allowed_mentions=closed)
        return
    if carried.pressed_shows(pressed, page.pictures_key):
        del shown["attachments"]
    with carried.changing(pressed.id, page.pictures_key):
        await request(**shown, allowed_mentions=closed)


def _composed(page: Page) -> dict[str, Any]:
    return {"view": page.layout(), "attachments": page.files()}


async def _is_deferred(interaction: Interaction, *, edit: bool) -> bool:
    """Defer the answer, and return whether that was possible. If it was not, nobody waits for the answer."""
    await defer(interaction, edit=edit)
    return interaction.response.is_done()


async def _send_anew(interaction: Interaction, page: Page, *, private: bool) -> None:
    closed = discord.AllowedMentions.none()
    async with _first(interaction) as first:
        if (
            first
            and _comes_at_once(interaction, page)
            and await _in_time(
                interaction,
                page,
                interaction.response.send_message(
                    view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
                ),
            )
        ):
            return
    if not await _is_deferred(interaction, edit=False):
        return
    with _uploading(interaction, page):
        await interaction.followup.send(
            view=page.layout(), files=page.files(), ephemeral=private, allowed_mentions=closed
        )


async def answer_error(interaction: Interaction, error: BaseException, match: int | None = None) -> None:
    """Tell the person in private why it did not work.

    An error that is no refusal is logged with the match's number and the incident code that the person gets.
    """
    interaction.extras.pop(_THEN, None)
    text = text_for(interaction.client.services.language_of(interaction))
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
        with reading_limits():
            await _send_anew(interaction, page, private=True)
        interaction.client.services.promises.end(interaction.id)
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
