"""`new` made from the options' type."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.shared.game_cog import Command, new_command, read_pace, table_language
from engine.familienbande import FAMILIENBANDE
from engine.game import AnyGame, Options, Refusal
from engine.genesia.model import Level
from engine.genesis_life import GENESIS_LIFE


class Small(Options, frozen=True):
    """Fields that Genesia's catalogue names."""

    level: Level = Level.EXPERT
    attack_recruits: bool = False


class Nameless(Options, frozen=True):
    """A field that no catalogue names."""

    depth: int = 3


def game(options: type[Options]) -> AnyGame:
    """All that the command is made from."""
    return cast(AnyGame, SimpleNamespace(key="genesia", Options=options, seats=lambda given: {3, 2}))


SMALL = game(Small)
EVERYWHERE: dict[str, tuple[object, list[object]]] = {
    "pace": ("open", []),
    "undo": ("all", ["all", "chance"]),
}


def asked(command: Command) -> dict[str, tuple[object, list[object]]]:
    """The options of a command: default and choices."""
    return {each.name: (each.default, [one.value for one in each.choices]) for each in command.parameters}


def test_fields_and_seats_are_asked_for() -> None:
    levels: list[object] = [each.value for each in Level]
    assert asked(new_command(SMALL)) == {
        "players": ("2", ["2", "3"]),
        "level": ("expert", levels),
        "attack_recruits": (False, []),
        **EVERYWHERE,
    }
    assert asked(new_command(FAMILIENBANDE)) == {"players": ("2", ["2", "3", "4"]), **EVERYWHERE}


def test_where_there_is_no_choice_nothing_is_asked() -> None:
    assert asked(new_command(GENESIS_LIFE)) == EVERYWHERE


async def test_what_was_chosen_becomes_the_options() -> None:
    opened: list[tuple[Options, int, str, str]] = []

    class Cog:
        async def open(self, interaction: object, options: Options, size: int, pace: str, undo: str) -> None:
            opened.append((options, size, pace, undo))

    callback = cast(Any, new_command(SMALL).callback)
    await callback(
        Cog(), None, players="3", level="heroic", attack_recruits=True, pace="4d 1d", undo="chance"
    )
    await callback(Cog(), None)
    heroic = Small(level=Level.HEROIC, attack_recruits=True)
    assert opened == [(heroic, 3, "4d 1d", "chance"), (Small(), 2, "open", "all")]


@pytest.mark.parametrize(
    ("typed", "pace"),
    [("day", "day"), (" Week ", "week"), ("4d 1d", "96h+24h"), ("72h+24h", "day"), ("5 j, 2 j", "120h+48h")],
)
def test_a_pace_is_read_as_people_type_it(typed: str, pace: str) -> None:
    assert str(read_pace(typed)) == pace


@pytest.mark.parametrize("typed", ["", "soon", "0d 0d", "90d 1d", "1d 4d", "-1d 1d", "4d", "9" * 30])
def test_what_is_no_pace_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        read_pace(typed)


def test_an_option_without_a_name_is_found_at_once() -> None:
    with pytest.raises(KeyError, match=r"option\.depth"):
        new_command(game(Nameless))


@pytest.mark.parametrize(
    ("features", "server", "opener", "language"),
    [
        (["COMMUNITY"], "fr", "en-GB", "fr"),
        (["COMMUNITY", "NEWS"], "en-US", "fr", "en"),
        ([], "en-US", "fr", "fr"),
        ([], "fr", "en-US", "en"),
        (None, "en-US", "fr", "fr"),
    ],
)
def test_a_table_speaks_its_opener_s_language_where_the_server_has_none(
    features: list[str] | None, server: str, opener: str, language: str
) -> None:
    guild = None if features is None else SimpleNamespace(features=features)
    interaction: Any = SimpleNamespace(guild=guild, guild_locale=server, locale=opener)
    assert table_language(interaction) == language
