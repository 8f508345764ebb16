"""Genesia's open pages: all that lies face up, at two taps at most, the same for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.face.context import Icons
from cogs.face.open_pages import OpenPage
from cogs.genesia.card_search import card_called, cards_called, suggested_cards
from cogs.genesia.card_texts import card_name, mode_text, people_names
from cogs.genesia.face import FACE
from cogs.text.text import LANGUAGES, text_for
from engine.chance import SeededChance
from engine.game import Event, Refusal, Seat
from engine.genesia import codes
from engine.genesia.cards import legality
from engine.genesia.model import (
    CARDS,
    MAX_CLANS,
    VALUES,
    CopyTiming,
    End,
    GenesiaOptions,
    Phase,
    Play,
    Timing,
    View,
)
from engine.genesia.phases.setup import cards_in_use
from render.genesia.pictures import tableau
from render.genesia.tableau import LETTER, Laid, possessions
from render.kit.canvas import Theme
from render.kit.lettering import mask
from tests.cogs.genesia.genesia_played import GAME, context, played, position
from tests.cogs.genesia.genesia_told import topics
from tests.cogs.simulated import Town, controls, parts, said

SMALL_PHONE, LEAST = 324, 8
"""Width in points at which a small telephone shows a picture, and the least height of a digit there."""
TEXT, OPTION, BUTTON, LIST = 4000, 100, 80, 25
"""Characters of a message, of an option and of a button; entries of a list."""
PAGE = Path(__file__).parents[3] / "docs" / "genesia-table.md"


class EveryIcon(Icons):
    """All emojis are known, with the longest number."""

    def get(self, name: str) -> discord.PartialEmoji | None:
        return discord.PartialEmoji(name=name, id=10**18) if name else None


def public(state: Any) -> View:
    return GAME.view(state, None)


def told_until(states: Any, number: int) -> list[Event]:
    """What everybody was told until that position."""
    return [event for _, events in states[: number + 1] for event in events if event.to is None]


def test_hidden_hands_change_nothing() -> None:
    """Pages and pictures of a position and of its redealt twins are the same, whoever reads."""
    differing = 0
    for seats, seed in ((3, 4), (5, 2)):
        states = played(seats, seed, greedy=True)
        mine = context(seats=seats)
        for number in range(2, len(states), 17):
            state, past = states[number][0], told_until(states, number)
            for seat in (None, Seat(number % seats)):
                twin = GAME.redeal(state, seat, SeededChance(b"open" * 8, number))
                differing += twin != state
                for topic in topics(public(state), number):
                    ours, theirs = (
                        FACE.open_page(mine, public(each), seat, past, topic) for each in (state, twin)
                    )
                    assert replace(ours, drawings=()) == replace(theirs, drawings=()), (number, topic)
                    assert [each.alt for each in ours.drawings] == [each.alt for each in theirs.drawings]
                    if topic in ("", "copy") and number % 3 == 0:
                        for one, other in zip(ours.drawings, theirs.drawings, strict=True):
                            assert one.draw().data == other.draw().data, (number, topic)
    assert differing > 20, "the twins must differ for the test to mean anything"


@cache
def late(seats: int) -> tuple[Any, list[Event]]:
    """A position of Age III with many cards on the table, and what was told until then."""
    states = played(seats, 3, greedy=True)
    number = max(n for n, (state, _) in enumerate(states) if state.phase is Phase.EXPANSION)
    return states[number][0], told_until(states, number)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_every_page_fits_into_a_message(language: str, seats: int) -> None:
    """With every emoji known, and the longest names."""
    state, past = late(seats)
    mine = replace(context(language, seats), names=tuple("W" * 32 for _ in range(seats)), icons=EveryIcon())
    view = public(state)
    for topic in {*topics(view, 1), *topics(view, 2), *topics(view, 3), *(f"card/{card}" for card in CARDS)}:
        page = FACE.open_page(mine, view, Seat(0), past, topic)
        check_size(page, topic)
    everything = "cards/" + ".".join(map(str, sorted(CARDS)[-12:]))
    check_size(FACE.open_page(mine, view, Seat(0), past, everything), everything)


def check_size(page: OpenPage, topic: str) -> None:
    assert len(page.words) <= TEXT, topic
    assert all(drawing.alt for drawing in page.drawings)
    assert len(page.drawings) <= 5
    for each in page.lists:
        assert 1 <= len(each.topics) <= LIST, topic
        assert len({entry.topic for entry in each.topics}) == len(each.topics)
        for entry in each.topics:
            assert max(len(entry.label), len(entry.detail), len(entry.topic)) <= OPTION, entry
    assert len({way.topic for way in page.ways}) == len(page.ways)
    assert all(len(way.label) <= BUTTON and len(way.topic) <= 50 for way in page.ways)


@pytest.mark.parametrize(
    "topic",
    ["x", "age", "age/0", "age/4", "age/x", "card/0", "card/91", "lots/1/9", "cards/", "cards/0", "copy/1"],
)
def test_topics_that_lead_nowhere(topic: str) -> None:
    state, past = late(2)
    with pytest.raises(LookupError):
        FACE.open_page(context(seats=2), public(state), None, past, topic)


@pytest.mark.parametrize("timing", CopyTiming)
def test_what_may_still_be_copied_is_what_is_copied(timing: CopyTiming) -> None:
    """Whatever a seat may copy on its turn stands on the page."""
    copies = 0
    for seed in range(4):
        for state, _ in played(3, seed, greedy=True, options=GenesiaOptions(copy_timing=timing)):
            for seat in GAME.pending(state):
                open_ = {claim.card for claim in public(state).copyable[seat]}
                for move in GAME.moves(state, seat):
                    if isinstance(move, Play) and move.copy is not None and state.phase is not Phase.END:
                        copies += 1
                        assert move.copy in open_, (state.phase, move)
    assert copies > 5


def test_who_waits_for_expansion_may_copy_what_growth_brings_after_its_turn() -> None:
    state, _ = position(Phase.GROWTH, seats=3)
    first, later = state.order[0], state.order[-1]
    for people in state.order[state.turn : 2]:
        state, _ = GAME.play(state, Seat(people), End(), SeededChance(b"x" * 32, state.ply))
    assert state.turn == 2
    assert legality.claims_ahead(state, first) == legality.claims_in_phase(state, first, Phase.EXPANSION)
    assert legality.claims_ahead(state, later) == legality.claims_in_phase(state, later, Phase.GROWTH)


def test_earlier_ages_are_told_by_what_was_said() -> None:
    """The cards of an Age that is over are those that its own page showed at its end."""
    states = played(3, 4, greedy=True)
    mine = context(seats=3)
    last = {age: max(n for n, (s, _) in enumerate(states) if s.age == age and s.played) for age in (1, 2)}
    end = len(states) - 1
    for age, number in last.items():
        then = FACE.open_page(mine, public(states[number][0]), None, told_until(states, number), f"age/{age}")
        now = FACE.open_page(mine, public(states[end][0]), None, told_until(states, end), f"age/{age}")
        lines = {line.partition(":")[0]: line for line in then.words.split("\n")[1:]}
        assert {line.partition(":")[0]: line for line in now.words.split("\n")[1:]} == lines
        assert sum(event.code == codes.PLAYED for event in told_until(states, number)) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_found_by_number_and_by_any_part_of_its_name(language: str) -> None:
    text = text_for(language)
    for card in CARDS:
        assert card_called(text, f"{card}") == card
        assert card_called(text, card_name(text, card)) == card
        name = text.plain(f"genesia.card.{card}.name")
        assert card in cards_called(text, name.upper())
    assert card_called(text, "ecriture") == 5, "accents and capitals do not matter, nor the language"
    assert 1 <= len(suggested_cards(text, "")) <= LIST
    assert all(len(each.name) <= OPTION for card in CARDS for each in suggested_cards(text, f"{card}"))
    with pytest.raises(Refusal, match="unknown_value"):
        card_called(text, "zzzz")


def test_digits_of_the_tableau_are_large_enough_on_a_small_phone() -> None:
    letters, _ = mask("8", LETTER, True)
    box = letters.getbbox()
    assert box is not None
    assert (box[3] - box[1]) * SMALL_PHONE / 1100 >= LEAST


def test_a_card_that_is_invention_and_intent_lies_there_once() -> None:
    state, _ = late(3)
    view = replace(public(state), inventions=((79, 5), (), ()), intents=((79, 64), (), ()))
    (row, *_) = possessions(view)
    assert row == (
        Laid(5, None, CARDS[5].progress),
        Laid(64, Timing.INTENT, 0),
        Laid(79, Timing.INTENT, CARDS[79].progress),
    )
    names = people_names(context(seats=3), view)
    assert tableau(view, names, possessions(view)).data != tableau(view, names, [row[:2], (), ()]).data
    assert tableau(view, names, possessions(view), theme=Theme.LIGHT).width == 1100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_is_sorted_by_rank_and_its_alternative_text_is_clean(language: str) -> None:
    """Values stand times their number, as on the printed sheet; no emoji and no mark is read aloud."""
    state = played(3, 3, greedy=True)[-1][0]
    mine = replace(context(language, 3), names=("Ada", "Basile", "Chloé"), icons=EveryIcon())
    view = public(state)
    assert view.result is not None
    drawing = FACE.closing(mine, view)
    assert drawing is not None
    assert not re.search(r"[<*`]|-#", drawing.alt), drawing.alt
    ranked = sorted(range(3), key=lambda seat: view.result.ranks[seat])  # pyright: ignore[reportOptionalMemberAccess]
    said = [line for line in drawing.alt.split("\n") if any(name in line for name in mine.names)]
    assert [mine.names[seat] in line for seat, line in zip(ranked, said, strict=True)] == [True] * 3
    best = view.sheets[ranked[0]]
    counted = [f"{value} × {number}" for value, number in zip(VALUES, best.regions, strict=True) if number]
    assert ", ".join(counted) in drawing.alt.split("\n")[1]
    assert ", ".join(counted) in FACE.ending(mine, view, 2000)


def test_who_plays_alone_sees_both_hands_and_both_peoples_inventions_everywhere() -> None:
    mine, asked = context(seats=1), set[Phase]()
    for state, _ in played(1, 3, greedy=True):
        view = GAME.view(state, Seat(0))
        if view.people is None or view.result is not None:
            continue
        other = 1 - view.people
        hand, menu = FACE.hand(mine, view), FACE.menu(mine, view, GAME.moves(state, Seat(0)), (), 0)
        assert hand is not None
        table = FACE.open_page(mine, public(state), Seat(0), (), "")
        for card in view.hands[other]:
            name = card_name(mine.text, card)
            assert name in menu.prompt, (view.phase, card)
            assert name in hand.words
            assert name in table.words
            asked.add(view.phase)
            if hand.drawing is not None:
                assert name in hand.drawing.alt
        for row in view.inventions:
            assert all(card_name(mine.text, card) in hand.words for card in row)
    assert asked >= {Phase.GROWTH, Phase.EXPANSION, Phase.END}


# The list


Fact = Callable[[View, Any], list[str]]


FACTS: Mapping[str, Fact] = {
    "whose turn it is, turn order": lambda view, text: ["ada"],
    "coins": lambda view, text: [text.plain("genesia.coins", n=n) for n in view.coins],
    "number of cards in hand": lambda view, text: [
        f"{text.plain('genesia.cards', n=n)} in hand" for n in view.hand_sizes
    ],
    "cities": lambda view, text: [text.plain("genesia.open.cities", n=len(each)) for each in view.cities],
    "clans in supply": lambda view, text: [
        f"{text.plain('genesia.clans', n=MAX_CLANS - sum(each))} in supply" for each in view.clans
    ],
    "inventions, with their progress": lambda view, text: [
        f"**{card_name(text, card)}** ({CARDS[card].progress})" for row in view.inventions for card in row
    ],
    "cards declared for the attack phase": lambda view, text: [
        card_name(text, card) for row in view.intents for card in row
    ],
    "what was played in this Age, as what, and what was copied": lambda view, text: [
        card_name(text, each) for one in view.played for each in (one.card, one.copied) if each is not None
    ],
    "what was played in earlier Ages": lambda view, text: ["Played in Age I"],
    "what may still be copied, and by whom": lambda view, text: [
        card_name(text, claim.card) for claims in view.copyable for claim in claims
    ],
    "the cards of this Age at this table": lambda view, text: [
        card_name(text, card) for card in cards_in_use(view.options, view.seats, view.age)
    ],
    "what a card does that lies on the table, who has played it": lambda view, text: [],
    "what the cards do that I hold or that were named": lambda view, text: [],
    "progress by Ages, radiance, conquest by values, points now": lambda view, text: [
        part
        for sheet in view.sheets
        for part in (f"radiance {sheet.radiance}", f"conquest {sheet.conquest}", f"**{sheet.total}**")
    ],
    "the map: who holds what, with how many clans, and its value": lambda view, text: [],
}
MOST_TAPS = 2


def listed() -> list[tuple[str, list[str]]]:
    """What lies face up, and the way to it, as the page says."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [(what, way.split(" › ")) for what, way in rows if what not in ("what",) and "---" not in what]


