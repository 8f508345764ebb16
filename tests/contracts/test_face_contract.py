"""The promises of every game's face: it fits Discord and a phone, leads to every move, leaks nothing."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Hashable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.answering.answers import CLASSIC_LIMIT, Attached, Page
from cogs.answering.controls import Control
from cogs.face.context import Icons
from cogs.face.drawing import Drawing
from cogs.face.menus import CHOICES, Choice, Menu
from cogs.face.text_boards import PHONE
from cogs.pages.endings import over_page
from cogs.pages.panel import panel_page
from cogs.pages.turn import turn_page
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, text_for, without_icons
from engine.game import Seat
from engine.match.clock import PACES, Plan
from engine.match.course import Scene
from engine.matches import Status
from engine.store import CodeLevels
from render.kit.canvas import Theme
from tests.contracts.cases import EVERY, GAMES, REGISTERED, Case, at_most
from tests.contracts.leaks import Tally, draw_twins, tell_twins, twin_of
from tests.contracts.told import LANGUAGES, Position, drawings, look, onward, played, steps, told, viewers

ROOT = Path(__file__).parents[2]
ALT = 1024
"""Characters of a description, as Discord takes it. What would be longer is cut to exactly so many."""
LOOKED = at_most(9, 4)
"""Positions of a game that are looked at closely, besides the last one."""
WALKED = 220
"""Steps of menus looked at in one position, where these are all."""
FEW = 30
"""The same where there are more."""
DRAWN = at_most(3, 1)
"""Positions of a game whose pictures are drawn for twins."""
GREEDY = pytest.mark.parametrize("greedy", [True, False], ids=["greedy", "random"])


def spread(case: Case, positions: tuple[Position, ...], count: int) -> Iterator[tuple[int, Any]]:
    """So many states, evenly spread, the first of each stage, and the last three: with their numbers."""
    last = len(positions) - 1
    chosen = {last * each // count for each in range(count)} | {max(0, last - each) for each in range(3)}
    stages: dict[Hashable, int] = {}
    for number, (state, _) in enumerate(positions):
        stages.setdefault(case.trial.stage(state), number)
    for number in sorted({*chosen, *stages.values()}):
        yield number, positions[number][0]


@EVERY
@GREEDY
def test_everything_that_happens_is_told(case: Case, greedy: bool) -> None:
    for language in LANGUAGES:
        mine = look(case, language)
        for _, events in played(case, 3, greedy=greedy):
            for event in events:
                line = case.face.narrate(mine, event)
                assert line or case.trial.silent(event) or event.code in case.codes.untold, event
                assert len(line or "") < case.trial.longest_line, line


@EVERY
@GREEDY
def test_every_position_fits_a_phone_and_a_message(case: Case, greedy: bool) -> None:
    for _, state in spread(case, played(case, 3, greedy=greedy), LOOKED):
        for seat in (None, *case.game.pending(state)[:2]):
            for language in LANGUAGES:
                check_position(case, state, seat, language)


def check_position(case: Case, state: Any, seat: Seat | None, language: str) -> None:
    face, mine, view = case.face, look(case, language), case.game.view(state, seat)
    board = face.board_text(mine, view)
    assert max(map(len, board.splitlines())) <= PHONE, board
    assert len(board) < 1800, "cut"
    assert "`" not in board, "the text stands between such marks"
    assert 0 < len(face.board(mine, view, None).alt) < ALT, "cut, or nothing"
    pending = case.game.pending(state)
    assert len(face.announce(mine, view)) <= (900 if pending else 2000)
    if pending:
        check_task(face.task(mine, view))
    else:
        assert all(len(face.ending(mine, view, room)) <= room for room in (0, 300, 900, 2000))
    hand = face.hand(mine, view)
    assert hand is None or face.has_hand
    assert len(hand.words if hand else "") < 3000
    for drawing in drawings(case, state, seat, language):
        assert 0 < len(drawing.alt) <= ALT
        assert ".." not in drawing.alt, "a sentence ends once"
    if seat is not None:
        assert face.question(mine, view)
        check_suggestions(case, state, seat, language)


def check_task(task: str) -> None:
    """It is read on a lock screen, in the middle of a sentence."""
    assert 0 < len(task) <= 80, task
    assert "\n" not in task
    assert "<" not in task, "a lock screen shows no emojis of ours"
    assert not task.endswith("."), task


def check_suggestions(case: Case, state: Any, seat: Seat, language: str) -> None:
    view, moves = case.game.view(state, seat), case.game.moves(state, seat)
    for typed in case.trial.typed:
        offers = case.face.suggest(look(case, language), view, moves, typed)
        assert len(offers) <= CHOICES
        assert offers or typed, "whoever has typed nothing is offered something"
        assert len({offer.notation for offer in offers}) == len(offers)
        for offer in offers:
            assert 1 <= len(offer.label) <= 100
            case.game.parse(state, seat, offer.notation)


@EVERY
def test_every_legal_move_can_be_tapped(case: Case) -> None:
    """Every final choice is a legal move; every legal move is one, a few taps away.

    The last is seen wherever all steps can be looked at.
    """
    whole = 0
    for seed in range(11, 17):  # whoever plays well may leave many moves open to the end
        for greedy in (True, False):
            states = spread(case, played(case, seed, greedy=greedy), LOOKED)
            whole += sum(all_tapped(case, state, number) for number, state in states)
        if whole:
            break
    assert whole, f"no question of these games has fewer than {WALKED} steps"


def all_tapped(case: Case, state: Any, number: int) -> int:
    """Check the moves that taps lead to; return 1 if all steps were looked at."""
    found = 0
    for seat in case.game.pending(state)[:1]:
        reached, complete = walked(case, state, seat, LANGUAGES[number % len(LANGUAGES)])
        found += complete
        if complete:
            legal = case.game.moves(state, seat)
            ways = {case.trial.alike(state, seat, move) for move in reached}
            listed = [legal[each] for each in range(len(legal))]
            wanted = {
                case.trial.alike(state, seat, move) for move in listed if str(move) not in case.trial.housed
            }
            assert wanted <= ways, wanted - ways
            # A list of several moves, which the game does not list itself, is as long as one likes.
            near = {m: taps for m, taps in reached.items() if case.trial.alike(state, seat, m) in wanted}
            assert max(near.values()) <= case.trial.taps, near
    return found


def walked(case: Case, state: Any, seat: Seat, language: str) -> tuple[dict[Any, int], bool]:
    """Every move that taps lead to, with the fewest of them, and whether all steps were looked at."""
    reached: dict[Any, int] = {}
    complete = True
    behind: set[tuple[str, ...]] = set()
    for looked, step in enumerate(steps(case, state, seat, language, WALKED), 1):
        check_menu(step.menu, step.path, step.page)
        behind |= {step.path[:-1]} if step.path else set()
        for choice in step.menu.every:
            if choice.final:
                reached.setdefault(case.game.parse(state, seat, choice.value), step.taps + 1)
        complete = not step.more
        if step.more and looked >= FEW:
            break
    view, moves, mine = case.game.view(state, seat), case.game.moves(state, seat), look(case, language)
    for path in behind:  # the panel's button back, and on from there
        there = case.face.menu(mine, view, moves, path, 0)
        check_menu(there, path, 0)
        for choice in there.every:
            if not choice.final:
                case.face.menu(mine, view, moves, onward(path, choice), 0)
    first = case.face.menu(mine, view, moves, (), 0)
    last = case.face.menu(mine, view, moves, (), first.pages - 1)
    assert case.face.menu(mine, view, moves, (), 99).choices == last.choices
    return reached, complete


def check_menu(menu: Menu, path: tuple[str, ...], page: int) -> None:
    """The step keeps Discord's limits."""
    assert 1 <= len(menu.choices) <= CHOICES
    assert 0 < len(menu.prompt) < 1500
    assert len(menu.placeholder) <= 150
    assert menu.drawing is None or 0 < len(menu.drawing.alt) <= ALT
    if menu.listed:
        values = [choice.value for choice in menu.choices]
        assert len(set(values)) == len(values), "options of a list have different values"
    assert len(menu.areas) <= CHOICES
    assert bool(menu.areas) == (0 < len(menu.area_prompt) <= 150)
    for choice in menu.every:
        check_choice(choice, path, page, listed=menu.listed and choice not in menu.beside)


