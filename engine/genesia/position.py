"""Positions of Genesia on one line: writing them, and reading their words. `soundness` judges what they say.

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
7. the attack phase: ``2:WP-/A/A:A9-G5-B:64:-:0``: round, stances, who still attacks, and the fight: attacker,
   source, target, defender, its cards of attack and of defence, whether the defender had its say
8. cards played in this Age: ``31A:growth:growth@40,47B=31:growth:growth@44``
9. by people the step at the end of its last turn in this Age: ``40,44,0``
10. steps that can be taken back, the latest last: ``recruit_3_A0:6:0:A0@12``: move, coins, free movements
    used, regions changed and when they had changed before
11. peoples that are done at the end of an Age; 12. who still chooses a place, and who has which: ``BA/.C.``
13. objectives nobody was dealt; 14. regions with the step at which they last changed: ``A0@12,G5@40``
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from typing import NoReturn, TypeVar

from engine.game import BadPosition
from engine.genesia.cards import Timing
from engine.genesia.maps import CONTINENTS
from engine.genesia.model import MAPS, CopyTiming, GenesiaOptions, Level, Phase, Pick, Rest, Stand
from engine.genesia.state import Fight, Fray, Goods, Hidden, State, Step

__all__ = ["read_words", "write"]

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_USUAL = GenesiaOptions()
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}|-[1-9][0-9]{0,5}")
_PLAYED = re.compile(r"([0-9]{1,2})([A-E])(?:=([0-9]{1,2}))?:([a-z]+):([a-z]+)@([0-9]{1,6})")
_STANCES = {Stand.WAR: "W", Stand.PEACE: "P", None: "-"}
_STANDS = {letter: stand for stand, letter in _STANCES.items()}


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
            _letters(_bits(state.done)) or "-",
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
        "" if options.level is _USUAL.level else f"level={options.level.value}",
        "" if options.copy_timing is _USUAL.copy_timing else f"copy={options.copy_timing.value}",
        "recruits=yes" if options.attack_recruits else "",
    ]
    return f"{state.seats}:{','.join(filter(None, unusual))}" if any(unusual) else str(state.seats)


def _letters(peoples: tuple[int, ...]) -> str:
    return "".join([CONTINENTS[people] for people in peoples])


def _bits(bits: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, ascending."""
    numbers: list[int] = []
    while bits:
        low = bits & -bits
        numbers.append(low.bit_length() - 1)
        bits ^= low
    return tuple(numbers)


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
            _numbers(_bits(hidden.hand)),
            _numbers(_bits(hidden.pack)),
            _maybe(hidden.pick),
            _numbers(_bits(hidden.discards)),
            _numbers(hidden.dealt),
            _maybe(hidden.objective),
            "-" if hidden.stand is None else hidden.stand.value,
            f"{hidden.truce:d}",
            hidden.rest.value,
        )
    )


def _fray(fray: Fray, codes: tuple[str, ...]) -> str:
    stances = "".join([_STANCES[stand] for stand in fray.stances])
    words = f"{fray.round}:{stances}/{_letters(fray.waiting) or '-'}"
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


# Reading. Every function below raises `BadPosition` with the words it cannot read.


def read_words(text: str) -> State:
    """The state that the words name, whether or not it is possible; its result is left out."""
    words = iter(text.split(" "))
    seats, options = _read_options(next(words))
    peoples = max(2, seats)
    regions = MAPS[peoples].named
    age, phase = _split(_next(words), ":", 2)
    order, turn = _split(_next(words), "@", 2)
    step = _number(_next(words))
    goods = tuple([_read_goods(_next(words), regions) for _ in range(peoples)])
    hidden = tuple([_read_hidden(_next(words)) for _ in range(peoples)])
    fray = _read_fray(_next(words), regions, peoples)
    played = _listed(_next(words), _read_played)
    turns = _listed(_next(words), _number)
    undo = _listed(_next(words), lambda word: _read_step(word, regions), ";")
    done = _people(_next(words))
    choosing, places = _read_places(_next(words))
    aside = _listed(_next(words), _number)
    stamps = [0] * len(regions)
    for at, stamp in _listed(_next(words), lambda word: _read_stamp(word, regions)):
        stamps[at] = stamp
    if (extra := next(words, None)) is not None:
        _bad(extra)
    return State(
        options=options,
        seats=seats,
        age=_number(age),
        phase=_one(Phase, phase),
        order=_people(order),
        turn=_number(turn),
        goods=goods,
        hidden=hidden,
        played=played,
        turns=turns,
        undo=undo,
        fray=fray,
        done=sum({1 << people for people in done}),
        choosing=choosing,
        places=places,
        aside=aside,
        step=step,
        stamps=tuple(stamps),
    )


def _bad(word: str) -> NoReturn:
    raise BadPosition("genesia.position", at=word[:40])


def _next(words: Iterator[str]) -> str:
    word = next(words, None)
    if word is None:
        raise BadPosition("genesia.position", at="")
    return word


def _split(word: str, mark: str, parts: int) -> list[str]:
    found = word.split(mark)
    return found if len(found) == parts else _bad(word)


def _number(word: str) -> int:
    return int(word) if _NUMBER.fullmatch(word) else _bad(word)


def _yes(word: str) -> bool:
    return word == "1" if word in ("0", "1") else _bad(word)


