"""Threads that sleep or are locked: when they are archived, what wakes them, what they refuse.

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
    """Whether this is a thread that is locked for the user."""
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
    """For everything that changes what stands in a channel: refuses it in a locked or archived thread."""
    demand_unlocked(box, user, channel)
    demand_unarchived(channel)


def wake(box: Box, user: str, channel: Json) -> None:
    """For a new message: unarchives a thread, refuses a locked one."""
    demand_unlocked(box, user, channel)
    if is_archived(channel):
        change(box, channel, archived=False)


def change(box: Box, thread: Json, **changes: bool) -> None:
    """Archives, unarchives, locks or unlocks, and tells everybody."""
    thread["thread_metadata"] |= changes
    if "archived" in changes:
        noted(box, thread)
    box.audience.channel_changed("update", box.world.put("channel", thread))


def noted(box: Box, thread: Json) -> None:
    """Begins the time anew after which a silent thread is archived."""
    now = box.world.clock()
    thread["thread_metadata"]["archive_timestamp"] = iso(now)
    thread["_active"] = now


def doze(box: Box, channel: Json) -> None:
    """Archives a thread that has been silent for long enough."""
    if channel["type"] not in THREADS or channel["thread_metadata"]["archived"]:
        return
    last = max(created_at(channel["last_message_id"] or channel["id"]), channel.get("_active", 0))
    if box.world.clock() - last > channel["thread_metadata"]["auto_archive_duration"] * 60:
        change(box, channel, archived=True)


def doze_all(box: Box) -> None:
    for channel in list(box.world.channels.values()):
        doze(box, channel)
