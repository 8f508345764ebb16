"""``games``, ``selfplay`` and ``position``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from engine import record
from engine.cli.refusals import Trouble, sentence
from engine.game import AnyGame, IllegalStep, Options, Result
from engine.games import GAMES
from engine.kit.options import Field, fields_of
from engine.kit.played import play_moves
from engine.selfplay import match_seed, playout

__all__ = ["games", "position", "selfplay"]


def games(arguments: argparse.Namespace) -> int:
    """List every game."""
    for game in GAMES.values():
        print(f"{game.key}: {game.title} (rules {game.rules})")
        print(
            f"  seats    {', '.join(map(str, sorted(game.seats(game.Options()))))} with the default options"
        )
        for field in fields_of(game.Options):
            print(f"  option   {field.name}={_written(field.default)}{_offered(field)}")
        print(f"  players  {', '.join(game.players)}")
    return 0


def _offered(field: Field) -> str:
    """Return the choices or bounds of an option in brackets; nothing where it has none."""
    low = "" if field.least is None else f"{field.least} or more"
    high = "" if field.most is None else f"{field.most} or less"
    bounds = f"{field.least} to {field.most}" if low and high else low or high
    offered = ", ".join(field.choices) or bounds
    return f" ({offered})" if offered else ""


def _written(default: object) -> str:
    return json.dumps(msgspec.to_builtins(default)).strip('"')


@dataclass
class Tally:
    """Results of a seat or of a player."""

    games: int = 0
    first: int = 0
    """Games in which nobody ranked higher."""
    share: float = 0.0
    """Wins, shared ones counted as a part."""
    score: float = 0.0
    """Mean of the score that ranks are decided by first."""

    def add(self, result: Result, seat: int) -> None:
        """Count one game."""
        self.games += 1
        won = result.ranks[seat] == 1
        self.first += won
        self.share += won / result.ranks.count(1)
        self.score += (result.scores[seat][0] - self.score) / self.games


def selfplay(arguments: argparse.Namespace) -> int:
    """Play a run of games and print what came of it."""
    game = GAMES[arguments.game]
    options = _options(game, arguments.options)
    names = _players(game, arguments.players)
    folder = _folder(arguments.records)
    by_seat = [Tally() for _ in range(arguments.seats)]
    by_player = {name: Tally() for name in names}
    moves, seconds = 0, 0.0
    for number in range(arguments.games):
        seated = [names[(seat + number) % len(names)] for seat in range(arguments.seats)]
        seed = match_seed(arguments.seed, number)
        played = playout(game, options, arguments.seats, seated, seed, record=folder is not None)
        moves += played.moves
        seconds += played.seconds
        for seat, name in enumerate(seated):
            by_seat[seat].add(played.result, seat)
            by_player[name].add(played.result, seat)
        if folder is not None and played.record is not None:
            _write(folder / f"{game.key}-{arguments.seats}-{arguments.seed}-{number}.txt", played.record)
    report = {
        "game": game.key,
        "rules": game.rules,
        "options": msgspec.to_builtins(options),
        "seats": arguments.seats,
        "seed": arguments.seed,
        "games": arguments.games,
        "moves": moves,
        "seconds": round(seconds, 3),
        "moves_per_second": round(moves / seconds),
        "by_seat": [asdict(tally) for tally in by_seat],
        "by_player": {name: asdict(tally) for name, tally in by_player.items()},
    }
    print(json.dumps(report, ensure_ascii=False, indent=2)) if arguments.json else _table(report)
    return 0


def position(arguments: argparse.Namespace) -> int:
    """Make the moves, and print where they lead."""
    game = GAMES[arguments.game]
    options = _options(game, arguments.options)
    start = None if arguments.after is None else game.read_position(arguments.after)
    seats, seed = arguments.seats, arguments.seed
    try:
        state = play_moves(game, arguments.moves, after=start, options=options, seats=seats, seed=seed)
    except IllegalStep as refusal:
        raise Trouble(f"move {refusal.number}, {refusal.step}: {sentence(refusal)}") from None
    print(game.position(state))
    return 0


def _table(report: dict[str, Any]) -> None:
    print(f"{report['game']}: {report['games']} games of {report['seats']} seats, seed {report['seed']}")
    print(f"{report['moves']} moves in {report['seconds']} s: {report['moves_per_second']} moves per second")
    rows = [(f"seat {seat}", tally) for seat, tally in enumerate(report["by_seat"])]
    rows += list(report["by_player"].items())
    print(f"{'':12} {'games':>6} {'first':>6} {'share of wins':>14} {'mean score':>11}")
    for name, tally in rows:
        share = tally["share"] / tally["games"] if tally["games"] else 0.0
        print(f"{name:12} {tally['games']:6} {tally['first']:6} {share:14.1%} {tally['score']:11.2f}")


def _options(game: AnyGame, given: Sequence[str]) -> Options:
    known = {field.encode_name for field in msgspec.structs.fields(game.Options)}
    values: dict[str, str] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals or name not in known:
            raise Trouble(
                f"{option!r} is not NAME=VALUE with an option of {game.key}: {', '.join(sorted(known))}"
            )
        values[name] = value
    try:
        options: Options = msgspec.convert(values, game.Options, strict=False)
    except msgspec.ValidationError as error:
        raise Trouble(f"bad option: {error}") from None
    return options


def _players(game: AnyGame, text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in game.players:
            raise Trouble(f"{game.key} has no automatic player {name!r}: {', '.join(game.players)}")
    return names


def _folder(text: str | None) -> Path | None:
    if text is None:
        return None
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"cannot write to {text}: {error.strerror}") from None
    return folder


def _write(file: Path, written: record.Record) -> None:
    try:
        file.write_text(record.write(written), encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot write to {file}: {error.strerror}") from None
    print(file, file=sys.stderr)
