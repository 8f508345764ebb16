"""The forms for the terms of an open table: every game, both languages, the fullest table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.pages.terms import TABLE, altered_line, further_page, terms_form
from cogs.text.text import LANGUAGES, Markup, text_for
from engine.games import GAMES
from engine.kit.options import fields_of
from engine.match.lobby import Alteration, Lobby
from engine.match.terms import encoded
from engine.matches import Match, Venue
from engine.robots.levels import LEVELS
from sandbox import component_rules
from sandbox.errors import Form
from tests.cogs.simulated import Town

PLACE = Venue(5, 6, "en")


async def opened(place: Town, game: str) -> Match:
    options = GAMES[game].Options()
    size = max(GAMES[game].seats(options))
    return await place.bot.matches.lobbies.open(game, options, size, 1, "W" * 32, PLACE, 1)


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
async def test_discord_takes_every_form(place: Town, game: str, locale: str) -> None:
    match, text = await opened(place, game), text_for(locale)
    arguments = ["", TABLE, *(str(each) for each in range(5))]
    forms: list[Any] = [terms_form(place.bot.services, match, each, text) for each in arguments]
    names = list[str]()
    for modal in filter(None, forms):
        data, found = modal.to_dict(), Form()
        component_rules.Rules(found, set(), set(), modal=True).open_modal(data)
        found.refuse()
        labels = [part for part in data["components"] if part["type"] == 18]
        names += [part["component"]["custom_id"].partition("=")[0] for part in labels]
    own = [f"option.{each.name}" for each in fields_of(GAMES[game].Options)]
    assert [each for each in names if each.startswith("option.")] == own, "no option is left out"
    for each in fields_of(GAMES[game].Options):
        code = f"terms.{game}.{each.name}"
        assert text.knows(code)
        assert len(text.plain(code)) <= 45
        chosen = [(f"{code}.{value}", f"{game}.{each.name}.{value}") for value in each.choices]
        assert all(any(map(text.knows, codes)) for codes in chosen), chosen
    buttons = further_page(place.bot.services, match, text, Markup("x")).custom_ids
    assert all(len(each) <= 100 for each in buttons)


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
async def test_every_change_can_be_told(place: Town, game: str, locale: str) -> None:
    match, options = await opened(place, game), GAMES[game].Options()
    terms = {
        "seats": ("2", "3"),
        "pace": ("day", "96h+24h weekends -leave"),
        "begin": ("delay", "host"),
        "joiners": ("anyone", "invited"),
        "language": ("en", "fr"),
        "undo": ("all", "chance"),
        "resigning": ("ends", "plays"),
        "help": ("with", "rated"),
    }
    for each in fields_of(GAMES[game].Options):
        value = encoded(getattr(options, each.name))
        terms[f"option.{each.name}"] = (value, value)
    altered = tuple(Alteration(what, *values) for what, values in terms.items())
    changed = replace(match, lobby=Lobby(altered=altered))
    (line,) = altered_line(place.bot.services, changed, text_for(locale))
    assert line.count("→") == len(terms)
    assert len(line) < 1500
    assert altered_line(place.bot.services, match, text_for(locale)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_is_said_in_a_word(language: str) -> None:
    for level in LEVELS:
        assert text_for(language).knows(f"player.level.{level}"), level