def _one(kind: type[E], word: str) -> E:
    try:
        return kind(word)
    except ValueError:
        _bad(word)


def _listed(word: str, read: Callable[[str], T], mark: str = ",") -> tuple[T, ...]:
    return () if word == "-" else tuple([read(part) for part in word.split(mark)])


def _set(word: str, top: int) -> int:
    """Bits of the numbers listed: 1 to `top`, ascending."""
    numbers = _listed(word, _number)
    if list(numbers) != sorted(set(numbers)) or not all(1 <= number <= top for number in numbers):
        _bad(word)
    return sum([1 << number for number in numbers])


def _optional(word: str) -> int | None:
    return None if word == "-" else _number(word)


def _person(letter: str) -> int:
    return CONTINENTS.index(letter) if len(letter) == 1 and letter in CONTINENTS else _bad(letter)


def _people(word: str) -> tuple[int, ...]:
    return () if word == "-" else tuple([_person(letter) for letter in word])


def _region(code: str, regions: dict[str, int]) -> int:
    return regions[code] if code in regions else _bad(code)


def _read_options(word: str) -> tuple[int, GenesiaOptions]:
    number, _, listed = word.partition(":")
    seats = _number(number)
    if not 1 <= seats <= len(CONTINENTS):
        _bad(word)
    given: dict[str, str] = {}
    for part in listed.split(",") if listed else ():
        name, value = _split(part, "=", 2)
        given[name] = value
    options = GenesiaOptions(
        objectives=given.pop("objectives", "yes") != "no",
        teams=given.pop("teams", ""),
        lots=given.pop("lots", ""),
        level=_one(Level, given.pop("level", _USUAL.level)),
        copy_timing=_one(CopyTiming, given.pop("copy", _USUAL.copy_timing)),
        attack_recruits=given.pop("recruits", "no") == "yes",
    )
    return (seats, options) if not given else _bad(word)


def _read_goods(word: str, regions: dict[str, int]) -> Goods:
    board, coins, ways, inventions, intents, progress, bonus, attacked, seen = _split(word, "/", 9)
    clans, cities = [0] * len(regions), 0
    for part in _listed(board, str):
        code, number = _split(part, ":", 2)
        at = _region(code, regions)
        clans[at] = _number(number.removesuffix("+"))
        cities |= number.endswith("+") << at
    moves, price, passage = _split(ways, ",", 3)
    return Goods(
        clans=tuple(clans),
        cities=cities,
        coins=_number(coins),
        free_moves=_number(moves),
        price=_number(price),
        passage=_yes(passage),
        inventions=_listed(inventions, _number),
        intents=_listed(intents, _number),
        progress=_listed(progress, _number),
        bonus=_number(bonus),
        attacked=_yes(attacked),
        seen=_number(seen),
    )


def _read_hidden(word: str) -> Hidden:
    hand, pack, pick, discards, dealt, objective, stand, truce, rest = _split(word, "/", 9)
    return Hidden(
        hand=_set(hand, 90),
        pack=_set(pack, 90),
        pick=_optional(pick),
        discards=_set(discards, 90),
        dealt=_listed(dealt, _number),
        objective=_optional(objective),
        stand=None if stand == "-" else _one(Stand, stand),
        truce=_yes(truce),
        rest=_one(Rest, rest),
    )


def _read_fray(word: str, regions: dict[str, int], peoples: int) -> Fray | None:
    if word == "-":
        return None
    stances, waiting, fighting = _split(word, "/", 3)
    number, letters = _split(stances, ":", 2)
    if len(letters) != peoples or not all(letter in _STANDS for letter in letters):
        _bad(stances)
    fight = None
    if fighting != "-":
        attacker, where, attack, defence, reacted = _split(fighting, ":", 5)
        source, target, defender = _split(where, "-", 3)
        fight = Fight(
            attacker=_person(attacker),
            source=_region(source, regions) if source else None,
            target=_region(target, regions) if target else None,
            defender=_person(defender) if defender else None,
            attack_cards=_listed(attack, _number),
            defence_cards=_listed(defence, _number),
            reacted=_yes(reacted),
        )
    return Fray(_number(number), tuple([_STANDS[letter] for letter in letters]), _people(waiting), fight)


def _read_played(word: str) -> tuple[Pick, int]:
    found = _PLAYED.fullmatch(word)
    if found is None:
        _bad(word)
    card, letter, copied, timing, phase, step = found.groups()
    copy = None if copied is None else int(copied)
    return Pick(int(card), _person(letter), copy, _one(Timing, timing), _one(Phase, phase)), int(step)


def _read_stamp(word: str, regions: dict[str, int]) -> tuple[int, int]:
    code, stamp = _split(word, "@", 2)
    return _region(code, regions), _number(stamp)


def _read_step(word: str, regions: dict[str, int]) -> Step:
    move, coins, free, stamps = _split(word, ":", 4)
    changed = _listed(stamps, lambda part: _read_stamp(part, regions))
    return Step(move.replace("_", " "), _number(coins), _number(free), changed)


def _read_places(word: str) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    if word == "-":
        return (), ()
    choosing, places = _split(word, "/", 2)
    return _people(choosing), tuple([None if letter == "." else _person(letter) for letter in places])
