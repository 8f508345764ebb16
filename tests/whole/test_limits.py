"""Matches that are over, damaged, too many or voted upon: what is refused is said, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import Longtable
from cogs.text.text import text_for
from engine.cli import main
from engine.matches import Limits, Status
from harness.playing import controls, in_full, opened_table
from sandbox.people import People
from tests.whole.watching import Watch, loud, play_on, sentence


@pytest.mark.usefixtures("quiet")
async def test_a_match_that_is_over(people: People, bot: Longtable, watch: Watch) -> None:
    ada = people["ada"]
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    asked = {"leave": "match resign", "cancel": "match cancel"}
    sure = {name: await ada.command(command, channel=table.thread) for name, command in asked.items()}
    await play_on(bot, 1)
    await ada.sees(table.over, table.thread, within=20)
    await watch.refused(
        lambda locale: ada.command("genial play", move="BR E5 F5", match=1, locale=locale), "over", match=1
    )
    for command in ("match resign", "match cancel", "match undo"):
        await watch.refused(
            lambda locale, command=command: ada.command(command, match=1, locale=locale), "over", match=1
        )
    for name, answer in sure.items():
        assert answer.message is not None
        button = controls(answer.message, name)[0]
        await watch.refused(
            lambda locale, message=answer.message, button=button: ada.press(message, button, locale=locale),
            "over",
            match=1,
        )
    for command in ("genial play", "genial hand", "match board", "match log", "match show"):
        shown = await watch.changes_nothing(
            lambda locale, command=command: in_full(ada, ada.command(command, match=1, locale=locale))
        )
        assert all(message.text for message in shown)
    for verb in ("play", "hand", "text"):
        await watch.refused(
            lambda locale, verb=verb: ada.press(turn, controls(turn, verb)[0], force=True, locale=locale),
            "unknown_control",
        )
    assert await ada.complete("genial play", "move", "", {"match": 1}) == []


@pytest.mark.usefixtures("quiet")
async def test_a_vote_ends_with_the_next_move(people: People, bot: Longtable) -> None:
    table = await opened_table(people, ("ada", "basile"), "2")
    turn = await table.next()
    mover = table.person(turn)
    other = next(each for each in table.people if each is not mover)
    for _ in range(2):
        asked = await other.command("match cancel", channel=table.thread)
        assert asked.message is not None
        await other.press(asked.message, controls(asked.message, "cancel")[0])
    vote = await mover.sees(lambda message: bool(controls(message, "cancel")), table.thread)
    assert (await bot.matches.loader.get(1)).agreed == {int(other.id)}
    for locale in ("en-US", "fr"):
        answer = await people["dan"].press(vote, controls(vote, "cancel")[0], locale=locale)
        assert answer.text == sentence(locale, "not_seated", match=1)
    await table.settle(mover, await table.tap_a_move(mover, turn))
    assert (await bot.matches.loader.get(1)).agreed == frozenset()

    async def asks_no_more() -> bool:
        return not controls(await mover.again(vote), "cancel")

    await mover.wait_for(asks_no_more)
    # Who asks now begins anew.
    again = await mover.command("match cancel", channel=table.thread)
    assert again.message is not None
    await mover.press(again.message, controls(again.message, "cancel")[0])
    match = await bot.matches.loader.get(1)
    assert (match.status, match.agreed) == (Status.RUNNING, {int(mover.id)})


@pytest.mark.usefixtures("quiet")
async def test_too_many_tables(people: People, bot: Longtable, watch: Watch) -> None:
    ada, basile = people["ada"], people["basile"]
    bot.matches.lobbies.limits = Limits(per_person=1, per_guild=2)
    await ada.command("genial new", channel="games")
    await watch.refused(
        lambda locale: ada.command("genial new", channel="games", locale=locale), "too_many_tables", limit=1
    )
    await basile.command("genial new", channel="games")
    table = await ada.sees(
        lambda message: any("lt:1:" in each for each in controls(message, "join")), "games"
    )
    await watch.refused(
        lambda locale: basile.press(table, controls(table, "join")[0], locale=locale),
        "too_many_tables",
        limit=1,
    )
    await watch.refused(
        lambda locale: people["dan"].command("genial new", channel="games", locale=locale),
        "guild_full",
        limit=2,
    )


async def test_a_damaged_match_stands_still(
    people: People, bot: Longtable, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its people are told, the host's log says it once, nothing of it is changed, and other matches go on."""
    ada = people["ada"]
    await opened_table(people, ("ada",), "solo")
    await play_on(bot, 1, lambda entries: entries >= 3)
    other = await opened_table(people, ("ada", "basile"), "2", "table-talk")
    turn = await other.next()
    await watch.write("UPDATE entries SET text = 'BR A1 A2' WHERE match = 1 AND number = ?", 2)
    bot.matches.loader.cache.forget(1)
    for command in ("genial play", "genial hand", "match board", "match log", "match show"):
        await watch.refused(
            lambda locale, command=command: ada.command(command, match=1, locale=locale), "damaged", match=1
        )
    listed = await ada.command("turns", channel="games", locale="fr")
    assert str(text_for("fr")("turns.damaged")) in listed.text
    mover = other.person(turn)
    await other.settle(mover, await other.tap_a_move(mover, turn))
    await other.next()
    errors = [line for line in loud(caplog) if line.startswith("ERROR")]
    assert len([line for line in errors if "cannot be rebuilt" in line]) == 1
    assert all("match 1" in line for line in errors)


