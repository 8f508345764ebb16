"""Pinned messages: the routes of today, and the older ones that they replace."""

from __future__ import annotations

from datetime import datetime

from aiohttp import web

from sandbox import archive, limits, messages
from sandbox import gateway as gw
from sandbox.box import Box
from sandbox.errors import ApiError, Json
from sandbox.ids import iso
from sandbox.responses import answer, nothing
from sandbox.world import DM, GROUP

from .places import CHANNEL, channel_of, limit_of, moment_of

routes = web.RouteTableDef()
PINS, OLD_PINS = CHANNEL + "/messages/pins", CHANNEL + "/pins"
ORDINARY = (0, 19, 20)


@routes.get(PINS)
async def list_pins(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY")
    limit, before = limit_of(request, limits.PINS_PAGE), moment_of(request, "before")
    found = [
        message
        for message in pinned_messages(box, channel)
        if before is None or _moment(message["_pinned_at"]) < before
    ]
    items = [
        {"pinned_at": message["_pinned_at"], "message": messages.show(box, message)}
        for message in found[:limit]
    ]
    return answer({"items": items, "has_more": len(found) > limit})


@routes.get(OLD_PINS)
async def list_old_pins(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY")
    return answer(
        [messages.show(box, message) for message in pinned_messages(box, channel)[: limits.PINS_PAGE]]
    )


@routes.put(PINS + "/{message_id:\\d+}")
@routes.put(OLD_PINS + "/{message_id:\\d+}")
async def pin(request: web.Request) -> web.Response:
    box, channel, message = _message_of(request)
    set_pinned(box, channel, message, box.world.bot["id"])
    return nothing()


@routes.delete(PINS + "/{message_id:\\d+}")
@routes.delete(OLD_PINS + "/{message_id:\\d+}")
async def unpin(request: web.Request) -> web.Response:
    box, channel, message = _message_of(request)
    set_pinned(box, channel, message, None)
    return nothing()


def _message_of(request: web.Request) -> tuple[Box, Json, Json]:
    box, channel = channel_of(request, "PIN_MESSAGES")
    archive.demand_awake(box, box.world.bot["id"], channel)
    return box, channel, box.world.message(channel["id"], request.match_info["message_id"])


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def pinned_messages(box: Box, channel: Json) -> list[Json]:
    """Return the pinned messages of a channel, the one pinned last first."""
    found = [message for message in box.world.messages[channel["id"]].values() if message["pinned"]]
    return sorted(found, key=lambda message: _moment(message["_pinned_at"]), reverse=True)


def set_pinned(box: Box, channel: Json, message: Json, user: str | None) -> None:
    """Pin a message for a user, or unpin it (`None`), and send the events."""
    if message["type"] not in ORDINARY:
        raise ApiError(50021)
    if message["pinned"] == (user is not None):
        return
    if user is not None and len(pinned_messages(box, channel)) >= limits.PINS:
        raise ApiError(30003)
    now = iso(box.world.clock())
    message["pinned"] = user is not None
    if user is not None:
        message["_pinned_at"] = channel["last_pin_timestamp"] = now
    messages.rewrite(box, message, edited=False)
    box.world.put("channel", channel)
    data = {"channel_id": channel["id"], "last_pin_timestamp": channel.get("last_pin_timestamp")}
    if channel.get("guild_id"):
        data["guild_id"] = channel["guild_id"]
    if channel["type"] != GROUP:
        box.gateway.dispatch(
            "CHANNEL_PINS_UPDATE", data, gw.DIRECT_MESSAGES if channel["type"] == DM else gw.GUILDS
        )
    if user is not None:
        notice = messages.blank(box, channel, user) | {"type": 6}
        reference = {"type": 0, "channel_id": channel["id"], "message_id": message["id"]}
        messages.post(box, notice | {"message_reference": reference})
