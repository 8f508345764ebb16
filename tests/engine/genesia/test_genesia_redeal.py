"""Whole random games of Genesia: invariants, and views that cannot tell two redealt twins apart."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.genesia.board import held_regions, masks
from engine.genesia.model import (
    MAX_CITIES,
    MAX_CLANS,
    CopyTiming,
    Discard,
    End,
    GenesiaOptions,
    Level,
    Phase,
    Reactions,
    Timing,
)
from engine.genesia.phases import setup
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from tests.engine.genesia.genesia_validation import check_possible

FORMS = {
    "solo": (1, GenesiaOptions()),
    "heroic": (1, GenesiaOptions(level=Level.HEROIC)),
    "two": (2, GenesiaOptions()),
    "three": (3, GenesiaOptions(lots="YGR/BVR/GVR", attack_recruits=True)),
    "four": (4, GenesiaOptions(teams="ABAB", copy_timing=CopyTiming.AGE)),
    "plain": (4, GenesiaOptions(objectives=False)),
    "five": (5, GenesiaOptions()),
    "swift": (3, GenesiaOptions(reactions=Reactions.SWIFT, weariness=1)),
}
EVERY = pytest.mark.parametrize("form", FORMS)


def game(form: str, seed: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield a random game.

    Half of them have long turns, which fill the boards and make many assaults possible.
    """
    seats, options = FORMS[form]
    picks = random.Random(f"{form} {seed}")
    state = GENESIA.setup(options, seats, SeededChance(form.encode(), seed))
    yield state, ()
    number = 0
    while pending := GENESIA.pending(state):
        number += 1
        assert number < 5000, "games end"
        seat = picks.choice(pending)
        moves = GENESIA.moves(state, seat)
        move = moves[picks.randrange(len(moves))]
        if seed % 2 and isinstance(move, End | Discard):
            move = moves[picks.randrange(len(moves))]
        chance = SeededChance(form.encode() + bytes([seed]), number)
        state, events = GENESIA.play(state, seat, move, chance)
        yield state, events


@cache
def games(form: str) -> list[list[State]]:
    return [[state for state, _ in game(form, seed)] for seed in range(3)]


@EVERY
def test_clans_cities_and_coins_stay_within_the_supply(form: str) -> None:
    for states in games(form):
        for state in states:
            for public in state.public:
                assert min(public.clans) >= 0
                assert sum(public.clans) <= MAX_CLANS
                assert public.cities.bit_count() <= MAX_CITIES
                assert public.coins >= 0
                assert public.free_moves >= 0


@EVERY
def test_a_region_outside_home_lands_has_one_holder(form: str) -> None:
    for states in games(form):
        for state in states:
            taken = 0
            for public in state.public:
                mine = held_regions(public) & ~masks(len(state.public)).homes
                assert not mine & taken
                taken |= mine


@EVERY
def test_every_card_of_the_age_is_in_exactly_one_place(form: str) -> None:
    for states in games(form):
        for state in states:
            if state.phase is Phase.OBJECTIVE:
                continue
            places = [played.card for played, _ in state.played]
            for hidden in state.hidden:
                for mask in (hidden.hand, hidden.pack, hidden.discards):
                    places += [n for n in range(1, 91) if mask >> n & 1]
            assert tuple(sorted(places)) == setup.cards_in_use(state.options, state.seats, state.age)


@EVERY
def test_every_objective_in_use_is_in_exactly_one_place(form: str) -> None:
    for states in games(form):
        for state in states:
            places = [*state.aside]
            for hidden in state.hidden:
                places += [*hidden.dealt, *([] if hidden.objective is None else [hidden.objective])]
            assert tuple(sorted(places)) == setup.objectives_in_use(state.options, state.seats)


@EVERY
def test_every_state_is_possible(form: str) -> None:
    for states in games(form):
        for state in states[::3]:
            check_possible(state)


@EVERY
def test_a_game_ends_with_a_result_for_every_seat(form: str) -> None:
    seats, _ = FORMS[form]
    for states in games(form):
        last = states[-1]
        assert last.phase is Phase.OVER
        assert last.age == 3
        assert last.result is not None
        assert len(last.result.ranks) == len(last.result.scores) == seats
        assert all(len(public.progress) == 3 for public in last.public)


