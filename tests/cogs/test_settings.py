"""Settings: from the environment and the file, checked, and all of them documented."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from settings import Settings, SettingsError, load, variable

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
NAMES = [each.name for each in fields(Settings)]


def test_defaults(tmp_path: Path) -> None:
    settings = load({}, tmp_path / "none.toml")
    assert settings == Settings()
    assert settings.sandboxed
    assert settings.database_path == Path("play/longtable.db")
    assert load({"DISCORD_TOKEN": "x"}, tmp_path / "none.toml").database_path == Path("longtable.db")


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "longtable.toml"
    file.write_text('database = "a.db"\nport = 9000\n', encoding="utf-8")
    settings = load({"LONGTABLE_PORT": " 9001 "}, file)
    assert (settings.database, settings.port) == (Path("a.db"), 9001)
    assert load({"LONGTABLE_PORT": ""}, file).port == 9000


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"LONGTABLE_PORT": "eighty"}, "whole number from 0 to 65535"),
        ({"LONGTABLE_PORT": "70000"}, "whole number from 0 to 65535"),
        ({"LONGTABLE_TABLES_PER_PERSON": "0"}, "from 1"),
        ({"LONGTABLE_LOG_LEVEL": "loud"}, "one of DEBUG"),
        ({"LONGTABLE_API": "localhost", "DISCORD_TOKEN": "x"}, "begins with http"),
        ({"LONGTABLE_GATEWAY": "http://x"}, "begins with ws"),
        ({"LONGTABLE_API": "http://x"}, "DISCORD_TOKEN"),
        ({"LONGTABLE_API": "http://x", "DISCORD_TOKEN": "x"}, "LONGTABLE_GATEWAY"),
    ],
)
def test_errors_say_what_to_write(environment: dict[str, str], words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        load(environment, tmp_path / "none.toml")
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = ", "not TOML"),
        ("prot = 1", "no setting 'prot'"),
        ("port = true", "whole number"),
        ("database = 1", "quotation marks"),
    ],
)
def test_a_wrong_file_is_explained(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "longtable.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        load({}, file)
    assert words in str(raised.value)
    assert str(file) in str(raised.value)


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(name, key) for name, key, _ in rows] == [(variable(name), name) for name in NAMES]
    for _, key, default in rows:
        value = getattr(Settings(), key)
        if value not in ("", None):
            assert f"`{value}`" in default, key
