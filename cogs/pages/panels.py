"""The pages of a match: the lobby, a turn in the thread, a player's private panel, the end."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import discord

from cogs.answering.answers import ROW_LIMIT, SUBTEXT, Page, classic_page, in_rows
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.context import Context
from cogs.face.face import AnyFace
from cogs.face.menus import Choice, Menu
from cogs.pages.absence import in_words, ways_out
from cogs.pages.endings import end_in_words, titled_end
from cogs.pages.held_moves import held_controls, held_lines, plan_buttons, planned_lines
from cogs.services.services import Reader, Services, contexts, name_at, names_of, narrate, player_name
from cogs.text.durations import weeks
from cogs.text.text import Markup, Text, clean_name, sorted_code, text_for, without_icons
from engine.game import Refusal, Result, Seat
from engine.match.lobby_changes import BEGIN_AFTER, CLOSE_AFTER
from engine.matches import Match, PlanningPosition, Round, Situation, Status, undone_entries

__all__ = [
    "Ways",
    "add_controls",
    "agreement",
    "cancelled_page",
    "fairness_page",
    "film_button",
    "film_buttons",
    "large_button",
    "lobby_letter",
    "lobby_lines",
    "lobby_page",
    "lobby_word",
    "log_page",
    "over_page",
    "panel_page",
    "plan_page",
    "put_out_page",
    "sealing_button",
    "step_buttons",
    "step_choices",
    "table_opened",
    "turn_page",
    "waiting",
]

PRIMARY = discord.ButtonStyle.primary
GREEN = discord.ButtonStyle.success
GREY = discord.ButtonStyle.secondary
RED = discord.ButtonStyle.danger
LOG_LINES = 12
LOG_LENGTH = 3600
"""Characters of a page's lines: a message of components holds 4,000."""
SEALED = 43
"""Characters of a fingerprint in a button."""
ENDING = 0.6
"""How much of what is left beside ranks and seals is kept for what the scores are made of."""
NOTED = 160
"""Characters of a person's own note that a panel shows."""
LEAST_NEWS = 100
"""Characters that must be left for news."""


# Everybody's


def lobby_lines(services: Services, match: Match, text: Text) -> list[Markup]:
    """The table in words: game, options, seats."""
    face, names = services.face(match.game), names_of(match, text)
    lines = [_lobby_title(services, match, text)]
    lines.append(face.options(text, match.options, match.size))
    lines.append(in_words(text, match.pace))
    if match.status is Status.LOBBY and (lasts := weeks(match)) is not None:
        usual, most = lasts
        lines.append(text("lobby.lasts", n=usual, most=text("time.weeks", n=most)))
    if match.before_chance:
        lines.append(text("lobby.before_chance"))
    if match.play_on and len(face.game.sides(match.options, match.size)) == 2:
        lines.append(text("lobby.play_on"))
    for number, who in enumerate(names):
        host = match.occupants[number].person == match.host
        lines.append(text("lobby.host" if host else "lobby.seat", number=number + 1, who=who))
    kept = [text("lobby.kept", who=guest.name) for guest in match.lobby.guests]
    free = [text("lobby.free")] * (match.size - len(names) - len(kept))
    for number, seat in enumerate((*kept, *free), len(names) + 1):
        lines.append(text("lobby.seat", number=number, who=seat))
    if match.status is Status.LOBBY:
        lines.append(_beginning(match, text))
    return lines


def _beginning(match: Match, text: Text) -> Markup:
    """How the match will begin."""
    lobby = match.lobby
    if lobby.due is not None:
        return text("lobby.due", left=text.when(lobby.due), start=text("lobby.start"))
    minutes = BEGIN_AFTER // timedelta(minutes=1)
    said = text(f"lobby.begin.{lobby.begin}", minutes=minutes, start=text("lobby.start"))
    return Markup(f"{SUBTEXT}{said}")


def _lobby_title(services: Services, match: Match, text: Text) -> Markup:
    known = {"game": services.face(match.game).game.title, "match": match.id}
    if match.status is not Status.LOBBY:
        return text("lobby.title", **known)
    if len(match.occupants) >= match.size:
        return text("lobby.ready", **known)
    return text("lobby.open", n=match.free, **known) if match.free else text("lobby.waiting", **known)


