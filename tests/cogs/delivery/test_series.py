"""A draft calls once: later choices come in its message, and the last one missing is called in private."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.game import Calling
from engine.genesia.rules import GENESIA
from tests.cogs.delivery.test_quiet_hours import rung, sleeps
from tests.cogs.simulated import Town, said

OPENING = "/users/@me/channels"
MINUTES = timedelta(minutes=11)


@pytest.fixture(autouse=True)
def noon(place: Town) -> None:
    """It is noon, hours away from the daily message and from any night, whenever the test is run."""
    now = place.calendar()
    place.calendar.ahead += timedelta(hours=12 - now.hour, minutes=-now.minute) % timedelta(days=1)


async def situation(place: Town, person: int) -> Any:
    return await place.bot.matches.queries.situation(1, place.people[person].id)


async def pick(place: Town, *people: int) -> None:
    """These persons take the first card of their packs."""
    for person in people:
        move = str((await situation(place, person)).moves[0])
        await place.people[person].slash(place.thread, "genesia play", move=move)
        await place.settle()


async def drafting(place: Town, people: int = 3, **options: Any) -> None:
    await place.open(people, "genesia", players=str(people), objectives=False, **options)
    await place.start()


async def test_a_whole_draft_is_one_message_that_calls_once(place: Town) -> None:
    await drafting(place)
    thread, message = len(place.thread.history()), place.turn.id
    assert "take card 1 of 5" in said(place.turn)
    assert len(place.turn.attachments) == 1, "the board is there from the first choice on"
    for number in range(2, 6):
        await pick(place, 0, 1, 2)
        assert (len(place.thread.history()), place.turn.id) == (thread, message)
        assert f"take card {number} of 5" in said(place.turn)
        assert "0 of 3" in said(place.turn)
    await pick(place, 2, 0)
    assert "2 of 3" in said(place.turn)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 1]
    await pick(place, 1)
    assert place.turn.id != message, "the first growth turn calls by a message of its own"
    assert "grow" in said(place.turn)
    assert place.refusals() == []


async def test_buttons_of_an_earlier_choice_play_nothing(place: Town) -> None:
    await drafting(place, 2)
    await pick(place, 0)
    (panel,) = place.users[0].dm_channel.history()
    before = said(panel)
    await pick(place, 1)
    assert "choice 1 of 5" in before
    (panel,) = place.users[0].dm_channel.history()
    assert "choice 2 of 5" in said(panel), "the panel is changed where it stands"


@pytest.mark.parametrize("missing", [0, 1, 2])
async def test_the_last_one_missing_is_called_in_private_and_alone(place: Town, missing: int) -> None:
    await drafting(place)
    await pick(place, 0, 1, 2)
    others = [each for each in range(3) if each != missing]
    await pick(place, others[0])
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 1], "two are missing"
    await pick(place, others[1])
    table = len(place.thread.history()), said(place.turn)
    assert "2 of 3" in said(place.turn)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 1], "who is at it needs no call"
    await pick(place, others[1])  # a change of mind calls nobody again
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    calls = [len(rung(place, each)) for each in place.people[:3]]
    assert calls == [2 if each == missing else 1 for each in range(3)]
    assert "waiting for you" in rung(place, place.people[missing])[-1]
    assert (len(place.thread.history()), said(place.turn)) == table, "nobody else sees who it is"


def refuses_messages(place: Town, person: int) -> None:
    inbox = next(each for each in place.users if each.id == place.people[person].id).dm_channel
    place.env.inject_error("POST", f"/channels/{inbox.id}/messages", status=403, code=50007, times=9)


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the later choices of a draft wait for the daily message."""
    calling = GENESIA.calling

    def patient(state: Any) -> Calling:
        return calling(state)._replace(daily=True)

    monkeypatch.setattr(GENESIA, "calling", patient)


@pytest.mark.usefixtures("waiting")
async def test_a_choice_that_may_wait_is_called_by_the_daily_message(place: Town) -> None:
    """Whoever has chosen by then hears nothing, and nobody is called twice to the same choice."""
    await drafting(place)
    await pick(place, 0, 1, 2)
    await pick(place, 0)
    message = place.turn.id
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 1]
    await place.live(timedelta(days=1))
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 2, 2]
    assert "waiting for you" in rung(place, place.people[1])[-1]
    assert place.turn.id == message
    await pick(place, 1)
    assert "2 of 3" in said(place.turn)


