"""`new` made from the options' type."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import AppCommandOptionType

from cogs.actions.game_cog import Command, OpenedTable, new_command, read_guests, read_pace, table_language
from cogs.text.text import text_for
from cogs.text.translation import wording
from engine.familienbande import FAMILIENBANDE
from engine.game import AnyGame, Options, Refusal
from engine.games import import_name
from engine.genesia.model import Level
from engine.genesis_life import GENESIS_LIFE
from tests.newcomers.hermits.rules import HERMITS, HermitsOptions, Reach
from tests.newcomers.rows import NEWCOMERS


class Small(Options, frozen=True):
    """Fields that Genesia's catalogue names."""

    level: Level = Level.EXPERT
    attack_recruits: bool = False


class Nameless(Options, frozen=True):
    """A field that no catalogue names."""

    depth: int = 3


TABLE: dict[str, tuple[object, list[object]]] = {
    "guests": ("", []),
    "joiners": ("anyone", ["anyone", "invited"]),
    "begin": ("delay", ["delay", "once", "host"]),
    "pace": ("", []),
    "language": ("", ["en", "fr"]),
    "undo": ("all", ["all", "chance"]),
    "resigning": ("ends", ["ends", "plays"]),
    "help": ("", ["with", "without", "rated"]),
}
"""The options of every table, with their defaults and choices."""


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
        **TABLE,
    }
    assert asked(new_command(FAMILIENBANDE)) == {"players": ("2", ["2", "3", "4"]), **TABLE}


def test_where_there_is_no_choice_nothing_is_asked() -> None:
    assert asked(new_command(GENESIS_LIFE)) == TABLE


async def test_what_was_chosen_becomes_the_options() -> None:
    callback, cog = cast(Any, new_command(SMALL).callback), Opening()
    await callback(cog, None, players="3", level="heroic", attack_recruits=True, pace="4d 1d", begin="host")
    await callback(cog, None)
    heroic = Small(level=Level.HEROIC, attack_recruits=True)
    assert cog.opened == [(heroic, 3), (Small(), 2)]
    assert cog.tables == [OpenedTable(pace="4d 1d", begin="host"), OpenedTable()]


def test_numbers_are_offered_as_choices_and_within_bounds() -> None:
    options = {each.name: each for each in new_command(HERMITS).parameters}
    assert [each.value for each in options["players"].choices] == ["5", "6", "7", "8"]
    reach, rounds = options["reach"], options["rounds"]
    assert (reach.type, reach.default) == (AppCommandOptionType.string, "4")
    assert [(each.name, each.value) for each in reach.choices] == [
        ("neighbours at the four sides", "4"),
        ("neighbours all around", "8"),
    ]
    assert (rounds.type, rounds.default) == (AppCommandOptionType.integer, 2)
    assert (rounds.min_value, rounds.max_value) == (1, 4)


class Opening:
    """A cog that keeps what would be opened; its reader is French."""

    def __init__(self) -> None:
        self.opened: list[tuple[Options, int]] = []
        self.tables: list[OpenedTable] = []
        self.services = self

    async def reader_of(self, interaction: object) -> object:
        return SimpleNamespace(text=text_for("fr"))

    async def open(self, interaction: object, options: Options, size: int, table: OpenedTable) -> None:
        self.opened.append((options, size))
        self.tables.append(table)


async def test_numbers_become_the_options() -> None:
    callback, cog = cast(Any, new_command(HERMITS).callback), Opening()
    await callback(cog, None, players="8", reach="8", rounds=4)
    await callback(cog, None)
    assert cog.opened == [(HermitsOptions(reach=Reach.ALL, rounds=4), 8), (HermitsOptions(), 5)]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"rounds": 0}, "**manches** doit valoir au moins 1."),
        ({"rounds": 5}, "**manches** doit valoir au plus 4."),
        ({"reach": "6"}, "Ces options ne vont pas ensemble."),
    ],
)
async def test_what_no_client_offers_is_refused_by_a_sentence(chosen: dict[str, object], said: str) -> None:
    cog = Opening()
    with pytest.raises(Refusal) as caught:
        await cast(Any, new_command(HERMITS).callback)(cog, None, **chosen)
    assert text_for("fr").refusal(caught.value) == said
    assert cog.opened == []


def test_a_lobby_says_in_both_languages_how_it_will_be_played() -> None:
    options, size = HermitsOptions(reach=Reach.ALL, rounds=1), 8
    face = import_name(next(f"{row.cog}:FACE" for row in NEWCOMERS if row.key == "hermits"))
    said = [face.options(text_for(language), options, size) for language in ("en", "fr")]
    assert said == [
        "8 players · neighbours all around · 1 round",
        "8 joueurs · voisins tout autour · 1 manche",
    ]


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
    with pytest.raises(KeyError, match=r"option\.\w+\.depth or option\.depth"):
        new_command(game(Nameless))
    assert "option.depth" not in wording(), "else no bot could say any more what its commands are called"


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
    assert table_language(interaction, "fr") == "fr", "what the moderators have set goes before"
    assert table_language(interaction, "en-GB") == "en"


@pytest.mark.parametrize(
    ("typed", "people"),
    [("", []), ("<@12> <@!34>", [12, 34]), ("<@12>, <@34>;<@12>", [12, 34]), ("<@1><@2>", [1, 2])],
)
def test_guests_are_read_as_discord_writes_mentions(typed: str, people: list[int]) -> None:
    assert read_guests(typed) == people


@pytest.mark.parametrize("typed", ["basile", "<@12> basile", "<@&12>", "@everyone", "<@>", "12"])
def test_what_mentions_nobody_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="guests_unread"):
        read_guests(typed)
