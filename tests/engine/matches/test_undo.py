"""Undo: a step, a turn, with the agreement of all others; no draw is repeated."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.game import Event, Seat
from engine.match.log import Log
from engine.match.replay import rebuild
from engine.match.undo import way_back
from engine.match.values import Entry
from engine.matches import Matches
from engine.record import BadRecord, read, replay, verify, write
from engine.store.sqlite import SqliteStore
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.bazaar import BAZAAR
from tests.engine.match.test_fold import SCRIPT, folded
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table, refuses
from tests.engine.matches.test_rounds import Bazaars
from tests.engine.matches.timed import HOUR, Timed


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Table]:
    table = Table(store)
    yield table
    await table.matches.close()


@pytest.fixture
async def bazaars(store: SqliteStore) -> AsyncIterator[Bazaars]:
    table = Bazaars(store)
    yield table
    await table.matches.close()


@pytest.fixture
async def timed(store: SqliteStore) -> AsyncIterator[Timed]:
    table = Timed(store)
    yield table
    await table.matches.close()


async def rolled(table: Table, target: int = 99) -> int:
    """Return a match in which Ann has won the bids and rolled the die."""
    match = await table.started(BOB, target=target)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5"), (ANN, "roll")):
        await table.play(match, person, text)
    return match


async def wish(table: Table, match: int) -> int:
    found = (await table.matches.loader.get(match)).undo
    assert found is not None
    return found.call


async def state(table: Table, match: int) -> object:
    return (await table.matches.loader.load_started(match))[1].fold.state


async def check_log(table: Table, match: int) -> None:
    """Check that the log in the database leads to the cached state."""
    cached, log = await table.matches.loader.load_started(match)
    fold, events = rebuild(log.game, cached.options, cached.stored.size, await table.store.entries(match))
    assert (fold, events) == (log.fold, log.events)


async def test_undone_moves_are_not_in_the_playback(table: Table) -> None:
    match = await rolled(table)
    before, seen = await table.matches.queries.playback(match, BOB)
    assert len(seen) > 1
    assert seen[-1].view == before.view
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    after, again = await table.matches.queries.playback(match, BOB)
    assert again[-1].view == after.view
    assert seen[-1].view not in [shot.view for shot in again]
    _, whole = await table.matches.queries.course(match, BOB)
    assert whole[-1].view == after.view
    # A die may show what changes nothing: the view alone does not tell.
    assert not any(event.code == "auction.gained" for scene in whole for event in scene.events)


async def test_all_others_must_agree(table: Table) -> None:
    match = await table.started(BOB, CEE, target=99)
    for person, text in ((CEE, "bid 1"), (BOB, "bid 2"), (ANN, "bid 5")):
        await table.play(match, person, text)
    won = await state(table, match)
    await table.play(match, ANN, "roll")
    answer = await table.matches.undo.undo(match, ANN, table.click)
    assert (answer.done, answer.waiting) == (False, (BOB, CEE))
    call = await wish(table, match)
    with refuses("undo_own"):
        await table.matches.undo.agree_undo(match, ANN, call, table.click)
    with refuses("undo_own"):
        await table.matches.undo.undo(match, ANN, table.click)
    with refuses("undo_asked"):
        await table.matches.undo.undo(match, CEE, table.click)
    with refuses("not_seated"):
        await table.matches.undo.agree_undo(match, 99, call, table.click)
    await table.notices()
    for told in (["undo"], []):
        answer = await table.matches.undo.agree_undo(match, BOB, call, table.click)
        assert (answer.done, answer.waiting) == (False, (CEE,))
        assert [kind for kind, _, _ in await table.notices()] == told, "once"
    click = table.click
    answer = await table.matches.undo.agree_undo(match, CEE, call, click)
    assert answer.done
    assert (await table.matches.undo.agree_undo(match, CEE, call, click)).done, "delivered twice"
    assert await state(table, match) == won
    *_, last = await table.store.entries(match)
    assert (last.kind, last.seat, last.text, last.drawn) == ("undo", 0, "to 3 with 1,2", ())
    assert (await table.matches.loader.get(match)).undo is None
    with refuses("undo_over"):
        await table.matches.undo.agree_undo(match, CEE, call, table.click)
    await check_log(table, match)


def test_a_move_that_led_to_its_own_call_is_no_step_within_it() -> None:
    """Ann had chosen before Bob, and all saw what he chose: she is asked before he chooses again."""
    fold = folded(["AB", "A: B", "B: B"])
    assert (fold.seats[1].call_entry, fold.seats[1].last_move) == (2, 2)
    at = datetime(2026, 11, 23, tzinfo=UTC)
    entries = [Entry(number, "move", Seat(0), "", (), at, BOB, "") for number in range(3)]
    told = (Event("script.moved", Seat(1)),)
    log = Log(SCRIPT, fold, entries, [(), told, told], b"")
    assert way_back(log, Seat(1), BOB, 1, before_chance=False) == (0, False)


async def test_an_undone_draw_is_drawn_anew(store: SqliteStore) -> None:
    """The stream of chance goes by the entry's number, and numbers are never used twice."""
    table = Table(store, seed=lambda: b"\x05" * 32)
    match = await rolled(table)
    drawn: list[int] = []
    for _ in range(12):
        drawn += (await table.store.entries(match))[-1].drawn
        await table.matches.undo.undo(match, ANN, table.click)
        await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
        await table.play(match, ANN, "roll")
    assert len(set(drawn)) == 3
    await table.matches.close()


