"""The people's door: the routes of the web client and of scripted people. docs/sandbox.md describes them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from . import archive, commands, components, limits, messages, pictures, submissions, uploads
from .bodies import Body, Upload, decode, is_number, is_text
from .box import BOX, Box
from .errors import ApiError, Form, Json, UnusableError
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from .responses import Handler, answer, nothing
from .rest import channels, pins, reactions
from .world import DM, THREADS

log = logging.getLogger(__name__)
routes = web.RouteTableDef()
WEB = Path(__file__).parent / "web"
HOSTS = {"127.0.0.1", "localhost", "[::1]"}
PERSON = "/people/{person_id:\\d+}"
CHANNEL = PERSON + "/channels/{channel_id:\\d+}"
POLICY = (
    "default-src 'self'; img-src 'self' http://127.0.0.1:* http://localhost:* https: data: blob:; "
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)


def box_of(request: web.Request) -> Box:
    return request.app[BOX]


def _local(host: str) -> bool:
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return name in HOSTS


def _foreign(request: web.Request) -> bool:
    """Return `True` for another site's page, and for a request that calls this machine by another name."""
    origin = request.headers.get("Origin")
    try:
        return not _local(request.host) or (origin is not None and urlsplit(origin).netloc != request.host)
    except ValueError:
        return True


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse other sites' pages and rebound names. Turn refusals and malformed requests into JSON."""
    if _foreign(request):
        return answer({"error": "This server listens to its own pages on this machine only."}, 403)
    try:
        return await handler(request)
    except ApiError as refusal:
        return answer({"error": refusal.message, **refusal.body()}, refusal.status)
    except UnusableError as refusal:
        return answer({"error": str(refusal)}, 400)
    except web.HTTPException:
        raise
    except Exception:
        log.exception("%s %s could not be understood", request.method, request.path)
        return answer({"error": "The request could not be understood."}, 400)


_TEXTS = (
    "channel_id",
    "command",
    "content",
    "custom_id",
    "focused",
    "global_name",
    "inbox",
    "kind",
    "locale",
    "message_id",
    "modal_id",
    "name",
    "preferred_locale",
    "target_id",
    "token",
    "username",
)
_LISTS = ("allow", "channels", "deny", "people", "permissions", "roles", "values")


async def body_of(request: web.Request) -> Json:
    """Return the body of a request. A field has the same type at every route.

    Raises ApiError 50109 for anything but a JSON object, UnusableError for a field of another type.
    """
    raw = await request.read()
    data: Any = decode(raw) if raw else {}
    if not isinstance(data, dict):
        raise ApiError(50109)
    for name in _TEXTS:
        if not isinstance(data.get(name), str | None):
            raise UnusableError(f"{name} is a text.")
    for name in _LISTS:
        listed = data.get(name)
        if listed is not None and not (
            isinstance(listed, list) and all(isinstance(each, str) for each in listed)
        ):
            raise UnusableError(f"{name} is a list of texts.")
    return data


def person_of(request: web.Request) -> Json:
    return box_of(request).world.person(request.match_info["person_id"])


def place_of(request: web.Request, channel_id: str | None = None) -> tuple[Box, Json, Json]:
    """Return the sandbox, the person and the channel.

    Refuses one that the person does not see (10003, 50001).
    """
    box, person = box_of(request), person_of(request)
    channel = box.world.channel(request.match_info["channel_id"] if channel_id is None else channel_id)
    archive.doze(box, channel)
    box.world.demand(person["id"], channel)
    return box, person, channel


# People


def show_person(box: Box, user: Json) -> Json:
    return {
        "id": user["id"],
        "username": user["username"],
        "global_name": user["global_name"],
        "avatar_url": f"{box.url}/embed/avatars/{pictures.default_avatar_index(user['id'])}.png",
        "locale": user["_locale"],
        "inbox": user["_inbox"],
        "installed": user.get("_installed", False),
        "administrator": user["_administrator"],
    }


LANGUAGES = ("en-US", "en-GB", "fr", "de", "es-ES")
GUILD_SHOWN = ("id", "name", "preferred_locale", "features")


def _show_guild(guild: Json) -> Json:
    roles = [{"id": role["id"], "name": role["name"]} for role in guild["roles"]]
    return {**{name: guild[name] for name in GUILD_SHOWN}, "roles": roles}


