"""Colour vision with and without each kind of cone: colour differences and contrast."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from render.kit.canvas import RGB

__all__ = ["SIGHT", "contrast", "lab", "stands_out"]

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: RGB) -> list[float]:
    return [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    ]


def as_seen(colour: RGB, sight: str) -> list[float]:
    """Return linear red, green and blue (0 to 1) that look to normal sight as the colour looks to `sight`."""
    parts = linear(colour)
    return [min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in SIGHT[sight]]


def contrast(one: RGB, other: RGB, sight: str = "normal") -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted(
        sum(
            part * share for part, share in zip(as_seen(colour, sight), (0.2126, 0.7152, 0.0722), strict=True)
        )
        for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


@cache
def lab(colour: RGB, sight: str) -> tuple[float, float, float]:
    """Return the colour as `sight` sees it, in CIELAB (D65)."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        sum(a * b for a, b in zip(row, as_seen(colour, sight), strict=True)) / white
        for row, white in zip(to_xyz, (0.95047, 1.0, 1.08883), strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def stands_out(colours: Iterable[RGB], grounds: Iterable[RGB]) -> float:
    """Return the contrast of a mark of these colours on the ground that suits it least.

    On each ground the colour counts that stands out most.
    """
    marks = tuple(colours)
    return min(max(contrast(mark, ground) for mark in marks) for ground in grounds)
