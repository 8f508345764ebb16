"""The pages by which a club sees itself: the news of a server, and seats that are free."""

from __future__ import annotations

from dataclasses import dataclass, field

from cogs.answering.answers import Page, classic_page
from cogs.answering.controls import Control, Press, button
from cogs.pages.absence import stakes_in_words
from cogs.pages.endings import end_in_words, show_end_card, story_of
from cogs.pages.inbox import channel_link
from cogs.pages.parts import GREEN, GREY
from cogs.services.services import Services, name_at, names_of
from cogs.text.durations import weeks_left
from cogs.text.text import Markup, Text
from engine.game import Refusal, Seat
from engine.matches import Match, Situation, Status
from engine.store import StoreError

__all__ = ["LISTED", "NewsItems", "free_seat_line", "match_link", "news_page", "sit_button"]

LISTED = 8
"""Items of the news that have a line each; more are counted."""


@dataclass(slots=True)
class NewsItems:
    """The matches that a message of news is about, each once."""

    over: list[Match] = field(default_factory=list[Match])
    seats: list[Match] = field(default_factory=list[Match])
    """Matches with free seats."""
    opened: list[Match] = field(default_factory=list[Match])

    @property
    def count(self) -> int:
        return len(self.over) + len(self.seats) + len(self.opened)


async def news_page(services: Services, items: NewsItems, text: Text) -> Page | None:
    """Return one message of news, which calls nobody; `None` if there is nothing to tell."""
    page, buttons, told, left = classic_page(), list[Press](), 0, 0
    # As long as any end of the message may be.
    rest = len(text("news.and_more", n=items.count)) + 1
    for part, matches in (("over", items.over), ("seats", items.seats), ("opened", items.opened)):
        lines: list[Markup] = []
        room = page.room - rest - len(text(f"news.{part}", n=items.count)) - 1
        for match in matches:
            said = None if told == LISTED else await _item(services, part, match, text)
            line = None if said is None else Markup(f"- {said[0]}")
            if told == LISTED or (line is not None and len(line) + 1 > room):
                left += 1
            elif said is not None and line is not None:
                lines.append(line)
                buttons += said[1]
                room -= len(line) + 1
                told += 1
        if lines:
            page.say(text(f"news.{part}", n=len(lines)), *lines)
    if not told:
        return None
    if left:
        page.say(text("news.and_more", n=left))
    if len(items.over) == 1:
        await _show_end(services, page, items.over[0], text)
    return page.row(*buttons[:20])


async def _item(services: Services, part: str, match: Match, text: Text) -> tuple[Markup, list[Press]] | None:
    """Return the line of a match and its buttons; `None` where nothing can be told of it now."""
    try:
        situation = None if part == "opened" else await services.matches.queries.situation(match.id, None)
    except StoreError:
        raise
    except Refusal:
        return None
    link = await match_link(services, match, text)
    if situation is None:
        who = text.list(text("name", who=each) for each in names_of(match, text))
        pace = stakes_in_words(text, match)
        said = text("news.table", match=link, who=who, free=text("turns.free", n=match.free), pace=pace)
        return said, [button(Control(match.id, "join"), text.plain("news.join", match=match.id), style=GREEN)]
    if part == "over":
        end = end_in_words(situation, text) or text("turns.finished")
        watch = button(Control(match.id, "replay"), text.plain("news.watch", match=match.id), style=GREY)
        return text("news.end", match=link, end=end), [watch]
    lines = [free_seat_line(services, situation, seat, text, link) for seat in match.free_seats]
    sits = [
        button(
            Control(match.id, "sit", str(int(seat))),
            text.plain("news.sit", match=match.id, who=name_at(match, seat, text)),
            style=GREEN,
        )
        for seat in match.free_seats
    ]
    return Markup("\n- ".join(lines)), sits


async def _show_end(services: Services, page: Page, match: Match, text: Text) -> None:
    try:
        situation = await services.matches.queries.situation(match.id, None)
    except StoreError:
        raise
    except Refusal:
        return
    ctx = services.context(match, text)
    await show_end_card(services, page, situation, ctx, await story_of(services, situation))


async def match_link(services: Services, match: Match, text: Text) -> Markup:
    """Return the name of a match, which leads to its thread, or to its table before it begins."""
    posts = services.matches.posts
    thread = None if match.status is Status.LOBBY else await posts.post(match.id, "thread")
    url = channel_link(match, match.venue.channel if thread is None else thread.channel)
    if thread is None and (lobby := await posts.post(match.id, "lobby")) is not None:
        url = Markup(f"{url}/{lobby.message}")
    faces = services.faces
    title = faces[match.game].game.title if match.game in faces else match.game
    return text("turns.match", game=title, match=match.id, url=url)


def free_seat_line(services: Services, situation: Situation, seat: Seat, text: Text, link: Markup) -> Markup:
    """Return a free seat in words: the match, whose seat it is, the turn, how long it will last."""
    match = situation.match
    parts = [text("seat.free", match=link, who=name_at(match, seat, text))]
    others = [name for each, name in enumerate(names_of(match, text)) if each != seat]
    if others:
        parts.append(text("turns.with", who=text.list(text("name", who=each) for each in others)))
    face = services.faces.get(match.game)
    turn = None if face is None or situation.view is None else face.turn(situation.view)
    if turn is not None:
        parts.append(text("seat.turn", turn=turn))
    left = weeks_left(match, services.matches.now())
    if left is not None:
        parts.append(text("seat.lasts", weeks=text("time.weeks", n=left)))
    return Markup(" · ".join(parts))


def sit_button(match: Match, seat: Seat, text: Text) -> Press:
    """Return the button with which somebody asks for a free seat."""
    return button(Control(match.id, "sit", str(int(seat))), text.plain("seat.take"), style=GREEN)
