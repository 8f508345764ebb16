"""The menus of a movement and of a card: step by step, and a look at the board before it is confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cogs.genesia.card_texts import (
    card_detail,
    card_shown,
    card_text,
    cards_shown,
    clans_in_words,
    coins_in_words,
    copied_detail,
    mode_text,
    price_in_words,
)
from cogs.genesia.gains import warnings
from cogs.genesia.hands import claims, hand_drawing
from cogs.genesia.journeys import (
    STACKS,
    after,
    ground,
    holds_in_words,
    journey,
    moved,
    price_of,
    purse,
    with_clans,
)
from cogs.genesia.places import place
from cogs.genesia.prompts import MenuStep, board_drawing
from cogs.genesia.turn_menus import card_choice
from cogs.shared.drawing import Drawing
from cogs.shared.menus import BRIEF, CHOICES, PLACES, Choice, Menu
from cogs.shared.text import Markup
from engine.genesia.model import CARDS, Kind, Mode, Movement, Play, Timing

__all__ = ["card_menu", "move_menu", "via", "via_menu", "with_moves"]

_CODE = re.compile(r"[A-G]\d+")
NUMBERS = 12
"""Numbers of clans that are shown as buttons; more are a list."""
PRICED = 40
"""Characters of a price on a button; of a longer one it has the sum."""
PRESSED = 60
"""Characters that a button may carry."""


# Movements


def move_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """From where, to where, then how many: with the route on the board, as it would be.

    Where all clans stand in one region, it is not asked from where.
    """
    offered = step.of(Movement)
    if not path:
        starts = {move.route[0] for move in offered}
        return _ends(step, offered, f"{starts.pop()}/") if len(starts) == 1 else _starts(step, offered)
    start, *rest = path
    mine = [move for move in offered if move.route[0] == start]
    if not rest:
        return _ends(step, mine)
    end, *rest = rest
    ways = [move for move in mine if move.route[-1] == end]
    if not rest and len(ways) > 1:
        return _numbers(step, start, end, ways)
    if len(rest) > 1:
        raise LookupError(path)
    chosen = [move for move in ways if not rest or rest == [f"{move.clans}"]]
    if len(chosen) != 1:
        raise LookupError(path)
    return _preview(step, chosen[0])


def _starts(step: MenuStep, offered: Sequence[Movement]) -> Menu:
    text, view = step.text, step.view
    regions = view.map.regions
    here = view.clans[step.people]
    starts = sorted(
        dict.fromkeys(move.route[0] for move in offered), key=lambda start: -here[step.index(start)]
    )
    choices = [
        Choice(
            f"{start} × {here[step.index(start)]}",
            start,
            detail=text.plain(
                "genesia.menu.move.holds",
                holds=holds_in_words(step.ctx, view, step.people, step.index(start)),
                value=regions[step.index(start)].value,
            ),
        )
        for start in starts
    ]
    prompt = step.asked(text("genesia.menu.move.start"))
    return step.regions(prompt, "large", list(zip(starts, choices, strict=True)), _pairs(step, offered))


def _promising(step: MenuStep, offered: Sequence[Movement]) -> list[Movement]:
    """The cheapest way from each start to each end: to regions not held yet, and worth most, first."""
    view, people = step.view, step.people
    cheapest: dict[tuple[str, str], Movement] = {}
    for move in offered:
        cheapest.setdefault((move.route[0], move.route[-1]), move)

    def rank(move: Movement) -> tuple[bool, int, int]:
        end = step.index(move.route[-1])
        return people in view.holders[end], -view.map.regions[end].value, len(move.route)

    return sorted(cheapest.values(), key=rank)


def _pairs(step: MenuStep, offered: Sequence[Movement]) -> list[Choice]:
    """From where and to where in one: the most promising ends from the nearest start, then from others."""
    text, view = step.text, step.view
    promising = _promising(step, offered)
    nearest: dict[str, Movement] = {}
    for move in promising:
        nearest.setdefault(move.route[-1], move)
    others = [move for move in promising if nearest[move.route[-1]] is not move]
    choices: list[Choice] = []
    for move in (*nearest.values(), *others)[:CHOICES]:
        end = move.route[-1]
        cost = journey(view, step.people, move.clans, [step.index(code) for code in move.route])
        label = text.plain(
            "genesia.menu.region",
            region=f"{move.route[0]} → {end}",
            value=view.map.regions[step.index(end)].value,
        )
        detail = f"{price_of(step.ctx, cost)} · {'-'.join(move.route)}"
        choices.append(step.called(end, Choice(label, f"{move.route[0]}/{end}", detail=detail)))
    return choices


def with_moves(step: MenuStep, turn: Menu) -> Menu:
    """The question of a turn with a list of whole movements: only how many move is then to be chosen."""
    whole = [replace(each, value=f"move/{each.value}") for each in _pairs(step, step.of(Movement))]
    if not whole:
        return turn
    return replace(turn, areas=tuple(whole), area_prompt=step.text.plain("genesia.menu.move.whole"))


def _ends(step: MenuStep, mine: Sequence[Movement], start: str = "") -> Menu:
    """Destinations with the price for one clan: not held yet and worth most first, then the nearest.

    `start` is what their paths begin with where it was not chosen.
    """
    text, view, people = step.text, step.view, step.people
    choices: list[tuple[str, Choice]] = []
    best = _promising(step, mine)
    for move in (*best[:PLACES], *sorted(best[PLACES:], key=lambda each: len(each.route))):
        end, route = step.index(move.route[-1]), [step.index(code) for code in move.route]
        cost = journey(view, people, move.clans, route)
        price = price_of(step.ctx, cost)
        label = text.plain(
            "genesia.menu.move.target",
            region=move.route[-1],
            value=view.map.regions[end].value,
            price=price if len(price) <= PRICED else coins_in_words(text, cost.total),
        )
        state = ground(step.ctx, view, people, end)
        detail = text.plain("genesia.menu.move.route", route="-".join(move.route), state=state)
        choices.append((move.route[-1], Choice(label, f"{start}{move.route[-1]}", detail=detail[:100])))
    return step.regions(text("genesia.menu.move.end"), "new", choices)


def _numbers(step: MenuStep, start: str, end: str, ways: Sequence[Movement]) -> Menu:
    """Each number plays: what is usual stands out, and the board shows that."""
    text, view, people = step.text, step.view, step.people
    there = view.clans[people][step.index(start)]
    usual = _usual(step, there, ways)
    route = [step.index(code) for code in usual.route]
    choices: list[Choice] = []
    for move in ways:
        cost = journey(view, people, move.clans, [step.index(code) for code in move.route])
        label = text.plain(
            "genesia.menu.move.choice",
            clans=clans_in_words(text, move.clans),
            price=price_of(step.ctx, cost),
        )
        left = clans_in_words(text, there - move.clans)
        detail = text.plain("genesia.menu.move.leaves", clans=left, start=start)
        same = len(f"{move}") <= PRESSED and move.route == usual.route
        value = str(move) if same else f"{move.clans}"
        choices.append(Choice(label[:80], value, final=same, detail=detail, strong=move is usual))
    named = {"clans": clans_in_words(text, usual.clans), "route": "-".join(usual.route)}
    prompt = Markup(
        "\n".join(
            (
                text(
                    "genesia.menu.move.clans",
                    clans=clans_in_words(text, there),
                    start=start,
                    end=place(step.ctx, end),
                ),
                text("genesia.menu.move.shown", **named),
            )
        )
    )
    drawing = board_drawing(
        step.ctx,
        after(view, people, usual.clans, route),
        text.plain("genesia.menu.move.alt", **named),
        usual.route,
        usual.clans,
    )
    if len(choices) > NUMBERS:
        return step.listing(prompt, choices, drawing)
    return step.buttons(prompt, choices, drawing)


def _usual(step: MenuStep, there: int, ways: Sequence[Movement]) -> Movement:
    """The number that is meant most often: one clan; where the stack costs no more, all but one."""
    if step.view.age < STACKS:
        return ways[0]
    return max((move for move in ways if move.clans < there), key=lambda move: move.clans, default=ways[-1])


def via(clans: int, route: Sequence[str]) -> tuple[str, ...]:
    """The path to the preview of any route; codes stand without dashes, to be short."""
    return ("via", f"{clans}", "".join(route))


def via_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """The preview of a route that was typed."""
    if len(path) != 2 or not path[0].isdecimal():
        raise LookupError(path)
    codes = tuple(_CODE.findall(path[1]))
    if "".join(codes) != path[1] or not codes or codes[0] not in step.view.map.named:
        raise LookupError(path)
    clans = int(path[0])
    if not 1 <= clans <= step.view.clans[step.people][step.index(codes[0])]:
        raise LookupError(path)
    return _preview(step, Movement(clans, codes))


def _preview(step: MenuStep, move: Movement) -> Menu:
    """The board as it would be, the route on it, what it costs; and the button that plays it."""
    text, view, people = step.text, step.view, step.people
    route = moved(view, move.route)
    if route is None:
        raise LookupError(move)
    cost = journey(view, people, move.clans, route)
    shown = after(view, people, move.clans, route)
    named = {"clans": clans_in_words(text, move.clans), "route": "-".join(move.route)}
    prompt = text(
        "genesia.menu.move.confirm",
        price=price_of(step.ctx, cost),
        left=text.list(Markup(part) for part in purse(step.ctx, shown, people)),
        **named,
    )
    drawing = board_drawing(
        step.ctx, shown, text.plain("genesia.menu.move.alt", **named), move.route, move.clans
    )
    confirm = step.confirm(move)
    if len(confirm.value) > PRESSED:
        return step.listing(prompt, [confirm], drawing)
    return step.buttons(prompt, [confirm], drawing)


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


def card_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Which card, what it asks for, then all of it once more before it is played."""
    offered = [(_keys(move), move) for move in step.of(Play)]
    if not path:
        return _which(step, list(dict.fromkeys(move.card for _, move in offered)))
    fitting = [(keys, move) for keys, move in offered if keys[: len(path)] == path]
    if not fitting:
        raise LookupError(path)
    # Where there is but one way on, it is not asked.
    depth = len(path)
    while len({keys[: depth + 1] for keys, _ in fitting}) == 1 and depth < len(fitting[0][0]):
        depth += 1
    keys, move = fitting[0]
    if len(fitting) == 1:
        return _card_confirm(step, move)
    return _card_step(step, move, keys[:depth], fitting, path)


