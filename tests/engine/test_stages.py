"""Breaks among the events of a move, and the stages that they make of it."""

from __future__ import annotations

from engine.game import Event, Seat, Stage
from engine.kit.stages import Break, Told, events_in, stages_of

ONE, TWO, OWN = Event("one"), Event("two"), Event("own", to=frozenset({Seat(0)}))


def stages(*told: Told) -> tuple[Stage, ...]:
    """Return the stages of a move that leads to ``end``; states between are shown in capitals."""
    return stages_of(told, "end", str.upper)


def test_each_break_ends_a_stage() -> None:
    assert stages(ONE, Break("a"), TWO, TWO) == (Stage("A", (ONE,)), Stage("end", (TWO, TWO)))
    assert stages(ONE, TWO) == (Stage("end", (ONE, TWO)),)
    assert events_in((ONE, Break("a"), OWN)) == (ONE, OWN)
    assert events_in((OWN,)) == (OWN,)


def test_every_stage_tells_everybody_something() -> None:
    """Nothing is told at a break where nothing has happened, nor what is a seat's own affair."""
    assert stages(OWN, Break("a"), ONE, Break("b"), Break("c"), TWO) == (
        Stage("B", (OWN, ONE)),
        Stage("end", (TWO,)),
    )
    assert stages(ONE, Break("a"), TWO, Break("b"), OWN) == (Stage("A", (ONE,)), Stage("end", (TWO, OWN)))
    assert stages(ONE, Break("a")) == (Stage("end", (ONE,)),)
    assert stages(OWN, Break("a"), OWN) == (Stage("end", (OWN, OWN)),)
