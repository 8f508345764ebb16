"""The reader of the Age cards: one a line, ``number | lot | cost | progress | timings: effect, effect / …``.

Modes are separated by slashes, each with its own timings. An effect is written ``coins 3``, ``coins 1 per 2
regions max 6``, ``clans 2 at home``, ``leap 3 within 4``, ``shield``: in this order kind, amount, count,
distance, place.
"""

from __future__ import annotations

import re

from engine.genesia.box.cards import (
    CARD_NUMBERS,
    LOT_SIZE,
    Card,
    Count,
    Effect,
    Kind,
    Lot,
    Mode,
    Place,
    Timing,
    age_of,
)
from engine.genesia.box.file_lines import FileLine, read_lines

__all__ = ["MAX_COST", "MAX_PROGRESS", "read_cards"]

MAX_COST = 15
"""Coins of the most expensive card: the income of an Age, so that every card can be paid for."""
MAX_PROGRESS = 9
"""Progress points of the best invention."""

_EFFECT = re.compile(
    r"(?P<kind>[a-z-]+)"
    r"(?: (?P<amount>\d+))?"
    r"(?: per (?P<per>\d+) (?P<count>[a-z-]+)(?: max (?P<most>\d+))?)?"
    r"(?: within (?P<distance>\d+))?"
    r"(?: at (?P<place>[a-z-]+))?",
    re.ASCII,
)

_GAINS = {Timing.GROWTH, Timing.EXPANSION, Timing.ATTACK, Timing.END, Timing.INTENT}
_OWN_TURNS = {Timing.GROWTH, Timing.EXPANSION}
_OFFENCE = {Timing.ATTACK, Timing.INTENT}
_DEFENCE = {Timing.DEFENCE, Timing.INTENT}
_ALLOWED_TIMINGS = {
    Kind.COINS: _GAINS,
    Kind.CLANS: _GAINS,
    Kind.CITY: _GAINS,
    Kind.TRIBUTE: _GAINS,
    Kind.PROGRESS: _GAINS - {Timing.INTENT},
    Kind.MOVES: _OWN_TURNS,
    Kind.PRICE: _OWN_TURNS,
    Kind.PASSAGE: _OWN_TURNS,
    Kind.LEAP: _OWN_TURNS,
    Kind.COPY: {Timing.COPY},
    Kind.FORCE: _OFFENCE,
    Kind.STRIKE: _OFFENCE,
    Kind.SPARE: _OFFENCE,
    Kind.RANGE: _OFFENCE,
    Kind.STORM: _OFFENCE,
    Kind.SHIELD: {Timing.DEFENCE},
    Kind.HOLD: _DEFENCE,
    Kind.RIPOSTE: _DEFENCE,
    Kind.PACIFIST: {Timing.INTENT},
    Kind.UNIQUE: {Timing.INTENT},
}
"""The timings that make sense for each kind of effect."""
_WITHOUT_NUMBER = {Kind.PASSAGE, Kind.COPY, Kind.STORM, Kind.SHIELD, Kind.PACIFIST, Kind.UNIQUE}
"""Effects that are written without a number; a city also has none."""
_MAY_COUNT = {Kind.COINS, Kind.CLANS, Kind.MOVES, Kind.PROGRESS}
"""Effects whose amount may be given once for every so many of a count."""
_CITY_PLACES = {Place.HOME, Place.OWN, Place.RIVAL}


def read_cards(file: str, text: str) -> dict[int, Card]:
    """Return the ninety cards by number. Raises `BadBox` for the first fault found."""
    cards: dict[int, Card] = {}
    line: FileLine | None = None
    for line in read_lines(file, text, 5):
        card = _card(line)
        if card.number in cards:
            raise line.error(f"card {card.number} is there twice")
        cards[card.number] = card
    missing = [number for number in CARD_NUMBERS if number not in cards]
    if missing:
        last = FileLine(file, len(text.splitlines()) or 1, ())
        raise last.error(f"no card {', '.join(map(str, missing))}")
    return dict(sorted(cards.items()))


