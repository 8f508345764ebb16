"""Genesia through a Discord written by strangers: whole matches, commands, and what people do wrong."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from cogs.answering.controls import without_mark
from engine.games import GAMES
from engine.genesia.model import Phase
from engine.matches import Status
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said

TAPPED = 1
"""Moves by tapping in every phase of every Age."""


async def situation(place: Town, person: int = 0) -> Any:
    return await place.bot.matches.queries.situation(1, place.people[person].id)


async def play(place: Town, person: int, move: str) -> Any:
    """Play by typing, and let everybody hear of it."""
    answer = await place.people[person].slash(place.thread, "genesia play", move=move)
    await place.settle()
    return answer.response


async def play_until(place: Town, phase: Phase, people: int) -> None:
    """Everybody takes the first thing offered, and ends every turn, until that phase."""
    for _ in range(400):
        for person in range(people):
            now = await situation(place, person)
            if now.view.phase is phase:
                return
            if now.seat in now.pending:
                legal = [str(move) for move in now.moves]
                usual = [move for move in ("end", "pass", "peace") if move in legal]
                await play(place, person, (usual or legal)[0])
    raise AssertionError(f"{phase} never came")


async def tap(person: Any, panel: Any, taste: int) -> None:
    """Tap from a panel to a move, by whatever comes up."""
    for step in range(taste, taste + 6):
        if picks := controls(panel, "pick"):
            menu = next(each for each in parts(panel) if each.get("custom_id") == picks[0])
            value = menu["options"][step % len(menu["options"])]["value"]
            panel = (await person.select(panel.message, [value], custom_id=picks[0])).response
            if value.startswith("="):
                return
            continue
        every = [*controls(panel, "menu"), *controls(panel, "go")]
        forward = [each for each in every if not each.endswith(":menu:0@")] or every
        chosen = forward[step % len(forward)]
        panel = (await person.click(panel.message, custom_id=chosen)).response
        if ":go:" in chosen:
            return


async def test_a_whole_match(place: Town) -> None:
    """A person and a robot: in every phase some moves by tapping, then on by typing."""
    await place.open(1, "genesia", players="2")
    await place.seat_robots(1)
    await place.start()
    tapped: Counter[tuple[int, Phase]] = Counter()
    while (await place.bot.matches.loader.get(1)).status is Status.RUNNING:
        now = await situation(place)
        assert now.seat in now.pending
        where, turn = (now.view.age, now.view.phase), place.turn
        tapped[where] += 1
        if tapped[where] <= TAPPED:
            clicked = await place.people[0].click(turn, custom_id=controls(turn, "play")[0])
            await tap(place.people[0], clicked.response, tapped.total())
            await place.settle()
        else:
            legal = [str(move) for move in now.moves]
            await play(place, 0, next((move for move in ("end", "pass", "peace") if move in legal), legal[0]))
    end = place.turn
    assert controls(end, "rematch")
    verify(read(await place.bot.matches.queries.record(1)), GAMES["genesia"])
    assert ["conquest" in (each.description or "") for each in end.attachments] == [True], "the card"
    detail = (await place.people[0].click(end, custom_id=controls(end, "detail")[0])).response
    assert "progress" in said(detail)
    assert any("conquest" in (each.description or "") for each in detail.attachments), "the sheet"
    assert place.refusals() == []


async def test_solo_is_played_alone(place: Town) -> None:
    await place.people[0].slash(place.square, "genesia new", players="1", level="heroic")
    await place.settle()
    assert "heroic" in said(place.lobby)
    await place.start()
    await play_until(place, Phase.EXPANSION, 1)
    assert "Mountain" in said(place.turn) or "Rock" in said(place.turn)
    hand = (await place.people[0].slash(place.thread, "genesia hand")).response
    assert said(hand).count("cards in hand:") == 2
    assert "Mountain" in said(hand)
    assert "Rock" in said(hand)


async def test_the_draft_is_secret_and_can_be_changed(place: Town) -> None:
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    turn, entries = said(place.turn), len(place.thread.history())
    pack = (await place.people[0].slash(place.thread, "genesia play")).response
    assert pack.ephemeral
    offers = await place.people[0].autocomplete(place.thread, "genesia play", "move", "draft")
    assert len(offers) == 6
    for offer in offers[:2]:
        answer = (await place.people[0].slash(place.thread, "genesia play", move=offer["value"])).response
        assert answer.ephemeral
        await place.settle()
        assert f"draft {(await situation(place)).view.pick}" == offer["value"]
    assert "1 of 2" in said(place.turn)
    assert offers[0]["name"].split(" · ")[0] not in said(place.turn)
    assert len(place.thread.history()) == entries
    assert turn.split("1 of 2")[0][:60] == said(place.turn)[:60]
    again = (await place.people[0].slash(place.thread, "genesia play")).response
    marked = [label for each in parts(again) if "✓" in (label := each.get("label") or "")]
    assert len(marked) == 1
    assert len(controls(again, "go")) == 6, "the picture says all: each card is a button"
    assert not controls(again, "pick")


async def test_the_pick_after_is_planned_from_a_pack_that_comes_back(place: Town) -> None:
    """The pick before it is still open; the plan is seen, dropped, made anew and played after its delay."""
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    matches, (planner, other) = place.bot.matches, place.people[:2]

    async def pick(person: int) -> Any:
        move = str((await situation(place, person)).moves[0])
        answer = await place.people[person].slash(place.thread, "genesia play", move=move)
        await place.settle()
        return answer.response

    panel = (await planner.slash(place.thread, "genesia play")).response
    assert not controls(panel, "plan"), "the second pick is from a pack that nobody has seen here"
    await pick(0)
    await pick(1)
    first = (await situation(place)).view
    turn = said(place.turn)
    panel = (await planner.slash(place.thread, "genesia play")).response
    assert "Plan the next move" in said(panel) + str(parts(panel))
    page = (await planner.click(panel, custom_id=controls(panel, "plan")[0])).response
    assert "of these 5 cards 4 will be left" in said(page)
    assert "choice 3 of 5" in said(page)
    pack = (await matches.plans.outset(1, planner.id)).view.pack
    assert not {*pack} & {*first.pack}
    for card in pack[:2]:
        page = (await planner.click(page, custom_id=_named(page, f"{card} "))).response
    plan = (await situation(place)).plan
    assert plan is not None
    assert plan.text == f"draft {pack[0]} {pack[1]}"
    assert "first of these that is still there" in said(page)
    assert "choice 2 of 5" in said(page), "the pick that is open is asked as before"
    assert said(place.turn) == turn
    off = (await planner.click(page, custom_id=controls(page, "unplan")[0])).response
    assert (await situation(place)).plan is None
    page = (await planner.click(off, custom_id=controls(off, "plan")[0])).response
    page = (await planner.click(page, custom_id=_named(page, f"{pack[2]} "))).response
    page = (await planner.click(page, custom_id=_named(page, "These alone"))).response
    sealed = await pick(0)
    assert f"draft {pack[2]}" in said(sealed), "it stands with the sealed pick as well"
    assert controls(sealed, "plan")
    assert controls(sealed, "unplan")
    await planner.slash(place.thread, "genesia play", move=str((await situation(place)).moves[-1]))
    assert (await situation(place)).plan is not None, "another card now changes nothing then"
    await matches.plans.plan(1, planner.id, f"draft {pack[2]} {pack[0]}", 10**18)
    await pick(1)
    now = await situation(place)
    assert now.plan is None
    assert now.held is not None
    assert now.held.planned
    assert len(now.view.pack) == 4
    shown = (await planner.slash(place.thread, "genesia play")).response
    assert "As you planned: it is played" in said(shown)
    assert controls(shown, "plan"), "and the fourth can be planned already"
    wants = pack[2] if pack[2] in now.view.pack else pack[0]
    await place.live(timedelta(minutes=11), timedelta(minutes=11))
    assert (await situation(place)).view.pick == wants
    assert "1 of 2" in said(place.turn)
    assert (await situation(place, 1)).plan is None
    assert not controls((await other.slash(place.thread, "genesia play")).response, "unplan")
    assert place.refusals() == []


async def test_a_plan_none_of_whose_cards_is_left_is_dropped_with_a_word(place: Town) -> None:
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    for person in (0, 1):
        move = str((await situation(place, person)).moves[0])
        await place.people[person].slash(place.thread, "genesia play", move=move)
    await place.settle()
    wanted = (await situation(place, 1)).view.pack[0]
    await place.bot.matches.plans.plan(1, place.people[0].id, f"draft {wanted}", 10**18)
    for person, move in ((0, str((await situation(place)).moves[0])), (1, f"draft {wanted}")):
        await place.people[person].slash(place.thread, "genesia play", move=move)
    await place.settle()
    (panel,) = place.users[0].dm_channel.history()
    for page in (panel, (await place.people[0].slash(place.thread, "genesia play")).response):
        assert f"Your plan was dropped: `draft {wanted}` is not possible any more." in said(page)
        assert "choice 3 of 5" in said(page)


def _named(page: Any, label: str) -> str:
    """The identifier of the button whose label begins so."""
    (found,) = [each["custom_id"] for each in parts(page) if (each.get("label") or "").startswith(label)]
    return str(found)


async def test_a_panel_whose_question_is_closed_asks_nothing_any_more(place: Town) -> None:
    """The draft ends with the other's choice, or the turn in the thread: the direct message is told."""
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    assert "You took up" in said(place.users[0].dm_channel.history()[0]), "what the last choice brought"
    for _ in range(2):
        asked = 0 if (now := await situation(place)).seat in now.pending else 1
        for person in range(2):
            (panel,) = place.users[person].dm_channel.history()
            idle = "Nothing is asked of you now" in said(panel)
            live = bool(controls(panel, "go") or controls(panel, "menu") or controls(panel, "pick"))
            assert (live, idle) == (person == asked, person != asked)
            assert f"<#{place.thread.id}>" in said(panel)
        waiting = said(place.users[1 - asked].dm_channel.history()[0])
        cards = (await situation(place, 1 - asked)).view
        assert all(f"**{card} " in waiting for card in cards.hands[cards.people])
        await play(place, asked, "end")


