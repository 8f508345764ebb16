"""Who may sit down, get up and call a match off. Pure: from a table to the table as it would be."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from engine.game import Refusal, Seat
from engine.store import Table
from engine.table import Occupant, Status

__all__ = [
    "agreed",
    "called_off",
    "clean",
    "in_lobby",
    "joined",
    "left",
    "running",
    "seat_of",
    "taken_over",
    "with_player",
    "without_player",
]

_LONGEST_NAME = 32
_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: str) -> str:
    """The name as it is kept: one line of 32 characters, nothing in it that turns the text around it."""
    spaced = " ".join(name.split())
    shown = "".join(
        letter
        for letter in spaced
        if unicodedata.category(letter) not in ("Cc", "Cs") and letter not in _BIDIRECTIONAL
    )
    return shown[:_LONGEST_NAME].strip() or "?"


def seat_of(table: Table, person: int) -> Seat:
    """Where the person sits. Raises `Refusal` ``not_seated``."""
    for seat, occupant in enumerate(table.occupants):
        if occupant.person == person:
            return Seat(seat)
    raise Refusal("not_seated", match=table.id)


def in_lobby(table: Table) -> None:
    """Raises `Refusal` when the match has started or is gone."""
    if table.status is Status.RUNNING:
        raise Refusal("started", match=table.id)
    _not_ended(table)


def running(table: Table) -> None:
    """Raises `Refusal` unless the match is being played."""
    if table.status is Status.LOBBY:
        raise Refusal("not_started", match=table.id)
    _not_ended(table)


def _not_ended(table: Table) -> None:
    if table.status in (Status.OVER, Status.CANCELLED):
        raise Refusal(table.status.value, match=table.id)


def _hosted(table: Table, person: int) -> None:
    if table.host != person:
        raise Refusal("not_host", match=table.id)


def _seated(table: Table, occupant: Occupant) -> Table:
    if len(table.occupants) >= table.size:
        raise Refusal("full", match=table.id, seats=table.size)
    return replace(table, occupants=(*table.occupants, occupant))


def joined(table: Table, occupant: Occupant) -> Table:
    """With the person in the next free seat."""
    in_lobby(table)
    if any(other.person == occupant.person for other in table.occupants):
        raise Refusal("seated", match=table.id)
    return _seated(table, occupant)


def with_player(table: Table, person: int, player: Occupant) -> Table:
    """With an automatic player, whom the host seats, in the next free seat."""
    in_lobby(table)
    _hosted(table, person)
    return _seated(table, player)


def without_player(table: Table, person: int) -> Table:
    """Without the automatic player who was seated last."""
    in_lobby(table)
    _hosted(table, person)
    for seat in reversed(range(len(table.occupants))):
        if table.occupants[seat].player is not None:
            return replace(table, occupants=table.occupants[:seat] + table.occupants[seat + 1 :])
    raise Refusal("no_player", match=table.id)


def left(table: Table, person: int) -> Table:
    """Without the person: seats close up, the next one is the host; with the last one the table goes."""
    in_lobby(table)
    seat = seat_of(table, person)
    return _rehosted(replace(table, occupants=table.occupants[:seat] + table.occupants[seat + 1 :]))


def taken_over(table: Table, person: int, player: str) -> Table:
    """With an automatic player in the person's seat; cancelled when no person remains."""
    running(table)
    seat = seat_of(table, person)
    stays = replace(table.occupants[seat], person=None, player=player)
    occupants = (*table.occupants[:seat], stays, *table.occupants[seat + 1 :])
    after = _rehosted(replace(table, occupants=occupants, agreed=table.agreed - {person}))
    return after if after.status is Status.RUNNING else replace(table, status=Status.CANCELLED)


def _rehosted(table: Table) -> Table:
    persons = [one.person for one in table.occupants if one.person is not None]
    if not persons:
        return replace(table, status=Status.CANCELLED)
    return table if table.host in persons else replace(table, host=persons[0])


def called_off(table: Table, person: int) -> Table:
    """Cancelled by its host before the start."""
    in_lobby(table)
    _hosted(table, person)
    return replace(table, status=Status.CANCELLED)


def agreed(table: Table, person: int) -> Table:
    """With the person's agreement to cancel the running match; cancelled once every person agrees."""
    running(table)
    seat_of(table, person)
    votes = table.agreed | {person}
    everybody = {one.person for one in table.occupants if one.person is not None}
    return replace(table, agreed=votes, status=Status.CANCELLED if votes >= everybody else Status.RUNNING)
