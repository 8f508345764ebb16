"""Refusals of the sandbox, which have the same status and code as Discord's."""

from __future__ import annotations

import base64
from random import Random
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox, limits
from sandbox.components import walk
from sandbox.guilds import open_guild
from sandbox.permissions import BITS
from sandbox.rest.reactions import add
from tests.sandbox.raw import Raw, asked
from tests.sandbox.trial import damaged, png

Json = dict[str, Any]


POST = "/channels/{games}/messages"
V2 = 1 << 15


def text(content: str = "x", **more: Any) -> Json:
    return {"type": 10, "content": content, **more}


def button(**more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x", **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(**more: Any) -> Json:
    return {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}], **more}


def gallery(*urls: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} for url in urls]}


MESSAGES: list[tuple[str, Json, dict[str, str]]] = [
    ("long content", {"content": "x" * 2001}, {"content": "BASE_TYPE_MAX_LENGTH"}),
    ("long nonce", {"content": "x", "nonce": "n" * 26}, {"nonce": "BASE_TYPE_MAX_LENGTH"}),
    ("strange flag", {"content": "x", "flags": 64}, {"flags": "BASE_TYPE_CHOICES"}),
    (
        "mentions both ways",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
    ),
    (
        "content beside V2",
        {"content": "x", "flags": V2, "components": [text()]},
        {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
    ),
    ("V2 without the flag", {"components": [text()]}, {"components.0.type": "UNION_TYPE_CHOICES"}),
    (
        "six rows",
        {"components": [row(button(custom_id=str(n))) for n in range(6)]},
        {"components": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "six buttons",
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
        {"components.0.components": "BASE_TYPE_BAD_LENGTH"},
    ),
    ("an empty row", {"components": [row()]}, {"components.0.components": "BASE_TYPE_BAD_LENGTH"}),
    (
        "a menu beside a button",
        {"components": [row(menu(), button())]},
        {"components.0.components": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
    ),
    (
        "one custom id twice",
        {"components": [row(button(), button())]},
        {"components.0.components.1.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"},
    ),
    (
        "a long custom id",
        {"components": [row(button(custom_id="x" * 101))]},
        {"components.0.components.0.custom_id": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "a bare button",
        {"components": [row(button(label=None))]},
        {"components.0.components.0": "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
    ),
    (
        "a long label",
        {"components": [row(button(label="x" * 81))]},
        {"components.0.components.0.label": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "an unknown emoji",
        {"components": [row(button(emoji={"id": "123", "name": "no"}))]},
        {"components.0.components.0.emoji.id": "BUTTON_COMPONENT_INVALID_EMOJI"},
    ),
    (
        "a link with a custom id",
        {"components": [row(button(style=5, url="https://example.org"))]},
        {"components.0.components.0": "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
    ),
    (
        "26 options",
        {"components": [row(menu(options=[{"label": str(n), "value": str(n)} for n in range(26)]))]},
        {"components.0.components.0.options": "BASE_TYPE_BAD_LENGTH"},
    ),
    (
        "one value twice",
        {"components": [row(menu(options=[{"label": "a", "value": "a"}, {"label": "b", "value": "a"}]))]},
        {"components.0.components.0.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
    ),
    (
        "more chosen than may be",
        {"components": [row(menu(min_values=3, max_values=2))]},
        {"components.0.components.0.min_values": "NUMBER_TYPE_MAX"},
    ),
    (
        "41 components",
        {
            "flags": V2,
            "components": [{"type": 17, "components": [text() for _ in range(38)]}, text(), text()],
        },
        {"components": "MESSAGE_COMPONENTS_MAX_TOTAL_COMPONENTS_EXCEEDED"},
    ),
    (
        "4,001 characters of text",
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
        {"components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
    ),
    ("empty text", {"flags": V2, "components": [text("")]}, {"components.0.content": "BASE_TYPE_BAD_LENGTH"}),
    (
        "a box in a box",
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [text()]}]}]},
        {"components.0.components.0.type": "UNION_TYPE_CHOICES"},
    ),
    (
        "a section without an accessory",
        {"flags": V2, "components": [{"type": 9, "components": [text()]}]},
        {"components.0.accessory.type": "UNION_TYPE_CHOICES"},
    ),
    (
        "an attachment that is not there",
        {"flags": V2, "components": [gallery("attachment://no.png")]},
        {"components.0.items.0.media.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
    ),
    (
        "eleven pictures",
        {"flags": V2, "components": [gallery(*["https://example.org/x.png"] * 11)]},
        {"components.0.items": "BASE_TYPE_BAD_LENGTH"},
    ),
    (
        "one id twice",
        {"flags": V2, "components": [text(id=5), text(id=5)]},
        {"components.1.id": "COMPONENT_ID_DUPLICATED"},
    ),
    ("eleven embeds", {"embeds": [{"title": "x"}] * 11}, {"embeds": "BASE_TYPE_MAX_LENGTH"}),
    ("large embeds", {"embeds": [{"description": "x" * 4000}] * 2}, {"embeds": "MAX_EMBED_SIZE_EXCEEDED"}),
    (
        "no such file",
        {"content": "x", "attachments": [{"id": "3"}]},
        {"attachments.0.id": "BASE_TYPE_CHOICES"},
    ),
    (
        "a reply to nothing",
        {"content": "x", "message_reference": {"message_id": "1"}},
        {"message_reference": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE"},
    ),
]


@pytest.mark.parametrize(
    ("body", "fields"), [case[1:] for case in MESSAGES], ids=[case[0] for case in MESSAGES]
)
async def test_messages_that_discord_refuses(raw: Raw, body: Json, fields: dict[str, str]) -> None:
    assert await raw.wrong("POST", POST, body) == fields
    assert raw.box.world.messages[raw.games] == {}
    assert raw.box.ledger.violations[0]["kind"] == "limit"


async def test_the_fullest_message_is_taken(raw: Raw) -> None:
    rows = [row(*(button(custom_id=f"{r}{n}") for n in range(5))) for r in range(5)]
    body = {
        "flags": V2,
        "components": [
            {
                "type": 17,
                "accent_color": 0xFFFFFF,
                "components": [text("x" * 3990), *rows, gallery("attachment://a.png")],
            },
            {"type": 9, "components": [text("s")], "accessory": button(custom_id="s")},
            {"type": 14, "spacing": 2},
            {"type": 13, "file": {"url": "attachment://b.txt"}},
        ],
    }
    status, answer = await raw.ask("POST", POST, body, files=[("a.png", png()), ("b.txt", b"text")])
    assert status == 200
    assert answer["components"][0]["components"][-1]["items"][0]["media"]["width"] == 3
    assert answer["components"][3]["size"] == 4


async def test_other_refusals_of_messages(raw: Raw) -> None:
    assert (await raw.ask("POST", POST, {"content": " "}))[1]["code"] == 50006
    assert (await raw.ask("POST", "/channels/1/messages", {"content": "x"}))[1]["code"] == 10003
    assert (await raw.ask("GET", "/channels/{games}/messages/1"))[1]["code"] == 10008
    assert (await raw.ask("GET", "/channels/{games}/messages?limit=101"))[1]["code"] == 50035
    salon = next(key for key, item in raw.box.world.channels.items() if item.get("name") == "salon")
    embed = {"embeds": [{"title": "x"}]}
    assert (await raw.ask("POST", f"/channels/{salon}/messages", embed))[1]["code"] == 50013
    large = [("a.bin", b"x" * (10 * 1024 * 1024 + 1))]
    assert await raw.ask("POST", POST, {}, files=large) == (
        413,
        {"message": "Request entity too large", "code": 40005},
    )
    theirs = await raw.session.post(
        f"{raw.box.url}/people/{raw.ada}/channels/{raw.games}/messages", json={"content": "mine"}
    )
    key = (await theirs.json())["id"]
    assert (await raw.ask("PATCH", f"{POST}/{key}", {"content": "x"}))[1]["code"] == 50005
    assert (await raw.ask("DELETE", f"{POST}/{key}"))[1]["code"] == 50013


async def test_the_numbers_of_components_are_kept(raw: Raw) -> None:
    sent = [text("a", id=2**31 - 1), row(button(id=1)), text("b"), text("c", id=0), text("d", id=2)]
    _, made = await raw.ask("POST", POST, {"flags": V2, "components": sent})
    path = f"{POST}/{made['id']}"

    def numbers(message: Json) -> list[int]:
        return [item["id"] for item in walk(message["components"])]

    assert numbers(made) == [2**31 - 1, 3, 1, 4, 5, 2]
    assert numbers((await raw.ask("GET", path))[1]) == numbers(made)
    _, edited = await raw.ask("PATCH", path, {"components": [text("a", id=77)]})
    assert numbers(edited) == [77]
    for wrong in (2**31, -1, "7", True):
        refused = await raw.wrong("POST", POST, {"flags": V2, "components": [text(id=wrong)]})
        assert refused == {"components.0.id": "NUMBER_TYPE_MAX"}


async def test_v2_stays_v2(raw: Raw) -> None:
    _, message = await raw.ask("POST", POST, {"flags": V2, "components": [text()]})
    path = f"{POST}/{message['id']}"
    wrong = await raw.wrong("PATCH", path, {"content": "x"})
    assert wrong == {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}
    status, edited = await raw.ask("PATCH", path, {"components": [text("new")], "flags": 0})
    assert (status, edited["flags"]) == (200, V2)


async def test_without_the_token_nothing_is_done(raw: Raw) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{raw.box.api_url}/users/@me") as response:
        assert (response.status, await response.json()) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_what_the_sandbox_does_not_know_is_noticed(raw: Raw) -> None:
    assert (await raw.ask("GET", "/guilds/1/soundboard-sounds"))[0] == 404
    assert raw.box.ledger.violations == [
        {
            "kind": "unsupported",
            "method": "GET",
            "path": "/guilds/1/soundboard-sounds",
            "problem": "The sandbox has no such route.",
        }
    ]


def command(**more: Any) -> Json:
    return {"name": "trial", "description": "d", **more}


def option(**more: Any) -> Json:
    return {"type": 3, "name": "move", "description": "d", **more}


COMMANDS: list[tuple[str, list[Json], dict[str, str]]] = [
    ("an upper-case name", [command(name="Trial")], {"0.name": "APPLICATION_COMMAND_INVALID_NAME"}),
    ("a space in a name", [command(name="a b")], {"0.name": "APPLICATION_COMMAND_INVALID_NAME"}),
    ("a long name", [command(name="x" * 33)], {"0.name": "BASE_TYPE_MAX_LENGTH"}),
    ("no description", [command(description="")], {"0.description": "BASE_TYPE_BAD_LENGTH"}),
    (
        "a long French description",
        [command(description_localizations={"fr": "x" * 101})],
        {"0.description_localizations.fr": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "an unknown language",
        [command(name_localizations={"xx": "essai"})],
        {"0.name_localizations.xx": "APPLICATION_COMMAND_INVALID_LOCALE"},
    ),
    ("one name twice", [command(), command()], {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}),
    (
        "26 options",
        [command(options=[option(name=f"o{n}") for n in range(26)])],
        {"0.options": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "one option twice",
        [command(options=[option(), option()])],
        {"0.options.1.name": "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
    ),
    (
        "one option twice in French",
        [
            command(
                options=[
                    option(name_localizations={"fr": "coup"}),
                    option(name="b", name_localizations={"fr": "coup"}),
                ]
            )
        ],
        {"0.options.1.name": "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
    ),
    (
        "required after optional",
        [command(options=[option(), option(name="b", required=True)])],
        {"0.options.1": "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
    ),
    (
        "26 choices",
        [command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])])],
        {"0.options.0.choices": "BASE_TYPE_MAX_LENGTH"},
    ),
    (
        "values beside sub-commands",
        [command(options=[option(type=1), option(name="b")])],
        {"0.options": "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
    ),
    (
        "8,001 characters",
        [
            command(
                options=[
                    option(
                        name=f"o{n}", choices=[{"name": f"{c:0100}", "value": f"{c:0100}"} for c in range(20)]
                    )
                    for n in range(2)
                ]
            )
        ],
        {"0": "APPLICATION_COMMAND_TOO_LARGE"},
    ),
]


@pytest.mark.parametrize(
    ("body", "fields"), [case[1:] for case in COMMANDS], ids=[case[0] for case in COMMANDS]
)
async def test_commands_that_discord_refuses(raw: Raw, body: list[Json], fields: dict[str, str]) -> None:
    assert await raw.wrong("PUT", "/applications/{app}/commands", body) == fields
    assert raw.box.world.commands == {}


async def test_a_command_keeps_its_id_when_it_is_synced_again(raw: Raw) -> None:
    path = "/applications/{app}/commands"
    _, first = await raw.ask("PUT", path, [command(), command(name="other")])
    _, second = await raw.ask("PUT", path, [command(description="new")])
    assert first[0]["id"] == second[0]["id"]
    assert [item["name"] for item in (await raw.ask("GET", path))[1]] == ["trial"]


async def test_emojis_that_discord_refuses(raw: Raw) -> None:
    path = "/applications/{app}/emojis"

    def emoji(name: str, picture: bytes = png()) -> Json:
        return {"name": name, "image": f"data:image/png;base64,{base64.b64encode(picture).decode()}"}

    assert (await raw.ask("POST", path, emoji("tile")))[0] == 201
    assert await raw.wrong("POST", path, emoji("tile")) == {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}
    assert await raw.wrong("POST", path, emoji("x")) == {"name": "STRING_TYPE_REGEX"}
    assert await raw.wrong("POST", path, emoji("ti-le")) == {"name": "STRING_TYPE_REGEX"}
    assert await raw.wrong("POST", path, emoji("big", b"x" * (256 * 1024 + 1))) == {
        "image": "BINARY_TYPE_MAX_SIZE"
    }
    assert await raw.wrong("POST", path, {"name": "none", "image": "x"}) == {"image": "IMAGE_INVALID"}
    assert (await raw.ask("DELETE", path + "/1"))[1]["code"] == 10014


async def test_threads_that_discord_refuses(raw: Raw) -> None:
    _, message = await raw.ask("POST", POST, {"content": "x"})
    path = f"{POST}/{message['id']}/threads"
    assert await raw.wrong("POST", path, {"name": "x" * 101}) == {"name": "BASE_TYPE_MAX_LENGTH"}
    assert await raw.wrong("POST", path, {"name": "x", "auto_archive_duration": 5}) == {
        "auto_archive_duration": "BASE_TYPE_CHOICES"
    }
    assert (await raw.ask("POST", f"{POST}/1/threads", {"name": "x"}))[1]["code"] == 10008
    _, thread = await raw.ask("POST", path, {"name": "x"})
    _, inside = await raw.ask("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    nested = f"/channels/{thread['id']}/messages/{inside['id']}/threads"
    assert (await raw.ask("POST", nested, {"name": "x"}))[1]["code"] == 50024


async def opened(raw: Raw, parent: str = "{games}", **more: Any) -> tuple[Json, str]:
    """Open a thread of the bot with a message in it. Return the thread and the message's path."""
    _, thread = await raw.ask("POST", f"/channels/{parent}/threads", {"name": "t", "type": 11, **more})
    place = f"/channels/{thread['id']}/messages"
    _, message = await raw.ask("POST", place, {"content": "old"})
    return thread, f"{place}/{message['id']}"


async def code(raw: Raw, method: str, path: str, body: Any = None) -> tuple[int, int]:
    status, answer = await raw.ask(method, path, body)
    return status, answer["code"] if isinstance(answer, dict) and "code" in answer else 0


async def test_an_archived_thread_takes_messages_and_nothing_else(raw: Raw) -> None:
    thread, message = await opened(raw)
    place = f"/channels/{thread['id']}"
    kept = raw.box.world.channels[thread["id"]]["thread_metadata"]
    for change in ({"archived": True}, {"archived": False}):
        assert (await raw.ask("PATCH", place, change))[0] == 200
    await raw.ask("PATCH", place, {"archived": True})
    assert await code(raw, "PATCH", message, {"content": "new"}) == (400, 50083)
    assert await code(raw, "PUT", f"{place}/thread-members/{raw.ada}") == (400, 50083)
    assert await code(raw, "PATCH", place, {"name": "new"}) == (400, 50083)
    assert await code(raw, "POST", f"{place}/typing") == (204, 0)
    assert kept["archived"]
    refused = await raw.wrong("POST", f"{place}/messages", {"content": "x" * 2001})
    assert refused
    assert kept["archived"], "a message that is refused wakes nobody"
    assert await code(raw, "POST", f"{place}/messages", {"content": "new"}) == (200, 0)
    assert not kept["archived"]


async def test_a_locked_thread_takes_nothing_from_a_bot_that_may_not_manage_it(raw: Raw) -> None:
    """Archived or not: nothing new, no change, no waking; in an active one its messages may still go."""
    thread, message = await opened(raw)
    place = f"/channels/{thread['id']}"
    kept = raw.box.world.channels[thread["id"]]["thread_metadata"]
    for archived in (True, False):
        kept |= {"locked": True, "archived": archived}
        assert await code(raw, "POST", f"{place}/messages", {"content": "new"}) == (403, 50083)
        assert await code(raw, "PATCH", message, {"content": "new"}) == (403, 50083)
        assert await code(raw, "PATCH", place, {"archived": False}) == (403, 50013)
        assert await code(raw, "PATCH", place, {"name": "new"}) == (403, 50013)
        callback = await asked(raw, channel=thread["id"])
        assert await code(raw, "POST", callback, {"type": 5, "data": {"flags": 64}}) == (403, 50083)
        assert await code(raw, "DELETE", message) == ((403, 50083) if archived else (204, 0))


async def test_a_silent_thread_is_archived() -> None:
    """A message, or waking it, restarts the `auto_archive_duration`, which counts minutes."""
    now = [1_700_000_000.0]
    async with (
        Sandbox(clock=lambda: now[0]) as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
    ):
        raw = Raw(box, session)
        thread, message = await opened(raw, auto_archive_duration=60)
        place = f"/channels/{thread['id']}"
        now[0] += 3600
        assert await code(raw, "PATCH", message, {"content": "new"}) == (200, 0)
        now[0] += 1
        assert await code(raw, "PATCH", message, {"content": "newer"}) == (400, 50083)
        await raw.ask("PATCH", place, {"archived": False})
        now[0] += 3599
        assert await code(raw, "PATCH", message, {"content": "newer"}) == (200, 0)
        await raw.ask("POST", f"{place}/messages", {"content": "another"})
        now[0] += 3599
        assert await code(raw, "PATCH", message, {"content": "newest"}) == (200, 0)
        now[0] += 2
        assert (await raw.ask("GET", place))[1]["thread_metadata"]["archived"]


async def test_threads_of_announcements_are_of_their_own_type(raw: Raw) -> None:
    raw.box.world.channels[raw.games]["type"] = 5
    _, message = await raw.ask("POST", POST, {"content": "x"})
    _, thread = await raw.ask("POST", f"{POST}/{message['id']}/threads", {"name": "t"})
    assert thread["type"] == 10
    alone = "/channels/{games}/threads"
    assert await code(raw, "POST", alone, {"name": "t", "type": 11}) == (403, 50024)
    assert (await raw.ask("POST", alone, {"name": "t", "type": 10}))[1]["type"] == 10
    raw.box.world.channels[raw.games]["type"] = 0
    assert await code(raw, "POST", alone, {"name": "t", "type": 10}) == (403, 50024)


async def test_callbacks_that_discord_refuses(raw: Raw) -> None:
    assert (await raw.ask("POST", "/interactions/1/nope/callback", {"type": 5}))[1]["code"] == 10062
    path = await asked(raw)
    assert await raw.wrong("POST", path, {"type": 7, "data": {}}) == {"type": "BASE_TYPE_CHOICES"}
    assert (await raw.ask("POST", path, {"type": 4, "data": {"content": ""}}))[1]["code"] == 50006
    webhook = "/webhooks/{app}/" + "t" * 40
    assert (await raw.ask("POST", webhook, {"content": "too early"}))[1]["code"] == 10015
    assert (await raw.ask("POST", path, {"type": 4, "data": {"content": "x", "flags": 64}}))[0] == 204
    assert (await raw.ask("POST", path, {"type": 5}))[1]["code"] == 40060
    assert (await raw.ask("POST", "/webhooks/{app}/wrong", {"content": "x"}))[1]["code"] == 50027
    assert (await raw.ask("GET", webhook + "/messages/1"))[1]["code"] == 10008


async def test_suggestions_that_discord_refuses(raw: Raw) -> None:
    path = await asked(raw, kind=4)
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert await raw.wrong("POST", path, {"type": 8, "data": {"choices": many}}) == {
        "data.choices": "BASE_TYPE_MAX_LENGTH"
    }
    long = [{"name": "x" * 101, "value": "x"}]
    assert await raw.wrong("POST", path, {"type": 8, "data": {"choices": long}}) == {
        "data.choices.0.name": "BASE_TYPE_MAX_LENGTH"
    }
    assert await raw.wrong("POST", path, {"type": 4, "data": {"content": "x"}}) == {
        "type": "BASE_TYPE_CHOICES"
    }


async def test_tokens_live_for_fifteen_minutes() -> None:
    now = [1_800_000_000.0]
    async with (
        Sandbox(clock=lambda: now[0]) as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
    ):
        raw = Raw(box, session)
        path = await asked(raw)
        assert (await raw.ask("POST", path, {"type": 4, "data": {"content": "x"}}))[0] == 204
        webhook = "/webhooks/{app}/" + "t" * 40
        now[0] += 14 * 60
        assert (await raw.ask("POST", webhook, {"content": "in time"}))[0] == 200
        now[0] += 61
        assert (await raw.ask("POST", webhook, {"content": "late"}))[1]["code"] == 50027


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", POST, []),
        ("POST", POST, "x"),
        ("POST", POST, {"content": {"a": 1}}),
        ("POST", POST, {"flags": "many", "content": "x"}),
        ("POST", POST, {"components": "x"}),
        ("POST", POST, {"components": [None]}),
        ("POST", POST, {"components": [row(None)]}),  # type: ignore[arg-type]
        ("POST", POST, {"embeds": ["x"]}),
        ("POST", POST, {"attachments": [5], "content": "x"}),
        ("POST", POST, {"allowed_mentions": {"parse": 5, "users": 7}, "content": "<@1>"}),
        ("PUT", "/applications/{app}/commands", {"name": "x"}),
        ("PUT", "/applications/{app}/commands", [5]),
        ("PUT", "/applications/{app}/commands", [{"name": "x", "description": "x", "options": [7]}]),
        ("POST", "/users/@me/channels", [1]),
        ("PATCH", "/channels/{games}", 7),
    ],
)
async def test_bodies_of_impossible_shapes_are_refused_not_stumbled_over(
    raw: Raw, method: str, path: str, body: Any, caplog: pytest.LogCaptureFixture
) -> None:
    status, answer = await raw.ask(method, path, body)
    assert status in (400, 403), answer
    assert raw.box.world.messages[raw.games] == {}
    assert raw.box.world.commands == {}


async def test_broken_json_is_refused(raw: Raw) -> None:
    url = f"{raw.box.api_url}/channels/{raw.games}/messages"
    async with raw.session.post(
        url, data=b"{broken", headers={"Content-Type": "application/json"}
    ) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


@pytest.mark.parametrize("seed", range(3))
async def test_damaged_messages_never_spoil_the_world(raw: Raw, seed: int) -> None:
    random = Random(seed)
    section = {"type": 9, "components": [text()], "accessory": {"type": 11, "media": {"url": "https://x"}}}
    whole = [
        {
            "flags": V2,
            "allowed_mentions": {"parse": [], "users": ["1"]},
            "components": [
                {"type": 17, "components": [text(), gallery("https://x"), row(button()), section]}
            ],
        },
        {
            "content": "x <@1>",
            "embeds": [
                {"title": "x", "image": {"url": "https://x"}, "fields": [{"name": "a", "value": "b"}]}
            ],
            "components": [row(menu())],
        },
    ]
    keys: list[str] = []
    for body in whole:
        status, answer = await raw.ask("POST", POST, body)
        assert status == 200
        keys.append(answer["id"])
    taken = 0
    for _ in range(60):
        index = random.randrange(2)
        editing = random.random() < 0.5
        path = f"{POST}/{keys[index]}" if editing else POST
        status, _ = await raw.ask("PATCH" if editing else "POST", path, damaged(whole[index], random))
        assert status in (200, 400)
        taken += status == 200
        assert (await raw.ask("GET", f"{POST}?limit=100"))[0] == 200
    assert 0 < taken < 60


# Reactions, pins, pages


def allow(raw: Raw, *names: str) -> None:
    allowed = sum(BITS[name] for name in ("EMBED_LINKS", *names))
    overwrite = {"id": raw.application, "type": 1, "allow": str(allowed), "deny": "0"}
    raw.box.world.channels[raw.games]["permission_overwrites"] = [overwrite]


async def test_reactions_that_discord_refuses(raw: Raw) -> None:
    _, message = await raw.ask("POST", POST, {"content": "x"})
    path = f"{POST}/{message['id']}/reactions"
    assert await code(raw, "PUT", f"{path}/%F0%9F%91%8D/@me") == (403, 50013)
    allow(raw, "ADD_REACTIONS")
    assert await code(raw, "PUT", f"{path}/thumb/@me") == (404, 10014)
    assert await code(raw, "PUT", f"{path}/tile:5/@me") == (404, 10014)
    for number in range(20):
        assert (await raw.ask("PUT", f"{path}/{chr(0x1F600 + number)}/@me"))[0] == 204
    assert await code(raw, "PUT", f"{path}/%F0%9F%91%8D/@me") == (400, 30010)
    for wrong in ("", f"/{chr(0x1F600)}", f"/{chr(0x1F600)}/{raw.ada}"):
        assert await code(raw, "DELETE", path + wrong) == (403, 50013)
    allow(raw, "MANAGE_MESSAGES")
    assert await code(raw, "DELETE", f"{path}/%F0%9F%91%8D") == (404, 10014)
    assert (await raw.ask("DELETE", path))[0] == 204
    assert "reactions" not in (await raw.ask("GET", f"{POST}/{message['id']}"))[1]


async def test_who_reacted_comes_by_the_page(raw: Raw) -> None:
    _, message = await raw.ask("POST", POST, {"content": "x"})
    stored = raw.box.world.message(raw.games, message["id"])
    people = sorted((user["id"] for user in raw.box.world.people), key=int)
    for user in people:
        add(raw.box, stored, "👍", user)
    path = f"{POST}/{message['id']}/reactions/👍"

    async def listed(query: str) -> list[str]:
        return [user["id"] for user in (await raw.ask("GET", path + query))[1]]

    assert await listed("") == people
    assert await listed("?limit=2") == people[:2]
    assert await listed(f"?limit=2&after={people[1]}") == people[2:]
    assert await listed("?type=1") == []
    for query in ("?limit=0", "?limit=101", "?after=x"):
        assert (await raw.ask("GET", path + query))[1]["code"] == 50035


async def test_pins(raw: Raw) -> None:
    made = [(await raw.ask("POST", POST, {"content": str(number)}))[1]["id"] for number in range(3)]
    new, old = "/channels/{games}/messages/pins", "/channels/{games}/pins"
    assert await code(raw, "PUT", f"{new}/{made[0]}") == (403, 50013)
    allow(raw, "PIN_MESSAGES")
    assert await code(raw, "PUT", f"{new}/5") == (404, 10008)
    for route, key in zip((new, old, new), made, strict=True):
        assert (await raw.ask("PUT", f"{route}/{key}"))[0] == 204
    _, notices = await raw.ask("GET", POST + "?limit=3")
    assert [(item["type"], item["message_reference"]["message_id"]) for item in notices] == [
        (6, key) for key in reversed(made)
    ]
    assert await code(raw, "PUT", f"{new}/{notices[0]['id']}") == (403, 50021)
    assert [item["id"] for item in (await raw.ask("GET", old))[1]] == made[::-1]
    _, page = await raw.ask("GET", new + "?limit=2")
    assert ([item["message"]["id"] for item in page["items"]], page["has_more"]) == (made[:0:-1], True)
    before = page["items"][-1]["pinned_at"]
    _, rest = await raw.ask("GET", f"{new}?before={before}")
    assert ([item["message"]["id"] for item in rest["items"]], rest["has_more"]) == (made[:1], False)
    for query in ("?limit=51", "?before=yesterday"):
        assert (await raw.ask("GET", new + query))[1]["code"] == 50035
    assert (await raw.ask("DELETE", f"{old}/{made[1]}"))[0] == 204
    assert (await raw.ask("GET", f"{POST}/{made[1]}"))[1]["pinned"] is False
    assert [item["id"] for item in (await raw.ask("GET", old))[1]] == [made[2], made[0]]


async def test_no_more_pins_than_discord_allows(raw: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PINS", 1)
    allow(raw, "PIN_MESSAGES")
    first, second = [(await raw.ask("POST", POST, {"content": "x"}))[1]["id"] for _ in range(2)]
    path = "/channels/{games}/messages/pins/"
    assert (await raw.ask("PUT", path + first))[0] == 204
    assert await code(raw, "PUT", path + second) == (400, 30003)


async def test_lists_come_by_the_page(raw: Raw) -> None:
    _, thread = await raw.ask("POST", "/channels/{games}/threads", {"name": "T", "type": 11})
    path = f"/channels/{thread['id']}/thread-members"
    people = sorted((user["id"] for user in raw.box.world.people), key=int)
    for user in people:
        assert (await raw.ask("PUT", f"{path}/{user}"))[0] == 204
    everybody = sorted([*people, raw.application], key=int)

    async def members(query: str) -> list[Json]:
        return (await raw.ask("GET", path + query))[1]

    assert [item["user_id"] for item in await members("")] == everybody
    assert [item["user_id"] for item in await members("?limit=2")] == everybody[:2]
    after = await members(f"?limit=2&after={everybody[1]}&with_member=true")
    assert [item["member"]["user"]["id"] for item in after] == everybody[2:4]
    assert "member" not in (await members("?with_member=false"))[0]
    one = (await raw.ask("GET", f"{path}/{raw.ada}?with_member=true"))[1]
    assert one["member"]["user"]["id"] == raw.ada
    assert await code(raw, "GET", path + "?limit=101") == (400, 50035)
    assert await code(raw, "PUT", f"{path}/5") == (404, 10013)

    home = next(iter(raw.box.world.guilds))
    further = [open_guild(raw.box, name, [raw.ada], ["games"])["id"] for name in ("B", "C")]
    every = [home, *further]

    async def guilds(query: str) -> list[str]:
        return [item["id"] for item in (await raw.ask("GET", "/users/@me/guilds" + query))[1]]

    assert await guilds("") == every
    assert await guilds("?limit=1") == every[:1]
    assert await guilds(f"?after={home}") == further
    assert await guilds(f"?before={further[1]}&limit=1") == every[1:2]
    (counted,) = (await raw.ask("GET", "/users/@me/guilds?limit=1&with_counts=true"))[1]
    assert counted["approximate_member_count"] == 5
    assert "approximate_member_count" not in (await raw.ask("GET", f"/guilds/{home}"))[1]
    assert (await raw.ask("GET", f"/guilds/{home}?with_counts=1"))[1]["approximate_member_count"] == 5
    assert await code(raw, "GET", "/users/@me/guilds?limit=201") == (400, 50035)
