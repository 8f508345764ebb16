"""Whole matches of every game through the sandbox, typed and tapped by turns, as people read and press."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import dataclass

import pytest

from bot import Longtable
from cogs.pages.movie import MAX_KEPT
from cogs.text.text import text_for
from engine.matches import Situation, Status
from engine.record import verify
from engine.robot_check import check_robots
from harness.playing import WITHIN, Table, command_of, control, controls, opened_table, rung
from harness.waiting import until
from sandbox.people import Message, People, Person
from tests.contracts.cases import CASES, Case

pytestmark = pytest.mark.usefixtures("quiet")

OPENED = [case for case in CASES if case.form.new is not None]
PERSONS = ("ada", "basile", "chloe", "dan")
PATIENT = 2
"""Moves in a turn, after which a person looks for a way to end it."""
LIKED = 3
"""A person takes one of so many of the best suggestions."""


@dataclass
class Match:
    """A match of a form, and how its people go about it."""

    case: Case
    bot: Longtable
    table: Table
    dice: random.Random
    typed: int = 0
    tapped: int = 0

    async def over(self) -> bool:
        return (await self.bot.matches.loader.get(int(self.table.match))).status is not Status.RUNNING

    async def asked(self) -> Person | None:
        """Somebody who is asked; nobody once it is over. Else the house or automatic players are at work.

        Whose move is forced is asked nothing: no call comes for that.
        """
        people = {int(person.id): person for person in self.table.people}

        async def somebody() -> tuple[Person | None] | None:
            if await self.over():
                return (None,)
            cached, log = await self.bot.matches.loader.load_started(int(self.table.match))
            state = log.fold.state
            asked = [seat for seat in log.fold.pending if log.game.defaults(state, seat).forced is None]
            found = [cached.public.occupants[seat].person for seat in asked]
            return next(((people[each],) for each in found if each is not None), None)

        (person,) = await until(somebody)
        return person

    async def situation(self, person: Person) -> Situation:
        return await self.bot.matches.queries.situation(int(self.table.match), int(person.id))

    async def play_out(self) -> Message:
        """Play to the end; the message that tells it."""
        call, moves = -1, 0
        for number in itertools.count():
            assert number < 2000, "matches end"
            person = await self.asked()
            if person is None:
                break
            situation = await self.situation(person)
            if situation.seat not in situation.pending:
                continue  # the house has answered meanwhile
            asked = situation.round
            moves = moves + 1 if asked is not None and asked.call_number == call else 1
            call = asked.call_number if asked is not None else -1
            # Where one could go on for long, what leads on is typed.
            going_on = bool(self.case.trial.onward) and moves > PATIENT
            if number % 2 or going_on:
                await self.type(person, going_on)
            else:
                await self.tap(person)
        return await self.table.people[0].sees(Table.over, self.table.thread, within=WITHIN)

    async def type(self, person: Person, going_on: bool) -> None:
        """Play one of the best suggestions, or what leads on."""
        command, thread = f"{self.table.game} play", self.table.thread
        before = await self.situation(person)
        if before.seat not in before.pending:
            return  # the house has answered meanwhile
        offers = [move for _, move in await person.complete(command, "move", "", channel=thread)]
        if not offers and (await self.situation(person)).match.entries > before.match.entries:
            return  # the house has answered meanwhile
        assert offers, f"{person} was offered nothing"
        move = self.dice.choice(offers[:LIKED])
        if going_on:
            legal = [str(each) for each in before.moves]
            move = next((each for each in legal if each.partition(" ")[0] in self.case.trial.onward), move)
        said = await self.table.shown(person, await person.command(command, move=move, channel=thread))
        await self.moved(before, person, said, f"typed {move}")
        self.typed += 1

    async def tap(self, person: Person) -> None:
        """Move by taps: from the thread's message by its panel to a move, by whatever comes up."""
        before = await self.situation(person)
        number = before.round.call_number if before.round is not None else 0

        def asking(message: Message) -> bool:
            return any(int(control(each)[1]) >= number for each in controls(message, "play"))

        turn = await person.sees(asking, self.table.thread, within=WITHIN)
        panel = await self.table.shown(person, await person.press(turn, controls(turn, "play")[0]))
        taps, pressed = 0, set[str]()
        while True:
            taps += 1
            assert taps <= 3 * self.case.trial.taps, f"so many taps led to {panel!r}"
            if picks := controls(panel, "pick"):
                value = self.dice.choice(panel.select(picks[0]).options[:LIKED])[1]
                panel = await self.table.shown(person, await person.choose(panel, value, menu=picks[0]))
                made = value.startswith("=")
            else:
                forward = [each for each in controls(panel, "menu") if onward(control(each)[4])]
                every = [*forward, *controls(panel, "go")]
                if not every:
                    # The house will answer, after a while: whoever would rather not wait types.
                    await self.type(person, False)
                    return
                chosen = self.dice.choice([each for each in every if each not in pressed] or every)
                pressed.add(chosen)
                panel = await self.table.shown(person, await person.press(panel, chosen))
                made = control(chosen)[3] == "go"
            if made:
                break
        await self.moved(before, person, panel, f"{taps} taps")
        self.tapped += 1

    async def moved(self, before: Situation, person: Person, said: Message, how: str) -> None:
        """The move was made, and the answer says something that was written for it."""
        after = await self.situation(person)
        assert said.text, how
        assert text_for("en").plain("refusal.unnamed") not in said.text
        assert after.match.entries > before.match.entries, f"{how}: {said.text}"


