"""Records that were made to do harm: ``python -m soak.records [COUNT] [--seed N]``.

Each is read and checked as one from anywhere is: by `engine.guest_record.main`, in a process of its own, with
its limits of processor and memory. The processes are forks of one that has imported the rules, which spares
half a second for each; every hundredth record goes through a new interpreter, as in the bot. A record that is
taken is then made ready and watched, as the bot does it, in a process of its own too. What must not happen is
a traceback, an error that nobody foresaw, more processor time than allowed, or a watched record that holds up
the bot.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import selectors
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from engine import guest_record
from engine.chance import SeededChance, commitment, match_key
from engine.game import AnyGame, Refusal, Seat
from engine.games import GAMES
from engine.matches import Viewpoint
from engine.matches.guest_records import GuestRecords, read_checked
from engine.record import Line, Record, read, undo_text, write

__all__ = ["hostile", "main"]

COUNT = 10_000
INTERPRETER_EVERY = 100
"""Records from one that a new interpreter checks to the next."""
PATIENCE = 20.0
"""Seconds after which a process is given up, on a machine that has other work as well."""
READY = 2.5
"""Seconds of processor that the bot may take to make a record ready and to show a step of it."""
RECORDS = Path(__file__).parents[1] / "tests" / "records"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
PIECES = (
    *("9" * 5000, "-1", "0", "00", "99999999999999999999", "18446744073709551616", "\0", "é" * 200, "{", "}"),
    *("[" * 3000, '{"a":' * 3000, "١٢", " ", "\t", "\x85", "\u2028", "\ufeff", "1e9", "NaN", "null", "true"),
    *("seat 0: person 1", "undo", "to 0", "end", "won 0", "won 0,1,2", "host", "replace", "substitute", "-"),
)
OPTION_VALUES = (
    *(None, True, -1, 0, 1, 2, 99, 2**31, 2**63, -(2**70), 1e308),
    *("", "x" * 5000, "classic", [], [[]] * 500, {}),
)


def _bent(dice: random.Random, text: str) -> str:
    """Return a text with a few signs changed."""
    signs = list(text)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(signs) + 1)
        new = chr(dice.randint(0, 0x2FFF)) if dice.random() < 0.5 else dice.choice('0123456789 ,:-[]{}"TZ')
        signs[at : at + dice.randrange(2)] = new
    return "".join(signs)


def _lines(dice: random.Random, text: str) -> str:
    """Return a text with lines that are doubled, gone, elsewhere or another's."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(lines))
        match dice.randrange(6):
            case 0:
                lines.insert(at, dice.choice(lines))
            case 1 if len(lines) > 2:
                del lines[at]
            case 2:
                other = dice.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = lines[at][: dice.randint(0, len(lines[at]))]
            case 4:
                lines[at] = lines[at].replace("move", dice.choice(("undo", "seat", "host", "end", "fresh")))
            case _:
                lines[at] = dice.choice(PIECES)
    return "\n".join(lines)


