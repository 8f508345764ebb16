"""Which forms of each game the contract test plays. A new game adds its line here."""

from __future__ import annotations

from dataclasses import dataclass

from engine.familienbande.model import FamilienbandeOptions
from engine.game import Options
from engine.games import GAMES
from engine.genesia.decks import Deck, ready
from engine.genesia.model import CopyTiming, GenesiaOptions, Level
from engine.genesis.model import GenesisOptions
from engine.genesis_life.model import LifeOptions
from engine.genial.model import Form, GenialOptions


@dataclass(frozen=True)
class Sample:
    """A game with options and a number of seats."""

    game: str
    options: Options
    seats: int
    label: str
    hidden: bool = True
    """Seats do not know everything."""

    def __str__(self) -> str:
        return f"{self.game}-{self.label}"


SAMPLES: tuple[Sample, ...] = (
    Sample("genial", GenialOptions(), 2, "2"),
    Sample("genial", GenialOptions(), 3, "3"),
    Sample("genial", GenialOptions(), 4, "4"),
    Sample("genial", GenialOptions(single_bonus=True), 2, "2-single-bonus"),
    Sample("genial", GenialOptions(form=Form.TEAM), 4, "team"),
    Sample("genial", GenialOptions(form=Form.TEAM, single_bonus=True), 4, "team-single-bonus"),
    Sample("genial", GenialOptions(form=Form.SOLO), 1, "solo", hidden=False),
    Sample("genesis", GenesisOptions(), 2, "2", hidden=False),
    Sample("genesis", GenesisOptions(tiles_per_terrain=16), 3, "3-sixteen", hidden=False),
    Sample("genesis", GenesisOptions(), 4, "4", hidden=False),
    Sample("genesis_life", LifeOptions(), 2, "2", hidden=False),
    Sample("familienbande", FamilienbandeOptions(), 2, "2"),
    Sample("familienbande", FamilienbandeOptions(), 3, "3"),
    Sample("familienbande", FamilienbandeOptions(), 4, "4"),
    Sample("genesia", GenesiaOptions(), 2, "2"),
    Sample("genesia", GenesiaOptions(), 3, "3"),
    Sample("genesia", GenesiaOptions(), 4, "4"),
    Sample("genesia", GenesiaOptions(), 5, "5"),
    Sample("genesia", GenesiaOptions(teams="ABAB"), 4, "teams"),
    Sample("genesia", GenesiaOptions(objectives=False, copy_timing=CopyTiming.AGE), 3, "3-bare-age"),
    Sample("genesia", GenesiaOptions(lots="RV/YR/GB", attack_recruits=True), 2, "2-mixed"),
    Sample("genesia", GenesiaOptions(decks=ready(Deck.ATTACK, 3)), 3, "3-decks"),
    *(
        Sample("genesia", GenesiaOptions(level=level), 1, f"solo-{level.value}", hidden=False)
        for level in Level
    ),
)

assert {sample.game for sample in SAMPLES} == set(GAMES), "every game has samples"
