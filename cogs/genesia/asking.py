"""What is asked of a seat in Genesia, and the pieces that its menus are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from cogs.face import Choice, Drawing, Look, Menu, page_of
from cogs.genesia.describing import alt, discreet
from cogs.genesia.holding import status
from cogs.genesia.marching import holds_in_words
from cogs.genesia.words import (
    age_name,
    card_name,
    clans_in_words,
    objective_name,
    people_names,
    people_shown,
)
from cogs.text import Markup, Text
from engine.genesia.model import March, Move, Pass, Phase, Play, View
from render import genesia as pictures

__all__ = ["Asking", "board_drawing", "question"]

M = TypeVar("M")


def board_drawing(
    look: Look, view: View, said: str = "", route: Sequence[str] = (), clans: int = 0
) -> Drawing:
    """The board, perhaps with a march that is planned."""
    draw = partial(
        pictures.board,
        discreet(view),
        people_names(look, view),
        theme=look.theme,
        route=tuple(route),
        clans=clans,
    )
    return Drawing(draw, said or alt(look, view))


@dataclass(frozen=True)
class Asking:
    """One step of a menu: who looks, what is legal, which page of a list."""

    look: Look
    view: View
    moves: Sequence[Move]
    page: int = 0

    @property
    def text(self) -> Text:
        return self.look.text

    @property
    def people(self) -> int:
        """Who decides. Raises `LookupError` where nobody is asked."""
        if self.view.people is None:
            raise LookupError(self.view.seat)
        return self.view.people

    def of(self, kind: type[M]) -> list[M]:
        """The legal moves of that kind, in their order."""
        return [move for move in self.moves if isinstance(move, kind)]

    def index(self, code: str) -> int:
        """The region with that code. Raises `LookupError`."""
        return self.view.map.named[code]

    def listing(
        self,
        prompt: Markup,
        choices: Sequence[Choice],
        drawing: Drawing | None = None,
        *,
        placeholder: str = "",
        beside: Sequence[Choice] = (),
    ) -> Menu:
        """A list, page by page. Raises `LookupError` for an empty one: its path leads nowhere."""
        if not choices:
            raise LookupError(prompt)
        page, pages, part = page_of(len(choices), self.page)
        return Menu(
            prompt=prompt,
            choices=tuple(choices[part]),
            listed=True,
            placeholder=placeholder or self.text.plain("genesia.menu.choose"),
            page=page,
            pages=pages,
            drawing=drawing,
            beside=tuple(beside),
        )

    def buttons(self, prompt: Markup, choices: Sequence[Choice], drawing: Drawing | None = None) -> Menu:
        """A few buttons, all on one page."""
        if not choices:
            raise LookupError(prompt)
        return Menu(prompt=prompt, choices=tuple(choices), drawing=drawing)

    def asked(self, *more: Markup) -> Markup:
        """The question, what is certain, and what else there is to say."""
        first = (question(self.look, self.view, self.moves), status(self.look, self.view))
        return Markup("\n".join(part for part in (*first, *more) if part))

    def confirm(self, move: Play | March) -> Choice:
        """The button that plays the move."""
        text = self.text
        if isinstance(move, Play):
            label = text.plain("genesia.button.confirm.card", card=card_name(text, move.card))
        else:
            clans = clans_in_words(text, move.clans)
            label = text.plain("genesia.button.confirm.move", clans=clans, end=move.route[-1])
        return Choice(label, str(move), final=True, strong=True)


def question(look: Look, view: View, moves: Sequence[Move] = ()) -> Markup:
    """What the viewer has to decide now."""
    text = look.text
    asked = _question(look, view, moves)
    if view.seats == 1 and view.people is not None and view.phase is not Phase.OVER:
        return text("genesia.question.solo", who=people_shown(look, view.people), question=asked)
    chosen = _chosen(text, view)
    if chosen:
        return Markup(f"{asked}\n{text('genesia.question.changeable', choice=chosen)}")
    return asked


def _chosen(text: Text, view: View) -> str:
    """The sealed choice that may still be changed."""
    if view.phase is Phase.DRAFT and view.pick is not None:
        return card_name(text, view.pick)
    if view.phase is Phase.OBJECTIVE and view.pick is not None:
        return objective_name(text, view.pick)
    if view.phase is Phase.STANCE and view.stance is not None:
        return text.plain(f"genesia.stance.{view.stance.value}")
    return ""


def _question(look: Look, view: View, moves: Sequence[Move]) -> Markup:
    text, age = look.text, age_name(view.age)
    match view.phase:
        case Phase.OBJECTIVE:
            return text("genesia.question.objective")
        case Phase.DRAFT:
            return _draft_question(look, view)
        case Phase.END if moves and not any(isinstance(move, Play) for move in moves):
            return text("genesia.question.end.none", age=age)
        case Phase.GROWTH | Phase.EXPANSION | Phase.END:
            return text(f"genesia.question.{view.phase.value}", age=age)
        case Phase.STANCE:
            return text("genesia.question.stance", age=age, round=view.round)
        case Phase.ASSAULT:
            stuck = any(isinstance(move, Pass) for move in moves)
            code = "genesia.question.assault.none" if stuck else "genesia.question.assault"
            return text(code, age=age, round=view.round)
        case Phase.REACTION | Phase.LOSSES:
            return _fight_question(look, view, moves)
        case Phase.PLACE:
            return text("genesia.question.place", age=age_name(view.age + 1))
        case Phase.OVER:
            return text("genesia.text.over")


def _draft_question(look: Look, view: View) -> Markup:
    """Which card of five, and who gets the rest: the left neighbour, in Age II the right one."""
    text, age = look.text, age_name(view.age)
    if view.people is None or len(view.pack) <= 2:
        return text("genesia.question.draft.last", age=age)
    neighbour = (view.people + (1 if view.age != 2 else -1)) % view.peoples
    number = 7 - len(view.pack)
    return text("genesia.question.draft", age=age, number=number, who=people_shown(look, neighbour))


def _fight_question(look: Look, view: View, moves: Sequence[Move]) -> Markup:
    text, struggle = look.text, view.struggle
    if struggle is None or struggle.defender is None or not struggle.source or not struggle.target:
        raise LookupError(view.phase)
    source, target = view.map.named[struggle.source], view.map.named[struggle.target]
    attackers = clans_in_words(text, view.clans[struggle.attacker][source])
    defenders = holds_in_words(look, view, struggle.defender, target)
    known = {"source": struggle.source, "target": struggle.target}
    if view.phase is Phase.REACTION:
        who = people_shown(look, struggle.attacker)
        defenceless = moves and not any(isinstance(move, Play) for move in moves)
        code = "genesia.question.reaction.none" if defenceless else "genesia.question.reaction"
        return text(code, who=who, attackers=attackers, defenders=defenders, **known)
    who = people_shown(look, struggle.defender)
    if not view.clans[struggle.defender][target]:
        return text("genesia.question.losses.city", who=who, attackers=attackers, **known)
    return text("genesia.question.losses", who=who, attackers=attackers, defenders=defenders, **known)
