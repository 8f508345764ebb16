"""The codes of heirs: events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("heirs")

# Events
NAMED = CODES.event("named", "square")
MOVED = CODES.event("moved", "move", "square")
TOOK = CODES.event("took", "move", "square")

# Refusals
NOT_YOURS = CODES.refusal("not_yours", "square")
NO_STEP = CODES.refusal("no_step", "square")
NOTATION = CODES.refusal("notation", "text")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position")

# Endings
CROSSED = CODES.ending("crossed")
HEIR_TAKEN = CODES.ending("heir_taken")
