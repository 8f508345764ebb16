"""Handmade positions of Genesia for the gallery and the tests: plausible, not played by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from engine.game import Result, Seat
from engine.genesia import codes
from engine.genesia.model import (
    CARDS,
    MAPS,
    MAX_CLANS,
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
from render.genesia.art import lot_tones
from render.genesia.art.brush import Tone
from render.genesia.captions import CardWords, ObjectiveWords, SheetLabels
from render.genesia.palette import LOTS, card_palette, contrast_colour
from render.genesia.pictures import board, choice, draft, hand, large, objectives, sheet, tableau, two_hands
from render.genesia.plates import art_sprite
from render.genesia.tableau import Laid, possessions
from render.kit.canvas import Picture, Theme, ink
from render.kit.canvas import Sheet as PalettedSheet

__all__ = [
    "CARD_TEXTS",
    "GALLERY",
    "LABELS",
    "NAMES",
    "SOLO_NAMES",
    "goals",
    "sample",
    "sample_region_names",
    "words",
]

NAMES = ("Léa", "Maximilian von Hohenzollern", "Ōtani", "Rhea", "שלום דוד")
SOLO_NAMES = ("Mountain", "Rock")
"""Names of the two peoples that a player leads when playing alone."""
REGIONS = ("Salt Marsh", "Les Tilleuls", "Fir Wood", "Pré au milan", "Tundra", "Oak Slope", "Névé")
"""Region names for the large map, given out in turn."""
LABELS = SheetLabels("Progress", "Radiance", "Conquest", "Objective", "Total")


ISLAND, APART = ("G3", "G2", "G7", "G8", "G14", "G13", "C8"), ("A1", "B3", "C2", "G5")
"""Candidate regions near each other, and far apart."""
REGION_COUNTS = (0, 4, 10, 16)
"""Regions that a people holds outside its home land at the end of an Age, roughly, by the Age's number."""


