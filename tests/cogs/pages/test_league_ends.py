"""The end of a season in words: every remark can be said, with the right plural, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from cogs.pages.league_ends import outcome_lines
from cogs.text.text import LANGUAGES, text_for
from engine.league.points import POINT
from engine.league.remarks import RemarkKind, remark_of
from tests.engine.league.test_remarks import closed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_is_said_with_its_plural(language: str) -> None:
    dice, text, seen = Random(3), text_for(language), set[RemarkKind]()
    for _ in range(400):
        season = closed(dice)
        remark = remark_of(season)
        assert remark is not None
        seen.add(remark.kind)
        lines = outcome_lines(season, text)
        assert len(lines) >= 2
        assert all(line and "{" not in line for line in lines)
        if remark.kind in (RemarkKind.AHEAD, RemarkKind.FAR):
            one = remark.lead == POINT or (language == "fr" and remark.lead < 2 * POINT)
            assert ("points" in lines[1]) != one, lines[1]
    assert seen == set(RemarkKind)