async def test_a_panel_names_its_match_and_its_end_to_the_last_tap(place: Town) -> None:
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    asked = 0 if (now := await situation(place)).seat in now.pending else 1
    user, where = place.users[asked], f"-# <#{place.thread.id}>"
    for verb, wanted in (("menu", "recruit"), ("go", f"recruit 1 {'AB'[asked]}0"), ("go", "end")):
        (panel,) = user.dm_channel.history()
        sure = [each for each in controls(panel, "menu") if without_mark(each).endswith("@end")]
        if wanted == "end" and sure:
            await user.click(panel, custom_id=sure[0])  # a card could be played for the last time
            (panel,) = user.dm_channel.history()
            assert "End your growth turn?" in said(panel)
        button = next(each for each in controls(panel, verb) if without_mark(each).endswith(wanted))
        await user.click(panel, custom_id=button)
        (panel,) = user.dm_channel.history()
        push, second = said(panel).split("\n")[:2]
        assert push == ("**Genesia #1**: your turn – Age I: grow" if wanted != "end" else "**Genesia #1**")
        assert second == where
    assert "Nothing is asked of you now" in said(panel)
    shown = said(panel)
    await place.settle()
    assert said(user.dm_channel.history()[0]) == shown, "it was closed already"


async def test_there_is_one_way_back_in_a_turn_and_it_says_how_far(place: Town) -> None:
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    asked = 0 if (now := await situation(place)).seat in now.pending else 1
    before = (await situation(place, asked)).view
    shown = await play(place, asked, f"recruit 1 {'AB'[asked]}0")
    labels = [each["label"] for each in parts(shown) if "back" in (each.get("label") or "").lower()]
    assert labels == ["Take back last step"]
    (back,) = controls(shown, "stepback")
    await place.people[asked].click(shown, custom_id=back)
    assert (await situation(place, asked)).view.clans == before.clans
    assert place.refusals() == []


