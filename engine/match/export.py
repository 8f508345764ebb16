"""Export a match as a record: a file to keep, replay and verify. It says nothing of who the people were."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.chance import commitment
from engine.match.changes import StoredMatch
from engine.match.replay import mixed_ids
from engine.match.values import Entry
from engine.record import Line, Record
from engine.robots.choosing import Made

__all__ = ["record_of"]


def record_of(stored: StoredMatch, entries: Sequence[Entry], published: bool) -> Record:
    """Return the record of a started match; its seed only when it is `published`."""
    labels: list[str] = []
    taken = {entry.seat for entry in entries if entry.kind == "seat"}
    persons = 0
    for seat, occupant in enumerate(stored.occupants):
        if occupant.player is None or seat in taken:
            persons += 1
            labels.append(f"person {persons}")
        else:
            labels.append(occupant.player)
    return Record(
        game=stored.game,
        rules=stored.rules,
        options=msgspec.json.decode(stored.options),
        seats=tuple(labels),
        commitment=commitment(stored.seed),
        clicks=mixed_ids([occupant.click for occupant in stored.occupants], entries),
        seed=stored.seed if published else None,
        play_on=stored.row_state.play_on,
        lines=tuple(
            # The click that started it stands with the others.
            Line(
                entry.number,
                entry.kind,
                entry.seat,
                entry.text if entry.number else "",
                entry.drawn,
                entry.at,
                entry.hash,
                _made(entry.made),
            )
            for entry in entries
        ),
    )


def _made(text: str) -> Made | None:
    """Return the way in which a robot chose; `None` where there was none, or it is none that can be read."""
    try:
        return Made.read(text) if text else None
    except ValueError:
        return None
