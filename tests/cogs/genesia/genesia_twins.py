"""Whole games of Genesia in which everybody who looks, at every position, is shown a redealt twin as well.

The tests look at a few games, ``python -m tests.contracts.leak_search`` at many.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from engine.chance import SeededChance
from engine.game import Event, IllegalMove, NotYourTurn, Seat, Stage
from engine.genesia.box.decks import Deck, ready_deck
from engine.genesia.model import (
    Assault,
    Campaign,
    ChooseStance,
    CopyTiming,
    Discard,
    Draft,
    GenesiaOptions,
    KeepObjective,
    Move,
    Phase,
    Stance,
    View,
)
from engine.genesia.state import Hidden, State
from tests.cogs.genesia.genesia_played import GAME
from tests.cogs.genesia.genesia_told import (
    DRAWN,
    backwards,
    drawings,
    narrated,
    possible,
    seen_by,
    told,
    worded,
)
from tests.contracts.leaks import add

__all__ = ["FORMS", "SECRETS", "Tally", "digest", "look_through", "played"]

FORMS: tuple[tuple[int, GenesiaOptions], ...] = (
    (2, GenesiaOptions()),
    (3, GenesiaOptions(lots="YGR/BVR/GVR", attack_recruits=True)),
    (4, GenesiaOptions(teams="ABAB", copy_timing=CopyTiming.AGE)),
    (5, GenesiaOptions()),
    (2, GenesiaOptions(lots="RV/YR/GB", attack_recruits=True)),
    (3, GenesiaOptions(decks=ready_deck(Deck.ATTACK, 3))),
    (4, GenesiaOptions(objectives=False)),
    (5, GenesiaOptions(teams="ABABA", copy_timing=CopyTiming.AGE, attack_recruits=True)),
)
SECRETS = frozenset({*Hidden.__struct_fields__, "aside"})
"""Secrets that a seat may not know of others, or that nobody knows."""
TRIES = 60
"""Twins dealt to find one in which somebody holds the card that is played."""
TURNED = 4
"""Every how many looks the sets of the view are listed in another order."""
REDECIDES = 0.25
"""The probability that a seat with a sealed choice changes it before the next one chooses."""


class Entry(NamedTuple):
    """A move of a game, and what it led from and to."""

    number: int
    before: State | None
    seat: Seat | None
    move: Move | None
    chance: SeededChance
    state: State
    events: tuple[Event, ...]


def played(number: int) -> Iterator[Entry]:
    """Game `number`: random and greedy players side by side, and people who change their minds."""
    seats, options = FORMS[number % len(FORMS)]
    key, dice = b"twins" + number.to_bytes(27, "big"), random.Random(number)
    greedy = [dice.random() < 0.6 for _ in range(seats)]
    chance = SeededChance(key, 0)
    state, step = GAME.setup(options, seats, chance), 0
    yield Entry(0, None, None, None, chance, state, ())
    while pending := GAME.pending(state):
        step += 1
        seat = dice.choice(pending)
        sealed = [each for each in map(Seat, range(seats)) if each not in pending]
        changing = [each for each in sealed if len(GAME.moves(state, each))]
        if changing and dice.random() < REDECIDES:
            seat = dice.choice(changing)
        moves = GAME.moves(state, seat)
        move = moves[dice.randrange(len(moves))]
        if greedy[seat] and seat in pending:
            dealt = state
            move = GAME.players["steady"].choose(
                GAME.view(state, seat),
                moves,
                lambda imagined, dealt=dealt, seat=seat: GAME.redeal(dealt, seat, imagined),
                SeededChance(key, 10**6 + step),
            )
        if isinstance(move, Assault) and step % 2:
            move = Assault(move.source, move.target)  # how it is fought comes later
        if isinstance(move, Assault) and state.phase is Phase.STANCE and step % 3 == 0:
            move = Campaign((move,), truce=True)
        chance = SeededChance(key, step)
        before = state
        state, events = GAME.play(before, seat, move, chance)
        yield Entry(step, before, seat, move, SeededChance(key, step), state, events)


@dataclass
class Tally:
    """The counts of a comparison."""

    games: int = 0
    positions: Counter[str] = field(default_factory=Counter[str])
    """Positions by phase."""
    between: Counter[str] = field(default_factory=Counter[str])
    """Positions between two stages of a move, counted among the others too."""
    looks: Counter[str] = field(default_factory=Counter[str])
    """Positions times viewers, by phase."""
    differ: Counter[str] = field(default_factory=Counter[str])
    """Looks at which the twin was another position."""
    texts: int = 0
    """Texts compared."""
    pictures: Counter[str] = field(default_factory=Counter[str])
    """Looks at which the pictures were drawn and compared, by phase."""
    turned: int = 0
    """Views that were looked at with their sets in another order as well."""
    secrets: Counter[str] = field(default_factory=Counter[str])
    """Looks at which the twin differs in this secret of another seat."""
    told: Counter[str] = field(default_factory=Counter[str])
    """Moves of others whose news were compared with what a twin would tell, by kind."""
    untold: Counter[str] = field(default_factory=Counter[str])
    """Those for which no twin was found in which the move is possible and reveals the same."""

    def through(self, number: int, drawn: int) -> None:
        """Look at every position of a game and at the news of every move."""
        look_through(number, self, drawn=drawn)

    def add(self, other: Tally) -> None:
        """Count what the other has looked at as well."""
        add(self, other)

    def report(self) -> str:
        """Return the number of comparisons for each phase, each secret and each kind of news."""
        lines = [
            f"{self.games} games, {self.texts:,} texts compared, nothing differs",
            f"{self.turned:,} views with their sets in another order: the same texts and pictures",
        ]
        phases = {
            "positions": self.positions,
            "inside a move": self.between,
            "views": self.looks,
            "of another position": self.differ,
            "with pictures": self.pictures,
        }
        lines += _columns("phase", phases)
        lines += _columns("secret", {"differs in the twin": self.secrets})
        lines += _columns("news of a move", {"compared": self.told, "no such twin": self.untold})
        return "\n".join(lines)


def _columns(title: str, columns: dict[str, Counter[str]]) -> Iterator[str]:
    """Counters side by side, and their sums."""
    yield f"\n{title:16}" + "".join(f"{name:>22}" for name in columns)
    for row in dict.fromkeys(key for counter in columns.values() for key in counter):
        yield f"{row:16}" + "".join(f"{counter[row]:22,}" for counter in columns.values())
    yield f"{'all':16}" + "".join(f"{counter.total():22,}" for counter in columns.values())


def digest(number: int, every: int) -> str:
    """Return a hash of all words told in a game: the same in every process."""
    written = hashlib.sha256()
    for entry in played(number):
        if entry.number % every:
            continue
        for seat in (None, *map(Seat, range(entry.state.seats))):
            every_text = [text for text in told(entry.state, seat, entry.number) if text[0] != DRAWN]
            written.update(repr(every_text).encode())
            news = narrated(seen_by(entry.events, seat), entry.state.seats, entry.number)
            written.update(repr(news).encode())
    return written.hexdigest()


def look_through(number: int, tally: Tally, every: int = 1, drawn: int = 0) -> None:
    """Look at every `every`-th position of a game, and at the first of each phase in each Age.

    Pictures are drawn at every `drawn`-th and at the first of each phase; at none where it is 0. Raises
    `AssertionError` with what a viewer could tell apart.
    """
    tally.games += 1
    begun: set[tuple[int, Phase]] = set()
    phases: set[Phase] = set()
    for entry in played(number):
        age, phase = entry.state.age, entry.state.phase
        first = phase not in phases
        if entry.number % every and (age, phase) in begun:
            continue
        begun.add((age, phase))
        phases.add(phase)
        tally.positions[phase.value] += 1
        draw = bool(drawn) and (entry.number % drawn == 0 or first)
        inside = [entry._replace(state=stage.state) for stage in _stages(entry)[:-1]]
        for each in inside:
            tally.positions[each.state.phase.value] += 1
            tally.between[each.state.phase.value] += 1
        for seat in (None, *map(Seat, range(entry.state.seats))):
            where = f"game {number}, entry {entry.number} ({phase.value}), seat {seat}"
            _look(entry, seat, tally, where, draw)
            for each in inside:
                _look(each, seat, tally, f"{where}, inside the move", draw)
            _news(entry, seat, tally, where)


def _stages(entry: Entry) -> Sequence[Stage]:
    """The stages of the entry's move; none at the start of a game."""
    if entry.before is None or entry.seat is None or entry.move is None:
        return ()
    chance = SeededChance(b"stages", entry.number)  # drawn is only what the last stage shows
    return GAME.stages(entry.before, entry.seat, entry.move, chance)


