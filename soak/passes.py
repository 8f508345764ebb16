"""The parts that `soak.points` and `soak.stops` share: passes, each a whole match.

In a pass a bot is struck (it dies, or stands still) at a step that follows each act of a person. A step is
before or after a bot commits, sends a statement to its database or sends a request to Discord. A `Fate`
counts the steps that follow an act, and says at which of them the bot is struck.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from harness.waiting import until
from sandbox.people import People
from soak.playing import FORMS, Bout
from soak.reading import Reading
from soak.tracing import Trace, Watching, inboxes, trace_match

__all__ = ["MAX_ACTS", "Fate", "Findings", "Pass", "pass_options", "pass_steps", "play_passes"]

MAX_ACTS = 2000
"""Acts of people in one match."""
RECOVERY_STRIKES = 0.25
"""The probability that a bot is struck once more while it recovers."""


class Fate:
    """A counter of the steps of one act, which says when the bot is struck."""

    def __init__(self, at: int, dice: random.Random) -> None:
        """Strike the bot at step `at`, counted from 1; 0 is never."""
        self.at = at
        self.dice = dice
        self.steps = 0
        self.is_off = True
        self.next: int | None = None
        self.name = ""
        """The name of the step at which the bot was struck last."""

    def begin(self, spared: bool) -> None:
        """Count the steps of another act from 1; the bot is not struck if `spared`."""
        self.steps, self.next, self.is_off = 0, None if spared else self.at, False

    def recover(self) -> None:
        """Choose whether, and at which step, the bot is struck once more while it recovers."""
        again = self.dice.random() < RECOVERY_STRIKES
        self.next = self.steps + self.dice.randrange(1, 24) if again else None

    def step(self, name: str) -> bool:
        """Count a step, and return whether the bot is struck at it."""
        if self.is_off:
            return False
        self.steps += 1
        if self.steps != self.next:
            return False
        self.name, self.next = name, None
        return True

    async def toggle(self) -> None:
        """Stop counting, or go on."""
        self.is_off = not self.is_off


@dataclass
class Findings:
    """The findings of one pass, or of several."""

    strikes: int = 0
    """Times that a bot was struck."""
    acts: int = 0
    moves: int = 0
    longest: int = 0
    """Most steps after one act."""
    where: Counter[str] = field(default_factory=Counter[str])
    """Strikes by the step's name."""
    trace: Trace = field(default_factory=Trace)
    wrong: list[str] = field(default_factory=list[str])
    orphans: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    def add(self, other: Findings) -> None:
        """Add the findings of another pass."""
        self.strikes += other.strikes
        self.acts += other.acts
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)
        self.where.update(other.where)
        self.trace.add(other.trace)
        self.wrong += other.wrong
        self.orphans += other.orphans
        self.seconds += other.seconds

    @property
    def sound(self) -> bool:
        """Return true if nothing went wrong."""
        return not (self.wrong or self.orphans or self.trace.missing)


