"""Familienbande through the sandbox: what must be refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot import Longtable
from cogs.text.text import text_for
from engine.familienbande.cards import CARDS, Gender, fitting_children
from engine.familienbande.model import View
from engine.game import Seat
from harness.playing import Table, controls, in_full, opened_table
from sandbox.people import Message, People, Person
from tests.engine.familienbande.tree import Tree, born_late, five_rows, full_row
from tests.engine.familienbande.tree import card as portrait
from tests.whole.watching import LOCALES, Watch, sentence

pytestmark = pytest.mark.usefixtures("quiet")


async def two(people: People, bot: Longtable) -> tuple[Table, Message, Person, Person, View]:
    """A match of two after a marriage: table, open turn, whose it is, the other one, the mover's view."""
    table = await opened_table(people, ("ada", "basile"), "2", game="familienbande")
    while True:
        turn = await table.next()
        mover = table.person(turn)
        view: View = (await bot.matches.queries.situation(1, int(mover.id))).view
        if view.placed:
            other = next(each for each in table.people if each is not mover)
            return table, turn, mover, other, view
        await table.settle(mover, await table.type_a_move(mover))


Wrong = list[tuple[str, str, dict[str, Any]]]
NONSENSE = ("hello", "marry", "marry 1", "child 1 of", "marry 1 on 2 on 3", "🎲", "<@1> x", "é" * 100)


def wrong_moves(view: View) -> Wrong:
    """Return moves that are illegal after the first marriage, each with its refusal."""
    mine, spouse, member = view.hand[0], view.placed[0].card, view.placed[0].to
    single = next(iter(view.singles))
    seen = (*view.hand, *view.founders, *(each.card for each in view.placed))
    elsewhere = next(card for card in CARDS if card not in seen)
    wrong: Wrong = [(text, "familienbande.notation", {"text": text[:40]}) for text in NONSENSE]
    wrong += [
        (f"marry 71 on {single}", "familienbande.no_card", {"card": 71}),
        (f"marry {mine} on 0", "familienbande.no_card", {"card": 0}),
        (f"marry {elsewhere} on {single}", "familienbande.not_in_hand", {"card": elsewhere}),
        (f"child {elsewhere} of {member}", "familienbande.not_in_hand", {"card": elsewhere}),
        (f"marry {mine} on {elsewhere}", "familienbande.not_on_table", {"card": elsewhere}),
        (f"marry {mine} on {member}", "familienbande.married", {"card": member, "spouse": spouse}),
        (f"marry {mine} on {spouse}", "familienbande.married", {"card": spouse, "spouse": member}),
        (f"child {mine} of {single}", "familienbande.unmarried", {"card": single}),
        (f"child {mine} of {member}+{single}", "familienbande.no_couple", {"card": member, "other": single}),
        (f"discard {mine}", "familienbande.discard_not_now", {}),
        ("keep", "familienbande.keep_not_now", {}),
    ]
    for card in view.hand:
        if gender(card) is gender(single):
            inputs = {"card": card, "on": single}
            wrong.append((f"marry {card} on {single}", "familienbande.same_gender", inputs))
        if not fitting_children(member, spouse) >> card & 1:
            inputs = lacking(card, member, spouse)
            code = "familienbande.no_fit" if inputs["there"] else "familienbande.no_fit_none"
            wrong.append((f"child {card} of {member}", code, inputs))
    return wrong


def lacking(card: int, of: int, spouse: int) -> dict[str, Any]:
    """Return the refusal's inputs: the first trait of which the parents have too little."""
    needed = CARDS[card].counts
    there = [a + b for a, b in zip(CARDS[of].counts, CARDS[spouse].counts, strict=True)]
    trait = next(each for each in range(5) if needed[each] > there[each])
    return {
        "card": card,
        "of": of,
        "spouse": spouse,
        "trait": "EGNLH"[trait],
        "needed": needed[trait],
        "there": there[trait],
    }


def gender(card: int) -> Gender:
    return CARDS[card].gender


