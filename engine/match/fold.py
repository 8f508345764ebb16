"""Compute a match from its log, one entry at a time: the position, the open questions, the events. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from engine.chance import Chance
from engine.game import AnyGame, Event, Seat
from engine.match.values import Call, Entry, Round
from engine.outcome import Gone, gone_after
from engine.record import read_undo, without_former_orders

__all__ = [
    "Fold",
    "SeatQuestion",
    "apply_move",
    "apply_restore",
    "apply_ruling",
    "apply_seat_change",
    "apply_takeover",
    "apply_undo",
    "current_round",
    "is_own_step",
    "last_answered",
    "round_calls",
    "start_fold",
]

_NUMBERS_PER_RESTORE = 1_000_000
"""Button numbers in one block. Every restored backup starts a new block, so no number is used twice.
A button carries at most nine digits: a match has room for 999 restores."""

_MAX_ANSWERED_CALLS = 40
"""Answered calls kept for each seat. The oldest are dropped first."""


class SeatQuestion(NamedTuple):
    """A seat's open question, its latest call and its latest moves. Entries are numbers in the log."""

    question_entry: int | None
    """The entry that asked the seat's open question; `None` while the seat has nothing to decide. If the seat
    has sealed a choice that it may still change, this is the entry that sealed it."""
    call_entry: int | None
    """The entry that last called the seat to decide; `None` before its first call. It stays the same while
    the seat goes on step by step, while it changes a sealed choice, and after the question has ended."""
    original_call_entry: int | None
    """The value of `call_entry` before a restored backup called the round again. A later move of the seat
    counts as its answer."""
    last_move: int = 0
    """The entry of the seat's latest move that was not taken back; 0 before its first move."""
    turn_start: int = 0
    """The entry to which a takeback of the seat's latest turn leads: the oldest call of that turn's round."""
    known_until: int = 0
    """The last entry that is no news to the seat: the one that ended its last question. If several seats were
    asked, it is the entry before, because the last one reveals the result. Secretly sealed choices do not
    change it."""
    news_since: int = 0
    """The value of `known_until` at the seat's last call. Later entries are shown with its question."""
    call_number: int = 0
    """The value of `Fold.call_number` at the seat's last call."""
    led_by_own_step: bool = False
    """The seat's own move, or its own undo that nobody had to agree to, has led to its last call."""
    after_secret_choices: bool = False
    """The value of `Call.after_secret_choices` for the seat's last call."""
    ringing_entry: int | None = 0
    """The `call_entry` whose message notified the seat. Only the first call of a series (`Calling.series`)
    sends a message; later calls of the series keep its entry."""
    question_number: int = 0
    """The number of the seat's latest question, counted from 1; the seat's own buttons carry it. Undo and
    restore leave gaps. A choice that another seat seals or changes in secret does not change it."""
    answered_calls: tuple[tuple[int, int], ...] = ()
    """Pairs of an entry that called the seat and of the seat's first move after that, oldest first. They show
    how long its people take to answer."""
    lost_questions: tuple[range, ...] = ()
    """The numbers of the seat's questions that each restored backup made void, oldest backup first: the
    question that was open in the backup, and all that were asked after it."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after an entry of its log."""

    state: Any
    pending: tuple[Seat, ...]
    seats: tuple[SeatQuestion, ...]
    call_number: int
    """The number of the latest call, counted from 1; the table's buttons carry it. An entry that calls
    several seats makes one call. The number is the same for every viewer. A restore leaves a gap."""
    lost_calls: tuple[range, ...] = ()
    """The call numbers that each restored backup made void, oldest backup first."""
    undone_entries: frozenset[int] = frozenset()
    """The entries that were taken back."""
    gone: Mapping[Seat, Gone] = field(default_factory=dict[Seat, Gone])
    """The seats whose persons are gone, and why."""
    counted: int = 0
    """The last entry that still counts: after an undo, the one that counted where the match went back to. A
    moderator's remedy and an end do not count. The chance of automatic players follows from it."""


