"""A layout of Genesia's maps for pictures: ``python -m tools.genesia_maps 1 2 3 4 5`` (numbers of seats).

The engine's regions are parts of rings, thin strips too narrow for their texts. Here every land gets a part
of the picture, and its borders are moved by simulated annealing until the texts fit; pairs that touch go on
touching. A map takes a quarter of an hour, so the result is kept in `render/genesia/lands`. The first line
of each file names its maker: this file, with a digest of its source, or an earlier form of it.

Lengths are in the picture's units.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from math import cos, dist, exp, floor, hypot, pi, sin, sqrt
from pathlib import Path
from random import Random

from engine.genesia.model import MAPS
from render.genesia.borders import FOLDER, HIGH, WIDE
from render.genesia.placement import blocks

Point = tuple[float, float]
Rect = tuple[float, float]

OUTER = (WIDE / 2 - 7, HIGH / 2 - 7, 8.0)
"""Half axes and exponent of the superellipse that is the outermost coast."""
ISLANDS = {
    1: (380, 322, 2.8, 0.25),
    2: (330, 278, 2.8, 0.25),
    3: (330, 254, 2.8, 0.0),
    4: (345, 244, 2.8, 0.125),
    5: (360, 232, 3.0, 0.0),
}
"""The island's coast by seats: half axes, exponent, and the direction of the first continent in turns."""
ROUND = {1: 0.6, 2: 1.2, 3: 1.1, 4: 0.9, 5: 0.6}
"""Weight of a region's roundness by seats.

It is small where room is scarce, as the texts have to fit first.
"""
STRAIT = 26
"""Width of the water between two lands."""
HOMES, LAKE = {1: 1.5, 2: 1.2, 3: 1.5, 4: 1.6, 5: 1.7}, 0.06
"""Sizes of home lands, by seats, and of lakes, relative to a continent's other regions."""
AIM = 1.1
"""Factor by which the texts could be enlarged in a good region."""
ENOUGH = 1.05
"""Factor beyond which the choice between results no longer looks at the fit."""
BORDER, ENDS = 76.0, 40.0
"""Least lengths of a border, and of a stretch of coast."""
NECK = 44.0
"""Distance that regions should keep that do not touch."""
BANK = 34.0
"""Distance that borders and lakes should keep from the coast."""
WAIST = 40.0
"""Width that a region should have where it is narrowest."""
ACUTE = 0.6
"""Cosine of the sharpest corner without a penalty."""
HEAT = 0.15
"""Temperature of the annealing at its beginning, in units of badness."""
SWEEPS = 2400
"""Times that a move of every place of a land is tried."""
SEEDS = 6
"""Runs with different random numbers, of which the best is kept."""

CONTINENT = {
    "0": "o02 i012 o10",
    "1": "o10 i012 i124 i134 o31",
    "2": "o02 o25 i245 i124 i012",
    "3": "o31 i134 i346 o63",
    "4": "i124 i245 i457 i467 i346 i134",
    "5": "o25 o57 i457 i245",
    "6": "o63 i346 i467 l67 l68 o86",
    "7": "i457 o57 o79 l79 l67 i467",
    "8": "o86 l68 l89 o98",
    "9": "l79 o79 o98 l89",
    "lake": "l67 l79 l89 l68",
}
"""Corners of each region of a continent, clockwise: `o` on the coast, `l` on the lake, `i` inside."""
BEGINNING = {
    "o02": (0.72, 0), "o25": (1, 0.15), "o57": (1, 0.45), "o79": (1, 0.75), "o98": (0.5, 1), "o86": (0, 0.75),
    "o63": (0, 0.45), "o31": (0, 0.15), "o10": (0.28, 0), "i012": (0.5, 0.3), "i124": (0.5, 0.45),
    "i134": (0.3, 0.36), "i245": (0.7, 0.36), "i346": (0.33, 0.6), "i457": (0.67, 0.6), "i467": (0.5, 0.62),
    "l67": (0.5, 0.74), "l79": (0.53, 0.78), "l89": (0.5, 0.82), "l68": (0.47, 0.78),
}  # fmt: skip
"""First positions of the corners: shares of the way across the continent, and from outer to inner coast."""


