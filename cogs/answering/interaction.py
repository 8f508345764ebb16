"""The type of a command, press or keystroke as discord.py hands it over, whatever the client's class."""

from __future__ import annotations

from typing import Any

import discord

__all__ = ["Interaction"]

Interaction = discord.Interaction[Any]
