"""What a seat of Genesia holds: cards, objective, orders - in words and as pictures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from cogs.face import Drawing, Hand, Look
from cogs.genesia.marching import purse
from cogs.genesia.words import (
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
from cogs.text import Markup, Text
from engine.genesia.model import CARDS, CLANS, Phase, Rest, View
from render import genesia as pictures
from render.genesia_words import CardWords, ObjectiveWords, card_words, objective_words

__all__ = [
    "draft_drawing",
    "hand_drawing",
    "held",
    "objective_drawing",
    "objective_in_words",
    "status",
]

ALT = 1024


# What the panel always says


def status(look: Look, view: View) -> Markup:
    """What is certain: coins, free movements, what a recruit costs, what may be copied."""
    people = view.people
    if people is None or view.phase in (Phase.OBJECTIVE, Phase.PLACE):  # coins decide nothing there
        return Markup("")
    text = look.text
    parts = [Markup(part) for part in purse(look, view, people)]
    left = CLANS - sum(view.clans[people])
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
        lines = [text("genesia.status.solo", who=people_shown(look, people), have=have)]
    else:
        lines = [text("genesia.status", have=have)]
    return Markup("\n".join((*lines, *_claims(look, view))))


def _claims(look: Look, view: View) -> list[Markup]:
    """The cards that the viewer could copy now."""
    claims = [
        look.text("genesia.claim", card=card_shown(look, claim.card), who=people_shown(look, claim.people))
        for claim in view.claims
    ]
    return [look.text("genesia.status.copy", cards=Markup(", ".join(claims)))] if claims else []


# The hand


def held(look: Look, view: View) -> Hand | None:
    """All that the viewer holds in secret; `None` for a spectator."""
    if view.seat is None:
        return None
    text = look.text
    lines: list[Markup] = []
    if view.phase is Phase.DRAFT:
        lines += [text("genesia.hand.pack"), *_lines(look, view.pack)]
    if view.seats == 1:
        for people, cards in enumerate(view.hands):
            who = people_shown(look, people)
            lines.append(text("genesia.hand.solo" if cards else "genesia.hand.empty.solo", who=who))
            lines += _lines(look, cards)
    else:
        cards = view.hands[view.seat]
        lines.append(text("genesia.hand" if cards else "genesia.hand.empty"))
        lines += _lines(look, cards)
    lines += _beside(look, view)
    return Hand(Markup("\n".join(lines)), _drawing(look, view))


def _lines(look: Look, cards: Sequence[int]) -> list[Markup]:
    text = look.text
    return [
        text(
            "genesia.hand.line",
            card=card_shown(look, card),
            price=price_in_words(text, CARDS[card]),
            text=Markup(" ".join(mode_text(text, mode) for mode in CARDS[card].modes)),
        )
        for card in cards
    ]


def _beside(look: Look, view: View) -> list[Markup]:
    """Objective, inventions, what is at work, what was put away, standing orders."""
    text = look.text
    lines: list[Markup] = []
    if view.seats > 1:
        lines += objective_in_words(look, view)
    people = view.people
    if people is None:
        return lines
    for code, cards in (
        ("genesia.hand.inventions", view.inventions[people]),
        ("genesia.hand.intents", view.intents[people]),
        ("genesia.hand.discards", view.discards),
    ):
        if cards:
            lines.append(text(code, cards=cards_shown(look, cards)))
    lines += _claims(look, view)
    if view.stance is not None and view.phase is Phase.STANCE:
        lines.append(text("genesia.stance.now", stance=text(f"genesia.stance.{view.stance.value}")))
    if view.order_given not in (None, Rest.ASK):
        lines.append(text("genesia.order.now", order=text(f"genesia.order.{view.order_given.value}")))
    return lines


def objective_in_words(look: Look, view: View) -> list[Markup]:
    """The viewer's objective and whether it is met, or the two it may keep."""
    text = look.text
    if view.objective is not None:
        points = view.sheets[view.people].objective if view.people is not None else None
        met = "genesia.hand.objective.met" if points else "genesia.hand.objective.missed"
        shown = objective_shown(look, view.objective, view.peoples)
        said = text("genesia.hand.objective", objective=shown)
        return [said if points is None else Markup(f"{said} {text(met)}")]
    if view.objectives:
        two = [objective_shown(look, each, view.peoples) for each in view.objectives]
        return [text("genesia.hand.objective.dealt"), *two]
    return []


# Pictures


def _words(text: Text, card: int) -> CardWords:
    modes = [mode_text(text, mode) for mode in CARDS[card].modes]
    return card_words(card, text.plain(f"genesia.card.{card}.name"), modes)


def _goals(text: Text, objective: int, peoples: int) -> ObjectiveWords:
    name = text.plain(f"genesia.objective.{objective}.name")
    goal = goal_text(text, objective, peoples)
    return objective_words(objective, name, [text.plain("genesia.goal", goal=goal[:1].upper() + goal[1:])])


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
    whole = text.plain(code, cards=" ".join(spoken))
    if len(whole) > ALT:
        whole = text.plain(code, cards=", ".join(card_name(text, card) for card in cards))
    return whole[:ALT]


def hand_drawing(look: Look, view: View, marked: Collection[int] = ()) -> Drawing | None:
    """The viewer's cards as a picture; of a solo player those of the people in turn."""
    people = view.people
    cards = view.hands[people] if people is not None else ()
    if not cards:
        return None
    text = look.text
    words = tuple(_words(text, card) for card in cards)
    draw = partial(pictures.hand, view, words, theme=look.theme, marked=tuple(marked))
    return Drawing(draw, _alt(text, cards))


def draft_drawing(look: Look, view: View) -> Drawing:
    """The pack, and the cards chosen before."""
    text = look.text
    chosen = view.hands[view.people] if view.people is not None else ()
    words = tuple(_words(text, card) for card in (*view.pack, *chosen))
    return Drawing(partial(pictures.draft, view, words, theme=look.theme), _alt(text, view.pack))


def objective_drawing(look: Look, view: View) -> Drawing | None:
    """The viewer's objective, or the two it may keep."""
    text = look.text
    kept = (view.objective,) if view.objective is not None else view.objectives
    if not kept:
        return None
    words = tuple(_goals(text, each, view.peoples) for each in kept)
    spoken = " / ".join(
        text.plain(
            "genesia.objective.spoken",
            objective=objective_name(text, each),
            goal=goal_text(text, each, view.peoples),
        )
        for each in kept
    )
    return Drawing(
        partial(pictures.objectives, view, words, theme=look.theme),
        text.plain("genesia.hand.alt.objective", objective=spoken)[:ALT],
    )


def _drawing(look: Look, view: View) -> Drawing | None:
    if view.phase is Phase.OBJECTIVE:
        return objective_drawing(look, view)
    return draft_drawing(look, view) if view.phase is Phase.DRAFT else hand_drawing(look, view)
