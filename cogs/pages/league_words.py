"""The words that all pages of leagues share: titles, names, points, places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cogs.services.services import Services
from cogs.text.text import Markup, Text
from engine.league.export import shown_name
from engine.league.points import POINT
from engine.league.values import League, Season

__all__ = ["division_name", "league_name", "listed", "names_in", "points_said", "title_of"]


def title_of(services: Services, league: League, text: Text) -> Markup:
    """Return the league's title: its game, and the seats of its tables."""
    return Markup(f"## {text('league.name', game=_game_of(services, league), seats=league.seats)}")


def league_name(services: Services, league: League, text: Text) -> str:
    """Return the league's name, for places that show no markup."""
    return text.plain("league.name", game=_game_of(services, league), seats=league.seats)


def _game_of(services: Services, league: League) -> str:
    return services.faces[league.game].game.title if league.game in services.faces else league.game


def points_said(points: int, text: Text) -> str:
    """Return points as people write them, with two decimals at most."""
    return text.decimal(round(points / POINT, 2))


def names_in(season: Season) -> Mapping[int, str]:
    """Return the names of the season's members; who was forgotten is called −1, −2 …"""
    return {each.person: shown_name(each.person, each.name) for each in season.members}


def listed(persons: Iterable[int], names: Mapping[int, str], text: Text) -> Markup:
    """Return the names of people as a list in a sentence."""
    return text.list(text("name", who=names.get(each, "")) for each in persons)


def division_name(level: int, number: int, text: Text) -> str:
    """Return the name of a division; both are counted from 0."""
    return text.plain("league.division", level=level + 1, number=number + 1)
