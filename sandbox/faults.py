"""Misbehaviour on demand: errors, rate limits, delays and dropped connections of chosen requests."""

from __future__ import annotations

import asyncio
import fnmatch
import itertools
from collections.abc import Callable
from typing import Any

from aiohttp import web

from .errors import REFUSALS, Json, UnusableError
from .responses import answer

SCOPES = ("user", "shared", "global")


class Faults:
    """Faults to inject, in the order in which they were planned. Each ends after its `times` or `seconds`."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.planned: list[Json] = []
        self._clock = clock
        self._numbers = itertools.count(1)
        self._hanging: dict[asyncio.Event, str] = {}

    def plan(self, fault: Json) -> str:
        """Add a fault and return its id: {"match": {...}, "times", "skip", "seconds", "do": {...}}.

        `match` has `method`, `path` (a pattern with `*`) and `body` (a text that the JSON sent must hold).
        `times` None lasts until it is forgotten; `skip` lets that many through first; `seconds` ends it.
        In `do`: `status`, `code`, `text` (the body, no JSON; "" for none), `retry_after`, `global`, `scope`,
        `delay` (seconds), `drop` (cut the line), `hang` (never answer); with `after` the request is carried
        out first and only its answer suffers.
        """
        do, seconds, skip = fault.get("do", {}), fault.get("seconds"), fault.get("skip", 0)
        times = fault.get("times", 1 if seconds is None else None)
        if not isinstance(do, dict) or not isinstance(fault.get("match") or {}, dict):
            raise UnusableError("A fault says what to do, and to which requests.")
        if (times is not None and (not _whole(times) or times < 1)) or not _whole(skip) or skip < 0:
            raise UnusableError("A fault happens at least once, after some requests or none.")
        numbers = [do.get(name, 0) for name in ("status", "code", "retry_after", "delay")]
        if not all(_number(number) for number in [*numbers, 0 if seconds is None else seconds]):
            raise UnusableError("status, code, retry_after, delay and seconds are numbers.")
        if not _whole(do.get("status", 500)) or not 100 <= do.get("status", 500) <= 599:
            raise UnusableError("A status is a whole number from 100 to 599.")
        if not isinstance(do.get("text", ""), str):
            raise UnusableError("The text of an answer is a text.")
        if do.get("scope", "user") not in SCOPES:
            raise UnusableError("The scope of a rate limit is user, shared or global.")
        made: Json = {
            "id": str(next(self._numbers)),
            "match": fault.get("match") or {},
            "times": times,
            "do": do,
        }
        if skip:
            made["skip"] = skip
        if seconds is not None:
            made["until"] = self._clock() + seconds
        self.planned.append(made)
        return made["id"]

    def clear(self, key: str | None = None) -> None:
        """Forget one fault or all. Their hanging requests are cut off and never carried out."""
        self.planned = [fault for fault in self.planned if key is not None and fault["id"] != key]
        for waiting, fault in self._hanging.items():
            if key in (None, fault):
                waiting.set()

    def take(self, method: str, path: str, body: str = "") -> Json | None:
        """Return the fault to apply to this request, or `None`. Counts the faults that match it."""
        now = self._clock()
        self.planned = [fault for fault in self.planned if fault.get("until", now) >= now]
        for fault in self.planned:
            if not _matches(fault["match"], method, path, body):
                continue
            if fault.get("skip"):
                fault["skip"] -= 1
                continue
            if fault["times"] is not None:
                fault["times"] -= 1
                if fault["times"] <= 0:
                    self.planned.remove(fault)
            do: Json = {**fault["do"], "fault": fault["id"]}
            if "until" in fault and do.get("status") == 429:
                do.setdefault("retry_after", round(fault["until"] - now, 3))
            return do
        return None

    async def strike(self, request: web.Request, do: Json) -> web.StreamResponse | None:
        """Apply a fault to a request or its answer.

        Return the response instead, `None` to let the request through.
        """
        if do.get("delay"):
            await asyncio.sleep(float(do["delay"]))
        if do.get("hang"):
            await self._hang(do["fault"])
        if do.get("hang") or do.get("drop"):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        return _refusal(do)

    async def _hang(self, fault: str) -> None:
        waiting = asyncio.Event()
        self._hanging[waiting] = fault
        try:
            await waiting.wait()
        finally:
            del self._hanging[waiting]


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _matches(match: Json, method: str, path: str, body: str) -> bool:
    return (
        str(match.get("method", "*")).upper() in ("*", method)
        and fnmatch.fnmatchcase(path, str(match.get("path", "*")))
        and str(match.get("body", "")) in body
    )


def _refusal(do: Json) -> web.Response | None:
    status: Any = do.get("status")
    code = do.get("code")
    if code is not None and status is None:
        status = REFUSALS.get(code, (400, ""))[0]
    if status is None:
        return None
    if status == 429:
        scope = "global" if do.get("global") else do.get("scope", "user")
        return rate_limited(float(do.get("retry_after", 0.2)), scope=scope, code=code)
    if code is None:
        text = do.get("text", "upstream connect error")
        return web.Response(status=status, text=text, content_type="text/plain")
    return answer({"message": REFUSALS.get(code, (0, "Injected"))[1], "code": code}, status)


def rate_limited(retry_after: float, *, scope: str = "user", code: int | None = None) -> web.Response:
    """Return Discord's 429 with the headers that its clients read. `Rates.stamp` adds those of every answer.

    With a `code` the limit is one beside the route's, and the headers say nothing of it.
    """
    everywhere = scope == "global"
    told: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
    if code is not None:
        told |= {"message": REFUSALS.get(code, (429, told["message"]))[1], "code": code}
    response = answer(told, 429)
    response.headers["Retry-After"] = str(max(1, round(retry_after)))
    response.headers["Via"] = "1.1 sandbox"
    response.headers["X-RateLimit-Scope"] = scope
    if everywhere:
        response.headers["X-RateLimit-Global"] = "true"
    elif code is None:
        response.headers["X-RateLimit-Remaining"] = "0"
        response.headers["X-RateLimit-Reset-After"] = f"{retry_after:.3f}"
    return response
