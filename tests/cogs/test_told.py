"""The messages about an absence, to everybody: one table of steps and parties, in both languages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.match.values import Chosen
from engine.outcome import Gone
from tests.cogs.simulated import Town, controls, said

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


TABLE: Mapping[str, Mapping[str, Sequence[tuple[str, str]]]] = tomllib.loads(
    Path(__file__).with_name("told.toml").read_text("utf-8")
)
"""The expected sentences by step and party, in English and French."""


class Heard(NamedTuple):
    """The sentences that each party has got. The file says who the parties are."""

    table: Sequence[str] = ()
    owner: Sequence[str] = ()
    other: Sequence[str] = ()
    asker: Sequence[str] = ()
    watcher: Sequence[str] = ()
    answer: Sequence[str] = ()


class Story:
    """A table of two that is listened to. The first who is asked owns the seat."""

    def __init__(self, place: Town, language: str) -> None:
        self.place = place
        self.language = language
        self.asker, self.watcher = place.people[2:4]
        self.owner: Any = None
        self.other: Any = None
        self._seen: set[int] = set()
        self._answers: list[Any] = []
        self.clicks = 900_000

    async def begin(self, pace: str = "day", *, has_played: bool = True) -> None:
        place = self.place
        for person in place.people:
            chosen = Chosen(language=self.language)
            await place.bot.services.remember(person.id, locale=self.language, chosen=chosen)
            await place.bot.matches.hours.ask_zone(person.id)  # all have sat at a table before
        await place.open(2, pace=pace, language=self.language)
        await place.start()
        self.owner = place.mover()
        self.other = next(each for each in place.people[:2] if each is not self.owner)
        if has_played:
            for person in (self.owner, self.other):
                await self.play(person)
        self.heard()

    async def play(self, person: Any) -> None:
        """Let the person answer what is asked, to the end of the turn."""
        matches = self.place.bot.matches
        while True:
            situation = await matches.queries.situation(1, person.id)
            if situation.seat not in situation.pending:
                break
            self.clicks += 1
            await matches.moves.play(1, person.id, str(situation.moves[0]), None, self.clicks)
        await self.place.settle()

    async def live(self, time: timedelta) -> None:
        await self.place.live(time, HOUR)

    # Pressing

    def newest(self, messages: Any, verb: str) -> Any:
        return next(each for each in reversed(messages) if controls(each, verb))

    async def press(self, person: Any, verb: str, on: Any = None) -> Any:
        """Press the newest such button at the table, or on that message."""
        message = self.newest(self.place.thread.history(), verb) if on is None else on
        answer = (await person.click(message, custom_id=controls(message, verb)[0])).response
        return await self._answered(answer)

    async def press_dm(self, person: Any, verb: str) -> Any:
        """Press the newest such button that the person got in private."""
        user = next(each for each in self.place.users if each.id == person.id)
        message = self.newest(user.dm_channel.history(), verb)
        return await self._answered(
            (await user.click(message, custom_id=controls(message, verb)[0])).response
        )

    async def _answered(self, answer: Any) -> Any:
        self._answers.append(answer)
        await self.place.settle()
        return answer

    async def offers(self) -> Any:
        asked = (await self.owner.slash(self.place.thread, "match offer")).response
        return await self.press(self.owner, "offerseat", asked)

    # Listening

    def heard(self) -> Heard:
        """Return the sentences that everybody has got since the last call."""
        place = self.place
        channels = {"table": place.thread} | {
            role: next(each for each in place.users if each.id == person.id).dm_channel
            for role, person in self._people().items()
        }
        found: dict[str, tuple[str, ...]] = {}
        for role, channel in channels.items():
            messages = [] if channel is None else channel.history()
            fresh = [each for each in messages if each.id not in self._seen]
            self._seen |= {each.id for each in fresh}
            found[role] = tuple(filter(None, (self._sentence(said(each)) for each in fresh)))
        found["answer"] = tuple(self._plain(said(each)) for each in self._answers)
        self._answers.clear()
        return Heard(**found)

    def _people(self) -> dict[str, Any]:
        return {"owner": self.owner, "other": self.other, "asker": self.asker, "watcher": self.watcher}

    def _sentence(self, words: str) -> str | None:
        """Return the sentence about the table; `None` for a call or a panel."""
        about = re.match(r"\*\*Génial (#|n°\xa0)1\*\* · ", words)
        return None if about is None else self._plain(words[about.end() :])

    def _plain(self, words: str) -> str:
        lines = [each for each in words.split("\n") if not each.startswith("-# <#")]
        for role, person in self._people().items():
            lines = [re.sub(rf"\b{person.name}\b", role.upper(), each) for each in lines]
        done = {"en": ("Robot for OWNER", "Drawn"), "fr": ("Robot pour OWNER", "Pioche")}[self.language]
        lines = ["DONE" if each.startswith(done) else each for each in lines]
        lines = [each for number, each in enumerate(lines) if each != "DONE" or "DONE" not in lines[:number]]
        words = re.sub(r"<t:\d+:[fR]>", "TIME", " ".join(lines))
        return words.replace("\u202f", " ").replace("\xa0", " ")

    def step(self, name: str) -> None:
        """All that was heard is what stands in the table for this step."""
        language = ("en", "fr").index(self.language)
        expected = Heard(*(tuple(says[language] for says in TABLE[name][role]) for role in Heard._fields))
        assert self.heard() == expected, name

    def swap(self) -> None:
        """Somebody else asks from now on."""
        self.asker, self.watcher = self.watcher, self.asker

    async def vanish(self) -> None:
        """The owner does nothing any more, until a robot has played for the first time."""
        await self.live(3.1 * DAY)
        self.heard()
        await self.live(1.1 * DAY)

    async def opened(self) -> None:
        await self.vanish()
        for wait in (13 * HOUR, 13 * HOUR):
            await self.play(self.other)
            await self.live(wait)
        self.heard()


@pytest.fixture(params=["en", "fr"])
def story(place: Town, request: pytest.FixtureRequest) -> Story:
    return Story(place, request.param)


async def test_from_the_day_in_reserve_to_somebody_new(story: Story) -> None:
    await story.begin()
    await story.live(3.1 * DAY)
    heard = story.heard()
    assert len(heard.owner) == 2, "a reminder, and one more day"
    await story.live(1.1 * DAY)
    story.step("steward")
    await story.play(story.other)
    assert story.heard() == Heard()
    await story.live(13 * HOUR)
    story.step("steward again")
    await story.play(story.other)
    assert story.heard() == Heard()
    await story.live(13 * HOUR)
    story.step("open")
    await story.press(story.asker, "sit")
    story.step("asked")
    await story.press(story.other, "object")
    story.step("objected")
    story.swap()
    await story.press(story.asker, "sit")
    story.step("asked")
    answer = await story.press(story.asker, "sit")
    assert "Match 1" in said(answer) or "Partie 1" in said(answer), "asked once more it says the same"
    story.heard()
    await story.live(25 * HOUR)
    story.step("seated")
    match = await story.place.bot.matches.loader.get(1)
    assert story.asker.id in match.persons
    assert story.owner.id not in match.persons
    await story.play(story.asker)
    assert story.heard() == Heard()
    assert story.place.refusals() == []


async def test_who_has_asked_for_an_open_seat_would_rather_not(story: Story) -> None:
    await story.begin(has_played=False)
    await story.vanish()
    story.heard()
    answer = await story.press(story.asker, "sit")
    story.step("asked")
    await story.press(story.asker, "unsit", answer)
    story.step("withdrawn")
    await check_not_asked_again(story)


async def test_who_has_asked_for_an_offered_seat_would_rather_not(story: Story) -> None:
    await story.begin()
    await story.offers()
    story.heard()
    answer = await story.press(story.asker, "sit")
    story.step("offered, asked")
    await story.press(story.asker, "unsit", answer)
    story.step("offered, withdrawn")
    await check_not_asked_again(story)


async def check_not_asked_again(story: Story) -> None:
    """Each time the seat's person is told: once is enough."""
    await story.press(story.asker, "sit")
    heard = story.heard()
    assert heard == Heard(answer=heard.answer)
    assert len(heard.answer) == 1


