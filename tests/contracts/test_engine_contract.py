"""The promises of every game, checked on random whole games of every form."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Chance, DrawnChance, SeededChance
from engine.game import (
    AnyGame,
    BadOptions,
    BadPosition,
    Event,
    GameOver,
    IllegalMove,
    NotYourTurn,
    Player,
    Seat,
)
from engine.robots.choosing import Position
from tests.contracts.cases import EVERY_ENGINE, EVERY_RULES, PLAYED, Case, Contestant, at_most
from tests.newcomers.heirs.rules import HEIRS, HOMES, Heirs, Move, State

KEY = b"k" * 32
LUCK = os.environ.get("LONGTABLE_TEST_LUCK", "")
GAMES_LOOKED_AT = at_most(4, 2)
MORE = at_most(6, 2)
SEEDS = st.integers(0, GAMES_LOOKED_AT - 1)
"""Greedy plays in every other game, so that long lines and ends are reached."""
MORE_SEEDS = st.integers(0, MORE - 1)
NUMBERED = 50
"""Moves that are looked up by number in a position; in one of `EACH` all are."""
EACH = 8


@dataclass(frozen=True)
class Turn:
    """A position of a random game, with the move that led to it."""

    number: int
    state: Any
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    chance: Chance
    digests: dict[tuple[str, Seat | None], int] = field(
        default_factory=dict[tuple[str, Seat | None], int], compare=False
    )
    """What a viewer sees of the state and may do then, for tests that compare another state with it."""

    def seen(self, game: AnyGame, viewer: Seat | None) -> int:
        """Return a digest of the viewer's view of the state, which is worked out once."""
        if ("view", viewer) not in self.digests:
            self.digests["view", viewer] = seen_in(game, self.state, viewer)
        return self.digests["view", viewer]

    def written(self, game: AnyGame, viewer: Seat) -> int:
        """Return a digest of the moves of the viewer as they are written, which is worked out once."""
        if ("moves", viewer) not in self.digests:
            self.digests["moves", viewer] = written_in(game, self.state, viewer)
        return self.digests["moves", viewer]


def seen_in(game: AnyGame, state: Any, viewer: Seat | None) -> int:
    return hash(repr(game.view(state, viewer)))


def written_in(game: AnyGame, state: Any, viewer: Seat) -> int:
    return hash(tuple(map(str, some_of(game.moves(state, viewer)))))


def key_of(seed: int) -> bytes:
    return KEY + seed.to_bytes(8, "big") + LUCK.encode()


@lru_cache(maxsize=MORE)
def game_from(case: Case, seed: int) -> Sequence[Turn]:
    """A whole game, move by move."""
    return tuple(_played(case, seed))


def _played(case: Case, seed: int) -> Iterator[Turn]:
    game = case.game
    key = key_of(seed)
    picks = random.Random(f"{LUCK}{seed}")
    strong = seed % 2
    chance = SeededChance(key, 0)
    state = game.setup(case.options, case.seats, chance)
    yield Turn(0, state, None, None, (), chance)
    number = 0
    while pending := game.pending(state):
        number += 1
        assert number < 5000, "games end: random moves have not ended this one"
        seat = picks.choice(pending)
        moves = game.moves(state, seat)
        assert len(moves) > 0, f"seat {seat} must decide, and has no move"
        if strong:
            player = game.players["steady"]
            dealt = state
            move = player.choose(
                game.view(state, seat),
                moves,
                lambda c, dealt=dealt, seat=seat: game.redeal(dealt, seat, c),
                SeededChance(b"players", number),
            )
        else:
            move = moves[picks.randrange(len(moves))]
        chance = SeededChance(key, number)
        state, events = game.play(state, seat, move, chance)
        yield Turn(number, state, seat, move, events, chance)


