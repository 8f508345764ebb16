"""The contents of the sandbox: people, servers, channels, threads, messages, commands, emojis."""

from __future__ import annotations

import base64
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

from . import permissions as perms
from .defaults import GUILD_DEFAULTS
from .errors import ApiError, Json
from .ids import Snowflakes, created_at, iso
from .limits import NONCE_SECONDS
from .storage import Storage

TEXT, DM, GROUP, ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 5, 10, 11, 12
THREADS = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
PUBLIC_THREADS = {TEXT: PUBLIC_THREAD, ANNOUNCEMENT: ANNOUNCEMENT_THREAD}
"""The type of a public thread, by the type of its channel."""


USUAL_LOCALE = "en-US"
COMMUNITY = "COMMUNITY"
"""The feature of servers that have a language of their own. All others have `USUAL_LOCALE`."""


def _with_features(guild: Json) -> Json:
    """Return a stored server with its features. Older files have none."""
    return {"features": [] if guild["preferred_locale"] == USUAL_LOCALE else [COMMUNITY], **guild}


def new_token(bot: str) -> str:
    """Return a token of Discord's shape: the bot's id, which clients read, then two random parts."""
    parts = bot.encode(), secrets.token_bytes(4), secrets.token_bytes(28)
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def nonce_key(author: str, channel: str, nonce: object) -> str:
    return f"{author}/{channel}/{nonce}"


