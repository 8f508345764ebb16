"""The bot's door: Discord's HTTP API, one module per part of its documentation."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answer(body: Any, status: int = 200) -> web.Response:
    """JSON with exactly the content type that Discord's clients look for."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return web.Response(body=text.encode(), status=status, headers={"Content-Type": "application/json"})


def nothing() -> web.Response:
    return web.Response(status=204)
