"""Count the requests of a turn at Discord: the bot's, by kind, as the sandbox noted them.

Discord counts 50 a second for a whole bot; answers to interactions are free and stand apart.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from sandbox.people import People

__all__ = ["ANSWER", "Costs", "kind_of"]

ANSWER = "answer"
"""The kind of everything that answers an interaction: no limit of the bot's counts it."""
_KINDS = (
    ("message", re.compile(r"/channels/\d+/messages(/\d+)?")),
    ("direct channel", re.compile(r"/users/@me/channels")),
    ("thread", re.compile(r"/channels/\d+(/messages/\d+)?/threads|/channels/\d+")),
)


def kind_of(method: str, path: str) -> str:
    """``POST message``, ``GET thread`` ...; `ANSWER` for what Discord does not count."""
    path = path.partition("?")[0]
    if path.startswith(("/interactions/", "/webhooks/")):
        return ANSWER
    return next((f"{method} {kind}" for kind, shape in _KINDS if shape.fullmatch(path)), f"{method} other")


class Costs:
    """Requests by kind since it was made or last cleared, and the turns that they served.

    The ledger keeps the newest requests only: `read` it every few turns.
    """

    def __init__(self, people: People) -> None:
        self._people = people
        self._seen = 0
        self.kinds: Counter[str] = Counter()
        self.presses = 0
        """Interactions that were answered: taps, commands, keystrokes."""
        self.turns = 0

    async def read(self) -> None:
        """Count what came since the last reading."""
        fresh: list[dict[str, Any]] = await self._people.requests(self._seen)
        for each in fresh:
            assert each["number"] == self._seen + 1, "the ledger was read too late"
            self._seen = each["number"]
            self.kinds[kind_of(each["method"], each["path"])] += 1
            self.presses += each["path"].startswith("/interactions/")

    async def skip(self) -> None:
        """Leave out what came before; the ledger may have forgotten some of it."""
        fresh = await self._people.requests(self._seen)
        self._seen = fresh[-1]["number"] if fresh else self._seen

    async def clear(self) -> None:
        """Begin anew: nothing of what came until now counts."""
        await self.read()
        self.kinds.clear()
        self.presses = self.turns = 0

    def a_turn(self, *kinds: str) -> float:
        """Requests of these kinds a turn; of none named, all that Discord counts."""
        counted = kinds or [kind for kind in self.kinds if kind != ANSWER]
        return sum(self.kinds[kind] for kind in counted) / max(self.turns, 1)
