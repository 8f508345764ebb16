"""Parts of the benchmarks: what they count, how they compare, and that people look again where they must."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench import growth
from bench.crowd import Crowd, Waits
from bench.growth import Point
from bench.saturation import Load
from bench.stores import WAYS, Comparison, Cost
from bench.turns import AnsweredError, Bill, Play, Ratio, StuckError, compared, told, turn_about
from bench.world import running_bot
from cogs.text.text import text_for
from harness.counting import ANSWER, Costs
from harness.playing import opened_table
from harness.waiting import until
from sandbox.people import Message, People, Person, Refused

# People who cannot go on look again


async def begun_play(people: People) -> Play:
    return Play(await opened_table(people, ("ada", "basile"), "2", game="genesis"), Random(1))


async def test_who_is_refused_looks_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    play, begun, tried = await begun_play(people), Play._begun, Counter[str]()

    async def refused(self: Play, person: Person, called: Message | None) -> Message:
        tried[person.name] += 1
        if tried.total() == 1:
            raise Refused(400, "The message has no such component.")
        return await begun(self, person, called)

    monkeypatch.setattr(Play, "_begun", refused)
    assert await play.turn() == 1
    called, called_now = await play.next_call()
    assert called is not None
    assert [person.name for person in called_now] not in ([], [*tried]), "the other one is called"
    assert play.refused == {"The message has no such component.": 1}
    assert await play.turn() == 1


async def test_who_has_answered_meanwhile_is_asked_nothing(people: People) -> None:
    play = await begun_play(people)
    called, (person,) = await play.next_call()
    assert called is not None
    await play.table.settle(person, await play.table.type_a_move(person))
    await play.table.next()
    before = (await person.messages(play.table.thread))[-1]
    await play._answer_surely(person, called)
    after = [each.id for each in await person.messages(play.table.thread) if not each.private]
    assert after[-1] == before.id, "nothing was played for the other"


async def test_who_can_never_answer_is_told_of(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    play = await begun_play(people)
    said = text_for("en").plain("refusal.unknown_control")

    async def dead(self: Play, person: Person, called: Message | None, panel: Message | None) -> None:
        raise AnsweredError(said)

    monkeypatch.setattr(Play, "_answer", dead)
    with pytest.raises(StuckError, match="does nothing any more"):
        await play.turn()


# What is counted


class Ledger:
    """People whose sandbox has forgotten its first requests."""

    def __init__(self) -> None:
        self.noted: list[dict[str, Any]] = []

    async def requests(self, since: int) -> Sequence[dict[str, Any]]:
        return [each for each in self.noted if each["number"] > since]

    def note(self, *numbers: int) -> None:
        path = "/channels/1/messages"
        self.noted += [{"number": number, "method": "POST", "path": path} for number in numbers]


async def test_what_came_before_is_left_out() -> None:
    ledger = Ledger()
    ledger.note(7, 8)
    costs = Costs(ledger)  # type: ignore[arg-type]
    await costs.skip()
    assert not costs.kinds
    ledger.note(9)
    await costs.read()
    assert costs.kinds == {"POST message": 1}


STORE = """
class Connected:
    async def _read(self, sql):
        return []
    async def _write(self, work):
        return await work()
    async def _write_one(self, sql):
        async def work():
            return sql
        return await self._write(work)
"""
CANVAS = """
def palette_png(image):
    return b"12345"
"""
BOT = """
import asyncio, signal
from engine.store.sqlite.connection import Connected
from render.kit import canvas
async def work():
    store = Connected()
    await store._read("SELECT")
    await store._read("SELECT")
    await store._write_one("UPDATE")
    canvas.palette_png(None)
