"""The pages of matches that are over: the archive, and the results between two people."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import discord

from cogs.answering.answers import Page
from cogs.answering.controls import Control, Press, button, menu
from cogs.pages.parts import replay_buttons
from cogs.services.services import Reader, Services, names_of
from cogs.text.text import Markup, Text
from engine.game import Refusal
from engine.matches import Match
from engine.matches.history import Past
from engine.outcome import ENDED_WON, winners

__all__ = ["LISTED", "Shelf", "archive_file", "history_page", "ours_page", "own_matches_page"]

LISTED = 6
"""Matches on one page."""
_SHELF = re.compile(r"([ms])(-|[a-z_]{1,20}):(-|[0-9]{1,20})([gfb])([0-9]{0,10})")


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page of the archive, as a button names it."""

    of_server: bool = False
    """The server's matches, as far as whoever asks may see their channels; otherwise one's own."""
    game: str | None = None
    other: int | None = None
    """Somebody who sat there."""
    number: int = 0
    season: int | None = None
    """The season (`Season.id`) of which it was a table."""

    def control(self, action: str) -> Control:
        """Return the control that shows this page (``g``), the page of another game (``b``), or makes the
        file (``f``)."""
        verb = "historyfile" if action == "f" else "history"
        whose = "s" if self.of_server else "m"
        argument = f"{whose}{self.game or '-'}:{self.other or '-'}{action}{self.season or ''}"
        return Control(0, verb, argument, self.number)

    @classmethod
    def read(cls, control: Control) -> tuple[Shelf, str]:
        """Return the page that a control names, and what to do there. Raises `Refusal`."""
        found = _SHELF.fullmatch(control.argument)
        if found is None:
            raise Refusal("unknown_control")
        game = None if found[2] == "-" else found[2]
        other = None if found[3] == "-" else int(found[3])
        season = int(found[5]) if found[5] else None
        return cls(found[1] == "s", game, other, control.asked, season), found[4]


async def history_page(
    services: Services,
    shelf: Shelf,
    found: Sequence[Past],
    more: bool,
    reader: Reader,
    *,
    server: bool,
    season: str = "",
) -> Page:
    """Return a page of the archive; `more` where others follow, `server` where there is one to list.

    `season` names the season of the shelf.
    """
    text = reader.text
    code = "history.server" if shelf.of_server else "history.mine"
    page = Page().say(
        text(code),
        text("history.game", game=_title(services, shelf.game)) if shelf.game else "",
        text("history.season", season=season) if season else "",
    )
    if not found:
        page.say(text("history.none"))
    for past in found:
        line = past_line(services, past, reader)
        watch = replay_buttons(services, past.match, text)
        if watch:
            page.section(line, watch[0])
        else:
            page.say(line)
    ways = list[Press]()
    if shelf.number > 0:
        before = replace(shelf, number=shelf.number - 1)
        ways.append(button(before.control("g"), text.plain("history.later")))
    if more:
        after = replace(shelf, number=shelf.number + 1)
        ways.append(button(after.control("g"), text.plain("history.earlier")))
    if server:
        other = Shelf(not shelf.of_server, shelf.game, shelf.other, 0, shelf.season)
        ways.append(
            button(
                other.control("g"), text.plain("history.to_mine" if shelf.of_server else "history.to_server")
            )
        )
    if found:
        ways.append(button(shelf.control("f"), text.plain("history.file")))
    if shelf.game is None or shelf.game in services.faces:
        games = [discord.SelectOption(label=text.plain("history.all"), value="-", default=shelf.game is None)]
        games += [
            discord.SelectOption(label=face.game.title, value=key, default=key == shelf.game)
            for key, face in services.faces.items()
        ]
        ways.append(menu(replace(shelf, number=0).control("b"), text.plain("history.games"), games[:25]))
    return page.row(*ways)


def past_line(services: Services, past: Past, reader: Reader) -> Markup:
    """Return a match that is over, a line each: game and number, who won, with whom and when."""
    match, text = past.match, reader.text
    title = text("history.match", game=_title(services, match.game), match=match.id)
    return Markup("\n".join(filter(None, (title, _outcome(past, reader), _company(match, text)))))


def _company(match: Match, text: Text) -> Markup:
    """Return who sat there, and when it was over."""
    who = text.list(text("name", who=each) for each in names_of(match, text))
    when = "" if match.ended_at is None else f" · {text.when(match.ended_at, 'd')}"
    return Markup(f"-# {who}{when}")


def own_matches_page(services: Services, found: Sequence[Match], reader: Reader) -> Page:
    """Return a page to choose from of the reader's own matches, running ones too, each with its button."""
    text = reader.text
    page = Page().say(text("replay.which"))
    for match in found:
        title = text("history.match", game=_title(services, match.game), match=match.id)
        running = None if match.status.has_ended else text("history.running")
        line = Markup("\n".join(filter(None, (title, running, _company(match, text)))))
        watch = replay_buttons(services, match, text)
        page.section(line, watch[0]) if watch else page.say(line)
    return page


