"""The page of one's own results, and a server's leaderboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import discord

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.drawing import Drawing
from cogs.face.text_boards import alt_text
from cogs.pages.history import past_line
from cogs.pages.parts import GREY, PRIMARY, replay_buttons
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.league.ratings import ENOUGH, RIVALS, Shown
from engine.leagues.ratings import Line
from engine.match.tally import GameTally, Tally
from engine.matches.history import Past
from render.cards.record import GameRow, draw_record

__all__ = ["Standing", "leaderboard_page", "record_page"]

EACH = 20
"""Lines of a leaderboard on one page."""
Standing = tuple[Shown | None, int]
"""A rating, if it is shown, and the number of rated matches."""


async def record_page(
    services: Services, tally: Tally, ratings: Mapping[str, Standing], reader: Reader, *, server: bool
) -> Page:
    """Return the reader's results: by game, closest finishes, against whom; on a `server` a way to its
    leaderboard."""
    text = reader.text
    if not tally.games:
        start = button(Control(0, "door"), text.plain("record.play"), style=PRIMARY)
        return words(text("record.none")).row(start)
    page = Page().say(text("record.title"))
    rows = tuple(_row(services, each, ratings) for each in tally.games)
    alt = alt_text(str(_plain_line(services, each, ratings, text)) for each in tally.games)
    if any(each.played for each in tally.games):
        await services.show(page, Drawing(partial(draw_record, rows, reader.theme), alt), "record")
    page.say(*(_game_line(services, each, ratings, text) for each in tally.games))
    if tally.median_answer is not None:
        time = _duration(tally.median_answer, text)
        page.say(text("record.answers", time=time, n=tally.answered))
    if tally.rivals:
        page.say(
            text("record.rivals"),
            *(
                text("record.rival", who=each.name, n=each.met, ahead=each.ahead, behind=each.behind)
                for each in tally.rivals
            ),
        )
    for number, (difference, each) in enumerate(tally.closest):
        if number == 0:
            page.say(text("record.closest"))
        said = past_line(services, Past(each.match, each.result), reader)
        line = Markup(f"{text('record.by', n=difference)} {said}")
        watch = replay_buttons(services, each.match, text)
        page.section(line, watch[0]) if watch else page.say(line)
    ways = [button(Control(0, "history", "m-:-g"), text.plain("record.all"), style=GREY)]
    if server:
        first = tally.games[0].game
        ways.append(button(Control(0, "leaders", first), text.plain("record.leaders"), style=GREY))
    return page.row(*ways)


def _title(services: Services, game: str) -> str:
    return services.faces[game].game.title if game in services.faces else game


def _row(services: Services, each: GameTally, ratings: Mapping[str, Standing]) -> GameRow:
    rating, _ = ratings.get(each.game, (None, 0))
    return GameRow(
        _title(services, each.game),
        each.won,
        each.shared,
        each.played - each.won - each.shared,
        None if rating is None else (rating.low, rating.high),
    )


def _parts(each: GameTally, ratings: Mapping[str, Standing], text: Text) -> list[Markup]:
    parts = list[Markup]()
    if each.played:
        parts.append(text("record.people", n=each.played, won=each.won))
    if each.shared:
        parts.append(text("record.shared", n=each.shared))
    if each.robots_played:
        parts.append(text("record.robots", n=each.robots_played, won=each.robots_won))
    if each.best is not None:
        score, match = each.best
        parts.append(text("record.best", score=score, match=match))
    rating, matches = ratings.get(each.game, (None, 0))
    if rating is not None:
        parts.append(text("record.rating", low=rating.low, high=rating.high))
    elif matches:
        parts.append(text("record.rated_soon", n=matches, enough=ENOUGH))
    return parts


def _game_line(services: Services, each: GameTally, ratings: Mapping[str, Standing], text: Text) -> Markup:
    said = Markup(" · ".join(_parts(each, ratings, text)))
    return text("record.game", game=_title(services, each.game), said=said)


def _plain_line(services: Services, each: GameTally, ratings: Mapping[str, Standing], text: Text) -> str:
    said = ", ".join(_parts(each, ratings, text)).replace("*", "")
    return text.plain("record.alt", game=_title(services, each.game), said=said)


def _duration(seconds: float, text: Text) -> Markup:
    """Return a time in the largest unit that it fills at least once and a half."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 1.5 * size:
            return text(f"time.{unit}", n=round(seconds / size))
    return text("time.seconds", n=max(1, round(seconds)))


def leaderboard_page(
    services: Services, game: str, lines: Sequence[Line], page_number: int, reader: Reader, *, listed: bool
) -> Page:
    """Return a page of a server's leaderboard; `listed`: the reader agrees to stand on such."""
    text = reader.text
    page = words(text("leaders.title", game=_title(services, game)))
    first = page_number * EACH
    shown = lines[first : first + EACH]
    if not shown:
        page.say(text("leaders.none", enough=ENOUGH, rivals=RIVALS))
    for place, line in enumerate(shown, first + 1):
        code = "leaders.own" if line.person.id == reader.person else "leaders.line"
        name = text("name", who=line.person.name)
        rating = line.rating
        page.say(text(code, place=place, who=name, low=rating.low, high=rating.high, n=rating.matches))
    page.say(text("leaders.about"), *([text("leaders.range")] if shown else ()))
    switch = Control(0, "leaders", f"{game}|{'off' if listed else 'on'}")
    code = "leaders.take_off" if listed else "leaders.put_on"
    ways: list[Press] = [button(switch, text.plain(code), style=GREY if listed else PRIMARY)]
    for number, way in ((page_number - 1, "leaders.before"), (page_number + 1, "leaders.after")):
        if number >= 0 and number * EACH < len(lines):
            ways.append(button(Control(0, "leaders", f"{game}|{number}"), text.plain(way), style=GREY))
    ways.append(button(Control(0, "ownrecord"), text.plain("leaders.record"), style=GREY))
    page.row(*ways)
    return page.row(_games_menu(services, game, text))


def _games_menu(services: Services, game: str, text: Text) -> Press:

    options = [
        discord.SelectOption(label=face.game.title, value=key, default=key == game)
        for key, face in services.faces.items()
    ]
    return menu(Control(0, "leaders", ""), text.plain("history.games"), options[:25])
