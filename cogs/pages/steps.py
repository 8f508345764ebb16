"""Buttons and menus of one step of a choice, which panels, plans and lessons share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from cogs.answering.answers import ROW_LIMIT, Page, in_rows
from cogs.answering.controls import Control, Press, button, menu
from cogs.face.menus import Choice, Menu
from cogs.pages.parts import GREY, PRIMARY
from cogs.services.services import Services
from cogs.text.text import Text


@dataclass(frozen=True, slots=True)
class Ways:
    """The verbs of a step's controls, and the beginning of their arguments."""

    control: Control
    menu: str = "menu"
    pick: str = "pick"
    go: str = "go"
    about: str = ""
    """The beginning of all arguments."""

    def step(self, path: Sequence[str], page: int = 0) -> Control:
        return replace(self.control, verb=self.menu, argument=f"{self.about}{page}@{'/'.join(path)}")

    def list_control(self, path: Sequence[str], page: int) -> Control:
        return replace(self.control, verb=self.pick, argument=f"{self.about}{page}@{'/'.join(path)}")

    def elsewhere(self, path: Sequence[str]) -> Control:
        """Return the control of the list of areas, beside the list of places."""
        return replace(self.control, verb=self.pick, argument=f"{self.about}*@{'/'.join(path)}")

    def move(self, notation: str, *, seen: bool = False) -> Control:
        """Return the control that makes a move; where its effects were `seen`, it is not held."""
        verb = "sure" if seen and self.go == "go" else self.go
        return replace(self.control, verb=verb, argument=f"{self.about}{notation}")


def add_controls(page: Page, choices: Sequence[Press], beside: Sequence[Press]) -> Page:
    """Add the choices, and the buttons that lead elsewhere: in rows of their own if there is room."""
    if len(in_rows(choices)) + len(in_rows(beside)) > ROW_LIMIT:
        return page.row(*choices, *beside)
    return page.row(*choices).row(*beside)


def step_choices(step: Menu, ways: Ways, path: tuple[str, ...], services: Services) -> list[Press]:
    """Return a menu, perhaps a second one for areas, or buttons: with few choices they save a tap."""
    few = step.few if all(_control(each, ways, path).fits for each in step.few) else ()
    if step.listed and not few:
        offered = [
            menu(ways.list_control(path, step.page), step.placeholder, _options(step.choices, services))
        ]
    else:
        offered = _buttons(few or step.choices, ways, path, services)
    if step.areas:
        offered.append(menu(ways.elsewhere(path), step.area_prompt, _options(step.areas, services)))
    return offered


def step_buttons(
    step: Menu, ways: Ways, path: tuple[str, ...], services: Services, text: Text, *, back: bool = False
) -> list[Press]:
    """Return the buttons beside the choices: back, other pages, other answers such as a draw.

    At the first step `back` leads to before the last step of the turn.
    """
    controls: list[Press] = []
    if path:
        controls.append(button(ways.step(path[:-1]), text.plain("panel.back")))
    elif back:
        said = text.plain("panel.stepback")
        controls.append(button(replace(ways.control, verb="stepback", argument=""), said))
    if step.pages > 1:
        before, after = step.page - 1, step.page + 1
        if before >= 0:
            said = text.plain("panel.before", page=before + 1, pages=step.pages)
            controls.append(button(ways.step(path, before), said))
        if after < step.pages:
            said = text.plain("panel.after", page=after + 1, pages=step.pages)
            controls.append(button(ways.step(path, after), said))
    return [*controls, *_buttons(step.beside, ways, path, services)]


def _control(choice: Choice, ways: Ways, path: tuple[str, ...]) -> Control:
    return ways.move(choice.value, seen=choice.seen) if choice.final else ways.step((*path, choice.value))


def _options(choices: Sequence[Choice], services: Services) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=choice.label,
            value=_value(choice),
            description=choice.detail or None,
            emoji=services.icons.get(choice.emoji),
        )
        for choice in choices
    ]


def _buttons(choices: Sequence[Choice], ways: Ways, path: tuple[str, ...], services: Services) -> list[Press]:
    controls: list[Press] = []
    for choice in choices:
        control = _control(choice, ways, path)
        style = PRIMARY if choice.strong else GREY
        controls.append(button(control, choice.label, style=style, emoji=services.icons.get(choice.emoji)))
    return controls


def _value(choice: Choice) -> str:
    return f"={choice.value}" if choice.final else f">{choice.value}"