@routes.get("/people")
async def people(request: web.Request) -> web.Response:
    box = box_of(request)
    bot = box.world.bot
    return answer(
        {
            "people": [show_person(box, user) for user in box.world.people],
            "bot": {
                "id": bot["id"],
                "username": bot["username"],
                "avatar_url": f"{box.url}/embed/avatars/{pictures.default_avatar_index(bot['id'])}.png",
                "online": box.gateway.online,
            },
            "guilds": [_show_guild(guild) for guild in box.world.guilds.values()],
            "version": box.world.meta["version"],
        }
    )


@routes.patch(PERSON)
async def edit_person(request: web.Request) -> web.Response:
    box, person, data = box_of(request), person_of(request), await body_of(request)
    form = Form()
    if data.get("locale", "fr") not in LANGUAGES:
        form.wrong(("locale",), "BASE_TYPE_CHOICES", "Unknown language.")
    if data.get("inbox", "open") not in ("open", "closed"):
        form.wrong(("inbox",), "BASE_TYPE_CHOICES", "An inbox is open or closed.")
    if not isinstance(data.get("installed", False), bool):
        form.wrong(("installed",), "BASE_TYPE_CHOICES", "An app is installed or not.")
    form.refuse()
    person |= {f"_{name}": data[name] for name in ("locale", "inbox", "installed") if name in data}
    box.world.put("user", person)
    box.audience.person_changed(show_person(box, person))
    return answer(show_person(box, person))


# Channels and messages


@routes.get(PERSON + "/channels")
async def list_channels(request: web.Request) -> web.Response:
    box, person = box_of(request), person_of(request)
    archive.doze_all(box)
    seen = [item for item in box.world.channels.values() if box.world.sees(person["id"], item)]
    return answer({"channels": [box.audience.row(item, person["id"]) for item in seen]})


