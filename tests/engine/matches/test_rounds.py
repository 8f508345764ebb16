"""Questions at a table: several seats at once, one seat step by step, and choices that leave no trace."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Defaults, Seat
from engine.match.changes import Timer
from engine.matches import Call, Matches, Notice, Round, Situation
from engine.store.sql import SqlStore
from tests.engine.bazaar import BAZAAR, Act, BazaarOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table, refuses

EVE = 9
"""A person without a seat."""


class Bazaars(Table):
    """Tables of the bazaar."""

    def again(self, **given: Any) -> Matches:
        return super().again(**({"games": {"bazaar": BAZAAR}} | given))

    async def open(self, size: int = 2, target: int = 1) -> int:
        options = BazaarOptions(days=target)
        match = await self.matches.lobbies.open(
            "bazaar", options, size, ANN, "Ann", PLACE, self.click, play_on=self.play_on
        )
        return match.id

    async def moves(self, match: int, *moves: tuple[int, str]) -> None:
        for person, text in moves:
            await self.play(match, person, text)

    async def trading(self, *others: int | str) -> int:
        """Return a started match in which everybody has picked, and Ann is to trade; all notices are sent."""
        match = await self.started(*others, target=1)
        await self.automatic()
        await self.moves(match, (ANN, "pick 0"), *((one, "pick 0") for one in others if isinstance(one, int)))
        await self.notices()
        return match

    async def round(self, match: int) -> Round:
        found = (await self.matches.queries.situation(match, None)).round
        assert found is not None
        return found

    async def public(self, match: int) -> Situation:
        """Return the situation as everybody may know it, without numbers that nobody is shown."""
        found = await self.matches.queries.situation(match, None)
        return replace(found, match=replace(found.match, entries=0), last_moves=())

    async def said(self) -> list[Notice]:
        """Return the public notices, and send all."""
        lines = [one for one in await self.lines() if one.person is None]
        await self.notices()
        return lines


@pytest.fixture
async def table(store: SqlStore) -> AsyncIterator[Bazaars]:
    table = Bazaars(store)
    yield table
    await table.matches.close()


# Several seats at once


async def test_a_round_names_all_who_are_asked_and_counts_who_have_chosen(table: Bazaars) -> None:
    match = await table.started(BOB, CEE)
    asked = Round(0, 1, (Seat(0), Seat(1), Seat(2)), 0, tuple(Call(Seat(seat), 0) for seat in range(3)), 0)
    assert await table.round(match) == asked
    await table.play(match, BOB, "pick 2")
    after = replace(asked, chosen=1, calls=(Call(Seat(0), 0), Call(Seat(2), 0)))
    for person in (ANN, BOB, CEE, EVE, None):
        assert (await table.matches.queries.situation(match, person)).round == after
    await table.play(match, BOB, "pick 3")
    assert await table.round(match) == after, "a changed choice changes nothing for the others"


@pytest.mark.parametrize(
    ("seats", "chosen", "last"),
    [(1, 0, False), (2, 0, False), (2, 1, True), (3, 1, False), (3, 2, True), (3, 3, False)],
)
def test_all_see_when_the_last_of_several_is_missing(seats: int, chosen: int, last: bool) -> None:
    assert Round(0, 1, tuple(map(Seat, range(seats))), chosen, (), 0).is_one_missing == last


async def test_automatic_players_count_like_everybody(table: Bazaars) -> None:
    match = await table.started(BOB, "steady", "steady")
    await table.automatic()
    found = await table.round(match)
    assert (found.seats, found.chosen, found.calls) == (
        (0, 1, 2, 3),
        2,
        (Call(Seat(0), 0), Call(Seat(1), 0)),
    )


async def test_each_choice_is_said_without_calling_anybody(table: Bazaars) -> None:
    match = await table.started(BOB, CEE)
    assert await table.notices() == [("lobby", None, 0)] * 3 + [
        ("full", None, 2),
        ("started", None, 0),
        *(("turn", seat, 0) for seat in range(3)),
    ]
    await table.moves(match, (BOB, "pick 2"), (BOB, "pick 3"), (ANN, "pick 0"))
    assert await table.notices() == [("chosen", 1, 1), ("chosen", 1, 2), ("chosen", 0, 3)]
    await table.play(match, CEE, "pick 0")
    assert await table.notices() == [("turn", 0, 4)]


async def test_the_last_choice_ends_the_round(table: Bazaars) -> None:
    match = await table.started(BOB)
    await table.moves(match, (BOB, "pick 2"), (ANN, "pick 1"))
    found = await table.round(match)
    # Ann's own move led to her turn; whether she chose last, nobody may know. What was revealed is news.
    call = Call(Seat(0), 2, led_by_own_step=True, after_secret_choices=True)
    assert found == Round(2, 2, (Seat(0),), 0, (call,), 1)
    assert (call.rings(2), call.rings(1)) == (True, False)
    news = (await table.matches.queries.situation(match, None)).news
    assert [event.code for _, events in news for event in events] == ["bazaar.opened"]
    with refuses("bazaar.notation"):
        await table.play(match, ANN, "pick 1")
    with refuses("not_your_turn"):
        await table.play(match, BOB, "pick 1")


async def test_the_news_do_not_tell_who_chose_last(table: Bazaars) -> None:
    seen: list[Any] = []
    for first, second in ((ANN, BOB), (BOB, ANN)):
        match = await table.started(BOB)
        await table.moves(match, (first, "pick 1"), (second, "pick 1"))
        found = await table.public(match)
        assert found.round is not None
        seen.append((found.round.news_since, [events for _, events in found.news], found.view))
    assert seen[0] == seen[1]


async def test_all_act_at_once_and_in_public(table: Bazaars) -> None:
    match = await table.trading(BOB, CEE)
    await table.moves(match, (ANN, "buy"), (ANN, "end"), (BOB, "buy"), (BOB, "end"), (CEE, "end"))
    evening = await table.round(match)
    assert (evening.seats, evening.chosen, [call.seat for call in evening.calls if call.rings(3)]) == (
        (0, 1, 2),
        0,
        [0, 1],
    )
    await table.notices()
    await table.play(match, BOB, "sell")
    assert await table.notices() == [("turn", 1, 9)], "Bob goes on; the table's message follows"
    assert (await table.round(match)).number == evening.number
    await table.play(match, CEE, "end")
    assert await table.notices() == [("chosen", 2, 10)]
    assert ((await table.round(match)).seats, (await table.round(match)).chosen) == ((0, 1, 2), 1)
    await table.play(match, BOB, "end")
    await table.play(match, ANN, "sell")
    alone = await table.round(match)
    call = Call(Seat(0), alone.number, led_by_own_step=True, after_secret_choices=True)
    assert (alone.seats, alone.chosen, alone.calls) == ((0,), 0, (call,)), "the last one goes on alone"


async def test_the_next_round_calls_everybody_again(table: Bazaars) -> None:
    match = await table.started(BOB, target=2)
    await table.moves(match, (ANN, "pick 0"), (BOB, "pick 0"), (ANN, "end"), (BOB, "end"), (ANN, "end"))
    await table.notices()
    await table.play(match, BOB, "end")
    found = await table.round(match)
    called, opened = (
        Call(Seat(0), 6, after_secret_choices=True),
        Call(Seat(1), 6, led_by_own_step=True, after_secret_choices=True),
    )
    assert (found.number, found.seats, found.chosen, found.calls) == (6, (0, 1), 0, (called, opened))
    assert (called.rings(2), opened.rings(2), opened.rings(1)) == (True, True, False)
    assert await table.notices() == [("turn", 0, 6), ("turn", 1, 6)]


# One seat step by step


async def test_a_turn_in_steps_is_one_call(table: Bazaars) -> None:
    match = await table.trading(BOB)
    before = await table.round(match)
    ann = await table.matches.queries.situation(match, ANN)
    assert (ann.call_entry, ann.question_entry) == (2, 2)
    await table.moves(match, (ANN, "buy"), (ANN, "order guard"), (ANN, "buy"))
    ann = await table.matches.queries.situation(match, ANN)
    assert (ann.call_entry, ann.question_entry) == (2, 5)
    assert await table.round(match) == before
    turns = [(one.kind, one.seat, one.number, one.continues) for one in await table.said()]
    assert turns == [("turn", 0, number, True) for number in (3, 5)], "an order leaves nothing at the table"
    steps = (await table.matches.queries.situation(match, None)).news
    assert [event.code for _, events in steps for event in events] == [
        "bazaar.opened",
        "bazaar.bought",
        "bazaar.bought",
    ]


async def test_the_next_person_hears_the_whole_turn(table: Bazaars) -> None:
    match = await table.trading(BOB)
    await table.moves(match, (ANN, "buy"), (ANN, "buy"), (ANN, "end"))
    found = await table.matches.queries.situation(match, None)
    assert found.round is not None
    assert (found.round.seats, found.round.calls) == ((1,), (Call(Seat(1), 5),))
    codes = [event.code for _, events in found.news for event in events]
    assert codes == ["bazaar.opened", "bazaar.bought", "bazaar.bought", "bazaar.ended"]
    await table.play(match, BOB, "end")
    calls = (Call(Seat(0), 6), Call(Seat(1), 6, led_by_own_step=True))
    assert (await table.public(match)).round == Round(6, 4, (Seat(0), Seat(1)), 0, calls, 5), (
        "each has heard what it did itself"
    )


async def test_an_interrupted_turn_calls_its_seat_again(table: Bazaars) -> None:
    match = await table.trading(BOB)
    await table.play(match, ANN, "raid 1")
    assert await table.round(match) == Round(3, 3, (Seat(1),), 0, (Call(Seat(1), 3),), 1)
    await table.play(match, BOB, "guard")
    assert await table.round(match) == Round(4, 4, (Seat(0),), 0, (Call(Seat(0), 4),), 3)


# Secret choices


async def test_an_order_in_the_own_turn_leaves_no_trace(table: Bazaars) -> None:
    match = await table.trading(BOB)
    await table.play(match, ANN, "buy")
    before, log = await table.public(match), await table.matches.queries.log(match, None)
    bob = await table.matches.queries.log(match, BOB)
    await table.moves(match, (ANN, "order guard"), (ANN, "order ask"))
    assert await table.public(match) == before
    assert (await table.matches.queries.log(match, None), await table.matches.queries.log(match, BOB)) == (
        log,
        bob,
    )
    await table.play(match, ANN, "buy")
    assert len(await table.matches.queries.log(match, None)) == len(log) + 1


@pytest.mark.parametrize("chosen", [False, True])
async def test_an_order_while_all_choose_leaves_no_trace(table: Bazaars, chosen: bool) -> None:
    match = await table.started(BOB, CEE)
    await table.play(match, BOB, "pick 1")
    if chosen:
        await table.play(match, ANN, "pick 1")
    before, log = await table.public(match), await table.matches.queries.log(match, None)
    await table.play(match, ANN, "order guard")
    assert await table.public(match) == before
    assert await table.matches.queries.log(match, None) == log
    ann = await table.matches.queries.situation(match, ANN)
    assert ann.call_entry == 0
    assert (ann.seat in ann.pending) is not chosen


DAY = ((ANN, "end"), (BOB, "end"), (CEE, "end"))


async def ordered(table: Bazaars, order: str = "order usual") -> int:
    """Return a match in the second day's picking; Bob gave an order in the first, and all notices are sent.

    Everybody has taken a minute for each answer.
    """
    match = await table.started(BOB, CEE, target=2)
    table.clock.pass_(60)
    await table.moves(match, (ANN, "pick 1"), (BOB, "pick 1"), (BOB, order), (CEE, "pick 1"))
    for person, text in (*DAY, *DAY):
        table.clock.pass_(60)
        await table.play(match, person, text)
    await table.notices()
    return match


async def orders(table: Bazaars, match: int) -> list[Timer]:
    return [timer for timer in await table.store.timers(match) if timer.kind == "order"]


async def test_an_order_that_chooses_looks_like_somebody_who_thinks(table: Bazaars) -> None:
    seen: list[Situation] = []
    for order in ("order usual", "order free"):
        match = await ordered(table, order)
        seen.append(await table.public(match))
        await table.play(match, ANN, "pick 2")
        assert (await table.round(match)).chosen == 1
        await table.play(match, BOB, "pick 3")
        assert (await table.round(match)).chosen == 2
        assert await orders(table, match) == [], "the own choice counts"
        ordered_by = [
            (await table.matches.queries.situation(match, one)).has_standing_order
            for one in (ANN, BOB, CEE, None)
        ]
        assert ordered_by == [False] * 4
    usual, free = seen
    assert usual.pending == free.pending == (0, 1, 2)
    assert usual.round == free.round, "all are called, who has ordered too"
    assert usual.view == free.view
    assert [events for _, events in usual.news] == [events for _, events in free.news]


async def test_an_order_answers_after_a_while_like_anybody(table: Bazaars) -> None:
    waits: set[timedelta] = set()
    for _ in range(4):
        match = await ordered(table)
        (timer,) = await orders(table, match)
        waits.add(timer.due - table.clock())
        await table.play(match, ANN, "pick 2")
        await table.notices()
        table.clock.pass_((timer.due - table.clock()).total_seconds())
        await table.automatic()
        (*_, entry) = await table.store.entries(match)
        assert (entry.kind, entry.seat, entry.text, entry.by) == ("move", 1, "pick 1", None)
        assert (await table.round(match)).chosen == 2
        assert await table.notices() == [("chosen", 1, entry.number)]
        await table.play(match, BOB, "pick 3")
        assert (await table.round(match)).chosen == 2, "it may still be changed"
        await table.play(match, CEE, "pick 0")
        assert (await table.public(match)).view.picks == (2, 3, 0)
    assert len(waits) > 1, "nobody knows when"
    # All were asked at once to sell: the third has answered after three minutes.
    assert all(timedelta(seconds=45) <= wait <= timedelta(minutes=3, seconds=45) for wait in waits)


async def test_an_order_does_not_answer_before_its_time(table: Bazaars) -> None:
    match = await ordered(table)
    known = [
        (await table.matches.queries.situation(match, one)).has_standing_order
        for one in (ANN, BOB, CEE, None)
    ]
    assert known == [False, True, False, False], "the owner knows"
    (timer,) = await orders(table, match)
    table.clock.pass_((timer.due - table.clock()).total_seconds() - 1)
    assert await table.matches.timers.run_due_timers() == 0
    assert (await table.round(match)).chosen == 0


async def test_an_order_keeps_nobody_waiting_among_automatic_players(table: Bazaars) -> None:
    match = await table.started("steady", target=2)
    await table.automatic()
    await table.moves(match, (ANN, "order usual"), (ANN, "pick 1"), (ANN, "end"))
    await table.automatic()
    await table.play(match, ANN, "end")
    await table.automatic()
    assert (await table.public(match)).view.picks == (1, 0)


async def test_an_order_takes_no_clock_away(table: Bazaars, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees when time runs out: a question without a clock would tell of the order."""

    own_defaults = BAZAAR.defaults

    def defaults(state: Any, seat: Seat) -> Defaults:
        timeout = Act("pick 0") if state.phase == "pick" else None
        return own_defaults(state, seat)._replace(timeout=timeout)

    monkeypatch.setattr(BAZAAR, "defaults", defaults)
    match = await ordered(table)
    running = [(timer.kind, timer.seat) for timer in await table.store.timers(match)]
    assert sorted(running) == [("lapse", 0), ("lapse", 1), ("lapse", 2), ("order", 1)]


