"""Is the box fair? Many games of automatic players, and what became of seats, cards and objectives.

The bounds: a seat wins at most `SEAT` times its share; a card kept lies at most `KEPT` from its expected win
rate and is played in at least `PLAYED` of the games where it is kept; an objective succeeds within `REACHED`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from engine.chance import SeededChance, match_key
from engine.genesia.model import CARDS, OBJECTIVES, GenesiaOptions, Level, Phase
from engine.genesia.rules import GENESIA
from engine.selfplay import match_seed

__all__ = ["KEPT", "PLAYED", "REACHED", "SEAT", "Survey", "balanced", "report", "survey"]

SEAT = 1.15
KEPT = 0.12
PLAYED = 0.20
REACHED = (0.15, 0.85)
_CHUNK = 25


@dataclass
class Survey:
    """What was counted in games with the same number of seats. Counters are by card, objective or Age."""

    seats: int
    games: int = 0
    moves: int = 0
    wins: list[float] = field(default_factory=list[float])
    """By seat, shared wins counted as parts."""
    points: float = 0.0
    """Sum of all seats' scores."""
    coins: int = 0
    """Left over at the end, all seats together."""
    assaults: Counter[int] = field(default_factory=Counter[int])
    kept: Counter[int] = field(default_factory=Counter[int])
    """Cards that came into a hand: by the draft, or dealt in solo."""
    kept_wins: Counter[int] = field(default_factory=Counter[int])
    """In thousandths."""
    kept_points: Counter[int] = field(default_factory=Counter[int])
    played: Counter[int] = field(default_factory=Counter[int])
    played_wins: Counter[int] = field(default_factory=Counter[int])
    played_points: Counter[int] = field(default_factory=Counter[int])
    with_objective: Counter[int] = field(default_factory=Counter[int])
    reached: Counter[int] = field(default_factory=Counter[int])

    def add(self, other: Survey) -> None:
        """Count the other's games as well."""
        self.games += other.games
        self.moves += other.moves
        self.points += other.points
        self.coins += other.coins
        self.wins = [a + b for a, b in zip(self.wins or [0.0] * self.seats, other.wins, strict=True)]
        for mine, theirs in zip(self._counters(), other._counters(), strict=True):
            mine.update(theirs)

    def _counters(self) -> tuple[Counter[int], ...]:
        return (
            self.assaults,
            self.kept,
            self.kept_wins,
            self.kept_points,
            self.played,
            self.played_wins,
            self.played_points,
            self.with_objective,
            self.reached,
        )


