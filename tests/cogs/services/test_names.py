"""Names by seat, in sentences and on pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.services.services import names_of
from cogs.text.text import LANGUAGES, text_for
from render.kit.lettering import length

ROOM = 260
"""Pixels for a name beside Genesia's map, where letters are 53 high."""


def table(*kinds: str) -> Any:
    robots = [SimpleNamespace(person=None, name="", player=kind) for kind in kinds]
    return SimpleNamespace(occupants=(SimpleNamespace(person=1, name="Ada", player=None), *robots))


@pytest.mark.parametrize("language", LANGUAGES)
def test_robots_have_short_names_on_pictures_which_stand_whole(language: str) -> None:
    match, text = table("steady", "steady", "expert", "random"), text_for(language)
    names, short = names_of(match, text), names_of(match, text, short=True)
    assert names[0] == short[0] == "Ada"
    for whole, brief in zip(names[1:], short[1:], strict=True):
        assert len(brief) < len(whole)
        assert length(brief, 53, True) <= ROOM * 1.25, "a name may be narrowed by a fifth"
    assert len({*short}) == len(short)
