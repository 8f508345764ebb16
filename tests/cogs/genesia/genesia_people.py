"""Simulated people play whole matches of Genesia, and every ring is looked at.

``python -m tests.cogs.genesia.genesia_people [GAMES]`` plays so many with three and with four people by
turns, in a simulated Discord, and counts: messages at the table, rings, and rings for nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from simcord.env import Env

from cogs.delivery import courier
from engine.chance import SeededChance
from engine.game import Seat
from engine.genesia.model import MAX_LINE_STEPS, Campaign, Phase
from engine.genesia.players.styles import ORDER_GIVER
from engine.genesia.rules import GENESIA
from engine.matches import Status
from engine.store.sqlite import SqliteStore
from tests.cogs.simulated import Calendar, Town, still_bot

__all__ = ["Heard", "People"]

TYPED = 200
"""Characters that a move may have as it is typed."""
QUARTER = timedelta(minutes=15)
SILENT = 1 << 12
"""Discord's flag of a message that does not ring."""


class Heard(NamedTuple):
    """A message that rang for a person."""

    person: str
    phase: Phase
    needed: bool
    """The person had something to decide, which nobody did in their place."""


class People:
    """People at a table who play as `ORDER_GIVER`, a turn in one line, and hear what rings for them."""

    def __init__(self, place: Town, size: int, seed: int = 0) -> None:
        self.place = place
        self.size = size
        self.seed = seed
        self.heard: list[Heard] = []
        self.messages = 0
        """Messages sent to the table's thread."""
        self._looked = len(place.env.http_requests)
        self._moves = 0

    async def open(self) -> None:
        await self.place.open(self.size, "genesia", players=str(self.size))
        await self.place.start()
        await self.listen()

    @property
    async def state(self) -> Any:
        return (await self.place.bot.matches.loader.load_started(1))[1].fold.state

    async def play(self, last_age: int = 3) -> None:
        """Play until the match, or that Age, is over."""
        place = self.place
        while (match := await place.bot.matches.loader.get(1)).status is Status.RUNNING:
            state = await self.state
            if state.age > last_age:
                return
            asked = [seat for seat in GENESIA.pending(state) if GENESIA.defaults(state, seat).ordered is None]
            if not asked:
                await place.live(QUARTER, QUARTER)
            else:
                person = next(each for each in place.people if each.id == match.occupants[asked[0]].person)
                await person.slash(place.thread, "genesia play", move=self._choice(state, asked[0]))
                await place.settle()
            await self.listen()
        await place.settle()
        await self.listen()

    def _choice(self, state: Any, seat: Seat) -> str:
        """Return the next move; in growth and expansion all steps up to the end, as far as one line goes."""
        steps: list[str] = []
        while len(steps) < MAX_LINE_STEPS:
            self._moves += 1
            chance = SeededChance(self.seed.to_bytes(32, "big"), self._moves)
            imagine = partial(GENESIA.redeal, state, seat)
            view, moves = GENESIA.view(state, seat), GENESIA.moves(state, seat)
            move = ORDER_GIVER.choose(view, moves, imagine, chance)
            if isinstance(move, Campaign):
                while len(str(move)) > TYPED:
                    move = replace(move, assaults=move.assaults[:-1])
            if steps and len("; ".join((*steps, str(move)))) > TYPED:
                break
            steps.append(str(move))
            if state.phase not in (Phase.GROWTH, Phase.EXPANSION) or steps[-1] == "end":
                break
            state, _ = GENESIA.play(state, seat, move, chance)
        return "; ".join(steps)

    async def listen(self) -> None:
        """Note what has rung since the last time, and whether it was for something."""
        place, match = self.place, await self.place.bot.matches.loader.get(1)
        state = await self.state
        needed = {
            match.occupants[seat].person
            for seat in GENESIA.pending(state)
            if GENESIA.defaults(state, seat).ordered is None
        }
        requests = place.env.http_requests
        for request in requests[self._looked :]:
            if request.method != "POST" or not request.path.endswith("/messages"):
                continue
            body = request.json
            rung = {int(each) for each in body.get("allowed_mentions", {}).get("users", [])}
            if request.path == f"/channels/{place.thread.id}/messages":
                self.messages += 1
            elif not body.get("flags", 0) & SILENT:
                rung |= {
                    user.id
                    for user in place.users
                    if user.dm_channel is not None
                    and request.path == f"/channels/{user.dm_channel.id}/messages"
                }
            if match.status is Status.RUNNING:
                self.heard += [
                    Heard(user.name, state.phase, user.id in needed)
                    for user in place.users
                    if user.id in rung
                ]
        self._looked = len(requests)

    @property
    def idle(self) -> list[Heard]:
        """Rings for nothing."""
        return [each for each in self.heard if not each.needed]


async def _game(number: int) -> People:
    calendar = Calendar()
    with tempfile.TemporaryDirectory() as folder:
        async with await SqliteStore.open(Path(folder) / "longtable.db") as store:
            bot = still_bot(store, calendar)
            world = Env(bot, check_errors=False, settle_timeout=120.0)
            await world.start()
            try:
                people = People(Town(world, bot, store, calendar), 3 + number % 2, number)
                await people.open()
                await people.play()
            finally:
                await world.shutdown()
            return people


def main() -> None:
    """Print a line a game."""
    given = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    given.add_argument("games", type=int, nargs="?", default=30)
    courier.OLD = timedelta.max  # by their ids simcord's messages are as old as the year
    for number in range(given.parse_args().games):
        people = asyncio.run(_game(number))
        print(
            f"game {number}: {people.size} people, {people.messages} messages at the table, "
            f"{len(people.heard)} rings, {len(people.idle)} for nothing",
            flush=True,
        )


if __name__ == "__main__":
    main()
