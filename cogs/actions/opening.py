"""Open a table on a server: by a game's `new`, by the page of all games, or out of a private table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum

import discord
from msgspec.structs import replace

from cogs.answering.answers import Page, words
from cogs.answering.interaction import Interaction
from cogs.pages.lobby import opening_answer
from cogs.services.servers import check_opening
from cogs.services.services import Reader, Services
from cogs.text.text import Text, language_of
from engine.game import AnyGame, BadOptions, Options, Refusal
from engine.kit.options import Field, fields_of
from engine.match.clock import Pace
from engine.match.help import Help
from engine.matches import Begin, Lobby, Match, NewTerms, Venue

__all__ = [
    "BEFORE_CHANCE",
    "HELP",
    "JOINERS",
    "LANGUAGES",
    "NEEDED",
    "PLAY_ON",
    "RESIGNING",
    "UNDO",
    "USUAL",
    "USUAL_PACE",
    "OpenedTable",
    "open_table",
    "read_guests",
    "read_options",
    "read_pace",
    "read_terms",
    "table_language",
    "venue_here",
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


LANGUAGES = ("en", "fr")
INVITED = "invited"
JOINERS = ("anyone", INVITED)
"""The choices for `joiners`, the people who may sit down."""
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
HELP = (Help.WITH.value, Help.WITHOUT.value, Help.RATED.value)
"""The kinds of help: a robot's order and hints (the usual), none, or none because the match is rated."""


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
    help: str = ""
    """Empty for the usual one."""


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


def read_terms(chosen: Mapping[str, str]) -> NewTerms:
    """Read those of a table's terms that were chosen, by the names of `OpenedTable`, in a command or a form.

    Raises `Refusal` ``unknown_value`` for what nobody was offered, or as `read_pace`.
    """

    def one_of(key: str, choices: Sequence[str]) -> str | None:
        value = chosen.get(key)
        if value is not None and value not in choices:
            raise Refusal("unknown_value", value=value[:40])
        return value

    def switch(key: str, choices: Sequence[str]) -> bool | None:
        value = one_of(key, choices)
        return None if value is None else value == choices[1]

    begin = one_of("begin", [each.value for each in Begin])
    pace = chosen.get("pace")
    return NewTerms(
        pace=read_pace(pace) if pace else None,
        begin=None if begin is None else Begin(begin),
        guests_only=switch("joiners", JOINERS),
        locale=one_of("language", ("", *LANGUAGES)) or None,
        before_chance=switch("undo", UNDO),
        play_on=switch("resigning", RESIGNING),
        help=Help(helped) if (helped := one_of("help", ("", *HELP))) else None,
    )


_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*", re.ASCII)


def read_options(game: AnyGame, before: Options, chosen: Mapping[str, object], text: Text) -> Options:
    """Return the game's options `before` with those that were chosen, by the names of their fields.

    Discord's clients send what was offered, but Discord itself passes on whatever a client sends, and what
    was offered by an older version may be gone. Raises `BadOptions`, `Refusal` ``option_low``,
    ``option_high``, ``unknown_value``.
    """
    fields = {each.name: each for each in fields_of(game.Options)}
    values = dict[str, object]()
    for key, value in chosen.items():
        if key not in fields or isinstance(value, Enum):
            raise BadOptions("options", game=game.key)
        values[key] = _value(game, fields[key], value, text)
    return replace(before, **values)


def _value(game: AnyGame, field: Field, value: object, text: Text) -> object:
    """Return the value of a field of the options as it was chosen, typed or ticked."""
    if field.choices:
        if not isinstance(value, str) or value not in field.choices:
            raise BadOptions("options", game=game.key)
        return field.choices[value]
    if field.kind is int and isinstance(value, str) and (found := _NUMBER.fullmatch(value)):
        value = int(found[1])
    if type(value) is not field.kind:
        raise Refusal("unknown_value", value=str(value)[:40])
    if isinstance(value, int) and not isinstance(value, bool):
        for code, bound in (("option_low", field.least), ("option_high", field.most)):
            if bound is not None and (value < bound if code == "option_low" else value > bound):
                codes = [f"option.{game.key}.{field.name}", f"option.{field.name}"]
                named = next((text.plain(each) for each in codes if text.knows(each)), field.name)
                raise Refusal(code, option=named, bound=bound)
    return value


_MENTION = re.compile(r"<@!?([0-9]{1,20})>")


def read_guests(text: str) -> list[int]:
    """Return the people that a text mentions, each once. Raises `Refusal` ``guests_unread`` for more."""
    if rest := " ".join(_MENTION.sub(" ", text).strip(" ,;&+").split()):
        raise Refusal("guests_unread", text=rest[:50])
    return list(dict.fromkeys(int(each) for each in _MENTION.findall(text)))


def table_language(interaction: Interaction, kept: str | None = None) -> str:
    """Return the language of a new table: the moderators' choice (`kept`), the server's, or its opener's.

    Only Community servers can set theirs; Discord calls every other one American.
    """
    if kept is not None:
        return language_of(kept)
    guild = interaction.guild
    community = guild is not None and "COMMUNITY" in guild.features
    return language_of(interaction.guild_locale if community else interaction.locale)


async def venue_here(
    services: Services, interaction: Interaction, reader: Reader, language: str = ""
) -> Venue:
    """Return the channel as the venue of a table that the reader may open there.

    Raises `Refusal` ``not_here``, ``no_thread_here``, ``permissions``, ``channel_closed``,
    ``only_moderators``.
    """
    channel = interaction.channel
    if interaction.guild_id is None or channel is None or interaction.channel_id is None:
        raise Refusal("not_here")
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("no_thread_here")
    missing = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
    if missing:
        names = reader.text.list(f"**{reader.text(f'permission.{name}')}**" for name in missing)
        raise Refusal("permissions", permissions=names, n=len(missing))
    server = await services.matches.hours.server(interaction.guild_id)
    check_opening(server, interaction, interaction.guild_id, interaction.channel_id)
    return Venue(
        interaction.guild_id, interaction.channel_id, language or table_language(interaction, server.locale)
    )


async def open_table(
    services: Services,
    interaction: Interaction,
    reader: Reader,
    game: str,
    options: Options,
    size: int,
    table: OpenedTable,
) -> Page:
    """Open a table here, and return the private answer; the table itself comes by courier.

    Raises `Refusal` as `venue_here`, ``invited_oneself``, ``too_many_guests``, ``no_guests``, or as
    `Lobbies.open`.
    """
    people = read_guests(table.guests)
    venue = await venue_here(services, interaction, reader, table.language)
    server = await services.matches.hours.server(venue.guild)
    terms = read_terms(asdict(table))
    pace = terms.pace or read_pace(server.pace or USUAL_PACE)
    lobby = Lobby(terms.begin or Begin.DELAY, bool(terms.guests_only))
    if reader.person in people:
        raise Refusal("invited_oneself")
    if people and len(people) >= size:
        raise Refusal("too_many_guests" if size > 1 else "no_guests", guests=len(people), n=size - 1)
    guests = await services.access.guests(people, venue)
    opening = services.matches.lobbies.open(
        game,
        options,
        size,
        reader.person,
        reader.name,
        venue,
        interaction.id,
        pace=pace,
        lobby=replace(lobby, guests=guests),
        before_chance=bool(terms.before_chance),
        play_on=bool(terms.play_on),
        help=terms.help,
    )

    async def told(match: Match) -> Page:
        return words(opening_answer(match, reader))

    return await services.seat(reader, opening, told)
