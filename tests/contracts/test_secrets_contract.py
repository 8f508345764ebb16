"""Secrets show nowhere: everything a person can be shown is the same for a redealt twin."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from discord import app_commands

from bot import Longtable
from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat
from engine.kit.masks import mask_of
from harness.playing import Table, command_of, controls, opened_table
from harness.trial import Glance
from sandbox.people import Answer, Message, People, Person
from tests.contracts.cases import GAMES, Case, Contestant
from tests.newcomers.heirs.rules import GRID, HEIRS, State
from tests.whole.watching import play_on

pytestmark = pytest.mark.usefixtures("quiet")

Seen = list[Any]
NONSENSE = ("nonsense", "x")


@dataclass(frozen=True)
class Moment:
    """A position of a running match of this form, to compare with its twins."""

    case: Case
    name: str
    glance: Glance

    def __str__(self) -> str:
        return f"{self.case.key}-{self.name}" if self.name else self.case.key


def something_hidden(game: AnyGame) -> Callable[[Any], bool]:
    """Return a function that tells if spectators do not know everything of a state."""

    def hidden(state: Any) -> bool:
        dealt = (game.redeal(state, None, SeededChance(b"hidden", number)) for number in range(5))
        return any(twin != state for twin in dealt)

    return hidden


def moments(game: Contestant) -> list[Moment]:
    """Return the moments of the game's largest form that three people can play, if it has secrets."""
    forms = [
        case
        for case in game.cases
        if case.form.new is not None and case.form.hidden and case.seats <= len(NAMES)
    ]
    if not forms:
        return []
    case = max(forms, key=lambda each: each.seats)
    glances = game.trial.glances or {"": Glance(something_hidden(game.game))}
    return [Moment(case, name, glance) for name, glance in glances.items()]


NAMES = ("ada", "basile", "chloe")
MOMENTS = [each for game in GAMES for each in moments(game)]
FIRST = {moment.case.key: moment.name for moment in reversed(MOMENTS)}
TIME = re.compile(r"<t:\d+:\w>")
"""Twins are opened one after the other."""
ENTRIES = 3
"""Entries of the log before the position that is looked at, where a game lasts so long."""


async def seen(person: Person, answer: Answer | Message) -> Seen:
    """All that reaches the person's machine, but for ids, addresses and times."""
    message = answer if isinstance(answer, Message) else await Table.shown(person, answer)
    names = [name for name, _ in message.files]
    data = [await person.file(message, number) for number in range(len(names))]
    described = [each.get("description") for each in message.raw["attachments"]]
    parts = [
        {
            key: TIME.sub("", value) if isinstance(value, str) else value
            for key, value in part.items()
            if key not in {"items", "id", "components", "file"}
        }
        for part in message.components
    ]
    alts = [picture.alt for picture in message.pictures]
    return [TIME.sub("", message.text), parts, names, described, alts, data]


def suggesting(bot: Longtable, game: str) -> list[tuple[str, str]]:
    """Every command of a game and its options with suggestions, but for those of a match's number."""
    group = next(each for each in bot.tree.get_commands() if each.name == game)
    assert isinstance(group, app_commands.Group)
    return [
        (command.name, str(option.display_name))
        for command in group.commands
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.autocomplete and option.name not in ("match", "teams")
    ]


