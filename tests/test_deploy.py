"""What docs/hosting.md, the Dockerfile and the units name is there and does what they say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ops import commands, status
from settings import CREDENTIALS, load

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
                assert commands.parsed(typed) is not None, line


def test_every_exit_status_is_on_the_page() -> None:
    given = {value for name, value in vars(status).items() if name.isupper()}
    assert {int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == given


def instructions(name: str) -> list[str]:
    whole = re.sub(r"\\\n\s*", "", DOCKERFILE)
    return [line.partition(" ")[2] for line in whole.splitlines() if line.startswith(f"{name} ")]


def test_the_image_holds_all_that_the_bot_needs(tmp_path: Path) -> None:
    """It runs from what is copied, and nothing else; what is copied is not kept out."""
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
    assert commands.parsed(["health"]) is not None
    assert instructions("USER") == ["longtable"]


def test_the_image_s_settings_are_settings(tmp_path: Path) -> None:
    given = dict(pair.split("=", 1) for line in instructions("ENV") for pair in shlex.split(line))
    settings = load(given, tmp_path / "none.toml")
    assert settings.database == Path("/data/longtable.db")
    assert settings.health_port


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_units_can_be_read(unit: Path, tmp_path: Path) -> None:
    """With a program that is there in place of the host's own."""
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
