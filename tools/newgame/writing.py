"""The files of a new game: made in memory, then written. A failure on the way is undone."""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

__all__ = ["Unwritten", "write_game"]

ROOT = Path(__file__).resolve().parents[2]
SKELETON = Path(__file__).with_name("skeleton")
REGISTER = Path("engine", "games.py")
FAIRNESS = Path("docs", "fairness.md")
LANGUAGES = ("en", "fr")

_KEY = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_TITLE = re.compile(r"[\w’().,&-]+(?: [\w’().,&-]+)*")
_ROWS = re.compile(r"(?s)^ROWS: tuple\[Row, \.\.\.\] = \(\n.*?(?=^\)$)", re.MULTILINE)
_OURS = 'lint.isort.known-first-party = ["cogs", "engine", "render", "tests"]'
"""Ruff's setting for the project's own imports, which it cannot find out before the files are written."""
_BELOW_GAMES = "## Known answers\n"
_SECTION = """### ${title}: `${key}`

The cards are 1 to 30. A hand has one card more than the option `tricks` says. A move is the card that a seat
chooses; until the last seat has chosen, a later move of a seat takes the place of its earlier one.

* **A deal**: the cards, in ascending order, are shuffled (step 7 of the scheme: 29 draws, below 30, 29, … 2).
  Seat 0 gets the first cards, seat 1 the next, and so on.
* **Entry 0**: the first deal.
* **The move by which the last seat has chosen** ends a trick. After as many tricks as the option `tricks`
  says it draws the next deal, as long as there are fewer deals than the option `deals` says.
* No other move draws anything.

"""


class Unwritten(Exception):  # noqa: N818 - it says what is so
    """A new game that was refused or failed; the text says why. Nothing was changed."""


@dataclass(frozen=True)
class _Names:
    """The names of the game for the placeholders of the skeleton."""

    key: str
    title: str

    @property
    def inputs(self) -> Mapping[str, str]:
        return {
            "key": self.key,
            "Key": "".join(part.capitalize() for part in self.key.split("_")),
            "KEY": self.key.upper(),
            "title": self.title,
            "command": self.key.replace("_", "-"),
        }

    def fill(self, text: str) -> str:
        return Template(text).substitute(self.inputs)


def write_game(key: str, title: str | None = None, root: Path = ROOT) -> list[Path]:
    """Write the skeleton of a game below `root`.

    Return the paths, the two changed files last. Raises `Unwritten`.
    """
    _check_key(key, root)
    names = _Names(key, title or key.replace("_", " ").title())
    if len(names.title) > 40 or not _TITLE.fullmatch(names.title):
        raise Unwritten(f"a title has at most 40 letters, digits and single spaces, unlike {names.title!r}.")
    drafts = dict(_skeleton(names))
    _check_free(key, drafts, root)
    new = {path: _format(path, text, root) for path, text in drafts.items()}
    changed = {REGISTER: _with_row(names, root), FAIRNESS: _with_section(names, root)}
    kept = _write_files(key, {**new, **changed}, root)
    return [*sorted((*new, *kept)), *changed]


# What is refused


def _check_key(key: str, root: Path) -> None:
    if not _KEY.fullmatch(key) or not 3 <= len(key) <= 20 or keyword.iskeyword(key):
        raise Unwritten(
            f"{key!r} cannot be a key. It has 3 to 20 small letters and digits, a letter first, parts joined "
            "by _, as sea_battle, and is no word of Python's."
        )
    if re.search(rf'^    (?:row\(|    )"{key}",?\)?', (root / REGISTER).read_text("utf-8"), re.MULTILINE):
        raise Unwritten(f"{key} is a game already: {REGISTER} has its row.")
    section = re.compile(rf'^msgid "(?:command\.)?{key}[."]', re.MULTILINE)
    for language in LANGUAGES:
        for path in sorted((root / "locales" / language).glob("*.po")):
            if path.stem != key and section.search(path.read_text("utf-8")):
                raise Unwritten(
                    f"{path.relative_to(root)} has codes that begin with {key}: take another key."
                )


