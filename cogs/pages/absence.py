"""The pages about clocks and absence: paces, one more day, robots that stand in, free seats.

The words are neutral: nobody is blamed, and no reason is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import discord

from cogs.answering.answers import Page, classic_page, words
from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.services.services import Reader, Services, name_at, names_of
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.match.clock import PACES, Pace
from engine.match.values import Match
from engine.matches import Notice, SeatTime, Situation, Status
from engine.matches.core.consequences import ASLEEP, DESERTED
from engine.matches.seats.paces import PACE
from engine.outcome import Gone

__all__ = [
    "PRIVATE",
    "PUBLIC",
    "come_back",
    "duration_in_words",
    "in_place",
    "pace_in_words",
    "pace_page",
    "pause_text",
    "private_page",
    "seat_request_page",
    "stakes_in_words",
    "table_page",
    "ways_out",
    "withdraw_button",
]

PUBLIC = (
    "grace",
    "steward",
    "back",
    "stays",
    "open",
    "asked",
    "objected",
    "withdrawn",
    "substitute",
    "leave",
    "time",
    "pause",
    PACE,
    ASLEEP,
    DESERTED,
    "woken",
    "host",
)
"""Kinds of notices that the table sees."""
PRIVATE = (
    "reminder",
    "grace",
    "back",
    "stays",
    "open",
    "asked",
    "objected",
    "withdrawn",
    "substitute",
    "replaced",
    "missed",
    "host",
    ASLEEP,
    DESERTED,
)
"""Kinds that one person gets."""
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success


def pace_in_words(text: Text, pace: Pace) -> Markup:
    """Return the pace of a table in a sentence or two."""
    if not pace.is_timed:
        return text("pace.open")
    said = text(
        "pace.timed", bank=duration_in_words(text, pace.bank), credit=duration_in_words(text, pace.credit)
    )
    more = [text("pace.weekends")] * pace.weekends + [text("pace.no_leave")] * (not pace.leave)
    return Markup(" ".join((said, *more)))


def stakes_in_words(text: Text, match: Match) -> Markup:
    """Return the pace of an open table and whether it is rated: what lists say beside the way to a seat."""
    pace = pace_in_words(text, match.pace)
    return Markup(f"{pace} {text('lobby.rated')}") if match.is_rated else pace


def duration_in_words(text: Text, time: timedelta) -> Markup:
    """Return a length of time in words, in whole days or hours."""
    hours = time // timedelta(hours=1)
    return text("time.days", n=hours // 24) if hours % 24 == 0 else text("time.hours", n=hours)


def table_page(services: Services, situation: Situation, notice: Notice) -> Page | None:
    """Return the message of a notice for the table; `None` once it has no meaning any more."""
    match = situation.match
    if match.status is not Status.RUNNING:
        return None
    ctx = services.public_context(match)
    found = _for_table(services, situation, notice, ctx)
    if found is None:
        return None
    said, controls = found
    page = classic_page(services.about(match, ctx.text, said))
    return page.row(*controls) if controls else page


def _for_table(
    services: Services, situation: Situation, notice: Notice, ctx: Context
) -> tuple[Markup, list[Press]] | None:
    text, match = ctx.text, situation.match
    if notice.kind == "pause":
        return _pause(situation, text)
    if notice.kind == PACE:
        return _pace(situation, notice, text)
    if notice.kind in (ASLEEP, DESERTED):
        return (text(f"{notice.kind}.table"), [_wake_button(match, text)]) if match.is_asleep else None
    if notice.kind == "woken":
        return None if match.is_asleep else (text("woken.table"), [])
    if notice.kind == "host" or notice.seat is None:
        return None  # the news tell it, and the call has the deadlines
    seat, time = notice.seat, situation.times[notice.seat]
    who, holder = name_at(match, seat, text), _holder(match, time)
    match notice.kind:
        case "grace" if time.grace and time.deadline is not None:
            wait = [_seat_button(situation, seat, "wait", text.plain("grace.wait", who=who))]
            may_wait = time.may_wait and len(match.persons) > 1 and not match.is_league
            return text("grace.table", who=who, until=text.when(time.deadline, "f")), wait * may_wait
        case "steward" if time.is_absent:
            return text("steward.table", who=who), _endings(services, situation, seat, text)
        case "back" if not time.is_absent:
            return text("back.table", who=who), []
        case "stays" if not time.is_absent and not time.is_open:
            return text("stays.table", who=who), []
        case "open" if time.is_open:
            sit = _seat_button(situation, seat, "sit", text.plain("open.sit"), GREEN)
            return text(f"open.{holder}", who=who), [sit]
        case "asked" if time.request is not None:
            by, until = time.request.name, text.when(time.request.due)
            return (
                text(f"asked.{holder}", who=who, by=by, until=until),
                [_seat_button(situation, seat, "object", text.plain("asked.object"))],
            )
        case "objected" if time.is_open and time.request is None:
            return text(f"objected.{'asleep' if match.is_asleep else holder}", who=who), []
        case "withdrawn" if time.is_open and time.request is None:
            return text(f"withdrawn.{'asleep' if match.is_asleep else holder}", who=who), []
        case "substitute" if match.occupants[seat].person is not None:
            return text("substitute.table", who=who), []
        case "leave" if time.leave_until is not None:
            return text("leave.table", who=who, until=text.when(time.leave_until, "f")), []
        case "time" if time.deadline is not None:
            return text("given.table", who=who, until=text.when(time.deadline, "f")), []
        case _:
            return None


def _holder(match: Match, time: SeatTime) -> str:
    """Return the state of the seat's person, the last part of a sentence's code: left, absent or offered."""
    if match.occupants[time.seat].person is None:
        return "left"
    return "absent" if time.is_absent else "offered"


def _pause_wish(situation: Situation, text: Text) -> tuple[str, dict[str, Markup]]:
    """Return the state of the match's pause, which ends a message's code, and the inputs of its sentence.

    ``begun``: it runs; ``asked``: somebody would like one; ``change``: it runs, and somebody would like
    another end; ``end``: that it ended at once; ``over``: it has ended; ``none``: there never was any.
    """
    running, wish = situation.paused_until, situation.pause_asked
    said = {} if running is None else {"until": text.when(running, "f")}
    if wish is None:
        return "begun" if running is not None else "over" if situation.was_paused else "none", said
    until, now = wish[0], situation.at
    if running is None:
        return "asked", {"until": text.when(until, "f")}
    if now is not None and until <= now:
        return "end", said
    return "change", {**said, "other": text.when(until, "f")}


def pause_text(situation: Situation, text: Text) -> Markup:
    """Return the sentence about the match's pause for somebody who has just agreed to something."""
    code, said = _pause_wish(situation, text)
    return text(f"pause.{code}" if code in ("begun", "over") else f"pause.noted_{code}", **said)


