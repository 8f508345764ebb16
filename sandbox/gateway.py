"""The gateway: sessions of the bot, their events, heartbeats, resuming (documentation, "Gateway")."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from . import limits
from .bodies import decode
from .box import Box
from .errors import ApiError, Json

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE = 0, 1, 2, 3, 4
RESUME, RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 6, 7, 8, 9, 10, 11

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, GUILD_REACTIONS = 1 << 0, 1 << 1, 1 << 9, 1 << 10
DIRECT_MESSAGES, DIRECT_REACTIONS, MESSAGE_CONTENT = 1 << 12, 1 << 13, 1 << 15
INTENTS = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
PRIVILEGED = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT

KEEP_SECONDS = 60.0
"""Seconds in which a dropped session may be resumed."""
KEEP_EVENTS = 1000
"""Events of a session that are kept to be sent again on a resume."""
PAYLOAD_BYTES = 4096
"""Bytes of the longest frame that a client may send."""
PER_MINUTE = 120
"""Frames that a client may send in a minute."""
VERSIONS = ("6", "7", "8", "9", "10")
TROUBLE = ("drop", "reconnect", "invalid_session", "silence", "refuse", "accept")


class Session:
    """An identified session: its numbered events, and its present connection, if any."""

    def __init__(self, intents: int, shard: list[int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.events: deque[Json] = deque(maxlen=KEEP_EVENTS)
        self.connection: Connection | None = None
        self.dropped_at: float | None = None

    def carries(self, guild: str | None) -> bool:
        """Return `True` if this session's shard gets the events of a server.

        Shard 0 gets those without a server (`None`).
        """
        number, count = self.shard
        return (int(guild) >> 22) % count == number if guild else number == 0

    def dispatch(self, event: str, data: Any) -> None:
        self.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.events.append(frame)
        if self.connection is not None:
            self.connection.send(frame)


class Connection:
    """A WebSocket of the bot.

    Frames leave in order through a queue, compressed if the client asked for it.
    """

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, compressed: bool
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.silent = False
        self.session: Session | None = None
        self.received: deque[float] = deque()
        self._queue: asyncio.Queue[Json | str | None] = asyncio.Queue()
        self._deflate = zlib.compressobj() if compressed else None

    def send(self, frame: Json | str) -> None:
        """Queue a frame, unless the connection is silenced. A text goes as it is, valid or not."""
        if not self.silent:
            self._queue.put_nowait(frame)

    def speaks_for(self, shard: int) -> bool:
        return self.session is not None and self.session.shard[0] == shard

    def cut(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def finish(self) -> None:
        self._queue.put_nowait(None)

    async def pump(self) -> None:
        while (frame := await self._queue.get()) is not None:
            text = frame if isinstance(frame, str) else json.dumps(frame, separators=(",", ":"))
            with contextlib.suppress(ConnectionError):
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)


ACK_DELAY = 0.05
"""Seconds before a heartbeat is answered."""


class Gateway:
    """The gateway: all sessions and connections of the bot."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._refusing: dict[int | None, float] = {}
        """The time, by shard, until which its sessions are refused; `None` stands for all connections."""

    @property
    def online(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def dispatch(self, event: str, data: Any, intent: int = 0) -> None:
        """Send an event to every session of its shard with the intent; 0 needs none.

        Drops sessions that are too old.
        """
        now = self.box.world.clock()
        for key, session in list(self.sessions.items()):
            if session.dropped_at is not None and now - session.dropped_at > KEEP_SECONDS:
                del self.sessions[key]
            elif (not intent or session.intents & intent) and session.carries(_guild(event, data)):
                session.dispatch(event, data)

    def dispatch_message(self, event: str, message: Json, direct: bool) -> None:
        """Send MESSAGE_CREATE or MESSAGE_UPDATE, without what a bot may read only with the content intent."""
        bot = self.box.world.bot["id"]
        open_to_all = (
            direct or message["author"]["id"] == bot or any(user["id"] == bot for user in message["mentions"])
        )
        closed = {**message, "content": "", "embeds": [], "attachments": [], "components": []}
        for session in list(self.sessions.values()):
            wanted = DIRECT_MESSAGES if direct else GUILD_MESSAGES
            if session.intents & wanted and session.carries(message.get("guild_id")):
                session.dispatch(
                    event, message if open_to_all or session.intents & MESSAGE_CONTENT else closed
                )

    def utter(self, text: str) -> None:
        """Send a text to every session as if it were a frame. Tests send what Discord never would."""
        for session in self.sessions.values():
            if session.connection is not None:
                session.connection.send(text)

    @property
    def refusing(self) -> bool:
        return self._refuses(None)

    def _refuses(self, shard: int | None) -> bool:
        return self.box.world.clock() < self._refusing.get(shard, -math.inf)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if self.refusing:
            return web.Response(status=503, text="no healthy upstream", content_type="text/plain")
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, request.query.get("compress") == "zlib-stream")
        self._connections.add(connection)
        pump = asyncio.create_task(connection.pump())
        connection.send(
            {"op": HELLO, "t": None, "s": None, "d": {"heartbeat_interval": self.box.heartbeat_ms}}
        )
        try:
            if request.query.get("v", "10") not in VERSIONS:
                await socket.close(code=4012, message=b"Invalid API version.")
            async for message in socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(connection, message.data)
        finally:
            self._connections.discard(connection)
            self._part(connection)
            connection.finish()
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump
        return socket

    def _part(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.dropped_at = self.box.world.clock()
        if connection.socket.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self.box.audience.bot_changed()

    async def _receive(self, connection: Connection, raw: str | bytes) -> None:
        try:
            frame: Any = decode(raw) if self._is_short(raw) else None
            op, data = frame["op"], frame.get("d")
        except (ApiError, KeyError, TypeError, AttributeError):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")
            return
        if self._too_many(connection):
            await connection.socket.close(code=4008, message=b"Rate limited.")
        elif op in (IDENTIFY, RESUME) and not isinstance(data, dict):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")
        elif op == HEARTBEAT:
            # discord.py notes the time of its heartbeat only after sending it. An instant answer, which the
            # internet never gives, would look 40 seconds late.
            ack = {"op": HEARTBEAT_ACK, "t": None, "s": None, "d": None}
            asyncio.get_running_loop().call_later(ACK_DELAY, connection.send, ack)
        elif op == IDENTIFY:
            await self._identify(connection, data)
        elif op == RESUME:
            await self._resume(connection, data)
        elif connection.session is None:
            await connection.socket.close(code=4003, message=b"Not authenticated.")
        elif op == REQUEST_MEMBERS and isinstance(data, dict):
            self._send_members(connection.session, data)
        elif op not in (PRESENCE, VOICE_STATE):
            await connection.socket.close(code=4001, message=b"Unknown opcode.")

    @staticmethod
    def _is_short(raw: str | bytes) -> bool:
        return len(raw.encode() if isinstance(raw, str) else raw) <= PAYLOAD_BYTES

    def _too_many(self, connection: Connection) -> bool:
        """Count a frame of the connection, and return `True` beyond `PER_MINUTE`."""
        now = self.box.world.clock()
        connection.received.append(now)
        while connection.received[0] <= now - 60:
            connection.received.popleft()
        return len(connection.received) > PER_MINUTE

    def _send_members(self, session: Session, data: Json) -> None:
        """Send GUILD_MEMBERS_CHUNK for ids or the beginning of a name.

        All members would need a privileged intent.
        """
        world = self.box.world
        guild = world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        wanted = data.get("user_ids")
        wanted = [str(key) for key in (wanted if isinstance(wanted, list) else [wanted] if wanted else [])]
        query = str(data.get("query") or "").lower()
        found = [
            member["user_id"]
            for member in guild["members"]
            if member["user_id"] in wanted
            or (query and world.users[member["user_id"]]["username"].lower().startswith(query))
        ]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": guild["id"],
                "members": [world.show_member(guild, key) for key in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [key for key in wanted if key not in found],
                "nonce": data.get("nonce"),
            },
        )

    async def _identify(self, connection: Connection, data: Json) -> None:
        world = self.box.world
        if connection.session is not None:
            await connection.socket.close(code=4005, message=b"Already authenticated.")
            return
        if data.get("token") != world.meta["token"]:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        self.box.starts.count()
        if self.box.starts.is_exhausted():
            world.renew_token()
            await self.end_sessions()
            return
        shard = data.get("shard", [0, 1])
        if not _is_shard(shard):
            await connection.socket.close(code=4010, message=b"Invalid shard.")
            return
        intents = data.get("intents")
        if not isinstance(intents, int) or isinstance(intents, bool) or intents < 0 or intents & ~INTENTS:
            await connection.socket.close(code=4013, message=b"Invalid intent(s).")
            return
        if intents & PRIVILEGED:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        session = Session(intents, shard)
        carried = [guild for guild in world.bots_guilds if session.carries(guild["id"])]
        if len(carried) > limits.SHARD_GUILDS:
            await connection.socket.close(code=4011, message=b"Sharding required.")
            return
        if self._refuses(shard[0]):
            connection.cut()
            return
        if self.box.starts.too_soon(shard[0]):
            connection.send({"op": INVALID_SESSION, "t": None, "s": None, "d": False})
            return
        session.connection = connection
        connection.session = session
        self.sessions[session.id] = session
        guilds = carried if intents & GUILDS else []
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": {
                    **world.show_user(world.bot["id"]),
                    "verified": True,
                    "mfa_enabled": True,
                    "email": None,
                },
                "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "shard": shard,
                "resume_gateway_url": self.box.gateway_url,
                "application": {"id": world.meta["application_id"], "flags": 0},
                "session_type": "normal",
                "private_channels": [],
                "presences": [],
                "relationships": [],
                "guild_join_requests": [],
                "user_settings": {},
                "auth": {},
                "_trace": ["sandbox"],
            },
        )
        for guild in guilds:
            session.dispatch("GUILD_CREATE", world.show_guild_create(guild))
        self.box.audience.bot_changed()

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self.box.world.meta["token"]:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        session = self.sessions.get(data.get("session_id", ""))
        seq = data.get("seq")
        if session is not None and isinstance(seq, int) and seq > session.sequence:
            await connection.socket.close(code=4007, message=b"Invalid seq.")
            return
        if (
            session is None
            or not isinstance(seq, int)
            or (session.events and seq < session.events[0]["s"] - 1)
        ):
            connection.send({"op": INVALID_SESSION, "t": None, "s": None, "d": False})
            return
        if self._refuses(session.shard[0]):
            connection.cut()
            return
        previous = session.connection
        session.connection = connection
        session.dropped_at = None
        connection.session = session
        if previous is not None:
            await previous.socket.close(code=4009, message=b"Session timed out.")
        for frame in list(session.events):
            if frame["s"] > seq:
                connection.send(frame)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        self.box.audience.bot_changed()

    async def trouble(self, kind: str, seconds: float = math.inf, shard: int | None = None) -> int:
        """Misbehave on purpose towards every connection, or a shard's. Return the number of connections.

        `drop` cuts the line, `reconnect` asks to reconnect (op 7), `invalid_session` ends the session (op 9),
        `silence` sends nothing any more, not even heartbeat answers. `refuse` cuts the lines, forgets the
        sessions and lets nobody in for `seconds`, or until `accept`, which touches no connection (0).
        """
        touched = [item for item in self._connections if shard is None or item.speaks_for(shard)]
        if kind == "accept":
            if shard is None:
                self._refusing.clear()
            self._refusing.pop(shard, None)
            return 0
        if kind == "refuse":
            self._refusing[shard] = self.box.world.clock() + seconds
            for key, session in list(self.sessions.items()):
                if shard in (None, session.shard[0]):
                    del self.sessions[key]
        for connection in touched:
            if kind == "reconnect":
                connection.send({"op": RECONNECT, "t": None, "s": None, "d": None})
            elif kind == "invalid_session":
                if connection.session:
                    self.sessions.pop(connection.session.id, None)
                connection.send({"op": INVALID_SESSION, "t": None, "s": None, "d": False})
            elif kind == "silence":
                connection.silent = True
            else:
                connection.cut()
        return len(touched)

    async def end_sessions(self) -> None:
        """End every session with 4004, as the token is no longer valid."""
        self.sessions.clear()
        for connection in list(self._connections):
            await connection.socket.close(code=4004, message=b"Authentication failed.")

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)


def _is_shard(shard: Any) -> bool:
    """Return `True` for [number, count] with a number from 0 to below the count."""
    if not isinstance(shard, list | tuple) or len(shard) != 2:
        return False
    return all(isinstance(part, int) and not isinstance(part, bool) for part in shard) and (
        0 <= shard[0] < shard[1]
    )


def _guild(event: str, data: Any) -> str | None:
    return data["id"] if event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE") else data.get("guild_id")
