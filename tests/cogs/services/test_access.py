"""A match belongs to its venue: who cannot view it meets a number that does not exist, at every door."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord import AppCommandOptionType, PermissionOverwrite, app_commands

from cogs.actions.game_cog import NEEDED
from cogs.answering.answers import words
from cogs.answering.controls import Control, button
from cogs.services.access import KEPT_SECONDS, Access, views
from cogs.text.text import LANGUAGES, text_for
from engine.game import Refusal
from engine.matches import Match, Status, Venue
from tests.cogs.simulated import Town, controls, said

SEEN = PermissionOverwrite(view_channel=True)
HIDDEN = PermissionOverwrite(view_channel=False)
HOST = PermissionOverwrite(**dict.fromkeys((*NEEDED, "manage_roles"), True))
"""The bot's permissions everywhere."""
NO_MATCH = "There is no match 1."


class Corner:
    """A channel whose overwrites a test says, a match in it, and somebody who asks from elsewhere."""

    def __init__(self, place: Town, asker: Any, user: Any) -> None:
        self.place, self.asker, self.user = place, asker, user
        self.street = place.guild.create_text_channel("street")

    async def opened(self, overwrites: dict[Any, PermissionOverwrite]) -> None:
        """A table of two, opened by the first person, in a channel with these overwrites."""
        ada = self.place.people[0]
        given = {self.place.guild.default_role: HIDDEN, self.place.bot.user: HOST, ada: SEEN, **overwrites}
        self.channel = self.place.guild.create_text_channel("corner", overwrites=given)
        await ada.slash(self.channel, "genial new")
        await self.place.settle()

    async def looks(self) -> set[bool]:
        """Return the answers to whether the match is shown: on its server, and in direct messages."""
        here = (await self.asker.slash(self.street, "match show", match=1)).response
        there = (await self.user.slash("match show", match=1)).response
        for answer in (here, there):
            assert answer.ephemeral
        return {said(answer) != NO_MATCH for answer in (here, there)}


def overwritten(town: Town, kind: str) -> tuple[Any, Any, dict[Any, PermissionOverwrite]]:
    """Somebody (as member and as user), and the overwrites by which the corner is hidden or shown."""
    guild = town.guild
    friends, strangers = guild.create_role("friends"), guild.create_role("strangers")
    boss = guild.create_role("boss", permissions=discord.Permissions(administrator=True))
    user = town.env.create_user("eve")
    roles = {
        "a role": [friends],
        "no role": [strangers],
        "one role of two": [friends, strangers],
        "a role, but not this member": [friends],
        "an administrator": [boss],
    }
    member = guild.add_member(user, roles=roles.get(kind, []))
    overwrites: dict[str, dict[Any, PermissionOverwrite]] = {
        "everybody": {guild.default_role: SEEN},
        "nobody": {},
        "a role": {friends: SEEN},
        "no role": {friends: SEEN},
        "one role of two": {friends: SEEN, strangers: HIDDEN},
        "this member": {member: SEEN},
        "everybody but this member": {guild.default_role: SEEN, member: HIDDEN},
        "a role, but not this member": {friends: SEEN, member: HIDDEN},
        "an administrator": {member: HIDDEN},
    }
    return member, user, overwrites[kind]


@pytest.mark.parametrize(
    ("kind", "seen"),
    [
        ("everybody", True),
        ("nobody", False),
        ("a role", True),
        ("no role", False),
        ("one role of two", True),
        ("this member", True),
        ("everybody but this member", False),
        ("a role, but not this member", False),
        ("an administrator", True),
    ],
)
async def test_overwrites_decide_on_the_server_and_in_direct_messages(
    place: Town, kind: str, seen: bool
) -> None:
    member, user, overwrites = overwritten(place, kind)
    corner = Corner(place, member, user)
    await corner.opened(overwrites)
    assert await corner.looks() == {seen}


