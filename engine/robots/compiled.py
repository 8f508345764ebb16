"""The compiled cores of play-outs: an optional part of an installation.

``python -m engine.robots.compiled`` compiles them with `numba`, into a folder of the house, and ends. No
other process writes there. Where `numba` or the folder is missing, broken or of another version or machine,
the same functions are plain Python, players spend the smaller budgets that fit to that, and `missing` says
why.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["CORES", "FOLDER", "array", "compiled", "folder", "is_used", "missing", "stamp"]

F = TypeVar("F", bound=Callable[..., Any])

CORES = {
    "familienbande": "engine.familienbande.arrays",
    "genesis": "engine.genesis.arrays",
    "genial": "engine.genial.arrays",
}
"""The modules that are compiled, by game. The function `warm` of each calls all that is to be compiled."""
_SOURCES = ("engine.robots.array_draws", *CORES.values())
"""The modules with compiled functions."""
FOLDER = "ROBOT_CORES"
"""The environment variable that names the folder of what is compiled."""
_ROOT = Path(__file__).resolve().parents[2]
_STAMP = "stamp.json"
_WRITTEN = ("*.nbi", "*.nbc")
"""The files that `numba` writes. It would take old ones where only a function that they call has changed."""
_PLAIN = "ROBOT_CORES_PLAIN"
"""The environment variable that is set where nothing is to be compiled: tests compare the answers."""


def folder() -> Path:
    """Return the folder of what is compiled: beside the code, unless the environment names another."""
    return Path(os.environ.get(FOLDER) or _ROOT / "play" / "cores")


def stamp() -> dict[str, str]:
    """Return what must be the same where a core was compiled and where it runs.

    Raises `metadata.PackageNotFoundError` without `numba`.
    """
    told = hashlib.sha256()
    for name in _SOURCES:
        source = _ROOT.joinpath(*name.split(".")).with_suffix(".py")
        # numba knows a source by its time and size: whoever runs a newer one would compile it anew.
        told.update(f"{source}:{source.stat().st_mtime_ns}:{source.stat().st_size};".encode())
    return {
        "numba": metadata.version("numba"),
        "llvmlite": metadata.version("llvmlite"),
        "numpy": metadata.version("numpy"),
        "python": sys.version,
        "machine": f"{platform.machine()} {_processor()}",
        "sources": told.hexdigest(),
    }


def _processor() -> str:
    """Return the kind of processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return hashlib.sha256("".join(sorted({each for each in lines if _is_kind(each)})).encode()).hexdigest()


def _is_kind(line: str) -> bool:
    return line.startswith(("model name", "flags", "Features"))


@cache
def missing() -> str:
    """Return why nothing is compiled here; an empty text where it is. `numba` is not imported for that."""
    if os.environ.get(_PLAIN):
        return "switched off"
    try:
        wanted = stamp()
    except metadata.PackageNotFoundError as error:
        return f"{error.name} is not installed"
    except OSError as error:
        return str(error)
    try:
        found = json.loads((folder() / _STAMP).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "not compiled yet"
    except (OSError, ValueError) as error:
        return f"what was compiled cannot be read: {error}"
    return "" if found == wanted else "compiled for another version or machine"


@cache
def _numba() -> Any:
    """Return the module; `None` where it cannot be imported."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder())
    try:
        return importlib.import_module("numba")
    except Exception:  # half installed: anything may be raised
        return None


def is_used() -> bool:
    """Return whether this process uses compiled cores: they are there, and `numba` can be imported."""
    return (_is_compiling or not missing()) and _numba() is not None


_is_compiling = False


def compiled(function: F) -> F:
    """Return the function compiled, or as it is where compiled cores are not used."""
    return _numba().njit(cache=True)(function) if is_used() else function


def array(numbers: Sequence[int]) -> Any:
    """Return the numbers as compiled functions take them, which is a list where none are used."""
    if not is_used():
        return list(numbers)
    numpy = importlib.import_module("numpy")
    return numpy.array(numbers, dtype=numpy.int64)


def main() -> int:
    """Compile all cores. Return the exit code."""
    global _is_compiling
    _is_compiling = True
    try:
        wanted = stamp()
    except metadata.PackageNotFoundError as error:
        sys.stderr.write(f"{error.name} is not installed: `make cores` does it, and compiles\n")
        return 1
    try:
        folder().mkdir(parents=True, exist_ok=True)
        (folder() / _STAMP).unlink(missing_ok=True)
        for pattern in _WRITTEN:
            for old in folder().rglob(pattern):
                old.unlink()
        # The games import this module: it knows them by name.
        games = importlib.import_module("engine.games").GAMES
        chance = importlib.import_module("engine.chance").SeededChance(b"warm", 0)
        for key, name in CORES.items():
            importlib.import_module(name).warm(games[key].setup(games[key].Options(), 2, chance))
        # The last file that is written: a process that was killed before has compiled nothing.
        (folder() / _STAMP).write_text(json.dumps(wanted), encoding="utf-8")
    except Exception as error:  # numba and the file system may raise anything
        sys.stderr.write(f"The cores cannot be compiled into {folder()}: {error}\n")
        return 1
    sys.stdout.write(f"{len(CORES)} cores are compiled in {folder()}.\n")
    return 0


if __name__ == "__main__":
    # The cores import this module by its name: what is said here must be said there.
    sys.exit(importlib.import_module("engine.robots.compiled").main())
