"""Show a seat's hand in Genesia: cards, objective and orders, in words and as pictures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import Hand
from cogs.face.text_boards import ALT, alt_text
from cogs.genesia.card_texts import (
    brief_text,
    card_name,
    card_shown,
    cards_shown,
    coins_in_words,
    goal_text,
    mode_text,
    objective_name,
    objective_shown,
    people_shown,
    price_in_words,
)
from cogs.genesia.journeys import purse
from cogs.genesia.steps import assault_in_words
from cogs.text.text import Markup, Text, spoken_text
from engine.genesia.model import CARDS, MAX_CLANS, Assault, Phase, StandingOrder, Timing, View, WarOrder
from engine.genesia.scoring import objective_progress
from render.genesia import pictures
from render.genesia.captions import CardWords, ObjectiveWords, card_words, objective_words
from render.genesia.tableau import Laid

__all__ = [
    "cards_drawing",
    "claims",
    "draft_drawing",
    "hand_drawing",
    "hand_of",
    "objective_drawing",
    "objective_in_words",
    "other_hand",
    "status",
    "war_orders",
]


# What the panel always says


def status(ctx: Context, view: View) -> Markup:
    """Describe the seat's means: coins, free movements, the price of a recruit."""
    people = view.people
    if people is None or view.phase in (Phase.OBJECTIVE, Phase.PLACE):  # coins decide nothing there
        return Markup("")
    text = ctx.text
    parts = [Markup(part) for part in purse(ctx, view, people)]
    left = MAX_CLANS - sum(view.clans[people])
    price = coins_in_words(text, view.prices[people])
    recruits = view.phase is Phase.ASSAULT and view.options.attack_recruits
    if recruits or view.phase in (Phase.GROWTH, Phase.EXPANSION):
        parts.append(
            text("genesia.status.supply", n=left, price=price) if left else text("genesia.status.spent")
        )
    if view.passage[people]:
        parts.append(text("genesia.status.passage"))
    have = text.list(parts)
    if view.seats == 1:
        return text("genesia.status.solo", who=people_shown(ctx, people), have=have)
    return text("genesia.status", have=have)


def claims(ctx: Context, view: View) -> list[Markup]:
    """The cards that the viewer could copy now."""
    found = [
        ctx.text("genesia.claim", card=card_shown(ctx, claim.card), who=people_shown(ctx, claim.people))
        for claim in view.claims
    ]
    return [ctx.text("genesia.status.copy", cards=Markup(", ".join(found)))] if found else []


# The hand


def hand_of(ctx: Context, view: View) -> Hand | None:
    """All that the viewer holds in secret; `None` for a spectator."""
    if view.seat is None:
        return None
    text = ctx.text
    lines: list[Markup] = []
    if view.phase is Phase.DRAFT:
        lines += [text("genesia.hand.pack"), *_lines(ctx, view.pack)]
    if view.seats == 1:
        for people, cards in enumerate(view.hands):
            who = people_shown(ctx, people)
            lines.append(text("genesia.hand.solo" if cards else "genesia.hand.empty.solo", who=who))
            lines += _lines(ctx, cards)
    else:
        cards = view.hands[view.seat]
        lines.append(text("genesia.hand" if cards else "genesia.hand.empty"))
        lines += _lines(ctx, cards)
    lines += _beside(ctx, view)
    return Hand(Markup("\n".join(lines)), _drawing(ctx, view))


def _lines(ctx: Context, cards: Sequence[int]) -> list[Markup]:
    text = ctx.text
    return [
        text(
            "genesia.hand.line",
            card=card_shown(ctx, card),
            price=price_in_words(text, CARDS[card]),
            text=Markup(" ".join(mode_text(text, mode) for mode in CARDS[card].modes)),
        )
        for card in cards
    ]


