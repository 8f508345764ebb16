"""Measure turns of whole matches: requests by kind, messages, and the bot's processor time.

``python -m bench.turns [GAME ...] [--matches N] [--beside TREE]``. The bot is a process of its own, and only
its time is counted. People play as people do: they answer once everything they were told has come, by turns
from the thread's private panel, from the panel by direct message where the game has one, and by a typed
command with some keystrokes of suggestions. With ``--beside`` another tree of the project plays too, the same
seeds in the same run, and the ratios of their times are printed: by the turn, and by the press where a move
takes another number of them.

Requests are counted from the second turn on to the end, with what the end brings: a message in place of the
next call, and a change of the table's.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import math
import random
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.metered import BYTES, PICTURE, READ, TRANSACTION
from bench.world import World, world
from cogs.text.text import LANGUAGES, text_for
from engine.games import Row, import_name
from harness.counting import ANSWER, Costs
from harness.playing import PLAYED, WITHIN, Table, command_of, control, controls, opened_table
from harness.trial import Form, trial_of
from sandbox.people import Message, People, Person, Refused

PERSONS = 4
"""So many sit in the sandbox."""


def _largest(row: Row) -> Form:
    """The form with most persons."""
    trial = trial_of(row.key)
    forms = [each for each in trial.forms if each.new is not None and each.seats <= PERSONS]
    return max(forms, key=lambda form: form.seats)


ROW = {command_of(row.key): row for row in PLAYED}
FORMS = {command: _largest(row) for command, row in ROW.items()}
GAMES = {command: form.seats for command, form in FORMS.items()}
"""Every game, and how many persons play."""
HANDS = {command for command, row in ROW.items() if import_name(f"{row.cog}:FACE").has_hand}
"""Commands of the games whose panel comes by direct message as well."""
WAYS = ("thread", "direct", "typed", "thread", "direct")
SOON = 3.0
"""Seconds within which a panel comes by direct message."""
QUIET = 0.3
"""Seconds without a request after which all is said."""
STARTED = 1.5
"""Seconds without a request after which a bot has done all that it does once."""
COUNTED = (READ, TRANSACTION, PICTURE, BYTES)
KEYSTROKES = 3
TRIES = 3
"""Times that a person looks for suggestions."""
LOOKS = 4
"""Times that a person looks what is asked before the bench gives up."""
NUMBERED = re.compile(r"\d+\. ").match
LIKED = 3
"""A person takes one of so many of the best placements."""
PATIENT = 3
"""Moves in a turn, after which a person looks for a way to end it."""
ONWARD = {command: trial_of(row.key).onward for command, row in ROW.items()}
LONGEST = {command: 60 for command, words in ONWARD.items() if words}
"""Turns after which a match is left, in a game that takes too long to be played out here."""
SEALED = tuple(text_for(language).plain("panel.sealed") for language in LANGUAGES)


class AnsweredError(Exception):
    """Nothing can be chosen here: what was asked is answered, or the answer was a refusal."""


class StuckError(Exception):
    """A person is asked, and cannot answer however often they look: the bot's fault, or the bench's."""


@dataclass
class Play:
    """A match, played by persons as they do."""

    table: Table
    chance: random.Random
    ways: Iterator[str] = field(default_factory=lambda: itertools.cycle(WAYS))
    answered: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The questions that each person has answered, or begun to."""
    seen: Counter[str] = field(default_factory=Counter[str])
    """Uses of each way."""
    refused: Counter[str] = field(default_factory=Counter[str])
    """Sentences that people read when they could not go on and had to look again, and how often."""
    _asked: tuple[Message | None, list[Person]] | None = None

    async def turn(self) -> int:
        """Everybody who is asked answers, until nothing more is asked; how many they were, 0 at the end."""
        called, people = await self.next_call()
        self._asked = None
        if called is not None and self.table.over(called):
            return 0
        for person in people:
            await self._answer_surely(person, called)
        return len(people)

    async def next_call(self) -> tuple[Message | None, list[Person]]:
        """Return the thread's next call and the persons that it calls.

        A draft calls once: whose panel by direct message asks for the next pick is asked without a call.
        """
        if self._asked is None:
            calling = asyncio.create_task(self.table.next())
            panels = {person: asyncio.create_task(self._fresh(person, WITHIN)) for person in self._handed}
            await asyncio.wait({calling, *panels.values()}, return_when=asyncio.FIRST_COMPLETED)
            if not calling.done():
                await asyncio.wait({calling}, timeout=SOON)
            people = [person for person, task in panels.items() if task.done() and not task.exception()]
            tasks = (*panels.values(), *(() if calling.done() else (calling,)))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            called = calling.result() if not calling.cancelled() else None
            if called is not None:
                people = [each for each in self.table.people if f"<@{each.id}>" in called.text]
            self._asked = called, people
        return self._asked

    @property
    def _handed(self) -> Sequence[Person]:
        """The persons who get panels by direct message."""
        return self.table.people if self.table.game in HANDS else ()

    async def _answer_surely(self, person: Person, called: Message | None) -> None:
        """Answer. Who is refused looks again, until nothing more is asked: nobody would ask them anew.

        A message may change between a look and a press. Raises `StuckError` if it is of no use.
        """
        panel: Message | None = None
        for _ in range(LOOKS):
            try:
                await self._answer(person, called, panel)
                return
            except (AnsweredError, Refused) as why:
                self.refused[str(why).partition("\n")[0]] += 1
            try:
                panel = await self._look_again(person)
            except Refused:
                continue
            if panel is None:
                return
        raise StuckError(f"{person.name} cannot answer {panel!r}: {dict(self.refused)}")

    async def _look_again(self, person: Person) -> Message | None:
        """Return the private panel, opened from the thread; `None` if nothing is asked of this person."""
        thread = await person.messages(self.table.thread)
        called = next((each for each in reversed(thread) if controls(each, "play")), None)
        if called is None:
            return None
        panel = await self._shown(person, called, controls(called, "play")[0])
        return panel if self._asks(panel) and not self._is_sealed(panel) else None

    @staticmethod
    def _is_sealed(panel: Message) -> bool:
        return any(word in panel.text for word in SEALED)

    async def _answer(self, person: Person, called: Message | None, panel: Message | None) -> None:
        panel = panel or await self._begun(person, called)
        for moves in itertools.count():
            if self._is_sealed(panel) or not self._asks(panel):
                return
            late = moves >= PATIENT
            panel = await (
                self._typed(person, ONWARD[self.table.game]) if late else self._tapped(person, panel)
            )

    async def _begun(self, person: Person, called: Message | None) -> Message:
        """Return the panel from which the person goes on, in the way whose turn it is."""
        way = next(self.ways)
        if called is None and way == "thread":
            way = "direct"
        self.seen[way] += 1
        direct = await self._direct(person) if person in self._handed else None
        if way == "typed":
            return await self._typed(person)
        if direct is not None and (way == "direct" or called is None):
            return direct
        if called is None:
            raise AnsweredError("no panel came")
        try:
            called = await person.again(called)  # it may have been edited since it was seen
        except LookupError:
            raise AnsweredError("the call is gone") from None
        buttons = controls(called, "play")
        if not buttons:
            raise AnsweredError("the call has no button any more")
        return await self._shown(person, called, buttons[0])

    async def _direct(self, person: Person) -> Message | None:
        """The panel by direct message that asks something new; `None` where that was answered already."""
        try:
            found = await self._fresh(person, SOON)
        except TimeoutError:
            return None
        self.answered[person.id] |= {control(each)[1] for each in self._asks(found)}
        return found

    async def _fresh(self, person: Person, within: float) -> Message:

        def fresh(message: Message) -> bool:
            asked = {control(each)[1] for each in self._asks(message)}
            return bool(asked - self.answered[person.id])

        return await person.sees(fresh, "dm", within=within)

    def _asks(self, message: Message) -> list[str]:
        """Return the controls of the message that lead on to a move."""
        found = [each for verb in ("pick", "menu", "go", "sure") for each in controls(message, verb)]
        return [each for each in found if control(each)[0] == self.table.match]

    def _ranked(self, panel: Message) -> list[str]:
        """The buttons of the best moves, the best first: they are numbered, as in the picture."""
        asks = set(self._asks(panel))
        return [each.custom_id for each in panel.buttons if each.custom_id in asks and NUMBERED(each.label)]

    async def _typed(self, person: Person, wanted: tuple[str, ...] = ()) -> Message:
        """Type a move, letter by letter at first; one that begins as `wanted`, if there is one."""
        game, where = f"{self.table.game} play", self.table.thread
        offers: list[tuple[str, Any]] = []
        for _ in range(TRIES):  # a bot with much to do offers nothing rather than too late
            if offers := await person.complete(game, "move", "", channel=where):
                break
        if wanted:
            found = [await person.complete(game, "move", word, channel=where) for word in wanted]
            offers = next((each for each in found if each), offers)
        if not offers:
            raise AnsweredError("no suggestions")
        move = str(self.chance.choice(offers[:LIKED])[1])
        for letters in range(1, KEYSTROKES + 1):
            await person.complete(game, "move", move[:letters], channel=where)
        return await self._after(person, await person.command(game, move=move, channel=where))

    async def _tapped(self, person: Person, panel: Message) -> Message:
        """Tap until a move is made; what the panel shows then."""
        pressed = ""
        while True:
            self.answered[person.id] |= {control(each)[1] for each in self._asks(panel)}
            if ranked := self._ranked(panel):
                pressed = chosen = self.chance.choice(ranked[:LIKED])
                answer = await person.press(panel, chosen)
                if control(chosen)[3] in ("go", "sure"):
                    return await self._after(person, answer)
            elif picks := controls(panel, "pick"):
                options, pressed = panel.select(picks[0]).options, picks[0]
                value = self.chance.choice(options[:LIKED])[1]
                answer = await person.choose(panel, value, menu=picks[0])
                if value.startswith("="):
                    return await self._after(person, answer)
            else:
                asks = self._asks(panel)
                if not asks:  # answered meanwhile, or refused
                    after = " ".join(control(pressed)[3:])
                    raise AnsweredError(f"{panel.text.partition(chr(10))[0]} (after {after or 'nothing'})")
                forward = [each for each in asks if control(each)[4] != "0@"] or asks
                pressed = chosen = self.chance.choice(forward)
                answer = await person.press(panel, chosen)
                if control(chosen)[3] in ("go", "sure"):
                    return await self._after(person, answer)
            panel = await self.table.shown(person, answer)

    async def _shown(self, person: Person, message: Message, name: str) -> Message:
        return await self.table.shown(person, await person.press(message, name))

    async def _after(self, person: Person, answer: object) -> Message:
        """Return the message shown after a move; the questions in it count as seen."""
        panel = await self.table.shown(person, answer)  # pyright: ignore[reportArgumentType]
        self.answered[person.id] |= {control(each)[1] for each in self._asks(panel)}
        return panel


