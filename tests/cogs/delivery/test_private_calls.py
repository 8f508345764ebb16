"""War and the end of an Age call in private whoever has something to decide, and nobody else sees whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.genesia.combat import assault
from engine.genesia.model import Phase
from engine.match.values import Entry
from tests.cogs.delivery.test_quiet_hours import rung, sleeps
from tests.cogs.delivery.test_series import refuses_messages, situation
from tests.cogs.genesia.genesia_people import People
from tests.cogs.genesia.test_genesia_in_simcord import play, play_until
from tests.cogs.simulated import Town, said


@pytest.fixture
def slow_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house take a day: these people answer within no time, which it would learn."""

    def tomorrow(
        limits: Any, stored: Any, fold: Any, entries: Sequence[Entry], *_: Any, **__: Any
    ) -> datetime:
        return entries[-1].at + timedelta(days=1)

    monkeypatch.setattr("engine.matches.core.consequences.answer_at", tomorrow)


@pytest.fixture(params=[False, True], ids=["somebody decides", "the house decides"])
def house(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, slow_house: None) -> bool:
    """Return whether the house answers for all about war and peace, because of what is in their hands."""
    if request.param:
        monkeypatch.setattr(assault, "can_attack_with_hand", lambda state, people: False)
    return bool(request.param)


async def before_war(place: Town, **options: Any) -> tuple[int, int]:
    """Both may attack, as they may recruit; return who waits for the other's last turn, and that one."""
    await place.open(2, "genesia", players="2", **{"attack-recruits": True}, **options)
    await place.start()
    await play_until(place, Phase.EXPANSION, 2)
    waiting = place.people.index(place.mover())
    await play(place, waiting, "end")
    return waiting, 1 - waiting


def about_war(place: Town, person: int) -> list[str]:
    return [each for each in rung(place, place.people[person]) if "war or peace" in each]


def at_table(calls: list[str]) -> list[str]:
    return [each for each in calls if each.startswith("<@")]


async def test_a_question_about_war_rings_in_private_for_who_has_to_decide(place: Town, house: bool) -> None:
    waiting, last = await before_war(place)
    await play(place, last, "end")
    assert "0 of 2" in said(place.turn)
    called = about_war(place, waiting)
    assert len(called) == (0 if house else 1)
    assert at_table(called) == []
    assert about_war(place, last) == [], "who has just pressed is there"


async def test_the_table_sees_the_same_whoever_answers(place: Town, house: bool) -> None:
    """What is sent to the thread for the question, with its clock and its rings, hangs on no hand."""
    _, last = await before_war(place, pace="day")
    await play(place, last, "end")
    public = await place.bot.matches.queries.situation(1, None)
    assert public.round is not None
    assert all(public.times[seat].deadline is not None for seat in public.round.seats)
    sent = [
        each.json
        for each in place.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{place.thread.id}/messages"
    ]
    assert "war or peace" in sent[-1]["content"]
    assert sent[-1]["allowed_mentions"].get("users", []) == []
    assert all(f"<@{person.id}>" in sent[-1]["content"] for person in place.people[:2])


async def test_war_is_one_message_from_its_first_question_to_its_last(place: Town) -> None:
    waiting, last = await before_war(place)
    await play(place, last, "end")
    message, entries = place.turn.id, len(place.thread.history())
    await play(place, last, "peace")
    assert "1 of 2" in said(place.turn)
    assert (place.turn.id, len(place.thread.history())) == (message, entries)
    await play(place, waiting, "peace")
    assert place.turn.id != message, "the end of the Age is another one"


@pytest.mark.parametrize("known", [True, False], ids=["known", "found out now"])
async def test_whom_no_direct_message_reaches_is_called_at_the_table_whatever_is_in_the_hand(
    place: Town, house: bool, known: bool
) -> None:
    waiting, last = await before_war(place)
    if known:
        await place.bot.services.people.notice(place.people[waiting].id, dm_closed=True)
    refuses_messages(place, waiting)
    await play(place, last, "end")
    assert (await place.bot.matches.people.person(place.people[waiting].id)).dm_closed
    assert len(at_table(about_war(place, waiting))) == 1
    assert at_table(about_war(place, last)) == []


@pytest.mark.parametrize("closed", [False, True])
async def test_after_a_night_the_table_sees_the_same_whoever_answers(
    place: Town, house: bool, closed: bool
) -> None:
    """Clocks wait for the morning. Then a closed inbox is called at the table, all others in private."""
    waiting, last = await before_war(place, pace="day")
    sleeper = place.people[waiting]
    if closed:
        await place.bot.services.people.notice(sleeper.id, dm_closed=True)
        refuses_messages(place, waiting)
    await sleeps(place, sleeper)
    await play(place, last, "end")
    seat = (await situation(place, waiting)).seat
    public = await place.bot.matches.queries.situation(1, None)
    assert public.times[seat].deadline is None, "it waits, whoever answers"
    assert about_war(place, waiting) == []
    before = rung(place, sleeper)
    await place.live(timedelta(hours=4))
    assert rung(place, sleeper) == before
    await place.live(timedelta(hours=2))
    called = rung(place, sleeper)[len(before) :]
    assert bool(at_table(called)) == closed
    if not closed:
        assert len(called) == (0 if house else 1)
    public = await place.bot.matches.queries.situation(1, None)
    assert public.times[seat].deadline is not None


async def test_a_panel_that_is_shown_anew_rings_nobody(place: Town) -> None:
    """It was changed too late by a process that was stopped: its person has been called already."""
    waiting, last = await before_war(place)
    await play(place, last, "end")
    assert len(about_war(place, waiting)) == 1
    post = await place.bot.matches.posts.post(1, "hand", place.people[waiting].id)
    assert post is not None
    channel = place.bot.get_partial_messageable(post.channel)
    before = (await channel.fetch_message(post.message)).content
    await channel.get_partial_message(post.message).edit(content="older")
    assert await place.bot.matches.recovery.show_again(1, post.message)
    await place.settle()
    assert (await channel.fetch_message(post.message)).content == before
    assert len(about_war(place, waiting)) == 1
    assert await place.bot.matches.posts.post(1, "hand", place.people[waiting].id) == post
    await play(place, waiting, "peace")
    await play(place, last, "peace")
    panel = await place.bot.matches.posts.post(1, "hand", place.people[waiting].id)
    assert panel is not None
    assert panel.message != post.message, "the next question calls as ever"


async def test_rings_and_messages_of_simulated_people(place: Town) -> None:
    """Two Ages of three people: a message each for draft, war, end and every turn, and no ring for nothing.

    The command in `genesia_people` plays whole games.
    """
    people = People(place, 3, seed=4)
    await people.open()
    await people.play(last_age=2)
    assert people.idle == []
    phases = {each.phase for each in people.heard}
    assert phases >= {Phase.STANCE, Phase.GROWTH}
    assert people.messages <= 19
    assert place.refusals() == []
