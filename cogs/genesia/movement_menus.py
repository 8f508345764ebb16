"""The menus of a movement and of a card: step by step, and a look at the board before it is confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from cogs.face.drawing import Drawing
from cogs.face.menus import BRIEF, CHOICES, Choice, Menu
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
    progress_by_ages,
)
from cogs.genesia.gains import warnings
from cogs.genesia.hands import cards_drawing, claims, hand_drawing
from cogs.genesia.journeys import (
    STACKS,
    Journey,
    after,
    ground,
    journey,
    price_of,
    purse,
    route_regions,
    with_clans,
)
from cogs.genesia.places import place
from cogs.genesia.prompts import MenuStep, board_drawing
from cogs.genesia.turn_menus import card_choice
from cogs.text.text import Markup
from engine.genesia.model import CARDS, Kind, Mode, Movement, Play, Timing
from engine.genesia.players.evaluation import Evaluation
from engine.genesia.players.expansion import worthwhile_ends, worthwhile_movements

__all__ = ["card_menu", "move_menu", "via", "via_menu", "with_moves"]

_CODE = re.compile(r"[A-G]\d+")
WAYS = 8
"""Ways to a region that are shown as buttons, so that a phone shows them with the board; more are a list."""
PRICED = 40
"""Characters of a price on a button; of a longer one it has the sum of all coins, and the free movements."""
PICTURED = 6
"""Cards that may be copied on one picture: the first ones, where there are more."""
LABEL = 80
"""Characters of a button's label, as many as Discord takes."""
PRESSED = 60
"""Characters that a button may carry."""


# Movements


def move_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of destinations, then of start and clans at once, with the best route on the board."""
    offered = step.of(Movement)
    if not path:
        return _ends(step, offered)
    end, *rest = path
    ways = [move for move in offered if move.route[-1] == end]
    if not rest:
        return _ways(step, end, ways)
    chosen = [move for move in ways if rest == [move.route[0], f"{move.clans}"]]
    if len(chosen) != 1:
        raise LookupError(path)
    return _preview(step, chosen[0])


def _as_robots(step: MenuStep) -> bool:
    """Return true if movements stand in the robot's order: with help, where it judges them one by one.

    Alone it plans its last march as a whole.
    """
    if not step.ctx.has_help:
        return False
    return step.view.seats > 1 or step.view.age < STACKS


def _ends(step: MenuStep, offered: Sequence[Movement]) -> Menu:
    """Destinations, numbered on the map."""
    listed = [(choice.value, choice) for choice in _destinations(step, offered)]
    order = "judged" if _as_robots(step) else "new"
    return step.regions(step.text("genesia.menu.move.end"), order, listed)


def _destinations(step: MenuStep, offered: Sequence[Movement], most: int | None = None) -> list[Choice]:
    """Destinations with the least that one clan pays to come there, at most so many.

    Those to which the robot would go, in its order; then what is not held yet, and worth most, and nearest.
    """
    text, view, people = step.text, step.view, step.people
    ways: dict[str, list[Movement]] = {}
    for move in offered:
        if move.clans == 1:
            ways.setdefault(move.route[-1], []).append(move)

    def rank(end: str) -> tuple[bool, int, int]:
        region = step.index(end)
        shortest = min(len(move.route) for move in ways[end])
        return people in view.holders[region], -view.map.regions[region].value, shortest

    judged = worthwhile_ends(Evaluation(view, people)) if _as_robots(step) else ()
    best = [*islice((end for end in judged if end in ways), most)]
    best += sorted((end for end in ways if end not in best), key=rank)
    choices: list[Choice] = []
    for end in best[:most]:
        cost, move = _cheapest(step, ways[end])
        price = price_of(step.ctx, cost)
        label = text.plain(
            "genesia.menu.move.target",
            region=end,
            value=view.map.regions[step.index(end)].value,
            price=price if len(price) <= PRICED else _sum(step, cost),
        )
        state = ground(step.ctx, view, people, step.index(end))
        detail = text.plain("genesia.menu.move.route", route="-".join(move.route), state=state)
        choices.append(Choice(label, end, detail=detail[:100]))
    return choices


def _sum(step: MenuStep, cost: Journey) -> str:
    """Write a long price in short: all coins, tolls included, and the free movements that are spent."""
    parts = [coins_in_words(step.text, cost.total)] if cost.total or not cost.free else []
    if cost.free:
        parts.append(step.text.plain("genesia.free_moves", n=cost.free))
    return ", ".join(parts)


def _cheapest(step: MenuStep, ways: Sequence[Movement]) -> tuple[Journey, Movement]:
    """The way that costs least, with its cost: tolls come on top of steps."""
    best: tuple[int, Journey, Movement] | None = None
    for move in sorted(ways, key=lambda each: len(each.route)):
        if best is not None and len(move.route) > best[0]:
            break
        cost = journey(step.view, step.people, move.clans, [step.index(code) for code in move.route])
        if best is None or cost.total + cost.free < best[0]:
            best = cost.total + cost.free, cost, move
    if best is None:
        raise LookupError(ways)
    return best[1:]


def with_moves(step: MenuStep, turn: Menu) -> Menu:
    """The question of a turn with a list of destinations: from where and how many is then chosen in one."""
    targets = _destinations(step, step.of(Movement), CHOICES)
    best = [step.with_region_name(each.value, each) for each in targets]
    if not best:
        return turn
    listed = tuple(replace(each, value=f"move/{each.value}") for each in best)
    code = "genesia.menu.move.to" if step.view.age < STACKS else "genesia.menu.move.to.stack"
    return replace(turn, areas=listed, area_prompt=step.text.plain(code))


def _best_first(step: MenuStep, end: str, ways: Sequence[Movement]) -> list[Movement]:
    """Return these ways in the robot's order; then the ways that it would not take, few clans first."""
    left = {(move.route[0], move.clans): move for move in ways}
    wanted = worthwhile_movements(Evaluation(step.view, step.people), end) if _as_robots(step) else ()
    keys = [(move.route[0], move.clans) for move in wanted]
    best = [left.pop(key) for key in keys if key in left]
    return best + sorted(left.values(), key=lambda move: (move.clans, len(move.route)))


