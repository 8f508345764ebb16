"""Ids on the wire: discord.py sends some as numbers; Discord describes them all as text: text goes out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord

__all__ = ["Icon", "Mentions", "Upload", "pings"]


class Mentions(discord.AllowedMentions):
    """The people that a message calls, with ids as text."""

    def to_dict(self) -> Any:
        given: dict[str, Any] = {**super().to_dict()}
        if "users" in given:
            given["users"] = [str(each) for each in given["users"]]
        return given

    def merge(self, other: discord.AllowedMentions) -> Mentions:
        merged = super().merge(other)
        return Mentions(
            everyone=merged.everyone,
            users=merged.users,
            roles=merged.roles,
            replied_user=merged.replied_user,
        )


def pings(people: Collection[int]) -> Mentions:
    """Return mentions that call these people and nobody else."""
    users = [discord.Object(each) for each in people if each > 0]  # others were forgotten
    return Mentions(everyone=False, roles=False, replied_user=False, users=users)


class Upload(discord.File):
    """A file sent along."""

    def to_dict(self, index: int) -> dict[str, Any]:
        return {**super().to_dict(index), "id": str(index)}


class Icon(discord.PartialEmoji):
    """One of the application's own emojis."""

    def to_dict(self) -> Any:
        return {**super().to_dict(), "id": str(self.id)}
