"""The private page on which a match is watched again, step by step, and its log.

Nothing of it is stored: match, step and viewpoint stand in the buttons. A step is a stage that the viewpoint
is shown (`engine.match.timeline`); people see these numbers, never those of the log's entries.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

import discord

from cogs.answering.answers import SUBTEXT, Page
from cogs.answering.controls import Control, Press, button, menu
from cogs.answering.forms import form, text_field
from cogs.face.context import Context
from cogs.face.face import AnyFace
from cogs.pages.endings import end_in_words, titled_end
from cogs.pages.log import LogPlace, begins_chapter, told_lines
from cogs.pages.movie import movie_buttons
from cogs.pages.parts import PRIMARY, sight_buttons
from cogs.pages.turn import waiting
from cogs.services.services import Reader, Services, contexts
from cogs.text.text import Markup, Text
from engine.game import Refusal, Seat
from engine.matches import Replay, Viewpoint, Walk

__all__ = ["Spot", "jump_form", "replay_page", "step_number"]

CHOICES = 25
"""Choices of a menu at most."""
MANY_STEPS = 3
"""Steps for each turn, on the average, from which on one would rather go on by turns."""
POSITION = 900
"""Characters of a position that is shown; a longer one comes as a file."""
_SPOT = re.compile(r"([mew])([t-])([a-z])((?:[0-9a-f]{32})?)")


@dataclass(frozen=True, slots=True)
class Spot:
    """A step of a match, as a button names it."""

    match: int
    viewpoint: Viewpoint = Viewpoint.OWN
    number: int = 0
    """The step, counted from 0."""
    in_text: bool = False
    """The board is shown in letters too."""
    record: str = ""
    """The digest of the record that is watched instead of a match."""

    def control(self, action: str) -> Control:
        """Return the control that does something from here: ``f`` first, ``b`` back, ``n`` next, ``l`` last,
        ``t`` next turn, ``c`` next chapter, ``p`` next turn of a player, ``v`` another viewpoint, ``j`` jump,
        ``x`` text or none, ``a`` here, ``w`` the step that a menu names."""
        verb = "recordto" if self.record else "replayto"
        return Control(self.match, verb, self._argument(action), self.number + 1)

    def _argument(self, action: str) -> str:
        return f"{self.viewpoint}{'t' if self.in_text else '-'}{action}{self.record}"

    @classmethod
    def read(cls, control: Control) -> tuple[Spot, str]:
        """Return the step that a control names, and what to do from there. Raises `Refusal`."""
        found = _SPOT.fullmatch(control.argument)
        if found is None or control.asked < 1:
            raise Refusal("unknown_control")
        spot = cls(control.match, Viewpoint(found[1]), control.asked - 1, found[2] == "t", found[4])
        if (control.verb.startswith("record")) != bool(spot.record):
            raise Refusal("unknown_control")
        return spot, found[3]


def step_number(walk: Walk, spot: Spot, action: str, face: AnyFace, chosen: str) -> int:
    """Return the step to which an action leads. Raises `Refusal` for one that leads nowhere."""
    moments, last = walk.moments, len(walk.moments) - 1
    here = min(spot.number, last)
    match action:
        case "f":
            return 0
        case "b":
            return max(here - 1, 0)
        case "n":
            return min(here + 1, last)
        case "l":
            return last
        case "t":
            return next((n for n in _turns(walk) if n > here), last)
        case "c":
            begun = (n for n in range(here + 1, last + 1) if begins_chapter(face, moments[n].events))
            return next(begun, last)
        case "p":
            seat = _chosen_step(chosen)
            turns = [n for n in _turns(walk) if moments[n].actor == seat]
            return next((n for n in turns if n > here), turns[0] if turns else here)
        case "a" | "x":
            return here
        case "w":
            return _chosen_step(chosen)
        case _:
            raise Refusal("unknown_control")


def _chosen_step(chosen: str) -> int:
    if not (chosen.isascii() and chosen.isdecimal()) or len(chosen) > 6:
        raise Refusal("unknown_control")
    return int(chosen)


def _turns(walk: Walk) -> list[int]:
    """Return the steps at which another seat than before does something."""
    found, last = list[int](), None
    for number, moment in enumerate(walk.moments):
        if (actor := moment.actor) is not None and actor != last:
            found.append(number)
            last = actor
    return found


def jump_form(spot: Spot, count: int, text: Text) -> discord.ui.Modal:
    """Return the form that asks for the number of a step."""
    control = replace(spot.control("a"), verb="recordat" if spot.record else "replayat")
    field = text_field(
        "step", text.plain("replay.step", count=count), str(spot.number + 1), required=True, most=6
    )
    return form(control, text.plain("replay.jump.title"), [field])


async def replay_page(services: Services, shown: Replay, spot: Spot, reader: Reader, *about: Markup) -> Page:
    """Return the page of a step, with what is to be said `about` a record below its title."""
    walk, text = shown.walk, reader.text
    match, face = walk.match, services.face(walk.match.game)
    spot = replace(spot, number=shown.number)
    then = step_context(services, walk, shown.number, reader)
    count = len(walk.moments)
    code = "replay.record" if spot.record else "replay.title"
    title = text(code, game=face.game.title, match=match.id, number=shown.number + 1, count=count)
    page = Page().say(title, _viewpoint_line(walk, shown.situation.seat, text, hides=face.has_hand), *about)
    # What changes from step to step stands right above the buttons, where a telephone shows it.
    await _add_hands(services, page, shown, then, face)
    if spot.in_text:
        page.say(f"```\n{face.board_text(then, shown.view)}\n```")
        _add_position(page, shown)
    result = _result_lines(shown, text, face)
    concluding = face.concluding if result and shown.is_last else frozenset[str]()
    page.say(*_told(walk, shown.number, then, face, concluding), *result)
    await services.show(page, face.board(then, shown.view, walk.seat), f"step-{match.id}")
    announced = face.announce(then, shown.view).split("\n")
    page.say("\n".join(line for line in announced if not line.startswith(SUBTEXT)))  # of the table's message
    if shown.is_last and not match.status.has_ended:
        page.say(waiting(shown.situation, services.context(match, text, reader.theme)))
    first, *others = _ways(services, shown, spot, reader)
    return page.row(*first).row(*(each for row in others for each in row))


def step_context(services: Services, walk: Walk, number: int, reader: Reader) -> Context:
    """Return the reader's context with the names of the people who sat there then, on pictures too."""
    now = services.context(walk.match, reader.text, reader.theme)
    then = contexts(walk.match, now, [each.events for each in walk.moments])[number]
    short = tuple(
        known if name == current else name
        for name, current, known in zip(then.names, now.names, now.picture_names, strict=True)
    )
    return replace(then, short_names=short)


