"""The log of a match: what was played turn by turn, as the page on which it is watched again has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import discord

from cogs.answering.answers import Page
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.context import Context
from cogs.face.face import AnyFace
from cogs.pages.parts import PRIMARY, table_buttons
from cogs.services.services import Reader, Services, contexts, narrate
from cogs.text.text import Markup, spoken_text
from engine.game import Event, Refusal, Seat
from engine.matches import Viewpoint, Walk

__all__ = ["LogPlace", "begins_chapter", "log_page", "told_lines"]

LOG_LENGTH = 1500
"""Characters of a page's turns: about a phone's screen. A message of components holds 4,000."""
LOG_LINES = 16
CHOICES = 25
"""Choices of a menu at most."""
_LOG = re.compile(r"([me])(-|[0-9]{1,2})(n|f[0-9]{1,6})([a-z])((?:[0-9a-f]{32})?)")


@dataclass(frozen=True, slots=True)
class LogPlace:
    """A page of a match's log, as a button names it."""

    match: int
    viewpoint: Viewpoint = Viewpoint.OWN
    player: Seat | None = None
    """The seat whose turns alone are listed."""
    since: int | None = None
    """The step from which the log is read on; `None` for the newest turns, on later pages earlier ones."""
    page: int = 0
    record: str = ""
    """The digest of the record whose log it is, instead of a match's."""

    def control(self, action: str) -> Control:
        """Return the control that shows this page (``g``), that of another player (``p``), or the page from
        another step on (``c``)."""
        player = "-" if self.player is None else self.player
        since = "n" if self.since is None else f"f{self.since}"
        verb = "recordlog" if self.record else "replaylog"
        return Control(self.match, verb, f"{self.viewpoint}{player}{since}{action}{self.record}", self.page)

    def step(self, number: int, action: str) -> Control:
        """Return the control that shows a step (``a``), or the one that a menu names (``w``)."""
        verb = "recordto" if self.record else "replayto"
        return Control(self.match, verb, f"{self.viewpoint}-{action}{self.record}", number + 1)

    @classmethod
    def read(cls, control: Control) -> tuple[LogPlace, str]:
        """Return the page that a control names, and what to do from there. Raises `Refusal`."""
        if not control.argument:
            return cls(control.match), "g"
        found = _LOG.fullmatch(control.argument)
        if found is None or control.verb.startswith("record") != bool(found[5]):
            raise Refusal("unknown_control")
        player = None if found[2] == "-" else Seat(int(found[2]))
        since = None if found[3] == "n" else int(found[3][1:])
        place = cls(control.match, Viewpoint(found[1]), player, since, control.asked, found[5])
        return place, found[4]


@dataclass(frozen=True, slots=True)
class _Turn:
    """The deeds of one seat in a row, in lines."""

    number: int
    """Its first step, counted from 0."""
    actor: Seat | None
    lines: tuple[Markup, ...]

    @property
    def length(self) -> int:
        return sum(len(line) + 1 for line in self.lines)


def begins_chapter(face: AnyFace, events: Sequence[Event]) -> bool:
    """Return whether something begins with one of these events, such as an Age."""
    return any(event.code in face.chapters for event in events)


def told_lines(
    events: Sequence[Event],
    then: Context,
    face: AnyFace,
    *,
    named: bool = False,
    reader: Seat | None = None,
) -> list[Markup]:
    """Return a line for each event; one that belongs to the event before it stands on the same line.

    `named` says who was told what others were not; nothing needs to be said of that to the `reader` alone.
    """
    lines = list[Markup]()
    for event in events:
        line = narrate(face, then, event)
        if not line:
            continue
        if named and event.to is not None and [*event.to] != [reader]:
            who = then.text.list(then.text("name", who=then.names[seat]) for seat in sorted(event.to))
            lines.append(then.text("replay.alone", who=who, told=line))
        elif lines and face.follows(event):
            lines[-1] = Markup(f"{lines[-1]} {line}")
        else:
            lines.append(line)
    return lines


async def log_page(services: Services, walk: Walk, place: LogPlace, reader: Reader) -> Page:
    """Return one page of a log: the newest turns, or from a step onwards; of all players, or of one."""
    match, text, face = walk.match, reader.text, services.face(walk.match.game)
    now = services.context(match, text, reader.theme)
    then = contexts(match, now, [each.events for each in walk.moments])
    place, turns, more = await services.think(_pages, walk, place, then, face)
    order = "log.since" if place.since is not None else "log.before" if place.page else "log.newest"
    title = text("log.record", game=face.game.title) if place.record else text("log.title", match=match.id)
    page = Page().say(Markup(f"{title} · {text(order, number=(place.since or 0) + 1)}"))
    page.say("\n".join(line for turn in turns for line in turn.lines) if turns else text("log.empty"))
    return page.row(*_log_ways(services, walk, place, turns, more, then, reader))


def _pages(
    walk: Walk, place: LogPlace, then: Sequence[Context], face: AnyFace
) -> tuple[LogPlace, list[_Turn], bool]:
    """Return the page, or the last one there is, with its turns as they were made, and whether more follow.

    Every page but the last is full, the first one too.
    """
    pages: list[list[_Turn]] = [[]]
    for turn in _turns(walk, place, then, face):
        lines = sum(len(each.lines) for each in pages[-1]) + len(turn.lines)
        length = sum(each.length for each in pages[-1]) + turn.length
        if pages[-1] and (lines > LOG_LINES or length > LOG_LENGTH or len(pages[-1]) == CHOICES):
            if len(pages) == place.page + 1:
                return place, _as_made(pages[-1], place), True
            pages.append([])
        pages[-1].append(turn)
    return replace(place, page=len(pages) - 1), _as_made(pages[-1], place), False


