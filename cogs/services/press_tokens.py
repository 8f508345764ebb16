"""Changes of a message by the token of its last press, which Discord's limit of requests does not count.

A token is good for 15 minutes. It reaches the pressed message where that itself was the answer to the press.
If Discord refuses it, the bot can still change the message in its own name: the caller does so then.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Route, handle_message_parameters

from cogs.answering.interaction import Interaction

__all__ = ["PressTokens"]

log = logging.getLogger("longtable.courier")

USED_FOR = timedelta(minutes=14)
"""Time after the press in which its token is used: a minute less than Discord takes it."""
KEPT = 2048
"""Presses whose tokens are kept."""
_PATH = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_IN_PLACE = (
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
_UNSENT = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)


@dataclass(frozen=True, slots=True)
class _Token:
    application: int
    token: str
    until: datetime


class PressTokens:
    """The token of the last press that was answered in place, by message; none of an ephemeral message."""

    def __init__(self) -> None:
        self._tokens: OrderedDict[int, _Token] = OrderedDict()

    def note(self, interaction: Interaction) -> None:
        """Note the token of an acknowledged press, if its answer is the pressed message itself."""
        pressed = interaction.message
        if pressed is None or pressed.flags.ephemeral or interaction.response.type not in _IN_PLACE:
            return
        until = interaction.created_at + USED_FOR
        self._tokens.pop(pressed.id, None)
        self._tokens[pressed.id] = _Token(interaction.application_id, interaction.token, until)
        while len(self._tokens) > KEPT:
            self._tokens.popitem(last=False)

    async def edit(self, http: HTTPClient, message: int, **shown: Any) -> bool:
        """Change a message, as `discord.PartialMessage.edit` does; return whether that was possible so."""
        token = self._tokens.get(message)
        if token is None:
            return False
        if discord.utils.utcnow() >= token.until:
            del self._tokens[message]
            return False
        route = Route("PATCH", _PATH, webhook_id=token.application, webhook_token=token.token)
        try:
            with handle_message_parameters(**shown) as given:
                if given.files:
                    await http.request(route, files=given.files, form=given.multipart)
                else:
                    await http.request(route, json=given.payload)
        except _UNSENT as error:
            if self._tokens.get(message) is token:
                del self._tokens[message]
            log.info("message %s: not changed by the token of a press: %s", message, error)
            return False
        return True
