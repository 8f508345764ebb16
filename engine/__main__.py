"""``python -m engine``: games, selfplay, replay, verify."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