def table_opened(match: Match, reader: Reader) -> Markup:
    """What the person who opened a table is told. The button is the table's, in the place's language."""
    start = text_for(match.place.locale)("lobby.start")
    full = "_full" if len(match.occupants) >= match.size else ""
    minutes = BEGIN_AFTER // timedelta(minutes=1)
    return reader.text(
        f"lobby.opened{full}.{match.lobby.begin}", match=match.id, start=start, minutes=minutes
    )


def lobby_page(
    services: Services, match: Match, thread: int | None = None, end: Markup | None = None
) -> Page:
    """The table as it is now: seats, options, fairness, what one can do about it; who has won (`end`)."""
    text, face = text_for(match.place.locale), services.face(match.game)
    page = classic_page(*_invitation(services, match, text), *lobby_lines(services, match, text))
    if match.status is Status.LOBBY:
        full = len(match.occupants) >= match.size
        awaited = any(each and match.has_seat_for(each) for each in match.lobby.order)
        closed = not match.free or (match.lobby.guests_only and not awaited)
        page.row(
            button(Control(match.id, "join"), text.plain("lobby.join"), style=GREEN, disabled=closed),
            button(Control(match.id, "leave"), text.plain("lobby.leave")),
            button(Control(match.id, "start"), text.plain("lobby.start"), style=PRIMARY, disabled=not full),
            button(Control(match.id, "rules"), text.plain("lobby.rules")),
            sealing_button(match, text),
        )
        if match.lobby.guests:
            page.row(*_answers(match, text))
        if match.free:
            page.row(
                menu(
                    Control(match.id, "add"),
                    text.plain("lobby.add"),
                    [
                        discord.SelectOption(
                            label=player_name(kind, text),
                            value=kind,
                            description=text.plain(f"player.about.{kind}")
                            if text.knows(f"player.about.{kind}")
                            else None,
                        )
                        for kind in face.game.players
                    ],
                )
            )
        for_host: list[Press] = []
        if any(each.player for each in match.occupants):
            for_host.append(button(Control(match.id, "remove"), text.plain("lobby.remove")))
        if match.lobby.guests or len(match.persons) > 1:
            for_host.append(button(Control(match.id, "putout"), text.plain("lobby.put_out")))
        if for_host:
            page.row(*for_host)
    elif match.status is Status.RUNNING:
        page.say(text("lobby.running", thread=Markup(f"<#{thread}>")) if thread else text("lobby.started"))
    else:
        begun = match.status is Status.CANCELLED and match.entries
        code = "lobby.lapsed" if match.lobby.lapsed else f"lobby.{match.status.value}"
        page.say(text("lobby.called_off" if begun else code, days=CLOSE_AFTER.days))
        if match.status is Status.OVER:
            page.say(*([] if end is None else [end]))
            page.say(*([] if thread is None else [text("watch.thread", thread=Markup(f"<#{thread}>"))]))
    return page if match.status is Status.LOBBY else page.row(sealing_button(match, text))


def _answers(match: Match, text: Text) -> tuple[Press, Press]:
    """What those for whom seats are kept may answer."""
    return (
        button(Control(match.id, "accept"), text.plain("lobby.accept"), style=GREEN),
        button(Control(match.id, "decline"), text.plain("lobby.decline")),
    )


def _invitation(services: Services, match: Match, text: Text) -> list[Markup]:
    """What calls those for whom seats are kept. The message begins with it: their telephones say it."""
    if match.status is not Status.LOBBY or not match.lobby.guests:
        return []
    seat = next(seat for seat, one in enumerate(match.occupants) if one.person == match.host)
    host = name_at(match, seat, text)
    who = text.list(Markup(f"<@{guest.person}>") for guest in match.lobby.guests)
    known = {"game": services.face(match.game).game.title, "match": match.id}
    return [text("lobby.invited", who=who, host=host, **known)]


