"""A Discord on paper: it keeps what a bot sends, rings who is called, and answers at once.

For weeks on virtual time, where a model that checks everything would take days. It knows what the courier
asks of discord.py, and nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import discord

__all__ = ["Paper"]

_DIRECT = 10**6
"""The direct channel of a person, whose id is lower, has that id and so much."""


@dataclass
class _Message:
    id: int
    content: str
    components: tuple[()] = ()
    flags: Any = field(default_factory=lambda: SimpleNamespace(components_v2=False))
    author: Any = field(default_factory=lambda: SimpleNamespace(id=1))


class _Partial:
    """A message by its id."""

    def __init__(self, paper: Paper, channel: int, message: int) -> None:
        self._paper, self._channel, self._message = paper, channel, message

    async def edit(self, **given: Any) -> None:
        if "content" in given:
            self._paper.messages[self._channel][self._message] = given["content"]

    async def delete(self) -> None:
        self._paper.messages[self._channel].pop(self._message, None)


class _Channel:
    """A channel, a thread or a direct channel."""

    def __init__(self, paper: Paper, channel: int) -> None:
        self._paper, self.id = paper, channel

    async def send(self, *, content: str, allowed_mentions: Any, silent: bool, **_: Any) -> _Message:
        paper, person = self._paper, self.id - _DIRECT
        if 0 < person < _DIRECT:
            if person in paper.closed:
                raise _refused(50007)
            if not silent:
                paper.ring(person)
        for one in allowed_mentions.users or ():
            paper.ring(one.id)
        message = paper.new_id()
        paper.messages.setdefault(self.id, {})[message] = content
        return _Message(message, content)

    def get_partial_message(self, message: int) -> _Partial:
        self._paper.messages.setdefault(self.id, {})
        return _Partial(self._paper, self.id, message)

    async def fetch_message(self, message: int) -> _Message:
        return _Message(message, self._paper.messages.get(self.id, {}).get(message, ""))

    async def history(self, limit: int) -> AsyncIterator[_Message]:
        """Nothing is ever lost on paper: nobody has to look for it."""
        for _ in range(0):
            yield _Message(0, "")


class _Http:
    """The requests that have no object of their own."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper

    async def start_private_message(self, person: str) -> dict[str, str]:
        return {"id": str(_DIRECT + int(person))}

    async def start_thread_with_message(self, channel: int, message: int, **_: Any) -> dict[str, str]:
        return {"id": str(message)}

    async def start_thread_without_message(self, channel: int, **_: Any) -> dict[str, str]:
        return {"id": str(self._paper.new_id())}

    async def add_user_to_thread(self, thread: int, person: int) -> None: ...


class Paper:
    """Stands for the bot's client."""

    def __init__(self, now: Callable[[], datetime], ring: Callable[[int], None]) -> None:
        """`ring` is called with the id of each person for whom a telephone rings."""
        self.user = SimpleNamespace(id=1)
        self.ring = ring
        self.closed: set[int] = set()
        """Persons to whom nobody may write."""
        self.messages: dict[int, dict[int, str]] = {}
        """Texts by channel and message."""
        self.http = _Http(self)
        self._now = now
        self._ids = itertools.count()

    def new_id(self) -> int:
        return discord.utils.time_snowflake(self._now()) + next(self._ids) % (1 << 22)

    def get_partial_messageable(self, channel: int, **_: Any) -> _Channel:
        return _Channel(self, channel)

    def get_channel(self, channel: int) -> Any:
        return SimpleNamespace(id=channel)


def _refused(code: int) -> discord.Forbidden:
    response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
    return discord.Forbidden(response, {"code": code, "message": ""})
