"""The automatic player `steady`: it always takes what should bring most points for its coins, one step
ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.chance import Chance
from engine.game import Player
from engine.genesia.box.cards import Timing
from engine.genesia.model import (
    CARDS,
    DISCARD_COINS,
    Discard,
    Draft,
    End,
    KeepObjective,
    Move,
    Phase,
    Play,
    TakePlace,
    View,
)
from engine.genesia.players.alone import march
from engine.genesia.players.combat import choose_assault, choose_losses, choose_reaction, choose_stance
from engine.genesia.players.evaluation import HABITS, Evaluation, Habits
from engine.genesia.players.expansion import expand
from engine.kit.combined import Choices
from engine.kit.lazy import Later

__all__ = ["Greedy"]

M = TypeVar("M")

_DRAFT_SLACK = 1.5
"""Coins by which a card may be worth less than the best one and still be drawn in the draft."""


class Greedy(Player):
    """A player that drafts the most valuable card, settles where points are cheap, attacks where it gains."""

    def __init__(self, habits: Habits = HABITS, *, gives_orders: bool = False) -> None:
        """Make a player with these habits.

        `gives_orders`: it gives orders about war, as a person does who wants to be asked seldom. No robot at
        a table does: its orders would outlast the absence of the person for whom it plays.
        """
        self.habits = habits
        self.gives_orders = gives_orders

    def choose(
        self,
        view: View,
        moves: Sequence[Move],
        imagine: Callable[[Chance], object],
        chance: Chance,
    ) -> Move:
        """Return its move as `Player.choose`; ties are drawn."""
        assert view.people is not None
        evaluation = Evaluation(view, view.people, self.habits)
        match view.phase:
            case Phase.OBJECTIVE:
                return _choose_best(
                    [move for move in moves if isinstance(move, KeepObjective)],
                    lambda move: evaluation.objective_prospect(move.objective),
                    chance,
                )
            case Phase.DRAFT:
                return _choose_best(
                    [m for m in moves if isinstance(m, Draft)],
                    lambda move: evaluation.draft_worth(CARDS[move.cards[0]]),
                    chance,
                    _DRAFT_SLACK,
                )
            case Phase.GROWTH:
                return (
                    _best_card(
                        evaluation, moves, frozenset({Timing.GROWTH, Timing.INTENT, Timing.COPY}), chance
                    )
                    or End()
                )
            case Phase.EXPANSION:
                played = _best_card(evaluation, moves, frozenset({Timing.EXPANSION, Timing.COPY}), chance)
                played = played or _useless_card(evaluation)
                if played is None and view.seats == 1 and view.age == 3:
                    return march(evaluation) or End()
                return played or expand(evaluation) or End()
            case Phase.STANCE:
                return choose_stance(evaluation, moves, chance, self.gives_orders)
            case Phase.ASSAULT:
                return choose_assault(evaluation, moves, chance)
            case Phase.REACTION:
                return choose_reaction(evaluation, moves, chance)
            case Phase.LOSSES:
                return choose_losses(evaluation, moves, chance)
            case Phase.END:
                return _best_card(evaluation, moves, frozenset({Timing.END, Timing.COPY}), chance) or End()
            case _:
                return _choose_best(
                    [m for m in moves if isinstance(m, TakePlace)], lambda move: -move.places[0], chance
                )


def _choose_best(moves: Sequence[M], worth: Callable[[M], float], chance: Chance, slack: float = 0.0) -> M:
    """Return one of the moves that are worth most, or less by `slack` at most."""
    worths = [worth(move) for move in moves]
    least = max(worths) - slack
    return chance.choice([move for move, each in zip(moves, worths, strict=True) if each >= least])


def _best_card(
    evaluation: Evaluation, moves: Sequence[Move], timings: frozenset[Timing], chance: Chance
) -> Play | None:
    """Return the play that is worth most now, if it is worth more than discarding the card."""
    view = evaluation.view
    if not view.hands[evaluation.people]:
        return None
    last = view.phase is Phase.END
    pays = evaluation.discard_worth(late=last)
    best: list[Play] = []
    most = pays + 0.01
    claimed = {claim.card for claim in view.claims}
    for move in _plays(moves):
        if move.copy is not None and move.copy not in claimed:
            continue  # a copy of a card that nobody has played yet: perhaps nobody will
        card = CARDS[move.card if move.copy is None else move.copy]
        if not last and card.is_invention is False and _serves_better_later(evaluation, move, timings):
            continue
        if move.copy is None:
            worth = evaluation.card_worth(card, timings)
        else:
            played = frozenset({view.claim_timing(move.copy)})
            worth = evaluation.card_worth(card, played) + card.cost - CARDS[move.card].cost
            if not last and worth < evaluation.card_worth(CARDS[move.card], frozenset({Timing.END})):
                continue
        worth += evaluation.place_worth(move)
        if worth > most + 1e-9:
            best, most = [move], worth
        elif best and worth > most - 1e-9:
            best.append(move)
    return chance.choice(best) if best else None


def _plays(moves: Sequence[Move]) -> Iterable[Play]:
    """Return the card plays among the moves, without making the long list of movements.

    Of leaps only those of as many clans as possible are returned.
    """
    listed = moves.make() if isinstance(moves, Later) else moves
    plays = listed.of(Play) if isinstance(listed, Choices) else listed
    return [move for move in plays if isinstance(move, Play) and move.clans is None]


def _serves_better_later(evaluation: Evaluation, move: Play, timings: frozenset[Timing]) -> bool:
    """Return whether the card does more in a later phase of this Age."""
    card = CARDS[move.card]
    after = {
        Phase.GROWTH: frozenset({Timing.EXPANSION, Timing.END}),
        Phase.EXPANSION: frozenset({Timing.END}),
    }.get(evaluation.view.phase, frozenset[Timing]())
    return bool(card.timings & after) and evaluation.card_worth(card, after) >= evaluation.card_worth(
        card, timings
    )


def _useless_card(evaluation: Evaluation) -> Discard | None:
    """Return the discard of a card that serves no more in this Age: its coins do."""
    keep = frozenset({Timing.END, Timing.ATTACK, Timing.DEFENCE})
    for number in evaluation.view.hands[evaluation.people]:
        card = CARDS[number]
        if evaluation.card_worth(card, keep) <= DISCARD_COINS:
            return Discard(number)
    return None
