"""Compare the lines of a record that are no moves with each other: the people in the seats, and their
absences.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from engine.game import Refusal, Seat
from engine.outcome import STEWARDS

__all__ = ["TableLines"]

_PERSON = re.compile(r"person [0-9]{1,3}")
_SEAT_TEXTS = (*STEWARDS, "return", "substitute", "resigned")


class TableLines:
    """The table as the lines of a record have told it so far."""

    def __init__(self, labels: Sequence[str], sides: Sequence[Collection[Seat]]) -> None:
        """Begin with the `labels` of the seats in the record's header and the `sides` that win and lose
        together.
        """
        self._persons = {Seat(seat) for seat, label in enumerate(labels) if _PERSON.fullmatch(label)}
        self._sides = sides
        self._resigned = set[Seat]()
        self._absent = set[Seat]()
        """The seats for which a robot has played since their time had run out."""
        self._replaced = set[Seat]()
        """The seats for which a robot has played in no absence that counts, while nobody was said to be back.

        A moderator has let it play, or the person was shut out as it sat down.
        """
        self._moves: list[tuple[int, Seat, bool]] = []
        """Number and seat of each move that was not taken back, and whether chance drew anything."""

    @property
    def _there(self) -> set[Seat]:
        """The seats that persons have, absent ones too."""
        return self._persons - self._resigned

    def note_move(self, number: int, seat: Seat, *, drew: bool) -> None:
        """Remember a move."""
        self._moves.append((number, seat, drew))

    def note_seat(self, seat: Seat, text: str) -> None:
        """Remember that somebody else plays for the seat.

        Raises `Refusal` ``record_seat_text``, ``record_robot``, ``record_resigned``, ``record_not_away``,
        ``record_nobody_left``.
        """
        if text not in _SEAT_TEXTS:
            raise Refusal("record_seat_text", text=text)
        self._check_person(seat, resigned=text == "substitute")
        match text:
            case "steward":
                self._absent.add(seat)
                return
            case "steward uncounted":
                self._absent.discard(seat)
                self._replaced.add(seat)
                return
            case "return":
                if seat not in self._absent | self._replaced:
                    raise Refusal("record_not_away", seat=seat)
            case "substitute":
                self._resigned.discard(seat)
            case _:
                self._resigned.add(seat)
                if not self._there:
                    raise Refusal("record_nobody_left", seat=seat)
        self._absent.discard(seat)
        self._replaced.discard(seat)

    def note_replacement(self, seat: Seat) -> None:
        """Remember that a moderator lets a robot play for the seat.

        Raises `Refusal` ``record_robot``, ``record_resigned``.
        """
        self._check_person(seat)
        self._replaced.add(seat)

    def note_undo(self, seat: Seat | None, to: int, agreed: Sequence[Seat]) -> None:
        """Forget the moves after entry `to`: the seat's person wishes it or, without a seat, a moderator.

        Raises `Refusal` ``record_nothing_back``, ``record_robot``, ``record_resigned``, ``record_not_own``,
        ``record_agreed``.
        """
        kept = [each for each in self._moves if each[0] <= to]
        gone = self._moves[len(kept) :]
        self._moves = kept
        if seat is None:
            if not gone:
                raise Refusal("record_nothing_back", to=to)
            return
        self._check_person(seat)
        own = [(number, drew) for number, mover, drew in gone if mover == seat]
        if not own:
            raise Refusal("record_not_own", seat=seat, to=to)
        others = sorted(self._there - {seat})
        a_step = not agreed and len(own) == 1 and own[0] == (to + 1, False)
        if list(agreed) != others and not a_step:
            raise Refusal("record_agreed", seats=",".join(map(str, others)) or "nobody")

    def check_won(self, seats: Sequence[Seat]) -> None:
        """Check that one of two sides has won, and nobody of the other one is there.

        Raises `Refusal` ``record_sides``, ``record_not_absent``, ``record_no_winner``.
        """
        if len(self._sides) != 2 or list(seats) not in [sorted(side) for side in self._sides]:
            raise Refusal("record_sides", seats=",".join(map(str, seats)))
        persons = self._persons - set(seats)
        if not persons or not persons <= self._resigned | self._absent:
            raise Refusal("record_not_absent", seats=",".join(map(str, seats)))
        if not self._there & set(seats):
            raise Refusal("record_no_winner", seats=",".join(map(str, seats)))

    def _check_person(self, seat: Seat, *, resigned: bool = False) -> None:
        """Check that a person sits there, who has not resigned. Raises `Refusal`."""
        if seat not in self._persons:
            raise Refusal("record_robot", seat=seat)
        if seat in self._resigned and not resigned:
            raise Refusal("record_resigned", seat=seat)
