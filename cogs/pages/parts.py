"""Buttons and lines that several pages of a match have in common."""

from __future__ import annotations

from datetime import datetime

import discord

from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.text.text import Markup, Text
from engine.matches import Match, Round, Situation

PRIMARY = discord.ButtonStyle.primary
GREEN = discord.ButtonStyle.success
GREY = discord.ButtonStyle.secondary
RED = discord.ButtonStyle.danger


def large_button(match: int, text: Text) -> Press:
    """The button for the board over all the width there is."""
    return button(Control(match, "large"), text.plain("turn.large"))


def film_buttons(situation: Situation, text: Text) -> list[Press]:
    """As `film_button`; none where nothing has happened that could be played back."""
    happened = any(events for _, events in situation.news)
    return [film_button(situation.match, text)] if happened else []


def film_button(match: Match, text: Text, code: str = "turn.film") -> Press:
    """The button that plays back what happened since the reader's last move."""
    return button(Control(match.id, "film"), text.plain(code))


def progress(situation: Situation, ctx: Context) -> list[Markup]:
    """How far the open question is: how many of several have chosen, when the short clock runs out."""
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
    """By when one has to answer. Of several, only while none has answered: else it would tell who has."""
    if len(asked.seats) > 1 and asked.chosen:
        return None
    times = [situation.times[seat] for seat in asked.seats if not situation.times[seat].robot]
    due = [time.deadline or time.expected for time in times]
    return min((each for each in due if each is not None), default=None)


def text_length(*paragraphs: str) -> int:
    """Characters of these paragraphs of a text, and of what stands between them and the next."""
    return sum(len(each) + 1 for each in paragraphs if each)
