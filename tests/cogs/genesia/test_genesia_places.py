"""Regions by name: in the news, in lists and in alternative texts, and found by name while one types."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.genesia.descriptions import alt
from cogs.genesia.face import FACE
from cogs.genesia.places import is_called, map_name, place, region_name
from cogs.text.text import LANGUAGES, text_for
from engine.game import Event, Seat
from engine.genesia.model import GenesiaOptions, Movement, Phase, Recruit
from render.gallery.genesia import sample
from tests.cogs.genesia.genesia_played import GAME, context, position

EN = text_for("en")


@pytest.mark.parametrize(
    ("name", "typed", "called"),
    [
        ("Salt Marsh", "salt", True),
        ("Salt Marsh", "marsh", True),
        ("Salt Marsh", " SALT  ma", True),
        ("Salt Marsh", "alt", False),
        ("Salt Marsh", "marsh salt", False),
        ("Salt Marsh", "", False),
        ("Étang aux lys", "etang", True),
        ("Île aux saules", "île", True),
        ("Creux de l’écho", "echo", True),
        ("Creux de l’écho", "l'é", True),
    ],
)
def test_a_name_is_known_by_the_beginning_of_any_of_its_words(name: str, typed: str, called: bool) -> None:
    assert is_called(name, typed) is called


def test_the_same_code_has_another_name_on_another_map() -> None:
    names = {region_name(EN, seats, "A3") for seats in range(1, 6)}
    assert len(names) == 5
    assert place(context(seats=3), "A3") == f"A3 {region_name(EN, 3, 'A3')}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_lobby_and_rules_tell_of_the_map(language: str, size: int) -> None:
    text = text_for(language)
    name = map_name(text, size)
    assert name in FACE.options(text, GenesiaOptions(), size)
    told = [part for part in FACE.rules(text, GenesiaOptions(), size) if name in part]
    assert len(told) == 1
    assert len(told[0]) > len(name) + 60, "a sentence says what it is like"


def test_the_news_name_every_region() -> None:
    ctx = context(seats=2)
    fight = Event("genesia.assault", inputs={"people": 0, "rival": 1, "source": "A8", "target": "B9"})
    said = FACE.narrate(ctx, fight)
    assert said is not None
    assert place(ctx, "B9") in said
    assert place(ctx, "A8") in said
    lost = {"people": 0, "rival": 1, "source": "A8", "target": "B9", "losses": 1, "rival_losses": 1}
    for code, inputs in {
        "moved": {"people": 0, "clans": 1, "route": "A8-A6-B9", "coins": 2, "free": 0, "tolls": []},
        "leapt": {"people": 0, "clans": 1, "start": "A8", "at": "B9"},
        "took_back": {"people": 0, "move": "move 1 A8-A6-B9"},
        "fought": {**lost, "siege": False, "changes": []},
        "campaign": {"people": 0, "assaults": ["A8-B9 lose 2"], "truce": False},
        "planned": {"people": 0, "move": "card 69 A8-B9"},
    }.items():
        told = FACE.narrate(ctx, Event(f"genesia.{code}", Seat(0), inputs))
        assert told is not None
        assert place(ctx, "A8") in told
        assert place(ctx, "B9") in told
        assert "`" not in told
    cities = FACE.narrate(
        ctx, Event("genesia.cities", inputs={"people": 0, "at": ["A1", "G0"], "missed": []})
    )
    assert cities is not None
    assert f"{place(ctx, 'A1')}, {place(ctx, 'G0')}" in cities


def test_targets_are_named_below_the_question_and_in_the_list() -> None:
    state, seat = position(Phase.EXPANSION, offers=lambda move: isinstance(move, Movement))
    view, moves, ctx = GAME.view(state, seat), GAME.moves(state, seat), context(seats=3)
    menu = FACE.menu(ctx, view, moves, ("move",), 0)
    codes = [choice.value.rpartition("/")[2] for choice in menu.choices]
    assert ", ".join(place(ctx, code) for code in codes) in menu.prompt
    for choice in menu.areas:
        code = choice.value.rpartition("/")[2]
        if code in view.map.indices:
            assert choice.detail.startswith(region_name(EN, 3, code))


def test_moves_are_suggested_by_the_name_of_where_they_lead() -> None:
    state, seat = position(Phase.EXPANSION, offers=lambda move: isinstance(move, Movement))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    march = next(move for move in moves if isinstance(move, Movement))
    for language in LANGUAGES:
        ctx = context(language, 3)
        name = region_name(ctx.text, 3, march.route[-1])
        for typed in (name, f"move {name}", f"move {march.clans} {name.upper()}"):
            offers = [each.notation for each in FACE.suggest(ctx, view, moves, typed)]
            assert str(march) in offers, typed
            assert all(
                each.split()[2].endswith(march.route[-1]) for each in offers if each.startswith("move")
            )
        assert not FACE.suggest(ctx, view, moves, "move atlantis")


def test_recruits_are_suggested_by_name_and_say_it() -> None:
    state, seat = position(Phase.GROWTH, offers=lambda move: isinstance(move, Recruit))
    view, moves, ctx = GAME.view(state, seat), GAME.moves(state, seat), context(seats=3)
    recruit = next(move for move in moves if isinstance(move, Recruit))
    name = region_name(EN, 3, recruit.at)
    offers = FACE.suggest(ctx, view, moves, f"recruit {recruit.clans} {name}")
    assert [each.notation for each in offers] == [str(recruit)]
    assert name in offers[0].label


def test_a_routes_next_region_is_found_by_name() -> None:
    state, seat = position(Phase.EXPANSION)
    view, moves, ctx = GAME.view(state, seat), GAME.moves(state, seat), context(seats=3)
    home = view.map.homes[int(seat)]
    assert view.clans[int(seat)][home]
    code = view.map.regions[home].code
    near = view.map.regions[view.map.near[home][0]].code
    name = region_name(EN, 3, near)
    offers = FACE.suggest(ctx, view, moves, f"move 1 {code}-{name.lower()}")
    assert [each.notation for each in offers] == [f"move 1 {code}-{near}"]
    assert name in offers[0].label


def test_alternative_texts_name_what_changed_and_the_large_picture_all_where_there_is_room() -> None:
    view = sample(2, 1)
    ctx = context(seats=2)
    changed = [region.code for region in view.map.regions if region.index in view.changed]
    assert changed
    said, large = alt(ctx, view), FACE.large(ctx, view).alt
    for code in changed:
        assert place(ctx, code) in said
        assert place(ctx, code) in FACE.board_text(ctx, view).replace("\n", " ")
    for region in view.map.regions:
        assert region_name(EN, 2, region.code) in large
    full = sample(5, 3)
    crowded = replace(full, changed=frozenset(range(len(full.map.regions))))
    for text in (alt(context(seats=5), crowded), FACE.large(context(seats=5), crowded).alt):
        assert len(text) <= 1024
        assert "A0:" in text, "what is held goes first"
