"""The commands that every game has. A game's own cog adds `new` and its moves by name."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, ClassVar, cast

from discord import app_commands
from discord.ext import commands

from cogs.actions.match_actions import MatchActions
from cogs.actions.opening import (
    RESIGNING,
    UNDO,
    USUAL,
    USUAL_PACE,
    OpenedTable,
    open_table,
    read_guests,
    read_pace,
    table_language,
)
from cogs.answering.answers import Page, answer
from cogs.answering.interaction import Interaction
from cogs.face.face import AnyFace
from cogs.pages.absence import pace_in_words
from cogs.pages.lessons import lessons_of
from cogs.pages.log import log_page
from cogs.services.services import SUGGESTED, Reader, Services
from cogs.text.translation import Callback, locale_string, localized_choices, localized_command
from engine.game import AnyGame, BadOptions, Options, Refusal
from engine.kit.options import Field, fields_of
from engine.match.clock import PACES
from engine.matches import Begin, Match, Situation, Status
from render.kit.canvas import Theme

__all__ = [
    "UNDO",
    "USUAL",
    "USUAL_PACE",
    "GameCog",
    "HandCog",
    "OpenedTable",
    "extension",
    "game_command",
    "move_command",
    "new_command",
    "opening_command",
    "plain_extension",
    "read_guests",
    "read_pace",
    "suggest_paces",
    "table_language",
]

Command = app_commands.Command[Any, ..., None]
LANGUAGES = ("en", "fr")
JOINERS = ("anyone", "invited")
"""The choices for `joiners`, the people who may sit down."""


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


def move_command(code: str, move: str) -> Command:
    """Make a command that makes one and the same move."""

    async def play(cog: GameCog, interaction: Interaction, match: int | None = None) -> None:
        await cog.play_move(interaction, match, move)

    play.__qualname__ = _METHOD
    return game_command(code)(play)


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
    """The commands every game has. A game's own cog adds `new` and its moves by name.

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

    # For the games' own commands

    async def play_move(self, interaction: Interaction, match: int | None, move: str) -> None:
        """Make a move in the match that is meant: what a command by name is for."""
        found = await self.meant(interaction, match, asked=True)
        await self.actions.move(interaction, found.id, move, None, edit=False)

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

    @game_command("join")
    async def join(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        if match is None:
            match = await self._open_here(interaction)
        else:
            await self.meant(interaction, match)
        await answer(interaction, self.services.join(match, reader, interaction.id))

    async def _open_here(self, interaction: Interaction) -> int:
        """Return the one table in this channel that still has a free seat."""
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
        tables = await services.matches.queries.open_lobbies(channel, self.key, person.id, limit=SUGGESTED)
        return [
            table
            for table in tables
            if table.has_seat_for(person.id) and await services.access.may_see(person, table)
        ]

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
            typed = self.services.face(found.game).to_notation(move)
            await self.actions.move(interaction, found.id, typed, None, edit=False)
            return
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.panel(interaction, found.id, reader))

    @play.autocomplete("move")
    async def _play_move(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.suggest_moves(interaction, current)

    async def question_for(self, interaction: Interaction) -> Situation | None:
        """Return the person's open question, for suggestions; `None` where it is not their turn."""
        given = getattr(interaction.namespace, "match", None)
        try:
            found = await self.meant(interaction, given if isinstance(given, int) else None, asked=True)
            if found.status is not Status.RUNNING:
                return None
            situation = await self.services.matches.queries.situation(found.id, interaction.user.id)
        except Refusal:
            return None
        return situation if situation.seat is not None and len(situation.moves) else None

    async def suggest_moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest legal moves that fit; none if it is not this person's turn."""
        situation = await self.question_for(interaction)
        if situation is None:
            return []
        return await self.services.suggest_moves(
            interaction, situation.match, situation.view, situation.moves, typed
        )

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
            return await self.plain_rules(reader)
        return await self.actions.rules(found, reader)

    async def plain_rules(self, reader: Reader) -> Page:
        """Return the rules with the options a table has by default."""
        game = self.services.face(self.key).game
        options = game.Options()
        return await self.actions.how_to_play(self.key, options, min(game.seats(options)), reader)

    @game_command("learn")
    async def learn(self, interaction: Interaction) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._lesson(reader))

    async def _lesson(self, reader: Reader) -> Page:
        if not lessons_of(self.key):
            raise Refusal("no_lessons", game=self.services.face(self.key).game.title)
        return await self.actions.learning.lesson(self.key, 1, reader)

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
