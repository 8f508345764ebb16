"""The end of a season: podium, who goes up and down, a remark; its results with replays; all champions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.drawing import Drawing
from cogs.pages.cards import podium_alt
from cogs.pages.league_words import league_name, listed, names_in, points_said, title_of
from cogs.pages.parts import GREY
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.league.export import Separator, standings_csv, tables_csv
from engine.league.points import POINT
from engine.league.remarks import Remark, RemarkKind, champions_of, final_lines, remark_of
from engine.league.season import divisions_of
from engine.league.values import League, Season
from render.cards.podium import Podium, Winner, draw_podium
from render.kit.canvas import Theme

__all__ = ["champions_page", "csv_page", "outcome_lines", "past_buttons", "past_page", "with_podium"]

PODIUM = 3
"""Places on the podium."""
LISTED = 25
"""Choices of a menu."""
SEASONS = 20
"""Champions that are named on a page."""
LINES = 30
"""Lines of standings on the page of a season; its files have all."""

_DECIMAL_COMMA = ("fr",)
"""The languages whose spreadsheets part the cells of a file at semicolons."""


def outcome_lines(season: Season, text: Text) -> list[Markup]:
    """Return who came first in a season that is closed, a remark, and who goes up and down."""
    remark = remark_of(season)
    if remark is None:
        return []
    names = names_in(season)
    lines = [
        text("league.champion", who=listed(remark.champions, names, text), n=len(remark.champions)),
        _remark_said(remark, season, text),
    ]
    rise, fall = _moved(season)
    if rise:
        lines.append(text("league.rises", who=listed(rise, names, text)))
    if fall:
        lines.append(text("league.falls", who=listed(fall, names, text)))
    return lines


def _remark_said(remark: Remark, season: Season, text: Text) -> Markup:
    names = names_in(season)
    who = listed(remark.champions[:1], names, text)
    other = Markup("") if remark.second is None else listed([remark.second], names, text)
    kind = remark.kind
    if kind in (RemarkKind.AHEAD, RemarkKind.FAR) and remark.second is None:
        return text("league.remark.alone", points=points_said(remark.lead, text), n=_plural(remark.lead))
    if kind in (RemarkKind.AHEAD, RemarkKind.FAR):
        points = points_said(remark.lead, text)
        return text(f"league.remark.{kind}", other=other, points=points, n=_plural(remark.lead))
    return text(f"league.remark.{kind}", who=who, other=other)


def _plural(points: int) -> int:
    """Return a whole number with the same plural: English says 0.5 points, French 1,5 point."""
    return 1 if points == POINT else 0 if points < 2 * POINT else 2


def _moved(season: Season) -> tuple[list[int], list[int]]:
    """Return who goes up and who goes down after the season, those of higher divisions first."""
    here = [line.member for division in divisions_of(season) for line in final_lines(season, division)]
    former = season.former
    rise = [each for each in here if each in former and former[each].rises]
    fall = [each for each in here if each in former and former[each].falls]
    return rise, fall


def podium_of(season: Season, text: Text) -> Podium | None:
    """Return the podium of a season that is closed; `None` where nothing was played."""
    if not champions_of(season):
        return None
    names = names_in(season)
    top = [line for line in final_lines(season, divisions_of(season)[0]) if line.place <= PODIUM]
    rise, fall = _moved(season)
    return Podium(
        tuple(Winner(line.place, names[line.member], points_said(line.points, text)) for line in top),
        tuple(names[each] for each in rise),
        tuple(names[each] for each in fall),
    )


async def with_podium(services: Services, page: Page, season: Season, text: Text, theme: Theme) -> Page:
    """Add the podium of a season that is closed; nothing where nothing was played."""
    podium = podium_of(season, text)
    if podium is None:
        return page
    return await services.show(
        page, Drawing(partial(draw_podium, podium, theme), podium_alt(text, podium)), "podium"
    )


def past_buttons(league: League, season: Season, text: Text) -> list[Press]:
    """Return the ways from a season's end: its results with replays, and the champions of all seasons."""
    results = Control(0, "leaguepast", f"{league.id}|{season.number}")
    champions = Control(0, "leaguewon", str(league.id))
    return [
        button(results, text.plain("league.results"), style=GREY),
        button(champions, text.plain("league.champions"), style=GREY),
    ]


