"""The figures that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from ops.health import Health

__all__ = ["Metrics"]


class Metrics:
    """Counters that rise as things happen. Each bot has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("longtable_moves", "Moves entered into logs.", registry=self.registry)
        self.answers = Histogram(
            "longtable_answer_seconds",
            "Time from a press or a command to its first answer.",
            buckets=(0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0),
            registry=self.registry,
        )

    def watch(self, health: Health) -> None:
        """Add the figures of `health` to the registry."""
        self.registry.register(_Watched(health))


class _Watched(Collector):
    def __init__(self, health: Health) -> None:
        self._health = health

    def collect(self) -> Iterable[Metric]:
        health, upkeep = self._health, self._health.upkeep
        beats = GaugeMetricFamily(
            "longtable_heartbeat_age_seconds", "Time since a loop's last turn.", labels=["loop"]
        )
        for name, beat in health.supervisor.beats.items():
            if beat.running:
                beats.add_metric([name], health.supervisor.age(name))
        yield beats
        requests = CounterMetricFamily(
            "longtable_discord_requests",
            "Requests to Discord by status of the answer.",
            labels=["status"],
        )
        for status, number in health.requests.by_status.items():
            requests.add_metric([status], number)
        yield requests
        yield _gauge("invalid_requests", "Answers 401, 403, 429 in ten minutes.", health.requests.invalid)
        yield _gauge(
            "requests_paused", "Whether what nobody asked for waits.", health.requests.is_throttled()
        )
        yield _gauge("inboxes_rest_seconds", "For how long no direct messages go.", health.inboxes_rest())
        sessions = GaugeMetricFamily(
            "longtable_discord_connected", "Whether there is a session with Discord.", labels=["shard"]
        )
        for shard, there in health.sessions().items():
            sessions.add_metric([str(shard)], float(there))
        yield sessions
        yield _gauge("oldest_notice_seconds", "Age of the oldest notice.", upkeep.oldest_notice)
        yield _gauge("damaged_matches", "Matches frozen because their log does not fit.", health.damaged())
        yield _gauge("altered_logs", "Logs that are not as they were written.", len(upkeep.altered))
        yield _gauge("processes", "Processes that run on the database.", upkeep.processes)
        age = health.backup_age()
        if age is not None:
            yield _gauge("backup_age_seconds", "Time since the last good backup.", age)
        if upkeep.unsound is not None:
            yield _gauge("database_damaged", "Whether a page or an index is damaged.", bool(upkeep.unsound))
        if upkeep.figures is not None:
            figures = upkeep.figures
            yield _gauge("database_bytes", "Size of the database.", figures.database)
            yield _gauge("log_bytes", "Size of the write-ahead log.", figures.log)
            if figures.free is not None:
                yield _gauge("disk_free_bytes", "Free room on the disk of the database.", figures.free)
            yield _gauge("outbox_notices", "Notices that wait to be said.", figures.outbox.size)
            yield _gauge("rows_aside", "Rows that could not be read.", figures.aside)
        rows = GaugeMetricFamily("longtable_rows", "Rows by table, counted every hour.", labels=["table"])
        matches = GaugeMetricFamily("longtable_matches", "Matches, counted every hour.", labels=["status"])
        for name, number in upkeep.rows.items():
            if name.startswith("matches_"):
                matches.add_metric([name.removeprefix("matches_")], number)
            else:
                rows.add_metric([name], number)
        yield rows
        yield matches


def _gauge(name: str, said: str, value: float) -> Metric:
    return GaugeMetricFamily(f"longtable_{name}", said, value=float(value))
