"""The same interaction delivered twice, and several people (or one, twice) at the same instant."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import pytest

from bot import Longtable
from engine.matches import Status
from engine.store import Full
from harness.playing import Table, control, controls, in_full, opened_table
from harness.waiting import until
from sandbox.people import Answer, Message, People, Person
from tests.whole.watching import Watch, play_on, sentence

pytestmark = pytest.mark.usefixtures("quiet")


async def lobby(people: People, players: str = "2", deliver: int = 1) -> Message:
    await people["ada"].command("genial new", {"players": players}, deliver=deliver)
    return await people["ada"].sees(lambda message: bool(controls(message, "join")), "games")


def told(answers: list[Answer]) -> Counter[str]:
    assert all(answer.message is not None and answer.message.private for answer in answers), answers
    return Counter(answer.text.partition("\n")[0] for answer in answers)


async def test_before_the_start_everything_delivered_twice(
    people: People, bot: Longtable, watch: Watch
) -> None:
    ada, basile, chloe = people["ada"], people["basile"], people["chloe"]
    table = await lobby(people, "3", deliver=2)
    assert watch.count("matches") == 1
    match = await bot.matches.loader.get(1)
    assert len(match.occupants) == 1
    assert (await basile.press(table, controls(table, "join")[0], deliver=2)).text
    assert (await chloe.press(table, controls(table, "join")[0], deliver=2)).text
    full = await chloe.sees(lambda message: bool(controls(message, "leave")), "games")
    await chloe.press(full, controls(full, "leave")[0], deliver=2)
    assert [each.person for each in (await bot.matches.loader.get(1)).occupants] == [
        int(ada.id),
        int(basile.id),
    ]
    await watch.all_said()
    table = await ada.sees(
        lambda message: bool(controls(message, "join")) and "Chlo" not in message.text, "games"
    )
    for robots, seated in (("steady", 3), ("-", 2)):
        form = await ada.press(table, controls(table, "change")[0], deliver=2)
        await ada.submit(form, {"Automatic players": robots}, deliver=2)
        await watch.all_said()
        assert len((await bot.matches.loader.get(1)).occupants) == seated
    table = await ada.sees(lambda message: bool(controls(message, "join")), "games")
    await chloe.press(table, controls(table, "join")[0])
    await watch.all_said()
    ready = await ada.sees(lambda message: bool(controls(message, "start")), "games")
    await ada.press(ready, controls(ready, "start")[0], deliver=2)
    assert (await bot.matches.loader.get(1)).status is Status.RUNNING
    assert watch.count("entries") == 1
    await watch.all_said()
    shown = [each for each in await ada.messages("games") if not each.private]
    lobbies = [each for each in shown if controls(each, "fairness")]
    assert len(lobbies) == 1


async def test_at_the_board_everything_delivered_twice(people: People, bot: Longtable, watch: Watch) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    person = table.people[0]
    for move in range(2):
        turn = await table.next()
        person = table.person(turn)
        for verb in ("hand", "text"):
            await person.press(turn, controls(turn, verb)[0], deliver=2)
        panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0], deliver=2))
        panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0], deliver=2))
        place = controls(panel, "go")[0]
        if move:
            typed = place.partition(":go:")[2]
            coming = person.command("genial play", move=typed, channel=table.thread, deliver=2)
        else:
            coming = person.press(panel, place, deliver=2)
        await in_full(person, coming)
        assert watch.count("entries") == 2 + move
    other = next(each for each in table.people if each is not person)
    sure = await other.command("match cancel", channel=table.thread, deliver=2)
    assert sure.message is not None
    await other.press(sure.message, controls(sure.message, "cancel")[0], deliver=2)
    assert len((await bot.matches.loader.get(1)).agreed) == 1
    vote = await person.sees(lambda message: bool(controls(message, "cancel")), table.thread)
    sure = await person.press(vote, controls(vote, "cancel")[0], deliver=2)
    assert sure.message is not None
    await person.press(sure.message, controls(sure.message, "cancel")[0], deliver=2)
    assert (await bot.matches.loader.get(1)).status is Status.CANCELLED


async def test_a_rematch_delivered_twice_and_asked_by_both(
    people: People, bot: Longtable, watch: Watch
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    await play_on(bot, 1)
    end = await people["ada"].sees(table.over, table.thread, within=20)
    again = controls(end, "rematch")[0]
    await asyncio.gather(*(people[name].press(end, again, deliver=2) for name in ("ada", "basile")))
    assert watch.count("matches") == 2
    match = await bot.matches.loader.get(2)
    assert {each.person for each in match.occupants} == {int(people["ada"].id), int(people["basile"].id)}
    await watch.refused(
        lambda locale: people["dan"].press(end, again, locale=locale), "full", match=2, seats=2
    )
    await people["ada"].sees(lambda message: bool(controls(message, "start")), "games")


async def test_the_last_seat(people: People, bot: Longtable) -> None:
    table = await lobby(people)
    join = controls(table, "join")[0]
    answers = await asyncio.gather(
        *(people[name].press(table, join, locale="en-US") for name in ("basile", "chloe", "dan"))
    )
    assert told(answers) == {
        "You sit at table 1.": 1,
        sentence("en", "full", match=1, seats=2): 2,
    }
    assert len((await bot.matches.loader.get(1)).occupants) == 2


async def test_one_person_clicks_twice_at_once(people: People, bot: Longtable, watch: Watch) -> None:
    ada, basile = people["ada"], people["basile"]
    table = await lobby(people)
    answers = await asyncio.gather(
        *(basile.press(table, controls(table, "join")[0], locale="en-US") for _ in range(3))
    )
    assert told(answers)[sentence("en", "seated", match=1)] == 2
    ready = await ada.sees(lambda message: bool(controls(message, "start")), "games")
    answers = await asyncio.gather(*(ada.press(ready, controls(ready, "start")[0]) for _ in range(3)))
    assert told(answers)[sentence("en", "started", match=1)] == 2
    assert watch.count("entries") == 1


async def places(table: Table, person: Person, turn: Message, count: int) -> list[tuple[Message, str]]:
    """Return `count` panels, and on each another place that can be tapped."""
    taps: list[tuple[Message, str]] = []
    for number in range(count):
        panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
        panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[0]))
        taps.append((panel, controls(panel, "go")[number]))
    return taps


async def test_two_moves_at_once(
    people: People, bot: Longtable, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    person = table.person(turn)
    other = next(each for each in table.people if each is not person)
    typed = partial(other.command, "genial play", move="BR E5 F5", channel=table.thread, locale="en-US")
    with monkeypatch.context() as opening:
        # As if other processes had answered: none shrinks when a newer one comes.
        opening.setattr(bot.services.open_panels, "note", lambda *panel: None)
        taps, *refused = await asyncio.gather(places(table, person, turn, 3), typed(), typed())
    assert {each.text for each in refused} == {sentence("en", "not_your_turn")}
    answers = await asyncio.gather(
        *(in_full(person, person.press(panel, place, locale="en-US")) for panel, place in taps)
    )
    assert watch.count("entries") == 2
    stale = [each for each in answers if each.text.startswith(sentence("en", "stale"))]
    assert len(stale) == 2
    assert (await table.next()).id != turn.id
    await watch.all_said()
    await bot.services.open_panels.close()
    for each in answers:
        assert each.message is not None
        assert (await person.again(each.message)).text == each.text, "no answer wipes out another"


async def test_everybody_agrees_at_once(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    sure = [await person.command("match cancel", channel=table.thread) for person in table.people]
    answers = await asyncio.gather(
        *(
            person.press(each.message, controls(each.message, "cancel")[0])
            for person, each in zip(table.people, sure, strict=True)
            if each.message
        )
    )
    assert all(answer.state in {"answered", "updated"} for answer in answers)
    assert (await bot.matches.loader.get(1)).status is Status.CANCELLED
    await people["ada"].sees(lambda message: "called off" in message.text, table.thread)


async def test_everybody_leaves_at_once(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    sure = [await person.command("match resign", channel=table.thread) for person in table.people]
    for deliver in (2, 1):
        await asyncio.gather(
            *(
                person.press(each.message, f"lt:{table.match}:0:-:leave:yes", deliver=deliver, force=True)
                for person, each in zip(table.people, sure, strict=True)
                if each.message
            )
        )
    assert (await bot.matches.loader.get(1)).status is Status.OVER, "the other one has won"
    kinds = [entry.kind for entry, _ in await bot.matches.queries.log(1, None)]
    assert kinds[-2:] == ["seat", "end"]
    assert kinds.count("end") == 1
    assert control(f"lt:{table.match}:0:-:leave:yes")[0] == "1"


async def test_suggestions_delivered_twice(people: People) -> None:
    table = await opened_table(people, ("ada",), "solo")
    ada = people["ada"]
    body = {
        "kind": "autocomplete",
        "channel_id": table.thread,
        "command": "genial play",
        "options": {"move": ""},
        "focused": "move",
        "deliver": 2,
    }
    answer = await people.ask("POST", f"/people/{ada.id}/interactions", body)
    assert answer["choices"]


@pytest.mark.parametrize("tapped", [False, True], ids=["typed", "tapped"])
async def test_a_copy_of_what_was_refused_does_nothing(
    people: People, bot: Longtable, watch: Watch, monkeypatch: pytest.MonkeyPatch, tapped: bool
) -> None:
    """The disk was full for a moment: who hears that nothing was kept finds no move later."""
    store: Any = bot.matches.store
    commit, clicks = store.commit, list[Any]()

    async def full_once(change: Any) -> Any:
        if change.click is not None and change.click[1] == "play":
            clicks.append(change.click)
            if len(clicks) == 1:
                raise Full("store_full", path="longtable.db")
        return await commit(change)

    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    person = table.person(turn)
    monkeypatch.setattr(store, "commit", full_once)
    if tapped:
        panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
        while not (goes := controls(panel, "go")):
            answer = await person.press(panel, controls(panel, "menu")[0], deliver=2)
            panel = await table.shown(person, answer)
        await person.press(panel, goes[0], deliver=2)
    else:
        offers = await person.complete("genial play", "move", "", channel=table.thread)
        move = {"move": offers[0][1]}
        await person.command("genial play", move, channel=table.thread, deliver=2)
    await until(lambda: clicks)  # it may be acknowledged before
    await person.command("turns")  # the copy has begun before it
    await watch.all_said()
    assert len(clicks) == 1
    assert (await bot.matches.loader.get(1)).entries == 1


async def test_what_is_being_answered_when_the_bot_is_told_to_end_is_answered(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch, quiet: None
) -> None:
    begun, goes_on = asyncio.Event(), asyncio.Event()
    lobbies = bot.matches.queries.lobbies_at

    async def slow(*given: Any, **more: Any) -> Any:
        begun.set()
        await goes_on.wait()
        return await lobbies(*given, **more)

    monkeypatch.setattr(bot.matches.queries, "lobbies_at", slow)
    asked = asyncio.create_task(in_full(people["ada"], people["ada"].command("tables", channel="games")))
    await begun.wait()
    ending = asyncio.create_task(bot.close())
    await until(lambda: bot.guard.ending)
    goes_on.set()
    assert (await asked).state == "answered"
    await ending