async def test_one_more_day_is_told_once(story: Story) -> None:
    await story.begin()
    await story.live(2.9 * DAY)
    story.heard()
    await story.live(0.2 * DAY)
    story.step("grace")


async def test_a_seat_whose_person_has_never_played(story: Story) -> None:
    await story.begin(has_played=False)
    await story.vanish()
    story.step("steward, open at once")


async def test_of_who_is_shut_out_the_same_is_said(story: Story) -> None:
    """No reason is given to anybody."""
    await story.begin()
    guild = story.place.bot.get_guild(story.place.guild.id)
    assert guild is not None
    member = await guild.fetch_member(story.owner.id)
    await member.timeout(timedelta(days=20))
    await story.vanish()
    story.step("steward")
    assert Gone.UNCOUNTED in (await story.place.bot.matches.queries.situation(1, None)).gone.values()


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("how", ["button", "playing"])
async def test_the_owner_is_back(story: Story, how: str, asked: bool) -> None:
    await story.begin()
    await story.opened()
    await story.play(story.other)
    if asked:
        await story.press(story.asker, "sit")
        story.heard()
    if how == "button":
        await story.press_dm(story.owner, "back")
        if asked:
            story.step("back by the button, asked for")
        else:
            story.step("back by the button")
    else:
        await story.play(story.owner)
        if asked:
            story.step("back by playing, asked for")
        else:
            story.step("back by playing")
    assert (await story.place.bot.matches.loader.get(1)).absent == frozenset()


