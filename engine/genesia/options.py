"""The options of a match: variants, levels, lots and decks, and for how many seats they are."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from engine.game import BadOptions, Options
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
WEARINESS = range(1, 31)
AGES = 3
_LETTERS = frozenset(lot.letter for lot in Lot)
_TEAMS = frozenset("ABCDE")


@quick
class Level(StrEnum):
    """Which cards are left out of a solo game."""

    BEGINNER = "beginner"
    EXPERT = "expert"
    HEROIC = "heroic"


NEXT_LEVEL = {Level.BEGINNER: (Level.EXPERT, 100), Level.EXPERT: (Level.HEROIC, 130)}
"""After each level of solo the one to go on to, and from how many points (rulebook: Règles pour 1 joueur)."""


@quick
class CopyTiming(StrEnum):
    """Until when a card that an opponent played may be copied."""

    TURN = "turn"  # the end of the copier's next turn in that Age
    AGE = "age"  # the end of the Age


@quick
class Reactions(StrEnum):
    """When the house answers for who is attacked and could play no card, or has given an order."""

    HIDDEN = "hidden"  # after as long as people take: nobody can tell
    SWIFT = "swift"  # at once: whoever takes time has something to think about


class GenesiaOptions(Options, frozen=True):
    """Variants of Genesia (rulebook: Règles pour 1 joueur, Règles avancées)."""

    objectives: bool = True
    """Secret objectives; never in solo."""
    teams: str = ""
    """One letter a seat, ``"ABAB"``; empty when everybody plays alone. At least two teams."""
    lots: str = ""
    """Letters of the lots in each Age, ``"BYG/BVR/GVR"``: as many as seats. Empty: the first ones, always."""
    decks: str = ""
    """Cards of each Age instead of lots, ``"1-12/31-42/61,63-73"``: six for each seat (see `decks`)."""
    level: Level = Level.BEGINNER
    """Of a solo game."""
    copy_timing: CopyTiming = CopyTiming.TURN
    attack_recruits: bool = False
    """Clans may be recruited on the own turn of the attack phase too."""
    reactions: Reactions = Reactions.HIDDEN
    weariness: int = 3
    """So many rounds of war in a row in which nobody loses a clan or a city end the attack phase."""


def allowed_seats(options: GenesiaOptions) -> Collection[int]:
    """The numbers of seats these options allow.

    Teams are written for all seats, lots for as many as there are in each Age; decks have six cards for each.
    Raises `BadOptions` genesia.weariness, teams, solo_teams, lots, lots_decks, or as `decks.check`.
    """
    if options.weariness not in WEARINESS:
        raise BadOptions("genesia.weariness", least=WEARINESS[0], most=WEARINESS[-1])
    _check_teams(options)
    _check_lots(options)
    players = _players(options)
    allowed = [seats for seats in SEATS if len(options.teams or seats * "A") == seats]
    if players is None:
        return allowed
    if players not in allowed:
        raise BadOptions("genesia.teams", teams=options.teams, seats=players)
    return [players]


def check_seats(options: GenesiaOptions, seats: int) -> None:
    """Raises `BadOptions` as `allowed_seats`, or why that number is not allowed.

    That is genesia.seats, teams, lots, solo_decks, or about decks as `decks.check`.
    """
    if seats in allowed_seats(options):
        return
    if options.teams:
        raise BadOptions("genesia.teams", teams=options.teams, seats=seats)
    if options.lots and seats in SEATS:
        raise BadOptions("genesia.lots", lots=options.lots)
    if options.decks and seats in decks.SEATS:
        decks.check(options.decks, seats)
    if options.decks and seats == 1:
        raise BadOptions("genesia.solo_decks")
    raise BadOptions("genesia.seats", seats=seats)


def _players(options: GenesiaOptions) -> int | None:
    """For how many the lots or decks are; `None` if none are chosen. Raises `BadOptions` about decks."""
    if options.lots and options.decks:
        raise BadOptions("genesia.lots_decks")
    if options.decks:
        return decks.check(options.decks)
    return len(options.lots.split("/")[0]) if options.lots else None


def _check_teams(options: GenesiaOptions) -> None:
    teams = options.teams
    if not teams:
        return
    if len(teams) == 1:
        raise BadOptions("genesia.solo_teams")
    if len(teams) not in SEATS or not _TEAMS.issuperset(teams) or len(set(teams)) < 2:
        raise BadOptions("genesia.teams", teams=teams, seats=len(teams))


def _check_lots(options: GenesiaOptions) -> None:
    if not options.lots:
        return
    ages = options.lots.split("/")
    number = len(ages[0])
    if (
        len(ages) != AGES
        or number not in SEATS[1:]
        or any(len(lots) != number or len(set(lots)) != number for lots in ages)
        or not _LETTERS.issuperset("".join(ages))
    ):
        raise BadOptions("genesia.lots", lots=options.lots)
