"""Hints at tables that were opened with help, through a Discord written by strangers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Player, Refusal
from engine.games import GAMES
from engine.match.help import Help
from engine.matches import NewTerms
from engine.robots.choosing import Position, Thought
from engine.store import CODE_LEVEL, HELP_CODE_LEVEL, CodeLevels
from tests.cogs.simulated import Town, controls, said
from tests.cogs.test_private_tables_in_simcord import begun, press


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every expert answer at once, as the good player does."""
    for game in GAMES.values():
        steady: Player = game.players["steady"]
        monkeypatch.setitem(game.players, "expert", steady)  # pyright: ignore[reportArgumentType]
        monkeypatch.setitem(game.players, "strong", steady)  # pyright: ignore[reportArgumentType]
        monkeypatch.setattr(type(game), "slow", frozenset())


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_says_what_and_why_and_one_tap_plays_it(place: Town, game: str) -> None:
    ada = place.people[0]
    page = await begun(place, game)
    (hint,) = controls(page, "hint")
    found = await press(ada, page, hint)
    assert found.ephemeral
    assert "**Oracle** would play `" in said(found)
    assert "**Oracle** would play `" in said(await press(ada, page, hint)), "again, the same"
    assert "Then:\n" in said(found), "what the move does, as the log would tell it"
    entries = (await place.bot.matches.loader.get(1)).entries
    if plays := controls(found, "go"):
        move = plays[0].split(":go:", 1)[1]
        assert f"`{move.partition('~')[0]}`" in said(found) or game == "genesia"
        await press(ada, found, plays[0])
        await place.settle()
        assert (await place.bot.matches.loader.get(1)).entries > entries
    else:
        assert controls(found, "pick"), "a long move is chosen in a list"


@pytest.mark.usefixtures("quick")
async def test_a_hint_for_an_answered_question_or_without_one_is_refused(place: Town) -> None:
    ada, hints = place.people[0], place.bot.matches.hints
    page = await begun(place, "genial")
    asked = int(controls(page, "hint")[0].split(":")[2])
    with pytest.raises(Refusal, match="stale"):
        await hints.hint(1, ada.id, asked + 1)
    with pytest.raises(Refusal, match="not_seated"):
        await hints.hint(1, place.people[1].id, asked)


@pytest.mark.usefixtures("quick")
async def test_no_robot_thinks_on_the_event_loop_and_a_failure_is_said_kindly(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*given: Any) -> Thought | None:
        return None

    monkeypatch.setattr("engine.matches.play.thinking.Thinking.hint", fails)
    ada = place.people[0]
    page = await begun(place, "genial")
    found = await press(ada, page, controls(page, "hint")[0])
    assert said(found) == "The robot has found nothing in time. Please try again in a moment."


async def test_a_real_expert_gives_a_hint_in_a_worker(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = Position.hint_question

    def noted(self: Position) -> Any:
        asked.append(self.game.key)
        return real(self)

    monkeypatch.setattr(Position, "hint_question", noted)
    ada = place.people[0]
    page = await begun(place, "familienbande")
    found = await press(ada, page, controls(page, "hint")[0])
    assert "**Oracle** would play `" in said(found)
    assert "It tried the rest of the match" in said(found) or "nothing else worth trying" in said(found)
    assert asked == ["familienbande"]


@pytest.mark.usefixtures("quick")
async def test_there_are_hints_only_where_one_person_sits_and_help_was_chosen(place: Town) -> None:
    ada = place.people[0]
    lobbies = place.bot.matches.lobbies
    await place.open(2, "genial", players="3")
    await place.seat_robots(1)
    match = await place.bot.matches.loader.get(1)
    assert match.has_help
    assert not match.has_hints, "two people sit there"
    with pytest.raises(Refusal):
        await place.bot.matches.hints.hint(1, ada.id)
    page = await begun(place, "genial")
    assert controls(page, "hint")
    assert (await place.bot.matches.loader.get(2)).has_hints
    await lobbies.alter(1, ada.id, NewTerms(help=Help.WITHOUT), 990)
    assert not (await place.bot.matches.loader.get(1)).has_help


@pytest.mark.usefixtures("quick")
async def test_older_code_beside_offers_no_hint(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = CodeLevels(CODE_LEVEL, HELP_CODE_LEVEL - 1, CODE_LEVEL)
    monkeypatch.setattr(type(place.store), "code_levels", levels)
    page = await begun(place, "genial")
    assert controls(page, "hint") == []