async def test_a_record_with_undone_turns_replays_and_verifies(table: Table) -> None:
    match = await rolled(table, target=3)
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    await table.play(match, ANN, "take")
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    found = await table.finished(match)
    text = await table.matches.queries.record(match)
    record = read(text)
    assert write(record) == text
    assert [line.text for line in record.lines if line.kind == "undo"] == ["to 2 with 1", "to 4 with 1"]
    assert replay(record, AUCTION) == verify(record, AUCTION)
    assert found.entries == len(record.lines)
    for wrong in (
        text.replace("to 4 with 1", "to 3 with 1"),  # nobody goes back to an undone entry
        text.replace("to 4 with 1", "to 0 with 1"),  # another position
        text.replace("to 2 with 1", "to 2 with 9"),
        text.replace("to 2 with 1", "to 7 with 1"),
        text.replace("to 2 with 1", "to 02 with 1"),
    ):
        with pytest.raises(BadRecord):
            verify(read(wrong), AUCTION)


async def test_playing_on_or_waiting_a_day_lets_the_wish_lapse(table: Table) -> None:
    match = await rolled(table)
    await table.matches.undo.undo(match, ANN, table.click)
    call = await wish(table, match)
    await table.play(match, BOB, "bid 0")
    assert (await table.matches.loader.get(match)).undo is None
    with refuses("undo_over"):
        await table.matches.undo.agree_undo(match, BOB, call, table.click)
    await table.matches.undo.undo(match, ANN, table.click)
    call = await wish(table, match)
    table.clock.pass_(24 * 3600 - 1)
    await table.automatic()
    assert await wish(table, match) == call
    table.clock.pass_(1)
    with refuses("undo_over"):
        await table.matches.undo.agree_undo(match, BOB, call, table.click)
    await table.notices()
    await table.automatic()
    assert (await table.matches.loader.get(match)).undo is None
    assert await table.notices() == [("undo", 0, 5)]
    assert await table.store.timers(match) == []


async def test_another_may_decline_and_who_asked_may_withdraw(table: Table) -> None:
    match = await rolled(table)
    await table.notices()
    for person, told in ((ANN, ("undo", 0, 4)), (BOB, ("kept", 1, 4))):
        await table.matches.undo.undo(match, ANN, table.click)
        assert await table.notices() == [("undo", 0, 4)]
        await table.matches.undo.decline_undo(match, person, await wish(table, match), table.click)
        assert await table.notices() == [told]
        assert (await table.matches.loader.get(match)).undo is None
        assert await table.store.timers(match) == []
    assert (await table.matches.loader.get(match)).entries == 4


