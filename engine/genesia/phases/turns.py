"""The turns of growth and expansion, people by people: cards, recruits, movements, discards, orders."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Event, IllegalMove
from engine.genesia import codes
from engine.genesia.board import (
    add_clans,
    bits,
    clans_left,
    event,
    map_of,
    own_event,
    with_hidden,
    with_public,
)
from engine.genesia.cards import effects, legality
from engine.genesia.model import (
    DISCARD_COINS,
    MAX_CAMPAIGN_LENGTH,
    Assault,
    Back,
    Campaign,
    Discard,
    End,
    GiveOrder,
    GiveWarOrder,
    Move,
    Movement,
    Phase,
    Play,
    Recruit,
    StandingOrder,
    Timing,
    WarOrder,
)
from engine.genesia.movement import movements
from engine.genesia.state import State, UndoStep
from engine.kit.combined import Choices, Grid

__all__ = [
    "Order",
    "anticipate",
    "begin",
    "check",
    "check_back",
    "check_discard",
    "check_order",
    "check_recruit",
    "discard",
    "discards",
    "give_order",
    "is_expansion_over",
    "moves",
    "orders",
    "play",
    "recruit",
    "recruits",
    "timings",
]

_TIMINGS = {
    Phase.GROWTH: (Timing.GROWTH, Timing.INTENT, Timing.COPY),
    Phase.EXPANSION: (Timing.EXPANSION, Timing.COPY),
}


def begin(state: State) -> State:
    """Begin the first growth turn of an Age."""
    return replace(state, phase=Phase.GROWTH, turn=0)


def timings(state: State) -> tuple[Timing, ...]:
    """Return the timings as which the people in turn may play cards, in growth and expansion."""
    return _TIMINGS[state.phase]


# Recruits

CITY_RECRUIT_AGE = 2
"""The first Age in which clans are recruited in own cities too."""


def check_recruit(state: State, people: int, move: Recruit) -> int:
    """Return the coins that a legal recruit costs (rulebook: Croissance).

    Clans are recruited in the home land, from Age II on also in own cities. Raises `IllegalMove`
    genesia.unknown_region, recruit_where, recruit_early, at_least_one, supply, coins.
    """
    board = map_of(state)
    if move.at not in board.indices:
        raise IllegalMove(codes.UNKNOWN_REGION, region=move.at)
    public = state.public[people]
    at = board.indices[move.at]
    if at != board.homes[people] and not public.cities >> at & 1:
        raise IllegalMove(codes.RECRUIT_WHERE, region=move.at)
    if at != board.homes[people] and state.age < CITY_RECRUIT_AGE:
        raise IllegalMove(codes.RECRUIT_EARLY, region=move.at)
    left = clans_left(public)
    if move.clans < 1:
        raise IllegalMove(codes.AT_LEAST_ONE)
    if move.clans > left:
        raise IllegalMove(codes.SUPPLY, left=left)
    cost = move.clans * public.price
    if cost > public.coins:
        raise IllegalMove(codes.COINS, cost=cost, coins=public.coins)
    return cost


def recruits(state: State, people: int) -> Sequence[Recruit]:
    """Return all recruits that the people can pay for and has clans for, place by place (lazy sequence)."""
    public = state.public[people]
    most = min(clans_left(public), public.coins // public.price if public.price else public.coins)
    if not most:
        return ()
    board = map_of(state)
    cities = public.cities if state.age >= CITY_RECRUIT_AGE else 0
    places = [board.regions[at].code for at in bits(cities | 1 << board.homes[people])]
    return Grid(len(places), most, lambda place, fewer: Recruit(fewer + 1, places[place]))


def recruit(state: State, people: int, move: Recruit) -> tuple[State, tuple[Event, ...]]:
    """Buy clans. Leaves no undo step: growth and expansion add it."""
    public = state.public[people]
    cost = move.clans * public.price
    state = with_public(state, people, coins=public.coins - cost)
    state = add_clans(state, people, map_of(state).indices[move.at], move.clans)
    return state, (event(state, codes.RECRUITED, people, clans=move.clans, at=move.at, coins=cost),)


# Discards


def check_discard(state: State, people: int, move: Discard) -> None:
    """Check that the card is in hand. Raises `IllegalMove` genesia.unknown_card, not_in_hand."""
    legality.check_card(state, people, move.card)


def discards(state: State, people: int) -> list[Discard]:
    """Return a discard of every card in hand."""
    return [Discard(card) for card in bits(state.hidden[people].hand)]


def discard(state: State, people: int, move: Discard) -> tuple[State, tuple[Event, ...]]:
    """Put a card away, unseen, for 4 coins (rulebook: Défausser une carte).

    Leaves no undo step: growth and expansion add it.
    """
    hidden, bit = state.hidden[people], 1 << move.card
    state = with_hidden(state, people, hand=hidden.hand & ~bit, discards=hidden.discards | bit)
    state = with_public(state, people, coins=state.public[people].coins + DISCARD_COINS)
    return state, (
        event(state, codes.DISCARDED, people, cards=1, coins=DISCARD_COINS),
        own_event(state, codes.PUT_AWAY, people, card=move.card),
    )


# Standing orders


Order = GiveOrder | GiveWarOrder | Campaign
"""Moves that give an order to the house; they are allowed beside the moves of a turn."""
_ORDERS = {
    given: tuple([GiveOrder(other) for other in StandingOrder if other is not given])
    for given in StandingOrder
}


_WAR_ORDERS = {
    given: tuple([GiveWarOrder(other) for other in WarOrder if other is not given]) for given in WarOrder
}


def orders(state: State, people: int) -> tuple[Order, ...]:
    """Return the orders that differ from those in force; none in solo, where nobody attacks.

    Of the lists of assaults only the empty one is included, if a list is in force.
    """
    if state.seats == 1:
        return ()
    own = state.hidden[people]
    off = (Campaign(),) if own.campaign else ()
    return (*_ORDERS[own.standing_order], *_WAR_ORDERS[own.war_order], *off)


def check_order(state: State, move: Order) -> None:
    """Check an order. Raises `IllegalMove` genesia.unknown_region, campaign_long."""
    if not isinstance(move, Campaign):
        return
    named = map_of(state).indices
    for each in move.assaults:
        for code in (each.source, each.target):
            if code not in named:
                raise IllegalMove(codes.UNKNOWN_REGION, region=code)
    if len(move.assaults) > MAX_CAMPAIGN_LENGTH:
        raise IllegalMove(codes.CAMPAIGN_LONG, most=MAX_CAMPAIGN_LENGTH)


def give_order(state: State, people: int, move: Order) -> tuple[State, tuple[Event, ...]]:
    """Put an order in force; only its owner gets the event genesia.ordered, war_ordered or campaign."""
    match move:
        case GiveOrder(given):
            state = with_hidden(state, people, standing_order=given)
            return state, (own_event(state, codes.ORDERED, people, rest=given.value),)
        case GiveWarOrder(given):
            state = with_hidden(state, people, war_order=given)
            return state, (own_event(state, codes.WAR_ORDERED, people, rest=given.value),)
        case Campaign(assaults, truce):
            # A truce in force stays: only a choice of war, or an assault that costs something, ends it.
            follows = truce and bool(assaults)
            state = with_hidden(state, people, campaign=assaults, truce_follows=follows)
            listed = tuple([str(each).removeprefix("assault ") for each in assaults])
            return state, (own_event(state, codes.CAMPAIGN, people, assaults=listed, truce=follows),)


def with_shorter_campaign(state: State, people: int, rest: tuple[Assault, ...]) -> State:
    """Return the state with this rest of the people's list of assaults.

    A truce that was to follow the list begins if nothing is left.
    """
    own = state.hidden[people]
    if rest or not own.truce_follows:
        return with_hidden(state, people, campaign=rest)
    return with_hidden(state, people, campaign=(), truce=True, truce_follows=False)


# Taking back


def check_back(state: State, people: int) -> None:
    """Check that a step can be taken back. Raises `IllegalMove` genesia.nothing_to_take_back."""
    if not state.undo:
        raise IllegalMove(codes.NOTHING_TO_TAKE_BACK)


def _with_undo(before: State, after: State, people: int, move: Move, changed: tuple[int, ...]) -> State:
    """Return the state `after` a step with the entry that lets it be taken back.

    The step must have revealed nothing and changed nothing of another people. `changed` are the regions it
    changed.
    """
    old, new = before.public[people], after.public[people]
    step = UndoStep(
        move=str(move),
        coins=old.coins - new.coins,
        free_moves=old.free_moves - new.free_moves,
        changed_at=tuple([(region, before.changed_at[region]) for region in changed]),
    )
    return replace(after, undo=(*after.undo, step))


def _take_back(state: State, people: int) -> tuple[State, tuple[Event, ...]]:
    """Undo the latest step. The card of a discard that is taken back stays its owner's secret."""
    step = state.undo[-1]
    what, *words = step.move.split()
    number = int(words[0])
    named = map_of(state).indices
    events: tuple[Event, ...]
    if what == "discard":
        hidden, bit = state.hidden[people], 1 << number
        state = with_hidden(state, people, hand=hidden.hand | bit, discards=hidden.discards & ~bit)
        events = (
            event(state, codes.TOOK_BACK, people, move=what),
            own_event(state, codes.TOOK_CARD_BACK, people, card=number),
        )
    else:
        route = words[1].split("-")
        state = add_clans(state, people, named[route[-1]], -number)
        if what == "move":
            state = add_clans(state, people, named[route[0]], number)
        events = (event(state, codes.TOOK_BACK, people, move=step.move),)
    public = state.public[people]
    changed_at = list(state.changed_at)
    for region, change in step.changed_at:
        changed_at[region] = change
    state = with_public(
        state, people, coins=public.coins + step.coins, free_moves=public.free_moves + step.free_moves
    )
    return replace(state, changed_at=tuple(changed_at), undo=state.undo[:-1]), events


