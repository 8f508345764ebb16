"""Scripted people who bring a match from its opening to its end through whatever happens to the bot.

Each step reads what there is, as a person would who comes back, and does one thing. What a step cannot do now
it leaves to the next. After every step the log is held against what it was: nothing that was there may be
gone or changed, and one click adds at most one move.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.games import Row
from engine.match.values import Entry, Status
from harness.playing import PLAYED, Table, command_of, control, controls
from harness.trial import trial_of
from harness.waiting import until
from sandbox.people import Answer, Message, People, Person
from soak.reading import EPOCH, MatchRow, Reading, calls_of, latest_creation

__all__ = ["FORMS", "KNOWN", "Bout", "Form", "Unmoved", "Unoffered"]


@dataclass(frozen=True, slots=True)
class Form:
    """A way to open a game."""

    command: str
    people: tuple[str, ...]
    options: Mapping[str, Any]
    """Options of the game's command ``new``."""
    onward: tuple[str, ...] = ()
    """Verbs that lead on: preferred now and then, so that the match ends."""


def _usual(number: int, row: Row) -> Form:
    """A game's first form that a person can open, played by people alone."""
    trial = trial_of(row.key)
    form = next(each for each in trial.forms if each.new is not None)
    people = tuple(NAMES[(number + each) % len(NAMES)] for each in range(form.seats))
    return Form(command_of(row.key), people, form.new or {}, trial.onward)


NAMES = ("ada", "basile", "chloe", "dan")
FORMS: Mapping[str, Form] = {row.key: _usual(number, row) for number, row in enumerate(PLAYED)}

KNOWN = ("answered", "updated")
"""States of answers after which the click does nothing any more."""
SHOWN = 5.0
"""Seconds in which what is looked for comes, or never."""


class Unmoved(Exception):  # noqa: N818
    """A control that a person was to press is not there; the next step looks again."""


class Unoffered(Unmoved):
    """Nothing was offered while somebody typed, and nothing sent: one may type again."""


