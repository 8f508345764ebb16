"""The attack phase: rounds in which all choose war or peace in secret, until all choose peace (Attaque)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Defaults, Event, IllegalMove, Seat
from engine.genesia import codes
from engine.genesia.board import event, own_event, with_hidden
from engine.genesia.combat import assault, reaction, resolution
from engine.genesia.combat.resolution import current_round, with_combat
from engine.genesia.model import (
    Assault,
    Campaign,
    ChooseStance,
    Discard,
    GiveOrder,
    GiveWarOrder,
    Lose,
    Move,
    Pass,
    Phase,
    Play,
    Recruit,
    Stance,
    StandingOrder,
    WarOrder,
)
from engine.genesia.phases import age_end, turns
from engine.genesia.state import AttackRound, Combat, State
from engine.kit.stages import Break, Told

__all__ = [
    "PHASES",
    "begin",
    "between",
    "check",
    "check_pacifist",
    "choosers",
    "defaults",
    "moves",
    "pending",
    "play",
    "standing_move",
    "without_orders",
]

_STANCES = tuple([ChooseStance(stance) for stance in Stance])
PHASES = frozenset({Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES})
"""The phases that together are the attack phase."""


def begin(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Begin the first round, after the last expansion turn.

    A solo game has no attack phase and goes on to the end of the Age (Règles pour 1 joueur).
    """
    if state.seats == 1:
        return age_end.begin(state, chance)
    return _begin_round(state, 1, 1, chance)


def pending(state: State) -> tuple[int, ...]:
    """Return the peoples that must decide now, in turn order, without those that have sealed a stance.

    A people with a truce is among them: the house answers for it after a delay, as if it thought (see
    `standing_move`). Between two stages of a move nobody must (see `between`).
    """
    if state.phase is Phase.STANCE:
        return tuple([people for people in state.order if state.hidden[people].stance is None])
    combat = current_round(state).combat
    if combat is None:
        return ()
    if state.phase is Phase.REACTION:
        assert combat.defender is not None
        return (combat.defender,)
    if state.phase is Phase.ASSAULT and combat.defender is not None:
        return ()
    return (combat.attacker,)


def between(state: State) -> State:
    """Return a state inside a move of the attack phase as it is shown: nobody must decide.

    Its phase is `ASSAULT`, and either an assault is named, or there is none. No state has that outside moves.
    """
    return replace(state, phase=Phase.ASSAULT)


def choosers(state: State) -> tuple[int, ...]:
    """Return the peoples that choose war or peace in this round, and may choose anew until all have chosen.

    Peoples that cannot attack by facts that everybody knows are left out: they get peace.
    """
    if state.phase is not Phase.STANCE:
        return ()
    return tuple([people for people in state.order if assault.can_attack_by_public_facts(state, people)])


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the legal moves of a people; none if it has nothing to decide."""
    if state.phase is Phase.STANCE:
        if not assault.can_attack_by_public_facts(state, people):
            return ()
        orders = turns.orders(state, people)
        if state.hidden[people].stance is not None:
            # A people that has sealed a stance may change it; a choice of peace drops its list of assaults.
            orders = tuple([each for each in orders if not isinstance(each, Campaign)])
        return (*_STANCES, *assault.assaults(state, people), *orders)
    if people not in pending(state):
        return ()
    return reaction.moves(state, people) if state.phase is Phase.REACTION else assault.moves(state, people)


def check(state: State, people: int, move: Move) -> None:
    """Check that the people may make the move now. Raises `IllegalMove` if not."""
    match state.phase, move:
        case Phase.STANCE, ChooseStance():
            check_pacifist(state, people)
        case Phase.STANCE, Assault():
            assault.check_assault(state, people, move)
        case _, ChooseStance():
            raise IllegalMove(codes.CHOSEN)
        case Phase.ASSAULT, Assault():
            assault.check_assault(state, people, move)
        case Phase.ASSAULT | Phase.LOSSES, Play():
            assault.check_card(state, people, move)
        case Phase.ASSAULT | Phase.LOSSES, Discard():
            turns.check_discard(state, people, move)
        case Phase.ASSAULT, Recruit() if state.options.attack_recruits:
            turns.check_recruit(state, people, move)
        case Phase.ASSAULT, Pass():
            assault.check_pass(state, people)
        case Phase.LOSSES, Lose():
            assault.check_lose(state, move)
        case Phase.REACTION, Play():
            reaction.check_card(state, people, move)
        case Phase.REACTION, Pass():
            pass
        case Phase.STANCE | Phase.ASSAULT | Phase.REACTION, GiveOrder() | GiveWarOrder() | Campaign():
            turns.check_order(state, move)
        case _:
            raise IllegalMove(codes.NOT_NOW, what=str(move).partition(" ")[0], phase=state.phase.value)


def check_pacifist(state: State, people: int) -> None:
    """Check that no intent forbids the people war. Raises `IllegalMove` genesia.pacifist."""
    if resolution.is_pacifist(state, people):
        raise IllegalMove(codes.PACIFIST)


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Play a legal move in the attack phase, and everything that follows without a decision."""
    events: tuple[Told, ...]
    if state.phase is Phase.STANCE:
        return _play_stance(state, people, move, chance)
    if state.phase is Phase.REACTION:
        state, events = reaction.play(state, people, move)
    elif isinstance(move, turns.Order):
        state, events = turns.give_order(state, people, move)
    else:
        state, events = assault.play(state, people, move)
    fought = Break(state)
    state, more = _advance(state, chance)
    return state, (*events, fought, *more)