@routes.delete(CHANNEL)
async def delete_channel(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    box.world.demand(
        person["id"], channel, "MANAGE_THREADS" if channel["type"] in THREADS else "MANAGE_CHANNELS"
    )
    channels.delete(box, channel)
    return nothing()


@routes.patch(CHANNEL)
async def edit_thread(request: web.Request) -> web.Response:
    """Archive, unarchive, lock or unlock a thread, as a moderator."""
    box, person, channel = place_of(request)
    if channel["type"] not in THREADS:
        raise ApiError(50024)
    box.world.demand(person["id"], channel, "MANAGE_THREADS")
    data = await body_of(request)
    changes = {name: data[name] for name in ("archived", "locked") if name in data}
    if not all(isinstance(value, bool) for value in changes.values()):
        raise UnusableError("A thread is archived or not, locked or not.")
    archive.change(box, channel, **changes)
    return answer(box.audience.row(channel, person["id"]))


@routes.get(CHANNEL + "/messages")
async def list_messages(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    limit = request.query.get("limit", "50")
    before = request.query.get("before", "")
    found = messages.history(
        box,
        channel["id"],
        limit=min(200, int(limit)) if is_number(limit) else 50,
        before=before if is_number(before) else "",
        secret_for=person["id"],
    )
    return answer({"messages": [messages.show(box, message) for message in reversed(found)]})


@routes.get(CHANNEL + "/messages/{message_id:\\d+}")
async def get_message(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"], secret=True)
    if message.get("_to") not in (None, person["id"]) or message.get("_dismissed"):
        raise ApiError(10008)
    return answer(messages.show(box, message))


@routes.post(CHANNEL + "/messages")
async def say(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    data = await body_of(request)
    message = messages.blank(box, channel, person["id"])
    messages.fill(box, message, Body({"content": data.get("content")}, {}))
    archive.wake(box, person["id"], channel)
    pinged = messages.address(box, message, channel, None)
    messages.post(box, message, [key for key in pinged if key != box.world.bot["id"]])
    return answer(messages.show(box, message))


@routes.delete(CHANNEL + "/messages/{message_id:\\d+}")
async def delete_message(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"], secret=True)
    if message.get("_to") not in (None, person["id"]):
        raise ApiError(10008)
    if not message.get("_to") and message["_author"] != person["id"]:
        if channel["type"] == DM:
            raise ApiError(50003)
        box.world.demand(person["id"], channel, "MANAGE_MESSAGES")
    if message.get("_to"):
        messages.dismiss(box, message)
    else:
        messages.remove(box, message)
    return nothing()


@routes.post(CHANNEL + "/read")
async def read(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    last = next(reversed(box.world.messages[channel["id"]]), "0")
    box.world.put("mark", {"id": f"{person['id']}/{channel['id']}", "read": last, "pings": []})
    return nothing()


@routes.put(CHANNEL + "/messages/{message_id:\\d+}/reactions/{emoji}")
@routes.delete(CHANNEL + "/messages/{message_id:\\d+}/reactions/{emoji}")
async def react(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    archive.demand_awake(box, person["id"], channel)
    change = reactions.add if request.method == "PUT" else reactions.remove
    change(box, message, request.match_info["emoji"], person["id"])
    return nothing()


@routes.put(CHANNEL + "/pins/{message_id:\\d+}")
@routes.delete(CHANNEL + "/pins/{message_id:\\d+}")
async def pin(request: web.Request) -> web.Response:
    box, person, channel = place_of(request)
    message = box.world.message(channel["id"], request.match_info["message_id"])
    box.world.demand(person["id"], channel, "PIN_MESSAGES")
    archive.demand_awake(box, person["id"], channel)
    pins.set_pinned(box, channel, message, person["id"] if request.method == "PUT" else None)
    return nothing()


# Commands and interactions


@routes.post(PERSON + "/attachments")
async def upload(request: web.Request) -> web.Response:
    """Keep a file for an option or a field, as clients send it before the interaction itself."""
    box, person = box_of(request), person_of(request)
    name = request.query.get("filename", "")
    if not 1 <= len(name) <= limits.FILENAME or not is_text(name):
        raise UnusableError(f"A file has a name of 1 to {limits.FILENAME} characters.")
    if (request.content_length or 0) > limits.FILE_BYTES:
        raise ApiError(40005)
    return answer(uploads.keep(box, person, Upload(name, await request.read())))


@routes.get(PERSON + "/commands")
async def list_commands(request: web.Request) -> web.Response:
    box, person, channel = place_of(request, request.query.get("channel_id", ""))
    if archive.is_archived(channel):
        return answer({"commands": [], "menus": []})
    listed = commands.listing(box.world, person, channel)
    return answer({"commands": listed, "menus": commands.menus(box.world, person, channel)})


@routes.post(PERSON + "/interactions")
async def interact(request: web.Request) -> web.Response:
    data = await body_of(request)
    box, person, channel = place_of(request, str(data.get("channel_id", "")))
    return answer(await carry_out(box, person, channel, data))


async def carry_out(box: Box, person: Json, channel: Json, data: Json) -> Json:
    """Send an interaction to the bot, and return its first answer. Refuses what no client would send."""
    kind = data.get("kind")
    deliver = data.get("deliver", 1)
    if (
        not isinstance(deliver, int)
        or deliver not in (1, 2, 3)
        or not isinstance(data.get("options") or {}, dict)
    ):
        raise UnusableError("An interaction is delivered one to three times, with options by name.")
    if not isinstance(data.get("fields") or {}, dict):
        raise UnusableError("Fields go by name.")
    common: Json = {"locale": data.get("locale"), "deliver": deliver}
    force = bool(data.get("force"))
    if archive.is_locked(box, person["id"], channel) and not force:
        raise UnusableError("This thread is locked.")
    if archive.is_archived(channel) and kind not in ("component", "modal") and not force:
        raise UnusableError("This thread is archived: it takes no commands until somebody writes in it.")
    if kind in ("command", "autocomplete"):
        asked = COMMAND if kind == "command" else AUTOCOMPLETE
        return await box.desk.ask(
            person, asked, channel, _command(box, person, channel, data, force), **common
        )
    if kind in commands.MENUS:
        return await box.desk.ask(person, COMMAND, channel, _menu(box, person, channel, data), **common)
    if kind == "component":
        message, payload = _component(box, person, channel, data, force)
        return await box.desk.ask(person, COMPONENT, channel, payload, source=message, **common)
    if kind == "modal":
        opener, payload = _modal(box, person, channel, data, force)
        source = box.world.messages.get(opener["channel"], {}).get(opener["source"] or "")
        return await box.desk.ask(person, MODAL, channel, payload, source=source, opener=opener, **common)
    raise UnusableError("There is no such kind of interaction.")


def _command(box: Box, person: Json, channel: Json, data: Json, force: bool) -> Json:
    path = commands.find(box.world, person, channel, str(data.get("command", "")))
    focused = data.get("focused") if data["kind"] == "autocomplete" else None
    if data["kind"] == "autocomplete" and not focused:
        raise UnusableError("Which option is being typed?")
    options, resolved = commands.values(
        box, person, channel, path[-1], data.get("options") or {}, focused=focused, force=force
    )
    for step in reversed(path[1:]):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    payload: Json = {"id": path[0]["id"], "name": path[0]["name"], "type": 1, "options": options}
    if resolved:
        payload["resolved"] = resolved
    if path[0]["_guild"]:
        payload["guild_id"] = path[0]["_guild"]
    return payload


def _menu(box: Box, person: Json, channel: Json, data: Json) -> Json:
    """Return the data of a command from the context menu of a person or a message."""
    world, target = box.world, str(data.get("target_id", ""))
    command = commands.find_menu(world, person, channel, data["kind"], str(data.get("command", "")))
    if data["kind"] == "user":
        if target not in world.users:
            raise ApiError(10013)
        resolved: Json = {"users": {target: world.show_user(target)}}
        guild = world.guild_of(channel)
        if guild and world.is_member(guild, target):
            member = world.show_member(guild, target, user=False)
            resolved["members"] = {target: {**member, "permissions": str(world.may(target, channel))}}
    else:
        message = _seen_message(box, person, channel, target)
        resolved = {"messages": {target: messages.show(box, message)}}
    payload: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if command["_guild"]:
        payload["guild_id"] = command["_guild"]
    return {**payload, "target_id": target, "resolved": resolved}


def _seen_message(box: Box, person: Json, channel: Json, key: str) -> Json:
    """Return a message that this person sees. Refuses any other (10008)."""
    message = box.world.message(channel["id"], key, secret=True)
    if message.get("_to") not in (None, person["id"]) or message.get("_dismissed"):
        raise ApiError(10008)
    return message


def _component(box: Box, person: Json, channel: Json, data: Json, force: bool) -> tuple[Json, Json]:
    message = _seen_message(box, person, channel, str(data.get("message_id", "")))
    custom_id = str(data.get("custom_id", ""))
    component = components.find(message["components"], custom_id)
    if component is None and not force:
        raise UnusableError("The message has no such component.")
    component = component or {"type": components.BUTTON, "id": 1}
    payload: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component.get("disabled") and not force:
        raise UnusableError("This is disabled.")
    if component["type"] in components.SELECTS:
        chosen = [str(value) for value in data.get("values") or []]
        if not force:
            submissions.check_chosen(box, person, channel, component, chosen)
        payload["values"] = chosen
        resolved = submissions.resolve(box, person, channel, component, chosen)
        if resolved:
            payload["resolved"] = resolved
    return message, payload


def _modal(box: Box, person: Json, channel: Json, data: Json, force: bool) -> tuple[Json, Json]:
    """Return the interaction that opened the form, and the data of the filled form."""
    opener = box.world.interactions.get(str(data.get("modal_id", "")))
    if opener is None or opener["person"] != person["id"] or "modal" not in opener:
        raise UnusableError("There is no such form.")
    fields = data.get("fields") or {}
    return opener, submissions.fill(box, person, channel, opener["modal"], fields, force=force)


# Events


@routes.get(PERSON + "/events")
async def events(request: web.Request) -> web.WebSocketResponse:
    box, person = box_of(request), person_of(request)
    page = web.WebSocketResponse(heartbeat=20, timeout=1.0)
    await page.prepare(request)
    queue = box.audience.join(person["id"])
    box.pages.add(page)

    async def pump() -> None:
        while True:
            await page.send_json(await queue.get())

    task = asyncio.create_task(pump())
    await page.send_json({"type": "bot", "online": box.gateway.online})
    try:
        async for _ in page:
            pass
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await task
        box.audience.leave(person["id"], queue)
        box.pages.discard(page)
    return page


async def close(box: Box) -> None:
    for page in list(box.pages):
        await page.close(code=WSCloseCode.GOING_AWAY)


# The web client


@routes.get("/{path:.*}")
async def page(request: web.Request) -> web.StreamResponse:
    """Send a file of the web client."""
    try:
        file = (WEB / (request.match_info["path"] or "index.html")).resolve()
        there = file.is_relative_to(WEB.resolve()) and file.is_file()
    except (OSError, ValueError):  # no file can have such a name
        raise web.HTTPNotFound from None
    if not there:
        raise web.HTTPNotFound
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
    }
    return web.FileResponse(file, headers=headers)
