"""The bulletins that go with a match's change: what its server is told of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.changes import NewNotice
from engine.store import BulletinKind

__all__ = ["bulletins_of"]

_FROM_NOTICES = {"over": BulletinKind.OVER, "open": BulletinKind.SEAT, "seat": BulletinKind.SEAT}
"""The bulletins that go with notices to the table, by the kind of the notice."""


def bulletins_of(notices: Sequence[NewNotice]) -> tuple[str, ...]:
    """Return the kinds of the bulletins that go with these notices of a match, each once."""
    kinds = [_FROM_NOTICES.get(each.kind) for each in notices if each.person is None]
    return tuple(dict.fromkeys(kind.value for kind in kinds if kind is not None))
