"""The face of Genesis (Brassinne): everything shown and said of every position, each move within two taps."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.face.deciding import Course
from cogs.genesis_life import FACE
from cogs.genesis_life.ranking import move_preview
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Event, Refusal, Result, Seat
from engine.genesis_life import GENESIS_LIFE, codes
from engine.genesis_life.board import EVERYWHERE, name, named, squares
from engine.genesis_life.model import DRAW, Asks, LifeOptions, Outcome, Place, Remove
from engine.genesis_life.players import worth
from render.genesis_life.pictures import scene_of
from render.kit.canvas import Theme
from tests.contracts.told import paged

NAMES = ("Ada_the_*grand*", "`Basile`")
OPTIONS = LifeOptions()
LONG = (19, 22)
"""Seeds of random matches that evolve for many turns."""
EXAMPLE = "0 r B1C3C4C5D4 B4D1E3 - - remove"
"""The rulebook's worked example, white as red: D5 is to be taken away, and wins."""
REPEATED = "1 r E5F4H8A8H1H2I8 I9C6D1G4E3B7B5 H8C7F3B7F5C4H9H8D6I9H8H9I8H8H9I8H8H9I8H8H9I8H8 - over"
"""Drawn: the same position for the third time."""


def context(language: str = "en") -> Context:
    return Context(text_for(language), Theme.DARK, NAMES, Icons())


def chance(number: int = 1) -> SeededChance:
    return SeededChance(b"0" * 32, number)


def states(seed: int, draws: bool = False) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """A random match, position by position, with the events that led there; at most 60 moves."""
    key, dice = seed.to_bytes(32, "big"), random.Random(seed)
    state = GENESIS_LIFE.setup(OPTIONS, 2, SeededChance(key, 0))
    yield state, ()
    for number in range(1, 60):
        if not (pending := GENESIS_LIFE.pending(state)):
            return
        moves = [*GENESIS_LIFE.moves(state, pending[0])]
        if not draws or state.offer is not None:
            moves = [move for move in moves if move != DRAW]
        move = moves[dice.randrange(len(moves))] if dice.random() < 0.8 or not draws else moves[-1]
        state, events = GENESIS_LIFE.play(state, pending[0], move, SeededChance(key, number))
        yield state, events


def evolving() -> Any:
    """A position in which a cell is to be taken away and several may go."""
    for seed in itertools.count():
        for state, _ in states(seed):
            if state.asks is Asks.REMOVE and len(GENESIS_LIFE.moves(state, state.to_move)) > 3:
                return state
    raise AssertionError


def asked(state: Any) -> tuple[Any, Any]:
    """The mover's view and moves."""
    seat = GENESIS_LIFE.pending(state)[0]
    return GENESIS_LIFE.view(state, seat), GENESIS_LIFE.moves(state, seat)


def test_the_long_matches_are_long() -> None:
    for seed in LONG:
        *_, (last, _) = states(seed, draws=True)
        assert len(last.removals) > 15


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seed", [1, 2, *LONG])
def test_every_position_can_be_shown_and_played(seed: int, language: str) -> None:
    mine = context(language)
    for number, (state, events) in enumerate(states(seed, draws=True)):
        for event in events:
            line = FACE.narrate(mine, event)
            assert line, event
            assert len(line) < 400
        pending = GENESIS_LIFE.pending(state)
        view = GENESIS_LIFE.view(state, pending[0] if pending else None)
        text = FACE.board_text(mine, view)
        assert max(map(len, text.splitlines())) <= 36
        assert len(text) <= 1800
        assert "`" not in text
        board, film = FACE.board(mine, view, None), FACE.film(mine, [view], None, "")
        assert len(board.alt) < 1024
        if number % 6 == 0:
            assert board.draw().suffix == "png"
            assert film.draw().suffix == "gif"
        if pending and number % 3 == 0:
            walk_menus(mine, state, pending[0])


def walk_menus(mine: Context, state: Any, seat: Seat) -> None:
    """Every final choice of every page is a legal move, and every legal move is within two taps."""
    view, moves = GENESIS_LIFE.view(state, seat), GENESIS_LIFE.moves(state, seat)
    reached: set[str] = set()
    first = FACE.menu(mine, view, moves, (), 0)
    for menu in (first, *paged(FACE, mine, view, moves, ())):
        assert not menu.listed, "a button is one tap, an entry of a list two"
        assert 1 <= len(menu.choices) <= 8
        assert len(menu.prompt) < 600
        for choice in menu.choices:
            assert len(choice.label) <= 20, "eight fit in two rows"
            if not choice.final:
                step = FACE.menu(mine, view, moves, (choice.value,), 0)
                (choice,) = step.choices
                assert choice.final
                assert choice.seen, "what was previewed is not held again"
                assert step.drawing is not None
                assert len(step.drawing.alt) < 1024
            reached.add(choice.value)
        reached |= {choice.value for choice in menu.beside}
    assert reached == {str(move) for move in moves}


