"""Names and descriptions of commands in every language, from the catalogues."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.text import text_for

__all__ = ["CatalogueTranslator", "said"]


def said(code: str) -> app_commands.locale_str:
    """The English text of a code, which the translator finds again in other languages."""
    return app_commands.locale_str(text_for("en").plain(code), code=code)


class CatalogueTranslator(app_commands.Translator):
    """French for French clients; the others see the English that `said` put there."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        code = string.extras.get("code")
        if code is None or locale is not discord.Locale.french:
            return None
        return text_for("fr").plain(code)
