"""Processes that run on one database. SQL: `engine/store/sql/processes.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "CLUB_CODE_LEVEL",
    "CODE_LEVEL",
    "END_CODE_LEVEL",
    "HELP_CODE_LEVEL",
    "LEAGUE_CODE_LEVEL",
    "OPEN_CODE_LEVEL",
    "PRIVATE_CODE_LEVEL",
    "REPLAY_CODE_LEVEL",
    "STEP_CODE_LEVEL",
    "UNCOUNTED_CODE_LEVEL",
    "Cluster",
    "CodeLevels",
    "ProcessStore",
]

CODE_LEVEL = 7
"""The code level of this process. It rises by one with anything that is new to older code: kinds of notices
or timers, verbs, texts of entries."""
UNCOUNTED_CODE_LEVEL = 3
"""The lowest level of code that can read that a steward sat down in an absence that does not count."""
PRIVATE_CODE_LEVEL = 4
"""The lowest level of code that knows private tables: older code would write notices of them."""
OPEN_CODE_LEVEL = 5
"""The lowest level of code that answers the buttons of open pages, on messages that everybody presses."""
REPLAY_CODE_LEVEL = 6
"""The lowest level of code that answers the buttons that open a match to be watched step by step."""
END_CODE_LEVEL = 6
"""The lowest level of code that tells the end of a match in its channel, and answers the buttons there."""
STEP_CODE_LEVEL = 7
"""The lowest level of code that shows hands only when asked while a match is watched step by step, and the
log of a record that somebody has brought."""

CLUB_CODE_LEVEL = 7
"""The lowest level of code that tells a server its news, tells people of tables that open, and reads in a log
that a match has another pace."""
HELP_CODE_LEVEL = 7
"""The lowest level of code that knows tables without help, and answers the button for a hint."""

LEAGUE_CODE_LEVEL = 7
"""The lowest level of code that keeps whom a league has told that its season ends soon, and that answers the
buttons below a season's end."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """The processes that run on one database."""

    application: int
    """Discord's id of the bot; 0 while none is known."""
    shard_count: int
    free: int
    """The number of shards that nobody holds."""
    processes: int
    """The number of live processes, this one included."""
    staying: int
    """The number of live processes that do not hand over their shards in order to end."""
    invalid: int
    """Requests of all processes, within ten minutes, that count against a ban."""


@dataclass(frozen=True, slots=True)
class CodeLevels:
    """The code levels (`CODE_LEVEL`) of the processes that live on one database: this one's, and the two
    extremes."""

    own: int = CODE_LEVEL
    lowest: int = CODE_LEVEL
    """The lowest code level. Nobody begins anything that came with a higher one: not all could read it."""
    highest: int = CODE_LEVEL

    @property
    def has_older(self) -> bool:
        """True if a process of a lower level lives."""
        return self.lowest < self.own

    @property
    def has_newer(self) -> bool:
        """True if a process of a higher level lives, to which unknown kinds are left."""
        return self.highest > self.own


class ProcessStore(Protocol):
    """This process among the others. All times are those of the database's clock."""

    async def belong(self, application: int, shard_count: int) -> None:
        """Join the processes of the bot that Discord knows by that id, with so many shards in all.

        Raises `Foreign` if the database is another bot's, `Misfit` if live processes count with another
        number of shards; then nothing is written.
        """
        ...

    async def cluster(self) -> Cluster:
        """Return the live processes, as numbers."""
        ...

    async def retire(self) -> None:
        """Announce that this process ends once others have its shards, and claims no share of them."""
        ...
