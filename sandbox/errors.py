"""Refusals in Discord's words: an HTTP status, a JSON error code, and for forms a tree of what is wrong."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

# code: (status, message). Source: Discord's documentation, "Opcodes and status codes", JSON error codes.
REFUSALS: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown permission overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20026: (403, "Your bot has been flagged by our anti-spam system for abusive behavior."),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30010: (400, "Maximum number of reactions reached (20)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads reached"),
}


class ApiError(Exception):
    """A refused request. `code` is Discord's JSON error code; `errors` the tree of a refused form."""

    def __init__(
        self, code: int, *, status: int | None = None, message: str = "", errors: Json | None = None
    ) -> None:
        known_status, known_message = REFUSALS.get(code, (400, "Bad request"))
        self.status = status if status is not None else known_status
        self.code = code
        self.message = message or known_message
        self.errors = errors
        super().__init__(f"{self.status} {code}: {self.message}")

    def body(self) -> Json:
        answer: Json = {"message": self.message, "code": self.code}
        if self.errors:
            answer["errors"] = self.errors
        return answer


class UnusableError(Exception):
    """A request that the person's client would not send; the text says why."""


class Form:
    """The faults of a body, collected field by field. `refuse` raises them all at once (50035)."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def wrong(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        node = self.errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], text: Any, low: int, high: int) -> bool:
        """Return `True` for a string of `low` to `high` characters.

        Otherwise note the fault and return `False`.
        """
        if not isinstance(text, str):
            self.wrong(
                path,
                "BASE_TYPE_REQUIRED" if text is None else "STRING_TYPE_CONVERT",
                "This field is required",
            )
            return False
        if not low <= len(text) <= high:
            if len(text) > high:
                self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            else:
                self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
            return False
        return True

    def refuse(self) -> None:
        if self.errors:
            raise ApiError(50035, errors=self.errors)
