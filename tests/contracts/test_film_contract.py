"""Films of the kept records: every step that its viewer can see has a frame of its own."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.chance import DrawnChance
from engine.game import AnyGame, Seat, Stage
from engine.match.course import scenes, unveiled_scenes
from engine.match.replay import views_since
from engine.match.values import Entry
from engine.match.visibility import undone_entries
from engine.record import Line, Record, read, steps
from render.kit.canvas import Picture
from render.kit.film import FILM_WIDTH, KEY_FRAMES, MAX_FRAMES, MAX_STEPS, WHOLE_WIDTH, layers, spread
from tests.contracts.cases import REGISTERED, Contestant, at_most, is_quick
from tests.contracts.told import look
from tests.kept import KEPT
from tests.render.golden import open_picture

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("Léa", "Tom", "Ōtani", "Rhea", "Zoé")
PLAYED = [(game, kept.name) for game in REGISTERED for kept in KEPT if kept.key == game.key]
CHOSEN = list({game.key: (game, name) for game, name in reversed(PLAYED)}.values()) if is_quick() else PLAYED

TURNS = at_most(8, 2)
"""Films of each viewer that are looked at, evenly spread over the match."""


def entries_of(lines: tuple[Line, ...]) -> list[Entry]:
    """Return the log's entries as a match has them."""
    return [
        Entry(line.number, line.kind, line.seat, line.text, line.drawn, line.at, None, line.hash)
        for line in lines
    ]


def turns(record: Record, viewer: Seat) -> Iterator[tuple[int, int]]:
    """Yield each own move of the viewer with that before which the next one is made, or the end."""
    own = [line.number for line in record.lines if (line.kind, line.seat) == ("move", viewer)]
    for since, until in zip(own, [*own[1:], len(record.lines)], strict=True):
        if until > since + 1:
            yield since, until


def stages_of(record: Record, game: AnyGame) -> dict[int, tuple[Stage, ...]]:
    """Return the stages of each move of the record by the number of its entry, the last from the log."""
    found: dict[int, tuple[Stage, ...]] = {}
    state: Any = None
    for step in steps(record, game):
        line = step.line
        found[line.number] = (Stage(step.state, step.events),)
        if line.kind == "move" and line.seat is not None:
            move = game.parse(state, line.seat, line.text)
            stages = tuple(game.stages(state, line.seat, move, DrawnChance(line.drawn)))
            assert game.hash(stages[-1].state) == line.hash
            found[line.number] = stages
        state = step.state
    return found


def is_visible(stages: tuple[Stage, ...], number: int, viewer: Seat) -> bool:
    """Return whether somebody tells the viewer of this stage: by itself, or with the last one that tells."""
    telling = next((stage for stage in reversed(stages[: number + 1]) if stage.events), stages[0])
    return any(event.to is None or viewer in event.to for event in telling.events)


