"""PNG files of palette images.

ISA-L compresses them to the size that zlib's level 3 gives, in a fifth of the time; with zlib, compression
was most of the time that a picture took.

The bytes that ISA-L makes of a stream's beginning depend on the compressor's own address in memory: level 1
takes a hash of that address for the hash of bytes 2 to 5 (``write_first_byte``). A first block of fewer than
17 bytes takes another path, and everything after it depends on the data alone.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from isal import isal_zlib
from PIL import Image

__all__ = ["compressed", "decompressed", "palette_png"]

LEVEL = 1
BAND_ROWS = 64
"""Rows that are compressed together. Copying the whole picture at once takes longer than compressing it."""
FIRST_BLOCK_BYTES = 8
"""Bytes in the first block; must be 4 to 16."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _INDEXED = 8, 3


def palette_png(image: Image.Image) -> bytes:
    """Return the image (mode P) as a PNG file with eight bits a pixel.

    Its rows are not filtered, which compresses best with few colours.
    """
    size = struct.pack(">IIBBBBB", image.width, image.height, _EIGHT_BITS, _INDEXED, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", size),
            _chunk(b"PLTE", bytes(image.getpalette() or ())),
            _chunk(b"IDAT", b"".join(_compressed_rows(image))),
            _chunk(b"IEND", b""),
        )
    )


def _compressed_rows(image: Image.Image) -> Iterator[bytes]:
    """Yield the compressed rows. Each row begins with the number of its filter, 0 for none."""
    width, height = image.size
    compressor: Any = isal_zlib.compressobj(LEVEL)  # pyright: ignore[reportUnknownMemberType] - its stub
    for top in range(0, height, BAND_ROWS):
        low = min(top + BAND_ROWS, height)
        # Each row is padded with one byte of 0, which is the filter number of the next row. The padding of
        # the very last row is cut off.
        rows = memoryview(image.crop((0, top, width, low)).tobytes("raw", "P", width + 1, 1))
        rows = rows if low < height else rows[:-1]
        if top == 0:
            yield compressor.compress(b"\0" + rows[: FIRST_BLOCK_BYTES - 1])
            yield compressor.flush(isal_zlib.Z_SYNC_FLUSH)
            rows = rows[FIRST_BLOCK_BYTES - 1 :]
        yield compressor.compress(rows)
    yield compressor.flush()


def compressed(data: bytes) -> bytes:
    """Return the bytes as small as `LEVEL` makes them, for `decompressed`."""
    return isal_zlib.compress(data, LEVEL)  # pyright: ignore[reportUnknownMemberType] - its stub


def decompressed(data: bytes) -> bytes:
    return isal_zlib.decompress(data)  # pyright: ignore[reportUnknownMemberType] - its stub


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
