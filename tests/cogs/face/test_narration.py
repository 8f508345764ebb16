"""Events that the catalogue tells by itself."""

from __future__ import annotations

from cogs.face.context import Context, Icons
from cogs.face.narration import tell
from cogs.text.text import text_for
from engine.game import Event, Seat
from render.kit.canvas import Theme

CTX = Context(text_for("en"), Theme.DARK, ("Ada", "*Basile*"), Icons())


def test_who_did_it_is_named_and_escaped() -> None:
    assert tell(CTX, Event("genial.kept", Seat(1))) == "\\*Basile\\* kept the rack."


def test_inputs_stand_as_they_are() -> None:
    event = Event("genesis_life.repeated", None, {"times": 2})
    assert tell(CTX, event) == CTX.text("genesis_life.event.repeated", times=2)


def test_winners_are_counted() -> None:
    alone = Event("genial.won", None, {"winners": (0,), "lowest": 3})
    both = Event("genial.won", None, {"winners": (0, 1), "lowest": 3})
    assert tell(CTX, alone) == "Ada won."
    assert tell(CTX, both) == "Ada and \\*Basile\\* won together."


def test_what_has_no_sentence_goes_without_saying() -> None:
    assert tell(CTX, Event("genial.nothing_that_is_told", Seat(0))) is None
