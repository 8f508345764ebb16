"""The end of a match: its page in the thread, and the sentences that say how it came out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, button
from cogs.face.context import Context
from cogs.face.face import AnyFace
from cogs.pages.fairness import sealing_button
from cogs.pages.parts import PRIMARY, film_button, sight_buttons, text_length
from cogs.services.services import Reader, Services, name_at, names_of
from cogs.text.text import Markup, Text, sorted_code, text_for
from engine.game import Result, Seat
from engine.matches import Match, Situation, Status
from engine.outcome import Gone, winners


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
    match = situation.match
    others = [
        seat
        for seat, one in enumerate(match.occupants)
        if seat not in situation.won and (one.person is not None or one.name)
    ]
    if any(situation.gone.get(Seat(seat)) is Gone.ABSENT for seat in others):
        return text("ending.absent")
    who = text.list(text("name", who=name_at(match, seat, text)) for seat in others)
    return text("ending.resigned", n=len(others), who=who)


def _named(match: Match, seats: Iterable[Seat], text: Text) -> Markup:
    names = names_of(match, text)
    return text.list(text("name", who=names[seat]) for seat in seats)


ENDING = 0.6
"""The part of the room beside the ranks that is kept for `Face.ending`, at most."""


async def over_page(
    services: Services, situation: Situation, record: bytes | None, reader: Reader | None = None
) -> Page:
    """Return the page of a match that is over: winners, reason, ranks, final board, record, another match.

    It is for the `reader` alone at a private table.
    """
    match, result = situation.match, situation.result
    ctx = services.public_context(match)
    if reader is not None:
        ctx = services.context(match, reader.text, reader.theme)
    text, face = ctx.text, services.face(match.game)
    lines = [titled_end(situation, text, face.game.title)]
    if result is not None and not situation.won:
        lines.append(text(sorted_code(result.reason, "end")))
        lines += _ranks(face, situation, result, ctx)
    page = classic_page()
    left = page.room - text_length(*lines)
    ending = Markup("")
    if situation.view is not None:
        ending = face.ending(ctx, situation.view, left)
        board, closing = face.board(ctx, situation.view, None), face.closing(ctx, situation.view)
        await services.show(page, closing or board, f"board-{match.id}-end")
        if closing and reader is not None:  # not a classic message: it holds both
            await services.show(page, board, f"board-{match.id}-map")
    room = left - min(text_length(ending), int(left * ENDING))
    told = [
        (entry, [each for each in events if each.code not in face.concluding])
        for entry, events in situation.news
    ]
    news = services.news_text(match, told, ctx, public=True, room=room)
    if ending and text_length(news, ending) > left:
        ending = face.ending(ctx, situation.view, left - text_length(news) - 1)
    page.say(*lines, news, ending)
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    again = button(Control(match.id, "rematch"), text.plain("over.rematch"), style=PRIMARY)
    if reader is not None:
        again = button(Control(match.id, "again"), text.plain("private.again"), style=PRIMARY)
    scored = situation.view is not None and bool(face.pictures(ctx, situation.view))
    film = film_button(match, text, "over.film" if scored else "turn.film")
    sight = sight_buttons(services, situation, text)
    if reader is not None:
        others = button(Control(0, "door", match.game), text.plain("private.others"))
        return page.row(again, others, film, sealing_button(match, text)).row(*sight)
    return page.row(again, film, sealing_button(match, text)).row(*sight)


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


def cancelled_page(services: Services, match: Match, record: bytes | None) -> Page:
    """Return the page of a match that was cancelled. A match that had begun has a record."""
    text = text_for(match.venue.locale)
    page = classic_page(text("cancelled.title", game=services.face(match.game).game.title, match=match.id))
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    return page.row(sealing_button(match, text))
