"""The lobby while it is open, as host and guests see it: few buttons, and forms that change the table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import Longtable
from cogs.answering.answers import defer
from cogs.text.text import text_for
from engine.genial.model import Form, GenialOptions
from engine.match.clock import PACES
from engine.matches import Begin, Match, Status
from harness.playing import WITHIN, controls, get_up, in_full, running, seat_robots
from sandbox import Sandbox
from sandbox.people import Answer, Message, People, Person
from tests.whole.watching import Watch, sentence

pytestmark = pytest.mark.usefixtures("quiet")


async def opened(people: People, **options: Any) -> Message:
    await people["ada"].command("genial new", {"players": "4", **options}, channel="games")
    return await people["ada"].sees(lambda message: bool(controls(message, "change")), "games", within=WITHIN)


async def shows(person: Person, table: Message, *words: str, verb: str = "change") -> Message:
    """The table's message once it says that and has that button."""
    return await person.sees(
        lambda message: (
            message.id == table.id
            and all(each in message.text for each in words)
            and bool(controls(message, verb))
        ),
        "games",
        within=WITHIN,
    )


async def form_of(person: Person, message: Message, argument: str = "") -> Answer:
    """The form behind the button with that argument."""
    button = next(each for each in controls(message, "change") if each.split("~")[0].endswith(f":{argument}"))
    form = await person.press(message, button)
    assert form.state == "modal", form
    return form


def field(form: Answer, name: str) -> str:
    return next(each.custom_id for each in form.fields if each.custom_id.startswith(f"{name}="))


async def match_of(bot: Longtable) -> Match:
    return await bot.matches.loader.get(1)


async def sent(person: Person, form: Answer, fields: dict[str, Any], **given: Any) -> Message:
    answer = await in_full(person, person.submit(form, fields, **given))
    assert answer.message is not None, answer
    return answer.message


@pytest.mark.parametrize("locale", ["en-US", "fr"])
async def test_the_host_changes_the_table_in_one_form(people: People, bot: Longtable, locale: str) -> None:
    ada, basile, dan = people["ada"], people["basile"], people["dan"]
    await ada.set(locale=locale)
    table = await opened(people)
    text = text_for(locale[:2])
    buttons = [text.plain(f"lobby.{each}") for each in ("join", "rules", "change")]
    assert [each.label for each in table.buttons] == buttons
    await basile.press(table, controls(table, "join")[0])
    table = await shows(ada, table, basile.raw["global_name"])
    form = await form_of(ada, table)
    assert [each.label for each in form.fields] == [
        text.plain(f"terms.{each}") for each in ("seats", "robots", "pace", "joiners")
    ]
    assert all(each.required for each in form.fields), "a menu in a form is optional unless told otherwise"
    page = await sent(
        ada,
        form,
        {
            field(form, "seats"): "3",
            field(form, "robots"): "steady",
            field(form, "pace"): "week",
            field(form, "joiners"): "invited",
        },
    )
    assert text.plain("terms.done", match=1) in page.text
    assert page.private
    basiles, join = basile.raw["global_name"], text.plain("lobby.join")
    assert str(text("terms.anew", who=basiles, n=1, join=join)) in page.text, (
        "another pace: he is asked again"
    )
    anew = text("lobby.anew", who=basiles, n=1, join=join, decline=text("lobby.decline"))
    table = await shows(dan, table, str(anew), verb="decline")
    await basile.press(table, controls(table, "join")[0])
    match = await match_of(bot)
    assert (match.size, match.pace, match.lobby.guests_only) == (3, PACES["week"], True)
    assert [one.player for one in match.occupants] == [None, None, "steady"], "he sits where he sat"
    seats = text.plain("lobby.altered.one", what=text.plain("terms.seats"), before="4", after="3")
    full = await shows(dan, table, f"{text.plain('lobby.altered', changes=seats)[:-1]} · ", verb="start")
    buttons = [text.plain(f"lobby.{each}") for each in ("leave", "rules", "change", "start")]
    assert [each.label for each in full.buttons] == buttons
    assert match.lobby.due is not None
    assert f"<t:{int(match.lobby.due.timestamp())}:R>" in full.text