def _look(entry: Entry, seat: Seat | None, tally: Tally, where: str, draw: bool) -> None:
    """Compare all that is told of a position with what is told of its twin."""
    state, turn, phase = entry.state, entry.number + (seat or 0), entry.state.phase.value
    twin = GAME.redeal(state, seat, SeededChance(b"twin", entry.number))
    tally.looks[phase] += 1
    tally.differ[phase] += twin != state
    tally.secrets.update(_secrets(state, twin))
    for (what, ours), (other, theirs) in zip(told(state, seat, turn), told(twin, seat, turn), strict=True):
        tally.texts += 1
        if (what, ours) != (other, theirs):
            raise AssertionError(f"{where}: {what}\n{ours}\n{theirs}")
    view = GAME.view(state, seat)
    if draw:
        tally.pictures[phase] += 1
        if _bytes(view, turn) != _bytes(GAME.view(twin, seat), turn):
            raise AssertionError(f"{where}: a picture")
    if turn % TURNED:
        return
    tally.turned += 1
    turned, moves = backwards(view), possible(state, seat)
    for (what, ours), (_, theirs) in zip(worded(view, moves, turn), worded(turned, moves, turn), strict=True):
        if ours != theirs and what != DRAWN:
            raise AssertionError(f"{where}: {what} depends on the order of a set\n{ours}\n{theirs}")
    if draw and _bytes(view, turn) != _bytes(turned, turn):
        raise AssertionError(f"{where}: a picture depends on the order of a set")


