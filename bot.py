"""Longtable: the entry point. Reads the settings, wires everything together, and runs it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import json
import logging
import os
import signal
import sys

if __name__ == "__main__" and len(sys.argv) == 1:
    # The rest takes a while to read: who is told to stop meanwhile stops.
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(0))

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import aiohttp.web
import discord
import discord.gateway
import discord.http
import uvloop
import yarl
from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.answering.controls import Press
from cogs.answering.wire import pings
from cogs.delivery.courier import Courier
from cogs.delivery.emojis import Emojis
from cogs.delivery.late_answers import LateAnswers
from cogs.delivery.waking import Waking
from cogs.face.face import AnyFace
from cogs.gateway.interaction_guard import InteractionGuard, worth_a_traceback, worth_logging
from cogs.gateway.leases import Leases
from cogs.gateway.sessions import ALONE, Sessions, Shards
from cogs.services.access import Access
from cogs.services.services import Services
from cogs.text.text import text_for
from cogs.text.translation import CatalogueTranslator, wording
from engine.games import GAMES, RETIRED, ROWS, Row, find_name
from engine.match.changes import Change
from engine.matches import Limits, Matches, Session
from engine.matches.core.steady_clock import SteadyClock
from engine.store import Committed, StoreError
from engine.store.postgres import PostgresStore
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from ops import commands as host
from ops import logs, status
from ops.health import HOST, serving
from ops.operations import Operations
from ops.supervision import Pulse
from ops.upkeep import ServerUpkeep, Upkeep
from settings import Address, Settings, SettingsError, load, log_format

try:
    tuple(GAMES.values())
except ValueError as fault:  # a game's own data file, which says where it is wrong
    why = text_for("en").plain("start.failed", reason=str(fault))
    print(logs.refusal(why, log_format(os.environ)), file=sys.stderr)
    sys.exit(status.DATA)

__all__ = ["Longtable", "main"]

log = logging.getLogger("longtable")

LONGEST_LIMIT = 30.0
"""Seconds: a request that Discord lets wait for longer is given up, and tried again then."""
ICONS_WAIT = 5.0
"""Seconds that what is said unasked waits, after the start, for the emojis that Discord has already."""
EMOJIS = "emojis"
"""The loop that ends, once all small pictures are there and no superseded one is left."""
PROMISES = "promises"
"""The loop that answers what another process has left; alone on a database it looks once."""
COMMANDS = "commands"
"""The loop that ends, once Discord knows the commands."""
SHARE = 2.0
"""Seconds between two looks at how many processes share the bot."""
LEAD = 1.0
"""Seconds between two looks at whether this process serves shard 0 now."""
STALLED = {
    "timers": 300.0,
    "courier": 300.0,
    "upkeep": 900.0,
    "threads": 900.0,
    "shards": 300.0,
    "figures": 900.0,
    PROMISES: 300.0,
    "log": 300.0,
}
"""Seconds without a turn after which a loop counts as stalled."""
PASSING = discord.DiscordServerError | discord.RateLimited | discord.GatewayNotFound
"""What goes by with time."""
BAD_SHARDS = (4010, 4011)
"""The gateway's codes for a number of shards that it does not take, and for too many servers in one."""
BAD_TOKEN = 4004
"""The gateway's code for a token that it does not know."""


class Tree(app_commands.CommandTree["Longtable"]):
    """The commands. Each is looked at before it begins; what goes wrong in one is answered in private."""

    async def interaction_check(self, interaction: discord.Interaction[Longtable], /) -> bool:
        return await self.client.guard.admits(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Longtable], error: app_commands.AppCommandError, /
    ) -> None:
        await self.client.guard.answer_failure(interaction, error)


