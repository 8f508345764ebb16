"""The one way to change a league: load, decide, write, and again where another was faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import Refusal
from engine.league.values import Act, League
from engine.matches.core.locks import TRIES, Locks
from engine.store import Store

__all__ = ["Decision", "LeagueChanging"]

Decision = tuple[League, Sequence[Act]]


class LeagueChanging:
    """A part of the service that changes leagues."""

    def __init__(self, store: Store, locks: Locks) -> None:
        self._store = store
        self.locks = locks

    async def load(self, league: int) -> League:
        """Return the league. Raises `Refusal` ``no_league``."""
        found = await self._store.league(league)
        if found is None:
            raise Refusal("no_league")
        return found

    async def change(self, league: int, decide: Callable[[League], Decision]) -> League:
        """Load the league, let `decide` say how it shall be, and write that.

        Raises `Refusal` ``no_league``, `Conflict`, and what `decide` raises.
        """

        async def work() -> League:
            before = await self.load(league)
            after, acts = decide(before)
            if after != before or acts:
                await self._store.commit_league(before, after, acts)
            return await self.load(league)

        return await self.locks.alone(("league", league), work, again=TRIES)
