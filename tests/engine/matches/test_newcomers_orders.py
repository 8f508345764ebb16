"""Orders and newcomers: a person who takes over a seat neither follows, reads nor inherits earlier orders."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game import Seat
from engine.genesia.model import Phase, Stance, StandingOrder
from engine.genesia.rules import GENESIA
from engine.genesia.state import Hidden
from engine.match.export import record_of
from engine.match.replay import fold_further, rebuild
from engine.record import BadRecord, read, replay, verify, write
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore
from tests.contracts.cases import CASES
from tests.contracts.test_undo_contract import Staged
from tests.engine.bazaar import BAZAAR
from tests.engine.genesia.genesia_fights import SHIELD, act, begin_attack, laid_cards, war
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, Table
from tests.engine.matches.timed import DAY, HOUR, Timed

EVE = 9
ANNS, BOBS, CEES = Seat(0), Seat(1), Seat(2)


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Timed]:
    table = Timed(store)
    yield table
    await table.matches.close()


async def state(table: Table, match: int) -> Any:
    return (await table.matches.loader.load_started(match))[1].fold.state


async def orders(table: Table, match: int) -> tuple[bool, bool]:
    """Return, for Bob's seat, true or false for its orders to guard and to pick the usual stall."""
    found = await state(table, match)
    return found.guarded[BOBS], found.usual[BOBS]


async def check_log(table: Table, match: int) -> None:
    """Check that the log leads to the cached state, whole and piece by piece, and so does its record."""
    cached, log = await table.matches.loader.load_started(match)
    entries = await table.store.entries(match)
    fold, events = rebuild(log.game, cached.options, cached.stored.size, entries)
    assert (fold, events) == (log.fold, log.events)
    for number, entry in enumerate(entries):
        if entry.text == "substitute":
            before = rebuild(log.game, cached.options, cached.stored.size, entries[:number])
            led, _ = fold_further(log.game, *before, entries[:number], entries[: number + 1])
            assert log.game.hash(led.state) == entry.hash
    record = read(write(record_of(cached.stored, entries, published=True)))
    assert verify(record, log.game) == replay(record, log.game) == log.fold.state
    lied = tuple(
        replace(line, hash=record.lines[line.number - 1].hash) if line.text == "substitute" else line
        for line in record.lines
    )
    if lied != record.lines:
        with pytest.raises(BadRecord):
            replay(replace(record, lines=lied), log.game)


async def taken(table: Timed, match: int, person: int, by: int, seat: Seat = BOBS) -> None:
    """Let somebody else ask for the person's seat, and sit down 24 hours later."""
    await table.matches.substitutes.offer_seat(match, person, table.click)
    await table.matches.substitutes.ask_seat(match, by, f"Person {by}", seat, table.click)
    await table.live(DAY + HOUR)
    assert (await table.matches.loader.get(match)).seat_of(by) == seat


async def ordered(table: Timed) -> int:
    """Return a match of three: Bob has given orders, all have picked, Ann has ended, and Bob is asked."""
    match = await table.started(BOB, CEE, target=3)
    await table.moves(match, (BOB, "order usual"), (BOB, "order guard"))
    await table.moves(match, (ANN, "pick 1"), (BOB, "pick 1"), (CEE, "pick 1"))
    await table.moves(match, (ANN, "buy"), (ANN, "end"))
    await table.carry()
    assert await orders(table, match) == (True, True)
    return match


async def go_back(table: Timed, match: int, person: int, *others: int) -> None:
    await table.matches.undo.undo(match, person, table.click)
    for other in others:
        wish = (await table.matches.loader.get(match)).undo
        assert wish is not None
        await table.matches.undo.agree_undo(match, other, wish.call, table.click)
    assert (await table.store.entries(match))[-1].kind == "undo"


