"""Tables that fill, as people see them: invitations, the start, tables that wait for too long, rematches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from cogs.answering.answers import words
from cogs.answering.controls import Control, button
from cogs.delivery.messenger import Messenger
from cogs.pages.lobby import lobby_notice_page
from cogs.text import durations
from engine.match.clock import PACES
from engine.match.help import Help
from engine.match.lobby import Begin
from engine.matches import NewTerms, Status
from tests.cogs.delivery.test_courier import lost_answers
from tests.cogs.delivery.test_quiet_hours import rung
from tests.cogs.simulated import Town, controls, said
from tests.cogs.test_matches_in_simcord import behind, mixed


def calls(place: Town, message: Any) -> set[int]:
    """Return the people whom a message has called, or highlights since it was changed."""
    kept = place.env.backend.get_message(message.channel.id, message.id)
    return set(kept.ping_user_ids)


def invite(*people: Any) -> dict[str, str]:
    return {"with": " ".join(f"<@{each.id}>" for each in people)}


async def press(person: Any, message: Any, verb: str) -> str:
    """Press a button; return the answer's text."""
    return said((await person.click(message, custom_id=controls(message, verb)[0])).response)


async def falls_due(place: Town, kind: str) -> None:
    """Let the timer of that kind fall due now."""
    (timer,) = (each for each in await place.store.timers(1) if each.kind == kind)
    await place.store.set_timer(timer.id, place.bot.matches.now())
    await place.settle()


def word(place: Town) -> discord.Message:
    """Return the last message beside the table."""
    return place.square.history()[-1]


def direct(place: Town, number: int) -> str:
    """All that this person was written in private."""
    return "\n".join(said(each) for each in place.users[number].dm_channel.history())


async def test_who_is_invited_is_called_and_alone_may_answer(place: Town) -> None:
    ada, basile, chloe, dan = place.people
    lobby = await place.open(1, players="3", **invite(basile, chloe))
    assert lobby.content.startswith(f"<@{basile.id}> and <@{chloe.id}>: ada invites you to **Génial #1**.")
    assert calls(place, lobby) == {basile.id, chloe.id}
    old = await place.old_message(button(Control(1, "accept"), "Accept"))
    assert "No seat is kept for you" in await press(dan, old, "accept")
    assert "are kept for" in await press(dan, lobby, "join")
    assert "No seat is kept for you" in await press(dan, lobby, "decline")
    assert "You sit at table 1" in await press(basile, lobby, "join")
    await place.settle()
    assert "kept for chloe" in said(place.lobby)
    assert calls(place, place.lobby) == {chloe.id}, "an edit rings nobody, and highlights who is meant"
    assert "perhaps another time" in await press(chloe, place.lobby, "decline")
    await place.settle()
    assert not controls(place.lobby, "decline")
    assert controls(place.lobby, "join")
    assert "chloe thanks you for the invitation" in direct(place, 0)
    assert ada.id not in calls(place, place.lobby)
    assert "You sit at table 1" in await press(dan, place.lobby, "join")


async def test_who_is_asked_anew_reads_what_has_changed(place: Town) -> None:
    await place.open(2, "genesis-life")
    basile = place.people[1]
    await place.bot.matches.lobbies.alter(1, place.people[0].id, NewTerms(help=Help.RATED), 991)
    await place.settle()
    (called,) = [each for each in place.square.history() if controls(each, "accept")]
    assert f"<@{basile.id}>" in said(called)
    assert "rated" in said(called)
    assert "These terms are new to basile" in said(called)
    await basile.click(called, custom_id=controls(called, "accept")[0])
    assert (await place.bot.matches.loader.get(1)).seat_of(basile.id) == 1


async def test_every_list_with_a_way_to_a_seat_says_what_is_rated(place: Town) -> None:
    """Whoever is asked anew and takes no invitations finds the seat in these lists alone."""
    await place.open(2, "genesis-life")
    _, basile, chloe, _ = place.people
    alter = place.bot.matches.lobbies.alter
    assert "Rated" not in said((await chloe.slash(place.square, "tables")).response)
    await alter(1, place.people[0].id, NewTerms(help=Help.RATED), 991)
    for command in ("turns", "tables"):
        shown = (await basile.slash(place.square, command)).response
        assert controls(shown, "accept")
        assert "Rated, without help" in said(shown), command
    await place.bot.matches.lobbies.decline(1, basile.id, 992)
    assert "Rated, without help" in said((await chloe.slash(place.square, "tables")).response)
    old = await place.old_message(button(Control(1, "join"), "Join"))
    assert "Rated, without help" in await press(chloe, old, "join"), "as old messages do not"


