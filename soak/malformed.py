"""Events and requests of shapes that nobody should send: part of ``python -m soak.hostile``.

Real frames of the gateway, and one of every other event that discord.py knows, are damaged: fields are
missing, of another kind, huge or deep. The bot drops them and answers the next person. Likewise damaged
requests at the people's door and at the bot's: the sandbox refuses them, keeps nothing, goes on, and starts
again on its file.
"""

from __future__ import annotations

import asyncio
import copy
import gc
import json
import logging
import random
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import yarl
from aiohttp import web

from bot import Longtable
from harness.playing import opened_table, running
from sandbox import Sandbox
from sandbox.people import People
from sandbox.staging import routes as staging_routes
from soak.trial import bold, count_logs, describe_traceback, table

__all__ = ["Malformed", "damaged"]

DEEP = "[" * 100_000 + "]" * 100_000
_MARK = "\ue000deep"
"""Stands for `DEEP` until the value is written: no value in memory is as deep."""
STRANGE: Sequence[Any] = (
    *(None, True, False, 0, 1, -1, 2, 3, 17, 99, 2**31, 2**63, -(2**70), 10**40, 1.5, 1e308),
    *("", "x", "0", "-1", "1", "9" * 30, "²", "\ud800", "\0", "x" * 101, "é" * 3000, _MARK),
    *([], {}, [[]], [None], [1], ["x"], {"id": "x"}, {"id": "1"}, [{"id": 1}], [{"type": 10}], {"type": []}),
)
OTHERS = """
APPLICATION_COMMAND_PERMISSIONS_UPDATE AUTO_MODERATION_ACTION_EXECUTION AUTO_MODERATION_RULE_CREATE
AUTO_MODERATION_RULE_DELETE AUTO_MODERATION_RULE_UPDATE CHANNEL_CREATE CHANNEL_DELETE
CHANNEL_PINS_UPDATE CHANNEL_UPDATE ENTITLEMENT_CREATE ENTITLEMENT_DELETE ENTITLEMENT_UPDATE
GUILD_AUDIT_LOG_ENTRY_CREATE GUILD_BAN_ADD GUILD_BAN_REMOVE GUILD_CREATE GUILD_DELETE
GUILD_EMOJIS_UPDATE GUILD_INTEGRATIONS_UPDATE GUILD_MEMBERS_CHUNK GUILD_MEMBER_ADD
GUILD_MEMBER_REMOVE GUILD_MEMBER_UPDATE GUILD_ROLE_CREATE GUILD_ROLE_DELETE GUILD_ROLE_UPDATE
GUILD_SCHEDULED_EVENT_CREATE GUILD_SCHEDULED_EVENT_DELETE GUILD_SCHEDULED_EVENT_UPDATE
GUILD_SCHEDULED_EVENT_USER_ADD GUILD_SCHEDULED_EVENT_USER_REMOVE GUILD_SOUNDBOARD_SOUND_CREATE
GUILD_SOUNDBOARD_SOUND_DELETE GUILD_SOUNDBOARD_SOUND_UPDATE GUILD_STICKERS_UPDATE GUILD_UPDATE
INTEGRATION_CREATE INTEGRATION_DELETE INTEGRATION_UPDATE INVITE_CREATE INVITE_DELETE MESSAGE_CREATE
MESSAGE_DELETE MESSAGE_DELETE_BULK MESSAGE_POLL_VOTE_ADD MESSAGE_POLL_VOTE_REMOVE
MESSAGE_REACTION_ADD MESSAGE_REACTION_REMOVE MESSAGE_REACTION_REMOVE_ALL
MESSAGE_REACTION_REMOVE_EMOJI MESSAGE_UPDATE PRESENCE_UPDATE RESUMED STAGE_INSTANCE_CREATE
STAGE_INSTANCE_DELETE STAGE_INSTANCE_UPDATE SUBSCRIPTION_CREATE SUBSCRIPTION_DELETE
SUBSCRIPTION_UPDATE THREAD_CREATE THREAD_DELETE THREAD_LIST_SYNC THREAD_MEMBERS_UPDATE
THREAD_MEMBER_UPDATE THREAD_UPDATE TYPING_START USER_UPDATE VOICE_CHANNEL_EFFECT_SEND
VOICE_SERVER_UPDATE VOICE_STATE_UPDATE WEBHOOKS_UPDATE NOBODY_KNOWS_THIS
"""
"""Events that the bot has not asked for, or that no trial brings about by itself."""
BATCH = 50
"""Events or requests between two looks whether all is well."""
WITHIN = 20.0
"""Seconds after which somebody who gets no answer counts as a freeze."""


