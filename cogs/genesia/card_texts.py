"""Genesia's words: peoples, amounts, cards and objectives. Card texts are composed from what the cards do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from cogs.face.context import Context, Icons
from cogs.text.text import Markup, Text
from engine.genesia.box.cards import Card, Count, Effect, Kind, Mode, Timing
from engine.genesia.cards.modes import LossChange
from engine.genesia.model import CARDS, OBJECTIVES, View
from render.kit.seats import SIGNS

__all__ = [
    "age_name",
    "brief_text",
    "card_detail",
    "card_name",
    "card_shown",
    "card_text",
    "cards_shown",
    "clans_in_words",
    "coins_in_words",
    "copied_detail",
    "goal_text",
    "line_up",
    "mode_text",
    "moves_in_words",
    "objective_detail",
    "objective_name",
    "objective_shown",
    "people_name",
    "people_names",
    "people_shown",
    "price_in_words",
    "progress_by_ages",
    "short_text",
    "told_text",
]

ROMAN = ("I", "II", "III")
DETAIL = 100
"""Characters below an option of a list."""

_ATTACKER = frozenset({Kind.FORCE, Kind.STRIKE, Kind.SPARE, Kind.RANGE, Kind.STORM})
_DEFENDER = frozenset({Kind.SHIELD, Kind.HOLD, Kind.RIPOSTE})
_UNCOUNTED = frozenset(
    {Kind.CITY, Kind.PASSAGE, Kind.COPY, Kind.STORM, Kind.SHIELD, Kind.PACIFIST, Kind.UNIQUE}
)
"""Kinds of effects without a number, and so without a plural."""
_GAINS = frozenset({Kind.COINS, Kind.CLANS, Kind.MOVES, Kind.PROGRESS})
_WHENS = {
    frozenset({Timing.GROWTH, Timing.EXPANSION}): "either",
    frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.ATTACK, Timing.END}): "any",
}


# Peoples


def people_name(ctx: Context, people: int) -> str:
    """A player's name as typed; in solo, where one leads two peoples, their sign's."""
    if len(ctx.names) > 1:
        return ctx.names[people]
    return ctx.text.plain(f"genesia.people.{people}")


def people_names(ctx: Context, view: View) -> tuple[str, ...]:
    """Everybody's name, for pictures."""
    shown = replace(ctx, names=ctx.picture_names)
    return tuple(people_name(shown, people) for people in range(view.peoples))


def people_shown(ctx: Context, people: int) -> Markup:
    """A people in a sentence: its sign, as a small picture where that is known, and its name."""
    sign = ctx.icons.show(f"genesia_people_{people}") or f"{SIGNS[people]} "
    return Markup(f"{sign}{ctx.text('name', who=people_name(ctx, people))}")


def line_up(ctx: Context, peoples: Iterable[int]) -> Markup:
    """Peoples in order, with commas."""
    return Markup(", ".join(people_shown(ctx, people) for people in peoples))


def age_name(age: int) -> str:
    """``II``."""
    return ROMAN[age - 1]


# Cards


def card_name(text: Text, card: int) -> str:
    """``12 Around the game``."""
    return text.plain("genesia.card.plain", number=card, name=text.plain(f"genesia.card.{card}.name"))


def card_shown(ctx: Context, card: int) -> Markup:
    """A card in a sentence: its colour, where the small picture is known, number and name."""
    name = ctx.text("genesia.card", number=card, name=ctx.text(f"genesia.card.{card}.name"))
    return Markup(f"{lot_icon(ctx.icons, card)}{name}")


def lot_icon(icons: Icons, card: int) -> Markup:
    return icons.show(f"genesia_lot_{CARDS[card].lot.value}")


def cards_shown(ctx: Context, cards: Iterable[int]) -> Markup:
    """Cards in a sentence, with commas."""
    return Markup(", ".join(card_shown(ctx, card) for card in cards))


def price_in_words(text: Text, card: Card) -> str:
    """``costs 2 coins · invention, 1 progress in every Age``."""
    parts = [
        text.plain("genesia.card.costs", coins=text.plain("genesia.coins", n=card.cost))
        if card.cost
        else text.plain("genesia.card.free")
    ]
    if card.is_invention:
        parts.append(text.plain(_paying("genesia.card.invention", card), n=card.progress))
    return " · ".join(parts)


def _paying(code: str, invention: Card) -> str:
    """The sentence of that code: an invention of the last Age pays once only."""
    return f"{code}_once" if invention.age == len(ROMAN) else code


def card_text(text: Text, card: Card) -> str:
    """Describe a card, a sentence for each way to play it, as ``Growth: gain 3 clans in your home land.``"""
    return " ".join(mode_text(text, mode) for mode in card.modes)


def changes_in_words(ctx: Context, changes: Iterable[LossChange]) -> Markup:
    """``**76 Blue Helmets**: attacker +1, defender −3; …``, or nothing: what cards change in an assault."""
    text, told = ctx.text, list[Markup]()
    for card, losses, rival_losses in changes:
        sides = (("attacker", losses), ("defender", rival_losses))
        parts = [text(f"genesia.change.{side}", by=signed(number)) for side, number in sides if number]
        told.append(text("genesia.change", card=card_shown(ctx, card), sides=Markup(", ".join(parts))))
    return Markup(_joined(text, told)) if told else Markup("")


