"""The duration of a match, as the lobby shows it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.weeks import Sample, _durations
from cogs.text import durations
from engine.match.changes import EPOCH
from engine.match.clock import PACES
from engine.matches import Match, Occupant, Status, Venue


def table(**changes: Any) -> Match:
    host = Occupant(1, "Ada", None, 1)
    match = Match(
        1, "genial", 1, {}, 2, Status.LOBBY, 1, Venue(1, 2, "en"), (host,), "", None, 0,
        opened_at=EPOCH, pace=PACES["day"],
    )  # fmt: skip
    return replace(match, **changes)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Durations as the bench writes them: enough matches for two at `day`, too few at `week`."""
    samples = [Sample("genial", 2, "day", days) for days in (20.0,) * 8 + (30.0,)]
    samples += [Sample("genial", 2, "week", 90.0)] * (durations.LEAST - 1)
    samples += [
        Sample("genial", 2, "day", 900.0, stalled=True),
        Sample("genial", 2, "day", 9.0, vanished=True),
    ]
    rows = csv.DictReader(io.StringIO(_durations(samples)))
    found = {
        (row["game"], int(row["seats"]), row["pace"]): (float(row["median"]), float(row["nine_of_ten"]))
        for row in rows
        if int(row["matches"]) >= durations.LEAST
    }
    monkeypatch.setattr(durations, "_measured", lambda: found)


def test_weeks_are_whole_and_never_fewer_than_one(measured: None) -> None:
    assert durations.weeks(table()) == (3, 5)


@pytest.mark.parametrize(
    "other",
    [
        {"pace": PACES["week"]},  # too few matches
        {"pace": replace(PACES["day"], leave=False)},
        {"size": 3},
        {"game": "nothing"},
        {"occupants": (Occupant(1, "Ada", None, 1), Occupant(None, "", "steady", 1))},
    ],
)
def test_nothing_is_said_of_what_was_not_measured(measured: None, other: dict[str, Any]) -> None:
    assert durations.weeks(table(**other)) is None


def test_the_committed_table_can_be_read() -> None:
    path = Path(durations.__file__).with_name("durations.csv")
    rows = list(csv.DictReader(path.read_text("ascii").splitlines()))
    enough = [row for row in rows if int(row["matches"]) >= durations.LEAST]
    assert len(durations._measured()) == len(enough) > 0
    assert {row["game"] for row in rows} >= {"genial", "genesia"}
