"""The card that shows how a match ended: who won and by how much, the ranks, and the course of it.

It has no words, so it is the same in every language; what a screen reader says of it is in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, radians, sin

from render.cards.paper import GOLDEN, HEIGHT, LINES, SMALLEST, WIDTH, Paper, Sign, written_name
from render.kit.canvas import RGB, Picture, Theme, contrast, mixed
from render.kit.lettering import length
from render.kit.marks import CASING

__all__ = ["EndCard", "Part", "Row", "draw_end_card", "draw_laurel", "leads"]

Point = tuple[float, float]

EDGE, GAP = 16, 8
SPLIT, CURVE = 396, 452
"""Right edge of the winner's panel, and its bottom: the curve begins below it."""
ROOMY = 98
"""Height of a row from which what made its score has a line of its own."""
LEAST = 3.0
"""Contrast to the panel from which on a curve needs no edge."""
INSET = 10
"""Pixels around the small board."""
APART = 30
"""Pixels between the ends of two curves."""
MOST = 8
"""Rows at most: those of a table with a seat for each sign."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that made a score."""

    text: str = ""
    """The number as it is shown; nothing for a part of a bar."""
    value: float = 0
    """The length of a part of a bar."""
    colour: RGB | None = None
    sign: Sign | None = None
    decided: bool = False
    """This is the number that decided: it is boxed."""


@dataclass(frozen=True, slots=True)
class Row:
    """A side of the match, in the order of ranks."""

    seat: int
    """The seat whose sign stands for the side."""
    name: str
    rank: int
    """The rank among those who count, from 1; 0 for a side that has none."""
    score: str
    """The total; empty where no scores decided."""
    parts: tuple[Part, ...] = ()
    colour: RGB | None = None
    """The seat's own colour, in games that have one."""
    said: str = ""
    """The sources of the score in words, for readers who cannot see the card."""
    face: str = ""
    """The level of the robot that played the side; empty for a person."""
    partners: tuple[tuple[int, str, RGB | None], ...] = ()
    """The other seats of the side, each with its name and colour."""

    @property
    def members(self) -> tuple[tuple[int, str, RGB | None], ...]:
        """Return the side's seats with their names and colours."""
        return ((self.seat, self.name, self.colour), *self.partners)


@dataclass(frozen=True, slots=True)
class EndCard:
    """A match that has ended."""

    rows: tuple[Row, ...]
    """The sides, the best first."""
    margin: str
    """The winner's lead, as short as ``+7`` or ``14 › 12``; ``=`` for a draw."""
    curves: Mapping[int, tuple[float, ...]]
    """The score of each seat after each round, where nothing of it was secret."""
    legend: tuple[tuple[Sign, RGB], ...] = ()
    """The signs of the parts of a bar, in their order."""
    turns: int | None = None
    days: int | None = None
    board: Picture | None = None
    """The final board, which is shown small."""
    is_cancelled: bool = False
    """The match was called off: there is no winner, and no ranks."""


def leads(curves: Mapping[int, Sequence[float]]) -> tuple[int | None, int]:
    """Return the last moment at which somebody else came to lead alone, and how often that happened."""
    last, count, leader = None, 0, None
    for moment, scores in enumerate(zip(*curves.values(), strict=True)):
        best = max(scores)
        if scores.count(best) > 1:
            continue
        now = [*curves][scores.index(best)]
        if leader is not None and now != leader:
            last, count = moment, count + 1
        leader = now
    return last, count


def draw_end_card(card: EndCard, theme: Theme) -> Picture:
    """Draw the card, 1,100 pixels wide. It can be read at 324."""
    paper = Paper(theme)
    _draw_winner(paper, card)
    _draw_rows(paper, card)
    _draw_course(paper, card)
    return paper.encode()


