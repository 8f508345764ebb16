"""The seal on the chance of a match: its button, and the page with which anybody can check the seed."""

from __future__ import annotations

import base64

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button
from cogs.services.services import Reader, Services, player_with_level
from cogs.text.text import Markup, Text
from engine.match.changes import STEWARD
from engine.matches import Match
from engine.robot_check import Checked
from engine.store import HELP_CODE_LEVEL

SEALED = 43
"""Characters of a fingerprint in a button."""


def sealing_button(match: Match, text: Text) -> Press:
    """Return the button for the numbers which show that nobody chose the chance.

    The fingerprint of the seed is in the button itself: the message has it from the moment it was sent.
    """
    return sealed_button(match.id, _sealed(match), text)


def sealed_button(match: int, sealed: str, text: Text) -> Press:
    """Return `sealing_button` with the fingerprint that another button had."""
    return button(Control(match, "fairness", sealed), text.plain("fairness.button"))


def rules_button(match: Match, text: Text) -> Press:
    """Return the button for the rules on an open table.

    It has the fingerprint of the seed too: everybody who sees the table has got it before anybody sat down,
    and the page of the rules has the button that shows it.
    """
    return button(Control(match.id, "rules", _sealed(match)), text.plain("lobby.rules"))


def _sealed(match: Match) -> str:
    return base64.urlsafe_b64encode(bytes.fromhex(match.commitment)).decode().rstrip("=")


def _fingerprint(sealed: str) -> str:
    """Return the fingerprint in a button as hexadecimal digits; empty where there is none."""
    try:
        return base64.urlsafe_b64decode(f"{sealed}=").hex() if len(sealed) == SEALED else ""
    except ValueError:
        return ""


def fairness_page(services: Services, match: Match, reader: Reader, sealed: str) -> Page:
    """Return the numbers with which the chance can be checked, as far as they are public."""
    text = reader.text
    shown = _fingerprint(sealed)
    lines = [
        text("fairness.title", game=services.face(match.game).game.title, match=match.id),
        text("fairness.sealed", commitment=shown or match.commitment),
    ]
    if shown and shown != match.commitment:
        lines.append(text("fairness.differs", commitment=match.commitment))
    if match.entries:
        lines.append(text("fairness.clicks", clicks=",".join(map(str, match.clicks))))
        if (announced := match.lobby.announced) is not None:
            venue = match.venue
            url = f"https://discord.com/channels/{venue.guild}/{venue.channel}/{announced}"
            lines.append(text("fairness.announced", url=Markup(url)))
    if match.seed is not None:
        lines.append(text("fairness.seed", seed=match.seed.hex()))
        if match.entries:
            lines.append(text("fairness.record", n=match.entries))
    else:
        lines.append(text("fairness.later"))
    page = Page().say(*lines)
    line = robots_line(match, text)
    if not line or not match.entries:
        return page
    page.say(*line)
    if match.seed is None or services.matches.store.code_levels.lowest < HELP_CODE_LEVEL:
        return page
    return page.row(button(Control(match.id, "robotcheck"), text.plain("fairness.check")))


def robots_line(match: Match, text: Text) -> list[Markup]:
    """Return the line with the robots that sit there, or play for somebody absent, and their levels."""
    found: list[Markup] = []
    for seat, one in enumerate(match.occupants):
        kind = STEWARD if seat in match.absent else one.player
        if kind is not None:
            found.append(text("fairness.robot", seat=seat + 1, robot=player_with_level(kind, text)))
    return [text("fairness.robots", players=text.list(found))] if found else []


def robot_check_page(checked: Checked, text: Text) -> Page:
    """Return what a check of the robots has found."""
    if checked.wrong is not None:
        return words(text("fairness.wrong", number=checked.wrong))
    lines = [text("fairness.checked", n=checked.checked)]
    if checked.unchecked:
        lines.append(text("fairness.unchecked", n=checked.unchecked))
    if checked.players:
        made = [
            text("fairness.made", robot=player_with_level(kind, text), n=count)
            for kind, count in sorted(checked.players.items())
        ]
        lines.append(text("fairness.players", players=text.list(made)))
    return words(*lines)
