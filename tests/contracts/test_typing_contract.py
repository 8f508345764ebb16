"""The promises of typed moves: whatever is legal can be typed word by word, and is suggested on the way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from typing import Any

from cogs.face.menus import CHOICES
from cogs.face.suggestions import spread
from engine.game import Seat
from tests.contracts.cases import EVERY, EVERY_GAME, Case, Contestant, at_most
from tests.contracts.told import LANGUAGES, look, played

LOOKED = at_most(25, 8)
"""Positions of a game that are looked at."""
LISTED = 5000
"""Legal moves that are looked at one by one; where there are more, some are chosen at random."""
TYPED = 3
"""Moves of each kind that are typed."""


@EVERY
def test_every_kind_of_move_can_be_typed_with_suggestions(case: Case) -> None:
    """Over whole games: of each kind some moves, from the first word to the last."""
    kinds: set[str] = set()
    for greedy in (True, False):
        positions = played(case, 13, greedy=greedy)
        stages = {case.trial.stage(state): number for number, (state, _) in enumerate(positions)}
        step = max(1, len(positions) // LOOKED)
        for number in sorted({*range(0, len(positions), step), *stages.values()}):
            state = positions[number][0]
            for seat in case.game.pending(state)[:1]:
                kinds |= typed_through(case, state, seat, LANGUAGES[number % len(LANGUAGES)], number)
    assert kinds


def typed_through(case: Case, state: Any, seat: Seat, language: str, number: int) -> set[str]:
    """Type some legal moves of each kind, and return the kinds."""
    dice = random.Random(number)

    def alike(written: str) -> Hashable:
        return case.trial.alike(state, seat, case.game.parse(state, seat, written))

    moves, view, mine = case.game.moves(state, seat), case.game.view(state, seat), look(case, language)
    every = range(len(moves)) if len(moves) <= LISTED else dice.sample(range(len(moves)), 50)
    keys = Counter(alike(str(moves[each])) for each in every)
    kinds: dict[str, list[str]] = {}
    for each in every:
        written = str(moves[each])
        if keys[alike(written)] > 1:
            continue  # another one does the same, and is suggested instead
        kinds.setdefault(written.partition(" ")[0] if " " in written else "", []).append(written)
    for written in (each for kind in kinds.values() for each in dice.sample(kind, min(TYPED, len(kind)))):
        words, offers, reached = written.split(), list[str](), set[Hashable]()
        for count in range(1, len(words) + 1):
            begun = " ".join(words[:count])
            offers = [offer.notation for offer in case.face.suggest(mine, view, moves, begun)]
            reached |= {alike(offer) for offer in offers}
            assert offers or alike(written) in reached, (begun, written)
            if len(moves) > LISTED:
                continue
            same = kinds[words[0] if len(words) > 1 else ""]
            going_on = {" ".join(each.split()[: count + 1]) for each in same if each.startswith(f"{begun} ")}
            known = case.face.words is not None and words[0] in case.face.words.words
            if known and 0 < len(going_on) <= CHOICES // 2:
                shown = {" ".join(each.split()[: count + 1]) for each in offers}
                assert going_on <= shown, (begun, going_on - shown)
        assert alike(written) in reached, (written, offers)
        assert str(case.game.parse(state, seat, case.face.to_notation(written))) == written
    return set(kinds)


@EVERY_GAME
def test_the_words_of_moves_are_understood_in_every_language(game: Contestant) -> None:
    words = game.face.words
    if words is None:
        return
    for language in LANGUAGES:
        spoken = words.spoken(look(game.cases[0], language).text)
        assert sorted(spoken.values()) == sorted(words.words)
        for said, word in spoken.items():
            assert game.face.to_notation(said) == word
            assert game.face.to_notation(f"{said.upper()} 1").partition(" ")[0] == word


def test_of_too_many_moves_every_next_word_is_seen() -> None:
    moves = [f"card {card} A{at}" for card in range(1, 6) for at in range(20)]
    shown = spread(moves)
    assert len(shown) == CHOICES
    assert {each.split()[1] for each in shown} == {"1", "2", "3", "4", "5"}
    assert shown == [each for each in moves if each in shown], "in the order of the moves"
    assert spread(moves[:CHOICES]) == moves[:CHOICES]
    one = [each for each in moves if each.startswith("card 3 ")] * 2
    assert len(spread(one, 4)) == 4
