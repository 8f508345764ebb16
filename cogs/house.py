"""What every cog needs: matches, faces of games, the reader's language and theme, the drawing room."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.answers import Page, answer_error, words
from cogs.controls import Control, Handler
from cogs.drawn import Drawn
from cogs.face import Drawing, Face, Icons, Look
from cogs.text import Markup, Text, clean_name, language_of, shown_length, text_for, without_icons
from engine.game import Event, Refusal
from engine.matches import Entry, Match, Matches, Person, Situation, Status
from render.canvas import Picture, Theme

__all__ = ["House", "Reader", "command_named", "lost_note"]

log = logging.getLogger("longtable.house")

REMEMBERED = 4096
"""People kept in memory, so that a click need not read what has not changed."""
SUGGESTED = 25
NEWS = 1400
"""Characters of what happened, as they are read. What the newest move did is told however long it is."""
ROOM = 2000
"""Characters of it in a message, markup included: the question needs the rest of 4,000."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads a private answer."""

    person: int
    name: str
    text: Text
    theme: Theme


class House:
    """Shared by all cogs. Knows nothing of any one game."""

    def __init__(self, matches: Matches, faces: Mapping[str, Face], icons: Icons | None = None) -> None:
        self.matches = matches
        self.faces = dict(faces)
        self.icons = icons or Icons()
        self.verbs: dict[str, Handler] = {}
        self._drawing = asyncio.Semaphore(2)
        self._drawn = Drawn()
        self._people: OrderedDict[int, Person] = OrderedDict()

    # Pressing

    async def press(
        self, interaction: discord.Interaction[Any], control: Control, values: Sequence[str]
    ) -> None:
        """Answer a button or a menu, whatever happens."""
        try:
            await self.notice_reader(interaction)
            handler = self.verbs.get(control.verb)
            if handler is None:
                raise Refusal("unknown_control")
            await handler(interaction, control, values)
        except Exception as error:
            await answer_error(interaction, error, control.match)

    # People

    async def person(self, person: int) -> Person:
        """What is remembered of somebody."""
        known = self._people.get(person)
        if known is None:
            known = self._keep(await self.matches.person(person))
        self._people.move_to_end(person)
        return known

    async def remember(self, person: int, **changes: Any) -> Person:
        """Change what is remembered of somebody."""
        known = await self.person(person)
        if all(getattr(known, key) == value for key, value in changes.items()):
            return known
        return self._keep(await self.matches.remember(person, **changes))

    def _keep(self, person: Person) -> Person:
        self._people[person.id] = person
        while len(self._people) > REMEMBERED:
            self._people.popitem(last=False)
        return person

    async def notice_reader(self, interaction: discord.Interaction[Any]) -> Reader:
        """Who asks, in which language and theme. The language is kept for messages that nobody asked for."""
        language = language_of(interaction.locale)
        user = interaction.user
        # Whoever writes in the direct channel has opened it again.
        opened = {"dm_closed": False} if interaction.guild_id is None else {}
        person = await self.remember(user.id, locale=language, **opened)
        return Reader(user.id, clean_name(user.display_name), text_for(language), _theme(person))

    async def reader(self, person: int) -> Reader:
        """Somebody to whom we write unasked."""
        known = await self.person(person)
        return Reader(person, known.name, text_for(known.locale or "en"), _theme(known))

    async def once_about_inbox(self, reader: Reader) -> Markup | None:
        """The sentence about a closed inbox, the first time only."""
        person = await self.person(reader.person)
        if not person.dm_closed or person.dm_told:
            return None
        await self.remember(reader.person, dm_told=True)
        return reader.text("inbox.closed")

    # Seeing

    def face(self, game: str) -> Face:
        """The face of a game. Raises `Refusal` when the game is not here any more."""
        try:
            return self.faces[game]
        except KeyError:
            raise Refusal("no_game", game=game) from None

    def look(self, match: Match, text: Text, theme: Theme = Theme.DARK) -> Look:
        """How a reader with this language and theme sees a match."""
        return Look(text, theme, names_of(match, text), self.icons)

    def public_look(self, match: Match) -> Look:
        """What all see, in the place's language."""
        return self.look(match, text_for(match.place.locale))

    async def draw(self, drawing: Drawing) -> Picture:
        """Draw, two pictures at a time, off the event loop; the same picture once."""
        if (known := self._drawn.get(drawing.draw)) is not None:
            return known
        async with self._drawing:
            return self._drawn.keep(drawing.draw, await asyncio.to_thread(drawing.draw))

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

    async def where(self, match: Match, text: Text) -> Markup:
        """Which match a direct message belongs to: its thread, whose name tells it, unless that is lost."""
        thread = await self.matches.post(match.id, "thread")
        if thread is None or await self.is_lost(match):
            return text("inbox.turn", where=text("name", who=self.label(match, text)))
        return text("inbox.turn", where=Markup(f"<#{thread.channel}>"))

    async def is_lost(self, match: Match) -> bool:
        """Whether nothing can be written at the moment where the match is played."""
        return bool(await self.matches.note(lost_note(match)))

    def news(self, situation: Situation, look: Look, *, public: bool, room: int = ROOM) -> Markup:
        """What happened since the viewer's last move; `public` leaves out what only the viewer may know."""
        return self.told(situation.match, situation.news, look, public=public, room=room)

    def told(
        self,
        match: Match,
        news: Sequence[tuple[Entry, Sequence[Event]]],
        look: Look,
        *,
        public: bool,
        room: int = ROOM,
    ) -> Markup:
        """Entries of the log in sentences: the newest whole, of those before it what is not too long to read.

        `room` is how many characters the message can still hold.
        """
        face = self.face(match.game)
        known = [[each for each in events if not public or each.to is None] for _, events in news]
        entries: list[list[Markup]] = []
        for events in face.lasting(known):
            lines: list[Markup] = []
            for event in events:
                if line := narrated(face, look, event):
                    if lines and face.follows(event):
                        lines[-1] = Markup(f"{lines[-1]} {line}")
                    else:
                        lines.append(line)
            if lines:
                entries.append(lines)
        return _tail(look.text, entries, room, command_named(look.text, match.game, "log"))

    # Finding

    async def meant(
        self,
        interaction: discord.Interaction[Any],
        match: int | None,
        game: str | None,
        statuses: Sequence[Status] = (Status.RUNNING,),
        *,
        asked: bool = False,
    ) -> Match:
        """The match that is meant: the one named, the thread's, or the only one that fits.

        `asked` prefers matches in which the person has something to decide. Raises `Refusal`.
        """
        if match is not None:
            if type(match) is not int:
                raise Refusal("unknown_value", value=str(match)[:40])
            found = await self.matches.get(match)
            if found.seat_of(interaction.user.id) is None and found.place.guild != interaction.guild_id:
                raise Refusal("no_match", match=match)
            if game is not None and found.game != game:
                raise Refusal("other_game", match=match, game=self.face(found.game).game.title)
            return found
        if interaction.channel_id is not None:
            here = await self.matches.posted_in(interaction.channel_id, "thread")
            if here:
                found = await self.matches.get(here[0].match)
                if game is None or found.game == game:
                    return found
        mine = [
            each
            for each in await self.matches.of_person(interaction.user.id, statuses)
            if game is None or each.game == game
        ]
        if len(mine) > 1 and asked:
            waiting = await self.matches.waiting_for(interaction.user.id)
            mine = [each for each in mine if each.id in waiting] or mine
        if not mine:
            raise Refusal("none_of_yours")
        if len(mine) > 1:
            raise Refusal("which_match")
        return mine[0]

    async def join(self, match: int, reader: Reader, click: int) -> Page:
        """Sit down at a table."""
        joined = await self.matches.join(match, reader.person, reader.name, click)
        return words(reader.text("lobby.joined", match=joined.id))

    def label(self, match: Match, text: Text) -> str:
        """A match in one line, for suggestions and lists: at most 100 characters."""
        who = ", ".join(names_of(match, text)) or "…"
        title = self.faces[match.game].game.title if match.game in self.faces else match.game
        return text.plain("match.label", match=match.id, game=title, who=who)[:100]

    async def suggest_matches(
        self,
        interaction: discord.Interaction[Any],
        typed: str,
        game: str | None,
        statuses: Sequence[Status],
    ) -> list[discord.app_commands.Choice[int]]:
        """Suggestions for the option `match`: the person's own that fit what was typed."""
        text = text_for(language_of(interaction.locale))
        try:
            mine = await self.matches.of_person(interaction.user.id, statuses)
        except Refusal:
            return []
        labels = [(self.label(each, text), each.id) for each in mine if game in (None, each.game)]
        typed = typed.casefold().strip().removeprefix("#")
        return [
            discord.app_commands.Choice(name=label, value=number)
            for label, number in labels
            if typed in label.casefold()
        ][:SUGGESTED]