def signed(number: int) -> str:
    """Write a change with its sign: ``+1``, ``−3``."""
    return f"+{number}" if number > 0 else f"−{-number}"


def mode_text(text: Text, mode: Mode) -> str:
    """One way to play a card, as a sentence."""
    return text.plain("genesia.mode", when=_when(text, mode.timings), what=text.list(_clauses(text, mode)))


def told_text(text: Text, mode: Mode) -> str:
    """Describe what a card changes in assaults as it is told of anybody: ``the defender loses 2 clans more``.

    A card's own text speaks to who plays it ("take 2 coins"). News speak to everybody, and tell what the card
    brought in lines of their own: nothing is said of that here.
    """
    whole_phase = Timing.INTENT in mode.timings
    parts: list[str] = []
    for side, kinds in (("attacker", _ATTACKER), ("defender", _DEFENDER)):
        if mine := [_told_effect(text, effect) for effect in mode.effects if effect.kind in kinds]:
            what = ", ".join(mine)
            parts.append(text.plain(f"genesia.told.{side}", what=what) if whole_phase else what)
    others = [each for each in mode.effects if each.kind in (Kind.PACIFIST, Kind.UNIQUE)]
    parts += [_told_effect(text, effect) for effect in others]
    if not parts:
        return ""
    told = _joined(text, parts)
    return text.plain("genesia.told.intent", what=told) if whole_phase else told


def _joined(text: Text, parts: Sequence[str]) -> str:
    """Return the parts with the language's semicolons between them."""
    return reduce(lambda first, second: text.plain("genesia.told.both", first=first, second=second), parts)


def _told_effect(text: Text, effect: Effect) -> str:
    counted = effect.count is not None or effect.most is not None
    return _short_effect(text, effect) if counted else _what(text, effect, "told")


def _when(text: Text, timings: frozenset[Timing]) -> str:
    if known := _WHENS.get(timings):
        return text.plain(f"genesia.when.{known}")
    first, *others = (text.plain(f"genesia.when.{each.value}") for each in Timing if each in timings)
    for other in others:
        first = text.plain("genesia.when.several", first=first, second=other[:1].lower() + other[1:])
    return first


def _clauses(text: Text, mode: Mode) -> list[str]:
    """The effects one by one; of what works in a whole phase the attacker's and the defender's together."""
    # After a clause of which the rival is the subject, what the player takes would be what the rival takes.
    if Timing.INTENT not in mode.timings:
        fought = any(each.kind in _ATTACKER | _DEFENDER for each in mode.effects)
        last = {each for each in mode.effects if fought and each.kind not in _GAINS}
        return _gains(text, sorted(mode.effects, key=lambda each: each in last))
    clauses: list[str] = []
    sides = (("attacker", _ATTACKER), ("defender", _DEFENDER))
    for side, kinds in sides:
        if mine := [_effect(text, effect) for effect in mode.effects if effect.kind in kinds]:
            clauses.append(text.plain(f"genesia.intent.{side}", what=text.list(mine)))
    if len(clauses) == len(sides):
        clauses = [text.plain("genesia.intent.both", attacker=clauses[0], defender=clauses[1])]
    others = [each for each in mode.effects if each.kind not in _ATTACKER | _DEFENDER]
    first = [_effect(text, effect) for effect in others if effect.kind in _GAINS]
    last = [_effect(text, effect) for effect in others if effect.kind not in _GAINS]
    return [*first, *clauses, *last]


def _gains(text: Text, effects: Sequence[Effect]) -> list[str]:
    """The effects one by one; a verb that comes twice is said once: ``gain 2 clans``, ``3 moves``."""
    clauses: list[str] = []
    verb = ""
    for effect in effects:
        clause = _effect(text, effect)
        first, _, rest = clause.partition(" ")
        clauses.append(rest if first == verb else clause)
        verb = first if effect.kind in _GAINS else ""
    return clauses


def _code(effect: Effect) -> str:
    return effect.kind.value if effect.place is None else f"{effect.kind.value}.{effect.place.value}"


def _what(text: Text, effect: Effect, manner: str) -> str:
    code = f"genesia.{manner}.{_code(effect)}"
    if effect.kind in _UNCOUNTED:
        return text.plain(code)
    if effect.kind is Kind.LEAP:
        return text.plain(code, n=effect.amount, distance=effect.distance)
    return text.plain(code, n=effect.amount)


def _effect(text: Text, effect: Effect) -> str:
    what = _what(text, effect, "effect")
    if effect.count is not None:
        counted = text.plain(f"genesia.count.{effect.count.value}", n=effect.per)
        manner = "peak" if effect.count is Count.PEAK else "each" if effect.per == 1 else "every"
        what = text.plain(f"genesia.per.{manner}", what=what, count=counted)
    if effect.most is not None:
        what = text.plain("genesia.most", what=what, most=effect.most)
    return what