class Coast:
    """A closed line, clockwise.

    A place on it is given by its distance along the line from the first point.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = [*points]
        self.ways = [0.0]
        for a, b in pairwise([*points, points[0]]):
            self.ways.append(self.ways[-1] + dist(a, b))
        self.long = self.ways[-1]

    def at(self, way: float) -> Point:
        way %= self.long
        index = min(bisect_right(self.ways, way) - 1, len(self.points) - 1)
        (x, y), (u, v) = self.points[index], self.points[(index + 1) % len(self.points)]
        share = (way - self.ways[index]) / ((self.ways[index + 1] - self.ways[index]) or 1.0)
        return x + (u - x) * share, y + (v - y) * share

    def points_between(self, start: float, end: float) -> list[Point]:
        """Return the line's own points between two places."""
        start %= self.long
        end = start + ((end - start) % self.long)
        found: list[Point] = []
        index = bisect_right(self.ways, start)
        while True:
            around, point = divmod(index, len(self.points))
            way = self.ways[point] + around * self.long
            if way >= end - 1e-9:
                return found
            if way > start + 1e-9:
                found.append(self.points[point])
            index += 1

    def nearest(self, place: Point) -> float:
        return min((dist(place, self.at(self.long * k / 900)), self.long * k / 900) for k in range(900))[1]


