"""The service through which every change to a match goes, and what people may know of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from engine.chance import new_seed
from engine.game import AnyGame
from engine.match.limits import Limits
from engine.matches.core.alarm import SHARED, Alarm
from engine.matches.core.cache import Cache
from engine.matches.core.deadlines import Clockwork
from engine.matches.core.lanes import Lanes
from engine.matches.core.loader import Loader
from engine.matches.core.locks import Locks
from engine.matches.core.rulebook import Rulebook
from engine.matches.core.timekeeper import Timekeeper
from engine.matches.core.writer import Writer
from engine.matches.inbox import Inboxes
from engine.matches.news.outbox import Outbox
from engine.matches.news.posts import Posts
from engine.matches.news.promises import Promises
from engine.matches.news.recovery import Recovery
from engine.matches.people.forgetting import Forgetting
from engine.matches.people.hours import PeopleHours
from engine.matches.people.people import People
from engine.matches.play.held_moves import Holding
from engine.matches.play.moves import Moves
from engine.matches.play.plans import Planning
from engine.matches.play.robots import Thinking
from engine.matches.play.undo import Undoing
from engine.matches.queries import Queries
from engine.matches.seats.departures import Departures
from engine.matches.seats.lobbies import Lobbies
from engine.matches.seats.moderation import Remedies
from engine.matches.seats.presence import Presence
from engine.matches.seats.seat_clocks import SeatClocks
from engine.matches.seats.standstill import Standstill
from engine.matches.seats.substitutes import Substitutes
from engine.matches.timers import Timers
from engine.matches.upkeep import Upkeep
from engine.store import Levels, Store

__all__ = ["Matches"]

THINKING = 2
"""Automatic players who think at once."""


class Matches:
    """Every change to a match goes through here.

    `click` is always the id of the click or command that caused the change: the same one delivered twice does
    the same thing to a match once. `now` gives the time, with its zone. Every refusal is a `Refusal`; nothing
    has changed then. A change that was begun is finished even when its caller is cancelled.

    Whoever owns the service runs `run`, for automatic players and short clocks, and `tend`, and ends with
    `close`, before the store's.

    It is composed of parts that do the work, each in a file of its own; what they offer is listed here.
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

        Lanes and timers are taken for whom `holder` says: for the store's, where nobody is named.
        """
        limits = limits or Limits()
        holder = holder or (lambda: store.holder)
        locks = Locks()
        alarm, lanes = (Alarm(), Lanes(Alarm())) if store.sole else (Alarm(SHARED), Lanes(Alarm(SHARED)))
        self.store = store
        self.rulebook = rulebook = Rulebook(games, retired)
        self.cache = cache = Cache(limits.warm)
        self.timekeeper = keeper = Timekeeper(store, now, alarm, lanes.alarm)
        self.loader = loader = Loader(store, rulebook, cache, locks, now)
        clockwork = Clockwork(store, keeper)
        writer = Writer(store, loader, cache, locks, lanes, keeper, clockwork, limits, alarm, holder)
        recovery = Recovery(store, loader, writer, keeper, limits)
        thinking = Thinking(THINKING, limits.thinking.total_seconds())
        self.lobbies = lobbies = Lobbies(store, rulebook, locks, loader, writer, limits, now, seed)
        people_hours = PeopleHours(store, locks, keeper, alarm, lanes.alarm)
        presence = Presence(store, loader, writer, clockwork, keeper, limits, people_hours.seen)
        standstill = Standstill(store, loader, writer, clockwork, keeper)
        self.moves = moves = Moves(loader, writer, presence)
        holding = Holding(store, loader, writer, moves, presence, clockwork, keeper, limits)
        planning = Planning(loader, writer)
        seat_clocks = SeatClocks(store, loader, writer, clockwork, keeper, holding.enter)
        substitutes = Substitutes(store, loader, writer, keeper, limits)
        undoing = Undoing(loader, writer, presence, keeper)
        self.timers = timers = Timers(
            store,
            loader,
            writer,
            moves,
            recovery,
            thinking,
            lobbies,
            seat_clocks,
            substitutes,
            standstill,
            undoing,
            holding,
            clockwork,
            keeper,
            alarm,
            holder,
        )
        remedies = Remedies(loader, writer, clockwork)
        departures = Departures(loader, writer)
        forgetting = Forgetting(store, locks, cache, departures)
        self.upkeep = upkeep = Upkeep(store, recovery, presence, forgetting, departures, keeper, limits)
        queries = Queries(store, loader, clockwork)
        inboxes = Inboxes(store, loader, queries, clockwork, keeper)
        outbox = Outbox(store, locks, lanes, recovery, keeper, holder, seat_clocks.called)
        promises = Promises(store, keeper.now)
        people, posts = People(store, locks, loader, keeper.now), Posts(store)
        self._locks = locks
        self.held_for = limits.hold

        # Before the start.
        self.open = lobbies.open
        self.join = lobbies.join
        self.add_player = lobbies.add_player
        self.remove_player = lobbies.remove_player
        self.accept = lobbies.accept
        self.decline = lobbies.decline
        self.put_out = lobbies.put_out
        self.invite = lobbies.invite
        self.ring = lobbies.ring
        self.fill = lobbies.fill
        self.start = lobbies.start
        self.start_announced = lobbies.start_announced
        self.rematch = lobbies.rematch

        # Playing, and leaving off.
        self.play = moves.play
        self.submit = holding.submit
        self.foreseen = holding.foreseen
        self.outlook = holding.outlook
        self.send_held = holding.send
        self.drop_held = holding.drop
        self.outset = planning.outset
        self.plan = planning.plan
        self.unplan = planning.unplan
        self.leave = departures.leave
        self.resign = departures.resign
        self.cancel = departures.cancel
        self.end_absent = departures.end_absent
        self.won_by_resigning = departures.won_by_resigning
        self.undo = undoing.undo
        self.may_undo = undoing.may_undo
        self.agree_undo = undoing.agree_undo
        self.decline_undo = undoing.decline_undo

        # Clocks, absence and leave: docs/time.md.
        self.called = seat_clocks.called
        self.looked = seat_clocks.looked
        self.ask_who_is_shut_out = seat_clocks.ask_who_is_shut_out
        self.wait = seat_clocks.wait
        self.give_day = seat_clocks.give_day
        self.back = presence.back
        self.pause_clocks = standstill.pause
        self.wake = presence.wake
        self.offer_seat = substitutes.offer_seat
        self.ask_seat = substitutes.ask_seat
        self.object = substitutes.object
        self.withdraw = substitutes.withdraw
        self.host_time = remedies.host_time
        self.host_replace = remedies.host_replace
        self.host_end = remedies.host_end
        self.host_undo = undoing.host_undo
        self.public_steps = undoing.public_steps
        self.hours = people_hours.hours
        self.away = people_hours.away
        self.stood_in_for = queries.stood_in_for
        self.leave_left = people_hours.leave_left
        self.set_habits = people_hours.set_habits
        self.ask_zone = people_hours.ask_zone
        self.set_daily = people_hours.set_daily
        self.set_hold = people_hours.set_hold
        self.set_forced = people_hours.set_forced
        self.mute = people_hours.mute
        self.tell_of_robots = people_hours.tell_of_robots
        self.seen = people_hours.seen
        self.set_reserved = people_hours.set_reserved
        self.take_leave = people_hours.take_leave
        self.end_leave = people_hours.end_leave
        self.hold = people_hours.hold
        self.holds_call = people_hours.holds_call
        self.server = people_hours.server
        self.set_server = people_hours.set_server

        # What somebody may know.
        self.get = loader.get
        self.found = queries.found
        self.how_many = queries.how_many
        self.open_lobbies = queries.open_lobbies
        self.lobbies_at = queries.lobbies_at
        self.waiting_for = queries.waiting_for
        self.inbox = inboxes.inbox
        self.next_for = inboxes.next_for
        self.waits = queries.waits
        self.listed = inboxes.listed
        self.running_in = inboxes.running_in
        self.situation = queries.situation
        self.played_back = queries.played_back
        self.understood = queries.understood
        self.previewed = queries.previewed
        self.log = queries.log
        self.record = queries.record
        self.was_restored = queries.was_restored
        self.deadlines = queries.deadlines

        # What is to be said.
        self.next_lanes = outbox.next_lanes
        self.wait_for_lanes = outbox.wait_for_lanes
        self.wait_for_fresh_lanes = outbox.wait_for_fresh_lanes
        self.pause = outbox.pause
        self.keep_lanes = outbox.keep_lanes
        self.give_back = outbox.give_back
        self.notices = outbox.notices
        self.pressing = outbox.pressing
        self.notices_to = outbox.notices_to
        self.intend = outbox.intend
        self.claim = outbox.claim
        self.done = outbox.done
        self.failed = outbox.failed
        self.say = outbox.say
        self.set_aside = outbox.set_aside
        self.merge = outbox.merge
        self.hurry = outbox.hurry
        self.show_again = recovery.show_again
        self.show_privately = recovery.show_privately
        self.look_again = outbox.look_again

        # What the outside world wants remembered.
        self.person = people.person
        self.remember = people.remember
        self.jotting = people.jotting
        self.jot = people.jot
        self.kept_of = forgetting.kept_of
        self.forget = forgetting.forget
        self.posts = posts.posts
        self.post = posts.post
        self.posts_of = posts.posts_of
        self.posted_in = posts.posted_in
        self.silent_threads = posts.silent_threads
        self.newest_to = posts.newest_to
        self.save_post = posts.save_post
        self.drop_post = posts.drop_post
        self.promise = promises.promise
        self.take_promises = promises.take_promises
        self.note = posts.note
        self.save_note = posts.save_note

        # Time, and what falls due.
        self.now = keeper.now
        self.attend = keeper.attend
        self.attend_shards = keeper.attend_shards
        self.beat = keeper.beat
        self.run = timers.run
        self.run_due_timers = timers.run_due_timers

        # Upkeep.
        self.tend = upkeep.tend
        self.reconcile = upkeep.reconcile
        self.tidy = upkeep.tidy
        self.rest = upkeep.rest
        self.sizes = upkeep.sizes
        self.revive = recovery.revive

    @property
    def damaged(self) -> frozenset[int]:
        """Matches whose logs were seen not to lead to their states."""
        return self.loader.damaged

    @property
    def levels(self) -> Levels:
        """What the processes can do that live: who begins something new asks whether all know it."""
        return self.store.levels

    async def close(self) -> None:
        """Finish what was begun, and note until when people could press. The store stays open."""
        await self._locks.finish()
        await self.timekeeper.stop()
