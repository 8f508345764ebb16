"""The short form of `soak.phones`: some turns by touch, on phones on which everything fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from soak.chromium import ARGUMENTS, CHROMIUM
from soak.phones import play
from soak.playing import FORMS

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.usefixtures("luck")]
TOUCHES = 5
"""Touches of a straight move, at most: a list takes two, one to open it."""


@pytest.mark.parametrize(
    ("game", "language"), [(game, ("fr", "en")[number % 2]) for number, game in enumerate(FORMS)]
)
async def test_some_turns_on_phones(tmp_path: Path, game: str, language: str) -> None:
    if CHROMIUM is None:
        pytest.skip("Debian's chromium is not installed: nothing is tried on a phone here.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        sitting = await play(browser, game, language, tmp_path, screens=6, moves=3)
        await browser.close()
    assert sitting.moves == 3
    assert (sitting.wrong, sitting.complaints) == ({}, [])
    assert max(sitting.direct + sitting.going_on, default=0) <= TOUCHES
