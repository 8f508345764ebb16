"""Tables with a clock, for tests: calls that are delivered, days that pass."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from engine.game import Seat
from engine.match.changes import Timer
from engine.match.clock import DAY, PACES, Pace
from engine.match.help import Help
from engine.match.values import SeatTime, Status
from engine.store import CallOutcome, Said
from tests.engine.bazaar import BazaarOptions
from tests.engine.matches.test_matches import ANN, PLACE
from tests.engine.matches.test_rounds import Bazaars

__all__ = ["DAY", "HOUR", "Timed"]

HOUR = timedelta(hours=1)


class Timed(Bazaars):
    """Tables of the bazaar at a pace; calls are delivered when `carry` is called."""

    pace: Pace = PACES["day"]
    help: Help | None = None

    def __init__(self, *given: object, **more: object) -> None:
        super().__init__(*given, **more)  # type: ignore[arg-type]
        self.said_to: list[tuple[str, int | None, int | None]] = []
        """Kind, seat and person of all notices that were sent, but for turns."""

    async def open(self, size: int = 2, target: int = 1) -> int:
        options = BazaarOptions(days=target)
        known = {"pace": self.pace, "play_on": self.play_on, "help": self.help}
        open_ = self.matches.lobbies.open
        match = await open_("bazaar", options, size, ANN, "Ann", PLACE, self.click, **known)
        return match.id

    async def carry(self) -> list[tuple[str, int | None, int | None]]:
        """Send all notices, as the courier does; return those since the last time, but for turns."""
        said: list[tuple[str, int | None, int | None]] = []
        while any(lanes := await self.matches.outbox.next_lanes(99, 99)):
            for lane in (*lanes[0], *lanes[1]):
                for notice in await self.matches.outbox.notices((lane.match,)):
                    if notice.kind == "turn" and notice.seat is not None:
                        await self.matches.seat_clocks.note_delivered(
                            notice.match, notice.seat, notice.number
                        )
                    elif notice.kind not in ("turn", "chosen", "settle", "lobby", "started"):
                        said.append((notice.kind, notice.seat, notice.person))
                    assert await self.matches.outbox.note_said(
                        Said(notice, outcomes={notice.id: CallOutcome.RUNG})
                    )
                await self.matches.outbox.release_lanes((lane.match,))
        self.said_to += said
        return said

    async def live(self, time: timedelta, step: timedelta = HOUR) -> list[tuple[str, int | None, int | None]]:
        """Let so much time pass, with all timers that fall due in it; return the notices."""
        until, said = self.clock() + time, list[tuple[str, int | None, int | None]]()
        while True:
            await self.automatic()
            said += await self.carry()
            await self.automatic()
            if self.clock() >= until:
                return said
            self.clock.time = min(until, self.clock() + step)

    async def times(self, match: int) -> tuple[SeatTime, ...]:
        return (await self.matches.queries.situation(match, None)).times

    async def deadline(self, match: int, seat: int) -> datetime | None:
        return (await self.times(match))[seat].deadline

    async def kinds(self, match: int) -> list[tuple[str, int | None, str]]:
        """Return the entries of the log that are neither the start nor moves."""
        entries = await self.store.entries(match)
        return [(one.kind, one.seat, one.text) for one in entries if one.kind not in ("start", "move")]

    async def looks(self, match: int) -> Mapping[Seat | None, Timer]:
        """Return the timers of seats' clocks."""
        timers = [one for one in await self.store.timers(match) if one.kind == "clock"]
        assert len({one.seat for one in timers}) == len(timers), "one for each seat"
        return {one.seat: one for one in timers}

    async def is_running(self, match: int) -> bool:
        return (await self.matches.loader.get(match)).status is Status.RUNNING
