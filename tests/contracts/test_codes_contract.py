"""The codes of every game: each has its sentences, all that is said is declared, and all can be said.

Whole games are played, texts that are moves of other positions are tried, and so is every line of
``tests/games/<key>.txt``: a move, or a choice of options, by which a code is said that random games seldom
say. A line is ``code | seat | move | position`` or ``code | number of seats | new | options``.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from cogs.face.face import Face
from cogs.text.text import LANGUAGES, LOCALES, read_catalogue
from engine.chance import SeededChance
from engine.codes import Codes
from engine.game import AnyGame, Event, Refusal, Seat
from tests.contracts.cases import EVERY_GAME, Case, Contestant
from tests.contracts.test_text_contract import bent
from tests.contracts.told import played

ROOT = LOCALES.parent
SEEDS = range(3, 9)
"""Games of each form that are played, as long as something is not said yet: two at least."""
LOOKED = 60
"""Positions of a game in which texts are tried."""
TRIED = 30
"""Texts that are moves of other positions, tried in each; and as many bent ones."""
MAX_SEATS = 8
CHANCE = SeededChance(b"said" * 8, 1)

Kind = str
Said = dict[tuple[Kind, str], set[frozenset[str]]]
"""The sets of inputs with which something was said, by ``event``, ``refusal`` or ``end`` and its code."""


# What can be said


class Listener:
    """A player of one game who notes all that the rules say."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.said: Said = {}

    def set_up(self, options: Any, seats: int) -> None:
        try:
            self.game.setup(options, seats, CHANCE)
        except Refusal as refusal:
            self._note("refusal", refusal.code, refusal.inputs)

    def read(self, position: str) -> Any:
        try:
            return self.game.read_position(position)
        except Refusal as refusal:
            self._note("refusal", refusal.code, refusal.inputs)

    def parse(self, state: Any, seat: Seat, text: str) -> Any:
        try:
            return self.game.parse(state, seat, text)
        except Refusal as refusal:
            self._note("refusal", refusal.code, refusal.inputs)

    def play(self, state: Any, seat: Seat, text: str) -> None:
        if (move := self.parse(state, seat, text)) is not None:
            self.see(*self.game.play(state, seat, move, CHANCE))

    def see(self, state: Any, events: Iterable[Event]) -> None:
        for event in events:
            self._note("event", event.code, event.inputs)
        if (result := self.game.result(state)) is not None:
            self._note("end", result.reason, {})

    def _note(self, kind: Kind, code: str, inputs: Mapping[str, object]) -> None:
        # Some are of every game, and the house's: that nobody is to move, that it is over.
        if code.startswith(f"{self.game.key}."):
            self.said.setdefault((kind, code), set()).add(frozenset(inputs))


def declared(codes: Codes) -> dict[tuple[Kind, str], frozenset[str]]:
    """Return the inputs of all that is declared, by kind and code."""
    kinds = {"event": codes.events, "refusal": codes.refusals, "end": codes.endings}
    return {(kind, code): inputs for kind, those in kinds.items() for code, inputs in those.items()}


def examples(key: str) -> list[list[str]]:
    path = ROOT / "tests" / "games" / f"{key}.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else ()
    return [line.split(" | ", 3) for line in lines]


def follow(listener: Listener, seat: str, text: str, rest: str) -> None:
    """Do what a line of examples says."""
    if text == "new":
        listener.set_up(msgspec.json.decode(rest, type=listener.game.Options), int(seat))
    elif (state := listener.read(rest)) is not None:
        listener.play(state, Seat(int(seat)), text)


def said(game: Contestant) -> Said:
    """Return all that the rules have said, in games and in the lines of examples."""
    listener = Listener(game.game)
    for _, *line in examples(game.key):
        follow(listener, *line)
    by_rules = declared(game.codes).keys()
    for number, seed in enumerate(SEEDS):
        if number > 1 and by_rules <= listener.said.keys():
            break
        for case in game.cases:
            try_form(listener, case, seed)
    return listener.said


