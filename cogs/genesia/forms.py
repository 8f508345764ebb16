"""List the teams and decks that fit a number of players."""

from __future__ import annotations

from collections.abc import Iterator

from discord import app_commands

from cogs.face.menus import CHOICES
from cogs.genesia.rules import decks_in_words, sides_in_words
from cogs.text.text import LANGUAGES, Text, text_for
from engine.game import BadOptions
from engine.genesia import codes
from engine.genesia.box.decks import SEATS, Deck, check, ready_deck
from engine.genesia.model import GenesiaOptions, Lot

__all__ = ["arrangements", "check_fit", "lots_in_notation", "ready_decks"]


def _partitions(seats: int, begun: str = "") -> Iterator[str]:
    """Every way to make teams, as letters by seat: the first seat is A, a new team takes the next letter."""
    if len(begun) == seats:
        yield begun
        return
    for letter in "ABCDE"[: len(set(begun)) + 1]:
        yield from _partitions(seats, begun + letter)


def _rank(teams: str) -> tuple[int, int, bool]:
    """Few teams first, of like sizes, and partners not side by side."""
    sizes = [teams.count(letter) for letter in set(teams)]
    beside = sum(a == b for a, b in zip(teams, teams[1:] + teams[:1], strict=True))
    return len(sizes), max(sizes) - min(sizes), beside > 0


def arrangements(text: Text, seats: int, typed: str) -> list[app_commands.Choice[str]]:
    """Teams for so many players that begin as typed; none where everybody plays alone or all together."""
    wanted = typed.strip().upper()
    teams = [each for each in _partitions(seats) if 1 < len(set(each)) < seats]
    teams.sort(key=lambda each: (*_rank(each), each))
    return [
        app_commands.Choice(name=f"{each} · {sides_in_words(text, each)}"[:100], value=each)
        for each in teams
        if each.startswith(wanted)
    ][:CHOICES]


def ready_decks(text: Text, seats: int, typed: str) -> list[app_commands.Choice[str]]:
    """Decks for so many players whose name has in it what is typed, or whose cards begin so.

    None where there is no choice: in solo, and between five, who use all cards.
    """
    wanted = typed.strip().casefold()
    offers: list[app_commands.Choice[str]] = []
    for deck in Deck if seats in SEATS[:-1] else ():
        name, cards = text.plain(f"genesia.decks.{deck.value}"), ready_deck(deck, seats)
        label = text.plain("genesia.option.ready_decks", name=name, decks=decks_in_words(text, cards))
        if wanted in name.casefold() or cards.startswith(wanted):
            offers.append(app_commands.Choice(name=label[:100], value=cards))
    return offers


def lots_in_notation(typed: str) -> str:
    """Return the letters of lots, typed in any language, as the notation has them: ``BJG`` is ``BYG``."""
    meant = {
        text_for(language).plain(f"genesia.lot.letter.{lot.letter}"): lot.letter
        for language in LANGUAGES
        for lot in Lot
    }
    return "".join(meant.get(letter, letter) for letter in typed)


def check_fit(options: GenesiaOptions, size: int) -> None:
    """See that teams, lots and decks are those of so many players; the rest is for the rules to judge.

    Raises `BadOptions` genesia.solo_teams, solo_decks, teams, lots, lots_decks, or as `decks.check`.
    """
    if options.teams and size == 1:
        raise BadOptions(codes.SOLO_TEAMS)
    if options.decks and size == 1:
        raise BadOptions(codes.SOLO_DECKS)
    if options.teams and len(options.teams) != size:
        raise BadOptions(codes.TEAMS, teams=options.teams, seats=size)
    if options.lots and any(len(lots) != size for lots in options.lots.split("/")):
        raise BadOptions(codes.LOTS, lots=options.lots)
    if options.lots and options.decks:
        raise BadOptions(codes.LOTS_DECKS)
    if options.decks:
        check(options.decks, size)
