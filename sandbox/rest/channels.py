"""Channels, their messages, and typing."""

from __future__ import annotations

from aiohttp import web

from sandbox import archive, limits, messages
from sandbox.bodies import is_number, read_body
from sandbox.box import Box
from sandbox.errors import ApiError, Form, Json
from sandbox.responses import answer, nothing
from sandbox.world import DM, THREADS

from . import threads
from .places import CHANNEL, MESSAGE, channel_of, fields

routes = web.RouteTableDef()
# Channels


@routes.get(CHANNEL)
async def get_channel(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    return answer(box.world.show_channel(channel))


@routes.patch(CHANNEL)
async def edit_channel(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    data: Json = await fields(request)
    if channel["type"] not in THREADS:
        box.world.demand(box.world.bot["id"], channel, "MANAGE_CHANNELS")
        for name in ("name", "topic", "nsfw", "rate_limit_per_user", "position"):
            if name in data:
                channel[name] = data[name]
    else:
        threads.edit(box, channel, data)
    box.world.put("channel", channel)
    box.audience.channel_changed("update", channel)
    return answer(box.world.show_channel(channel))


@routes.delete(CHANNEL)
async def delete_channel(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    if channel["type"] == DM:
        return answer(box.world.show_channel(channel))
    box.world.demand(
        box.world.bot["id"], channel, "MANAGE_THREADS" if channel["type"] in THREADS else "MANAGE_CHANNELS"
    )
    shown = box.world.show_channel(channel)
    delete(box, channel)
    return answer(shown)


def delete(box: Box, channel: Json) -> None:
    """Delete a channel or thread, at the request of the bot or a person, and send the events."""
    for gone in box.world.drop_channel(channel):
        box.audience.channel_changed("delete", gone)
    source = box.world.messages.get(channel.get("parent_id") or "", {}).get(channel["id"])
    if source is not None:
        source["flags"] &= ~messages.HAS_THREAD
        messages.rewrite(box, source, edited=False)


@routes.post(CHANNEL + "/typing")
async def typing(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    _demand_sending(box, channel)
    archive.demand_unlocked(box, box.world.bot["id"], channel)
    box.audience.typing(channel)
    return nothing()


# Messages


def _demand_sending(box: Box, channel: Json) -> None:
    bot = box.world.bot["id"]
    if channel["type"] == DM:
        box.directs.demand_writing(box.world, channel)
        return
    box.world.demand(
        bot, channel, "SEND_MESSAGES_IN_THREADS" if channel["type"] in THREADS else "SEND_MESSAGES"
    )


@routes.get(CHANNEL + "/messages")
async def get_messages(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    query = request.query
    form = Form()
    limit = query.get("limit", "50")
    if not is_number(limit) or not 1 <= int(limit) <= limits.HISTORY:
        form.wrong(("limit",), "NUMBER_TYPE_MAX", f"int value should be between 1 and {limits.HISTORY}.")
    form.refuse()
    try:
        box.world.demand(box.world.bot["id"], channel, "READ_MESSAGE_HISTORY")
    except ApiError:
        return answer([])
    keys = {name: query[name] for name in ("before", "after", "around") if query.get(name)}
    found = messages.history(box, channel["id"], limit=int(limit), **keys)
    return answer([messages.show(box, message) for message in found])


@routes.get(MESSAGE)
async def get_message(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY")
    return answer(messages.show(box, box.world.message(channel["id"], request.match_info["message_id"])))


@routes.post(CHANNEL + "/messages")
async def create_message(request: web.Request) -> web.Response:
    body = await read_body(request)
    box, channel = channel_of(request)
    _demand_sending(box, channel)
    archive.demand_unlocked(box, box.world.bot["id"], channel)
    if body.files:
        box.world.demand(box.world.bot["id"], channel, "ATTACH_FILES")
    data = await fields(request)
    if data.get("embeds"):
        box.world.demand(box.world.bot["id"], channel, "EMBED_LINKS")
    nonce, form = data.get("nonce"), Form()
    if nonce is not None:
        form.length(("nonce",), str(nonce), 0, limits.NONCE)
    form.refuse()
    bot = box.world.bot["id"]
    if nonce is not None and data.get("enforce_nonce"):
        earlier = messages.same_nonce(box, bot, channel, nonce)
        if earlier is not None:
            return answer(messages.show(box, earlier))
    message = messages.blank(box, channel, bot)
    if nonce is not None:
        message["nonce"] = nonce
    if data.get("message_reference"):
        _refer(box, channel, message, data["message_reference"])
    messages.fill(box, message, body)
    archive.wake(box, bot, channel)
    pinged = messages.address(box, message, channel, data.get("allowed_mentions"))
    messages.post(box, message, pinged)
    return answer(messages.show(box, message))


def _refer(box: Box, channel: Json, message: Json, reference: Json) -> None:
    key = str(reference.get("message_id", ""))
    target = box.world.messages[channel["id"]].get(key)
    if target is None and reference.get("fail_if_not_exists", True):
        form = Form()
        form.wrong(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
        form.refuse()
    if target is not None:
        message["type"] = 19
        message["message_reference"] = {"type": 0, "channel_id": channel["id"], "message_id": key}


@routes.patch(MESSAGE)
async def edit_message(request: web.Request) -> web.Response:
    body = await read_body(request)
    box, channel = channel_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    if message["_author"] != box.world.bot["id"]:
        raise ApiError(50005)
    if message["type"] not in (0, 19, 20):
        raise ApiError(50021)
    archive.demand_awake(box, box.world.bot["id"], channel)
    data = await fields(request)
    messages.fill(box, message, body, editing=True)
    messages.address(box, message, channel, data.get("allowed_mentions"))
    return answer(messages.show(box, messages.rewrite(box, message)))


@routes.delete(MESSAGE)
async def delete_message(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    if message["_author"] != box.world.bot["id"]:
        if channel["type"] == DM:
            raise ApiError(50003)
        box.world.demand(box.world.bot["id"], channel, "MANAGE_MESSAGES")
    if archive.is_archived(channel):
        archive.demand_unlocked(box, box.world.bot["id"], channel)
    messages.remove(box, message)
    return nothing()


@routes.post(CHANNEL + "/messages/bulk-delete")
async def delete_messages(request: web.Request) -> web.Response:
    data = await fields(request)
    box, channel = channel_of(request, "MANAGE_MESSAGES")
    keys = data.get("messages")
    form = Form()
    if not isinstance(keys, list) or not 2 <= len(keys) <= limits.HISTORY:
        form.wrong(
            ("messages",), "BASE_TYPE_BAD_LENGTH", f"Must be between 2 and {limits.HISTORY} in length."
        )
    form.refuse()
    for key in keys or []:
        message = box.world.messages[channel["id"]].get(str(key))
        if message is not None and not message.get("_to"):
            messages.remove(box, message)
    return nothing()