async def test_an_agreement_is_to_the_request_that_was_shown(table: Table) -> None:
    """A larger request that replaces a smaller one, made by somebody in league, has another button."""
    match = await table.started(BOB, CEE)
    for person, text in ((BOB, "bid 2"), (CEE, "bid 1"), (ANN, "bid 5"), (ANN, "roll")):
        await table.play(match, person, text)
    await table.matches.undo.undo(match, ANN, table.click)
    call = await wish(table, match)
    await table.matches.undo.decline_undo(match, ANN, call, table.click, Seat(0))
    await table.matches.undo.undo(match, BOB, table.click)
    assert await wish(table, match) == call, "nothing was called meanwhile"
    for answer in (table.matches.undo.agree_undo, table.matches.undo.decline_undo):
        with refuses("undo_over"):
            await answer(match, CEE, call, table.click, Seat(0))
    found = (await table.matches.loader.get(match)).undo
    assert found is not None
    assert (found.seat, found.agreed) == (1, ())
    assert not (await table.matches.undo.agree_undo(match, CEE, call, table.click, Seat(1))).done


async def test_the_clock_of_an_undone_step_is_looked_at_as_before(timed: Timed) -> None:
    match = await timed.started(BOB)
    await timed.carry()
    await timed.moves(match, (ANN, "pick 0"), (BOB, "pick 0"))
    await timed.carry()
    before = await timed.looks(match)
    assert set(before) == {Seat(0)}
    await timed.play(match, ANN, "buy")
    assert (await timed.matches.undo.undo(match, ANN, timed.click)).done
    assert await timed.looks(match) == before


async def test_declined_undos_are_remembered_for_each_seat(table: Table) -> None:
    match = await rolled(table)
    for person, other in ((BOB, ANN), (ANN, BOB)):
        await table.matches.undo.undo(match, person, table.click)
        await table.matches.undo.decline_undo(match, other, await wish(table, match), table.click)
    for person in (ANN, BOB):
        with refuses("undo_kept"):
            await table.matches.undo.undo(match, person, table.click)


async def test_a_turn_that_was_rather_kept_is_not_asked_for_again(table: Table) -> None:
    match = await rolled(table)
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.decline_undo(match, BOB, await wish(table, match), table.click)
    assert not await table.matches.undo.has_something_to_undo(match, ANN)
    await table.notices()
    with refuses("undo_kept"):
        await table.matches.undo.undo(match, ANN, table.click)
    assert await table.notices() == [], "nobody is told"
    again: Matches = table.again()
    with refuses("undo_kept"):
        await again.undo.undo(match, ANN, table.click)
    await again.close()
    await table.play(match, BOB, "bid 0")
    with refuses("undo_kept"):
        await table.matches.undo.undo(match, ANN, table.click)
    await table.play(match, ANN, "bid 1")
    for person in (BOB, ANN):  # another person's turn, or the next one, may be requested
        assert await table.matches.undo.has_something_to_undo(match, person)
        await table.matches.undo.undo(match, person, table.click)
        await table.matches.undo.decline_undo(match, person, await wish(table, match), table.click)


async def test_a_turn_undone_by_a_moderator_may_be_undone_when_played_anew(table: Table) -> None:
    match = await rolled(table)
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.decline_undo(match, BOB, await wish(table, match), table.click)
    await table.matches.undo.undo_as_moderator(match, 77, table.click)
    await table.play(match, ANN, "roll")
    await table.matches.undo.undo(match, ANN, table.click)
    assert await wish(table, match)


async def test_against_robots_alone_it_is_done_at_once(table: Table) -> None:
    match = await table.started("random", target=99)
    await table.automatic()
    await table.play(match, ANN, "bid 5")
    before = await state(table, match)
    await table.play(match, ANN, "roll")
    await table.automatic()
    assert (await table.matches.undo.undo(match, ANN, table.click)).done
    assert await state(table, match) == before
    assert [(one.kind, one.text) for one in (await table.store.entries(match))[-1:]] == [("undo", "to 2")]
    now = await table.matches.queries.situation(match, None)
    assert now.round is not None
    assert [one.rings(1) for one in now.round.calls] == [False], "her own press has led there: nobody is rung"
    await table.play(match, ANN, "take")
    await check_log(table, match)