def lost_note(match: Match) -> str:
    """The note that names who was told that a match's place is lost; empty or missing while it is not."""
    return f"lost:{match.id}"


def command_named(text: Text, game: str, verb: str) -> Markup:
    """A game's command as one types it in this language: ``/genial play``."""
    group = text.plain(f"command.{game}")
    return Markup(f"`/{group} {text.plain(f'command.{verb}')}`")


def narrated(face: Face, look: Look, event: Event) -> Markup | None:
    """What happened, in a sentence: at the table here, in the game by its face."""
    if event.code == "replaced" and event.seat is not None:
        return look.text("event.replaced", who=look.names[event.seat])
    return face.narrate(look, event)


def names_of(match: Match, text: Text) -> tuple[str, ...]:
    """Who sits where; automatic players by their kind, told apart by number where there are several."""
    kinds = [each.player for each in match.occupants if each.person is None and not each.name]
    seen: dict[str, int] = {}
    names: list[str] = []
    for occupant in match.occupants:
        if occupant.person is not None or occupant.player is None:
            names.append(clean_name(occupant.name))
            continue
        if occupant.name:
            names.append(text.plain("player.took_over", who=clean_name(occupant.name, 24)))
            continue
        kind = occupant.player
        seen[kind] = seen.get(kind, 0) + 1
        name = player_name(kind, text)
        names.append(f"{name} {seen[kind]}" if kinds.count(kind) > 1 else name)
    return tuple(names)