async def test_a_seat_is_offered(story: Story) -> None:
    await story.begin()
    done = await story.offers()
    story.step("offered")
    await story.press(story.asker, "sit")
    story.step("offered, asked")
    await story.press(story.other, "object")
    story.step("offered, objected")
    story.swap()
    await story.press(story.owner, "back", done)
    story.step("the offer is withdrawn")
    await story.offers()
    story.step("offered")
    await story.press(story.asker, "sit")
    story.step("offered, asked")
    await story.press_dm(story.owner, "back")
    story.step("the offer is withdrawn, asked for")
    await story.offers()
    story.step("offered")
    await story.press(story.asker, "sit")
    story.step("offered, asked")
    await story.live(25 * HOUR)
    story.step("seated")
    assert story.place.refusals() == []


async def test_nobody_is_left(story: Story) -> None:
    await story.begin()
    await story.vanish()
    story.heard()
    await story.live(2.7 * DAY)
    story.heard()
    await story.live(0.3 * DAY)
    story.step("grace of the last one")
    await story.live(0.6 * DAY)
    await story.place.bot.matches.substitutes.offer_seat(1, story.owner.id, 1)
    await story.place.settle()
    await story.press(story.asker, "sit")
    story.heard()
    await story.live(0.5 * DAY)
    story.step("deserted, asked for")
    await story.live(20 * DAY)
    assert story.heard() == Heard()
    await story.press_dm(story.other, "wake")
    story.step("woken by the last one")


async def test_thirty_days_without_an_act(story: Story) -> None:
    await story.begin(pace="open")
    await story.live(0 * DAY)
    story.place.calendar.ahead += 31 * DAY
    await story.place.bot.matches.upkeep.rest()
    await story.place.settle()
    story.step("asleep for thirty days")


@pytest.mark.parametrize("how", ["objected", "withdrawn"])
async def test_nobody_sits_down_in_a_match_that_sleeps(story: Story, how: str) -> None:
    await story.begin()
    await story.offers()
    await story.press(story.asker, "sit")
    asked = story.newest(story.place.thread.history(), "object")
    story.place.calendar.ahead += 31 * DAY
    await story.place.bot.matches.upkeep.rest()
    await story.place.settle()
    story.heard()
    if how == "objected":
        await story.press(story.other, "object", asked)
        story.step("asleep, objected")
    else:
        await story.press_dm(story.asker, "unsit")
        story.step("asleep, withdrawn")


@pytest.mark.parametrize("cancelled", [True, False])
async def test_who_has_asked_hears_of_the_end(story: Story, cancelled: bool) -> None:
    await story.begin()
    await story.offers()
    await story.press(story.asker, "sit")
    story.heard()
    matches = story.place.bot.matches
    if cancelled:
        for person in (story.owner, story.other):
            await matches.departures.cancel(1, person.id, person.id)
    else:
        await matches.departures.resign(1, story.other.id, 1)
    await story.place.settle()
    if cancelled:
        story.step("called off, asked for")
    else:
        assert len(story.heard().asker) == 1


def test_every_step_of_the_table_is_walked() -> None:
    steps = re.findall(r"story\.step\(\"([^\"]+)\"\)", Path(__file__).read_text("utf-8"))
    assert set(steps) == set(TABLE)