async def test_more_is_a_press_further(people: People, bot: Longtable) -> None:
    ada = people["ada"]
    table = await opened(people)
    form = await form_of(ada, table)
    page = await sent(ada, form, {})
    assert "stays as it is" in page.text
    own = await form_of(ada, page, "0")
    page = await sent(ada, own, {"Form of play": "team", "At most one bonus tile a turn": True})
    assert (await match_of(bot)).options == GenialOptions(Form.TEAM, single_bonus=True)
    rest = await form_of(ada, page, "table")
    assert len(rest.fields) == 5
    chosen = {"How it starts": "host", "Language of the table": "fr", "What may be taken back": "chance"}
    others = {"If one side of two resigns": "plays", "Help, or rated": "without"}
    page = await sent(ada, rest, {**chosen, **others})
    match = await match_of(bot)
    assert (match.lobby.begin, match.venue.locale) == (Begin.HOST, "fr")
    assert (match.before_chance, match.play_on, match.has_help) == (True, True, False)
    await shows(people["dan"], table, "Équipes de deux")
    for verb in ("fairness", "leave", "cancel"):
        assert controls(page, verb), "what else the host may do"
    assert "No seat" not in (await ada.press(page, controls(page, "fairness")[0])).text
    await ada.press(page, controls(page, "leave")[0])
    assert (await match_of(bot)).status is Status.CANCELLED


async def test_a_guest_joins_reads_and_gets_up(people: People, bot: Longtable, watch: Watch) -> None:
    basile = people["basile"]
    table = await opened(people)
    await basile.press(table, controls(table, "join")[0])
    kind = sentence(basile.raw["locale"], "host_changes", match=1, host="Ada")
    refused = await in_full(basile, basile.press(table, controls(table, "change")[0]))
    assert refused.text == kind
    assert refused.message is not None
    assert refused.message.private
    assert (await get_up(basile, table)).text
    assert (await match_of(bot)).seat_of(int(basile.id)) is None
    rules = await in_full(basile, basile.press(table, controls(table, "rules")[0]))
    assert rules.message is not None
    sealed = await in_full(basile, basile.press(rules.message, controls(rules.message, "fairness")[0]))
    assert (await match_of(bot)).commitment in sealed.text, "the message has it from the beginning"


async def test_who_is_invited_joins_or_declines(people: People, bot: Longtable) -> None:
    ada, basile, chloe = people["ada"], people["basile"], people["chloe"]
    await ada.command("genial new", {"players": "3", "with": "@basile @chloe"}, channel="games")
    table = await ada.sees(lambda message: bool(controls(message, "decline")), "games", within=WITHIN)
    assert [each.label for each in table.buttons] == ["Join", "Decline", "How to play", "Change…"]
    assert "**Join** or **Decline** below" in table.text
    await chloe.press(table, controls(table, "decline")[0])
    await basile.press(table, controls(table, "join")[0])
    match = await match_of(bot)
    assert match.seat_of(int(basile.id)) == 1
    assert match.lobby.guests == ()


async def test_what_two_of_the_hosts_clients_send_is_both_done(people: People, bot: Longtable) -> None:
    """Each changes what was changed in it, and leaves alone what the other one has changed meanwhile."""
    ada = people["ada"]
    table = await opened(people)
    one, other = await form_of(ada, table), await form_of(ada, table)
    await asyncio.gather(
        sent(ada, one, {field(one, "seats"): "2"}), sent(ada, other, {field(other, "pace"): "week"})
    )
    match = await match_of(bot)
    assert (match.size, match.pace) == (2, PACES["week"])
    page = await sent(ada, await form_of(ada, await shows(ada, table, "1 free seat")), {})
    own, same = await form_of(ada, page, "0"), await form_of(ada, page, "0")
    await asyncio.gather(
        sent(ada, own, {"Form of play": "team"}),
        sent(ada, same, {"At most one bonus tile a turn": True}),
    )
    assert (await match_of(bot)).options == GenialOptions(Form.TEAM, single_bonus=True)


async def test_a_form_that_is_delivered_twice_acts_once(people: People, bot: Longtable, watch: Watch) -> None:
    ada = people["ada"]
    table = await opened(people)
    form = await ada.press(table, controls(table, "change")[0], deliver=2)
    await sent(ada, form, {field(form, "robots"): "steady,steady"}, deliver=2)
    assert len((await match_of(bot)).occupants) == 3


