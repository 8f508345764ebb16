"""The line by which a match names the league that it is a table of."""

from __future__ import annotations

from cogs.services.services import Services
from cogs.text.text import Markup, Text
from engine.match.values import Match
from engine.store import LeaguePlace

__all__ = ["league_line", "stake_line"]


async def league_line(services: Services, match: Match, text: Text) -> Markup:
    """Return the line with league, season and division, and where the standings are; empty for no league."""
    place = await services.league_place(match)
    if place is None:
        return Markup("")
    command = Markup(f"`/{text.plain('command.league')}`")
    return text("league.place.standings", place=_placed(services, match, place, text), command=command)


async def stake_line(services: Services, match: Match, text: Text) -> Markup:
    """Return the line with league, season and division, and what is at stake; empty for no league."""
    place = await services.league_place(match)
    if place is None:
        return Markup("")
    code = "league.stake.two" if match.size == 2 else "league.stake.more"
    return text(code, place=_placed(services, match, place, text))


def _placed(services: Services, match: Match, place: LeaguePlace, text: Text) -> Markup:
    league = text("league.name", game=services.face(match.game).game.title, seats=place.seats)
    if place.post is not None:
        url = Markup(f"https://discord.com/channels/{place.guild}/{place.channel}/{place.post}")
        league = text("league.place.link", league=league, url=url)
    known = {"league": league, "season": place.season}
    if place.divisions == 1:
        return text("league.place", **known)
    return text("league.place.division", level=place.level + 1, number=place.division + 1, **known)
