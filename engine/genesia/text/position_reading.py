"""Positions of Genesia read from text; `position_writing` describes the format.

A position that is accepted has all the parts that its phase needs. It is not checked whether a match can
reach it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import BadOptions, IllegalMove
from engine.genesia import scoring
from engine.genesia.box.cards import Timing
from engine.genesia.box.maps import CONTINENTS
from engine.genesia.combat.attack_phase import PHASES
from engine.genesia.model import (
    MAPS,
    MAX_CITIES,
    MAX_CLANS,
    Assault,
    CopyTiming,
    Discard,
    GenesiaOptions,
    Level,
    Move,
    Movement,
    Phase,
    PlayedCard,
    Reactions,
    Recruit,
    Stance,
    StandingOrder,
    WarOrder,
)
from engine.genesia.options import allowed_seats
from engine.genesia.state import AttackRound, Combat, Hidden, Public, State, UndoStep
from engine.genesia.text.move_reading import read_move
from engine.genesia.text.position_fields import (
    card_in,
    enum_in,
    flag_in,
    list_in,
    number_in,
    objective_in,
    optional_in,
    parts_of,
    people_in,
    peoples_in,
    refuse,
    region_in,
    require,
    set_in,
)
from engine.genesia.text.position_writing import DEFAULTS, STANCES, TRUCE_FOLLOWS, write_position
from engine.kit.masks import mask_of, members

__all__ = ["read_position"]

_MAX_LENGTH = 20_000
"""Characters of the longest text that is read."""
_PLAYED = re.compile(r"([0-9]{1,2})([A-E])(?:=([0-9]{1,2}))?:([a-z]+):([a-z]+)@([0-9]{1,6})")
_STANCES = {letter: stance for stance, letter in STANCES.items()}


def read_position(text: str) -> State:
    """Return the state, the inverse of `write_position`.

    Raises `BadPosition` for any text that it does not write.
    """
    if len(text) > _MAX_LENGTH:
        refuse("length")
    state = _read_state(text)
    _check_parts(state)
    if state.phase is Phase.OVER:
        state = replace(state, result=scoring.result(state))
    if write_position(state) != text:
        refuse(text)
    return state


def _check_parts(state: State) -> None:
    """Check that the parts fit the seats and the Age, and that the phase has what it needs and no more."""
    peoples, phase = len(state.public), state.phase
    try:
        require(state.seats in allowed_seats(state.options), state.seats)
    except BadOptions as refusal:
        refuse(refusal.code)
    require(1 <= state.age <= 3, state.age)
    require(sorted(state.order) == list(range(peoples)) and state.turn < peoples, state.order)
    require(len(state.turn_ends) == peoples, state.turn_ends)
    counted = state.age - (phase not in (Phase.PLACE, Phase.OVER))
    require(all(len(public.progress) == counted for public in state.public), "progress")
    for public in state.public:
        require(sum(public.clans) <= MAX_CLANS and public.cities.bit_count() <= MAX_CITIES, "supply")
    choosers = peoples if phase is Phase.PLACE else 0
    require(len(state.places) == choosers and bool(state.choosing) is bool(choosers), "places")
    solo_phases = (Phase.GROWTH, Phase.EXPANSION, Phase.END, Phase.OVER)
    require(state.seats > 1 or phase in solo_phases, phase)
    attack = phase in PHASES or (phase is Phase.END and state.seats > 1)
    require(attack is (state.attack_round is not None), "attack phase")
    combat = None if state.attack_round is None else state.attack_round.combat
    require((phase in PHASES - {Phase.STANCE}) is (combat is not None), "assault")
    if combat is not None:
        named = None not in (combat.source, combat.target, combat.defender)
        require(named is (phase is not Phase.ASSAULT), "assault")
    require(all(people < peoples for people in _named_peoples(state)), "peoples")


def _named_peoples(state: State) -> Iterator[int]:
    """Yield every people that a part of the state names: its letter may be one of another map."""
    yield from (*members(state.done), *state.choosing, *(played.people for played, _ in state.played))
    yield from (people for people in state.places if people is not None)
    if state.attack_round is not None:
        yield from state.attack_round.waiting
        if state.attack_round.combat is not None:
            yield from (state.attack_round.combat.attacker, state.attack_round.combat.defender or 0)


def _read_state(text: str) -> State:
    """Return the state that the words describe, without its result."""
    words = iter(text.split(" "))
    seats, options = _read_options(next(words))
    peoples = max(2, seats)
    regions = MAPS[seats].indices
    age, phase = parts_of(_next(words), ":", 2)
    order, turn = parts_of(_next(words), "@", 2)
    ply = number_in(_next(words))
    public = tuple([_read_public(_next(words), regions) for _ in range(peoples)])
    drafting = phase == Phase.DRAFT.value
    hidden = tuple([_read_hidden(_next(words), drafting) for _ in range(peoples)])
    attack_round = _read_attack_round(_next(words), regions, peoples)
    played = list_in(_next(words), _read_played)
    turns = list_in(_next(words), number_in)
    undo = list_in(_next(words), lambda word: _read_step(word, regions), ";")
    done = peoples_in(_next(words))
    choosing, places = _read_places(_next(words))
    aside = list_in(_next(words), objective_in)
    changed_at = [0] * len(regions)
    for at, change in list_in(_next(words), lambda word: _read_change(word, regions)):
        changed_at[at] = change
    if (extra := next(words, None)) is not None:
        refuse(extra)
    return State(
        options=options,
        seats=seats,
        age=number_in(age),
        phase=enum_in(Phase, phase),
        order=peoples_in(order),
        turn=number_in(turn),
        public=public,
        hidden=hidden,
        played=played,
        turn_ends=turns,
        undo=undo,
        attack_round=attack_round,
        done=sum({1 << people for people in done}),
        choosing=choosing,
        places=places,
        aside=aside,
        ply=ply,
        changed_at=tuple(changed_at),
    )


def _next(words: Iterator[str]) -> str:
    word = next(words, None)
    return refuse("") if word is None else word


def _read_options(word: str) -> tuple[int, GenesiaOptions]:
    number, _, listed = word.partition(":")
    seats = number_in(number)
    if not 1 <= seats <= len(CONTINENTS):
        refuse(word)
    given: dict[str, str] = {}
    for part in listed.split(",") if listed else ():
        name, value = parts_of(part, "=", 2)
        given[name] = value
    options = GenesiaOptions(
        objectives=given.pop("objectives", "yes") != "no",
        teams=given.pop("teams", ""),
        lots=given.pop("lots", ""),
        decks=given.pop("decks", "").replace("+", ","),
        level=enum_in(Level, given.pop("level", DEFAULTS.level)),
        copy_timing=enum_in(CopyTiming, given.pop("copy", DEFAULTS.copy_timing)),
        attack_recruits=given.pop("recruits", "no") == "yes",
        reactions=enum_in(Reactions, given.pop("reactions", DEFAULTS.reactions)),
        weariness=number_in(given.pop("weariness", str(DEFAULTS.weariness))),
    )
    return (seats, options) if not given else refuse(word)


def _read_public(word: str, regions: dict[str, int]) -> Public:
    board, coins, ways, inventions, intents, progress, bonus, attacked, seen = parts_of(word, "/", 9)
    clans, cities = [0] * len(regions), 0
    for part in list_in(board, str):
        code, number = parts_of(part, ":", 2)
        at = region_in(code, regions)
        clans[at] = number_in(number.removesuffix("+"))
        cities |= number.endswith("+") << at
    moves, price, passage = parts_of(ways, ",", 3)
    return Public(
        clans=tuple(clans),
        cities=cities,
        coins=number_in(coins),
        free_moves=number_in(moves),
        price=number_in(price),
        passage=flag_in(passage),
        inventions=list_in(inventions, card_in),
        intents=list_in(intents, card_in),
        progress=list_in(progress, number_in),
        bonus=number_in(bonus),
        attacked=flag_in(attacked),
        last_ply=number_in(seen),
    )


def _read_move(word: str) -> Move:
    try:
        return read_move(word.replace("_", " "))
    except IllegalMove:
        refuse(word)


def _read_assault(word: str) -> Assault:
    move = _read_move(word)
    return move if isinstance(move, Assault) else refuse(word)


def _read_hidden(word: str, drafting: bool) -> Hidden:
    hand, pack, pick, discards, dealt, objective, *will = parts_of(word, "/", 12)
    stance, truce, order, war, steps, campaign = will
    taken = list_in(hand, card_in) if drafting else ()
    require(len({*taken}) == len(taken), hand)
    listed = campaign.removesuffix(f";{TRUCE_FOLLOWS}")
    require(listed == campaign or listed != "-", campaign)
    return Hidden(
        hand=mask_of(taken) if drafting else set_in(hand, 90),
        pack=set_in(pack, 90),
        taken=taken,
        pick=optional_in(pick),
        discards=set_in(discards, 90),
        dealt=list_in(dealt, objective_in),
        objective=None if objective == "-" else objective_in(objective),
        stance=None if stance == "-" else enum_in(Stance, stance),
        truce=flag_in(truce),
        standing_order=enum_in(StandingOrder, order),
        war_order=enum_in(WarOrder, war),
        steps=list_in(steps, _read_move, ";"),
        campaign=list_in(listed, _read_assault, ";"),
        truce_follows=listed != campaign,
    )


def _read_attack_round(word: str, regions: dict[str, int], peoples: int) -> AttackRound | None:
    if word == "-":
        return None
    stances, waiting, fighting = parts_of(word, "/", 3)
    number, calm, letters = parts_of(stances, ":", 3)
    if len(letters) != peoples or not all(letter in _STANCES for letter in letters):
        refuse(stances)
    combat = None
    if fighting != "-":
        attacker, where, attack, defence, reacted = parts_of(fighting, ":", 5)
        source, target, defender = parts_of(where, "-", 3)
        combat = Combat(
            attacker=people_in(attacker),
            source=region_in(source, regions) if source else None,
            target=region_in(target, regions) if target else None,
            defender=people_in(defender) if defender else None,
            attack_cards=list_in(attack, card_in),
            defence_cards=list_in(defence, card_in),
            reacted=flag_in(reacted),
        )
    revealed = tuple([_STANCES[letter] for letter in letters])
    return AttackRound(number_in(number), revealed, peoples_in(waiting), combat, number_in(calm))


def _read_played(word: str) -> tuple[PlayedCard, int]:
    found = _PLAYED.fullmatch(word)
    if found is None:
        refuse(word)
    card, letter, copied, timing, phase, ply = found.groups()
    copy = None if copied is None else card_in(copied)
    where = enum_in(Phase, phase)
    return PlayedCard(card_in(card), people_in(letter), copy, enum_in(Timing, timing), where), int(ply)


def _read_change(word: str, regions: dict[str, int]) -> tuple[int, int]:
    code, change = parts_of(word, "@", 2)
    return region_in(code, regions), number_in(change)


def _read_step(word: str, regions: dict[str, int]) -> UndoStep:
    written, coins, free, changed_at = parts_of(word, ":", 4)
    text = written.replace("_", " ")
    try:
        move = read_move(text)
    except IllegalMove:
        refuse(word)
    match move:
        case Recruit(at=at):
            route: tuple[str, ...] = (at,)
        case Movement(route=route):
            pass
        case Discard():
            route = ()
        case _:
            refuse(word)
    require(str(move) == text and regions.keys() >= set(route), word)
    cost = -number_in(coins[1:]) if coins.startswith("-") else number_in(coins)
    changed = list_in(changed_at, lambda part: _read_change(part, regions))
    return UndoStep(text, cost, number_in(free), changed)


def _read_places(word: str) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    if word == "-":
        return (), ()
    choosing, places = parts_of(word, "/", 2)
    return peoples_in(choosing), tuple([None if letter == "." else people_in(letter) for letter in places])
