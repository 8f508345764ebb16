"""Genesia's card texts: composed from what the cards do, in sentences that a native would print."""

from __future__ import annotations

import re

import pytest

from cogs.genesia.card_texts import card_detail, card_text, goal_text, mode_text, objective_detail, short_text
from cogs.genesia.face import FACE
from cogs.text.text import text_for
from engine.game import Event, Seat
from engine.genesia.box.cards import Card, Count, Effect, Kind, Lot, Mode, Place, Timing
from engine.genesia.model import CARDS, OBJECTIVES, GenesiaOptions
from tests.cogs.genesia.genesia_played import context

LANGUAGES = ("en", "fr")
GROWTH = frozenset({Timing.GROWTH})


def said(language: str, timings: frozenset[Timing], *effects: Effect) -> str:
    return mode_text(text_for(language), Mode(timings, effects))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", CARDS)
def test_every_card_fits_where_it_is_shown(number: int, language: str) -> None:
    text = text_for(language)
    assert 20 < len(card_text(text, CARDS[number])) < 220
    assert 0 < len(card_detail(text, number)) <= 100
    assert "{" not in card_text(text, CARDS[number]) + short_text(text, CARDS[number])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", OBJECTIVES)
def test_every_objective_fits_where_it_is_shown(number: int, language: str) -> None:
    text = text_for(language)
    for peoples in range(2, 6):
        assert len(objective_detail(text, number, peoples)) <= 100
        assert "{" not in goal_text(text, number, peoples)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("timing", Timing)
def test_whatever_a_data_file_may_say_has_words(timing: Timing, language: str) -> None:
    """Every kind of effect with every place, count and number: none lacks a sentence, long or short."""
    text = text_for(language)
    places = {Kind.CLANS: tuple(Place), Kind.CITY: (Place.HOME, Place.OWN, Place.RIVAL)}
    for kind in Kind:
        for place in places.get(kind, (None,)):
            for count in (None, *Count):
                for amount in (1, 2):
                    effect = Effect(kind, amount, place, 3, count, amount, 4 if count else None)
                    card = Card(1, Lot.BLUE, 0, 0, (Mode(frozenset({timing}), (effect,)),))
                    assert card_text(text, card)
                    assert short_text(text, card)
                    assert len(short_text(text, card)) <= 100


def test_a_card_reads_like_a_card() -> None:
    gain = Effect(Kind.CLANS, 3, Place.HOME)
    assert said("en", GROWTH, gain) == "Growth: gain 3 clans in your home land."
    assert said("fr", GROWTH, gain) == "Croissance\u202f: gagnez 3 clans sur votre Terre natale."
    shield = Effect(Kind.SHIELD, 1)
    attacked = frozenset({Timing.DEFENCE})
    assert said("en", attacked, shield) == "When attacked: the assault fails, nobody loses anything."
    assert said("fr", attacked, shield) == (
        "Si l’on vous attaque\u202f: l’assaut échoue, personne ne perd rien."
    )


def test_one_is_not_many() -> None:
    one = Effect(Kind.COINS, 1)
    assert said("en", GROWTH, one) == "Growth: take 1 coin."
    assert said("fr", GROWTH, one) == "Croissance\u202f: prenez 1 pièce."


def test_a_verb_that_comes_twice_is_said_once() -> None:
    both = (Effect(Kind.CLANS, 2, Place.HOME), Effect(Kind.MOVES, 3))
    assert said("en", GROWTH, *both) == "Growth: gain 2 clans in your home land and 3 free movements."
    assert said("fr", GROWTH, *both) == (
        "Croissance\u202f: gagnez 2 clans sur votre Terre natale et 3 déplacements gratuits."
    )


def test_what_is_counted_is_said_with_its_maximum() -> None:
    each = Effect(Kind.PROGRESS, 1, count=Count.CITIES, per=2, most=6)
    end = frozenset({Timing.END})
    assert said("en", end, each) == (
        "End of the Age: score 1 progress point for every 2 cities of yours (6 at most)."
    )
    assert said("fr", end, each) == (
        "Fin de l’Âge\u202f: marquez 1 point de progrès par tranche de 2 cités que vous possédez (6 au plus)."
    )


def test_intentions_tell_attack_from_defence() -> None:
    both = (Effect(Kind.STRIKE, 1), Effect(Kind.HOLD, 2))
    words = said("en", frozenset({Timing.INTENT}), *both)
    assert "in your assaults, the defender loses 1 clan more, and when you are attacked, you lose" in words


def test_lots_are_typed_with_the_letters_of_any_language() -> None:
    """The French colour is jaune; a letter means one lot, whatever the language."""
    french = FACE.fitted(GenesiaOptions(lots="bjg/bvr/gvr"), 3)
    assert french.lots == "BYG/BVR/GVR" == FACE.fitted(GenesiaOptions(lots="BYG/BVR/GVR"), 3).lots
    assert "BJG" in text_for("fr").plain("option.genesia.lots.about")


def test_phases_of_a_card_are_named_together() -> None:
    coins = Effect(Kind.COINS, 6)
    four = frozenset({Timing.GROWTH, Timing.EXPANSION, Timing.ATTACK, Timing.END})
    assert said("en", four, coins).startswith("Any phase: ")
    two = frozenset({Timing.EXPANSION, Timing.END})
    assert said("en", two, coins).startswith("Expansion or end of the Age: ")


def told(language: str, card: int, timing: Timing) -> str:
    """Return the news that Ada, the reader's rival, has played that card."""
    inputs = {"people": 0, "card": card, "timing": timing.value}
    return str(FACE.narrate(context(language, 2), Event("genesia.played", Seat(0), inputs)))


def test_a_rivals_card_is_told_of_a_rival_and_not_to_its_reader() -> None:
    """A card's own text speaks to who plays it; coins that it brings have a line of their own in the news."""
    assert told("fr", 64, Timing.INTENT).endswith(
        "\u202f: à ses assauts, portée de 2 pas\u202f; en défense, pertes réduites de 1 clan "
        "(toute la phase d’attaque)."
    )
    assert told("en", 41, Timing.ATTACK).endswith("**.")
    ordered = re.compile(r"\b(you|your|yours|take|vous|votre|vos|prenez|gagnez|payez)\b", re.IGNORECASE)
    for language in LANGUAGES:
        for card in CARDS.values():
            for timing in (timing for mode in card.modes for timing in mode.timings):
                news = told(language, card.number, timing).split("**")[2]
                assert not ordered.search(news), news
