"""Who reads a channel, as far as permissions say: nothing is told to people who may not see it."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord.abc import GuildChannel

__all__ = ["sees_all_of"]

Channel = GuildChannel | discord.Thread


def sees_all_of(readers: Channel, place: Channel) -> bool:
    """Return whether everybody who may view the channel `readers` may view the `place` too.

    Discord tells the bot no server's members, so that this goes by permissions alone: it is true only where
    it holds whatever roles people have. Who may manage everything sees everything, and counts nowhere.
    """
    first, second = _overwritten(readers), _overwritten(place)
    if first is None or second is None:
        return False
    if first.id == second.id:
        return True
    seen, asked = _views(second), _views(first)
    if seen == asked and first.guild.id == second.guild.id:
        return True
    everyone = first.guild.default_role
    open_to_all = seen.get(everyone.id, everyone.permissions.view_channel)
    denied = {each for each, may in seen.items() if not may and each != everyone.id}
    if open_to_all and not denied:
        return True
    if asked.get(everyone.id, everyone.permissions.view_channel):
        return False
    members = {each for each in denied if first.guild.get_role(each) is None}
    if any(asked.get(each) is not False for each in members):
        return False
    allowed = {each for each, may in asked.items() if may}
    if everyone.id not in asked:
        allowed |= {role.id for role in first.guild.roles if role.permissions.view_channel}
    return all(seen.get(each) for each in allowed - _own(first))


def _own(channel: GuildChannel) -> set[int]:
    """Return the bot itself and the role that is its own: it reads nothing."""
    own = (channel.guild.me, channel.guild.self_role)
    return {each.id for each in own if each is not None}  # pyright: ignore[reportUnnecessaryComparison] - not cached


def _overwritten(channel: Channel) -> GuildChannel | None:
    """Return the channel whose overwrites decide: a public thread's parent; `None` of a private thread."""
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else channel.parent
    return channel


def _views(channel: GuildChannel) -> Mapping[int, bool]:
    """Return who is allowed to view the channel and who is not, by role or member."""
    return {
        who.id: overwrite.view_channel
        for who, overwrite in channel.overwrites.items()
        if overwrite.view_channel is not None
    }
