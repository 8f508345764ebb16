"""What is said of the cards that belong to no game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.pages.cards import end_card_alt, podium_alt, standings_alt
from cogs.text.text import LANGUAGES, text_for
from render.gallery.cards import LEAGUE, PODIUM, TIED


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_end_is_told_with_winner_margin_ranks_and_course(language: str) -> None:
    said = end_card_alt(text_for(language), TIED)
    assert len(said) <= 1024
    for told in ("Léa", "14 › 12", "3. Maximilian von Hohenzollern", "42", "19"):
        assert told in said
    drawn = replace(TIED, rows=tuple(replace(row, rank=1) for row in TIED.rows[:2]), curves={}, turns=1)
    assert "Ōtani" in end_card_alt(text_for(language), drawn).splitlines()[0]
    parts = replace(TIED, rows=(replace(TIED.rows[0], said="59 − 6"), *TIED.rows[1:]))
    assert "(59 − 6)" in end_card_alt(text_for(language), parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_are_told_with_what_is_still_possible(language: str) -> None:
    lines = standings_alt(text_for(language), LEAGUE).splitlines()
    assert lines[1].startswith("2. Maximilian von Hohenzollern")
    assert "24" in lines[1]
    assert "27" in lines[1]
    assert len({line.rpartition(";")[2] for line in lines}) == 5, "a word for each state"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_podium_is_told_with_places_points_and_who_goes_up_and_down(language: str) -> None:
    said = podium_alt(text_for(language), PODIUM)
    names = [*(each.name for each in PODIUM.winners), *PODIUM.rise, *PODIUM.fall]
    assert all(name in said for name in names)
    assert all(each.points in said for each in PODIUM.winners)
    assert len(said.splitlines()) == 5
