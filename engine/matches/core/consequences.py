"""Consequences of a log entry: the notices that people get, and the timers that are set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from engine.game import AnyGame, BadNotation, IllegalMove, NotYourTurn, Refusal, Seat
from engine.match.answer_delays import answer_at, planned_answer_at, prompt_answer_at
from engine.match.changes import EPOCH, NewNotice, NewTimer, StoredMatch
from engine.match.clock import Calendar, Hours, SeatClock, is_open
from engine.match.fold import Fold, current_round, is_own_step
from engine.match.limits import Limits
from engine.match.preview import preview_move
from engine.match.timer_kinds import TimerKind
from engine.match.values import ALONE, SUMMARY, Entry
from engine.store import Store

__all__ = [
    "ASLEEP",
    "DESERTED",
    "WEEK",
    "clock_timers",
    "hold_time",
    "is_robot_next",
    "last_missing_call",
    "latest_call",
    "missing_consequences",
    "notices",
    "only_move",
    "plan_due",
    "robot_reminders",
    "short_clocks",
    "steward_notices",
    "timers",
    "unasked_refusal",
]

ASLEEP = "asleep"
"""Kind of the notices that a match sleeps because nobody has done anything for long."""
DESERTED = "deserted"
"""Kind of the notices that a match sleeps because no person is left who is there."""
WEEK = timedelta(days=7)
"""Time after which a person hears again that a robot plays."""
_AFTER_CALLS = timedelta(minutes=1)
"""Time after which a repeated call has been delivered, if it can be."""


def unasked_refusal(game: AnyGame, state: Any, seat: Seat, text: str, match: int) -> Refusal:
    """Return the refusal of a move by a seat that is not asked; it names the rule, if the game has one."""
    try:
        game.parse(state, seat, text)
    except BadNotation:
        pass
    except IllegalMove as refusal:
        return refusal
    except Refusal:
        pass
    return NotYourTurn("not_your_turn", match=match)


def notices(
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    before: Fold | None,
    fold: Fold,
    entry: Entry,
    told: bool,
) -> list[NewNotice]:
    """Return the notices that tell people that they are asked, or that somebody has answered before them.

    Nobody is called for a move that everybody can see is forced: it is made at once.

    Each goes to the table, and in private to the person concerned. A person whose order will answer is called
    like the others, because everybody can see who is called. `told` is true where everybody can see some part
    of the entry; without that nothing follows at the table.
    """
    number, moved = entry.number, is_own_step(entry)
    persons = {seat: person for seat in fold.pending if (person := _person(stored, seat)) is not None}
    asked = [
        seat
        for seat in persons
        if fold.seats[seat].question_entry == number and game.defaults(fold.state, seat).forced is None
    ]
    later = entry.at + limits.steps if limits.steps else EPOCH
    said: list[NewNotice] = []
    for seat in asked:
        goes_on = moved and seat == entry.seat
        stays = goes_on and fold.seats[seat].call_entry != number
        if told or not stays:
            said.append(NewNotice("turn", seat, number, goes_on, due=later if stays else EPOCH))
    is_private = game.calling(fold.state).private
    for seat in asked:
        goes_on = moved and seat == entry.seat
        if is_private and entry.by is None:
            goes_on = False  # the house has moved in its person's place, who may not be there
        due = later if goes_on else EPOCH
        if not is_robot_next(stored, seat):
            said.append(NewNotice("turn", seat, number, goes_on, persons[seat], due))
    if persons and not asked and entry.kind == "move" and entry.seat is not None:
        said.append(NewNotice("chosen", entry.seat, number))
        own = stored.occupants[entry.seat].person
        if own is not None and fold.seats[entry.seat].question_entry is not None:
            said.append(NewNotice("chosen", entry.seat, number, person=own))
    if before is not None:
        said += [
            NewNotice("settle", Seat(seat), number, person=occupant.person, due=later)
            for seat, occupant in enumerate(stored.occupants)
            if occupant.person is not None
            and before.seats[seat].question_entry is not None
            and fold.seats[seat].question_entry is None
        ]
    return said


def late_clock_calls(
    before: StoredMatch, after: StoredMatch, changed: Mapping[Seat, SeatClock], entry: Entry
) -> list[NewNotice]:
    """Return calls of persons whose bank begins to be spent by a call older than the entry.

    The call asked a question with a short clock, which spends no bank. The bot has answered it in the
    person's place, and the next question of the same call spends the bank. A person who has answered by a
    press already knows.
    """
    return [
        NewNotice(SUMMARY, seat, clock.number, True, person)
        for seat, clock in changed.items()
        if clock.number is not None
        and clock.since is None
        and clock.number < entry.number
        and clock.number != before.clock(seat).number
        and (person := after.occupants[seat].person) is not None
        and (seat != entry.seat or entry.by != person)
    ]


def last_missing_call(
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    before: Fold | None,
    fold: Fold,
    entry: Entry,
) -> list[NewNotice]:
    """Return the private call of the last person missing in a series that calls nobody (`Calling.series`).

    In a private series everybody who has something to decide has been called as the question came. The call
    depends on public facts alone: a seat for which an order will answer counts as still thinking.
    """
    calling = game.calling(fold.state)
    asked = None if calling.series is None or calling.private else current_round(fold)
    if asked is None or asked.ringing_entry is None or not asked.is_one_missing:
        return []
    was = None if before is None else current_round(before)
    if was is not None and was.number == asked.number and was.is_one_missing:
        return []
    return [
        NewNotice(ALONE, seat, called, person=person, due=entry.at + limits.alone)
        for seat in fold.pending
        if (person := _person(stored, seat)) is not None
        and (called := fold.seats[seat].call_entry) is not None
    ]


def is_robot_next(stored: StoredMatch, seat: Seat) -> bool:
    """Return whether a robot answers for the seat's person, who is absent: now, or once the time is over."""
    clock = stored.clock(seat)
    return clock.playing or (clock.is_absent and stored.timing.is_timed)


