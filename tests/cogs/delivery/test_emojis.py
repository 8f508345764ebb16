"""The application's emojis are there in the end, whatever fails; the superseded ones go a day later."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.delivery import emojis
from cogs.delivery.emojis import LOOKS, NOTE, Emojis
from cogs.face.context import Icons
from engine.store import CODE_LEVEL, CodeLevels

START = datetime(2026, 11, 22, tzinfo=UTC)


def failed(status: int, code: int = 0) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(reply, {"code": code, "message": ""})


class Application:
    """Discord's side. `listing` are the failures of the first lists; `creating` gives one for a creation."""

    def __init__(
        self,
        *listing: Exception,
        there: Sequence[str] = (),
        creating: Callable[[int, str], Exception | None] = lambda number, name: None,
    ) -> None:
        self._listing = list(listing)
        self._ids = itertools.count(1)
        self._creating = creating
        self.there = {name: next(self._ids) for name in there}
        self.tried: list[str] = []
        self.deleted: list[str] = []
        self.application_id = 5
        self.http = SimpleNamespace(delete_application_emoji=self._delete)

    async def fetch_application_emojis(self) -> list[Any]:
        if self._listing:
            raise self._listing.pop(0)
        return [SimpleNamespace(name=name, id=key) for name, key in self.there.items()]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        self.tried.append(name)
        failure = self._creating(len(self.tried), name)
        if failure is not None:
            raise failure
        self.there[name] = next(self._ids)
        return SimpleNamespace(id=self.there[name])

    async def _delete(self, application: int, key: int) -> None:
        name = next(name for name, each in self.there.items() if each == key)
        del self.there[name]
        self.deleted.append(name)


class FakeServices:
    """A stand-in for the parts of the bot that emojis need: faces, icons, notes, a clock."""

    def __init__(self, **games: Sequence[str]) -> None:
        self.icons = Icons()
        self.faces = {
            key: SimpleNamespace(
                emojis={
                    f"{key}_{name}": partial(SimpleNamespace, data=f"{key}_{name}".encode()) for name in names
                }
            )
            for key, names in games.items()
        }
        self.notes: dict[str, str] = {}
        self.now = START
        self.matches = SimpleNamespace(
            now=lambda: self.now,
            posts=SimpleNamespace(note=self._note, save_note=self._save),
            store=SimpleNamespace(code_levels=CodeLevels()),
        )

    async def _note(self, key: str) -> str | None:
        return self.notes.get(key)

    async def _save(self, key: str, value: str) -> None:
        self.notes[key] = value

    @property
    def shown(self) -> set[str]:
        return {name for face in self.faces.values() for name in face.emojis if self.icons.get(name)}


