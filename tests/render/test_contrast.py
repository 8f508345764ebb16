"""Every mark on every ground on which it can lie, in all games and both themes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from render.familienbande import material as familienbande
from render.genesia.palette import (
    BONE,
    DARK,
    GOLD,
    INKY,
    PEOPLES,
    SCENES,
    board_palette,
    contrast_colour,
    grounds,
    held_colour,
    signs,
    winner_tint,
)
from render.genesis.material import GROUNDS
from render.genesis_life.material import WOODS
from render.genial.material import FELTS
from render.genial.symbols import BODY, HUES
from render.kit.canvas import RGB, Theme, ink
from render.kit.marks import BEST, CASING, FIGHTING, FIRE, GREYED, PAPER, gold, softened, with_dimmed
from tests.render.sight import contrast, stands_out

MARK, LETTER = 3, 4.5
"""The least contrast of a mark and of letters."""
READ = 3
"""The least contrast of what is dimmed on purpose, so that something else is seen first."""
WRITTEN = ("label", "word", "ink")
"""Fields of a game's colours in which letters are written: nothing lies on these."""


def colours(scene: object) -> Iterable[tuple[str, RGB]]:
    """Yield the colours on which something can lie, of a game's scene."""
    for name, value in vars(scene).items():
        is_colour = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
        if is_colour and len(value) == 3 and name not in WRITTEN:
            yield name, value


def scene_grounds(theme: Theme) -> dict[str, dict[str, RGB]]:
    own = ink(theme)
    shared: dict[str, RGB] = {"ground": own.ground, "panel": own.panel, "lit": own.lit}
    return {
        "genial": {**shared, **dict(colours(FELTS[theme])), "tile": BODY},
        "genesis": {**shared, **dict(colours(GROUNDS[theme]))},
        "genesis_life": {**shared, **dict(colours(WOODS[theme]))},
        "familienbande": {**shared, "paper": familienbande.PAPER, "body": familienbande.BODY},
        "genesia": {**shared, **{str(number): colour for number, colour in enumerate(grounds(theme))}},
    }


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("game", ["genial", "genesis", "genesis_life", "familienbande", "genesia"])
def test_the_shared_marks_stand_out_in_every_game(game: str, theme: Theme) -> None:
    for name, ground in scene_grounds(theme)[game].items():
        assert stands_out((gold(theme), CASING), (ground,)) >= MARK, ("the last move", name)
        assert stands_out((PAPER, CASING), (ground,)) >= MARK, ("what is new, and numbers", name)
        assert stands_out((FIRE, PAPER, CASING), (ground,)) >= MARK, ("an attack", name)
    assert contrast(BEST, CASING) >= LETTER


@pytest.mark.parametrize("theme", Theme)
def test_genials_symbols_stand_out_on_their_tile(theme: Theme) -> None:
    assert all(contrast(hue, BODY) >= MARK for hue in HUES.values())
    assert stands_out((BODY, *HUES.values()), (FELTS[theme].cell,)) >= MARK


@pytest.mark.parametrize("theme", Theme)
def test_genesias_signs_stand_out_on_every_region(theme: Theme) -> None:
    scene = SCENES[theme]
    for ground in grounds(theme):
        assert stands_out((scene.fresh, scene.line), (ground,)) >= MARK, "the line around what is new"
        assert stands_out((scene.way, INKY), (ground,)) >= MARK, "a march"
        assert contrast(contrast_colour(ground), ground) >= LETTER, "codes and names"
        assert all(stands_out((INKY, hue), (ground,)) >= MARK for hue in PEOPLES), "stacks"
        assert all(stands_out((plate, scene.line), (ground,)) >= MARK for plate in (BONE, GOLD)), "values"
    assert contrast(scene.fight, scene.line) >= MARK, "the line around what is attacked"
    assert stands_out((scene.way, scene.line), (scene.shallow, scene.sea)) >= MARK, "ferries"
    assert all(contrast(contrast_colour(hue), hue) >= LETTER for hue in PEOPLES), "counts"
    assert all(contrast(DARK, plate) >= LETTER for plate in (BONE, GOLD)), "values"
    assert contrast(ink(theme).text, winner_tint(theme)) >= LETTER


@pytest.mark.parametrize("theme", Theme)
def test_values_and_counts_are_read_where_one_chooses(theme: Theme) -> None:
    """Regions that cannot be chosen are dimmed by a third, and what is written in them much less."""
    palette, rest = board_palette(theme), ink(theme).ground
    larger, table = with_dimmed(palette, rest, signs=signs(), grounds=grounds(theme))

    def shown(colour: RGB) -> RGB:
        return larger.colours[table[palette.index(colour)]]

    for letters, back in signs():
        assert contrast(shown(letters), shown(back)) >= LETTER, (letters, back)
    for people in range(len(PEOPLES)):
        fill = held_colour(theme, people)
        assert contrast(shown(fill), rest) - 1 < 0.75 * (contrast(fill, rest) - 1), "the ground is dimmed"


@pytest.mark.parametrize("theme", Theme)
def test_values_and_counts_are_read_during_an_assault(theme: Theme) -> None:
    """They are dimmed less than their ground, which is so dark that the fight is seen first."""
    palette = board_palette(theme)
    table = softened(palette, grounds(theme))
    larger, rest = with_dimmed(palette, CASING, FIGHTING, GREYED)

    def soft(colour: RGB) -> RGB:
        return larger.colours[table[palette.index(colour)]]

    for hue in PEOPLES:
        assert contrast(soft(contrast_colour(hue)), soft(hue)) >= READ
    for plate in (BONE, GOLD):
        assert contrast(soft(DARK), soft(plate)) >= READ
    for people in range(len(PEOPLES)):
        fill = held_colour(theme, people)
        assert soft(fill) == larger.colours[rest[palette.index(fill)]], "the ground is dark"