def check_choice(choice: Choice, path: tuple[str, ...], page: int, *, listed: bool) -> None:
    assert 1 <= len(choice.label) <= (100 if listed else 80), choice
    assert len(choice.detail) <= 100, choice
    argument = choice.value if choice.final else f"0@{'/'.join((*path, choice.value))}"
    if listed:
        assert len(choice.value) <= 99, choice
        argument = f"{page}@{'/'.join(path)}"
    control = Control(10**17, "menu", argument, 99999, Seat(4))
    assert Control.parse(str(control)) == control, choice
    assert len(str(control)) <= 100, choice


@EVERY
@pytest.mark.parametrize(
    "path", [("ZZ",), ("🎲",), ("ZZ", "A1", "99"), ("=", "=", "=", "=", "=", "=")], ids=range(4)
)
def test_paths_that_lead_nowhere(case: Case, path: tuple[str, ...]) -> None:
    for _, state in spread(case, played(case, 11), 3):
        for seat in case.game.pending(state)[:1]:
            view, moves = case.game.view(state, seat), case.game.moves(state, seat)
            with pytest.raises(LookupError):
                case.face.menu(look(case, "en"), view, moves, path, 0)


@EVERY
def test_nothing_leaks(case: Case) -> None:
    """A viewer is told the same, byte for byte, of a state and of its redealt twin, in words and pictures."""
    tally, positions = Tally(), played(case, 7, greedy=True)
    for number, state in spread(case, positions, LOOKED):
        for seat in viewers(case):
            twin = twin_of(case, state, seat, number)
            if twin != state:
                tally.differ += 1
                tell_twins(case, state, twin, seat, LANGUAGES[(number + (seat or 0)) % len(LANGUAGES)], tally)
    drawn = [*spread(case, positions, DRAWN)]
    for number, state in drawn[:: at_most(1, 3)]:
        for seat in viewers(case)[: 1 + number % 2 + 1]:
            twin = twin_of(case, state, seat, number)
            if twin != state:
                draw_twins(case, state, twin, seat, tally)
    assert tally.differ or not case.form.hidden, "the twins must differ for the test to mean anything"


