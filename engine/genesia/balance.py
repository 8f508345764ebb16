"""The balance report: many games of automatic players, and the results by seat, card and objective.

Every share is printed with the number of its cases and its 95 % interval (Wilson). Bounds are parts of the
expected share; a share is out of bounds only if its whole interval lies outside.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from statistics import pstdev

from msgspec.structs import replace

from engine.chance import SeededChance, match_key
from engine.game import Player
from engine.genesia import codes
from engine.genesia.box.cards import Timing
from engine.genesia.model import CARDS, OBJECTIVES, GenesiaOptions, Level, Phase
from engine.genesia.players.styles import STYLES, RandomDrafter
from engine.genesia.rules import GENESIA
from engine.selfplay import match_seed

__all__ = [
    "KEPT_BOUNDS",
    "MIN_USE",
    "PLACE_BOUNDS",
    "REACHED_BOUNDS",
    "SOLO_BOUNDS",
    "STYLE_BOUNDS",
    "Survey",
    "balance_report",
    "interval",
    "report",
    "survey",
]

PLACE_BOUNDS = (0.8, 1.2)
"""Bounds for the wins of a place in the turn order of an Age, as parts of its share."""
KEPT_BOUNDS = (0.7, 1.35)
"""Bounds for the wins of players that keep a card, as parts of their share."""
MIN_USE = 0.10
"""The least share of the games where a card is kept in which each of its modes is used."""
REACHED_BOUNDS = (0.25, 0.75)
"""Bounds for the share of games in which an objective succeeds that a player chose."""
STYLE_BOUNDS = (0.6, 1.5)
"""Bounds for the wins of a style of play at mixed tables, as parts of its share."""
SOLO_BOUNDS = ((Level.BEGINNER, 100, 0.25, 0.42), (Level.EXPERT, 130, 0.06, 0.15))
"""Levels of solo, the points that lead on from each, and bounds for the share of games that reach them.

The rulebook asks for about a third, and about one in ten (rulebook: Règles pour 1 joueur).
"""
_SOLO_NOTE = """\
The rulebook's thresholds: with 100 points beginners go on to expert, with 130 experts to heroic. About a
third of the beginners' games shall pass theirs, about one in ten of the experts'. The attempts are listed in
engine/genesia/box/map1.txt."""
_GAMES_PER_TASK = 10
"""Games that a worker process plays for one task."""
_LOT = "lot"
_PLAYERS: Mapping[str, Player] = {**GENESIA.players, **STYLES, _LOT: RandomDrafter()}


@dataclass
class Survey:
    """The counts of games with one number of seats. Wins are in thousandths, shared wins as parts."""

    seats: int
    games: int = 0
    moves: int = 0
    points: float = 0.0
    """The sum of all seats' scores."""
    coins: int = 0
    """Coins left over at the end, all peoples together."""
    assaults: Counter[int] = field(default_factory=Counter[int])
    """Assaults by Age."""
    places: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    """Wins by Age and place in its turn order, counted from 0."""
    kept: Counter[int] = field(default_factory=Counter[int])
    """The number of hands that each card came into: by the draft, or dealt in solo."""
    kept_wins: Counter[int] = field(default_factory=Counter[int])
    kept_points: Counter[int] = field(default_factory=Counter[int])
    used: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    """Uses by card and mode, modes counted from 0; several plays of a people in a game count once."""
    used_wins: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    with_objective: Counter[int] = field(default_factory=Counter[int])
    reached: Counter[int] = field(default_factory=Counter[int])
    players: Counter[str] = field(default_factory=Counter[str])
    """Seats by player."""
    player_wins: Counter[str] = field(default_factory=Counter[str])
    scores: Counter[int] = field(default_factory=Counter[int])
    """Solo games by score."""

    def add(self, other: Survey) -> None:
        """Add the counts of another survey to this one."""
        self.games += other.games
        self.moves += other.moves
        self.points += other.points
        self.coins += other.coins
        for name, mine in vars(self).items():
            if isinstance(mine, Counter):
                mine.update(getattr(other, name))  # pyright: ignore[reportUnknownMemberType]


