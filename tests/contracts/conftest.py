"""The bot in a sandbox, with the newcomers among its games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES as RULES
from engine.games import Row
from tests.contracts.cases import GAMES, Case, Contestant
from tests.whole.conftest import bot, box, database, people, quiet, watch

__all__ = ["bot", "box", "database", "people", "quiet", "rows", "watch"]

ENGINE = Path(__file__).parent / "test_engine_contract.py"
SECRETS = "test_secrets_contract.py"


@pytest.fixture
def rows() -> Sequence[Row]:
    return [game.row for game in GAMES]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The engine's tests stand form by form; with ``--quick``, one example of each for each game.

    And of whole matches one alone; of what others hold the last, which is a newcomer's and small.
    """
    _stand_together(items)
    if not config.getoption("quick"):
        return
    here, seen, left_out = Path(__file__).parent, set[tuple[object, str]](), list[pytest.Item]()
    looked = [item for item in items if here in item.path.parents and item.path.name != SECRETS]
    secrets = [item for item in items if item.path.name == SECRETS]
    for item in (*looked, *reversed(secrets)):
        function = getattr(item, "function", None)
        whole = item.path.name in ("test_match_contract.py", SECRETS)
        example = (function, "" if whole else _game(getattr(item, "callspec", None)))
        if example in seen:
            left_out.append(item)
        seen.add(example)
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _stand_together(items: list[pytest.Item]) -> None:
    """All that look at a form's games do so one after the other, in one process: these are played once."""
    cases = {item: _case(item) for item in items if item.path == ENGINE}
    places = [place for place, item in enumerate(items) if cases.get(item)]
    first = {case: -number for number, case in enumerate(reversed(cases.values()))}
    ordered = sorted((items[place] for place in places), key=lambda item: first[cases[item]])
    for place, item in zip(places, ordered, strict=True):
        items[place] = item
        item.add_marker(pytest.mark.xdist_group(str(cases[item])))


def _case(item: pytest.Item) -> Case | None:
    """The form that a test is given."""
    callspec: Any = getattr(item, "callspec", None)
    values: Mapping[str, object] = callspec.params if callspec is not None else {}
    return next((value for value in values.values() if isinstance(value, Case)), None)


def _game(callspec: Any) -> str:
    """The game that an example is of."""
    values: Mapping[str, object] = callspec.params if callspec is not None else {}
    for value in values.values():
        if isinstance(value, Contestant):
            return value.key
        if isinstance(value, str) and value in RULES:
            return value
    return ""
