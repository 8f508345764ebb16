"""Nobody but the absent makes a win: every right and role, alone and in league, against who has time left."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from itertools import product

import pytest

from engine.game import Refusal, Seat
from engine.games import GAMES
from engine.genesis import GENESIS
from engine.genial.model import Form, GenialOptions
from engine.match.clock import PACES
from engine.matches import Match, Status
from engine.outcome import Gone, winners
from engine.record import Record, final_ranking, read, verify
from engine.store import CODE_LEVEL, UNCOUNTED_CODE_LEVEL, CodeLevels
from engine.store.sqlite import SqliteStore
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, refuses
from tests.engine.matches.test_rounds import EVE
from tests.engine.matches.timed import DAY, HOUR, Timed
from tests.stranger import program as stranger

ANNS, BOBS = Seat(0), Seat(1)
FAY, GUS, OWN, HAL = range(21, 25)
"""A person who has sat there, a passer-by, the server's owner, and a guest who has not come."""
ROLES = {
    "opponent": ANN,
    "opponent's mate": CEE,
    "own mate": DAN,
    "moderator": EVE,
    "moderator who sat there": FAY,
    "owner": OWN,
    "passer-by": GUS,
    "guest": HAL,
}
Act = Callable[[Timed, int, int], Awaitable[object]]


@pytest.fixture
async def table(store: SqliteStore) -> AsyncIterator[Timed]:
    table = Timed(store, games=GAMES)
    yield table
    await table.matches.close()


async def sits_down(table: Timed, match: int, person: int) -> None:
    await table.matches.substitutes.ask_seat(match, person, "Somebody", BOBS, table.click)
    await table.live(DAY + HOUR)


async def takes_back(table: Timed, match: int, person: int) -> None:
    await table.matches.undo.undo(match, person, table.click)


async def agrees_to_all(table: Timed, match: int, person: int) -> None:
    undo = (await table.matches.loader.get(match)).undo
    if undo is not None:
        await table.matches.undo.agree_undo(match, person, undo.call, table.click)


async def moves_the_zone(table: Timed, match: int, person: int) -> None:
    """Give the server a zone in which it is another time of the day."""
    await table.matches.hours.set_server(PLACE.guild, zone="Pacific/Kiritimati")


ACTS: dict[str, Act] = {
    "wins": lambda table, match, person: table.matches.departures.end_absent(
        match, person, table.click, won=True
    ),
    "ends": lambda table, match, person: table.matches.departures.end_absent(
        match, person, table.click, won=False
    ),
    "replaces": lambda table, match, person: table.matches.moderation.replace_by_robot(
        match, person, BOBS, table.click
    ),
    "undoes": lambda table, match, person: table.matches.undo.undo_as_moderator(match, person, table.click),
    "gives time": lambda table, match, person: table.matches.moderation.give_time(
        match, person, 1, table.click
    ),
    "calls off": lambda table, match, person: table.matches.moderation.end(match, person, table.click),
    "zone": moves_the_zone,
    "gives": lambda table, match, person: table.matches.seat_clocks.give_day(
        match, person, BOBS, table.click
    ),
    "waits": lambda table, match, person: table.matches.seat_clocks.wait(match, person, BOBS, table.click),
    "pauses": lambda table, match, person: table.matches.pauses.pause(
        match, person, table.clock() + DAY, table.click
    ),
    "cancels": lambda table, match, person: table.matches.departures.cancel(match, person, table.click),
    "asks": lambda table, match, person: table.matches.substitutes.ask_seat(
        match, person, "I", BOBS, table.click
    ),
    "sits": sits_down,
    "objects": lambda table, match, person: table.matches.substitutes.object(
        match, person, BOBS, table.click
    ),
    "offers": lambda table, match, person: table.matches.substitutes.offer_seat(match, person, table.click),
    "back": lambda table, match, person: table.matches.presence.come_back(match, person, table.click),
    "wakes": lambda table, match, person: table.matches.presence.wake(match, person, table.click),
    "takes back": takes_back,
    "agrees": agrees_to_all,
    "resigns": lambda table, match, person: table.matches.departures.resign(match, person, table.click),
}
MIGHTY = ("wins", "replaces", "undoes", "gives time", "zone", "waits", "pauses", "cancels", "sits", "asks")
"""Acts that are tried two by two, in league."""


