"""Requests are counted as Discord counts them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from ops.requests import LIMIT, WITHIN, Requests


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def waited() -> list[float]:
    return []


@pytest.fixture
def requests(time: Time, waited: list[float]) -> Requests:
    return Requests(time, waited.append)


@pytest.fixture
async def base() -> AsyncIterator[str]:
    """Start a server on loopback that answers with the requested status."""

    async def answer(request: web.Request) -> web.Response:
        scope = request.query.get("scope", "user")
        return web.Response(status=int(request.query["status"]), headers={"X-RateLimit-Scope": scope})

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert runner.addresses
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def ask(requests: Requests, base: str, *paths: str) -> None:
    async with aiohttp.ClientSession(trace_configs=[requests.trace()]) as session:
        for path in paths:
            async with session.get(base + path) as answer:
                await answer.read()


async def test_refused_requests_are_counted(requests: Requests, base: str, time: Time) -> None:
    paths = [f"/api/v10/channels/1/messages?status={status}" for status in (200, 403, 403, 404, 429)]
    await ask(requests, base, *paths, "/api/v10/channels/1?status=429&scope=shared")
    assert requests.by_status == {"200": 1, "403": 2, "404": 1, "429": 2}
    assert requests.invalid == 3, "what others have used up is not held against the bot"
    assert not requests.unauthorised.is_set()
    time.now += WITHIN
    assert requests.invalid == 0
    with pytest.raises(aiohttp.ClientError):
        await ask(requests, "http://127.0.0.1:1", "/")
    assert requests.by_status["error"] == 1


async def test_a_token_that_is_not_known_is_noticed(requests: Requests, base: str) -> None:
    await ask(requests, base, "/api/v10/webhooks/1/abc?status=401", "/interactions/1/abc/callback?status=401")
    assert not requests.unauthorised.is_set()
    await ask(requests, base, "/api/v10/users/@me?status=401")
    assert requests.unauthorised.is_set()


async def test_unasked_messages_stop_at_half_of_a_ban(
    requests: Requests, base: str, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(LIMIT):
        assert not requests.is_throttled(), number
        time.now = number / 100
        requests._count_invalid()  # pyright: ignore[reportPrivateUsage]  # five thousand requests would take long
    assert requests.is_throttled()
    assert requests.is_throttled()
    assert len(caplog.records) == 1, "it is said once"
    assert requests.throttled_seconds == pytest.approx(WITHIN - time.now)
    time.now = WITHIN + 0.01
    assert not requests.is_throttled()


async def test_waiting_times_are_measured(
    requests: Requests, base: str, time: Time, waited: list[float]
) -> None:
    requests.note_asked(5)
    requests.note_asked(6)
    time.now = 0.25
    await ask(requests, base, "/api/v10/interactions/5/abc/callback?status=200")
    await ask(requests, base, "/api/v10/interactions/5/abc/callback?status=200")
    await ask(requests, base, "/api/v10/interactions/6/abc/callback?status=404")
    assert waited == [0.25]


@pytest.fixture
def paced(time: Time, monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let the clock pass when somebody waits."""

    async def sleep(seconds: float) -> None:
        time.now += seconds

    monkeypatch.setattr("ops.requests.asyncio.sleep", sleep)
    return time


@pytest.mark.parametrize(("processes", "seconds"), [(1, 0.0), (3, 3.0), (45, 45.0)])
async def test_processes_share_what_discord_takes_in_a_second(
    requests: Requests, paced: Time, base: str, processes: int, seconds: float
) -> None:
    """One of them sends 46 requests; 45 a second are for all together."""
    requests.among(processes, 0)
    await ask(requests, base, *["/channels/1?status=200"] * 46)
    assert paced.now == pytest.approx(seconds)


async def test_answers_are_not_held_back(requests: Requests, paced: Time, base: str) -> None:
    requests.among(45, 0)
    await ask(requests, base, *["/interactions/1/token/callback?status=200"] * 5)
    await ask(requests, base, *["/webhooks/1/token/messages/@original?status=200"] * 5)
    assert paced.now == 0


async def test_unasked_messages_stop_for_refusals_of_other_processes_too(
    requests: Requests, base: str
) -> None:
    await ask(requests, base, "/channels/1?status=403")
    requests.among(2, LIMIT - 1)
    assert not requests.is_throttled()
    requests.among(2, LIMIT)
    assert requests.is_throttled()
    requests.among(2, 1)
    assert not requests.is_throttled()
