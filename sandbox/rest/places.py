"""What a request of the bot is about: the sandbox, the channel of its path, the fields of its body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from sandbox import archive
from sandbox.bodies import read_body
from sandbox.errors import Form, Json

if TYPE_CHECKING:
    from sandbox.server import Sandbox

CHANNEL = "/channels/{channel_id:\\d+}"
MESSAGE = CHANNEL + "/messages/{message_id:\\d+}"


def box_of(request: web.Request) -> Sandbox:
    from sandbox.server import BOX

    return request.app[BOX]


def channel_of(request: web.Request, *needed: str) -> tuple[Sandbox, Json]:
    """The channel of the path, once the bot has been found to hold the permissions."""
    box = box_of(request)
    channel = box.world.channel(request.match_info["channel_id"])
    archive.doze(box, channel)
    box.world.demand(box.world.bot["id"], channel, *needed)
    return box, channel


async def fields(request: web.Request) -> Json:
    """The body as an object, empty without one; refuses anything else (50035)."""
    data = (await read_body(request)).json
    if data is not None and not isinstance(data, dict):
        form = Form()
        form.wrong((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        form.refuse()
    return data or {}
