"""Tables: the lobby's buttons, `/match`, another match after the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.actions.match_actions import MatchActions
from cogs.actions.private_table import publish_button
from cogs.actions.replaying import read_file
from cogs.actions.seat_commands import SeatCommands
from cogs.answering.answers import Page, acknowledge, answer, defer, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.inbox import show_turns
from cogs.pages.absence import pace_page, ways_out
from cogs.pages.endings import agreement
from cogs.pages.fairness import fairness_page, robot_check_page, robots_line, sealed_button, sealing_button
from cogs.pages.held_moves import way_buttons
from cogs.pages.history import LISTED, own_matches_page
from cogs.pages.league_place import league_line
from cogs.pages.lobby import leave_button, lobby_lines, opening_answer, put_out_page
from cogs.pages.log import LogPlace
from cogs.pages.parts import replay_buttons, sight_buttons
from cogs.pages.turn import waiting
from cogs.services.servers import check_opening
from cogs.services.services import SUGGESTED, Reader, Services
from cogs.text.text import Markup
from cogs.text.translation import locale_string, localized_choices, localized_command
from cogs.undo import UndoCog
from engine.game import Refusal
from engine.match.clock import Pace, Ringing
from engine.matches import MAX_NOTE_LENGTH, Match, Status
from engine.store import CLUB_CODE_LEVEL
from render.kit.canvas import Theme

__all__ = ["MatchCog", "setup"]

Choices = list[app_commands.Choice[int]]
OPEN = (Status.LOBBY, Status.RUNNING)
SEEN = (Status.RUNNING, Status.OVER)
STARTED = (Status.RUNNING, Status.OVER, Status.CANCELLED)
EVERY = (Status.LOBBY, Status.RUNNING, Status.OVER, Status.CANCELLED)


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class MatchCog(
    SeatCommands,
    group_name=locale_string("command.match"),
    group_description=locale_string("command.match.about"),
):
    """Matches of every game."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.services: Services = bot.services
        self.actions: MatchActions = bot.actions
        self.services.verbs.add_from(self)

    # The lobby's buttons. The courier shows the table again; the person gets a short private answer.

    @verb("join")
    async def press_join(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._join(control.match, reader, interaction.id))

    async def _join(self, match: int, reader: Reader, click: int) -> Page:
        """Sit down; somebody who sits there already is shown the button to get up."""
        try:
            return await self.services.join(match, reader, click)
        except Refusal as refusal:
            if refusal.code != "seated":
                raise
            found = await self.services.matches.loader.get(match)
            return words(reader.text.refusal(refusal)).row(leave_button(found, reader.text))

    @verb("accept")
    async def press_accept(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._accept(control.match, reader, interaction.id))

    async def _accept(self, match: int, reader: Reader, click: int) -> Page:
        accept = self.services.matches.lobbies.accept
        return await self.services.seat(reader, accept(match, reader.person, reader.name, click))

    @verb("decline")
    async def press_decline(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._decline(control.match, reader, interaction.id))

    async def _decline(self, match: int, reader: Reader, click: int) -> Page:
        await self.services.matches.lobbies.decline(match, reader.person, click)
        return words(reader.text("lobby.declined", match=match))

    @verb("putout")
    async def press_put_out(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        if control.argument != "yes":
            match = await self.services.matches.loader.get(control.match)
            if match.host != reader.person:
                raise Refusal("not_host", match=match.id)
            await answer(interaction, put_out_page(match, reader.text))
            return
        if len(values) != 1 or not values[0].isdecimal() or len(values[0]) > 20:
            raise Refusal("unknown_control")
        putting = self._put_out(control.match, int(values[0]), reader, interaction.id)
        await answer(interaction, putting, edit=True)

    async def _put_out(self, match: int, whom: int, reader: Reader, click: int) -> Page:
        await self.services.matches.lobbies.put_out(match, reader.person, whom, click)
        return words(reader.text("lobby.put_out.done"))

    @verb("fill")
    async def press_fill(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._fill(control.match, reader, interaction.id))

    async def _fill(self, match: int, reader: Reader, click: int) -> Page:
        await self.services.matches.lobbies.fill(match, reader.person, click)
        return words(reader.text("offer.filled", match=match))

    @verb("rules")
    async def press_rules(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        match = await self.services.matches.loader.get(control.match)
        await answer(interaction, self._rules_of_table(match, reader, control.argument))

    async def _rules_of_table(self, match: Match, reader: Reader, sealed: str) -> Page:
        """Return the rules; from an open table with the button for the fingerprint that its message has."""
        page = await self.actions.rules(match, reader)
        return page.row(sealed_button(match.id, sealed, reader.text)) if sealed and page.rows_left else page

    @verb("leave")
    async def press_leave(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        match = await self.services.matches.loader.get(control.match)
        if match.status is Status.RUNNING and control.argument != "yes":
            await answer(interaction, self.resign_page(match, reader))
            return
        await self._leave(interaction, match, reader, edit=control.argument == "yes")

    async def _leave(self, interaction: Interaction, match: Match, reader: Reader, *, edit: bool) -> None:
        await answer(interaction, self._leave_match(match, reader, interaction.id), edit=edit)

    async def _leave_match(self, match: Match, reader: Reader, click: int) -> Page:
        if match.status is Status.RUNNING:
            return await self.resign_seat(match.id, reader, click)
        # Somebody who leaves a table that begins at this moment did not mean to resign.
        after = await self.services.matches.departures.leave(match.id, reader.person, click, resigning=False)
        code = "lobby.left_last" if after.status is Status.CANCELLED else "lobby.left"
        return words(reader.text(code, match=match.id))

    @verb("add", in_place=True)
    async def press_add(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        if len(values) != 1:
            raise Refusal("unknown_control")
        await defer(interaction, edit=True)  # the table itself shows what changed
        await self.services.matches.lobbies.add_player(
            control.match, reader.person, values[0], interaction.id
        )

    @verb("remove", in_place=True)
    async def press_remove(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await defer(interaction, edit=True)  # the table itself shows what changed
        await self.services.matches.lobbies.remove_player(control.match, reader.person, interaction.id)

    @verb("start")
    async def press_start(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._start(control.match, reader, interaction.id))

    async def _start(self, match: int, reader: Reader, click: int) -> Page:
        await self.services.matches.lobbies.start(match, reader.person, click)
        return words(reader.text("lobby.begun", match=match))

    @verb("cancel")
    async def press_cancel(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        match = await self.services.matches.loader.get(control.match)
        await self._cancel(interaction, match, reader, sure=control.argument == "yes", edit=True)

    @verb("rematch")
    async def press_rematch(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._rematch(interaction, control.match, reader))

    async def _rematch(self, interaction: Interaction, match: int, reader: Reader) -> Page:
        played, click = await self.services.matches.loader.get(match), interaction.id
        if not await self.services.access.may_view(interaction.user, played.venue):
            raise Refusal("place_closed", match=match)
        server = await self.services.matches.hours.server(played.venue.guild)

        def may_open() -> None:
            check_opening(server, interaction, played.venue.guild, played.venue.channel)

        async def told(again: Match) -> Page:
            if again.host == reader.person:
                return words(opening_answer(again, reader))
            return words(reader.text("lobby.joined", match=again.id))

        rematch = self.services.matches.lobbies.rematch
        return await self.services.seat(
            reader, rematch(match, reader.person, reader.name, click, may_open), told
        )

    @verb("fairness")
    async def press_fairness(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        match = await self.services.matches.loader.get(control.match)
        await answer(interaction, fairness_page(self.services, match, reader, control.argument))

    @verb("robotcheck")
    async def press_robot_check(
        self, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        """Let every move of the match's robots be chosen again, and say whether it comes out."""
        reader = await self.services.reader_of(interaction)
        await acknowledge(interaction, edit=False)
        await answer(interaction, self._check_robots(control.match, reader))

    async def _check_robots(self, match: int, reader: Reader) -> Page:
        return robot_check_page(await self.services.matches.robot_checks.check(match), reader.text)

    # Commands

    @localized_command("show")
    async def show(self, interaction: Interaction, match: int | None = None) -> None:
        if match is None and await self.services.here(interaction) is None:
            await show_turns(self.services, interaction)
            return
        reader = await self.services.reader_of(interaction)
        found = await self.services.meant(interaction, match, None, OPEN)
        await answer(interaction, self._show(found, reader))

    async def _show(self, match: Match, reader: Reader) -> Page:
        services, text = self.services, reader.text
        if match.status is Status.OVER or (match.status is Status.CANCELLED and match.entries):
            return await self._show_end(match, reader)
        page, ways = words(*lobby_lines(services, match, text)), list[Press]()
        page.say(await league_line(services, match, text))
        if match.entries:
            situation = await services.matches.queries.situation(match.id, reader.person)
            ctx = services.context(match, text, reader.theme)
            drawing = services.face(match.game).board(ctx, situation.view, situation.seat)
            await services.show(page, drawing, f"board-{match.id}")
            page.say(services.face(match.game).announce(ctx, situation.view), waiting(situation, ctx))
            ways = [*way_buttons(situation, text), *ways_out(match, situation.seat, text)]
            ways += sight_buttons(services, situation, text)
            ways += replay_buttons(services, match, text)
            if match.seed is not None:
                record = await services.matches.queries.record(match.id)
                page.enclose(f"{match.game}-{match.id}.txt", record.encode())
        post = await services.matches.posts.post(match.id, "thread")
        if post is not None:
            page.say(text("show.thread", thread=Markup(f"<#{post.channel}>")))
        if match.status is Status.LOBBY and match.seat_of(reader.person) is not None:
            ways.append(leave_button(match, text))
        if match.is_private and match.status is Status.RUNNING:
            ways.append(publish_button(match, reader))
        elif match.status is Status.RUNNING and match.seat_of(reader.person) is not None and self._knows_club:
            ways.append(button(Control(match.id, "calls"), text.plain("calls.button")))
            if match.pace.is_timed and not match.is_league:
                ways.append(button(Control(match.id, "pace"), text.plain("pace.button")))
        return page.row(*ways, sealing_button(match, text))

    @verb("pace")
    async def press_pace(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the page of a match's pace, or propose or agree to the one that the button names."""
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._pace(control, reader, interaction.id))

    async def _pace(self, control: Control, reader: Reader, click: int) -> Page:
        matches = self.services.matches
        if control.argument:
            pace = Pace.read(control.argument)
            await matches.paces.change_pace(control.match, reader.person, pace, click)
        situation = await matches.queries.situation(control.match, reader.person)
        if situation.seat is None:
            raise Refusal("not_seated", match=control.match)
        if situation.match.status is not Status.RUNNING:
            raise Refusal(situation.match.status.value, match=control.match)
        return pace_page(situation, reader)

    @property
    def _knows_club(self) -> bool:
        """True if every process on the database can answer the buttons that came with `CLUB_CODE_LEVEL`."""
        return self.services.matches.store.code_levels.lowest >= CLUB_CODE_LEVEL

    @verb("calls")
    async def press_calls(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show how turns of one match ring for its person, or let them ring as the button says."""
        reader = await self.services.reader_of(interaction)
        match = await self.services.matches.loader.get(control.match)
        if match.seat_of(reader.person) is None:
            raise Refusal("not_seated", match=match.id)
        if control.argument not in ("", "usual", *Ringing):
            raise Refusal("unknown_control")
        await answer(interaction, self._calls(match, reader, control.argument), edit=bool(control.argument))

    async def _calls(self, match: Match, reader: Reader, how: str) -> Page:
        hours, text = self.services.matches.hours, reader.text
        own = await hours.hours(reader.person)
        if how:
            chosen = None if how == "usual" else Ringing(how)
            own = await hours.set_ringing(reader.person, match.id, chosen)
        now, usual = own.ringing_in(match.id), Ringing.DAILY if own.daily else Ringing.TURN
        page = words(
            text("calls.title", game=self.services.face(match.game).game.title, match=match.id),
            text("calls.now", how=text(f"calls.in.{now.value}")),
        )
        is_own = match.id in own.muted or any(each.match == match.id for each in own.ringing)
        ways = [each for each in Ringing if each is not now]
        buttons = [
            button(Control(match.id, "calls", each.value), text.plain(f"calls.as.{each.value}"))
            for each in ways
        ]
        if is_own:
            label = text.plain("calls.usual", how=text.plain(f"calls.in.{usual.value}"))
            buttons.append(button(Control(match.id, "calls", "usual"), label))
        return page.row(*buttons)

    async def _show_end(self, match: Match, reader: Reader) -> Page:
        """Return the end of a match with its card, as it was told, and where it was played."""
        page = await self.actions.endings.result(match.id, reader)
        page.say(*robots_line(match, reader.text))
        post = await self.services.matches.posts.post(match.id, "thread")
        if post is not None:
            page.say(reader.text("show.thread", thread=Markup(f"<#{post.channel}>")))
        return page

    @localized_command("board", choices={"theme": localized_choices("theme", [each.value for each in Theme])})
    async def board(
        self,
        interaction: Interaction,
        text: bool = False,
        theme: str | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.services.meant(interaction, match, None, SEEN, asked=True)
        if theme is not None:
            await self.services.people.notice(interaction.user.id, theme=theme)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.board(found.id, reader, text=text))

    @localized_command("log")
    async def log(self, interaction: Interaction, match: int | None = None) -> None:
        found = await self.services.meant(interaction, match, None, SEEN)
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.actions.replaying.log(LogPlace(found.id), reader))

    @localized_command("match.rules")
    async def rules(
        self,
        interaction: Interaction,
        game: app_commands.Range[str, 1, 40] | None = None,
        match: int | None = None,
    ) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self._rules(interaction, game, match, reader))

    async def _rules(
        self, interaction: Interaction, game: str | None, match: int | None, reader: Reader
    ) -> Page:
        """Return the rules of a match, with its options; of a game, with those that a table usually has."""
        if game is not None:
            return await self.actions.usual_rules(self._game_called(game), reader)
        try:
            found = await self.services.meant(interaction, match, None, (Status.LOBBY, Status.RUNNING))
        except Refusal as refusal:
            if refusal.code not in ("none_of_yours", "which_match"):
                raise
            raise Refusal("which_rules") from refusal
        return await self.actions.rules(found, reader)

    def _game_called(self, name: str) -> str:
        """Return the game with this key or title. Raises `Refusal` ``unknown_value``."""
        for key, face in self.services.faces.items():
            if name.strip().casefold() in (key, face.game.title.casefold()):
                return key
        raise Refusal("unknown_value", value=name[:40])

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed = current.strip().casefold()
        titles = {key: face.game.title for key, face in self.services.faces.items()}
        found = [(key, title) for key, title in titles.items() if typed in title.casefold()]
        return [app_commands.Choice(name=title, value=key) for key, title in found[:SUGGESTED]]

    @localized_command("match.invite")
    async def invite(self, interaction: Interaction, who: discord.User, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self.services.meant(interaction, match, None, (Status.LOBBY,))
        await answer(interaction, self._invite(found, reader, who.id, interaction.id))

    async def _invite(self, match: Match, reader: Reader, whom: int, click: int) -> Page:
        if match.host != reader.person:
            raise Refusal("not_host", match=match.id)
        (guest,) = await self.services.access.guests((whom,), match.venue)
        await self.services.matches.lobbies.invite(match.id, reader.person, guest, click)
        return words(reader.text("lobby.invite.done", who=guest.name, match=match.id))

    @localized_command("cancel")
    async def cancel(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self.services.meant(interaction, match, None, OPEN)
        await self._cancel(interaction, found, reader, sure=False, edit=False)

    async def _cancel(
        self, interaction: Interaction, match: Match, reader: Reader, *, sure: bool, edit: bool
    ) -> None:
        text = reader.text
        if not sure and match.status in OPEN:
            if match.seat_of(reader.person) is None and match.host != reader.person:
                raise Refusal("not_seated", match=match.id)
            alone = match.status is Status.LOBBY or len(match.persons) == 1
            yes = button(
                Control(match.id, "cancel", "yes"),
                text.plain("cancel.yes"),
                style=discord.ButtonStyle.danger,
            )
            page = words(text("cancel.sure" if alone else "cancel.sure_all", match=match.id)).row(yes)
            await answer(interaction, page)
            return
        await answer(interaction, self._agree_to_cancel(match, reader, interaction.id), edit=edit and sure)

    async def _agree_to_cancel(self, match: Match, reader: Reader, click: int) -> Page:
        text = reader.text
        departed = await self.services.access.find_departed(match)
        after = await self.services.matches.departures.cancel(match.id, reader.person, click, departed)
        if after.status is Status.CANCELLED:
            return words(text("cancel.done", match=match.id))
        return words(*agreement(after, departed, text, "cancel.waiting"))

    @localized_command("undo")
    async def undo(self, interaction: Interaction, match: int | None = None) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self.services.meant(interaction, match, None)
        undoing: UndoCog = self.bot.get_cog("UndoCog")
        await answer(interaction, undoing.undo_page(interaction, found.id, reader))

    @localized_command("replay")
    async def replay(
        self, interaction: Interaction, match: int | None = None, record: discord.Attachment | None = None
    ) -> None:
        reader = await self.services.reader_of(interaction)
        if record is not None:
            await answer(interaction, self._brought(record, reader))
            return
        try:
            found = await self.services.meant(interaction, match, None, STARTED)
        except Refusal as refusal:
            if refusal.code != "which_match":
                raise
            mine = await self.services.matches.queries.find(reader.person, STARTED, limit=LISTED)
            begun = [each for each in mine if each.entries]  # not those called off before they began
            await answer(interaction, own_matches_page(self.services, begun, reader))
            return
        await answer(interaction, self.actions.replaying.opened(found.id, reader))

    async def _brought(self, record: discord.Attachment, reader: Reader) -> Page:
        return await self.actions.replaying.record(await read_file(record), reader)

    @localized_command("plan")
    async def plan(
        self,
        interaction: Interaction,
        move: app_commands.Range[str, 1, 200] | None = None,
        match: int | None = None,
    ) -> None:
        found = await self.services.meant(interaction, match, None)
        if move is not None:
            typed = self.services.face(found.game).to_notation(move)
            await self.actions.plan(interaction, found.id, typed, edit=False)
            return
        await answer(interaction, self.actions.plan_choices(interaction, found.id))

    @plan.autocomplete("move")
    async def _suggest_plans(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        services, given = self.services, getattr(interaction.namespace, "match", None)
        try:
            found = await services.meant(interaction, given if isinstance(given, int) else None, None)
            outset = await services.matches.plans.outset(found.id, interaction.user.id)
        except Refusal:
            return []
        return await services.suggest_moves(interaction, found, outset.view, outset.moves, current)

    @localized_command("note")
    async def note(
        self,
        interaction: Interaction,
        words: app_commands.Range[str, 1, MAX_NOTE_LENGTH] = "",
        match: int | None = None,
    ) -> None:
        reader = await self.services.reader_of(interaction)
        found = await self.services.meant(interaction, match, None, EVERY if match else STARTED)
        await answer(interaction, self._note(found, words, reader))

    async def _note(self, match: Match, said: str, reader: Reader) -> Page:
        matches, text = self.services.matches, reader.text
        if not said:
            note = await matches.people.jotting(match.id, reader.person)
            if not note and match.seat_of(reader.person) is None:
                raise Refusal("not_seated", match=match.id)
        else:
            note = await matches.people.jot(match.id, reader.person, "" if said.strip() == "-" else said)
        if not note:
            return words(text("note.none", match=match.id))
        return words(text("note.title", match=match.id), text("note.text", note=note), text("note.how"))

    @undo.autocomplete("match")
    @plan.autocomplete("match")
    async def _running_match(self, interaction: Interaction, current: str) -> Choices:
        return await self.services.suggest_matches(interaction, current, None, (Status.RUNNING,))

    @cancel.autocomplete("match")
    async def _open_match(self, interaction: Interaction, current: str) -> Choices:
        return await self.services.suggest_matches(interaction, current, None, OPEN)

    @invite.autocomplete("match")
    async def _open_table(self, interaction: Interaction, current: str) -> Choices:
        return await self.services.suggest_matches(interaction, current, None, (Status.LOBBY,))

    @show.autocomplete("match")
    @board.autocomplete("match")
    @log.autocomplete("match")
    @rules.autocomplete("match")
    @replay.autocomplete("match")
    @note.autocomplete("match")
    async def _any_match(self, interaction: Interaction, current: str) -> Choices:
        return await self.services.suggest_matches(interaction, current, None, EVERY)


async def setup(bot: Any) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(MatchCog(bot))
