"""Moves, clicks and numbers that nobody should send: a clear private sentence, and nothing changes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import discord
import pytest

from bot import Longtable
from cogs.answering.answers import words
from cogs.answering.controls import Control, button, menu
from harness.playing import Table, control, controls, in_full, opened_table
from sandbox.people import Message, People, Person
from tests.whole.watching import LOCALES, Watch, sentence

pytestmark = pytest.mark.usefixtures("quiet")

GARBAGE = (
    "lt:1:0:0:play:x\nlt:1:0:0:go:BR E5 F5",
    "lt:999999999999999999:999999999:99:go:BR E5 F5",
    "lt:1:0:1:pick:",
    "lt:-1:0:0:play:",
    "lt:1:0:0:explode:",
    "lt:::::",
    "lt:",
    "not ours",
    "🎲" * 25,
    "١٢٣",
    "lt:١:0:0:play:",
    "lt:1:0:0:menu:" + "9" * 60,
    "x" * 100,
    "'; DROP TABLE matches; --",
)


async def two(people: People) -> tuple[Table, Message, Person, Person]:
    """A match of two, its first turn, whose it is, and the other one."""
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    return table, turn, mover, other


async def opened_panel(table: Table, turn: Message, person: Person) -> Message:
    """The mover's private panel with a menu of places."""
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    if menus := controls(panel, "menu"):
        panel = await table.shown(person, await person.press(panel, menus[0]))
    return panel


