"""How a match has ended, in words: for all, and for one who played in it."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.services.services import name_at, names_of
from cogs.text.text import Markup, Text
from engine.game import Seat
from engine.matches import Match, Situation, Status
from engine.outcome import Gone, winners

__all__ = ["end_in_words", "own_end", "titled_end"]


def titled_end(situation: Situation, text: Text, game: str) -> Markup:
    """The heading of what all are told: which match is over, and who has won it."""
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
    """Who has won, in a sentence for all; `None` where there is no result to tell."""
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
    """How it ended for the viewer, in few words; for who has resigned and watches, who has won."""
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
    """Why a match was ended as won: who has resigned, or that nobody came back."""
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
