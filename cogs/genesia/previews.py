"""Pages of Genesia that show without playing: the pack, the objective, a route before it is confirmed."""

from __future__ import annotations

from cogs.genesia.hands import objective_drawing, objective_in_words
from cogs.genesia.movement_menus import PRESSED, via
from cogs.shared.answers import Page, words
from cogs.shared.panels import panel_page
from cogs.shared.services import Reader, Services
from engine.game import NotYourTurn, Refusal
from engine.genesia.model import Movement, Phase
from engine.matches import Situation

__all__ = ["draft_page", "march_page", "objective_page"]


async def _seated(services: Services, match: int, reader: Reader) -> Situation:
    situation = await services.matches.situation(match, reader.person)
    if situation.seat is None:
        raise Refusal("not_seated", match=match)
    return situation


async def draft_page(services: Services, match: int, reader: Reader) -> Page:
    """The pack again, the choice made so far marked and still to be changed."""
    situation = await _seated(services, match, reader)
    if situation.view.phase is not Phase.DRAFT:
        raise Refusal("genesia.draft_over")
    return await panel_page(services, situation, reader)


async def objective_page(services: Services, match: int, reader: Reader) -> Page:
    """The objective again and whether it is met; while it is chosen, the two."""
    situation = await _seated(services, match, reader)
    view, text = situation.view, reader.text
    if view.phase is Phase.OBJECTIVE:
        return await panel_page(services, situation, reader)
    ctx = services.context(situation.match, text, reader.theme)
    lines = objective_in_words(ctx, view) or [text("genesia.hand.objective.none")]
    return await services.show(words(*lines), objective_drawing(ctx, view), f"objective-{match}")


async def march_page(services: Services, match: int, reader: Reader, clans: int, route: str) -> Page:
    """The board as it would be after a movement, its cost and tolls, and the button that plays it.

    Raises `Refusal` for a route that the rules forbid, as if it were played.
    """
    written = "-".join(route.replace("-", " ").replace(",", " ").upper().split())
    move = await services.matches.understood(match, reader.person, f"move {clans} {written}")
    situation = await _seated(services, match, reader)
    if not isinstance(move, Movement) or situation.asked is None:
        raise NotYourTurn("not_your_turn", match=match)
    path = via(move.clans, move.route)
    if len("/".join(("0@", *path))) > PRESSED:
        raise Refusal("genesia.long_route", move=f"move {clans} {written}")
    return await panel_page(services, situation, reader, path=path)
