"""The web client's tests: a fresh sandbox and bot for each, one Chromium for all."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, async_playwright, expect

from sandbox import Sandbox
from soak.chromium import ARGUMENTS, CHROMIUM
from tests.sandbox.web.sample_bot import Bot, running
from tests.sandbox.web.visitor import Visitor, listen

WITHIN = 60_000
"""Milliseconds: only a failure lasts so long, and a slow machine is no failure."""

expect.set_options(timeout=WITHIN)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Debian's chromium is not installed: the web client is not tested here.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def box() -> AsyncIterator[Sandbox]:
    """Yield a sandbox that waits for the bot until a test ends the wait: see `Visitor.give_up`."""
    async with Sandbox(first_response=WITHIN / 1000) as box:
        yield box


@pytest_asyncio.fixture(loop_scope="module")
async def bot(box: Sandbox) -> AsyncIterator[Bot]:
    async with running(box) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", timezone_id="UTC"
    )
    context.set_default_timeout(WITHIN)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="module")
async def visitor(box: Sandbox, bot: Bot, context: BrowserContext) -> AsyncIterator[Visitor]:
    """Ada at the page, in #games. Anything that the page complains of fails the test."""
    page = await context.new_page()
    complaints = listen(page)
    visitor = Visitor(page, box)
    await visitor.arrive()
    yield visitor
    assert complaints == []
