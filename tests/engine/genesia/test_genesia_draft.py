"""Genesia's draft: cards in order of preference, packs that come back, and what seats know of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import IllegalMove, Seat
from engine.genesia.board import bits
from engine.genesia.model import Phase
from engine.genesia.phases import draft, setup
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.kit.masks import mask_of
from engine.match.plans import preview_plan
from tests.engine.genesia.genesia_positions import PLAIN, act, acts, event_inputs, legal_texts, refusal

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
AGES = pytest.mark.parametrize("age", [1, 2, 3])
BACK = {2: (3, 4, 5), 3: (4, 5), 4: (5,), 5: ()}
"""The picks from packs that a seat has seen before, by number of seats."""


def random_draft(seats: int, age: int, seed: int) -> Iterator[State]:
    """Yield the states of a random draft, in which some seats choose once more while others think."""
    dice = random.Random(f"{seats} {age} {seed}")
    state = GENESIA.setup(PLAIN, seats, SeededChance(b"draft", seed))
    state, _ = setup.begin_age(state, age, SeededChance(b"packs", seed))
    number = 0
    while state.phase is Phase.DRAFT:
        yield state
        number += 1
        sealed = [seat for seat in map(Seat, range(seats)) if seat not in GENESIA.pending(state)]
        seat = dice.choice(sealed if sealed and dice.random() < 0.2 else GENESIA.pending(state))
        move = dice.choice(GENESIA.moves(state, seat))
        state, _ = GENESIA.play(state, seat, move, SeededChance(b"on", number))


def packs_by_pick(state: State) -> list[list[int]]:
    """Return the packs of everybody at every pick so far, the first pick first, with taken cards put back."""
    seats = len(state.hidden)
    onward = -1 if state.age == 2 else 1
    found = [[own.pack for own in state.hidden]]
    for pick in reversed(range(len(state.hidden[0].taken))):
        after = found[0]
        before = [
            after[(people + onward) % seats] | 1 << own.taken[pick] for people, own in enumerate(state.hidden)
        ]
        found.insert(0, before)
    return found


def seen_by(state: State, people: int) -> list[int]:
    return [packs[people] for packs in packs_by_pick(state)]


def one_of_each(states: Sequence[State]) -> list[State]:
    """Return the first state of each pick."""
    return list({len(state.hidden[0].taken): state for state in reversed(states)}.values())[::-1]


# In order of preference


def test_the_first_card_of_several_that_is_in_the_pack_is_taken() -> None:
    state = GENESIA.setup(PLAIN, 4, SeededChance(b"draft", 0))
    absent, (first, second, *_) = bits(state.hidden[1].pack)[0], bits(state.hidden[0].pack)
    state, events = act(state, f"draft {absent} {second} {first}", 0)
    assert state.hidden[0].pick == second
    assert event_inputs(events, "took") == {"people": 0, "card": second, "rest": (first,), "changed": False}
    assert events[0].to == {0}
    state, events = act(state, f"draft {absent} {second}", 0)
    assert not events[0].inputs["changed"]
    state, events = act(state, f"draft {first} {second}", 0)
    assert events[0].inputs["changed"]
    assert f"draft {first}" in legal_texts(state, 0)


def test_a_list_of_cards_has_no_card_twice_and_at_least_one_from_the_pack() -> None:
    state = GENESIA.setup(PLAIN, 2, SeededChance(b"draft", 0))
    (own, *_), (other, another, *_) = (bits(each.pack) for each in state.hidden)
    assert refusal(state, f"draft {own} 91", 0) == ("unknown_card", {"card": 91})
    assert refusal(state, f"draft {own} {other} {own}", 0) == ("card_twice", {"card": own})
    assert refusal(state, f"draft {other} {another}", 0) == ("none_in_pack", {})
    assert refusal(state, f"draft {other}", 0) == ("not_in_pack", {"card": other})


@SEATS
def test_taken_cards_keep_their_order_until_the_draft_is_over(seats: int) -> None:
    states = [*random_draft(seats, 1, 0)]
    picks: list[list[int]] = [[] for _ in range(seats)]
    for before, after in pairwise(states):
        if len(after.hidden[0].taken) > len(before.hidden[0].taken):
            for people, own in enumerate(after.hidden):
                picks[people].append((own.hand & ~before.hidden[people].hand).bit_length() - 1)
    assert [list(own.taken) for own in states[-1].hidden] == picks
    last = states[-1]
    (seat,) = GENESIA.pending(last)
    over, _ = GENESIA.play(last, seat, GENESIA.moves(last, seat)[0], SeededChance(b"on", 0))
    assert over.phase is Phase.GROWTH
    assert all(own.taken == () for own in over.hidden)


def test_a_hand_is_written_in_the_order_in_which_it_was_taken() -> None:
    for state in random_draft(3, 1, 1):
        text = GENESIA.position(state)
        assert GENESIA.read_position(text) == state
        for own in state.hidden:
            assert f" {','.join(map(str, own.taken)) or '-'}/" in text
    *_, state = random_draft(3, 1, 1)
    backwards = replace(state.hidden[0], taken=state.hidden[0].taken[::-1])
    other = replace(state, hidden=(backwards, *state.hidden[1:]))
    assert GENESIA.hash(other) != GENESIA.hash(state)
    assert GENESIA.read_position(GENESIA.position(other)) == other


# Packs that come back


@SEATS
@AGES
def test_seen_packs_follow_from_the_cards_taken(seats: int, age: int) -> None:
    packs: dict[int, list[int]] = {}
    for state in random_draft(seats, age, 0):
        packs[len(state.hidden[0].taken)] = [own.pack for own in state.hidden]
        assert packs_by_pick(state) == list(packs.values())
        for people in range(seats):
            assert [cards for _, cards in draft.packs_seen(state, people)] == seen_by(state, people)
    for state in one_of_each([*random_draft(seats, age, 1)]):
        for people in range(seats):
            dealt = [pack for pack, _ in draft.packs_seen(state, people)]
            assert dealt[0] == people
            assert all(pack == dealt[pick % seats] for pick, pack in enumerate(dealt))
            assert len(set(dealt[:seats])) == min(seats, len(dealt))


@SEATS
@AGES
def test_a_pick_is_anticipated_if_its_pack_was_seen_before(seats: int, age: int) -> None:
    """That is, among two from the third pick on, among three the fourth and fifth, among four the fifth."""
    found: set[int] = set()
    states = [*random_draft(seats, age, 2)]
    at_pick = {len(state.hidden[0].taken) + 1: state for state in one_of_each(states)}
    for state in states:
        pick = len(state.hidden[0].taken) + 1
        for people, own in enumerate(state.hidden):
            ahead = GENESIA.anticipate(state, Seat(people))
            assert (ahead is not None) is (pick + 1 in BACK[seats])
            if ahead is None:
                continue
            found.add(pick + 1)
            assert GENESIA.pending(ahead) == (people,)
            view = GENESIA.view(ahead, Seat(people))
            coming = at_pick[pick + 1].hidden[people].pack
            assert coming & ~mask_of(view.pack) == 0, "the coming cards are among the known ones"
            assert len(view.pack) == coming.bit_count() + seats - 1, "everybody else takes one card of it"
            sealed = () if own.pick is None else (own.pick,)
            assert view.hands[people] == tuple(sorted((*own.taken, *sealed)))
    assert found == set(BACK[seats])


@SEATS
def test_an_anticipated_state_shows_no_secret(seats: int) -> None:
    for state in random_draft(seats, 1, 3):
        for people in map(Seat, range(seats)):
            ahead = GENESIA.anticipate(state, people)
            twin = GENESIA.anticipate(GENESIA.redeal(state, people, SeededChance(b"t", state.ply)), people)
            assert (ahead is None) == (twin is None)
            if ahead is None or twin is None:
                continue
            assert GENESIA.view(ahead, people) == GENESIA.view(twin, people)
            for each in (ahead, GENESIA.redeal(ahead, people, SeededChance(b"a", state.ply))):
                cards = [card for own in each.hidden for card in (*bits(own.hand), *bits(own.pack))]
                assert tuple(sorted(cards)) == setup.cards_in_use(PLAIN, seats, 1)
                assert GENESIA.view(each, people) == GENESIA.view(ahead, people)


def test_a_planned_list_of_cards_holds_while_one_of_them_is_in_the_pack() -> None:
    plans = played = fallen = 0
    for seed in range(12):
        states = [*random_draft(4, 1, seed)]
        before = one_of_each(states)[3]
        now = one_of_each(states)[4]
        for people in map(Seat, range(4)):
            ahead = GENESIA.anticipate(before, people)
            assert ahead is not None
            pack = GENESIA.view(ahead, people).pack
            whole = preview_plan(GENESIA, ahead, people, f"draft {' '.join(map(str, pack))}")
            assert [event.inputs["card"] for event in whole.events] == [pack[0]]
            coming = preview_plan(GENESIA, now, people, whole.text)
            assert coming.digest == whole.digest
            (left, *_) = [card for card in pack if now.hidden[people].pack >> card & 1]
            assert coming.events[0].inputs["card"] == left
            plans += 1
            one = preview_plan(GENESIA, ahead, people, f"draft {pack[0]}")
            if left == pack[0]:
                assert preview_plan(GENESIA, now, people, one.text).digest == one.digest
                played += 1
            else:
                with pytest.raises(IllegalMove):
                    preview_plan(GENESIA, now, people, one.text)
                fallen += 1
    assert plans == 48
    assert played
    assert fallen


# Redealt drafts


@SEATS
@AGES
def test_a_redealt_draft_shows_its_viewer_the_very_same_packs_at_every_pick(seats: int, age: int) -> None:
    for seed in range(3):
        for number, state in enumerate(random_draft(seats, age, seed)):
            for people in range(seats):
                chance = SeededChance(b"twin", number * seats + people)
                twin = GENESIA.redeal(state, Seat(people), chance)
                assert twin.hidden[people] == state.hidden[people]
                assert seen_by(twin, people) == seen_by(state, people)
                check_whole(twin, state)
            check_whole(GENESIA.redeal(state, None, SeededChance(b"nobody", number)), state)


def check_whole(twin: State, state: State) -> None:
    """Check that every card is in one place, and that everybody has as many.

    Sealed cards must be in the packs of the people that sealed them.
    """
    cards = [card for own in twin.hidden for card in (*own.taken, *bits(own.pack))]
    assert tuple(sorted(cards)) == setup.cards_in_use(state.options, state.seats, state.age)
    for own, before in zip(twin.hidden, state.hidden, strict=True):
        assert own.hand == mask_of(own.taken)
        assert len(own.taken) == len(before.taken)
        assert own.pack.bit_count() == before.pack.bit_count()
        assert (own.pick is None) == (before.pick is None)
        assert own.pick is None or own.pack >> own.pick & 1


@SEATS
def test_a_redealt_draft_varies_in_everything_that_its_viewer_has_not_seen(seats: int) -> None:
    """That is cards taken, packs and sealed cards of others; for a spectator those of everybody.

    Among two the viewer has seen everything but a sealed card.
    """
    for state in one_of_each([*random_draft(seats, 1, 4)])[1:]:
        seat = GENESIA.pending(state)[-1]
        state, _ = GENESIA.play(state, seat, GENESIA.moves(state, seat)[0], SeededChance(b"on", 0))
        for viewer in (None, Seat(0), Seat(seats - 2)):
            twins = [GENESIA.redeal(state, viewer, SeededChance(b"twin", n)) for n in range(60)]
            unseen = viewer is None or seats > 2
            for people in range(seats):
                others = people != viewer
                assert (len({twin.hidden[people].taken for twin in twins}) > 1) is (others and unseen)
                assert (len({twin.hidden[people].pick for twin in twins}) > 1) is (others and people == seat)
            assert (len({tuple(own.pack for own in twin.hidden) for twin in twins}) > 1) is unseen


def test_the_cards_missing_from_a_pack_that_came_back_are_with_the_peoples_between() -> None:
    """Among three the other two have taken one card each, in either order."""
    state = one_of_each([*random_draft(3, 1, 5)])[3]
    for viewer in range(3):
        first, *_, again = seen_by(state, viewer)
        missing = first & ~again & ~(1 << state.hidden[viewer].taken[0])
        assert missing.bit_count() == 2
        orders: set[tuple[int, ...]] = set()
        for number in range(40):
            twin = GENESIA.redeal(state, Seat(viewer), SeededChance(b"twin", number))
            next_, last = (twin.hidden[(viewer + step) % 3].taken[step] for step in (1, 2))
            assert 1 << next_ | 1 << last == missing
            orders.add((next_, last))
        assert len(orders) == 2


def test_a_draft_by_hand() -> None:
    """Among two, the first pack that comes back lacks the own card and one more."""
    state = GENESIA.setup(PLAIN, 2, SeededChance(b"draft", 0))
    packs = ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12])
    hidden = [replace(own, pack=mask_of(pack)) for own, pack in zip(state.hidden, packs, strict=True)]
    state = acts(replace(state, hidden=tuple(hidden)), "draft 1", "draft 7")
    ahead = GENESIA.anticipate(state, Seat(0))
    assert ahead is not None
    assert GENESIA.view(ahead, Seat(0)).pack == (2, 3, 4, 5, 6)
    assert GENESIA.view(ahead, Seat(0)).hands[0] == (1,)
    state, _ = act(state, "draft 9", 0)
    ahead = GENESIA.anticipate(state, Seat(0))
    assert ahead is not None
    assert GENESIA.view(ahead, Seat(0)).hands[0] == (1, 9), "the sealed card counts as taken"
    state, _ = act(state, "draft 4", 1)
    assert bits(state.hidden[0].pack) == (2, 3, 5, 6)
    assert acts(state, "draft 4 6 2").hidden[0].pick == 6