def _pause(situation: Situation, text: Text) -> tuple[Markup, list[Press]] | None:
    match, (code, said) = situation.match.id, _pause_wish(situation, text)
    if code == "none":
        return None
    shown = text(f"pause.{code}", **said)
    if code in ("begun", "over"):
        end = button(Control(match, "pause", "0"), text.plain("pause.go_on"))
        return shown, [end] if code == "begun" else []
    assert situation.pause_asked is not None
    until, _ = situation.pause_asked
    argument = "0" if code == "end" else str(int(until.timestamp()))
    return shown, [button(Control(match, "pause", argument), text.plain("pause.agree"))]


def _pace(situation: Situation, notice: Notice, text: Text) -> tuple[Markup, list[Press]] | None:
    """Return the proposal of another pace with the button to agree, or that it holds now."""
    match = situation.match
    if situation.paced == notice.number:
        return text("paced.table", pace=pace_in_words(text, match.pace)), []
    if situation.pace_asked is None:
        return None
    pace, agreed = situation.pace_asked
    who = [
        text("name", who=name_at(match, seat, text))
        for seat, one in enumerate(match.occupants)
        if one.person in agreed
    ]
    said = text("pace.proposed", n=len(who), who=text.list(who), pace=pace_in_words(text, pace))
    return said, [button(Control(match.id, "pace", str(pace)), text.plain("pause.agree"))]


