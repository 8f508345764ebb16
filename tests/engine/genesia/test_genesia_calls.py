"""Who is called in the attack phase: the table learns nothing by it of what anybody holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from engine.chance import Chance, SeededChance, match_key
from engine.game import Calling, Seat
from engine.genesia.model import GenesiaOptions, Phase
from engine.genesia.rules import GENESIA
from engine.match.changes import StoredMatch
from engine.match.fold import Fold, apply_move, current_round, start_fold
from engine.match.limits import Limits
from engine.match.values import Entry, Occupant, Status, Venue
from engine.matches.core.consequences import last_missing_call, notices
from engine.selfplay import match_seed

ASSAULTS = 1000
SEATS = 4
START = datetime(2026, 3, 2, 12, tzinfo=UTC)


def stored(seats: int) -> StoredMatch:
    """A match at which a person sits in every seat."""
    return StoredMatch(
        id=1,
        game="genesia",
        rules=1,
        size=seats,
        status=Status.RUNNING,
        host=1,
        venue=Venue(0, 0, "en"),
        occupants=tuple([Occupant(person) for person in range(1, seats + 1)]),
        options="{}",
        seed=b"",
        entries=0,
        opened_at=START,
        agreed=frozenset(),
        rematch_of=None,
    )


def war(number: int) -> Iterator[tuple[Fold, Fold, int, Seat, bool]]:
    """Yield the entries of a game that ask something about war: the folds before and after, number and mover.

    The last value says whether all can see something of the entry.
    """
    key = match_key(match_seed(3, number), range(1, SEATS + 1))
    own, mind = SeededChance(match_key(key, ()), 0), GENESIA.players["steady"]
    fold, _ = start_fold(GENESIA, GenesiaOptions(), SEATS, SeededChance(key, 0))
    entry = 0
    while fold.pending:
        entry += 1
        seat = min(fold.pending, key=lambda each: GENESIA.defaults(fold.state, each).ordered is not None)
        imagine = partial(GENESIA.redeal, fold.state, seat)
        move = GENESIA.defaults(fold.state, seat).ordered or mind.choose(
            GENESIA.view(fold.state, seat), GENESIA.moves(fold.state, seat), imagine, own
        )
        before = fold
        fold, events = apply_move(GENESIA, fold, entry, seat, move, SeededChance(key, entry))
        if fold.state.phase in (Phase.STANCE, Phase.ASSAULT, Phase.REACTION, Phase.LOSSES):
            yield before, fold, entry, seat, any(event.to is None for event in events)


def seen(before: Fold, fold: Fold, entry: int, mover: Seat, told: bool) -> list[Any]:
    """Return all from which the table's messages, their rings and their clocks follow."""
    said = Entry(entry, "move", mover, "", (), START, None, "")
    limits, match = Limits(), stored(SEATS)
    defaults = [GENESIA.defaults(fold.state, each) for each in fold.pending]
    return [
        GENESIA.calling(fold.state),
        current_round(fold),
        notices(limits, match, GENESIA, before, fold, said, told),
        last_missing_call(limits, match, GENESIA, before, fold, said),
        [(each.timeout, each.forced) for each in defaults],
    ]


def answers(state: Any, seats: tuple[Seat, ...]) -> tuple[bool, ...]:
    """Return for each seat whether the house answers, so that its person is not called."""
    return tuple([GENESIA.defaults(state, seat).ordered is not None for seat in seats])


def test_over_a_thousand_assaults_the_table_sees_the_same_whoever_is_called() -> None:
    """All that is secret is dealt anew at each question: who is called changes, nothing public does."""
    assaults, changed, number = 0, Counter[Phase](), 0
    chance: Chance = SeededChance(b"anew" * 8, 0)
    while assaults < ASSAULTS:
        number += 1
        for before, fold, entry, mover, told in war(number):
            phase = fold.state.phase
            assaults += phase is Phase.REACTION and before.state.phase is not Phase.REACTION
            if phase is Phase.LOSSES:
                continue  # only its attacker is asked, who has named no way to fight
            twin = replace(fold, state=GENESIA.redeal(fold.state, None, chance))
            assert seen(before, twin, entry, mover, told) == seen(before, fold, entry, mover, told)
            changed[phase] += answers(twin.state, fold.pending) != answers(fold.state, fold.pending)
    assert changed[Phase.REACTION] > 100, "who could answer the assault, and who could not"
    assert changed[Phase.STANCE] > 100


def test_a_call_that_hangs_on_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(state: Any) -> Calling:
        decides = [seat for seat in GENESIA.pending(state) if GENESIA.defaults(state, seat).ordered is None]
        return Calling("war", private=bool(decides))

    monkeypatch.setattr(GENESIA, "calling", careless)
    with pytest.raises(AssertionError):
        test_over_a_thousand_assaults_the_table_sees_the_same_whoever_is_called()


@pytest.mark.parametrize("by", [None, 1])
def test_after_a_move_of_the_house_its_person_is_called_as_nobody_is_there(by: int | None) -> None:
    """Whoever has moved goes on without a call. The table's notices are the same in both cases."""
    found = 0
    for number in range(1, 6):
        for before, fold, entry, mover, told in war(number):
            asked = fold.seats[mover].question_entry == entry and fold.seats[mover].call_entry == entry
            if mover not in fold.pending or not asked:
                continue
            said = Entry(entry, "move", mover, "", (), START, by, "")
            sent = notices(Limits(), stored(SEATS), GENESIA, before, fold, said, told)
            assert [each.continues for each in sent if each.seat == mover and each.person is None] == [True]
            (own,) = [each for each in sent if each.kind == "turn" and each.person == mover + 1]
            assert own.continues is (by is not None)
            found += 1
    assert found > 5


def test_each_question_about_war_belongs_to_the_one_message_of_its_age() -> None:
    """Whoever is asked, the table's message is that of the first question, and it is changed."""
    for number in range(1, 4):
        first: dict[int, int] = {}
        for _, fold, entry, _, _ in war(number):
            asked = current_round(fold)
            assert asked is not None
            began = first.setdefault(fold.state.age, entry)
            assert asked.ringing_entry == (None if entry == began or asked.number == began else began)
