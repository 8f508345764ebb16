"""Genesia without pictures: the board in letters and in words, whose war it is, the score sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.narration import over_in_words
from cogs.face.text_boards import ALT, PHONE, alt_text, code_block, fit_column, wrap_lines
from cogs.genesia.card_texts import age_name, line_up, objective_name, people_name, people_names, people_shown
from cogs.genesia.places import place, places, region_names
from cogs.text.text import Markup, spoken_text, without_icons
from engine.genesia.model import NEXT_LEVEL, VALUES, Phase, Stance, View
from render.genesia import pictures
from render.genesia.captions import SheetLabels
from render.kit.seats import SIGNS

__all__ = [
    "alt",
    "board_text",
    "discreet",
    "end_lines",
    "phase_in_words",
    "places_in_words",
    "public_lines",
    "score_drawing",
    "sheets_in_words",
]

LENGTH = 1800
SEALED = frozenset({Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE})
"""Phases in which all choose together and in secret."""
SHORT = 16
"""Characters of a name where five of them must fit."""


def deciding(view: View) -> tuple[int, ...]:
    """Return the seats that must decide; none in secret phases, which hide who has chosen already."""
    return () if view.phase in SEALED else view.pending


def discreet(view: View) -> View:
    """The view without who has sealed a choice, for pictures."""
    return replace(view, pending=(), chosen=frozenset()) if view.phase in SEALED else view


def phase_in_words(ctx: Context, view: View) -> str:
    """``Age II · expansion``."""
    if view.phase is Phase.OVER:
        return ctx.text.plain("genesia.text.over")
    phase = ctx.text.plain(f"genesia.phase.{view.phase.value}")
    return ctx.text.plain("genesia.text.head", age=age_name(view.age), phase=phase)


def _holdings(view: View, people: int) -> list[str]:
    """``A0:5`` is five clans, ``A3:2c`` two and a city, ``A4:c`` a city alone; ``*`` changed."""
    clans, cities = view.clans[people], view.cities[people]
    return [
        f"{region.code}:{clans[region.index] or ''}{'c' * (region.index in cities)}"
        f"{'*' * (region.index in view.changed)}"
        for region in view.map.regions
        if clans[region.index] or region.index in cities
    ]


def _goods(view: View, people: int) -> str:
    """Coins, cards in hand, points as things stand."""
    return f"{view.coins[people]}/{view.hand_sizes[people]}/{view.sheets[people].total}"


def board_text(ctx: Context, view: View) -> str:
    """The board for a code block: people by people what it holds, then what is free and what it is worth."""
    text = ctx.text
    lines = [phase_in_words(ctx, view)]
    if view.result is not None:
        lines = wrap_lines(over_in_words(ctx, "genesia.alt.over", view.result))
    if combat := _combat_line(ctx, view):
        lines.append(combat)
    for people in view.order:
        goods = _goods(view, people)
        mark = "▶" if people in deciding(view) else " "
        lines.append(
            f"{mark}{SIGNS[people]} {fit_column(people_name(ctx, people), PHONE - 4 - len(goods))} {goods}"
        )
        lines += textwrap.wrap(
            " ".join(_holdings(view, people)), PHONE, initial_indent="  ", subsequent_indent="  "
        )
    lines += _free(ctx, view)
    lines += ["", text.plain("genesia.text.legend")]
    whole = code_block([*lines, *wrap_lines(_changed(ctx, view))])
    return whole if len(whole) <= LENGTH else code_block(lines)[:LENGTH]


def _free(ctx: Context, view: View) -> list[str]:
    """The regions that nobody holds, those worth most first."""
    by_value: dict[int, list[str]] = {}
    for region in view.map.regions:
        if not view.holders[region.index]:
            by_value.setdefault(region.value, []).append(region.code)
    if not by_value:
        return []
    lines = [ctx.text.plain("genesia.text.free")]
    for value in sorted(by_value, reverse=True):
        codes = " ".join(by_value[value])
        lines += textwrap.wrap(codes, PHONE, initial_indent=f"{value:>2} ", subsequent_indent="   ")
    return lines


def _combat_line(ctx: Context, view: View) -> str:
    combat = view.combat
    if combat is None or combat.defender is None or combat.target is None:
        return ""
    target = place(ctx, combat.target)
    return f"{SIGNS[combat.attacker]} {combat.source} → {target} {SIGNS[combat.defender]}"


def _changed(ctx: Context, view: View) -> str:
    """The regions marked with ``*``, by name."""
    codes = [region.code for region in view.map.regions if region.index in view.changed]
    return ctx.text.plain("genesia.alt.changed", regions=places(ctx, codes)) if codes else ""


def _short(ctx: Context, people: int) -> str:
    name = people_name(ctx, people)
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def alt(ctx: Context, view: View, *, named: bool = False) -> str:
    """Describe the picture in at most 1,024 characters: turn, an assault, what everybody holds and has.

    Where there is room, what changed is told by name, and of a picture that has them all names.
    """
    text = ctx.text
    if view.phase is Phase.OVER:
        parts = [over_in_words(ctx, "genesia.alt.over", view.result)]
    else:
        phase = text.plain(f"genesia.phase.{view.phase.value}")
        parts = [text.plain("genesia.alt.head", age=age_name(view.age), phase=phase)]
    if asked := deciding(view):
        acting = text.list(_short(ctx, people) for people in asked)
        parts.append(text.plain("genesia.alt.acting", who=acting))
    if combat := _combat_line(ctx, view):
        parts.append(f"{combat}.")
    for people in view.order:
        parts.append(
            text.plain(
                "genesia.alt.people",
                who=f"{SIGNS[people]} {_short(ctx, people)}",
                coins=text.plain("genesia.coins", n=view.coins[people]),
                cards=text.plain("genesia.cards", n=view.hand_sizes[people]),
                points=text.plain("genesia.points", n=view.sheets[people].total),
                regions=" ".join(_holdings(view, people)) or text.plain("genesia.alt.nothing"),
            )
        )
    parts.append(text.plain("genesia.alt.legend"))
    more = [changed] if (changed := _changed(ctx, view)) else []
    every = [*more, *_names(ctx, view)] if named else more
    ways = ("\n".join((*parts, *further)) for further in (every, more))
    return next((said for said in ways if len(said) <= ALT), alt_text(parts))


def _names(ctx: Context, view: View) -> Iterator[str]:
    """Land by land the names of its regions, in the order of their codes."""
    names = zip(view.map.regions, region_names(ctx.text, view), strict=True)
    for letter, land in groupby(names, key=lambda each: each[0].code[0]):
        yield f"{letter}0…: {', '.join(name for _, name in land)}."


def public_lines(ctx: Context, view: View) -> Markup:
    """Return the lines beside the board for all: phase, wars, places; at the end the score sheets."""
    text = ctx.text
    if view.result is not None:
        return Markup("\n".join((sheets_in_words(ctx, view), *_next_level(ctx, view))))
    age, phase = age_name(view.age), text.plain(f"genesia.phase.{view.phase.value}")
    if view.seats == 1:
        people = people_shown(ctx, view.order[0] if view.people is None else view.people)
        return text("genesia.announce.solo", age=age, phase=phase, who=people)
    if view.phase is Phase.DRAFT:
        return text("genesia.announce.draft", age=age, phase=phase)  # all take a card at once
    lines = [text("genesia.announce", age=age, phase=phase, order=line_up(ctx, view.order))]
    war = [people for people in view.order if view.stances[people] is Stance.WAR]
    if war and view.phase in (Phase.ASSAULT, Phase.REACTION, Phase.LOSSES):
        who = text.list(people_shown(ctx, people) for people in war)
        lines.append(text("genesia.announce.war", round=view.round, who=who))
    combat = view.combat
    if combat is not None and combat.defender is not None:
        lines.append(
            text(
                "genesia.announce.assault",
                who=people_shown(ctx, combat.attacker),
                rival=people_shown(ctx, combat.defender),
                source=place(ctx, combat.source or ""),
                target=place(ctx, combat.target or ""),
            )
        )
    if view.phase is Phase.PLACE:
        lines.append(places_in_words(ctx, view))
    return Markup("\n".join(lines))


def end_lines(ctx: Context, view: View, room: int) -> Markup:
    """Return the parts of the scores and, after a solo match, the next level, in `room` characters.

    Where that is too little, emojis go first, then the regions, then the sheets, which a picture shows.
    """
    level = list(_next_level(ctx, view))
    whole = Markup("\n".join((sheets_in_words(ctx, view, totals=False), *level)))
    less = Markup("\n".join((sheets_in_words(ctx, view, totals=False, regions=False), *level)))
    ways = (whole, without_icons(whole), without_icons(less), Markup("\n".join(level)))
    return next((said for said in ways if len(said) <= room), Markup(""))


def _next_level(ctx: Context, view: View) -> Iterator[Markup]:
    """Return the line that names the next level after a solo match, and the points that it takes."""
    if view.result is None or view.seats > 1 or view.options.level not in NEXT_LEVEL:
        return
    level, least = NEXT_LEVEL[view.options.level]
    code = "reached" if view.result.scores[0][0] >= least else "next"
    name = ctx.text.plain(f"genesia.level.{level.value}")
    yield ctx.text(f"genesia.announce.level.{code}", level=name, points=least)


def places_in_words(ctx: Context, view: View) -> Markup:
    """List who has taken which place in the next turn order."""
    text = ctx.text
    free = text("genesia.announce.free")
    places = Markup(
        ", ".join(
            text(
                "genesia.announce.place",
                place=place,
                who=free if people is None else people_shown(ctx, people),
            )
            for place, people in enumerate(view.places, 1)
        )
    )
    return text("genesia.announce.places", places=places)


def by_rank(view: View) -> Sequence[int]:
    """Return the peoples, the best first: by rank where the match is over, by total before, and alone."""
    ranks = view.result.ranks if view.result is not None and view.seats > 1 else None

    def place(people: int) -> tuple[int, int, int]:
        rank = 0 if ranks is None else ranks[view.seat_of(people)]
        return rank, -view.sheets[people].total, people

    return sorted(range(view.peoples), key=place)


def score_drawing(ctx: Context, view: View) -> Drawing:
    """Return the score sheet as a picture, with the same in words."""
    text = ctx.text
    labels = SheetLabels(*(text.plain(f"genesia.label.{each}") for each in SheetLabels._fields))
    draw = partial(pictures.sheet, view, people_names(ctx, view), labels, theme=ctx.theme)
    told = sheets_in_words(ctx, view).split("\n")
    return Drawing(draw, alt_text([spoken_text(line.removeprefix("-# ")) for line in told]))


def sheets_in_words(ctx: Context, view: View, *, totals: bool = True, regions: bool = True) -> Markup:
    """Everybody's score sheet, the best first."""
    text = ctx.text
    lines: list[str] = []
    for people in by_rank(view):
        sheet = view.sheets[people]
        one, two, three = sheet.progress
        parts = {"one": one, "two": two, "three": three}
        parts |= {"radiance": sheet.radiance, "conquest": sheet.conquest}
        who = people_shown(ctx, people)
        if view.options.objectives and view.seats > 1:
            objective = view.revealed[people]
            name = "" if objective is None else objective_name(text, objective)
            points = sheet.objective or 0
            code = "genesia.sheet.secret" if sheet.objective is None else "genesia.sheet"
            line = text(code, who=who, objective=points, name=name, **parts)
        else:
            line = text("genesia.sheet.plain", who=who, **parts)
        lines.append(text("genesia.sheet.total", sheet=line, total=sheet.total) if totals else line)
        held = [
            text.plain("genesia.sheet.region", n=number, value=value)
            for value, number in zip(VALUES, sheet.regions, strict=True)
            if number
        ]
        if held and regions:
            lines.append(text("genesia.sheet.regions", regions=", ".join(held)))
    return Markup("\n".join(lines))
