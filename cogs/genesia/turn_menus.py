"""The menus of a turn in growth and expansion, of the draft and of the choices that all make together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cogs.face.menus import Choice, Menu
from cogs.genesia.card_texts import (
    card_detail,
    card_name,
    cards_shown,
    clans_in_words,
    coins_in_words,
    objective_detail,
    objective_name,
)
from cogs.genesia.descriptions import places_in_words
from cogs.genesia.hands import draft_drawing, hand_drawing, objective_drawing, objective_in_words, war_orders
from cogs.genesia.journeys import holds_in_words
from cogs.genesia.leftovers import would_ask
from cogs.genesia.prompts import MenuStep, board_drawing
from cogs.text.text import Markup
from engine.genesia.model import (
    CARDS,
    Back,
    Campaign,
    Discard,
    Draft,
    End,
    GiveOrder,
    GiveWarOrder,
    KeepObjective,
    Movement,
    Pass,
    Phase,
    Play,
    Recruit,
    TakePlace,
    WarOrder,
)

__all__ = [
    "actions",
    "card_choice",
    "discard_menu",
    "draft_menu",
    "objective_menu",
    "order_menu",
    "place_menu",
    "recruit_menu",
    "turn_menu",
]


def card_choice(step: MenuStep, card: int, value: str, *, final: bool, chosen: bool = False) -> Choice:
    """A card in a list or on a button."""
    label = card_name(step.text, card)
    if chosen:
        label = step.text.plain("genesia.button.chosen", choice=label)
    lot = f"genesia_lot_{CARDS[card].lot.value}"
    return Choice(label, value, final=final, detail=card_detail(step.text, card), emoji=lot)


# Together


def draft_menu(step: MenuStep, path: tuple[str, ...] | None = None) -> Menu:
    """The pack: which card to take, the one taken so far marked; who plans says also what to take else.

    Without a path it is the question itself, whose choices lead here: who goes back from one is here.
    """
    if step.ctx.planning:
        return _planned_draft(step, path or (), "draft/" if path is None else "")
    if path:
        raise LookupError(path)
    choices = [
        card_choice(step, card, str(move), final=True, chosen=card == step.view.pick)
        for move in step.of(Draft)
        for card in move.cards
    ]
    placeholder = step.text.plain("genesia.menu.draft")
    aim = objective_in_words(step.ctx, step.view)
    drawing = draft_drawing(step.ctx, step.view)
    return replace(
        step.listing(step.full_question(*aim), choices, drawing, placeholder=placeholder), pictured=True
    )


def _planned_draft(step: MenuStep, path: tuple[str, ...], way: str) -> Menu:
    """A pack that comes back: everybody else takes a card of it before, and one more is enough.

    The picture shows what has been named where others show the hand.
    """
    text, pack = step.text, [card for move in step.of(Draft) for card in move.cards]
    if not all(each.isdecimal() and int(each) in pack for each in path) or len({*path}) < len(path):
        raise LookupError(path)
    wanted, others = tuple(map(int, path)), step.view.peoples - 1
    if len(wanted) > others:
        raise LookupError(path)
    choices: list[Choice] = []
    final, left = len(wanted) == others, tuple([card for card in pack if card not in wanted])
    for card in left:
        value = str(Draft((*wanted, card))) if final else f"{way}{card}"
        choices.append(card_choice(step, card, value, final=final))
    if not wanted:
        aim = objective_in_words(step.ctx, step.view)
        prompt = step.full_question(
            *aim, text("genesia.menu.draft.back", cards=len(pack), left=len(pack) - others)
        )
        placeholder, beside = text.plain("genesia.menu.draft"), []
    else:
        order = text("genesia.menu.draft.order", cards=cards_shown(step.ctx, wanted), n=len(wanted))
        prompt = step.full_question(order)
        placeholder = text.plain("genesia.menu.draft.else")
        beside = [Choice(text.plain("genesia.menu.place.only"), str(Draft(wanted)), final=True)]
    hands = tuple([wanted if each == step.people else () for each in range(step.view.peoples)])
    drawing = draft_drawing(step.ctx, replace(step.view, pack=left, hands=hands))
    menu = step.listing(prompt, choices, drawing, placeholder=placeholder, beside=beside)
    return replace(menu, pictured=True)


def objective_menu(step: MenuStep) -> Menu:
    """Return the menu of two objectives, of which one is kept."""
    text, view = step.text, step.view
    choices: list[Choice] = []
    for move in step.of(KeepObjective):
        label = objective_name(text, move.objective)
        if move.objective == view.pick:
            label = text.plain("genesia.button.chosen", choice=label)
        detail = objective_detail(text, move.objective, view.peoples)
        choices.append(Choice(label, str(move), final=True, detail=detail))
    placeholder = text.plain("genesia.menu.objective")
    drawing = objective_drawing(step.ctx, view)
    return replace(
        step.listing(step.full_question(), choices, drawing, placeholder=placeholder), pictured=True
    )


def place_menu(step: MenuStep, path: tuple[str, ...] | None = None) -> Menu:
    """The free places in the next turn order; who plans says also what to take if others were faster.

    Without a path as `draft_menu`.
    """
    path, way = path or (), "place/" if path is None else ""
    text, free = step.text, [move.places[0] for move in step.of(TakePlace)]
    if not all(each.isdecimal() and int(each) in free for each in path) or len({*path}) < len(path):
        raise LookupError(path)
    wanted = tuple(map(int, path))
    left = [place for place in free if place not in wanted]
    first = "genesia.menu.place" if not wanted else "genesia.menu.place.else"
    choices: list[Choice] = []
    for place in left:
        # Of two that are left, who gets neither of the others gets the last one.
        whole = (*wanted, *sorted(left, key=lambda each: each != place)) if wanted and len(left) == 2 else ()
        label = text.plain(first, place=place)
        if step.ctx.planning and not whole:
            choices.append(Choice(label, f"{way}{place}"))
        else:
            choices.append(Choice(label, str(TakePlace(whole or (place,))), final=True))
    drawing = board_drawing(step.ctx, step.view)
    if not wanted:
        return step.buttons(step.full_question(places_in_words(step.ctx, step.view)), choices, drawing)
    if not step.ctx.planning or not left:
        raise LookupError(path)
    choices.append(Choice(text.plain("genesia.menu.place.only"), str(TakePlace(wanted)), final=True))
    listed = text.list([text("name", who=text.plain("genesia.menu.place", place=each)) for each in wanted])
    return step.buttons(step.full_question(text("genesia.menu.place.order", places=listed)), choices, drawing)


# One's own turn

FEW_CARDS = 3
"""Cards that may be played now, each with a button of its own; more are a step further."""


def actions(step: MenuStep, *, but: str = "") -> list[Choice]:
    """The buttons for all that may be done now, ways that lead further first."""
    text = step.text
    ways: tuple[tuple[type[object], str, str], ...] = (
        (Recruit, "recruit", "genesia_clan"),
        (Movement, "move", "genesia_expansion"),
        (Play, "card", ""),
        (Discard, "discard", "genesia_coin"),
    )
    kinds = step.kinds
    choices: list[Choice] = []
    for kind, verb, emoji in ways:
        if kind not in kinds or verb == but:
            continue
        cards = list(dict.fromkeys(move.card for move in step.of(Play))) if verb == "card" else []
        if 0 < len(cards) <= FEW_CARDS:
            choices += [_card_button(step, card) for card in cards]
        else:
            choices.append(Choice(text.plain(f"genesia.button.{verb}"), verb, emoji=emoji))
    if Back in kinds and step.view.phase is Phase.END:  # in a turn of one's own the house always offers it
        choices.append(Choice(text.plain("genesia.button.back"), "back", final=True, undoes=True))
    if End in kinds:
        label = "genesia.button.done" if step.view.phase is Phase.END else "genesia.button.end"
        is_done = not any(kind in kinds for kind in (Recruit, Movement, Play))
        choices.append(Choice(text.plain(label), "end", final=not would_ask(step), strong=is_done))
    if Pass in kinds:
        reacting = step.view.phase is Phase.REACTION
        label = "genesia.button.pass" if reacting else "genesia.button.stand_down"
        choices.append(Choice(text.plain(label), "pass", final=True, strong=True))
    if GiveOrder in kinds:
        choices.append(Choice(text.plain("genesia.button.order"), "order"))
    return choices


def _card_button(step: MenuStep, card: int) -> Choice:
    """The button that leads to what a card asks for: the hand that is shown says what it does."""
    named = card_choice(step, card, f"card/{card}", final=False)
    label = step.text.plain("genesia.button.confirm.card", card=card_name(step.text, card))
    return replace(named, label=label, detail="")


def turn_menu(step: MenuStep) -> Menu:
    """The question of a turn: the hand, and what may be done."""
    return step.buttons(step.full_question(), actions(step), hand_drawing(step.ctx, step.view))


WHOLE = 14
"""Recruits, of so many clans there, that are shown as buttons."""
NUMBERS = 16
"""Numbers of clans that are buttons; more are a list."""
MORE = "more"


def _usual_numbers(numbers: Sequence[int], most: int) -> frozenset[int]:
    """Return at most `most` of these ascending numbers: the small ones and the largest."""
    return frozenset(numbers if len(numbers) <= most else [*numbers[: most - 1], numbers[-1]])


def recruit_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of clans and places: usual ones in one tap, other numbers one after the other."""
    text, view, people = step.text, step.view, step.people
    offered = step.of(Recruit)
    price, holds = view.prices[people], "genesia.menu.recruit.holds"
    prompt = text("genesia.menu.recruit", price=coins_in_words(text, price))
    places = sorted({move.at for move in offered}, key=lambda at: -view.map.regions[step.index(at)].value)
    if not path:
        places = places[:WHOLE]
        each = WHOLE // max(1, len(places))
        usual = _usual_numbers(sorted({move.clans for move in offered}), each)
        choices = [
            Choice(
                text.plain("genesia.menu.recruit.whole", number=move.clans, region=move.at),
                str(move),
                final=True,
            )
            for place in places
            for move in sorted((one for one in offered if one.at == place), key=lambda one: one.clans)
            if move.clans in usual
        ]
        if len(choices) < len(offered):
            choices.append(Choice(text.plain("genesia.menu.recruit.more"), MORE))
        return step.buttons(step.full_question(prompt), choices, board_drawing(step.ctx, view))
    if path == (MORE,):
        choices = list[Choice]()
        for number in sorted({move.clans for move in offered}):
            clans, coins = clans_in_words(text, number), coins_in_words(text, number * price)
            label = text.plain("genesia.menu.recruit.choice", clans=clans, coins=coins)
            there = [move for move in offered if move.clans == number]
            # Where they can stand in one region alone, that is not asked.
            value = str(there[0]) if len(there) == 1 else f"{number}"
            choices.append(Choice(label, value, final=len(there) == 1))
        shown = step.buttons if len(choices) <= NUMBERS else step.listing
        return shown(step.full_question(prompt), choices, board_drawing(step.ctx, view))
    more, number, *rest = (*path, "")
    if more != MORE or rest != [""] or not number.isdecimal():
        raise LookupError(path)
    regions = [
        (
            move.at,
            Choice(
                move.at,
                str(move),
                final=True,
                detail=text.plain(holds, holds=holds_in_words(step.ctx, view, people, step.index(move.at))),
            ),
        )
        for place in places
        for move in offered
        if move.at == place and move.clans == int(number)
    ]
    return step.regions(
        text("genesia.menu.recruit.at", clans=clans_in_words(text, int(number))), "worth", regions
    )


