"""A whole match of Genesis (Knizia) through a Discord written by strangers."""

from __future__ import annotations

from engine.games import GAMES
from engine.matches import Status
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said
from tests.cogs.test_matches_in_simcord import seat_robots, tap_through


async def test_a_whole_match(place: Town) -> None:
    """Two persons and an automatic player; `board` shows the scoring too, to whoever asks afterwards."""
    await place.open(2, "genesis", players="3", tiles="16")
    await seat_robots(place, 1)
    await place.start()
    calls = 0
    while controls(place.turn, "play"):
        mover, turn = place.mover(), place.turn
        calls += 1
        if calls % 3 == 0:
            panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
            assert panel.ephemeral
            await tap_through(mover, panel)
        else:
            offers = await mover.autocomplete(place.thread, "genesis play", "move", "")
            played = await mover.slash(place.thread, "genesis play", move=offers[0]["value"])
            assert played.response.ephemeral
        await place.settle()
    match = await place.bot.matches.get(1)
    assert match.status is Status.OVER
    verify(read(await place.bot.matches.record(1)), GAMES["genesis"])
    end = place.turn
    assert controls(end, "rematch")
    assert "**Zones**" not in said(end), "the picture behind the button shows them"
    assert [each.filename.rpartition(".")[2] for each in end.attachments] == ["png", "txt"]
    closer = (await place.people[0].click(end, custom_id=controls(end, "film")[0])).response
    assert closer.ephemeral
    assert "**Zones**, largest first" in said(closer)
    assert [each.filename.rpartition(".")[2] for each in closer.attachments] == ["png", "gif"], (
        "scoring, film"
    )
    shown = (await place.people[0].slash(place.thread, "genesis board")).response
    assert "**Zones**, largest first" in said(shown)
    assert len(shown.attachments) == 2, "the board and the scoring"
    assert place.refusals() == []


async def test_there_is_no_hand(place: Town) -> None:
    await place.open(2, "genesis")
    await place.start()
    assert controls(place.turn, "hand") == []
    for user in place.users[:2]:
        assert user.dm_channel is None or user.dm_channel.history() == []


async def test_a_list_in_pages_says_which_page_it_is(place: Town) -> None:
    """Eight squares a page, numbered from 1 on each, so that the numbers on the board are large."""
    await place.open(2, "genesis")
    await place.start()
    mover, turn = place.mover(), place.turn
    panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    while not controls(panel, "pick"):  # a wild face asks which tiles first
        panel = (await mover.click(panel.message, custom_id=controls(panel, "menu")[0])).response
    for page in (1, 2):
        (listed,) = (each for each in parts(panel) if each["type"] == 3)
        assert f"Page {page} of 12." in said(panel)
        assert [each["label"].split(".")[0] for each in listed["options"]] == list("12345678")
        (further,) = (each for each in parts(panel) if each.get("label") == "Other choices")
        panel = (await mover.click(panel.message, custom_id=further["custom_id"])).response
