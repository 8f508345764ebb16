"""The steps of Familienbande's moves that people see one after the other."""

from __future__ import annotations

from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.cards import CARDS, Trait
from engine.familienbande.state import State
from engine.game import Seat, Stage
from tests.engine.familienbande.tree import Tree, card, cards, five_rows


def stages(state: State, text: str) -> tuple[Stage, ...]:
    """Return the stages of a move of the seat to move."""
    seat = state.to_move
    move = FAMILIENBANDE.parse(state, seat, text)
    return tuple(FAMILIENBANDE.stages(state, seat, move, SeededChance(b"stages", 0)))


def codes(found: tuple[Stage, ...]) -> list[list[str]]:
    return [[event.code.removeprefix("familienbande.") for event in each.events] for each in found]


def test_a_marriage_is_seen_before_the_card_is_drawn() -> None:
    found = stages(Tree().state(cards("wLLH mHHH")), f"marry {card('wLLH')} on {card('mEGN')}")
    assert codes(found) == [["married"], ["drew"]]
    views = [FAMILIENBANDE.view(each.state, None) for each in found]
    assert [view.hand_sizes[0] for view in views] == [1, 2]
    assert [view.to_move for view in views] == [0, 1]
    assert [len(view.placed) for view in views] == [1, 1]
    assert FAMILIENBANDE.pending(found[0].state) == ()


def test_a_child_is_seen_before_its_points_are_counted() -> None:
    tree = Tree().marry("wLLH", "mEGN")
    state = tree.state(cards("mEGL mHHH"))
    found = stages(state, f"child {card('mEGL')} of {card('mEGN')}")
    assert codes(found) == [["born"], []]
    assert [sum(each.state.markers) for each in found] == [0, 6]
    assert [FAMILIENBANDE.pending(each.state) for each in found] == [(), (state.to_move,)]


def test_the_row_above_a_full_one_is_turned_over_after_the_points() -> None:
    tree = Tree().marry("wLLH", "mEGN")
    tree.children("mEGN", "wLLH", 3)
    found = stages(tree.state(cards("wEGL wHHH")), f"child {card('wEGL')} of {card('mEGN')}")
    assert codes(found) == [["born"], [], ["turned"]]
    views = [FAMILIENBANDE.view(each.state, None) for each in found]
    assert [view.rows[1].free for view in views] == [0, 0, 0]
    assert [view.rows[0].is_turned for view in views] == [False, False, True]
    assert [view.markers == views[-1].markers for view in views] == [False, True, True]


def test_the_full_rows_are_seen_before_families_lie_open_and_those_before_they_are_counted() -> None:
    tree = five_rows()
    last = next(
        number
        for number in sorted(set(CARDS) - tree.used)
        if f"child {number} of {card('wEEL')}"
        in map(str, FAMILIENBANDE.moves(tree.state((number,)), tree.state((number,)).to_move))
    )
    state = tree.state((last, card("mHHH")))
    found = stages(state, f"child {last} of {card('wEEL')}")
    assert codes(found) == [["born"], [], ["scored", "scored"], ["won"]]
    for viewer in (None, Seat(0), Seat(1)):
        views = [FAMILIENBANDE.view(each.state, viewer) for each in found]
        assert [None in view.families for view in views] == [True, True, False, False]
        assert [len(view.shown_hands) for view in views] == [0, 0, 2, 2]
        assert [view.result is None for view in views] == [True, True, True, False]
        assert [view.to_move for view in views] == [state.to_move] * 3 + [None]
        assert not any(view.rows[3].is_turned for view in views[:3])
    shown = found[2].state
    twin = FAMILIENBANDE.redeal(shown, None, SeededChance(b"twin", 0))
    assert (twin.hands, twin.families) == (shown.hands, shown.families)


def test_a_last_dry_pass_is_seen_before_families_lie_open() -> None:
    unseen = Tree().spare(67)
    state = Tree().state(unseen[:30], unseen[30:], dry_passes=1, turns=1)
    found = stages(state, "pass")
    assert codes(found) == [["passed_dry"], ["scored", "scored"], ["won"]]
    assert [each.state.dry_passes for each in found] == [2, 2, 2]
    assert FAMILIENBANDE.view(found[0].state, None).families == (None, None)
    assert FAMILIENBANDE.view(found[1].state, None).families == (Trait(0), Trait(1))


def test_a_pass_and_an_exchange_are_one_step() -> None:
    assert codes(stages(Tree().state(cards("mHHH")), "pass")) == [["passed", "drew"]]