def lobby_word(services: Services, match: Match, kind: str, *more: Markup) -> Page | None:
    """What is said beside the table before the match begins; `None` once it has no meaning any more.

    An invitation says `more`.
    """
    if match.status is not Status.LOBBY:
        return None
    text, full = text_for(match.place.locale), len(match.occupants) >= match.size
    host, due = Markup(f"<@{match.host}>"), match.lobby.due
    known = {"game": services.face(match.game).game.title, "match": match.id}
    rules = button(Control(match.id, "rules"), text.plain("lobby.rules"))
    match kind:
        case "starting" if full:
            return classic_page(text("starting", **known)).row(rules)
        case "full" if full:
            start = button(Control(match.id, "start"), text.plain("lobby.start"), style=PRIMARY)
            word = text("lobby.start")
            said = (
                text("full.host", host=host, start=word, **known)
                if due is None
                else text("full.delay", host=host, start=word, left=text.when(due), **known)
            )
            return classic_page(said).row(start)
        case "invite" if match.lobby.guests:
            return classic_page(*_invitation(services, match, text), *more).row(*_answers(match, text), rules)
        case "offer" if not full:
            missing = match.size - len(match.occupants)
            fill = button(Control(match.id, "fill"), text.plain("offer.button"), style=PRIMARY)
            lines = [text("offer", host=host, n=missing, **known)]
            if match.lobby.guests:
                lines.append(text("offer.kept"))
            return classic_page(*lines).row(fill)
        case _:
            return None


def lobby_letter(match: Match, kind: str, about: int, person: int, text: Text) -> Markup | None:
    """What somebody is told of a table in private; `None` where it has no meaning any more."""
    match kind:
        case "declined":
            who = next((each.name for each in match.lobby.declined if each.person == about), None)
            return None if who is None else text("declined", who=who)
        case "putout" if match.seat_of(person) is None:
            return text("putout")
        case "closed":
            return text("closed", days=CLOSE_AFTER.days)
        case _:
            return None


def put_out_page(match: Match, text: Text) -> Page:
    """The menu by which the host takes back somebody's seat or invitation."""
    seated = [(one.person, one.name) for one in match.occupants if one.person not in (None, match.host)]
    invited = [(guest.person, guest.name) for guest in match.lobby.guests]
    options = [
        discord.SelectOption(label=clean_name(name), value=str(person))
        for person, name in (*seated, *invited)
    ]
    if not options:
        raise Refusal("nobody_to_put_out", match=match.id)
    control = Control(match.id, "putout", "yes")
    return Page().say(text("lobby.put_out.whom")).row(menu(control, text.plain("lobby.put_out"), options))


def sealing_button(match: Match, text: Text) -> Press:
    """The button behind which stand the digits that keep everybody from choosing the chance.

    The fingerprint of the seed is in the button itself: the message has it from the moment it was sent.
    """
    sealed = base64.urlsafe_b64encode(bytes.fromhex(match.commitment)).decode().rstrip("=")
    return button(Control(match.id, "fairness", sealed), text.plain("fairness.button"))


def _unsealed(sealed: str) -> str:
    """The fingerprint in a button; empty where there is none."""
    try:
        return base64.urlsafe_b64decode(f"{sealed}=").hex() if len(sealed) == SEALED else ""
    except ValueError:
        return ""


def fairness_page(services: Services, match: Match, reader: Reader, sealed: str) -> Page:
    """What the chance can be checked with, as far as it is known; `sealed` is what the button has carried."""
    text = reader.text
    shown = _unsealed(sealed)
    lines = [
        text("fairness.title", game=services.face(match.game).game.title, match=match.id),
        text("fairness.sealed", commitment=shown or match.commitment),
    ]
    if shown and shown != match.commitment:
        lines.append(text("fairness.differs", commitment=match.commitment))
    if match.entries:
        lines.append(text("fairness.clicks", clicks=",".join(map(str, match.clicks))))
        if (announced := match.lobby.announced) is not None:
            place = match.place
            url = f"https://discord.com/channels/{place.guild}/{place.channel}/{announced}"
            lines.append(text("fairness.announced", url=Markup(url)))
    if match.seed is not None:
        lines.append(text("fairness.seed", seed=match.seed.hex()))
        if match.entries:
            lines.append(text("fairness.record", n=match.entries))
    else:
        lines.append(text("fairness.later"))
    return Page().say(*lines)


