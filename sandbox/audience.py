"""Delivery of every change to the bot (gateway) and to the people who see it (people's door)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from . import gateway as gw
from . import messages
from .box import Box
from .errors import Json
from .pushes import push
from .world import DM, GROUP, THREADS


class Audience:
    """Delivery of events. Each open page of a person has a queue of frames."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.pages: dict[str, set[asyncio.Queue[Json]]] = {}

    def join(self, person: str) -> asyncio.Queue[Json]:
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self.pages.setdefault(person, set()).add(queue)
        return queue

    def leave(self, person: str, queue: asyncio.Queue[Json]) -> None:
        self.pages.get(person, set()).discard(queue)

    def tell(self, person: str, frame: Json) -> None:
        for queue in self.pages.get(person, ()):
            queue.put_nowait(frame)

    def tell_watchers(self, channel: Json, frame: Json) -> None:
        for person in self.box.world.watchers(channel):
            self.tell(person, frame)

    def tell_all(self, frame: Json) -> None:
        for person in self.box.world.people:
            self.tell(person["id"], frame)

    # Messages

    def message_created(self, message: Json, pinged: list[str]) -> None:
        channel = self.box.world.channel(message["channel_id"])
        shown = messages.show(self.box, message)
        self._to_people("message_create", message, shown)
        if message.get("_to"):
            return
        self._to_bot("MESSAGE_CREATE", channel, shown)
        self.ping(message, pinged)

    def ping(self, message: Json, people: Iterable[str]) -> None:
        """Send a mention event to the people who see the message, and mark it until they have read."""
        place = message["channel_id"]
        for person in set(people) & set(self.box.world.watchers(self.box.world.channel(place))):
            key = f"{person}/{place}"
            mark = self.box.world.marks.get(key) or {"id": key, "read": "0", "pings": []}
            mark["pings"] = [*mark["pings"][-99:], message["id"]]
            self.box.world.put("mark", mark)
            frame: Json = {"type": "mention", "channel_id": place, "message_id": message["id"]}
            self.tell(person, {**frame, "push": push(self.box, message, person)})

    def refresh_message(self, message: Json) -> None:
        """Show people a changed message that was not edited (reactions).

        The caller sends the bot's own event.
        """
        self._to_people("message_update", message, messages.show(self.box, message))

    def message_updated(self, message: Json) -> None:
        channel = self.box.world.channel(message["channel_id"])
        shown = messages.show(self.box, message)
        self._to_people("message_update", message, shown)
        if not message.get("_to"):
            self._to_bot("MESSAGE_UPDATE", channel, shown)

    def message_deleted(self, message: Json) -> None:
        channel = self.box.world.channels.get(message["channel_id"])
        if channel is None:
            return
        frame = {"type": "message_delete", "channel_id": message["channel_id"], "message_id": message["id"]}
        if message.get("_to"):
            self.tell(message["_to"], frame)
            return
        self.tell_watchers(channel, frame)
        if channel["type"] == GROUP:
            return
        data = {"id": message["id"], "channel_id": channel["id"]}
        if channel.get("guild_id"):
            data["guild_id"] = channel["guild_id"]
        self.box.gateway.dispatch(
            "MESSAGE_DELETE", data, gw.DIRECT_MESSAGES if channel["type"] == DM else gw.GUILD_MESSAGES
        )

    def _to_people(self, kind: str, message: Json, shown: Json) -> None:
        frame = {"type": kind, "channel_id": message["channel_id"], "message": shown}
        if message.get("_dismissed"):
            return
        if message.get("_to"):
            self.tell(message["_to"], frame)
        else:
            self.tell_watchers(self.box.world.channel(message["channel_id"]), frame)

    def _to_bot(self, event: str, channel: Json, shown: Json) -> None:
        world = self.box.world
        if channel["type"] == GROUP:
            return  # the bot is not in there
        data = dict(shown)
        if channel.get("guild_id"):
            guild = world.guilds[channel["guild_id"]]
            data["guild_id"] = guild["id"]
            if not data.get("webhook_id") and world.is_member(guild, data["author"]["id"]):
                data["member"] = world.show_member(guild, data["author"]["id"], user=False)
        data["channel_type"] = channel["type"]
        self.box.gateway.dispatch_message(event, data, channel["type"] == DM)

    # Channels

    def channel_changed(self, what: str, channel: Json, *, extra: Json | None = None) -> None:
        """Send the event for a channel or thread. `what` is create, update or delete."""
        world, thread = self.box.world, channel["type"] in THREADS
        shown = {**world.show_channel(channel), **(extra or {})}
        if thread and what == "delete":
            shown = {name: shown[name] for name in ("id", "guild_id", "parent_id", "type")}
        if channel["type"] not in (DM, GROUP):
            self.box.gateway.dispatch(f"{'THREAD' if thread else 'CHANNEL'}_{what.upper()}", shown, gw.GUILDS)
        if thread and channel["parent_id"] not in world.channels:
            self.tell_all({"type": f"channel_{what}", "channel": self.row(channel, None)})
            return
        for person in world.watchers(channel):
            self.tell(person, {"type": f"channel_{what}", "channel": self.row(channel, person)})

    def row(self, channel: Json, person: str | None) -> Json:
        """Return a channel as the people's door lists it; `person` `None` leaves out unread messages."""
        world = self.box.world
        mark = world.marks.get(f"{person}/{channel['id']}") or {"read": "0", "pings": []}
        unread = [
            key
            for key, message in world.messages.get(channel["id"], {}).items()
            if int(key) > int(mark["read"]) and message["_author"] != person and not message.get("_to")
        ]
        row: Json = {
            "id": channel["id"],
            "type": channel["type"],
            "name": channel.get("name") or world.bot["username"],
            "topic": channel.get("topic"),
            "guild_id": channel.get("guild_id"),
            "parent_id": channel.get("parent_id"),
            "last_message_id": channel.get("last_message_id"),
            "unread": len(unread),
            "mentions": sum(int(key) > int(mark["read"]) for key in mark["pings"]),
            "archived": bool(channel.get("thread_metadata", {}).get("archived")),
        }
        if channel["type"] == DM:
            row["recipient"] = world.show_user(world.bot["id"])
        return row

    def typing(self, channel: Json) -> None:
        self.tell_watchers(channel, {"type": "typing", "channel_id": channel["id"]})

    # People and the bot

    def person_changed(self, person: Json) -> None:
        self.tell_all({"type": "person", "person": person})

    def bot_changed(self) -> None:
        self.tell_all({"type": "bot", "online": self.box.gateway.online})
