"""The whole command tree against Discord's documented limits, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from cogs.text.text import read_catalogue
from cogs.text.translation import CatalogueTranslator, wording
from harness.playing import command_of
from tests.cogs.simulated import Town, controls, said
from tests.contracts.cases import REGISTERED

NAME = re.compile(r"^[-_'\w]{1,32}$")
SUB, GROUP = 1, 2


@pytest.fixture
async def tree(place: Town) -> list[dict[str, Any]]:
    bot = place.bot
    assert bot.tree.translator is not None
    return [
        await each.get_translated_payload(bot.tree, bot.tree.translator)
        for each in bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    ]


async def test_what_the_context_menus_have(place: Town) -> None:
    """Discord takes five of each kind. Their names have capitals and spaces, and no description."""
    bot, found = place.bot, dict[str, list[int]]()
    assert bot.tree.translator is not None
    for kind in (discord.AppCommandType.user, discord.AppCommandType.message):
        for each in bot.tree.get_commands(type=kind):
            node = await each.get_translated_payload(bot.tree, bot.tree.translator)
            for name in texts(node, "name"):
                assert 1 <= len(name) <= 32
            assert node["name_localizations"]["fr"] != node["name"]
            assert sorted(node["integration_types"]) == [0]
            found[node["name"]] = sorted(node["contexts"])
    assert found == {"Our matches": [0], "Watch this match": [0, 1]}


def every(nodes: list[dict[str, Any]], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    for node in nodes:
        here = f"{path} {node['name']}".strip()
        yield here, node
        yield from every(node.get("options", []), here)


def texts(node: dict[str, Any], field: str) -> list[str]:
    return [node[field], *(node.get(f"{field}_localizations") or {}).values()]


async def test_names_descriptions_and_choices(tree: list[dict[str, Any]]) -> None:
    for path, node in every(tree):
        for name in texts(node, "name"):
            assert NAME.fullmatch(name), f"{path}: Discord takes no name like {name!r}"
            assert name == name.lower(), f"{path}: Discord takes no name with capitals: {name!r}"
        for about in texts(node, "description"):
            assert 1 <= len(about) <= 100, path
            assert about != "…", path
        assert len(node.get("options", [])) <= 25, path
        choices = node.get("choices", [])
        assert len(choices) <= 25, path
        for choice in choices:
            assert all(1 <= len(name) <= 100 for name in texts(choice, "name")), path
            assert len(str(choice["value"])) <= 100, path
        assert not (choices and node.get("autocomplete")), path


async def test_everything_is_said_in_french(tree: list[dict[str, Any]]) -> None:
    for path, node in every(tree):
        assert (node.get("name_localizations") or {}).get("fr"), path
        assert (node.get("description_localizations") or {}).get("fr"), path
        for choice in node.get("choices", []):
            assert (choice.get("name_localizations") or {}).get("fr"), (path, choice)


class Noting(CatalogueTranslator):
    """Writes down which codes of the catalogue it is asked for."""

    def __init__(self) -> None:
        self.codes: set[str] = set()

    async def translate(self, string: Any, locale: Any, context: Any) -> str | None:
        self.codes.add(string.extras["code"])
        return await super().translate(string, locale, context)


async def test_every_command_and_option_of_the_catalogue_is_there(place: Town) -> None:
    noting = Noting()
    for command in place.bot.tree.get_commands():
        await command.get_translated_payload(place.bot.tree, noting)
    named = {
        str(each.id if isinstance(each.id, str) else each.id[0]) for each in read_catalogue("en") if each.id
    }
    assert noting.codes >= {code for code in named if code.startswith(("command.", "option."))}


@pytest.mark.parametrize("language", [None, "fr"])
async def test_names_are_unique_and_commands_within_their_size(
    tree: list[dict[str, Any]], language: str | None
) -> None:
    def shown(node: dict[str, Any], field: str) -> str:
        return (node.get(f"{field}_localizations") or {}).get(language) or node[field]

    def size(node: dict[str, Any]) -> int:
        return (
            max(map(len, texts(node, "name")))
            + max(map(len, texts(node, "description")))
            + sum(
                max(map(len, texts(each, "name"))) + len(str(each["value"]))
                for each in node.get("choices", [])
            )
            + sum(size(each) for each in node.get("options", []))
        )

    for siblings in [tree, *(node["options"] for _, node in every(tree) if node.get("options"))]:
        names = [shown(each, "name") for each in siblings]
        assert len(set(names)) == len(names)
    for command in tree:
        assert size(command) <= 8000


MATCH = ("show", "board", "log", "rules", "replay", "note", "plan", "undo")
SEATS = ("invite", "resign", "offer", "give", "pause", "end", "cancel")
HOST = ("settings", "league", "matches", "time", "replace", "undo", "end")
MOST = 60
"""Commands in all: a button's deed, and a move, are none of their own."""


