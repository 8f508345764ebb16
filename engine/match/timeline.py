"""Walk through a match's log stage by stage, for a page on which people step through it. Pure.

A stage is what people see by itself (`Game.stages`). What a viewer may know of it follows the same rules as
films and the log do (`engine.match.visibility`): the number of stages that somebody sees tells nothing of
what others do in secret.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.chance import DrawnChance
from engine.game import AnyGame, Event, Game, Seat, Stage
from engine.match.fold import Fold
from engine.match.replay import fold_entries
from engine.match.values import Entry
from engine.match.visibility import seated_since, visible_stages
from engine.record import goes_back

__all__ = ["CHECKPOINT_EVERY", "Moment", "Timeline"]

CHECKPOINT_EVERY = 12
"""Entries from one kept fold to the next. Between them at most so many moves are played again."""
_RECENT = 4
"""Folds kept of those that were looked at last."""


class Moment(NamedTuple):
    """A stage that a viewer is shown."""

    entry: int
    """The number of its entry, which is shown to nobody while the match runs."""
    stage: int
    """The number of the stage within the entry."""
    events: tuple[Event, ...]
    """The events that the viewer is told."""

    @property
    def actor(self) -> Seat | None:
        """The seat that did something, as the viewer is told; `None` if no seat did."""
        return next((event.seat for event in self.events if event.seat is not None), None)


class Timeline:
    """A log with the events of each stage, and some of its folds.

    It grows with the log, and is not safe to be used by two threads at once.
    """

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self._options = options
        self._seats = seats
        self._stages: list[tuple[tuple[Event, ...], ...]] = []
        self._told: list[tuple[Event, ...]] = []
        self._kept: dict[int, Fold] = {}
        """The folds after the first entry of every `CHECKPOINT_EVERY`, and those to which the log goes
        back."""
        self._recent: OrderedDict[int, Fold] = OrderedDict()
        self._has_stages = any("stages" in vars(each) for each in type(game).__mro__ if each is not Game)

    def is_beginning_of(self, entries: Sequence[Entry]) -> bool:
        """Return whether a log begins with the entries known here."""
        count = len(self.entries)
        if count == 0 or count > len(entries):
            return count == 0
        return self.entries[-1] == entries[count - 1] and self.entries[0] == entries[0]

    def extend(self, entries: Sequence[Entry]) -> None:
        """Learn the entries that the log has beyond the known ones. Raises as `replay.rebuild` does."""
        known = len(self.entries)
        if len(entries) <= known:
            return
        last = self._fold(known - 1) if known else None
        for entry in entries[known:]:
            back = goes_back(entry.kind, entry.text)
            if back is not None and back[0] < known and back[0] not in self._kept:
                self._kept[back[0]] = self._fold(back[0])
        told = list(self._told)
        folds = fold_entries(self.game, self._options, self._seats, entries, last, told, self._kept)
        stages: list[tuple[tuple[Event, ...], ...]] = []
        for entry, (fold, events) in zip(entries[known:], folds, strict=True):
            stages.append(self._split(last, entry, events))
            if entry.number % CHECKPOINT_EVERY == 0:
                self._kept[entry.number] = fold
            last = fold
        self.entries, self._told = list(entries), told
        self._stages += stages
        if last is not None:
            self._remember(len(entries) - 1, last)

    def _split(
        self, before: Fold | None, entry: Entry, events: tuple[Event, ...]
    ) -> tuple[tuple[Event, ...], ...]:
        """Return the events of an entry, stage by stage."""
        if not self._has_stages or before is None or entry.kind != "move":
            return (events,)
        stages = [stage.events for stage in self._played(before, entry)]
        rest = events[sum(map(len, stages)) :]  # what the table adds, such as that the move was forced
        return (*stages[:-1], (*stages[-1], *rest))

    def _played(self, before: Fold, entry: Entry) -> Sequence[Stage]:
        if entry.seat is None:
            raise ValueError(f"entry {entry.number} has no seat")
        move = self.game.parse(before.state, entry.seat, entry.text)
        return self.game.stages(before.state, entry.seat, move, DrawnChance(entry.drawn))

    def _fold(self, number: int) -> Fold:
        """Return the fold after an entry."""
        found = self._kept.get(number) or self._recent.get(number)
        if found is not None:
            return found
        begin = max(each for each in (*self._kept, *self._recent) if each < number)
        fold = self._kept.get(begin) or self._recent[begin]
        told = self._told[: begin + 1]
        for after, _ in fold_entries(self.game, None, 0, self.entries[: number + 1], fold, told, self._kept):
            fold = after
        self._remember(number, fold)
        return fold

    def _remember(self, number: int, fold: Fold) -> None:
        self._recent[number] = fold
        self._recent.move_to_end(number)
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def stages_of(self, entry: int) -> int:
        """Return the number of stages of an entry."""
        return len(self._stages[entry])

    @property
    def undone(self) -> frozenset[int]:
        """The entries that were taken back."""
        return self._fold(len(self.entries) - 1).undone_entries

    def state(self, entry: int, stage: int) -> Any:
        """Return the state after this stage of an entry."""
        if stage < len(self._stages[entry]) - 1:
            return self._played(self._fold(entry - 1), self.entries[entry])[stage].state
        return self._fold(entry).state

    def moments(self, viewer: Seat | None) -> list[Moment]:
        """Return the stages that a viewer was shown when they happened, oldest first.

        The first one is the beginning. Before a viewer took over the seat it was what everybody was shown.
        """
        newcomer = seated_since(self.entries, viewer)
        seen = visible_stages(self._numbered(), viewer, newcomer)
        return [Moment(number, stage, events) for number, ((_, stage), events) in seen]

    def all_moments(self) -> list[Moment]:
        """Return all stages with all that anybody was told, once the match is over."""
        return [Moment(number, stage, events) for number, ((_, stage), events) in self._numbered()]

    def _numbered(self) -> list[tuple[int, Stage]]:
        return [
            (number, Stage((number, stage), events))
            for number, stages in enumerate(self._stages)
            for stage, events in enumerate(stages)
        ]

    def view(self, moment: Moment, viewer: Seat | None) -> Any:
        """Return the state after a moment as a viewer was shown it.

        What was there before a viewer took over the seat is shown as everybody saw it: the hand and the
        orders were another person's.
        """
        then = None if moment.entry < seated_since(self.entries, viewer) else viewer
        return self.game.view(self.state(moment.entry, moment.stage), then)
