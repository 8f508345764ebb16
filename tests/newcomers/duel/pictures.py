"""Pictures of the duel: the stones that are left, as discs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import Seat
from render.kit.canvas import Palette, Picture, Sheet, Sprite, Theme, ink, lettered_disc, opaque, png
from tests.newcomers.duel.rules import View

__all__ = ["EMOJIS", "GALLERY", "board"]

SIZE = 80


def board(view: View, *, theme: Theme = Theme.DARK, width: int = SIZE * 12) -> Picture:
    """The stones that are left, and what each seat has taken."""
    colours, size = ink(theme), width // 12
    palette = Palette([(colours.ground, colours.text, 16)])
    sheet = Sheet.blank(width, size, palette, colours.ground)
    for place, text in enumerate([*view.left * "●", *map(str, view.taken)]):
        disc = lettered_disc(text, size - 10, colours.text, colours.ground)
        sheet.stamp(Sprite(opaque(disc, palette, colours.ground), None, (0, 0)), place * size, 5)
    return sheet.encode()


EMOJIS: Mapping[str, Callable[[], Picture]] = {
    "duel_stone": lambda: png(lettered_disc("●", 128, (90, 90, 90), (255, 255, 255)))
}
GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: board(View(None, Seat(0), 9, (None, None), (0, 0), None), theme=theme),
    "late": lambda theme: board(View(None, Seat(0), 2, (3, 4), (4, 3), None), theme=theme),
}