def _ways(step: MenuStep, end: str, ways: Sequence[Movement]) -> Menu:
    """Return the menu of start and clans at once; each choice plays. The best stands out on the board.

    If there are too many, a list has the others; there are never more than a people has clans.
    """
    if not ways:
        raise LookupError(end)
    text, view, people = step.text, step.view, step.people
    judged = _best_first(step, end, ways)
    best, shown = judged[0], judged[:WAYS]
    starts = [*dict.fromkeys(move.route[0] for move in judged)]
    choices: list[Choice] = []
    others: list[Choice] = []
    for move in sorted(ways, key=lambda each: (starts.index(each.route[0]), each.clans)):
        start, there = move.route[0], view.clans[people][step.index(move.route[0])]
        cost = journey(view, people, move.clans, [step.index(code) for code in move.route])
        price = price_of(step.ctx, cost)
        label, briefly = (
            text.plain("genesia.menu.move.way", number=move.clans, there=there, start=named, price=price)
            for named in (place(step.ctx, start), start)
        )
        label = label if len(label) <= LABEL else briefly
        final = len(f"{move}") <= PRESSED
        value = str(move) if final else f"{start}/{move.clans}"
        offer = choices if move in shown else others
        offer.append(Choice(label[:LABEL], value, final=final, strong=move is best))
    named = {"clans": clans_in_words(text, best.clans), "route": "-".join(best.route)}
    start = place(step.ctx, best.route[0])
    lines = (
        text("genesia.menu.move.ways", end=place(step.ctx, end)),
        text("genesia.menu.move.shown", clans=named["clans"], start=start, end=place(step.ctx, end)),
    )
    drawing = board_drawing(
        step.ctx,
        after(view, people, best.clans, [step.index(code) for code in best.route]),
        text.plain("genesia.menu.move.alt", **named),
        best.route,
        best.clans,
    )
    menu = step.buttons(Markup("\n".join(lines)), choices, drawing)
    more = text.plain("genesia.menu.move.others") if others else ""
    return replace(menu, areas=tuple(others), area_prompt=more)


