"""Components of messages and modals: walking them, choices in them, and their form in answers.

Source: Discord's documentation, "Component Reference"; limits of 2025 and later.
"""

from __future__ import annotations

from collections.abc import Iterator

from .errors import Json, UnusableError
from .world import World

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
ATTACHED = "attachment://"
EMBEDDED = ("image", "thumbnail")
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component in reading order, nested ones after their holder."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for part in ("accessory", "component"):
            if component.get(part):
                yield from walk([component[part]])


def text_displays(components: list[Json]) -> list[str]:
    return [item["content"] for item in walk(components) if item["type"] == TEXT_DISPLAY]


def find(components: list[Json], custom_id: str) -> Json | None:
    return next((item for item in walk(components) if item.get("custom_id") == custom_id), None)


def assign_ids(components: list[Json]) -> list[Json]:
    """Give a number to each component that has none, as Discord does, and turn ids into text.

    Changes its argument.
    """
    taken = {item["id"] for item in walk(components) if item.get("id")}
    number = 0
    for item in walk(components):
        for owner in (item, *(item.get("options") or [])):
            if owner.get("emoji") and owner["emoji"].get("id"):
                owner["emoji"]["id"] = str(owner["emoji"]["id"])
        for value in item.get("default_values") or []:
            value["id"] = str(value["id"])
        if not item.get("id"):
            number += 1
            while number in taken:
                number += 1
            item["id"] = number
    return components


def check_chosen(select: Json, chosen: list[str]) -> None:
    """Refuse a choice that a person's client would not allow. Raises UnusableError."""
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not (low if low is not None else 1) <= len(chosen) <= (high or 1) or len(set(chosen)) != len(chosen):
        raise UnusableError(f"Choose {low} to {high}.")
    if select["type"] == STRING_SELECT and not {item["value"] for item in select["options"]} >= set(chosen):
        raise UnusableError("The menu has no such option.")


def resolve(world: World, channel: Json, select: Json, chosen: list[str]) -> Json:
    """Return the users, members, roles or channels that were chosen in a select."""
    resolved: Json = {}
    guild = world.guild_of(channel)
    for key in chosen if select["type"] != STRING_SELECT else []:
        if select["type"] in (USER_SELECT, MENTIONABLE_SELECT) and key in world.users:
            resolved.setdefault("users", {})[key] = world.show_user(key)
            if guild and world.is_member(guild, key):
                member = world.show_member(guild, key, user=False)
                member["permissions"] = str(world.may(key, channel))
                resolved.setdefault("members", {})[key] = member
        elif select["type"] == CHANNEL_SELECT and key in world.channels:
            resolved.setdefault("channels", {})[key] = world.show_channel(world.channels[key])
        elif guild:
            roles = {role["id"]: role for role in guild["roles"]}
            if key in roles:
                resolved.setdefault("roles", {})[key] = roles[key]
    return resolved


def submission(modal: Json, fields: Json, *, force: bool = False) -> Json:
    """Return the data of a submitted modal, checked as a person's client checks it. Raises UnusableError."""
    filled: list[Json] = []
    for item in modal["components"]:
        if item["type"] == TEXT_DISPLAY:
            filled.append({"type": TEXT_DISPLAY, "id": item["id"]})
        elif item["type"] == LABEL:
            inner = _submitted_field(item["component"], fields, force)
            filled.append({"type": LABEL, "id": item["id"], "component": inner})
        else:
            inner = [_submitted_field(part, fields, force) for part in item["components"]]
            filled.append({"type": ROW, "id": item["id"], "components": inner})
    return {"custom_id": modal["custom_id"], "components": filled}


def _submitted_field(field: Json, fields: Json, force: bool) -> Json:
    key, kind = field["custom_id"], field["type"]
    result: Json = {"type": kind, "id": field["id"], "custom_id": key}
    required = field.get("required", True)
    if kind == TEXT_INPUT:
        text = str(fields.get(key, field.get("value") or ""))
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if not force and ((required and not text) or (text and len(text) < low) or len(text) > high):
            raise UnusableError(f"{key} takes {max(low, int(required))} to {high} characters.")
        return {**result, "value": text}
    if kind == CHECKBOX:
        return {**result, "value": bool(fields.get(key, field.get("default", False)))}
    given = fields.get(key)
    chosen = [str(item) for item in (given if isinstance(given, list) else [] if given is None else [given])]
    if not force and (chosen or required):
        if kind in (RADIO_GROUP, CHECKBOX_GROUP):
            if not {item["value"] for item in field["options"]} >= set(chosen) or (required and not chosen):
                raise UnusableError(f"{key} offers no such choice.")
        else:
            check_chosen(field, chosen)
    if kind == RADIO_GROUP:
        return {**result, "value": chosen[0] if chosen else None}
    return {**result, "values": chosen}


_MEDIUM: Json = {"description": None, "spoiler": False}
USUAL: dict[int, Json] = {
    THUMBNAIL: _MEDIUM,
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}
"""Fields, by type of component, that Discord's answers have even when they were not sent."""


def show(components: list[Json], attachments: list[Json]) -> list[Json]:
    """Return the components with the addresses of their media."""
    return [_show(item, {file["filename"]: file for file in attachments}) for item in components]


def _show(component: Json, files: dict[str, Json]) -> Json:
    usual = USUAL.get(component["type"], {})
    shown = {**component, **{name: value for name, value in usual.items() if component.get(name) is None}}
    if "components" in shown:
        shown["components"] = [_show(item, files) for item in shown["components"]]
    if shown.get("accessory"):
        shown["accessory"] = _show(shown["accessory"], files)
    kind = shown["type"]
    if kind == THUMBNAIL:
        shown["media"] = _medium(shown["media"], files)
    elif kind == GALLERY:
        shown["items"] = [
            {**_MEDIUM, **item, "media": _medium(item["media"], files)} for item in shown["items"]
        ]
    elif kind == FILE:
        shown["file"] = _medium(shown["file"], files)
        file = files.get(component["file"]["url"].removeprefix(ATTACHED))
        if file:
            shown |= {"name": file["filename"], "size": file["size"]}
    return shown


def _medium(medium: Json, files: dict[str, Json]) -> Json:
    url: str = medium["url"]
    file = files.get(url.removeprefix(ATTACHED)) if url.startswith(ATTACHED) else None
    if file is None:
        return {**medium, "id": "0", "proxy_url": url}
    shown = {
        "id": file["id"],
        "url": file["url"],
        "proxy_url": file["proxy_url"],
        "content_type": file["content_type"],
        "attachment_id": file["id"],
    }
    for name in ("width", "height"):
        shown[name] = file.get(name)
    return shown


def used_files(components: list[Json], embeds: list[Json]) -> set[str]:
    """Return the names of the message's own files that its components and embeds show."""
    media: list[Json] = [embed[part] for embed in embeds for part in EMBEDDED if embed.get(part)]
    for item in walk(components):
        if item["type"] == GALLERY:
            media += [each["media"] for each in item["items"]]
        elif item["type"] in (THUMBNAIL, FILE):
            media.append(item["media" if item["type"] == THUMBNAIL else "file"])
    urls = [str(each["url"]) for each in media]
    return {url.removeprefix(ATTACHED) for url in urls if url.startswith(ATTACHED)}


def show_embeds(embeds: list[Json], attachments: list[Json]) -> list[Json]:
    files = {file["filename"]: file for file in attachments}
    shown: list[Json] = []
    for embed in embeds:
        item = {"type": "rich", **embed}
        for part in EMBEDDED:
            if item.get(part):
                item[part] = _medium(item[part], files)
        shown.append(item)
    return shown