class _Outcome(Enum):
    """The effect of a move on one seat's question."""

    STAYS = "its open question stays open"
    STEP = "its own move has led straight to its next question"
    CALLED = "it is called to decide"
    IDLE = "it has nothing to decide"


def start_fold(game: AnyGame, options: Any, seats: int, chance: Chance) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after entry 0, and no events: the start has none."""
    state = game.setup(options, seats, chance)
    pending = game.pending(state)
    deciding = _deciding_seats(game, state, pending, seats)
    called, idle = SeatQuestion(0, 0, 0, call_number=1, question_number=1), SeatQuestion(None, None, None)
    questions = tuple(called if seat in deciding else idle for seat in range(seats))
    return Fold(state, pending, questions, 1 if deciding else 0), ()


def apply_move(
    game: AnyGame, fold: Fold, number: int, seat: Seat, move: Any, chance: Chance
) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after `seat` has made this legal move as entry `number`, and the move's events."""
    forced_move = game.defaults(fold.state, seat).forced
    state, events = game.play(fold.state, seat, move, chance)
    if forced_move is not None:
        events = (*events, Event("only_move", seat))
    pending = game.pending(state)
    deciding = _deciding_seats(game, state, pending, len(fold.seats))
    is_public = any(event.to is None for event in events)
    is_shared = len(round_calls(fold)) > 1
    outcomes = _outcomes(fold, seat, pending, deciding, is_shared=is_shared, is_public=is_public)
    known_until = number - 1 if is_shared else number
    call_number = fold.call_number + (_Outcome.CALLED in outcomes)
    calling = game.calling(state)
    goes_on = calling.series is not None and calling.series == game.calling(fold.state).series
    in_series = round_calls(fold) if goes_on else {}
    # A seat may be the first time among those that a private series asks: it belongs to the message too.
    series_entry = max((fold.seats[each].ringing_entry or 0 for each in in_series), default=number)

    def next_question(each: Seat, before: SeatQuestion, outcome: _Outcome) -> SeatQuestion:
        now_known = before.known_until if before.question_entry is None else known_until
        match outcome:
            case _Outcome.STAYS:
                return before
            case _Outcome.STEP:
                return before._replace(question_entry=number, question_number=before.question_number + 1)
            case _Outcome.CALLED:
                return before._replace(
                    question_entry=number,
                    call_entry=number,
                    original_call_entry=number,
                    known_until=now_known,
                    news_since=now_known,
                    call_number=call_number,
                    led_by_own_step=each == seat,
                    after_secret_choices=is_shared,
                    ringing_entry=(
                        before.ringing_entry
                        if each in in_series
                        else series_entry
                        if goes_on and calling.private
                        else number
                    ),
                    question_number=before.question_number + 1,
                )
            case _Outcome.IDLE:
                return before._replace(question_entry=None, known_until=now_known)

    questions = [
        next_question(Seat(each), *pair) for each, pair in enumerate(zip(fold.seats, outcomes, strict=True))
    ]
    turn_start = min(round_calls(fold).values(), default=fold.seats[seat].call_entry or 0)
    answered_calls = _add_answer(fold.seats[seat], number)
    questions[seat] = questions[seat]._replace(
        last_move=number, turn_start=turn_start, answered_calls=answered_calls
    )
    after = replace(
        fold,
        state=state,
        pending=pending,
        seats=tuple(questions),
        call_number=call_number,
        counted=number,
    )
    return after, events


def _add_answer(question: SeatQuestion, number: int) -> tuple[tuple[int, int], ...]:
    """Return the seat's answered calls, with entry `number` if it is the first answer to the latest call."""
    answered = question.answered_calls
    if question.call_entry is None or (answered and answered[-1][0] >= question.call_entry):
        return answered
    return (*answered, (question.call_entry, number))[-_MAX_ANSWERED_CALLS:]


