"""The state of a match as a fold of its log: what is asked of whom, since when, what has happened. Pure."""

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

_GENERATION = 1_000_000
"""Buttons carry at most nine digits: so many are left to a match between two restored backups."""

_ANSWERS = 40
"""Answers remembered of each seat."""


class SeatQuestion(NamedTuple):
    """What is asked of a seat. Entries are given by their numbers in the log."""

    question_entry: int | None
    """Where its open question was asked; `None` while it has nothing to decide. A seat that sealed its choice
    and may still change it has the entry that sealed it."""
    call_entry: int | None
    """Where it was last called to decide. Unlike `asked` it stays while the seat goes on step by step or
    changes its sealed choice, and it is kept when the question has ended."""
    original_call_entry: int | None
    """What `called` was before all was asked anew: whoever has moved since has answered."""
    last_move: int = 0
    """Its latest own move that was not taken back; 0, the start, before it has made one."""
    turn_start: int = 0
    """The entry after which that turn began: the oldest call of the round to which the move belongs."""
    known_until: int = 0
    """Up to where all has been heard when it is called: the entry that ended its last question, or where
    several were asked the one before, for that one tells what came of it. Who sealed what and when has no
    part in it."""
    news_since: int = 0
    """What `heard` was when it was last called: what came later is told with its question."""
    call_number: int = 0
    """What `Fold.calls` was when it was last called."""
    led_by_own_step: bool = False
    """Its own move, or what it has taken back, has led to that call."""
    after_secret_choices: bool = False
    """As `Call.secretly`."""
    ringing_entry: int | None = 0
    """Which of its calls, as `called`, a message has made: the first one of a series (`Game.series`)."""
    question_number: int = 0
    """How many questions it has been asked so far: what its own buttons carry. Who sealed or changed what in
    secret has no part in the numbers that others see."""
    answered_calls: tuple[tuple[int, int], ...] = ()
    """Its latest calls, oldest first, each with the first move that answered it."""
    lost_questions: tuple[range, ...] = ()
    """By restored backup, oldest first, what its own buttons carry that are older than the restore: what was
    open then, or was asked after the backup."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after an entry of its log."""

    state: Any
    pending: tuple[Seat, ...]
    seats: tuple[SeatQuestion, ...]
    call_number: int
    """How often seats have been called so far, as all can see: what the table's buttons carry."""
    lost_calls: tuple[range, ...] = ()
    """As `SeatQuestion.lost_questions`, of the table's buttons."""
    undone_entries: frozenset[int] = frozenset()
    """The entries that were taken back."""
    gone: Mapping[Seat, Gone] = field(default_factory=dict[Seat, Gone])
    """The seats whose persons are gone, and why."""


class _Outcome(Enum):
    """What becomes of a seat's question by a move."""

    STAYS = "the question it had is still open"
    STEP = "its own move has led straight to its next question"
    CALLED = "it is called to decide"
    IDLE = "it has nothing to decide"


