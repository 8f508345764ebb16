"""A move's effects are shown before it is played, to people who hold none; each game can be switched off."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.simulated import Town, controls, parts, said


async def chosen(place: Town, person: Any) -> Any:
    """The answer to a move that was tapped from the panel."""
    page = (await person.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    for _ in range(8):
        if ways := controls(page, "go"):
            return (await person.click(page, custom_id=ways[0])).response
        if picks := controls(page, "pick"):
            menu = next(each for each in parts(page) if each.get("custom_id") == picks[0])
            value = menu["options"][0]["value"]
            page = (await person.select(page, [value], custom_id=picks[0])).response
            if value.startswith("="):
                return page
        else:
            step = next(each for each in controls(page, "menu") if "@" in each and not each.endswith("@"))
            page = (await person.click(page, custom_id=step)).response
    raise AssertionError("no move was found")


async def begun(place: Town, game: str) -> Any:
    await place.open(2, game)
    await place.start()
    mover = place.mover()
    await place.bot.matches.hours.set_hold(mover.id, 0)
    return mover


@pytest.mark.parametrize("game", ["genial", "familienbande", "genesis"])
async def test_it_is_shown_and_played_or_another_is_chosen(place: Town, game: str) -> None:
    mover = await begun(place, game)
    before = (await place.bot.matches.loader.get(1)).entries
    page = await chosen(place, mover)
    assert "once you play it" in said(page)
    again = (await mover.click(page, custom_id=controls(page, "menu")[0])).response
    assert controls(again, "go") or controls(again, "pick") or controls(again, "menu")
    page = await chosen(place, mover)
    assert (await place.bot.matches.loader.get(1)).entries == before
    await mover.click(page, custom_id=controls(page, "sure")[0])
    await place.settle()
    assert (await place.bot.matches.loader.get(1)).entries == before + 1


async def test_each_game_can_be_switched_off(place: Town) -> None:
    mover = await begun(place, "genial")
    page = (await mover.slash(place.square, "me")).response
    page = (await mover.click(page, custom_id="lt:0:0:-:myset:previews=")).response
    page = (await mover.click(page, custom_id="lt:0:0:-:myset:previews=genial")).response
    assert (await place.bot.services.person(mover.id)).chosen.plain == ("genial",)
    assert "**Previews**: none in Génial" in said((await mover.slash(place.square, "me")).response)
    assert "once you play it" not in said(await chosen(place, mover))
    assert (await place.bot.matches.loader.get(1)).entries == 2
    await mover.click(page, custom_id="lt:0:0:-:myset:previews=genial")
    assert (await place.bot.services.person(mover.id)).chosen.plain == ()


async def test_whoever_holds_moves_taps_no_more_than_before(place: Town) -> None:
    mover = await begun(place, "genial")
    await place.bot.matches.hours.set_hold(mover.id, 30)
    assert "is on hold" in said(await chosen(place, mover))