def _outcomes(
    fold: Fold,
    mover: Seat,
    pending: Collection[Seat],
    deciding: Set[Seat],
    *,
    is_shared: bool,
    is_public: bool,
) -> tuple[_Outcome, ...]:
    """Return, by seat, the effect of a move by `mover` on the seat's question.

    After the move the seats in `pending` must decide, those in `deciding` may. `is_shared`: several seats
    were called to the round. `is_public`: everybody can see something of the move.
    """
    every = [Seat(each) for each in range(len(fold.seats))]
    others = {each for each in every if each != mover and fold.seats[each].question_entry is not None}
    # A question stays open if its seat must still decide, or may still change its choice, as before the move.
    staying = {each for each in others & deciding if (each in pending) == (each in fold.pending)}
    new = set(pending) - staying - {mover}
    round_ends = (
        # Another seat has to decide now, and of the earlier ones at most the mover still has to.
        (bool(new) and staying.isdisjoint(pending))
        # Other seats had open questions, and none of these stays open.
        or (bool(others) and not staying)
        # The last seat of a shared round goes on alone. The others cannot tell if its question is a new one.
        or (is_shared and not others and is_public)
    )

    def outcome(each: Seat) -> _Outcome:
        if each not in deciding:
            return _Outcome.IDLE
        if round_ends:
            return _Outcome.CALLED
        if each == mover:
            return _Outcome.STEP
        return _Outcome.STAYS if each in staying else _Outcome.CALLED

    return tuple(map(outcome, every))


def _deciding_seats(game: AnyGame, state: Any, pending: Collection[Seat], seats: int) -> set[Seat]:
    """Return the seats that must decide, and those that may still change a sealed choice."""
    every = (Seat(each) for each in range(seats))
    return {each for each in every if each in pending or len(game.moves(state, each))}


def round_calls(fold: Fold) -> dict[Seat, int]:
    """Return the seats of the open round, each with the entry that called it.

    The round is every seat that was called at or after the oldest call of a pending seat; some may have
    answered, and a seat may be among them whose question ended without an answer. If no seat is pending, the
    result is every seat that was ever called.
    """
    calls = {Seat(each): one.call_entry for each, one in enumerate(fold.seats) if one.call_entry is not None}
    oldest = min((calls[seat] for seat in fold.pending), default=0)
    return {seat: number for seat, number in calls.items() if number >= oldest}


def current_round(fold: Fold) -> Round | None:
    """Return the questions that are open, or `None` if no seat is pending."""
    if not fold.pending:
        return None
    calls = round_calls(fold)
    questions = [fold.seats[seat] for seat in calls]
    return Round(
        number=max(calls.values()),
        call_number=max(each.call_number for each in questions),
        seats=tuple(calls),
        chosen=sum(
            seat not in fold.pending and each.last_move > (each.original_call_entry or 0)
            for seat, each in zip(calls, questions, strict=True)
        ),
        calls=tuple(
            Call(seat, calls[seat], own.led_by_own_step, own.after_secret_choices)
            for seat in fold.pending
            for own in (fold.seats[seat],)
        ),
        news_since=min(each.news_since for each in questions),
        ringing_entry=_ringing_entry(questions),
    )


def _ringing_entry(questions: Sequence[SeatQuestion]) -> int | None:
    """Return the latest entry whose message notified these seats.

    Return `None` if the message of its own latest call notified one of them.
    """
    earlier = [
        each.ringing_entry
        for each in questions
        if each.ringing_entry is not None and each.ringing_entry != each.call_entry
    ]
    return max(earlier) if len(earlier) == len(questions) else None


def last_answered(question: SeatQuestion) -> int:
    """Return the number of the seat's last question that is no longer open.

    The seat's takeback button carries it: if the number has grown since, the button is stale.
    """
    return question.question_number - (question.question_entry is not None)


def is_own_step(entry: Entry) -> bool:
    """Return True if a seat made this entry alone, by a move or by an undo that nobody had to agree to.

    A seat needs no call to a question to which its own step has led.
    """
    return entry.kind == "move" or (entry.kind == "undo" and not read_undo(entry.text)[1])


