"""What is said of clocks and of who is away: paces, one more day, robots that stand in, free seats.

The words are neutral: nobody is blamed, and no reason is given.
"""

from __future__ import annotations

from datetime import timedelta

import discord

from cogs.shared.answers import Page, classic_page
from cogs.shared.context import Context
from cogs.shared.controls import Control, Press, button
from cogs.shared.services import Reader, Services
from cogs.shared.text import Markup, Text
from engine.clock import Pace
from engine.game import Seat
from engine.matches import Notice, SeatTime, Situation, Status

__all__ = ["PRIVATE", "PUBLIC", "in_words", "lasting", "private_page", "table_page"]

PUBLIC = (
    "grace",
    "steward",
    "back",
    "open",
    "asked",
    "objected",
    "substitute",
    "leave",
    "time",
    "pause",
    "asleep",
    "woken",
    "host",
)
"""Kinds of notices that the table sees."""
PRIVATE = ("reminder", "grace", "steward", "back", "objected", "substitute", "host")
"""Kinds that one person gets."""
GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success


def in_words(text: Text, pace: Pace) -> Markup:
    """How fast a table plays, in one sentence."""
    if not pace.timed:
        return text("pace.open")
    said = text("pace.timed", bank=lasting(text, pace.bank), credit=lasting(text, pace.credit))
    more = [text("pace.weekends")] * pace.weekends + [text("pace.no_leave")] * (not pace.leave)
    return Markup(" ".join((said, *more)))


def lasting(text: Text, time: timedelta) -> Markup:
    """A length of time, in whole days or hours."""
    hours = time // timedelta(hours=1)
    return text("time.days", n=hours // 24) if hours % 24 == 0 else text("time.hours", n=hours)


def table_page(services: Services, situation: Situation, notice: Notice) -> Page | None:
    """What the table is told; `None` where it has no meaning any more."""
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
    if notice.kind == "asleep":
        wake = button(Control(match.id, "wake"), text.plain("asleep.wake"), style=GREEN)
        return (text("asleep.table"), [wake]) if match.asleep else None
    if notice.kind == "woken":
        return None if match.asleep else (text("woken.table"), [])
    if notice.kind == "host" or notice.seat is None:
        return None  # it stands in the news, and the deadlines in the call
    seat, time, who = notice.seat, situation.times[notice.seat], ctx.names[notice.seat]
    match notice.kind:
        case "grace" if time.grace and time.deadline is not None:
            wait = [_seat_button(situation, seat, "wait", text.plain("grace.wait", who=who))]
            return text("grace.table", who=who, until=text.when(time.deadline, "f")), wait * time.may_wait
        case "steward" if time.absent:
            return text("steward.table", who=who), _endings(services, situation, text)
        case "back" if not time.absent:
            return text("back.table", who=who), []
        case "open" if time.open:
            sit = _seat_button(situation, seat, "sit", text.plain("open.sit"), GREEN)
            return text("open.offered" if time.offered else "open.table", who=who), [sit]
        case "asked" if time.request is not None:
            return (
                text("asked.table", who=who, by=time.request.name, until=text.when(time.request.due)),
                [_seat_button(situation, seat, "object", text.plain("asked.object"))],
            )
        case "objected":
            return text("objected.table", who=who), []
        case "substitute":
            return text("substitute.table", who=who), []
        case "leave" if time.away_until is not None:
            return text("leave.table", who=who, until=text.when(time.away_until, "f")), []
        case "time" if time.deadline is not None:
            return text("given.table", who=who, until=text.when(time.deadline, "f")), []
        case _:
            return None


def _pause(situation: Situation, text: Text) -> tuple[Markup, list[Press]] | None:
    if situation.paused_until is not None:
        return text("pause.begun", until=text.when(situation.paused_until, "f")), []
    if situation.pause_asked is None:
        return None
    until, _ = situation.pause_asked
    agree = Control(situation.match.id, "pause", str(int(until.timestamp())))
    return text("pause.asked", until=text.when(until, "f")), [button(agree, text.plain("pause.agree"))]


def _endings(services: Services, situation: Situation, text: Text) -> list[Press]:
    """The other of two sides need not go on against a robot."""
    match = situation.match
    if len(services.face(match.game).sides(situation.view, match.size)) != 2:
        return []
    return [
        button(Control(match.id, "absent", "won"), text.plain("steward.won")),
        button(Control(match.id, "absent", "none"), text.plain("steward.none")),
    ]


def _seat_button(
    situation: Situation, seat: Seat, verb: str, label: str, style: discord.ButtonStyle = GREY
) -> Press:
    return button(Control(situation.match.id, verb, str(int(seat))), label, style=style)


async def private_page(
    services: Services, situation: Situation, notice: Notice, reader: Reader
) -> Page | None:
    """What the person is told; `None` where it has no meaning any more."""
    match, text = situation.match, reader.text
    if match.status is not Status.RUNNING or notice.seat is None:
        return None
    time, ctx = situation.times[notice.seat], services.context(match, text, reader.theme)
    move = await _played(services, situation, notice) if notice.kind == "steward" else ""
    said = _in_private(situation, notice, time, ctx, move)
    if said is None:
        return None
    page = classic_page(services.about(match, text, said))
    own = situation.seat == notice.seat
    if own and notice.kind in ("reminder", "grace") and situation.asked is not None:
        play = Control(match.id, "play", asked=situation.call or 0, seat=situation.seat)
        page.row(button(play, text.plain("turn.play"), style=discord.ButtonStyle.primary))
    elif own and notice.kind == "steward":
        page.row(button(Control(match.id, "back"), text.plain("steward.back"), style=GREEN))
    thread = await services.matches.post(match.id, "thread")
    if thread is not None and not await services.is_lost(match):
        page.say(text("inbox.place", where=Markup(f"<#{thread.channel}>")))
    return page


async def _played(services: Services, situation: Situation, notice: Notice) -> str:
    """The last move that the robot has made for the person; empty where it was taken back."""
    if situation.seat is None or situation.seat != notice.seat:
        return ""
    for entry, _ in reversed(await services.matches.log(situation.match.id, notice.person)):
        if entry.number <= notice.number:
            found = entry.kind == "move" and (entry.number, entry.seat) == (notice.number, notice.seat)
            return entry.text if found else ""
    return ""


def _in_private(
    situation: Situation, notice: Notice, time: SeatTime, ctx: Context, move: str = ""
) -> Markup | None:
    text, seat = ctx.text, notice.seat
    others = [text("name", who=name) for number, name in enumerate(ctx.names) if number != seat]
    who = text.list(others) if others else text("name", who="")
    match notice.kind:
        case "reminder" if time.deadline is not None and seat in situation.pending:
            until = text.when(time.deadline, "f")
            return text("reminder" if others else "reminder.alone", who=who, until=until)
        case "grace" if time.grace and time.deadline is not None:
            return text("grace.private", until=text.when(time.deadline, "f"))
        case "steward" if time.absent:
            return text("steward.private_move", move=move) if move else text("steward.private")
        case "back":
            return text("back.asker")
        case "objected":
            return text("objected.asker")
        case "substitute":
            return text("substitute.private")
        case "host":
            return text("host.private")
        case _:
            return None
