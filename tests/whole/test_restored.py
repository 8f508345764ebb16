"""An older backup is put back: what old messages offer says kindly what was lost, and plays nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import Longtable
from cogs.text.text import text_for
from engine.store.backup import back_up, restore
from harness.playing import WITHIN, Table, controls, opened_table, running
from sandbox import Sandbox
from sandbox.people import Message, People, Person
from tests.whole.watching import LOCALES, Watch, play_on

pytestmark = pytest.mark.usefixtures("quiet", "luck")


async def pressed(
    person: Person, message: Message, verb: str, code: str, match: str, locales: Sequence[str] = LOCALES
) -> None:
    """The answer to an old button says the sentence, in each of our languages."""
    for locale in locales:
        answer = await person.press(message, controls(message, verb)[0], locale=locale)
        shown = await Table.shown(person, answer)
        assert str(text_for(locale[:2])(f"refusal.{code}", match=int(match))) in shown.text, shown.text


async def lobby_of(people: People, match: str) -> Message:
    """The table's own message, with what it offers while it is open."""
    return await people["ada"].sees(
        lambda message: any(each.startswith(f"lt:{match}:") for each in controls(message, "start")), "games"
    )


async def unstarted(people: People, match: int) -> Message:
    ada = people["ada"]
    await ada.command("genial new", {"players": "solo"}, channel="games")
    return await lobby_of(people, str(match))


async def thread_of(bot: Longtable, match: int) -> str:
    post = await bot.matches.posts.post(match, "thread")
    assert post is not None
    return str(post.channel)


async def test_what_old_messages_offer_after_an_older_backup_was_put_back(
    box: Sandbox, database: Path, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    async with People(box.url) as people:
        ada, watch = people["ada"], Watch(database)
        async with running(box, database) as bot:
            await people.bot_online()
            played = await opened_table(people, ("ada", "basile"), "2")
            before = await played.next()
            ended = await opened_table(people, ("ada",), "solo")
            lobby = await unstarted(people, 3)
            await watch.all_said()
            back_up(database, backup)

            first = played.person(before)
            await played.settle(first, await played.tap_a_move(first, before))
            after = await played.next()
            second = played.person(after)
            panel = await played.shown(second, await second.press(after, controls(after, "play")[0]))
            await play_on(bot, int(ended.match))
            over = await ada.sees(ended.over, ended.thread, within=WITHIN)
            await ada.press(lobby, controls(lobby, "start")[0])
            await watch.all_said()
            started = await ada.sees(lambda one: bool(controls(one, "play")), await thread_of(bot, 3))
            lost = await opened_table(people, ("ada",), "solo")
            turn = await ada.sees(lambda one: bool(controls(one, "play")), lost.thread)
            assert lost.match == "4"
            await watch.all_said()
        restore(database, backup, replacing=True)
        async with running(box, database) as bot:
            await people.bot_online()
            anew = await ada.sees(
                lambda one: int(one.id) > int(after.id) and bool(controls(one, "play")),
                played.thread,
                within=WITHIN,
            )
            await watch.all_said()
            rows = watch.rows()
            await pressed(second, after, "play", "move_lost", played.match)
            await pressed(second, panel, "menu", "move_lost", played.match, LOCALES[:1])  # it is changed
            await pressed(ada, over, "rematch", "end_lost", ended.match)
            await pressed(ada, started, "play", "start_lost", "3")
            await pressed(ada, turn, "play", "match_lost", lost.match)
            for locale in LOCALES:
                text = text_for(locale[:2])
                for channel, given, code in (
                    ("games", {"match": 4}, "match_lost"),
                    (lost.thread, {}, "thread_lost"),
                    ("games", {"match": 99}, "no_match"),
                ):
                    answer = await ada.command("genial play", given, channel=channel, locale=locale)
                    inputs = {key: int(value) for key, value in given.items()}
                    assert answer.text == str(text(f"refusal.{code}", **inputs))
            assert watch.rows() == rows
            assert played.person(anew) is first
            again = await people["ada"].again(lobby)
            assert controls(again, "start"), "it can be started again"
            await played.settle(first, await played.tap_a_move(first, anew))
            await people["ada"].press(again, controls(again, "start")[0])
            await ada.sees(
                lambda one: int(one.id) > int(turn.id) and bool(controls(one, "play")),
                started.channel,
                within=WITHIN,
            )
