"""A message as its reader sees it: text, buttons, menus, pictures, files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

Json = dict[str, Any]
EPHEMERAL, LOADING = 1 << 6, 1 << 7
BUTTON, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE = 2, 10, 11, 12, 13
SELECTS = (3, 5, 6, 7, 8)
LABEL, CHECKBOX = 18, 23


@dataclass(frozen=True)
class Button:
    """A button as a person sees it. `emoji` is a character or the name of an application emoji."""

    label: str
    custom_id: str
    disabled: bool
    emoji: str
    url: str
    style: int


@dataclass(frozen=True)
class Select:
    """A menu. `options` are (label, value, description) for text menus."""

    custom_id: str
    placeholder: str
    disabled: bool
    options: tuple[tuple[str, str, str], ...]
    least: int
    most: int


@dataclass(frozen=True)
class Picture:
    """A picture in a message: where it is, and the text that stands for it."""

    url: str
    alt: str
    width: int | None
    height: int | None


@dataclass(frozen=True)
class Field:
    """A field of a form. `options` are (label, value, description) where it offers fixed ones."""

    label: str
    description: str
    custom_id: str
    type: int
    required: bool
    options: tuple[tuple[str, str, str], ...]
    raw: Json

    @classmethod
    def of(cls, part: Json, label: str, description: str) -> Field:
        return cls(
            label,
            description,
            part["custom_id"],
            part["type"],
            part["type"] != CHECKBOX and part.get("required") is not False,
            _options(part),
            part,
        )


class Message:
    """A message as its reader sees it; `raw` is Discord's object."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw
        self.id: str = raw["id"]
        self.channel: str = raw["channel_id"]
        self.author: str = raw["author"]["username"]
        self.private = bool(raw["flags"] & EPHEMERAL)
        self.loading = bool(raw["flags"] & LOADING)
        self.edited = raw["edited_timestamp"] is not None
        self.components = list(_walk(raw["components"]))

    def __repr__(self) -> str:
        return f"<Message {self.id} {self.text[:60]!r} {[button.label for button in self.buttons]}>"

    @property
    def text(self) -> str:
        """The readable text: content, embeds, text displays, in this order, one a line."""
        lines = [self.raw["content"]]
        for embed in self.raw["embeds"]:
            lines += [embed.get("title"), embed.get("description")]
            lines += [f"{item['name']}\n{item['value']}" for item in embed.get("fields") or []]
        lines += [item["content"] for item in self.components if item["type"] == TEXT_DISPLAY]
        return "\n".join(line for line in lines if line)

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                item.get("label") or "",
                item.get("custom_id") or "",
                bool(item.get("disabled")),
                (item.get("emoji") or {}).get("name") or "",
                item.get("url") or "",
                item["style"],
            )
            for item in self.components
            if item["type"] == BUTTON
        ]

    @property
    def selects(self) -> list[Select]:
        return [
            Select(
                item["custom_id"],
                item.get("placeholder") or "",
                bool(item.get("disabled")),
                _options(item),
                1 if item.get("min_values") is None else item["min_values"],
                1 if item.get("max_values") is None else item["max_values"],
            )
            for item in self.components
            if item["type"] in SELECTS
        ]

    @property
    def pictures(self) -> list[Picture]:
        found: list[Picture] = []
        for item in self.components:
            media = item["items"] if item["type"] == GALLERY else [item] if item["type"] == THUMBNAIL else []
            for one in media:
                medium = one["media"]
                found.append(
                    Picture(
                        medium["url"], one.get("description") or "", medium.get("width"), medium.get("height")
                    )
                )
        for embed in self.raw["embeds"]:
            if embed.get("image"):
                image = embed["image"]
                found.append(Picture(image["url"], "", image.get("width"), image.get("height")))
        for file in self.raw["attachments"]:
            if (file.get("content_type") or "").startswith("image/"):
                alt = file.get("description") or ""
                found.append(Picture(file["url"], alt, file.get("width"), file.get("height")))
        return found

    @property
    def files(self) -> list[tuple[str, str]]:
        """Pairs (name, address) of the message's own files: attachments, then those that its parts show."""
        urls = [item["url"] for item in self.raw["attachments"]]
        urls += [medium["url"] for medium in self._media() if medium.get("attachment_id")]
        return [(unquote(url.rsplit("/", 1)[1]), url) for url in dict.fromkeys(urls)]

    def _media(self) -> Iterator[Json]:
        """Yield the media of components and embeds, in reading order."""
        for item in self.components:
            if item["type"] == GALLERY:
                yield from (each["media"] for each in item["items"])
            elif item["type"] in (THUMBNAIL, FILE):
                yield item["media" if item["type"] == THUMBNAIL else "file"]
        for embed in self.raw["embeds"]:
            yield from (embed[part] for part in ("image", "thumbnail") if embed.get(part))

    def button(self, name: str) -> Button:
        """Return the button with this custom id, label or emoji. Raises LookupError."""
        for button in self.buttons:
            if name and name in (button.custom_id, button.label, button.emoji):
                return button
        raise LookupError(f"No button {name!r} in {self!r}")

    def select(self, name: str = "") -> Select:
        """Return the menu with this custom id or placeholder, or the only one. Raises LookupError."""
        for select in self.selects:
            if name in (select.custom_id, select.placeholder) or (not name and len(self.selects) == 1):
                return select
        raise LookupError(f"No menu {name!r} in {self!r}")


@dataclass(frozen=True)
class Answer:
    """The bot's first answer. `state`: answered, deferred, updated, modal, choices or failed."""

    id: str
    state: str
    message: Message | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    error: str = ""

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""

    @property
    def fields(self) -> list[Field]:
        """The fields of the form that was opened, from top to bottom."""
        found: list[Field] = []
        for part in (self.modal or {}).get("components", []):
            if part["type"] == LABEL:
                found.append(Field.of(part["component"], part["label"], part.get("description") or ""))
            else:
                found += [Field.of(inner, inner["label"], "") for inner in part.get("components") or []]
        return found

    def field(self, name: str) -> Field:
        """Return the field of the opened form with this label or custom id. Raises LookupError."""
        for found in self.fields:
            if name in (found.label, found.custom_id):
                return found
        raise LookupError(f"No field {name!r} in {[found.label for found in self.fields]}")


def _options(part: Json) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (option["label"], option["value"], option.get("description") or "")
        for option in part.get("options") or []
    )


def _walk(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        for part in ("accessory", "component"):
            if component.get(part):
                yield from _walk([component[part]])
