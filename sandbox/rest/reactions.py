"""Reactions to messages."""

from __future__ import annotations

from aiohttp import web

from sandbox import archive, limits
from sandbox import gateway as gw
from sandbox.box import Box
from sandbox.errors import ApiError, Json
from sandbox.responses import answer, nothing
from sandbox.world import DM, GROUP

from .places import MESSAGE, channel_of, page

routes = web.RouteTableDef()
REACTIONS = MESSAGE + "/reactions"
EMOJI = REACTIONS + "/{emoji}"
BURST = "1"  # super reactions need Nitro, which nobody has here


def message_of(request: web.Request, *needed: str) -> tuple[Box, Json, Json]:
    """Return the message of the path, with its channel.

    Refuses missing permissions, and archived or locked threads.
    """
    box, channel = channel_of(request, *needed)
    archive.demand_awake(box, box.world.bot["id"], channel)
    return box, channel, box.world.message(channel["id"], request.match_info["message_id"])


@routes.put(EMOJI + "/@me")
async def react(request: web.Request) -> web.Response:
    box, _, message = message_of(request, "READ_MESSAGE_HISTORY")
    add(box, message, request.match_info["emoji"], box.world.bot["id"])
    return nothing()


@routes.delete(EMOJI + "/@me")
@routes.delete(EMOJI + "/{user_id:\\d+}")
async def unreact(request: web.Request) -> web.Response:
    box, channel, message = message_of(request)
    bot = box.world.bot["id"]
    user = request.match_info.get("user_id") or bot
    if user != bot:
        _demand_managing(box, channel)
    remove(box, message, request.match_info["emoji"], user)
    return nothing()


@routes.get(EMOJI)
async def who_reacted(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY")
    message = box.world.message(channel["id"], request.match_info["message_id"])
    entry = _entry(message, emoji_of(box, request.match_info["emoji"]))
    users = sorted(entry["users"], key=int) if entry and request.query.get("type") != BURST else []
    found = page(request, [box.world.show_user(key) for key in users], most=100, usual=25)
    return answer(found)


@routes.delete(REACTIONS)
async def clear(request: web.Request) -> web.Response:
    box, channel, message = message_of(request)
    _demand_managing(box, channel)
    message["_reactions"] = []
    _announce_change(box, message, "REMOVE_ALL", {})
    return nothing()


@routes.delete(EMOJI)
async def clear_emoji(request: web.Request) -> web.Response:
    box, channel, message = message_of(request)
    _demand_managing(box, channel)
    emoji = emoji_of(box, request.match_info["emoji"])
    entry = _entry(message, emoji)
    if entry is None:
        raise ApiError(10014)
    message["_reactions"].remove(entry)
    _announce_change(box, message, "REMOVE_EMOJI", {"emoji": emoji})
    return nothing()


def _demand_managing(box: Box, channel: Json) -> None:
    if channel["type"] == DM:
        raise ApiError(50003)
    box.world.demand(box.world.bot["id"], channel, "MANAGE_MESSAGES")


def emoji_of(box: Box, text: str) -> Json:
    """Return the emoji that a path names: a character, or `name:id`. Refuses an unknown one (10014)."""
    name, _, key = text.partition(":")
    if key not in box.world.emojis if key else not name or name.isascii():
        raise ApiError(10014)
    return {"id": key or None, "name": box.world.emojis[key]["name"] if key else name}


def _entry(message: Json, emoji: Json) -> Json | None:
    found = message.get("_reactions", [])
    return next((item for item in found if item["emoji"]["id"] == emoji["id"] and
                 (emoji["id"] or item["emoji"]["name"] == emoji["name"])), None)  # fmt: skip


def add(box: Box, message: Json, text: str, user: str) -> None:
    """Add a user's reaction.

    An emoji that is not there yet takes the permission; all may join one that is.
    """
    emoji = emoji_of(box, text)
    entry = _entry(message, emoji)
    if entry is None:
        box.world.demand(user, box.world.channel(message["channel_id"]), "ADD_REACTIONS")
        if len(message.get("_reactions", [])) >= limits.REACTIONS:
            raise ApiError(30010)
        entry = {"emoji": emoji, "users": []}
        message.setdefault("_reactions", []).append(entry)
    if user in entry["users"]:
        return
    entry["users"].append(user)
    _announce_change(
        box, message, "ADD", {"user_id": user, "emoji": emoji, "message_author_id": message["_author"]}
    )


def remove(box: Box, message: Json, text: str, user: str) -> None:
    """Remove a user's reaction, if there is one."""
    emoji = emoji_of(box, text)
    entry = _entry(message, emoji)
    if entry is None or user not in entry["users"]:
        return
    entry["users"].remove(user)
    message["_reactions"] = [item for item in message["_reactions"] if item["users"]]
    _announce_change(box, message, "REMOVE", {"user_id": user, "emoji": emoji})


def _announce_change(box: Box, message: Json, what: str, data: Json) -> None:
    """Store the message and send the events: people get the whole message, the bot the reaction alone."""
    channel = box.world.channel(message["channel_id"])
    box.audience.refresh_message(box.world.put_message(message))
    if channel["type"] == GROUP:
        return
    data |= {"channel_id": channel["id"], "message_id": message["id"]}
    if "user_id" in data:
        data |= {"burst": False, "type": 0}
    guild = box.world.guild_of(channel)
    if guild:
        data["guild_id"] = guild["id"]
        if what == "ADD" and box.world.is_member(guild, data["user_id"]):
            data["member"] = box.world.show_member(guild, data["user_id"])
    intent = gw.DIRECT_REACTIONS if channel["type"] == DM else gw.GUILD_REACTIONS
    box.gateway.dispatch(f"MESSAGE_REACTION_{what}", data, intent)
