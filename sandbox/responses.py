"""Responses over HTTP, as Discord's clients expect them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

__all__ = ["Handler", "answer", "nothing"]

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answer(body: Any, status: int = 200) -> web.Response:
    """Return a JSON response with exactly the content type that Discord's clients look for."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    return web.Response(body=text.encode(), status=status, headers={"Content-Type": "application/json"})


def nothing() -> web.Response:
    return web.Response(status=204)