async def turn_page(services: Services, situation: Situation, asked: Round) -> Page:
    """What the thread shows of an open question: who is asked what, what happened, the board, the controls.

    `situation` is a spectator's: nothing here knows a secret. Where several choose at once all are named as
    long as the question is open: who has chosen already is nobody's business.
    """
    match, number = situation.match, asked.call_number
    ctx = services.public_context(match)
    text, face = ctx.text, services.face(match.game)
    seats = [seat for seat in asked.seats if match.occupants[seat].person is not None]
    seat = seats[0] if len(seats) == 1 else None
    call = _called(situation, asked, ctx, face.game.title, face.task(ctx, situation.view))
    announced = face.announce(ctx, situation.view)
    page = classic_page().note(*progress(situation, ctx))
    room = page.room - _length(call, announced)
    page.say(call, services.news(situation, ctx, public=True, room=room), announced)
    board = None if face.bare(situation.view) else face.board(ctx, situation.view, seat)
    await services.show(page, board, f"board-{match.id}-{number}")
    controls = [
        button(Control(match.id, "play", asked=number, seat=seat), text.plain("turn.play"), style=PRIMARY)
    ]
    if face.has_hand:
        controls.append(button(Control(match.id, "hand", asked=number, seat=seat), text.plain("turn.hand")))
    controls.append(button(Control(match.id, "text", asked=number, seat=seat), text.plain("turn.text")))
    return page.row(*controls, *film_buttons(situation, text))


def _called(situation: Situation, asked: Round, ctx: Context, game: str, task: str) -> Markup:
    """Who is called to what, by when. For whom a robot plays nobody is."""
    match, text = situation.match, ctx.text
    persons = [seat for seat in asked.seats if match.occupants[seat].person is not None]
    seats = [seat for seat in persons if not situation.times[seat].robot]
    if not seats:
        who = text.list(text("name", who=ctx.names[seat]) for seat in persons)
        return text("turn.robot", who=who, game=game, match=match.id)
    until = _until(situation, asked)
    return text(
        "turn.call" if until is None else "turn.call_until",
        who=text.list(_mention(match, ctx, seat) for seat in seats),
        until="" if until is None else text.when(until, "f"),
        game=game,
        match=match.id,
        task=task,
    )


def _until(situation: Situation, asked: Round) -> datetime | None:
    """By when one has to answer. Of several, only while none has answered: else it would tell who has."""
    if len(asked.seats) > 1 and asked.chosen:
        return None
    times = [situation.times[seat] for seat in asked.seats if not situation.times[seat].robot]
    due = [time.deadline or time.expected for time in times]
    return min((each for each in due if each is not None), default=None)


def large_button(match: int, text: Text) -> Press:
    """The button for the board over all the width there is."""
    return button(Control(match, "large"), text.plain("turn.large"))


def film_buttons(situation: Situation, text: Text) -> list[Press]:
    """As `film_button`; none where nothing has happened that could be played back."""
    happened = any(events for _, events in situation.news)
    return [film_button(situation.match, text)] if happened else []


def film_button(match: Match, text: Text, code: str = "turn.film") -> Press:
    """The button that plays back what happened since the reader's last move."""
    return button(Control(match.id, "film"), text.plain(code))


def _length(*paragraphs: str) -> int:
    """Characters of these paragraphs of a text, and of what stands between them and the next."""
    return sum(len(each) + 1 for each in paragraphs if each)


def progress(situation: Situation, ctx: Context) -> list[Markup]:
    """How far the open question is: how many of several have chosen, when the short clock runs out."""
    asked, text = situation.round, ctx.text
    if asked is None:
        return []
    lines: list[Markup] = []
    if len(asked.seats) > 1:
        lines.append(text("turn.chosen", n=asked.chosen, seats=len(asked.seats)))
    until = _until(situation, asked)
    if until is not None:
        lines.append(text("turn.deadline", left=text.when(until)))
    return lines


def _mention(match: Match, ctx: Context, seat: Seat) -> Markup:
    person = match.occupants[seat].person
    return (
        Markup(f"<@{person}>") if person is not None and person > 0 else ctx.text("name", who=ctx.names[seat])
    )