@pytest.mark.parametrize("parent_seen", [True, False])
@pytest.mark.parametrize(("private", "parent_known"), [(False, True), (True, True), (False, False)])
def test_a_public_thread_is_seen_by_whoever_sees_its_channel_a_private_one_by_nobody(
    private: bool, parent_known: bool, parent_seen: bool
) -> None:
    parent, member = Mock(spec=discord.TextChannel), Mock(spec=discord.Member)
    parent.permissions_for.return_value = discord.Permissions(view_channel=parent_seen)
    thread = Mock(spec=discord.Thread)
    thread.parent = parent if parent_known else None
    thread.is_private.return_value = private
    thread.permissions_for.return_value = discord.Permissions(view_channel=True)
    assert views(thread, member) is (parent_seen and parent_known and not private)


async def test_the_owner_sees_everything(place: Town) -> None:
    owner = place.guild.owner
    corner = Corner(place, place.people[3], owner)
    await corner.opened({})
    assert said((await owner.slash("match show", match=1)).response) != NO_MATCH


async def test_the_overwrites_of_the_channel_count_not_those_of_its_category(place: Town) -> None:
    corner = Corner(place, place.people[3], place.users[3])
    await corner.opened({})
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    hall = place.guild.create_category("hall")
    open_ = place.guild.create_text_channel("open", category=hall)
    assert await place.bot.services.access.may_view(
        await guild.fetch_member(place.users[3].id), at(place, open_)
    )
    assert await corner.looks() == {False}


def at(place: Town, channel: Any) -> Venue:
    return Venue(place.guild.id, channel.id, "en")


async def test_who_sits_there_sees_it_without_the_channel(place: Town) -> None:
    ada, user = place.people[0], place.users[0]
    corner = Corner(place, ada, user)
    await corner.opened({ada: SEEN})
    guild = place.bot.get_guild(place.guild.id)
    assert guild is not None
    channel = cast(discord.TextChannel, guild.get_channel(corner.channel.id))
    await channel.set_permissions(guild.default_role, view_channel=False)
    await channel.set_permissions(await guild.fetch_member(ada.id), overwrite=None)
    assert not await place.bot.services.access.may_view(
        await guild.fetch_member(ada.id), at(place, corner.channel)
    )
    assert await corner.looks() == {True}


async def test_who_is_on_no_such_server_or_has_left_sees_nothing(place: Town) -> None:
    corner = Corner(place, place.people[3], place.users[3])
    await corner.opened({place.guild.default_role: SEEN})
    assert await corner.looks() == {True}
    stranger = place.env.create_user("stranger")
    assert said((await stranger.slash("match show", match=1)).response) == NO_MATCH


# Every door.


def every_command(bot: Any) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            names = {each.display_name for each in command.parameters}
            if "match" in names:
                yield command


def fitting(command: app_commands.Command[Any, ..., Any], somebody: Any) -> dict[str, Any]:
    """Values for the options that a command needs."""
    given: dict[str, Any] = {"match": 1}
    for each in command.parameters:
        if each.required:
            plain: Any = 1 if each.type is AppCommandOptionType.integer else "A1"
            if each.type is AppCommandOptionType.user:
                plain = somebody
            given[each.display_name] = each.choices[0].value if each.choices else plain
    return given