def survey(
    seats: int, games: int, seed: int, player: str = "greedy", level: Level = Level.BEGINNER
) -> Survey:
    """Play so many games, on all processors."""
    whole = Survey(seats, wins=[0.0] * seats)
    chunks = [range(first, min(first + _CHUNK, games)) for first in range(0, games, _CHUNK)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(
            _play, *zip(*((seats, chunk, seed, player, level) for chunk in chunks), strict=True)
        ):
            whole.add(part)
    return whole


def _play(seats: int, numbers: range, seed: int, player: str, level: Level) -> Survey:
    part = Survey(seats, wins=[0.0] * seats)
    for number in numbers:
        _count(part, number, seed, player, level)
    return part


def _count(part: Survey, number: int, seed: int, player: str, level: Level) -> None:
    """Play game `number` of the series and count it."""
    seats = part.seats
    key = match_key(match_seed(seed, number), range(1, seats + 1))
    own = match_key(key, ())
    mind = GENESIA.players[player]
    state = GENESIA.setup(GenesiaOptions(level=level), seats, SeededChance(key, 0))
    kept: set[tuple[int, int]] = set()
    played: set[tuple[int, int]] = set()
    moves, age = 0, 0
    while pending := GENESIA.pending(state):
        if state.age != age and state.phase is Phase.GROWTH:
            age = state.age
            for people, hidden in enumerate(state.hidden):
                kept.update((people, card) for card in CARDS if hidden.hand >> card & 1)
        seat = pending[0]
        moves += 1
        chance = SeededChance(own, moves)
        move = mind.choose(
            GENESIA.view(state, seat),
            GENESIA.moves(state, seat),
            partial(GENESIA.redeal, state, seat),
            chance,
        )
        state, events = GENESIA.play(state, seat, move, SeededChance(key, moves))
        for event in events:
            people = event.inputs.get("people")
            if event.code == "genesia.played":
                played.add((people, event.inputs["card"]))  # type: ignore[arg-type]
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
    share = 1 / result.ranks.count(1)
    won = [share if rank == 1 else 0.0 for rank in result.ranks]
    points = [scores[0] for scores in result.scores]
    part.points += sum(points)
    part.coins += sum(public.coins for public in state.public)
    part.wins = [a + b for a, b in zip(part.wins, won, strict=True)]
    for pairs, count, wins, total in (
        (kept, part.kept, part.kept_wins, part.kept_points),
        (played, part.played, part.played_wins, part.played_points),
    ):
        for people, card in pairs:
            seat = people if seats > 1 else 0
            count[card] += 1
            wins[card] += round(1000 * won[seat])
            total[card] += points[seat]


# The report


def balanced(games: int, seed: int) -> tuple[str, bool]:
    """The report on so many games of 2 to 5 players, and solo; whether everything is within bounds."""
    surveys = [survey(seats, games, seed) for seats in (2, 3, 4, 5)]
    solo = [(level, survey(1, games, seed, level=level)) for level in Level]
    return report(surveys, seed, solo), not any(_faults(each) for each in surveys)


def report(surveys: Sequence[Survey], seed: int, solo: Iterable[tuple[Level, Survey]] = ()) -> str:
    """Everything counted, as markdown; what is out of bounds is marked and listed first."""
    faults = [fault for each in surveys for fault in _faults(each)]
    lines = [
        "# Genesia: balance report",
        "",
        f"Automatic players `greedy`, seed {seed}. Win rates count shared wins as parts.",
        "",
        "Out of bounds:" if faults else "Everything is within bounds.",
        *(f"* {fault}" for fault in faults),
        "",
    ]
    for each in surveys:
        lines += _games(each)
    lines += _solo(solo)
    lines += _objectives(surveys)
    lines += _cards(surveys)
    return "\n".join(lines) + "\n"


def _faults(each: Survey) -> list[str]:
    where, expected = f"{each.seats} players", 1 / each.seats
    faults: list[str] = []
    for seat, wins in enumerate(each.wins):
        if wins / each.games > SEAT * expected:
            faults.append(f"{where}: seat {seat + 1} wins {wins / each.games:.1%}")
    for card in sorted(each.kept):
        rate, share = _rate(each, card), each.played[card] / each.kept[card]
        if abs(rate - expected) > KEPT:
            faults.append(f"{where}: card {card} kept wins {rate:.1%} ({each.kept[card]} times)")
        if share < PLAYED:
            faults.append(f"{where}: card {card} is played in {share:.1%} of the games where it is kept")
    for number in sorted(each.with_objective):
        share = each.reached[number] / each.with_objective[number]
        if not REACHED[0] <= share <= REACHED[1]:
            faults.append(f"{where}: objective {number} succeeds in {share:.1%}")
    return faults


def _rate(each: Survey, card: int) -> float:
    return each.kept_wins[card] / 1000 / each.kept[card]


def _games(each: Survey) -> list[str]:
    seats = [f"{wins / each.games:.1%}" for wins in each.wins]
    scores = each.games * each.seats
    assaults = ", ".join(f"Age {age}: {each.assaults[age] / each.games:.2f}" for age in (1, 2, 3))
    return [
        f"## {each.seats} players, {each.games} games",
        "",
        f"* Wins by seat: {', '.join(seats)} (share {1 / each.seats:.1%}, at most {SEAT / each.seats:.1%})",
        f"* Mean score {each.points / scores:.1f}; coins left over {each.coins / scores:.1f}",
        f"* Moves a game {each.moves / each.games:.0f}; assaults a game: {assaults}",
        "",
    ]


def _solo(solo: Iterable[tuple[Level, Survey]]) -> list[str]:
    lines = [
        f"* {level.value}: {each.games} games, mean score {each.points / each.games:.1f}, "
        f"moves a game {each.moves / each.games:.0f}"
        for level, each in solo
    ]
    return ["## Solo", "", *lines, ""] if lines else []


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
            f"{each.reached[number] / each.with_objective[number]:.0%} of {each.with_objective[number]}"
            if each.with_objective[number]
            else "–"
            for each in surveys
        ]
        lines.append(_row(str(number), *cells))
    return [*lines, ""]


def _cards(surveys: Sequence[Survey]) -> list[str]:
    """A card a row; for each number of players: win rate kept, played of kept, win rate and points played."""
    head = [f"{each.seats}: kept wins · played · played wins · points kept, played" for each in surveys]
    lines = ["## Cards", "", _row("card", *head), _row(*["---"] * (len(head) + 1))]
    for number in CARDS:
        cells: list[str] = []
        for each in surveys:
            kept, played = each.kept[number], each.played[number]
            if not kept:
                cells.append("–")
                continue
            mean = each.points / each.games / each.seats
            cell = f"{_rate(each, number):.0%} · {played / kept:.0%}"
            if played:
                cell += f" · {each.played_wins[number] / 1000 / played:.0%}"
                cell += f" · {each.kept_points[number] / kept - mean:+.1f}"
                cell += f", {each.played_points[number] / played - mean:+.1f}"
            cells.append(cell)
        lines.append(_row(str(number), *cells))
    return lines


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
