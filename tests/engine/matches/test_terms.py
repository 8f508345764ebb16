"""The terms of an open table, which its host changes: seats, robots, options, pace, and how it begins."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from engine.game import BadOptions, Refusal
from engine.games import GAMES
from engine.genial.model import Form, GenialOptions
from engine.kit.options import fields_of
from engine.match.clock import PACES
from engine.match.help import Help
from engine.match.lobby import Alteration, Begin, Guest, Lobby
from engine.match.lobby_changes import BEGIN_AFTER
from engine.match.visibility import public_match
from engine.matches import NewTerms, Status
from engine.record import read, verify
from engine.store import CODE_LEVEL, HELP_CODE_LEVEL, CodeLevels
from tests.engine.auction import AUCTION, AuctionOptions
from tests.engine.matches.test_lobbies import BOBS, kinds, opened, refused, starting, who
from tests.engine.matches.test_matches import ANN, BOB, CEE, PLACE, Table


def alterations(match: Any) -> list[tuple[str, str, str]]:
    return [(each.what, each.before, each.after) for each in match.lobby.altered]


async def test_all_terms_are_changed_at_once_and_stay(table: Table) -> None:
    match = await opened(table, 2, begin=Begin.DELAY)
    wanted = NewTerms(
        size=4,
        options={"target": 7},
        robots=("random", "steady"),
        pace=PACES["week"],
        begin=Begin.HOST,
        guests_only=True,
        locale="fr",
        before_chance=True,
        play_on=True,
        help=Help.WITHOUT,
    )
    after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    assert (after.size, after.options, after.pace) == (4, AuctionOptions(7), PACES["week"])
    assert who(after) == [ANN, "random", "steady"]
    assert (after.lobby.begin, after.lobby.guests_only, after.venue.locale) == (Begin.HOST, True, "fr")
    assert (after.before_chance, after.play_on, after.has_help) == (True, True, False)
    assert after.lobby.altered == (), "nobody else has seen other terms"
    assert await table.again().loader.get(match) == after


async def test_help_is_chosen_by_the_host_and_stays_for_a_rematch(table: Table) -> None:
    match = await opened(table, 3, begin=Begin.DELAY)
    assert (await table.matches.loader.get(match)).has_help, "with help, as ever"
    await table.matches.lobbies.join(match, BOB, "Bob", 7)
    before = (await table.matches.loader.get(match)).lobby.changes
    await table.matches.lobbies.alter(match, ANN, NewTerms(size=2, options={"target": 2}), table.click)
    wanted = NewTerms(help=Help.WITHOUT)
    after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    assert not after.has_help
    assert ("help", "with", "without") in alterations(after), "who sits there is told"
    assert after.lobby.changes == before + 2, "people agree to it by sitting down"
    await table.matches.lobbies.start(match, BOB, 9001)
    over = await table.finished(match)
    assert not over.has_help
    again = await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    assert not again.has_help


async def test_a_table_of_a_league_has_no_help_however_it_was_opened(table: Table) -> None:
    match = await opened(table, 3, begin=Begin.DELAY)
    stored = (await table.matches.loader.load(match)).stored
    for chosen in Help:
        state = msgspec.structs.replace(stored.row_state, help=chosen, season_ends=table.clock())
        known = public_match(replace(stored, row_state=state), AuctionOptions())
        assert (known.has_help, known.has_hints) == (False, False)


async def test_help_is_no_choice_while_older_code_runs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = CodeLevels(CODE_LEVEL, HELP_CODE_LEVEL - 1, CODE_LEVEL)
    monkeypatch.setattr(type(table.store), "code_levels", levels)
    match = await opened(table, 3, begin=Begin.DELAY)
    altering = table.matches.lobbies.alter(match, ANN, NewTerms(help=Help.WITHOUT), table.click)
    assert await refused(altering) == "no_help_yet"
    assert (await table.matches.loader.get(match)).has_help
    cached = await table.matches.loader.load(match)
    assert cached.stored.row_state.help is Help.AS_BEFORE


async def test_a_match_with_other_terms_can_be_checked(table: Table) -> None:
    match = await opened(table, 3, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", 7)
    wanted = NewTerms(size=2, options={"target": 2}, pace=PACES["open"])
    await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    await table.matches.lobbies.start(match, BOB, 9001)
    over = await table.finished(match)
    assert (over.options, over.size, over.lobby.altered) == (AuctionOptions(2), 2, ())
    record = read(await table.matches.queries.record(match))
    verify(record, AUCTION)


async def test_the_host_alone_and_only_before_it_begins(table: Table) -> None:
    match = await opened(table, 2)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    alter = table.matches.lobbies.alter
    assert await refused(alter(match, BOB, NewTerms(size=3), table.click)) == "not_host"
    assert await refused(alter(match, ANN, NewTerms(robots=("nobody",)), table.click)) == "unknown_player"
    await table.matches.lobbies.start(match, ANN, table.click)
    assert await refused(alter(match, ANN, NewTerms(size=3), table.click)) == "started"


async def test_never_fewer_seats_than_are_taken_or_kept(table: Table) -> None:
    match = await opened(table, 4, guests=(BOBS,))
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    alter = table.matches.lobbies.alter
    assert await refused(alter(match, ANN, NewTerms(size=2), table.click)) == "seats_taken"
    assert await refused(alter(match, ANN, NewTerms(robots=("steady",) * 2), table.click)) == "seats_taken"
    for size in (0, -1, 9):
        with pytest.raises(BadOptions, match="seats"):
            await alter(match, ANN, NewTerms(size=size), table.click)
    with pytest.raises(BadOptions, match="target"):
        await alter(match, ANN, NewTerms(options={"target": 100}), table.click)
    with pytest.raises(BadOptions):
        await alter(match, ANN, NewTerms(options={"form": Form.SOLO}), table.click)
    before = await table.matches.loader.get(match)
    assert (before.size, before.options) == (4, AuctionOptions(1))
    assert (await alter(match, ANN, NewTerms(size=3), table.click)).free == 0
    assert (await table.matches.lobbies.accept(match, BOB, "Bob", table.click)).size == 3


async def test_robots_that_are_wanted_stay(table: Table) -> None:
    match = await opened(table, 4)
    await table.matches.lobbies.add_player(match, ANN, "random", 50)
    await table.matches.lobbies.add_player(match, ANN, "steady", 51)
    alter = table.matches.lobbies.alter
    after = await alter(match, ANN, NewTerms(robots=("steady", "steady")), 52)
    assert [(one.player, one.click) for one in after.occupants[1:]] == [("steady", 51), ("steady", 52)]
    assert who(await alter(match, ANN, NewTerms(robots=()), table.click)) == [ANN]


async def test_options_bring_the_seats_that_they_need(table: Table) -> None:
    open_ = table.matches.lobbies.open
    match = (await open_("genial", GenialOptions(), 3, ANN, "Ann", PLACE, table.click)).id
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    alter, team = table.matches.lobbies.alter, {"form": Form.TEAM}
    after = await alter(match, ANN, NewTerms(options=team), table.click)
    assert (after.size, after.options) == (4, GenialOptions(Form.TEAM))
    solo = NewTerms(options={"form": Form.SOLO})
    assert await refused(alter(match, ANN, solo, table.click)) == "seats_taken"


async def test_one_click_acts_once_and_the_same_terms_say_nothing(table: Table) -> None:
    match = await opened(table, 2)
    click, alter = table.click, table.matches.lobbies.alter
    await alter(match, ANN, NewTerms(size=3), click)
    await alter(match, ANN, NewTerms(size=4), table.click)
    assert (await alter(match, ANN, NewTerms(size=3), click)).size == 4
    told = await kinds(table, match)
    await alter(match, ANN, NewTerms(size=4), table.click)
    assert await kinds(table, match) == told


async def test_two_changes_at_once_are_both_made(table: Table) -> None:
    match = await opened(table, 2)
    others = table.again()
    await asyncio.gather(
        table.matches.lobbies.alter(match, ANN, NewTerms(size=3), table.click),
        others.lobbies.alter(match, ANN, NewTerms(pace=PACES["week"]), table.click),
    )
    after = await table.again().loader.get(match)
    assert (after.size, after.pace) == (3, PACES["week"])


# Before the eyes of others


async def test_others_are_told_what_has_changed_since_they_saw_it(table: Table) -> None:
    match = await opened(table, 3)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    alter = table.matches.lobbies.alter
    after = await alter(match, ANN, NewTerms(size=4, options={"target": 2}), table.click)
    assert alterations(after) == [("seats", "3", "4"), ("option.target", "1", "2")]
    after = await alter(match, ANN, NewTerms(size=2, pace=PACES["week"]), table.click)
    assert alterations(after)[0] == ("seats", "3", "2")
    assert [each.what for each in after.lobby.altered] == ["seats", "option.target", "pace"]
    after = await alter(match, ANN, NewTerms(size=3), table.click)
    assert "seats" not in [each.what for each in after.lobby.altered], "it is as they saw it"
    assert (await table.again().loader.get(match)).lobby == after.lobby


async def test_who_is_invited_is_told_too(table: Table) -> None:
    match = await opened(table, 3, guests=(Guest(BOB, "Bob"),))
    after = await table.matches.lobbies.alter(match, ANN, NewTerms(guests_only=True), table.click)
    assert after.lobby.altered == (Alteration("joiners", "anyone", "invited"),)


@pytest.mark.parametrize("begin", [Begin.DELAY, Begin.ONCE])
@pytest.mark.parametrize(
    "wanted",
    [NewTerms(size=2), NewTerms(size=2, options={"target": 2}), NewTerms(size=3, robots=("steady",))],
)
async def test_the_others_can_see_it_before_it_begins(table: Table, begin: Begin, wanted: NewTerms) -> None:
    """A table that becomes full by a change of its terms waits, also one that begins at once."""
    match = await opened(table, 4, begin=begin)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    assert after.lobby.due == table.clock() + BEGIN_AFTER
    await table.automatic()
    assert await starting(table, match) == []
    table.matches = table.again()
    table.clock.pass_(BEGIN_AFTER.total_seconds())
    await table.automatic()
    assert await starting(table, match) == [after.lobby.changes]
    assert await table.matches.lobbies.start_announced(match, 9001, after.lobby.changes)


RATED = NewTerms(help=Help.RATED)
TIMED = PACES["week"]
QUICK = PACES["day"]


async def seated(table: Table, help: Help, begin: Begin, size: int = 2) -> int:
    """Return a table at which Ann is the host and Bob sits too."""
    lobby = Lobby(begin, guests_only=False)
    known = {"pace": TIMED, "lobby": lobby, "help": help, "play_on": True}
    open_ = table.matches.lobbies.open
    match = await open_("auction", AuctionOptions(1), size, ANN, "Ann", PLACE, table.click, **known)
    await table.matches.lobbies.join(match.id, BOB, "Bob", table.click)
    return match.id


@pytest.mark.parametrize("begin", list(Begin))
@pytest.mark.parametrize(
    ("help", "wanted"),
    [
        (Help.WITH, RATED),
        (Help.RATED, NewTerms(help=Help.WITHOUT)),
        (Help.WITHOUT, NewTerms(pace=QUICK)),
        (Help.RATED, NewTerms(options={"target": 2})),
        (Help.RATED, NewTerms(play_on=False)),
        (Help.WITH, NewTerms(help=Help.RATED, pace=QUICK)),
    ],
)
async def test_a_host_cannot_start_another_table_than_people_sat_down_at(
    table: Table, begin: Begin, help: Help, wanted: NewTerms
) -> None:
    match = await seated(table, help, begin)
    announced = await starting(table, match)
    after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    assert (who(after), after.lobby.guests, after.free) == ([ANN], (BOBS,), 0)
    assert await refused(table.matches.lobbies.start(match, ANN, table.click)) == "not_full"
    assert ("invite", None) in await kinds(table, match), "Bob hears of it"
    table.clock.pass_(BEGIN_AFTER.total_seconds())
    await table.automatic()
    assert await starting(table, match) == announced
    assert not await table.matches.lobbies.start_announced(match, 9001, 1), "what was announced is void"
    assert await refused(table.matches.lobbies.join(match, CEE, "Cee", table.click)) == "seats_kept"
    after = await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert (who(after), after.lobby.guests) == ([ANN, BOB], ())
    await table.matches.lobbies.start(match, ANN, table.click)


async def test_who_does_not_agree_is_free_and_nobody_loses_the_own_place(table: Table) -> None:
    match = await seated(table, Help.WITHOUT, Begin.HOST, 3)
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    after = await table.matches.lobbies.alter(match, ANN, RATED, table.click)
    assert [each.person for each in after.lobby.guests] == [BOB, CEE]
    assert who(await table.matches.lobbies.join(match, CEE, "Cee", table.click)) == [ANN, CEE]
    after = await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    assert who(after) == [ANN, BOB, CEE], "as they sat before"
    after = await table.matches.lobbies.alter(match, ANN, NewTerms(pace=QUICK), table.click)
    after = await table.matches.lobbies.decline(match, BOB, table.click)
    assert (who(after), after.free) == ([ANN], 1)


@pytest.mark.parametrize(
    "wanted", [NewTerms(options={"target": 2}), NewTerms(begin=Begin.DELAY), NewTerms(locale="fr")]
)
async def test_what_changes_little_asks_nobody_anew(table: Table, wanted: NewTerms) -> None:
    match = await seated(table, Help.WITH, Begin.HOST)
    assert who(await table.matches.lobbies.alter(match, ANN, wanted, table.click)) == [ANN, BOB]


async def test_a_robot_that_ends_the_rating_asks_anew(table: Table) -> None:
    match = await seated(table, Help.RATED, Begin.HOST, 3)
    after = await table.matches.lobbies.add_player(match, ANN, "steady", table.click)
    assert (who(after), after.lobby.guests) == ([ANN, "steady"], (BOBS,))
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    after = await table.matches.lobbies.remove_player(match, ANN, table.click)
    assert (who(after), after.lobby.guests) == ([ANN], (BOBS,)), "it would be rated again"
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    after = await table.matches.lobbies.fill(match, ANN, table.click)
    assert (who(after), after.lobby.guests) == ([ANN, "steady"], (BOBS,))


async def test_a_second_press_puts_nobody_out_who_sat_there(table: Table) -> None:
    """The robots of the first press make the match another one, and nobody has read that yet."""
    match = await seated(table, Help.RATED, Begin.ONCE, 3)
    await table.matches.lobbies.fill(match, ANN, table.click)
    assert await refused(table.matches.lobbies.fill(match, ANN, table.click)) == "kept_anew"
    after = await table.matches.loader.get(match)
    assert (who(after), after.lobby.guests) == ([ANN, "steady"], (BOBS,))
    assert await starting(table, match) == []
    after = await table.matches.lobbies.accept(match, BOB, "Bob", table.click)
    assert (who(after), after.lobby.anew) == ([ANN, BOB, "steady"], ())


async def test_a_free_seat_is_filled_beside_one_that_is_kept_anew(table: Table) -> None:
    match = await seated(table, Help.WITH, Begin.HOST, 4)
    await table.matches.lobbies.invite(match, ANN, Guest(CEE, "Cee"), table.click)
    await table.matches.lobbies.alter(match, ANN, NewTerms(pace=QUICK), table.click)
    after = await table.matches.lobbies.fill(match, ANN, table.click)
    assert (who(after), after.lobby.guests) == ([ANN, "steady", "steady"], (BOBS,)), "Cee never sat there"
    after = await table.matches.lobbies.put_out(match, ANN, BOB, table.click)
    assert (after.lobby.anew, after.free) == ((), 1)


async def test_who_is_asked_anew_is_known_whenever_they_came(table: Table) -> None:
    match = await seated(table, Help.WITH, Begin.HOST, 3)
    await table.matches.lobbies.alter(match, ANN, RATED, table.click)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.join(match, CEE, "Cee", table.click)
    after = await table.matches.lobbies.alter(match, ANN, NewTerms(pace=QUICK), table.click)
    assert after.lobby.anew == (BOB, CEE)
    after = await table.matches.lobbies.decline(match, CEE, table.click)
    assert after.lobby.anew == (BOB,)
    await table.store.forget(BOB)
    assert (await table.again().loader.get(match)).lobby.anew == ()


@pytest.mark.parametrize("wanted", [NewTerms(help=Help.RATED, pace=TIMED), NewTerms(pace=QUICK)])
async def test_the_button_for_a_rematch_seats_nobody_at_another_stake(table: Table, wanted: NewTerms) -> None:
    match = await table.started(BOB, target=1)
    await table.finished(match)
    rematch = table.matches.lobbies.rematch
    again = await rematch(match, ANN, "Ann", table.click)
    await table.matches.lobbies.alter(again.id, ANN, wanted, table.click)
    assert await refused(rematch(match, BOB, "Bob", table.click)) == "rematch_changed"
    assert (await rematch(match, ANN, "Ann", table.click)).id == again.id, "who sits there stays there"
    after = await table.matches.lobbies.accept(again.id, BOB, "Bob", table.click)
    assert who(after) == [BOB, ANN]


async def test_a_rematch_of_a_rated_match_is_joined_by_its_button(table: Table) -> None:
    match = await seated(table, Help.RATED, Begin.HOST)
    await table.matches.lobbies.start(match, ANN, table.click)
    await table.matches.departures.resign(match, BOB, table.click)
    await table.finished(match)
    again = await table.matches.lobbies.rematch(match, ANN, "Ann", table.click)
    assert again.is_rated
    await table.matches.lobbies.alter(again.id, ANN, NewTerms(begin=Begin.DELAY), table.click)
    after = await table.matches.lobbies.rematch(match, BOB, "Bob", table.click)
    assert sorted(after.persons) == [ANN, BOB]


async def test_a_host_who_changes_to_and_fro_rings_once(table: Table) -> None:
    match = await seated(table, Help.WITH, Begin.HOST)
    for help in (Help.RATED, Help.WITH):
        await table.matches.lobbies.alter(match, ANN, NewTerms(help=help), table.click)
        await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.alter(match, ANN, RATED, table.click)
    first, *others = [one.id for one in await table.matches.outbox.notices((match,)) if one.kind == "invite"]
    assert (await table.matches.lobbies.ring(match, BOB, first)).matches == (match,)
    table.clock.pass_(3600)
    for each in others:
        assert (await table.matches.lobbies.ring(match, BOB, each)).matches == ()


async def test_a_change_stops_what_was_announced_and_the_delay_begins_anew(table: Table) -> None:
    match = await opened(table, 2, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    table.clock.pass_(BEGIN_AFTER.total_seconds() - 1)
    after = await table.matches.lobbies.alter(match, ANN, NewTerms(options={"target": 2}), table.click)
    assert after.lobby.due == table.clock() + BEGIN_AFTER
    assert not await table.matches.lobbies.start_announced(match, 9001, 1)
    (timer,) = (one for one in await table.store.timers(match) if one.kind == "begin")
    assert (timer.number, timer.due) == (2, after.lobby.due)
    wider = await table.matches.lobbies.alter(match, ANN, NewTerms(size=3), table.click)
    assert wider.lobby.due is None
    assert "begin" not in [one.kind for one in await table.store.timers(match)]


async def test_who_may_sit_down_and_the_language_stop_nothing(table: Table) -> None:
    match = await opened(table, 2, begin=Begin.DELAY)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    before = await table.matches.loader.get(match)
    wanted = NewTerms(guests_only=True, locale="fr")
    after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
    assert (after.lobby.due, after.lobby.changes) == (before.lobby.due, before.lobby.changes)


async def test_a_host_alone_who_fills_the_table_need_not_wait(table: Table) -> None:
    match = await opened(table, 4, begin=Begin.ONCE)
    await table.matches.lobbies.alter(match, ANN, NewTerms(size=2, robots=("steady",)), table.click)
    assert await starting(table, match) == [1]


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_at_every_number_of_seats(table: Table, game: str) -> None:
    """From each number to each other one, with robots in all free seats; then it begins."""
    rules = GAMES[game]
    options = rules.Options()
    sizes = sorted(rules.seats(options))
    match = (await table.matches.lobbies.open(game, options, sizes[0], ANN, "Ann", PLACE, table.click)).id
    kind = next(iter(rules.players))
    for size in (*sizes, *reversed(sizes)):
        fields = {each.name: getattr(options, each.name) for each in fields_of(rules.Options)}
        wanted = NewTerms(size=size, options=fields, robots=(kind,) * (size - 1))
        after = await table.matches.lobbies.alter(match, ANN, wanted, table.click)
        assert (after.size, len(after.occupants), after.options) == (size, size, options)
    assert (await table.matches.lobbies.start(match, ANN, table.click)).status is Status.RUNNING


async def test_nothing_of_it_stays_once_it_begins(table: Table) -> None:
    match = await opened(table, 3)
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.alter(match, ANN, NewTerms(size=2), table.click)
    with pytest.raises(Refusal):
        await table.matches.lobbies.alter(match, BOB, NewTerms(size=2), table.click)
    assert (await table.matches.lobbies.start(match, ANN, table.click)).lobby == Lobby(changes=2)