async def test_there_is_one_way_back_at_the_end_of_an_age(place: Town) -> None:
    """The game knows a move for it, which typed moves use; the house offers the same with a button."""
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    other = 0 if (now := await situation(place)).seat in now.pending else 1
    while discards := [
        move for move in map(str, (await situation(place, other)).moves) if move.startswith("discard")
    ]:
        await play(place, other, discards[0])  # without a card nothing is asked of it at the end
    await play_until(place, Phase.END, 2)
    asked = 1 - other
    cards = [move for move in (await situation(place, asked)).moves if str(move).startswith("discard")]
    shown = await play(place, asked, str(cards[0]))
    now = await situation(place, asked)
    assert now.can_step_back
    assert "back" in {str(move) for move in now.moves}
    labels = [each["label"] for each in parts(shown) if "back" in (each.get("label") or "").lower()]
    assert labels == ["Take back last step"]


async def test_the_objective_can_be_looked_at_whenever(place: Town) -> None:
    await place.open(2, "genesia", players="2")
    await place.start()
    two = (await place.people[0].slash(place.thread, "genesia play")).response
    assert two.ephemeral
    offers = await place.people[0].autocomplete(place.thread, "genesia play", "move", "obj")
    dealt = (await situation(place)).view.objectives
    assert {offer["value"] for offer in offers} == {f"objective {each}" for each in dealt}
    for person in range(2):
        dealt = (await situation(place, person)).view.objectives
        move = f"objective {dealt[0]}"
        kept = await place.people[person].slash(place.thread, "genesia play", move=move)
        if not person:  # the other has still to choose
            assert "You chose" in said(kept.response)
            assert "You kept" not in said(kept.response), "it is said once"
        await place.settle()
    one = (await place.people[0].slash(place.thread, "genesia hand")).response
    assert one.ephemeral
    assert "Your objective" in said(one)
    await play_until(place, Phase.GROWTH, 2)
    for person in range(2):
        late = (await place.people[person].slash(place.thread, "genesia play", move="draft 5")).response
        assert "You cannot draft cards now: this is the growth phase." in said(late), "whoever is in turn"
    now = await situation(place, 0)
    await place.people[1 if now.seat in now.pending else 0].slash(place.thread, "genesia play", move="end")
    codes = ["genesia.not_now", "genesia.not_now", "not_your_turn"]
    assert place.refusals() == codes