class Land:
    """The borders of a land. Places on the coast can be moved along it, those inside anywhere."""

    def __init__(
        self,
        coast: Coast,
        regions: Mapping[str, Sequence[str]],
        places: Mapping[str, Point],
        bends: Mapping[frozenset[str], Point],
        sizes: Mapping[str, float],
        rects: Mapping[str, Sequence[Rect]],
        roundness: float,
    ) -> None:
        self.coast, self.rects, self.roundness = coast, rects, roundness
        self.ways = {name: coast.nearest(at) for name, at in places.items() if name[0] == "o"}
        self.places = {name: at for name, at in places.items() if name[0] != "o"}
        self.regions: dict[str, list[str]] = {}
        edges = Counter(
            frozenset(pair) for names in regions.values() for pair in pairwise([*names, names[0]])
        )
        self.shared = {edge for edge, times in edges.items() if times == 2}
        for region, names in regions.items():
            line: list[str] = []
            for a, b in pairwise([*names, names[0]]):
                line.append(a)
                if frozenset((a, b)) in self.shared:
                    bend = "/".join(sorted((a, b)))
                    self.places[bend] = bends[frozenset((a, b))]
                    line.append(bend)
            self.regions[region] = line
        whole = _area(coast.points)
        every = sum(sizes.values())
        self.sizes = {region: whole * size / every for region, size in sizes.items()}
        self.of: dict[str, list[str]] = defaultdict(list)
        for region, line in self.regions.items():
            for name in line:
                self.of[name].append(region)
        for region in rects:
            points = [self.at(name) for name in self.regions[region]]
            middle = f"={region}"
            self.places[middle] = (
                sum(x for x, _ in points) / len(points),
                sum(y for _, y in points) / len(points),
            )
            self.of[middle].append(region)
        self.bad = {region: self.badness(region) for region in self.regions}

    def at(self, name: str) -> Point:
        return self.coast.at(self.ways[name]) if name in self.ways else self.places[name]

    def outline(self, region: str) -> list[Point]:
        line = self.regions[region]
        points: list[Point] = []
        for a, b in pairwise([*line, line[0]]):
            points.append(self.at(a))
            if a in self.ways and b in self.ways:
                points += self.coast.points_between(self.ways[a], self.ways[b])
        return points

    def fit(self, region: str) -> float:
        return _fit(self.outline(region), self.places[f"={region}"], self.rects[region])

    def badness(self, region: str) -> float:
        """Return the penalty of a region: small for right size, round shape, room for texts, long borders."""
        points, line = self.outline(region), self.regions[region]
        area, wanted = _area(points), self.sizes[region]
        if area < wanted * 0.1:
            return 1000 + wanted - area
        round_ = sum(dist(a, b) for a, b in pairwise([*points, points[0]])) ** 2 / (4 * pi * area)
        if region not in self.rects:  # a lake
            return 6 * (area / wanted - 1) ** 2 + 1.5 * round_
        bad = 2 * (area / wanted - 1) ** 2 + self.roundness * round_
        fit = _fit(points, self.places[f"={region}"], self.rects[region])
        bad += 300 * max(0.0, AIM - fit) ** 2 + 0.4 * max(0.0, AIM + 0.3 - fit)
        for index, a in enumerate(line):
            b = line[(index + 1) % len(line)]
            if a in self.ways and b in self.ways:
                way = (self.ways[b] - self.ways[a]) % self.coast.long
                bad += 100 if way > self.coast.long * 0.8 else 6 * max(0.0, 1 - way / ENDS) ** 2
            elif "/" in b:
                c = line[(index + 2) % len(line)]
                least = 24 if a[0] == "l" == c[0] else BORDER
                halves = dist(self.at(a), self.at(b)), dist(self.at(b), self.at(c))
                long = sum(halves)
                bad += 40 * max(0.0, 1 - long / least) ** 2
                bad += 0.5 * max(0.0, 0.3 - min(halves) / long)
                bad += 4 * min(2.0, max(0.0, long / (dist(self.at(a), self.at(c)) + 1) - 1.08))
                bad += self._along_the_coast((a, b, c), line)
                if least == BORDER:
                    before, after = line[index - 1], line[(index + 3) % len(line)]
                    bad += self._neck(c, a, before, line[index - 2])
                    bad += self._neck(a, c, after, line[(index + 4) % len(line)])
        bad += self._waists(line)
        for index, b in enumerate(points):
            a, c = points[index - 1], points[(index + 1) % len(points)]
            dx, dy, du, dv = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
            long = hypot(dx, dy) * hypot(du, dv) or 1.0
            turn, back = (dx * dv - dy * du) / long, -(dx * du + dy * dv) / long
            if turn < 0:  # a dent
                bad += 0.7 * turn**2
            if back > ACUTE:
                bad += 8 * (back - ACUTE)
        return bad

    def _neck(self, end: str, corner: str, bend: str, far: str) -> float:
        """Return the penalty of a border's end for lying near the border that begins at the other end.

        It keeps regions visibly apart that do not touch.
        """
        if "/" not in bend:
            return 0.0
        point, middle = self.at(end), self.at(bend)
        off = min(_off(point, self.at(corner), middle), _off(point, middle, self.at(far)))
        return 20 * max(0.0, 1 - off / NECK) ** 2

    def _along_the_coast(self, border: Sequence[str], line: Sequence[str]) -> float:
        """Return the penalty of a border or a lake's shore for running near the coast.

        Ends on the coast are free.
        """
        points, bad = [self.at(name) for name in border], 0.0
        ends = [point for name, point in zip(border, points, strict=True) if name in self.ways]
        for a, b in pairwise([*line, line[0]]):
            if a not in self.ways or b not in self.ways:
                continue
            for place in self.coast.points_between(self.ways[a], self.ways[b]):
                if all(dist(place, end) > 2 * BANK for end in ends):
                    off = min(_off(place, c, d) for c, d in pairwise(points))
                    bad += 5 * max(0.0, 1 - off / BANK) ** 2
        return bad

    def _waists(self, line: Sequence[str]) -> float:
        """Return the penalty of a region for its narrow places."""
        points = [self.at(name) for name in line]
        count, bad = len(points), 0.0
        for index, point in enumerate(points):
            for step in range(2, count - 2):
                a, b = points[(index + step) % count], points[(index + step + 1) % count]
                if min(a[0], b[0]) - WAIST < point[0] < max(a[0], b[0]) + WAIST and (
                    min(a[1], b[1]) - WAIST < point[1] < max(a[1], b[1]) + WAIST
                ):
                    bad += 6 * max(0.0, 1 - _off(point, a, b) / WAIST) ** 2
        return bad

    def relax(self, sweeps: int, random: Random) -> None:
        """Move one place at a time, and keep better results, at first some worse ones too."""
        names = [*self.ways, *self.places]
        far = 0.3 * sqrt(_area(self.coast.points) / len(self.rects))
        for sweep in range(sweeps):
            left = 1 - sweep / sweeps
            heat, reach = HEAT * left**2, 1.2 + far * left**1.5
            for name in names:
                before = self.ways.get(name, 0.0), self.places.get(name, (0.0, 0.0))
                if name in self.ways:
                    self.ways[name] += random.gauss(0, reach)
                else:
                    x, y = self.places[name]
                    self.places[name] = x + random.gauss(0, reach), y + random.gauss(0, reach)
                now = {region: self.badness(region) for region in self.of[name]}
                worse = sum(now.values()) - sum(self.bad[region] for region in now)
                taken = worse <= 0 or (heat > 0 and random.random() < exp(-worse / heat))
                # No outline crosses itself, so regions neither overlap nor reach into the sea.
                if taken and not any(_crosses_itself(self.outline(region)) for region in now):
                    self.bad |= now
                elif name in self.ways:
                    self.ways[name] = before[0]
                else:
                    self.places[name] = before[1]


