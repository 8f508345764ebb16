"""Changes of a running server: its members, roles, channels and overwrites.

The bot gets the events. People get the channels that appear and vanish for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import founding
from . import gateway as gw
from .box import Box
from .errors import ApiError, Json, UnusableError
from .ids import iso
from .permissions import BITS, bits
from .world import COMMUNITY

ROLE, MEMBER = 0, 1


@contextmanager
def changing(box: Box, guild: Json) -> Iterator[None]:
    """Store the server after the block, and tell people which channels they now see or no longer see."""
    before = _visible_channels(box, guild)
    with box.world.storage.together():
        yield
        box.world.put("guild", guild)
    after = _visible_channels(box, guild)
    for kind, pairs in (("channel_create", after - before), ("channel_delete", before - after)):
        for person, key in sorted(pairs):
            row = box.audience.row(box.world.channels[key], person)
            box.audience.tell(person, {"type": kind, "channel": row})


def _visible_channels(box: Box, guild: Json) -> set[tuple[str, str]]:
    rooms = box.world.rooms(guild["id"])
    return {(person, room["id"]) for room in rooms for person in box.world.watchers(room)}


def permission_bits(names: object) -> int:
    """Return the bits of permissions given by name. Raises UnusableError."""
    if not isinstance(names, list) or any(name not in BITS for name in names):
        raise UnusableError("There is no such permission.")
    return bits(*names)


# Servers and members


def open_guild(box: Box, name: str, people: list[str], channels: list[str]) -> Json:
    with box.world.storage.together():
        guild = founding.create_guild(box.world, name, people, [(title, "") for title in channels])
    _announce_guild(box, guild)
    for person in people:
        for channel in box.world.rooms(guild["id"]):
            row = box.audience.row(channel, person)
            box.audience.tell(person, {"type": "channel_create", "channel": row})
    return guild


def open_crowd(box: Box, count: int, name: str, people: list[str], channels: list[str]) -> list[Json]:
    """Add many servers at once. Each id is of another millisecond, so that they spread evenly over shards.

    Open pages are not told of their channels.
    """
    world, titles = box.world, [(title, "") for title in channels]
    with world.storage.together():
        crowd = [
            founding.create_guild(world, f"{name} {number}", people, titles, world.ids.earlier())
            for number in range(1, count + 1)
        ]
    for guild in crowd:
        _announce_guild(box, guild)
    return crowd


def edit(box: Box, guild: Json, locale: str, community: bool) -> None:
    """Make the server a Community one or an ordinary one, and set its language."""
    others = [feature for feature in guild["features"] if feature != COMMUNITY]
    guild["features"] = [*others, COMMUNITY] if community else others
    guild["preferred_locale"] = locale
    box.world.put("guild", guild)
    box.gateway.dispatch("GUILD_UPDATE", box.world.show_guild(guild), gw.GUILDS)


def _announce_guild(box: Box, guild: Json) -> None:
    """Send GUILD_CREATE for a server to which the bot was added.

    It has no field `unavailable`: by that clients tell it from a server that is available again.
    """
    shown = box.world.show_guild_create(guild)
    del shown["unavailable"]
    box.gateway.dispatch("GUILD_CREATE", shown, gw.GUILDS)


def join(box: Box, guild: Json, user_id: str, roles: list[str] | None = None) -> None:
    """Add a person or the bot to the server. A member only gets the roles."""
    world = box.world
    user = world.users.get(user_id)
    if user is None:
        raise ApiError(10013)
    known = {item["id"] for item in guild["roles"]}
    if roles is not None and not known >= set(roles):
        raise ApiError(10011)
    there = world.is_member(guild, user_id)
    with changing(box, guild):
        if not there:
            held = founding.usual_roles(guild, user) if roles is None else roles
            guild["members"].append({"user_id": user_id, "roles": held, "joined_at": iso(world.clock())})
        elif roles is not None:
            world.member(guild, user_id)["roles"] = roles
    if user.get("bot") and not there:
        _announce_guild(box, guild)
        return
    shown = {**world.show_member(guild, user_id), "guild_id": guild["id"]}
    event = "GUILD_MEMBER_UPDATE" if there else "GUILD_MEMBER_ADD"
    # A bot needs no privileged intent for changes of its own membership.
    box.gateway.dispatch(event, shown, gw.GUILDS if user.get("bot") else gw.GUILD_MEMBERS)


def leave(box: Box, guild: Json, user_id: str) -> None:
    world = box.world
    member = world.member(guild, user_id)
    if guild["owner_id"] == user_id:
        raise UnusableError("The owner cannot leave the server.")
    with changing(box, guild):
        guild["members"].remove(member)
        for thread in world.threads(guild["id"]):
            if thread["_members"].pop(user_id, None) is not None:
                world.put("channel", thread)
    if user_id == world.bot["id"]:
        box.gateway.dispatch("GUILD_DELETE", {"id": guild["id"]}, gw.GUILDS)
    else:
        gone = {"guild_id": guild["id"], "user": world.show_user(user_id)}
        box.gateway.dispatch("GUILD_MEMBER_REMOVE", gone, gw.GUILD_MEMBERS)


# Roles


def edit_role(box: Box, guild: Json, key: str | None, name: str | None, allowed: int | None) -> Json:
    """Add a role (`key` `None`), or change a role's name or permissions."""
    role = next((item for item in guild["roles"] if item["id"] == key), None)
    if key is not None and role is None:
        raise ApiError(10011)
    with changing(box, guild):
        if role is None:
            role = founding.role(box.world.ids.next(), "new role", 0, len(guild["roles"]))
            guild["roles"].append(role)
        role["name"] = name or role["name"]
        role["permissions"] = role["permissions"] if allowed is None else str(allowed)
    event = "GUILD_ROLE_CREATE" if key is None else "GUILD_ROLE_UPDATE"
    box.gateway.dispatch(event, {"guild_id": guild["id"], "role": role}, gw.GUILDS)
    return role


def drop_role(box: Box, guild: Json, key: str) -> None:
    role = next((item for item in guild["roles"] if item["id"] == key), None)
    if role is None:
        raise ApiError(10011)
    if key == guild["id"]:
        raise UnusableError("The role of everybody cannot be deleted.")
    with changing(box, guild):
        guild["roles"].remove(role)
        for member in guild["members"]:
            member["roles"] = [item for item in member["roles"] if item != key]
    box.gateway.dispatch("GUILD_ROLE_DELETE", {"guild_id": guild["id"], "role_id": key}, gw.GUILDS)


# Channels


def open_channel(box: Box, guild: Json, name: str) -> Json:
    rooms = box.world.rooms(guild["id"])
    made = founding.text_channel(box.world.ids.next(), guild["id"], name, None, len(rooms))
    box.audience.channel_changed("create", box.world.put("channel", made))
    return made


def overwrite(box: Box, channel: Json, target: str, allow: int, deny: int) -> None:
    """Set the permissions of a role (the server's id: everybody) or a member in a channel.

    0 and 0 remove the overwrite.
    """
    guild = box.world.guild_of(channel)
    if guild is None or "permission_overwrites" not in channel:
        raise ApiError(50024)
    kind = ROLE if any(item["id"] == target for item in guild["roles"]) else MEMBER
    if kind == MEMBER and target not in box.world.users:
        raise ApiError(10009)
    with changing(box, guild):
        others = [item for item in channel["permission_overwrites"] if item["id"] != target]
        if allow or deny:
            others.append({"id": target, "type": kind, "allow": str(allow), "deny": str(deny)})
        channel["permission_overwrites"] = others
        box.world.put("channel", channel)
    box.audience.channel_changed("update", channel)
