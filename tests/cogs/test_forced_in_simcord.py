"""Nobody is called for a move that everybody can see is forced, however late the house makes it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cogs.pages.panel import panel_page
from engine.game import Calling, Defaults, Seat
from engine.genesia.rules import GENESIA
from tests.cogs.delivery.test_quiet_hours import rung
from tests.cogs.delivery.test_series import drafting, pick
from tests.cogs.simulated import Town, said


async def test_who_has_no_choice_is_not_called_while_the_house_is_about_to_move(place: Town) -> None:
    """The thread is shown something else just then, as on a slow line."""
    await place.open(2, "familienbande")
    await place.start()
    matches, dice, found = place.bot.matches, random.Random(5), 0
    for click in range(1, 400):
        if (await matches.loader.get(1)).status.has_ended:
            break
        seat = (await matches.queries.situation(1, None)).pending[0]
        person = place.people[seat]
        moves = (await matches.queries.situation(1, person.id)).moves
        before = len(place.thread.history())
        await matches.moves.play(1, person.id, str(moves[dice.randrange(len(moves))]), None, click)
        public = await matches.queries.situation(1, None)
        if public.forced:
            found += 1
            fresh, due = await matches.outbox.next_lanes(8, 8)
            for lane in (*fresh, *due):
                await place.bot.courier.say(lane.match)
            told = [said(each) for each in place.thread.history()[before:]]
            assert not [each for each in told if f"<@{place.people[public.pending[0]].id}>" in each]
        await place.settle()
    assert found


async def test_who_lets_the_house_make_the_only_move_is_told_so(place: Town) -> None:
    """The panel says so; a person who makes such moves alone reads the deadline there."""
    await place.open(2)
    await place.start()
    seat = (await place.bot.matches.queries.situation(1, None)).pending[0]
    situation = await place.bot.matches.queries.situation(1, place.people[seat].id)
    services = place.bot.services
    reader = await services.reader(place.people[seat].id)
    for only in (True, False):
        page = await panel_page(services, replace(situation, has_only_move=only), reader)
        assert ("You have no other move: the bot makes it for you after a while." in page.content) == only
        assert "End of your time" in page.content


async def test_a_sealed_move_is_told_as_soon_only_while_the_table_runs(place: Town) -> None:
    await place.open(2)
    await place.start()
    seat = (await place.bot.matches.queries.situation(1, None)).pending[0]
    situation = await place.bot.matches.queries.situation(1, place.people[seat].id)
    services = place.bot.services
    reader = await services.reader(place.people[seat].id)
    sealed = replace(situation, has_standing_order=True, answers_soon=True)
    asleep = replace(sealed, match=replace(sealed.match, is_asleep=True))
    paused = replace(sealed, paused_until=sealed.at)
    for now, is_soon in ((sealed, True), (asleep, False), (paused, False)):
        page = await panel_page(services, now, reader)
        assert ("made within a minute" in page.content) == is_soon
        assert ("The bot answers for you after a while" in page.content) != is_soon


async def test_among_several_whose_move_is_forced_is_not_called(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others' message may be sent before the move is made."""

    def forced(state: Any, seat: Seat) -> Defaults:
        is_forced = seat == 1 and seat in GENESIA.pending(state)
        return Defaults(forced=GENESIA.moves(state, seat)[0]) if is_forced else Defaults()

    await drafting(place)
    await pick(place, 0, 1)
    monkeypatch.setattr(GENESIA, "defaults", forced)
    monkeypatch.setattr(GENESIA, "calling", lambda state: Calling())
    last = place.people[2]
    move = (await place.bot.matches.queries.situation(1, last.id)).moves[0]
    await last.slash(place.thread, "genesia play", move=str(move))
    await place.bot.courier.say(1)
    assert "take card 2 of 5" in said(place.turn)
    assert [len(rung(place, each)) for each in place.people[:3]] == [2, 1, 2]
    await place.settle()
    assert "1 of 3" in said(place.turn)
    assert [len(rung(place, each)) for each in place.people[:3]] == [2, 1, 2]
