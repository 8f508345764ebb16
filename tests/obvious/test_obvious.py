"""Weak levels see less, and miss nothing that everybody sees (docs/robots.md)."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.obvious.kinds import KINDS, Kind
from tests.obvious.measure import positions, share

POSITIONS = 12
LEAST = 0.95
EVERY_KIND = [pytest.param(kind, id=f"{key}-{kind.name}") for key, kinds in KINDS.items() for kind in kinds]


def test_every_game_has_eight_kinds() -> None:
    assert set(KINDS) == set(GAMES)
    assert all(len({kind.name for kind in kinds}) == len(kinds) >= 8 for kinds in KINDS.values())


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_quick_level_finds_what_is_obvious(kind: Kind) -> None:
    asked = positions(kind, POSITIONS)
    assert len(asked) == POSITIONS, "there are hardly any positions of this kind"
    for level in ("novice", "casual", "steady"):
        assert share(kind, level, asked) >= LEAST, level


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_strong_levels_find_it_too(kind: Kind) -> None:
    """A few positions: these players think. The rest is measured by command."""
    asked = positions(kind, 3)
    assert share(kind, "strong", asked) == 1