class World:
    """Everything in the sandbox by id, in memory, written through to the storage.

    Channels, messages and so on are dictionaries in Discord's form; keys beginning with an underscore are
    the sandbox's own and never leave it. `found` fills an empty world; `clock` gives seconds since 1970.
    """

    def __init__(
        self, storage: Storage, found: Callable[[World], None], clock: Callable[[], float] = time.time
    ) -> None:
        self.storage = storage
        self.clock = clock
        self._fill = found
        self._load()
        if not self.meta:
            self._create()

    def _load(self) -> None:
        load = self.storage.load
        self.meta: Json = next(iter(load("meta")), {})
        self.users = {item["id"]: item for item in load("user")}
        self.guilds = {item["id"]: _with_features(item) for item in load("guild")}
        self.channels = {item["id"]: item for item in load("channel")}
        self.commands = {item["id"]: item for item in load("command")}
        self.emojis = {item["id"]: item for item in load("emoji")}
        self.interactions = {item["id"]: item for item in load("interaction")}
        self.marks = {item["id"]: item for item in load("mark")}
        self.uploads = {item["id"]: item for item in load("upload")}
        self._rooms: defaultdict[str | None, dict[str, Json]] = defaultdict(dict)
        """Channels and threads by id, by the server on which they are."""
        for channel in self.channels.values():
            self._rooms[channel.get("guild_id")][channel["id"]] = channel
        self.messages: dict[str, dict[str, Json]] = {key: {} for key in self.channels}
        self.nonces: dict[str, str] = {}
        """The id of the newest message, even a deleted one, by author, channel and nonce."""
        for buried in load("nonce"):
            self.nonces[buried["id"]] = buried["message"]
        for message in load("message"):
            self.messages.setdefault(message["channel_id"], {})[message["id"]] = message
            self._note_nonce(message)
        groups = [self.users, self.channels, self.commands, self.emojis, self.interactions, self.uploads]
        used = [int(key) for group in [*groups, *self.messages.values()] for key in group]
        used += [
            int(file["id"])
            for group in self.messages.values()
            for message in group.values()
            for file in message["attachments"]
        ]
        self.ids = Snowflakes(
            max(used, default=0), self.clock, min([*used, *map(int, self.guilds)], default=None)
        )

    def _create(self, token: str | None = None, bot: str | None = None) -> None:
        with self.storage.together():
            bot = bot or self.ids.next()
            self.meta = {
                "id": "meta",
                "version": secrets.token_hex(8),
                "token": token or new_token(bot),
                "application_id": bot,
            }
            self.storage.put("meta", "meta", self.meta)
            self._fill(self)

    def reset(self) -> None:
        """Begin the world anew, with new ids.

        The bot's token and id stay, so that a running bot can come back.
        """
        token, bot, ids = self.meta["token"], self.meta["application_id"], self.ids
        self.storage.clear()
        self._load()
        self.ids = ids
        self._create(token, bot)

    def renew_token(self, token: str | None = None) -> str:
        """Replace the bot's token, by default with a new one, and return it.

        The old one is no longer valid.
        """
        self.meta["token"] = token or new_token(self.bot["id"])
        self.storage.put("meta", "meta", self.meta)
        return self.meta["token"]

    # Writing

    def _table(self, kind: str) -> dict[str, Json]:
        return {
            "user": self.users,
            "guild": self.guilds,
            "channel": self.channels,
            "command": self.commands,
            "emoji": self.emojis,
            "interaction": self.interactions,
            "mark": self.marks,
            "upload": self.uploads,
        }[kind]

    def put(self, kind: str, item: Json) -> Json:
        self._table(kind)[item["id"]] = item
        if kind == "channel":
            self.messages.setdefault(item["id"], {})
            self._rooms[item.get("guild_id")][item["id"]] = item
        self.storage.put(kind, item["id"], item)
        return item

    def add_emoji(self, name: str, kind: str, picture: bytes) -> Json:
        """Add an emoji of the application. `kind` is the picture's media type."""
        emoji: Json = {"id": self.ids.next(), "name": name, "_type": kind}
        with self.storage.together():
            self.storage.put_blob(f"emoji/{emoji['id']}", picture)
            return self.put("emoji", emoji)

    def drop(self, kind: str, key: str) -> None:
        item = self._table(kind).pop(key, None)
        if kind == "channel" and item is not None:
            self._rooms[item.get("guild_id")].pop(key, None)
        self.storage.drop(kind, key)

    def put_message(self, message: Json) -> Json:
        self.messages[message["channel_id"]][message["id"]] = message
        self._note_nonce(message)
        self.storage.put("message", message["id"], message)
        return message

    def _note_nonce(self, message: Json) -> None:
        if message.get("nonce") is not None:
            key = nonce_key(message["_author"], message["channel_id"], message["nonce"])
            self.nonces[key] = max(self.nonces.get(key, "0"), message["id"], key=int)

    def _bury_nonce(self, message: Json) -> None:
        """Keep the nonce of a deleted message for `NONCE_SECONDS`, and drop older ones."""
        oldest = self.clock() - NONCE_SECONDS
        for buried in self.storage.load("nonce"):
            if created_at(buried["message"]) < oldest:
                self.storage.drop("nonce", buried["id"])
        if message.get("nonce") is not None and created_at(message["id"]) >= oldest:
            key = nonce_key(message["_author"], message["channel_id"], message["nonce"])
            self.storage.put("nonce", key, {"id": key, "message": message["id"]})

    def drop_message(self, message: Json) -> None:
        self._bury_nonce(message)
        self.messages[message["channel_id"]].pop(message["id"], None)
        self.storage.drop("message", message["id"])
        for item in message["attachments"]:
            self.storage.drop_blob(f"attachment/{item['id']}")

    def drop_channel(self, channel: Json) -> list[Json]:
        """Remove a channel and its threads with all their contents. Return them, threads first."""
        rooms = self.rooms(channel.get("guild_id"))
        gone = [item for item in rooms if item.get("parent_id") == channel["id"]] + [channel]
        with self.storage.together():
            for item in gone:
                for message in list(self.messages.get(item["id"], {}).values()):
                    self.drop_message(message)
                self.messages.pop(item["id"], None)
                self.drop("channel", item["id"])
        return gone

    # Looking up

    @property
    def bot(self) -> Json:
        return self.users[self.meta["application_id"]]

    @property
    def people(self) -> list[Json]:
        return [user for user in self.users.values() if not user.get("bot")]

    def person(self, key: str) -> Json:
        user = self.users.get(key)
        if user is None or user.get("bot"):
            raise ApiError(10013)
        return user

    def channel(self, key: str) -> Json:
        if key not in self.channels:
            raise ApiError(10003)
        return self.channels[key]

    def message(self, channel_id: str, key: str, *, secret: bool = False) -> Json:
        """Return a message.

        One that a single person sees is found only with `secret`. Refuses others (10008).
        """
        message = self.messages.get(channel_id, {}).get(key)
        if message is None or (message.get("_to") and not secret):
            raise ApiError(10008)
        return message

    @property
    def bots_guilds(self) -> list[Json]:
        return [guild for guild in self.guilds.values() if self.is_member(guild, self.bot["id"])]

    def guild(self, key: str) -> Json:
        if key not in self.guilds:
            raise ApiError(10004)
        return self.guilds[key]

    def is_member(self, guild: Json, user_id: str) -> bool:
        return any(member["user_id"] == user_id for member in guild["members"])

    def guild_of(self, channel: Json) -> Json | None:
        return self.guilds.get(channel.get("guild_id") or "")

    def member(self, guild: Json, user_id: str) -> Json:
        for member in guild["members"]:
            if member["user_id"] == user_id:
                return member
        raise ApiError(10007)

    def rooms(self, guild_id: str | None) -> list[Json]:
        """Return the channels and threads of a server, or for `None` those that are on none."""
        return list(self._rooms[guild_id].values())

    def threads(self, guild_id: str) -> Iterator[Json]:
        return (item for item in self.rooms(guild_id) if item["type"] in THREADS)

    def direct(self, person_id: str, *, create: bool = True) -> Json | None:
        """Return the direct channel of this person and the bot, opening it unless `create` is `False`."""
        for channel in self.rooms(None):
            if channel["type"] == DM and channel["_person"] == person_id:
                return channel
        if not create:
            return None
        return self.put(
            "channel",
            {"id": self.ids.next(), "type": DM, "_person": person_id, "last_message_id": None, "flags": 0},
        )

    def group(self, people: list[str], name: str) -> Json:
        """Open a private channel of several people, without the bot. The first person owns it."""
        return self.put(
            "channel",
            {
                "id": self.ids.next(),
                "type": GROUP,
                "name": name,
                "_people": people,
                "last_message_id": None,
                "flags": 0,
            },
        )

    # Rights

    def may(self, user_id: str, channel: Json) -> int:
        """Return the permissions of a user in a channel, thread or direct channel, as bits."""
        if channel["type"] == DM:
            return perms.DIRECT if user_id in (channel["_person"], self.bot["id"]) else 0
        if channel["type"] == GROUP:
            return perms.DIRECT if user_id in channel["_people"] else 0
        guild = self.guilds[channel["guild_id"]]
        if not self.is_member(guild, user_id):
            return 0
        place = self.channels[channel["parent_id"]] if channel["type"] in THREADS else channel
        have = perms.permissions(guild, self.member(guild, user_id), place)
        if channel["type"] == PRIVATE_THREAD and user_id not in channel["_members"]:
            return have if have & perms.BITS["MANAGE_THREADS"] else 0
        return have

    def demand(self, user_id: str, channel: Json, *names: str) -> None:
        """Refuse (50001, 50013) a user who may not see the channel or lacks one of the permissions."""
        have = self.may(user_id, channel)
        if not have & perms.BITS["VIEW_CHANNEL"]:
            raise ApiError(50001)
        if any(not have & perms.BITS[name] for name in names):
            raise ApiError(50013)

    def sees(self, user_id: str, channel: Json) -> bool:
        return bool(self.may(user_id, channel) & perms.BITS["VIEW_CHANNEL"])

    def watchers(self, channel: Json) -> list[str]:
        """Return the people who see a channel."""
        if channel["type"] == DM:
            return [channel["_person"]]
        if channel["type"] == GROUP:
            return channel["_people"]
        guild = self.guild_of(channel)
        members = [each["user_id"] for each in guild["members"]] if guild else []
        return [each for each in members if not self.users[each].get("bot") and self.sees(each, channel)]

    # As Discord shows things

    def show_user(self, key: str) -> Json:
        return {name: value for name, value in self.users[key].items() if not name.startswith("_")}

    def show_member(self, guild: Json, user_id: str, *, user: bool = True) -> Json:
        member = self.member(guild, user_id)
        shown: Json = {
            "roles": member["roles"],
            "joined_at": member["joined_at"],
            "nick": member.get("nick"),
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }
        if user:
            shown["user"] = self.show_user(user_id)
        return shown

    def show_channel(self, channel: Json) -> Json:
        shown = {name: value for name, value in channel.items() if not name.startswith("_")}
        if channel["type"] == DM:
            shown["recipients"] = [self.show_user(channel["_person"])]
        elif channel["type"] == GROUP:
            shown |= {
                "recipients": [self.show_user(key) for key in channel["_people"]],
                "owner_id": channel["_people"][0],
                "icon": None,
            }
        elif channel["type"] in THREADS:
            members = channel["_members"]
            shown["member_count"] = min(50, len(members))
            if self.bot["id"] in members:
                shown["member"] = self.show_thread_member(channel, self.bot["id"])
        return shown

    def show_thread_member(self, thread: Json, user_id: str) -> Json:
        return {
            "id": thread["id"],
            "user_id": user_id,
            "join_timestamp": thread["_members"].get(user_id, iso(created_at(thread["id"]))),
            "flags": 0,
        }

    def show_guild(self, guild: Json) -> Json:
        return {
            "id": guild["id"],
            "name": guild["name"],
            "preferred_locale": guild["preferred_locale"],
            "features": guild["features"],
            "owner_id": guild["owner_id"],
            "roles": guild["roles"],
            **GUILD_DEFAULTS,
        }

    def show_guild_create(self, guild: Json) -> Json:
        """Return the server as GUILD_CREATE has it.

        Of the members it names the bot alone (no privileged intent).
        """
        rooms = self.rooms(guild["id"])
        visible = [item for item in rooms if self.sees(self.bot["id"], item)]
        return {
            **self.show_guild(guild),
            "joined_at": self.member(guild, self.bot["id"])["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(guild["members"]),
            "voice_states": [],
            "members": [self.show_member(guild, self.bot["id"])],
            "channels": [self.show_channel(item) for item in rooms if item["type"] not in THREADS],
            "threads": [
                self.show_channel(item)
                for item in visible
                if item["type"] in THREADS and not item["thread_metadata"]["archived"]
            ],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
