"""The codes of Genesis (Knizia): events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("genesis")

# Events
PLACED = CODES.event("placed", "move", "second_square", "second_terrain", "square", "terrain")
CHOSE = CODES.event("chose", "move", "square", "terrain")
CUT_SHORT = CODES.event("cut_short", "move", "square", "terrain")
SKIPPED = CODES.event("skipped")
ROLLED = CODES.event("rolled", "dice")
WON = CODES.event("won", "points", "reason", "winners")

# Refusals
NOTATION = CODES.refusal("notation", "text")
TERRAIN = CODES.refusal("terrain", "letter")
OFF_BOARD = CODES.refusal("off_board", "square")
VOLCANO = CODES.refusal("volcano", "square")
PIT = CODES.refusal("pit", "square")
BEYOND_RIVER = CODES.refusal("beyond_river", "square")
TAKEN = CODES.refusal("taken", "square")
SAME_SQUARE = CODES.refusal("same_square", "square")
NOT_ROLLED = CODES.refusal("not_rolled", "dice", "terrain")
ROLLED_ONCE = CODES.refusal("rolled_once", "terrain", "dice")
NONE_LEFT = CODES.refusal("none_left", "terrain")
ONE_LEFT = CODES.refusal("one_left", "terrain")
TILES_PER_TERRAIN = CODES.refusal("tiles_per_terrain", "tiles")
SEATS = CODES.refusal("seats", "seats")
POSITION = CODES.refusal("position", unsaid=["at"])

# Endings
NO_ROOM = CODES.ending("no_room")
