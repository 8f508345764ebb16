"""Request bodies: JSON, or multipart with `payload_json` and files."""

from __future__ import annotations

import json
import math
import mimetypes
import re
import struct
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, web

from . import limits
from .errors import ApiError
from .line import LINE, Line

CHUNK = 8192
_HALF = re.compile("[\ud800-\udfff]")
_FILE_FIELD = re.compile(r"files\[(\d+)\]")


class Upload(NamedTuple):
    filename: str
    body: bytes


class Body(NamedTuple):
    """The JSON of a request, and its files by the number in `files[n]`."""

    json: Any
    files: dict[int, Upload]


BODY = web.RequestKey("body", Body)
UNREADABLE = web.RequestKey("unreadable", ApiError)


MAX_DEPTH = 64
"""Levels of nested lists and objects in a body; a message needs a fraction of it."""


def decode(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises ApiError 50109 for invalid JSON, and for values that no client could be sent: lone surrogates,
    infinite numbers, and nesting deeper than `MAX_DEPTH`.
    """
    try:
        value = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise ApiError(50109) from None
    if not _can_be_sent(value):
        raise ApiError(50109)
    return value


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _can_be_sent(value: Any) -> bool:
    """Return `False` for a value nested deeper than `MAX_DEPTH`, or with a lone surrogate or infinity."""
    level = [value]
    for _ in range(MAX_DEPTH):
        if not level:
            return True
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += (*each, *each.values())
            elif isinstance(each, list):
                inner += each
            elif (isinstance(each, str) and not is_text(each)) or each in (math.inf, -math.inf):
                return False
        level = inner
    return False


def is_text(text: str) -> bool:
    """Return `True` for a text without lone surrogates. Those can be stored, but not encoded as UTF-8."""
    return not _HALF.search(text)


def is_number(text: str) -> bool:
    """Return `True` for one to twenty ASCII digits, the form of ids, counts and limits."""
    return text.isascii() and text.isdecimal() and len(text) <= 20


async def read_body(request: web.Request) -> Body:
    """Return the body of a request. It is read once and kept with the request.

    Raises ApiError 50109 for broken JSON, 40005 for a file that is too large.
    """
    if UNREADABLE in request:
        raise request[UNREADABLE]
    if BODY not in request:
        try:
            request[BODY] = await _parse(request)
        except ApiError as refusal:
            request[UNREADABLE] = refusal
            raise
    return request[BODY]


async def _parse(request: web.Request) -> Body:
    line = request.app[LINE]
    if request.content_type != "multipart/form-data":
        raw = await _all_of(request.content.read, line)
        return Body(decode(raw) if raw else None, {})
    payload: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        name = part.name or ""
        if name == "payload_json":
            payload = decode(await _all_of(part.read_chunk, line))
        elif match := _FILE_FIELD.fullmatch(name):
            body = await _all_of(part.read_chunk, line)
            if len(body) > limits.FILE_BYTES:
                raise ApiError(40005)
            filename = part.filename or "file"
            if not is_text(filename):
                raise ApiError(50109)
            files[int(match[1])] = Upload(filename, body)
    return Body(payload if payload is not None else {}, files)


async def _all_of(read: Callable[[int], Awaitable[bytes]], line: Line) -> bytes:
    body = bytearray()
    while chunk := await read(CHUNK):
        await line.carry(len(chunk))
        body += chunk
    return bytes(body)


def media_type(filename: str) -> str:
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
)


def picture_type(body: bytes) -> str | None:
    """Return the media type that a picture's bytes show. The type that a client names may be wrong."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _SIGNATURES if body.startswith(start)), None)


def picture_size(body: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, GIF or WebP file, `None` for anything else."""
    if body[:8] == b"\x89PNG\r\n\x1a\n" and len(body) >= 24:
        return struct.unpack(">II", body[16:24])
    if body[:6] in (b"GIF87a", b"GIF89a"):
        return struct.unpack("<HH", body[6:10])
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP" and len(body) >= 30:
        kind = body[12:16]
        if kind == b"VP8X":
            return int.from_bytes(body[24:27], "little") + 1, int.from_bytes(body[27:30], "little") + 1
        if kind == b"VP8L":
            packed = int.from_bytes(body[21:25], "little")
            return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        if kind == b"VP8 ":
            width, height = struct.unpack("<HH", body[26:30])
            return width & 0x3FFF, height & 0x3FFF
    return None
