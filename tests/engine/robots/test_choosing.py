"""Robots' choices: what they are given, what is kept, and that they can be made again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.cli.main import main
from engine.cli.records import UNFINISHED
from engine.game import Seat
from engine.games import GAMES
from engine.kit.random_player import RandomPlayer
from engine.match.values import SearchWord, Status
from engine.record import BadRecord, read, verify, write
from engine.robot_check import check_robots
from engine.robots.choosing import ANY, Made, Position, robot_key
from engine.robots.levels import keys_of, level_of
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, Flawed
from tests.engine.matches.test_matches import ANN, PLACE, Table

KEY = bytes(range(32))


@pytest.mark.parametrize("text", ["steady/1@0", "expert/12@41/600!", "any/1@7!", "steady/1@3/9"])
def test_how_a_move_was_made_is_written_and_read(text: str) -> None:
    assert str(Made.read(text)) == text


@pytest.mark.parametrize(
    "text", ["", "steady", "steady/0@1", "steady/1@01", "steady/1@1/0", "G/1@1", "steady/1@1!!", "a/1@1 b"]
)
def test_what_says_no_such_thing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no robot"):
        Made.read(text)


def test_a_robots_chance_hangs_on_key_entry_and_seat() -> None:
    keys = {
        robot_key(key, after, Seat(seat)) for key in (KEY, KEY[::-1]) for after in (0, 1) for seat in (0, 1)
    }
    assert len(keys) == 8
    assert robot_key(KEY, 3, Seat(1)) == robot_key(KEY, 3, Seat(1))


async def with_robots(store: SqliteStore, *robots: str) -> Table:
    """Return a table of Ann and robots whose match is over."""
    table = Table(store)
    await table.started(*robots, target=2)
    for _ in range(200):
        await table.matches.timers.run_due_timers()
        situation = await table.matches.queries.situation(1, ANN)
        if situation.match.status is not Status.RUNNING:
            return table
        if situation.moves:
            await table.matches.moves.play(1, ANN, str(situation.moves[0]), None, table.click)
    raise AssertionError("it does not end")


async def record_of(table: Table) -> Any:
    return read(await table.matches.queries.record(1))


async def test_each_robots_move_says_how_it_was_made_and_comes_out_again(store: SqliteStore) -> None:
    record = await record_of(await with_robots(store, "steady", "random"))
    verify(record, AUCTION)
    robots = [line for line in record.lines if line.kind == "move" and line.seat != 0]
    assert robots
    for line in robots:
        assert line.made is not None
        assert line.made.player == ("steady", "random")[line.seat - 1]
        assert line.made.after < line.number
    assert all(line.made is None for line in record.lines if line not in robots)
    found = check_robots(record, AUCTION)
    assert (found.checked, found.unchecked) == (len(robots), 0)
    assert read(write(record)) == record


async def test_another_move_another_chance_and_another_entry_are_found(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AUCTION.players, "drawing", RandomPlayer())  # pyright: ignore[reportArgumentType]
    record = await record_of(await with_robots(store, "drawing"))
    number, line = next((each.number, each) for each in reversed(record.lines) if each.made is not None)

    def told(**changes: Any) -> Any:
        lines = list(record.lines)
        lines[number] = replace(line, **changes)
        return replace(record, lines=tuple(lines))

    assert line.made is not None
    with pytest.raises(BadRecord) as refused:
        check_robots(told(made=replace(line.made, after=999)), AUCTION)
    assert (refused.value.code, refused.value.inputs["number"]) == ("record_robot_move", number)
    for made in (
        replace(line.made, version=9),
        replace(line.made, is_cut=True),
        replace(line.made, player="x"),
    ):
        assert check_robots(told(made=made), AUCTION).unchecked == 1
    outcomes = set[str]()
    for after in range(number):
        try:
            outcomes.add(str(check_robots(told(made=replace(line.made, after=after)), AUCTION).checked))
        except BadRecord as bad:
            outcomes.add(bad.code)
    assert "record_robot_move" in outcomes, "another chance leads to another move somewhere"


async def test_where_a_player_fails_the_steward_moves_and_the_record_says_so(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AUCTION.players, "broken", Flawed.players["broken"])  # pyright: ignore[reportArgumentType]
    record = await record_of(await with_robots(store, "broken"))
    assert {line.made.player for line in record.lines if line.made is not None} == {"steady"}


def test_whoever_fails_too_is_replaced_by_chance_that_can_be_drawn_again() -> None:
    game = GAMES["genesis"]
    state = game.setup(game.Options(), 2, SeededChance(KEY, 0))
    seat = game.pending(state)[0]
    position = Position(game, state, seat, 0, KEY)
    assert position.any_move() == position.any_move()
    assert position.any_move().made == Made(ANY, 1, 0)


async def test_a_record_of_the_first_format_reads_on_and_has_no_brackets(store: SqliteStore) -> None:
    text = write(await record_of(await with_robots(store, "steady")))
    assert text.startswith("Longtable record 2\n")
    with pytest.raises(BadRecord):
        read(text.replace("record 2", "record 1", 1))
    former = read(re.sub(r" \[[^]]*\]", "", text.replace("record 2", "record 1", 1)))
    assert not any(line.made for line in former.lines)
    with pytest.raises(BadRecord):
        read(text.replace("[steady/1@", "[greedy/0@", 1))


async def test_the_command_chooses_again(
    store: SqliteStore, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(store)
    opened = await table.matches.lobbies.open(
        "genesis", GAMES["genesis"].Options(), 2, ANN, "Ann", PLACE, table.click
    )
    await table.matches.lobbies.add_player(opened.id, ANN, "steady", table.click)
    await table.matches.lobbies.start(opened.id, ANN, table.click)
    for _ in range(4):
        await table.matches.timers.run_due_timers()
        situation = await table.matches.queries.situation(opened.id, ANN)
        if situation.moves:
            await table.play(opened.id, ANN, str(situation.moves[0]))
    await table.matches.departures.cancel(opened.id, ANN, table.click)
    file = tmp_path / "record.txt"
    file.write_text(await table.matches.queries.record(opened.id))
    assert main(["verify", "--robots", str(file)]) == UNFINISHED
    assert re.search(r"; [1-9][0-9]* moves of robots come out as they stand there", capsys.readouterr().out)


def test_what_older_versions_wrote_reads_as_steady() -> None:
    assert (level_of("greedy"), level_of("expert"), level_of("nobody")) == ("steady", "expert", "nobody")
    assert keys_of(["novice", "steady"]) == ["novice", "steady", "greedy"]


async def test_a_seat_of_an_older_version_plays_on(store: SqliteStore) -> None:
    table = Table(store)
    match = await table.started("steady", target=1)

    async def former(connection: Any) -> None:
        await connection.execute_fetchall("UPDATE seats SET player = 'greedy' WHERE player = 'steady'", ())

    await store._write(former)  # pyright: ignore[reportPrivateUsage]
    table.matches = table.again()
    found = await table.matches.loader.get(match)
    assert [each.player for each in found.occupants] == [None, "steady"]
    word = SearchWord("tempo", (), ("steady",))
    assert await store.find_matches(ANN, (Status.RUNNING,), None, (word,), 9)
