"""A server's news: merged, silent, of places that its readers may see; said once whatever is killed when."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, button
from cogs.delivery import server_news
from cogs.delivery.messenger import Left, marker
from cogs.delivery.server_news import ServerNewsPosts
from cogs.services.services import Services
from engine.matches import Matches, NewTerms, Status
from engine.matches.news.server_news import APART, LEASE
from engine.store import GATHER, NEWS
from harness.postgres import BOTH
from tests.cogs.simulated import Town, controls, said
from tests.engine.matches.test_matches import ANN, PLACE, Table

QUARTER = timedelta(minutes=15)


@pytest.fixture
def moderator(place: Town) -> Any:
    """Somebody who may manage the server, and plays nowhere."""
    role = place.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    return place.guild.add_member(place.env.create_user("mona"), roles=[role])


async def tell(place: Town, time: timedelta = timedelta(seconds=GATHER)) -> None:
    """Let that time pass, and the news be said."""
    place.calendar.ahead += time
    await place.settle()
    for lane in await place.bot.matches.server_news.take(9):
        await place.bot.server_news.say(lane)


async def test_what_happens_is_said_together_and_at_most_every_quarter(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    shown = (await moderator.slash(place.square, "host settings", news=news)).response
    assert f"**News**: <#{news.id}>" in said(shown)
    await place.open(1)
    await place.open(1)
    await tell(place)
    (first,) = news.history()
    assert "2 tables have opened" in said(first)
    assert len(controls(first, "join")) == 2
    assert not first.mentions
    await place.open(1)
    await tell(place)
    assert len(news.history()) == 1, "a quarter of an hour has not passed"
    await tell(place, QUARTER)
    assert len(news.history()) == 2
    assert "A table has opened" in said(news.history()[-1])
    await tell(place, QUARTER)
    assert len(news.history()) == 2, "nothing has happened"


async def test_the_end_of_a_match_is_shown_with_its_card_and_can_be_watched(
    place: Town, moderator: Any
) -> None:
    news = place.guild.create_text_channel("news")
    await place.open(2)
    await place.start()
    await moderator.slash(place.square, "host settings", news=news)
    matches = place.bot.matches
    await matches.departures.resign(1, place.people[0].id, 555)
    await place.settle()
    await tell(place)
    assert (await matches.loader.get(1)).status.has_ended
    (told,) = news.history()
    assert "A match is over" in said(told)
    assert controls(told, "replay")
    assert told.attachments, "the card"
    watched = (await place.people[2].click(told, custom_id=controls(told, "replay")[0])).response
    assert watched is not None
    assert place.refusals() == []


async def test_a_free_seat_is_said_with_a_way_to_take_it(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    await place.open(2)
    await place.start()
    await tell(place)
    assert news.history() == [], "the table that had opened has begun"
    await place.bot.matches.substitutes.offer_seat(1, place.people[1].id, 777)
    await tell(place)
    (told,) = news.history()
    assert "the seat of basile" in said(told)
    asked = (await place.people[3].click(told, custom_id=controls(told, "sit")[0])).response
    assert "sit down" in said(asked).lower()
    assert place.refusals() == []


async def test_nothing_is_said_of_a_table_for_invited_people_alone(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    matches, (host, other) = place.bot.matches, place.people[:2]
    await place.open(2)
    await matches.lobbies.alter(1, host.id, NewTerms(guests_only=True), 551)
    await place.start()
    assert (await matches.loader.get(1)).status is Status.RUNNING
    await matches.substitutes.offer_seat(1, other.id, 552)
    await tell(place)
    assert news.history() == [], "nor of its free seat"
    await matches.departures.resign(1, host.id, 553)
    await tell(place, QUARTER)
    assert (await matches.loader.get(1)).status.has_ended
    assert news.history() == [], "nor of its end"


async def test_nothing_is_said_of_a_place_that_a_reader_may_not_see(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    square = cast(discord.TextChannel, guild.get_channel(place.square.id))
    await place.open(1)
    await square.set_permissions(guild.default_role, view_channel=False)
    await tell(place)
    assert news.history() == []
    await tell(place, QUARTER)
    assert news.history() == []


async def test_the_same_channel_once_more_ends_the_news(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    shown = (await moderator.slash(place.square, "host settings", news=news)).response
    assert "**News**: none" in said(shown)
    await place.open(1)
    await tell(place)
    assert news.history() == []


async def test_a_channel_where_the_bot_may_not_write_is_refused(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel = cast(discord.TextChannel, guild.get_channel(news.id))
    await channel.set_permissions(guild.me, send_messages=False)
    await moderator.slash(place.square, "host settings", news=news)
    assert place.refusals() == ["permissions"]
    assert await place.bot.matches.server_news.lane(place.guild.id) is None


async def test_a_deleted_channel_ends_the_news_and_who_chose_it_is_told(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel = cast(discord.TextChannel, guild.get_channel(news.id))
    await channel.delete()
    await place.open(1)
    await tell(place)
    assert await place.store.server_lane(place.guild.id, NEWS) is None
    user = next(each for each in place.env.backend.users.values() if each.id == moderator.id)
    assert user is not None
    shown = (await moderator.slash(place.square, "host settings")).response
    assert "**News**: none" in said(shown)


async def test_a_server_that_the_bot_leaves_is_forgotten(place: Town, moderator: Any) -> None:
    news = place.guild.create_text_channel("news")
    await moderator.slash(place.square, "host settings", news=news)
    await place.bot.matches.server_news.leave(place.guild.id)
    assert await place.store.server_lane(place.guild.id, NEWS) is None


# Killed at any step, on both databases


class Killed(BaseException):
    """The process is gone."""


class Channel:
    """A channel on Discord: its messages stay whatever becomes of the bot."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, str]] = []


