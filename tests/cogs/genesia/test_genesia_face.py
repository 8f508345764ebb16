"""Genesia's face: it leaks nothing, fits Discord, and says the same in words as in pictures."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from PIL import Image

from cogs.face.menus import BRIEF, CHOICES, SHORT
from cogs.face.suggestions import Suggestion
from cogs.genesia.attack_menus import fights
from cogs.genesia.card_texts import people_names
from cogs.genesia.face import FACE
from cogs.genesia.journeys import after, journey
from cogs.genesia.movement_menus import PRESSED, via
from cogs.services.services import Services
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.game import Event, IllegalMove, Seat
from engine.genesia.box.decks import Deck, ready_deck
from engine.genesia.cards.modes import loss_changes
from engine.genesia.model import (
    CARDS,
    MAX_CAMPAIGN_LENGTH,
    Assault,
    CopyTiming,
    Draft,
    GenesiaOptions,
    Level,
    Lose,
    Movement,
    Phase,
    Play,
    Recruit,
    Timing,
)
from engine.genesia.players.evaluation import Evaluation
from engine.genesia.players.expansion import worthwhile_ends, worthwhile_movements
from render.kit.film import FILM_WIDTH, MAX_WEIGHT
from tests.cogs.genesia.genesia_played import GAME, context, played, position
from tests.engine.genesia.genesia_positions import position as at_hand

LANGUAGES = ("en", "fr")
FORMS = {
    "solo": (1, GenesiaOptions(level=Level.HEROIC)),
    "2": (2, GenesiaOptions()),
    "3-mixed": (3, GenesiaOptions(lots="YGR/BVR/GVR", objectives=False)),
    "3-decks": (3, GenesiaOptions(decks=ready_deck(Deck.END, 3))),
    "4-teams": (4, GenesiaOptions(teams="ABAB", copy_timing=CopyTiming.AGE)),
    "5": (5, GenesiaOptions(attack_recruits=True)),
}


@pytest.mark.parametrize("phase", [each for each in Phase if each is not Phase.OVER])
@pytest.mark.parametrize(
    "path",
    [
        ("ZZ",),
        ("",),
        ("move", "A0", "A0"),
        ("move", "Z9"),
        ("move", "A0", "A1", "99"),
        ("recruit", "99"),
        ("recruit", "2", "A0", "A0"),
        ("card", "99"),
        ("card", "1", "c1", "A0", "A1", "A2"),
        ("discard", "1"),
        ("order", "ask"),
        ("lose", "99"),
        ("via", "1", "A0A9"),
        ("via", "99", "A0A1"),
        ("via", "1", "G0"),
        ("via", "x", "A0A1"),
        ("via", "1", "A0A1A0"),
    ],
)
def test_paths_that_lead_nowhere(phase: Phase, path: tuple[str, ...]) -> None:
    state, seat = position(phase)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    if path == ("",):
        FACE.menu(context(), view, moves, path, 0)
        return
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, path, 0)


def test_a_sealed_choice_is_marked_and_can_be_changed() -> None:
    state, seat = position(Phase.DRAFT)
    first, second = GAME.moves(state, seat)[:2]
    state, _ = GAME.play(state, seat, first, SeededChance(b"x" * 32, 1))
    menu = FACE.menu(context(), GAME.view(state, seat), GAME.moves(state, seat), (), 0)
    marked = [choice.value for choice in menu.choices if choice.label.startswith("✓ ")]
    assert marked == [str(first)]
    assert str(second) in [choice.value for choice in menu.choices]
    assert "You chose" in menu.prompt


@pytest.mark.parametrize("phase", [Phase.OBJECTIVE, Phase.DRAFT, Phase.STANCE])
def test_who_has_chosen_is_nobodys_business(phase: Phase) -> None:
    """A sealed choice changes nothing that the public or another seat sees."""
    state, seat = position(phase, seats=5)
    after, events = GAME.play(state, seat, GAME.moves(state, seat)[0], SeededChance(b"x" * 32, 1))
    assert after.phase is phase, "somebody still has to choose"
    assert all(event.to == frozenset((seat,)) for event in events)
    mine = context(seats=5)
    for viewer in (None, Seat((seat + 1) % 5)):
        before, now = GAME.view(state, viewer), GAME.view(after, viewer)
        assert FACE.board_text(mine, before) == FACE.board_text(mine, now)
        assert FACE.announce(mine, before) == FACE.announce(mine, now)
        boards = FACE.board(mine, before, None), FACE.board(mine, now, None)
        assert boards[0].alt == boards[1].alt
        assert boards[0].draw().data == boards[1].draw().data


@pytest.mark.parametrize("phase", [Phase.OBJECTIVE, Phase.DRAFT])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_picture_says_is_chosen_with_one_touch(phase: Phase, language: str) -> None:
    state, seat = position(phase)
    ctx = replace(context(), text=text_for(language))
    menu = FACE.menu(ctx, GAME.view(state, seat), GAME.moves(state, seat), (), 0)
    assert menu.drawing is not None
    assert [each.value for each in menu.few] == [str(move) for move in GAME.moves(state, seat)]
    assert all(each.final for each in menu.few)


# Movements


def test_a_movement_is_three_taps_where_to_then_which_clans() -> None:
    """The list of the turn has the regions; all clans that can go to one are one tap further."""
    together = 0
    for state, _ in played(3, 3, greedy=True):
        if state.phase is not Phase.EXPANSION:
            continue
        seat = GAME.pending(state)[0]
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        marches = [move for move in moves if isinstance(move, Movement)]
        turn = FACE.menu(context(), view, moves, (), 0)
        ends = {move.route[-1] for move in marches}
        assert len(turn.areas) == min(len(ends), 25)
        assert bool(turn.areas) == bool(turn.area_prompt)
        for listed in turn.areas[:: max(1, len(turn.areas) // 3)]:
            verb, end = listed.value.split("/")
            ways = FACE.menu(context(), view, moves, (verb, end), 0)
            offered = {each.value for each in ways.every if each.final}
            there = {str(move) for move in marches if move.route[-1] == end}
            assert offered == {each for each in there if len(each) <= PRESSED}
            assert sum(each.strong for each in ways.every) == 1
            together += len({move.route[0] for move in marches if move.route[-1] == end}) > 1
    assert together > 3, "clans of several regions stand side by side"


def test_the_first_in_every_list_is_what_the_robot_would_do() -> None:
    seen = 0
    for state, _ in played(4, 5, greedy=True):
        if state.phase is not Phase.EXPANSION:
            continue
        seat = GAME.pending(state)[0]
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        end = next(worthwhile_ends(Evaluation(view, seat)), None)
        if end is None:
            continue
        best = next(worthwhile_movements(Evaluation(view, seat), end))
        numbered = FACE.menu(context(seats=4), view, moves, ("move",), 0)
        assert numbered.choices[0].value == end
        assert FACE.menu(context(seats=4), view, moves, (), 0).areas[0].value == f"move/{end}"
        ways = FACE.menu(context(seats=4), view, moves, ("move", end), 0)
        strong = next(each for each in ways.choices if each.strong)
        assert strong.label.startswith(f"{best.clans} of ")
        assert f" from {best.route[0]} " in strong.label
        seen += 1
    assert seen > 10


def test_what_does_not_fit_on_buttons_is_in_a_list_beside_them() -> None:
    state, seat = position(Phase.EXPANSION, seed=3, offers=lambda move: isinstance(move, Movement))
    clans = [0] * len(state.public[seat].clans)
    clans[0] = 30
    rich = msgspec.structs.replace(state.public[seat], clans=tuple(clans), coins=99)
    public = (*state.public[:seat], rich, *state.public[seat + 1 :])
    state = msgspec.structs.replace(state, public=public)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    end = FACE.menu(context(), view, moves, ("move",), 0).choices[0].value
    menu = FACE.menu(context(), view, moves, ("move", end), 0)
    assert 0 < len(menu.choices) < len(menu.every) <= 30
    offered = [each.value for each in menu.every]
    assert len({*offered}) == len(offered)
    assert {*offered} == {str(move) for move in moves if isinstance(move, Movement) and move.route[-1] == end}


def far(move: object, regions: int) -> bool:
    """Return true if the move is a movement through more than so many regions."""
    return isinstance(move, Movement) and len(move.route) > regions


def test_the_price_shown_is_the_price_paid() -> None:
    """A preview's price is the price paid, tolls and free movements included."""
    seen_toll = False
    for seed in (3, 4, 5):
        for state, events in played(4, seed, greedy=True):
            for event in events:
                if event.code == "genesia.moved":
                    seen_toll |= bool(event.inputs["tolls"])
            if state.phase is not Phase.EXPANSION:
                continue
            seat = GAME.pending(state)[0]
            view = GAME.view(state, seat)
            marches = [move for move in GAME.moves(state, seat) if isinstance(move, Movement)]
            for move in marches[:: max(1, len(marches) // 4)]:
                route = [view.map.indices[code] for code in move.route]
                cost = journey(view, seat, move.clans, route)
                made, told = GAME.play(state, seat, move, SeededChance(b"x" * 32, 1))
                shown, come = after(view, seat, move.clans, route), GAME.view(made, seat)
                assert (shown.clans, shown.coins, shown.free_moves) == (
                    come.clans,
                    come.coins,
                    come.free_moves,
                )
                points = [sheet._replace(objective=None) for sheet in shown.sheets]
                assert points == [sheet._replace(objective=None) for sheet in come.sheets]
                moved = told[0].inputs
                assert (cost.coins, cost.free, cost.tolls) == (moved["coins"], moved["free"], moved["tolls"])
                assert cost.stops
                assert cost.paid
    assert seen_toll


def test_any_route_can_be_looked_at_before_it_is_played() -> None:
    state, seat = position(Phase.EXPANSION, offers=lambda move: far(move, 2))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    march = next(move for move in moves if isinstance(move, Movement) and far(move, 2))
    menu = FACE.menu(context(), view, moves, via(march.clans, march.route), 0)
    assert [choice.value for choice in menu.choices] == [str(march)]
    assert "-".join(march.route) in menu.prompt
    assert "coin" in menu.prompt


def test_routes_are_completed_region_by_region() -> None:
    state, seat = position(Phase.EXPANSION, offers=lambda move: far(move, 3))
    view, moves, mine = GAME.view(state, seat), GAME.moves(state, seat), context()

    def routes(typed: str) -> list[Suggestion]:
        return FACE.suggest(mine, view, moves, f"move 1 {typed}")

    home = view.map.regions[view.map.homes[seat]].code
    steps = [each.notation.split()[-1] for each in routes(f"{home.lower()}-")]
    steps = [each for each in steps if each.count("-") == 1]
    near = [view.map.regions[region].code for region in view.map.near[view.map.homes[seat]]]
    assert sorted(steps) == sorted(f"{home}-{code}" for code in near)
    further = routes(steps[0])
    assert further[0].notation == f"move 1 {steps[0]}"
    assert all(each.notation.startswith(f"move 1 {steps[0][:3]}") for each in further)
    onward = [each.notation for each in routes(f"{steps[0].replace('-', ' ')} ")]
    assert f"move 1 {steps[0]}" in onward
    assert any(each.startswith(f"move 1 {steps[0]}-") for each in onward), "regions may be typed with spaces"
    assert "coin" in further[0].label or "movement" in further[0].label
    for nonsense in ("Z9", "A0-A9-", "G0-G0-", "🎲", "A0--"):
        assert all(each.notation.count("-") < 3 for each in routes(nonsense))


# Fights


def test_war_and_where_is_a_list_of_the_question_where_buttons_would_be_too_many() -> None:
    """So an assault is three taps; of a few, the button leads to buttons."""
    listed, few = 0, 0
    for state, _ in played(5, 3, greedy=True):
        for seat in GAME.pending(state) if state.phase is Phase.STANCE else ():
            view, moves = GAME.view(state, seat), GAME.moves(state, seat)
            assaults = [move for move in moves if isinstance(move, Assault) and move.fought is None]
            menu = FACE.menu(context(seats=5), view, moves, (), 0)
            leads_on = "assault" in [each.value for each in menu.choices]
            assert bool(menu.areas) == bool(menu.area_prompt) == (len(assaults) > BRIEF)
            assert leads_on == (0 < len(assaults) <= BRIEF or len(assaults) > CHOICES)
            few += leads_on
            if menu.areas:
                listed += 1
                ways = FACE.menu(context(seats=5), view, moves, tuple(menu.areas[0].value.split("/")), 0)
                assert any(GAME.parse(state, seat, each.value) in moves for each in ways.every if each.final)
    assert listed
    assert few


def test_the_losses_shown_are_the_losses_taken() -> None:
    seen = 0
    for seed in (3, 8, 9, 10, 11, 12):
        for state, _ in played(5, seed):
            if state.phase is not Phase.LOSSES:
                continue
            seat = GAME.pending(state)[0]
            offered = [move for move in GAME.moves(state, seat) if isinstance(move, Lose)]
            for fought in fights(GAME.view(state, seat), offered):
                _, events = GAME.play(state, seat, fought.move, SeededChance(b"x" * 32, 1))
                told = next(event for event in events if event.code == "genesia.fought").inputs
                assert fought.rival_losses == told["rival_losses"]
                assert fought.losses in (told["losses"], int(str(told["losses"])) + fought.move.siege)
                seen += 1
    assert seen > 10


def test_the_most_sensible_way_to_fight_comes_first() -> None:
    state, seat = position(Phase.LOSSES, seats=5)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    menu = FACE.menu(context(seats=5), view, moves, (), 0)
    best = max(fights(view, [move for move in moves if isinstance(move, Lose)]), key=lambda each: each.worth)
    assert menu.choices[0].final
    assert menu.choices[0].value == str(best.move)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_sealed_assault_is_not_asked_again(language: str) -> None:
    """It can be made at once or dropped; what it costs stands there."""
    found = 0
    for state, _ in played(5, 3, greedy=True):
        if state.phase is not Phase.ASSAULT:
            continue
        (seat,) = GAME.pending(state)
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        if not view.campaign or view.campaign[0] not in moves:
            continue
        menu = FACE.menu(context(language, seats=5), view, moves, (), 0)
        now, change, another = menu.choices
        assert (now.value, now.final, now.seen) == (str(view.campaign[0]), True, True)
        assert (change.value, change.final) == ("campaign off", True)
        assert (another.value, another.final) == ("assault", False)
        assert view.campaign[0].source in menu.prompt
        assert view.campaign[0].target in menu.prompt
        after, _ = GAME.play(state, seat, GAME.parse(state, seat, change.value), SeededChance(b"c" * 32, 1))
        assert GAME.defaults(after, seat).ordered is None
        anew = FACE.menu(context(language, seats=5), GAME.view(after, seat), GAME.moves(after, seat), (), 0)
        assert any(each.value.startswith("fight/") for each in anew.every)
        found += 1
    assert found


def test_cards_that_change_losses_are_named_in_the_menu_and_in_the_news() -> None:
    """Each with what it changes; what is left out changes nothing."""
    ctx, told, asked = context("en", seats=4), 0, 0
    for state, events in played(4, 3, greedy=True):
        for event in events:
            if event.code != "genesia.fought" or not event.inputs["changes"]:
                continue
            said = FACE.narrate(ctx, event)
            if said is None:
                continue
            for card, losses, rival_losses in cast(
                "tuple[tuple[int, int, int], ...]", event.inputs["changes"]
            ):
                assert f"**{card} " in said
                assert not losses or f"attacker {losses:+}".replace("-", "−") in said
                assert not rival_losses or f"defender {rival_losses:+}".replace("-", "−") in said
            told += 1
        for seat in GAME.pending(state) if state.phase is Phase.LOSSES else ():
            view, combat = GAME.view(state, seat), GAME.view(state, seat).combat
            assert combat is not None
            assert combat.defender is not None
            changes = loss_changes(
                combat.attack_cards, view.intents[seat], combat.defence_cards, view.intents[combat.defender]
            )
            prompt = FACE.menu(ctx, view, GAME.moves(state, seat), (), 0).prompt
            assert all(f"**{card} " in prompt for card, _, _ in changes)
            assert ("Losses changed by cards" in prompt) == bool(changes)
            asked += bool(changes)
    assert told
    assert asked


def test_assaults_show_both_sides() -> None:
    state, seat = position(Phase.ASSAULT, seats=5, offers=lambda move: isinstance(move, Assault))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    menu = FACE.menu(context(seats=5), view, moves, ("assault",), 0)
    shown = [choice for choice in menu.choices if choice.value.startswith("fight/")]
    assert shown
    for choice in shown:
        assault = GAME.parse(state, seat, f"assault {choice.value.removeprefix('fight/')}")
        assert isinstance(assault, Assault)
        clans = view.clans[seat][view.map.indices[assault.source]]
        assert choice.label.startswith(f"{assault.source} ({clans} clan")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_fight_is_tapped_with_the_assault_or_left_for_later(language: str) -> None:
    """The same as by typing: with three taps, and at the top the most sensible."""
    state, seat = position(Phase.ASSAULT, seats=5, offers=lambda move: isinstance(move, Assault))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    ctx = context(language, seats=5)
    (where, *_) = {move.where for move in moves if isinstance(move, Assault)}
    tapped: set[str] = set()
    paths: list[tuple[str, ...]] = [(f"fight/{where}",)]
    while paths:
        path = paths.pop()
        menu = FACE.menu(ctx, view, moves, path, 0)
        for choice in (*menu.choices, *menu.beside):
            if choice.final:
                tapped.add(choice.value)
            else:
                paths.append((*path, choice.value))
    assert tapped == {str(move) for move in moves if isinstance(move, Assault) and move.where == where}


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_cards_assaults_and_losses_are_one_tap_each(language: str) -> None:
    """Each of three cards has its button in the turn; six assaults, or ways to fight, are no list."""
    ctx = context(language, seats=3)
    cards = assaults = losses = 0
    for state, _ in played(3, 3, greedy=True):
        for seat in GAME.pending(state):
            view, moves = GAME.view(state, seat), GAME.moves(state, seat)
            if state.phase not in (Phase.GROWTH, Phase.EXPANSION, Phase.ASSAULT):
                continue
            turn = FACE.menu(ctx, view, moves, ("assault",) if view.campaign else (), 0)
            offered = [each.value for each in turn.every]
            playable = {f"card/{move.card}" for move in moves if isinstance(move, Play)}
            if playable and len(playable) <= 3:
                assert playable <= {*offered}
                assert "card" not in offered
                for path in playable:
                    assert FACE.menu(ctx, view, moves, (path,), 0).choices
                cards += 1
            elif playable:
                assert "card" in offered
            bare = [each for each in turn.choices if each.value.startswith("fight/")]
            if bare and len(bare) <= 6:
                assert len(turn.few) == len(bare)
                assaults += 1
            for each in bare:
                fight = FACE.menu(ctx, view, moves, (each.value,), 0)
                said = [" · ".join(filter(None, (one.label, one.detail))) for one in fight.choices]
                if len(fight.choices) <= 6 and max(map(len, said)) <= SHORT:
                    assert [one.value for one in fight.few] == [one.value for one in fight.choices]
                    losses += 1
    assert cards
    assert assaults
    assert losses


def test_a_number_of_clans_that_one_region_alone_can_take_asks_for_no_region() -> None:
    state, seat = next(
        (state, seat)
        for state, _ in played(3, 3, greedy=True)
        if state.phase is Phase.GROWTH
        for seat in GAME.pending(state)
        if len({move.at for move in GAME.moves(state, seat) if isinstance(move, Recruit)}) == 1
    )
    menu = FACE.menu(context(), GAME.view(state, seat), GAME.moves(state, seat), ("recruit", "more"), 0)
    assert all(each.final for each in menu.choices)
    recruits = {str(move) for move in GAME.moves(state, seat) if isinstance(move, Recruit)}
    assert {each.value for each in menu.choices} == recruits


def test_a_standing_order_can_be_left_with_war_or_peace() -> None:
    state, seat = position(Phase.STANCE)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    menu = FACE.menu(context(), view, moves, (), 0)
    fights = {"assault", "campaign"} if any(isinstance(move, Assault) for move in moves) else set[str]()
    assert {choice.value for choice in menu.choices} == {"war", "peace", "truce", "order"} | fights
    orders = FACE.menu(context(), view, moves, ("order",), 0)
    given = {choice.value for choice in orders.choices if not choice.value.startswith("campaign")}
    assert given <= {
        *("order ask", "order never", "order city", "order guard"),
        *("stand ask", "stand target", "stand peace"),
    }


# Typing


@pytest.mark.parametrize("phase", [each for each in Phase if each is not Phase.OVER])
@pytest.mark.parametrize("typed", ["", "c", "m", "move 1", "recruit 2", "1", "end", "🎲 %s {0}", "x" * 99])
def test_suggestions_are_legal_and_fit(phase: Phase, typed: str) -> None:
    state, seat = position(phase)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    legal = {str(move) for move in moves}
    for language in LANGUAGES:
        offers = FACE.suggest(context(language), view, moves, typed)
        assert len(offers) <= 25
        assert len({each.notation for each in offers}) == len(offers)
        for each in offers:
            assert each.notation in legal
            assert 0 < len(each.label) <= 100
    assert FACE.suggest(context(), view, moves, "") != []


def test_the_readers_own_verbs_are_understood() -> None:
    state, seat = position(Phase.GROWTH)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    recruit = next(move for move in moves if isinstance(move, Recruit))
    offers = FACE.suggest(context("fr"), view, moves, f"recruter {recruit.clans}")
    assert str(recruit) in [each.notation for each in offers]
    assert FACE.suggest(context("fr"), view, moves, "terminer")[0].notation == "end"


def test_a_start_and_an_end_find_the_route() -> None:
    state, seat = position(Phase.EXPANSION, offers=lambda move: far(move, 3))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    march = next(move for move in moves if isinstance(move, Movement) and far(move, 3))
    typed = f"move {march.clans} {march.route[0]}-{march.route[-1]}".lower()
    assert str(march) in [each.notation for each in FACE.suggest(context(), view, moves, typed)]


# Bad input


@pytest.mark.parametrize(
    ("phase", "typed"),
    [
        (Phase.GROWTH, "card 91"),
        (Phase.GROWTH, "card 90"),
        (Phase.GROWTH, "move 1 A0-A1"),
        (Phase.GROWTH, "recruit 30 A0"),
        (Phase.GROWTH, "recruit 1 G0"),
        (Phase.GROWTH, "recruit 1 Z9"),
        (Phase.GROWTH, "war"),
        (Phase.GROWTH, "discard 90"),
        (Phase.GROWTH, "back"),
        (Phase.GROWTH, "qq"),
        (Phase.EXPANSION, "move 1 A0-A9"),
        (Phase.EXPANSION, "move 31 A0-A1"),
        (Phase.EXPANSION, "move 1 A0-A1-A0"),
        (Phase.DRAFT, "draft 90"),
        (Phase.DRAFT, "end"),
        (Phase.OBJECTIVE, "objective 13"),
        (Phase.STANCE, "assault A0-B0"),
        (Phase.ASSAULT, "assault A0-B0"),
        (Phase.ASSAULT, "assault G0-G1"),
        (Phase.LOSSES, "lose 29"),
        (Phase.LOSSES, "lose 1 enter 29"),
        (Phase.REACTION, "card 90"),
        (Phase.PLACE, "place 9"),
        (Phase.END, "card 90"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(phase: Phase, typed: str) -> None:
    state, seat = position(phase)
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(state, seat, typed)
    for language in LANGUAGES:
        said = text_for(language).refusal(refused.value)
        assert len(said) > 15
        assert "{" not in said


def test_who_plans_a_place_says_what_else() -> None:
    """Two taps among three free places, three among four; the rest goes without saying."""
    state, seat = position(Phase.PLACE)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    free = [str(move).removeprefix("place ") for move in moves]
    assert [choice.value for choice in FACE.menu(context(), view, moves, (), 0).choices] == [
        f"place {each}" for each in free
    ]
    for language in LANGUAGES:
        planning, path = replace(context(language), planning=True), list[str]()
        for number, place in enumerate(free[: len(free) - 2]):
            choices = FACE.menu(planning, view, moves, tuple(path), 0).choices
            assert sum(choice.final for choice in choices) == (number > 0), "with these alone"
            path.append(f"place/{place}" if not path else place)
        menu = FACE.menu(planning, view, moves, tuple(path), 0)
        last = menu.choices[0]
        assert last.final
        assert str(GAME.parse(state, seat, last.value)) == f"place {' '.join(free)}"
        with pytest.raises(LookupError):
            FACE.menu(planning, view, moves, (*path, free[0]), 0)
        with pytest.raises(LookupError):
            FACE.menu(context(language), view, moves, tuple(path), 0)


@pytest.mark.parametrize(("seats", "picks", "left"), [(2, 1, 4), (2, 3, 2), (3, 2, 3), (3, 3, 2), (4, 3, 2)])
def test_who_plans_a_pick_names_a_card_more_than_others_can_take(seats: int, picks: int, left: int) -> None:
    """There are as many taps as players, or fewer with these alone; each says what was named before."""
    state, seat = next(
        (state, seat)
        for state, _ in played(seats, 5, greedy=True)
        if state.phase is Phase.DRAFT and len(state.hidden[0].taken) == picks
        for seat in GAME.pending(state)
    )
    ahead = GAME.anticipate(state, seat)
    assert ahead is not None
    view, moves = GAME.view(ahead, seat), GAME.moves(ahead, seat)
    assert len(view.pack) == left + seats - 1
    for language in LANGUAGES:
        planning = replace(context(language, seats), planning=True)
        path, named = list[str](), list[str]()
        first = FACE.menu(planning, view, moves, (), 0)
        assert f"{len(view.pack)} car" in first.prompt
        assert f"{left}" in first.prompt
        assert f"{picks + 2} {'of' if language == 'en' else 'sur'} 5" in first.prompt
        assert first.pictured
        assert first.drawing is not None
        for number in range(seats):
            menu = FACE.menu(planning, view, moves, tuple(path), 0)
            card = menu.choices[-1]
            assert len(menu.choices) == len(view.pack) - number
            assert all(choice.final == (number == seats - 1) for choice in menu.choices)
            assert [choice.value for choice in menu.beside] == ([f"draft {' '.join(named)}"] if named else [])
            assert all(f" {each}" in menu.prompt or f"**{each}" in menu.prompt for each in named)
            named.append(card.value.split()[-1].removeprefix("draft/"))
            path.append(card.value)
        assert path[-1] == f"draft {' '.join(named)}"
        assert str(GAME.parse(ahead, seat, path[-1])) == path[-1]
        for wrong in ([*path[:-1], named[0]], [*path[:-1], named[-1]], ["draft/91"], ["draft/x"]):
            with pytest.raises(LookupError):
                FACE.menu(planning, view, moves, tuple(wrong), 0)
        with pytest.raises(LookupError):
            FACE.menu(context(language, seats), view, moves, (path[0],), 0)


@pytest.mark.parametrize(("phase", "verb"), [(Phase.DRAFT, "draft"), (Phase.PLACE, "place")])
def test_who_goes_back_from_the_second_choice_of_a_plan_chooses_the_first_anew(
    phase: Phase, verb: str
) -> None:
    state, seat = position(phase)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    planning = replace(context(), planning=True)
    first, again = (FACE.menu(planning, view, moves, path, 0) for path in ((), (verb,)))
    assert again.prompt == first.prompt
    assert [each.label for each in again.choices] == [each.label for each in first.choices]
    for choice, anew in zip(first.choices, again.choices, strict=True):
        then = FACE.menu(planning, view, moves, (choice.value,), 0)
        assert FACE.menu(planning, view, moves, (verb, anew.value), 0).choices == then.choices


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "You took", "first of these that is still there"),
        ("fr", "Vous prenez", "la première de ces cartes qui restera"),
    ],
)
def test_a_pick_that_is_planned_is_told_with_all_that_was_named(
    language: str, one: str, several: str
) -> None:
    state, seat = position(Phase.DRAFT)
    cards = [number for number in range(1, 91) if state.hidden[seat].pack >> number & 1][:3]
    _, (told, *_) = GAME.play(state, seat, Draft(tuple(cards)), SeededChance(bytes(32), 1))
    planning = FACE.narrate(replace(context(language), planning=True), told) or ""
    assert several in planning
    assert all(f"{card} " in planning for card in cards)
    said = FACE.narrate(context(language), told) or ""
    assert one in said
    assert f"{cards[1]} " not in said


@pytest.mark.parametrize(
    ("language", "perhaps"), [("en", "if it is still there"), ("fr", "si elle est encore là")]
)
def test_of_a_single_card_that_is_planned_it_is_told_that_others_may_be_faster(
    language: str, perhaps: str
) -> None:
    state, seat = position(Phase.DRAFT)
    (card, *_) = [number for number in range(1, 91) if state.hidden[seat].pack >> number & 1]
    _, (told, *_) = GAME.play(state, seat, Draft((card,)), SeededChance(bytes(32), 1))
    planning = FACE.narrate(replace(context(language), planning=True), told) or ""
    assert perhaps in planning
    assert perhaps not in (FACE.narrate(context(language), told) or "")


@pytest.mark.parametrize("phase", [Phase.DRAFT, Phase.PLACE])
def test_what_is_typed_in_order_of_preference_goes_on_with_what_is_left(phase: Phase) -> None:
    state, seat = position(phase)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    ctx, singles = context(), [str(move) for move in moves]
    first, second = singles[0], singles[1].split()[1]
    found = [each.notation for each in FACE.suggest(ctx, view, moves, f"{first} ")]
    assert found == [f"{first} {each.split()[1]}" for each in singles[1:]]
    assert [str(GAME.parse(state, seat, each)) for each in found] == found
    assert f"{first} {second}" in [
        each.notation for each in FACE.suggest(ctx, view, moves, f"{first} {second}")
    ]
    assert not FACE.suggest(ctx, view, moves, f"{first} {first.split()[1]} "), "no card or place twice"
    assert not FACE.suggest(ctx, view, moves, f"{first} 99 ")
    assert first in [each.notation for each in FACE.suggest(ctx, view, moves, first)]


# The rest


def test_options_are_named() -> None:
    text = text_for("en")
    said = FACE.options(text, GenesiaOptions(teams="ABAB", lots="BYGV/BYGV/YGVR", objectives=False), 4)
    assert "seats 1 and 3 against seats 2 and 4" in said
    assert "Age III yellow, green, violet, red" in said
    assert "without secret objectives" in said
    assert "heroic" in FACE.options(text, GenesiaOptions(level=Level.HEROIC), 1)


@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        ("en", "how many clans leap from A0 to A3?", "2 clans from A0 to A3."),
        ("fr", "combien de clans bondissent de A0 à A3", "2 clans de A0 à A3."),
    ],
)
def test_how_many_clans_leap_is_chosen_and_shown(language: str, asked: str, said: str) -> None:
    state = at_hand("A0:5 A4:1", "", age=3, phase=Phase.EXPANSION, hands=[[69], []])
    mine, view, moves = context(language, 2), GAME.view(state, Seat(0)), GAME.moves(state, Seat(0))
    menu = FACE.menu(mine, view, moves, ("card", "69", "A0", "A3"), 0)
    assert asked in menu.prompt
    assert [choice.value for choice in menu.choices] == ["x1", "x2", "x3", "x4", "x"]
    assert menu.choices[4].label == "5 clans"
    assert menu.choices[1].label == "2 clans"
    assert "3 clans" in menu.choices[1].detail
    step = FACE.menu(mine, view, moves, ("card", "69", "A0", "A3", "x2"), 0)
    assert said in step.prompt
    assert [choice.value for choice in (*step.choices, *step.beside) if choice.final] == ["card 69 A0-A3 x2"]
    assert step.drawing is not None
    assert "2 clans" in step.drawing.alt
    alone = FACE.menu(mine, view, moves, ("card", "69", "A4", "A3"), 0)
    assert [each.value for each in (*alone.choices, *alone.beside) if each.final] == ["card 69 A4-A3"]