async def test_no_robot_is_offered_for_a_seat_that_is_kept_anew(place: Town) -> None:
    await place.open(2, players="3")
    alter = place.bot.matches.lobbies.alter
    match = await alter(1, place.people[0].id, NewTerms(pace=PACES["day"], help=Help.RATED), 991)
    offer = lobby_notice_page(place.bot.services, match, "offer")
    assert offer is not None
    assert "for 1 more player" in offer.content
    assert "would lapse" not in offer.content
    match = await place.bot.matches.lobbies.add_player(1, place.people[0].id, "steady", 992)
    assert lobby_notice_page(place.bot.services, match, "offer") is None


async def test_who_is_asked_anew_because_of_a_robot_reads_that_too(place: Town) -> None:
    await place.open(2, "genesis-life")
    ada, basile, *_ = place.people
    lobbies = place.bot.matches.lobbies
    await lobbies.alter(1, ada.id, NewTerms(help=Help.RATED), 991)
    await lobbies.join(1, basile.id, "basile", 992)
    await lobbies.alter(1, ada.id, NewTerms(help=Help.WITH), 993)
    await place.settle()
    (called,) = [each for each in place.square.history() if controls(each, "accept")]
    assert "Changed by the host" not in said(called), "it is as it was at first"
    assert "These terms are new to basile" in said(called)


async def test_an_invited_host_only_table_lets_nobody_else_in(place: Town) -> None:
    _, basile, _, dan = place.people
    await place.open(1, open="invited", **invite(basile))
    assert "Only those whom the host has invited" in await press(dan, place.lobby, "join")
    assert controls((await dan.slash(place.square, "tables")).response, "join") == []
    channel = place.bot.get_partial_messageable(place.square.id, guild_id=place.guild.id)
    control = Control(1, "join")
    forged = await channel.send(view=words("forged").row(button(control, "x")).layout())
    refused = (await dan.click(forged, custom_id=str(control))).response
    assert "Only those whom the host has invited" in said(refused)


@pytest.mark.parametrize(
    ("guests", "why"),
    [
        ("basile", "I cannot tell whom “basile” means"),
        ("{ada}", "You have a seat already"),
        ("{basile} {chloe}", "You can invite 1 person to this table; 2 are too many"),
        ("{bot}", "is a bot"),
        ("<@12>", "not on this server"),
        ("{dan}", "dan cannot see this channel"),
    ],
)
async def test_who_cannot_be_invited(place: Town, guests: str, why: str) -> None:
    ada, basile, chloe, dan = place.people
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(place.square.id)
    await channel.set_permissions(await guild.fetch_member(dan.id), view_channel=False)
    robot = place.guild.add_member(place.env.create_user("robot", bot=True))
    named = {"ada": ada, "basile": basile, "chloe": chloe, "dan": dan, "bot": robot}
    typed = guests.format(**{key: f"<@{each.id}>" for key, each in named.items()})
    answered = (await ada.slash(place.square, "genial new", **{"with": typed})).response
    assert why in said(answered)
    await place.settle()
    assert place.square.history() == []


async def test_the_host_is_called_when_the_last_seat_is_taken(place: Town) -> None:
    ada, basile, chloe, _ = place.people
    await place.open(2)
    full = word(place)
    assert calls(place, full) == {ada.id}
    match = await place.bot.matches.loader.get(1)
    assert match.lobby.due is not None
    assert f"<t:{int(match.lobby.due.timestamp())}:R>" in said(full)
    assert f"<t:{int(match.lobby.due.timestamp())}:R>" in said(place.lobby)
    turns = (await basile.slash(place.square, "turns")).response
    assert f"starts <t:{int(match.lobby.due.timestamp())}:R>" in said(turns)
    assert "no seat" in (await press(chloe, full, "start")).lower()
    await press(basile, full, "start")
    await place.settle()
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING
    assert [each for each in place.square.history() if controls(each, "start")] == []
    assert full.id not in {each.id for each in place.square.history()}


async def test_what_the_host_has_done_nobody_tells_the_host(place: Town) -> None:
    await place.open(1)
    await place.seat_robots(1)
    assert word(place).id == place.lobby.id


