"""The codes of hermits: events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("hermits")

# Events
CHOSEN = CODES.event("chosen", "square")
SETTLED = CODES.event("settled", "square")

# Refusals
NOTATION = CODES.refusal("notation", "text")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position")

# Endings
ALL_SETTLED = CODES.ending("all_settled")
