"""Change the people of a table: each function returns the match as it would be, or raises `Refusal`. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import replace

import msgspec

from engine.game import Refusal, Seat
from engine.match.changes import StoredMatch
from engine.match.clock import is_open
from engine.match.lobby import Guest
from engine.match.values import Occupant, Status

__all__ = [
    "clean_name",
    "is_deserted",
    "require_host",
    "require_lobby",
    "require_never_seated",
    "require_no_league",
    "require_running",
    "seat_of",
    "with_agreement",
    "with_cancellation",
    "with_exclusion",
    "with_invitation",
    "with_occupant",
    "with_player",
    "with_robots",
    "with_substitute",
    "with_takeover",
    "without_invitation",
    "without_person",
    "without_player",
]

_MAX_NAME_LENGTH = 32
_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str) -> str:
    """Return the name as it is stored: one line of 32 characters, without characters that turn the text
    around it.
    """
    spaced = " ".join(name.split())
    shown = "".join(
        letter
        for letter in spaced
        if unicodedata.category(letter) not in ("Cc", "Cs") and letter not in _BIDIRECTIONAL
    )
    return shown[:_MAX_NAME_LENGTH].strip() or "?"


def seat_of(stored: StoredMatch, person: int) -> Seat:
    """Return the person's seat. Raises `Refusal` ``not_seated``."""
    for seat, occupant in enumerate(stored.occupants):
        if occupant.person == person:
            return Seat(seat)
    raise Refusal("not_seated", match=stored.id)


def require_lobby(stored: StoredMatch) -> None:
    """Raise `Refusal` if the match has started or is gone."""
    if stored.status is Status.RUNNING:
        raise Refusal("started", match=stored.id)
    _require_not_ended(stored)


def require_running(stored: StoredMatch) -> None:
    """Raise `Refusal` unless the match is being played."""
    if stored.status is Status.LOBBY:
        raise Refusal("not_started", match=stored.id)
    _require_not_ended(stored)


def require_no_league(stored: StoredMatch) -> None:
    """Raise `Refusal` ``league_table`` at a table of a league, whose season neither waits nor ends early."""
    if stored.row_state.is_league:
        raise Refusal("league_table", match=stored.id)


def require_never_seated(stored: StoredMatch, person: int) -> None:
    """Raise `Refusal` for a moderator who plays at the match, or has played there and got up: such a one has
    no remedies.

    The codes are ``host_seated``, ``host_sat``, or as `require_running`.
    """
    require_running(stored)
    if person in stored.persons:
        raise Refusal("host_seated", match=stored.id)
    if any(stored.includes(stored.clock(seat).former, person) for seat in range(stored.size)):
        raise Refusal("host_sat", match=stored.id)


def is_deserted(stored: StoredMatch, besides: Seat | None = None) -> bool:
    """Return True if no person of the match is there: all are absent, have resigned or were replaced.

    A person on leave is there. The person of the seat `besides` is not counted. A table of a league is never
    deserted: it ends with its season.
    """
    return not stored.row_state.is_league and not any(
        one.person is not None and one.person > 0 and seat != besides and not stored.clock(seat).is_absent
        for seat, one in enumerate(stored.occupants)
    )


def _require_not_ended(stored: StoredMatch) -> None:
    if stored.status in (Status.OVER, Status.CANCELLED):
        raise Refusal(stored.status.value, match=stored.id)


def require_host(stored: StoredMatch, person: int) -> None:
    """Raise `Refusal` ``not_host`` for anybody but the host."""
    if stored.host != person:
        raise Refusal("not_host", match=stored.id)


def _with_one_more(stored: StoredMatch, occupant: Occupant) -> StoredMatch:
    """Return the match with one more occupant, in a seat that is kept for nobody."""
    if stored.is_full:
        raise Refusal("full", match=stored.id, seats=stored.size)
    kept = stored.lobby.guests
    if len(stored.occupants) + len(kept) >= stored.size:
        raise Refusal("seats_kept", match=stored.id, who=", ".join(each.name for each in kept), n=len(kept))
    return replace(stored, occupants=(*stored.occupants, occupant))


def with_occupant(stored: StoredMatch, occupant: Occupant) -> StoredMatch:
    """Return the match with the person in the seat that is kept for them, or in the next free one."""
    require_lobby(stored)
    person, lobby = occupant.person, stored.lobby
    if person is None or person in stored.persons:
        raise Refusal("seated", match=stored.id)
    if lobby.guest(person) is not None:
        stored = replace(stored, lobby=lobby.without_invitation(person))
    elif stored.includes(lobby.out, person):
        raise Refusal("put_out", match=stored.id)
    elif not lobby.admits(person):
        raise Refusal("guests_only", match=stored.id)
    return _with_one_more(stored, occupant)


def without_invitation(stored: StoredMatch, person: int) -> StoredMatch:
    """Return the match without the person's invitation. Raises `Refusal` ``not_invited``."""
    require_lobby(stored)
    guest = stored.lobby.guest(person)
    if guest is None:
        raise Refusal("not_invited", match=stored.id)
    lobby = stored.lobby.without_invitation(person)
    lobby = msgspec.structs.replace(lobby, declined=(*lobby.declined, guest))
    return replace(stored, lobby=lobby)


