"""Random examples without a clock, and what the end of every run says about what could not be checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes is the machine's affair.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

DESCRIPTION = Path(__file__).parents[2] / "shared" / "discord-openapi.json"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not DESCRIPTION.exists():
        terminalreporter.write_line(
            f"{DESCRIPTION.name} is not beside the checkout: the bot's requests were held to the sandbox's"
            " own limits, not to Discord's published description.",
            yellow=True,
        )
