"""How a part of the service changes a match: load it, decide, write; again where another was faster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.match.changes import Timer
from engine.match.values import Match
from engine.matches.core.cache import CachedMatch
from engine.matches.core.loader import Loader
from engine.matches.core.writer import Writer

__all__ = ["Changing", "on_match", "once", "when_due"]


class Changing:
    """A part of the service that changes matches.

    Its methods that do are written for a loaded match, and called with the number of one.
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
    """Make a method on a loaded match one on its number.

    The match is loaded under its lock. Where another process wrote it meanwhile, `work` begins anew. Raises
    as `Writer.change`.
    """

    @wraps(work)
    async def changed(part: PartT, match: int, *given: P.args, **named: P.kwargs) -> T:
        return await part.change(match, lambda cached: work(part, cached, *given, **named))

    return changed


def once(verb: str) -> Callable[[_Work[PartT, P, None]], _ByNumber[PartT, P, Match]]:
    """Make a method on a loaded match one on its number, which acts once by its parameter `click`.

    Its value is the match as everybody may know it then. A click that has acted with this verb changes
    nothing.
    """

    def decorate(work: _Work[PartT, P, None]) -> _ByNumber[PartT, P, Match]:
        place = list(signature(work).parameters).index("click") - 2

        @on_match
        @wraps(work)
        async def changed(part: PartT, cached: CachedMatch, *given: P.args, **named: P.kwargs) -> Match:
            click: Any = named["click"] if "click" in named else given[place]
            if (click, verb) not in cached.clicks:
                await work(part, cached, *given, **named)
            return cached.public

        return changed

    return decorate


def when_due(
    work: Callable[Concatenate[PartT, CachedMatch, Timer, P], Awaitable[T]],
) -> Callable[Concatenate[PartT, Timer, P], Coroutine[Any, Any, T]]:
    """Make a method on a loaded match and a timer one on the timer alone.

    A handler of timers returns `False` where the timer has nothing to do any more.
    """

    @wraps(work)
    async def handle(part: PartT, timer: Timer, *given: P.args, **named: P.kwargs) -> T:
        return await part.change(timer.match, lambda cached: work(part, cached, timer, *given, **named))

    return handle
