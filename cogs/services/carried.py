"""Pictures that our messages show already: they stay, and are not sent again."""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterator
from typing import Any

import discord

__all__ = ["CarriedPictures", "names_in"]

KEPT = 4096
"""Messages whose pictures are remembered."""


class CarriedPictures:
    """The pictures of our messages, by message, as far as this process has sent them.

    Those of a message are known by `Page.pictures_key`, of which names with a digest of the bytes are a part.
    """

    def __init__(self, is_alone: Callable[[], bool]) -> None:
        """`is_alone` says whether no other process changes the messages of this one."""
        self._is_alone = is_alone
        self._keys: OrderedDict[int, str | None] = OrderedDict()
        """`None` where a change was not confirmed, or two were under way at once."""
        self._changes: dict[int, int] = {}
        """Changes that have begun since none was under way, by message; as long as one is."""
        self._under_way: Counter[int] = Counter()

    @contextlib.contextmanager
    def changing(self, message: int, key: str) -> Generator[None]:
        """Note, once the block has changed the message, that it shows these pictures."""
        self._changes[message] = self._changes.get(message, 0) + 1
        self._under_way[message] += 1
        self._note(message, None)
        try:
            yield
            if self._changes[message] == 1:
                self._note(message, key)
        finally:
            self._under_way[message] -= 1
            if not self._under_way[message]:
                del self._under_way[message], self._changes[message]

    def sent(self, message: int, key: str) -> None:
        """Note what a new message shows."""
        self._note(message, key)

    def _note(self, message: int, key: str | None) -> None:
        self._keys[message] = key
        self._keys.move_to_end(message)
        while len(self._keys) > KEPT:
            self._keys.popitem(last=False)

    def shows(self, message: int, key: str, *, answered: bool = False) -> bool:
        """Return true if the message is known to show these pictures.

        Other processes may have answered presses on an `answered` one, of which this one knows nothing.
        """
        return (not answered or self._is_alone()) and self._keys.get(message) == key

    def pressed_shows(self, pressed: discord.Message, key: str) -> bool:
        """Return true if a message that was just pressed shows these pictures.

        An ephemeral one is changed by answers to presses alone, and all of them reach one process: where that
        has not changed it, it shows what it showed when it was pressed.
        """
        if pressed.id in self._keys:
            return self.shows(pressed.id, key, answered=not pressed.flags.ephemeral)
        return pressed.flags.ephemeral and "\n".join(names_in(pressed)) == key


def names_in(message: discord.Message) -> Iterator[str]:
    """Yield the names of the files that a message shows, beside its text or in its components."""
    yield from (each.filename for each in message.attachments)
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop(0)
        if isinstance(component, discord.MediaGalleryComponent):
            yield from (item.media.url.partition("?")[0].rpartition("/")[2] for item in component.items)
        waiting.extend(getattr(component, "children", ()))
