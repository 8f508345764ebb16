"""Pictures that a message shows stay there, and are not sent again."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import Any

import discord
import pytest

from cogs.answering.answers import Page, classic_page
from cogs.services.carried import CarriedPictures
from cogs.services.press_tokens import PressTokens
from render.kit.canvas import Picture

ONE, OTHER = Picture(b"one", 1, 1), Picture(b"two", 1, 1)


def key(*pictures: Picture, alt: str = "alt", name: str = "board-1") -> str:
    page = Page()
    for each in pictures:
        page.show(each, name, alt)
    return page.pictures_key


class Pressed:
    """A message as a press brings it along."""

    components: tuple[Any, ...] = ()

    def __init__(self, *names: str, ephemeral: bool, number: int = 7) -> None:
        self.id = number
        self.flags = discord.MessageFlags(ephemeral=ephemeral)
        self.attachments = [type("File", (), {"filename": name}) for name in names]


def test_files_are_named_after_what_they_show() -> None:
    assert key(ONE) == key(ONE)
    assert (
        len({key(ONE), key(OTHER), key(ONE, alt="else"), key(ONE, name="hand-1"), key(ONE, OTHER), key()})
        == 6
    )
    assert key(ONE) in {each.filename for each in Page().show(ONE, "board-1", "alt").files()}
    with_record = [classic_page().enclose("genial-1.txt", data).pictures_key for data in (b"1", b"2")]
    assert len(set(with_record)) == 2


def test_a_message_shows_what_was_confirmed_last() -> None:
    carried = CarriedPictures(lambda: True)
    assert not carried.shows(7, key(ONE))
    with carried.changing(7, key(ONE)):
        assert not carried.shows(7, key(ONE))
    assert carried.shows(7, key(ONE), answered=True)
    with contextlib.suppress(OSError), carried.changing(7, key(OTHER)):
        raise OSError
    assert not carried.shows(7, key(ONE))
    assert not carried.shows(7, key(OTHER))


def test_of_two_changes_at_once_none_counts() -> None:
    carried = CarriedPictures(lambda: True)
    with carried.changing(7, key(ONE)), carried.changing(7, key(OTHER)):
        pass
    assert not carried.shows(7, key(ONE))
    assert not carried.shows(7, key(OTHER))
    with carried.changing(7, key(OTHER)):
        pass
    assert carried.shows(7, key(OTHER))


def test_other_processes_may_have_answered_presses() -> None:
    carried = CarriedPictures(lambda: False)
    carried.sent(7, key(ONE))
    assert carried.shows(7, key(ONE))
    assert not carried.shows(7, key(ONE), answered=True)
    pressed: Any = Pressed(key(ONE), ephemeral=False)
    assert not carried.pressed_shows(pressed, key(ONE))


@pytest.mark.parametrize("ephemeral", [True, False])
def test_a_pressed_message_names_its_pictures(ephemeral: bool) -> None:
    """After a restart the message that is pressed says itself what it shows, if nobody else changes it."""
    carried = CarriedPictures(lambda: True)
    pressed: Any = Pressed(key(ONE), ephemeral=ephemeral)
    assert carried.pressed_shows(pressed, key(ONE)) == ephemeral
    assert not carried.pressed_shows(pressed, key(OTHER))
    with carried.changing(7, key(OTHER)):
        assert not carried.pressed_shows(pressed, key(ONE))  # an answer to an earlier press is under way
    assert not carried.pressed_shows(pressed, key(ONE))
    assert carried.pressed_shows(pressed, key(OTHER))


class Line:
    """A connection that notes what is asked, or refuses it."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked: list[str] = []
        self._error = error

    async def request(self, route: Any, **given: Any) -> None:
        self.asked.append(f"{route.method} {route.url}")
        if self._error is not None:
            raise self._error


def press(*, in_place: bool = True, ephemeral: bool = False, minutes: int = 0) -> Any:
    kinds = discord.InteractionResponseType
    kind = kinds.message_update if in_place else kinds.channel_message
    made = {
        "message": Pressed(ephemeral=ephemeral),
        "response": type("Response", (), {"type": kind}),
        "created_at": discord.utils.utcnow() - timedelta(minutes=minutes),
        "application_id": 2,
        "token": "token",
    }
    return type("Press", (), made)


async def test_a_press_that_was_answered_in_place_changes_its_message_later() -> None:
    presses, line = PressTokens(), Line()
    http: Any = line
    assert not await presses.edit(http, 7, content="one")
    presses.note(press())
    assert await presses.edit(http, 7, content="one")
    assert [each.partition("/webhooks")[2] for each in line.asked] == ["/2/token/messages/@original"]
    assert not await presses.edit(http, 8, content="one")


@pytest.mark.parametrize("of", [{"in_place": False}, {"ephemeral": True}, {"minutes": 15}])
async def test_other_presses_do_not(of: dict[str, Any]) -> None:
    presses, line = PressTokens(), Line()
    http: Any = line
    presses.note(press(**of))
    assert not await presses.edit(http, 7, content="one")
    assert not line.asked


async def test_a_token_that_is_refused_is_tried_once() -> None:
    presses, line = PressTokens(), Line(OSError())
    http: Any = line
    presses.note(press())
    assert not await presses.edit(http, 7, content="one")
    assert not await presses.edit(http, 7, content="one")
    assert len(line.asked) == 1
