"""The services that every cog shares: matches, faces of games, readers, pictures."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import discord

from cogs.answering.answers import Page, answer, answer_error, watch, words
from cogs.answering.controls import Control, Press, button
from cogs.answering.fair_limiter import REQUESTER, FairLimiter
from cogs.answering.interaction import Interaction
from cogs.answering.promises import Promises
from cogs.answering.upload_times import UploadTimes
from cogs.answering.verbs import Verbs
from cogs.face.context import Context, Icons
from cogs.face.drawing import Drawing
from cogs.face.face import AnyFace
from cogs.face.narration import numbers
from cogs.services.access import Access
from cogs.services.carried import CarriedPictures
from cogs.services.draw_times import DrawTimes
from cogs.services.open_panels import OpenPanels
from cogs.services.people import People
from cogs.services.picture_cache import PictureCache
from cogs.services.posts import LOST
from cogs.services.press_tokens import PressTokens
from cogs.services.pressed_panels import Panels
from cogs.services.renewals import Renewals
from cogs.text.days import here
from cogs.text.text import (
    Markup,
    Text,
    clean_name,
    language_of,
    shown_length,
    spoken_text,
    text_for,
    without_icons,
)
from cogs.text.zones import city_of, likely_zones
from engine.game import Event, Refusal
from engine.leagues import LeagueService
from engine.match.values import FORGOTTEN
from engine.matches import Entry, Match, Matches, Person, SearchWord, Situation, Status
from engine.robots.levels import level_of
from engine.store import LeaguePlace
from render.kit.canvas import Picture, Theme

__all__ = ["SUGGESTED", "Reader", "Services", "command_named", "contexts", "name_at"]

log = logging.getLogger("longtable.services")

T = TypeVar("T")

SUGGESTED = 25
NEWS = 1400
"""Characters of the news as they are read. The newest move is told however long it is."""
DIGESTED = 6
"""Lines of news from which they begin with a line for each player."""
ROOM = 2000
"""Characters of the news, markup included, at most."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a private answer."""

    person: int
    name: str
    text: Text
    theme: Theme