async def test_a_table_may_be_opened_so_that_chance_stays(table: Table) -> None:
    opened = await table.matches.lobbies.open(
        "auction", AuctionOptions(99), 2, ANN, "Ann", PLACE, table.click, before_chance=True
    )
    match = opened.id
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5")):
        await table.play(match, person, text)
    with refuses("undo_chance"):
        await table.matches.undo.undo(match, BOB, table.click)  # all has been revealed
    await table.play(match, ANN, "take")
    assert not (await table.matches.undo.undo(match, ANN, table.click)).done
    await table.matches.undo.decline_undo(match, BOB, await wish(table, match), table.click)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5"), (ANN, "roll")):
        await table.play(match, person, text)
    with refuses("undo_chance"):
        await table.matches.undo.undo(match, ANN, table.click)
    assert (await table.matches.loader.get(match)).before_chance


async def test_a_sealed_choice_is_changed_instead(table: Table) -> None:
    match = await table.started(BOB, target=99)
    with refuses("undo_nothing"):
        await table.matches.undo.undo(match, ANN, table.click)
    await table.play(match, ANN, "bid 5")
    with refuses("undo_sealed"):
        await table.matches.undo.undo(match, ANN, table.click)
    await table.play(match, BOB, "bid 2")
    await table.matches.undo.undo(match, BOB, table.click)
    await table.matches.undo.agree_undo(match, ANN, await wish(table, match), table.click)
    # All choose anew: nobody learns who had chosen first.
    situation = await table.matches.queries.situation(match, None)
    assert situation.pending == (0, 1)
    assert situation.round is not None
    assert situation.round.chosen == 0


async def test_a_step_of_ones_own_turn_goes_back_at_once(bazaars: Bazaars) -> None:
    match = await bazaars.trading(BOB)
    call = (await bazaars.round(match)).call_number
    before = await state(bazaars, match)
    await bazaars.moves(match, (ANN, "buy"))
    assert (await bazaars.matches.undo.undo(match, ANN, bazaars.click)).done
    assert await state(bazaars, match) == before
    assert (await bazaars.round(match)).call_number == call, "it is the same call"
    told = [one for one in await bazaars.said() if one.kind == "turn"]
    assert all(one.continues for one in told), "nobody is called again"
    *_, last = await bazaars.store.entries(match)
    assert (last.kind, last.by) == ("undo", ANN)
    # Her whole turn can still be undone: the picks of all.
    answer = await bazaars.matches.undo.undo(match, ANN, bazaars.click)
    assert not answer.done
    await check_log(bazaars, match)


async def test_a_step_of_which_nobody_knew_goes_as_it_came(bazaars: Bazaars) -> None:
    match = await bazaars.trading(BOB)
    before = await bazaars.public(match)
    await bazaars.matches.departures.cancel(match, BOB, bazaars.click)
    await bazaars.notices()
    await bazaars.moves(match, (ANN, "order guard"))
    assert (await bazaars.matches.undo.undo(match, ANN, bazaars.click)).done
    after = await bazaars.public(match)
    assert after == replace(before, match=replace(before.match, agreed=frozenset({BOB})))
    assert [one for one in await bazaars.said() if one.person is None] == []
    assert len(await bazaars.matches.queries.log(match, BOB)) < len(
        await bazaars.matches.queries.log(match, ANN)
    )
    await check_log(bazaars, match)


async def test_old_buttons_are_stale_and_the_new_call_calls_anew(table: Table) -> None:
    match = await rolled(table)
    bob = await table.matches.queries.situation(match, BOB)
    ann = await table.matches.queries.situation(match, ANN)
    await table.notices()
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    with refuses("stale"):
        await table.matches.moves.play(match, BOB, "bid 1", bob.question_number, table.click)
    with refuses("stale"):
        await table.matches.moves.play(match, ANN, "bid 1", ann.question_number, table.click)
    now = await table.matches.queries.situation(match, None)
    assert now.pending == (0,)
    assert now.round is not None
    assert bob.round is not None
    assert now.round.call_number > bob.round.call_number
    assert [one.seat for one in now.round.calls] == [0], "she has not asked for it just now: she is called"
    assert await table.notices() == [("undo", 0, 4), ("turn", 0, 4)]


