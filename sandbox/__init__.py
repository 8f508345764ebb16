"""A Discord-compatible server on loopback, with a web client: the bot without a token or an account.

It speaks to the bot over HTTP and WebSocket only, so that the bot cannot tell it from Discord.
"""

from __future__ import annotations

from .server import Sandbox, SandboxError
from .storage import StorageError

__all__ = ["Sandbox", "SandboxError", "StorageError"]