def _draw_winner(paper: Paper, card: EndCard) -> None:
    """Draw who has won, with a laurel, and by how much; a dash if nobody has."""
    own = paper.ink
    paper.box((EDGE, EDGE, SPLIT, CURVE - GAP), own.lit, 18)
    paper.box((EDGE, 40, EDGE + 9, CURVE - 32), own.accent, 0)
    winners = [each for row in card.rows if row.rank == 1 for each in row.members][:4]
    middle = (EDGE + SPLIT) / 2
    if card.is_cancelled:
        y = (EDGE + CURVE) / 2
        paper.disc(middle, y, 112, None, own.muted, 22)
        paper.line([(middle - 70, y + 70), (middle + 70, y - 70)], own.muted, 22)
        return
    if not winners:
        paper.write("–", middle, (EDGE + CURVE) / 2, 84, own.muted, anchor="m")
        return
    alone = len(winners) == 1
    draw_laurel(paper, middle, 150 if alone else 130, 112 if alone else 98, own.accent)
    reach = {1: 62, 2: 38}.get(len(winners), 26)
    for number, (seat, _, colour) in enumerate(winners):
        x = middle + (number - (len(winners) - 1) / 2) * reach * 2.1
        if alone and (face := next(row.face for row in card.rows if row.rank == 1)):
            paper.robot(face, x, 150, 138)
            continue
        paper.seat(seat, x, 146 if alone else 124, reach, own.text, colour)
    room = SPLIT - EDGE - 40
    if alone:
        seat, who, _ = winners[0]
        name, size = written_name(who, seat, room, 58, bold=True)
        paper.write(name, middle, 306, size, own.text, anchor="m")
    else:
        for number, (seat, who, _) in enumerate(winners[:2]):
            name, size = written_name(who, seat, room, 46, bold=True)
            paper.write(name, middle, 278 + number * 54, size, own.text, anchor="m")
    if shown := card.margin or card.rows[0].score:
        size = next(size for size in range(84 if alone else 64, 0, -2) if length(shown, size, True) <= room)
        paper.write(shown, middle, 388 if alone else 402, size, own.accent, anchor="m")


def draw_laurel(paper: Paper, x: float, y: float, reach: float, fill: RGB) -> None:
    """Draw a laurel around a point."""
    for side in (-1, 1):
        for leaf in range(8):
            angle = radians(214 - leaf * 17) if side < 0 else radians(-34 + leaf * 17)
            u, v = x + reach * cos(angle), y + reach * sin(angle)
            lean = angle + side * radians(62)
            long, wide = reach * 0.18, reach * 0.12
            a, b = cos(lean), sin(lean)
            paper.shape(
                [
                    (u - a * long, v - b * long),
                    (u - b * wide, v + a * wide),
                    (u + a * long, v + b * long),
                    (u + b * wide, v - a * wide),
                ],
                fill,
            )


def _draw_rows(paper: Paper, card: EndCard) -> None:
    """Draw the ranks, each with what made the score."""
    own, rows = paper.ink, card.rows[:MOST]
    left, right = SPLIT + EDGE, WIDTH - EDGE
    top = 60 if card.legend else EDGE
    high = min(210.0, (CURVE - GAP - top - GAP * (len(rows) - 1)) / max(1, len(rows)))
    for number, (sign, _) in enumerate(card.legend):
        paper.sign(sign, left + 366 + number * 54, 36, 17)
    for number, row in enumerate(rows):
        upper = top + number * (high + GAP)
        lower, roomy, huge = upper + high, high >= ROOMY and bool(row.parts), high >= 180
        paper.box((left, upper, right, lower), own.lit if row.rank == 1 else own.panel)
        y = (upper + lower) / 2 if not roomy else upper + (64 if huge else high * 0.29)
        reach = min(32 if huge else 26, high / 2 - 5)
        if not card.is_cancelled:
            paper.disc(left + 44, y, reach, GOLDEN if row.rank == 1 else mixed(own.muted, own.panel, 0.25))
            digits = round(reach * 1.42)
            paper.write(str(row.rank or "–"), left + 44, y, max(SMALLEST, digits), CASING, anchor="m")
        size = min(92 if huge else 58 if roomy else 54, round(high * 0.74))
        score = 0.0
        if row.score:
            colour = own.accent if row.rank == 1 else own.text
            score = paper.write(row.score, right - 18, y, size, colour, anchor="r")
        bars = not roomy and any(part.value for part in row.parts)
        _draw_names(
            paper,
            row,
            left + (44 if card.is_cancelled else 102),
            y,
            left + 340 if bars else right - 40 - score,
            high,
        )
        if bars:
            _draw_bar(paper, row, card, (left + 350, y - 14, right - 140, y + 14))
        elif roomy:
            line = lower - (54 if huge else high * 0.26)
            if any(part.value for part in row.parts):
                _draw_bar(paper, row, card, (left + 136, line - 14, right - 20, line + 14))
            else:
                _draw_parts(paper, row, left + 118, line, right - 12)