class Services:
    """The services that all cogs share. They know nothing of any one game."""

    def __init__(
        self,
        matches: Matches,
        faces: Mapping[str, AnyFace],
        icons: Icons | None = None,
        access: Access | None = None,
    ) -> None:
        """`access` decides who may look at a match; if it is missing, only the people who sit there."""
        self.matches = matches
        self.faces = dict(faces)
        self.icons = icons or Icons()
        self.access = access or Access(None)
        self.verbs = Verbs()
        self.people = People(matches)
        self.promises = Promises(matches)
        self.panels = Panels()
        self.renewals = Renewals()
        self.open_panels = OpenPanels(lambda message: self.renewals.stop(message))
        self.answering = FairLimiter(each=2, waiting=8)
        self.uploads = UploadTimes()
        self.carried = CarriedPictures(lambda: matches.store.sole)
        self.presses = PressTokens()
        self.stories: dict[Hashable, Any] = {}
        """The courses of ended matches that were worked out last (`cogs.pages.endings`)."""
        self._drawing = FairLimiter(2)
        self._drawn = PictureCache()
        self._draw_times = DrawTimes()
        self._thinking = FairLimiter(2)
        self._late: set[asyncio.Task[None]] = set()

    @cached_property
    def leagues(self) -> LeagueService:
        """The leagues, on the same database as the matches."""
        return LeagueService(self.matches)

    async def close(self) -> None:
        """Finish the tasks in the background."""
        await self.renewals.close()
        await self.open_panels.close()
        await asyncio.gather(*self._late)
        await self.people.close()
        await self.promises.close()

    # Pressing

    def changes_pressed(self, control: Control) -> bool:
        """Return True if the answer to this control replaces the message that was pressed."""
        return self.verbs.is_in_place(control.verb) or control.argument == "yes"

    async def press(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Answer a button, menu or form of a match that the person may see, or of none, whatever happens."""
        watch(interaction, edit=self.changes_pressed(control))
        REQUESTER.set(interaction.user.id)
        self.matches.store.look_anew()
        if interaction.message is not None and self.changes_pressed(control):
            self.renewals.stop(interaction.message.id)
            self.open_panels.release(interaction.message.id)
        try:
            if not self.verbs.is_personal(control.verb):
                await self.visible_match(interaction, control.match)
            handler = self.verbs.handler(control.verb)
            filled = interaction.type is discord.InteractionType.modal_submit
            if handler is None or filled != self.verbs.is_form(control.verb):
                raise Refusal("unknown_control")
            try:
                await handler(interaction, control, values)
            except Refusal as error:
                if error.code == "not_seated" and self._is_old_panel(interaction, control):
                    text = (await self.reader_of(interaction)).text
                    await answer(interaction, words(text.refusal(error)), edit=True)
                    return
                undone = await self._refusal_after_restore(error, control.match)
                if undone is None:
                    raise
                raise undone from error
        except Exception as error:
            await answer_error(interaction, error, control.match)

    def _is_old_panel(self, interaction: Interaction, control: Control) -> bool:
        """Return whether the pressed message is a panel of the person's own, whose buttons may go."""
        message = interaction.message
        own = message is not None and (message.flags.ephemeral or interaction.guild_id is None)
        return own and self.verbs.is_in_place(control.verb)

    async def _refusal_after_restore(self, error: Refusal, match: int) -> Refusal | None:
        """Return the refusal of a button whose stage of the match a restored backup has undone, or `None`."""
        if (
            error.code not in ("not_started", "not_over")
            or not await self.matches.queries.has_restored_backup()
        ):
            return None
        if error.code == "not_started":
            return Refusal("start_lost", match=match)
        return Refusal("end_lost", match=match)

    def came_too_late(self, interaction: Interaction) -> None:
        """Send the question in private if an answer came too late, and nothing is left to press."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        match, message = interaction.extras.get("match"), interaction.message
        still_there = message is not None and (message.flags.ephemeral or interaction.guild_id is None)
        if isinstance(match, int) and not still_there:
            task = asyncio.create_task(self._show_privately(match, interaction.user.id), name="late")
            self._late.add(task)
            task.add_done_callback(self._late.discard)

    async def _show_privately(self, match: int, person: int) -> None:
        try:
            await self.matches.recovery.show_privately(match, person)
        except Refusal as error:
            log.warning("match %s: who was answered too late cannot be written to: %s", match, error)

    # People

    async def reader_of(self, interaction: Interaction) -> Reader:
        """Return the person as a reader. The language is kept for messages that are sent unasked."""
        user = interaction.user
        chosen = (await self.people.get(user.id)).chosen
        language = chosen.language or language_of(interaction.locale)
        # A person who writes in the direct channel has opened it again.
        direct = interaction.guild_id is None and not interaction.context.private_channel
        opened = {"dm_closed": False} if direct else {}
        person = await self.people.notice(user.id, locale=language, **opened)
        await self._note_seen(user.id)
        return Reader(user.id, clean_name(user.display_name), _text(language, person), _theme(person))

    async def _note_seen(self, person: int) -> None:
        """Note that somebody is there; an answer does not wait for a database that is away."""
        try:
            await self.matches.hours.note_seen(person)
        except Refusal as error:
            log.warning("it cannot be noted that somebody is there: %s", error)

    def language_of(self, interaction: Interaction) -> str:
        """Return the language of an answer: the person's choice, if it is in memory, or the client's."""
        known = self.people.cached_person(interaction.user.id)
        return known.chosen.language if known and known.chosen.language else language_of(interaction.locale)

    async def person(self, person: int) -> Person:
        """Return the facts remembered of somebody."""
        return await self.people.get(person)

    async def remember(self, person: int, **changes: Any) -> Person:
        """Change the facts remembered of somebody, and wait until they are written."""
        return await self.people.remember(person, **changes)

    async def reader(self, person: int) -> Reader:
        """Return a person as the reader of a message that is sent unasked."""
        known = await self.person(person)
        return Reader(person, known.name, _text(known.locale or "en", known), _theme(known))

    async def once_about_inbox(self, reader: Reader) -> Markup | None:
        """Return the sentence about a closed inbox, the first time only."""
        person = await self.person(reader.person)
        if not person.dm_closed or person.dm_told:
            return None
        await self.people.notice(reader.person, dm_told=True)
        return reader.text("inbox.closed")

    # Seeing

    def face(self, game: str) -> AnyFace:
        """Return the face of a game. Raises `Refusal` when the game is not here any more."""
        try:
            return self.faces[game]
        except KeyError:
            raise Refusal("no_game", game=game) from None

    def context(self, match: Match, text: Text, theme: Theme = Theme.DARK) -> Context:
        """Return the match's context for a reader with this language and theme."""
        names, short = names_of(match, text), names_of(match, text, short=True)
        return Context(text, theme, names, self.icons, has_help=match.has_help, short_names=short)

    def public_context(self, match: Match) -> Context:
        """Return the match's context for everybody, in the venue's language."""
        return self.context(match, text_for(match.venue.locale))

    async def draw(self, drawing: Drawing) -> Picture:
        """Draw, large pictures off the event loop, two at a time; the same picture once."""
        known = self._drawn.get(drawing.draw)
        if known is not None:
            return known
        if self._draw_times.is_small(drawing.draw):
            picture = self._draw_times.draw(drawing.draw)
        else:
            picture = await self._drawing.run(self._draw_times.draw, drawing.draw)
        return self._drawn.keep(drawing.draw, picture)

    async def think(self, work: Callable[..., T], *given: object, kind: Hashable = None) -> T:
        """Run work that takes a while off the event loop, two at a time.

        Work of a `kind` that has taken little time so far is done at once.
        """
        if kind is None:
            return await self._thinking.run(work, *given)
        if self._draw_times.is_small_kind(kind):
            return self._draw_times.run(kind, work, *given)
        return await self._thinking.run(self._draw_times.run, kind, work, *given)

    async def show(self, page: Page, drawing: Drawing | None, name: str) -> Page:
        """Add a picture to a page. A picture that fails is logged, and its words stand in for it."""
        if drawing is None:
            return page
        try:
            drawn = await self.draw(drawing)
        except Exception:
            log.exception("the picture %s could not be drawn", name)
            return page.say(drawing.alt)
        return page.show(drawn, name, drawing.alt)

    async def show_more(self, page: Page, drawings: Sequence[Drawing], name: str) -> Page:
        """Add the pictures below a board."""
        for number, drawing in enumerate(drawings, 1):
            await self.show(page, drawing, f"{name}-{number}")
        return page

    async def where(self, situation: Situation, reader: Reader) -> Markup:
        """Return the lines that name a direct message's match: game, task, and the thread or the players."""
        match, text, face = situation.match, reader.text, self.face(situation.match.game)
        known = {"game": face.game.title, "match": match.id}
        open_ = situation.seat in situation.pending and situation.held is None
        task = face.task(self.context(match, text, reader.theme), situation.view) if open_ else ""
        if match.is_private:
            others = [name for seat, name in enumerate(names_of(match, text)) if seat != situation.seat]
            return text("private.where", who=text.list(text("name", who=each) for each in others), **known)
        line = text("inbox.turn", task=task, **known) if task else text("inbox.match", **known)
        thread = await self.matches.posts.post(match.id, "thread")
        if thread is None or await self.is_lost(match):
            place = text("name", who=", ".join(names_of(match, text)))
        else:
            place = Markup(f"<#{thread.channel}>")
        return Markup(f"{line}\n{text('inbox.place', where=place)}")

    def about(self, match: Match, text: Text, said: Markup) -> Markup:
        """Return a sentence for an unasked message: it begins with the match."""
        return text("about", game=self.face(match.game).game.title, match=match.id, said=said)

    async def league_place(self, match: Match) -> LeaguePlace | None:
        """Return where in a league the match is played; `None` for matches of no league."""
        return await self.matches.store.league_place(match.id) if match.is_league else None

    async def is_lost(self, match: Match) -> bool:
        """Return whether the match's venue is lost: nothing can be written there at the moment."""
        return await self.matches.posts.post(match.id, LOST) is not None

    def news(
        self,
        situation: Situation,
        ctx: Context,
        *,
        public: bool,
        room: int = ROOM,
        since: Sequence[tuple[Entry, Sequence[Event]]] | None = None,
    ) -> Markup:
        """Return the news since the viewer's last move; `public` leaves out what only the viewer may know.

        With `since` they are these, up to what the situation shows. Long ones begin with a line for each
        player: `Face.digest`, and what each did last who has no line there and whose own are all left out.
        Where there is no room for all, the earliest are left out, and nobody is to be missed by that. Where
        those lines would leave no room for the newest entry, they are left out themselves.
        """
        news = situation.news if since is None else since
        told = self._told(situation.match, news, ctx, public=public)
        command = command_named(ctx.text, "match", "log")
        entries = [lines for _, lines in told]
        whole = _tail(ctx.text, entries, room, command)
        seen = [[each for each in events if not public or each.to is None] for _, events in news]
        above = list[Markup]()
        if whole.count("\n") >= DIGESTED:
            above = list(self.face(situation.match.game).digest(ctx, situation.view, seen))
        newest, rest = without_icons("\n".join(entries[-1])) if entries else "", whole
        while True:  # each line above may push out the last one of somebody else
            if above:
                left = room - len("\n".join(above)) - 1
                if left < 0:
                    return whole
                rest = _tail(ctx.text, entries, left, command)
            missed = _missed(told, rest, "\n".join(above), ctx.names, situation.seat)
            if not missed:
                break
            above += missed
        if not above:
            return whole
        digest = "\n".join(above)
        return Markup(f"{digest}\n{rest}") if without_icons(rest).endswith(newest) else whole

    def news_text(
        self,
        match: Match,
        news: Sequence[tuple[Entry, Sequence[Event]]],
        ctx: Context,
        *,
        public: bool,
        room: int = ROOM,
    ) -> Markup:
        """Return entries of the log in sentences: the newest whole, earlier ones as long as room is left.

        `room` is how many characters the message can still hold.
        """
        entries = [lines for _, lines in self._told(match, news, ctx, public=public)]
        return _tail(ctx.text, entries, room, command_named(ctx.text, "match", "log"))

    def _told(
        self, match: Match, news: Sequence[tuple[Entry, Sequence[Event]]], ctx: Context, *, public: bool
    ) -> list[tuple[int | None, list[Markup]]]:
        """Return the lines of each entry of the log that has any, with the seat that did something."""
        face = self.face(match.game)
        known = face.lasting(
            _with_forced_moves_counted(
                [[each for each in events if not public or each.to is None] for _, events in news]
            )
        )
        entries: list[tuple[int | None, list[Markup]]] = []
        for events, then in zip(known, contexts(match, ctx, known), strict=True):
            lines: list[Markup] = []
            for event in events:
                if line := narrate(face, then, event):
                    if lines and face.follows(event):
                        lines[-1] = Markup(f"{lines[-1]} {line}")
                    else:
                        lines.append(line)
            if lines:
                actor = next((event.seat for event in events if event.seat is not None), None)
                entries.append((actor, lines))
        return entries

    # Finding

    async def visible_match(self, interaction: Interaction, match: int) -> Match:
        """Return the match with this number, if the person may look at it.

        Raises `Refusal` ``no_match`` for other people, as for a number that does not exist.
        """
        interaction.extras["match"] = match
        found = await self.matches.loader.get(match)
        if not await self.access.may_see(interaction.user, found):
            raise Refusal("no_match", match=match)
        return found

    async def meant(
        self,
        interaction: Interaction,
        match: int | None,
        game: str | None,
        statuses: Sequence[Status] = (Status.RUNNING,),
        *,
        asked: bool = False,
    ) -> Match:
        """Return the match that is meant: the one named, the thread's, or the only one that fits.

        `asked` prefers matches in which the person has something to decide. Raises `Refusal`.
        """
        if match is not None:
            found = await self.visible_match(interaction, match)
            if game is not None and found.game != game:
                raise Refusal("other_game", match=match, game=self.face(found.game).game.title)
            return found
        here = await self.here(interaction)
        if here is not None:
            found = await self.matches.loader.get(here)
            fits = game is None or found.game == game
            if fits and await self.access.may_see(interaction.user, found):
                interaction.extras["match"] = found.id
                return found
        elif _is_own_thread(interaction) and await self.matches.queries.has_restored_backup():
            raise Refusal("thread_lost")
        found = await self._only(interaction.user.id, game, statuses, asked=asked)
        interaction.extras["match"] = found.id
        return found

    async def here(self, interaction: Interaction) -> int | None:
        """Return the number of the match whose thread this is; `None` elsewhere."""
        if interaction.channel_id is None:
            return None
        posts = await self.matches.posts.posted_in(interaction.channel_id, "thread")
        return posts[0].match if posts else None

    async def _only(self, person: int, game: str | None, statuses: Sequence[Status], *, asked: bool) -> Match:
        """Return the person's one match that fits; of several, with `asked`, the one that waits."""
        mine = await self.matches.queries.find(person, statuses, game, limit=2)
        if len(mine) > 1 and asked:
            waiting = await self.matches.queries.waiting_for(person, game)
            if len(waiting) == 1:
                return await self.matches.loader.get(min(waiting))
        if not mine:
            raise Refusal("none_of_yours")
        if len(mine) > 1:
            raise Refusal("which_match")
        return mine[0]

    async def seat(
        self,
        reader: Reader,
        seating: Awaitable[Match],
        told: Callable[[Match], Awaitable[Page]] | None = None,
    ) -> Page:
        """Let the reader sit down, and return the answer: every way into a seat at a table is this function.

        `seating` seats the person, or asks for a seat; `told` returns the page about it. Once in a person's
        life it is asked what time it is where they are, since matches among people have clocks.
        """
        match = await seating
        page = words(reader.text("lobby.joined", match=match.id)) if told is None else await told(match)
        if match.is_rated and match.status is Status.LOBBY:
            # A button of a message from before says nothing of what the host has changed since.
            page.say(reader.text("lobby.rated"))
        return await self._ask_zone(page, reader, match.venue.guild)

    async def join(self, match: int, reader: Reader, click: int) -> Page:
        """Sit down at a table."""
        return await self.seat(reader, self.matches.lobbies.join(match, reader.person, reader.name, click))

    async def _ask_zone(self, page: Page, reader: Reader, guild: int) -> Page:
        """Add, once in a person's life, the question what time it is where they are."""
        if not await self.matches.hours.ask_zone(reader.person):
            return page
        server = await self.matches.hours.server(guild)
        page.say(Markup(f"{reader.text('zone.ask')} {reader.text('zone.once')}"))
        return page.row(*self.zones(reader.text, server.zone, lambda zone: Control(0, "zone", zone)))

    def zones(self, text: Text, server: str | None, leading: Callable[[str], Control]) -> list[Press]:
        """Return a button for each zone in which somebody most likely is, on a server with that zone."""
        now = self.matches.now()
        return [
            button(
                leading(zone),
                text.plain("zone.choice", time=f"{here(now, zone):%H:%M}", city=city_of(zone, text)),
            )
            for zone in likely_zones(text.language, server)
        ]

    def label(self, match: Match, text: Text) -> str:
        """Return a match in one line, for suggestions and lists: at most 100 characters."""
        who = ", ".join(names_of(match, text)) or "…"
        title = self.faces[match.game].game.title if match.game in self.faces else match.game
        return text.plain("match.label", match=match.id, game=title, who=who)[:100]

    async def suggest_matches(
        self,
        interaction: Interaction,
        typed: str,
        game: str | None,
        statuses: Sequence[Status],
    ) -> list[discord.app_commands.Choice[int]]:
        """Suggest, for the option `match`, the person's own matches that fit the typed text."""
        text = text_for(self.language_of(interaction))
        words = self.search_words(typed, text)
        try:
            mine = await self.matches.queries.find(
                interaction.user.id, statuses, game, words, limit=SUGGESTED
            )
        except Refusal:
            return []
        return [discord.app_commands.Choice(name=self.label(each, text), value=each.id) for each in mine]

    def search_words(self, typed: str, text: Text) -> tuple[SearchWord, ...]:
        """Return the words of a search for a match, as somebody types them."""
        parts = [each.strip("#,:").casefold() for each in typed.split()]
        return tuple([SearchWord(each, *self._called(each, text)) for each in parts if each])

    async def suggest_moves(
        self, interaction: Interaction, match: Match, view: Any, moves: Sequence[Any], typed: str
    ) -> list[discord.app_commands.Choice[str]]:
        """Suggest, for the option `move`, those of the moves that fit the typed text, best first."""
        reader = await self.reader_of(interaction)
        ctx, face = self.context(match, reader.text, reader.theme), self.face(match.game)
        typed = face.to_notation(typed)
        offers = await self.think(face.suggest, ctx, view, moves, typed, kind=("suggest", match.game))
        return [
            discord.app_commands.Choice(name=each.label[:100], value=each.notation)
            for each in offers[:SUGGESTED]
        ]

    def _called(self, word: str, text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the games and the kinds of robots whose names in this language contain the word."""
        games = [key for key, face in self.faces.items() if word in face.game.title.casefold()]
        kinds = {kind for face in self.faces.values() for kind in face.game.players}
        return tuple(games), tuple(kind for kind in kinds if word in player_name(kind, text).casefold())


def _is_own_thread(interaction: Interaction) -> bool:
    """Return whether this bot opened the thread; it does so for matches alone."""
    channel, bot = interaction.channel, interaction.client.user
    return isinstance(channel, discord.Thread) and bot is not None and channel.owner_id == bot.id


def command_named(text: Text, group: str, name: str) -> Markup:
    """Return a command of a game, or of `match`, as one types it in this language: ``/genial play``."""
    typed = f"/{text.plain(f'command.{group}')} {text.plain(f'command.{name}')}"
    return Markup(f"`{typed}`")


def narrate(face: AnyFace, ctx: Context, event: Event) -> Markup | None:
    """Return the sentence about an event: the table's events here, the game's by its face."""
    if event.code == "replaced" and event.inputs.get("player") == "resigned" and event.seat is not None:
        return ctx.text("event.resigned", who=ctx.names[event.seat])
    if event.code in _OF_A_SEAT and event.seat is not None:
        return ctx.text(f"event.{event.code}", who=ctx.names[event.seat])
    if event.code == "ended_won":
        seats, resigned = numbers(event, "seats"), numbers(event, "resigned")
        why = ctx.text("ending.absent")
        if resigned:
            why = ctx.text("ending.resigned", who=_listed(ctx, resigned), n=len(resigned))
        return ctx.text("event.ended_won", who=_listed(ctx, seats), n=len(seats), why=why)
    if event.code == "won_among":
        seats, lost = numbers(event, "seats"), numbers(event, "lost")
        if not seats:
            return ctx.text("event.won_nobody")
        return ctx.text("event.won_among", who=_listed(ctx, seats), n=len(seats), lost=_listed(ctx, lost))
    if event.code in ("undone", "stepped_back") and event.seat is not None:
        agreed = [ctx.text("name", who=ctx.names[seat]) for seat in numbers(event, "agreed")]
        code = f"event.{event.code}" if agreed or event.code == "stepped_back" else "event.undone_alone"
        return ctx.text(code, who=ctx.names[event.seat], agreed=ctx.text.list(agreed) if agreed else "")
    if event.code in _OF_THE_TABLE:
        return ctx.text(f"event.{event.code}")
    if event.code == "only_move":
        return ctx.text("event.only_move", n=event.inputs.get("n", 1))
    return face.narrate(ctx, event)


def _listed(ctx: Context, seats: Sequence[int]) -> Markup:
    return ctx.text.list(ctx.text("name", who=ctx.names[seat]) for seat in seats)


_OF_A_SEAT = ("replaced", "stewarded", "returned", "substituted", "host_replaced")
_OF_THE_TABLE = ("refreshed", "paced", "host_time", "host_undone", "host_ended")
"""Codes of events that any table may have, whatever is played there."""


def _with_forced_moves_counted(entries: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """Return the events by entry; the last of forced moves in a row says of all that they were forced."""
    found: list[list[Event]] = []
    row = 0
    for number, events in enumerate(entries):
        kept = list(events)
        if any(event.code == "only_move" for event in events):
            row += 1
            after = entries[number + 1] if number + 1 < len(entries) else ()
            goes_on = any(event.code == "only_move" for event in after)
            kept = [event for event in events if event.code != "only_move"]
            if not goes_on:
                kept.append(Event("only_move", None, {"n": row}))
                row = 0
        found.append(kept)
    return found


def name_at(match: Match, seat: int, text: Text, limit: int = 32) -> str:
    """Return the name of the person who sits there, or sat there before a robot. It is not escaped.

    Who was forgotten is called by the place at the table.
    """
    name = match.occupants[seat].name
    if name == FORGOTTEN:
        return text.plain("player.forgotten", number=seat + 1)
    return clean_name(name, limit)


def names_of(match: Match, text: Text, *, short: bool = False) -> tuple[str, ...]:
    """Return the names by seat. Robots are named by kind, and numbered if there are several of one.

    Their `short` names are for pictures, which have little room.
    """
    kinds = [each.player for each in match.occupants if each.person is None and not each.name]
    seen: dict[str, int] = {}
    names: list[str] = []
    for seat, occupant in enumerate(match.occupants):
        if occupant.person is not None or occupant.player is None:
            names.append(name_at(match, seat, text))
            continue
        if occupant.name:
            names.append(text.plain("player.took_over", who=name_at(match, seat, text, 24)))
            continue
        kind = occupant.player
        seen[kind] = seen.get(kind, 0) + 1
        name = player_name(kind, text, short=short)
        names.append(f"{name} {seen[kind]}" if kinds.count(kind) > 1 else name)
    return tuple(names)


def contexts(match: Match, ctx: Context, entries: Sequence[Sequence[Event]]) -> Sequence[Context]:
    """Return the context of each entry, oldest first, with the names of the people who sat there then.

    What a person did before a robot took over the seat, or somebody else sat down, stays theirs; what a robot
    did for somebody absent is told as the robot's.
    """
    names, found = list(ctx.names), list[Context]()
    for seat in match.absent:
        names[seat] = _robot_for(match, seat, ctx.text)
    then = replace(ctx, names=tuple(names))
    for events in reversed(entries):
        changed = {event.code: event.seat for event in events if event.code in _SEATINGS}
        for code, seat in changed.items():
            if seat is not None and code != "substituted":
                names[seat] = name_at(match, seat, ctx.text)
        if changed:
            then = replace(ctx, names=tuple(names))
        found.append(then)
        if (seat := changed.get("substituted")) is not None:
            names[seat] = ctx.text.plain("player.before", who=name_at(match, seat, ctx.text, 24))
        if (seat := changed.get("returned")) is not None:
            names[seat] = _robot_for(match, seat, ctx.text)
        if changed:
            then = replace(ctx, names=tuple(names))
    return found[::-1]


_SEATINGS = ("replaced", "substituted", "stewarded", "returned", "host_replaced")
"""Codes of the events after which another person or a robot plays for a seat."""


def _robot_for(match: Match, seat: int, text: Text) -> str:
    """Return the name of the robot that plays for the seat's person, who is absent."""
    return text.plain("player.stands_in", who=name_at(match, seat, text, 24))


def player_name(kind: str, text: Text, *, short: bool = False) -> str:
    """Return an automatic player's name; the `short` one is for pictures."""
    kind = level_of(kind)
    code = f"player.short.{kind}" if short else f"player.{kind}"
    return text.plain(code) if text.knows(code) else kind


def player_with_level(kind: str, text: Text) -> str:
    """Return an automatic player's name with its strength in a word or two: ``Robot Pip – beginner``."""
    name, code = player_name(kind, text), f"player.level.{level_of(kind)}"
    return text.plain("player.with_level", robot=name, level=text.plain(code)) if text.knows(code) else name


def _text(language: str, person: Person) -> Text:
    return text_for(language, named=person.chosen.named)


def _theme(person: Person) -> Theme:
    return Theme.LIGHT if person.theme == Theme.LIGHT.value else Theme.DARK


def _missed(
    told: Sequence[tuple[int | None, Sequence[Markup]]],
    shown: Markup,
    above: str,
    names: Sequence[str],
    viewer: int | None,
) -> list[Markup]:
    """Return what each player but the viewer did last, as far as neither `shown` nor `above` has any of it.

    Lines `above` are those of the players whom they name.
    """
    last: dict[int, Markup] = {}
    seen, named = without_icons(shown), spoken_text(Markup(above))
    for actor, lines in told:
        if actor is not None and actor != viewer:
            last[actor] = lines[0]
    return [
        line
        for actor, line in last.items()
        if without_icons(line) not in seen
        and line not in above
        and not re.search(rf"(?<!\w){re.escape(names[actor])}(?!\w)", named)
    ]


def _tail(text: Text, entries: Sequence[Sequence[Markup]], room: int, command: Markup) -> Markup:
    """Return the last lines: those of the newest entry, and as many more as are not too long to read.

    Where the message has less room, the oldest of them lose their emojis first, and are left out next.
    """
    newest = len(entries[-1]) if entries else 0
    lines = [line for entry in entries for line in entry]
    kept, seen = 0, -1
    for line in reversed(lines):
        seen += shown_length(line) + 1
        if seen > NEWS and kept >= newest:
            break
        kept += 1
    told = lines[len(lines) - kept :]
    more = len(text("news.more", n=len(lines), command=command)) + 1

    def fits() -> bool:
        return len("\n".join(told)) + (more if len(told) < len(lines) else 0) <= room

    for number, line in enumerate(told):
        if fits():
            break
        told[number] = without_icons(line)
    while told and not fits():
        told.pop(0)
    if len(told) < len(lines):
        told.insert(0, text("news.more", n=len(lines) - len(told), command=command))
    return Markup("\n".join(told))