def onward(argument: str) -> bool:
    """A step further: neither another page nor back to the question."""
    return argument.startswith("0@") and argument != "0@"


@pytest.mark.parametrize("case", OPENED, ids=str)
async def test_a_whole_match(people: People, bot: Longtable, case: Case) -> None:
    number = OPENED.index(case)
    language, channel = (("en", "games"), ("fr", "salon"))[number % 2]
    await people.speak("fr" if language == "fr" else "en-US")
    count = min(case.seats, 2)
    names = [PERSONS[(number + each) % len(PERSONS)] for each in range(count)]
    robots = case.seats - count
    command = command_of(case.key)
    table = await opened_table(people, names, None, channel, command, robots, case.form.new)
    match = Match(case, bot, table, random.Random(number))
    end = await match.play_out()
    assert match.typed
    assert match.tapped
    record = await table.record(end)
    verify(record, case.game)
    found = check_robots(record, case.game)
    assert (found.checked > 0, found.unchecked) == (robots > 0, 0)
    assert end.button(text_for(language).plain("over.rematch")), "the server's language"
    view = (await bot.matches.queries.situation(int(table.match), None)).view
    detail = await table.detail(end)
    case.trial.ended(f"{end.text}\n{detail.text}", view, text_for(language))
    watched = await Table.shown(table.people[0], await table.people[0].press(end, controls(end, "replay")[0]))
    assert {name.rpartition(".")[2] for name, _ in watched.files} == {"png"}, "step by step"
    film = await Table.shown(
        table.people[0], await table.people[0].press(detail, controls(detail, "movie")[0])
    )
    assert [name.rpartition(".")[2] for name, _ in film.files] == ["gif"]
    await check_kept(table, detail)
    await table.asking()
    await check_thread(case, match, people)


async def check_kept(table: Table, detail: Message) -> None:
    """The page to keep is one file that loads nothing from elsewhere."""
    person = table.people[0]
    kept = await Table.shown(person, await person.press(detail, controls(detail, "keep")[0]))
    ((name, _),) = kept.files
    assert name.endswith(".html")
    page = await person.file(kept, 0)
    assert len(page) <= MAX_KEPT
    assert b"default-src 'none'" in page
    assert not re.search(rb"(?:src|href)=|https?://|url\(", page.partition(b'id="steps"')[0])


async def check_thread(case: Case, match: Match, people: People) -> None:
    """One mention a call and nothing else pings; pictures are described; secrets stay out of the thread."""
    table = match.table
    created = [
        Message(frame["message"])
        for frame in table.people[0].frames
        if frame["type"] == "message_create" and frame["channel_id"] == table.thread
    ]
    shown = [message for message in created if not message.private]
    assert not [name for message in shown for name, _ in message.files if name.startswith(("hand", "choice"))]
    for message in shown:
        assert all(picture.alt for picture in message.pictures)
        assert case.face.has_hand or not controls(message, "hand"), "nobody holds anything in secret"
    for person in (each for each in people if each not in table.people):
        private = [Message(frame["message"]).private for frame in person.frames if frame.get("message")]
        assert not any(private), "others' panels go to their owners only"
        assert await person.direct_messages() == []
    called = rf"{re.escape(case.face.game.title)} (#|n°\u00a0){table.match}\W+(your turn|à vous)"
    asks = re.compile(called + r"(, (until|jusqu’au) [^–]+)? – \w")
    full = re.compile(
        rf"{re.escape(case.face.game.title)} (#|n°\u00a0){table.match}\W+(is full|la table est)"
    )
    for number, person in enumerate(table.people):
        assert [
            push for place, _, push in person.pushes if place == table.thread and not asks.search(push)
        ] == []
        assert [push for _, _, push in person.pushes if re.search(r":\w+_\w+:", push)] == [], (
            "emojis, spelled"
        )
        assert len(person.pushes) == len(person.pings)
        inbox = await person.dm()
        calls_in_private = [push for place, _, push in person.pushes if inbox and place == inbox["id"]]
        assert all(map(asks.search, calls_in_private)), "a private series calls as the table does"
        private = {inbox["id"]} if inbox else set[str]()
        before = [push for place, _, push in person.pushes if place not in (table.thread, *private)]
        assert len(before) <= (1 if number == 0 else 0), "before the start the host alone is called, once"
        assert all(full.search(push) for push in before)
    asking = [each for each in shown if controls(each, "play")]
    alone = all(len(set(re.findall(r"<@!?(\d+)>", each.text))) == 1 for each in asking)
    assert rung(table.thread, *table.people)
    for person in table.people:
        calls = {each.id for each in asking if f"<@{person.id}>" in each.text}
        pings = rung(table.thread, person)
        assert len(pings) == len(set(pings))
        # Where several are called at once, a later message names whoever has not answered, and pings nobody.
        assert set(pings) <= calls
        # Who types at once, before the call has left, is not called at all.
        assert bool(pings) == bool(calls)
        assert set(pings) == calls or not alone
        assert case.face.has_hand or await person.direct_messages() == []
