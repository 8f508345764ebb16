"""What others hold shows nowhere: everything a person can be shown is the same for a redealt twin."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot import Longtable
from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.model import Asks
from engine.familienbande.state import State as FamilienbandeState
from engine.game import AnyGame, Refusal, Seat
from engine.genial.rules import GENIAL
from engine.masks import members
from sandbox.people import Answer, Message, People, Person
from tests.whole.playing import Table, controls, opened_table
from tests.whole.watching import play_on

pytestmark = pytest.mark.usefixtures("quiet")

Seen = list[Any]


@dataclass(frozen=True)
class Case:
    """A position to compare with its twins."""

    game: AnyGame
    names: tuple[str, ...]
    ready: Callable[[Any], bool]
    """Whether this is the position."""
    moves: Callable[[Any], tuple[str, ...]]
    """What people may try to play there."""
    begun: tuple[str, ...]
    """What people may have typed when they look at the suggestions."""
    fields: tuple[tuple[str, str], ...] = (("play", "move"),)
    """Commands and options with suggestions."""


def genial_moves(state: Any) -> tuple[str, ...]:
    return ("BR E5 F5", "OP F6 F7", "YY A1 A2", "nonsense", "swap", "keep", "G", "BR")


def familienbande_moves(state: FamilienbandeState) -> tuple[str, ...]:
    """None is legal for anybody: one card of each place that the seat to move cannot see."""
    others = [hand for seat, hand in enumerate(state.hands) if seat != state.to_move]
    hidden = [members(cards)[0] for cards in (*others, *state.discards, state.pile) if cards]
    single, couple = members(state.singles)[0], state.couples[0].member
    tried = [move for card in hidden for move in (f"marry {card} on {single}", f"child {card} of {couple}")]
    return (*tried, *(f"discard {card}" for card in hidden), "nonsense")


def acting(state: FamilienbandeState) -> bool:
    """A turn begins, everybody has put cards away, and there are singles and couples."""
    return state.asks is Asks.ACT and all((*state.discards, state.singles, state.couples))


def exchanging(state: FamilienbandeState) -> bool:
    """After a birth, when somebody else has put cards away."""
    put_away = [cards for seat, cards in enumerate(state.discards) if seat != state.to_move]
    return state.asks is Asks.EXCHANGE and all((any(put_away), state.singles, state.couples))


CARDS = (("play", "move"), ("marry", "card"), ("marry", "on"), ("child", "card"), ("child", "of"))
FAMILY = Case(
    FAMILIENBANDE,
    ("ada", "basile", "chloe"),
    acting,
    familienbande_moves,
    ("", "7", "marry", "child 1"),
    (*CARDS, ("discard", "card")),
)
CASES = {
    "genial": Case(
        GENIAL, ("ada", "basile"), lambda state: state.turn >= 7, genial_moves, ("", "G", "BR", "BR E5", "s")
    ),
    "familienbande": FAMILY,
    "familienbande-exchange": replace(FAMILY, ready=exchanging),
}


async def seen(person: Person, answer: Answer | Message) -> Seen:
    """All that reaches the person's machine, but for ids, addresses and times."""
    message = answer if isinstance(answer, Message) else await Table.shown(person, answer)
    raw = message.raw
    files = [(each["filename"], each["size"], each.get("description")) for each in raw["attachments"]]
    data = [await person.file(message, number) for number in range(len(raw["attachments"]))]
    parts = [
        {key: value for key, value in part.items() if key not in {"items", "id", "components", "file"}}
        for part in message.components
    ]
    alts = [picture.alt for picture in message.pictures]
    return [re.sub(r"<t:\d+:\w>", "", message.text), parts, files, alts, data]


