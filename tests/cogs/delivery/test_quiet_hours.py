"""Nothing rings in quiet hours; when they end, one message names all matches that wait."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.games import GAMES
from engine.match.clock import Pace
from engine.match.values import SUMMARY
from tests.cogs.simulated import Town, controls, said

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def sleeps(place: Town, person: Any, hours: float = 5, since: float = 1) -> None:
    """The person's quiet hours began an hour ago."""
    now = place.calendar()
    minute = now.hour * 60 + now.minute
    quiet = (int(minute - since * 60) % 1440, int(minute + hours * 60) % 1440)
    await place.bot.matches.hours.set_habits(person.id, zone="UTC", quiet=quiet)


def rung(place: Town, person: Any) -> list[str]:
    """Return the messages that rang for the person: mentions, and direct messages not sent silently."""
    dm = next(each for each in place.users if each.id == person.id).dm_channel
    found: list[str] = []
    for each in place.env.http_requests:
        if each.method != "POST" or not each.path.endswith("/messages"):
            continue
        body = each.json
        if dm is not None and each.path == f"/channels/{dm.id}/messages":
            if not body.get("flags", 0) & 4096:
                found.append(body["content"])
        elif str(person.id) in body.get("allowed_mentions", {}).get("users", []):
            found.append(body["content"])
    return [each for each in found if "is full" not in each]


def others(place: Town, person: Any) -> Any:
    return next(each for each in place.people[:2] if each is not person)


async def since(place: Town, match: int, person: Any) -> Any:
    situation = await place.bot.matches.queries.situation(match, person.id)
    return situation.deadline


async def asleep_at_a_call(place: Town) -> Any:
    """Both sleep, and a match begins: the one who is asked."""
    for person in place.people[:2]:
        await sleeps(place, person)
    await place.open(2, pace="day")
    await place.start()
    return place.mover()


