"""The form of a change: load, decide and write under a lock, and again where another process was faster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from engine.match.changes import Timer
from engine.match.values import Match
from engine.matches.core.cache import CachedMatch
from engine.matches.core.loader import Loader
from engine.matches.core.locks import TRIES, Locks
from engine.matches.core.writer import Writer

__all__ = ["Changing", "alone", "on_match", "once", "when_due"]


class Changing:
    """A part of the service that changes matches.

    Methods that change a match are written for a loaded match, and called with the number of the match.
    """

    def __init__(self, loader: Loader, writer: Writer) -> None:
        self._loader = loader
        self._writer = writer
        self.change = writer.change


PartT = TypeVar("PartT", bound=Changing)
P = ParamSpec("P")
T = TypeVar("T")
_Work = Callable[Concatenate[PartT, CachedMatch, P], Awaitable[T]]
_ByNumber = Callable[Concatenate[PartT, int, P], Coroutine[Any, Any, T]]


def on_match(work: _Work[PartT, P, T]) -> _ByNumber[PartT, P, T]:
    """Turn a method on a loaded match into one on its number.

    The match is loaded under its lock. Where another process wrote it meanwhile, `work` begins anew. Raises
    as `Writer.change`.
    """

    @wraps(work)
    async def change(part: PartT, match: int, *given: P.args, **named: P.kwargs) -> T:
        return await part.change(match, lambda cached: work(part, cached, *given, **named))

    return change


def once(verb: str) -> Callable[[_Work[PartT, P, None]], _ByNumber[PartT, P, Match]]:
    """Turn a method on a loaded match into one on its number, which acts once for each value of `click`.

    The new method returns the match as everybody may know it afterwards. A click that has acted with this
    verb before changes nothing.
    """

    def decorate(work: _Work[PartT, P, None]) -> _ByNumber[PartT, P, Match]:
        place = list(signature(work).parameters).index("click") - 2

        @on_match
        @wraps(work)
        async def change_once(part: PartT, cached: CachedMatch, *given: P.args, **named: P.kwargs) -> Match:
            click: Any = named["click"] if "click" in named else given[place]
            if (click, verb) not in cached.clicks:
                await work(part, cached, *given, **named)
            return cached.public

        return change_once

    return decorate


def when_due(
    work: Callable[Concatenate[PartT, CachedMatch, Timer, P], Awaitable[T]],
) -> Callable[Concatenate[PartT, Timer, P], Coroutine[Any, Any, T]]:
    """Turn a method on a loaded match and a timer into one on the timer alone.

    A handler of timers returns `False` where the timer has nothing to do any more.
    """

    @wraps(work)
    async def handle(part: PartT, timer: Timer, *given: P.args, **named: P.kwargs) -> T:
        return await part.change(timer.match, lambda cached: work(part, cached, timer, *given, **named))

    return handle


class Locking(Protocol):
    """A part of the service that has the locks."""

    locks: Locks


LockingT = TypeVar("LockingT", bound=Locking)
_ByKey = Callable[Concatenate[LockingT, int, P], Coroutine[Any, Any, T]]


def alone(kind: str, *, tries: int = TRIES) -> Callable[[_ByKey[LockingT, P, T]], _ByKey[LockingT, P, T]]:
    """Let a method run under the lock of its first argument: a person, a server or a click.

    Locks of different `kind` do not wait for each other. Where another process wrote the same row meanwhile,
    the method begins anew, `tries` times in all. It is finished even when its caller is cancelled. Raises
    `Conflict` after the last try.
    """

    def decorate(work: _ByKey[LockingT, P, T]) -> _ByKey[LockingT, P, T]:
        @wraps(work)
        async def change(part: LockingT, key: int, *given: P.args, **named: P.kwargs) -> T:
            return await part.locks.alone((kind, key), lambda: work(part, key, *given, **named), again=tries)

        return change

    return decorate