def _play_stance(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Play a stance, an assault (it means war and lists that assault), or an order.

    An order about war that settles the open question also answers it at once: the player has just decided.
    """
    if isinstance(move, ChooseStance):
        return _choose(state, people, move.stance, chance)
    order = Campaign((move,)) if isinstance(move, Assault) else move
    assert isinstance(order, turns.Order)
    # An order from a people that has chosen in this round is for the rounds after it.
    sealed = state.hidden[people].stance is not None and isinstance(move, turns.Order)
    stance = None if sealed else _stance_by_order(state, people, order)
    state, order_events = turns.give_order(state, people, order)
    if stance is None:
        return state, order_events
    state, events = _choose(state, people, stance, chance)
    return state, (*order_events, *events)


def _stance_by_order(state: State, people: int, order: turns.Order) -> Stance | None:
    """Return the stance in this round that follows from the order and from public facts, if any does."""
    match order:
        case Campaign((first, *_)) if _is_possible(state, people, first):
            return Stance.WAR
        case GiveWarOrder(WarOrder.PEACE):
            return Stance.PEACE
        case GiveWarOrder(WarOrder.TARGET) if not resolution.targets(state, people):
            return Stance.PEACE
        case _:
            return None


def defaults(state: State, seat: Seat) -> Defaults:
    """Return the moves that are made for a people without its person.

    A defender who is out of time plays no card. All others wait. An assault that was named with the choice of
    war is made soon: that its people attacks is known.
    """
    out_of_time = Pass() if state.phase is Phase.REACTION and seat in pending(state) else None
    ordered = standing_move(state, seat)
    return Defaults(ordered=ordered, soon=isinstance(ordered, Assault), timeout=out_of_time)


def standing_move(state: State, seat: Seat) -> Move | None:
    """Return the move that the house makes for the seat; `None` if the seat must decide itself.

    See `Defaults.ordered`. In order of precedence: the list of assaults, the truce, the order about war;
    for a defender, `reaction`. A people that cannot attack with its hand gets peace. Only its hand shows
    that, so the answer comes after a delay as long as others think, like that of an order.
    """
    if state.phase not in (Phase.STANCE, Phase.ASSAULT, Phase.REACTION) or seat not in pending(state):
        return None
    if state.phase is Phase.REACTION:
        return reaction.standing_move(state)
    own = state.hidden[seat]
    next_ = own.campaign[0] if own.campaign and _is_possible(state, seat, own.campaign[0]) else None
    if state.phase is Phase.ASSAULT:
        return next_
    if next_ is not None:
        return ChooseStance(Stance.WAR)
    if own.truce:
        return ChooseStance(Stance.TRUCE)
    order = own.war_order
    if not assault.can_attack_with_hand(state, seat):
        return ChooseStance(Stance.PEACE)
    if order is WarOrder.PEACE or (order is WarOrder.TARGET and not resolution.targets(state, seat)):
        return ChooseStance(Stance.PEACE)
    return None


def without_orders(state: State, people: int) -> State:
    """Return the state without what the people has ordered: see `Game.without_orders`.

    A truce is an order too, for the rounds to come: what is sealed by it in this round stays as peace, which
    others cannot tell from it. Other sealed choices stay as they are.
    """
    if state.seats == 1:
        return state
    stance = state.hidden[people].stance
    return with_hidden(
        state,
        people,
        standing_order=StandingOrder.ASK,
        war_order=WarOrder.ASK,
        campaign=(),
        truce_follows=False,
        truce=False,
        stance=Stance.PEACE if stance is Stance.TRUCE else stance,
    )


def _is_possible(state: State, people: int, move: Assault) -> bool:
    """Return whether the assault could be made on the board as it is."""
    try:
        assault.check_assault(state, people, move)
    except IllegalMove:
        return False
    return True


def _begin_round(state: State, number: int, calm: int, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Begin a round: ask the choosers, and give all others peace. Without choosers the Age ends in peace."""
    attack_round = AttackRound(number=number, stances=(None,) * len(state.public), calm=calm)
    state = replace(state, phase=Phase.STANCE, attack_round=attack_round, turn=0)
    asked = choosers(state)
    if not asked:
        return _end_in_peace(state, chance)
    events: list[Told] = []
    for people, hidden in enumerate(state.hidden):
        if hidden.campaign and not _is_possible(state, people, hidden.campaign[0]):
            state = turns.with_shorter_campaign(state, people, ())
            events.append(own_event(state, codes.CAMPAIGN_OVER, people, assault=hidden.campaign[0].where))
        if people not in asked:
            stance = Stance.TRUCE if state.hidden[people].truce else Stance.PEACE
            state = with_hidden(state, people, stance=stance)
    return state, tuple(events)


def _choose(state: State, people: int, stance: Stance, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Seal a stance. The last one to be sealed reveals them all."""
    own = state.hidden[people]
    changed = own.stance not in (None, stance)
    state = with_hidden(state, people, stance=stance, truce=stance is Stance.TRUCE)
    sealed = [own_event(state, codes.STOOD, people, stand=stance.value, changed=changed)]
    if own.campaign and stance is not Stance.WAR:
        state, order_events = turns.give_order(state, people, Campaign())
        sealed += order_events
    if pending(state):
        return state, tuple(sealed)
    war = tuple([each for each in state.order if state.hidden[each].stance is Stance.WAR])
    peace = tuple([each for each in state.order if each not in war])
    shown = event(state, codes.STANCES, None, revealed=True, war=war, peace=peace)
    if not war:
        state, events = _end_in_peace(state, chance)
        return state, (*sealed, shown, *events)
    attack_round = current_round(state)
    stances = tuple([Stance.WAR if each in war else Stance.PEACE for each in range(len(state.public))])
    state = _unseal(replace(state, attack_round=replace(attack_round, stances=stances, waiting=war)))
    revealed = Break(state)
    state, events = _advance(state, chance)
    return state, (*sealed, shown, revealed, *events)


def _unseal(state: State) -> State:
    """Return the state without sealed stances; truces stay."""
    return replace(state, hidden=tuple([replace(hidden, stance=None) for hidden in state.hidden]))


def _end_in_peace(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """End the attack phase because all want peace."""
    return _end(state, chance, event(state, codes.PEACE, None))


def _end(state: State, chance: Chance, why: Event) -> tuple[State, tuple[Told, ...]]:
    """End the attack phase with this event as the reason, and begin the end of the Age."""
    stances = (Stance.PEACE,) * len(state.public)
    state = _unseal(replace(state, attack_round=replace(current_round(state), stances=stances)))
    ended = Break(state)
    state, events = age_end.begin(state, chance)
    return state, (why, ended, *events)


def _advance(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Advance until somebody must decide: to the next assault in turn order, then to the next round.

    A people that can neither attack nor play a card is passed over (Conditions d'un Assaut, Cas particulier).
    """
    events: list[Told] = []
    while state.phase not in (Phase.REACTION, Phase.LOSSES) or current_round(state).combat is None:
        attack_round = current_round(state)
        if attack_round.combat is None:
            if not attack_round.waiting:
                # The rulebook sets no limit: peoples that fight without losses could go on for ever.
                if attack_round.calm >= state.options.weariness:
                    state, more = _end(
                        state, chance, event(state, codes.WEARY, None, rounds=attack_round.calm)
                    )
                    return state, (*events, *more)
                state, more = _begin_round(state, attack_round.number + 1, attack_round.calm + 1, chance)
                return state, (*events, *more)
            state = replace(with_combat(state, Combat(attacker=attack_round.waiting[0])), phase=Phase.ASSAULT)
        elif assault.can_act(state, attack_round.combat.attacker):
            break
        else:
            state, passed = assault.pass_turn(state)
            events += passed
    return state, tuple(events)
