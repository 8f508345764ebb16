"""Buttons and menus that work for ever: their ``custom_id`` holds all that they need.

``lt:<match>:<asked>:<seat or ->:<verb>:<argument>``, at most 100 characters; match 0 stands for none. `asked`
is the number of the seat's question (`Situation.question_number`) or, on what all see, of the call
(`Round.call_number`), or where one plans of the seat's last call (`PlanningPosition.call`), so that an
answered question can be told from an open one. None counts what others do in secret, as the log does.

``~`` and seven hexadecimal digits may follow, which mean nothing to a press: a mark by which a message is
found again that was sent, and of which nothing was heard. Of all that a classic message carries only this is
given back as it was sent, and seen by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import discord

from cogs.answering.interaction import Interaction
from engine.game import Seat

__all__ = [
    "MARK",
    "Control",
    "Handler",
    "Press",
    "button",
    "mark_of",
    "menu",
    "people_menu",
    "with_mark",
    "without_mark",
]

MARK = 7
"""Hexadecimal digits of a mark."""
_ARGUMENT = 60
_SHAPE = re.compile(
    r"lt:(?P<match>[0-9]{1,18}):(?P<asked>[0-9]{1,9}):(?P<seat>[0-9]{1,2}|-):(?P<verb>[a-z]{1,12})"
    rf":(?P<argument>[^\n]{{0,{_ARGUMENT}}}?)(?:~[0-9a-f]{{{MARK}}})?"
)
_MARK = re.compile(rf"~([0-9a-f]{{{MARK}}})\Z")
_CUSTOM_ID = 100
_LABEL = 80
_OPTION = 100


@dataclass(frozen=True, slots=True)
class Control:
    """The meaning of a button or menu: a verb, and the match, question and seat that it is about."""

    match: int
    verb: str
    argument: str = ""
    asked: int = 0
    seat: Seat | None = None

    def __str__(self) -> str:
        seat = "-" if self.seat is None else self.seat
        return f"lt:{self.match}:{self.asked}:{seat}:{self.verb}:{self.argument}"

    @property
    def fits(self) -> bool:
        """Return True if the ``custom_id`` is short enough to be read again, with room for a mark."""
        return len(self.argument) <= _ARGUMENT and len(str(self)) + 1 + MARK <= _CUSTOM_ID

    @classmethod
    def parse(cls, custom_id: str) -> Control | None:
        """Return the control behind a ``custom_id``; `None` when it is none of ours."""
        found = _SHAPE.fullmatch(custom_id)
        if found is None:
            return None
        seat = found["seat"]
        return cls(
            match=int(found["match"]),
            verb=found["verb"],
            argument=found["argument"],
            asked=int(found["asked"]),
            seat=None if seat == "-" else Seat(int(seat)),
        )


def with_mark(custom_id: str, mark: str) -> str:
    """Return the ``custom_id`` with that mark, or without one where there is no room for it."""
    whole = f"{custom_id}~{mark}"
    return whole if len(whole) <= _CUSTOM_ID else custom_id


def mark_of(custom_id: str) -> str | None:
    """Return the mark of a ``custom_id``."""
    found = _MARK.search(custom_id)
    return found[1] if found else None


def without_mark(custom_id: str) -> str:
    """Return the ``custom_id`` without its mark."""
    return _MARK.sub("", custom_id)


Handler = Callable[[Interaction, Control, Sequence[str]], Awaitable[None]]
"""A function that answers a press. Its last argument has the values chosen in a menu."""


class Press(discord.ui.DynamicItem["discord.ui.Item[Any]"], template=_SHAPE):
    """The one family of buttons and menus, shared by all games."""

    def __init__(self, item: discord.ui.Item[Any], control: Control) -> None:
        super().__init__(item)
        self.control = control

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        _only_words(cast("dict[str, Any]", interaction.data or {}))
        return cls(item, cast(Control, Control.parse(match.string)))

    async def callback(self, interaction: Interaction) -> None:
        if not interaction.client.guard.lets_in(interaction):
            return
        values = cast("dict[str, Any]", interaction.data or {}).get("values", ())
        await interaction.client.services.press(interaction, self.control, values)


def _only_words(data: dict[str, Any]) -> None:
    """Make the chosen values a list of texts, as our menus have them: forged values must raise nothing."""
    given = data.get("values")
    values = cast("list[object]", given) if isinstance(given, list) else []
    data["values"] = [each if isinstance(each, str) else "" for each in values]
    data.pop("resolved", None)


def button(
    control: Control,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: discord.PartialEmoji | None = None,
    disabled: bool = False,
) -> Press:
    """Return a button that means `control`."""
    return Press(
        discord.ui.Button(
            custom_id=str(control), label=label[:_LABEL], style=style, emoji=emoji, disabled=disabled
        ),
        control,
    )


def menu(control: Control, placeholder: str, options: Sequence[discord.SelectOption]) -> Press:
    """Return a menu of at most 25 options, of which one is chosen."""
    for option in options:
        option.label = option.label[:_OPTION]
        option.description = option.description[:_OPTION] if option.description else None
    return Press(
        discord.ui.Select(custom_id=str(control), placeholder=placeholder[:150], options=list(options)),
        control,
    )


def people_menu(control: Control, placeholder: str, most: int) -> Press:
    """Return a menu of the people of a server, of whom one to `most` are chosen."""
    return Press(
        discord.ui.UserSelect(custom_id=str(control), placeholder=placeholder[:150], max_values=most), control
    )
