"""Genesis (Brassinne) through the sandbox: its ends, draws, previews, and what must be refused."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot import Longtable
from cogs.text.text import text_for
from engine.games import GAMES
from engine.genesis_life import GENESIS_LIFE
from engine.record import verify
from harness.playing import Table, control, controls, opened_table, rung
from sandbox.people import Answer, Message, People, Person
from tests.whole.watching import LOCALES, Watch, sentence

pytestmark = pytest.mark.usefixtures("quiet")

GAME = "genesis-life"
MATCHES = {
    "own_dead": "G6 E6 F4 D3 C6 G4 G5 C5 G3 D7 D6 F3 C4 xE7 xE4 xE6 xH3 xF4 xC6 xH5 xB6",
    "opponent_dead": "E3 E4 C4 F5 C5 D7 C3 F3 F4 G5 F6 C6 D3 xG6 xE3 xC2 xC5 xE3 xD6 xB3 xC3",
    "none_left": "D4 E6 G6 F5 C3 E7 F7 C6 C5 D7 G4 D3 F4 xE8 xE6 xF8 xC6 xD6 xC7 xC7 xD9",
    "repetition": "E7 D6 C7 D3 F6 E6 F7 D5 E3 G4 C4 C6 D4 xC3 xE4 xD3" + " xD4 xE4 xD3" * 3 + " xD4 xE4",
}
"""A match for each end that the board brings."""
EXAMPLE = "0 r B1C3C4C5D4 B4D1E3 - - remove"
"""The rulebook's worked example, white as red: D5 takes the other's last living cell."""
NEWBORN = "0 r E5D6D5F6 E7G5 - - remove"
"""One cell is born in this turn, on F5."""


async def life(people: People, channel: str = "games") -> Table:
    return await opened_table(people, ("ada", "basile"), None, channel, GAME)


async def typed(table: Table, person: Person, move: str) -> Message:
    """The answer to a typed move."""
    answer = await person.command(f"{GAME} play", move=move, channel=table.thread)
    return await table.shown(person, answer)


async def tapped(table: Table, person: Person, turn: Message, move: str) -> Message:
    """The move by taps: a square placed in one, a cell taken away in two; naming its row is not counted."""
    square = move.removeprefix("x")

    def offered(shown: Message) -> str | None:
        """The button of that square."""
        steps = [each for each in controls(shown, "menu") if control(each)[4].endswith(f"@{square}")]
        return next(
            iter([*steps, *(each for each in controls(shown, "go") if control(each)[4] == square)]), None
        )

    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    if not (found := offered(panel)):
        (rows,) = controls(panel, "pick")
        panel = await table.shown(person, await person.choose(panel, f">-{square[1:]}", menu=rows))
        if not (found := offered(panel)):
            panel = await table.shown(person, await person.press(panel, controls(panel, "menu")[-1]))
            found = offered(panel)
    assert found is not None
    panel = await table.shown(person, await person.press(panel, found))
    if control(found)[3] == "menu":
        (go,) = controls(panel, "sure")
        assert go.endswith(f":sure:{move}")
        panel = await table.shown(person, await person.press(panel, go))
    return panel


def draws(panel: Message) -> list[str]:
    """The button that offers a draw, or accepts one."""
    return [each for each in controls(panel, "go") if control(each)[4] == "draw"]


@pytest.mark.parametrize("end", MATCHES)
async def test_every_end_that_the_board_brings(people: People, end: str) -> None:
    """Typed in English, or tapped in French."""
    taps = [*MATCHES].index(end) % 2 == 1
    language = "fr" if taps else "en"
    await people.speak("fr" if taps else "en-US")
    table = await life(people, "salon" if taps else "games")
    for move in MATCHES[end].split():
        turn = await table.next()
        person = table.person(turn)
        if taps:
            await tapped(table, person, turn, move)
        else:
            await typed(table, person, move)
    last = await table.next()
    assert table.over(last)
    # In that match the winner's own cells are dead as well.
    code = "genesis_life.all_dead" if end == "opponent_dead" else f"genesis_life.end.{end}"
    assert text_for(language)(code) in last.text
    verify(await table.record(last), GAMES["genesis_life"])
    await as_told(table, len(MATCHES[end].split()))
    assert [name.rpartition(".")[2] for name, _ in last.files] == ["png"]
    assert controls(last, "replay")


async def as_told(table: Table, moves: int) -> None:
    """Turns show a still, with words; one of the evolution is played back for whoever asks, to them alone.

    Nobody is written to in private.
    """
    turns = table.told[:-1]
    assert len(turns) == moves
    for number, turn in enumerate(turns):
        assert [name.rpartition(".")[2] for name, _ in turn.files] == ["png"]
        assert bool(controls(turn, "film")) == bool(number), "before the first turn nothing has happened"
        assert all(picture.alt for picture in turn.pictures)
        assert not controls(turn, "hand")
    await table.asking()
    for person in table.people:
        assert await person.direct_messages() == []
        pings = rung(table.thread, person)
        called = sum(1 for turn in turns if table.person(turn) is person)
        assert len(pings) == len(set(pings)) == called


async def test_a_turn_is_played_back_for_whoever_asks(people: People) -> None:
    """Also for somebody who only looks on; nobody else sees it, and the table's message stays."""
    _, turn, mover, _ = await in_the_middle(people, 14)
    for person in (mover, people["chloe"]):
        shown = await Table.shown(person, await person.press(turn, controls(turn, "film")[0]))
        assert shown.private
        (picture,) = shown.pictures
        assert picture.alt
        assert (await person.picture(shown))[:6] == b"GIF89a"
    assert (await mover.again(turn)).raw == turn.raw


