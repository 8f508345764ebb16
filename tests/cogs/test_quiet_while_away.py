"""The rings, messages and table's news while robots play for somebody who has vanished."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from cogs.answering.answers import Page
from cogs.services.services import Services
from engine.match.values import Chosen
from engine.matches import Status
from tests.cogs.delivery.test_quiet_hours import rung
from tests.cogs.simulated import Town, controls, said

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
WEEKS = 28 * DAY


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weeks of boards would be drawn for nothing."""

    async def show(self: Services, page: Page, drawing: object, name: str) -> Page:
        return page

    monkeypatch.setattr(Services, "show", show)


class Weeks:
    """Several tables, at which everybody plays but those who have vanished."""

    def __init__(self, place: Town, gone: Sequence[Any]) -> None:
        self.place = place
        self.gone = {each.id for each in gone}
        self.clicks = 900_000

    async def begin(self, people: Sequence[Any], game: str, pace: str) -> None:
        first, *others = people
        size = {"players": str(len(people))} if game in ("genial", "familienbande") else {}
        await first.slash(self.place.square, f"{game} new", pace=pace, **size)
        await self.place.settle()
        for person in others:
            await person.click(self.place.lobby, custom_id=controls(self.place.lobby, "join")[0])
            await self.place.settle()
        await self.place.start()

    async def play(self) -> None:
        """All others answer all that is asked of them."""
        matches = self.place.bot.matches
        for person in self.place.people:
            if person.id in self.gone:
                continue
            for _ in range(30):
                waiting = await matches.queries.waiting_for(person.id)
                for match in sorted(waiting):
                    situation = await matches.queries.situation(match, person.id)
                    self.clicks += 1
                    await matches.moves.play(match, person.id, str(situation.moves[0]), None, self.clicks)
                if not waiting:
                    break
        await self.place.settle()

    async def live(self, time: timedelta, step: timedelta = 12 * HOUR) -> None:
        until = self.place.calendar() + time
        while self.place.calendar() < until:
            self.place.calendar.ahead += step
            await self.place.settle()
            await self.play()

    async def robots_first_turn(self, person: Any) -> int:
        """Live until a robot has played for the person; how much has rung for them before that."""
        while True:
            before = len(rung(self.place, person))
            await self.live(6 * HOUR, 6 * HOUR)
            if await self.place.bot.matches.queries.robot_matches(person.id):
                return before


def mentions(place: Town, person: Any) -> int:
    """Return the number of messages, at any table, that mention the person so that it rings."""
    return sum(
        str(person.id) in (each.json or {}).get("allowed_mentions", {}).get("users", [])
        for each in place.env.http_requests
        if each.method == "POST" and each.path.endswith("/messages")
    )


async def test_four_weeks_of_many_matches_ring_four_times(place: Town) -> None:
    """The figure: from the robot's first turn on at most four, whatever the number of matches."""
    ada, basile, chloe, dan = place.people
    weeks = Weeks(place, [ada])
    await weeks.begin((ada, basile), "genial", "day")
    for people in ((basile, ada), (ada, chloe, dan), (dan, ada), (chloe, ada)):
        await weeks.begin(people, "genial", "week")
    await weeks.begin((ada, basile), "genesia", "week")
    before, called = await weeks.robots_first_turn(ada), mentions(place, ada)
    began, sent = place.calendar(), len(place.got(ada))
    while place.calendar() < began + WEEKS:
        await weeks.live(2 * DAY, 2 * DAY)
    told = rung(place, ada)[before:]
    assert 1 <= len(told) <= 4, told
    assert mentions(place, ada) == called, "no table rings for whom a robot plays"
    assert "A robot has played for you" in told[0]
    assert all("still play" in each for each in told[1:]), told[1:]
    assert len({match for each in told[1:] for match in re.findall(r"#(\d+)\]", each)}) > 1, "all together"
    silent = len(place.got(ada)) - sent - len(told)
    assert silent <= 3 * 6, "beside these a step of the seat alone is told, and that silently"
    assert place.refusals() == []


@pytest.mark.parametrize("lastly", [False, True], ids=["all at once", "one later"])
async def test_many_fast_matches_ring_no_more_often(place: Town, lastly: bool) -> None:
    """There a robot plays two days after its person's last move; somewhere else she may have moved later."""
    ada, basile, chloe, dan = place.people
    weeks = Weeks(place, [ada])
    for people in ((basile, ada), (ada, chloe), (dan, ada), (chloe, ada), (ada, basile)):
        await weeks.begin(people, "genial", "lively")
        await weeks.live(3 * HOUR, 3 * HOUR)
    matches = place.bot.matches
    waiting = sorted(await matches.queries.waiting_for(ada.id))
    if lastly:
        await weeks.live(20 * HOUR, 2 * HOUR)
    for match in waiting[-1:] if lastly else waiting:
        situation = await matches.queries.situation(match, ada.id)
        weeks.clicks += 1
        await matches.moves.play(match, ada.id, str(situation.moves[0]), None, weeks.clicks)
    await place.settle()
    before = await weeks.robots_first_turn(ada)
    began = place.calendar()
    while place.calendar() < began + WEEKS:
        await weeks.live(6 * HOUR, 6 * HOUR)
    told = rung(place, ada)[before:]
    assert 1 <= len(told) <= 4, told


