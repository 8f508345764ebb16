"""Word the questions to a seat in Genesia, and build the pieces of its menus."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TypeVar, cast

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.menus import BRIEF, CHOICES, Choice, Menu, by_area, number_page
from cogs.genesia.card_texts import (
    age_name,
    card_name,
    clans_in_words,
    objective_name,
    people_names,
    people_shown,
)
from cogs.genesia.descriptions import alt, discreet
from cogs.genesia.hands import other_hand, status
from cogs.genesia.journeys import holds_in_words
from cogs.genesia.places import place, places, region_name
from cogs.genesia.steps import step_in_words
from cogs.text.text import Markup, Text
from engine.genesia.model import Move, Movement, Pass, Phase, Play, View
from render.genesia import pictures

__all__ = ["MenuStep", "board_drawing", "question", "task"]

M = TypeVar("M")


def board_drawing(
    ctx: Context,
    view: View,
    said: str = "",
    route: Sequence[str] = (),
    clans: int = 0,
    *,
    dimmed: bool = True,
) -> Drawing:
    """The board, perhaps with a march that is planned."""
    draw = partial(
        pictures.board,
        discreet(view),
        people_names(ctx, view),
        theme=ctx.theme,
        route=tuple(route),
        clans=clans,
        dimmed=dimmed,
    )
    return Drawing(draw, said or alt(ctx, view))


@dataclass(frozen=True)
class MenuStep:
    """One step of choosing a move: for whom, what is legal, which page of a list."""

    ctx: Context
    view: View
    moves: Sequence[Move]
    page: int = 0
    area: str | None = None
    """The letter of the regions that are shown."""

    @property
    def text(self) -> Text:
        return self.ctx.text

    @property
    def people(self) -> int:
        """The people that decides. Raises `LookupError` if nobody is asked."""
        if self.view.people is None:
            raise LookupError(self.view.seat)
        return self.view.people

    def of(self, kind: type[M]) -> list[M]:
        """The legal moves of that kind, in their order."""
        return cast("list[M]", self._by_kind.get(kind, []))

    @property
    def kinds(self) -> Collection[type[object]]:
        """The kinds of legal moves."""
        return self._by_kind.keys()

    @cached_property
    def _by_kind(self) -> Mapping[type[object], Sequence[Move]]:
        """All are looked through once: of movements there are many."""
        found: dict[type[object], list[Move]] = {}
        for move in self.moves:
            found.setdefault(type(move), []).append(move)
        return found

    def index(self, code: str) -> int:
        """The region with that code. Raises `LookupError`."""
        return self.view.map.indices[code]

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
        return number_page(choices, self.page).menu(
            prompt,
            lambda number, choice: choice,
            placeholder=placeholder or self.text.plain("genesia.menu.choose"),
            drawing=drawing,
            beside=beside,
        )

    def around(self, codes: Collection[str], said: str, marks: Mapping[str, str] | None = None) -> Drawing:
        """The part of the map in which these regions lie, some of them numbered."""
        view, names = discreet(self.view), people_names(self.ctx, self.view)
        draw = partial(pictures.choice, view, names, tuple(codes), marks or {}, theme=self.ctx.theme)
        return Drawing(draw, said)

    def regions(
        self,
        prompt: Markup,
        order: str,
        offered: Sequence[tuple[str, Choice]],
    ) -> Menu:
        """A list of regions, numbered on the part of the map where they lie: by code, sorted in that `order`.

        Those shown are buttons. A list has the others, the last of them by letter where they are too many.
        Raises `LookupError` for an empty one.
        """
        if not offered:
            raise LookupError(prompt)
        text, row = self.text, "genesia.menu.row"
        letters = sorted({region.code[0] for region in self.view.map.regions})
        where = [code[0] for code, _ in offered]
        part = by_area(offered, self.area, self.page, letters, where, lambda each: int(each[0][1:]))
        marks = {code: str(number) for number, (code, _) in part.items}
        called = text("genesia.menu.regions.called", regions=places(self.ctx, marks))
        step = part.menu(
            text,
            Markup("\n".join((prompt, part.heading(text, f"genesia.menu.regions.{order}", row), called))),
            lambda number, each: replace(each[1], label=f"{number}. {each[1].label}"),
            placeholder=text.plain("genesia.menu.choose"),
            drawing=self.around(marks, text.plain("genesia.menu.regions.alt", n=len(marks)), marks),
            row=row,
            listed=False,
        )
        if not step.areas:
            return step
        others = [self.with_region_name(code, choice) for code, choice in offered if code not in marks]
        if len(others) > CHOICES:
            others = [*others[: CHOICES - len(step.areas)], *step.areas]
        return replace(step, areas=tuple(others), area_prompt=text.plain("genesia.menu.others"))

    def with_region_name(self, code: str, choice: Choice) -> Choice:
        """The choice in a list, with the region's name below it."""
        parts = (region_name(self.text, self.view.seats, code), choice.detail)
        return replace(choice, detail=" · ".join(part for part in parts if part)[:100])

    def targets(
        self, prompt: Markup, offered: Sequence[tuple[str, Choice]]
    ) -> tuple[Markup, Sequence[Choice]]:
        """Regions by code with their choices: a few, which are buttons, are named below the question."""
        if len(offered) > BRIEF:
            return prompt, [self.with_region_name(code, choice) for code, choice in offered]
        named = self.text("genesia.menu.regions.called", regions=places(self.ctx, dict(offered)))
        return Markup(f"{prompt}\n{named}"), [choice for _, choice in offered]

    def buttons(self, prompt: Markup, choices: Sequence[Choice], drawing: Drawing | None = None) -> Menu:
        """A few buttons, all on one page."""
        if not choices:
            raise LookupError(prompt)
        return Menu(prompt=prompt, choices=tuple(choices), drawing=drawing)

    def full_question(self, *more: Markup) -> Markup:
        """The question, what is certain, and what else there is to say."""
        first = (
            question(self.ctx, self.view, self.moves),
            status(self.ctx, self.view),
            other_hand(self.ctx, self.view),
        )
        return Markup("\n".join(part for part in (*first, *more) if part))

    def confirm(self, move: Play | Movement) -> Choice:
        """The button that plays the move."""
        text = self.text
        if isinstance(move, Play):
            label = text.plain("genesia.button.confirm.card", card=card_name(text, move.card))
        else:
            clans = clans_in_words(text, move.clans)
            label = text.plain("genesia.button.confirm.move", clans=clans, end=move.route[-1])
        return Choice(label, str(move), final=True, strong=True)


