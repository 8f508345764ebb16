"""Refusals in English, for people at a terminal."""

from __future__ import annotations

from engine.game import Refusal

__all__ = ["Trouble", "sentence"]


class Trouble(Exception):  # noqa: N818 - a sentence for the person at the terminal
    """A request on the command line cannot be met; the message says why."""


_SENTENCES = {
    "record_foreign": "this is not a Longtable record",
    "record_format": "this record has format {format}, which this version cannot read",
    "record_damaged": "line {line} of the file is damaged",
    "record_cut_short": "the file is cut short after line {line}",
    "record_rules": "this version does not know {game!r} with rules {rules}",
    "record_options": "the options are not options of this game",
    "record_move": "entry {number}: {text!r} cannot be played there ({code})",
    "record_chance": "entry {number}: what chance drew does not fit the move",
    "record_hash": "entry {number}: the position is not the one that was recorded",
    "record_seed_secret": "the seed is not published in this record, so chance cannot be checked",
    "record_commitment": "the seed is not the one that was committed to before the match",
    "record_clicks": "{clicks} clicks for {seats} seats and the start: its key cannot be computed",
    "record_seat_text": "entry {number}: {text!r} is nothing that happens to a seat",
    "record_robot": "entry {number}: a robot has sat in seat {seat} from the start, not a person",
    "record_resigned": "entry {number}: whoever sat in seat {seat} had resigned before",
    "record_not_away": "entry {number}: nobody had played for the person in seat {seat}, who cannot be back",
    "record_nobody_left": "entry {number}: no person would be left, and no such line be written",
    "record_nothing_back": "entry {number}: no move after entry {to} is left to be taken back",
    "record_not_own": "entry {number}: seat {seat} has no move after entry {to} that it could take back",
    "record_agreed": "entry {number}: whose agreement it took were the persons in these seats: {seats}",
    "record_sides": "entry {number}: the seats {seats} are not one of two sides",
    "record_not_absent": "entry {number}: the match is won by {seats}, and the others were not absent",
    "record_no_winner": "entry {number}: nobody sat in the seats {seats} who could have ended the match",
    "store_in_use": "a bot runs on {path}, or it is being moved: stop that first",
    "store_unfinished": "another database was being moved into {path}, and not all of it is there: name a new"
    " one, or type the same `move-store` again",
    "store_linked": "{path} has a second name on its disk (a hard link): remove one of the two first",
    "store_nowhere": "there is no folder {folder}: make it first, or correct the path",
    "store_occupied": "{path} is not empty: name a new database",
    "store_foreign": "{path} is another program's, or of another schema than the other one",
    "store_newer": "{path} was written by a newer Longtable (schema {found}; this one knows {known})",
    "store_unreachable": "{path} cannot be reached",
    "store_unknown": "the server does not know {path}, or refuses the role or its password",
    "store_read_only": "{path} may only be read",
    "store_too_old": "{path} is PostgreSQL {found}; {known} or newer is needed",
    "store_corrupt": "{path} is damaged, or no database of Longtable",
    "store_empty": "{path} is empty: 0 bytes, where a database is expected",
    "store_unwritable": "{path} cannot be written",
    "store_busy": "another program holds {path}",
    "store_full": "the disk of {path} is full",
    "store_failed": "{path} failed: {error}",
    "record_robot_move": "entry {number}: the robot {player} would have chosen {chosen}",
    "record_loaded": "entry {number}: what chance drew does not follow from the seed",
}


def sentence(refusal: Refusal) -> str:
    """Return the refusal as a sentence; it names a rule of a game by its code."""
    pattern = _SENTENCES.get(refusal.code)
    return pattern.format_map(refusal.inputs) if pattern else f"the rules refuse this: {refusal}"