def discard_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of cards to put away for coins."""
    if path:
        raise LookupError(path)
    choices = [card_choice(step, move.card, str(move), final=True) for move in step.of(Discard)]
    prompt = step.text("genesia.menu.discard")
    return replace(step.listing(prompt, choices, hand_drawing(step.ctx, step.view)), pictured=True)


FEW = 10
"""Orders that are shown as buttons; more are a list."""


def order_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of answers that are given for the seat when it is attacked."""
    if path:
        raise LookupError(path)
    text, given = step.text, step.view.standing_order
    choices = [
        Choice(text.plain(f"genesia.order.label.{move.standing_order.value}"), str(move), final=True)
        for move in step.of(GiveOrder)
    ]
    choices += [
        Choice(text.plain(f"genesia.stand.label.{move.war_order.value}"), str(move), final=True)
        for move in step.of(GiveWarOrder)
    ]
    choices += [
        Choice(text.plain("genesia.campaign.off"), str(move), final=True) for move in step.of(Campaign)
    ]
    if step.view.phase is Phase.REACTION and not step.of(Play):
        # The house does it, as slowly as people do; who insists finds it here.
        choices += [
            Choice(text.plain("genesia.button.pass"), str(move), final=True) for move in step.of(Pass)
        ]
    lines = [text("genesia.menu.order")]
    if given is not None:
        lines.append(text("genesia.order.now", order=text(f"genesia.order.{given.value}")))
    lines.append(text("genesia.menu.stand"))
    lines += war_orders(step.ctx, step.view, also=(WarOrder.ASK,))
    lines.append(text("genesia.campaign.how"))
    prompt = Markup("\n".join(lines))
    return step.buttons(prompt, choices) if len(choices) <= FEW else step.listing(prompt, choices)
