"""What a store must do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from engine.match.changes import Change, NewNotice, StoredMatch, Timer
from engine.match.clock import Hours, Server, Span
from engine.match.values import Entry, Notice, Person, Post, SearchWord, Status
from engine.store.values import (
    Cluster,
    Committed,
    Kinds,
    Lane,
    Lease,
    Levels,
    Promise,
    Ring,
    Said,
    Seated,
    Sizes,
    Uncalled,
)

__all__ = ["Store"]


class Store(Protocol):
    """A durable store. Every write is one transaction, committed when the call returns, whole or not at all.

    All raise `StoreError`. A write that was begun is finished even when its caller is cancelled.
    """

    @property
    def sole(self) -> bool:
        """Whether nobody else writes to the database: what was read stays, until it is changed here."""
        ...

    @property
    def holder(self) -> str:
        """By what this process takes lanes, timers and shards; another once the others took it for dead."""
        ...

    def alive(self) -> bool:
        """Whether the others count on this process: else it sends, answers and takes nothing."""
        ...

    @property
    def levels(self) -> Levels:
        """What the processes can do that live, as far as was heard in the last seconds.

        Whoever begins something that older code does not know asks here whether all that live do.
        """
        ...

    @property
    def trouble(self) -> str | None:
        """Code of the trouble that the host was told of last; `None` once something works again."""
        ...

    async def close(self) -> None:
        """Finish what was begun and let the database go. May be called twice."""
        ...

    async def commit(self, change: Change) -> Committed:
        """Write a change to a match.

        Raises `Conflict`, and `Refusal` ``invited_often``, ``invited_open`` for too many invitations.
        """
        ...

    async def ring_guest(
        self, match: int, guest: int, notice: int, now: datetime, apart: timedelta, *, others: bool
    ) -> Ring:
        """Let the message of that notice ring for the guest's invitation to the match, if it may by now.

        Two that ring are so far `apart`. With `others` it rings for those to tables of the same channel too.
        The same notice is answered the same again.
        """
        ...

    async def promise(
        self, begun: Sequence[Promise], now: datetime, until: datetime, kept: Collection[int]
    ) -> None:
        """Note promises of this process, which can be kept `until` then; drop its own `kept`, by interaction.

        Whatever cannot be kept any more is dropped too. What was written outlives the process; not the
        machine, for a while: it is not waited for the disk.
        """
        ...

    async def take_promises(self, now: datetime) -> list[Promise]:
        """Some promises of processes that do not live any more, from now on owed by this one.

        What cannot be kept any more is dropped.
        """
        ...

    async def match(self, match: int) -> StoredMatch | None: ...

    async def version(self, match: int) -> int | None:
        """How often the match was changed; `None` where there is no such match."""
        ...

    async def find_matches(
        self,
        person: int,
        statuses: Collection[Status],
        game: str | None,
        words: Sequence[SearchWord],
        limit: int,
    ) -> list[StoredMatch]:
        """The newest matches in which the person sits, of that game, in which all the words are found."""
        ...

    async def open_lobbies(self, channel: int, game: str, person: int, limit: int) -> list[StoredMatch]:
        """The newest lobbies shown in that channel that have a free seat and in which the person has none."""
        ...

    async def lobbies_at(self, guild: int, limit: int) -> list[StoredMatch]:
        """The newest lobbies of that guild."""
        ...

    async def waiting_for(self, person: int, game: str | None = None) -> dict[int, bool | None]:
        """The running matches in which the person sits, each with whether it waits for that person.

        `None` where the last entry was written before that was kept.
        """
        ...

    async def seats_of(self, person: int) -> list[Seated]:
        """The running matches in which the person sits, and what is known of each without its log."""
        ...

    async def watched_by(self, person: int) -> list[Seated]:
        """The running matches that the person has resigned, and in which the person does not sit."""
        ...

    async def with_resigned(self) -> list[int]:
        """The running matches in which anybody has resigned."""
        ...

    async def lobbies_for(self, person: int, limit: int) -> list[StoredMatch]:
        """The newest lobbies that may have invited the person: also such that did so before."""
        ...

    async def running_in(self, guild: int, limit: int) -> list[Seated]:
        """The matches that are played on that server, with whom they wait for, the longest waiting first."""
        ...

    async def ended_since(self, person: int, since: datetime, limit: int) -> list[StoredMatch]:
        """The matches that have ended since then in which the person sits or has resigned, the last first."""
        ...

    async def matches_of(self, matches: Collection[int]) -> list[StoredMatch]:
        """These matches, as far as there are any, newest first."""
        ...

    async def rematches_of(self, match: int) -> list[StoredMatch]:
        """The matches opened from it, newest first."""
        ...

    async def count(
        self, statuses: Collection[Status], *, person: int | None = None, guild: int | None = None
    ) -> int:
        """How many matches the person sits in, or the guild has."""
        ...

    async def entries(self, match: int) -> list[Entry]:
        """The log, oldest first."""
        ...

    async def clicks(self, match: int) -> dict[tuple[int, str], int | None]:
        """The clicks that have acted on the match, each with its verb and the entry it made."""
        ...

    async def opened_by(self, click: int) -> int | None:
        """The match that this click opened."""
        ...

    async def timers(self, match: int) -> list[Timer]:
        """The match's timers that can be read, the first to fall due first."""
        ...

    async def take_timers(
        self,
        taker: str,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
    ) -> tuple[list[Timer], list[int]]:
        """The timers due by then and nobody's, most overdue first: the taker's until then.

        Only kinds `among` these are taken, where any are named. Kinds in `besides` are left alone, and kinds
        in `still` where the match's shard, of so many, has no session. The second list has the matches of
        rows that cannot be read: they are set aside.
        """
        ...

    async def next_timer(
        self,
        now: datetime,
        *,
        among: Collection[str] | None = None,
        besides: Collection[str] = (),
        still: Collection[str] = (),
        shards: int = 1,
    ) -> datetime | None:
        """When the next timer falls due that nobody has taken; which are meant as for `take_timers`."""
        ...

    async def put_off_timer(self, timer: int, due: datetime | None) -> None:
        """Let the timer be tried again then; `None` drops it."""
        ...

    async def set_timer(self, timer: int, due: datetime) -> None:
        """Let the timer fall due then; it is nobody's."""
        ...

    async def served_until(self, shard: int) -> datetime | None:
        """Until when it was noted that the shard's session is up."""
        ...

    async def serve(self, shard: int, now: datetime) -> None:
        """Note that the shard's session is up."""
        ...

    async def leave(self, shard: int) -> None:
        """Note that the shard's session is lost."""
        ...

    async def credit(
        self,
        kinds: Mapping[str, str | None],
        shard: int,
        shards: int,
        since: datetime,
        now: datetime,
        *,
        outage: bool = False,
    ) -> int:
        """Move the shard's timers of these kinds that fell due after `since` on by the time until `now`.

        An `outage` is kept, for seats' clocks.

        Only where the shard was last served at `since`; in the same transaction it is noted that it is served
        `now`, and each match with such a timer gets the kind's notice, if it has one, spread over some
        minutes. Returns how many timers that were. A match's shard is that of its guild: its id divided by
        2 ** 22, modulo `shards`.
        """
        ...

    async def shift(self, since: datetime, by: timedelta, kind: str, notice: str | None) -> None:
        """The clock was moved by so much: what falls due after `since` is moved with it.

        So is until when shards were served. The matches of timers of that kind get a `notice`. Time that was
        left out by the clock is an outage; what lies ahead of it now is taken back.
        """
        ...

    async def outages(self, shard: int, since: datetime) -> list[Span]:
        """When nobody could press, as far as it ended after then."""
        ...

    async def hours(self, persons: Collection[int], *, fresh: bool = False) -> dict[int, Hours]:
        """The zones, quiet hours and leaves of those of whom any are kept.

        They may be a minute old, unless they are to be `fresh`.
        """
        ...

    async def save_hours(
        self,
        person: int,
        hours: Hours,
        now: datetime,
        notice: str | None = None,
        *,
        look: bool = False,
        before: Hours | None = None,
    ) -> int:
        """Keep them. Raises `Conflict` where others than `before` are kept, if that is given.

        With a `notice`, it is said at all running matches at which the person sits.

        With `look`, the person's clocks are looked at `now`: they may be due earlier; and so are the calls
        that are held back. Returns at how many matches it is said.
        """
        ...

    async def server(self, guild: int, *, fresh: bool = False) -> Server:
        """What its moderators have set; it may be a minute old, unless it is to be `fresh`."""
        ...

    async def save_server(self, guild: int, server: Server, before: Server | None = None) -> None:
        """Keep it. Raises `Conflict` as `save_hours`."""
        ...

    async def idle(self, before: datetime, limit: int, skip: int = 0) -> list[int]:
        """Return matches that are being played, awake, in which no person has done anything since then.

        Those come first in which nobody has for longest; so many of them are skipped.
        """
        ...

    async def has_played(self, person: int, since: datetime) -> bool:
        """Whether the person has made an entry since then in a match that is played, or has ended since."""
        ...

    async def take_lanes(
        self, sayer: str, now: datetime, until: datetime, limit: int, known: Kinds | None = None
    ) -> list[Lane]:
        """The matches of which something is due to be said, longest due first: the sayer's until then.

        Only those of which all that is to be said is `known`, where that is given.
        """
        ...

    async def take_lane(self, sayer: str, match: int, now: datetime, until: datetime) -> bool:
        """Whether something of the match is to be said and nobody else is saying it: now the sayer's."""
        ...

    async def keep_lanes(self, sayer: str, matches: Collection[int], until: datetime) -> None:
        """The sayer is still at these."""
        ...

    async def give_back(self, sayer: str, matches: Collection[int], due: datetime | None = None) -> None:
        """The sayer says no more of these matches for now.

        They are due again when the first of what remains is; with `due` not before.
        """
        ...

    async def next_lane(self, known: Kinds | None = None) -> datetime | None:
        """When the next lane is due; which are meant as for `take_lanes`."""
        ...

    async def notices(self, matches: Collection[int]) -> list[Notice]:
        """What is to be said of these matches, in order."""
        ...

    async def pressing(self, matches: Collection[int], last: datetime) -> set[int]:
        """Those of the matches of which somebody is to be told in private, or that wait for beyond `last`."""
        ...

    # Whoever says something of a match writes as its sayer: where the lane has passed to somebody else, all
    # of these return `False` and nothing is written. Notices that a change, `credit` or `shift` brings have
    # no sayer: they go in with its transaction, and whoever has the lane finds them there.

    async def notices_to(self, person: int, kind: str) -> list[Notice]:
        """The notices of that kind for somebody who sits at their matches, oldest first."""
        ...

    async def intend(self, sayer: str, notice: int, intent: str) -> bool:
        """Note what is about to be begun for the notice."""
        ...

    async def claim(self, sayer: str, notice: int, person: int, kind: str) -> bool:
        """Take it on to say this notice for all of the person's of that kind.

        `False` where another of them was begun or claimed and is not done, by whomever.
        """
        ...

    async def note_said(self, sayer: str, said: Said) -> bool:
        """Drop the notice with all that goes with it."""
        ...

    async def merge(self, sayer: str, match: int, notices: Collection[int]) -> bool:
        """Drop these notices of the match: another that stays stands for them."""
        ...

    async def put_off_notice(self, sayer: str, notice: int, due: datetime, intent: str | None = None) -> bool:
        """It could not be said: try again then. `intent` replaces what was noted."""
        ...

    async def add_notices(
        self, sayer: str, match: int, notices: Sequence[NewNotice], posts: Sequence[Post] = ()
    ) -> bool:
        """Let something more be said of the match; with it, note what is shown."""
        ...

    async def set_aside(self, sayer: str, notice: int, why: str, now: datetime) -> bool:
        """Nothing can be made of the notice: keep it apart for the host, out of everybody's way."""
        ...

    async def hurry(self, match: int, now: datetime) -> bool:
        """Let what waits to be said of the match be tried now; whether there is anything.

        Anybody may: nothing is said by it, and whoever has the lane keeps it.
        """
        ...

    # Several processes on one database, and their shards. All goes by the database's clock.

    async def belong(self, application: int, shard_count: int) -> None:
        """Be one of the processes of this bot, which Discord knows by that id, with so many shards in all.

        Raises `Foreign` where the database is another bot's, `Misfit` where processes live that go by
        another number of shards; nothing is written then.
        """
        ...

    async def cluster(self) -> Cluster:
        """Who there is."""
        ...

    async def take_shard(self, among: Collection[int] | None = None) -> int | None:
        """The lowest shard, of these, that nobody holds: this process's until an heir has it, or it ends."""
        ...

    async def offer_shards(self, shards: Collection[int]) -> None:
        """Let others take over these shards of this process, which serves them until one has (`succeed`)."""
        ...

    async def succeed(self) -> int | None:
        """Become the heir of the lowest shard that is offered: a session may begin beside the other's.

        An heir that dies is none any more; whoever holds the shard may offer it again.
        """
        ...

    async def inherit(self, shard: int) -> None:
        """The heir's session is up: it holds the shard now."""
        ...

    async def retire(self) -> None:
        """This process is to end once its shards are others': it has no share any more."""
        ...

    async def leases(self) -> list[Lease]:
        """The shards that this process holds or is the heir of; none once it was taken for dead."""
        ...

    async def held_shards(self) -> list[int]:
        """Which shards this process holds; none any more once it was taken for dead."""
        ...

    async def identify(self, key: int) -> float:
        """Take the next start of a session of that key (shard modulo `max_concurrency`), 5 seconds apart.

        Returns how many seconds to wait for it.
        """
        ...

    # Upkeep.

    async def find_uncalled(self, after: int, limit: int) -> tuple[list[Uncalled], int | None]:
        """Running matches above `after` to look at, and from where to go on; `None` at the end.

        They wait for a person whom no post shows to have been called, or whose clock says so, or for an
        automatic player, and nothing of them is to be said or falls due.
        """
        ...

    async def silent_threads(self, acted: datetime, woken: datetime, limit: int) -> list[Post]:
        """Threads of matches that are played, in which no person acted since `acted`, longest first.

        Without those that were woken since `woken`.
        """
        ...

    async def set_aside_unreadable(self, now: datetime) -> list[int]:
        """Set timers and notices aside whose time cannot be; return their matches.

        No notice waits for longer than `LONGEST`.
        """
        ...

    async def set_aside_posts(self, after: int, last: int | None, now: datetime) -> list[int]:
        """Set aside what is shown of entries that the log does not have; return the matches.

        Of matches above `after`, up to `last` where that is given. `posts` and `uncalled` leave it out.
        """
        ...

    async def tidy(self, before: datetime, limit: int) -> int:
        """Drop clicks from before then, and put logs of ended matches together; return how many rows went.

        At most about `limit` rows: to be called until it returns 0.
        """
        ...

    async def give_digests(self, limit: int) -> bool:
        """Give logs of older versions their digests, of so many matches; return whether there are more."""
        ...

    async def log_fault(self, match: int) -> str | None:
        """What is wrong with the log of the match by its digest (`engine.store.digests`), if anything is."""
        ...

    async def sizes(self) -> Sizes: ...

    async def kept_of(self, person: int) -> dict[str, Any]:
        """All that is kept of the person, as JSON takes it; no seed, and nothing of anybody else."""
        ...

    async def forget(self, person: int) -> set[int]:
        """Take the person's id and name out of every row; return the matches that have changed.

        Whoever sat somewhere is a number below 0 from then on, and the name is
        `engine.match.values.FORGOTTEN`. The person is forgotten again in any older backup that is put back.
        """
        ...

    async def open_seats_of_nobody(self) -> list[tuple[int, int]]:
        """Tables that are open or played, with the numbers of those forgotten who have not got up yet."""
        ...

    async def person(self, person: int) -> Person | None: ...

    async def save_person(self, person: Person, before: Person | None = None) -> None:
        """Keep it. Raises `Conflict` where something else than `before` is kept, if that is given."""
        ...

    async def jotting(self, person: int, match: int) -> str:
        """What the person has noted beside the match; empty where nothing is."""
        ...

    async def save_jotting(self, person: int, match: int, text: str, now: datetime) -> None:
        """Keep it in place of what was noted there; an empty one is dropped."""
        ...

    async def posts(self, match: int) -> list[Post]:
        """What is shown of the match, as far as it can be read."""
        ...

    async def posts_of(self, matches: Collection[int], kind: str) -> list[Post]:
        """What all see of that kind of these matches."""
        ...

    async def posted_in(self, channel: int, kind: str) -> list[Post]:
        """What of that kind is shown in that channel."""
        ...

    async def newest_to(self, person: int) -> int | None:
        """The newest message among what is shown to the person in private."""
        ...

    async def save_post(self, post: Post) -> None: ...

    async def drop_post(self, match: int, kind: str, person: int) -> None: ...

    async def note(self, key: str) -> str | None:
        """A value that belongs to no match."""
        ...

    async def save_note(self, key: str, value: str) -> None: ...
