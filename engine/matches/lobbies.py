"""Lobbies: opening one, sitting down, starting the match, opening one again for those who played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from engine.chance import SeededChance, match_key
from engine.clock import PACES, House, Pace
from engine.game import AnyGame, BadOptions, Refusal
from engine.match import Match, Occupant, Place, Status
from engine.matches import seating
from engine.matches.cache import CachedMatch
from engine.matches.fold import begin
from engine.matches.limits import Limits
from engine.matches.loader import Loader
from engine.matches.locks import Locks
from engine.matches.rulebook import Rulebook, decoded
from engine.matches.writer import Step, Writer
from engine.store import NewNotice, Store, StoredMatch

__all__ = ["Lobbies"]

_NOT_ENDED = (Status.LOBBY, Status.RUNNING)


class Lobbies:
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
        self._loader = loader
        self._writer = writer
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
        before_chance: bool = False,
    ) -> Match:
        """Open a lobby, its host in seat 0. With `before_chance` no draw and no reveal is ever taken back.

        Raises `BadOptions`, `Refusal` ``unknown_game``, ``too_many_tables``, ``guild_full``.
        """
        occupants = (Occupant(host, seating.clean(name), None, click),)
        house = House(before_chance=before_chance)
        return await self._open(game, options, size, place, host, occupants, click, None, pace, house)

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
                house=house,
            )
            return await self._writer.open(stored, (click, "open"))

        return await self._locks.alone(("open", click), work)

    async def join(self, match: int, person: int, name: str, click: int) -> Match:
        """Sit down in the next free seat. Raises `Refusal` ``seated``, ``full``, ``too_many_tables``."""
        return await self._join(match, person, name, click)

    async def _join(
        self, match: int, person: int, name: str, click: int, *, perhaps_seated: bool = False
    ) -> Match:
        """As `join`; who is `perhaps_seated` stays where they sit, and the click has acted all the same."""
        occupant = Occupant(person, seating.clean(name), None, click)

        async def seated(stored: StoredMatch) -> StoredMatch:
            if perhaps_seated and any(one.person == person for one in stored.occupants):
                return stored
            after = seating.joined(stored, occupant)
            await self._room_for(person)
            return after

        return await self._reseat(match, (click, "join"), seated)

    async def add_player(self, match: int, person: int, player: str, click: int) -> Match:
        """The host seats an automatic player. Raises `Refusal` ``not_host``, ``full``, ``unknown_player``."""

        async def seated(stored: StoredMatch) -> StoredMatch:
            if player not in self._rulebook.rules_of(stored).players:
                raise Refusal("unknown_player", player=player)
            return seating.with_player(stored, person, Occupant(None, "", player, click))

        return await self._reseat(match, (click, "add"), seated)

    async def remove_player(self, match: int, person: int, click: int) -> Match:
        """The host sends off the automatic player seated last. Raises ``not_host``, ``no_player``."""

        async def sent_away(stored: StoredMatch) -> StoredMatch:
            return seating.without_player(stored, person)

        return await self._reseat(match, (click, "remove"), sent_away)

    async def _reseat(
        self, match: int, click: tuple[int, str], seated: Callable[[StoredMatch], Awaitable[StoredMatch]]
    ) -> Match:
        async def work(cached: CachedMatch) -> Match:
            if click not in cached.clicks:
                await self._writer.reseat(cached, await seated(cached.stored), click)
            return cached.public

        return await self._writer.change(match, work)

    async def start(self, match: int, person: int, click: int) -> Match:
        """The host starts the match. Raises `Refusal` ``not_host``, ``not_full`` (`missing` seats).

        Whoever presses it, this click is mixed into the chance last: until then nobody, not even who knows
        the seed, can tell what a change of seats would lead to.
        """

        async def work(cached: CachedMatch) -> Match:
            stored = cached.stored
            if (click, "start") in cached.clicks:
                return cached.public
            seating.in_lobby(stored)
            if stored.host != person:
                raise Refusal("not_host", match=match)
            if len(stored.occupants) < stored.size:
                raise Refusal("not_full", match=match, missing=stored.size - len(stored.occupants))
            # Nothing has been played: the match begins with the rules of today.
            game = self._rulebook.today(stored.game)
            options = decoded(game, stored.options)
            house = stored.house
            if stored.timing.timed:
                house = msgspec.structs.replace(house, started=self._now())
            stored = replace(stored, status=Status.RUNNING, rules=game.rules, start_click=click, house=house)
            clicks = [*(one.click for one in stored.occupants), click]
            chance = SeededChance(match_key(stored.seed, clicks), 0)
            fold, events = begin(game, options, stored.size, chance)
            # The log keeps the click for ever.
            step = Step(game, fold, events, "start", None, str(click), chance.drawn, person)
            notices = (NewNotice("started"),)
            await self._writer.append(
                cached, step, stored=stored, options=options, click=(click, "start"), notices=notices
            )
            return cached.public

        return await self._writer.change(match, work)

    async def rematch(self, match: int, person: int, name: str, click: int) -> Match:
        """Open a lobby again with the same options, or join it where another has just done so.

        For those who sat at the match; automatic players sit down by themselves. Raises `Refusal`
        ``not_over``.
        """

        async def work(cached: CachedMatch) -> Match:
            stored = cached.stored
            if stored.status in _NOT_ENDED:
                raise Refusal("not_over", match=match)
            opened = await self._store.opened_by(click)
            if opened is not None:
                return await self._loader.get(opened)
            others = await self._store.rematches_of(match)
            for other in others:
                # Delivered twice, whatever has become of that lobby meanwhile.
                if (click, "join") in await self._store.clicks(other.id):
                    return await self._loader.get(other.id)
            for other in others:
                if other.status is Status.LOBBY:
                    return await self._join(other.id, person, name, click, perhaps_seated=True)
            # Whoever left the match still has a name in the seat: that person may come back.
            players = [one for one in stored.occupants if one.player is not None and not one.name]
            seating.seat_of(stored, person)
            options = decoded(self._rulebook.today(stored.game), stored.options)
            occupants = (
                Occupant(person, seating.clean(name), None, click),
                *(replace(one, click=click) for one in players),
            )
            return await self._open(
                stored.game,
                options,
                stored.size,
                stored.place,
                person,
                occupants,
                click,
                match,
                stored.timing,
                House(before_chance=stored.house.before_chance),
            )

        return await self._writer.change(match, work)

    async def _room_for(self, person: int) -> None:
        if await self._store.count(_NOT_ENDED, person=person) >= self.limits.per_person:
            raise Refusal("too_many_tables", limit=self.limits.per_person)

    async def _room_at(self, place: Place) -> None:
        if place.guild and await self._store.count(_NOT_ENDED, guild=place.guild) >= self.limits.per_guild:
            raise Refusal("guild_full", limit=self.limits.per_guild)


def _checked(game: AnyGame, options: Any, size: int) -> str:
    """The options as JSON. Raises `BadOptions` unless they are the game's own and fit the number of seats."""
    kept = msgspec.json.encode(options).decode()
    sizes: Collection[int] = game.seats(decoded(game, kept))
    if size not in sizes:
        raise BadOptions("seats", seats=size, possible=tuple(sorted(sizes)))
    return kept
