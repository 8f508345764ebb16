"""How turns ring: at one's own hour of the day, and for one match otherwise than for all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cogs.answering.controls import Control, button
from engine.game import Refusal
from engine.match.clock import Ringing
from tests.cogs.delivery.test_quiet_hours import rung
from tests.cogs.simulated import Town, controls, said

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon(place: Town) -> None:
    place.calendar.ahead = NOON - datetime.now(UTC)


async def chosen(place: Town, person: Any, how: str) -> Any:
    """Choose on the match's page how it rings; return the answer."""
    page = (await person.slash(place.thread, "match show")).response
    page = (await person.click(page, custom_id=controls(page, "calls")[0])).response
    way = next(each for each in controls(page, "calls") if each.endswith(how))
    return (await person.click(page, custom_id=way)).response


async def begun(place: Town) -> tuple[Any, Any]:
    """Begin a match; return who is asked first, and the other."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    return mover, next(each for each in place.people[:2] if each.id != mover.id)


async def move(place: Town, person: Any) -> None:
    matches = place.bot.matches
    situation = await matches.queries.situation(1, person.id)
    text = str(situation.moves[0])
    await matches.moves.play(1, person.id, text, situation.question_number, 4242)
    await place.settle()


async def test_reminders_only_lets_no_call_ring_and_the_reminder_does(place: Town) -> None:
    mover, other = await begun(place)
    page = await chosen(place, other, "reminders")
    assert "by the reminder only" in said(page)
    await move(place, mover)
    assert rung(place, other) == []
    situation = await place.bot.matches.queries.situation(1, other.id)
    assert situation.deadline is not None, "the clock runs as if it had rung"
    await place.live(timedelta(days=2, hours=12))
    (told,) = rung(place, other)
    assert "waits" in told or "waiting" in told or "until" in told, "the reminder alone"


async def test_a_match_may_ring_at_each_turn_where_others_wait_for_the_day(place: Town) -> None:
    mover, other = await begun(place)
    await place.bot.matches.hours.set_daily(other.id, True)
    await chosen(place, other, "turn")
    await move(place, mover)
    assert len(rung(place, other)) == 1


async def test_one_match_may_wait_for_the_day_at_ones_own_hour(place: Town) -> None:
    mover, other = await begun(place)
    await place.bot.matches.hours.set_habits(other.id, zone="UTC")
    await place.bot.matches.hours.set_digest(other.id, 19 * 60)
    await chosen(place, other, "daily")
    await move(place, mover)
    assert rung(place, other) == []
    await place.live(timedelta(hours=6))
    assert rung(place, other) == []
    await place.live(timedelta(hours=2), timedelta(hours=1))
    assert len(rung(place, other)) == 1, "at seven in the evening"


async def test_muting_and_the_usual_take_the_place_of_a_choice(place: Town) -> None:
    (_, other), hours = await begun(place), place.bot.matches.hours
    await chosen(place, other, "daily")
    await hours.mute(other.id, 1)
    own = await hours.hours(other.id)
    assert (own.muted, own.ringing) == ((1,), ())
    page = await chosen(place, other, "usual")
    assert "at each turn" in said(page)
    own = await hours.hours(other.id)
    assert (own.muted, own.ringing) == ((), ())
    await chosen(place, other, "reminders")
    shown = (await other.slash(place.square, "me")).response
    assert "**Reminders only**: #1" in said(shown)


async def test_the_hour_is_chosen_by_tap_or_typed(place: Town) -> None:
    ada, hours = place.people[0], place.bot.matches.hours
    page = (await ada.slash(place.square, "me")).response
    way = next(each for each in controls(page, "myset") if each.endswith("calls=daily"))
    page = (await ada.click(page, custom_id=way)).response
    assert "At which hour" in said(page)
    way = next(each for each in controls(page, "myset") if each.endswith("digest=1080"))
    page = (await ada.click(page, custom_id=way)).response
    assert "They come at 18:00" in said(page)
    await ada.slash(place.square, "me", hour="7:30")
    assert (await hours.hours(ada.id)).digest == 1080, "one sleeps then"
    page = (await ada.slash(place.square, "me", hour="19h30")).response
    assert "They come at 19:30" in said(page)
    await ada.slash(place.square, "me", hour="25")
    page = (await ada.slash(place.square, "me", hour="-")).response
    assert "They come at" not in said(page)
    assert place.refusals() == ["digest_quiet", "digest_hour"]


async def test_garbled_buttons_and_strangers_change_nothing(place: Town) -> None:
    await begun(place)
    dan = place.people[3]
    for argument, person in (("loud", place.people[0]), ("daily", dan)):
        control = Control(1, "calls", argument)
        message = await place.old_message(button(control, "?"))
        await person.click(message, custom_id=str(control))
    for person in (place.people[0], dan):
        assert (await place.bot.matches.hours.hours(person.id)).ringing == ()


async def test_no_more_matches_are_chosen_for_than_are_kept(place: Town) -> None:
    hours = place.bot.matches.hours
    for match in range(1, 201):
        await hours.set_ringing(5, match, Ringing.DAILY)
    await hours.set_ringing(5, 200, Ringing.REMINDERS)
    with pytest.raises(Refusal, match="too_many_muted"):
        await hours.set_ringing(5, 999, Ringing.NEVER)
