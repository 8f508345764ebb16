"""The question before a league is opened: what will be public, and when what happens."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, button
from cogs.pages.absence import pace_in_words
from cogs.pages.parts import PRIMARY
from cogs.services.services import Services
from cogs.text.text import Markup, Text
from engine.league.lengths import PACE, SIGN_UP, season_length
from engine.match.values import Venue

__all__ = ["opening_page"]


def opening_page(
    services: Services, game: str, options: Any, packed: str, seats: int, venue: Venue, text: Text
) -> Page:
    """Return the question, with the calendar; `packed` are the options as the button keeps them."""
    face, channel = services.face(game), Markup(f"<#{venue.channel}>")
    begins = services.matches.now() + SIGN_UP
    weeks = season_length(game, seats) // timedelta(weeks=1)
    command = Markup(f"`/{text.plain('command.host')} {text.plain('command.host.league')}`")
    settings = Markup(f"`/{text.plain('command.host')} {text.plain('command.settings')}`")
    language = text(f"language.{venue.locale}")
    page = words(
        Markup(f"## {text('league.name', game=face.game.title, seats=seats)}"),
        Markup(" · ".join((face.options(text, options, seats), pace_in_words(text, PACE)))),
        text("league.opening.ask"),
        text("league.opening.post", channel=channel, language=language, settings=settings),
        text("league.opening.begins", when=text.when(begins, "f"), n=weeks),
        text("league.opening.tables", channel=channel),
        text("league.opening.goes_on", command=command),
    )
    control = Control(0, "leagueopen", f"{game}|{seats}|{venue.channel}|{packed}")
    return page.row(button(control, text.plain("league.opening.yes"), style=PRIMARY))
