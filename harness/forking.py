"""A process in which the bot's program is imported, and which forks bots: ``python -m harness.forking``.

A fork is a process of its own with the whole program's start before it, and SIGKILL ends it like any other.
Reading the code and the pictures' letters is saved. `harness.nursery` speaks to it, in lines of JSON: it asks
for a process, and hears of its id and later of its exit status.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import traceback
from typing import Any

import bot
from cogs.face.registry import load_faces
from engine.games import GAMES

__all__: list[str] = []


def _become(wanted: dict[str, Any]) -> None:
    """Be ``bot.py`` with the settings, arguments, folder and log that are wanted; never return."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for key in [key for key in os.environ if key.startswith("LONGTABLE_") or key == "DISCORD_TOKEN"]:
        del os.environ[key]
    os.environ.update(wanted["settings"])
    log = os.open(wanted["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number in (1, 2):
        os.dup2(log, number)
    os.chdir(wanted["folder"])
    sys.argv = ["bot.py", *wanted["arguments"]]
    status = 1
    try:
        status = bot.main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _say(**message: int) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201


def _ended(living: dict[int, int]) -> None:
    """Tell of the children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            child, status = found
            _say(number=living.pop(child), status=os.waitstatus_to_exitcode(status))


def main() -> None:
    """Serve until the input ends, and then kill those that still run."""
    child_ended, write = os.pipe()
    os.set_blocking(write, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(write)
    load_faces()
    assert GAMES
    living: dict[int, int] = {}
    """Numbers of the running processes by their ids."""
    unread = b""
    while True:
        ready, _, _ = select.select([0, child_ended], [], [])
        if child_ended in ready:
            os.read(child_ended, 4096)
            _ended(living)
        if 0 in ready:
            read = os.read(0, 65536)
            if not read:
                break
            *lines, unread = (unread + read).split(b"\n")
            for line in lines:
                wanted = json.loads(line)
                child = os.fork()
                if child == 0:
                    signal.set_wakeup_fd(-1)
                    os.close(child_ended)
                    os.close(write)
                    _become(wanted)
                living[child] = wanted["number"]
                _say(number=wanted["number"], id=child)
    for child in living:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
