"""The interface of a store, by subject.

Each file here has a file of the same name in `engine/store/sql/`, which implements it. The
methods stand in the same order in both. Values that a subject alone needs stand beside its methods.
"""

from __future__ import annotations

from typing import Protocol

from engine.store.protocol.history import HistoryStore
from engine.store.protocol.hours import HoursStore
from engine.store.protocol.invitations import InvitationStore
from engine.store.protocol.lanes import LaneStore
from engine.store.protocol.leagues import LeagueStore
from engine.store.protocol.log import LogStore
from engine.store.protocol.matches import MatchStore
from engine.store.protocol.notes import NoteStore
from engine.store.protocol.outages import OutageStore
from engine.store.protocol.outbox import OutboxStore
from engine.store.protocol.people import PersonStore
from engine.store.protocol.personal import PersonalDataStore
from engine.store.protocol.posts import PostStore
from engine.store.protocol.processes import CodeLevels, ProcessStore
from engine.store.protocol.promises import PromiseStore
from engine.store.protocol.server_lanes import ServerLaneStore
from engine.store.protocol.shards import ShardStore
from engine.store.protocol.timers import TimerStore
from engine.store.protocol.upkeep import UpkeepStore
from engine.store.protocol.wishes import WishStore

__all__ = ["Store"]


class Store(
    MatchStore,
    HistoryStore,
    LogStore,
    InvitationStore,
    TimerStore,
    OutageStore,
    HoursStore,
    LaneStore,
    LeagueStore,
    OutboxStore,
    PersonStore,
    PostStore,
    NoteStore,
    PromiseStore,
    PersonalDataStore,
    ProcessStore,
    ServerLaneStore,
    ShardStore,
    UpkeepStore,
    WishStore,
    Protocol,
):
    """A durable store. Every write is one transaction, committed when the call returns, whole or not at all.

    All methods raise `StoreError`. A write that was begun is finished even when its caller is cancelled.
    `engine/store/sqlite/connection.py` and `engine/store/postgres/connection.py` implement these methods,
    those of the subjects stand in `engine/store/sql/`.
    """

    @property
    def sole(self) -> bool:
        """True if nobody else writes to the database: what was read stays until this process changes it."""
        ...

    def look_anew(self, *, lately: bool = False) -> None:
        """Let the present task, and those that it begins, count for a second on what they read from now on.

        It is called where a task begins something: the answer to a press, a lane, a timer. Without it, and
        after that second, a store that is shared with other processes is asked each time. With `lately` the
        task also counts on what others have read within a second, as for suggestions at each keystroke.
        """
        ...

    @property
    def holder(self) -> str:
        """The name under which this process leases lanes, timers and shards.

        The process gets another one after the others took it for dead.
        """
        ...

    def is_alive(self) -> bool:
        """Return True if the others count on this process; otherwise it sends, answers and takes nothing."""
        ...

    @property
    def code_levels(self) -> CodeLevels:
        """The code levels of the live processes, a few seconds old at most.

        Whoever begins something that older code does not know checks here that all live processes know it.
        """
        ...

    @property
    def trouble(self) -> str | None:
        """The code of the trouble last reported to the operator; `None` once something works again."""
        ...

    async def close(self) -> None:
        """Finish the writes that were begun, and close the database. May be called twice."""
        ...
