"""The games of the project, one row each: the one place where a game or an older version of it is registered.

A row says where in each room the game's part stands. It names what it does not import: the engine knows
neither pictures nor cogs, and nothing of a game is loaded before somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from engine.game import AnyGame

__all__ = [
    "GAMES",
    "RETIRED",
    "ROWS",
    "BrokenGame",
    "Registered",
    "Row",
    "find_name",
    "import_name",
    "row",
    "rules_of",
]


@dataclass(frozen=True, slots=True)
class Row:
    """The places of one game's parts: each ``module:attribute``, for `import_name`."""

    key: str
    rules: str
    """The `Game`."""
    codes: str
    """The `Codes` of its rules."""
    cog: str
    """The module that discord.py loads; its ``FACE`` is the game's face."""
    emojis: str
    """Small pictures by name; a game may have none."""
    gallery: str
    """Samples of every kind of picture by name, from a theme."""
    lessons: str = ""
    """Prepared positions from which the game is learned; a game may have none yet."""
    balance: str = ""
    """A function that reports on cards or maps of our own design, from games, seed and numbers of players
    (none: all of them), and tells if all is in bounds."""


def row(key: str, **elsewhere: str) -> Row:
    """Return the row of a game whose parts stand in their usual places, except those given in `elsewhere`."""
    usual = {
        "rules": f"engine.{key}:{key.upper()}",
        "codes": f"engine.{key}.codes:CODES",
        "cog": f"cogs.{key}",
        "emojis": f"render.{key}.pictures:EMOJIS",
        "gallery": f"render.gallery.{key}:GALLERY",
        "lessons": f"engine.{key}.lessons:LESSONS",
    }
    return Row(key, **(usual | elsewhere))


ROWS: tuple[Row, ...] = (
    row("genial"),
    row("genesis"),
    row("genesis_life"),
    row("familienbande"),
    row(
        "genesia",
        rules="engine.genesia.rules:GENESIA",
        balance="engine.genesia.balance:balance_report",
    ),
)


class BrokenGame(ValueError):  # noqa: N818 - beside BadOptions and BadPosition
    """A data file of a game cannot be read; the text says where it is wrong."""


@cache
def import_name(name: str) -> Any:
    """Import and return the object named ``module:attribute``. Raises `BrokenGame`."""
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except ValueError as fault:
        raise BrokenGame(str(fault)) from fault


def find_name(name: str) -> Any | None:
    """Import and return the object; `None` if its module does not exist yet. An existing module that cannot
    be imported raises.
    """
    module, _, attribute = name.partition(":")
    try:
        return getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        return None


class Registered(Mapping[str, AnyGame]):
    """The rules of some rows' games by key, each imported when it is first asked for."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = {row.key: row for row in rows}

    def __getitem__(self, key: str) -> AnyGame:
        """Return the game's rules. Raises `BrokenGame`."""
        return import_name(self._rows[key].rules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


GAMES: Mapping[str, AnyGame] = Registered(ROWS)
"""The rules of every game by key."""

RETIRED: tuple[AnyGame, ...] = ()
"""Older versions of games' rules, for the matches and records that began with them."""


def rules_of(game: str, version: int) -> AnyGame | None:
    """Return that version of a game's rules; `None` if there is none here."""
    known = (*GAMES.values(), *RETIRED)
    return next((each for each in known if (each.key, each.rules) == (game, version)), None)