def full(name: str) -> str:
    return f"{name}_{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def bases(names: Sequence[str]) -> list[str]:
    return [name.rpartition("_")[0] for name in names]


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collect the seconds of every sleep; no time passes."""
    waited: list[float] = []
    at_once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await at_once(0)

    monkeypatch.setattr(emojis, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
    return waited


async def synchronised(application: Application, services: Any) -> Emojis:
    here = Emojis(application, services)
    await here.synchronise()
    assert here.known.is_set()
    assert here.complete.is_set()
    return here


async def test_passing_failures_are_waited_out(slept: list[float], caplog: pytest.LogCaptureFixture) -> None:
    listing = (failed(503), discord.RateLimited(400.0), aiohttp.ClientError(), TimeoutError())
    creating = iter((failed(503), discord.RateLimited(3000.0), OSError(), failed(403)))
    application = Application(*listing, creating=lambda number, name: next(creating, None))
    services = FakeServices(game="AB")
    await synchronised(application, services)
    assert services.shown == {"game_A", "game_B"}
    assert slept == [60, 400, 240, 480, *(60, 3000, 240, 480)], "as long as Discord says, else ever longer"
    assert not [record for record in caplog.records if record.exc_info]


async def test_of_several_processes_the_one_that_leads_uploads(slept: list[float]) -> None:
    """The others learn what it has uploaded; one that leads after it goes on where it has ended."""
    application, services, looks = Application(), FakeServices(game="AB"), 0

    def leads() -> bool:
        nonlocal looks
        looks += 1
        if looks == 2:
            application.there[full("game_A")] = 77
        if looks <= LOOKS + 3:
            assert not application.tried
        return looks > LOOKS + 3

    await Emojis(application, cast(Any, services), leads=leads).synchronise()
    assert bases(application.tried) == ["game_B"]
    assert services.shown == {"game_A", "game_B"}
    icon = services.icons.get("game_A")
    assert icon is not None
    assert icon.id == 77
    assert set(slept) == {60 / LOOKS}
    assert LOOKS < len(slept) <= LOOKS + 3


@pytest.mark.parametrize("looks_before", [1, 2, LOOKS, LOOKS + 5])
async def test_who_takes_over_uploads_nothing_that_is_there(slept: list[float], looks_before: int) -> None:
    """The former leader uploads at every moment until then, also after the other one has last looked."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    application, services, looks = Application(), FakeServices(game=names), 0
    uploaded = iter(full(f"game_{name}") for name in names[:20])

    def leads() -> bool:
        nonlocal looks
        looks += 1
        if looks > looks_before:
            return True
        application.there.update(
            {each: len(each) for each in itertools.islice(uploaded, 20 // looks_before + 1)}
        )
        return False

    await Emojis(application, cast(Any, services), leads=leads).synchronise()
    there = 20 - len(list(uploaded))
    assert sorted(bases(application.tried)) == [f"game_{name}" for name in names[there:]]
    assert services.shown == {f"game_{name}" for name in names}


async def test_one_that_is_refused_holds_up_no_other(slept: list[float]) -> None:
    refusals = iter((failed(400, 50035), failed(400, 50035)))

    def creating(number: int, name: str) -> Exception | None:
        return next(refusals, None) if name == full("game_A") else None

    application, services = Application(creating=creating), FakeServices(game="ABC")
    await synchronised(application, services)
    assert bases(application.tried) == ["game_A", "game_B", "game_C", "game_A", "game_A"]
    assert services.shown == {"game_A", "game_B", "game_C"}
    assert slept == [60, 120]


async def test_one_that_is_there_though_nothing_was_heard_of_it_is_found(slept: list[float]) -> None:
    def unheard(number: int, name: str) -> Exception:
        application.there[name] = 77
        return failed(400, 50035)

    application, services = Application(creating=unheard), FakeServices(game="A")
    await synchronised(application, services)
    icon = services.icons.get("game_A")
    assert icon is not None
    assert icon.id == 77
    assert len(application.tried) == 1


async def test_what_was_looked_for_most_comes_first_then_the_smallest_games(slept: list[float]) -> None:
    services = FakeServices(large="ABCDE", small="AB", asked="ABC")
    for name in ("asked_C", "asked_C", "large_D"):
        services.icons.show(name)
    application = Application()
    await synchronised(application, services)
    assert bases(application.tried)[:6] == ["asked_C", "large_D", "small_A", "small_B", "asked_A", "asked_B"]


async def test_what_is_there_is_known_before_the_missing_ones_are_uploaded(slept: list[float]) -> None:
    """And who waits for that hears of a failure too: nothing waits for Discord to be well."""
    services = FakeServices(game="AB")
    states: list[tuple[bool, set[str]]] = []

    def creating(number: int, name: str) -> Exception | None:
        states.append((here.known.is_set(), services.shown))
        return None

    application = Application(there=[full("game_B")], creating=creating)
    here = Emojis(application, cast(Any, services))
    await here.synchronise()
    assert states == [(True, {"game_B"})]

    async def unwell() -> Any:
        raise failed(503)

    down: Any = SimpleNamespace(fetch_application_emojis=unwell)
    waiting = Emojis(down, cast(Any, services), wait=1000)
    monitored = asyncio.create_task(waiting.synchronise())
    await waiting.known.wait()
    monitored.cancel()
    assert not waiting.complete.is_set()


async def test_a_superseded_one_stands_in_and_goes_a_day_after_its_successor_came(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart between does not begin the day anew. Whatever is not of this bot's making stays."""
    services, old = FakeServices(game="AB"), "game_A_0a1b2c"
    shown: list[int | None] = []

    def creating(number: int, name: str) -> Exception | None:
        icon = services.icons.get("game_A")
        shown.append(icon and icon.id)
        return None

    application = Application(there=[old, "mine", "other_A_0a1b2c"], creating=creating)
    before = application.there[old]

    async def stop(seconds: float) -> None:
        raise RuntimeError("stopped")

    monkeypatch.setattr(emojis.asyncio, "sleep", stop)
    with pytest.raises(RuntimeError):
        await Emojis(application, cast(Any, services)).synchronise()
    assert shown == [before, application.there[full("game_A")]]
    assert json.loads(services.notes[NOTE]) == {old: int(START.timestamp())}
    services.now += timedelta(hours=23)

    async def wait(seconds: float) -> None:
        services.now += timedelta(seconds=seconds)

    monkeypatch.setattr(emojis.asyncio, "sleep", wait)
    await synchronised(application, services)
    assert services.now == START + timedelta(days=1)
    assert application.deleted == [old]
    assert {"mine", "other_A_0a1b2c"} <= set(application.there)


@pytest.mark.parametrize("other", [CODE_LEVEL - 1, CODE_LEVEL + 1])
async def test_what_another_version_shows_stays_as_long_as_it_lives(
    slept: list[float], monkeypatch: pytest.MonkeyPatch, other: int
) -> None:
    """And on the day after it was superseded it goes once that version is gone."""
    services, application = FakeServices(game="A"), Application(there=["game_A_0a1b2c", full("game_A")])
    services.matches.store.code_levels = CodeLevels(
        CODE_LEVEL, min(CODE_LEVEL, other), max(CODE_LEVEL, other)
    )

    async def wait(seconds: float) -> None:
        services.now += timedelta(seconds=seconds)
        if services.now - START >= timedelta(days=3):
            services.matches.store.code_levels = CodeLevels()

    monkeypatch.setattr(emojis.asyncio, "sleep", wait)
    await synchronised(application, services)
    assert application.deleted == ["game_A_0a1b2c"]
    assert timedelta(days=3) <= services.now - START < timedelta(days=3, minutes=2)


async def test_deletions_that_fail_are_tried_again(slept: list[float]) -> None:
    services, application = FakeServices(game="A"), Application(there=["game_A_0a1b2c", full("game_A")])
    services.notes[NOTE] = json.dumps({"game_A_0a1b2c": int((START - timedelta(days=2)).timestamp())})
    delete, failures = (
        application.http.delete_application_emoji,
        iter((failed(503), discord.RateLimited(99.0))),
    )

    async def failing(*given: Any) -> None:
        if (failure := next(failures, None)) is not None:
            raise failure
        await delete(*given)

    application.http.delete_application_emoji = failing
    await synchronised(application, services)
    assert application.deleted == ["game_A_0a1b2c"]
    assert slept == [60, 120]


def test_a_name_holds_no_more_than_discord_takes() -> None:
    from cogs.face.registry import load_faces

    wanted: Mapping[str, Any] = {
        name: draw for face in load_faces().values() for name, draw in face.emojis.items()
    }
    assert max(len(full(name)) for name in wanted) <= 32
