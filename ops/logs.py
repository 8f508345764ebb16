"""Logging without secrets, on one line or as JSON."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TextIO

from engine.store import Busy, Full, Unreachable, Unwritable

__all__ = ["FORMATS", "JsonLines", "Lines", "is_news", "redacted", "refusal", "set_up"]

FORMATS = ("text", "json")

_SECRETS = (
    # A bot's token, and the tokens of interactions and webhooks in addresses.
    (re.compile(r"[\w-]{20,}\.[\w-]{5,8}\.[\w-]{25,}"), "[token]"),
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?\"')]+"), r"\1[token]"),
    (re.compile(r"aW50ZXJhY3Rpb2[\w=+/-]{20,}"), "[token]"),
    (re.compile(r"(Session ID: )\w+"), r"\1[session]"),
    # Persons, in addresses.
    (re.compile(r"(/(?:users|members|thread-members)/)\d+"), r"\1[person]"),
)
_PASSING = (Busy, Full, Unreachable, Unwritable)
"""Errors of the database that occur all over the bot until the trouble passes."""
_TELLING = ("aiosqlite", "discord", "aiohttp", "asyncio", "PIL")
"""Libraries that log whole statements, requests and answers at DEBUG, with seeds, sealed moves and tokens."""


def redacted(text: str, known: Iterable[str] = ()) -> str:
    """Return the text without secrets and ids of persons; `known` has secrets word for word."""
    for secret in known:
        text = text.replace(secret, "[token]")
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def is_news(record: logging.LogRecord) -> bool:
    """Return False for a line that only says that something waits for the database.

    The operator is told once when such a trouble begins and once when it ends; the waiting goes on by itself.
    """
    told = record.args.values() if isinstance(record.args, Mapping) else record.args or ()
    error = record.exc_info[1] if record.exc_info else None
    return not any(isinstance(each, _PASSING) for each in (*told, error))


class Lines(logging.Formatter):
    """Format of one line for people, with the number of the process; a traceback goes below."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        shown = "{asctime}.{msecs:03.0f} {process} {levelname:<8} {name} {message}"
        super().__init__(shown, "%Y-%m-%d %H:%M:%S", style="{")
        self._known = [secret for secret in known if secret]

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record), self._known)


class JsonLines(logging.Formatter):
    """Format of one JSON object a line: time, process, level, logger, message, and a traceback."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        super().__init__()
        self._known = [secret for secret in known if secret]

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "process": record.process,
            "level": record.levelname,
            "logger": record.name,
            "message": redacted(record.getMessage(), self._known),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = redacted(self.formatException(record.exc_info), self._known)
        return json.dumps(line, ensure_ascii=False)


def refusal(said: str, form: str, known: Iterable[str] = ()) -> str:
    """Return the line with the reason for which the bot does not run, as a sentence or a JSON object."""
    if form != "json":
        return said
    record = logging.LogRecord("longtable", logging.CRITICAL, "", 0, "%s", (said,), None)
    return JsonLines(known).format(record)


def set_up(
    level: str, form: str = "text", known: Iterable[str] = (), stream: TextIO | None = None
) -> logging.Handler:
    """Log to standard error, never with secrets of libraries, whatever the level; return the handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter((JsonLines if form == "json" else Lines)(known))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    if root.level > logging.DEBUG:
        handler.addFilter(is_news)
    for name in _TELLING:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
    return handler
