"""Help of every game: at a table without it nothing that is offered stands in the order of a robot."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.face.menus import Menu
from cogs.text.text import LANGUAGES, text_for
from engine.chance import SeededChance
from engine.game import Seat
from engine.match.clock import RowState
from engine.match.help import Help, help_allowed, hint_allowed
from engine.robots.choosing import Position, hint_key, robot_key
from engine.robots.levels import levels_among
from render.kit.canvas import Theme
from tests.contracts.cases import CASES, EVERY, Case, at_most

# A bot that ends in some other test unloads the games' rooms, and they are imported anew: what is looked at
# here is what was there at first.
FACES = {case: case.face for case in CASES}
JUDGES = (
    (import_module("cogs.genial.ranking"), "worth"),
    (import_module("cogs.genesis.ranking"), "_land"),
    (import_module("cogs.genesis_life.ranking"), "worth"),
    (import_module("cogs.familienbande.ranking"), "worths"),
    (import_module("cogs.genesia.movement_menus"), "Evaluation"),
)
"""All that judges moves for menus and suggestions, as a robot does."""
ROOMS = tuple(module for name, module in sys.modules.items() if name.startswith("cogs."))
PRAISE = ("best first", "the best that", "first sight", "les meilleur", "première vue")
STEPS = 2
"""Choices on the way into a menu."""


class JudgedError(Exception):
    """A move was judged."""


def judge(*given: Any, **named: Any) -> Any:
    raise JudgedError


def questions(case: Case, count: int) -> list[tuple[Any, Any]]:
    """Views with their moves on the way through a random game."""
    game, key, dice = case.game, f"help of {case}".encode().ljust(32)[:32], Random(str(case))
    state, found = game.setup(case.options, case.seats, SeededChance(key, 0)), list[tuple[Any, Any]]()
    for number in range(1, 200):
        if not (pending := game.pending(state)):
            break
        moves = game.moves(state, pending[0])
        found.append((game.view(state, pending[0]), moves))
        state, _ = game.play(state, pending[0], dice.choice(moves), SeededChance(key, number))
    return dice.sample(found, min(count, len(found)))


def offer(case: Case, view: Any, moves: Any, *, has_help: bool, language: str = "en") -> list[str]:
    """Return what the menus say, a few steps deep, and what is suggested to somebody who types nothing."""
    names = tuple(f"P{seat}" for seat in range(case.seats))
    ctx = Context(text_for(language), Theme.DARK, names, Icons(), has_help=has_help)
    said: list[str] = []

    def look(path: tuple[str, ...]) -> None:
        menu: Menu = FACES[case].menu(ctx, view, moves, path, 0)
        said.append(str(menu.prompt))
        further = [each for each in menu.every if not each.final]
        for each in further[:2] if len(path) < STEPS else []:
            look((*path, *each.value.split("/")))

    look(())
    FACES[case].suggest(ctx, view, moves, "")
    return said


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in JUDGES:
        monkeypatch.setattr(module, name, judge)
    # What was judged before for another test is kept in caches of the games' rooms.
    for module in ROOMS:
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.mark.usefixtures("judges")
@EVERY
def test_without_help_no_move_is_judged(case: Case) -> None:
    for view, moves in questions(case, at_most(8, 4)):
        offer(case, view, moves, has_help=False)


@pytest.mark.usefixtures("judges")
def test_with_help_moves_are_judged() -> None:
    """Everything that judges is known above: otherwise the test before shows nothing."""
    judged: set[str] = set()
    for case in CASES:
        for view, moves in questions(case, 30):
            try:
                offer(case, view, moves, has_help=True)
            except JudgedError:
                judged.add(case.key)
                break
    assert judged >= {"genial", "genesis", "genesis_life", "familienbande", "genesia"}


@EVERY
def test_the_sentence_calls_nothing_the_best(case: Case) -> None:
    for view, moves in questions(case, at_most(8, 4)):
        for language in LANGUAGES:
            for said in offer(case, view, moves, has_help=False, language=language):
                assert not any(each in said for each in PRAISE), said


def test_nobody_has_help_at_a_table_of_a_league() -> None:
    for chosen in Help:
        assert not help_allowed(chosen, is_league=True)
        assert not hint_allowed(chosen, 1, is_league=True)


def test_hints_are_for_one_person_among_robots_at_a_table_opened_with_help() -> None:
    assert hint_allowed(Help.WITH, 1, is_league=False)
    assert not hint_allowed(Help.WITH, 2, is_league=False)
    assert not hint_allowed(Help.AS_BEFORE, 1, is_league=False), "running tables stay as they were"
    assert not hint_allowed(Help.WITHOUT, 1, is_league=False)
    assert help_allowed(RowState().help, is_league=False)


@EVERY
def test_a_twin_gives_the_same_hint(case: Case) -> None:
    """What a hint says follows from what the seat may know, and from chance that tells nothing else."""
    game = case.game
    key, dice = f"hints of {case}".encode().ljust(32)[:32], Random(f"hints of {case}")
    state, asked = game.setup(case.options, case.seats, SeededChance(key, 0)), list[tuple[Any, Any]]()
    for number in range(1, 200):
        if not (pending := game.pending(state)):
            break
        asked.append((state, pending[0]))
        moves = game.moves(state, pending[0])
        state, _ = game.play(state, pending[0], dice.choice(moves), SeededChance(key, number))
    level = levels_among(game.players)[-1]
    names = tuple(f"P{seat}" for seat in range(case.seats))
    for state, seat in dice.sample(asked, min(at_most(3, 1), len(asked))):
        twin = game.redeal(state, seat, SeededChance(bytes(32), 5))
        found: list[Any] = []
        for each in (state, twin):
            thought = Position(game, each, seat, 7, key).hint_question().choose(level)
            view, move = game.view(each, seat), game.parse(each, seat, thought.text)
            said = [
                list(case.face.reasons(Context(text_for(language), Theme.DARK, names, Icons()), view, move))
                for language in LANGUAGES
            ]
            found.append((thought, said))
        assert found[0] == found[1]


def test_a_hint_tells_nothing_of_a_robots_moves() -> None:
    """The chance of a hint is another one than a robot's, which may sit down in the seat later."""
    assert hint_key(bytes(32), 5, Seat(1)) != robot_key(bytes(32), 5, Seat(1))
