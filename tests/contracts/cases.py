"""The cases of the contracts: every form of every registered game, and of the newcomers that prove them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from cogs.face.face import AnyFace
from engine.codes import Codes
from engine.game import AnyGame, Options
from engine.games import ROWS, Row, find_name, import_name
from harness.trial import Form, Trial, trial_of
from render.kit.canvas import Picture, Theme
from tests.newcomers.engines import ENGINES
from tests.newcomers.rows import NEWCOMERS

__all__ = [
    "CASES",
    "EVERY",
    "EVERY_ENGINE",
    "EVERY_GAME",
    "EVERY_RULES",
    "GAMES",
    "PLAYED",
    "REGISTERED",
    "RULED",
    "Case",
    "Contestant",
    "at_most",
    "is_quick",
]


@dataclass(frozen=True, repr=False)
class Contestant:
    """A game with all its parts."""

    row: Row

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def game(self) -> AnyGame:
        return import_name(self.row.rules)

    @property
    def codes(self) -> Codes:
        return import_name(self.row.codes)

    @property
    def face(self) -> AnyFace:
        return import_name(f"{self.row.cog}:FACE")

    @property
    def emojis(self) -> Mapping[str, Callable[[], Picture]]:
        return find_name(self.row.emojis) or {}

    @property
    def gallery(self) -> Mapping[str, Callable[[Theme], Picture]]:
        return import_name(self.row.gallery)

    @property
    def trial(self) -> Trial:
        return trial_of(self.key)

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(Case(self.row, form) for form in self.trial.forms)

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # hypothesis tells what failed: it would spell out every field


@dataclass(frozen=True, repr=False)
class Case(Contestant):
    """One form of a game."""

    form: Form

    @property
    def options(self) -> Options:
        return self.form.options

    @property
    def seats(self) -> int:
        return self.form.seats

    def __str__(self) -> str:
        return f"{self.key}-{self.form.label}"


def at_most(count: int, quick: int) -> int:
    """Return the number of examples to look at: `count`, or `quick` with ``--quick``."""
    return quick if is_quick() else count


def is_quick() -> bool:
    """Return True if the tests run with ``--quick``, with too few examples to show everything."""
    return "LONGTABLE_QUICK" in os.environ


REGISTERED: tuple[Contestant, ...] = tuple(map(Contestant, ROWS))
GAMES: tuple[Contestant, ...] = (*REGISTERED, *map(Contestant, NEWCOMERS))
CASES: tuple[Case, ...] = tuple(case for each in GAMES for case in each.cases)
EVERY = pytest.mark.parametrize("case", CASES, ids=str)
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=str)
RULED: tuple[Contestant, ...] = (*GAMES, *map(Contestant, ENGINES))
"""Those of which there is the engine alone as well."""
PLAYED: tuple[Case, ...] = tuple(case for each in RULED for case in each.cases)
EVERY_ENGINE = pytest.mark.parametrize("case", PLAYED, ids=str)
EVERY_RULES = pytest.mark.parametrize("game", RULED, ids=str)
