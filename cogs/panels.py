"""The pages of a match: the lobby, a turn in the thread, a player's private panel, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from cogs.answers import Page
from cogs.controls import Control, Press, button, menu
from cogs.face import Choice, Look, Menu
from cogs.house import House, Reader, names_of, narrated, player_name
from cogs.text import Markup, Text, sorted_code, text_for
from engine.game import Refusal, Seat
from engine.matches import Match, Round, Situation, Status

__all__ = [
    "cancelled_page",
    "lobby_lines",
    "lobby_page",
    "log_page",
    "opened",
    "over_page",
    "panel_page",
    "sealed",
    "turn_page",
    "waiting",
]

PRIMARY = discord.ButtonStyle.primary
GREEN = discord.ButtonStyle.success
GREY = discord.ButtonStyle.secondary
RED = discord.ButtonStyle.danger
LOG_LINES = 12
LOG_LENGTH = 3600
"""Characters of a page's lines: a message holds 4,000."""


# Everybody's


def lobby_lines(house: House, match: Match, text: Text) -> list[Markup]:
    """The table in words: game, options, seats."""
    face, names = house.face(match.game), names_of(match, text)
    lines = [text("lobby.title", game=face.game.title, match=match.id)]
    lines.append(face.options(text, match.options, match.size))
    for number in range(match.size):
        if number < len(names):
            host = match.occupants[number].person == match.host
            lines.append(text("lobby.host" if host else "lobby.seat", number=number + 1, who=names[number]))
        else:
            lines.append(text("lobby.free", number=number + 1))
    return lines


def opened(match: Match, reader: Reader) -> Markup:
    """What the person who opened a table is told. The button is the table's, in the place's language."""
    start = text_for(match.place.locale)("lobby.start")
    full = len(match.occupants) >= match.size
    return reader.text("lobby.opened_full" if full else "lobby.opened", match=match.id, start=start)


def lobby_page(house: House, match: Match, thread: int | None = None) -> Page:
    """The table as it is now: seats, options, fairness, and what one can do about it."""
    text, face = text_for(match.place.locale), house.face(match.game)
    page = Page().say(*lobby_lines(house, match, text))
    if match.status is Status.LOBBY:
        full = len(match.occupants) >= match.size
        page.row(
            button(Control(match.id, "join"), text.plain("lobby.join"), style=GREEN, disabled=full),
            button(Control(match.id, "leave"), text.plain("lobby.leave")),
            button(Control(match.id, "start"), text.plain("lobby.start"), style=PRIMARY, disabled=not full),
        )
        if not full:
            page.row(
                menu(
                    Control(match.id, "add"),
                    text.plain("lobby.add"),
                    [
                        discord.SelectOption(
                            label=player_name(kind, text),
                            value=kind,
                            description=text.plain(f"player.about.{kind}")
                            if text.knows(f"player.about.{kind}")
                            else None,
                        )
                        for kind in face.game.players
                    ],
                )
            )
        if any(each.player for each in match.occupants):
            page.row(button(Control(match.id, "remove"), text.plain("lobby.remove")))
    elif match.status is Status.RUNNING:
        page.say(text("lobby.running", thread=Markup(f"<#{thread}>")) if thread else text("lobby.started"))
    else:
        begun = match.status is Status.CANCELLED and match.entries
        page.say(text("lobby.called_off" if begun else f"lobby.{match.status.value}"))
    return page.say(*sealed(match, text))


def sealed(match: Match, text: Text) -> list[Markup]:
    """What keeps everybody from choosing the chance: the fingerprint, and after the start the clicks."""
    lines = [text("lobby.commitment", commitment=match.commitment)]
    if match.entries:
        lines.append(text("lobby.clicks", clicks=",".join(map(str, match.clicks))))
    return lines


async def turn_page(house: House, situation: Situation, asked: Round) -> Page:
    """What the thread shows of an open question: what happened, the board, who is asked, the controls.

    `situation` is a spectator's: nothing here knows a secret. Where several choose at once all are named as
    long as the question is open: who has chosen already is nobody's business.
    """
    match, number = situation.match, asked.call
    look = house.public_look(match)
    text, face = look.text, house.face(match.game)
    seats = [seat for seat in asked.seats if match.occupants[seat].person is not None]
    called = [_mention(match, look, seat) for seat in seats]
    seat = seats[0] if len(seats) == 1 else None
    page = Page()
    await house.show(page, face.board(look, situation.view, seat), f"board-{match.id}-{number}")
    await house.show_more(page, face.pictures(look, situation.view), f"more-{match.id}-{number}")
    page.say(
        face.announce(look, situation.view),
        text("turn.call", n=len(called), who=text.list(called)),
    )
    page.note(*progress(situation, look))
    controls = [
        button(Control(match.id, "play", asked=number, seat=seat), text.plain("turn.play"), style=PRIMARY)
    ]
    if face.has_hand:
        controls.append(button(Control(match.id, "hand", asked=number, seat=seat), text.plain("turn.hand")))
    controls.append(button(Control(match.id, "text", asked=number, seat=seat), text.plain("turn.text")))
    page.begin(house.news(situation, look, public=True, room=page.room))
    return page.row(*controls)