async def everything(moment: Moment, bot: Longtable, person: Person, table: Table, turn: Message) -> Seen:
    """Return everything that this person gets by every command, button and suggestion in the thread."""
    found: Seen = []
    game = table.game
    for command, options in (
        *([(f"{game} hand", {})] if moment.case.face.has_hand else []),
        *([(f"{game} table", {}), (f"{game} card", {"card": "3"})] if moment.case.face.opens_table else []),
        ("match board", {}),
        ("match board", {"text": True}),
        ("match log", {}),
        (f"{game} play", {}),
        ("match rules", {}),
        ("match show", {"match": int(table.match)}),
        ("match replay", {"match": int(table.match)}),
        ("match note", {"match": int(table.match)}),
        ("turns", {}),
    ):
        found.append(await seen(person, await person.command(command, options, channel=table.thread)))
    if moment.case.face.opens_table:
        opened = await Table.shown(person, await person.press(turn, controls(turn, "open")[0]))
        for control in controls(opened, "openpage"):
            found.append(await seen(person, await person.press(opened, control)))
    for verb in ("play", "hand", "text") if moment.case.face.has_hand else ("play", "text"):
        answer = await person.press(turn, controls(turn, verb)[0])
        found.append(await seen(person, answer))
        message = await Table.shown(person, answer)
        for menu in controls(message, "menu"):
            panel = await Table.shown(person, await person.press(turn, controls(turn, verb)[0]))
            found.append(await seen(person, await person.press(panel, menu)))
    for film in controls(turn, "film"):
        played = await person.press(turn, film)
        found.append(await seen(person, played))
        for movie in controls(await Table.shown(person, played), "movie"):
            found.append(await seen(person, await person.press(await Table.shown(person, played), movie)))
    for channel in (table.thread, "games"):
        # Beside the thread and elsewhere, where the panel comes with the board and what has happened.
        listed = await Table.shown(person, await person.command("turns", channel=channel))
        for panel in controls(listed, "panel"):
            found.append(await seen(person, await person.press(listed, panel)))
    for command, option in suggesting(bot, game):
        for text in moment.case.trial.typed:
            found.append(await person.complete(f"{game} {command}", option, text, channel=table.thread))
    found.append(await seen(person, await person.again(turn)))
    return found


def seen_notes(found: Seen) -> set[str]:
    """Return the names of the people whose notes show there."""
    return set(re.findall(rf"({'|'.join(NAMES)}) remembers", str(found)))


def refused_by_rules(game: AnyGame, state: Any, seat: Seat | None, text: str) -> bool:
    """Return True if the seat cannot play this, however it is spelled."""
    if seat is None:
        return True
    try:
        game.parse(state, seat, text)
    except Refusal:
        return True
    return False


async def refusals(person: Person, table: Table, moves: tuple[str, ...]) -> Seen:
    return [
        await seen(
            person,
            await person.command(f"{table.game} play", move=each, preview=preview, channel=table.thread),
        )
        for each in moves
        for preview in (False, True)
    ]


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
async def test_a_redealt_twin_looks_the_same(people: People, bot: Longtable, moment: Moment) -> None:
    await compare(people, bot, moment, undone=False)


@pytest.mark.parametrize(
    "moment", [moment for moment in MOMENTS if moment.name == FIRST[moment.case.key]], ids=str
)
async def test_a_redealt_twin_looks_the_same_after_a_turn_was_taken_back(
    people: People, bot: Longtable, moment: Moment
) -> None:
    await compare(people, bot, moment, undone=True)


def going_on(game: AnyGame, state: Any, seat: Seat) -> Any:
    """The seat's first move after which somebody is asked again; its first where none is like that."""
    moves = game.moves(state, seat)
    chance = SeededChance(b"going on", 0)
    some = (moves[number] for number in range(min(len(moves), 50)))
    return next((each for each in some if game.pending(game.play(state, seat, each, chance)[0])), moves[0])


async def take_back(bot: Longtable, case: Case) -> bool:
    """Play on until somebody may take back a turn, and let them; all others agree.

    If that leads back to before anything was secret (all had chosen at once), take back a later turn. Return
    False if the game is over before there is one.
    """
    matches, click = bot.matches, iter(range(9000, 9200))
    hidden = something_hidden(case.game)
    may = let_be = 0
    for _ in range(6 * case.seats):
        pending = (await matches.queries.situation(1, None)).pending
        if not pending:
            return False
        person = (await matches.loader.get(1)).occupants[pending[0]].person
        assert person is not None
        state = (await matches.loader.load_started(1))[1].fold.state
        await matches.moves.play(1, person, str(going_on(case.game, state, pending[0])), None, next(click))
        if not await matches.undo.has_something_to_undo(1, person):
            continue
        may += 1
        if may <= let_be:
            continue
        answer = await matches.undo.undo(1, person, next(click))
        for other in answer.waiting:
            assert answer.match.undo is not None
            await matches.undo.agree_undo(1, other, answer.match.undo.call, next(click))
        if hidden((await matches.loader.load_started(1))[1].fold.state):
            break
        may, let_be = 0, let_be + 1
    _, log = await matches.loader.load_started(1)
    assert log.entries[-1].kind == "undo", "in so many moves nobody could take a turn back"
    return True


