"""A match is watched again, step by step: what the buttons do, and what nobody sees there."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from cogs.answering.answers import words
from cogs.answering.controls import Control, button
from engine.matches import Status, Viewpoint
from engine.store import CODE_LEVEL, REPLAY_CODE_LEVEL, STEP_CODE_LEVEL, CodeLevels
from tests.cogs.simulated import Town, controls, parts, said


def way(page: Any, action: str) -> str:
    """Return the control of a page that does this (`Spot.control`)."""
    found = [each for each in controls(page, "replayto") if each.endswith(action)]
    assert found, (action, controls(page, "replayto"))
    return found[0]


def step(page: Any) -> str:
    """Return the number of the step that a page shows, and of how many."""
    return said(page).partition("step ")[2].partition("\n")[0]


async def play(place: Town, moves: int, match: int = 1) -> None:
    """Let the persons make so many moves, any legal ones."""
    dice, clicks = random.Random(6), iter(range(7_000, 9_000))
    matches = place.bot.matches
    for _ in range(moves):
        public = await matches.queries.situation(match, None)
        if not public.pending:
            return
        person = public.match.occupants[public.pending[0]].person
        assert person is not None
        own = await matches.queries.situation(match, person)
        await matches.moves.play(match, person, str(dice.choice(own.moves)), None, next(clicks))
    await place.settle()


async def begun(place: Town, moves: int, game: str = "genial") -> None:
    await place.open(2, game)
    await place.start()
    await play(place, moves)


async def test_a_running_match_is_watched_step_by_step(place: Town) -> None:
    await begun(place, 4)
    ada, _, chloe = place.people[:3]
    page = (await ada.slash(place.square, "match replay", match=1)).response
    assert page.ephemeral
    number, _, count = step(page).partition(" of ")
    assert number == count, "a running match opens as it is now"
    assert "As you were shown it then" in said(page)
    page = (await ada.click(page, custom_id=way(page, "f"))).response
    assert step(page) == f"1 of {count}"
    assert "The match begins" in said(page)
    assert not [each for each in controls(page, "replayto") if each.endswith(("-f", "-b"))], "nothing before"
    forward = way(page, "n")
    page = (await ada.click(page, custom_id=forward)).response
    assert step(page) == f"2 of {count}"
    # The same button again, as a double click or an old message sends it.
    page = (await ada.click(page, custom_id=way(page, "x"))).response
    assert "```" in said(page)
    page = (await ada.click(page, custom_id=way(page, "t"))).response
    assert "```" in said(page), "the text stays"
    page = (await ada.select(page, custom_id=way(page, "p"), values=["1"])).response
    assert "basile" in said(page)
    page = (await ada.click(page, custom_id=way(page, "l"))).response
    assert step(page) == f"{count} of {count}"
    await place.restart()
    page = (await ada.click(page, custom_id=way(page, "b"))).response
    assert step(page) == f"{int(count) - 1} of {count}"
    public = (await chloe.slash(place.square, "match replay", match=1)).response
    assert "As everybody saw it then" in said(public)
    assert place.refusals() == []


async def test_a_step_is_typed(place: Town) -> None:
    await begun(place, 4)
    ada = place.people[0]
    page = (await ada.slash(place.square, "match replay", match=1)).response
    form = await ada.click(page, custom_id=way(page, "j"))
    page = (await ada.submit_modal(form, {field_of(form): "3"})).response
    assert step(page).startswith("3 of ")
    form = await ada.click(page, custom_id=way(page, "j"))
    refused = (await ada.submit_modal(form, {field_of(form): "three"})).response
    assert "is no step" in said(refused)
    assert place.refusals() == []


def field_of(shown: Any) -> str:
    """Return the ``custom_id`` of a form's one field."""
    (found,) = re.findall(r"step=[0-9a-f]{8}", str(shown.modal))
    return found


async def test_what_is_closed_while_a_match_runs(place: Town) -> None:
    """A forged button shows its presser no more than that person knows; others' messages stay as they are."""
    await begun(place, 4)
    ada, basile, chloe = place.people[:3]
    for argument in ("e-a", "w-a"):
        forged = Control(1, "replayto", argument, 1)
        message = await place.old_message(button(forged, "forged"))
        refused = (await chloe.click(message, custom_id=str(forged))).response
        assert "is not over yet" in said(refused)
    forged = Control(1, "replayto", "m-a", 3)
    message = await place.old_message(button(forged, "forged"))
    own = (await ada.click(message, custom_id=str(forged))).response
    assert own.ephemeral
    other = (await basile.click(message, custom_id=str(forged))).response
    assert said(own) != said(other), "each sees the own hand"
    assert said(place.square.history()[-1]) == "old"
    for argument in ("", "m", "x-a", "m-?", "m-a0"):
        bad = Control(1, "replayto", argument, 1)
        refused = await ada.click(await place.old_message(button(bad, "bad")), custom_id=str(bad))
        assert "step" not in said(refused.response)
    assert place.refusals() == []


