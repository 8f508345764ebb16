"""Genesia through the sandbox: a visitor against automatic players, two by themselves, and alone."""

from __future__ import annotations

from collections import Counter

import pytest

from bot import Longtable
from cogs.text import text_for
from engine.games import GAMES
from engine.genesia.model import Phase, View
from engine.matches import Situation, Status
from engine.record import verify
from sandbox.people import Message, People, Person
from tests.whole.playing import WITHIN, Table, control, controls, opened_table

pytestmark = pytest.mark.usefixtures("quiet")

SEATED = {"5": (("ada",), 4), "2": (("chloe", "basile"), 0), "1": (("dan",), 0)}
"""Who sits at a table, and how many automatic players."""
LANGUAGES = {"5": "en", "2": "fr", "1": "en"}
STEPS = 1
"""Moves of each kind that a person makes in a phase before going on."""
Made = Counter[tuple[int, Phase, str]]
ONWARD = ("end", "pass", "peace")


def picked(situation: Situation, made: Made) -> str:
    """A move of the kind made least so far in this phase; then whatever leads on."""
    view: View = situation.view
    kinds: dict[str, str] = {}
    for move in situation.moves:
        kinds.setdefault(str(move).partition(" ")[0], str(move))
    fresh = [kind for kind in kinds if made[view.age, view.phase, kind] < STEPS and kind not in ONWARD]
    fresh = [kind for kind in fresh if kind not in ("back", "truce")] or [
        each for each in ONWARD if each in kinds
    ]
    kind = min(fresh or kinds, key=lambda each: made[view.age, view.phase, each])
    made[view.age, view.phase, kind] += 1
    return kinds[kind]


async def answered(table: Table, bot: Longtable, person: Person, made: Made) -> str:
    """Play for a person who is asked, by typing; what the bot answers."""
    situation = await bot.matches.situation(int(table.match), int(person.id))
    assert situation.seat in situation.pending
    offers = await person.complete("genesia play", "move", "", channel=table.thread)
    assert offers
    assert {value for _, value in offers} <= {str(move) for move in situation.moves}
    answer = await person.command("genesia play", move=picked(situation, made), channel=table.thread)
    return (await table.shown(person, answer)).text


async def waiting(table: Table, bot: Longtable) -> Person | None:
    """Somebody who is asked; nobody once it is over. Else the thread's next message is waited for."""
    people = {int(person.id): person for person in table.people}
    while True:
        match = await bot.matches.get(int(table.match))
        if match.status is not Status.RUNNING:
            return None
        situation = await bot.matches.situation(int(table.match), None)
        asked = [match.occupants[seat].person for seat in situation.pending]
        if found := [people[person] for person in asked if person is not None]:
            return found[0]
        await table.next()


@pytest.mark.parametrize("players", SEATED)
async def test_a_whole_match(people: People, bot: Longtable, players: str) -> None:
    names, robots = SEATED[players]
    language = LANGUAGES[players]
    await people.speak("fr" if language == "fr" else "en-US")
    table = await opened_table(
        people, names, players, "salon" if language == "fr" else "games", "genesia", robots
    )
    made: Made = Counter()
    while person := await waiting(table, bot):
        said = await answered(table, bot, person, made)
        assert said
        assert text_for(language).plain("refusal.unnamed") not in said
    end = await table.people[0].sees(lambda message: Table.over(message), table.thread, within=WITHIN)
    verify(await table.record(end), GAMES["genesia"])
    view: View = (await bot.matches.situation(int(table.match), None)).view
    for sheet in view.sheets:
        assert f"**{sheet.total}**" in end.text
    await table.asking()
    shown = [name for message in table.told for name, _ in message.files]
    secrets = [name for name in shown if name.startswith(("hand", "choice"))]
    assert secrets == []


async def tapped(table: Table, person: Person, turn: Message, taste: int) -> Message:
    """From the table's message to a move, by whatever comes up."""
    panel = await table.shown(person, await person.press(turn, controls(turn, "play")[0]))
    for step in range(taste, taste + 8):
        if picks := controls(panel, "pick"):
            options = panel.select(picks[0]).options
            value = options[step % len(options)][1]
            panel = await table.shown(person, await person.choose(panel, value, menu=picks[0]))
            if value.startswith("="):
                return panel
            continue
        forward = [each for each in controls(panel, "menu") if control(each)[4] != "0@"]
        forward += controls(panel, "go")
        chosen = forward[step % len(forward)]
        panel = await table.shown(person, await person.press(panel, chosen))
        if control(chosen)[3] == "go":
            return panel
    return panel


async def test_everything_can_be_tapped(people: People, bot: Longtable) -> None:
    """An Age and more by buttons and menus alone, read as a French player reads them."""
    await people.speak("fr")
    table = await opened_table(people, ("ada", "dan"), "3", "salon", "genesia", 1)
    phases: set[Phase] = set()
    for taste in range(240):
        person = await waiting(table, bot)
        assert person is not None
        situation = await bot.matches.situation(int(table.match), int(person.id))
        phases.add(situation.view.phase)
        if situation.view.age > 1 and situation.view.phase is Phase.GROWTH:
            break
        number = situation.round.call if situation.round is not None else 0
        turn = await person.sees(
            lambda message, number=number: any(
                int(control(each)[1]) >= number for each in controls(message, "play")
            ),
            table.thread,
            within=WITHIN,
        )
        shown = await tapped(table, person, turn, taste)
        assert shown.text
    assert {Phase.OBJECTIVE, Phase.DRAFT, Phase.GROWTH, Phase.EXPANSION, Phase.PLACE} <= phases