def apply_undo(
    game: AnyGame,
    fold: Fold,
    target: Fold,
    number: int,
    seat: Seat | None,
    to: int,
    agreed: tuple[Seat, ...],
    entries: Sequence[Entry],
    earlier_events: Sequence[tuple[Event, ...]],
) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after entry `number` went back to the position after entry `to`, and its event.

    `seat` takes back and the seats in `agreed` have consented; if it is `None`, a moderator takes back.
    `target` is the fold after entry `to`. `entries` and `earlier_events` are the log before entry `number`.
    A seat that goes back within its turn keeps its call; otherwise every pending seat is called again.
    An undo of steps that only the seat could see is shown to that seat alone. If somebody else has sat down
    since entry `to`, orders of the person who sat there before do not come back.
    Raises `ValueError` if `to` is not an earlier entry, or is itself undone.
    """
    if not 0 <= to < number or to in fold.undone_entries:
        raise ValueError(f"entry {number} leads nowhere")
    pending, state = target.pending, without_former_orders(game, target.state, entries[to + 1 : number])
    deciding = _deciding_seats(game, state, pending, len(fold.seats))
    keeps_call = (
        seat is not None
        and fold.seats[seat].question_entry is not None
        and fold.seats[seat].call_entry == target.seats[seat].call_entry
        and fold.pending == pending == (seat,)
        and deciding == {seat}
    )
    call_number = fold.call_number + (not keeps_call)

    def go_back(each: Seat) -> SeatQuestion:
        now, before = fold.seats[each], target.seats[each]
        now = now._replace(
            last_move=before.last_move,
            turn_start=before.turn_start,
            known_until=before.known_until,
            news_since=before.news_since,
        )
        if each not in deciding:
            return now._replace(
                question_entry=None,
                call_entry=before.call_entry,
                original_call_entry=before.original_call_entry,
                led_by_own_step=before.led_by_own_step,
                after_secret_choices=before.after_secret_choices,
                ringing_entry=before.ringing_entry,
            )
        # Skip one number. For a seat without an open question `last_answered` would otherwise stay the same,
        # and its old takeback button would work again.
        now = now._replace(question_entry=number, question_number=now.question_number + 2)
        if keeps_call or each not in pending:
            return now
        led = each == seat and not agreed
        return _with_call(now, number, call_number)._replace(original_call_entry=number, led_by_own_step=led)

    questions = tuple(go_back(Seat(each)) for each in range(len(fold.seats)))
    taken_back = {each.number for each in entries[to + 1 : number] if each.kind in ("move", "undo")}
    after = replace(
        fold,
        state=state,
        pending=pending,
        seats=questions,
        call_number=call_number,
        undone_entries=fold.undone_entries | taken_back,
        counted=target.counted,
    )
    if seat is None:
        return after, (Event("host_undone"),)
    code = "stepped_back" if keeps_call and not agreed else "undone"
    is_public = not keeps_call or any(
        event.to is None for each in taken_back for event in earlier_events[each]
    )
    return after, (Event(code, seat, {"agreed": agreed}, None if is_public else frozenset({seat})),)


def apply_takeover(fold: Fold, number: int, seat: Seat, player: str) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after entry `number` gave the seat to an automatic player, and its event.

    The seat's open question gets a new number. Nobody is called.
    """
    question = fold.seats[seat]
    if question.question_entry is not None:
        question = question._replace(question_entry=number, question_number=question.question_number + 1)
    questions = tuple(question if each == seat else before for each, before in enumerate(fold.seats))
    return replace(fold, seats=questions, counted=number), (Event("replaced", seat, {"player": player}),)


def apply_seat_change(
    game: AnyGame, fold: Fold, number: int, seat: Seat, text: str
) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after entry `number` changed who plays for the seat, and its event.

    A steward and the person it plays for may both answer the open question, so it stays. A substitute is
    called anew, and orders of the person who sat there before are no longer in force.
    """
    fold = replace(fold, gone=gone_after(fold.gone, seat, text), counted=number)
    match text:
        case "steward" | "steward uncounted":
            return fold, (Event("stewarded", seat),)
        case "return":
            return fold, (Event("returned", seat),)
        case "substitute":
            fold = replace(fold, state=game.without_orders(fold.state, seat))
            return _call_again(fold, number, seat), (Event("substituted", seat),)
        case _:
            return apply_takeover(fold, number, seat, text)


def _with_call(question: SeatQuestion, number: int, call_number: int) -> SeatQuestion:
    """Return the seat's question as called by entry `number`, to which no step of its own has led."""
    return question._replace(
        call_entry=number,
        call_number=call_number,
        led_by_own_step=False,
        after_secret_choices=False,
        ringing_entry=number,
    )