async def test_a_button_that_has_taken_back_takes_back_nothing_more(bazaars: Bazaars) -> None:
    """The button carries the number of the last answered question, which no undo repeats."""
    match = await bazaars.trading(BOB)
    carried: list[int] = []
    for _ in range(3):
        await bazaars.moves(match, (ANN, "end"))
        carried.append((await bazaars.matches.queries.situation(match, ANN)).last_answered)
        await bazaars.matches.undo.undo(match, ANN, bazaars.click, carried[-1])
        await bazaars.matches.undo.agree_undo(match, BOB, await wish(bazaars, match), bazaars.click)
        assert await bazaars.matches.undo.has_something_to_undo(match, ANN), (
            "something more could be taken back"
        )
        for old in carried:
            with refuses("undo_stale"):
                await bazaars.matches.undo.undo(match, ANN, bazaars.click, old)
    assert len({*carried}) == len(carried)
    await check_log(bazaars, match)


async def test_undone_moves_are_no_news(table: Table) -> None:
    match = await rolled(table)
    await table.matches.undo.undo(match, ANN, table.click)
    await table.matches.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    for person in (ANN, BOB, None):
        news = (await table.matches.queries.situation(match, person)).news
        codes = [event.code for _, events in news for event in events]
        assert "auction.gained" not in codes
        assert codes[-1] == "undone"
    log = await table.matches.queries.log(match, BOB)
    assert "auction.gained" in [event.code for _, events in log for event in events], "nothing is deleted"


async def test_a_restart_changes_nothing(table: Table, store: SqliteStore) -> None:
    match = await rolled(table)
    await table.matches.undo.undo(match, ANN, table.click)
    again: Matches = table.again()
    await again.undo.agree_undo(match, BOB, await wish(table, match), table.click)
    await again.recovery.revive(match)
    assert (await again.queries.situation(match, ANN)).pending == (0,)
    await again.moves.play(match, ANN, "take", None, table.click)
    await again.close()


async def test_both_sides_have_the_time_that_they_had(timed: Timed) -> None:
    match = await timed.started(BOB, target=2)
    await timed.moves(match, (ANN, "pick 0"), (BOB, "pick 0"))
    await timed.carry()
    ann = await timed.deadline(match, 0)
    assert ann is not None
    left = ann - timed.clock()
    await timed.live(10 * HOUR)
    await timed.moves(match, (ANN, "end"))
    await timed.carry()
    bob = await timed.deadline(match, 1)
    assert bob is not None
    has = bob - timed.clock()
    await timed.live(20 * HOUR)
    await timed.matches.undo.undo(match, ANN, timed.click)
    await timed.live(2 * HOUR)
    assert await timed.deadline(match, 1) == bob, "asking stops no clock"
    await timed.matches.undo.agree_undo(match, BOB, await wish(timed, match), timed.click)
    await timed.carry()
    assert await timed.deadline(match, 1) is None
    again = await timed.deadline(match, 0)
    assert again is not None
    assert again - timed.clock() == left
    await timed.moves(match, (ANN, "end"))
    await timed.carry()
    bob = await timed.deadline(match, 1)
    assert bob is not None
    assert bob - timed.clock() == has


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_taken_back_the_log_leads_there(timed: Timed, seed: int) -> None:
    """Robots, absences and resignations come between; a person who is asked can always go on."""
    dice, people = random.Random(seed), (ANN, BOB, CEE)
    match = await timed.started(BOB, CEE, "random", target=3)
    undone = 0
    for _ in range(60):
        await timed.automatic()
        if not await timed.is_running(match):
            break
        known = await timed.matches.loader.get(match)
        person = dice.choice([each for each in people if each in known.persons])
        situation = await timed.matches.queries.situation(match, person)
        what = dice.random()
        if known.undo is not None and what < 0.7:
            others = [each for each in known.persons if each not in (known.undo.person, *known.undo.agreed)]
            for other in others:
                await timed.matches.undo.agree_undo(match, other, known.undo.call, timed.click)
            undone += 1
        elif (
            what < 0.3
            and known.undo is None
            and await timed.matches.undo.has_something_to_undo(match, person)
        ):
            undone += (await timed.matches.undo.undo(match, person, timed.click)).done
        elif what < 0.32 and len(known.persons) > 2:
            await timed.matches.departures.resign(match, person, timed.click)
        elif what < 0.36:
            await timed.live(60 * HOUR, 6 * HOUR)
        elif situation.seat in situation.pending:
            await timed.play(match, person, str(dice.choice(list(situation.moves))))
        await timed.carry()
        await check_log(timed, match)
    assert undone
    await timed.finished(match)
    await check_log(timed, match)
    verify(read(await timed.matches.queries.record(match)), BAZAAR)