def damaged(body: Any, dice: random.Random, times: int = 1) -> Any:
    """Return a copy with as many values, somewhere, taken away or replaced by something else."""
    whole = {"body": copy.deepcopy(body)}
    for _ in range(times):
        node, key = dice.choice(list(_places(whole)))
        if dice.random() < 0.3 and node is not whole:
            del node[key]
        else:
            node[key] = copy.deepcopy(dice.choice(STRANGE))
    return whole["body"]


def _places(node: Any) -> Any:
    for key in list(node) if isinstance(node, dict) else range(len(node)):
        yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


def to_json(value: Any, dice: random.Random) -> str:
    """Return the value as JSON, now and then broken."""
    text = json.dumps(value).replace(json.dumps(_MARK), DEEP)
    kind = dice.randrange(30)
    if kind == 0:
        return text[: dice.randrange(len(text) + 1)]
    if kind == 1:
        return dice.choice(("", "null", "[]", "5", '"x"', DEEP, '{"a":NaN}', "{" * 50, "9" * 5000, text * 2))
    return text


@dataclass
class Malformed:
    """Malformed events and requests, and their findings."""

    seed: int = 1
    counts: Counter[str] = field(default_factory=Counter[str])
    deaths: list[str] = field(default_factory=list[str])
    freezes: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    """Refused requests after which the world was another."""
    tracebacks: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)

    @property
    def sound(self) -> bool:
        return not (self.deaths or self.freezes or self.kept or self.tracebacks)

    def rows(self) -> dict[str, object]:
        """Return the figures, by what they count."""
        return {
            "malformed events at the gateway": self.counts["events"],
            "of these dropped": self.counts["dropped"],
            "malformed requests at the doors": self.counts["requests"],
            "of these refused": self.counts["refused"],
            "deaths, freezes": f"{len(self.deaths)}, {len(self.freezes)}",
            "refused, and something was kept": len(self.kept),
            "tracebacks of malformed ones": self.tracebacks.total(),
        }

    def report(self) -> str:
        """Return the figures, and what went wrong, as Markdown."""
        return "\n".join([table(self.rows()), *self.problems()])

    def problems(self) -> list[str]:
        """Return a line for each thing that went wrong."""
        wrong = {"death": self.deaths, "freeze": self.freezes, "kept": self.kept}
        return [
            *(line for kind, found in wrong.items() for line in bold(found[:10], f"{kind}: ")),
            *bold(f"{count} × {each}" for each, count in self.tracebacks.most_common(30)),
        ]

    # At the gateway

    async def events(self, count: int) -> None:
        """Send so many damaged events to the real bot; between them a person asks it something."""
        with (
            count_logs(self.tracebacks, describe_traceback),
            count_logs(self.counts, _describe_dropped),
            tempfile.TemporaryDirectory() as folder,
        ):
            database = Path(folder) / "longtable.db"
            async with (
                Sandbox(first_response=WITHIN) as box,
                running(box, database) as bot,
                People(box.url) as people,
            ):
                await people.bot_online()
                table = await opened_table(people, ("ada", "basile"), "2")
                await table.next()
                frames = await _real_frames(box, people)
                for _ in range(0, count, BATCH):
                    await self._batch(box, bot, people, frames)
                gc.collect()
                await asyncio.sleep(0)

    async def _batch(
        self, box: Sandbox, bot: Longtable, people: People, frames: Mapping[str, Sequence[Any]]
    ) -> None:
        sent: list[str] = []
        for _ in range(BATCH):
            for session in box.gateway.sessions.values():
                session.sequence += 1
                sent.append(to_json(self._frame(session.sequence, frames), self._dice))
                self.counts["events"] += 1
            box.gateway.utter(sent[-1])
        for guild in box.world.bots_guilds:  # what was damaged of it is told anew
            box.gateway.dispatch("GUILD_CREATE", box.world.show_guild_create(guild))
        try:
            async with asyncio.timeout(WITHIN):
                answer = await people["ada"].command("turns", channel="games")
        except TimeoutError:
            answer = None
        gc.collect()
        if bot.is_closed():
            self.deaths.append(str([each[:2000] for each in sent]))
            raise RuntimeError("the bot has ended")
        if answer is None or answer.state == "failed":
            self.freezes.append(str([each[:300] for each in sent]))

    def _frame(self, sequence: int, frames: Mapping[str, Sequence[Any]]) -> Any:
        dice = self._dice
        name = "INTERACTION_CREATE" if dice.random() < 0.3 else dice.choice(list(frames))
        frame = {"op": 0, "s": sequence, "t": name, "d": dice.choice(frames[name])}
        kind = dice.randrange(20)
        if kind == 0:
            return damaged(frame, dice)
        if kind == 1:
            return {**frame, dice.choice(("s", "t", "d")): dice.choice(STRANGE)}
        return {**frame, "d": damaged(frame["d"], dice, dice.choice((1, 1, 2, 4)))}

    # At the doors

    async def requests(self, count: int) -> None:
        """Send so many damaged requests to the sandbox, which then starts again on its file."""
        with (
            count_logs(self.tracebacks, describe_traceback),
            count_logs(self.counts, _describe_dropped),
            tempfile.TemporaryDirectory() as folder,
        ):
            file = Path(folder) / "world.db"
            async with Sandbox(file, first_response=0.01) as box, aiohttp.ClientSession() as session:
                doors = _Doors(box, self._dice)
                for number in range(count):
                    if number % BATCH == 0:
                        await self._look(box, session)
                    await self._request(box, session, doors)
                await self._look(box, session)
            async with Sandbox(file) as box, aiohttp.ClientSession() as session:
                await self._look(box, session)

    async def _request(self, box: Sandbox, session: aiohttp.ClientSession, doors: _Doors) -> None:
        method, path, body, headers = doors.request()
        box.faults.clear()  # else they strike who asks next
        before = _world(box)
        self.counts["requests"] += 1
        what = f"{method} {path[:120]} {body[:300]!r}"
        try:
            async with asyncio.timeout(WITHIN):
                address = yarl.URL(box.url + path, encoded=True)
                sent = body.encode(errors="surrogatepass")
                async with session.request(method, address, data=sent, headers=headers) as response:
                    await response.read()
        except TimeoutError:
            self.freezes.append(what)
            return
        except (aiohttp.ClientError, ValueError):
            self.counts["not sent"] += 1
            return
        if response.status >= 500:
            self.tracebacks[f"{response.status}: {what}"] += 1
        if response.status >= 400:
            self.counts["refused"] += 1
            if _world(box) != before:
                self.kept.append(what)

    async def _look(self, box: Sandbox, session: aiohttp.ClientSession) -> None:
        """See whether pages and a bot hear something still."""
        what = f"after {self.counts['requests']} requests"
        person = box.world.people[0]["id"]
        try:
            async with asyncio.timeout(WITHIN):
                async with session.get(f"{box.url}/people") as response:
                    assert response.status == 200
                async with session.get(f"{box.url}/people/{person}/channels") as response:
                    assert response.status == 200
                async with session.ws_connect(f"{box.url}/gateway") as line:
                    assert (await line.receive_json())["op"] == 10
                    await line.send_json({"op": 2, "d": {"token": box.token, "intents": 1}})
                    heard = {(await line.receive_json())["t"] for _ in range(1 + len(box.world.bots_guilds))}
                    assert "READY" in heard
        except (TimeoutError, AssertionError, TypeError, aiohttp.ClientError) as error:
            self.freezes.append(f"{what}: {error!r}")


