"""Lobbies: opening one, sitting down, starting the match, opening one again for those who played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from engine.chance import SeededChance, match_key
from engine.game import AnyGame, BadOptions, Refusal
from engine.match import lobby_changes, seating
from engine.match.changes import STEWARD, Change, Invitations, NewNotice, StoredMatch, Timer
from engine.match.clock import PACES, House, Pace
from engine.match.fold import start_fold
from engine.match.limits import Limits
from engine.match.lobby import AUTOMATIC, Begin, Guest, Lobby
from engine.match.lobby_changes import OFFER_AFTER
from engine.match.values import NO_LOBBY, Match, Occupant, Place, Status
from engine.matches.core.cache import CachedMatch
from engine.matches.core.changing import Changing, on_match, once, when_due
from engine.matches.core.loader import Loader
from engine.matches.core.locks import Locks
from engine.matches.core.rulebook import Rulebook, decode_options
from engine.matches.core.writer import Step, Writer
from engine.store import Ring, Store

__all__ = ["Lobbies"]

_NOT_ENDED = (Status.LOBBY, Status.RUNNING)


class Lobbies(Changing):
    """Matches before their start."""

    def __init__(
        self,
        store: Store,
        rulebook: Rulebook,
        locks: Locks,
        loader: Loader,
        writer: Writer,
        limits: Limits,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
    ) -> None:
        """`seed` draws the seeds of new matches: 32 bytes."""
        self.limits = limits
        self._store = store
        self._rulebook = rulebook
        self._locks = locks
        super().__init__(loader, writer)
        self._now = now
        self._seed = seed

    async def open(
        self,
        game: str,
        options: Any,
        size: int,
        host: int,
        name: str,
        place: Place,
        click: int,
        *,
        pace: Pace = PACES["open"],
        lobby: Lobby = NO_LOBBY,
        before_chance: bool = False,
        play_on: bool = False,
    ) -> Match:
        """Open a lobby, its host in seat 0. With `before_chance` no draw and no reveal is ever taken back;
        with `play_on` a robot plays on where one of two sides has resigned.

        Raises `BadOptions`, `Refusal` ``unknown_game``, ``too_many_tables``, ``guild_full``,
        ``invited_oneself``, ``no_guests``, ``too_many_guests``, ``guest_reserved``, ``invited_often``,
        ``invited_open``.
        """
        occupants = (Occupant(host, seating.clean_name(name), None, click),)
        if lobby.guest(host) is not None:
            raise Refusal("invited_oneself")
        if lobby.guests and size < 2:
            raise Refusal("no_guests")
        if lobby.guests and len(lobby.guests) >= size:
            raise Refusal("too_many_guests", guests=len(lobby.guests), n=size - 1)
        house = House(before_chance=before_chance, play_on=play_on)
        return await self._open(game, options, size, place, host, occupants, click, None, pace, lobby, house)

    async def _open(
        self,
        game: str,
        options: Any,
        size: int,
        place: Place,
        host: int,
        occupants: tuple[Occupant, ...],
        click: int,
        rematch_of: int | None,
        pace: Pace,
        lobby: Lobby,
        house: House,
    ) -> Match:
        async def work() -> Match:
            opened = await self._store.opened_by(click)
            if opened is not None:
                return await self._loader.get(opened)
            rules = self._rulebook.today(game)
            kept = _checked(rules, options, size)
            await self._room_for(host)
            await self._room_at(place)
            invitations = await self._invitations(host, lobby.guests)
            stored = StoredMatch(
                0,
                game,
                rules.rules,
                kept,
                size,
                Status.LOBBY,
                host,
                place,
                occupants,
                frozenset(),
                self._seed(),
                self._now(),
                rematch_of,
                pace=str(pace),
                lobby=lobby,
                house=house,
            )
            return await self._writer.open(stored, (click, "open"), invitations)

        return await self._locks.alone(("open", click), work)

    async def join(self, match: int, person: int, name: str, click: int) -> Match:
        """Sit down in the next free seat, or the one that is kept for the person.

        Raises `Refusal` ``seated``, ``full``, ``seats_kept``, ``guests_only``, ``put_out``,
        ``too_many_tables``.
        """
        return await self._join(match, person, name, click)

    async def _join(
        self, match: int, person: int, name: str, click: int, *, perhaps_seated: bool = False
    ) -> Match:
        """As `join`; who is `perhaps_seated` stays where they sit, and the click has acted all the same."""
        occupant = Occupant(person, seating.clean_name(name), None, click)

        async def seated(stored: StoredMatch) -> StoredMatch:
            if perhaps_seated and any(one.person == person for one in stored.occupants):
                return stored
            after = seating.with_occupant(stored, occupant)
            await self._room_for(person)
            return after

        return await self._reseat(match, (click, "join"), person, seated)

    async def accept(self, match: int, person: int, name: str, click: int) -> Match:
        """Sit down where one is invited. Raises `Refusal` ``not_invited``, or as `join`."""
        occupant = Occupant(person, seating.clean_name(name), None, click)

        async def seated(stored: StoredMatch) -> StoredMatch:
            seating.without_invitation(stored, person)
            after = seating.with_occupant(stored, occupant)
            await self._room_for(person)
            return after

        return await self._reseat(match, (click, "join"), person, seated)

    async def decline(self, match: int, person: int, click: int) -> Match:
        """Do without the seat that is kept for the person; the host is told. Raises ``not_invited``."""

        async def without(stored: StoredMatch) -> StoredMatch:
            return seating.without_invitation(stored, person)

        def told(before: StoredMatch, after: StoredMatch) -> NewNotice:
            return NewNotice("declined", number=person, person=after.host)

        return await self._reseat(match, (click, "decline"), person, without, told)

    async def invite(self, match: int, person: int, guest: Guest, click: int) -> Match:
        """The host keeps a seat for somebody, who is called to it.

        The caller has made sure that the guest is a person who can see the table. Raises `Refusal`
        ``not_host``, ``invited_oneself``, ``guest_seated``, ``guest_invited``, ``guest_declined``,
        ``no_guests``, ``no_seat_left``, ``guest_reserved``, ``invited_often``, ``invited_open``.
        """
        guest = Guest(guest.person, seating.clean_name(guest.name))

        async def work(cached: CachedMatch) -> Match:
            if (click, "invite") not in cached.clicks:
                after = seating.with_invitation(cached.stored, person, guest)
                invitations = await self._invitations(person, (guest,))
                notices = (NewNotice("invite", number=guest.person),)
                await self._writer.reseat(cached, after, (click, "invite"), person, notices, invitations)
            return cached.public

        return await self._writer.change(match, work)

    async def _invitations(self, inviter: int, guests: tuple[Guest, ...]) -> Invitations | None:
        """The invitations as they are written; every way to invite somebody leads through here.

        Raises `Refusal` ``guest_reserved`` for who takes none.
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
        """Those of the guests whom nobody may invite."""
        persons = [guest.person for guest in guests]
        hours = await self._store.hours(persons, fresh=True) if persons else {}
        return frozenset(person for person, own in hours.items() if own.reserved)

    async def ring(self, match: int, guest: int, notice: int, *, others: bool = False) -> Ring:
        """Let the message of that notice ring for the guest's invitation to the match, if it may by now.

        With `others` it rings for the guest's invitations to other tables of the channel too.
        """
        apart = self.limits.rings_apart
        return await self._store.ring_guest(match, guest, notice, self._now(), apart, others=others)

    async def put_out(self, match: int, person: int, whom: int, click: int) -> Match:
        """The host takes back somebody's seat or invitation; that person may not sit down again.

        Raises `Refusal` ``not_host``, ``nobody_to_put_out``.
        """

        async def without(stored: StoredMatch) -> StoredMatch:
            return seating.with_exclusion(stored, person, whom)

        def told(before: StoredMatch, after: StoredMatch) -> NewNotice:
            return NewNotice("putout", number=int(whom not in before.persons), person=whom)

        return await self._reseat(match, (click, "putout"), person, without, told)

    async def fill(self, match: int, person: int, click: int) -> Match:
        """The host has automatic players sit down in all seats that nobody has taken. Raises ``not_host``."""

        async def seated(stored: StoredMatch) -> StoredMatch:
            return seating.with_robots(stored, person, Occupant(None, "", STEWARD, click))

        return await self._reseat(match, (click, "fill"), person, seated)

    async def add_player(self, match: int, person: int, player: str, click: int) -> Match:
        """The host seats an automatic player. Raises `Refusal` ``not_host``, ``full``, ``unknown_player``."""

        async def seated(stored: StoredMatch) -> StoredMatch:
            if player not in self._rulebook.rules_of(stored).players:
                raise Refusal("unknown_player", player=player)
            return seating.with_player(stored, person, Occupant(None, "", player, click))

        return await self._reseat(match, (click, "add"), person, seated)

    async def remove_player(self, match: int, person: int, click: int) -> Match:
        """The host sends off the automatic player seated last. Raises ``not_host``, ``no_player``."""

        async def sent_away(stored: StoredMatch) -> StoredMatch:
            return seating.without_player(stored, person)

        return await self._reseat(match, (click, "remove"), person, sent_away)

    @on_match
    async def _reseat(
        self,
        cached: CachedMatch,
        click: tuple[int, str],
        person: int,
        seated: Callable[[StoredMatch], Awaitable[StoredMatch]],
        told: Callable[[StoredMatch, StoredMatch], NewNotice] | None = None,
    ) -> Match:
        """Change who sits there, or may: once for this click of the person's."""
        if click not in cached.clicks:
            after = await seated(cached.stored)
            notices = () if told is None else (told(cached.stored, after),)
            await self._writer.reseat(cached, after, click, person, notices)
        return cached.public

    @once("start")
    async def start(self, cached: CachedMatch, person: int, click: int) -> None:
        """Start the match: whoever sits there may, or the host alone where that was chosen.

        Raises `Refusal` ``not_host``, ``not_seated``, ``not_full`` (`missing` seats). Whoever presses it,
        this click is mixed into the chance last: until then nobody, not even who knows the seed, can tell
        what a change of seats would lead to.
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
        """Let the match begin by itself, whose beginning was announced while `changes` was `Lobby.changes`.

        The id of the announcement is mixed into the chance in place of a click on Start: nobody could know
        it before, and since then nobody has sat down or got up. Whether it has begun by this announcement.
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
        # Nothing has been played: the match begins with the rules of today.
        game = self._rulebook.today(stored.game)
        options = decode_options(game, stored.options)
        house = stored.house
        if stored.timing.is_timed:
            house = msgspec.structs.replace(house, started=self._now())
        lobby = msgspec.structs.replace(
            stored.lobby.without_people, announced=click if person is None else None
        )
        stored = replace(
            stored, status=Status.RUNNING, rules=game.rules, start_click=click, house=house, lobby=lobby
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

    # What falls due before the start

    async def announce(self, timer: Timer) -> bool:
        """Have it announced that the full table begins; `False` where it has changed meanwhile."""
        return await self._due(
            timer,
            lambda stored: (
                NewNotice("starting", number=timer.number) if _may_begin(stored, timer.number) else None
            ),
        )

    async def offer(self, timer: Timer) -> bool:
        """Offer automatic players to the host of a table that is not full."""
        return await self._due(timer, lambda stored: None if stored.is_full else NewNotice("offer"))

    async def _due(self, timer: Timer, saying: Callable[[StoredMatch], NewNotice | None]) -> bool:
        async def work(cached: CachedMatch) -> bool:
            notice = saying(cached.stored) if cached.stored.status is Status.LOBBY else None
            if notice is None:
                return False
            await self._writer.commit(cached, Change(timer.match, notices=(notice,), timer_done=timer.id))
            return True

        return await self._writer.change(timer.match, work)

    @when_due
    async def close(self, cached: CachedMatch, timer: Timer) -> bool:
        """Close a table that has not begun for too long; who sits there is told."""
        stored = cached.stored
        if stored.status is not Status.LOBBY:
            return False
        if stored.lobby.due is not None:
            await self._store.set_timer(timer.id, self._now() + OFFER_AFTER)  # it is about to begin
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
        """Open a lobby again with the same options, or join it where another has just done so.

        For those who sat at the match: the others are invited, automatic players sit down by themselves, and
        everybody sits one seat further on. `may_open` refuses whoever may open no table there; sitting down
        at one asks it not. Whoever takes no invitations has a seat there only by asking for one. Raises
        `Refusal` ``not_over``, ``invited_often``, ``invited_open``.
        """
        stored = cached.stored
        if stored.status in _NOT_ENDED:
            raise Refusal("not_over", match=stored.id)
        opened = await self._store.opened_by(click)
        if opened is not None:
            return await self._loader.get(opened)
        others = await self._store.rematches_of(stored.id)
        for other in others:
            # Delivered twice, whatever has become of that lobby meanwhile.
            if (click, "join") in await self._store.clicks(other.id):
                return await self._loader.get(other.id)
        for other in others:
            if other.status is Status.LOBBY:
                return await self._join(other.id, person, name, click, perhaps_seated=True)
        # Whoever left the stored.id still has a name in the seat: that person may come back.
        players = [one for one in stored.occupants if one.player is not None and not one.name]
        seating.seat_of(stored, person)
        may_open()
        options = decode_options(self._rulebook.today(stored.game), stored.options)
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
            stored.game,
            options,
            stored.size,
            stored.place,
            person,
            lobby.seat_order([(one.person or AUTOMATIC, one) for one in occupants]),
            click,
            stored.id,
            stored.timing,
            lobby,
            House(before_chance=stored.house.before_chance, play_on=stored.house.play_on),
        )
        notice = NewNotice("rematch", number=again.id)
        await self._writer.commit(cached, Change(stored.id, notices=(notice,)))
        return again

    async def _room_for(self, person: int) -> None:
        if await self._store.count(_NOT_ENDED, person=person) >= self.limits.per_person:
            raise Refusal("too_many_tables", limit=self.limits.per_person)

    async def _room_at(self, place: Place) -> None:
        if place.guild and await self._store.count(_NOT_ENDED, guild=place.guild) >= self.limits.per_guild:
            raise Refusal("guild_full", limit=self.limits.per_guild)


def _may_begin(stored: StoredMatch, changes: int) -> bool:
    """Whether it is still the full table that it was then."""
    return stored.status is Status.LOBBY and stored.is_full and stored.lobby.changes == changes


def _others(stored: StoredMatch, person: int) -> list[tuple[int, str]]:
    seated = [(one.person, one.name) for one in stored.occupants]
    return [(each, name) for each, name in seated if each is not None and each > 0 and each != person]


def _rotated(stored: StoredMatch) -> tuple[int, ...]:
    """Who sat there, the first one last: whoever began does not begin again."""
    seated = [one.person or AUTOMATIC for one in stored.occupants]
    return (*seated[1:], *seated[:1])


def _checked(game: AnyGame, options: Any, size: int) -> str:
    """The options as JSON. Raises `BadOptions` unless they are the game's own and fit the number of seats."""
    kept = msgspec.json.encode(options).decode()
    sizes: Collection[int] = game.seats(decode_options(game, kept))
    if size not in sizes:
        raise BadOptions("seats", seats=size, possible=tuple(sorted(sizes)))
    return kept
