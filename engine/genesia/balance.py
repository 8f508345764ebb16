"""Is the box fair? Many games of automatic players, and what became of seats, cards and objectives.

Every share stands with how often it was counted and its 95 % interval (Wilson). Bounds are parts of the
expected share, and only what lies outside them with its whole interval is out of bounds.
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
    "balanced",
    "interval",
    "report",
    "survey",
]

PLACE_BOUNDS = (0.8, 1.2)
"""Wins of a place in the turn order of an Age, as parts of its share."""
KEPT_BOUNDS = (0.7, 1.35)
"""Wins of whoever keeps a card, as parts of its share."""
MIN_USE = 0.10
"""Each mode of a card is used in so many of the games where the card is kept."""
REACHED_BOUNDS = (0.25, 0.75)
"""An objective succeeds so often, kept by a player that chooses."""
STYLE_BOUNDS = (0.6, 1.5)
"""Wins of a style of play at mixed tables, as parts of its share."""
SOLO_BOUNDS = ((Level.BEGINNER, 100, 0.25, 0.42), (Level.EXPERT, 130, 0.06, 0.15))
"""In solo what leads on from a level, and between what shares of the games pass it: about a third, about one
in ten (rulebook: Règles pour 1 joueur)."""
_SOLO_NOTE = """\
The rulebook's thresholds: with 100 points beginners go on to expert, with 130 experts to heroic. About a
third of the beginners' games shall pass theirs, about one in ten of the experts'. What was tried stands in
engine/genesia/box/map1.txt."""
_GAMES_PER_TASK = 10
_LOT = "lot"
_PLAYERS: Mapping[str, Player] = {**GENESIA.players, **STYLES, _LOT: RandomDrafter()}


@dataclass
class Survey:
    """What was counted in games of so many seats. Wins are in thousandths, shared ones as parts."""

    seats: int
    games: int = 0
    moves: int = 0
    points: float = 0.0
    """Sum of all seats' scores."""
    coins: int = 0
    """Left over at the end, all seats together."""
    assaults: Counter[int] = field(default_factory=Counter[int])
    """By Age."""
    places: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    """Wins by Age and place in its turn order, from 0."""
    kept: Counter[int] = field(default_factory=Counter[int])
    """By card, how often it came into a hand: by the draft, or dealt in solo."""
    kept_wins: Counter[int] = field(default_factory=Counter[int])
    kept_points: Counter[int] = field(default_factory=Counter[int])
    used: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    """By card and mode, from 0."""
    used_wins: Counter[tuple[int, int]] = field(default_factory=Counter[tuple[int, int]])
    with_objective: Counter[int] = field(default_factory=Counter[int])
    reached: Counter[int] = field(default_factory=Counter[int])
    players: Counter[str] = field(default_factory=Counter[str])
    """By player, seats."""
    player_wins: Counter[str] = field(default_factory=Counter[str])
    scores: Counter[int] = field(default_factory=Counter[int])
    """Solo: games by score."""

    def add(self, other: Survey) -> None:
        """Count the other's games as well."""
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
    players: Sequence[str] = ("greedy",),
    level: Level = Level.BEGINNER,
    *,
    by_lot: bool = False,
) -> Survey:
    """Play so many games, on all processors. Of several players each seat draws one, not all the same.

    `by_lot`: in every Age the places in the turn order are dealt, whoever chose them.
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
    """Play game `number` of the series and count it."""
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
        move = GENESIA.standing(state, seat) or _PLAYERS[names[seat]].choose(
            GENESIA.view(state, seat),
            GENESIA.moves(state, seat),
            partial(GENESIA.redeal, state, seat),
            SeededChance(own, moves),
        )
        state, events = GENESIA.play(state, seat, move, SeededChance(key, moves))
        for event in events:
            people: int = event.inputs.get("people")  # type: ignore[assignment]
            if event.code == "genesia.played":
                card: int = event.inputs["card"]  # type: ignore[assignment]
                timing = Timing(str(event.inputs["timing"]))
                copies = event.inputs["copied"] is not None
                used.add((people, (card, _mode(card, Timing.COPY if copies else timing))))
            elif event.code == "genesia.assault":
                part.assaults[state.age] += 1
            elif event.code == "genesia.objective":
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
    """Between what shares the true one lies, 95 times in 100, if `part` of `n` were counted (Wilson)."""
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
    """All that was measured."""

    surveys: Sequence[Survey]
    """Of `greedy` alone."""
    styles: Sequence[Survey]
    """Of mixed tables."""
    drafts: Sequence[Survey]
    """Of tables where some draft by lot."""
    dealt: Sequence[Survey]
    """Of tables where the places in the turn order are dealt."""
    solo: Sequence[tuple[Level, Survey]]
    only: Sequence[int] = ()
    """The numbers of players that were asked for, if not all were."""


def balanced(games: int, seed: int, players: Sequence[int] = ()) -> tuple[str, bool]:
    """The report on so many games of each number of players, as many of mixed tables; if all is well.

    Half as many mixed tables would be too few, since a style has a part of the seats only: of one seed 150
    tables of three said that peace wins 0.53 of its share, 550 that it wins 0.69. Of what has no bounds there
    are half as many.

    `players`: these numbers alone; one is solo.
    """
    seats = [each for each in (2, 3, 4, 5) if each in (players or (2, 3, 4, 5))]
    found = _Report(
        [survey(each, games, seed) for each in seats],
        [survey(each, games, seed + 1, tuple(STYLES)) for each in seats],
        [survey(each, max(1, games // 2), seed + 2, ("greedy", _LOT)) for each in seats],
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
    """Everything counted, as markdown; what is out of bounds is listed first."""
    games = max((each.games for each in surveys), default=0)
    return _report_text(_Report(surveys, styles, drafts, dealt, solo), games, seed)


def _report_text(found: _Report, games: int, seed: int) -> str:
    faults = list(_faults(found))
    alone = "".join([f" --players {each}" for each in found.only])
    lines = [
        "# Genesia: balance report",
        "",
        f"`python -m engine balance genesia --games {games} --seed {seed}{alone}` makes this report.",
        f"Its exit code is {int(bool(faults))}: 1 where anything is out of bounds, 0 else.",
        "",
        "All players are `greedy`, if nothing else is said. Shared wins count as parts. A share is followed",
        "by its 95 % interval and by n, how often it was counted. Out of bounds is what lies outside with",
        "its whole interval:",
        f"wins of a place in the turn order, {_parts(PLACE_BOUNDS)} times the expected share; of whoever",
        f"keeps a card, {_parts(KEPT_BOUNDS)} times; of a style of play, {_parts(STYLE_BOUNDS)} times;"
        " a mode that is used",
        f"in less than {MIN_USE:.0%} of the games where its card is kept; an objective that succeeds in",
        f"less than {REACHED_BOUNDS[0]:.0%} or more than {REACHED_BOUNDS[1]:.0%} where it was chosen.",
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
        "## What a place in the turn order does by itself",
        "",
        "Above, whoever has least progress in an Age chooses a place for the next: who wins from there may",
        "have been ahead, or behind, before. Here places are dealt by lot in every Age: what is left is",
        "what the place does by itself. It has no bounds of its own: nobody plays so.",
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
    """A row for each mode of each card: by number of players how often it is used, and who then wins."""
    head = [f"{each.seats}: used · then wins" for each in surveys]
    lines = [
        "## Cards, mode by mode",
        "",
        "`kept` is how often whoever kept the card won, and by how many points it lay above the mean.",
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
