"""Lobbies: opening one, sitting down, starting the match, opening one again for the same people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from engine.chance import SeededChance, match_key
from engine.game import AnyGame, BadOptions, Refusal
from engine.match import lobby_changes, seating, terms
from engine.match.changes import STEWARD, Change, Invitations, NewNotice, StoredMatch, Timer
from engine.match.clock import PACES, Pace, RowState
from engine.match.fold import start_fold
from engine.match.help import Help
from engine.match.limits import Limits
from engine.match.lobby import AUTOMATIC, Begin, Guest, Lobby
from engine.match.lobby_changes import OFFER_AFTER
from engine.match.terms import NewTerms, encoded
from engine.match.values import NO_LOBBY, Match, Occupant, Status, Venue
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, alone, on_match, once, when_due
from engine.matches.core.consequences import latest_call, missing_consequences
from engine.matches.core.loader import Loader
from engine.matches.core.rulebook import decode_options
from engine.matches.core.writer import Step, Writer
from engine.robots.levels import level_of
from engine.store import HELP_CODE_LEVEL, PRIVATE_CODE_LEVEL, Ring, Store

__all__ = ["Lobbies"]

_NOT_ENDED = (Status.LOBBY, Status.RUNNING)
_LOOKED_THROUGH = 10
"""Latest matches of a person among which a private table without a move is looked for."""


class Lobbies(Changing):
    """Changes of matches before their start."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        writer: Writer,
        limits: Limits,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        wished: Callable[[StoredMatch], Awaitable[tuple[NewNotice, ...]]],
    ) -> None:
        """`seed` draws the seeds of new matches: 32 bytes; `wished` has the notices of a table to others."""
        self._wished = wished
        self.limits = limits
        self._store = store
        super().__init__(loader, writer)
        self.locks = loader.locks
        self._now = now
        self._seed = seed

    async def open(
        self,
        game: str,
        options: Any,
        size: int,
        host: int,
        name: str,
        venue: Venue,
        click: int,
        *,
        pace: Pace = PACES["open"],
        lobby: Lobby = NO_LOBBY,
        before_chance: bool = False,
        play_on: bool = False,
        help: Help | None = None,
    ) -> Match:
        """Open a lobby, its host in seat 0.

        With `before_chance` no draw and no reveal is ever undone; with `play_on` a robot plays on where one
        of two sides has resigned. `help` is the usual one if none is given. Raises `BadOptions`, `Refusal`
        ``unknown_game``, ``too_many_tables``, ``rated_sides``, ``rated_clocks``, ``no_help_yet``,
        ``guild_full``, ``invited_oneself``, ``no_guests``, ``too_many_guests``, ``guest_reserved``,
        ``invited_often``, ``invited_open``.
        """
        occupants = (Occupant(host, seating.clean_name(name), None, click),)
        if lobby.guest(host) is not None:
            raise Refusal("invited_oneself")
        if lobby.guests and size < 2:
            raise Refusal("no_guests")
        if lobby.guests and len(lobby.guests) >= size:
            raise Refusal("too_many_guests", guests=len(lobby.guests), n=size - 1)
        if help is not None and self._store.code_levels.lowest < HELP_CODE_LEVEL:
            raise Refusal("no_help_yet")
        kind = help or self._usual_help()
        if kind is Help.RATED:
            rules = self._loader.rulebook.today(game)
            terms.require_rivals(rules, decode_options(rules, encoded(options)), size, pace)
        state = RowState(before_chance=before_chance, play_on=play_on, help=kind)
        return await self._open(click, game, options, size, venue, host, occupants, None, pace, lobby, state)

    @alone("open", tries=1)
    async def _open(
        self,
        click: int,
        game: str,
        options: Any,
        size: int,
        venue: Venue,
        host: int,
        occupants: tuple[Occupant, ...],
        rematch_of: int | None,
        pace: Pace,
        lobby: Lobby,
        state: RowState,
    ) -> Match:
        opened = await self._store.opened_by(click)
        if opened is not None:
            return await self._loader.get(opened)
        rules = self._loader.rulebook.today(game)
        kept = _checked(rules, options, size)
        await self._room_for(host)
        await self._room_at(venue)
        invitations = await self._invitations(host, lobby.guests)
        stored = StoredMatch(
            0,
            game,
            rules.rules,
            kept,
            size,
            Status.LOBBY,
            host,
            venue,
            occupants,
            frozenset(),
            self._seed(),
            self._now(),
            rematch_of,
            pace=str(pace),
            lobby=lobby,
            row_state=state,
        )
        return await self._writer.open(
            stored, (click, "open"), invitations, notices=await self._wished(stored)
        )

    async def open_seated(
        self,
        game: str,
        options: str,
        venue: Venue,
        occupants: tuple[Occupant, ...],
        pace: Pace,
        seed: bytes,
        table: tuple[int, int],
        number: int,
        season_ends: datetime,
    ) -> Match:
        """Open the table of a league's season for people who sit there already; `begin_seated` begins it.

        `options` are the game's as JSON. `number` stands for the clicks that open and start another match,
        and is this table's alone. Limits of tables do not hold. Raises `Conflict` where another process has
        opened it.
        """
        rules = self._loader.rulebook.today(game)
        stored = StoredMatch(
            0,
            game,
            rules.rules,
            options,
            len(occupants),
            Status.LOBBY,
            occupants[0].person or 0,
            venue,
            occupants,
            frozenset(),
            seed,
            self._now(),
            rematch_of=None,
            pace=str(pace),
            lobby=Lobby(guests_only=True),
            row_state=RowState(before_chance=True, season_ends=season_ends),
        )
        return await self._writer.open(stored, (number, "open"), table=table)

    @on_match
    async def begin_seated(self, cached: CachedMatch, number: int) -> None:
        """Begin a table that `open_seated` has opened, unless it has begun."""
        if cached.stored.status is Status.LOBBY:
            await self._begin(cached, number, None)

    async def open_private(
        self, game: str, options: Any, size: int, person: int, name: str, locale: str, click: int, player: str
    ) -> Match:
        """Open a private table: the person and automatic players of that kind sit down, and it begins.

        It has no place on Discord, and nobody but its person is told anything of it. All is one transaction.
        Where the person has such a table already and has not moved there, that one is returned: a button that
        was pressed twice opens one. Raises `BadOptions`, `Refusal` ``unknown_game``, ``unknown_player``,
        ``too_many_tables``, ``no_private_yet`` while older code runs on the database.
        """
        me = Occupant(person, seating.clean_name(name), None, click)
        others = (Occupant(None, "", player, click),) * (size - 1)
        return await self._open_private(person, click, game, options, (me, *others), locale, None)

    async def _untouched(
        self, person: int, game: str, options: str, occupants: tuple[Occupant, ...]
    ) -> Match | None:
        """Return the person's private table with this game, these options and robots, and no move yet."""
        robots = sorted(one.player for one in occupants if one.player is not None)
        for each in await self._store.find_matches(person, (Status.RUNNING,), game, (), _LOOKED_THROUGH):
            seated = sorted(one.player for one in each.occupants if one.player is not None)
            if not each.row_state.private or each.row_state.is_asleep:
                continue
            if each.options == options and seated == robots:
                cached, log = await self._loader.load_started(each.id)
                if all(entry.by != person for entry in log.entries[1:]):
                    return cached.public
        return None

    @alone("private", tries=1)
    async def _open_private(
        self,
        person: int,
        click: int,
        game: str,
        options: Any,
        occupants: tuple[Occupant, ...],
        locale: str,
        rematch_of: int | None,
    ) -> Match:
        opened = await self._store.opened_by(click)
        if opened is not None:
            return await self._loader.get(opened)
        if self._store.code_levels.lowest < PRIVATE_CODE_LEVEL:
            raise Refusal("no_private_yet")
        rules = self._loader.rulebook.today(game)
        size = len(occupants)
        kept = _checked(rules, options, size)
        for one in occupants:
            if one.player is not None and one.player not in rules.players:
                raise Refusal("unknown_player", player=one.player)
        if (untouched := await self._untouched(person, game, kept, occupants)) is not None:
            return untouched
        await self._room_for(person)
        stored = StoredMatch(
            0,
            game,
            rules.rules,
            kept,
            size,
            Status.RUNNING,
            person,
            Venue(0, 0, locale),
            occupants,
            frozenset(),
            self._seed(),
            self._now(),
            rematch_of,
            start_click=click,
            row_state=RowState(before_chance=True, private=True, help=self._usual_help()),
        )
        chance = SeededChance(match_key(stored.seed, [*(one.click for one in occupants), click]), 0)
        options = decode_options(rules, kept)
        fold, events = start_fold(rules, options, size, chance)
        step = Step(rules, fold, events, "start", None, str(click), chance.draws, person)
        return await self._writer.open_running(stored, options, step, (click, "open"))

    async def open_private_again(self, match: int, person: int, name: str, click: int) -> Match:
        """Open a private table like that one, which has ended: everybody sits one seat further on.

        Raises `Refusal` ``not_over``, ``not_seated``, ``not_private``, or as `open_private`.
        """
        cached = await self._loader.get(match)
        if cached.status in _NOT_ENDED:
            raise Refusal("not_over", match=match)
        if not cached.is_private:
            raise Refusal("not_private", match=match)
        seated = [
            one
            if one.person is None and not one.name
            else Occupant(person, seating.clean_name(name), None, click)
            for one in cached.occupants
        ]
        if not any(person in (one.person, one.resigned) for one in cached.occupants):
            raise Refusal("not_seated", match=match)
        occupants = tuple(replace(one, click=click, resigned=None) for one in (*seated[1:], *seated[:1]))
        return await self._open_private(
            person, click, cached.game, cached.options, occupants, cached.venue.locale, match
        )

    @once("publish")
    async def publish(self, cached: CachedMatch, person: int, venue: Venue, click: int) -> None:
        """Make a private table an ordinary match of this venue, with a thread and calls; it has no clocks.

        Raises `Refusal` ``not_private``, ``not_seated``, ``guild_full``, or as `seating.require_running`.
        """
        stored = cached.stored
        seating.require_running(stored)
        seating.seat_of(stored, person)
        if not stored.row_state.private:
            raise Refusal("not_private", match=stored.id)
        await self._room_at(venue)
        state = msgspec.structs.replace(stored.row_state, private=False)
        after = replace(stored, venue=venue, row_state=state)
        log = await self._loader.log(cached)
        now = replace(log.entries[-1], at=self._now())
        calls, timers = await missing_consequences(
            self._store, self.limits, after, log.game, log.fold, now, log.entries[:-1]
        )
        change = Change(
            stored.id,
            after,
            click=(click, "publish"),
            notices=(NewNotice("started"), *calls),
            timers=tuple(timers),
            call_entry=latest_call(after, log.fold),
            venue=venue,
        )
        await self._writer.commit(cached, change)

    @once("join")
    async def join(self, cached: CachedMatch, person: int, name: str, click: int) -> None:
        """Sit down in the next free seat, or the one that is kept for the person.

        Raises `Refusal` ``seated``, ``full``, ``seats_kept``, ``guests_only``, ``put_out``,
        ``too_many_tables``.
        """
        await self._sit_down(cached, person, name, click)

    @once("join")
    async def _join_again(self, cached: CachedMatch, person: int, name: str, click: int) -> None:
        """Sit down as by `join`. A person who sits there already stays there, and the click has acted."""
        if any(one.person == person for one in cached.stored.occupants):
            await self._writer.reseat(cached, cached.stored, (click, "join"), person)
            return
        await self._sit_down(cached, person, name, click)

    @once("join")
    async def accept(self, cached: CachedMatch, person: int, name: str, click: int) -> None:
        """Accept an invitation and sit down. Raises `Refusal` ``not_invited``, or as `join`."""
        seating.without_invitation(cached.stored, person)
        await self._sit_down(cached, person, name, click)

    async def _sit_down(self, cached: CachedMatch, person: int, name: str, click: int) -> None:
        after = seating.with_occupant(cached.stored, Occupant(person, seating.clean_name(name), None, click))
        await self._room_for(person)
        await self._writer.reseat(cached, after, (click, "join"), person)

    @once("decline")
    async def decline(self, cached: CachedMatch, person: int, click: int) -> None:
        """Decline an invitation, which frees its seat; the host is told. Raises ``not_invited``."""
        after = seating.without_invitation(cached.stored, person)
        notice = NewNotice("declined", number=person, person=after.host)
        await self._writer.reseat(cached, after, (click, "decline"), person, (notice,))

    @once("invite")
    async def invite(self, cached: CachedMatch, person: int, guest: Guest, click: int) -> None:
        """Keep a seat for the host's guest, who is called to it.

        The caller has made sure that the guest is a person who can see the table. Raises `Refusal`
        ``not_host``, ``invited_oneself``, ``guest_seated``, ``guest_invited``, ``guest_declined``,
        ``no_guests``, ``no_seat_left``, ``guest_reserved``, ``invited_often``, ``invited_open``.
        """
        guest = Guest(guest.person, seating.clean_name(guest.name))
        after = seating.with_invitation(cached.stored, person, guest)
        invitations = await self._invitations(person, (guest,))
        notices = (NewNotice("invite", number=guest.person),)
        await self._writer.reseat(cached, after, (click, "invite"), person, notices, invitations)

    async def _invitations(self, inviter: int, guests: tuple[Guest, ...]) -> Invitations | None:
        """Return the invitations as they are written. Every way to invite a person uses this.

        Raises `Refusal` ``guest_reserved`` for a guest who takes none.
        """
        if not guests:
            return None
        reserved = await self._reserved(guests)
        for guest in guests:
            if guest.person in reserved:
                raise Refusal("guest_reserved", who=guest.name)
        limits = self.limits
        return Invitations(
            inviter, guests, limits.open_invitations, limits.invitations, limits.invitations_span
        )

    async def _reserved(self, guests: Collection[Guest]) -> frozenset[int]:
        """Return those of the guests whom nobody may invite."""
        persons = [guest.person for guest in guests]
        hours = await self._store.hours(persons, uncached=True) if persons else {}
        return frozenset(person for person, own in hours.items() if own.reserved)

    async def ring(self, match: int, guest: int, notice: int, *, others: bool = False) -> Ring:
        """Let the message of that notice ring for the guest's invitation, if it may ring again by now.

        With `others` it rings for the guest's invitations to other tables of the channel too.
        """
        apart = self.limits.rings_apart
        return await self._store.ring_guest(match, guest, notice, self._now(), apart, others=others)

    @once("putout")
    async def put_out(self, cached: CachedMatch, person: int, whom: int, click: int) -> None:
        """Take back somebody's seat or invitation for the host; that person may not sit down again.

        Raises `Refusal` ``not_host``, ``nobody_to_put_out``.
        """
        before = cached.stored
        after = seating.with_exclusion(before, person, whom)
        notice = NewNotice("putout", number=int(whom not in before.persons), person=whom)
        await self._writer.reseat(cached, after, (click, "putout"), person, (notice,))

    @once("fill")
    async def fill(self, cached: CachedMatch, person: int, click: int) -> None:
        """Seat automatic players in all free seats for the host. Raises ``not_host``, ``full``,
        ``kept_anew``.
        """
        after = seating.with_robots(cached.stored, person, Occupant(None, "", STEWARD, click))
        await self._reseat_by_host(cached, after, (click, "fill"))

    @once("add")
    async def add_player(self, cached: CachedMatch, person: int, player: str, click: int) -> None:
        """Seat an automatic player for the host. Raises ``not_host``, ``full``, ``unknown_player``."""
        player = level_of(player)
        if player not in self._loader.rulebook.rules_of(cached.stored).players:
            raise Refusal("unknown_player", player=player)
        after = seating.with_player(cached.stored, person, Occupant(None, "", player, click))
        await self._reseat_by_host(cached, after, (click, "add"))

    @once("remove")
    async def remove_player(self, cached: CachedMatch, person: int, click: int) -> None:
        """Send off the automatic player seated last, for the host. Raises ``not_host``, ``no_player``."""
        after = seating.without_player(cached.stored, person)
        await self._reseat_by_host(cached, after, (click, "remove"))

    async def _reseat_by_host(self, cached: CachedMatch, after: StoredMatch, click: tuple[int, str]) -> None:
        """Write a change by the host. Whoever sat down at what is now another table is invited to it anew.

        Raises `Refusal` as `Store.commit`: these invitations have the limits of all.
        """
        before = cached.stored
        asked = terms.asked_anew(before, after)
        # Who takes no invitations finds the kept seat at the table and in the own list, and is not rung.
        reserved = await self._reserved(asked)
        rung = tuple(each for each in asked if each.person not in reserved)
        invitations = await self._invitations(before.host, rung)
        notices = tuple(NewNotice("invite", number=each.person) for each in rung)
        after = terms.with_others_asked(before, after)
        await self._writer.reseat(cached, after, click, before.host, notices, invitations)

    @once("alter")
    async def alter(self, cached: CachedMatch, person: int, wanted: NewTerms, click: int) -> None:
        """Change the terms of an open table for its host; what `wanted` leaves out stays as it is.

        A full table begins by itself only some time after the change, where somebody else sits there. What
        changes the stakes, as `terms.asked_anew` has it, makes the others agree again. Raises `BadOptions`,
        `Refusal` ``not_host``, ``seats_taken``, ``unknown_player``, ``invited_often``, ``invited_open``,
        ``started`` or as `seating.require_lobby`; ``no_help_yet`` while older code runs that would give help
        all the same.
        """
        stored = cached.stored
        seating.require_lobby(stored)
        seating.require_host(stored, person)
        if wanted.help is not None and self._store.code_levels.lowest < HELP_CODE_LEVEL:
            raise Refusal("no_help_yet")
        rules = self._loader.rulebook.today(stored.game)
        before = decode_options(rules, stored.options)
        options = decode_options(rules, encoded(terms.with_fields(rules, before, wanted.options)))
        after = terms.with_terms(stored, rules, before, options, wanted, click)
        await self._reseat_by_host(cached, after, (click, "alter"))
        cached.options = options

    @once("start")
    async def start(self, cached: CachedMatch, person: int, click: int) -> None:
        """Start the match, as a person who sits there; as the host, where the host alone may.

        The starting click is mixed into the chance last: before it nobody, not even with the seed, can tell
        what a change of seats would lead to. Raises `Refusal` ``not_host``, ``not_seated``, ``not_full``
        (`missing` seats).
        """
        stored = cached.stored
        seating.require_lobby(stored)
        if stored.host != person:
            if stored.lobby.begin is Begin.HOST:
                raise Refusal("not_host", match=stored.id)
            seating.seat_of(stored, person)
        if not stored.is_full:
            raise Refusal("not_full", match=stored.id, missing=stored.size - len(stored.occupants))
        await self._begin(cached, click, person)

    @on_match
    async def start_announced(self, cached: CachedMatch, announcement: int, changes: int) -> bool:
        """Start the match whose beginning was announced while `changes` was `Lobby.changes`.

        The id of the announcement is mixed into the chance in place of a click on Start: nobody could know it
        before, and nobody has sat down or left since. Return whether the match has begun by this
        announcement.
        """
        stored = cached.stored
        if (announcement, "start") in cached.clicks:
            return True
        if not _may_begin(stored, changes):
            return False
        await self._begin(cached, announcement, None)
        return True

    async def _begin(self, cached: CachedMatch, click: int, person: int | None) -> None:
        stored = cached.stored
        # Nothing has been played, so the match begins with the current rules.
        game = self._loader.rulebook.today(stored.game)
        options = decode_options(game, stored.options)
        state = stored.row_state
        if stored.timing.is_timed:
            state = msgspec.structs.replace(state, started=self._now())
        if state.is_rated and any(one.person is None for one in stored.occupants):
            state = msgspec.structs.replace(state, help=Help.WITHOUT)
        lobby = msgspec.structs.replace(
            stored.lobby.without_people, announced=click if person is None else None
        )
        stored = replace(
            stored, status=Status.RUNNING, rules=game.rules, start_click=click, row_state=state, lobby=lobby
        )
        clicks = [*(one.click for one in stored.occupants), click]
        chance = SeededChance(match_key(stored.seed, clicks), 0)
        fold, events = start_fold(game, options, stored.size, chance)
        # The log keeps the click for ever.
        step = Step(game, fold, events, "start", None, str(click), chance.draws, person)
        await self._writer.append(
            cached,
            step,
            stored=stored,
            options=options,
            click=(click, "start"),
            notices=(NewNotice("started"),),
            stops=lobby_changes.LOBBY_TIMERS,
        )

    # Timers before the start

    @when_due
    async def announce(self, cached: CachedMatch, timer: Timer) -> bool:
        """Have it announced that the full table begins; return `False` where it has changed meanwhile."""
        if not _may_begin(cached.stored, timer.number):
            return False
        await self._tell(cached, timer, NewNotice("starting", number=timer.number))
        return True

    @when_due
    async def offer(self, cached: CachedMatch, timer: Timer) -> bool:
        """Offer automatic players to the host of a table that is not full; return `False` for others."""
        if cached.stored.status is not Status.LOBBY or cached.stored.is_full:
            return False
        await self._tell(cached, timer, NewNotice("offer"))
        return True

    async def _tell(self, cached: CachedMatch, timer: Timer, notice: NewNotice) -> None:
        await self._writer.commit(cached, Change(timer.match, notices=(notice,), timer_done=timer.id))

    @when_due
    async def close(self, cached: CachedMatch, timer: Timer) -> bool:
        """Close a lobby that has not begun for too long; the persons in it are told."""
        stored = cached.stored
        if stored.status is not Status.LOBBY:
            return False
        if stored.lobby.due is not None:
            await self._store.set_timer(timer.id, self._now() + OFFER_AFTER)  # the match is about to begin
            return True
        lobby = msgspec.structs.replace(stored.lobby.without_people, lapsed=True)
        after = replace(stored, status=Status.CANCELLED, lobby=lobby)
        told = (NewNotice("closed", person=person) for person in sorted(stored.persons))
        notices = (NewNotice("cancelled"), *told)
        change = Change(timer.match, after, notices=notices, timer_done=timer.id, ends=True)
        await self._writer.commit(cached, change)
        return True

    @on_match
    async def rematch(
        self,
        cached: CachedMatch,
        person: int,
        name: str,
        click: int,
        may_open: Callable[[], None] = lambda: None,
    ) -> Match:
        """Open a lobby with the same options, or join the one that another person has just opened so.

        It is for those who sat at the match: the others are invited, automatic players sit down by
        themselves, and everybody sits one seat further on. `may_open` refuses a person who may open no table
        there; it is not asked for joining one. A person who takes no invitations has to ask for a seat.
        Raises `Refusal` ``not_over``, ``rematch_changed``, ``invited_often``, ``invited_open``.
        """
        stored = cached.stored
        if stored.status in _NOT_ENDED:
            raise Refusal("not_over", match=stored.id)
        opened = await self._store.opened_by(click)
        if opened is not None:
            return await self._loader.get(opened)
        others = await self._store.rematches_of(stored.id)
        for other in others:
            # The click was delivered twice; its lobby may have gone on since.
            if (click, "join") in await self._store.clicks(other.id):
                return await self._loader.get(other.id)
        options = decode_options(self._loader.rulebook.today(stored.game), stored.options)
        for other in others:
            if other.status is Status.LOBBY:
                as_played = replace(stored, options=encoded(options), pace=str(stored.timing))
                if person not in other.persons and not terms.is_worth_as(other, as_played):
                    # Whoever presses a button of the old match has not read what the host has changed.
                    raise Refusal("rematch_changed", match=other.id)
                return await self._join_again(other.id, person, name, click)
        # The seat of a person who left keeps the name: that person may come back.
        players = [one for one in stored.occupants if one.player is not None and not one.name]
        seating.seat_of(stored, person)
        may_open()
        occupants = (
            Occupant(person, seating.clean_name(name), None, click),
            *(replace(one, click=click) for one in players),
        )
        others_there = [Guest(each, name) for each, name in _others(stored, person)]
        reserved = await self._reserved(others_there)
        lobby = Lobby(
            stored.lobby.begin,
            stored.lobby.guests_only,
            guests=tuple(each for each in others_there if each.person not in reserved),
            order=_rotated(stored),
        )
        again = await self._open(
            click,
            stored.game,
            options,
            stored.size,
            stored.venue,
            person,
            lobby.seat_order([(one.person or AUTOMATIC, one) for one in occupants]),
            stored.id,
            stored.timing,
            lobby,
            RowState(
                before_chance=stored.row_state.before_chance,
                play_on=stored.row_state.play_on,
                help=stored.row_state.help or self._usual_help(),
            ),
        )
        notice = NewNotice("rematch", number=again.id)
        await self._writer.commit(cached, Change(stored.id, notices=(notice,)))
        return again

    def _usual_help(self) -> Help:
        """Return the help of a table that is opened now; older code knows of no choice."""
        return Help.WITH if self._store.code_levels.lowest >= HELP_CODE_LEVEL else Help.AS_BEFORE

    async def _room_for(self, person: int) -> None:
        if await self._store.count(_NOT_ENDED, person=person) >= self.limits.per_person:
            raise Refusal("too_many_tables", limit=self.limits.per_person)

    async def _room_at(self, venue: Venue) -> None:
        if venue.guild and await self._store.count(_NOT_ENDED, guild=venue.guild) >= self.limits.per_guild:
            raise Refusal("guild_full", limit=self.limits.per_guild)


def _may_begin(stored: StoredMatch, changes: int) -> bool:
    """Return whether the lobby is still the full one that was announced."""
    return stored.status is Status.LOBBY and stored.is_full and stored.lobby.changes == changes


def _others(stored: StoredMatch, person: int) -> list[tuple[int, str]]:
    seated = [(one.person, one.name) for one in stored.occupants]
    return [(each, name) for each, name in seated if each is not None and each > 0 and each != person]


def _rotated(stored: StoredMatch) -> tuple[int, ...]:
    """Return the seating order with the first seat last, so that another player begins."""
    seated = [one.person or AUTOMATIC for one in stored.occupants]
    return (*seated[1:], *seated[:1])


def _checked(game: AnyGame, options: Any, size: int) -> str:
    """Return the options as JSON. Raises `BadOptions` for another game's, or a wrong number of seats."""
    kept = encoded(options)
    sizes: Collection[int] = game.seats(decode_options(game, kept))
    if size not in sizes:
        raise BadOptions("seats", seats=size, possible=tuple(sorted(sizes)))
    return kept
