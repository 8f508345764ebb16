"""The page of a server's settings: what tables follow there, each with the button that changes it."""

from __future__ import annotations

from cogs.answering.answers import Page, words
from cogs.answering.controls import Control, Press, button
from cogs.pages.absence import pace_in_words
from cogs.services.servers import channel_links, open_channels
from cogs.services.services import Reader, Services
from engine.match.clock import PACES, Pace, Server

__all__ = ["LANGUAGES", "Place", "language_page", "pace_page", "server_page", "zone_page"]

LANGUAGES = ("en", "fr", "own")
"""The languages that tables may be told to speak; ``own`` leaves it to each."""


def _change(setting: str, value: object) -> Control:
    """Return the control that changes a setting to a value; without a value it asks for one."""
    return Control(0, "hostset", f"{setting}={value}")


Place = tuple[int, str]
"""A channel's id and name."""


async def server_page(
    services: Services, guild: int, server: Server, pace: Pace, here: Place | None, reader: Reader
) -> Page:
    """Return the settings of a server. `pace` is that of its tables; in `here` tables and news may be."""
    text, lane = reader.text, await services.matches.server_news.lane(guild)
    opener = str(server.more.get("opener", "everyone"))
    channels = open_channels(server)
    other = "moderators" if opener == "everyone" else "everyone"
    rows: list[tuple[str, Press | None]] = [
        (
            text("host.pace", pace=pace_in_words(text, pace)),
            button(_change("pace", ""), text.plain("host.set.pace")),
        ),
        (
            text("host.no_zone") if server.zone is None else text("host.zone", zone=server.zone),
            button(_change("zone", ""), text.plain("host.set.zone")),
        ),
        (
            text("host.language", language=text(f"language.{server.locale or 'own'}")),
            button(_change("language", ""), text.plain("host.set.language")),
        ),
        (
            text("host.opener", who=text(f"opener.{opener}")),
            button(_change("opener", other), text.plain(f"host.set.opener.{other}")),
        ),
        (
            text("host.channels", channels=channel_links(channels)) if channels else text("host.everywhere"),
            None if here is None else _channel_button(here, channels, reader),
        ),
        (
            text("host.no_news")
            if lane is None
            else text("host.news", channel=channel_links([lane.channel])),
            _news_button(here, None if lane is None else lane.channel, reader),
        ),
    ]
    page = words(text("host.title"))
    for said, press in rows:
        if press is None:
            page.say(said)
        else:
            page.section(said, press)
    return page.say(text("host.more"))


def _channel_button(here: Place, chosen: list[int], reader: Reader) -> Press:
    channel, name = here
    is_open = channel in chosen
    code = "closed" if is_open else "also" if chosen else "only"
    label = reader.text.plain(f"host.set.channel.{code}", channel=name[:50])
    return button(_change("close" if is_open else "open", channel), label)


def _news_button(here: Place | None, chosen: int | None, reader: Reader) -> Press | None:
    text = reader.text
    if chosen is not None and (here is None or here[0] == chosen):
        return button(_change("news", "off"), text.plain("host.set.news.off"))
    if here is None:
        return None
    channel, name = here
    return button(_change("news", channel), text.plain("host.set.news.here", channel=name[:50]))


def pace_page(reader: Reader) -> Page:
    """Return the question for the pace of tables for which none is chosen."""
    text = reader.text
    lines = [
        text("host.pace.line", name=text(f"pace.name.{name}"), pace=pace_in_words(text, pace))
        for name, pace in PACES.items()
    ]
    paces = [button(_change("pace", name), text.plain(f"pace.name.{name}")) for name in PACES]
    return words(text("host.pace.ask"), *lines).row(*paces).row(_home(reader))


def language_page(reader: Reader) -> Page:
    """Return the question for the language of tables."""
    text = reader.text
    languages = [button(_change("language", each), text.plain(f"language.{each}")) for each in LANGUAGES]
    return words(text("host.language.ask")).row(*languages).row(_home(reader))


def zone_page(services: Services, server: Server, reader: Reader) -> Page:
    """Return the question for the zone of whoever has given none."""
    text = reader.text
    zones = services.zones(text, server.zone, lambda zone: _change("zone", zone))
    ways = [_home(reader)]
    if server.zone is not None:
        ways.insert(0, button(_change("zone", "-"), text.plain("host.set.zone.none")))
    return words(text("host.zone.ask"), text("host.more")).row(*zones).row(*ways)


def _home(reader: Reader) -> Press:
    return button(Control(0, "hostset"), reader.text.plain("me.button.home"))
