"""A worker, in which robots think: ``python -m engine.thinker``. A bot begins it when work comes.

Each line of the standard input is a `Task` as JSON: a position as the robot's seat may know it, and a key of
its own. Each line of the standard output is an `Answer`. The worker knows neither the match's seed nor a
database nor a token. It gives way to everything else on the machine, and ends with its bot, when it has had
nothing to do for five minutes, and after a task that has made it large. It may be killed at any time: it
keeps nothing.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys

import msgspec

from engine.robots.tasks import Answer, Task

__all__ = ["IDLE", "MEMORY", "main"]

IDLE = 300
"""Seconds without a task after which a worker ends."""
MEMORY = 200 << 20
"""Bytes that a worker may have: it ends after a task that leaves it with more."""
_MOST = 2 * MEMORY
"""Bytes of data after which a task fails."""
_NICENESS = 10
_GRACE = 5
"""Seconds by which a task may pass its time before the worker ends itself, where no bot has ended it."""


def main() -> None:
    """Answer tasks until the input ends, or nothing comes for a while."""
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST, _MOST))
    read = msgspec.json.Decoder(Task).decode
    left = b""
    while True:
        line, newline, rest = left.partition(b"\n")
        if not newline:
            if not select.select([0], [], [], IDLE)[0]:
                return
            more = os.read(0, 1 << 16)
            if not more:
                return
            left += more
            continue
        left = rest
        try:
            task = read(line)
            # Where the bot has died meanwhile nobody else ends a player that hangs.
            signal.alarm(int(task.seconds) + _GRACE)
            answer = task.answer()
        except Exception as error:  # whatever a player does wrong: another one moves instead
            answer = Answer(error=f"{type(error).__name__}: {error}"[:500])
        signal.alarm(0)
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
        if _resident() > MEMORY:
            return


def _resident() -> int:
    """Return the bytes that the process has now; the most it ever had, where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    main()