async def test_an_order_that_is_withdrawn_does_not_answer(table: Bazaars) -> None:
    match = await ordered(table)
    (timer,) = await orders(table, match)
    await table.play(match, BOB, "order free")
    assert await orders(table, match) == []
    await table.matches.timers.fire(timer)
    assert (await table.round(match)).chosen == 0
    await table.play(match, BOB, "order usual")
    assert len(await orders(table, match)) == 1


async def test_an_order_changes_no_later_news_of_others(table: Bazaars) -> None:
    seen: list[Any] = []
    for orders in ((), ((ANN, "order guard"), (ANN, "order ask"))):
        match = await table.trading(BOB)
        moves = ((ANN, "buy"), *orders, (ANN, "end"), (BOB, "buy"), (BOB, "end"))
        await table.moves(match, *moves)
        found = await table.public(match)
        seen.append(([events for _, events in found.news], found.pending, found.view))
    assert seen[0] == seen[1]


async def test_a_secret_move_withdraws_no_agreement(table: Bazaars) -> None:
    match = await table.trading(BOB)
    await table.matches.departures.cancel(match, BOB, table.click)
    await table.play(match, ANN, "order guard")
    assert (await table.matches.loader.get(match)).agreed == {BOB}
    await table.play(match, ANN, "buy")
    assert (await table.matches.loader.get(match)).agreed == frozenset()


