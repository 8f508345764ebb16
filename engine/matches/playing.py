"""Moves: people's, and those of automatic players, who answer when a timer falls due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat
from engine.matches import lobby
from engine.matches.asking import CLOCKS, LAPSE, ORDER, PLAYER, called, missing, unasked
from engine.matches.fold import discreet, moved
from engine.matches.keeper import Keeper, started
from engine.matches.warm import Log, Warm
from engine.store import Change, StoreError, Timer
from engine.table import Played, Status

__all__ = ["Playing"]

_logger = logging.getLogger(__name__)

BEAT = timedelta(seconds=15)
"""How often it is noted that people can press."""
AWAY = timedelta(minutes=1)
"""Who could not press for longer gets the time back."""
LEASE = timedelta(minutes=10)
"""For how long a timer is taken: longer than so many automatic players think, a few at a time."""
AT_ONCE = 16
"""Timers that happen at once: one that takes long holds up no other."""


class Playing(Keeper):
    """The part of `Matches` about moves and timers."""

    async def play(self, match: int, person: int, text: str, asked: int | None, click: int) -> Played:
        """Make the move that `text` means for the person's seat.

        `asked` is the number a button carries (`Situation.question`); `None` for a typed command, which
        answers what is asked now.
        Raises `Refusal` ``stale`` when that question has been answered, `NotYourTurn`, what the game's
        `parse` raises, ``not_seated``, ``not_started``, ``over``, ``cancelled``, ``no_match``, ``damaged``,
        ``rules_gone``.
        """

        async def work(warm: Warm) -> Played:
            number = warm.clicks.get((click, "play"))
            if number is not None:
                log = await self._log(warm)
                if log.entries[number].by == person:
                    return self._played(warm, log, number, again=True)
            lobby.running(warm.table)
            seat = lobby.seat_of(warm.table, person)
            log = await self._log(warm)
            open_ = log.fold.asked[seat] is not None
            if asked is not None and not (open_ and asked == log.fold.questions[seat]):
                raise Refusal("stale", match=match)
            if not open_:
                raise unasked(log.game, log.fold.state, seat, text, match)
            number = await self._move(warm, log, seat, text, person, (click, "play"), None)
            return self._played(warm, log, number, again=False)

        return await self._on(match, work)

    async def _move(
        self,
        warm: Warm,
        log: Log,
        seat: Seat,
        text: str,
        by: int | None,
        click: tuple[int, str] | None,
        timer: int | None,
    ) -> int:
        number = len(log.entries)
        move = log.game.parse(log.fold.state, seat, text)
        chance = SeededChance(log.key, number)
        fold, events = moved(log.game, log.fold, number, seat, move, chance)
        entry = self._entry(log.game, fold, number, "move", seat, str(move), chance.drawn, by)
        table = warm.table
        of_person = table.occupants[seat].person is not None
        if of_person and table.agreed and any(event.to is None for event in events):
            # What nobody else may know withdraws nothing: the others would notice. Nor may they see whether
            # the person or an order has answered.
            table = replace(table, agreed=frozenset())
        changed = replace(warm, table=table)
        await self._advance(warm, changed, log.game, fold, events, entry, click, (), timer)
        return number

    def _played(self, warm: Warm, log: Log, number: int, again: bool) -> Played:
        entry = log.entries[number]
        seen = tuple(event for event in log.events[number] if event.to is None or entry.seat in event.to)
        ended = warm.table.status is not Status.RUNNING
        return Played(self._match(warm), entry if ended else discreet(entry, entry.seat), seen, again)

    # Automatic players, short clocks, and whatever else falls due.

    async def run(self, pulse: Callable[[], None] = lambda: None) -> None:
        """Let what falls due happen, until cancelled. One task for all matches, asleep until the earliest.

        `pulse` is called at each turn.
        """
        busy: set[asyncio.Task[None]] = set()
        try:
            while True:
                pulse()
                self._timers_changed.clear()
                try:
                    due = await self.beat()
                    begun = await self._take(AT_ONCE - len(busy))
                    for timer in begun:
                        task = asyncio.create_task(self._due(timer), name=f"timer-{timer.id}")
                        busy.add(task)
                        task.add_done_callback(busy.discard)
                        task.add_done_callback(lambda _: self._timers_changed.set())
                    if begun and len(busy) < AT_ONCE:
                        continue
                    if len(busy) < AT_ONCE:
                        next_ = await self._store.next_timer(self._now(), besides=self._standing_still())
                        due = due if next_ is None else min(due, next_)
                except StoreError as error:
                    _logger.error("timers have to wait: %s", error)
                    due = self._now() + timedelta(seconds=5)
                await self._sleep(self._timers_changed, due)
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)

    def _standing_still(self) -> tuple[str, ...]:
        """Kinds of timers that wait until people can press again."""
        return () if self._up() else CLOCKS

    async def beat(self) -> datetime:
        """Note that people can press, and return when to do so again.

        Where they could not for more than a minute, because the bot was stopped or without Discord, the short
        clocks stood still meanwhile: they are moved on by as much before anything falls due, and the tables
        are told. Where the machine's clock was moved, everything that falls due goes with it.
        """
        await self._keep_step()
        now = self._now()
        if not self._up():
            return now + BEAT
        before = self._served
        if before is not None and timedelta() <= now - before < BEAT:
            return before + BEAT
        if before is None:
            before = await self._store.served(0)
        if before is None or now - before <= BEAT:
            await self._store.serve(0, now)
        else:
            # An order that answered at the very moment in which the bot is back would be seen to be one.
            kinds = {ORDER: None} if now - before <= AWAY else {ORDER: None, LAPSE: "clock"}
            if await self._store.credit(kinds, 0, 1, before, now):
                self._outbox_changed.set()
        self._served = now
        return now + BEAT

    async def close(self) -> None:
        """Finish what was begun, and note until when people could press. The store stays open."""
        await super().close()
        if self._served is not None and self._up():
            try:
                await self._store.serve(0, self._now())
            except StoreError as error:
                _logger.error("it cannot be noted that the bot stops: %s", error)

    async def run_due_timers(self) -> int:
        """Let everything happen that is due now, and return how many timers that were.

        What follows from it at once, the next automatic player's turn for one, is due at the next call.
        """
        timers = await self._take(AT_ONCE)
        await asyncio.gather(*map(self._due, timers))
        return len(timers)

    async def _take(self, limit: int) -> list[Timer]:
        if limit <= 0:
            return []
        now = self._now()
        timers, broken = await self._store.take_timers(
            self._id, now, now + LEASE, limit, besides=self._standing_still()
        )
        for match in broken:
            _logger.error("match %d: a timer that cannot be read was set aside", match)
            await self.revive(match)
        return timers

    async def revive(self, match: int) -> bool:
        """Say again what should have been said of the open questions, and let fall due what should.

        For a running match of which both may have been lost. Returns whether anything was missing.
        """

        async def work(warm: Warm) -> bool:
            if warm.table.status is not Status.RUNNING:
                return False
            log = await self._log(warm)
            await self._keep_step()
            now = replace(log.entries[-1], at=self._now())
            notices, lacking = await missing(self._store, self._limits, warm.table, log.game, log.fold, now)
            under_way = {(each.kind, each.seat, each.person) for each in await self._store.notices((match,))}
            notices = [each for each in notices if (each.kind, each.seat, each.person) not in under_way]
            if notices or lacking:
                change = Change(
                    match,
                    notices=tuple(notices),
                    timers=tuple(lacking),
                    called=called(warm.table, log.fold),
                )
                await self._commit(warm, change)
            return bool(notices or lacking)

        try:
            return await self._on(match, work)
        except StoreError:
            raise
        except Refusal as refusal:
            _logger.error("match %d cannot go on: %s", match, refusal)
            return False

    async def _due(self, timer: Timer) -> None:
        doing = {PLAYER: self._automatic, LAPSE: self._lapsed, ORDER: self._ordered}.get(timer.kind)
        try:
            await self._happen(timer, doing)
        except StoreError as error:
            _logger.error("match %d: its %s timer comes again: %s", timer.match, timer.kind, error)

    async def _happen(self, timer: Timer, doing: Callable[[Timer], Awaitable[bool]] | None) -> None:
        try:
            if doing is None:
                _logger.error("match %d: nothing is known of its %s timer", timer.match, timer.kind)
                await self._store.put_off(timer.id, self._now() + timedelta(hours=1))
            elif not await doing(timer):
                await self._store.put_off(timer.id, None)  # its question was answered
        except StoreError as error:
            # On a full disk this fails too: the timer comes again when its lease ends.
            _logger.error("match %d waits a minute: %s", timer.match, error)
            await self._store.put_off(timer.id, self._now() + timedelta(minutes=1))
        except Refusal as refusal:
            wait = timedelta(minutes=1) if refusal.code == "not_now" else timedelta(hours=1)
            _logger.error("match %d waits for %s: %s", timer.match, wait, refusal)
            await self._store.put_off(timer.id, self._now() + wait)
        except Exception:
            _logger.exception("match %d: its %s timer failed and waits an hour", timer.match, timer.kind)
            await self._store.put_off(timer.id, self._now() + timedelta(hours=1))

    async def _lapsed(self, timer: Timer) -> bool:
        """Whether the move was made that stands for no answer: `False` when the question was answered."""
        return await self._answered(timer, lambda game, state, seat: game.lapse(state, seat))

    async def _ordered(self, timer: Timer) -> bool:
        """Whether the standing order has answered: `False` when it is gone, or the question was answered."""
        return await self._answered(timer, lambda game, state, seat: game.standing(state, seat))

    async def _answered(self, timer: Timer, answer: Callable[[AnyGame, Any, Seat], Any]) -> bool:
        """Whether the person's open question was answered by the move that `answer` gives."""

        async def work(warm: Warm) -> bool:
            seat = timer.seat
            if warm.table.status is not Status.RUNNING or seat is None or not 0 <= seat < warm.table.size:
                return False
            log = await self._log(warm)
            if log.fold.asked[seat] != timer.number or seat not in log.fold.pending:
                return False
            move = answer(log.game, log.fold.state, seat)
            if move is None or warm.table.occupants[seat].person is None:
                return False
            await self._move(warm, log, seat, str(move), None, None, timer.id)
            return True

        return await self._on(timer.match, work)

    async def _automatic(self, timer: Timer) -> bool:
        """Whether the automatic player's move was made: `False` when nothing is asked of it any more."""
        warm = await self._look(timer.match)
        player = _asked_player(warm, timer)
        if player is None:
            return False
        log, seat = started(warm), player[0]
        # Thinking takes its time; the match stays open to everybody else meanwhile.
        text = await self._thinking.move(log.game, log.fold.state, seat, player[1], timer.match)

        async def work(warm: Warm) -> bool:
            log = await self._log(warm)
            if _asked_player(warm, timer) is None:
                return False
            await self._move(warm, log, seat, text, None, None, timer.id)
            return True

        return await self._on(timer.match, work)


def _asked_player(warm: Warm, timer: Timer) -> tuple[Seat, str] | None:
    """The seat and the automatic player of whom the timer's question is still asked."""
    if warm.log is None or warm.table.status is not Status.RUNNING or timer.seat is None:
        return None
    if not 0 <= timer.seat < warm.table.size:
        return None
    player = warm.table.occupants[timer.seat].player
    if player is None or warm.log.fold.asked[timer.seat] != timer.number:
        return None
    return timer.seat, player
