"""What the bot asked for, as seen by the sandbox, and everything in it that was wrong."""

from __future__ import annotations

import itertools
from collections import deque

from .errors import Json

KEEP = 5000


class Ledger:
    """The last requests and all violations, numbered from 1 in the order in which they were noticed."""

    def __init__(self) -> None:
        self.requests: deque[Json] = deque(maxlen=KEEP)
        self.violations: list[Json] = []
        self.unfaithful: list[str] = []  # where the sandbox itself strays from the description
        self._numbers = itertools.count(1)

    def note(self, method: str, path: str, status: int, ms: float, body: str, code: int | None) -> None:
        """Notes a request, and with which of Discord's codes it was refused."""
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
        """Notes what the bot did wrong.

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
