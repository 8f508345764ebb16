"""What every cog needs: matches, faces of games, the reader's language and theme, the drawing room."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from cogs.access import Access
from cogs.answers import Page, answer_error, words
from cogs.budgets import ASKING, Shares
from cogs.controls import Control, Handler
from cogs.drawn import Drawn
from cogs.face import Drawing, Face, Icons, Look
from cogs.remembering import People
from cogs.text import Markup, Text, clean_name, language_of, shown_length, text_for, without_icons
from engine.game import Event, Refusal
from engine.matches import Entry, Match, Matches, Person, Situation, Status, Wanted
from render.canvas import Picture, Theme

__all__ = ["SUGGESTED", "House", "Reader", "command_named"]

log = logging.getLogger("longtable.house")

T = TypeVar("T")

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

    def __init__(
        self,
        matches: Matches,
        faces: Mapping[str, Face],
        icons: Icons | None = None,
        access: Access | None = None,
    ) -> None:
        """Without `access` only who sits at a match may look at it."""
        self.matches = matches
        self.faces = dict(faces)
        self.icons = icons or Icons()
        self.access = access or Access(None)
        self.verbs: dict[str, Handler] = {}
        self.in_place: set[str] = set()
        """The verbs that change the message that was pressed."""
        self.people = People(matches)
        self.answering = Shares(each=2, waiting=8)
        self._drawing = Shares(2)
        self._drawn = Drawn()
        self._thinking = Shares(2)

    async def close(self) -> None:
        """Finish what was begun in the background."""
        await self.people.close()

    # Pressing

    def changes_pressed(self, control: Control) -> bool:
        """Whether the answer to this control takes the place of what was pressed."""
        return control.verb in self.in_place or control.argument == "yes"

    async def press(
        self, interaction: discord.Interaction[Any], control: Control, values: Sequence[str]
    ) -> None:
        """Answer a button or a menu of a match that the person may see, whatever happens."""
        ASKING.set(interaction.user.id)
        try:
            await self.seen(interaction, control.match)
            handler = self.verbs.get(control.verb)
            if handler is None:
                raise Refusal("unknown_control")
            await handler(interaction, control, values)
        except Exception as error:
            await answer_error(interaction, error, control.match)

    # People

    async def notice_reader(self, interaction: discord.Interaction[Any]) -> Reader:
        """Who asks, in which language and theme. The language is kept for messages that nobody asked for."""
        language = language_of(interaction.locale)
        user = interaction.user
        # Whoever writes in the direct channel has opened it again.
        opened = {"dm_closed": False} if interaction.guild_id is None else {}
        person = await self.people.notice(user.id, locale=language, **opened)
        return Reader(user.id, clean_name(user.display_name), text_for(language), _theme(person))

    async def person(self, person: int) -> Person:
        """What is remembered of somebody."""
        return await self.people.get(person)

    async def remember(self, person: int, **changes: Any) -> Person:
        """Change what is remembered of somebody, before going on."""
        return await self.people.remember(person, **changes)

    async def reader(self, person: int) -> Reader:
        """Somebody to whom we write unasked."""
        known = await self.person(person)
        return Reader(person, known.name, text_for(known.locale or "en"), _theme(known))

    async def once_about_inbox(self, reader: Reader) -> Markup | None:
        """The sentence about a closed inbox, the first time only."""
        person = await self.person(reader.person)
        if not person.dm_closed or person.dm_told:
            return None
        await self.people.notice(reader.person, dm_told=True)
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
        known = self._drawn.get(drawing.draw)
        if known is not None:
            return known
        return self._drawn.keep(drawing.draw, await self._drawing.run(drawing.draw))

    async def think(self, work: Callable[..., T], *given: object) -> T:
        """Work out what takes a while, two things at a time, off the event loop."""
        return await self._thinking.run(work, *given)

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
        return await self.matches.post(match.id, "lost") is not None

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

    async def seen(self, interaction: discord.Interaction[Any], match: int) -> Match:
        """The match with this number, if the person may look at it.

        Raises `Refusal` ``no_match`` for whoever may not, as for a number that does not exist.
        """
        interaction.extras["match"] = match
        found = await self.matches.get(match)
        if not await self.access.may_see(interaction.user, found):
            raise Refusal("no_match", match=match)
        return found

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
            found = await self.seen(interaction, match)
            if game is not None and found.game != game:
                raise Refusal("other_game", match=match, game=self.face(found.game).game.title)
            return found
        here = await self.here(interaction)
        if here is not None:
            found = await self.matches.get(here)
            fits = game is None or found.game == game
            if fits and await self.access.may_see(interaction.user, found):
                interaction.extras["match"] = found.id
                return found
        found = await self._only(interaction.user.id, game, statuses, asked=asked)
        interaction.extras["match"] = found.id
        return found

    async def here(self, interaction: discord.Interaction[Any]) -> int | None:
        """The match whose thread this is."""
        if interaction.channel_id is None:
            return None
        posts = await self.matches.posted_in(interaction.channel_id, "thread")
        return posts[0].match if posts else None

    async def _only(self, person: int, game: str | None, statuses: Sequence[Status], *, asked: bool) -> Match:
        """The one match of this person's that fits; of several, with `asked`, the one that waits."""
        mine = await self.matches.found(person, statuses, game, limit=2)
        if len(mine) > 1 and asked:
            waiting = await self.matches.waiting_for(person, game)
            if len(waiting) == 1:
                return await self.matches.get(min(waiting))
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
        parts = [each.strip("#,:").casefold() for each in typed.split()]
        words = [Wanted(each, *self._called(each, text)) for each in parts if each]
        try:
            mine = await self.matches.found(interaction.user.id, statuses, game, words, limit=SUGGESTED)
        except Refusal:
            return []
        return [discord.app_commands.Choice(name=self.label(each, text), value=each.id) for each in mine]

    def _called(self, word: str, text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The games and the kinds of automatic players whose names in this language have the word in them."""
        games = [key for key, face in self.faces.items() if word in face.game.title.casefold()]
        kinds = {kind for face in self.faces.values() for kind in face.game.players}
        return tuple(games), tuple(kind for kind in kinds if word in player_name(kind, text).casefold())


def command_named(text: Text, game: str, verb: str) -> Markup:
    """A game's command as one types it in this language: ``/genial play``."""
    group = text.plain(f"command.{game}")
    return Markup(f"`/{group} {text.plain(f'command.{verb}')}`")


def narrated(face: Face, look: Look, event: Event) -> Markup | None:
    """What happened, in a sentence: at the table here, in the game by its face."""
    if event.code == "replaced" and event.seat is not None:
        return look.text("event.replaced", who=look.names[event.seat])
    if event.code == "refreshed":
        return look.text("event.refreshed")
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