async def test_a_table_begins_by_itself_by_the_id_of_its_announcement(place: Town) -> None:
    await place.open(2)
    await falls_due(place, "begin")
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.RUNNING
    announcement = next(each for each in place.square.history() if "starts now" in said(each))
    assert match.clicks[-1] == match.lobby.announced == announcement.id
    shown = await behind(place, place.lobby)
    assert mixed(shown)[-1] == announcement.id
    assert f"/{announcement.id})" in shown
    assert controls(place.turn, "play")
    assert place.refusals() == []


async def test_at_once_means_at_once(place: Town) -> None:
    await place.open(2, start=Begin.ONCE.value)
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING
    assert "is full: press" not in "".join(said(each) for each in place.square.history())


async def test_i_start_it_means_the_host_alone(place: Town) -> None:
    ada, basile, *_ = place.people
    await place.open(2, start=Begin.HOST.value)
    assert "Only the host" in await press(basile, place.lobby, "start")
    assert [each.kind for each in await place.store.timers(1) if each.kind == "begin"] == []
    await press(ada, word(place), "start")
    assert (await place.bot.matches.loader.get(1)).status is Status.RUNNING


async def test_an_announcement_of_which_nothing_was_heard_counts(place: Town) -> None:
    """It was sent, the bot was killed, and the next one finds it: there is one, and its id is mixed in."""
    await place.open(2)
    with lost_answers(place, place.square.id) as lost:
        await falls_due(place, "begin")
        assert (await place.bot.matches.loader.get(1)).status is Status.LOBBY
    await place.restart()
    await place.bot.matches.outbox.hurry(1)
    await place.settle()
    match = await place.bot.matches.loader.get(1)
    assert [match.lobby.announced] == lost
    assert sum("starts now" in said(each) for each in place.square.history()) == 1