def short_text(text: Text, card: Card) -> str:
    """The same in a few words, for lists: at most 100 characters."""
    return _cut(" · ".join(_short(text, mode) for mode in card.modes))


def brief_text(text: Text, mode: Mode) -> str:
    """Describe one way to play a card in a few words, without its timing, which a sign beside it shows."""
    return ", ".join(_short_effect(text, effect) for effect in mode.effects)


def _short(text: Text, mode: Mode) -> str:
    what = brief_text(text, mode)
    if mode.timings == frozenset({Timing.COPY}):
        return what
    return text.plain("genesia.brief.mode", when=_short_when(text, mode.timings), what=what)


def _short_when(text: Text, timings: frozenset[Timing]) -> str:
    name = _WHENS.get(timings) or "".join(each.value for each in timings)
    code = f"genesia.brief.when.{name}"
    return text.plain(code) if text.knows(code) else _when(text, timings)


def _short_effect(text: Text, effect: Effect) -> str:
    what = _what(text, effect, "brief")
    if effect.count is not None:
        counted = text.plain(f"genesia.brief.count.{effect.count.value}", n=effect.per)
        what = text.plain("genesia.brief.per", what=what, count=counted)
    if effect.most is not None:
        what = text.plain("genesia.brief.most", what=what, most=effect.most)
    return what


def card_detail(text: Text, card: int) -> str:
    """Return the line below a card in a list: price, invention, effects; at most 100 characters."""
    known = CARDS[card]
    parts = [text.plain("genesia.coins", n=known.cost)] if known.cost else []
    if known.is_invention:
        parts.append(text.plain(_paying("genesia.brief.invention", known), n=known.progress))
    return _cut(" · ".join([*parts, short_text(text, known)]))


def progress_by_ages(text: Text, invention: Card, age: int) -> str:
    """``2 progress in each of Ages I, II, and III (6 in all)``: what an invention played now brings."""
    ages = [age_name(each) for each in range(age, len(ROMAN) + 1)]
    if len(ages) == 1:
        return text.plain("genesia.progress.once", n=invention.progress)
    total = invention.progress * len(ages)
    return text.plain("genesia.progress.ages", n=invention.progress, ages=text.list(ages), total=total)


def copied_detail(text: Text, card: int, timing: Timing, age: int, *, owned: bool) -> str:
    """Return the line below a card that may be copied: the effects of the copy; at most 100 characters.

    An invention brings progress as well, but not to who has it already (`owned`).
    """
    known, mode = CARDS[card], CARDS[card].mode(timing)
    parts: list[str] = []
    if known.is_invention:
        brings = text.plain("genesia.brief.owned") if owned else progress_by_ages(text, known, age)
        parts.append(brings)
    return _cut(" · ".join([*parts, *([_short(text, mode)] if mode else [])]))


def _cut(said: str, limit: int = DETAIL) -> str:
    return said if len(said) <= limit else f"{said[: limit - 1].rstrip()}…"


# Objectives


def objective_name(text: Text, objective: int) -> str:
    """``4 Explorers``."""
    name = text.plain(f"genesia.objective.{objective}.name")
    return text.plain("genesia.objective.plain", number=objective, name=name)


def goal_text(text: Text, objective: int, peoples: int) -> str:
    """Describe what an objective asks for with so many peoples: ``hold at least 15 regions``."""
    known = OBJECTIVES[objective]
    goals: Sequence[str] = [
        text.plain(f"genesia.goal.{count.value}", n=known.threshold(number, peoples))
        for number, (count, _) in enumerate(known.goals)
    ]
    return str(text.list(goals))


def objective_shown(ctx: Context, objective: int, peoples: int) -> Markup:
    """An objective in full: name, points, what it takes."""
    text = ctx.text
    return text(
        "genesia.objective",
        number=objective,
        name=text(f"genesia.objective.{objective}.name"),
        points=text("genesia.points", n=OBJECTIVES[objective].points),
        goal=Markup(goal_text(text, objective, peoples)),
    )


def objective_detail(text: Text, objective: int, peoples: int) -> str:
    """Points and what it takes, at most 100 characters."""
    points = text.plain("genesia.points", n=OBJECTIVES[objective].points)
    goal = goal_text(text, objective, peoples)
    return _cut(text.plain("genesia.objective.detail", points=points, goal=goal))


# Amounts


def coins_in_words(text: Text, coins: int) -> str:
    return text.plain("genesia.coins", n=coins)


def clans_in_words(text: Text, clans: int) -> str:
    return text.plain("genesia.clans", n=clans)


def moves_in_words(text: Text, coins: int, free: int, tolls: Iterable[tuple[str, int]]) -> str:
    """Describe the cost of a movement: coins, free movements, tolls and who gets them."""
    parts: list[str] = []
    if coins:
        parts.append(coins_in_words(text, coins))
    if free:
        parts.append(text.plain("genesia.free_moves", n=free))
    for who, toll in tolls:
        parts.append(text.plain("genesia.price.toll", coins=coins_in_words(text, toll), who=who))
    return ", ".join(parts) or text.plain("genesia.price.none")