asyncio.run(work())
signal.pause()
"""


async def test_a_bot_of_any_tree_tells_its_figures(tmp_path: Path) -> None:
    """It has neither this tree's modules nor a film; what calls itself is counted once."""
    for name, text in (
        ("engine/store/sqlite/connection.py", STORE),
        ("render/kit/canvas.py", CANVAS),
        ("bot.py", BOT),
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    async with running_bot(str(tmp_path / "bot.py"), {"PYTHONDONTWRITEBYTECODE": "1"}) as bot:

        async def done() -> dict[str, float] | None:
            figures = dict(await bot.figures())
            return figures if figures.get("pictures") else None

        figures = await until(done)
    assert figures["processor"] > 0
    assert figures["resident"] > 1
    for each in ("processor", "kept", "resident"):
        del figures[each]
    assert figures == {"reads": 2, "transactions": 1, "pictures": 1, "bytes": 5}


# How it is compared


def test_trees_take_turns_to_begin() -> None:
    assert [turn_about(2, number) for number in (-1, 0, 1)] == [[1, 0], [0, 1], [1, 0]]


def test_a_ratio_is_of_pairs_and_has_an_interval() -> None:
    steady = Ratio.of([2.0, 4.0, 8.0], [1.0, 2.0, 4.0])
    assert [round(each, 9) for each in (steady.value, steady.least, steady.most)] == [2, 2, 2]
    wild = Ratio.of([1.0, 4.0], [1.0, 1.0])
    assert wild.value == pytest.approx(2)
    assert wild.least < 1 < 4 < wild.most
    assert math.isinf(Ratio.of([3.0], [1.0]).most)
    assert str(Ratio.of([3.0], [1.0])) == "3.00 (one pair)"


def bill(seconds: float, presses: int, known: set[str]) -> Bill:
    kinds = Counter({"PATCH message": 20, "POST message": 10, ANSWER: 40})
    counts = Counter(dict.fromkeys(known, 100))
    return Bill(10, presses, seconds, kinds, counts, known, Counter({"no suggestions": 1}))


def test_a_bill_tells_everything() -> None:
    lines = "\n".join(told(sum([bill(0.4, 30, {"reads"}), bill(0.6, 30, {"reads"})], Bill())))
    assert "50.0 ms of the bot's processor a turn, 20 turns" in lines
    assert "3.00 requests a turn: PATCH message 2.00, POST message 1.00" in lines
    assert "16.7 ms a request" in lines
    assert "4.00 free answers a turn; 3.00 presses, 16.7 ms each" in lines
    assert "10.00 reads" in lines
    assert "pictures" not in lines, "a tree may not have all that is counted"
    assert "2 times people had to look again: no suggestions" in lines


def test_trees_are_compared_by_the_turn_and_by_the_press() -> None:
    own = [bill(0.4, 60, {"reads"}) for _ in range(3)]
    other = [bill(0.2, 30, set()) for _ in range(3)]
    lines = "\n".join(compared(own, other, "THERE"))
    assert "a turn 2.00 (2.00 to 2.00), a press 1.00 (1.00 to 1.00)" in lines
    assert "presses a turn: 2.00" in lines


def test_percentiles() -> None:
    assert Waits.percentiles([]) == (0, 0, 0)
    assert Waits.percentiles([2.0]) == (2, 2, 2)
    assert Waits.percentiles([float(each) for each in range(101)]) == (50, 95, 99)
    assert Waits([1.0, 3.5]).late == 1


@pytest.mark.parametrize(
    ("waits", "count", "reached"), [([0.1, 0.2], 600, True), ([0.1, 9.0], 600, False), ([0.1], 400, False)]
)
def test_a_load_is_enough_if_it_is_fast_and_prompt(waits: list[float], count: int, reached: bool) -> None:
    kinds = Counter({"PATCH message": count, ANSWER: 1000})
    load = Load(10.0, kinds, Counter(genial=200), Waits(waits), 0.95, 0.5, 150.0)
    assert load.is_reached is reached
    assert "47.5 ms of the bot's processor a turn" in "\n".join(load.lines())
    assert "not saturated" not in "\n".join(load.lines())


def test_a_load_says_that_the_driver_was_in_the_way() -> None:
    load = Load(10.0, Counter(), Counter(), Waits(), 0.5, 0.95, 150.0)
    lines = "\n".join(load.lines())
    assert "not saturated" in lines
    assert "the driver was the bottleneck" in lines
    assert "other programs" not in lines


def test_a_load_says_that_others_had_the_core() -> None:
    load = Load(10.0, Counter(), Counter(), Waits(), 0.5, 0.5, 150.0, 0.45)
    lines = "\n".join(load.lines())
    assert "other programs** kept the bot from its core for 45%" in lines
    assert "not saturated" not in lines


def test_growth_is_what_comes_after_the_first_quarter() -> None:
    points = [Point(0, 80), Point(200, 100), Point(400, 160), Point(800, 164)]
    assert growth.grown(points) == pytest.approx(0.64)
    assert growth.grown([Point(0, 80), Point(200, 160), Point(800, 164)]) == pytest.approx(0.025)
    assert not growth.is_reached(points)
    assert growth.is_reached([Point(0, 80), Point(200, 160), Point(800, 164)])
    assert not growth.is_reached([Point(0, 80), Point(200, 190), Point(800, 164)])


def test_stores_are_compared_with_the_servers_processor() -> None:
    costs = {way: [Cost(10, 1.0, 0.01, 0.0, 0)] * 3 for way in WAYS}
    costs[WAYS[1]] = [Cost(10, 1.0, 0.01, 0.008, 20)] * 3
    found = Comparison(costs)
    assert found.bot.median == pytest.approx(1)
    assert found.whole.median == pytest.approx(1.8)
    assert found.medians[WAYS[1]].server == pytest.approx(0.8)


# Many tables


def test_the_game_that_lags_behind_is_played_next() -> None:
    crowd: Any = Crowd(None, None, None, ())  # type: ignore[arg-type]
    crowd.turns.update(genial=100, genesis=90)
    assert crowd.next_game(["genial", "genesis"]) == "genesis"
    crowd._running["genesis"] += 1
    assert crowd.next_game(["genial", "genesis"]) == "genial"


async def test_a_crowd_plays_at_a_bot_of_its_own() -> None:
    """Nobody has a connection, and who has left keeps no page open."""
    points, played = await growth.measure(["genial", "genesis"], 6, 3, 2, None)
    assert points[0].turns == 0
    assert points[-1].turns >= 6
    assert all(each.memory > 10 for each in points)
    assert played.people.waits.first, "every press is timed"
    assert [*played.people] == []
    assert not any(played.box.audience.pages.values())
