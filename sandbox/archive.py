"""Rules for archived and locked threads: the time of archiving, the messages that wake one, the refusals.

Source: Discord's documentation, "Threads" ("Locked Threads", "Active & Archived Threads"). A change in an
archived thread is refused with 400 and 50083, in a locked one with 403 and 50083 unless one may manage it.
People use no commands in archived threads; buttons go on working there (discord-api-docs#8474).
"""

from __future__ import annotations

from . import permissions
from .box import Box
from .errors import ApiError, Json
from .ids import created_at, iso
from .world import THREADS

ARCHIVED = 50083
LOCKED_STATUS = 403


def is_locked(box: Box, user: str, channel: Json) -> bool:
    """Return `True` for a locked thread that the user may not manage."""
    if channel["type"] not in THREADS or not channel["thread_metadata"]["locked"]:
        return False
    return not box.world.may(user, channel) & permissions.BITS["MANAGE_THREADS"]


def is_archived(channel: Json) -> bool:
    return channel["type"] in THREADS and channel["thread_metadata"]["archived"]


def demand_unlocked(box: Box, user: str, channel: Json) -> None:
    if is_locked(box, user, channel):
        raise ApiError(ARCHIVED, status=LOCKED_STATUS)


def demand_unarchived(channel: Json) -> None:
    if is_archived(channel):
        raise ApiError(ARCHIVED)


def demand_awake(box: Box, user: str, channel: Json) -> None:
    """Refuse a change of what stands in a locked or archived thread. Other channels pass."""
    demand_unlocked(box, user, channel)
    demand_unarchived(channel)


def wake(box: Box, user: str, channel: Json) -> None:
    """Prepare a channel for a new message: unarchive a thread, refuse a locked one."""
    demand_unlocked(box, user, channel)
    if is_archived(channel):
        change(box, channel, archived=False)


def change(box: Box, thread: Json, **changes: bool) -> None:
    """Archive, unarchive, lock or unlock a thread, and send the event."""
    thread["thread_metadata"] |= changes
    if "archived" in changes:
        note_activity(box, thread)
    box.audience.channel_changed("update", box.world.put("channel", thread))


def note_activity(box: Box, thread: Json) -> None:
    """Restart the time after which a silent thread is archived."""
    now = box.world.clock()
    thread["thread_metadata"]["archive_timestamp"] = iso(now)
    thread["_active"] = now


def doze(box: Box, channel: Json) -> None:
    """Archive a thread whose last activity is longer ago than its `auto_archive_duration`."""
    if channel["type"] not in THREADS or channel["thread_metadata"]["archived"]:
        return
    last = max(created_at(channel["last_message_id"] or channel["id"]), channel.get("_active", 0))
    if box.world.clock() - last > channel["thread_metadata"]["auto_archive_duration"] * 60:
        change(box, channel, archived=True)


def doze_all(box: Box) -> None:
    for channel in list(box.world.channels.values()):
        doze(box, channel)
