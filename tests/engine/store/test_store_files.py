"""The protocol of the store and its SQL stand in files of the same name, in the same order."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import engine.store
from engine.store.protocol import Store

PROTOCOL = Path(engine.store.__file__).parent / "protocol"
SUBJECTS = sorted(path.name for path in PROTOCOL.glob("*.py") if path.name != "__init__.py")


def _store_in(path: Path) -> ast.ClassDef:
    """Return the class of that file whose name ends in `Store`."""
    found = [
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Store")
    ]
    assert len(found) == 1, path
    return found[0]


def _methods(store: ast.ClassDef) -> list[ast.AsyncFunctionDef]:
    return [
        node
        for node in store.body
        if isinstance(node, ast.AsyncFunctionDef) and not node.name.startswith("_")
    ]


@pytest.mark.parametrize("name", SUBJECTS)
def test_sql_stands_in_the_file_of_the_same_name(name: str) -> None:
    protocol, sql = _store_in(PROTOCOL / name), _store_in(PROTOCOL.parent / "sql" / name)
    assert sql.name == f"Sql{protocol.name}"
    assert [(each.name, ast.unparse(each.args)) for each in _methods(sql)] == [
        (each.name, ast.unparse(each.args)) for each in _methods(protocol)
    ]


@pytest.mark.parametrize("name", SUBJECTS)
def test_methods_are_described_in_the_protocol_alone(name: str) -> None:
    assert all(ast.get_docstring(each) for each in _methods(_store_in(PROTOCOL / name)))
    assert not any(ast.get_docstring(each) for each in _methods(_store_in(PROTOCOL.parent / "sql" / name)))


def test_a_store_has_every_subject() -> None:
    names = {_store_in(PROTOCOL / name).name for name in SUBJECTS}
    assert {each.__name__ for each in inspect.getmro(Store)[1:] if each.__name__.endswith("Store")} == names
