"""Private panels that can still be changed: what they show stays true without a press.

A newer panel of the same match leaves a line of the one before, unless both were pressed for at once; the end
of a match takes the buttons away.
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
    answered: datetime
    """The instant of its answer, exact to the millisecond, as the time of a press is."""


class OpenPanels:
    """The newest panel of each match and person, as long as its interaction may change it.

    There are several where presses met: the answer to one does not wipe out what the person has just
    been told by the other. The next panel leaves a line of them all.

    Only the process that has answered knows of it. Where another one ends the match, a panel stays until its
    next press.
    """

    def __init__(self, stop: Callable[[int], None]) -> None:
        """`stop` ends whatever would still change a message."""
        self._stop = stop
        self._panels: OrderedDict[tuple[int, int], list[_Panel]] = OrderedDict()
        self._keys: dict[int, tuple[int, int]] = {}
        """The match and person of each panel, by message."""
        self._tasks: set[asyncio.Task[None]] = set()

    def note(
        self, match: int, person: int, interaction: Interaction, message: int | None, instead: Page
    ) -> None:
        """Note the panel that was just answered; an older one shows the page `instead` from now on.

        Older is what had been answered when this one was pressed for.
        """
        key = match, person
        before = [each for each in self._pop(key) if each.message != message]
        older = [each for each in before if each.answered <= interaction.created_at]
        newest = [each for each in before if each not in older]
        if message is not None:
            self.release(message)
            now = discord.utils.utcnow()
            answered = now.replace(microsecond=now.microsecond // 1000 * 1000)
            newest.append(_Panel(interaction, message, interaction.created_at + USED_FOR, answered))
        if newest:
            self._panels[key] = newest
            self._keys.update((each.message, key) for each in newest)
        while len(self._panels) > KEPT:
            self._pop(next(iter(self._panels)))
        for panel in older:
            self._change(match, panel, lambda: _made(instead))

    def forget(self, match: int, person: int) -> None:
        """Leave the panel as it is: it shows the end already."""
        self._pop((match, person))

    def release(self, message: int) -> None:
        """Leave a message as it is: it was pressed, and may show something else from now on."""
        if (key := self._keys.pop(message, None)) is None:
            return
        if left := [each for each in self._panels[key] if each.message != message]:
            self._panels[key] = left
        else:
            del self._panels[key]

    def _pop(self, key: tuple[int, int]) -> list[_Panel]:
        panels = self._panels.pop(key, [])
        for panel in panels:
            del self._keys[panel.message]
        return panels

    def end(self, match: int, page: Callable[[Interaction, int], Awaitable[Page]]) -> None:
        """Show this page, of each panel's interaction and person, in all panels of a match that has ended."""
        for key in [each for each in self._panels if each[0] == match]:
            for panel in self._pop(key):
                self._change(match, panel, partial(page, panel.interaction, key[1]))

    def leave(self, match: int, person: int, instead: Page) -> None:
        """Show the page `instead` in the panels of somebody who does not play the match any more."""
        for panel in self._pop((match, person)):
            self._change(match, panel, lambda: _made(instead))

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