async def test_the_table_is_not_told_that_it_is_the_absents_turn(place: Town) -> None:
    ada, basile = place.people[:2]
    weeks = Weeks(place, [ada])
    await weeks.begin((ada, basile), "genial", "day")
    await weeks.robots_first_turn(ada)
    before = len(place.thread.history())
    await weeks.live(5 * DAY)
    told = [said(each) for each in place.thread.history()[before:]]
    assert len(told) > 4
    assert not [each for each in told if f"<@{ada.id}>" in each]
    assert not [each for each in told if re.search(r"(?<!for )\bada placed", each)]
    assert [each for each in told if "Robot for ada placed" in each]
    waits = [each for each in told if "a robot plays for ada next" in each]
    assert waits
    assert not [each for each in waits if "until <t:" in each or "Time runs out" in each]


@pytest.mark.parametrize("game", ["genial", "genesia", "familienbande", "genesis"])
async def test_what_a_robot_did_is_told_in_the_readers_words(place: Town, game: str) -> None:
    """The robot's moves are told in French and without notation."""
    ada, basile, chloe = place.people[:3]
    for person in (ada, basile):
        chosen = Chosen(language="fr")
        await place.bot.services.remember(person.id, locale="fr", chosen=chosen)
    weeks = Weeks(place, [ada])
    people = (ada, basile, chloe) if game == "familienbande" else (ada, basile)
    await weeks.begin(people, game, "day")
    await weeks.robots_first_turn(ada)
    (told, *_) = place.got(ada, "Un robot a joué pour vous")
    lines = said(told).split("\n")
    moves = [each.text for each in await place.store.entries(1) if each.kind == "move" and each.by is None]
    assert moves
    assert not [each for each in lines if "`" in each]
    assert not [each for each in lines if re.fullmatch(r".*\bend\b.*", each)]
    if game == "genial":
        (did,) = [each for each in lines if each.startswith("Robot pour ada")]
        (tile,) = re.findall(r"\*\*([A-Z]{2})\*\*", did)
        assert set(tile) <= set("ROJVBP"), "the letters of French colours"


async def test_who_is_back_is_called_again(place: Town) -> None:
    ada, basile = place.people[:2]
    weeks = Weeks(place, [ada])
    for _ in range(3):
        await weeks.begin((ada, basile), "genial", "day")
    await weeks.robots_first_turn(ada)
    await weeks.live(9 * DAY)
    assert (await place.bot.matches.hours.hours(ada.id)).is_inactive
    turns = (await ada.slash(place.square, "turns")).response
    assert not (await place.bot.matches.hours.hours(ada.id)).is_inactive
    before = len(rung(place, ada))
    backs = controls(turns, "back") + controls(turns, "panel")
    assert backs
    for match in await place.bot.matches.queries.robot_matches(ada.id):
        await place.bot.matches.presence.come_back(match, ada.id, 1000 + match)
    await place.settle()
    weeks.gone.clear()
    await weeks.live(2 * DAY)
    running = [
        match for match in (1, 2, 3) if (await place.bot.matches.loader.get(match)).status is Status.RUNNING
    ]
    assert not running or len(rung(place, ada)) > before


async def test_who_plays_elsewhere_is_called_there(place: Town) -> None:
    """A robot plays in one match for somebody who has moved in another these days: nothing is hushed."""
    ada, basile = place.people[:2]
    weeks = Weeks(place, [ada])
    await weeks.begin((ada, basile), "genial", "1d 1d")
    await weeks.begin((ada, basile), "genial", "week")
    matches = place.bot.matches
    for _ in range(12):
        await weeks.live(6 * HOUR, 6 * HOUR)
        situation = await matches.queries.situation(2, ada.id)
        if situation.seat in situation.pending:
            weeks.clicks += 1
            await matches.moves.play(2, ada.id, str(situation.moves[0]), None, weeks.clicks)
            await place.settle()
    assert await matches.queries.robot_matches(ada.id) == (1,)
    assert not (await matches.hours.hours(ada.id)).is_inactive
    before = len(rung(place, ada))
    await weeks.live(DAY)
    assert [each for each in rung(place, ada)[before - 2 :] if "#2" in each]


async def test_whom_no_direct_message_reaches_is_called_at_the_table(place: Town) -> None:
    ada, basile = place.people[:2]
    place.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    weeks = Weeks(place, [ada])
    await weeks.begin((ada, basile), "genial", "week")
    await weeks.robots_first_turn(ada)
    (called,) = [
        each for each in place.thread.history() if f"<@{ada.id}>" in said(each) and controls(each, "back")
    ]
    assert "a robot has played for you" in said(called)
    await weeks.live(10 * DAY, 2 * DAY)
    assert len([each for each in rung(place, ada) if "a robot has played for you" in each]) == 2
    await ada.click(called, custom_id=controls(called, "back")[0])
    await place.settle()
    assert place.told("ada is back.")
