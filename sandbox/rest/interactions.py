"""The bot's answers to interactions: callbacks, and the webhook of each interaction's token."""

from __future__ import annotations

from aiohttp import web

from sandbox.bodies import read_body
from sandbox.errors import ApiError
from sandbox.responses import answer, nothing

from .places import box_of

routes = web.RouteTableDef()


def token_of(request: web.Request) -> str:
    if request.match_info["application_id"] != box_of(request).world.meta["application_id"]:
        raise ApiError(10015)
    return request.match_info["token"]


@routes.post("/interactions/{interaction_id:\\d+}/{token}/callback")
async def callback(request: web.Request) -> web.Response:
    body = await read_body(request)
    shown = box_of(request).desk.callback(
        request.match_info["interaction_id"], request.match_info["token"], body
    )
    if request.query.get("with_response", "").lower() in ("1", "true"):
        return answer(shown)
    return nothing()


@routes.post("/webhooks/{application_id:\\d+}/{token}")
async def follow_up(request: web.Request) -> web.Response:
    body = await read_body(request)
    return answer(box_of(request).desk.follow_up(token_of(request), body))


@routes.get("/webhooks/{application_id:\\d+}/{token}/messages/{message_id}")
async def get(request: web.Request) -> web.Response:
    return answer(box_of(request).desk.get(token_of(request), request.match_info["message_id"]))


@routes.patch("/webhooks/{application_id:\\d+}/{token}/messages/{message_id}")
async def edit(request: web.Request) -> web.Response:
    body = await read_body(request)
    return answer(box_of(request).desk.edit(token_of(request), request.match_info["message_id"], body))


@routes.delete("/webhooks/{application_id:\\d+}/{token}/messages/{message_id}")
async def delete(request: web.Request) -> web.Response:
    box_of(request).desk.delete(token_of(request), request.match_info["message_id"])
    return nothing()