def test_leaps_of_fewer_clans_are_suggested_after_whole_ones() -> None:
    state = at_hand("A0:5", "", age=3, phase=Phase.EXPANSION, hands=[[69], []])
    view, moves = GAME.view(state, Seat(0)), GAME.moves(state, Seat(0))

    def offered(typed: str) -> list[str]:
        return [each.notation for each in FACE.suggest(context(seats=2), view, moves, typed)]

    assert offered("card 69 a0-a3") == [f"card 69 A0-A3{part}" for part in ("", " x4", " x3", " x2", " x1")]
    assert offered("card 69 a0-a3 x2") == ["card 69 A0-A3 x2"]
    fewer = [" x" in each for each in offered("card 69")]
    assert fewer == sorted(fewer), "whole leaps come first"
    assert not fewer[0]


def test_decks_are_named_card_by_card() -> None:
    said = FACE.options(text_for("en"), GenesiaOptions(decks="1-12/31-42/61,63-73"), 2)
    assert "decks: Age I 1–12 / Age II 31–42 / Age III 61, 63–73" in said
    attack = GenesiaOptions(decks=ready_deck(Deck.ATTACK, 2))
    assert "Every attack card · Age I 1–10, 26, 29 / " in FACE.options(text_for("en"), attack, 2)
    assert "Toutes les cartes d’attaque · Âge I 1–10, 26, 29 / " in FACE.options(text_for("fr"), attack, 2)
    assert "55–56, 59–60" in "\n".join(FACE.rules(text_for("en"), attack, 2))
    assert "55–56, 59–60" not in "\n".join(FACE.rules(text_for("en"), GenesiaOptions(), 2))


