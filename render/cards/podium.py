"""The podium of a season: who came first, second and third, and who goes up and down.

It has no words, so it is the same in every language; what a screen reader says of it is in the catalogues.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.cards.end_card import draw_laurel
from render.cards.paper import GOLDEN, HEIGHT, SMALLEST, WIDTH, Paper, written_name
from render.cards.standings import COLOURS, Chance, draw_chance
from render.kit.canvas import Picture, Theme, mixed
from render.kit.lettering import drawable, length
from render.kit.marks import CASING

__all__ = ["Podium", "Winner", "draw_podium"]

EDGE, GAP = 16, 10
SPLIT = 756
"""The right edge of the steps where somebody goes up or down."""
HEIGHTS = (448, 346, 270)
"""The heights of the steps, by place."""
ORDER = (1, 0, 2)
"""The steps from left to right."""
NAMES = 2
"""Names on a step; of more the number is shown."""
PITCH = 56
"""The height of a line on who goes up or down."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody on the podium."""

    place: int
    """From 1; equal ones share a place."""
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Podium:
    """The end of a season."""

    winners: tuple[Winner, ...]
    """Those with the places 1 to 3, the best first."""
    rise: tuple[str, ...] = ()
    fall: tuple[str, ...] = ()


def draw_podium(podium: Podium, theme: Theme) -> Picture:
    """Draw the podium, 1,100 pixels wide. It can be read at 324."""
    paper = Paper(theme)
    beside = bool(podium.rise or podium.fall)
    right = SPLIT if beside else WIDTH - EDGE
    wide = (right - EDGE - 2 * GAP) / 3
    for number, step in enumerate(ORDER):
        left = EDGE + number * (wide + GAP)
        there = [each for each in podium.winners if each.place == step + 1]
        _draw_step(paper, step, there, left, wide)
    if beside:
        _draw_moves(paper, podium)
    return paper.encode()


def _draw_step(paper: Paper, step: int, there: Sequence[Winner], left: float, wide: float) -> None:
    """Draw a step with its place, and above it who stands there with how many points."""
    own, middle, top = paper.ink, left + wide / 2, HEIGHT - EDGE - HEIGHTS[step]
    paper.box((left, top, left + wide, HEIGHT - EDGE), own.lit if step == 0 and there else own.panel, 12)
    reach = (72, 62, 54)[step]
    y = top + reach + 30
    if step == 0 and there:
        draw_laurel(paper, middle, y + 18, reach * 1.5, own.accent)
        y += 18
    paper.disc(middle, y, reach, GOLDEN if step == 0 else mixed(own.muted, own.panel, 0.25))
    paper.write(str(step + 1), middle, y, max(SMALLEST, round(reach * 1.2)), CASING, anchor="m")
    if not there:
        return
    shown = there[:NAMES] if len(there) <= NAMES else there[: NAMES - 1]
    paper.write(
        there[0].points,
        middle,
        HEIGHT - EDGE - (76 if step == 0 else 60),
        (92, 70, 60)[step],
        own.accent if step == 0 else own.text,
        anchor="m",
    )
    lines = [each.name for each in shown]
    if len(there) == 1 and length(drawable(lines[0]), SMALLEST, step == 0) > wide - 8:
        lines = [part for part in lines[0].rpartition(" ") if part.strip()]
    line = 60 if step == 0 else 50
    bottom = top - 36
    if len(there) > len(shown):
        paper.write(f"+{len(there) - len(shown)}", middle, bottom, SMALLEST, own.muted, anchor="m")
        bottom -= line
    for place, each in enumerate(reversed(lines)):
        name, size = written_name(each, step, wide - 8, 54 if step == 0 else 44, bold=step == 0)
        paper.write(name, middle, bottom - place * line, size, own.text, bold=step == 0, anchor="m")


def _draw_moves(paper: Paper, podium: Podium) -> None:
    """Draw who goes up, then who goes down, each with its mark; of those without room the number."""
    own, left, right = paper.ink, SPLIT + 2 * GAP, WIDTH - EDGE
    paper.box((left, EDGE, right, HEIGHT - EDGE), own.panel, 14)
    lines = int((HEIGHT - 2 * EDGE - 3 * GAP) / PITCH)
    half = lines // 2
    rises = min(len(podium.rise), max(half, lines - len(podium.fall)))
    falls = min(len(podium.fall), lines - rises)
    y = EDGE + GAP + PITCH / 2
    for names, count, chance in (
        (podium.rise, rises, Chance.RISE),
        (podium.fall, falls, Chance.FALL),
    ):
        colour = COLOURS[paper.theme][chance]
        shown = list(names[:count])
        if len(names) > count:
            shown[-1] = f"+{len(names) - count + 1}"
        for number, each in enumerate(shown):
            draw_chance(paper, chance, left + 34, y, 15, colour)
            more = number == count - 1 and len(names) > count
            room = right - left - 80
            name, size = (each, SMALLEST) if more else written_name(each, 0, room, 42, bold=False)
            paper.write(name, left + 64, y, size, own.muted if more else own.text, bold=False)
            y += PITCH
        y += GAP if rises else 0
