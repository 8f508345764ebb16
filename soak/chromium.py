"""Debian's Chromium, as the web client is tried in it."""

from __future__ import annotations

import shutil

__all__ = ["ARGUMENTS", "CHROMIUM"]

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Where it is. The shell draws the same pages without a browser's window around them: in half of the time."""
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage")