async def in_the_middle(people: People, moves: int) -> tuple[Table, Message, Person, Person]:
    """A match some moves on: the open turn, whose it is, the other one."""
    table = await life(people)
    for move in MATCHES["own_dead"].split()[:moves]:
        await typed(table, table.person(await table.next()), move)
    turn = await table.next()
    mover = table.person(turn)
    return table, turn, mover, next(each for each in table.people if each is not mover)


@pytest.mark.parametrize("moves", [1, 14], ids=["placing", "evolving"])
async def test_a_draw_by_agreement(people: People, watch: Watch, moves: int) -> None:
    """Offered by command and lapsed, offered by a button and accepted by a button."""
    table, turn, mover, other = await in_the_middle(people, moves)
    script = MATCHES["own_dead"].split()[moves:]
    play = f"{GAME} play"
    await watch.refused(
        lambda locale: other.command(play, move="draw", channel=table.thread, locale=locale), "not_your_turn"
    )
    offered = await table.shown(mover, await mover.command(play, move="draw", channel=table.thread))
    assert len(offered.buttons) > 8, "the offer is no move: the question stays"
    assert not draws(offered), "and cannot be offered twice"
    for said in ("draw", "nulle"):
        await watch.refused(
            lambda locale, said=said: mover.command(play, move=said, channel=table.thread, locale=locale),
            "genesis_life.offered",
        )
    await mover.sees(
        lambda message: message.id == turn.id and "offered a draw" in message.text, table.thread, within=20
    )
    await typed(table, mover, script[0])
    turn = await table.next()
    assert table.person(turn) is other
    assert "offered a draw" in turn.text
    panel = await table.shown(other, await other.press(turn, controls(turn, "play")[0]))
    assert len(draws(panel)) == 1
    await typed(table, other, script[1])
    turn = await table.next()
    assert "offers a draw" not in turn.pictures[0].alt, "it has lapsed"
    panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    panel = await table.shown(mover, await mover.press(panel, draws(panel)[0]))
    await typed(table, mover, script[2])
    turn = await table.next()
    panel = await table.shown(other, await other.press(turn, controls(turn, "play")[0]))
    await other.press(panel, draws(panel)[0])
    end = await table.next()
    assert table.over(end)
    assert "agreed to a draw" in end.text
    assert "**1.**" not in end.text, "nobody has won, and no points count"
    verify(await table.record(end), GAMES["genesis_life"])


async def made(bot: Longtable, position: str) -> None:
    """The match stands as in this position, whoever plays red."""
    _, log = await bot.matches.loader.load_started(1)
    assert log is not None
    state = GENESIS_LIFE.read_position(position)
    red = log.fold.state.to_move if state.to_move == state.red else 1 - log.fold.state.to_move
    log.fold = replace(log.fold, state=state._replace(red=red, to_move=log.fold.state.to_move))


