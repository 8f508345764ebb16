"""Nobody is called for a move that everybody can see is forced, however late the house makes it."""

from __future__ import annotations

import random
from dataclasses import replace

from cogs.pages.panel import panel_page
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
        assert ("You have no other move: the house makes it for you after a while." in page.content) == only
        assert "You have until" in page.content
