"""Moves of Genesia, each with its notation; `Move` is any of them."""

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
    """Keep this objective. Written ``objective 4``."""

    objective: int

    def __str__(self) -> str:
        return f"objective {self.objective}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Take a card of the pack: of several the first that is in it.

    Written ``draft 12``, ``draft 12 7 30``.
    """

    cards: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(("draft", *map(str, self.cards)))


@dataclass(frozen=True, slots=True)
class Recruit:
    """Buy `clans` clans and put them into the own home land or an own city. Written ``recruit 3 A0``."""

    clans: int
    at: str

    def __str__(self) -> str:
        return f"recruit {self.clans} {self.at}"


@dataclass(frozen=True, slots=True)
class Movement:
    """Move `clans` clans along `route`, from its first region to its last. Written ``move 3 A0-A1-A3``."""

    clans: int
    route: tuple[str, ...]

    def __str__(self) -> str:
        return f"move {self.clans} {'-'.join(self.route)}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card: ``card 12``, ``card 12 A3`` (where), ``card 69 A0-G3`` (a leap from where to where).

    ``card 69 A0-G3 x2`` is a leap of two clans, without a number of as many as possible. A card that copies
    names the copied one: ``card 17 copy 5``, ``card 17 copy 5 A3``.
    """

    card: int
    copy: int | None = None
    at: str | None = None
    """The region that the effect asks for: the destination of a leap."""
    start: str | None = None
    """Where a leap begins."""
    clans: int | None = None
    """How many leap; `None` for as many as possible."""

    def __str__(self) -> str:
        copied = "" if self.copy is None else f" copy {self.copy}"
        place = "" if self.at is None else f" {self.at}" if self.start is None else f" {self.start}-{self.at}"
        return f"card {self.card}{copied}{place}{'' if self.clans is None else f' x{self.clans}'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card away, face down, for 4 coins. Written ``discard 12``."""

    card: int

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Back:
    """Take back the last step of this turn, if it revealed nothing and touched nobody. Written ``back``."""

    def __str__(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class End:
    """The turn is over; at the end of an Age: nothing more to play. Written ``end``."""

    def __str__(self) -> str:
        return "end"


@quick
class Stance(StrEnum):
    """War or peace."""

    WAR = "war"
    PEACE = "peace"
    TRUCE = "truce"  # peace in every round of this Age until attacked; a standing order


@dataclass(frozen=True, slots=True)
class ChooseStance:
    """War or peace, in secret. Written ``war``, ``peace`` or ``truce``."""

    stance: Stance

    def __str__(self) -> str:
        return self.stance.value


@dataclass(frozen=True, slots=True)
class Assault:
    """Attack region `target` from region `source`. Written ``assault A9-G5``.

    While war and peace are chosen it is war, and the assault is made when its turn comes if it still can be.
    ``assault A9-G5 lose 2 siege enter 1`` says at once how it is fought, if the defender plays no card.
    """

    source: str
    target: str
    fought: Lose | None = None
    """`None`: said once the defender has had its say."""

    def __str__(self) -> str:
        return f"assault {self.where}{'' if self.fought is None else f' {self.fought}'}"

    @property
    def where(self) -> str:
        """Both regions, ``A9-G5``."""
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No assault is possible, or no card against one. Written ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Lose:
    """How an assault is fought: ``lose 2``, ``lose 2 siege``, ``lose 1 enter 3``."""

    clans: int
    """What both lose, before cards change it."""
    siege: bool = False
    """Take the undefended city for one clan more."""
    enter: int = 0
    """Clans that move in when nothing of the defender's is left."""

    def __str__(self) -> str:
        siege = " siege" if self.siege else ""
        return f"lose {self.clans}{siege}{f' enter {self.enter}' if self.enter else ''}"


@quick
class StandingOrder(StrEnum):
    """What the bot answers for a seat that is attacked, until the end of the Age."""

    ASK = "ask"
    NEVER = "never"  # no card, without asking
    CITY = "city"  # where a city could be lost the defence card that serves best; else ask


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """A standing order for when attacked, in secret. Written ``order ask``, ``never`` or ``city``."""

    standing_order: StandingOrder

    def __str__(self) -> str:
        return f"order {self.standing_order.value}"


@quick
class WarOrder(StrEnum):
    """What the house answers to the question of war or peace, until the end of the match."""

    ASK = "ask"
    TARGET = "target"  # peace as long as no assault is possible as things stand; then ask
    PEACE = "peace"  # peace, even when attacked


@dataclass(frozen=True, slots=True)
class GiveWarOrder:
    """An order about war and peace, in secret. Written ``stand ask``, ``target`` or ``peace``."""

    war_order: WarOrder

    def __str__(self) -> str:
        return f"stand {self.war_order.value}"


@dataclass(frozen=True, slots=True)
class Campaign:
    """Assaults to be made one a round, in this order, in secret. Written ``campaign A9-G5 lose 2; G5-G1``.

    ``campaign off`` is none. It is over with the Age, and as soon as the next one cannot be made.
    """

    assaults: tuple[Assault, ...] = ()

    def __str__(self) -> str:
        listed = [str(each).removeprefix("assault ") for each in self.assaults]
        return f"campaign {'; '.join(listed) or 'off'}"


@dataclass(frozen=True, slots=True)
class TakePlace:
    """Take a place in the next Age's turn order, 1 the first: of several the first that is free.

    Written ``place 2``, ``place 2 1 3``.
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
