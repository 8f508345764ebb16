"""What a turn costs is counted by what the sandbox saw."""

from __future__ import annotations

import pytest

from sandbox.people import People
from tests.whole.counting import ANSWER, Costs, kind_of
from tests.whole.playing import opened_table


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/channels/12/messages", "POST message"),
        ("PATCH", "/channels/12/messages/34", "PATCH message"),
        ("GET", "/channels/12/messages/34?x=1", "GET message"),
        ("POST", "/users/@me/channels", "POST direct channel"),
        ("POST", "/channels/12/messages/34/threads", "POST thread"),
        ("PATCH", "/channels/12", "PATCH thread"),
        ("PUT", "/applications/1/commands", "PUT other"),
        ("POST", "/interactions/1/token/callback", ANSWER),
        ("PATCH", "/webhooks/1/token/messages/@original", ANSWER),
    ],
)
def test_kinds(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


async def test_a_turn_is_counted(people: People) -> None:
    table = await opened_table(people, ("ada", "basile"), "2", game="genesis")
    turn, costs = await table.next(), Costs(people)
    await costs.clear()
    person = table.person(turn)
    await table.settle(person, await table.type_a_move(person))
    await table.next()
    await costs.read()
    costs.turns = 1
    assert costs.a_turn(ANSWER) >= 2, "suggestions and the answer"
    assert costs.a_turn("POST message") == 1
    assert costs.a_turn() >= costs.a_turn("POST message")
