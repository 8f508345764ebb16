"""The buttons at the end of a match: its result again, all details, its film, and a page to keep."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.answering.answers import Page, answer
from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import verb
from cogs.pages.endings import cancelled_page, detail_page, over_page
from cogs.pages.movie import kept_page, movie_page
from cogs.services.services import Reader, Services
from engine.game import Refusal
from engine.matches import Status

__all__ = ["Endings"]


class Endings:
    """The answers to what people ask of a match that is over, and the film of one that runs."""

    def __init__(self, services: Services) -> None:
        self.services = services
        services.verbs.add_from(self)

    async def result(self, match: int, reader: Reader) -> Page:
        """Return the end of a match for the reader. Raises `Refusal` ``not_over``."""
        situation = await self.services.matches.queries.situation(match, None)
        if not situation.match.status.has_ended:
            raise Refusal("not_over", match=match)
        if situation.match.status is Status.CANCELLED:
            record = await self.services.matches.queries.record(match)
            return await cancelled_page(self.services, situation.match, record.encode(), reader)
        return await over_page(self.services, situation, reader)

    async def detail(self, match: int, reader: Reader) -> Page:
        """Return all of the end of a match. Raises `Refusal` ``not_over``."""
        situation = await self.services.matches.queries.situation(match, None)
        if not situation.match.status.has_ended:
            raise Refusal("not_over", match=match)
        if situation.last_moves:  # the board marks what each seat did last: all of it is told
            before = max(0, min(situation.last_moves) - 1)
            situation = await self.services.matches.queries.situation(match, None, before)
        return await detail_page(self.services, situation, reader)

    async def kept(self, match: int, reader: Reader) -> Page:
        """Return the page to keep. Raises `Refusal` ``not_over``."""
        if not (await self.services.matches.loader.get(match)).status.has_ended:
            raise Refusal("not_over", match=match)
        return await kept_page(self.services, match, reader)

    @verb("result")
    async def press_result(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.result(control.match, reader))

    @verb("detail")
    async def press_detail(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.detail(control.match, reader))

    @verb("movie")
    async def press_movie(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, movie_page(self.services, control.match, reader, unveiled=True))

    @verb("keep")
    async def press_keep(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        reader = await self.services.reader_of(interaction)
        await answer(interaction, self.kept(control.match, reader))
