"""The menus of a movement and of a card: step by step, and a look at the board before it is confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cogs.face import Choice, Drawing, Menu
from cogs.genesia.asking import Asking, board_drawing
from cogs.genesia.holding import hand_drawing
from cogs.genesia.marching import (
    after,
    ground,
    holds_in_words,
    journey,
    moved,
    price_of,
    purse,
    with_clans,
)
from cogs.genesia.turning import card_choice
from cogs.genesia.words import (
    card_detail,
    card_shown,
    card_text,
    cards_shown,
    clans_in_words,
    copied_detail,
    mode_text,
    price_in_words,
)
from cogs.text import Markup
from engine.genesia.model import CARDS, Kind, March, Mode, Play, Timing

__all__ = ["card_menu", "move_menu", "via", "via_menu"]

_CODE = re.compile(r"[A-G]\d+")
PRESSED = 60
"""Characters that a button may carry."""


# Movements


def move_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """From where, to where, how many; then the route on the board."""
    offered = ask.of(March)
    if not path:
        return _starts(ask, offered)
    start, *rest = path
    mine = [move for move in offered if move.route[0] == start]
    if not rest:
        return _ends(ask, start, mine)
    end, *rest = rest
    ways = [move for move in mine if move.route[-1] == end]
    if not rest and len(ways) > 1:
        return _numbers(ask, start, end, ways)
    if len(rest) > 1:
        raise LookupError(path)
    chosen = [move for move in ways if not rest or rest == [f"{move.clans}"]]
    if len(chosen) != 1:
        raise LookupError(path)
    return _preview(ask, chosen[0])


def _starts(ask: Asking, offered: Sequence[March]) -> Menu:
    text, view = ask.text, ask.view
    regions = view.map.regions
    choices = [
        Choice(
            start,
            start,
            detail=text.plain(
                "genesia.menu.move.holds",
                holds=holds_in_words(ask.look, view, ask.people, ask.index(start)),
                value=regions[ask.index(start)].value,
            ),
        )
        for start in dict.fromkeys(move.route[0] for move in offered)
    ]
    prompt = ask.asked(text("genesia.menu.move.start"))
    return ask.listing(prompt, choices, board_drawing(ask.look, view))


def _ends(ask: Asking, start: str, mine: Sequence[March]) -> Menu:
    """Destinations: regions not held yet and worth most first, with the price for one clan."""
    text, view, people = ask.text, ask.view, ask.people
    cheapest: dict[str, March] = {}
    for move in mine:
        cheapest.setdefault(move.route[-1], move)

    def rank(move: March) -> tuple[bool, int, int]:
        end = ask.index(move.route[-1])
        return people in view.holders[end], -view.map.regions[end].value, len(move.route)

    choices: list[Choice] = []
    for move in sorted(cheapest.values(), key=rank):
        end, route = ask.index(move.route[-1]), [ask.index(code) for code in move.route]
        cost = journey(view, people, move.clans, route)
        label = text.plain(
            "genesia.menu.move.target",
            region=move.route[-1],
            value=view.map.regions[end].value,
            price=price_of(ask.look, cost),
        )
        state = ground(ask.look, view, people, end)
        detail = text.plain("genesia.menu.move.route", route="-".join(move.route), state=state)
        choices.append(Choice(label[:100], move.route[-1], detail=detail[:100]))
    prompt = text("genesia.menu.move.end")
    return ask.listing(prompt, choices, board_drawing(ask.look, view))


def _numbers(ask: Asking, start: str, end: str, ways: Sequence[March]) -> Menu:
    text, view, people = ask.text, ask.view, ask.people
    there = view.clans[people][ask.index(start)]
    choices: list[Choice] = []
    for move in ways:
        cost = journey(view, people, move.clans, [ask.index(code) for code in move.route])
        label = text.plain(
            "genesia.menu.move.choice",
            clans=clans_in_words(text, move.clans),
            price=price_of(ask.look, cost),
        )
        left = clans_in_words(text, there - move.clans)
        detail = text.plain("genesia.menu.move.leaves", clans=left, start=start)
        choices.append(Choice(label[:100], f"{move.clans}", detail=detail))
    prompt = text("genesia.menu.move.clans", clans=clans_in_words(text, there), start=start, end=end)
    return ask.listing(prompt, choices, board_drawing(ask.look, view))


def via(clans: int, route: Sequence[str]) -> tuple[str, ...]:
    """The path to the preview of any route; codes stand without dashes, to be short."""
    return ("via", f"{clans}", "".join(route))


def via_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """The preview of a route that was typed."""
    if len(path) != 2 or not path[0].isdecimal():
        raise LookupError(path)
    codes = tuple(_CODE.findall(path[1]))
    if "".join(codes) != path[1] or not codes or codes[0] not in ask.view.map.named:
        raise LookupError(path)
    clans = int(path[0])
    if not 1 <= clans <= ask.view.clans[ask.people][ask.index(codes[0])]:
        raise LookupError(path)
    return _preview(ask, March(clans, codes))


def _preview(ask: Asking, move: March) -> Menu:
    """The board as it would be, the route on it, what it costs; and the button that plays it."""
    text, view, people = ask.text, ask.view, ask.people
    route = moved(view, move.route)
    if route is None:
        raise LookupError(move)
    cost = journey(view, people, move.clans, route)
    shown = after(view, people, move.clans, route)
    named = {"clans": clans_in_words(text, move.clans), "route": "-".join(move.route)}
    prompt = text(
        "genesia.menu.move.confirm",
        price=price_of(ask.look, cost),
        left=text.list(Markup(part) for part in purse(ask.look, shown, people)),
        **named,
    )
    drawing = board_drawing(
        ask.look, shown, text.plain("genesia.menu.move.alt", **named), move.route, move.clans
    )
    confirm = ask.confirm(move)
    if len(confirm.value) > PRESSED:
        return ask.listing(prompt, [confirm], drawing)
    return ask.buttons(prompt, [confirm], drawing)


# Cards


def _keys(move: Play) -> tuple[str, ...]:
    """What is chosen one after the other: the card, of one that copies which (0 none), from where, where.

    Of a leap then how many, ``x2``, or ``x`` as many as possible.
    """
    copies = Timing.COPY in CARDS[move.card].timings
    copied = (f"c{move.copy or 0}",) if copies else ()
    leaping = () if move.start is None else (f"x{move.clans or ''}",)
    places = (code for code in (move.start, move.at) if code is not None)
    return (f"{move.card}", *copied, *places, *leaping)


def card_menu(ask: Asking, path: tuple[str, ...]) -> Menu:
    """Which card, what it asks for, then all of it once more before it is played."""
    offered = [(_keys(move), move) for move in ask.of(Play)]
    if not path:
        return _which(ask, list(dict.fromkeys(move.card for _, move in offered)))
    fitting = [(keys, move) for keys, move in offered if keys[: len(path)] == path]
    if not fitting:
        raise LookupError(path)
    # Where there is but one way on, it is not asked.
    depth = len(path)
    while len({keys[: depth + 1] for keys, _ in fitting}) == 1 and depth < len(fitting[0][0]):
        depth += 1
    keys, move = fitting[0]
    if len(fitting) == 1:
        return _card_confirm(ask, move)
    return _card_step(ask, move, keys[:depth], fitting, path)


def _which(ask: Asking, cards: Sequence[int]) -> Menu:
    text, view = ask.text, ask.view
    choices = [card_choice(ask, card, f"{card}", final=False) for card in cards]
    lines = [text("genesia.menu.card")]
    if others := [card for card in view.hands[ask.people] if card not in cards]:
        lines.append(text("genesia.menu.card.cannot", cards=cards_shown(ask.look, others)))
    drawing = hand_drawing(ask.look, view, cards)
    return ask.listing(Markup("\n".join(lines)), choices, drawing)


def _card_step(
    ask: Asking,
    move: Play,
    known: tuple[str, ...],
    fitting: Sequence[tuple[tuple[str, ...], Play]],
    path: tuple[str, ...],
) -> Menu:
    """The next thing to choose: the copied card, a region, or how many clans leap."""
    text, view = ask.text, ask.view
    card = card_shown(ask.look, move.card)
    follow = list(dict.fromkeys(keys[len(known)] for keys, _ in fitting))
    skipped = known[len(path) :]
    copies = Timing.COPY in CARDS[move.card].timings
    if copies and len(known) == 1:
        choices = [_copied(ask, move.card, int(key[1:]), "/".join((*skipped, key))) for key in follow]
        return ask.listing(text("genesia.menu.card.copy", card=card), choices, hand_drawing(ask.look, view))
    start, end = (*known[1 + copies :], None, None)[:2]
    if start is not None and end is not None:
        prompt = text("genesia.menu.card.clans", card=card, start=start, end=end)
        choices = [
            _leapers(ask, int(key[1:] or len(follow)), start, "/".join((*skipped, key))) for key in follow
        ]
        return ask.listing(prompt, choices, board_drawing(ask.look, view))
    code = "at" if move.start is None else "start" if start is None else "end"
    prompt = text(f"genesia.menu.card.{code}", card=card, **({"start": start} if code == "end" else {}))
    choices = [_region(ask, key, "/".join((*skipped, key))) for key in follow]
    return ask.listing(prompt, choices, board_drawing(ask.look, view))


def _copied(ask: Asking, card: int, copied: int, value: str) -> Choice:
    """A card that may be copied; 0 is the card's own effect instead."""
    if copied:
        detail = copied_detail(ask.text, copied, ask.view.claimed(copied))
        return replace(card_choice(ask, copied, value, final=False), detail=detail)
    label = ask.text.plain("genesia.menu.card.own")
    return Choice(label, value, detail=card_detail(ask.text, card))


