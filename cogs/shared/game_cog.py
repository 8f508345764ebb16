"""The commands that every game has. A game's own cog adds `new` and its moves by name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.shared.absence import in_words
from cogs.shared.answers import Page, answer, words
from cogs.shared.interaction import Interaction
from cogs.shared.match_actions import MatchActions
from cogs.shared.panels import log_page, opened
from cogs.shared.services import SUGGESTED, Reader, Services
from cogs.shared.text import language_of
from cogs.shared.translation import Callback, localized, localized_choices, localized_command
from engine.clock import PACES, Pace
from engine.game import AnyGame, Options, Refusal
from engine.matches import Match, Place, Situation, Status
from render.kit.canvas import Theme

__all__ = [
    "UNDO",
    "USUAL",
    "GameCog",
    "HandCog",
    "extension",
    "game_command",
    "move_command",
    "new_command",
    "table_language",
]

NEEDED = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)
"""All the permissions the bot ever needs."""


USUAL = "open"
"""The pace of a table for which none was chosen."""
BEFORE_CHANCE = "chance"
UNDO = ("all", BEFORE_CHANCE)
"""What may be taken back: what all agree to, the usual; or that, as far as the last draw or reveal."""
Command = app_commands.Command[Any, ..., None]
_METHOD = "GameCog.method"
"""A qualified name by which discord.py takes a function for a method."""


def game_command(
    code: str,
    *,
    about: Mapping[str, str] | None = None,
    choices: Mapping[str, Sequence[app_commands.Choice[str]]] | None = None,
) -> Callable[[Callback], Command]:
    """As `localized_command`. For an option `match` the person's running matches are suggested, for one
    `pace` how fast one may play; `undo` is chosen from what may be taken back."""

    given = dict(choices or {})

    def decorate(callback: Callback) -> Command:
        if "undo" in inspect.signature(callback).parameters:
            given["undo"] = localized_choices("undo", UNDO)
        command = localized_command(code, about=about, choices=given)(callback)
        if command.get_parameter("match") is not None:
            command.autocomplete("match")(_suggest_running)
        if command.get_parameter("pace") is not None:
            command.autocomplete("pace")(_suggest_paces)
        return command

    return decorate


async def _suggest_running(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    cog = cast("GameCog", cast("Command", interaction.command).binding)
    return await cog.services.suggest_matches(interaction, current, cog.key, (Status.RUNNING,))


async def _suggest_paces(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    cog = cast("GameCog", cast("Command", interaction.command).binding)
    text = (await cog.services.reader_of(interaction)).text
    typed = current.casefold().strip()
    named = {key: text.plain(f"pace.name.{key}") for key in PACES}
    found = {key: pace for key, pace in PACES.items() if typed in f"{key} {named[key]}".casefold()}
    if not found:
        try:
            return [app_commands.Choice(name=in_words(text, own := read_pace(current))[:100], value=str(own))]
        except Refusal:
            found = dict(PACES)
    return [
        app_commands.Choice(name=f"{named[key]} · {in_words(text, pace)}"[:100], value=key)
        for key, pace in found.items()
    ]


_OWN = re.compile(r"(\d{1,3})\s*([dhj]?)\w*[^\d]+(\d{1,3})\s*([dhj]?)\w*")


def read_pace(text: str) -> Pace:
    """A pace as people type it: a preset's key, or two times such as ``4d 1d``, ``96h+24h``, ``4 j 1 j``.

    Raises `Refusal` ``pace_unknown``, ``pace``, ``pace_credit``.
    """
    found = _OWN.fullmatch(text.casefold().strip())
    if found is None:
        return Pace.read(text.casefold().strip() or "?")
    bank, credit = (int(found[each]) * (1 if found[each + 1] == "h" else 24) for each in (1, 3))
    return Pace.of(bank, credit)


def move_command(code: str, move: str) -> Command:
    """A command that makes one and the same move."""

    async def play(cog: GameCog, interaction: Interaction, match: int | None = None) -> None:
        await cog.play_move(interaction, match, move)

    play.__qualname__ = _METHOD
    return game_command(code)(play)


def new_command(game: AnyGame) -> Command:
    """`new` for a game whose tables differ in nothing but seats, switches and enumerations.

    Every field of the game's options is an option of the command: a `bool`, an `int`, or an `Enum` to choose
    from, whose values are called ``<game>.<field>.<value>``. The numbers of seats are called
    ``<game>.players.<number>``; where there is but one, nobody is asked.
    """
    fields = msgspec.structs.fields(game.Options)
    seats = [str(size) for size in sorted(game.seats(game.Options()))]
    asked = {"players": seats} if len(seats) > 1 else {}
    kinds: dict[str, tuple[Any, object]] = {key: (str, values[0]) for key, values in asked.items()}
    enums: dict[str, type[Enum]] = {}
    for field in fields:
        if isinstance(field.default, Enum):
            enums[field.name] = type(field.default)
            asked[field.name] = [each.value for each in enums[field.name]]
            kinds[field.name] = (str, field.default.value)
        else:
            kinds[field.name] = (type(field.default), field.default)
    kinds["pace"] = (app_commands.Range[str, 1, 30], USUAL)
    kinds["undo"] = (str, UNDO[0])

    async def new(cog: GameCog, interaction: Interaction, **chosen: Any) -> None:
        size, pace = int(chosen.pop("players", seats[0])), chosen.pop("pace", USUAL)
        undo = chosen.pop("undo", UNDO[0])
        chosen |= {key: enum(chosen[key]) for key, enum in enums.items() if key in chosen}
        await cog.open(interaction, game.Options(**chosen), size, pace, undo)

    plain, keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    new.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]
        [
            inspect.Parameter("cog", plain),
            inspect.Parameter("interaction", plain),
            *(
                inspect.Parameter(key, keyword, default=default, annotation=kind)
                for key, (kind, default) in kinds.items()
            ),
        ]
    )
    new.__qualname__ = _METHOD
    choices = {key: localized_choices(f"{game.key}.{key}", values) for key, values in asked.items()}
    return game_command(f"{game.key}.new", choices=choices)(new)


def table_language(interaction: Interaction) -> str:
    """The language of a table that is opened: the server's where it has one, else its opener's.

    Only Community servers can set theirs; Discord calls every other one American.
    """
    guild = interaction.guild
    community = guild is not None and "COMMUNITY" in guild.features
    return language_of(interaction.guild_locale if community else interaction.locale)


def extension(cog: type[GameCog]) -> Callable[[Any], Coroutine[Any, Any, None]]:
    """The `setup` that discord.py calls when the cog's module is loaded."""

    async def setup(bot: Any) -> None:
        await bot.add_cog(cog(bot))

    return setup


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GameCog(commands.GroupCog):
    """The commands every game has. A game's own cog adds `new` and its moves by name.

    ``class GenialCog(GameCog, game="genial")`` is the group ``command.genial``.
    """

    key: ClassVar[str]

    def __init_subclass__(cls, game: str = "", **given: Any) -> None:
        super().__init_subclass__(**given)
        if game:
            cls.key = game
            cls.__cog_group_name__ = localized(f"command.{game}")
            cls.__cog_group_description__ = localized(f"command.{game}.about")

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions

    # For the games' own commands

    async def play_move(self, interaction: Interaction, match: int | None, move: str) -> None:
        """Make a move in the match that is meant: what a command by name is for."""
        found = await self.meant(interaction, match, asked=True)
        await self.actions.move(interaction, found.id, move, None, edit=False)

    async def open(
        self, interaction: Interaction, options: Options, size: int, pace: str = USUAL, undo: str = UNDO[0]
    ) -> None:
        """Open a table here and say so privately; the table itself comes by courier."""
        reader, chosen = await self.services.reader_of(interaction), read_pace(pace)
        channel = interaction.channel
        if interaction.guild_id is None or channel is None or interaction.channel_id is None:
            raise Refusal("not_here")
        if not isinstance(channel, discord.TextChannel):
            raise Refusal("no_thread_here")
        missing = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
        if missing:
            names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
            raise Refusal("permissions", permissions=names, n=len(missing))
        place = Place(interaction.guild_id, interaction.channel_id, table_language(interaction))

        async def page() -> Page:
            match = await self.services.matches.open(
                self.key,
                options,
                size,
                reader.person,
                reader.name,
                place,
                interaction.id,
                pace=chosen,
                before_chance=undo == BEFORE_CHANCE,
            )
            return words(opened(match, reader))

        await answer(interaction, page())

    async def meant(
        self, interaction: Interaction, match: int | None, *statuses: Status, asked: bool = False
    ) -> Match:
        return await self.services.meant(
            interaction, match, self.key, statuses or (Status.RUNNING,), asked=asked
        )

    # Commands

    @game_command("join")
    async def join(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        if match is None:
            match = await self._open_here(interaction)
        else:
            await self.meant(interaction, match)
        await answer(interaction, self.services.join(match, reader, interaction.id))

    async def _open_here(self, interaction: Interaction) -> int:
        """The one table in this channel that still has a free seat."""
        tables = await self._tables_here(interaction)
        if not tables:
            raise Refusal("no_table_here")
        if len(tables) > 1:
            raise Refusal("which_match")
        return tables[0].id

    async def _tables_here(self, interaction: Interaction) -> list[Match]:
        services, channel = self.services, interaction.channel_id
        if channel is None:
            return []
        person = interaction.user
        tables = await services.matches.open_lobbies(channel, self.key, person.id, limit=SUGGESTED)
        return [table for table in tables if await services.access.may_see(person, table)]

    @join.autocomplete("match")
    async def _join_match(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        text = (await self.services.reader_of(interaction)).text
        tables = await self._tables_here(interaction)
        return [app_commands.Choice(name=self.services.label(each, text), value=each.id) for each in tables]

    @game_command("play")
    async def play(
        self,
        interaction: Interaction,
        move: app_commands.Range[str, 1, 100] | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        if move is not None:
            await self.actions.move(interaction, found.id, move, None, edit=False)
            return
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.panel(interaction, found.id, reader))

    @play.autocomplete("move")
    async def _play_move(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.suggested(interaction, current)

    async def asked(self, interaction: Interaction) -> Situation | None:
        """What this person is asked, for suggestions while typing; `None` where it is not their turn."""
        given = getattr(interaction.namespace, "match", None)
        try:
            found = await self.meant(interaction, given if isinstance(given, int) else None, asked=True)
            if found.status is not Status.RUNNING:
                return None
            situation = await self.services.matches.situation(found.id, interaction.user.id)
        except Refusal:
            return None
        return situation if situation.seat is not None and len(situation.moves) else None

    async def suggested(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Legal moves that fit; none where it is not this person's turn."""
        services, situation = self.services, await self.asked(interaction)
        if situation is None:
            return []
        reader = await services.reader_of(interaction)
        ctx = services.context(situation.match, reader.text, reader.theme)
        face = services.face(situation.match.game)
        offers = await services.think(face.suggest, ctx, situation.view, situation.moves, typed)
        return [app_commands.Choice(name=each.label[:100], value=each.notation) for each in offers[:25]]

    @game_command("board", choices={"theme": localized_choices("theme", [each.value for each in Theme])})
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        theme: str | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, Status.RUNNING, Status.OVER)
        if theme is not None:
            await self.services.people.notice(interaction.user.id, theme=theme)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.board(found.id, reader, text=text))

    @game_command("log")
    async def log(self, interaction: Interaction, match: int | None = None) -> None:
        found = await self.meant(interaction, match, Status.RUNNING, Status.OVER)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, log_page(self.services, found, reader, None))

    @game_command("rules")
    async def rules(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._rules(interaction, match, reader))

    async def _rules(self, interaction: Interaction, match: int | None, reader: Reader) -> Page:
        try:
            found = await self.meant(interaction, match, Status.LOBBY, Status.RUNNING)
        except Refusal:
            if match is not None:
                raise
            return self.plain_rules(reader)
        return await self.actions.rules(found, reader)

    def plain_rules(self, reader: Reader) -> Page:
        """The rules with the options a table has by default."""
        face = self.services.face(self.key)
        options = face.game.Options()
        size = min(face.game.seats(options))
        title = reader.text("rules.title", game=face.game.title)
        return words(title, *face.rules(reader.text, options, size))

    @board.autocomplete("match")
    @log.autocomplete("match")
    @rules.autocomplete("match")
    async def _seen_match(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        statuses = (Status.RUNNING, Status.OVER, Status.LOBBY)
        return await self.services.suggest_matches(interaction, current, self.key, statuses)


class HandCog(GameCog):
    """The commands of a game in which seats hold something in secret."""

    @game_command("hand")
    async def hand(self, interaction: Interaction, match: int | None = None) -> None:
        found = await self.meant(interaction, match)
        await answer(interaction, self.actions.hand(found.id, await self.services.reader_of(interaction)))