def _draw_names(paper: Paper, row: Row, left: float, y: float, right: float, high: float) -> None:
    """Draw the sign and name of each of the side, in equal parts of the room."""
    huge, step = high >= 180, (right - left) / len(row.members)
    for number, (seat, who, colour) in enumerate(row.members):
        x = left + number * step
        paper.seat(
            seat, x, y, min(24.0, min(32 if huge else 26, high / 2 - 5) * 0.86), paper.ink.text, colour
        )
        room = step - 34 - (12 if len(row.members) > 1 else 0)
        name, size = written_name(who, seat, room, 56 if huge else 42, bold=row.rank == 1)
        paper.write(name, x + 34, y, size, paper.ink.text, bold=row.rank == 1)


def _draw_bar(paper: Paper, row: Row, card: EndCard, box: tuple[float, float, float, float]) -> None:
    """Draw what made the score as parts of a bar, as long as the best score's."""
    left, top, right, bottom = box
    whole = max((sum(part.value for part in each.parts) for each in card.rows), default=0) or 1
    paper.box(box, paper.ink.ground, 8)
    x = left
    for part in row.parts:
        end = x + (right - left) * part.value / whole
        if part.value and end - x > 2:
            paper.box((x, top, end - 2, bottom), part.colour or paper.ink.muted, 4)
        x = end


def _draw_parts(paper: Paper, row: Row, left: float, y: float, right: float) -> None:
    """Draw what made the score as numbers with signs; the one that decided is boxed."""
    own, step = paper.ink, min(176.0, (right - left) / max(1, len(row.parts)))
    for number, part in enumerate(row.parts):
        x = left + number * step
        signed = (56 if step > 100 else 38) if part.sign is not None else 12
        if part.decided:
            paper.box((x + 1, y - 24, x + step - 3, y + 24), None, 10, own.accent, 4)
        if part.sign is not None:
            paper.sign(part.sign, x + (28 if step > 100 else 20), y, 15)
        size = next(
            (
                size
                for size in range(SMALLEST + 3, SMALLEST, -1)
                if length(part.text, size, True) <= step - signed - 10
            ),
            SMALLEST,
        )
        colour = own.text if part.decided else mixed(own.text, own.muted, 0.7)
        paper.write(part.text, x + signed, y, size, colour, bold=part.decided)


