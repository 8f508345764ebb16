"""Checks of command definitions: Discord's rules (documentation, "Application Commands")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from . import limits
from .bodies import is_number
from .errors import ApiError, Form, Json

Path = tuple[str | int, ...]
SUB, GROUP = 1, 2
STRING, INTEGER, NUMBER, CHANNEL = 3, 4, 10, 7
# Letters, numbers, hyphen, underscore, apostrophe, and the combining signs of Devanagari and Thai.
NAME = re.compile(r"[-_'\w\u0900-\u0903\u093a-\u094f\u0e31-\u0e3a\u0e47-\u0e4e]{1,32}")
LOCALES = {
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
}  # fmt: skip


def check_all(data: Any, form: Form) -> None:
    """Note in the form what is wrong with a whole set of commands, as a bulk overwrite sends it."""
    if not isinstance(data, list):
        form.wrong((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    seen: set[tuple[Any, Any]] = set()
    for index, command in enumerate(data):
        check(command, (index,), form)
        key = (kind_of(command), command.get("name"))
        if key in seen:
            form.wrong(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    most = sum(limits.COMMANDS.values())
    if len(data) > most:
        form.wrong((), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def check_count(commands: Iterable[Json]) -> None:
    """Refuse more commands of one type than there may be in one place (30032)."""
    for kind, count in Counter(kind_of(command) for command in commands).items():
        most = limits.COMMANDS[kind]
        if count > most:
            raise ApiError(30032, message=f"Maximum number of application commands reached ({most})")


def kind_of(command: Json) -> int:
    """Return the type of a command's definition: a chat command unless it says otherwise."""
    return command.get("type") or 1


