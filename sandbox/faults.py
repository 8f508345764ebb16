"""Misbehaviour on demand: errors, rate limits, delays and dropped connections of chosen requests."""

from __future__ import annotations

import asyncio
import fnmatch
from typing import Any

from aiohttp import web

from .errors import REFUSALS, Json, UnusableError


class Faults:
    """Faults to inject, in the order in which they were asked for; each wears off after its times."""

    def __init__(self) -> None:
        self.planned: list[Json] = []

    def plan(self, fault: Json) -> None:
        """Adds a fault: {"match": {"method", "path"}, "times": n, "do": {...}}.

        `path` is a pattern with `*`. In `do`: `status`, `code`, `retry_after`, `global`, `delay` (seconds),
        `drop` (cut the line); with `after` the request is carried out first and only its answer is lost.
        """
        do, times = fault.get("do") or {}, fault.get("times", 1)
        numbers = [do.get(name, 0) for name in ("status", "code", "retry_after", "delay")]
        if not isinstance(do, dict) or not isinstance(times, int) or times < 1:
            raise UnusableError("A fault says what to do, and at least once.")
        if any(isinstance(number, bool) or not isinstance(number, int | float) for number in numbers):
            raise UnusableError("status, code, retry_after and delay are numbers.")
        self.planned.append({"match": fault.get("match") or {}, "times": times, "do": do})

    def clear(self) -> None:
        self.planned.clear()

    def take(self, method: str, path: str) -> Json | None:
        """What to do to this request, if anything; counts it."""
        for fault in self.planned:
            match = fault.get("match") or {}
            if match.get("method", method).upper() != method:
                continue
            if not fnmatch.fnmatchcase(path, match.get("path", "*")):
                continue
            fault["times"] -= 1
            if fault["times"] <= 0:
                self.planned.remove(fault)
            return fault.get("do") or {}
        return None


async def strike(request: web.Request, do: Json) -> web.StreamResponse | None:
    """Applies a fault before the request is acted on; None lets the request through."""
    from .rest import answer

    if do.get("delay"):
        await asyncio.sleep(float(do["delay"]))
    if do.get("drop"):
        if request.transport is not None:
            request.transport.close()
        return web.Response(status=500)
    status: Any = do.get("status")
    code = do.get("code")
    if code is not None and status is None:
        status = REFUSALS.get(code, (400, ""))[0]
    if status is None:
        return None
    if status == 429:
        return rate_limited(float(do.get("retry_after", 0.2)), everywhere=bool(do.get("global")))
    if code is None:
        return web.Response(status=status, text="upstream connect error", content_type="text/plain")
    return answer({"message": REFUSALS.get(code, (0, "Injected"))[1], "code": code}, status)


def rate_limited(retry_after: float, *, everywhere: bool = False, scope: str = "user") -> web.Response:
    """Discord's 429, with the headers that its clients look for."""
    from .rest import answer

    response = answer(
        {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}, 429
    )
    response.headers["Retry-After"] = str(max(1, round(retry_after)))
    response.headers["Via"] = "1.1 sandbox"
    response.headers["X-RateLimit-Scope"] = "global" if everywhere else scope
    if everywhere:
        response.headers["X-RateLimit-Global"] = "true"
    return response