async def test_orders_end_with_the_entry_by_which_somebody_else_sits_down(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    assert await orders(table, match) == (False, False)
    *_, before, entry = await table.store.entries(match)
    assert (entry.kind, entry.text) == ("seat", "substitute")
    assert entry.hash == BAZAAR.hash(await state(table, match)) != before.hash
    await check_log(table, match)


async def test_a_newcomer_reads_nothing_of_what_was_ordered(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    situation = await table.matches.queries.situation(match, DAN)
    assert (situation.view.guarded, situation.view.usual, situation.has_standing_order) == (
        False,
        False,
        False,
    )
    log = await table.matches.queries.log(match, DAN)
    told = [event for _, events in (*log, *situation.news) for event in events]
    assert all(event.to is None for event in told)
    assert all(not entry.text for entry, _ in log if entry.kind == "move")
    assert [entry.number for entry, _ in log] == [
        entry.number for entry, _ in await table.matches.queries.log(match, None)
    ]
    _, seen = await table.matches.queries.playback(match, DAN)
    assert {(shot.view.guarded, shot.view.usual) for shot in seen} == {(False, False)}
    _, course = await table.matches.queries.course(match, DAN, unveiled=True)
    assert {(scene.view.guarded, scene.view.usual) for scene in course} <= {(None, None), (False, False)}
    assert all(event.to is None for scene in course for event in scene.events)
    await table.moves(match, (DAN, "order guard"))
    log = await table.matches.queries.log(match, DAN)
    assert [event.inputs for event in log[-1][1]] == [{"order": "guard"}], "the own orders are told"
    assert log[-1][0].text == "order guard"


async def test_coming_back_or_resigning_keeps_the_orders(table: Timed) -> None:
    match = await ordered(table)
    await table.live(5 * DAY)
    assert ("seat", BOBS, "steward") in await table.kinds(match)
    assert await orders(table, match) == (True, True)
    await table.matches.presence.come_back(match, BOB, table.click)
    assert await orders(table, match) == (True, True)
    log = await table.matches.queries.log(match, BOB)
    assert any(event.code == "bazaar.ordered" for _, events in log for event in events)
    await table.matches.departures.leave(match, BOB, table.click)
    assert await orders(table, match) == (True, True)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.live(DAY + HOUR)
    assert (await table.matches.loader.get(match)).seat_of(DAN) == BOBS
    assert await orders(table, match) == (False, False), "not before somebody else sits there"
    await check_log(table, match)


async def test_orders_do_not_come_back_when_something_before_is_taken_back(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    await table.moves(match, (DAN, "order guard"))
    assert await orders(table, match) == (True, False)
    await go_back(table, match, ANN, CEE, DAN)
    assert await orders(table, match) == (False, False)
    undo = (await table.store.entries(match))[-1]
    to = int(undo.text.split()[1])
    assert undo.hash != (await table.store.entries(match))[to].hash
    await check_log(table, match)
    await table.moves(match, (ANN, "end"), (DAN, "order usual"), (DAN, "end"), (CEE, "buy"), (CEE, "end"))
    await go_back(table, match, CEE, ANN, DAN)
    assert await orders(table, match) == (False, True), "the own ones, given before what goes, stay"
    await check_log(table, match)


async def test_a_moderator_does_not_bring_them_back(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    await table.matches.undo.undo_as_moderator(match, EVE, table.click)
    assert (await table.store.entries(match))[-1].kind == "host"
    assert await orders(table, match) == (False, False)
    await check_log(table, match)


async def test_nobody_gets_the_orders_of_two_persons_before(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    await table.moves(match, (DAN, "order usual"))
    await taken(table, match, DAN, EVE)
    assert await orders(table, match) == (False, False)
    await check_log(table, match)
    await go_back(table, match, ANN, CEE, EVE)
    assert await orders(table, match) == (False, False)
    await check_log(table, match)


async def test_the_newcomer_is_asked_in_place_of_an_earlier_order(
    table: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An order answers after a time as people take: a minute here, so after the newcomer sits down."""
    moves = table.moves

    async def slowly(match: int, *made: tuple[int, str]) -> None:
        for each in made:
            table.clock.pass_(60)
            await moves(match, each)

    monkeypatch.setattr(table, "moves", slowly)
    match = await ordered(table)
    await table.matches.substitutes.offer_seat(match, BOB, table.click)
    await table.matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, table.click)
    await table.carry()
    table.clock.time += DAY - timedelta(minutes=5, seconds=1)
    await table.moves(match, (BOB, "end"), (CEE, "end"), (ANN, "end"), (BOB, "end"), (CEE, "end"))
    assert [timer.seat for timer in await table.store.timers(match) if timer.kind == "order"] == [BOBS]
    table.clock.pass_(1)
    await table.live(12 * HOUR)
    assert (await table.store.entries(match))[-1].text == "substitute", "nobody has answered for the newcomer"
    assert BOBS in (await table.matches.queries.situation(match, None)).pending
    assert not [timer for timer in await table.store.timers(match) if timer.kind == "order"]
    await table.play(match, DAN, "pick 3")
    await check_log(table, match)


async def test_nothing_planned_or_held_is_left_to_a_newcomer(table: Timed) -> None:
    match = await table.started(BOB, CEE, target=3)
    await table.moves(match, (ANN, "pick 1"), (BOB, "pick 1"), (CEE, "pick 1"))
    await table.carry()
    await table.matches.plans.plan(match, BOB, "buy", table.click)
    assert (await table.matches.queries.situation(match, BOB)).plan is not None
    await taken(table, match, BOB, DAN)
    assert (await table.matches.queries.situation(match, DAN)).plan is None
    stored = await table.store.match(match)
    assert stored is not None
    assert (stored.row_state.plans, stored.row_state.held) == ((), ())
    kept = await table.store.kept_of(DAN)
    assert [(one["planned"], one["held"]) for one in kept["matches"]] == [([], [])]


async def test_each_gets_only_the_own_orders_in_a_file(table: Timed) -> None:
    match = await ordered(table)
    await taken(table, match, BOB, DAN)
    await table.moves(match, (DAN, "order free"))

    async def given(person: int) -> list[str]:
        (kept,) = (await table.store.kept_of(person))["matches"]
        return [act["text"] for act in kept["acts"] if act["text"].startswith("order")]

    assert (await given(DAN), await given(BOB)) == (["order free"], ["order usual", "order guard"])


async def test_others_cannot_tell_whether_there_were_orders(store: SqliteStore) -> None:
    """Two tables that differ in what Bob has ordered look the same to all others, before and after."""
    shown: list[Any] = []
    for given in (("order usual", "order guard"), ("order free", "order ask")):
        table = Timed(store)
        match = await table.started(BOB, CEE, target=3)
        await table.moves(match, *((BOB, text) for text in given))
        await table.moves(match, (ANN, "pick 1"), (BOB, "pick 1"), (CEE, "pick 1"), (ANN, "end"))
        await taken(table, match, BOB, DAN)
        seen: list[Any] = []
        for viewer in (ANN, CEE, None):
            situation = await table.matches.queries.situation(match, viewer)
            log = [
                (entry.kind, entry.seat, entry.text, events)
                for entry, events in await table.matches.queries.log(match, viewer)
            ]
            news = [events for _, events in situation.news]
            moves = list(map(str, situation.moves))
            seen.append((repr(situation.view), news, moves, situation.round, situation.pending, log))
        shown.append(seen)
        await table.matches.close()
    assert shown[0] == shown[1]


# Genesia


@pytest.fixture
def laid() -> Iterator[None]:
    with laid_cards():
        yield


@pytest.mark.parametrize("order", [StandingOrder.NEVER, StandingOrder.CITY])
@pytest.mark.usefixtures("laid")
async def test_an_open_reaction_is_the_newcomers(tmp_path: Path, order: StandingOrder) -> None:
    """Bob is attacked just before Dan sits down, and the house would have answered for him."""
    (case,) = (each for each in CASES if (each.key, each.form.label) == ("genesia", "2"))
    start = war("A1:4", "A4:2+", hands=[[], [SHIELD]], rests=[StandingOrder.ASK, order])
    async with await SqliteStore.open(tmp_path / "longtable.db") as store:
        staged = await Staged(case, store, start).opened()
        matches, match = staged.matches, staged.id
        await matches.substitutes.offer_seat(match, BOB, next(staged.clicks))
        await matches.substitutes.ask_seat(match, DAN, "Dan", BOBS, next(staged.clicks))
        staged.time += DAY - timedelta(seconds=70)
        await staged.play(ANNS, "assault A1-A4")
        assert GENESIA.defaults(await staged.state(), BOBS).ordered is not None
        staged.time += timedelta(seconds=10)
        await staged.settled()
        staged.time += HOUR
        await staged.settled()
        found = await staged.state()
        assert (await store.entries(match))[-1].text == "substitute", "nobody has answered for the newcomer"
        assert (found.phase, found.hidden[BOBS].standing_order) == (Phase.REACTION, StandingOrder.ASK)
        situation = await matches.queries.situation(match, DAN)
        assert (situation.view.standing_order, situation.has_standing_order) == (StandingOrder.ASK, False)
        assert (situation.pending, situation.deadline is not None) == ((BOBS,), True)
        assert f"card {SHIELD}" in map(str, situation.moves)
        await matches.moves.play(match, DAN, f"card {SHIELD}", None, next(staged.clicks))
        cached, log = await matches.loader.load_started(match)
        entries = await store.entries(match)
        assert rebuild(log.game, cached.options, 2, entries) == (log.fold, log.events)
        await matches.close()


@pytest.mark.usefixtures("laid")
def test_a_sealed_choice_stays_and_a_truce_becomes_peace() -> None:
    boards = ("A1:4 A2:4", "A4:2", "A3:2")
    state = begin_attack(*boards, hands=[[SHIELD]] * 3)
    for given, sealed in (("truce", Stance.PEACE), ("peace", Stance.PEACE), ("war", Stance.WAR)):
        state, _ = act(state, 0, given)
        for order in ("order city", "stand target", "order never"):
            state, _ = act(state, 0, order)
        after = GENESIA.without_orders(state, ANNS)
        assert after.hidden[0] == Hidden(hand=state.hidden[0].hand, stance=sealed)
        assert GENESIA.pending(after) == GENESIA.pending(state)
    state, _ = act(state, 0, "campaign A1-A4; A1-A4")
    state, _ = act(state, 0, "war")
    after = GENESIA.without_orders(state, ANNS)
    assert (state.hidden[0].campaign != (), after.hidden[0].campaign, after.hidden[0].stance) == (
        True,
        (),
        Stance.WAR,
    )
    assert GENESIA.without_orders(state, BOBS) == state