async def over_page(services: Services, situation: Situation, record: bytes | None) -> Page:
    """The end: who has won, why, ranks, final board, the record, another match."""
    match, result = situation.match, situation.result
    ctx = services.public_context(match)
    text, face = ctx.text, services.face(match.game)
    lines = [titled_end(situation, text, face.game.title)]
    if result is not None and not situation.won:
        lines.append(text(sorted_code(result.reason, "end")))
        lines += _ranks(face, situation, result, ctx)
    page = classic_page()
    left = page.room - _length(*lines)
    ending = Markup("")
    if situation.view is not None:
        ending = face.ending(ctx, situation.view, left)
        await services.show(page, face.board(ctx, situation.view, None), f"board-{match.id}-end")
    room = left - min(_length(ending), int(left * ENDING))
    told = [
        (entry, [each for each in events if each.code not in face.concluding])
        for entry, events in situation.news
    ]
    news = services.news_text(match, told, ctx, public=True, room=room)
    if ending and _length(news, ending) > left:
        ending = face.ending(ctx, situation.view, left - _length(news) - 1)
    page.say(*lines, news, ending)
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    again = button(Control(match.id, "rematch"), text.plain("over.rematch"), style=PRIMARY)
    scored = situation.view is not None and bool(face.pictures(ctx, situation.view))
    film = film_button(match, text, "over.film" if scored else "turn.film")
    return page.row(again, film, sealing_button(match, text))


def _ranks(face: AnyFace, situation: Situation, result: Result, ctx: Context) -> Iterator[Markup]:
    """Side by side its rank and its total, the best first; who has forfeited has no rank."""
    text, size = ctx.text, situation.match.size
    sides = sorted(face.sides(situation.view, size), key=lambda side: result.ranks[side[0]])
    for side in sides:
        if not (score := face.score(text, result, side[0])):
            continue
        better = [each for each in sides if result.ranks[each[0]] < result.ranks[side[0]]]
        who = text.list(text("name", who=ctx.names[seat]) for seat in side)
        code = "over.forfeited" if side[0] in situation.forfeited else "over.rank"
        yield text("over.solo" if size == 1 else code, rank=1 + len(better), who=who, score=score)


def agreement(match: Match, gone: Collection[int], text: Text, code: str) -> list[Markup]:
    """Who has still to agree to cancel, in the sentence `code`, and who is not asked, having left."""
    here, left = list[Markup](), list[Markup]()
    for seat, one in enumerate(match.occupants):
        if one.person is not None and one.person not in match.agreed:
            who = text("name", who=name_at(match, seat, text))
            (left if one.person in gone else here).append(who)
    lines = [text(code, who=text.list(here), n=len(here))]
    if left:
        lines.append(text("cancel.without", who=text.list(left), n=len(left)))
    return lines


def cancelled_page(services: Services, match: Match, record: bytes | None) -> Page:
    """The match was ended before its end; it has a record where it had begun."""
    text = text_for(match.place.locale)
    page = classic_page(text("cancelled.title", game=services.face(match.game).game.title, match=match.id))
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    return page.row(sealing_button(match, text))


# One person's


