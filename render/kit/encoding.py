"""PNG files of palette images.

ISA-L compresses them to the size that zlib's level 3 gives, in a fifth of its time: that was most of what a
picture took. What it makes of a stream's beginning hangs on where in memory the compressor lies: its level 1
takes a hash of its own address for that of the bytes 2 to 5 (``write_first_byte``). A first block of fewer
than 17 bytes goes another way, and behind it all depends on the bytes alone.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from isal import isal_zlib
from PIL import Image

__all__ = ["palette_png"]

LEVEL = 1
BAND = 64
"""Rows compressed together: copies of whole pictures take longer to come by than to compress."""
FIRST = 8
"""Bytes of the first block: from 4 to 16."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _INDEXED = 8, 3


def palette_png(image: Image.Image) -> bytes:
    """The image (mode P) as a PNG file: eight bits a pixel, not filtered, as is best for few colours."""
    size = struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _INDEXED, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", size),
            _chunk(b"PLTE", bytes(image.getpalette() or ())),
            _chunk(b"IDAT", b"".join(_compressed(image))),
            _chunk(b"IEND", b""),
        )
    )


def _compressed(image: Image.Image) -> Iterator[bytes]:
    """The rows, each after the number of its filter, 0 for none."""
    width, height = image.size
    compressor: Any = isal_zlib.compressobj(LEVEL)  # pyright: ignore[reportUnknownMemberType] - its stub
    for top in range(0, height, BAND):
        low = min(top + BAND, height)
        # A row is padded with one byte of 0: it is the filter of the next one, and too much after the last.
        rows = memoryview(image.crop((0, top, width, low)).tobytes("raw", "P", width + 1, 1))
        rows = rows if low < height else rows[:-1]
        if top == 0:
            yield compressor.compress(b"\0" + rows[: FIRST - 1])
            yield compressor.flush(isal_zlib.Z_SYNC_FLUSH)
            rows = rows[FIRST - 1 :]
        yield compressor.compress(rows)
    yield compressor.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
