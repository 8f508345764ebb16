"""The commands that every game has: `new`, `play`, and `hand` where seats hold something in secret."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.answering.answers import Page, answer, words
from cogs.answering.interaction import Interaction
from cogs.face.face import AnyFace
from cogs.pages.absence import pace_in_words
from cogs.pages.lobby import opening_answer
from cogs.services.servers import check_opening
from cogs.services.services import Reader, Services
from cogs.text.text import language_of
from cogs.text.translation import Callback, locale_string, localized_choices, localized_command
from engine.game import AnyGame, BadOptions, Options, Refusal
from engine.kit.options import Field, fields_of
from engine.match.clock import PACES, Pace
from engine.matches import Begin, Lobby, Match, Status, Venue

__all__ = [
    "UNDO",
    "USUAL",
    "USUAL_PACE",
    "GameCog",
    "HandCog",
    "OpenedTable",
    "extension",
    "game_command",
    "new_command",
    "opening_command",
    "plain_extension",
    "read_guests",
    "read_pace",
    "suggest_paces",
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


USUAL = ""
"""The choice of no pace: the table has the server's, or the usual one."""
USUAL_PACE = "day"
"""The pace where a server's moderators have set no other."""
BEFORE_CHANCE = "chance"
UNDO = ("all", BEFORE_CHANCE)
"""The kinds of undo: all that everybody agrees to (the usual), or that as far as the last draw or reveal."""
PLAY_ON = "plays"
RESIGNING = ("ends", PLAY_ON)
"""The ends of a match of two sides in which one resigns: the other wins (the usual), or a robot plays on."""
Command = app_commands.Command[Any, ..., None]
MOVE_LENGTH = 200
"""Characters that a typed move may have: a whole turn in one line."""
LANGUAGES = ("en", "fr")
JOINERS = ("anyone", "invited")
"""The choices for `joiners`, the people who may sit down."""


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """The options of every `new`, whatever is played: they say nothing of the game."""

    pace: str = USUAL
    guests: str = ""
    """Mentions of those who are invited."""
    joiners: str = "anyone"
    begin: str = Begin.DELAY.value
    language: str = ""
    undo: str = UNDO[0]
    resigning: str = RESIGNING[0]


_ASKED: dict[str, Any] = {
    "guests": app_commands.Range[str, 1, 300],
    "joiners": str,
    "begin": str,
    "pace": app_commands.Range[str, 1, 30],
    "language": str,
    "undo": str,
    "resigning": str,
}
"""Its options, in the order in which they are offered."""
_METHOD = "GameCog.method"
"""A qualified name by which discord.py takes a function for a method."""


def game_command(
    code: str,
    *,
    about: Mapping[str, str] | None = None,
    choices: Mapping[str, Sequence[app_commands.Choice[str]]] | None = None,
) -> Callable[[Callback], Command]:
    """Make a command as `localized_command` does.

    For an option `match` it suggests the person's running matches, for an option `pace` paces.
    """

    def decorate(callback: Callback) -> Command:
        command = localized_command(code, about=about, choices=choices)(callback)
        if command.get_parameter("match") is not None:
            command.autocomplete("match")(_suggest_running)
        if command.get_parameter("pace") is not None:
            command.autocomplete("pace")(suggest_paces)
        return command

    return decorate


def opening_command(
    code: str, *, choices: Mapping[str, Sequence[app_commands.Choice[str]]] | None = None
) -> Callable[[Callback], Command]:
    """Make `new` as `game_command` does. The callback gets an `OpenedTable` as its argument `table`."""

    def decorate(callback: Callback) -> Command:
        async def new(cog: GameCog, interaction: Interaction, **chosen: Any) -> None:
            table = OpenedTable(**{key: chosen.pop(key) for key in _ASKED if key in chosen})
            await callback(cog, interaction, **chosen, table=table)

        own = inspect.signature(callback, eval_str=True).parameters.values()
        default = OpenedTable()
        new.__signature__ = inspect.Signature(  # pyright: ignore[reportFunctionMemberAccess]
            [
                *(each for each in own if each.name != "table"),
                *(
                    inspect.Parameter(
                        key, inspect.Parameter.KEYWORD_ONLY, default=getattr(default, key), annotation=kind
                    )
                    for key, kind in _ASKED.items()
                ),
            ]
        )
        new.__qualname__ = _METHOD
        asked = {
            "joiners": localized_choices("joiners", JOINERS),
            "begin": localized_choices("begin", [each.value for each in Begin]),
            "language": localized_choices("language", LANGUAGES),
            "undo": localized_choices("undo", UNDO),
            "resigning": localized_choices("resigning", RESIGNING),
        }
        return game_command(code, choices={**(choices or {}), **asked})(new)

    return decorate


