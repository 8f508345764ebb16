"""Boards, cards and helpers for tests of Genesia's attack phase.

The cards exist only in these tests, so that the printed cards of the game may be tuned. All regions are on
the first continent: 0 touches 1 and 2; 1 touches 3 and 4; 4 touches 1, 2, 3, 5, 6, 7; 3 touches 6.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import Event
from engine.genesia.box.cards import Card, Effect, Kind, Lot, Mode, Place, Timing
from engine.genesia.combat import assault, attack_phase
from engine.genesia.model import CARDS, MAPS, GenesiaOptions, Phase, StandingOrder
from engine.genesia.state import Hidden, Public, State
from engine.genesia.text.move_reading import read_move
from engine.kit.stages import events_in

RANGE, FORCE, STRIKE, SPARE, STORM = 61, 62, 63, 64, 65
SHIELD, HOLD, RIPOSTE, DEAR_HOLD = 66, 67, 68, 69
ALWAYS_FORCE, ALWAYS_STRIKE, ALWAYS_SPARE, ALWAYS_HOLD, ALWAYS_RIPOSTE, PRIZE, ALWAYS_RANGE = range(70, 77)
COINS, COPY, GROWTH, RAISE, LEAP, SAVE, REINFORCE, ALWAYS_STORM, DEAR_FORCE = range(77, 86)


def _card(number: int, *modes: tuple[Timing, Effect], cost: int = 0) -> Card:
    return Card(number, Lot.RED, cost, 0, tuple(Mode(frozenset({timing}), (does,)) for timing, does in modes))


def _test_cards() -> list[Card]:
    attack, defence, intent = Timing.ATTACK, Timing.DEFENCE, Timing.INTENT
    any_time = frozenset({Timing.GROWTH, Timing.EXPANSION, attack, Timing.END})
    return [
        _card(RANGE, (attack, Effect(Kind.RANGE, 2))),
        _card(FORCE, (attack, Effect(Kind.FORCE, 1))),
        _card(STRIKE, (attack, Effect(Kind.STRIKE, 1))),
        _card(SPARE, (attack, Effect(Kind.SPARE, 1))),
        _card(STORM, (attack, Effect(Kind.STORM))),
        _card(SHIELD, (defence, Effect(Kind.SHIELD))),
        _card(HOLD, (defence, Effect(Kind.HOLD, 1))),
        _card(RIPOSTE, (defence, Effect(Kind.RIPOSTE, 1))),
        _card(DEAR_HOLD, (defence, Effect(Kind.HOLD, 2)), cost=5),
        _card(ALWAYS_FORCE, (intent, Effect(Kind.FORCE, 1))),
        _card(ALWAYS_STRIKE, (intent, Effect(Kind.STRIKE, 1))),
        _card(ALWAYS_SPARE, (intent, Effect(Kind.SPARE, 1))),
        _card(ALWAYS_HOLD, (intent, Effect(Kind.HOLD, 1))),
        _card(ALWAYS_RIPOSTE, (intent, Effect(Kind.RIPOSTE, 1))),
        _card(PRIZE, (intent, Effect(Kind.PACIFIST))),
        _card(ALWAYS_RANGE, (intent, Effect(Kind.RANGE, 2))),
        Card(COINS, Lot.RED, 0, 0, (Mode(any_time, (Effect(Kind.COINS, 6),)),)),
        _card(COPY, (Timing.COPY, Effect(Kind.COPY))),
        _card(GROWTH, (Timing.GROWTH, Effect(Kind.COINS, 5))),
        _card(RAISE, (attack, Effect(Kind.CLANS, 2, Place.HOME))),
        _card(LEAP, (Timing.EXPANSION, Effect(Kind.LEAP, 9, distance=4))),
        _card(SAVE, (defence, Effect(Kind.COINS, 2))),
        _card(REINFORCE, (defence, Effect(Kind.CLANS, 2, Place.CITY))),
        _card(ALWAYS_STORM, (intent, Effect(Kind.STORM))),
        _card(DEAR_FORCE, (attack, Effect(Kind.FORCE, 1)), cost=5),
    ]


_PRINTED = dict(CARDS)


@contextmanager
def laid_cards() -> Iterator[None]:
    """Put the cards of these tests into the box, all of them in use, and the printed ones back afterwards."""
    in_use = pytest.MonkeyPatch()
    in_use.setattr(assault, "cards_in_use", lambda *_: tuple(range(61, 91)))
    with _in_box({card.number: card for card in _test_cards()}):
        yield
    in_use.undo()


@contextmanager
def printed_cards() -> Iterator[None]:
    """Put the game's own cards back for a while, within `laid_cards`."""
    with _in_box(_PRINTED):
        yield


