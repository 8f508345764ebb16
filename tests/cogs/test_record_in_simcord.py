"""`/record` and leaderboards: one's own results are one's own, and nobody is listed who has not agreed."""

from __future__ import annotations

import msgspec
import pytest

from engine.match.values import NO_CHOICES
from tests.cogs.simulated import Town, controls, parts, said
from tests.cogs.test_history_in_simcord import ended


async def test_somebody_without_matches_is_led_to_a_game(place: Town) -> None:
    answer = (await place.people[0].slash(place.square, "record")).response
    assert "no match yet" in said(answer)
    assert len(controls(answer, "door")) == 1
    assert answer.ephemeral


async def test_the_record_tells_results_rivals_and_the_closest_finish(place: Town) -> None:
    ada = place.people[0]
    match = await ended(place, game="familienbande")
    await ended(place)
    shown = (await ada.slash(place.square, "record")).response
    text = said(shown)
    assert "**Familienbande** · 1 match with people" in text
    assert "basile: 2 matches" in text
    assert "Closest finishes" in text
    assert f"no. {match}" in text
    (picture,) = [each for each in shown.attachments if each.filename.startswith("record")]
    assert "Familienbande: 1 match with people" in (picture.description or str(parts(shown)))
    all_ = (await ada.click(shown, custom_id=controls(shown, "history")[0])).response
    assert f"no. {match}" in said(all_)
    assert place.refusals() == []


async def test_a_leaderboard_shows_who_agreed_and_one_press_takes_off_again(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.leagues.ratings.RIVALS", 0)
    ada, basile = place.people[:2]
    for _ in range(10):
        await place.open(2, "genesis-life", help="rated")
        await place.start()
        number = max(await place.store.match_numbers(0, 1000))
        seat = (await place.bot.matches.loader.get(number)).seat_of(basile.id)
        assert seat is not None
        await place.bot.matches.departures.resign(number, basile.id, number * 77)
    await place.settle()
    await place.bot.matches.upkeep.note_results()
    shown = (await ada.slash(place.square, "record")).response
    assert "rating **" in said(shown)
    board = (await ada.click(shown, custom_id=controls(shown, "leaders")[0])).response
    games = controls(board, "leaders")[-1]
    board = (await ada.select(board, custom_id=games, values=["genesis_life"])).response
    assert "Nobody is on it yet" in said(board)
    board = (await ada.click(board, custom_id=controls(board, "leaders")[0])).response
    assert "**1. ada · " in said(board)
    assert "basile" not in said(board)
    await place.bot.services.remember(
        basile.id, name="basile", chosen=msgspec.structs.replace(NO_CHOICES, listed=True)
    )
    board = (await ada.select(board, custom_id=games, values=["genesis_life"])).response
    assert "1. ada · " in said(board)
    assert "2. basile · " in said(board)
    place.bot.services.access._asked.clear()
    place.guild.remove_member(basile)
    board = (await ada.select(board, custom_id=games, values=["genesis_life"])).response
    assert "basile" not in said(board), "a leaver is on no leaderboard"
    board = (await ada.click(board, custom_id=controls(board, "leaders")[0])).response
    assert "Nobody is on it yet" in said(board)
    assert place.refusals() == []
