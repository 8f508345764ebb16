"""The application's own emojis: found again by name and content, the missing ones uploaded over hours.

Discord's routes for emojis do not follow its usual limits: fifty creations an hour were seen. Whatever is
there at a moment is used; where one is missing, words stand alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord

from cogs.answering.failures import retry_delay
from cogs.answering.wire import Icon
from cogs.delivery.messenger import in_time
from cogs.face.face import AnyFace
from cogs.services.services import Services
from render.kit.canvas import Picture
from render.kit.emojis import emoji_bytes

__all__ = ["LOOKS", "NOTE", "Emojis", "Wanted", "wanted_by"]

log = logging.getLogger("longtable.emojis")

LONGEST_WAIT = 6 * 3600.0
LOOKS = 30
"""Times that a process checks whether it leads now, within the time after which a failure is retried."""
SUPERSEDED = timedelta(days=1)
"""Time for which a superseded emoji is kept: older messages that show it are read again."""
NOTE = "emojis_superseded"
"""Key of the note that says since when emojis are superseded: JSON, name to seconds since 1970."""
_FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
_OURS = re.compile(r"(?P<name>[a-z]+(?:_[A-Za-z0-9]+)+)_(?P<hash>[0-9a-f]{6})")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A small picture of a game's."""

    name: str
    """Ours: ``genial_RB``."""
    full: str
    """Discord's, which ends in a hash of the content: ``genial_RB_3f9c2a``."""
    data: bytes