def start_fold(game: AnyGame, options: Any, seats: int, chance: Chance) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after entry 0, and what can be said of the start: nothing yet."""
    state = game.setup(options, seats, chance)
    pending = game.pending(state)
    deciding = _deciding(game, state, pending, seats)
    called, idle = SeatQuestion(0, 0, 0, call_number=1, question_number=1), SeatQuestion(None, None, None)
    every = tuple(called if seat in deciding else idle for seat in range(seats))
    return Fold(state, pending, every, 1 if deciding else 0), ()


def apply_move(
    game: AnyGame, fold: Fold, number: int, seat: Seat, move: Any, chance: Chance
) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after `seat` has made this legal move as entry `number`, and what happened."""
    only = game.forced(fold.state, seat)
    state, events = game.play(fold.state, seat, move, chance)
    if only is not None:
        events = (*events, Event("only_move", seat))
    pending = game.pending(state)
    deciding = _deciding(game, state, pending, len(fold.seats))
    told = any(event.to is None for event in events)
    several = len(round_calls(fold)) > 1
    outcomes = _outcomes(fold, seat, pending, deciding, several=several, told=told)
    heard = number - 1 if several else number
    calls = fold.call_number + (_Outcome.CALLED in outcomes)
    series = game.series(state)
    going_on = round_calls(fold) if series is not None and series == game.series(fold.state) else {}

    def after(each: Seat, before: SeatQuestion, outcome: _Outcome) -> SeatQuestion:
        ended = before.known_until if before.question_entry is None else heard
        match outcome:
            case _Outcome.STAYS:
                return before
            case _Outcome.STEP:
                return before._replace(asked=number, questions=before.question_number + 1)
            case _Outcome.CALLED:
                return before._replace(
                    asked=number,
                    called=number,
                    first_called=number,
                    heard=ended,
                    news_since=ended,
                    call=calls,
                    led=each == seat,
                    secretly=several,
                    rung=before.ringing_entry if each in going_on else number,
                    questions=before.question_number + 1,
                )
            case _Outcome.IDLE:
                return before._replace(asked=None, heard=ended)

    every = [after(Seat(each), *both) for each, both in enumerate(zip(fold.seats, outcomes, strict=True))]
    turn = min(round_calls(fold).values(), default=fold.seats[seat].call_entry or 0)
    answers = _answers(fold.seats[seat], number)
    every[seat] = every[seat]._replace(last_move=number, turn=turn, answers=answers)
    return replace(fold, state=state, pending=pending, seats=tuple(every), calls=calls), events


def _answers(own: SeatQuestion, number: int) -> tuple[tuple[int, int], ...]:
    """The seat's latest answers after it has moved as entry `number`."""
    if own.call_entry is None or (own.answered_calls and own.answered_calls[-1][0] >= own.call_entry):
        return own.answered_calls
    return (*own.answered_calls, (own.call_entry, number))[-_ANSWERS:]


