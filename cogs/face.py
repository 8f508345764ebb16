"""What the shared cogs ask of a game's Discord face.

A face sees views and legal moves, never a state: it cannot say what its reader may not know. It is called
with the reader's `Look` and keeps nothing; what takes long (drawing, menus, suggestions) is run in a thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.text import Markup, Text
from engine.game import AnyGame, Event, Result, Seat
from render.canvas import Picture, Theme

__all__ = ["CHOICES", "Choice", "Drawing", "Face", "Hand", "Icons", "Look", "Menu", "Suggestion", "page_of"]

CHOICES = 25
"""Discord shows at most this many choices at once."""


class Icons:
    """The application's own emojis by our names (``genial_RB``), as far as they have been uploaded."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}

    def learn(self, name: str, emoji: discord.PartialEmoji) -> None:
        self._known[name] = emoji

    def get(self, name: str) -> discord.PartialEmoji | None:
        """The emoji for a button or a menu."""
        return self._known.get(name)

    def show(self, name: str) -> Markup:
        """The emoji in a sentence, with a space behind it; nothing where it is not known."""
        emoji = self._known.get(name)
        return Markup(f"{emoji} " if emoji else "")


@dataclass(frozen=True, slots=True)
class Look:
    """How one reader, or everybody in a channel, sees things."""

    text: Text
    theme: Theme
    names: tuple[str, ...]
    """Who sits where, as typed: `Text` escapes them."""
    icons: Icons


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture to be drawn, and the same in words."""

    draw: Callable[[], Picture]
    alt: str
    """At most 1,024 characters."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat holds in secret."""

    words: Markup
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to tap: a step further, or a move."""

    label: str
    value: str
    """The next element of the path, or the notation of the move when `final`."""
    final: bool = False
    detail: str = ""
    emoji: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """One step of choosing a move by tapping.

    The path of choices made so far leads here: ``()`` is the question itself. Long lists come in pages.
    """

    prompt: Markup
    choices: tuple[Choice, ...]
    listed: bool = False
    """A list to choose from instead of buttons."""
    placeholder: str = ""
    page: int = 0
    pages: int = 1
    drawing: Drawing | None = None
    beside: tuple[Choice, ...] = ()
    """Buttons for what may be answered instead, under every page of a list: a draw, for one."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal move, suggested while typing."""

    label: str
    notation: str


@dataclass(frozen=True, slots=True)
class Face(ABC):
    """One game on Discord. Subclasses are stateless; one instance serves every match."""

    game: AnyGame
    emojis: Mapping[str, Callable[[], Picture]] = field(default_factory=dict[str, Callable[[], Picture]])
    """The game's small pictures, uploaded once as the application's emojis."""
    has_hand: bool = True
    """Seats hold something in secret: the game's cog is a `HandCog`, and panels come by direct message."""

    @abstractmethod
    def options(self, text: Text, options: Any, size: int) -> Markup:
        """The options of a table in a few words."""

    @abstractmethod
    def question(self, look: Look, view: Any) -> Markup:
        """What the viewer has to decide now."""

    def announce(self, look: Look, view: Any) -> Markup:
        """What stands beside the board for all to read: dice as rolled, the scoring of a match that is over.

        At most 2,000 characters, often nothing.
        """
        return Markup("")

    def pictures(self, look: Look, view: Any) -> Sequence[Drawing]:
        """What is shown below the board: the turn as a film, the scoring at the end. Often nothing."""
        return ()

    @abstractmethod
    def board(self, look: Look, view: Any, since: Seat | None) -> Drawing:
        """The board. What changed since the last turn of seat `since` is marked."""

    @abstractmethod
    def board_text(self, look: Look, view: Any) -> str:
        """The same as the picture in monospaced text, at most 36 columns and 1,800 characters."""

    @abstractmethod
    def hand(self, look: Look, view: Any) -> Hand | None:
        """What the viewer holds in secret; `None` where there is nothing."""

    @abstractmethod
    def narrate(self, look: Look, event: Event) -> Markup | None:
        """What happened, in a sentence; `None` where it goes without saying."""

    def lasting(self, entries: Sequence[Sequence[Event]]) -> Sequence[Sequence[Event]]:
        """What is still worth telling later of these entries of the log, event by event, in order."""
        return entries

    def follows(self, event: Event) -> bool:
        """It is told in the same line as what happened just before."""
        return False

    @abstractmethod
    def menu(self, look: Look, view: Any, moves: Sequence[Any], path: tuple[str, ...], page: int) -> Menu:
        """The step that `path` leads to. Raises `LookupError` for a path that leads nowhere."""

    @abstractmethod
    def suggest(self, look: Look, view: Any, moves: Sequence[Any], typed: str) -> list[Suggestion]:
        """At most 25 legal moves that fit what has been typed, the best first."""

    @abstractmethod
    def rules(self, text: Text, options: Any, size: int) -> Sequence[Markup]:
        """The rules in short, with these options, as paragraphs of one message (3,500 characters)."""

    @abstractmethod
    def score(self, text: Text, result: Result, seat: Seat) -> Markup:
        """A seat's score in words."""

    def sides(self, view: Any, size: int) -> Sequence[Sequence[Seat]]:
        """Who wins and loses together: by default everybody alone."""
        return [(Seat(seat),) for seat in range(size)]


def page_of(count: int, page: int, size: int = CHOICES) -> tuple[int, int, slice]:
    """The page to show (kept in range), how many there are, and its part of the list."""
    pages = max(1, -(-count // size))
    page = min(max(page, 0), pages - 1)
    return page, pages, slice(page * size, (page + 1) * size)
