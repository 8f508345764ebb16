"""Measure turns of whole matches: requests by kind, messages, and the bot's processor time.

``python -m bench.turns [GAME ...] [--matches N] [--beside TREE]``. The bot is a process of its own, and only
its time is counted. People play as people do: they answer once everything they were told has come, by turns
from the thread's private panel, from the panel by direct message where the game has one, and by a typed
command with some keystrokes of suggestions. With ``--beside`` another tree of the project plays too, match by
match in turn with this one, and the ratio of their times is printed.

Requests are counted from the second turn on to the end, with what the end brings: a message in place of the
next call, and a change of the table's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.world import World, world
from cogs.face.registry import load_faces
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
KEYSTROKES = 3
TRIES = 3
"""Times that a person looks for suggestions."""
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
    """Nothing is asked any more: who was the last to choose has gone on to what is asked next."""


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
    _asked: tuple[Message | None, list[Person]] | None = None

    async def turn(self) -> int:
        """Everybody who is asked answers, until nothing more is asked; how many they were, 0 at the end."""
        called, people = await self.next_call()
        self._asked = None
        if called is not None and self.table.over(called):
            return 0
        for person in people:
            with contextlib.suppress(AnsweredError, Refused):
                await self._answer(person, called)
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

    async def _answer(self, person: Person, called: Message | None) -> None:
        way = next(self.ways)
        if called is None and way == "thread":
            way = "direct"
        self.seen[way] += 1
        direct = await self._direct(person) if person in self._handed else None
        if way == "typed":
            panel = await self._typed(person)
        elif direct is not None and (way == "direct" or called is None):
            panel = direct
        elif called is None:
            raise AnsweredError
        else:
            panel = await self._shown(person, called, controls(called, "play")[0])
        for moves in itertools.count():
            if any(word in panel.text for word in SEALED) or not self._asks(panel):
                return
            late = moves >= PATIENT
            panel = await (
                self._typed(person, ONWARD[self.table.game]) if late else self._tapped(person, panel)
            )

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
        found = [each for verb in ("pick", "menu", "go") for each in controls(message, verb)]
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
            raise AnsweredError
        move = str(self.chance.choice(offers[:LIKED])[1])
        for letters in range(1, KEYSTROKES + 1):
            await person.complete(game, "move", move[:letters], channel=where)
        return await self._after(person, await person.command(game, move=move, channel=where))

    async def _tapped(self, person: Person, panel: Message) -> Message:
        """Tap until a move is made; what the panel shows then."""
        while True:
            self.answered[person.id] |= {control(each)[1] for each in self._asks(panel)}
            if ranked := self._ranked(panel):
                chosen = self.chance.choice(ranked[:LIKED])
                answer = await person.press(panel, chosen)
                if control(chosen)[3] == "go":
                    return await self._after(person, answer)
            elif picks := controls(panel, "pick"):
                options = panel.select(picks[0]).options
                value = self.chance.choice(options[:LIKED])[1]
                answer = await person.choose(panel, value, menu=picks[0])
                if value.startswith("="):
                    return await self._after(person, answer)
            else:
                asks = self._asks(panel)
                if not asks:  # answered meanwhile
                    raise AnsweredError
                forward = [each for each in asks if control(each)[4] != "0@"] or asks
                chosen = self.chance.choice(forward)
                answer = await person.press(panel, chosen)
                if control(chosen)[3] == "go":
                    return await self._after(person, answer)
            panel = await self.table.shown(person, answer)

    async def _shown(self, person: Person, message: Message, name: str) -> Message:
        return await self.table.shown(person, await person.press(message, name))

    async def _after(self, person: Person, answer: object) -> Message:
        """Return the message shown after a move; the questions in it count as seen."""
        panel = await self.table.shown(person, answer)  # pyright: ignore[reportArgumentType]
        self.answered[person.id] |= {control(each)[1] for each in self._asks(panel)}
        return panel


def processor(process: int) -> float:
    """Seconds that a process has had, all its threads together."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Bill:
    """The cost of a game's turns with one tree."""

    turns: int = 0
    presses: int = 0
    """Taps, commands and keystrokes: trees may differ in how many a move takes."""
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter[str])

    @property
    def a_turn(self) -> float:
        return self.seconds / max(self.turns, 1)

    @property
    def a_press(self) -> float:
        return self.seconds / max(self.presses, 1)

    @property
    def requests(self) -> int:
        return sum(number for kind, number in self.kinds.items() if kind != ANSWER)


