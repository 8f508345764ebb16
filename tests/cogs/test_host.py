"""`/host`: only for who may manage the server; settings that tables follow; what is waited for; remedies."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

import discord
import pytest

from cogs.answering.answers import words
from cogs.answering.controls import Control, button
from engine.match.clock import PACES
from engine.matches import Status, Venue
from tests.cogs.simulated import Town, controls, said

DAY = timedelta(days=1)


@pytest.fixture
def moderator(place: Town) -> Any:
    """Somebody who may manage the server, and plays nowhere."""
    role = place.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    return place.guild.add_member(place.env.create_user("mona"), roles=[role])


async def test_nobody_else_may(place: Town) -> None:
    await place.open(2)
    await place.start()
    ada = place.people[0]
    (hosts,) = [each for each in await place.bot.tree.fetch_commands() if each.name == "host"]
    # Whoever may use commands can be changed by a server: the bot looks itself.
    place.guild.set_command_permissions(hosts, {ada: True})
    for command, given in (
        ("settings", {}),
        ("matches", {}),
        ("time", {"match": 1}),
        ("replace", {"match": 1, "seat": 1}),
        ("end", {"match": 1}),
        ("undo", {"match": 1}),
    ):
        answer = (await ada.slash(place.square, f"host {command}", **given)).response
        assert "manage this server" in said(answer)
    assert await ada.autocomplete(place.square, "host end", "match", "") == []
    assert place.refusals() == ["not_moderator"] * 6
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING


async def test_tables_follow_the_settings(place: Town, moderator: Any) -> None:
    other = place.guild.create_text_channel("elsewhere")
    shown = (await moderator.slash(place.square, "host settings")).response
    assert "3 days in hand" in said(shown)
    assert "everywhere" in said(shown)
    channel = place.square
    shown = (
        await moderator.slash(
            place.square,
            "host settings",
            pace="4d 2d",
            zone="Europe/Paris",
            language="fr",
            channel=channel,
        )
    ).response
    assert "4 days in hand" in said(shown)
    assert "Europe/Paris" in said(shown)
    assert f"<#{place.square.id}>" in said(shown)
    await place.open(1)
    match = await place.bot.matches.loader.get(1)
    assert str(match.pace) == "96h+48h"
    assert match.venue.locale == "fr"
    refused = (await place.people[0].slash(other, "genial new")).response
    assert f"<#{place.square.id}>" in said(refused)
    await moderator.slash(place.square, "host settings", channel=channel, who="moderators")
    await place.people[0].slash(other, "genial new")
    await moderator.slash(other, "genial new")
    for wrong in ({"zone": "Nowhere/Here"}, {"pace": "never"}):
        await moderator.slash(place.square, "host settings", **wrong)
    assert place.refusals() == ["channel_closed", "only_moderators", "zone", "pace_unknown"]
    server = await place.bot.matches.hours.server(place.guild.id)
    assert (server.zone, server.pace, server.locale) == ("Europe/Paris", "96h+48h", "fr")


async def test_each_setting_has_its_button(place: Town, moderator: Any) -> None:
    page = (await moderator.slash(place.square, "host settings")).response
    square = place.square.id
    server = place.bot.matches.hours.server
    for argument, changed in (
        ("pace=", None),
        ("pace=week", ("pace", str(PACES["week"]))),
        ("zone=", None),
        ("zone=Europe/London", ("zone", "Europe/London")),
        ("language=en", ("locale", "en")),
        ("opener=moderators", ("more", {"opener": "moderators"})),
        (f"open={square}", ("more", {"opener": "moderators", "channels": [square]})),
        (f"close={square}", ("more", {"opener": "moderators", "channels": []})),
    ):
        pressed = str(Control(0, "hostset", argument))
        assert pressed in controls(page, "hostset"), argument
        page = (await moderator.click(page, custom_id=pressed)).response
        if changed is not None:
            assert getattr(await server(place.guild.id), changed[0]) == changed[1], argument
    (lane_on,) = [each for each in controls(page, "hostset") if "news=" in each]
    page = (await moderator.click(page, custom_id=lane_on)).response
    lane = await place.bot.matches.server_news.lane(place.guild.id)
    assert lane is not None
    assert lane.channel == square
    (lane_off,) = [each for each in controls(page, "hostset") if "news=" in each]
    await moderator.click(page, custom_id=lane_off)
    assert await place.bot.matches.server_news.lane(place.guild.id) is None
    assert place.refusals() == []


async def test_a_deleted_channel_does_not_stay_the_only_open_one(place: Town, moderator: Any) -> None:
    cellar = place.guild.create_text_channel("cellar")
    await moderator.slash(place.square, "host settings", channel=cellar)
    page = (await moderator.slash(place.square, "host settings")).response
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel = guild.get_channel(cellar.id)
    assert channel is not None
    await channel.delete()
    for argument in (f"open={place.square.id}", f"close={place.square.id}"):
        page = (await moderator.click(page, custom_id=str(Control(0, "hostset", argument)))).response
    assert (await place.bot.matches.hours.server(place.guild.id)).more == {"channels": []}
    await place.open(1)
    assert place.refusals() == []


async def test_settings_are_changed_by_moderators_alone(place: Town, moderator: Any) -> None:
    async def forged(person: Any, argument: str) -> str:
        control = Control(0, "hostset", argument)
        message = await place.old_message(button(control, "forged"))
        return said((await person.click(message, custom_id=str(control))).response)

    other = place.env.create_guild().create_text_channel("elsewhere")
    for argument in ("opener=moderators", "zone=Europe/London", f"open={place.square.id}", "news=off"):
        assert "manage this server" in await forged(place.people[0], argument)
    for wrong in ("opener=nobody", "open=1", f"open={other.id}", f"news={other.id}", "open=x", "fire=1"):
        assert "Tables of this server" not in await forged(moderator, wrong), wrong
    for wrong in ("pace=never", "zone=X/Y"):
        assert "Tables of this server" not in await forged(moderator, wrong), wrong
    server = await place.bot.matches.hours.server(place.guild.id)
    assert (server.zone, server.pace, server.more) == (None, None, {})
    assert "Tables of this server" in await forged(moderator, f"open={place.square.id}")
    assert "Tables of this server" in await forged(moderator, f"open={place.square.id}"), "twice is once"
    server = await place.bot.matches.hours.server(place.guild.id)
    assert server.more == {"channels": [place.square.id]}


async def test_who_is_waited_for_in_channels_one_can_see(place: Town, moderator: Any) -> None:
    other = place.guild.create_text_channel("elsewhere")
    assert "No match" in said((await moderator.slash(place.square, "host matches")).response)
    for _ in range(2):
        await place.open(2)
        await place.start()
    mover = place.mover()
    listed = said((await moderator.slash(place.square, "host matches")).response)
    assert "2 matches are being played" in listed
    assert mover.name in listed
    assert listed.count(", asked <t:") == 2
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    square = cast(discord.TextChannel, guild.get_channel(place.square.id))
    await square.set_permissions(guild.default_role, view_channel=False)
    assert "No match" in said((await moderator.slash(other, "host matches")).response)
    assert "There is no match 1" in said((await moderator.slash(other, "host end", match=1)).response)


async def test_more_time_for_all(place: Town, moderator: Any) -> None:
    await place.open(2)
    await place.start()
    before = (await place.bot.matches.queries.situation(1, None)).deadline
    assert before is not None
    done = (await moderator.slash(place.square, "host time", match=1, days=2)).response
    assert "has 2 more days" in said(done)
    await place.settle()
    assert (await place.bot.matches.queries.situation(1, None)).deadline == before + 2 * DAY
    await moderator.slash(place.square, "host time", match=1, days=15)
    unknown = (await moderator.slash(place.square, "host time", match=9)).response
    assert "There is no match 9" in said(unknown)
    assert place.refusals()[:1] == ["host_days"]


async def test_a_robot_plays_once_for_a_seat_and_that_is_asked_before(place: Town, moderator: Any) -> None:
    await place.open(2)
    await place.start()
    gone = place.mover()
    other = next(each for each in place.people[:2] if each is not gone)
    (seat,) = await moderator.autocomplete(place.square, "host replace", "seat", "", match=1)
    assert seat["name"] == gone.name
    asked = (await moderator.slash(place.square, "host replace", match=1, seat=seat["value"])).response
    assert f"{gone.name} has time until" in said(asked)
    assert "nobody wins by it" in said(asked)
    assert (await place.bot.matches.loader.get(1)).entries == 1, "nothing was done yet"
    twice = (await moderator.slash(place.square, "host replace", match=1, seat=seat["value"])).response
    done = (await moderator.click(asked, custom_id=controls(asked, "hostreplace")[0])).response
    assert f"a robot plays once for {gone.name}" in said(done)
    await place.settle()
    assert any("A moderator has let a robot play once" in said(each) for each in place.thread.history())
    assert len(place.got(gone, "A moderator has let a robot play for you once")) == 1
    assert gone.id in (await place.bot.matches.loader.get(1)).persons
    await other.slash(place.thread, "match end", result="won")
    again = (await moderator.click(twice, custom_id=controls(twice, "hostreplace")[0])).response
    assert "does not wait for that seat" in said(again)
    assert place.refusals() == ["not_absent"]
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING


async def test_ending_a_match_is_asked_before(place: Town, moderator: Any) -> None:
    await place.open(2)
    await place.start()
    asked = (await moderator.slash(place.square, "host end", match=1)).response
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING
    await moderator.click(asked, custom_id=controls(asked, "hostend")[0])
    assert (await place.bot.matches.loader.get(1)).status is Status.CANCELLED
    await moderator.slash(place.square, "host end", match=1)
    assert place.refusals() == []


async def test_a_moderator_who_plays_may_only_give_time(place: Town, moderator: Any) -> None:
    await moderator.slash(place.square, "genial new")
    await place.settle()
    await place.people[1].click(place.lobby, custom_id=controls(place.lobby, "join")[0])
    await place.settle()
    await moderator.click(place.lobby, custom_id=controls(place.lobby, "start")[0])
    await place.settle()
    given = ["host_own_time"] if f"<@{moderator.id}>" in said(place.turn) else []
    await moderator.slash(place.square, "host time", match=1)
    assert place.refusals() == given, "never to the own side"
    await moderator.slash(place.square, "host end", match=1)
    await moderator.slash(place.square, "host replace", match=1, seat=0)
    await moderator.slash(place.square, "host undo", match=1)
    assert place.refusals() == [*given, *["host_seated"] * 3]


async def test_the_last_step_is_taken_back(place: Town, moderator: Any) -> None:
    await place.open(2)
    await place.start()
    asked = (await moderator.slash(place.square, "host undo", match=1)).response
    nothing = (await moderator.click(asked, custom_id=controls(asked, "hostundo")[0])).response
    assert "Nothing has been played" in said(nothing)
    matches, mover = place.bot.matches, place.mover()
    _, log = await matches.loader.load_started(1)
    seat = log.fold.pending[0]
    question = (await matches.queries.situation(1, mover.id)).question_number
    await matches.moves.play(
        1, mover.id, str(next(iter(log.game.moves(log.fold.state, seat)))), question, 10**18
    )
    await place.settle()
    stale = (await moderator.slash(place.square, "host undo", match=1)).response
    before = (await place.bot.matches.loader.get(1)).entries
    second = (await moderator.slash(place.square, "host undo", match=1)).response
    done = (await moderator.click(second, custom_id=controls(second, "hostundo")[0])).response
    assert "has been taken back" in said(done)
    await place.settle()
    assert place.mover().id == mover.id
    assert any("A moderator has taken back the last step" in said(each) for each in place.thread.history())
    late = (await moderator.click(stale, custom_id=controls(stale, "hostundo")[0])).response
    assert "has gone on" in said(late)
    assert place.refusals() == []
    assert (await place.bot.matches.loader.get(1)).entries == before + 1


async def test_a_rematch_opens_no_table_where_none_may_be_opened(place: Town, moderator: Any) -> None:
    ada, ben = place.people[:2]
    await place.open(2)
    await place.start()
    await place.bot.matches.moderation.end(1, moderator.id, 99)
    await place.settle()
    control = Control(1, "rematch")
    guild = place.bot.get_guild(place.guild.id)
    street = cast(discord.TextChannel, guild and guild.get_channel(place.square.id))
    end = await street.send(view=words("again").row(button(control, "x")).layout())

    async def pressed(person: Any) -> str:
        return said((await person.click(end, custom_id=str(control))).response)

    await moderator.slash(place.square, "host settings", who="moderators")
    assert "moderators open the tables" in await pressed(ada)
    # Ada moderates a server of her own, and has a message there with the same button.
    own = place.env.create_guild()
    mods = own.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    mistress, hall = own.add_member(place.users[0], roles=[mods]), own.create_text_channel("hall")
    far = place.bot.get_guild(own.id)
    there = cast(discord.TextChannel, far and far.get_channel(hall.id))
    copy = await there.send(view=words("again").row(button(control, "x")).layout())
    answered = (await mistress.click(copy, custom_id=str(control))).response
    assert "moderators open the tables" in said(answered)
    other = place.guild.create_text_channel("elsewhere")
    await moderator.slash(place.square, "host settings", who="everyone", channel=other)
    assert f"Tables are opened in <#{other.id}>" in await pressed(ben)
    assert await place.bot.matches.queries.find(ada.id, [Status.LOBBY], limit=9) == []
    await moderator.slash(place.square, "host settings", channel=other)
    await pressed(ada)
    await moderator.slash(place.square, "host settings", who="moderators")
    await pressed(ben)
    assert len((await place.bot.matches.loader.get(2)).persons) == 2, "who joins opens nothing"


async def test_the_list_begins_with_what_needs_somebody(place: Town, moderator: Any) -> None:
    matches = place.bot.matches
    for _ in range(3):
        await place.open(2)
        await place.start()
    await place.open(1)
    shown = said((await moderator.slash(place.square, "host matches")).response)
    assert "3 matches are being played" in shown
    assert "and 1 open table" in shown
    assert "**1 needs somebody**" in shown
    assert "**nobody else there**" in shown
    assert shown.count("time ends <t:") == 3
    assert shown.index("#4") < shown.index("The others") < shown.index("#1")
    await matches.substitutes.offer_seat(2, place.people[1].id, 777)
    await place.settle()
    shown = said((await moderator.slash(place.square, "host matches")).response)
    assert "**free seat**: of basile" in shown
    assert shown.index("#2") < shown.index("#4")
    await place.live(timedelta(days=3, hours=14))
    shown = said((await moderator.slash(place.square, "host matches")).response)
    assert "**late**" in shown
    assert f"https://discord.com/channels/{place.guild.id}/" in shown
    await place.live(timedelta(days=40), DAY)
    shown = said((await moderator.slash(place.square, "host matches")).response)
    assert "**asleep**" in shown
    assert "waits for" not in shown


async def test_twenty_five_matches_stand_on_two_pages(place: Town, moderator: Any) -> None:
    for number in range(25):
        await place.bot.matches.lobbies.open(
            "genial",
            place.bot.services.face("genial").game.Options(),
            2,
            9000 + number,
            "W" * 32,
            Venue(place.guild.id, place.square.id, "en"),
            100 + number,
        )
    first = (await moderator.slash(place.square, "host matches")).response
    assert said(first).count("open since") == 13
    second = (await moderator.click(first, custom_id=controls(first, "hostlist")[0])).response
    assert said(second).count("open since") == 12
    assert len(controls(second, "hostlist")) == 1
