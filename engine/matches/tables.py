"""Tables before, after and beside the play: opening, sitting down, starting, leaving, cancelling, again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Any

import msgspec

from engine.chance import SeededChance, match_key
from engine.game import AnyGame, BadOptions, Refusal
from engine.matches import lobby
from engine.matches.fold import begin, taken_over
from engine.matches.keeper import Keeper, decoded
from engine.matches.warm import Warm
from engine.store import Change, NewNotice, Table
from engine.table import Match, Occupant, Place, Status

__all__ = ["Tables"]

_SUBSTITUTE = "greedy"
"""The automatic player who takes the seat of a person who leaves."""
_OPEN = (Status.LOBBY, Status.RUNNING)


class Tables(Keeper):
    """The part of `Matches` about tables."""

    async def open(
        self, game: str, options: Any, size: int, host: int, name: str, place: Place, click: int
    ) -> Match:
        """Open a table, its host in seat 0.

        Raises `BadOptions`, `Refusal` ``unknown_game``, ``too_many_tables``, ``guild_full``.
        """
        occupants = (Occupant(host, lobby.clean(name), None, click),)
        return await self._open(game, options, size, place, occupants, click, None)

    async def _open(
        self,
        game: str,
        options: Any,
        size: int,
        place: Place,
        occupants: tuple[Occupant, ...],
        click: int,
        rematch_of: int | None,
    ) -> Match:
        host = occupants[0].person
        assert host is not None

        async def work() -> Match:
            opened = await self._store.opened_by(click)
            if opened is not None:
                return await self.get(opened)
            rules = self._games.get(game)
            if rules is None:
                raise Refusal("unknown_game", game=game)
            kept = _checked(rules, options, size)
            await self._room_for(host)
            if place.guild:
                tables = await self._store.count(_OPEN, guild=place.guild)
                if tables >= self._limits.per_guild:
                    raise Refusal("guild_full", limit=self._limits.per_guild)
            table = Table(
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
            )
            change = Change(0, table, click=(click, "open"), notices=(NewNotice("lobby"),), at=self._now())
            number = (await self._store.commit(change)).match
            self._to_be_said(number)
            return await self.get(number)

        return await self._alone(("open", click), work)

    async def join(self, match: int, person: int, name: str, click: int) -> Match:
        """Sit down in the next free seat. Raises `Refusal` ``seated``, ``full``, ``too_many_tables``."""
        occupant = Occupant(person, lobby.clean(name), None, click)

        async def seated(table: Table) -> Table:
            after = lobby.joined(table, occupant)
            await self._room_for(person)
            return after

        return await self._in_lobby(match, click, "join", seated)

    async def add_player(self, match: int, person: int, player: str, click: int) -> Match:
        """The host seats an automatic player. Raises `Refusal` ``not_host``, ``full``, ``unknown_player``."""

        async def seated(table: Table) -> Table:
            if player not in self._rules(table).players:
                raise Refusal("unknown_player", player=player)
            return lobby.with_player(table, person, Occupant(None, "", player, click))

        return await self._in_lobby(match, click, "add", seated)

    async def remove_player(self, match: int, person: int, click: int) -> Match:
        """The host sends off the automatic player seated last. Raises ``not_host``, ``no_player``."""

        async def sent_away(table: Table) -> Table:
            return lobby.without_player(table, person)

        return await self._in_lobby(match, click, "remove", sent_away)

    async def _in_lobby(
        self, match: int, click: int, verb: str, seated: Callable[[Table], Awaitable[Table]]
    ) -> Match:
        async def work(warm: Warm) -> Match:
            if (click, verb) not in warm.clicks:
                after = await seated(warm.table)
                ended = after.status is Status.CANCELLED
                notice = NewNotice("cancelled" if ended else "lobby")
                await self._commit(
                    warm, Change(match, after, click=(click, verb), notices=(notice,), ends=ended)
                )
            return self._match(warm)

        return await self._on(match, work)

    async def start(self, match: int, person: int, click: int) -> Match:
        """The host starts the match. Raises `Refusal` ``not_host``, ``not_full`` (`missing` seats).

        Whoever presses it, this click is mixed into the chance last: until then nobody, not even who knows
        the seed, can tell what a change of seats would lead to.
        """

        async def work(warm: Warm) -> Match:
            table = warm.table
            if (click, "start") in warm.clicks:
                return self._match(warm)
            lobby.in_lobby(table)
            if table.host != person:
                raise Refusal("not_host", match=match)
            if len(table.occupants) < table.size:
                raise Refusal("not_full", match=match, missing=table.size - len(table.occupants))
            game = self._games.get(table.game)
            if game is None:
                raise Refusal("unknown_game", game=table.game)
            # Nothing has been played: the match begins with the rules of today.
            options = decoded(game, table.options)
            table = replace(table, status=Status.RUNNING, rules=game.rules, start_click=click)
            clicks = [*(one.click for one in table.occupants), click]
            chance = SeededChance(match_key(table.seed, clicks), 0)
            fold, events = begin(game, options, table.size, chance)
            # The log keeps the click for ever.
            entry = self._entry(game, fold, 0, "start", None, str(click), chance.drawn, person)
            started = (NewNotice("started"),)
            await self._advance(
                warm,
                replace(warm, table=table, options=options),
                game,
                fold,
                events,
                entry,
                (click, "start"),
                started,
            )
            return self._match(warm)

        return await self._on(match, work)

    async def leave(self, match: int, person: int, click: int) -> Match:
        """Get up. Before the start the seat is free again; later an automatic player takes over.

        The next person becomes host; the match is cancelled when no person remains.
        """

        async def work(warm: Warm) -> Match:
            if (click, "leave") in warm.clicks:
                return self._match(warm)
            if warm.table.status is not Status.RUNNING:
                after = lobby.left(warm.table, person)
                ended = after.status is Status.CANCELLED
                notice = NewNotice("cancelled" if ended else "lobby")
                await self._commit(
                    warm, Change(match, after, click=(click, "leave"), notices=(notice,), ends=ended)
                )
                return self._match(warm)
            seat = lobby.seat_of(warm.table, person)
            after = lobby.taken_over(warm.table, person, _SUBSTITUTE)
            if after.status is Status.CANCELLED:
                await self._cancelled(warm, after, (click, "leave"))
                return self._match(warm)
            log = await self._log(warm)
            number = len(log.entries)
            fold, events = taken_over(log.fold, number, seat, _SUBSTITUTE)
            entry = self._entry(log.game, fold, number, "seat", seat, _SUBSTITUTE, (), person)
            changed = replace(warm, table=after)
            said = (NewNotice("seat", seat, number), NewNotice("settle", seat, number, person=person))
            await self._advance(warm, changed, log.game, fold, events, entry, (click, "leave"), said)
            return self._match(warm)

        return await self._on(match, work)

    async def cancel(self, match: int, person: int, click: int) -> Match:
        """Call the match off. Before the start the host does it alone.

        A running match is cancelled once every person at it has agreed: `Match.agreed` tells who has. The
        next move by a person withdraws all agreements.
        """

        async def work(warm: Warm) -> Match:
            table = warm.table
            if (click, "cancel") in warm.clicks:
                return self._match(warm)
            if table.status is Status.LOBBY:
                await self._cancelled(warm, lobby.called_off(table, person), (click, "cancel"))
                return self._match(warm)
            after = lobby.agreed(table, person)
            if after.status is Status.CANCELLED:
                await self._cancelled(warm, after, (click, "cancel"))
            elif after != table:
                vote = NewNotice("vote", lobby.seat_of(table, person), table.entries)
                await self._commit(warm, Change(match, after, click=(click, "cancel"), notices=(vote,)))
            return self._match(warm)

        return await self._on(match, work)

    async def rematch(self, match: int, person: int, name: str, click: int) -> Match:
        """Open the table again with the same options, or join it where another has just done so.

        For those who sat at it; automatic players sit down by themselves. Raises `Refusal` ``not_over``.
        """

        async def work(warm: Warm) -> Match:
            table = warm.table
            if table.status in _OPEN:
                raise Refusal("not_over", match=match)
            opened = await self._store.opened_by(click)
            if opened is not None:
                return await self.get(opened)
            for other in await self._store.rematches_of(match):
                if other.status is Status.LOBBY:
                    if any(one.person == person for one in other.occupants):
                        return await self.get(other.id)
                    return await self.join(other.id, person, name, click)
            # Whoever left the match still has a name in the seat: that person may come back.
            players = [one for one in table.occupants if one.player is not None and not one.name]
            lobby.seat_of(table, person)
            game = self._games.get(table.game)
            options = warm.options if game is None else decoded(game, table.options)
            occupants = (
                Occupant(person, lobby.clean(name), None, click),
                *(replace(one, click=click) for one in players),
            )
            return await self._open(table.game, options, table.size, table.place, occupants, click, match)

        return await self._on(match, work)

    async def _room_for(self, person: int) -> None:
        if await self._store.count(_OPEN, person=person) >= self._limits.per_person:
            raise Refusal("too_many_tables", limit=self._limits.per_person)


def _checked(game: AnyGame, options: Any, size: int) -> str:
    """The options as JSON. Raises `BadOptions` unless they are the game's own and fit the number of seats."""
    kept = msgspec.json.encode(options).decode()
    sizes: Collection[int] = game.seats(decoded(game, kept))
    if size not in sizes:
        raise BadOptions("seats", seats=size, possible=tuple(sorted(sizes)))
    return kept
