"""The winners are told among those who count: titles, texts, lists and the log, in both languages."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from typing import Any, cast

import discord
import pytest

from cogs.actions.endings import Endings
from cogs.answering.answers import Attached, Page
from cogs.face.drawing import Drawing
from cogs.pages import log as log_module
from cogs.pages.endings import cancelled_card, end_in_words, over_page, own_end, story_of
from cogs.pages.log import LogPlace, log_page
from cogs.services.picture_cache import PictureCache
from cogs.services.services import Reader, Services, narrate
from cogs.text.text import LANGUAGES, spoken_text, text_for
from engine.game import Seat
from engine.games import GAMES
from engine.match.clock import PACES
from engine.matches import Match, Matches, Situation, Status, Viewpoint
from engine.outcome import Gone, ranking, winners
from engine.record import final_ranking, read, replay
from render.cards.end_card import draw_end_card
from render.kit.canvas import Picture, Theme
from tests.contracts.cases import REGISTERED, Case
from tests.engine.matches.test_matches import ANN, BOB, CEE, DAN, PLACE, Table
from tests.engine.matches.timed import DAY, HOUR, Timed

PEOPLE = {ANN: "Ann", BOB: "Bob", CEE: "Cee", DAN: "Dan"}
SHARED = [case for game in REGISTERED for case in game.cases if case.seats > 1]


def chosen() -> list[Case]:
    """Return, for each game, one form of two seats, one of more, and those with partners."""
    found: dict[tuple[str, bool, bool], Case] = {}
    for case in SHARED:
        partners = len(case.game.sides(case.options, case.seats)) < case.seats
        if case.seats <= len(PEOPLE):
            found.setdefault((case.key, case.seats > 2, partners), case)
    return list(found.values())


EVERY = pytest.mark.parametrize("case", chosen(), ids=str)


def services_of(matches: Matches, case: Case) -> Services:
    services = Services(matches, {case.key: case.face})

    async def show(page: Page, drawing: Drawing | None, name: str) -> Page:
        if drawing is not None:
            page.attached.append(Attached(f"{name}.png", b"", drawing.alt))
        return page

    cast(Any, services).show = show
    return services


async def begun(store: Any, case: Case, *, play_on: bool) -> tuple[Table, int]:
    table = Table(store, games=GAMES)
    language = LANGUAGES[case.seats % 2]
    matches, place = table.matches, replace(PLACE, locale=language)
    match = await matches.lobbies.open(
        *(case.key, case.options, case.seats, ANN, "Ann", place, table.click), play_on=play_on
    )
    for person, name in list(PEOPLE.items())[1 : case.seats]:
        await matches.lobbies.join(match.id, person, name, table.click)
    await matches.lobbies.start(match.id, ANN, table.click)
    return table, match.id


async def played_out(table: Table, match: int) -> Situation:
    """Robots play well, and persons any move."""
    dice = random.Random(5)
    while (await table.matches.loader.get(match)).status is Status.RUNNING:
        await table.automatic()
        public = await table.matches.queries.situation(match, None)
        for seat in public.pending:
            person = public.match.occupants[seat].person
            if person is not None:
                own = await table.matches.queries.situation(match, person)
                await table.play(match, person, str(own.moves[dice.randrange(len(own.moves))]))
                break
    return await table.matches.queries.situation(match, None)


def marked(names: list[str], said: str) -> bool:
    """Return True if the text says that one of these has won."""
    listed = "|".join(map(re.escape, names))
    return re.search(rf"(?:{listed})[^.\n:]{{0,20}} (?:has won|have won|won|gagne)", said) is not None


async def end_drawing(services: Services, situation: Situation) -> Drawing:
    """Return the drawing of the card on the page of a match that is over."""
    found: list[Drawing] = []

    async def show(page: Page, drawing: Drawing | None, name: str) -> Page:
        assert drawing is not None
        found.append(drawing)
        return page

    cast(Any, services).show = show
    await over_page(services, situation)
    return found[0]


@EVERY
async def test_the_card_is_drawn_once_for_all_who_are_told(store: Any, case: Case) -> None:
    """It stands in the thread and in the channel, and whoever asks sees it again."""
    table, match = await begun(store, case, play_on=True)
    public = await played_out(table, match)
    services, kept = services_of(table.matches, case), PictureCache()
    first = await end_drawing(services, public)
    picture = kept.keep(first.draw, Picture(b"", 1, 1))
    again = await end_drawing(services, await table.matches.queries.situation(match, None))
    assert kept.get(again.draw) is picture
    card, *others = cast("partial[Picture]", first.draw).args
    other = partial(cast("partial[Picture]", first.draw).func, replace(card, turns=-1), *others)
    assert kept.get(other) is None
    await table.matches.close()


async def test_where_nobody_was_there_at_the_end_no_loser_is_told(store: Any) -> None:
    case = next(each for each in chosen() if each.key == "genesis_life")
    table, match = await begun(store, case, play_on=True)
    public = await played_out(table, match)
    every = frozenset(Seat(seat) for seat in range(case.seats))
    deserted = replace(public, forfeited=every, result=ranking(public.result, case.seats, every))
    services = services_of(table.matches, case)
    told = {"en": "Nobody was there at the end", "fr": "Personne n’était là à la fin"}[
        public.match.venue.locale
    ]
    assert told in (await over_page(services, deserted)).content
    assert told not in (await over_page(services_of(table.matches, case), public)).content


@EVERY
async def test_a_leader_who_has_resigned_is_nowhere_told_as_the_winner(store: Any, case: Case) -> None:
    """All but Ann's side have resigned at a table that plays on; robots lead, and she has won."""
    table, match = await begun(store, case, play_on=True)
    sides = [tuple(side) for side in case.game.sides(case.options, case.seats)]
    own = next(side for side in sides if 0 in side)
    lost = {Seat(seat) for seat in range(case.seats)} - set(own)
    for seat in sorted(lost):
        await table.matches.departures.resign(match, list(PEOPLE)[seat], table.click)
    public = await played_out(table, match)
    raw = case.game.result(replay(read(await table.matches.queries.record(match)), case.game))
    assert raw is not None
    assert public.forfeited == lost
    assert public.gone == dict.fromkeys(lost, Gone.RESIGNED)
    assert winners(public.result) == tuple(own)
    assert public.view.result == public.result, "pictures, faces and texts show it"
    record = read(await table.matches.queries.record(match))
    assert final_ranking(record, case.game, replay(record, case.game)) == public.result
    for person in list(PEOPLE)[: case.seats]:
        mine, shots = await table.matches.queries.playback(match, person)
        assert shots[-1].view.result == mine.result == public.result, "and films"
    services = services_of(table.matches, case)
    page = await over_page(services, public)
    said = f"{page.content}\n{page.attached[0].alt}"
    names = [list(PEOPLE.values())[seat] for seat in own]
    others = [list(PEOPLE.values())[seat] for seat in lost]
    assert marked(names, page.content.partition("\n")[0])
    assert not marked([f"{each} (" for each in others] + others, said)
    for language in LANGUAGES:
        text = text_for(language)
        reader = Reader(ANN, "Ann", text, Theme.DARK)
        walk = await table.matches.replays.walk(match, ANN, Viewpoint.OWN)
        log = await log_page(services, walk, LogPlace(match), reader)
        told = log.lasting
        if winners(raw) != tuple(own):
            assert marked(names, told), "the log names who counts"
        assert not marked([f"{each} (" for each in others] + others, told)
        assert own_end(await table.matches.queries.situation(match, ANN), text) == text("turns.won")
        sentence = end_in_words(public, text)
        assert sentence is not None
        assert marked(names, sentence)
        watcher = await table.matches.queries.situation(match, list(PEOPLE)[min(lost)])
        assert watcher.seat is None
        assert names[0] in own_end(watcher, text)
    await table.matches.close()


