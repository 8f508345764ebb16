"""Positions of Genesia made up for the gallery and the tests: plausible, not played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from engine.game import Result, Seat
from engine.genesia.model import (
    CARDS,
    CLANS,
    MAPS,
    VALUES,
    CombatView,
    GenesiaOptions,
    Lot,
    Phase,
    Sheet,
    Stance,
    Timing,
    View,
    age_of,
)
from render.genesia.captions import CardWords, ObjectiveWords, SheetLabels
from render.genesia.pictures import board, draft, hand, large, objectives, sheet
from render.kit.canvas import Picture, Theme

__all__ = ["GALLERY", "LABELS", "NAMES", "goals", "sample", "words"]

NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea", "שלום דוד")
LABELS = SheetLabels("Progress", "Radiance", "Conquest", "Objective", "Total")


PACE = (0, 4, 10, 16)
"""Regions that a people holds outside its home land at the end of each Age, about."""


def sample(
    peoples: int = 5,
    age: int = 2,
    phase: Phase = Phase.EXPANSION,
    *,
    viewer: int | None = 0,
    seed: int = 1,
    solo: bool = False,
    teams: str = "",
    start: bool = False,
) -> View:
    """A match somewhere in that Age and phase; at its `start` nothing stands on the map."""
    random = Random(seed)
    table = _Table(peoples, random)
    if not start:
        table.settle(PACE[age] - 2 if phase in (Phase.DRAFT, Phase.GROWTH) else PACE[age], age)
    order = tuple(random.sample(range(peoples), peoples))
    drafting = phase in (Phase.OBJECTIVE, Phase.DRAFT)
    over = phase is Phase.OVER
    deck = random.sample([number for number in CARDS if age_of(number) == age], 30)
    hands = [tuple(sorted(deck[5 * people : 5 * people + 5])) for people in range(peoples)]
    kept = [2 if drafting else 0 if over else random.randint(1, 5) for _ in range(peoples)]
    sealed = phase in (Phase.DRAFT, Phase.OBJECTIVE, Phase.STANCE)
    me = 0 if solo else viewer
    fighting = phase in (Phase.ASSAULT, Phase.REACTION, Phase.LOSSES)
    combat = table.combat() if phase in (Phase.REACTION, Phase.LOSSES) else None
    acting = () if over else order[1:] if sealed else (order[peoples // 2],)
    if combat and combat.defender is not None:
        acting = (combat.defender if phase is Phase.REACTION else combat.attacker,)
    sheets = tuple(table.sheet(people, age, over) for people in range(peoples))
    totals = [sheet.total for sheet in sheets]
    seats = 1 if solo else peoples
    ranks = (1,) if solo else tuple(1 + sum(other > mine for other in totals) for mine in totals)
    return View(
        seat=None if viewer is None else Seat(viewer),
        options=GenesiaOptions(teams=teams),
        seats=seats,
        peoples=peoples,
        age=age,
        phase=phase,
        order=order,
        acting=acting,
        chosen=frozenset(order[:1]) if sealed else frozenset(),
        people=viewer,
        clans=tuple(tuple(row) for row in table.clans),
        cities=tuple(frozenset(each) for each in table.cities),
        coins=tuple(random.randint(0, 19) for _ in range(peoples)),
        hand_sizes=tuple(kept),
        hands=tuple(hands[people][: kept[people]] if people == me else () for people in range(peoples)),
        pack=tuple(sorted(deck[26:])) if phase is Phase.DRAFT else (),
        pick=deck[27] if phase is Phase.DRAFT else None,
        discards=(),
        played=(),
        inventions=((),) * peoples,
        intents=((),) * peoples,
        free_moves=(0,) * peoples,
        prices=(2,) * peoples,
        passage=(False,) * peoples,
        claims=(),
        combat=combat,
        stances=tuple(
            Stance.WAR if people % 2 or (combat and people == combat.attacker) else Stance.PEACE
            for people in range(peoples)
        )
        if fighting
        else (None,) * peoples,
        round=1 if fighting else 0,
        stance=None,
        standing_order=None,
        war_order=None,
        campaign=(),
        steps=(),
        choosing=(),
        places=(),
        objectives=(2, 12),
        objective=12 if over else None,
        revealed=tuple(random.sample(range(1, 13), peoples)) if over else (None,) * peoples,
        can_take_back=False,
        changed=frozenset(random.sample(sorted(table.held), len(table.held) // 5))
        if table.held
        else frozenset(),
        sheets=sheets,
        result=Result(
            ranks, tuple((total,) for total in totals) if not solo else ((min(totals),),), "genesia.complete"
        )
        if over
        else None,
    )


TOLD = (
    ("Bows and Arrows", 0, 0, (("G", "+2 clans at home, 3 coins"),)),
    ("Masters of the Trade Winds", 3, 2, (("N", "6 free moves, no tolls"),)),
    ("Mirrors", 0, 0, (("G", "+2 clans at home"), ("D", "assault fails"))),
    ("Invention of Shipbuilding", 5, 1, (("GNAE", "+6 coins"),)),
    ("Tribute", 0, 0, (("C", "Copies a card just played by an opponent, no defence card"),
                          ("N", "5 free moves"))),
    ("Cruise Missiles", 0, 0, (("I", "up to 2 steps away, defender −1"),
                               ("E", "+1 progress per region abroad (max 5)"))),
)  # fmt: skip
"""Name, cost, progress and modes of made-up cards."""
WHEN = dict(zip("GNADEIC", Timing, strict=True))


def words(*cards: int) -> list[CardWords]:
    """The cards with names, texts and all else made up: the box may change, these do not."""
    found: list[CardWords] = []
    for number in cards:
        name, cost, progress, told = TOLD[number % len(TOLD)]
        lot = tuple(Lot)[(number - 1) % 30 // 6]
        modes = tuple((frozenset(WHEN[letter] for letter in when), text) for when, text in told)
        found.append(CardWords(number, name, modes, lot, cost, progress))
    return found


def goals(*objectives: int) -> list[ObjectiveWords]:
    """The objectives, made up too."""
    told = "Hold at least 4 regions on other continents, and at least one of them on each."
    return [
        ObjectiveWords(number, "Great Travellers", (told,), (*Lot, None)[(number - 1) // 2], 8 + number % 4)
        for number in objectives
    ]


class _Table:
    """Clans and cities spreading from the home lands."""

    def __init__(self, peoples: int, random: Random) -> None:
        self.map = MAPS[peoples]
        self.random = random
        count = len(self.map.regions)
        self.clans = [[0] * count for _ in range(peoples)]
        self.cities: list[set[int]] = [set() for _ in range(peoples)]
        self.owners: dict[int, int] = {}

    @property
    def held(self) -> set[int]:
        return {region for row in self.clans for region, clans in enumerate(row) if clans} | set(self.owners)

    def settle(self, regions: int, age: int) -> None:
        """Let every people hold about so many regions, and some of its clans at home."""
        random, homes = self.random, self.map.homes
        for people, home in enumerate(homes):
            self.clans[people][home] = random.choice((0, 1, 2, 5))
            self.cities[people] |= {home} if random.random() < 0.6 else set()
        for _ in range(regions):
            for people, home in enumerate(homes):
                mine = [home, *(region for region, owner in self.owners.items() if owner == people)]
                edge = sorted(
                    {
                        near
                        for region in mine
                        for near in self.map.near[region]
                        if near not in self.owners and near not in homes
                    },
                    key=lambda region: (self.map.regions[region].value + random.random() * 6, region),
                )
                if edge:
                    region = edge[-1]
                    self.owners[region] = people
                    self.clans[people][region] = random.choice((1, 1, 1, 2, 2, 3, 4, 12 if age == 3 else 5))
                    if random.random() < 0.22 * age:
                        self.cities[people].add(region)
                        if random.random() < 0.25:
                            self.clans[people][region] = 0
        if age > 1:
            guests = range(len(homes)) if age == 3 else range(2)
            for guest in guests:
                self.clans[guest][homes[1]] = max(1, self.clans[guest][homes[1]])
            self.cities[0].add(homes[1])
        for row in self.clans:
            while sum(row) > CLANS:
                row[row.index(max(row))] -= 1

    def combat(self) -> CombatView:
        """Two neighbours at war."""
        source, target = next(
            (a, b)
            for a, one in self.owners.items()
            for b in self.map.near[a]
            if b in self.owners and self.owners[b] != one
        )
        codes = [self.map.regions[region].code for region in (source, target)]
        return CombatView(self.owners[source], self.owners[target], codes[0], codes[1], (), (), False)

    def sheet(self, people: int, age: int, over: bool) -> Sheet:
        random = self.random
        mine = [region for region, owner in self.owners.items() if owner == people]
        regions = tuple(sum(self.map.regions[region].value == value for region in mine) for value in VALUES)
        abroad = sum(self.map.regions[region].continent not in (None, people) for region in mine)
        progress = tuple(random.randint(1, 9) if done < age else 0 for done in range(3))
        return Sheet(
            progress=(progress[0], progress[1], progress[2]),
            radiance=2 * abroad,
            regions=regions,
            conquest=sum(value * count for value, count in zip(VALUES, regions, strict=True)),
            objective=random.choice((0, 9, 10)) if over else None,
        )


DRAFTING = replace(sample(4, 1, Phase.DRAFT), pack=(3, 11, 16, 20, 24, 29), pick=16, hands=((),) * 4)
LATER = replace(DRAFTING, pack=(5, 24, 26), pick=26, hands=((2, 9, 28), (), (), ()))
OVER = sample(5, 3, Phase.OVER, seed=4)
HOSTILE = ("W" * 60, "שלום דוד", "\n\u202e🦊 東京", "**محمد الأمين**", "")

GALLERY: Mapping[str, Callable[[Theme], Picture]] = {
    "start": lambda theme: board(sample(5, 1, Phase.DRAFT, start=True), NAMES, theme=theme),
    "five players": lambda theme: board(sample(5, 2, seed=2), NAMES, theme=theme),
    "five players, assault": lambda theme: board(sample(5, 3, Phase.REACTION), NAMES, theme=theme),
    "five players, over": lambda theme: board(OVER, NAMES, theme=theme),
    "four players": lambda theme: board(sample(4, 2, Phase.STANCE, seed=3), NAMES, theme=theme),
    "four players, teams": lambda theme: board(sample(4, 2, Phase.GROWTH, teams="ABAB"), NAMES, theme=theme),
    "three players": lambda theme: board(sample(3, 1, Phase.END), NAMES, theme=theme),
    "two players": lambda theme: board(sample(2, 2, Phase.LOSSES, seed=3), NAMES, theme=theme),
    "solo": lambda theme: board(sample(2, 3, solo=True, seed=5), NAMES[:1], theme=theme),
    "march": lambda theme: board(
        sample(4, 1), NAMES, theme=theme, route=("A0", "A2", "A4", "A7", "A9"), clans=3
    ),
    "names": lambda theme: board(sample(5, 1, Phase.GROWTH, seed=6), HOSTILE, theme=theme),
    "large map": lambda theme: large(sample(5, 3, Phase.REACTION), NAMES, theme=theme),
    "large map, four players": lambda theme: large(sample(4, 2, Phase.STANCE, seed=3), NAMES, theme=theme),
    "large map, three players": lambda theme: large(sample(3, 1, Phase.END), NAMES, theme=theme),
    "large map, two players": lambda theme: large(sample(2, 3, Phase.OVER, seed=3), NAMES, theme=theme),
    "hand": lambda theme: hand(
        replace(sample(4, 2), coins=(3, 0, 0, 0)), words(35, 42, 45, 49, 58), theme=theme, marked=(45,)
    ),
    "hand, last card": lambda theme: hand(sample(4, 3), words(69), theme=theme),
    "draft": lambda theme: draft(DRAFTING, words(*DRAFTING.pack), theme=theme),
    "draft, later": lambda theme: draft(LATER, words(*LATER.pack, *LATER.hands[0]), theme=theme),
    "objectives": lambda theme: objectives(
        replace(DRAFTING, phase=Phase.OBJECTIVE, pick=4), goals(4, 12), theme=theme
    ),
    "objective": lambda theme: objectives(replace(DRAFTING, objective=7), goals(7), theme=theme),
    "score sheet": lambda theme: sheet(OVER, NAMES, LABELS, theme=theme),
    "score sheet, two players": lambda theme: sheet(sample(2, 2), NAMES, LABELS, theme=theme),
}