async def test_moves_that_are_none(people: People, bot: Longtable, watch: Watch) -> None:
    table, _, mover, other, view = await two(people, bot)
    for text, code, inputs in wrong_moves(view):
        await watch.refused(
            lambda locale, text=text: mover.command(
                "familienbande play", move=text, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
    for person, code, inputs in ((other, "not_your_turn", {}), (people["dan"], "not_seated", {"match": 1})):
        await watch.refused(
            lambda locale, person=person: person.command(
                "familienbande play", move="pass", channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
        assert await person.complete("familienbande play", "move", "", channel=table.thread) == []
    await table.type_a_move(mover)


async def test_the_moves_word_by_word(people: People, bot: Longtable, watch: Watch) -> None:
    """Only cards that fit are suggested; what does not fit is refused as when it is typed."""
    table, _, mover, _, view = await two(people, bot)
    single = next(iter(view.singles))
    for move, code, inputs in (
        (f"marry 99 on {single}", "familienbande.no_card", {"card": 99}),
        (f"marry -1 on {single}", "familienbande.notation", {"text": f"marry -1 on {single}"}),
        (f"child {view.hand[0]} of {single}", "familienbande.unmarried", {"card": single}),
        (f"discard {view.hand[0]}", "familienbande.discard_not_now", {}),
        ("keep", "familienbande.keep_not_now", {}),
    ):
        await watch.refused(
            lambda locale, move=move: mover.command(
                "familienbande play", move=move, channel=table.thread, locale=locale
            ),
            code,
            **inputs,
        )
    offers = await mover.complete("familienbande play", "move", "marry", channel=table.thread)
    suitors = [int(str(move).split()[1]) for _, move in offers]
    assert set(suitors) == {c for c in view.hand if any(gender(c) is not gender(s) for s in view.singles)}
    if suitors:
        typed = f"marry {suitors[0]} "
        offers = await mover.complete("familienbande play", "move", typed, channel=table.thread)
        offers = [move for _, move in offers if str(move).startswith(typed)]
        singles = [int(str(move).split()[3]) for move in offers]
        assert set(singles) == {s for s in view.singles if gender(s) is not gender(suitors[0])}
        said = f"marier {suitors[0]} {singles[0]}"
        await mover.command("familienbande play", move=said, channel=table.thread)
    else:
        await mover.command("familienbande play", move="pass", channel=table.thread)
    assert table.person(await table.next()) is not mover


async def stands(bot: Longtable, tree: Tree, hand: tuple[int, ...]) -> None:
    """The match stands as in this position, with these cards in the hand of the seat to move."""
    _, log = await bot.matches.loader.load_started(1)
    assert log is not None
    state, seat = tree.state(hand), log.fold.state.to_move
    if state.to_move != seat:
        state = state._replace(first_seat=Seat(1), hands=state.hands[::-1])
    assert (state.to_move, state.hands[seat].bit_count()) == (seat, len(hand))
    log.fold = replace(log.fold, state=state)


def closed_rows() -> list[tuple[Tree, str, int, int, str, dict[str, Any]]]:
    """Position, verb, card, target, and why that is refused."""
    five, late, full = five_rows(), born_late().child("mEGG", "mEGN"), full_row()
    youngest = int(five.placed[-1].split("c")[1].split(".")[0])
    suitor, girl = portrait("wHHH" if youngest <= 35 else "mHHH"), portrait("wEEG")
    born, old = portrait("mEGG"), portrait("mENL")
    return [
        (five, "marry", suitor, youngest, "last_generation", {"card": youngest}),
        (full, "marry", portrait("wHHH"), old, "turned_over", {"card": old, "generation": 1}),
        (late, "marry", portrait("wHHH"), born, "turned_over", {"card": born, "generation": 2}),
        (full, "child", girl, portrait("mEGN"), "row_full", {"generation": 2, "size": 4}),
        (full, "child", girl, portrait("wLLH"), "row_full", {"generation": 2, "size": 4}),
        (late, "child", girl, portrait("mEGL"), "row_full", {"generation": 3, "size": 5}),
    ]


@pytest.mark.parametrize("number", range(6))
async def test_rows_that_are_closed(people: People, bot: Longtable, watch: Watch, number: int) -> None:
    """Nobody marries in generation 5 or where a row was turned over, and a full row takes no more children.

    Neither typed, to be played or previewed, nor by a forged choice; and it is never suggested.
    A forged button is none of its message's.
    """
    tree, verb, mine, target, code, inputs = closed_rows()[number]
    table, turn, mover, _, _ = await two(people, bot)
    await stands(bot, tree, (mine, *(card for card in tree.spare(9) if card != mine)))
    word = {"marry": "on", "child": "of"}[verb]
    text = f"{verb} {mine} {word} {target}"
    for preview in (False, True):
        given = {"move": text, "preview": preview}
        await watch.refused(
            lambda locale, given=given: mover.command(
                "familienbande play", given, channel=table.thread, locale=locale
            ),
            f"familienbande.{code}",
            **inputs,
        )
    panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    for menu in controls(panel, "menu"):
        step = await table.shown(mover, await mover.press(panel, menu))
        if picks := controls(step, "pick"):
            assert f"={text}" not in [option[1] for option in step.select(picks[0]).options]
            await watch.refused(
                lambda locale, step=step, pick=picks[0]: mover.choose(
                    step, f"={text}", menu=pick, force=True, locale=locale
                ),
                f"familienbande.{code}",
                **inputs,
            )
            break
        if goes := controls(step, "go"):
            assert not any(each.endswith(f":{text}") for each in goes)
            forged = f"{goes[0].rpartition(':')[0]}:{text}"
            await watch.refused(
                lambda locale, step=step, forged=forged: mover.press(step, forged, force=True, locale=locale),
                "unknown_control",
            )
            break
        panel = await table.shown(mover, await mover.press(turn, controls(turn, "play")[0]))
    else:
        raise AssertionError("nothing can be played there: choose another hand")
    for typed in (verb, f"{verb} {mine}", text):
        offers = await mover.complete("familienbande play", "move", typed, channel=table.thread)
        assert text not in [move for _, move in offers]


async def listing(table: Table, mover: Person, turn: Message) -> tuple[str, Message, str] | None:
    """A card with so many places that they are a list: its button, the step with the list, and the list."""
    play = controls(turn, "play")[0]
    panel = await table.shown(mover, await mover.press(turn, play))
    for way in controls(panel, "menu"):
        opened = await table.shown(mover, await mover.press(turn, play))
        step = await table.shown(mover, await mover.press(opened, way))
        if picks := controls(step, "pick"):
            return way, step, picks[0]
    return None


async def test_choices_that_were_not_offered(people: People, bot: Longtable, watch: Watch) -> None:
    table, turn, mover, *_ = await two(people, bot)
    while (found := await listing(table, mover, turn)) is None:
        await table.settle(mover, await table.type_a_move(mover))
        turn = await table.next()
        mover = table.person(turn)
    way, step, pick = found
    play = controls(turn, "play")[0]
    other = next(each for each in table.people if each is not mover)
    for value, code, inputs in (
        (">99", "unknown_control", {}),
        (">" + "/" * 90, "unknown_control", {}),
        ("=", "familienbande.notation", {"text": ""}),
        ("=keep", "familienbande.keep_not_now", {}),
        ("🎲", "unknown_control", {}),
    ):
        await watch.refused(
            lambda locale, value=value: mover.choose(step, value, menu=pick, force=True, locale=locale),
            code,
            **inputs,
        )
    await watch.refused(
        lambda locale: other.press(turn, play, locale=locale), "other_seat", who=mover.raw["global_name"], n=1
    )
    await watch.refused(lambda locale: people["dan"].press(turn, play, locale=locale), "not_seated", match=1)
    value = step.select(pick).options[0][1]
    late: list[Message] = []
    forget = bot.services.open_panels.forget  # a newer panel, or the move, would end those before it
    for _ in LOCALES:
        forget(1, int(mover.id))
        other_panel = await table.shown(mover, await mover.press(turn, play))
        answer = await mover.press(other_panel, way)
        late.append(await table.shown(mover, answer))
    forget(1, int(mover.id))
    await table.settle(mover, await mover.choose(step, value, menu=pick))
    await table.next()
    shown = await watch.changes_nothing(
        lambda locale: in_full(mover, mover.choose(late.pop(), value, menu=pick, force=True, locale=locale))
    )
    for message, locale in zip(shown, LOCALES, strict=True):
        assert message.text.startswith(sentence(locale, "stale"))


async def test_values_that_were_not_offered(people: People, watch: Watch) -> None:
    for value in ("1", "5", "two"):
        await watch.refused(
            lambda locale, value=value: people["ada"].command(
                "familienbande new", {"players": value}, force=True, locale=locale
            ),
            "unknown_value",
            value=value,
        )


async def test_hand_and_family_are_for_their_owner(people: People, bot: Longtable) -> None:
    table, turn, mover, other, view = await two(people, bot)
    for person, locale in ((mover, "fr"), (other, "en-US")):
        own: View = (await bot.matches.queries.situation(1, int(person.id))).view
        assert own.family is not None
        family = text_for(locale[:2]).plain(f"familienbande.family.{own.family.letter}")
        for answer in (
            await person.command("familienbande hand", channel=table.thread, locale=locale),
            await person.press(turn, controls(turn, "hand")[0], locale=locale),
        ):
            shown = await table.shown(person, answer)
            assert shown.private
            assert f"**{family}**" in shown.text
            assert all(f"**{card}**" in shown.text for card in own.hand)
    assert await people["dan"].direct_messages() == []
    assert view.families.count(None) == 1
