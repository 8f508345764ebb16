"""Matches as the store has them, read and folded."""

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

DOUBTED = timedelta(minutes=10)
"""How long a match whose log does not lead to its states is left alone before it is looked at again."""


class Loader:
    """Reads matches from the store; those used last stay in the cache."""

    def __init__(
        self, store: Store, rulebook: Rulebook, cache: Cache, locks: Locks, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._rulebook = rulebook
        self._cache = cache
        self._locks = locks
        self._now = now
        self._damaged: dict[int, datetime] = {}
        self._unreadable = set[int]()

    @property
    def damaged(self) -> frozenset[int]:
        """Matches whose logs were seen not to lead to their states, or whose rows cannot be read."""
        return frozenset((*self._damaged, *self._unreadable))

    def public_match(self, stored: StoredMatch) -> Match:
        """The match as everybody may know it, for a list: one that cannot be read is noted as damaged."""
        self.note_unreadable(stored.id, self._rulebook.unreadable(stored))
        return public_match(stored, self._rulebook.options_of(stored))

    def note_unreadable(self, match: int, columns: Sequence[str]) -> None:
        """Take note whether the match's row can be read; the host is told once where it cannot."""
        if not columns:
            self._unreadable.discard(match)
        elif match not in self._unreadable:
            self._unreadable.add(match)
            _logger.error("match %d stands still: %s cannot be read", match, ", ".join(columns))

    def _readable(self, stored: StoredMatch) -> StoredMatch:
        """The same. Raises `Refusal` ``damaged`` where it cannot be read: it is left as it is."""
        unreadable = self._rulebook.unreadable(stored)
        self.note_unreadable(stored.id, unreadable)
        if unreadable:
            raise Refusal("damaged", match=stored.id)
        return stored

    async def get(self, match: int) -> Match:
        """The match without its log.

        Raises `Refusal` ``no_match``, ``match_lost`` after a restore, ``damaged`` where it cannot be read.
        """
        cached = self._cache.get(match)
        if cached is not None and await self._current(cached):
            return cached.public
        stored = await self._store.match(match)
        if stored is None:
            raise await self._absent(match)
        return public_match(self._readable(stored), self._rulebook.options_of(stored))

    async def load_started(self, match: int) -> tuple[CachedMatch, Log]:
        """A match that has started, only to be read. Raises `Refusal` ``not_started``, or as `log`."""
        cached = self._cache.get(match)
        if cached is not None and cached.log is not None and await self._current(cached):
            return cached, cached.log

        async def work() -> tuple[CachedMatch, Log]:
            cached = await self.load(match)
            if not cached.stored.entries:
                raise Refusal("not_started", match=match)
            return cached, await self.log(cached)

        return await self._locks.alone(match, work)

    # What follows is for whoever holds the match's lock.

    async def load(self, match: int) -> CachedMatch:
        """The match, with its log or without. Raises as `get`."""
        former = self._cache.get(match)
        if former is not None and await self._current(former):
            return former
        stored = await self._store.match(match)
        if stored is None:
            raise await self._absent(match)
        self._readable(stored)
        cached = CachedMatch(stored, await self._store.clicks(match), self._rulebook.options_of(stored))
        if former is not None and former.log is not None:
            cached.log = await self._gone_on(stored, former.log)
        self._cache.put(match, cached)
        return cached

    async def _current(self, cached: CachedMatch) -> bool:
        """Whether nobody else has changed the match since."""
        version = cached.stored.version
        return self._store.sole or await self._store.version(cached.stored.id) == version

    async def _gone_on(self, stored: StoredMatch, former: Log) -> Log | None:
        """The log with what another process has entered; `None` where it is to be folded anew."""
        entries = await self._store.entries(stored.id)
        if len(entries) != stored.entries or len(entries) < len(former.entries):
            return None
        try:
            fold, told = await asyncio.to_thread(
                fold_further, former.game, former.fold, former.events, former.entries, entries
            )
        except Exception:
            return None  # whoever needs it folds it anew, and tells what is wrong
        key = key_of(stored.seed, [one.click for one in stored.occupants], entries)
        return Log(former.game, fold, entries, told, key)

    async def log(self, cached: CachedMatch) -> Log:
        """The folded log. Raises `Refusal` ``rules_gone``, or ``damaged``: such a match is left as it is."""
        if cached.log is not None:
            return cached.log
        stored = cached.stored
        doubted = self._damaged.get(stored.id)
        if doubted is not None and doubted <= self._now() < doubted + DOUBTED:
            raise Refusal("damaged", match=stored.id)
        game = self._rulebook.rules_of(stored)
        try:
            entries = await self._store.entries(stored.id)
            options = decode_options(game, stored.options)
            fold, events = await asyncio.to_thread(rebuild, game, options, stored.size, entries)
            key = key_of(stored.seed, [one.click for one in stored.occupants], entries)
        except StoreError:
            raise
        except (MemoryError, OSError) as error:
            # Nothing is wrong with the match: it can be tried again.
            _logger.error("match %d cannot be rebuilt now: %r", stored.id, error)
            raise Refusal("not_now", match=stored.id) from error
        except Exception as error:
            self._damaged[stored.id] = self._now()
            _logger.error("match %d cannot be rebuilt from its log: %r", stored.id, error)
            raise Refusal("damaged", match=stored.id) from error
        self._damaged.pop(stored.id, None)
        cached.log = Log(game, fold, entries, events, key)
        return cached.log

    async def _absent(self, match: int) -> Refusal:
        """Why there is no match with this number."""
        if losses.covers(await self._store.note(losses.NOTE), match):
            return Refusal("match_lost", match=match)
        return Refusal("no_match", match=match)