def pace_page(situation: Situation, reader: Reader) -> Page:
    """Return the page on which a person at the match proposes another pace, agrees to one or withdraws it."""
    match, text, page = situation.match, reader.text, words()
    page.say(text("pace.now", pace=pace_in_words(text, match.pace)), text("pace.how"))
    own = str(match.pace)
    if situation.pace_asked is not None:
        pace, agreed = situation.pace_asked
        who = [
            text("name", who=name_at(match, seat, text))
            for seat, one in enumerate(match.occupants)
            if one.person in agreed
        ]
        page.say(text("pace.proposed", n=len(who), who=text.list(who), pace=pace_in_words(text, pace)))
        ways = [button(Control(match.id, "pace", own), text.plain("pace.keep"))]
        if reader.person not in agreed:
            agree = button(Control(match.id, "pace", str(pace)), text.plain("pause.agree"), style=GREEN)
            ways.insert(0, agree)
        page.row(*ways)
    offered = [
        (name, replace(pace, weekends=match.pace.weekends, leave=match.pace.leave))
        for name, pace in PACES.items()
        if pace.is_timed
    ]
    shown = {own} if situation.pace_asked is None else {own, str(situation.pace_asked[0])}
    return page.row(
        *(
            button(
                Control(match.id, "pace", str(pace)),
                text.plain("pace.propose", pace=text.plain(f"pace.name.{name}")),
            )
            for name, pace in offered
            if str(pace) not in shown
        )
    )


def _endings(services: Services, situation: Situation, seat: Seat, text: Text) -> list[Press]:
    """Return the buttons that end a match of two sides against the robot that plays for the seat.

    Nobody wins where the absence of anybody on the seat's side does not count. A table of a league is played
    to its end.
    """
    match = situation.match
    sides = services.face(match.game).sides(situation.view, match.size)
    if match.is_league or len(sides) != 2:
        return []
    own = next(side for side in sides if seat in side)
    uncounted = any(situation.gone.get(each) is Gone.UNCOUNTED for each in own)
    won = button(Control(match.id, "absent", "won"), text.plain("steward.won"))
    none = button(Control(match.id, "absent", "none"), text.plain("steward.none"))
    return [none] if uncounted else [won, none]


def _seat_button(
    situation: Situation, seat: Seat, verb: str, label: str, style: discord.ButtonStyle = GREY
) -> Press:
    return button(Control(situation.match.id, verb, str(int(seat))), label, style=style)


def ways_out(match: Match, seat: Seat | None, text: Text) -> list[Press]:
    """Return the buttons with which the seat's person wakes the match, is back, or keeps the seat."""
    if seat is None or match.status is not Status.RUNNING:
        return []
    if match.is_asleep:
        return [_wake_button(match, text)]
    if seat in match.absent:
        return [button(Control(match.id, "back"), text.plain("steward.back"), style=GREEN)]
    if seat in match.offered:
        return [button(Control(match.id, "back"), text.plain("offer.keep"))]
    return []


def _wake_button(match: Match, text: Text) -> Press:
    return button(Control(match.id, "wake"), text.plain("asleep.wake"), style=GREEN)


def withdraw_button(match: int, seat: Seat, text: Text) -> Press:
    """Return the button to withdraw the wish to sit down at a seat."""
    return button(Control(match, "unsit", str(int(seat))), text.plain("sit.withdraw"))


async def come_back(services: Services, match: int, reader: Reader, click: int) -> Markup:
    """Let the reader be back in the match, or keep the seat; return what that has done."""
    before = await services.matches.loader.get(match)
    seat = before.seat_of(reader.person)
    await services.matches.presence.come_back(match, reader.person, click)
    if seat in before.absent:
        return reader.text("back.done", match=match)
    code = "wake.done" if before.is_asleep else "stays.done" if seat in before.offered else "back.again"
    return reader.text(code, match=match)


def seat_request_page(situation: Situation, seat: Seat, reader: Reader) -> Page | None:
    """Return the page of the person who has asked for the seat, with a way to withdraw; `None` for others."""
    time, text = situation.times[seat] if situation.times else SeatTime(seat), reader.text
    if time.request is None or time.request.person != reader.person:
        return None
    match = situation.match
    code = f"sit.{'asleep' if match.is_asleep else _holder(match, time)}"
    said = text(code, match=match.id, until=text.when(time.request.due))
    return words(said, text("sit.once")).row(withdraw_button(match.id, seat, text))


