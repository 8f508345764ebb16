"""The courier leaves a panel alone while a press of it is answered."""

from __future__ import annotations

import asyncio

import pytest

from cogs.services import pressed_panels
from cogs.services.pressed_panels import Panels


async def test_who_waits_goes_on_once_all_is_answered() -> None:
    panels, order = Panels(), list[str]()

    async def courier() -> None:
        await panels.wait_until_answered(1, 7)
        order.append("courier")

    async with panels.answering(1, 7):
        waiting = asyncio.create_task(courier())
        await panels.wait_until_answered(1, 8)
        await panels.wait_until_answered(2, 7)
        await asyncio.sleep(0)
        order.append("first")
        again = panels.answering(1, 7)  # a second press, before the first is answered
        await again.__aenter__()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    order.append("second")
    await again.__aexit__(None, None, None)
    await waiting
    assert order == ["first", "second", "courier"]
    await panels.wait_until_answered(1, 7)


async def test_an_answer_that_never_comes_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pressed_panels, "PATIENCE", 0.0)
    panels = Panels()
    async with panels.answering(1, 7):
        await panels.wait_until_answered(1, 7)


async def test_a_failed_answer_is_over_too() -> None:
    panels = Panels()
    with pytest.raises(ValueError, match="lost"):
        async with panels.answering(1, 7):
            raise ValueError("lost")
    await panels.wait_until_answered(1, 7)
