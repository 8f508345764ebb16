"""Longtable: the entry point. Reads the settings, wires everything together, and runs it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys

if __name__ == "__main__" and len(sys.argv) == 1:
    # The imports take a while: a signal to stop ends the process meanwhile.
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(0))

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
import uvloop

from cogs.actions.match_actions import MatchActions
from cogs.delivery.courier import Courier
from cogs.delivery.emojis import Emojis
from cogs.delivery.late_answers import LateAnswers
from cogs.delivery.league_posts import LeaguePosts
from cogs.delivery.server_news import ServerNewsPosts
from cogs.delivery.waking import Waking
from cogs.face.registry import load_faces
from cogs.gateway.client import Client
from cogs.gateway.command_sync import CommandSync
from cogs.gateway.endpoints import point_at
from cogs.gateway.interaction_guard import InteractionGuard
from cogs.gateway.refusals import Cause, explain_refusal
from cogs.gateway.sessions import ALONE, Shards
from cogs.gateway.token_watch import TokenWatch
from cogs.services.access import Access
from cogs.services.services import Services
from cogs.text.text import text_for
from engine.games import GAMES, ROWS, Row
from engine.matches import Matches
from engine.store import StoreError
from ops import allocator, commands, logs, status
from ops.health import serve_health
from ops.opening import open_matches
from ops.operations import Operations
from ops.running import LoopError, StopSignals, WithdrawnError, run_until_told
from ops.sharing import share_requests
from ops.supervision import Pulse
from render.cards.robots import EMOJIS as ROBOTS
from render.kit.memory import MEMORY
from settings import Address, Settings, SettingsError, load, log_format

try:
    tuple(GAMES.values())
except ValueError as fault:  # an error in a game's own data file, with its place
    why = text_for("en").plain("start.failed", reason=str(fault))
    print(logs.refusal(why, log_format(os.environ)), file=sys.stderr)
    sys.exit(status.DATA)

log = logging.getLogger("longtable")

ICONS_WAIT = 5.0
"""Seconds that the first messages wait, after the start, for the emojis that Discord has already."""
EMOJIS = "emojis"
"""The loop that ends once all small pictures are there and no superseded one is left."""
PROMISES = "promises"
"""The loop that answers what another process has left. Alone on a database it looks once."""
OFTEN: Sequence[str] = ("timers", "courier", "leagues", "news", "shards", PROMISES, "log")
SELDOM: Sequence[str] = ("upkeep", "threads", "figures")
STALLED = {name: time for names, time in ((OFTEN, 300.0), (SELDOM, 900.0)) for name in names}
"""Seconds without a turn after which a loop counts as stalled."""
COGS = (
    *("play", "match", "inbox", "tables", "history", "record", "absence", "undo", "me", "moderation"),
    *("leagues", "reopened", "wishes"),
)
"""The cogs that all games have in common."""
STATUSES = {Cause.TOKEN: status.NO_PERMISSION, Cause.SETTING: status.CONFIG, Cause.PASSING: status.TRY_AGAIN}
"""The exit status after each cause for which Discord does not let the bot in."""


class Longtable(Client):
    """The bot: the matches, their cogs and the loops beside them, on one Discord client."""

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
        super().__init__(matches.store, shards, self.operations.requests.trace())
        self.matches = matches
        if self.alone:
            matches.timekeeper.attend(self.sessions.are_all_up, self.sessions.longest_silence)
        else:
            matches.timekeeper.attend_shards(shards.count, self.sessions.report)
        self._address = address
        self.services = Services(matches, load_faces(self.rows), access=Access(self))
        matches.seat_clocks.ask_who_is_shut_out(self.services.access.is_shut_out)
        self.guard = InteractionGuard(self.services)
        self.actions = MatchActions(self.services)
        self.courier = Courier(self, self.services)
        self.courier.is_throttled = self.operations.requests.is_throttled
        self.late_answers = LateAnswers(self, self.services)
        self.league_posts = LeaguePosts(self, self.services)
        self.server_news = ServerNewsPosts(self, self.services)
        self.server_news.is_throttled = self.operations.requests.is_throttled
        self.waking = Waking(self, matches, self.operations.requests.is_throttled)
        self.token_watch = TokenWatch(self, self.operations.requests.unauthorised)
        self.command_sync = CommandSync(self, matches)
        self._greeted = False
        self.small_pictures = Emojis(self, self.services, leads=self.leads, shared=ROBOTS)

    async def setup_hook(self) -> None:
        """Load the cogs, tell Discord of the commands when they changed, start the loops."""
        await super().setup_hook()
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        for row in self.rows:
            if row.key in self.services.faces:
                await self.load_extension(row.cog)
        begin = self.operations.supervisor.begin
        if await self.command_sync.is_turn():
            await self.command_sync.sync()
        else:
            begin("commands", self.command_sync.sync_in_turn, ends=True)
        for name, work in self.loops().items():
            begin(name, work, ends=name in (EMOJIS, PROMISES), stalls_after=STALLED.get(name))

    def loops(self) -> Mapping[str, Callable[[Pulse], Awaitable[None]]]:
        """Return the loops beside the answers, by name. Tests that turn the wheels themselves have none."""
        return {
            "timers": self.matches.timers.run,
            "courier": self._carry,
            "leagues": self.services.leagues.calendar.run,
            "news": self.server_news.run,
            "upkeep": self.matches.upkeep.tend,
            "threads": self.waking.run,
            EMOJIS: lambda pulse: self.small_pictures.synchronise(),
            PROMISES: self.late_answers.run,
            "token": self.token_watch.run,
            **({} if self.matches.store.sole else self._shared_loops()),
            **self.operations.loops(),
        }

    def _shared_loops(self) -> Mapping[str, Callable[[Pulse], Awaitable[None]]]:
        """Return the loops of a process that shares its database with others."""
        return {
            "shards": partial(self.leases.run, self.sessions),
            "share": partial(share_requests, self.matches.store, self.operations.requests),
        }

    async def _carry(self, pulse: Pulse) -> None:
        """Run the courier. The first messages wait a little for the small pictures in them."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ICONS_WAIT):
                await self.small_pictures.known.wait()
        await self.courier.run(pulse)

    async def icons_known(self) -> None:
        """Wait until all small pictures are there. Before that, words stand alone for some."""
        await self.small_pictures.complete.wait()

    def count_damaged(self) -> int:
        """Return the number of matches that were found damaged."""
        return len(self.matches.loader.damaged_matches)

    async def on_ready(self) -> None:
        """Write once that all is well, and the address where people meet the bot."""
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
        """Pass an event on, and count an answer's time from the arrival of its interaction."""
        if event_name == "interaction":
            self.operations.requests.note_asked(args[0].id)
        super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Stop the loops, finish the answers under way, leave Discord. The store stays open for its owner."""
        await self.operations.supervisor.close()
        await self.guard.finish()
        await self.services.close()
        await self.matches.close()
        await self.sessions.close()
        await super().close()


def note_trouble(error: StoreError) -> None:
    """Write into the log, for the operator, which file is in trouble, and what helps."""
    log.error("%s", _for_operator(error))


def _for_operator(error: StoreError) -> str:
    return text_for("en").plain(f"refusal.{error.code}", **dict(error.inputs))


class StartError(Exception):
    """The bot cannot start; the text says why."""


async def _sandbox(stack: contextlib.AsyncExitStack, settings: Settings) -> Any:
    from sandbox import Sandbox, SandboxError, StorageError

    try:
        return await stack.enter_async_context(Sandbox(settings.world, settings.port))
    except (SandboxError, StorageError) as error:
        raise StartError(str(error)) from error


async def run(settings: Settings) -> None:
    """Run until told to stop. Raises `WithdrawnError` or `LoopError` if the bot has to end."""
    signals = StopSignals()
    signals.listen()
    async with contextlib.AsyncExitStack() as stack:
        operations = Operations()
        matches = await stack.enter_async_context(open_matches(settings, note_trouble, operations))
        token, address = settings.token, ""
        if settings.has_own_sandbox:
            box = await _sandbox(stack, settings)
            base = str(box.url).rstrip("/")
            point_at(f"{base}/api/v10", f"{base.replace('http', 'ws', 1)}/gateway", base)
            token, address = box.token, f"{base}/"
        elif settings.api:
            point_at(settings.api, settings.gateway, settings.cdn)
        # No other process shares a database in a file: all shards are this one's.
        served = settings.serve or (tuple(range(settings.shards)) if matches.store.sole else None)
        shards = Shards(settings.shards, served)
        bot = await stack.enter_async_context(Longtable(matches, address, operations, shards=shards))
        await _serve_health(stack, settings, bot)
        await run_until_told(bot, token, signals, bot.token_watch.withdrawn, operations.supervisor)


async def _serve_health(stack: contextlib.AsyncExitStack, settings: Settings, bot: Longtable) -> None:
    """Serve the pages for the operator on loopback, if the settings name a port."""
    operations, rests = bot.operations, bot.courier.inboxes_rest
    health = operations.health(lambda: bot.sessions.served_shards, bot.count_damaged, rests)
    if not settings.health_port:
        return
    page = serve_health(health, operations.metrics.registry, settings.health_port)
    try:
        await stack.enter_async_context(page)
    except OSError as error:
        said = text_for("en").plain("start.health_port", port=settings.health_port)
        raise StartError(said) from error


def main() -> int:
    """Do what the command line says, or run the bot; return the exit status."""
    os.umask(0o077)  # files of the bot are for its owner alone
    allocator.set_up(os.environ)
    done = commands.main(sys.argv[1:], os.environ, _for_operator)
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
    MEMORY.allow(settings.drawn_megabytes * 1_000_000)
    gc.collect()
    gc.freeze()  # imported objects stay: later collections skip them
    said, code = _outcome(settings)
    if said:
        print(logs.refusal(said, settings.log_format, secrets), file=sys.stderr)
    return code


def _outcome(settings: Settings) -> tuple[str, int]:
    """Run the bot; return the sentence for the operator, empty after a good end, and the exit status."""
    text = text_for("en")
    try:
        uvloop.run(run(settings))
    except WithdrawnError:
        return text.plain("start.withdrawn"), status.NO_PERMISSION
    except LoopError as error:
        return text.plain("start.loop", name=str(error)), status.SOFTWARE
    except StoreError as error:
        return _for_operator(error), status.of_store(error)
    except StartError as error:
        return text.plain("start.failed", reason=str(error)), status.CONFIG
    except discord.DiscordException as error:
        said, cause = explain_refusal(error, settings.shards)
        return said, STATUSES[cause]
    except (OSError, aiohttp.ClientError) as error:
        return text.plain("start.no_connection", reason=str(error) or type(error).__name__), status.TRY_AGAIN
    return "", status.DONE


if __name__ == "__main__":
    sys.exit(main())
