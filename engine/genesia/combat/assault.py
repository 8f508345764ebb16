"""The attacker's turn: cards, the assault named or the turn passed, then the way to fight it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.game import Event, IllegalMove
from engine.genesia import codes
from engine.genesia.board import bits, clans_left, event, map_of, with_hidden, with_public
from engine.genesia.cards import effects, legality, modes
from engine.genesia.combat.reaction import ask_defender
from engine.genesia.combat.resolution import (
    Terms,
    assault_terms,
    current_combat,
    current_round,
    current_terms,
    end_combat,
    force,
    is_in_reach,
    is_pacifist,
    resolve,
    rival_at,
    targets,
    with_combat,
)
from engine.genesia.model import (
    CARDS,
    DISCARD_COINS,
    MAX_CITIES,
    Assault,
    Discard,
    Kind,
    Lose,
    Move,
    Pass,
    Phase,
    Play,
    Recruit,
    Timing,
)
from engine.genesia.phases import turns
from engine.genesia.phases.setup import cards_in_use
from engine.genesia.state import Combat, State
from engine.kit.masks import mask_of
from engine.kit.stages import Break, Told

__all__ = [
    "TIMINGS",
    "assaults",
    "can_act",
    "can_attack_by_public_facts",
    "can_attack_with_hand",
    "check_assault",
    "check_card",
    "check_lose",
    "check_pass",
    "moves",
    "pass_turn",
    "play",
    "ways_to_fight",
]

TIMINGS = (Timing.ATTACK, Timing.COPY)
"""The timings as which an attacker may play cards, before it names its assault and after the reaction."""
_SPOILERS = frozenset({Kind.LEAP, Kind.PACIFIST})
"""Effects that could make the last possible assault impossible."""
_FOR_ASSAULTS = _SPOILERS | {Kind.FORCE, Kind.STRIKE, Kind.SPARE, Kind.RANGE, Kind.STORM}
"""Effects that may be played only if an assault is possible; all others need none."""
_BRING_CLANS = frozenset({Kind.LEAP, Kind.CLANS, Kind.MOVES})
"""Effects that could put clans where an assault is possible."""
_BOOSTS = (Kind.FORCE, Kind.RANGE)
"""Effects that make further assaults possible."""


def can_act(state: State, people: int) -> bool:
    """Return whether a people has another choice in its turn than to pass, by facts that everybody knows.

    It has one if an assault is possible on the board as it is, if it holds a card, whichever it is, or if it
    can pay for a recruit where the options allow recruits in the attack phase.
    """
    if is_pacifist(state, people):
        return False
    if state.hidden[people].hand or targets(state, people):
        return True
    public = state.public[people]
    return state.options.attack_recruits and public.coins >= public.price and clans_left(public) > 0


def can_attack_by_public_facts(state: State, people: int) -> bool:
    """Return whether an assault of that people may be possible now, by facts that everybody knows.

    The facts are the board, the number of its cards, and the cards of this Age that lie on the table.
    Assaults of others that are due before its own are not taken into account: they count in the next round.
    """
    without = _can_attack_without_cards(state, people)
    if without is not None:
        return without
    seen = mask_of([played.card for played, _ in state.played])
    in_use = mask_of(cards_in_use(state.options, state.seats, state.age))
    return _can_attack_with_cards(state, people, in_use & ~seen)


def can_attack_with_hand(state: State, people: int) -> bool:
    """Return whether an assault of that people may be possible now with its hand, whatever the cards cost."""
    without = _can_attack_without_cards(state, people)
    return _can_attack_with_cards(state, people, state.hidden[people].hand) if without is None else without


def _can_attack_without_cards(state: State, people: int) -> bool | None:
    """Return whether an assault is possible on the board as it is; `None` if that depends on its cards.

    Where clans may be recruited in the attack phase, a people that can pay for one, with the coins of
    discarded cards, counts as able to attack.
    """
    if is_pacifist(state, people):
        return False
    if targets(state, people):
        return True
    public, cards = state.public[people], state.hidden[people].hand.bit_count()
    if state.options.attack_recruits and clans_left(public) > 0:
        return public.coins + DISCARD_COINS * cards >= public.price
    return None if cards else False


def _can_attack_with_cards(state: State, people: int, among: int) -> bool:
    """Return whether an assault is possible with as many of the cards `among` (bits) as the people holds."""
    cards = state.hidden[people].hand.bit_count()
    copied = tuple(
        [(claim.card, claim.timing) for claim in legality.claims_in_phase(state, people, Phase.ASSAULT)]
    )
    most = _max_boost(among, copied, cards)
    return most is None or bool(targets(state, people, *most))


@lru_cache(maxsize=1 << 10)
def _max_boost(among: int, copied: tuple[tuple[int, Timing], ...], cards: int) -> tuple[int, int] | None:
    """Return the most force and reach that this number of cards can add; `None` if a card could bring clans.

    `copied` are the cards, with timings, that a card that copies may copy.
    """
    forces: list[int] = []
    further = 1
    for card in bits(among):
        own = CARDS[card].timings
        works_as = [(card, Timing.ATTACK)] if Timing.ATTACK in own else []
        works_as += copied if Timing.COPY in own else []
        kinds = {effect.kind for each in works_as for effect in modes.mode_in(*each).effects}
        if kinds & _BRING_CLANS:
            return None
        forces.append(
            max([modes.modifier([each], timing, Kind.FORCE) for each, timing in works_as], default=0)
        )
        ranges = [modes.modifier([each], timing, Kind.RANGE) for each, timing in works_as]
        further = max(further, *ranges) if ranges else further
    return sum(sorted(forces)[-cards:]), further


# Before the assault is named


def check_card(state: State, people: int, move: Play) -> Timing:
    """Return the timing as which the card would be played.

    Raises `IllegalMove` as `legality.check_play`. Before the assault is named it also raises
    genesia.no_assault for a card that serves an assault, if none is possible even with it and with other
    cards in hand.
    """
    timing = legality.check_play(state, people, move, TIMINGS)
    if state.phase is Phase.ASSAULT and not _is_useful(state, people, move, bool(targets(state, people))):
        raise IllegalMove(codes.NO_ASSAULT, card=move.card)
    return timing


def _is_useful(state: State, people: int, move: Play, possible: bool) -> bool:
    """Return whether the card needs no assault, or leaves one possible, perhaps with other cards in hand.

    `possible` says whether an assault is possible without the card.
    """
    timing = Timing.ATTACK if move.copy is None else Timing.COPY
    kinds = {effect.kind for effect in legality.mode_of(state, move, timing).effects}
    if not kinds & _FOR_ASSAULTS or (possible and not kinds & _SPOILERS):
        return True
    after, _ = _play_card(state, people, move, timing)
    return any(targets(after, people, *help_) for help_ in _possible_boosts(after, people))


def _possible_boosts(state: State, people: int) -> set[tuple[int, int]]:
    """Return the pairs of force and reach that affordable sets of cards in hand could add.

    The empty set is included. Only cards count that are played as attack cards, or that copy one that was.
    """
    copied = [claim.card for claim in legality.claims(state, people) if claim.timing is Timing.ATTACK]
    reached = {(0, 0, 1)}
    for card in bits(state.hidden[people].hand):
        timings, cost = CARDS[card].timings, CARDS[card].cost
        works_as = [card] if Timing.ATTACK in timings else []
        works_as += copied if Timing.COPY in timings else []
        adds = {tuple([modes.modifier([each], Timing.ATTACK, kind) for kind in _BOOSTS]) for each in works_as}
        reached |= {
            (coins + cost, more + force, max(further, range_))
            for coins, more, further in reached
            for force, range_ in adds
        }
    left = state.public[people].coins
    return {(more, further) for coins, more, further in reached if coins <= left}


def check_assault(state: State, people: int, move: Assault) -> tuple[int, int]:
    """Return source and target of a legal assault as indices (rulebook: Conditions d'un Assaut).

    Raises `IllegalMove` genesia.unknown_region, pacifist, no_clans, home_land, no_rival, out_of_reach,
    too_few; for the way to fight it as `check_lose`.
    """
    named = map_of(state).indices
    for code in (move.source, move.target):
        if code not in named:
            raise IllegalMove(codes.UNKNOWN_REGION, region=code)
    source, target = named[move.source], named[move.target]
    if is_pacifist(state, people):
        raise IllegalMove(codes.PACIFIST)
    own = state.public[people].clans[source]
    if not own:
        raise IllegalMove(codes.NO_CLANS, region=move.source, clans=0)
    if map_of(state).regions[target].is_home:
        raise IllegalMove(codes.HOME_LAND, region=move.target)
    rival = rival_at(state, people, target)
    if rival is None:
        raise IllegalMove(codes.NO_RIVAL, region=move.target)
    if not is_in_reach(state, people, source, target):
        raise IllegalMove(codes.OUT_OF_REACH, source=move.source, target=move.target)
    strength, there = own + force(state, people), state.public[rival].clans[target]
    if strength <= there:
        raise IllegalMove(codes.TOO_FEW, clans=strength, rival=there)
    if move.fought is not None:
        _check_lose(assault_terms(state, people, source, target, rival), move.fought)
    return source, target


def _with_named_assault(state: State, people: int, source: int, target: int, rival: int) -> State:
    """Return the state with this assault named."""
    attack_round = current_round(state)
    combat = attack_round.combat or Combat(attacker=people)
    return with_combat(state, replace(combat, source=source, target=target, defender=rival))


def check_pass(state: State, people: int) -> None:
    """Check that the people may pass (rulebook: Cas particulier).

    Raises `IllegalMove` genesia.must_attack if it can attack.
    """
    if targets(state, people):
        raise IllegalMove(codes.MUST_ATTACK)


# After the reaction


def check_lose(state: State, move: Lose) -> None:
    """Check the way to fight the assault under way (rulebook: Résolution d'un Assaut).

    Raises `IllegalMove` genesia.lose_range, all_cities, no_siege, no_entering. Cities are never destroyed
    (rulebook: Cités), and there is no 21st (Créez vos cités): a people with all its cities in play besieges
    none.
    """
    _check_lose(current_terms(state), move)


def _check_lose(fought: Terms, move: Lose) -> None:
    least, most = fought.loss_range
    if not least <= move.clans <= most:
        raise IllegalMove(codes.LOSE_RANGE, least=least, most=most)
    end = fought.outcome(move.clans)
    if move.siege and end.has_city and not fought.has_city_left:
        raise IllegalMove(codes.ALL_CITIES, most=MAX_CITIES)
    if move.siege and not end.can_besiege:
        raise IllegalMove(codes.NO_SIEGE)
    if move.enter > end.max_entering(move.siege):
        raise IllegalMove(codes.NO_ENTERING, most=end.max_entering(move.siege))


def ways_to_fight(state: State) -> list[Lose]:
    """Return all ways to fight the assault under way, fewest losses first."""
    return [*_ways(current_terms(state))]


@lru_cache(maxsize=1 << 10)
def _ways(fought: Terms) -> tuple[Lose, ...]:
    least, most = fought.loss_range
    ways: list[Lose] = []
    for clans in range(least, most + 1):
        end = fought.outcome(clans)
        for siege in (False, True) if end.can_besiege else (False,):
            ways += [Lose(clans, siege, enter) for enter in range(end.max_entering(siege) + 1)]
    return tuple(ways)


# Both


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the legal moves of the attacker, before it names an assault and after the reaction."""
    cards = legality.plays(state, people, TIMINGS)
    if state.phase is Phase.LOSSES:
        return (*ways_to_fight(state), *cards, *turns.discards(state, people))
    possible_assaults = assaults(state, people)
    possible: list[Move] = [*possible_assaults]
    possible += [card for card in cards if _is_useful(state, people, card, bool(possible_assaults))]
    if state.options.attack_recruits:
        possible += turns.recruits(state, people)
    possible += turns.discards(state, people)
    if not possible_assaults:
        possible.append(Pass())
    return (*possible, *turns.orders(state, people))


def assaults(state: State, people: int) -> list[Assault]:
    """Return all possible assaults, first without a way to fight them, then with every way."""
    regions = map_of(state).regions
    bare: list[Assault] = []
    fought: list[Assault] = []
    for source, target in targets(state, people):
        rival = rival_at(state, people, target)
        assert rival is not None
        first, *ways = _with_each_way(
            regions[source].code, regions[target].code, assault_terms(state, people, source, target, rival)
        )
        bare.append(first)
        fought += ways
    return bare + fought


@lru_cache(maxsize=1 << 10)
def _with_each_way(source: str, target: str, fought: Terms) -> tuple[Assault, ...]:
    """Return the assault without a way to fight it, then with each way."""
    return (Assault(source, target), *[Assault(source, target, way) for way in _ways(fought)])


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Told, ...]]:
    """Play a legal move of the attacker. The turn is over if no assault is under way afterwards."""
    match move:
        case Play():
            timing = legality.check_play(state, people, move, TIMINGS)
            return _play_card(state, people, move, timing)
        case Discard():
            return turns.discard(state, people, move)
        case Recruit():
            return turns.recruit(state, people, move)
        case Assault():
            return _declare(state, people, move)
        case Pass():
            return pass_turn(state)
        case _:
            assert isinstance(move, Lose)
            return resolve(state, move)