@pytest.mark.parametrize(("game", "name"), CHOSEN, ids=[name for _, name in CHOSEN])
def test_every_step_that_can_be_seen_has_a_frame(
    game: Contestant, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the first seat and the last: between two of its moves, frames are stages whose pictures differ.

    No film is cut for its weight here: in some the assaults, each with the whole board in another light,
    weigh more than `MAX_WEIGHT`.
    """
    monkeypatch.setattr("render.kit.film.MAX_WEIGHT", sys.maxsize)
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    rules, face, seats = game.game, game.face, len(record.seats)
    options = msgspec.convert(record.options, rules.Options)
    ctx = replace(look(game.cases[0], "en"), names=NAMES[:seats])
    entries, stages = entries_of(record.lines), stages_of(record, rules)
    for viewer in {Seat(0), Seat(seats - 1)}:
        every = list(turns(record, viewer))
        for since, until in every[:: -(-len(every) // TURNS) or 1]:
            gone = undone_entries(entries[:until])
            first = stages[since] if since not in gone else stages[since][-1:]
            shown = [
                each.state
                for at, each in enumerate(first, 1)
                if at == len(first) or is_visible(first, at - 1, viewer)
            ]
            for number in range(since + 1, until):
                later = stages[number] if number not in gone and entries[number].kind == "move" else ()
                shown += [each.state for at, each in enumerate(later) if is_visible(later, at, viewer)]
            seen = [
                face.board(ctx, rules.view(state, viewer), viewer).draw(width=FILM_WIDTH).data
                for state in shown
            ]
            different = [data for at, data in enumerate(seen) if at == 0 or data != seen[at - 1]]
            before, after = views_since(rules, options, seats, entries[:until], since, viewer)
            film = face.film(ctx, [shot.view for shot in (*before, *after)], viewer, "").draw()
            check_frames(film, different[-MAX_FRAMES:])


@pytest.mark.parametrize(("game", "name"), CHOSEN, ids=[name for _, name in CHOSEN])
def test_a_whole_match_is_one_film_that_begins_with_its_end(game: Contestant, name: str) -> None:
    """Frames are the stills of the same states, pixel by pixel, and a seat's steps those of its other films.

    What was secret is shown at its true moment in the film of everything.
    """
    record = read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    rules, face, seats = game.game, game.face, len(record.seats)
    options = msgspec.convert(record.options, rules.Options)
    ctx = replace(look(game.cases[0], "en"), names=NAMES[:seats])
    entries = entries_of(record.lines)
    for viewer in (None, Seat(0)):
        before, after = views_since(rules, options, seats, entries, 0, viewer)
        seen = scenes(rules, options, seats, entries, viewer)
        assert [scene.view for scene in seen] == [shot.view for shot in (*before[-1:], *after)]
    every = unveiled_scenes(rules, options, seats, entries)
    assert len(every) >= len(scenes(rules, options, seats, entries, None))
    shown = spread(len(every), MAX_STEPS)
    assert (shown[0], shown[-1]) == (0, len(every) - 1)
    assert len(shown) == min(len(every), MAX_STEPS)
    assert max(b - a for a, b in pairwise(shown)) - min(b - a for a, b in pairwise(shown)) <= 1
    views = [every[number].view for number in shown]
    stills = [face.frame(ctx, view).draw(width=WHOLE_WIDTH).data for view in views]
    different = [data for at, data in enumerate(stills) if at == 0 or data != stills[at - 1]]
    film = face.movie(ctx, views, "told", ends=True).draw()
    check_frames(film, [different[-1], *different])
    assert len(film.data) <= MAX_WEIGHT * max(1, len(different) / FRAMES)
    check_layers(stills)


FRAMES, MAX_WEIGHT = 80, 800_000
"""Frames of the film of a whole match, and the bytes that so many may take."""


def check_layers(stills: Sequence[bytes]) -> None:
    """Check that layers laid on each other, as the page to keep shows them, are the stills."""
    pictures = [Picture(data, *Image.open(io.BytesIO(data)).size) for data in stills]
    made = [(begun, Image.open(io.BytesIO(data)).convert("RGBA")) for begun, data in layers(pictures)]
    for number in range(0, len(made), at_most(1, 7)):
        begun, _ = made[number]
        assert begun <= number < begun + KEY_FRAMES
        shown = Image.new("RGBA", made[0][1].size)
        for _, layer in made[begun : number + 1]:
            shown.alpha_composite(layer)
        still = Image.open(io.BytesIO(stills[number])).convert("RGB")
        assert ImageChops.difference(shown.convert("RGB"), still).getbbox() is None, number


def check_frames(film: Picture, pictures: Sequence[bytes]) -> None:
    """Check that the film has a frame for each of these pictures, and no more."""
    frames = ImageSequence.Iterator(open_picture(film))
    for frame, data in zip(frames, pictures, strict=True):
        picture = Image.open(io.BytesIO(data)).convert("RGB")
        assert ImageChops.difference(frame.convert("RGB"), picture).getbbox() is None
