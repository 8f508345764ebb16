"""Whole matches while Discord refuses every third direct message, because of the bot."""

from __future__ import annotations

import asyncio

from bot import Longtable
from cogs.answering.failures import OPENING_TOO_FAST
from cogs.delivery.breakers import InboxBreaker
from engine.matches import Status
from harness.playing import Table, control, controls, opened_table
from sandbox.people import Message, People

LONGEST = 0.2


async def every_third(people: People, path: str, code: int, times: int = 60) -> None:
    """Refuse the third request to there, the sixth and so on: a fault sees what those before let pass."""
    for number in range(1, times + 1):
        await people.fault("POST", path, skip=2 * number, status=403, code=code)


async def test_a_whole_match_while_every_third_direct_message_is_refused(
    people: People, bot: Longtable
) -> None:
    """It ends, every press is answered, each question comes once at most, and nobody's inbox is closed."""
    announcer = bot.courier._announcer  # pyright: ignore[reportPrivateUsage]
    announcer.direct_messages.breaker = breaker = InboxBreaker({OPENING_TOO_FAST: (0.05, LONGEST)})
    names = ("ada", "basile")
    for name in names:
        opened = await bot.http.start_private_message(people[name].id)
        await every_third(people, f"/channels/{opened['id']}/messages", OPENING_TOO_FAST)
    await every_third(people, "/users/@me/channels", OPENING_TOO_FAST)
    # Of two matches at once, a panel is seldom the last message of its channel, to be changed in place.
    tables = [await opened_table(people, names, "2") for _ in range(2)]
    ends = await asyncio.gather(*(table.play_out(taps=True) for table in tables))
    assert all(map(Table.over, ends))
    refused = [each for each in await people.requests() if each["status"] == 403]
    assert len(refused) >= 3
    for person in tables[0].people:
        assert not (await bot.matches.people.person(int(person.id))).dm_closed
        asked = [question for each in await person.direct_messages() if (question := asks(each))]
        assert len(asked) == len(set(asked))
    for table in tables:
        assert (await bot.matches.loader.get(int(table.match))).status is Status.OVER
    assert breaker.seconds <= LONGEST


def asks(message: Message) -> tuple[str, ...] | None:
    """The match and the question of a panel."""
    return next((control(each)[:2] for each in controls(message, "menu")), None)