async def test_old_buttons_lead_to_the_new_page(place: Town) -> None:
    await begun(place, 2)
    ada = place.people[0]
    for verb, seen in (("watch", "step "), ("log", "the newest turns")):
        old = Control(1, verb, "3" if verb == "log" else "")
        page = (await ada.click(await place.old_message(button(old, "old")), custom_id=str(old))).response
        assert page.ephemeral
        assert seen in said(page)
    assert place.refusals() == []


async def test_a_match_that_is_over_has_three_viewpoints(place: Town) -> None:
    await begun(place, 10**3, "familienbande")
    assert (await place.bot.matches.loader.get(1)).status is Status.OVER
    ada, _, chloe = place.people[:3]
    page = (await ada.slash(place.square, "match replay", match=1)).response
    assert step(page).startswith("1 of "), "it begins where the match did"
    page = (await ada.click(page, custom_id=way(page, "n"))).response
    own = said(page)
    assert "saw:" not in own
    assert "has won" not in own, "it would read as what happened in this step"
    assert " · <t:" in own
    strong = [each["custom_id"][-1] for each in parts(page) if each.get("style") == 1]
    assert strong in (["n"], ["t"]), "by steps, or by turns where a turn has many steps"
    labels = [each["label"] for each in parts(page) if each.get("custom_id") in controls(page, "movie")]
    assert labels == ["Film"]
    page = (await ada.click(page, custom_id=way(page, "l"))).response
    assert "ada has won" in said(page) or "basile has won" in said(page)
    page = (await ada.select(page, custom_id=way(page, "v"), values=["e"])).response
    assert said(page).count("saw:") == 2
    page = (await ada.select(page, custom_id=way(page, "v"), values=["w"])).response
    seen = [said(page)]
    assert not controls(page, "movie"), "the first frame of a film is the end"
    while forward := [each for each in controls(page, "replayto") if each.endswith("n")]:
        page = (await ada.click(page, custom_id=forward[0])).response
        seen.append(said(page))
    assert not [each for each in seen[:-1] if "has won" in each or "wins" in each]
    assert "won" in seen[-1]
    assert not [each for each in controls(page, "replaylog") if each], "the log would tell"
    assert not controls(page, "movie"), "back at the first step it would tell"
    stranger = (await chloe.slash(place.square, "match replay", match=1)).response
    assert "Everything, hands included" in said(stranger)
    assert place.refusals() == []


async def test_where_nothing_is_hidden_no_viewpoint_is_offered_for_it(place: Town) -> None:
    await begun(place, 10**3, "genesis-life")
    ada, _, chloe = place.people[:3]
    for person, own in ((ada, "m"), (chloe, "e")):
        page = (await person.slash(place.square, "match replay", match=1)).response
        assert "As everybody saw it then" in said(page)
        (menu,) = [each for each in parts(page) if each.get("custom_id") == way(page, "v")]
        assert [each["value"] for each in menu["options"]] == [own, "w"]
        (log,) = controls(page, "replaylog")
        page = (await person.click(page, custom_id=log)).response
        assert "secret" not in str(parts(page))
    assert place.refusals() == []


async def test_the_log_is_by_turn_by_player_and_from_the_newest_on(place: Town) -> None:
    await begun(place, 10**3, "familienbande")
    ada = place.people[0]
    page = (await ada.slash(place.square, "match log", match=1)).response
    first = said(page)
    assert first.count("\n") > 8, "the first page is full"
    numbers = [int(each) for each in re.findall(r"^`(\d+)`", first, re.MULTILINE)]
    assert numbers == sorted(numbers), "as they were made, turn by turn"
    assert "has won" in first or "won" in first
    (player,) = [each for each in controls(page, "replaylog") if each.endswith("p")]
    alone = (await ada.select(page, custom_id=player, values=["1"])).response
    lines = [line for line in said(alone).splitlines() if line.startswith("`")]
    assert lines
    assert not [line for line in lines if "> ada" in line]
    (order,) = [each for each in controls(alone, "replaylog") if each.endswith("c")]
    since = next(each for each in parts(alone) if each.get("custom_id") == order)["options"][1]["value"]
    page = (await ada.select(alone, custom_id=order, values=[since])).response
    assert f"from step {int(since) + 1} on" in said(page)
    (watch,) = [each for each in controls(page, "replayto") if each.endswith("w")]
    chosen = next(each for each in parts(page) if each.get("custom_id") == watch)["options"][2]["value"]
    page = (await ada.select(page, custom_id=watch, values=[chosen])).response
    assert step(page).startswith(f"{int(chosen) + 1} of ")
    (back,) = controls(page, "replaylog")
    page = (await ada.click(page, custom_id=back)).response
    assert "the newest turns" in said(page)
    assert place.refusals() == []


