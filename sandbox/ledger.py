"""The record of the bot's requests, and of everything that was wrong with them."""

from __future__ import annotations

import itertools
from collections import deque

from .errors import Json

MAX_REQUESTS = 5000
"""Requests that are kept; the oldest are forgotten."""


class Ledger:
    """The last requests, numbered from 1 in the order of their answers, and all violations."""

    def __init__(self) -> None:
        self.requests: deque[Json] = deque(maxlen=MAX_REQUESTS)
        self.violations: list[Json] = []
        self.unfaithful: list[str] = []
        """Answers of the sandbox that are not as Discord's description promises."""
        self._numbers = itertools.count(1)

    def note(self, method: str, path: str, status: int, ms: float, body: str, code: int | None) -> None:
        """Note an answered request; `code` is Discord's error code of a refusal, `ms` its milliseconds."""
        self.requests.append(
            {
                "number": next(self._numbers),
                "method": method,
                "path": path,
                "status": status,
                "ms": round(ms, 2),
                "body": body,
                "code": code,
            }
        )

    def violation(self, kind: str, method: str, path: str, problem: str) -> None:
        """Note something that the bot did wrong.

        `kind` is `unsupported` (no such door here), `openapi` (against the description), `openapi-id` (an
        id sent as a number where the description says text) or `limit` (a form that was refused).
        """
        self.violations.append({"kind": kind, "method": method, "path": path, "problem": problem})

    def since(self, number: int) -> list[Json]:
        return [item for item in self.requests if item["number"] > number]

    def clear(self) -> None:
        self.requests.clear()
        self.violations.clear()
        self.unfaithful.clear()
