"""Settings: from the environment and the file, checked, and all of them documented."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from settings import Address, Settings, SettingsError, load, variable

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
NAMES = [each.name for each in fields(Settings)]


def test_defaults(tmp_path: Path) -> None:
    settings = load({}, tmp_path / "none.toml")
    assert settings == Settings()
    assert settings.has_own_sandbox
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
        ({"LONGTABLE_LOG_FORMAT": "xml"}, "one of text, json"),
        ({"LONGTABLE_HEALTH_PORT": "-1"}, "whole number from 0 to 65535"),
        ({"LONGTABLE_API": "localhost", "DISCORD_TOKEN": "x"}, "begins with http"),
        ({"LONGTABLE_GATEWAY": "http://x"}, "begins with ws"),
        *(
            ({"LONGTABLE_API": address, "DISCORD_TOKEN": "x"}, "names a host")
            for address in (
                "http://",
                "http://:bad",
                "http://:80",
                "http://x:99999",
                "http://x:0",
                "http://[",
                "http://a..b",
                "http://two words",
                f"http://{'x' * 64}",
            )
        ),
        ({"LONGTABLE_API": "http://x"}, "DISCORD_TOKEN"),
        ({"LONGTABLE_API": "http://x", "DISCORD_TOKEN": "x"}, "LONGTABLE_GATEWAY"),
        *(({"DISCORD_TOKEN": token}, "on one line") for token in ("a\nb", "a b", "a\tb", "é")),
        *(({"LONGTABLE_DATABASE": path}, "path of a file") for path in (":memory:", "/", ".", "a\0b")),
        ({"LONGTABLE_WORLD": ":memory:"}, "path of a file"),
        *(({"LONGTABLE_SHARDS": count}, "from 1 to 10000") for count in ("0", "-2", "1.5", "many")),
        *(
            ({"LONGTABLE_SHARDS": "4", "LONGTABLE_SERVE": shards}, words)
            for shards, words in (
                ("-1", "numbers of the shards"),
                ("0,,1", "numbers of the shards"),
                ("2-1", "numbers of the shards"),
                ("9" * 5000, "numbers of the shards"),
                ("some", "numbers of the shards"),
                ("0-2, 2", "names shard 2 twice"),
                ("0-4", "the last one is 3"),
                ("0, 1", "on a file nobody else can serve them"),
            )
        ),
        ({"LONGTABLE_WORLD": "~nobody-of-that-name/world.db"}, "whole path"),
    ],
)
def test_errors_say_what_to_write(environment: dict[str, str], words: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        load(environment, tmp_path / "none.toml")
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("given", "served"),
    [
        ({}, None),
        ({"LONGTABLE_SERVE": "leased"}, None),
        ({"LONGTABLE_SERVE": "3,0-1"}, (0, 1, 3)),
        ({"LONGTABLE_SERVE": " 2 "}, (2,)),
    ],
)
def test_shards_by_their_numbers(given: dict[str, str], served: object, tmp_path: Path) -> None:
    server = {"LONGTABLE_SHARDS": "4", "LONGTABLE_DATABASE": "postgresql://role@host/name"}
    settings = load({**server, **given}, tmp_path / "none.toml")
    assert (settings.shards, settings.serve) == (4, served)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shards = 2\nserve = [0, true]", "numbers of the shards"),
        ("shards = 2\nserve = [-1]", "numbers of the shards"),
        ("shards = 2\nserve = []", "numbers of the shards"),
        ("shards = 2\nserve = 1", "numbers of the shards"),
        ("shards = 2\nserve = [1, 1]", "names shard 1 twice"),
        ("port = ", "not TOML"),
        ("prot = 1", "no setting 'prot'"),
        ("port = true", "whole number"),
        ("database = 1", "quotation marks"),
        ('database = ""', "path of a file"),
        ('token = "a\\nb"', "on one line"),
    ],
)
def test_a_wrong_file_is_explained(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "longtable.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as raised:
        load({}, file)
    assert words in str(raised.value)
    assert str(file) in str(raised.value)


def test_a_token_is_never_repeated(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        load({"DISCORD_TOKEN": "secret\nsecret"}, tmp_path / "none.toml")
    assert "secret" not in str(raised.value)


def test_the_token_stands_in_a_file(tmp_path: Path) -> None:
    file, none = tmp_path / "token", tmp_path / "none.toml"
    file.write_text("a.b-c\n")
    assert load({"DISCORD_TOKEN_FILE": str(file)}, none).token == "a.b-c"
    assert load({"DISCORD_TOKEN_FILE": "/nowhere"}, none, with_token=False).token == ""
    written = tmp_path / "longtable.toml"
    written.write_text(f'token_file = "{file}"\n')
    assert load({}, written).token == "a.b-c"
    assert "a.b-c" not in repr(load({}, written))


def test_the_token_is_handed_over_by_systemd(tmp_path: Path) -> None:
    none = tmp_path / "none.toml"
    environment = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert load(environment, none).token == ""
    (tmp_path / "discord_token").write_text("a.b-c")
    assert load(environment, none).token == "a.b-c"
    with pytest.raises(SettingsError, match="DISCORD_TOKEN and the credential discord_token are both set"):
        load(environment | {"DISCORD_TOKEN": "other"}, none)
    assert load(environment | {"DISCORD_TOKEN": ""}, none).token == "a.b-c"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read"),
        (b"", "is empty"),
        (b"\xff\xfe", "cannot be read"),
        (b"secret\nsecret", "on one line"),
    ],
)
def test_a_token_file_that_cannot_be_used(content: bytes | None, words: str, tmp_path: Path) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError) as raised:
        load({"DISCORD_TOKEN_FILE": str(file)}, tmp_path / "none.toml")
    assert words in str(raised.value)
    assert str(file) in str(raised.value)
    assert "secret" not in str(raised.value)


def test_two_tokens_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Keep one of them"):
        load({"DISCORD_TOKEN": "x", "DISCORD_TOKEN_FILE": "y"}, tmp_path / "none.toml")


def test_addresses_that_can_be_used(tmp_path: Path) -> None:
    for api in ("http://127.0.0.1:8777/api/v10", "https://example.org", "http://[::1]:80", "http://host."):
        given = {
            "LONGTABLE_API": api,
            "LONGTABLE_GATEWAY": "ws://127.0.0.1:1/gateway",
            "DISCORD_TOKEN": "a.b-c_d",
        }
        assert load(given, tmp_path / "none.toml").api == api


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(name, key) for name, key, _ in rows] == [(variable(name), name) for name in NAMES]
    for _, key, default in rows:
        value = getattr(Settings(), key)
        if value not in ("", None):
            assert f"`{value}`" in default, key


ADDRESS = "postgresql://ada:hunter%322@db.example:5433/games?sslmode=require"


def test_a_database_on_a_server_shows_its_password_nowhere(tmp_path: Path) -> None:
    settings = load({"LONGTABLE_DATABASE": ADDRESS}, tmp_path / "none.toml")
    assert isinstance(settings.database_path, Address)
    assert settings.database_path == ADDRESS
    assert "hunter" not in repr(settings)
    assert {"hunter%322", "hunter22"} <= set(settings.database_path.secrets)


def test_the_address_of_the_database_stands_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "longtable_database"
    file.write_text(ADDRESS + "\n", encoding="utf-8")
    none = tmp_path / "none.toml"
    assert load({"LONGTABLE_DATABASE_FILE": str(file)}, none, with_token=False).database == ADDRESS
    assert load({"CREDENTIALS_DIRECTORY": str(tmp_path)}, none).database == ADDRESS
    with pytest.raises(SettingsError, match="Keep one of them"):
        load({"LONGTABLE_DATABASE_FILE": str(file), "LONGTABLE_DATABASE": "a.db"}, none)
    for other in ("LONGTABLE_DATABASE", "LONGTABLE_DATABASE_FILE"):
        with pytest.raises(SettingsError, match=f"{other} and the credential longtable_database are both"):
            load({"CREDENTIALS_DIRECTORY": str(tmp_path), other: str(file)}, none)
    written = tmp_path / "longtable.toml"
    written.write_text('database = "a.db"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="both set"):
        load({"CREDENTIALS_DIRECTORY": str(tmp_path)}, written)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://ada:hunter2@db.example",
        "postgresql://ada:hunter2@db.example:none/games",
        "postgresql://[ada:hunter2",
        "mysql://ada:hunter2@db.example/games",
        "postgresql+asyncpg://ada:hunter2@db.example/games",
        "postgresql://ada:hunter2@db.example/ga mes",
        "postgresql://ada:hunter2#x@db.example/games",
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SettingsError) as raised:
        load({"LONGTABLE_DATABASE": wrong}, tmp_path / "none.toml")
    assert "LONGTABLE_DATABASE is no address" in str(raised.value)
    assert "hunter2" not in str(raised.value)
