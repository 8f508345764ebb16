"""Golden pictures: comparison with files that somebody approved, as they are and as clients show them.

``LONGTABLE_GOLDEN=update`` in the environment writes the pictures instead of comparing: look at every one of
them before committing it.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops

from render.kit.box import phone_scale, window_scale
from render.kit.canvas import Picture

GOLDEN = Path(__file__).parent / "golden"
ACTUAL = Path(__file__).parents[1] / "_actual"
INVISIBLE_STEP = 24
"""Difference of a colour channel that nobody sees. Versions of the font library round differently."""
MAX_SHARE = 0.001
"""Share of the pixels that may differ by more than `INVISIBLE_STEP`."""
MAX_VISIBLE = 6
"""Points that may differ by more than `INVISIBLE_STEP` when the picture is shown smaller.

It is less than the points that change when a digit is replaced by another.
"""


def open_picture(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data))


def difference_mask(a: Image.Image, b: Image.Image, step: int = INVISIBLE_STEP) -> Image.Image:
    """Return a mask (mode L) with 255 where two pictures of one size differ by more than `step`."""
    bands = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point([255 * (level > step) for level in range(256)])


def visible_differences(a: Image.Image, b: Image.Image) -> dict[str, int]:
    """Return the number of points that differ visibly on a wide window and on a phone.

    A client that shows the picture in its full size is left out.
    """
    scales = {"window": window_scale(a.width, a.height), "phone": phone_scale(a.width)}
    found: dict[str, int] = {}
    for where, scale in scales.items():
        size = round(a.width * scale), round(a.height * scale)
        if scale < 1:
            small, other = (each.convert("RGB").resize(size, Image.Resampling.BOX) for each in (a, b))
            found[where] = difference_mask(small, other).histogram()[255]
    return found


def assert_golden(name: str, picture: Picture) -> None:
    """Assert that the picture looks like ``golden/<name>.png``.

    If it does not, write it to the folder ``_actual``, which git ignores.
    """
    file = GOLDEN / f"{name}.png"
    if os.environ.get("LONGTABLE_GOLDEN") == "update":
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(picture.data)
        return
    assert file.exists(), f"no {file.name}: look at the picture, then LONGTABLE_GOLDEN=update"
    actual, golden = open_picture(picture), Image.open(io.BytesIO(file.read_bytes()))
    problem = ""
    if actual.size != golden.size:
        problem = f"{actual.size} instead of {golden.size}"
    else:
        apart = difference_mask(actual, golden)
        count = apart.histogram()[255]
        seen = visible_differences(actual, golden)
        if count > MAX_SHARE * actual.width * actual.height or max(seen.values(), default=0) > MAX_VISIBLE:
            problem = f"{count} pixels differ, seen: {seen}"
            ACTUAL.mkdir(exist_ok=True)
            apart.save(ACTUAL / f"{name}.diff.png")
    if problem:
        ACTUAL.mkdir(exist_ok=True)
        (ACTUAL / f"{name}.png").write_bytes(picture.data)
    assert not problem, f"{name}: {problem}; see {ACTUAL.name}/{name}.png"
