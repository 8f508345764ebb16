"""Contrast of the colours that all pictures share."""

from __future__ import annotations

import pytest

from render.kit.canvas import Theme, ink
from tests.render.sight import SIGHT, contrast


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_text_can_be_read_on_every_ground(theme: Theme, sight: str) -> None:
    """Ask for the contrast that WCAG demands of small letters, or a little less where a kind of cone is
    missing.
    """
    paint, least = ink(theme), 4.5 if sight == "normal" else 4.2
    for front in (paint.text, paint.muted, paint.accent):
        for back in (paint.ground, paint.panel, paint.lit):
            assert contrast(front, back, sight) >= least, (front, back)
