"""The rulebook of Familienbande, clause by clause, with our readings of its gaps: one fact in each test."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.cards import CARDS, Gender, Trait, cards_in, fitting_children, mask
from engine.familienbande.model import Asks, Child, Discard, FamilienbandeOptions, Keep, Marry, Pass
from engine.familienbande.state import State, end_game
from engine.game import BadOptions, BadPosition, Event, GameOver, NotYourTurn, Refusal, Result, Seat
from tests.engine.familienbande.tree import Tree, born_late, card, cards, drawing, five_rows, full_row, play

GAME = FAMILIENBANDE


def codes(events: tuple[Event, ...]) -> list[str]:
    """Return the codes of the events without the name of the game."""
    return [event.code.removeprefix("familienbande.") for event in events]


def refusal_of(state: State, text: str, seat: Seat | None = None) -> Refusal:
    """Return the refusal of a move by the seat to move, or by `seat`."""
    with pytest.raises(Refusal) as caught:
        GAME.parse(state, state.to_move if seat is None else seat, text)
    return caught.value


def singles(state: State) -> set[int]:
    """Return the members that may still marry."""
    return set(cards_in(state.singles))


# Cards and families


def test_the_seventy_cards_have_every_choice_of_traits_once_for_each_gender() -> None:
    assert len(CARDS) == 70
    for gender in Gender:
        looks = [each.traits for each in CARDS.values() if each.gender is gender]
        assert len(set(looks)) == 35
        kinds = [len(set(look)) for look in looks]
        assert [kinds.count(1), kinds.count(2), kinds.count(3)] == [5, 20, 10]


def test_a_woman_is_numbered_35_above_the_man_with_her_traits() -> None:
    for number in range(1, 36):
        assert CARDS[number].gender is Gender.MAN
        assert CARDS[number + 35].gender is Gender.WOMAN
        assert CARDS[number].traits == CARDS[number + 35].traits


def test_a_childs_traits_are_three_of_its_parents_six() -> None:
    for one, other in ((1, 70), (7, 42), (10, 64), (22, 36)):
        six = CARDS[one].traits + CARDS[other].traits
        possible = {tuple(sorted(three)) for three in combinations(six, 3)}
        fitting = {CARDS[number].traits for number in cards_in(fitting_children(one, other))}
        assert fitting == possible


# Preparation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup_deals_different_families_three_founders_and_five_cards(seats: int) -> None:
    state = GAME.setup(FamilienbandeOptions(), seats, SeededChance(b"key", seats))
    assert len(set(state.families)) == seats
    assert len(set(state.founders)) == 3
    assert [hand.bit_count() for hand in state.hands] == [5] * seats
    assert state.pile.bit_count() == 70 - 3 - 5 * seats
    assert state.markers == (0, 0, 0, 0, 0)
    assert GAME.pending(state) == (state.first_seat,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chance_draws_the_first_seat_and_the_families(seats: int) -> None:
    """Each seat is first about equally often, and has each family about equally often."""
    games = 1200
    begins, families = Counter[int](), Counter[tuple[int, Trait]]()
    for number in range(games):
        state = GAME.setup(FamilienbandeOptions(), seats, SeededChance(b"drawn", number))
        begins[state.first_seat] += 1
        families.update((seat, Trait(family)) for seat, family in enumerate(state.families))
    assert sorted(begins) == list(range(seats))
    assert sorted(families) == [(seat, trait) for seat in range(seats) for trait in Trait]
    assert min(begins.values()) > 0.8 * games / seats
    assert max(begins.values()) < 1.2 * games / seats
    assert min(families.values()) > 0.75 * games / len(Trait)
    assert max(families.values()) < 1.25 * games / len(Trait)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_seats_than_two_to_four_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.setup(FamilienbandeOptions(), seats, SeededChance(b"key", 0))


# Marriages


def test_a_marriage_scores_no_points_and_draws_one_card() -> None:
    state = Tree().state(cards("wLLH mHHH"))
    after = play(state, f"marry {card('wLLH')} on {card('mEGN')}", 0)
    assert after.markers == (0, 0, 0, 0, 0)
    assert after.hands[0] == mask(1, card("mHHH")), "0 draws the lowest card of the pile"
    assert after.to_move == 1
    assert [couple[:2] for couple in after.couples] == [cards("mEGN wLLH")]


def test_spouses_are_of_opposite_genders() -> None:
    error = refusal_of(Tree().state(cards("mLLH")), f"marry {card('mLLH')} on {card('mEGN')}")
    assert error.code == "familienbande.same_gender"
    assert error.inputs == {"card": card("mLLH"), "on": card("mEGN")}


@pytest.mark.parametrize(("hand", "on", "spouse"), [("wHHH", "mEGN", "wLLL"), ("mHHH", "wLLL", "mEGN")])
def test_nobody_marries_twice(hand: str, on: str, spouse: str) -> None:
    state = Tree().marry("wLLL", "mEGN").state(cards(hand))
    error = refusal_of(state, f"marry {card(hand)} on {card(on)}")
    assert error.code == "familienbande.married"
    assert error.inputs == {"card": card(on), "spouse": card(spouse)}
    assert singles(state) == set(cards("mENL wEGN"))


def test_only_a_hand_card_marries_and_only_a_member_of_the_tree() -> None:
    state = Tree().state(cards("wLLH"), cards("wHHH"))
    assert refusal_of(state, f"marry {card('wHHH')} on {card('mEGN')}").code == "familienbande.not_in_hand"
    assert refusal_of(state, f"marry {card('wLLH')} on {card('mHHH')}").code == "familienbande.not_on_table"
    assert refusal_of(state, f"marry {card('wLLH')} on 71").code == "familienbande.no_card"
    assert refusal_of(state, "marry 0 on 7").inputs == {"card": 0}


# Births


def test_a_child_with_two_noses_needs_two_noses_among_its_parents() -> None:
    one = Tree("mEGN mENL wEGN").marry("wLLH", "mEGN").state(cards("mNNL"))
    error = refusal_of(one, f"child {card('mNNL')} of {card('mEGN')}")
    assert error.code == "familienbande.no_fit"
    assert error.inputs == {
        "card": card("mNNL"),
        "of": card("mEGN"),
        "spouse": card("wLLH"),
        "trait": "N",
        "needed": 2,
        "there": 1,
    }
    none = Tree("mEGN mENL wEGN").marry("wEGL", "mEGN").state(cards("mGHH"))
    error = refusal_of(none, f"child {card('mGHH')} of {card('mEGN')}")
    assert error.code == "familienbande.no_fit_none"
    assert (error.inputs["trait"], error.inputs["needed"], error.inputs["there"]) == ("H", 2, 0)
    two = Tree("mEGN mENL wEGN").marry("wNLH", "mEGN").state(cards("mNNL"))
    assert play(two, f"child {card('mNNL')} of {card('mEGN')}").rows[1] == mask(card("mNNL"))


def test_a_couple_is_named_by_either_parent_or_both() -> None:
    state = Tree().marry("wLLH", "mEGN").state(cards("wEGL"))
    child = Child(card("wEGL"), card("mEGN"))
    man, woman = cards("mEGN wLLH")
    for couple in (f"{man}", f"{woman}", f"{man}+{woman}", f"{woman} + {man}"):
        assert GAME.parse(state, state.to_move, f"child {child.card} of {couple}") == child
    error = refusal_of(state, f"child {child.card} of {man}+{card('wEGN')}")
    assert error.code == "familienbande.no_couple"
    assert error.inputs == {"card": man, "other": card("wEGN")}


def test_singles_and_cards_outside_the_tree_have_no_children() -> None:
    state = Tree().state(cards("wEGL"))
    assert refusal_of(state, f"child {card('wEGL')} of {card('mEGN')}").code == "familienbande.unmarried"
    assert refusal_of(state, f"child {card('wEGL')} of {card('mHHH')}").code == "familienbande.not_on_table"


def test_a_birth_draws_no_card_and_scores_two_for_each_trait_in_generation_two() -> None:
    state = Tree().marry("wLLH", "mEGN").state(cards("wELL mHHH"))
    after, events = GAME.play(state, Seat(1), Child(card("wELL"), card("mEGN")), drawing())
    assert after.hands[1] == mask(card("mHHH"))
    assert after.markers == (2, 0, 0, 4, 0)
    assert events[0].inputs["points"] == (2, 0, 0, 4, 0)
    assert after.asks is Asks.EXCHANGE


def test_two_noses_and_ears_in_generation_three_score_six_and_three() -> None:
    tree = Tree("mENN mENL wEGN").marry("wENH", "mENN").child("mEEN", "mENN").marry("wNNN", "mEEN")
    before = tree.state(cards("wENN"))
    after = play(before, f"child {card('wENN')} of {card('mEEN')}")
    assert [new - old for old, new in zip(before.markers, after.markers, strict=True)] == [3, 0, 6, 0, 0]


def test_markers_count_on_past_sixty() -> None:
    state = Tree().marry("wLLH", "mEGN").state(cards("wELL"))
    after = play(state._replace(markers=(59, 0, 0, 60, 0)), f"child {card('wELL')} of {card('mEGN')}")
    assert after.markers == (61, 0, 0, 64, 0)


def test_a_couple_may_have_several_children() -> None:
    tree = Tree().marry("wLLH", "mEGN")
    children = tree.children("mEGN", "wLLH", 3)
    parent = GAME.view(tree.state(), None).rows[0].people[0]
    assert parent.children == children


def test_a_child_may_marry_as_soon_as_it_is_born() -> None:
    state = Tree().marry("wLLH", "mEGN").child("mELL", "mEGN").state(cards("wHHH"))
    assert Marry(card("wHHH"), card("mELL")) in GAME.moves(state, state.to_move)


def test_marriages_are_allowed_beside_couples_that_have_children() -> None:
    state = Tree().marry("wLLH", "mEGN").child("mELL", "mEGN").state(cards("wHHH"))
    assert Marry(card("wHHH"), card("mENL")) in GAME.moves(state, state.to_move)


# The exchange


def test_after_a_birth_one_card_may_be_exchanged() -> None:
    tree = Tree().marry("wLLH", "mEGN").child("wELL", "mEGN")
    state = tree.state(cards("mHHH mLLL"), asks="exchange")
    assert state.to_move == 1
    assert list(GAME.moves(state, Seat(1))) == [Keep(), Discard(card("mLLL")), Discard(card("mHHH"))]
    exchanged, kept = play(state, f"discard {card('mHHH')}", 0), play(state, "keep")
    assert exchanged.discards == (0, mask(card("mHHH")))
    assert exchanged.hands[1] == mask(1, card("mLLL"))
    assert kept.hands == state.hands
    assert exchanged.to_move == kept.to_move == 0


def test_a_seat_without_cards_is_not_asked_to_exchange() -> None:
    state = Tree().marry("wLLH", "mEGN").state(cards("wELL"))
    after = play(state, f"child {card('wELL')} of {card('mEGN')}")
    assert (after.asks, after.to_move) == (Asks.ACT, 0)


def test_nobody_is_asked_to_exchange_when_nothing_could_be_drawn() -> None:
    tree = Tree().marry("wLLH", "mEGN")
    state = tree.state(tree.spare(66))
    after = play(state, f"child {card('wELL')} of {card('mEGN')}")
    assert (after.asks, after.to_move) == (Asks.ACT, 0)


def test_the_question_after_a_birth_is_answered_before_anything_else() -> None:
    tree = Tree().marry("wLLH", "mEGN").child("wELL", "mEGN")
    state = tree.state(cards("mLLL"), cards("mHHH"), asks="exchange")
    assert refusal_of(state, "pass").code == "familienbande.exchange_or_keep"
    assert (
        refusal_of(state, f"marry {card('mLLL')} on {card('wEGN')}").code == "familienbande.exchange_or_keep"
    )
    assert refusal_of(state, f"discard {card('mHHH')}").code == "familienbande.not_in_hand"


def test_there_is_nothing_to_exchange_without_a_birth() -> None:
    state = Tree().state(cards("mHHH"))
    assert refusal_of(state, f"discard {card('mHHH')}").code == "familienbande.discard_not_now"
    assert refusal_of(state, "keep").code == "familienbande.keep_not_now"


# Generations


def test_there_are_three_founders_and_generations_two_to_five_hold_four_to_seven() -> None:
    rows = GAME.view(Tree().state(), None).rows
    assert [(row.generation, len(row.people), row.free) for row in rows] == [
        (1, 3, 0),
        (2, 0, 4),
        (3, 0, 5),
        (4, 0, 6),
        (5, 0, 7),
    ]


def test_spouses_do_not_count_towards_a_generation() -> None:
    tree = Tree().marry("wLLH", "mEGN").child("mELL", "mEGN").marry("wHHH", "mELL")
    tree.children("mEGN", "wLLH", 2)
    row = GAME.view(tree.state(), None).rows[1]
    assert (len(row.people), row.free) == (3, 1)


def test_a_full_row_turns_over_the_row_above() -> None:
    tree = Tree().marry("wLLH", "mEGN")
    tree.children("mEGN", "wLLH", 3)
    state = tree.state(cards("wEGL wHHH"))
    after, events = GAME.play(state, state.to_move, Child(card("wEGL"), card("mEGN")), drawing())
    assert codes(events) == ["born", "turned"]
    assert events[1].inputs == {"generation": 1, "full": 2}
    assert GAME.view(after, None).rows[0].is_turned
    assert after.couples == ()
    assert after.singles == after.rows[1], "the children may marry, the old bachelors no more"


def test_members_of_a_turned_row_neither_marry_nor_have_children() -> None:
    state = full_row().state(cards("wHHH wELL"))
    error = refusal_of(state, f"marry {card('wHHH')} on {card('mENL')}")
    assert error.code == "familienbande.turned_over"
    assert error.inputs == {"card": card("mENL"), "generation": 1}
    error = refusal_of(state, f"child {card('wELL')} of {card('mEGN')}")
    assert error.code == "familienbande.row_full"
    assert error.inputs == {"generation": 2, "size": 4}


def test_a_child_born_into_a_turned_row_never_marries() -> None:
    state = born_late().state(cards("mEGG wHHH"))
    late = play(state, f"child {card('mEGG')} of {card('mEGN')}")
    assert late.rows[1] == mask(*cards("mEGL mEGG"))
    assert card("mEGG") not in singles(late)
    error = refusal_of(born_late().child("mEGG", "mEGN").state(cards("wHHH")), f"marry {card('wHHH')} on 6")
    assert card("mEGG") == 6
    assert error.code == "familienbande.turned_over"
    assert error.inputs == {"card": 6, "generation": 2}


def last_child(tree: Tree) -> int:
    """Return a card that may be the seventh child of the last couple of `five_rows`."""
    couple = fitting_children(*cards("wEEL mNNL"))
    return next(number for number in cards_in(couple) if number not in tree.used)


def test_members_of_generation_five_never_marry() -> None:
    tree = five_rows()
    youngest = int(tree.placed[-1].split("c")[1].split(".")[0])
    spouse = card("wHHH") if CARDS[youngest].gender is Gender.MAN else card("mHHH")
    state = tree.state((spouse,))
    error = refusal_of(state, f"marry {spouse} on {youngest}")
    assert error.code == "familienbande.last_generation"
    assert error.inputs == {"card": youngest}
    assert youngest not in singles(state)


def test_the_seventh_child_of_generation_five_ends_the_game_at_once() -> None:
    tree = five_rows()
    last = last_child(tree)
    state = tree.state((last, card("mHHH")))
    after, events = GAME.play(state, state.to_move, Child(last, card("wEEL")), drawing())
    assert GAME.pending(after) == ()
    assert codes(events) == ["born", "scored", "scored", "won"]
    result = GAME.result(after)
    assert result is not None
    assert result.reason == "familienbande.complete"
    with pytest.raises(GameOver):
        GAME.parse(after, state.to_move, "pass")


# Passing and the end of the cards


def test_passing_draws_a_card_and_is_always_allowed() -> None:
    state = Tree().state(cards("wLLH"))
    assert Pass() in GAME.moves(state, Seat(0))
    after = play(state, "pass", 65)
    assert after.hands[0] == mask(card("wLLH"), 70), "65 of 66 draws the highest card"
    assert after.to_move == 1


def test_the_discards_become_the_pile_when_it_is_empty() -> None:
    tree = Tree()
    away = tree.spare(3)
    state = tree.state(tree.spare(67)[3:], discards=(away[:2], away[2:]))
    after, events = GAME.play(state, Seat(0), Pass(), drawing(1))
    assert codes(events) == ["passed", "shuffled", "drew"]
    assert events[1].inputs == {"cards": 3}
    assert events[2].to == frozenset({0})
    assert after.discards == (0, 0)
    assert cards_in(after.pile) == (68, 70)
    assert after.hands[0] >> 69 & 1


def test_an_exchange_shuffles_the_card_put_away_with_the_others() -> None:
    tree = Tree().marry("wLLH", "mEGN").child("wELL", "mEGN")
    unseen = tree.spare(65)
    state = tree.state(unseen[1:], discards=(unseen[:1],), asks="exchange")
    back = play(state, f"discard {unseen[1]}", 0)
    assert back.hands == state.hands, "the lower of the two discards is the one that was put away"
    assert play(state, f"discard {unseen[1]}", 1).hands[1] >> unseen[0] & 1


def test_nothing_is_drawn_if_there_are_neither_pile_nor_discards() -> None:
    tree = Tree()
    state = tree.state(tree.spare(67))
    after, events = GAME.play(state, Seat(0), Pass(), drawing())
    assert codes(events) == ["passed_dry"]
    assert after.hands == state.hands
    assert after.dry_passes == 1


def test_a_round_of_passes_without_a_draw_ends_the_game() -> None:
    tree = Tree()
    unseen = tree.spare(67)
    state = tree.state(unseen[:30], unseen[30:50], unseen[50:], families="EGN")
    for _ in range(2):
        state = play(state, "pass")
        assert GAME.result(state) is None
    end = play(state, "pass")
    result = GAME.result(end)
    assert result is not None
    assert result.reason == "familienbande.stuck"
    assert result.scores == ((-465, -30), (-210, -20), (-153, -17))


def test_playing_a_card_interrupts_the_round_of_passes() -> None:
    tree = Tree()
    unseen = tree.spare(67)
    spouse = next(number for number in unseen if number > 35)
    state = tree.state((spouse,), tuple(each for each in unseen if each != spouse), dry_passes=1, turns=1)
    after = play(state, f"marry {spouse} on {card('mEGN')}")
    assert after.dry_passes == 0
    assert GAME.result(play(after, "pass")) is None


# The reckoning


def scores(families: str, *hands: int) -> Result:
    """Return the result of a game that ends with the seventh child of wEEL and mNNL.

    `hands` has the number of cards left in the hand of each seat.
    """
    tree = five_rows()
    last = last_child(tree)
    tree.used.add(last)
    spare = tree.spare(sum(hands))
    turn = len(tree.placed)
    seats = len(families)
    left: list[tuple[int, ...]] = []
    for step in range(seats):
        number = hands[(turn + step) % seats]
        left.append(spare[:number])
        spare = spare[number:]
    state = tree.state((last, *left[0]), *left[1:], families=families)
    result = GAME.result(play(state, f"child {last} of {card('wEEL')}"))
    assert result is not None
    return result


def test_four_cards_in_the_hand_cost_ten_points() -> None:
    full, less = scores("GH", 0, 0), scores("GH", 4, 1)
    assert full.scores[0][0] - less.scores[0][0] == 10
    assert full.scores[1][0] - less.scores[1][0] == 1


def test_totals_may_be_negative() -> None:
    result = scores("GH", 1, 3)
    assert result.scores == ((-1, -1), (-6, -3))
    assert result.ranks == (1, 2)


def test_equal_totals_go_to_the_smaller_hand() -> None:
    state = Tree().marry("wEEG", "mEGN").state()
    tied = state._replace(families=(Trait.EARS, Trait.GLASSES), markers=(3, 6, 0, 0, 0))
    spare = Tree().spare(3)
    ended = end_game(tied._replace(hands=(mask(spare[0]), mask(*spare[1:]))), "familienbande.stuck")
    assert ended.result == Result((2, 1), ((2, -1), (3, -2)), "familienbande.stuck")
    even = end_game(tied._replace(markers=(3, 5, 0, 0, 0), hands=ended.hands), "familienbande.stuck")
    assert even.result == Result((1, 2), ((2, -1), (2, -2)), "familienbande.stuck")


def test_equal_totals_and_hands_share_the_win() -> None:
    result = scores("GH", 2, 2)
    assert result.ranks == (1, 1)


def test_families_and_hands_are_shown_at_the_end_and_not_before() -> None:
    tree = five_rows()
    last = last_child(tree)
    state = tree.state((last, card("mHHH")), cards("wHHH"))
    assert GAME.view(state, None).families == (None, None)
    assert GAME.view(state, Seat(1)).families == (None, Trait.GLASSES)
    assert GAME.view(state, Seat(1)).shown_hands == ()
    after = play(state, f"child {last} of {card('wEEL')}")
    view = GAME.view(after, None)
    assert view.families == (Trait.EARS, Trait.GLASSES)
    assert set(view.shown_hands) == {(card("mHHH"),), (card("wHHH"),)}


# Bad input


@pytest.mark.parametrize(
    "text", ["", "12", "marry", "marry 12", "marry x on 7", "child 12 on 7", "dance", "é" * 99]
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    error = refusal_of(Tree().state(cards("wLLH")), text)
    assert error.code == "familienbande.notation"
    assert len(str(error.inputs["text"])) <= 40


@pytest.mark.parametrize(
    "text",
    ["MARRY {0} ON {1}", " marry  {0}  on  {1} ", "marry {0},{1}", "marry #{0} on #{1}", "Marry {0} {1}"],
)
def test_moves_are_read_whatever_their_case_spaces_and_signs(text: str) -> None:
    state = Tree().state(cards("wLLH"))
    hand, on = cards("wLLH mEGN")
    assert GAME.parse(state, Seat(0), text.format(hand, on)) == Marry(hand, on)


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    state = Tree().state(cards("wLLH"), cards("mLLL"))
    with pytest.raises(NotYourTurn):
        GAME.parse(state, Seat(1), "pass")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0/2 EE 7,46,5 - - - 0:0 act",
        "0/2 EG 7,7,5 - -/- -/- 0:0 act",
        "0/2 EG 7,46,71 - -/- -/- 0:0 act",
        "0/2 EG 7,46,5 - 7/- -/- 0:0 act",
        "0/2 EG 7,46,5 - 1/1 -/- 0:0 act",
        "0/2 EG 7,46,5 - 2,1/- -/- 0:0 act",
        "0/2 EG 7,46,5 - 1/- 1/- 0:0 act",
        "0/2 EG 7,46,5 - -/- -/- 3:1 act",
        "0/2 EG 7,46,5 - -/- -/- 3:0 over",
        "0/2 EG 7,46,5 - -/- -/- 3:0 exchange",
        "0/2 EG 7,46,5 0m8.7 -/- -/- 1:0 act",
        "0/2 EG 7,46,5 0m43.7 -/- -/- 0:0 act",
        "0/2 EG 7,46,5 0c43.7 -/- -/- 1:0 act",
        "2/2 EG 7,46,5 - -/- -/- 0:0 act",
        "0/3 EG 7,46,5 - -/- -/- 0:0 act",
        f"0/2 EG 7,46,{'5' * 5000} - -/- -/- 0:0 act",
        f"0/2 EG 7,46,5 - {'5' * 5000}/- -/- 0:0 act",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.read_position(text)


def test_the_documented_position_is_read() -> None:
    documented = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    text = "0/2 EN 7,46,11 0m43.7/1c6.7 2,9,33/4,28 -/51 2:0 act"
    assert f"`{text}`" in documented
    assert GAME.position(GAME.read_position(text)) == text
