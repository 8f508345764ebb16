"""Positions of Familienbande built card by card, with portraits named by what they look like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.chance import DrawnChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.cards import CARDS, cards_in, fitting_children
from engine.familienbande.state import State

__all__ = ["Tree", "born_late", "card", "cards", "drawing", "five_rows", "full_row", "play"]

_NUMBERS = {card.gender.value + card.letters: card.number for card in CARDS.values()}


def card(look: str) -> int:
    """Number of a portrait: ``mEEN`` is the man with two pairs of ears and a nose."""
    return _NUMBERS[look]


def cards(looks: str) -> tuple[int, ...]:
    return tuple(card(look) for look in looks.split())


def drawing(*drawn: int) -> DrawnChance:
    """Chance that gives these numbers and no more."""
    return DrawnChance(drawn)


def play(state: State, text: str, *drawn: int) -> State:
    """The next state after the move that the seat to move writes so, when chance draws these numbers."""
    chance = drawing(*drawn)
    seat = state.to_move
    after, _ = FAMILIENBANDE.play(state, seat, FAMILIENBANDE.parse(state, seat, text), chance)
    assert chance.left == 0
    return after


class Tree:
    """What lies on the table: every card takes a turn of its own."""

    def __init__(self, founders: str = "mEGN mENL wEGN") -> None:
        self.founders = cards(founders)
        self.placed: list[str] = []
        self.used = set(self.founders)

    def marry(self, spouse: str, on: str) -> Tree:
        return self._place("m", card(spouse), card(on))

    def child(self, child: str, of: str) -> Tree:
        return self._place("c", card(child), card(of))

    def children(self, of: str, spouse: str, number: int, gender: str = "mw") -> tuple[int, ...]:
        """So many fitting children of a couple that are on no table yet, the lowest numbers first."""
        fitting = [
            number
            for number in cards_in(fitting_children(card(of), card(spouse)))
            if number not in self.used and CARDS[number].gender.value in gender
        ][:number]
        for number in fitting:
            self._place("c", number, card(of))
        return tuple(fitting)

    def _place(self, how: str, number: int, to: int) -> Tree:
        self.placed.append(f"{len(self.placed)}{how}{number}.{to}")
        self.used.add(number)
        return self

    def spare(self, number: int) -> tuple[int, ...]:
        """Cards that are not on the table, the highest numbers first."""
        return tuple(sorted(set(CARDS) - self.used, reverse=True)[:number])

    def position(
        self,
        *hands: Sequence[int],
        families: str = "EG",
        discards: Sequence[Sequence[int]] = (),
        dry_passes: int = 0,
        asks: str = "act",
        turns: int = 0,
    ) -> str:
        """The position when seat 0 began; `turns` were passed since the last card was played.

        `hands` are those of the seat to move and of the others clockwise; families and discards go by seat.
        """
        seats = len(families)
        turn = len(self.placed) + turns - (asks == "exchange")
        filled = [*hands, *[()] * (seats - len(hands))]
        by_seat = [filled[(seat - turn) % seats] for seat in range(seats)]
        put_away = [*discards, *[()] * (seats - len(discards))]
        return " ".join(
            (
                f"0/{seats}",
                families,
                ",".join(map(str, self.founders)),
                "/".join(self.placed) or "-",
                "/".join(",".join(map(str, sorted(hand))) or "-" for hand in by_seat),
                "/".join(",".join(map(str, sorted(each))) or "-" for each in put_away),
                f"{turn}:{dry_passes}",
                asks,
            )
        )

    def state(self, *hands: Sequence[int], **rest: Any) -> State:
        """As `position`."""
        return FAMILIENBANDE.read_position(self.position(*hands, **rest))


def full_row() -> Tree:
    """Generation 2 is full, generation 1 turned over."""
    tree = Tree().marry("wLLH", "mEGN")
    tree.children("mEGN", "wLLH", 4)
    return tree


def born_late() -> Tree:
    """Generation 3 is full while generation 2 has but one member."""
    tree = Tree().marry("wGLH", "mEGN").child("mEGL", "mEGN").marry("wENH", "mEGL")
    tree.children("mEGL", "wENH", 5)
    return tree


def five_rows() -> Tree:
    """One child each in generations 2, 3 and 4, and six in generation 5."""
    tree = Tree("mEEE mGGG wGGG").marry("wEEN", "mEEE").child("mEEN", "mEEE").marry("wNNN", "mEEN")
    tree.child("wENN", "mEEN").marry("mEEL", "wENN").child("wEEL", "wENN").marry("mNNL", "wEEL")
    tree.children("wEEL", "mNNL", 6)
    return tree
