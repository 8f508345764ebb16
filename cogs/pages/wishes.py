"""The page of a person's wishes to hear of tables, and the question for a pace."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button
from cogs.pages.parts import GREY, PRIMARY
from cogs.services.services import Reader, Services
from cogs.text.text import Markup, Text
from engine.match.clock import PACES, Pace
from engine.matches.people.wishes import MAX_WISHES
from engine.store import CLUB_CODE_LEVEL, WISH_LASTS, Wish

__all__ = ["pace_page", "wish_buttons", "wishes_page"]


def wish_buttons(services: Services, text: Text, game: str = "") -> list[Press]:
    """Return the button to be told of a table that opens; with a game, it asks for the pace next.

    There is none while older code runs on the database, which could not answer it.
    """
    if services.matches.store.code_levels.lowest < CLUB_CODE_LEVEL:
        return []
    return [button(Control(0, "wish", game), text.plain("wish.button"), style=GREY)]


def wishes_page(
    services: Services, wishes: Sequence[Wish], guild: int | None, reader: Reader, *said: Markup, there: bool
) -> Page:
    """Return the list of wishes. In a server each game is a button to make another one.

    `there` says that such a table is open already.
    """
    text = reader.text
    page = words(*said, text("wish.title", days=WISH_LASTS.days))
    for each in wishes:
        page.say(_line(services, each, guild, text))
        how = "message" if each.is_listed else "list"
        page.row(
            button(Control(0, "wishend", str(each.id)), text.plain("wish.end")),
            button(Control(0, "wishhow", f"{how}={each.id}"), text.plain(f"wish.how.{how}")),
        )
    if not wishes:
        page.say(text("wish.none"))
    if there:
        page.say(text("wish.there"))
        page.row(button(Control(0, "tables"), text.plain("wish.tables"), style=PRIMARY))
    if guild is not None and len(wishes) < MAX_WISHES:
        page.say(text("wish.another" if wishes else "wish.first"))
        page.row(*(
            button(Control(0, "wishes", key), face.game.title, style=PRIMARY)
            for key, face in services.faces.items()
        ))  # fmt: skip
    return page


def _line(services: Services, wish: Wish, guild: int | None, text: Text) -> Markup:
    faces = services.faces
    game = faces[wish.game].game.title if wish.game in faces else wish.game
    place = text("wish.here" if wish.guild == guild else "wish.elsewhere")
    how = text("wish.listed" if wish.is_listed else "wish.told")
    if wish.match is not None:
        how = text("wish.fulfilled", match=wish.match)
    until = text.when(wish.at + WISH_LASTS, "d")
    return text("wish.line", game=game, pace=_pace_named(wish.pace, text), place=place, how=how, until=until)


def _pace_named(pace: str, text: Text) -> str:
    """Return the name of a pace in a word or two."""
    if not pace:
        return text.plain("wish.any_pace")
    name = Pace.read(pace).name
    return pace if name is None else text.plain(f"pace.name.{name}")


def pace_page(services: Services, game: str, reader: Reader) -> Page:
    """Return the question for the pace of the table that is wished for."""
    text = reader.text
    paces = [
        button(Control(0, "wishes", f"{game}|{name}"), text.plain(f"pace.name.{name}")) for name in PACES
    ]
    every = button(Control(0, "wishes", f"{game}|"), text.plain("wish.any_pace"), style=PRIMARY)
    page = words(text("wish.pace", game=services.face(game).game.title)).row(every, *paces)
    return page.row(button(Control(0, "wishes"), text.plain("wish.back")))
