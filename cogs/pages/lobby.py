"""The pages of a table before its match begins: seats, invitations, what the host may do."""

from __future__ import annotations

from datetime import timedelta

import discord

from cogs.answering.answers import SUBTEXT, Page, classic_page
from cogs.answering.controls import Control, Press, button, menu
from cogs.pages.absence import pace_in_words
from cogs.pages.fairness import rules_button, sealing_button
from cogs.pages.parts import GREEN, PRIMARY
from cogs.pages.robots import face_of
from cogs.pages.terms import altered_line, change_button
from cogs.services.services import Reader, Services, name_at, names_of
from cogs.text.durations import weeks
from cogs.text.text import Markup, Text, clean_name, text_for
from engine.game import Refusal
from engine.match.lobby_changes import BEGIN_AFTER, CLOSE_AFTER
from engine.matches import Match, Status
from engine.robots.levels import level_of


def lobby_lines(services: Services, match: Match, text: Text) -> list[Markup]:
    """Return the table in words: game, options, seats."""
    face, names = services.face(match.game), names_of(match, text)
    lines = [_lobby_title(services, match, text)]
    lines.append(face.options(text, match.options, match.size))
    lines.append(pace_in_words(text, match.pace))
    if match.status is Status.LOBBY and (lasts := weeks(match)) is not None:
        usual, most = lasts
        lines.append(text("lobby.lasts", n=usual, most=text("time.weeks", n=most)))
    if match.before_chance:
        lines.append(text("lobby.before_chance"))
    if match.play_on and len(face.game.sides(match.options, match.size)) == 2:
        lines.append(text("lobby.play_on"))
    if match.is_rated:
        lines.append(text("lobby.rated" if match.status is Status.LOBBY else "lobby.is_rated"))
    elif not match.has_help:
        lines.append(text("lobby.no_help"))
    for number, who in enumerate(names):
        one = match.occupants[number]
        host = one.person == match.host
        shown: str | Markup = who
        if one.player is not None and not one.name:
            level = text("player.with_level", robot=who, level=_level(one.player, text))
            shown = Markup(f"{services.icons.show(face_of(one.player))}{level}")
        lines.append(text("lobby.host" if host else "lobby.seat", number=number + 1, who=shown))
    kept = [text("lobby.kept", who=guest.name) for guest in match.lobby.guests]
    free = [text("lobby.free")] * (match.size - len(names) - len(kept))
    for number, seat in enumerate((*kept, *free), len(names) + 1):
        lines.append(text("lobby.seat", number=number, who=seat))
    if match.status is Status.LOBBY:
        lines += [*altered_line(services, match, text), _beginning(match, text)]
    return lines


def _level(kind: str, text: Text) -> str:
    """Return the strength of an automatic player in a word or two; its key where it has no such word."""
    code = f"player.level.{level_of(kind)}"
    return text.plain(code) if text.knows(code) else kind


def _beginning(match: Match, text: Text) -> Markup:
    """Return the line that says how the match will begin."""
    lobby = match.lobby
    if lobby.due is not None:
        return text("lobby.due", left=text.when(lobby.due), start=text("lobby.start"))
    minutes = BEGIN_AFTER // timedelta(minutes=1)
    said = text(f"lobby.begin.{lobby.begin}", minutes=minutes, start=text("lobby.start"))
    return Markup(f"{SUBTEXT}{said}")


def _lobby_title(services: Services, match: Match, text: Text) -> Markup:
    known = {"game": services.face(match.game).game.title, "match": match.id}
    if match.status is not Status.LOBBY:
        return text("lobby.title", **known)
    if len(match.occupants) >= match.size:
        return text("lobby.ready", **known)
    return text("lobby.open", n=match.free, **known) if match.free else text("lobby.waiting", **known)


def opening_answer(match: Match, reader: Reader) -> Markup:
    """Return the answer to the person who opened a table.

    It names the start button in the venue's language.
    """
    start = text_for(match.venue.locale)("lobby.start")
    full = "_full" if len(match.occupants) >= match.size else ""
    minutes = BEGIN_AFTER // timedelta(minutes=1)
    return reader.text(
        f"lobby.opened{full}.{match.lobby.begin}", match=match.id, start=start, minutes=minutes
    )


def lobby_page(
    services: Services, match: Match, thread: int | None = None, end: Markup | None = None
) -> Page:
    """Return the table as it is now: seats, options, its buttons, and the winners (`end`)."""
    text = text_for(match.venue.locale)
    page = classic_page(*_invitation(services, match, text, "join"), *lobby_lines(services, match, text))
    if match.status is Status.LOBBY:
        page.row(*_lobby_buttons(match, text))
    elif match.status is Status.RUNNING:
        page.say(text("lobby.running", thread=Markup(f"<#{thread}>")) if thread else text("lobby.started"))
    else:
        begun = match.status is Status.CANCELLED and match.entries
        code = "lobby.lapsed" if match.lobby.lapsed else f"lobby.{match.status.value}"
        page.say(text("lobby.called_off" if begun else code, days=CLOSE_AFTER.days))
        if match.status is Status.OVER:
            page.say(*([] if end is None else [end]))
            page.say(*([] if thread is None else [text("watch.thread", thread=Markup(f"<#{thread}>"))]))
    return page if match.status is Status.LOBBY else page.row(sealing_button(match, text))


