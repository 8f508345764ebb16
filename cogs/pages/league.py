"""The pages of leagues: the post that everybody sees, one's own page, what moderators see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial

import discord

from cogs.answering.answers import Page, classic_page, words
from cogs.answering.controls import Control, Press, button, menu, people_menu
from cogs.face.drawing import Drawing
from cogs.pages.cards import standings_alt
from cogs.pages.league_ends import outcome_lines, past_buttons, with_podium
from cogs.pages.league_tables import OpenTable
from cogs.pages.league_words import division_name, league_name, listed, names_in, points_said, title_of
from cogs.pages.parts import GREY, PRIMARY
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.chance import commitment
from engine.league.lengths import season_length
from engine.league.points import Standing
from engine.league.prospects import Outlook
from engine.league.ratings import Shown
from engine.league.season import Division, divisions_of
from engine.league.sizes import FEWEST
from engine.league.values import League, LeagueState, MemberState, Season, SeasonTable, Stage
from engine.store import LEAGUE_CODE_LEVEL
from render.cards.standings import Chance, Past, draw_standings
from render.cards.standings import Standing as Row
from render.kit.canvas import Theme

__all__ = [
    "PART",
    "begun_page",
    "elsewhere_page",
    "ending_page",
    "league_page",
    "leagues_page",
    "manage_list",
    "manage_page",
    "post_page",
]

CHANCES: Mapping[Outlook, Chance] = {
    Outlook.SURE: Chance.SURE,
    Outlook.RISING: Chance.RISE,
    Outlook.OPEN: Chance.RISE,
    Outlook.SAFE: Chance.SAFE,
    Outlook.FALLING: Chance.FALL,
    Outlook.FALLS: Chance.OUT,
}
PART = "part:"
"""The beginning of a menu's value that shows another part of the tables."""
LISTED = 25
"""Choices of a menu."""
FORM = 5
"""Latest results that are shown."""


def rows_of(season: Season, division: Division, text: Text) -> tuple[Row, ...]:
    """Return the standings of a division as they are drawn and described."""
    names = names_in(season)
    return tuple(_row(line, division, names, text) for line in division.lines)


def _row(line: Standing, division: Division, names: Mapping[int, str], text: Text) -> Row:
    prospect = division.prospects[line.member]
    return Row(
        line.place,
        names.get(line.member, ""),
        line.points,
        prospect.most,
        _form(line.member, division.tables),
        CHANCES[prospect.outlook],
        points_said(line.points, text),
        points_said(prospect.most, text),
    )


def _form(member: int, tables: Sequence[SeasonTable]) -> tuple[Past, ...]:
    found: list[Past] = []
    for table in tables:
        if table.result is None or not table.counts or member not in table.seats:
            continue
        ranks = table.result.ranks
        own = ranks[table.seats.index(member)]
        if own > min(ranks):
            found.append(Past.LOST)
        else:
            found.append(Past.DRAWN if ranks.count(own) > 1 else Past.WON)
    return tuple(found[-FORM:])


async def _with_standings(
    services: Services, page: Page, season: Season, division: Division, text: Text, theme: Theme
) -> Page:
    rows = rows_of(season, division, text)
    draw = partial(draw_standings, rows, theme, rising=division.rise, falling=division.fall)
    return await services.show(page, Drawing(draw, standings_alt(text, rows)), "league")


def _shown_season(league: League) -> Season | None:
    """Return the season whose standings are shown: the one that is played, otherwise the last."""
    return league.at(Stage.PLAYING) or league.at(Stage.CLOSED)


def _lines(services: Services, league: League, text: Text) -> list[Markup]:
    """Return the lines about what is played and what comes next."""
    lines: list[Markup] = []
    playing, coming = league.at(Stage.PLAYING), league.at(Stage.SIGN_UP)
    if playing is not None and playing.ends is not None:
        done = sum(table.is_done for table in playing.tables)
        lines.append(text("league.playing", season=playing.number, until=text.when(playing.ends, "D")))
        lines.append(text("league.tables_done", n=done, count=len(playing.tables)))
    elif (closed := league.at(Stage.CLOSED)) is not None:
        lines.append(text("league.closed", season=closed.number))
        lines += outcome_lines(closed, text)
    if league.state is LeagueState.ENDED:
        lines.append(text("league.ended" if playing is None else "league.ended_playing"))
    elif coming is not None and league.state is LeagueState.ASLEEP:
        lines.append(text("league.too_few" if coming.put_off else "league.asleep"))
    elif coming is not None:
        soon = coming.begins <= services.matches.now()
        code = "league.coming_now" if soon else "league.coming"
        lines.append(text(code, season=coming.number, when=text.when(coming.begins)))
        weeks = season_length(league.game, league.seats) // timedelta(weeks=1)
        lines.append(text(f"league.what.{'two' if league.seats == 2 else 'more'}", n=weeks))
        signed = len(coming.active)
        code = "league.enough" if signed >= FEWEST else "league.signed_up"
        lines.append(text(code, n=signed) if signed else text("league.nobody_yet"))
        if coming.put_off:
            lines.append(text("league.put_off", n=coming.put_off))
    return lines