def _which(step: MenuStep, cards: Sequence[int]) -> Menu:
    text, view = step.text, step.view
    choices = [card_choice(step, card, f"{card}", final=False) for card in cards]
    lines = [text("genesia.menu.card")]
    if others := [card for card in view.hands[step.people] if card not in cards]:
        lines.append(text("genesia.menu.card.cannot", cards=cards_shown(step.ctx, others)))
    return step.buttons(Markup("\n".join(lines)), choices, hand_drawing(step.ctx, view, cards))


def _card_step(
    step: MenuStep,
    move: Play,
    known: tuple[str, ...],
    fitting: Sequence[tuple[tuple[str, ...], Play]],
    path: tuple[str, ...],
) -> Menu:
    """The next thing to choose: the copied card, a region, or how many clans leap."""
    text, view = step.text, step.view
    card = card_shown(step.ctx, move.card)
    follow = list(dict.fromkeys(keys[len(known)] for keys, _ in fitting))
    skipped = known[len(path) :]
    copies = Timing.COPY in CARDS[move.card].timings
    if copies and len(known) == 1:
        choices = [_copied(step, move.card, int(key[1:]), "/".join((*skipped, key))) for key in follow]
        lines = (text("genesia.menu.card.copy", card=card), *claims(step.ctx, view))
        listed = step.listing(Markup("\n".join(lines)), choices, hand_drawing(step.ctx, view))
        return replace(listed, pictured=True)
    start, end = (*known[1 + copies :], None, None)[:2]
    if start is not None and end is not None:
        prompt = text("genesia.menu.card.clans", card=card, start=start, end=end)
        choices = [
            _leapers(step, int(key[1:] or len(follow)), start, "/".join((*skipped, key))) for key in follow
        ]
        return replace(step.listing(prompt, choices, board_drawing(step.ctx, view)), most=BRIEF)
    code = "at" if move.start is None else "start" if start is None else "end"
    prompt = text(f"genesia.menu.card.{code}", card=card, **({"start": start} if code == "end" else {}))
    follow.sort(key=lambda key: -view.map.regions[step.index(key)].value)
    choices = [(key, _region(step, key, "/".join((*skipped, key)))) for key in follow]
    return step.regions(prompt, "worth", choices)