def check(command: Json, path: Path, form: Form) -> None:
    """Note in the form what is wrong with one command."""
    kind = kind_of(command)
    if kind not in limits.COMMANDS:
        form.wrong((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {tuple(limits.COMMANDS)}.")
    chat = kind == 1
    _texts(command, path, form, "name", chat=chat)
    if chat:
        _texts(command, path, form, "description")
    else:
        _check_menu(command, path, form)
    _check_permissions(command, path, form)
    for name, most in (("contexts", 3), ("integration_types", 2)):
        values = command.get(name)
        if values is not None and (not values or any(value not in range(most) for value in values)):
            form.wrong((*path, name), "BASE_TYPE_CHOICES", f"Value must be one of {tuple(range(most))}.")
    options = command.get("options") or []
    _options(options, (*path, "options"), form, level=0)
    if characters(command) > limits.COMMAND_CHARACTERS:
        form.wrong(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({limits.COMMAND_CHARACTERS})",
        )


def _check_menu(command: Json, path: Path, form: Form) -> None:
    """Check a command of a context menu: it has a name in any case, and neither description nor options."""
    for name in ("description", "description_localizations"):
        if command.get(name):
            form.wrong(
                (*path, name),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
                "Context menu commands cannot have description",
            )
    if command.get("options"):
        form.wrong(
            (*path, "options"),
            "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID",
            "Context menu commands cannot have options",
        )


def _check_permissions(command: Json, path: Path, form: Form) -> None:
    """Check the rights that members need at first: a number, which may be written as text."""
    needed = command.get("default_member_permissions")
    if needed is None or (type(needed) is int and needed >= 0):
        return
    if not isinstance(needed, str) or not is_number(needed):
        form.wrong(
            (*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", f"Value {needed!r} is not int."
        )


def characters(thing: Json) -> int:
    """Count the characters that Discord limits to 8,000: names, descriptions and values.

    Of each text the longest translation counts.
    """
    total = 0
    for field in ("name", "description"):
        versions = [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]
        total += max(len(text) for text in versions)
    if isinstance(thing.get("value"), str):
        total += len(thing["value"])
    inner = [*(thing.get("options") or []), *(thing.get("choices") or [])]
    return total + sum(characters(item) for item in inner)


def _texts(thing: Json, path: Path, form: Form, field: str, *, chat: bool = True) -> None:
    """Check a name or description and its translations."""
    versions: list[tuple[Path, Any]] = [((*path, field), thing.get(field))]
    for locale, text in (thing.get(f"{field}_localizations") or {}).items():
        where = (*path, f"{field}_localizations", locale)
        if locale not in LOCALES:
            form.wrong(where, "APPLICATION_COMMAND_INVALID_LOCALE", f"{locale} is not a locale of Discord")
        versions.append((where, text))
    for where, text in versions:
        if not form.length(where, text, 1, 32 if field == "name" else 100) or field != "name" or not chat:
            continue
        if not NAME.fullmatch(text) or text != text.lower():
            form.wrong(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(options: Any, path: Path, form: Form, level: int) -> None:
    if len(options) > limits.OPTIONS:
        form.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limits.OPTIONS} or fewer in length.")
    names: dict[str, set[str]] = {}
    optional = False
    for index, option in enumerate(options):
        where = (*path, index)
        kind = option.get("type")
        if kind not in range(1, 12):
            form.wrong((*where, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
            continue
        _texts(option, where, form, "name")
        _texts(option, where, form, "description")
        spoken = {"": option.get("name"), **(option.get("name_localizations") or {})}
        for locale, name in spoken.items():
            if name in names.setdefault(locale, set()):
                form.wrong(
                    (*where, "name"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                    f"{name} is already used",
                )
            names[locale].add(str(name))
        if kind in (SUB, GROUP):
            _branch(option, where, form, level)
            continue
        if option.get("required") and optional:
            form.wrong(
                where,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _value(option, where, form)
    kinds = {option.get("type") in (SUB, GROUP) for option in options}
    if len(kinds) > 1:
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and values cannot be mixed")


def _branch(option: Json, path: Path, form: Form, level: int) -> None:
    inner = option.get("options") or []
    if level >= 2 or (option["type"] == GROUP and level > 0):
        form.wrong((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Commands nest no deeper")
    if option["type"] == GROUP:
        if not inner or any(item.get("type") != SUB for item in inner):
            form.wrong(
                (*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds sub-commands"
            )
    elif any(item.get("type") in (SUB, GROUP) for item in inner):
        form.wrong(
            (*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A sub-command holds values"
        )
    _options(inner, (*path, "options"), form, level + 1)


def _value(option: Json, path: Path, form: Form) -> None:
    choices = option.get("choices") or []
    kind = option["type"]
    if choices and option.get("autocomplete"):
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices exclude autocomplete")
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This type takes no choices")
    if len(choices) > limits.CHOICES:
        form.wrong(
            (*path, "choices"), "BASE_TYPE_MAX_LENGTH", f"Must be {limits.CHOICES} or fewer in length."
        )
    seen: set[Any] = set()
    for index, choice in enumerate(choices):
        where = (*path, "choices", index)
        versions = [choice.get("name"), *(choice.get("name_localizations") or {}).values()]
        for text in versions:
            form.length((*where, "name"), text, 1, limits.OPTION_TEXT)
        value = choice.get("value")
        if kind == STRING:
            form.length((*where, "value"), value, 1, limits.OPTION_TEXT)
        elif not isinstance(value, int | float):
            form.wrong((*where, "value"), "NUMBER_TYPE_COERCE", "Value is not a number.")
        if choice.get("name") in seen:
            form.wrong(
                (*where, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Already used"
            )
        seen.add(choice.get("name"))
    for name, allowed in (
        ("min_value", (INTEGER, NUMBER)),
        ("min_length", (STRING,)),
        ("channel_types", (CHANNEL,)),
    ):
        other = name.replace("min", "max")
        if (option.get(name) is not None or option.get(other) is not None) and kind not in allowed:
            form.wrong(
                (*path, name), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", f"This type takes no {name}"
            )
        low, high = option.get(name), option.get(other)
        if name != "channel_types" and low is not None and high is not None and low > high:
            form.wrong((*path, name), "NUMBER_TYPE_MAX", f"{name} must not exceed {other}.")
