"""The choices of people in menus and forms: checked as a client checks them, and as the bot receives them."""

from __future__ import annotations

from typing import Any

from . import components as c
from . import uploads
from .box import Box
from .errors import Json, UnusableError

__all__ = ["check_chosen", "fill", "resolve"]

CHOSEN = {c.RADIO_GROUP, c.CHECKBOX_GROUP}


def fill(box: Box, person: Json, channel: Json, modal: Json, fields: Json, *, force: bool = False) -> Json:
    """Return the data of a submitted form. What `fields` leaves out stays as the form showed it.

    Raises UnusableError for what a person's client would not send; `force` leaves these checks out.
    """
    desk = _Desk(box, person, channel, fields, force)
    filled: list[Json] = []
    for item in modal["components"]:
        if item["type"] == c.TEXT_DISPLAY:
            filled.append({"type": c.TEXT_DISPLAY, "id": item["id"]})
        elif item["type"] == c.LABEL:
            inner = desk.field(item["component"], item["label"])
            filled.append({"type": c.LABEL, "id": item["id"], "component": inner})
        else:
            inner = [desk.field(part, part["label"]) for part in item["components"]]
            filled.append({"type": c.ROW, "id": item["id"], "components": inner})
    if unknown := fields.keys() - desk.known:
        raise UnusableError(f"The form has no field {min(unknown)}.")
    data: Json = {"custom_id": modal["custom_id"], "components": filled}
    return {**data, "resolved": desk.resolved} if desk.resolved else data


class _Desk:
    """A form being filled in by one person. `known` are its fields, `resolved` the things named in them."""

    def __init__(self, box: Box, person: Json, channel: Json, fields: Json, force: bool) -> None:
        self.box = box
        self.person = person
        self.channel = channel
        self.fields = fields
        self.force = force
        self.known: set[str] = set()
        self.resolved: Json = {}

    def field(self, field: Json, label: str) -> Json:
        """Return a field as it is submitted."""
        key, kind = field["custom_id"], field["type"]
        self.known.add(key)
        given = self.fields.get(key, _initial(field))
        result: Json = {"type": kind, "id": field["id"], "custom_id": key}
        if kind == c.TEXT_INPUT:
            return {**result, "value": self._text(field, label, given)}
        if kind == c.CHECKBOX:
            if not isinstance(given, bool):
                raise UnusableError(f"{label} is yes or no.")
            return {**result, "value": given}
        chosen = self._chosen(field, label, given)
        for kind_of_thing, things in resolve(self.box, self.person, self.channel, field, chosen).items():
            self.resolved.setdefault(kind_of_thing, {}).update(things)
        if kind == c.RADIO_GROUP:
            return {**result, "value": chosen[0] if chosen else None}
        return {**result, "values": chosen}

    def _text(self, field: Json, label: str, given: Any) -> str:
        if not isinstance(given, str):
            raise UnusableError(f"{label} is a text.")
        required = field.get("required") is not False
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        missing = (required and not given) or (given and len(given) < low)
        if not self.force and (missing or len(given) > high):
            raise UnusableError(f"{label} takes {max(low, int(required))} to {high} characters.")
        return given

    def _chosen(self, field: Json, label: str, given: Any) -> list[str]:
        listed = [] if given is None else given if isinstance(given, list) else [given]
        if not all(isinstance(each, str) for each in listed):
            raise UnusableError(f"{label} is a list of texts.")
        if self.force:
            return listed
        if not listed:
            if field.get("required") is not False:
                raise UnusableError(f"{label} is required.")
            return listed
        check_chosen(self.box, self.person, self.channel, field, listed)
        return listed


def _initial(field: Json) -> Any:
    """Return the value that a field has before anybody touches it."""
    kind = field["type"]
    if kind == c.TEXT_INPUT:
        return field.get("value") or ""
    if kind == c.CHECKBOX:
        return bool(field.get("default"))
    if "options" in field:
        return [option["value"] for option in field["options"] if option.get("default")]
    return [value["id"] for value in field.get("default_values") or []]


def _bounds(field: Json) -> tuple[int, int]:
    least, most = field.get("min_values"), field.get("max_values")
    if field["type"] == c.RADIO_GROUP:
        return 1, 1
    usual = len(field["options"]) if field["type"] == c.CHECKBOX_GROUP else 1
    return 1 if least is None else least, usual if most is None else most


def check_chosen(box: Box, person: Json, channel: Json, field: Json, chosen: list[str]) -> None:
    """Refuse a choice that a person's client would not allow. Raises UnusableError."""
    least, most = _bounds(field)
    if not least <= len(chosen) <= most or len(set(chosen)) != len(chosen):
        raise UnusableError(f"Choose {least} to {most}.")
    if "options" in field:
        if not {item["value"] for item in field["options"]} >= set(chosen):
            raise UnusableError(
                "The field has no such option." if field["type"] in CHOSEN else "The menu has no such option."
            )
        return
    for key in chosen:
        if not _offers(box, person, channel, field, key):
            raise UnusableError(f"{key} cannot be chosen here.")


def _offers(box: Box, person: Json, channel: Json, field: Json, key: str) -> bool:
    """Return `True` where the person's client lists this user, role, channel or file."""
    world, kind, guild = box.world, field["type"], box.world.guild_of(channel)
    if kind == c.FILE_UPLOAD:
        return uploads.of_person(box, person, key) is not None
    if kind == c.CHANNEL_SELECT:
        there = world.channels.get(key)
        types = field.get("channel_types") or ()
        return (
            there is not None
            and (not types or there["type"] in types)
            and (guild is None or there.get("guild_id") == guild["id"])
            and world.sees(person["id"], there)
        )
    if kind in (c.USER_SELECT, c.MENTIONABLE_SELECT) and key in world.users:
        return guild is None or world.is_member(guild, key)
    if kind in (c.ROLE_SELECT, c.MENTIONABLE_SELECT):
        return guild is not None and any(role["id"] == key for role in guild["roles"])
    return False


def resolve(box: Box, person: Json, channel: Json, field: Json, chosen: list[str]) -> Json:
    """Return the users, members, roles, channels or files that were chosen, by kind and id."""
    world, kind, resolved = box.world, field["type"], Json()
    if "options" in field:
        return resolved
    guild = world.guild_of(channel)
    roles = {role["id"]: role for role in guild["roles"]} if guild else {}
    for key in chosen:
        if kind == c.FILE_UPLOAD:
            if file := uploads.of_person(box, person, key):
                resolved.setdefault("attachments", {})[key] = file
        elif kind in (c.USER_SELECT, c.MENTIONABLE_SELECT) and key in world.users:
            resolved.setdefault("users", {})[key] = world.show_user(key)
            if guild and world.is_member(guild, key):
                member = world.show_member(guild, key, user=False)
                member["permissions"] = str(world.may(key, channel))
                resolved.setdefault("members", {})[key] = member
        elif kind == c.CHANNEL_SELECT and key in world.channels:
            there = world.show_channel(world.channels[key])
            resolved.setdefault("channels", {})[key] = {
                **there, "permissions": str(world.may(person["id"], world.channels[key]))
            }  # fmt: skip
        elif key in roles:
            resolved.setdefault("roles", {})[key] = roles[key]
    return resolved