def _card(line: FileLine) -> Card:
    number = line.whole_number(0, "number")
    if number not in CARD_NUMBERS:
        raise line.error(f"number {number} is not in {CARD_NUMBERS[0]} to {CARD_NUMBERS[-1]}")
    lot = tuple(Lot)[(number - 1) // LOT_SIZE % len(Lot)]
    if line.columns[1] != lot.value:
        raise line.error(f"card {number} belongs to the lot {lot.value!r}, not {line.columns[1]!r}")
    cost, progress = line.whole_number(2, "cost"), line.whole_number(3, "progress")
    if cost > MAX_COST:
        raise line.error(f"cost {cost} can never be paid; at most {MAX_COST}")
    if progress > MAX_PROGRESS:
        raise line.error(f"progress {progress} is too much; at most {MAX_PROGRESS}")
    modes = tuple(_mode(line, written.strip()) for written in line.columns[4].split("/"))
    timings = [timing for mode in modes for timing in mode.timings]
    for timing in Timing:
        if timings.count(timing) > 1:
            raise line.error(f"two modes share the timing {timing.value!r}")
    if Timing.INTENT in timings and Timing.GROWTH in timings:
        raise line.error("an intent is declared in growth: no other mode may be played then")
    kinds = {effect.kind for mode in modes for effect in mode.effects}
    if age_of(number) < 3 and Timing.INTENT in timings:
        raise line.error("intents are cards of Age III")
    if age_of(number) < 2 and any(e.place is Place.RIVAL for mode in modes for e in mode.effects):
        raise line.error("rivals' home lands are for cards from Age II on")
    if progress and Kind.COPY in kinds:
        raise line.error("a card that copies is no invention")
    return Card(number, lot, cost, progress, modes)


def _mode(line: FileLine, written: str) -> Mode:
    when, colon, what = written.partition(":")
    if not colon or not when.strip() or not what.strip():
        raise line.error(f"mode {written!r} is not 'timings: effect, effect'")
    timings: list[Timing] = []
    for word in when.split():
        if word not in {timing.value for timing in Timing}:
            raise line.error(f"unknown timing {word!r}")
        if Timing(word) in timings:
            raise line.error(f"timing {word!r} is there twice")
        timings.append(Timing(word))
    effects = tuple(_effect(line, part.strip()) for part in what.split(","))
    for effect in effects:
        wrong = next((timing for timing in timings if timing not in _ALLOWED_TIMINGS[effect.kind]), None)
        if wrong is not None:
            raise line.error(f"effect {effect.kind.value!r} makes no sense at {wrong.value!r}")
        if effect.kind is Kind.PROGRESS and Timing.END not in timings:
            raise line.error("effect 'progress' is for the end of an Age")
        if [other.kind for other in effects].count(effect.kind) > 1 and effect.kind is not Kind.CLANS:
            raise line.error(f"effect {effect.kind.value!r} is there twice")
    if Timing.COPY in timings and (len(timings) > 1 or len(effects) > 1):
        raise line.error("'copy' stands alone")
    if sum(effect.is_targeted for effect in effects) > 1:
        raise line.error(f"mode {written!r} asks for more than one place")
    return Mode(frozenset(timings), effects)


def _effect(line: FileLine, written: str) -> Effect:
    parts = _EFFECT.fullmatch(written)
    if parts is None:
        raise line.error(f"effect {written!r} cannot be read")
    if parts["kind"] not in {kind.value for kind in Kind}:
        raise line.error(f"unknown effect {parts['kind']!r}")
    kind = Kind(parts["kind"])
    bare = kind in _WITHOUT_NUMBER or kind is Kind.CITY
    if (parts["amount"] is None) != bare or (not bare and int(parts["amount"]) < 1):
        raise line.error(f"effect {written!r} {'takes no number' if bare else 'needs a number from 1'}")
    if parts["place"] is not None and parts["place"] not in {place.value for place in Place}:
        raise line.error(f"unknown place {parts['place']!r}")
    place = None if parts["place"] is None else Place(parts["place"])
    if (place is None) == (kind in {Kind.CLANS, Kind.CITY}):
        raise line.error(f"effect {written!r} {'needs a place' if place is None else 'takes no place'}")
    if kind is Kind.CITY and place not in _CITY_PLACES:
        raise line.error(f"effect {written!r}: no city comes there")
    if (parts["distance"] is None) == (kind is Kind.LEAP):
        leaps = "needs 'within' and a distance" if kind is Kind.LEAP else "takes no distance"
        raise line.error(f"effect {written!r} {leaps}")
    count, per, most = _count(line, written, parts, kind)
    amount = 1 if kind is Kind.CITY else int(parts["amount"] or 0)
    if (kind is Kind.RANGE and amount < 2) or (kind is Kind.PRICE and amount > 1):
        raise line.error(f"effect {written!r} changes nothing")
    return Effect(kind, amount, place, int(parts["distance"] or 0), count, per, most)


def _count(
    line: FileLine, written: str, parts: re.Match[str], kind: Kind
) -> tuple[Count | None, int, int | None]:
    if parts["count"] is None:
        return None, 1, None
    if parts["count"] not in {count.value for count in Count}:
        raise line.error(f"unknown count {parts['count']!r}")
    if kind not in _MAY_COUNT:
        raise line.error(f"effect {written!r} counts nothing")
    per, most = int(parts["per"]), None if parts["most"] is None else int(parts["most"])
    if per < 1 or most == 0:
        raise line.error(f"effect {written!r} could never give anything")
    return Count(parts["count"]), per, most
