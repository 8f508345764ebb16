"""Nothing is told in a channel of a place that one of its readers may not see, as far as permissions say."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.services.readership import sees_all_of

EVERYONE, CLUB, MODS, ADA, BOT = 1, 2, 3, 10, 99


class Guild:
    """A server with roles, of which some let their people view channels everywhere."""

    id = 1

    def __init__(self, viewing: set[int]) -> None:
        self.roles = [
            SimpleNamespace(id=each, permissions=SimpleNamespace(view_channel=each in viewing))
            for each in (EVERYONE, CLUB, MODS)
        ]
        self.default_role = self.roles[0]
        self.me = SimpleNamespace(id=BOT)
        self.self_role = None

    def get_role(self, role: int) -> Any:
        return next((each for each in self.roles if each.id == role), None)


def channel(id: int, guild: Guild, overwrites: Mapping[int, bool]) -> Any:
    views = {
        discord.Object(who): discord.PermissionOverwrite(view_channel=may) for who, may in overwrites.items()
    }
    return SimpleNamespace(id=id, guild=guild, overwrites=views)


def may_view(guild: Guild, overwrites: Mapping[int, bool], member: int, roles: frozenset[int]) -> bool:
    """Return whether a member with these roles may view the channel, by Discord's own rules."""
    own = {EVERYONE, *roles}
    may = any(each.permissions.view_channel for each in guild.roles if each.id in own)
    may = overwrites.get(EVERYONE, may)
    if any(overwrites.get(each) is False for each in roles):
        may = False
    if any(overwrites.get(each) for each in roles):
        may = True
    return overwrites.get(member, may)


def people() -> list[tuple[int, frozenset[int]]]:
    roles = [frozenset(some) for n in range(3) for some in itertools.combinations((CLUB, MODS), n)]
    return [(member, some) for member in (ADA, 11) for some in roles]


def test_whatever_the_permissions_are_nobody_reads_of_a_place_unseen() -> None:
    draw = random.Random(34)
    whoever = (EVERYONE, CLUB, MODS, ADA, BOT)
    told = 0
    for _ in range(20_000):
        guild = Guild({each for each in (EVERYONE, CLUB, MODS) if draw.random() < 0.5})
        first, second = (
            {who: draw.random() < 0.6 for who in whoever if draw.random() < 0.5} for _ in range(2)
        )
        if not sees_all_of(channel(7, guild, first), channel(8, guild, second)):
            continue
        told += 1
        for member, roles in people():
            if may_view(guild, first, member, roles):
                assert may_view(guild, second, member, roles), (first, second, member, roles)
    assert told > 2_000


@pytest.mark.parametrize(
    ("news", "place", "told"),
    [
        ({}, {}, True),
        ({}, {EVERYONE: False}, False),
        ({EVERYONE: False, CLUB: True}, {}, True),
        ({EVERYONE: False, CLUB: True}, {EVERYONE: False, CLUB: True}, True),
        ({EVERYONE: False, CLUB: True}, {EVERYONE: False, MODS: True}, False),
        ({EVERYONE: False, MODS: True, BOT: True}, {EVERYONE: False, MODS: True, CLUB: True}, True),
        ({}, {ADA: False}, False),
    ],
)
def test_what_servers_usually_have(news: Mapping[int, bool], place: Mapping[int, bool], told: bool) -> None:
    guild = Guild({EVERYONE})
    assert sees_all_of(channel(7, guild, news), channel(8, guild, place)) is told


def test_a_place_is_told_of_in_itself() -> None:
    guild = Guild(set())
    assert sees_all_of(channel(7, guild, {CLUB: False}), channel(7, guild, {CLUB: False}))
