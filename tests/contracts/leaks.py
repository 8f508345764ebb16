"""Compare every view of a position with that of its redealt twin: both must be the same, to the byte."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, Protocol, Self

from PIL import ImageChops

from engine.chance import SeededChance
from engine.game import Seat
from render.kit.canvas import Picture
from tests.contracts.cases import Case
from tests.contracts.told import LANGUAGES, drawings, played_in_stages, told, viewers
from tests.render.golden import ACTUAL, open_picture

__all__ = ["CloserLook", "Tally", "add", "draw_twins", "look_through", "tell_twins", "twin_of"]


@dataclass
class Tally:
    """The number of things looked at."""

    games: int = 0
    positions: int = 0
    between: int = 0
    """Positions between two stages of a move, counted among the others too."""
    looks: int = 0
    """Positions times viewers."""
    differ: int = 0
    """Looks at which the twin was another position: at the others there was nothing to give away."""
    texts: int = 0
    pictures: int = 0
    kinds: Counter[str] = field(default_factory=Counter[str])
    """Texts by what was asked for."""

    def add(self, other: Self) -> None:
        """Count what the other has looked at as well."""
        add(self, other)

    def report(self) -> str:
        """Return the number of things looked at, as a sentence."""
        return (
            f"{self.games} games, {self.positions:,} positions ({self.between:,} of them inside a move),"
            f" {self.looks:,} views, of which"
            f" {self.differ:,} of another position; {self.texts:,} texts and {self.pictures:,} pictures"
            " compared, nothing differs"
        )


class CloserLook(Protocol):
    """A game's own comparison of whole games with their twins, beyond the common one
    (`Trial.closer_look`)."""

    def through(self, number: int, drawn: int) -> None:
        """Look at a whole game; pictures are drawn at every `drawn`-th position.

        Raises `AssertionError` with what a viewer could tell apart.
        """
        ...

    def add(self, other: Self) -> None:
        """Count what the other has looked at as well."""
        ...

    def report(self) -> str:
        """Return the number of things looked at, as a sentence."""
        ...


def add(one: Any, other: Any) -> None:
    """Add what two tallies have counted; both are data classes of numbers and counters."""
    for each in fields(one):
        setattr(one, each.name, getattr(one, each.name) + getattr(other, each.name))


def twin_of(case: Case, state: Any, seat: Seat | None, number: int) -> Any:
    """Return a state that this viewer cannot tell from `state`; equal to it if nothing is hidden."""
    return case.game.redeal(state, seat, SeededChance(b"twin" * 8, number))


def tell_twins(
    case: Case,
    state: Any,
    twin: Any,
    seat: Seat | None,
    language: str,
    tally: Tally,
    *,
    between: bool = False,
) -> None:
    """Compare all that is told in words. Raises `AssertionError`."""
    ours_, theirs_ = (told(case, each, seat, language, between=between) for each in (state, twin))
    pairs = zip(ours_, theirs_, strict=True)
    for ours, theirs in pairs:
        tally.texts += 1
        tally.kinds[ours[0].split(" ")[0]] += 1
        assert ours == theirs, (str(case), seat, ours, theirs)


def draw_twins(
    case: Case, state: Any, twin: Any, seat: Seat | None, tally: Tally, *, between: bool = False
) -> None:
    """Compare all pictures, to the byte. Raises `AssertionError`."""
    ours_, theirs_ = (drawings(case, each, seat, "en", between=between) for each in (state, twin))
    pairs = zip(ours_, theirs_, strict=True)
    for which, (ours, theirs) in enumerate(pairs):
        tally.pictures += 1
        one, other = ours.draw(), theirs.draw()
        if one.data != other.data:
            again = ours.draw().data == one.data, theirs.draw().data == other.data
            raise AssertionError(
                f"{case}, seat {seat}, picture {which}: {_unlike(one, other)}, the same again: {again}"
            )


def _unlike(one: Picture, other: Picture) -> str:
    """Return the difference of two pictures; both are kept in ``_actual``."""
    ACTUAL.mkdir(exist_ok=True)
    for name, each in (("one", one), ("other", other)):
        (ACTUAL / f"leaks-{name}.png").write_bytes(each.data)
    difference = ImageChops.difference(*(open_picture(each).convert("RGB") for each in (one, other)))
    return f"{len(one.data)} and {len(other.data)} bytes, pixels in {difference.getbbox()}"


def look_through(case: Case, seed: int, tally: Tally, drawn: int, *, greedy: bool) -> None:
    """Look at every position of a whole game; pictures are drawn at every `drawn`-th.

    Raises `AssertionError` with what a viewer could tell apart.
    """
    tally.games += 1
    for number, stages in enumerate(played_in_stages(case, seed, greedy=greedy)):
        for each, (state, _) in enumerate(stages, 1):
            between = each < len(stages)
            tally.positions += 1
            tally.between += between
            for seat in viewers(case):
                tally.looks += 1
                twin = twin_of(case, state, seat, 10_000 * seed + number)
                if twin == state:
                    continue
                tally.differ += 1
                language = LANGUAGES[(number + (seat or 0)) % len(LANGUAGES)]
                tell_twins(case, state, twin, seat, language, tally, between=between)
                if number % drawn == seed % drawn:
                    draw_twins(case, state, twin, seat, tally, between=between)
