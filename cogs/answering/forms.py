"""Forms (Discord's modals) that work for ever: their ``custom_id`` is a `Control`, as that of a button.

The ``custom_id`` of a field is its name and a digest of the value that was shown. A field that still has this
value was not changed: whoever sends two forms that were opened at once changes what was changed in either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from engine.game import Refusal

__all__ = ["MAX_TEXT", "Option", "check_field", "choice_field", "form", "submitted", "text_field"]

PARTS = 5
"""Parts of a form at most."""
MAX_TEXT = 300
"""Characters of a text that somebody types into a form."""
_TITLE = _LABEL = 45
_ABOUT = _OPTION = 100
_RADIOS = 10
"""Choices of a radio group at most."""
_OPTIONS = 25
"""Choices of a menu at most."""
_FEW = 4
"""Choices that are all shown at once; of more a menu is made."""
_DIGEST = 8
"""Hexadecimal digits of the digest in a field's ``custom_id``."""
Field = discord.ui.Label[Any]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a field."""

    value: str
    label: str
    about: str = ""
    emoji: discord.PartialEmoji | None = None
    """A small picture beside it, where the field is a menu."""


def form(control: Control, title: str, fields: Sequence[Field], note: str = "") -> discord.ui.Modal:
    """Return a form of these fields, with a note below if there is room. Its meaning is `control`."""
    modal = discord.ui.Modal(title=title[:_TITLE], custom_id=str(control))
    for each in fields[:PARTS]:
        modal.add_item(each)
    if note and len(fields) < PARTS:
        modal.add_item(discord.ui.TextDisplay(note))
    return modal


def choice_field(
    name: str, label: str, shown: str, options: Sequence[Option], about: str = "", *, menu: bool = False
) -> Field:
    """Return a field with one choice: few as a radio group, many, or one alone, as a menu."""
    custom_id = _custom_id(name, shown)
    item: discord.ui.Item[Any]
    if menu or not 2 <= len(options) <= _FEW:
        item = discord.ui.Select(
            custom_id=custom_id,
            required=True,  # discord.py takes none for a field that may be left out
            options=[
                discord.SelectOption(
                    label=each.label[:_OPTION],
                    value=each.value,
                    description=each.about[:_OPTION] or None,
                    emoji=each.emoji,
                    default=each.value == shown,
                )
                for each in options[:_OPTIONS]
            ],
        )
    else:
        item = discord.ui.RadioGroup(
            custom_id=custom_id,
            options=[
                discord.RadioGroupOption(
                    label=each.label[:_OPTION],
                    value=each.value,
                    description=each.about[:_OPTION] or None,
                    default=each.value == shown,
                )
                for each in options[:_RADIOS]
            ],
        )
    return _labelled(label, about, item)


def check_field(name: str, label: str, shown: bool, about: str = "") -> Field:
    """Return a field to tick."""
    item = discord.ui.Checkbox[Any](custom_id=_custom_id(name, shown), default=shown)
    return _labelled(label, about, item)


def text_field(
    name: str, label: str, shown: str, about: str = "", *, required: bool = False, most: int = MAX_TEXT
) -> Field:
    """Return a field for a line of text with at most so many characters."""
    item = discord.ui.TextInput[Any](
        custom_id=_custom_id(name, shown), default=shown or None, required=required, max_length=most
    )
    return _labelled(label, about, item)


def _labelled(label: str, about: str, item: discord.ui.Item[Any]) -> Field:
    return discord.ui.Label(text=label[:_LABEL], description=about[:_ABOUT] or None, component=item)


def _custom_id(name: str, shown: str | bool) -> str:
    return f"{name}={_digest(shown)}"


def _digest(value: str | bool) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]


def submitted(interaction: Interaction) -> Mapping[str, str | bool]:
    """Return the fields of a form that were changed, by name. Raises `Refusal` ``unknown_control``.

    Discord passes on whatever a client sends: the values are texts or switches, and nothing more is certain.
    """
    if interaction.type is not discord.InteractionType.modal_submit:
        raise Refusal("unknown_control")
    parts: object = dict(interaction.data or {}).get("components")
    found = dict[str, str | bool]()
    for part in _list(parts):
        field = _mapping(_mapping(part).get("component"))
        custom_id = field.get("custom_id")
        if not isinstance(custom_id, str):
            continue  # a note
        name, _, shown = custom_id.partition("=")
        value: object = field.get("value")
        if "values" in field:
            values = _list(field["values"])
            value = values[0] if len(values) == 1 else None
        if not isinstance(value, str | bool) or name in found or len(str(value)) > MAX_TEXT:
            raise Refusal("unknown_control")
        if _digest(value) != shown:
            found[name] = value
    return found


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}