def _lobby_buttons(match: Match, text: Text) -> list[Press]:
    """Return the buttons of an open table: what anybody needs first, then those of the host.

    Everybody sees the same message. A button stays in its place while the table fills, so that nobody hits
    another than they meant: **Leave** stands where **Join** stood, **Start** comes last.
    """
    full = len(match.occupants) >= match.size
    awaited = any(each and match.has_seat_for(each) for each in match.lobby.order)
    closed = not match.free or (match.lobby.guests_only and not awaited)
    join = button(Control(match.id, "join"), text.plain("lobby.join"), style=GREEN)
    buttons = [leave_button(match, text) if closed and not match.lobby.guests else join]
    if match.lobby.guests:
        buttons.append(button(Control(match.id, "decline"), text.plain("lobby.decline")))
    buttons += [rules_button(match, text), change_button(match, text)]
    if full:
        buttons.append(button(Control(match.id, "start"), text.plain("lobby.start"), style=PRIMARY))
    return buttons


def leave_button(match: Match, text: Text) -> Press:
    """Return the button with which a person gets up from a table."""
    return button(Control(match.id, "leave"), text.plain("lobby.leave"))


def _answers(match: Match, text: Text) -> tuple[Press, Press]:
    """Return the buttons with which those who are invited accept or decline."""
    return (
        button(Control(match.id, "accept"), text.plain("lobby.accept"), style=GREEN),
        button(Control(match.id, "decline"), text.plain("lobby.decline")),
    )


def _invitation(services: Services, match: Match, text: Text, accept: str) -> list[Markup]:
    """Return the line that calls those who are invited, to whom the button `accept` is named.

    The message begins with it, so that phones show it.
    """
    if match.status is not Status.LOBBY or not match.lobby.guests:
        return []
    seat = next(seat for seat, one in enumerate(match.occupants) if one.person == match.host)
    host = name_at(match, seat, text)
    who = text.list(Markup(f"<@{guest.person}>") for guest in match.lobby.guests)
    known = {"game": services.face(match.game).game.title, "match": match.id}
    accept = text(f"lobby.{accept}")
    return [text("lobby.invited", who=who, host=host, accept=accept, **known)]


def lobby_notice_page(services: Services, match: Match, kind: str, *more: Markup) -> Page | None:
    """Return the message beside the table before the match begins; `None` once it has no meaning any more.

    An invitation says `more`.
    """
    if match.status is not Status.LOBBY:
        return None
    text, full = text_for(match.venue.locale), len(match.occupants) >= match.size
    host, due = Markup(f"<@{match.host}>"), match.lobby.due
    known = {"game": services.face(match.game).game.title, "match": match.id}
    rules = button(Control(match.id, "rules"), text.plain("lobby.rules"))
    match kind:
        case "starting" if full:
            return classic_page(text("starting", **known)).row(rules)
        case "full" if full:
            start = button(Control(match.id, "start"), text.plain("lobby.start"), style=PRIMARY)
            word = text("lobby.start")
            said = (
                text("full.host", host=host, start=word, **known)
                if due is None
                else text("full.delay", host=host, start=word, left=text.when(due), **known)
            )
            return classic_page(said).row(start)
        case "invite" if match.lobby.guests:
            lines = _invitation(services, match, text, "accept")
            if match.is_rated:
                lines.append(text("lobby.rated"))
            # Whoever sat there already reads what has changed.
            lines += altered_line(services, match, text, "accept")
            return classic_page(*lines, *more).row(*_answers(match, text), rules)
        # The seats of those who are asked anew stay theirs.
        case "offer" if missing := match.size - len(match.occupants) - len(match.lobby.anew):
            fill = button(Control(match.id, "fill"), text.plain("offer.button"), style=PRIMARY)
            lines = [text("offer", host=host, n=missing, **known)]
            if len(match.lobby.guests) > len(match.lobby.anew):
                lines.append(text("offer.kept"))
            return classic_page(*lines).row(fill)
        case _:
            return None


def lobby_private_text(match: Match, kind: str, about: int, person: int, text: Text) -> Markup | None:
    """Return the private message about a table; `None` once it has no meaning any more."""
    match kind:
        case "declined":
            who = next((each.name for each in match.lobby.declined if each.person == about), None)
            return None if who is None else text("declined", who=who)
        case "putout" if match.seat_of(person) is None:
            return text("putout")
        case "closed":
            return text("closed", days=CLOSE_AFTER.days)
        case _:
            return None


def put_out_page(match: Match, text: Text) -> Page:
    """Return the menu with which the host takes back a seat or an invitation."""
    seated = [(one.person, one.name) for one in match.occupants if one.person not in (None, match.host)]
    invited = [(guest.person, guest.name) for guest in match.lobby.guests]
    options = [
        discord.SelectOption(label=clean_name(name), value=str(person))
        for person, name in (*seated, *invited)
    ]
    if not options:
        raise Refusal("nobody_to_put_out", match=match.id)
    control = Control(match.id, "putout", "yes")
    return Page().say(text("lobby.put_out.whom")).row(menu(control, text.plain("lobby.put_out"), options))
