"""Permission bits and how Discord adds them up (documentation, "Permissions": computing overwrites)."""

from __future__ import annotations

from .errors import Json

BITS: dict[str, int] = {
    "CREATE_INSTANT_INVITE": 1 << 0,
    "KICK_MEMBERS": 1 << 1,
    "BAN_MEMBERS": 1 << 2,
    "ADMINISTRATOR": 1 << 3,
    "MANAGE_CHANNELS": 1 << 4,
    "MANAGE_GUILD": 1 << 5,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_AUDIT_LOG": 1 << 7,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "SEND_TTS_MESSAGES": 1 << 12,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MENTION_EVERYONE": 1 << 17,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "CHANGE_NICKNAME": 1 << 26,
    "MANAGE_ROLES": 1 << 28,
    "MANAGE_WEBHOOKS": 1 << 29,
    "MANAGE_GUILD_EXPRESSIONS": 1 << 30,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "USE_EXTERNAL_STICKERS": 1 << 37,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "MODERATE_MEMBERS": 1 << 40,
    "SEND_POLLS": 1 << 49,
    "USE_EXTERNAL_APPS": 1 << 50,
    "PIN_MESSAGES": 1 << 51,
}
ALL = sum(BITS.values())


def bits(*names: str) -> int:
    """Return the sum of the named permissions. Raises KeyError for a name that is not in `BITS`."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


# People have their permissions by a role, not by @everyone, so that the bot has only those of its invitation.
EVERYONE = bits("VIEW_CHANNEL", "USE_APPLICATION_COMMANDS")
MEMBERS = bits(
    "CREATE_INSTANT_INVITE", "ADD_REACTIONS", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES",
    "READ_MESSAGE_HISTORY", "MENTION_EVERYONE", "USE_EXTERNAL_EMOJIS", "CHANGE_NICKNAME",
    "CREATE_PUBLIC_THREADS", "CREATE_PRIVATE_THREADS", "USE_EXTERNAL_STICKERS", "SEND_MESSAGES_IN_THREADS",
    "SEND_POLLS",
)  # fmt: skip
INVITED = bits(
    "VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS", "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
)  # fmt: skip
# An app's permissions in a direct message.
DIRECT = bits(
    "ADD_REACTIONS", "VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES", "READ_MESSAGE_HISTORY",
    "MENTION_EVERYONE", "USE_EXTERNAL_EMOJIS", "PIN_MESSAGES",
)  # fmt: skip


def permissions(guild: Json, member: Json, channel: Json | None) -> int:
    """Return a member's permissions in a channel (of a thread: its parent), or on the server for `None`."""
    if guild["owner_id"] == member["user_id"]:
        return ALL
    roles = {role["id"]: int(role["permissions"]) for role in guild["roles"]}
    total = roles[guild["id"]]
    for role in member["roles"]:
        total |= roles.get(role, 0)
    if total & BITS["ADMINISTRATOR"]:
        return ALL
    if channel is None:
        return total
    overwrites = {item["id"]: item for item in channel.get("permission_overwrites", [])}
    steps = [[guild["id"]], list(member["roles"]), [member["user_id"]]]
    for step in steps:
        denied = allowed = 0
        for key in step:
            if key in overwrites:
                denied |= int(overwrites[key]["deny"])
                allowed |= int(overwrites[key]["allow"])
        total = (total & ~denied) | allowed
    if not total & BITS["VIEW_CHANNEL"]:
        return 0
    return total
