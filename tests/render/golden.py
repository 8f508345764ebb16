"""Comparing pictures with those that were looked at and found good, as they are and as clients show them.

``LONGTABLE_GOLDEN=update`` in the environment writes the pictures instead of comparing: look at every one of
them before committing it.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops

from render.kit.box import on_a_phone, on_a_window
from render.kit.canvas import Picture

GOLDEN = Path(__file__).parent / "golden"
ACTUAL = Path(__file__).parents[1] / "_actual"
STEP = 24
"""Difference of a channel that nobody sees: another version of the font library rounds differently."""
SHARE = 0.001
"""Pixels that may differ by more."""
SEEN = 6
"""Points that may differ by more where the picture is shown smaller: fewer than another digit changes."""


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data))


def differing(a: Image.Image, b: Image.Image, step: int = STEP) -> Image.Image:
    """Where two pictures of one size differ visibly (mode L, 255 there)."""
    bands = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point([255 * (level > step) for level in range(256)])


def seen_apart(a: Image.Image, b: Image.Image) -> dict[str, int]:
    """How many points differ visibly on a wide window and on a phone; nothing where it is shown as it is."""
    scales = {"window": on_a_window(a.width, a.height), "phone": on_a_phone(a.width)}
    found: dict[str, int] = {}
    for where, scale in scales.items():
        size = round(a.width * scale), round(a.height * scale)
        if scale < 1:
            small, other = (each.convert("RGB").resize(size, Image.Resampling.BOX) for each in (a, b))
            found[where] = differing(small, other).histogram()[255]
    return found


def assert_golden(name: str, picture: Picture) -> None:
    """The picture looks like ``golden/<name>.png``; else it is written to the ignored folder ``_actual``."""
    file = GOLDEN / f"{name}.png"
    if os.environ.get("LONGTABLE_GOLDEN") == "update":
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(picture.data)
        return
    assert file.exists(), f"no {file.name}: look at the picture, then LONGTABLE_GOLDEN=update"
    actual, golden = opened(picture), Image.open(io.BytesIO(file.read_bytes()))
    problem = ""
    if actual.size != golden.size:
        problem = f"{actual.size} instead of {golden.size}"
    else:
        apart = differing(actual, golden)
        count = apart.histogram()[255]
        seen = seen_apart(actual, golden)
        if count > SHARE * actual.width * actual.height or max(seen.values(), default=0) > SEEN:
            problem = f"{count} pixels differ, seen: {seen}"
            ACTUAL.mkdir(exist_ok=True)
            apart.save(ACTUAL / f"{name}.diff.png")
    if problem:
        ACTUAL.mkdir(exist_ok=True)
        (ACTUAL / f"{name}.png").write_bytes(picture.data)
    assert not problem, f"{name}: {problem}; see {ACTUAL.name}/{name}.png"
