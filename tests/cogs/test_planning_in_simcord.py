"""A move is planned: what its person sees, what nobody else does, who is called, and what is said of it."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from engine.game import Refusal
from engine.genesia.model import Phase
from tests.cogs.simulated import Town, controls, parts, said

MINUTES = timedelta(minutes=11)


async def begun(place: Town, game: str = "genial") -> tuple[Any, Any]:
    """Begin a match; return the person who is asked, and the other."""
    await place.open(2, game)
    await place.start()
    mover = place.mover()
    return mover, next(each for each in place.people[:2] if each is not mover)


async def planned(place: Town, person: Any, fits: str = "", number: int = 0) -> Any:
    """The answer to a plan by command."""
    offers = await person.autocomplete(place.thread, "match plan", "move", fits)
    return (await person.slash(place.thread, "match plan", move=offers[number]["value"])).response


async def played(place: Town, person: Any, game: str = "genial", fits: str = "", number: int = 0) -> str:
    offers = await person.autocomplete(place.thread, f"{game} play", "move", fits)
    await person.slash(place.thread, f"{game} play", move=offers[number]["value"])
    await place.settle()
    return str(offers[number]["value"])


async def played_apart(place: Town, mover: Any, planner: Any) -> None:
    """The mover places a tile that has nothing to do with what the planner has planned."""
    plan = (await place.bot.matches.queries.situation(1, planner.id)).plan
    assert plan is not None
    rows = [ord(each[0]) for each in plan.text.split()[1:]]
    moves = (await place.bot.matches.queries.situation(1, mover.id)).moves
    far = [
        str(move)
        for move in moves
        if all(abs(ord(each[0]) - row) > 2 for each in str(move).split()[1:] for row in rows)
    ]
    await mover.slash(place.thread, "genial play", move=far[0])
    await place.settle()


def public(place: Town) -> list[str]:
    return [said(each) for each in place.thread.history()]


def ring(place: Town, person: Any) -> bool:
    """Return True if the newest message of the thread rings the person."""
    path = f"/channels/{place.thread.id}/messages"
    newest = [each.json for each in place.env.http_requests if (each.method, each.path) == ("POST", path)][-1]
    return str(person.id) in newest["allowed_mentions"].get("users", [])


async def test_only_its_person_sees_it_and_it_is_played_in_a_while(place: Town) -> None:
    mover, other = await begun(place)
    before = public(place)
    answer = await planned(place, other)
    await place.settle()
    assert "**Planned:**" in said(answer)
    assert controls(answer, "unplan")
    assert public(place) == before
    await played_apart(place, mover, other)
    assert place.mover() is other, "all can read whose turn it is, as ever"
    assert ring(place, other), "what the message carries tells of no plan"
    panel = (await other.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    assert "As you planned: it is played" in said(panel)
    await place.live(MINUTES, MINUTES)
    assert place.mover() is mover
    assert ring(place, mover)
    assert "**Planned:**" not in said((await other.slash(place.thread, "match board")).response)


async def test_it_is_chosen_with_buttons_and_withdrawn(place: Town) -> None:
    _, other = await begun(place)
    board = (await other.slash(place.thread, "match board")).response
    page = (await other.click(board, custom_id=controls(board, "plan")[0])).response
    page = await chosen_plan(other, page)
    hand = (await other.slash(place.thread, "genial hand")).response
    assert "**Planned:**" in said(hand), "the button that withdraws it stands there"
    off_button = controls(page, "unplan")[0]
    off = (await other.click(page, custom_id=off_button)).response
    assert "Withdrawn: nobody has seen it." in said(off)
    assert not controls(off, "unplan")
    with pytest.raises(Refusal):
        await place.bot.matches.plans.unplan(1, other.id)


async def chosen_plan(person: Any, page: Any) -> Any:
    """Choose a plan on its page, by buttons and lists."""
    assert "as if it were now" in said(page)
    for _ in range(6):
        if ways := controls(page, "plango"):
            page = (await person.click(page, custom_id=ways[0])).response
        elif "**Planned:**" not in said(page) and (picks := controls(page, "planpick")):
            menu = next(each for each in _menus(page) if each["custom_id"] in picks)
            chosen = [menu["options"][0]["value"]]
            page = (await person.select(page, chosen, custom_id=menu["custom_id"])).response
        elif "**Planned:**" not in said(page):
            step = next(each for each in controls(page, "plan") if "@" in each and not each.endswith("@"))
            page = (await person.click(page, custom_id=step)).response
    assert "**Planned:**" in said(page)
    return page


async def test_it_is_chosen_in_the_panel_that_is_left_in_the_inbox(place: Town) -> None:
    """A person who has just played plans the next turn in the same panel."""
    mover, other = await begun(place)
    await played(place, mover)
    user = next(each for each in place.users if each.id == mover.id)
    (panel,) = user.dm_channel.history()
    assert "Nothing is asked of you now" in said(panel)
    step = (await user.click(panel, custom_id=controls(panel, "plan")[0])).response
    await chosen_plan(user, step.message)
    plan = (await place.bot.matches.queries.situation(1, mover.id)).plan
    assert plan is not None
    assert plan.text in said(user.dm_channel.history()[-1])
    await played_apart(place, other, mover)
    (panel,) = user.dm_channel.history()
    assert "As you planned: it is played" in said(panel)


async def test_a_plan_that_would_do_something_else_is_dropped_with_a_word(place: Town) -> None:
    mover, other = await begun(place)
    await planned(place, other, fits="")
    # The same place: the tile that was planned there finds it taken.
    plan = (await place.bot.matches.queries.situation(1, other.id)).plan
    assert plan is not None
    _, a, b = plan.text.split()
    situation = await place.bot.matches.queries.situation(1, mover.id)
    move = next(str(each) for each in situation.moves if {a, b} == {*str(each).split()[1:]})
    await mover.slash(place.thread, "genial play", move=move)
    await place.settle()
    assert ring(place, other), "it is called as ever"
    panel = (await other.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    assert "Your plan was dropped" in said(panel)
    step = (await other.click(panel, custom_id=controls(panel, "menu")[0])).response
    assert "Your plan was dropped" not in said(step), "it was said where the choice begins"
    assert place.got(other, "Your plan was dropped"), "by direct message, with the question"
    assert not place.got(mover, "dropped")
    assert not [each for each in public(place) if "plan" in each]
    await played(place, other)
    await played(place, mover)
    panel = (await other.click(place.turn, custom_id=controls(place.turn, "play")[0])).response
    assert "dropped" not in said(panel)


async def test_a_button_for_a_pick_that_was_asked_meanwhile_plans_nothing(
    place: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cards are looked for in no other pack, and those who change a sealed pick are not late."""
    # As if other processes had shown the pages: they keep their buttons.
    monkeypatch.setattr(place.bot.services.open_panels, "note", lambda *given: None)
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()

    async def picked(number: int, place_in: int = 0) -> None:
        person = place.people[number]
        move = str((await place.bot.matches.queries.situation(1, person.id)).moves[place_in])
        await person.slash(place.thread, "genesia play", move=move)
        await place.settle()

    for number in (0, 1):
        await picked(number)
    person = place.people[0]
    pages = [(await person.slash(place.thread, "match plan")).response for _ in range(3)]
    steps = [controls(page, "plan")[0] for page in pages]
    seconds = [
        (await person.click(page, custom_id=step)).response
        for page, step in zip(pages[:2], steps, strict=False)
    ]
    await picked(0)
    await picked(0, 1)
    done = (await person.click(seconds[0], custom_id=controls(seconds[0], "plango")[0])).response
    assert "**Planned:**" in said(done), "what is sealed changes nothing in it"
    await place.bot.matches.plans.unplan(1, person.id)
    await picked(1)
    for late, control in ((seconds[1], "plango"), (pages[2], "plan")):
        done = (await person.click(late, custom_id=controls(late, control)[0])).response
        assert "asked of you meanwhile; nothing was planned" in said(done)
        assert "choice 3 of 5" in said(done)
    situation = await place.bot.matches.queries.situation(1, person.id)
    assert (situation.plan, situation.held) == (None, None)
    await person.slash(place.thread, "match plan", move="draft 1 2 3 4 5 6 7 8 9 10 11 12")
    assert place.refusals() == []


