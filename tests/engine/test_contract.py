"""What every game promises, checked on random whole games of every form."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Chance, DrawnChance, SeededChance
from engine.game import AnyGame, BadOptions, BadPosition, Event, GameOver, IllegalMove, NotYourTurn, Seat
from engine.games import GAMES
from tests.engine.samples import SAMPLES, Sample

KEY = b"k" * 32
EVERY = pytest.mark.parametrize("sample", SAMPLES, ids=str)
SEEDS = st.integers(0, 2**32)


@dataclass
class Turn:
    """A position of a random game, with the move that led to it."""

    number: int
    state: Any
    seat: Seat | None
    move: Any
    events: tuple[Event, ...]
    chance: Chance


def key_of(seed: int) -> bytes:
    return KEY + seed.to_bytes(8, "big")


def game_from(sample: Sample, seed: int) -> Iterator[Turn]:
    """A random game, move by move; greedy plays some of its seats so that long lines and ends are reached."""
    game = GAMES[sample.game]
    key = key_of(seed)
    picks = random.Random(seed)
    strong = picks.random() < 0.5
    chance = SeededChance(key, 0)
    state = game.setup(sample.options, sample.seats, chance)
    yield Turn(0, state, None, None, (), chance)
    number = 0
    while pending := game.pending(state):
        number += 1
        assert number < 5000, "games end"
        seat = picks.choice(pending)
        moves = game.moves(state, seat)
        assert len(moves) > 0, "who must decide can"
        if strong:
            player = game.players["greedy"]
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


@cache
def one_game(sample: Sample) -> list[Turn]:
    return list(game_from(sample, 1))


def some_of(moves: Sequence[Any]) -> list[Any]:
    """The moves; of very many a few hundred, evenly spread, the first and the last among them."""
    if len(moves) <= 6000:
        return [moves[index] for index in range(len(moves))]
    return [moves[index * (len(moves) - 1) // 499] for index in range(500)]


def viewers(sample: Sample) -> list[Seat | None]:
    return [None, *(Seat(seat) for seat in range(sample.seats))]


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_somebody_is_to_move_exactly_until_there_is_a_result(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    moved: set[Seat | None] = set()
    for turn in game_from(sample, seed):
        pending = game.pending(turn.state)
        assert (game.result(turn.state) is None) == bool(pending)
        assert len(set(pending)) == len(pending)
        assert all(0 <= seat < sample.seats for seat in pending)
        moved.add(turn.seat)
        for seat in (Seat(each) for each in range(sample.seats) if each not in pending):
            if len(game.moves(turn.state, seat)):
                assert seat in moved, "who has moves and is not pending has sealed a choice"
                check_sealed(sample, turn.state, seat)
            else:
                with pytest.raises((NotYourTurn, GameOver)):
                    game.parse(turn.state, seat, "anything")


def check_sealed(sample: Sample, state: Any, seat: Seat) -> None:
    """The seat has sealed its choice and may change it: others still think, and learn nothing of a change."""
    game = GAMES[sample.game]
    pending, moves = game.pending(state), game.moves(state, seat)
    assert pending, "the last one to choose ends it for all"
    others = [viewer for viewer in viewers(sample) if viewer != seat]
    kinds = {type(move) for move in some_of(moves)}
    for other in pending:
        assert kinds == {type(move) for move in some_of(game.moves(state, other))}, "all are asked the same"
    for move in (moves[0], moves[len(moves) - 1]):
        assert game.parse(state, seat, str(move)) == move
        after, events = game.play(state, seat, move, DrawnChance(()))
        assert game.pending(after) == pending
        assert all(event.to == {seat} for event in events)
        for other in others:
            assert game.view(after, other) == game.view(state, other)
            if other is not None:
                assert game.moves(after, other)[:] == game.moves(state, other)[:]


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_moves_are_read_as_they_are_written(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    for turn in game_from(sample, seed):
        for seat in game.pending(turn.state):
            moves = game.moves(turn.state, seat)
            listed = some_of(moves)
            assert len(listed) == len(set(listed)) == len({str(move) for move in listed})
            if len(moves) == len(listed):
                assert list(moves) == listed
            for move in {listed[0], listed[len(listed) // 2], listed[-1]}:
                assert move in moves
                assert len(str(move)) <= 60
                assert game.parse(turn.state, seat, str(move)) == move
                assert game.parse(turn.state, seat, f"  {str(move).lower()} ") == move


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_positions_are_read_as_they_are_written(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    for turn in game_from(sample, seed):
        text = game.position(turn.state)
        assert "\n" not in text
        again = game.read_position(text)
        assert again == turn.state
        assert hash(again) == hash(turn.state)
        assert game.hash(again) == game.hash(turn.state)
        assert game.view(again, None) == game.view(turn.state, None)


@EVERY
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_damaged_position_is_refused_or_another_position(sample: Sample, data: st.DataObject) -> None:
    game = GAMES[sample.game]
    text = game.position(data.draw(st.sampled_from(one_game(sample))).state)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("AROYGBP0123456789/+- plé\n"))
    damaged = text[:at] + letter + text[at + data.draw(st.integers(0, 2)) :]
    try:
        state = game.read_position(damaged)
    except BadPosition:
        return
    assert game.position(state) == damaged.strip()


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_a_log_gives_the_same_states_from_seed_and_from_what_was_drawn(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    turns = list(game_from(sample, seed))

    def again(chance_of: Any) -> list[str]:
        hashes: list[str] = []
        state: Any = None
        for turn in turns:
            chance = chance_of(turn)
            if turn.seat is None:
                state = game.setup(sample.options, sample.seats, chance)
            else:
                move = game.parse(state, turn.seat, str(turn.move))
                state, events = game.play(state, turn.seat, move, chance)
                assert events == turn.events
            assert chance.drawn == turn.chance.drawn
            hashes.append(game.hash(state))
        return hashes

    hashes = [game.hash(turn.state) for turn in turns]
    assert again(lambda turn: DrawnChance(turn.chance.drawn)) == hashes
    assert again(lambda turn: SeededChance(key_of(seed), turn.number)) == hashes
    assert len(set(hashes)) == len(hashes), "every entry of these games changes the position"


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_nothing_hidden_shows_in_a_view_or_among_the_moves(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    for turn in game_from(sample, seed):
        for viewer in viewers(sample):
            twin = game.redeal(turn.state, viewer, SeededChance(b"redeal", turn.number))
            assert repr(game.view(twin, viewer)) == repr(game.view(turn.state, viewer))
            assert game.pending(twin) == game.pending(turn.state)
            assert game.result(twin) == game.result(turn.state)
            if turn.number % 7 == 0:
                assert game.read_position(game.position(twin)) == twin, "the twin is a position of the game"
            if viewer is not None:
                moves, twins = game.moves(turn.state, viewer), game.moves(twin, viewer)
                assert (len(twins), some_of(twins)) == (len(moves), some_of(moves))


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.hidden], ids=str)
def test_redealing_changes_what_is_hidden(sample: Sample) -> None:
    game = GAMES[sample.game]
    turns = list(game_from(sample, 7))[:-1]
    for viewer in viewers(sample):
        twins = {
            game.position(game.redeal(turns[3].state, viewer, SeededChance(b"redeal", n))) for n in range(5)
        }
        assert len(twins) > 1


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_events_say_who_may_know_and_what_chance_did(sample: Sample, seed: int) -> None:
    for turn in game_from(sample, seed):
        for event in turn.events:
            assert event.code.startswith(f"{sample.game}.")
            assert event.to is None or (event.to and event.to <= set(range(sample.seats)))
            msgspec.json.encode(event.inputs)
        if turn.number:
            assert bool(turn.chance.drawn) == any(event.chance for event in turn.events)


@EVERY
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS)
def test_results_rank_every_seat_and_share_equal_ranks(sample: Sample, seed: int) -> None:
    game = GAMES[sample.game]
    *_, last = game_from(sample, seed)
    result = game.result(last.state)
    assert result is not None
    assert len(result.ranks) == len(result.scores) == sample.seats
    for rank in result.ranks:
        assert rank == 1 + sum(other < rank for other in result.ranks)
    assert result.reason.startswith(f"{sample.game}.")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_its_names_players_and_plain_options(game: AnyGame) -> None:
    assert game.key.isidentifier()
    assert game.title
    assert game.rules >= 1
    assert next(iter(game.players)) == "random"
    assert "greedy" in game.players
    options = game.Options()
    assert msgspec.convert(msgspec.to_builtins(options), game.Options) == options
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"no_such_option": 1}, game.Options)


@EVERY
def test_a_wrong_number_of_seats_is_refused(sample: Sample) -> None:
    game = GAMES[sample.game]
    allowed = game.seats(sample.options)
    assert sample.seats in allowed
    for seats in {0, 1, 2, 3, 4, 5, 6, 99} - set(allowed):
        with pytest.raises(BadOptions):
            game.setup(sample.options, seats, SeededChance(KEY, 0))


@EVERY
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=40) | st.from_regex(r"\s*[a-zA-Z]{1,2} ?[A-Za-z]\d{1,3} [A-Pa-p]-?\d{1,2}"))
def test_whatever_people_type_is_a_move_or_a_refusal(sample: Sample, text: str) -> None:
    game = GAMES[sample.game]
    state = game.setup(sample.options, sample.seats, SeededChance(KEY, 0))
    seat = game.pending(state)[0]
    try:
        move = game.parse(state, seat, text)
    except IllegalMove as raised:
        refusal = raised
    else:
        assert move in game.moves(state, seat)
        return
    assert refusal.code.startswith(f"{sample.game}.")
    assert all(len(str(value)) <= 60 for value in refusal.inputs.values())
