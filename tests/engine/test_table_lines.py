"""Lines of records that are no moves: what another line contradicts is refused, by a stranger too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.match.values import Status
from engine.record import BadRecord, Line, Record, read, verify
from engine.store.sqlite import SqliteStore
from tests.engine.bazaar import BAZAAR
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN
from tests.engine.matches.test_rounds import EVE
from tests.engine.matches.timed import DAY, Timed
from tests.stranger import program as stranger

STORED = Path(__file__).parents[1] / "records"
MOVES = 8
"""Lines of a stored game before those that are tried: its start, and moves."""


def text_of(name: str, labels: str, lines: Sequence[str]) -> str:
    """The first lines of a stored game, and these: kind, seat and text; the position stays as it is.

    `labels` has a letter for each seat: p for a person, r for a robot.
    """
    head, _, body = (STORED / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    rows = body.splitlines()[:MOVES]
    hashes = [row.split(" ")[5] for row in rows]
    for each in lines:
        kind, seat, text = each.split(" ", 2)
        back = re.search(r"to ([0-9]+)", text)
        digest = hashes[int(back[1])] if back and int(back[1]) < len(hashes) else hashes[-1]
        rows.append(f"{len(rows)} {kind} {seat} - 2026-01-01T00:01:00Z {digest} {text}")
        hashes.append(digest)
    for seat, letter in enumerate(labels):
        head = re.sub(f"seat {seat}: .*", f"seat {seat}: {'person 1' if letter == 'p' else 'steady'}", head)
    head = re.sub("entries: .*", f"entries: {len(rows)}", head)
    return "\n".join([head, "", *rows, ""])


def refusal(text: str, game: AnyGame | None = None) -> str | None:
    """The code with which the record is refused; `None` where it is right."""
    record = read(text)
    try:
        verify(record, game or GAMES[record.game])
    except BadRecord as bad:
        return bad.code
    return None


def movers(name: str) -> list[int]:
    """Return the seats of the first entries of a stored game; -1 for an entry that is no move."""
    body = (STORED / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")[2]
    return [
        int(row.split(" ")[2]) if row.split(" ")[1] == "move" else -1 for row in body.splitlines()[:MOVES]
    ]


LAST = movers("genial-2-first")[-1]
OTHER = 1 - LAST
"""The seat of two that moved last, and the other one."""
TWO = "genial-2-first"

RIGHT = {
    "a robot plays until somebody is back": ("pp", ["seat 1 steward", "seat 1 return", "seat 1 steward"]),
    "a moderator lets a robot play": ("pp", ["host 0 replace", "seat 0 return"]),
    "somebody else sits down": (
        "pp",
        ["seat 0 steward", "seat 0 substitute", "seat 0 steward", "seat 0 return"],
    ),
    "a seat that was offered": ("pp", ["seat 0 substitute"]),
    "a seat that was resigned": ("pp", ["seat 0 resigned", "seat 0 substitute", "seat 0 resigned"]),
    "won over somebody absent": ("pp", ["seat 1 steward", "end - won 0"]),
    "won over somebody who has resigned": ("pp", ["seat 0 resigned", "end - won 1"]),
    "all have agreed": ("pp", [f"undo {LAST} to {MOVES - 2} with {OTHER}"]),
    "nobody else is there": ("pr" if LAST == 0 else "rp", [f"undo {LAST} to {MOVES - 2}"]),
    "who has resigned is not asked": ("pp", [f"seat {OTHER} resigned", f"undo {LAST} to {MOVES - 2}"]),
    "a moderator asks nobody": ("pp", [f"host - undo to {MOVES - 2}"]),
    "a robot plays for somebody who was shut out": (
        "pp",
        ["seat 1 steward uncounted", "seat 1 return", "seat 1 steward", "end - won 0"],
    ),
    "time for all": ("rr", ["host - time", "host - end"]),
}
WRONG = {
    "nothing that happens": ("pp", ["seat 1 loaded"], "record_seat_text"),
    "a robot has no steward": ("pr", ["seat 1 steward"], "record_robot"),
    "a robot resigns nothing": ("pr", ["seat 1 resigned"], "record_robot"),
    "a robot is not replaced": ("rp", ["host 0 replace"], "record_robot"),
    "a robot takes nothing back": ("rr", [f"undo {LAST} to {MOVES - 2}"], "record_robot"),
    "back from nowhere": ("pp", ["seat 1 return"], "record_not_away"),
    "back twice": ("pp", ["seat 1 steward", "seat 1 return", "seat 1 return"], "record_not_away"),
    "back after resigning": ("pp", ["seat 1 resigned", "seat 1 return"], "record_resigned"),
    "absent after resigning": ("pp", ["seat 1 resigned", "seat 1 steward"], "record_resigned"),
    "resigned twice": ("pp", ["seat 1 resigned", "seat 1 resigned"], "record_resigned"),
    "replaced after resigning": ("pp", ["seat 1 resigned", "host 1 replace"], "record_resigned"),
    "nobody is left": ("pr", ["seat 0 resigned"], "record_nobody_left"),
    "taken back after resigning": (
        "pp",
        [f"seat {LAST} resigned", f"undo {LAST} to {MOVES - 2} with {OTHER}"],
        "record_resigned",
    ),
    "nobody has agreed": ("pp", [f"undo {LAST} to {MOVES - 2}"], "record_agreed"),
    "who takes back has agreed": ("pp", [f"undo {LAST} to {MOVES - 2} with {LAST}"], "record_agreed"),
    "a robot has agreed": (
        "pr" if LAST == 0 else "rp",
        [f"undo {LAST} to {MOVES - 2} with {OTHER}"],
        "record_agreed",
    ),
    "nothing of one's own": ("pp", [f"undo {OTHER} to {MOVES - 2} with {LAST}"], "record_not_own"),
    "nothing at all": ("pp", [f"host - undo to {MOVES - 1}"], "record_nothing_back"),
    "the absent one has won": ("pp", ["seat 1 steward", "end - won 1"], "record_not_absent"),
    "both have won": ("pp", ["seat 1 steward", "end - won 0,1"], "record_sides"),
    "won over somebody who is there": ("pp", ["end - won 0"], "record_not_absent"),
    "won over somebody who is back": (
        "pp",
        ["seat 1 steward", "seat 1 return", "end - won 0"],
        "record_not_absent",
    ),
    "won over whom a moderator replaced": ("pp", ["host 1 replace", "end - won 0"], "record_not_absent"),
    "won over whom somebody has shut out": (
        "pp",
        ["seat 1 steward uncounted", "end - won 0"],
        "record_not_absent",
    ),
    "a robot is not shut out": ("pr", ["seat 1 steward uncounted"], "record_robot"),
    "shut out after resigning": ("pp", ["seat 1 resigned", "seat 1 steward uncounted"], "record_resigned"),
    "won over a robot": ("pr", ["end - won 0"], "record_not_absent"),
    "won by nobody": ("rp", ["seat 1 steward", "end - won 0"], "record_no_winner"),
}
FOR_THE_RULES = {"both have won"}
"""Only the rules say who are a side."""


@pytest.mark.parametrize("name", RIGHT)
def test_what_can_have_happened(name: str) -> None:
    labels, lines = RIGHT[name]
    text = text_of(TWO, labels, lines)
    assert refusal(text) is None
    stranger.check(text)


@pytest.mark.parametrize("name", WRONG)
def test_what_another_line_contradicts(name: str) -> None:
    labels, lines, code = WRONG[name]
    text = text_of(TWO, labels, lines)
    assert refusal(text) == code
    if name not in FOR_THE_RULES:
        with pytest.raises(stranger.LoadedError):
            stranger.check(text)


def test_sides_of_a_team() -> None:
    away = ["seat 1 steward", "seat 3 resigned"]
    assert refusal(text_of("genial-4-team", "pppp", [*away, "end - won 0,2"])) is None
    assert (
        refusal(text_of("genial-4-team", "pppp", ["seat 1 steward", "end - won 0,2"])) == "record_not_absent"
    )
    assert refusal(text_of("genial-4-team", "pppp", [*away, "end - won 0"])) == "record_sides"
    assert refusal(text_of("genial-4-team", "pppp", [*away, "end - won 0,1"])) == "record_sides"
    assert (
        refusal(text_of("genial-3", "ppp", ["seat 1 steward", "seat 2 resigned", "end - won 0"]))
        == "record_sides"
    )


@pytest.mark.parametrize(
    "line", ["seat 0 steward", "host - time", "host 0 replace", "end - won 1", "host - end"]
)
def test_nothing_happens_to_a_table_whose_match_is_over(line: str) -> None:
    text = (STORED / f"{TWO}.txt").read_text(encoding="utf-8")
    *rows, last, _ = text.split("\n")
    kind, seat, said = line.split(" ", 2)
    number, digest = int(last.split(" ")[0]), last.split(" ")[5]
    more = f"{number + 1} {kind} {seat} - 2026-01-01T00:01:00Z {digest} {said}"
    whole = "\n".join([*rows, last, more, ""]).replace(f"entries: {number + 1}", f"entries: {number + 2}")
    whole = re.sub("(?m)^(seat .): .*", r"\1: person 1", whole)
    assert refusal(whole) == "record_move"


# Real matches, and each field of each line of the table changed.


async def absences(table: Timed) -> Record:
    """Three persons. Bob vanishes, is back, is replaced; Cee resigns, Dan sits down there; Ann takes back."""
    match = await table.started(BOB, CEE, target=3)
    await table.carry()
    await table.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (CEE, "pick 0"), (ANN, "buy"))
    await agreed(table, match, ANN, BOB, CEE)
    await table.moves(match, (ANN, "buy"), (ANN, "end"))
    await agreed(table, match, ANN, BOB, CEE)
    await table.moves(match, (ANN, "end"))
    await table.carry()
    await table.live(4.5 * DAY)
    assert ("seat", 1, "steward") in await table.kinds(match)
    await table.matches.presence.come_back(match, BOB, table.click)
    await table.matches.moderation.give_time(match, EVE, 1, table.click)
    await table.matches.departures.leave(match, CEE, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", Seat(2), table.click)
    await table.live(1.5 * DAY)
    assert ("seat", 2, "substitute") in await table.kinds(match)
    await table.matches.moderation.end(match, EVE, table.click)
    return read(await table.matches.queries.record(match))


async def agreed(table: Timed, match: int, person: int, *others: int) -> None:
    """The person takes back, and these agree where they are asked."""
    answer = await table.matches.undo.undo(match, person, table.click)
    wish = answer.match.undo
    for other in others if wish is not None else ():
        assert wish is not None
        answer = await table.matches.undo.agree_undo(match, other, wish.call, table.click)
    assert answer.done


async def won(table: Timed) -> Record:
    """Two persons: Bob vanishes, and Ann ends the match as won."""
    match = await table.started(BOB, target=2)
    await table.carry()
    await table.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "end"))
    await table.live(4.5 * DAY)
    await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    assert (await table.matches.loader.get(match)).status is Status.OVER
    return read(await table.matches.queries.record(match))


def changes(record: Record, line: Line) -> Iterator[Line]:
    """The line with each of its fields as it could be as well."""
    size = len(record.seats)
    lists = [",".join(map(str, each)) for each in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))]
    for seat in (Seat(each) for each in range(size) if line.seat is not None and each != line.seat):
        yield replace(line, seat=seat)
    match line.kind:
        case "seat":
            others = ["steward", "steward uncounted", "return", "substitute", "resigned"]
        case "end":
            others = [f"won {each}" for each in lists]
        case "undo":
            to = line.text.split(" with ")[0]
            others = [to, *(f"{to} with {each}" for each in lists)]
            others += [line.text.replace(to, f"to {each}") for each in range(line.number)]
        case "host" if line.seat is None:
            others = ["time", "end", *(f"undo to {each}" for each in range(line.number))]
        case _:
            others = []
    yield from (replace(line, text=each) for each in others if each != line.text)


def unnoticed(record: Record) -> set[str]:
    """The changes of single lines that are called right: as it was, and as it is then."""
    found: set[str] = set()
    for line in record.lines:
        for changed in changes(record, line) if line.kind not in ("start", "move") else ():
            lines = tuple(changed if each is line else each for each in record.lines)
            try:
                verify(replace(record, lines=lines), BAZAAR)
            except BadRecord:
                continue
            found.add(f"{line.kind} {line.seat} {line.text}: {changed.seat} {changed.text}")
    return found


async def test_what_no_line_contradicts_is_what_the_page_does_not_promise(store: SqliteStore) -> None:
    """docs/fairness.md lists these kinds of changes among what is not promised."""
    table = Timed(store)
    record = await absences(table)
    assert verify(record, BAZAAR)
    assert unnoticed(record) == {
        # In which way somebody went or came, where nothing that follows depends on it.
        "seat 1 return: 1 resigned",
        "seat 1 return: 1 steward",
        "seat 1 return: 1 steward uncounted",
        "seat 1 return: 1 substitute",
        "seat 1 steward: 1 steward uncounted",
        "seat 2 resigned: 2 steward",
        "seat 2 resigned: 2 steward uncounted",
        "seat 2 resigned: 2 substitute",
        # Which of several persons it was.
        "seat 2 resigned: 0 resigned",
        "seat 2 resigned: 1 resigned",
        "seat 2 substitute: 0 substitute",
        "seat 2 substitute: 1 substitute",
        # Which remedy it was of those that change nothing else.
        "host None end: None time",
        # That others have agreed where nobody needs to, and which of two equal positions it leads to.
        "undo 0 to 3: 0 to 3 with 1,2",
        "undo 0 to 3 with 1,2: 0 to 5 with 1,2",
    }
    ended = await won(table)
    assert verify(ended, BAZAAR)
    assert unnoticed(ended) == {"seat 1 steward: 1 resigned"}
    await table.matches.close()