def _check_free(key: str, new: Iterable[Path], root: Path) -> None:
    """Raise `Unwritten` if a path of the game is taken, even by an empty folder."""
    rooms = [Path(room, f"{key}{end}") for room in ("engine", "render", "cogs") for end in ("", ".py")]
    records = sorted((root / "tests" / "records").glob(f"{key}-*"))
    taken = [path for path in (*rooms, *new) if (root / path).exists()]
    taken += [path.relative_to(root) for path in records]
    if taken:
        raise Unwritten(f"{taken[0]} is in the way: move it elsewhere, or take another key than {key}.")


# What is written


def _skeleton(names: _Names) -> Iterator[tuple[Path, str]]:
    for path in sorted(SKELETON.rglob("*.txt")):
        place = path.relative_to(SKELETON).with_suffix("")
        yield Path(str(place).replace("KEY", names.key)), names.fill(path.read_text("utf-8"))


def _format(path: Path, text: str, root: Path) -> str:
    """Return a module with its imports sorted and its lines broken by ruff, other files unchanged."""
    if path.suffix != ".py":
        return text
    sort = ("check", "--select", "I,RUF022", "--fix-only", "--quiet", "--config", _OURS)
    for command in (sort, ("format", "--quiet")):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(root / path), "-"]
        done = subprocess.run(ruff, cwd=root, input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip()
            raise Unwritten(f"ruff could not form {path}. `make lint` installs it. It said: {said}")
        text = done.stdout
    return text


def _with_row(names: _Names, root: Path) -> str:
    """Return the register of games with one more row."""
    text = (root / REGISTER).read_text("utf-8")
    rows = _ROWS.search(text)
    if rows is None:
        raise Unwritten(f"{REGISTER} has no ROWS as this tool knows them.")
    return f'{text[: rows.end()]}    row("{names.key}"),\n{text[rows.end() :]}'


def _with_section(names: _Names, root: Path) -> str:
    """Return the page about chance (docs/fairness.md) with one more game."""
    text = (root / FAIRNESS).read_text("utf-8")
    if text.count(_BELOW_GAMES) != 1:
        raise Unwritten(f"{FAIRNESS} has no heading {_BELOW_GAMES.strip()!r}, above which games stand.")
    return text.replace(_BELOW_GAMES, names.fill(_SECTION) + _BELOW_GAMES)


def _write_files(key: str, files: Mapping[Path, str], root: Path) -> list[Path]:
    """Write the files, play the games that are kept as records, and return these; all or nothing."""
    before = {path: (root / path).read_bytes() if (root / path).exists() else None for path in files}
    folders: list[Path] = []
    try:
        for path, text in files.items():
            missing = [each for each in (root / path).parents if not each.exists()]
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            folders += reversed(missing)
            (root / path).write_text(text, "utf-8")
        _keep_records(key, root)
    except BaseException as error:
        _undo(key, before, folders, root)
        if isinstance(error, OSError):
            raise Unwritten(f"{error.filename or root}: {error.strerror}.") from error
        raise
    return [path.relative_to(root) for path in _records(key, root)]


def _records(key: str, root: Path) -> list[Path]:
    return sorted((root / "tests" / "records").glob(f"{key}-*.txt"))


def _keep_records(key: str, root: Path) -> None:
    """Play the games that are kept as records, in a process that has not yet imported the old register."""
    play = [sys.executable, "-m", "tests.kept", key]
    done = subprocess.run(play, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unwritten(f"the skeleton could not be played: {done.stderr.strip()}")


def _undo(key: str, before: Mapping[Path, bytes | None], folders: list[Path], root: Path) -> None:
    for path, data in before.items():
        if data is not None:
            (root / path).write_bytes(data)
        else:
            (root / path).unlink(missing_ok=True)
    for path in _records(key, root):
        path.unlink()
    for folder in reversed(folders):
        for cached in folder.rglob("*.pyc"):
            cached.unlink()
        for empty in (*folder.rglob("__pycache__"), folder):
            if empty.exists():
                empty.rmdir()
