"""A game's options as a moderator types them: ``single_bonus=yes, form=free``, with suggestions in words."""

from __future__ import annotations

import re
import string
import zlib
from typing import Any

from discord import app_commands

from cogs.services.services import SUGGESTED
from cogs.text.text import Text
from engine.game import AnyGame, Refusal
from engine.kit.options import Field, fields_of
from engine.match.terms import encoded, with_fields

__all__ = ["pack_options", "read_options", "suggest_options", "unpack_options"]

YES, NO = "yes", "no"
LETTERS = string.ascii_lowercase
"""Names of the fields in a button, by number: all that can be typed have to fit into one."""
_PACKED = re.compile(r"(?P<check>[0-9a-f]{8})(?P<parts>(?:[a-z][0-9]{1,7})*)")
_PART = re.compile(r"([a-z])([0-9]+)")
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


def pack_options(game: AnyGame, options: Any) -> str:
    """Return what differs from the usual options in few characters, for a button; it begins with a check."""
    parts: list[str] = []
    for number, field in enumerate(fields_of(game.Options)):
        value = getattr(options, field.name)
        if value == field.default:
            continue
        if field.choices:
            value = list(field.choices.values()).index(value)
        parts.append(f"{LETTERS[number]}{int(value)}")
    return "".join([_check(options), *parts])


def unpack_options(game: AnyGame, packed: str) -> Any:
    """Return the options of a button. Raises `Refusal` ``unknown_control`` where they have changed since."""
    fields, changed = fields_of(game.Options), dict[str, Any]()
    if (read := _PACKED.fullmatch(packed)) is None:
        raise Refusal("unknown_control")
    for letter, value in _PART.findall(read["parts"]):
        if (number := LETTERS.index(letter)) >= len(fields):
            raise Refusal("unknown_control")
        field, kept = fields[number], int(value)
        members = list(field.choices.values())
        if (members and kept >= len(members)) or (field.kind is bool and kept > 1):
            raise Refusal("unknown_control")
        changed[field.name] = members[kept] if members else bool(kept) if field.kind is bool else kept
    options = with_fields(game, game.Options(), changed)
    if _check(options) != read["check"]:
        raise Refusal("unknown_control")
    return options


def _check(options: Any) -> str:
    """Return a few characters that tell options apart: fields may have changed since a button was made."""
    return f"{zlib.crc32(encoded(options).encode()):08x}"


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
