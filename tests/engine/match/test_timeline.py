"""Logs walked through stage by stage: the kept records, and who is shown what."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game import AnyGame, Event, Seat
from engine.games import GAMES
from engine.match.replay import folds, stages_since
from engine.match.timeline import CHECKPOINT_EVERY, Timeline
from engine.match.values import Entry
from engine.match.visibility import visible_stages
from engine.record import Record, read
from tests.contracts.cases import at_most

RECORDS = Path(__file__).parents[2] / "records"
CHOSEN = (
    "genial-3-taken-back",
    "genesis-2-moderated",
    "genesis_life-taken-back",
    "familienbande-3-taken-back",
    "genesia-3-taken-back",
)


def kept(name: str) -> tuple[AnyGame, Any, Record, list[Entry]]:
    """Return a kept record, with the log that its match had."""
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    game = GAMES[record.game]
    entries = [
        Entry(each.number, each.kind, each.seat, each.text, each.drawn, each.at, None, each.hash)
        for each in record.lines
    ]
    return game, msgspec.convert(record.options, game.Options), record, entries


def whole(game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]) -> Timeline:
    timeline = Timeline(game, options, seats)
    timeline.extend(entries)
    return timeline


@pytest.mark.parametrize("name", CHOSEN)
def test_every_state_is_found_in_any_order(name: str) -> None:
    game, options, record, entries = kept(name)
    seats = len(record.seats)
    timeline = whole(game, options, seats, entries)
    states = [fold.state for fold, _ in folds(game, options, seats, entries)]
    numbers = list(range(len(entries)))
    random.Random(3).shuffle(numbers)
    stages: dict[int, list[int]] = {}
    for moment in timeline.all_moments():
        stages.setdefault(moment.entry, []).append(moment.stage)
    for number in numbers[: at_most(200, 40)]:
        assert timeline.state(number, stages[number][-1]) == states[number]


@pytest.mark.parametrize("name", CHOSEN)
def test_a_log_that_grows_is_the_same_as_one_that_is_read_whole(name: str) -> None:
    game, options, record, entries = kept(name)
    seats = len(record.seats)
    entries = entries[: at_most(len(entries), 5 * CHECKPOINT_EVERY)]
    once, grown, dice = whole(game, options, seats, entries), Timeline(game, options, seats), random.Random(4)
    known = 0
    while known < len(entries):
        known = min(len(entries), known + dice.randint(1, 9))
        assert grown.is_beginning_of(entries[:known])
        grown.extend(entries[:known])
        grown.state(dice.randrange(known), 0)
    for viewer in (None, Seat(0), Seat(seats - 1)):
        assert grown.moments(viewer) == once.moments(viewer)
        for moment in once.moments(viewer)[::11]:
            assert grown.view(moment, viewer) == once.view(moment, viewer)
    assert not once.is_beginning_of(entries[:-1])
    assert not once.is_beginning_of([*entries[:-1], replace(entries[-1], hash="0" * 64)])


@pytest.mark.parametrize("name", CHOSEN)
def test_stages_are_those_that_films_show(name: str) -> None:
    game, options, record, entries = kept(name)
    entries = entries[:40]
    seats = len(record.seats)
    timeline = whole(game, options, seats, entries)
    gone = {
        each.number
        for fold, _ in folds(game, options, seats, entries)
        for each in entries
        if each.number in fold.undone_entries
    }
    for viewer in (None, Seat(0)):
        films = visible_stages(stages_since(game, options, seats, entries, 0), viewer)
        seen = [(number, game.view(stage.state, viewer)) for number, stage in films]
        moves = [each for each in timeline.moments(viewer) if entries[each.entry].kind in ("start", "move")]
        assert [(each.entry, timeline.view(each, viewer)) for each in moves if each.entry not in gone] == seen


def test_a_viewer_who_took_over_the_seat_sees_nothing_of_the_hand_before() -> None:
    """Not even the hand: it tells what the person before has chosen in secret."""
    game, options, record, entries = kept("genial-3")
    entries = entries[:13]
    at = entries[-1].at
    entries.append(Entry(13, "seat", Seat(0), "substitute", (), at, None, entries[-1].hash))
    timeline = whole(game, options, len(record.seats), entries)
    mine, public = timeline.moments(Seat(0)), timeline.moments(None)
    assert [each for each in mine if each.entry < 13] == [each for each in public if each.entry < 13]
    before, after = mine[4], mine[-1]
    assert timeline.view(before, Seat(0)) == timeline.view(before, None)
    assert timeline.view(after, Seat(0)) == game.view(timeline.state(13, 0), Seat(0))


@pytest.mark.parametrize("name", ["genial-3", "familienbande-3", "genesia-3"])
def test_the_number_of_steps_tells_nothing_of_what_others_are_told(name: str) -> None:
    """Whatever is told to others alone leaves the steps of a viewer as they are."""
    game, options, record, entries = kept(name)
    timeline = whole(game, options, len(record.seats), entries)
    for viewer in (None, Seat(0)):
        steps = timeline.moments(viewer)
        assert all(event.to is None or viewer in event.to for each in steps for event in each.events)
        secret = Event("secret", Seat(1), {}, frozenset({Seat(1)}))
        stages = timeline._stages
        timeline._stages = [
            tuple(
                (*(each for each in events if not _others(each, viewer)), secret) if events else events
                for events in entry
            )
            for entry in stages
        ]
        assert [(each.entry, each.events) for each in timeline.moments(viewer)] == [
            (each.entry, each.events) for each in steps
        ]
        timeline._stages = stages


def _others(event: Event, viewer: Seat | None) -> bool:
    return event.to is not None and viewer not in event.to
