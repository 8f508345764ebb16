"""Processes of ours that work on something and answer by a pipe."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Collection
from pathlib import Path

__all__ = ["begin_child"]

_ROOT = Path(__file__).resolve().parents[3]
_OURS = ("DISCORD", "LONGTABLE")
"""Beginnings of the names of settings, the token among them."""


async def begin_child(module: str, kept: Collection[int] = ()) -> Process:
    """Begin ``python -m module``, which gets neither the token nor any setting, and the files `kept`.

    Raises `OSError`.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        cwd=_ROOT,
        env=environment,
        pass_fds=tuple(kept),
    )
