"""Reactions to messages."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from aiohttp import web

from sandbox import archive, limits, messages
from sandbox import gateway as gw
from sandbox.errors import ApiError, Json
from sandbox.world import DM

from . import nothing
from .places import MESSAGE, channel_of

if TYPE_CHECKING:
    from sandbox.server import Sandbox

routes = web.RouteTableDef()


@routes.put(MESSAGE + "/reactions/{emoji}/@me")
async def react(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY", "ADD_REACTIONS")
    archive.demand_unarchived(channel)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    set_reaction(box, message, unquote(request.match_info["emoji"]), box.world.bot["id"], True)
    return nothing()


@routes.delete(MESSAGE + "/reactions/{emoji}/@me")
async def unreact(request: web.Request) -> web.Response:
    box, channel = channel_of(request)
    archive.demand_unarchived(channel)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    set_reaction(box, message, unquote(request.match_info["emoji"]), box.world.bot["id"], False)
    return nothing()


def set_reaction(box: Sandbox, message: Json, emoji: str, user: str, on: bool) -> None:
    """Adds or takes away one user's reaction; `emoji` is the character or `name:id`."""
    name, _, key = emoji.partition(":")
    wanted: Json = {"id": key or None, "name": name}
    if key and key not in box.world.emojis:
        raise ApiError(10014)
    reactions: list[Json] = message.setdefault("_reactions", [])
    entry = next((item for item in reactions if item["emoji"] == wanted), None)
    if entry is None:
        if not on:
            return
        if len(reactions) >= limits.REACTIONS:
            raise ApiError(30010)
        entry = {"emoji": wanted, "users": []}
        reactions.append(entry)
    if on == (user in entry["users"]):
        return
    if on:
        entry["users"].append(user)
    else:
        entry["users"].remove(user)
    message["_reactions"] = [item for item in reactions if item["users"]]
    channel = box.world.channel(message["channel_id"])
    messages.rewrite(box, message, edited=False)
    data: Json = {
        "user_id": user,
        "channel_id": channel["id"],
        "message_id": message["id"],
        "emoji": wanted,
        "burst": False,
        "type": 0,
        "message_author_id": message["_author"],
    }
    if channel.get("guild_id"):
        data["guild_id"] = channel["guild_id"]
    direct = channel["type"] == DM
    box.gateway.dispatch(
        f"MESSAGE_REACTION_{'ADD' if on else 'REMOVE'}",
        data,
        gw.DIRECT_REACTIONS if direct else gw.GUILD_REACTIONS,
    )