async def post_page(services: Services, league: League, theme: Theme, text: Text) -> Page:
    """Return the league's message in its channel: the top division, what comes next, buttons."""
    page = classic_page(title_of(services, league, text), *_lines(services, league, text))
    season = _shown_season(league)
    divisions = () if season is None else divisions_of(season)
    if season is not None and season.stage is Stage.CLOSED:
        await with_podium(services, page, season, text, theme)
    elif season is not None and divisions:
        await _with_standings(services, page, season, divisions[0], text, theme)
    coming = league.at(Stage.SIGN_UP)
    if coming is not None and league.state is not LeagueState.ENDED:
        page.say(text("league.commitment", season=coming.number, hash=commitment(coming.seed)))
    page.row(*_post_buttons(services, league, text))
    if season is not None and len(divisions) > 1:
        page.row(_divisions_menu(league, divisions, text))
    return page


def begun_page(
    services: Services, league: League, season: Season, person: int, tables: Sequence[OpenTable], text: Text
) -> Page:
    """Return the message to a member when the season begins: the division, the tables, until when."""
    page = classic_page(title_of(services, league, text))
    if season.ends is not None:
        page.say(text("league.begun", season=season.number, until=text.when(season.ends, "D")))
    own = next(each for each in season.members if each.person == person)
    division = next(each for each in divisions_of(season) if each.number == own.division)
    page.say(text("league.your_division", division=division_name(division.level, division.number, text)))
    page.say(*(_open_line(season, each, person, text) for each in tables))
    mine = Control(0, "league", str(league.id))
    return page.row(button(mine, text.plain("league.mine"), style=GREY))


def ending_page(
    services: Services, league: League, season: Season, person: int, tables: Sequence[OpenTable], text: Text
) -> Page:
    """Return the message to a member who still plays shortly before the season ends."""
    page = classic_page(title_of(services, league, text))
    if season.ends is not None:
        until = text.when(season.ends, "f")
        page.say(text("league.ends_soon", season=season.number, until=until, left=text.when(season.ends)))
    page.say(*(_open_line(season, each, person, text) for each in tables))
    page.say(text("league.ends_how"))
    mine = Control(0, "league", str(league.id))
    return page.row(button(mine, text.plain("league.mine"), style=GREY))


def _open_line(season: Season, open_table: OpenTable, person: int, text: Text) -> Markup:
    """Return a line on a table: with whom, where, and who has to decide there."""
    names = names_in(season)
    seats, others = open_table.table.seats, open_table.others
    who = listed((each for each in seats if each != person), names, text)
    if open_table.is_asked and open_table.deadline is not None:
        line = text("league.open_table.until", who=who, left=text.when(open_table.deadline))
    elif open_table.is_asked:
        line = text("league.open_table.mine", who=who)
    elif others and len(seats) > 2:
        turn = text("league.open_table.theirs", who=listed(others, names, text), n=len(others))
        line = text("league.open_table.others", who=who, turn=turn)
    else:
        line = text("league.open_table", who=who)
    if open_table.thread is not None:
        line = text("league.open_table.at", line=line, place=Markup(f"<#{open_table.thread.channel}>"))
    return line


def elsewhere_page(services: Services, league: League, season: int, stage: str, text: Text) -> Page:
    """Return what stays of a message of the league once the season that has ``begun``, or ``ended``, has one
    further down."""
    return classic_page(title_of(services, league, text), text(f"league.{stage}_elsewhere", season=season))


def _post_buttons(services: Services, league: League, text: Text) -> list[Press]:
    buttons: list[Press] = []
    if league.at(Stage.SIGN_UP) is not None and league.state is not LeagueState.ENDED:
        joins = Control(0, "leaguejoin", str(league.id))
        buttons.append(button(joins, text.plain("league.join"), style=PRIMARY))
    mine = Control(0, "league", str(league.id))
    buttons.append(button(mine, text.plain("league.mine"), style=GREY))
    season = _shown_season(league)
    knows = services.matches.store.code_levels.lowest >= LEAGUE_CODE_LEVEL
    if season is not None and season.stage is Stage.CLOSED and knows:
        buttons += past_buttons(league, season, text)
    return buttons


