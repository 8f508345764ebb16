"""The promises of every game's lessons: learned by tapping, in both languages; wrong moves do not pass."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.answering.answers import Page
from cogs.answering.controls import Control, Press
from cogs.pages.lessons import Learning, lessons_of, show_lessons
from cogs.services.services import Reader, Services
from cogs.text.text import LANGUAGES, read_catalogue, text_for
from engine.chance import SeededChance
from engine.game import AnyGame, Refusal
from engine.games import ROWS, import_name
from engine.kit.lessons import ROBOT, Lesson, attempt
from engine.matches import Matches
from render.kit.canvas import Theme
from tests.newcomers.heirs.lessons import LESSONS as LESSONS_OF_HEIRS
from tests.newcomers.heirs.rules import HEIRS
from tests.newcomers.rows import NEWCOMERS

PICTURES = 5
CHANCE = SeededChance(bytes(32), 1)
WALKED = 400
"""Steps of menus looked at before a lesson counts as one that cannot be tapped."""
TEXT = 4000
"""Characters of a private answer."""
LESSONS = [(row.key, number) for row in ROWS for number in range(1, len(lessons_of(row.key)) + 1)]
NAMED = [f"{game}-{number}" for game, number in LESSONS]
EACH = pytest.mark.parametrize(("game", "number"), LESSONS, ids=NAMED)
SPEAKING = pytest.mark.parametrize("language", LANGUAGES)


async def _next_for(person: int, besides: int | None = None) -> int | None:
    return None


NOTHING_WAITS = SimpleNamespace(inboxes=SimpleNamespace(next_for=_next_for))
"""A service of matches in which no match waits for anybody."""


def house() -> Learning:
    faces = {row.key: import_module(row.cog).FACE for row in ROWS}
    return Learning(Services(cast(Matches, NOTHING_WAITS), faces))


def reader(language: str) -> Reader:
    return Reader(1, "Ada", text_for(language), Theme.DARK)


def texts(page: Page) -> str:
    return "\n".join(item.content for item in page.items if isinstance(item, discord.ui.TextDisplay))


def presses(page: Page) -> list[Press]:
    rows = [item for item in page.items if isinstance(item, discord.ui.ActionRow)]
    assert sum(1 + len(row.children) for row in rows) + len(page.items) <= 40, "components of a message"
    return [cast(Press, item) for row in rows for item in row.children]


def lesson_of(game: str, number: int) -> tuple[Any, Lesson]:
    return import_module(next(row.cog for row in ROWS if row.key == game)).FACE.game, lessons_of(game)[
        number - 1
    ]


def wrong_move(rules: AnyGame, lesson: Lesson) -> str:
    """Return a legal move that does not reach the goal, one far from the others before all of them."""
    moves = rules.moves(rules.read_position(lesson.position), lesson.seat)
    some = [moves[len(moves) * each // 30] for each in range(30)]
    wrong = (str(each) for each in (*some, *moves) if not attempt(rules, lesson, str(each)).done)
    found = next(wrong, None)
    assert found is not None, (
        f"{rules.key}: in the lesson {lesson.key!r} each of the {len(moves)} legal moves is right; "
        "at least one must miss the goal, or nothing can be learned"
    )
    return found


def test_a_lesson_in_which_every_move_is_right_is_reported() -> None:
    lesson = replace(LESSONS_OF_HEIRS[0], does=lambda tried: True)
    with pytest.raises(AssertionError, match="in the lesson 'march' each of the 16 legal moves is right"):
        wrong_move(HEIRS, lesson)


@pytest.mark.parametrize("game", [row.key for row in ROWS])
@SPEAKING
def test_every_lesson_has_its_sentences_and_no_sentence_is_left_of_another(game: str, language: str) -> None:
    codes = (message.id for message in read_catalogue(language))
    found = {code for code in codes if isinstance(code, str) and code.startswith(f"{game}.lesson.")}
    assert found == {
        f"{game}.lesson.{lesson.key}.{part}"
        for lesson in lessons_of(game)
        for part in ("rule", "ask", "hint")
    }


@pytest.mark.parametrize("game", [row.key for row in ROWS])
@SPEAKING
async def test_five_pictures_with_a_sentence_each_show_how_it_is_played(game: str, language: str) -> None:
    learning = house()
    page = await show_lessons(learning.services, Page(), game, reader(language))
    assert len(page.attached) == PICTURES
    assert all(each.alt for each in page.attached)
    assert sum(isinstance(item, discord.ui.TextDisplay) for item in page.items) == PICTURES
    (button,) = presses(page)
    assert (button.control.verb, button.control.argument, button.control.asked) == ("learn", game, 1)


@EACH
async def test_a_lesson_offers_no_draw(game: str, number: int) -> None:
    """It belongs to a match, where somebody could accept it."""
    rules, lesson = lesson_of(game, number)
    for press in presses(await house().lesson(game, number, reader("en"))):
        moves = [press.control.argument.partition("|")[2]] if press.control.verb == "trygo" else []
        if press.control.verb == "trypick":
            values = [each.value for each in cast("discord.ui.Select[Any]", press.item).options]
            moves = [value[1:] for value in values if value.startswith("=")]
        for move in moves:
            state = rules.read_position(lesson.position)
            _, events = rules.play(state, lesson.seat, rules.parse(state, lesson.seat, move), CHANCE)
            assert not any(event.code.endswith("offers_draw") for event in events), move


@EACH
@SPEAKING
async def test_a_lesson_is_learned_by_tapping(game: str, number: int, language: str) -> None:
    """Every control survives a restart, as it carries all it means; a lesson can be done by taps alone."""
    learning, mine = house(), reader(language)
    waiting: list[tuple[tuple[str, ...], int]] = [((), 0)]
    passed = False
    for looked, (path, page) in enumerate(waiting):
        assert looked < WALKED, "no move that passes is near"
        shown = await learning.lesson(game, number, mine, path=path, page=page)
        assert len(texts(shown)) < TEXT
        for press in presses(shown):
            assert Control.parse(str(press.control)) == press.control
            assert len(str(press.control)) <= 100
            control, item = press.control, press.item
            rest = control.argument.partition("|")[2]
            if control.verb == "trystep":
                turned, _, further = rest.partition("@")
                steps = (tuple(further.split("/")) if further else (), int(turned))
                if steps not in waiting:
                    waiting.append(steps)
            moves = [rest] if control.verb == "trygo" else []
            if control.verb == "trypick":
                values = [option.value for option in cast("discord.ui.Select[Any]", item).options]
                moves = [value[1:] for value in values if value.startswith("=")]
                waiting += [((*path, *value[1:].split("/")), 0) for value in values if value.startswith(">")]
            for move in moves:
                rules, lesson = lesson_of(game, number)
                passed = passed or attempt(rules, lesson, move).done
        if passed:
            break
    assert passed


@EACH
@SPEAKING
async def test_right_moves_pass_and_wrong_ones_get_a_hint(game: str, number: int, language: str) -> None:
    learning, mine = house(), reader(language)
    rules, lesson = lesson_of(game, number)
    count = len(lessons_of(game))
    right = await learning.try_move(game, number, lesson.example, mine)
    assert mine.text("learn.right") in texts(right)
    onward = [press.control for press in presses(right)]
    robot = Control(0, "robot", f"{game}|{ROBOT}")
    assert onward == [Control(0, "lesson", game, number + 1) if number < count else robot]
    again = await learning.try_move(game, number, wrong_move(rules, lesson), mine)
    assert mine.text(f"{game}.lesson.{lesson.key}.rule") in texts(again)
    assert mine.text(f"{game}.lesson.{lesson.key}.ask") in texts(again)
    assert mine.text("learn.right") not in texts(again)


@SPEAKING
async def test_a_lesson_with_five_seats_names_each_of_the_robots(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = next(row for row in NEWCOMERS if row.key == "hermits")
    lessons: tuple[Lesson, ...] = import_name(row.lessons)
    monkeypatch.setattr("cogs.pages.lessons.lessons_of", lambda game: lessons)
    faces = {"hermits": import_name(f"{row.cog}:FACE")}
    learning, mine = Learning(Services(cast(Matches, NOTHING_WAITS), faces)), reader(language)
    for number, lesson in enumerate(lessons, 1):
        shown = await learning.lesson("hermits", number, mine)
        assert [press.control.verb for press in presses(shown)].count("trygo") == 2
        right = await learning.try_move("hermits", number, lesson.example, mine)
        assert mine.text("learn.right") in texts(right)
        robot = mine.text.plain("player.steady")
        for who in ("Ada", f"{robot} 1", f"{robot} 4"):
            square = mine.text.plain("hermits.event.settled", who=who, square="").strip(" .")
            assert square in texts(right)


@EACH
async def test_hostile_presses_do_no_harm(game: str, number: int) -> None:
    learning, mine = house(), reader("en")
    for move in ("", "x", "🎲 %s {0}", "=" * 60, "../..", "marry 99 on 99"):
        shown = await learning.try_move(game, number, move, mine)
        assert mine.text("learn.right") not in texts(shown)
    for path in (("x",), ("../..",), ("A1", "A1", "A1"), ("card", "999"), ("lose", "x")):
        with pytest.raises(Refusal, match="unknown_control"):
            await learning.lesson(game, number, mine, path=path)
    for other in (0, 99):
        with pytest.raises(Refusal, match="unknown_control"):
            await learning.lesson(game, other, mine)
    with pytest.raises(Refusal, match="unknown_control"):
        await learning.lesson("chess", number, mine)