async def test_a_route_is_shown_before_it_is_confirmed(place: Town) -> None:
    await place.open(2, "genesia", players="2")
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    for _ in range(2):
        first = await situation(place, 0)
        seat = 0 if first.seat in first.pending else 1
        home = "AB"[seat] + "0"
        offers = await place.people[seat].autocomplete(place.thread, "genesia play", "move", "recruit 2 ")
        assert [offer["value"] for offer in offers] == [f"recruit 2 {home}"]
        await place.people[seat].slash(place.thread, "genesia play", move=f"recruit 3 {home.lower()}")
        await place.settle()
        await place.people[seat].slash(place.thread, "genesia play", move="back")
        await place.people[seat].slash(place.thread, "genesia play", move=f"recruit 2 {home}")
        await place.people[seat].slash(place.thread, "genesia play", move="end")
        await place.settle()
    now = await situation(place, 0)
    if now.seat not in now.pending:
        await place.people[1].slash(place.thread, "genesia play", move="end")
        await place.settle()
    assert (await situation(place)).view.phase is Phase.EXPANSION
    mover = place.people[0]
    first = await mover.autocomplete(place.thread, "genesia play", "move", "move 1 ")
    assert first
    assert all(offer["value"].startswith("move 1 A0-") for offer in first)
    steps = await mover.autocomplete(place.thread, "genesia play", "move", "move 1 a0-")
    assert sorted(offer["value"] for offer in steps[:2]) == ["move 1 A0-A1", "move 1 A0-A2"]
    assert "1 coin" in steps[0]["name"]
    entries = (await place.bot.matches.loader.get(1)).entries
    shown = (await mover.slash(place.thread, "genesia play", move="move 1 a0 a1 a3", preview=True)).response
    assert shown.ephemeral
    assert "A0-A1-A3" in said(shown)
    assert "2 coins" in said(shown)
    assert (await place.bot.matches.loader.get(1)).entries == entries
    await mover.click(shown.message, custom_id=controls(shown, "go")[0])
    await place.settle()
    assert (await place.bot.matches.loader.get(1)).entries == entries + 1
    view = (await situation(place)).view
    assert view.clans[0][view.map.indices["A3"]] == 1
    assert place.refusals() == []
    wrong = [("A0-A9", "genesia.not_adjacent"), ("A0-Z9", "genesia.unknown_region")]
    wrong += [("A0-A1-A0", "genesia.route_twice"), ("B0-B1", "genesia.no_clans"), ("A0", "genesia.notation")]
    for route, code in wrong:
        for preview in (True, False):
            given = {"move": f"move 1 {route}", "preview": preview}
            answer = (await mover.slash(place.thread, "genesia play", **given)).response
            assert answer.ephemeral
            assert place.refusals()[-1] == code, route
    assert (await place.bot.matches.loader.get(1)).entries == entries + 1