def test_the_list_is_whole_and_no_way_is_longer_than_two_taps() -> None:
    found = listed()
    assert [what for what, _ in found] == [*FACTS]
    assert all(len(way) <= MOST_TAPS for _, way in found)


async def follow(person: Any, message: Any, way: list[str], view: View) -> Any:
    """Tap along the way, by the words on the buttons and lists."""
    for label in way:
        label = label.replace("this Age", f"Age {'I' * view.age}")
        shown = parts(message)
        pressed = next((each for each in shown if each.get("label") == label), None)
        if pressed is not None:
            message = (await person.click(message, custom_id=pressed["custom_id"])).response
            continue
        menu = next(each for each in shown if each.get("placeholder") == label)
        value = menu["options"][0]["value"]
        message = (await person.select(message, [value], custom_id=menu["custom_id"])).response
    return message


async def test_the_list_is_walked(place: Town) -> None:
    """From the panel and from the thread's message, late in Age II."""
    await place.open(1, "genesia", players="2")
    await place.seat_robots(1)
    await place.start()
    person, queries = place.people[0], place.bot.matches.queries
    assert place.turn.attachments, "the board is there from the first choice on"
    for number in range(300):
        now = await queries.situation(1, person.id)
        busy = any(now.view.inventions) and now.view.played and now.view.phase is Phase.EXPANSION
        if now.view.age == 2 and busy and now.seat in now.pending:
            break
        state = (await place.bot.matches.loader.load_started(1))[1].fold.state
        redeal = lambda chance, state=state, seat=now.seat: GAME.redeal(state, seat, chance)  # noqa: E731
        move = GAME.players["steady"].choose(now.view, now.moves, redeal, SeededChance(b"y" * 32, number))
        await person.slash(place.thread, "genesia play", move=str(move))
        await place.settle()
    text = text_for("en")
    view = (await queries.situation(1, None)).view
    panel = (await person.slash(place.thread, "genesia play")).response
    for start in (panel, place.turn):
        for what, way in listed():
            page = await follow(person, start, way, view)
            for fact in FACTS[what](view, text):
                assert fact in said(page), (what, fact)
            assert page.ephemeral
    card = (await person.slash(place.thread, "genesia card", card="34")).response
    assert all(mode_text(text, mode) in said(card) for mode in CARDS[34].modes)
    table = (await person.slash(place.thread, "genesia table")).response
    assert said(table) == said(await follow(person, panel, ["The table"], view))
    beside = (await place.people[3].slash(place.square, "genesia card", card="fire")).response
    assert "Mastery of Fire" in said(beside), "who plays no match asks as well"
    passer = (await place.people[3].click(place.turn, custom_id=controls(place.turn, "open")[0])).response
    assert said(passer) == said(table), "a passer-by sees the same table"
    assert place.refusals() == []


