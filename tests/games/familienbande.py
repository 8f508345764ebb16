"""Familienbande for the contracts."""

from __future__ import annotations

from cogs.text.text import Text
from engine.familienbande.model import Asks, FamilienbandeOptions, View
from engine.familienbande.state import State
from engine.kit.masks import members
from harness.trial import Form, Glance, KeptMatch, Trial

__all__ = ["TRIAL"]


def hidden_cards(state: State) -> tuple[str, ...]:
    """None is legal for anybody: one card of each place that the seat to move cannot see."""
    others = [hand for seat, hand in enumerate(state.hands) if seat != state.to_move]
    hidden = [members(cards)[0] for cards in (*others, *state.discards, state.pile) if cards]
    single, couple = members(state.singles)[0], state.couples[0].member
    tried = [move for card in hidden for move in (f"marry {card} on {single}", f"child {card} of {couple}")]
    return (*tried, *(f"discard {card}" for card in hidden))


def acting(state: State) -> bool:
    """A turn begins, everybody has put cards away, and there are singles and couples."""
    return state.asks is Asks.ACT and all((*state.discards, state.singles, state.couples))


def exchanging(state: State) -> bool:
    """Return True after a birth, when somebody else has put cards away."""
    put_away = [cards for seat, cards in enumerate(state.discards) if seat != state.to_move]
    return state.asks is Asks.EXCHANGE and all((any(put_away), state.singles, state.couples))


def families(said: str, view: View, text: Text) -> None:
    """Check that the end's reason, and everybody's family and total are said."""
    assert view.result
    assert text.plain(f"familienbande.end.{view.result.reason.partition('.')[2]}") in said
    for (total, _), family in zip(view.result.scores, view.families, strict=True):
        assert family is not None
        assert text.plain(f"familienbande.family.{family.letter}") in said
        assert f"**{total}**".replace("-", "−") in said


TRIAL = Trial(
    forms=tuple(
        Form(f"{seats}", FamilienbandeOptions(), seats, {"players": f"{seats}"}) for seats in (2, 3, 4)
    ),
    kept=(
        KeptMatch("familienbande-2", FamilienbandeOptions(), "rg", 0),
        KeptMatch("familienbande-2-stuck", FamilienbandeOptions(), "pp", 1),
        KeptMatch("familienbande-3", FamilienbandeOptions(), "rgr", 0),
        KeptMatch("familienbande-3-taken-back", FamilienbandeOptions(), "grg", 1, undone=(7, 12, 16, 40)),
        KeptMatch("familienbande-4", FamilienbandeOptions(), "rgrg", 0, restored=(5,)),
    ),
    ended=families,
    stage=lambda state: state.asks,
    numbered=r"^(?:Child of|Marry) (\d+)",
    plans=frozenset({"played", "dropped"}),
    forced=True,
    typed=("", "m", "c", "7", "marry", "child 1"),
    glances={"acting": Glance(acting, hidden_cards), "exchanging": Glance(exchanging, hidden_cards)},
)
