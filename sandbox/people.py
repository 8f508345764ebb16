"""Scripted people for tests and load: they use the people's door as visitors do.

    async with People(box.url) as people:
        ada = people["ada"]
        answer = await ada.command("genial new", channel="games", players=2)
        await ada.press(answer.message, "Start")
        turn = await ada.sees(lambda message: "Your turn" in message.text, channel=thread)

Nothing here sleeps: waiting ends with the event that was waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import io
import itertools
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import aiohttp

from .reading import Answer, Button, Field, Message, Picture, Select

__all__ = [
    "Answer",
    "Button",
    "Field",
    "File",
    "Message",
    "People",
    "Person",
    "Picture",
    "Refused",
    "Select",
]

Json = dict[str, Any]
T = TypeVar("T")

WAIT_SECONDS = 60.0
"""Seconds that a person waits for an event: long enough for a slow machine that has other things to do."""


class Refused(Exception):  # noqa: N818
    """A refusal at the people's door: HTTP's `status`, Discord's `code` if any, and a text that says why."""

    def __init__(self, status: int, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.code = code


class File(NamedTuple):
    """A file that a person gives to a command or a form."""

    name: str
    body: bytes


class Person:
    """One person with an open page. Channels are given by id, name or thread name."""

    def __init__(self, people: People, raw: Json) -> None:
        self._people = people
        self.raw = raw
        self.id: str = raw["id"]
        self.name: str = raw["username"]
        self.frames: list[Json] = []
        self.pings: list[tuple[str, str]] = []
        """(channel, message) of every ping that reached this person while the page was open."""
        self.pushes: list[tuple[str, str, str]] = []
        """(channel, message, text) of the same pings; the text is that of a telephone's notification."""
        self._news = asyncio.Condition()
        self._here = ""
        self._page: asyncio.Task[None] | None = None
        self._gone = False

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    # The page

    async def open(self) -> None:
        ready = asyncio.get_running_loop().create_future()
        self._page = asyncio.create_task(self._listen(ready))
        await ready

    async def close(self) -> None:
        if self._page is not None:
            self._page.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._page

    async def _listen(self, ready: asyncio.Future[None]) -> None:
        try:
            async with self._people.session.ws_connect(f"{self._people.url}/people/{self.id}/events") as page:
                async for received in page:
                    if received.type is not aiohttp.WSMsgType.TEXT:
                        break
                    frame = json.loads(received.data)
                    if not ready.done():
                        ready.set_result(None)
                    await self._hear(frame)
        except aiohttp.ClientError as error:
            if not ready.done():
                ready.set_exception(error)
        finally:
            async with self._news:
                self._gone = True
                self._news.notify_all()

    async def _hear(self, *frames: Json) -> None:
        async with self._news:
            self.frames += frames
            for frame in frames:
                if frame["type"] == "mention":
                    self.pings.append((frame["channel_id"], frame["message_id"]))
                    self.pushes.append((*self.pings[-1], frame["push"]["text"]))
            self._news.notify_all()

    async def wait_for(
        self, check: Callable[[], Awaitable[T | None] | T | None], within: float = WAIT_SECONDS
    ) -> T:
        """Wait until `check` returns something true, and return that. It runs at once and after each event.

        Raises TimeoutError with the last events, ConnectionError when the page is closed meanwhile.
        """
        try:
            async with asyncio.timeout(within):
                while True:
                    seen = len(self.frames)
                    found: Any = check()
                    if inspect.isawaitable(found):
                        found = await found
                    if found:
                        return found
                    async with self._news:
                        await self._news.wait_for(lambda seen=seen: len(self.frames) > seen or self._gone)
                    if self._gone:
                        raise ConnectionError(f"The page of {self.name} was closed.")
        except TimeoutError:
            last = [_brief(frame) for frame in self.frames[-8:]]
            raise TimeoutError(f"{self.name} waited {within} s in vain; last events: {last}") from None

    async def event(
        self, check: Callable[[Json], Any], *, since: int = 0, within: float = WAIT_SECONDS
    ) -> Json:
        """Wait for the first event (frame) from index `since` on for which `check` is true."""
        return await self.wait_for(
            lambda: next((frame for frame in self.frames[since:] if check(frame)), None), within
        )

    async def sees(
        self,
        check: Callable[[Message], Any],
        channel: str | Message | None = None,
        *,
        within: float = WAIT_SECONDS,
    ) -> Message:
        """Wait until a channel has a message for which `check` is true, and return the newest one."""
        place: str | None = None
        seen = 0

        async def look() -> Message | None:
            nonlocal place, seen
            fresh, seen = self.frames[seen:], len(self.frames)
            if place is None or any(frame["type"].startswith("channel_") for frame in fresh):
                place = await self._maybe_place(channel)
            elif not any(_changes_messages(frame, place) for frame in fresh):
                return None
            found = await self.messages(place) if place else []
            return next((message for message in reversed(found) if check(message)), None)

        return await self.wait_for(look, within)

    # Places

    async def channels(self) -> list[Json]:
        """Return channels, threads and direct channels as the people's door lists them."""
        return (await self._people.ask("GET", f"/people/{self.id}/channels"))["channels"]

    async def threads(self, *, archived: bool = False) -> list[Json]:
        """Return the threads, oldest first, the archived ones only on request."""
        found = [item for item in await self.channels() if item["type"] in (10, 11, 12)]
        return [item for item in found if archived or not item["archived"]]

    async def dm(self) -> Json | None:
        """Return the direct channel with the bot, if there is one yet."""
        return next((item for item in await self.channels() if item["type"] == 1), None)

    async def place(self, channel: str | Message | None = None) -> str:
        """Return the id of a channel given by id, name, "dm" or a message in it. Raises LookupError.

        Without one it is the channel of the last `go`, at first `games`.
        """
        found = await self._maybe_place(channel)
        if found is None:
            raise LookupError(f"{self.name} sees no channel {channel!r}")
        return found

    async def _maybe_place(self, channel: str | Message | None) -> str | None:
        if isinstance(channel, Message):
            return channel.channel
        wanted = channel or self._here
        if wanted.isdigit():
            return wanted
        known = await self.channels()
        for item in reversed(known):
            if item["name"] == wanted or (wanted == "dm" and item["type"] == 1):
                return item["id"]
        if not wanted:
            return next(item["id"] for item in known if item["type"] == 0 and item["name"] == "games")
        return None

    async def go(self, channel: str) -> str:
        """Make a channel the default of later calls, and return its id."""
        self._here = await self.place(channel)
        return self._here

    # Reading

    async def messages(self, channel: str | Message | None = None, limit: int = 50) -> list[Message]:
        """Return the last messages of a channel, oldest first, with those that only this person sees."""
        place = await self.place(channel)
        rows = await self._people.ask("GET", f"/people/{self.id}/channels/{place}/messages?limit={limit}")
        return [Message(row) for row in rows["messages"]]

    async def direct_messages(self, limit: int = 50) -> list[Message]:
        """Return the last messages of the direct channel with the bot, this person's too, oldest first."""
        channel = await self.dm()
        return await self.messages(channel["id"], limit) if channel else []

    async def again(self, message: Message) -> Message:
        """Return the message as it is now. Raises LookupError when it is gone."""
        path = f"/people/{self.id}/channels/{message.channel}/messages/{message.id}"
        try:
            return Message(await self._people.ask("GET", path))
        except Refused as refusal:
            if refusal.code not in (10003, 10008):
                raise
            raise LookupError(f"{message!r} is gone") from None

    async def picture(self, message: Message, number: int = 0) -> bytes:
        """Return the bytes of a picture in the message."""
        return await self._people.fetch(message.pictures[number].url)

    async def file(self, message: Message, number: int = 0) -> bytes:
        """Return the bytes of a file in the message; `number` counts as `Message.files`."""
        return await self._people.fetch(message.files[number][1])

    async def read(self, channel: str | Message | None = None) -> None:
        """Mark a channel as read."""
        await self._people.ask("POST", f"/people/{self.id}/channels/{await self.place(channel)}/read")

    # Doing

    async def say(self, content: str, channel: str | None = None) -> Message:
        place = await self.place(channel)
        path = f"/people/{self.id}/channels/{place}/messages"
        return Message(await self._people.ask("POST", path, {"content": content}))

    async def menus(self, channel: str | None = None) -> list[Json]:
        """Return the commands of the context menus that this person finds in a channel."""
        place = await self.place(channel)
        return (await self._people.ask("GET", f"/people/{self.id}/commands?channel_id={place}"))["menus"]

    async def commands(self, channel: str | None = None) -> list[Json]:
        """Return the commands offered to this person in a channel."""
        place = await self.place(channel)
        return (await self._people.ask("GET", f"/people/{self.id}/commands?channel_id={place}"))["commands"]

    async def command(
        self,
        path: str,
        options: Json | None = None,
        /,
        *,
        channel: str | Message | None = None,
        deliver: int = 1,
        force: bool = False,
        locale: str | None = None,
        **more: Any,
    ) -> Answer:
        """Run a slash command, `ada.command("genial play", move="BR E5 F5")`.

        A `File` is uploaded first, a person stands for its id. `deliver=2` delivers the very same interaction
        twice; `force` leaves out the client's own checks.
        """
        given = {name: await self._sent(value) for name, value in {**(options or {}), **more}.items()}
        body: Json = {"kind": "command", "command": path, "options": given}
        return await self._interact(body, await self.place(channel), deliver, force, locale)

    async def use(
        self,
        name: str,
        target: Message | Person,
        *,
        channel: str | Message | None = None,
        deliver: int = 1,
        locale: str | None = None,
    ) -> Answer:
        """Choose a command from the context menu of a message or a person."""
        kind = "message" if isinstance(target, Message) else "user"
        if channel is None and isinstance(target, Message):
            channel = target
        body: Json = {"kind": kind, "command": name, "target_id": target.id}
        return await self._interact(body, await self.place(channel), deliver, False, locale)

    async def react(self, message: Message, emoji: str, *, on: bool = True) -> None:
        """Put a reaction (a character or `name:id`) under a message, or take it away."""
        path = f"/people/{self.id}/channels/{message.channel}/messages/{message.id}/reactions/{quote(emoji)}"
        await self._people.ask("PUT" if on else "DELETE", path)

    async def pin(self, message: Message, *, on: bool = True) -> None:
        """Pin a message, or unpin it."""
        path = f"/people/{self.id}/channels/{message.channel}/pins/{message.id}"
        await self._people.ask("PUT" if on else "DELETE", path)

    async def complete(
        self,
        path: str,
        focused: str,
        typed: Any = "",
        options: Json | None = None,
        *,
        channel: str | Message | None = None,
        locale: str | None = None,
    ) -> list[tuple[str, Any]]:
        """Return the suggestions (label, value) for an option while `typed` stands in it."""
        values = {**(options or {}), focused: typed}
        body: Json = {"kind": "autocomplete", "command": path, "options": values, "focused": focused}
        answer = await self._interact(body, await self.place(channel), 1, False, locale)
        return [(choice["name_localized"], choice["value"]) for choice in answer.choices]

    async def press(
        self, message: Message, name: str, *, deliver: int = 1, force: bool = False, locale: str | None = None
    ) -> Answer:
        """Press a button, by custom id, label or emoji. With `force` any custom id is accepted."""
        custom_id = name if force else message.button(name).custom_id
        return await self._component(message, custom_id, None, deliver, force, locale)

    async def choose(
        self,
        message: Message,
        *values: str,
        menu: str = "",
        deliver: int = 1,
        force: bool = False,
        locale: str | None = None,
    ) -> Answer:
        """Choose from a menu (by custom id or placeholder; the only one if not named), by value or label."""
        if force and menu:
            return await self._component(message, menu, list(values), deliver, force, locale)
        select = message.select(menu)
        by_label = {label: value for label, value, _ in select.options}
        chosen = [by_label.get(value, value) for value in values]
        return await self._component(message, select.custom_id, chosen, deliver, force, locale)

    async def submit(
        self,
        opened: Answer,
        fields: Json,
        *,
        deliver: int = 1,
        force: bool = False,
        locale: str | None = None,
    ) -> Answer:
        """Send a form that an answer opened, with its fields by custom id or label.

        Options are given by value or label, people as such or by id, files as `File`; fields that are left
        out stay as the form showed them.
        """
        assert opened.modal is not None, f"{opened.state}: no form was opened"
        known = {name: field for field in opened.fields for name in (field.label, field.custom_id)}
        filled: Json = {}
        for name, value in fields.items():
            field = known.get(name)
            sent = await self._sent(value)
            if field and field.options:
                values = {label: value for label, value, _ in field.options}
                sent = [values.get(each, each) for each in sent] if isinstance(sent, list) else sent
                sent = values.get(sent, sent) if isinstance(sent, str) else sent
            filled[field.custom_id if field else name] = sent
        body: Json = {"kind": "modal", "modal_id": opened.modal["id"], "fields": filled}
        return await self._interact(body, opened.modal["channel_id"], deliver, force, locale)

    async def upload(self, file: File) -> Json:
        """Upload a file for an option of a command or a field of a form, and return the attachment."""
        return await self._people.send(
            f"/people/{self.id}/attachments?filename={quote(file.name)}", file.body
        )

    async def _sent(self, value: Any) -> Any:
        """Return an option's or field's value as it is sent: files and people by their ids."""
        if isinstance(value, File):
            return (await self.upload(value))["id"]
        if isinstance(value, Person):
            return value.id
        if isinstance(value, list | tuple):
            return [await self._sent(each) for each in value]
        return value

    async def delete(self, message: Message) -> None:
        """Delete a message, or dismiss a private one.

        Other people's messages take the right to manage messages.
        """
        await self._people.ask(
            "DELETE", f"/people/{self.id}/channels/{message.channel}/messages/{message.id}"
        )

    async def delete_channel(self, channel: str) -> None:
        """Delete a channel or thread, as an administrator."""
        await self._people.ask("DELETE", f"/people/{self.id}/channels/{await self.place(channel)}")

    async def edit_thread(self, thread: str, **changes: bool) -> None:
        """Change a thread as a moderator: `archived`, `locked`."""
        await self._people.ask("PATCH", f"/people/{self.id}/channels/{await self.place(thread)}", changes)

    async def set(self, **changes: str | bool) -> None:
        """Change `locale` ("fr", "en-US"), `inbox` ("open", "closed"), `installed` (the app)."""
        self.raw = await self._people.ask("PATCH", f"/people/{self.id}", changes)

    async def _component(
        self,
        message: Message,
        custom_id: str,
        values: list[str] | None,
        deliver: int,
        force: bool,
        locale: str | None,
    ) -> Answer:
        body: Json = {"kind": "component", "message_id": message.id, "custom_id": custom_id}
        if values is not None:
            body["values"] = values
        return await self._interact(body, message.channel, deliver, force, locale)

    async def _interact(
        self, body: Json, channel: str, deliver: int, force: bool, locale: str | None
    ) -> Answer:
        body |= {"channel_id": channel, "deliver": deliver, "force": force}
        if locale:
            body["locale"] = locale
        answer = await self._people.ask("POST", f"/people/{self.id}/interactions", body)
        return Answer(
            answer["id"],
            answer["state"],
            Message(answer["message"]) if answer.get("message") else None,
            {**answer["modal"], "channel_id": channel} if answer.get("modal") else None,
            answer.get("choices") or [],
            answer.get("error", ""),
        )

    async def final_message(self, answer: Answer, within: float = WAIT_SECONDS) -> Message:
        """Wait for the final message after a deferral: "thinking" filled in, or the pressed one edited.

        It may be deleted by now, as the panel of a match that this press has ended; deleted before the
        edit, it has a message of its own for an answer.
        """
        assert answer.message is not None, f"{answer.state}: {answer.error}"
        before = answer.message
        seen: int | None = None

        def real(message: Message) -> bool:
            edited = (message.raw["edited_timestamp"] or "") > (before.raw["edited_timestamp"] or "")
            return message.id == before.id and not message.loading and (before.loading or edited)

        def updates(frame: Json) -> bool:
            return frame["type"] == "message_update" and frame["message"]["id"] == before.id

        def follows(frame: Json) -> bool:
            return frame["type"] == "message_create" and _is_follow_up(frame["message"], answer)

        async def look() -> Message | None:
            nonlocal seen
            first, fresh, seen = seen is None, self.frames[seen or 0 :], len(self.frames)
            if not first and not any(updates(frame) or follows(frame) for frame in fresh):
                return None
            try:
                there = await self.again(before)
            except LookupError:
                further = (Message(frame["message"]) for frame in self.frames if follows(frame))
            else:
                if real(there):
                    return there
                further = iter(())
            told = (Message(frame["message"]) for frame in self.frames if updates(frame))
            return next(itertools.chain(filter(real, told), further), None)

        return await self.wait_for(look, within)


def _is_follow_up(raw: Json, answer: Answer) -> bool:
    """Return whether a message is a further answer to the interaction."""
    asked = (raw.get("interaction_metadata") or {}).get("id")
    return asked == answer.id and answer.message is not None and raw["id"] != answer.message.id


def _changes_messages(frame: Json, place: str) -> bool:
    """Return `False` for an event that cannot have changed the messages of this channel."""
    elsewhere = frame.get("channel_id", place) != place
    return not elsewhere and frame["type"] not in ("interaction", "mention", "typing")


class People:
    """All people of a sandbox, each with an open page: `people["ada"]`, or in order by iteration."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._by_name: dict[str, Person] = {}

    async def __aenter__(self) -> People:
        self.session = aiohttp.ClientSession()
        try:
            for raw in (await self.ask("GET", "/people"))["people"]:
                self._by_name[raw["username"]] = Person(self, raw)
            for person in self:
                await person.open()
        except BaseException:
            await self.session.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in self:
            await person.close()
        await self.session.close()

    def __getitem__(self, name: str) -> Person:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Person]:
        return iter(self._by_name.values())

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request to the people's door, and return the JSON of its answer. Raises Refused."""
        async with self.session.request(method, self.url + path, json=body) as response:
            return await _answer(response)

    async def send(self, path: str, body: bytes) -> Any:
        """Send bytes to the people's door, and return the JSON of its answer. Raises Refused."""
        async with self.session.post(self.url + path, data=io.BytesIO(body)) as response:
            return await _answer(response)

    async def fetch(self, url: str) -> bytes:
        async with self.session.get(url) as response:
            if response.status != 200:
                raise Refused(response.status, url)
            return await response.read()

    # The world around them

    async def bot_online(self, within: float = WAIT_SECONDS) -> None:
        """Wait until the bot has a session at the gateway."""
        watcher = next(iter(self))

        async def look() -> bool:
            return (await self.ask("GET", "/people"))["bot"]["online"]

        await watcher.wait_for(look, within)

    async def fault(
        self,
        method: str,
        path: str,
        times: int | None = None,
        *,
        seconds: float | None = None,
        skip: int = 0,
        body: str = "",
        **do: Any,
    ) -> str:
        """Plan a fault, `fault("POST", "/channels/*/messages", status=500)`, and return its id.

        It happens once, `times` times, or for `seconds`; `times=0` lasts until it is forgotten.
        """
        fault: Json = {"match": {"method": method, "path": path, "body": body}, "skip": skip, "do": do}
        if seconds is not None:
            fault["seconds"] = seconds
        if times is not None:
            fault["times"] = times or None
        return (await self.ask("POST", "/faults", fault))["id"]

    async def forget(self, fault: str = "") -> None:
        """End one planned fault, or all. Requests that hang in it are cut off."""
        await self.ask("DELETE", f"/faults/{fault}" if fault else "/faults")

    async def gateway_fault(self, do: str, seconds: float | None = None, shard: int | None = None) -> None:
        """Disturb every gateway connection, or those of one shard, in the way that `do` names.

        It is `drop`, `reconnect`, `invalid_session`, `silence`, `refuse` (for `seconds`, or until `accept`).
        """
        given = {"do": do, "seconds": seconds, "shard": shard}
        body = {name: value for name, value in given.items() if value is not None}
        await self.ask("POST", "/faults/gateway", body)

    async def limits(self, **changes: int | None) -> Json:
        """Set `total`, `used`, `max_concurrency`, `shards` or `per_second`, and return the new limits."""
        return await self.ask("PATCH", "/limits", changes)

    async def renew_token(self, token: str | None = None) -> str:
        """Replace the bot's token, by default with a new one, and return that."""
        return (await self.ask("POST", "/token", {"token": token} if token else {}))["token"]

    async def quarantine(self, *, on: bool = True) -> None:
        """Put the bot in quarantine, or take it out.

        In it, it can write directly to nobody new (403, 20026).
        """
        await self.ask("PATCH", "/bot", {"quarantined": on})

    async def newcomer(self, name: str, locale: str = "en-US") -> Person:
        """Add a person, on no server yet, with an open page."""
        raw = await self.ask("POST", "/people", {"username": name, "locale": locale})
        person = self._by_name[name] = Person(self, raw)
        await person.open()
        return person

    async def group(self, name: str, *members: Person) -> str:
        """Open a private channel of these people, without the bot, and return its id."""
        body = {"name": name, "people": [person.id for person in members]}
        return (await self.ask("POST", "/groups", body))["id"]

    async def guild(self) -> str:
        """Return the id of the first server, which is also that of the role that everybody has there."""
        return (await self.ask("GET", "/people"))["guilds"][0]["id"]

    async def new_guild(self, name: str, *members: Person, channels: tuple[str, ...] = ("games",)) -> str:
        """Add a server, which the first of its people owns, and return its id."""
        body = {"name": name, "people": [person.id for person in members], "channels": channels}
        return (await self.ask("POST", "/guilds", body))["id"]

    async def crowd(self, count: int, *members: Person, channels: tuple[str, ...] = ("games",)) -> list[str]:
        """Add `count` servers at once, each with these people, and return their ids, the youngest first."""
        people = [person.id for person in members]
        body = {"name": "Crowd", "people": people, "channels": channels, "count": count}
        return (await self.ask("POST", "/guilds", body))["guilds"]

    async def join(self, user: Person | str, *roles: str, guild: str = "") -> None:
        """Add a person (or the bot, by its id) to a server, or give a member these roles."""
        path = f"/guilds/{guild or await self.guild()}/members/{_id(user)}"
        await self.ask("PUT", path, {"roles": roles} if roles else {})

    async def leave(self, user: Person | str, *, guild: str = "") -> None:
        """Remove a person (or the bot, by its id) from a server."""
        await self.ask("DELETE", f"/guilds/{guild or await self.guild()}/members/{_id(user)}")

    async def role(self, name: str, *permissions: str, guild: str = "") -> str:
        """Add a role and return its id."""
        path = f"/guilds/{guild or await self.guild()}/roles"
        return (await self.ask("POST", path, {"name": name, "permissions": permissions}))["id"]

    async def new_channel(self, name: str, *, guild: str = "") -> str:
        """Add a text channel and return its id."""
        path = f"/guilds/{guild or await self.guild()}/channels"
        return (await self.ask("POST", path, {"name": name}))["id"]

    async def overwrite(
        self,
        channel: str,
        target: Person | str,
        *,
        allow: tuple[str, ...] = (),
        deny: tuple[str, ...] = (),
        guild: str = "",
    ) -> None:
        """Set the permissions of a person or a role (the server's id: everybody) in a channel (its id)."""
        path = f"/guilds/{guild or await self.guild()}/channels/{channel}/overwrites/{_id(target)}"
        await self.ask("PUT", path, {"allow": allow, "deny": deny})

    async def deny(self, channel: str, *permissions: str) -> None:
        """Take permissions from the bot in a channel. Without any, all are given back."""
        path = f"/guilds/{await self.guild()}/channels/{channel}/bot_permissions"
        await self.ask("PATCH", path, {"deny": list(permissions)})

    async def speak(self, locale: str, *, guild: str = "") -> None:
        """Set a server's language, "en-US" or "fr", and make it a Community server, as no other has one."""
        body: Json = {"community": True, "preferred_locale": locale}
        await self.ask("PATCH", f"/guilds/{guild or await self.guild()}", body)

    async def befriend(self, *, guild: str = "") -> None:
        """Make a server an ordinary one, like those of friends: without a language of its own."""
        await self.ask("PATCH", f"/guilds/{guild or await self.guild()}", {"community": False})

    async def requests(self, since: int = 0) -> list[Json]:
        return (await self.ask("GET", f"/requests?since={since}"))["requests"]

    async def violations(self) -> list[Json]:
        """Return everything that the bot did against Discord's description or limits."""
        return (await self.ask("GET", "/violations"))["violations"]


async def _answer(response: aiohttp.ClientResponse) -> Any:
    text = await response.text()
    answer = json.loads(text) if text.startswith(("{", "[")) else {}
    if response.status >= 400:
        raise Refused(response.status, answer.get("error") or text, answer.get("code"))
    return answer


def _id(user: Person | str) -> str:
    return user if isinstance(user, str) else user.id


def _brief(frame: Json) -> str:
    message = frame.get("message")
    return f"{frame['type']} {Message(message).text[:80]!r}" if message else str(frame)[:120]
