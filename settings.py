"""The operator's settings: environment variables, or the file `longtable.toml`; the environment wins.

docs/hosting.md describes every setting.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, unquote, urlsplit

__all__ = ["FILE", "Address", "Settings", "SettingsError", "database_of", "load", "log_format", "variable"]

FILE = Path("longtable.toml")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
CREDENTIALS = {"token": "discord_token", "database": "longtable_database"}
"""The names under which systemd hands over secrets: ``LoadCredential=discord_token:…``."""
SERVERS = ("postgresql://", "postgres://")
"""The beginnings of addresses of PostgreSQL databases."""


class SettingsError(Exception):
    """A setting cannot be used. The text says which one and what to write instead."""


class Address(str):
    """The address of a PostgreSQL database, with its password: it shows neither."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Address(…)"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the parts of the address that must stand in no log."""
        parts = urlsplit(self)
        query = parse_qs(parts.query).get("password", [])
        words = (parts.password or "", unquote(parts.password or ""), *query)
        return (str(self), *(word for word in words if word))


@dataclass(frozen=True)
class Settings:
    """Every setting, with its default. The names are those of the file; `variable` has the environment's."""

    token: str = field(default="", repr=False)
    """The bot's token; without one a sandbox is started on this machine."""
    token_file: Path | None = None
    """A file that holds the token."""
    database: Path | Address | None = None
    """The database of the matches: a file of SQLite, or a database on a PostgreSQL server."""
    database_file: Path | None = None
    """A file that holds the address of the database."""
    port: int = 8777
    """The sandbox's port on 127.0.0.1."""
    world: Path = Path("play/world.db")
    """The file in which the sandbox keeps its world."""
    api: str = ""
    """Base address of Discord's HTTP API, when it is not Discord's own."""
    gateway: str = ""
    """Address of the gateway, when it is not Discord's own."""
    cdn: str = ""
    """Base address of pictures and files, when it is not Discord's own."""
    log_level: str = "INFO"
    """The least level of records that are logged."""
    log_format: str = "text"
    """Lines for a person, or one JSON object a line."""
    health_port: int = 0
    """The port on 127.0.0.1 with health and figures; 0 for none."""
    tables_per_person: int = 50
    """Open and running tables at which one person may sit."""
    tables_per_server: int = 500
    """Open and running tables of one server."""
    reaction_hours: int = 12
    """Hours to answer a question that must not keep the table waiting, before the match goes on without."""
    hold_seconds: int = 30
    """Seconds for which a move can be taken back before anybody sees it, where its person chose no other."""
    drawn_megabytes: int = 48
    """Megabytes for all that is drawn once and kept: sprites, grounds and pictures together."""
    shards: int = 1
    """The number of sessions that share the servers, in all processes together."""
    serve: tuple[int, ...] | None = None
    """The shards of this process. None stands for all on a file, and for the free ones on a server."""

    @property
    def has_own_sandbox(self) -> bool:
        """Return True if the bot brings its own sandbox."""
        return not self.token and not self.api

    @property
    def database_path(self) -> Path | Address:
        if self.database is not None:
            return self.database
        return Path("play/longtable.db") if self.has_own_sandbox else Path("longtable.db")


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"DISCORD_{name.upper()}" if name in ("token", "token_file") else f"LONGTABLE_{name.upper()}"


def database_of(text: str, where: str) -> Path | Address:
    """Return the database that is meant: a file or an address. `SettingsError` shows no password."""
    if "://" not in text:
        return _path(text, where)
    try:
        parts = urlsplit(text)
        usable = parts.port != 0 and len(parts.path) > 1 and "#" not in text
    except ValueError:
        usable = False
    if not usable or not text.startswith(SERVERS) or not text.isprintable() or " " in text:
        raise SettingsError(
            f"{where} is no address of a database. Write the path of a file, or"
            " postgresql://ROLE:PASSWORD@HOST:PORT/NAME, in which other characters than letters and digits of"
            " the password stand as % and two digits."
        )
    return Address(text)


