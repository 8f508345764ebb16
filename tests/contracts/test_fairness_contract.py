"""Every draw of chance, in every game, is told by docs/fairness.md so that a stranger's program can check
it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from engine.chance import SeededChance, commitment, match_key
from engine.game import Seat
from engine.genesia.model import (
    Campaign,
    ChooseStance,
    GenesiaOptions,
    GiveOrder,
    GiveWarOrder,
    Phase,
    Stance,
    StandingOrder,
    WarOrder,
)
from engine.genesia.rules import GENESIA
from engine.matches import Match, Matches, Status, Venue
from engine.record import BadRecord, Line, Record, read, verify, write
from engine.store.sqlite import SqliteStore
from harness.trial import KeptMatch
from tests.contracts.cases import GAMES, REGISTERED, Case, Contestant
from tests.kept import FOLDER, played
from tests.stranger import program as stranger

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Stored:
    """A record of a game."""

    game: Contestant
    kept: KeptMatch

    @property
    def text(self) -> str:
        """The record as it is kept; that of a newcomer is played now."""
        path = FOLDER / f"{self.kept.name}.txt"
        if self.game in REGISTERED:
            return path.read_text(encoding="utf-8")
        return write(played(self.kept, self.game.game))

    def check(self, text: str, *shown: str) -> int:
        return stranger.check(text, *shown, folder=folder_of(self.game))

    def __str__(self) -> str:
        return self.kept.name


def folder_of(game: Contestant) -> Path:
    """Return the folder of the game's part of the stranger's program."""
    own = Path(stranger.__file__).parent
    return own if game in REGISTERED else own.parent / "newcomers" / "stranger"


RECORDS = [Stored(game, kept) for game in GAMES for kept in game.trial.kept]
KEPT = pytest.mark.parametrize("stored", RECORDS, ids=str)


def test_every_game_is_on_the_page_and_known_to_the_stranger() -> None:
    described = re.findall(r"^### (.+)$", PAGE, re.MULTILINE)
    assert len(described) == len(REGISTERED)
    assert set(stranger.games()) == {game.key for game in REGISTERED}
    for game in REGISTERED:
        title = game.game.title.partition(" (")[0]
        found = [each for each in described if each.startswith(title) and each.endswith(f": `{game.key}`")]
        assert len(found) == 1, f"docs/fairness.md has no section of {title} that ends with : `{game.key}`"


@KEPT
def test_the_kept_records_are_as_the_page_says(stored: Stored) -> None:
    drawn = [line.drawn for line in stranger.read(stored.text).lines]
    assert stored.check(stored.text) == sum(map(len, drawn))


# What the page promises to find out


def changed(text: str, change: Callable[[list[int]], list[int]], which: int) -> str:
    """The record with what its `which`-th line that draws anything has drawn changed."""
    rows = text.split("\n")
    drawing = [at for at, row in enumerate(rows) if re.match(r"\d+ \w+ \S+ \d", row)]
    at = drawing[which % len(drawing)]
    words = rows[at].split(" ")
    words[3] = ",".join(map(str, change([int(each) for each in words[3].split(",")]))) or "-"
    rows[at] = " ".join(words)
    return "\n".join(rows)


@KEPT
@pytest.mark.parametrize("which", [0, 1, -1])
@pytest.mark.parametrize(
    "change",
    [
        lambda drawn: [*drawn[:-1], drawn[-1] + 1],
        lambda drawn: drawn[:-1],
        lambda drawn: [*drawn, 0],
        lambda drawn: [],
    ],
    ids=["another number", "one too few", "one too many", "none"],
)
def test_other_draws_are_found_out(
    stored: Stored, which: int, change: Callable[[list[int]], list[int]]
) -> None:
    text = stored.text
    if not any(line.drawn for line in stranger.read(text).lines):
        pytest.skip("nothing is left to chance in this record")
    with pytest.raises(stranger.LoadedError):
        stored.check(changed(text, change, which))


@KEPT
def test_another_seed_click_or_commitment_is_found_out(stored: Stored) -> None:
    text = stored.text
    record = stranger.read(text)
    stored.check(text, record.commitment, record.clicks)
    other = "0" * 64
    seed = record.seed.hex()
    for loaded in (
        text.replace(seed, other),
        text.replace(record.commitment, other),
        text.replace(seed, other).replace(record.commitment, stranger.commitment(bytes(32))),
        text.replace("clicks: ", "clicks: 9"),
        re.sub("(clicks: .*)", r"\g<1>0", text),
        re.sub("(clicks: .*),[0-9]+", r"\1", text),
    ):
        with pytest.raises(stranger.LoadedError):
            stored.check(loaded, record.commitment, record.clicks)
    with pytest.raises(stranger.LoadedError, match="another commitment"):
        stored.check(text, other, record.clicks)
    with pytest.raises(stranger.LoadedError, match="other clicks"):
        stored.check(text, record.commitment, f"{record.clicks}1")


# A match of the bot


def checked() -> list[Case]:
    """Return a form for three of each game, in which a seat may be left, or its usual one; and one for a
    single seat.
    """
    found: list[Case] = []
    for game in GAMES:
        threes, alone = ([case for case in game.cases if case.seats == size] for size in (3, 1))
        found += [*(threes or game.cases)[:1], *alone[:1]]
    return found


async def take_back(matches: Matches, match: Match, person: int, clicks: Iterator[int]) -> None:
    """The person takes back the latest turn, and all others agree."""
    answer = await matches.undo.undo(match.id, person, next(clicks))
    wish = answer.match.undo
    for other in answer.waiting:
        assert wish is not None
        answer = await matches.undo.agree_undo(match.id, other, wish.call, next(clicks))
    assert answer.done


def check_undone(text: str, folder: Path) -> None:
    """Something was taken back, and whoever says otherwise is found out."""
    undone = re.findall(r"^[0-9]+ undo [0-9]+ - \S+ \S+ to ([0-9]+).*$", text, re.MULTILINE)
    assert undone
    rows = text.splitlines()
    at = next(number for number, row in enumerate(rows) if " undo " in row)
    for wrong in (
        re.sub("[0-9a-f]{64}", "0" * 64, rows[at]),
        rows[at].replace(f" to {undone[0]}", " to 99999"),
        f"{rows[at]} with 77",
        rows[at].replace(" - ", " 3 ", 1),
    ):
        with pytest.raises(stranger.LoadedError):
            stranger.check("\n".join([*rows[:at], wrong, *rows[at + 1 :], ""]), folder=folder)


@pytest.mark.parametrize("case", checked(), ids=str)
async def test_a_match_is_checked_with_what_was_shown_of_it(tmp_path: Path, case: Case) -> None:
    """Shown were the commitment when the table opened, the clicks at the start, the record at the end."""
    seats, folder = case.seats, folder_of(Contestant(case.row))
    clicks = iter(range(1180000000000000001, 1190000000000000000, 7))
    time = datetime(2026, 11, 21, tzinfo=UTC)
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        matches = Matches(store, {case.key: case.game}, lambda: time)
        match = await matches.lobbies.open(
            case.key, case.options, seats, 1, "Ann", Venue(5, 6, "en"), next(clicks)
        )
        shown = match.commitment
        for robot in range(1, seats):
            if robot == 1:
                await matches.lobbies.join(match.id, 2, "Bob", next(clicks))
            else:
                await matches.lobbies.add_player(match.id, 1, "random", next(clicks))
        match = await matches.lobbies.start(match.id, 1, next(clicks))
        ids = ",".join(map(str, match.clicks))
        pick, taken = SeededChance(b"pick", 0), [1, 5, 9, 12, 30]
        while match.status is Status.RUNNING:
            time += timedelta(seconds=1)
            while await matches.timers.run_due_timers():
                pass
            for person in match.persons:
                situation = await matches.queries.situation(match.id, person)
                if situation.seat in situation.pending:
                    move = str(pick.choice(situation.moves))
                    await matches.moves.play(match.id, person, move, situation.question_number, next(clicks))
                if (
                    taken
                    and taken[0] < match.entries
                    and await matches.undo.has_something_to_undo(match.id, person)
                ):
                    await take_back(matches, match, person, clicks)
                    taken.pop(0)
                match = await matches.loader.get(match.id)
            match = await matches.loader.get(match.id)
            if match.entries > 20 and match.seat_of(2) is not None and seats > 2:
                await matches.departures.leave(
                    match.id, 2, next(clicks)
                )  # an automatic player takes the seat over
        text = await matches.queries.record(match.id)
        await matches.close()
    stranger.check(text, shown, ids, str(match.entries), folder=folder)
    check_undone(text, folder)
    verify(read(text), case.game)
    head, _, body = text.partition("\n\n")
    shorter = "\n".join(body.splitlines()[:-1])
    cut = re.sub("entries: .*", f"entries: {match.entries - 1}", head) + f"\n\n{shorter}\n"
    with pytest.raises(stranger.LoadedError, match="number of entries"):
        stranger.check(cut, shown, ids, str(match.entries), folder=folder)
    with pytest.raises(stranger.LoadedError, match="line is missing"):
        stranger.check(f"{head}\n\n{shorter}\n", shown, ids, folder=folder)
    assert (" seat 1 " in text) == (seats > 2)


# Orders


def with_a_newcomer(*, ordered: bool) -> Record:
    """A match of Genesia in which somebody else has sat down in seat 1, which had given orders or not.

    A moderator has then led back to before that.
    """
    game, seed, clicks = GENESIA, bytes(range(32)), (11, 12, 13, 14)
    key, pick, options = match_key(seed, clicks), SeededChance(b"pick", 0), GenesiaOptions()
    chance, at = SeededChance(key, 0), datetime(2026, 11, 21, tzinfo=UTC)
    state = game.setup(options, 3, chance)
    lines = [Line(0, "start", None, "", chance.draws, at, game.hash(state))]

    def write_down(kind: str, seat: Seat | None, text: str, drawn: tuple[int, ...] = ()) -> None:
        lines.append(Line(len(lines), kind, seat, text, drawn, at, game.hash(state)))

    def play(seat: Seat, text: str) -> None:
        nonlocal state
        chance = SeededChance(key, len(lines))
        state, _ = game.play(state, seat, game.parse(state, seat, text), chance)
        write_down("move", seat, text, chance.draws)

    def play_on() -> None:
        seat = game.pending(state)[0]
        quiet = [text for text in map(str, game.moves(state, seat)) if text.split()[0] not in ORDERING]
        play(seat, pick.choice(quiet))

    while state.phase is not Phase.GROWTH or game.pending(state) != (1,):
        play_on()
    if ordered:
        play(Seat(1), "order never")
        play(Seat(1), "stand peace")
    to, before = len(lines) - 1, state
    play(Seat(1), "end")
    state = game.without_orders(state, Seat(1))
    write_down("seat", Seat(1), "substitute")
    play_on()
    state = game.without_orders(before, Seat(1))
    write_down("host", None, f"undo to {to}")
    for _ in range(5):
        play_on()
    seats = ("person 1", "person 2", "person 3")
    fields = msgspec.to_builtins(options)
    return Record("genesia", 1, fields, seats, commitment(seed), clicks, seed, tuple(lines))


ORDERING = stranger.ordering("genesia")


@pytest.mark.parametrize("ordered", [True, False])
def test_where_orders_end_the_hash_may_change_and_nowhere_else(ordered: bool) -> None:
    record = with_a_newcomer(ordered=ordered)
    text = write(record)
    stranger.check(text)
    verify(read(text), GENESIA)
    (newcomer,) = [line for line in record.lines if line.kind == "seat"]
    (undo,) = [line for line in record.lines if line.kind == "host"]
    to = int(undo.text.rpartition(" ")[2])
    assert (newcomer.hash != record.lines[newcomer.number - 1].hash) == ordered
    assert (undo.hash != record.lines[to].hash) == ordered
    for line, same in ((newcomer, record.lines[newcomer.number - 1].hash), (undo, record.lines[to].hash)):
        for other in {"0" * 64, same} - {line.hash}:
            lines = [replace(one, hash=other) if one is line else one for one in record.lines]
            lied = write(replace(record, lines=tuple(lines)))
            with pytest.raises(BadRecord):
                verify(read(lied), GENESIA)
            if not ordered:
                with pytest.raises(stranger.LoadedError, match="position"):
                    stranger.check(lied)


@pytest.mark.parametrize("text", ["return", "steward", "resigned"])
def test_nothing_else_ends_orders(text: str) -> None:
    record = with_a_newcomer(ordered=True)
    lines = tuple(replace(one, text=text) if one.kind == "seat" else one for one in record.lines)
    lied = write(replace(record, lines=lines))
    with pytest.raises(BadRecord):
        verify(read(lied), GENESIA)
    with pytest.raises(stranger.LoadedError):
        stranger.check(lied)


def test_the_page_names_the_moves_that_give_orders() -> None:
    section = PAGE.partition("### Genesia: `genesia`")[2].partition("\n## ")[0]
    named = section.partition("Moves that give an order begin with ")[2].partition("A `substitute`")[0]
    assert set(re.findall("`([a-z]+)`", named)) == set(ORDERING)
    texts = (
        GiveOrder(StandingOrder.NEVER),
        GiveWarOrder(WarOrder.PEACE),
        Campaign(),
        ChooseStance(Stance.TRUCE),
    )
    assert {str(move).split()[0] for move in texts} <= set(ORDERING)