def _divisions_menu(league: League, divisions: Sequence[Division], text: Text, part: int = 0) -> Press:
    """Return the menu of divisions; with more than 25 the last choice shows the next part of them."""
    every = [
        discord.SelectOption(label=division_name(each.level, each.number, text), value=str(each.number))
        for each in divisions
    ]
    options, following, parts = _part_of(every, part)
    if parts > 1:
        label = text.plain("league.more_divisions", number=following + 1, count=parts)
        options.append(discord.SelectOption(label=label, value=f"{PART}{following}"))
    return menu(Control(0, "leaguediv", str(league.id)), text.plain("league.other_divisions"), options)


async def league_page(
    services: Services,
    league: League,
    reader: Reader,
    tables: Sequence[OpenTable],
    division: int | None = None,
    rating: Shown | None = None,
    part: int = 0,
) -> Page:
    """Return a member's page of the league: the own division or another, what can be reached, one's tables.

    `part` is that of the divisions to choose from; `tables` are the member's own.
    """
    text = reader.text
    page = words(title_of(services, league, text), *_lines(services, league, text))
    season = _shown_season(league)
    divisions = () if season is None else divisions_of(season)
    own = None if season is None else season.member(reader.person)
    if season is not None and divisions:
        number = division if division is not None else own.division if own and own.division is not None else 0
        shown = next((each for each in divisions if each.number == number), divisions[0])
        page.say(text("league.standings", division=division_name(shown.level, shown.number, text)))
        await _with_standings(services, page, season, shown, text, reader.theme)
        page.say(*_gone_lines(season, shown, text))
        if own is not None and own.division == shown.number:
            if season.stage is Stage.PLAYING:
                page.say(_outlook(shown, own.person, text))
            page.say(*_table_lines(season, own.person, tables, text))
    if rating is not None:
        page.say(text("league.rating", low=rating.low, high=rating.high, n=rating.matches))
    page.row(*_own_buttons(league, reader))
    if len(divisions) > 1:
        page.row(_divisions_menu(league, divisions, text, part))
    return page


def _outlook(division: Division, person: int, text: Text) -> Markup:
    """Return what a member can still reach."""
    if not division.rise and not division.fall:
        return text("league.outlook.alone")
    return text(f"league.outlook.{division.prospects[person].outlook.value}")


def _gone_lines(season: Season, division: Division, text: Text) -> list[Markup]:
    """Return the standings of those who have withdrawn, in words: the picture, which has a text of its own,
    does not say that they have.
    """
    names = names_in(season)
    gone = {each.person for each in season.members if each.state is not MemberState.IN}
    return [
        text(
            "league.line_gone",
            place=line.place,
            who=text("name", who=names[line.member]),
            points=points_said(line.points, text),
            n=line.played,
        )
        for line in division.lines
        if line.member in gone
    ]


def _table_lines(season: Season, person: int, tables: Sequence[OpenTable], text: Text) -> list[Markup]:
    """Return a line for each of a member's tables, those first where the member has to decide."""
    names = names_in(season)
    lines: list[Markup] = []
    for each in sorted(tables, key=lambda one: not one.is_asked):
        who = listed((one for one in each.table.seats if one != person), names, text)
        place = Markup("") if each.thread is None else Markup(f"<#{each.thread.channel}>")
        state, known = _state_of(each.table, person), dict[str, Markup]()
        if state == "running" and each.is_asked:
            state = "mine" if each.deadline is None else "mine_until"
            known = {} if each.deadline is None else {"left": text.when(each.deadline)}
        lines.append(text(f"league.table.{state}", who=who, place=place, **known))
    return lines


def _state_of(table: SeasonTable, person: int) -> str:
    if table.annulled_by is not None:
        return "annulled"
    if table.result is not None:
        own = table.result.ranks[table.seats.index(person)]
        first = own == min(table.result.ranks)
        if first:
            return "drawn" if table.result.ranks.count(own) > 1 else "won"
        return "lost" if len(table.seats) == 2 else "behind"
    return "planned" if table.match is None else "running"


