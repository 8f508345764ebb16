"""The server: one process or one object with all of Discord that the bot needs, on loopback only."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http import HttpProcessingError

from . import cdn, people_door, staging
from .audience import Audience
from .bodies import Body, read_body
from .box import BOX
from .directs import Directs
from .errors import ApiError, Form
from .faults import Faults
from .founding import fill_world
from .gateway import Gateway
from .interactions import Desk
from .ledger import Ledger
from .limits import FIRST_RESPONSE_SECONDS
from .line import LINE, Line
from .rates import Rates
from .responses import Handler, answer
from .rest import accounts, application, channels, pins, reactions, threads
from .rest import interactions as rest_interactions
from .starts import Starts
from .storage import Storage
from .world import World

if TYPE_CHECKING:
    from .openapi import Description

SUMMARY = web.RequestKey("summary", str)
CODE = web.RequestKey("code", int)
TEXT = web.RequestKey("text", str)
SUMMARY_LENGTH = 600
"""Characters of a request's body that the ledger keeps."""
log = logging.getLogger(__name__)
BODY_BYTES = 120 * 1024 * 1024
"""Bytes of the largest request."""
HEARTBEAT_MS = 41_250
"""Milliseconds between two heartbeats that the gateway asks of a client, as Discord does."""
LOOPBACK = "127.0.0.1"


class SandboxError(Exception):
    """The sandbox cannot start; the text says why."""


