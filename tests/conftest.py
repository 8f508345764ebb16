"""What the end of every run says about what could not be checked."""

from __future__ import annotations

from pathlib import Path

import pytest

DESCRIPTION = Path(__file__).parents[2] / "shared" / "discord-openapi.json"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not DESCRIPTION.exists():
        terminalreporter.write_line(
            f"{DESCRIPTION.name} is not beside the checkout: the bot's requests were held to the sandbox's"
            " own limits, not to Discord's published description.",
            yellow=True,
        )