async def panel_page(
    services: Services,
    situation: Situation,
    reader: Reader,
    *,
    path: tuple[str, ...] = (),
    page: int = 0,
    heading: Sequence[Markup] = (),
    news: News | None = None,
    board: bool = False,
) -> Page:
    """A player's private panel: the question and what can be answered, or the hand while others think.

    It fits a classic message, as which it comes unasked: `news` are cut for that, nothing else. With `board`
    its picture is the board, for somebody who sees no thread.
    """
    match = situation.match
    ctx = services.context(match, reader.text, reader.theme)
    face, text = services.face(match.game), reader.text
    note = await _noted(services, situation, reader)
    if situation.seat is None or situation.question_entry is None or not len(situation.moves):
        running = match.status is Status.RUNNING and situation.seat is not None
        hand = face.hand(ctx, situation.view) if running else None
        planned = await planned_lines(services, situation, ctx)
        shown = _headed(heading, news, waiting(situation, ctx), hand.words if hand else "", *planned, note)
        await services.show(shown, hand.drawing if hand else None, f"hand-{match.id}")
        beside = [*plan_buttons(situation, text), *ways_out(match, situation.seat, text)]
        return shown.row(*beside) if beside else shown
    if (held := situation.held) is not None:
        lines = [*await held_lines(services, situation, held, ctx)]
        lines += await planned_lines(services, situation, ctx)
        controls = [*held_controls(situation, held, ctx), *plan_buttons(situation, text)]
        return _headed(heading, None, *lines).row(*controls)
    step = await services.think(_step, services, situation, ctx, path, page)
    part = text("panel.part", page=step.page + 1, pages=step.pages) if step.pages > 1 else Markup("")
    planned = [] if path else await planned_lines(services, situation, ctx)
    asks = [*planned, step.prompt, part, *_standing(situation, ctx), note]
    ways = Ways(Control(match.id, "menu", "", situation.question_number or 0, situation.seat))
    beside = step_buttons(step, ways, path, services, text, back=situation.can_step_back)
    if not path:
        beside += plan_buttons(situation, text)
        beside += ways_out(match, situation.seat, text)
    number = f"{match.id}-{situation.question_number}"
    drawing, name = step.drawing, f"{'hand' if face.has_hand and not path else 'choice'}-{number}"
    if board:
        if face.has_hand or drawing is None:  # else the board is what one chooses on
            drawing, name = face.board(ctx, situation.view, situation.seat), f"board-{number}"
        if face.has_hand:
            beside.append(button(Control(match.id, "hand"), text.plain("turn.hand")))
    choices = step_choices(step, ways, path, services)
    film = film_buttons(situation, text)
    if not path and len(in_rows(choices)) + len(in_rows([*beside, *film])) <= ROW_LIMIT:
        beside += film
    shown = await services.show(_headed(heading, news, *asks), drawing, name)
    return add_controls(shown, choices, beside)


async def plan_page(
    services: Services,
    situation: Situation,
    reader: Reader,
    outset: PlanningPosition,
    *,
    path: tuple[str, ...] = (),
    page: int = 0,
    heading: Sequence[Markup] = (),
) -> Page:
    """The panel on which a move is planned: the choices of the next question as it would be asked now."""
    match, text = situation.match, reader.text
    ctx = replace(services.context(match, text, reader.theme), planning=True)
    face = services.face(match.game)
    ahead = replace(situation, view=outset.view, moves=outset.moves)
    step = await services.think(_step, services, ahead, ctx, path, page)
    part = text("panel.part", page=step.page + 1, pages=step.pages) if step.pages > 1 else Markup("")
    ways = Ways(Control(match.id, "plan", "", outset.call, situation.seat), "plan", "planpick", "plango")
    beside = step_buttons(step, ways, path, services, text)
    if not path:
        beside.append(button(Control(match.id, "panel"), text.plain("panel.back")))
    name = f"{'hand' if face.has_hand and not path else 'choice'}-{match.id}"
    shown = _headed(heading, None, text("plan.title"), step.prompt, part)
    await services.show(shown, step.drawing, name)
    return add_controls(shown, step_choices(step, ways, path, services), beside)


async def _noted(services: Services, situation: Situation, reader: Reader) -> Markup:
    """The beginning of what the reader has noted beside the match, on one line; empty where nothing is."""
    if situation.seat is None or situation.match.status is not Status.RUNNING:
        return Markup("")
    note = " · ".join((await services.matches.people.jotting(situation.match.id, reader.person)).split("\n"))
    if not note:
        return Markup("")
    short = note if len(note) <= NOTED else f"{note[: NOTED - 1].rstrip()}…"
    return reader.text("note.panel", note=short)


async def watch_page(services: Services, match: int, reader: Reader) -> Page:
    """A match as any passer-by may know it, to be looked at again; whoever sits there learns no more."""
    situation = await services.matches.queries.situation(match, None)
    ctx = services.context(situation.match, reader.text, reader.theme)
    face, text = services.face(situation.match.game), reader.text
    known = {"game": face.game.title, "match": match}
    last = [face.announce(ctx, situation.view), waiting(situation, ctx)]
    page = classic_page(text("watch.title", **known))
    page.say(services.news(situation, ctx, public=True, room=page.room - _length(*last)), *last)
    await services.show(page, face.board(ctx, situation.view, None), f"board-{match}")
    controls = [button(Control(match, "watch"), text.plain("watch.again"), style=PRIMARY)]
    post = await services.matches.posts.post(match, "thread")
    if post is not None and not await services.is_lost(situation.match):
        page.say(text("watch.thread", thread=Markup(f"<#{post.channel}>")))
    return page.row(*controls)


