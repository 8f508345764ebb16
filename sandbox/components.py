"""Components of messages and modals: walking them, and their form in answers.

Source: Discord's documentation, "Component Reference"; limits of 2025 and later.
"""

from __future__ import annotations

from collections.abc import Iterator

from .errors import Json

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