def task(ctx: Context, view: View) -> Markup:
    """Describe the decision that all know is to be made now."""
    number = max(view.hand_sizes, default=0) + 1  # of the draft's choices
    return ctx.text(f"genesia.task.{view.phase.value}", age=age_name(view.age), number=number)


def question(ctx: Context, view: View, moves: Sequence[Move] = ()) -> Markup:
    """Describe the viewer's decision."""
    text = ctx.text
    asked = _question(ctx, view, moves)
    if view.seats == 1 and view.people is not None and view.phase is not Phase.OVER:
        return text("genesia.question.solo", who=people_shown(ctx, view.people), question=asked)
    if view.phase is Phase.STANCE and view.stance is not None:
        return Markup(f"{asked}\n{text(f'genesia.question.changeable.{view.stance.value}')}")
    if view.phase is Phase.END and view.steps:
        steps = text.list([step_in_words(ctx, step) for step in view.steps])
        return Markup(f"{asked}\n{text('genesia.question.end.sealed', steps=steps)}")
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
    return ""


def _question(ctx: Context, view: View, moves: Sequence[Move]) -> Markup:
    text, age = ctx.text, age_name(view.age)
    match view.phase:
        case Phase.OBJECTIVE:
            return text("genesia.question.objective")
        case Phase.DRAFT:
            return _draft_question(ctx, view)
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
            return _fight_question(ctx, view, moves)
        case Phase.PLACE:
            return text("genesia.question.place", age=age_name(view.age + 1))
        case Phase.OVER:
            return text("genesia.text.over")


def _draft_question(ctx: Context, view: View) -> Markup:
    """Ask which card to keep, and name who gets the rest: the left neighbour, in Age II the right one.

    Of a pack that comes back everybody else will have taken a card.
    """
    text, age = ctx.text, age_name(view.age)
    left = len(view.pack) - (view.peoples - 1 if ctx.planning else 0)
    if view.people is None or left <= 2:
        return text("genesia.question.draft.last", age=age)
    neighbour = (view.people + (1 if view.age != 2 else -1)) % view.peoples
    number = 7 - left
    return text("genesia.question.draft", age=age, number=number, who=people_shown(ctx, neighbour))


def _fight_question(ctx: Context, view: View, moves: Sequence[Move]) -> Markup:
    text, combat = ctx.text, view.combat
    if combat is None or combat.defender is None or not combat.source or not combat.target:
        raise LookupError(view.phase)
    source, target = view.map.indices[combat.source], view.map.indices[combat.target]
    attackers = clans_in_words(text, view.clans[combat.attacker][source])
    defenders = holds_in_words(ctx, view, combat.defender, target)
    known = {"source": place(ctx, combat.source), "target": place(ctx, combat.target)}
    if view.phase is Phase.REACTION:
        who = people_shown(ctx, combat.attacker)
        defenceless = moves and not any(isinstance(move, Play) for move in moves)
        code = "genesia.question.reaction.none" if defenceless else "genesia.question.reaction"
        return text(code, who=who, attackers=attackers, defenders=defenders, **known)
    who = people_shown(ctx, combat.defender)
    if not view.clans[combat.defender][target]:
        return text("genesia.question.losses.city", who=who, attackers=attackers, **known)
    return text("genesia.question.losses", who=who, attackers=attackers, defenders=defenders, **known)
