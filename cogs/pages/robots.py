"""The five robots: a picture of their faces, what each of them does, and the ways to play with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button
from cogs.face.drawing import Drawing
from cogs.face.text_boards import alt_text
from cogs.pages.parts import GREY, PRIMARY
from cogs.services.services import Reader, Services, player_name, player_with_level
from cogs.text.text import Markup, Text
from engine.matches import Match, Status
from engine.robots.levels import USUAL_LEVEL, level_of, levels_among
from engine.store import HELP_CODE_LEVEL
from render.cards.robots import draw_robots

__all__ = ["about_robots", "face_of", "robot_buttons", "robots_button", "robots_page", "show_robots"]


def face_of(kind: str) -> str:
    """Return the name of the emoji with a robot's face."""
    return f"robot_{level_of(kind)}"


async def show_robots(services: Services, page: Page, game: str, reader: Reader) -> Page:
    """Add the picture of the robots that play the game."""
    text = reader.text
    shown = tuple(
        (kind, player_name(kind, text, short=True)) for kind in levels_among(services.face(game).game.players)
    )
    alt = alt_text([text.plain("robots.alt", names=", ".join(name for _, name in shown))])
    return await services.show(page, Drawing(partial(draw_robots, shown, reader.theme), alt), "robots")


def about_robots(services: Services, game: str, text: Text) -> list[Markup]:
    """Return a line for each robot that plays the game."""
    return [_about(kind, text) for kind in levels_among(services.face(game).game.players)]


def _about(kind: str, text: Text) -> Markup:
    code = f"player.about.{kind}"
    about = text.plain(code) if text.knows(code) else ""
    return text("door.kind", robot=player_with_level(kind, text), about=about[:1].lower() + about[1:])


def robot_buttons(
    services: Services, game: str, text: Text, control: Control, code: str = "door.robot"
) -> Sequence[Press]:
    """Return a button with the face of each robot; the robot's key ends the argument of `control`."""
    return [
        button(
            replace(control, argument=f"{control.argument}{kind}"),
            text.plain(code, robot=player_name(kind, text)),
            style=PRIMARY if kind == USUAL_LEVEL else GREY,
            emoji=services.icons.get(face_of(kind)),
        )
        for kind in levels_among(services.face(game).game.players)
    ]


def robots_button(services: Services, match: Match, text: Text) -> list[Press]:
    """Return the button that shows the robots to the host, while every process knows it."""
    if services.matches.store.code_levels.lowest < HELP_CODE_LEVEL:
        return []
    return [button(Control(match.id, "robots"), text.plain("robots.button"))]


async def robots_page(services: Services, match: Match, reader: Reader, *said: Markup) -> Page:
    """Return the robots with a button each that lets it sit down, where a seat of the table is free."""
    text = reader.text
    page = words(*said, text("robots.page", match=match.id))
    await show_robots(services, page, match.game, reader)
    page.say(*about_robots(services, match.game, text))
    if match.status is not Status.LOBBY or not match.free:
        return page.say(text("robots.no_seat"))
    return page.row(*robot_buttons(services, match.game, text, Control(match.id, "robots"), "robots.seat"))