async def opened(table: Timed, team: bool) -> int:
    """Return a match of two sides, with partners or not; Bob has moved before, and was called just now.

    Of four, Fay has sat at Cee's place and got up for her.
    """
    table.pace = PACES["day"]
    options = GenialOptions(form=Form.TEAM) if team else GENESIS.Options()
    game, size = ("genial", 4) if team else ("genesis", 2)
    match = (
        await table.matches.lobbies.open(
            game, options, size, ANN, "Ann", PLACE, table.click, pace=table.pace, play_on=table.play_on
        )
    ).id
    for person in (BOB, FAY, DAN)[: size - 1]:
        await table.matches.lobbies.join(match, person, f"Person {person}", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    if team:
        await table.matches.substitutes.offer_seat(match, FAY, table.click)
        await table.matches.substitutes.ask_seat(match, CEE, "Cee", Seat(2), table.click)
        await table.live(DAY + HOUR)
        assert (await table.matches.loader.get(match)).seat_of(CEE) == 2
    moved = False
    while not (moved and await asked(table, match, BOB)):
        person = await mover(table, match)
        moved = moved or person == BOB
        await move(table, match, person)
    await table.carry()
    return match


async def mover(table: Timed, match: int) -> int:
    public = await table.matches.queries.situation(match, None)
    person = public.match.occupants[public.pending[0]].person
    assert person is not None
    return person


async def asked(table: Timed, match: int, person: int) -> bool:
    situation = await table.matches.queries.situation(match, person)
    return situation.seat in situation.pending


async def move(table: Timed, match: int, person: int) -> None:
    moves = (await table.matches.queries.situation(match, person)).moves
    await table.play(match, person, str(moves[0]))


async def check_not_stolen(table: Timed, match: int) -> None:
    """Check that nobody has won against Bob's side, or can; his time stays, and his seat is his."""
    for person in ROLES.values():
        with contextlib.suppress(Refusal):
            await table.matches.departures.end_absent(match, person, table.click, won=True)
    situation = await table.matches.queries.situation(match, BOB)
    assert situation.seat == BOBS
    assert BOBS not in situation.gone
    assert BOBS not in situation.forfeited
    if situation.match.status is Status.RUNNING:
        assert not situation.times[BOBS].is_open
        stored = await table.store.match(match)
        assert stored is not None
        assert stored.clock(BOBS).left >= 2 * DAY, "the bank is left alone"
    elif situation.match.status is Status.OVER:
        assert BOBS in winners(situation.result), "the other side has resigned"


async def act(table: Timed, match: int, role: str, what: str) -> str:
    """Do it, as far as it is allowed, with its immediate consequences; return the answer."""
    try:
        await ACTS[what](table, match, ROLES[role])
    except Refusal as refusal:
        return refusal.code
    await table.automatic()
    await table.carry()
    return "done"


@pytest.mark.parametrize("team", [False, True], ids=["duel", "team"])
@pytest.mark.parametrize("role", ROLES)
async def test_no_act_of_anybody_makes_a_win(table: Timed, team: bool, role: str) -> None:
    answered: dict[str, str] = {}
    for what in ACTS:
        match = await opened(table, team)
        answered[what] = await act(table, match, role, what)
        await check_not_stolen(table, match)
        with contextlib.suppress(Refusal):
            await table.matches.moderation.end(match, EVE, table.click)
    assert answered["wins"] in ("not_seated", "not_absent", "not_two_sides")
    if role in ("moderator", "owner"):
        assert answered["replaces"] == "done", "only the wins are not"
    elif role == "moderator who sat there":
        assert answered["replaces"] == ("host_sat" if team else "done"), "whose right that is, cogs say"


@pytest.mark.parametrize(
    "league", [("opponent", "moderator"), ("moderator", "owner"), ("opponent", "own mate")]
)
async def test_no_two_acts_of_two_accounts_make_a_win(table: Timed, league: Sequence[str]) -> None:
    team = "own mate" in league
    pairs = [
        ((one, first), (other, second))
        for first, second in product(MIGHTY, MIGHTY)
        for one, other in (league, league[::-1])
        if "replaces" in (first, second) or first == "sits"
    ]
    for first, second in pairs:
        match = await opened(table, team)
        await act(table, match, *first)
        await act(table, match, *second)
        await check_not_stolen(table, match)
        with contextlib.suppress(Refusal):
            await table.matches.moderation.end(match, EVE, table.click)


async def test_moderators_in_turn_make_nobody_absent(table: Timed) -> None:
    """A person who has time is played for once, by any moderator, until that person has played."""
    match = await opened(table, False)
    stored = await table.store.match(match)
    assert stored is not None
    left = stored.clock(BOBS).left
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.automatic()
    await move(table, match, ANN)
    for person in (EVE, OWN):
        with refuses("host_replaced_once"):
            await table.matches.moderation.replace_by_robot(match, person, BOBS, table.click)
    stored = await table.store.match(match)
    assert stored is not None
    assert (stored.clock(BOBS).left, stored.clock(BOBS).turns) == (left, 0)
    await move(table, match, BOB)
    await move(table, match, ANN)
    await table.matches.moderation.replace_by_robot(match, OWN, BOBS, table.click)
    await table.automatic()
    with refuses("seat_not_open"):
        await table.matches.substitutes.ask_seat(match, OWN, "Own", BOBS, table.click)
    with refuses("not_absent"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    assert (await table.times(match))[BOBS].is_absent is False


async def test_a_moderator_hastens_no_absence(table: Timed) -> None:
    """Turns that a moderator wishes for do not count for opening an absent person's seat."""
    match = await opened(table, False)
    await table.live(4 * DAY + HOUR)
    assert (await table.times(match))[BOBS].is_absent
    for _ in range(4):
        if await mover(table, match) == ANN:
            await move(table, match, ANN)
        await table.carry()
        await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
        await table.automatic()
    assert not (await table.times(match))[BOBS].is_open
    await table.matches.departures.end_absent(match, ANN, table.click, won=True)  # the absence is Bob's own


async def test_the_person_may_answer_before_the_robot_does(table: Timed) -> None:
    match = await opened(table, False)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await move(table, match, BOB)
    stored = await table.store.match(match)
    assert stored is not None
    assert (stored.clock(BOBS).playing, stored.clock(BOBS).turns) == (False, 0)
    assert [each[0] for each in await table.kinds(match)] == ["host"], "nobody was away"
    assert [each[0] for each in await table.carry()] == ["host", "host"], "nobody keeps a seat, or is back"
    assert (await table.matches.queries.situation(match, None)).pending == (ANNS,)


async def test_coming_back_before_the_robot_plays_keeps_the_time_left(table: Timed) -> None:
    match = await opened(table, False)
    await table.carry()
    due = await table.deadline(match, BOBS)
    assert due is not None
    await table.live(2 * DAY + 12 * HOUR)
    await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
    await table.matches.presence.come_back(match, BOB, table.click)
    assert await table.deadline(match, BOBS) == due
    await table.live(13 * HOUR)
    assert (await table.times(match))[BOBS].grace, "its clock is looked at as before"


async def test_a_press_for_what_was_asked_before_replaces_nobody(table: Timed) -> None:
    match = await opened(table, False)
    asked = (await table.matches.queries.situation(match, None)).round
    assert asked is not None
    await move(table, match, BOB)
    await move(table, match, ANN)
    with refuses("nothing_asked"):
        await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click, asked.call_number)


async def test_nobody_wins_over_a_person_whom_a_moderator_may_have_put_out(table: Timed) -> None:
    match = await opened(table, False)
    await table.live(4 * DAY + HOUR)
    with refuses("put_away"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True, shut_out={BOB})
    ended = await table.matches.departures.end_absent(match, ANN, table.click, won=False, shut_out={BOB})
    assert ended.status is Status.CANCELLED


async def test_nobody_has_lost_by_a_moderators_robot_at_the_end(table: Timed) -> None:
    """Bob is replaced as often as possible, at his last move too: the rules alone say who has won."""
    match = await opened(table, False)
    replaced = 0
    while await table.is_running(match):
        if await mover(table, match) == BOB:
            with contextlib.suppress(Refusal):
                await table.matches.moderation.replace_by_robot(match, EVE, BOBS, table.click)
                replaced += 1
                await table.automatic()
                continue
        await move(table, match, await mover(table, match))
    situation = await table.matches.queries.situation(match, BOB)
    assert replaced > 5
    assert situation.forfeited == frozenset()
    assert situation.result is not None
    assert situation.result.reason != "ended_won"


# Somebody is put out by a moderator


class Door:
    """The persons that the server shuts out, as a cog would tell; or no answer by Discord."""

    def __init__(self, table: Timed) -> None:
        self.out = {BOB}
        self.unknown = False
        table.matches.seat_clocks.ask_who_is_shut_out(self.is_shut_out)

    async def is_shut_out(self, match: Match, person: int) -> bool:
        if self.unknown:
            raise Refusal("access_unknown")
        return person in self.out


async def put_out(table: Timed, team: bool, out: Collection[int] = (BOB,)) -> tuple[int, Door]:
    """Return a match in which Bob was put out, and a robot has made its first turn for him."""
    match = await opened(table, team)
    door = Door(table)
    door.out = set(out)
    await robot_plays(table, match)
    return match, door


async def robot_plays(table: Timed, match: int) -> None:
    await table.live(4 * DAY + HOUR)
    assert (await table.times(match))[BOBS].is_absent


async def check_record(table: Timed, match: int) -> Record:
    """Check the record, as a stranger too; it names the same winners as the match."""
    text = await table.matches.queries.record(match)
    record = read(text)
    state = verify(record, GAMES[record.game])
    stranger.check(text)
    situation = await table.again(games=GAMES).queries.situation(match, BOB)
    if situation.match.status is Status.OVER:
        assert final_ranking(record, GAMES[record.game], state) == situation.result
    return record


async def played_to_the_end(table: Timed, match: int) -> None:
    """Play on and on for everybody but the absent."""
    while await table.is_running(match):
        public = await table.matches.queries.situation(match, None)
        seat, person = public.pending[0], await mover(table, match)
        if public.times[seat].is_absent:
            await table.live(HOUR)
        else:
            await move(table, match, person)


@pytest.mark.parametrize("undone", [False, True], ids=["kicked", "kick undone"])
@pytest.mark.parametrize("team", [False, True], ids=["duel", "team"])
async def test_a_person_put_out_and_played_for_to_the_end_loses_by_the_rules_alone(
    table: Timed, team: bool, undone: bool
) -> None:
    match, door = await put_out(table, team)
    if undone:
        door.out.clear()
    await played_to_the_end(table, match)
    situation = await table.matches.queries.situation(match, BOB)
    assert situation.gone == {BOBS: Gone.UNCOUNTED}
    assert situation.forfeited == frozenset()
    rules = GAMES[situation.match.game].result((await table.matches.loader.load_started(match))[1].fold.state)
    assert situation.result == rules
    assert "steward uncounted" in {line.text for line in (await check_record(table, match)).lines}


@pytest.mark.parametrize("undone", [False, True], ids=["kicked", "kick undone"])
@pytest.mark.parametrize("team", [False, True], ids=["duel", "team"])
async def test_nobody_claims_the_win_over_who_was_put_out_as_the_robot_sat_down(
    table: Timed, team: bool, undone: bool
) -> None:
    """A kick that was undone later, or the mate's leaving, changes nothing; another process knows it too."""
    match, door = await put_out(table, team)
    if undone:
        door.out.clear()
    if team:
        await table.matches.departures.resign(match, DAN, table.click)
        assert await table.is_running(match), "Bob has not resigned, nor left by himself"
    for matches in (table.matches, table.again(games=GAMES)):
        with refuses("put_away"):
            await matches.departures.end_absent(match, ANN, table.click, won=True, shut_out=door.out)
    ended = await table.matches.departures.end_absent(match, ANN, table.click, won=False)
    assert ended.status is Status.CANCELLED
    await check_record(table, match)


async def test_the_win_over_an_absent_mate_is_not_claimed_either(table: Timed) -> None:
    """Dan has vanished by himself, and Bob was put out: their side is not gone by its own will."""
    match, _ = await put_out(table, True)
    for _ in range(12):
        if await asked(table, match, DAN):
            break
        person = await mover(table, match)
        if person == BOB:
            await table.live(DAY)
        else:
            await move(table, match, person)
    await table.carry()
    await table.live(4 * DAY + HOUR)
    situation = await table.matches.queries.situation(match, None)
    assert situation.gone == {BOBS: Gone.UNCOUNTED, Seat(3): Gone.ABSENT}
    assert situation.forfeited == frozenset()
    with refuses("put_away"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True)


@pytest.mark.parametrize("team", [False, True], ids=["duel", "team"])
async def test_a_person_who_came_back_is_absent_anew_by_the_next_absence(table: Timed, team: bool) -> None:
    match, door = await put_out(table, team)
    door.out.clear()
    await table.matches.presence.come_back(match, BOB, table.click)
    assert (await table.matches.queries.situation(match, None)).gone == {}
    while not await asked(table, match, BOB):
        await move(table, match, await mover(table, match))
    await table.carry()
    while not (await table.times(match))[BOBS].is_absent:
        await table.live(12 * HOUR)
    assert (await table.matches.queries.situation(match, None)).gone == {BOBS: Gone.ABSENT}
    if team:
        await table.matches.departures.resign(match, DAN, table.click)
    await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    assert (await table.matches.queries.situation(match, ANN)).forfeited >= {BOBS}
    await check_record(table, match)


async def test_a_person_put_out_after_the_robot_sat_down_was_absent_before(table: Timed) -> None:
    """The claim looks at the present too; the end of the match does not."""
    match, door = await put_out(table, False, out=())
    door.out.add(BOB)
    with refuses("put_away"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True, shut_out=door.out)
    assert (await table.matches.queries.situation(match, None)).forfeited == {BOBS}


async def test_no_robot_sits_down_while_nobody_can_tell(table: Timed) -> None:
    """Bob may answer until then; once it is known, the robot sits down, and plays on without asking."""
    match = await opened(table, False)
    door = Door(table)
    door.unknown = True
    await table.live(5 * DAY)
    assert not (await table.times(match))[BOBS].is_absent
    assert await table.kinds(match) == []
    with refuses("not_absent"):
        await table.matches.departures.end_absent(match, ANN, table.click, won=True)
    door.unknown = False
    await table.live(HOUR)
    assert await table.kinds(match) == [("seat", BOBS, "steward uncounted")]
    door.unknown = True
    turns = (await table.matches.queries.situation(match, None)).last_moves[BOBS]
    await move(table, match, ANN)
    await table.live(DAY)
    assert (await table.matches.queries.situation(match, None)).last_moves[BOBS] > turns
    assert await table.kinds(match) == [("seat", BOBS, "steward uncounted")]


async def test_a_person_who_answers_while_nobody_can_tell_was_never_away(table: Timed) -> None:
    match = await opened(table, False)
    Door(table).unknown = True
    await table.live(5 * DAY)
    await move(table, match, BOB)
    await table.live(HOUR)
    assert await table.kinds(match) == []


async def test_an_older_process_on_the_database_reads_what_it_knows(
    table: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take the new text for a resignation."""
    monkeypatch.setattr(
        type(table.store), "code_levels", CodeLevels(CODE_LEVEL, UNCOUNTED_CODE_LEVEL - 1, CODE_LEVEL)
    )
    match, _ = await put_out(table, False)
    assert await table.kinds(match) == [("seat", BOBS, "steward")]
