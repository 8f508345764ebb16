"""Leagues whose process dies before or after each of its transactions: nothing is done twice or lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.league.lengths import SIGN_UP
from engine.league.season import divisions_of
from engine.league.values import Stage
from engine.match.values import Status
from engine.store.sqlite import SqliteStore
from tests.engine.leagues.test_leagues import MOD, Club

PEOPLE = (1, 2, 3, 4)


class Dead(BaseException):
    """The process has died."""


class Mortal:
    """Lets the store's n-th transaction from now on be the process's last deed."""

    def __init__(self, store: Any, dies: int, *, after: bool) -> None:
        self.left = dies
        self.spared = False
        self._after = after
        for name in ("_write", "_write_where"):
            setattr(store, name, self._dying(getattr(store, name)))

    def _dying(self, write: Callable[..., Any]) -> Callable[..., Any]:
        async def written(*given: Any, **named: Any) -> Any:
            if self.spared:
                return await write(*given, **named)
            self.left -= 1
            if self.left == 0 and not self._after:
                raise Dead
            done = await write(*given, **named)
            if self.left == 0:
                raise Dead
            return done

        return written


def reborn(club: Club) -> None:
    """Another process takes over the database, without what the dead one remembered."""
    club.matches = club.again()
    club.restart()


async def survived(path: Path, dies: int, *, after: bool) -> bool:
    """Return whether the process has died on the way to a season that is played and closed."""
    async with await SqliteStore.open(path) as store:
        club = Club(store)
        mortal = Mortal(store, dies, after=after)
        league, died = 0, False
        for person in (None, *PEOPLE):
            # A click that was not answered is delivered, or made, again.
            click = club.click
            for _ in range(2):
                try:
                    if person is None:
                        league = await club.opened_by(click)
                    else:
                        await club.leagues.sign_up(league, person, f"Person {person}", click)
                    break
                except Dead:
                    died = True
                    reborn(club)
        for step in (SIGN_UP, *[timedelta(seconds=100)] * 30):
            club.clock.time += step
            try:
                await club.look()
            except Dead:
                died = True
                reborn(club)
        season = await club.season(league)
        matches = [table.match for table in season.tables]
        assert None not in matches
        assert len(set(matches)) == 6, "each table was opened once"
        for match in matches:
            assert (await club.matches.loader.get(match or 0)).status is Status.RUNNING
        every = await store._read("SELECT count(*) FROM matches")  # pyright: ignore[reportPrivateUsage]
        assert every[0][0] == 6, "no match without a table"
        mortal.spared = True  # people's moves have tests of their own
        await club.finish_all(league)
        mortal.spared = False
        for _ in range(4):
            try:
                await club.wait(timedelta(minutes=5))
            except Dead:
                died = True
                reborn(club)
        found = await club.leagues.load(league)
        closed = found.at(Stage.CLOSED)
        assert closed is not None
        assert sum(line.points for line in divisions_of(closed)[0].lines) == 6 * 24
        following = found.at(Stage.SIGN_UP)
        assert following is not None
        assert following.number == 2
        acts = [act.what for act in await club.leagues.acts(league)]
        assert sorted(acts) == ["begun", "closed", "opened"], "each is written once"
        await club.matches.close()
    return died


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("part", range(8))
async def test_no_death_opens_a_table_twice_or_loses_one(part: int, after: bool, tmp_path: Path) -> None:
    deaths = [await survived(tmp_path / f"{dies}.db", dies, after=after) for dies in range(1 + part, 48, 8)]
    assert sum(deaths) >= 3


async def test_an_annulment_that_died_is_made_whole(tmp_path: Path) -> None:
    for dies in range(1, 12):
        async with await SqliteStore.open(tmp_path / f"{dies}.db") as store:
            club = Club(store)
            league = await club.begun(*PEOPLE)
            match = (await club.season(league)).tables[0].match or 0
            mortal = Mortal(store, dies, after=True)
            try:
                await club.leagues.annul(league, match, MOD)
            except Dead:
                reborn(club)
            mortal.spared = True
            await club.wait(timedelta(minutes=6))
            await club.wait(timedelta(minutes=6))
            table = (await club.season(league)).tables[0]
            if table.annulled_by is not None:
                assert (await club.matches.loader.get(match)).status is Status.CANCELLED
            await club.matches.close()
