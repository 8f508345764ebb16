from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.people import WAIT_SECONDS, People, Person
from sandbox.permissions import BITS
from tests.sandbox.raw import Raw
from tests.sandbox.trial import DESCRIPTION, Trial, online

# discord.py sends these ids as numbers where Discord's description knows text only; see docs/sandbox.md.
NUMERIC_IDS = {"openapi-id"}


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """Yield a fresh sandbox, which checks the bot and itself by Discord's description, if at hand."""
    description = DESCRIPTION if DESCRIPTION.exists() else None
    async with Sandbox(openapi=description, check_answers=True, first_response=WAIT_SECONDS) as sandbox:
        yield sandbox
        assert sandbox.ledger.unfaithful == []


@pytest.fixture
async def people(box: Sandbox) -> AsyncIterator[People]:
    async with People(box.url) as everybody:
        yield everybody


@pytest.fixture
async def bot(box: Sandbox) -> AsyncIterator[Trial]:
    async with online(box) as client:
        yield client
        wrong = [item for item in box.ledger.violations if item["kind"] not in NUMERIC_IDS]
        assert wrong == []


@pytest.fixture
def ada(people: People) -> Person:
    return people["ada"]


@pytest.fixture
def basile(people: People) -> Person:
    return people["basile"]


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    async with (
        Sandbox() as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
    ):
        raw = Raw(box, session)
        allowed = {"id": raw.application, "type": 1, "allow": str(BITS["EMBED_LINKS"]), "deny": "0"}
        box.world.channels[raw.games]["permission_overwrites"] = [allowed]
        yield raw
