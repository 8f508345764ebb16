"""Application commands: the definitions that the bot has synced, and their use by people."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from . import uploads
from .box import Box
from .errors import Json, UnusableError
from .permissions import BITS
from .world import DM, World

SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
IN_GUILD, IN_DIRECT, IN_PRIVATE = range(3)
"""Contexts of a command: on a server, in the direct channel with the bot, in any other private channel."""
OF_GUILD, OF_PERSON = range(2)
"""Installations of the app: for a server, for a person."""
MENUS = {"user": USER_MENU, "message": MESSAGE_MENU}
LEAVES = range(STRING, ATTACHMENT + 1)


def define(world: World, data: Json, guild_id: str | None, old: Json | None = None) -> Json:
    """Return a command as it is stored, made from the bot's definition. It keeps the id of `old`."""
    key = old["id"] if old else world.ids.next()
    needed = data.get("default_member_permissions")
    command: Json = {
        "id": key,
        "application_id": world.meta["application_id"],
        "type": data.get("type") or CHAT,
        "name": data["name"],
        "name_localizations": data.get("name_localizations"),
        "description": data.get("description") or "",
        "description_localizations": data.get("description_localizations"),
        "options": data.get("options") or [],
        "default_member_permissions": None if needed is None else str(needed),
        "nsfw": bool(data.get("nsfw")),
        "integration_types": data.get("integration_types") or [0],
        "contexts": data.get("contexts"),
        "version": world.ids.next(),
        "_guild": guild_id,
    }
    if data.get("dm_permission") is False and command["contexts"] is None:
        command["contexts"] = [0]
    return command


def show(command: Json, *, localizations: bool = True) -> Json:
    shown = {name: value for name, value in command.items() if not name.startswith("_")}
    if command["_guild"]:
        shown["guild_id"] = command["_guild"]
    shown["dm_permission"] = command["contexts"] is None or 1 in command["contexts"]
    if not localizations:
        shown.pop("name_localizations")
        shown.pop("description_localizations")
    return shown


def localized_text(thing: Json, field: str, locale: str) -> str:
    return (thing.get(f"{field}_localizations") or {}).get(locale) or thing[field]


def context_of(channel: Json) -> int:
    """Return the context of commands in this channel."""
    if channel.get("guild_id"):
        return IN_GUILD
    return IN_DIRECT if channel["type"] == DM else IN_PRIVATE


def installations(world: World, person: Json, channel: Json) -> set[int]:
    """Return the installations (`OF_GUILD`, `OF_PERSON`) by which the person has the app in this channel."""
    found = {OF_PERSON} if person.get("_installed") else set[int]()
    guild, context = world.guild_of(channel), context_of(channel)
    if context == IN_DIRECT or (guild is not None and world.is_member(guild, world.bot["id"])):
        found.add(OF_GUILD)
    return found


def usable(world: World, person: Json, channel: Json, kind: int = CHAT) -> list[Json]:
    """Return the commands of a kind that the person is offered in this channel.

    A server's own command hides a global one of the same name.
    """
    context, owners = context_of(channel), installations(world, person, channel)
    allowed = world.may(person["id"], channel)
    if context == IN_GUILD and not allowed & BITS["USE_APPLICATION_COMMANDS"]:
        return []
    found: dict[str, Json] = {}
    for command in sorted(world.commands.values(), key=lambda item: item["_guild"] is None):
        if command["type"] != kind or (command["_guild"] and command["_guild"] != channel.get("guild_id")):
            continue
        if command["contexts"] is not None and context not in command["contexts"]:
            continue
        if owners.isdisjoint(command["integration_types"]):
            continue
        needed = command["default_member_permissions"]
        if (
            context == IN_GUILD
            and needed is not None
            and (allowed & int(needed) != int(needed) or int(needed) == 0)
            and not allowed & BITS["ADMINISTRATOR"]
        ):
            continue
        found.setdefault(command["name"], command)
    return list(found.values())


