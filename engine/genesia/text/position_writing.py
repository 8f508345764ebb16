"""Positions of Genesia written on one line; `position_reading` reads them back.

The line consists of words separated by one space; ``-`` stands for nothing, peoples are letters like their
continents:

1. seats and the options that differ from the defaults: ``3``, ``4:teams=ABAB,copy=age``
2. Age and phase: ``2:expansion``
3. turn order and the index in it of the people in turn: ``CAB@1``
4. moves made so far, plies
5. for each people its open possessions: ``A0:3,A1:2+/12/0,2,0/5,9/-/3/0/0/120``: clans by region (``+`` a
   city), coins, free movements, price of a recruit and passage, inventions, intents, progress by Age,
   progress of this Age from cards, attacked in this Age, ply of its last move
6. for each people its secrets: ``31,35/-/-/40/-/4/-/0/ask/ask/-/-``: hand (while cards are drafted, the first
   one taken first), pack, sealed choice, discards, objectives dealt, objective kept, war or peace, truce,
   standing order, order about war, sealed steps and assaults still to be made, as moves (``;truce`` behind
   the assaults if a truce follows them)
7. the attack phase: ``2:1:WP-/A/A:A9-G5-B:64:-:0``: round, rounds in a row without losses, stances, peoples
   that still attack, and the fight: attacker, source, target, defender, cards of attack, cards of defence, 1
   once the defender has reacted
8. cards played in this Age: ``31A:growth:growth@40,47B=31:growth:growth@44``
9. by people the ply at the end of its last turn in this Age: ``40,44,0``
10. steps that can be taken back, the latest last: ``recruit_3_A0:6:0:A0@12``: move, coins, free movements
    used, regions changed and when they had changed before
11. peoples that have finished the end of an Age
12. peoples that still choose a place, and the people on each place: ``BA/.C.``
13. objectives that nobody has; 14. regions with the ply at which they last changed: ``A0@12,G5@40``
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.genesia.box.maps import CONTINENTS
from engine.genesia.model import MAPS, GenesiaOptions, Move, PlayedCard, Stance
from engine.genesia.state import AttackRound, Hidden, Public, State, UndoStep
from engine.kit.masks import members

__all__ = ["DEFAULTS", "STANCES", "TRUCE_FOLLOWS", "write_position"]


DEFAULTS = GenesiaOptions()
"""The options that are left out of the text where they have these values."""
TRUCE_FOLLOWS = "truce"
"""The word behind the list of assaults that a truce follows."""
STANCES = {Stance.WAR: "W", Stance.PEACE: "P", None: "-"}
"""The letter of each stance."""


def write_position(state: State) -> str:
    """Return the state on one line, in the format that this module describes."""
    codes = _codes(state.seats)
    return " ".join(
        (
            _options(state),
            f"{state.age}:{state.phase.value}",
            f"{_letters(state.order)}@{state.turn}",
            str(state.ply),
            *[_public(public, codes) for public in state.public],
            *[_hidden(hidden) for hidden in state.hidden],
            "-" if state.attack_round is None else _attack_round(state.attack_round, codes),
            ",".join([_played(played, ply) for played, ply in state.played]) or "-",
            _numbers(state.turn_ends),
            ";".join([_step(step, codes) for step in state.undo]) or "-",
            _letters(members(state.done)) or "-",
            f"{_letters(state.choosing)}/{_places(state.places)}" if state.places else "-",
            _numbers(state.aside),
            ",".join([f"{codes[at]}@{ply}" for at, ply in enumerate(state.changed_at) if ply]) or "-",
        )
    )


@cache
def _codes(seats: int) -> tuple[str, ...]:
    return tuple(region.code for region in MAPS[seats].regions)


def _options(state: State) -> str:
    options = state.options
    unusual = [
        "" if options.objectives else "objectives=no",
        f"teams={options.teams}" if options.teams else "",
        f"lots={options.lots}" if options.lots else "",
        f"decks={options.decks.replace(',', '+')}" if options.decks else "",
        "" if options.level is DEFAULTS.level else f"level={options.level.value}",
        "" if options.copy_timing is DEFAULTS.copy_timing else f"copy={options.copy_timing.value}",
        "recruits=yes" if options.attack_recruits else "",
        "" if options.reactions is DEFAULTS.reactions else f"reactions={options.reactions.value}",
        "" if options.weariness == DEFAULTS.weariness else f"weariness={options.weariness}",
    ]
    return f"{state.seats}:{','.join(filter(None, unusual))}" if any(unusual) else str(state.seats)


def _letters(peoples: tuple[int, ...]) -> str:
    return "".join([CONTINENTS[people] for people in peoples])


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _maybe(value: object) -> str:
    return "-" if value is None else str(value)


def _public(public: Public, codes: tuple[str, ...]) -> str:
    cities = public.cities
    board = [
        f"{codes[at]}:{clans}{'+' if cities >> at & 1 else ''}"
        for at, clans in enumerate(public.clans)
        if clans or cities >> at & 1
    ]
    return "/".join(
        (
            ",".join(board) or "-",
            str(public.coins),
            f"{public.free_moves},{public.price},{public.passage:d}",
            _numbers(public.inventions),
            _numbers(public.intents),
            _numbers(public.progress),
            str(public.bonus),
            f"{public.attacked:d}",
            str(public.last_ply),
        )
    )


def _hidden(hidden: Hidden) -> str:
    return "/".join(
        (
            _numbers(hidden.taken or members(hidden.hand)),
            _numbers(members(hidden.pack)),
            _maybe(hidden.pick),
            _numbers(members(hidden.discards)),
            _numbers(hidden.dealt),
            _maybe(hidden.objective),
            "-" if hidden.stance is None else hidden.stance.value,
            f"{hidden.truce:d}",
            hidden.standing_order.value,
            hidden.war_order.value,
            _moves(hidden.steps),
            _campaign(hidden),
        )
    )


def _moves(moves: Sequence[Move]) -> str:
    return ";".join([str(move).replace(" ", "_") for move in moves]) or "-"


def _campaign(hidden: Hidden) -> str:
    return f"{_moves(hidden.campaign)};{TRUCE_FOLLOWS}" if hidden.truce_follows else _moves(hidden.campaign)


def _attack_round(attack_round: AttackRound, codes: tuple[str, ...]) -> str:
    stances = "".join([STANCES[stance] for stance in attack_round.stances])
    words = f"{attack_round.number}:{attack_round.calm}:{stances}/{_letters(attack_round.waiting) or '-'}"
    combat = attack_round.combat
    if combat is None:
        return f"{words}/-"
    where = "-".join(
        [codes[at] if at is not None else "" for at in (combat.source, combat.target)]
        + ["" if combat.defender is None else CONTINENTS[combat.defender]]
    )
    cards = f"{_numbers(combat.attack_cards)}:{_numbers(combat.defence_cards)}"
    return f"{words}/{CONTINENTS[combat.attacker]}:{where}:{cards}:{combat.reacted:d}"


def _played(played: PlayedCard, ply: int) -> str:
    copied = "" if played.copied is None else f"={played.copied}"
    return (
        f"{played.card}{CONTINENTS[played.people]}{copied}:{played.timing.value}:{played.phase.value}@{ply}"
    )


def _step(step: UndoStep, codes: tuple[str, ...]) -> str:
    changed_at = ",".join([f"{codes[at]}@{change}" for at, change in step.changed_at]) or "-"
    return f"{step.move.replace(' ', '_')}:{step.coins}:{step.free_moves}:{changed_at}"


def _places(places: tuple[int | None, ...]) -> str:
    return "".join(["." if people is None else CONTINENTS[people] for people in places])
