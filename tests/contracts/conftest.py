"""The bot in a sandbox, with the newcomers among its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES as RULES
from engine.games import Row
from tests.contracts.cases import GAMES, Contestant
from tests.whole.conftest import bot, box, database, people, quiet, watch

__all__ = ["bot", "box", "database", "people", "quiet", "rows", "watch"]


@pytest.fixture
def rows() -> Sequence[Row]:
    return [game.row for game in GAMES]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--quick``, one example of each contract's tests for each game, and one whole match."""
    if not config.getoption("quick"):
        return
    here, seen, left_out = Path(__file__).parent, set[tuple[object, str]](), list[pytest.Item]()
    for item in items:
        if here not in item.path.parents:
            continue
        function = getattr(item, "function", None)
        whole = item.path.name in ("test_match_contract.py", "test_secrets_contract.py")
        example = (function, "" if whole else _game(getattr(item, "callspec", None)))
        if example in seen:
            left_out.append(item)
        seen.add(example)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _game(callspec: Any) -> str:
    """The game that an example is of."""
    values: Mapping[str, object] = callspec.params if callspec is not None else {}
    for value in values.values():
        if isinstance(value, Contestant):
            return value.key
        if isinstance(value, str) and value in RULES:
            return value
    return ""