@contextmanager
def _in_box(cards: Mapping[int, Card]) -> Iterator[None]:
    box: Any = CARDS
    before = dict(box)
    box.update(cards)
    _forget()
    yield
    box.update(before)
    _forget()


def _forget() -> None:
    """Clear the caches, so that the rules look the cards up again."""
    modules = [module for name, module in sys.modules.items() if name.startswith("engine.genesia.")]
    for module in modules:
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def table(
    *boards: str,
    hands: Sequence[Sequence[int]] = (),
    intents: Sequence[Sequence[int]] = (),
    coins: int = 0,
    order: str | None = None,
    options: GenesiaOptions | None = None,
) -> State:
    """Return a match of Age III whose expansion is over.

    Boards by people: ``"A1:3 A4:0+"``, ``+`` a city.
    """
    peoples = len(boards)
    named = MAPS[peoples].indices
    public: list[Public] = []
    for people, board in enumerate(boards):
        clans, cities = [0] * len(named), 0
        for part in board.split():
            code, number = part.split(":")
            clans[named[code]] = int(number.removesuffix("+"))
            cities |= number.endswith("+") << named[code]
        own = tuple(intents[people]) if intents else ()
        public.append(Public(tuple(clans), cities, coins, intents=own, progress=(0, 0)))
    dealt = [sum(1 << card for card in hand) for hand in hands] or [0] * peoples
    return State(
        options=options or GenesiaOptions(objectives=False),
        seats=peoples,
        age=3,
        phase=Phase.EXPANSION,
        order=tuple("ABCDE".index(letter) for letter in order) if order else tuple(range(peoples)),
        turn=peoples - 1,
        public=tuple(public),
        hidden=tuple(Hidden(hand=hand) for hand in dealt),
        turn_ends=(0,) * peoples,
        ply=10,
        changed_at=(0,) * len(named),
    )


def begin_attack(*boards: str, rests: Sequence[StandingOrder] = (), **rest: Any) -> State:
    """Return a match as `table`, in the first round of war or peace."""
    state = table(*boards, **rest)
    if rests:
        hidden = tuple(replace(h, standing_order=r) for h, r in zip(state.hidden, rests, strict=True))
        state = replace(state, hidden=hidden)
    return attack_phase.begin(state, chance())[0]


def war(*boards: str, **rest: Any) -> State:
    """Return a match as `begin_attack`, after the first people in turn order alone has chosen war."""
    state = begin_attack(*boards, **rest)
    return choose_stances(state, state.order[0])


def choose_stances(state: State, *warlike: int) -> State:
    """Return the state after these peoples have chosen war and all others that must choose, peace."""
    assert state.phase is Phase.STANCE
    for people in attack_phase.pending(state):
        state, _ = act(state, people, "war" if people in warlike else "peace")
    return state


def chance() -> SeededChance:
    return SeededChance(b"genesia", 0)


def act(state: State, people: int, text: str) -> tuple[State, tuple[Event, ...]]:
    """Return the result of a move as it is typed, checked and played."""
    move = read_move(text)
    attack_phase.check(state, people, move)
    state = replace(state, ply=state.ply + 1)
    state, told = attack_phase.play(state, people, move, chance())
    return state, events_in(told)


def acts(state: State, *moves: str) -> State:
    """Return the state after these moves, each made by the first people that must decide."""
    for text in moves:
        state, _ = act(state, attack_phase.pending(state)[0], text)
    return state


def legal_texts(state: State, people: int) -> list[str]:
    return [str(move) for move in attack_phase.moves(state, people)]


def board(state: State, people: int) -> str:
    """Return the pieces of a people on the board, in the form that `table` takes."""
    public = state.public[people]
    regions = MAPS[state.seats].regions
    return " ".join(
        f"{region.code}:{clans}{'+' if public.cities >> region.index & 1 else ''}"
        for region, clans in zip(regions, public.clans, strict=True)
        if clans or public.cities >> region.index & 1
    )


def event_inputs(events: Sequence[Event], code: str) -> dict[str, Any]:
    """Return the inputs of the only event with that code."""
    (event,) = [event for event in events if event.code == f"genesia.{code}"]
    return dict(event.inputs)


def codes(events: Sequence[Event]) -> list[str]:
    return [event.code.removeprefix("genesia.") for event in events]