class World:
    """A bot that is killed at the given step; each is a call of the store or of Discord."""

    def __init__(
        self, matches: Matches, channel: Channel, step: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.left = step
        self.channel = channel
        self.matches = matches
        for name in (
            "take",
            "bulletins",
            "note_begun",
            "note_said",
        ):
            self._wrap(matches.server_news, name, monkeypatch)
        bot: Any = SimpleNamespace(get_partial_messageable=lambda id, guild_id=None: channel)
        services: Any = SimpleNamespace(matches=matches, access=SimpleNamespace(is_there=self._is_there))
        self.posts = ServerNewsPosts(bot, cast(Services, services))
        self.posts.messenger = cast(Any, SimpleNamespace(send=self._send))
        self.posts._items = self._items  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]

    def _wrap(self, owner: object, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        work = getattr(owner, name)

        async def counted(*given: Any, **named: Any) -> Any:
            self.count()
            done = await work(*given, **named)
            self.count()
            return done

        monkeypatch.setattr(owner, name, counted)

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Killed

    async def _is_there(self, venue: object) -> bool:
        return True

    async def _items(self, lane: object, told: Any) -> Any:
        return [each.match for each in told]

    async def _send(self, channel: Channel, page: Page, nonce: str) -> int:
        self.count()
        self.channel.messages.append((nonce, page.content))
        self.count()
        return len(self.channel.messages)

    async def live(self) -> None:
        for lane in await self.matches.server_news.take(9):
            await self.posts.say(lane)


@pytest.mark.parametrize("store", BOTH, indirect=True)
async def test_killed_at_any_step_all_is_said_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def page(services: Services, items: Any, text: object) -> Page:
        return words(" ".join(map(str, items))).row(button(Control(1, "replay"), "Watch"))

    async def recent(bot: object, channel: Channel) -> list[Left]:
        return [
            Left(number, content, (f"lt:1:0:-:replay:~{marker(nonce)}",))
            for number, (nonce, content) in enumerate(channel.messages)
        ]

    monkeypatch.setattr(server_news, "news_page", page)
    monkeypatch.setattr(server_news, "recent", recent)
    await table.matches.server_news.choose(PLACE.guild, 77, "en", ANN)
    channel, step = Channel(), 0
    expected: list[int] = []
    killed = True
    while killed:
        step += 1
        expected += [await table.open(), await table.open()]
        table.clock.pass_(APART.total_seconds() + GATHER)
        with pytest.MonkeyPatch.context() as patched:
            try:
                await World(table.again(), channel, step, patched).live()
                killed = False
            except Killed:
                pass
        table.clock.pass_(LEASE.total_seconds())
        await World(table.again(), channel, 0, monkeypatch).live()
    assert step > 10, "every step was tried"
    table.clock.pass_(APART.total_seconds() * 2)
    await World(table.again(), channel, 0, monkeypatch).live()
    heard = [int(each) for _, content in channel.messages for each in content.split()]
    assert sorted(heard) == expected