def with_invitation(stored: StoredMatch, person: int, guest: Guest) -> StoredMatch:
    """Return the match with a seat that the host keeps for somebody. A guest who has declined is not asked
    again.
    """
    require_lobby(stored)
    require_host(stored, person)
    lobby, known = stored.lobby, {"match": stored.id, "who": guest.name}
    if guest.person == person:
        raise Refusal("invited_oneself")
    if guest.person in stored.persons:
        raise Refusal("guest_seated", **known)
    if lobby.guest(guest.person) is not None:
        raise Refusal("guest_invited", **known)
    if any(each.person == guest.person for each in lobby.declined):
        raise Refusal("guest_declined", **known)
    if stored.size < 2:
        raise Refusal("no_guests")
    if len(stored.occupants) + len(lobby.guests) >= stored.size:
        raise Refusal("no_seat_left", match=stored.id)
    out = tuple(each for each in lobby.out if each != guest.person)
    return replace(stored, lobby=msgspec.structs.replace(lobby, guests=(*lobby.guests, guest), out=out))


def with_exclusion(stored: StoredMatch, person: int, whom: int) -> StoredMatch:
    """Return the match without a person whom the host puts out: seated, or invited."""
    require_lobby(stored)
    require_host(stored, person)
    lobby = stored.lobby
    if whom == person or (whom not in stored.persons and lobby.guest(whom) is None):
        raise Refusal("nobody_to_put_out", match=stored.id)
    lobby = msgspec.structs.replace(lobby.without_invitation(whom), out=(*lobby.out, whom))
    occupants = tuple(one for one in stored.occupants if one.person != whom)
    return replace(stored, lobby=lobby, occupants=occupants)


def with_robots(stored: StoredMatch, person: int, player: Occupant) -> StoredMatch:
    """Return the match with automatic players in all seats that nobody has taken; unanswered invitations
    lapse.

    The seats of those who are asked anew stay theirs: the robots of a first press may be why they are asked,
    and a second one must not put them out.
    """
    require_lobby(stored)
    require_host(stored, person)
    if stored.is_full:
        raise Refusal("full", match=stored.id, seats=stored.size)
    kept = tuple(each for each in stored.lobby.guests if each.person in stored.lobby.anew)
    free = stored.size - len(stored.occupants) - len(kept)
    if not free:
        who = ", ".join(each.name for each in kept)
        raise Refusal("kept_anew", match=stored.id, who=who, n=len(kept))
    players = (player,) * free
    lobby = msgspec.structs.replace(stored.lobby, guests=kept)
    return replace(stored, occupants=(*stored.occupants, *players), lobby=lobby)


def with_player(stored: StoredMatch, person: int, player: Occupant) -> StoredMatch:
    """Return the match with an automatic player, whom the host seats, in the next free seat."""
    require_lobby(stored)
    require_host(stored, person)
    return _with_one_more(stored, player)


def without_player(stored: StoredMatch, person: int) -> StoredMatch:
    """Return the match without the automatic player who was seated last."""
    require_lobby(stored)
    require_host(stored, person)
    for seat in reversed(range(len(stored.occupants))):
        if stored.occupants[seat].player is not None:
            return replace(stored, occupants=stored.occupants[:seat] + stored.occupants[seat + 1 :])
    raise Refusal("no_player", match=stored.id)


def without_person(stored: StoredMatch, person: int) -> StoredMatch:
    """Return the match without the person: seats close up, the next person is the host. It is cancelled if no
    person remains.
    """
    require_lobby(stored)
    seat = seat_of(stored, person)
    return _with_host(replace(stored, occupants=stored.occupants[:seat] + stored.occupants[seat + 1 :]))


def with_takeover(stored: StoredMatch, person: int, player: str) -> StoredMatch:
    """Return the match with an automatic player in the person's seat. It is cancelled if no person
    remains."""
    require_running(stored)
    seat = seat_of(stored, person)
    stays = replace(stored.occupants[seat], person=None, player=player, resigned=person)
    occupants = (*stored.occupants[:seat], stays, *stored.occupants[seat + 1 :])
    after = _with_host(replace(stored, occupants=occupants, agreed=stored.agreed - {person}))
    return after if after.status is Status.RUNNING else replace(stored, status=Status.CANCELLED)


def with_substitute(stored: StoredMatch, seat: Seat, person: int, name: str) -> StoredMatch:
    """Return the match with another person in the seat, whose click stays the one that was mixed into
    chance."""
    before = stored.occupants[seat]
    new = replace(before, person=person, name=name, player=None)
    occupants = (*stored.occupants[:seat], new, *stored.occupants[seat + 1 :])
    return _with_host(replace(stored, occupants=occupants, agreed=stored.agreed - {before.person}))


def _with_host(stored: StoredMatch) -> StoredMatch:
    # Clicks are counted up: the person with the smallest one has sat there longest.
    persons = [(one.click, one.person) for one in stored.occupants if one.person is not None]
    if not persons:
        return replace(stored, status=Status.CANCELLED)
    return stored if stored.host in stored.persons else replace(stored, host=min(persons)[1])


def with_cancellation(stored: StoredMatch, person: int) -> StoredMatch:
    """Return the match as cancelled by its host before the start."""
    require_lobby(stored)
    require_host(stored, person)
    return replace(stored, status=Status.CANCELLED)


def with_agreement(
    stored: StoredMatch, person: int, departed: Collection[int] = (), bound: Collection[int] = ()
) -> StoredMatch:
    """Return the match with the person's agreement to cancel it while it runs. It is cancelled once every
    person agrees.

    An absent person whose seat is open is not asked unless `bound`, nor one who has `departed` from the
    server.
    """
    require_running(stored)
    seat_of(stored, person)
    votes = stored.agreed | {person}
    everybody = {
        one.person
        for seat, one in enumerate(stored.occupants)
        if one.person is not None
        and (one.person in bound or not (stored.clock(seat).is_absent and is_open(stored.clock(seat))))
    }.difference(departed)
    return replace(stored, agreed=votes, status=Status.CANCELLED if votes >= everybody else Status.RUNNING)
