"""The own turn in the attack phase: cards, naming an assault or passing, then how it is resolve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.game import Event, IllegalMove
from engine.genesia.board import bits, clans_left, event, map_of, with_hidden, with_public
from engine.genesia.cards import effects, legality, modes
from engine.genesia.combat.reaction import ask_defender
from engine.genesia.combat.resolution import (
    Terms,
    combat_of,
    end_combat,
    force,
    near_enough,
    pacifist,
    resolve,
    rival_there,
    round_of,
    targets,
    terms,
    terms_of,
    with_combat,
)
from engine.genesia.model import (
    CARDS,
    CITIES,
    DISCARD_PAYS,
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

__all__ = [
    "TIMINGS",
    "assaults",
    "can_act",
    "can_attack",
    "check_assault",
    "check_card",
    "check_lose",
    "check_pass",
    "could_attack",
    "losses",
    "moves",
    "pass_turn",
    "play",
]

TIMINGS = (Timing.ATTACK, Timing.COPY)
"""For which cards may be played in an own assault, before it is named and after the defender's reaction."""
_SPOILERS = frozenset({Kind.LEAP, Kind.PACIFIST})
"""Effects that could take away the last possible assault."""
_FOR_ASSAULTS = _SPOILERS | {Kind.FORCE, Kind.STRIKE, Kind.SPARE, Kind.RANGE, Kind.STORM}
"""Effects for which an assault must be possible; all others need none."""
_BRING_CLANS = frozenset({Kind.LEAP, Kind.CLANS, Kind.MOVES})
"""Effects that could put clans where an assault is possible."""
_HELP = (Kind.FORCE, Kind.RANGE)
"""Effects that make assaults possible."""


def can_act(state: State, people: int) -> bool:
    """Whether a people has anything to decide in an own turn but to pass: openly known of everybody.

    An assault that is possible on the board as it is, or a card, whatever it is; where the options allow
    recruits in the attack phase, the coins for one.
    """
    if pacifist(state, people):
        return False
    if state.hidden[people].hand or targets(state, people):
        return True
    public = state.public[people]
    return state.options.attack_recruits and public.coins >= public.price and clans_left(public) > 0


def could_attack(state: State, people: int) -> bool:
    """Whether an assault of that people is possible now, by all that everybody can see.

    Of its hand that is how many cards they are, and which of this Age lie on the table. What assaults before
    its own may make possible counts in the next round.
    """
    without = _reaches(state, people)
    if without is not None:
        return without
    seen = mask_of([played.card for played, _ in state.played])
    in_use = mask_of(cards_in_use(state.options, state.seats, state.age))
    return _reaches_with_cards(state, people, in_use & ~seen)


def can_attack(state: State, people: int) -> bool:
    """Whether an assault of that people is possible now, by what it knows itself: its hand, coins aside."""
    without = _reaches(state, people)
    return _reaches_with_cards(state, people, state.hidden[people].hand) if without is None else without


def _reaches(state: State, people: int) -> bool | None:
    """Whether an assault is possible as things stand; `None` where that hangs on its cards."""
    if pacifist(state, people):
        return False
    if targets(state, people):
        return True
    public, cards = state.public[people], state.hidden[people].hand.bit_count()
    if state.options.attack_recruits and clans_left(public) > 0:
        return public.coins + DISCARD_PAYS * cards >= public.price
    return None if cards else False


def _reaches_with_cards(state: State, people: int, among: int) -> bool:
    """Whether an assault is possible with as many cards as it holds out of these bits."""
    cards = state.hidden[people].hand.bit_count()
    copied = tuple([(claim.card, claim.timing) for claim in legality.copyable(state, people, Phase.ASSAULT)])
    most = _most_help(among, copied, cards)
    return most is None or bool(targets(state, people, *most))