def _person(stored: StoredMatch, seat: Seat) -> int | None:
    """Return the person who answers for the seat; `None` where a robot does."""
    return None if stored.robot(seat) is not None else stored.occupants[seat].person


def steward_notices(before: StoredMatch, after: StoredMatch, entry: Entry) -> list[NewNotice]:
    """Return the notices about stewards that have finished a turn."""
    said: list[NewNotice] = []
    for number in range(after.size):
        seat, was, now = Seat(number), before.clock(number), after.clock(number)
        person = after.occupants[number].person if now.turns > was.turns else None
        if person is None:
            continue
        own = partial(NewNotice, person=person)
        if was.turns == 0:
            said += [NewNotice("steward", seat, entry.number), own("steward", seat, entry.number)]
        if is_open(now) and not is_open(was):
            said.append(NewNotice("open", seat, entry.number))
            if was.turns:  # the notice of the robot's first turn says it too
                said.append(own("open", seat, entry.number))
    return said


def robot_reminders(before: StoredMatch, after: StoredMatch, at: datetime) -> list[NewTimer]:
    """Return the timers that remind persons of robots that have just begun to play for them."""
    return [
        NewTimer(TimerKind.ROBOT_REMINDER, Seat(seat), after.entries, at + WEEK)
        for seat in range(after.size)
        if after.clock(seat).turns and not before.clock(seat).turns
        if after.occupants[seat].person is not None
    ]


def clock_timers(
    before: StoredMatch,
    after: StoredMatch,
    changed: Mapping[Seat, SeatClock],
    at: datetime,
    is_late: Callable[[Seat], bool],
) -> tuple[list[tuple[str, Seat]], list[NewTimer]]:
    """Return the timers that stop and those that are set, where an entry has changed these clocks.

    The other late seats were spared while the table waited for this one: their clocks are due now.
    """
    # A seat that a robot plays for gets no call, and so no timer by the delivery of one.
    timers = [
        NewTimer(TimerKind.CLOCK, seat, clock.number, clock.since + clock.allowance)
        for seat, clock in changed.items()
        if clock.turns and not clock.playing and clock.since is not None and clock.number is not None
        if clock.number != before.clock(seat).number
    ]
    begun = {timer.seat for timer in timers}
    stops: list[tuple[str, Seat]] = [
        (TimerKind.CLOCK, seat) for seat, clock in changed.items() if clock.since is None or seat in begun
    ]
    if stops and after.timing.is_timed:
        for number in range(after.size):
            seat, clock = Seat(number), after.clock(number)
            if seat not in changed and clock.number is not None and clock.since is not None and is_late(seat):
                stops.append((TimerKind.CLOCK, seat))
                timers.append(NewTimer(TimerKind.CLOCK, seat, clock.number, at))
    return stops, timers


def latest_call(stored: StoredMatch, fold: Fold) -> int | None:
    """Return the entry of the latest call among the persons for whom the match waits."""
    entries = [fold.seats[seat].call_entry for seat in fold.pending if _person(stored, seat) is not None]
    return max((entry for entry in entries if entry is not None), default=None)


