"""A whole match to watch: its film, and the page to keep, for those who may see what they show."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest

from cogs.answering.answers import SUBTEXT
from cogs.pages.movie import MAX_KEPT, kept_page, movie, movie_page
from cogs.services.services import Reader, Services
from cogs.text.text import LANGUAGES, text_for
from engine.game import Seat
from engine.games import GAMES
from engine.matches import Status
from render.kit.canvas import Theme
from render.kit.film import spread
from tests.contracts.cases import REGISTERED, Case
from tests.engine.matches.test_matches import ANN, BOB, PLACE, Table

HOSTILE = "</script><img src=x onerror=alert(1)>"[:32]
SMALL = [next(case for case in game.cases if case.seats == 2) for game in REGISTERED]
EVERY = pytest.mark.parametrize("case", SMALL, ids=str)


async def begun(store: Any, case: Case) -> tuple[Table, int, Services]:
    table = Table(store, games=GAMES)
    lobbies = table.matches.lobbies
    match = await lobbies.open(case.key, case.options, 2, ANN, HOSTILE, PLACE, table.click)
    await lobbies.join(match.id, BOB, "Bob", table.click)
    await lobbies.start(match.id, ANN, table.click)
    return table, match.id, Services(table.matches, {case.key: case.face})


async def play(table: Table, match: int, most: int) -> None:
    """Play so many moves by lot, or to the end."""
    dice = random.Random(5)
    for _ in range(most):
        if (await table.matches.loader.get(match)).status is not Status.RUNNING:
            return
        public = await table.matches.queries.situation(match, None)
        person = public.match.occupants[public.pending[0]].person
        assert person is not None
        own = await table.matches.queries.situation(match, person)
        await table.play(match, person, str(own.moves[dice.randrange(len(own.moves))]))


def reader(person: int, language: str = "en", theme: Theme = Theme.DARK) -> Reader:
    return Reader(person, "Ann", text_for(language), theme)


@EVERY
async def test_a_running_match_shows_each_seat_what_it_has_seen(store: Any, case: Case) -> None:
    """Whoever asks for everything gets no more than their own seat's film, and no page to keep."""
    table, match, services = await begun(store, case)
    await play(table, match, 12)
    course = table.matches.queries.course
    for person, seat in ((ANN, Seat(0)), (BOB, Seat(1)), (999, None)):
        situation, own = await course(match, person)
        _, every = await course(match, person, unveiled=True)
        assert own == every
        assert {scene.view.seat for scene in own} == {seat}
        assert own[-1].view == situation.view
        assert all(event.to is None or seat in event.to for scene in own for event in scene.events)
        _, late = await course(match, person, recent=True)
        assert late[-1].view == own[-1].view
        assert len(late) <= len(own)
    made = await movie(services, match, reader(ANN), unveiled=True)
    assert made is not None
    page = await movie_page(services, match, reader(ANN), unveiled=True)
    assert [each.name.rpartition(".")[2] for each in page.attached] == ["gif"]
    assert not list(page.custom_ids), "nothing to keep yet"
    await table.matches.close()


