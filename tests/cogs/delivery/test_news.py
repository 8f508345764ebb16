"""The news of a match are long enough to miss nothing, and short enough for a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.answering.answers import CLASSIC_LIMIT
from cogs.delivery.emojis import Icon
from cogs.face.context import Context, Icons
from cogs.face.face import Face
from cogs.familienbande import FACE as FAMILIENBANDE_FACE
from cogs.genesia import FACE as GENESIA_FACE
from cogs.genesis import FACE as GENESIS_FACE
from cogs.genesis_life import FACE as GENESIS_LIFE_FACE
from cogs.genial import FACE as GENIAL_FACE
from cogs.pages.endings import detail_page, over_page
from cogs.pages.turn import tells_end, turn_page, waiting
from cogs.services.services import NEWS, Reader, Services, narrate
from cogs.text.text import Markup, shown_length, text_for, without_icons
from engine.chance import SeededChance
from engine.game import Event, Seat
from engine.match.course import Scene
from engine.matches import Status
from engine.store import END_CODE_LEVEL, CodeLevels
from render.kit.canvas import Theme

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
        player = game.players["steady"]
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
    """Return the spectators' situation after these moves."""
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
        venue=SimpleNamespace(locale=language),
        status=Status.RUNNING if game.pending(state) else Status.OVER,
        seed=bytes(32),
        commitment="f" * 64,
        entries=len(told),
        absent=frozenset(),
        is_private=False,
        is_league=False,
        has_help=True,
        has_hints=False,
        opened_at=None,
        ended_at=None,
    )
    mover, since = told[-1][0], [events for _, _, events in told]
    for number in range(len(told) - 2, -1, -1):
        if told[number][0] == mover:
            since = since[number + 1 :]
            break
    return SimpleNamespace(
        match=match,
        seat=None,
        view=game.view(state, None),
        result=game.result(state),
        won=(),
        gone={},
        forfeited=frozenset(),
        news=[(None, events) for events in since],
        deadline=None,
        times=[SimpleNamespace(deadline=None, expected=None, robot=False)] * len(names),
        round=SimpleNamespace(number=1, call_number=1, seats=game.pending(state), chosen=0),
    )


def house_of(face: Face, told: Sequence[Any] = ()) -> Services:
    """Return the services of a house with one match, which was played so."""

    async def course(match: int, person: int | None) -> tuple[None, list[Scene]]:
        views = [face.game.view(state, None) for _, state, _ in told]
        return None, [Scene(number, view, ()) for number, view in enumerate(views)]

    async def record(match: int) -> str:
        return "record"

    queries = SimpleNamespace(course=course, record=record)
    matches = SimpleNamespace(store=SimpleNamespace(code_levels=CodeLevels()), queries=queries)
    return Services(cast(Any, matches), {face.game.key: face}, learned(face))


async def in_detail(services: Services, over: Any) -> str:
    """Return the page of details of a match that is over, in its place's language."""
    reader = Reader(1, "Ada", text_for(over.match.venue.locale), Theme.DARK)
    return (await detail_page(services, over, reader)).lasting


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("names", [SHORT, LONG])
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_birth_that_ends_a_match_is_told(seed: int, names: tuple[str, ...], language: str) -> None:
    """All that the last move did, with every family, however many characters that takes."""
    face = FAMILIENBANDE_FACE
    told = played(face, 4, seed)
    over = situation(face, names, language, told)
    services = house_of(face, told)
    page = await in_detail(services, over)
    ctx = services.public_context(over.match)
    assert "familienbande.born" in {event.code for event in told[-1][2]}
    for event in told[-1][2]:
        if event.to is None and event.code not in face.concluding:
            line = face.narrate(ctx, event)
            assert line
            assert without_icons(line) in without_icons(page)
    for seat, family in enumerate(over.view.families):
        assert family is not None
        points, (total, _) = over.view.markers[family], over.result.scores[seat]
        called = ctx.text.plain(f"familienbande.family.{family.letter}")
        (line,) = (each for each in page.splitlines() if called in each)
        assert (f" {points} − {points - total} " in line) == (points != total)
    assert len((await over_page(services, over)).content) <= CLASSIC_LIMIT


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "There was no other move.", "There were no other moves."),
        ("fr", "Il n’y avait pas d’autre coup.", "Il n’y avait pas d’autres coups."),
    ],
)
async def test_forced_moves_in_a_row_are_told_as_forced_once(language: str, one: str, many: str) -> None:
    face = FAMILIENBANDE_FACE
    services = house_of(face)
    over = situation(face, SHORT, language, played(face, 4, 2))

    def told(*forced: bool) -> str:
        passed = [Event("familienbande.passed", Seat(seat)) for seat in range(len(forced))]
        news = [
            (None, (each, Event("only_move", each.seat)) if only else (each,))
            for each, only in zip(passed, forced, strict=True)
        ]
        ctx = services.public_context(over.match)
        return services.news_text(over.match, cast(Any, news), ctx, public=True)

    alone, row, apart = told(True), told(True, True, True), told(True, False, True, True)
    assert (alone.count(one), alone.count(many)) == (1, 0)
    assert (row.count(one), row.count(many)) == (0, 1)
    assert row.endswith(many)
    assert (apart.count(one), apart.count(many)) == (1, 1)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [1, 3])