@EVERY
async def test_a_match_that_ends_by_resigning_says_so_to_both_sides(store: Any, case: Case) -> None:
    sides = case.game.sides(case.options, case.seats)
    if len(sides) != 2:
        pytest.skip("of two sides")
    table, match = await begun(store, case, play_on=False)
    other = sorted(next(side for side in sides if 0 not in side))
    for seat in other:
        await table.matches.departures.resign(match, list(PEOPLE)[seat], table.click)
    public = await table.matches.queries.situation(match, None)
    own = tuple(seat for seat in range(case.seats) if seat not in other)
    assert (public.won, winners(public.result), public.view.result) == (own, own, public.result)
    page = await over_page(services_of(table.matches, case), public)
    names = [list(PEOPLE.values())[seat] for seat in own]
    title, said = page.content.partition("\n")[0], f"{page.content}\n{page.attached[0].alt}"
    assert marked(names, title)
    last = list(PEOPLE)[other[-1]]
    for language in LANGUAGES:
        text = text_for(language)
        why = text(
            "ending.resigned", n=len(other), who=text.list(list(PEOPLE.values())[seat] for seat in other)
        )
        assert own_end(await table.matches.queries.situation(match, ANN), text) == text(
            "turns.won_why", why=why
        )
        assert names[0] in own_end(await table.matches.queries.situation(match, last), text)
        if language == public.match.venue.locale:
            assert why in said
    await table.matches.close()


async def test_who_was_shut_out_as_the_robot_sat_down_may_have_won_and_nobody_has_for_it(store: Any) -> None:
    """Bob's robot plays better than Ann does by lot: the rules say so, and so does every text."""
    case = next(each for each in SHARED if each.key == "genial" and each.seats == 2)

    async def put_out(match: Match, person: int) -> bool:
        return person == BOB

    table = Timed(store, games=GAMES)
    table.matches.seat_clocks.ask_who_is_shut_out(put_out)
    match = (
        await table.matches.lobbies.open(
            case.key, case.options, 2, ANN, "Ann", PLACE, table.click, pace=PACES["day"]
        )
    ).id
    await table.matches.lobbies.join(match, BOB, "Bob", table.click)
    await table.matches.lobbies.start(match, ANN, table.click)
    dice = random.Random(5)
    while await table.is_running(match):
        mine = await table.matches.queries.situation(match, ANN)
        if mine.seat in mine.pending:
            await table.play(match, ANN, str(mine.moves[dice.randrange(len(mine.moves))]))
        else:
            absent = mine.times[1].is_absent
            await table.live(HOUR if absent else 5 * DAY)
    public = await table.matches.queries.situation(match, None)
    assert public.gone == {Seat(1): Gone.UNCOUNTED}
    assert winners(public.result) == (Seat(1),)
    page = await over_page(services_of(table.matches, case), public)
    assert marked(["Bob"], page.content.partition("\n")[0])
    for language in LANGUAGES:
        text = text_for(language)
        sentence = end_in_words(public, text)
        assert sentence is not None
        assert marked(["Bob"], sentence)
        assert not marked(["Ann"], sentence)
        assert own_end(await table.matches.queries.situation(match, ANN), text) == text("turns.lost")
        assert own_end(await table.matches.queries.situation(match, BOB), text) == text("turns.won")
    await table.matches.close()


