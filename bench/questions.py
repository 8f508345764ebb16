"""Count the questions to people in Genesia: ``python -m bench.questions [--games N] [--seats N] [--plans]``.

`steady` in every seat, with orders about war, as people give them who would be asked seldom. A decision is
what a person has to answer, because no order and no rule lets the house; the call to it is what a telephone
says. Later cards of a draft are decisions like all others, and the table waits for them, but they call
nobody: they come in the message of the first (`Calling.series`), and at most the last one missing is called
again, in private. How often depends on how people live: `recalls` says how often at most. Cards that come
back and places in the turn order are named in order of preference as soon as they can be foreseen. A wait is
once that the table waits for people, for one or for several at once. A ring for nothing calls somebody for
whom an order or a rule answers. All by phase, as means. With ``--plans`` everybody plans each turn as soon as
it can be foreseen, once: a plan that would do something else when its turn comes is dropped, and the turn is
a decision.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from functools import partial

from engine.chance import Chance, SeededChance, match_key
from engine.game import Player, Refusal, Seat
from engine.genesia.model import MAX_LINE_STEPS, Draft, GenesiaOptions, Phase, TakePlace
from engine.genesia.players.styles import ORDER_GIVER
from engine.genesia.rules import GENESIA
from engine.genesia.state import State
from engine.match.fold import Fold, apply_move, start_fold
from engine.match.plans import PlanPreview, preview_plan
from engine.selfplay import match_seed

__all__ = ["Count", "main", "measure"]


_BY_PREFERENCE = (Phase.DRAFT, Phase.PLACE)
"""The phases whose choices can be named in order of preference before they are asked for."""


class Count:
    """The counts of some games."""

    def __init__(self, seats: int, plans: bool = False) -> None:
        self.seats = seats
        self.plans = plans
        """Turns are planned as soon as they can be foreseen."""
        self._planned: dict[Seat, tuple[PlanPreview, int]] = {}
        """Plans, and how many questions each seat had been asked before."""
        self._kept: set[Seat] = set()
        """Seats whose plan answers the question that is open."""
        self._by_house = False
        """An order or a rule made the latest move."""
        self.games = 0
        self.moves = 0
        self.asked: Counter[Phase] = Counter()
        """Seats that were asked, by phase, whoever answers."""
        self.decisions: Counter[Phase] = Counter()
        """Decisions of persons, by phase."""
        self.calls: Counter[Phase] = Counter()
        """Decisions to which a person was called, by phase."""
        self.idle_rings: Counter[Phase] = Counter()
        """Rings for somebody whom an order or a rule answers for, by phase."""
        self.recalls: Counter[Phase] = Counter()
        """Second calls of the last one missing, at most, by phase."""
        self.waits: Counter[Phase] = Counter()
        """Waits of the table for people, by phase."""
        self.house: Counter[Phase] = Counter()
        """Waits of the table for the house alone, by phase."""

    def play(self, seed: int, number: int) -> None:
        """Play game `number` of the run and count it."""
        key = match_key(match_seed(seed, number), range(1, self.seats + 1))
        own, mind = match_key(key, ()), ORDER_GIVER
        fold, _ = start_fold(GENESIA, GenesiaOptions(), self.seats, SeededChance(key, 0))
        entry = 0
        self._planned.clear()
        self._called(fold, 0, -1)
        while fold.pending:
            entry += 1
            seat = min(fold.pending, key=lambda each: GENESIA.defaults(fold.state, each).ordered is not None)
            ordered = GENESIA.defaults(fold.state, seat).ordered
            self._by_house = ordered is not None
            move = ordered or mind.choose(
                GENESIA.view(fold.state, seat),
                GENESIA.moves(fold.state, seat),
                partial(GENESIA.redeal, fold.state, seat),
                SeededChance(own, entry),
            )
            calls = fold.call_number
            fold, _ = apply_move(GENESIA, fold, entry, seat, move, SeededChance(key, entry))
            self._plan(fold, mind, SeededChance(own, entry))
            self._called(fold, entry, calls)
        self.games += 1
        self.moves += entry

    def _plan(self, fold: Fold, mind: Player, chance: Chance) -> None:
        """Let everybody plan what can be foreseen and is not planned; what has come holds or is dropped.

        Without `plans` that is only what is named in order of preference, which holds whatever others do.
        """
        self._kept.clear()
        for seat in map(Seat, range(self.seats)):
            questions = fold.seats[seat].question_number
            plan, before = self._planned.get(seat, (None, questions))
            if plan is not None and seat in fold.pending and questions > before:
                del self._planned[seat]
                if _holds(fold.state, seat, plan):
                    self._kept.add(seat)
            ahead = None if seat in self._planned else GENESIA.anticipate(fold.state, seat)
            if ahead is not None and (self.plans or ahead.phase in _BY_PREFERENCE):
                line = _line(ahead, seat, mind, chance)
                self._planned[seat] = preview_plan(GENESIA, ahead, seat, line), questions

    def _called(self, fold: Fold, entry: int, calls: int) -> None:
        phase: Phase = fold.state.phase
        calling = GENESIA.calling(fold.state)
        called = [
            Seat(seat)
            for seat, own in enumerate(fold.seats)
            if own.call_entry == entry and own.question_entry == entry
        ]
        asked = [
            seat
            for seat in called
            if GENESIA.defaults(fold.state, seat).ordered is None and seat not in self._kept
        ]
        self.asked[phase] += len(called)
        self.decisions[phase] += len(asked)
        rung = [seat for seat in called if calling.private or fold.seats[seat].ringing_entry == entry]
        if calling.private:
            rung = [seat for seat in rung if not self._calls_nobody(fold, seat)]
        self.calls[phase] += sum(seat in asked for seat in rung)
        self.idle_rings[phase] += sum(seat not in asked for seat in rung)
        self.recalls[phase] += not calling.private and any(
            fold.seats[seat].ringing_entry != entry for seat in asked
        )
        if fold.call_number > calls and called:
            (self.waits if asked else self.house)[phase] += 1

    def _calls_nobody(self, fold: Fold, seat: Seat) -> bool:
        """Return true if a private question does not ring for the seat: see `Situation.calls_nobody`."""
        ordered = GENESIA.defaults(fold.state, seat).ordered is not None
        is_there = fold.seats[seat].led_by_own_step and not self._by_house
        return ordered or seat in self._kept or is_there

    def report(self) -> str:
        """A row for each phase and one for all."""
        head = (
            *("phase", "decisions a player", "calls a player", "rings for nothing, of the table"),
            "recalls at most, of the table",
            *("waits for people", "waits for the house", "asked"),
        )
        rows: list[Iterable[object]] = [head, ("---",) * len(head)]
        counters = (
            self.decisions,
            self.calls,
            self.idle_rings,
            self.recalls,
            self.waits,
            self.house,
            self.asked,
        )
        for phase in (*[each for each in Phase if self.asked[each]], None):
            told = [self._mean(phase, counter) for counter in counters]
            told[0] /= self.seats
            told[1] /= self.seats
            rows.append((phase.value if phase else "all", *[f"{each:.1f}" for each in told]))
        lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
        return "\n".join(
            (
                f"{self.seats} players, {self.games} games, {self.moves / self.games:.0f} moves a game",
                "",
                *lines,
            )
        )

    def _mean(self, phase: Phase | None, counter: Counter[Phase]) -> float:
        return (counter.total() if phase is None else counter[phase]) / self.games


def _holds(state: State, seat: Seat, plan: PlanPreview) -> bool:
    """Return true if the plan would do what it was shown to do, now that its question has come."""
    try:
        return preview_plan(GENESIA, state, seat, plan.text).digest == plan.digest
    except Refusal:
        return False


def _line(state: State, seat: Seat, mind: Player, chance: Chance) -> str:
    """The whole turn as that player would play it there; its place or card, and else what it likes less."""
    if state.phase in (Phase.PLACE, Phase.DRAFT):
        wanted, left = list[int](), list(GENESIA.moves(state, seat))
        while left:
            move = mind.choose(GENESIA.view(state, seat), left, partial(GENESIA.redeal, state, seat), chance)
            assert isinstance(move, TakePlace | Draft)
            wanted += move.places if isinstance(move, TakePlace) else move.cards
            left.remove(move)
        return str((Draft if state.phase is Phase.DRAFT else TakePlace)(tuple(wanted)))
    state, steps = GENESIA.redeal(state, seat, chance), list[str]()
    while (not steps or steps[-1] != "end") and len(steps) < MAX_LINE_STEPS:
        imagine = partial(GENESIA.redeal, state, seat)
        move = mind.choose(GENESIA.view(state, seat), GENESIA.moves(state, seat), imagine, chance)
        state, _ = GENESIA.play(state, seat, move, chance)
        steps.append(str(move))
    return "; ".join(steps)


def measure(seats: int, games: int, seed: int, plans: bool = False) -> Count:
    """Play so many games."""
    count = Count(seats, plans)
    for number in range(games):
        count.play(seed, number)
    return count


def main() -> None:
    """Print the figures."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=40)
    given.add_argument("--seats", type=int, default=4)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--plans", action="store_true")
    read = given.parse_args()
    print(measure(read.seats, read.games, read.seed, read.plans).report())


if __name__ == "__main__":
    main()