async def test_where_dice_come_first_nothing_is_planned(place: Town) -> None:
    _, other = await begun(place, "genesis")
    await other.slash(place.thread, "match plan")
    await other.slash(place.thread, "match plan", move="end")
    assert place.refusals() == ["plan_unforeseen"] * 2
    assert not controls((await other.slash(place.thread, "match board")).response, "plan")


@pytest.mark.parametrize("game", ["familienbande", "genial"])
async def test_a_whole_match_with_plans(place: Town, game: str) -> None:
    """The person who waits plans. Most moves are made by plans, and the match ends as any other."""
    await begun(place, game)
    made = 0
    for _ in range(200):
        if (await place.bot.matches.loader.get(1)).status.has_ended:
            break
        mover = place.mover()
        waits = next(each for each in place.people[:2] if each is not mover)
        if (await place.bot.matches.queries.situation(1, waits.id)).may_plan:
            await planned(place, waits, number=0)
        situation = await place.bot.matches.queries.situation(1, mover.id)
        if situation.held is not None:
            made += 1
            await place.live(MINUTES, MINUTES)
        else:
            await played(place, mover, game, number=0)
    assert (await place.bot.matches.loader.get(1)).status.has_ended
    assert made > 5


def _menus(message: Any) -> list[dict[str, Any]]:
    return [each for each in parts(message) if each.get("options")]


async def test_a_whole_match_of_genesia_with_plans(place: Town) -> None:
    """Later seats plan the end of the turn in growth and expansion; the rest is chosen as ever.

    In the draft the cards that come back are planned: the third, fourth and fifth, as many as may be left. At
    an Age's end who has finished plans its place in the next turn order.
    """
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    made = Counter[bool]()
    for _ in range(400):
        if (await place.bot.matches.loader.get(1)).status.has_ended:
            break
        both = [(each, await place.bot.matches.queries.situation(1, each.id)) for each in place.people[:2]]
        for person, now in both:
            if now.may_plan and now.plan is None:
                ahead = await place.bot.matches.plans.outset(1, person.id)
                cards = " ".join(map(str, ahead.view.pack))
                move = f"draft {cards}" if cards else "end"
                move = "place 1 2" if ahead.view.phase is Phase.PLACE else move
                answer = (await person.slash(place.thread, "match plan", move=move)).response
                assert "**Planned:**" in said(answer)
        person, now = next(each for each in both if each[1].seat in each[1].pending)
        if now.held is not None:
            made[now.view.phase is Phase.PLACE] += 1
            await place.live(MINUTES, MINUTES)
            continue
        legal = [str(now.moves[each]) for each in range(len(now.moves))]
        usual = [move for move in ("end", "pass", "peace") if move in legal]
        await person.slash(place.thread, "genesia play", move=(usual or legal)[0])
        await place.settle()
    assert (await place.bot.matches.loader.get(1)).status.has_ended
    assert made[False] == 9 + 9, "in each Age three of the four turns, and three picks, both people's at once"
    assert made[True] <= 2, "who plans a place may be the last to choose, and gets what is left"