async def compare(people: People, bot: Longtable, moment: Moment, *, undone: bool) -> None:
    """Compare at one table for a person who is asked, another who plays, and one who does not."""
    case, game = moment.case, moment.case.game
    await bot.icons_known()
    names = NAMES[: case.seats]
    table = await opened_table(people, names, None, game=command_of(case.key), options=case.form.new)
    _, log = await bot.matches.loader.load_started(1)
    assert log is not None
    wanted = ENTRIES if moment.name else 0
    await play_on(bot, 1, lambda entries: entries > wanted and moment.glance.ready(log.fold.state))
    assert moment.glance.ready(log.fold.state)
    if undone and not await take_back(bot, case):
        return
    real = log.fold.state
    asked = log.fold.call_number
    turn = await people["ada"].sees(
        lambda message: any(f":{asked}:" in each for each in controls(message, "play")),
        table.thread,
        within=20,
    )
    match = await bot.matches.loader.get(1)
    mover = next(each for each in table.people if match.seat_of(int(each.id)) == game.pending(real)[0])
    other = next(each for each in table.people if each is not mover)
    for each in table.people:
        await bot.matches.people.jot(1, int(each.id), f"{each.name} remembers")
    for person in (mover, other, people["dan"]):
        seat = match.seat_of(int(person.id))
        twins = different(game, real, seat)
        assert twins or seat is not None, "something is hidden there from those who have no seat"
        if twins:
            log.fold = replace(log.fold, state=real)
            await compare_twins(bot, moment, table, turn, person, seat, twins, log)


async def compare_twins(
    bot: Longtable,
    moment: Moment,
    table: Table,
    turn: Message,
    person: Person,
    seat: Seat | None,
    twins: list[Any],
    log: Any,
) -> None:
    """This person is shown all that there is of the real state, then of its twins."""
    case, game, real = moment.case, moment.case.game, log.fold.state
    tried = [
        move for move in (*NONSENSE, *moment.glance.tried(real)) if refused_by_rules(game, real, seat, move)
    ]
    before = await everything(moment, bot, person, table, turn)
    assert seen_notes(before) <= {person.name}
    refused = await refusals(person, table, tuple(tried))

    for twin in twins:
        log.fold = replace(log.fold, state=twin)
        assert await everything(moment, bot, person, table, turn) == before
        assert await refusals(person, table, tuple(tried)) == refused
        assert log.fold.state is twin, "nothing was played"
    if seat is not None:
        # What this person does hold shows: the comparison sees differences.
        for twin in different(game, real, Seat((seat + 1) % case.seats)):
            if game.view(twin, seat) != game.view(real, seat):
                log.fold = replace(log.fold, state=twin)
                assert await everything(moment, bot, person, table, turn) != before
                break


def different(game: AnyGame, real: Any, seat: Seat | None) -> list[Any]:
    """Two states that are not the real one, though this viewer cannot tell; none where all is known to it."""
    dealt = [game.redeal(real, seat, SeededChance(b"twin", number)) for number in range(20)]
    return [twin for twin in dealt if game.position(twin) != game.position(real)][:2]


def test_a_game_is_played_on_where_its_first_move_would_end_it() -> None:
    """It may be short: what is taken back must have been played before it is over."""
    families = (
        mask_of([GRID.square_named("F1")]),
        mask_of([GRID.square_named("A2"), GRID.square_named("F6")]),
    )
    state = State(Seat(1), families, (GRID.square_named("F1"), GRID.square_named("F6")))
    first = HEIRS.moves(state, Seat(1))[0]
    assert HEIRS.result(HEIRS.play(state, Seat(1), first, SeededChance(b"", 0))[0]) is not None
    on = going_on(HEIRS, state, Seat(1))
    assert HEIRS.result(HEIRS.play(state, Seat(1), on, SeededChance(b"", 0))[0]) is None
