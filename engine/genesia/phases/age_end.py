"""The end of an Age: cities, last cards, progress, the next turn order; and the end of the match.

Rulebook: Fin de l'Âge, Fin de partie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Event, IllegalMove, Seat
from engine.genesia import codes, scoring
from engine.genesia.board import (
    bits,
    cities_left,
    event,
    map_of,
    own_event,
    sorted_by_value,
    with_hidden,
    with_public,
    with_reveal,
)
from engine.genesia.cards import effects, legality
from engine.genesia.model import (
    CARDS,
    DISCARD_COINS,
    Back,
    Discard,
    End,
    Move,
    Phase,
    Play,
    TakePlace,
    Timing,
)
from engine.genesia.phases import setup, turns
from engine.genesia.state import State
from engine.kit.combined import Choices
from engine.kit.masks import mask_of
from engine.kit.stages import Break, Told

__all__ = [
    "TIMINGS",
    "anticipate",
    "apply_sealed_steps",
    "begin",
    "between",
    "can_change",
    "check",
    "check_place",
    "moves",
    "pending",
    "play",
    "standing_move",
]

TIMINGS = (Timing.END, Timing.COPY)
"""The timings as which cards may be played in step 2 of the end of an Age."""

LAST_AGE = 3
CLANS_FOR_CITY = 2
"""Clans that must stand in a region for a city to be built there."""


def begin(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Begin the end of the Age: build cities, and count the Age at once if nobody holds a card.

    After a count without decisions the next Age begins, or the match ends.
    """
    state, cities = _build_cities(replace(state, phase=Phase.END, turn=0, done=0, undo=()))
    for people, hidden in enumerate(state.hidden):
        if not hidden.hand:
            state = replace(state, done=state.done | 1 << people)
    built = Break(state)
    state, events = _advance(state, chance)
    return state, (*cities, built, *events)


def _build_cities(state: State) -> tuple[State, list[Event]]:
    """Build a city in every region with two own clans and no own city (rulebook: 1 - Créez vos cités).

    In a home land with several peoples each counts alone. If the supply is too small, cities go to the
    regions that are worth most.
    """
    events: list[Event] = []
    regions = map_of(state).regions
    for people, public in enumerate(state.public):
        due = [
            region
            for region, clans in enumerate(public.clans)
            if clans >= CLANS_FOR_CITY and not public.cities >> region & 1
        ]
        if not due:
            continue
        preferred = sorted_by_value(state, due)[: cities_left(public)]
        built = [region for region in due if region in preferred]
        missed = [region for region in due if region not in preferred]
        changed_at = list(state.changed_at)
        for region in built:
            changed_at[region] = state.ply
        cities = public.cities | mask_of(built)
        state = with_public(replace(state, changed_at=tuple(changed_at)), people, cities=cities)
        at, without = (tuple([regions[region].code for region in each]) for each in (built, missed))
        events.append(event(state, codes.CITIES, people, at=at, missed=without))
    return state, events


def check_place(state: State, people: int, move: TakePlace) -> None:
    """Check the choice of places: at least one of them must be free.

    Raises `IllegalMove` genesia.place_range, place_twice, place_taken.
    """
    if not all(1 <= place <= len(state.places) for place in move.places):
        raise IllegalMove(codes.PLACE_RANGE, most=len(state.places))
    for number, place in enumerate(move.places):
        if place in move.places[:number]:
            raise IllegalMove(codes.PLACE_TWICE, place=place)
    if all(state.places[place - 1] is not None for place in move.places):
        raise IllegalMove(codes.PLACE_TAKEN, place=move.places[-1])


def anticipate(state: State, people: int) -> State | None:
    """Return the state in which the people chooses its place first of those that have still to choose.

    `None` if it is the next to choose anyway, and if it is the last (it gets the place that is left). At the
    end of an Age who has finished its plays may foresee the choice, before anybody knows the order of
    choosing; what was sealed is left out.
    """
    if state.phase is Phase.END and state.seats > 1 and state.age < LAST_AGE and state.done >> people & 1:
        others = tuple([each for each in state.order if each != people])
        hidden = tuple([replace(own, steps=()) for own in state.hidden])
        ahead = replace(state, phase=Phase.PLACE, hidden=hidden, choosing=(people, *others))
        return replace(ahead, places=(None,) * len(state.public))
    if state.phase is not Phase.PLACE or people not in state.choosing[1:-1]:
        return None
    others = tuple([each for each in state.choosing if each != people])
    return replace(state, choosing=(people, *others))


