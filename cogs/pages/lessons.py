"""The pages that teach a game: five pictures of it, and its lessons, move by move against a robot.

No lesson is stored: game, lesson, step of a menu and number of tries stand in the buttons. The game's own
rules decide whether a move does what is asked. The hint after a wrong one is more exact each time.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.face.face import AnyFace
from cogs.face.menus import Menu
from cogs.pages.inbox import next_button
from cogs.pages.parts import GREY, PRIMARY
from cogs.pages.steps import Ways, add_controls, step_buttons, step_choices
from cogs.services.services import Reader, Services, narrate, player_name
from cogs.text.text import Markup, Text
from engine.game import Refusal
from engine.games import ROWS, find_name
from engine.kit.lessons import ROBOT, Attempt, Lesson, attempt, replies

__all__ = ["Learning", "learn_button", "lessons_of", "show_lessons"]

_ABOUT = "|"
"""The sign between the game and the rest of an argument."""
_TRIES = 100
"""Factor of the number of wrong tries in `Control.asked`, which has the lesson's number below it."""
MOST_TRIES = 3
"""Wrong tries that are counted: after the first the rule is told again, after the second colour and place,
after the third the example move."""


def lessons_of(game: str) -> Sequence[Lesson]:
    """Return a game's lessons; none where it has none yet."""
    return next((find_name(row.lessons) or () for row in ROWS if row.key == game and row.lessons), ())


def learn_button(game: str, text: Text, number: int = 1, code: str = "learn.begin") -> Press:
    """Return the button to a lesson, from 1 on. Within lessons it replaces the lesson before."""
    style = PRIMARY if code != "learn.skip" else GREY
    control = Control(0, "learn" if code == "learn.begin" else "lesson", game, number)
    return button(control, text.plain(code), style=style)


async def show_lessons(services: Services, page: Page, game: str, reader: Reader) -> Page:
    """Add a game's pictures, a sentence each, and the way to its lessons."""
    face, lessons = services.face(game), lessons_of(game)
    for number, lesson in enumerate((each for each in lessons if each.is_pictured), 1):
        ctx = _context(services, lesson, reader)
        done = await services.think(attempt, face.game, lesson, lesson.example)
        view = face.game.view(done.state, lesson.seat)
        page.say(Markup(f"**{number}.** {reader.text(_code(game, lesson, 'rule'))}"))
        await services.show(page, face.board(ctx, view, lesson.seat), f"how-{game}-{number}")
    return page.row(learn_button(game, reader.text)) if lessons else page


