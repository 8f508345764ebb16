"""The state of a match as a fold of its log: what is asked of whom, since when, what has happened. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Chance, DrawnChance, fresh_key, match_key
from engine.game import AnyGame, Event, Seat
from engine.table import Call, Entry, Round

__all__ = [
    "Fold",
    "begin",
    "filtered",
    "key_of",
    "mixed",
    "moved",
    "rebuild",
    "refreshed",
    "round_of",
    "taken_over",
]

_GENERATION = 1_000_000
"""Buttons carry at most nine digits: so many are left to a match between two restored backups."""
_FRESH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after an entry of its log."""

    state: Any
    pending: tuple[Seat, ...]
    asked: tuple[int | None, ...]
    """By seat, the entry at which its open question was asked. A seat that sealed its choice and may still
    change it keeps the number of the entry that sealed it."""
    last: tuple[int, ...]
    """By seat, its latest own move; 0, the start, before it has made one."""
    called: tuple[int | None, ...]
    """By seat, the entry at which it was last called to decide. Unlike `asked` it stays while the seat goes
    on step by step or changes its sealed choice, and it is kept when the question has ended."""
    first: tuple[int | None, ...]
    """By seat, what `called` was before all was asked anew: whoever has moved since has answered."""
    heard: tuple[int, ...]
    """By seat, the entry up to which all has been heard when it is called: the one that ended its last
    question, or where several were asked the one before, for that one tells what came of it. Who sealed what
    and when has no part in it."""
    since: tuple[int, ...]
    """By seat, what `heard` was when it was last called: what came later is told with its question."""
    calls: int
    """How often seats have been called so far, as all can see: what the table's buttons carry."""
    call: tuple[int, ...]
    """By seat, what `calls` was when it was last called."""
    questions: tuple[int, ...]
    """By seat, how many questions it has been asked so far: what its own buttons carry. Who sealed or changed
    what in secret has no part in the numbers that others see."""


def begin(game: AnyGame, options: Any, seats: int, chance: Chance) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after entry 0, and what can be said of the start: nothing yet."""
    state = game.setup(options, seats, chance)
    pending = game.pending(state)
    deciding = _deciding(game, state, pending, seats)
    asked = tuple(0 if seat in deciding else None for seat in range(seats))
    none = (0,) * seats
    count = tuple(0 if number is None else 1 for number in asked)
    return Fold(state, pending, asked, none, asked, asked, none, none, max(count), count, count), ()


def moved(
    game: AnyGame, fold: Fold, number: int, seat: Seat, move: Any, chance: Chance
) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after `seat` has made this legal move as entry `number`, and what happened."""
    state, events = game.play(fold.state, seat, move, chance)
    pending = game.pending(state)
    seats = tuple(Seat(each) for each in range(len(fold.asked)))
    deciding = _deciding(game, state, pending, len(seats))
    others = {each for each in seats if each != seat and fold.asked[each] is not None}
    # Somebody else's move leaves an open question open; a seat's own move, or being idle, ends it.
    staying = {each for each in others & deciding if (each in pending) == (each in fold.pending)}
    new = {each for each in pending if each != seat and each not in staying}
    several = len(_round(fold)) > 1
    told = any(event.to is None for event in events)
    all_answered = (
        (bool(new) and staying.isdisjoint(pending))
        or (bool(others) and not staying)
        # The last of several goes on alone: whether with the same question, nobody can tell from here.
        or (several and not others and told)
    )
    if all_answered:
        staying = set[Seat]()

    def asked(each: Seat) -> int | None:
        if each not in deciding:
            return None
        return fold.asked[each] if each in staying else number

    def called(each: Seat) -> int | None:
        stays = each not in deciding or each in staying or (each == seat and not all_answered)
        return fold.called[each] if stays else number

    def heard(each: Seat) -> int:
        if fold.asked[each] is None or (each in deciding and called(each) != number):
            return fold.heard[each]
        return number - 1 if several else number

    calls = tuple(map(called, seats))
    known = tuple(map(heard, seats))
    after = replace(
        fold,
        state=state,
        pending=pending,
        asked=tuple(map(asked, seats)),
        last=tuple(number if each == seat else fold.last[each] for each in seats),
        called=calls,
        first=tuple(number if calls[each] == number else fold.first[each] for each in seats),
        heard=known,
        since=tuple(known[each] if calls[each] == number else fold.since[each] for each in seats),
    )
    return _counted(after, number), events


def _counted(fold: Fold, number: int) -> Fold:
    """With the calls and questions of entry `number` counted."""
    calls = fold.calls + (number in fold.called)
    return replace(
        fold,
        calls=calls,
        call=tuple(
            calls if each == number else before for each, before in zip(fold.called, fold.call, strict=True)
        ),
        questions=tuple(
            before + (each == number) for each, before in zip(fold.asked, fold.questions, strict=True)
        ),
    )


def _deciding(game: AnyGame, state: Any, pending: Collection[Seat], seats: int) -> set[Seat]:
    """Who may decide something: also those who have sealed a choice and may still change it."""
    every = (Seat(each) for each in range(seats))
    return {each for each in every if each in pending or len(game.moves(state, each))}


