"""The codes of Familienbande: events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("familienbande")

# Events
MARRIED = CODES.event("married", "card", "on", "generation", "move")
BORN = CODES.event("born", "of", "spouse", "card", "generation", "points", "move")
TURNED = CODES.event("turned", "full", "generation")
PASSED = CODES.event("passed")
PASSED_DRY = CODES.event("passed_dry")
DREW = CODES.event("drew", "card")
SHUFFLED = CODES.event("shuffled", "cards")
EXCHANGED = CODES.event("exchanged")
DISCARDED = CODES.event("discarded", "card")
KEPT = CODES.event("kept")
SCORED = CODES.event("scored", "family", "points", "penalty", "total", "cards", asides=["scored_clean"])
WON = CODES.event("won", "reason", "total", "winners")

# Refusals
NOTATION = CODES.refusal("notation", "text")
NO_CARD = CODES.refusal("no_card", "card")
NOT_IN_HAND = CODES.refusal("not_in_hand", "card")
NOT_ON_TABLE = CODES.refusal("not_on_table", "card")
MARRIED_ALREADY = CODES.refusal("married", "card", "spouse")
LAST_GENERATION = CODES.refusal("last_generation", "card")
TURNED_OVER = CODES.refusal("turned_over", "generation", "card")
SAME_GENDER = CODES.refusal("same_gender", "card", "on")
UNMARRIED = CODES.refusal("unmarried", "card")
NO_COUPLE = CODES.refusal("no_couple", "card", "other")
ROW_FULL = CODES.refusal("row_full", "generation", "size")
NO_FIT = CODES.refusal("no_fit", "card", "of", "spouse", "trait", "needed", "there")
NO_FIT_NONE = CODES.refusal("no_fit_none", "card", "of", "spouse", "trait", "needed", unsaid=["there"])
EXCHANGE_OR_KEEP = CODES.refusal("exchange_or_keep")
DISCARD_NOT_NOW = CODES.refusal("discard_not_now")
KEEP_NOT_NOW = CODES.refusal("keep_not_now")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position", unsaid=["at"])

# Endings
COMPLETE = CODES.ending("complete")
STUCK = CODES.ending("stuck")