async def test_no_command_suggestion_or_button_opens_a_place_that_one_cannot_view(place: Town) -> None:
    """Not even to somebody who may manage the server."""
    managing = place.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = place.env.create_user("mona")
    corner = Corner(place, place.guild.add_member(user, roles=[managing]), user)
    basile = place.people[1]
    await corner.opened({basile: SEEN})
    await basile.slash(corner.channel, "genial join")
    lobby = corner.channel.history()[-1]
    await place.settle()
    await place.people[0].click(lobby, custom_id=controls(corner.channel.history()[0], "start")[0])
    await place.settle()
    before = await place.bot.matches.loader.get(1)
    dan = corner.asker
    commands = list(every_command(place.bot))
    assert len(commands) > 40
    for command in commands:
        name = command.qualified_name
        answer = (await dan.slash(corner.street, name, **fitting(command, basile))).response
        assert said(answer) == NO_MATCH, name
        for each in command.parameters:
            if each.autocomplete and each.name != "until":  # days are the same for every match
                typed = {**fitting(command, basile), each.display_name: ""}
                typed.pop(each.display_name)
                offers = await dan.autocomplete(corner.street, name, each.display_name, "", **typed)
                assert offers == [], (name, each.display_name)
    guild = place.bot.get_guild(place.guild.id)
    street = cast(discord.TextChannel, guild and guild.get_channel(corner.street.id))
    verbs = sorted(place.bot.services.verbs)
    assert len(verbs) > 12
    for verb in verbs:
        for argument in ("", "yes"):
            control = Control(1, verb, argument, 0)
            sent = await street.send(view=words("forged").row(button(control, "x")).layout())
            answer = (await dan.click(sent, custom_id=str(control))).response
            if place.bot.services.verbs.is_personal(verb):
                assert "Génial" not in said(answer), (verb, argument)
            else:
                assert said(answer) == NO_MATCH, (verb, argument)
    assert await place.bot.matches.loader.get(1) == before
    joined = (await dan.slash(corner.street, "genial join")).response
    assert "no table" in said(joined).casefold() or "open table" in said(joined).casefold()


async def test_another_match_is_not_opened_where_one_can_see_no_more(place: Town) -> None:
    ada, basile, *_ = place.people
    corner = Corner(place, ada, place.users[0])
    await corner.opened({basile: SEEN})
    await ada.slash(corner.channel, "match cancel", match=1)
    matches = place.bot.matches
    await matches.departures.cancel(1, ada.id, 77)
    guild = place.bot.get_guild(place.guild.id)
    channel = cast(discord.TextChannel, guild and guild.get_channel(corner.channel.id))
    assert guild is not None
    await channel.set_permissions(await guild.fetch_member(ada.id), overwrite=None)
    street = cast(discord.TextChannel, guild.get_channel(corner.street.id))
    control = Control(1, "rematch")
    sent = await street.send(view=words("again").row(button(control, "x")).layout())
    answer = (await ada.click(sent, custom_id=str(control))).response
    assert re.search("no longer see the channel", said(answer))
    assert await matches.queries.find(ada.id, [Status.LOBBY], limit=9) == []


# What Discord is asked.


class Asked:
    """A client that serves no server, or one whose members it does not know; it counts what it is asked."""

    def __init__(self, error: Exception | None = None, guild: Any = None) -> None:
        self.requests: list[str] = []
        self.error, self._guild = error, guild

    id = 3

    def get_guild(self, guild: int) -> Any:
        return self._guild

    async def fetch_guild(self, guild: int, *, with_counts: bool) -> Any:
        return self

    async def fetch_channel(self, channel: int) -> Any:
        self.requests.append("channel")
        return SimpleNamespace(guild=self, permissions_for=lambda member: member.permissions)

    async def fetch_member(self, person: int) -> Any:
        self.requests.append("member")
        if self.error is not None:
            raise self.error
        return SimpleNamespace(permissions=discord.Permissions(view_channel=person == 5))


def http(status: int, code: int = 0) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(reply, {"code": code, "message": ""})


def user(person: int) -> Any:
    return SimpleNamespace(id=person)


async def test_a_server_of_another_process_is_asked_for_and_the_answer_kept_for_a_minute() -> None:
    now, client = [0.0], Asked()
    access = Access(cast(Any, client), lambda: now[0])
    here = Venue(3, 4, "en")
    assert await access.may_view(user(5), here)
    assert not await access.may_view(user(6), here)
    assert client.requests == ["channel", "member", "member"]
    now[0] = KEPT_SECONDS - 1
    assert await access.may_view(user(5), here)
    assert len(client.requests) == 3
    now[0] = KEPT_SECONDS
    assert await access.may_view(user(5), here)
    assert len(client.requests) == 5