def _as_made(turns: Sequence[_Turn], place: LogPlace) -> list[_Turn]:
    """Return the turns of a page from the first made to the last: so are the steps within each of them."""
    return list(turns if place.since is not None else reversed(turns))


def _turns(walk: Walk, place: LogPlace, then: Sequence[Context], face: AnyFace) -> Iterator[_Turn]:
    """Yield the turns of a log in the order in which pages take them: from the newest back, or onwards."""
    spans = _spans(walk, place.since or 0)
    for begin, end, actor in spans if place.since is not None else reversed(spans):
        if place.player is not None and actor != place.player:
            continue
        parts = list(_parts(walk, begin, end, actor, then, face))
        # Of a turn that is too long for a page its end is the newest.
        yield from parts if place.since is not None else reversed(parts)


def _spans(walk: Walk, since: int) -> list[tuple[int, int, Seat | None]]:
    """Return the first step of each turn, the one behind it, and the seat that acts."""
    spans: list[tuple[int, int, Seat | None]] = []
    for number, moment in enumerate(walk.moments):
        if number < since or not moment.events:
            continue
        actor = moment.actor
        if spans and (actor is None or actor == spans[-1][2]):
            spans[-1] = spans[-1][0], number + 1, spans[-1][2]
        else:
            spans.append((number, number + 1, actor))
    return spans


def _parts(
    walk: Walk, begin: int, end: int, actor: Seat | None, then: Sequence[Context], face: AnyFace
) -> Iterator[_Turn]:
    """Yield a turn, in several parts where it is too long for one page."""
    number, lines, length = begin, list[Markup](), 0
    for step in range(begin, end):
        moment, ctx = walk.moments[step], then[step]
        told = " ".join(told_lines(moment.events, ctx, face, named=walk.viewpoint is Viewpoint.ALL))
        if not told:
            continue
        said = f"~~{told}~~" if moment.entry in walk.undone else told
        when = "" if lines else f" {ctx.text.when(walk.entries[moment.entry].at)}"  # once for a turn
        line = Markup(f"`{step + 1}`{when} {said}")
        if lines and (length + len(line) > LOG_LENGTH or len(lines) == LOG_LINES):
            yield _Turn(number, actor, tuple(lines))
            number, lines, length = step, [], 0
        lines.append(line)
        length += len(line) + 1
    if lines:
        yield _Turn(number, actor, tuple(lines))


def _log_ways(
    services: Services,
    walk: Walk,
    place: LogPlace,
    turns: Sequence[_Turn],
    more: bool,
    then: Sequence[Context],
    reader: Reader,
) -> list[Press]:
    match, text, face = walk.match, reader.text, services.face(walk.match.game)
    onward, back = ("log.later", "log.earlier") if place.since is not None else ("log.earlier", "log.later")
    ways = list[Press]()
    if place.page > 0:
        ways.append(button(replace(place, page=place.page - 1).control("g"), text.plain(back)))
    if more:
        ways.append(button(replace(place, page=place.page + 1).control("g"), text.plain(onward)))
    begin = turns[0 if place.since is not None else -1].number if turns else len(walk.moments) - 1
    ways.append(button(place.step(begin, "a"), text.plain("replay.watch"), style=PRIMARY))
    if match.status.has_ended and face.has_hand:
        other = Viewpoint.OWN if place.viewpoint is Viewpoint.ALL else Viewpoint.ALL
        code = "log.all" if other is Viewpoint.ALL else "log.own"
        others = LogPlace(match.id, other, place.player, record=place.record)
        ways.append(button(others.control("g"), text.plain(code)))
    if not place.record:
        ways += table_buttons(services, match, text)
    if len(turns) > 1:
        listed = [_turn_option(turn, walk, then, face) for turn in turns[:CHOICES]]
        ways.append(menu(place.step(begin, "w"), text.plain("log.watch"), listed))
    names = services.context(match, text).names
    if len(names) > 1:
        seats = [_option(text.plain("log.everybody"), "-", chosen=place.player is None)]
        seats += [
            _option(name, str(seat), chosen=seat == place.player)
            for seat, name in enumerate(names[: CHOICES - 1])
        ]
        ways.append(menu(place.control("p"), text.plain("log.player"), seats))
    begun = [(n, each) for n, each in enumerate(walk.moments) if begins_chapter(face, each.events)]
    if begun:
        chapters = [_option(text.plain("log.order.newest"), "n", chosen=place.since is None)]
        chapters += [
            _option(_short(told_lines(each.events, then[n], face)), str(n), chosen=n == place.since)
            for n, each in begun[1 - CHOICES :]
        ]
    else:
        chapters = [
            _option(text.plain("log.order.newest"), "n", chosen=place.since is None),
            _option(text.plain("log.order.oldest"), "0", chosen=place.since == 0),
        ]
    ways.append(menu(place.control("c"), text.plain("log.order"), chapters))
    return ways


def _turn_option(turn: _Turn, walk: Walk, then: Sequence[Context], face: AnyFace) -> discord.SelectOption:
    told = _short(told_lines(walk.moments[turn.number].events, then[turn.number], face))
    return discord.SelectOption(label=f"{turn.number + 1}. {told}"[:100], value=str(turn.number))


def _option(label: str, value: str, *, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=value, default=chosen)


def _short(lines: Sequence[Markup]) -> str:
    return spoken_text(" ".join(lines))[:90] or "…"