@dataclass
class Bill:
    """The cost of some turns with one tree."""

    turns: int = 0
    presses: int = 0
    """Taps, commands and keystrokes: trees may differ in how many a move takes."""
    seconds: float = 0.0
    """Seconds of the bot's processor, all its threads and children together."""
    kinds: Counter[str] = field(default_factory=Counter[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    """The figures that the bot counts of itself (`bench.metered`); a tree may not have all of them."""
    known: set[str] = field(default_factory=set[str])
    """The names of what it counts."""
    refused: Counter[str] = field(default_factory=Counter[str])

    def __add__(self, other: Bill) -> Bill:
        return Bill(
            self.turns + other.turns,
            self.presses + other.presses,
            self.seconds + other.seconds,
            self.kinds + other.kinds,
            self.counts + other.counts,
            self.known | other.known,
            self.refused + other.refused,
        )

    @property
    def a_turn(self) -> float:
        return self.seconds / max(self.turns, 1)

    @property
    def a_press(self) -> float:
        return self.seconds / max(self.presses, 1)

    @property
    def requests(self) -> int:
        return sum(number for kind, number in self.kinds.items() if kind != ANSWER)

    @property
    def answers(self) -> int:
        return self.kinds[ANSWER]


async def play_match(where: World, game: str, seed: int) -> Bill:
    """Play a match from the first question to the end; its cost."""
    assert where.bot is not None
    people: People = where.people
    names = [person.name for person in people][: GAMES[game]]
    table = await opened_table(people, names, None, game=game, options=FORMS[game].new)
    play, costs = Play(table, random.Random(seed)), Costs(people)
    await costs.skip()
    await play.turn()  # what is drawn and read once is no turn's
    await play.next_call()
    await quiet(costs)  # nor what comes of the first turn
    await costs.clear()
    before = await where.bot.figures()
    while turns := await play.turn():
        costs.turns += turns
        await costs.read()
        if costs.turns >= LONGEST.get(game, costs.turns + 1):
            await play.next_call()
            break
    await quiet(costs)
    after = await where.bot.figures()
    return Bill(
        costs.turns,
        costs.presses,
        after["processor"] - before["processor"],
        costs.kinds,
        Counter({name: int(after[name] - before[name]) for name in COUNTED if name in after}),
        {name for name in COUNTED if name in after},
        play.refused,
    )


async def quiet(costs: Costs, seconds: float = QUIET) -> None:
    """Count until nothing more comes for so many seconds."""
    counted = -1
    while costs.kinds.total() != counted:
        counted = costs.kinds.total()
        await asyncio.sleep(seconds)
        await costs.read()


async def measure(game: str, matches: int, trees: list[str], before: int) -> list[list[Bill]]:
    """Play matches of a game with each of the trees, each tree's bot a process of its own.

    Every seed is played by all of them, one after the other, and each time another begins. So many `before`
    are not counted. Returns each tree's bills, a match each.
    """
    bills: list[list[Bill]] = [[] for _ in trees]
    async with AsyncExitStack() as open_:
        worlds = [
            await open_.enter_async_context(world(str(Path(tree) / "bot.py"), metered=True)) for tree in trees
        ]
        for each in worlds:
            await ready(each.people)
        for seed in range(-before, matches):
            for number in turn_about(len(trees), seed):
                bill = await play_match(worlds[number], game, seed)
                if seed >= 0:
                    bills[number].append(bill)
    return bills


def turn_about(count: int, round_number: int) -> list[int]:
    """Return the numbers below `count`, beginning with another one every round."""
    return [(round_number + each) % count for each in range(count)]


async def ready(people: People) -> None:
    """Wait until the bot has uploaded its emojis, and nothing more comes: that is no turn's cost."""
    costs = Costs(people)
    while not costs.kinds["POST other"]:
        await asyncio.sleep(0.05)
        await costs.read()
    await quiet(costs, STARTED)


STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)
"""Student's t for 95 %, by degrees of freedom from 1 on."""


@dataclass(frozen=True)
class Ratio:
    """A ratio of two trees: the geometric mean over pairs of matches, with its 95 % interval."""

    value: float
    least: float
    most: float

    @classmethod
    def of(cls, own: Sequence[float], other: Sequence[float]) -> Ratio:
        """Compare figures of the same matches, pair by pair. One pair alone has no interval."""
        logs = [math.log(a / b) for a, b in zip(own, other, strict=True)]
        mean, free = statistics.fmean(logs), len(logs) - 1
        if not free:
            return cls(math.exp(mean), 0.0, math.inf)
        factor = STUDENT[free - 1] if free <= len(STUDENT) else 2.0
        wide = factor * statistics.stdev(logs) / math.sqrt(len(logs))
        return cls(*(math.exp(mean + each) for each in (0.0, -wide, wide)))

    def __str__(self) -> str:
        if math.isinf(self.most):
            return f"{self.value:.2f} (one pair)"
        return f"{self.value:.2f} ({self.least:.2f} to {self.most:.2f})"


def told(bill: Bill) -> Iterator[str]:
    """Yield the lines that tell the cost of a turn."""
    turns = bill.turns
    yield f"  {bill.a_turn * 1000:.1f} ms of the bot's processor a turn, {turns} turns"
    kinds = [f"{kind} {number / turns:.2f}" for kind, number in bill.kinds.most_common() if kind != ANSWER]
    yield f"  {bill.requests / turns:.2f} requests a turn: {', '.join(kinds)}"
    every = bill.requests + bill.answers
    yield (
        f"  {1000 * bill.seconds / max(bill.requests, 1):.1f} ms a request,"
        f" {1000 * bill.seconds / max(every, 1):.1f} ms with the answers counted too"
    )
    yield (
        f"  {bill.answers / turns:.2f} free answers a turn; {bill.presses / turns:.2f} presses,"
        f" {bill.a_press * 1000:.1f} ms each"
    )
    names = [name for name in COUNTED if name in bill.known and name != BYTES]
    if names:
        counted = [f"{bill.counts[name] / turns:.2f} {name}" for name in names]
        if BYTES in bill.known:
            counted[-1] += f" of {bill.counts[BYTES] / turns / 1000:.0f} kB together"
        yield f"  a turn: {', '.join(counted)}"
    yield from (f"  {number} times people had to look again: {why}" for why, number in bill.refused.items())


def compared(own: Sequence[Bill], other: Sequence[Bill], tree: str) -> Iterator[str]:
    """Yield the lines that compare the matches of two trees."""
    theirs = sum(other, Bill())
    by_turn = Ratio.of([each.a_turn for each in own], [each.a_turn for each in other])
    by_press = Ratio.of([each.a_press for each in own], [each.a_press for each in other])
    presses = Ratio.of(
        [each.presses / each.turns for each in own], [each.presses / each.turns for each in other]
    )
    yield f"  of {tree}'s processor time (95 % over {len(own)} pairs): a turn {by_turn}, a press {by_press}"
    yield f"  of {tree}'s presses a turn: {presses}"
    yield from (f"  there:{line}" for line in told(theirs))


def main(arguments: Sequence[str] = ()) -> None:
    """Print what a turn of each game costs, and with another tree beside, the ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench.turns", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--matches", type=int, default=4, metavar="N")
    parser.add_argument(
        "--before", type=int, default=3, metavar="N", help="matches that are played first and not counted"
    )
    parser.add_argument("--beside", metavar="TREE", help="another tree of the project, to compare with")
    given = parser.parse_args(list(arguments))
    trees = [".", given.beside] if given.beside else ["."]
    for game in given.games or GAMES:
        bills = asyncio.run(measure(game, given.matches, trees, given.before))
        lines = [f"{game}, {GAMES[game]} persons", *told(sum(bills[0], Bill()))]
        if given.beside:
            lines += compared(bills[0], bills[1], given.beside)
        print("\n".join(f"turns: {line}" for line in lines), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