def try_form(listener: Listener, case: Case, seed: int) -> None:
    """Play a game of this form, and try texts on the way that are no moves, or no moves there."""
    game, dice = case.game, random.Random(f"{case} {seed}")
    for number in (*range(MAX_SEATS), 99):
        listener.set_up(case.options, number)
    listener.read("")
    positions = played(case, seed, greedy=bool(seed % 2))
    written = list(dict.fromkeys(moves_on_the_way(game, [state for state, _ in positions], dice)))
    for number, (state, events) in enumerate(positions):
        listener.see(state, events)
        if number % (1 + len(positions) // LOOKED):
            continue
        for seat in game.pending(state):
            two = [dice.choices(written, k=2) for _ in range(TRIED)]
            for text in (*dice.choices(written, k=TRIED), *(bent(dice, *each) for each in two)):
                listener.parse(state, seat, text)
            for text in case.trial.typed:
                listener.parse(state, seat, text)


def moves_on_the_way(game: AnyGame, states: Sequence[Any], dice: random.Random) -> Iterator[str]:
    """Yield a few legal moves of every position."""
    for state in states:
        for seat in game.pending(state):
            moves = game.moves(state, seat)
            yield from (str(moves[dice.randrange(len(moves))]) for _ in range(4))


@EVERY_GAME
def test_what_is_declared_and_what_is_said_are_the_same(game: Contestant) -> None:
    """With the same inputs, whoever says it."""
    known, found = declared(game.codes), said(game)
    assert found.keys() - known.keys() == set(), "declare it in codes.py, or spell it as it is declared there"
    for what, inputs in found.items():
        assert inputs == {known[what]}, what
    assert known.keys() - found.keys() == set(), (
        f"take it out of codes.py, or write a line that says it in tests/games/{game.key}.txt"
    )


@EVERY_GAME
def test_every_example_says_its_code(game: Contestant) -> None:
    for code, *line in examples(game.key):
        listener = Listener(game.game)
        follow(listener, *line)
        assert code in {each for _, each in listener.said}, line


@EVERY_GAME
def test_the_face_tells_events_that_there_are(game: Contestant) -> None:
    face = game.face
    for codes in (face.narration.keys(), face.concluding, face.sealing, face.lingering):
        assert set(codes) <= game.codes.events.keys()


# Its sentences


@cache
def sentences(language: str) -> Mapping[str, frozenset[str]]:
    """Return the placeholders of every sentence, by code, the newcomers' among them."""
    found: dict[str, frozenset[str]] = {}
    for folder in (LOCALES, ROOT / "tests" / "newcomers" / "locales"):
        for message in read_catalogue(language, folder):
            if message.id:
                code = message.id if isinstance(message.id, str) else message.id[0]
                forms = [message.string] if isinstance(message.string, str) else message.string or ()
                found[code] = frozenset().union(*map(placeholders, forms))
    return found


def placeholders(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def of_section(language: str, game: Contestant, kind: Kind) -> dict[str, frozenset[str]]:
    """Return the placeholders of the sentences of one kind, by the code without the kind's name."""
    start = f"{game.key}.{kind}."
    every = sentences(language).items()
    return {
        f"{game.key}.{code.removeprefix(start)}": needs for code, needs in every if code.startswith(start)
    }


SPEAKING = pytest.mark.parametrize("language", LANGUAGES)


@EVERY_GAME
@SPEAKING
def test_every_refusal_has_its_sentence_with_its_inputs(game: Contestant, language: str) -> None:
    found, codes = of_section(language, game, "refusal"), game.codes
    assert found.keys() == codes.refusals.keys()
    for code, inputs in codes.refusals.items():
        assert found[code] == inputs - codes.unsaid(code), code


@EVERY_GAME
@SPEAKING
def test_every_ending_has_its_sentence(game: Contestant, language: str) -> None:
    found = of_section(language, game, "end")
    assert found.keys() == game.codes.endings.keys()
    assert set(found.values()) <= {frozenset()}


@EVERY_GAME
@SPEAKING
def test_every_event_has_its_sentences(game: Contestant, language: str) -> None:
    """One, or several that are told by turns: ``genesis_life.event.born.r``."""
    found, codes = of_section(language, game, "event"), game.codes
    told = codes.events.keys() - codes.untold
    owners = {each: owner(each, (*told, *codes.asides)) for each in found}
    assert [each for each, code in owners.items() if not code] == [], "declare them, or take them out"
    assert {*told, *codes.asides} == set(owners.values())
    if type(game.face).narrate is not Face.narrate:
        return  # the game's own words: a contract about faces tells every event
    for each, code in owners.items():
        if code in codes.events and code not in game.face.narration:
            given = {"who", *codes.events[code], *({"n"} if "winners" in codes.events[code] else ())}
            assert found[each] <= given, each


def owner(sentence: str, codes: Iterable[str]) -> str:
    """Return the code whose sentence it is; empty if it is nobody's."""
    return next((code for code in codes if f"{sentence}.".startswith(f"{code}.")), "")


# The declarations themselves


def test_what_is_declared_twice_is_refused() -> None:
    codes = Codes("heirs")
    assert codes.event("taken", "cell") == codes.refusal("taken") == codes.ending("taken") == "heirs.taken"
    with pytest.raises(ValueError, match=r"heirs\.taken is declared twice"):
        codes.event("taken", "cell")
    with pytest.raises(ValueError, match=r"heirs\.moved is declared twice"):
        codes.event("moved", "cell", "cell")