@EVERY
def test_listed_moves_are_read_as_written(form: str) -> None:
    picks = random.Random(form)
    for states in games(form):
        for state in states:
            for seat in GENESIA.pending(state):
                moves = GENESIA.moves(state, seat)
                for _ in range(2):
                    move = moves[picks.randrange(len(moves))]
                    assert GENESIA.parse(state, seat, str(move)) == move
                    assert move in moves


@EVERY
def test_a_lazy_list_agrees_with_its_items(form: str) -> None:
    for states in games(form):
        for state in states[::7]:
            for seat in GENESIA.pending(state):
                moves = GENESIA.moves(state, seat)
                if len(moves) < 500:
                    items = [moves[index] for index in range(len(moves))]
                    assert list(moves) == items
                    assert len(set(items)) == len({str(item) for item in items}) == len(items)


@EVERY
def test_events_go_to_seats_of_the_game(form: str) -> None:
    seats, _ = FORMS[form]
    for _, events in game(form, 0):
        for event in events:
            assert event.code.startswith("genesia.")
            assert event.seat is None or 0 <= event.seat < seats
            assert event.to is None or event.to == {event.seat}


@EVERY
def test_standing_orders_answer_with_legal_moves_in_every_phase(form: str) -> None:
    for states in games(form):
        for state in states:
            for seat in map(Seat, range(FORMS[form][0])):
                answer = GENESIA.defaults(state, seat).ordered
                assert answer is None or (
                    seat in GENESIA.pending(state) and answer in GENESIA.moves(state, seat)
                )


# Secrets


@EVERY
def test_no_view_tells_two_redealt_twins_apart(form: str) -> None:
    seats, _ = FORMS[form]
    number = 0
    for states in games(form):
        for state in states:
            for seat in (None, *map(Seat, range(seats))):
                number += 1
                twin = GENESIA.redeal(state, seat, SeededChance(b"twin", number))
                assert GENESIA.view(twin, seat) == GENESIA.view(state, seat)
                if seat is not None:
                    assert len(GENESIA.moves(twin, seat)) == len(GENESIA.moves(state, seat))
                assert GENESIA.pending(twin) == GENESIA.pending(state)


@EVERY
def test_a_redealt_twin_is_a_whole_position(form: str) -> None:
    """The twin reads and writes, has the same cards, and can be played on."""
    for states in games(form):
        for number, state in enumerate(states[::5]):
            twin = GENESIA.redeal(state, Seat(0), SeededChance(b"twin", number))
            assert GENESIA.read_position(GENESIA.position(twin)) == twin
            check_possible(twin)
            for seat in GENESIA.pending(twin):
                for move in GENESIA.moves(twin, seat)[:3]:
                    GENESIA.play(twin, seat, move, SeededChance(b"on", number))


def test_everything_hidden_is_dealt_anew() -> None:
    """Over many twins every kind of secret of another seat changes, and none of the viewer's own."""
    hidden = {"hand", "pack", "pick", "discards", "dealt", "objective", "stance", "standing_order"}
    seen: set[str] = set()
    for states in games("five"):
        for number, state in enumerate(states):
            twin = GENESIA.redeal(state, Seat(0), SeededChance(b"twin", number))
            assert twin.hidden[0] == state.hidden[0]
            seen |= {
                name for name in hidden if getattr(state.hidden[1], name) != getattr(twin.hidden[1], name)
            }
    assert seen == hidden


@pytest.mark.parametrize("form", ["two", "three", "five"])
def test_a_twin_can_be_played_to_the_end(form: str) -> None:
    picks = random.Random(form)
    for number, state in enumerate(games(form)[1][::40]):
        twin = GENESIA.redeal(state, Seat(0), SeededChance(b"twin", number))
        step = 0
        while pending := GENESIA.pending(twin):
            step += 1
            seat = picks.choice(pending)
            moves = GENESIA.moves(twin, seat)
            move = moves[picks.randrange(len(moves))]
            twin, _ = GENESIA.play(twin, seat, move, SeededChance(b"on", step))
        assert GENESIA.result(twin) is not None


def test_a_solo_game_has_no_secrets() -> None:
    for state in games("solo")[0]:
        assert GENESIA.redeal(state, Seat(0), SeededChance(b"twin", 0)) == state
        assert GENESIA.view(state, None).hands == GENESIA.view(state, Seat(0)).hands


def test_random_games_reach_assaults_copies_and_every_phase() -> None:
    states = [state for form in ("two", "four", "five") for states in games(form) for state in states]
    assert {state.phase for state in states} == set(Phase)
    assert any(played.timing is Timing.COPY for state in states for played, _ in state.played)
