"""The options of a match: variants, levels, lots and decks, with the numbers of seats that they allow."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from engine.game import BadOptions, Options
from engine.genesia import codes
from engine.genesia.box import decks
from engine.genesia.box.cards import Lot
from engine.kit.enums import quick

__all__ = [
    "NEXT_LEVEL",
    "SEATS",
    "WEARINESS",
    "CopyTiming",
    "GenesiaOptions",
    "Level",
    "Reactions",
    "allowed_seats",
    "check_seats",
]

SEATS = range(1, 6)
"""The numbers of seats that a match can have."""
WEARINESS = range(1, 31)
"""The allowed values of the option `weariness`, in rounds."""
AGE_COUNT = 3
_LETTERS = frozenset(lot.letter for lot in Lot)
_TEAMS = frozenset("ABCDE")


@quick
class Level(StrEnum):
    """The level of a solo game, which decides the cards that are left out."""

    BEGINNER = "beginner"
    EXPERT = "expert"
    HEROIC = "heroic"


NEXT_LEVEL = {Level.BEGINNER: (Level.EXPERT, 100), Level.EXPERT: (Level.HEROIC, 130)}
"""The level that follows each level of solo, and the points needed (rulebook: Règles pour 1 joueur)."""


@quick
class CopyTiming(StrEnum):
    """The time until which a card that an opponent played may be copied."""

    TURN = "turn"  # the end of the copier's next turn in that Age
    AGE = "age"  # the end of the Age


@quick
class Reactions(StrEnum):
    """The time at which the house answers for a defender that cannot play a card or has given an order."""

    HIDDEN = "hidden"  # after a delay like those of people, so that nobody can tell
    SWIFT = "swift"  # at once, so that a defender who takes time visibly has a choice


class GenesiaOptions(Options, frozen=True):
    """The variants of Genesia (rulebook: Règles pour 1 joueur, Règles avancées)."""

    objectives: bool = True
    """The game has secret objectives; a solo game never has."""
    teams: str = ""
    """A letter for each seat, ``"ABAB"``, with at least two teams; empty if everybody plays alone."""
    lots: str = ""
    """The letters of the lots in each Age, ``"BYG/BVR/GVR"``, as many as seats.

    Empty for the first lots in every Age.
    """
    decks: str = ""
    """The cards of each Age instead of lots, ``"1-12/31-42/61,63-73"``: six for each seat (see `decks`)."""
    level: Level = Level.BEGINNER
    """The level of a solo game."""
    copy_timing: CopyTiming = CopyTiming.TURN
    """The time until which a card that an opponent played may be copied."""
    attack_recruits: bool = False
    """Clans may also be recruited in a people's own turn of the attack phase."""
    reactions: Reactions = Reactions.HIDDEN
    """The time at which the house answers for a defender."""
    weariness: int = 3
    """Rounds of war in a row without a lost clan or city after which the attack phase ends."""


def allowed_seats(options: GenesiaOptions) -> Collection[int]:
    """Return the numbers of seats that these options allow.

    Teams fix the number of seats, so do lots (as many in each Age as seats) and decks (six cards a seat).
    Raises `BadOptions` genesia.weariness, teams, solo_teams, lots, lots_decks, or as `decks.check`.
    """
    if options.weariness not in WEARINESS:
        raise BadOptions(codes.WEARINESS, least=WEARINESS[0], most=WEARINESS[-1])
    _check_teams(options)
    _check_lots(options)
    players = _players(options)
    allowed = [seats for seats in SEATS if len(options.teams or seats * "A") == seats]
    if players is None:
        return allowed
    if players not in allowed:
        raise BadOptions(codes.TEAMS, teams=options.teams, seats=players)
    return [players]


def check_seats(options: GenesiaOptions, seats: int) -> None:
    """Check that these options allow this number of seats.

    Raises `BadOptions` as `allowed_seats`; for a number that is not allowed genesia.seats, teams, lots,
    solo_decks, or as `decks.check`.
    """
    if seats in allowed_seats(options):
        return
    if options.teams:
        raise BadOptions(codes.TEAMS, teams=options.teams, seats=seats)
    if options.lots and seats in SEATS:
        raise BadOptions(codes.LOTS, lots=options.lots)
    if options.decks and seats in decks.SEATS:
        decks.check(options.decks, seats)
    if options.decks and seats == 1:
        raise BadOptions(codes.SOLO_DECKS)
    raise BadOptions(codes.SEATS, seats=seats)


def _players(options: GenesiaOptions) -> int | None:
    """Return the number of players that the lots or decks are for; `None` if neither is chosen.

    Raises `BadOptions` genesia.lots_decks, or as `decks.check`.
    """
    if options.lots and options.decks:
        raise BadOptions(codes.LOTS_DECKS)
    if options.decks:
        return decks.check(options.decks)
    return len(options.lots.split("/")[0]) if options.lots else None


def _check_teams(options: GenesiaOptions) -> None:
    teams = options.teams
    if not teams:
        return
    if len(teams) == 1:
        raise BadOptions(codes.SOLO_TEAMS)
    if len(teams) not in SEATS or not _TEAMS.issuperset(teams) or len(set(teams)) < 2:
        raise BadOptions(codes.TEAMS, teams=teams, seats=len(teams))


def _check_lots(options: GenesiaOptions) -> None:
    if not options.lots:
        return
    ages = options.lots.split("/")
    number = len(ages[0])
    if (
        len(ages) != AGE_COUNT
        or number not in SEATS[1:]
        or any(len(lots) != number or len(set(lots)) != number for lots in ages)
        or not _LETTERS.issuperset("".join(ages))
    ):
        raise BadOptions(codes.LOTS, lots=options.lots)