async def timers(
    store: Store,
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    before: Fold | None,
    fold: Fold,
    entry: Entry,
    earlier: Sequence[Entry],
) -> list[NewTimer]:
    """Return the timers of an entry's questions: robots at once, orders after a while, persons' short clocks.

    `earlier` is the log before the entry.
    """
    due: list[NewTimer] = []
    for seat in fold.pending:
        if fold.seats[seat].question_entry != entry.number:
            continue
        person = _person(stored, seat)
        if person is None:
            due.append(
                NewTimer(TimerKind.PLAYER, seat, entry.number, entry.at + pause_of(limits, stored, entry))
            )
            continue
        defaults = game.defaults(fold.state, seat)
        if defaults.forced is not None:
            due.append(NewTimer(TimerKind.ORDER, seat, entry.number, entry.at))
            continue
        # At a private table nobody waits for the answer.
        short = defaults.timeout is not None and not stored.row_state.private
        move = defaults.ordered
        if move is None:
            move = await only_move(store, game, fold, seat, person)
        if move is not None:
            calendars = {each: await _calendar(store, stored, each) for each in _persons(stored)}
            if defaults.soon and defaults.ordered is not None:
                at = prompt_answer_at(limits, calendars, entry.at)
            else:
                number = entry.number + 1
                held = await _hold_time_of(store, limits, stored, game, fold, number, seat, person, str(move))
                at = answer_at(limits, stored, fold, [*earlier, entry], seat, calendars, held, short=short)
            due.append(NewTimer(TimerKind.ORDER, seat, entry.number, at))
        if short:
            running = None if before is None else await _running(store, stored.id, game, before, fold, seat)
            calendar = await _calendar(store, stored, person)
            pause = stored.row_state.pause(entry.at)
            since = entry.at if pause is None else pause.end
            until = running or calendar.first_open(since + limits.reaction)
            due.append(NewTimer(TimerKind.LAPSE, seat, entry.number, until))
    return due


def pause_of(limits: Limits, stored: StoredMatch, entry: Entry) -> timedelta:
    """Return the time that a robot takes before it moves, half the mean to one and a half.

    No time where fewer than two people are there: somebody alone with robots waits for nothing else. Where
    several people play, moves that come at once, one after another, would be read by nobody. It follows from
    what everybody knows, so a robot that takes long tells nothing.
    """
    there = sum(
        one.person is not None and not stored.clock(seat).is_played_for
        for seat, one in enumerate(stored.occupants)
    )
    if there < 2:
        return timedelta()
    part = (stored.id * 2_654_435_761 + entry.number * 40_503) % 1000 / 1000
    return limits.robot_pause * (0.5 + part)


async def only_move(store: Store, game: AnyGame, fold: Fold, seat: Seat, person: int) -> Any:
    """Return the only move of a seat whose person lets the house make only moves; `None` without one.

    Often nobody else knows that it is the only one: it is made when the person might have made it.
    """
    moves = game.moves(fold.state, seat)
    if len(moves) != 1:
        return None
    return moves[0] if (await store.hours((person,))).get(person, Hours()).makes_only_moves else None


async def plan_due(
    store: Store,
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    fold: Fold,
    number: int,
    plan: tuple[Seat, int, str],
    since: datetime,
) -> datetime:
    """Return when a plan is played as entry `number`; its question was asked at `since`.

    `plan` is the seat, its person and the move's text. With no other person to see it, it is played as soon
    as it could have been tapped.
    """
    seat, person, text = plan
    held = await _hold_time_of(store, limits, stored, game, fold, number, seat, person, text)
    if len(_persons(stored)) < 2:
        return since + held
    return planned_answer_at(limits, await _calendar(store, stored, person), since, held)


async def hold_time(store: Store, limits: Limits, stored: StoredMatch, person: int) -> timedelta:
    """Return the time for which this person's moves are held in the match; none at a private table."""
    if stored.row_state.private:
        return timedelta()
    own = (await store.hours((person,))).get(person, Hours()).hold
    return limits.hold if own is None else timedelta(seconds=own)


async def _hold_time_of(
    store: Store,
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    fold: Fold,
    number: int,
    seat: Seat,
    person: int,
    text: str,
) -> timedelta:
    """Return the time for which the move would be held if the seat's person tapped it."""
    try:
        parts = preview_move(game, fold, number, seat, text).affects_others
    except Refusal:
        return timedelta()  # it is dropped when it is due
    return await hold_time(store, limits, stored, person) if parts else timedelta()


def _persons(stored: StoredMatch) -> list[int]:
    return [occupant.person for occupant in stored.occupants if occupant.person is not None]


async def _calendar(store: Store, stored: StoredMatch, person: int) -> Calendar:
    """Return the times in which the person's short clocks cannot run out: the quiet hours."""
    habits = (await store.hours((person,))).get(person, Hours()).habits
    if habits.zone is None and stored.venue.guild:
        habits = habits.at((await store.server(stored.venue.guild)).zone)
    return Calendar(habits)