def _world(box: Sandbox) -> str:
    """Return all that the sandbox keeps, as text."""
    world = box.world
    tables = (world.users, world.guilds, world.channels, world.commands, world.emojis, world.marks)
    return json.dumps([world.meta, *tables, world.messages], default=str)


async def _real_frames(box: Sandbox, people: People) -> dict[str, list[Any]]:
    """Return the gateway's events so far, and further ones that it could send, by name."""
    ada, basile = people["ada"], people["basile"]
    turn = (await ada.messages((await ada.threads())[0]["id"]))[-1]
    await ada.command("turns", channel="games")
    await ada.complete("genial play", "move", "F", channel=turn.channel)
    await ada.press(turn, turn.buttons[0].custom_id)
    await basile.press(turn, turn.buttons[-1].custom_id)
    frames: dict[str, list[Any]] = {}
    for session in box.gateway.sessions.values():
        for frame in session.events:
            frames.setdefault(frame["t"], []).append(frame["d"])
    del frames["READY"]
    pressed = next(each for each in frames["INTERACTION_CREATE"] if each["type"] == 3)
    form = {"custom_id": "lt:1:0:0:name:", "components": [{"type": 1, "components": [{"type": 4}]}]}
    frames["INTERACTION_CREATE"].append({**pressed, "type": 5, "data": form})
    world = box.world
    guild = world.bots_guilds[0]
    channel = next(each for each in world.channels.values() if each["type"] == 0)
    thread = next(each for each in world.channels.values() if each["type"] == 11)
    member = world.show_member(guild, ada.id)
    every: dict[str, Any] = {
        **world.show_guild(guild),
        **turn.raw,
        "guild_id": guild["id"],
        "guild": world.show_guild(guild),
        "channel_id": channel["id"],
        "message_id": turn.id,
        "ids": [turn.id],
        "user_id": ada.id,
        "user": member["user"],
        "member": member,
        "members": [member],
        "role": guild["roles"][0],
        "role_id": guild["roles"][0]["id"],
        "emoji": {"id": None, "name": "👍"},
        "emojis": [],
        "stickers": [],
        "threads": [world.show_channel(thread)],
        "added_members": [world.show_thread_member(thread, ada.id)],
        "removed_member_ids": [basile.id],
        "code": "x",
        "status": "online",
        "timestamp": 1,
    }
    special: dict[str, Any] = {
        **{f"CHANNEL_{what}": world.show_channel(channel) for what in ("CREATE", "UPDATE", "DELETE")},
        **{f"THREAD_{what}": world.show_channel(thread) for what in ("CREATE", "UPDATE", "DELETE")},
        **{f"GUILD_{what}": world.show_guild_create(guild) for what in ("CREATE", "UPDATE", "DELETE")},
    }
    for name in OTHERS.split():
        frames.setdefault(name, []).extend((every, special.get(name, every)))
    return frames


