"""Restored backups get fresh chance, so that knowing the former dice is worth nothing."""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.chance import SeededChance, match_key, rekeyed
from engine.game import Event, Refusal, Seat
from engine.genial import GENIAL
from engine.match.fold import Fold, apply_move, apply_restore, current_round, start_fold
from engine.match.replay import key_of, rebuild
from engine.match.values import Entry
from engine.matches import Call
from engine.record import BadRecord, read, replay, verify, write
from engine.store.backup import back_up, restore
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION
from tests.engine.bazaar import BAZAAR, BazaarOptions
from tests.engine.matches.test_matches import ANN, BOB, Table
from tests.engine.test_record import RECORD
from tests.stranger import program as stranger

TEXT = "5a" * 32
AT = datetime(2026, 11, 21, tzinfo=UTC)


def restored(path: Path, *texts: str) -> None:
    """Return the match with what a restore adds: an entry, and clocks for the questions asked again."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE name = 'entries'",
            (" CHECK (kind IN ('start', 'move', 'seat'))",),
        )
        database.execute("PRAGMA writable_schema = RESET")
        for text in texts:
            database.execute(
                "INSERT INTO entries (match, number, kind, seat, text, drawn, at, by, hash)"
                " SELECT match, number + 1, 'fresh', NULL, ?, '[]', at, NULL, hash FROM entries AS last"
                " JOIN matches ON id = match AND status = 'running'"
                " WHERE number = (SELECT max(number) FROM entries WHERE match = last.match)",
                (text,),
            )
            database.execute(
                "UPDATE timers SET number = (SELECT max(number) FROM entries WHERE match = timers.match)"
            )


# The key.


def test_fresh_bytes_change_the_key_from_their_entry_on() -> None:
    start = Entry(0, "start", None, "9", (), AT, 1, "")
    fresh = Entry(1, "fresh", None, TEXT, (), AT, None, "")
    key = match_key(bytes(32), [7, 8, 9])
    assert key_of(bytes(32), [7, 8], [start]) == key
    once = hmac.digest(key, b"longtable/1/fresh:" + TEXT.encode(), hashlib.sha256)
    assert rekeyed(key, TEXT) == key_of(bytes(32), [7, 8], [start, fresh]) == once
    again = replace(fresh, number=2, text="00" * 32)
    assert key_of(bytes(32), [7, 8], [start, fresh, again]) == rekeyed(once, "00" * 32)


# Questions.


class Log:
    """A log of Bazaar that grows entry by entry."""

    def __init__(self, seats: int) -> None:
        self.seats, self.options = seats, BazaarOptions(2)
        self.fold, _ = start_fold(BAZAAR, self.options, seats, SeededChance(bytes(32), 0))
        self.entries: list[Entry] = []
        self._note("start", None, "9")

    def _note(self, kind: str, seat: int | None, text: str) -> None:
        where = None if seat is None else Seat(seat)
        digest = BAZAAR.hash(self.fold.state)
        self.entries.append(Entry(len(self.entries), kind, where, text, (), AT, None, digest))

    def play(self, seat: int, text: str) -> None:
        move = BAZAAR.parse(self.fold.state, Seat(seat), text)
        number = len(self.entries)
        self.fold, _ = apply_move(
            BAZAAR, self.fold, number, Seat(seat), move, SeededChance(bytes(32), number)
        )
        self._note("move", seat, text)

    def refresh(self) -> tuple[Event, ...]:
        self.fold, events = apply_restore(self.fold, len(self.entries))
        self._note("fresh", None, TEXT)
        return events

    def rebuilt(self) -> Fold:
        return rebuild(BAZAAR, self.options, self.seats, self.entries)[0]


def test_all_that_is_open_is_asked_anew() -> None:
    log = Log(3)
    log.play(1, "pick 2")
    before = current_round(log.fold)
    (event,) = log.refresh()
    assert (event.code, event.to) == ("refreshed", None)
    assert [(own.question_entry, own.call_entry) for own in log.fold.seats] == [(2, 2)] * 3, (
        "old buttons are stale, Bob's for changing it too"
    )
    after = current_round(log.fold)
    assert before is not None
    assert after == replace(
        before, number=2, call_number=1_000_001, calls=(Call(Seat(0), 2), Call(Seat(2), 2))
    )
    assert after is not None
    assert after.chosen == 1, "what was chosen stays chosen"
    assert after.news_since < 2, "what happened is told with the question"
    assert log.rebuilt() == log.fold


def test_buttons_of_what_was_lost_can_be_told_from_those_of_answered_questions() -> None:
    log = Log(3)
    for seat, text in ((0, "pick 0"), (2, "pick 1"), (1, "pick 3")):
        log.play(seat, text)
    before = log.fold
    assert {own.question_entry is None for own in before.seats} == {True, False}
    log.refresh()
    assert log.fold.lost_calls == (range(before.call_number, 1_000_000),), "the open call is called anew"
    for own, now in zip(before.seats, log.fold.seats, strict=True):
        first = own.question_number + 1 if own.question_entry is None else own.question_number
        assert now.lost_questions == (range(first, 1_000_000),), "what was open is asked anew"
        assert not any(other.question_number in now.lost_questions[0] for other in log.fold.seats)
    log.refresh()
    assert [len(own.lost_questions) for own in log.fold.seats] == [2] * 3
    assert log.fold.lost_calls[1:] == (range(1_000_001, 2_000_000),)


def test_play_goes_on_as_if_nothing_had_been() -> None:
    moves = [(0, "pick 0"), (2, "pick 1"), (1, "pick 3"), (0, "buy"), (0, "end"), (1, "end")]
    for at in range(len(moves) + 1):
        plain, fresh = Log(3), Log(3)
        for number, (seat, text) in enumerate(moves):
            if number == at:
                fresh.refresh()
            plain.play(seat, text)
            fresh.play(seat, text)
        if at == len(moves):
            fresh.refresh()
        assert fresh.rebuilt() == fresh.fold
        assert fresh.fold.state == plain.fold.state
        one, other = current_round(plain.fold), current_round(fresh.fold)
        assert one is not None
        assert other is not None
        assert (one.seats, one.chosen) == (other.seats, other.chosen)


def test_a_step_of_ones_own_is_called_after_a_restore() -> None:
    """A seat that goes on step by step needs no call normally, but after a restore its message is another."""
    log = Log(2)
    for seat, text in ((0, "pick 0"), (1, "pick 1"), (0, "buy")):
        log.play(seat, text)
    log.refresh()
    found = current_round(log.fold)
    assert found is not None
    assert found.calls == (Call(Seat(0), 4),)


@pytest.mark.parametrize("text", ["", "5A" * 32, "5a" * 31, "5a" * 33, TEXT + "\n"])
def test_an_entry_without_fresh_bytes_is_damage(text: str) -> None:
    log = Log(2)
    log.refresh()
    log.entries[-1] = replace(log.entries[-1], text=text)
    with pytest.raises(ValueError, match="fresh"):
        log.rebuilt()


# A match of the bot.


@pytest.fixture
async def restarted(tmp_path: Path) -> AsyncIterator[Callable[..., object]]:
    """Stop the bot, restore the database, and start it again."""
    stores: list[SqliteStore] = []
    path = tmp_path / "longtable.db"

    async def again(*texts: str) -> Table:
        if stores:
            await stores.pop().close()
            restored(path, *texts)
        stores.append(await SqliteStore.open(path))
        return Table(stores[-1], seed=lambda: bytes(32))

    yield again
    await stores.pop().close()


async def test_the_dice_are_others_and_everybody_is_asked_anew(restarted: Callable[..., object]) -> None:
    table: Table = await restarted()  # type: ignore[misc]
    match = await table.started(BOB, target=3)
    await table.play(match, ANN, "bid 4")
    await table.play(match, BOB, "bid 2")
    situation = await table.matches.queries.situation(match, ANN)
    for number, texts in enumerate([(TEXT,), ("00" * 32, "05" * 32)]):
        asked = situation.question_entry
        clicks = 100 * (number + 1)
        table = await restarted(*texts)  # type: ignore[misc]
        table._click += clicks
        situation = await table.matches.queries.situation(match, ANN)
        assert situation.question_entry == situation.match.entries - 1
        assert [event.code for _, events in situation.news for event in events][-1] == "refreshed"
        with pytest.raises(Refusal, match=r"^stale\b"):
            await table.play(match, ANN, "roll", asked)
    seed, shown = bytes(32), situation.match.clicks
    key = match_key(seed, shown)
    for text in (TEXT, "00" * 32, "05" * 32):
        key = rekeyed(key, text)
    table._click += 1000
    await table.play(match, ANN, "roll", situation.question_entry)
    await table.finished(match)
    text = await table.matches.queries.record(match)
    record = read(text)
    assert [line.kind for line in record.lines].count("fresh") == 3
    verify(record, AUCTION)
    rolled = record.lines[6]
    assert rolled.text == "roll"
    chance, known = SeededChance(key, 6), SeededChance(match_key(seed, shown), 6)
    assert rolled.drawn == tuple(chance.below(3) for _ in rolled.drawn)
    assert rolled.drawn != tuple(known.below(3) for _ in rolled.drawn), "who knew them knows nothing"


async def test_what_was_asked_after_a_backup_was_put_back_is_lost_when_it_is_put_back_again(
    tmp_path: Path,
) -> None:
    """Buttons of the two restores have different numbers: none of the first works after the second."""
    path, backup = tmp_path / "longtable.db", tmp_path / "backup.db"
    async with await SqliteStore.open(path) as store:
        table = Table(store, seed=lambda: bytes(32))
        match = await table.started(BOB, target=3)
    back_up(path, backup)
    asked: list[int] = []
    for clicks in (100, 200):
        restore(path, backup, replacing=True)
        async with await SqliteStore.open(path) as store:
            table = Table(store, seed=lambda: bytes(32))
            table._click += clicks
            for old in asked:
                with pytest.raises(Refusal, match=r"^move_lost\b"):
                    await table.matches.moves.play(match, ANN, "bid 3", old, table.click)
            question = (await table.matches.queries.situation(match, ANN)).question_number
            assert question is not None
            await table.matches.moves.play(match, ANN, "bid 4", question, table.click)
            asked.append(question)
    assert len(set(asked)) == 2


# Records.


def with_fresh() -> str:
    """Load a record with a fresh entry added and its later draws unchanged."""
    at = 4
    line = replace(RECORD.lines[at - 1], number=at, kind="fresh", seat=None, text=TEXT, drawn=())
    later = [replace(each, number=each.number + 1) for each in RECORD.lines[at:]]
    return write(replace(RECORD, lines=(*RECORD.lines[:at], line, *later)))


def test_a_record_with_fresh_bytes_replays_and_is_held_to_them() -> None:
    record = read(with_fresh())
    assert write(record) == with_fresh()
    assert GENIAL.result(replay(record, GENIAL)) is not None
    with pytest.raises(BadRecord, match="record_loaded"):
        verify(record, GENIAL)
    with pytest.raises(stranger.LoadedError):
        stranger.check(with_fresh())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, TEXT[:-1]),
        (TEXT, TEXT.upper()),
        (TEXT, f"{TEXT} 0"),
        (TEXT, f"{TEXT} 1000"),
        (f" {TEXT}", ""),
        ("fresh -", "fresh 0"),
        ("fresh", "start"),
    ],
)
def test_a_damaged_fresh_entry_is_found(old: str, new: str) -> None:
    with pytest.raises(BadRecord, match="record_damaged"):
        read(with_fresh().replace(old, new))
