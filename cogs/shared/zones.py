"""Time zones, as people look for them."""

from __future__ import annotations

from datetime import datetime

from discord import app_commands

from cogs.shared.days import here
from engine.clock import ZONES

__all__ = ["suggest_zones"]

LIKELY = ("Europe/Paris", "Europe/London", "America/New_York", "America/Los_Angeles", "America/Montreal")
SUGGESTED = 25


def suggest_zones(now: datetime, typed: str) -> list[app_commands.Choice[str]]:
    """The zones in whose names that stands, with the time there."""
    part = "_".join(typed.casefold().split())
    found = [each for each in (*LIKELY, *sorted(ZONES - {*LIKELY})) if part in each.casefold()]
    return [
        app_commands.Choice(name=f"{each} ({here(now, each):%H:%M})", value=each)
        for each in found[:SUGGESTED]
    ]