class _Doors:
    """Requests as people, their pages and the bot send them, damaged."""

    def __init__(self, box: Sandbox, dice: random.Random) -> None:
        self._box = box
        self._dice = dice
        self._staged = sorted(
            {(each.method, each.path) for each in staging_routes if isinstance(each, web.RouteDef)}
        )

    def request(self) -> tuple[str, str, str, dict[str, str]]:
        """Return method, address, body and headers."""
        dice = self._dice
        method, path, body = dice.choice(self._bots() if dice.random() < 0.3 else self._peoples())
        headers = {"Content-Type": "application/json"}
        if path.startswith("/api/"):
            headers["Authorization"] = f"Bot {self._box.token}"
        if dice.random() < 0.03:
            headers["Content-Type"] = dice.choice(
                ("multipart/form-data", "multipart/form-data; boundary=x", "x")
            )
        if dice.random() < 0.02:
            headers["Origin"] = dice.choice(("http://[", "null", "x", "http://127.0.0.1:x"))
        if dice.random() < 0.2:
            parts = path.split("/")
            parts[dice.randrange(1, len(parts))] = dice.choice(
                (
                    "%00",
                    "%ED%A0%80",
                    "%",
                    "%FF",
                    "..",
                    "%2e%2e",
                    "x" * 5000,
                    "%D9%A1",
                    "0",
                    "-1",
                    "9" * 5000,
                    "",
                )
            )
            path = "/".join(parts)
        if dice.random() < 0.1:
            name = dice.choice(("limit", "before", "after", "around", "since", "channel_id", "query", "x"))
            path += f"?{name}={dice.choice(('%00', '²', '%C2%B2', '9' * 5000, '-1', '%ED%A0%80', 'x', ''))}"
        damaged_body = damaged(body, dice, dice.choice((1, 1, 2))) if dice.random() < 0.9 else body
        return method, path, to_json(damaged_body, dice), headers

    def _peoples(self) -> Sequence[tuple[str, str, Any]]:
        world = self._box.world
        person = self._dice.choice(world.people)["id"]
        place = self._dice.choice(list(world.channels.values()))["id"]
        messages = list(world.messages.get(place, {})) or ["1"]
        message = self._dice.choice(messages)
        channel = f"/people/{person}/channels/{place}"
        guild = self._dice.choice(list(world.guilds.values()))
        press = {"channel_id": place, "message_id": message, "custom_id": "lt:1:0:0:go:", "force": True}
        ask = {"channel_id": place, "command": "genial new", "options": {"players": 2, "who": person}}
        bodies: Mapping[tuple[str, str], Any] = {
            ("POST", "/faults"): {
                "match": {"path": "/x/*"},
                "times": 1,
                "do": {"status": 500},
                "seconds": 0.01,
            },
            ("POST", "/faults/gateway"): {"do": "accept", "seconds": 0.01, "shard": 7},
            ("PATCH", "/limits"): {"per_second": None},
            ("PATCH", "/bot"): {"quarantined": False},
            ("POST", "/people"): {"username": "eve", "global_name": "Eve", "locale": "fr"},
            ("POST", "/groups"): {"people": [each["id"] for each in world.people[:2]], "name": "us"},
            ("POST", "/guilds"): {"people": [person], "name": "there", "channels": ["games"]},
            ("PATCH", "/guilds/{guild_id:\\d+}"): {"community": True, "preferred_locale": "fr"},
            ("PUT", "/guilds/{guild_id:\\d+}/members/{user_id:\\d+}"): {"roles": [guild["roles"][-1]["id"]]},
            ("POST", "/guilds/{guild_id:\\d+}/roles"): {"name": "role", "permissions": ["VIEW_CHANNEL"]},
            ("POST", "/guilds/{guild_id:\\d+}/channels"): {"name": "room"},
        }
        staged = [
            (
                method,
                self._named(path, guild["id"], place, person),
                bodies.get((method, path), {"allow": [], "deny": []}),
            )
            for method, path in self._staged
            if (method, path) not in (("POST", "/token"), ("POST", "/reset")) and method != "DELETE"
        ]
        return (
            ("PATCH", f"/people/{person}", {"locale": "fr", "inbox": "open", "installed": False}),
            ("GET", f"/people/{person}/channels", {}),
            ("PATCH", channel, {"archived": False, "locked": False}),
            ("GET", f"{channel}/messages", {}),
            *[("POST", f"{channel}/messages", {"content": "hello <@1> @ada"})] * 3,
            ("GET", f"{channel}/messages/{message}", {}),
            ("POST", f"{channel}/read", {}),
            ("PUT", f"{channel}/messages/{message}/reactions/%F0%9F%91%8D", {}),
            ("PUT", f"{channel}/pins/{message}", {}),
            ("GET", f"/people/{person}/commands?channel_id={place}", {}),
            *[("POST", f"/people/{person}/interactions", {"kind": "command", **ask})] * 3,
            ("POST", f"/people/{person}/interactions", {"kind": "autocomplete", "focused": "players", **ask}),
            ("POST", f"/people/{person}/interactions", {"kind": "component", "values": ["x"], **press}),
            ("POST", f"/people/{person}/interactions", {"kind": "user", "target_id": person, **press}),
            (
                "POST",
                f"/people/{person}/interactions",
                {"kind": "modal", "modal_id": "1", "fields": {}, **press},
            ),
            ("POST", f"/people/{person}/attachments?filename=x.txt", {}),
            ("GET", "/js/main.js", {}),
            ("GET", f"/attachments/{place}/{message}/x.png", {}),
            ("GET", "/embed/avatars/1.png", {}),
            *staged,
        )

    @staticmethod
    def _named(path: str, guild: str, channel: str, user: str) -> str:
        for name, value in (
            ("guild_id", guild), ("channel_id", channel), ("user_id", user), ("target_id", user),
            ("role_id", guild), ("fault_id", "1"),
        ):  # fmt: skip
            path = path.replace(f"{{{name}:\\d+}}", value)
        return path

    def _bots(self) -> Sequence[tuple[str, str, Any]]:
        world = self._box.world
        place = self._dice.choice([each["id"] for each in world.channels.values()])
        message = self._dice.choice(list(world.messages.get(place, {})) or ["1"])
        channel, app = f"/api/v10/channels/{place}", world.meta["application_id"]
        row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "lt:1:0:0:go:"}]}
        menu = {"type": 3, "custom_id": "y", "options": [{"label": "a", "value": "b"}]}
        said = {
            "content": "hello",
            "components": [row, {"type": 1, "components": [menu]}],
            "allowed_mentions": {"parse": [], "users": ["1"]},
            "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}],
            "nonce": "1",
            "flags": 0,
        }
        option = {"name": "players", "description": "d", "type": 4, "choices": [{"name": "2", "value": 2}]}
        sub = {"name": "new", "description": "d", "type": 1, "options": [option]}
        command = {"name": "genial", "description": "d", "type": 1, "options": [sub]}
        pending = next(reversed(world.interactions.values()), {"id": "1", "token": "x"})
        return (
            *[("POST", f"{channel}/messages", said)] * 3,
            ("PATCH", f"{channel}/messages/{message}", said),
            ("POST", f"{channel}/messages/{message}/threads", {"name": "t", "auto_archive_duration": 60}),
            ("POST", f"{channel}/threads", {"name": "t", "type": 11, "auto_archive_duration": 60}),
            ("PATCH", channel, {"name": "t", "archived": False, "locked": False}),
            ("PUT", f"{channel}/pins/{message}", {}),
            ("PUT", f"{channel}/messages/{message}/reactions/%F0%9F%91%8D/@me", {}),
            ("POST", "/api/v10/users/@me/channels", {"recipient_id": world.people[0]["id"]}),
            ("PUT", f"/api/v10/applications/{app}/commands", [command]),
            (
                "POST",
                f"/api/v10/applications/{app}/emojis",
                {"name": "x", "image": "data:image/png;base64,AA=="},
            ),
            (
                "POST",
                f"/api/v10/interactions/{pending['id']}/{pending['token']}/callback",
                {"type": 4, "data": said},
            ),
            ("POST", f"/api/v10/webhooks/{app}/{pending['token']}", said),
            ("GET", f"{channel}/messages", {}),
        )


def _describe_dropped(record: logging.LogRecord) -> str | None:
    """Describe the record of an event that the bot dropped."""
    dropped = record.name == "longtable.sessions" and "is dropped" in str(record.msg)
    return "dropped" if dropped else None
