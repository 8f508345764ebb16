"""The parts of a running bot that serve its operator, in one place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from ops.health import Health
from ops.metrics import Metrics
from ops.requests import Requests
from ops.supervision import Pulse, Supervisor
from ops.upkeep import AnyUpkeep

__all__ = ["Operations"]


class Operations:
    """Metrics, requests, supervision and upkeep of one bot. Without a database there is no upkeep."""

    def __init__(self, upkeep: AnyUpkeep | None = None) -> None:
        self.metrics = Metrics()
        self.requests = Requests(answered=self.metrics.answers.observe)
        self.supervisor = Supervisor()
        self.upkeep = upkeep

    def loops(self) -> Mapping[str, Callable[[Pulse], Awaitable[None]]]:
        """Return the loops that run beside the bot's own."""
        return {} if self.upkeep is None else self.upkeep.loops()

    def health(
        self,
        sessions: Callable[[], Mapping[int, bool]],
        damaged: Callable[[], int],
        inboxes_rest: Callable[[], float] = lambda: 0.0,
    ) -> Health:
        """Return the health of a bot with a database, and add its figures to the metrics."""
        assert self.upkeep is not None
        health = Health(self.supervisor, self.upkeep, self.requests, sessions, damaged, inboxes_rest)
        self.metrics.watch(health)
        return health
