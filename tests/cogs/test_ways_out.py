"""Every way out of every state of a match that does not go on as usual is a button, for every person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Seat
from engine.matches import Status
from tests.cogs.simulated import Town, controls, said
from tests.cogs.test_told import Story

DAY = timedelta(days=1)


@pytest.fixture
def story(place: Town) -> Story:
    return Story(place, "en")


# States


async def asleep(story: Story) -> None:
    await story.begin(pace="open")
    story.place.calendar.ahead += 31 * DAY
    await story.place.bot.matches.upkeep.rest()
    await story.place.settle()
    assert (await story.place.bot.matches.loader.get(1)).is_asleep


async def deserted(story: Story) -> None:
    await story.begin()
    await story.vanish()
    await story.live(3 * DAY)
    await story.place.bot.matches.substitutes.offer_seat(1, story.owner.id, 1)
    await story.place.settle()
    await story.press(story.asker, "sit")
    await story.live(1.1 * DAY)
    assert (await story.place.bot.matches.loader.get(1)).is_asleep


async def replaced(story: Story) -> None:
    await story.begin()
    await story.vanish()


async def seat_open(story: Story) -> None:
    await story.begin()
    await story.opened()


async def asked(story: Story) -> None:
    await seat_open(story)
    await story.press(story.asker, "sit")


async def objected(story: Story) -> None:
    await asked(story)
    await story.press(story.other, "object")


async def offered(story: Story) -> None:
    await story.begin()
    await story.offers()


async def offered_and_asked(story: Story) -> None:
    await offered(story)
    await story.press(story.asker, "sit")


async def offered_and_objected(story: Story) -> None:
    await offered_and_asked(story)
    await story.press(story.other, "object")


# Where the buttons are


async def at_the_table(story: Story, person: Any, verb: str) -> None:
    await story.press(person, verb)


async def in_private(story: Story, person: Any, verb: str) -> None:
    await story.press_dm(person, verb)


async def in_turns(story: Story, person: Any, verb: str) -> None:
    await story.press(person, verb, (await person.slash(story.place.square, "turns")).response)


async def in_show(story: Story, person: Any, verb: str) -> None:
    await story.press(person, verb, (await person.slash(story.place.square, "match show", match=1)).response)


async def in_the_panel(story: Story, person: Any, verb: str) -> None:
    await story.press(person, verb, (await person.slash(story.place.thread, "genial play")).response)


async def in_the_answer(story: Story, person: Any, verb: str) -> None:
    """The person who has asked presses the same button once more, and may withdraw."""
    await story.press(person, verb, await story.press(person, "sit"))


async def asked_twice(story: Story, person: Any, verb: str) -> None:
    """Ending is asked before."""
    await story.press(person, "endabsent", await story.press(person, verb))


# What they do


async def awake(story: Story) -> bool:
    return not (await story.place.bot.matches.loader.get(1)).is_asleep


async def back(story: Story) -> bool:
    match = await story.place.bot.matches.loader.get(1)
    seat = match.seat_of(story.owner.id)
    return seat is not None and seat not in match.absent and not match.is_asleep


async def kept(story: Story) -> bool:
    return not (await story.place.bot.matches.loader.get(1)).offered


async def asks(story: Story) -> bool:
    return bool(await _requests(story))


async def asks_no_more(story: Story) -> bool:
    return not await _requests(story)


async def ended(story: Story) -> bool:
    return (await story.place.bot.matches.loader.get(1)).status is not Status.RUNNING


async def plays_on(story: Story) -> bool:
    return await story.place.bot.matches.queries.is_waiting_for(1, story.other.id)


async def _requests(story: Story) -> list[Seat]:
    times = (await story.place.bot.matches.queries.situation(1, None)).times
    return [each.seat for each in times if each.request is not None]


Deed = Callable[[Story], Awaitable[None]]
Where = Callable[[Story, Any, str], Awaitable[None]]
Check = Callable[[Story], Awaitable[bool]]
OWN = (in_private, in_turns, in_show, in_the_panel)
"""The places where the seat's own person finds the button."""

