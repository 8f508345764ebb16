"""``python -m engine``: games, selfplay, balance, replay, verify."""

import sys

try:
    from engine.cli import main
except ValueError as fault:  # a game's own data file, which says where it is wrong
    sys.exit(f"engine: {fault}")

if __name__ == "__main__":
    sys.exit(main())
