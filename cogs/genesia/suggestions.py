"""Suggestions while a move of Genesia is typed: moves that fit, and what each would bring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cogs.face.context import Context
from cogs.face.menus import CHOICES
from cogs.face.suggestions import Suggestion, suggestion
from cogs.genesia.attack_menus import as_named, ranked_losses
from cogs.genesia.card_texts import (
    card_name,
    clans_in_words,
    coins_in_words,
    copied_detail,
    objective_detail,
    objective_name,
    short_text,
)
from cogs.genesia.gains import warnings
from cogs.genesia.journeys import completions, ground, holds_in_words, journey, price_of, rival_at
from cogs.genesia.places import is_called, region_name
from engine.genesia.model import (
    CARDS,
    Assault,
    Campaign,
    ChooseStance,
    Discard,
    Draft,
    GiveOrder,
    GiveWarOrder,
    KeepObjective,
    Lose,
    Move,
    Movement,
    Phase,
    Play,
    Recruit,
    TakePlace,
    View,
)

__all__ = ["VERBS", "routes", "suggestions"]

VERBS = {
    "objective": "objective",
    "draft": "draft",
    "recruit": "recruit",
    "move": "move",
    "card": "card",
    "discard": "discard",
    "back": "back",
    "end": "end",
    "assault": "assault",
    "pass": "pass",
    "lose": "lose",
    "order": "order",
    "place": "place",
    "stand": "stand",
    "campaign": "campaign",
}
"""Words of the notation, and the commands that have a name for them in every language."""
_TOKEN = re.compile(r"[^\s]+")
PER_KIND = 6
"""Suggestions of one kind while nothing has been typed."""


def _spoken(ctx: Context) -> Mapping[str, str]:
    """The reader's own words for the verbs of the notation."""
    return {ctx.text.plain(f"command.genesia.{name}"): verb for verb, name in VERBS.items()}


def _fits(ctx: Context, view: View, move: Move, tokens: Sequence[str], spoken: Mapping[str, str]) -> bool:
    """Return true if the notation begins as typed; from some word on a region's name may be typed instead."""
    written = str(move).split()
    for number, typed in enumerate(tokens):
        if number < len(written) and _begins(number, written[number], typed, spoken):
            continue
        code = _aim(move)
        return code is not None and is_called(
            region_name(ctx.text, view.seats, code), " ".join(tokens[number:])
        )
    return True


def _begins(number: int, word: str, typed: str, spoken: Mapping[str, str]) -> bool:
    if word.lower().startswith(typed) or ("-" in word and _shortened(typed, word.lower())):
        return True
    return number == 0 and any(each.startswith(typed) and verb == word for each, verb in spoken.items())


def _aim(move: Move) -> str | None:
    """The region where the move does something: for a march or an assault where it leads."""
    match move:
        case Recruit(_, at) | Play(at=at):
            return at
        case Movement(_, route):
            return route[-1]
        case Assault(_, target):
            return target
        case _:
            return None


def _shortened(typed: str, route: str) -> bool:
    """Return true if a typed start and end mean this route: ``a0-g3`` for ``A0-A8-G3``."""
    start, _, end = typed.partition("-")
    codes = route.split("-")
    return bool(end) and "-" not in end and codes[0] == start and codes[-1].startswith(end)


def _ordered(view: View, moves: Sequence[Move]) -> Iterator[Move]:
    """All moves, those with a prospect first."""
    marches: list[tuple[tuple[bool, int, int], Movement]] = []
    others: list[Move] = []
    people = view.people
    for move in moves:
        if isinstance(move, Movement) and people is not None:
            end = view.map.indices[move.route[-1]]
            held = people in view.holders[end]
            value = view.map.regions[end].value
            marches.append(((held, -value, move.clans * len(move.route)), move))
        elif not isinstance(move, Lose):
            others.append(move)
    losses = [move for move in moves if isinstance(move, Lose)]
    if losses:
        yield from (each.move for each in ranked_losses(view, losses))
    part = [move for move in others if isinstance(move, Play) and move.clans is not None]
    whole = [move for move in others if not isinstance(move, Play) or move.clans is None]
    plain = [move for move in whole if not isinstance(move, Recruit)]
    yield from (move for move in plain if not isinstance(move, Discard | GiveOrder | GiveWarOrder | Campaign))
    yield from part
    yield from (march for _, march in sorted(marches, key=lambda pair: pair[0]))
    yield from (move for move in others if isinstance(move, Recruit))
    yield from (move for move in plain if isinstance(move, Discard | GiveOrder | GiveWarOrder | Campaign))


def suggestions(ctx: Context, view: View, moves: Sequence[Move], typed: str) -> list[Suggestion]:
    """Return at most 25 legal moves that fit what was typed, in the notation or in the reader's own words."""
    tokens = _TOKEN.findall(typed.lower())
    spoken = _spoken(ctx)
    ordered = view.phase in (Phase.DRAFT, Phase.PLACE)
    if ordered and (further := _further(moves, tokens, typed[-1:].isspace())):
        moves, tokens = further
    found: list[Suggestion] = []
    kinds: dict[type[Move], int] = {}
    for move in _ordered(view, moves):
        if not _fits(ctx, view, move, tokens, spoken):
            continue
        kinds[type(move)] = kinds.get(type(move), 0) + 1
        if not tokens and kinds[type(move)] > PER_KIND:
            continue
        found.append(suggestion(move, _prospect(ctx, view, move)))
        if len(found) == CHOICES:
            break
    return found


