"""Routes of threads: starting one from a message or alone, editing, joining, leaving, listing."""

from __future__ import annotations

from datetime import datetime
from operator import itemgetter
from typing import Any

from aiohttp import web

from sandbox import archive, limits, messages
from sandbox import gateway as gw
from sandbox.box import Box
from sandbox.errors import ApiError, Form, Json
from sandbox.ids import iso
from sandbox.responses import answer, nothing
from sandbox.world import PRIVATE_THREAD, PUBLIC_THREADS, TEXT, THREADS

from .places import CHANNEL, MESSAGE, channel_of, fields, flag_of, limit_of, moment_of, page, snowflake_of

routes = web.RouteTableDef()


def edit(box: Box, thread: Json, data: Json) -> None:
    """Change a thread as the body of a PATCH asks, or refuse the body."""
    form, bot = Form(), box.world.bot["id"]
    metadata = thread["thread_metadata"]
    waking = data.get("archived") is False
    if metadata["locked"] or "locked" in data or (thread["owner_id"] != bot and not waking):
        box.world.demand(bot, thread, "MANAGE_THREADS")
    elif waking:
        box.world.demand(bot, thread, "SEND_MESSAGES_IN_THREADS")
    if metadata["archived"] and not waking:
        raise ApiError(50083)
    if "name" in data and form.length(("name",), data["name"], 1, limits.THREAD_NAME):
        thread["name"] = data["name"]
    if "auto_archive_duration" in data:
        _check_duration(data["auto_archive_duration"], form)
    form.refuse()
    for name in ("archived", "locked", "auto_archive_duration", "invitable"):
        if name in data:
            metadata[name] = data[name]
    if "archived" in data or "auto_archive_duration" in data:
        archive.note_activity(box, thread)


def _check_duration(minutes: Any, form: Form) -> None:
    if minutes not in (60, 1440, 4320, 10080):
        form.wrong(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080)."
        )


def _start_thread(box: Box, parent: Json, data: Json, kind: int, key: str) -> Json:
    form = Form()
    form.length(("name",), data.get("name"), 1, limits.THREAD_NAME)
    if data.get("auto_archive_duration") is not None:
        _check_duration(data["auto_archive_duration"], form)
    form.refuse()
    archive.doze_all(box)
    active = [t for t in box.world.threads(parent["guild_id"]) if not t["thread_metadata"]["archived"]]
    if len(active) >= limits.ACTIVE_THREADS:
        raise ApiError(160006)
    now = iso(box.world.clock())
    thread = {
        "id": key,
        "type": kind,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": box.world.bot["id"],
        "name": data["name"],
        "last_message_id": None,
        "message_count": 0,
        "total_message_sent": 0,
        "member_count": 1,
        "rate_limit_per_user": data.get("rate_limit_per_user") or 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": data.get("auto_archive_duration") or 1440,
            "archive_timestamp": now,
            "create_timestamp": now,
            "locked": False,
        },
        "_members": {box.world.bot["id"]: now},
    }
    box.world.put("channel", thread)
    box.audience.channel_changed("create", thread, extra={"newly_created": True})
    return thread


@routes.post(MESSAGE + "/threads")
async def thread_from_message(request: web.Request) -> web.Response:
    data: Json = await fields(request)
    box, channel = channel_of(request, "CREATE_PUBLIC_THREADS", "READ_MESSAGE_HISTORY")
    if channel["type"] not in PUBLIC_THREADS:
        raise ApiError(50024)
    source = box.world.message(channel["id"], request.match_info["message_id"])
    if source["id"] in box.world.channels:
        raise ApiError(160004)
    thread = _start_thread(box, channel, data, PUBLIC_THREADS[channel["type"]], source["id"])
    source["flags"] |= messages.HAS_THREAD
    messages.rewrite(box, source, edited=False)
    starter = messages.blank(box, thread, source["_author"]) | {
        "type": 21,
        "message_reference": {
            "type": 0,
            "channel_id": channel["id"],
            "message_id": source["id"],
            "guild_id": channel["guild_id"],
        },
    }
    messages.post(box, starter)
    thread["message_count"] = thread["total_message_sent"] = 0
    return answer(box.world.show_channel(box.world.put("channel", thread)), 201)


@routes.post(CHANNEL + "/threads")
async def thread_alone(request: web.Request) -> web.Response:
    data: Json = await fields(request)
    kind = data.get("type", PRIVATE_THREAD)
    public = kind in PUBLIC_THREADS.values()
    box, channel = channel_of(request, "CREATE_PUBLIC_THREADS" if public else "CREATE_PRIVATE_THREADS")
    possible = {PUBLIC_THREADS.get(channel["type"]), PRIVATE_THREAD if channel["type"] == TEXT else None}
    if not isinstance(kind, int) or kind not in possible:
        raise ApiError(50024)
    thread = _start_thread(box, channel, data, kind, box.world.ids.next())
    if public:
        notice = messages.blank(box, channel, box.world.bot["id"]) | {
            "type": 18,
            "content": thread["name"],
            "message_reference": {"type": 0, "channel_id": thread["id"], "guild_id": channel["guild_id"]},
        }
        messages.post(box, notice)
    return answer(box.world.show_channel(thread), 201)


def thread_of(request: web.Request) -> tuple[Box, Json]:
    box, thread = channel_of(request)
    if thread["type"] not in THREADS:
        raise ApiError(50024)
    return box, thread


