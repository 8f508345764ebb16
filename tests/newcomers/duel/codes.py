"""The codes of the duel: events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("duel")

# Events
HELD = CODES.event("held", "number")
SHOWN = CODES.event("shown", "number")
TAKEN = CODES.event("taken", "count")

# Refusals
NOT_NOW = CODES.refusal("not_now", "move")
NOTATION = CODES.refusal("notation", "text")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position")

# Endings
NO_STONES = CODES.ending("no_stones")
ODD = CODES.ending("odd")