async def test_a_call_in_quiet_hours_rings_when_they_end(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    assert f"<@{mover.id}> **Génial #1**: your turn – " in said(place.turn), "it is shown"
    assert rung(place, mover) == []
    assert await since(place, 1, mover) is None, "no clock runs for a call that reached nobody"
    expected = (await place.bot.matches.queries.situation(1, mover.id)).times[0].expected
    assert expected is not None
    assert expected - place.calendar() > 3 * DAY + 4 * HOUR, (
        "what is shown is worked out from the night's end"
    )
    await place.live(4 * HOUR)
    assert rung(place, mover) == []
    await place.live(2 * HOUR)
    (told,) = rung(place, mover)
    assert "**Génial #1** · This match is waiting for you, until <t:" in told
    due = await since(place, 1, mover)
    assert abs((due - place.calendar()) - 3 * DAY) < HOUR * 2
    (message,) = place.got(mover, "is waiting for you")
    user = next(each for each in place.users if each.id == mover.id)
    panel = (await user.click(message, custom_id=controls(message, "play")[0])).response
    assert controls(panel, "menu") or controls(panel, "pick") or controls(panel, "go")
    await place.live(DAY)
    assert len(rung(place, mover)) == 1
    assert place.refusals() == []


@pytest.mark.parametrize("ends", [False, True], ids=["answered", "the match is over"])
async def test_what_was_told_in_the_morning_loses_its_button(place: Town, ends: bool) -> None:
    mover = await asleep_at_a_call(place)
    await place.live(6 * HOUR)
    (message,) = place.got(mover, "is waiting for you")
    assert controls(message, "play")
    if ends:
        await place.bot.matches.moderation.end(1, place.people[2].id, 999_001)
    while not ends and await place.bot.matches.queries.waiting_for(mover.id):
        offers = await mover.autocomplete(place.thread, "genial play", "move", "")
        await mover.slash(place.thread, "genial play", move=offers[0]["value"])
        await place.settle()
    await place.live(HOUR)
    (message,) = place.got(mover, "is waiting for you")
    assert not controls(message, "play")
    assert place.refusals() == []


async def test_one_message_names_all_matches(place: Town) -> None:
    for person in place.people[:2]:
        await sleeps(place, person)
    for _ in range(3):
        await place.open(2, pace="day")
        await place.start()
    waiting = {each: await place.bot.matches.queries.waiting_for(each.id) for each in place.people[:2]}
    assert sum(map(len, waiting.values())) == 3
    await place.live(6 * HOUR)
    for person, matches in waiting.items():
        told = rung(place, person)
        assert len(told) == bool(matches)
        for match in matches:
            assert f"Génial #{match}" in told[0]
            assert await since(place, match, person) is not None
    await place.live(DAY)
    assert sum(len(rung(place, person)) for person in waiting) == sum(map(bool, waiting.values()))


async def test_who_is_awake_is_called_at_once(place: Town) -> None:
    """One message calls several: it rings for those who are not asleep."""
    await sleeps(place, place.people[0])
    await place.open(2, game="genesia", pace="day")
    await place.start()
    asleep, awake = place.people[:2]
    assert len(rung(place, awake)) == 1
    assert rung(place, asleep) == []
    assert await since(place, 1, awake) is not None
    assert await since(place, 1, asleep) is None
    await place.live(6 * HOUR)
    assert len(rung(place, asleep)) == 1
    assert len(rung(place, awake)) == 1


async def test_who_plays_at_night_hears_nothing_in_the_morning(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    while mover.id in {  # a turn may have several steps
        (await place.bot.matches.loader.get(1)).occupants[seat].person
        for seat in (await place.bot.matches.queries.situation(1, None)).pending
    }:
        offers = await mover.autocomplete(place.thread, "genial play", "move", "")
        await mover.slash(place.thread, "genial play", move=offers[0]["value"])
        await place.settle()
    await place.live(6 * HOUR)
    assert rung(place, mover) == []
    assert len(rung(place, others(place, mover))) == 1


async def test_a_closed_inbox_is_called_at_the_table(place: Town) -> None:
    place.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    mover = await asleep_at_a_call(place)
    before = place.turn
    await place.live(6 * HOUR)
    (told,) = rung(place, mover)
    assert told.startswith(f"<@{mover.id}> **Génial #1**: your turn")
    assert place.turn.id != before.id
    assert [each for each in place.thread.history() if controls(each, "play")] == [place.turn]
    assert await since(place, 1, mover) is not None


@pytest.mark.parametrize("by", ["night", "pause"])
async def test_whom_the_table_calls_does_not_tell_who_has_chosen(place: Town, by: str) -> None:
    """No inbox is open. One of three has chosen in secret before all are called to what they are asked."""
    place.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    matches, (ada, basile, chloe, _) = place.bot.matches, place.people
    if by == "night":
        for person in (basile, chloe):
            await sleeps(place, person)
    await place.open(3, game="genesia", players="3", pace="day")
    await place.start()
    before = {person.id: len(rung(place, person)) for person in (basile, chloe)}
    chosen = (await matches.queries.situation(1, basile.id)).moves[0]
    await matches.moves.play(1, basile.id, str(chosen), None, 999_999)
    await place.settle()
    if by == "pause":
        until = place.calendar() + DAY
        for number, person in enumerate((ada, basile, chloe)):
            await matches.pauses.pause(1, person.id, until, 888_000 + number)
        assert (await matches.queries.situation(1, None)).paused_until is not None
        await place.live(DAY + HOUR)
    await place.live(6 * HOUR)
    for person in (basile, chloe):
        assert len(rung(place, person)) == before[person.id] + 1
    assert (await matches.queries.situation(1, None)).round is not None


async def test_quiet_hours_that_are_moved_on_and_on_hold_no_clock(place: Town) -> None:
    """They count from the next call: nothing rings in the new ones, but the time runs."""
    mover = await asleep_at_a_call(place)
    await place.live(4 * HOUR, HOUR)
    await sleeps(place, mover, hours=9)
    await place.live(3 * HOUR, HOUR)
    assert await since(place, 1, mover) is not None
    assert rung(place, mover) == []
    for _ in range(3):
        await sleeps(place, mover, hours=9)
        await place.live(8 * HOUR, HOUR)
    assert rung(place, mover) == []
    await place.live(4 * HOUR, HOUR)
    assert len(rung(place, mover)) == 1


async def test_nothing_is_forgotten_by_a_restart(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    await place.restart()
    assert await place.bot.matches.upkeep.reconcile() == 0, "what is held back is not missing"
    await place.live(6 * HOUR)
    assert len(rung(place, mover)) == 1


async def test_a_message_of_which_nothing_was_heard_is_not_sent_twice(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in place.people[:2]:
        await sleeps(place, person)
    for _ in range(3):
        await place.open(2, pace="day")
        await place.start()
    messenger = place.bot.courier._announcer.messenger  # pyright: ignore[reportPrivateUsage]
    send = messenger.send

    async def unheard(*args: Any, **given: Any) -> int:
        await send(*args, **given)
        raise TimeoutError

    monkeypatch.setattr(messenger, "send", unheard)
    place.calendar.ahead += 5.5 * HOUR
    await place.settle()
    counts = [len(rung(place, person)) for person in place.people[:2]]
    await place.restart()
    await place.live(HOUR, HOUR / 30)
    assert [len(rung(place, person)) for person in place.people[:2]] == counts
    assert max(counts) == 1
    for person in place.people[:2]:
        for match in await place.bot.matches.queries.waiting_for(person.id):
            assert await since(place, match, person) is not None


async def test_a_lost_row_is_worked_out_anew(place: Town) -> None:
    mover = await asleep_at_a_call(place)
    held = await place.store.notices_to(mover.id, SUMMARY)
    assert [each.match for each in held] == [1]
    store: Any = place.store
    await store._write_one("DELETE FROM outbox WHERE kind = ?", (SUMMARY,))
    assert await place.bot.matches.upkeep.reconcile() == 1
    await place.live(6 * HOUR)
    assert len(rung(place, mover)) == 1
    assert await since(place, 1, mover) is not None
    assert await place.bot.matches.upkeep.reconcile() == 0


async def test_a_reminder_waits_for_the_morning_too(place: Town) -> None:
    await place.open(2, pace="day")
    await place.start()
    mover = place.mover()
    await place.live(2.3 * DAY)
    await sleeps(place, mover)
    await place.live(0.2 * DAY, HOUR)
    assert len(rung(place, mover)) == 1, "the call"
    await place.live(2 * HOUR, HOUR)
    call, reminder = rung(place, mover)
    assert "your turn" in call
    assert "is waiting for you, until <t:" in reminder


async def test_calls_once_a_day_delay_no_clock(place: Town) -> None:
    for person in place.people[:2]:
        shown = (await person.slash(place.square, "me", calls="daily")).response
        assert "once a day" in said(shown)
    for _ in range(2):
        await place.open(2, pace="day")
        await place.start()
    for person in place.people[:2]:
        assert rung(place, person) == []
        for match in await place.bot.matches.queries.waiting_for(person.id):
            due = await since(place, match, person)
            assert due is not None, "the clock runs, though nothing rang"
    await place.live(DAY, HOUR)
    for person in place.people[:2]:
        told = rung(place, person)
        waiting = await place.bot.matches.queries.waiting_for(person.id)
        assert len(told) == bool(waiting)
        assert all(f"Génial #{match}" in told[0] for match in waiting)


@pytest.mark.parametrize("pace", ["lively", "1d 12h"])
async def test_the_last_day_waits_for_no_summary(place: Town, pace: str) -> None:
    for person in place.people[:2]:
        await person.slash(place.square, "me", calls="daily")
    await place.open(2, pace=pace)
    await place.start()
    assert len(rung(place, place.mover())) == 1


async def test_a_muted_match_rings_no_more(place: Town) -> None:
    await place.open(2, pace="day")
    await place.start()
    mover = place.mover()
    other = others(place, mover)
    shown = (await other.slash(place.square, "me", mute=1)).response
    assert "**Muted**: #1" in said(shown)
    offers = await mover.autocomplete(place.thread, "genial play", "move", "")
    panel = (await mover.slash(place.thread, "genial play", move=offers[0]["value"])).response
    while not (await place.bot.matches.queries.waiting_for(other.id)):
        (choice, *_) = controls(panel, "go")
        panel = (await mover.click(panel, custom_id=choice)).response
    await place.live(2.9 * DAY)
    assert rung(place, other) == []
    assert place.told(f"<@{other.id}> **Génial #1**: your turn"), "it is shown as ever"
    assert await since(place, 1, other) is not None
    shown = (await other.slash(place.square, "me", mute=1)).response
    assert "Muted" not in said(shown)
    await place.people[2].slash(place.square, "me", mute=1)
    assert place.refusals() == ["not_seated"]


# Leave


async def away_at_a_call(place: Town, days: int, pace: str = "day") -> Any:
    """Both go on leave, and a match begins: the one who is asked."""
    today = place.calendar().date()
    for click, person in enumerate(place.people[:2], 1):
        await place.bot.matches.hours.set_habits(person.id, zone="UTC", quiet=None)
        await place.bot.matches.hours.take_leave(person.id, today, today + days * DAY, click)
    await place.open(2, pace=pace)
    await place.start()
    return place.mover()


async def test_a_call_during_leave_rings_when_it_is_over(place: Town) -> None:
    mover = await away_at_a_call(place, 3)
    matches = place.bot.matches
    assert f"<@{mover.id}> **Génial #1**: your turn – " in said(place.turn), "it is shown"
    (leave,) = (await matches.hours.hours(mover.id)).leaves
    for _ in range(6):
        assert await matches.upkeep.reconcile() == 0, "what is held back is not lost"
        await place.live(10 * HOUR)
        assert rung(place, mover) == []
        assert await since(place, 1, mover) is None, "no clock runs for a call that reached nobody"
    await place.live(leave.ends - place.calendar() + HOUR)
    (told,) = rung(place, mover)
    assert "**Génial #1** · This match is waiting for you, until <t:" in told
    due = await since(place, 1, mover)
    assert due is not None
    assert due >= leave.ends + 3 * DAY
    await place.live(DAY)
    assert len(rung(place, mover)) == 1


async def test_who_is_back_early_hears_at_once(place: Town) -> None:
    mover = await away_at_a_call(place, 9)
    await place.live(14 * HOUR)
    assert rung(place, mover) == []
    await place.bot.matches.hours.end_leave(mover.id)
    await place.live(HOUR, HOUR)
    assert len(rung(place, mover)) == 1
    assert await since(place, 1, mover) is not None


async def test_a_table_that_knows_no_leave_rings(place: Town) -> None:
    mover = await away_at_a_call(place, 5, "open")
    assert rung(place, mover) == [], "without a clock nothing hurries either"
    today = place.calendar().date()
    for click, person in enumerate(place.people[2:4], 100):
        await place.bot.matches.hours.set_habits(person.id, zone="UTC", quiet=None)
        await place.bot.matches.hours.take_leave(person.id, today, today + 5 * DAY, click)
    first, other = place.people[2:4]
    options = GAMES["genial"].Options()
    where, pace = (await place.bot.matches.loader.get(1)).venue, Pace.read("day -leave")
    match = await place.bot.matches.lobbies.open("genial", options, 2, first.id, "c", where, 300, pace=pace)
    await place.bot.matches.lobbies.join(match.id, other.id, "d", 301)
    await place.bot.matches.lobbies.start(match.id, first.id, 302)
    await place.settle()
    assert len(rung(place, first)) + len(rung(place, other)) == 1