News = Callable[[int], Markup]
"""What happened, in at most so many characters."""


def _headed(heading: Sequence[Markup], news: News | None, *asks: str) -> Page:
    """Heading and news, and what is asked: room for that is kept."""
    page = classic_page()
    if _length(*heading, *asks) > page.room:
        asks = tuple(map(without_icons, asks))
    room = page.room - _length(*heading, *asks)
    return page.say(*heading, news(room) if news and room >= LEAST_NEWS else "").say(*asks)


def add_controls(page: Page, choices: Sequence[Press], beside: Sequence[Press]) -> Page:
    """Add what can be chosen and, in rows of its own unless there are too many, what leads elsewhere."""
    if len(in_rows(choices)) + len(in_rows(beside)) > ROW_LIMIT:
        return page.row(*choices, *beside)
    return page.row(*choices).row(*beside)


def _standing(situation: Situation, ctx: Context) -> list[Markup]:
    """What to know beside the question: that the choice is in, that the house answers, until when one may."""
    text, clock, seat = ctx.text, situation.deadline, situation.seat
    if seat is not None and seat in situation.pending:
        if situation.has_standing_order:
            return [text("panel.ordered")]
        lines = [text("panel.only")] if situation.has_only_move else []
        clock = clock or situation.times[seat].expected
        if clock is not None:
            code = "panel.until" if situation.match.pace.is_timed else "panel.deadline"
            lines.append(text(code, until=text.when(clock, "f"), left=text.when(clock)))
        return lines
    return [text("panel.sealed"), *progress(situation, ctx)]


def _step(services: Services, situation: Situation, ctx: Context, path: tuple[str, ...], page: int) -> Menu:
    face = services.face(situation.match.game)
    try:
        return face.menu(ctx, situation.view, situation.moves, path, page)
    except LookupError:
        raise Refusal("unknown_control") from None


@dataclass(frozen=True, slots=True)
class Ways:
    """What the controls of a step mean: where they lead, and what plays a move."""

    control: Control
    menu: str = "menu"
    pick: str = "pick"
    go: str = "go"
    about: str = ""
    """What their arguments begin with."""

    def step(self, path: Sequence[str], page: int = 0) -> Control:
        return replace(self.control, verb=self.menu, argument=f"{self.about}{page}@{'/'.join(path)}")

    def list_control(self, path: Sequence[str], page: int) -> Control:
        return replace(self.control, verb=self.pick, argument=f"{self.about}{page}@{'/'.join(path)}")

    def elsewhere(self, path: Sequence[str]) -> Control:
        """The list of areas beside that of places."""
        return replace(self.control, verb=self.pick, argument=f"{self.about}*@{'/'.join(path)}")

    def move(self, notation: str) -> Control:
        return replace(self.control, verb=self.go, argument=f"{self.about}{notation}")


def step_choices(step: Menu, ways: Ways, path: tuple[str, ...], services: Services) -> list[Press]:
    """A menu, perhaps one more for areas, or buttons: a list of few is one tap less so."""
    few = step.few if all(_control(each, ways, path).fits for each in step.few) else ()
    if step.listed and not few:
        offered = [
            menu(ways.list_control(path, step.page), step.placeholder, _options(step.choices, services))
        ]
    else:
        offered = _buttons(few or step.choices, ways, path, services)
    if step.areas:
        offered.append(menu(ways.elsewhere(path), step.area_prompt, _options(step.areas, services)))
    return offered


def _control(choice: Choice, ways: Ways, path: tuple[str, ...]) -> Control:
    return ways.move(choice.value) if choice.final else ways.step((*path, choice.value))


def _options(choices: Sequence[Choice], services: Services) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=choice.label,
            value=_value(choice),
            description=choice.detail or None,
            emoji=services.icons.get(choice.emoji),
        )
        for choice in choices
    ]