def survey(
    seats: int,
    games: int,
    seed: int,
    players: Sequence[str] = ("steady",),
    level: Level = Level.BEGINNER,
    *,
    by_lot: bool = False,
) -> Survey:
    """Play `games` games on all processors and return their counts.

    Of several players each seat draws one, but not all the same. `by_lot`: in every Age after the first the
    places in the turn order are dealt, whatever was chosen.
    """
    whole = Survey(seats)
    chunks = [range(first, min(first + _GAMES_PER_TASK, games)) for first in range(0, games, _GAMES_PER_TASK)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tasks = [(seats, chunk, seed, players, level, by_lot) for chunk in chunks]
        for part in pool.map(_play, *zip(*tasks, strict=True)):
            whole.add(part)
    return whole


def _play(
    seats: int, numbers: range, seed: int, players: Sequence[str], level: Level, by_lot: bool = False
) -> Survey:
    part = Survey(seats)
    for number in numbers:
        _count(part, number, seed, players, level, by_lot)
    return part


def _draw_players(seats: int, players: Sequence[str], chance: SeededChance) -> list[str]:
    while True:
        names = [chance.choice(players) for _ in range(seats)]
        if len(players) == 1 or len(set(names)) > 1:
            return names


def _count(part: Survey, number: int, seed: int, players: Sequence[str], level: Level, by_lot: bool) -> None:
    """Play game number `number` of the run and count it."""
    seats = part.seats
    key = match_key(match_seed(seed, number), range(1, seats + 1))
    own = match_key(key, ())
    names = _draw_players(seats, players, SeededChance(own, 0))
    state = GENESIA.setup(GenesiaOptions(level=level), seats, SeededChance(key, 0))
    kept: set[tuple[int, int]] = set()
    used: set[tuple[int, tuple[int, int]]] = set()
    orders: dict[int, tuple[int, ...]] = {}
    moves, age, dealt = 0, 0, 1
    lots = SeededChance(match_key(own, ()), 0)
    while pending := GENESIA.pending(state):
        if by_lot and state.age > dealt:
            dealt = state.age
            state = replace(state, order=tuple(lots.shuffled(state.order)))
            pending = GENESIA.pending(state)
        if state.age != age and state.phase is Phase.GROWTH:
            age = state.age
            orders[age] = state.order
            for people, hidden in enumerate(state.hidden):
                kept.update((people, card) for card in CARDS if hidden.hand >> card & 1)
        seat = pending[0]
        moves += 1
        move = GENESIA.defaults(state, seat).ordered or _PLAYERS[names[seat]].choose(
            GENESIA.view(state, seat),
            GENESIA.moves(state, seat),
            partial(GENESIA.redeal, state, seat),
            SeededChance(own, moves),
        )
        state, events = GENESIA.play(state, seat, move, SeededChance(key, moves))
        for event in events:
            people: int = event.inputs.get("people")  # type: ignore[assignment]
            if event.code == codes.PLAYED:
                card: int = event.inputs["card"]  # type: ignore[assignment]
                timing = Timing(str(event.inputs["timing"]))
                copies = event.inputs["copied"] is not None
                used.add((people, (card, _mode(card, Timing.COPY if copies else timing))))
            elif event.code == codes.ASSAULT:
                part.assaults[state.age] += 1
            elif event.code == codes.OBJECTIVE:
                objective: int = event.inputs["objective"]  # type: ignore[assignment]
                part.with_objective[objective] += 1
                part.reached[objective] += bool(event.inputs["points"])
    result = GENESIA.result(state)
    assert result is not None
    part.games += 1
    part.moves += moves
    won = [round(1000 * (rank == 1) / result.ranks.count(1)) for rank in result.ranks]
    points = [scores[0] for scores in result.scores]
    part.points += sum(points)
    part.coins += sum(public.coins for public in state.public)
    if seats == 1:
        part.scores[points[0]] += 1
    for seat, name in enumerate(names):
        part.players[name] += 1
        part.player_wins[name] += won[seat]
    for age, order in orders.items() if seats > 1 else ():
        for place, people in enumerate(order):
            part.places[age, place] += won[people]
    for people, card in kept:
        seat = people if seats > 1 else 0
        part.kept[card] += 1
        part.kept_wins[card] += won[seat]
        part.kept_points[card] += points[seat]
    for people, mode in used:
        part.used[mode] += 1
        part.used_wins[mode] += won[people if seats > 1 else 0]


def _mode(card: int, timing: Timing) -> int:
    return next(index for index, mode in enumerate(CARDS[card].modes) if timing in mode.timings)


# Shares


def interval(part: float, n: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share of which `part` of `n` cases were counted."""
    if not n:
        return 0.0, 1.0
    share, z = part / n, 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    off = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - off), min(1.0, middle + off)


def _is_outside(part: float, n: int, least: float, most: float) -> bool:
    low, high = interval(part, n)
    return high < least or low > most


def _share_text(part: float, n: int) -> str:
    low, high = interval(part, n)
    return f"{part / n if n else 0:.0%} [{low:.0%}–{high:.0%}], n {n}"


def _wins(thousandths: int) -> float:
    return thousandths / 1000


# The report


@dataclass
class _Report:
    """The surveys that the report is made of."""

    surveys: Sequence[Survey]
    """Tables of `greedy` alone."""
    styles: Sequence[Survey]
    """Tables of mixed styles."""
    drafts: Sequence[Survey]
    """Tables where some players draft at random."""
    dealt: Sequence[Survey]
    """Tables where the places in the turn order are dealt."""
    solo: Sequence[tuple[Level, Survey]]
    """Solo games of each level."""
    only: Sequence[int] = ()
    """The numbers of players that were asked for; empty for all."""


def balance_report(games: int, seed: int, players: Sequence[int] = ()) -> tuple[str, bool]:
    """Return the report on `games` games for each number of players, and whether everything is within bounds.

    There are as many games at mixed tables. Half as many would be too few, since a style has only a part of
    the seats: with one seed, 150 tables of three gave peace 0.53 of its share of wins, 550 tables 0.69. Of
    the surveys without bounds there are half as many.

    `players`: only these numbers of players; 1 is solo.
    """
    seats = [each for each in (2, 3, 4, 5) if each in (players or (2, 3, 4, 5))]
    found = _Report(
        [survey(each, games, seed) for each in seats],
        [survey(each, games, seed + 1, tuple(STYLES)) for each in seats],
        [survey(each, max(1, games // 2), seed + 2, ("steady", _LOT)) for each in seats],
        [survey(each, max(1, games // 2), seed + 3, by_lot=True) for each in seats],
        [(level, survey(1, games, seed, level=level)) for level in Level if 1 in (players or (1,))],
        players,
    )
    return _report_text(found, games, seed), not any(_faults(found))


def report(
    surveys: Sequence[Survey],
    seed: int,
    *,
    styles: Sequence[Survey] = (),
    drafts: Sequence[Survey] = (),
    dealt: Sequence[Survey] = (),
    solo: Sequence[tuple[Level, Survey]] = (),
) -> str:
    """Return these surveys as markdown, the shares out of bounds first."""
    games = max((each.games for each in surveys), default=0)
    return _report_text(_Report(surveys, styles, drafts, dealt, solo), games, seed)


def _report_text(found: _Report, games: int, seed: int) -> str:
    faults = list(_faults(found))
    alone = "".join([f" --players {each}" for each in found.only])
    lines = [
        "# Genesia: balance report",
        "",
        f"`python -m engine balance genesia --games {games} --seed {seed}{alone}` makes this report.",
        f"Its exit code is {int(bool(faults))}: 1 if anything is out of bounds, 0 otherwise.",
        "",
        "All players are `greedy` unless stated otherwise. Shared wins count as parts. Each share is",
        "followed by its 95 % interval and by n, the number of its cases. It is out of bounds if the whole",
        "interval lies outside them. The bounds are:",
        f"wins of a place in the turn order, {_parts(PLACE_BOUNDS)} times the expected share; of players",
        f"that keep a card, {_parts(KEPT_BOUNDS)} times; of a style of play, {_parts(STYLE_BOUNDS)} times;",
        f"use of a mode, at least {MIN_USE:.0%} of the games where its card is kept; success of an",
        f"objective that was chosen, {REACHED_BOUNDS[0]:.0%} to {REACHED_BOUNDS[1]:.0%}.",
        "",
        f"Out of bounds ({len(faults)}):" if faults else "Everything is within bounds.",
        "",
        *(f"* {fault}" for fault in faults),
        "",
    ]
    for each in found.surveys:
        lines += _games(each)
    lines += _player_table("Styles of play at mixed tables", found.styles)
    lines += _player_table("Drafts by choice against drafts by lot", found.drafts)
    lines += _dealt_places(found.dealt)
    lines += _solo(found.solo)
    lines += _objectives(found.surveys)
    lines += _cards(found.surveys)
    return "\n".join(lines).rstrip() + "\n"


def _parts(bounds: tuple[float, float]) -> str:
    return f"{bounds[0]:g}–{bounds[1]:g}"


def _faults(found: _Report) -> Iterable[str]:
    for each in found.surveys:
        yield from _survey_faults(each)
    for each in found.styles:
        for name in each.players:
            wins, n = _wins(each.player_wins[name]), each.players[name]
            if _is_outside(wins, n, STYLE_BOUNDS[0] / each.seats, min(1.0, STYLE_BOUNDS[1] / each.seats)):
                yield f"{each.seats} players: style {name} wins {_share_text(wins, n)}"
    for level, each in found.solo:
        for asked, score, least, most in SOLO_BOUNDS:
            passed = _passed_games(each, score)
            if level is asked and _is_outside(passed, each.games, least, most):
                yield f"solo, {level.value}: {score} points are passed in {_share_text(passed, each.games)}"


def _survey_faults(each: Survey) -> Iterable[str]:
    where, share = f"{each.seats} players", 1 / each.seats
    for (age, place), wins in sorted(each.places.items()):
        if _is_outside(_wins(wins), each.games, PLACE_BOUNDS[0] * share, PLACE_BOUNDS[1] * share):
            yield f"{where}: place {place + 1} of Age {age} wins {_share_text(_wins(wins), each.games)}"
    for card in sorted(each.kept):
        wins, n = _wins(each.kept_wins[card]), each.kept[card]
        if _is_outside(wins, n, KEPT_BOUNDS[0] * share, KEPT_BOUNDS[1] * share):
            yield f"{where}: card {card} kept wins {_share_text(wins, n)}"
        for mode in range(len(CARDS[card].modes)):
            if _is_outside(each.used[card, mode], n, MIN_USE, 1.0):
                used = _share_text(each.used[card, mode], n)
                yield f"{where}: card {card}, {_when(card, mode)}, is used in {used}"
    for number in sorted(each.with_objective):
        reached, n = each.reached[number], each.with_objective[number]
        if _is_outside(reached, n, *REACHED_BOUNDS):
            yield f"{where}: objective {number} succeeds in {_share_text(reached, n)}"


def _when(card: int, mode: int) -> str:
    timings = CARDS[card].modes[mode].timings
    return "+".join(each.value for each in Timing if each in timings)


def _games(each: Survey) -> list[str]:
    scores = each.games * each.seats
    assaults = ", ".join(f"Age {age}: {each.assaults[age] / each.games:.2f}" for age in (1, 2, 3))
    lines = [
        f"## {each.seats} players, {each.games} games",
        "",
        f"* Mean score {each.points / scores:.1f}; coins left over {each.coins / scores:.1f}",
        f"* Moves a game {each.moves / each.games:.0f}; assaults a game: {assaults}",
        f"* Wins by place in the turn order (share {1 / each.seats:.0%}):",
        "",
    ]
    return [*lines, *_places(each)]


def _places(each: Survey) -> list[str]:
    if not each.places:
        return []
    lines = [
        _row("Age", *[str(place + 1) for place in range(each.seats)]),
        _row(*["---"] * (each.seats + 1)),
    ]
    for age in (1, 2, 3):
        cells = [_share_text(_wins(each.places[age, place]), each.games) for place in range(each.seats)]
        lines.append(_row(str(age), *cells))
    return [*lines, ""]


def _dealt_places(surveys: Sequence[Survey]) -> list[str]:
    if not surveys:
        return []
    lines = [
        "## The effect of a place in the turn order alone",
        "",
        "In the tables above the player with least progress in an Age is the first to choose a place for the",
        "next: players that win from a place may have been ahead, or behind, before. In the tables below",
        "places are dealt by lot in every Age, so only the effect of the place remains. These shares have no",
        "bounds: nobody plays like that.",
        "",
    ]
    for each in surveys:
        lines += [f"{each.seats} players (share {1 / each.seats:.0%}):", "", *_places(each)]
    return lines


def _player_table(title: str, surveys: Sequence[Survey]) -> list[str]:
    if not surveys:
        return []
    names = sorted({name for each in surveys for name in each.players})
    lines = [f"## {title}", "", _row("players", *names), _row(*["---"] * (len(names) + 1))]
    for each in surveys:
        cells: list[str] = []
        for name in names:
            wins, n = _wins(each.player_wins[name]), each.players[name]
            cells.append(f"{wins / n * each.seats if n else 0:.2f} of its share: {_share_text(wins, n)}")
        lines.append(_row(f"{each.seats}", *cells))
    return [*lines, ""]


def _passed_games(each: Survey, score: int) -> int:
    return sum(games for reached, games in each.scores.items() if reached >= score)


def _solo(solo: Sequence[tuple[Level, Survey]]) -> list[str]:
    lines = [
        f"* {level.value}: mean score {each.points / each.games:.1f}, "
        f"standard deviation {pstdev(each.scores.elements()):.1f}; "
        + "; ".join(
            f"{score} passed in {_share_text(_passed_games(each, score), each.games)}"
            for _, score, *_ in SOLO_BOUNDS
        )
        for level, each in solo
    ]
    return ["## Solo", "", *lines, "", _SOLO_NOTE, ""] if lines else []


def _objectives(surveys: Sequence[Survey]) -> list[str]:
    head = [f"{each.seats} players" for each in surveys]
    lines = [
        "## Objectives: how often they succeed",
        "",
        _row("objective", *head),
        _row(*["---"] * (len(head) + 1)),
    ]
    for number in OBJECTIVES:
        cells = [
            _share_text(each.reached[number], each.with_objective[number])
            if each.with_objective[number]
            else "–"
            for each in surveys
        ]
        lines.append(_row(str(number), *cells))
    return [*lines, ""]


def _cards(surveys: Sequence[Survey]) -> list[str]:
    """Return a row for each mode of each card: its use by number of players, and its users' wins."""
    head = [f"{each.seats}: used · then wins" for each in surveys]
    lines = [
        "## Cards, mode by mode",
        "",
        "`kept` gives the wins of the players that kept the card, and their points above the mean.",
        "",
        _row("card", "mode", *head),
        _row(*["---"] * (len(head) + 2)),
    ]
    for number, card in CARDS.items():
        kept = [
            f"{_share_text(_wins(each.kept_wins[number]), each.kept[number])} · {_above(each, number):+.1f}"
            if each.kept[number]
            else "–"
            for each in surveys
        ]
        lines.append(_row(str(number), "kept", *kept))
        for mode in range(len(card.modes)):
            cells: list[str] = []
            for each in surveys:
                used, n = each.used[number, mode], each.kept[number]
                wins = f" · {_wins(each.used_wins[number, mode]) / used:.0%}" if used else ""
                cells.append(f"{_share_text(used, n)}{wins}" if n else "–")
            lines.append(_row("", _when(number, mode), *cells))
    return lines


def _above(each: Survey, card: int) -> float:
    return each.kept_points[card] / each.kept[card] - each.points / each.games / each.seats


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
