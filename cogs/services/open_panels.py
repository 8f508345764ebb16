"""Private panels that can still be changed: what they show stays true without a press.

A newer panel of the same match leaves a line of the one before; the end of a match takes the buttons away.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import discord

from cogs.answering.answers import Page, answer
from cogs.answering.interaction import Interaction
from cogs.services.press_tokens import USED_FOR
from engine.game import Refusal

__all__ = ["OpenPanels"]

log = logging.getLogger("longtable.panels")

KEPT = 2048
"""Panels that are remembered, the newest of each match and person."""


@dataclass(frozen=True, slots=True)
class _Panel:
    interaction: Interaction
    message: int
    until: datetime


class OpenPanels:
    """The newest panel of each match and person, as long as its interaction may change it.

    Only the process that has answered knows of it. Where another one ends the match, a panel stays until its
    next press.
    """

    def __init__(self, stop: Callable[[int], None]) -> None:
        """`stop` ends whatever would still change a message."""
        self._stop = stop
        self._panels: OrderedDict[tuple[int, int], _Panel] = OrderedDict()
        self._keys: dict[int, tuple[int, int]] = {}
        """The match and person of each panel, by message."""
        self._tasks: set[asyncio.Task[None]] = set()

    def note(
        self, match: int, person: int, interaction: Interaction, message: int | None, instead: Page
    ) -> None:
        """Note the panel that was just answered; an older one shows the page `instead` from now on."""
        before = self._pop((match, person))
        if message is not None:
            self.release(message)
            self._panels[match, person] = _Panel(interaction, message, interaction.created_at + USED_FOR)
            self._keys[message] = match, person
        while len(self._panels) > KEPT:
            self._pop(next(iter(self._panels)))
        if before is not None and before.message != message:
            self._change(match, before, lambda: _made(instead))

    def forget(self, match: int, person: int) -> None:
        """Leave the panel as it is: it shows the end already."""
        self._pop((match, person))

    def release(self, message: int) -> None:
        """Leave a message as it is: it was pressed, and may show something else from now on."""
        if (key := self._keys.get(message)) is not None:
            self._pop(key)

    def _pop(self, key: tuple[int, int]) -> _Panel | None:
        panel = self._panels.pop(key, None)
        if panel is not None:
            del self._keys[panel.message]
        return panel

    def end(self, match: int, page: Callable[[Interaction, int], Awaitable[Page]]) -> None:
        """Show this page, of each panel's interaction and person, in all panels of a match that has ended."""
        for key in [each for each in self._panels if each[0] == match]:
            panel = self._pop(key)
            assert panel is not None
            self._change(match, panel, partial(page, panel.interaction, key[1]))

    def _change(self, match: int, panel: _Panel, page: Callable[[], Awaitable[Page]]) -> None:
        if discord.utils.utcnow() >= panel.until:
            return
        self._stop(panel.message)
        task = asyncio.create_task(_show(match, panel.interaction, page), name="panel")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish the changes that have begun."""
        await asyncio.gather(*self._tasks)


async def _made(page: Page) -> Page:
    return page


async def _show(match: int, interaction: Interaction, page: Callable[[], Awaitable[Page]]) -> None:
    try:
        await answer(interaction, await page(), edit=True)
    except (Refusal, discord.HTTPException) as error:
        log.info("match %s: a panel is left as it is: %s", match, error)
    except Exception:
        log.exception("match %s: a panel could not be changed", match)
