"""The five robots: their faces where somebody chooses, and the page on which the host lets them sit down."""

from __future__ import annotations

import pytest

from cogs.answering.controls import Control, button
from engine.matches import Status
from engine.robots.levels import LEVELS
from render.cards.robots import EMOJIS
from tests.cogs.simulated import Town, controls, said
from tests.cogs.test_private_tables_in_simcord import press


def test_every_level_has_a_face() -> None:
    assert set(EMOJIS) == {f"robot_{level}" for level in LEVELS}


async def test_the_page_of_opponents_shows_the_robots(place: Town) -> None:
    ada = place.people[0]
    page = (await ada.slash(place.square, "play")).response
    page = await press(ada, page, "lt:0:0:-:door:genial")
    assert [each.filename.partition("-")[0] for each in page.attachments] == ["robots"]
    for name in ("Pip", "Gizmo", "Tempo", "Maestro", "Oracle"):
        assert name in said(page)
    assert [each.rpartition("|")[2] for each in controls(page, "robot")] == list(LEVELS)


async def test_the_host_seats_a_robot_by_its_face(place: Town) -> None:
    ada, basile, *_ = place.people
    await place.open(1, "genial", players="3")
    message = await place.old_message(button(Control(1, "robots"), "Robots…"))
    shown = (await ada.click(message, custom_id="lt:1:0:-:robots:")).response
    assert "Who plays with you at table #1?" in said(shown)
    assert [each.rpartition(":")[2] for each in controls(shown, "robots")] == list(LEVELS)
    shown = await press(ada, shown, "lt:1:0:-:robots:expert")
    assert "Robot Oracle sits down." in said(shown)
    shown = await press(ada, shown, "lt:1:0:-:robots:novice")
    assert controls(shown, "robots") == []
    assert "No seat is free." in said(shown)
    match = await place.bot.matches.loader.get(1)
    assert sorted(each.player or "" for each in match.occupants) == ["", "expert", "novice"]
    other = (await basile.click(message, custom_id="lt:1:0:-:robots:")).response
    assert "Who plays with you" not in said(other), "only the host"


@pytest.mark.parametrize("kind", ["nobody", "'; DROP", "greedy"])
async def test_an_unknown_level_is_refused_and_an_old_one_understood(place: Town, kind: str) -> None:
    ada = place.people[0]
    await place.open(1, "genial", players="2")
    message = await place.old_message(button(Control(1, "robots", kind), "?"))
    shown = (await ada.click(message, custom_id=f"lt:1:0:-:robots:{kind}")).response
    players = [each.player for each in (await place.bot.matches.loader.get(1)).occupants]
    if kind == "greedy":
        assert players == [None, "steady"]
    else:
        assert players == [None]
        assert said(shown)


@pytest.mark.parametrize("kind", ["nobody", "", "steady|steady", "expert'"])
async def test_no_table_is_opened_with_a_level_that_there_is_not(place: Town, kind: str) -> None:
    ada = place.people[0]
    message = await place.old_message(button(Control(0, "robot", f"genial|{kind}"), "?"))
    shown = (await ada.click(message, custom_id=f"lt:0:0:-:robot:genial|{kind}")).response
    assert said(shown)
    assert await place.bot.matches.queries.find(ada.id, tuple(Status), limit=5) == []
