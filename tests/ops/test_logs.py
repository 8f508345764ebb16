"""Logs hold no secret, at any level, in either format."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.match.changes import Change
from engine.store import Corrupt, Full, Unreachable
from engine.store.sqlite import SqliteStore
from ops.logs import FORMATS, redacted, set_up
from tests.engine.store.test_store import entry, stored_match

TOKEN = "MTE4MDAwMDAwMDAwMDAwMDAwMQ.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTE4MDAwMDAwMDAwMDAwMDAwMTphYmNkZWZnaGlqa2xtbm9wcQ"


@pytest.fixture
def restored() -> Iterator[None]:
    """Remove handlers and levels after each test."""
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    yield
    root.setLevel(before[0])
    for handler in set(root.handlers) - set(before[1]):
        root.removeHandler(handler)
    for name in ("aiosqlite", "discord", "aiohttp", "asyncio", "PIL"):
        logging.getLogger(name).setLevel(logging.NOTSET)
    gateway = logging.getLogger("discord.client")
    for each in list(gateway.filters):
        gateway.removeFilter(each)


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        (f"logging in with {TOKEN}", TOKEN),
        ("the odd secret s3cr3t!", "s3cr3t!"),
        (
            f"POST https://discord.com/api/v10/interactions/1180000000000000001/{INTERACTION}/callback",
            INTERACTION,
        ),
        ("PATCH https://discord.com/api/v10/webhooks/118/tok-en_A/messages/@original", "tok-en_A"),
        (f'{{"token": "{INTERACTION}"}}', INTERACTION),
        ("connected to Gateway (Session ID: 0123456789abcdef).", "0123456789abcdef"),
        ("GET https://discord.com/api/v10/users/1180000000000000001", "1180000000000000001"),
        ("GET /guilds/5/members/1180000000000000001", "1180000000000000001"),
        ("DELETE /channels/5/thread-members/1180000000000000001", "1180000000000000001"),
    ],
)
def test_secrets_and_persons_are_cut_out(said: str, secret: str) -> None:
    assert secret in said
    assert secret not in redacted(said, ["s3cr3t!"])


@pytest.mark.parametrize("form", FORMATS)
def test_a_traceback_holds_no_token(form: str, restored: None) -> None:
    stream = io.StringIO()
    set_up("DEBUG", form, [TOKEN, ""], stream)
    try:
        raise ValueError(f"with {TOKEN}")
    except ValueError:
        logging.getLogger("longtable").exception("it failed with %s", TOKEN)
    assert TOKEN not in stream.getvalue()
    assert "ValueError: with [token]" in stream.getvalue()
    if form == "json":
        (line,) = stream.getvalue().splitlines()
        said = json.loads(line)
        assert (said["level"], said["logger"]) == ("ERROR", "longtable")
        assert said["message"] == "it failed with [token]"
        assert "Traceback" in said["exception"]


async def test_debug_writes_neither_seeds_nor_sealed_moves(tmp_path: Path, restored: None) -> None:
    stream = io.StringIO()
    set_up("DEBUG", "text", [], stream)
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        made = await store.commit(Change(0, stored_match(), entry(0, "start")))
        await store.match(made.match)
    logging.getLogger("discord.gateway").debug("WebSocket Event: %s", {"d": "a hand"})
    logging.getLogger("discord.http").debug("POST %s with %s has returned", "x", {"content": "a hand"})
    logging.getLogger("longtable").debug("our own")
    said = stream.getvalue()
    assert "our own" in said
    assert "ssss" not in said
    assert "bid 3" not in said
    assert "a hand" not in said


def test_lines_about_waiting_for_the_database_are_not_news(restored: None) -> None:
    """The store itself reports the beginning and the end of such a trouble."""
    stream, error = io.StringIO(), Unreachable("store_unreachable", path="x")
    set_up("INFO", "text", [], stream)
    log = logging.getLogger("longtable.courier")
    log.error("the outbox has to wait: %s", error)
    log.error("match %d waits: %s", 7, Full("store_full", path="x"))
    log.error("Task exception was never retrieved", exc_info=error)
    assert stream.getvalue() == ""
    log.error("match %d: %s", 7, Corrupt("store_corrupt", path="x"))
    log.error("something else", exc_info=ValueError("x"))
    assert stream.getvalue().count("ERROR") == 2