async def test_moves_that_are_none(people: People, bot: Longtable, watch: Watch) -> None:
    table, _, mover, other = await two(people)
    view = (await bot.matches.queries.situation(int(table.match), int(mover.id))).view
    tile, foreign = (
        str(view.rack[0]),
        next(a + b for a, b in combinations("ROYGBP", 2) if a + b not in {*map(str, view.rack)}),
    )
    wrong: list[tuple[str, str, dict[str, Any]]] = [
        (text, "genial.notation", {"text": text[:40]})
        for text in (
            "hello",
            tile,
            f"{tile} E5",
            f"{tile} E5 F5 G5",
            "🎲",
            "`*_@everyone_*`",
            "<@1> x",
            "é" * 100,
        )
    ]
    wrong += [
        (f"{tile} Z9 Z8", "genial.off_board", {"cell": "Z9"}),
        (f"{foreign} F5 F6", "genial.not_on_rack", {"tile": foreign}),
        (f"{tile} F6 F6", "genial.same_cell", {"cell": "F6"}),
        (f"{tile} F6 A1", "genial.printed", {"cell": "A1"}),
        (f"{tile} F6 F8", "genial.not_adjacent", {"a": "F6", "b": "F8"}),
        (f"{tile} F6 F7", "genial.first_tile", {}),
        ("swap", "genial.swap_not_now", {}),
        ("keep", "genial.keep_not_now", {}),
    ]
    for text, code, inputs in wrong:
        await watch.refused(
            lambda locale, text=text: mover.command(
                "genial play", move=text, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
    for preview in (False, True):
        given = {"move": "swap", "preview": preview}
        await watch.refused(
            lambda locale, given=given: mover.command(
                "genial play", given, channel=table.thread, locale=locale
            ),
            "genial.swap_not_now",
        )
    for text in (f"{tile} F6 F7", "nonsense", "swap"):
        await watch.refused(
            lambda locale, text=text: other.command(
                "genial play", move=text, channel=table.thread, locale=locale
            ),
            "not_your_turn",
        )
        await watch.refused(
            lambda locale, text=text: people["dan"].command(
                "genial play", move=text, channel=table.thread, locale=locale
            ),
            "not_seated",
            match=1,
        )
    assert await other.complete("genial play", "move", "", channel=table.thread) == []
    assert await people["dan"].complete("genial play", "move", "", channel=table.thread) == []
    for typed in ("zzz", "Z" * 90, "BR Z9"):
        assert await mover.complete("genial play", "move", typed, channel=table.thread) == []
    await table.settle(mover, await table.type_a_move(mover))


@pytest.mark.usefixtures("panels_stay")
async def test_answered_questions(people: People, watch: Watch) -> None:
    table, turn, mover, _ = await two(people)
    panels = {locale: await opened_panel(table, turn, mover) for locale in LOCALES}
    panel = await opened_panel(table, turn, mover)
    place = controls(panel, "go")[0]
    await table.settle(mover, await mover.press(panel, place))
    await table.next()
    shown = await watch.changes_nothing(
        lambda locale: in_full(mover, mover.press(panels[locale], place, locale=locale))
    )
    for message, locale in zip(shown, LOCALES, strict=True):
        assert message.text.startswith(sentence(locale, "stale"))
    # The turn's message has lost its buttons: what an old page still shows does nothing.
    await watch.refused(
        lambda locale: mover.press(turn, controls(turn, "play")[0], force=True, locale=locale),
        "unknown_control",
    )


async def test_buttons_of_others(people: People, watch: Watch) -> None:
    table, turn, mover, other = await two(people)
    dan = people["dan"]
    panel = await opened_panel(table, turn, mover)
    play, hand, text = (controls(turn, verb)[0] for verb in ("play", "hand", "text"))
    await watch.refused(
        lambda locale: other.press(turn, play, locale=locale), "other_seat", who=mover.raw["global_name"], n=1
    )
    for way in (play, hand):
        await watch.refused(
            lambda locale, way=way: dan.press(turn, way, locale=locale), "not_seated", match=1
        )
    # The panel's controls, sent by others from where they have none.
    forged = [*controls(panel, "menu"), *controls(panel, "pick"), "lt:1:0:0:go:BR E5 F5"]
    for person in (other, dan):
        for custom_id in forged:
            await watch.refused(
                lambda locale, person=person, custom_id=custom_id: person.press(
                    turn, custom_id, force=True, locale=locale
                ),
                "unknown_control",
            )
    for message in await watch.changes_nothing(lambda locale: dan.press(turn, text, locale=locale)):
        assert message.private
    await table.settle(mover, await table.tap_through(mover, await mover.again(panel)))


async def test_custom_ids_that_nobody_made(people: People, watch: Watch) -> None:
    table, turn, mover, _ = await two(people)
    panel = await opened_panel(table, turn, mover)
    for message in (turn, panel):
        for custom_id in GARBAGE:
            await watch.refused(
                lambda locale, message=message, custom_id=custom_id: mover.press(
                    message, custom_id, force=True, locale=locale
                ),
                "unknown_control",
            )


COMMANDS = (
    *("genial play", "genial hand", "match board", "match log", "match show", "match replay", "history"),
)
"""Commands that take the number of a running match; `resign`, `cancel` and `rules` do so too."""
NUMBERED = (*COMMANDS, "match rules", "match resign", "match cancel")


@pytest.mark.parametrize("number", [77, 0, -1, 2**53, 2**63, -(2**70)])
async def test_matches_that_are_not_there(people: People, watch: Watch, number: int) -> None:
    for command in NUMBERED:
        await watch.refused(
            lambda locale, command=command: people["ada"].command(
                command, match=number, force=True, locale=locale
            ),
            "no_match",
            match=number,
        )
    assert await people["ada"].complete("genial play", "move", "B", {"match": number}) == []


async def test_values_that_were_not_offered(people: People, watch: Watch) -> None:
    ada = people["ada"]
    for options, value in (
        ({"players": "9"}, "9"),
        ({"players": "2", "bonus": "none"}, "none"),
        ({"players": "<@&1>"}, "<@&1>"),
    ):
        await watch.refused(
            lambda locale, options=options: ada.command("genial new", options, force=True, locale=locale),
            "unknown_value",
            value=value,
        )
    await opened_table(people, ("ada",), "solo")
    await watch.refused(
        lambda locale: ada.command("match board", {"theme": "pink"}, force=True, locale=locale),
        "unknown_value",
        value="pink",
    )
    for value in ("pink", [1], {"a": 1}, 3.7, True, "1e9"):
        answers = [
            await ada.command("genial hand", {"match": value}, force=True, locale=locale)
            for locale in LOCALES
        ]
        for answer in answers:
            assert answer.state == "answered", (value, answer)
            assert answer.message is not None
            assert answer.message.private
    long = await ada.command("genial play", {"match": 1, "move": "x" * 6000}, force=True)
    assert len(long.text) < 300


async def test_options_of_another_kind(people: People, watch: Watch) -> None:
    """Numbers for texts and texts for numbers, too much, too little, and what no command has."""
    table, _, mover, _ = await two(people)
    for command, options, value in (
        ("genial play", {"move": 5}, "5"),
        ("genial play", {"move": True}, "True"),
        ("genial play", {"move": ["x"]}, "['x']"),
        ("match board", {"text": "yes"}, "yes"),
        ("match board", {"theme": 1}, "1"),
        ("match board", {"match": 1.5}, "1.5"),
        ("match give", {"seat": "x"}, "x"),
        ("host time", {"match": 1, "days": "x"}, "x"),
        ("genesia play", {"move": "x" * 201}, "x" * 40),
        ("genesis-life play", {"move": "D5", "preview": 3}, "3"),
        ("match rules", {"game": "no such game"}, "no such game"),
    ):
        await watch.refused(
            lambda locale, command=command, options=options: mover.command(
                command, options, channel=table.thread, force=True, locale=locale
            ),
            "unknown_value",
            value=value,
        )
    for command, options in (
        ("match pause", {}),
        ("match end", {"match": 1}),
    ):
        await watch.refused(
            lambda locale, command=command, options=options: mover.command(
                command, options, channel=table.thread, force=True, locale=locale
            ),
            "unknown_command",
        )


async def test_a_match_of_another_server(people: People, bot: Longtable, watch: Watch) -> None:
    """Its number alone opens nothing: neither on this server nor in private messages."""
    stranger = people["dan"]
    table = await opened_table(people, ("ada", "basile"), "2")
    await table.next()
    await people["ada"].say("hello", "games")
    lobby = await people["ada"].command("genial new", players="2")
    assert "2" in lobby.text
    await elsewhere(watch, 1)
    await elsewhere(watch, 2)
    bot.matches.loader.cache.forget(1)
    bot.matches.loader.cache.forget(2)
    before = watch.rows()
    for command in COMMANDS:
        await watch.refused(
            lambda locale, command=command: stranger.command(command, match=1, locale=locale),
            "no_match",
            match=1,
        )
    for command in ("match rules", "match show", "match resign", "match cancel"):
        await watch.refused(
            lambda locale, command=command: stranger.command(command, match=2, locale=locale),
            "no_match",
            match=2,
        )
    assert watch.rows() == before
    # Its players may use it from anywhere.
    hand = await in_full(people["ada"], people["ada"].command("genial hand", match=1))
    assert "rack" in hand.text


async def elsewhere(watch: Watch, match: int) -> None:
    """Move a match to another server."""
    await watch.write("UPDATE matches SET guild = 4242, channel = 4243 WHERE id = ?", match)


async def old_table(bot: Longtable, ada: Person, table: Message) -> Message:
    """A message of that table with the buttons that every table had before `Change…`."""
    verbs, robots = ("join", "leave", "start"), [discord.SelectOption(label="steady", value="steady")]
    page = words("as it was").row(*(button(Control(1, verb), verb) for verb in verbs))
    page.row(menu(Control(1, "add"), "x", robots))
    sent = await bot.get_partial_messageable(int(table.channel)).send(view=page.layout())
    return await ada.sees(lambda message: message.id == str(sent.id), "games")


async def test_tables_that_cannot_be_joined_left_or_started(
    people: People, bot: Longtable, watch: Watch
) -> None:
    ada, basile, chloe, dan = (people[name] for name in ("ada", "basile", "chloe", "dan"))
    await ada.command("genial new", players="3")
    table = await ada.sees(lambda message: bool(controls(message, "join")), "games")
    lobby, table = table, await old_table(bot, ada, table)
    join, leave, start = (controls(table, verb)[0] for verb in ("join", "leave", "start"))
    assert len(lobby.buttons) == 3, "**Start** comes with the last seat"
    await watch.refused(lambda locale: ada.press(table, join, locale=locale), "seated", match=1)
    await watch.refused(lambda locale: basile.press(table, leave, locale=locale), "not_seated", match=1)
    await watch.refused(
        lambda locale: ada.press(table, start, force=True, locale=locale), "not_full", missing=2
    )
    await watch.refused(
        lambda locale: basile.press(table, start, force=True, locale=locale), "not_seated", match=1
    )
    await watch.refused(
        lambda locale: basile.command("match cancel", match=1, locale=locale), "not_seated", match=1
    )
    add = next(select.custom_id for select in table.selects)
    for person, value, code, inputs in (
        (ada, "world champion", "unknown_player", {"player": "world champion"}),
        (basile, "steady", "not_host", {"match": 1}),
    ):
        before = watch.rows()
        answer = await person.choose(table, value, menu=add, force=True)
        assert answer.state == "deferred", answer
        said = sentence(person.raw["locale"], code, **inputs)
        await person.sees(lambda message, said=said: message.private and message.text == said, "games")
        assert watch.rows() == before
    for number in (1, 77):
        for command in ("genial play", "genial hand", "match board", "match log"):
            code = "not_started" if number == 1 else "no_match"
            await watch.refused(
                lambda locale, command=command, number=number: ada.command(
                    command, match=number, locale=locale
                ),
                code,
                match=number,
            )
    # The host leaves: the next one is the host. A second time there is nothing to leave.
    await basile.press(table, join)
    assert (await ada.press(table, leave)).state == "answered"
    await watch.refused(lambda locale: ada.press(table, leave, locale=locale), "not_seated", match=1)
    await watch.refused(
        lambda locale: ada.press(table, start, force=True, locale=locale), "not_seated", match=1
    )
    listed = await in_full(ada, ada.command("tables", channel="games"))
    assert listed.message is not None
    late, way = listed.message, controls(listed.message, "join")[0]
    await chloe.press(table, join)
    await dan.press(table, join)
    await watch.refused(
        lambda locale: ada.press(table, join, force=True, locale=locale), "full", match=1, seats=3
    )
    await watch.refused(
        lambda locale: basile.press(table, f"{table_id(table)}remove:", force=True, locale=locale),
        "unknown_control",
    )
    # The lobby follows a little later: nothing can be started before the button is open.
    ready = await basile.sees(
        lambda message: message.id == lobby.id and bool(controls(message, "start")), "games"
    )
    assert (await basile.press(ready, controls(ready, "start")[0])).state == "answered"
    for person, custom_id in ((ada, join), (basile, start), (chloe, leave)):
        answer = await person.press(table, custom_id, force=True)
        assert answer.message is not None
        assert answer.message.private
    await watch.refused(lambda locale: ada.press(late, way, locale=locale), "started", match=1)
    await watch.refused(
        lambda locale: ada.command("match resign", match=1, locale=locale), "not_seated", match=1
    )


def table_id(message: Message) -> str:
    """Return the beginning of the ids of the table's controls."""
    return f"lt:{control(controls(message, 'leave')[0])[0]}:0:-:"
