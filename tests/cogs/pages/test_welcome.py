"""The answer to somebody who is back: a welcome to those alone who were away."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.pages.absence import come_back
from cogs.services.services import Reader
from cogs.text.text import text_for
from render.kit.canvas import Theme

CASES = (
    ({"absent": {0}}, "Welcome back! You play on yourself."),
    ({"offered": {0}}, "Match 4: you keep your seat; it is no longer on offer."),
    ({"is_asleep": True}, "Match 4 is awake again."),
    ({}, "You play on yourself."),
)


@pytest.mark.parametrize(("state", "said"), CASES)
async def test_only_who_was_away_is_welcomed(state: dict[str, Any], said: str) -> None:
    usual = {"absent": set[int](), "offered": set[int](), "is_asleep": False}
    match = SimpleNamespace(seat_of=lambda person: 0, **(usual | state))

    async def get(number: int) -> Any:
        return match

    async def back(number: int, person: int, click: int) -> None:
        assert (number, person, click) == (4, 7, 9)

    matches = SimpleNamespace(loader=SimpleNamespace(get=get), presence=SimpleNamespace(come_back=back))
    services: Any = SimpleNamespace(matches=matches)
    assert await come_back(services, 4, Reader(7, "ada", text_for("en"), Theme.DARK), 9) == said
