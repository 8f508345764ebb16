"""Pictures that the sandbox draws itself: the default faces of people."""

from __future__ import annotations

import functools
import struct
import zlib

COLOURS = [(86, 98, 205), (101, 112, 122), (52, 140, 99), (190, 124, 22), (196, 70, 64), (158, 72, 150)]
SIZE = 128


def default_avatar_index(user_id: str) -> int:
    """Return the number of the default face that Discord shows for a user without a discriminator."""
    return (int(user_id) >> 22) % 6


@functools.cache
def avatar(index: int) -> bytes:
    """Return a PNG of 128 × 128 pixels: head and shoulders on a coloured ground."""
    ground = COLOURS[index % len(COLOURS)]
    figure = (244, 244, 248)
    rows = bytearray()
    for y in range(SIZE):
        rows.append(0)
        for x in range(SIZE):
            head = _inside(x - 63.5, y - 50, 24, 24)
            body = _inside(x - 63.5, y - 116, 42, 36)
            share = max(head, body)
            rows += bytes(round(a + (b - a) * share) for a, b in zip(ground, figure, strict=True))
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _inside(x: float, y: float, width: float, height: float) -> float:
    """Return the share of a pixel inside an ellipse about the origin, 0 to 1."""
    distance = ((x / width) ** 2 + (y / height) ** 2) ** 0.5
    return min(1.0, max(0.0, (1 - distance) * min(width, height) + 0.5))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
