"""Positions of Familienbande built card by card. Cards are named by their gender and their traits."""

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
    """Return the number of a portrait: ``mEEN`` is the man with two pairs of ears and a nose."""
    return _NUMBERS[look]


def cards(looks: str) -> tuple[int, ...]:
    """Return the numbers of portraits that are separated by spaces."""
    return tuple(card(look) for look in looks.split())


def drawing(*drawn: int) -> DrawnChance:
    """Return a chance that draws these numbers and no more."""
    return DrawnChance(drawn)


def play(state: State, text: str, *drawn: int) -> State:
    """Return the state after this move of the seat to move. Chance has to draw exactly these numbers."""
    chance = drawing(*drawn)
    seat = state.to_move
    after, _ = FAMILIENBANDE.play(state, seat, FAMILIENBANDE.parse(state, seat, text), chance)
    assert chance.unused_count == 0
    return after


class Tree:
    """A builder of the cards on the table, each of which is played in a turn of its own."""

    def __init__(self, founders: str = "mEGN mENL wEGN") -> None:
        self.founders = cards(founders)
        self.placed: list[str] = []
        self.used = set(self.founders)

    def marry(self, spouse: str, on: str) -> Tree:
        """Add a spouse of the member `on`."""
        return self._place("m", card(spouse), card(on))

    def child(self, child: str, of: str) -> Tree:
        """Add a child of the member `of` and the spouse."""
        return self._place("c", card(child), card(of))

    def children(self, of: str, spouse: str, number: int, gender: str = "mw") -> tuple[int, ...]:
        """Add up to `number` fitting children of a couple, lowest cards first. Return their numbers."""
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
        """Return `number` cards that are not on the table, the highest numbers first."""
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
        """Return the position of a game that seat 0 began, with `turns` passes after the last card.

        `hands` begins with the seat to move and goes on clockwise. Families and discards are in the order of
        the seats.
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
        """Return the state of the position that `position` returns for the same arguments."""
        return FAMILIENBANDE.read_position(self.position(*hands, **rest))


def full_row() -> Tree:
    """Return a tree in which generation 2 is full and generation 1 is turned over."""
    tree = Tree().marry("wLLH", "mEGN")
    tree.children("mEGN", "wLLH", 4)
    return tree


def born_late() -> Tree:
    """Return a tree in which generation 3 is full and generation 2 has only one member."""
    tree = Tree().marry("wGLH", "mEGN").child("mEGL", "mEGN").marry("wENH", "mEGL")
    tree.children("mEGL", "wENH", 5)
    return tree


def five_rows() -> Tree:
    """Return a tree with one child in each of the generations 2, 3 and 4, and six in generation 5."""
    tree = Tree("mEEE mGGG wGGG").marry("wEEN", "mEEE").child("mEEN", "mEEE").marry("wNNN", "mEEN")
    tree.child("wENN", "mEEN").marry("mEEL", "wENN").child("wEEL", "wENN").marry("mNNL", "wEEL")
    tree.children("wEEL", "mNNL", 6)
    return tree
