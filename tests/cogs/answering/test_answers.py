"""Answers come in time, once, and in words whatever happens."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from simcord.env import Env

from bot import note_trouble
from cogs.answering import answers
from cogs.answering.answers import (
    CLASSIC_LIMIT,
    TEXT_LIMIT,
    Page,
    acknowledge,
    answer,
    classic_page,
    defer,
    in_rows,
    watch,
    words,
)
from cogs.answering.controls import Control, button, mark_of
from cogs.answering.fair_limiter import REQUESTER, FairLimiter
from cogs.answering.upload_times import IN_A_ROW, UploadTimes
from cogs.services.carried import CarriedPictures
from cogs.services.press_tokens import PressTokens
from cogs.text.text import text_for
from engine.game import Refusal
from engine.store import StoreError
from engine.store.sqlite import SqliteStore
from ops.opening import open_matches
from settings import Settings
from tests.cogs.simulated import Still, Town, controls, said


class Response:
    """A response of discord.py's that writes down the calls."""

    def __init__(self, done: asyncio.Event, error: Exception | None = None) -> None:
        self.calls: list[str] = []
        self.type: discord.InteractionResponseType | None = None
        self.given: dict[str, Any] = {}
        self._deferred = done
        self._error = error

    def is_done(self) -> bool:
        return bool(self.calls)

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        if self._error is not None:
            raise self._error
        self.calls.append(f"defer ephemeral={ephemeral} thinking={thinking}")
        kinds = discord.InteractionResponseType
        self.type = kinds.deferred_channel_message if thinking else kinds.deferred_message_update
        self._deferred.set()

    async def send_message(self, **given: Any) -> None:
        if self._error is not None:
            raise self._error
        self.calls.append(f"send ephemeral={given['ephemeral']}")

    async def edit_message(self, **given: Any) -> None:
        self.calls.append("edit")
        self.given = given


def interaction(deferred: asyncio.Event, error: Exception | None = None, *, composed: bool = True) -> Any:
    """An interaction with a message of components, or with a classic one."""
    response = Response(deferred, error)

    async def edit_original_response(**given: Any) -> None:
        response.calls.append("edit original")
        response.given = given

    async def send(**given: Any) -> None:
        response.calls.append(f"follow up ephemeral={given['ephemeral']}")

    late: list[Any] = []
    promised: set[int] = set()
    services = SimpleNamespace(
        carried=CarriedPictures(lambda: True),
        presses=PressTokens(),
        answering=FairLimiter(),
        uploads=UploadTimes(),
        came_too_late=late.append,
        promises=SimpleNamespace(begin=lambda given: promised.add(given.id), end=promised.discard),
    )
    client = SimpleNamespace(services=services, is_closed=lambda: False)
    return SimpleNamespace(
        id=1,
        extras={},
        late=late,
        client=client,
        response=response,
        application_id=2,
        token="token",
        created_at=discord.utils.utcnow(),
        message=SimpleNamespace(
            id=3, flags=discord.MessageFlags(components_v2=composed), attachments=[], components=[]
        ),
        edit_original_response=edit_original_response,
        followup=SimpleNamespace(send=send),
    )


def refused(code: int, status: int = 400) -> discord.HTTPException:
    reply: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(reply, {"code": code, "message": ""})


def test_a_message_holds_as_much_text_as_discord_takes() -> None:
    line = "x" * 99
    for limit in (TEXT_LIMIT, CLASSIC_LIMIT):
        page = Page(limit=limit).say("question").say("\n".join([line] * 60)).note("late")
        told = [each["content"] for each in page.layout().to_components()]
        assert told[0] == "question"
        assert told[1].endswith(f"{line}\n…")
        assert limit - 100 < sum(map(len, told)) <= limit
    assert CLASSIC_LIMIT - 100 < len(page.content) <= CLASSIC_LIMIT