def load(environment: Mapping[str, str], file: Path = FILE, *, with_token: bool = True) -> Settings:
    """Read the settings. Raises `SettingsError`. Commands need no token."""
    given: dict[str, tuple[Any, str]] = {}
    for name, value in _from_file(file).items():
        given[name] = (value, f"{file}: {name}")
    variables = [variable(name) for name in _NAMES]
    for name, value in environment.items():
        if name.startswith("LONGTABLE_") and name not in variables and value.strip():
            raise SettingsError(f"There is no setting {name}. There are: {', '.join(variables)}.")
    for name in _NAMES:
        value = environment.get(variable(name))
        if value is not None and value.strip():
            given[name] = (value.strip(), variable(name))
    settings = Settings(**{name: _read(name, value, where) for name, (value, where) in given.items()})
    settings = _from_secret(settings, "database", settings.database_file, environment)
    if not with_token:
        return settings
    return _checked(_from_secret(settings, "token", settings.token_file, environment))


def log_format(environment: Mapping[str, str], file: Path = FILE) -> str:
    """Return the format of the log, also if something else in the settings is wrong."""
    given: Any = environment.get(variable("log_format"), "").strip()
    if not given:
        try:
            given = _from_file(file).get("log_format", "")
        except SettingsError:
            given = ""
    return "json" if str(given).lower() == "json" else "text"


def _from_secret(
    settings: Settings, name: str, file: Path | None, environment: Mapping[str, str]
) -> Settings:
    """Return the settings with this one read from its file, or from systemd's place for it."""
    where, ways = variable(f"{name}_file"), list[str]()
    if getattr(settings, name):
        ways.append(variable(name))
    if file is not None:
        ways.append(where)
    folder = environment.get("CREDENTIALS_DIRECTORY")
    if folder and (credential := Path(folder) / CREDENTIALS[name]).exists():
        ways.append(f"the credential {CREDENTIALS[name]}")
        file, where = credential, "CREDENTIALS_DIRECTORY"
    if len(ways) > 1:
        raise SettingsError(
            f"{' and '.join(ways)} are both set. Keep one of them. What a unit or an image sets is taken back"
            f" by an empty value, such as Environment={variable(name)}= in a unit."
        )
    if file is None:
        return settings
    try:
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise SettingsError(
            f"{where}: {file} cannot be read ({reason}). Make it readable for the bot alone."
        ) from None
    if not text:
        raise SettingsError(f"{where}: {file} is empty. Write the {_SECRETS[name]} into it.")
    return replace(settings, **{name: _read(name, text, f"{where}: {file}")})


_NAMES = tuple(each.name for each in fields(Settings))
_NUMBERS = {
    "port": (0, 65535),
    "health_port": (0, 65535),
    "tables_per_person": (1, 10_000),
    "tables_per_server": (1, 1_000_000),
    "reaction_hours": (1, 720),
    "hold_seconds": (0, 600),
    "drawn_megabytes": (8, 4000),
    "shards": (1, 10_000),
}
_PATHS = ("world", "token_file", "database_file")
_SECRETS = {"token": "token", "database": "address of the database"}
LEASED = "leased"
"""Says of `serve` what holds without it, on a server."""
_CHOICES = {"log_level": LEVELS, "log_format": FORMATS}
_ADDRESSES = {"api": ("http://", "https://"), "gateway": ("ws://", "wss://"), "cdn": ("http://", "https://")}


def _from_file(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read ({error}). Make it readable, or remove it.") from None
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file} is not TOML: {error}. Correct that line.") from None
    for name in given:
        if name not in _NAMES:
            raise SettingsError(f"{file}: there is no setting {name!r}. There are: {', '.join(_NAMES)}.")
    return given


