"""The reader of sentences and pictures: language, theme, names, emojis."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import discord

from cogs.text.text import Markup, Text
from render.kit.canvas import Theme

__all__ = ["Context", "Icons", "with_order"]


class Icons:
    """The application's own emojis by our names (``genial_RB``), as far as they have been uploaded."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}
        self.missed: Counter[str] = Counter()
        """Lookups by name that found no emoji, counted."""

    def learn(self, name: str, emoji: discord.PartialEmoji) -> None:
        self._known[name] = emoji

    def get(self, name: str) -> discord.PartialEmoji | None:
        """Return the emoji for a button or a menu."""
        emoji = self._known.get(name)
        if emoji is None and name:
            self.missed[name] += 1
        return emoji

    def show(self, name: str) -> Markup:
        """Return the emoji in a sentence, with a space behind it; nothing where it is not known."""
        emoji = self.get(name)
        return Markup(f"{emoji} " if emoji else "")


@dataclass(frozen=True, slots=True)
class Context:
    """The reader of sentences and pictures: one person, or everybody in a channel."""

    text: Text
    theme: Theme
    names: tuple[str, ...]
    """The names of the people and robots by seat, as typed: `Text` escapes them."""
    icons: Icons
    planning: bool = False
    """True on the page of a plan: a choice is played when its turn comes, if it is still legal."""
    has_help: bool = True
    """Moves stand in the order in which a robot would choose; otherwise by what they score."""
    short_names: tuple[str, ...] = ()
    """The names as pictures have room for them: those of robots are short. None where they are the same."""

    @property
    def picture_names(self) -> tuple[str, ...]:
        """The names by seat for pictures."""
        return self.short_names or self.names


def with_order(code: str, ctx: Context) -> str:
    """Return the code of a sentence that says in which order moves stand: ``<code>.scored`` without help."""
    return code if ctx.has_help else f"{code}.scored"
