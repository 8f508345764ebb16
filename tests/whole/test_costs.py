"""Count the cost of a turn by the requests that the sandbox saw."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.matches import Limits
from engine.store.sqlite import SqliteStore
from harness.counting import ANSWER, Costs, kind_of
from harness.playing import open_panel, opened_table, running
from harness.waiting import until
from sandbox import Sandbox
from sandbox.people import People
from tests.whole.watching import Watch

TURNS = 16
TRANSACTIONS, READS = 4, 4
"""A turn, at most: with all that is begun, noted and looked for, as it is played and told."""
LOOKS = 1
"""Reads and transactions a second while nothing happens: a slow machine has more of them a turn."""


def counted(work: Callable[..., Awaitable[Any]], asked: Counter[str]) -> Callable[..., Awaitable[Any]]:
    async def noted(*given: Any) -> Any:
        asked[work.__name__] += 1
        return await work(*given)

    return noted


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/channels/12/messages", "POST message"),
        ("PATCH", "/channels/12/messages/34", "PATCH message"),
        ("GET", "/channels/12/messages/34?x=1", "GET message"),
        ("POST", "/users/@me/channels", "POST direct channel"),
        ("POST", "/channels/12/messages/34/threads", "POST thread"),
        ("PATCH", "/channels/12", "PATCH thread"),
        ("PUT", "/applications/1/commands", "PUT other"),
        ("POST", "/interactions/1/token/callback", ANSWER),
        ("PATCH", "/webhooks/1/token/messages/@original", ANSWER),
    ],
)
def test_kinds(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


async def test_a_turn_is_counted(people: People, watch: Watch) -> None:
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn, costs = await table.next(), Costs(people)
    await watch.all_said()
    await costs.clear()
    person = table.person(turn)
    await table.settle(person, await table.type_a_move(person))
    await table.next()

    async def counted() -> bool:
        """Requests are noted when they have been answered."""
        await costs.read()
        return costs.presses >= 2

    await until(counted)  # suggestions and the answer
    costs.turns = 1
    assert costs.a_turn(ANSWER) >= costs.presses
    assert costs.a_turn("POST message") == 1
    assert costs.a_turn() >= costs.a_turn("POST message")


@pytest.mark.parametrize(("game", "most"), [("genial", 3.0), ("genesis", 2.0)], ids=["secrets", "none"])
async def test_a_turn_costs_few_requests_and_statements(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, most: float
) -> None:
    """People play by turns from the thread, from the direct message if there is one, and by typing."""
    database, asked = tmp_path / "longtable.db", Counter[str]()
    for work in ("_read", "_write"):
        monkeypatch.setattr(SqliteStore, work, counted(getattr(SqliteStore, work), asked))
    async with running(box, database, Limits(hold=timedelta())) as bot, People(box.url) as people:
        await people.bot_online()
        await bot.icons_known()
        names = ("ada", "basile", "chloe", "dan")
        table = await opened_table(people, names, "4", game=game)
        turn, costs, ways = await table.next(), Costs(people), itertools.cycle(("tap", "direct", "type"))
        await Watch(database).all_said()
        await costs.clear()
        asked.clear()
        began = time.monotonic()
        while not table.over(turn) and costs.turns < TURNS:
            person, way = table.person(turn), next(ways)
            if way == "direct" and game == "genial":
                answer = await table.tap_through(person, await open_panel(bot, table, person))
            elif way == "type":
                answer = await table.type_a_move(person)
            else:
                answer = await table.tap_a_move(person, turn)
            await table.settle(person, answer)
            costs.turns += 1
            turn = await table.next()
            await costs.read()
        assert costs.turns == TURNS
        assert costs.a_turn() <= most, costs.kinds
        assert costs.a_turn("POST message") >= 1
        looks = LOOKS * (time.monotonic() - began)
        assert asked["_write"] <= TRANSACTIONS * TURNS + looks, asked
        assert asked["_read"] <= READS * TURNS + looks, asked


async def test_a_panel_that_is_pressed_is_changed_by_the_press(box: Sandbox, tmp_path: Path) -> None:
    """Whoever plays by direct message: a turn is the call, and the last one that loses its controls."""
    database = tmp_path / "longtable.db"
    async with running(box, database, Limits(hold=timedelta())) as bot, People(box.url) as people:
        await people.bot_online()
        await bot.icons_known()
        table = await opened_table(people, ("ada", "basile"), "2", game="genial")
        turn, costs = await table.next(), Costs(people)
        for number in range(12):
            if number == 4:  # both have pressed their panels
                await Watch(database).all_said()
                await costs.clear()
            person = table.person(turn)
            await table.settle(person, await table.tap_through(person, await open_panel(bot, table, person)))
            costs.turns += 1
            turn = await table.next()
            await costs.read()
        await Watch(database).all_said()
        await costs.read()
        assert costs.a_turn() <= 2.1, costs.kinds
        panels = bot.services.presses
        assert len(panels._tokens) == 2
