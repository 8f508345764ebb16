"""``python -m tools.newgame KEY``: writes the skeleton of a game that can be played at once."""

from __future__ import annotations

import argparse
import sys

from tools.newgame.writing import Unwritten, write_game


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.newgame",
        description="Write the skeleton of a game: it passes every contract and can be played at once. "
        "docs/adding-a-game.md says how to go on.",
    )
    parser.add_argument("key", metavar="KEY", help="its name in commands and files, such as sea_battle")
    parser.add_argument("--title", help="its name on the box; without it, made of the key")
    given = parser.parse_args(arguments)
    try:
        written = write_game(given.key, given.title)
    except Unwritten as reason:
        print(f"Nothing was written: {reason}", file=sys.stderr)
        return 1
    for path in written:
        print(path)
    print(f"\nmake play, then /{given.key.replace('_', '-')} new. Go on with docs/adding-a-game.md, step 2.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
