"""A game's options as a moderator types them: ``single_bonus=yes, form=free``, with suggestions in words."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from cogs.services.services import SUGGESTED
from cogs.text.text import Text
from engine.game import AnyGame, Refusal
from engine.kit.options import Field, fields_of
from engine.match.terms import with_fields

__all__ = ["read_options", "suggest_options"]

YES, NO = "yes", "no"
LONGEST = 100
"""Characters of a suggestion, and of its value."""


def read_options(game: AnyGame, typed: str) -> Any:
    """Return the game's options with what was typed. Raises `BadOptions`, `Refusal` ``league_option``."""
    fields = {each.name: each for each in fields_of(game.Options)}
    changed: dict[str, Any] = {}
    for part in filter(None, (each.strip() for each in typed.split(","))):
        name, _, value = (each.strip() for each in part.partition("="))
        if name not in fields:
            raise Refusal("league_option", what=part[:40])
        changed[name] = _read(fields[name], value, part)
    return with_fields(game, game.Options(), changed)


def _read(field: Field, value: str, part: str) -> Any:
    if field.choices and value in field.choices:
        return field.choices[value]
    if field.kind is bool and value in (YES, NO):
        return value == YES
    if field.kind is int and value.isdecimal() and len(value) <= 4:
        number = int(value)
        if (field.least or 0) <= number <= (number if field.most is None else field.most):
            return number
    raise Refusal("league_option", what=part[:40])


def suggest_options(game: AnyGame, current: str, text: Text) -> list[app_commands.Choice[str]]:
    """Return what the last of the options that are being typed may become, after those before it."""
    before, comma, last = current.rpartition(",")
    begun = f"{before.strip()}, " if comma else ""
    named = {each.partition("=")[0].strip() for each in before.split(",")}
    found: list[app_commands.Choice[str]] = []
    for field in fields_of(game.Options):
        if field.name in named:
            continue
        for value, label in _values(game.key, field, text):
            shown, typed = f"{begun}{label}", f"{begun}{field.name}={value}"
            fits = last.strip().casefold() in f"{label} {field.name}={value}".casefold()
            if fits and len(typed) <= LONGEST:
                found.append(app_commands.Choice(name=shown[-LONGEST:], value=typed))
    return found[:SUGGESTED]


def _values(game: str, field: Field, text: Text) -> list[tuple[str, str]]:
    """Return the values of a field that differ from the usual one, with their words."""
    code = f"terms.{game}.{field.name}"
    label = text.plain(code) if text.knows(code) else field.name
    if field.choices:
        usual = getattr(field.default, "value", None)
        return [
            (value, f"{label}: {text.plain(f'{code}.{value}') if text.knows(f'{code}.{value}') else value}")
            for value in field.choices
            if value != str(usual)
        ]
    if field.kind is bool:
        other = NO if field.default else YES
        return [(other, f"{label}: {text.plain(f'league.{other}')}")]
    if field.kind is int and field.least is not None and field.most is not None:
        numbers = range(field.least, min(field.most, field.least + 9) + 1)
        return [(str(each), f"{label}: {each}") for each in numbers if each != field.default]
    return []