async def test_nobody_watches_where_they_may_not_look(place: Town) -> None:
    await begun(place, 2)
    dan = place.env.create_user("stranger")
    other = place.env.create_guild()
    channel = other.create_text_channel("elsewhere")
    stranger = other.add_member(dan)
    shown = (await stranger.slash(channel, "match replay", match=1)).response
    assert said(shown) == "There is no match 1."
    for verb, argument in (("replay", ""), ("replayto", "m-a"), ("replaylog", "m-ng"), ("replayat", "m-a")):
        forged = Control(1, verb, argument, 1)
        bot = place.bot.get_partial_messageable(channel.id, guild_id=other.id)
        message = await bot.send(view=words("old").row(button(forged, "forged")).layout())
        shown = (await stranger.click(message, custom_id=str(forged))).response
        assert said(shown) == "There is no match 1."


async def test_long_news_have_the_log_a_tap_away(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.pages.panel.LONG_NEWS", 0)
    await begun(place, 4)
    mover = place.mover()
    panel = (await mover.slash(place.thread, "genial play")).response
    (way,) = controls(panel, "replay")
    log = (await mover.click(panel, custom_id=way)).response
    assert log.ephemeral
    assert "the newest turns" in said(log)
    assert place.refusals() == []


async def test_what_older_code_does_not_know_is_not_offered(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(place, 2)
    ada = place.people[0]
    assert controls((await ada.slash(place.square, "match show", match=1)).response, "replay")
    levels = CodeLevels(CODE_LEVEL, REPLAY_CODE_LEVEL - 1, CODE_LEVEL)
    monkeypatch.setattr(type(place.store), "code_levels", levels)
    assert not controls((await ada.slash(place.square, "match show", match=1)).response, "replay")


async def test_one_step_on_leads_past_what_nothing_is_told_of(place: Town) -> None:
    """A number still leads there."""
    await begun(place, 10**3)
    ada = place.people[0]
    page = (await ada.slash(place.square, "match replay", match=1)).response
    page = (await ada.select(page, custom_id=way(page, "v"), values=["e"])).response
    walk = await place.bot.matches.replays.walk(1, ada.id, Viewpoint.ALL)
    quiet = [number for number, each in enumerate(walk.moments) if not each.events and number]
    assert quiet, "placing a tile has steps of its own"
    seen = list[int]()
    while forward := [each for each in controls(page, "replayto") if each.endswith("n")]:
        page = (await ada.click(page, custom_id=forward[0])).response
        seen.append(int(step(page).partition(" of ")[0]) - 1)
        assert "of which nothing was told" not in said(page)
    assert seen == [number for number in range(1, len(walk.moments)) if number not in quiet]
    page = (await ada.click(page, custom_id=way(page, "b"))).response
    assert int(step(page).partition(" of ")[0]) - 1 == seen[-2]
    form = await ada.click(page, custom_id=way(page, "j"))
    page = (await ada.submit_modal(form, {field_of(form): str(quiet[0] + 1)})).response
    assert "of which nothing was told" in said(page)
    assert place.refusals() == []


async def test_long_hands_are_shown_when_they_are_asked_for(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They push the board off a telephone's screen."""
    monkeypatch.setattr("cogs.pages.replay.HANDS", 0)
    await begun(place, 10**3, "familienbande")
    ada = place.people[0]
    page = (await ada.slash(place.square, "match replay", match=1)).response
    page = (await ada.select(page, custom_id=way(page, "v"), values=["e"])).response
    page = (await ada.click(page, custom_id=way(page, "n"))).response
    assert said(page).count("saw:") == 1, "of who moved"
    page = (await ada.click(page, custom_id=way(page, "h"))).response
    page = (await ada.click(page, custom_id=way(page, "x"))).response
    page = (await ada.click(page, custom_id=way(page, "n"))).response
    assert said(page).count("saw:") == 2
    assert "```" in said(page)
    page = (await ada.click(page, custom_id=way(page, "h"))).response
    assert said(page).count("saw:") == 1
    assert "```" in said(page)
    levels = CodeLevels(CODE_LEVEL, STEP_CODE_LEVEL - 1, CODE_LEVEL)
    monkeypatch.setattr(type(place.store), "code_levels", levels)
    page = (await ada.click(page, custom_id=way(page, "b"))).response
    assert said(page).count("saw:") == 2, "older code knows no button for them"
    assert not [each for each in controls(page, "replayto") if each.endswith("h")]
    assert place.refusals() == []
