"""The codes of Génial: events, refusals and endings, each with the names of its inputs."""

from __future__ import annotations

from engine.codes import Codes

CODES = Codes("genial")

# Events
PLACED = CODES.event("placed", "tile", "a", "b", "points", "gained", asides=["past_the_end"])
BONUS = CODES.event("bonus", "at", "colours", "tiles")
REACHED = CODES.event("reached", "at", "colours")
BONUS_LOST = CODES.event("bonus_lost", "tiles")
DECLINED = CODES.event("declined", "tiles")
SWAPPED = CODES.event("swapped", "rack")
KEPT = CODES.event("kept")
DREW = CODES.event("drew", "tiles")
WON = CODES.event("won", "lowest", "reason", "winners")
SOLO_OVER = CODES.event("solo_over", "lowest", "reason")

# Refusals
NOTATION = CODES.refusal("notation", "text")
OFF_BOARD = CODES.refusal("off_board", "cell")
NOT_ON_RACK = CODES.refusal("not_on_rack", "tile")
PRINTED = CODES.refusal("printed", "cell")
TAKEN = CODES.refusal("taken", "cell")
SAME_CELL = CODES.refusal("same_cell", "cell")
NOT_ADJACENT = CODES.refusal("not_adjacent", "a", "b")
SYMBOL_USED = CODES.refusal("symbol_used", "symbol")
FIRST_TILE = CODES.refusal("first_tile")
SOLO_SWAP = CODES.refusal("solo_swap")
SWAP_NOT_NOW = CODES.refusal("swap_not_now")
KEEP_NOT_NOW = CODES.refusal("keep_not_now")
SWAP_OR_KEEP = CODES.refusal("swap_or_keep")
SOLO_BONUS = CODES.refusal("solo_bonus")
FREE_SEATS = CODES.refusal("free_seats", "seats")
TEAM_SEATS = CODES.refusal("team_seats", "seats")
SOLO_SEATS = CODES.refusal("solo_seats", "seats")
POSITION = CODES.refusal("position", unsaid=["at"])

# Endings
BOARD_FULL = CODES.ending("board_full")
COMPLETE = CODES.ending("complete")
