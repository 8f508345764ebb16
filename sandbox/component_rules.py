"""Checks of components, embeds and modals. Every fault is noted in a form, field by field.

Source: Discord's documentation, "Component Reference" and "Message"; limits of 2025 and later.
"""

from __future__ import annotations

from typing import Any

from . import components as c
from . import limits
from .bodies import is_number
from .errors import Form, Json

Path = tuple[str | int, ...]
TOP = {c.ROW, c.SECTION, c.TEXT_DISPLAY, c.GALLERY, c.FILE, c.SEPARATOR, c.CONTAINER}
IN_CONTAINER = TOP - {c.CONTAINER}
IN_ROW = {c.BUTTON, *c.SELECTS}
DEFAULT_KINDS = {
    c.USER_SELECT: ("user",),
    c.ROLE_SELECT: ("role",),
    c.MENTIONABLE_SELECT: ("user", "role"),
    c.CHANNEL_SELECT: ("channel",),
}
"""The types that default values of a select may have."""
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
IN_LABEL = {c.TEXT_INPUT, *c.SELECTS, c.FILE_UPLOAD, c.RADIO_GROUP, c.CHECKBOX_GROUP, c.CHECKBOX}


class Rules:
    """One walk over the components of a message or a modal.

    `filenames` are the attachments that `attachment://` may name, `emojis` the ids of known emojis.
    """

    def __init__(self, form: Form, filenames: set[str], emojis: set[str], *, modal: bool = False) -> None:
        self.form = form
        self.filenames = filenames
        self.emojis = emojis
        self.modal = modal
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0

    # Messages and modals

    def message(self, components: Any, v2: bool) -> None:
        if not isinstance(components, list):
            self.form.wrong(("components",), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not v2 and len(components) > limits.ROWS:
            self._too_many(("components",), limits.ROWS)
        for index, component in enumerate(components):
            self._visit(component, ("components", index), TOP if v2 else {c.ROW})
        if self._count > limits.COMPONENTS:
            self.form.wrong(
                ("components",),
                "MESSAGE_COMPONENTS_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The maximum number of components is {limits.COMPONENTS}.",
            )
        if self._text > limits.TEXT_DISPLAYS:
            self.form.wrong(
                ("components",),
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total of displayable text must be {limits.TEXT_DISPLAYS} or fewer in length.",
            )

    def open_modal(self, data: Any) -> None:
        self.form.length(("data", "title"), data.get("title"), 1, limits.MODAL_TITLE)
        self.form.length(("data", "custom_id"), data.get("custom_id"), 1, limits.CUSTOM_ID)
        parts = data.get("components")
        if not isinstance(parts, list) or not 1 <= len(parts) <= limits.MODAL_COMPONENTS:
            self.form.wrong(
                ("data", "components"),
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between 1 and {limits.MODAL_COMPONENTS} in length.",
            )
            return
        for index, component in enumerate(parts):
            self._visit(component, ("data", "components", index), {c.ROW, c.LABEL, c.TEXT_DISPLAY})

    def _too_many(self, path: Path, most: int) -> None:
        self.form.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    # One component

    def _visit(self, component: Any, path: Path, allowed: set[int]) -> None:
        kind = component.get("type") if isinstance(component, dict) else None
        if kind not in allowed:
            choices = tuple(sorted(allowed))
            self.form.wrong(
                (*path, "type"), "UNION_TYPE_CHOICES", f"Value of field 'type' must be one of {choices}."
            )
            return
        self._count += 1
        number = component.get("id")
        if number is not None and not (type(number) is int and 0 <= number <= limits.COMPONENT_ID):
            self.form.wrong(
                (*path, "id"), "NUMBER_TYPE_MAX", f"int value should be between 0 and {limits.COMPONENT_ID}."
            )
        elif number:
            if number in self._ids:
                self.form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(number)
        {
            c.ROW: self._row,
            c.BUTTON: self._button,
            c.TEXT_INPUT: self._text_input,
            c.SECTION: self._section,
            c.TEXT_DISPLAY: self._text_display,
            c.THUMBNAIL: self._thumbnail,
            c.GALLERY: self._gallery,
            c.FILE: self._file,
            c.SEPARATOR: self._separator,
            c.CONTAINER: self._container,
            c.LABEL: self._label,
        }.get(kind, self._field)(component, path)

    def _children(self, component: Json, path: Path, low: int, high: int, allowed: set[int]) -> list[Any]:
        inner = component.get("components")
        where = (*path, "components")
        if not isinstance(inner, list) or not low <= len(inner) <= high:
            self.form.wrong(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return []
        for index, child in enumerate(inner):
            self._visit(child, (*where, index), allowed)
        return inner

    def _row(self, row: Json, path: Path) -> None:
        inner = self._children(row, path, 1, limits.BUTTONS, {c.TEXT_INPUT} if self.modal else IN_ROW)
        if len(inner) > 1 and any(child.get("type") != c.BUTTON for child in inner):
            self.form.wrong(
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )

    def _container(self, container: Json, path: Path) -> None:
        self._children(container, path, 1, limits.COMPONENTS, IN_CONTAINER)
        colour = container.get("accent_color")
        if colour is not None and not (isinstance(colour, int) and 0 <= colour <= 0xFFFFFF):
            self.form.wrong(
                (*path, "accent_color"), "NUMBER_TYPE_MAX", "int value should be at most 16777215."
            )

    def _section(self, section: Json, path: Path) -> None:
        self._children(section, path, 1, 3, {c.TEXT_DISPLAY})
        self._visit(section.get("accessory"), (*path, "accessory"), {c.BUTTON, c.THUMBNAIL})

    def _label(self, label: Json, path: Path) -> None:
        self.form.length((*path, "label"), label.get("label"), 1, limits.LABEL)
        if label.get("description") is not None:
            self.form.length((*path, "description"), label["description"], 1, limits.LABEL_DESCRIPTION)
        self._visit(label.get("component"), (*path, "component"), IN_LABEL)

    def _text_display(self, text: Json, path: Path) -> None:
        if self.form.length((*path, "content"), text.get("content"), 1, limits.TEXT_DISPLAYS):
            self._text += len(text["content"])

    # Media

    def _medium(self, medium: Any, path: Path, *, attached: bool = False) -> None:
        url = medium.get("url") if isinstance(medium, dict) else None
        if not self.form.length((*path, "url"), url, 1, 2048):
            return
        assert isinstance(url, str)
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.filenames:
                self.form.wrong(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                )
        elif attached or not url.startswith(("http://", "https://")):
            self.form.wrong(
                (*path, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme of {url[:40]!r} is not allowed."
            )

    def _check_description(self, item: Json, path: Path) -> None:
        if item.get("description") is not None:
            self.form.length((*path, "description"), item["description"], 1, limits.FILE_DESCRIPTION)

    def _thumbnail(self, thumbnail: Json, path: Path) -> None:
        self._medium(thumbnail.get("media"), (*path, "media"))
        self._check_description(thumbnail, path)

    def _gallery(self, gallery: Json, path: Path) -> None:
        items = gallery.get("items")
        if not isinstance(items, list) or not 1 <= len(items) <= limits.GALLERY:
            self.form.wrong(
                (*path, "items"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {limits.GALLERY} in length."
            )
            return
        for index, item in enumerate(items):
            self._medium(item.get("media"), (*path, "items", index, "media"))
            self._check_description(item, (*path, "items", index))

    def _file(self, file: Json, path: Path) -> None:
        self._medium(file.get("file"), (*path, "file"), attached=True)

    def _separator(self, separator: Json, path: Path) -> None:
        if separator.get("spacing") not in (None, 1, 2):
            self.form.wrong((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")

    # Controls

    def _custom_id(self, component: Json, path: Path) -> None:
        key = component.get("custom_id")
        if not self.form.length((*path, "custom_id"), key, 1, limits.CUSTOM_ID):
            return
        assert isinstance(key, str)
        if key in self._custom_ids:
            self.form.wrong(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self._custom_ids.add(key)

    def _emoji(self, emoji: Any, path: Path) -> None:
        if emoji is None:
            return
        name, key = emoji.get("name"), emoji.get("id")
        known = (
            str(key) in self.emojis if key else bool(name) and not all(letter.isascii() for letter in name)
        )
        if not known:
            self.form.wrong(
                (*path, "emoji", "id" if key else "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
            )

    def _button(self, button: Json, path: Path) -> None:
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5, 6):
            self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
            return
        if button.get("label"):
            self.form.length((*path, "label"), button["label"], 1, limits.BUTTON_LABEL)
        self._emoji(button.get("emoji"), path)
        if style == 5:
            url = button.get("url")
            if self.form.length((*path, "url"), url, 1, 512) and not str(url).startswith(
                ("http", "discord:")
            ):
                self.form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme is not allowed.")
            if button.get("custom_id"):
                self.form.wrong(
                    path,
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
            return
        if style == 6:
            return
        self._custom_id(button, path)
        if button.get("url"):
            self.form.wrong(
                path,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        if not button.get("label") and not button.get("emoji"):
            self.form.wrong(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji"
            )

    def _field(self, field: Json, path: Path) -> None:
        """Check a select, or a field that only modals have."""
        kind = field["type"]
        self._custom_id(field, path)
        self._flag(field, "default" if kind == c.CHECKBOX else "required", path)
        if self.modal and field.get("disabled"):
            self.form.wrong(
                (*path, "disabled"), "MODAL_COMPONENT_DISABLED", "Modals do not support disabled components"
            )
        if kind in c.SELECTS and field.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), field["placeholder"], 0, limits.PLACEHOLDER)
        if kind == c.CHECKBOX:
            return
        if kind == c.RADIO_GROUP:
            self._options(field, path, limits.RADIOS, 1)
            return
        least, most = self._range(field, path)
        if kind == c.STRING_SELECT:
            self._options(field, path, (1, limits.OPTIONS), most)
        elif kind == c.CHECKBOX_GROUP:
            self._options(field, path, (1, limits.CHECKBOXES), most)
        elif kind in c.SELECTS:
            self._default_values(field, path, least, most)
        if kind == c.CHANNEL_SELECT:
            self._channel_types(field, path)

    def _range(self, field: Json, path: Path) -> tuple[int, int]:
        """Check how many things may be chosen, and return the least and the most."""
        largest = {c.CHECKBOX_GROUP: limits.CHECKBOXES, c.FILE_UPLOAD: limits.FILES}.get(
            field["type"], limits.OPTIONS
        )
        low = self._whole(field, "min_values", path, 0, largest)
        high = self._whole(field, "max_values", path, 1, largest)
        options = field.get("options")
        offered = len(options) if isinstance(options, list) else largest
        least = 1 if low is None else low
        most = (offered if field["type"] == c.CHECKBOX_GROUP else 1) if high is None else high
        if least > most:
            self.form.wrong(
                (*path, "min_values"), "NUMBER_TYPE_MAX", f"min_values must be equal to or less than {most}."
            )
        elif high is not None and high > offered > 0:
            self.form.wrong(
                (*path, "max_values"),
                "NUMBER_TYPE_MAX",
                f"int value should be less than or equal to {offered}.",
            )
        required = field.get("required")
        if low == 0 and (required is True or (self.modal and required is None)):
            self.form.wrong(
                (*path, "min_values"),
                "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES",
                "Select menus marked as required cannot have a min_values of 0",
            )
        return least, most

    def _whole(self, part: Json, name: str, path: Path, low: int, high: int) -> int | None:
        """Return a whole number of a component; `None` for none, and for one that is noted as wrong."""
        value = part.get(name)
        if value is None:
            return None
        if type(value) is not int:
            self.form.wrong((*path, name), "NUMBER_TYPE_COERCE", "Value is not int.")
        elif value > high:
            self.form.wrong(
                (*path, name), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
            )
        elif value < low:
            self.form.wrong(
                (*path, name), "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        else:
            return value
        return None

    def _flag(self, part: Json, name: str, path: Path) -> None:
        if not isinstance(part.get(name), bool | None):
            self.form.wrong((*path, name), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def _options(self, select: Json, path: Path, room: tuple[int, int], most: int) -> None:
        options, (fewest, largest) = select.get("options"), room
        if not isinstance(options, list) or not fewest <= len(options) <= largest:
            self.form.wrong(
                (*path, "options"),
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between {fewest} and {largest} in length.",
            )
            return
        seen: set[str] = set()
        for index, option in enumerate(options):
            where = (*path, "options", index)
            self.form.length((*where, "label"), option.get("label"), 1, limits.OPTION_TEXT)
            self.form.length((*where, "value"), option.get("value"), 1, limits.OPTION_TEXT)
            if option.get("description") is not None:
                self.form.length((*where, "description"), option["description"], 0, limits.OPTION_TEXT)
            self._flag(option, "default", where)
            if select["type"] == c.STRING_SELECT:
                self._emoji(option.get("emoji"), where)
            if option.get("value") in seen:
                self.form.wrong(
                    (*where, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            seen.add(option.get("value"))
        if sum(bool(option.get("default")) for option in options) > most:
            self.form.wrong(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                "Too many options are marked as default",
            )

    def _default_values(self, select: Json, path: Path, least: int, most: int) -> None:
        """Check who or what is chosen in a select before anybody has chosen."""
        chosen = select.get("default_values")
        where = (*path, "default_values")
        if not chosen:
            return
        if not isinstance(chosen, list) or not least <= len(chosen) <= most:
            self.form.wrong(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            return
        kinds = DEFAULT_KINDS[select["type"]]
        for index, value in enumerate(chosen):
            if not isinstance(value, dict) or value.get("type") not in kinds:
                self.form.wrong(
                    (*where, index, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {kinds}."
                )
            elif not is_number(str(value.get("id"))):
                self.form.wrong(
                    (*where, index, "id"),
                    "NUMBER_TYPE_COERCE",
                    f"Value {value.get('id')!r} is not snowflake.",
                )

    def _channel_types(self, select: Json, path: Path) -> None:
        kinds = select.get("channel_types")
        if kinds is None:
            return
        where = (*path, "channel_types")
        if not isinstance(kinds, list):
            self.form.wrong(where, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for index, kind in enumerate(kinds):
            if type(kind) is not int or kind not in CHANNEL_TYPES:
                self.form.wrong(
                    (*where, index), "BASE_TYPE_CHOICES", f"Value must be one of {CHANNEL_TYPES}."
                )

    def _text_input(self, field: Json, path: Path) -> None:
        """Check a text input. Outside of a label (in a row, as forms once were) it has its own."""
        labelled = path[-1] == "component"
        self._custom_id(field, path)
        if field.get("style") not in (1, 2):
            self.form.wrong((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
        low = self._whole(field, "min_length", path, 0, limits.INPUT_TEXT)
        high = self._whole(field, "max_length", path, 1, limits.INPUT_TEXT)
        if low is not None and high is not None and low > high:
            self.form.wrong(
                (*path, "min_length"), "NUMBER_TYPE_MAX", f"min_length must be equal to or less than {high}."
            )
        self._flag(field, "required", path)
        if field.get("label") is not None or not labelled:
            self.form.length((*path, "label"), field.get("label"), 1, limits.LABEL)
        if field.get("placeholder") is not None:
            self.form.length((*path, "placeholder"), field["placeholder"], 0, limits.INPUT_PLACEHOLDER)
        if field.get("value") is not None:
            self.form.length((*path, "value"), field["value"], 0, high or limits.INPUT_TEXT)


# Embeds


def check_embeds(embeds: Any, form: Form) -> None:
    """Note in the form what Discord refuses in embeds (documentation, "Embed Limits")."""
    if not isinstance(embeds, list) or len(embeds) > limits.EMBEDS:
        form.wrong(("embeds",), "BASE_TYPE_MAX_LENGTH", f"Must be {limits.EMBEDS} or fewer in length.")
        return
    total = 0
    for index, embed in enumerate(embeds):
        where = ("embeds", index)
        total += _check_lengths(form, where, embed, (("title", 256), ("description", 4096)))
        total += _check_lengths(form, (*where, "footer"), embed.get("footer") or {}, (("text", 2048),))
        total += _check_lengths(form, (*where, "author"), embed.get("author") or {}, (("name", 256),))
        fields = embed.get("fields") or []
        if len(fields) > 25:
            form.wrong((*where, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        for number, field in enumerate(fields):
            place = (*where, "fields", number)
            form.length((*place, "name"), field.get("name"), 1, 256)
            form.length((*place, "value"), field.get("value"), 1, 1024)
            total += len(field.get("name") or "") + len(field.get("value") or "")
    if total > limits.EMBED_CHARACTERS:
        form.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _check_lengths(form: Form, path: Path, part: Json, fields: tuple[tuple[str, int], ...]) -> int:
    total = 0
    for name, most in fields:
        if part.get(name):
            form.length((*path, name), part[name], 0, most)
            total += len(str(part[name]))
    return total