async def test_war_and_peace_are_typed(place: Town) -> None:
    await place.open(2, "genesia", players="2", **{"attack-recruits": True})
    await place.start()
    # Whoever may recruit could attack.
    await play_until(place, Phase.STANCE, 2)
    asked = [n for n in range(2) if (now := await situation(place, n)).seat in now.pending]
    before = said(place.turn)
    for person in asked:
        answer = (await place.people[person].slash(place.thread, "genesia play", move="peace")).response
        assert answer.ephemeral
        if person != asked[-1]:
            order = await place.people[person].slash(place.thread, "genesia play", move="order city")
            assert order.response.ephemeral
            now = await situation(place, person)
            assert now.view.standing_order == "city"
            assert before.split("0 of")[0] == said(place.turn).split("0 of")[0]
    await place.settle()
    assert (await situation(place)).view.phase is not Phase.STANCE
    assert place.refusals() == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": "4", "teams": "AAAA"}, "genesia.teams"),
        ({"players": "4", "teams": "ABA"}, "genesia.teams"),
        ({"players": "3", "teams": "QRS"}, "genesia.teams"),
        ({"players": "3", "lots": "BYG"}, "genesia.lots"),
        ({"players": "3", "lots": "BYG/BBG/GVR"}, "genesia.lots"),
        ({"players": "2", "lots": "BYG/BVR/GVR"}, "genesia.lots"),
        ({"players": "1", "teams": "A"}, "genesia.solo_teams"),
        ({"players": "1", "decks": "1-12/31-42/61-72"}, "genesia.solo_decks"),
        ({"players": "3", "decks": "1-12/31-42/61-72"}, "genesia.decks_size"),
        ({"players": "2", "decks": "1-12/31-42/61-71"}, "genesia.decks_size"),
        ({"players": "2", "decks": "1-12/31-42"}, "genesia.decks"),
        ({"players": "2", "decks": "1-12/31-42/seven"}, "genesia.decks"),
        ({"players": "2", "decks": "1-12/30-41/61-72"}, "genesia.decks_age"),
        ({"players": "2", "decks": "1-12,12/31-42/61-72"}, "genesia.decks_twice"),
        ({"players": "2", "decks": "1-12/31-42/61-72", "lots": "BY/BY/BY"}, "genesia.lots_decks"),
    ],
)
async def test_options_that_do_not_fit_are_refused_in_words(
    place: Town, options: dict[str, Any], code: str
) -> None:
    answer = (await place.people[0].slash(place.square, "genesia new", **options)).response
    assert answer.ephemeral
    assert len(said(answer)) > 20
    assert place.refusals() == [code]


async def test_teams_that_fit_are_suggested(place: Town) -> None:
    offers = await place.people[0].autocomplete(place.square, "genesia new", "teams", "", players="4")
    assert offers[0]["value"] == "ABAB"
    assert "seats 1 and 3 against seats 2 and 4" in offers[0]["name"]
    assert len(offers) <= 25
    five = await place.people[0].autocomplete(place.square, "genesia new", "teams", "abb", players="5")
    assert five
    assert all(offer["value"].startswith("ABB") for offer in five)
    assert await place.people[0].autocomplete(place.square, "genesia new", "teams", "", players="2") == []


async def test_decks_for_the_players_are_suggested_and_played(place: Town) -> None:
    offers = await place.people[0].autocomplete(place.square, "genesia new", "decks", "", players="3")
    assert [offer["name"].partition(" · ")[0] for offer in offers] == [
        *("Every attack card", "Every end-of-Age card", "Every invention"),
    ]
    (attack,) = await place.people[0].autocomplete(
        place.square, "genesia new", "decks", "attack", players="3"
    )
    for players in ("1", "5"):
        assert (
            await place.people[0].autocomplete(place.square, "genesia new", "decks", "", players=players)
            == []
        )
    await place.open(1, "genesia", players="3", decks=attack["value"])
    assert "Every attack card · Age I 1–16, 26, 29" in said(place.lobby)
    await place.seat_robots(2, "random")
    await place.start()
    view = (await situation(place)).view
    assert view.options.decks == attack["value"]
    rules = (await place.people[0].slash(place.thread, "match rules")).response
    assert "55–56, 59–60" in said(rules)


