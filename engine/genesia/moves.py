"""The moves of Genesia, each with its notation; `Move` is the union of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.kit.enums import quick

__all__ = [
    "Assault",
    "Back",
    "Campaign",
    "ChooseStance",
    "Discard",
    "Draft",
    "End",
    "GiveOrder",
    "GiveWarOrder",
    "KeepObjective",
    "Line",
    "Lose",
    "Move",
    "Movement",
    "Pass",
    "Play",
    "Recruit",
    "Stance",
    "StandingOrder",
    "TakePlace",
    "WarOrder",
]


@dataclass(frozen=True, slots=True)
class KeepObjective:
    """The choice of the objective to keep, written ``objective 4``."""

    objective: int

    def __str__(self) -> str:
        return f"objective {self.objective}"


@dataclass(frozen=True, slots=True)
class Draft:
    """The choice of a card in the draft: the first of `cards` that is in the pack.

    Written ``draft 12``, or ``draft 12 7 30`` in order of preference.
    """

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("draft", *map(str, self.cards)))


@dataclass(frozen=True, slots=True)
class Recruit:
    """The purchase of clans for the home land or an own city, written ``recruit 3 A0``."""

    clans: int
    at: str

    def __str__(self) -> str:
        return f"recruit {self.clans} {self.at}"


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of `clans` clans along all regions of `route`, written ``move 3 A0-A1-A3``."""

    clans: int
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"move {self.clans} {'-'.join(self.route)}"


@dataclass(frozen=True, slots=True)
class Play:
    """The play of a card, written ``card 12``, or ``card 12 A3`` with the region that it needs.

    ``card 69 A0-G3`` names both ends of a leap, ``card 69 A0-G3 x2`` also the number of clans; without ``x2``
    as many leap as possible. A card that copies names the copied card: ``card 17 copy 5``, ``card 17 copy 5
    A3``.
    """

    card: int
    copy: int | None = None
    """The number of the copied card."""
    at: str | None = None
    """The region that the effect needs: the destination of a leap."""
    start: str | None = None
    """The region where a leap begins."""
    clans: int | None = None
    """The number of clans that leap; `None` for as many as possible."""

    def __str__(self) -> str:
        copied = "" if self.copy is None else f" copy {self.copy}"
        place = "" if self.at is None else f" {self.at}" if self.start is None else f" {self.start}-{self.at}"
        return f"card {self.card}{copied}{place}{'' if self.clans is None else f' x{self.clans}'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """The discard of a card, face down, for 4 coins; written ``discard 12``."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Back:
    """The undo of the latest step of this turn, written ``back``.

    Only a step that revealed nothing and changed nothing of another people can be undone.
    """

    def __str__(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class End:
    """The end of a turn, or of the plays at the end of an Age; written ``end``."""

    def __str__(self) -> str:
        return "end"


@quick
class Stance(StrEnum):
    """A choice of war or peace."""

    WAR = "war"
    PEACE = "peace"
    TRUCE = "truce"  # peace in every round of this Age, until an assault on the people costs a side something


@dataclass(frozen=True, slots=True)
class ChooseStance:
    """The secret choice of war or peace, written ``war``, ``peace`` or ``truce``."""

    stance: Stance

    def __str__(self) -> str:
        return self.stance.value


@dataclass(frozen=True, slots=True)
class Assault:
    """An assault on region `target` from region `source`, written ``assault A9-G5``.

    While war and peace are chosen it means war, and it is made at the people's turn if it is still possible.
    ``assault A9-G5 lose 2 siege enter 1`` also gives the way to fight it, for the case that the defender
    plays no card.
    """

    source: str
    target: str
    fought: Lose | None = None
    """The way to fight the assault; `None` if it is chosen after the defender's reaction."""

    def __str__(self) -> str:
        return f"assault {self.where}{'' if self.fought is None else f' {self.fought}'}"

    @property
    def where(self) -> str:
        """Return both regions, as in ``A9-G5``."""
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn without an assault, if none is possible, or without a card against one; written ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Lose:
    """The way to fight an assault: ``lose 2``, ``lose 2 siege``, ``lose 1 enter 3``."""

    clans: int
    """Clans that both sides lose, before cards change the losses."""
    siege: bool = False
    """The attacker takes the undefended city, which costs one more clan unless a card spares it."""
    enter: int = 0
    """Clans that move in once no clan of the defender is left and the city, if there is one, is taken."""

    def __str__(self) -> str:
        siege = " siege" if self.siege else ""
        return f"lose {self.clans}{siege}{f' enter {self.enter}' if self.enter else ''}"


@quick
class StandingOrder(StrEnum):
    """The order for the case that a people is attacked, valid until the end of the Age."""

    ASK = "ask"
    NEVER = "never"  # the house plays no card, without asking
    CITY = "city"  # if a city could be lost the house plays the best defence card; otherwise it asks
    GUARD = "guard"  # as CITY; where no city could be lost the house plays none, without asking


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """A secret order for the case of an attack, written ``order ask``, ``order never``, ``order city`` or
    ``order guard``."""

    standing_order: StandingOrder

    def __str__(self) -> str:
        return f"order {self.standing_order.value}"


@quick
class WarOrder(StrEnum):
    """The order about war and peace, valid until the end of the match."""

    ASK = "ask"
    TARGET = "target"  # peace while no assault is possible on the board as it is; otherwise ask
    PEACE = "peace"  # peace in every round, even after an attack


@dataclass(frozen=True, slots=True)
class GiveWarOrder:
    """A secret order about war and peace, written ``stand ask``, ``stand target`` or ``stand peace``."""

    war_order: WarOrder

    def __str__(self) -> str:
        return f"stand {self.war_order.value}"


@dataclass(frozen=True, slots=True)
class Campaign:
    """A secret list of assaults to be made one a round, written ``campaign A9-G5 lose 2; G5-G1``.

    ``campaign off`` is the empty list. The list is dropped at the end of the Age, and as soon as its next
    assault is impossible. With ``; truce`` behind it its people makes a truce once the list is over.
    """

    assaults: tuple[Assault, ...] = ()
    truce: bool = False
    """A truce follows the list."""

    def __str__(self) -> str:
        listed = [str(each).removeprefix("assault ") for each in self.assaults]
        if self.truce:
            listed.append("truce")
        return f"campaign {'; '.join(listed) or 'off'}"


@dataclass(frozen=True, slots=True)
class TakePlace:
    """The choice of a place in the next Age's turn order, 1 is the first: the first of `places` that is free.

    Written ``place 2``, or ``place 2 1 3`` in order of preference.
    """

    places: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("place", *map(str, self.places)))


@dataclass(frozen=True, slots=True)
class Line:
    """Several steps of a turn at once, all or nothing: ``card 3; recruit 2 A0; move 2 A0-A1; end``."""

    steps: tuple[Play | Recruit | Movement | Discard | End, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.steps))


Move = (
    KeepObjective
    | Draft
    | Recruit
    | Movement
    | Play
    | Discard
    | Back
    | End
    | ChooseStance
    | Assault
    | Pass
    | Lose
    | GiveOrder
    | GiveWarOrder
    | Campaign
    | TakePlace
    | Line
)