@dataclass
class Bout:
    """A match, and who plays it."""

    people: People
    reading: Reading
    game: str
    dice: random.Random
    channel: str = "games"
    tapping: float = 0.3
    """The probability that a move is made by taps."""
    ahead: float = 0.0
    """The probability that a person does not wait to be called."""
    twice: float = 0.0
    """The probability that a typed move is delivered twice."""
    suggesting: Callable[[], Awaitable[None]] | None = None
    """Awaited before and after suggestions are asked for."""
    match: int | None = None
    thread: str = ""
    gone: set[str] = field(default_factory=set[str])
    """Threads that were waited for in vain."""
    seen: list[Entry] = field(default_factory=list[Entry])
    wrong: list[str] = field(default_factory=list[str])
    """Moves lost or doubled, one a line."""
    counts: Counter[str] = field(default_factory=Counter[str])
    refusals: list[str] = field(default_factory=list[str])
    """Moves that were offered, and then refused."""
    unknown: int = 0
    """Clicks of which nobody knows what became: they may act late, each once."""
    before: int | None = None
    """The match of this game that was there already."""
    last: deque[str] = field(default_factory=lambda: deque[str](maxlen=4))
    """Outcomes of the last presses."""
    unanswered: list[str] = field(default_factory=list[str])
    """Interactions without an answer in time, since somebody took them from here."""

    def __post_init__(self) -> None:
        self.form = FORMS[self.game]
        self.before = self.reading.newest(int(self.host.id), self.game)

    @property
    def players(self) -> list[Person]:
        return [self.people[name] for name in self.form.people]

    @property
    def host(self) -> Person:
        return self.people[self.form.people[0]]

    def stored_match(self) -> MatchRow | None:
        if self.match is None:
            found = self.reading.newest(int(self.host.id), self.game)
            if found == self.before:
                return None
            self.match = found
        return self.reading.match(self.match) if self.match is not None else None

    @property
    def has_ended(self) -> bool:
        kept = self.stored_match()
        return kept is not None and kept.has_ended

    async def step(self) -> None:
        """Do one thing. Raises `Unmoved`, `TimeoutError`, or what a broken line raises."""
        kept = self.stored_match()
        self.compare(None)
        try:
            if kept is None:
                await self._open()
            elif kept.status is Status.LOBBY:
                await self._fill(kept)
            elif kept.status is Status.RUNNING:
                await self._play(kept)
        finally:
            self.compare(None)

    # The table

    async def _open(self) -> None:
        await self.host.command(f"{self.form.command} new", dict(self.form.options), channel=self.channel)

    async def _fill(self, kept: MatchRow) -> None:
        sitting = {person for person in kept.persons if person is not None}
        free = [person for person in self.players if int(person.id) not in sitting]
        verb = "join" if free else "start"
        lobby = await self._offering(self.host, self.channel, verb)
        person = free[0] if free else self.host
        answer = await self._sent(person, person.press(lobby, self._own(lobby, verb)[0]))
        self.compare(answer)

    def _own(self, message: Message, verb: str) -> list[str]:
        return [each for each in controls(message, verb) if control(each)[0] == str(self.match)]

    async def _offering(self, person: Person, place: str, verb: str) -> Message:
        try:
            return await person.sees(lambda message: bool(self._own(message, verb)), place, within=SHOWN)
        except (TimeoutError, LookupError) as error:
            raise Unmoved(f"{self.game}: no {verb} in {place}") from error

    # Moves

    async def _play(self, kept: MatchRow) -> None:
        if not kept.awaited_persons:
            await self._elsewhere(kept)
            return
        person = self._known(self.dice.choice(kept.awaited_persons))
        if not self.thread:
            self.thread = await self._threaded()
        if self.thread and self.dice.random() >= self.ahead:
            turn = await self._called(person)
            if turn is not None and self.dice.random() < self.tapping:
                await self._tapped(person, turn)
                return
        await self._typed(person)

    async def _called(self, person: Person) -> Message | None:
        """The message that calls the person; whoever waits for it in vain types."""
        mention = re.compile(rf"<@!?{person.id}>")
        since = self._last_call(person)

        def calls(message: Message) -> bool:
            named = mention.search(message.text) is not None and latest_creation(message.id) >= since
            return named and bool(self._own(message, "play"))

        try:
            return await person.sees(calls, self.thread, within=SHOWN)
        except TimeoutError:
            self.counts["uncalled"] += 1
            return None

    def _last_call(self, person: Person) -> datetime:
        """Return when somebody else's move last called this person.

        Whoever goes on within a turn, or is asked by an own move, was called before: what has called for an
        older question has lost its controls.
        """
        kept = self.stored_match()
        calls = calls_of(kept, self.seen) if kept is not None else []
        return max((call.at for call in calls if call.person == int(person.id)), default=EPOCH)

    def _known(self, person: int) -> Person:
        return next(each for each in self.players if int(each.id) == person)

    async def _elsewhere(self, kept: MatchRow) -> None:
        """Automatic players are at work: look again when something has changed."""
        await until(lambda: self.stored_match() != kept, SHOWN)

    async def _threaded(self) -> str:
        """The match's thread; none where somebody has deleted it: one plays from elsewhere."""

        rows: set[str] = set()
        found: set[str] = set()

        async def look() -> bool:
            nonlocal rows, found
            rows = set(self.reading.posted_as("thread", self.match).values())
            found = rows & {each["id"] for each in await self.host.channels()} if rows else rows
            # Of one that was waited for in vain it is only asked whether it can be seen again.
            return bool(found) or (bool(rows) and rows <= self.gone)

        with contextlib.suppress(TimeoutError):
            await until(look, SHOWN, 0.05)
        if found:
            return min(found)
        self.gone |= rows
        self.counts["no thread"] += 1
        return ""

    async def offers(self, person: Person) -> list[str]:
        """The moves suggested to the person now."""
        found = await person.complete(
            f"{self.form.command} play", "move", "", self._named(), channel=self._place
        )
        return [value for _, value in found]

    @property
    def _place(self) -> str:
        return self.thread or self.channel

    def _named(self) -> dict[str, int]:
        """The option that says which match is meant, where the thread does not."""
        return {} if self.thread or self.match is None else {"match": self.match}

    async def _typed(self, person: Person) -> None:
        if self.suggesting is not None:
            await self.suggesting()
        offers = await self.offers(person)
        if self.suggesting is not None:
            await self.suggesting()
        if not offers:
            raise Unoffered(f"{self.game}: {person.name} is offered nothing")
        deliver = 2 if self.dice.random() < self.twice else 1
        options = {"move": self._chosen(offers), **self._named()}
        answer = await self._sent(
            person,
            person.command(f"{self.form.command} play", options, channel=self._place, deliver=deliver),
        )
        before = len(self.seen)
        self.compare(answer)
        if answer.state in KNOWN and len(self.seen) == before:
            self.counts["refused"] += 1
            self.refusals.append(f"match {self.match}: {options['move']}: {answer.text[:80]}")

    async def _sent(self, person: Person, click: Awaitable[Answer]) -> Answer:
        """Send a click that may move; without an answer nobody knows what became of it."""
        self.unknown += 1
        answer = await click
        if answer.state == "deferred":
            with contextlib.suppress(TimeoutError, ConnectionError):
                answer = replace(answer, state="updated", message=await person.final_message(answer, SHOWN))
        self.unknown -= answer.state in KNOWN
        return answer

    def forget(self) -> None:
        """The bot has died: no click of before acts any more."""
        self.compare(None)
        self.unknown = 0

    def _chosen(self, offers: list[str]) -> str:
        onward = [each for each in offers if each.partition(" ")[0] in self.form.onward]
        if onward and self.dice.random() < 0.5:
            return self.dice.choice(onward)
        return offers[0] if self.dice.random() < 0.5 else self.dice.choice(offers)

    async def _tapped(self, person: Person, turn: Message) -> None:
        """Tap from the thread's message towards a move, by whatever comes up; type if that leads nowhere."""
        panel = await self._shown(person, await person.press(turn, self._own(turn, "play")[0]))
        for _ in range(8):
            before = len(self.seen)
            if picks := self._own(panel, "pick"):
                value = self.dice.choice(panel.select(picks[0]).options)[1]
                answer = await self._sent(person, person.choose(panel, value, menu=picks[0]))
                made = value.startswith("=")
            else:
                forward = self._own(panel, "menu") + self._own(panel, "go") + self._own(panel, "sure")
                if not forward:
                    return
                chosen = self.dice.choice(forward)
                answer = await self._sent(person, person.press(panel, chosen))
                made = control(chosen)[3] in ("go", "sure")
            self.compare(answer)
            if made or len(self.seen) > before:
                return
            panel = await self._shown(person, answer)
        await self._typed(person)

    async def _shown(self, person: Person, answer: Answer) -> Message:
        if answer.state not in {"answered", "updated", "deferred"}:
            raise Unmoved(f"{self.game}: {answer.state}")
        return await Table.shown(person, answer)

    # What must hold

    def compare(self, answer: Answer | None) -> None:
        """Hold the log against what it was; `answer` is the last click's, which may have added one move."""
        if self.match is None:
            return
        try:
            log = self.reading.log(self.match)
        except ConnectionError:
            self.unknown += answer is not None and answer.state in KNOWN
            raise
        old, new = log[: len(self.seen)], log[len(self.seen) :]
        if old != self.seen:
            first = next((a for a, b in zip(self.seen, old, strict=False) if a != b), None)
            self.wrong.append(f"match {self.match}: lost or changed: {first or self.seen[-1]}")
        made = [entry for entry in new if entry.by is not None]
        own = 1 if answer is not None and answer.state in KNOWN else 0
        late = max(0, len(made) - own)
        if late > self.unknown:
            self.wrong.append(f"match {self.match}: doubled: {[(each.number, each.text) for each in made]}")
        self.unknown -= min(late, self.unknown)
        self.seen = log
        self.counts["moves"] += len(made)
        if answer is not None:
            self.counts[f"answers {answer.state}"] += 1
            self.last.append(f"{answer.state} {answer.error}".strip())
            if answer.state == "failed":
                self.unanswered.append(answer.id)
