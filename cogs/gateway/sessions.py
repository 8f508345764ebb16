"""The sessions with Discord: one for each shard that this process serves, each of which comes back by itself.

discord.py's own loop over several shards begins a session anew where the line is not had again at the first
try, and lets the other shards wait meanwhile: what people press then is lost. So each shard has a task of its
own, which resumes for as long as Discord lets it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from engine.matches import Session

__all__ = ["ALONE", "SPACE", "Sessions", "Shards", "Turns", "shard_of"]

log = logging.getLogger("longtable.sessions")

SPACE = 5.5
"""Seconds between two sessions of shards with the same remainder by ``max_concurrency``: 5, and some."""
CONNECTING = 60.0
"""Seconds within which a line answers, or is given up."""
CLOSING = 1.0
"""Seconds in which a line that bears no session is closed politely."""
PRIVILEGED = 4014
CLEAN = 1000
"""Closed without a reason, which Discord does at times: a session can be had again."""
INVALID_SEQUENCE = 4007
"""Closed because the number to resume from is none of the session's: it cannot be resumed."""
_LOST = (OSError, discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, TimeoutError)
_SAID = (ReconnectWebSocket, discord.ConnectionClosed, *_LOST)
"""The ways in which a line ends that the library knows."""
LONGEST_REASON = 200
"""Characters of an error that stand in the log: one about an event may quote all of it."""


class _UnreadableSessionError(Exception):
    """An unreadable event before a session has begun; the text says why it cannot be read."""


def shard_of(guild: int, count: int) -> int:
    """Return the shard, of `count`, that gets the events of a server.

    Events without one (0) go to shard 0.
    """
    return (guild >> 22) % count


@dataclass(frozen=True)
class Shards:
    """The number of shards in all, and those of this process.

    With None it takes its share of the free ones.
    """

    count: int = 1
    served: tuple[int, ...] | None = (0,)


ALONE = Shards()
"""The one session of a bot that needs no shards."""


class Turns:
    """Lets the sessions of one process begin one after the other. The first of all need not wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.concurrency = 1
        self._clock = clock
        self._next: defaultdict[int, float] = defaultdict(clock)

    async def take(self, shard: int) -> None:
        """Wait until a session of that shard may begin."""
        key = shard % self.concurrency
        turn = max(self._next[key], self._clock())
        self._next[key] = turn + SPACE
        await asyncio.sleep(turn - self._clock())


_opened: ContextVar[list[DiscordWebSocket]] = ContextVar("opened")


class _Line(DiscordWebSocket):
    """A line that can be found before it bears a session: its heart beats from the first answer on."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(socket, loop=loop)
        _opened.get().append(self)