# Restarts and leaving


async def test_a_rebuilt_match_asks_the_same(table: Bazaars) -> None:
    match = await table.started(BOB, "steady", target=2)
    for _ in range(30):
        await table.automatic()
        people = (ANN, BOB, EVE, None)
        for person in people:
            assert await table.again().queries.situation(
                match, person
            ) == await table.matches.queries.situation(match, person)
        asked = [await table.matches.queries.situation(match, person) for person in (ANN, BOB)]
        mover = next((one for one in asked if one.seat in one.pending), None)
        if mover is None:
            break
        person = (ANN, BOB)[mover.seat or 0]
        await table.play(match, person, "order guard")
        if len(mover.moves) > 4 and mover.view.goods[mover.seat or 0] < 1 and mover.view.phase == "trade":
            await table.play(match, person, "buy")
        await table.play(match, person, str(mover.moves[0]))
    assert (await table.matches.loader.get(match)).status.value == "over"


async def test_a_person_who_leaves_a_round_is_counted_all_the_same(table: Bazaars) -> None:
    match = await table.started(BOB, CEE)
    await table.play(match, BOB, "pick 1")
    await table.matches.departures.leave(match, CEE, table.click)
    found = await table.round(match)
    assert (found.number, found.seats, found.chosen) == (0, (0, 1, 2), 1)
    await table.automatic()
    assert (await table.round(match)).chosen == 2


