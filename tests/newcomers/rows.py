"""Games that stand in the tests alone: they prove that the contracts fail no correct newcomer."""

from __future__ import annotations

from pathlib import Path

from cogs.text.text import read_catalogues_in
from engine.games import Row, row

__all__ = ["NEWCOMERS"]

read_catalogues_in(Path(__file__).with_name("locales"))

NEWCOMERS: tuple[Row, ...] = (
    row(
        "duel",
        rules="tests.newcomers.duel.rules:DUEL",
        codes="tests.newcomers.duel.codes:CODES",
        cog="tests.newcomers.duel.cog",
        emojis="tests.newcomers.duel.pictures:EMOJIS",
        gallery="tests.newcomers.duel.pictures:GALLERY",
    ),
    row(
        "heirs",
        rules="tests.newcomers.heirs.rules:HEIRS",
        codes="tests.newcomers.heirs.codes:CODES",
        cog="tests.newcomers.heirs.cog",
        emojis="tests.newcomers.heirs.pictures:EMOJIS",
        gallery="tests.newcomers.heirs.gallery:GALLERY",
        lessons="tests.newcomers.heirs.lessons:LESSONS",
    ),
    row(
        "hermits",
        rules="tests.newcomers.hermits.rules:HERMITS",
        codes="tests.newcomers.hermits.codes:CODES",
        cog="tests.newcomers.hermits.cog",
        gallery="tests.newcomers.hermits.pictures:GALLERY",
        lessons="tests.newcomers.hermits.lessons:LESSONS",
    ),
)
