"""Names and descriptions of commands in every language, from the catalogues."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.text.text import text_for

__all__ = ["CatalogueTranslator", "locale_string", "localized_choices", "localized_command", "wording"]

Callback = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]
Choices = Sequence[app_commands.Choice[str]]
_LOCALIZED: dict[str, None] = {}


def locale_string(*codes: str) -> app_commands.locale_str:
    """Return the English text of the first known code. The translator finds it in other languages.

    Raises `KeyError` where there is none.
    """
    text = text_for("en")
    code = next((each for each in codes if text.knows(each)), None)
    if code is None:
        raise KeyError(" or ".join(codes))
    said = app_commands.locale_str(text.plain(code), code=code)
    _LOCALIZED.setdefault(code)
    return said


def wording() -> Mapping[str, str]:
    """Return the French words for every code that `locale_string` was called for so far."""
    return {code: text_for("fr").plain(code) for code in _LOCALIZED}


def localized_choices(code: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Return the values to choose from, each named as ``<code>.<value>`` is."""
    return [app_commands.Choice(name=locale_string(f"{code}.{value}"), value=value) for value in values]


def localized_command(
    code: str, *, about: Mapping[str, str] | None = None, choices: Mapping[str, Choices] | None = None
) -> Callable[[Callback], Command]:
    """Decorate a cog's method to make it a command, named and described as in the catalogues.

    The command ``genial.swap`` is called ``command.genial.swap`` or, where the game has no name of its own
    for it, ``command.swap``; that with ``.about`` describes it. Its option `card` is called
    ``option.genial.card`` or ``option.card``; that with ``.swap`` or ``.about`` describes it. `about` has
    another word for ``swap`` there, by option; `choices` has what may be chosen, by option.
    """
    game, _, name = code.rpartition(".")
    called = [f"command.{code}", f"command.{name}"]

    def decorate(callback: Callback) -> Command:
        options = list(inspect.signature(callback).parameters)[2:]
        names, descriptions = dict[str, app_commands.locale_str](), dict[str, app_commands.locale_str]()
        for option in options:
            codes = [f"option.{game}.{option}"] * bool(game) + [f"option.{option}"]
            names[option] = locale_string(*codes)
            words = ((about or {}).get(option, name), "about")
            descriptions[option] = locale_string(*(f"{each}.{word}" for each in codes for word in words))
        described = locale_string(*(f"{each}.about" for each in called))
        command = app_commands.command(name=locale_string(*called), description=described)(callback)
        app_commands.rename(**names)(command)
        app_commands.describe(**descriptions)(command)
        app_commands.choices(**{key: list(each) for key, each in (choices or {}).items()})(command)
        return command

    return decorate


class CatalogueTranslator(app_commands.Translator):
    """French for French clients; the others see the English that `localized` put there."""

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
