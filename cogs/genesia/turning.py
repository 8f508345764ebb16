"""The menus of a turn in growth and expansion, of the draft and of the choices that all make together."""

from __future__ import annotations

from cogs.face import Choice, Menu
from cogs.genesia.asking import Asking, board_drawing
from cogs.genesia.describing import places_in_words
from cogs.genesia.holding import draft_drawing, hand_drawing, objective_drawing, objective_in_words
from cogs.genesia.marching import holds_in_words
from cogs.genesia.words import (
    card_detail,
    card_name,
    clans_in_words,
    coins_in_words,
    objective_detail,
    objective_name,
)
from cogs.text import Markup
from engine.genesia.model import (
    CARDS,
    Aim,
    Back,
    Discard,
    Draft,
    End,
    March,
    Order,
    Pass,
    Phase,
    Play,
    Recruit,
    Seek,
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


def card_choice(ask: Asking, card: int, value: str, *, final: bool, chosen: bool = False) -> Choice:
    """A card in a list or on a button."""
    label = card_name(ask.text, card)
    if chosen:
        label = ask.text.plain("genesia.button.chosen", choice=label)
    lot = f"genesia_lot_{CARDS[card].lot.value}"
    return Choice(label, value, final=final, detail=card_detail(ask.text, card), emoji=lot)


# Together


def draft_menu(ask: Asking) -> Menu:
    """The pack: which card to take, the one taken so far marked."""
    choices = [
        card_choice(ask, move.card, str(move), final=True, chosen=move.card == ask.view.pick)
        for move in ask.of(Draft)
    ]
    placeholder = ask.text.plain("genesia.menu.draft")
    aim = objective_in_words(ask.look, ask.view)
    return ask.listing(ask.asked(*aim), choices, draft_drawing(ask.look, ask.view), placeholder=placeholder)


def objective_menu(ask: Asking) -> Menu:
    """Which of two objectives to keep."""
    text, view = ask.text, ask.view
    choices: list[Choice] = []
    for move in ask.of(Aim):
        label = objective_name(text, move.objective)
        if move.objective == view.pick:
            label = text.plain("genesia.button.chosen", choice=label)
        detail = objective_detail(text, move.objective, view.peoples)
        choices.append(Choice(label, str(move), final=True, detail=detail))
    placeholder = text.plain("genesia.menu.objective")
    return ask.listing(ask.asked(), choices, objective_drawing(ask.look, view), placeholder=placeholder)


def place_menu(ask: Asking) -> Menu:
    """The free places in the next turn order."""
    label = "genesia.menu.place"
    choices = [
        Choice(ask.text.plain(label, place=move.place), str(move), final=True) for move in ask.of(Seek)
    ]
    places = places_in_words(ask.look, ask.view)
    return ask.buttons(ask.asked(places), choices, board_drawing(ask.look, ask.view))


# One's own turn


def actions(ask: Asking, *, but: str = "") -> list[Choice]:
    """The buttons for all that may be done now, ways that lead further first."""
    text = ask.text
    ways: tuple[tuple[type[object], str, str], ...] = (
        (Recruit, "recruit", "genesia_clan"),
        (March, "move", "genesia_expansion"),
        (Play, "card", ""),
        (Discard, "discard", "genesia_coin"),
    )
    kinds = {type(move) for move in ask.moves}
    choices = [
        Choice(text.plain(f"genesia.button.{verb}"), verb, emoji=emoji)
        for kind, verb, emoji in ways
        if kind in kinds and verb != but
    ]
    if Back in kinds:
        choices.append(Choice(text.plain("genesia.button.back"), "back", final=True))
    if End in kinds:
        label = "genesia.button.done" if ask.view.phase is Phase.END else "genesia.button.end"
        choices.append(Choice(text.plain(label), "end", final=True, strong=True))
    if Pass in kinds:
        reacting = ask.view.phase is Phase.REACTION
        label = "genesia.button.pass" if reacting else "genesia.button.stand_down"
        choices.append(Choice(text.plain(label), "pass", final=True, strong=True))
    if Order in kinds:
        choices.append(Choice(text.plain("genesia.button.order"), "order"))
    return choices


def turn_menu(ask: Asking) -> Menu:
    """The question of a turn: the hand, and what may be done."""
    return ask.buttons(ask.asked(), actions(ask), hand_drawing(ask.look, ask.view))


def recruit_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """How many clans, then where."""
    text, view, people = ask.text, ask.view, ask.people
    offered = ask.of(Recruit)
    price, holds = view.prices[people], "genesia.menu.recruit.holds"
    places = list(dict.fromkeys(move.at for move in offered))
    if not path:
        numbers = sorted({move.clans for move in offered})
        choices = [
            Choice(
                text.plain(
                    "genesia.menu.recruit.choice",
                    clans=clans_in_words(text, number),
                    coins=coins_in_words(text, number * price),
                ),
                str(Recruit(number, places[0])) if len(places) == 1 else f"{number}",
                final=len(places) == 1,
            )
            for number in numbers
        ]
        prompt = text("genesia.menu.recruit", price=coins_in_words(text, price))
        return ask.listing(ask.asked(prompt), choices, board_drawing(ask.look, view))
    number, *rest = path
    if rest or not number.isdecimal():
        raise LookupError(path)
    choices = [
        Choice(
            move.at,
            str(move),
            final=True,
            detail=text.plain(holds, holds=holds_in_words(ask.look, view, people, ask.index(move.at))),
        )
        for move in offered
        if move.clans == int(number)
    ]
    prompt = text("genesia.menu.recruit.at", clans=clans_in_words(text, int(number)))
    return ask.listing(prompt, choices, board_drawing(ask.look, view))


def discard_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """Which card to put away for coins."""
    if path:
        raise LookupError(path)
    choices = [card_choice(ask, move.card, str(move), final=True) for move in ask.of(Discard)]
    prompt = ask.text("genesia.menu.discard")
    return ask.listing(prompt, choices, hand_drawing(ask.look, ask.view))


def order_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """What shall be answered for the seat when it is attacked."""
    if path:
        raise LookupError(path)
    text, given = ask.text, ask.view.order_given
    choices = [
        Choice(text.plain(f"genesia.order.label.{move.rest.value}"), str(move), final=True)
        for move in ask.of(Order)
    ]
    lines = [text("genesia.menu.order")]
    if given is not None:
        lines.append(text("genesia.order.now", order=text(f"genesia.order.{given.value}")))
    return ask.buttons(Markup("\n".join(lines)), choices)
