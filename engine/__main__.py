"""``python -m engine``: games, selfplay, balance, replay, verify, move-store."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
