"""What is told of a match: long enough to miss nothing, short enough for a message of Discord's."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from cogs.answers import TEXT_LIMIT, Page
from cogs.emojis import Icon
from cogs.face import Face, Icons, Look
from cogs.familienbande import FACE as FAMILIENBANDE_FACE
from cogs.genesis import FACE as GENESIS_FACE
from cogs.house import NEWS, House, narrated
from cogs.panels import over_page, turn_page
from cogs.text import shown_length, text_for, without_icons
from engine.chance import SeededChance
from engine.game import Event
from engine.matches import Status
from render.canvas import Theme

LONGEST = 'Wilhelmina "Wwwwww" Featherstone'
SHORT = ("Ada", "Basile", "Chloé", "Dan")
LONG = tuple(f"{number}{LONGEST}"[:32] for number in range(4))
assert {len(name) for name in LONG} == {32}


def learned(face: Face) -> Icons:
    """Icons as long as Discord's are."""
    icons = Icons()
    for number, name in enumerate(face.emojis):
        icons.learn(name, Icon(name=f"{name}_97fbb4", id=1573788039015038000 + number))
    return icons


def played(face: Face, seats: int, seed: int) -> list[tuple[Any, Any, Sequence[Event]]]:
    """A match of greedy players: who moved, the state, the events, move by move."""
    game, key = face.game, seed.to_bytes(32, "big")
    state = game.setup(game.Options(), seats, SeededChance(key, 0))
    told: list[tuple[Any, Any, Sequence[Event]]] = []
    while pending := game.pending(state):
        seat, chance = pending[0], SeededChance(key, len(told) + 1)
        player = game.players["greedy"]
        move = player.choose(
            game.view(state, seat),
            game.moves(state, seat),
            lambda other, state=state, seat=seat: game.redeal(state, seat, other),
            SeededChance(key, 10_000 + len(told)),
        )
        state, events = game.play(state, seat, move, chance)
        told.append((seat, state, events))
    return told


def situation(face: Face, names: Sequence[str], language: str, told: Sequence[Any]) -> Any:
    """What a spectator is shown of a match after these moves."""
    _, state, _ = told[-1]
    game = face.game
    occupants = [
        SimpleNamespace(person=number + 1, player=None, name=name) for number, name in enumerate(names)
    ]
    match = SimpleNamespace(
        id=123456,
        game=game.key,
        size=len(names),
        occupants=occupants,
        place=SimpleNamespace(locale=language),
        status=Status.RUNNING,
        seed=bytes(32),
        commitment="f" * 64,
        entries=len(told),
    )
    mover, since = told[-1][0], [events for _, _, events in told]
    for number in range(len(told) - 2, -1, -1):
        if told[number][0] == mover:
            since = since[number + 1 :]
            break
    return SimpleNamespace(
        match=match,
        view=game.view(state, None),
        result=game.result(state),
        news=[(None, events) for events in since],
        deadline=None,
        round=SimpleNamespace(number=1, call=1, seats=game.pending(state), chosen=0),
    )


def house_of(face: Face) -> House:
    return House(cast(Any, None), {face.game.key: face}, learned(face))


def texts(page: Page) -> list[str]:
    return [item.content for item in page.items if isinstance(item, discord.ui.TextDisplay)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("names", [SHORT, LONG])
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_birth_that_ends_a_match_is_told(seed: int, names: tuple[str, ...], language: str) -> None:
    """All that the last move did, with every family and its score, however many characters that takes."""
    face = FAMILIENBANDE_FACE
    told = played(face, 4, seed)
    over = situation(face, names, language, told)
    house = house_of(face)
    page = await over_page(house, over, None)
    look = house.public_look(over.match)
    assert "familienbande.born" in {event.code for event in told[-1][2]}
    for event in told[-1][2]:
        if event.to is None:
            line = face.narrate(look, event)
            assert line
            assert without_icons(line) in without_icons(texts(page)[0])
    assert sum(map(len, texts(page))) <= TEXT_LIMIT


@pytest.mark.parametrize("face", [FAMILIENBANDE_FACE, GENESIS_FACE])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_news_that_are_short_to_the_eye_are_told_whole(face: Face, language: str) -> None:
    """Emojis cost Discord some 45 characters each, and the reader one."""
    house, moves = house_of(face), played(face, 4, 4)
    look, longer = house.public_look(situation(face, SHORT, language, moves).match), 0
    for number in range(12, len(moves), 5):
        now = situation(face, SHORT, language, moves[:number])
        for since in range(1, 12):
            now.news = [(None, events) for _, _, events in moves[number - since : number]]
            lines = [
                face.narrate(look, event) for _, events in now.news for event in events if event.to is None
            ]
            whole = "\n".join(line for line in lines if line)
            page = await turn_page(house, now, now.round)
            if shown_length(whole) <= NEWS:
                longer += len(whole) > NEWS
                assert texts(page)[0] == whole
            assert sum(map(len, texts(page))) <= TEXT_LIMIT
    assert longer, "no news were long for their emojis alone"


def test_old_news_give_way_to_new_ones() -> None:
    """The newest entry is told whole; of those before it what is read at once; the rest is counted."""
    face = FAMILIENBANDE_FACE
    house = house_of(face)
    shuffled = [Event("familienbande.shuffled", None, {"cards": number}) for number in range(2, 60)]
    match = situation(face, SHORT, "en", played(face, 4, 1)).match
    look = house.public_look(match)

    def told(entries: list[list[Event]], room: int) -> list[str]:
        news = [(cast(Any, None), entry) for entry in entries]
        return house.told(match, news, look, public=True, room=room).split("\n")

    singly = [[event] for event in shuffled]
    more, *kept = told(singly, 4000)
    assert kept == [str(face.narrate(look, event)) for event in shuffled[-len(kept) :]]
    assert len("\n".join(kept)) <= NEWS < len("\n".join(kept)) + 2 * len(kept[0])
    assert f"{len(shuffled) - len(kept)} earlier" in more
    assert len(told([*singly[:20], shuffled[20:]], 4000)) == 1 + 38, "the newest entry whole"
    assert "earlier" not in told([shuffled], 4000)[0], "however long that is"
    short = told([*singly[:20], shuffled[20:]], 500)
    assert len("\n".join(short)) <= 500
    assert short[-1] == kept[-1]


def test_where_a_message_is_full_emojis_go_first() -> None:
    face = FAMILIENBANDE_FACE
    house = house_of(face)
    over = situation(face, SHORT, "en", told := played(face, 4, 1))
    look = house.public_look(over.match)
    lines = [str(face.narrate(look, event)) for event in told[-1][2] if event.to is None]
    plain = without_icons("\n".join(lines))
    news = [(cast(Any, None), told[-1][2])]
    room = len(plain) + 60
    assert room < len("\n".join(lines))
    assert house.told(over.match, news, look, public=True, room=room) == plain


@pytest.mark.parametrize(("language", "word"), [("en", "backup"), ("fr", "sauvegarde")])
def test_everybody_is_told_that_a_backup_was_restored(language: str, word: str) -> None:
    look = Look(text_for(language), Theme.DARK, SHORT[:2], Icons())
    told = narrated(GENESIS_FACE, look, Event("refreshed", None, {}))
    assert told is not None
    assert word in told