class Sessions:
    """Keeps a session for each shard that is served, until it is left or all are closed."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        shards: Shards,
        turn: Callable[[int], Awaitable[None]],
    ) -> None:
        """`turn` is awaited before a shard begins a session."""
        self.count = shards.count
        self._served = set(shards.served or ())
        self._client = client
        self._turn = turn
        self._up: set[int] = set()
        self._heard: defaultdict[int, float] = defaultdict(time.perf_counter)
        self.sockets: dict[int, DiscordWebSocket] = {}
        """The lines, by shard; one that is lost until there is another."""
        self.taken: Counter[int] = Counter()
        """The number of times that this process began to serve each shard."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ended = asyncio.Event()
        self._failure: Exception | None = None

    @property
    def served_shards(self) -> Mapping[int, bool]:
        """Return the shards that are served, in order, each with True if people can press there."""
        return {shard: shard in self._up for shard in sorted(self._served)}

    def note_found(self, shard: int) -> None:
        """Note that Discord has the session, perhaps again."""
        self._up.add(shard)

    def silence(self, shard: int) -> timedelta:
        """Return the time since Discord acknowledged the latest heartbeat.

        The library shows it nowhere else.
        """
        socket = self.sockets.get(shard)
        heart = socket and socket._keep_alive  # pyright: ignore[reportPrivateUsage]
        if heart:  # otherwise the line is being closed
            self._heard[shard] = heart._last_ack  # pyright: ignore[reportPrivateUsage]
        return timedelta(seconds=time.perf_counter() - self._heard[shard])

    def are_all_up(self) -> bool:
        """Return whether the sessions of all shards that are served are up. Without a shard it is false."""
        served = self.served_shards
        return bool(served) and all(served.values())

    def longest_silence(self) -> timedelta:
        """Return the longest `silence` of a shard that is served; none where none is."""
        return max(map(self.silence, self.served_shards), default=timedelta())

    def report(self) -> Mapping[int, Session]:
        """Return, by shard that is served, how long it has been silent, and how often it was begun.

        A shard on which nobody can press has `None` for its silence.
        """
        return {
            shard: Session(self.silence(shard) if up else None, self.taken[shard])
            for shard, up in self.served_shards.items()
        }

    def serve(self, *shards: int) -> None:
        """Begin a session for each of these as well, and keep it."""
        self._served.update(shards)
        self._tell_library()
        for shard in shards:
            if shard not in self._tasks:
                self.taken[shard] += 1
                self._tasks[shard] = asyncio.create_task(self._keep_or_fail(shard), name=f"shard {shard}")

    async def leave(self, shard: int) -> None:
        """End the session: another process is to begin one. What is known of its servers is forgotten."""
        task, socket = self._tasks.pop(shard, None), self.sockets.pop(shard, None)
        await _cancel([task] if task is not None else [])
        if socket is not None:
            await socket.close()
        self._note_gone(shard)
        self._served.discard(shard)
        self._tell_library()
        self._forget(shard)

    def _tell_library(self) -> None:
        state = self._client._connection  # pyright: ignore[reportPrivateUsage]
        state.shard_count, state.shard_ids = self.count, sorted(self._served)

    async def run(self) -> None:
        """Keep a session for each shard until all is closed. Raises what Discord says against it."""
        self.serve(*self._served)
        await self._ended.wait()
        if self._failure is not None:
            raise self._failure

    async def close(self) -> None:
        """End all sessions."""
        tasks, sockets = list(self._tasks.values()), list(self.sockets.values())
        self._tasks.clear()
        self.sockets.clear()
        await _cancel(tasks)
        await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)
        self._up.clear()
        self._ended.set()

    async def _keep_or_fail(self, shard: int) -> None:
        try:
            await self._keep(shard)
        except Exception as error:
            self._note_gone(shard)
            self._failure = self._failure or error
            self._ended.set()

    async def _keep(self, shard: int) -> None:
        """Begin a session, and resume it whenever the line is lost. Raises what Discord says against it."""
        delays = ExponentialBackoff()
        while True:
            try:
                socket = await self._connect(shard)
                self.sockets[shard] = socket
                while True:
                    await self._take_event(shard, socket)
            except ReconnectWebSocket as again:
                self._note_gone(shard)
                if not again.resume or self._is_refused(shard):
                    self._drop(shard)
            except _UnreadableSessionError as error:
                self._note_gone(shard)
                if (line := self.sockets.pop(shard, None)) is not None:
                    await _hang_up(line)
                await self._wait_to_retry(shard, error, delays.delay())
            except discord.ConnectionClosed as error:
                self._note_gone(shard)
                if error.code == PRIVILEGED:
                    raise discord.PrivilegedIntentsRequired(shard) from None
                if error.code != CLEAN:
                    raise
                await self._wait_to_retry(shard, error, delays.delay())
            except _LOST as error:
                self._note_gone(shard)
                await self._wait_to_retry(shard, error, delays.delay())

    async def _take_event(self, shard: int, socket: DiscordWebSocket) -> None:
        """Wait for an event and hand it to the library's parsers; drop one that they cannot read.

        The library has noted its number before, so that Discord does not send it again on another line.
        Raises what says that the line is lost; `_UnreadableSessionError` where no session has begun on it.
        """
        try:
            await socket.poll_event()
        except _SAID:
            raise
        except zlib.error as error:
            # Later events cannot be unpacked either: the session is resumed on another line.
            await socket.close()
            raise ConnectionError(_reason(error)) from error
        except Exception as error:
            if shard not in self._up:
                raise _UnreadableSessionError(_reason(error)) from error
            log.warning("An event for shard %s could not be read and is dropped: %s", shard, _reason(error))
            log.debug("the event that could not be read", exc_info=error)

    def _is_refused(self, shard: int) -> bool:
        """Return True if Discord closed the line because it does not know the number to resume from."""
        socket = self.sockets.get(shard)
        return socket is not None and socket.socket.close_code == INVALID_SEQUENCE

    async def _connect(self, shard: int) -> DiscordWebSocket:
        """Return a line that resumes the lost session, or begins one if there was none."""
        before = self.sockets.get(shard)
        if before is None or before.session_id is None:
            await self._turn(shard)
            self._forget(shard)
            line = _Line.from_client(self._client, shard_id=shard)
        else:
            _stop_heart(before)
            line = _Line.from_client(
                self._client,
                shard_id=shard,
                resume=True,
                session=before.session_id,
                sequence=before.sequence,
                gateway=before.gateway,
            )
        opened: list[DiscordWebSocket] = []
        _opened.set(opened)
        try:
            async with asyncio.timeout(CONNECTING):
                return await line
        except BaseException as error:
            if before is not None:
                # The address that Discord gave for resuming may be wrong.
                before.gateway = DiscordWebSocket.DEFAULT_GATEWAY
            for each in opened:
                await _hang_up(each)
            if isinstance(error, _SAID) or not isinstance(error, Exception):
                raise
            raise _UnreadableSessionError(_reason(error)) from error

    def _drop(self, shard: int) -> None:
        if socket := self.sockets.pop(shard, None):
            _stop_heart(socket)

    async def _wait_to_retry(self, shard: int, error: Exception, seconds: float) -> None:
        log.warning(
            "No connection to Discord for shard %s (%s); the next try is in %.0f s",
            *(shard, _reason(error), seconds),
        )
        await asyncio.sleep(seconds)

    def _note_gone(self, shard: int) -> None:
        """Note that nobody can press there now."""
        if shard in self._up:
            self._up.discard(shard)
            self._client.dispatch("disconnect")
            self._client.dispatch("shard_disconnect", shard)

    def _forget(self, shard: int) -> None:
        """Forget the shard's servers: what is known of them may not hold any more."""
        state = self._client._connection  # pyright: ignore[reportPrivateUsage]
        for guild in self._client.guilds:
            if shard_of(guild.id, self.count) == shard:
                state._remove_guild(guild)  # pyright: ignore[reportPrivateUsage]


def _reason(error: BaseException) -> str:
    """Return an error's text on one short line, with its type if the library does not know it."""
    said = " ".join(str(error).split())
    if isinstance(error, (*_LOST, _UnreadableSessionError)):
        return said[:LONGEST_REASON] or type(error).__name__
    return f"{type(error).__name__}: {said}"[:LONGEST_REASON]


def _stop_heart(socket: DiscordWebSocket) -> None:
    """Stop the heart of a line that is used no more: the library ends that thread at its next beat only."""
    if heart := socket._keep_alive:  # pyright: ignore[reportPrivateUsage]
        heart.stop()


async def _hang_up(line: DiscordWebSocket) -> None:
    """Close a line that bears no session."""
    _stop_heart(line)
    with contextlib.suppress(*_LOST):
        async with asyncio.timeout(CLOSING):
            await line.socket.close()


async def _cancel(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
