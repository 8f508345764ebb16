"""Application commands and the application's own emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from aiohttp import web

from sandbox import command_rules, commands, limits
from sandbox.bodies import picture_type, read_body
from sandbox.box import Box
from sandbox.errors import ApiError, Form, Json
from sandbox.responses import answer, nothing

from .places import box_of, fields

routes = web.RouteTableDef()
APPLICATION = "/applications/{application_id:\\d+}"
SCOPES = (APPLICATION, APPLICATION + "/guilds/{guild_id:\\d+}")
_DATA_URI = re.compile(r"data:(image/(?:png|jpe?g|gif|webp|avif));base64,(.+)", re.DOTALL)


def application_of(request: web.Request) -> Box:
    box = box_of(request)
    if request.match_info["application_id"] != box.world.meta["application_id"]:
        raise ApiError(10002)
    return box


# Commands


def scope_of(request: web.Request) -> tuple[Box, str | None, list[Json]]:
    """Return the sandbox, the server of the path (`None`: global), and the commands defined there."""
    box = application_of(request)
    guild = request.match_info.get("guild_id")
    if guild is not None and guild not in box.world.guilds:
        raise ApiError(50001)
    return box, guild, [item for item in box.world.commands.values() if item["_guild"] == guild]


async def list_commands(request: web.Request) -> web.Response:
    _, _, defined = scope_of(request)
    localizations = request.query.get("with_localizations", "").lower() in ("1", "true")
    return answer([commands.show(item, localizations=localizations) for item in defined])


async def overwrite_commands(request: web.Request) -> web.Response:
    data: Any = (await read_body(request)).json
    box, guild, defined = scope_of(request)
    form = Form()
    command_rules.check_all(data, form)
    form.refuse()
    command_rules.check_count(data)
    old = {(item["name"], item["type"]): item for item in defined}
    with box.world.storage.together():
        made = [
            commands.define(box.world, item, guild, old.get((item["name"], command_rules.kind_of(item))))
            for item in data
        ]
        for item in defined:
            box.world.drop("command", item["id"])
        for item in made:
            box.world.put("command", item)
    box.audience.tell_all({"type": "commands"})
    return answer([commands.show(item) for item in made])


async def create_command(request: web.Request) -> web.Response:
    data = await fields(request)
    box, guild, defined = scope_of(request)
    form = Form()
    command_rules.check(data, (), form)
    form.refuse()
    old = next(
        (
            item
            for item in defined
            if (item["name"], item["type"]) == (data["name"], command_rules.kind_of(data))
        ),
        None,
    )
    if old is None:
        command_rules.check_count([*defined, data])
    made = box.world.put("command", commands.define(box.world, data, guild, old))
    return answer(commands.show(made), 200 if old else 201)


def command_of(request: web.Request) -> tuple[Box, str | None, Json]:
    box, guild, defined = scope_of(request)
    for item in defined:
        if item["id"] == request.match_info["command_id"]:
            return box, guild, item
    raise ApiError(10063)


async def get_command(request: web.Request) -> web.Response:
    return answer(commands.show(command_of(request)[2]))


async def edit_command(request: web.Request) -> web.Response:
    data = await fields(request)
    box, guild, old = command_of(request)
    form = Form()
    merged = {**commands.show(old), **data}
    command_rules.check(merged, (), form)
    form.refuse()
    return answer(commands.show(box.world.put("command", commands.define(box.world, merged, guild, old))))


async def delete_command(request: web.Request) -> web.Response:
    box, _, item = command_of(request)
    box.world.drop("command", item["id"])
    return nothing()


for _scope in SCOPES:
    routes.get(_scope + "/commands")(list_commands)
    routes.put(_scope + "/commands")(overwrite_commands)
    routes.post(_scope + "/commands")(create_command)
    routes.get(_scope + "/commands/{command_id:\\d+}")(get_command)
    routes.patch(_scope + "/commands/{command_id:\\d+}")(edit_command)
    routes.delete(_scope + "/commands/{command_id:\\d+}")(delete_command)


# Emojis


def show_emoji(box: Box, emoji: Json) -> Json:
    return {
        "id": emoji["id"],
        "name": emoji["name"],
        "roles": [],
        "user": box.world.show_user(box.world.bot["id"]),
        "require_colons": True,
        "managed": False,
        "animated": emoji["_type"] == "image/gif",
        "available": True,
    }


@routes.get(APPLICATION + "/emojis")
async def list_emojis(request: web.Request) -> web.Response:
    box = application_of(request)
    return answer({"items": [show_emoji(box, emoji) for emoji in box.world.emojis.values()]})


def _check_name(box: Box, name: Any, form: Form, own: str = "") -> None:
    if not isinstance(name, str) or not limits.EMOJI_NAME.fullmatch(name):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    elif any(emoji["name"] == name and emoji["id"] != own for emoji in box.world.emojis.values()):
        form.wrong(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists."
        )


@routes.post(APPLICATION + "/emojis")
async def create_emoji(request: web.Request) -> web.Response:
    data = await fields(request)
    box = application_of(request)
    form = Form()
    _check_name(box, data.get("name"), form)
    match = _DATA_URI.fullmatch(str(data.get("image", "")))
    picture = b""
    try:
        picture = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        match = None
    if match is None:
        form.wrong(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(picture) > limits.EMOJI_BYTES:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    form.refuse()
    if len(box.world.emojis) >= limits.EMOJIS:
        raise ApiError(30008)
    assert match is not None
    emoji = box.world.add_emoji(data["name"], picture_type(picture) or match[1], picture)
    return answer(show_emoji(box, emoji), 201)


def emoji_of(request: web.Request) -> tuple[Box, Json]:
    box = application_of(request)
    emoji = box.world.emojis.get(request.match_info["emoji_id"])
    if emoji is None:
        raise ApiError(10014)
    return box, emoji


@routes.get(APPLICATION + "/emojis/{emoji_id:\\d+}")
async def get_emoji(request: web.Request) -> web.Response:
    return answer(show_emoji(*emoji_of(request)))


@routes.patch(APPLICATION + "/emojis/{emoji_id:\\d+}")
async def rename_emoji(request: web.Request) -> web.Response:
    data = await fields(request)
    box, emoji = emoji_of(request)
    form = Form()
    _check_name(box, data.get("name"), form, emoji["id"])
    form.refuse()
    return answer(show_emoji(box, box.world.put("emoji", {**emoji, "name": data["name"]})))


@routes.delete(APPLICATION + "/emojis/{emoji_id:\\d+}")
async def delete_emoji(request: web.Request) -> web.Response:
    box, emoji = emoji_of(request)
    with box.world.storage.together():
        box.world.drop("emoji", emoji["id"])
        box.world.storage.drop_blob(f"emoji/{emoji['id']}")
    return nothing()