def progress(situation: Situation, look: Look) -> list[Markup]:
    """How far the open question is: how many of several have chosen, when the short clock runs out."""
    asked, text = situation.round, look.text
    if asked is None:
        return []
    lines: list[Markup] = []
    if len(asked.seats) > 1:
        lines.append(text("turn.chosen", n=asked.chosen, seats=len(asked.seats)))
    if situation.deadline is not None:
        lines.append(text("turn.deadline", left=text.when(situation.deadline)))
    return lines


def _mention(match: Match, look: Look, seat: Seat) -> Markup:
    person = match.occupants[seat].person
    return Markup(f"<@{person}>") if person is not None else look.text("name", who=look.names[seat])


async def over_page(house: House, situation: Situation, record: bytes | None) -> Page:
    """The end: final board, ranks, why, the seed, the record, another match."""
    match, result = situation.match, situation.result
    look = house.public_look(match)
    text, face = look.text, house.face(match.game)
    page = Page()
    if situation.view is not None:
        await house.show(page, face.board(look, situation.view, None), f"board-{match.id}-end")
        await house.show_more(page, face.pictures(look, situation.view), f"more-{match.id}-end")
    lines = [text("over.title", game=face.game.title, match=match.id)]
    if result is not None:
        lines.append(text(sorted_code(result.reason, "end")))
        sides = sorted(face.sides(situation.view, match.size), key=lambda side: result.ranks[side[0]])
        for side in sides:
            better = [each for each in sides if result.ranks[each[0]] < result.ranks[side[0]]]
            lines.append(
                text(
                    "over.rank" if match.size > 1 else "over.solo",
                    rank=1 + len(better),
                    who=text.list(text("name", who=look.names[seat]) for seat in side),
                    score=face.score(text, result, side[0]),
                )
            )
    if situation.view is not None:
        lines.append(face.announce(look, situation.view))
    page.say(*lines)
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    page.row(button(Control(match.id, "rematch"), text.plain("over.rematch"), style=PRIMARY))
    page.say(*_unsealed(match, text, record))
    return page.begin(house.news(situation, look, public=True, room=page.room))


def _unsealed(match: Match, text: Text, record: bytes | None) -> list[Markup]:
    """What the chance can be checked with: the seed, and how long the record is that was enclosed."""
    lines: list[Markup] = []
    if match.seed is not None:
        lines.append(text("over.seed", seed=match.seed.hex(), commitment=match.commitment))
    if record is not None:
        lines.append(text("over.record", n=match.entries))
    return lines


def cancelled_page(house: House, match: Match, record: bytes | None) -> Page:
    """The match was ended before its end; it has a record where it had begun."""
    text = text_for(match.place.locale)
    page = Page().say(text("cancelled.title", game=house.face(match.game).game.title, match=match.id))
    if record is not None:
        page.enclose(f"{match.game}-{match.id}.txt", record)
    return page.say(*_unsealed(match, text, record))


# One person's


async def panel_page(
    house: House,
    situation: Situation,
    reader: Reader,
    *,
    path: tuple[str, ...] = (),
    page: int = 0,
    heading: Sequence[Markup] = (),
    pictures: bool = True,
    board: bool = False,
) -> Page:
    """A player's private panel: the question and what can be answered, or the hand while others think.

    With `board` the board is shown too, for somebody who sees no thread.
    """
    match = situation.match
    look = house.look(match, reader.text, reader.theme)
    face, text = house.face(match.game), reader.text
    shown = Page().say(*heading)
    if situation.seat is None or situation.asked is None or not len(situation.moves):
        shown.say(waiting(situation, look))
        running = match.status is Status.RUNNING and situation.seat is not None
        hand = face.hand(look, situation.view) if running else None
        if hand is not None:
            shown.say(hand.words)
            await house.show(shown, hand.drawing if pictures else None, f"hand-{match.id}")
        return shown
    step = await house.think(_step, house, situation, look, path, page)
    if board and (face.has_hand or step.drawing is None):  # else the board is what one chooses on
        name = f"{match.id}-{situation.question}"
        await house.show(shown, face.board(look, situation.view, situation.seat), f"board-{name}")
        await house.show_more(shown, face.pictures(look, situation.view), f"more-{name}")
    shown.say(step.prompt, *_standing(situation, look))
    kind = "hand" if face.has_hand and not path else "choice"
    name = f"{kind}-{match.id}-{situation.question}"
    await house.show(shown, step.drawing if pictures else None, name)
    asked = Control(match.id, "menu", "", situation.question or 0, situation.seat)
    _choices(shown, step, asked, path, house)
    steps = [*_steps(step, asked, path, text), *_buttons(step.beside, asked, path, house)]
    return shown.row(*steps) if steps else shown