class Longtable(commands.AutoShardedBot):
    """The Discord client. It owns the running tasks; the rules and the matches know nothing of it."""

    def __init__(
        self,
        matches: Matches,
        address: str = "",
        operations: Operations | None = None,
        rows: Sequence[Row] = ROWS,
        shards: Shards = ALONE,
    ) -> None:
        """`address` is where people meet the bot, to be printed once it is there; `rows` are its games."""
        self.rows = rows
        self.operations = operations or Operations()
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=pings(()),
            max_messages=None,
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_LIMIT,
            http_trace=self.operations.requests.trace(),
            shard_count=shards.count,
            shard_ids=list(shards.served or ()),
        )
        self.matches = matches
        alone = matches.store.sole and shards.count == 1
        self._leases = Leases(self, matches.store, shards.served, alone=alone)
        self.sessions = Sessions(self, shards, self._leases.turn)
        if alone:
            matches.timekeeper.attend(self._attended, self._silence)
        else:
            matches.timekeeper.attend_shards(shards.count, self._heard)
        self._address = address
        self.services = Services(matches, faces(self.rows), access=Access(self))
        matches.seat_clocks.ask_who_is_shut_out(self.services.access.is_shut_out)
        self.guard = InteractionGuard(self.services)
        self.actions = MatchActions(self.services)
        self.courier = Courier(self, self.services)
        self.courier.paused = self.operations.requests.must_pause
        self.late_answers = LateAnswers(self, self.services)
        self.waking = Waking(self, matches, self.operations.requests.must_pause)
        self.withdrawn = asyncio.Event()
        """Set when Discord does not know the token any more."""
        self._greeted = False
        self.small_pictures = Emojis(self, self.services, leads=self._leads)

    async def setup_hook(self) -> None:
        """Load the cogs, tell Discord of the commands when they changed, start the loops."""
        if not self.matches.store.sole:
            assert self.application_id is not None
            await self._leases.begin(self.sessions, self.application_id)
        await self.tree.set_translator(CatalogueTranslator())
        logging.getLogger("discord.app_commands.tree").addFilter(worth_logging)
        logging.getLogger("asyncio").addFilter(worth_a_traceback)
        self.add_dynamic_items(Press)
        await self.load_extension("cogs.match")
        await self.load_extension("cogs.inbox")
        await self.load_extension("cogs.tables")
        await self.load_extension("cogs.absence")
        await self.load_extension("cogs.undo")
        await self.load_extension("cogs.me")
        await self.load_extension("cogs.host")
        for row in self.rows:
            if row.key in self.services.faces:
                await self.load_extension(row.cog)
        begin = self.operations.supervisor.begin
        leads = self._leads() or 0 in await self.matches.store.leased_shards()
        if leads and not self.matches.store.levels.has_older:
            await self._sync_commands()
        else:
            begin(COMMANDS, self._sync_in_turn, ends=True, stalls_after=None)
        for name, work in self.loops().items():
            begin(name, work, ends=name in (EMOJIS, PROMISES), stalls_after=STALLED.get(name))

    def loops(self) -> Mapping[str, Callable[[Pulse], Awaitable[None]]]:
        """What runs beside the answers, by name. Tests that turn the wheels themselves have none."""
        return {
            "timers": self.matches.timers.run,
            "courier": self._carry,
            "upkeep": self.matches.upkeep.tend,
            "threads": self.waking.run,
            EMOJIS: lambda pulse: self.small_pictures.synchronise(),
            PROMISES: self.late_answers.run,
            "token": self._watch_token,
            **({} if self.matches.store.sole else self._shared_loops()),
            **self.operations.loops(),
        }

    def _shared_loops(self) -> Mapping[str, Callable[[Pulse], Awaitable[None]]]:
        return {"shards": partial(self._leases.run, self.sessions), "share": self._share}

    async def _share(self, pulse: Pulse) -> None:
        """Share what Discord allows one bot with the other processes."""
        while True:
            pulse()
            try:
                cluster = await self.matches.store.cluster()
                self.operations.requests.among(cluster.processes, cluster.invalid)
            except StoreError as error:
                log.info("how many processes there are cannot be seen: %s", error)
            await asyncio.sleep(SHARE)

    async def _carry(self, pulse: Pulse) -> None:
        """Carry what is to be said. The first messages wait a little for the small pictures in them."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ICONS_WAIT):
                await self.small_pictures.known.wait()
        await self.courier.run(pulse)

    async def icons_known(self) -> None:
        """Wait until all small pictures are there; before, words stand alone for some."""
        await self.small_pictures.complete.wait()

    async def _watch_token(self, pulse: Pulse) -> None:
        """Ask again whenever Discord says that it does not know the token: once may be its own trouble."""
        unauthorised = self.operations.requests.unauthorised
        while True:
            await unauthorised.wait()
            unauthorised.clear()
            try:
                await self.http.request(discord.http.Route("GET", "/users/@me"))
            except discord.HTTPException as error:
                if error.status == 401:
                    return await self._end_without_token()
            except (aiohttp.ClientError, OSError) as error:
                log.info("whether the token is known could not be asked: %s", error)

    async def _end_without_token(self) -> None:
        self.withdrawn.set()
        await asyncio.Event().wait()

    def damaged(self) -> int:
        """How many matches were found damaged."""
        return len(self.matches.loader.damaged)

    def _leads(self) -> bool:
        """Whether this process does what one does for all: whoever holds shard 0."""
        return 0 in self.sessions.served_shards and 0 not in self._leases.coming

    async def _sync_in_turn(self, pulse: Pulse) -> None:
        """Tell Discord of the commands once this process serves shard 0, if it ever does.

        Not while an older one lives, which would have to answer the new ones.
        """
        while True:
            pulse()
            if self._leads() and not self.matches.store.levels.has_older:
                try:
                    return await self._sync_commands()
                except StoreError as error:
                    log.info("Discord is told of the commands later: %s", error)
            await asyncio.sleep(LEAD)

    async def _sync_commands(self) -> None:
        every = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([every, wording()], sort_keys=True, default=str)
        digest = hashlib.sha256(f"{self.application_id}:{text}".encode()).hexdigest()
        if await self.matches.posts.note("commands") == digest:
            there = {command.name for command in await self.tree.fetch_commands()}
            if there == {command.name for command in self.tree.get_commands()}:
                return
        await self.tree.sync()
        await self.matches.posts.save_note("commands", digest)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was unlocked, perhaps, or has fallen asleep."""
        await self.courier.note_reopened(payload.thread_id)
        try:
            await self.waking.wake_if_archived(payload.data)
        except StoreError as error:
            log.info("a thread that was archived is looked for later: %s", error)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions were given, perhaps."""
        await self.courier.note_reopened(after.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was put out and is back, perhaps."""
        for channel in guild.channels:
            await self.courier.note_reopened(channel.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Permissions were given, perhaps."""
        if before.permissions != after.permissions:
            await self.on_guild_join(after.guild)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep a session for each shard that is served, until the bot is closed. Raises what Discord says."""
        try:
            await self.sessions.run()
        except discord.DiscordException:
            await self.close()
            raise

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Nothing is left to wait for: `Sessions` takes its turn before it opens the line."""

    def _attended(self) -> bool:
        served = self.sessions.served_shards
        return bool(served) and all(served.values())

    def _heard(self) -> Mapping[int, Session]:
        return {
            shard: Session(self.sessions.silence(shard) if up else None, self.sessions.taken[shard])
            for shard, up in self.sessions.served_shards.items()
        }

    def _silence(self) -> timedelta:
        return max(map(self.sessions.silence, self.sessions.served_shards), default=timedelta())

    async def on_ready(self) -> None:
        """Say once that all is well, and where to go."""
        if self._greeted:
            return
        self._greeted = True
        if self.operations.upkeep is not None:
            running: int | str = "some"
            with contextlib.suppress(StoreError):
                running = await self.operations.upkeep.running()
            log.info(
                "ready as %s (application %s): %s servers, %s running matches",
                *(self.user, self.application_id, len(self.guilds), running),
            )
        if self._address:
            print(text_for("en").plain("start.sandbox", address=self._address), flush=True)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; what arrives while the bot closes has nobody to go to any more."""
        if event_name in ("shard_connect", "shard_resumed"):
            self.sessions.note_found(args[0])
        if event_name == "interaction":
            self.operations.requests.note_asked(args[0].id)
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are none of our business."""

    async def on_interaction(self, interaction: discord.Interaction[Longtable]) -> None:
        """Every interaction, whoever answers it besides."""
        await self.guard.receive(interaction)

    async def hand_on(self) -> None:
        """Before this process ends: where others share the database, let them take over what it serves."""
        await self._leases.hand_on(self.sessions)

    async def close(self) -> None:
        """Stop the loops, finish what was begun, leave Discord. The store is its owner's."""
        await self.operations.supervisor.close()
        await self.guard.finish()
        await self.services.close()
        await self.matches.close()
        await self.sessions.close()
        await super().close()


def faces(rows: Iterable[Row] = ROWS) -> dict[str, AnyFace]:
    """The face of each game: `FACE` in its cog. Where there is none yet, the log says so."""
    every: dict[str, AnyFace] = {}
    for row in rows:
        face: AnyFace | None = find_name(f"{row.cog}:FACE")
        if face is not None:
            every[row.key] = face
        else:
            log.warning(
                "%s is registered in engine/games.py, but %s has no FACE yet: nobody can open a table of it",
                row.key,
                row.cog,
            )
    return every


def point_at(api: str, gateway: str, cdn: str) -> None:
    """Let discord.py talk to another server than Discord's."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.asset.Asset.BASE = cdn  # pyright: ignore[reportAttributeAccessIssue]  # declared as a literal


class Counting(SqlStore):
    """A store that tells of every move it has written."""

    moved: Callable[[], object] = staticmethod(lambda: None)

    async def commit(self, change: Change) -> Committed:
        committed = await super().commit(change)
        if change.entry is not None and change.entry.kind == "move":
            self.moved()
        return committed


class CountingFile(Counting, SqliteStore):
    """A store in a file."""


class CountingServer(Counting, PostgresStore):
    """A store on a server."""


@contextlib.asynccontextmanager
async def open_matches(
    settings: Settings, operations: Operations | None = None
) -> AsyncGenerator[Matches, None]:
    """The matches on their database; both are closed at the end. Raises `StoreError`."""
    database = settings.database_path
    if isinstance(database, Address):
        store = await CountingServer.open(database, troubled=_troubled)
        clock: Callable[[], datetime] = store.now
    else:
        if settings.database is None:  # its own folder; one that somebody has named is not made up
            database.parent.mkdir(parents=True, exist_ok=True)
        store, clock = await CountingFile.open(database, troubled=_troubled), SteadyClock()
    try:
        store.recovered = partial(log.warning, "The database %s works again.", store.name)
        if operations is not None:
            store.moved = operations.metrics.moves.inc
            if isinstance(database, Address):
                operations.upkeep = ServerUpkeep(store)
            else:
                operations.upkeep = Upkeep(database, trouble=lambda: store.trouble)
            if isinstance(store, PostgresStore):
                store.report(lambda: operations.requests.invalid)
        limits = Limits(
            per_person=settings.tables_per_person,
            per_guild=settings.tables_per_server,
            reaction=timedelta(hours=settings.reaction_hours),
            hold=timedelta(seconds=settings.hold_seconds),
        )
        yield Matches(store, GAMES, clock, limits=limits, retired=RETIRED)
    finally:
        await store.close()


def _troubled(error: StoreError) -> None:
    """Tell the host what the players are not told: which file it is, and what to do."""
    log.error("%s", _for_host(error))


def _for_host(error: StoreError) -> str:
    return text_for("en").plain(f"refusal.{error.code}", **dict(error.inputs))


class StartError(Exception):
    """The bot cannot start; the text says why."""


class EndError(Exception):
    """The bot has to end: the sentence that says why, and the exit status."""

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code


async def _sandbox(stack: contextlib.AsyncExitStack, settings: Settings) -> Any:
    from sandbox import Sandbox, SandboxError, StorageError

    try:
        return await stack.enter_async_context(Sandbox(settings.world, settings.port))
    except (SandboxError, StorageError) as error:
        raise StartError(str(error)) from error


async def run(settings: Settings) -> None:
    """Run until told to stop. Raises `EndError` where it has to end by itself."""
    stop, at_once = asyncio.Event(), asyncio.Event()

    def told() -> None:
        (at_once if stop.is_set() else stop).set()

    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, told)
    async with contextlib.AsyncExitStack() as stack:
        operations = Operations()
        matches = await stack.enter_async_context(open_matches(settings, operations))
        token, address = settings.token, ""
        if settings.has_own_sandbox:
            box = await _sandbox(stack, settings)
            base = str(box.url).rstrip("/")
            point_at(f"{base}/api/v10", f"{base.replace('http', 'ws', 1)}/gateway", base)
            token = box.token
            address = f"{base}/"
        elif settings.api:
            point_at(settings.api, settings.gateway, settings.cdn)
        # On a file nobody else is there: all shards are this process's.
        all_shards = tuple(range(settings.shards))
        served = settings.serve or (all_shards if matches.store.sole else None)
        shards = Shards(settings.shards, served)
        bot = await stack.enter_async_context(Longtable(matches, address, operations, shards=shards))
        await _serve_health(stack, settings, bot)
        await _until(bot, token, stop, at_once)


async def _until(bot: Longtable, token: str, stop: asyncio.Event, at_once: asyncio.Event) -> None:
    """Run the bot until it is told to stop, or must.

    Who tells it again does not wait until others have taken over what it serves.
    """
    running = asyncio.create_task(bot.start(token), name="bot")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    withdrawn = asyncio.create_task(bot.withdrawn.wait(), name="withdrawn")
    lost = asyncio.create_task(bot.operations.supervisor.given_up(), name="given up")
    ends: set[asyncio.Task[Any]] = {running, stopping, withdrawn, lost}
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if stopping.done():
        handing = asyncio.create_task(bot.hand_on(), name="hand on")
        hurried = asyncio.create_task(at_once.wait(), name="stop at once")
        await asyncio.wait({handing, hurried, running, withdrawn, lost}, return_when=asyncio.FIRST_COMPLETED)
        handing.cancel()
        hurried.cancel()
        await asyncio.wait({handing, hurried})
    told = {task for task in (stopping, withdrawn, lost) if task.done()}
    for task in (stopping, withdrawn, lost):
        task.cancel()
    await bot.close()
    running.cancel()
    await asyncio.wait(ends)
    fault = None if running.cancelled() else running.exception()
    text = text_for("en")
    if withdrawn in told:
        raise EndError(text.plain("start.withdrawn"), status.NO_PERMISSION)
    if lost in told:
        raise EndError(text.plain("start.loop", name=lost.result()), status.SOFTWARE)
    # Whatever the start was about when it was told to stop: nothing is wrong with it.
    if fault is not None and not told:
        raise fault


async def _serve_health(stack: contextlib.AsyncExitStack, settings: Settings, bot: Longtable) -> None:
    """Let the host ask how the bot is, on loopback, where that is wanted."""
    health = bot.operations.health(lambda: bot.sessions.served_shards, bot.damaged, bot.courier.inboxes_rest)
    if not settings.health_port:
        return
    runner = aiohttp.web.AppRunner(serving(health, bot.operations.metrics.registry), access_log=None)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    try:
        await aiohttp.web.TCPSite(runner, HOST, settings.health_port).start()
    except OSError as error:
        said = text_for("en").plain("start.health_port", port=settings.health_port)
        raise StartError(said) from error


def main() -> int:
    """Do what the command line says, or run the bot; return the exit status."""
    os.umask(0o077)  # what is kept is for its owner
    done = host.main(sys.argv[1:], os.environ, _for_host)
    if done is not None:
        return done
    try:
        settings = load(os.environ)
    except SettingsError as error:
        print(logs.refusal(str(error), log_format(os.environ)), file=sys.stderr)
        return status.CONFIG
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at our tables
    database = settings.database
    secrets = [settings.token, *(database.secrets if isinstance(database, Address) else ())]
    logs.set_up(settings.log_level, settings.log_format, secrets)
    gc.collect()
    gc.freeze()  # what is imported stays: no later collection walks over it
    said, code = _outcome(settings)
    if said:
        print(logs.refusal(said, settings.log_format, secrets), file=sys.stderr)
    return code


def _outcome(settings: Settings) -> tuple[str, int]:
    """Run the bot: what is to be said of how it ended, and the exit status."""
    text = text_for("en")
    try:
        uvloop.run(run(settings))
    except EndError as error:
        return str(error), error.code
    except StoreError as error:
        return _for_host(error), status.of_store(error)
    except discord.LoginFailure:
        return text.plain("start.bad_token"), status.NO_PERMISSION
    except StartError as error:
        return text.plain("start.failed", reason=str(error)), status.CONFIG
    except discord.ConnectionClosed as error:
        if error.code == BAD_TOKEN:
            return text.plain("start.withdrawn"), status.NO_PERMISSION
        if error.code in BAD_SHARDS:
            return text.plain("start.shards", known=settings.shards), status.CONFIG
        return text.plain("start.refused", reason=_refused(error)), status.CONFIG
    except discord.DiscordException as error:
        log.debug("Discord refused", exc_info=error)
        passing = isinstance(error, PASSING)
        return (
            text.plain("start.refused", reason=_refused(error)),
            status.TRY_AGAIN if passing else status.CONFIG,
        )
    except (OSError, aiohttp.ClientError) as error:
        reason = str(error) or type(error).__name__
        return text.plain("start.no_connection", reason=reason), status.TRY_AGAIN
    return "", status.DONE


def _refused(error: discord.DiscordException) -> str:
    """Why Discord does not let the bot in, on one line: what stands in for Discord may answer with a page."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status} {error.response.reason}"
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
