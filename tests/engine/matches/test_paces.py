"""Another pace by agreement: an entry of the log, which holds from each seat's next call."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engine.game import Refusal, Seat
from engine.match.clock import PACES, Pace, SeatClock, with_pace
from engine.record import read, verify, write
from engine.store import CodeLevels
from harness.postgres import BOTH
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table

DAY = timedelta(days=1)
WEEK, LIVELY = PACES["week"], PACES["lively"]

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


async def started(table: Table, *others: int, pace: str = "day") -> int:
    lobbies = table.matches.lobbies
    match = await lobbies.open(
        "auction", AuctionOptions(3), 1 + len(others), ANN, "Ann", PLACE, table.click, pace=Pace.read(pace)
    )
    for other in others:
        await lobbies.join(match.id, other, f"Person {other}", table.click)
    await lobbies.start(match.id, ANN, table.click)
    return match.id


async def called(table: Table, match: int) -> None:
    """Deliver the calls of all who are asked."""
    situation = await table.matches.queries.situation(match, None)
    for call in () if situation.round is None else situation.round.calls:
        await table.matches.seat_clocks.note_delivered(match, call.seat, call.number)


async def agree(table: Table, match: int, person: int, pace: Pace) -> Any:
    return await table.matches.paces.change_pace(match, person, pace, table.click)


async def test_it_holds_once_all_agree_and_is_an_entry(table: Table) -> None:
    match = await started(table, BOB)
    assert (await agree(table, match, ANN, WEEK)).pace == PACES["day"]
    situation = await table.matches.queries.situation(match, None)
    assert situation.pace_asked == (WEEK, (ANN,))
    assert (await agree(table, match, BOB, WEEK)).pace == WEEK
    last = (await table.store.entries(match))[-1]
    assert (last.kind, last.seat, last.text, last.by, last.drawn) == ("pace", None, "week", BOB, ())
    again = table.again()
    assert (await again.loader.get(match)).pace == WEEK
    assert (await again.queries.situation(match, ANN)).paced == last.number
    await again.close()


async def test_calls_that_run_keep_their_deadlines_and_the_next_ones_have_the_new_times(table: Table) -> None:
    match = await started(table, BOB)
    await called(table, match)
    before = [each.deadline for each in (await table.matches.queries.situation(match, None)).times]
    assert all(before)
    for person in (ANN, BOB):
        await agree(table, match, person, LIVELY)
    situation = await table.matches.queries.situation(match, None)
    assert [each.deadline for each in situation.times] == before
    table.clock.pass_(3600)
    await table.play(match, ANN, "bid 4")
    stored = await table.store.match(match)
    assert stored is not None
    assert stored.clock(0).left == DAY, "no more in hand than the new pace has"


async def test_a_seat_that_is_not_called_keeps_its_share(table: Table) -> None:
    assert table
    half = SeatClock(1.5 * DAY)
    assert with_pace(half, PACES["day"], WEEK).left == 3.5 * DAY
    assert with_pace(SeatClock(7 * DAY), WEEK, LIVELY).left == DAY
    running = SeatClock(2 * DAY, number=4)
    assert with_pace(running, PACES["day"], LIVELY) == running


async def test_another_proposal_counts_anew_and_ones_own_pace_withdraws(table: Table) -> None:
    match = await started(table, BOB, CEE)
    await agree(table, match, ANN, WEEK)
    await agree(table, match, BOB, LIVELY)
    queries = table.matches.queries
    assert (await queries.situation(match, None)).pace_asked == (LIVELY, (BOB,))
    await agree(table, match, ANN, LIVELY)
    await agree(table, match, ANN, LIVELY)
    assert (await queries.situation(match, None)).pace_asked == (LIVELY, (ANN, BOB))
    await agree(table, match, CEE, PACES["day"])
    assert (await queries.situation(match, None)).pace_asked is None
    assert (await table.matches.loader.get(match)).pace == PACES["day"]


async def test_weekends_and_leave_stay_as_they_are(table: Table) -> None:
    match = await started(table, BOB, pace="day weekends -leave")
    for person in (ANN, BOB):
        await agree(table, match, person, WEEK)
    assert str((await table.matches.loader.get(match)).pace) == "week weekends -leave"
    assert (await table.store.entries(match))[-1].text == "week weekends -leave"


async def test_a_click_acts_once(table: Table) -> None:
    match = await started(table, BOB)
    click = table.click
    for _ in range(2):
        await table.matches.paces.change_pace(match, ANN, WEEK, click)
    await agree(table, match, BOB, WEEK)
    await table.matches.paces.change_pace(match, ANN, WEEK, click)
    assert len(await table.store.entries(match)) == 2


async def test_the_record_has_it_and_verifies(table: Table) -> None:
    match = await table.started("steady", target=1)
    open_ = await started(table, BOB)
    for person in (ANN, BOB):
        await agree(table, open_, person, Pace.read("96h+24h"))
    assert match
    for person in (ANN, BOB):
        await table.matches.departures.cancel(open_, person, table.click)
    text = await table.matches.queries.record(open_)
    assert " pace - - " in text
    record = read(text)
    verify(record, AUCTION)
    assert write(record) == text


async def test_bad_input_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    match, open_ = await started(table, BOB), await table.started(BOB)
    for where, person, pace, code in (
        (match, CEE, WEEK, "not_seated"),
        (match, ANN, PACES["open"], "pace_no_clock"),
        (open_, ANN, WEEK, "no_clocks"),
    ):
        with pytest.raises(Refusal, match=code):
            await agree(table, where, person, pace)
    monkeypatch.setattr(type(table.store), "code_levels", CodeLevels(7, 6, 7))
    with pytest.raises(Refusal, match="no_pace_yet"):
        await agree(table, match, ANN, WEEK)
    assert (await table.matches.queries.situation(match, None)).pace_asked is None


async def test_a_person_who_is_forgotten_agrees_to_nothing(table: Table) -> None:
    match = await started(table, BOB, CEE)
    await agree(table, match, CEE, WEEK)
    kept = await table.matches.forgetting.kept_of(CEE)
    assert [each["agreed_to_pace"] for each in kept["matches"]] == [True]
    await table.matches.forgetting.forget(CEE)
    stored = await table.store.match(match)
    assert stored is not None
    assert CEE not in stored.row_state.pace_agreed
    assert Seat(0) == 0