class Emojis:
    """Brings the application's emojis to what the games want."""

    def __init__(
        self,
        bot: Any,
        services: Services,
        wait: float = 60.0,
        leads: Callable[[], bool] = lambda: True,
        shared: Mapping[str, Callable[[], Picture]] | None = None,
    ) -> None:
        """`wait` is in seconds: how soon what failed is tried again, doubled each time.

        `shared` are the emojis that belong to no game, by name.

        Of several processes the one that `leads` uploads and deletes; the others learn what is there.
        """
        self.known = asyncio.Event()
        """Set once those that are there are known, or cannot be asked for."""
        self.complete = asyncio.Event()
        """Set once all are there."""
        self._bot = bot
        self._services = services
        self._wait = wait
        self._leads = leads
        self._shared = shared or {}
        self._leading = False
        """This process has led ever since it learnt which emojis are there."""
        self._there: dict[str, int] = {}
        """Ids by Discord's names."""

    async def synchronise(self) -> None:
        """Learn those that are there, upload the missing ones, delete the superseded ones a day later.

        Nothing that fails ends it: the others are tried, and it again later, ever more rarely.
        """
        wanted = await asyncio.to_thread(wanted_by, self._services.faces.values(), self._shared)
        await self._learn_leading(wanted)
        await self._upload(wanted)
        self.complete.set()
        await self._clear_away(wanted)

    async def _learn(self, wanted: list[Wanted]) -> None:
        wait = self._wait
        while True:
            try:
                found = await in_time(self._bot.fetch_application_emojis())
                break
            except _FAILURES as error:
                log.warning("the application's emojis cannot be listed: %s", error or type(error).__name__)
                self.known.set()
                wait = await _later(error, wait)
        self._there = {emoji.name: emoji.id for emoji in found}
        for each in wanted:
            # Until another content is there, the former one stands in for it.
            name = each.full if each.full in self._there else self._superseded_by(each)
            if name is not None:
                self._use(each.name, name)
        self.known.set()

    def _superseded_by(self, wanted: Wanted) -> str | None:
        return next(
            (name for name in self._there if name != wanted.full and _ours(name) == wanted.name), None
        )

    def _use(self, name: str, full: str) -> None:
        self._services.icons.learn(name, Icon(name=full, id=self._there[full]))

    async def _upload(self, wanted: list[Wanted]) -> None:
        """Upload what is missing, what was looked for most first; one that is refused waits for the rest."""
        missing = [each for each in wanted if each.full not in self._there]
        refused: list[Wanted] = []
        wait = self._wait
        while missing or refused:
            if not await self._may_change(wanted):
                missing, refused = [each for each in wanted if each.full not in self._there], []
                continue
            if not missing:
                log.warning("Discord does not take %d of the emojis: they are tried again", len(refused))
                await asyncio.sleep(wait)
                await self._learn(wanted)  # one of which nothing was heard may be there
                missing = [each for each in refused if each.full not in self._there]
                refused, wait = [], min(2 * wait, LONGEST_WAIT)
                continue
            each = max(missing, key=lambda each: self._services.icons.missed[each.name])
            try:
                emoji = await in_time(self._bot.create_application_emoji(name=each.full, image=each.data))
            except _FAILURES as error:
                log.info("the emoji %s has to wait: %s", each.full, error or type(error).__name__)
                if _is_of_this_one(error):
                    missing.remove(each)
                    refused.append(each)
                else:
                    wait = await _later(error, wait)
                continue
            missing.remove(each)
            wait = self._wait
            self._there[each.full] = emoji.id
            self._use(each.name, each.full)

    async def _clear_away(self, wanted: list[Wanted]) -> None:
        """Delete what was superseded, each a day after that was noticed."""
        wait = self._wait
        current, names = {each.full for each in wanted}, {each.name for each in wanted}
        while old := [name for name in self._there if name not in current and _ours(name) in names]:
            if not await self._may_change(wanted):
                continue
            now = self._services.matches.now()
            since = await self._since(old, now)
            due = [name for name in old if now - since[name] >= SUPERSEDED]
            levels = self._services.matches.store.code_levels
            if due and (levels.has_older or levels.has_newer):
                # A process of another version shows them still.
                await asyncio.sleep(self._wait)
                continue
            if not due:
                first = min(since.values()) + SUPERSEDED - now
                await asyncio.sleep(max(1.0, first.total_seconds()))
                continue
            try:
                for name in due:
                    await self._delete(name)
            except _FAILURES as error:
                log.info("superseded emojis stay for now: %s", error or type(error).__name__)
                wait = await _later(error, wait)

    async def _may_change(self, wanted: list[Wanted]) -> bool:
        """Return whether this process uploads and deletes, knowing what is there.

        Otherwise a while has gone by, unless it leads only now, and it has learnt anew what is there: whoever
        led before has gone on since.
        """
        if self._leading and self._leads():
            return True
        for _ in range(LOOKS):
            if self._leads():
                break
            await asyncio.sleep(self._wait / LOOKS)
        await self._learn_leading(wanted)
        return False

    async def _learn_leading(self, wanted: list[Wanted]) -> None:
        """Learn what is there, and whether this process has led since before that."""
        leads = self._leads()
        await self._learn(wanted)
        self._leading = leads and self._leads()

    async def _since(self, old: list[str], now: datetime) -> dict[str, datetime]:
        """Return since when these are superseded; noted, so that a restart does not begin anew."""
        noted: dict[str, int] = json.loads(await self._services.matches.posts.note(NOTE) or "{}")
        since = {name: noted.get(name, int(now.timestamp())) for name in old}
        if since != noted:
            await self._services.matches.posts.save_note(NOTE, json.dumps(since))
        return {name: datetime.fromtimestamp(at, UTC) for name, at in since.items()}

    async def _delete(self, name: str) -> None:
        with contextlib.suppress(discord.NotFound):
            await in_time(
                self._bot.http.delete_application_emoji(self._bot.application_id, self._there[name])
            )
        del self._there[name]


def wanted_by(faces: Iterable[AnyFace], shared: Mapping[str, Callable[[], Picture]]) -> list[Wanted]:
    """Those of all games, then those of the smallest games: the sooner a game has all of its own."""
    wanted: list[Wanted] = []
    for emojis in (shared, *sorted((face.emojis for face in faces), key=len)):
        for name, draw in emojis.items():
            data = emoji_bytes(name, draw)
            wanted.append(Wanted(name, f"{name}_{hashlib.sha256(data).hexdigest()[:6]}", data))
    return wanted


def _ours(full: str) -> str | None:
    """Our name of an emoji whose name on Discord looks like ours."""
    found = _OURS.fullmatch(full)
    return found and found["name"]


def _is_of_this_one(error: BaseException) -> bool:
    """Return true if only this emoji was refused, so that others may be uploaded."""
    return isinstance(error, discord.HTTPException) and error.status in (400, 413)


async def _later(error: BaseException, wait: float) -> float:
    """Wait, for as long as Discord says where it says so; return for how long after the next failure."""
    await asyncio.sleep(max(wait, retry_delay(error)))
    return min(2 * wait, LONGEST_WAIT)