async def test_a_preview_says_what_would_follow(people: People, bot: Longtable) -> None:
    """The command answers in private in the reader's language; one tap from there makes the move."""
    table, _, mover, _ = await in_the_middle(people, 13)
    await made(bot, EXAMPLE)
    offers = await mover.complete(f"{GAME} play", "move", "d", channel=table.thread)
    assert {value for _, value in offers} == {"xD2", "xD5", "draw"}
    for locale, words in (
        ("en-US", ("Red cell dead, stifled: C3.", "Black cell dead, stifled: B4.", "You would win at once.")),
        (
            "fr",
            ("Cellule rouge morte, étouffée", "Cellule noire morte, étouffée", "Vous gagneriez aussitôt."),
        ),
    ):
        for cell in ("D5", "xd5"):
            shown = await table.shown(
                mover,
                await mover.command(
                    f"{GAME} play", move=cell, preview=True, channel=table.thread, locale=locale
                ),
            )
            assert shown.private
            assert all(word in shown.text for word in words)
            assert shown.pictures[0].alt
            assert [each.rpartition(":")[2] for each in controls(shown, "sure")] == ["xD5"]


async def test_moves_that_are_none(people: People, bot: Longtable, watch: Watch) -> None:
    """Illegal moves are refused while cells are placed and in the evolution, typed and by commands."""
    table, _, mover, other = await in_the_middle(people, 1)
    noise = ("hello", "E", "E55 E5", "C4 D5", "🎲", "`*_@everyone_*`", "<@1> x", "é" * 100)
    wrong: list[tuple[str, str, dict[str, Any]]] = [
        (text, "genesis_life.notation", {"text": text[:40]}) for text in noise
    ]
    placing = [
        *wrong,
        ("Z9", "genesis_life.off_board", {"square": "Z9"}),
        ("E10", "genesis_life.off_board", {"square": "E10"}),
        ("A0", "genesis_life.off_board", {"square": "A0"}),
        ("E5", "genesis_life.taken", {"square": "E5"}),
        ("G6", "genesis_life.taken", {"square": "G6"}),
        ("xE5", "genesis_life.still_placing", {}),
    ]
    await all_refused(watch, table, mover, placing)
    await preview_refused(watch, table, mover, [("xE5", "genesis_life.still_placing", {})])
    for person, code, inputs in ((other, "not_your_turn", {}), (people["dan"], "not_seated", {"match": 1})):
        await all_refused(watch, table, person, [("C4", code, inputs), ("nonsense", code, inputs)])
        await preview_refused(watch, table, person, [("E5", code, inputs)])
        await watch.refused(
            lambda locale, person=person: person.command(
                f"{GAME} play", move="draw", channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
        assert await person.complete(f"{GAME} play", "move", "", channel=table.thread) == []
    assert await mover.complete(f"{GAME} play", "move", "x", channel=table.thread) == []
    await made(bot, EXAMPLE)
    evolving = [
        *wrong,
        ("xZ9", "genesis_life.off_board", {"square": "Z9"}),
        ("xA1", "genesis_life.empty", {"square": "A1"}),
        ("C4", "genesis_life.empty", {"square": "C4"}),  # died this turn
        ("xB4", "genesis_life.not_yours", {"square": "B4"}),
    ]
    await all_refused(watch, table, mover, evolving)
    await preview_refused(watch, table, mover, evolving)
    for typed_so_far in ("zzz", "Z9", "Z" * 90, "xx"):
        assert await mover.complete(f"{GAME} play", "move", typed_so_far, channel=table.thread) == []


async def all_refused(
    watch: Watch, table: Table, person: Person, wrong: list[tuple[str, str, dict[str, Any]]]
) -> None:
    await refused(watch, table, person, wrong)


async def preview_refused(
    watch: Watch, table: Table, person: Person, wrong: list[tuple[str, str, dict[str, Any]]]
) -> None:
    await refused(watch, table, person, wrong, preview=True)


async def refused(
    watch: Watch,
    table: Table,
    person: Person,
    wrong: list[tuple[str, str, dict[str, Any]]],
    *,
    preview: bool = False,
) -> None:
    for text, code, inputs in wrong:
        await watch.refused(
            lambda locale, text=text: person.command(
                f"{GAME} play", {"move": text, "preview": preview}, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )


@pytest.mark.usefixtures("panels_stay")
async def test_the_only_newborn_stays(people: People, bot: Longtable, watch: Watch) -> None:
    """Typed, previewed or forged into a menu: it is refused by name, and the question says so."""
    table, turn, mover, _ = await in_the_middle(people, 1)
    placing = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    (pick,) = controls(placing, "pick")
    await made(bot, NEWBORN)
    cell = "F5"
    inputs = {"square": cell}
    await all_refused(watch, table, mover, [(f"x{cell}", "genesis_life.newborn", inputs)])
    await preview_refused(watch, table, mover, [(cell, "genesis_life.newborn", inputs)])
    panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    assert cell not in [control(each)[4].partition("@")[2] for each in controls(panel, "menu")]
    assert cell in panel.text
    for value, code, given in (
        (f"=x{cell}", "genesis_life.newborn", inputs),
        (f">{cell}", "unknown_control", {}),
        (">Z9", "unknown_control", {}),
        (">" + "/" * 90, "unknown_control", {}),
        ("=", "genesis_life.notation", {"text": ""}),
        ("🎲", "unknown_control", {}),
    ):
        await watch.refused(
            lambda locale, value=value: mover.choose(placing, value, menu=pick, force=True, locale=locale),
            code,
            **given,
        )


@pytest.mark.usefixtures("panels_stay")
async def test_answered_questions_and_buttons_of_others(people: People, watch: Watch) -> None:
    table, turn, mover, other = await in_the_middle(people, 14)
    play = controls(turn, "play")[0]
    await watch.refused(
        lambda locale: other.press(turn, play, locale=locale), "other_seat", who=mover.raw["global_name"], n=1
    )
    await watch.refused(lambda locale: people["dan"].press(turn, play, locale=locale), "not_seated", match=1)
    panels: list[Message] = []
    for _ in LOCALES:
        panel = await table.shown(mover, await mover.press(turn, play))
        panels.append(await table.shown(mover, await mover.press(panel, controls(panel, "menu")[0])))
    offers = [await table.shown(mover, await mover.press(turn, play)) for _ in LOCALES]
    await typed(table, mover, MATCHES["own_dead"].split()[14])
    await table.next()
    for stale in (panels, offers):

        async def again(locale: str, stale: list[Message] = stale) -> Answer:
            panel = stale[LOCALES.index(locale)]
            found = (*controls(panel, "sure"), *controls(panel, "go"), *controls(panel, "menu"))
            return await mover.press(panel, found[0], locale=locale)

        for message, locale in zip(await watch.changes_nothing(again), LOCALES, strict=True):
            assert message.text.startswith(sentence(locale, "stale"))


async def test_the_private_commands(people: People) -> None:
    """Everybody may look, in their own language; nobody has a hand to look at."""
    table, _, mover, other = await in_the_middle(people, 15)
    for person, locale, words in ((mover, "fr", "étouffée"), (people["dan"], "en-US", "stifled")):
        board = await table.shown(
            person, await person.command("match board", channel=table.thread, locale=locale)
        )
        assert board.private
        assert words in board.pictures[0].alt
        assert [each.url.partition("?")[0].rpartition(".")[2] for each in board.pictures] == ["png"]
        text = await table.shown(
            person, await person.command("match board", text=True, channel=table.thread, locale=locale)
        )
        assert text.text.startswith("```")
        for command in ("match log", "match rules", "match show"):
            answer = await person.command(command, channel=table.thread, locale=locale)
            assert (await table.shown(person, answer)).text
    waiting = await table.shown(other, await other.command(f"{GAME} play", channel=table.thread))
    assert not controls(waiting, "menu")


async def test_the_whole_log_can_be_read(people: People, bot: Longtable) -> None:
    """Turns with long lists of squares fit on their pages: nothing is cut off."""
    table, _, mover, _ = await in_the_middle(people, 20)
    page = await table.shown(mover, await mover.command("match log", channel=table.thread))
    pages = [page.text]
    labels = {text_for(language).plain("log.earlier") for language in ("en", "fr")}
    while earlier := [each for each in page.buttons if each.label in labels]:
        page = await table.shown(mover, await mover.press(page, earlier[0].custom_id))
        pages.append(page.text)
    numbers = [int(each) for each in re.findall(r"^`(\d+)` ", "\n".join(pages), re.MULTILINE)]
    assert len(numbers) >= 20
    assert len(numbers) == len(set(numbers)), "each step once"
    assert min(numbers) == 2, "the first step is the beginning"
    assert numbers[0] > numbers[-1], "newest turn first"
    assert all(len(each) < 4000 for each in pages)