NAMES = ("Ada", "Basile", "Chloé", "Dan", "Eve", "Finn", "Gwen", "Hugo")
LONG = tuple(f"{name} von Hohenzollern-Sigmaringen"[:32] for name in NAMES)


def situation(case: Case, positions: tuple[Position, ...], number: int, seat: Seat | None, place: str) -> Any:
    """Return a viewer's situation of a match at that position, at which this seat moved a while ago."""
    state, game = positions[number][0], case.game
    match = SimpleNamespace(
        id=123456,
        game=game.key,
        size=case.seats,
        occupants=[
            SimpleNamespace(person=10**18 + each, player=None, name=LONG[each]) for each in range(case.seats)
        ],
        venue=SimpleNamespace(locale=place),
        status=Status.RUNNING if game.pending(state) else Status.OVER,
        seed=bytes(32),
        commitment="f" * 64,
        entries=number,
        pace=PACES["day"],
        is_asleep=False,
        absent=frozenset(),
        is_private=False,
        is_league=False,
        has_help=True,
        has_hints=False,
        opened_at=datetime(2026, 1, 1, tzinfo=UTC),
        ended_at=None if game.pending(state) else datetime(2026, 2, 1, tzinfo=UTC),
        offered=frozenset(range(case.seats)),
    )
    pending = game.pending(state)
    time = SimpleNamespace(deadline=datetime(2026, 1, 1, tzinfo=UTC), expected=None, robot=False)
    return SimpleNamespace(
        match=match,
        seat=seat,
        view=game.view(state, seat),
        moves=game.moves(state, seat) if seat is not None else (),
        result=game.result(state),
        forfeited=frozenset[Seat](),
        won=(),
        gone={},
        news=[(None, events) for _, events in positions[max(0, number - 12) : number + 1]],
        deadline=datetime(2026, 1, 1, tzinfo=UTC),
        times=[time] * case.seats,
        has_standing_order=False,
        has_only_move=False,
        held=None,
        plan=None if seat is None else Plan(seat, "e" * 200, 1, "", "changed"),
        may_plan=False,
        can_step_back=True,
        question_entry=1 if seat in pending else None,
        question_number=1,
        pending=pending,
        round=SimpleNamespace(number=1, call_number=1, seats=pending, chosen=0),
    )


