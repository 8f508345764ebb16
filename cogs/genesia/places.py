"""The regions' names in the reader's language, beside the codes that moves are written with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from cogs.face.context import Context
from cogs.text.text import Text
from engine.genesia.model import View

__all__ = ["is_called", "map_name", "place", "places", "region_name", "region_names"]


def map_name(text: Text, seats: int) -> str:
    """``The Three Forests``: of the map for so many players."""
    return text.plain(f"genesia.map.{seats}")


def region_name(text: Text, seats: int, code: str) -> str:
    """``Salt Marsh``: the region's name on the map for so many players."""
    return text.plain(f"genesia.region.{seats}.{code}")


def region_names(text: Text, view: View) -> tuple[str, ...]:
    """Return the names of all regions, for pictures."""
    return tuple(region_name(text, view.seats, region.code) for region in view.map.regions)


def place(ctx: Context, code: str) -> str:
    """``A8 Salt Marsh``, on the map of this match."""
    return f"{code} {region_name(ctx.text, len(ctx.names), code)}"


def places(ctx: Context, codes: Iterable[str]) -> str:
    """``A8 Salt Marsh, G3 Amber Wood``."""
    return ", ".join(place(ctx, code) for code in codes)


def is_called(name: str, typed: str) -> bool:
    """Return true if the name, from one of its words on, begins as typed.

    Accents make no difference.
    """
    words, wanted = _folded(name).split(), _folded(typed)
    return bool(wanted) and any(" ".join(words[first:]).startswith(wanted) for first in range(len(words)))


def _folded(said: str) -> str:
    bare = unicodedata.normalize("NFKD", said.replace("’", "' ").replace("'", "' "))
    return " ".join("".join(each for each in bare if not unicodedata.combining(each)).casefold().split())