def _read(name: str, value: Any, where: str) -> Any:
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        wrong = SettingsError(f"{where} is {value!r}. Write a whole number from {low} to {high}.")
        try:
            number = int(value) if isinstance(value, str | int) and not isinstance(value, bool) else None
        except ValueError:
            raise wrong from None
        if number is None or not low <= number <= high:
            raise wrong
        return number
    if name == "serve":
        return _shards(value, where)
    if not isinstance(value, str):
        raise SettingsError(f"{where} is {value!r}. Write a text in quotation marks.")
    if name == "token" and not all("!" <= character <= "~" for character in value):
        raise SettingsError(
            f"{where} holds a space, a line break or a letter that no token has. Copy it again, on one line."
        )
    if name == "database":
        return database_of(value, where)
    if name in _PATHS:
        return _path(value, where)
    if name in _ADDRESSES and not _addresses(value, _ADDRESSES[name]):
        starts = " or ".join(_ADDRESSES[name])
        raise SettingsError(
            f"{where} is {value!r}. Write an address that begins with {starts} and names a host."
        )
    if name in _CHOICES:
        chosen = [choice for choice in _CHOICES[name] if choice.lower() == value.lower()]
        if not chosen:
            raise SettingsError(f"{where} is {value!r}. Write one of {', '.join(_CHOICES[name])}.")
        return chosen[0]
    return value


def _path(value: str, where: str) -> Path:
    """Return the file that is meant. Names that SQLite would take for no file are refused."""
    try:
        path = Path(value).expanduser()
    except RuntimeError:
        raise SettingsError(
            f"{where} is {value!r}. There is no such person here: write the whole path."
        ) from None
    if not path.name or "\0" in value or value == ":memory:":
        raise SettingsError(
            f"{where} is {value!r}. Write the path of a file, which is kept when the bot stops."
        )
    return path


def _addresses(value: str, starts: tuple[str, ...]) -> bool:
    """Return True if this is an address with a host, and with a port that can be one."""
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return False
    plain = value.isascii() and value.isprintable() and " " not in value
    labels = (parts.hostname or "").removesuffix(".").split(".")
    return plain and value.startswith(starts) and port != 0 and all(0 < len(label) < 64 for label in labels)


def _shards(value: Any, where: str) -> tuple[int, ...] | None:
    """Return shards by number, from ``0, 1, 4-7`` or a list; None for the free ones."""
    wrong = SettingsError(
        f'{where} is {value!r}. Write the numbers of the shards, such as 0, 1, 4-7, or "{LEASED}" for those '
        "that are free."
    )
    if isinstance(value, str):
        if value.strip().lower() == LEASED:
            return None
        served = [shard for part in value.split(",") for shard in _range(part.strip(), wrong)]
    elif isinstance(value, list):
        given = cast("list[object]", value)
        served = [each for each in given if isinstance(each, int) and not isinstance(each, bool)]
        if len(served) < len(given) or any(each < 0 for each in served):
            raise wrong
    else:
        raise wrong
    if not served:
        raise wrong
    for shard, number in Counter(served).items():
        if number > 1:
            raise SettingsError(f"{where} names shard {shard} twice. Name each once.")
    return tuple(sorted(served))


def _range(text: str, wrong: SettingsError) -> range:
    first, dash, last = text.partition("-")
    if not all(each.isdecimal() and len(each) < 6 for each in ((first, last) if dash else (first,))):
        raise wrong
    low, high = int(first), int(last or first)
    if not low <= high <= _NUMBERS["shards"][1]:
        raise wrong
    return range(low, high + 1)


def _checked(settings: Settings) -> Settings:
    served, all_shards = settings.serve, range(settings.shards)
    if served is not None and served[-1] not in all_shards:
        raise SettingsError(
            f"{variable('serve')} names shard {served[-1]}, but of {settings.shards} shards the last one is "
            f"{settings.shards - 1}. Correct one of the two."
        )
    if served is not None and len(served) < settings.shards and not isinstance(settings.database, Address):
        raise SettingsError(
            f"{variable('serve')} leaves out shards, but on a file nobody else can serve them. Remove it, or "
            "let several processes share a PostgreSQL database."
        )
    if settings.api and not settings.token:
        raise SettingsError(
            f"{variable('api')} is set without {variable('token')}. Set the token that goes with it "
            "(`python -m sandbox` prints the sandbox's)."
        )
    if settings.api and not settings.gateway:
        raise SettingsError(f"{variable('api')} is set without {variable('gateway')}. Set both, or neither.")
    return settings
