"""The news of others in a line for each: regions won and lost, cities, cards, assaults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogs.face.context import Context
from cogs.genesia.card_texts import people_shown, signed
from cogs.genesia.places import place
from cogs.text.text import Markup
from engine.game import Event
from engine.genesia import codes
from engine.genesia.model import View

__all__ = ["Board", "board_before", "digest"]

NAMED = 3
"""Cities named in a line; of more there is the number."""

Board = tuple[tuple[tuple[int, ...], ...], tuple[frozenset[int], ...]]
"""Clans by people and region, and cities by people."""


def digest(ctx: Context, view: View, entries: Sequence[Sequence[Event]]) -> list[Markup]:
    """Return a line for each people but the viewer's that has done or lost something in these entries.

    `view` is what the viewer sees after them. Nothing where they cannot be counted back.
    """
    before = board_before(view, entries)
    if before is None or view.seats == 1:
        return []
    played, fought, cities = Counter[int](), Counter[int](), dict[int, list[str]]()
    for event in (each for entry in entries for each in entry):
        given: Mapping[str, Any] = event.inputs
        match event.code:
            case codes.PLAYED:
                played[given["people"]] += 1
            case codes.ASSAULT:
                fought[given["people"]] += 1
            case codes.BUILT | codes.BESIEGED:
                cities.setdefault(given["people"], []).append(given["at"])
            case codes.CITIES:
                cities.setdefault(given["people"], []).extend(given["at"])
            case _:
                pass
    lines: list[Markup] = []
    for people in range(view.peoples):
        if people == view.people:
            continue
        regions = _held(view.clans, view.cities, people) - _held(*before, people)
        lost = _held(*before, people) - _held(view.clans, view.cities, people)
        won = [code for code in cities.get(people, ()) if view.map.indices[code] in view.cities[people]]
        parts = _parts(ctx, len(regions), len(lost), won, fought[people], played[people])
        if parts:
            text = Markup(", ".join(parts))
            lines.append(ctx.text("genesia.digest", who=people_shown(ctx, people), what=text))
    return lines


def _parts(ctx: Context, won: int, lost: int, cities: Sequence[str], fought: int, played: int) -> list[str]:
    text, parts = ctx.text, list[str]()
    for number in (won, -lost):
        if number:
            parts.append(text.plain("genesia.digest.regions", n=abs(number), by=signed(number)))
    if 0 < len(cities) <= NAMED:
        named = text.list([place(ctx, code) for code in dict.fromkeys(cities)])
        parts.append(text.plain("genesia.digest.cities", n=len(cities), at=named))
    elif cities:
        parts.append(text.plain("genesia.digest.cities.many", n=len(cities)))
    if fought:
        parts.append(text.plain("genesia.digest.assaults", n=fought))
    if played:
        parts.append(text.plain("genesia.digest.cards", n=played))
    return parts


def _held(clans: Sequence[Sequence[int]], cities: Sequence[frozenset[int]], people: int) -> frozenset[int]:
    return cities[people].union(region for region, here in enumerate(clans[people]) if here)


def board_before(view: View, entries: Sequence[Sequence[Event]]) -> Board | None:
    """Return the board before these entries, the oldest first, by taking back what their events tell.

    `None` where they do not fit the board, as after a match was taken back.
    """
    clans = [list(each) for each in view.clans]
    cities = [set(each) for each in view.cities]
    for entry in reversed(entries):
        sources = _sources(entry)
        for number, event in reversed([*enumerate(entry)]):
            for people, code, by in _clan_changes(event, sources.get(number, "")):
                clans[people][view.map.indices[code]] -= by
            for people, code, built in _city_changes(event):
                at = view.map.indices[code]
                (cities[people].discard if built else cities[people].add)(at)
    if any(here < 0 for each in clans for here in each):
        return None
    return tuple(map(tuple, clans)), tuple(map(frozenset, cities))


def _sources(entry: Sequence[Event]) -> dict[int, str]:
    """Return by position of each event of an assault where its attackers stand."""
    found: dict[int, str] = {}
    source = ""
    for number, event in enumerate(entry):
        if event.code == codes.FOUGHT:
            source = str(event.inputs["source"])
        found[number] = source
    return found


def _clan_changes(event: Event, source: str) -> Iterable[tuple[int, str, int]]:
    """Return the clans that an event puts into regions or takes away: people, region, number."""
    given: Mapping[str, Any] = event.inputs
    people: int = given.get("people", 0)
    match event.code:
        case codes.RECRUITED | codes.GAINED_CLANS:
            return [(people, given["at"], given["clans"])]
        case codes.MOVED:
            start, *_, end = given["route"].split("-")
            return [(people, start, -given["clans"]), (people, end, given["clans"])]
        case codes.LEAPT:
            return [(people, given["start"], -given["clans"]), (people, given["at"], given["clans"])]
        case codes.TOOK_BACK if given["move"] != "discard":
            verb, clans, where = given["move"].split()
            start, *_, end = (where if verb == "move" else f"{where}-{where}").split("-")
            back = [(people, end, -int(clans))]
            return back if verb == "recruit" else [*back, (people, start, int(clans))]
        case codes.FOUGHT:
            own = (people, given["source"], -given["losses"])
            return [own, (given["rival"], given["target"], -given["rival_losses"])]
        case codes.BESIEGED:
            return [(people, source, -given["losses"])]
        case codes.ENTERED:
            return [(people, source, -given["clans"]), (people, given["at"], given["clans"])]
        case _:
            return ()


def _city_changes(event: Event) -> Iterable[tuple[int, str, bool]]:
    """Return the cities that an event puts into regions (true) or takes away: people, region."""
    given: Mapping[str, Any] = event.inputs
    match event.code:
        case codes.BUILT:
            return [(given["people"], given["at"], True)]
        case codes.CITIES:
            return [(given["people"], code, True) for code in given["at"]]
        case codes.BESIEGED:
            return [(given["people"], given["at"], True), (given["rival"], given["at"], False)]
        case _:
            return ()
