"""Genesia's events in words: the price of a siege, shortages of the supply, changed choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cogs.face.menus import Choice
from cogs.genesia.face import FACE
from engine.game import Event, IllegalMove, Seat
from engine.genesia.combat import attack_phase
from engine.genesia.model import GenesiaOptions, Timing
from engine.genesia.state import State
from tests.cogs.genesia.genesia_played import GAME, context
from tests.engine.genesia.genesia_fights import STORM, act, acts, chance, laid_cards, war
from tests.engine.genesia.genesia_positions import position

A, B = "▲ Ada", "■ Basile\\_le\\_\\*grand\\*"
NB = "\u202f"
EVERYWHERE = " ".join(["G0:0+", *(f"B{n}:0+" for n in range(10)), *(f"A{n}:0+" for n in range(10) if n != 4)])
"""Twenty cities."""


@pytest.fixture(autouse=True)
def _laid() -> Iterator[None]:
    with laid_cards():
        yield


def said(events: Sequence[Event], language: str = "en") -> list[str]:
    """The sentences that everybody is told."""
    mine = context(language, 2)
    lines = [FACE.narrate(mine, event) for event in events if event.to is None]
    return [line for line in lines if line]


def labels(state: State) -> list[str]:
    seat = Seat(attack_phase.pending(state)[0])
    menu = FACE.menu(context(seats=2), GAME.view(state, seat), GAME.moves(state, seat), (), 0)
    shown: tuple[Choice, ...] = menu.choices
    return [choice.label for choice in shown]


def test_a_siege_says_its_own_cost() -> None:
    _, events = act(acts(war("A1:4", "A4:1+"), "assault A1-A4"), 0, "lose 1 siege enter 2")
    assert said(events)[:3] == [
        f"{A} lost 1 clan in A1 Reed Bank, {B} 1 clan in A4 Long Dyke.",
        f"{A} took the city of {B} in A4 Long Dyke; the siege cost 1 clan.",
        f"{A} moved 2 clans into A4 Long Dyke.",
    ]
    assert said(events, "fr")[:2] == [
        f"{A} perd 1 clan en A1 Roselière, {B} 1 clan en A4 Longue digue.",
        f"{A} prend à {B} la cité en A4 Longue digue{NB}; le siège coûte 1 clan.",
    ]


def test_of_a_city_without_clans_only_the_siege_is_told() -> None:
    state = acts(war("A1:3", "A4:0+"), "assault A1-A4")
    _, events = act(state, 0, "lose 0 siege enter 1")
    assert said(events)[:2] == [
        f"{A} took the city of {B} in A4 Long Dyke; the siege cost 1 clan.",
        f"{A} moved 1 clan into A4 Long Dyke.",
    ]
    assert said(act(state, 0, "lose 0")[1])[0] == "No clan fell."


def test_a_siege_may_cost_nothing() -> None:
    state = acts(war("A1:2", "A4:1+", hands=[[STORM], []]), f"card {STORM}", "assault A1-A4")
    _, events = act(state, 0, "lose 1 siege")
    assert said(events)[1] == f"{A} took the city of {B} in A4 Long Dyke; the siege cost no clan."
    assert (
        said(events, "fr")[1]
        == f"{A} prend à {B} la cité en A4 Longue digue{NB}; le siège ne coûte aucun clan."
    )


def test_with_all_cities_in_play_no_siege_is_offered_and_the_refusal_says_why() -> None:
    state = acts(war(EVERYWHERE.replace("A1:0+", "A1:3+"), "A4:0+"), "assault A1-A4")
    assert labels(state) == ["Nobody loses anything"]
    with pytest.raises(IllegalMove) as raised:
        GAME.parse(state, Seat(0), "lose 0 siege")
    english, french = (context(language).text.refusal(raised.value) for language in ("en", "fr"))
    assert english == "All 20 of your cities are in play: you cannot take another."
    assert french == f"Vos 20 cités sont toutes en jeu{NB}: vous ne pouvez pas en prendre une autre."


def test_one_city_fewer_and_the_besieged_one_is_taken() -> None:
    board = EVERYWHERE.replace("A1:0+", "A1:3+").replace("G0:0+ ", "")
    state = acts(war(board, "A4:0+"), "assault A1-A4")
    assert "The city is yours, you lose 1 clan" in labels(state)
    assert said(act(state, 0, "lose 0 siege")[1])[0].startswith(f"{A} took the city of {B} in A4 Long Dyke; ")


def told(code: str, language: str = "en", **inputs: object) -> str:
    """The sentence of one event."""
    return str(FACE.narrate(context(language, 2), Event(f"genesia.{code}", Seat(0), {"people": 0, **inputs})))


def test_of_a_copied_card_only_what_was_copied_is_read_out() -> None:
    copied = f"{A} played **32 Printing Press** and copied **59 Blast Furnaces**."
    assert told("played", card=32, copied=59, timing="growth") == copied
    attack = told("played", card=32, copied=59, timing="attack")
    assert attack == f"{copied.removesuffix('.')}: the defender loses 2 clans more."
    kept = told("played", card=38, timing="defence")
    assert kept.endswith("**: losses cut by 1 clan, the attacker loses 1 clan more.")


def test_what_a_copy_would_do_is_shown_without_what_it_would_not() -> None:
    """The copied card was played in growth; the same card could copy."""
    state = position("A1:2", "B1:2+", turn=1, hands=[[], [24]], played=[(32, 0, Timing.GROWTH)])
    view, moves, mine = GAME.view(state, Seat(1)), GAME.moves(state, Seat(1)), context(seats=2)
    menu = FACE.menu(mine, view, moves, ("card", "24", "c32"), 0)
    assert menu.prompt.endswith("\nIt copies **32 Printing Press**:\nGrowth or end of the Age: take 4 coins.")
    *_, offered = FACE.suggest(mine, view, moves, "card 24")
    assert offered.notation == "card 24 copy 32"
    assert offered.label.removeprefix(offered.notation) == (
        " · 24 Storytellers · 32 Printing Press · Growth or end of the Age: +4 coins"
    )


def test_cities_that_could_not_be_built_are_named() -> None:
    assert told("cities", at=("A1", "A2"), missed=()) == f"{A} built 2 cities: A1 Reed Bank, A2 Heron Marsh."
    assert told("cities", at=("A1",), missed=("A2", "G3")) == (
        f"{A} built 1 city: A1 Reed Bank. Then all 20 were in play: "
        "none was built in A2 Heron Marsh, G3 Amber Wood."
    )
    assert told("cities", at=(), missed=("A2",)) == (
        f"{A} had all 20 cities in play already: none was built in A2 Heron Marsh."
    )
    assert told("cities", "fr", at=("A1",), missed=("A2",)) == (
        f"{A} bâtit 1 cité{NB}: A1 Roselière. Ses 20 cités sont alors en jeu{NB}: "
        "aucune n’est bâtie en A2 Marais au héron."
    )
    assert (
        told("unbuilt", at="A0", why="supply") == "→ no city in A0 Willow Isle: all 20 were in play already"
    )
    assert (
        told("unbuilt", "fr", at="A0", why="standing")
        == f"→ pas de cité en A0 Île aux saules{NB}: il y en a déjà une"
    )


def test_an_order_for_cities_says_what_happens_without_a_card_that_defends() -> None:
    assert told("ordered", rest="city") == (
        "Your order for this Age, if you are attacked: where a city could be lost, your best card is played "
        "(none if you have none); else you are asked."
    )
    assert told("ordered", "fr", rest="city").endswith(
        f"votre meilleure carte est jouée (aucune si vous n’en avez pas){NB}; sinon, on vous demande."
    )


def test_several_cards_put_away_together_are_counted() -> None:
    assert told("discarded", cards=1, coins=4) == f"{A} put a card away for 4 coins."
    assert told("discarded", cards=3, coins=12) == f"{A} put 3 cards away for 12 coins."
    assert told("discarded", "fr", cards=3, coins=12) == f"{A} défausse 3 cartes pour 12 pièces."


def test_a_sealed_choice_promises_nothing_and_another_one_is_told_as_such() -> None:
    """The question itself says until when the choice may change, while somebody still has to choose."""
    state = GAME.setup(GenesiaOptions(objectives=False), 2, chance())
    first, last = Seat(0), Seat(1)

    def choose(seat: Seat, number: int, language: str = "en") -> list[str]:
        nonlocal state
        state, events = GAME.play(state, seat, GAME.moves(state, seat)[number], chance())
        lines = [FACE.narrate(context(language, 2), event) for event in events]
        return [line or "" for line in lines]

    (chosen,) = choose(first, 0)
    assert chosen.startswith("You took **")
    assert "mind" not in chosen
    (chosen,) = choose(first, 1, "fr")
    assert chosen.startswith("Vous changez d’avis. Vous prenez **")
    chosen, revealed = choose(last, 0)
    assert chosen.startswith("You took **")
    assert "mind" not in chosen
    assert revealed == "Everybody took a first card; the packs were passed on."