def player_name(kind: str, text: Text) -> str:
    """An automatic player's name."""
    code = f"player.{kind}"
    return text.plain(code) if text.knows(code) else kind


def _theme(person: Person) -> Theme:
    return Theme.LIGHT if person.theme == Theme.LIGHT.value else Theme.DARK


def _tail(text: Text, entries: Sequence[Sequence[Markup]], room: int, command: Markup) -> Markup:
    """The last lines: those of the newest entry, and as many more as are not too long to read."""
    newest = len(entries[-1]) if entries else 0
    lines = [line for entry in entries for line in entry]
    more = len(text("news.more", n=len(lines), command=command)) + 1
    if len("\n".join(lines[-newest:])) > room - (more if newest < len(lines) else 0):
        lines = [without_icons(line) for line in lines]
    whole = Markup("\n".join(lines))
    if len(whole) <= room and (newest == len(lines) or shown_length(whole) <= NEWS):
        return whole
    kept, long, seen = 0, more, 0
    for line in reversed(lines):
        long += len(line) + 1
        seen += shown_length(line) + 1
        if long > room + 1 or (seen > NEWS and kept >= newest):
            break
        kept += 1
    told = [text("news.more", n=len(lines) - kept, command=command), *lines[len(lines) - kept :]]
    return Markup("\n".join(told))