def _rects(code: str, seats: int, *, home: bool = False) -> list[Rect]:
    """Return the possible sizes (width, height) of the block of texts that a region has to hold."""
    ways = blocks(code, MAPS[seats].peoples, home=home)
    return [(each.wide, each.high) for each in ways]


def _crosses_itself(points: Sequence[Point]) -> bool:
    """Return `True` if a closed line crosses itself."""
    lines = [
        (a, b, min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1]))
        for a, b in pairwise([*points, points[0]])
    ]
    for index, (a, b, left, right, top, bottom) in enumerate(lines):
        for c, d, left2, right2, top2, bottom2 in lines[index + 2 : len(lines) - (index == 0)]:
            if left2 > right or right2 < left or top2 > bottom or bottom2 < top:
                continue
            if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
                return True
    return False


def _off(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(1.0, max(0.0, share))
    return dist(point, (a[0] + dx * share, a[1] + dy * share))


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(points: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) / 2


def _fit(points: Sequence[Point], middle: Point, rects: Sequence[Rect]) -> float:
    """Return the growth factor of the best rectangle round the middle, negative if that is outside."""
    around = [(x - middle[0], y - middle[1]) for x, y in points]
    inside = False
    for (x0, y0), (x1, y1) in pairwise([around[-1], *around]):
        if (y0 > 0) != (y1 > 0) and x0 - y0 * (x1 - x0) / (y1 - y0) > 0:
            inside = not inside
    bounds = [
        (min([max(abs(x) * 2 / wide, abs(y) * 2 / high) for x, y in around]), wide, high)
        for wide, high in rects
    ]
    best = 0.0
    for bound, wide, high in sorted(bounds, reverse=True):
        if bound > best:
            best = max(best, _square_reach(around, 2 / wide, 2 / high, bound))
    return best if inside else -best


def _square_reach(around: Sequence[Point], wide: float, high: float, best: float) -> float:
    """Return half the side of the largest square round the origin inside the border.

    The border is scaled by `wide` and `high` first; `best` is the bound that the border's points alone give.
    """
    x, y = around[-1][0] * wide, around[-1][1] * high
    for u, v in around:
        u, v = u * wide, v * high
        # A line wholly on one side of the square does not come nearer than its ends.
        if not ((x > best and u > best) or (x < -best and u < -best)
                or (y > best and v > best) or (y < -best and v < -best)):  # fmt: skip
            dx, dy = u - x, v - y
            for over, under in ((y - x, dx - dy), (-y - x, dx + dy), (-x, dx), (-y, dy)):
                if under and 0 < (share := over / under) < 1:
                    best = min(best, max(abs(x + dx * share), abs(y + dy * share)))
        x, y = u, v
    return best


def _radius(shape: tuple[float, float, float], angle: float) -> float:
    wide, high, power = shape
    return (abs(sin(angle) / wide) ** power + abs(cos(angle) / high) ** power) ** (-1 / power)


def _polar(radius: float, angle: float) -> Point:
    return WIDE / 2 + radius * sin(angle), HIGH / 2 - radius * cos(angle)


def _sectors(seats: int) -> list[tuple[float, float, float]]:
    """Return the angles of every people's continent: start, middle, end.

    All continents have the same area.
    """
    *island, turn = ISLANDS[seats]
    shape, fine = (island[0], island[1], island[2]), 7200
    sums = [0.0]
    for step in range(fine):
        angle = 2 * pi * (step + 0.5) / fine
        sums.append(sums[-1] + _radius(OUTER, angle) ** 2 - _radius(shape, angle) ** 2)

    def angle_at(share: float) -> float:
        return 2 * pi * (bisect_right(sums, share % 1 * sums[-1]) - 1) / fine

    peoples = MAPS[seats].peoples
    first = sums[round(turn * fine)] / sums[-1]
    sectors: list[tuple[float, float, float]] = []
    for people in range(peoples):
        start, middle, end = (angle_at(first + (people + off) / peoples) for off in (-0.5, 0.0, 0.5))
        middle += 2 * pi * (middle < start)
        end += 2 * pi * (end < start)
        sectors.append((start, middle, end))
    return sectors


def continent(seats: int, people: int) -> Land:
    wide, high, power, _ = ISLANDS[seats]
    inner_shape = (wide + STRAIT, high + STRAIT, power)
    start, _, end = _sectors(seats)[people]

    def outer(angle: float) -> Point:
        return _polar(_radius(OUTER, angle), angle)

    def inner(angle: float) -> Point:
        return _polar(_radius(inner_shape, angle), angle)

    def cut(line: Callable[[float], Point], angle: float, way: int) -> float:
        """Return the angle at which the line is half a strait away from the ray."""
        low, high = angle, angle + way * 0.5
        for _ in range(40):
            middle = (low + high) / 2
            x, y = line(middle)
            off = way * ((x - WIDE / 2) * cos(angle) + (y - HIGH / 2) * sin(angle))
            low, high = (middle, high) if off < STRAIT / 2 else (low, middle)
        return high

    far = cut(outer, start, 1), cut(outer, end, -1)
    near = cut(inner, start, 1), cut(inner, end, -1)

    def spread(u: float, v: float) -> Point:
        (x, y), (x1, y1) = outer(far[0] + (far[1] - far[0]) * u), inner(near[0] + (near[1] - near[0]) * u)
        return x + (x1 - x) * v, y + (y1 - y) * v

    def stretch(a: Point, b: Point) -> list[Point]:
        steps = max(1, round(hypot((b[0] - a[0]) * 1.0, b[1] - a[1]) / 30))
        return [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(1, steps)]

    fine = 72 // MAPS[seats].peoples + 8
    across = [outer(far[0] + (far[1] - far[0]) * k / fine) for k in range(fine + 1)]
    back = [inner(near[1] + (near[0] - near[1]) * k / fine) for k in range(fine + 1)]
    coast = Coast([*across, *stretch(across[-1], back[0]), *back, *stretch(back[-1], across[0])])
    regions = {region: names.split() for region, names in CONTINENT.items()}
    bends = {
        frozenset((a, b)): spread(
            (BEGINNING[a][0] + BEGINNING[b][0]) / 2, (BEGINNING[a][1] + BEGINNING[b][1]) / 2
        )
        for a in BEGINNING
        for b in BEGINNING
    }
    letter = "ABCDE"[people]
    return Land(
        coast,
        regions,
        {name: spread(*at) for name, at in BEGINNING.items()},
        bends,
        {region: HOMES[seats] if region == "0" else LAKE if region == "lake" else 1.0 for region in regions},
        {
            region: _rects(letter + region, seats, home=region == "0")
            for region in regions
            if region != "lake"
        },
        ROUND[seats],
    )


def island(seats: int) -> Land:
    *axes, _ = ISLANDS[seats]
    shape = (axes[0], axes[1], axes[2])
    sectors = _sectors(seats)
    regions = [region for region in MAPS[seats].regions if region.continent is None]
    peoples = MAPS[seats].peoples
    rings = sorted({(region.shape.inner, region.shape.outer) for region in regions})

    def angle_at(turns: float) -> float:
        people = floor(turns % 1 * peoples + 0.5)
        share = turns % 1 * peoples + 0.5 - people
        start, middle, end = sectors[people % peoples]
        return (
            start + (middle - start) * share * 2 if share < 0.5 else middle + (end - middle) * (share * 2 - 1)
        )

    ends = [
        sorted({region.shape.start % 1 for region in regions if region.shape.inner == inner > 0})
        for inner, _ in rings
    ]
    places: dict[str, tuple[float, float]] = {}
    circles: list[list[str]] = []
    counted = 0
    for level, (inner, _) in enumerate(rings):
        counted += sum(region.shape.inner == inner for region in regions)
        last = level + 1 == len(rings)
        turns = sorted({*(round(each, 6) for near in ends[level : level + 2] for each in near)})
        circles.append([])
        for each in turns:
            name = f"{'o' if last else 'i'}{level}@{each}"
            places[name] = (sqrt(counted / len(regions)), each)
            circles[-1].append(name)
    lines: dict[str, list[str]] = {}
    for region in regions:
        level = rings.index((region.shape.inner, region.shape.outer))
        if not level:
            lines[region.code] = circles[0]
            continue
        begin, long = region.shape.start, region.shape.end - region.shape.start

        def after(name: str, begin: float = begin) -> float:
            return (places[name][1] - begin + 1e-4) % 1

        out, near = (
            sorted((name for name in circles[each] if after(name) <= long + 2e-4), key=after)
            for each in (level, level - 1)
        )
        lines[region.code] = [*out, *near[::-1]]

    def spread(share: float, turns: float) -> Point:
        angle = angle_at(turns)
        return _polar(_radius(shape, angle) * share, angle)

    bends: dict[frozenset[str], Point] = {}
    for line in lines.values():
        for a, b in pairwise([*line, line[0]]):
            (share, turns), (share2, turns2) = places[a], places[b]
            turns2 += round(turns - turns2)
            bends[frozenset((a, b))] = spread((share + share2) / 2, (turns + turns2) / 2)
    coast = Coast([_polar(_radius(shape, 2 * pi * k / 72), 2 * pi * k / 72) for k in range(72)])
    return Land(
        coast,
        lines,
        {name: spread(*at) for name, at in places.items()},
        bends,
        {region.code: 1.1 if len(region.code) == 3 else 0.92 for region in regions},
        {region.code: _rects(region.code, seats) for region in regions},
        ROUND[seats],
    )


def lay_out(seats: int, sweeps: int = SWEEPS) -> dict[str, list[Point]]:
    """Return the regions' borders by their codes, in units from the map's top left corner."""
    outlines: dict[str, list[Point]] = {}
    peoples = MAPS[seats].peoples
    half = peoples // 2
    for people in range(peoples + 1):
        if people < peoples and not peoples % 2 and people >= half:  # as the one opposite, turned
            for region in range(10):
                opposite = outlines[f"{'ABCDE'[people - half]}{region}"]
                outlines[f"{'ABCDE'[people]}{region}"] = [(WIDE - x, HIGH - y) for x, y in opposite]
            continue
        tried: list[Land] = []
        for seed in range(SEEDS):
            land = island(seats) if people == peoples else continent(seats, people)
            land.relax(sweeps, Random(seed))
            tried.append(land)
        best = max(tried, key=lambda land: (min(ENOUGH, *map(land.fit, land.rects)), -sum(land.bad.values())))
        letter = "" if people == peoples else "ABCDE"[people]
        fits = {f"{letter}{region}": round(best.fit(region), 2) for region in best.rects}
        print(seats, *(f"{code} {fit}{'!' * (fit < 1)}" for code, fit in fits.items()), flush=True)
        outlines |= {f"{letter}{region}": best.outline(region) for region in best.rects}
    return outlines


def first_line() -> str:
    """Return the first line of a file of borders. It has a digest of this source: a changed one differs."""
    mark = sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    return f"# Made by tools/genesia_maps.py ({mark}): the regions' borders, in units, on {WIDE} × {HIGH}."


def main() -> None:
    for seats in map(int, sys.argv[1:]):
        lines = [
            f"{code} {' '.join(f'{x:.1f},{y:.1f}' for x, y in points)}"
            for code, points in lay_out(seats).items()
        ]
        (FOLDER / f"map{seats}.txt").write_text("\n".join((first_line(), *lines, "")), "utf-8")


if __name__ == "__main__":
    main()
