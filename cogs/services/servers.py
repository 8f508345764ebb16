"""The settings of a server's moderators, as the commands read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cogs.answering.interaction import Interaction
from cogs.text.text import Markup
from engine.game import Refusal
from engine.match.clock import Server

__all__ = ["channel_links", "check_opening", "moderates", "open_channels"]


def moderates(interaction: Interaction) -> bool:
    """Return True if the person may manage the server, whatever its permissions for commands are."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def open_channels(server: Server) -> list[int]:
    """Return the channels where tables may be opened; an empty list if they may be opened everywhere."""
    channels = server.more.get("channels")
    return [each for each in cast("list[object]", channels or []) if isinstance(each, int)]


def channel_links(channels: Sequence[int]) -> Markup:
    """Return links to these channels."""
    return Markup(", ".join(f"<#{each}>" for each in channels))


def check_opening(server: Server, interaction: Interaction, guild: int, channel: int) -> None:
    """Refuse a table in a channel that is closed to it. Moderators of another server count as anybody.

    Raises `Refusal` ``channel_closed``, ``only_moderators``.
    """
    channels = open_channels(server)
    if channels and channel not in channels:
        raise Refusal("channel_closed", channels=channel_links(channels))
    moderating = interaction.guild_id == guild and moderates(interaction)
    if server.more.get("opener") == "moderators" and not moderating:
        raise Refusal("only_moderators")
