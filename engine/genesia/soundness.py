"""Whether a position is possible, first part: sums that must hold, questions that fit."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import BadOptions, BadPosition, IllegalMove
from engine.genesia import assault, closing, fray, marches, opening, scoring, turns
from engine.genesia.board import bits, held, map_of, masks
from engine.genesia.clash import rival_there, targets
from engine.genesia.model import (
    CARDS,
    CITIES,
    CLANS,
    INCOME,
    RECRUIT_PRICE,
    Back,
    Discard,
    Kind,
    March,
    Move,
    Phase,
    Recruit,
    Stand,
    Timing,
)
from engine.genesia.position import write
from engine.genesia.spelling import read
from engine.genesia.state import Fight, Fray, Goods, State
from engine.genesia.whereabouts import (
    BEFORE,
    COUNTED,
    IN_TURN,
    check_cards,
    check_objectives,
    check_played,
    check_will,
)
from engine.genesia.words import hold, impossible, read_words

__all__ = ["read_position"]

_LONGEST = 20_000
_PRICES = frozenset(
    effect.amount
    for card in CARDS.values()
    for mode in card.modes
    for effect in mode.effects
    if effect.kind is Kind.PRICE
)


def read_position(text: str) -> State:
    """The inverse of `write`. Raises `BadPosition` unless `write` writes that text of a possible state."""
    text = text.strip()
    if len(text) > _LONGEST:
        impossible("length")
    state = read_words(text)
    _check_options(state)
    _check_frame(state)
    for goods in state.goods:
        _check_goods(state, goods)
    _check_regions(state)
    check_cards(state)
    check_played(state)
    check_objectives(state)
    check_will(state)
    if state.phase in IN_TURN:
        _check_undo(state)
    _check_fray(state)
    if state.phase is Phase.OVER:
        state = replace(state, result=scoring.result(state))
    if write(state) != text:
        impossible(text)
    return state


def _check_options(state: State) -> None:
    # The rules read positions through this module.
    from engine.genesia.rules import GENESIA

    try:
        allowed = GENESIA.seats(state.options)
    except BadOptions as refusal:
        raise BadPosition("genesia.position", at=refusal.code) from None
    hold(state.seats in allowed, state.seats)


def _check_frame(state: State) -> None:
    """Age, phase, whose turn it is, who is done, who chooses a place."""
    peoples, phase, solo = len(state.goods), state.phase, state.seats == 1
    hold(1 <= state.age <= 3 and state.step >= 0, f"{state.age}:{phase}")
    hold(sorted(state.order) == list(range(peoples)), state.order)
    hold(len(state.turns) == peoples, state.turns)
    hold(all(0 <= step <= state.step for step in (*state.turns, *state.stamps)), state.step)
    hold(not state.undo or phase in IN_TURN, "undo")
    done = tuple([people for people, hidden in enumerate(state.hidden) if not hidden.hand])
    if phase is Phase.END:
        hold(bits(state.done) == done and len(done) < peoples, "done")
    else:
        hold(not state.done, "done")
    turn = state.order.index(closing.pending(state)[0]) if solo and phase is Phase.END else 0
    hold(0 <= state.turn < peoples if phase in IN_TURN else state.turn == turn, state.turn)
    hold((phase is Phase.PLACE) is bool(state.places), "places")
    if phase is Phase.PLACE:
        _check_places(state)
    hold(phase is not Phase.OVER or state.age == 3, state.age)
    hold(phase is not Phase.OBJECTIVE or (state.age == 1 and state.options.objectives), phase)
    hold(not solo or phase not in BEFORE | fray.PHASES | {Phase.PLACE}, phase)


def _check_places(state: State) -> None:
    """The poorest have chosen, at least two have not (Ordre de jeu pour l'Âge suivant)."""
    peoples = len(state.goods)
    hold(all(len(goods.progress) == state.age for goods in state.goods), "progress")
    queue = tuple(sorted(state.order, key=lambda people: state.goods[people].progress[-1]))
    chosen = peoples - len(state.choosing)
    placed = sorted([people for people in state.places if people is not None])
    hold(state.age < 3 and len(state.choosing) >= 2 and len(state.places) == peoples, state.choosing)
    hold(state.choosing == queue[chosen:] and placed == sorted(queue[:chosen]), state.places)


def _check_goods(state: State, goods: Goods) -> None:
    """What one people has, as far as it does not depend on the others."""
    hold(min(goods.clans) >= 0 and sum(goods.clans) <= CLANS, sum(goods.clans))
    hold(goods.cities.bit_count() <= CITIES, goods.cities.bit_count())
    hold(min(goods.coins, goods.free_moves, goods.bonus, goods.seen) >= 0, goods.coins)
    hold(goods.seen <= state.step, goods.seen)
    hold(goods.price == RECRUIT_PRICE or goods.price in _PRICES, goods.price)
    _check_progress(state, goods)
    hold(not goods.attacked or state.phase not in BEFORE | IN_TURN, "attacked")
    if state.phase in BEFORE:
        fresh = replace(goods, free_moves=0, price=RECRUIT_PRICE, passage=False, bonus=0)
        hold(goods == fresh, goods.coins)
        if state.age == 1:
            hold(not held(goods) and not goods.inventions, "board")
            hold(goods.coins == (INCOME if state.phase is Phase.DRAFT else 0), goods.coins)


def _check_progress(state: State, goods: Goods) -> None:
    """Every Age that is counted brought at least what the inventions made by then pay."""
    inventions = goods.inventions
    hold(all(number in CARDS and CARDS[number].invention for number in inventions), inventions)
    ages = [CARDS[number].age for number in inventions]
    hold(len(set(inventions)) == len(ages) and ages == sorted(ages), inventions)
    for number in inventions:
        hold(number in opening.pack(state.options, state.seats, CARDS[number].age), number)
    counted = state.phase in COUNTED
    hold(len(goods.progress) == state.age - (not counted), goods.progress)
    for age, points in enumerate(goods.progress, start=1):
        paid = [CARDS[number].progress for number in inventions if CARDS[number].age <= age]
        hold(points >= sum(paid), goods.progress)
    if counted:
        hold(goods.progress[-1] == sum(scoring.age_progress(goods)), goods.progress)


def _check_regions(state: State) -> None:
    """One people a region, but for home lands (Terres natales); where somebody is something happened."""
    taken, homes = 0, masks(len(state.goods)).homes
    quiet = sum([1 << region for region, stamp in enumerate(state.stamps) if not stamp])
    for goods in state.goods:
        here = held(goods) & ~homes
        if wrong := taken & here | quiet & held(goods):
            impossible(map_of(state).regions[bits(wrong)[0]].code)
        taken |= here


def _check_undo(state: State) -> None:
    """What can be taken back was just done: taken back and done again it gives the same."""
    people = state.order[state.turn]
    while state.undo:
        step = state.undo[-1]
        hold(all(0 <= stamp <= state.step for _, stamp in step.stamps), step.move)
        before = turns.play(state, people, _step(state, people, step.move))[0]
        _check_goods(before, before.goods[people])
        _check_regions(before)
        try:
            move = read(step.move)
            _check_again(before, people, move)
        except IllegalMove:
            impossible(step.move)
        again = turns.play(before, people, move)[0]
        hold((again.goods, again.hidden, again.undo) == (state.goods, state.hidden, state.undo), step.move)
        state = before


def _step(state: State, people: int, text: str) -> Back:
    """The move that takes back such a step, which `turns` can read."""
    try:
        move = read(text)
    except IllegalMove:
        impossible(text)
    named = map_of(state).named
    match move:
        case Recruit():
            hold(move.at in named, text)
        case March() if state.phase is Phase.EXPANSION:
            hold(all(code in named for code in move.route), text)
        case Discard():
            hold(bool(state.hidden[people].discards >> move.card & 1), text)
        case _:
            impossible(text)
    hold(str(move) == text, text)
    return Back()


def _check_again(state: State, people: int, move: Move) -> None:
    match move:
        case Recruit():
            turns.check_recruit(state, people, move)
        case March():
            hold(not marches.check_march(state, people, move).tolls, str(move))
        case _:
            assert isinstance(move, Discard)
            turns.check_discard(state, people, move)


def _check_fray(state: State) -> None:
    """The round of war or peace, and the assault under way."""
    phase, fight = state.phase, None if state.fray is None else state.fray.fight
    expected = phase in fray.PHASES or (phase is Phase.END and state.seats > 1)
    if state.fray is None or not expected:
        hold(state.fray is None and not expected, "fray")
        return
    hold(1 <= state.fray.round <= state.step, state.fray.round)
    hold(0 <= state.fray.calm <= min(state.fray.round, fray.CALM_ROUNDS), state.fray.calm)
    if phase is Phase.STANCE:
        _check_stances(state, state.fray)
    elif phase is Phase.END:
        peace = (Stand.PEACE,) * len(state.goods)
        hold((state.fray.stances, state.fray.waiting, fight) == (peace, (), None), "fray")
    elif fight is None:
        impossible("fight")
    else:
        war = [people for people in state.order if state.fray.stances[people] is Stand.WAR]
        waiting = state.fray.waiting
        hold(None not in state.fray.stances, "stances")
        hold(list(waiting) == war[len(war) - len(waiting) :], waiting)
        hold(waiting[:1] == (fight.attacker,), fight.attacker)
        hold(state.fray.calm > 0 or len(waiting) < len(war), state.fray.calm)
        _check_fight(state, fight)


def _check_stances(state: State, round_: Fray) -> None:
    hold(not any(round_.stances) and not round_.waiting and round_.fight is None, "fray")
    hold(round_.calm > 0, round_.calm)
    asked, choosers = fray.pending(state), fray.choosers(state)
    hold(len(asked) > 0 and set(asked) <= set(choosers) and fray.able(state), asked)


def _check_fight(state: State, fight: Fight) -> None:
    """An assault that could have come to this question."""
    attacks, defends = (
        [CARDS[card].mode(timing) for card in cards if card in CARDS]
        for cards, timing in ((fight.attack_cards, Timing.ATTACK), (fight.defence_cards, Timing.DEFENCE))
    )
    hold(len(attacks) == len(fight.attack_cards) and None not in attacks, fight.attack_cards)
    hold(len(defends) == len(fight.defence_cards) and None not in defends, fight.defence_cards)
    on_table = {pick.card for pick, _ in state.played}
    hold(on_table.issuperset((*fight.attack_cards, *fight.defence_cards)), "fight")
    hold(fight.reacted is (state.phase is Phase.LOSSES), fight.reacted)
    if state.phase is Phase.ASSAULT:
        named = (fight.source, fight.target, fight.defender, fight.defence_cards)
        hold(named == (None, None, None, ()), fight.target)
        hold(assault.can_act(state, fight.attacker), fight.attacker)
        return
    if fight.source is None or fight.target is None or fight.defender is None:
        impossible("fight")
    hold(fight.defender < len(state.goods), fight.defender)
    hold(rival_there(state, fight.attacker, fight.target) == fight.defender, fight.target)
    if state.phase is Phase.REACTION:
        hold(state.hidden[fight.defender].hand != 0, "hand")
        if not fight.defence_cards:
            hold((fight.source, fight.target) in targets(state, fight.attacker), fight.source)
