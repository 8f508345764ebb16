"""Routes for tests and the curious: faults on request, and changes of the world that nobody in it makes."""

from __future__ import annotations

import math
from typing import Any

from aiohttp import web

from . import founding, gateway, guilds
from .bodies import is_number
from .errors import Form, Json, UnusableError
from .people_door import GUILD_SHOWN, LANGUAGES, body_of, box_of, close, show_person
from .responses import answer, nothing
from .world import COMMUNITY, USUAL_LOCALE

routes = web.RouteTableDef()
GUILD = "/guilds/{guild_id:\\d+}"
CHANNEL = GUILD + "/channels/{channel_id:\\d+}"
LIMITS = ("total", "used", "max_concurrency", "shards", "per_second")
MAX_CROWD = 10_000
"""Servers that one request may add."""


def guild_of(request: web.Request) -> Json:
    return box_of(request).world.guild(request.match_info["guild_id"])


def _text(data: Json, name: str, most: int = 100) -> str:
    value: Any = data.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        raise UnusableError(f"{name} is a text of 1 to {most} characters.")
    return value


# Faults


@routes.get("/faults")
async def list_faults(request: web.Request) -> web.Response:
    return answer({"faults": box_of(request).faults.planned})


@routes.post("/faults")
async def plan_fault(request: web.Request) -> web.Response:
    return answer({"id": box_of(request).faults.plan(await body_of(request))})


@routes.delete("/faults")
@routes.delete("/faults/{fault_id:\\d+}")
async def clear_faults(request: web.Request) -> web.Response:
    box_of(request).faults.clear(request.match_info.get("fault_id"))
    return nothing()


@routes.post("/faults/gateway")
async def gateway_fault(request: web.Request) -> web.Response:
    data = await body_of(request)
    kind, seconds, shard = data.get("do"), data.get("seconds", math.inf), data.get("shard")
    if kind not in gateway.TROUBLE:
        raise UnusableError(f"A gateway can do one of {', '.join(gateway.TROUBLE)}.")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise UnusableError("seconds is a number.")
    if shard is not None and not _whole(shard):
        raise UnusableError("shard is the number of one.")
    return answer({"connections": await box_of(request).gateway.trouble(kind, seconds, shard)})


@routes.patch("/limits")
async def edit_limits(request: web.Request) -> web.Response:
    """Set the bot's overall limits: sessions a day and at once, requests a second."""
    box, data = box_of(request), await body_of(request)
    for name in data:
        if name not in LIMITS:
            raise UnusableError(f"The limits are {', '.join(LIMITS)}.")
        if not _whole(data[name]) and not (data[name] is None and name in ("shards", "per_second")):
            raise UnusableError(f"{name} is a whole number from 0 on.")
    if data.get("max_concurrency") == 0:
        raise UnusableError("max_concurrency is at least 1.")
    starts = box.starts
    starts.enforced = starts.enforced or not data.keys().isdisjoint(("total", "used", "max_concurrency"))
    starts.total, starts.used = data.get("total", starts.total), data.get("used", starts.used)
    starts.concurrency, starts.shards = (
        data.get("max_concurrency", starts.concurrency),
        data.get("shards", starts.shards),
    )
    box.rates.per_second = data.get("per_second", box.rates.per_second)
    told = starts.gateway_bot_fields(len(box.world.bots_guilds))
    return answer({**told, "per_second": box.rates.per_second})


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@routes.post("/token")
async def renew_token(request: web.Request) -> web.Response:
    """Replace the bot's token. The old one is answered with 401, and its sessions end with 4004."""
    box, data = box_of(request), await body_of(request)
    token = box.world.renew_token(_text(data, "token") if "token" in data else None)
    await box.gateway.end_sessions()
    return answer({"token": token})


@routes.patch("/bot")
async def edit_bot(request: web.Request) -> web.Response:
    """Put the bot in quarantine or take it out. In it, it can write directly to nobody new."""
    box, data = box_of(request), await body_of(request)
    if not isinstance(data.get("quarantined"), bool):
        raise UnusableError("A bot is quarantined or not.")
    box.directs.quarantined = data["quarantined"]
    return answer({"quarantined": box.directs.quarantined})


# People and servers


@routes.post("/people")
async def add_person(request: web.Request) -> web.Response:
    """Add a person, on no server yet."""
    box, data = box_of(request), await body_of(request)
    username, locale = _text(data, "username", 32), data.get("locale", "en-US")
    if any(user["username"] == username for user in box.world.users.values()):
        raise UnusableError(f"There is somebody named {username} already.")
    if locale not in LANGUAGES:
        raise UnusableError("Unknown language.")
    name = _text(data, "global_name", 32) if data.get("global_name") is not None else username
    person = founding.create_person(box.world, username, name, locale, False)
    return answer(show_person(box, person))


@routes.post("/groups")
async def add_group(request: web.Request) -> web.Response:
    """Open a private channel of several people, without the bot."""
    box, data = box_of(request), await body_of(request)
    people = data.get("people")
    if not isinstance(people, list) or len(people) < 2:
        raise UnusableError("A group has two people or more.")
    for key in people:
        box.world.person(key)
    group = box.world.group(people, _text(data, "name"))
    box.audience.channel_changed("create", group)
    return answer({"id": group["id"]})


