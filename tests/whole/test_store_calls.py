"""Reads and transactions of a turn, of each game and on either database."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bench.turns import FORMS, GAMES, Play
from harness.counting import Costs
from harness.playing import opened_table, running, with_emojis
from harness.postgres import BOTH
from harness.postgres import database as postgres
from harness.store_calls import LATER, Calls, counted
from sandbox import Sandbox
from sandbox.people import People

TURNS = 12
READS = TRANSACTIONS = 4
"""A turn, at most, with all that is begun, noted and looked for, as it is played and told."""
SHARED_READS = 6
"""A turn, at most, beside one look at the match for each press, where other processes write too."""
BY_TIME = (
    LATER,
    "Timers._next",
    "Courier._take",
    "Calendar.look",
    "Calendar.run",
    "ServerNewsPosts.run",
    "Timekeeper.beat",
    "Leases.look",
    "share_requests",
    "Promises.",
    "Loader._is_current",
    "Glancing._glance",
)
"""Callers that go by time, and not by turns; looks at matches are counted apart."""
GLANCES = "Glancing._glance"


@pytest.fixture
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | str]:
    """A new database."""
    if request.param == "sqlite":
        yield tmp_path / "longtable.db"
    else:
        async with postgres() as url:
            yield url


def by_turns(calls: Counter[str]) -> Counter[str]:
    """Those that do not go by time."""
    kept = {caller: n for caller, n in calls.items() if not any(each in caller for each in BY_TIME)}
    return Counter(kept)


@pytest.mark.parametrize("address", BOTH, indirect=True)
@pytest.mark.parametrize("game", GAMES)
async def test_a_turn_reads_and_writes_little(box: Sandbox, address: Path | str, game: str) -> None:
    with_emojis(box)
    with counted() as calls:
        async with running(box, address), People(box.url) as people:
            await people.bot_online()
            names = [person.name for person in people][: GAMES[game]]
            table = await opened_table(people, names, None, game=game, options=FORMS[game].new)
            play, costs = Play(table, random.Random(1)), Costs(people)
            await play.turn()  # what is read once is no turn's
            await play.next_call()
            await costs.clear()
            calls.clear()
            while costs.turns < TURNS and (turns := await play.turn()):
                costs.turns += turns
                await costs.read()
            seen = Calls(Counter(calls.reads), Counter(calls.transactions))
    said = "\n".join(seen.lines(costs.turns))
    if isinstance(address, Path):
        assert by_turns(seen.reads).total() <= READS * costs.turns, said
    else:
        glances = sum(n for caller, n in seen.reads.items() if GLANCES in caller)
        assert by_turns(seen.reads).total() <= READS * costs.turns, said
        assert glances <= 2 * costs.presses + SHARED_READS * costs.turns, said
    assert by_turns(seen.transactions).total() <= TRANSACTIONS * costs.turns, said