async def test_the_end_of_genesia_says_each_score_once(seats: int, language: str) -> None:
    """The parts of a score stand below; boards and logs without ranks say the scores themselves."""
    face, names = GENESIA_FACE, SHORT[:seats]
    told = played(face, seats, 4)
    over = situation(face, names, language, told)
    services = house_of(face)
    ctx = services.public_context(over.match)
    page = without_icons(await in_detail(services, over))
    scores = [sheet.total for sheet in over.view.sheets]
    assert min(scores) > 20, "no objective brings as much"
    assert len({*scores, 0}) == len(scores) + 1, "each can be told from the others"
    for sheet in over.view.sheets:
        assert len(re.findall(rf"(?<!\d){sheet.total}(?!\d)", page)) == 1
        assert " + ".join(map(str, sheet.progress)) in page
        assert f"**{sheet.total}**" in face.announce(ctx, over.view)
        logged = [face.narrate(ctx, event) for event in told[-1][2]]
        assert sum(f"**{sheet.total}**" in (line or "") for line in logged) == 1


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("face", [FAMILIENBANDE_FACE, GENESIS_FACE, GENESIS_LIFE_FACE, GENIAL_FACE])
async def test_the_end_says_who_has_won_once(face: Face, language: str) -> None:
    """And each total once; what it is made of is left to pictures where these tell it."""
    told = played(face, 2, 2)
    over = situation(face, SHORT[:2], language, told)
    services = house_of(face, told)
    ctx = services.public_context(over.match)
    page = (await over_page(services, over)).content
    detail = await in_detail(services, over)
    concluding = [event for event in told[-1][2] if event.code in face.concluding]
    assert concluding
    for event in concluding:
        line = face.narrate(ctx, event)
        assert line, "the log tells it"
        assert line not in page
        assert line not in detail
    assert page.count("\n") <= 2, "three lines"
    assert page.count("Ada") + page.count("Basile") <= 3
    for seat in range(2):
        if score := face.score(ctx.text, over.result, Seat(seat)):
            same = [face.score(ctx.text, over.result, Seat(each)) for each in range(2)].count(score)
            assert detail.count(score) == same
            total = score.split("**")[1]
            assert detail.count(f"**{total}**") == same


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "face", [FAMILIENBANDE_FACE, GENESIS_FACE, GENESIS_LIFE_FACE, GENIAL_FACE, GENESIA_FACE]
)
async def test_a_panel_of_a_match_that_is_over_says_who_has_won_once(face: Face, language: str) -> None:
    """The news of the last move say it, or else the line below them."""
    over = situation(face, SHORT[:2], language, played(face, 2, 2))
    services = house_of(face)
    ctx = services.public_context(over.match)
    for news in (over.news, []):
        told = services.news(over, ctx, public=False, since=news)
        idle = waiting(over, ctx, end_told=tells_end(face, news))
        assert (
            len(re.findall(r"\bgagne(?=\.| avec)|\bwon\b|\bnulle|\bdraw\b|égalité", f"{told}\n{idle}")) == 1
        )


@pytest.mark.parametrize("face", [FAMILIENBANDE_FACE, GENESIS_FACE])
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_news_that_are_short_to_the_eye_are_told_whole(face: Face, language: str) -> None:
    """Emojis cost Discord some 45 characters each, and the reader one."""
    services, moves = house_of(face), played(face, 4, 4)
    ctx, longer = services.public_context(situation(face, SHORT, language, moves).match), 0
    for number in range(12, len(moves), 5):
        now = situation(face, SHORT, language, moves[:number])
        for since in range(1, 12):
            now.news = [(None, events) for _, _, events in moves[number - since : number]]
            lines = [
                face.narrate(ctx, event) for _, events in now.news for event in events if event.to is None
            ]
            whole = "\n".join(line for line in lines if line)
            page = await turn_page(services, now, now.round)
            told = page.content
            assert len(told) <= CLASSIC_LIMIT
            assert told.startswith(f"<@{now.round.seats[0] + 1}> **{face.game.title} ")
            if shown_length(whole) <= NEWS:
                longer += len(whole) > NEWS
                assert f"\n{without_icons(whole)}" in without_icons(told)
                assert f"\n{whole}" in told or len(whole) > NEWS
    assert longer, "no news were long for their emojis alone"


