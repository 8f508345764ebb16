"""The terms of an open table: their words, the forms for its host, and the page beside these."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec

from cogs.answering.answers import SUBTEXT, Page, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.forms import Field as FormField
from cogs.answering.forms import Option, check_field, choice_field, form, text_field
from cogs.pages.absence import pace_in_words
from cogs.pages.fairness import sealing_button
from cogs.pages.parts import RED
from cogs.pages.robots import face_of, robots_button
from cogs.services.services import Services, player_with_level
from cogs.text.text import Markup, Text
from engine.kit.options import Field, fields_of
from engine.match.clock import PACES, Pace
from engine.match.terms import OPTION
from engine.matches import Alteration, Begin, Match
from engine.robots.levels import LEVELS, level_of, levels_among

__all__ = ["TABLE", "altered_line", "change_button", "further_page", "terms_form"]

TABLE = "table"
"""The argument of the button for what every table has besides; of a game's options it is a number."""
EACH = 5
"""Options of a game in one form."""
NUMBER = 9
"""Digits of a number that somebody types."""
LONGEST = 60
"""Characters of a value in the line about what has changed."""
_CHOICES = {
    "begin": tuple(each.value for each in Begin),
    "joiners": ("anyone", "invited"),
    "language": ("en", "fr"),
    "undo": ("all", "chance"),
    "resigning": ("ends", "plays"),
    "help": ("with", "without", "rated"),
}


def change_button(
    match: Match, text: Text, argument: str = "", code: str = "lobby.change", number: int = 0
) -> Press:
    """Return the button that opens a form for the host."""
    return button(Control(match.id, "change", argument), text.plain(code, number=number))


# Words


def altered_line(services: Services, match: Match, text: Text, accept: str = "join") -> list[Markup]:
    """Return the lines that tell what the host has changed since others have seen the table, and who must
    agree to it by the button `accept`."""
    lines = list[Markup]()
    said = " · ".join(
        text(
            "lobby.altered.one",
            what=_label(match.game, each.what, text),
            before=_value(match.game, each, each.before, text),
            after=_value(match.game, each, each.after, text),
        )
        for each in match.lobby.altered
    )
    if said:
        lines.append(Markup(f"{SUBTEXT}{text('lobby.altered', changes=Markup(said))}"))
    anew = [each for each in match.lobby.guests if each.person in match.lobby.anew]
    if anew:
        who = text.list(text("name", who=each.name) for each in anew)
        known = {"join": text(f"lobby.{accept}"), "decline": text("lobby.decline")}
        lines.append(text("lobby.anew", who=who, n=len(anew), **known))
    return lines


def _label(game: str, what: str, text: Text) -> str:
    """Return the name of a term."""
    if what.startswith(OPTION):
        code, name = f"terms.{game}.{what.removeprefix(OPTION)}", what.removeprefix(OPTION)
        return text.plain(code) if text.knows(code) else name.replace("_", " ")
    return text.plain(f"terms.{what}")


def _value(game: str, altered: Alteration, value: str, text: Text) -> str:
    """Return a value of a term in words."""
    if altered.what == "seats":
        return value
    if altered.what == "pace":
        pace = Pace.read(value)
        return text.plain(f"pace.name.{pace.name}") if pace.name else str(pace_in_words(text, pace))
    if altered.what in ("begin", "help"):
        return text.plain(f"lobby.altered.{altered.what}.{value}")
    if not altered.what.startswith(OPTION):
        return text.plain(f"{altered.what}.{value}")
    read: object = msgspec.json.decode(value)
    if isinstance(read, bool):
        return text.plain("terms.yes" if read else "terms.no")
    said = _choice(game, altered.what.removeprefix(OPTION), str(read), text)
    return said[:LONGEST] or "–"


def _choice(game: str, field: str, value: str, text: Text) -> str:
    """Return the name of a choice of a game's option."""
    codes = (f"terms.{game}.{field}.{value}", f"{game}.{field}.{value}")
    return next((text.plain(code) for code in codes if text.knows(code)), value)


# Forms


def terms_form(services: Services, match: Match, argument: str, text: Text) -> discord.ui.Modal | None:
    """Return the form with that argument; `None` where there is nothing to change in it."""
    if argument == TABLE:
        fields, note = _table_fields(match, text), ""
    elif argument:
        fields, note = _option_fields(services, match, int(argument), text), ""
    else:
        fields, note = _first_fields(services, match, text), text("terms.note")
    if not fields:
        return None
    known = {"game": services.face(match.game).game.title, "match": match.id}
    title = text.plain("terms.title", **known)
    return form(Control(match.id, "terms", argument), title, fields, note)