@pytest.mark.parametrize("position", [EXAMPLE, None])
def test_what_the_picture_shows_the_words_say_too(position: str | None) -> None:
    """Every living and dead cell of the board is in the alternative text and in the text board."""
    state = GENESIS_LIFE.read_position(position) if position else evolving()
    view, _ = asked(state)
    alt, text = FACE.board(context(), view, None).alt, FACE.board_text(context(), view)
    shown = {
        f"{column}{line[0]}": line[2 + 2 * number : 4 + 2 * number]
        for line in text.splitlines()
        if line[:1].isdigit()
        for number, column in enumerate("ABCDEFGHI")
    }
    turn = view.turn(-1)
    assert len(shown) == 81
    for square in squares(EVERYWHERE):
        mark, bit = shown[name(square)], 1 << square
        if (view.cells[0] | view.cells[1]) & bit:
            assert mark[0] == ("R" if view.cells[0] & bit else "B")
            assert (mark[1] == "+") == bool(turn.evolution.born & bit)
            assert name(square) in alt
        elif turn.evolution.dead & bit:
            assert mark[0] == ("r" if turn.before[0] & bit else "b")
            assert mark[1] == ("o" if turn.evolution.alone & bit else "x")
            assert name(square) in alt
        else:
            assert mark in {"· ", "- "}
    assert NAMES[0] in alt


def test_the_worked_example_is_told_step_by_step() -> None:
    """The cells that died alone, were stifled and were born are told; the preview of D5 says that it wins."""
    view, moves = asked(GENESIS_LIFE.read_position(EXAMPLE))
    told = FACE.board(context(), view, None).alt.splitlines()
    assert told[1:5] == [
        "Black cells dead, alone: D1, E3.",
        "Red cell dead, alone: B1.",
        "Red cells dead, stifled: C4, D4.",
        "Red cells born: C2, D2, B3, B5, D5.",
    ]
    step = FACE.menu(context(), view, moves, ("D5",), 0)
    assert step.prompt.splitlines()[1:] == [
        "Red cell dead, stifled: C3.",
        "Black cell dead, stifled: B4.",
        "You would win at once.",
    ]
    assert [choice.value for choice in step.choices] == ["xD5"]
    best = FACE.suggest(context(), view, moves, "")[0]
    assert "win" in best.label
    state = GENESIS_LIFE.read_position(EXAMPLE)
    after, events = GENESIS_LIFE.play(state, Seat(0), Remove(named("D5")), chance())
    assert [FACE.narrate(context(), event) for event in events] == [
        "Ada\\_the\\_\\*grand\\* took D5 away.",
        "Red cell dead, stifled: C3.",
        "Black cell dead, stifled: B4.",
        "Ada\\_the\\_\\*grand\\* won.",
    ]
    end = GENESIS_LIFE.view(after, None)
    assert FACE.film(context(), [end], None, "").draw().suffix == "gif"
    assert f"{NAMES[0]}: won." in FACE.board(context(), end, None).alt


def test_a_preview_is_what_then_happens() -> None:
    """Each removal's preview of deaths and of the end is what playing it does."""
    outcomes: set[Outcome | None] = set()
    for state in (state for seed in range(30) for state, _ in states(seed)):
        if state.asks is not Asks.REMOVE:
            continue
        view, moves = asked(state)
        for move in moves:
            if isinstance(move, Remove):
                outcomes.add(as_foretold(state, view, move))
    assert outcomes == {None, *Outcome}


def as_foretold(state: Any, view: Any, move: Remove) -> Outcome | None:
    preview = move_preview(view, move.square)
    after, events = GENESIS_LIFE.play(state, state.to_move, move, chance())
    happened = {
        kind: {
            square
            for event in events
            if event.code.rpartition(".")[2] in kind.split("_")
            for square in str(event.inputs["squares"]).split()
        }
        for kind in ("alone_stifled", "born")
    }
    if after.result is None:
        assert preview.outcome is None
    else:
        tied = len(set(after.result.ranks)) == 1
        assert preview.outcome == (
            "drawn" if tied else ("won", "lost")[after.result.ranks[state.to_move] - 1]
        )
    assert happened["alone_stifled"] == {*map(name, squares(preview.evolution.dead))}
    assert sum(preview.dead) == len(happened["alone_stifled"])
    assert happened["born"] == {*map(name, squares(preview.evolution.born))}
    return preview.outcome