def _draw_course(paper: Paper, card: EndCard) -> None:
    """Draw the scores over the match with the last change of lead, and how long it took."""
    own = paper.ink
    last, changes = leads(card.curves)
    facts = [(_turn, card.turns), (_day, card.days), (_lead, changes if len(card.curves) > 1 else None)]
    told = [(sign, number) for sign, number in facts if number is not None]
    paper.box((EDGE, CURVE + GAP, WIDTH - EDGE, HEIGHT - EDGE), own.panel)
    edge = WIDTH - EDGE
    if card.board is not None:
        high = HEIGHT - EDGE - CURVE - GAP - 2 * INSET
        edge -= round(high * card.board.width / card.board.height) + INSET
        paper.paste(card.board, edge, CURVE + GAP + INSET, high)
    left, right, top, bottom = (
        40.0,
        edge - (180.0 if told else 28.0),
        CURVE + GAP + 32.0,
        HEIGHT - EDGE - 26.0,
    )
    if card.curves:
        most = max(1, *(max(curve) for curve in card.curves.values()))
        long = max(1, max(len(curve) for curve in card.curves.values()) - 1)

        def at(moment: float, score: float) -> Point:
            return left + (right - left - 24) * moment / long, bottom - (bottom - top) * max(
                0.0, score
            ) / most

        for share in (0.0, 0.5, 1.0):
            paper.line([at(0, most * share), at(long, most * share)], own.line, 2)
        if last is not None:
            x, _ = at(last, 0)
            paper.line([(x, top - 10), (x, bottom)], own.accent, 3)
            paper.shape([(x - 13, top - 20), (x + 13, top - 20), (x, top + 2)], own.accent)
        won = {row.seat for row in card.rows if row.rank == 1}
        colours = {row.seat: row.colour for row in card.rows if row.colour is not None}
        ends = _spread(
            {seat: at(len(curve) - 1, curve[-1])[1] for seat, curve in card.curves.items()}, top, bottom
        )
        for seat, curve in sorted(card.curves.items(), key=lambda each: each[0] in won):
            colour = colours.get(seat, LINES[paper.theme][seat])
            points = [at(moment, score) for moment, score in enumerate(curve)]
            points.append((right, ends[seat]))
            wide = 8 if seat in won else 4
            paper.line(points, own.panel, wide + (4 if seat in won else 5))
            if contrast(colour, own.panel) < LEAST:
                paper.line(points, own.text, wide + 4)  # an edge: the game's colour is the panel's, nearly
            paper.line(points, colour, wide)
        for seat in card.curves:
            paper.disc(right, ends[seat], 15, own.panel)
            paper.seat(seat, right, ends[seat], 15, LINES[paper.theme][seat], colours.get(seat))
    for number, (sign, count) in enumerate(told):
        y = CURVE + GAP + 42 + number * 64
        x = right + 50 if card.curves else left + 40
        sign(paper, x, y, 20, own.muted)
        paper.write(str(count), x + 36, y, SMALLEST + 1, own.text)


def _spread(ends: Mapping[int, float], top: float, bottom: float) -> dict[int, float]:
    """Return where curves end so that their signs stand apart, in the order of the scores."""
    order = sorted(ends, key=lambda seat: ends[seat])
    apart = min(APART, (bottom - top) / max(1, len(order) - 1))
    places = [ends[seat] for seat in order]
    for number, (one, other) in enumerate(pairwise([*places]), 1):
        del one, other
        places[number] = max(places[number], places[number - 1] + apart)
    over = max(0.0, places[-1] - bottom) if places else 0.0
    for number in range(len(places) - 1, -1, -1):
        limit = bottom if number + 1 == len(places) else places[number + 1] - apart
        places[number] = min(places[number], limit) if over else places[number]
    return dict(zip(order, places, strict=True))


def _turn(paper: Paper, x: float, y: float, reach: float, fill: RGB) -> None:
    paper.disc(x, y, reach * 0.8, None, fill, 5)
    tip = [
        (x + reach * 0.3, y - reach * 1.15),
        (x + reach * 1.05, y - reach * 0.6),
        (x + reach * 0.2, y - reach * 0.2),
    ]
    paper.shape(tip, fill)


def _day(paper: Paper, x: float, y: float, reach: float, fill: RGB) -> None:
    paper.disc(x, y, reach * 0.5, fill)
    for ray in range(8):
        a, b = cos(ray * pi / 4), sin(ray * pi / 4)
        paper.line(
            [(x + a * reach * 0.7, y + b * reach * 0.7), (x + a * reach * 1.05, y + b * reach * 1.05)],
            fill,
            4,
        )


def _lead(paper: Paper, x: float, y: float, reach: float, fill: RGB) -> None:
    for side in (-1, 1):
        line = [
            (x - reach, y + side * reach * 0.6),
            (x, y - side * reach * 0.5),
            (x + reach, y + side * reach * 0.6),
        ]
        paper.line(line, fill, 5)
