"""The commands and files named by docs/hosting.md, the Dockerfile and the units exist and do what they
say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ops import commands, status
from settings import CREDENTIALS, SettingsError, load

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNITS = sorted((ROOT / "deploy").iterdir())


def test_every_command_on_the_page_can_be_typed() -> None:
    lines = [line for block in PAGE.split("```")[1::2] for line in block.splitlines() if "bot.py " in line]
    assert len(lines) >= 6
    for line in lines:
        for part in line.split("|"):
            if "bot.py " in part:
                typed = shlex.split(part.partition("bot.py ")[2].partition(">")[0])
                assert commands.parse_arguments(typed) is not None, line


def test_every_exit_status_is_on_the_page() -> None:
    given = {value for name, value in vars(status).items() if name.isupper()}
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == given


def instructions(name: str) -> list[str]:
    whole = re.sub(r"\\\n\s*", "", DOCKERFILE)
    return [line.partition(" ")[2] for line in whole.splitlines() if line.startswith(f"{name} ")]


def test_the_image_holds_all_that_the_bot_needs(tmp_path: Path) -> None:
    """The bot runs from the copied files alone, and `.dockerignore` keeps none of them out."""
    kept_in = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    for instruction in instructions("COPY"):
        *sources, target = instruction.split()
        for source in sources:
            assert source in kept_in
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, tmp_path / target)
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    environment = {"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "DISCORD_TOKEN": "x"}
    for code in ("import bot, sandbox", "import ops.replaying"):
        run = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert run.returncode == 0, run.stderr
    (entry,) = instructions("ENTRYPOINT")
    assert entry == '["python", "bot.py"]'
    assert commands.parse_arguments(["health"]) is not None
    assert instructions("USER") == ["longtable"]


def test_the_image_s_settings_are_settings(tmp_path: Path) -> None:
    given = dict(pair.split("=", 1) for line in instructions("ENV") for pair in shlex.split(line))
    settings = load(given, tmp_path / "none.toml")
    assert settings.database == Path("/data/longtable.db")
    assert settings.health_port


def section(title: str) -> str:
    """Return a section of the page, up to the next of the same depth."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def typed(title: str) -> list[str]:
    """Return the lines to type, in order."""
    return [line for block in section(title).split("```")[1::2] for line in block.strip().splitlines()]


def environment_of(unit: str) -> dict[str, str]:
    text = (ROOT / "deploy" / unit).read_text(encoding="utf-8")
    return dict(pair.split("=", 1) for pair in re.findall(r"^Environment=(.*)$", text, re.MULTILINE))


def test_the_page_installs_a_pip_that_knows_groups_first() -> None:
    """The page needs the `pip` of the image and the Makefile: a bare system's is older than 25.1."""
    lines = typed("systemd")
    (wanted,) = re.findall(r"pip==(\d+\.\d+)", DOCKERFILE)
    made = next(place for place, line in enumerate(lines) if "-m venv" in line)
    pip = next(place for place, line in enumerate(lines) if line.endswith(f"pip install pip=={wanted}"))
    group = next(place for place, line in enumerate(lines) if "--group run" in line)
    begun = next(place for place, line in enumerate(lines) if "systemctl enable" in line)
    assert made < pip < group < begun
    assert all(line.startswith(".venv/bin/python -m pip") for line in (lines[pip], lines[group]))
    assert f"pip=={wanted}" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_commands_beside_the_units_know_what_the_units_set() -> None:
    unit, backup = environment_of("longtable.service"), environment_of("longtable-backup.service")
    assert backup["LONGTABLE_DATABASE"] == unit["LONGTABLE_DATABASE"]
    done: set[str] = set()
    for line in typed("systemd"):
        if not line.startswith("sudo -u longtable env "):
            continue
        given, _, command = line.removeprefix("sudo -u longtable env ").partition(" .venv/bin/python bot.py ")
        for name, value in (pair.split("=", 1) for pair in given.split()):
            assert unit[name] == value, line
        assert load(dict([given.split("=", 1)]), Path("none.toml"), with_token=False)
        done.add(command.split()[0])
    assert done == {"health", "check", "restore"}


def test_the_page_restores_what_the_backup_unit_writes() -> None:
    text = (ROOT / "deploy" / "longtable-backup.service").read_text(encoding="utf-8")
    (written,) = re.findall(r"^ExecStart=.* bot\.py backup (\S+)$", text, re.MULTILINE)
    (restored,) = re.findall(r"restore (\S+) --yes", "\n".join(typed("systemd")))
    assert restored == written
    assert f"`{written}`" in section("systemd")
    lines = typed("systemd")
    place = next(place for place, line in enumerate(lines) if " restore " in line)
    assert lines[place - 1] == "systemctl stop longtable.service"


@pytest.mark.parametrize("way", ["systemd", "Docker"])
def test_an_address_beside_what_unit_and_image_set(way: str, tmp_path: Path) -> None:
    """The command is refused as shipped; with the page's advice the address counts."""
    address, none = "postgresql://ada:hunter2@db.example/games", tmp_path / "none.toml"
    (tmp_path / "discord_token").write_text("a.b-c")
    (tmp_path / "longtable_database").write_text(address)
    page = section("Secrets")
    if way == "systemd":
        given = environment_of("longtable.service") | {"CREDENTIALS_DIRECTORY": str(tmp_path)}
        undone = dict(
            pair.split("=", 1) for pair in re.findall(r"^Environment=(\w+=.*)$", page, re.MULTILINE)
        )
        assert "LoadCredential=longtable_database:" in page
    else:
        given = dict(pair.split("=", 1) for line in instructions("ENV") for pair in shlex.split(line))
        given |= {"DISCORD_TOKEN": "a.b-c", "LONGTABLE_DATABASE_FILE": str(tmp_path / "longtable_database")}
        undone = dict(re.findall(r"--env (LONGTABLE_DATABASE)=( )", page))
    with pytest.raises(SettingsError, match="both set"):
        load(given, none)
    assert set(undone) == {"LONGTABLE_DATABASE"}
    assert load(given | undone, none).database == address


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_can_be_read(unit: Path, tmp_path: Path) -> None:
    """Run with an existing program in place of the host's own."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    for each in UNITS:
        text = each.read_text(encoding="utf-8")
        text = re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", text, flags=re.MULTILINE)
        text = re.sub(r"^User=.*\n", "", text, flags=re.MULTILINE)
        (tmp_path / each.name).write_text(text, encoding="utf-8")
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_the_unit_restarts_where_that_helps(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "longtable.service").read_text(encoding="utf-8")
    (kept,) = re.findall(r"^RestartPreventExitStatus=(.*)$", unit, re.MULTILINE)
    rows = re.findall(r"^\| (\d+) \|.*\| (no\b.*|yes.*|perhaps.*|it is.*) \|$", PAGE, re.MULTILINE)
    assert kept.split() == [number for number, helps in rows if helps.startswith("no")]
    assert f"LoadCredential={CREDENTIALS['token']}:" in unit
    given = dict(pair.split("=", 1) for pair in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE))
    assert load(given, tmp_path / "none.toml").health_port
