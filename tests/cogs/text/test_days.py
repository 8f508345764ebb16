"""Days and hours as people type them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from cogs.text.days import here
from engine.match.clock import ZONES, Habits, zone_of


@pytest.fixture
def old_machine(tmp_path: Path) -> Iterator[None]:
    """The machine's own data has Reykjavik's time in every zone."""
    for zone in ZONES:
        data = tmp_path.joinpath(*zone.split("/"))
        data.parent.mkdir(parents=True, exist_ok=True)
        data.write_bytes(files("tzdata").joinpath("zoneinfo", "UTC").read_bytes())
    zoneinfo.reset_tzpath(to=(str(tmp_path),))
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    zoneinfo.ZoneInfo.clear_cache()


def test_the_time_somewhere_is_that_of_its_deadlines(old_machine: None) -> None:
    now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    for zone in ZONES:
        there = here(now, zone)
        assert there.utcoffset() == now.astimezone(zone_of(zone)).utcoffset()
        quiet = (there.hour * 60, (there.hour + 2) % 24 * 60)
        assert Habits(zone, quiet).quiet_until(now) is not None
    assert here(now, None).utcoffset() == here(now, "No/Where").utcoffset() == timedelta()
