"""Time at league tables: outages move the season and all that depends on it, leave counts five days, and who
stays away holds nobody up."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from engine.game import Seat
from engine.league.lengths import SIGN_UP
from engine.league.values import Stage
from engine.match.clock import SHORT_CALL, SHORT_CALLS
from engine.match.values import Status
from harness.postgres import BOTH
from tests.engine.auction import AuctionOptions
from tests.engine.leagues.test_leagues import MOD, Club, club, deadlines, delivered
from tests.engine.matches.test_matches import PLACE

__all__ = ["club"]

pytestmark = pytest.mark.parametrize("store", BOTH, indirect=True)
DAY = timedelta(days=1)


async def served(club: Club) -> None:
    """Note that people can press now."""
    await club.matches.timekeeper.beat()


async def away(club: Club, time: timedelta) -> None:
    """Let the bot be away for that time; another process takes over."""
    await club.matches.timekeeper.stop()
    club.clock.time += time
    club.matches = club.again()
    club.restart()
    await served(club)


async def test_an_outage_moves_the_end_of_a_season_and_of_its_tables(club: Club) -> None:
    await served(club)
    league = await club.begun(1, 2, 3, 4)
    await served(club)
    before = (await club.season(league)).ends
    assert before is not None
    await away(club, 7 * DAY)
    after = (await club.season(league)).ends
    assert after is not None
    assert timedelta() <= (after - before) - 7 * DAY < timedelta(minutes=1)
    # A call between the old and the new beginning of the last ten days has its usual time.
    match = (await club.season(league)).tables[0].match or 0
    club.clock.time = after - SHORT_CALLS - DAY
    await delivered(club, match)
    assert all(each is not None and each - club.clock() > 2 * DAY for each in await deadlines(club, match))
    other = (await club.season(league)).tables[1].match or 0
    club.clock.time = after - SHORT_CALLS + timedelta(minutes=2)
    await delivered(club, other)
    assert await deadlines(club, other) == {club.clock() + SHORT_CALL}


async def test_no_outage_brings_a_deadline_nearer_or_ends_a_season_early(club: Club) -> None:
    await served(club)
    league = await club.begun(1, 2, 3, 4)
    await served(club)
    season = await club.season(league)
    assert season.ends is not None
    club.clock.time = season.ends - DAY
    await club.matches.timekeeper.beat()
    match = season.tables[0].match or 0
    await delivered(club, match)
    shown = min(filter(None, await deadlines(club, match)))
    await away(club, 3 * DAY)
    assert all(each is not None and each >= shown for each in await deadlines(club, match))
    await club.look()
    season = await club.season(league)
    assert season.ends is not None
    assert season.ends > club.clock(), "stewards play nothing out before people could press again"
    assert (await club.matches.loader.get(match)).status is Status.RUNNING


async def test_an_outage_while_people_sign_up_gives_them_the_time_back(club: Club) -> None:
    await served(club)
    league = await club.opened(1, 2, 3, 4)
    await served(club)
    begins = (await club.season(league, Stage.SIGN_UP)).begins
    await away(club, 10 * DAY)
    after = (await club.season(league, Stage.SIGN_UP)).begins
    assert timedelta() <= (after - begins) - 10 * DAY < timedelta(minutes=1)
    await club.look()
    assert (await club.leagues.load(league)).at(Stage.PLAYING) is None


async def test_the_calendar_waits_for_a_shard_that_has_no_session(club: Club) -> None:
    league = await club.opened(1, 2, 3, 4)
    club.clock.time += SIGN_UP
    shard = (PLACE.guild >> 22) % 2
    await club.store.note_session_up(shard, club.clock())
    await club.store.note_session_lost(shard)
    now = club.clock()
    assert await club.store.take_league(now, now + DAY, 2) is None
    assert await club.store.next_league(2) is None
    await club.store.note_session_up(shard, now)
    assert await club.store.next_league(2) is not None
    assert await club.store.take_league(now, now + DAY, 2) == league


async def test_five_days_of_leave_count_and_no_more(club: Club) -> None:
    league = await club.begun(1, 2, 3, 4)
    table = (await club.season(league)).tables[0]
    match = table.match or 0
    situation = await club.matches.queries.situation(match, None)
    seat = situation.pending[0]
    await delivered(club, match)
    before = (await club.matches.queries.situation(match, None)).times[seat].deadline
    today = club.clock().date()
    person = table.seats[seat]
    await club.matches.hours.take_leave(person, today + DAY, today + 12 * DAY, club.click)
    after = (await club.matches.queries.situation(match, None)).times[seat].deadline
    assert before is not None
    assert after is not None
    assert 4 * DAY <= after - before <= 5 * DAY


async def test_from_its_fourth_turn_in_a_row_a_steward_plays_within_a_quarter_of_an_hour(club: Club) -> None:
    opened = await club.leagues.open("auction", AuctionOptions(8), 2, PLACE, MOD, club.click)
    for person in (1, 2, 3, 4):
        await club.leagues.sign_up(opened.id, person, f"Person {person}", club.click)
    await club.look()
    await club.wait(SIGN_UP)
    await club.all_open(opened.id)
    table = (await club.season(opened.id)).tables[0]
    match, matches = table.match or 0, club.matches
    gone, there = table.seats
    # Somebody who has played once, in whose night the robot sits down, and who never comes back.
    situation = await matches.queries.situation(match, gone)
    await club.play(match, gone, str(situation.moves[0]))
    minute = club.clock().hour * 60 + club.clock().minute
    night = ((minute - 60) % 1440, (minute + 480) % 1440)
    await matches.hours.set_habits(gone, zone="UTC", quiet=night)
    for _ in range(4000):
        situation = await matches.queries.situation(match, there)
        if situation.match.status is not Status.RUNNING:
            break
        await delivered(club, match)
        if Seat(1) in situation.pending:
            # The other one always answers at the beginning of that night.
            now = club.clock().hour * 60 + club.clock().minute
            club.clock.time += timedelta(minutes=(minute - now) % 1440)
            await club.play(match, there, str(situation.moves[0]))
            continue
        club.clock.time += timedelta(minutes=5)
        while await matches.timers.run_due_timers():
            pass
    log = await matches.loader.log(await matches.loader.load(match))
    moves = [each for each in log.entries if each.kind == "move"]
    waits = [
        entry.at - before.at
        for before, entry in pairwise(moves)
        if entry.seat == 0 and entry.by is None and entry.made
    ]
    assert len(waits) > 6
    assert waits[0] > 3 * DAY
    assert max(waits[1:3]) > timedelta(hours=11), waits
    assert all(each <= timedelta(minutes=20) for each in waits[3:]), waits