async def everything(case: Case, person: Person, table: Table, turn: Message) -> Seen:
    """What this person gets by every command, button and suggestion in the thread."""
    found: Seen = []
    game = table.game
    for command, options in (
        (f"{game} hand", {}),
        (f"{game} board", {}),
        (f"{game} board", {"text": True}),
        (f"{game} log", {}),
        (f"{game} play", {}),
        (f"{game} rules", {}),
        ("match show", {"match": int(table.match)}),
    ):
        found.append(await seen(person, await person.command(command, options, channel=table.thread)))
    for verb in ("play", "hand", "text"):
        answer = await person.press(turn, controls(turn, verb)[0])
        found.append(await seen(person, answer))
        message = await Table.shown(person, answer)
        for menu in controls(message, "menu"):
            panel = await Table.shown(person, await person.press(turn, controls(turn, verb)[0]))
            found.append(await seen(person, await person.press(panel, menu)))
    for command, option in case.fields:
        for text in case.begun:
            found.append(await person.complete(f"{game} {command}", option, text, channel=table.thread))
    found.append(await seen(person, await person.again(turn)))
    return found


def refused_by_rules(game: AnyGame, state: Any, text: str) -> bool:
    """Whether the seat to move cannot play this, however it is spelled."""
    try:
        game.parse(state, Seat(state.to_move), text)
    except Refusal:
        return True
    return False


async def refusals(person: Person, table: Table, moves: tuple[str, ...]) -> Seen:
    return [
        await seen(person, await person.command(f"{table.game} play", move=each, channel=table.thread))
        for each in moves
    ]


@pytest.mark.parametrize("viewer", ["mover", "other", "stranger"])
@pytest.mark.parametrize("which", CASES)
async def test_a_redealt_twin_looks_the_same(people: People, bot: Longtable, which: str, viewer: str) -> None:
    case = CASES[which]
    game, size = case.game, len(case.names)
    await bot.icons_known()
    table = await opened_table(people, case.names, str(size), game=game.key)
    log = (await bot.matches._look(1)).log  # pyright: ignore[reportPrivateUsage]
    assert log is not None
    await play_on(bot, 1, lambda entries: case.ready(log.fold.state))
    real = log.fold.state
    assert case.ready(real)
    asked = log.fold.calls
    turn = await people["ada"].sees(
        lambda message: any(f":{asked}:" in each for each in controls(message, "play")),
        table.thread,
        within=20,
    )
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    person = {"mover": mover, "other": other, "stranger": people["dan"]}[viewer]
    seat = (await bot.matches.get(1)).seat_of(int(person.id))
    tried = tuple(
        move for move in case.moves(real) if person is not mover or refused_by_rules(game, real, move)
    )
    before = await everything(case, person, table, turn)
    refused = await refusals(person, table, tried)

    for number in range(2):
        twin = game.redeal(real, seat, SeededChance(b"twin", number))
        assert game.position(twin) != game.position(real)
        log.fold = replace(log.fold, state=twin)
        assert await everything(case, person, table, turn) == before
        assert await refusals(person, table, tried) == refused
        assert log.fold.state is twin, "nothing was played"
    if seat is not None:
        # What this person does hold shows: the comparison sees differences.
        twin = game.redeal(real, Seat((seat + 1) % size), SeededChance(b"twin", 9))
        log.fold = replace(log.fold, state=twin)
        assert await everything(case, person, table, turn) != before


async def test_nobody_else_sees_a_rack(people: People, bot: Longtable) -> None:
    """Neither in the thread nor by any button of it; private panels go to their owners only."""
    table = await opened_table(people, ("ada", "basile"), "2")
    await play_on(bot, 1, lambda entries: entries >= 4)
    asked = (await bot.matches.situation(1, None)).round
    assert asked is not None
    last = asked.call
    await people["ada"].sees(
        lambda message: any(f":{last}:" in each for each in controls(message, "play")),
        table.thread,
        within=20,
    )
    for person in (*table.people, people["dan"]):
        for frame in person.frames:
            message = frame.get("message")
            if frame["type"] != "message_create" or not message:
                continue
            shown = Message(message)
            if person is people["dan"]:
                assert not shown.private
            if frame["channel_id"] == table.thread:
                assert not [name for name, _ in shown.files if name.startswith(("hand", "choice"))]
    assert await people["dan"].direct_messages() == []
