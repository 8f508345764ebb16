"""Whole games of Familienbande: conditions at every turn, secrets, replays, the strength of `greedy`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.cards import CARDS, DECK, GENERATIONS, fitting_children
from engine.familienbande.model import Child, Discard, FamilienbandeOptions, Keep, Marry, Move, Pass, View
from engine.familienbande.state import State
from engine.game import Event, IllegalMove, Seat
from engine.selfplay import match_seed, playout

GAME = FAMILIENBANDE
Step = tuple[State, Seat | None, Move | None, tuple[Event, ...]]
"""A state, with the seat, the move and the events that led to it."""


def game_from(seed: int, seats: int) -> Iterator[Step]:
    """Yield the states of a random game, each with the seat, the move and the events that led to it."""
    key = seed.to_bytes(8, "big")
    state = GAME.setup(FamilienbandeOptions(), seats, SeededChance(key, 0))
    picks = SeededChance(b"picks", seed)
    yield state, None, None, ()
    number = 0
    while pending := GAME.pending(state):
        number += 1
        move = picks.choice(GAME.moves(state, pending[0]))
        state, events = GAME.play(state, pending[0], move, SeededChance(key, number))
        yield state, pending[0], move, events


GAMES = given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))


@settings(max_examples=15, deadline=None)
@GAMES
def test_each_of_the_seventy_cards_is_always_in_one_place(seed: int, seats: int) -> None:
    for state, *_ in game_from(seed, seats):
        table = [1 << each for each in (*state.founders, *(placed.card for placed in state.placed))]
        places = [*table, *state.hands, *state.discards, state.pile]
        assert sum(places) == DECK
        assert sum(each.bit_count() for each in places) == 70


@settings(max_examples=15, deadline=None)
@GAMES
def test_the_tree_obeys_the_rules_and_markers_are_the_sums_of_its_births(seed: int, seats: int) -> None:
    *_, (state, *_) = game_from(seed, seats)
    rows = GAME.view(state, None).rows
    assert all(len(row.people) <= row.size for row in rows)
    assert all(row.is_turned == (rows[row.generation].free == 0) for row in rows[:-1])
    parents = {person.card: person for row in rows for person in row.people}
    markers = [0] * 5
    for row in rows[1:]:
        for child in row.people:
            parent = parents[child.parent or 0]
            assert parent in rows[row.generation - 2].people
            assert parent.spouse is not None
            assert fitting_children(parent.card, parent.spouse) >> child.card & 1
            assert child.turn is not None
            assert (parent.wedding_turn or 0) < child.turn
            for trait in CARDS[child.card].traits:
                markers[trait] += row.generation
    for row in rows:
        for person in row.people:
            if person.spouse:
                assert CARDS[person.spouse].gender is not CARDS[person.card].gender
    assert state.markers == tuple(markers)
    assert all(person.spouse is None for person in rows[GENERATIONS - 1].people)


@settings(max_examples=15, deadline=None)
@GAMES
def test_hands_grow_and_shrink_as_the_rulebook_says(seed: int, seats: int) -> None:
    for (before, *_), (after, seat, move, _) in pairwise(game_from(seed, seats)):
        assert seat is not None
        sizes = [hand.bit_count() for hand in before.hands]
        drawable = bool(before.pile or any(before.discards))
        match move:
            case Marry():
                sizes[seat] -= not drawable
            case Child():
                sizes[seat] -= 1
            case Pass():
                sizes[seat] += drawable
            case _:
                assert isinstance(move, Keep | Discard)
        assert [hand.bit_count() for hand in after.hands] == sizes
        assert all(new >= old for new, old in zip(after.markers, before.markers, strict=True))


@settings(max_examples=4, deadline=None)
@GAMES
def test_the_listed_moves_are_exactly_those_that_parse_allows(seed: int, seats: int) -> None:
    every = [f"{verb} {card} {other}" for verb in ("marry", "child") for card in CARDS for other in CARDS]
    steps = list(game_from(seed, seats))
    state, *_ = steps[seed % (len(steps) - 1)]
    seat = state.to_move
    accepted: set[Move] = set()
    for text in [*every, "pass", "keep", *(f"discard {card}" for card in CARDS)]:
        try:
            accepted.add(GAME.parse(state, seat, text))
        except IllegalMove:
            continue
    assert accepted == set(GAME.moves(state, seat))


@settings(max_examples=8, deadline=None)
@GAMES
def test_public_events_name_no_hidden_card(seed: int, seats: int) -> None:
    for state, seat, move, events in game_from(seed, seats):
        for event in events:
            if event.to is not None:
                assert event.to == {seat}
                continue
            told = {event.inputs.get(name) for name in ("card", "on", "of", "spouse")} - {None}
            on_table = {*state.founders, *(placed.card for placed in state.placed)}
            assert told <= on_table
            assert not isinstance(move, Discard) or str(move) not in str(event.inputs)


@settings(max_examples=8, deadline=None)
@GAMES
def test_a_redeal_keeps_everything_that_the_seat_knows(seed: int, seats: int) -> None:
    for number, (state, *_) in enumerate(game_from(seed, seats)):
        for seat in map(Seat, range(seats)):
            twin = GAME.redeal(state, seat, SeededChance(b"twin", number))
            assert twin.discards[seat] == state.discards[seat]
            assert twin.hands[seat] == state.hands[seat]
            assert twin.families[seat] == state.families[seat]
            assert len(set(twin.families)) == seats


def test_redeals_change_the_hidden_hands_and_families() -> None:
    state = GAME.setup(FamilienbandeOptions(), 4, SeededChance(b"key", 0))
    twins = [GAME.redeal(state, Seat(0), SeededChance(b"twin", number)) for number in range(20)]
    assert len({twin.families[1] for twin in twins}) == 4, "any family but the viewer's own"
    assert len({twin.hands[1] for twin in twins}) == 20


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_replays_give_equal_hashes(seats: int) -> None:
    steps = list(game_from(seats, seats))
    assert [GAME.hash(state) for state, *_ in steps] == [
        GAME.hash(state) for state, *_ in game_from(seats, seats)
    ]
    for state, *_ in steps:
        assert GAME.read_position(GAME.position(state)) == state


def test_views_of_equal_states_are_equal_and_hashable() -> None:
    state = GAME.setup(FamilienbandeOptions(), 2, SeededChance(b"key", 0))
    views: set[View] = {GAME.view(state, Seat(0)), GAME.view(state, Seat(0)), GAME.view(state, Seat(1))}
    assert len(views) == 2


def test_greedy_beats_random_in_ninety_of_a_hundred_games() -> None:
    won = 0
    for number in range(100):
        greedy = number % 2
        names = ("random", "steady") if greedy else ("steady", "random")
        game = playout(GAME, FamilienbandeOptions(), 2, names, match_seed(7, number))
        won += game.result.ranks[greedy] < game.result.ranks[1 - greedy]
    assert won >= 90