def _outcomes(
    fold: Fold, mover: Seat, pending: Collection[Seat], deciding: Set[Seat], *, several: bool, told: bool
) -> tuple[_Outcome, ...]:
    """By seat, what becomes of its question by a move of `mover`, after which these are `pending`.

    `several` were called to the round, and all can see something of the move where it is `told`.
    """
    every = [Seat(each) for each in range(len(fold.seats))]
    others = {each for each in every if each != mover and fold.seats[each].question_entry is not None}
    # Somebody else's move leaves an open question open.
    staying = {each for each in others & deciding if (each in pending) == (each in fold.pending)}
    new = set(pending) - staying - {mover}
    round_ends = (
        # Nobody who was waited for is waited for still, but others are.
        (bool(new) and staying.isdisjoint(pending))
        # No question of the others is open still.
        or (bool(others) and not staying)
        # The last of several goes on alone: whether with the same question, nobody can tell from here.
        or (several and not others and told)
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


def _deciding(game: AnyGame, state: Any, pending: Collection[Seat], seats: int) -> set[Seat]:
    """Who may decide something: also those who have sealed a choice and may still change it."""
    every = (Seat(each) for each in range(seats))
    return {each for each in every if each in pending or len(game.moves(state, each))}


def round_calls(fold: Fold) -> dict[Seat, int]:
    """The entries that called the seats of the round that is open, those who have answered too.

    They are all that were called since the oldest open question.
    """
    called = {Seat(each): own.call_entry for each, own in enumerate(fold.seats) if own.call_entry is not None}
    oldest = min((called[seat] for seat in fold.pending), default=0)
    return {seat: number for seat, number in called.items() if number >= oldest}


def current_round(fold: Fold) -> Round | None:
    """Return the questions that are open; `None` once nothing is asked."""
    if not fold.pending:
        return None
    called = round_calls(fold)
    asked = [fold.seats[seat] for seat in called]
    return Round(
        number=max(called.values()),
        call_number=max(own.call_number for own in asked),
        seats=tuple(called),
        chosen=sum(
            seat not in fold.pending and own.last_move > (own.original_call_entry or 0)
            for seat, own in zip(called, asked, strict=True)
        ),
        calls=tuple(
            Call(seat, called[seat], own.led_by_own_step, own.after_secret_choices)
            for seat in fold.pending
            for own in (fold.seats[seat],)
        ),
        news_since=min(own.news_since for own in asked),
        ringing_entry=_rung(asked),
    )


def _rung(asked: Sequence[SeatQuestion]) -> int | None:
    """As `Round.rung`."""
    rung = [own.ringing_entry for own in asked if own.ringing_entry is not None and own.ringing_entry != own.call_entry]
    return max(rung) if len(rung) == len(asked) else None


def last_answered(own: SeatQuestion) -> int:
    """How many of its questions the seat has answered."""
    return own.question_number - (own.question_entry is not None)


def is_own_step(entry: Entry) -> bool:
    """Whether its seat alone has led to what is asked now: it need not be called to that."""
    return entry.kind == "move" or (entry.kind == "undo" and not read_undo(entry.text)[1])


def apply_undo(
    game: AnyGame,
    fold: Fold,
    then: Fold,
    number: int,
    seat: Seat | None,
    to: int,
    agreed: tuple[Seat, ...],
    entries: Sequence[Entry],
    told: Sequence[tuple[Event, ...]],
) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after entry `number` has led back to `then`, where entry `to` had led: at the wish of `seat`,
    to which these have `agreed`; without one, of a moderator.

    Where a seat goes back within its turn, its call stays the same; else all who are asked are called anew.
    `entries` and what was `told` of them are those of before. A step of which nobody knew goes as it came.
    Where somebody else has sat down since entry `to`, orders of whoever sat there before do not come back.
    Raises `ValueError` where nobody could have gone back there.
    """
    if not 0 <= to < number or to in fold.undone_entries:
        raise ValueError(f"entry {number} leads nowhere")
    pending, state = then.pending, without_former_orders(game, then.state, entries[to + 1 : number])
    deciding = _deciding(game, state, pending, len(fold.seats))
    stays = (
        seat is not None
        and fold.seats[seat].question_entry is not None
        and fold.seats[seat].call_entry == then.seats[seat].call_entry
        and fold.pending == pending == (seat,)
        and deciding == {seat}
    )
    calls = fold.call_number + (not stays)

    def back(each: Seat) -> SeatQuestion:
        now, before = fold.seats[each], then.seats[each]
        now = now._replace(
            last_move=before.last_move, turn=before.turn_start, heard=before.known_until, news_since=before.news_since
        )
        if each not in deciding:
            return now._replace(
                asked=None,
                called=before.call_entry,
                first_called=before.original_call_entry,
                led=before.led_by_own_step,
                secretly=before.after_secret_choices,
                rung=before.ringing_entry,
            )
        # One number is left out: a button that takes back what was done before takes back nothing more.
        now = now._replace(asked=number, questions=now.question_number + 2)
        if stays or each not in pending:
            return now
        led = each == seat and not agreed
        return now._replace(
            called=number, first_called=number, call=calls, led=led, secretly=False, rung=number
        )

    seats = tuple(back(Seat(each)) for each in range(len(fold.seats)))
    gone = {each.number for each in entries[to + 1 : number] if each.kind in ("move", "undo")}
    after = replace(fold, state=state, pending=pending, seats=seats, calls=calls, undone=fold.undone_entries | gone)
    if seat is None:
        return after, (Event("host_undone"),)
    code = "stepped_back" if stays and not agreed else "undone"
    known = not stays or any(event.to is None for each in gone for event in told[each])
    return after, (Event(code, seat, {"agreed": agreed}, None if known else frozenset({seat})),)


def apply_takeover(fold: Fold, number: int, seat: Seat, player: str) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after an automatic player has taken the seat as entry `number`: its question is asked anew."""
    own = fold.seats[seat]
    if own.question_entry is not None:
        own = own._replace(asked=number, questions=own.question_number + 1)
    seats = tuple(own if each == seat else before for each, before in enumerate(fold.seats))
    return replace(fold, seats=seats), (Event("replaced", seat, {"player": player}),)


def apply_seat_change(
    game: AnyGame, fold: Fold, number: int, seat: Seat, text: str
) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after entry `number` has changed who plays for the seat.

    A steward answers what its person is asked, and the person may still answer it: nothing is asked anew.
    Somebody new is called, and the orders of whoever sat there before are in force no more.
    """
    fold = replace(fold, gone=gone_after(fold.gone, seat, text))
    match text:
        case "steward" | "steward uncounted":
            return fold, (Event("stewarded", seat),)
        case "return":
            return fold, (Event("returned", seat),)
        case "substitute":
            fold = replace(fold, state=game.without_orders(fold.state, seat))
            return _called_anew(fold, number, seat), (Event("substituted", seat),)
        case _:
            return apply_takeover(fold, number, seat, text)


def _called_by_others(own: SeatQuestion, number: int, calls: int) -> SeatQuestion:
    return own._replace(called=number, call=calls, led=False, secretly=False, rung=number)


def _called_anew(fold: Fold, number: int, seat: Seat) -> Fold:
    own, calls = fold.seats[seat], fold.call_number
    if own.question_entry is not None:
        calls += seat in fold.pending
        own = own._replace(asked=number, questions=own.question_number + 1)
    if seat in fold.pending:
        own = _called_by_others(own, number, calls)._replace(first_called=number)
    seats = tuple(own if each == seat else before for each, before in enumerate(fold.seats))
    return replace(fold, seats=seats, calls=calls)


def apply_ruling(fold: Fold, kind: str, seat: Seat | None, text: str) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after a moderator's remedy, or after the end that an absent side was given: as it was."""
    if kind == "end":
        word, _, listed = text.partition(" ")
        if word != "won":
            raise ValueError("an end of no kind")
        seats = tuple(int(each) for each in listed.split(","))
        return fold, (Event("ended_won", None, {"seats": seats, "resigned": _resigned(fold, seats)}),)
    match text:
        case "time":
            return fold, (Event("host_time"),)
        case "replace":
            return fold, (Event("host_replaced", seat),)
        case "end":
            return fold, (Event("host_ended"),)
        case _:
            raise ValueError("a remedy of no kind")


def _resigned(fold: Fold, won: Collection[int]) -> tuple[int, ...]:
    """The seats of those beside them who have resigned; nobody's where others are absent."""
    others = {seat: why for seat, why in fold.gone.items() if seat not in won}
    return () if Gone.ABSENT in others.values() else tuple(sorted(others))


def apply_restore(fold: Fold, number: int, restores: int = 0) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after fresh bytes were mixed in as entry `number`: all that is open is asked anew.

    `restores` is what the entry says of how many backups were put back: where the same one was put back
    before, buttons have other numbers than those of what was played then.
    """
    called = round_calls(fold)
    open_call = max(fold.seats[seat].call_number for seat in called) if fold.pending else fold.call_number + 1
    lost_calls = (*fold.lost_calls, range(open_call, _beyond(fold.call_number, restores)))
    calls = _beyond(fold.call_number, restores) + bool(called)

    def anew(seat: Seat, own: SeatQuestion) -> SeatQuestion:
        questions = _beyond(own.question_number, restores)
        lost = range(own.question_number + (own.question_entry is None), questions)
        own = own._replace(questions=questions, lost_questions=(*own.lost_questions, lost))
        if own.question_entry is not None:
            own = own._replace(asked=number, questions=questions + 1)
        return _called_by_others(own, number, calls) if seat in called else own

    seats = tuple(anew(Seat(each), own) for each, own in enumerate(fold.seats))
    return replace(fold, seats=seats, calls=calls, lost_calls=lost_calls), (Event("refreshed", None, {}),)


def _beyond(count: int, restores: int) -> int:
    """A number that no button carries, not even those of what was played after the backup was made."""
    return max(count // _GENERATION + 1, restores) * _GENERATION