async def past_page(
    services: Services, league: League, season: Season, reader: Reader, part: int = 0
) -> Page:
    """Return the results of a closed season: podium, standings, its tables to watch again, files."""
    text = reader.text
    page = words(title_of(services, league, text), text("league.closed", season=season.number))
    page.say(*outcome_lines(season, text))
    await with_podium(services, page, season, text, reader.theme)
    page.say(*_standing_lines(season, text))
    page.say(text("league.seed", season=season.number, seed=season.seed.hex()))
    parts = _replays(league, season, text, part)
    csv = Control(0, "leaguecsv", f"{league.id}|{season.number}")
    champions = Control(0, "leaguewon", str(league.id))
    return page.row(
        *parts,
        button(csv, text.plain("league.csv"), style=GREY),
        button(champions, text.plain("league.champions"), style=GREY),
    )


def _standing_lines(season: Season, text: Text) -> list[Markup]:
    """Return the final standings of the divisions, as many as there is room for."""
    names, lines = names_in(season), list[Markup]()
    divisions = divisions_of(season)
    for division in divisions:
        if len(divisions) > 1:
            name = text("league.division", level=division.level + 1, number=division.number + 1)
            lines.append(Markup(f"**{name}**"))
        lines += [
            text(
                "league.line",
                place=line.place,
                who=text("name", who=names[line.member]),
                points=points_said(line.points, text),
                n=line.played,
            )
            for line in final_lines(season, division)
        ]
    if len(lines) > LINES:
        lines = [*lines[:LINES], text("league.more_lines")]
    return lines


def _replays(league: League, season: Season, text: Text, part: int) -> list[Press]:
    """Return the menu of tables that can be watched again, and a button to the next ones."""
    names = names_in(season)
    every = [
        discord.SelectOption(
            label=text.plain(
                "league.table_label",
                match=table.match,
                who=text.list(names.get(each, "") for each in table.seats),
            ),
            value=str(table.match),
        )
        for table in season.tables
        if table.match is not None and table.counts
    ]
    if not every:
        return []
    parts = -(-len(every) // LISTED)
    part %= parts
    shown = menu(
        Control(0, "leaguewatch", str(league.id)),
        text.plain("league.watch"),
        every[part * LISTED : (part + 1) * LISTED],
    )
    if parts == 1:
        return [shown]
    following = (part + 1) % parts
    more = Control(0, "leaguemore", f"{league.id}|{season.number}|{following}")
    label = text.plain("league.more_tables", number=following + 1, count=parts)
    return [shown, button(more, label, style=GREY)]


def csv_page(services: Services, league: League, season: Season, text: Text) -> Page:
    """Return the files of a closed season."""
    page = words(text("league.csv_said", league=league_name(services, league, text), season=season.number))
    name = f"{league.game}-{league.id}-{season.number}"
    separator = Separator.SEMICOLON if text.language in _DECIMAL_COMMA else Separator.COMMA
    page.enclose(f"{name}-standings.csv", standings_csv(season, separator))
    return page.enclose(f"{name}-tables.csv", tables_csv(season, separator))


def champions_page(services: Services, league: League, seasons: Sequence[Season], text: Text) -> Page:
    """Return the champions of all seasons, the latest first, each season to choose."""
    page = words(title_of(services, league, text), text("league.champions_title"))
    told = [each for each in seasons if champions_of(each)]
    if not told:
        return page.say(text("league.no_champions"))
    page.say(*(_champion_line(each, text) for each in told[:SEASONS]))
    if len(told) > SEASONS:
        page.say(_titles(told, text))
    options = [
        discord.SelectOption(label=text.plain("league.season", season=each.number), value=str(each.number))
        for each in told[:LISTED]
    ]
    return page.row(menu(Control(0, "leagueold", str(league.id)), text.plain("league.old_seasons"), options))


def _champion_line(season: Season, text: Text) -> Markup:
    champions, names = champions_of(season), names_in(season)
    line = next(each for each in final_lines(season, divisions_of(season)[0]) if each.member == champions[0])
    return text(
        "league.champion_line",
        season=season.number,
        who=listed(champions, names, text),
        points=points_said(line.points, text),
        n=line.played,
    )


def _titles(seasons: Sequence[Season], text: Text) -> Markup:
    """Return the names of the champions of the seasons for which there is no room, newest first."""
    rest = seasons[SEASONS:]
    return text("league.champions_before", number=rest[0].number, who=text.list(
        Markup(f"{each.number}: {listed(champions_of(each), names_in(each), text)}") for each in rest
    ))  # fmt: skip
