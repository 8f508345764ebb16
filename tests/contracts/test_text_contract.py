"""Text of every game: what is no move or position is refused as promised; what is read was written so."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import AnyGame, BadNotation, BadPosition, GameOver, IllegalMove, NotYourTurn, Seat
from engine.games import GAMES
from tests.contracts.cases import EVERY_ENGINE, Case, at_most

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
STRANGE = (
    "\0\n\r\t \u00a0\u200b\u202e\ud800\uffff٣５²ßİ🎲'\"`*_~|<>@#:;,.!?/\\-+=()[]{}%$&^0123456789abrxABRX"
)
SPACES = (" ", "\n", "\t", "\r\n", "\u00a0", "\u2003", "\x1f", "\ufeff", "\0")
BENT = at_most(250, 50)
"""Bent texts of each form of each game."""


def stages(case: Case, dice: Random) -> list[Any]:
    """Positions on the way through a random game."""
    game, key = case.game, dice.randbytes(32)
    state = game.setup(case.options, case.seats, SeededChance(key, 0))
    found = [state]
    for number in range(1, 120):
        pending = game.pending(state)
        if not pending:
            break
        moves = game.moves(state, pending[0])
        state, _ = game.play(state, pending[0], dice.choice(moves), SeededChance(key, number))
        found.append(state)
    return found


def bent(dice: Random, text: str, other: str) -> str:
    """The text with a few characters changed, or a word of another one in it."""
    kind = dice.randrange(8)
    if kind == 0:
        return "".join(dice.choices(STRANGE, k=dice.randrange(0, 30)))
    if kind == 1:
        return dice.choice((text * 2, text.upper(), text.lower(), text[::-1], text.replace(" ", "  ")))
    if kind < 4:
        parts, others = re.split(r"([ /:;,@])", text), re.split(r"([ /:;,@])", other)
        parts[dice.randrange(len(parts))] = dice.choice(others)
        return "".join(parts)
    letters = list(text)
    for _ in range(dice.randrange(1, 3)):
        at = dice.randrange(len(letters) + 1)
        letters[at : at + dice.randrange(3)] = dice.choice((*STRANGE, *other)) if dice.random() < 0.8 else ""
    return "".join(letters)


@EVERY_ENGINE
def test_a_position_is_read_as_it_was_written_or_refused(case: Case) -> None:
    dice = Random(f"positions of {case}")
    game, states = case.game, stages(case, dice)
    for _ in range(BENT):
        one, other = (game.position(dice.choice(states)) for _ in range(2))
        text = bent(dice, one, other)
        try:
            state = game.read_position(text)
        except BadPosition:
            continue
        assert game.position(state) == text


@EVERY_ENGINE
def test_nothing_stands_around_a_position(case: Case) -> None:
    game = case.game
    text = game.position(stages(case, Random(str(case)))[-1])
    assert game.position(game.read_position(text)) == text
    for space in SPACES:
        for each in (space + text, text + space, text.replace(" ", f" {space}", 1) if " " in text else space):
            with pytest.raises(BadPosition):
                game.read_position(each)


@EVERY_ENGINE
def test_a_text_is_a_legal_move_or_refused(case: Case) -> None:
    dice = Random(f"moves of {case}")
    game, states = case.game, stages(case, dice)
    seats = [Seat(seat) for seat in range(case.seats)]
    written = [str(move) for state in states for seat in seats for move in game.moves(state, seat)[:5]]
    for _ in range(BENT):
        state, seat = dice.choice(states), dice.choice(seats)
        text = bent(dice, dice.choice(written), dice.choice(written))
        try:
            move = game.parse(state, seat, text)
        except (BadNotation, IllegalMove, NotYourTurn, GameOver):
            continue
        assert game.parse(state, seat, str(move)) == move
        game.play(state, seat, move, SeededChance(b"x" * 32, 1))


# What docs/notation.md shows


SECTIONS = dict(re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE))
TITLES = {
    "Génial": "genial",
    "Genesis (Knizia)": "genesis",
    "Genesis (Brassinne)": "genesis_life",
    "Familienbande": "familienbande",
    "Genesia": "genesia",
}
ALSO = {
    "genial": ("br e5 f5", "BR,E5,F5", "BR-E5-F5", "BRE5F5", "RB F5 E5", "SWAP", "Keep"),
    "genesis": ("g:c5 y:d7", "GC5YD7", "G C5 Y D7", "MA1", "m a1"),
    "genesis_life": ("c4", "xd5", "d5", "F-3", "F:3", "F 3", "x D5", "X:D-5", ": c4", "-C4", "Draw"),
    "familienbande": ("MARRY 12 ON 45", "marry 12 45", "child 33 45", "child 33 of 45+12", "Pass"),
    "genesia": (
        *("CARD 12", "card #12", "draft 12,7,30", "draft #12 #7", "move 3 A0>A1>A4", "move 3 a0,a1,a4"),
        *("move 3 A0→A1→A4", "recruit 3A0", "c3; r2A0; m2A0-A1; e", "d5; e", "Assault a9-g9"),
    ),
}
"""Other ways to write moves of which the page speaks."""


def shown(title: str) -> list[str]:
    """The moves in a section's table, each way by itself."""
    (table,) = re.findall(r"(?ms)^\| move \| means \|\n\|[-|]+\|\n(.*?)(?=^\n)", SECTIONS[title])
    cells = [row.split(" | ")[0].removeprefix("| ") for row in table.splitlines()]
    return [text for cell in cells for text in re.findall("`([^`]+)`", cell)]


def is_notation(game: AnyGame, key: str, text: str) -> bool:
    """Return True if somebody whose turn it is may write this, allowed or not, at some point of a game."""
    seats = min(each for each in game.seats(game.Options()) if each > 1 or key == "genesis_life")
    state = game.setup(game.Options(), seats, SeededChance(b"page" * 8, 0))
    try:
        game.parse(state, game.pending(state)[0], text)
    except BadNotation as refusal:
        return not refusal.code.endswith(".notation")
    except IllegalMove:
        pass
    return True


@pytest.mark.parametrize("title", TITLES)
def test_the_moves_on_the_page_are_moves(title: str) -> None:
    key = TITLES[title]
    every = [*shown(title), *ALSO[key]]
    assert len(every) > len(ALSO[key])
    assert [text for text in every if not is_notation(GAMES[key], key, text)] == []
    assert not is_notation(GAMES[key], key, "no move of any game")


@pytest.mark.parametrize("title", TITLES)
def test_the_positions_on_the_page_are_positions(title: str) -> None:
    game = GAMES[TITLES[title]]
    found = [text for text in re.findall("`([^`\n]+)`", SECTIONS[title]) if len(text.split(" ")) >= 4]
    positions = [text for text in found if re.match(r"(?:free|team|solo|[0-5])[/: ]", text)]
    assert positions
    for text in positions:
        assert game.position(game.read_position(text)) == text