@routes.put(CHANNEL + "/thread-members/@me")
@routes.put(CHANNEL + "/thread-members/{user_id:\\d+}")
async def add_thread_member(request: web.Request) -> web.Response:
    box, thread = thread_of(request)
    key = request.match_info.get("user_id") or box.world.bot["id"]
    if not box.world.is_member(box.world.guilds[thread["guild_id"]], key):
        raise ApiError(10013 if key not in box.world.users else 10007)
    if thread["thread_metadata"]["archived"]:
        raise ApiError(50083)
    if key not in thread["_members"]:
        thread["_members"][key] = iso(box.world.clock())
        _announce_members(box, box.world.put("channel", thread), added=[key])
    return nothing()


@routes.delete(CHANNEL + "/thread-members/@me")
@routes.delete(CHANNEL + "/thread-members/{user_id:\\d+}")
async def drop_thread_member(request: web.Request) -> web.Response:
    box, thread = thread_of(request)
    key = request.match_info.get("user_id") or box.world.bot["id"]
    if key != box.world.bot["id"]:
        box.world.demand(box.world.bot["id"], thread, "MANAGE_THREADS")
    if thread["thread_metadata"]["archived"]:
        raise ApiError(50083)
    if thread["_members"].pop(key, None) is not None:
        _announce_members(box, box.world.put("channel", thread), removed=[key])
    return nothing()


def _announce_members(
    box: Box, thread: Json, *, added: list[str] | None = None, removed: list[str] | None = None
) -> None:
    """Send THREAD_MEMBERS_UPDATE; for changes of others the bot needs a privileged intent.

    The people concerned see a private thread appear or vanish.
    """
    data: Json = {
        "id": thread["id"],
        "guild_id": thread["guild_id"],
        "member_count": min(50, len(thread["_members"])),
    }
    guild = box.world.guilds[thread["guild_id"]]
    if added:
        data["added_members"] = [
            {**box.world.show_thread_member(thread, key), "member": box.world.show_member(guild, key)}
            for key in added
        ]
    if removed:
        data["removed_member_ids"] = removed
    own = box.world.bot["id"] in [*(added or []), *(removed or [])]
    box.gateway.dispatch("THREAD_MEMBERS_UPDATE", data, gw.GUILDS if own else gw.GUILD_MEMBERS)
    if thread["type"] == PRIVATE_THREAD:
        seen = box.world.watchers(thread)
        for person in [*(added or []), *(removed or [])]:
            kind = "channel_create" if person in seen else "channel_delete"
            box.audience.tell(person, {"type": kind, "channel": box.audience.row(thread, person)})


@routes.get(CHANNEL + "/thread-members")
async def thread_members(request: web.Request) -> web.Response:
    box, thread = thread_of(request)
    shown = [box.world.show_thread_member(thread, key) for key in sorted(thread["_members"], key=int)]
    found = page(request, shown, most=100, key=itemgetter("user_id"))
    return answer([_with_member(request, box, thread, item) for item in found])


@routes.get(CHANNEL + "/thread-members/{user_id:\\d+}")
async def thread_member(request: web.Request) -> web.Response:
    box, thread = thread_of(request)
    key = request.match_info["user_id"]
    if key not in thread["_members"]:
        raise ApiError(10007)
    return answer(_with_member(request, box, thread, box.world.show_thread_member(thread, key)))


def _with_member(request: web.Request, box: Box, thread: Json, shown: Json) -> Json:
    """Return a thread's member, with the server's member object if the query asks for it."""
    guild = box.world.guilds[thread["guild_id"]]
    if flag_of(request, "with_member") and box.world.is_member(guild, shown["user_id"]):
        shown["member"] = box.world.show_member(guild, shown["user_id"])
    return shown


@routes.get(CHANNEL + "/threads/archived/{kind:public|private}")
@routes.get(CHANNEL + "/users/@me/threads/archived/private")
async def archived_threads(request: web.Request) -> web.Response:
    box, channel = channel_of(request, "READ_MESSAGE_HISTORY")
    kind, bot = request.match_info.get("kind"), box.world.bot["id"]
    if kind == "private":
        box.world.demand(bot, channel, "MANAGE_THREADS")
    found = [
        item
        for item in box.world.threads(channel["guild_id"])
        if item["parent_id"] == channel["id"]
        and item["thread_metadata"]["archived"]
        and (item["type"] == PRIVATE_THREAD) == (kind != "public")
        and (kind is not None or bot in item["_members"])
    ]
    limit = limit_of(request, 100)
    if kind is None:  # by id, newest first; the others by the time of their archiving
        before = snowflake_of(request, "before")
        found.sort(key=lambda item: int(item["id"]), reverse=True)
        found = [item for item in found if before is None or int(item["id"]) < before]
    else:
        moment = moment_of(request, "before")
        found.sort(key=_archived_at, reverse=True)
        found = [item for item in found if moment is None or _archived_at(item) < moment]
    mine = [box.world.show_thread_member(item, bot) for item in found[:limit] if bot in item["_members"]]
    shown = [box.world.show_channel(item) for item in found[:limit]]
    return answer({"threads": shown, "members": mine, "has_more": len(found) > limit})


def _archived_at(thread: Json) -> float:
    return datetime.fromisoformat(thread["thread_metadata"]["archive_timestamp"]).timestamp()