async def private_page(
    services: Services, situation: Situation, notice: Notice, reader: Reader
) -> Page | None:
    """Return the private message of a notice; `None` once it has no meaning any more."""
    match, text = situation.match, reader.text
    if notice.kind == "missed":
        return await in_place(services, match, text, text("missed.asker"), [])
    if match.status is not Status.RUNNING or notice.seat is None:
        return None
    if situation.seat == notice.seat:
        found = _to_own(situation, notice, text)
    else:
        found = _to_other(situation, notice, text)
    if found is None:
        return None
    said, controls = found
    return await in_place(services, match, text, said, controls)


async def in_place(
    services: Services, match: Match, text: Text, said: Markup, controls: Sequence[Press]
) -> Page:
    """Return a message about the match, with a link to its thread."""
    page = classic_page(services.about(match, text, said))
    page.row(*controls)
    thread = await services.matches.posts.post(match.id, "thread")
    if thread is not None and not await services.is_lost(match):
        page.say(text("inbox.place", where=Markup(f"<#{thread.channel}>")))
    return page


def _to_own(situation: Situation, notice: Notice, text: Text) -> tuple[Markup, list[Press]] | None:
    """Return the sentence and buttons of a notice for the person of its seat."""
    assert notice.seat is not None
    match, seat, time = situation.match, notice.seat, situation.times[notice.seat]
    holder, out = _holder(match, time), ways_out(match, seat, text)
    others = [text("name", who=name) for each, name in enumerate(names_of(match, text)) if each != seat]
    who = text.list(others) if others else text("name", who="")
    match notice.kind:
        case "reminder" if situation.round is not None and situation.round.private and situation.calls_nobody:
            return None
        case "reminder" if time.deadline is not None and seat in situation.pending:
            until = text.when(time.deadline, "f")
            said = text("reminder" if others else "reminder.alone", who=who, until=until)
            return said, _play_buttons(situation, text)
        case "grace" if time.grace and time.deadline is not None:
            code = "grace.private" if _is_anybody_else_there(situation) else "grace.last"
            return text(code, until=text.when(time.deadline, "f")), _play_buttons(situation, text)
        case "open" if holder == "absent" and time.is_open:
            return text("open.owner"), out
        case "asked" if time.request is not None:
            by, until = time.request.name, text.when(time.request.due)
            return text(f"asked.owner.{holder}", by=by, until=until), out
        case "objected" | "withdrawn" if time.is_open and time.request is None:
            return text(f"{notice.kind}.owner.{'asleep' if match.is_asleep else holder}"), out
        case "substitute":
            return text("substitute.private"), []
        case "host":
            return text("host.private"), []
        case "asleep" | "deserted" if match.is_asleep:
            return text(f"{notice.kind}.private"), out
        case _:
            return None


def _to_other(situation: Situation, notice: Notice, text: Text) -> tuple[Markup, list[Press]] | None:
    """Return the sentence and buttons of a notice for one who asked for its seat, or sat there before."""
    assert notice.seat is not None
    match, seat, time = situation.match, notice.seat, situation.times[notice.seat]
    asks = time.request is not None and time.request.person == notice.person
    match notice.kind:
        case "back" | "stays" | "objected":
            return text(f"{notice.kind}.asker"), []
        case "replaced" if match.occupants[seat].person is not None and situation.seat is None:
            return text("replaced.private", who=name_at(match, seat, text)), []
        case "asleep" | "deserted" if match.is_asleep and asks:
            return text("asleep.asker"), [withdraw_button(match.id, seat, text)]
        case _:
            return None


def _play_buttons(situation: Situation, text: Text) -> list[Press]:
    if situation.question_entry is None:
        return []
    play = Control(situation.match.id, "play", asked=situation.call_number or 0, seat=situation.seat)
    return [button(play, text.plain("turn.play"), style=discord.ButtonStyle.primary)]


def _is_anybody_else_there(situation: Situation) -> bool:
    match = situation.match
    return any(
        one.person is not None and one.person > 0 and seat != situation.seat and seat not in match.absent
        for seat, one in enumerate(match.occupants)
    )