async def missing_consequences(
    store: Store,
    limits: Limits,
    stored: StoredMatch,
    game: AnyGame,
    fold: Fold,
    entry: Entry,
    earlier: Sequence[Entry],
) -> tuple[list[NewNotice], list[NewTimer]]:
    """Return the notices of all open questions, as if asked now, and the timers that are missing."""
    there = {(timer.kind, timer.seat) for timer in await store.timers(stored.id)}
    asked = {seat: number for seat in fold.pending if (number := fold.seats[seat].question_entry) is not None}
    anew = replace(fold, seats=tuple(own._replace(question_entry=entry.number) for own in fold.seats))
    due = await timers(store, limits, stored, game, None, anew, entry, earlier)
    said: list[NewNotice] = []
    for seat, number in asked.items():
        person = _person(stored, seat)
        if person is not None:
            said += [NewNotice("turn", seat, number), NewNotice("turn", seat, number, person=person)]
            clock = stored.clock(seat)
            if clock.number is not None and clock.since is None:
                later = entry.at + _AFTER_CALLS
                said.append(NewNotice(SUMMARY, seat, clock.number, True, person, later))
    lacking = [
        replace(timer, number=asked[timer.seat])
        for timer in due
        if timer.seat is not None and (timer.kind, timer.seat) not in there
    ]
    for seat in range(stored.size):
        clock = stored.clock(seat)
        if clock.number is not None and clock.since is not None and (TimerKind.CLOCK, seat) not in there:
            lacking.append(NewTimer(TimerKind.CLOCK, Seat(seat), clock.number, entry.at))
        if (
            clock.turns
            and stored.occupants[seat].person is not None
            and (TimerKind.ROBOT_REMINDER, seat) not in there
        ):
            lacking.append(NewTimer(TimerKind.ROBOT_REMINDER, Seat(seat), 0, entry.at + WEEK))
        if clock.request is not None and (TimerKind.SIT, seat) not in there:
            lacking.append(NewTimer(TimerKind.SIT, Seat(seat), 0, clock.request.due))
    pause = stored.row_state.pause(entry.at)
    if pause is not None and (TimerKind.PAUSE, None) not in there:
        lacking.append(NewTimer(TimerKind.PAUSE, None, 0, pause.end))
    undo = stored.row_state.undo
    if undo is not None and (TimerKind.UNDO, Seat(undo.seat)) not in there:
        lacking.append(NewTimer(TimerKind.UNDO, Seat(undo.seat), undo.call, undo.due))
    lacking += [
        NewTimer(TimerKind.HOLD, Seat(one.seat), one.question, one.due)
        for one in stored.row_state.held
        if (TimerKind.HOLD, Seat(one.seat)) not in there
    ]
    return said, lacking


async def _running(
    store: Store, match: int, game: AnyGame, before: Fold, fold: Fold, seat: Seat
) -> datetime | None:
    """Return the end of the short clock that runs already, where the seat's own step has led to its question.

    A person who answers in steps, or gives an order meanwhile, gains no time by it.
    """
    if seat not in before.pending or before.seats[seat].call_entry != fold.seats[seat].call_entry:
        return None
    return await _due(store, match, game, before, seat)


async def short_clocks(
    store: Store, stored: StoredMatch, game: AnyGame, fold: Fold
) -> Mapping[Seat, datetime]:
    """Return the ends of the short clocks, by seat."""
    found: dict[Seat, datetime] = {}
    for seat in fold.pending:
        if stored.occupants[seat].person is not None:
            due = await _due(store, stored.id, game, fold, seat)
            if due is not None:
                found[seat] = due
    return found


async def short_clocks_moved(
    store: Store, stored: StoredMatch, longer: timedelta, now: datetime
) -> list[NewTimer]:
    """Return the timers of the short clocks of a match whose clocks all stand still for so much longer."""
    moved: list[NewTimer] = []
    for timer in await store.timers(stored.id):
        person = None if timer.seat is None else stored.occupants[timer.seat].person
        if timer.kind == TimerKind.LAPSE and person is not None:
            calendar = await _calendar(store, stored, person)
            due = calendar.first_open(max(now, timer.due + longer))
            moved.append(NewTimer(TimerKind.LAPSE, timer.seat, timer.number, due))
    return moved


async def _due(store: Store, match: int, game: AnyGame, fold: Fold, seat: Seat) -> datetime | None:
    """Return the end of the short clock of the seat's open question."""
    if game.defaults(fold.state, seat).timeout is None:
        return None
    for timer in await store.timers(match):
        if (timer.kind, timer.seat, timer.number) == (TimerKind.LAPSE, seat, fold.seats[seat].question_entry):
            return timer.due
    return None
