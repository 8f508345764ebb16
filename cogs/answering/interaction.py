"""What discord.py hands over when somebody does something, whichever client it came to."""

from __future__ import annotations

from typing import Any

import discord

__all__ = ["Interaction"]

Interaction = discord.Interaction[Any]
