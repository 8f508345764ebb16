"""Every figure, one after the other: ``python -m bench``."""

from __future__ import annotations

from bench import latency, memory, moves, pictures, turns


def main() -> None:
    """Run them all."""
    for part in (moves, pictures, latency, turns, memory):
        part.main()


if __name__ == "__main__":
    main()
