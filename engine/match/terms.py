"""Change the terms of an open table: seats, robots, options, pace, and how it fills and begins. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from engine.game import AnyGame, BadOptions, Refusal
from engine.kit.options import fields_of
from engine.match.changes import StoredMatch
from engine.match.clock import Pace
from engine.match.help import Help
from engine.match.lobby import AUTOMATIC, Alteration, Begin, Guest
from engine.match.values import Occupant, Status

__all__ = [
    "OPTION",
    "NewTerms",
    "asked_anew",
    "encoded",
    "is_worth_as",
    "require_rivals",
    "with_fields",
    "with_others_asked",
    "with_terms",
]

OPTION = "option."
"""The beginning of `Alteration.what` for a field of the game's options."""
_SWITCHES = {
    "joiners": ("anyone", "invited"),
    "undo": ("all", "chance"),
    "resigning": ("ends", "plays"),
}
"""The words for the terms that the table keeps as no or yes, as the options of the command have them."""


@dataclass(frozen=True, slots=True)
class NewTerms:
    """The terms that a host wants; `None` for those that stay."""

    size: int | None = None
    options: Mapping[str, Any] | None = None
    """The fields of the game's options that change, with their values."""
    robots: tuple[str, ...] | None = None
    """The kinds of the automatic players, one for each that is to sit there."""
    pace: Pace | None = None
    begin: Begin | None = None
    guests_only: bool | None = None
    locale: str | None = None
    before_chance: bool | None = None
    play_on: bool | None = None
    help: Help | None = None


def encoded(options: Any) -> str:
    """Return options as a match keeps them: JSON."""
    return msgspec.json.encode(options).decode()


def with_fields(game: AnyGame, options: Any, changed: Mapping[str, Any] | None) -> Any:
    """Return the game's options with these fields. Raises `BadOptions` for a field that they do not have."""
    if changed is None:
        return options
    if not changed.keys() <= {each.name for each in fields_of(game.Options)}:
        raise BadOptions("options", game=game.key)
    return msgspec.structs.replace(options, **changed)


def with_terms(
    stored: StoredMatch, game: AnyGame, before: Any, options: Any, wanted: NewTerms, click: int
) -> StoredMatch:
    """Return the match with these terms. `before` and `options` are the game's options, then and from now on.

    Where other options need another number of seats and none is wanted, the table gets the nearest one that
    holds those who sit there or are invited. Raises `BadOptions`, `Refusal` ``unknown_player``,
    ``seats_taken``, ``rated_sides``, ``rated_clocks``.
    """
    occupants = stored.occupants
    if wanted.robots is not None:
        occupants = _with_robots(stored, game, wanted.robots, click)
    lobby, state = stored.lobby, stored.row_state
    after = replace(
        stored,
        size=_size(stored, game, options, wanted.size, len(occupants) + len(lobby.guests)),
        rules=game.rules,
        options=encoded(options),
        occupants=occupants,
        pace=stored.pace if wanted.pace is None else str(wanted.pace),
        venue=stored.venue if wanted.locale is None else replace(stored.venue, locale=wanted.locale),
        row_state=msgspec.structs.replace(
            state,
            before_chance=_or(wanted.before_chance, state.before_chance),
            play_on=_or(wanted.play_on, state.play_on),
            help=state.help if wanted.help is None else wanted.help,
        ),
        lobby=msgspec.structs.replace(
            lobby,
            begin=lobby.begin if wanted.begin is None else wanted.begin,
            guests_only=_or(wanted.guests_only, lobby.guests_only),
        ),
    )
    if after.row_state.is_rated:
        require_rivals(game, options, after.size, after.timing)
    if len(stored.persons) < 2 and not lobby.guests:
        return after
    altered = _altered(lobby.altered, _described(stored, game, before), _described(after, game, options))
    return replace(after, lobby=msgspec.structs.replace(after.lobby, altered=altered))


def asked_anew(before: StoredMatch, after: StoredMatch) -> tuple[Guest, ...]:
    """Return the people besides the host who must agree anew, because the table is another one to them.

    They must where it becomes rated or ceases to be, by its terms or by a robot, and where its pace changes;
    at a rated table also where its seats, its options, undo or resigning do. Otherwise a host could let
    people sit down at one table and start another one at once.
    """
    if after.status is not Status.LOBBY or _stakes(after) == _stakes(before):
        return ()
    seated = [each for each in after.occupants if each.person is not None and each.person != after.host]
    return tuple(Guest(each.person, each.name) for each in seated if each.person is not None)


