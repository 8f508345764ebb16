"""A whole match of Genesis (Knizia) through a Discord written by strangers."""

from __future__ import annotations

from typing import Any

from engine.games import GAMES
from engine.matches import Status
from engine.record import read, verify
from tests.cogs.simulated import Town, controls, parts, said
from tests.cogs.test_matches_in_simcord import tap_through


async def test_a_whole_match(place: Town) -> None:
    """Two persons and an automatic player; `board` shows the scoring too, to whoever asks afterwards."""
    await place.open(2, "genesis", players="3", tiles="16")
    await place.seat_robots(1)
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
    match = await place.bot.matches.loader.get(1)
    assert match.status is Status.OVER
    verify(read(await place.bot.matches.queries.record(1)), GAMES["genesis"])
    end = place.turn
    assert controls(end, "rematch")
    assert "**Zones**" not in said(end), "the picture behind the button shows them"
    assert [each.filename.rpartition(".")[2] for each in end.attachments] == ["png"]
    closer = (await place.people[0].click(end, custom_id=controls(end, "detail")[0])).response
    assert closer.ephemeral
    assert "**Zones**, largest first" in said(closer)
    assert [each.filename.rpartition(".")[2] for each in closer.attachments] == ["png", "png", "txt"], (
        "board, scoring, record"
    )
    watched = (await place.people[0].click(end, custom_id=controls(end, "replay")[0])).response
    assert [each.filename.rpartition(".")[2] for each in watched.attachments] == ["png"], "step by step"
    shown = (await place.people[0].slash(place.thread, "match board")).response
    assert "**Zones**, largest first" in said(shown)
    assert len(shown.attachments) == 2, "the board and the scoring"
    assert place.refusals() == []


async def test_there_is_no_hand(place: Town) -> None:
    await place.open(2, "genesis")
    await place.start()
    assert controls(place.turn, "hand") == []
    for user in place.users[:2]:
        assert user.dm_channel is None or user.dm_channel.history() == []


async def test_eight_squares_are_numbered_at_once_and_the_others_lie_in_rows_with_pages(place: Town) -> None:
    """Numbered from 1 on each page, so that numbers on the board are large; a row says which page it is."""
    await place.open(2, "genesis")
    await place.start()
    mover, turn = place.mover(), place.turn
    panel = (await mover.click(turn, custom_id=controls(turn, "play")[0])).response
    while not controls(panel, "pick"):  # the rows; a wild face asks which tiles first
        panel = (await mover.click(panel.message, custom_id=controls(panel, "menu")[0])).response
    (rows,) = (each for each in parts(panel) if each["type"] == 3)
    assert numbers_on(panel) == [f"{number}" for number in range(1, 9)]
    assert rows["options"][0]["label"] == "Row 10: 11 places"
    chosen = [rows["options"][0]["value"]]
    panel = (await mover.select(panel.message, chosen, custom_id=rows["custom_id"])).response
    for page, count, way in ((1, 8, "On to 2 of 2"), (2, 3, "Back to 1 of 2")):
        assert f"{page} of 2" in said(panel)
        assert numbers_on(panel) == [f"{number}" for number in range(1, count + 1)]
        (further,) = (each for each in parts(panel) if each.get("label") == way)
        panel = (await mover.click(panel.message, custom_id=further["custom_id"])).response


def numbers_on(panel: Any) -> list[str]:
    """The numbers of the squares that are offered as buttons."""
    labels = [each["label"].split(".") for each in parts(panel) if "." in each.get("label", "")]
    return [number for number, *_ in labels]
