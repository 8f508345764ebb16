"""Forced moves, in every game: all can see that a seat has one move only, whatever anybody holds. It is made
at once.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import Seat
from engine.matches import Status
from engine.record import read, replay, verify
from engine.store.sqlite import SqliteStore
from tests.contracts.cases import EVERY, GAMES, Case, at_most
from tests.contracts.test_undo_contract import Staged


@EVERY
def test_it_is_the_only_move_whatever_anybody_holds(case: Case) -> None:
    game, dice, found = case.game, random.Random(str(case)), 0
    for seed in range(at_most(4, 2)):
        chance = SeededChance(b"forced", seed)
        state = game.setup(case.options, case.seats, chance)
        for number in range(150):
            if game.result(state) is not None:
                break
            seat = dice.choice(game.pending(state))
            only = game.defaults(state, seat).forced
            twins = [game.redeal(state, None, SeededChance(b"twin", 7 * number + each)) for each in range(4)]
            timeout = game.defaults(state, seat).timeout
            for twin in twins:
                defaults = game.defaults(twin, seat)
                assert defaults.forced == only
                assert (defaults.timeout is None) == (timeout is None), (
                    "all can see whether a short clock runs"
                )
            alike = game.redeal(state, seat, SeededChance(b"alike", number))
            assert game.defaults(alike, seat) == game.defaults(state, seat), (
                "the seat itself cannot know that"
            )
            if only is not None:
                found += 1
                for twin in (state, *twins):
                    assert [str(each) for each in game.moves(twin, seat)] == [str(only)]
            for other in range(case.seats):
                assert other in game.pending(state) or game.defaults(state, Seat(other)).forced is None
            moves = game.moves(state, seat)
            state, _ = game.play(state, seat, moves[dice.randrange(len(moves))], chance)
    assert found or not case.trial.forced


@pytest.mark.parametrize("case", [game.cases[0] for game in GAMES if game.trial.forced], ids=str)
async def test_it_is_made_at_once_told_and_calls_nobody(tmp_path: Path, case: Case) -> None:
    """The rules and the records agree on forced moves through whole matches."""
    made, dice = 0, random.Random(str(case))
    for seed in range(at_most(4, 2)):
        async with await SqliteStore.open(tmp_path / f"{seed}.db") as store:
            table = await Staged(case, store, None).opened()
            await table.settled()
            while (await table.match()).status is Status.RUNNING:
                state = await table.state()
                seat = case.game.pending(state)[0]
                assert case.game.defaults(state, seat).forced is None, "nobody is asked what is forced"
                moves = case.game.moves(state, seat)
                await table.play(seat, str(moves[dice.randrange(len(moves))]))
                before = (await table.match()).entries
                await table.settled()
                entries = await store.entries(table.id)
                for entry in entries[before:]:
                    made += 1
                    assert entry.by is None
                    assert entry.at == table.time
                called = {one.number for one in await store.notices((table.id,)) if one.kind == "turn"}
                assert called.isdisjoint(range(before - 1, len(entries) - 1)) or len(entries) == before
            told = [code(each) for _, each in await table.matches.queries.log(table.id, None)]
            assert sum("only_move" in each for each in told) == sum(
                entry.by is None and entry.kind == "move" for entry in await store.entries(table.id)
            )
            record = read(await table.matches.queries.record(table.id))
            replay(record, case.game)
            assert verify(record, case.game)
            await table.matches.close()
    assert made


def code(events: Any) -> list[str]:
    return [event.code for event in events]
