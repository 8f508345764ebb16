"""Time zones, as people look for them."""

from __future__ import annotations

from datetime import datetime

from discord import app_commands

from cogs.text.days import here
from cogs.text.text import Text
from engine.match.clock import ZONES

__all__ = ["city_of", "likely_zones", "suggest_zones"]

LIKELY = ("Europe/Paris", "Europe/London", "America/New_York", "America/Los_Angeles", "America/Montreal")
FIRST = {
    "en": ("Europe/London", "America/New_York", "America/Chicago", "America/Los_Angeles", "Australia/Sydney"),
    "fr": ("Europe/Paris", "America/Montreal", "Indian/Reunion", "America/Martinique", "Pacific/Noumea"),
}
"""The zones in which most readers of a language live, by language."""
SUGGESTED = 25
OFFERED = 5


def likely_zones(language: str, server: str | None) -> tuple[str, ...]:
    """Return the few zones in which a reader most likely lives, the server's first."""
    found = dict.fromkeys((*filter(None, (server,)), *FIRST.get(language, LIKELY)))
    return tuple(each for each in found if each in ZONES)[:OFFERED]


def city_of(zone: str, text: Text) -> str:
    """Return the city of a zone: in the reader's language, if it has another name there."""
    known = f"zone.city.{zone}"
    return text.plain(known) if text.knows(known) else zone.rpartition("/")[2].replace("_", " ")


def suggest_zones(now: datetime, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the zones whose names contain the typed text, with the time there."""
    part = "_".join(typed.casefold().split())
    found = [each for each in (*LIKELY, *sorted(ZONES - {*LIKELY})) if part in each.casefold()]
    return [
        app_commands.Choice(name=f"{each} ({here(now, each):%H:%M})", value=each)
        for each in found[:SUGGESTED]
    ]
