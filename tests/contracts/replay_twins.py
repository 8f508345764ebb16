"""Watch matches that run, and compare the page of each step, and films, with those of a redealt twin.

``python -m tests.contracts.replay_twins [STEPS] [--films FILMS] [--game KEY …]``: texts, pictures, names of
files and buttons must be the same, to the byte; of films their bytes, and with them the number of frames.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

from cogs.face.context import Context, Icons
from cogs.pages.replay import Spot, replay_page
from cogs.services.services import Reader, Services
from cogs.text.text import LANGUAGES, text_for
from engine.chance import SeededChance
from engine.game import AnyGame, Seat
from engine.match.course import scenes
from engine.match.timeline import Moment, Timeline
from engine.match.values import Match, Occupant, Status, Venue
from engine.matches import Replay, Viewpoint, Walk
from engine.record import Record
from engine.store import CodeLevels
from render.kit.canvas import Theme
from tests.contracts.cases import REGISTERED, Contestant
from tests.engine.match.test_timeline import kept
from tests.kept import KEPT

STEPS = 1000
FILMS = 50
LONGEST = 24
"""Steps of a film that is compared, at most: it begins later in a long match."""
NAMES = ("Ada", "Basile", "Chloé", "Dan", "Eve", "Flo")


class Twinned(Timeline):
    """A log whose states are replaced by others that a viewer cannot tell from them."""

    viewer: Seat | None = None
    number: int = 0
    differed: int = 0

    def state(self, entry: int, stage: int) -> Any:
        state = super().state(entry, stage)
        twin = self.game.redeal(state, self.viewer, SeededChance(b"twin" * 8, self.number))
        self.differed += twin != state
        return twin


class TwinGame:
    """The rules of a game that shows each viewer another state, which that viewer cannot tell from the real
    one."""

    def __init__(self, game: AnyGame, number: int) -> None:
        self._game, self._number = game, number
        self.differed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, viewer: Seat | None) -> Any:
        twin = self._game.redeal(state, viewer, SeededChance(b"film" * 8, self._number))
        self.differed += twin != state
        return self._game.view(twin, viewer)


def compare_films(game: Contestant, wanted: int) -> tuple[int, int, int]:
    """Compare so many films of running matches with those of twins, drawn apart.

    Return their number, that of their steps, and at how many the twin was another position. Raises
    `AssertionError` for a film that differs.
    """
    names = [each.name for each in KEPT if each.key == game.key]
    dice, steps, differed = random.Random(f"films of {game.key}"), 0, 0
    for number in range(wanted):
        rules, options, record, entries = kept(dice.choice(names))
        seats = len(record.seats)
        end = dice.randint(2, len(entries))
        since = dice.choice((0, max(0, end - dice.randint(2, LONGEST))))
        viewer = dice.choice((None, *map(Seat, range(seats))))
        theirs = TwinGame(rules, number)
        asked = options, seats, entries[:end], viewer, since
        shown, twins = scenes(rules, *asked), scenes(cast(Any, theirs), *asked)
        assert len(shown) == len(twins), (game.key, record.commitment, viewer, since, end)
        text = text_for(dice.choice(LANGUAGES))
        ctx = Context(text, Theme.DARK, NAMES[:seats], Icons())
        films: list[bytes] = []
        for each in (shown, twins):
            views = [scene.view for scene in each][-LONGEST:]
            if number % 2:
                films.append(game.face.movie(ctx, views, "", ends=False).draw().data)
            else:
                films.append(game.face.film(ctx, views, viewer, "").draw().data)
        assert films[0] == films[1], (game.key, record.commitment, viewer, since, end)
        steps += len(shown[-LONGEST:])
        differed += theirs.differed
    return wanted, steps, differed


def services_of(game: Contestant) -> Services:
    """Return services that have drawn nothing yet."""
    matches = SimpleNamespace(store=SimpleNamespace(code_levels=CodeLevels(), sole=True))
    return Services(cast(Any, matches), {game.key: game.face})


def running(game: Contestant, record: Record, options: Any) -> Match:
    seats = len(record.seats)
    return Match(
        id=1,
        game=game.key,
        rules=game.game.rules,
        options=options,
        size=seats,
        status=Status.RUNNING,
        host=1,
        venue=Venue(5, 6, "en"),
        occupants=tuple(Occupant(seat + 1, NAMES[seat]) for seat in range(seats)),
        commitment=record.commitment,
        seed=None,
        entries=len(record.lines),
        opened_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


async def page_of(game: Contestant, walk: Walk, number: int, timeline: Timeline, reader: Reader) -> Any:
    """Return all that reaches a person by the page of a step."""
    moment = walk.moments[number]
    shown = Replay(
        walk,
        number,
        timeline.view(moment, walk.seat),
        {},
        "",
        cast(Any, SimpleNamespace(seat=walk.seat, match=walk.match)),
    )
    page = await replay_page(services_of(game), shown, Spot(1, number=number, in_text=True), reader)
    return (
        [item.to_component_dict() for item in page.items],
        [(each.name, each.alt, each.data) for each in page.attached],
    )


async def compare(game: Contestant, wanted: int) -> tuple[int, int]:
    """Compare so many steps of a game; return their number, and at how many the twin was another position.

    Raises `AssertionError` with what a viewer could tell apart.
    """
    names = [each.name for each in KEPT if each.key == game.key]
    dice, steps, differed = random.Random(game.key), 0, 0
    while steps < wanted:
        rules, options, record, entries = kept(dice.choice(names))
        seats = len(record.seats)
        end = dice.randint(2, len(entries))
        # A log that is no longer than so many entries: what comes later is not known to anybody yet.
        ours, theirs = Timeline(rules, options, seats), Twinned(rules, options, seats)
        for each in (ours, theirs):
            each.extend(entries[:end])
        match = running(game, record, options)
        for viewer in (None, Seat(dice.randrange(seats))):
            moments: list[Moment] = ours.moments(viewer)
            walk = Walk(match, Viewpoint.OWN, viewer, moments, entries, frozenset())
            reader = Reader(0, "", text_for(dice.choice(LANGUAGES)), Theme.DARK)
            for number in dice.sample(range(len(moments)), min(len(moments), 12)):
                if number == len(moments) - 1:
                    continue  # it is the board as it is now, of which other contracts speak
                theirs.viewer, theirs.number = viewer, steps
                one = await page_of(game, walk, number, ours, reader)
                other = await page_of(game, walk, number, theirs, reader)
                assert one == other, (game.key, record.commitment, viewer, number)
                steps += 1
        differed += theirs.differed
    return steps, differed


def main() -> None:
    """Compare, and print how much was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.contracts.replay_twins")
    parser.add_argument("steps", nargs="?", type=int, default=STEPS)
    parser.add_argument("--game", nargs="+", default=[game.key for game in REGISTERED])
    parser.add_argument("--films", type=int, default=FILMS)
    asked = parser.parse_args()
    for game in REGISTERED:
        if game.key in asked.game:
            films, steps, differed = compare_films(game, asked.films)
            print(f"{game}: {films:,} films of {steps:,} steps, {differed:,} twins, 0 differ", flush=True)
            steps, differed = asyncio.run(compare(game, asked.steps))
            print(f"{game}: {steps:,} steps, {differed:,} of another position, 0 differ", flush=True)


if __name__ == "__main__":
    main()