def test_markup_is_not_cut_in_two() -> None:
    emoji = "<:genial_RB_97fbb4:1573788039015038059>"
    page = classic_page("question").say("\n".join((emoji, "x" * 1900, emoji * 3)))
    assert page.content == f"question\n{emoji}\n{'x' * 1900}\n…"
    assert classic_page(emoji * 60).content == "…"


def test_a_classic_message_of_a_page() -> None:
    """Notes stand small, below all else; five rows at most; the first control carries the mark."""
    page = (
        classic_page("Ada, your turn").note("1 of 2 has chosen.", "-# Time runs out.").say("The dice show 3.")
    )
    page.row(*(button(Control(1, "menu", str(number)), "Go") for number in range(7)))
    assert page.content == "Ada, your turn\nThe dice show 3.\n-# 1 of 2 has chosen.\n-# Time runs out."
    assert page.lasting == "Ada, your turn\nThe dice show 3."
    for mark in ("0123abc", ""):
        rows = page.rows(mark)
        assert rows is not None
        first, second = (row["components"] for row in rows.to_components())
        assert (len(first), len(second)) == (4, 3)
        carried = [mark_of(each["custom_id"]) for each in (*first, *second)]
        assert carried == [mark or None, *[None] * 6]
        assert [Control.parse(each["custom_id"]) for each in first] == [
            Control(1, "menu", str(number)) for number in range(4)
        ]
    assert classic_page("words").rows("0123abc") is None
    with pytest.raises(ValueError, match="6 rows"):
        page.row(*(button(Control(1, "go", str(number)), "Go") for number in range(16))).rows()
    with pytest.raises(ValueError, match="2500 characters"):
        _ = words("x" * 2500).content


@pytest.mark.parametrize(
    ("buttons", "rows"),
    [
        (4, [4]),
        (5, [5]),
        (6, [4, 2]),
        (8, [4, 4]),
        (9, [5, 4]),
        (13, [5, 5, 3]),
        (16, [4, 4, 4, 4]),
        (25, [5] * 5),
    ],
)
def test_buttons_stand_four_a_row_unless_that_takes_one_more(buttons: int, rows: list[int]) -> None:
    """A telephone shows two beside each other: a fifth one would stand alone on its line."""
    controls = [button(Control(1, "menu", str(number)), "Go") for number in range(buttons)]
    assert [len(row) for row in in_rows(controls)] == rows
    assert [each for row in in_rows(controls) for each in row] == controls


