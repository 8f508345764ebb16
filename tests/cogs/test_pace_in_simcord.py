"""Another pace on Discord: proposed in `/match show`, agreed to at the table, told once it holds."""

from __future__ import annotations

from typing import Any

from cogs.answering.controls import Control, button
from engine.match.clock import PACES
from tests.cogs.simulated import Town, controls, said


async def proposed(place: Town, person: Any, pace: str) -> Any:
    """Propose that pace on the match's page; return the answer."""
    page = (await person.slash(place.thread, "match show")).response
    page = (await person.click(page, custom_id=controls(page, "pace")[0])).response
    way = next(each for each in controls(page, "pace") if each.endswith(f":{pace}"))
    answer = (await person.click(page, custom_id=way)).response
    await place.settle()
    return answer


async def test_a_pace_is_proposed_agreed_to_and_told(place: Town) -> None:
    await place.open(2)
    await place.start()
    ada, basile = place.people[:2]
    page = await proposed(place, ada, "week")
    assert "ada would like another pace" in said(page)
    (asked,) = place.told("ada would like another pace")
    assert "7 days in hand" in said(asked)
    assert not asked.mentions
    await basile.click(asked, custom_id=controls(asked, "pace")[0])
    await place.settle()
    (done,) = place.told("Everybody has agreed on another pace, from")
    assert done.id == asked.id, "one message for both"
    assert not controls(done, "pace")
    assert (await place.bot.matches.loader.get(1)).pace == PACES["week"]
    log = (await ada.slash(place.thread, "match log")).response
    assert "Everybody has agreed on another pace." in said(log)
    assert place.refusals() == []


async def test_a_proposal_can_be_withdrawn_and_its_message_asks_no_more(place: Town) -> None:
    await place.open(2)
    await place.start()
    ada, basile = place.people[:2]
    await proposed(place, ada, "lively")
    page = (await basile.slash(place.thread, "match show")).response
    page = (await basile.click(page, custom_id=controls(page, "pace")[0])).response
    assert len(controls(page, "pace")) == 3, "agree, keep, and one other"
    keep = next(each for each in controls(page, "pace") if each.endswith(":day"))
    await basile.click(page, custom_id=keep)
    await place.settle()
    (asked,) = place.told("would like another pace")
    assert not controls(asked, "pace")
    assert (await place.bot.matches.loader.get(1)).pace == PACES["day"]


async def test_strangers_and_garbled_buttons_change_nothing(place: Town) -> None:
    await place.open(2)
    await place.start()
    for argument, person in (
        ("week", place.people[3]),
        ("never", place.people[0]),
        ("open", place.people[0]),
    ):
        control = Control(1, "pace", argument)
        message = await place.old_message(button(control, "?"))
        await person.click(message, custom_id=str(control))
    situation = await place.bot.matches.queries.situation(1, None)
    assert situation.pace_asked is None


async def test_a_match_without_clocks_has_no_such_button(place: Town) -> None:
    await place.open(2, pace="open")
    await place.start()
    page = (await place.people[0].slash(place.thread, "match show")).response
    assert controls(page, "calls")
    assert not controls(page, "pace")