def test_the_end_shows_everybodys_sheet() -> None:
    seats, options = FORMS["4-teams"]
    state, _ = played(seats, 3, greedy=True, options=options)[-1]
    view = GAME.view(state, None)
    assert view.result is not None
    said = FACE.announce(context(), view)
    for sheet in view.sheets:
        assert f"**{sheet.total}**" in said
    assert FACE.sides(view, seats) == [[0, 2], [1, 3]]
    for seat in range(seats):
        assert f"**{view.result.scores[seat][0]}**" in FACE.score(text_for("en"), view.result, Seat(seat))


def test_steps_taken_back_are_not_told_afterwards() -> None:
    """Nor is the taking back; what others did meanwhile, and a step before the window, stay."""
    state, seat = position(Phase.GROWTH)
    entries: list[tuple[Event, ...]] = []
    for text in ("recruit 1", "recruit 2", "back", "discard", "back", "discard"):
        move = next(move for move in GAME.moves(state, seat) if str(move).startswith(text))
        state, events = GAME.play(state, seat, move, SeededChance(b"x" * 32, len(entries)))
        entries.append(events)
    assert FACE.lasting(entries) == [entries[0], entries[-1]]
    assert FACE.lasting(entries[2:]) == [entries[2], entries[-1]]
    other = (msgspec.structs.replace(entries[1][0], inputs={**entries[1][0].inputs, "people": -1}),)
    assert FACE.lasting([other, entries[2]]) == [other, entries[2]]


