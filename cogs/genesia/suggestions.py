"""Suggestions while a move of Genesia is typed: moves that fit, and what each would bring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cogs.face.context import Context
from cogs.face.menus import CHOICES
from cogs.face.suggestions import Suggestion, spread, suggestion
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
from cogs.text.move_words import MoveWords
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

__all__ = ["WORDS", "prospect", "suggestions"]

WORDS = MoveWords(
    "genesia",
    (
        *("objective", "draft", "recruit", "move", "card", "discard", "back", "end", "war", "peace"),
        *("assault", "pass", "lose", "order", "place", "stand", "campaign"),
    ),
)
_TOKEN = re.compile(r"[^\s]+")
PER_KIND = 6
"""Suggestions of one kind while nothing has been typed."""
_ROUTE = re.compile(r"\s*([^\W\d_]+)\s*(\d{1,3})\s+(.*\S.*)", re.DOTALL)
"""A movement whose number of clans has been typed, and a part of its route."""


def _fits(ctx: Context, view: View, move: Move, tokens: Sequence[str], spoken: Mapping[str, str]) -> bool:
    """Return true if the notation begins as typed.

    From some word on a name may be typed instead: a card's, an objective's, that of a region or of an order.
    """
    written = str(move).split()
    for number, typed in enumerate(tokens):
        if number < len(written) and _begins(number, written[number], typed, spoken):
            continue
        rest = " ".join(tokens[number:])
        return any(is_called(name, rest) for name in _names(ctx, view, move))
    return True


def _begins(number: int, word: str, typed: str, spoken: Mapping[str, str]) -> bool:
    if word.lower().startswith(typed) or ("-" in word and _shortened(typed, word.lower())):
        return True
    return number == 0 and any(each.startswith(typed) and verb == word for each, verb in spoken.items())


def _names(ctx: Context, view: View, move: Move) -> Iterator[str]:
    """Yield the names by which a move can be called."""
    text, code = ctx.text, _aim(move)
    if code is not None:
        yield region_name(text, view.seats, code)
    match move:
        case Play(card, copied):
            yield text.plain(f"genesia.card.{card}.name")
            if copied is not None:
                yield text.plain(f"genesia.card.{copied}.name")
        case Discard(card) | Draft((card,)):
            yield text.plain(f"genesia.card.{card}.name")
        case KeepObjective(objective):
            yield text.plain(f"genesia.objective.{objective}.name")
        case ChooseStance(stand):
            yield text.plain(f"genesia.stance.{stand.value}")
        case GiveOrder(rest):
            yield text.plain(f"genesia.order.label.{rest.value}")
        case GiveWarOrder(rest):
            yield text.plain(f"genesia.stand.label.{rest.value}")
        case _:
            pass


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


def _ordered(view: View, moves: Sequence[Move], *, has_help: bool) -> Iterator[Move]:
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
        yield from (each.move for each in ranked_losses(view, losses, has_help=has_help))
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
    spoken = WORDS.spoken(ctx.text)
    ordered = view.phase in (Phase.DRAFT, Phase.PLACE)
    if ordered and (further := _further(moves, tokens, typed[-1:].isspace())):
        moves, tokens = further
    going_on = _going_on(ctx, view, moves, typed, spoken)
    ordered_moves = _ordered(view, moves, has_help=ctx.has_help)
    others = [move for move in ordered_moves if _fits(ctx, view, move, tokens, spoken)]
    if not tokens:
        others = _of_each_kind(others)
    # Whole words are meant before beginnings of words, and these before parts of names.
    groups: tuple[list[Move], list[Move], list[Move]] = ([], [], [])
    for move in others:
        groups[_closeness(str(move).lower().split(), tokens, spoken)].append(move)
    found = [*going_on, *(move for group in groups for move in spread(group) if move not in going_on)]
    return [suggestion(move, prospect(ctx, view, move)) for move in found[:CHOICES]]


def _closeness(written: Sequence[str], tokens: Sequence[str], spoken: Mapping[str, str]) -> int:
    """Return 0 for a move that begins with the typed words, 1 with beginnings of words, 2 for another one."""
    if [*written[: len(tokens)]] == [*tokens]:
        return 0
    return 1 if tokens and _begins(0, written[0], tokens[0], spoken) else 2


def _of_each_kind(moves: Sequence[Move]) -> list[Move]:
    """Return some moves of each kind, for somebody who has typed nothing."""
    kinds: dict[type[Move], list[Move]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    chosen = {move for each in kinds.values() for move in spread(each, PER_KIND)}
    return [move for move in moves if move in chosen]


def _going_on(
    ctx: Context, view: View, moves: Sequence[Move], typed: str, spoken: Mapping[str, str]
) -> list[Movement]:
    """Return the movements whose routes go on from the typed one, region by region; none for other moves.

    The last region may be typed by its name. A route that is too dear, or ends among rivals, is left out.
    """
    begun, people = _ROUTE.fullmatch(typed), view.people
    if begun is None or people is None or not any(isinstance(move, Movement) for move in moves):
        return []
    if not _begins(0, "move", begun[1].lower(), spoken):
        return []
    clans, route = int(begun[2]), begun[3].rstrip() + "-" * begun[3][-1:].isspace()
    codes = [region.code for region in view.map.regions]
    found: list[Movement] = []
    for way in _completed(ctx, view, people, route)[:CHOICES]:
        if len(way) > 1 and 1 <= clans <= view.clans[people][way[0]]:
            cost = journey(view, people, clans, way)
            if cost.paid and cost.stops:
                found.append(Movement(clans, tuple(codes[region] for region in way)))
    return found


def _completed(ctx: Context, view: View, people: int, typed: str) -> list[tuple[int, ...]]:
    if ways := completions(view, people, typed):
        return ways
    at = max(typed.rfind("-"), typed.rfind(",")) + 1
    return [
        way
        for way in completions(view, people, typed[:at])
        if is_called(region_name(ctx.text, view.seats, view.map.regions[way[-1]].code), typed[at:])
    ]


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


def prospect(ctx: Context, view: View, move: Move) -> str:
    """Describe a move in a few words; nothing of one of which there is nothing to say."""
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
    owned = view.people is not None and move.copy in view.inventions[view.people]
    prospect = copied_detail(text, move.copy, view.claim_timing(move.copy), view.age, owned=owned)
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