async def test_a_form_of_a_table_that_has_begun_meanwhile_loses_nothing(
    people: People, bot: Longtable, watch: Watch
) -> None:
    ada = people["ada"]
    table = await opened(people, players="2")
    form = await form_of(ada, table)
    await seat_robots(ada, table, 1)
    full = await shows(ada, table, verb="start")
    await ada.press(full, controls(full, "start")[0])
    before = await match_of(bot)
    page = await sent(ada, form, {field(form, "pace"): "week"})
    assert page.text == sentence(ada.raw["locale"], "terms_started", match=1)
    assert (await match_of(bot)).pace == before.pace


@pytest.mark.parametrize(
    ("name", "value", "code", "inputs"),
    [
        ("seats", "9", "seats", {"seats": 9}),
        ("seats", "1", "seats", {"seats": 1}),
        ("seats", "٣", "unknown_value", {"value": "٣"}),
        ("seats", "99999999", "unknown_value", {"value": "99999999"}),
        ("robots", "world champion", "unknown_value", {"value": "world champion"}),
        ("robots", ",".join(["steady"] * 30), "unknown_value", None),
        ("robots", "steady,steady,steady", "seats_taken", {"match": 1, "seats": 4, "taken": 5}),
        ("pace", "1h+900h", "pace", None),
        ("pace", "yesterday", "pace_unknown", {"pace": "yesterday"}),
        ("joiners", "nobody", "unknown_value", {"value": "nobody"}),
    ],
)
async def test_what_no_client_sends_is_refused(
    people: People,
    bot: Longtable,
    name: str,
    value: str,
    code: str,
    inputs: dict[str, Any] | None,
) -> None:
    ada, basile = people["ada"], people["basile"]
    table = await opened(people)
    await basile.press(table, controls(table, "join")[0])
    form = await form_of(ada, table)
    before = await match_of(bot)
    page = await sent(ada, form, {field(form, name): value}, force=True)
    if inputs is not None:
        assert page.text == sentence(ada.raw["locale"], code, **inputs)
    assert page.private
    assert await match_of(bot) == before


async def test_forms_of_nobody(people: People, bot: Longtable, watch: Watch) -> None:
    """A form in another's hands, unknown fields, values of another kind."""
    ada, basile = people["ada"], people["basile"]
    table = await opened(people)
    await basile.press(table, controls(table, "join")[0])
    form = await form_of(ada, table)
    before = await match_of(bot)
    page = await sent(ada, form, {}, force=True)
    assert await match_of(bot) == before
    own = await form_of(ada, page, "0")
    refused = await sent(ada, own, {field(own, "option.form"): "circle"}, force=True)
    assert refused.private
    assert await match_of(bot) == before
    # The host has left: the form is in the hands of a guest of the new host.
    await get_up(ada, table)
    refused = await sent(ada, form, {field(form, "pace"): "week"})
    assert refused.text == sentence(ada.raw["locale"], "host_changes", match=1, host="Basile")
    assert (await match_of(bot)).pace == before.pace


async def test_a_press_that_was_deferred_is_asked_to_come_again(
    people: People, bot: Longtable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No form can follow an answer that was put off."""
    ada = people["ada"]
    table = await opened(people)
    reader_of = bot.services.reader_of

    async def slow(interaction: Any) -> Any:
        await defer(interaction, edit=False)
        return await reader_of(interaction)

    monkeypatch.setattr(bot.services, "reader_of", slow)
    late = await in_full(ada, ada.press(table, controls(table, "change")[0]))
    monkeypatch.undo()
    assert late.message is not None
    assert "press again" in late.text
    form = await form_of(ada, late.message)
    await sent(ada, form, {field(form, "seats"): "2"})
    assert (await match_of(bot)).size == 2


async def test_a_form_from_before_a_restart_counts(box: Sandbox, database: Path, luck: None) -> None:
    """All that a form means is in the form: no process has to remember it."""
    async with People(box.url) as people:
        ada = people["ada"]
        async with running(box, database):
            await people.bot_online()
            form = await form_of(ada, await opened(people))
        since = len(ada.frames)
        async with running(box, database) as again:
            await ada.event(lambda frame: frame == {"type": "bot", "online": True}, since=since)
            await sent(ada, form, {field(form, "seats"): "2"})
            assert (await match_of(again)).size == 2