def leaves(tree: list[dict[str, Any]]) -> set[str]:
    """Return every command as one types it."""
    grouped = {path for path, node in every(tree) if node["type"] == SUB and " " in path}
    return grouped | {node["name"] for node in tree} - {path.partition(" ")[0] for path in grouped}


async def test_every_game_has_its_commands_and_no_other_is_there(tree: list[dict[str, Any]]) -> None:
    wanted = {
        "play",
        "help",
        "turns",
        "tables",
        "history",
        "me",
        "league",
        "record",
        *(f"match {name}" for name in (*MATCH, *SEATS)),
    }
    wanted |= {f"host {name}" for name in HOST}
    for game in REGISTERED:
        hand = ["hand"] if game.face.has_hand else []
        open_ = ["table", "card"] if game.face.opens_table else []
        wanted |= {f"{command_of(game.key)} {name}" for name in ["new", "play", *hand, *open_]}
    assert leaves(tree) == wanted


async def test_there_are_few_enough_commands_to_find_one(tree: list[dict[str, Any]]) -> None:
    assert len(leaves(tree)) <= MOST, sorted(leaves(tree))


async def test_where_commands_may_be_used(tree: list[dict[str, Any]]) -> None:
    for command in tree:
        everywhere, here = command["name"] in ("turns", "me"), command["name"] in ("tables", "host", "league")
        places = [0, 1, 2] if everywhere else [0] if here else [0, 1]
        assert sorted(command["contexts"]) == places, command["name"]
        assert sorted(command["integration_types"]) == ([0, 1] if everywhere else [0]), command["name"]
        hidden = discord.Permissions(manage_guild=True).value if command["name"] == "host" else 0
        assert int(command.get("default_member_permissions") or 0) == hidden, command["name"]


@pytest.mark.parametrize("first_start", [True])
async def test_commands_are_sent_only_when_they_changed(place: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    def sent() -> int:
        return sum(1 for each in place.env.http_requests if each.method == "PUT" and "/commands" in each.path)

    assert sent() == 1
    await place.restart()
    assert sent() == 1
    await place.bot.matches.posts.save_note("commands", "another tree")
    await place.restart()
    assert sent() == 2
    monkeypatch.setattr(
        "cogs.gateway.command_sync.wording", lambda: {**wording(), "command.play": "autrement"}
    )
    await place.restart()
    assert sent() == 3, "a translation"
    await place.restart()
    assert sent() == 3


async def test_no_privileged_intents(place: Town) -> None:
    intents = place.bot.intents
    assert {name for name, on in intents if on} == {"guilds"}


async def test_games_are_called_as_their_language_calls_them(tree: list[dict[str, Any]]) -> None:
    french = {node["name"]: node["name_localizations"]["fr"] for node in tree}
    assert french["genesis-life"] == "genesis-vie"


async def test_matches_are_suggested_wherever_one_is_asked_for(
    tree: list[dict[str, Any]], place: Town
) -> None:
    silent = [path for path, node in every(tree) if path.endswith(" match") and not node.get("autocomplete")]
    assert silent == []
    await place.open(2)
    await place.start()
    ada = place.people[0]
    for command in ("match board", "genial play", "genial hand"):
        assert [each["value"] for each in await ada.autocomplete(place.square, command, "match", "")] == [1]
    assert await ada.autocomplete(place.square, "genesis-life play", "match", "") == []
    assert place.refusals() == []


async def test_a_command_that_is_gone_says_where_its_deed_went(place: Town) -> None:
    """A client that has not loaded the commands anew still offers it."""
    group = place.bot.tree.get_command("genial")
    assert isinstance(group, discord.app_commands.Group)
    group.remove_command("hand")
    place.bot.tree.remove_command("turns")
    for command in ("genial hand", "turns"):
        answer = (await place.people[0].slash(place.square, command)).response
        assert answer.ephemeral
        assert "Moves are typed into the command `play`" in said(answer)
    assert place.refusals() == ["unknown_command", "unknown_command"]


async def test_the_rules_of_a_game_need_no_match(place: Town) -> None:
    person = place.people[0]
    asked = (await person.slash(place.square, "match rules")).response
    assert "The rules of which game?" in said(asked)
    offers = await person.autocomplete(place.square, "match rules", "game", "knizia")
    assert [each["value"] for each in offers] == ["genesis"]
    for game in (offers[0]["value"], offers[0]["name"]):
        shown = (await person.slash(place.square, "match rules", game=game)).response
        assert offers[0]["name"] in said(shown)
        assert controls(shown, "learn")
    await person.slash(place.square, "match rules", game="whist")
    assert place.refusals() == ["which_rules", "unknown_value"]