class Learning:
    """The lessons' buttons."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    @verb("learn", personal=True)
    async def press_learn(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.lesson(control.argument, control.asked, reader))

    @verb("lesson", in_place=True, personal=True)
    async def press_lesson(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.lesson(control.argument, control.asked % _TRIES, reader), edit=True)

    @verb("trystep", in_place=True, personal=True)
    async def press_step(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game, rest = _split_argument(control.argument)
        number, _, path = rest.partition("@")
        await self._step(interaction, game, control.asked, path, number)

    @verb("trypick", in_place=True, personal=True)
    async def press_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game, rest = _split_argument(control.argument)
        chosen = values[0] if len(values) == 1 else ""
        if chosen.startswith(">"):
            path = rest.partition("@")[2]
            onward = f"{path}/{chosen[1:]}" if path else chosen[1:]
            await self._step(interaction, game, control.asked, onward, "0")
        elif chosen.startswith("="):
            await self._go(interaction, game, control.asked, chosen[1:])
        else:
            raise Refusal("unknown_control")

    @verb("trygo", in_place=True, personal=True)
    async def press_go(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game, move = _split_argument(control.argument)
        await self._go(interaction, game, control.asked, move)

    async def _step(self, interaction: Interaction, game: str, number: int, path: str, page: str) -> None:
        reader = await self.services.reader_of(interaction)
        steps = tuple(path.split("/")) if path else ()
        tries, number = divmod(number, _TRIES)
        at = int(page) if page.isdecimal() else 0
        shown = self.lesson(game, number, reader, path=steps, page=at, tries=tries)
        await answer(interaction, shown, edit=True)

    async def _go(self, interaction: Interaction, game: str, number: int, move: str) -> None:
        reader = await self.services.reader_of(interaction)
        tries, number = divmod(number, _TRIES)
        await answer(interaction, self.try_move(game, number, move, reader, tries), edit=True)

    async def lesson(
        self,
        game: str,
        number: int,
        reader: Reader,
        *,
        path: tuple[str, ...] = (),
        page: int = 0,
        heading: Sequence[Markup] = (),
        tries: int = 0,
    ) -> Page:
        """Return a step of a lesson after so many wrong tries; after the last one, the end.

        Raises `Refusal` for an unknown lesson.
        """
        services, text = self.services, reader.text
        lessons = lessons_of(game) if game in services.faces else ()
        if lessons and number == 1 + len(lessons):  # the last one was skipped
            return await self._end(Page(), game, reader)
        face, lesson, count = self._found(game, number)
        ctx = _context(services, lesson, reader)
        step = await services.think(_menu, face, lesson, ctx, path, page)
        shown = Page().say(
            text("learn.title", game=face.game.title, number=number, count=count),
            *heading,
            text(_code(game, lesson, "ask")),
        )
        await services.show(shown, _board(face, lesson, ctx, step), f"learn-{game}-{number}-board")
        await services.show(shown, step.drawing, f"learn-{game}-{number}")
        part = text("panel.part", page=step.page + 1, pages=step.pages) if step.pages > 1 else Markup("")
        shown.say(step.prompt, part)
        ways = Ways(
            Control(0, "trystep", "", tries * _TRIES + number),
            "trystep",
            "trypick",
            "trygo",
            f"{game}{_ABOUT}",
        )
        beside = step_buttons(step, ways, path, services, text)
        if tries >= MOST_TRIES:
            example = Control(0, "trygo", f"{game}{_ABOUT}{lesson.example}", number)
            beside.append(button(example, text.plain("learn.show")))
        beside.append(learn_button(game, text, number + 1, "learn.skip"))
        return add_controls(shown, step_choices(step, ways, path, services), beside)

    async def try_move(self, game: str, number: int, move: str, reader: Reader, tries: int = 0) -> Page:
        """Return the page after a move in a lesson: the robot's answer and the way on, or a hint.

        `tries` is the number of wrong moves before it.
        """
        services, (face, lesson, count) = self.services, self._found(game, number)
        text, ctx = reader.text, _context(services, lesson, reader)
        try:
            done = await services.think(attempt, face.game, lesson, move)
        except Refusal as refusal:
            return await self.lesson(game, number, reader, heading=(text.refusal(refusal),), tries=tries)
        if not done.done:
            tries = min(tries + 1, MOST_TRIES)
            heading = await self._hints(face, lesson, ctx, done, tries)
            return await self.lesson(game, number, reader, heading=heading, tries=tries)
        then = await services.think(replies, face.game, lesson, done.state)
        title = text("learn.title", game=face.game.title, number=number, count=count)
        page = Page().say(
            title, text("learn.right"), _events_in_words(face, ctx, done), _events_in_words(face, ctx, then)
        )
        view = face.game.view(then.state, lesson.seat)
        await services.show(page, face.board(ctx, view, lesson.seat), f"learnt-{game}-{number}")
        if number < count:
            return page.row(learn_button(game, text, number + 1, "learn.next"))
        return await self._end(page, game, reader)

    async def _hints(
        self, face: AnyFace, lesson: Lesson, ctx: Context, done: Attempt, tries: int
    ) -> tuple[Markup, ...]:
        """Return what a wrong move did, and the hint after so many of them."""
        text, game = ctx.text, face.game.key
        told = next((line for event in done.events if (line := narrate(face, ctx, event))), None)
        tried = () if told is None else (told,)
        known = text.knows(_code(game, lesson, "hint"))
        if tries < 2 or not known:
            return (*tried, text("learn.not_yet", rule=text(_code(game, lesson, "rule"))))
        hint = text(_code(game, lesson, "hint"))
        if tries < MOST_TRIES:
            return (*tried, text("learn.hint", hint=hint))
        example = await self.services.think(attempt, face.game, lesson, lesson.example)
        shown = next((line for event in example.events if (line := narrate(face, ctx, event))), Markup(""))
        return (*tried, text("learn.example", hint=hint, move=shown))

    async def _end(self, page: Page, game: str, reader: Reader) -> Page:
        """Add the end of the lessons: the way into a match against a robot, or to the turn that waits."""
        text, face = reader.text, self.services.face(game)
        page.say(text("learn.over", game=face.game.title))
        robot = button(
            Control(0, "robot", f"{game}{_ABOUT}{ROBOT}"), text.plain("learn.robot"), style=PRIMARY
        )
        coming = await next_button(self.services, reader, 0, "next")
        return page.row(robot, *([] if coming is None else [coming]))

    def _found(self, game: str, number: int) -> tuple[AnyFace, Lesson, int]:
        lessons = lessons_of(game) if game in self.services.faces else ()
        if not 1 <= number <= len(lessons):
            raise Refusal("unknown_control")
        return self.services.face(game), lessons[number - 1], len(lessons)


def _split_argument(argument: str) -> tuple[str, str]:
    game, _, rest = argument.partition(_ABOUT)
    return game, rest


def _code(game: str, lesson: Lesson, kind: str) -> str:
    return f"{game}.lesson.{lesson.key}.{kind}"


def _context(services: Services, lesson: Lesson, reader: Reader) -> Context:
    robot = player_name(ROBOT, reader.text)
    names = [robot] if lesson.seats == 2 else [f"{robot} {number}" for number in range(1, lesson.seats)]
    names.insert(lesson.seat, reader.name)
    return Context(reader.text, reader.theme, tuple(names), services.icons)


def _menu(face: AnyFace, lesson: Lesson, ctx: Context, path: tuple[str, ...], page: int) -> Menu:
    state = face.game.read_position(lesson.position)
    view, moves = face.game.view(state, lesson.seat), face.game.moves(state, lesson.seat)
    if lesson.aside:
        moves = [move for move in moves if str(move) not in lesson.aside]
    try:
        return face.menu(ctx, view, moves, path, page)
    except LookupError:
        raise Refusal("unknown_control") from None


def _board(face: AnyFace, lesson: Lesson, ctx: Context, step: Menu) -> Drawing | None:
    """Return the board if the step shows none but, for one, a hand."""
    view = face.game.view(face.game.read_position(lesson.position), lesson.seat)
    hand = face.hand(ctx, view)
    held = hand.drawing.alt if hand is not None and hand.drawing is not None else None
    shown = step.drawing.alt if step.drawing is not None else None
    return face.board(ctx, view, lesson.seat) if shown in (None, held) else None


def _events_in_words(face: AnyFace, ctx: Context, done: Attempt) -> Markup:
    """Return the events of a move in sentences."""
    lines = [line for event in done.events if (line := narrate(face, ctx, event))]
    return Markup("\n".join(lines))
