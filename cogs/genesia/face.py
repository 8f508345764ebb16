"""Genesia's face: questions, boards, hands, narration, the taps of a move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from cogs.face import Drawing, Face, Hand, Look, Menu, Suggestion
from cogs.genesia.asking import Asking, board_drawing, question
from cogs.genesia.describing import alt, announced, board_text, sheets_in_words
from cogs.genesia.fighting import assault_menu, losses_menu, reaction_menu, stance_menu
from cogs.genesia.holding import held
from cogs.genesia.rules import options_in_words, rules_in_short
from cogs.genesia.suggesting import suggestions
from cogs.genesia.telling import follows, lasting, narrated
from cogs.genesia.turning import (
    discard_menu,
    draft_menu,
    objective_menu,
    order_menu,
    place_menu,
    recruit_menu,
    turn_menu,
)
from cogs.genesia.walking import card_menu, move_menu, via_menu
from cogs.genesia.words import people_names
from cogs.text import Markup, Text
from engine.game import Event, Result, Seat
from engine.genesia.model import GenesiaOptions, Move, Phase, View
from engine.genesia.rules import GENESIA
from render import genesia as pictures
from render.genesia_words import SheetLabels

__all__ = ["FACE", "GenesiaFace"]


class GenesiaFace(Face):
    """See `Face`."""

    def options(self, text: Text, options: GenesiaOptions, size: int) -> Markup:
        return options_in_words(text, options, size)

    def question(self, look: Look, view: View) -> Markup:
        return question(look, view)

    def announce(self, look: Look, view: View) -> Markup:
        return announced(look, view)

    def pictures(self, look: Look, view: View) -> Sequence[Drawing]:
        if view.result is None:
            return ()
        text = look.text
        labels = SheetLabels(*(text.plain(f"genesia.label.{each}") for each in SheetLabels._fields))
        draw = partial(pictures.sheet, view, people_names(look, view), labels, theme=look.theme)
        return (Drawing(draw, sheets_in_words(look, view)[:1024]),)

    def board(self, look: Look, view: View, since: Seat | None) -> Drawing:
        return board_drawing(look, view, alt(look, view))

    def board_text(self, look: Look, view: View) -> str:
        return board_text(look, view)

    def hand(self, look: Look, view: View) -> Hand | None:
        return held(look, view)

    def narrate(self, look: Look, event: Event) -> Markup | None:
        return narrated(look, event)

    def lasting(self, entries: Sequence[Sequence[Event]]) -> Sequence[Sequence[Event]]:
        return lasting(entries)

    def follows(self, event: Event) -> bool:
        return follows(event)

    def menu(self, look: Look, view: View, moves: Sequence[Move], path: tuple[str, ...], page: int) -> Menu:
        ask = Asking(look, view, moves, page)
        verb, *rest = "/".join(path).split("/")  # a choice may be several steps in one
        if not verb:
            return _first(ask)
        ways = {
            "recruit": recruit_menu,
            "move": move_menu,
            "via": via_menu,
            "card": card_menu,
            "discard": discard_menu,
            "order": order_menu,
            "lose": losses_menu,
        }
        return ways[verb](ask, tuple(rest))

    def suggest(self, look: Look, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
        return suggestions(look, view, moves, typed)

    def rules(self, text: Text, options: GenesiaOptions, size: int) -> Sequence[Markup]:
        return rules_in_short(text, options, size)

    def sides(self, view: View, size: int) -> Sequence[Sequence[Seat]]:
        teams: dict[str, list[Seat]] = defaultdict(list)
        for seat in range(size):
            team = view.options.teams[seat] if view.options.teams else f"{seat}"
            teams[team].append(Seat(seat))
        return list(teams.values())

    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        scores = result.scores[seat]
        if len(scores) == 2:
            return text("genesia.score.solo", weaker=scores[0], stronger=scores[1])
        total, objective, progress = scores
        return text("genesia.score", total=total, objective=objective, progress=progress)


def _first(ask: Asking) -> Menu:
    """The question itself, phase by phase."""
    match ask.view.phase:
        case Phase.OBJECTIVE:
            return objective_menu(ask)
        case Phase.DRAFT:
            return draft_menu(ask)
        case Phase.STANCE:
            return stance_menu(ask)
        case Phase.ASSAULT:
            return assault_menu(ask)
        case Phase.REACTION:
            return reaction_menu(ask)
        case Phase.LOSSES:
            return losses_menu(ask, ())
        case Phase.PLACE:
            return place_menu(ask)
        case _:
            return turn_menu(ask)


FACE = GenesiaFace(GENESIA, pictures.EMOJIS)
