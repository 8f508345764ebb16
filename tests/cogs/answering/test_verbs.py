"""The verbs of buttons: each is declared once, and every button that a page makes has one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from cogs.answering.controls import Control
from cogs.answering.interaction import Interaction
from cogs.answering.verbs import Verbs, verb
from cogs.pages.steps import Ways

ROOT = Path(__file__).parents[3]
TREES = [ast.parse(path.read_text()) for path in sorted((ROOT / "cogs").rglob("*.py"))]
WAYS = tuple(inspect.signature(Ways).parameters)[1:4]
"""The names of the fields of `Ways` that hold a verb."""


def nodes() -> Iterator[ast.AST]:
    for tree in TREES:
        yield from ast.walk(tree)


def literals(node: ast.expr) -> set[str] | None:
    """Return the texts that this expression may have; `None` unless it is a text or a choice of two."""
    if isinstance(node, ast.IfExp):
        first, second = literals(node.body), literals(node.orelse)
        return None if first is None or second is None else first | second
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def parameter_places() -> dict[str, int]:
    """Return, for each function with a parameter `verb`, how many arguments stand before it."""
    places: dict[str, int] = {}
    for node in nodes():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [each.arg for each in node.args.args if each.arg != "self"]
            if "verb" in names and not node.name.startswith("is_") and node.name != "handler":
                places[node.name] = names.index("verb")
    return places


def made() -> set[str]:
    """Return every verb of a control that the cogs make. Fails for a control whose verb cannot be told."""
    found: set[str] = set()
    places = parameter_places()
    for node in nodes():
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        given: list[ast.expr] = [each.value for each in node.keywords if each.arg == "verb" and name != "cls"]
        if name == "Control" and len(node.args) > 1:
            given.append(node.args[1])
        elif name == "Ways":
            given += node.args[1:4]
        elif name in places and len(node.args) > places[name]:
            given.append(node.args[places[name]])
        for each in given:
            texts = literals(each)
            if texts is not None:
                found |= texts
            else:
                told = ast.unparse(each)
                handed = told in ("verb", *(f"self.{field}" for field in WAYS))
                assert handed, f"line {each.lineno}: which verb {told} is cannot be told"
    defaults = inspect.signature(Ways).parameters
    return found | {defaults[field].default for field in WAYS}


def declared() -> list[str]:
    """Return every verb that stands above a method, in the order of the files."""
    return [
        each.args[0].value
        for node in nodes()
        if isinstance(node, ast.AsyncFunctionDef)
        for each in node.decorator_list
        if isinstance(each, ast.Call)
        and isinstance(each.func, ast.Name)
        and each.func.id == "verb"
        and isinstance(each.args[0], ast.Constant)
        and isinstance(each.args[0].value, str)
    ]


def test_no_verb_is_declared_twice() -> None:
    verbs = declared()
    assert len(verbs) > 60
    assert sorted(set(verbs)) == sorted(verbs)


def test_every_verb_that_pages_make_is_declared() -> None:
    assert len(made()) > 50
    assert made() <= set(declared())


class Answers:
    @verb("wave", in_place=True)
    async def press_wave(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        raise NotImplementedError

    @verb("bow", personal=True)
    async def press_bow(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        raise NotImplementedError


class More(Answers):
    @verb("nod")
    async def press_nod(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        raise NotImplementedError


def test_verbs_are_found_above_inherited_methods_too() -> None:
    verbs, more = Verbs(), More()
    verbs.add_from(more)
    assert sorted(verbs) == ["bow", "nod", "wave"]
    assert verbs.handler("wave") == more.press_wave
    assert verbs.handler("jump") is None
    assert [each for each in verbs if verbs.is_in_place(each)] == ["wave"]
    assert [each for each in verbs if verbs.is_personal(each)] == ["bow"]


def test_a_second_handler_of_a_verb_is_refused() -> None:
    verbs = Verbs()
    verbs.add_from(Answers())
    with pytest.raises(ValueError, match="'bow': declared twice"):
        verbs.add_from(More())
