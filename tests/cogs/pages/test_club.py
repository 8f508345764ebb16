"""The news of a server on one page: what has no room in a message is counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.answering.answers import CLASSIC_LIMIT
from cogs.pages import club
from cogs.pages.club import LISTED, NewsItems, news_page
from cogs.services.services import Services
from cogs.text.text import Markup, Text, text_for
from engine.matches import Match


def matches(count: int, first: int = 1) -> list[Match]:
    return [cast("Match", SimpleNamespace(id=first + number)) for number in range(count)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("length", [20, 240, 600, 1800])
async def test_what_has_no_room_is_counted(
    monkeypatch: pytest.MonkeyPatch, language: str, length: int
) -> None:
    async def item(services: Services, part: str, match: Match, text: Text) -> Any:
        return Markup(f"<{match.id}>".ljust(length, "x")), []

    monkeypatch.setattr(club, "_item", item)
    text = text_for(language)
    items = NewsItems(matches(4), matches(4, 11), matches(4, 21))
    page = await news_page(cast("Services", None), items, text)
    assert page is not None
    assert len(page.content) <= CLASSIC_LIMIT
    shown = page.content.count("- <")
    assert 0 < shown <= LISTED
    assert page.content.endswith(text("news.and_more", n=items.count - shown))
    for number, part in enumerate(("over", "seats", "opened")):
        here = sum(f"- <{number * 10 + each}>" in page.content for each in range(1, 5))
        assert (text(f"news.{part}", n=here) in page.content) == bool(here)
