"""The colours that all pictures share can be read."""

from __future__ import annotations

import pytest

from render.kit.canvas import Theme, ink
from tests.render.sight import SIGHT, contrast


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", Theme)
def test_what_is_written_can_be_read_on_every_ground(theme: Theme, sight: str) -> None:
    """As WCAG asks it of small letters; a little less where a kind of cone is missing."""
    paint, least = ink(theme), 4.5 if sight == "normal" else 4.2
    for front in (paint.text, paint.muted, paint.accent):
        for back in (paint.ground, paint.panel, paint.lit):
            assert contrast(front, back, sight) >= least, (front, back)
