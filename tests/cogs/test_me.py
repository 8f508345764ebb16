"""`/me`, and the question what time it is where one is."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

from cogs.answering.controls import Control
from cogs.text.days import day_in_words
from cogs.text.text import text_for
from cogs.text.zones import city_of, likely_zones
from tests.cogs.simulated import Town, controls, parts, said
from tests.engine.matches.test_forgetting import found_in


async def test_everybody_is_asked_once_what_time_it_is(place: Town) -> None:
    ada, basile = place.people[:2]
    await place.bot.matches.hours.set_server(place.guild.id, zone="Asia/Tokyo")
    opened = (await ada.slash(place.square, "genial new")).response
    assert "What time is it where you are?" in said(opened)
    zones = [control.argument for each in controls(opened, "zone") if (control := Control.parse(each))]
    assert zones[0] == "Asia/Tokyo"
    assert "Europe/London" in zones
    done = (await ada.click(opened, custom_id=controls(opened, "zone")[0])).response
    assert "Asia/Tokyo" in said(done)
    assert "from 22:00 to 8:00" in said(done)
    assert (await place.bot.matches.hours.hours(ada.id)).habits.zone == "Asia/Tokyo"
    await place.settle()
    joined = (await basile.click(place.lobby, custom_id=controls(place.lobby, "join")[0])).response
    assert len(controls(joined, "zone")) == 5
    again = (await ada.slash(place.square, "genial new")).response
    assert controls(again, "zone") == []
    again = (await basile.slash(place.square, "genial new")).response
    assert controls(again, "zone") == [], "who did not answer is not asked again"
    assert place.refusals() == []


async def test_a_private_answer_leaves_no_timer_behind(place: Town) -> None:
    """discord.py would keep each with its controls for a quarter of an hour."""
    before = asyncio.all_tasks()
    shown = (await place.people[0].slash(place.square, "me")).response
    assert controls(shown, "mydata")
    assert not [task for task in asyncio.all_tasks() - before if "timeout" in repr(task.get_coro())]


async def test_who_has_given_a_zone_is_not_asked(place: Town) -> None:
    ada = place.people[0]
    shown = (await ada.slash(place.square, "me", zone="Europe/Paris", quiet="23-7")).response
    assert "Europe/Paris" in said(shown)
    assert "23:00 to 7:00" in said(shown)
    opened = (await ada.slash(place.square, "genial new")).response
    assert controls(opened, "zone") == []
    await ada.slash(place.square, "me", zone="Mars/Olympus", **{"away-from": "today"})
    await ada.slash(place.square, "me", zone="Mars/Olympus")
    await ada.slash(place.square, "me", quiet="20-9")
    assert place.refusals() == ["day", "zone", "quiet_long"]


async def test_quiet_hours_promise_nothing_before_a_zone_is_known(place: Town) -> None:
    ada = place.people[0]
    shown = said((await ada.slash(place.square, "me")).response)
    assert "22:00 to 8:00, once your time zone is known." in shown
    assert "No deadline falls into them" not in shown
    shown = said((await ada.slash(place.square, "me", zone="Europe/Paris")).response)
    assert "22:00 to 8:00. No deadline falls into them." in shown


def test_zones_are_named_as_their_people_name_them() -> None:
    french = text_for("fr")
    cities = [city_of(zone, french) for zone in likely_zones("fr", "Europe/London")]
    assert cities == ["Londres", "Paris", "Montréal", "La Réunion", "Martinique"]


async def test_one_page_sets_everything_in_place(place: Town) -> None:
    ada = place.people[0]
    shown = (await ada.slash(place.square, "me")).response
    assert len(parts(shown)) < 40
    for setting, words in (
        ("language=fr", "## À propos de vous"),
        ("theme=light", "**Images**\u202f: claires"),
        ("colours=names", "en toutes lettres"),
        ("calls=daily", "une fois par jour"),
        ("digest=usual", "une fois par jour"),
        ("quiet=none", "**Heures de repos**\u202f: aucune"),
        ("quiet=night", "22:00"),
        ("language=auto", "## About you"),
        ("calls=turn", "at each turn"),
    ):
        (control,) = [each for each in controls(shown, "myset") if each.endswith(setting)]
        shown = (await ada.click(shown, custom_id=control)).response
        assert words in said(shown), setting
    (zone,) = [each for each in controls(shown, "myset") if each.endswith("zone=")]
    zones = (await ada.click(shown, custom_id=zone)).response
    assert "I ask only once" not in said(zones)
    assert controls(zones, "mypage")
    offered = controls(zones, "myset")
    assert len(offered) == 5
    shown = (await ada.click(zones, custom_id=offered[0])).response
    assert "About you" in said(shown), "who changes one setting may change another"
    assert "**Time zone**: Europe/London, where it is" in said(shown)
    person = await place.bot.matches.people.person(ada.id)
    assert (person.theme, person.chosen.language) == ("light", None)
    assert place.refusals() == []


async def test_a_chosen_language_is_that_of_refusals_and_messages_too(place: Town) -> None:
    ada = place.people[0]
    shown = (await ada.slash(place.square, "me")).response
    (french,) = [each for each in controls(shown, "myset") if each.endswith("language=fr")]
    await ada.click(shown, custom_id=french)
    await ada.slash(place.square, "match show", match=99)
    refused = (await ada.slash(place.square, "genial play", move="A1")).response
    assert "partie" in said(refused)
    assert (await place.bot.matches.people.person(ada.id)).locale == "fr"


async def test_the_fullest_page_fits_a_message(place: Town) -> None:
    """Everything that can stand on it: matches that are muted, and leaves with their buttons."""
    ada = place.people[0]
    await place.open(2)
    await place.start()
    await ada.slash(place.square, "me", mute=1)
    today = place.bot.matches.now().date()
    for days in (0, 3, 6, 9):
        day = f"{today + timedelta(days=days)}"
        shown = (await ada.slash(place.square, "me", **{"away-from": day, "away-until": day})).response
    assert place.refusals() == []
    assert len(controls(shown, "leaveend")) == 4
    assert len(parts(shown)) <= 40


async def test_an_absence_is_entered_with_buttons(place: Town) -> None:
    ada = place.people[0]
    today = place.bot.matches.now().date()
    tomorrow, last = today + timedelta(days=1), today + timedelta(days=3)

    async def press(page: Any, verb: str, ending: str) -> Any:
        (control,) = [each for each in controls(page, verb) if each.endswith(ending)]
        return (await ada.click(page, custom_id=control)).response

    shown = (await ada.slash(place.square, "me")).response
    asked = await press(shown, "myset", "away=")
    assert "from which day?" in said(asked)
    asked = await press(asked, "myset", f"away={tomorrow}")
    assert "until which day?" in said(asked)
    shown = await press(asked, "myset", f"away={tomorrow}/{last}")
    english = text_for("en")
    first, end = day_in_words(english, tomorrow), day_in_words(english, last)
    assert f"**Away** from {first} to {end}, both included: your clocks will stand still." in said(shown)
    labels = [each.get("label") for each in parts(shown)]
    assert f"Call off my absence from {first}" in labels
    shown = await press(shown, "leaveend", f"{tomorrow}")
    assert "**Away**" not in said(shown)
    asked = await press(await press(shown, "myset", "away="), "myset", f"away={today}")
    shown = await press(asked, "myset", f"away={today}/{today}")
    assert f"**Away** on {day_in_words(english, today)}: your clocks stand still." in said(shown)
    assert place.refusals() == []


async def test_forget_me_asks_first_and_then_nothing_is_left(place: Town, tmp_path: Path) -> None:
    ada, basile = place.people[:2]  # whose name no hexadecimal number can hold
    await place.open(2)
    await place.start()
    await basile.slash(place.square, "genial new")
    shown = (await basile.slash(place.square, "me")).response
    asked = (await basile.click(shown, custom_id=controls(shown, "forgetme")[0])).response
    assert "**1 match** that is being played" in said(asked)
    assert "**1 table** that has not begun" in said(asked)
    assert (await place.bot.matches.loader.get(1)).seat_of(basile.id) == 1, "nothing has gone yet"
    (yes,) = controls(asked, "forgetme")
    done = (await basile.click(asked, custom_id=yes)).response
    assert "You are forgotten" in said(done)
    await place.settle()
    await place.bot.services.people.close()
    assert found_in(tmp_path / "longtable.db", basile.id, "basile") == []
    match = await place.bot.matches.loader.get(1)
    assert match.status.value == "over", "one of two sides has resigned"
    assert match.occupants[0].person == ada.id
    board = (await ada.slash(place.square, "match show", match=1)).response
    assert f"{ada.name} has won\nPlayer 2 resigned." in said(board)
    assert (await place.bot.matches.loader.get(2)).status.value == "cancelled"
    assert place.refusals() == []


async def test_my_data_is_a_file_of_my_own(place: Town) -> None:
    ada = place.people[0]
    await place.open(2)
    await place.start()
    shown = (await ada.slash(place.square, "me")).response
    answered = (await ada.click(shown, custom_id=controls(shown, "mydata")[0])).response
    assert "all that is kept of you" in said(answered)
    told = (await ada.click(shown, custom_id=controls(shown, "privacy")[0])).response
    assert "What is kept" in said(told)
    kept = await place.bot.matches.forgetting.kept_of(ada.id)
    assert [each["match"] for each in kept["matches"]] == [1]
    assert place.refusals() == []