async def test_the_table_and_the_large_picture_are_one_tap_from_everywhere(place: Town) -> None:
    await place.open(2, "genesia", players="2", objectives=False)
    await place.start()
    queries, people = place.bot.matches.queries, place.people

    async def asked(person: int) -> Any:
        return await queries.situation(1, people[person].id)

    situations: list[Any] = []
    for _ in range(60):
        situations = [await asked(person) for person in (0, 1)]
        if situations[0].view.phase is Phase.EXPANSION:
            break
        for person, now in enumerate(situations):
            if now.seat in now.pending:
                legal = [str(move) for move in now.moves]
                move = next(
                    (each for each in ("recruit 1 A0", "recruit 1 B0", "end") if each in legal), legal[0]
                )
                move = "end" if now.view.clans[now.view.people][0] and "end" in legal else move
                await people[person].slash(place.thread, "genesia play", move=move)
                await place.settle()
                break
    mover = next(person for person in (0, 1) if situations[person].seat in situations[person].pending)
    found: dict[str, list[int]] = {}

    def look(name: str, page: Any) -> Any:
        """Count the ways to the table and to the large picture: a panel is replaced by the next one."""
        found[name] = [len(controls(page, verb)) for verb in ("open", "large")]
        return page

    look("thread", place.turn)
    for number in (1 - mover, mover):
        for command in ("genesia hand", "match board", "match replay", "match show", "genesia play"):
            options = {"match": 1} if command == "match show" else {}
            name = f"{command}, {'mover' if number == mover else 'other'}"
            panel = look(name, (await people[number].slash(place.thread, command, **options)).response)
    step = controls(panel, "menu")[0]
    look("a step", (await people[mover].click(panel, custom_id=step)).response)
    for verb in ("film", "large"):
        control = controls(place.turn, verb)[0]
        look(verb, (await people[mover].click(place.turn, custom_id=control)).response)
    typed = {"move": "end", "preview": True}
    look("preview", (await people[mover].slash(place.thread, "genesia play", **typed)).response)
    look("after", (await people[mover].slash(place.thread, "genesia play", move="end")).response)
    assert {name for name, (table, _) in found.items() if not table} == set()
    assert {name for name, (_, large) in found.items() if not large} == {"large"}
    assert place.refusals() == []
