"""Compare the messages that people saw with the calls in the log."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from harness.playing import control, controls
from sandbox.people import Message, People
from soak.reading import Call, MatchRow, Reading, calls_of, latest_creation

__all__ = ["Trace", "Watching", "inboxes", "orphans", "trace_all", "trace_match"]

QUESTIONS = ("play", "menu", "pick", "go", "sure")
"""Verbs of controls that answer a question."""


class Watching:
    """Every message of the bot's that calls somebody, as it comes, and again from what stands there."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.called: dict[tuple[str, int], str] = {}
        """(message, person) of every call, with its channel; with the match besides where nobody is named."""
        self.numbers: dict[str, str] = {}
        """The number on a message's buttons, by message: each call has another."""
        self._read: dict[str, int] = {}

    def renew(self, people: People) -> None:
        """Other pages are open now: the sandbox was killed."""
        self.listen()
        self.people = people
        self._read.clear()

    def listen(self) -> None:
        """Take in what the open pages have been told since."""
        for person in self.people:
            begun = self._read.get(person.id, 0)
            self._read[person.id] = len(person.frames)
            for frame in person.frames[begun:]:
                if frame["type"] not in ("message_create", "message_update"):
                    continue
                message = Message(frame["message"])
                self._note(message)
                if not message.private:
                    for match in _asks(message):
                        self.called.setdefault((message.id, int(person.id)), f"{message.channel} {match}")

    async def look(self, places: Iterable[str]) -> None:
        """Take in what stands in these channels, and in everybody's direct messages."""
        self.listen()
        watcher = next(iter(self.people))
        for place in places:
            for message in await watcher.messages(place, 500):
                self._note(message)
        for person in self.people:
            for message in await person.direct_messages(500):
                for match in _asks(message):
                    self.called.setdefault((message.id, int(person.id)), f"{message.channel} {match}")

    def _note(self, message: Message) -> None:
        if message.private:
            return
        for each in controls(message, "play"):
            self.numbers.setdefault(message.id, control(each)[1])
        for found in re.findall(r"<@!?(\d+)>", message.text):
            self.called.setdefault((message.id, int(found)), message.channel)


def _asks(message: Message) -> set[str]:
    """The matches of which the message has live controls that answer a question."""
    return {control(each)[0] for verb in QUESTIONS for each in controls(message, verb)}


@dataclass
class Trace:
    """Calls of some matches, by the way in which they were shown, if at all."""

    shown: list[tuple[Call, str]] = field(default_factory=list[tuple[Call, str]])
    """Calls shown in the thread, with their message."""
    private: list[tuple[Call, str]] = field(default_factory=list[tuple[Call, str]])
    """Shown by direct message alone."""
    answered: list[Call] = field(default_factory=list[Call])
    """Never shown, for it was answered before."""
    closed: list[Call] = field(default_factory=list[Call])
    """Never shown, for something else ended the question before."""
    missing: list[Call] = field(default_factory=list[Call])
    """Open, and never shown."""

    again: list[tuple[Call, tuple[str, ...]]] = field(default_factory=list[tuple[Call, tuple[str, ...]]])
    """Shown by more than one message of the thread, though counted once."""

    @property
    def calls(self) -> int:
        return sum(len(getattr(self, name)) for name in self.__dataclass_fields__) - len(self.again)

    def add(self, other: Trace) -> None:
        for name in self.__dataclass_fields__:
            getattr(self, name).extend(getattr(other, name))


def trace_match(
    kept: MatchRow,
    reading: Reading,
    watching: Watching,
    thread: str,
    inboxes: Collection[str] = (),
) -> Trace:
    """Hold the calls of a match against the messages that called somebody in its thread, or directly.

    A message shows the last call of its person that was made before it. One that came late, or names a person
    whose own move led to the next question, has a number of its own: it is no second one for the same call.
    """
    trace = Trace()
    calls = calls_of(kept, reading.log(kept.id))
    shown: dict[Call, list[str]] = {}
    private: dict[Call, list[str]] = {}
    for (message, person), channel in sorted(watching.called.items(), key=lambda item: int(item[0][0])):
        inbox = channel.removesuffix(f" {kept.id}") in inboxes and channel not in inboxes
        if channel != thread and not inbox:
            continue
        before = [call for call in calls if call.person == person and call.at <= latest_creation(message)]
        if before:
            (private if inbox else shown).setdefault(before[-1], []).append(message)
    for call in calls:
        if call in shown:
            trace.shown.append((call, shown[call][0]))
            numbers = [watching.numbers.get(message, "") for message in shown[call]]
            if len(numbers) > 1 and ("" in numbers or len(set(numbers)) < len(numbers)):
                trace.again.append((call, tuple(shown[call])))
        elif call in private:
            trace.private.append((call, private[call][0]))
        elif call.answered:
            trace.answered.append(call)
        elif call.ended is not None:
            trace.closed.append(call)
        else:
            trace.missing.append(call)
    return trace


async def trace_all(
    people: People, reading: Reading, watching: Watching, spoilt: Collection[int] = ()
) -> tuple[Trace, list[str]]:
    """Trace every call of the matches that have a thread; return that, and the threads that still exist.

    What may be said again in `spoilt` matches is not held against anybody.
    """
    threads = reading.posted_as("thread")
    known = {each["id"] for person in people for each in await person.channels()}
    there = [channel for channel in threads.values() if channel in known]
    await watching.look(there)
    direct, trace = await inboxes(people), Trace()
    for match, channel in threads.items():
        kept = reading.match(match)
        if kept is not None:
            found = trace_match(kept, reading, watching, channel, direct)
            if match in spoilt:
                found.again.clear()
            trace.add(found)
    return trace, there


async def inboxes(people: People) -> list[str]:
    """The channels of everybody's direct messages with the bot."""
    return [channel["id"] for person in people if (channel := await person.dm()) is not None]


async def orphans(people: People, reading: Reading, places: Iterable[str]) -> list[str]:
    """Messages with live controls for a question that is closed, and which nothing in the database leads to.

    And second messages for the same question. To be asked once all is said.
    """
    found: list[str] = []
    posted = reading.posted_messages()
    watcher = next(iter(people))
    shown = [(place, message) for place in places for message in await watcher.messages(place, 500)]
    for person in people:
        shown += [(f"direct to {person.name}", message) for message in await person.direct_messages(500)]
    asking: dict[tuple[str, str], str] = {}
    for place, message in shown:
        if message.private:
            continue
        for match in sorted(_asks(message)):
            kept = reading.match(int(match))
            if (kept is None or kept.has_ended) and message.id not in posted:
                found.append(f"match {match}: {place}: message {message.id} asks though it has ended")
                continue
            if message.id not in posted:
                found.append(f"match {match}: {place}: message {message.id} is remembered nowhere")
                continue
            first = asking.setdefault((match, place), message.id)
            if first != message.id:
                found.append(f"match {match}: {place}: messages {first} and {message.id} both ask")
    return found
