"""Samples of the cards that belong to no game: ends of matches, and standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from engine.genial.model import Colour
from render.cards.end_card import EndCard, Part, Row, draw_end_card
from render.cards.podium import Podium, Winner, draw_podium
from render.cards.record import GameRow, draw_record
from render.cards.robots import draw_robots
from render.cards.standings import Chance, Past, Standing, draw_standings
from render.genesia.palette import PEOPLES
from render.genesia.tally import KINDS, legend
from render.genial.tally import symbol
from render.kit.canvas import Picture, Theme

__all__ = ["GALLERY", "LEAGUE", "PODIUM", "ROBOTS", "TIED"]


def _course(rounds: int, end: int, seed: int) -> tuple[float, ...]:
    """Return a score over the rounds."""
    random = Random(seed)
    steps = [random.random() ** 2 for _ in range(rounds)]
    scores = [0.0]
    for step in steps:
        scores.append(scores[-1] + step * end / sum(steps))
    return (*scores[:-1], float(end))


def _genial(seat: int, name: str, rank: int, values: str, decided: int) -> Row:
    pairs = [(Colour(int(colour)), value) for colour, value in (each.split("-") for each in values.split())]
    parts = [
        Part(value, sign=symbol(colour), decided=place == decided)
        for place, (colour, value) in enumerate(pairs)
    ]
    return Row(seat, name, rank, pairs[0][1], tuple(parts))


TIED = EndCard(
    (
        _genial(0, "Léa", 1, "2-10 5-14 0-14 1-18 3-18 4-18", 1),
        _genial(2, "Ōtani", 2, "0-10 1-12 3-14 2-16 4-18 5-18", 1),
        _genial(1, "Maximilian von Hohenzollern", 3, "4-9 0-12 5-18 1-18 2-18 3-18", 0),
    ),
    "14 › 12",
    {
        0: (0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10),
        2: (0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 8, 9, 10, 10),
        1: (0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 7, 8, 8, 9, 9),
    },
    turns=42,
    days=19,
)
_ALONE = EndCard(
    (
        _genial(0, "Léa", 1, "0-13 1-14 2-16 3-17 4-18 5-18", 0),
        _genial(2, "12. 11.", 2, "2-11 1-12 0-13 3-17 4-18 5-18", 0),
    ),
    "+2",
    {0: (0, 0, 0, 1, 2, 2, 3, 5, 6, 7, 9, 11, 13), 2: (0, 0, 1, 1, 2, 3, 4, 4, 6, 8, 9, 10, 11)},
    turns=40,
    days=3,
)
_ROBOT = EndCard(
    (replace(_ALONE.rows[0], name="Oracle", face="expert"), _ALONE.rows[1]),
    "+2",
    _ALONE.curves,
    turns=40,
)
_DRAW = EndCard(
    tuple(
        Row(seat, name, 1, "12", (Part("○ 2"), Part("× 3"), Part("+ 7")))
        for seat, name in ((0, "Maximilian von Hohenzollern"), (1, "שלום דוד"))
    ),
    "=",
    {0: _course(9, 12, 4), 1: _course(9, 12, 5)},
    turns=24,
    days=8,
)


def _genesia(theme: Theme) -> EndCard:
    results = (
        (0, "Léa", 86, (14, 0, 62, 10)),
        (2, "Ōtani", 79, (10, 0, 59, 10)),
        (3, "Rhea", 71, (18, 2, 51, 0)),
        (4, "שלום דוד", 65, (8, 2, 55, 0)),
        (1, "Maximilian von Hohenzollern", 51, (6, 2, 43, 0)),
    )
    rows = tuple(
        Row(
            seat,
            name,
            rank,
            str(score),
            tuple(Part(value=part, colour=fill) for part, (_, fill) in zip(parts, KINDS, strict=True)),
            PEOPLES[seat],
        )
        for rank, (seat, name, score, parts) in enumerate(results, 1)
    )
    return EndCard(
        rows,
        "+7",
        {seat: _course(18, score, seat + 3) for seat, _, score, _ in results},
        legend(theme),
        turns=15,
        days=34,
    )


def _family() -> EndCard:
    rows = (
        Row(2, "Ōtani", 1, "53", (Part("59 − 6", sign=symbol(Colour(4))),)),
        Row(1, "Maximilian von H.", 2, "52", (Part("52", sign=symbol(Colour(3))),)),
        Row(0, "Léa", 3, "41", (Part("42 − 1", sign=symbol(Colour(1))),)),
        Row(3, "Rhea", 4, "40", (Part("43 − 3", sign=symbol(Colour(2))),)),
    )
    curves = {row.seat: _course(17, int(row.score), row.seat + 9) for row in rows}
    return EndCard(rows, "+1", curves, turns=68, days=27)


_PARTNERS = EndCard(
    (
        Row(0, "Léa", 1, "28", (Part("28", sign=symbol(Colour(4))),), partners=((2, "Ōtani", None),)),
        Row(1, "Maximilian von Hohenzollern", 2, "26", partners=((3, "Rhea", None),)),
    ),
    "+2",
    {0: _course(20, 28, 4), 1: _course(20, 26, 5)},
    turns=60,
    days=19,
)
_NOBODY = EndCard(
    (Row(0, "Léa", 0, "24"), Row(1, "Rhea", 0, "")),
    "",
    {},
    turns=12,
)


def _form(said: str) -> tuple[Past, ...]:
    return tuple({"W": Past.WON, "D": Past.DRAWN, "L": Past.LOST}[each] for each in said)


LEAGUE = tuple(
    Standing(rank, name, points, most, _form(form), Chance(chance))
    for rank, (name, points, most, form, chance) in enumerate(
        (
            ("Léa", 27, 27, "WWWDW", "sure"),
            ("Maximilian von Hohenzollern", 24, 27, "WWLWW", "rise"),
            ("Ōtani", 22, 25, "LWWWD", "rise"),
            ("Rhea", 21, 24, "WDWLW", "rise"),
            ("Expert", 18, 18, "WLLWD", "safe"),
            ("Basile", 16, 19, "DLWWL", "safe"),
            ("שלום דוד", 15, 18, "LDWLW", "safe"),
            ("Ada", 13, 19, "LWLLW", "safe"),
            ("Dan", 11, 14, "LLWDL", "fall"),
            ("", 10, 13, "LLDLW", "fall"),
            ("W" * 40, 8, 14, "LLLWL", "fall"),
            ("Noor", 0, 0, "LLLLL", "out"),
        ),
        1,
    )
)

_RECORD = (
    GameRow("Génial", 12, 2, 21, (1480, 1650)),
    GameRow("Genesis (Brassinne)", 104, 0, 7, (1390, 1700)),
    GameRow("Genesis (Knizia)", 0, 0, 1),
    GameRow("Familienbande", 1, 1, 0),
    GameRow("Genesia", 0, 0, 0),
)

ROBOTS = (
    ("novice", "Pip"),
    ("casual", "Gizmo"),
    ("steady", "Tempo"),
    ("strong", "Maestro"),
    ("expert", "Oracle"),
)
"""The five robots with their names."""
PODIUM = Podium(
    (Winner(1, "Léa", "4½"), Winner(2, "Maximilian von Hohenzollern", "4"), Winner(3, "Ōtani", "3")),
    ("Rhea", "Basile", "Noor"),
    ("Ada", "שלום דוד", "Dan"),
)
_PLAIN = Podium((Winner(1, "Ada", "5"), Winner(2, "Basile", "3½"), Winner(3, "Chloé", "2")))
_SHARED = Podium(
    (Winner(1, "Léa", "3½"), Winner(1, "W" * 40, "3½"), *(Winner(3, f"P{each}", "2") for each in range(3))),
    ("Rhea",),
    ("Ada",),
)
_MANY = Podium(PODIUM.winners, tuple(f"Up {each}" for each in range(9)), ("Down", *(["W" * 30] * 14)))

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "end, decided by the next value": lambda theme: draw_end_card(TIED, theme),
    "end, five": lambda theme: draw_end_card(_genesia(theme), theme),
    "end, four": lambda theme: draw_end_card(_family(), theme),
    "end, a draw": lambda theme: draw_end_card(_DRAW, theme),
    "end, partners": lambda theme: draw_end_card(_PARTNERS, theme),
    "end, nobody": lambda theme: draw_end_card(_NOBODY, theme),
    "end, a robot": lambda theme: draw_end_card(_ROBOT, theme),
    "end, alone": lambda theme: draw_end_card(_ALONE, theme),
    "record, five": lambda theme: draw_record(_RECORD, theme),
    "record, one": lambda theme: draw_record(_RECORD[:1], theme),
    "standings, twelve": lambda theme: draw_standings(LEAGUE, theme, rising=2, falling=2),
    "robots": lambda theme: draw_robots(ROBOTS, theme),
    "podium, three levels": lambda theme: draw_podium(PODIUM, theme),
    "podium, shared": lambda theme: draw_podium(_SHARED, theme),
    "podium, alone": lambda theme: draw_podium(_PLAIN, theme),
    "podium, many": lambda theme: draw_podium(_MANY, theme),
    "standings, six": lambda theme: draw_standings(LEAGUE[:6], theme, rising=1, falling=1),
}
