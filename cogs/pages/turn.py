"""The pages of a turn that everybody may see, and the line with the people for whom the match waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.face.context import Context
from cogs.face.face import AnyFace
from cogs.pages.endings import end_in_words
from cogs.pages.league_place import stake_line
from cogs.pages.parts import PRIMARY, film_buttons, progress, sight_buttons, text_length
from cogs.services.services import Services
from cogs.text.text import Markup
from engine.game import Event, Seat
from engine.matches import Entry, Match, Round, Situation, Status
from engine.outcome import ENDED_WON


async def turn_page(services: Services, situation: Situation, asked: Round) -> Page:
    """Return the thread's message of an open question: who is asked what, the news, the board, the controls.

    `situation` is a spectator's: nothing here knows a secret. Where several choose at once all are named as
    long as the question is open: who has chosen already is nobody's business.
    """
    match, number = situation.match, asked.call_number
    ctx = services.public_context(match)
    text, face = ctx.text, services.face(match.game)
    seats = [seat for seat in asked.seats if match.occupants[seat].person is not None]
    seat = seats[0] if len(seats) == 1 else None
    call = _call_line(situation, asked, ctx, face.game.title, face.task(ctx, situation.view))
    announced = face.announce(ctx, situation.view)
    page = classic_page().note(*progress(situation, ctx))
    # The thread's first message says what the match is played for.
    begins = match.is_league and not any(situation.last_moves)
    stake = await stake_line(services, match, text) if begins else Markup("")
    room = page.room - text_length(call, stake, announced)
    page.say(call, stake, services.news(situation, ctx, public=True, room=room), announced)
    board = None if face.bare(situation.view) else face.board(ctx, situation.view, seat)
    await services.show(page, board, f"board-{match.id}")
    controls = [
        button(Control(match.id, "play", asked=number, seat=seat), text.plain("turn.play"), style=PRIMARY)
    ]
    if face.has_hand:
        controls.append(button(Control(match.id, "hand", asked=number, seat=seat), text.plain("turn.hand")))
    in_text = button(Control(match.id, "text", asked=number, seat=seat), text.plain("turn.text"))
    controls += film_buttons(situation, text)
    if sight := sight_buttons(services, situation, text):
        return page.row(*controls).row(*sight, in_text)
    return page.row(*controls, in_text)


def _call_line(situation: Situation, asked: Round, ctx: Context, game: str, task: str) -> Markup:
    """Return the line that calls people and says their task; `progress` says until when they can answer.

    Nobody is called if robots play for all of them.
    """
    match, text = situation.match, ctx.text
    persons = [seat for seat in asked.seats if match.occupants[seat].person is not None]
    seats = [seat for seat in persons if not situation.times[seat].robot]
    if not seats:
        who = text.list(text("name", who=ctx.names[seat]) for seat in persons)
        return text("turn.robot", who=who, game=game, match=match.id)
    return text(
        "turn.call",
        who=text.list(_mention(match, ctx, seat) for seat in seats),
        game=game,
        match=match.id,
        task=task,
    )


def _mention(match: Match, ctx: Context, seat: Seat) -> Markup:
    person = match.occupants[seat].person
    return (
        Markup(f"<@{person}>") if person is not None and person > 0 else ctx.text("name", who=ctx.names[seat])
    )


def tells_end(face: AnyFace, news: Iterable[tuple[Entry, Sequence[Event]]]) -> bool:
    """Return whether these news say already who has won."""
    told = {f"{face.game.key}.won", f"{face.game.key}.drawn", ENDED_WON}
    return any(event.code in told for _, events in news for event in events)


def waiting(situation: Situation, ctx: Context, *, end_told: bool = False) -> Markup:
    """Return the line with the people for whom the match waits; of several who choose at once, the number.

    Of a match that is over it says who has won, unless that stands above: `end_told`.
    """
    text = ctx.text
    if situation.match.status is Status.LOBBY:
        return text("panel.lobby")
    if situation.match.status is not Status.RUNNING or not situation.pending:
        if situation.match.status is Status.CANCELLED:
            return text("panel.cancelled")
        end = None if end_told else end_in_words(situation, text)
        return Markup(" ".join(filter(None, (text("panel.over"), end))))
    if situation.round is not None and len(situation.round.seats) > 1:
        return Markup("\n".join(progress(situation, ctx)))
    others = [seat for seat in situation.pending if not situation.times[seat].robot]
    if situation.match.is_asleep:
        call = text("panel.asleep")
    elif situation.pending == (situation.seat,):
        call = text("panel.mine")
    elif not others:
        who = text.list(text("name", who=ctx.names[seat]) for seat in situation.pending)
        call = text("panel.robot", who=who)
    else:
        who = text.list(text("name", who=ctx.names[seat]) for seat in others)
        call = text("panel.waiting", who=who, n=len(others))
    return Markup("\n".join((call, *progress(situation, ctx))))