def _viewpoint_line(walk: Walk, seat: Seat | None, text: Text, *, hides: bool) -> Markup:
    """Return the line that says with whose eyes it is watched; all are alike where a game `hides` nothing."""
    if not hides:
        return text("replay.eyes.blind" if walk.viewpoint is Viewpoint.BLIND else "replay.eyes.public")
    if walk.viewpoint is Viewpoint.OWN:
        return text("replay.eyes.public" if seat is None else "replay.eyes.own")
    return text("replay.eyes.all" if walk.viewpoint is Viewpoint.ALL else "replay.eyes.blind")


def _result_lines(shown: Replay, text: Text, face: AnyFace) -> list[Markup]:
    """Return how the match came out, in the last step alone.

    In another step it would read as what happened there.
    """
    match = shown.walk.match
    if not shown.is_last or not match.status.has_ended:
        return []
    if match.id:
        return [titled_end(shown.situation, text, face.game.title)]
    told = None if shown.situation.result is None else end_in_words(shown.situation, text)
    return [told] if told else []


def _told(
    walk: Walk, number: int, then: Context, face: AnyFace, concluding: Collection[str] = ()
) -> list[Markup]:
    """Return what happened at a step, in words, with the time; the `concluding` events are told otherwise."""
    moment, text = walk.moments[number], then.text
    when = text.when(walk.entries[moment.entry].at)
    events = [event for event in moment.events if event.code not in concluding]
    lines = told_lines(events, then, face, named=walk.viewpoint is Viewpoint.ALL)
    if not lines:
        if concluding and moment.events:
            return []
        return [_dated(text("replay.begin" if number == 0 else "replay.quiet"), when)]
    if moment.entry in walk.undone:
        lines = [Markup(f"~~{each}~~") for each in lines]
        lines.append(text("replay.undone"))
    return [*lines[:-1], _dated(lines[-1], when)]


