"""The private page on which a match is watched again, step by step, and its log.

Nothing of it is stored: match, step and viewpoint stand in the buttons. A step is a stage that the viewpoint
is shown (`engine.match.timeline`); people see these numbers, never those of the log's entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
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
from cogs.text.text import Markup, Text, spoken_text
from engine.game import Refusal, Seat
from engine.matches import Replay, Viewpoint, Walk
from engine.store import STEP_CODE_LEVEL

__all__ = ["Spot", "jump_form", "replay_page", "step_number", "telling"]

CHOICES = 25
"""Choices of a menu at most."""
MANY_STEPS = 3
"""Steps for each turn, on the average, from which on one would rather go on by turns."""
POSITION = 900
"""Characters of a position that is shown; a longer one comes as a file."""
HANDS = 320
"""Characters of all hands together up to which they are shown unasked: more push the board off a phone."""
ENDING = 300
"""Characters about scores at the last step, at most: *In detail* tells all."""
_FLAGS = {(False, False): "-", (True, False): "t", (False, True): "h", (True, True): "b"}
"""The letters in buttons for what is shown beside the board: its text, and all hands."""
_SPOT = re.compile(r"([mew])([thb-])([a-z])((?:[0-9a-f]{32})?)")


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
    with_hands: bool = False
    """All hands are shown, where everything is and they are long."""

    def control(self, action: str) -> Control:
        """Return the control that does something from here: ``f`` first, ``b`` back, ``n`` next, ``l`` last,
        ``t`` next turn, ``c`` next chapter, ``p`` next turn of a player, ``v`` another viewpoint, ``j`` jump,
        ``x`` text or none, ``h`` all hands or not, ``a`` here, ``w`` the step that a menu names."""
        verb = "recordto" if self.record else "replayto"
        return Control(self.match, verb, self._argument(action), self.number + 1)

    def _argument(self, action: str) -> str:
        return f"{self.viewpoint}{_FLAGS[self.in_text, self.with_hands]}{action}{self.record}"

    @classmethod
    def read(cls, control: Control) -> tuple[Spot, str]:
        """Return the step that a control names, and what to do from there. Raises `Refusal`."""
        found = _SPOT.fullmatch(control.argument)
        if found is None or control.asked < 1:
            raise Refusal("unknown_control")
        in_text, with_hands = next(shown for shown, flag in _FLAGS.items() if flag == found[2])
        spot = cls(
            control.match, Viewpoint(found[1]), control.asked - 1, in_text, found[4], with_hands=with_hands
        )
        if (control.verb.startswith("record")) != bool(spot.record):
            raise Refusal("unknown_control")
        return spot, found[3]


def step_number(
    walk: Walk, spot: Spot, action: str, face: AnyFace, chosen: str, is_told: Callable[[int], bool]
) -> int:
    """Return the step to which an action leads. Raises `Refusal` for one that leads nowhere.

    One step on or back leads past those of which nothing is told (`telling`); a number leads to any.
    """
    moments, last = walk.moments, len(walk.moments) - 1
    here = min(spot.number, last)
    match action:
        case "f":
            return 0
        case "b":
            return next((n for n in range(here - 1, 0, -1) if is_told(n)), 0)
        case "n":
            return next((n for n in range(here + 1, last) if is_told(n)), last)
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
        case "a" | "x" | "h":
            return here
        case "w":
            return _chosen_step(chosen)
        case _:
            raise Refusal("unknown_control")


def telling(services: Services, walk: Walk, reader: Reader) -> Callable[[int], bool]:
    """Return a function that returns whether something is told at a step, in words."""
    face, then = services.face(walk.match.game), list[Context]()

    def is_told(number: int) -> bool:
        if not then:
            now = services.context(walk.match, reader.text, reader.theme)
            then.extend(contexts(walk.match, now, [each.events for each in walk.moments]))
        return bool(told_lines(walk.moments[number].events, then[number], face))

    return is_told


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
    hides_hands = await _add_hands(services, page, shown, then, face, spot)
    if spot.in_text:
        page.say(f"```\n{face.board_text(then, shown.view)}\n```")
        _add_position(page, shown)
    result = _result_lines(shown, text, face)
    concluding = face.concluding if result and shown.is_last else frozenset[str]()
    page.say(*_told(walk, shown.number, then, face, concluding), *result)
    await services.show(page, face.board(then, shown.view, walk.seat), f"step-{match.id}")
    is_over = shown.is_last and shown.situation.result is not None
    announced = face.ending(then, shown.view, ENDING) if is_over else face.announce(then, shown.view)
    of_table = [line for line in announced.split("\n") if not line.startswith(SUBTEXT)]
    page.say("\n".join(of_table))  # small lines are of the table's message
    if shown.is_last and not match.status.has_ended:
        page.say(waiting(shown.situation, services.context(match, text, reader.theme)))
    first, *others = _ways(services, shown, spot, reader, hides_hands=hides_hands)
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


async def _add_hands(
    services: Services, page: Page, shown: Replay, then: Context, face: AnyFace, spot: Spot
) -> bool:
    """Add the viewer's hand; where everything is shown, those of all, and the picture of who moved.

    Where they are long, others' are shown when they are asked for, and that of who moved is a picture without
    words. Return whether they are.
    """
    match = shown.walk.match
    if shown.walk.seat is not None:
        hand = face.hand(then, shown.view)
        page.say(hand.words if hand else "")
        await services.show(page, hand.drawing if hand else None, f"stephand-{match.id}")
        return False
    hands = {seat: face.hand(then, view) for seat, view in shown.hands.items()}
    found = {seat: hand for seat, hand in hands.items() if hand is not None}
    long = sum(len(spoken_text(hand.words)) for hand in found.values()) > HANDS
    can_hide = long and services.matches.store.code_levels.lowest >= STEP_CODE_LEVEL
    for seat, hand in found.items():
        moved = seat == shown.moment.actor
        if can_hide and not spot.with_hands and not moved:
            continue
        in_words = not can_hide or spot.with_hands or spot.in_text or hand.drawing is None
        who = then.text("replay.hand", who=then.names[seat])
        page.say(f"{who}\n{hand.words}" if in_words else who)
        if moved:
            await services.show(page, hand.drawing, f"stephand-{match.id}")
    return can_hide


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


def _ways(
    services: Services, shown: Replay, spot: Spot, reader: Reader, *, hides_hands: bool
) -> list[list[Press]]:
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
    if hides_hands:
        ways.append(way("h", "replay.no_hands" if spot.with_hands else "replay.hands"))
    ways.append(way("x", "replay.picture" if spot.in_text else "replay.text"))
    knows_log = not spot.record or services.matches.store.code_levels.lowest >= STEP_CODE_LEVEL
    if walk.viewpoint is not Viewpoint.BLIND and knows_log:
        log = LogPlace(match.id, walk.viewpoint, record=spot.record)
        ways.append(button(log.control("g"), text.plain("replay.log")))
    if walk.viewpoint is not Viewpoint.BLIND and not spot.record:
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
