"""Forms: their fields, and what is read of what a client sends."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.answering.controls import Control
from cogs.answering.forms import Option, check_field, choice_field, form, submitted, text_field
from engine.game import Refusal
from tests.cogs.simulated import Town

TWO = [Option("1", "one"), Option("2", "two", "as it says")]


def filled(*components: Any, kind: Any = discord.InteractionType.modal_submit) -> Any:
    parts = [{"type": 18, "component": each} for each in components]
    return SimpleNamespace(type=kind, data={"custom_id": "x", "components": [{"type": 10}, *parts]})


def test_few_choices_are_all_shown_and_many_make_a_menu() -> None:
    few: Any = choice_field("a", "A", "1", TWO).to_component_dict()["component"]
    assert (few["type"], few["required"]) == (discord.ComponentType.radio_group.value, True)
    many = [Option(str(each), "x" * 200) for each in range(40)]
    for options in (many, TWO[:1]):
        menu: Any = choice_field("a", "A" * 90, "1", options).to_component_dict()["component"]
        assert (menu["type"], menu["required"]) == (3, True)
        assert 1 <= len(menu["options"]) <= 25
        assert all(len(each["label"]) <= 100 for each in menu["options"])
    modal = form(Control(1, "terms"), "T" * 90, [choice_field("a", "A", "1", TWO)], "note").to_dict()
    assert len(modal["title"]) == 45
    assert [each["type"] for each in modal["components"]] == [18, 10]


@pytest.mark.parametrize("shown", ["1", "2"])
def test_what_is_sent_as_it_was_shown_was_not_changed(shown: str) -> None:
    fields: list[Any] = [
        choice_field("a", "A", shown, TWO),
        check_field("b", "B", True),
        text_field("c", "C", "x"),
    ]
    a, b, c = (each.to_component_dict()["component"]["custom_id"] for each in fields)
    sent = filled(
        {"custom_id": a, "value": "1"}, {"custom_id": b, "value": False}, {"custom_id": c, "values": ["x"]}
    )
    assert submitted(sent) == ({"b": False} if shown == "1" else {"a": "1", "b": False})


@pytest.mark.parametrize(
    "component",
    [
        {"custom_id": "a=", "value": None},
        {"custom_id": "a=", "value": 7},
        {"custom_id": "a=", "value": ["1"]},
        {"custom_id": "a=", "values": ["1", "2"]},
        {"custom_id": "a=", "values": []},
        {"custom_id": "a=", "values": {"0": "1"}},
        {"custom_id": "a=", "value": "x" * 301},
    ],
)
def test_values_of_another_kind_are_refused(component: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="unknown_control"):
        submitted(filled(component))


@pytest.mark.parametrize(
    "parts", [None, 7, "x", {}, [None], [[]], [{"component": []}], [{"component": {"custom_id": 1}}]]
)
def test_parts_that_are_none_change_nothing(parts: object) -> None:
    sent: Any = SimpleNamespace(type=discord.InteractionType.modal_submit, data={"components": parts})
    assert submitted(sent) == {}


def test_a_field_that_is_there_twice_is_refused() -> None:
    with pytest.raises(Refusal):
        submitted(filled({"custom_id": "a=", "value": "1"}, {"custom_id": "a=1", "value": "2"}))


@pytest.mark.parametrize(
    ("kind", "verb"),
    [(discord.InteractionType.modal_submit, "leave"), (discord.InteractionType.component, "terms")],
)
async def test_no_form_has_the_verb_of_a_button_and_no_button_that_of_a_form(
    place: Town, monkeypatch: pytest.MonkeyPatch, kind: Any, verb: str
) -> None:
    """A client that sends one for the other is answered, and nothing happens."""
    await place.open(2)
    told: list[BaseException] = []

    async def keep(interaction: object, error: BaseException, match: int | None = None) -> None:
        told.append(error)

    monkeypatch.setattr("cogs.services.services.answer_error", keep)
    before = await place.bot.matches.loader.get(1)
    response = SimpleNamespace(is_done=lambda: True)
    interaction: Any = SimpleNamespace(
        type=kind, user=place.people[1], extras={}, data={}, message=None, response=response
    )
    monkeypatch.setattr(place.bot.services, "visible_match", _seen)
    await place.bot.services.press(interaction, Control(1, verb, "yes"), ())
    assert [each.code for each in told if isinstance(each, Refusal)] == ["unknown_control"]
    assert await place.bot.matches.loader.get(1) == before


async def _seen(interaction: object, match: int) -> None:
    return None
