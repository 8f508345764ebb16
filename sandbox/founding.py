"""The contents of a new world: one server, its channels and roles, four people, the bot."""

from __future__ import annotations

from . import permissions as perms
from .errors import Json
from .ids import iso
from .world import USUAL_LOCALE, World

PEOPLE = [  # username, name shown, locale, administrator
    ("ada", "Ada", "en-US", True),
    ("basile", "Basile", "fr", False),
    ("chloe", "Chloé", "fr", False),
    ("dan", "Dan", "en-US", False),
]
CHANNELS = [
    ("welcome", "Say hello; the bot listens to commands that begin with a slash"),
    ("table-talk", "Anything but games"),
    ("games", "Open your tables here"),
    ("salon", "Ici, on parle français"),
]


MEMBERS_ROLE = "Members"


def fill_world(world: World) -> None:
    """Put the first things into an empty world, in which `world.meta` names the bot's id already."""
    bot = world.meta["application_id"]
    world.put("user", {**_user(bot, "Longtable", None), "bot": True})
    people = [create_person(world, *each)["id"] for each in PEOPLE]
    create_guild(world, "The Long Table", people, CHANNELS)
    for person in people:
        world.direct(person)


def create_person(world: World, username: str, name: str, locale: str, administrator: bool) -> Json:
    """Add a person, who is on no server yet."""
    person = _user(world.ids.next(), username, name)
    person |= {"_locale": locale, "_inbox": "open", "_administrator": administrator}
    return world.put("user", person)


def create_guild(
    world: World, name: str, people: list[str], channels: list[tuple[str, str]], key: str = ""
) -> Json:
    """Add a server with these people, of whom the first owns it, and the bot.

    The bot has the permissions of its invitation.
    """
    bot = world.meta["application_id"]
    key, invited, members = key or world.ids.next(), world.ids.next(), world.ids.next()
    joined = iso(world.clock())
    guild = world.put(
        "guild",
        {
            "id": key,
            "name": name,
            "preferred_locale": USUAL_LOCALE,
            "features": [],
            "owner_id": people[0],
            "roles": [
                role(key, "@everyone", perms.EVERYONE, 0),
                role(invited, "Longtable", perms.INVITED, 1, {"managed": True, "tags": {"bot_id": bot}}),
                role(members, MEMBERS_ROLE, perms.MEMBERS, 2),
            ],
            "members": [
                {"user_id": user, "roles": [invited if user == bot else members], "joined_at": joined}
                for user in [bot, *people]
            ],
        },
    )
    for position, (title, topic) in enumerate(channels):
        world.put("channel", text_channel(world.ids.next(), key, title, topic, position))
    return guild


def usual_roles(guild: Json, user: Json) -> list[str]:
    """Return the roles with which a user joins: the members' role, or the bot's own."""
    wanted = user["username"] if user.get("bot") else MEMBERS_ROLE
    return [item["id"] for item in guild["roles"] if item["name"] == wanted]


def text_channel(key: str, guild: str, name: str, topic: str | None, position: int) -> Json:
    return {
        "id": key,
        "type": 0,
        "guild_id": guild,
        "name": name,
        "topic": topic,
        "position": position,
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
        "last_message_id": None,
        "flags": 0,
    }


def _user(key: str, username: str, name: str | None) -> Json:
    return {
        "id": key,
        "username": username,
        "discriminator": "0",
        "global_name": name,
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "avatar_decoration_data": None,
        "primary_guild": None,
        "collectibles": None,
        "clan": None,
    }


def role(key: str, name: str, allowed: int, position: int, extra: Json | None = None) -> Json:
    return {
        "id": key,
        "name": name,
        "description": None,
        "permissions": str(allowed),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        **(extra or {}),
    }