# Turns


def anticipate(state: State, people: int) -> State | None:
    """Return the state of the people's next turn in this Age as if nobody did anything before.

    `None` if it has no further turn before the attack phase, which depends on choices that all make in
    secret.
    """
    if state.phase not in _TIMINGS or is_expansion_over(state) or people not in state.order:
        return None
    turn = state.order.index(people)
    if turn > state.turn:
        return replace(state, turn=turn, undo=())
    if turn < state.turn and state.phase is Phase.GROWTH:
        return replace(state, phase=Phase.EXPANSION, turn=turn, undo=())
    return None


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the legal moves of the people in turn, in growth and expansion (lazy sequence)."""
    if is_expansion_over(state) or people != state.order[state.turn]:
        return ()
    moved = movements.affordable_movements(state, people) if state.phase is Phase.EXPANSION else ()
    rest: list[Move] = [*discards(state, people)]
    if state.undo:
        rest.append(Back())
    rest += [End(), *orders(state, people)]
    return Choices[Move](legality.plays(state, people, timings(state)), recruits(state, people), moved, rest)


def check(state: State, people: int, move: Move) -> None:
    """Check a move of the people in turn. Raises `IllegalMove` naming the rule that forbids it."""
    match move:
        case Play():
            legality.check_play(state, people, move, timings(state))
        case Recruit():
            check_recruit(state, people, move)
        case Back():
            check_back(state, people)
        case Movement() if state.phase is Phase.EXPANSION:
            movements.check_movement(state, people, move)
        case Discard():
            check_discard(state, people, move)
        case End():
            pass
        case GiveOrder() | GiveWarOrder() | Campaign() if state.seats > 1:
            check_order(state, move)
        case _:
            raise IllegalMove(codes.NOT_NOW, what=str(move).partition(" ")[0], phase=state.phase.value)


def play(state: State, people: int, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Play a move of a growth or expansion turn. It does not begin the phase after the last expansion turn.

    See `is_expansion_over`.
    """
    match move:
        case Play():
            timing = legality.check_play(state, people, move, timings(state))
            return effects.play_card(state, people, move, timing)
        case Recruit():
            after, events = recruit(state, people, move)
            return _with_undo(state, after, people, move, (map_of(state).indices[move.at],)), events
        case Movement():
            after, events, cost = movements.move_clans(state, people, move)
            if cost.tolls:
                return replace(after, undo=()), events
            ends = (map_of(state).indices[move.route[0]], map_of(state).indices[move.route[-1]])
            return _with_undo(state, after, people, move, ends), events
        case Discard():
            after, events = discard(state, people, move)
            return _with_undo(state, after, people, move, ()), events
        case Back():
            return _take_back(state, people)
        case GiveOrder() | GiveWarOrder() | Campaign():
            return give_order(state, people, move)
        case _:
            return _end_turn(state, people)


def _end_turn(state: State, people: int) -> tuple[State, tuple[Event, ...]]:
    """End the turn: the next people's turn begins, or expansion after the last growth turn.

    Free movements and passage last until the end of the expansion turn.
    """
    ended = event(state, codes.TURN_ENDED, people, phase=state.phase.value)
    if state.phase is Phase.EXPANSION:
        state = with_public(state, people, free_moves=0, passage=False)
    state = replace(legality.end_turn(state, people), turn=state.turn + 1, undo=())
    if state.phase is Phase.GROWTH and state.turn == len(state.order):
        state = replace(state, phase=Phase.EXPANSION, turn=0)
    return state, (ended,)


def is_expansion_over(state: State) -> bool:
    """Return whether the last expansion turn has ended; `rules` then begins the next phase.

    That is the attack phase, in solo the end of the Age.
    """
    return state.phase is Phase.EXPANSION and state.turn >= len(state.order)
