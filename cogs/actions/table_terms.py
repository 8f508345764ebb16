"""The forms in which the host of an open table changes its terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.actions.opening import read_options, read_terms
from cogs.answering.answers import Page, answer, show_form, words
from cogs.answering.controls import Control
from cogs.answering.forms import submitted
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.robots import robots_page
from cogs.pages.terms import TABLE, change_button, further_page, terms_form
from cogs.services.services import Reader, Services, name_at, player_name
from cogs.text.text import Markup
from engine.game import Refusal
from engine.kit.options import fields_of
from engine.match.terms import OPTION
from engine.matches import Match, NewTerms, Status
from engine.robots.levels import level_of

__all__ = ["TableTerms"]

_MOST_ROBOTS = 25
"""Automatic players of which a form may speak."""


class TableTerms:
    """The button of the host, and the forms that it opens."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    @verb("change")
    async def press_change(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        match = await self._own_table(control.match, reader)
        argument = control.argument
        if argument not in ("", TABLE) and not (argument.isascii() and argument.isdecimal()):
            raise Refusal("unknown_control")
        form = terms_form(self.services, match, argument, reader.text)
        if form is None:
            raise Refusal("nothing_to_change")
        # Opening a form is the first answer or none: a late press is told to come again.
        again = words(reader.text("terms.late")).row(change_button(match, reader.text, argument))
        await show_form(interaction, form, again)

    async def _own_table(self, match: int, reader: Reader) -> Match:
        """Return the open table of which the reader is the host. Raises `Refusal` for anybody else."""
        found = await self.services.matches.loader.get(match)
        if found.status is not Status.LOBBY:
            raise Refusal("terms_started" if found.status is Status.RUNNING else "terms_closed", match=match)
        if found.host != reader.person:
            seat = found.seat_of(found.host)
            host = "" if seat is None else name_at(found, seat, reader.text)
            raise Refusal("host_changes", match=match, host=host)
        return found

    @verb("robots", in_place=True)
    async def press_robots(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the robots to the host, or let one sit down."""
        reader, kind = await self.services.reader_of(interaction), control.argument
        pressed = interaction.message
        private = pressed is not None and pressed.flags.ephemeral

        async def page() -> Page:
            match, said = await self._own_table(control.match, reader), list[Markup]()
            if kind:
                match = await self.services.matches.lobbies.add_player(
                    control.match, reader.person, level_of(kind), interaction.id
                )
                said.append(reader.text("robots.seated", robot=player_name(kind, reader.text)))
            return await robots_page(self.services, match, reader, *said)

        await answer(interaction, page(), edit=private)

    @verb("terms", form=True)
    async def submit_terms(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Change what was changed in the form; the table itself comes by courier."""
        reader, changed = await self.services.reader_of(interaction), submitted(interaction)
        pressed = interaction.message
        private = pressed is not None and pressed.flags.ephemeral
        await answer(interaction, self._alter(control.match, changed, reader, interaction.id), edit=private)

    async def _alter(self, match: int, changed: Mapping[str, str | bool], reader: Reader, click: int) -> Page:
        before = await self._own_table(match, reader)
        wanted = self._read(before, changed, reader)
        after = await self.services.matches.lobbies.alter(match, reader.person, wanted, click)
        code = "terms.done" if changed else "terms.same"
        said = reader.text(code, match=match)
        guests = [each for each in after.lobby.guests if each not in before.lobby.guests]
        if guests:
            who = reader.text.list(reader.text("name", who=each.name) for each in guests)
            asked = reader.text("terms.anew", who=who, n=len(guests), join=reader.text("lobby.join"))
            said = Markup(f"{said} {asked}")
        return further_page(self.services, after, reader.text, said)

    def _read(self, match: Match, changed: Mapping[str, str | bool], reader: Reader) -> NewTerms:
        """Read a form as the command that opens tables reads its options. Raises `Refusal`, `BadOptions`."""
        face = self.services.face(match.game)
        chosen = {key: value for key, value in changed.items() if isinstance(value, str)}
        terms = read_terms(chosen)
        if (seats := chosen.get("seats")) is not None:
            if not (seats.isascii() and seats.isdecimal() and len(seats) <= 3):
                raise Refusal("unknown_value", value=seats[:40])
            terms = replace(terms, size=int(seats))
        if (robots := chosen.get("robots")) is not None:
            kinds = () if robots == "-" else tuple(map(level_of, robots.split(",", _MOST_ROBOTS)))
            if any(kind not in face.game.players for kind in kinds):
                raise Refusal("unknown_value", value=robots[:40])
            terms = replace(terms, robots=kinds)
        own = {key.removeprefix(OPTION): value for key, value in changed.items() if key.startswith(OPTION)}
        if own:
            options = face.fitted(read_options(face.game, match.options, own, reader.text), match.size)
            known = {each.name: getattr(options, each.name) for each in fields_of(face.game.Options)}
            terms = replace(terms, options={key: known[key] for key in own})
        elif terms.size is not None:
            face.fitted(match.options, terms.size)
        return terms