class Pass:
    """A whole match in which a bot is struck after every act."""

    def __init__(
        self, people: People, reading: Reading, game: str, fate: Fate, seed: object, limit: int
    ) -> None:
        """`limit` is the number of acts after which the pass ends, though the match goes on."""
        self.people = people
        self.reading = reading
        self.fate = fate
        self.findings = Findings()
        self.watching = Watching(people)
        dice = random.Random(f"{seed} {game} {fate.at} moves")
        self.bout = Bout(people, reading, game, dice, twice=0.1, suggesting=fate.toggle)
        self._limit = limit

    @property
    def place(self) -> str:
        """Return a name for the current act, for messages."""
        return f"{self.bout.game}, step {self.fate.at} ({self.fate.name}), act {self.findings.acts}"

    def note_strike(self) -> None:
        """Count that the bot was struck."""
        self.findings.strikes += 1
        self.findings.where[self.fate.name] += 1

    def note_wrong(self, text: str) -> None:
        """Note an error of the current act."""
        self.findings.wrong.append(f"{self.place}: {text}")

    def note_refusals(self) -> None:
        """Note as errors that offered moves were refused."""
        for each in self.bout.refusals:
            self.note_wrong(f"refused: {each}")

    def is_settled(self) -> bool:
        """Return true if all is said and no automatic player is asked."""
        kept = self.bout.stored_match()
        return not self.reading.unsaid() and (
            kept is None
            or kept.has_ended
            or not kept.persons
            or bool(kept.awaited_persons)
            or not kept.pending
        )

    async def play(self, act: Callable[[], Awaitable[None]], patience: float) -> Findings:
        """Act until the match is over, the limit is reached or something is wrong; return the findings.

        `patience` is the time in seconds in which the last calls must be shown.
        """
        began, findings, bout = time.perf_counter(), self.findings, self.bout
        while not bout.has_ended and findings.acts < self._limit:
            findings.acts += 1
            await act()
            self.watching.listen()
            bout.compare(None)
            if findings.wrong or findings.orphans or bout.wrong:
                break
        await self._sum_up(patience)
        if self._limit == MAX_ACTS and not bout.has_ended:
            self.note_wrong("the match is not over")
        findings.seconds = time.perf_counter() - began
        return findings

    async def _sum_up(self, patience: float) -> None:
        self.findings.moves = self.bout.counts["moves"]
        traces: list[Trace] = []

        async def all_shown() -> bool:
            """A press that slept may move only now, and what it brings is said a little later."""
            kept = self.bout.stored_match()
            if kept is None or not self.bout.thread:
                return True
            direct = await inboxes(self.people)
            await self.watching.look([self.bout.thread])
            traces.append(trace_match(kept, self.reading, self.watching, self.bout.thread, direct))
            return not traces[-1].missing

        with contextlib.suppress(TimeoutError):
            await until(all_shown, patience, 0.5)
        self.bout.compare(None)
        self.findings.wrong += self.bout.wrong
        for trace in traces[-1:]:
            self.findings.trace.add(trace)


# The command


def pass_options(name: str, description: str) -> argparse.ArgumentParser:
    """Return a parser with the options that both trials have."""
    parser = argparse.ArgumentParser(prog=f"python -m soak.{name}", description=description)
    parser.add_argument("--games", nargs="*", default=list(FORMS), choices=list(FORMS), metavar="GAME")
    parser.add_argument("--from", dest="first", type=int, default=1, help="first step at which it is struck")
    parser.add_argument("--passes", type=int, default=400, help="passes a game, at most")
    parser.add_argument("--stride", type=int, default=1, help="every so many steps only")
    parser.add_argument("--acts", type=int, default=MAX_ACTS, help="things done in one match, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after so many")
    return parser


def pass_steps(chosen: argparse.Namespace) -> range:
    """Return the steps at which the bot is struck, one a pass."""
    return range(chosen.first, chosen.first + chosen.passes * chosen.stride, chosen.stride)


async def play_passes(
    chosen: argparse.Namespace,
    strikes: str,
    fates: Callable[[str], Iterable[Fate]],
    play: Callable[[str, Fate], Awaitable[Findings]],
) -> int:
    """Play the passes of every game until one strikes nobody, print a table, and return the exit status.

    `strikes` is the name of the column that counts them.
    """
    logging.basicConfig(level=logging.CRITICAL)
    last = time.monotonic() + 60 * chosen.minutes
    sound = True
    columns = (
        *("game", "passes", "moves", strikes, "kinds", "calls", "shown", "answered before", "missing"),
        *("twice", "wrong", "orphans", "s"),
    )
    print(_row(columns), _row(["---"] * len(columns)), sep="\n", flush=True)
    for game in chosen.games:
        total, passes = Findings(), 0
        for fate in fates(game):
            if time.monotonic() > last:
                _say(f"{game}: out of time before pass {fate.at}")
                break
            found = await play(game, fate)
            total.add(found)
            passes += 1
            _say(
                f"{game}: pass {fate.at}: {found.strikes} {strikes}, {found.acts} acts, {found.moves} moves,"
                f" {len(found.trace.shown)} of {found.trace.calls} calls shown, {found.seconds:.0f} s"
            )
            for each in (*found.wrong, *found.orphans, *found.trace.missing, *found.trace.again):
                _say(f"  {each}")
            if not found.strikes:
                break
        for name, count in sorted(total.where.items()):
            _say(f"  {count:6} {name}")
        trace = total.trace
        figures = (
            *(passes, total.moves, total.strikes, len(total.where), trace.calls, len(trace.shown)),
            *(len(trace.answered) + len(trace.closed), len(trace.missing), len(trace.again)),
            *(len(total.wrong), len(total.orphans), f"{total.seconds:.0f}"),
        )
        print(_row((game, *figures)), flush=True)
        sound = sound and total.sound
    return 0 if sound else 1


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
