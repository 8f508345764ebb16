"""The page with which everything begins: the games, then with whom; and the five lines of `/help`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button, people_menu
from cogs.face.drawing import Drawing
from cogs.face.face import AnyFace
from cogs.pages.inbox import next_button
from cogs.pages.lessons import learn_button, lessons_of
from cogs.pages.parts import PRIMARY
from cogs.pages.robots import about_robots, robot_buttons, show_robots
from cogs.pages.wishes import wish_buttons
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.game import AnyGame, Refusal
from render.door import Tile, draw_door

__all__ = ["door_button", "door_page", "friends_page", "help_page", "opponents_page", "seats_for", "tile_of"]

SECONDS = 30
"""Seconds of thinking for one decision, by which the minutes of a match are reckoned."""


HELPED: Mapping[str, str] = {
    "play": "command.door.play",
    "turns": "command.turns",
    "tables": "command.tables",
    "match": "command.match",
    "me": "command.me",
}
"""The commands of which `/help` tells, with the codes of their names."""


@cache
def _lengths() -> Mapping[str, tuple[int, int]]:
    """Return each game's turns and decisions of one seat, as ``python -m bench.lengths`` has measured."""
    with files("cogs.text").joinpath("lengths.csv").open(encoding="ascii") as file:
        return {row["game"]: (int(row["turns"]), int(row["decisions"])) for row in csv.DictReader(file)}


SIGNS: Mapping[str, tuple[str, ...]] = {
    "genial": ("genial_RY", "genial_GB", "genial_OP"),
    "genesis": ("genesis_dinosaur", "genesis_human", "genesis_mammal"),
    "genesis_life": ("life_red", "life_born", "life_black"),
    "familienbande": ("familienbande_12", "familienbande_L", "familienbande_38"),
    "genesia": ("genesia_people_0", "genesia_city", "genesia_war"),
}
"""The small pictures of each game on the picture of all; of others, their first emojis."""


def tile_of(key: str, face: AnyFace) -> Tile:
    """Return the game as it is drawn on the picture of all games."""
    names = SIGNS.get(key, tuple(face.emojis)[:3])
    return Tile(face.game.title, tuple(face.emojis[name] for name in names if name in face.emojis))


def door_button(text: Text, code: str = "door.button") -> Press:
    """Return the button that leads to the page of all games, in place of the page that it stands on."""
    return button(Control(0, "door"), text.plain(code), style=PRIMARY)


async def door_page(services: Services, reader: Reader) -> Page:
    """Return the page of all games: one picture, a line for each, a button for each."""
    text = reader.text
    page = Page().say(text("door.title"))
    tiles = tuple(tile_of(key, face) for key, face in services.faces.items())
    alt = text.plain("door.alt", games=", ".join(tile.title for tile in tiles))
    drawing = Drawing(partial(draw_door, tiles, reader.theme), alt)
    await services.show(page, drawing, "games")
    page.say(*(_line(face.game, text) for face in services.faces.values()))
    page.say(text("door.weeks"))
    buttons = [
        button(Control(0, "door", key), face.game.title, style=PRIMARY)
        for key, face in services.faces.items()
    ]
    page.row(*buttons)
    coming = await next_button(services, reader, 0, "next")
    return page if coming is None else page.row(coming)


def _line(game: AnyGame, text: Text) -> Markup:
    """Return the lines of a game: its sentence, its seats, its minutes and turns."""
    codes = (f"{game.key}.door", f"command.{game.key}.about")
    about = next((text.plain(code) for code in codes if text.knows(code)), "")
    said = text("door.game", game=game.title, about=about)
    return Markup(f"{said}\n{_measures(game, text)}")


def _measures(game: AnyGame, text: Text) -> Markup:
    seats = sorted(game.seats(game.Options()))
    least, most = seats[0], seats[-1]
    who = text("door.seats_one", n=least) if least == most else text("door.seats", least=least, n=most)
    measured = _lengths().get(game.key)
    if measured is None:
        return Markup(f"-# {who}")
    turns, decisions = measured
    minutes = max(5, 5 * round(decisions * SECONDS / 60 / 5))
    return Markup(f"-# {who} · {text('door.minutes', n=minutes)} · {text('door.turns', n=turns)}")


async def opponents_page(services: Services, reader: Reader, game: str, *, on_server: bool) -> Page:
    """Return the question with whom to play; without a server it is asked for robots alone."""
    text, face = reader.text, services.face(game)
    page = words(text("door.with", game=face.game.title), _measures(face.game, text))
    await show_robots(services, page, game, reader)
    page.say(text("door.robots"), *about_robots(services, game, text))
    page.row(*robot_buttons(services, game, text, Control(0, "robot", f"{game}|")))
    if on_server:
        page.say(text("door.people"))
        page.row(
            button(Control(0, "friends", game), text.plain("door.friends")),
            button(Control(0, "anybody", game), text.plain("door.anybody")),
            *wish_buttons(services, text, game),
        )
    else:
        page.say(text("door.elsewhere", play=text.plain("command.door.play")))
    beside = [button(Control(0, "door"), text.plain("door.back"))]
    if lessons_of(game):
        beside.insert(0, learn_button(game, text, 1, "learn.first"))
    return page.row(*beside)


def friends_page(services: Services, reader: Reader, game: str) -> Page:
    """Return the menu of people to invite."""
    text, face = reader.text, services.face(game)
    most = max(face.game.seats(face.game.Options())) - 1
    page = words(text("door.whom", game=face.game.title, n=most))
    page.row(people_menu(Control(0, "guests", game), text.plain("door.whom.menu"), most))
    return page.row(button(Control(0, "door", game), text.plain("door.up")))


def seats_for(services: Services, game: str, people: int) -> int:
    """Return the seats of a table for so many people: the fewest possible that hold them, at least two.

    Raises `Refusal` ``too_many_guests``.
    """
    rules = services.face(game).game
    sizes = [size for size in rules.seats(rules.Options()) if size >= max(2, people)]
    if not sizes:
        most = max(rules.seats(rules.Options()))
        raise Refusal("too_many_guests", guests=people - 1, n=most - 1)
    return min(sizes)


def help_page(reader: Reader) -> Page:
    """Return in five lines what there is, and the way to the games."""
    text = reader.text
    lines = [text(f"help.{each}", command=Markup(f"`/{text.plain(code)}`")) for each, code in HELPED.items()]
    page = words(text("help.title"), *lines)
    return page.row(door_button(text), button(Control(0, "turns"), text.plain("help.turns.button")))
