"""Files by address: attachments, emojis, faces."""

from __future__ import annotations

from aiohttp import web

from . import pictures
from .bodies import media_type
from .box import BOX, Box

routes = web.RouteTableDef()
FOREVER = "private, max-age=31536000, immutable"


def _box(request: web.Request) -> Box:
    return request.app[BOX]


def _file(body: bytes | None, kind: str) -> web.Response:
    if body is None:
        raise web.HTTPNotFound
    return web.Response(
        body=body, content_type=kind, headers={"Cache-Control": FOREVER, "X-Content-Type-Options": "nosniff"}
    )


@routes.get("/attachments/{channel_id:\\d+}/{attachment_id:\\d+}/{filename}")
@routes.get("/ephemeral-attachments/{application_id:\\d+}/{attachment_id:\\d+}/{filename}")
async def attachment(request: web.Request) -> web.Response:
    body = _box(request).storage.blob(f"attachment/{request.match_info['attachment_id']}")
    kind = media_type(request.match_info["filename"])
    shown = kind if kind.startswith("image/") and "svg" not in kind else "application/octet-stream"
    return _file(body, shown if kind != "text/plain" else "text/plain")


@routes.get("/emojis/{emoji_id:\\d+}.{extension}")
async def emoji(request: web.Request) -> web.Response:
    box, key = _box(request), request.match_info["emoji_id"]
    kind = box.world.emojis.get(key, {}).get("_type", "image/png")
    return _file(box.storage.blob(f"emoji/{key}"), kind)


@routes.get("/embed/avatars/{index:\\d+}.png")
async def default_avatar(request: web.Request) -> web.Response:
    return _file(pictures.avatar(int(request.match_info["index"])), "image/png")


@routes.get("/avatars/{user_id:\\d+}/{name}.png")
async def avatar(request: web.Request) -> web.Response:
    key = request.match_info["user_id"]
    if key not in _box(request).world.users:
        raise web.HTTPNotFound
    return _file(pictures.avatar(pictures.default_avatar_index(key)), "image/png")
