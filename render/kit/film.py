"""Films: boards one after the other as an animated GIF, which plays in every client.

Each frame after the first holds only the pixels that changed. Pillow compresses the frames but does not write
the file: its own writer compares frames in full colour and looks for a palette, which took most of the time.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Collection, Sequence

from PIL import Image, ImageChops, ImageFilter

from render.kit.canvas import Picture

__all__ = [
    "FILM_WIDTH",
    "KEY_FRAMES",
    "MAX_FRAMES",
    "MAX_STEPS",
    "MAX_WEIGHT",
    "WHOLE_WIDTH",
    "film",
    "layers",
    "reel",
    "spread",
    "whole",
]

FILM_WIDTH = 660
"""Width of a film's boards in pixels. Clients show them smaller."""
MAX_FRAMES = 48
"""Frames in a film, at most: a round of five players, each move in its steps."""
MAX_WEIGHT = 380_000
"""Bytes of a film, at most: a phone on the road loads it."""
WHOLE_WIDTH = 550
"""Width in pixels of the boards in the film of a whole match: as wide as a window shows it."""
MAX_STEPS = 200
"""Steps in the film of a whole match, at most; of a longer one some are left out evenly."""
MARGIN = 5
"""Pixels, an odd number, of the square around a changed one that a layer shows: layers are scaled one by one,
and their edges must show the same on both sides."""
KEY_FRAMES = 12
"""Layers after which a whole board follows, so that no step needs more of them on each other."""
_LAST_FRAME_TIME = 2500
"""Milliseconds for which the last frame stays."""
_MIN_TIME, _MAX_TIME, _TOTAL_TIME = 450, 800, 14_000
"""Milliseconds for a frame: at least, at most, and for all but the last together."""
_FIRST_FRAME_TIME = 1200
_MIN_STEP_TIME, _WHOLE_TIME = 250, 60_000
"""Milliseconds for a step of a whole match, at least; and for all of them together, if that is more."""
_LONG = 2
"""The time of a frame with much to look at, as a multiple of an ordinary frame's."""
_HEADER, _TRAILER = b"GIF89a", b";"
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_BITS = 8


def reel(draws: Sequence[Callable[[], Picture]], long: Collection[int] = ()) -> Picture:
    """Return the last `MAX_FRAMES` pictures as a film. Equal pictures in a row become one frame.

    There are fewer if they are heavier than `MAX_WEIGHT`. Each function in `draws` returns a palette image;
    all have the same size. Those whose numbers are in `long` are shown longer.
    """
    seen: list[bytes] = []
    shares: list[int] = []
    for number in reversed(range(len(draws))):
        data, share = draws[number]().data, _LONG if number in long else 1
        if seen and data == seen[-1]:
            shares[-1] = max(shares[-1], share)
        elif len(seen) == MAX_FRAMES:
            break
        else:
            seen.append(data)
            shares.append(share)
    frames, shares = [Image.open(io.BytesIO(data)) for data in reversed(seen)], shares[::-1]
    while True:
        shown = film(frames, _times(shares))
        if len(shown.data) <= MAX_WEIGHT or len(frames) <= 2:
            return shown
        cut = len(frames) // 6 + 1
        frames, shares = frames[cut:], shares[cut:]


