"""Small pictures are drawn without a hop to a thread, large ones with it."""

from __future__ import annotations

import threading
from functools import partial
from types import SimpleNamespace
from typing import Any

from cogs.face.drawing import Drawing
from cogs.services.draw_times import AT_ONCE_SECONDS, DrawTimes
from cogs.services.services import Services
from render.kit.canvas import Picture

SMALL, LARGE = AT_ONCE_SECONDS / 3, AT_ONCE_SECONDS * 4


class Clock:
    """A thread's processor time that passes while something is drawn."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def drawn(clock: Clock, took: float, number: int = 0) -> Picture:
    clock.now += took
    return Picture(threading.current_thread().name.encode(), number, 1)


def test_what_takes_little_time_is_small_until_it_takes_more() -> None:
    clock = Clock()
    times, small = DrawTimes(clock), partial(drawn, clock, SMALL)
    assert not times.is_small(small)  # nothing is known
    times.draw(small)
    assert times.is_small(small)
    times.draw(partial(drawn, clock, LARGE))
    assert not times.is_small(small)  # the same function
    times.draw(small)
    assert not times.is_small(small)
    for _ in range(20):
        times.draw(small)
    assert times.is_small(small)
    assert not times.is_small(lambda: drawn(clock, SMALL))


async def test_small_pictures_are_drawn_where_they_are_asked_for() -> None:
    matches: Any = SimpleNamespace(promises=None)
    services, clock = Services(matches, {}), Clock()
    services._draw_times = DrawTimes(clock)
    here = threading.current_thread().name.encode()

    async def place(took: float, number: int) -> bool:
        return (await services.draw(Drawing(partial(drawn, clock, took, number), ""))).data == here

    assert not await place(SMALL, 1)  # nothing is known of it
    assert await place(SMALL, 2)
    assert await place(LARGE, 3)  # it was not known to be large
    assert not await place(LARGE, 4)


async def test_small_lists_are_made_where_they_are_asked_for() -> None:
    matches: Any = SimpleNamespace(promises=None)
    services, clock = Services(matches, {}), Clock()
    services._draw_times = DrawTimes(clock)

    async def is_here(took: float, kind: str | None) -> bool:
        made = await services.think(drawn, clock, took, kind=kind)
        return made.data == threading.current_thread().name.encode()

    assert not await is_here(SMALL, "menu")  # nothing is known of it
    assert await is_here(SMALL, "menu")
    assert not await is_here(SMALL, "suggest")  # of another kind
    assert not await is_here(SMALL, None)
    assert await is_here(LARGE, "menu")  # it was not known to be large
    assert not await is_here(LARGE, "menu")