def test_a_removal_that_draws_foretells_no_deaths_and_no_births() -> None:
    """The third time the picture is not judged: text, alternative text and picture say so alike."""
    drawn = 0
    for state in (state for seed in range(30) for state, _ in states(seed)):
        if state.asks is not Asks.REMOVE:
            continue
        view, moves = asked(state)
        for move in moves:
            if not isinstance(move, Remove) or move_preview(view, move.square).outcome is not Outcome.DRAWN:
                continue
            drawn += 1
            step = FACE.menu(context(), view, moves, (name(move.square),), 0)
            assert step.drawing
            assert step.prompt.splitlines()[1:] == [text_for("en")("genesis_life.outcome.drawn")]
            assert len(step.drawing.alt.splitlines()) == 1
            assert not any(scene_of(view, move.square).doomed)
    assert drawn


def test_a_turn_in_which_nothing_happens_is_told_too() -> None:
    """Four cells in a square: each has three neighbours, no free square has."""
    still = GENESIS_LIFE.read_position("0 r A1A2B1 B2 - - remove")
    assert "no cell died" in FACE.announce(context(), GENESIS_LIFE.view(still, None))
    assert FACE.announce(context(), GENESIS_LIFE.view(GENESIS_LIFE.read_position(EXAMPLE), None)) == ""


@pytest.mark.parametrize("red", [0, 1])
def test_the_table_is_told_who_plays_which_colour(red: int) -> None:
    """Each player's first question tells it, whoever else is automatic; later ones do not."""
    state = next(state for state, _ in (next(states(seed)) for seed in range(20)) if state.red == red)
    names = ("Ada", "Basile")
    mine = {language: replace(context(language), names=names) for language in ("en", "fr")}
    for square in ("C3", "D7"):
        view = GENESIS_LIFE.view(state, None)
        told = FACE.announce(mine["en"], view)
        assert f"{names[red]} plays red, {names[1 - red]} plays black" in told
        assert "on E5" in told
        told = FACE.announce(mine["fr"], view)
        assert f"{names[red]} joue les rouges, {names[1 - red]} joue les noirs" in told
        assert "en E5" in told
        state, _ = GENESIS_LIFE.play(state, state.to_move, Place(named(square)), chance())
    assert FACE.announce(mine["en"], GENESIS_LIFE.view(state, None)) == ""


def test_the_best_comes_first() -> None:
    start, _ = next(states(5))
    for state in (start, evolving()):
        view, moves = asked(state)
        offers = FACE.suggest(context(), view, moves, "")
        assert len(offers) == min(25, len(moves))
        assert offers[-1].notation == "draw"
        values: list[float] = []
        for offer in offers[:-1]:
            move = GENESIS_LIFE.parse(state, view.to_move, offer.notation)
            assert isinstance(move, Place | Remove)
            values.append(worth(view, move))
        assert values == sorted(values, reverse=True)


def test_suggestions_follow_what_is_typed() -> None:
    start, _ = next(states(5))
    view, moves = asked(start)
    assert [each.notation for each in FACE.suggest(context(), view, moves, "c4")] == ["C4"]
    assert {each.notation[0] for each in FACE.suggest(context(), view, moves, "C")} == {"C"}
    assert [each.notation for each in FACE.suggest(context(), view, moves, "dra")] == ["draw"]
    assert [each.notation for each in FACE.suggest(context("fr"), view, moves, "nul")] == ["draw"]
    for typed in ("x", "xC4", "E5", "Z9", "🎲 %s {0}", "C44"):
        assert FACE.suggest(context(), view, moves, typed) == []
    view, moves = asked(evolving())
    best = FACE.suggest(context(), view, moves, "")[0].notation
    for typed in (best, best.lower(), best[1:], f"x {best[1:]}"):
        assert FACE.suggest(context(), view, moves, typed)[0].notation == best
    assert "draw" not in [each.notation for each in FACE.suggest(context(), view, moves, "x")]