def spread(count: int, most: int) -> list[int]:
    """Return at most so many of the numbers from 0 to `count` - 1, evenly spread, the first and the last."""
    if count <= most:
        return [*range(count)]
    return [number * (count - 1) // (most - 1) for number in range(most)]


def whole(draws: Sequence[Callable[[], Picture]], *, ends: bool = True) -> Picture:
    """Return these pictures as the film of a whole match; it begins with the last one if that is the end.

    Clients that play no films show the first frame. Equal pictures in a row become one frame. Each function
    in `draws` returns a palette image; all have the same size. Raises `ValueError` for more than `MAX_STEPS`.
    """
    if len(draws) > MAX_STEPS:
        raise ValueError(f"{len(draws)} steps")
    seen: list[bytes] = []
    for draw in draws:
        data = draw().data
        if not seen or data != seen[-1]:
            seen.append(data)
    each = min(_MAX_TIME, max(_MIN_STEP_TIME, _WHOLE_TIME // len(seen)))
    times = [*(each for _ in seen[1:]), _LAST_FRAME_TIME]
    if ends and len(seen) > 1:
        seen, times = [seen[-1], *seen], [_FIRST_FRAME_TIME, *times]
    return film([Image.open(io.BytesIO(data)) for data in seen], times)


def layers(pictures: Sequence[Picture]) -> list[tuple[int, bytes]]:
    """Return palette images of one size as GIF files, each with what differs from the one before.

    With each comes the number of the layer on which one must begin to lay them on each other, up to itself,
    to see its picture. All have the pictures' size, and are empty where nothing differs.
    """
    frames = [Image.open(io.BytesIO(each.data)) for each in pictures]
    found: list[tuple[int, bytes]] = []
    begun = 0
    for number, frame in enumerate(frames):
        table = _table(frame)
        before = frames[number - 1] if number > begun else None
        spare = None if before is None else _unused_index([frame], table)
        if before is None or spare is None or _table(before) != table or number - begun >= KEY_FRAMES:
            begun, before, spare = number, None, None
        out = bytearray(_HEADER)
        out += struct.pack("<HHBBB", *frame.size, 0xF0 | (_BITS - 1), 0, 0) + table
        found.append((begun, bytes(out + _frame(frame, before, 0, table, spare, MARGIN) + _TRAILER)))
    return found


def _times(shares: Sequence[int]) -> list[int]:
    """Return the milliseconds of frames that share their time so; the last one has a time of its own."""
    *before, _ = shares
    each = min(_MAX_TIME, max(_MIN_TIME, _TOTAL_TIME // max(1, sum(before))))
    return [*(each * share for share in before), _LAST_FRAME_TIME]


def film(frames: Sequence[Image.Image], times: Sequence[int]) -> Picture:
    """Return an endless film of palette images (mode P) of one size; `times` are milliseconds for each
    frame.
    """
    first = frames[0]
    table, out = _table(first), bytearray(_HEADER)
    out += struct.pack("<HHBBB", *first.size, 0xF0 | (_BITS - 1), 0, 0) + table + _FOR_EVER
    spare = _unused_index(frames, table)
    before: Image.Image | None = None
    for frame, time in zip(frames, times, strict=True):
        out += _frame(frame, before, time, table, spare)
        before = frame
    return Picture(bytes(out + _TRAILER), *first.size, "gif")


def _table(image: Image.Image) -> bytes:
    """Return the image's palette as 256 colours of three bytes."""
    return bytes(image.getpalette() or ()).ljust(768, b"\0")[:768]


def _unused_index(frames: Sequence[Image.Image], table: bytes) -> int | None:
    """Return a palette index that no frame uses, as the transparent colour for unchanged pixels.

    Return `None` if the frames differ in their palettes or use all 256 colours.
    """
    if any(_table(each) != table for each in frames):
        return None
    used = {index for each in frames for _, index in each.getcolors(256) or ()}
    return next((each for each in range(255, -1, -1) if each not in used), None)


def _frame(
    frame: Image.Image,
    before: Image.Image | None,
    time: int,
    table: bytes,
    spare: int | None,
    margin: int = 1,
) -> bytes:
    """Return the GIF block for the part of `frame` that differs from the frame before it."""
    left = top = 0
    flags, own = 0x04, _table(frame)  # keep the frame when the next one is drawn
    if before is not None and own == _table(before):
        changed = ImageChops.difference(_numbers(frame), _numbers(before))
        if margin > 1 and (found := changed.getbbox()):
            wide, tall = frame.size
            left, top = max(0, found[0] - margin), max(0, found[1] - margin)
            around = left, top, min(wide, found[2] + margin), min(tall, found[3] + margin)
            changed.paste(changed.crop(around).filter(ImageFilter.MaxFilter(margin)), around)
        left, top, right, bottom = changed.getbbox() or (0, 0, 1, 1)
        box = (left, top, right, bottom)
        frame = frame.crop(box)
        if spare is not None:
            same = changed.crop(box).point([255] + [0] * 255, "1")  # pyright: ignore[reportUnknownMemberType] - Pillow's annotation
            frame.paste(spare, (0, 0, *frame.size), same)
            flags |= 0x01
    control = b"!\xf9\x04" + struct.pack("<BHBB", flags, round(time / 10), spare or 0, 0)
    local = own if own != table else b""
    place = struct.pack("<HHHHB", left, top, *frame.size, 0x80 | (_BITS - 1) if local else 0)
    data = frame.tobytes("gif", "P", _BITS, 0)
    return control + b"," + place + local + bytes((_BITS,)) + data + b"\0"


def _numbers(image: Image.Image) -> Image.Image:
    """Return the palette indices of the image's pixels as grey levels."""
    return Image.frombytes("L", image.size, image.tobytes())