def _leapers(ask: Asking, clans: int, start: str, value: str) -> Choice:
    """How many clans leap, and how many that leaves behind."""
    left = clans_in_words(ask.text, ask.view.clans[ask.people][ask.index(start)] - clans)
    detail = ask.text.plain("genesia.menu.move.leaves", clans=left, start=start)
    return Choice(clans_in_words(ask.text, clans), value, detail=detail)


def _region(ask: Asking, code: str, value: str) -> Choice:
    text, view, region = ask.text, ask.view, ask.index(code)
    label = text.plain("genesia.menu.region", region=code, value=view.map.regions[region].value)
    return Choice(label, value, detail=ground(ask.look, view, ask.people, region)[:100])


def _card_confirm(ask: Asking, move: Play) -> Menu:
    text, look, view = ask.text, ask.look, ask.view
    lines = [
        text(
            "genesia.menu.card.confirm",
            card=card_shown(look, move.card),
            price=price_in_words(text, CARDS[move.card]),
            text=Markup(card_text(text, CARDS[move.card])),
        )
    ]
    if move.copy is not None:
        said = " ".join(mode_text(text, mode) for mode in _modes(ask, move))
        lines.append(text("genesia.menu.card.copies", card=card_shown(look, move.copy), text=Markup(said)))
    drawing = hand_drawing(look, view, (move.card,))
    if move.start is not None and move.at is not None:
        code = "genesia.menu.card.leap" if move.clans is None else "genesia.menu.card.leap.clans"
        leapers = {} if move.clans is None else {"clans": clans_in_words(text, move.clans)}
        lines.append(text(code, start=move.start, region=move.at, **leapers))
        drawing = _leap_drawing(ask, move, move.start, move.at)
    elif move.at is not None:
        lines.append(text("genesia.menu.card.place", region=move.at))
    return ask.buttons(Markup("\n".join(lines)), [ask.confirm(move)], drawing)


def _modes(ask: Asking, move: Play) -> Sequence[Mode]:
    """All modes of the card that is played, or the one that it copies."""
    if move.copy is None:
        return CARDS[move.card].modes
    mode = CARDS[move.copy].mode(ask.view.claimed(move.copy))
    return (mode,) if mode else ()


def _leap_drawing(ask: Asking, move: Play, start: str, at: str) -> Drawing:
    view, people = ask.view, ask.people
    leaps = [each.amount for mode in _modes(ask, move) for each in mode.effects if each.kind is Kind.LEAP]
    here, there = ask.index(start), ask.index(at)
    clans = move.clans or min([view.clans[people][here], *leaps])
    after_it = with_clans(view, people, ((here, -clans), (there, clans)))
    named = {"clans": clans_in_words(ask.text, clans), "route": f"{start}-{at}"}
    said = ask.text.plain("genesia.menu.move.alt", **named)
    return board_drawing(ask.look, after_it, said, (start, at), clans)