@routes.post("/guilds")
async def add_guild(request: web.Request) -> web.Response:
    """Add a server that the first person owns, or `count` of them, which are older than this world."""
    box, data = box_of(request), await body_of(request)
    people, names = data.get("people"), data.get("channels") or ["games"]
    if not isinstance(people, list) or not people or not isinstance(names, list):
        raise UnusableError("A server has people and channels.")
    for key in people:
        box.world.person(key)
    name, channels, count = _text(data, "name"), [str(each) for each in names], data.get("count")
    if count is None:
        return answer(_show_guild(guilds.open_guild(box, name, people, channels)))
    if not _whole(count) or not 1 <= count <= MAX_CROWD:
        raise UnusableError(f"count is a whole number from 1 to {MAX_CROWD}.")
    crowd = guilds.open_crowd(box, count, name, people, channels)
    return answer({"guilds": [guild["id"] for guild in crowd]})


@routes.patch(GUILD)
async def edit_guild(request: web.Request) -> web.Response:
    """Make the server a Community one or an ordinary one, and set its language, which only the former has."""
    box, guild, data = box_of(request), guild_of(request), await body_of(request)
    community = data.get("community", COMMUNITY in guild["features"])
    if not isinstance(community, bool):
        raise UnusableError("A server is a Community one or not.")
    locale = data.get("preferred_locale", guild["preferred_locale"] if community else USUAL_LOCALE)
    form = Form()
    if locale not in LANGUAGES:
        form.wrong(("preferred_locale",), "BASE_TYPE_CHOICES", "Unknown language.")
    form.refuse()
    if locale != USUAL_LOCALE and not community:
        raise UnusableError("Only a Community server has a language of its own.")
    guilds.edit(box, guild, locale, community)
    return answer(_show_guild(guild))


def _show_guild(guild: Json) -> Json:
    return {name: guild[name] for name in GUILD_SHOWN}


@routes.get(GUILD + "/members")
async def members(request: web.Request) -> web.Response:
    guild = guild_of(request)
    return answer({"members": guild["members"], "roles": guild["roles"]})


@routes.put(GUILD + "/members/{user_id:\\d+}")
async def put_member(request: web.Request) -> web.Response:
    """Add a member. One who is there already only gets the roles."""
    roles = (await body_of(request)).get("roles")
    if roles is not None and not isinstance(roles, list):
        raise UnusableError("roles are a list of ids.")
    guilds.join(box_of(request), guild_of(request), request.match_info["user_id"], roles)
    return nothing()


@routes.delete(GUILD + "/members/{user_id:\\d+}")
async def drop_member(request: web.Request) -> web.Response:
    guilds.leave(box_of(request), guild_of(request), request.match_info["user_id"])
    return nothing()


@routes.post(GUILD + "/roles")
@routes.patch(GUILD + "/roles/{role_id:\\d+}")
async def put_role(request: web.Request) -> web.Response:
    data, key = await body_of(request), request.match_info.get("role_id")
    name = _text(data, "name") if key is None or "name" in data else None
    allowed = guilds.permission_bits(data["permissions"]) if "permissions" in data else None
    return answer(guilds.edit_role(box_of(request), guild_of(request), key, name, allowed))


@routes.delete(GUILD + "/roles/{role_id:\\d+}")
async def drop_role(request: web.Request) -> web.Response:
    guilds.drop_role(box_of(request), guild_of(request), request.match_info["role_id"])
    return nothing()


@routes.post(GUILD + "/channels")
async def add_channel(request: web.Request) -> web.Response:
    box, guild = box_of(request), guild_of(request)
    channel = guilds.open_channel(box, guild, _text(await body_of(request), "name"))
    return answer(box.world.show_channel(channel))


@routes.put(CHANNEL + "/overwrites/{target_id:\\d+}")
async def overwrite(request: web.Request) -> web.Response:
    """Set the permissions of a role (the server's id: everybody) or a person in a channel."""
    box, data = box_of(request), await body_of(request)
    channel = box.world.channel(request.match_info["channel_id"])
    allow, deny = (guilds.permission_bits(data.get(name) or []) for name in ("allow", "deny"))
    guilds.overwrite(box, channel, request.match_info["target_id"], allow, deny)
    return answer({"permission_overwrites": channel["permission_overwrites"]})


@routes.patch(CHANNEL + "/bot_permissions")
async def bot_permissions(request: web.Request) -> web.Response:
    box, data = box_of(request), await body_of(request)
    channel, bot = box.world.channel(request.match_info["channel_id"]), box.world.bot["id"]
    guilds.overwrite(box, channel, bot, 0, guilds.permission_bits(data.get("deny") or []))
    return answer({"permissions": str(box.world.may(bot, channel))})


# The record


@routes.get("/requests")
async def requests(request: web.Request) -> web.Response:
    since = request.query.get("since", "0")
    return answer({"requests": box_of(request).ledger.since(int(since) if is_number(since) else 0)})


@routes.get("/violations")
async def violations(request: web.Request) -> web.Response:
    return answer({"violations": box_of(request).ledger.violations})


@routes.post("/reset")
async def reset(request: web.Request) -> web.Response:
    box = box_of(request)
    box.world.reset()
    box.ledger.clear()
    box.faults.clear()
    box.directs.quarantined = False
    await box.gateway.trouble("invalid_session")
    await close(box)
    return answer({"version": box.world.meta["version"]})
