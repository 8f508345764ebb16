"""Genesis (Knizia) through the sandbox: what must be refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot import Longtable
from harness.playing import Table, controls, opened_table
from sandbox.people import Message, People, Person
from tests.whole.watching import LOCALES, Watch, sentence

pytestmark = pytest.mark.usefixtures("quiet")


async def two(people: People, bot: Longtable) -> tuple[Table, Message, Person, Person, Any]:
    """A match of two after one turn: its table, the open turn, whose it is, the other one, the view."""
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn = await table.next()
    await table.type_a_move(table.person(turn))
    turn = await table.next()
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    return table, turn, mover, other, (await bot.matches.queries.situation(1, int(mover.id))).view


async def test_moves_that_are_none(people: People, bot: Longtable, watch: Watch) -> None:
    table, _, mover, other, view = await two(people, bot)
    taken = next(
        f"{'ABCDEFGHIJKLMN'[column]}{row + 1}"
        for column, row in ((each.square % 15, each.square // 15) for each in view.placements)
    )
    wrong: list[tuple[str, str, dict[str, Any]]] = [
        (text, "genesis.notation", {"text": text[:40]})
        for text in ("hello", "G", "G:C5 Y", "G:C5 Y:D7 M:A1", "🎲", "`*_@everyone_*`", "<@1> x", "é" * 100)
    ]
    wrong += [
        ("X:C5", "genesis.terrain", {"letter": "X"}),
        ("G:Z9", "genesis.off_board", {"square": "Z9"}),
        ("G:A11", "genesis.off_board", {"square": "A11"}),
        ("G:C9", "genesis.volcano", {"square": "C9"}),
        ("G:B5", "genesis.pit", {"square": "B5"}),
        ("G:L1", "genesis.beyond_river", {"square": "L1"}),
        (f"G:{taken}", "genesis.taken", {"square": taken}),
        ("G:K1 Y:K1", "genesis.same_square", {"square": "K1"}),
    ]
    for text, code, inputs in wrong:
        await watch.refused(
            lambda locale, text=text: mover.command(
                "genesis play", move=text, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
    for person, code, inputs in ((other, "not_your_turn", {}), (people["dan"], "not_seated", {"match": 1})):
        for text in ("G:K1", "nonsense"):
            await watch.refused(
                lambda locale, person=person, text=text: person.command(
                    "genesis play", move=text, channel=table.thread, locale=locale
                ),
                code,
                **inputs,
            )
        assert await person.complete("genesis play", "move", "", channel=table.thread) == []
    for typed in ("zzz", "G:Z", "Z" * 90):
        assert await mover.complete("genesis play", "move", typed, channel=table.thread) == []
    await table.type_a_move(mover)


async def test_terrains_not_rolled_or_used_up(people: People, bot: Longtable, watch: Watch) -> None:
    """The position is made: only forests and savannas were rolled, and the forests are used up."""
    table, turn, mover, _, _ = await two(people, bot)
    _, log = await bot.matches.loader.load_started(1)
    assert log is not None
    seat = (await bot.matches.loader.get(1)).seat_of(int(mover.id))
    assert seat is not None
    left = [(5, 5, 5, 5), (5, 5, 5, 5)]
    left[seat] = (0, 1, 5, 5)
    state = log.fold.state._replace(dice=(1, 1), left=tuple(left))
    log.fold = replace(log.fold, state=state)
    for text, code, inputs in (
        ("G:K1", "genesis.none_left", {"terrain": "G"}),
        ("G:K1 Y:K2", "genesis.none_left", {"terrain": "G"}),
        ("Y:K1 Y:K2", "genesis.one_left", {"terrain": "Y"}),
        ("M:K1 B:K2", "genesis.not_rolled", {"terrain": "B", "dice": "YY"}),
    ):
        await watch.refused(
            lambda locale, text=text: mover.command(
                "genesis play", move=text, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
    panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    assert {each.rpartition("@")[2] for each in controls(panel, "menu")}.isdisjoint({"G", "GY"})


async def squares(table: Table, turn: Message, mover: Person) -> Message:
    """The mover's private panel with squares for the first tile, and the list of rows."""
    panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    if not controls(panel, "pick"):
        panel = await table.shown(mover, await mover.press(panel, controls(panel, "menu")[0]))
    return panel


@pytest.mark.usefixtures("panels_stay")
async def test_choices_that_were_not_offered(people: People, bot: Longtable, watch: Watch) -> None:
    table, turn, mover, other, _ = await two(people, bot)
    panels = {locale: await squares(table, turn, mover) for locale in LOCALES}
    panel = await squares(table, turn, mover)
    pick = controls(panel, "pick")[0]
    for value, code, inputs in (
        (">Z9", "unknown_control", {}),
        (">C9", "unknown_control", {}),
        (">L1", "unknown_control", {}),
        (">" + "/" * 90, "unknown_control", {}),
        ("=", "genesis.notation", {"text": ""}),
        ("=G:C9", "genesis.volcano", {"square": "C9"}),
        ("🎲", "unknown_control", {}),
    ):
        await watch.refused(
            lambda locale, value=value: mover.choose(panel, value, menu=pick, force=True, locale=locale),
            code,
            **inputs,
        )
    huge = await mover.choose(panel, "=" + "x" * 9000, menu=pick, force=True)
    assert huge.state == "answered"
    assert len(huge.text) < 300
    play = controls(turn, "play")[0]
    await watch.refused(
        lambda locale: other.press(turn, play, locale=locale), "other_seat", who=mover.raw["global_name"], n=1
    )
    await watch.refused(lambda locale: people["dan"].press(turn, play, locale=locale), "not_seated", match=1)
    square = controls(panel, "menu")[0]
    step = await table.shown(mover, await mover.press(panel, square))
    await mover.press(step, controls(step, "go")[0])
    await table.next()
    shown = await watch.changes_nothing(lambda locale: mover.press(panels[locale], square, locale=locale))
    for message, locale in zip(shown, LOCALES, strict=True):
        assert message.text.startswith(sentence(locale, "stale"))


async def test_values_that_were_not_offered(people: People, watch: Watch) -> None:
    ada = people["ada"]
    for options, value in (
        ({"players": "1"}, "1"),
        ({"players": "5"}, "5"),
        ({"players": "2", "tiles": "14"}, "14"),
    ):
        await watch.refused(
            lambda locale, options=options: ada.command("genesis new", options, force=True, locale=locale),
            "unknown_value",
            value=value,
        )


async def test_the_private_commands(people: People, bot: Longtable) -> None:
    """Everybody may look, in their own language; nobody has a hand to look at."""
    table, turn, mover, other, _ = await two(people, bot)
    for person, locale, words in (
        (mover, "fr", "lance les dés"),
        (people["dan"], "en-US", "rolled"),
    ):
        board = await table.shown(
            person, await person.command("match board", channel=table.thread, locale=locale)
        )
        assert board.private
        assert words in board.text
        assert len(board.pictures) == 1
        text = await table.shown(
            person, await person.command("match board", text=True, channel=table.thread, locale=locale)
        )
        assert text.text.startswith("```")
        for command in ("match log", "match rules"):
            answer = await person.command(command, channel=table.thread, locale=locale)
            assert (await table.shown(person, answer)).text
    waiting = await table.shown(other, await other.command("genesis play", channel=table.thread))
    assert not controls(waiting, "pick")
    assert not controls(waiting, "menu")
    assert turn
