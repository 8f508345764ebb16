"""Genesia for the contracts."""

from __future__ import annotations

from cogs.text.text import Text
from engine.game import Event
from engine.genesia.box.decks import Deck, ready_deck
from engine.genesia.model import CopyTiming, GenesiaOptions, Level, Phase, View
from harness.trial import Form, Glance, KeptMatch, Trial

__all__ = ["TRIAL"]

ALONE = {"beginner": "g", "expert": "r", "heroic": "g"}
MIXED = GenesiaOptions(lots="RV/YR/GB", attack_recruits=True)
BARE = GenesiaOptions(objectives=False, copy_timing=CopyTiming.AGE)


def besieging(event: Event) -> bool:
    """A fight that ends with a siege: the siege tells it."""
    return bool(event.inputs.get("siege"))


def leaving(event: Event) -> bool:
    """A step back, or the end of a turn, that is taken later: nothing that its seat would want to read."""
    return event.code == "genesia.planned" and event.inputs["move"] in ("end", "back")


def totals(said: str, view: View, text: Text) -> None:
    """Everybody's total; of who plays alone the weaker people's, which counts, and the other's beside it."""
    assert view.result
    counted = [f"**{sheet.total}**" for sheet in view.sheets]
    if len(view.result.ranks) == 1:
        weaker, stronger = sorted(sheet.total for sheet in view.sheets)
        counted = [f"**{weaker}**", f" {stronger}\n"]
    assert all(total in said for total in counted), (counted, said)


TRIAL = Trial(
    forms=(
        Form("2", GenesiaOptions(), 2, {"players": "2"}),
        Form("3", GenesiaOptions(), 3),
        Form("4", GenesiaOptions(), 4, {"players": "4"}),
        Form("5", GenesiaOptions(), 5, {"players": "5"}),
        Form("teams", GenesiaOptions(teams="ABAB"), 4),
        Form("3-bare-age", BARE, 3),
        Form("2-mixed", MIXED, 2),
        Form("3-decks", GenesiaOptions(decks=ready_deck(Deck.ATTACK, 3)), 3),
        *(
            Form(
                f"solo-{level.value}",
                GenesiaOptions(level=level),
                1,
                {"players": "1", "level": level.value} if level is Level.HEROIC else None,
                hidden=False,
            )
            for level in Level
        ),
    ),
    kept=(
        *(
            KeptMatch(f"genesia-1-{level}", GenesiaOptions(level=Level(level)), who, 0)
            for level, who in ALONE.items()
        ),
        KeptMatch("genesia-2-greedy", GenesiaOptions(), "gg", 1),
        KeptMatch("genesia-2-mixed-recruits", MIXED, "rg", 2),
        KeptMatch("genesia-2-random", GenesiaOptions(), "rr", 0),
        KeptMatch("genesia-2-guard", GenesiaOptions(), "rr", 5),
        KeptMatch("genesia-3", GenesiaOptions(), "grg", 0, 70, (2, 71)),
        KeptMatch("genesia-3-taken-back", GenesiaOptions(), "ggr", 3, undone=(5, 12, 30, 34, 80, 150)),
        KeptMatch("genesia-3-bare-age", BARE, "rgr", 1),
        KeptMatch("genesia-3-decks", GenesiaOptions(decks="1-9,13-21/31-48/61-69,79-87"), "ggr", 2),
        KeptMatch("genesia-4-teams", GenesiaOptions(teams="ABAB", lots="YGVR/BGVR/BYVR"), "grrg", 0),
        KeptMatch("genesia-5", GenesiaOptions(), "grgrg", 0),
    ),
    # From where, where to, how many, and a look at the route before it is taken.
    taps=5,
    housed=("back",),
    onward=("end", "pass", "peace"),
    silent=lambda event: event.code == "genesia.stances" or besieging(event) or leaving(event),
    typed=("", "c", "m", "d", "card 3", "move 1 a0-", "recruit 2", "draft ", "objective", "lose", "place 1 "),
    closer_look="tests.cogs.genesia.genesia_twins:Tally",
    glances={
        "drafting": Glance(
            lambda state: state.phase is Phase.DRAFT and state.age == 1,
            lambda state: ("draft 7", "draft 35", "objective 4", "card 3", "order never"),
        ),
        "expanding": Glance(
            lambda state: state.phase is Phase.EXPANSION,
            lambda state: ("card 3", "card 31", "discard 11", "move 9 B0-B1-B3", "recruit 40 A0", "war"),
        ),
    },
    ended=totals,
    stage=lambda state: state.phase,
    widths=(560, 780, 1000, 1100, 1650),
    heaviest=lambda width: 400_000 if width == 1650 else 160_000,  # a map on which one chooses
    longest_line=700,
)
