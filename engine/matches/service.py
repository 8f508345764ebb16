"""The service through which every change of a match goes, and every question about one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from engine.chance import new_seed
from engine.game import AnyGame
from engine.match.limits import Limits
from engine.match.timer_kinds import TimerKind
from engine.matches.core.alarm import SHARED, Alarm
from engine.matches.core.cache import Cache
from engine.matches.core.deadlines import Deadlines
from engine.matches.core.lanes import Lanes
from engine.matches.core.loader import Loader
from engine.matches.core.locks import Locks
from engine.matches.core.rulebook import Rulebook
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.matches.guest_records import GuestRecords
from engine.matches.history import History
from engine.matches.inbox import Inboxes
from engine.matches.news.outbox import Outbox
from engine.matches.news.posts import Posts
from engine.matches.news.promises import Promises
from engine.matches.news.recovery import Recovery
from engine.matches.news.server_news import ServerNews
from engine.matches.overview import Overviews
from engine.matches.people.forgetting import Forgetting
from engine.matches.people.hours import PeopleHours
from engine.matches.people.people import People
from engine.matches.people.wishes import Wishes
from engine.matches.play.held_moves import HeldMoves
from engine.matches.play.hints import Hints
from engine.matches.play.house_moves import HouseMoves
from engine.matches.play.moves import Moves
from engine.matches.play.plans import Plans
from engine.matches.play.robots import Robots
from engine.matches.play.thinking import Thinking
from engine.matches.play.undo import Undo
from engine.matches.queries import Queries
from engine.matches.replays import Replays
from engine.matches.robot_checks import RobotChecks
from engine.matches.seats.departures import Departures
from engine.matches.seats.lobbies import Lobbies
from engine.matches.seats.moderation import Moderation
from engine.matches.seats.paces import Paces
from engine.matches.seats.pauses import Pauses
from engine.matches.seats.presence import Presence
from engine.matches.seats.seat_clocks import SeatClocks
from engine.matches.seats.substitutes import Substitutes
from engine.matches.timers import Timers
from engine.matches.upkeep import Upkeep
from engine.store import Store

__all__ = ["Matches"]

MAX_THINKING_AT_ONCE = 2
"""Automatic players that may think at the same time."""


class Matches:
    """All parts of the service, each in a file of its own and used by its name.

    `click` is always the id of the click or command that causes a change: delivered twice, it changes a match
    once. `now` gives the time, with its zone. A refused change raises `Refusal` and has changed nothing. A
    change that was begun is finished even when its caller is cancelled.

    The owner of a service runs `timers.run` and `upkeep.tend`, and ends with `close`, before it closes the
    store.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        now: Callable[[], datetime],
        *,
        limits: Limits | None = None,
        retired: Iterable[AnyGame] = (),
        seed: Callable[[], bytes] = new_seed,
        holder: Callable[[], str] | None = None,
    ) -> None:
        """`retired` are older versions of games' rules, for matches that began with them.

        Lanes and timers are leased to what `holder` names, by default to the store's holder.
        """
        limits = limits or Limits()
        holder = holder or (lambda: store.holder)
        alarm = Alarm() if store.sole else Alarm(SHARED)
        lanes = Lanes(Alarm() if store.sole else Alarm(SHARED), holder)
        self.store = store
        self.limits = limits
        self.timekeeper = keeper = Timekeeper(store, now, alarm, lanes.alarm)
        self.now = keeper.now
        rulebook, cache, locks = Rulebook(games, retired), Cache(limits.warm), Locks()
        self.loader = loader = Loader(store, rulebook, cache, locks, now)
        deadlines = Deadlines(store, keeper)
        writer = Writer(store, loader, lanes, keeper, deadlines, limits, alarm)
        self.recovery = recovery = Recovery(store, loader, writer, keeper, limits)
        self.hours = hours = PeopleHours(store, locks, keeper, alarm, lanes.alarm)
        self.presence = presence = Presence(store, loader, writer, deadlines, limits, hours.note_seen)
        self.wishes = wishes = Wishes(store, keeper)
        self.lobbies = lobbies = Lobbies(store, loader, writer, limits, now, seed, wishes.notices)
        self.pauses = pauses = Pauses(store, loader, writer, deadlines, keeper)
        self.paces = Paces(store, loader, writer)
        self.moves = moves = Moves(loader, writer, presence)
        self.held_moves = held = HeldMoves(store, loader, writer, moves, presence, deadlines, limits)
        self.plans = Plans(loader, writer)
        self.seat_clocks = seat_clocks = SeatClocks(store, loader, writer, deadlines, keeper, held.enter)
        self.substitutes = substitutes = Substitutes(store, loader, writer, keeper, limits)
        self.undo = undo = Undo(loader, writer, presence, keeper)
        self.moderation = Moderation(loader, writer, deadlines)
        self.departures = departures = Departures(loader, writer)
        self._thinking = thinking = Thinking(MAX_THINKING_AT_ONCE, limits.thinking.total_seconds())
        robots = Robots(loader, writer, moves, thinking)
        self.hints = Hints(loader, thinking)
        house_moves = HouseMoves(store, loader, writer, moves, held, deadlines, thinking)
        self.timers = timers = Timers(store, keeper, recovery, alarm, holder)
        timers.handle(TimerKind.PLAYER, robots.play)
        timers.handle(TimerKind.LAPSE, house_moves.lapse)
        timers.handle(TimerKind.ORDER, house_moves.follow_order)
        timers.handle(TimerKind.CLOCK, seat_clocks.look)
        timers.handle(TimerKind.ROBOT_REMINDER, seat_clocks.remind_of_robot)
        timers.handle(TimerKind.SIT, substitutes.sit)
        timers.handle(TimerKind.PAUSE, pauses.call_after_pause)
        timers.handle(TimerKind.BEGIN, lobbies.announce)
        timers.handle(TimerKind.OFFER, lobbies.offer)
        timers.handle(TimerKind.CLOSE, lobbies.close)
        timers.handle(TimerKind.UNDO, undo.lapse)
        timers.handle(TimerKind.HOLD, held.fall_due)
        self.forgetting = forgetting = Forgetting(store, locks, cache, departures)
        self.queries = queries = Queries(store, loader, deadlines)
        self.history = history = History(store, loader, queries)
        self.upkeep = Upkeep(store, recovery, presence, forgetting, departures, history, keeper, limits)
        self.replays = Replays(loader, queries)
        self.guest_records = GuestRecords()
        self.robot_checks = RobotChecks(queries.record)
        self.inboxes = Inboxes(store, loader, queries, deadlines, keeper)
        self.overviews = Overviews(store, loader, deadlines)
        self.outbox = Outbox(store, locks, lanes, recovery, keeper, seat_clocks.note_delivered)
        self.server_news = ServerNews(store, keeper, Alarm() if store.sole else Alarm(SHARED), holder)
        self.promises = Promises(store, keeper.now)
        self.people = People(store, locks, loader, keeper.now)
        self.posts = Posts(store)

    async def close(self) -> None:
        """Finish the changes that were begun, and note until when people could press.

        The store stays open.
        """
        await self.loader.locks.finish()
        await self.hints.close()
        await self._thinking.close()
        await self.timekeeper.stop()
