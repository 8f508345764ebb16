"""The check whether a match can reach a position, first part: sums, the board, the attack phase."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import IllegalMove, Seat
from engine.genesia import scoring
from engine.genesia.board import bits, held_regions, map_of, masks
from engine.genesia.combat import assault, attack_phase
from engine.genesia.combat.resolution import rival_at, targets
from engine.genesia.model import (
    AGE_INCOME,
    CARDS,
    MAX_CITIES,
    MAX_CLANS,
    RECRUIT_PRICE,
    Back,
    Discard,
    Kind,
    Move,
    Movement,
    Phase,
    Reactions,
    Recruit,
    Stance,
    Timing,
)
from engine.genesia.movement import movements
from engine.genesia.phases import age_end, setup, turns
from engine.genesia.state import AttackRound, Combat, Public, State
from engine.genesia.text.move_reading import read_move
from tests.engine.genesia.genesia_card_validation import (
    BEFORE,
    COUNTED,
    IN_TURN,
    check_cards,
    check_objectives,
    check_played,
    check_will,
    impossible,
    require,
)

_PRICES = frozenset(
    effect.amount
    for card in CARDS.values()
    for mode in card.modes
    for effect in mode.effects
    if effect.kind is Kind.PRICE
)


def check_possible(state: State) -> None:
    """Check that a match can reach the state. Raises `ImpossibleError` if none can."""
    _check_frame(state)
    for public in state.public:
        _check_public(state, public)
    _check_regions(state)
    check_cards(state)
    check_played(state)
    check_objectives(state)
    check_will(state)
    if state.phase in IN_TURN:
        _check_undo(state)
    _check_attack_round(state)


def _check_frame(state: State) -> None:
    """Check Age, phase, turn, the peoples that are done, and those that choose a place."""
    peoples, phase, solo = len(state.public), state.phase, state.seats == 1
    require(1 <= state.age <= 3 and state.ply >= 0, f"{state.age}:{phase}")
    require(sorted(state.order) == list(range(peoples)), state.order)
    require(len(state.turn_ends) == peoples, state.turn_ends)
    require(all(0 <= step <= state.ply for step in (*state.turn_ends, *state.changed_at)), state.ply)
    require(not state.undo or phase in IN_TURN, "undo")
    done = tuple([people for people, hidden in enumerate(state.hidden) if not hidden.hand])
    if phase is Phase.END:
        finished = set(bits(state.done))
        require(finished == set(done) if solo else finished >= set(done), "done")
        require(len(finished) < peoples, "done")
    else:
        require(not state.done, "done")
    turn = state.order.index(age_end.pending(state)[0]) if solo and phase is Phase.END else 0
    require(0 <= state.turn < peoples if phase in IN_TURN else state.turn == turn, state.turn)
    require((phase is Phase.PLACE) is bool(state.places), "places")
    if phase is Phase.PLACE:
        _check_places(state)
    require(phase is not Phase.OVER or state.age == 3, state.age)
    require(phase is not Phase.OBJECTIVE or (state.age == 1 and state.options.objectives), phase)
    require(not solo or phase not in BEFORE | attack_phase.PHASES | {Phase.PLACE}, phase)


def _check_places(state: State) -> None:
    """Check that those with least progress have chosen, and that at least two have not.

    Rulebook: Ordre de jeu pour l'Âge suivant.
    """
    peoples = len(state.public)
    require(all(len(public.progress) == state.age for public in state.public), "progress")
    queue = tuple(sorted(state.order, key=lambda people: state.public[people].progress[-1]))
    chosen = peoples - len(state.choosing)
    placed = sorted([people for people in state.places if people is not None])
    require(state.age < 3 and len(state.choosing) >= 2 and len(state.places) == peoples, state.choosing)
    require(state.choosing == queue[chosen:] and placed == sorted(queue[:chosen]), state.places)


def _check_public(state: State, public: Public) -> None:
    """Check the possessions of one people, as far as they do not depend on the others."""
    require(min(public.clans) >= 0 and sum(public.clans) <= MAX_CLANS, sum(public.clans))
    require(public.cities.bit_count() <= MAX_CITIES, public.cities.bit_count())
    require(min(public.coins, public.free_moves, public.bonus, public.last_ply) >= 0, public.coins)
    require(public.last_ply <= state.ply, public.last_ply)
    require(public.price == RECRUIT_PRICE or public.price in _PRICES, public.price)
    _check_progress(state, public)
    require(not public.attacked or state.phase not in BEFORE | IN_TURN, "attacked")
    if state.phase in BEFORE:
        fresh = replace(public, free_moves=0, price=RECRUIT_PRICE, passage=False, bonus=0)
        require(public == fresh, public.coins)
        if state.age == 1:
            require(not held_regions(public) and not public.inventions, "board")
            require(public.coins == (AGE_INCOME if state.phase is Phase.DRAFT else 0), public.coins)


def _check_progress(state: State, public: Public) -> None:
    """Check that every counted Age brought at least the progress of the inventions made by then."""
    inventions = public.inventions
    require(all(number in CARDS and CARDS[number].is_invention for number in inventions), inventions)
    ages = [CARDS[number].age for number in inventions]
    require(len(set(inventions)) == len(ages) and ages == sorted(ages), inventions)
    for number in inventions:
        require(number in setup.cards_in_use(state.options, state.seats, CARDS[number].age), number)
    counted = state.phase in COUNTED
    require(len(public.progress) == state.age - (not counted), public.progress)
    for age, points in enumerate(public.progress, start=1):
        paid = [CARDS[number].progress for number in inventions if CARDS[number].age <= age]
        require(points >= sum(paid), public.progress)
    if counted:
        require(public.progress[-1] == sum(scoring.age_progress(public)), public.progress)


def _check_regions(state: State) -> None:
    """Check that each region outside home lands has one holder, and that every held region has changed once.

    Rulebook: Terres natales.
    """
    taken, homes = 0, masks(len(state.public)).homes
    quiet = sum([1 << region for region, change in enumerate(state.changed_at) if not change])
    for public in state.public:
        here = held_regions(public) & ~homes
        if wrong := taken & here | quiet & held_regions(public):
            impossible(map_of(state).regions[bits(wrong)[0]].code)
        taken |= here


def _check_undo(state: State) -> None:
    """Check that steps that can be taken back were just made.

    Taken back and made again they give the same state.
    """
    people = state.order[state.turn]
    while state.undo:
        step = state.undo[-1]
        require(all(0 <= change <= state.ply for _, change in step.changed_at), step.move)
        before = turns.play(state, people, _step(state, people, step.move))[0]
        _check_public(before, before.public[people])
        _check_regions(before)
        try:
            move = read_move(step.move)
            _check_again(before, people, move)
        except IllegalMove:
            impossible(step.move)
        again = turns.play(before, people, move)[0]
        require(
            (again.public, again.hidden, again.undo) == (state.public, state.hidden, state.undo), step.move
        )
        state = before


def _step(state: State, people: int, text: str) -> Back:
    """Return the move that takes back such a step, which `turns` can read."""
    try:
        move = read_move(text)
    except IllegalMove:
        impossible(text)
    named = map_of(state).indices
    match move:
        case Recruit():
            require(move.at in named, text)
        case Movement() if state.phase is Phase.EXPANSION:
            require(all(code in named for code in move.route), text)
        case Discard():
            require(bool(state.hidden[people].discards >> move.card & 1), text)
        case _:
            impossible(text)
    require(str(move) == text, text)
    return Back()


def _check_again(state: State, people: int, move: Move) -> None:
    match move:
        case Recruit():
            turns.check_recruit(state, people, move)
        case Movement():
            require(not movements.check_movement(state, people, move).tolls, str(move))
        case _:
            assert isinstance(move, Discard)
            turns.check_discard(state, people, move)


def _check_attack_round(state: State) -> None:
    """Check the round of war or peace, and the assault under way."""
    phase, combat = state.phase, None if state.attack_round is None else state.attack_round.combat
    expected = phase in attack_phase.PHASES or (phase is Phase.END and state.seats > 1)
    if state.attack_round is None or not expected:
        require(state.attack_round is None and not expected, "attack_round")
        return
    require(1 <= state.attack_round.number <= state.ply, state.attack_round.number)
    require(
        0 <= state.attack_round.calm <= min(state.attack_round.number, state.options.weariness),
        state.attack_round.calm,
    )
    if phase is Phase.STANCE:
        _check_stances(state, state.attack_round)
    elif phase is Phase.END:
        peace = (Stance.PEACE,) * len(state.public)
        require(
            (state.attack_round.stances, state.attack_round.waiting, combat) == (peace, (), None),
            "attack_round",
        )
    elif combat is None:
        impossible("fight")
    else:
        war = [people for people in state.order if state.attack_round.stances[people] is Stance.WAR]
        waiting = state.attack_round.waiting
        require(None not in state.attack_round.stances, "stances")
        require(list(waiting) == war[len(war) - len(waiting) :], waiting)
        require(waiting[:1] == (combat.attacker,), combat.attacker)
        require(state.attack_round.calm > 0 or len(waiting) < len(war), state.attack_round.calm)
        _check_combat(state, combat)


def _check_stances(state: State, round_: AttackRound) -> None:
    require(not any(round_.stances) and not round_.waiting and round_.combat is None, "attack_round")
    require(round_.calm > 0, round_.calm)
    asked, choosers = attack_phase.pending(state), attack_phase.choosers(state)
    require(len(asked) > 0 and set(asked) <= set(choosers), asked)


def _check_combat(state: State, combat: Combat) -> None:
    """Check that the assault could have led to the question of this phase."""
    attacks, defends = (
        [CARDS[card].mode(timing) for card in cards if card in CARDS]
        for cards, timing in ((combat.attack_cards, Timing.ATTACK), (combat.defence_cards, Timing.DEFENCE))
    )
    require(len(attacks) == len(combat.attack_cards) and None not in attacks, combat.attack_cards)
    require(len(defends) == len(combat.defence_cards) and None not in defends, combat.defence_cards)
    on_table = {played.card for played, _ in state.played}
    require(on_table.issuperset((*combat.attack_cards, *combat.defence_cards)), "fight")
    require(combat.reacted is (state.phase is Phase.LOSSES), combat.reacted)
    if state.phase is Phase.ASSAULT:
        named = (combat.source, combat.target, combat.defender, combat.defence_cards)
        require(named == (None, None, None, ()), combat.target)
        require(assault.can_act(state, combat.attacker), combat.attacker)
        return
    if combat.source is None or combat.target is None or combat.defender is None:
        impossible("fight")
    require(combat.defender < len(state.public), combat.defender)
    require(rival_at(state, combat.attacker, combat.target) == combat.defender, combat.target)
    if state.phase is Phase.REACTION:
        require(state.hidden[combat.defender].hand != 0, "hand")
        swift = state.options.reactions is Reactions.SWIFT
        require(not swift or attack_phase.standing_move(state, Seat(combat.defender)) is None, "swift")
        if not combat.defence_cards:
            require((combat.source, combat.target) in targets(state, combat.attacker), combat.source)
