"""Pages of what lies open on a table, as everybody sees it: a game's tableau, its cards explained."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.face.drawing import Drawing
from cogs.text.text import Markup

__all__ = ["OpenPage", "Topic", "TopicList"]


@dataclass(frozen=True, slots=True)
class Topic:
    """A button or an entry of a list that leads to an open page."""

    label: str
    topic: str
    """The topic of the page, as `Face.open_page` knows it: at most 50 characters."""
    detail: str = ""
    emoji: str = ""
    here: bool = False
    """It is the page that is shown: its button is pressed already."""


@dataclass(frozen=True, slots=True)
class TopicList:
    """A list of at most 25 pages to choose from."""

    placeholder: str
    topics: tuple[Topic, ...]


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page of what lies open on a table."""

    words: Markup
    drawings: tuple[Drawing, ...] = ()
    lists: tuple[TopicList, ...] = ()
    ways: tuple[Topic, ...] = ()
    """Buttons, five a row."""