def pending(state: State) -> tuple[int, ...]:
    """Return the peoples that must decide, in turn order: those that have not finished their plays.

    While places are chosen it is only the next one to choose. In solo the two peoples decide one after the
    other.
    """
    if state.phase is Phase.PLACE:
        return state.choosing[:1]
    left = tuple([people for people in state.order if not state.done >> people & 1])
    return left[:1] if state.seats == 1 else left


def can_change(state: State, people: int) -> bool:
    """Return whether a people that has finished may change what it has sealed, or play after all.

    It may until all have finished, which reveals everything.
    """
    if state.phase is not Phase.END or state.seats == 1 or not state.done >> people & 1:
        return False
    if not pending(state):
        return False
    if state.hidden[people].steps:
        return True
    return bool(len(legality.plays(state, people, TIMINGS)) or len(_advance_copies(state, people)))


def moves(state: State, people: int) -> Sequence[Move]:
    """Return the legal moves of a people that decides, as if the steps that it has sealed were done.

    A people that has ended its plays may still change them until everybody has ended.
    """
    if state.phase is Phase.PLACE:
        if people not in pending(state):
            return ()
        return tuple([TakePlace((place,)) for place, taken in enumerate(state.places, 1) if taken is None])
    open_ = people in pending(state)
    if not open_ and not can_change(state, people):
        return ()
    now = apply_sealed_steps(state, people)
    rest: list[Move] = [*turns.discards(now, people)]
    if state.hidden[people].steps:
        rest.append(Back())
    if open_:
        rest.append(End())
    return Choices[Move](legality.plays(now, people, TIMINGS), _advance_copies(now, people), rest)


def check(state: State, people: int, move: Move) -> None:
    """Check a move at the end of the Age, as if the steps that the people has sealed were done.

    Raises `IllegalMove` as `legality.check_play`, `legality.check_advance_copy` and `turns.check_discard`, or
    genesia.not_now, nothing_to_take_back.
    """
    now = apply_sealed_steps(state, people)
    match move:
        case Play() if move.copy is not None and move.copy in _cards_still_possible(now, people):
            legality.check_advance_copy(now, people, move)
        case Play():
            legality.check_play(now, people, move, TIMINGS)
        case Discard():
            turns.check_discard(now, people, move)
        case Back() if state.seats > 1:
            if not state.hidden[people].steps:
                raise IllegalMove(codes.NOTHING_TO_TAKE_BACK)
        case End() if not state.done >> people & 1:
            pass
        case _:
            raise IllegalMove(codes.NOT_NOW, what=str(move).partition(" ")[0], phase=state.phase.value)