def test_a_draw_is_offered_accepted_or_lapses() -> None:
    state, _ = next(states(1))
    seat, other = state.to_move, Seat(1 - state.to_move)
    view, moves = asked(state)
    (offer,) = FACE.menu(context(), view, moves, (), 0).beside
    assert (offer.label, offer.value, offer.final) == ("Offer a draw", "draw", True)
    offered, events = GENESIS_LIFE.play(state, seat, DRAW, chance())
    assert "offered a draw" in str(FACE.narrate(context(), events[0]))
    view, moves = asked(offered)
    assert FACE.menu(context(), view, moves, (), 0).beside == ()
    assert "now make your move" in FACE.question(context(), view)
    assert all(each.notation != "draw" for each in FACE.suggest(context(), view, moves, "d"))
    played, _ = GENESIS_LIFE.play(offered, seat, moves[0], chance(2))
    view, moves = asked(played)
    assert view.seat == other
    (accept,) = FACE.menu(context("fr"), view, moves, (), 0).beside
    assert accept.label == "Accepter la nulle"
    for said in (FACE.question(context(), view), FACE.board(context(), view, None).alt):
        assert "offers a draw" in said
    assert "offers a draw" in " ".join(FACE.board_text(context(), view).split())
    agreed, _ = GENESIS_LIFE.play(played, other, DRAW, chance(3))
    end = GENESIS_LIFE.view(agreed, None)
    assert end.result is not None
    assert end.result.ranks == (1, 1)
    assert FACE.score(text_for("en"), end.result, Seat(0)) == "", "there are no points: the title says it"
    lapsed, _ = GENESIS_LIFE.play(played, other, moves[0], chance(3))
    view, moves = asked(lapsed)
    assert "draw" not in FACE.question(context(), view)
    assert "draw" not in FACE.board(context(), view, None).alt
    assert FACE.menu(context(), view, moves, (), 0).beside[0].label == "Offer a draw"


def test_a_position_come_up_for_the_third_time_is_not_judged() -> None:
    view = GENESIS_LIFE.view(GENESIS_LIFE.read_position(REPEATED), None)
    alt = FACE.board(context(), view, None).alt
    assert "This position has come up 3 times." in alt
    assert not any(word in alt for word in ("dead", "born"))
    assert FACE.pictures(context(), view) == ()


def test_the_only_newborn_is_not_offered_and_it_is_said_why() -> None:
    for state in (state for seed in range(60) for state, _ in states(seed)):
        if state.asks is Asks.REMOVE and asked(state)[0].protected_square is not None:
            break
    else:
        pytest.fail("no newborn was ever alone")
    view, moves = asked(state)
    square = name(view.protected_square)
    assert f"but not {square}" in FACE.question(context(), view)
    assert square not in {choice.value for choice in FACE.menu(context(), view, moves, (), 0).choices}
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, (square,), 0)
    with pytest.raises(Refusal, match=r"genesis_life\.newborn"):
        GENESIS_LIFE.parse(state, view.to_move, square)


@pytest.mark.parametrize("path", [("Z9",), ("",), ("d5",), ("xD5",), ("D5", "D5"), ("🎲",), ("A1",)])
def test_paths_that_lead_nowhere(path: tuple[str, ...]) -> None:
    view, moves = asked(GENESIS_LIFE.read_position(EXAMPLE))
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, path, 0)


def test_everybody_is_told_the_same() -> None:
    """Nothing is hidden here: pictures and words are equal for both seats and for spectators."""
    state, told = evolving(), []
    for seat in (None, Seat(0), Seat(1)):
        view = GENESIS_LIFE.view(GENESIS_LIFE.redeal(state, seat, chance()), seat)
        board, film = (
            FACE.board(context(), view, state.to_move),
            FACE.film(context(), [view], state.to_move, ""),
        )
        assert FACE.hand(context(), view) is None
        told.append((board.alt, board.draw().data, film.draw().data, FACE.board_text(context(), view)))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(("language", "said"), [("en", "All cells had died"), ("fr", "Toutes les cellules")])
def test_where_all_cells_are_dead_no_zeros_are_shown(language: str, said: str) -> None:
    result = Result((1, 2), ((1,), (0,)), codes.OPPONENT_DEAD)
    view = GENESIS_LIFE.concluded(GENESIS_LIFE.view(evolving(), None), result)
    ours, theirs = (Seat(0),), (Seat(1),)
    for cells, margin, score in (((0b11, 0b1), "+1", "2"), ((0, 0), "", "")):
        end = view._replace(cells=cells, red=Seat(0))
        course = Course([view, end], [(1, 1), FACE.standing(end, end)], result, [ours, theirs])
        assert FACE.margin(course) == margin
        assert FACE.tally(context(language), end, result, Seat(0)).score == score
        assert (said in FACE.reason(context(language), end, result)) == (not score)
