"""The gateway: sessions of the bot, their events, heartbeats, resuming (documentation, "Gateway")."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from .errors import Json

if TYPE_CHECKING:
    from .server import Sandbox

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE = 0, 1, 2, 3, 4
RESUME, RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 6, 7, 8, 9, 10, 11

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, GUILD_REACTIONS = 1 << 0, 1 << 1, 1 << 9, 1 << 10
DIRECT_MESSAGES, DIRECT_REACTIONS, MESSAGE_CONTENT = 1 << 12, 1 << 13, 1 << 15
PRIVILEGED = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT

KEEP_SECONDS = 60.0  # how long a dropped session may be resumed
KEEP_EVENTS = 1000


class Session:
    """One identified session: its numbered events, and the connection it now speaks through, if any."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.sequence = 0
        self.events: deque[Json] = deque(maxlen=KEEP_EVENTS)
        self.connection: Connection | None = None
        self.dropped_at: float | None = None

    def dispatch(self, event: str, data: Any) -> None:
        self.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.events.append(frame)
        if self.connection is not None:
            self.connection.send(frame)


class Connection:
    """One WebSocket. Frames leave in order through a queue, compressed when the client asked for it."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, compressed: bool
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.silent = False
        self.session: Session | None = None
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._deflate = zlib.compressobj() if compressed else None

    def send(self, frame: Json) -> None:
        if not self.silent:
            self._queue.put_nowait(frame)

    def finish(self) -> None:
        self._queue.put_nowait(None)

    async def pump(self) -> None:
        while (frame := await self._queue.get()) is not None:
            text = json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
            with contextlib.suppress(ConnectionError):
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)


TRAVEL = 0.05
"""Seconds that a heartbeat's answer is under way."""


class Gateway:
    """All sessions of the one bot."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()

    @property
    def online(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def dispatch(self, event: str, data: Any, intent: int = 0) -> None:
        """Sends an event to every session that asked for it; 0 goes to all."""
        now = self.box.world.clock()
        for key, session in list(self.sessions.items()):
            if session.dropped_at is not None and now - session.dropped_at > KEEP_SECONDS:
                del self.sessions[key]
            elif not intent or session.intents & intent:
                session.dispatch(event, data)

    def dispatch_message(self, event: str, message: Json, direct: bool) -> None:
        """MESSAGE_CREATE or MESSAGE_UPDATE, without what a bot may read only with the content intent."""
        bot = self.box.world.bot["id"]
        open_to_all = (
            direct or message["author"]["id"] == bot or any(user["id"] == bot for user in message["mentions"])
        )
        closed = {**message, "content": "", "embeds": [], "attachments": [], "components": []}
        for session in list(self.sessions.values()):
            if session.intents & (DIRECT_MESSAGES if direct else GUILD_MESSAGES):
                session.dispatch(
                    event, message if open_to_all or session.intents & MESSAGE_CONTENT else closed
                )

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=16384, timeout=1.0)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, request.query.get("compress") == "zlib-stream")
        self._connections.add(connection)
        pump = asyncio.create_task(connection.pump())
        connection.send(
            {"op": HELLO, "t": None, "s": None, "d": {"heartbeat_interval": self.box.heartbeat_ms}}
        )
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
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

    async def _receive(self, connection: Connection, text: str) -> None:
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")
            return
        if op == HEARTBEAT:
            # Over the internet an answer takes a moment. discord.py notes only afterwards when it sent, and
            # would believe an instant one to be 40 seconds late.
            ack = {"op": HEARTBEAT_ACK, "t": None, "s": None, "d": None}
            asyncio.get_running_loop().call_later(TRAVEL, connection.send, ack)
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

    def _send_members(self, session: Session, data: Json) -> None:
        """GUILD_MEMBERS_CHUNK for ids or the beginning of a name; all at once needs a privileged intent."""
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
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0:
            await connection.socket.close(code=4013, message=b"Invalid intent(s).")
            return
        if intents & PRIVILEGED:
            await connection.socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        session = Session(intents)
        session.connection = connection
        connection.session = session
        self.sessions[session.id] = session
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
                "guilds": [{"id": key, "unavailable": True} for key in world.guilds]
                if intents & GUILDS
                else [],
                "session_id": session.id,
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
        if intents & GUILDS:
            for guild in world.guilds.values():
                session.dispatch("GUILD_CREATE", world.show_guild_create(guild))
        self.box.audience.bot_changed()

    async def _resume(self, connection: Connection, data: Json) -> None:
        if data.get("token") != self.box.world.meta["token"]:
            await connection.socket.close(code=4004, message=b"Authentication failed.")
            return
        session = self.sessions.get(data.get("session_id", ""))
        seq = data.get("seq")
        if (
            session is None
            or not isinstance(seq, int)
            or seq > session.sequence
            or (session.events and seq < session.events[0]["s"] - 1)
        ):
            connection.send({"op": INVALID_SESSION, "t": None, "s": None, "d": False})
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

    async def trouble(self, kind: str) -> int:
        """Misbehaves on purpose towards every connection; returns how many were touched.

        `drop` cuts the line, `reconnect` asks to reconnect (op 7), `invalid_session` ends the session (op 9),
        `silence` sends nothing any more, not even heartbeat answers.
        """
        touched = list(self._connections)
        for connection in touched:
            if kind == "reconnect":
                connection.send({"op": RECONNECT, "t": None, "s": None, "d": None})
            elif kind == "invalid_session":
                if connection.session:
                    self.sessions.pop(connection.session.id, None)
                connection.send({"op": INVALID_SESSION, "t": None, "s": None, "d": False})
            elif kind == "silence":
                connection.silent = True
            elif connection.transport is not None:
                connection.transport.abort()
        return len(touched)

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)
