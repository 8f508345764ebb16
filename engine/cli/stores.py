"""``python -m engine move-store``."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from engine.cli.refusals import Trouble
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore

__all__ = ["move"]

_AT_ONCE = 1000
"""Matches whose numbers are read in one go."""
_ADDRESSES = ("postgresql://", "postgres://")


def move(arguments: argparse.Namespace) -> int:
    """Copy a database to another one. Raises `StoreError`."""
    if not _is_address(arguments.old) and not Path(arguments.old).is_file():
        raise Trouble(f"there is no database {arguments.old}")
    for name in (arguments.old, arguments.new):
        if _is_address(name) and _has_password(name):
            raise Trouble(
                "everybody on this machine can read a password in a command line: leave it out of the"
                " address, and put it into the environment as PGPASSWORD, or into ~/.pgpass"
            )
    for fault in asyncio.run(_move(arguments.old, arguments.new)):
        print(f"engine: {fault}: it was so in the old database, and is so in the new one", file=sys.stderr)
    print("The new database holds the same, row by row. Name it in the settings of the bot.")
    return 0


async def _move(old: str, new: str) -> list[str]:
    """Return which logs are not as they were written, by match and entry."""
    async with await _opened(old) as source, await _opened(new, moving=True) as target:
        await target.take_over(source, lambda table, rows: print(f"{table:<10} {rows:>10,}", flush=True))
        faults: list[str] = []
        last = 0
        while matches := await target.match_numbers(last, _AT_ONCE):
            for last in matches:
                if fault := await target.log_fault(last):
                    faults.append(f"match {last}: {fault}")
        return faults


async def _opened(name: str, *, moving: bool = False) -> SqliteStore | PostgresStore:
    if _is_address(name):
        return await PostgresStore.open(name, sole=True, moving=moving)
    return await SqliteStore.open(Path(name), moving=moving)


def _has_password(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        raise Trouble("one of the addresses is none") from None
    return bool(parts.password) or "password" in parse_qs(parts.query)


def _is_address(name: str) -> bool:
    return name.startswith(_ADDRESSES)
