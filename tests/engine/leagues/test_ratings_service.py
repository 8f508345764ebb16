"""Matches opened as rated: what counts for ratings, who stands on a leaderboard, and what is forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from engine.game import Refusal, Seat
from engine.leagues import LeagueService
from engine.match.clock import PACES, Pace
from engine.match.help import Help
from engine.match.values import NO_CHOICES, Status
from engine.matches import NewTerms
from harness.postgres import BOTH
from tests.engine.auction import AuctionOptions
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table

DAN = 404

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)


class Hall(Table):
    """A server on which matches are rated."""

    def __init__(self, store: Any) -> None:
        super().__init__(store)
        self.ratings = LeagueService(self.matches).ratings

    async def opened(self, size: int = 2, *, rated: bool = True, pace: Pace = PACES["day"]) -> int:
        opening = self.matches.lobbies.open(
            "auction",
            AuctionOptions(1),
            size,
            ANN,
            "Ann",
            PLACE,
            self.click,
            pace=pace,
            help=Help.RATED if rated else None,
            play_on=True,
        )
        return (await opening).id

    async def rated(self, *others: int, rated: bool = True) -> int:
        match = await self.opened(1 + len(others), rated=rated)
        for other in others:
            await self.matches.lobbies.join(match, other, f"Person {other}", self.click)
        await self.matches.lobbies.start(match, ANN, self.click)
        return match

    async def finish(self, match: int) -> None:
        while (known := await self.matches.loader.get(match)).status is Status.RUNNING:
            await self.automatic()
            public = await self.matches.queries.situation(match, None)
            for seat in public.pending:
                person = known.occupants[seat].person
                if person is not None:
                    own = await self.matches.queries.situation(match, person)
                    await self.play(match, person, str(own.moves[-1]))
                    break
        await self.matches.upkeep.note_results()

    async def ended(self, *others: int, rated: bool = True) -> int:
        match = await self.rated(*others, rated=rated)
        await self.finish(match)
        return match

    async def ranks(self) -> list[dict[int, int]]:
        return [dict(each.ranks) for each in await self.store.rated_tables("auction")]


@pytest.fixture
def hall(store: Any) -> Hall:
    return Hall(store)


async def test_only_what_was_opened_as_rated_counts(hall: Hall) -> None:
    await hall.ended(BOB, rated=False)
    assert await hall.ranks() == []
    match = await hall.ended(BOB)
    (table,) = await hall.store.rated_tables("auction")
    assert (table.match, table.guild) == (match, PLACE.guild)
    assert set(table.ranks) == {ANN, BOB}
    assert sorted(table.ranks.values()) in ([1, 2], [1, 1])


async def test_a_match_that_begins_with_a_robot_rates_nobody(hall: Hall) -> None:
    match = await hall.opened(3)
    await hall.matches.lobbies.add_player(match, ANN, "greedy", hall.click)
    await hall.matches.lobbies.join(match, BOB, "Bob", hall.click)
    assert (await hall.matches.loader.get(match)).is_rated
    await hall.matches.lobbies.start(match, ANN, hall.click)
    assert not (await hall.matches.loader.get(match)).is_rated
    await hall.finish(match)
    assert await hall.ranks() == []


async def test_who_resigns_is_last_though_a_robot_plays_on(hall: Hall) -> None:
    match = await hall.rated(BOB, CEE)
    for seat in (await hall.matches.queries.situation(match, None)).pending:
        person = (await hall.matches.loader.get(match)).occupants[seat].person
        assert person is not None
        await hall.play(match, person, "bid 0")
    await hall.matches.departures.resign(match, CEE, hall.click)
    await hall.finish(match)
    (ranks,) = await hall.ranks()
    assert ranks[CEE] == max(ranks.values())
    assert list(ranks.values()).count(ranks[CEE]) == 1


@pytest.mark.parametrize("others", [(BOB,), (BOB, CEE)])
async def test_nobody_escapes_by_resigning_before_the_own_first_move(
    hall: Hall, others: tuple[int, ...]
) -> None:
    match = await hall.rated(*others)
    await hall.matches.departures.resign(match, others[-1], hall.click)
    await hall.finish(match)
    (ranks,) = await hall.ranks()
    assert set(ranks) == {ANN, *others}
    assert ranks[others[-1]] == len(ranks)
    assert await hall.matches.history.ranks_again(match) == ranks


async def test_nobody_escapes_by_giving_the_seat_away_before_the_own_first_move(hall: Hall) -> None:
    match = await hall.rated(BOB, CEE)
    await hall.matches.substitutes.offer_seat(match, CEE, hall.click)
    await hall.matches.substitutes.ask_seat(match, DAN, "Dan", Seat(2), hall.click)
    hall.clock.time += timedelta(hours=25)
    await hall.finish(match)
    assert (await hall.matches.loader.get(match)).occupants[2].person == DAN
    (ranks,) = await hall.ranks()
    assert set(ranks) == {ANN, BOB, CEE}
    assert ranks[CEE] == 3


async def test_a_table_alone_is_not_rated_and_stays_as_it_was(hall: Hall) -> None:
    with pytest.raises(Refusal, match="rated_sides"):
        await hall.opened(1)
    match = await hall.opened(2)
    with pytest.raises(Refusal, match="rated_sides"):
        await hall.matches.lobbies.alter(match, ANN, NewTerms(size=1), hall.click)
    assert (await hall.matches.loader.get(match)).size == 2
    casual = await hall.opened(1, rated=False)
    with pytest.raises(Refusal, match="rated_sides"):
        await hall.matches.lobbies.alter(casual, ANN, NewTerms(help=Help.RATED), hall.click)


async def test_a_match_without_clocks_is_not_rated(hall: Hall) -> None:
    endless = PACES["open"]
    with pytest.raises(Refusal, match="rated_clocks"):
        await hall.opened(pace=endless)
    match, casual = await hall.opened(), await hall.opened(rated=False, pace=endless)
    for table, wanted in ((match, NewTerms(pace=endless)), (casual, NewTerms(help=Help.RATED))):
        with pytest.raises(Refusal, match="rated_clocks"):
            await hall.matches.lobbies.alter(table, ANN, wanted, hall.click)
    await hall.matches.lobbies.alter(casual, ANN, NewTerms(help=Help.RATED, pace=PACES["week"]), hall.click)
    assert (await hall.matches.loader.get(casual)).is_rated


async def test_a_change_of_the_rating_is_told_to_those_who_sit_there(hall: Hall) -> None:
    match = await hall.opened(3, rated=False)
    await hall.matches.lobbies.join(match, BOB, "Bob", hall.click)
    await hall.matches.lobbies.alter(match, ANN, NewTerms(help=Help.RATED), hall.click)
    (altered,) = (await hall.matches.loader.get(match)).lobby.altered
    assert (altered.what, altered.before, altered.after) == ("help", "with", "rated")


async def test_a_leaderboard_has_those_who_agreed_with_enough_matches_here(hall: Hall) -> None:
    for _ in range(6):
        await hall.ended(BOB)
    for others in ((BOB, CEE, DAN),) * 4:
        await hall.ended(*others)
    hall.clock.time += timedelta(minutes=16)
    assert await hall.ratings.leaderboard("auction", PLACE.guild) == []
    await hall.matches.people.remember(
        BOB, name="Bob", chosen=msgspec.structs.replace(NO_CHOICES, listed=True)
    )
    (line,) = await hall.ratings.leaderboard("auction", PLACE.guild)
    assert (line.person.id, line.person.name, line.rating.matches) == (BOB, "Bob", 10)
    assert await hall.ratings.leaderboard("auction", PLACE.guild + 1) == []
    assert await hall.ratings.of_person("auction", ANN) != (None, 10), "one's own is shown without agreeing"
    await hall.matches.forgetting.forget(BOB)
    hall.clock.time += timedelta(minutes=16)
    assert await hall.ratings.leaderboard("auction", PLACE.guild) == []


async def test_who_has_met_one_opponent_alone_is_on_no_leaderboard(hall: Hall) -> None:
    for _ in range(10):
        await hall.ended(BOB)
    listed = msgspec.structs.replace(NO_CHOICES, listed=True)
    await hall.matches.people.remember(ANN, name="Ann", chosen=listed)
    hall.clock.time += timedelta(minutes=16)
    assert (await hall.ratings.of_person("auction", ANN))[0] is not None
    assert await hall.ratings.leaderboard("auction", PLACE.guild) == []
    for others in ((CEE, DAN), (CEE, DAN)):
        await hall.ended(*others)
    hall.clock.time += timedelta(minutes=16)
    assert await hall.ratings.leaderboard("auction", PLACE.guild) == [], "Bob has met nobody else"
    await hall.ended(BOB, CEE)
    hall.clock.time += timedelta(minutes=16)
    (line,) = await hall.ratings.leaderboard("auction", PLACE.guild)
    assert line.person.id == ANN


async def test_the_forgotten_are_nobody_in_the_results_and_others_keep_theirs(hall: Hall) -> None:
    await hall.ended(BOB)
    await hall.ended(BOB)
    (before, _) = await hall.ranks()
    await hall.matches.forgetting.forget(BOB)
    first, second = await hall.ranks()
    assert BOB not in first
    assert first[ANN] == before[ANN]
    assert set(first) - {ANN} != set(second) - {ANN}, "nobody can tell that both were one person"


async def test_who_is_forgotten_while_the_ranks_are_worked_out_is_named_nowhere(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, save = await hall.rated(BOB), hall.store.save_result

    async def forgotten_before(*given: Any, **named: Any) -> None:
        monkeypatch.setattr(hall.store, "save_result", save)
        await hall.matches.forgetting.forget(BOB)
        await save(*given, **named)

    monkeypatch.setattr(hall.store, "save_result", forgotten_before)
    await hall.finish(match)
    assert all(BOB not in each for each in await hall.ranks())
    await hall.matches.upkeep.note_results()
    (ranks,) = await hall.ranks()
    assert ANN in ranks
    assert len(ranks) == 2
    assert BOB not in ranks


async def test_the_own_answers_come_with_ones_matches(hall: Hall) -> None:
    match = await hall.rated(BOB)
    hall.clock.time += timedelta(hours=2)
    await hall.finish(match)
    (own,) = await hall.matches.history.ended_of(ANN, 10)
    assert own.answers
    assert max(own.answers) == 2 * 3600
    assert await hall.matches.history.ended_of(CEE, 10) == []


async def test_ranks_that_cannot_be_read_are_left_out(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    first = await hall.ended(BOB)
    second = await hall.ended(CEE)
    await hall.store.save_result(first, "null", '[["x", 1]]', "broken")
    assert [each.match for each in await hall.store.rated_tables("auction")] == [second]
    assert f"match {first}" in caplog.text
    answers = {each.match.id: each.answers for each in await hall.matches.history.ended_of(ANN, 10)}
    assert not answers[first]
