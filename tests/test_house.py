"""The house's own laws: who imports what, and what no file may say."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "render", "cogs", "ops", "sandbox", "bench", "soak", "tools")
OWNERS = {
    "discord": ("bot.py", "cogs/"),
    "PIL": ("render/",),
    "isal": ("render/kit/encoding.py",),
    "aiosqlite": ("engine/store/",),
    "asyncpg": ("engine/store/",),
    "sandbox": (
        "bot.py",
        "sandbox/",
        "bench/backlog.py",
        "bench/latency.py",
        "bench/turns.py",
        "bench/world.py",
        "soak/",
    ),
}
"""Each of these is imported there and nowhere else (tests apart)."""


def modules() -> Iterator[Path]:
    yield from (ROOT / "bot.py", ROOT / "settings.py")
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


@cache
def imported(path: Path) -> frozenset[str]:
    """The top-level packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return frozenset(names)


@pytest.mark.parametrize("package", OWNERS)
def test_imported_by_its_owners_alone(package: str) -> None:
    users = [str(path.relative_to(ROOT)) for path in modules() if package in imported(path)]
    assert users, f"nobody imports {package}: the check looks at the wrong files"
    assert [path for path in users if not path.startswith(OWNERS[package])] == []


def test_no_test_file_shares_its_name() -> None:
    """pytest tells test modules apart by their name alone."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_no_registry_or_machine_path_is_named() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    words = [
        b"/".join((b"", b"work", b"")),
        b".".join((b"pythonhosted", b"org")),
        b".".join((b"pypi", b"org")),
        b".".join((b"registry", b"npmjs")),
    ]
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file():
            said = path.read_bytes()
            assert [word for word in words if word in said] == [], name


def test_no_verb_of_a_control_has_two_meanings() -> None:
    """Whoever registers one that is taken would silently take its buttons."""
    found: list[str] = []
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.AugAssign)
                and isinstance(node.target, ast.Attribute)
                and node.target.attr == "verbs"
                and isinstance(node.value, ast.Dict)
            ):
                found += [str(key.value) for key in node.value.keys if isinstance(key, ast.Constant)]
    assert len(found) > 20
    assert {each for each in found if found.count(each) > 1} == set()