def _words(dice: random.Random, text: str) -> str:
    """Return a text with words replaced by what somebody writes who looks for a gap."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(lines))
        words = lines[at].split(" ")
        words[dice.randrange(len(words))] = dice.choice(PIECES)
        lines[at] = " ".join(words)
    return "\n".join(lines)


def _options(dice: random.Random, text: str) -> str:
    """Return a record with other options."""
    record = read(text)
    game = GAMES[record.game]
    options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.Options()))
    for name in dice.sample([*options], dice.randint(1, len(options))) if options else ["x"]:
        options[name] = dice.choice(OPTION_VALUES)
    if dice.random() < 0.2:
        options[dice.choice(PIECES[:8])] = 1
    first = next(line for line in text.split("\n") if line.startswith("options: "))
    return text.replace(first, f"options: {json.dumps(options)}", 1)


def _seats(dice: random.Random, text: str) -> str:
    """Return a record with another number of seats, or with many thousands."""
    count = dice.choice((0, 1, 5, 6, 7, 9, 32, 999, 12_000))
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("seat 0"))
    rest = [line for line in lines[at:] if not line.startswith("seat ")]
    labels = [f"seat {number}: {dice.choice(('person 1', 'steady', '@everyone'))}" for number in range(count)]
    return "\n".join([*lines[:at], *labels, *rest])


def _huge(dice: random.Random, text: str) -> str:
    """Return a record as large as can be, of one kind of line or of one number."""
    lines = text.split("\n")
    line = dice.choice([each for each in lines if " move " in each])
    match dice.randrange(5):
        case 0:
            return "\n".join([*lines, *[line] * (260_000 // (len(line) + 1))])
        case 1:
            words = line.split(" ")
            words[3] = ",".join(["9" * dice.choice((1, 20))] * 10_000)
            return text.replace(line, " ".join(words), 1)
        case 2:
            return text.replace(line, line + " x" * 100_000, 1)
        case 3:
            return text.replace("clicks: ", "clicks: " + "1," * 100_000, 1)
        case _:
            return lines[0] + "\n" * 250_000 + "\n".join(lines[1:])


def _bytes(dice: random.Random, text: str) -> bytes:
    """Return bytes that are no text, or one in another form."""
    given = text.encode()
    match dice.randrange(5):
        case 0:
            at = dice.randrange(len(given))
            return given[:at] + dice.randbytes(dice.randint(1, 9)) + given[at + 2 :]
        case 1:
            return dice.randbytes(dice.randint(0, 5000))
        case 2:
            return text.encode(dice.choice(("utf-16", "utf-32", "utf-8-sig")))
        case 3:
            return given.replace(b"\n", dice.choice((b"\r", b"\r\n", b"\n\n", b"\0")))
        case _:
            return given[: dice.randrange(len(given))]


class Forger:
    """A writer of records whose hashes and draws are right, of matches that nobody would play."""

    def __init__(self, game: AnyGame, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        options = game.Options()
        self.size = dice.choice([*game.seats(options)])
        self.seed, self.clicks = dice.randbytes(32), tuple(range(1, self.size + 2))
        self.options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
        self.key = match_key(self.seed, self.clicks)
        chance = SeededChance(self.key, 0)
        self.state = game.setup(options, self.size, chance)
        self.states = [self.state]
        self.open = [0]
        self.lines = [self._line("start", None, "", chance.draws)]

    def _line(self, kind: str, seat: Seat | None, text: str, drawn: tuple[int, ...]) -> Line:
        number = len(self.states) - 1
        at = BEGAN + timedelta(seconds=number)
        return Line(number, kind, seat, text, drawn, at, self.game.hash(self.state))

    def _add(self, state: Any, kind: str, seat: Seat | None, text: str, drawn: tuple[int, ...] = ()) -> None:
        self.state = state
        self.states.append(state)
        self.lines.append(self._line(kind, seat, text, drawn))
        self.open.append(len(self.lines) - 1)

    def move(self) -> bool:
        """Play any legal move; return whether there was one."""
        pending = self.game.pending(self.state)
        if not pending or self.game.result(self.state) is not None:
            return False
        seat = self.dice.choice(list(pending))
        moves = self.game.moves(self.state, seat)
        move, chance = moves[self.dice.randrange(len(moves))], SeededChance(self.key, len(self.lines))
        state, _ = self.game.play(self.state, seat, move, chance)
        self._add(state, "move", seat, str(move), chance.draws)
        return True

    def back(self) -> None:
        """Take back to an entry before, of those to which the log has not gone back behind yet."""
        to = self.dice.choice(self.open)
        self._add(self.states[to], "undo", Seat(0), undo_text(to, range(1, self.size)))
        self.open = [each for each in self.open if each <= to or each == len(self.lines) - 1]

    def oddity(self) -> None:
        """Write what the table may say, once too often."""
        kind, seat, text = self.dice.choice(
            (
                ("seat", Seat(0), "substitute"),
                ("seat", Seat(0), "steady"),
                ("host", Seat(0), "replace"),
                ("host", None, "time"),
                ("fresh", None, sha256(self.dice.randbytes(4)).hexdigest()),
                ("end", None, "won 0"),
            )
        )
        self._add(self.state, kind, seat, text)

    def text(self) -> str:
        seats = tuple(f"person {number + 1}" for number in range(self.size))
        return write(
            Record(
                *(self.game.key, self.game.rules, self.options, seats, commitment(self.seed), self.clicks),
                *(self.seed if self.dice.random() < 0.8 else None, tuple(self.lines)),
            )
        )


def _forged(dice: random.Random) -> str:
    """Return a long record whose hashes are right, with undos and oddities."""
    forger = Forger(GAMES[dice.choice([*GAMES])], dice)
    most = dice.choice((100, 700, 2600))
    back, odd = dice.choice((0.0, 0.05, 0.4)), dice.choice((0.0, 0.0, 0.02))
    for _ in range(dice.randrange(5, most)):
        chosen = dice.random()
        if forger.game.result(forger.state) is not None:
            break
        if chosen < odd:
            forger.oddity()
        elif chosen < odd + back or not forger.move():
            forger.back()
    return forger.text()


def _without_seed(dice: random.Random, text: str) -> str:
    lines = ["seed: -" if line.startswith("seed: ") else line for line in text.split("\n")]
    return _words(dice, "\n".join(lines))


BENT: Sequence[tuple[int, Callable[[random.Random, str], str | bytes]]] = (
    (3, _bent),
    (4, _lines),
    (4, _words),
    (2, _options),
    (1, _seats),
    (1, _huge),
    (2, _bytes),
    (1, _without_seed),
)


def hostile(dice: random.Random, records: Sequence[str], forged: Sequence[str]) -> tuple[str, bytes]:
    """Return a record that somebody might have made to do harm, with the name of its kind."""
    if forged and dice.random() < 0.1:
        return "forged", dice.choice(forged).encode()
    works = [work for _, work in BENT]
    work = dice.choices(works, [weight for weight, _ in BENT])[0]
    made = work(dice, dice.choice(records))
    given = made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")
    return work.__name__.strip("_"), given[: guest_record.MAX_BYTES]  # larger ones are refused unread


@dataclass
class Findings:
    """The outcome of all records that were tried."""

    kinds: Counter[str] = field(default_factory=Counter[str])
    codes: Counter[str] = field(default_factory=Counter[str])
    wrong: list[str] = field(default_factory=list[str])
    seconds: float = 0.0
    """The most processor time of a check."""
    memory: int = 0
    """The most memory of a check, in MiB."""
    ready: float = 0.0
    """The most processor time of a record that was made ready and watched."""


@dataclass(frozen=True)
class Ended:
    """A process that has ended."""

    said: bytes
    complaint: bytes
    status: int
    seconds: float
    memory: int


def _in_a_fork(work: Callable[[], None], given: bytes) -> Ended:
    """Run something in a fork with this standard input; return what came of it."""
    (read_in, write_in), (read_out, write_out), (read_err, write_err) = os.pipe(), os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            for number, end in enumerate((read_in, write_out, write_err)):
                os.dup2(end, number)
            for end in (read_in, write_in, read_out, write_out, read_err, write_err):
                os.close(end)
            sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)
    for end in (read_in, write_out, write_err):
        os.close(end)
    said, complaint = _talk(write_in, read_out, read_err, given, child)
    _, status, used = os.wait4(child, 0)
    return Ended(said, complaint, status, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)


def _talk(write_in: int, read_out: int, read_err: int, given: bytes, child: int) -> tuple[bytes, bytes]:
    """Give a process its input, and return what it writes. It is ended after `PATIENCE`."""
    found = {read_out: bytearray(), read_err: bytearray()}
    until = time.monotonic() + PATIENCE
    os.set_blocking(write_in, False)
    with selectors.DefaultSelector() as waiting:
        waiting.register(write_in, selectors.EVENT_WRITE)
        for end in found:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(max(0.0, until - time.monotonic()))
            if not ready:
                os.kill(child, 9)
                until = time.monotonic() + PATIENCE
                continue
            for key, _ in ready:
                end = key.fd
                if end == write_in:
                    try:
                        given = given[os.write(end, given) :] if given else given
                    except BrokenPipeError:
                        given = b""
                    if not given:
                        waiting.unregister(end)
                        os.close(end)
                elif data := os.read(end, 1 << 16):
                    found[end] += data
                else:
                    waiting.unregister(end)
                    os.close(end)
    return bytes(found[read_out]), bytes(found[read_err])


def _check() -> None:
    """Check the record of the standard input, and tell of an error that is none of our refusals."""
    plain = guest_record.check

    def telling(given: bytes) -> bool:
        try:
            return plain(given)
        except (Refusal, MemoryError):
            raise
        except Exception:
            traceback.print_exc()
            raise

    guest_record.check = telling
    guest_record.main()


def _watch() -> None:
    """Make the record of the standard input ready, and show three steps of it."""
    given = sys.stdin.buffer.read()
    found = read_checked(given, False, "Person {n}", "en")

    async def show() -> None:
        for viewpoint in (Viewpoint.ALL, Viewpoint.BLIND):
            for number in (0, len(found.record.lines) // 2, 10**9):
                await found.at(viewpoint, number)

    asyncio.run(show())


async def _in_the_bot(given: bytes) -> str:
    """Return the code that a record is refused with, or nothing, as the bot checks it."""
    try:
        await GuestRecords().take(given, "Person {n}", "en")
    except Refusal as refusal:
        return refusal.code
    return ""


def _look(found: Findings, kind: str, given: bytes) -> None:
    ended = _in_a_fork(_check, given)
    found.kinds[kind] += 1
    found.seconds, found.memory = max(found.seconds, ended.seconds), max(found.memory, ended.memory)
    digest = sha256(given).hexdigest()[:12]
    if ended.complaint:
        last = ended.complaint.decode(errors="replace").strip().splitlines()[-1]
        found.wrong.append(f"{kind} {digest}: {last[:200]}")
    if ended.seconds > guest_record.SECONDS + 2:  # the limit is counted in whole seconds
        found.wrong.append(f"{kind} {digest}: {ended.seconds:.1f} s")
    if ended.status:
        found.codes["stopped by its limit" if os.WIFSIGNALED(ended.status) else "ended"] += 1
        if not os.WIFSIGNALED(ended.status):
            found.wrong.append(f"{kind} {digest}: exit status {ended.status}")
        return
    said = json.loads(ended.said)
    found.codes[said.get("code", "taken")] += 1
    if "code" not in said:
        watched = _in_a_fork(_watch, given)
        found.ready = max(found.ready, watched.seconds)
        if watched.status or watched.complaint:
            last = (watched.complaint.decode(errors="replace").strip().splitlines() or ["?"])[-1]
            found.wrong.append(f"{kind} {digest}: watched: {last[:200]}")
        elif watched.seconds > READY:
            found.wrong.append(f"{kind} {digest}: watched: {watched.seconds:.1f} s")


def _kept() -> Iterator[str]:
    for path in sorted(RECORDS.glob("*.txt")):
        yield path.read_text(encoding="utf-8")


def main() -> int:
    """Check so many, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m soak.records")
    parser.add_argument("count", nargs="?", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=33)
    asked = parser.parse_args()
    dice, records, found = random.Random(asked.seed), [*_kept()], Findings()
    forged = [_forged(dice) for _ in range(max(2, min(300, asked.count // 30)))]
    for number in range(asked.count):
        kind, given = hostile(dice, records, forged)
        _look(found, kind, given)
        if number % INTERPRETER_EVERY == 0:
            code = asyncio.run(_in_the_bot(given))
            found.kinds["through a new interpreter"] += 1
            if code and not code.startswith("record_"):
                found.wrong.append(f"{kind}: refused with {code}")
        if number % 1000 == 999:
            print(f"{number + 1:,} records, {len(found.wrong)} wrong", flush=True)
    for name, counts in (("kinds", found.kinds), ("answers", found.codes)):
        print(f"{name}: {', '.join(f'{what} {n:,}' for what, n in counts.most_common())}")
    print(f"a check took {found.seconds:.2f} s of processor and {found.memory} MiB at most")
    print(f"making one ready and showing six steps of it took {found.ready:.2f} s of processor at most")
    print(f"{asked.count:,} records: {len(found.wrong)} wrong")
    for each in found.wrong[:40]:
        print(f"  {each}")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
