"""Inputs that nobody should send: ``python -m soak.hostile [--calls N] [--clicks N] [--malformed N]``.

`calls` go straight at parsers and at the service: notations, positions, records, options, control ids; every
verb of the service by strangers, from other seats, with others' clicks, numbers that are none. `clicks`
go through the sandbox to the real bot: forged ids, menus and options, other people's buttons. What changes
must be the doing of the person who asked, in that person's own right; what is refused is refused in words.
`malformed` events at the gateway, and as many requests at the sandbox's doors, are those of `soak.malformed`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import logging
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from cogs.answering.controls import Control
from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat
from engine.games import GAMES
from engine.matches import Matches, Venue
from engine.record import read
from engine.store.sqlite import SqliteStore
from harness.playing import running
from sandbox import Sandbox
from sandbox.people import Answer, Message, People, Person, Refused
from soak.malformed import Malformed
from soak.playing import FORMS, Bout
from soak.reading import FileReading
from soak.trial import bold, count_logs, describe_traceback, finish, table, trial_options

__all__ = ["Attack"]

STRANGE = (
    "\0\n\r\t \u00a0\u200b\u200f\u202e\u0301\ufeff\uffff٠١٣५०０１２ßİıſĸæœ🎲👩‍👩‍👧‍👦\U0010ffff"
    "'\"`*_~|<>@#:;,.!?/\\-+=()[]{}%$&^0123456789abcxyzABCXYZ"
)
NUMBERS = (0, -1, 1, 2, 3, 7, 99, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), -(2**70), 10**40)
TABLES = ("matches", "seats", "entries", "timers")
ANN, BOB, EVE = 11, 12, 66
OF_LOBBIES = ("remove", "accept", "decline", "putout", "fill", "rules", "tables")
"""Verbs of buttons at tables that have not begun."""


def bent(dice: random.Random, text: str) -> str:
    """The text with a few characters changed, or something else altogether."""
    kind = dice.randrange(8)
    if kind == 0:
        return "".join(dice.choices(STRANGE, k=dice.randrange(0, 60)))
    if kind == 1:
        return text * dice.choice((0, 2, 3, 400))
    if kind == 2:
        return dice.choice((text.upper(), text.lower(), text[::-1], f" {text} ", text.replace(" ", "  ")))
    if kind == 3:
        return dice.choice(("<@1> ", "@everyone ", "/", "lt:1:0:0:go:", "")) + text
    letters = list(text)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(letters) + 1)
        letters[at : at + dice.randrange(2)] = dice.choice(STRANGE) if dice.random() < 0.8 else ""
    return "".join(letters)


@dataclass
class Attack:
    """An attack with inputs that nobody should send, and its findings."""

    seed: int = 1
    counts: Counter[str] = field(default_factory=Counter[str])
    changed: list[str] = field(default_factory=list[str])
    """Changes by somebody who had no right to them."""
    raised: Counter[str] = field(default_factory=Counter[str])
    """Errors that are no refusals, by place."""
    unanswered: list[str] = field(default_factory=list[str])
    slow: float = 0.0
    """The longest call, in seconds."""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self.malformed = Malformed(self.seed)

    @property
    def sound(self) -> bool:
        return not (self.changed or self.raised or self.unanswered) and self.malformed.sound

    # Parsers

    def parsers(self, calls: int) -> None:
        """Bent notations, positions, records, options and control ids."""
        began = time.monotonic()
        stages = {key: _stages(game, self._dice) for key, game in GAMES.items()}
        records = [path.read_text() for path in sorted(Path("tests/records").rglob("*.txt"))[:10]]
        ways: tuple[tuple[int, Callable[[AnyGame, Any, Seat], None]], ...] = (
            (10, self._notation),
            (3, self._position),
            (1, self._options),
            (3, self._control),
            (1, lambda game, state, seat: self._record(records)),
        )
        works = self._dice.choices([way for _, way in ways], [weight for weight, _ in ways], k=calls)
        for work in works:
            key = self._dice.choice(list(GAMES))
            state, seat = self._dice.choice(stages[key])
            begun = time.perf_counter()
            work(GAMES[key], state, seat)
            self.slow = max(self.slow, time.perf_counter() - begun)
            self.counts["parsers"] += 1
        self.seconds += time.monotonic() - began

    def _notation(self, game: AnyGame, state: Any, seat: Seat) -> None:
        moves = game.moves(state, seat)
        text = bent(self._dice, str(self._dice.choice(moves)) if len(moves) else "x")
        with self._refusing(f"{game.key}.parse", text):
            move = game.parse(state, seat, text)
            assert game.parse(state, seat, str(move)) == move
            game.play(state, seat, move, SeededChance(b"x" * 32, 1))

    def _position(self, game: AnyGame, state: Any, seat: Seat) -> None:
        text = bent(self._dice, game.position(state))
        with self._refusing(f"{game.key}.read_position", text):
            assert game.read_position(game.position(game.read_position(text))) == game.read_position(text)

    def _options(self, game: AnyGame, state: Any, seat: Seat) -> None:
        kept = bent(self._dice, msgspec.json.encode(game.Options()).decode())
        with self._refusing(f"{game.key}.Options", kept):
            try:
                options = msgspec.json.decode(kept.encode(errors="replace"), type=game.Options)
            except (msgspec.DecodeError, UnicodeDecodeError):
                return
            for size in game.seats(options):
                game.setup(options, size, SeededChance(b"x" * 32, 0))

    def _control(self, game: AnyGame, state: Any, seat: Seat) -> None:
        text = bent(self._dice, f"lt:{self._number()}:{self._number()}:{seat}:go:{seat}")
        with self._refusing("Control.parse", text):
            control = Control.parse(text)
            assert control is None or Control.parse(str(control)) == control

    def _record(self, records: Sequence[str]) -> None:
        text = bent(self._dice, self._dice.choice(records)) if records else ""
        with self._refusing("record.read", text):
            read(text)

    @contextlib.contextmanager
    def _refusing(self, where: str, text: str) -> Any:
        try:
            yield
        except Refusal:
            self.counts["refused"] += 1
        except Exception as error:
            if where == "record.read" and type(error).__module__ == "engine.record":
                return
            self.raised[f"{where}: {type(error).__name__}: {str(error)[:60]} at {text[:60]!r}"] += 1

    def _number(self) -> int:
        return self._dice.choice(NUMBERS) if self._dice.random() < 0.5 else self._dice.randrange(0, 12)

    # The service

    async def service(self, calls: int) -> None:
        """Every verb of the service, by whoever has no right to it as often as by those who have."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "longtable.db"
            async with await SqliteStore.open(database) as store:
                matches = Matches(store, GAMES, lambda: datetime.now(UTC))
                clicks = itertools.count(1000)
                numbers = [
                    await _table(matches, key, clicks, start) for key in GAMES for start in (True, False)
                ]
                used: list[int] = []
                with contextlib.closing(_Spy(database)) as spy:
                    for _ in range(calls):
                        await self._call(matches, numbers, used, clicks, spy)
                        self.counts["service"] += 1
                await matches.close()
        self.seconds += time.monotonic() - began

    async def _call(
        self, matches: Matches, numbers: list[int], used: list[int], clicks: Any, spy: _Spy
    ) -> None:
        dice = self._dice
        match = dice.choice(numbers) if dice.random() < 0.9 else self._number()
        person = dice.choice((ANN, BOB, EVE, EVE, 0, -5, 2**63))
        click = dice.choice(used) if used and dice.random() < 0.3 else next(clicks)
        used[:] = [*used[-50:], click]
        asked = None if dice.random() < 0.3 else self._number()
        text = await self._text(matches, match, person)
        verbs: dict[str, Callable[[], Any]] = {
            "play": lambda: matches.moves.play(match, person, text, asked, click),
            "join": lambda: matches.lobbies.join(match, person, bent(dice, "Eve"), click),
            "add_player": lambda: matches.lobbies.add_player(match, person, bent(dice, "steady"), click),
            "remove_player": lambda: matches.lobbies.remove_player(match, person, click),
            "accept": lambda: matches.lobbies.accept(match, person, bent(dice, "Eve"), click),
            "decline": lambda: matches.lobbies.decline(match, person, click),
            "start": lambda: matches.lobbies.start(match, person, click),
            "rematch": lambda: matches.lobbies.rematch(match, person, bent(dice, "Eve"), click),
            "situation": lambda: matches.queries.situation(match, person),
            "understood": lambda: matches.queries.understand(match, person, text),
            "log": lambda: matches.queries.log(match, person),
            "record": lambda: matches.queries.record(match),
        }
        if person not in (ANN, BOB):  # else the tables would soon be empty
            verbs["leave"] = lambda: matches.departures.leave(match, person, click)
            verbs["cancel"] = lambda: matches.departures.cancel(match, person, click)
            verbs["put_out"] = lambda: matches.lobbies.put_out(
                match, person, dice.choice((ANN, BOB, EVE)), click
            )
            verbs["fill"] = lambda: matches.lobbies.fill(match, person, click)
        verb = dice.choices(list(verbs), [12 if name == "play" else 1 for name in verbs])[0]
        begun = time.perf_counter()
        with self._refusing(f"Matches.{verb}", f"{match} {person} {click} {asked} {text[:30]!r}"):
            await verbs[verb]()
        self.slow = max(self.slow, time.perf_counter() - begun)
        self.changed += [f"{verb} by {person}: {each}" for each in spy.wrong(person)]
        self.counts["changes"] = spy.changes

    async def _text(self, matches: Matches, match: int, person: int) -> str:
        """A move, often a legal one: also of the seat whose turn it is, sent by another."""
        for who in (self._dice.choice((ANN, BOB)), person):
            with contextlib.suppress(Refusal, OverflowError):
                situation = await matches.queries.situation(match, who)
                if len(situation.moves):
                    move = str(self._dice.choice(situation.moves))
                    return move if self._dice.random() < 0.6 else bent(self._dice, move)
        return bent(self._dice, "F5")

    # Through Discord

    async def clicks(self, clicks: int) -> None:
        """Forged presses and commands at the real bot."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, count_logs(self.raised, describe_traceback):
            database = Path(folder) / "longtable.db"
            async with Sandbox(first_response=3.0) as box, running(box, database), People(box.url) as people:
                await people.bot_online()
                bouts = await _bouts(people, database, self._dice)
                listed = await people["ada"].commands("games")
                self._commands = [each for command in listed for each in _paths(command)]
                with contextlib.closing(_Spy(database)) as spy:
                    for _ in range(clicks):
                        await self._click(people, bouts, spy)
                        self.counts["clicks"] += 1
        self.seconds += time.monotonic() - began

    async def _click(self, people: People, bouts: Sequence[Bout], spy: _Spy) -> None:
        dice = self._dice
        person, bout = dice.choice(list(people)), dice.choice(bouts)
        message, ids = await _open_lobby(people, bout, dice)
        custom_id = dice.choice(ids) if dice.random() < 0.6 else bent(dice, dice.choice(ids))
        if dice.random() < 0.4:
            verb = dice.choice(("go", "pick", "menu", "start", "join", "leave", "cancel", "add", *OF_LOBBIES))
            custom_id = (
                f"lt:{self._id(bout)}:{self._number()}:{dice.choice('0123-')}:{verb}:{bent(dice, 'yes')}"
            )
        values = [bent(dice, "=F5") for _ in range(dice.randrange(3))]
        move = bent(dice, "BR E5 F5") if dice.random() < 0.8 else self._value(bout)
        options: dict[str, Any] = {"match": self._value(bout), "move": move}
        named = [f"{bout.form.command} {each}" for each in ("play", "hand")]
        name = dice.choice([*named, *(f"match {each}" for each in ("board", "log", "rules", "resign"))])
        if dice.random() < 0.3:
            name, known = dice.choice(self._commands)
            options = {each: self._value(bout) for each in known if dice.random() < 0.7}
        what = f"{person.name}: {custom_id[:60]!r} {name} {str(options)[:60]}"
        try:
            kind = dice.randrange(4)
            if kind == 0:
                answer = await person.press(message, custom_id[:100], force=True)
            elif kind == 1:
                answer = await person.choose(message, *values, menu=custom_id[:100] or "x", force=True)
            elif kind == 2:
                answer = await person.command(
                    name, options, channel=dice.choice(("games", bout.thread)), force=True
                )
            else:
                await person.complete(name, "move", bent(dice, "F"), {"match": self._value(bout)})
                answer = None
        except (Refused, StopIteration, LookupError):
            self.counts["refused by Discord"] += 1  # nobody could send it
            return
        if answer is not None and not await self._answered(person, answer):
            self.unanswered.append(what)
        self.changed += [f"{what}: {each}" for each in spy.wrong(int(person.id))]

    async def _answered(self, person: Person, answer: Answer) -> bool:
        """Return true if it is answered to the end. A deferred press may change something until it is."""
        if answer.state == "deferred":
            try:
                await person.final_message(answer)
            except TimeoutError:
                return False
        return answer.state != "failed"

    def _id(self, bout: Bout) -> int:
        return (bout.match or 1) if self._dice.random() < 0.7 else abs(self._number())

    def _value(self, bout: Bout) -> Any:
        strange = (None, True, 3.7, [1], {"a": 1}, "1e9", bent(self._dice, "1"), self._number())
        return bout.match if self._dice.random() < 0.6 else self._dice.choice(strange)

    def report(self) -> str:
        """The result as Markdown."""
        rows = {
            "at parsers": self.counts["parsers"],
            "at the service": self.counts["service"],
            "through the sandbox": self.counts["clicks"],
            "changes by the wrong person": len(self.changed),
            "changes in their own right": self.counts["changes"],
            "tracebacks": self.raised.total(),
            "without an answer": len(self.unanswered),
            "the longest call": f"{self.slow * 1000:.0f} ms",
            "minutes": round(self.seconds / 60, 1),
        }
        lines = [table(rows | self.malformed.rows())]
        lines += bold(self.changed[:30], "changed: ")
        lines += bold(f"{count} × {each}" for each, count in self.raised.most_common(30))
        lines += bold(self.unanswered[:30], "unanswered: ")
        return "\n".join(lines + self.malformed.problems())


class _Spy:
    """Sees what has changed in the database, and whose right that was."""

    def __init__(self, database: Path) -> None:
        self._connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)
        self._version = self._data_version()
        self._rows = self._read()
        self.changes = 0

    def close(self) -> None:
        self._connection.close()

    def _data_version(self) -> int:
        return self._connection.execute("PRAGMA data_version").fetchone()[0]

    def _read(self) -> dict[str, Any]:
        ask = self._connection.execute
        return {
            "matches": {row[0]: row[1:] for row in ask("SELECT id, status, host, size, lobby FROM matches")},
            "seats": {
                row[:2]: row[2:] for row in ask("SELECT match, seat, person, player, agreed FROM seats")
            },
            "entries": {
                row[:2]: row[2:] for row in ask("SELECT match, number, kind, seat, text, by FROM entries")
            },
        }

    def wrong(self, person: int) -> list[str]:
        """Return the changes since the last call that this person had no right to make."""
        version = self._data_version()
        if version == self._version:
            return []
        before, after = self._rows, self._read()
        self._version, self._rows = version, after
        self.changes += before != after
        found: list[str] = []
        for key in before["entries"].keys() | after["entries"].keys():
            old, new = before["entries"].get(key), after["entries"].get(key)
            if old is not None and new != old:
                found.append(f"entry {key} was {old}, is {new}")
            elif old is None and new[3] is not None and not self._own(before, key[0], person, new):
                found.append(f"entry {key}: {new}")
        for key in before["seats"].keys() | after["seats"].keys():
            old, new = before["seats"].get(key), after["seats"].get(key)
            if old != new and not self._seated(before, after, key, person, old, new):
                found.append(f"seat {key} was {old}, is {new}")
        for key, (was, host, *_) in before["matches"].items():
            status, new_host, *_ = after["matches"][key]
            if status == "running" and was == "lobby" and not self._may_start(before, key, person):
                found.append(f"match {key} was started")
            if status == "cancelled" != before["matches"][key][0] and not self._at(before, key, person):
                found.append(f"match {key} was cancelled")
            if new_host != host and host != person:
                found.append(f"match {key} has another host")
        return found

    @staticmethod
    def _at(rows: dict[str, Any], match: int, person: int) -> bool:
        return any(key[0] == match and row[0] == person for key, row in rows["seats"].items())

    @staticmethod
    def _people(rows: dict[str, Any], match: int) -> Counter[Any]:
        """Count the persons at the match, and its automatic players by kind."""
        return Counter(row[0] or row[1] for key, row in rows["seats"].items() if key[0] == match)

    @staticmethod
    def _own(rows: dict[str, Any], match: int, person: int, entry: Any) -> bool:
        kind, seat, _, by = entry
        if by != person:
            return False
        if kind == "start":
            return _Spy._may_start(rows, match, person)
        return rows["seats"].get((match, seat), (None,))[0] == person

    @staticmethod
    def _may_start(rows: dict[str, Any], match: int, person: int) -> bool:
        """The host, or anybody seated where the table begins by itself too."""
        _, host, _, lobby = rows["matches"][match]
        by_itself = json.loads(lobby or "{}").get("begin", "host") != "host"
        return host == person or (by_itself and _Spy._at(rows, match, person))

    @staticmethod
    def _seated(rows: Any, after: Any, key: Any, person: int, old: Any, new: Any) -> bool:
        host = rows["matches"].get(key[0], (None, person))[1]
        people = {row[0] for row in (old, new) if row is not None and row[0] is not None}
        # Who leaves a table lets the others move up.
        left = not _Spy._at(after, key[0], person) and _Spy._at(rows, key[0], person)
        # Who joins those who play again may sit between them.
        came = _Spy._at(after, key[0], person) and not _Spy._at(rows, key[0], person)
        came = came and not _Spy._people(rows, key[0]) - _Spy._people(after, key[0])
        return left or came or (people <= {person} and (bool(people) or host == person))


def _stages(game: AnyGame, dice: random.Random) -> list[tuple[Any, Seat]]:
    """Positions on the way through a few random games, each with a seat."""
    found: list[tuple[Any, Seat]] = []
    for number in range(3):
        options = game.Options()
        size = min(game.seats(options), key=lambda each: (each < 2, each))
        state = game.setup(options, size, SeededChance(dice.randbytes(32), 0))
        for ply in range(1, 60):
            found += [(state, Seat(seat)) for seat in range(size)]
            pending = game.pending(state)
            if not pending:
                break
            moves = game.moves(state, pending[0])
            move = moves[dice.randrange(len(moves))]
            state, _ = game.play(state, pending[0], move, SeededChance(bytes([number]) * 32, ply))
    return found


async def _table(matches: Matches, key: str, clicks: Any, start: bool) -> int:
    """A match of Ann and Bob, started or not; a number of seats the game allows."""
    game = GAMES[key]
    options = game.Options()
    size = min(game.seats(options), key=lambda each: (each < 2, each))
    place = Venue(5, 6, "en")
    match = (await matches.lobbies.open(key, options, size, ANN, "Ann", place, next(clicks))).id
    await matches.lobbies.join(match, BOB, "Bob", next(clicks))
    for _ in range(size - 2):
        await matches.lobbies.add_player(match, ANN, "steady", next(clicks))
    if start:
        await matches.lobbies.start(match, ANN, next(clicks))
    return match


def _paths(command: dict[str, Any], before: str = "") -> list[tuple[str, list[str]]]:
    """Every command as it is typed, with the names of its options."""
    name, options = f"{before}{command['name']}", command.get("options") or []
    if groups := [each for each in options if each["type"] in (1, 2)]:
        return [path for each in groups for path in _paths(each, f"{name} ")]
    return [(name, [each["name"] for each in options])]


async def _bouts(people: People, database: Path, dice: random.Random) -> list[Bout]:
    """A running match of each game, a few moves old."""
    bouts: list[Bout] = []
    for game in FORMS:
        bout = Bout(people, FileReading(database), game, random.Random(dice.random()))
        async with asyncio.timeout(120):
            while len(bout.seen) < 3:
                await bout.step()
        bouts.append(bout)
    return bouts


async def _open_lobby(people: People, bout: Bout, dice: random.Random) -> tuple[Message, list[str]]:
    """A message with controls, anybody's, and every control id that stands somewhere."""
    found = [
        *await bout.host.messages(bout.thread),
        *await bout.host.messages(bout.channel),
        *[message for person in bout.players for message in await person.direct_messages()],
    ]
    ids = [each.custom_id for message in found for each in (*message.buttons, *message.selects)]
    return dice.choice([message for message in found if message.author != bout.host.name]), [*ids, "lt:"]


async def _run(chosen: argparse.Namespace) -> int:
    attack = Attack(chosen.seed)
    attack.parsers(chosen.calls * 6 // 10)
    await attack.service(chosen.calls * 4 // 10)
    await attack.clicks(chosen.clicks)
    await attack.malformed.events(chosen.malformed)
    await attack.malformed.requests(chosen.malformed)
    return finish(attack, chosen.result)


def main() -> int:
    """Run it and print what came of it."""
    parser = trial_options("hostile", "Hostile inputs.")
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--clicks", type=int, default=2_000)
    parser.add_argument("--malformed", type=int, default=10_000)
    chosen = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())
    return asyncio.run(_run(chosen))


if __name__ == "__main__":
    sys.exit(main())
