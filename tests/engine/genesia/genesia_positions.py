"""Positions, cards and helpers for tests of Genesia's growth, expansion and ends of Ages.

Cards are put into the box for one test at a time, written as in the box's file, so that the printed ones may
be tuned. Regions of each continent: 0 touches 1 and 2; 1 touches 2, 3 and 4; 4 also 5, 6 and 7; 8 and 9 are
the coast.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from engine.chance import SeededChance
from engine.game import Event, IllegalMove, Seat
from engine.genesia.box.card_file import read_cards
from engine.genesia.box.cards import CARD_NUMBERS, LOT_SIZE, Lot
from engine.genesia.model import CARDS, MAPS, GenesiaOptions, Phase, PlayedCard, Timing
from engine.genesia.rules import GENESIA
from engine.genesia.state import Hidden, Public, State

PLAIN = GenesiaOptions(objectives=False)
PLAIN_CARD = "0 | 0 | growth: coins 1"


@contextmanager
def lay_cards(cards: Mapping[int, str]) -> Iterator[None]:
    """Put these cards into the box, ``{3: "cost | progress | modes"}``; all others give a coin in growth."""
    lines = [
        f"{n} | {tuple(Lot)[(n - 1) // LOT_SIZE % len(Lot)].value} | {cards.get(n, PLAIN_CARD)}"
        for n in CARD_NUMBERS
    ]
    box: Any = CARDS
    printed = dict(box)
    box.update(read_cards("test", "\n".join(lines)))
    _forget()
    try:
        yield
    finally:
        box.update(printed)
        _forget()


def _forget() -> None:
    """Clear the caches, so that the rules look the cards up again."""
    for name, module in list(sys.modules.items()):
        if name.startswith("engine.genesia."):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def position(
    *boards: str,
    age: int = 1,
    phase: Phase = Phase.GROWTH,
    turn: int = 0,
    order: str = "",
    hands: Sequence[Sequence[int]] = (),
    coins: int | Sequence[int] = 0,
    played: Sequence[tuple[int, int, Timing]] = (),
    options: GenesiaOptions = PLAIN,
    seats: int | None = None,
    **public: Any,
) -> State:
    """Return a match in the middle of an Age. Boards by people: ``"A1:3 A4:0+"``, ``+`` a city.

    `played`: ``(card, people, timing)``, one at each ply from 1 on. Other keywords are fields of every
    `Public`.
    """
    peoples = len(boards)
    named = MAPS[peoples if seats is None else seats].indices
    rows: list[Public] = []
    for people, board in enumerate(boards):
        clans, cities = [0] * len(named), 0
        for part in board.split():
            code, number = part.split(":")
            clans[named[code]] = int(number.removesuffix("+"))
            cities |= number.endswith("+") << named[code]
        own = coins if isinstance(coins, int) else coins[people]
        rows.append(Public(tuple(clans), cities, own, **{"progress": (0,) * (age - 1), **public}))
    dealt = [sum(1 << card for card in hand) for hand in hands] or [0] * peoples
    return State(
        options=options,
        seats=peoples if seats is None else seats,
        age=age,
        phase=phase,
        order=tuple("ABCDE".index(letter) for letter in order) if order else tuple(range(peoples)),
        turn=turn,
        public=tuple(rows),
        hidden=tuple(Hidden(hand=hand) for hand in dealt),
        played=tuple(
            (PlayedCard(card, people, None, timing, phase), step)
            for step, (card, people, timing) in enumerate(played, 1)
        ),
        turn_ends=(0,) * peoples,
        ply=len(played),
        changed_at=(0,) * len(named),
    )


def chance(entry: int = 0) -> SeededChance:
    return SeededChance(b"genesia", entry)


def act(state: State, text: str, seat: int | None = None) -> tuple[State, tuple[Event, ...]]:
    """Return the result of a move as it is typed, by default by the first seat that must decide."""
    who = GENESIA.pending(state)[0] if seat is None else Seat(seat)
    return GENESIA.play(state, who, GENESIA.parse(state, who, text), chance(state.ply))


def acts(state: State, *texts: str) -> State:
    """Return the state after these moves, each made by the first seat that must decide."""
    for text in texts:
        state, _ = act(state, text)
    return state


def refusal(state: State, text: str, seat: int | None = None) -> tuple[str, dict[str, object]]:
    """Return the code, without the game's name, and the inputs with which a move is refused."""
    with pytest.raises(IllegalMove) as raised:
        act(state, text, seat)
    return raised.value.code.removeprefix("genesia."), dict(raised.value.inputs)


def legal_texts(state: State, seat: int | None = None) -> list[str]:
    """Return the notations of the legal moves, by default of the first seat that must decide."""
    who = GENESIA.pending(state)[0] if seat is None else Seat(seat)
    return [str(move) for move in GENESIA.moves(state, who)]


def board(state: State, people: int) -> str:
    """Return the pieces of a people on the board, in the form that `position` takes."""
    public = state.public[people]
    return " ".join(
        f"{region.code}:{clans}{'+' if public.cities >> region.index & 1 else ''}"
        for region, clans in zip(MAPS[state.seats].regions, public.clans, strict=True)
        if clans or public.cities >> region.index & 1
    )


def event_inputs(events: Sequence[Event], code: str) -> dict[str, Any]:
    """Return the inputs of the only event with that code."""
    (event,) = [event for event in events if event.code == f"genesia.{code}"]
    return dict(event.inputs)


def codes(events: Sequence[Event]) -> list[str]:
    return [event.code.removeprefix("genesia.") for event in events]
