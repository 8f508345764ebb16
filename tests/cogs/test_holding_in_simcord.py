"""A move is held: what its person sees, what nobody else does, and the two buttons."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.cogs.simulated import Town, controls, parts, said

HOLD = timedelta(seconds=31)


async def tapped(place: Town) -> tuple[Any, Any, Any]:
    """Return the person who is asked, another who sits there, and the answer to a move that is held."""
    await place.open(2)
    await place.start()
    mover = place.mover()
    other = next(each for each in place.people[:2] if each is not mover)
    await place.bot.matches.hours.set_hold(mover.id, 30)
    return mover, other, await played(place, mover)


async def played(place: Town, person: Any, number: int = 0) -> Any:
    offers = await person.autocomplete(place.thread, "genial play", "move", "")
    answer = (await person.slash(place.thread, "genial play", move=offers[number]["value"])).response
    await place.settle()
    return answer


async def click(place: Town, person: Any, message: Any, verb: str) -> Any:
    answer = (await person.click(message, custom_id=controls(message, verb)[0])).response
    await place.settle()
    return answer


async def test_nobody_sees_it_until_it_counts(place: Town) -> None:
    mover, other, answer = await tapped(place)
    before = [said(each) for each in place.thread.history()]
    assert "is on hold: only you know of it" in said(answer)
    assert "`" not in said(answer), "a sentence says what the notation means"
    assert "placed" in said(answer)
    assert place.mover() is mover
    await other.slash(place.thread, "match show", match=1)
    log = (await other.slash(place.thread, "match log")).response
    assert "Nothing has been played" in said(log)
    assert [said(each) for each in place.thread.history()] == before
    await place.live(HOLD, HOLD)
    assert place.mover() is other
    late = await click(place, mover, answer, "sendnow")
    assert "Nothing is on hold here any more" in said(late)
    assert controls(late, "undo")


async def test_send_now(place: Town) -> None:
    _, other, answer = await tapped(place)
    mover = place.mover()
    done = await click(place, mover, answer, "sendnow")
    assert "Nothing is on hold" not in said(done)
    assert controls(done, "undo")
    assert place.mover() is other


async def test_take_it_back_and_choose_again(place: Town) -> None:
    mover, other, answer = await tapped(place)
    back = await click(place, mover, answer, "drophold")
    assert "Taken back: nobody has seen it." in said(back)
    assert controls(back, "menu") or controls(back, "pick") or controls(back, "go")
    assert "is on hold" in said(await played(place, mover, 1))
    panel = (await mover.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    assert "is on hold" in said(panel)
    assert not controls(panel, "menu")
    assert len(controls(panel, "go")) <= 1, "the tile turned round, and nothing else"
    await place.live(HOLD, HOLD)
    assert place.mover() is other


async def test_a_held_tile_is_turned_round_as_often_as_one_likes(place: Town) -> None:
    """The other way round replaces it, and is held in its place."""
    mover, other, _ = await tapped(place)

    async def held() -> str:
        held = (await place.bot.matches.queries.situation(1, mover.id)).held
        assert held is not None
        return held.text

    offers = await mover.autocomplete(place.thread, "genial play", "move", "")
    mixed = next(each["value"] for each in offers if len(set(each["value"].split()[0])) == 2)
    answer = (await mover.slash(place.thread, "genial play", move=mixed)).response
    await place.settle()
    tile, a, b = (first := await held()).split()
    turned = await click(place, mover, answer, "go")
    assert await held() == f"{tile} {b} {a}"
    assert "is on hold" in said(turned)
    await click(place, mover, turned, "go")
    assert await held() == first
    await place.live(HOLD, HOLD)
    assert place.mover() is other


async def test_what_overtakes_it_is_told_in_private(place: Town) -> None:
    mover, other, _ = await tapped(place)
    for person in (mover, other):
        sure = (await person.slash(place.thread, "match cancel")).response
        await click(place, person, sure, "cancel")
    assert place.got(mover, "it is not played")
    assert not place.got(other, "it is not played")


async def test_how_long_is_chosen_at_me(place: Town) -> None:
    ada = place.people[0]
    assert "**Hold**: off" in said((await ada.slash(place.square, "me")).response)
    page = (await ada.slash(place.square, "me", hold="120")).response
    assert "for 2 minutes you can take a move back" in said(page)
    await ada.slash(place.square, "me", hold="0")
    assert (await place.bot.matches.hours.hours(ada.id)).hold == 0


async def test_a_hold_that_has_ended_says_so_by_itself(place: Town) -> None:
    """Whoever does not press again reads no promise, and finds no button that does nothing."""
    _, other, answer = await tapped(place)
    assert controls(answer, "sendnow")
    await place.live(HOLD, HOLD)
    assert place.mover() is other
    await place.renewals.run()
    assert "placed" in said(answer.message)
    assert "on hold" not in said(answer.message)
    assert not controls(answer.message, "sendnow")
    assert controls(answer.message, "undo")


async def test_a_press_shows_itself_what_becomes_of_the_hold(place: Town) -> None:
    """A panel that was pressed is not changed behind its person's back."""
    mover, _, answer = await tapped(place)
    assert place.renewals.works
    await click(place, mover, answer, "drophold")
    assert not place.renewals.works


async def test_an_older_panel_shrinks_to_a_line(place: Town) -> None:
    mover, _, answer = await tapped(place)
    panel = (await mover.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    assert controls(panel, "sendnow")
    assert "out of date" in said(answer.message)
    assert len(parts(answer.message)) == 1
    await place.live(HOLD, HOLD)
    await place.renewals.run()
    assert "out of date" in said(answer.message)
    assert "placed" in said(panel.message)


async def test_the_panels_of_a_match_that_is_over_have_no_buttons(place: Town) -> None:
    """They say so by themselves, or at the next press, in place."""
    mover, other, answer = await tapped(place)
    await click(place, mover, answer, "drophold")
    place.bot.services.open_panels.forget(1, mover.id)  # as if its token were too old
    page = (await other.slash(place.thread, "match plan")).response
    panel = await click(place, other, page, "plan")
    assert controls(panel, "planpick") or controls(panel, "plango")
    for person in (mover, other):
        sure = (await person.slash(place.thread, "match cancel")).response
        await click(place, person, sure, "cancel")
    assert "The match has been cancelled." in said(panel.message)
    assert not [each for each in parts(panel.message) if "custom_id" in each]
    pressed = await click(place, mover, answer.message, "menu")
    assert "The match has been cancelled." in said(pressed)
    assert not [each for each in parts(pressed) if "custom_id" in each]


async def test_the_time_of_a_hold_reads_right_later_too(place: Town) -> None:
    mover, _, answer = await tapped(place)
    held = (await place.bot.matches.queries.situation(1, mover.id)).held
    assert held is not None
    assert f"played at <t:{int(held.due.timestamp())}:T> at the latest" in said(answer)