async def _suggest_running(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    cog = cast("GameCog", cast("Command", interaction.command).binding)
    return await cog.services.suggest_matches(interaction, current, cog.key, (Status.RUNNING,))


async def suggest_paces(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest paces, in any cog's command."""
    cog = cast("GameCog", cast("Command", interaction.command).binding)
    text = (await cog.services.reader_of(interaction)).text
    typed = current.casefold().strip()
    named = {key: text.plain(f"pace.name.{key}") for key in PACES}
    found = {key: pace for key, pace in PACES.items() if typed in f"{key} {named[key]}".casefold()}
    if not found:
        try:
            return [
                app_commands.Choice(name=pace_in_words(text, own := read_pace(current))[:100], value=str(own))
            ]
        except Refusal:
            found = dict(PACES)
    return [
        app_commands.Choice(name=f"{named[key]} · {pace_in_words(text, pace)}"[:100], value=key)
        for key, pace in found.items()
    ]


_OWN = re.compile(r"(\d{1,3})\s*([dhj]?)\w*[^\d]+(\d{1,3})\s*([dhj]?)\w*")


def read_pace(text: str) -> Pace:
    """Read a pace as people type it: a preset's key, or two times as ``4d 1d``, ``96h+24h``, ``4 j 1 j``.

    Raises `Refusal` ``pace_unknown``, ``pace``, ``pace_credit``.
    """
    found = _OWN.fullmatch(text.casefold().strip())
    if found is None:
        return Pace.read(text.casefold().strip() or "?")
    bank, credit = (int(found[each]) * (1 if found[each + 1] == "h" else 24) for each in (1, 3))
    return Pace.of(bank, credit)


_MENTION = re.compile(r"<@!?([0-9]{1,20})>")


def read_guests(text: str) -> list[int]:
    """Return the people that a text mentions, each once. Raises `Refusal` ``guests_unread`` for more."""
    if rest := " ".join(_MENTION.sub(" ", text).strip(" ,;&+").split()):
        raise Refusal("guests_unread", text=rest[:50])
    return list(dict.fromkeys(int(each) for each in _MENTION.findall(text)))


def new_command(game: AnyGame) -> Command:
    """Make `new` for a game whose tables differ only in seats, switches, enumerations and numbers.

    Every field of the game's options is an option of the command: a `bool`, an `int`, within its bounds if it
    has any, or an `Enum` to choose from, whose values are called ``<game>.<field>.<value>``. The numbers of
    seats are called ``<game>.players.<number>``; where there is but one, nobody is asked.
    """
    fields = {each.name: each for each in fields_of(game.Options)}
    seats = [str(size) for size in sorted(game.seats(game.Options()))]
    asked = {"players": seats} if len(seats) > 1 else {}
    kinds: dict[str, tuple[Any, object]] = {key: (str, values[0]) for key, values in asked.items()}
    for each in fields.values():
        if each.choices:
            asked[each.name] = [*each.choices]
            kinds[each.name] = (str, str(each.default.value))
        elif each.least is not None or each.most is not None:
            ranged: Any = app_commands.Range  # type checkers would read the bounds as types
            kinds[each.name] = (ranged[int, each.least, each.most], each.default)
        else:
            kinds[each.name] = (each.kind, each.default)

    async def new(cog: GameCog, interaction: Interaction, *, table: OpenedTable, **chosen: Any) -> None:
        size = int(chosen.pop("players", seats[0]))
        for key, value in chosen.items():
            if wrong := _out_of_bounds(fields[key], value):
                text = (await cog.services.reader_of(interaction)).text
                codes = [f"option.{game.key}.{key}", f"option.{key}"]
                named = next(text.plain(code) for code in codes if text.knows(code))
                raise Refusal(wrong[0], option=named, bound=wrong[1])
        # Choices that were offered by an older version may be gone.
        if any(value not in fields[key].choices for key, value in chosen.items() if fields[key].choices):
            raise BadOptions("options", game=game.key)
        chosen = {key: fields[key].choices.get(value, value) for key, value in chosen.items()}
        await cog.open(interaction, game.Options(**chosen), size, table)

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
    choices = {key: localized_choices(f"{game.key}.{key}", values) for key, values in asked.items()}
    return opening_command(f"{game.key}.new", choices=choices)(new)


def _out_of_bounds(field: Field, value: object) -> tuple[str, int] | None:
    """Return the code of the refusal and the bound that a chosen number breaks; `None` if it keeps them.

    Discord's clients keep to the bounds, but Discord itself passes on whatever a client sends.
    """
    if isinstance(value, int) and field.least is not None and value < field.least:
        return "option_low", field.least
    if isinstance(value, int) and field.most is not None and value > field.most:
        return "option_high", field.most
    return None


def table_language(interaction: Interaction, kept: str | None = None) -> str:
    """Return the language of a new table: the moderators' choice (`kept`), the server's, or its opener's.

    Only Community servers can set theirs; Discord calls every other one American.
    """
    if kept is not None:
        return language_of(kept)
    guild = interaction.guild
    community = guild is not None and "COMMUNITY" in guild.features
    return language_of(interaction.guild_locale if community else interaction.locale)


def extension(cog: type[GameCog]) -> Callable[[Any], Coroutine[Any, Any, None]]:
    """Return the `setup` that discord.py calls when the cog's module is loaded."""

    async def setup(bot: Any) -> None:
        await bot.add_cog(cog(bot))

    return setup


def plain_extension(face: AnyFace) -> Callable[[Any], Coroutine[Any, Any, None]]:
    """Return the `setup` of a game that has no commands but `new` and those of every game."""
    game = face.game
    kind = HandCog if face.has_hand else GameCog
    members = {"new": new_command(game), "__module__": __name__}
    return extension(
        types.new_class(f"{game.key}_cog", (kind,), {"game": game.key}, lambda own: own.update(members))
    )


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class GameCog(commands.GroupCog):
    """The commands every game has. A game's own cog adds `new`.

    ``class GenialCog(GameCog, game="genial")`` is the group ``command.genial``.
    """

    key: ClassVar[str]

    def __init_subclass__(cls, game: str = "", **given: Any) -> None:
        super().__init_subclass__(**given)
        if game:
            cls.key = game
            cls.__cog_group_name__ = locale_string(f"command.{game}")
            cls.__cog_group_description__ = locale_string(f"command.{game}.about")

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions

    # For the games' own cogs

    async def open(
        self, interaction: Interaction, options: Options, size: int, table: OpenedTable | None = None
    ) -> None:
        """Open a table here and say so privately; the table itself comes by courier."""
        table = table or OpenedTable()
        reader, people = await self.services.reader_of(interaction), read_guests(table.guests)
        channel = interaction.channel
        if interaction.guild_id is None or channel is None or interaction.channel_id is None:
            raise Refusal("not_here")
        if not isinstance(channel, discord.TextChannel):
            raise Refusal("no_thread_here")
        missing = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
        if missing:
            names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
            raise Refusal("permissions", permissions=names, n=len(missing))
        server = await self.services.matches.hours.server(interaction.guild_id)
        check_opening(server, interaction, interaction.guild_id, interaction.channel_id)
        venue = Venue(
            interaction.guild_id,
            interaction.channel_id,
            table.language or table_language(interaction, server.locale),
        )
        pace = read_pace(table.pace or server.pace or USUAL_PACE)
        lobby = Lobby(Begin(table.begin), table.joiners == "invited")

        async def page() -> Page:
            if reader.person in people:
                raise Refusal("invited_oneself")
            if people and len(people) >= size:
                raise Refusal("too_many_guests" if size > 1 else "no_guests", guests=len(people), n=size - 1)
            guests = await self.services.access.guests(people, venue)
            match = await self.services.matches.lobbies.open(
                self.key,
                options,
                size,
                reader.person,
                reader.name,
                venue,
                interaction.id,
                pace=pace,
                lobby=msgspec.structs.replace(lobby, guests=guests),
                before_chance=table.undo == BEFORE_CHANCE,
                play_on=table.resigning == PLAY_ON,
            )
            return await self.services.ask_zone(words(opening_answer(match, reader)), reader, venue.guild)

        await answer(interaction, page())

    async def meant(
        self, interaction: Interaction, match: int | None, *statuses: Status, asked: bool = False
    ) -> Match:
        return await self.services.meant(
            interaction, match, self.key, statuses or (Status.RUNNING,), asked=asked
        )

    # Commands

    @game_command("play")
    async def play(
        self,
        interaction: Interaction,
        move: app_commands.Range[str, 1, MOVE_LENGTH] | None = None,
        preview: bool = False,
        match: int | None = None,
    ) -> None:
        found = await self.meant(interaction, match, asked=True)
        typed = None if move is None else self.services.face(found.game).to_notation(move)
        if typed is not None and not preview:
            await self.actions.move(interaction, found.id, typed, None, edit=False)
            return
        reader = await self.services.reader_of(interaction)
        if typed is not None:
            await answer(interaction, self.preview_page(interaction, found.id, typed, reader))
        else:
            await answer(interaction, self.actions.panel(interaction, found.id, reader))

    async def preview_page(self, interaction: Interaction, match: int, typed: str, reader: Reader) -> Page:
        """Return the page that shows what a typed move would do, with the button that plays it.

        Raises `Refusal` for a move that the rules forbid, as if it were played. A game may show more.
        """
        return await self.actions.preview(interaction, match, typed, reader)

    @play.autocomplete("move")
    async def _play_move(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Suggest legal moves that fit; none if it is not this person's turn."""
        given = getattr(interaction.namespace, "match", None)
        try:
            found = await self.meant(interaction, given if isinstance(given, int) else None, asked=True)
            if found.status is not Status.RUNNING:
                return []
            situation = await self.services.matches.queries.situation(found.id, interaction.user.id)
        except Refusal:
            return []
        if situation.seat is None or not len(situation.moves):
            return []
        return await self.services.suggest_moves(
            interaction, situation.match, situation.view, situation.moves, current
        )


class HandCog(GameCog):
    """The commands of a game in which seats hold something in secret."""

    @game_command("hand")
    async def hand(self, interaction: Interaction, match: int | None = None) -> None:
        found = await self.meant(interaction, match)
        await answer(interaction, self.actions.hand(found.id, await self.services.reader_of(interaction)))
