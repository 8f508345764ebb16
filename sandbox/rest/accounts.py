"""Users, the application, the gateway's address, guilds and their members."""

from __future__ import annotations

from aiohttp import web

from sandbox import guilds
from sandbox import permissions as perms
from sandbox.box import Box
from sandbox.errors import ApiError, Json
from sandbox.responses import answer, nothing
from sandbox.world import THREADS, World

from .places import box_of, fields, flag_of, limit_of, page

routes = web.RouteTableDef()


@routes.get("/users/@me")
async def me(request: web.Request) -> web.Response:
    world = box_of(request).world
    return answer(
        {
            **world.show_user(world.bot["id"]),
            "verified": True,
            "mfa_enabled": True,
            "locale": "en-US",
            "email": None,
        }
    )


@routes.get("/users/{user_id:\\d+}")
async def user(request: web.Request) -> web.Response:
    world = box_of(request).world
    key = request.match_info["user_id"]
    if key not in world.users:
        raise ApiError(10013)
    return answer(world.show_user(key))


@routes.post("/users/@me/channels")
async def open_direct(request: web.Request) -> web.Response:
    box = box_of(request)
    data = await fields(request)
    person = box.world.users.get(str(data.get("recipient_id", "")))
    if person is None:
        raise ApiError(10013)
    if person.get("bot"):
        raise ApiError(50007)
    box.directs.demand_opening(box.world, person["id"])
    fresh = box.world.direct(person["id"], create=False) is None
    channel = box.world.direct(person["id"])
    assert channel is not None
    if fresh:
        box.audience.channel_changed("create", channel)
    return answer(box.world.show_channel(channel))


def application(box: Box) -> Json:
    world = box.world
    bot, owner = world.bot, world.people[0]
    return {
        "id": world.meta["application_id"],
        "name": bot["username"],
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.show_user(bot["id"]),
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": world.show_user(owner["id"]),
        "team": None,
        "rpc_origins": [],
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "hook": True,
        "is_monetized": False,
        "is_verified": False,
        "is_discoverable": False,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "integration_types_config": {"0": {}},
        "event_webhooks_status": 1,
    }


@routes.get("/oauth2/applications/@me")
@routes.get("/applications/@me")
async def application_me(request: web.Request) -> web.Response:
    return answer(application(box_of(request)))


@routes.get("/gateway")
async def gateway(request: web.Request) -> web.Response:
    return answer({"url": box_of(request).gateway_url})


@routes.get("/gateway/bot")
async def gateway_bot(request: web.Request) -> web.Response:
    box = box_of(request)
    return answer({"url": box.gateway_url, **box.starts.gateway_bot_fields(len(box.world.bots_guilds))})


@routes.get("/users/@me/guilds")
async def my_guilds(request: web.Request) -> web.Response:
    world = box_of(request).world
    found = page(request, sorted(world.bots_guilds, key=lambda guild: int(guild["id"])), most=200)
    counts = flag_of(request, "with_counts")
    return answer([_show_own_guild(world, guild, counts) for guild in found])


def _show_own_guild(world: World, guild: Json, counts: bool) -> Json:
    return {
        "id": guild["id"],
        "name": guild["name"],
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(perms.permissions(guild, world.member(guild, world.bot["id"]), None)),
        "features": guild["features"],
        **(_counts(guild) if counts else {}),
    }


def _counts(guild: Json) -> Json:
    return {
        "approximate_member_count": len(guild["members"]),
        "approximate_presence_count": len(guild["members"]),
    }


@routes.delete("/users/@me/guilds/{guild_id:\\d+}")
async def leave_guild(request: web.Request) -> web.Response:
    box = box_of(request)
    guilds.leave(box, guild_of(request), box.world.bot["id"])
    return nothing()


def guild_of(request: web.Request) -> Json:
    """Return the server of the path. Refuses one on which the bot is not (50001)."""
    world = box_of(request).world
    guild = world.guild(request.match_info["guild_id"])
    if not world.is_member(guild, world.bot["id"]):
        raise ApiError(50001)
    return guild


@routes.get("/guilds/{guild_id:\\d+}")
async def guild(request: web.Request) -> web.Response:
    home = guild_of(request)
    counts = _counts(home) if flag_of(request, "with_counts") else {}
    return answer({**box_of(request).world.show_guild(home), **counts})


@routes.get("/guilds/{guild_id:\\d+}/channels")
async def guild_channels(request: web.Request) -> web.Response:
    world, home = box_of(request).world, guild_of(request)
    return answer(
        [world.show_channel(item) for item in world.rooms(home["id"]) if item["type"] not in THREADS]
    )


@routes.get("/guilds/{guild_id:\\d+}/roles")
async def guild_roles(request: web.Request) -> web.Response:
    return answer(guild_of(request)["roles"])


@routes.get("/guilds/{guild_id:\\d+}/roles/{role_id:\\d+}")
async def guild_role(request: web.Request) -> web.Response:
    for role in guild_of(request)["roles"]:
        if role["id"] == request.match_info["role_id"]:
            return answer(role)
    raise ApiError(10011)


@routes.get("/guilds/{guild_id:\\d+}/members")
async def guild_members(request: web.Request) -> web.Response:
    """Refuse to list all members. That takes the privileged intent, which no bot has here."""
    guild_of(request)
    raise ApiError(50001)


@routes.get("/guilds/{guild_id:\\d+}/members/search")
async def search_members(request: web.Request) -> web.Response:
    world, home = box_of(request).world, guild_of(request)
    query, limit = request.query.get("query", "").lower(), limit_of(request, 1000, usual=1)
    found = [
        member["user_id"]
        for member in home["members"]
        if any(
            str(name or "").lower().startswith(query)
            for name in (world.users[member["user_id"]]["username"], member.get("nick"))
        )
    ]
    return answer([world.show_member(home, key) for key in found[:limit]])


@routes.get("/guilds/{guild_id:\\d+}/members/{user_id:\\d+}")
async def guild_member(request: web.Request) -> web.Response:
    world, home = box_of(request).world, guild_of(request)
    if request.match_info["user_id"] not in world.users:
        raise ApiError(10013)
    return answer(world.show_member(home, request.match_info["user_id"]))


@routes.get("/guilds/{guild_id:\\d+}/threads/active")
async def active_threads(request: web.Request) -> web.Response:
    world, home = box_of(request).world, guild_of(request)
    found = [item for item in world.threads(home["id"]) if not item["thread_metadata"]["archived"]]
    mine = [
        world.show_thread_member(item, world.bot["id"])
        for item in found
        if world.bot["id"] in item["_members"]
    ]
    return answer(
        {"threads": [world.show_channel(item) for item in found], "members": mine, "has_more": False}
    )