class Elements(HTMLParser):
    """The elements of a page, with their attributes and what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.held: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] in ("script", "style") and data.strip():
            self.held.setdefault(self.found[-1][0], []).append(data)


def hashed(source: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


@EVERY
@pytest.mark.parametrize(("language", "theme"), [(LANGUAGES[0], Theme.DARK), (LANGUAGES[1], Theme.LIGHT)])
async def test_a_page_to_keep_is_whole_and_runs_our_script_alone(
    store: Any, case: Case, language: str, theme: Theme
) -> None:
    table, match, services = await begun(store, case)
    await play(table, match, 10**4)
    page = await kept_page(services, match, reader(ANN, language, theme))
    (file,) = page.attached
    assert file.name == f"{case.key}-{match}.html"
    assert len(file.data) <= MAX_KEPT
    text = file.data.decode()
    elements = Elements()
    elements.feed(text)
    tags = [tag for tag, _ in elements.found]
    assert {"img", "link", "iframe", "object", "base", "form", "a"}.isdisjoint(tags)
    steps, script = elements.held["script"]
    (style,) = elements.held["style"]
    (policy,) = (
        attrs["content"] or ""
        for tag, attrs in elements.found
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    )
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "style-src": hashed(style),
        "script-src": hashed(script),
    }
    assert not [name for _, attrs in elements.found for name in attrs if name.startswith("on")]
    assert not re.search(r"https?:|innerHTML|eval\(|fetch\(", text.replace(steps, ""))
    assert ("html", {"lang": language}) in elements.found
    assert f"color-scheme: {theme.value}" in style
    data = json.loads(steps)
    assert len(data["images"]) == len(data["from"]) == len(data["said"]) > 1
    assert all(base64.b64decode(image).startswith(b"GIF89a") for image in data["images"])
    assert HOSTILE not in text
    assert HOSTILE in json.dumps(data, ensure_ascii=False) or case.key == "genesis_life"
    await table.matches.close()


async def test_beyond_so_many_steps_some_are_left_out_and_it_says_so(
    store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.pages.movie.MAX_STEPS", 10)
    case = SMALL[0]
    table, match, services = await begun(store, case)
    await play(table, match, 20)
    who = reader(ANN)
    made = await movie(services, match, who)
    assert made is not None
    _, shown, steps = made
    assert shown == 10 < steps
    page = await movie_page(services, match, who)
    assert who.text("movie.left_out", shown=shown, steps=steps) in page.lasting
    assert await movie(services, match, replace(who, person=999)) is not None
    await play(table, match, 10**4)
    _, every = await table.matches.queries.course(match, ANN, unveiled=True)
    made = await movie(services, match, who, unveiled=True)
    assert made is not None
    drawing, shown, steps = made
    assert (shown, steps) == (10, len(every))
    views = [every[number].view for number in spread(len(every), 10)]
    ctx = services.context(await table.matches.loader.get(match), who.text, who.theme)
    assert drawing.draw().data == case.face.movie(ctx, views, "", ends=True).draw().data, "evenly, from all"
    (file,) = (await kept_page(services, match, who)).attached
    said = who.text.plain("movie.left_out", shown=10, steps=len(every)).removeprefix(SUBTEXT)
    assert f"<small>{escape(said)}</small>" in file.data.decode()
    await table.matches.close()


@pytest.mark.parametrize("person", [ANN, BOB, 999])
async def test_captions_tell_everything_from_the_viewpoint_of_who_asks(store: Any, person: int) -> None:
    """What one alone was told is told, with the name of who it was; to that one as it was."""
    case = next(case for case in SMALL if case.key == "familienbande")
    table, match, services = await begun(store, case)
    await play(table, match, 10**4)
    who = reader(person)
    (file,) = (await kept_page(services, match, who)).attached
    elements = Elements()
    elements.feed(file.data.decode())
    said = [line for step in json.loads(elements.held["script"][0])["said"] for line in step.splitlines()]
    situation, scenes = await table.matches.queries.course(match, person, unveiled=True)
    told = [event.to for scene in scenes for event in scene.events if event.to is not None]
    assert {Seat(0), Seat(1)} == {seat for to in told for seat in to}, "both draw cards that nobody else sees"
    drawn = [line for line in said if "You drew" in line]
    assert len(drawn) >= len(told) / 2
    own = [line for line in drawn if not line.startswith("For ")]
    assert bool(own) == (situation.seat is not None)
    assert [line for line in drawn if line.startswith("For ")]
    await table.matches.close()


@EVERY
async def test_a_running_match_is_a_film_from_its_start_and_one_since_the_own_turn(
    store: Any, case: Case
) -> None:
    """Each has a frame for each step that the own seat has seen, and no other."""
    table, match, services = await begun(store, case)
    await play(table, match, 9)
    for person, seat in ((ANN, Seat(0)), (BOB, Seat(1))):
        who = reader(person)
        ctx = services.context(await table.matches.loader.get(match), who.text, who.theme)
        lengths = list[int]()
        for recent in (False, True):
            situation, own = await table.matches.queries.course(match, person, recent=recent)
            assert situation.seat == seat
            lengths.append(len(own))
        assert lengths[1] <= lengths[0]
        _, own = await table.matches.queries.course(match, person)
        views = [scene.view for scene in own]
        page = await movie_page(services, match, who, unveiled=True)
        assert page.attached[0].data == case.face.movie(ctx, views, "", ends=False).draw().data
        _, since = await table.matches.queries.playback(match, person, case.face.lingering)
        assert {shot.view.seat for shot in since} == {seat}
        assert len(since) <= len(own) + 1
    await table.matches.close()