def play(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Play a card, a discard or the end, or take a place in the next turn order.

    Among several players plays are sealed, and carried out once everybody has finished.
    """
    events: Sequence[Told]
    if isinstance(move, TakePlace):
        free = next(place for place in move.places if state.places[place - 1] is None)
        return _take_place(state, people, free, chance)
    if state.seats > 1:
        return _seal(state, people, move, chance)
    match move:
        case Play():
            timing = legality.check_play(state, people, move, TIMINGS)
            state, events = effects.play_card(state, people, move, timing)
        case Discard():
            state, events = turns.discard(state, people, move)
        case _:
            state, events = _discard_rest(state, people)
    if not state.hidden[people].hand:
        state = replace(state, done=state.done | 1 << people)
    done = Break(state)
    state, more = _advance(state, chance)
    return state, (*events, done, *more)


def standing_move(state: State, seat: Seat) -> Move | None:
    """Return the end for a hand without a playable card, if nothing is sealed; `None` otherwise.

    Nothing is lost by it: cards left in hand pay their coins all the same.
    """
    if state.phase is not Phase.END or state.seats == 1 or seat not in pending(state):
        return None
    if state.hidden[seat].steps or any(isinstance(move, Play) for move in moves(state, seat)):
        return None
    return End()


# Sealed choices


def apply_sealed_steps(state: State, people: int) -> State:
    """Return the state as it would be if the people's sealed steps were done, and nothing else happened."""
    if state.phase is not Phase.END or state.seats == 1:
        return state
    # Count plies only up to its own last move: the marks of changes must not show how many moves others made.
    state = replace(state, ply=state.public[people].last_ply)
    for step in state.hidden[people].steps:
        if isinstance(step, Play) and step.copy is not None and not _is_on_table(state, step.copy):
            state = _apply_advance_copy(state, people, step)
        else:
            state, _ = _apply_step(state, people, step)
    return state


def _apply_advance_copy(state: State, people: int, move: Play) -> State:
    """Return the state after a card was played as a copy of one that is not played yet."""
    state = with_hidden(state, people, hand=state.hidden[people].hand & ~(1 << move.card))
    coins = state.public[people].coins - CARDS[move.card].cost
    return with_public(state, people, coins=coins)


def _is_on_table(state: State, card: int) -> bool:
    """Return whether the card was played in this Age."""
    return any(played.card == card for played, _ in state.played)


def _cards_still_possible(state: State, people: int) -> frozenset[int]:
    """Return the cards that somebody else may play at this end of the Age, as far as that people knows."""
    own = state.hidden[people]
    known = own.hand | own.discards | mask_of(played.card for played, _ in state.played)
    known |= mask_of(step.card for step in own.steps if isinstance(step, Play | Discard))
    in_use = setup.cards_in_use(state.options, state.seats, state.age)
    return frozenset(card for card in in_use if Timing.END in CARDS[card].timings and not known >> card & 1)


def _advance_copies(state: State, people: int) -> Sequence[Play]:
    """Return the copies of cards that somebody else may play at this end of the Age."""
    if state.seats == 1:
        return ()
    return legality.advance_copies(state, people, sorted(_cards_still_possible(state, people)))


def _seal(state: State, people: int, move: Move, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Seal a step or the end of the plays, or take the latest step back.

    The last end carries everything out.
    """
    own, bit = state.hidden[people], 1 << people
    match move:
        case Back():
            state = with_hidden(state, people, steps=own.steps[:-1])
        case End():
            state = replace(state, done=state.done | bit)
        case _:
            state = with_hidden(state, people, steps=(*own.steps, move))
    sealed = own_event(state, codes.PLANNED, people, move=str(move))
    if pending(state):
        return state, (sealed,)
    state, happened = _carry_out(state)
    done = Break(state)
    state, more = _count_age(state, chance)
    return state, (sealed, *with_reveal((*happened, done, *more)))


class _Revealed(NamedTuple):
    """A state inside the reveal of what was sealed."""

    state: State
    away: tuple[int, ...]
    """The cards that each people has put away in it, as bits: nobody may know yet that it has."""


def between(state: State | _Revealed) -> State:
    """Return a state inside a move as it is shown; nobody must decide in it.

    Cards put away so far are shown as still in hand. Their coins are not there yet, and what was paid with
    them is left out: that they are discarded is told of all at once, after the cards that are played.
    """
    if isinstance(state, State):
        return state
    state, away = state
    for people, cards in enumerate(away):
        if cards:
            hidden, coins = state.hidden[people], state.public[people].coins
            state = with_hidden(state, people, hand=hidden.hand | cards, discards=hidden.discards & ~cards)
            state = with_public(state, people, coins=max(0, coins - DISCARD_COINS * cards.bit_count()))
    return state


def _carry_out(state: State) -> tuple[State, list[Told]]:
    """Do everything that was sealed, in turn order, all copies last.

    A step that has become impossible is dropped; its card is then discarded with the rest, for coins.
    """
    events: list[Told] = []
    away = [0] * len(state.public)
    sealed = [(people, step) for people in state.order for step in state.hidden[people].steps]
    copies = [each for each in sealed if isinstance(each[1], Play) and each[1].copy is not None]
    state = replace(state, hidden=tuple([replace(own, steps=()) for own in state.hidden]))
    for people, step in (*(each for each in sealed if each not in copies), *copies):
        try:
            state, happened = _apply_step(state, people, step)
        except IllegalMove:
            assert isinstance(step, Play)
            happened = (own_event(state, codes.UNDONE, people, card=step.card),)
        if isinstance(step, Discard):
            away[people] |= 1 << step.card  # one public event counts them with the cards left in hand
            happened = tuple([each for each in happened if each.to is not None])
        events += happened
        if isinstance(step, Play):
            events.append(Break(_Revealed(state, tuple(away))))
    for people in state.order:
        own = state.hidden[people].hand.bit_count()
        state, happened = _discard_rest(state, people) if own else (state, ())
        if cards := own + away[people].bit_count():
            events.append(event(state, codes.DISCARDED, people, cards=cards, coins=DISCARD_COINS * cards))
        events += [each for each in happened if each.to is not None]
    return state, events


def _apply_step(state: State, people: int, step: Move) -> tuple[State, tuple[Event, ...]]:
    """Do a step of a people. Raises `IllegalMove` if it has become impossible."""
    if isinstance(step, Play):
        timing = legality.check_play(state, people, step, TIMINGS)
        return effects.play_card(state, people, step, timing)
    assert isinstance(step, Discard)
    return turns.discard(state, people, step)


def _discard_rest(state: State, people: int) -> tuple[State, tuple[Event, ...]]:
    """Discard the cards left in hand for 4 coins each (2 - Jouez ou défaussez vos cartes)."""
    hidden = state.hidden[people]
    cards = hidden.hand.bit_count()
    coins = DISCARD_COINS * cards
    state = with_hidden(state, people, hand=0, discards=hidden.discards | hidden.hand)
    state = with_public(state, people, coins=state.public[people].coins + coins)
    away = [own_event(state, codes.PUT_AWAY, people, card=card) for card in bits(hidden.hand)]
    return state, (event(state, codes.DISCARDED, people, cards=cards, coins=coins), *away)


def _advance(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Wait for those that still hold cards; count the Age if there are none."""
    waiting = pending(state)
    if waiting:
        if state.seats == 1:
            state = replace(state, turn=state.order.index(waiting[0]))
        return state, ()
    return _count_age(state, chance)


def _count_age(state: State, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Count the progress of the Age (3 - Comptez vos points de progrès), and go on.

    The choice of places follows; in solo the next Age; after the last Age the end of the match.
    """
    events: list[Told] = []
    for people, public in enumerate(state.public):
        cards, inventions = scoring.age_progress(public)
        total = cards + inventions
        counted = event(
            state, codes.COUNTED, people, age=state.age, cards=cards, inventions=inventions, total=total
        )
        events.append(counted)
        state = with_public(state, people, progress=(*public.progress, total))
    events.append(Break(state))
    state = replace(state, done=0, turn=0, attack_round=None)
    if state.age == LAST_AGE:
        state, more = _final_scores(state)
        return state, (*events, *more)
    if state.seats == 1:
        state, more = setup.begin_age(replace(state, order=state.order[::-1]), state.age + 1, chance)
        return state, (*events, *more)
    choosing = sorted(state.order, key=lambda people: state.public[people].progress[-1])
    state = replace(state, phase=Phase.PLACE, choosing=tuple(choosing), places=(None,) * len(state.public))
    return state, tuple(events)


def _take_place(state: State, people: int, place: int, chance: Chance) -> tuple[State, tuple[Told, ...]]:
    """Give the people a place, and the last free place to the last people (4 - Ordre de jeu)."""
    places = [*state.places]
    places[place - 1] = people
    events: list[Told] = [event(state, codes.PLACED, people, place=place)]
    choosing = state.choosing[1:]
    if len(choosing) == 1:
        last = places.index(None)
        places[last] = choosing[0]
        events.append(event(state, codes.PLACED, choosing[0], place=last + 1))
        choosing = ()
    state = replace(state, choosing=choosing, places=tuple(places))
    if choosing:
        return state, tuple(events)
    order = tuple([each for each in places if each is not None])
    state = replace(state, order=order)
    events += [event(state, codes.ORDER, None, order=order), Break(state)]
    state, more = setup.begin_age(state, state.age + 1, chance)
    return state, (*events, *more)


def _final_scores(state: State) -> tuple[State, tuple[Event, ...]]:
    """Reveal objectives, add everything up and name the winners (rulebook: Fin de partie)."""
    state = replace(state, phase=Phase.OVER)
    result = scoring.result(state)
    events: list[Event] = []
    for people, hidden in enumerate(state.hidden):
        sheet = scoring.sheet(state, people, True)
        if hidden.objective is not None:
            events.append(
                event(
                    state,
                    codes.OBJECTIVE,
                    people,
                    revealed=True,
                    objective=hidden.objective,
                    points=sheet.objective or 0,
                )
            )
        events.append(
            event(
                state,
                codes.SCORED,
                people,
                progress=sum(sheet.progress),
                radiance=sheet.radiance,
                conquest=sheet.conquest,
                objective=sheet.objective or 0,
                total=sheet.total,
            )
        )
    peoples = range(len(state.public))
    winners = tuple([p for p in peoples if state.seats == 1 or result.ranks[p] == 1])
    total = result.scores[0 if state.seats == 1 else winners[0]][0]
    events.append(event(state, codes.WON, None, winners=winners, total=total, reason=result.reason))
    return replace(state, result=result), tuple(events)
