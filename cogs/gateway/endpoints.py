"""The addresses of Discord's servers, which a sandbox or a model of Discord replaces by its own."""

from __future__ import annotations

import discord
import discord.gateway
import discord.http
import yarl


def point_at(api: str, gateway: str, cdn: str) -> None:
    """Let discord.py talk to another server than Discord's."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.asset.Asset.BASE = cdn  # pyright: ignore[reportAttributeAccessIssue]  # declared as a literal