def some_of(moves: Sequence[Any]) -> list[Any]:
    """The moves; of very many a few hundred, evenly spread, the first and the last among them."""
    if len(moves) <= 6000:
        return list(moves)
    return [moves[index * (len(moves) - 1) // 499] for index in range(500)]


def viewers(case: Case) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(case.seats))]


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_somebody_is_to_move_exactly_until_there_is_a_result(case: Case, seed: int) -> None:
    game = case.game
    moved: set[Seat | None] = set()
    asked: dict[Seat, list[Sequence[Any]]] = {}
    offered: dict[Seat, set[type]] = {}
    for turn in game_from(case, seed):
        pending = game.pending(turn.state)
        assert (game.result(turn.state) is None) == bool(pending)
        assert len(set(pending)) == len(pending)
        assert all(0 <= seat < case.seats for seat in pending)
        moved.add(turn.seat)
        waiting = [Seat(seat) for seat in range(case.seats) if seat not in pending]
        sealed = [seat for seat in waiting if len(game.moves(turn.state, seat))]
        if not sealed:
            asked, offered = {}, {}  # it is another round
        for seat in pending:
            asked.setdefault(seat, []).append(game.moves(turn.state, seat))
        for seat in sealed:
            assert seat in moved, "who has moves and is not pending has sealed a choice"
            known = offered.setdefault(seat, set())
            known |= {type(move) for moves in asked.pop(seat, []) for move in some_of(moves)}
            check_sealed(case, turn.state, seat, known)
        idle = [seat for seat in waiting if seat not in sealed]
        for seat in idle[turn.number % (len(idle) or 1) :][:1]:
            with pytest.raises((NotYourTurn, GameOver)):
                game.parse(turn.state, seat, "anything")


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_a_move_of_several_steps_leads_where_they_lead(case: Case, seed: int) -> None:
    game = case.game
    for before, turn in pairwise(game_from(case, seed)):
        assert turn.seat is not None
        state, told, steps = before.state, list[Event](), game.steps(turn.move)
        if len(steps) == 1:
            assert steps[0] == turn.move
            continue
        for number, step in enumerate(steps, 1):
            assert game.parse(state, turn.seat, str(step)) == step
            last = number == len(steps)
            chance = SeededChance(key_of(seed), turn.number) if last else DrawnChance(())
            state, events = game.play(state, turn.seat, step, chance)
            told += events
            assert last or game.pending(state) == game.pending(before.state), "none but the last asks others"
        assert state == turn.state
        assert tuple(told) == turn.events


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_the_stages_of_a_move_lead_where_it_leads(case: Case, seed: int) -> None:
    """They draw what it draws and tell what it tells; between them all that is hidden stays hidden."""
    game = case.game
    for before, turn in pairwise(game_from(case, seed)):
        assert turn.seat is not None
        chance = SeededChance(key_of(seed), turn.number)
        stages = game.stages(before.state, turn.seat, turn.move, chance)
        assert stages[-1].state == turn.state
        assert tuple(event for stage in stages for event in stage.events) == turn.events
        assert chance.draws == turn.chance.draws
        assert len(stages) == 1 or stages[0].events, "the first stage tells something"
        for number, (state, _) in enumerate(stages[:-1]):
            assert hash(state) is not None
            assert game.result(state) is None, "it is over with the last stage"
            for viewer in viewers(case):
                twin = game.redeal(state, viewer, SeededChance(b"between", 100 * turn.number + number))
                assert game.view(twin, viewer) == game.view(state, viewer)
                if not chance.draws and hides(game, turn.state, viewer):
                    assert hides(game, state, viewer), f"what seat {viewer} may not know lies open meanwhile"