def test_old_news_give_way_to_new_ones() -> None:
    """The newest entry is told whole; of those before it what is read at once; the rest is counted."""
    face = FAMILIENBANDE_FACE
    services = house_of(face)
    shuffled = [Event("familienbande.shuffled", None, {"cards": number}) for number in range(2, 60)]
    match = situation(face, SHORT, "en", played(face, 4, 1)).match
    ctx = services.public_context(match)

    def told(entries: list[list[Event]], room: int) -> list[str]:
        news = [(cast(Any, None), entry) for entry in entries]
        return services.news_text(match, news, ctx, public=True, room=room).split("\n")

    singly = [[event] for event in shuffled]
    more, *kept = told(singly, 4000)
    assert kept == [str(face.narrate(ctx, event)) for event in shuffled[-len(kept) :]]
    assert len("\n".join(kept)) <= NEWS < len("\n".join(kept)) + 2 * len(kept[0])
    assert f"{len(shuffled) - len(kept)} earlier" in more
    assert len(told([*singly[:20], shuffled[20:]], 4000)) == 1 + 38, "the newest entry whole"
    assert "earlier" not in told([shuffled], 4000)[0], "however long that is"
    short = told([*singly[:20], shuffled[20:]], 500)
    assert len("\n".join(short)) <= 500
    assert short[-1] == kept[-1]


def test_the_lines_of_players_give_way_to_the_newest_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is room for both they come first; the newest entry is told in any case."""
    face = FAMILIENBANDE_FACE
    digest = [Markup(f"{name}: {'much' * 20}") for name in SHORT[1:]]
    monkeypatch.setattr(type(face), "digest", lambda *_: digest)
    services = house_of(face)
    shuffled = [Event("familienbande.shuffled", None, {"cards": number}) for number in range(2, 22)]
    over = situation(face, SHORT, "en", played(face, 4, 1))
    over.news = [(None, [event]) for event in shuffled[:8]] + [(None, shuffled[8:])]
    ctx = services.public_context(over.match)
    newest = [str(face.narrate(ctx, event)) for event in shuffled[8:]]

    def told(room: int) -> list[str]:
        said = services.news(over, ctx, public=True, room=room)
        assert len(said) <= room
        return said.split("\n")

    most = len("\n".join([*digest, *newest]))
    for room in range(len("\n".join(newest)) + 60, most + 200, 7):
        lines = told(room)
        assert lines[-len(newest) :] == newest, room
        assert lines[: len(digest)] == digest or not set(digest) & set(lines)
    assert told(most - 1)[0] != digest[0]
    assert told(most + 199)[: len(digest)] == digest


def test_where_a_message_is_full_emojis_go_first() -> None:
    face = FAMILIENBANDE_FACE
    services = house_of(face)
    over = situation(face, SHORT, "en", told := played(face, 4, 1))
    ctx = services.public_context(over.match)
    lines = [str(face.narrate(ctx, event)) for event in told[-1][2] if event.to is None]
    plain = without_icons("\n".join(lines))
    news = [(cast(Any, None), told[-1][2])]
    room = len(plain) + 60
    assert room < len("\n".join(lines))
    told = services.news_text(over.match, news, ctx, public=True, room=room)
    assert len(told) <= room
    assert without_icons(told) == plain
    assert told != plain, "only where there is no room for them"
    assert told.endswith(lines[-1])
    assert services.news_text(over.match, news, ctx, public=True, room=len(plain)) == plain


@pytest.mark.parametrize(("language", "word"), [("en", "backup"), ("fr", "sauvegarde")])
def test_everybody_is_told_that_a_backup_was_restored(language: str, word: str) -> None:
    ctx = Context(text_for(language), Theme.DARK, SHORT[:2], Icons())
    told = narrate(GENESIS_FACE, ctx, Event("refreshed", None, {}))
    assert told is not None
    assert word in told


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_earliest_rival_is_never_missed(language: str) -> None:
    """The last line of a player whose lines were all cut stands above the others."""
    face = GENESIS_FACE
    told = played(face, 4, 2)
    shown = situation(face, SHORT, language, told[:30])
    first = next(each for each in told if any(event.code == "genesis.placed" for event in each[2]))
    rival = first[0]
    others = [each for each in told if each[0] not in (rival, Seat(0)) and each[0] != rival]
    shown.seat = next(seat for seat in range(4) if seat != rival)
    shown.news = [(None, first[2]), *((None, each[2]) for each in (*others, *others))]
    services = house_of(face)
    ctx = services.context(shown.match, text_for(language))
    said = services.news(shown, ctx, public=True)
    (line,) = [line for line in (narrate(face, ctx, event) for event in first[2][:1]) if line]
    assert said.startswith(line), "the rival who moved first"
    assert len(said) <= 2000
    cut = services.news_text(shown.match, cast(Any, shown.news), ctx, public=True)
    assert not cut.startswith(line), "cut there"


async def test_no_button_at_the_end_is_new_to_a_process_that_answers_it() -> None:
    """As long as an older process lives, everybody's message has the buttons that it knows."""
    told = played(GENIAL_FACE, 2, 2)
    over = situation(GENIAL_FACE, SHORT[:2], "en", told)
    services = house_of(GENIAL_FACE, told)

    async def verbs() -> list[str]:
        page = await over_page(services, over)
        return [each.split(":")[4] for each in page.custom_ids]

    assert await verbs() == ["replay", "rematch", "detail", "fairness"]
    cast(Any, services.matches).store.code_levels = CodeLevels(lowest=END_CODE_LEVEL - 1)
    assert await verbs() == ["rematch", "film", "fairness"]
