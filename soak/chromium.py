"""Debian's Chromium, as the web client is tried in it."""

from __future__ import annotations

import shutil

__all__ = ["ARGUMENTS", "CHROMIUM"]

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Path of Chromium. The headless shell draws the same pages in half of the time, without a window."""
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage")