def _play_card(state: State, people: int, move: Play, timing: Timing) -> tuple[State, tuple[Event, ...]]:
    """Play a card. If it works as an attack card, or copies one that did, it joins the assault."""
    card, attacks = move.card, timing is Timing.ATTACK
    if move.copy is not None:
        card = move.copy
        attacks = (card, Timing.ATTACK) in [(played.card, played.timing) for played, _ in state.played]
    state, events = effects.play_card(state, people, move, timing)
    if attacks:
        combat = current_combat(state)
        state = with_combat(state, replace(combat, attack_cards=(*combat.attack_cards, card)))
    return state, events


def _declare(state: State, people: int, move: Assault) -> tuple[State, tuple[Told, ...]]:
    """Name the assault, and let the defender react.

    Its truce stays until the assault costs one side something.
    """
    named = map_of(state).indices
    source, target = named[move.source], named[move.target]
    rival = rival_at(state, people, target)
    assert rival is not None
    state = with_public(state, rival, attacked=True)
    state = _with_named_assault(state, people, source, target, rival)
    if move.fought is not None:
        state = with_hidden(state, people, steps=(move.fought,))
    if move in (campaign := state.hidden[people].campaign)[:1]:
        state = turns.with_shorter_campaign(state, people, campaign[1:])
    named_event = event(state, codes.ASSAULT, people, rival=rival, source=move.source, target=move.target)
    named_assault = Break(state)
    state, events = ask_defender(state)
    return state, (named_event, named_assault, *events)


def pass_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """End the turn of a people that makes no assault because it cannot."""
    return end_combat(state), (event(state, codes.PASSED, current_combat(state).attacker),)
