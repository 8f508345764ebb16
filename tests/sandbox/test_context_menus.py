"""Commands of context menus: registered as Discord has it, chosen on messages and on people."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox.people import People, Person, Refused
from tests.sandbox.raw import Json, Raw
from tests.sandbox.trial import Trial

PATH = "/applications/{app}/commands"


def menu(**more: Any) -> Json:
    return {"type": 3, "name": "Play From Here", **more}


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (menu(name=""), {"0.name": "BASE_TYPE_BAD_LENGTH"}),
        (menu(name="x" * 33), {"0.name": "BASE_TYPE_MAX_LENGTH"}),
        (menu(name=None), {"0.name": "BASE_TYPE_REQUIRED"}),
        (
            menu(name_localizations={"fr": "x" * 33}),
            {"0.name_localizations.fr": "BASE_TYPE_MAX_LENGTH"},
        ),
        (
            menu(name_localizations={"xx": "x"}),
            {"0.name_localizations.xx": "APPLICATION_COMMAND_INVALID_LOCALE"},
        ),
        (
            menu(type=2, description="d"),
            {"0.description": "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
        ),
        (
            menu(description_localizations={"fr": "d"}),
            {"0.description_localizations": "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID"},
        ),
        (
            menu(options=[{"type": 3, "name": "a", "description": "d"}]),
            {"0.options": "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID"},
        ),
        (menu(contexts=[3]), {"0.contexts": "BASE_TYPE_CHOICES"}),
        (menu(default_member_permissions="all"), {"0.default_member_permissions": "NUMBER_TYPE_COERCE"}),
        (menu(type=5), {"0.type": "BASE_TYPE_CHOICES"}),
    ],
)
async def test_menus_that_discord_refuses(raw: Raw, body: Json, fields: dict[str, str]) -> None:
    assert await raw.wrong("PUT", PATH, [body]) == fields
    assert raw.box.world.commands == {}


async def test_a_name_in_any_case_with_spaces_is_unique_in_its_type(raw: Raw) -> None:
    names = {"fr": "Rejouer D’ici", "de": "Ab Hier"}
    both = [menu(name_localizations=names), menu(type=2)]
    status, made = await raw.ask("PUT", PATH, both)
    assert (status, [item["description"] for item in made]) == (200, ["", ""])
    assert await raw.wrong("PUT", PATH, [menu(), menu()]) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}


async def test_fifteen_of_each_type_and_no_more(raw: Raw) -> None:
    full = [menu(type=kind, name=f"M {n}") for kind in (2, 3) for n in range(15)]
    status, _ = await raw.ask("PUT", PATH, full)
    assert status == 200
    for scope in (PATH, f"/applications/{{app}}/guilds/{next(iter(raw.box.world.guilds))}/commands"):
        status, refused = await raw.ask("PUT", scope, [*full, menu()])
        assert (status, refused["code"], refused["message"][-4:]) == (400, 30032, "(15)")
    assert (await raw.ask("POST", PATH, menu()))[1]["code"] == 30032
    assert (await raw.ask("POST", PATH, menu(name="M 1")))[0] == 200
    assert (await raw.ask("POST", PATH, {"name": "chat", "description": "d"}))[0] == 201
    assert await raw.wrong("PUT", PATH, [menu(name=f"M {n}") for n in range(131)]) == {
        "": "BASE_TYPE_MAX_LENGTH"
    }


# Choosing


class French(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return {"Quote This": "Citer ceci"}.get(string.message) if locale is discord.Locale.french else None


@pytest.fixture
async def told(bot: Trial) -> list[tuple[Any, ...]]:
    """Sync three commands of context menus, and return what they will hear."""
    heard: list[tuple[Any, ...]] = []

    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        heard.append(("quote", message.id, message.author.name, message.content))
        await interaction.response.send_message("quoted")

    async def greet(interaction: discord.Interaction, user: discord.User | discord.Member) -> None:
        heard.append(("greet", user.id, user.name, isinstance(user, discord.Member)))
        await interaction.response.send_message("greeted", ephemeral=True)

    async def remove(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message("removed", ephemeral=True)

    bot.tree.add_command(app_commands.ContextMenu(name="Quote This", callback=quote))
    bot.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))
    menu = app_commands.ContextMenu(name="Remove", callback=remove)
    menu.default_permissions = discord.Permissions(manage_messages=True)
    menu.guild_only = True
    bot.tree.add_command(menu)
    await bot.tree.set_translator(French())
    await bot.tree.sync()
    return heard


async def test_a_menu_names_its_message(ada: Person, basile: Person, bot: Trial, told: list[Any]) -> None:
    said = await basile.say("good morning", "games")
    answer = await ada.use("Quote This", said)
    assert answer.text == "quoted"
    assert told == [("quote", int(said.id), "basile", "good morning")]
    assert answer.message is not None
    metadata = answer.message.raw["interaction_metadata"]
    assert metadata["target_message_id"] == said.id


async def test_a_menu_names_its_person(
    ada: Person, basile: Person, bot: Trial, told: list[Any], people: People
) -> None:
    answer = await ada.use("Greet", basile, channel="games")
    assert answer.text == "greeted"
    stranger = await people.newcomer("eve")
    await ada.use("Greet", stranger, channel="games")
    assert told == [("greet", int(basile.id), "basile", True), ("greet", int(stranger.id), "eve", False)]


async def test_menus_are_offered_by_language_right_and_place(
    ada: Person, basile: Person, bot: Trial, told: list[Any]
) -> None:
    def shown(menus: list[Json]) -> list[tuple[str, str]]:
        return [(item["type"], item["name_localized"]) for item in menus]

    greet, quote, remove = ("user", "Greet"), ("message", "Quote This"), ("message", "Remove")
    assert sorted(shown(await ada.menus("games"))) == [quote, remove, greet]
    assert sorted(shown(await basile.menus("games"))) == [("message", "Citer ceci"), greet]
    said = await ada.say("good morning", "games")
    assert (await basile.use("Citer ceci", said)).text == "quoted"
    with pytest.raises(Refused, match="no message command Remove"):
        await basile.use("Remove", said)
    assert (await ada.use("Remove", said)).text == "removed"
    await (await bot.fetch_user(int(ada.id))).send("hello")
    assert sorted(shown(await ada.menus("dm"))) == [quote, greet]


async def test_a_menu_of_a_message_that_is_not_seen_is_refused(
    ada: Person, basile: Person, bot: Trial, told: list[Any]
) -> None:
    said = await ada.say("gone", "games")
    await ada.delete(said)
    with pytest.raises(Refused) as refused:
        await ada.use("Quote This", said)
    assert refused.value.code == 10008
    secret = (await ada.use("Greet", basile, channel="games")).message
    assert secret is not None
    with pytest.raises(Refused) as refused:
        await basile.use("Quote This", secret)
    assert refused.value.code == 10008