async def test_an_announcement_is_void_when_somebody_got_up_meanwhile(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(2)
    send = Messenger.send

    async def slow(self: Messenger, channel: Any, page: Any, *given: Any, **more: Any) -> int:
        message = await send(self, channel, page, *given, **more)
        if "starts now" in page.content:
            await place.bot.matches.departures.leave(1, place.people[1].id, 77)
        return message

    monkeypatch.setattr(Messenger, "send", slow)
    await falls_due(place, "begin")
    assert (await place.bot.matches.loader.get(1)).status is Status.LOBBY
    assert "starts now" not in "".join(said(each) for each in place.square.history())
    assert "1 free seat" in said(place.lobby)


async def test_after_a_day_the_host_is_offered_players(place: Town) -> None:
    ada, basile, *_ = place.people
    await place.open(1, players="3", **invite(basile))
    await falls_due(place, "offer")
    offer = word(place)
    assert calls(place, offer) == {ada.id}
    assert "2 more players" in offer.content
    assert "Only the host" in await press(basile, offer, "fill")
    assert "Automatic players" in await press(ada, offer, "fill")
    await place.settle()
    match = await place.bot.matches.loader.get(1)
    assert [each.player for each in match.occupants] == [None, "steady", "steady"]
    assert offer.id not in {each.id for each in place.square.history()}


async def sleeps(place: Town, person: Any) -> datetime:
    """It is night where this person is; when that ends."""
    now = datetime.now(UTC)
    begins, ends = (now + timedelta(hours=each) for each in (-2, 4))
    quiet = (begins.hour * 60 + begins.minute, ends.hour * 60 + ends.minute)
    await place.bot.matches.hours.set_habits(person.id, zone="Etc/UTC", quiet=quiet)
    return ends.replace(second=0, microsecond=0)


async def test_who_sits_down_and_gets_up_over_and_over_rings_no_more(place: Town) -> None:
    ada, basile = place.people[:2]
    await place.open(1, players="2", start="host")
    rang = dict[int, bool]()
    for number in range(12):
        verb = "leave" if number % 2 else "join"
        await basile.click(place.lobby, custom_id=controls(place.lobby, verb)[0])
        await place.settle()
        for each in place.square.history():
            if "is full" in said(each):
                rang[each.id] = ada.id in calls(place, each)
    assert list(rang.values()) == [True] * 3 + [False] * 3, "it is said each time"


async def test_a_host_who_sleeps_is_not_rung(place: Town) -> None:
    ends = await sleeps(place, place.people[0])
    await place.open(2)
    assert "is full" in said(word(place))
    assert calls(place, word(place)) == set()
    await place.bot.matches.departures.leave(1, place.people[1].id, 77)
    await falls_due(place, "offer")
    assert word(place).id == place.lobby.id, "it waits for the morning"
    (notice,) = await place.bot.matches.outbox.notices((1,))
    assert (notice.kind, notice.due) == ("offer", int(ends.timestamp() * 1_000_000))


async def test_after_fourteen_days_the_table_says_that_it_is_closed(place: Town) -> None:
    await place.open(1)
    await falls_due(place, "close")
    assert "it did not start within 14 days" in said(place.lobby)
    assert "did not start within 14 days" in direct(place, 0)
    assert not controls(place.lobby, "join")


async def test_the_host_lets_somebody_go(place: Town) -> None:
    ada, basile, chloe, _ = place.people
    await place.open(2, players="3", **invite(chloe))
    old = await place.old_message(button(Control(1, "putout"), "Let somebody go"))
    assert "Only the host" in await press(basile, old, "putout")
    for person in (basile, chloe):
        menu = (await ada.click(old, custom_id=controls(old, "putout")[0])).response
        chosen = controls(menu, "putout")[0]
        done = (await ada.select(menu.message, [str(person.id)], custom_id=chosen)).response
        assert "free again" in said(done)
        await place.settle()
    assert "2 free seats" in said(place.lobby)
    assert "nobody else" in await press(ada, old, "putout")
    assert "without you" in direct(place, 1)
    assert "without you" in direct(place, 2)
    assert "without you" in await press(basile, place.lobby, "join")


async def test_how_to_play_is_a_press_away(place: Town) -> None:
    await place.open(1)
    shown = await press(place.people[3], place.lobby, "rules")
    typed = (await place.people[3].slash(place.square, "match rules", match=1)).response
    assert shown == said(typed)


async def test_the_table_says_its_pace_and_how_it_starts(place: Town) -> None:
    await place.open(1, pace="open")
    assert "No clock" in said(place.lobby)
    assert "10 minutes later it starts by itself" in said(place.lobby)
    await place.open(1, pace="day", language="fr")
    assert "Horloge" in said(place.lobby) or "Pendule" in said(place.lobby)


async def test_a_table_speaks_what_the_moderators_have_set(place: Town) -> None:
    await place.bot.matches.hours.set_server(place.guild.id, locale="fr")
    await place.open(1)
    assert "1 place libre" in said(place.lobby)
    await place.open(1, language="en")
    assert "1 free seat" in said(place.lobby)


async def test_the_old_thread_leads_to_the_rematch(place: Town) -> None:
    ada, basile, *_ = place.people
    await place.open(2)
    await place.start()
    for person in (ada, basile):
        await place.bot.matches.departures.cancel(1, person.id, person.id)
    await place.settle()
    again = await place.bot.matches.lobbies.rematch(1, ada.id, "ada", 99)
    await place.settle()
    assert calls(place, place.lobby) == {basile.id}
    assert place.lobby.id in [int(each) for each in said(place.turn).rstrip(")").split("/")[-1:]]
    assert f"#{again.id}" in said(place.turn)
    await press(basile, place.lobby, "join")
    seats = (await place.bot.matches.loader.get(again.id)).occupants
    assert [one.person for one in seats] == [basile.id, ada.id]


async def test_a_rematch_obeys_what_the_moderators_have_set(place: Town) -> None:
    ada, basile, *_ = place.people
    other = place.guild.create_text_channel("elsewhere")
    await place.open(2, pace="lively")
    await place.start()
    gone = place.mover()
    await place.live(timedelta(days=3))
    other_side = ada if gone.id == basile.id else basile
    await place.bot.matches.departures.end_absent(1, other_side.id, 99, won=True)
    await place.settle()
    end = place.turn
    for rules, told in (
        ({"channels": [other.id]}, f"<#{other.id}>"),
        ({"opener": "moderators"}, "moderators"),
    ):
        await place.bot.matches.hours.set_server(place.guild.id, more=rules)
        assert told in await press(ada, end, "rematch")
        assert await place.bot.matches.queries.lobbies_at(place.guild.id, limit=9) == []
    await place.bot.matches.hours.set_server(place.guild.id, more={"channels": [place.square.id]})
    await press(basile, end, "rematch")
    (again,) = await place.bot.matches.queries.lobbies_at(place.guild.id, limit=9)
    assert again.rematch_of == 1
    await place.bot.matches.hours.set_server(place.guild.id, more={"opener": "moderators"})
    assert "You sit at table 2" in await press(ada, end, "rematch"), "sitting down at one is not opening one"


def entered(place: Town) -> list[int]:
    """Return the people who were added to the thread, not by a mention."""
    path = f"/channels/{place.thread.id}/thread-members/"
    found = [each.path for each in place.env.http_requests if each.method == "PUT"]
    return [int(each.removeprefix(path)) for each in found if each.startswith(path)]


async def test_players_are_in_the_thread_from_the_start(place: Town) -> None:
    """Also those who are called later, or at night: once a match."""
    await place.open(3, players="3")
    await place.start()
    assert sorted(entered(place)) == sorted(each.id for each in place.people[:3])
    await place.restart()
    await place.settle()
    assert len(entered(place)) == 3


async def test_who_cannot_be_let_in_holds_up_nothing(place: Town) -> None:
    place.env.inject_error("PUT", "/channels/*/thread-members/*", status=500, times=None)
    await place.open(2)
    await place.start()
    assert "your turn" in said(place.turn)
    assert await place.bot.matches.outbox.notices((1,)) == []
    assert place.refusals() == []


async def test_the_open_tables_that_one_may_see(place: Town) -> None:
    """Not those without a seat for the person, nor those in places that the person cannot view."""
    ada, _, chloe, dan = place.people
    await place.open(1)
    await place.open(2)
    await place.open(1, open="invited", **invite(chloe))
    await place.open(1, players="3", open="invited", **invite(dan))
    cellar = place.guild.create_text_channel("cellar")
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(cellar.id)
    await ada.slash(cellar, "genial new")
    await place.settle()
    assert "#5" in said((await dan.slash(place.square, "tables")).response)
    await channel.set_permissions(await guild.fetch_member(dan.id), view_channel=False)
    listed = (await dan.slash(place.square, "tables")).response
    assert [f"#{number}" in said(listed) for number in range(1, 6)] == [True, False, False, True, False]
    assert "you are invited" in said(listed)
    assert said(listed).index("#4") < said(listed).index("#1")
    assert "You sit at table 4" in await press(dan, listed.message, "accept")
    assert "You sit at table 1" in await press(dan, listed.message, "join")
    listed = (await ada.slash(place.square, "tables")).response
    assert "No table on this server" in said(listed)
    assert place.refusals() == []


async def test_many_open_tables_come_in_pages(place: Town) -> None:
    basile = place.people[1]
    for _ in range(8):
        await place.open(1)
    listed = (await basile.slash(place.square, "tables")).response
    assert said(listed).count("1 free seat") == 6
    last = (await basile.click(listed.message, custom_id=controls(listed, "tables")[0])).response
    assert said(last).count("1 free seat") == 2
    assert "8 open tables" in said(last)


async def test_the_host_invites_somebody_to_an_open_table(place: Town) -> None:
    ada, basile, chloe, dan = place.people
    bot = place.env.create_user("robot", bot=True)
    place.guild.add_member(bot)
    await place.open(1, players="3")
    for person, whom, told in (
        (basile, chloe, "Only the host"),
        (ada, ada, "You have a seat already"),
        (ada, bot, "is a bot"),
        (ada, place.env.create_user("stranger"), "not on this server"),
    ):
        answer = (await person.slash(place.square, "match invite", who=whom, match=1)).response
        assert told in said(answer)
    done = (await ada.slash(place.square, "match invite", who=basile)).response
    assert "is invited to table 1" in said(done)
    await place.settle()
    called = word(place)
    assert called.content.startswith(f"<@{basile.id}>: ada invites you to **Génial #1**.")
    assert calls(place, called) == {basile.id}
    assert "kept for basile" in said(place.lobby)
    assert "already" in said((await ada.slash(place.square, "match invite", who=basile)).response)
    listed = (await basile.slash(place.square, "turns")).response
    assert "You are invited" in said(listed)
    assert "You sit at table 1" in await press(basile, listed, "accept")
    await place.settle()
    assert called.id not in [each.id for each in place.square.history()], "it means nothing any more"
    assert "You are invited" not in said((await basile.slash(place.square, "turns")).response)
    await ada.slash(place.square, "match invite", who=chloe)
    await place.settle()
    listed = (await chloe.slash(place.square, "turns")).response
    assert "You have declined" in await press(chloe, listed, "decline")
    assert "is not asked again" in said((await ada.slash(place.square, "match invite", who=chloe)).response)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel: Any = guild.get_channel(place.square.id)
    await channel.set_permissions(await guild.fetch_member(dan.id), view_channel=False)
    refused = (await ada.slash(place.square, "match invite", who=dan)).response
    assert "cannot see this channel" in said(refused)


async def test_the_lobby_says_how_long_a_match_takes(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durations, "_measured", lambda: {("genial", 2, "day"): (24.0, 39.0)})
    await place.open(1, pace="day")
    assert "takes about 3 weeks; nine in ten end within 6 weeks." in said(place.lobby)
    await place.seat_robots(1)
    assert "takes about" not in said(place.lobby), "of robots nothing was measured"
    await place.open(1, pace="week")
    assert "takes about" not in said(place.lobby)
    await place.open(1, pace="day", language="fr")
    assert "environ 3 semaines" in said(place.lobby)


# Invitations that do not become a weapon


async def test_sixty_tables_with_the_same_guest_ring_once(place: Town) -> None:
    """One person opens them, then another: three invitations each, and one message for all of them."""
    ada, basile, chloe, _ = place.people
    for _ in range(60):
        await ada.slash(place.square, "genial new", **invite(basile))
    for _ in range(5):
        await chloe.slash(place.square, "genial new", **invite(basile))
    refused = (await ada.slash(place.square, "genial new", **invite(basile))).response
    assert "has not answered 3 of your invitations yet" in said(refused)
    assert {*place.refusals()} == {"invited_open"}
    await place.settle()
    assert len(rung(place, basile)) == 1
    assert len(await place.bot.matches.queries.lobbies_at(place.guild.id, limit=99)) == 6
    await place.live(timedelta(minutes=11), timedelta(minutes=1))
    _, more = rung(place, basile)
    assert "ada invites you to" in more or "chloe invites you to" in more
    assert more.count("[Génial #") == 4, "one message names all"
    await place.live(timedelta(hours=2), timedelta(minutes=10))
    assert len(rung(place, basile)) == 2


async def test_an_invitation_does_not_ring_in_quiet_hours(place: Town) -> None:
    ada, basile, _, _ = place.people
    await sleeps(place, basile)
    await place.open(1, players="3", **invite(basile))
    await ada.slash(place.square, "genial new", players="3")
    await ada.slash(place.square, "match invite", who=basile, match=2)
    await place.settle()
    assert f"<@{basile.id}>" in place.square.history()[0].content, "the table shows it"
    assert rung(place, basile) == []
    assert "You are invited" in said((await basile.slash(place.square, "turns")).response)
    await place.live(timedelta(hours=3), timedelta(hours=1))
    assert rung(place, basile) == []
    await place.live(timedelta(hours=2), timedelta(hours=1))
    (told,) = rung(place, basile)
    assert "ada invites you to **Génial #1**" in told
    assert "[Génial #2](" in told


async def test_who_takes_no_invitations_by_now_is_not_rung_for_earlier_ones(place: Town) -> None:
    _, basile, _, _ = place.people
    await sleeps(place, basile)
    await place.open(1, players="3", **invite(basile))
    await place.bot.matches.hours.set_reserved(basile.id, True)
    await place.live(timedelta(hours=8))
    assert rung(place, basile) == []
    assert "You are invited" in said((await basile.slash(place.square, "turns")).response)


async def test_what_was_answered_meanwhile_does_not_ring(place: Town) -> None:
    _, basile, _, _ = place.people
    await sleeps(place, basile)
    lobby = await place.open(1, players="3", **invite(basile))
    await press(basile, lobby, "decline")
    await place.live(timedelta(hours=8))
    assert rung(place, basile) == []


async def test_a_table_whose_message_was_deleted_does_not_ring_again(place: Town) -> None:
    _, basile, _, dan = place.people
    lobby = await place.open(1, players="4", **invite(basile))
    await lobby.delete()
    await place.sit_down(dan)
    await place.settle()
    assert place.lobby.id != lobby.id
    assert len(rung(place, basile)) == 1


async def test_who_takes_no_invitations_is_not_invited(place: Town) -> None:
    ada, basile, _, _ = place.people
    page = (await basile.slash(place.square, "me")).response
    assert "anybody may invite you" in said(page)
    (none,) = [each for each in controls(page, "myset") if each.endswith("invitations=none")]
    after = (await basile.click(page, custom_id=none)).response
    assert "**Invitations**: none." in said(after)
    answer = (await ada.slash(place.square, "genial new", **invite(basile))).response
    assert "No seat can be kept for basile. Leave one free" in said(answer)
    await place.open(1, players="3")
    answer = (await ada.slash(place.square, "match invite", who=basile)).response
    assert "No seat can be kept for basile" in said(answer)
    assert rung(place, basile) == []
    assert "You sit at table" in await press(basile, place.lobby, "join")
