"""Bodies of requests, in whatever pieces the line brings them."""

from __future__ import annotations

import asyncio
import itertools
import random
from unittest.mock import Mock

import pytest
from aiohttp import StreamReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from sandbox.bodies import CHUNK, Body, read_body
from sandbox.line import LINE, Line

PICTURE = bytes(range(256)) * 200
"""51,200 bytes."""
HEAD = b'--border\r\nContent-Disposition: form-data; name="files[0]"; filename="board.png"\r\n\r\n'
SENT = HEAD + PICTURE + b"\r\n--border--\r\n"


async def read_in(pieces: list[bytes]) -> Body:
    """Read a body whose pieces come one by one, each after the earlier ones were read."""
    loop = asyncio.get_running_loop()
    protocol = BaseProtocol(loop)
    protocol.connection_made(Mock(asyncio.Transport))
    stream = StreamReader(protocol, 2**16, loop=loop)
    app = web.Application()
    app[LINE] = Line()
    headers = {"Content-Type": "multipart/form-data; boundary=border"}
    reading = asyncio.ensure_future(
        read_body(make_mocked_request("POST", "/", headers=headers, payload=stream, app=app))
    )
    for piece in pieces:
        stream.feed_data(piece)
        for _ in range(10):
            await asyncio.sleep(0)
    stream.feed_eof()
    return await reading


@pytest.mark.parametrize("short", [1, 3, 8])
async def test_a_short_piece_before_a_long_one(short: int) -> None:
    at = len(HEAD) + CHUNK
    body = await read_in([SENT[:at], SENT[at : at + short], SENT[at + short :]])
    assert body.files[0].body == PICTURE


@pytest.mark.parametrize("seed", range(20))
async def test_any_pieces(seed: int) -> None:
    chance = random.Random(seed)
    cuts = sorted({0, len(SENT), *chance.sample(range(1, len(SENT)), 12)})
    pieces = [SENT[start:end] for start, end in itertools.pairwise(cuts)]
    body = await read_in(pieces)
    assert body.files[0].body == PICTURE