def _further(
    moves: Sequence[Move], tokens: Sequence[str], spaced: bool
) -> tuple[list[Move], Sequence[str]] | None:
    """Cards or places in order of preference, where one at least has been typed: with each that is left."""
    named = tokens[1:] if spaced else tokens[1:-1]
    if not named or not all(each.isdecimal() for each in named):
        return None
    wanted = tuple(map(int, named))
    found: list[Move] = []
    for move in moves:
        match move:
            case Draft(cards=(number,)) | TakePlace(places=(number,)) if number not in wanted:
                found.append(type(move)((*wanted, number)))
            case _:
                pass
    possible = {number for move in moves if isinstance(move, Draft | TakePlace) for number in _numbers(move)}
    if not found or not possible.issuperset(wanted) or len({*wanted}) < len(wanted):
        return None
    return found, (*tokens, *([""] if spaced else []))


def _numbers(move: Draft | TakePlace) -> tuple[int, ...]:
    return move.cards if isinstance(move, Draft) else move.places


def _prospect(ctx: Context, view: View, move: Move) -> str:
    """Describe a move in a few words."""
    text, people = ctx.text, view.people
    match move:
        case Draft((_, _, *_) as cards):
            return ", ".join(text.plain(f"genesia.card.{card}.name") for card in cards)
        case Draft((card,)) | Discard(card):
            return f"{card_name(text, card)} · {short_text(text, CARDS[card])}"
        case Play():
            return _play_prospect(ctx, view, move)
        case KeepObjective(objective):
            name = objective_name(text, objective)
            return f"{name} · {objective_detail(text, objective, view.peoples)}"
        case ChooseStance(stand):
            return text.plain(f"genesia.stance.{stand.value}")
        case GiveOrder(rest):
            return text.plain(f"genesia.order.label.{rest.value}")
        case GiveWarOrder(rest):
            return text.plain(f"genesia.stand.label.{rest.value}")
        case Campaign():
            return text.plain("genesia.campaign.off")
        case Recruit(clans, at) if people is not None:
            coins = coins_in_words(text, clans * view.prices[people])
            return f"{region_name(text, view.seats, at)} · {coins}"
        case Movement(clans, route) if people is not None:
            return _march_prospect(ctx, view, people, clans, [view.map.indices[code] for code in route])
        case Assault(source, target, None) if people is not None:
            return _assault_prospect(ctx, view, people, source, target)
        case Assault(_, _, Lose() as fought):
            return _losses_prospect(ctx, as_named(view, move), fought)
        case Lose():
            return _losses_prospect(ctx, view, move)
        case _:
            return ""


def _losses_prospect(ctx: Context, view: View, move: Lose) -> str:
    fought = ranked_losses(view, [move])[0]
    code = "genesia.menu.losses.siege" if move.siege else "genesia.menu.losses.choice"
    own, other = clans_in_words(ctx.text, fought.losses), clans_in_words(ctx.text, fought.rival_losses)
    return ctx.text.plain(code, own=own, other=other)


def _play_prospect(ctx: Context, view: View, move: Play) -> str:
    text, name = ctx.text, card_name(ctx.text, move.card)
    if warnings(ctx, view, move):
        name = f"{name} · {text.plain('genesia.preview.short')}"
    if move.copy is None:
        return f"{name} · {short_text(text, CARDS[move.card])}"
    prospect = copied_detail(text, move.copy, view.claim_timing(move.copy))
    return f"{name} · {card_name(text, move.copy)} · {prospect}"


def _march_prospect(ctx: Context, view: View, people: int, clans: int, route: Sequence[int]) -> str:
    cost = journey(view, people, clans, route)
    value = view.map.regions[route[-1]].value
    said = [price_of(ctx, cost), ctx.text.plain("genesia.suggest.value", value=value)]
    if not cost.paid:
        said.append(ctx.text.plain("genesia.menu.move.dear"))
    name = region_name(ctx.text, view.seats, view.map.regions[route[-1]].code)
    return " · ".join([name, *said, ground(ctx, view, people, route[-1])])


def _assault_prospect(ctx: Context, view: View, people: int, source: str, target: str) -> str:
    rival = rival_at(view, people, view.map.indices[target])
    if rival is None:
        return ""
    return ctx.text.plain(
        "genesia.menu.assault.choice",
        source=source,
        target=target,
        attackers=clans_in_words(ctx.text, view.clans[people][view.map.indices[source]]),
        defenders=holds_in_words(ctx, view, rival, view.map.indices[target]),
    )


def routes(ctx: Context, view: View, clans: int, typed: str) -> list[Suggestion]:
    """Routes that go on from what was typed, region by region, with cost, tolls and what lies there.

    The last region may be typed by its name.
    """
    people = view.people
    if people is None:
        return []
    codes = [region.code for region in view.map.regions]
    found: list[Suggestion] = []
    ways = completions(view, people, typed)
    if not ways:
        at = max(typed.rfind("-"), typed.rfind(",")) + 1
        begun, name = typed[:at], typed[at:]
        ways = [
            route
            for route in completions(view, people, begun)
            if is_called(region_name(ctx.text, view.seats, codes[route[-1]]), name)
        ]
    for route in ways[:CHOICES]:
        written = "-".join(codes[region] for region in route)
        start, *further = route
        if further:
            prospect = _march_prospect(ctx, view, people, clans, route)
        else:
            name = region_name(ctx.text, view.seats, codes[start])
            prospect = f"{name} · {holds_in_words(ctx, view, people, start)}"
        found.append(suggestion(written, prospect))
    return found
