"""What a server's moderators have set, as the commands read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cogs.answering.interaction import Interaction
from cogs.text.text import Markup
from engine.game import Refusal
from engine.match.clock import Server

__all__ = ["channel_links", "check_opening", "moderates", "open_channels"]


def moderates(interaction: Interaction) -> bool:
    """Whether the person may manage the server, whatever its settings of commands are."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def open_channels(server: Server) -> list[int]:
    """The channels where tables may be opened; none where they may be everywhere."""
    channels = server.more.get("channels")
    return [each for each in cast("list[object]", channels or []) if isinstance(each, int)]


def channel_links(channels: Sequence[int]) -> Markup:
    """These channels, as links."""
    return Markup(", ".join(f"<#{each}>" for each in channels))


def check_opening(server: Server, interaction: Interaction, guild: int, channel: int) -> None:
    """Whether a table may be opened in that channel of that server: to moderate another is nothing there.

    Raises `Refusal` ``channel_closed``, ``only_moderators``.
    """
    channels = open_channels(server)
    if channels and channel not in channels:
        raise Refusal("channel_closed", channels=channel_links(channels))
    moderating = interaction.guild_id == guild and moderates(interaction)
    if server.more.get("opener") == "moderators" and not moderating:
        raise Refusal("only_moderators")
