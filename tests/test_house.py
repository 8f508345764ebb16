"""The project's own laws: who imports what, and what no file may say."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

pytestmark = pytest.mark.xdist_group("house")
"""One process reads all the files, once."""

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "render", "cogs", "ops", "sandbox", "harness", "bench", "soak", "tools")
OWNERS = {
    "discord": ("bot.py", "cogs/", "harness/paper.py"),
    "PIL": ("render/",),
    "isal": ("render/kit/encoding.py", "render/kit/memory.py"),
    "aiosqlite": ("engine/store/",),
    "asyncpg": ("engine/store/", "harness/postgres.py"),
    "zoneinfo": ("engine/match/clock.py",),
    "sandbox": (
        "bot.py",
        "sandbox/",
        "bench/backlog.py",
        "bench/crowd.py",
        "bench/latency.py",
        "bench/turns.py",
        "bench/world.py",
        "harness/",
        "soak/",
    ),
    "harness": ("harness/", "bench/", "soak/"),
    "soak": ("soak/", "bench/"),
    "bench": ("bench/",),
    "tools": ("tools/",),
    "render.gallery": ("render/gallery/", "bench/pictures.py"),
}
"""Each of these is imported there and nowhere else (tests apart)."""


def modules() -> Iterator[Path]:
    yield from (ROOT / "bot.py", ROOT / "settings.py")
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a module imports, and the packages in which they stand."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {f"{node.module}.{name.name}" for name in node.names}
    parts = [name.split(".") for name in names]
    return frozenset(".".join(each[:end]) for each in parts for end in range(1, len(each) + 1))


@pytest.mark.parametrize("package", OWNERS)
def test_imported_by_its_owners_alone(package: str) -> None:
    users = [str(path.relative_to(ROOT)) for path in modules() if package in imported(path)]
    assert users, f"nobody imports {package}: the check looks at the wrong files"
    assert [path for path in users if not path.startswith(OWNERS[package])] == []


def test_no_file_imports_itself_by_way_of_others() -> None:
    """Tests too, whose folders lean on one another: the import law looks at all the other rooms' folders."""
    graph = grimp.build_graph(*ROOMS, "tests", cache_dir=None)
    imports = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    assert "tests.test_house" in imports
    TopologicalSorter(imports).prepare()  # a circle is an error that names it


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