def via(clans: int, route: Sequence[str]) -> tuple[str, ...]:
    """The path to the preview of any route; codes stand without dashes, to be short."""
    return ("via", f"{clans}", "".join(route))


def via_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """The preview of a route that was typed."""
    if len(path) != 2 or not path[0].isdecimal():
        raise LookupError(path)
    codes = tuple(_CODE.findall(path[1]))
    if "".join(codes) != path[1] or not codes or codes[0] not in step.view.map.indices:
        raise LookupError(path)
    clans = int(path[0])
    if not 1 <= clans <= step.view.clans[step.people][step.index(codes[0])]:
        raise LookupError(path)
    return _preview(step, Movement(clans, codes))


def _preview(step: MenuStep, move: Movement) -> Menu:
    """The board as it would be, the route on it, what it costs; and the button that plays it."""
    text, view, people = step.text, step.view, step.people
    route = route_regions(view, move.route)
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
    """Return the choices of a card's menus in order: card, copied card (0 for none), start, destination.

    A leap is followed by its number of clans: ``x2``, or ``x`` for as many as possible.
    """
    copies = Timing.COPY in CARDS[move.card].timings
    copied = (f"c{move.copy or 0}",) if copies else ()
    leaping = () if move.start is None else (f"x{move.clans or ''}",)
    places = (code for code in (move.start, move.at) if code is not None)
    return (f"{move.card}", *copied, *places, *leaping)


def card_menu(step: MenuStep, path: tuple[str, ...]) -> Menu:
    """Return the menu of cards, then of what the card asks for, then of all of it before it is played."""
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
        shown = [int(key[1:]) or move.card for key in follow][:PICTURED]
        listed = step.listing(Markup("\n".join(lines)), choices, cards_drawing(step.ctx, shown))
        return replace(listed, pictured=True)
    start, end = (*known[1 + copies :], None, None)[:2]
    if start is not None and end is not None:
        prompt = text("genesia.menu.card.clans", card=card, start=start, end=end)
        numbers = {key: int(key[1:] or len(follow)) for key in follow}
        choices = [
            _leapers(step, numbers[key], start, "/".join((*skipped, key)))
            for key in sorted(follow, key=lambda key: numbers[key])
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
        owned = copied in step.view.inventions[step.people]
        detail = copied_detail(step.text, copied, step.view.claim_timing(copied), step.view.age, owned=owned)
        return replace(card_choice(step, copied, value, final=False), detail=detail)
    label = step.text.plain("genesia.menu.card.own")
    return Choice(label, value, detail=card_detail(step.text, card))


def _leapers(step: MenuStep, clans: int, start: str, value: str) -> Choice:
    """Return the choice of a number of clans that leap, with how many that leaves behind."""
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
    if (brings := _progress(step, move)) is not None:
        lines.append(brings)
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


def _progress(step: MenuStep, move: Play) -> Markup | None:
    """Describe the progress that the card, or the one it copies, brings by Ages; `None` where it is none."""
    card = CARDS[move.card if move.copy is None else move.copy]
    if not card.is_invention or card.number in step.view.inventions[step.people]:
        return None
    return step.text("genesia.menu.card.progress", progress=progress_by_ages(step.text, card, step.view.age))


def _modes(step: MenuStep, move: Play) -> Sequence[Mode]:
    """All modes of the card that is played, or the one that it copies."""
    if move.copy is None:
        return CARDS[move.card].modes
    mode = CARDS[move.copy].mode(step.view.claim_timing(move.copy))
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