# Public numbers


def told(found: Situation) -> Any:
    """Return the situation as buttons and pictures tell of it; they show no numbers of the log."""
    asked = found.round
    return (
        found.question_number,
        found.call_number,
        found.pending,
        found.moves,
        found.view,
        [events for _, events in found.news],
        asked and (asked.call_number, asked.seats, asked.chosen, [call.seat for call in asked.calls]),
    )


@pytest.mark.parametrize(
    "secrets",
    [
        ("pick 2", "pick 3"),
        ("pick 3",) * 5,
        ("order guard", "pick 3"),
        ("pick 3", "order guard", "order ask", "pick 3", "order ask"),
    ],
)
async def test_numbers_tell_nobody_how_often_a_secret_choice_was_changed(
    table: Bazaars, secrets: tuple[str, ...]
) -> None:
    """Two tables differ only in Bob's secret acts and their times: nobody else sees a difference."""
    matches = [await table.started(BOB, CEE, target=2) for _ in range(2)]
    others = (ANN, CEE, EVE, None)

    async def same() -> None:
        for person in others:
            seen = [told(await table.matches.queries.situation(match, person)) for match in matches]
            assert seen[0] == seen[1]
            assert [told(await table.again().queries.situation(match, person)) for match in matches] == seen

    await same()
    await table.play(matches[0], BOB, "pick 3")
    await table.moves(matches[1], *((BOB, text) for text in secrets), (BOB, "pick 3"))
    await same()
    entries = [(await table.matches.loader.get(match)).entries for match in matches]
    assert entries[0] < entries[1]
    own = [(await table.matches.queries.situation(match, BOB)).question_number for match in matches]
    assert own == entries, "his own buttons count his own questions"
    rest = ((ANN, "pick 0"), (CEE, "pick 1"), (ANN, "buy"), (ANN, "end"), (BOB, "end"), (CEE, "end"))
    for move in (*rest, (CEE, "end"), (BOB, "end"), (ANN, "end"), (CEE, "pick 0"), (ANN, "pick 2")):
        for match in matches:
            await table.moves(match, move)
        await same()
    # The numbers on the others' buttons fit both tables.
    for person in (ANN, CEE):
        first, second = [
            (await table.matches.queries.situation(match, person)).question_number for match in matches
        ]
        assert first == second
        for match in matches:
            played = await table.matches.moves.play(match, person, "pick 1", first, table.click)
            assert not played.is_repeat


async def test_a_state_is_shown_to_a_seat_once_and_anew_after_a_change(
    table: Bazaars, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, view, seen = await table.trading(BOB), BAZAAR.view, list[Seat | None]()

    def noted(state: Any, seat: Seat | None) -> Any:
        seen.append(seat)
        return view(state, seat)

    monkeypatch.setattr(type(BAZAAR), "view", lambda _, state, seat: noted(state, seat))
    look = table.matches.queries.situation
    for _ in range(3):
        for person in (ANN, BOB, None, EVE):
            found = await look(match, person)
            assert found.seat == {ANN: 0, BOB: 1}.get(person or 0)
    assert seen == [0, 1, None]
    before = (await look(match, ANN)).news
    await table.play(match, ANN, str((await look(match, ANN)).moves[0]))
    seen.clear()
    assert (await look(match, ANN)).news != before
    assert seen == [0]