def _standing(situation: Situation, look: Look) -> list[Markup]:
    """What to know beside the question: that the choice is in, that an order answers, until when one may."""
    text, clock = look.text, situation.deadline
    if situation.seat in situation.pending:
        if situation.ordered:
            return [text("panel.ordered")]
        if clock is None:
            return []
        return [text("panel.deadline", until=text.when(clock, "f"), left=text.when(clock))]
    return [text("panel.sealed"), *progress(situation, look)]


def _step(house: House, situation: Situation, look: Look, path: tuple[str, ...], page: int) -> Menu:
    face = house.face(situation.match.game)
    try:
        return face.menu(look, situation.view, situation.moves, path, page)
    except LookupError:
        raise Refusal("unknown_control") from None


def _choices(shown: Page, step: Menu, asked: Control, path: tuple[str, ...], house: House) -> None:
    if step.listed:
        options = [
            discord.SelectOption(
                label=choice.label,
                value=_value(choice),
                description=choice.detail or None,
                emoji=house.icons.get(choice.emoji),
            )
            for choice in step.choices
        ]
        control = replace(asked, verb="pick", argument=f"{step.page}@{'/'.join(path)}")
        shown.row(menu(control, step.placeholder, options))
        return
    shown.row(*_buttons(step.choices, asked, path, house))


def _buttons(
    choices: Sequence[Choice], asked: Control, path: tuple[str, ...], house: House
) -> list[discord.ui.Item[Any]]:
    controls: list[discord.ui.Item[Any]] = []
    for choice in choices:
        control = (
            replace(asked, verb="go", argument=choice.value)
            if choice.final
            else replace(asked, argument=f"0@{'/'.join((*path, choice.value))}")
        )
        style = PRIMARY if choice.strong else GREY
        controls.append(button(control, choice.label, style=style, emoji=house.icons.get(choice.emoji)))
    return controls


def _value(choice: Choice) -> str:
    return f"={choice.value}" if choice.final else f">{choice.value}"


def _steps(step: Menu, asked: Control, path: tuple[str, ...], text: Text) -> list[Press]:
    here = "/".join(path)
    controls: list[Press] = []
    if path:
        controls.append(button(replace(asked, argument=f"0@{'/'.join(path[:-1])}"), text.plain("panel.back")))
    if step.pages > 1:
        before, after = step.page - 1, step.page + 1
        if before >= 0:
            controls.append(button(replace(asked, argument=f"{before}@{here}"), text.plain("panel.better")))
        if after < step.pages:
            controls.append(button(replace(asked, argument=f"{after}@{here}"), text.plain("panel.others")))
    return controls


def waiting(situation: Situation, look: Look) -> Markup:
    """Whom the match waits for; of several who choose at once, only how many have chosen."""
    text = look.text
    if situation.match.status is Status.LOBBY:
        return text("panel.lobby")
    if situation.match.status is not Status.RUNNING or not situation.pending:
        return text("panel.cancelled" if situation.match.status is Status.CANCELLED else "panel.over")
    if situation.round is not None and len(situation.round.seats) > 1:
        return Markup("\n".join(progress(situation, look)))
    who = text.list(text("name", who=look.names[seat]) for seat in situation.pending)
    call = text("panel.waiting", who=who, n=len(situation.pending))
    return Markup("\n".join((call, *progress(situation, look))))


def _log_parts(lines: Sequence[Markup]) -> list[list[Markup]]:
    """The lines page by page, so many that each page fits into a message. At least one page."""
    parts: list[list[Markup]] = [[]]
    for line in lines:
        if len(parts[-1]) == LOG_LINES or sum(map(len, parts[-1])) + len(line) > LOG_LENGTH:
            parts.append([])
        parts[-1].append(line)
    return parts


async def log_page(house: House, match: Match, reader: Reader, page: int | None) -> Page:
    """What has been played, page by page; `None` is the last page.

    Counted is what everybody may know: numbers left out would tell that somebody did something in secret.
    """
    look = house.look(match, reader.text, reader.theme)
    text, face = reader.text, house.face(match.game)
    lines: list[Markup] = []
    number = 0
    for entry, events in await house.matches.log(match.id, reader.person):
        public = any(event.to is None for event in events)
        number += public
        told = [line for event in events if (line := narrated(face, look, event))]
        if told:
            counted = f"`{number}`" if public else "`·`"
            lines.append(Markup(f"{counted} {text.when(entry.at)} " + " ".join(told)))
    parts = _log_parts(lines)
    pages = len(parts)
    page = pages - 1 if page is None else min(max(page, 0), pages - 1)
    part = parts[page]
    shown = Page().say(text("log.title", match=match.id, page=page + 1, pages=pages))
    shown.say("\n".join(part) if part else text("log.empty"))
    controls: list[discord.ui.Item[Any]] = []
    if page > 0:
        controls.append(button(Control(match.id, "log", str(page - 1)), text.plain("log.earlier")))
    if page + 1 < pages:
        controls.append(button(Control(match.id, "log", str(page + 1)), text.plain("log.later")))
    return shown.row(*controls) if controls else shown
