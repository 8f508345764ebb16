"""Positions of Genesia on one line, as they are written; `words` reads them, `soundness` judges them.

Words, separated by one space; ``-`` stands for nothing, people are letters like their continents:

1. seats and the options that are not the usual ones: ``3``, ``4:teams=ABAB,copy=age``
2. Age and phase: ``2:expansion``
3. turn order and the index in it of the people in turn: ``CAB@1``
4. moves made so far
5. for each people what all see: ``A0:3,A1:2+/12/0,2,0/5,9/-/3/0/0/120``: clans by region (``+`` a city),
   coins, free movements, price of a recruit and passage, inventions, intents, progress by Age,
   progress of this Age from cards, attacked in this Age, step of its last move
6. and what only it may see: ``31,35/-/-/40/-/4/-/0/ask``: hand, pack, sealed choice, discards, objectives
   dealt, objective kept, war or peace, truce, standing order
7. the attack phase: ``2:1:WP-/A/A:A9-G5-B:64:-:0``: round, rounds in a row without losses, stances, who still
   attacks, and the fight: attacker, source, target, defender, its cards of attack and of defence, whether the
   defender had its say
8. cards played in this Age: ``31A:growth:growth@40,47B=31:growth:growth@44``
9. by people the step at the end of its last turn in this Age: ``40,44,0``
10. steps that can be taken back, the latest last: ``recruit_3_A0:6:0:A0@12``: move, coins, free movements
    used, regions changed and when they had changed before
11. peoples that are done at the end of an Age; 12. who still chooses a place, and who has which: ``BA/.C.``
13. objectives nobody was dealt; 14. regions with the step at which they last changed: ``A0@12,G5@40``
"""

from __future__ import annotations

from functools import cache

from engine.genesia.maps import CONTINENTS
from engine.genesia.model import MAPS, GenesiaOptions, Pick, Stand
from engine.genesia.state import Fray, Goods, Hidden, State, Step
from engine.masks import members

__all__ = ["STANCES", "USUAL", "write"]


USUAL = GenesiaOptions()
"""What needs not be written."""
STANCES = {Stand.WAR: "W", Stand.PEACE: "P", None: "-"}


def write(state: State) -> str:
    """The state on one line, as the head of this file says."""
    codes = _codes(len(state.goods))
    return " ".join(
        (
            _options(state),
            f"{state.age}:{state.phase.value}",
            f"{_letters(state.order)}@{state.turn}",
            str(state.step),
            *[_goods(goods, codes) for goods in state.goods],
            *[_hidden(hidden) for hidden in state.hidden],
            "-" if state.fray is None else _fray(state.fray, codes),
            ",".join([_played(pick, step) for pick, step in state.played]) or "-",
            _numbers(state.turns),
            ";".join([_step(step, codes) for step in state.undo]) or "-",
            _letters(members(state.done)) or "-",
            f"{_letters(state.choosing)}/{_places(state.places)}" if state.places else "-",
            _numbers(state.aside),
            ",".join([f"{codes[at]}@{step}" for at, step in enumerate(state.stamps) if step]) or "-",
        )
    )


@cache
def _codes(peoples: int) -> tuple[str, ...]:
    return tuple(region.code for region in MAPS[peoples].regions)


def _options(state: State) -> str:
    options = state.options
    unusual = [
        "" if options.objectives else "objectives=no",
        f"teams={options.teams}" if options.teams else "",
        f"lots={options.lots}" if options.lots else "",
        f"decks={options.decks.replace(',', '+')}" if options.decks else "",
        "" if options.level is USUAL.level else f"level={options.level.value}",
        "" if options.copy_timing is USUAL.copy_timing else f"copy={options.copy_timing.value}",
        "recruits=yes" if options.attack_recruits else "",
    ]
    return f"{state.seats}:{','.join(filter(None, unusual))}" if any(unusual) else str(state.seats)


def _letters(peoples: tuple[int, ...]) -> str:
    return "".join([CONTINENTS[people] for people in peoples])


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _maybe(value: object) -> str:
    return "-" if value is None else str(value)


def _goods(goods: Goods, codes: tuple[str, ...]) -> str:
    cities = goods.cities
    board = [
        f"{codes[at]}:{clans}{'+' if cities >> at & 1 else ''}"
        for at, clans in enumerate(goods.clans)
        if clans or cities >> at & 1
    ]
    return "/".join(
        (
            ",".join(board) or "-",
            str(goods.coins),
            f"{goods.free_moves},{goods.price},{goods.passage:d}",
            _numbers(goods.inventions),
            _numbers(goods.intents),
            _numbers(goods.progress),
            str(goods.bonus),
            f"{goods.attacked:d}",
            str(goods.seen),
        )
    )


def _hidden(hidden: Hidden) -> str:
    return "/".join(
        (
            _numbers(members(hidden.hand)),
            _numbers(members(hidden.pack)),
            _maybe(hidden.pick),
            _numbers(members(hidden.discards)),
            _numbers(hidden.dealt),
            _maybe(hidden.objective),
            "-" if hidden.stand is None else hidden.stand.value,
            f"{hidden.truce:d}",
            hidden.rest.value,
        )
    )


def _fray(fray: Fray, codes: tuple[str, ...]) -> str:
    stances = "".join([STANCES[stand] for stand in fray.stances])
    words = f"{fray.round}:{fray.calm}:{stances}/{_letters(fray.waiting) or '-'}"
    fight = fray.fight
    if fight is None:
        return f"{words}/-"
    where = "-".join(
        [codes[at] if at is not None else "" for at in (fight.source, fight.target)]
        + ["" if fight.defender is None else CONTINENTS[fight.defender]]
    )
    cards = f"{_numbers(fight.attack_cards)}:{_numbers(fight.defence_cards)}"
    return f"{words}/{CONTINENTS[fight.attacker]}:{where}:{cards}:{fight.reacted:d}"


def _played(pick: Pick, step: int) -> str:
    copied = "" if pick.copied is None else f"={pick.copied}"
    return f"{pick.card}{CONTINENTS[pick.people]}{copied}:{pick.timing.value}:{pick.phase.value}@{step}"


def _step(step: Step, codes: tuple[str, ...]) -> str:
    stamps = ",".join([f"{codes[at]}@{stamp}" for at, stamp in step.stamps]) or "-"
    return f"{step.move.replace(' ', '_')}:{step.coins}:{step.free_moves}:{stamps}"


def _places(places: tuple[int | None, ...]) -> str:
    return "".join(["." if people is None else CONTINENTS[people] for people in places])