@EVERY
async def test_what_comes_unasked_fits_a_classic_message(case: Case) -> None:
    """The call, the match and the task come first, and whole, even with every emoji and long names."""
    icons = Icons()
    for each in case.face.emojis:
        icons.learn(each, discord.PartialEmoji(name=f"{each}_97fbb4", id=1573788039015038000))
    services = Services(cast(Any, Jotted()), {case.game.key: case.face}, icons)
    monkeyed = cast(Any, services)

    async def show(page: Page, drawing: Drawing | None, name: str) -> Page:
        if drawing is not None:
            page.attached.append(Attached(f"{name}.png", b"", drawing.alt))
        return page

    monkeyed.show = show
    positions = played(case, 3, greedy=True)
    for number, state in spread(case, positions, LOOKED):
        language = LANGUAGES[number % 2]
        public = situation(case, positions, number, None, language)
        pending = case.game.pending(state)
        if not pending:
            monkeyed.matches.queries = course_of(case, positions)
            page = await over_page(services, public)
            assert case.face.game.title in page.content.partition("\n")[0]
            assert page.content.count("\n") <= 2, "three lines"
        else:
            page = await turn_page(services, public, public.round)
            first = page.content.partition("\n")[0]
            task = case.face.task(services.public_context(public.match), public.view)
            assert first.startswith(f"<@{10**18 + pending[0]}>")
            assert first.endswith(task)
            assert f"**{case.face.game.title} " in first
            happened = any(events for _, events in public.news)
            assert any(":film:" in each for each in page.custom_ids) == happened, "nothing is played back"
        check_classic(page)
        for seat in pending[:1]:
            asked = situation(case, positions, number, seat, language)
            reader = Reader(1, "Ada", text_for(language), Theme.DARK)
            for board in (True, False):
                heading = (Markup("h" * 200),)
                panel = await panel_page(
                    services,
                    asked,
                    reader,
                    heading=heading,
                    news=lambda room: Markup("n" * room),
                    board=board,
                )
                check_classic(panel)
                assert panel.content.startswith(heading[0])
                step = case.face.menu(
                    services.context(asked.match, reader.text), asked.view, asked.moves, (), 0
                )
                assert without_icons(step.prompt) in without_icons(panel.content)


def course_of(case: Case, positions: Sequence[Any]) -> Any:
    """Return queries that know the course of this one match."""

    async def course(match: int, person: int | None) -> tuple[None, list[Scene]]:
        views = (case.game.view(state, None) for state, _ in positions)
        return None, [Scene(number, view, ()) for number, view in enumerate(views)]

    return SimpleNamespace(course=course)


class Jotted:
    """Matches beside which everybody has noted as much as one may."""

    def __init__(self) -> None:
        self.people = self.store = self
        self.code_levels = CodeLevels()

    async def jotting(self, match: int, person: int) -> str:
        return "n\n" * 500


def check_classic(page: Page) -> None:
    """Within what Discord takes, and one picture: clients crop several."""
    assert 0 < len(page.content) <= CLASSIC_LIMIT
    assert "…" not in page.content.splitlines(), "nothing was cut but news"
    rows = page.rows()
    assert rows is not None
    assert len(rows.to_components()) <= 5
    assert len([each for each in page.attached if not each.name.endswith(".txt")]) <= 1


@EVERY
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_options_and_scores_fit_a_message(case: Case, language: str) -> None:
    text = text_for(language)
    assert 0 < len("\n".join(case.face.rules(text, case.options, case.seats))) <= 3500
    assert 0 < len(case.face.options(text, case.options, case.seats)) < 300
    state = played(case, 3, greedy=True)[-1][0]
    result = case.game.result(state)
    assert result is not None
    scores = [case.face.score(text, result, Seat(seat)) for seat in range(case.seats)]
    assert all(scores) or not any(scores), "everybody has a total, or nobody"
    sides = case.face.sides(case.game.view(state, None), case.seats)
    assert sorted(seat for side in sides for seat in side) == [*range(case.seats)], "each seat on one side"
    by_rules = case.game.sides(case.options, case.seats)
    assert [sorted(side) for side in by_rules] == [sorted(side) for side in sides], "as the engine has it"


def test_emojis_have_names_that_discord_takes_and_no_two_games_share_one() -> None:
    names = [name for game in GAMES for name in game.face.emojis]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() and 2 <= len(name) <= 32 for name in names)


def digest() -> str:
    """All that is told of some positions of every game, as one number."""
    written = hashlib.sha256()
    for game in REGISTERED:
        case = game.cases[0]
        for number, state in spread(case, played(case, 3), 4):
            for seat in viewers(case)[:2]:
                written.update(repr([*told(case, state, seat, LANGUAGES[number % 2])]).encode())
    return written.hexdigest()


def test_all_is_told_alike_in_every_process() -> None:
    """No text depends on the order of a set of words, which changes from process to process."""
    other = subprocess.Popen(
        [sys.executable, "-c", "from tests.contracts.test_face_contract import digest; print(digest())"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"},
        stdout=subprocess.PIPE,
        text=True,
    )
    here = digest()  # while the other works
    there, _ = other.communicate()
    assert other.returncode == 0
    assert there.strip() == here