class Sandbox:
    """A Discord-compatible server on 127.0.0.1, with its people's door and web client.

    `async with Sandbox() as box:` runs it in this event loop: `box.url`, `box.token`, `box.world`.
    `file=None` keeps the world in memory; `port=0` takes any free port; `openapi` is Discord's published
    description, against which every request of the bot is then checked (`box.ledger.violations`).
    `check_answers` checks the sandbox's own answers as well (`box.ledger.unfaithful`).
    `first_response` is the seconds that an interaction waits for its first answer; `clock` gives seconds
    since 1970.

    Limits are off at first. They belong to the parts and are set there, before the start or later:
    `box.rates` refuses with 429, `box.starts` limits sessions, `box.directs` direct channels, and `box.line`
    slows down the bot's requests. `box.heartbeat_ms` is the pause between two heartbeats of the bot.
    """

    def __init__(
        self,
        file: Path | str | None = None,
        port: int = 0,
        openapi: Path | str | None = None,
        *,
        check_answers: bool = False,
        first_response: float = FIRST_RESPONSE_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._file = Path(file) if file is not None else None
        self._port = port
        self._openapi = Path(openapi) if openapi is not None else None
        self._check_answers = check_answers
        self.first_response = first_response
        self.heartbeat_ms = HEARTBEAT_MS
        self._clock = clock
        self.ledger = Ledger()
        self.faults = Faults(clock)
        self.rates = Rates(clock)
        self.starts = Starts(clock)
        self.line = Line()
        self.directs = Directs(clock)
        self.url = ""
        self.pages: set[web.WebSocketResponse] = set()
        self.description: Description | None = None
        self._runner: web.AppRunner | None = None

    # Life

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Open the world and listen.

        Raises StorageError for the world's file, SandboxError for the port and the description.
        """
        if self._openapi is not None:
            self.description = _description(self._openapi)
        self.storage = Storage(self._file)
        self.world = World(self.storage, fill_world, self._clock)
        self.gateway = Gateway(self)
        self.audience = Audience(self)
        self.desk = Desk(self)
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, self._port))
        except (OSError, OverflowError) as error:
            listener.close()
            self.storage.close()
            reason = error.strerror if isinstance(error, OSError) else "it is not from 0 to 65535"
            raise SandboxError(
                f"Port {self._port} on {LOOPBACK} cannot be used: {reason}. Choose another one."
            ) from error
        self.url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        self._runner = web.AppRunner(
            _application(self), access_log=None, logger=_requests_log(), shutdown_timeout=1.0
        )
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def close(self) -> None:
        self.faults.clear()
        await self.gateway.close()
        await people_door.close(self)
        if self._runner is not None:
            await self._runner.cleanup()
        self.storage.close()

    # Against the description

    def check(self, request: web.Request, path: str, body: Body) -> None:
        """Record the faults of a request of the bot, by Discord's description."""
        if self.description is None:
            return
        kind = request.content_type if body.json is not None or body.files else ""
        query = dict(request.query)
        for problem in self.description.request_problems(request.method, path, query, kind, body.json):
            self.ledger.violation(problem.kind, request.method, path, problem.text)

    def check_answer(self, request: web.Request, path: str, response: web.StreamResponse) -> None:
        """Record the faults of an answer of this sandbox, by Discord's description."""
        if self.description is None or not self._check_answers or not isinstance(response, web.Response):
            return
        answered = json.loads(response.body) if isinstance(response.body, bytes) and response.body else None
        for problem in self.description.answer_problems(request.method, path, response.status, answered):
            self.ledger.unfaithful.append(f"{request.method} {path} {response.status}: {problem}")

    # Addresses for the bot

    @property
    def token(self) -> str:
        return self.world.meta["token"]

    @property
    def api_url(self) -> str:
        """The address for `discord.http.Route.BASE`."""
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The address for `DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"ws{self.url.removeprefix('http')}/gateway"

    @property
    def cdn_url(self) -> str:
        """The address for `discord.asset.Asset.BASE`."""
        return self.url


SANDBOX = web.AppKey("server", Sandbox)


def _requests_log() -> logging.Logger:
    """Return the logger for aiohttp.

    A request that is no HTTP is the sender's fault: one line, no traceback.
    """
    requests = log.getChild("requests")
    requests.addFilter(_shorten_record)
    return requests


def _shorten_record(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        record.msg, record.args, record.exc_info = f"no HTTP: {' '.join(str(error).split())[:200]}", (), None
    return True


def _description(file: Path) -> Description:
    """Read Discord's description from a file. Raises SandboxError, which says what is wrong."""
    try:
        from .openapi import Description

        return Description.from_file(file)
    except ImportError as error:
        raise SandboxError(f"Checking against {file} needs the package {error.name}: install it.") from error
    except OSError as error:
        raise SandboxError(f"{file} cannot be read: {error.strerror}. Give Discord's description.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SandboxError(f"{file} is not Discord's OpenAPI description (JSON with its paths).") from error


def _application(box: Sandbox) -> web.Application:
    api = web.Application(client_max_size=BODY_BYTES, middlewares=[_bots_door])
    api[BOX] = api[SANDBOX] = box
    api[LINE] = box.line
    for part in (accounts, application, channels, pins, threads, reactions, rest_interactions):
        api.add_routes(part.routes)
    api.router.add_route("*", "/{path:.*}", _unsupported)
    app = web.Application(client_max_size=BODY_BYTES, middlewares=[people_door.guard])
    app[BOX] = box
    app.add_subapp("/api/v10", api)
    app.router.add_get("/gateway", box.gateway.serve)
    app.router.add_get("/gateway/", box.gateway.serve)
    app.add_routes(cdn.routes)
    app.add_routes(staging.routes)
    app.add_routes(people_door.routes)
    return app


async def _unsupported(request: web.Request) -> web.Response:
    box = request.app[BOX]
    path = request.path.removeprefix("/api/v10")
    box.ledger.violation("unsupported", request.method, path, "The sandbox has no such route.")
    return answer({"message": "404: Not Found", "code": 0}, 404)


@web.middleware
async def _bots_door(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Wrap every request of the bot: faults, rate limits, the token, the description, the record."""
    box = request.app[SANDBOX]
    path = request.path.removeprefix("/api/v10")
    began = time.perf_counter()
    response = await _with_faults(box, request, handler, path)
    box.rates.stamp(request.method, path, response)
    body = request.get(SUMMARY, "")
    ms, code = (time.perf_counter() - began) * 1000, request.get(CODE)
    box.ledger.note(request.method, path, response.status, ms, body, code)
    return response


async def _with_faults(box: Sandbox, request: web.Request, handler: Handler, path: str) -> web.StreamResponse:
    fault = box.faults.take(request.method, path, await _text(request))
    if fault is not None and not fault.get("after"):
        struck = await box.faults.strike(request, fault)
        if struck is not None:
            return struck
    response = box.rates.refuse(request.method, path) or await _handle(box, request, handler, path)
    if fault is not None and fault.get("after"):
        return await box.faults.strike(request, fault) or response
    return response


async def _text(request: web.Request) -> str:
    """Return the JSON of a request as text, empty if it cannot be read."""
    if TEXT not in request:
        try:
            body = (await read_body(request)).json
        except (ApiError, ValueError):
            body = None
        request[TEXT] = json.dumps(body, ensure_ascii=False) if body is not None else ""
    return request[TEXT]


async def _handle(box: Sandbox, request: web.Request, handler: Handler, path: str) -> web.StreamResponse:
    try:
        open_to_all = path.startswith(("/interactions/", "/webhooks/")) or path == "/gateway"
        if not open_to_all and request.headers.get("Authorization") != f"Bot {box.token}":
            raise ApiError(0)
        body = await read_body(request)
        request[SUMMARY] = (await _text(request))[:SUMMARY_LENGTH]
        box.check(request, path, body)
        response = await handler(request)
        box.check_answer(request, path, response)
        return response
    except (TypeError, LookupError, AttributeError, ValueError, ArithmeticError) as error:
        # No client sends a body of such a shape. A fault of the sandbox itself would show as a violation.
        log.warning("%s %s could not be understood: %r", request.method, path, error)
        log.debug("what could not be understood", exc_info=error)
        box.ledger.violation("limit", request.method, path, f"malformed: {error!r}")
        form = Form()
        form.wrong((), "DICT_TYPE_CONVERT", "The body could not be understood.")
        return answer(ApiError(50035, errors=form.errors).body(), 400)
    except ApiError as refusal:
        request[CODE] = refusal.code
        if refusal.code == 50035:
            box.ledger.violation("limit", request.method, path, json.dumps(refusal.errors))
        return answer(refusal.body(), refusal.status)