@lru_cache(maxsize=1 << 10)
def _most_help(among: int, copied: tuple[tuple[int, Timing], ...], cards: int) -> tuple[int, int] | None:
    """The most force and reach that so many of these cards add; `None` where one brings clans elsewhere.

    `copied` is what those that copy may be.
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
    """The timing for which the card would be played.

    Raises `IllegalMove` as `legality.check_play`; before the assault is named also genesia.no_assault: the
    card serves an assault, and even with it, and with others in hand, none would be possible.
    """
    timing = legality.check_play(state, people, move, TIMINGS)
    if state.phase is Phase.ASSAULT and not _leads_on(state, people, move, bool(targets(state, people))):
        raise IllegalMove("genesia.no_assault", card=move.card)
    return timing


def _leads_on(state: State, people: int, move: Play, possible: bool) -> bool:
    """Whether the card needs no assault, or leaves one possible, perhaps with the help of others in hand.

    `possible` says whether one is without it.
    """
    timing = Timing.ATTACK if move.copy is None else Timing.COPY
    kinds = {effect.kind for effect in legality.mode_of(state, move, timing).effects}
    if not kinds & _FOR_ASSAULTS or (possible and not kinds & _SPOILERS):
        return True
    after, _ = _play_card(state, people, move, timing)
    return any(targets(after, people, *help_) for help_ in _helps(after, people))


def _helps(state: State, people: int) -> set[tuple[int, int]]:
    """Force and reach that sets of cards in hand, none included, could add, as far as there are coins.

    Cards that attack, or that copy one that did.
    """
    copied = [claim.card for claim in legality.claims(state, people) if claim.timing is Timing.ATTACK]
    reached = {(0, 0, 1)}
    for card in bits(state.hidden[people].hand):
        timings, cost = CARDS[card].timings, CARDS[card].cost
        works_as = [card] if Timing.ATTACK in timings else []
        works_as += copied if Timing.COPY in timings else []
        adds = {tuple([modes.modifier([each], Timing.ATTACK, kind) for kind in _HELP]) for each in works_as}
        reached |= {
            (coins + cost, more + force, max(further, range_))
            for coins, more, further in reached
            for force, range_ in adds
        }
    left = state.public[people].coins
    return {(more, further) for coins, more, further in reached if coins <= left}


def check_assault(state: State, people: int, move: Assault) -> tuple[int, int]:
    """Source and target (rulebook: Conditions d'un Assaut).

    Raises `IllegalMove` genesia.unknown_region, pacifist, no_clans, home_land, no_rival, out_of_reach,
    too_few; of how it is fought as `check_lose`.
    """
    named = map_of(state).named
    for code in (move.source, move.target):
        if code not in named:
            raise IllegalMove("genesia.unknown_region", region=code)
    source, target = named[move.source], named[move.target]
    if pacifist(state, people):
        raise IllegalMove("genesia.pacifist")
    own = state.public[people].clans[source]
    if not own:
        raise IllegalMove("genesia.no_clans", region=move.source, clans=0)
    if map_of(state).regions[target].home:
        raise IllegalMove("genesia.home_land", region=move.target)
    rival = rival_there(state, people, target)
    if rival is None:
        raise IllegalMove("genesia.no_rival", region=move.target)
    if not near_enough(state, people, source, target):
        raise IllegalMove("genesia.out_of_reach", source=move.source, target=move.target)
    strength, there = own + force(state, people), state.public[rival].clans[target]
    if strength <= there:
        raise IllegalMove("genesia.too_few", clans=strength, rival=there)
    if move.fought is not None:
        _check_lose(terms_of(state, people, source, target, rival), move.fought)
    return source, target


def _named(state: State, people: int, source: int, target: int, rival: int) -> State:
    """The state with this assault named."""
    attack_round = round_of(state)
    combat = attack_round.combat or Combat(attacker=people)
    return with_combat(state, replace(combat, source=source, target=target, defender=rival))


def check_pass(state: State, people: int) -> None:
    """Raises `IllegalMove` genesia.must_attack: who can attack has to (Cas particulier)."""
    if targets(state, people):
        raise IllegalMove("genesia.must_attack")


# After the reaction


def check_lose(state: State, move: Lose) -> None:
    """Raises `IllegalMove` genesia.lose_range, all_cities, no_siege, no_entering (Résolution d'un Assaut).

    Cities are never destroyed (rulebook: Cités), and there is no 21st (Créez vos cités): who has all in play
    besieges none.
    """
    _check_lose(terms(state), move)


def _check_lose(fought: Terms, move: Lose) -> None:
    least, most = fought.range
    if not least <= move.clans <= most:
        raise IllegalMove("genesia.lose_range", least=least, most=most)
    end = fought.outcome(move.clans)
    if move.siege and end.city and not fought.supply:
        raise IllegalMove("genesia.all_cities", most=CITIES)
    if move.siege and not end.besieged:
        raise IllegalMove("genesia.no_siege")
    if move.enter > end.entering(move.siege):
        raise IllegalMove("genesia.no_entering", most=end.entering(move.siege))


def losses(state: State) -> list[Lose]:
    """All ways to fight the assault, fewest losses first."""
    return [*_ways(terms(state))]


@lru_cache(maxsize=1 << 10)
def _ways(fought: Terms) -> tuple[Lose, ...]:
    least, most = fought.range
    ways: list[Lose] = []
    for clans in range(least, most + 1):
        end = fought.outcome(clans)
        for siege in (False, True) if end.besieged else (False,):
            ways += [Lose(clans, siege, enter) for enter in range(end.entering(siege) + 1)]
    return tuple(ways)


# Both


def moves(state: State, people: int) -> Sequence[Move]:
    """The legal moves of the attacker."""
    cards = legality.plays(state, people, TIMINGS)
    if state.phase is Phase.LOSSES:
        return (*losses(state), *cards, *turns.discards(state, people))
    possible_assaults = assaults(state, people)
    possible: list[Move] = [*possible_assaults]
    possible += [card for card in cards if _leads_on(state, people, card, bool(possible_assaults))]
    if state.options.attack_recruits:
        possible += turns.recruits(state, people)
    possible += turns.discards(state, people)
    if not possible_assaults:
        possible.append(Pass())
    return (*possible, *turns.orders(state, people))


def assaults(state: State, people: int) -> list[Assault]:
    """All that are possible; then the same with all ways to fight them."""
    codes = map_of(state).regions
    bare: list[Assault] = []
    fought: list[Assault] = []
    for source, target in targets(state, people):
        rival = rival_there(state, people, target)
        assert rival is not None
        first, *ways = _fought(
            codes[source].code, codes[target].code, terms_of(state, people, source, target, rival)
        )
        bare.append(first)
        fought += ways
    return bare + fought


@lru_cache(maxsize=1 << 10)
def _fought(source: str, target: str, fought: Terms) -> tuple[Assault, ...]:
    """That assault without and with every way to fight it."""
    return (Assault(source, target), *[Assault(source, target, way) for way in _ways(fought)])


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """A legal move of the attacker. Without an assault under way afterwards its turn is over."""
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
    """Play a card; when it works as an attack card, or copies one that did, it joins the assault."""
    card, attacks = move.card, timing is Timing.ATTACK
    if move.copy is not None:
        card = move.copy
        attacks = (card, Timing.ATTACK) in [(played.card, played.timing) for played, _ in state.played]
    state, events = effects.play_card(state, people, move, timing)
    if attacks:
        combat = combat_of(state)
        state = with_combat(state, replace(combat, attack_cards=(*combat.attack_cards, card)))
    return state, events


def _declare(state: State, people: int, move: Assault) -> tuple[State, tuple[Event, ...]]:
    """The assault is named, and the defender may react. Its truce lasts until it loses something."""
    named = map_of(state).named
    source, target = named[move.source], named[move.target]
    rival = rival_there(state, people, target)
    assert rival is not None
    state = with_public(state, rival, attacked=True)
    state = _named(state, people, source, target, rival)
    if move.fought is not None:
        state = with_hidden(state, people, steps=(move.fought,))
    if move in (campaign := state.hidden[people].campaign)[:1]:
        state = with_hidden(state, people, campaign=campaign[1:])
    named_event = event(state, "assault", people, rival=rival, source=move.source, target=move.target)
    state, events = ask_defender(state)
    return state, (named_event, *events)


def pass_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """The people in turn makes no assault, because it cannot."""
    return end_combat(state), (event(state, "passed", combat_of(state).attacker),)