@pytest.mark.usefixtures("waiting")
async def test_who_wants_no_ring_gets_none_for_a_choice_that_may_wait(place: Town) -> None:
    await drafting(place, 2)
    await place.bot.matches.hours.mute(place.people[1].id, 1)
    await pick(place, 0, 1)
    await pick(place, 0)
    await place.live(timedelta(days=1))
    assert [len(rung(place, each)) for each in place.people[:2]] == [1, 1]


@pytest.mark.usefixtures("waiting")
async def test_the_last_one_missing_is_called_once_to_a_choice_that_may_wait(place: Town) -> None:
    """The private call of the last one missing is also the call of the next daily message."""
    await drafting(place)
    await pick(place, 0, 1, 2)
    await pick(place, 0, 1)
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 2]
    await place.live(timedelta(hours=25))
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 2]


@pytest.mark.usefixtures("waiting")
async def test_whom_the_daily_message_has_called_is_not_called_again_as_the_last_one(place: Town) -> None:
    await drafting(place)
    await pick(place, 0, 1, 2)
    await pick(place, 0)
    await place.live(timedelta(hours=25))
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 2, 2]
    await pick(place, 1)
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 2, 2]
    await pick(place, 2, 1, 2)
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [2, 2, 2], (
        "to the next choice, the last one"
    )


@pytest.mark.usefixtures("waiting")
async def test_where_no_daily_message_comes_in_time_the_last_one_missing_is_called(place: Town) -> None:
    await drafting(place, pace="24h+24h")
    await pick(place, 0, 1, 2)
    await pick(place, 0, 1)
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:3]] == [1, 1, 2]


async def test_the_first_choice_needs_no_second_call(place: Town) -> None:
    await drafting(place, 2)
    await pick(place, 1)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:2]] == [1, 1]


async def test_a_night_is_as_quiet_for_the_last_one_missing(place: Town) -> None:
    await drafting(place, 2)
    await pick(place, 0, 1)
    await sleeps(place, place.people[1])
    await pick(place, 0)
    await place.live(timedelta(hours=4))
    assert len(rung(place, place.people[1])) == 1
    await place.live(timedelta(hours=2))
    assert len(rung(place, place.people[1])) == 2


async def test_each_choice_starts_the_clocks_of_all(place: Town) -> None:
    await drafting(place, pace="day")
    await pick(place, 0, 1, 2)
    for person in range(3):
        now = await situation(place, person)
        assert now.times[person].deadline is not None, "who has chosen last too"


@pytest.mark.parametrize("missing", [0, 1])
async def test_whom_no_direct_message_reaches_is_called_to_each_choice_whoever_is_missing(
    place: Town, missing: int
) -> None:
    await drafting(place, 2)
    await place.bot.services.people.notice(place.people[0].id, dm_closed=True)
    message = place.turn.id
    await pick(place, 0, 1)
    assert place.turn.id != message
    assert [len(rung(place, each)) for each in place.people[:2]] == [2, 1]
    message = place.turn.id
    await pick(place, 1 - missing)
    await place.live(MINUTES, MINUTES)
    assert place.turn.id == message
    assert [len(rung(place, each)) for each in place.people[:2]] == [2, 1 + missing]


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("timed", [False, True])
async def test_whom_no_direct_message_reaches_is_called_at_the_table_after_the_night(
    place: Town, timed: bool, chosen: bool
) -> None:
    """The same whether an answer is missing or not: all can see whom a message calls."""
    await drafting(place, 2, **({"pace": "day"} if timed else {}))
    await place.bot.services.people.notice(place.people[1].id, dm_closed=True)
    refuses_messages(place, 1)
    await sleeps(place, place.people[1])
    await pick(place, 0, 1)
    if chosen:
        await pick(place, 1)
    await place.live(timedelta(hours=4))
    assert len(rung(place, place.people[1])) == 1
    await place.live(timedelta(hours=2))
    assert len(rung(place, place.people[1])) == 2
    assert f"<@{place.people[1].id}>" in rung(place, place.people[1])[-1]


