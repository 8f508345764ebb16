"""The newest panel of a match is changed while its interaction may change it, and no other message is."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.answering.answers import Page, words
from cogs.services import open_panels
from cogs.services.open_panels import OpenPanels

MOVED = words("moved")
END = words("over")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Page]]:
    """Return what was shown, by the number of the interaction."""
    found: list[tuple[int, Page]] = []

    async def answer(interaction: Any, page: Page, *, edit: bool) -> None:
        assert edit
        found.append((interaction.id, page))

    monkeypatch.setattr(open_panels, "answer", answer)
    return found


def pressed(number: int, *, ago: timedelta = timedelta()) -> Any:
    return SimpleNamespace(id=number, created_at=discord.utils.utcnow() - ago)


async def over(interaction: Any, person: int) -> Page:
    return END


async def test_a_newer_panel_leaves_a_line_of_the_one_before(shown: list[tuple[int, Page]]) -> None:
    stopped: list[int] = []
    panels = OpenPanels(stopped.append)
    panels.note(1, 7, pressed(10), 100, MOVED)
    panels.note(1, 7, pressed(11), 100, MOVED)  # a press in place
    panels.note(1, 8, pressed(12), 101, MOVED)
    panels.note(2, 7, pressed(13), 102, MOVED)
    await panels.close()
    assert shown == []
    panels.note(1, 7, pressed(14), 103, MOVED)
    await panels.close()
    assert shown == [(11, MOVED)]
    assert stopped == [100]


async def test_of_two_that_were_pressed_for_at_once_neither_wipes_out_the_other(
    shown: list[tuple[int, Page]],
) -> None:
    panels = OpenPanels(lambda message: None)
    first, second = pressed(10, ago=timedelta(seconds=1)), pressed(11, ago=timedelta(seconds=1))
    panels.note(1, 7, first, 100, MOVED)
    panels.note(1, 7, second, 101, MOVED)
    await panels.close()
    assert shown == []
    panels.note(1, 7, pressed(12), 102, MOVED)
    await panels.close()
    assert shown == [(10, MOVED), (11, MOVED)], "the next one leaves a line of both"
    panels.note(1, 7, pressed(13, ago=timedelta(seconds=1)), 103, MOVED)
    panels.release(103)
    panels.end(1, over)
    await panels.close()
    assert shown[2:] == [(12, END)]


async def test_a_match_that_is_over_ends_its_own_panels_alone(shown: list[tuple[int, Page]]) -> None:
    """A message that shows another match by now, or something else, is left as it is."""
    panels = OpenPanels(lambda message: None)
    panels.note(1, 7, pressed(10), 100, MOVED)
    panels.note(2, 7, pressed(11), 100, MOVED)  # the next match, in the same message
    panels.note(1, 8, pressed(12), 101, MOVED)
    panels.release(101)
    panels.note(1, 9, pressed(13), 102, MOVED)
    panels.forget(1, 9)
    panels.note(1, 10, pressed(14, ago=timedelta(minutes=15)), 103, MOVED)
    panels.note(1, 11, pressed(15), 104, MOVED)
    panels.end(1, over)
    panels.end(1, over)
    await panels.close()
    assert shown == [(15, END)]
