"""The sandbox as a process of its own: `python -m sandbox`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from .server import Sandbox, SandboxError
from .storage import StorageError


def port(text: str) -> int:
    """Return the port that a text names. Raises ArgumentTypeError, which argparse prints as a sentence."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to 65535")
    return int(text)


def count(text: str) -> int:
    """Return the number from 1 on that a text names. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox", description="A Discord of your own, on this machine only."
    )
    parser.add_argument(
        "--port", type=port, default=8777, help="port on 127.0.0.1 (default: 8777; 0 takes any)"
    )
    parser.add_argument(
        "--file", type=Path, default=None, help="file that keeps the world (default: memory only)"
    )
    parser.add_argument(
        "--openapi", type=Path, default=None, help="Discord's OpenAPI description, to check the bot"
    )
    parser.add_argument("--rate-limits", action="store_true", help="refuse with 429 as Discord does")
    parser.add_argument(
        "--session-starts",
        type=count,
        nargs=2,
        default=None,
        metavar=("TOTAL", "CONCURRENCY"),
        help="sessions that may begin in a day, and shards at once (Discord: 1000 1; default: any)",
    )
    parser.add_argument(
        "--per-second",
        type=count,
        default=None,
        help="requests a second beyond which 429 comes (Discord: 50)",
    )
    return parser.parse_args(argv)


async def run(options: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop.set)
    box = Sandbox(options.file, options.port, options.openapi)
    if options.rate_limits:
        box.rates.enforce()
    if options.per_second is not None:
        box.rates.per_second = options.per_second
    if options.session_starts:
        box.starts.enforce(*options.session_starts)
    async with box:
        print(f"sandbox: {box.url}", flush=True)
        print(f"token: {box.token}", flush=True)
        await stop.wait()


def main() -> int:
    try:
        asyncio.run(run(arguments()))
    except (SandboxError, StorageError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
