"""The log of a match, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.answering.answers import Page
from cogs.answering.controls import Control, button
from cogs.pages.parts import table_buttons
from cogs.services.services import Reader, Services, contexts, narrate
from cogs.text.text import Markup
from engine.matches import Match, undone_entries

LOG_LINES = 12
LOG_LENGTH = 3600
"""Characters of a page's lines: a message of components holds 4,000."""


def _log_parts(lines: Sequence[Markup]) -> list[list[Markup]]:
    """Return the lines in pages of which each fits into a message. There is at least one page."""
    parts: list[list[Markup]] = [[]]
    for line in lines:
        if len(parts[-1]) == LOG_LINES or sum(map(len, parts[-1])) + len(line) > LOG_LENGTH:
            parts.append([])
        parts[-1].append(line)
    return parts


async def log_page(services: Services, match: Match, reader: Reader, page: int | None) -> Page:
    """Return one page of the log; the last one with `page` None.

    Only entries that everybody may know are counted: a gap would tell that somebody did something in secret.
    """
    ctx = services.context(match, reader.text, reader.theme)
    text, face = reader.text, services.face(match.game)
    lines: list[Markup] = []
    number = 0
    log = await services.matches.queries.log(match.id, reader.person)
    undone = undone_entries([entry for entry, _ in log])
    for (entry, events), then in zip(log, contexts(match, ctx, [each for _, each in log]), strict=True):
        public = any(event.to is None for event in events)
        number += public
        told = [line for event in events if (line := narrate(face, then, event))]
        if told:
            counted = f"`{number}`" if public else "`·`"
            said = " ".join(told)
            said = f"~~{said}~~" if entry.number in undone else said
            lines.append(Markup(f"{counted} {text.when(entry.at)} {said}"))
    parts = _log_parts(lines)
    pages = len(parts)
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    part = parts[page]
    shown = Page().say(text("log.title", match=match.id, page=page + 1, pages=pages))
    shown.say("\n".join(part) if part else text("log.empty"))
    controls: list[discord.ui.Item[Any]] = []
    if page > 0:
        controls.append(button(Control(match.id, "log", str(page - 1)), text.plain("log.earlier")))
    if page + 1 < pages:
        controls.append(button(Control(match.id, "log", str(page + 1)), text.plain("log.later")))
    controls += table_buttons(services, match, text)
    return shown.row(*controls) if controls else shown