def hides(game: AnyGame, state: Any, viewer: Seat | None) -> bool:
    """Some of a few twins differ: there is something that the viewer does not know."""
    return any(game.redeal(state, viewer, SeededChance(b"hides", each)) != state for each in range(4))


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_a_sealed_choice_is_told_to_nobody_else(case: Case, seed: int) -> None:
    """As long as others choose too, they are told the same whatever a seat has chosen."""
    game = case.game
    for before, turn in pairwise(game_from(case, seed)):
        assert turn.seat is not None
        asked = game.pending(before.state)
        still_asked = [seat for seat in game.pending(turn.state) if seat in asked and seat != turn.seat]
        if turn.seat not in asked or turn.seat in game.pending(turn.state) or not still_asked:
            continue
        for move in other_choices(game, before, turn):
            after, events = game.play(before.state, turn.seat, move, SeededChance(key_of(seed), turn.number))
            if game.pending(after) != game.pending(turn.state):
                continue  # all may know who has chosen
            for viewer in viewers(case):
                if viewer != turn.seat:
                    said, other = known_to(turn.events, viewer), known_to(events, viewer)
                    assert other == said, f"{turn.move} and {move} of seat {turn.seat} are told apart"
                    seen = game.view(turn.state, viewer)
                    assert game.view(after, viewer) == seen, f"{turn.move} and {move} are seen apart"


