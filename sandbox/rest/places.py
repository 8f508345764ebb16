"""Readers for the bot's requests: the sandbox, the channel of the path, fields of the body and the query."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from operator import itemgetter

from aiohttp import web

from sandbox import archive
from sandbox.bodies import read_body
from sandbox.box import BOX, Box
from sandbox.errors import Form, Json

CHANNEL = "/channels/{channel_id:\\d+}"
MESSAGE = CHANNEL + "/messages/{message_id:\\d+}"


def box_of(request: web.Request) -> Box:
    return request.app[BOX]


def channel_of(request: web.Request, *needed: str) -> tuple[Box, Json]:
    """Return the sandbox and the channel of the path. Refuses a bot without the permissions."""
    box = box_of(request)
    channel = box.world.channel(request.match_info["channel_id"])
    archive.doze(box, channel)
    box.world.demand(box.world.bot["id"], channel, *needed)
    return box, channel


async def fields(request: web.Request) -> Json:
    """Return the body, empty if there is none. Refuses anything but an object (50035)."""
    data = (await read_body(request)).json
    if data is not None and not isinstance(data, dict):
        form = Form()
        form.wrong((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        form.refuse()
    return data or {}


def flag_of(request: web.Request, name: str) -> bool:
    """Return `True` if a field of the query is `1` or `true`."""
    return request.query.get(name, "").lower() in ("1", "true")


def limit_of(request: web.Request, most: int, usual: int | None = None) -> int:
    """Return the query's `limit`, by default `usual` or `most`. Refuses one out of range (50035)."""
    limit = request.query.get("limit", str(usual or most))
    form = Form()
    if not limit.isdecimal() or not 1 <= int(limit) <= most:
        form.wrong(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {most}.")
    form.refuse()
    return int(limit)


def snowflake_of(request: web.Request, name: str) -> int | None:
    """Return an id of the query, `None` without one. Refuses anything else (50035)."""
    value = request.query.get(name)
    form = Form()
    if value is not None and not value.isdecimal():
        form.wrong((name,), "NUMBER_TYPE_COERCE", f'Value "{value[:40]}" is not snowflake.')
    form.refuse()
    return int(value) if value is not None else None


def moment_of(request: web.Request, name: str) -> float | None:
    """Return a time of the query (ISO 8601) in seconds since 1970, `None` without one.

    Refuses others (50035).
    """
    value, form = request.query.get(name), Form()
    try:
        # A plus sign that was not escaped arrives as a space.
        return datetime.fromisoformat(value.replace(" ", "+")).timestamp() if value is not None else None
    except ValueError:
        form.wrong((name,), "TIMESTAMP_TYPE_CONVERT", "Timestamp is not ISO 8601.")
        form.refuse()
        return None


def page(
    request: web.Request,
    items: list[Json],
    *,
    most: int,
    usual: int | None = None,
    key: Callable[[Json], str] = itemgetter("id"),
) -> list[Json]:
    """Return the part of a list (by ascending ids) that the query's `after`, `before` and `limit` ask for."""
    limit, after, before = limit_of(request, most, usual), *_bounds(request)
    found = [item for item in items if after < int(key(item)) and (before is None or int(key(item)) < before)]
    return found[-limit:] if before is not None and not after else found[:limit]


def _bounds(request: web.Request) -> tuple[int, int | None]:
    return snowflake_of(request, "after") or 0, snowflake_of(request, "before")
