"""Genesia's options in a few words, and its rules in short, as the options have them."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.genesia.card_texts import age_name
from cogs.genesia.places import map_name
from cogs.text.text import Markup, Text
from engine.genesia.box.decks import SEATS, Deck, ready_deck
from engine.genesia.model import NEXT_LEVEL, CopyTiming, GenesiaOptions, Lot, Reactions

__all__ = ["decks_in_words", "options_in_words", "rules_in_short", "sides_in_words"]


def options_in_words(text: Text, options: GenesiaOptions, size: int) -> Markup:
    """The options of a table: players, teams, and what differs from the rulebook's first game."""
    parts = [text(f"genesia.players.{size}"), text("name", who=map_name(text, size))]
    if size == 1:
        level = text.plain(f"genesia.level.{options.level.value}")
        parts.append(text("genesia.option.level", level=level))
    elif not options.objectives:
        parts.append(text("genesia.option.no_objectives"))
    if options.teams:
        parts.append(text("genesia.option.teams", sides=sides_in_words(text, options.teams)))
    if options.lots:
        parts.append(text("genesia.option.lots", lots=_lots(text, options.lots)))
    if options.decks:
        parts.append(text("genesia.option.decks", decks=_named(text, options.decks, size)))
    if options.copy_timing is CopyTiming.AGE:
        parts.append(text("genesia.option.copy_age"))
    if options.attack_recruits:
        parts.append(text("genesia.option.attack_recruits"))
    if size > 1 and options.weariness != GenesiaOptions().weariness:
        parts.append(text("genesia.option.weariness", n=options.weariness))
    if size > 1 and options.reactions is Reactions.SWIFT:
        parts.append(text("genesia.option.swift"))
    return Markup(" · ".join(parts))


def sides_in_words(text: Text, teams: str) -> str:
    """``seats 1 and 3 against seats 2 and 4``."""
    said = ""
    for letter in dict.fromkeys(teams):
        seats = [f"{seat}" for seat, each in enumerate(teams, 1) if each == letter]
        side = text.plain("genesia.option.side", n=len(seats), seats=text.list(seats))
        said = text.plain("genesia.option.against", one=said, other=side) if said else side
    return said


def _lots(text: Text, lots: str) -> str:
    """``Age I blue, yellow / Age II …``."""
    names = {lot.letter: text.plain(f"genesia.lot.{lot.value}") for lot in Lot}
    ages = [
        text.plain(
            "genesia.option.lots_of",
            age=age_name(age),
            colours=", ".join(names.get(letter, letter) for letter in letters),
        )
        for age, letters in enumerate(lots.upper().split("/")[:3], 1)
    ]
    return " / ".join(ages)


def decks_in_words(text: Text, decks: str) -> str:
    """``Age I 1–12 / Age II 31–42 / …``."""
    ages = [
        text.plain(
            "genesia.option.lots_of", age=age_name(age), colours=cards.replace("-", "–").replace(",", ", ")
        )
        for age, cards in enumerate(decks.split("/"), 1)
    ]
    return " / ".join(ages)


def _named(text: Text, decks: str, size: int) -> str:
    """The same, with a name before it if the decks have one."""
    said = decks_in_words(text, decks)
    for deck in Deck if size in SEATS[:-1] else ():
        if ready_deck(deck, size) == decks:
            name = text.plain(f"genesia.decks.{deck.value}")
            return text.plain("genesia.option.ready_decks", name=name, decks=said)
    return said


def rules_in_short(text: Text, options: GenesiaOptions, size: int) -> Sequence[Markup]:
    """The rules as paragraphs of one message."""
    solo = size == 1
    parts = ["aim.solo" if solo else "aim" if options.objectives else "aim.plain"]
    parts.append(f"map.{size}")
    if solo:
        parts.append("levels")
    parts += ["start.solo" if solo else "start", "growth", "expansion"]
    if not solo:
        parts.append("attack")
        if options.attack_recruits:
            parts.append("attack.recruits")
    parts.append("end.solo" if solo else "end")
    parts.append(f"copy.{options.copy_timing.value}")
    if options.decks:
        parts.append("decks")
    if options.teams:
        parts.append("teams")
    if not solo:
        parts.append("ties")
    parts.append("notation.solo" if solo else "notation")
    named: dict[str, dict[str, object]] = {
        "levels": {level.value: least for level, least in NEXT_LEVEL.values()},
        "attack": {"weariness": options.weariness},
        "decks": {"decks": decks_in_words(text, options.decks)},
    }
    return [text(f"genesia.rules.{part}", **named.get(part, {})) for part in parts]
