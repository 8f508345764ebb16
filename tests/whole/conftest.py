"""A sandbox, the people in it, and the real bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from bot import Longtable
from engine.games import ROWS, Row
from harness.playing import DESCRIPTION, WITHIN, running, with_emojis
from sandbox import Sandbox
from sandbox.people import People
from tests.whole.watching import Watch, loud


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A fresh sandbox. Whatever the bot does against Discord's rules fails the test."""
    description = DESCRIPTION if DESCRIPTION.exists() else None
    async with Sandbox(openapi=description, first_response=WITHIN) as sandbox:
        yield sandbox
        wrong = [f"{each['method']} {each['path']}: {each['problem']}" for each in sandbox.ledger.violations]
        assert wrong == []


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
def rows() -> Sequence[Row]:
    """The games of the bot."""
    return ROWS


@pytest.fixture
async def bot(
    box: Sandbox, database: Path, rows: Sequence[Row], luck: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Longtable]:
    """Run a bot that defers an answer only if a test says so, on a slow machine too.

    A bot with these games has been here before: its emojis are there.
    """
    with_emojis(box, rows)
    monkeypatch.setattr("cogs.answering.answers.PATIENCE", WITHIN)
    monkeypatch.setattr("cogs.answering.answers.UPLOAD_ENDS", WITHIN)
    monkeypatch.setattr("cogs.gateway.interaction_guard.LATEST", WITHIN)
    async with running(box, database, rows=rows) as longtable:
        yield longtable


@pytest.fixture
async def people(box: Sandbox, bot: Longtable) -> AsyncIterator[People]:
    """Four people with open pages, once the bot is online."""
    async with People(box.url) as everybody:
        await everybody.bot_online()
        yield everybody


@pytest.fixture
def watch(database: Path, bot: Longtable) -> Watch:
    return Watch(database)


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that nothing is logged to warn the host: people must not be able to cause that."""
    yield
    assert loud(caplog) == []


@pytest.fixture
def panels_stay(bot: Longtable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let older panels keep their buttons, as where another process has answered: people press stale ones."""
    monkeypatch.setattr(bot.services.open_panels, "note", lambda *panel: None)
