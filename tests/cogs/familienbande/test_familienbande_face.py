"""Familienbande's face: it leaks nothing, fits Discord, and says the same in words as in pictures."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.face.context import Context, Icons
from cogs.familienbande import FACE
from cogs.familienbande.ranking import rank_moves
from cogs.text.text import text_for
from engine.chance import SeededChance
from engine.familienbande import FAMILIENBANDE
from engine.familienbande.cards import CARDS
from engine.familienbande.model import Asks, Child, Discard, FamilienbandeOptions, Marry, Pass
from engine.game import Event, IllegalMove, Seat
from render.gallery.familienbande import sample
from render.kit.canvas import Theme
from tests.contracts.told import paged

GAME = FAMILIENBANDE
NAMES = ("Ada", "Basile_le_*grand*", "`Chloé`", "Maximilian von Hohenzollern-Sig")
LANGUAGES = ("en", "fr")
TRAITS = ("ears", "glasses", "nose", "lips", "hair")


def context(language: str = "en", seats: int = 4) -> Context:
    return Context(text_for(language), Theme.DARK, NAMES[:seats], Icons())


def states(seats: int, seed: int, *, passes: bool = False) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """A random match, position by position, with the events that led there; or one of passes alone."""
    key, dice = seed.to_bytes(32, "big"), random.Random(seed)
    state, number = GAME.setup(FamilienbandeOptions(), seats, SeededChance(key, 0)), 0
    yield state, ()
    while pending := GAME.pending(state):
        moves = GAME.moves(state, pending[0])
        number += 1
        move = Pass() if passes else moves[dice.randrange(len(moves))]
        state, events = GAME.play(state, pending[0], move, SeededChance(key, number))
        yield state, events


def asked(asks: Asks, seed: int = 5, skip: int = 4) -> tuple[Any, Seat]:
    """A position some way into a match in which this is asked."""
    found = (state for state, _ in states(2, seed) if state.asks is asks)
    state = next(itertools.islice(found, skip, None))
    return state, GAME.pending(state)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_posted_for_all_is_the_same_whoever_looks(seats: int) -> None:
    for number, (state, _) in enumerate(states(seats, seed=9)):
        if number % 12:
            continue
        mine = context(seats=seats)
        for since in map(Seat, range(seats)):
            public = FACE.board(mine, GAME.view(state, None), since)
            own = FACE.board(mine, GAME.view(state, since), since)
            assert (public.alt, public.draw().data) == (own.alt, own.draw().data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_of_passes_alone_can_be_shown_and_played(seats: int, language: str) -> None:
    """Hands grow as large as they can."""
    mine = context(language, seats)
    for number, (state, events) in enumerate(states(seats, seed=3, passes=True)):
        for event in events:
            line = FACE.narrate(mine, event)
            assert line, event
            assert len(line) < 400
        pending = GAME.pending(state)
        if number % 5 and pending:
            continue
        view = GAME.view(state, pending[0] if pending else Seat(0))
        text = FACE.board_text(mine, view)
        assert max(map(len, text.splitlines())) <= 36
        assert len(text) <= 1800
        assert "`" not in text
        assert len(FACE.board(mine, view, None).alt) < 1024, "cut"
        hand = FACE.hand(mine, view)
        assert hand
        assert len(hand.words) < 3000
        if pending:
            walk_menus(mine, state, pending[0])


def walk_menus(mine: Context, state: Any, seat: Seat) -> None:
    """Every final choice of every page is a legal move, and every legal move is some final choice."""
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    legal = {str(move) for move in moves}
    reached: set[str] = set()
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        page = 0
        while True:
            menu = FACE.menu(mine, view, moves, path, page)
            assert 1 <= len(menu.choices) <= 25
            assert len(menu.drawing.alt if menu.drawing else "") <= 1024
            for choice in menu.choices:
                assert len(choice.label) <= 80
                assert len(choice.detail) <= 100
                if choice.final:
                    move = str(GAME.parse(state, seat, choice.value))
                    assert move in legal
                    reached.add(move)
                else:
                    assert path == (), "two taps are enough"
                    paths.append((choice.value,))
            paths += [(*path, area.value) for area in menu.areas]
            page += 1
            if page >= menu.pages:
                break
    assert reached == legal


def test_the_tree_in_words_names_everybody_on_the_table() -> None:
    """Text board and alternative text say what the picture shows: people, markers, hands, what is left."""
    for state, _ in itertools.islice(states(4, seed=2), 10, None, 9):
        view = GAME.view(state, None)
        board, alt = FACE.board_text(context(), view), FACE.board(context(), view, None).alt
        for row in view.rows:
            for person in row.people:
                for card in filter(None, (person.card, person.spouse)):
                    assert f"{card}{'♂' if card <= 35 else '♀'}{CARDS[card].letters}" in board
                    assert f"{card}" in alt
                if person.parent:
                    assert f"<{person.parent}" in board
        for marker in view.markers:
            assert f" {marker}" in board
            assert f" {marker}" in alt
        assert f"{view.pile_size}." in alt


def test_the_end_shows_families_and_penalties() -> None:
    *_, (state, events) = states(3, seed=4)
    view = GAME.view(state, None)
    assert view.result
    told = " ".join(filter(None, (FACE.narrate(context(), event) for event in events)))
    alt, board = FACE.board(context(), view, None).alt, FACE.board_text(context(), view)
    for seat, family in enumerate(view.families):
        assert family is not None
        total = str(view.result.scores[seat][0]).replace("-", "−")
        name = text_for("en").plain(f"familienbande.family.{family.letter}")
        assert f"{name} family" in told
        assert f"**{total}**" in told
        assert f"**{total}**" in FACE.score(text_for("en"), view.result, Seat(seat))
        assert f"{name} family" in alt
        assert f"= {total:>3}" in board


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_end_all_rows_are_open_in_words_as_in_the_picture(language: str) -> None:
    mine, turned = context(language, 3), text_for(language).plain("familienbande.text.turned")
    views = [GAME.view(state, None) for state, _ in states(3, seed=2)]
    for view in views:
        closed = any(row.is_turned for row in view.rows) and view.result is None
        assert (turned in FACE.board(mine, view, None).alt) == closed
        assert (turned in FACE.board_text(mine, view)) == closed
    assert any(row.is_turned for row in views[-1].rows)


def test_couples_are_listed_as_the_language_lists_them() -> None:
    *_, (state, _) = states(3, seed=2)
    view = GAME.view(state, None)
    assert "; of " in FACE.board(context("en", 3), view, None).alt
    french = FACE.board(context("fr", 3), view, None).alt
    assert "\u202f; de " in french
    assert not re.search(r"(?<!\u202f);", french)


def test_births_come_with_their_points_the_best_first() -> None:
    state, seat = asked(Asks.ACT, skip=20)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    offers = FACE.suggest(context(), view, moves, "")
    assert {each.notation for each in offers} <= {str(move) for move in moves}
    births = [move for move in moves if isinstance(move, Child)]
    assert births
    assert view.family is not None
    rows = {person.card: row.generation for row in view.rows for person in row.people}
    for move in births:
        offer = next(each for each in offers if each.notation == str(move))
        for trait, count in zip(
            ["ears", "glasses", "nose", "lips", "hair"], CARDS[move.card].counts, strict=True
        ):
            assert (f"+{(rows[move.of] + 1) * count} {trait}" in offer.label) == bool(count)
    best = offers[0].notation
    menu = FACE.menu(context(), view, moves, (best.split()[1],), 0)
    assert menu.choices[0].value == best


def test_at_most_eight_members_are_framed_at_once_the_best_first() -> None:
    mine, view = context("en"), sample(4, 26, viewer=1, seed=3)
    members = [person.card for row in view.rows[:4] for person in row.people][:11]
    card = next(each for each in CARDS if all(each != placed.card for placed in view.placed))
    moves = [Marry(card, on) for on in members]
    best = FACE.menu(mine, view, moves, (f"{card}",), 0)
    assert [each.value for each in best.choices] == [str(move) for move in rank_moves(view, moves)][:8]
    others = list(paged(FACE, mine, view, moves, (f"{card}",)))
    assert sorted(each.value for menu in others for each in menu.choices) == sorted(map(str, moves))
    for menu in (best, *others):
        assert menu.drawing
        framed = [
            Marry(card, on) for on in members if f"{Marry(card, on)}" in {c.value for c in menu.choices}
        ]
        alone = FACE.menu(mine, view, framed, (f"{card}",), 0)
        assert alone.drawing
        assert menu.drawing.draw().data == alone.drawing.draw().data
        assert "\n" not in alone.prompt, "one page is not counted"


def test_three_members_are_buttons_however_long_their_points_are() -> None:
    """A list would cost a tap, and its details stand on the picture."""
    mine, view = context("en"), sample(4, 26, viewer=1, seed=3)
    members = [person.card for row in view.rows[:4] for person in row.people]
    card = next(each for each in CARDS if all(each != placed.card for placed in view.placed))
    for count in (1, 2, 3):
        moves = [Child(card, of) for of in members[:count]]
        menu = FACE.menu(mine, view, moves, (f"{card}",), 0)
        assert len(menu.few) == count
    many = [Marry(card, on) for on in members[:8]]
    assert not FACE.menu(mine, view, many, (f"{card}",), 0).few


def test_a_large_hand_is_shown_page_by_page() -> None:
    """Each page of buttons has the picture of its own cards."""
    mine, view = context("en"), sample(2, 6, viewer=0)
    view = replace(view, hand=tuple(range(1, 31)), asks=Asks.EXCHANGE)
    moves = [Discard(card) for card in view.hand]
    pictures: set[bytes] = set()
    for page in (0, 1):
        menu = FACE.menu(mine, view, moves, (), page)
        assert menu.pages == 2
        assert menu.drawing is not None
        pictures.add(menu.drawing.draw().data)
    whole = FACE.hand(mine, view)
    assert whole is not None
    assert whole.drawing is not None
    assert len({*pictures, whole.drawing.draw().data}) == 3


@pytest.mark.parametrize(
    "typed", ["{v}", "{v} {a}", "{a}", "{a} {b}", "{v} {a} on {b}", "{f} {a} {b}", "#{a}"]
)
def test_suggestions_follow_what_is_typed(typed: str) -> None:
    state, seat = asked(Asks.ACT, skip=2)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    wanted = next(move for move in moves if isinstance(move, Marry))
    text = typed.format(v="MARRY", f="marier", a=wanted.card, b=wanted.on)
    offers = [each.notation for each in FACE.suggest(context("fr"), view, moves, text)]
    assert str(wanted) in offers
    for offer in offers:
        verb, *rest = offer.split()
        assert verb == "marry" or ("{v}" not in typed and "{f}" not in typed)
        assert rest[0].startswith(f"{wanted.card}") or "{a}" not in typed
    for nonsense in ("QQ", "🎲 %s {0}", "99", "marry 1 2 3 4", "keep"):
        assert FACE.suggest(context(), view, moves, nonsense) == []


@pytest.mark.parametrize(
    ("held", "drawn", "english", "french"),
    [
        (
            True,
            True,
            "None of your cards fits now: pass and draw.",
            "Aucune de vos cartes ne convient : passez et piochez.",
        ),
        (True, False, "None of your cards fits now: pass.", "Aucune de vos cartes ne convient : passez."),
        (False, True, "You have no cards: pass and draw.", "Vous n’avez plus de carte : passez et piochez."),
        (False, False, "You have no cards: pass.", "Vous n’avez plus de carte : passez."),
    ],
)
def test_whoever_can_only_pass_is_told_so(held: bool, drawn: bool, english: str, french: str) -> None:
    state, seat = asked(Asks.ACT)
    view = GAME.view(state, seat)
    view = replace(view, hand=view.hand if held else (), pile_size=view.pile_size if drawn else 0)
    view = replace(view, discard_count=view.discard_count if drawn else 0)
    for language, said in (("en", english), ("fr", french)):
        menu = FACE.menu(context(language, 2), view, [Pass()], (), 0)
        secret, _, rest = menu.prompt.replace("\u202f", " ").partition("\n")
        assert view.family is not None
        family = text_for(language).plain(f"familienbande.family.{view.family.letter}")
        assert family in secret, "whose family it is, in a sentence"
        assert rest == said
        assert [choice.value for choice in menu.choices] == ["pass"]


@pytest.mark.parametrize("asks", list(Asks))
def test_buttons_stand_in_the_order_of_the_cards(asks: Asks) -> None:
    """The picture above them has the same order."""
    for skip in range(4):
        state, seat = asked(asks, skip=skip)
        view, moves = GAME.view(state, seat), GAME.moves(state, seat)
        numbers = [each.label.split()[0] for each in FACE.menu(context(), view, moves, (), 0).choices]
        shown = [int(each) for each in numbers if each.isdecimal()]
        assert shown == [card for card in view.hand if card in shown]
        assert len(shown) > 1


def test_the_exchange() -> None:
    state, seat = asked(Asks.EXCHANGE)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    menu = FACE.menu(context(), view, moves, (), 0)
    assert menu.choices[0].value == "keep"
    assert {each.value for each in menu.choices} == {str(move) for move in moves}
    assert [each.notation for each in FACE.suggest(context("fr"), view, moves, "garder")] == ["keep"]


@pytest.mark.parametrize("path", [("ZZ",), ("99",), ("",), ("pass",), ("keep",)])
@pytest.mark.parametrize("asks", list(Asks))
def test_paths_that_lead_nowhere(asks: Asks, path: tuple[str, ...]) -> None:
    state, seat = asked(asks)
    view, moves = GAME.view(state, seat), GAME.moves(state, seat)
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, path, 0)
    first = str(view.hand[0])
    with pytest.raises(LookupError):
        FACE.menu(context(), view, moves, (first, first), 0)


def test_a_child_that_does_not_fit_is_refused_in_words() -> None:
    """The refusal names what the child needs and how much of it the couple has, also if it has none."""
    refused: set[str] = set()
    for state in (state for seed in range(6) for state, _ in states(2, seed)):
        if state.asks is not Asks.ACT or not state.couples:
            continue
        seat, couple = state.to_move, state.couples[0]
        for card in GAME.view(state, seat).hand:
            if couple.fits >> card & 1:
                continue
            with pytest.raises(IllegalMove) as caught:
                GAME.parse(state, seat, f"child {card} of {couple.member}")
            code, inputs = caught.value.code, caught.value.inputs
            if not code.startswith("familienbande.no_fit"):
                continue
            refused.add(code)
            trait, needed, there = "EGNLH".index(str(inputs["trait"])), inputs["needed"], inputs["there"]
            english, french = (
                re.sub("[\u00a0\u202f]", " ", text_for(language).refusal(caught.value))
                for language in LANGUAGES
            )
            word = ("oreilles", "lunettes", "nez", "lèvres", "cheveux")[trait]
            has, en_a = (
                (f"has only ×{there}.", f"n’en a que {there}.") if there else ("has none.", "n’en a aucun.")
            )
            assert english.endswith(f"it needs {TRAITS[trait]} ×{needed}; the couple {has}")
            assert french.endswith(f"il lui faut {needed} × « {word} » ; le couple {en_a}")
    assert refused == {"familienbande.no_fit", "familienbande.no_fit_none"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trait_has_a_letter_of_its_own_word(language: str) -> None:
    text = text_for(language)
    letters = [text.plain(f"familienbande.letter.{letter}") for letter in "EGNLH"]
    assert len(set(letters)) == 5
    for letter, shown in zip("EGNLH", letters, strict=True):
        assert shown in text.plain(f"familienbande.word.trait.{letter}").upper()
    told = FACE.rules(text, FamilienbandeOptions(), 2)[1]
    assert all(text.plain(f"familienbande.word.trait.{letter}") in told for letter in "EGNLH")
    assert all(text.plain(f"familienbande.family.{letter}") for letter in "EGNLH")


def test_a_single_card_put_away_is_told_as_one() -> None:
    event = Event("familienbande.shuffled", None, {"cards": 1})
    assert FACE.narrate(context("en"), event) == "The only card put away became the new draw pile."
    assert FACE.narrate(context("fr"), event) == "L’unique carte défaussée devient la nouvelle pioche."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_says_for_how_many_it_is(seats: int, language: str) -> None:
    assert str(seats) in FACE.options(text_for(language), FamilienbandeOptions(), seats)
