"""Estimates of moves: the share of the win that each leads to, played out on redealt positions.

A game names what it would try and how it plays on (`Outlook`); everything that thinks by playing out asks
`estimate`. Play-outs are counted and no clock is read: the same view, chance and budget give the same answer
on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.chance import Chance, SeededChance
from engine.game import Player, Shares, Weighed
from engine.robots import compiled

__all__ = ["Draws", "Estimate", "Outlook", "Thinker", "estimate"]

M = TypeVar("M")
V = TypeVar("V")
W = TypeVar("W")

_WORD = (1 << 64) - 1
_HALF = 1 << 32
_LEAD = 0.5
"""The weight of the lead beside the share of the win: it parts moves that win equally often."""

_TRUST = 20
"""The number of play-outs after which they count as much as the first sight."""


class Draws:
    """Quick random numbers for play-outs, by whole numbers alone: the same on every machine."""

    __slots__ = ("_at", "seed")

    seed: int
    """A number below 2**56 that a core's own draws can begin with."""

    def __init__(self, seed: int) -> None:
        # Neighbouring seeds must not lead to neighbouring numbers: the seed is mixed as splitmix64 does.
        at = (seed + 1) * 0x9E3779B97F4A7C15 & _WORD
        at = (at ^ at >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        at = (at ^ at >> 27) * 0x94D049BB133111EB & _WORD
        self._at = at ^ at >> 31
        self.seed = self._at >> 8

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, for a small n."""
        self._at = at = (self._at * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & _WORD
        return (at >> 32) * n >> 32

    def shuffle(self, items: list[Any]) -> None:
        """Put the items into random order."""
        at = self._at
        for last in range(len(items) - 1, 0, -1):
            at = (at * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & _WORD
            other = (at >> 32) * (last + 1) >> 32
            items[last], items[other] = items[other], items[last]
        self._at = at


@dataclass(frozen=True, slots=True)
class Estimate(Generic[M]):
    """An estimate of a move."""

    move: M
    share: float
    """The share of the win of the seat's side, from 0 to 1."""
    sure: float
    """The standard error of the share: the smaller, the surer."""
    tried: int
    """The number of play-outs. Fewer than of others: the move was given up early."""
    value: float
    """The number by which moves are ranked: the share, and something for the lead and the first sight."""


class Outlook(ABC, Generic[V, M, W]):
    """A game's part of an estimate: its candidates, its play-out, and nothing else."""

    worlds: ClassVar[int] = 1 << 30
    """The most redealt positions that are dealt; play-outs beyond that take them again."""

    @abstractmethod
    def candidates(self, view: V, moves: Sequence[M], world: Any) -> Sequence[tuple[M, float]]:
        """Return the moves to try, the most promising first, and how promising each is at first sight.

        That is in shares of the win, 0 or less; it counts until play-outs tell more. `world` is a redealt
        state.
        """

    @abstractmethod
    def world(self, view: V, state: Any, draws: Draws) -> W:
        """Return a redealt state in the form that `play_out` takes; it is used for many play-outs.

        What others have done may make some redealt states likelier than others: a game may change what its
        seat cannot see, by `draws`, as long as the view stays the same.
        """

    @abstractmethod
    def play_out(self, world: W, move: M, draws: Draws) -> tuple[float, float]:
        """Make the move, play on to the end, and return what came of it for the mover's side.

        That is its share of the win, and its lead from -1 to 1.
        """

    def spends(self, view: V, budget: int) -> int:
        """Return the play-outs of a budget that are spent in this view: fewer where each takes longer."""
        return budget


class _Tally(Generic[M]):
    """The play-outs of a move so far."""

    def __init__(self, move: M, place: int, promise: float) -> None:
        self.move, self.place, self.promise = move, place, promise
        self.tried = 0
        self.shares = self.squares = self.leads = 0.0

    def add(self, share: float, lead: float) -> None:
        self.tried += 1
        self.shares += share
        self.squares += share * share
        self.leads += lead

    def estimate(self, lead_weight: float) -> Estimate[M]:
        if not self.tried:
            return Estimate(self.move, 0.5, 0.5, 0, 0.5 + self.promise)
        share = self.shares / self.tried
        # A few equal results tell less than their spread says: as if one more had come out at random.
        spread = (max(0.0, self.squares - share * self.shares) + 0.25) / (self.tried + 1)
        sure = (spread / self.tried) ** 0.5
        value = share + lead_weight * self.leads / self.tried
        value += self.promise * _TRUST / (_TRUST + self.tried)
        return Estimate(self.move, share, sure, self.tried, value)


def estimate(
    outlook: Outlook[V, M, W],
    view: V,
    candidates: Sequence[tuple[M, float]],
    budget: int,
    imagine: Callable[[Chance], Any],
    chance: Chance,
    lead_weight: float = _LEAD,
) -> list[Estimate[M]]:
    """Return an estimate of each candidate, best first, from at most `budget` play-outs.

    All candidates are played out on the same redealt positions with the same draws; after each round the
    worse half is given up (sequential halving). Equally good ones stay in the order in which they were named.
    """
    key = bytes([chance.below(256) for _ in range(32)])
    worlds: list[W] = []

    def world(number: int) -> W:
        number %= outlook.worlds
        while number >= len(worlds):
            state = imagine(SeededChance(key, len(worlds)))
            worlds.append(outlook.world(view, state, Draws(seed - 1 - len(worlds))))
        return worlds[number]

    seed = int.from_bytes(key[:7], "big") << 20
    alive = [_Tally(move, place, promise) for place, (move, promise) in enumerate(candidates)]
    tallies = alive
    rounds = max(1, (len(alive) - 1).bit_length())
    number = spent = 0
    for left in range(rounds, 0, -1):
        each = (budget - spent) // (left * len(alive))
        for _ in range(each):
            at = world(number)
            for tally in alive:
                tally.add(*outlook.play_out(at, tally.move, Draws(seed + number)))
            number += 1
        spent += each * len(alive)
        if left > 1:
            alive = sorted(alive, key=lambda tally: (-tally.estimate(lead_weight).value, tally.place))
            alive = alive[: (len(alive) + 1) // 2]
    final = {id(tally) for tally in alive}
    ranked = sorted(
        tallies,
        key=lambda tally: (
            id(tally) not in final,
            -tally.tried,
            -tally.estimate(lead_weight).value,
            tally.place,
        ),
    )
    return [tally.estimate(lead_weight) for tally in ranked]


class Thinker(Player):
    """An automatic player that makes the move with the best estimate.

    Where its game's core is compiled it spends more play-outs, and may look otherwise: the budget says which.
    """

    def __init__(
        self,
        outlook: Outlook[Any, Any, Any],
        budget: int,
        *,
        plain: Player,
        lead_weight: float = _LEAD,
        swift: tuple[Outlook[Any, Any, Any], int] | None = None,
        version: int = 1,
    ) -> None:
        """`plain` moves where the outlook names nothing to try, such as under an option it does not know.

        `swift` is the outlook whose core is compiled, where it is, and the budget for it: another one, as a
        record tells by the budget how a move was chosen.
        """
        if swift is not None and swift[1] == budget:
            raise ValueError("a budget must tell the two outlooks apart")
        self._slow, self._plain, self._lead_weight = (outlook, budget), plain, lead_weight
        self._swift = swift
        self.version = version

    @property
    def budget(self) -> int:
        return self._spent[1]

    @property
    def _spent(self) -> tuple[Outlook[Any, Any, Any], int]:
        return self._swift if self._swift is not None and compiled.is_used() else self._slow

    def choose(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Any:
        """Choose as `Player.choose` says."""
        return self.weigh(view, moves, imagine, chance).move

    def weigh(
        self, view: Any, moves: Sequence[Any], imagine: Callable[[Chance], Any], chance: Chance
    ) -> Weighed:
        """Choose as `Player.weigh` says."""
        outlook, budget = self._spent
        seen = imagine(SeededChance(bytes([chance.below(256) for _ in range(32)]), 0))
        candidates = outlook.candidates(view, moves, seen)
        if not candidates:
            return Weighed(self._plain.choose(view, moves, imagine, chance))
        if len(candidates) == 1:
            return Weighed(candidates[0][0])
        found = estimate(
            outlook,
            view,
            candidates,
            outlook.spends(view, budget),
            imagine,
            chance,
            lead_weight=self._lead_weight,
        )
        best = found[0]
        rivals = [each.share for each in found[1:] if each.tried == best.tried]
        rival = max(rivals, default=None)
        return Weighed(best.move, False, Shares(best.share, rival, best.sure, best.tried))
