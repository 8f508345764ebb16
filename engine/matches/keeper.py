"""One writer per match: loading, folding and committing, which everything else here builds on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import weakref
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from engine.chance import commitment, new_seed
from engine.game import AnyGame, BadOptions, Event, Refusal, Seat
from engine.matches import asking
from engine.matches.automatic import Thinking
from engine.matches.fold import Fold, key_of, rebuild
from engine.matches.limits import Limits
from engine.matches.steady import Steady
from engine.matches.warm import Cache, Log, Warm
from engine.store import Change, Conflict, NewNotice, Store, StoreError, Table
from engine.table import Entry, Match, Status

__all__ = ["Keeper", "decoded", "public", "started"]

T = TypeVar("T")
_logger = logging.getLogger(__name__)

_LONGEST_SLEEP = 60.0
_TRIES = 3
"""Of a change, where another process changes the match at the same time."""
THINKING = 2
"""Automatic players who think at once."""
MOVED = timedelta(minutes=1)
"""The tables are told when their clocks are moved by more."""
DOUBTED = timedelta(minutes=10)
"""How long a match whose log does not lead to its states is left alone before it is looked at again."""


class Keeper:
    """The matches in the store and in memory, each changed by one task at a time."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        now: Callable[[], datetime],
        *,
        limits: Limits | None = None,
        retired: Iterable[AnyGame] = (),
        seed: Callable[[], bytes] = new_seed,
    ) -> None:
        """`retired` are older versions of games' rules, for matches that began with them."""
        self._store = store
        self._games = dict(games)
        self._versions = {(game.key, game.rules): game for game in (*retired, *games.values())}
        self._now = now
        self._limits = limits or Limits()
        self._seed = seed
        self._warm = Cache(self._limits.warm)
        self._locks: weakref.WeakValueDictionary[Hashable, asyncio.Lock] = weakref.WeakValueDictionary()
        self._begun: set[asyncio.Task[Any]] = set()
        self._damaged: dict[int, datetime] = {}
        self._timers_changed = asyncio.Event()
        self._outbox_changed = asyncio.Event()
        self._id = secrets.token_hex(8)
        self._held: set[int] = set()
        self._fresh: dict[int, None] = {}
        self._up: Callable[[], bool] = lambda: True
        self._thinking = Thinking(THINKING, self._limits.thinking.total_seconds())
        self._seen: datetime | None = None
        self._served: datetime | None = None
        self._looking_at_the_clock = asyncio.Lock()
        self._taking = asyncio.Lock()

    def now(self) -> datetime:
        """The time as matches go by it."""
        return self._now()

    def attend(self, up: Callable[[], bool]) -> None:
        """From now on `up` tells whether people can press; the short clocks stand still while they cannot."""
        self._up = up

    @property
    def damaged(self) -> frozenset[int]:
        """Matches whose logs were seen not to lead to their states."""
        return frozenset(self._damaged)

    async def close(self) -> None:
        """Finish what was begun. The store stays open."""
        while self._begun:
            await asyncio.wait(self._begun)

    async def get(self, match: int) -> Match:
        """The match without its log. Raises `Refusal` ``no_match``."""
        warm = self._warm.get(match)
        if warm is not None:
            return self._match(warm)
        table = await self._store.table(match)
        if table is None:
            raise Refusal("no_match", match=match)
        return public(table, self._options(table))

    # Changing.

    def _entry(
        self,
        game: AnyGame,
        fold: Fold,
        number: int,
        kind: str,
        seat: Seat | None,
        text: str,
        drawn: tuple[int, ...],
        by: int | None,
    ) -> Entry:
        return Entry(number, kind, seat, text, drawn, self._now(), by, game.hash(fold.state))

    async def _advance(
        self,
        warm: Warm,
        changed: Warm,
        game: AnyGame,
        fold: Fold,
        events: tuple[Event, ...],
        entry: Entry,
        click: tuple[int, str] | None,
        said: tuple[NewNotice, ...],
        timer: int | None = None,
    ) -> None:
        """Commit an entry with all that follows from it, then let the memory follow."""
        await self._keep_step()
        entry = replace(entry, at=self._now())
        table, number = changed.table, entry.number
        over = game.result(fold.state) is not None
        if over:
            table = replace(table, status=Status.OVER)
        before = None if warm.log is None else warm.log.fold
        turns = (
            [NewNotice("over", None, number)]
            if over
            else asking.said(self._limits, table, before, fold, entry, _told(events))
        )
        limits = self._limits
        timers = () if over else await asking.timers(self._store, limits, table, game, before, fold, entry)
        change = Change(
            table.id,
            table if table != warm.table else None,
            entry,
            click,
            (*said, *turns),
            tuple(timers),
            timer,
            stops=() if entry.seat is None else tuple((kind, entry.seat) for kind in asking.CLOCKS),
            ends=over,
            pending=() if over else fold.pending,
            called=None if over else asking.called(table, fold),
        )
        await self._commit(warm, change)
        warm.options = changed.options
        warm.table = replace(table, entries=number + 1, version=warm.table.version)
        if warm.log is None:
            key = key_of(table.seed, [one.click for one in table.occupants], [entry])
            warm.log = Log(game, fold, [entry], [events], key)
        else:
            warm.log.fold = fold
            warm.log.entries.append(entry)
            warm.log.events.append(events)

    async def _cancelled(self, warm: Warm, after: Table, click: tuple[int, str]) -> None:
        notice = NewNotice("cancelled", None, after.entries)
        await self._commit(warm, Change(after.id, after, click=click, notices=(notice,), ends=True))

    async def _commit(self, warm: Warm, change: Change) -> None:
        match = change.match
        change = replace(change, version=warm.table.version, at=self._now(), sayer=self._id)
        try:
            committed = await self._store.commit(change)
        except BaseException:
            # What the database has is unknown: read it again next time.
            self._warm.forget(match)
            raise
        warm.table = replace(change.table or warm.table, version=committed.version)
        if change.click is not None:
            warm.clicks[change.click] = None if change.entry is None else change.entry.number
        self._warm.put(match, warm)
        if committed.mine:
            self._held.add(match)
        elif change.notices:
            self._held.discard(match)  # somebody else says it
        if change.notices:
            self._to_be_said(match)
        if change.timers:
            self._timers_changed.set()

    def _to_be_said(self, match: int) -> None:
        self._fresh[match] = None
        self._outbox_changed.set()

    def _match(self, warm: Warm) -> Match:
        return public(warm.table, warm.options)

    async def _keep_step(self) -> None:
        """Go with the machine's clock where somebody has moved it: nothing falls due by it, or waits for it.

        This is done before anything that is to fall due by the clock as it is now is written.
        """
        async with self._looking_at_the_clock:
            if self._seen is None:
                self._seen = await self._store.served(0)
            clock = self._now
            ahead = clock.ahead() if isinstance(clock, Steady) else timedelta()
            if ahead and isinstance(clock, Steady):
                now = clock()
                await self._shifted(min(now, now + ahead), ahead)
                clock.follow(ahead)
                if self._seen is not None:
                    self._seen += ahead
            now = clock()
            if self._seen is not None and now < self._seen:
                # It was put back while nobody ran.
                await self._shifted(now, now - self._seen)
            self._seen = now

    async def _shifted(self, since: datetime, by: timedelta) -> None:
        notice = "clock" if abs(by) > MOVED else None
        await self._store.shift(since, by, asking.LAPSE, notice)
        if self._served is not None:
            self._served += by
        _logger.warning("the clock was moved by %s; so is everything that falls due", by)
        self._timers_changed.set()
        self._outbox_changed.set()

    async def _sleep(self, wake: asyncio.Event, until: datetime | None) -> None:
        seconds = _LONGEST_SLEEP if until is None else (until - self._now()).total_seconds()
        if seconds > 0:
            # Not `asyncio.wait_for`: before Python 3.12 it swallows a cancellation that meets the waking.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(seconds, _LONGEST_SLEEP)):
                    await wake.wait()

    # One writer per match.

    async def _alone(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Run `work` when nobody else holds the key, and to its end even when the caller is cancelled."""
        lock = self._locks.setdefault(key, asyncio.Lock())

        async def locked() -> T:
            async with lock:
                return await work()

        task = asyncio.create_task(locked())
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # a cancelled caller is not there to be told

    async def _on(self, match: int, work: Callable[[Warm], Awaitable[T]]) -> T:
        async def loaded() -> T:
            for _ in range(_TRIES - 1):
                with contextlib.suppress(Conflict):
                    return await work(await self._load(match))
            return await work(await self._load(match))

        return await self._alone(match, loaded)

    async def _look(self, match: int) -> Warm:
        """A started match with its log, only to be read."""
        warm = self._warm.get(match)
        if warm is not None and warm.log is not None:
            return warm

        async def work(warm: Warm) -> Warm:
            if not warm.table.entries:
                raise Refusal("not_started", match=match)
            await self._log(warm)
            return warm

        return await self._on(match, work)

    async def _load(self, match: int) -> Warm:
        warm = self._warm.get(match)
        if warm is None:
            table = await self._store.table(match)
            if table is None:
                raise Refusal("no_match", match=match)
            warm = Warm(table, await self._store.clicks(match), self._options(table))
            self._warm.put(match, warm)
        return warm

    async def _log(self, warm: Warm) -> Log:
        """The folded log. Raises `Refusal` ``rules_gone``, or ``damaged``: such a match is left as it is."""
        if warm.log is not None:
            return warm.log
        table = warm.table
        doubted = self._damaged.get(table.id)
        if doubted is not None and doubted <= self._now() < doubted + DOUBTED:
            raise Refusal("damaged", match=table.id)
        game = self._rules(table)
        try:
            entries = await self._store.entries(table.id)
            options = decoded(game, table.options)
            fold, events = await asyncio.to_thread(rebuild, game, options, table.size, entries)
            key = key_of(table.seed, [one.click for one in table.occupants], entries)
        except StoreError:
            raise
        except (MemoryError, OSError) as error:
            # Nothing is wrong with the match: it can be tried again.
            _logger.error("match %d cannot be rebuilt now: %r", table.id, error)
            raise Refusal("not_now", match=table.id) from error
        except Exception as error:
            self._damaged[table.id] = self._now()
            _logger.error("match %d cannot be rebuilt from its log: %r", table.id, error)
            raise Refusal("damaged", match=table.id) from error
        self._damaged.pop(table.id, None)
        warm.log = Log(game, fold, entries, events, key)
        return warm.log

    def _rules(self, table: Table) -> AnyGame:
        game = self._versions.get((table.game, table.rules))
        if game is None:
            raise Refusal("rules_gone", match=table.id, game=table.game, rules=table.rules)
        return game

    def _options(self, table: Table) -> Any:
        """The game's options; a plain mapping when they are of a version that is not here."""
        game = self._versions.get((table.game, table.rules))
        if game is not None:
            try:
                return decoded(game, table.options)
            except BadOptions:
                _logger.error("match %d: its options are not those of its rules", table.id)
        try:
            return msgspec.json.decode(table.options, type=dict[str, Any])
        except msgspec.DecodeError:
            return {}


def _told(events: tuple[Event, ...]) -> bool:
    """Whether anything of it is for all."""
    return any(event.to is None for event in events)


def decoded(game: AnyGame, kept: str) -> Any:
    """The game's options from JSON. Raises `BadOptions`."""
    try:
        return msgspec.json.decode(kept, type=game.Options)
    except msgspec.DecodeError as error:
        raise BadOptions("options", game=game.key) from error


def public(table: Table, options: Any) -> Match:
    """What everybody may know of the match."""
    ended = table.status in (Status.OVER, Status.CANCELLED)
    return Match(
        id=table.id,
        game=table.game,
        rules=table.rules,
        options=options,
        size=table.size,
        status=table.status,
        host=table.host,
        place=table.place,
        occupants=table.occupants,
        commitment=commitment(table.seed),
        seed=table.seed if ended else None,
        entries=table.entries,
        opened_at=table.opened_at,
        agreed=table.agreed,
        rematch_of=table.rematch_of,
        start_click=table.start_click,
    )


def started(warm: Warm) -> Log:
    """The log of what `_look` returned."""
    assert warm.log is not None
    return warm.log