def _bytes(view: View, turn: int) -> list[bytes]:
    return [drawing.draw().data for drawing in drawings(view, turn)]


def _secrets(state: State, twin: State) -> Iterator[str]:
    """Yield the kinds of secrets that differ between twins."""
    for name in Hidden.__struct_fields__:
        pairs = zip(state.hidden, twin.hidden, strict=True)
        if any(getattr(ours, name) != getattr(theirs, name) for ours, theirs in pairs):
            yield name
    if state.aside != twin.aside:
        yield "aside"


# What happens


def _news(entry: Entry, seat: Seat | None, tally: Tally, where: str) -> None:
    """A move tells a viewer nothing but what it reveals: a twin that reveals the same tells the same."""
    before, by, move = entry.before, entry.seat, entry.move
    if before is None or by is None or move is None:
        return
    kind = type(move).__name__.lower()
    ours = seen_by(entry.events, seat)
    shown = _revealed(ours)
    for attempt in range(TRIES):
        chance = SeededChance(b"news", entry.number * TRIES + attempt)
        twin = _revealing(before, GAME.redeal(before, seat, chance), entry.state)
        other = move if by == seat else _counterpart(twin, by, move)
        if other is None:
            continue
        _, events = GAME.play(twin, by, other, entry.chance)
        theirs = seen_by(events, seat)
        if _revealed(theirs) != shown:
            continue
        tally.told[kind] += 1
        turn = entry.number + (seat or 0)
        if narrated(ours, before.seats, turn) != narrated(theirs, before.seats, turn):
            raise AssertionError(f"{where}: news of {move}\n{ours}\n{theirs}")
        inside = [
            [GAME.view(stage.state, seat) for stage in _stages(each)[:-1]]
            for each in (entry, entry._replace(before=twin, move=other))
        ]
        if inside[0] != inside[1]:
            raise AssertionError(f"{where}: stages of {move}\n{inside[0]}\n{inside[1]}")
        return
    tally.untold[kind] += 1


def _revealed(events: Sequence[Event]) -> list[object]:
    """The cards and the objectives that events reveal, and who had coins to pay when."""
    cards = [event.inputs["card"] for event in events if event.code == "genesia.played"]
    objectives = [event.inputs["objective"] for event in events if event.code == "genesia.objective"]
    paid = [event.inputs for event in events if event.code == "genesia.tribute"]
    return [cards, objectives, paid]


def _counterpart(twin: State, by: Seat, move: Move) -> Move | None:
    """Return the seat's move in the twin that looks the same to others; `None` if there is none.

    It may lack the card, or have sealed nothing that it could change.
    """
    if isinstance(move, Draft | KeepObjective | Discard | ChooseStance):
        choices = [each for each in GAME.moves(twin, by) if type(each) is type(move)]
        # A stance that nobody else sees may be another one, unless it is the last and is revealed.
        if isinstance(move, ChooseStance):
            return move
        return choices[len(choices) // 2] if choices else None
    try:
        return GAME.parse(twin, by, str(move))
    except (IllegalMove, NotYourTurn):
        return None


def _revealing(state: State, twin: State, after: State) -> State:
    """The twin with what the move may reveal.

    War or peace; how an assault is fought; objectives.
    """
    hidden = list(twin.hidden)
    for people, real in enumerate(state.hidden):
        own = hidden[people]
        if state.phase is Phase.STANCE and (real.stance is Stance.WAR) != (own.stance is Stance.WAR):
            own = replace(own, stance=real.stance, truce=real.truce)
        if state.phase is Phase.REACTION:
            own = replace(own, steps=real.steps)
        if after.phase is Phase.OVER:
            own = replace(own, objective=real.objective)
        hidden[people] = own
    aside = state.aside if after.phase is Phase.OVER else twin.aside
    return replace(twin, hidden=tuple(hidden), aside=aside)
