"""Days and hours as people type them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from discord import app_commands

from cogs.text.text import Markup, Text
from engine.game import Refusal
from engine.match.clock import zone_of

__all__ = ["day_in_words", "here", "next_days", "read_day", "read_quiet"]

_QUIET = re.compile(r"(\d{1,2})(?::?(\d{2}))?\s*h?\s*(?:-|–|to|à)\s*(\d{1,2})(?::?(\d{2}))?\s*h?")
_SUGGESTED = 14


def here(now: datetime, zone: str | None) -> datetime:
    """Return what time it is in that zone; in UTC where none is known, or it is none."""
    return now.astimezone(zone_of(zone))


def day_in_words(text: Text, day: date) -> Markup:
    """Return a day as people say it, without its year."""
    number = text("day.first") if day.day == 1 else Markup(str(day.day))
    return text("day", number=number, month=text(f"month.{day.month}"))


def next_days(first: date, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest days, from `first` on."""
    days = [(first + timedelta(days=each)).isoformat() for each in range(_SUGGESTED)]
    return [app_commands.Choice(name=each, value=each) for each in days if typed in each]


def read_quiet(text: str) -> tuple[int, int] | None:
    """Read ``22-8`` or ``22:30-7`` as minutes of the day, ``-`` as None. Raises `Refusal` ``quiet_hours``."""
    if text.strip() in ("-", "0", "none", "aucune"):
        return None
    found = _QUIET.fullmatch(text.strip().casefold())
    if found is None:
        raise Refusal("quiet_hours")
    begins, ends = ((int(found[each]) % 24) * 60 + int(found[each + 1] or 0) for each in (1, 3))
    if int(found[1]) > 24 or int(found[3]) > 24 or max(int(found[2] or 0), int(found[4] or 0)) > 59:
        raise Refusal("quiet_hours")
    return begins, ends


def read_hour(text: str) -> int | None:
    """Read ``19``, ``19:30`` or ``19h30`` as a minute of the day, ``-`` as None.

    Raises `Refusal` ``digest_hour``.
    """
    if text.strip() in ("-", "none", "aucune"):
        return None
    found = re.fullmatch(r"(\d{1,2})(?:[:h.](\d{2})?)?", text.strip().casefold().replace(" ", ""))
    if found is None or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise Refusal("digest_hour")
    return int(found[1]) * 60 + int(found[2] or 0)


def read_day(text: str, today: date) -> date:
    """Read ``2026-12-24``, or ``24/12`` for the next such day. Raises `Refusal` ``day``."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        pass
    found = re.fullmatch(r"(\d{1,2})[/.](\d{1,2})\.?", text.strip())
    if found is not None:
        for year in (today.year, today.year + 1):
            try:
                day = date(year, int(found[2]), int(found[1]))
            except ValueError:
                continue
            if day >= today:
                return day
    raise Refusal("day", day=text)