WAYS: list[tuple[Deed, str, Where, str, Check]] = [
    *((asleep, who, where, "wake", awake) for who in ("owner", "other") for where in (at_the_table, *OWN)),
    *((deserted, who, where, "wake", awake) for who in ("owner", "other") for where in (at_the_table, *OWN)),
    (deserted, "asker", in_private, "unsit", asks_no_more),
    (deserted, "asker", in_the_answer, "unsit", asks_no_more),
    *((replaced, "owner", where, "back", back) for where in OWN),
    (replaced, "other", asked_twice, "absent", ended),
    *((seat_open, "owner", where, "back", back) for where in OWN),
    (seat_open, "other", asked_twice, "absent", ended),
    (seat_open, "asker", at_the_table, "sit", asks),
    *((asked, "owner", where, "back", back) for where in OWN),
    (asked, "other", at_the_table, "object", asks_no_more),
    (asked, "asker", in_the_answer, "unsit", asks_no_more),
    *((objected, "owner", where, "back", back) for where in OWN),
    (objected, "other", asked_twice, "absent", ended),
    (objected, "watcher", at_the_table, "sit", asks),
    *((offered, "owner", where, "back", kept) for where in OWN[1:]),
    (offered, "other", at_the_table, "play", plays_on),
    (offered, "asker", at_the_table, "sit", asks),
    *((offered_and_asked, "owner", where, "back", kept) for where in OWN),
    (offered_and_asked, "other", at_the_table, "object", asks_no_more),
    (offered_and_asked, "asker", in_the_answer, "unsit", asks_no_more),
    *((offered_and_objected, "owner", where, "back", kept) for where in OWN),
    (offered_and_objected, "watcher", at_the_table, "sit", asks),
]


def _named(way: tuple[Deed, str, Where, str, Check]) -> str:
    state, who, where, verb, _ = way
    return f"{state.__name__}-{who}-{where.__name__}-{verb}"


@pytest.mark.parametrize("way", WAYS, ids=_named)
async def test_a_button_leads_out(story: Story, way: tuple[Deed, str, Where, str, Check]) -> None:
    state, who, where, verb, check = way
    await state(story)
    if check is plays_on:
        await story.play(story.owner)
    else:
        assert not await check(story), "it is not so before"
    await where(story, getattr(story, who), verb)
    assert await check(story)
    assert story.place.refusals() == []


async def test_a_seat_that_was_resigned_is_taken_at_the_table(place: Town) -> None:
    await place.open(3, pace="day", players="3")
    await place.start()
    gone, dan = place.people[1], place.people[3]
    await place.bot.matches.departures.resign(1, gone.id, 1)
    await place.settle()
    (told,) = [each for each in place.thread.history() if controls(each, "sit")]
    answer = (await dan.click(told, custom_id=controls(told, "sit")[0])).response
    assert "you sit down <t:" in said(answer)
    await place.settle()
    assert place.told(f"dan would like to play on for {gone.name}, and sits down <t:")
    await place.live(1.1 * DAY)
    assert dan.id in (await place.bot.matches.loader.get(1)).persons
    assert place.told("dan has taken the free seat and plays on from here.")


def moves_of(panel: Any) -> list[str]:
    """The buttons that choose a move, or a step to one."""
    return [each for verb in ("menu", "go", "pick") for each in controls(panel, verb)]


async def resigned(place: Town, person: Any, where: Any) -> None:
    asked = (await person.slash(where, "match resign")).response
    await person.click(asked, custom_id=controls(asked, "leave")[0])
    await place.settle()
    await place.bot.services.open_panels.close()


@pytest.mark.parametrize("people", [2, 3])
@pytest.mark.parametrize("known", [True, False])
async def test_the_panel_of_who_has_resigned_has_no_buttons(place: Town, people: int, known: bool) -> None:
    """One that is too old to be changed unasked loses them with the next press."""
    await place.open(people, **({} if people == 2 else {"players": f"{people}"}))
    await place.start()
    mover = place.mover()
    panel = (await mover.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    offered = moves_of(panel)
    if not known:
        place.bot.services.open_panels.forget(1, mover.id)
    await resigned(place, mover, place.thread)
    if not known:
        assert moves_of(panel) == offered
        await mover.click(panel, custom_id=offered[0])
    assert moves_of(panel) == []
    assert "already been answered" not in said(panel)
    over = "The match is over" if people == 2 else "You have no seat" if not known else "You have resigned"
    assert over in said(panel)


async def test_the_panel_of_a_private_table_that_was_left_has_no_buttons(place: Town) -> None:
    ada = place.people[0]
    page = (await ada.slash(place.square, "play")).response
    for control in ("door:genial", "robot:genial|steady"):
        page = (await ada.click(page, custom_id=f"lt:0:0:-:{control}")).response
    await place.settle()
    if found := controls(page, "panel"):  # the robot began
        page = (await ada.click(page, custom_id=found[0])).response
    assert moves_of(page)
    await resigned(place, ada, place.square)
    assert moves_of(page) == []
    assert said(page) == "Match 1 has been cancelled."


async def test_who_was_objected_to_is_held_by_nothing(story: Story) -> None:
    """That person sits nowhere and waits for nothing: the same button says why."""
    await objected(story)
    answer = await story.press(story.asker, "sit")
    assert "somebody at the table has objected" in said(answer)
    assert controls(answer, "unsit") == []