def _call_again(fold: Fold, number: int, seat: Seat) -> Fold:
    """Return the fold after entry `number` asked the seat's open question anew.

    A seat that must decide is called. One that may only change a sealed choice is not.
    """
    question, call_number = fold.seats[seat], fold.call_number
    if question.question_entry is not None:
        call_number += seat in fold.pending
        question = question._replace(question_entry=number, question_number=question.question_number + 1)
    if seat in fold.pending:
        question = _with_call(question, number, call_number)._replace(original_call_entry=number)
    questions = tuple(question if each == seat else before for each, before in enumerate(fold.seats))
    return replace(fold, seats=questions, call_number=call_number)


def apply_ruling(fold: Fold, kind: str, seat: Seat | None, text: str) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold unchanged, and the event of a remedy, of another pace, or of a match ended as won.

    Raises `ValueError` if `kind` and `text` name neither.
    """
    if kind == "end":
        word, _, listed = text.partition(" ")
        if word != "won":
            raise ValueError("an end of no kind")
        seats = tuple(int(each) for each in listed.split(","))
        return fold, (Event("ended_won", None, {"seats": seats, "resigned": _resigned(fold, seats)}),)
    if kind == "pace":
        return fold, (Event("paced", None, {"pace": text}),)
    match text:
        case "time":
            return fold, (Event("host_time"),)
        case "replace":
            return fold, (Event("host_replaced", seat),)
        case "end":
            return fold, (Event("host_ended"),)
        case _:
            raise ValueError("a remedy of no kind")


def _resigned(fold: Fold, winners: Collection[int]) -> tuple[int, ...]:
    """Return the gone seats that are no `winners`; none at all if one of them is absent, not resigned."""
    others = {seat: why for seat, why in fold.gone.items() if seat not in winners}
    return () if Gone.ABSENT in others.values() else tuple(sorted(others))


def apply_restore(fold: Fold, number: int, restores: int = 0) -> tuple[Fold, tuple[Event, ...]]:
    """Return the fold after entry `number` recorded a restored backup, and its event.

    Every open question is asked anew, and the open round is called again. `restores` is the entry's count of
    restores: if the same backup is restored twice, it keeps the second numbering apart from the first.
    """
    calls = round_calls(fold)
    open_call = max(fold.seats[seat].call_number for seat in calls) if fold.pending else fold.call_number + 1
    lost_calls = (*fold.lost_calls, range(open_call, _next_block(fold.call_number, restores)))
    call_number = _next_block(fold.call_number, restores) + bool(calls)

    def ask_anew(seat: Seat, question: SeatQuestion) -> SeatQuestion:
        first = _next_block(question.question_number, restores)
        lost = range(question.question_number + (question.question_entry is None), first)
        question = question._replace(question_number=first, lost_questions=(*question.lost_questions, lost))
        if question.question_entry is not None:
            question = question._replace(question_entry=number, question_number=first + 1)
        return _with_call(question, number, call_number) if seat in calls else question

    questions = tuple(ask_anew(Seat(each), question) for each, question in enumerate(fold.seats))
    after = replace(fold, seats=questions, call_number=call_number, lost_calls=lost_calls, counted=number)
    return after, (Event("refreshed", None, {}),)


def _next_block(number: int, restores: int) -> int:
    """Return the start of the next block of button numbers: above `number`, and at least block `restores`.

    It is above the numbers given out after the backup too, as long as no block is full.
    """
    return max(number // _NUMBERS_PER_RESTORE + 1, restores) * _NUMBERS_PER_RESTORE