def test_clans_recruited_one_by_one_are_told_together() -> None:
    state, seat = position(Phase.GROWTH)
    entries: list[tuple[Event, ...]] = []
    for text in ("recruit 1", "recruit 2", "back", "recruit 2", "discard", "recruit 1"):
        move = next(move for move in GAME.moves(state, seat) if str(move).startswith(text))
        state, events = GAME.play(state, seat, move, SeededChance(b"x" * 32, len(entries)))
        entries.append(events)
    (both,), discarded, (alone,) = FACE.lasting(entries)
    one, two = entries[0][0].inputs, entries[1][0].inputs
    assert both.inputs == {**one, "clans": 3, "coins": int(str(one["coins"])) + int(str(two["coins"]))}
    assert (discarded, (alone,)) == (entries[4], entries[5])
    elsewhere = (msgspec.structs.replace(entries[3][0], inputs={**entries[3][0].inputs, "at": "Z9"}),)
    assert FACE.lasting([entries[0], elsewhere]) == [entries[0], elsewhere]


def test_what_a_card_does_is_told_in_its_line() -> None:
    for _, events in played(3, 5, greedy=True):
        if [event.code for event in events[:2]] == ["genesia.played", "genesia.gained_coins"]:
            services: Any = Services(cast(Any, None), {"genesia": FACE})
            match: Any = SimpleNamespace(game="genesia", absent=frozenset())
            said = services.news_text(match, [(None, events)], context(), public=True).splitlines()
            assert "→" in said[0]
            assert len(said) < len(events)
            assert not any(line.startswith("→") for line in said)
            return
    raise AssertionError("no card gave coins")