def _own_buttons(league: League, reader: Reader) -> list[Press]:
    text, buttons = reader.text, list[Press]()
    coming, playing = league.at(Stage.SIGN_UP), league.at(Stage.PLAYING)
    signed = coming is not None and any(each.person == reader.person for each in coming.active)
    plays = playing is not None and any(each.person == reader.person for each in playing.active)
    if coming is not None and league.state is not LeagueState.ENDED and not signed:
        joins = Control(0, "leaguejoin", str(league.id))
        buttons.append(button(joins, text.plain("league.join"), style=PRIMARY))
    if signed or plays:
        leaves = Control(0, "leagueleave", str(league.id))
        buttons.append(button(leaves, text.plain("league.leave"), style=GREY))
    if (closed := league.at(Stage.CLOSED)) is not None:
        buttons += past_buttons(league, closed, text)
    leaders = Control(0, "leaders", league.game)
    return [*buttons, button(leaders, text.plain("record.leaders"), style=GREY)]


def leagues_page(services: Services, leagues: Sequence[League], reader: Reader) -> Page:
    """Return the list of a server's leagues, each with a button."""
    text = reader.text
    if not leagues:
        return words(text("league.none"))
    page = words(text("league.list"))
    for league in leagues:
        page.say(title_of(services, league, text), *_lines(services, league, text))
    return page.row(
        *(button(Control(0, "league", str(each.id)), league_name(services, each, text)) for each in leagues)
    )


def manage_page(
    services: Services, league: League, acts: Sequence[Markup], text: Text, part: int = 0
) -> Page:
    """Return what moderators see of a league, and what they can do."""
    page = words(title_of(services, league, text), *_lines(services, league, text))
    page.say(text("league.log"), *acts) if acts else page.say(text("league.no_log"))
    if league.state is LeagueState.OPEN:
        page.row(
            button(
                Control(0, "leaguehost", f"{league.id}|sleep"), text.plain("league.let_sleep"), style=GREY
            ),
            _danger(league, "end", text),
        )
    elif league.state is LeagueState.ASLEEP:
        wakes = Control(0, "leaguehost", f"{league.id}|wake")
        page.row(button(wakes, text.plain("league.wake"), style=GREY), _danger(league, "end", text))
    for chosen in (_tables_menu(league, text, part), _members_menu(league, text)):
        if chosen is not None:
            page.row(chosen)
    return page


def manage_list(services: Services, leagues: Sequence[League], text: Text) -> Page:
    """Return the list of a server's leagues for moderators, each with a button."""
    page = words(text("league.list"))
    for league in leagues:
        page.say(title_of(services, league, text), *_lines(services, league, text))
    return page.row(
        *(
            button(Control(0, "leaguehost", f"{each.id}|"), league_name(services, each, text))
            for each in leagues
        )
    )


def _danger(league: League, what: str, text: Text) -> Press:
    return button(
        Control(0, "leaguehost", f"{league.id}|{what}"),
        text.plain(f"league.{what}"),
        style=discord.ButtonStyle.danger,
    )


def _tables_menu(league: League, text: Text, part: int) -> Press | None:
    """Return the menu of tables that can be annulled, so many at a time; `None` where there is none."""
    season = league.at(Stage.PLAYING)
    names: Mapping[int, str] = {} if season is None else names_in(season)
    every = [
        discord.SelectOption(
            label=text.plain(
                "league.table_label" if table.result is None else "league.table_over",
                match=table.match,
                who=text.list(names.get(each, "") for each in table.seats),
            ),
            value=str(table.match),
        )
        for table in (() if season is None else season.tables)
        if table.match is not None and table.annulled_by is None
    ]
    if not every:
        return None
    options, following, parts = _part_of(every, part)
    if parts > 1:
        label = text.plain("league.more_tables", number=following + 1, count=parts)
        options.append(discord.SelectOption(label=label, value=f"{PART}{following}"))
    return menu(Control(0, "leagueannul", str(league.id)), text.plain("league.annul"), options)


def _part_of(every: Sequence[discord.SelectOption], part: int) -> tuple[list[discord.SelectOption], int, int]:
    """Return the choices of a part, the number of the part after it, and how many parts there are.

    One choice is left for the way to the next part.
    """
    most = LISTED if len(every) <= LISTED else LISTED - 1
    parts = max(1, -(-len(every) // most))
    part %= parts
    return list(every[part * most : (part + 1) * most]), (part + 1) % parts, parts


def _members_menu(league: League, text: Text) -> Press | None:
    """Return the menu of people who can be put out; `None` where there is nobody."""
    seasons = (league.at(Stage.PLAYING), league.at(Stage.SIGN_UP))
    if not any(season.active for season in seasons if season is not None):
        return None
    return people_menu(Control(0, "leagueout", str(league.id)), text.plain("league.put_out"), 1)
