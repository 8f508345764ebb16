"""The check against Discord's published description: what it finds, and that nothing passes it unseen."""

from __future__ import annotations

from random import Random
from typing import Any

import aiohttp
import discord
import pytest
from jsonschema import Draft202012Validator

from sandbox import Sandbox
from sandbox.openapi import Description
from sandbox.people import Person
from tests.sandbox.trial import DESCRIPTION, Trial, damaged, png

if not DESCRIPTION.exists():
    pytest.skip("Discord's description is not at hand", allow_module_level=True)

CHANNEL = "/channels/123456789012345678"


@pytest.fixture(scope="module")
def description() -> Description:
    return Description.from_file(DESCRIPTION)


def problems(
    description: Description, method: str, path: str, body: Any = None, **query: str
) -> list[tuple[str, str]]:
    kind = "application/json" if body is not None else ""
    found = description.request_problems(method, path, query, kind, body)
    return [(problem.kind, problem.text) for problem in found]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/users/@me", None),
        ("POST", f"{CHANNEL}/messages", {"content": "x", "nonce": "1:2", "enforce_nonce": True}),
        ("POST", f"{CHANNEL}/messages", {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}]}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"content": None}),
        ("POST", "/interactions/1/token/callback", {"type": 5, "data": {"flags": 64}}),
    ],
)
def test_good_requests_pass(description: Description, method: str, path: str, body: Any) -> None:
    assert problems(description, method, path, body) == []


@pytest.mark.parametrize(
    ("method", "path", "body", "where"),
    [
        ("GET", "/users/@you", None, "path parameter"),
        ("GET", "/nowhere", None, "no such operation"),
        ("DELETE", "/users/@me", None, "no such operation"),
        ("POST", f"{CHANNEL}/messages", None, "a body is required"),
        ("POST", f"{CHANNEL}/messages", {"content": 5}, "content: 5 is not"),
        ("POST", f"{CHANNEL}/messages", {"nonce": "n" * 26}, "nonce"),
        (
            "POST",
            f"{CHANNEL}/messages",
            {"components": [{"type": 1, "components": []}]},
            "components.0.components",
        ),
        (
            "POST",
            f"{CHANNEL}/messages",
            {"components": [{"type": 17, "components": [{"type": 10, "content": ""}]}]},
            "components.0.components.0.content",
        ),
        ("POST", "/interactions/1/t/callback", {"type": 4, "data": {"content": "x" * 2001}}, "data.content"),
        (
            "PUT",
            "/applications/1/commands",
            [{"name": "x", "options": [{"type": 3, "name": "y"}]}],
            "0.options.0",
        ),
    ],
)
def test_bad_requests_are_found_where_they_are_bad(
    description: Description, method: str, path: str, body: Any, where: str
) -> None:
    found = problems(description, method, path, body)
    assert [kind for kind, _ in found] == ["openapi"]
    assert where in found[0][1]


def test_unknown_parameters_are_found(description: Description) -> None:
    assert problems(description, "GET", f"{CHANNEL}/messages", limit="50", before="12") == []
    assert len(problems(description, "GET", f"{CHANNEL}/messages", limit="many", page="2")) == 2


def test_ids_sent_as_numbers_are_told_apart_from_everything_else(description: Description) -> None:
    numeric = {"recipient_id": 123}
    assert [kind for kind, _ in problems(description, "POST", "/users/@me/channels", numeric)] == [
        "openapi-id"
    ]
    both = {"attachments": [{"id": 0, "description": 7}]}
    found = problems(description, "POST", f"{CHANNEL}/messages", both)
    assert [kind for kind, _ in found] == ["openapi"]
    for wrong in (-1, 1.5, True):
        found = problems(description, "POST", "/users/@me/channels", {"recipient_id": wrong})
        assert [kind for kind, _ in found] == ["openapi"]


def test_looking_at_the_meant_alternative_alone_judges_as_the_description_does(
    description: Description,
) -> None:
    button = {"type": 2, "style": 1, "label": "x", "custom_id": "b", "emoji": {"id": "1", "name": "t"}}
    menu = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}]}
    inner = [
        {"type": 10, "content": "x"},
        {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "x"}]},
        {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": button},
        {"type": 1, "components": [menu]},
    ]
    message = {
        "flags": 1 << 15,
        "allowed_mentions": {"parse": []},
        "components": [{"type": 17, "components": inner}],
    }
    bodies: list[tuple[str, str, Any]] = [
        ("POST", f"{CHANNEL}/messages", message),
        ("POST", "/interactions/1/t/callback", {"type": 7, "data": message}),
        (
            "PUT",
            "/applications/1/commands",
            [{"name": "x", "description": "d", "options": [{"type": 3, "name": "y"}]}],
        ),
    ]
    random = Random(7)
    verdicts: set[bool] = set()
    for method, path, body in bodies:
        found = description.operation(method, path)
        assert found is not None
        validator = found[0].bodies["application/json"]
        thorough = validator._thorough
        plain = Draft202012Validator(thorough.schema, registry=description._registry)
        for _ in range(30):
            wrong = damaged(body, random)
            verdict = plain.is_valid(wrong)
            verdicts.add(verdict)
            assert thorough.is_valid(wrong) == validator.is_valid(wrong) == verdict, wrong
            assert bool([*validator.problems(wrong)]) != verdict, wrong
    assert verdicts == {True, False}


async def test_a_violation_is_recorded_with_its_request() -> None:
    async with (
        Sandbox(openapi=DESCRIPTION) as box,
        aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as session,
    ):
        channel = next(iter(box.world.channels))
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", '{"content": "x", "tts": "yes"}')
        form.add_field("files[0]", png(), filename="a.png", content_type="application/octet-stream")
        async with session.post(f"{box.api_url}/channels/{channel}/messages", data=form) as response:
            assert response.status == 200
        recorded = box.ledger.violations
        assert [(item["kind"], item["method"]) for item in recorded] == [("openapi", "POST")]
        assert recorded[0]["path"] == f"/channels/{channel}/messages"
        assert "tts" in recorded[0]["problem"]


async def test_what_unpatched_discord_py_itself_does_against_the_description(
    ada: Person, bot: Trial, box: Sandbox
) -> None:
    """The whole list; anything new here is a finding to report, not to add."""
    channel = bot.text_channel("games")
    user = await bot.fetch_user(int(ada.id))
    await user.send("x", file=discord.File(DESCRIPTION.with_name("design.md")))
    await channel.send("<@1>", allowed_mentions=discord.AllowedMentions(users=[user]))
    emoji = await bot.create_application_emoji(name="tile", image=png())
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    await channel.send("x", view=view)
    found = {(item["kind"], item["problem"].split(":")[0]) for item in box.ledger.violations}
    assert found == {
        ("openapi-id", "recipient_id"),
        ("openapi-id", "attachments.0.id"),
        ("openapi-id", "allowed_mentions.users.0"),
        ("openapi-id", "components.0.components.0.emoji.id"),
    }