def _copied(step: MenuStep, card: int, copied: int, value: str) -> Choice:
    """A card that may be copied; 0 is the card's own effect instead."""
    if copied:
        detail = copied_detail(step.text, copied, step.view.claimed(copied))
        return replace(card_choice(step, copied, value, final=False), detail=detail)
    label = step.text.plain("genesia.menu.card.own")
    return Choice(label, value, detail=card_detail(step.text, card))


def _leapers(step: MenuStep, clans: int, start: str, value: str) -> Choice:
    """How many clans leap, and how many that leaves behind."""
    left = clans_in_words(step.text, step.view.clans[step.people][step.index(start)] - clans)
    detail = step.text.plain("genesia.menu.move.leaves", clans=left, start=start)
    return Choice(clans_in_words(step.text, clans), value, detail=detail)


def _region(step: MenuStep, code: str, value: str) -> Choice:
    text, view, region = step.text, step.view, step.index(code)
    label = text.plain("genesia.menu.region", region=code, value=view.map.regions[region].value)
    return Choice(label, value, detail=ground(step.ctx, view, step.people, region)[:100])


def _card_confirm(step: MenuStep, move: Play) -> Menu:
    text, ctx, view = step.text, step.ctx, step.view
    lines = [
        text(
            "genesia.menu.card.confirm",
            card=card_shown(ctx, move.card),
            price=price_in_words(text, CARDS[move.card]),
            text=Markup(card_text(text, CARDS[move.card])),
        )
    ]
    if move.copy is not None:
        said = " ".join(mode_text(text, mode) for mode in _modes(step, move))
        lines.append(text("genesia.menu.card.copies", card=card_shown(ctx, move.copy), text=Markup(said)))
    drawing = hand_drawing(ctx, view, (move.card,))
    if move.start is not None and move.at is not None:
        code = "genesia.menu.card.leap" if move.clans is None else "genesia.menu.card.leap.clans"
        leapers = {} if move.clans is None else {"clans": clans_in_words(text, move.clans)}
        lines.append(text(code, start=move.start, region=move.at, **leapers))
        drawing = _leap_drawing(step, move, move.start, move.at)
    elif move.at is not None:
        lines.append(text("genesia.menu.card.place", region=place(ctx, move.at)))
    lines += warnings(ctx, view, move)
    return step.buttons(Markup("\n".join(lines)), [step.confirm(move)], drawing)


def _modes(step: MenuStep, move: Play) -> Sequence[Mode]:
    """All modes of the card that is played, or the one that it copies."""
    if move.copy is None:
        return CARDS[move.card].modes
    mode = CARDS[move.copy].mode(step.view.claimed(move.copy))
    return (mode,) if mode else ()


def _leap_drawing(step: MenuStep, move: Play, start: str, at: str) -> Drawing:
    view, people = step.view, step.people
    leaps = [each.amount for mode in _modes(step, move) for each in mode.effects if each.kind is Kind.LEAP]
    here, there = step.index(start), step.index(at)
    clans = move.clans or min([view.clans[people][here], *leaps])
    after_it = with_clans(view, people, ((here, -clans), (there, clans)))
    named = {"clans": clans_in_words(step.text, clans), "route": f"{start}-{at}"}
    said = step.text.plain("genesia.menu.move.alt", **named)
    return board_drawing(step.ctx, after_it, said, (start, at), clans)