async def test_decks_are_understood_as_people_write_them(place: Town) -> None:
    await place.open(1, "genesia", players="2", decks=" 12 – 2 1 / 31-42 / 63–73, 61")
    assert "Age I 1–12 / Age II 31–42 / Age III 61, 63–73" in said(place.lobby)


async def test_a_table_with_everything_chosen(place: Town) -> None:
    await place.open(
        1,
        "genesia",
        players="4",
        objectives=False,
        teams="abab",
        lots="bygv/bygr/ygvr",
        copying="age",
        reactions="swift",
        weariness=5,
        **{"attack-recruits": True},
    )
    table = said(place.lobby)
    parts = ("without secret objectives", "seats 1 and 3", "violet", "end of the Age", "attack phase")
    for part in (*parts, "swift reactions", "takes time could play a card", "5 rounds in a row"):
        assert part in table, part
    await place.seat_robots(3, "random")
    await place.start()
    assert (await situation(place)).view.phase is Phase.DRAFT
    rules = (await place.people[0].slash(place.thread, "match rules")).response
    assert "weakest member" in said(rules)


async def growing(place: Town) -> int:
    """Two people, in their first growth: whose turn it is."""
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    await play_until(place, Phase.GROWTH, 2)
    return 0 if (now := await situation(place)).seat in now.pending else 1


async def test_a_turn_in_one_line_is_shown_whole_before_it_counts(place: Town) -> None:
    asked = await growing(place)
    person, before = place.people[asked], await situation(place, asked)
    home = before.view.map.regions[before.view.map.homes[before.view.people]].code
    discarded = before.view.hands[before.view.people][0]
    line = f"recruit 2 {home}; discard {discarded}"
    answer = (await person.slash(place.thread, "genesia play", move=line, preview=True)).response
    assert answer.ephemeral
    shown = said(answer)
    assert f"1. `recruit 2 {home}`" in shown
    assert f"2. `discard {discarded}`" in shown
    assert "Coins spent: 0." in shown, "four for two clans, and four for the card"
    assert (await situation(place, asked)).view == before.view, "nothing counts yet"
    _, over = controls(answer, "go")
    await person.click(answer.message, custom_id=over)
    await place.settle()
    after = await situation(place, 1 - asked)
    assert after.seat in after.pending
    assert len(after.view.hands[after.view.people]) == 5
    assert place.refusals() == []


async def test_one_wrong_step_of_a_line_is_named_and_nothing_is_done(place: Town) -> None:
    asked = await growing(place)
    person, before = place.people[asked], await situation(place, asked)
    home = before.view.map.regions[before.view.map.homes[before.view.people]].code
    line = f"recruit 2 {home}; recruit 30 {home}; end"
    for preview in (True, False):
        answer = (await person.slash(place.thread, "genesia play", move=line, preview=preview)).response
        assert f"Step 2 (`recruit 30 {home}`)" in said(answer)
        assert "Nothing was done." in said(answer)
        assert (await situation(place, asked)).view == before.view
    assert place.refusals() == ["genesia.supply", "genesia.supply"]


async def test_orders_about_war_are_typed(place: Town) -> None:
    asked = await growing(place)
    person = place.people[asked]
    await person.slash(place.thread, "genesia play", move="stand target")
    await person.slash(place.thread, "genesia play", move="campaign A9-G9 lose 2; G9-G1")
    view = (await situation(place, asked)).view
    assert view.war_order == "target"
    assert [str(each) for each in view.campaign] == ["assault A9-G9 lose 2", "assault G9-G1"]
    await person.slash(place.thread, "genesia play", move="campaign off")
    assert (await situation(place, asked)).view.campaign == ()
    assert place.refusals() == []


async def test_the_large_map_is_one_tap_from_the_board_and_for_the_reader_alone(place: Town) -> None:
    asked = await growing(place)
    person = place.people[asked]
    shown = (await person.slash(place.thread, "match board")).response
    (tap,) = controls(shown, "large")
    large = (await person.click(shown.message, custom_id=tap)).response
    assert large.ephemeral
    files = [
        [each["media"]["url"].rpartition("/")[2] for part in parts(answer) for each in part.get("items", ())]
        for answer in (shown, large)
    ]
    assert [[name.rpartition("-")[0] for name in each] for each in files] == [["board-1"], ["large-1"]]
    assert place.refusals() == []