async def test_the_last_one_missing_is_never_called_at_the_table(place: Town) -> None:
    """That no direct message gets in is found out only now: a call at the table would tell who is missing."""
    await drafting(place)
    await pick(place, 0, 1, 2)
    await pick(place, 0, 1)
    refuses_messages(place, 2)
    messages = len(place.thread.history())
    await place.live(MINUTES, MINUTES)
    await place.live(MINUTES, MINUTES)
    assert (await place.bot.matches.people.person(place.people[2].id)).dm_closed
    await place.live(timedelta(hours=25))
    assert len(place.thread.history()) == messages


async def test_a_planned_pick_that_ends_its_round_calls_nobody_either(place: Town) -> None:
    """The planner hears of the next pick as do all others who had chosen before."""
    await drafting(place, 2)
    await pick(place, 0, 1)
    matches, planner = place.bot.matches, place.people[0]
    pack = (await matches.plans.outset(1, planner.id)).view.pack
    await matches.plans.plan(1, planner.id, f"draft {pack[0]} {pack[1]}", 10**18)
    await pick(place, 0, 1)
    message = place.turn.id
    await pick(place, 1)
    assert (await situation(place, 0)).held is not None
    await place.live(MINUTES, MINUTES)
    assert (await situation(place, 0)).view.pack, "the fourth pick"
    assert "take card 4 of 5" in said(place.turn)
    assert place.turn.id == message
    assert [len(rung(place, each)) for each in place.people[:2]] == [1, 1]
    await pick(place, 1)
    await place.live(MINUTES, MINUTES)
    assert [len(rung(place, each)) for each in place.people[:2]] == [2, 1], "the last one missing"


async def test_who_planned_a_step_is_never_called_at_the_table_to_go_on(place: Town) -> None:
    """A player who makes a step of a turn is there. A call would tell that the step was planned."""
    await drafting(place, 2)
    for _ in range(5):
        await pick(place, 0, 1)
    matches, mover = place.bot.matches, place.mover()
    planner = next(each for each in place.people[:2] if each is not mover)
    moves = map(str, (await matches.plans.outset(1, planner.id)).moves)
    await matches.plans.plan(
        1, planner.id, next(each for each in moves if each.startswith("recruit")), 10**18
    )
    await mover.slash(place.thread, "genesia play", move="end")
    await place.settle()
    assert place.mover() is planner
    inbox = next(each for each in place.users if each.id == planner.id).dm_channel
    place.env.inject_error("POST", f"/channels/{inbox.id}/messages", status=403, code=50007, times=5)
    calls = len(rung(place, planner))
    await place.live(MINUTES, MINUTES)
    entry = (await matches.queries.log(1, None))[-1][0]
    assert (entry.kind, entry.seat) == ("move", (await matches.loader.get(1)).seat_of(planner.id))
    assert (await matches.people.person(planner.id)).dm_closed
    assert place.mover() is planner
    at_table = [each for each in rung(place, planner)[calls:] if "waiting for you" not in each]
    assert at_table == []
    assert place.refusals() == []


async def test_who_planned_a_step_of_a_private_series_is_called_once_to_go_on(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel that follows a planned step is changed in place, as after a press, and rings for nobody."""
    await drafting(place, 2)
    for _ in range(5):
        await pick(place, 0, 1)
    monkeypatch.setattr(GENESIA, "calling", lambda state: Calling("turns", private=True))
    matches, mover = place.bot.matches, place.mover()
    planner = next(each for each in place.people[:2] if each is not mover)
    moves = map(str, (await matches.plans.outset(1, planner.id)).moves)
    await matches.plans.plan(
        1, planner.id, next(each for each in moves if each.startswith("recruit")), 10**18
    )
    calls = len(rung(place, planner))
    await mover.slash(place.thread, "genesia play", move="end")
    await place.settle()
    assert len(rung(place, planner)) == calls, "the plan answers"
    await place.live(MINUTES, MINUTES)
    entry = (await matches.queries.log(1, None))[-1][0]
    assert (entry.kind, entry.by) == ("move", planner.id)
    assert len(rung(place, planner)) == calls + 1
    assert place.refusals() == []
