"""The notification of a message on a telephone: a title, and the text of its `content` without markup.

Components V2 have no content, so they notify with an empty text (discord-api-docs#7854); a file without words
notifies with its name.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from .box import Box
from .errors import Json
from .messages import COMPONENTS_V2
from .world import DM, GROUP, THREADS

__all__ = ["push"]

MAX_LENGTH = 150
"""Characters of the text of a notification."""
_ESCAPED = re.compile(r"\\([^\w\s])")
_PARTS = re.compile(
    r"```(?:\w+\n)?(?P<block>.+?)```|`(?P<code>[^`\n]+)`"
    r"|<@!?(?P<user>\d+)>|<@&(?P<role>\d+)>|<#(?P<channel>\d+)>|</(?P<command>[^:>]+):\d+>"
    r"|<a?:(?P<emoji>\w+):\d+>|<t:(?P<moment>-?\d+)(?::(?P<style>[tTdDfFsSR]))?>"
    r"|\[(?P<label>[^\]\n]+)\]\(<?https?://[^)\s]+\)|<(?P<link>https?://[^>\s]+)>",
    re.DOTALL,
)
_LINE_MARKS = re.compile(r"^(?:>>> |> |#{1,3} |-# )+", re.MULTILINE)
_EMPHASIS = re.compile(
    r"\*\*\*(?=\S)(.+?)\*\*\*|\*\*(?=\S)(.+?)\*\*|__(?=\S)(.+?)__|~~(.+?)~~|\|\|(.+?)\|\|"
    r"|\*(?=\S)([^*\n]+?)(?<=\S)\*|(?<!\w)_(?=\S)([^_\n]+?)_(?!\w)",
    re.DOTALL,
)
_PRIVATE_USE = 0xE000
"""First code point of a private area.

Characters to be shown as they are wait there while markup is removed.
"""
MAX_MOMENTS = 256
_MOMENTS = 0xE100
"""First code point of another private area, in which each moment of a text has a mark."""
_MOMENT_MARK = re.compile(f"([{chr(_MOMENTS)}-{chr(_MOMENTS + MAX_MOMENTS - 1)}])")
Moment = tuple[int, str | None]
"""A timestamp of a text: seconds since 1970, and the letter of its style."""


def push(box: Box, message: Json, person: str) -> Json:
    """Return `{"title", "text", "parts"}` as a telephone shows them, the text cut to `MAX_LENGTH`.

    `parts` is the same text, not cut, as a list of texts and moments `{"moment": seconds, "style"}`: a page
    says those in its own language and time zone.
    """
    text, moments = _text(box, message)
    french = box.world.users[person]["_locale"] == "fr"
    parts: list[str | Json] = []
    for at, part in enumerate(_MOMENT_MARK.split(text)):
        if at % 2:
            seconds, style = moments[ord(part) - _MOMENTS]
            parts.append({"moment": seconds, "style": style})
        elif part:
            parts.append(part)
    now = box.world.clock()
    said = [part if isinstance(part, str) else _moment(**part, now=now, french=french) for part in parts]
    return {"title": _title(box, message), "text": _shorten("".join(said)), "parts": parts}


def _title(box: Box, message: Json) -> str:
    world = box.world
    author, channel = _name(world.users[message["_author"]]), world.channel(message["channel_id"])
    if channel["type"] == DM:
        return author
    if channel["type"] == GROUP:
        return f"{author} ({channel['name']})"
    place = world.channels[channel["parent_id"]] if channel["type"] in THREADS else None
    above = f"#{place['name']}" if place else world.guilds[channel["guild_id"]]["name"]
    return f"{author} (#{channel['name']}, {above})"


def _text(box: Box, message: Json) -> tuple[str, list[Moment]]:
    """Return the text without markup, and the moments for which marks stand in it."""
    if message["flags"] & COMPONENTS_V2:
        return "", []
    if message["content"]:
        return _plain(box, message["content"])
    if message["attachments"]:
        return message["attachments"][0]["filename"], []
    words = [embed.get("title") or embed.get("description") for embed in message["embeds"]]
    return _plain(box, next(filter(None, words), ""))


def _shorten(text: str) -> str:
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1].rstrip() + "…"


def _plain(box: Box, text: str) -> tuple[str, list[Moment]]:
    """Return the text without markup, with names in place of mentions and marks in place of moments."""
    moments: list[Moment] = []
    text = _MOMENT_MARK.sub("", text)
    text = _ESCAPED.sub(lambda found: _shield(found[1]), text)
    text = _PARTS.sub(lambda found: _shield(_part(box, found, moments)), text)
    text = _LINE_MARKS.sub("", text)
    while (bare := _EMPHASIS.sub(lambda found: next(filter(None, found.groups()), ""), text)) != text:
        text = bare
    return "".join(map(_unshield, text)).strip(), moments


def _shield(text: str) -> str:
    """Return the text with its marks moved to the private area, where no markup is looked for."""
    return "".join(chr(_PRIVATE_USE + ord(mark)) if mark in "*_~|>#-`" else mark for mark in text)


def _unshield(mark: str) -> str:
    return chr(ord(mark) - _PRIVATE_USE) if 0 <= ord(mark) - _PRIVATE_USE < 0x80 else mark


def _part(box: Box, found: re.Match[str], moments: list[Moment]) -> str:
    world, (kind, value) = box.world, next((kind, text) for kind, text in found.groupdict().items() if text)
    if kind == "user":
        return f"@{_name(world.users[value])}" if value in world.users else "@unknown-user"
    if kind == "role":
        roles = {role["id"]: role["name"] for guild in world.guilds.values() for role in guild["roles"]}
        return f"@{roles.get(value, 'unknown-role')}"
    if kind == "channel":
        return f"#{world.channels[value]['name']}" if value in world.channels else "#unknown"
    if kind == "command":
        return f"/{value}"
    if kind == "emoji":
        return f":{value}:"
    if kind == "moment":
        if len(moments) == MAX_MOMENTS:
            return "…"
        moments.append((int(value), found["style"]))
        return chr(_MOMENTS + len(moments) - 1)
    return value


def _name(user: Json) -> str:
    return user["global_name"] or user["username"]


# Moments

_STEPS = (
    (31_536_000, "year", "an"),
    (2_592_000, "month", "mois"),
    (86_400, "day", "jour"),
    (3_600, "hour", "heure"),
    (60, "minute", "minute"),
    (1, "second", "seconde"),
)
_STYLES = {"t": "%H:%M", "T": "%H:%M:%S", "d": "%d/%m/%Y", "D": "%d/%m/%Y"}


def _moment(moment: int, style: str | None, now: float, french: bool) -> str:
    """Return a timestamp in UTC; relative ones are in words of the reader's language."""
    if style == "R":
        return _distance(round(moment - now), french)
    try:
        return datetime.fromtimestamp(moment, UTC).strftime(_STYLES.get(style or "f", "%d/%m/%Y %H:%M"))
    except (ValueError, OverflowError, OSError):
        return "?"


def _distance(seconds: int, french: bool) -> str:
    length, *words = next((step for step in _STEPS if abs(seconds) >= step[0]), _STEPS[-1])
    number, word = abs(seconds) // length, words[french]
    many = number > 1 if french else number != 1
    counted = f"{number} {word}{'s' if many and not word.endswith('s') else ''}"
    if french:
        return f"dans {counted}" if seconds > 0 else f"il y a {counted}"
    return f"in {counted}" if seconds > 0 else f"{counted} ago"
