"""The codes of Genesis (Brassinne): events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("genesis_life")

# Events
PLACED = CODES.event("placed", "square", "colour")
REMOVED = CODES.event("removed", "square")
ALONE = CODES.event("alone", "squares", "colour")
STIFLED = CODES.event("stifled", "squares", "colour")
BORN = CODES.event("born", "squares", "colour")
REPEATED = CODES.event("repeated", "times")
OFFERS_DRAW = CODES.event("offers_draw")
WON = CODES.event("won", "colour", "reason")
DRAWN = CODES.event("drawn", "reason")

# Refusals
NOTATION = CODES.refusal("notation", "text")
OFF_BOARD = CODES.refusal("off_board", "square")
TAKEN = CODES.refusal("taken", "square")
STILL_PLACING = CODES.refusal("still_placing")
EMPTY = CODES.refusal("empty", "square")
NOT_YOURS = CODES.refusal("not_yours", "square")
NEWBORN = CODES.refusal("newborn", "square")
OFFERED = CODES.refusal("offered")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position", unsaid=["at"])

# Endings
OPPONENT_DEAD = CODES.ending("opponent_dead")
OWN_DEAD = CODES.ending("own_dead")
NONE_LEFT = CODES.ending("none_left")
REPETITION = CODES.ending("repetition")
AGREED = CODES.ending("agreed")