def leaves(command: Json) -> Iterator[list[Json]]:
    """Yield each path (command, group, subcommand) that ends in something to run."""
    inner = [option for option in command["options"] if option["type"] in (SUB, GROUP)]
    if not inner:
        yield [command]
    for option in inner:
        if option["type"] == SUB:
            yield [command, option]
        else:
            for sub in option.get("options") or []:
                yield [command, option, sub]


def listing(world: World, person: Json, channel: Json) -> list[Json]:
    """Return the chat commands as the people's door lists them, in the person's language."""
    locale = person["_locale"]
    rows: list[Json] = []
    for command in usable(world, person, channel):
        for path in leaves(command):
            leaf = path[-1]
            rows.append(
                {
                    "id": command["id"],
                    "name": leaf["name"],
                    "name_localized": localized_text(leaf, "name", locale),
                    "path": " ".join(step["name"] for step in path),
                    "path_localized": " ".join(localized_text(step, "name", locale) for step in path),
                    "description_localized": localized_text(leaf, "description", locale),
                    "options": [_show_option(option, locale) for option in leaf.get("options") or []],
                }
            )
    return rows


def menus(world: World, person: Json, channel: Json) -> list[Json]:
    """Return the commands of context menus (people and messages) as the people's door lists them."""
    return [
        {
            "id": command["id"],
            "type": name,
            "name": command["name"],
            "name_localized": localized_text(command, "name", person["_locale"]),
        }
        for name, kind in MENUS.items()
        for command in usable(world, person, channel, kind)
    ]


def find_menu(world: World, person: Json, channel: Json, kind: str, name: str) -> Json:
    """Return the context menu's command with this name, translated or not. Raises UnusableError."""
    for command in usable(world, person, channel, MENUS[kind]):
        if name in (command["name"], localized_text(command, "name", person["_locale"])):
            return command
    raise UnusableError(f"There is no {kind} command {name} here.")


def _show_option(option: Json, locale: str) -> Json:
    shown = {
        "name": option["name"],
        "name_localized": localized_text(option, "name", locale),
        "description_localized": localized_text(option, "description", locale),
        "type": option["type"],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {
                "name": item["name"],
                "name_localized": localized_text(item, "name", locale),
                "value": item["value"],
            }
            for item in option.get("choices") or []
        ],
    }
    for name in ("min_value", "max_value", "min_length", "max_length", "channel_types"):
        if option.get(name) is not None:
            shown[name] = option[name]
    return shown


def find(world: World, person: Json, channel: Json, typed: str) -> list[Json]:
    """Return the path of a typed command; its words may be translated or not. Raises UnusableError."""
    words = typed.strip().removeprefix("/").split()
    for command in usable(world, person, channel):
        for path in leaves(command):
            if len(path) == len(words) and all(
                word in (step["name"], localized_text(step, "name", person["_locale"]))
                for word, step in zip(words, path, strict=True)
            ):
                return path
    raise UnusableError(f"There is no command /{' '.join(words)} here.")


def values(
    box: Box, person: Json, channel: Json, leaf: Json, given: Json, *, focused: str | None = None,
    force: bool = False,
) -> tuple[list[Json], Json]:  # fmt: skip
    """Return the options of an interaction and the things they name, checked as by a person's client.

    Raises UnusableError. While typing (`focused`) values may be missing or incomplete.
    """
    world = box.world
    defined = {option["name"]: option for option in leaf.get("options") or []}
    names = {localized_text(option, "name", person["_locale"]): name for name, option in defined.items()}
    filled = {name if name in defined else names.get(name, name): value for name, value in given.items()}
    focused = focused if focused is None or focused in defined else names.get(focused, focused)
    unknown = [name for name in [*filled, *([focused] if focused else [])] if name not in defined]
    if unknown:
        raise UnusableError(f"The command has no option {unknown[0]}.")
    if focused and not defined[focused].get("autocomplete"):
        raise UnusableError(f"The option {focused} makes no suggestions.")
    result: list[Json] = []
    resolved: Json = {}
    for name, option in defined.items():
        if name not in filled or filled[name] is None:
            if option.get("required") and focused is None and not force:
                raise UnusableError(f"The option {name} is required.")
            continue
        value = filled[name]
        entry: Json = {"name": name, "type": option["type"], "value": value}
        if name == focused:
            entry["focused"] = True
        elif not force:
            if option["type"] == STRING and isinstance(value, str):
                value = _with_mentions(world, channel, value)
            entry["value"] = _check_value(option, value)
            _resolve(box, person, channel, option, entry["value"], resolved)
        else:
            _resolve(box, person, channel, option, value, resolved)
        result.append(entry)
    if focused and focused not in filled:
        result.append({"name": focused, "type": defined[focused]["type"], "value": "", "focused": True})
    return result, resolved