def other_choices(game: AnyGame, before: Turn, turn: Turn) -> list[Any]:
    """Up to four moves of the same kind that the seat could have made."""
    assert turn.seat is not None
    moves = [each for each in some_of(game.moves(before.state, turn.seat)) if type(each) is type(turn.move)]
    return [each for each in moves[:: 1 + len(moves) // 4] if each != turn.move]


def known_to(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    return [event for event in events if event.to is None or viewer in event.to]


def check_sealed(case: Case, state: Any, seat: Seat, asked: set[type]) -> None:
    """The seat has sealed its choice and may change it: others still think, and learn nothing of a change.

    What it may do then is what it could do when it was `asked`, in this round.
    """
    game = case.game
    pending, moves = game.pending(state), game.moves(state, seat)
    assert pending, "the last one to choose ends it for all"
    seen = {
        viewer: (game.view(state, viewer), () if viewer is None else game.moves(state, viewer)[:])
        for viewer in viewers(case)
        if viewer != seat
    }
    assert {type(move) for move in some_of(moves)} <= asked, "a sealed choice is changed, nothing else"
    for move in (moves[0], moves[len(moves) - 1]):
        assert game.parse(state, seat, str(move)) == move
        after, events = game.play(state, seat, move, DrawnChance(()))
        assert game.pending(after) == pending
        assert all(event.to == {seat} for event in events)
        for other, (view, moves_then) in seen.items():
            assert game.view(after, other) == view
            assert other is None or game.moves(after, other)[:] == moves_then


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_moves_are_read_as_they_are_written(case: Case, seed: int) -> None:
    game = case.game
    for turn in game_from(case, seed):
        for seat in game.pending(turn.state):
            moves = game.moves(turn.state, seat)
            listed = some_of(moves)
            assert len(listed) == len(set(listed)), "no move is listed twice"
            assert len({str(move) for move in listed}) == len(listed), "no two moves are written alike"
            if len(moves) == len(listed):
                step = 1 if turn.number % EACH == 0 else 1 + len(moves) // NUMBERED
                assert [moves[index] for index in range(0, len(moves), step)] == listed[::step]
            for move in {listed[0], listed[len(listed) // 2], listed[-1]}:
                assert move in moves
                assert len(str(move)) <= 60
                assert game.parse(turn.state, seat, str(move)) == move
                assert game.parse(turn.state, seat, f"  {str(move).lower()} ") == move


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_positions_are_read_as_they_are_written(case: Case, seed: int) -> None:
    game = case.game
    for turn in game_from(case, seed):
        text = game.position(turn.state)
        assert "\n" not in text
        again = read_back(game, text, "what the rules lead to")
        assert again == turn.state, "what is read is not what was written: are all its lists tuples?"
        assert hash(again) == hash(turn.state)
        assert game.hash(again) == game.hash(turn.state)
        assert game.view(again, None) == game.view(turn.state, None)


def read_back(game: AnyGame, text: str, what: str) -> Any:
    """The position of that text, of which it is told what it is if the game refuses it."""
    try:
        return game.read_position(text)
    except BadPosition:
        raise AssertionError(f"`positions` refuses {what} (is it too strict?): {text}") from None


@EVERY_ENGINE
@settings(max_examples=at_most(15, 5), deadline=None)
@given(data=st.data())
def test_a_damaged_position_is_refused_or_another_position(case: Case, data: st.DataObject) -> None:
    game = case.game
    text = game.position(data.draw(st.sampled_from(game_from(case, 0))).state)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("AROYGBP0123456789/+- plé\n"))
    damaged = text[:at] + letter + text[at + data.draw(st.integers(0, 2)) :]
    try:
        state = game.read_position(damaged)
    except BadPosition:
        return
    assert game.position(state) == damaged


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_a_log_gives_the_same_states_from_seed_and_from_what_was_drawn(case: Case, seed: int) -> None:
    game = case.game
    turns = game_from(case, seed)

    def again(chance_of: Any) -> list[str]:
        hashes: list[str] = []
        state: Any = None
        for turn in turns:
            chance = chance_of(turn)
            if turn.seat is None:
                state = game.setup(case.options, case.seats, chance)
            else:
                move = game.parse(state, turn.seat, str(turn.move))
                state, events = game.play(state, turn.seat, move, chance)
                assert events == turn.events
            assert chance.draws == turn.chance.draws
            hashes.append(game.hash(state))
        return hashes

    hashes = [game.hash(turn.state) for turn in turns]
    assert again(lambda turn: DrawnChance(turn.chance.draws)) == hashes
    assert again(lambda turn: SeededChance(key_of(seed), turn.number)) == hashes
    if not case.form.repeats:
        assert len(set(hashes)) == len(hashes), "every entry changes the position"


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_nothing_hidden_shows_in_a_view_or_among_the_moves(case: Case, seed: int) -> None:
    game = case.game
    for turn in game_from(case, seed):
        for viewer in viewers(case):
            twin = game.redeal(turn.state, viewer, SeededChance(b"redeal", turn.number))
            if twin == turn.state:
                continue  # nothing was hidden
            assert game.calling(twin) == game.calling(turn.state)
            if seen_in(game, twin, viewer) != turn.seen(game, viewer):
                seen, shown = repr(game.view(turn.state, viewer)), repr(game.view(twin, viewer))
                assert shown == seen, f"`view` shows seat {viewer} what `redeal` deals anew"
            assert game.pending(twin) == game.pending(turn.state)
            assert game.result(twin) == game.result(turn.state)
            if turn.number % 7 == 0:
                again = read_back(game, game.position(twin), "what `redeal` deals")
                assert again == twin, "what `redeal` deals is a position of the game"
            if viewer is not None:
                moves, twins = game.moves(turn.state, viewer), game.moves(twin, viewer)
                assert len(twins) == len(moves), "a seat's moves hang on what it may not know"
                assert some_of(twins) == some_of(moves), "a seat's moves hang on what it may not know"


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_orders_end_without_a_trace_for_others(case: Case, seed: int) -> None:
    """Somebody else sits down: what others see and may do stays, and so does who must decide."""
    game = case.game
    for turn in game_from(case, seed):
        state = turn.state
        for seat in map(Seat, range(case.seats)):
            after = game.without_orders(state, seat)
            assert game.without_orders(after, seat) == after
            if after == state:
                continue
            assert game.pending(after) == game.pending(state)
            assert game.result(after) == game.result(state)
            assert game.read_position(game.position(after)) == after
            assert bool(len(game.moves(after, seat))) == bool(len(game.moves(state, seat)))
            for viewer in viewers(case):
                if viewer == seat:
                    continue
                if seen_in(game, after, viewer) != turn.seen(game, viewer):
                    assert repr(game.view(after, viewer)) == repr(game.view(state, viewer))
                if viewer is not None and written_in(game, after, viewer) != turn.written(game, viewer):
                    now, before = (some_of(game.moves(each, viewer)) for each in (after, state))
                    assert list(map(str, now)) == list(map(str, before))


@pytest.mark.parametrize("case", [each for each in PLAYED if each.form.hidden], ids=str)
def test_redealing_changes_what_is_hidden(case: Case) -> None:
    """Somewhere in a game each viewer lacks something; where all has been revealed twins are equal."""
    unseen = [viewer for viewer in viewers(case) if viewer not in case.form.knowing]
    for turn in game_from(case, 0):
        if not case.game.pending(turn.state):
            break
        for viewer in [*unseen]:
            dealt = (case.game.redeal(turn.state, viewer, SeededChance(b"redeal", n)) for n in range(5))
            if len({case.game.position(twin) for twin in dealt}) > 1:
                unseen.remove(viewer)
        if not unseen:
            return
    raise AssertionError(f"nothing is ever hidden from {unseen}: say so in `Form.hidden` or `Form.knowing`")


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_events_say_who_may_know_and_what_chance_did(case: Case, seed: int) -> None:
    for turn in game_from(case, seed):
        for event in turn.events:
            assert event.code.startswith(f"{case.key}."), event.code
            assert event.to is None or (event.to and event.to <= set(range(case.seats)))
            msgspec.json.encode(event.inputs)
        if turn.number:
            said = any(event.chance for event in turn.events)
            assert said == bool(turn.chance.draws), f"`chance=True` where {turn.move} draws, and nowhere else"


@EVERY_ENGINE
@settings(max_examples=MORE, deadline=None)
@given(seed=MORE_SEEDS)
def test_events_say_when_a_seat_learns_more_than_was_chosen(case: Case, seed: int) -> None:
    """Redealt twins look the same after an entry that neither drew nor revealed as they did before."""
    before: Any = None
    for turn in game_from(case, seed):
        if turn.seat is not None and not any(event.revealed or event.chance for event in turn.events):
            for viewer in viewers(case):
                twin = case.game.redeal(before, viewer, SeededChance(b"learnt", turn.number))
                alike = twin == before or looks_alike(case.game, turn, viewer, twin)
                told = f"{turn.move} tells seat {viewer} of what was hidden, by view or events: {turn.events}"
                assert alike, f"{told}. Then one says `revealed=True`"
        before = turn.state


@EVERY_ENGINE
@settings(max_examples=at_most(2, 1), deadline=None)
@given(seed=st.integers(0, at_most(2, 1) - 1))
def test_what_is_told_of_a_secret_choice_would_be_told_of_another(case: Case, seed: int) -> None:
    """Events say nothing of a choice that a viewer, as `redeal` has it, cannot know."""
    before: Any = None
    for turn in game_from(case, seed):
        for viewer in viewers(case) if turn.seat is not None else ():
            other = None if viewer == turn.seat else told_apart(case.game, before, turn, viewer)
            told = f"{turn.move} and {other} are one to seat {viewer}, which is told apart: {turn.events}"
            assert other is None, f"{told}. What only seat {turn.seat} may know is an event `to` it"
        before = turn.state


OTHERS, DEALT = 4, 60
"""Moves that might have been made instead; how often it is dealt anew what a viewer cannot know."""


def told_apart(game: AnyGame, before: Any, turn: Turn, viewer: Seat | None) -> Any | None:
    """A move of which the viewer would be told something else, though what it leads to looks the same."""
    assert turn.seat is not None
    moves = game.moves(before, turn.seat)
    step = 1 + len(moves) // OTHERS
    told = seen_by(viewer, turn.events)
    for move in (moves[index] for index in range(turn.number % step, len(moves), step)):
        try:
            state, events = game.play(before, turn.seat, move, DrawnChance(()))
        except ValueError:
            continue  # it draws
        said = seen_by(viewer, events)
        open_to_all = any(event.revealed or event.chance for event in (*events, *turn.events))
        if open_to_all or said == told or [each.code for each in said] != [each.code for each in told]:
            continue
        if state != turn.state and game.view(state, viewer) == game.view(turn.state, viewer):
            chances = (SeededChance(b"choice", number) for number in range(DEALT))
            if any(game.redeal(turn.state, viewer, chance) == state for chance in chances):
                return move
    return None


class Talkative(Heirs):
    """A game whose heirs are named aloud: everybody hears them."""

    def play(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        state, events = super().play(state, seat, move, chance)
        return state, tuple([msgspec.structs.replace(event, to=None) for event in events])


@pytest.mark.parametrize(("game", "heard"), [(HEIRS, False), (Talkative(), True)], ids=["heirs", "talkative"])
def test_a_secret_choice_that_is_told_is_found_out(game: Heirs, heard: bool) -> None:
    before, seat, nothing = State(Seat(0), HOMES), Seat(0), DrawnChance(())
    move = game.moves(before, seat)[0]
    state, events = game.play(before, seat, move, nothing)
    turn = Turn(1, state, seat, move, events, nothing)
    assert all((told_apart(game, before, turn, viewer) is not None) == heard for viewer in (None, Seat(1)))


def seen_by(viewer: Seat | None, events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if event.to is None or viewer in event.to]


def looks_alike(game: AnyGame, turn: Turn, viewer: Seat | None, twin: Any) -> bool:
    """Return True if the turn may have led on from the twin instead, for all that this viewer sees and is
    told.

    If the twin's mover cannot make the very move, another may look the same: a choice that stays sealed. If
    none does, the move itself shows what its mover chose to show.
    """
    assert turn.seat is not None

    def seen(events: tuple[Event, ...]) -> list[Event]:
        return seen_by(viewer, events)

    def led_on(move: Any) -> tuple[Any, tuple[Event, ...]] | None:
        try:
            return game.play(twin, turn.seat or Seat(0), move, DrawnChance(()))
        except ValueError:
            return None  # there it draws

    wanted = (game.view(turn.state, viewer), seen(turn.events))
    try:
        same = game.parse(twin, turn.seat, str(turn.move))
    except IllegalMove:
        others = [move for move in some_of(game.moves(twin, turn.seat)) if type(move) is type(turn.move)]
        led = [each for each in map(led_on, others[:30]) if each and seen(each[1]) == wanted[1]]
        return not led or any((game.view(state, viewer), wanted[1]) == wanted for state, _ in led)
    there = led_on(same)
    return there is not None and (game.view(there[0], viewer), seen(there[1])) == wanted


@EVERY_ENGINE
@settings(max_examples=GAMES_LOOKED_AT, deadline=None)
@given(seed=SEEDS)
def test_results_rank_every_seat_and_share_equal_ranks(case: Case, seed: int) -> None:
    game = case.game
    *_, last = game_from(case, seed)
    result = game.result(last.state)
    assert result is not None
    assert len(result.ranks) == len(result.scores) == case.seats
    for rank in result.ranks:
        assert rank == 1 + sum(other < rank for other in result.ranks)
    assert result.reason.startswith(f"{case.key}."), result.reason


@EVERY_RULES
def test_every_game_has_its_names_players_and_plain_options(game: Contestant) -> None:
    check_names(game.game)
    assert game.game.key == game.key
    assert game.trial.forms


def check_names(game: AnyGame) -> None:
    assert game.key.isidentifier()
    assert game.title
    assert game.rules >= 1
    assert next(iter(game.players)) == "random"
    assert "steady" in game.players
    options = game.Options()
    assert msgspec.convert(msgspec.to_builtins(options), game.Options) == options
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"no_such_option": 1}, game.Options)


@EVERY_ENGINE
def test_a_wrong_number_of_seats_is_refused(case: Case) -> None:
    game = case.game
    allowed = game.seats(case.options)
    assert case.seats in allowed
    for seats in {0, 1, 2, 3, 4, 5, 6, 99} - set(allowed):
        with pytest.raises(BadOptions):
            game.setup(case.options, seats, SeededChance(KEY, 0))


@EVERY_ENGINE
@settings(max_examples=at_most(40, 10), deadline=None)
@given(text=st.text(max_size=40) | st.from_regex(r"\s*[a-zA-Z]{1,2} ?[A-Za-z]\d{1,3} [A-Pa-p]-?\d{1,2}"))
def test_whatever_people_type_is_a_move_or_a_refusal(case: Case, text: str) -> None:
    game = case.game
    state = game_from(case, 0)[0].state
    seat = game.pending(state)[0]
    try:
        move = game.parse(state, seat, text)
    except IllegalMove as raised:
        refusal = raised
    else:
        assert move in game.moves(state, seat)
        return
    assert refusal.code.startswith(f"{case.key}.")
    assert all(len(str(value)) <= 60 for value in refusal.inputs.values())


GAPS = ("  ", ", ", " - ", ";  ", "#", " # ", "/ ", " x", "+", ":")
LINE = 200
"""Characters of the longest line that a command takes."""


class TooLongError(Exception):
    """A line was not read within a second of processor time."""


@pytest.fixture
def a_second() -> Iterator[None]:
    def late(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, late)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@EVERY_ENGINE
@pytest.mark.usefixtures("a_second")
def test_no_line_that_people_type_takes_long_to_read(case: Case) -> None:
    """Lists that go on and end in what is no move: while one line is read, every match stands still."""
    game, verbs = case.game, dict[str, tuple[Any, Seat, str]]()
    for turn in game_from(case, 0):
        for seat in game.pending(turn.state)[:1]:
            moves = game.moves(turn.state, seat)
            for move in (str(moves[0]), str(moves[len(moves) - 1])):
                verbs.setdefault(f"{move.split()[0]} {move.count(' ')}", (turn.state, seat, move))
    assert verbs
    for state, seat, move in verbs.values():
        first, last = move.split()[0], move.split()[-1]
        for gap in GAPS:
            for begins, more in ((move, last), (move, move), (first, "")):
                line = begins + f"{gap}{more}" * LINE
                for text in (f"{line[: LINE - 2]} ?", f"{line[: LINE - 2]} 9"):
                    signal.setitimer(signal.ITIMER_VIRTUAL, 1)
                    try:
                        game.parse(state, seat, text)
                    except IllegalMove:
                        pass
                    except TooLongError:
                        pytest.fail(f"so long: {text}")
                    finally:
                        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


# Automatic players


def chosen(game: AnyGame, player: Player, state: Any, seat: Seat, number: int) -> Any:
    return player.choose(
        game.view(state, seat),
        game.moves(state, seat),
        lambda chance: game.redeal(state, seat, chance),
        SeededChance(b"choice", number),
    )


@EVERY_ENGINE
def test_every_player_chooses_a_legal_move_from_what_it_sees(case: Case) -> None:
    game = case.game
    for name, player in game.players.items():
        if name in game.slow:
            continue
        state = game.setup(case.options, case.seats, SeededChance(b"players", 0))
        number = 0
        while pending := game.pending(state):
            seat = pending[0]
            number += 1

            move = chosen(game, player, state, seat, number)
            assert game.parse(state, seat, str(move)) == move
            if number % 9 == 0:
                twin = game.redeal(state, seat, SeededChance(b"twin", number))
                assert chosen(game, player, twin, seat, number) == move, name
                asked, again = (Position(game, each, seat, number, KEY).question() for each in (state, twin))
                assert asked.choose(name) == again.choose(name), "a robot knows too much"
            state, _ = game.play(state, seat, move, SeededChance(b"players", number))


@EVERY_RULES
def test_players_that_think_for_seconds_choose_a_legal_move_amid_a_game(game: Contestant) -> None:
    """Once: whole games of theirs are the game's own tests."""
    assert game.game.slow <= game.game.players.keys()
    for name in game.game.slow:
        case = game.cases[0]
        turns = game_from(case, 0)
        state = turns[len(turns) * 2 // 3].state
        seat = case.game.pending(state)[0]
        move = chosen(case.game, case.game.players[name], state, seat, 1)
        assert case.game.parse(state, seat, str(move)) == move
