"""A whole match to watch: its film, and a page to keep that needs neither the bot nor the net."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache, partial
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from cogs.answering.answers import SUBTEXT, Page, words
from cogs.answering.controls import Control, Press, button
from cogs.face.context import Context
from cogs.face.drawing import Drawing
from cogs.pages.endings import end_lines, story_of
from cogs.pages.log import told_lines
from cogs.services.services import Reader, Services, contexts
from cogs.text.text import Text, spoken_text
from engine.match.course import Scene
from engine.matches import Situation, Status
from engine.store import END_CODE_LEVEL
from render.kit.canvas import Picture, Theme, ink
from render.kit.film import MAX_STEPS, WHOLE_WIDTH, layers, spread

__all__ = ["kept_page", "movie", "movie_buttons", "movie_page"]

WAYS = (("first", "«"), ("back", "‹"), ("play", "▶"), ("forward", "›"), ("last", "»"))
"""The buttons of a page to keep, with signs that every font has."""
MAX_KEPT = 4_000_000
"""Bytes of a page to keep, at most."""


async def movie(
    services: Services, match: int, reader: Reader, *, unveiled: bool = False
) -> tuple[Drawing, int, int] | None:
    """Return the film of the whole match for the reader, with the number of steps shown, and of all steps.

    It shows what the reader's seat has seen; with `unveiled` everything, once the match has ended. `None` if
    nothing has happened yet. Raises `Refusal` for a match that never began.
    """
    situation, scenes = await services.matches.queries.course(match, reader.person, unveiled=unveiled)
    if len(scenes) < 2:
        return None
    shown = spread(len(scenes), MAX_STEPS)
    ctx = services.context(situation.match, reader.text, reader.theme)
    views = [scenes[number].view for number in shown]
    ends = situation.match.status.has_ended
    alt = reader.text.plain("movie.alt")
    drawing = services.face(situation.match.game).movie(ctx, views, alt, ends=ends)
    return drawing, len(shown), len(scenes)


def movie_buttons(services: Services, match: int, text: Text, code: str = "movie.start") -> list[Press]:
    """Return the button for the film from the beginning on, while every process knows it."""
    if services.matches.store.code_levels.lowest < END_CODE_LEVEL:
        return []
    return [button(Control(match, "movie"), text.plain(code))]


async def movie_page(services: Services, match: int, reader: Reader, *, unveiled: bool = False) -> Page:
    """Return the page with the film of the whole match. It says so where steps are left out."""
    made = await movie(services, match, reader, unveiled=unveiled)
    if made is None:
        return words(reader.text("film.none"))
    drawing, shown, steps = made
    page = await services.show(Page(), drawing, f"movie-{match}")
    if shown < steps:
        page.say(reader.text("movie.left_out", shown=shown, steps=steps))
    found = await services.matches.loader.get(match)
    if found.status is Status.OVER:
        page.row(button(Control(match, "keep"), reader.text.plain("kept.button")))
    return page


async def kept_page(services: Services, match: int, reader: Reader) -> Page:
    """Return the page with the file to keep. Raises `Refusal`."""
    situation, scenes = await services.matches.queries.course(match, reader.person, unveiled=True)
    ctx = services.context(situation.match, reader.text, reader.theme)
    story = await story_of(services, situation)
    face, text = services.face(situation.match.game), reader.text
    title = f"{face.game.title} #{match}" if text.language == "en" else f"{face.game.title} n°\u00a0{match}"
    said = [spoken_text(line.removeprefix("## ")) for line in end_lines(services, situation, ctx, story)]
    told = _captions(services, situation, ctx, scenes)
    most = MAX_STEPS
    while True:
        shown = spread(len(scenes), most)
        draws = [partial(face.frame(ctx, scenes[number].view).draw, width=WHOLE_WIDTH) for number in shown]
        captions = [
            "\n".join(line for each in told[before + 1 : number + 1] for line in each)
            for before, number in zip([-1, *shown[:-1]], shown, strict=True)
        ]
        make = partial(_document, draws, captions, title, said, text, reader.theme, len(scenes))
        data = await services.think(make)
        if len(data) <= MAX_KEPT or most < 20:
            break
        most = most * 2 // 3
    page = words(text("kept.about"))
    return page.enclose(f"{situation.match.game}-{match}.html", data)


def _captions(
    services: Services, situation: Situation, ctx: Context, scenes: Sequence[Scene]
) -> list[list[str]]:
    """Return all that was told of each step, to anybody, as plain lines from the viewpoint of who asks."""
    face = services.face(situation.match.game)
    events = [scene.events for scene in scenes]
    found: list[list[str]] = []
    for each, then in zip(events, contexts(situation.match, ctx, events), strict=True):
        told = [event for event in each if event.code not in face.concluding]
        lines = told_lines(told, then, face, named=True, reader=situation.seat)
        found.append([spoken_text(line) for line in lines])
    return found


HERE = Path(__file__).parent


@cache
def _template(name: str) -> Template:
    return Template((HERE / name).read_text(encoding="utf-8"))


def _style(theme: Theme, width: int, height: int) -> str:
    own = ink(theme)
    named = {"ground": own.ground, "text": own.text, "panel": own.panel, "muted": own.muted}
    colours = {name: "#{:02x}{:02x}{:02x}".format(*colour) for name, colour in named.items()}
    size = {"wide": width * 2, "width": width, "height": height}
    return _template("kept.css").substitute(colours, scheme=theme.value, **size)


def _document(
    draws: Sequence[Any],
    captions: Sequence[str],
    title: str,
    end: Sequence[str],
    text: Text,
    theme: Theme,
    steps: int,
) -> bytes:
    """Return the page as one file: nothing is loaded from elsewhere, and only our own script may run."""
    pictures: list[Picture] = [draw() for draw in draws]
    made = layers(pictures)
    data = {
        "title": title,
        "images": [base64.b64encode(image).decode() for _, image in made],
        "from": [begun for begun, _ in made],
        "said": captions,
    }
    # In a script element only the beginning of a tag could end it: no `<` is left.
    held = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    style = _style(theme, pictures[0].width, pictures[0].height)
    script = _template("kept.js").template
    left_out = text.plain("movie.left_out", shown=len(draws), steps=steps) if len(draws) < steps else ""
    ways = "".join(
        f'<button id="{name}" type="button" aria-label="{escape(text.plain(f"kept.{name}"))}">{sign}</button>'
        for name, sign in WAYS
    )
    return (
        _template("kept.html")
        .substitute(
            language=text.language,
            title=escape(title),
            style=style,
            style_hash=_hashed(style),
            script=script,
            script_hash=_hashed(script),
            lines="".join(f"<p>{escape(line)}</p>" for line in end),
            ways=ways,
            bar=escape(text.plain("kept.bar")),
            note=escape(left_out.removeprefix(SUBTEXT)),
            steps=held,
        )
        .encode()
    )


def _hashed(source: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"