_AT = re.compile(r"(?<![<\w])@([\w.]{2,32})")


def _with_mentions(world: World, channel: Json, text: str) -> str:
    """Return the text with members as a client sends them: ``@basile`` becomes ``<@…>``."""
    guild = world.guild_of(channel)
    if guild is None or "@" not in text:
        return text
    users = [world.users[member["user_id"]] for member in guild["members"]]
    known = {user["username"].casefold(): user["id"] for user in users}

    def mention(found: re.Match[str]) -> str:
        person = known.get(found[1].casefold())
        return found[0] if person is None else f"<@{person}>"

    return _AT.sub(mention, text)


def _check_value(option: Json, given: Any) -> Any:
    name, kind = option["name"], option["type"]
    if not isinstance(given, str | int | float):
        raise UnusableError(f"The option {name} does not take {given!r}.")
    value: Any = given
    try:
        if kind == STRING:
            value = str(value)
        elif kind == INTEGER:
            value = int(value)
        elif kind == NUMBER:
            value = float(value)
            if not math.isfinite(value):
                raise ValueError(value)
        elif kind == BOOLEAN and isinstance(value, str):
            value = {"true": True, "false": False}[value.lower()]
    except (ValueError, KeyError, TypeError):
        raise UnusableError(f"The option {name} does not take {value!r}.") from None
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        by_name = [choice["value"] for choice in option["choices"] if choice["name"] == value]
        if not by_name:
            raise UnusableError(f"The option {name} offers no choice {value!r}.")
        value = by_name[0]
    size = len(value) if kind == STRING else value
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    if kind == STRING and len(value) > 6000:
        raise UnusableError(f"The option {name} is too long.")
    if option.get(low) is not None and size < option[low]:
        raise UnusableError(f"The option {name} must be at least {option[low]}.")
    if option.get(high) is not None and size > option[high]:
        raise UnusableError(f"The option {name} must be at most {option[high]}.")
    return value


def _resolve(
    box: Box, person: Json, channel: Json, option: Json, value: Any, resolved: Json
) -> None:  # fmt: skip
    world, guild = box.world, box.world.guild_of(channel)
    key = value if isinstance(value, str) else ""
    if option["type"] in (USER, MENTIONABLE) and key in world.users:
        resolved.setdefault("users", {})[key] = world.show_user(key)
        if guild and world.is_member(guild, key):
            member = world.show_member(guild, key, user=False)
            member["permissions"] = str(world.may(key, channel))
            resolved.setdefault("members", {})[key] = member
    elif option["type"] == CHANNEL and key in world.channels:
        named = world.channels[key]
        may = str(world.may(person["id"], named))
        resolved.setdefault("channels", {})[key] = {**world.show_channel(named), "permissions": may}
    elif option["type"] in (ROLE, MENTIONABLE) and guild:
        for role in guild["roles"]:
            if role["id"] == key:
                resolved.setdefault("roles", {})[key] = role
    elif option["type"] == ATTACHMENT and (file := uploads.of_person(box, person, value)):
        resolved.setdefault("attachments", {})[key] = file
    elif option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT):
        raise UnusableError(f"The option {option['name']} does not take {value!r}.")