def test_cards_that_only_pay_at_the_end_of_an_age_are_said_to() -> None:
    ends = [position(Phase.END, seed=seed) for seed in range(5, 13)]
    asked = [(GAME.view(state, seat), GAME.moves(state, seat)) for state, seat in ends]
    view, moves = next(each for each in asked if any(isinstance(move, Play) for move in each[1]))
    assert "None of your cards" not in FACE.menu(context(), view, moves, (), 0).prompt
    rest = [move for move in moves if not isinstance(move, Play)]
    assert "None of your cards" in FACE.menu(context(), view, rest, (), 0).prompt


def test_the_defenceless_are_not_asked_for_a_card() -> None:
    """They are asked, so that nobody learns what they hold; what they hold they know."""
    state, seat = position(Phase.REACTION)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    rest = [move for move in moves if not isinstance(move, Play)]
    assert "Do you play a card?" in FACE.menu(context(), view, [*rest, Play(11)], (), 0).prompt
    assert "None of your cards" in FACE.menu(context(), view, rest, (), 0).prompt


def test_who_could_not_answer_has_no_button_to_answer_sooner() -> None:
    """The house does, as slowly as people do: whoever could would otherwise be told by it."""
    state, seat = position(Phase.REACTION)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    rest = [move for move in moves if not isinstance(move, Play)]
    for offered, button in (([*rest, Play(11)], True), (rest, False)):
        choices = FACE.menu(context(), view, offered, (), 0).choices
        assert ("pass" in [choice.value for choice in choices]) is button


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("phase", "kind"), [(Phase.GROWTH, Play), (Phase.EXPANSION, Movement)])
def test_the_last_button_says_what_it_does_in_words(phase: Phase, kind: type[object], language: str) -> None:
    state, seat = position(phase, offers=lambda move: isinstance(move, kind))
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    move = next(move for move in moves if isinstance(move, kind))
    assert isinstance(move, Play | Movement)
    path = ("card", str(move.card)) if isinstance(move, Play) else via(move.clans, move.route)
    (choice,) = FACE.menu(context(language), view, moves, path, 0).choices
    assert choice.final
    assert choice.value == str(move)
    assert choice.value not in choice.label
    assert choice.label.startswith(("Play", "Move") if language == "en" else ("Jouer", "Déplacer"))