def _round(fold: Fold) -> dict[Seat, int]:
    """The entries that called the seats of the round that is open: all since the oldest open question."""
    called = {Seat(seat): number for seat, number in enumerate(fold.called) if number is not None}
    first = min((called[seat] for seat in fold.pending), default=0)
    return {seat: number for seat, number in called.items() if number >= first}


def round_of(fold: Fold, entries: Sequence[Entry]) -> Round | None:
    """The questions that are open after these entries; `None` once nothing is asked."""
    if not fold.pending:
        return None
    called = _round(fold)
    own = {
        seat: ("move", seat) == (entries[number].kind, entries[number].seat)
        for seat, number in called.items()
    }
    return Round(
        number=max(called.values()),
        call=max(fold.call[seat] for seat in called),
        seats=tuple(called),
        chosen=sum(seat not in fold.pending and fold.last[seat] > (fold.first[seat] or 0) for seat in called),
        calls=tuple(Call(seat, called[seat]) for seat in fold.pending if not own[seat]),
        since=min(fold.since[seat] for seat in called),
    )


def taken_over(fold: Fold, number: int, seat: Seat, player: str) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after an automatic player has taken the seat as entry `number`: its question is asked anew."""
    asked = tuple(
        number if other == seat and before is not None else before for other, before in enumerate(fold.asked)
    )
    questions = tuple(
        count + (other == seat and fold.asked[seat] is not None) for other, count in enumerate(fold.questions)
    )
    after = replace(fold, asked=asked, questions=questions)
    return after, (Event("replaced", seat, {"player": player}),)


def refreshed(fold: Fold, number: int) -> tuple[Fold, tuple[Event, ...]]:
    """The fold after fresh bytes were mixed in as entry `number`: all that is open is asked anew."""
    called = _round(fold)
    after = replace(
        fold,
        asked=tuple(None if before is None else number for before in fold.asked),
        called=tuple(number if seat in called else before for seat, before in enumerate(fold.called)),
        calls=_beyond(fold.calls),
        questions=tuple(map(_beyond, fold.questions)),
    )
    return _counted(after, number), (Event("refreshed", None, {}),)


def _beyond(count: int) -> int:
    """A number that no button carries, not even those of what was played after the backup was made."""
    return (count // _GENERATION + 1) * _GENERATION


def mixed(clicks: Sequence[int], entries: Sequence[Entry]) -> tuple[int, ...]:
    """The ids mixed into the chance of a match with this log, from those of its seats' clicks in order."""
    start = entries[0].text
    return (*clicks, int(start)) if start else tuple(clicks)


def key_of(seed: bytes, clicks: Sequence[int], entries: Sequence[Entry]) -> bytes:
    """The key of what chance draws after this log, whose seats were taken by these clicks in order."""
    key = match_key(seed, mixed(clicks, entries))
    for entry in entries:
        if entry.kind == "fresh":
            key = fresh_key(key, entry.text)
    return key


def rebuild(
    game: AnyGame, options: Any, seats: int, entries: Sequence[Entry]
) -> tuple[Fold, list[tuple[Event, ...]]]:
    """Fold a whole log, drawing again what its entries kept.

    Raises `ValueError`, or what the rules raise, when the log does not lead to the hash of its last entry.
    """
    fold: Fold | None = None
    told: list[tuple[Event, ...]] = []
    for number, entry in enumerate(entries):
        if entry.number != number or (entry.kind == "start") != (number == 0):
            raise ValueError(f"entry {number} is missing")
        chance = DrawnChance(entry.drawn)
        if fold is None:
            fold, events = begin(game, options, seats, chance)
        elif entry.kind == "fresh":
            if not _FRESH.fullmatch(entry.text):
                raise ValueError(f"entry {number} holds nothing fresh")
            fold, events = refreshed(fold, number)
        elif entry.seat is None:
            raise ValueError(f"entry {number} has no seat")
        elif entry.kind == "seat":
            fold, events = taken_over(fold, number, entry.seat, entry.text)
        else:
            move = game.parse(fold.state, entry.seat, entry.text)
            fold, events = moved(game, fold, number, entry.seat, move, chance)
        if chance.left:
            raise ValueError(f"entry {number} drew more than its move needs")
        told.append(events)
    if fold is None or game.hash(fold.state) != entries[-1].hash:
        raise ValueError(f"the position after entry {len(entries) - 1} is not the one that was logged")
    return fold, told


def filtered(
    entries: Sequence[Entry],
    told: Sequence[tuple[Event, ...]],
    viewer: Seat | None,
    since: int,
    ended: bool,
) -> tuple[tuple[Entry, tuple[Event, ...]], ...]:
    """The entries from `since` on as the viewer may know them; those it may know nothing of are left out."""
    known: list[tuple[Entry, tuple[Event, ...]]] = []
    for entry, events in zip(entries[since:], told[since:], strict=True):
        seen = tuple(event for event in events if event.to is None or viewer in event.to)
        if seen or ended or entry.number == 0 or (viewer is not None and entry.seat == viewer):
            known.append((entry if ended else discreet(entry, viewer), seen))
    return tuple(known)


def discreet(entry: Entry, viewer: Seat | None) -> Entry:
    """The entry while the match runs: no draw, no hash to guess hidden things by, no other seat's words."""
    own = entry.kind != "move" or (viewer is not None and entry.seat == viewer)
    return replace(entry, drawn=(), hash="", text=entry.text if own else "")