@EVERY
async def test_the_first_page_of_a_log_has_the_newest_step(
    store: Any, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the newest turn is longer than a page."""
    table, match = await begun(store, case, play_on=False)
    await played_out(table, match)
    services, reader = services_of(table.matches, case), Reader(ANN, "Ann", text_for("en"), Theme.DARK)
    walk = await table.matches.replays.walk(match, ANN, Viewpoint.OWN)
    monkeypatch.setattr(log_module, "LOG_LENGTH", 120)
    shown: list[list[int]] = []
    for number in range(4):
        page = await log_page(services, walk, LogPlace(match, page=number), reader)
        shown.append([int(each) for each in re.findall(r"^`(\d+)`", page.lasting, re.MULTILINE)])
    assert max(shown[0]) == max(max(each) for each in shown if each)
    await table.matches.close()


@EVERY
@pytest.mark.parametrize("by", ["agreement", "a moderator", "the last one"])
async def test_a_match_that_was_called_off_has_a_card(store: Any, case: Case, by: str) -> None:
    """It says by whom, and how far it came; nobody has a rank."""
    table, match = await begun(store, case, play_on=True)
    dice, matches = random.Random(5), table.matches
    for _ in range(8):
        public = await matches.queries.situation(match, None)
        person = public.match.occupants[public.pending[0]].person
        assert person is not None
        own = await matches.queries.situation(match, person)
        await table.play(match, person, str(own.moves[dice.randrange(len(own.moves))]))
    people = list(PEOPLE)[: case.seats]
    if by == "a moderator":
        await matches.moderation.end(match, 999, table.click)
    for person in people if by != "a moderator" else ():
        if by == "agreement":
            await matches.departures.cancel(match, person, table.click)
        else:
            await matches.departures.resign(match, person, table.click)
    situation = await matches.queries.situation(match, None)
    assert situation.match.status is Status.CANCELLED
    services = services_of(matches, case)
    for language in LANGUAGES:
        who = Reader(ANN, "Ann", text_for(language), Theme.DARK)
        page = await over_page(services, situation, who)
        title, told = page.content.split("\n")
        assert title == who.text("cancelled.title", game=case.face.game.title, match=match)
        names = who.text.list(list(PEOPLE.values())[: case.seats])
        by_whom = {
            "agreement": who.text.plain("cancelled.agreed", n=case.seats, who=names),
            "a moderator": who.text.plain("event.host_ended"),
            "the last one": who.text.plain("cancelled.resigned"),
        }[by]
        assert spoken_text(told).startswith(by_whom)
        turn = case.face.turn(situation.view)
        came = ("cancelled.moves", {"n": 8}) if turn is None else ("cancelled.turn", {"turn": turn})
        assert told.endswith(who.text.plain(came[0], **came[1]))
        (card,) = page.attached
        assert card.alt.startswith(who.text.plain("card.end.cancelled"))
        assert card.name.startswith("end-")
        assert not marked([*PEOPLE.values()], f"{page.content}\n{card.alt}")
    ctx, story = services.public_context(situation.match), await story_of(services, situation)
    drawn = cancelled_card(services, situation, ctx, story)
    assert drawn is not None
    assert draw_end_card(drawn, Theme.DARK).width == 1100
    await table.matches.close()


@pytest.mark.parametrize("case", [case for case in chosen() if case.key != "genesia"], ids=str)
async def test_details_tell_what_each_seat_did_last(store: Any, case: Case) -> None:
    """The board marks it."""
    table, match = await begun(store, case, play_on=True)
    public = await played_out(table, match)
    services = services_of(table.matches, case)
    who = Reader(ANN, "Ann", text_for("en"), Theme.DARK)
    page = await Endings(services).detail(match, who)
    said = "\n".join(item.content for item in page.items if isinstance(item, discord.ui.TextDisplay))
    log = {entry.number: events for entry, events in await table.matches.queries.log(match, None)}
    ctx = services.context(public.match, who.text)
    for entry in public.last_moves:
        told = [event for event in log[entry] if event.code not in case.face.concluding and event.to is None]
        lines = [line for event in told if (line := narrate(case.face, ctx, event))]
        assert not lines or any(line in said for line in lines), (entry, lines)
    await table.matches.close()