def _title(services: Services, game: str | None) -> str:
    return services.faces[game].game.title if game in services.faces else str(game)


def _outcome(past: Past, reader: Reader) -> Markup:
    """Return who has won, in few words; the reader is not named. Of somebody alone nothing is said."""
    match, best, text = past.match, winners(past.result), reader.text
    if past.result is None:
        return text("history.unknown")
    if match.size == 1:
        return Markup("")
    if not best:
        return text("event.won_nobody")
    if len(best) == match.size:
        return text("panel.drawn")
    names, own = names_of(match, text), match.seat_of(reader.person)
    others = text.list(text("name", who=names[seat]) for seat in best if seat != own)
    if own in best:
        return text("history.won_with", who=others) if len(best) > 1 else text("history.won")
    return text("panel.won", n=len(best), who=others)


def ours_page(services: Services, found: Sequence[Past], reader: Reader, other: int, name: str) -> Page:
    """Return the results between the reader and somebody else: by game, the closest match, the latest."""
    text, page = reader.text, Page()
    if not found:
        return page.say(text("ours.none", who=name))
    page.say(text("ours.title", who=name, n=len(found)))
    page.say(
        *(_tally(services, game, matches, reader, other, name) for game, matches in _by_game(found).items())
    )
    closest = min(
        (each for each in found if _margin(each, reader.person, other) is not None),
        key=lambda each: _margin(each, reader.person, other) or 0,
        default=None,
    )
    shown = [("ours.latest", found[0])]
    if closest is not None and closest is not found[0]:
        shown.append(("ours.closest", closest))
    for code, past in shown:
        line = Markup(f"{text(code)} {past_line(services, past, reader)}")
        watch = replay_buttons(services, past.match, text)
        page.section(line, watch[0]) if watch else page.say(line)
    if len(found) == 1:
        return page  # it stands here already
    return page.row(button(Shelf(other=other).control("g"), text.plain("ours.all")))


def _by_game(found: Sequence[Past]) -> Mapping[str, list[Past]]:
    games: dict[str, list[Past]] = {}
    for each in found:
        games.setdefault(each.match.game, []).append(each)
    return games


def _tally(
    services: Services, game: str, found: Sequence[Past], reader: Reader, other: int, name: str
) -> Markup:
    """Return how often either has won a game, alone or with others; and how often neither."""
    text, mine, theirs, both, neither = reader.text, 0, 0, 0, 0
    for past in found:
        best = winners(past.result)
        own, others = past.match.seat_of(reader.person) in best, past.match.seat_of(other) in best
        both += own and others
        mine += own and not others
        theirs += others and not own
        neither += not own and not others
    parts = [text("ours.mine", n=mine)] if mine else []
    parts += [text("ours.theirs", n=theirs, who=name)] if theirs else []
    parts += [text("ours.both", n=both)] if both else []
    parts += [text("ours.neither", n=neither)] if neither else []
    return text("ours.game", game=_title(services, game), results=Markup(" · ".join(parts)))


def _margin(past: Past, person: int, other: int) -> int | None:
    """Return by how much the scores of two people differ; `None` where that says nothing."""
    result, mine, theirs = past.result, past.match.seat_of(person), past.match.seat_of(other)
    if result is None or result.reason == ENDED_WON or mine is None or theirs is None:
        return None
    one, two = result.scores[mine], result.scores[theirs]
    return abs(one[0] - two[0]) if one and two else None


def archive_file(
    services: Services, found: Sequence[Past], records: Mapping[int, str], reader: Reader
) -> bytes:
    """Return matches as one file, a ZIP: a list to read, and the record of each."""
    lines = list[str]()
    for past in found:
        match = past.match
        ended = "" if match.ended_at is None else f"{match.ended_at:%Y-%m-%d}"
        who = ", ".join(names_of(match, reader.text))
        lines.append(f"{ended:10}  {_title(services, match.game)} #{match.id}: {who}")
        lines.append(f"{'':12}{_plain_outcome(past, reader.text)}")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(f"{reader.text.plain('history.list')}.txt", "\n".join(lines) + "\n")
        for past in found:
            if (record := records.get(past.match.id)) is not None:
                file.writestr(f"{past.match.game}-{past.match.id}.txt", record)
    return packed.getvalue()


def _plain_outcome(past: Past, text: Text) -> str:
    names, result = names_of(past.match, text), past.result
    if result is None:
        return text.plain("history.unknown")
    order = sorted(range(len(names)), key=lambda seat: result.ranks[seat])
    return ", ".join(
        f"{result.ranks[seat]}. {names[seat]} ({'/'.join(map(str, result.scores[seat]))})" for seat in order
    )