def _buttons(choices: Sequence[Choice], ways: Ways, path: tuple[str, ...], services: Services) -> list[Press]:
    controls: list[Press] = []
    for choice in choices:
        control = _control(choice, ways, path)
        style = PRIMARY if choice.strong else GREY
        controls.append(button(control, choice.label, style=style, emoji=services.icons.get(choice.emoji)))
    return controls


def _value(choice: Choice) -> str:
    return f"={choice.value}" if choice.final else f">{choice.value}"


def step_buttons(
    step: Menu, ways: Ways, path: tuple[str, ...], services: Services, text: Text, *, back: bool = False
) -> list[Press]:
    """What stands beside the choices: back, other pages, what may be answered instead.

    At the first step `back` leads to before the last step of the turn.
    """
    controls: list[Press] = []
    if path:
        controls.append(button(ways.step(path[:-1]), text.plain("panel.back")))
    elif back:
        said = text.plain("panel.stepback")
        controls.append(button(replace(ways.control, verb="stepback", argument=""), said))
    if step.pages > 1:
        before, after = step.page - 1, step.page + 1
        if before >= 0:
            said = text.plain("panel.before", page=before + 1, pages=step.pages)
            controls.append(button(ways.step(path, before), said))
        if after < step.pages:
            said = text.plain("panel.after", page=after + 1, pages=step.pages)
            controls.append(button(ways.step(path, after), said))
    return [*controls, *_buttons(step.beside, ways, path, services)]


def waiting(situation: Situation, ctx: Context) -> Markup:
    """Whom the match waits for; of several who choose at once, only how many have chosen."""
    text = ctx.text
    if situation.match.status is Status.LOBBY:
        return text("panel.lobby")
    if situation.match.status is not Status.RUNNING or not situation.pending:
        if situation.match.status is Status.CANCELLED:
            return text("panel.cancelled")
        return Markup(" ".join(filter(None, (text("panel.over"), end_in_words(situation, text)))))
    if situation.round is not None and len(situation.round.seats) > 1:
        return Markup("\n".join(progress(situation, ctx)))
    others = [seat for seat in situation.pending if not situation.times[seat].robot]
    if situation.match.asleep:
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


def _log_parts(lines: Sequence[Markup]) -> list[list[Markup]]:
    """The lines page by page, so many that each page fits into a message. At least one page."""
    parts: list[list[Markup]] = [[]]
    for line in lines:
        if len(parts[-1]) == LOG_LINES or sum(map(len, parts[-1])) + len(line) > LOG_LENGTH:
            parts.append([])
        parts[-1].append(line)
    return parts


async def log_page(services: Services, match: Match, reader: Reader, page: int | None) -> Page:
    """What has been played, page by page; `None` is the last page.

    Counted is what everybody may know: numbers left out would tell that somebody did something in secret.
    """
    ctx = services.context(match, reader.text, reader.theme)
    text, face = reader.text, services.face(match.game)
    lines: list[Markup] = []
    number = 0
    log = await services.matches.queries.log(match.id, reader.person)
    undone = undone_entries([entry for entry, _ in log])
    for (entry, events), then in zip(log, contexts(match, ctx, [each for _, each in log]), strict=True):
        public = any(event.to is None for event in events)
        number += public
        told = [line for event in events if (line := narrate(face, then, event))]
        if told:
            counted = f"`{number}`" if public else "`·`"
            said = " ".join(told)
            said = f"~~{said}~~" if entry.number in undone else said
            lines.append(Markup(f"{counted} {text.when(entry.at)} {said}"))
    parts = _log_parts(lines)
    pages = len(parts)
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    part = parts[page]
    shown = Page().say(text("log.title", match=match.id, page=page + 1, pages=pages))
    shown.say("\n".join(part) if part else text("log.empty"))
    controls: list[discord.ui.Item[Any]] = []
    if page > 0:
        controls.append(button(Control(match.id, "log", str(page - 1)), text.plain("log.earlier")))
    if page + 1 < pages:
        controls.append(button(Control(match.id, "log", str(page + 1)), text.plain("log.later")))
    return shown.row(*controls) if controls else shown