def test_the_objective_stands_beside_the_draft() -> None:
    state, seat = position(Phase.DRAFT)
    menu = FACE.menu(context(), GAME.view(state, seat), GAME.moves(state, seat), (), 0)
    assert "Your objective" in menu.prompt


def test_coins_are_not_counted_where_they_decide_nothing() -> None:
    for phase in (Phase.OBJECTIVE, Phase.PLACE):
        state, seat = position(phase)
        menu = FACE.menu(context(), GAME.view(state, seat), GAME.moves(state, seat), (), 0)
        assert "coin" not in menu.prompt
        assert ("free" in menu.prompt) is (phase is Phase.PLACE)


def test_pictures_name_peoples_as_sentences_do() -> None:
    seats, options = FORMS["solo"]
    view = GAME.view(played(seats, 3, options=options)[0][0], Seat(0))
    assert people_names(context(seats=1), view) == ("Mountain", "Rock")
    four = GAME.view(played(4, 3, greedy=True)[0][0], Seat(0))
    assert people_names(context(), four) == context().names


@pytest.mark.parametrize(
    ("level", "points", "said"),
    [
        (Level.BEGINNER, 99, ("From 100 points on", "“expert”")),
        (Level.BEGINNER, 100, ("You have reached 100 points", "“expert”")),
        (Level.BEGINNER, 140, ("You have reached 100 points", "“expert”")),
        (Level.EXPERT, 129, ("From 130 points on", "“heroic”")),
        (Level.EXPERT, 130, ("You have reached 130 points", "“heroic”")),
    ],
)
def test_a_solo_match_ends_with_the_level_that_comes_next(
    level: Level, points: int, said: tuple[str, ...]
) -> None:
    last = over(level, points)
    for part in said:
        assert part in last
    assert last not in over(Level.HEROIC, points), "there is no level after the hardest"


