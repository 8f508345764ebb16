"""The commands that every game has: `new`, `play`, and `hand` where seats hold something in secret."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, ClassVar, cast

from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.actions.opening import (
    HELP,
    JOINERS,
    LANGUAGES,
    RESIGNING,
    UNDO,
    USUAL,
    USUAL_PACE,
    OpenedTable,
    open_table,
    read_guests,
    read_options,
    read_pace,
    table_language,
)
from cogs.answering.answers import Page, answer
from cogs.answering.interaction import Interaction
from cogs.face.face import AnyFace
from cogs.pages.absence import pace_in_words
from cogs.services.services import Reader, Services
from cogs.text.translation import Callback, locale_string, localized_choices, localized_command
from engine.game import AnyGame, Options, Refusal
from engine.kit.options import fields_of
from engine.match.clock import PACES
from engine.matches import Begin, Match, Status

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

Command = app_commands.Command[Any, ..., None]
MOVE_LENGTH = 200
"""Characters that a typed move may have: a whole turn in one line."""


_ASKED: dict[str, Any] = {
    "guests": app_commands.Range[str, 1, 300],
    "joiners": str,
    "begin": str,
    "pace": app_commands.Range[str, 1, 30],
    "language": str,
    "undo": str,
    "resigning": str,
    "help": str,
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
            "help": localized_choices("help", HELP),
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
        text = (await cog.services.reader_of(interaction)).text
        await cog.open(interaction, read_options(game, game.Options(), chosen, text), size, table)

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
        reader = await self.services.reader_of(interaction)
        opening = open_table(
            self.services, interaction, reader, self.key, options, size, table or OpenedTable()
        )
        await answer(interaction, opening)

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
