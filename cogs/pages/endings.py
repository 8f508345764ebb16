"""The end of a match: its page in the thread, and the sentences that say how it came out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.face.deciding import Course, Decision, Tally
from cogs.face.drawing import Drawing
from cogs.face.face import AnyFace
from cogs.pages.cards import end_card_alt
from cogs.pages.fairness import sealing_button
from cogs.pages.league_place import league_line
from cogs.pages.parts import PRIMARY, film_button, sight_buttons, text_length
from cogs.services.services import Reader, Services, name_at, names_of
from cogs.text.text import Markup, Text, text_for
from engine.game import Result, Seat
from engine.matches import Match, Situation, Status
from engine.outcome import Gone, winners
from engine.robots.levels import LEVELS, level_of
from engine.store import END_CODE_LEVEL
from render.cards.end_card import EndCard, Row, draw_end_card
from render.kit.canvas import Picture, Theme


def titled_end(situation: Situation, text: Text, game: str) -> Markup:
    """Return the heading for everybody: the match that is over, and its winners."""
    match, best = situation.match, winners(situation.result)
    known = {"game": game, "match": match.id}
    if situation.result is None or match.size == 1:
        return text("over.title", **known)
    if not best:
        return text("over.nobody", **known)
    if len(best) == match.size:
        return text("over.drawn", **known)
    return text("over.won", n=len(best), who=_named(match, best, text), **known)


def end_in_words(situation: Situation, text: Text) -> Markup | None:
    """Return the sentence for everybody with the winners; `None` if there is no result to tell."""
    match, best = situation.match, winners(situation.result)
    if match.status is not Status.OVER or situation.result is None or match.size == 1:
        return None
    if situation.won:
        who = _named(match, situation.won, text)
        return text("event.ended_won", n=len(situation.won), who=who, why=_why(situation, text))
    if not best:
        return text("event.won_nobody")
    if len(best) == match.size:
        return text("panel.drawn")
    return text("panel.won", n=len(best), who=_named(match, best, text))


def own_end(situation: Situation, text: Text) -> Markup:
    """Return the end in few words, as the viewer sees it; for one who has resigned, the winners."""
    match, seat, best = situation.match, situation.seat, winners(situation.result)
    if situation.result is None or match.size == 1:
        return text("turns.finished")
    why = None if seat is None else situation.gone.get(seat)
    if seat in best:
        if situation.won:
            return text("turns.won_why", why=_why(situation, text))
        return text("turns.drawn" if len(best) == match.size else "turns.won")
    if seat is None or why is Gone.RESIGNED:
        if not best:
            return text("turns.resigned")
        return text("turns.resigned_won", n=len(best), who=_named(match, best, text))
    if situation.won:
        return text("turns.lost_away")
    if seat in situation.forfeited:
        return text("turns.forfeited")
    return text("turns.lost")


def _why(situation: Situation, text: Text) -> Markup:
    """Return the reason why a match was ended as won: people resigned, or nobody came back."""
    others = _others(situation)
    if any(situation.gone.get(seat) is Gone.ABSENT for seat in others):
        return text("ending.absent")
    who = text.list(text("name", who=name_at(situation.match, seat, text)) for seat in others)
    return text("ending.resigned", n=len(others), who=who)


def _others(situation: Situation) -> list[Seat]:
    """Return the seats of people for whom a match was not ended as won."""
    return [
        Seat(seat)
        for seat, one in enumerate(situation.match.occupants)
        if seat not in situation.won and (one.person is not None or one.name)
    ]


def _named(match: Match, seats: Iterable[Seat], text: Text) -> Markup:
    names = names_of(match, text)
    return text.list(text("name", who=names[seat]) for seat in seats)


ENDING = 0.6
"""The part of the room of the page of details that is kept for `Face.ending`, at most."""
THUMBNAIL = 660
"""Width in pixels of the board that the card shows small."""


@dataclass(frozen=True, slots=True)
class Story:
    """The course of a match that is over, as its card and its sentence tell it."""

    decision: Decision | None = None
    margin: str = ""
    curves: Mapping[int, tuple[float, ...]] = field(default_factory=dict[int, tuple[float, ...]])
    turns: int | None = None
    moves: int = 0
    """The moves that were made in a match that was called off."""
    by_moderator: bool = False
    """A moderator has called it off."""


async def story_of(services: Services, situation: Situation) -> Story:
    """Return the course of a match that is over or was called off, which is worked out once."""
    match, result = situation.match, situation.result
    told = match.status is Status.CANCELLED or (match.status is Status.OVER and result is not None)
    if not told or situation.view is None:
        return Story()
    key = match.id, match.entries, () if result is None else result.ranks
    if (known := services.stories.get(key)) is None:
        _, scenes = await services.matches.queries.course(match.id, None)
        last = {scene.entry: scene.view for scene in scenes}
        face, views = services.face(match.game), [*last.values()]
        if match.status is Status.CANCELLED or result is None:
            known = await services.think(_told_of_cancelled, face, situation, views)
            entries = await services.matches.queries.log(match.id, None)
            ended = any(event.code == "host_ended" for event in entries[-1][1])
            moves = sum(entry.kind == "move" for entry, _ in entries)
            known = replace(known, moves=moves, by_moderator=ended)
        else:
            known = await services.think(_told, face, situation, result, views)
        services.stories[key] = known
        while len(services.stories) > STORIES:
            del services.stories[next(iter(services.stories))]
    return known


STORIES = 64
"""Courses of matches that are remembered."""


def _told(face: AnyFace, situation: Situation, result: Result, views: Sequence[Any]) -> Story:
    size, end = situation.match.size, views[-1]
    sides = sorted(map(tuple, face.sides(end, size)), key=lambda side: result.ranks[side[0]])
    lost = [side for side in sides if side[0] in situation.forfeited]
    counted = [side for side in sides if side not in lost]
    scores = [face.standing(view, end) for view in views]
    if not all(scores):
        scores = []
    turns = face.turn(views[-1])
    curves = {int(side[0]): tuple(each[side[0]] for each in scores) for side in sides} if scores else {}
    if situation.won or not counted:
        return Story(None, "", curves, turns)
    course = Course(views, scores, result, counted, lost)
    decision = face.decided(course) if size > 1 and scores else None
    return Story(decision, face.margin(course) if size > 1 else "", curves, turns)


def _told_of_cancelled(face: AnyFace, situation: Situation, views: Sequence[Any]) -> Story:
    """Return how far a match came that was called off, by what everybody saw."""
    end = views[-1]
    scores = [face.standing(view, end) for view in views]
    if not all(scores):
        return Story(turns=face.turn(end))
    sides = face.sides(end, situation.match.size)
    curves = {int(side[0]): tuple(each[side[0]] for each in scores) for side in sides}
    return Story(curves=curves, turns=face.turn(end))


def cancelled_lines(services: Services, situation: Situation, ctx: Context, story: Story) -> list[Markup]:
    """Return that a match was called off: by whom, and how far it had come."""
    match, text = situation.match, ctx.text
    title = text("cancelled.title", game=services.face(match.game).game.title, match=match.id)
    came = text("cancelled.moves", n=story.moves)
    if story.turns is not None:
        came = text("cancelled.turn", turn=story.turns)
    by = _by_whom(situation, ctx, story)
    return [title, Markup(" ".join(filter(None, (by, came))))]


def _by_whom(situation: Situation, ctx: Context, story: Story) -> Markup | None:
    """Return the sentence about who has called a match off; `None` if that is not known any more."""
    match, text = situation.match, ctx.text

    def named(seats: Iterable[int]) -> Markup:
        return text.list(text("name", who=ctx.names[seat]) for seat in seats)

    agreed = [seat for seat, one in enumerate(match.occupants) if one.person in match.agreed]
    gone = sorted(seat for seat, why in situation.gone.items() if why is not Gone.RESIGNED)
    if story.by_moderator:
        return text("event.host_ended")
    if agreed and {*match.persons} <= {*match.agreed, *(match.occupants[seat].person for seat in gone)}:
        return text("cancelled.agreed", n=len(agreed), who=named(agreed))
    if gone:
        return text("cancelled.absent", who=named(gone))
    return text("cancelled.resigned") if len(match.persons) < 2 else None


def cancelled_card(services: Services, situation: Situation, ctx: Context, story: Story) -> EndCard | None:
    """Return the card of a match that was called off: its players as they stood, without ranks."""
    match, face, view = situation.match, services.face(situation.match.game), situation.view
    if view is None:
        return None
    names, rows = ctx.picture_names, list[Row]()
    for side in face.sides(view, match.size):
        first, *others = side
        curve = story.curves.get(int(first))
        partners = tuple((int(seat), names[seat], face.colour(view, seat)) for seat in others)
        score = f"{curve[-1]:g}".replace("-", "−") if curve else ""
        rows.append(Row(int(first), names[first], 0, score, (), face.colour(view, first), partners=partners))
    return EndCard(tuple(rows), "", story.curves, (), story.turns, _days(match), is_cancelled=True)


def _days(match: Match) -> int | None:
    """Return the days that a match took; `None` for less than one."""
    return None if match.ended_at is None else (match.ended_at - match.opened_at).days or None


def end_lines(services: Services, situation: Situation, ctx: Context, story: Story) -> list[Markup]:
    """Return the end in three lines: who has won, why it was over, and what decided it."""
    text, face = ctx.text, services.face(situation.match.game)
    lines, why = [titled_end(situation, text, face.game.title)], list[Markup]()
    if situation.won:
        why.append(_reason(situation, text))
    elif situation.result is not None:
        lost = [side for side in range(situation.match.size) if side in situation.forfeited]
        if len(lost) == situation.match.size > 1:
            why.append(text("over.deserted"))  # the rules' reason names a loser where nobody has won
        else:
            why.append(face.reason(ctx, situation.view, situation.result))
        if lost and len(lost) < situation.match.size:
            who = text.list(text("name", who=ctx.names[seat]) for seat in lost)
            why.append(text("over.unranked", lost=who))
    if why:
        lines.append(Markup(" ".join(why)))
    if story.decision is not None:
        lines.append(face.tell_decision(ctx, story.decision))
    return lines


def _reason(situation: Situation, text: Text) -> Markup:
    """Return the reason why a match was ended as won, as a sentence of its own."""
    others = _others(situation)
    if any(situation.gone.get(seat) is Gone.ABSENT for seat in others):
        return text("over.absent")
    names = text.list(text("name", who=name_at(situation.match, seat, text)) for seat in others)
    return text("over.resigned", n=len(others), who=names)


def end_card(services: Services, situation: Situation, ctx: Context, story: Story) -> EndCard | None:
    """Return the card of a match that is over; `None` for one without a result."""
    match, result, face = situation.match, situation.result, services.face(situation.match.game)
    if result is None or situation.view is None:
        return None
    names, rows = ctx.picture_names, list[Row]()
    sides = sorted(face.sides(situation.view, match.size), key=lambda side: result.ranks[side[0]])
    for side in sides:
        first = side[0]
        tally = Tally("") if situation.won else face.tally(ctx, situation.view, result, first)
        rank = 0 if first in situation.forfeited else result.ranks[first]
        better = {result.ranks[each[0]] for each in sides if result.ranks[each[0]] < rank}
        rank = 1 + len([each for each in sides if result.ranks[each[0]] in better]) if rank else 0
        partners = tuple((int(seat), names[seat], face.colour(situation.view, seat)) for seat in side[1:])
        colour = face.colour(situation.view, first)
        one = match.occupants[first]
        level = "" if one.person is not None or one.name or partners else level_of(one.player or "")
        face_shown = level if level in LEVELS else ""
        row = Row(
            int(first), names[first], rank, tally.score, tally.parts, colour, tally.said, face_shown, partners
        )
        rows.append(row)
    legend = face.legend(ctx.theme) if any(part.value for row in rows for part in row.parts) else ()
    return EndCard(tuple(rows), story.margin, story.curves, legend, story.turns, _days(match))


def _draw_card(card: EndCard, board: Callable[..., Picture], theme: Theme) -> Picture:
    return draw_end_card(replace(card, board=board(width=THUMBNAIL)), theme)


async def over_page(services: Services, situation: Situation, reader: Reader | None = None) -> Page:
    """Return the page of a match that is over: three lines, the card, and the ways to all the rest.

    It is everybody's, or in the `reader`'s language and theme.
    """
    match = situation.match
    ctx = services.public_context(match)
    if reader is not None:
        ctx = services.context(match, reader.text, reader.theme)
    story = await story_of(services, situation)
    said = cancelled_lines if match.status is Status.CANCELLED else end_lines
    lines = said(services, situation, ctx, story)
    page = classic_page(*lines, await league_line(services, match, ctx.text))
    await show_end_card(services, page, situation, ctx, story)
    return page.row(*_after_the_end(services, match, ctx.text))


async def show_end_card(
    services: Services, page: Page, situation: Situation, ctx: Context, story: Story
) -> None:
    """Add the card of a match that is over, or was called off, to the page, if it has one."""
    match = situation.match
    drawn = cancelled_card if match.status is Status.CANCELLED else end_card
    card = drawn(services, situation, ctx, story)
    if card is not None:
        board = services.face(match.game).board(ctx, situation.view, None)
        draw = partial(_draw_card, card, board.draw, ctx.theme)
        await services.show(page, Drawing(draw, end_card_alt(ctx.text, card)), f"end-{match.id}")


def _others_button(match: Match, text: Text, *, knows: bool) -> Press:
    """Return the button that asks with whom the game is played next, in an answer of its own.

    Older code answers it in place of the card.
    """
    return button(Control(0, "others" if knows else "door", match.game), text.plain("private.others"))


def _after_the_end(services: Services, match: Match, text: Text) -> list[Press]:
    """Return the four ways on from the end of a match; of one that was called off, two."""
    knows = services.matches.store.code_levels.lowest >= END_CODE_LEVEL
    if match.status is Status.CANCELLED:
        watch = [button(Control(match.id, "replay"), text.plain("over.watch"))] if knows else []
        return [*watch, sealing_button(match, text)]
    again = Control(match.id, "again" if match.is_private else "rematch")
    # The next tables of a league are the league's to open.
    ways = [] if match.is_league else [button(again, text.plain("over.rematch"), style=PRIMARY)]
    if knows:
        ways.insert(0, button(Control(match.id, "replay"), text.plain("over.watch")))
        ways.append(button(Control(match.id, "detail"), text.plain("over.film")))
    else:
        ways.append(film_button(match, text, "over.film"))
    ways.append(sealing_button(match, text))
    if match.is_private:
        ways.append(_others_button(match, text, knows=knows))
    return ways


async def detail_page(services: Services, situation: Situation, reader: Reader) -> Page:
    """Return all that the page of the end leaves out: numbers, last news, pictures, the record."""
    match, result = situation.match, situation.result
    ctx = services.context(match, reader.text, reader.theme)
    text, face, page = ctx.text, services.face(match.game), Page()
    page.say(text("detail.title", game=face.game.title, match=match.id))
    if match.status is not Status.OVER or situation.view is None:
        return page
    if result is not None and not situation.won:
        page.say(*_ranks(face, situation, result, ctx))
    left = page.room
    ending = face.ending(ctx, situation.view, left) or face.announce(ctx, situation.view)
    room = left - min(text_length(ending), int(left * ENDING))
    told = [
        (entry, [each for each in events if each.code not in {*face.concluding, "ended_won"}])
        for entry, events in situation.news
    ]
    page.say(services.news_text(match, told, ctx, public=True, room=room))
    page.say(face.ending(ctx, situation.view, page.room) or ending)
    drawings = list(face.pictures(ctx, situation.view))
    if not drawings and (closing := face.closing(ctx, situation.view)) is not None:
        drawings.append(closing)
    await services.show(page, face.board(ctx, situation.view, None), f"board-{match.id}")
    await services.show_more(page, drawings, f"more-{match.id}")
    record = await services.matches.queries.record(match.id)
    page.enclose(f"{match.game}-{match.id}.txt", record.encode())
    ways = [
        button(Control(match.id, "movie"), text.plain("movie.button")),
        button(Control(match.id, "keep"), text.plain("kept.button")),
        button(Control(match.id, "text"), text.plain("turn.text")),
    ]
    return page.row(*ways, *sight_buttons(services, situation, text))


def _ranks(face: AnyFace, situation: Situation, result: Result, ctx: Context) -> Iterator[Markup]:
    """Yield each side's rank and total, the best first. A side that has forfeited has no rank."""
    text, size = ctx.text, situation.match.size
    sides = sorted(face.sides(situation.view, size), key=lambda side: result.ranks[side[0]])
    for side in sides:
        if not (score := face.score(text, result, side[0])):
            continue
        better = [each for each in sides if result.ranks[each[0]] < result.ranks[side[0]]]
        who = text.list(text("name", who=ctx.names[seat]) for seat in side)
        code = "over.forfeited" if side[0] in situation.forfeited else "over.rank"
        yield text("over.solo" if size == 1 else code, rank=1 + len(better), who=who, score=score)


def agreement(match: Match, departed: Collection[int], text: Text, code: str) -> list[Markup]:
    """Return the sentence `code`, with those who must still agree to cancel, and one on those who left."""
    here, left = list[Markup](), list[Markup]()
    for seat, one in enumerate(match.occupants):
        if one.person is not None and one.person not in match.agreed:
            who = text("name", who=name_at(match, seat, text))
            (left if one.person in departed else here).append(who)
    lines = [text(code, who=text.list(here), n=len(here))]
    if left:
        lines.append(text("cancel.without", who=text.list(left), n=len(left)))
    return lines


async def cancelled_page(
    services: Services, match: Match, record: bytes | None, reader: Reader | None = None
) -> Page:
    """Return the page of a match that was cancelled. A match that had begun has a card, and a `record`.

    Where that cannot be written there is no card either: its log cannot be read.
    """
    if record is None:
        text = text_for(match.venue.locale) if reader is None else reader.text
        title = text("cancelled.title", game=services.face(match.game).game.title, match=match.id)
        return classic_page(title).row(sealing_button(match, text))
    page = await over_page(services, await services.matches.queries.situation(match.id, None), reader)
    return page.enclose(f"{match.game}-{match.id}.txt", record)