def over(level: Level, points: int) -> str:
    """Return the last line of a solo match of that level in which the weaker people has so many points."""
    view = GAME.view(played(1, 3, options=GenesiaOptions(level=level))[-1][0], Seat(0))
    assert view.result is not None
    view = replace(view, result=replace(view.result, scores=((points, points + 1),)))
    return FACE.announce(context(seats=1), view).splitlines()[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solo_rules_say_from_how_many_points_to_go_on(language: str) -> None:
    said = "\n".join(FACE.rules(text_for(language), GenesiaOptions(), 1))
    assert "100 points" in said
    assert "130" in said
    assert "100 points" not in "\n".join(FACE.rules(text_for(language), GenesiaOptions(), 2))


def test_solo_peoples_go_by_their_signs() -> None:
    seats, options = FORMS["solo"]
    positions = played(seats, 3, options=options)
    mine = context(seats=1)
    told = [FACE.narrate(mine, event) or "" for _, events in positions for event in events]
    assert any("Mountain" in line for line in told)
    assert any("Rock" in line for line in told)
    view = GAME.view(positions[-1][0], Seat(0))
    assert view.result is not None
    weaker = min(sheet.total for sheet in view.sheets)
    assert f"**{weaker}**" in FACE.score(text_for("en"), view.result, Seat(0))


LATER = {
    Phase.GROWTH: {Timing.EXPANSION, Timing.ATTACK, Timing.DEFENCE, Timing.END},
    Phase.EXPANSION: {Timing.ATTACK, Timing.DEFENCE, Timing.END},
    Phase.END: set[Timing](),
}


AT_HAND = {
    Phase.GROWTH: {Timing.GROWTH, Timing.INTENT, Timing.COPY},
    Phase.EXPANSION: {Timing.EXPANSION, Timing.COPY},
    Phase.END: {Timing.END, Timing.COPY},
}


def number_in(line: str) -> int:
    """Return the number of the first card that a line names."""
    return int(re.findall(r"\*\*(\d+) ", line)[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_a_phase_or_an_age_ends_each_card_in_hand_is_named_once(language: str) -> None:
    """It is asked where something could be played or used for the last time; otherwise one tap ends it."""
    ctx, asked, plain = context(language, seats=3), Counter[Phase](), 0
    for state, _ in played(3, 4, greedy=True):
        for seat in GAME.pending(state) if state.phase in LATER else ():
            view, moves = GAME.view(state, seat), GAME.moves(state, seat)
            last = [
                each.card
                for each in moves
                if isinstance(each, Play) and not LATER[state.phase] & CARDS[each.card].timings
            ]
            first = FACE.menu(ctx, view, moves, (), 0)
            (end,) = [each for each in first.choices if each.value == "end"]
            if end.final:
                assert not last
                with pytest.raises(LookupError):
                    FACE.menu(ctx, view, moves, ("end",), 0)
                plain += 1
                continue
            menu = FACE.menu(ctx, view, moves, ("end",), 0)
            assert [(each.value, each.final) for each in menu.choices] == [("end", True)]
            assert len(menu.prompt) < 1500
            hand = view.hands[seat]
            later = [card for card in hand if LATER[state.phase] & CARDS[card].timings]
            over = [
                card for card in hand if not (LATER[state.phase] | AT_HAND[state.phase]) & CARDS[card].timings
            ]
            now = [card for card in hand if card not in (*later, *over)]
            named = [line for line in menu.prompt.splitlines() if line.startswith("- ")]
            assert [number_in(line) for line in named] == [*now, *later], "no ranking within a group"
            heads = [line for line in menu.prompt.splitlines() if line.strip("\u202f ").endswith(":")]
            assert len(heads) == bool(now) + bool(later), "now or never, and what can wait"
            assert re.match(r"\*\*.+\?\*\*$", menu.prompt.splitlines()[0]), "a question"
            for card in over:
                assert f"**{card} " in menu.prompt.splitlines()[-2]
            assert last or view.free_moves[seat] or not view.prices[seat]
            asked[state.phase] += 1
    assert set(asked) == {Phase.GROWTH, Phase.EXPANSION, Phase.END}
    assert plain


def test_an_invention_that_would_be_sold_is_named_with_its_progress_by_ages() -> None:
    """Invention of Writing, for one: two progress in each of three Ages, and not four coins in one tap."""
    state, seat = at_hand("A0:1", "B0:1", "C0:1", phase=Phase.END, hands=[[5], [1], [2]], coins=15), Seat(0)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    said = FACE.menu(context("en", seats=3), view, moves, ("end",), 0).prompt
    progress = CARDS[5].progress
    line = next(each for each in said.splitlines() if "**5 " in each)
    assert f"{progress} progress in each of Ages I, II, and III ({3 * progress} in all)" in line
    assert (f"costs {CARDS[5].cost} coin" in line) == bool(CARDS[5].cost)
    assert "never played brings 4 coins" in said


def test_a_copy_names_the_progress_it_brings_and_that_a_second_one_brings_none() -> None:
    ctx, found = context("en", seats=3), Counter[bool]()
    for seed in range(3, 9):
        for state, _ in played(3, seed, greedy=True):
            for seat in GAME.pending(state) if state.phase is Phase.GROWTH else ():
                view, moves = GAME.view(state, seat), GAME.moves(state, seat)
                copies = {
                    each.copy: each
                    for each in moves
                    if isinstance(each, Play) and each.copy and CARDS[each.copy].is_invention
                }
                for copied, move in copies.items():
                    owned = copied in view.inventions[seat]
                    asked = FACE.menu(ctx, view, moves, ("card", f"{move.card}"), 0)
                    details = [each.detail for each in asked.choices if f"c{copied}" in each.value]
                    whole = FACE.menu(ctx, view, moves, ("card", f"{move.card}", f"c{copied}"), 0)
                    told = " ".join([*details, whole.prompt])
                    assert ("no progress" in told or "its progress does not" in told) == owned
                    if not owned:
                        assert re.search(rf"{CARDS[copied].progress} progress,? in", told)
                    found[owned] += 1
    assert found[False]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_list_of_assaults_is_made_with_buttons(language: str) -> None:
    """One after the other, also from what an earlier one may take; each length can be given."""
    found = 0
    for state, _ in played(5, 3, greedy=True):
        for seat in GAME.pending(state):
            view, moves = GAME.view(state, seat), GAME.moves(state, seat)
            now = {(move.source, move.target) for move in moves if isinstance(move, Assault)}
            if view.phase is not Phase.STANCE or view.stance is not None or not now:
                continue
            ctx, path, targets = context(language, seats=5), ("campaign",), list[str]()
            assert "campaign" in {each.value for each in FACE.menu(ctx, view, moves, (), 0).choices}
            while True:
                menu = FACE.menu(ctx, view, moves, path, 0)
                offered = [tuple(each.value.split("-")) for each in menu.choices if not each.final]
                assert {source for source, target in offered if (source, target) not in now} <= {*targets}
                assert not {target for _, target in offered} & {*targets}
                given = [each.value for each in menu.every if each.final]
                assert len(given) == 2 * bool(targets), "with peace behind it, and without"
                for each in given:
                    after, _ = GAME.play(
                        state, seat, GAME.parse(state, seat, each), SeededChance(b"c" * 32, 1)
                    )
                    if GAME.view(after, seat).phase is Phase.STANCE and len(GAME.pending(state)) > 1:
                        assert [one.target for one in GAME.view(after, seat).campaign] == targets
                if not offered:
                    break
                path, targets = (*path, "-".join(offered[-1])), [*targets, offered[-1][1]]
                found = max(found, len(targets))
            assert len(targets) <= MAX_CAMPAIGN_LENGTH
            with pytest.raises(LookupError):
                FACE.menu(ctx, view, moves, ("campaign", "A0"), 0)
    assert found > 2


def test_a_film_of_a_war_has_all_its_frames() -> None:
    """No light goes on and off in it: that would change all pixels of a frame, and make it too heavy."""
    states = [state for state, _ in played(5, 3, greedy=True)]
    first = next(number for number, state in enumerate(states) if state.phase is Phase.REACTION)
    views = [GAME.view(state, Seat(0)) for state in states[first - 6 : first + 8]]
    ctx = context(seats=5)
    boards = [FACE.board(ctx, view, Seat(0)).draw(width=FILM_WIDTH).data for view in views]
    film = FACE.film(ctx, views, Seat(0), "x").draw()
    frames = Image.open(io.BytesIO(film.data)).n_frames  # pyright: ignore[reportAttributeAccessIssue]
    assert frames == len([each for each in zip(boards, [b"", *boards], strict=False) if each[0] != each[1]])
    assert frames > 8
    assert len(film.data) < MAX_WEIGHT / 2
