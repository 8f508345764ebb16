"""`/me`, and the question what time it is where one is."""

from __future__ import annotations

from cogs.shared.controls import Control
from tests.cogs.simulated import Town, controls, said


async def test_everybody_is_asked_once_what_time_it_is(place: Town) -> None:
    ada, basile = place.people[:2]
    await place.bot.matches.set_server(place.guild.id, zone="Asia/Tokyo")
    opened = (await ada.slash(place.square, "genial new")).response
    assert "What time is it where you are?" in said(opened)
    zones = [control.argument for each in controls(opened, "zone") if (control := Control.parse(each))]
    assert zones[0] == "Asia/Tokyo"
    assert "Europe/London" in zones
    done = (await ada.click(opened, custom_id=controls(opened, "zone")[0])).response
    assert "Asia/Tokyo" in said(done)
    assert "from 22:00 to 8:00" in said(done)
    assert (await place.bot.matches.hours(ada.id)).habits.zone == "Asia/Tokyo"
    await place.settle()
    joined = (await basile.click(place.lobby, custom_id=controls(place.lobby, "join")[0])).response
    assert len(controls(joined, "zone")) == 5
    again = (await ada.slash(place.square, "genial new")).response
    assert controls(again, "zone") == []
    again = (await basile.slash(place.square, "genial new")).response
    assert controls(again, "zone") == [], "who did not answer is not asked again"
    assert place.refusals() == []


async def test_who_has_given_a_zone_is_not_asked(place: Town) -> None:
    ada = place.people[0]
    shown = (await ada.slash(place.square, "me", zone="Europe/Paris", quiet="23-7")).response
    assert "Europe/Paris" in said(shown)
    assert "23:00 to 7:00" in said(shown)
    opened = (await ada.slash(place.square, "genial new")).response
    assert controls(opened, "zone") == []
    await ada.slash(place.square, "me", zone="Mars/Olympus", away_from="today")
    await ada.slash(place.square, "me", zone="Mars/Olympus")
    await ada.slash(place.square, "me", quiet="20-9")
    assert place.refusals() == ["day", "zone", "quiet_long"]
