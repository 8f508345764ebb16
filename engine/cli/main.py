"""Arguments of ``python -m engine``, and what goes wrong in plain words."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from engine.cli import playing, records, stores
from engine.cli.refusals import Trouble, sentence
from engine.game import Refusal
from engine.games import GAMES, ROWS, BrokenGame, import_name

__all__ = ["main"]

BALANCES: Mapping[str, str] = {row.key: row.balance for row in ROWS if row.balance}
"""The names (``module:attribute``) of the balance reports of the games whose cards are our own design."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0, 1 for what failed, 2 for wrong arguments.

    `verify` has 3 besides, for records that end before their match does.
    """
    try:
        try:
            chosen = _parser().parse_args(arguments)
            run: Callable[[argparse.Namespace], int] = chosen.run
            return run(chosen)
        finally:
            print(end="", flush=True)
    except Refusal as refusal:
        print(f"engine: {sentence(refusal)}", file=sys.stderr)
        return 1
    except (BrokenGame, Trouble) as trouble:
        print(f"engine: {trouble}", file=sys.stderr)
        return 1
    except OSError as error:
        # What is left of the output goes nowhere, or it would be tried once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"engine: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("engine: stopped", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description="Longtable's rules without Discord: play games out, replay and check recorded matches.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    games = commands.add_parser(
        "games",
        help="list the games",
        description="List the games with their seats, options and automatic players.",
    )
    games.set_defaults(run=playing.games)

    selfplay = commands.add_parser(
        "selfplay",
        help="let automatic players play whole games",
        description="Let automatic players play whole games, and print speed and results.",
        epilog="example: python -m engine selfplay genial --seats 2 --games 100 --players random,steady",
    )
    selfplay.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    selfplay.add_argument(
        "--seats", type=_count, default=2, metavar="N", help="seats at the table (default 2)"
    )
    selfplay.add_argument("--games", type=_count, default=10, metavar="K", help="how many games (default 10)")
    selfplay.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (default 1)"
    )
    selfplay.add_argument(
        "--players",
        default="random",
        metavar="A,B,…",
        help="automatic players, repeated round the table; they move on a seat each game (default random)",
    )
    selfplay.add_argument(
        "--options",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be given several times",
    )
    selfplay.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    selfplay.add_argument(
        "--records", metavar="DIR", help="write each game as a record file into this folder"
    )
    selfplay.set_defaults(run=playing.selfplay)

    position = commands.add_parser(
        "position",
        help="write the position to which some moves lead",
        description="Make moves from the start or from a position, each for the seat that must decide first "
        "or for the one named before it (1:D4, counted from 0), and print the position they lead to, secrets "
        "included: for lessons, samples and tests.",
        epilog="examples: python -m engine position genesis_life --moves 'D4; C4; E4'; where several seats "
        "choose at once --moves '1:D4; 0:C4'",
    )
    position.add_argument("game", choices=sorted(GAMES), metavar="GAME", help=", ".join(sorted(GAMES)))
    position.add_argument(
        "--moves", default="", metavar="'A; B; …'", help="as they are typed (default none: where it starts)"
    )
    position.add_argument("--after", metavar="POSITION", help="begin there, not at the start")
    position.add_argument("--seats", type=_count, default=2, metavar="N", help="as in selfplay (default 2)")
    position.add_argument(
        "--seed", type=_count, default=1, metavar="S", help="what chance draws hangs on it (default 1)"
    )
    position.add_argument(
        "--options", action="append", default=[], metavar="NAME=VALUE", help="as in selfplay"
    )
    position.set_defaults(run=playing.position)

    balance = commands.add_parser(
        "balance",
        help="is the game fair to every seat and card?",
        description="Let automatic players play many games of every number of players, and print a report in "
        "markdown: seats, cards, objectives. What is out of bounds is listed first.",
        epilog="The exit code is 1 when anything is out of bounds.",
    )
    balance.add_argument("game", choices=sorted(BALANCES), metavar="GAME", help=", ".join(sorted(BALANCES)))
    balance.add_argument(
        "--games",
        type=_count,
        default=2000,
        metavar="N",
        help="games of each number of players (default 2000)",
    )
    balance.add_argument("--seed", type=int, default=1, metavar="S", help="as in selfplay (default 1)")
    balance.add_argument(
        "--players",
        type=_count,
        action="append",
        metavar="N",
        help="this number of players alone; may be given several times (default: every one)",
    )
    balance.set_defaults(run=_balance)

    replay = commands.add_parser(
        "replay",
        help="replay record files and show how they end",
        description="Replay record files from what chance drew; print the final position and the scores.",
        epilog="The exit code is 1 when a record is damaged; the first bad entry is named.",
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record file, or - for standard input")
    replay.add_argument("--moves", action="store_true", help="print every entry as well")
    replay.set_defaults(run=records.replay)

    verify = commands.add_parser(
        "verify",
        help="check that nobody loaded the dice",
        description="Check record files: the seed against its commitment, every draw against the seed, every "
        "hash against its position. docs/fairness.md describes the scheme.",
        epilog="The exit code is 1 when anything does not fit, and 3 when all fits but a match is "
        "unfinished: it was cancelled, or the end of its record was cut off.",
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="a record file, or - for standard input")
    verify.add_argument(
        "--robots",
        action="store_true",
        help="choose every robot's move again as well; not where time has cut its search, or by a version of "
        "the robot that is not here",
    )
    verify.set_defaults(run=records.verify)

    move = commands.add_parser(
        "move-store",
        help="copy a stopped bot's database to another kind of database",
        description="Copy everything from one database to a new, empty one, and compare both before it "
        "counts. No bot may run on either. The old one stays as it is.",
        epilog="example: python -m engine move-store longtable.db "
        "postgresql://longtable@db.example/longtable; a password stands in the environment as "
        "PGPASSWORD, or in ~/.pgpass, where nobody else reads it",
    )
    for name, said in (("old", "the database as it is"), ("new", "the one to be")):
        move.add_argument(name, metavar=name.upper(), help=f"{said}: a file, or an address postgresql://…")
    move.set_defaults(run=stores.move)
    return parser


def _balance(arguments: argparse.Namespace) -> int:
    game, players = GAMES[arguments.game], sorted({*(arguments.players or ())})
    allowed = game.seats(game.Options())
    if wrong := [each for each in players if each not in allowed]:
        raise Trouble(f"{game.key} is not for {wrong[0]} players, but for {', '.join(map(str, allowed))}")
    balanced: Callable[[int, int, Sequence[int]], tuple[str, bool]] = import_name(BALANCES[game.key])
    text, sound = balanced(arguments.games, arguments.seed, players)
    print(text, end="")
    return 0 if sound else 1


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
