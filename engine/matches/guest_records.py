"""Records from anywhere, watched like matches of ours. Nothing of them is stored.

A record is hostile input: it is read and checked in a process of its own first (`engine.guest_record`). What
that has found to replay stays in memory for a while, by its digest, and comes with the page that shows it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.game import AnyGame, Refusal, Result, Seat
from engine.games import rules_of
from engine.guest_record import MAX_BYTES
from engine.match.timeline import Timeline
from engine.match.values import Entry, Match, Occupant, Situation, Status, Venue
from engine.matches.core.children import begin_child
from engine.matches.replays import Replay, Viewpoint, Walk
from engine.outcome import forfeited_seats, gone_of, won_by
from engine.record import Record, final_ranking, read

__all__ = ["GuestRecord", "GuestRecords", "digest_of", "read_checked"]

PATIENCE = 8.0
"""Seconds after which a check is given up: it has two of processor, and a busy machine needs longer."""
AT_ONCE = 2
MOST_KEPT = 4
_SENTENCES = {
    "record_foreign": "record_foreign",
    "record_format": "record_rules",
    "record_rules": "record_rules",
    "record_damaged": "record_damaged",
    "record_cut_short": "record_damaged",
    "record_large": "record_large",
    "record_slow": "record_slow",
}
"""The refusals that people read, by the code of what is wrong; of all others, that it does not replay."""


def digest_of(given: bytes) -> str:
    """Return the digest by which buttons name a record."""
    return hashlib.sha256(given).hexdigest()[:32]


@dataclass(slots=True)
class GuestRecord:
    """A record that was found to replay."""

    given: bytes
    record: Record
    verified: bool
    """Its draws follow from its seed. That cannot be said of one whose seed is not published."""
    match: Match
    timeline: Timeline
    result: Result | None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def digest(self) -> str:
        return digest_of(self.given)

    async def walk(self, viewpoint: Viewpoint) -> Walk:
        """Return its stages."""
        everything = viewpoint is Viewpoint.ALL
        async with self.lock:
            line = self.timeline
            moments = await asyncio.to_thread(line.all_moments if everything else lambda: line.moments(None))
            undone = await asyncio.to_thread(lambda: line.undone)
        return Walk(self.match, viewpoint, None, moments, self.timeline.entries, undone)

    async def at(self, viewpoint: Viewpoint, number: int) -> Replay:
        """Return one stage; the nearest one for a number that there is not."""
        walk = await self.walk(viewpoint)
        async with self.lock:
            return await asyncio.to_thread(self._shown, walk, number)

    def _shown(self, walk: Walk, number: int) -> Replay:
        number = min(max(number, 0), len(walk.moments) - 1)
        moment, game = walk.moments[number], self.timeline.game
        state = self.timeline.state(moment.entry, moment.stage)
        view, hands, position = self._view(game, state, None), dict[Seat, Any](), ""
        if walk.viewpoint is Viewpoint.ALL:
            hands = {Seat(seat): self._view(game, state, Seat(seat)) for seat in range(self.match.size)}
            position = game.position(state)
        return Replay(walk, number, view, hands, position, self._situation(view))

    def _view(self, game: AnyGame, state: Any, seat: Seat | None) -> Any:
        view = game.view(state, seat)
        over = self.result is not None and game.result(state) is not None
        return game.concluded(view, self.result) if over and self.result is not None else view

    def _situation(self, view: Any) -> Situation:
        record, game = self.record, self.timeline.game
        persons = [Seat(seat) for seat, label in enumerate(record.seats) if label.startswith("person ")]
        gone = gone_of(record.lines)
        options = msgspec.convert(record.options, game.Options)
        lost = forfeited_seats(game.sides(options, len(record.seats)), persons, gone)
        return Situation(
            match=self.match,
            seat=None,
            pending=(),
            question_entry=None,
            view=view,
            moves=(),
            news=(),
            result=self.result,
            forfeited=lost,
            gone=gone,
            won=won_by(record.lines[-1]),
        )


class GuestRecords:
    """The records that people have brought."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], GuestRecord] = OrderedDict()
        self._room = asyncio.Semaphore(AT_ONCE)

    def get(self, digest: str, locale: str) -> GuestRecord | None:
        """Return a record that was checked a while ago for this language, if it is still in memory."""
        return self._kept.get((digest, locale))

    async def take(self, given: bytes, person: str, locale: str) -> GuestRecord:
        """Check a record, and return it. `person` names its people, with a ``{n}`` for the number.

        Raises `Refusal` ``record_foreign``, ``record_rules``, ``record_damaged``, ``record_wrong``,
        ``record_large`` or ``record_slow``.
        """
        if len(given) > MAX_BYTES:
            raise Refusal("record_large")
        known = self.get(digest_of(given), locale)
        if known is not None:
            return known
        async with self._room:
            verified = await _checked(given)
            found = await asyncio.to_thread(read_checked, given, verified, person, locale)
        self._kept[found.digest, locale] = found
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


async def _checked(given: bytes) -> bool:
    """Return whether the record is verified, as a process of its own says. Raises `Refusal`."""
    process = await begin_child("engine.guest_record")
    try:
        async with asyncio.timeout(PATIENCE):
            said, _ = await process.communicate(given)
    except TimeoutError:
        raise Refusal("record_slow") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise Refusal("record_slow")
    found = json.loads(said)
    if "code" not in found:
        return bool(found["verified"])
    code = _SENTENCES.get(str(found["code"]), "record_wrong")
    raise Refusal(code, number=found["number"])


def read_checked(given: bytes, verified: bool, person: str, locale: str) -> GuestRecord:
    """Return a record that was found to replay, made ready to be watched. Raises `Refusal`."""
    record = read(given.decode())
    game = rules_of(record.game, record.rules)
    if game is None:
        raise Refusal("record_rules", number=0)
    options = msgspec.convert(record.options, game.Options)
    entries = [
        Entry(each.number, each.kind, each.seat, each.text, each.drawn, each.at, None, each.hash)
        for each in record.lines
    ]
    timeline = Timeline(game, options, len(record.seats))
    timeline.extend(entries)
    state = timeline.state(len(entries) - 1, timeline.stages_of(len(entries) - 1) - 1)
    result = final_ranking(record, game, state)
    match = Match(
        id=0,
        game=record.game,
        rules=record.rules,
        options=options,
        size=len(record.seats),
        status=Status.CANCELLED if result is None else Status.OVER,
        host=0,
        venue=Venue(0, 0, locale),
        occupants=tuple(_occupant(label, person, game) for label in record.seats),
        commitment=record.commitment,
        seed=record.seed,
        entries=len(entries),
        opened_at=entries[0].at,
        ended_at=entries[-1].at,
        play_on=record.play_on,
    )
    return GuestRecord(given, record, verified, match, timeline, result)


def _occupant(label: str, person: str, game: AnyGame) -> Occupant:
    """Return who sat there: records know no names."""
    word, _, number = label.partition(" ")
    if word == "person" and number.isdecimal():
        return Occupant(None, person.format(n=int(number[:4])))
    if label in game.players:
        return Occupant(None, "", label)
    return Occupant(None, label[:32])
