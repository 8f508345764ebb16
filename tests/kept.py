"""How the games in ``tests/records`` were played: ``python -m tests.kept`` plays them all anew.

They stay as they are: their hashes are what a version of the rules means. They are played anew only when the
scheme of chance, the format of records or rules that nobody has played by yet have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from engine.chance import SeededChance, commitment, fresh_key, match_key
from engine.familienbande.model import FamilienbandeOptions
from engine.game import AnyGame, Options, Seat
from engine.games import GAMES
from engine.genesia.model import CopyTiming, GenesiaOptions, Level
from engine.genesis.model import GenesisOptions
from engine.genesis_life.model import LifeOptions
from engine.genial.model import Form, GenialOptions
from engine.record import Line, Record, write
from engine.selfplay import match_seed

FOLDER = Path(__file__).with_name("records")
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Kept:
    """A game that is kept: its options, who plays, and the number of its seed."""

    name: str
    options: Options
    players: str
    """One letter a seat: r random, g greedy, d greedy that declines every second offer, p passes mostly."""
    seed: int
    left: int = 0
    """The entry by which seat 0 is taken over, 0 for none."""
    restored: tuple[int, ...] = ()
    """The entries by which something fresh is mixed into chance."""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name.partition("-")[0]]


ALONE = {"beginner": "g", "expert": "r", "heroic": "g"}

KEPT: Sequence[Kept] = (
    Kept("familienbande-2", FamilienbandeOptions(), "rg", 0),
    Kept("familienbande-2-stuck", FamilienbandeOptions(), "pp", 1),
    Kept("familienbande-3", FamilienbandeOptions(), "rgr", 0),
    Kept("familienbande-4", FamilienbandeOptions(), "rgrg", 0, restored=(5,)),
    *(Kept(f"genesia-1-{level}", GenesiaOptions(level=Level(level)), who, 0) for level, who in ALONE.items()),
    Kept("genesia-2-greedy", GenesiaOptions(), "gg", 1),
    Kept("genesia-2-mixed-recruits", GenesiaOptions(lots="RV/YR/GB", attack_recruits=True), "rg", 2),
    Kept("genesia-2-random", GenesiaOptions(), "rr", 0),
    Kept("genesia-3", GenesiaOptions(), "grg", 0, 70, (2, 71)),
    Kept("genesia-3-bare-age", GenesiaOptions(objectives=False, copy_timing=CopyTiming.AGE), "rgr", 1),
    Kept("genesia-3-decks", GenesiaOptions(decks="1-9,13-21/31-48/61-69,79-87"), "ggr", 2),
    Kept("genesia-4-teams", GenesiaOptions(teams="ABAB", lots="YGVR/BGVR/BYVR"), "grrg", 0),
    Kept("genesia-5", GenesiaOptions(), "grgrg", 0),
    Kept("genesis-2", GenesisOptions(), "gr", 0),
    Kept("genesis-3-sixteen", GenesisOptions(tiles_per_terrain=16), "rrr", 0),
    Kept("genesis-4", GenesisOptions(tiles_per_terrain=16), "grgr", 0, restored=(1, 2)),
    Kept("genesis_life-greedy", LifeOptions(), "gg", 0),
    Kept("genesis_life-random", LifeOptions(), "rr", 0),
    Kept("genial-1-solo", GenialOptions(form=Form.SOLO), "g", 0),
    Kept("genial-2-first", GenialOptions(), "gr", 0),
    Kept("genial-2-second", GenialOptions(), "rg", 1),
    Kept("genial-2-keeps", GenialOptions(), "dd", 2),
    Kept("genial-2-single-bonus", GenialOptions(single_bonus=True), "gg", 3),
    Kept("genial-3", GenialOptions(), "ggg", 0, 20, (30,)),
    Kept("genial-4", GenialOptions(), "grgr", 0),
    Kept("genial-4-team", GenialOptions(form=Form.TEAM), "gggg", 0),
)

LABELS = {"r": "random", "g": "greedy"}


def played(kept: Kept) -> Record:
    """The game, whose choices that are sealed but may still be changed are changed now and then."""
    game, seats, seed = kept.game, len(kept.players), match_seed(7, kept.seed)
    clicks = tuple(range(1, seats + 2))
    key = match_key(seed, clicks)
    own = SeededChance(match_seed(8, kept.seed), 0)
    chance = SeededChance(key, 0)
    state = game.setup(kept.options, seats, chance)
    lines: list[Line] = []

    def note(kind: str, seat: Seat | None, text: str, drawn: tuple[int, ...] = ()) -> None:
        at = BEGAN + timedelta(seconds=len(lines))
        lines.append(Line(len(lines), kind, seat, text, drawn, at, game.hash(state)))

    note("start", None, "", chance.drawn)
    while pending := game.pending(state):
        number = len(lines)
        if number == kept.left:
            note("seat", Seat(0), "greedy")
            continue
        if number in kept.restored:
            fresh = match_seed(9, number).hex()
            key = fresh_key(key, fresh)
            note("fresh", None, fresh)
            continue
        sealed = [
            Seat(each) for each in range(seats) if each not in pending and len(game.moves(state, Seat(each)))
        ]
        changing = bool(sealed) and not own.below(3)
        seat = own.choice(sealed) if changing else pending[0]
        move = _chosen(game, "r" if changing else kept.players[seat], state, seat, own)
        chance = SeededChance(key, number)
        state, _ = game.play(state, seat, move, chance)
        note("move", seat, str(move), chance.drawn)
    return Record(
        game=game.key,
        rules=game.rules,
        options=msgspec.to_builtins(kept.options),
        seats=tuple(LABELS.get(who, f"person {seat + 1}") for seat, who in enumerate(kept.players)),
        commitment=commitment(seed),
        clicks=clicks,
        seed=seed,
        lines=tuple(lines),
    )


def _chosen(game: AnyGame, who: str, state: Any, seat: Seat, own: SeededChance) -> Any:
    moves = game.moves(state, seat)
    standing = game.standing(state, seat)
    if standing is not None and own.below(2):
        return standing
    done_without = [move for move in moves if str(move) in ("keep", "pass")]
    if done_without and (who == "d" or (who == "p" and own.below(8))) and not (who == "d" and own.below(2)):
        return done_without[0]
    player = game.players["random" if who in "rp" else "greedy"]
    return player.choose(
        game.view(state, seat), moves, lambda imagined: game.redeal(state, seat, imagined), own
    )


def main() -> None:
    """Play all of them and write them."""
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for kept in KEPT:
        (FOLDER / f"{kept.name}.txt").write_text(write(played(kept)), encoding="utf-8")


if __name__ == "__main__":
    main()