async def test_a_full_disk_is_told_to_the_player_kindly_and_to_the_host_exactly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "longtable.db"
    async with open_matches(Settings(database=database), note_trouble) as matches:
        writer: Any = matches.store._writer  # pyright: ignore[reportPrivateUsage,reportAttributeAccessIssue]
        await writer.execute_fetchall("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError) as refused:
            await matches.posts.save_note("long", "x" * 1_000_000)
    player = text_for("en").refusal(refused.value)
    assert str(database) not in player
    assert "Nothing was lost" in player
    assert [record.getMessage() for record in caplog.records if record.name == "longtable"] == [
        f"The disk is full. Nothing was lost; make room on the disk of {database}, then try again."
    ]


@pytest.mark.parametrize(
    ("watched", "edit", "calls"),
    [
        (False, False, ["defer ephemeral=True thinking=True", "edit original"]),
        (True, True, ["defer ephemeral=False thinking=False", "edit original"]),
        (True, False, ["defer ephemeral=False thinking=False", "follow up ephemeral=True"]),
        (False, True, ["defer ephemeral=True thinking=True", "edit original"]),
    ],
)
async def test_what_takes_long_is_deferred_whatever_it_waits_for(
    watched: bool, edit: bool, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the answer then comes otherwise than was promised."""
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    deferred = asyncio.Event()
    asked = interaction(deferred)
    watch(asked, edit=watched)
    await deferred.wait()
    await answer(asked, words("here"), edit=edit)
    assert asked.response.calls == calls


@pytest.mark.parametrize("composed", [False, True])
@pytest.mark.parametrize("late", [False, True])
async def test_what_was_pressed_stays_what_it_is(
    late: bool, composed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message of components has no content, and a classic one cannot become one again."""
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    deferred = asyncio.Event()
    asked = interaction(deferred, composed=composed)
    page = classic_page("here").row(button(Control(1, "menu"), "Go"))
    if late:
        watch(asked, edit=True)
        await deferred.wait()
    await answer(asked, page, edit=True)
    given = asked.response.given
    assert given.get("content") == (None if composed else "here")
    assert ("content" in given) is not composed
    assert [each["type"] for each in given["view"].to_components()] == ([10, 1] if composed else [1])


@pytest.mark.parametrize("late", [False, True])
async def test_what_fits_no_classic_message_comes_beside_it(
    late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list with a button a line, for one; what was pressed stays as it is."""
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    deferred = asyncio.Event()
    asked = interaction(deferred, composed=False)
    if late:
        watch(asked, edit=True)
        await deferred.wait()
    await answer(asked, words("x" * 2500), edit=True)
    assert asked.response.calls[-1] == ("follow up ephemeral=True" if late else "send ephemeral=True")


async def test_a_new_answer_to_a_classic_message_is_one_of_components(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "PATIENCE", 0.0)
    deferred = asyncio.Event()
    asked = interaction(deferred, composed=False)
    watch(asked, edit=False)
    await deferred.wait()
    await answer(asked, words("here"))
    assert asked.response.calls[-1] == "edit original"
    assert "content" not in asked.response.given


async def test_an_answer_and_its_deferral_do_not_meet() -> None:
    """Nothing is deferred while the answer is on its way, and afterwards there is nothing to defer."""
    asked, sending, sent = interaction(asyncio.Event()), asyncio.Event(), asyncio.Event()

    async def slowly(**given: Any) -> None:
        sending.set()
        await sent.wait()
        asked.response.calls.append("sent")

    asked.response.send_message = slowly
    answering = asyncio.create_task(answer(asked, words("here")))
    await sending.wait()
    deferring = asyncio.create_task(defer(asked, edit=False))
    await asyncio.sleep(0)
    sent.set()
    await asyncio.gather(answering, deferring)
    assert asked.response.calls == ["sent"]


@pytest.mark.parametrize(
    "error", [OSError(), TimeoutError(), aiohttp.ClientError(), discord.RateLimited(9.0)]
)
async def test_an_answer_that_cannot_be_sent_is_logged_without_a_traceback(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    asked = interaction(asyncio.Event(), error)
    with caplog.at_level(logging.INFO):
        await answer(asked, words("here"))
        await defer(asked, edit=False)
    assert asked.response.calls == [], "nothing is promised that will not come"
    assert [record.exc_info for record in caplog.records] == [None]


async def test_what_one_person_may_wait_for_has_an_end() -> None:
    """A page that is not made is not begun either."""
    asked, ready = interaction(asyncio.Event()), asyncio.Event()
    asked.client.services.answering = FairLimiter(each=1, waiting=1)
    REQUESTER.set(7)
    begun: list[int] = []

    async def page(number: int) -> Page:
        begun.append(number)
        await ready.wait()
        return words("here")

    tasks = [asyncio.create_task(answer(asked, page(number))) for number in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="one_moment"):
        await tasks[2]
    ready.set()
    await asyncio.gather(*tasks[:2])
    assert begun == [0, 1]


async def test_a_quick_page_is_the_answer() -> None:
    asked = interaction(asyncio.Event())

    async def quick() -> Page:
        return words("here")

    await answer(asked, quick())
    assert asked.response.calls == ["send ephemeral=True"]


def fast(asked: Any) -> Any:
    """The line of who is asked carried files fast lately."""
    for _ in range(IN_A_ROW):
        with asked.client.services.uploads.upload(1000):
            pass
    return asked


def record(size: int = 1000) -> Page:
    return words("here").enclose("record.txt", b"x" * size)


DEFERRED = {
    False: ["defer ephemeral=True thinking=True", "edit original"],
    True: ["defer ephemeral=False thinking=False", "edit original"],
}


@pytest.mark.parametrize("edit", [False, True])
async def test_an_answer_with_a_file_is_deferred_however_quickly_it_is_made(edit: bool) -> None:
    """A slow line needs longer for the file than Discord waits."""
    asked = interaction(asyncio.Event())
    watch(asked, edit=edit)
    await answer(asked, record(), edit=edit)
    assert asked.response.calls == DEFERRED[edit]


@pytest.mark.parametrize(("edit", "calls"), [(False, ["send ephemeral=True"]), (True, ["edit"])])
async def test_on_a_fast_line_an_answer_with_a_file_is_the_first(edit: bool, calls: list[str]) -> None:
    asked = fast(interaction(asyncio.Event()))
    watch(asked, edit=edit)
    await answer(asked, record(), edit=edit)
    assert asked.response.calls == calls


async def test_on_a_fast_line_what_fits_no_classic_message_comes_beside_it_at_once() -> None:
    asked = fast(interaction(asyncio.Event(), composed=False))
    watch(asked, edit=True)
    await answer(asked, record(), edit=True)
    assert asked.response.calls == ["send ephemeral=True"]


@pytest.mark.parametrize("edit", [False, True])
async def test_also_on_a_fast_line_a_large_file_is_deferred(edit: bool) -> None:
    asked = fast(interaction(asyncio.Event()))
    watch(asked, edit=edit)
    await answer(asked, record(10_000), edit=edit)
    assert asked.response.calls == DEFERRED[edit]


@pytest.mark.parametrize("watched", [False, True])
async def test_also_on_a_fast_line_a_file_is_deferred_that_may_come_too_late(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person has waited for a while, or nobody knows for how long."""
    monkeypatch.setattr(answers, "UPLOAD_BEGINS", 0.0)
    asked = fast(interaction(asyncio.Event()))
    if watched:
        watch(asked, edit=False)
    await answer(asked, record())
    assert asked.response.calls == DEFERRED[False]


async def test_an_upload_that_hangs_ends_early_enough_to_be_deferred(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The files come by a request of their own, and the next ones are deferred."""
    monkeypatch.setattr(answers, "UPLOAD_ENDS", 0.0)
    asked = fast(interaction(asyncio.Event()))

    async def hangs(**given: Any) -> None:
        await asyncio.Event().wait()

    asked.response.send_message = hangs
    watch(asked, edit=False)
    await answer(asked, record())
    assert asked.response.calls == DEFERRED[False]
    assert not asked.client.services.uploads.is_sure_to_be_fast(1)


async def test_where_it_cannot_be_deferred_the_file_is_not_sent() -> None:
    asked = interaction(asyncio.Event(), refused(10062))
    await answer(asked, record())
    assert asked.response.calls == []


@pytest.mark.parametrize(
    ("error", "taken"),
    [
        (None, True),
        (refused(40060), True),
        (refused(10062), False),
        (OSError(), False),
        (TimeoutError(), False),
        (discord.RateLimited(9.0), False),
    ],
)
async def test_what_must_not_seem_to_have_failed_is_acknowledged_first(
    error: Exception | None, taken: bool
) -> None:
    """Delivered twice, the other one has acknowledged it."""
    assert await acknowledge(interaction(asyncio.Event(), error), edit=True) is taken


async def test_an_acknowledgement_that_hangs_counts_as_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "ACKNOWLEDGING", 0.0)
    asked = interaction(asyncio.Event())

    async def hangs(**given: Any) -> None:
        await asyncio.Event().wait()

    asked.response.defer = hangs
    assert not await acknowledge(asked, edit=True)


async def test_who_was_answered_too_late_is_seen_to_once() -> None:
    asked = interaction(asyncio.Event(), refused(10062))
    await defer(asked, edit=False)
    await answer(asked, words("late"))
    assert len(asked.late) == 1
    other = interaction(asyncio.Event(), refused(40060))
    await answer(other, words("late"))
    assert other.late == []


@pytest.mark.parametrize("code", [10062, 40060, 50001, 50013, 50083])
async def test_an_answer_that_nobody_waits_for_is_no_trouble(code: int) -> None:
    await answer(interaction(asyncio.Event(), refused(code)), words("late"))


async def test_a_limit_that_does_not_say_for_how_long_is_no_fault_of_ours() -> None:
    """The library knows no such limit."""
    await answer(interaction(asyncio.Event(), KeyError("retry_after")), words("here"))
    with pytest.raises(KeyError):
        await answer(interaction(asyncio.Event(), KeyError("type")), words("here"))


@pytest.mark.parametrize("status", [403, 404])
async def test_a_refusal_without_a_reason_is_no_fault_of_ours(status: int) -> None:
    """404 without one: the interaction's token makes no address."""
    await answer(interaction(asyncio.Event(), refused(0, status)), words("here"))


async def test_other_trouble_is_not_hidden() -> None:
    with pytest.raises(discord.HTTPException):
        await answer(interaction(asyncio.Event(), refused(50035)), words("wrong"))


async def test_what_nobody_caused_is_logged_and_said(
    place: Town, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place.open(2)
    await place.start()

    async def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(place.bot.services.verbs, "handler", lambda verb: broken)
    with caplog.at_level(logging.ERROR, "longtable"):
        pressed = (await place.mover().click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    code = re.search(r"`([0-9a-f]{6})`", said(pressed))
    assert code is not None
    assert pressed.ephemeral
    assert "boom" not in said(pressed)
    assert [record for record in caplog.records if code[1] in record.message and "match 1" in record.message]


async def test_an_incident_names_the_match_of_its_thread(
    env: Env,
    still: Still,
    store: SqliteStore,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where it fails before anybody has said which match is meant."""
    place = Town(env, still, store)
    await place.open(2)
    await place.start()

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(place.bot.services, "reader_of", broken)
    with caplog.at_level(logging.ERROR, "longtable"):
        await place.people[0].slash(place.thread, "match rules")
        await place.people[0].slash(place.square, "match rules", match=1)
        await place.people[0].slash(place.thread, "turns")
    assert [record.getMessage().split(", ")[1] for record in caplog.records] == ["match 1"] * 3


async def test_the_log_names_nobody(
    env: Env, still: Still, store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    place = Town(env, still, store)
    ada = place.people[0]
    await place.open(2)
    await place.start()

    async def broken(*_: object, **__: object) -> Any:
        raise RuntimeError("boom")

    with caplog.at_level(logging.INFO):
        await ada.slash(place.thread, "genial play", move="???")
        place.bot.actions.rules = broken
        await ada.slash(place.thread, "match rules")
        place.bot.services.suggest_matches = broken
        assert await ada.autocomplete(place.square, "match show", "match", "") == []
    told = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("longtable"))
    assert "suggestions for 'match show' failed" in told
    for record in caplog.records:
        if not record.name.startswith("simcord"):
            assert str(ada.id) not in record.getMessage()
            words = re.findall(r"\w+", record.getMessage())
            assert ada.name not in words  # an incident's code may hold the letters


@pytest.mark.parametrize("error", [aiohttp.ClientOSError(104, "reset"), discord.RateLimited(9.0)])
async def test_suggestions_under_which_the_line_breaks_leave_no_traceback(
    place: Town, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    await place.open(2)
    await place.start()

    async def breaks(*_: object, **__: object) -> Any:
        raise error

    monkeypatch.setattr(discord.InteractionResponse, "autocomplete", breaks)
    with caplog.at_level(logging.INFO):
        await place.people[0].autocomplete(place.square, "match show", "match", "")
    assert "suggestions not taken" in caplog.text
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING]


async def test_what_people_cause_leaves_no_traceback(place: Town, caplog: pytest.LogCaptureFixture) -> None:
    await place.open(2)
    await place.start()
    with caplog.at_level(logging.INFO):
        await place.people[3].click(place.turn, custom_id=controls(place.turn, "play")[0])
        await place.mover().slash(place.thread, "genial play", move="???")
        await place.people[0].slash(place.square, "match show", match=4096)
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.WARNING]
