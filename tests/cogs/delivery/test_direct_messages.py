"""A refused direct message concerns its person, the bot as a whole, or nothing."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from cogs.answering.failures import FLAGGED, OPENING_TOO_FAST
from cogs.delivery.breakers import INBOX_BACK_OFFS
from tests.cogs.delivery.test_courier import direct, moves
from tests.cogs.simulated import Town, controls, said

OPENING = "/users/@me/channels"
CLOSED = "cannot send you direct messages"


async def inboxes(place: Town) -> list[bool]:
    """Return, for each of the first two players, if their inbox counts as closed."""
    return [(await place.bot.matches.people.person(each.id)).dm_closed for each in place.people[:2]]


def clocked(place: Town, monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """The bot's clock, put on by the last of these."""
    ahead, now = [timedelta()], place.bot.matches.now
    keeper = place.bot.matches.timekeeper
    monkeypatch.setattr(place.bot.matches, "now", lambda: now() + ahead[-1])
    monkeypatch.setattr(keeper, "now", lambda: now() + ahead[-1])
    return ahead


def openings(place: Town) -> int:
    return sum(each.path == OPENING for each in place.env.http_requests)


@pytest.mark.parametrize("code", [50007, 50278])
async def test_an_inbox_that_is_closed_is_remembered_until_its_owner_writes_there(
    place: Town, code: int
) -> None:
    place.env.inject_error("POST", OPENING, status=403, code=code, times=2)
    await place.open(2)
    await place.start()
    mover, turn = place.mover(), place.turn
    assert (await place.bot.matches.people.person(mover.id)).dm_closed
    assert CLOSED in said((await mover.click(turn, custom_id=controls(turn, "play")[0])).response)
    await place.bot.services.people.notice(mover.id, dm_closed=False)  # as a press in the direct channel does
    other = await moves(place, mover)
    assert await moves(place, other) is mover
    assert await place.bot.matches.posts.post(1, "hand", mover.id) is not None
    assert not (await place.bot.matches.people.person(mover.id)).dm_closed


@pytest.mark.parametrize("code", [OPENING_TOO_FAST, FLAGGED])
async def test_where_discord_lets_the_bot_write_to_nobody_direct_messages_wait(
    place: Town, code: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody's inbox counts as closed, the host is told once; then everything arrives once."""
    ahead = clocked(place, monkeypatch)
    place.env.inject_error("POST", OPENING, status=403, code=code, times=1)
    await place.open(2)
    await place.start()
    mover, turn = place.mover(), place.turn
    answer = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    assert CLOSED not in said(answer)
    assert openings(place) == 1
    other = await moves(place, mover)
    mover = await moves(place, other)
    assert openings(place) == 1, "nothing is tried while they wait"
    assert await inboxes(place) == [False, False]
    alerts = [record for record in caplog.records if record.name == "longtable.inbox"]
    assert [record.levelno for record in alerts] == [logging.ERROR]
    assert str(code) in alerts[0].getMessage()
    ahead.append(timedelta(seconds=2.01 * INBOX_BACK_OFFS[code][0]))
    await place.settle()
    (panel,) = await direct(place, mover)
    assert controls(panel, "menu")
    assert await direct(place, other) == [], "what was answered meanwhile is not asked any more"
    assert await inboxes(place) == [False, False]
    await moves(place, mover)
    assert controls((await direct(place, other))[-1], "menu"), "all is as before"


async def test_one_finds_out_whether_the_pause_is_over(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the pause grows while it is not."""
    ahead = clocked(place, monkeypatch)
    place.env.inject_error("POST", OPENING, status=403, code=OPENING_TOO_FAST, times=None)
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()  # both have something to choose in private
    tried, first = openings(place), INBOX_BACK_OFFS[OPENING_TOO_FAST][0]
    for seconds in (2 * first, 6 * first, 14 * first):
        ahead.append(timedelta(seconds=seconds + 1))
        await place.settle()
        tried += 1
        assert openings(place) == tried
    place.env.backend.faults.clear()
    for seconds in (31 * first, 42 * first):
        ahead.append(timedelta(seconds=seconds))
        await place.settle()
    for person in place.people[:2]:
        assert len(await direct(place, person)) == 1
    assert await inboxes(place) == [False, False]


@pytest.mark.parametrize(("status", "code"), [(403, 0), (403, 40333), (429, 0)])
async def test_a_refusal_without_a_reason_means_later(
    place: Town, status: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as comes from what stands before Discord."""
    ahead = clocked(place, monkeypatch)
    await place.open(2)
    place.env.inject_error("POST", OPENING, status=status, code=code, times=1)
    await place.start()
    mover = place.mover()
    assert await inboxes(place) == [False, False]
    ahead.append(timedelta(minutes=1))
    await place.settle()
    assert len(await direct(place, mover)) == 1
    assert await inboxes(place) == [False, False]


async def test_what_is_refused_for_a_reason_of_its_own_closes_no_inbox(place: Town) -> None:
    place.env.inject_error("POST", OPENING, status=403, code=50001, times=1)
    await place.open(2)
    await place.start()
    mover = place.mover()
    assert await direct(place, mover) == []
    assert await inboxes(place) == [False, False]
    mover = await moves(place, await moves(place, mover))
    assert len(await direct(place, mover)) == 1, "the next question is tried again"
