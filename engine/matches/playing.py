"""Moves: people's, and those of automatic players, who answer when a timer falls due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engine.chance import SeededChance
from engine.game import AnyGame, Refusal, Seat
from engine.matches import lobby
from engine.matches.asking import LAPSE, ORDER, PLAYER, unasked
from engine.matches.automatic import choose
from engine.matches.fold import discreet, moved
from engine.matches.keeper import Keeper, started
from engine.matches.warm import Log, Warm
from engine.store import StoreError, Timer
from engine.table import Played, Status

__all__ = ["Playing"]

_logger = logging.getLogger(__name__)

BEAT = timedelta(minutes=1)
"""How often it is noted that the bot is alive."""
ASLEEP = timedelta(minutes=5)
"""A running bot that has not noted so for longer has slept with its machine."""


class Playing(Keeper):
    """The part of `Matches` about moves and timers."""

    _beaten: datetime | None = None
    """When it was last noted that the bot is alive; `None` before the first time."""

    async def play(self, match: int, person: int, text: str, asked: int | None, click: int) -> Played:
        """Make the move that `text` means for the person's seat.

        `asked` is the number a button carries; `None` for a typed command, which answers what is asked now.
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
            if asked is not None and asked != log.fold.asked[seat]:
                raise Refusal("stale", match=match)
            if log.fold.asked[seat] is None:
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
        if by is not None and table.agreed and any(event.to is None for event in events):
            # What nobody else may know withdraws nothing: the others would notice.
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

    async def run(self) -> None:
        """Let what falls due happen, until cancelled. One task for all matches, asleep until the earliest."""
        while True:
            self._timers_changed.clear()
            try:
                beat = await self.beat()
                if await self.run_due_timers():
                    continue
                due = await self._store.next_timer()
                due = beat if due is None else min(due, beat)
            except StoreError as error:
                _logger.error("timers have to wait: %s", error)
                due = self._now() + timedelta(seconds=5)
            await self._sleep(self._timers_changed, due)

    async def beat(self) -> datetime:
        """Note that the bot is alive, and return when to do so again.

        Where it was away, stopped or killed or asleep with its machine, the short clocks stood still
        meanwhile: they are moved on by as much before anything falls due, and the tables are told. Where the
        clock was put back, everything that falls due goes back with it.
        """
        await self._keep_step()
        now, before = self._now(), self._beaten
        if before is not None and timedelta() <= now - before < BEAT:
            return before + BEAT
        # Killed, the bot may have lived on for a beat after it last said so.
        longest = timedelta() if before is None else ASLEEP
        if before is None:
            before = await self._store.alive()
        away = timedelta() if before is None else now - before
        if before is not None and away > longest:
            notice = "clock" if away > BEAT else None
            if await self._store.credit(LAPSE, before, now, notice) and notice is not None:
                self._outbox_changed.set()
        else:
            await self._store.keep_alive(now)
        self._beaten = now
        return now + BEAT

    async def close(self) -> None:
        """Finish what was begun, and note until when the bot was there. The store stays open."""
        await super().close()
        if self._beaten is not None:
            try:
                await self._store.keep_alive(self._now())
            except StoreError as error:
                _logger.error("it cannot be noted that the bot stops: %s", error)

    async def run_due_timers(self) -> int:
        """Let everything happen that is due now, and return how many timers that were.

        What follows from it at once, the next automatic player's turn for one, is due at the next call.
        """
        timers = await self._store.due_timers(self._now(), 16)
        for timer in timers:
            await self._due(timer)
        return len(timers)

    async def _due(self, timer: Timer) -> None:
        doing = {PLAYER: self._automatic, LAPSE: self._lapsed, ORDER: self._ordered}.get(timer.kind)
        try:
            if doing is None:
                _logger.error("match %d: nothing is known of its %s timer", timer.match, timer.kind)
                await self._store.put_off(timer.id, self._now() + timedelta(hours=1))
            elif not await doing(timer):
                await self._store.put_off(timer.id, None)
        except StoreError as error:
            # On a full disk this fails too, and the loop waits; trouble with one match spares the others.
            _logger.error("match %d waits a minute: %s", timer.match, error)
            await self._store.put_off(timer.id, self._now() + timedelta(minutes=1))
        except Refusal as refusal:
            _logger.error("match %d waits an hour: %s", timer.match, refusal)
            await self._store.put_off(timer.id, self._now() + timedelta(hours=1))
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
            if warm.table.status is not Status.RUNNING or seat is None:
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
        text = await asyncio.to_thread(choose, log.game, log.fold.state, seat, player[1], timer.match)

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
    player = warm.table.occupants[timer.seat].player
    if player is None or warm.log.fold.asked[timer.seat] != timer.number:
        return None
    return timer.seat, player