def _first_fields(services: Services, match: Match, text: Text) -> list[FormField]:
    """Return the fields for what hosts change most: seats, robots, pace, who may sit down."""
    game, fields = services.face(match.game).game, list[FormField]()
    sizes = sorted(game.seats(match.options))
    if len(sizes) > 1:
        options = [Option(str(each), text.plain("door.seats_one", n=each)) for each in sizes]
        fields.append(choice_field("seats", text.plain("terms.seats"), str(match.size), options))
    now = [one.player for one in match.occupants if one.player is not None]
    most = sizes[-1] - len(match.persons) - len(match.lobby.guests)
    offers = [(), *((kind,) * n for kind in levels_among(game.players) for n in range(1, most + 1))]
    if tuple(now) not in offers:
        offers.insert(0, tuple(now))
    if len(offers) > 1:
        options = [
            Option(
                ",".join(each) or "-",
                _robots(each, text),
                text.plain(f"player.about.{level_of(each[0])}")
                if len(each) == 1 and _is_level(each[0])
                else "",
                services.icons.get(face_of(each[0])) if each else None,
            )
            for each in offers
        ]
        shown = ",".join(now) or "-"
        fields.append(choice_field("robots", text.plain("terms.robots"), shown, options, menu=True))
    paces = {str(pace): pace for pace in PACES.values()}
    paces.setdefault(str(match.pace), match.pace)
    options = [
        Option(key, text.plain(f"pace.name.{key}") if key in PACES else key, str(pace_in_words(text, pace)))
        for key, pace in paces.items()
    ]
    fields.append(choice_field("pace", text.plain("terms.pace"), str(match.pace), options, menu=True))
    joiners = _CHOICES["joiners"][match.lobby.guests_only]
    return [*fields, _radio("joiners", joiners, text)]


def _is_level(kind: str) -> bool:
    return level_of(kind) in LEVELS


def _robots(kinds: Sequence[str], text: Text) -> str:
    """Return automatic players in words."""
    counted = {kind: kinds.count(kind) for kind in kinds}
    said = [
        text.plain("terms.robot", count=n, robot=player_with_level(kind, text)) for kind, n in counted.items()
    ]
    return ", ".join(said) or text.plain("terms.robots.none")


def _radio(name: str, shown: str, text: Text) -> FormField:
    options = [Option(value, text.plain(f"{name}.{value}")) for value in _CHOICES[name]]
    return choice_field(name, text.plain(f"terms.{name}"), shown, options)


def _help_of(match: Match) -> str:
    return "rated" if match.is_rated else "with" if match.has_help else "without"


def _table_fields(match: Match, text: Text) -> list[FormField]:
    """Return the fields for what every table has besides."""
    return [
        _radio("begin", match.lobby.begin.value, text),
        _radio("language", match.venue.locale, text),
        _radio("undo", _CHOICES["undo"][match.before_chance], text),
        _radio("resigning", _CHOICES["resigning"][match.play_on], text),
        _radio("help", _help_of(match), text),
    ]


def _parts(services: Services, match: Match) -> list[tuple[Field, ...]]:
    """Return the fields of the game's options, form by form."""
    fields = fields_of(services.face(match.game).game.Options)
    return [fields[first : first + EACH] for first in range(0, len(fields), EACH)]


def _option_fields(services: Services, match: Match, number: int, text: Text) -> list[FormField]:
    parts = _parts(services, match)
    return [_option_field(match, each, text) for each in parts[number]] if number < len(parts) else []


def _option_field(match: Match, field: Field, text: Text) -> FormField:
    game, name, value = match.game, f"{OPTION}{field.name}", getattr(match.options, field.name)
    label = _label(game, name, text)
    codes = (f"terms.{game}.{field.name}.about", f"option.{game}.{field.name}.about")
    about = next((text.plain(code) for code in codes if text.knows(code)), "")
    if field.choices:
        options = [Option(each, _choice(game, field.name, each, text)) for each in field.choices]
        return choice_field(name, label, str(value.value), options, about)
    if field.kind is bool:
        return check_field(name, label, value, about)
    if field.least is not None and field.most is not None and field.most - field.least < 25:
        options = [Option(str(each), str(each)) for each in range(field.least, field.most + 1)]
        return choice_field(name, label, str(value), options, about, menu=True)
    if field.kind is int:
        return text_field(name, label, str(value), about, required=True, most=NUMBER)
    return text_field(name, label, str(value), about)


def further_page(services: Services, match: Match, text: Text, said: Markup) -> Page:
    """Return the page for the host alone: all that can be changed besides, after a sentence."""
    page = words(said, text("terms.further"))
    parts = _parts(services, match)
    code = "terms.options" if len(parts) == 1 else "terms.options.part"
    page.row(
        change_button(match, text),
        *(change_button(match, text, str(number), code, number + 1) for number in range(len(parts))),
        change_button(match, text, TABLE, "terms.table"),
    )
    more: list[Press] = []
    if match.lobby.guests or len(match.persons) > 1:
        more.append(button(Control(match.id, "putout"), text.plain("lobby.put_out")))
    return page.row(
        *robots_button(services, match, text),
        *more,
        sealing_button(match, text),
        button(Control(match.id, "leave"), text.plain("lobby.leave")),
        button(Control(match.id, "cancel"), text.plain("terms.close"), style=RED),
    )