# A moderator's undo


async def test_a_moderator_takes_back_the_last_step_that_all_saw(table: Table) -> None:
    match = await rolled(table)
    await table.notices()
    steps = await table.matches.undo.public_steps(match)
    with refuses("host_seated"):
        await table.matches.undo.undo_as_moderator(match, BOB, table.click)
    with refuses("host_undo_stale"):
        await table.matches.undo.undo_as_moderator(match, CEE, table.click, steps - 1)
    click = table.click
    for _ in range(2):  # the click is delivered twice
        await table.matches.undo.undo_as_moderator(match, CEE, click, steps)
    *_, last = await table.store.entries(match)
    assert (last.kind, last.seat, last.text, last.by) == ("host", None, "undo to 2", CEE)
    assert ("host", None, 4) in await table.notices()
    assert (await table.matches.queries.situation(match, None)).pending == (0,)
    await check_log(table, match)
    with refuses("host_undo_stale"):
        await table.matches.undo.undo_as_moderator(match, CEE, table.click, steps)
    # The bids were sealed and revealed together: all bid anew, whoever had been the last.
    await table.matches.undo.undo_as_moderator(match, CEE, table.click)
    *_, last = await table.store.entries(match)
    assert last.text == "undo to 0"
    assert (await table.matches.queries.situation(match, None)).pending == (0, 1)
    with refuses("undo_nothing_public"):
        await table.matches.undo.undo_as_moderator(match, CEE, table.click)
    await check_log(table, match)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5"), (ANN, "roll")):
        await table.play(match, person, text)
    again = table.again()
    assert (await again.loader.load_started(match))[1].fold == (
        await table.matches.loader.load_started(match)
    )[1].fold
    await again.close()
    await table.matches.moderation.end(match, CEE, table.click)
    record = read(await table.matches.queries.record(match))
    verify(record, AUCTION)
    assert write(record) == await table.matches.queries.record(match)


async def test_a_moderator_goes_back_the_same_whoever_has_sealed_what(table: Table) -> None:
    """The undo must not depend on who has chosen already in the open round."""
    texts: list[str] = []
    for sealed in ((), (ANN,), (BOB,)):
        match = await rolled(table)
        for person in sealed:
            await table.play(match, person, "bid 1")
        await table.matches.undo.undo_as_moderator(match, CEE, table.click)
        *_, last = await table.store.entries(match)
        texts.append(last.text)
    assert len(set(texts)) == 1


async def test_a_moderator_never_takes_back_what_the_table_never_does(store: SqliteStore) -> None:
    table = Table(store)
    match = (
        await table.matches.lobbies.open(
            "auction", AuctionOptions(target=99), 2, ANN, "Ann", PLACE, table.click, before_chance=True
        )
    ).id
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    for person, text in ((BOB, "bid 2"), (ANN, "bid 5"), (ANN, "roll")):
        await table.play(match, person, text)
    with refuses("undo_chance"):
        await table.matches.undo.undo_as_moderator(match, CEE, table.click)
    await table.matches.close()


async def test_a_moderator_takes_back_no_robots_turn_alone(table: Table) -> None:
    match = await table.started("random", target=99)
    await table.automatic()
    before = await state(table, match)
    await table.play(match, ANN, "bid 0")
    await table.automatic()
    await table.matches.undo.undo_as_moderator(match, CEE, table.click)
    await table.automatic()
    assert (await table.matches.queries.situation(match, None)).pending[0] == 0
    assert before is not None
    await check_log(table, match)


async def test_clocks_after_a_moderator_took_back(timed: Timed) -> None:
    match = await timed.started(BOB, target=2)
    await timed.carry()
    await timed.moves(match, (ANN, "pick 0"), (BOB, "pick 1"))
    await timed.carry()
    timed.clock.pass_(2 * 86400)
    await timed.play(match, ANN, "end")
    await timed.carry()
    await timed.matches.undo.undo_as_moderator(match, CEE, timed.click)
    assert ("host", None, None) in await timed.carry()
    # She has what she had when her turn began, and is called anew.
    assert await timed.deadline(match, 0) == timed.clock() + 72 * HOUR
    assert await timed.deadline(match, 1) is None
