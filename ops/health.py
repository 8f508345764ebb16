"""The health page: checks with advice, and figures for Prometheus, on the loopback address."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import CollectorRegistry

from engine.robots import compiled
from ops.requests import Requests
from ops.supervision import Supervisor
from ops.upkeep import LEAST_FREE, AnyUpkeep

__all__ = ["HOST", "Check", "Health", "serving"]

HOST = "127.0.0.1"
NAMES = frozenset({HOST, "localhost", "::1"})
"""Host names under which the page may be requested."""
OLDEST_NOTICE = 600.0
"""Seconds that a notice may wait before the page warns."""
OLDEST_BACKUP = 26 * 3600.0
"""Seconds since the last backup after which the page warns."""
LONGEST_LOG = 256 * 2**20
"""Bytes of the write-ahead log above which the page warns."""
NO_ROOM = 4 * 2**20
"""Bytes of free disk below which the next moves may be refused: the write-ahead log grows by as much."""
_ADVICE = {
    "loops": "The process is to be restarted; report what the log says about the loop.",
    "database": "Restore the newest backup that `python bot.py check` finds sound; keep the damaged file.",
    "discord": "Wait, or look at Discord's status page and at the network of this machine.",
    "notices": "Look into the log for what cannot be said, and where.",
    "damaged": "Look into the log for the matches that cannot be rebuilt; keep the database, report them.",
    "logs": "Logs are not as they were written: look with `python bot.py check` which backup has them right.",
    "aside": "Rows that could not be read were set aside: look at the table `aside`, and report them.",
    "backup": "Run `python bot.py backup`, and look why it was not run.",
    "disk": "Make room on the disk of the database before moves are refused.",
    "log": "End the program that reads the database without an end; the log is moved into it then.",
    "inboxes": "Wait; where the log names code 20026, ask Discord's support to lift the quarantine.",
    "requests": "Look into the log for what Discord refuses; what nobody asked for waits meanwhile.",
}


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    status: str
    """The grade ``"ok"``, ``"warning"``, or ``"failing"``, which makes the whole bot unwell."""
    value: Any
    advice: str = ""


class Health:
    """The checks of a running bot. They are cheap: figures that take long are read by `Upkeep`'s loops."""

    def __init__(
        self,
        supervisor: Supervisor,
        upkeep: AnyUpkeep,
        requests: Requests,
        sessions: Callable[[], Mapping[int, bool]],
        damaged: Callable[[], int],
        inboxes_rest: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`sessions` returns, by shard, whether it has a session; `damaged` the number of frozen matches.

        `inboxes_rest` returns the seconds for which Discord refuses all direct messages; 0 if it takes them.
        """
        self.supervisor = supervisor
        self.upkeep = upkeep
        self.requests = requests
        self.sessions = sessions
        self.damaged = damaged
        self.inboxes_rest = inboxes_rest

    def checks(self) -> Sequence[Check]:
        """Return the results of all checks, the worst last."""
        upkeep, figures = self.upkeep, self.upkeep.figures
        free, size = (None, None) if figures is None else (figures.free, figures.log)
        age = self.backup_age()
        stalled = self.supervisor.stalled_loops()
        return sorted(
            [
                _check("loops", stalled, failing=bool(stalled)),
                _check("processes", upkeep.processes),
                _check("database", upkeep.unsound or [], failing=bool(upkeep.unsound)),
                _check("discord", self.sessions(), warning=not all(self.sessions().values())),
                _check("notices", round(upkeep.oldest_notice), warning=upkeep.oldest_notice > OLDEST_NOTICE),
                _check("damaged", self.damaged(), warning=self.damaged() > 0),
                _check("logs", len(upkeep.altered), warning=bool(upkeep.altered)),
                _check("aside", figures and figures.aside, warning=figures is not None and figures.aside > 0),
                _check("backup", age and round(age), warning=not upkeep.served and _old(age)),
                _check("disk", free, warning=free is not None and free < LEAST_FREE, failing=_full(upkeep)),
                _check("log", size, warning=size is not None and size > LONGEST_LOG),
                _check("inboxes", round(self.inboxes_rest()), warning=self.inboxes_rest() > 0),
                _check("requests", self.requests.invalid, warning=self.requests.is_throttled()),
                _check("cores", compiled.missing() or "compiled"),
            ],
            key=lambda check: ("ok", "warning", "failing").index(check.status),
        )

    def backup_age(self) -> float | None:
        """Return the seconds since the last good backup; `None` if there was none."""
        made = self.upkeep.backup
        return None if made is None else (datetime.now(UTC) - made).total_seconds()


def _full(upkeep: AnyUpkeep) -> bool:
    """Return True if moves are refused for lack of disk space, or the next ones may be."""
    free = None if upkeep.figures is None else upkeep.figures.free
    return upkeep.trouble() == "store_full" or (free is not None and free < NO_ROOM)


def _old(age: float | None) -> bool:
    return age is None or age > OLDEST_BACKUP


def _check(name: str, value: Any, *, warning: bool = False, failing: bool = False) -> Check:
    status = "failing" if failing else "warning" if warning else "ok"
    return Check(name, status, value, "" if status == "ok" else _ADVICE[name])


def worst(checks: Iterable[Check]) -> str:
    return max((check.status for check in checks), key=("ok", "warning", "failing").index, default="ok")


@web.middleware
async def _own_names_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests for another host name: a web page elsewhere can point its own name to this address."""
    try:
        name = urlsplit(f"//{request.host}").hostname
    except ValueError:
        name = None
    if name not in NAMES:
        raise web.HTTPForbidden(text="This page is for programs on this machine: ask for 127.0.0.1.")
    return await handler(request)


def serving(health: Health, registry: CollectorRegistry) -> web.Application:
    """Return the application with ``GET /health`` and ``GET /metrics``.

    The first answers 503 if a check fails; both answer 403 to a foreign ``Host``.
    """

    async def page(request: web.Request) -> web.Response:
        checks = health.checks()
        status = worst(checks)
        said = {"status": status, "checks": [asdict(check) for check in checks]}
        return web.json_response(said, status=503 if status == "failing" else 200)

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    application = web.Application(middlewares=[_own_names_only])
    application.add_routes([web.get("/health", page), web.get("/metrics", metrics)])
    return application


@asynccontextmanager
async def serve_health(health: Health, registry: CollectorRegistry, port: int) -> AsyncGenerator[None, None]:
    """Serve these pages on loopback until the block ends. Raises `OSError` for a port that is taken."""
    runner = web.AppRunner(serving(health, registry), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield
    finally:
        await runner.cleanup()