async def play_match(where: World, game: str, seed: int, bill: Bill) -> None:
    """Play a match from the first question to the end."""
    people: People = where.people
    names = [person.name for person in people][: GAMES[game]]
    table = await opened_table(people, names, None, game=game, options=FORMS[game].new)
    play, costs = Play(table, random.Random(seed)), Costs(people)
    await play.turn()  # what is drawn and read once is no turn's
    await play.next_call()
    await quiet(costs)  # nor what comes of the first turn
    await costs.clear()
    began = processor(where.process)
    while turns := await play.turn():
        costs.turns += turns
        await costs.read()
        if costs.turns >= LONGEST.get(game, costs.turns + 1):
            await play.next_call()
            break
    await quiet(costs)
    bill.seconds += processor(where.process) - began
    bill.turns += costs.turns
    bill.presses += costs.presses
    bill.kinds += costs.kinds


async def quiet(costs: Costs) -> None:
    """Count until nothing more comes."""
    counted = -1
    while costs.kinds.total() != counted:
        counted = costs.kinds.total()
        await asyncio.sleep(QUIET)
        await costs.read()


async def measure(game: str, matches: int, trees: list[str], before: int) -> list[Bill]:
    """Matches of a game with each of the trees, by turns, each tree's bot in a process of its own.

    So many `before` are not counted.
    """
    bills = [Bill() for _ in trees]
    async with AsyncExitStack() as open_:
        worlds = [await open_.enter_async_context(world(str(Path(tree) / "bot.py"))) for tree in trees]
        for each in worlds:
            await ready(each.people)
        for seed in range(-before, matches):
            for where, bill in zip(worlds, bills, strict=True):
                await play_match(where, game, seed, bill if seed >= 0 else Bill())
    return bills


async def ready(people: People) -> None:
    """Wait until the bot has uploaded its emojis: that is no turn's cost."""
    wanted = sum(len(face.emojis) for face in load_faces().values())
    while True:
        requests = await people.requests()
        if sum(each["method"] == "POST" and each["path"].endswith("/emojis") for each in requests) >= wanted:
            return
        await asyncio.sleep(0.05)


def print_bill(game: str, bill: Bill) -> None:
    """Print the cost of a turn."""
    each = [
        f"{kind} {number / bill.turns:.2f}" for kind, number in bill.kinds.most_common() if kind != ANSWER
    ]
    answers = bill.kinds[ANSWER] / bill.turns
    print(f"turns: {game}, {GAMES[game]} persons: {bill.requests / bill.turns:.2f} requests a turn")
    print(f"turns:   {', '.join(each)}; free answers {answers:.2f}; {bill.turns} turns")
    print(f"turns:   {bill.kinds['POST message'] / bill.turns:.2f} messages a turn")
    taken = f"{bill.a_turn * 1000:.0f} ms of the bot's processor a turn, {bill.a_press * 1000:.1f} a press"
    print(f"turns:   {taken}; {bill.presses / bill.turns:.2f} presses a turn", flush=True)


def main(arguments: Sequence[str] = ()) -> None:
    """Print what a turn of each game costs, and with another tree beside, the ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench.turns", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--matches", type=int, default=2, metavar="N")
    parser.add_argument(
        "--before", type=int, default=3, metavar="N", help="matches that are played first and not counted"
    )
    parser.add_argument("--beside", metavar="TREE", help="another tree of the project, to compare with")
    given = parser.parse_args(list(arguments))
    trees = [".", given.beside] if given.beside else ["."]
    for game in given.games or GAMES:
        bills = asyncio.run(measure(game, given.matches, trees, given.before))
        print_bill(game, bills[0])
        if given.beside:
            own, other = bills
            print(
                f"turns:   {own.a_turn / other.a_turn:.2f} times the processor time of {given.beside}"
                f" ({other.a_turn * 1000:.0f} ms a turn), {own.a_press / other.a_press:.2f} times a press's"
                f" ({other.a_press * 1000:.1f} ms; {other.presses / other.turns:.2f} presses a turn)",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