def _beside(ctx: Context, view: View) -> list[Markup]:
    """Objective, inventions, what is at work, what was put away, standing orders."""
    text = ctx.text
    lines: list[Markup] = []
    if view.seats > 1:
        lines += objective_in_words(ctx, view)
    people = view.people
    if people is None:
        return lines
    for code, each in (("genesia.hand.inventions", view.inventions), ("genesia.hand.intents", view.intents)):
        if view.seats == 1:
            shown = [(people_shown(ctx, other), cards) for other, cards in enumerate(each) if cards]
            lines += [text(f"{code}.solo", who=who, cards=cards_shown(ctx, cards)) for who, cards in shown]
        elif each[people]:
            lines.append(text(code, cards=cards_shown(ctx, each[people])))
    if view.discards:
        lines.append(text("genesia.hand.discards", cards=cards_shown(ctx, view.discards)))
    lines += claims(ctx, view)
    if view.stance is not None and view.phase is Phase.STANCE:
        lines.append(text("genesia.stance.now", stance=text(f"genesia.stance.{view.stance.value}")))
    if view.standing_order not in (None, StandingOrder.ASK):
        lines.append(text("genesia.order.now", order=text(f"genesia.order.{view.standing_order.value}")))
    return [*lines, *war_orders(ctx, view)]


def war_orders(ctx: Context, view: View, also: Collection[WarOrder] = ()) -> list[Markup]:
    """The viewer's orders about war, and its list of assaults; none where nothing is ordered but `also`."""
    text, given = ctx.text, view.war_order
    lines: list[Markup] = []
    if given is not None and (given is not WarOrder.ASK or given in also):
        lines.append(text("genesia.stand.now", order=text(f"genesia.stand.{given.value}")))
    return [*lines, *campaign_in_words(ctx, view)]


def campaign_in_words(ctx: Context, view: View) -> list[Markup]:
    """The viewer's list of assaults; nothing where it is empty."""
    if not view.campaign:
        return []
    assaults = [assault_in_words(ctx, _written(each)) for each in view.campaign]
    code = "genesia.campaign.now.truce" if view.truce_follows else "genesia.campaign.now"
    return [ctx.text(code, assaults=ctx.text.list(assaults))]


def _written(move: Assault) -> str:
    return str(move).removeprefix("assault ")


def objective_in_words(ctx: Context, view: View) -> list[Markup]:
    """The viewer's objective and whether it is met, or the two it may keep."""
    text = ctx.text
    if view.objective is not None:
        points = view.sheets[view.people].objective if view.people is not None else None
        met = "genesia.hand.objective.met" if points else "genesia.hand.objective.missed"
        shown = objective_shown(ctx, view.objective, view.peoples)
        said = text("genesia.hand.objective", objective=shown)
        return [said if points is None else Markup(f"{said} {text(met)}")]
    if view.objectives:
        two = [objective_shown(ctx, each, view.peoples) for each in view.objectives]
        return [text("genesia.hand.objective.dealt"), *two]
    return []


# Pictures


def _words(text: Text, card: int) -> CardWords:
    told = [brief_text(text, mode) for mode in CARDS[card].modes]
    return card_words(card, text.plain(f"genesia.card.{card}.name"), told)


def _goals(text: Text, objective: int, view: View) -> ObjectiveWords:
    name = text.plain(f"genesia.objective.{objective}.name")
    goal = goal_text(text, objective, view.peoples)
    said = text.plain("genesia.goal", goal=goal[:1].upper() + goal[1:])
    return objective_words(objective, name, [said], _progress(view, objective))


def _progress(view: View, objective: int) -> tuple[tuple[int, int], ...]:
    """Return the people's progress with each of the objective's goals: how much is done, and is needed."""
    return () if view.people is None else objective_progress(view, view.people, objective)


def _alt(text: Text, cards: Sequence[int], code: str = "genesia.hand.alt") -> str:
    spoken = [
        text.plain(
            "genesia.hand.alt.card",
            card=card_name(text, card),
            price=price_in_words(text, CARDS[card]),
            text=" ".join(mode_text(text, mode) for mode in CARDS[card].modes),
        )
        for card in cards
    ]
    whole = text.plain(code, cards=" ".join(spoken).removesuffix("."))
    if len(whole) > ALT:
        whole = text.plain(code, cards=", ".join(card_name(text, card) for card in cards))
    return whole[:ALT]