@pytest.mark.usefixtures("quiet")
async def test_a_record_that_was_tampered_with(
    people: People, bot: Longtable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file behind the match's last message verifies; with any part of it changed it does not."""
    table = await opened_table(people, ("ada", "basile"), "2")
    await play_on(bot, 1)
    end = await people["ada"].sees(table.over, table.thread, within=20)
    detail = await table.detail(end)
    number = next(index for index, (name, _) in enumerate(detail.files) if name.endswith(".txt"))
    good = await people["ada"].file(detail, number)
    path = tmp_path / "record.txt"
    path.write_bytes(good)
    assert main(["verify", str(path)]) == 0
    rows = good.decode().splitlines(keepends=True)
    half = len(rows) // 2
    damaged = {
        "a row is missing": "".join(rows[:half] + rows[half + 1 :]),
        "two rows are swapped": "".join([*rows[:half], rows[half + 1], rows[half], *rows[half + 2 :]]),
        "cut short": "".join(rows[:half]),
        "empty": "",
        "foreign": '[Event "Chess"]\n1. e4 e5\n',
        "binary": "\x00\x01\ufffd" * 50,
        "another game": good.decode().replace("genial", "chess"),
    }
    for what, text in damaged.items():
        path.write_text(text, encoding="utf-8")
        capsys.readouterr()
        for command in ("verify", "replay"):
            assert main([command, str(path)]) != 0, (what, command)
        said = capsys.readouterr().err
        assert "Traceback" not in said
        assert "record.txt" in said, what


async def test_one_bad_value_takes_away_nothing_else(people: People, bot: Longtable, watch: Watch) -> None:
    """Lists show all other matches, and say of the bad one that it is damaged, until it is mended."""
    ada, basile = people["ada"], people["basile"]
    bad = await opened_table(people, ("ada", "basile"), "2")
    await bad.next()
    other = await opened_table(people, ("ada", "basile"), "2", "table-talk")
    turn = await other.next()
    await ada.command("genial new", channel="games")
    for match, columns in ((1, ("house", "lobby", "size", "pace", "options")), (3, ("lobby", "pace"))):
        for column in columns:
            kept = f"SELECT {column} FROM matches WHERE id = ?"
            ((before,),) = await bot.matches.store._read(kept, (match,))  # pyright: ignore
            change = f"UPDATE matches SET {column} = ? WHERE id = ?"
            await watch.write(change, 9999 if column == "size" else "{garbage", match)
            bot.matches.loader.cache.forget(match)
            for locale in ("en-GB", "fr"):
                mark = str(text_for(locale[:2])("turns.damaged"))
                turns = (await ada.command("turns", channel="games", locale=locale)).text
                assert turns.count(mark) == 1, (column, turns)
                assert all(f"{each}](" in turns for each in (1, 2, 3)), (column, turns)
                tables = (await basile.command("tables", channel="games", locale=locale)).text
                assert tables.count(mark) == int(match == 3), (column, tables)
            await watch.write(change, before, match)
            bot.matches.loader.cache.forget(match)
    assert str(text_for("en")("turns.damaged")) not in (await ada.command("turns", channel="games")).text
    mover = other.person(turn)
    await other.settle(mover, await other.tap_a_move(mover, turn))
    await other.next()