def _dated(line: Markup, when: Markup) -> Markup:
    """Return a line with the time, set off by a dot: it begins with a small letter, as no sentence does."""
    return Markup(f"{line.removesuffix('.')} · {when}")


async def _add_hands(services: Services, page: Page, shown: Replay, then: Context, face: AnyFace) -> None:
    """Add the viewer's hand; where everything is shown, those of all, and the picture of who moved."""
    match = shown.walk.match
    if shown.walk.seat is not None:
        hand = face.hand(then, shown.view)
        page.say(hand.words if hand else "")
        await services.show(page, hand.drawing if hand else None, f"stephand-{match.id}")
        return
    mover = shown.moment.actor
    for seat, view in shown.hands.items():
        if (hand := face.hand(then, view)) is None:
            continue
        who = then.text("replay.hand", who=then.names[seat])
        page.say(f"{who}\n{hand.words}")
        if seat == mover:
            await services.show(page, hand.drawing, f"stephand-{match.id}")


def _add_position(page: Page, shown: Replay) -> None:
    """Add the whole position as text, where everything is shown."""
    position = shown.position
    if not position:
        return
    if len(position) <= POSITION and len(position) + 10 < page.room and "`" not in position:
        page.say(f"`{position}`")
    else:
        page.enclose(
            f"{shown.walk.match.game}-{shown.walk.match.id}-{shown.number + 1}.txt", position.encode()
        )


def _ways(services: Services, shown: Replay, spot: Spot, reader: Reader) -> list[list[Press]]:
    """Return the buttons of the row that a telephone shows whole, and the others."""
    text, walk = reader.text, shown.walk
    match, face = walk.match, services.face(walk.match.game)
    first, last = shown.number == 0, shown.is_last

    def way(action: str, code: str, *, off: bool = False, strong: bool = False) -> Press:
        style = PRIMARY if strong else discord.ButtonStyle.secondary
        return button(spot.control(action), text.plain(code), style=style, disabled=off)

    running = not match.status.has_ended
    by_turns = len(walk.moments) >= MANY_STEPS * len(_turns(walk))
    row = [
        way("f", "replay.first", off=first),
        way("b", "replay.back", off=first),
        way("n", "replay.next", off=last, strong=not by_turns),
        way("l", "replay.last", off=last and not running),
    ]
    ways = [way("t", "replay.turn", off=last, strong=by_turns)]
    if face.chapters:
        code = f"{match.game}.chapter"
        ways.append(way("c", code, off=last))
    ways.append(way("j", "replay.jump"))
    ways.append(way("x", "replay.picture" if spot.in_text else "replay.text"))
    if walk.viewpoint is not Viewpoint.BLIND and not spot.record:
        log = LogPlace(match.id, walk.viewpoint)
        ways.append(button(log.control("g"), text.plain("replay.log")))
        ways += movie_buttons(services, match.id, text, "movie.button")
    if shown.is_last and not spot.record:
        ways += sight_buttons(services, shown.situation, text)
    names = services.context(match, text).names
    seats = [discord.SelectOption(label=name, value=str(seat)) for seat, name in enumerate(names[:CHOICES])]
    if len(seats) > 1:
        ways.append(menu(spot.control("p"), text.plain("replay.to"), seats))
    if not running:
        ways.append(
            menu(
                spot.control("v"), text.plain("replay.eyes"), _viewpoints(shown, reader, hides=face.has_hand)
            )
        )
    return [row, ways]


def _viewpoints(shown: Replay, reader: Reader, *, hides: bool) -> list[discord.SelectOption]:
    """Return the viewpoints that show different things: of a game that `hides` nothing only two."""
    sits = shown.walk.match.seat_of(reader.person) is not None
    said = {Viewpoint.OWN: "own" if sits else "public", Viewpoint.ALL: "all", Viewpoint.BLIND: "blind"}
    if not hides:
        open_one = Viewpoint.ALL if shown.walk.viewpoint is Viewpoint.ALL else Viewpoint.OWN
        said = {open_one: "public", Viewpoint.BLIND: "blind"}
    return [
        discord.SelectOption(
            label=reader.text.plain(f"replay.choice.{code}"),
            value=each.value,
            default=each is shown.walk.viewpoint,
        )
        for each, code in said.items()
    ]