def hand_drawing(ctx: Context, view: View, marked: Collection[int] = ()) -> Drawing | None:
    """The viewer's cards as a picture; of a solo player those of the people in turn."""
    people = view.people
    cards = view.hands[people] if people is not None else ()
    other = _other_people(view)
    if not cards and other is None:
        return None
    text = ctx.text
    words = tuple(_words(text, card) for card in cards)
    coins = None if people is None else view.coins[people]
    dear = tuple(card.number for card in words if coins is not None and card.cost > coins)
    if other is None:
        draw = partial(pictures.hand, words, theme=ctx.theme, marked=tuple(marked), dear=dear)
        return Drawing(draw, _alt(text, cards))
    laid = tuple(Laid(card, _first_timing(card), CARDS[card].progress) for card in view.hands[other])
    draw = partial(pictures.two_hands, words, other, laid, theme=ctx.theme, marked=tuple(marked), dear=dear)
    return Drawing(draw, alt_text([_alt(text, cards), spoken_text(other_hand(ctx, view))]))


def _other_people(view: View) -> int | None:
    """Return the people of a solo player that is not in turn; `None` if it holds no cards, or not alone."""
    if view.seats > 1 or view.people is None:
        return None
    other = 1 - view.people
    return other if view.hands[other] else None


def _first_timing(card: int) -> Timing:
    """Return the first time in an Age at which a card can be played."""
    return min(CARDS[card].timings, key=[*Timing].index)


def other_hand(ctx: Context, view: View) -> Markup:
    """Name the cards of the other people of who plays alone; empty where there are none."""
    other = _other_people(view)
    if other is None:
        return Markup("")
    cards = cards_shown(ctx, view.hands[other])
    return ctx.text("genesia.status.other", who=people_shown(ctx, other), cards=cards)


def cards_drawing(ctx: Context, cards: Sequence[int]) -> Drawing:
    """Return cards that lie open, as a picture."""
    words = tuple(_words(ctx.text, card) for card in cards)
    return Drawing(partial(pictures.hand, words, theme=ctx.theme), _alt(ctx.text, cards))


def draft_drawing(ctx: Context, view: View) -> Drawing:
    """The pack, and the cards chosen before."""
    text = ctx.text
    chosen = view.hands[view.people] if view.people is not None else ()
    pack, before = (tuple(_words(text, card) for card in cards) for cards in (view.pack, chosen))
    draw = partial(pictures.draft, pack, before, theme=ctx.theme, pick=view.pick)
    return Drawing(draw, _alt(text, view.pack))


def _spoken_goal(text: Text, view: View, objective: int) -> str:
    """Describe the objective's goals and the progress of each."""
    goal = goal_text(text, objective, view.peoples)
    far = ", ".join(f"{done}/{needed}" for done, needed in _progress(view, objective))
    return f"{goal} ({far})" if far else goal


def objective_drawing(ctx: Context, view: View) -> Drawing | None:
    """The viewer's objective, or the two it may keep."""
    text = ctx.text
    kept = (view.objective,) if view.objective is not None else view.objectives
    if not kept:
        return None
    words = tuple(_goals(text, each, view) for each in kept)
    spoken = " / ".join(
        text.plain(
            "genesia.objective.spoken",
            objective=objective_name(text, each),
            goal=_spoken_goal(text, view, each),
        )
        for each in kept
    )
    pick = view.objective if view.objective is not None else view.pick
    return Drawing(
        partial(pictures.objectives, words, theme=ctx.theme, pick=pick),
        text.plain("genesia.hand.alt.objective", objective=spoken.removesuffix("."))[:ALT],
    )


def _drawing(ctx: Context, view: View) -> Drawing | None:
    if view.phase is Phase.OBJECTIVE:
        return objective_drawing(ctx, view)
    return draft_drawing(ctx, view) if view.phase is Phase.DRAFT else hand_drawing(ctx, view)