def with_others_asked(before: StoredMatch, after: StoredMatch) -> StoredMatch:
    """Return `after` with the seats of those who are `asked_anew` kept for them, in the same order, until
    they sit down again or decline.
    """
    asked = asked_anew(before, after)
    if not asked:
        return after
    lobby, persons = after.lobby, {each.person for each in asked}
    seated = tuple(AUTOMATIC if each.person is None else each.person for each in after.occupants)
    lobby = msgspec.structs.replace(
        lobby,
        guests=(*lobby.guests, *asked),
        anew=(*lobby.anew, *(each.person for each in asked)),
        order=lobby.order or seated,
    )
    stay = tuple(each for each in after.occupants if each.person not in persons)
    return replace(after, occupants=stay, lobby=lobby)


def is_worth_as(lobby: StoredMatch, played: StoredMatch) -> bool:
    """Return True if as much is at stake at the open table as was in the match, before anybody left it."""
    return _stakes(lobby) == _stakes(replace(played, occupants=()))


def _stakes(stored: StoredMatch) -> tuple[object, ...]:
    """Return what a person's result is worth and how long it takes to come; of a rated table all terms."""
    state = stored.row_state
    # A rated table that begins with a robot rates nobody.
    if not state.is_rated or any(each.person is None for each in stored.occupants):
        return False, stored.pace
    return True, stored.pace, stored.size, stored.options, state.before_chance, state.play_on


def require_rivals(game: AnyGame, options: Any, size: int, pace: Pace) -> None:
    """Raise `Refusal` unless everybody plays against everybody, with a clock: nothing else is rated.

    The codes are ``rated_sides`` and ``rated_clocks``: without clocks whoever is behind could stop playing,
    and the match would never count.
    """
    if size < 2 or any(len(side) > 1 for side in game.sides(options, size)):
        raise Refusal("rated_sides")
    if not pace.is_timed:
        raise Refusal("rated_clocks")


def _or(wanted: bool | None, stays: bool) -> bool:
    return stays if wanted is None else wanted


def _with_robots(
    stored: StoredMatch, game: AnyGame, wanted: tuple[str, ...], click: int
) -> tuple[Occupant, ...]:
    """Return the occupants with these automatic players; those that sit there already stay, if wanted."""
    missing, kept = list(wanted), list[Occupant]()
    for kind in wanted:
        if kind not in game.players:
            raise Refusal("unknown_player", player=kind)
    for one in stored.occupants:
        if one.player is None:
            kept.append(one)
        elif one.player in missing:
            missing.remove(one.player)
            kept.append(one)
    return (*kept, *(Occupant(None, "", kind, click) for kind in missing))


def _size(stored: StoredMatch, game: AnyGame, options: Any, wanted: int | None, taken: int) -> int:
    """Return the number of seats. Raises `BadOptions`, `Refusal` ``seats_taken``."""
    sizes = game.seats(options)
    size = stored.size if wanted is None else wanted
    if size not in sizes and wanted is None:
        size = min((each for each in sizes if each >= taken), key=lambda each: abs(each - size), default=size)
        if size not in sizes:
            raise Refusal("seats_taken", match=stored.id, seats=max(sizes), taken=taken)
    if size not in sizes:
        raise BadOptions("seats", seats=size, possible=tuple(sorted(sizes)))
    if size < taken:
        raise Refusal("seats_taken", match=stored.id, seats=size, taken=taken)
    return size


def _described(stored: StoredMatch, game: AnyGame, options: Any) -> Iterator[tuple[str, str]]:
    """Yield the terms in the form of `Alteration`."""
    yield "seats", str(stored.size)
    for each in fields_of(game.Options):
        yield f"{OPTION}{each.name}", encoded(getattr(options, each.name))
    yield "pace", stored.pace
    yield "begin", stored.lobby.begin.value
    yield "joiners", _SWITCHES["joiners"][stored.lobby.guests_only]
    yield "language", stored.venue.locale
    yield "undo", _SWITCHES["undo"][stored.row_state.before_chance]
    yield "resigning", _SWITCHES["resigning"][stored.row_state.play_on]
    yield "help", stored.row_state.help or Help.WITH


def _altered(
    known: tuple[Alteration, ...], before: Iterator[tuple[str, str]], after: Iterator[tuple[str, str]]
) -> tuple[Alteration, ...]:
    """Return the earlier alterations with those that lead from `before` to `after`.

    One that leads back to the beginning is none any more.
    """
    first = {each.what: each.before for each in known}
    stood = dict(before)
    return tuple(
        Alteration(what, first.get(what, stood[what]), value)
        for what, value in after
        if value != first.get(what, stood[what])
    )
