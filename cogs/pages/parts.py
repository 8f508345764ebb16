"""Buttons and lines that several pages of a match have in common."""

from __future__ import annotations

from datetime import datetime

import discord

from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.services.services import Services
from cogs.text.text import Markup, Text
from engine.matches import Match, Round, Situation, Status
from engine.store import OPEN_CODE_LEVEL, REPLAY_CODE_LEVEL

PRIMARY = discord.ButtonStyle.primary
GREEN = discord.ButtonStyle.success
GREY = discord.ButtonStyle.secondary
RED = discord.ButtonStyle.danger
LOG = "log"
"""The argument of `replay_buttons` that leads to the log."""


def large_button(match: int, text: Text) -> Press:
    """Return the button for the board over the whole width."""
    # Discord fits any picture into the same room of a chat: it is larger only once it is opened.
    return button(Control(match, "large"), text.plain("turn.large"))


def table_buttons(services: Services, match: Match, text: Text) -> list[Press]:
    """Return the button for what lies open on the table; nothing where the game has no such pages."""
    if not services.face(match.game).opens_table:
        return []
    if services.matches.store.code_levels.lowest < OPEN_CODE_LEVEL:
        return []
    return [button(Control(match.id, "open"), text.plain("turn.open"))]


def sight_buttons(services: Services, situation: Situation, text: Text) -> list[Press]:
    """Return the buttons for what lies open on the table, for what is named here, and for the large board.

    They are there while every process knows them.
    """
    match, face = situation.match.id, services.face(situation.match.game)
    if ways := table_buttons(services, situation.match, text):
        told = [event for _, events in situation.news for event in events]
        named = face.explained(situation.view, told) if situation.match.status is Status.RUNNING else ""
        if named:
            ways.append(button(Control(match, "open", named), text.plain("turn.explain")))
    return [*ways, large_button(match, text)] if face.has_large else ways


def replay_buttons(
    services: Services, match: Match, text: Text, code: str = "replay.watch", argument: str = ""
) -> list[Press]:
    """Return the button that opens the page on which a match is watched step by step, or its `LOG`.

    It is there once the match has begun, while every process knows it.
    """
    if not match.entries or services.matches.store.code_levels.lowest < REPLAY_CODE_LEVEL:
        return []
    return [button(Control(match.id, "replay", argument), text.plain(code))]


def film_buttons(situation: Situation, text: Text) -> list[Press]:
    """Return `film_button`, or nothing where no event could be played back."""
    happened = any(events for _, events in situation.news)
    return [film_button(situation.match, text)] if happened else []


def film_button(match: Match, text: Text, code: str = "turn.film") -> Press:
    """Return the button that plays back the news since the reader's last move."""
    return button(Control(match.id, "film"), text.plain(code))


def progress(situation: Situation, ctx: Context) -> list[Markup]:
    """Return the state of the open question: how many of several have chosen, and until when one can."""
    asked, text = situation.round, ctx.text
    if asked is None:
        return []
    lines: list[Markup] = []
    if len(asked.seats) > 1:
        lines.append(text("turn.chosen", n=asked.chosen, seats=len(asked.seats)))
    until = answer_by(situation, asked)
    if until is not None:
        lines.append(text("turn.deadline", left=text.when(until)))
    return lines


def answer_by(situation: Situation, asked: Round) -> datetime | None:
    """Return the earliest deadline of the asked seats.

    With several, `None` once one has chosen: it would tell who.
    """
    if len(asked.seats) > 1 and asked.chosen:
        return None
    times = [situation.times[seat] for seat in asked.seats if not situation.times[seat].robot]
    due = [time.deadline or time.expected for time in times]
    return min((each for each in due if each is not None), default=None)


def text_length(*paragraphs: str) -> int:
    """Return the number of characters of these paragraphs, each with a line break."""
    return sum(len(each) + 1 for each in paragraphs if each)