def sample(
    seats: int = 5,
    age: int = 2,
    phase: Phase = Phase.EXPANSION,
    *,
    viewer: int | None = 0,
    seed: int = 1,
    teams: str = "",
    start: bool = False,
) -> View:
    """Return a match in this Age and phase; with `start`, nothing stands on the map."""
    random, solo = Random(seed), seats == 1
    realms = _Realms(seats, random)
    peoples = realms.map.peoples
    if not start:
        realms.settle(
            REGION_COUNTS[age] - 2 if phase in (Phase.DRAFT, Phase.GROWTH) else REGION_COUNTS[age], age
        )
    order = tuple(random.sample(range(peoples), peoples))
    drafting = phase in (Phase.OBJECTIVE, Phase.DRAFT)
    over = phase is Phase.OVER
    deck = random.sample([number for number in CARDS if age_of(number) == age], 30)
    hands = [tuple(sorted(deck[5 * people : 5 * people + 5])) for people in range(peoples)]
    kept = [2 if drafting else 0 if over else random.randint(1, 5) for _ in range(peoples)]
    sealed = phase in (Phase.DRAFT, Phase.OBJECTIVE, Phase.STANCE)
    me = 0 if solo else viewer
    fighting = phase in (Phase.ASSAULT, Phase.REACTION, Phase.LOSSES)
    combat = realms.combat() if phase in (Phase.REACTION, Phase.LOSSES) else None
    acting = () if over else order[1:] if sealed else (order[peoples // 2],)
    if combat and combat.defender is not None:
        acting = (combat.defender if phase is Phase.REACTION else combat.attacker,)
    sheets = tuple(realms.sheet(people, age, over) for people in range(peoples))
    totals = [sheet.total for sheet in sheets]
    ranks = (1,) if solo else tuple(1 + sum(other > mine for other in totals) for mine in totals)
    return View(
        seat=None if viewer is None else Seat(viewer),
        options=GenesiaOptions(teams=teams),
        seats=seats,
        peoples=peoples,
        age=age,
        phase=phase,
        order=order,
        pending=acting,
        chosen=frozenset(order[:1]) if sealed else frozenset(),
        people=viewer,
        clans=tuple(tuple(row) for row in realms.clans),
        cities=tuple(frozenset(each) for each in realms.cities),
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
        copyable=((),) * peoples,
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
        changed=frozenset(random.sample(sorted(realms.held_regions), len(realms.held_regions) // 5))
        if realms.held_regions
        else frozenset(),
        sheets=sheets,
        result=Result(
            ranks, tuple((total,) for total in totals) if not solo else ((min(totals),),), codes.COMPLETE
        )
        if over
        else None,
    )


def sample_region_names(seats: int) -> tuple[str, ...]:
    """Return a name for each region of a map."""
    return tuple(REGIONS[index % len(REGIONS)] for index in range(len(MAPS[seats].regions)))


CARD_TEXTS = {
    1: ("Mastery of Fire", 0, 1, (("G", "+1 clan at home"),)),
    2: ("Polished Stone", 0, 0, (("GN", "+2 clans at home, 2 free moves"),)),
    3: ("Flint Deposit", 0, 0, (("G", "+4 clans at home"),)),
    5: ("Invention of Writing", 3, 2, (("G", "+1 clan at home"),)),
    9: ("Invention of Agriculture", 1, 1, (("G", "+2 clans at home"),)),
    11: ("Bone Extract Potion", 0, 0, (("G", "+2 clans at home, +1 coin"), ("D", "the assault fails"),)),
    16: ("Mother Goddess", 0, 0, (("G", "recruits at 1 coin"),)),
    20: ("Megaliths", 2, 1, (("NE", "a city where you have a clan"),)),
    24: ("Storytellers", 0, 0, (("C", "Copies a card just played by an opponent, no defence card"),)),
    26: ("War Chariots", 0, 0, (("GN", "6 free moves"), ("A", "defender −1, own losses −1"),)),
    28: ("Phalanx", 0, 0, (("G", "+3 clans at home"), ("D", "defence losses −2, attacker −1"),)),
    29: ("Spoils of War", 0, 0, (("GNAE", "+3 coins, 1 coin from every rival"),)),
    34: ("Invention of Alchemy", 0, 2, (("G", "+3 coins"),)),
    39: ("Builders", 2, 0, (("E", "a city where you have a clan"),)),
    45: ("Caravels", 0, 0, (("N", "leap of 2 clans, 4 steps, 1 free move"),)),
    49: ("Cathedrals", 0, 0, (("E", "+1 progress per city (max 4)"),)),
    58: ("A King’s Ransom", 0, 0, (("GNAE", "+3 coins, 1 coin from every rival"),)),
    61: ("The Internet", 4, 4, (("G", "+2 clans in a city"),)),
    69: ("Hyperloop", 0, 0, (("N", "leap of 10 clans, 6 steps"),)),
}  # fmt: skip
"""Name, cost, progress and modes of the cards in the samples, by card number.

Each mode has letters for its timings and a text. They are fixed here, so that the pictures stay when the
game's own texts change.
"""
TIMING_BY_LETTER = dict(zip("GNADEIC", Timing, strict=True))


def words(*cards: int) -> list[CardWords]:
    """Return the texts of these cards from the sample texts above."""
    found: list[CardWords] = []
    for number in cards:
        name, cost, progress, told = CARD_TEXTS[number]
        modes = tuple((frozenset(TIMING_BY_LETTER[letter] for letter in when), text) for when, text in told)
        found.append(CardWords(number, name, modes, CARDS[number].lot, cost, progress))
    return found


def _hand(cards: list[CardWords], coins: int, theme: Theme, marked: tuple[int, ...] = ()) -> Picture:
    dear = tuple(card.number for card in cards if card.cost > coins)
    return hand(cards, theme=theme, marked=marked, dear=dear)


def illustrations(age: int, theme: Theme) -> Picture:
    """Return a picture with the illustrations of all cards of an Age."""
    cell, high, strip, size = 165, 126, 50, 104
    paint = ink(theme)
    sheet = PalettedSheet.blank(10 + 6 * cell, 10 + 5 * high, card_palette(theme), paint.ground)
    for index, number in enumerate(number for number in CARDS if age_of(number) == age):
        x, y = 10 + index % 6 * cell, 10 + index // 6 * high
        lot = CARDS[number].lot
        tones = lot_tones(lot)
        sheet.fill((x, y, x + cell - 10, y + high - 8), tones[Tone.PALE])
        sheet.fill((x, y, x + strip, y + high - 8), LOTS[lot])
        sheet.stamp(art_sprite(number, size, tones, theme), x + strip, y + (high - 8 - size) // 2)
        middle = x + strip // 2, y + high // 2 - 4
        sheet.write(str(number), *middle, 33, contrast_colour(LOTS[lot]), LOTS[lot], bold=True, anchor="m")
    return sheet.encode()


GOALS: dict[int, tuple[str, tuple[str, ...]]] = {
    4: ("Globetrotters", ("Regions on at least 2 other continents.", "At least 6 regions there.")),
    7: ("Great Builders", ("At least 8 cities on the board.",)),
    12: ("Masters in Their Own Land", ("At least 9 regions on your own continent, home land included.",)),
}
"""Name and goals of objectives by number, fixed here like the texts of cards."""


PROGRESS: dict[int, tuple[tuple[int, int], ...]] = {4: ((2, 2), (4, 6)), 7: ((6, 8),), 12: ((11, 9),)}
"""Progress with each goal, by objective: how much is done, and how much is needed."""


def goals(*objectives: int) -> list[ObjectiveWords]:
    """Return the texts of these objectives from the sample texts above."""
    return [
        ObjectiveWords(
            number, *GOALS[number], (*Lot, None)[(number - 1) // 2], 9 + number % 4, PROGRESS[number]
        )
        for number in objectives
    ]


class _Realms:
    """Clans and cities that spread from the home lands."""

    def __init__(self, seats: int, random: Random) -> None:
        self.map = MAPS[seats]
        peoples = self.map.peoples
        self.random = random
        count = len(self.map.regions)
        self.clans = [[0] * count for _ in range(peoples)]
        self.cities: list[set[int]] = [set() for _ in range(peoples)]
        self.owners: dict[int, int] = {}

    @property
    def held_regions(self) -> set[int]:
        return {region for row in self.clans for region, clans in enumerate(row) if clans} | set(self.owners)

    def settle(self, regions: int, age: int) -> None:
        """Let every people hold about `regions` regions, and some of its clans at home."""
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
            while sum(row) > MAX_CLANS:
                row[row.index(max(row))] -= 1

    def combat(self) -> CombatView:
        """Return a combat between two neighbours."""
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


def open_table(seats: int, most: int, phase: Phase = Phase.GROWTH) -> View:
    """Return a late match in which every people has up to `most` inventions, and some declared cards."""
    random, view = Random(seats + most), sample(seats, 3, phase, seed=2)
    found = [[number for number, card in CARDS.items() if card.is_invention]]
    found.append([number for number, card in CARDS.items() if Timing.INTENT in card.timings])
    inventions, intents = (
        tuple(
            tuple(sorted(random.sample(cards, min(random.randint(least, high), len(cards)))))
            for _ in range(view.peoples)
        )
        for cards, least, high in ((found[0], most - 3, most), (found[1], 0, 4))
    )
    return replace(view, inventions=inventions, intents=intents)


def _tableau(view: View, theme: Theme, names: tuple[str, ...] = NAMES) -> Picture:
    return tableau(view, names, possessions(view), theme=theme)


def _played(seats: int, theme: Theme) -> Picture:
    """Return the picture of the cards that were played in an Age."""
    random, view = Random(seats), sample(seats, 2, Phase.PLACE, seed=3)
    deck = random.sample([number for number in CARDS if age_of(number) == 2], 30)
    rows = [
        [
            Laid(number, max(CARDS[number].timings, key=[*Timing].index))
            for number in deck[5 * each : 5 * each + 2 + each % 4]
        ]
        for each in range(view.peoples)
    ]
    return tableau(view, NAMES, rows, theme=theme)


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
    "solo": lambda theme: board(sample(1, 3, seed=5), SOLO_NAMES, theme=theme),
    "march": lambda theme: board(
        sample(4, 1), NAMES, theme=theme, route=("A0", "A2", "A4", "A7", "A9"), clans=3
    ),
    "candidates": lambda theme: choice(
        sample(5, 2, seed=2),
        NAMES,
        ISLAND,
        {code: f"{number}" for number, code in enumerate(ISLAND, 1)},
        theme=theme,
    ),
    "candidates, apart": lambda theme: choice(
        sample(3, 2, seed=3),
        NAMES,
        APART,
        {code: f"{number}" for number, code in enumerate(APART, 1)},
        theme=theme,
    ),
    "names": lambda theme: board(sample(5, 1, Phase.GROWTH, seed=6), HOSTILE, theme=theme),
    "large map": lambda theme: large(
        sample(5, 3, Phase.REACTION), NAMES, sample_region_names(5), theme=theme
    ),
    "large map, four players": lambda theme: large(
        sample(4, 2, Phase.STANCE, seed=3), NAMES, sample_region_names(4), theme=theme
    ),
    "large map, three players": lambda theme: large(
        sample(3, 1, Phase.END), NAMES, sample_region_names(3), theme=theme
    ),
    "large map, two players": lambda theme: large(
        sample(2, 3, Phase.OVER, seed=3), NAMES, sample_region_names(2), theme=theme
    ),
    "large map, alone": lambda theme: large(sample(1, 2), SOLO_NAMES, sample_region_names(1), theme=theme),
    "hand": lambda theme: _hand(words(34, 39, 45, 49, 58), 1, theme, marked=(45,)),
    "hand, four cards": lambda theme: _hand(words(5, 11, 20, 26), sample(4, 1).coins[0], theme),
    "hand, solo": lambda theme: two_hands(
        words(5, 11, 20, 26, 9),
        1,
        [Laid(3, Timing.GROWTH), Laid(1, Timing.GROWTH, 1), Laid(12, Timing.END)],
        theme=theme,
    ),
    "hand, solo, late": lambda theme: two_hands(
        words(61, 69), 0, [Laid(66, Timing.GROWTH, 5), Laid(78, Timing.EXPANSION)], theme=theme
    ),
    "hand, last card": lambda theme: _hand(words(69), sample(4, 3).coins[0], theme),
    "draft": lambda theme: draft(words(*DRAFTING.pack), theme=theme, pick=DRAFTING.pick),
    "draft, later": lambda theme: draft(
        words(*LATER.pack), words(*LATER.hands[0]), theme=theme, pick=LATER.pick
    ),
    "objectives": lambda theme: objectives(goals(4, 12), theme=theme, pick=4),
    "objective": lambda theme: objectives(goals(7), theme=theme),
    "illustrations, Age I": lambda theme: illustrations(1, theme),
    "illustrations, Age II": lambda theme: illustrations(2, theme),
    "illustrations, Age III": lambda theme: illustrations(3, theme),
    "tableau, five players": lambda theme: _tableau(open_table(5, 6), theme),
    "tableau, five players, full": lambda theme: _tableau(open_table(5, 11), theme, HOSTILE),
    "tableau, four players": lambda theme: _tableau(open_table(4, 6), theme),
    "tableau, three players": lambda theme: _tableau(open_table(3, 6), theme),
    "tableau, two players": lambda theme: _tableau(open_table(2, 6), theme),
    "tableau, solo": lambda theme: _tableau(open_table(1, 5), theme, SOLO_NAMES),
    "tableau, start": lambda theme: _tableau(sample(5, 1, Phase.DRAFT, start=True), theme),
    "tableau, played": lambda theme: _played(5, theme),
    "score sheet": lambda theme: sheet(OVER, NAMES, LABELS, theme=theme),
    "score sheet, two players": lambda theme: sheet(sample(2, 2), NAMES, LABELS, theme=theme),
}
