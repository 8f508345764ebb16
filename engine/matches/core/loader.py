"""Reading and folding matches of the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from engine.game import Refusal
from engine.match.changes import StoredMatch
from engine.match.log import Log
from engine.match.replay import fold_further, key_of, rebuild
from engine.match.values import Match
from engine.match.visibility import public_match
from engine.matches.core.cache import Cache, CachedMatch
from engine.matches.core.locks import Locks
from engine.matches.core.rulebook import Rulebook, decode_options
from engine.store import Store, StoreError, losses

__all__ = ["Loader"]

_logger = logging.getLogger(__name__)

DAMAGED_RETRY_DELAY = timedelta(minutes=10)
"""Time after which a match with a damaged log is read again; until then each request is refused."""


class Loader:
    """The reader of matches in the store; the most recently used ones stay in its cache."""

    def __init__(
        self, store: Store, rulebook: Rulebook, cache: Cache, locks: Locks, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self.rulebook = rulebook
        self.cache = cache
        self.locks = locks
        self._now = now
        self._damaged: dict[int, datetime] = {}
        self._unreadable = set[int]()

    @property
    def damaged_matches(self) -> frozenset[int]:
        """Return the matches seen to have an unreadable row, or a log that does not lead to their state."""
        return frozenset((*self._damaged, *self._unreadable))

    def public_match(self, stored: StoredMatch) -> Match:
        """Return the match as everybody may know it. One that cannot be read is noted as damaged."""
        self.note_unreadable(stored.id, self.rulebook.unreadable(stored))
        return public_match(stored, self.rulebook.options_of(stored))

    def note_unreadable(self, match: int, columns: Sequence[str]) -> None:
        """Note that these columns of the match cannot be read, or that all can; the operator is told once."""
        if not columns:
            self._unreadable.discard(match)
        elif match not in self._unreadable:
            self._unreadable.add(match)
            _logger.error("match %d stands still: %s cannot be read", match, ", ".join(columns))

    def _readable(self, stored: StoredMatch) -> StoredMatch:
        """Return the same match, left as it is. Raises `Refusal` ``damaged`` where it is unreadable."""
        unreadable = self.rulebook.unreadable(stored)
        self.note_unreadable(stored.id, unreadable)
        if unreadable:
            raise Refusal("damaged", match=stored.id)
        return stored

    async def get(self, match: int) -> Match:
        """Return the match without its log.

        Raises `Refusal` ``no_match``, ``match_lost`` after a restore, ``damaged`` where it cannot be read.
        """
        cached = self.cache.get(match)
        if cached is not None and await self._is_current(cached):
            return cached.public
        stored = await self._store.match(match)
        if stored is None:
            raise await self._absence_refusal(match)
        return public_match(self._readable(stored), self.rulebook.options_of(stored))

    async def load_started(self, match: int) -> tuple[CachedMatch, Log]:
        """Return a match that has started, to read it. Raises `Refusal` ``not_started``, or as `log`."""
        cached = self.cache.get(match)
        if cached is not None and cached.log is not None and await self._is_current(cached):
            return cached, cached.log

        async def work() -> tuple[CachedMatch, Log]:
            cached = await self.load(match)
            if not cached.stored.entries:
                raise Refusal("not_started", match=match)
            return cached, await self.log(cached)

        return await self.locks.alone(match, work)

    # Methods for the holder of the match's lock

    async def load(self, match: int) -> CachedMatch:
        """Return the match, with its log if that was in memory. Raises as `get`."""
        former = self.cache.get(match)
        if former is not None and await self._is_current(former):
            return former
        stored = await self._store.match(match)
        if stored is None:
            raise await self._absence_refusal(match)
        self._readable(stored)
        cached = CachedMatch(stored, await self._store.clicks(match), self.rulebook.options_of(stored))
        if former is not None and former.log is not None:
            cached.log = await self._extend_log(stored, former.log)
        self.cache.put(match, cached)
        return cached

    async def _is_current(self, cached: CachedMatch) -> bool:
        """Return whether the store still has this version of the match: no other process has changed it."""
        version = cached.stored.version
        return self._store.sole or await self._store.version(cached.stored.id) == version

    async def _extend_log(self, stored: StoredMatch, former: Log) -> Log | None:
        """Return the log with the entries of other processes; `None` where it has to be folded anew."""
        entries = await self._store.entries(stored.id)
        if len(entries) != stored.entries or len(entries) < len(former.entries):
            return None
        try:
            fold, told = await asyncio.to_thread(
                fold_further, former.game, former.fold, former.events, former.entries, entries
            )
        except Exception:
            return None  # the next reader folds it anew, and logs the error
        key = key_of(stored.seed, [one.click for one in stored.occupants], entries)
        return Log(former.game, fold, entries, told, key)

    async def log(self, cached: CachedMatch) -> Log:
        """Return the folded log. A damaged match is left as it is.

        Raises `Refusal` ``rules_gone``, ``damaged``, or ``not_now`` for lack of memory.
        """
        if cached.log is not None:
            return cached.log
        stored = cached.stored
        doubted = self._damaged.get(stored.id)
        if doubted is not None and doubted <= self._now() < doubted + DAMAGED_RETRY_DELAY:
            raise Refusal("damaged", match=stored.id)
        game = self.rulebook.rules_of(stored)
        try:
            entries = await self._store.entries(stored.id)
            options = decode_options(game, stored.options)
            fold, events = await asyncio.to_thread(rebuild, game, options, stored.size, entries)
            key = key_of(stored.seed, [one.click for one in stored.occupants], entries)
        except StoreError:
            raise
        except (MemoryError, OSError) as error:
            # The match is sound: the next request may succeed.
            _logger.error("match %d cannot be rebuilt now: %r", stored.id, error)
            raise Refusal("not_now", match=stored.id) from error
        except Exception as error:
            self._damaged[stored.id] = self._now()
            _logger.error("match %d cannot be rebuilt from its log: %r", stored.id, error)
            raise Refusal("damaged", match=stored.id) from error
        self._damaged.pop(stored.id, None)
        cached.log = Log(game, fold, entries, events, key)
        return cached.log

    async def _absence_refusal(self, match: int) -> Refusal:
        """Return the refusal for a number that no match has: lost by a restore, or never used."""
        if losses.covers(await self._store.note(losses.NOTE), match):
            return Refusal("match_lost", match=match)
        return Refusal("no_match", match=match)
