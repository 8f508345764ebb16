"""`/match`: giving up, offering a seat, giving a day, a pause, coming back, ending against who has gone."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from cogs.answering.controls import Control
from engine.matches import Status
from tests.cogs.simulated import Town, controls, said

DAY = timedelta(days=1)


async def begun(place: Town, people: int = 2, pace: str = "day") -> None:
    await place.open(people, pace=pace, players=str(people))
    await place.start()


async def test_resigning_a_duel_is_asked_before_and_ends_it(place: Town) -> None:
    await begun(place)
    ada, basile = place.people[:2]
    asked = (await basile.slash(place.thread, "match resign")).response
    assert asked.ephemeral
    assert f"It ends at once, and {ada.name} wins" in said(asked)
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING
    done = (await basile.click(asked, custom_id=controls(asked, "leave")[0])).response
    why = f"{ada.name} has won: {basile.name} resigned."
    assert f"You have resigned match 1. {why}" in said(done)
    assert controls(done, "rematch")
    await place.settle()
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.OVER
    (end,) = place.told(f"## Génial #1: {ada.name} has won")
    assert said(end).splitlines()[1:] == [f"{basile.name} resigned."]
    assert controls(end, "rematch")
    assert f"The match is over.\n{why}" in said(place.lobby)
    assert f"<#{place.thread.id}>" in said(place.lobby)
    (letter,) = place.got(ada, f"The match is over – you won: {basile.name} resigned.")
    assert controls(letter, "rematch")
    assert not place.got(basile, "you won")
    for person, told in (
        (ada, f"you won: {basile.name} resigned"),
        (basile, f"you resigned: {ada.name} has won"),
    ):
        listed = (await person.slash(place.square, "turns")).response
        assert told in said(listed)
        result = (await person.click(listed, custom_id=controls(listed, "result")[0])).response
        assert result.ephemeral
        assert said(result) == said(end)
        assert [each.filename.partition("-")[0] for each in result.attachments] == ["end"]
    shown = said((await ada.slash(place.square, "match show", match=1)).response)
    assert shown.startswith(said(end)), "the same for ever"
    again = (await basile.click(done, custom_id=controls(done, "rematch")[0])).response
    assert "2" in said(again)
    assert place.refusals() == []


@pytest.mark.parametrize("players", ["3", "solo"])
async def test_a_table_without_two_sides_says_nothing_of_a_duel(place: Town, players: str) -> None:
    await place.open(1, players=players, resigning="plays")
    assert "resigns" not in said(place.lobby)
    assert "resigns" not in said((await place.people[0].slash(place.square, "match show", match=1)).response)


async def test_a_seat_on_offer_is_not_offered_again(place: Town) -> None:
    await begun(place)
    basile = place.people[1]
    asked = (await basile.slash(place.thread, "match offer")).response
    await basile.click(asked, custom_id=controls(asked, "offerseat")[0])
    again = (await basile.slash(place.thread, "match offer")).response
    assert "You have already offered your seat" in said(again)
    assert not controls(again, "offerseat")


async def test_a_duel_that_was_opened_to_play_on_goes_on(place: Town) -> None:
    await place.open(2, players="2", resigning="plays")
    assert "a robot plays on for it" in said(place.lobby)
    await place.start()
    ada, basile = place.people[:2]
    asked = (await basile.slash(place.thread, "match resign")).response
    assert "you can neither take the seat back nor win" in said(asked)
    done = (await basile.click(asked, custom_id=controls(asked, "leave")[0])).response
    assert f"Still playing: {ada.name}" in said(done)
    await place.settle()
    assert "a robot plays on for it" in said((await ada.slash(place.square, "match show", match=1)).response)
    match = await place.bot.matches.loader.get(1)
    assert (match.status, match.seat_of(basile.id)) == (Status.RUNNING, None)
    listed = said((await basile.slash(place.square, "turns")).response)
    assert "### Resigned: you can watch" in listed
    assert "Génial #1" in listed
    asked = (await ada.slash(place.thread, "match end", result="won")).response
    await ada.click(asked, custom_id=controls(asked, "endabsent")[0])
    assert (await place.bot.matches.loader.get(1)).status is Status.OVER
    listed = said((await basile.slash(place.square, "turns")).response)
    assert f"you resigned: {ada.name} has won" in listed
    assert "Resigned: you can watch" not in listed
    assert place.refusals() == []


async def test_with_more_sides_who_resigns_hears_who_still_plays(place: Town) -> None:
    await begun(place, 3)
    ada, basile, chloe = place.people[:3]
    asked = (await basile.slash(place.thread, "match resign")).response
    done = (await basile.click(asked, custom_id=controls(asked, "leave")[0])).response
    assert f"Still playing: {ada.name} and {chloe.name}" in said(done)
    await place.settle()
    assert "Resigned: you can watch" in said((await basile.slash(place.square, "turns")).response)
    await ada.slash(place.thread, "match end", result="won")
    assert place.refusals() == ["not_two_sides"]


async def test_against_robots_alone_there_is_nobody_to_win_against(place: Town) -> None:
    await place.open(1, players="2")
    ada = place.people[0]
    await place.seat_robots(1)
    await place.start()
    await ada.slash(place.thread, "match end", result="won")
    assert place.refusals() == ["no_opponent"]
    asked = (await ada.slash(place.thread, "match resign")).response
    await ada.click(asked, custom_id=controls(asked, "leave")[0])
    assert (await place.bot.matches.loader.get(1)).status is Status.CANCELLED


async def test_who_resigns_a_match_that_sleeps_hears_that_nobody_plays(place: Town) -> None:
    await begun(place, 3)
    basile = place.people[1]
    place.calendar.ahead += 31 * DAY
    await place.bot.matches.upkeep.rest()
    await place.settle()
    asked = (await basile.slash(place.thread, "match resign")).response
    done = (await basile.click(asked, custom_id=controls(asked, "leave")[0])).response
    assert "It sleeps: once somebody has woken it, a robot plays on for you" in said(done)
    assert "Still playing" not in said(done)


async def test_who_has_vanished_is_not_named_as_still_playing(place: Town) -> None:
    await begun(place, 3, "lively")
    gone = place.mover()
    await place.live(2.6 * DAY)
    match = await place.bot.matches.loader.get(1)
    assert set(match.absent) == {match.seat_of(gone.id)}
    person, other = (each for each in place.people[:3] if each is not gone)
    asked = (await person.slash(place.thread, "match resign")).response
    done = (await person.click(asked, custom_id=controls(asked, "leave")[0])).response
    assert f"Still playing: {other.name}." in said(done)


async def test_a_lobby_is_not_resigned(place: Town) -> None:
    await place.open(2)
    await place.people[1].slash(place.square, "match resign", match=1)
    await place.people[2].slash(place.square, "match resign", match=1)
    assert place.refusals() == ["not_started", "not_seated"]


async def test_a_seat_is_offered_and_kept(place: Town) -> None:
    await begun(place)
    ada = place.people[0]
    asked = (await ada.slash(place.thread, "match offer")).response
    assert not (await place.bot.matches.queries.situation(1, ada.id)).times[0].offered
    done = (await ada.click(asked, custom_id=controls(asked, "offerseat")[0])).response
    await place.settle()
    assert "your seat is on offer" in said(done)
    assert (await place.bot.matches.queries.situation(1, ada.id)).times[0].offered
    (offered,) = place.told("offers this seat")
    assert controls(offered, "sit")
    await ada.click(done, custom_id=controls(done, "back")[0])
    assert not (await place.bot.matches.queries.situation(1, ada.id)).times[0].offered
    assert place.refusals() == []


async def test_the_way_back_is_one_press_from_the_match_shown(place: Town) -> None:
    await begun(place)
    gone = place.mover()
    shown = (await gone.slash(place.square, "match show", match=1)).response
    assert not controls(shown, "back")
    await place.live(4.2 * DAY)
    assert len(place.told("A robot has played for")) == 1
    shown = (await gone.slash(place.square, "match show", match=1)).response
    (way,) = controls(shown, "back")
    back = (await gone.click(shown, custom_id=way)).response
    assert "You play on yourself" in said(back)
    assert "You are not away" in said((await gone.click(shown, custom_id=way)).response)
    await place.settle()
    assert len(place.told(f"**Génial #1** · {gone.name} is back.")) == 1
    assert place.refusals() == []


async def test_a_day_is_given(place: Town) -> None:
    await begun(place)
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    before = (await place.bot.matches.queries.situation(1, None)).deadline
    assert before is not None
    (choice,) = await other.autocomplete(place.thread, "match give", "seat", "")
    assert choice["name"] == mover.name
    done = (await other.slash(place.thread, "match give")).response
    until = int((before + DAY).timestamp())
    assert re.search(rf"has one more day, until <t:{until}:f>", said(done))
    assert (await place.bot.matches.queries.situation(1, None)).deadline == before + DAY
    await other.slash(place.thread, "match give", seat=choice["value"])
    await mover.slash(place.thread, "match give", seat=choice["value"])
    await mover.slash(place.thread, "match give")
    await mover.slash(place.thread, "match give", seat=9)
    assert place.refusals() == ["day_given", "own_seat", "nothing_asked", "nothing_asked"]


async def test_a_pause_begins_once_all_agree(place: Town) -> None:
    await begun(place)
    ada, basile = place.people[:2]
    days = [each["value"] for each in await ada.autocomplete(place.thread, "match pause", "until", "")]
    assert days
    asked = (await ada.slash(place.thread, "match pause", until=days[6])).response
    await place.settle()
    assert "once everybody agrees" in said(asked)
    (table,) = place.told("would like all clocks to stand still")
    assert (await place.bot.matches.queries.situation(1, None)).paused_until is None
    agreed = (await basile.slash(place.thread, "match pause", until=days[6])).response
    assert "All clocks stand still until" in said(agreed)
    assert (await place.bot.matches.queries.situation(1, None)).paused_until is not None
    assert controls(table, "pause")
    for until in ("2001-01-01", "soon", "2999-01-01"):
        await ada.slash(place.thread, "match pause", until=until)
    assert place.refusals() == ["pause_past", "day", "pause_long"]


async def agree(place: Town, person: Any, days: str) -> str:
    """The person types that; what the answer says."""
    shown = (await person.slash(place.thread, "match pause", until=days)).response
    await place.settle()
    return said(shown)


async def test_a_pause_ends_early_once_all_agree_by_button_and_command(place: Town) -> None:
    await begun(place)
    ada, basile = place.people[:2]
    days = [each["value"] for each in await ada.autocomplete(place.thread, "match pause", "until", "")]
    for person in (ada, basile):
        await agree(place, person, days[6])
    matches = place.bot.matches
    (table,) = place.told("All clocks stand still until")
    shown = (await ada.click(table, custom_id=controls(table, "pause")[0])).response
    await place.settle()
    assert "they run again at once when everybody agrees" in said(shown)
    assert (await matches.queries.situation(1, None)).paused_until is not None
    assert place.told("Somebody would like to go on now")
    assert days[-1] == "-"
    assert "The pause is over" in await agree(place, basile, "-")
    assert (await matches.queries.situation(1, None)).paused_until is None
    assert place.told("The pause is over: the clocks run again.")
    (waiting,) = [each for each in (ada, basile) if await matches.queries.waiting_for(each.id)]
    assert place.got(waiting, "is waiting for you, until"), "who is asked is called"
    await ada.slash(place.thread, "match pause", until="-")
    assert place.refusals() == ["not_paused"]


async def test_another_date_says_what_is_true(place: Town) -> None:
    await begun(place)
    ada, basile = place.people[:2]
    days = [each["value"] for each in await ada.autocomplete(place.thread, "match pause", "until", "")]
    await agree(place, ada, days[6])
    (asked,) = place.told("would like all clocks to stand still")
    (old,) = controls(asked, "pause")
    assert "once everybody agrees" in await agree(place, basile, days[2])
    assert "All clocks stand still until" in await agree(place, ada, days[2])
    begins = (await place.bot.matches.queries.situation(1, None)).paused_until
    shown = await agree(place, basile, days[6])
    assert "All clocks stand still until" in shown
    assert "instead, once everybody agrees" in shown
    assert (await place.bot.matches.queries.situation(1, None)).paused_until == begins
    later = place.told("instead. That holds once everybody agrees")[-1]
    (again,) = controls(later, "pause")
    assert again.partition("~")[0] == old.partition("~")[0], "the date that was asked for first"
    shown = (await ada.click(later, custom_id=again)).response
    await place.settle()
    assert "All clocks stand still until" in said(shown)
    assert "instead" not in said(shown)
    ends = (await place.bot.matches.queries.situation(1, None)).paused_until
    assert begins is not None
    assert ends is not None
    assert ends > begins
    assert place.refusals() == []


async def test_no_pause_without_clocks(place: Town) -> None:
    await begun(place, pace="open")
    await place.people[0].slash(place.thread, "match pause", until="2999-01-01")
    assert place.refusals() == ["no_clocks"]


@pytest.mark.parametrize(("how", "status"), [("won", Status.OVER), ("none", Status.CANCELLED)])
@pytest.mark.parametrize("by", ["command", "button"])
async def test_ending_against_somebody_who_has_gone(place: Town, how: str, status: Status, by: str) -> None:
    await begun(place)
    gone = place.mover()
    other = next(each for each in place.people[:2] if each is not gone)
    await other.slash(place.thread, "match end", result=how)
    assert place.refusals() == ["not_absent"]
    await place.live(4.2 * DAY)
    (robot,) = place.told("A robot has played for")
    if by == "command":
        asked = (await other.slash(place.thread, "match end", result=how)).response
    else:
        buttons = {
            str(getattr(Control.parse(each), "argument", "")): each for each in controls(robot, "absent")
        }
        button = buttons[how]
        asked = (await other.click(robot, custom_id=button)).response
    assert "cannot be continued" in said(asked)
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING
    await other.click(asked, custom_id=controls(asked, "endabsent")[0])
    assert (await place.bot.matches.loader.get(1)).status is status
    assert place.refusals() == ["not_absent"]


@pytest.mark.parametrize("undone", [False, True], ids=["still", "undone"])
@pytest.mark.parametrize("how", ["hidden", "timed out"])
async def test_nobody_wins_against_whom_a_moderator_has_shut_out(place: Town, how: str, undone: bool) -> None:
    """Nor if that is undone once the robot has played: the log keeps it, over a restart too."""
    await begun(place)
    shut = place.mover()
    other = next(each for each in place.people[:2] if each is not shut)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(place.square.id)
    member = await guild.fetch_member(shut.id)
    if how == "hidden":
        await channel.set_permissions(member, view_channel=False)
    else:
        await member.timeout(timedelta(days=7))
    await place.live(4.2 * DAY)
    if undone:
        if how == "hidden":
            await channel.set_permissions(member, overwrite=None)
        else:
            await member.timeout(None)
        await place.restart()
        assert not await place.bot.services.access.shut_out(await place.bot.matches.loader.get(1))
    (robot,) = place.told("A robot has played for")
    (offered,) = controls(robot, "absent")
    assert getattr(Control.parse(offered), "argument", "") == "none", "no win is offered"
    answers: dict[str, str] = {}
    for result in ("won", "none"):
        asked = (await other.slash(place.thread, "match end", result=result)).response
        pressed = await other.click(asked, custom_id=controls(asked, "endabsent")[0])
        answers[result] = said(pressed.response)
    assert "nobody wins by that" in answers["won"]
    assert (await place.bot.matches.loader.get(1)).status is Status.CANCELLED


async def test_three_sides_cannot_be_ended_like_that(place: Town) -> None:
    await begun(place, 3)
    await place.people[0].slash(place.thread, "match end", result="won")
    assert place.refusals() == ["not_two_sides"]


async def test_a_table_has_the_server_s_pace_unless_another_is_chosen(place: Town) -> None:
    await place.open(1)
    assert str((await place.bot.matches.loader.get(1)).pace) == "day"
    await place.bot.matches.hours.set_server(place.guild.id, pace="lively")
    await place.open(1)
    assert str((await place.bot.matches.loader.get(2)).pace) == "lively"
    await place.open(1, pace="open")
    assert str((await place.bot.matches.loader.get(3)).pace) == "open"
