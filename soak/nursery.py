"""Starts bots quickly: everything is imported once, each bot is a fork. ``python -m soak.nursery``.

A line of JSON on the input, ``{"settings": {…}, "log": "…"}``, begins a bot; its process id is the answer.
A fork is a process of its own with the whole program's start before it, and SIGKILL ends it like any other;
what is saved is reading the code and the pictures' letters.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import bot
from cogs.face.registry import load_faces
from engine.games import GAMES

__all__: list[str] = []


def _become(settings: dict[str, str], log: str) -> None:
    """Be the bot; never returns."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for key in [key for key in os.environ if key.startswith("LONGTABLE_") or key == "DISCORD_TOKEN"]:
        del os.environ[key]
    os.environ.update(settings)
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number in (1, 2):
        os.dup2(said, number)
    status = 1
    try:
        status = bot.main()
    finally:
        sys.stdout.flush()
        os._exit(status)


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    load_faces()
    assert GAMES
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(wanted["settings"], wanted["log"])
        print(child, flush=True)


if __name__ == "__main__":
    main()