async def test_roles_of_another_server_are_none_of_the_places() -> None:
    """Who presses on another server is asked for at the place's own: ids of roles alone say nothing there."""

    def member(guild: int, sees: bool) -> Any:
        found = Mock(spec=discord.Member, id=6)
        found.guild = SimpleNamespace(id=guild)
        found.permissions = discord.Permissions(view_channel=sees)
        return found

    client, place = Asked(), Venue(3, 4, "en")
    access = Access(cast(Any, client))
    assert not await access.may_view(member(9, sees=True), place)
    assert client.requests == ["channel", "member"]
    assert await access.may_view(member(3, sees=True), place)
    assert client.requests == ["channel", "member"], "the roles that come with the press are enough"


@pytest.mark.parametrize("error", [http(404), http(403, 50001), discord.InvalidData()], ids=range(3))
async def test_what_discord_refuses_to_answer_is_a_no(error: Exception) -> None:
    client = Asked(error)
    access = Access(cast(Any, client))
    for _ in range(2):
        assert not await access.may_view(user(5), Venue(3, 4, "en"))
    assert client.requests == ["channel", "member"], "the answer is kept"


@pytest.mark.parametrize(
    "error",
    [
        http(500),
        http(429),
        http(403),
        discord.RateLimited(30.0),
        aiohttp.ClientError(),
        OSError(),
        TimeoutError(),
    ],
    ids=range(7),
)
async def test_what_discord_cannot_answer_is_asked_again_at_the_next_try(error: Exception) -> None:
    client = Asked(error)
    access = Access(cast(Any, client))
    with pytest.raises(Refusal) as refused:
        await access.may_view(user(5), Venue(3, 4, "en"))
    for language in LANGUAGES:
        assert text_for(language).refusal(refused.value)
    client.error = None
    assert await access.may_view(user(5), Venue(3, 4, "en"))
    assert not await access.may_view(user(6), Venue(3, 4, "en"))


@pytest.mark.parametrize("error", [http(404, 10003), http(403, 50001), discord.InvalidData()], ids=range(3))
async def test_where_the_place_is_shown_no_more_everybody_is_shut_out(error: Exception) -> None:
    """It was deleted, or hidden from the bot, or the bot was put out: a moderator's act."""
    client = Asked()
    access = Access(cast(Any, client))
    match: Any = SimpleNamespace(venue=Venue(3, 4, "en"), persons=frozenset((5, 6, -1)))

    async def refuses(channel: int) -> Any:
        raise error

    client.fetch_channel = refuses
    assert await access.is_shut_out(match, 5)
    assert await access.shut_out(match) == {5, 6}
    assert client.requests == []


async def test_while_discord_cannot_tell_nobody_says_who_is_shut_out() -> None:
    client = Asked(http(503))
    access = Access(cast(Any, client))
    match: Any = SimpleNamespace(venue=Venue(3, 4, "en"), persons=frozenset((5,)))
    with pytest.raises(Refusal, match="access_unknown"):
        await access.is_shut_out(match, 5)
    client.error = http(404, 10007)
    assert await access.is_shut_out(match, 5), "no member"


async def test_a_spectator_in_direct_messages_is_shut_out_by_a_failure_only_for_that_press(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    corner = Corner(place, place.people[3], place.users[3])
    await corner.opened({place.guild.default_role: SEEN})
    with monkeypatch.context() as patched:
        patched.setattr(discord.Guild, "fetch_member", failing)
        answer = (await corner.user.slash("match show", match=1)).response
        assert said(answer) == text_for("en")("refusal.access_unknown")
        assert await corner.user.autocomplete("match show", "match", "1") == []
    assert await corner.looks() == {True}


async def failing(guild: discord.Guild, member_id: int) -> discord.Member:
    raise http(503)


async def test_no_server_is_no_place(place: Town) -> None:
    match: Match = await place.bot.matches.lobbies.open(
        "genial", place.bot.services.face("genial").game.Options(), 2, 1, "x", Venue(0, 0, "en"), 1
    )
    assert not await place.bot.services.access.may_see(user(5), match)
    assert await place.bot.services.access.may_see(user(1), match)
