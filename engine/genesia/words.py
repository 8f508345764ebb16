"""The words of a position, read back: every function raises `BadPosition` about what it cannot read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NoReturn, TypeVar

from engine.game import BadPosition
from engine.genesia.cards import Timing
from engine.genesia.maps import CONTINENTS
from engine.genesia.model import MAPS, CopyTiming, GenesiaOptions, Level, Phase, Pick, Rest, Stand
from engine.genesia.position import STANCES, USUAL
from engine.genesia.state import Fight, Fray, Goods, Hidden, State, Step

__all__ = ["hold", "impossible", "read_words"]

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}|-[1-9][0-9]{0,5}")
_PLAYED = re.compile(r"([0-9]{1,2})([A-E])(?:=([0-9]{1,2}))?:([a-z]+):([a-z]+)@([0-9]{1,6})")
_STANDS = {letter: stand for stand, letter in STANCES.items()}


def impossible(what: object) -> NoReturn:
    """Raises `BadPosition` about a part of the text, or what it stands for."""
    raise BadPosition("genesia.position", at=str(what)[:40])


def hold(truth: bool, what: object) -> None:
    """Raises `BadPosition` about `what` unless it is true."""
    if not truth:
        impossible(what)


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
        impossible(extra)
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


def _next(words: Iterator[str]) -> str:
    word = next(words, None)
    return impossible("") if word is None else word


def _split(word: str, mark: str, parts: int) -> list[str]:
    found = word.split(mark)
    return found if len(found) == parts else impossible(word)


def _number(word: str) -> int:
    return int(word) if _NUMBER.fullmatch(word) else impossible(word)


def _yes(word: str) -> bool:
    return word == "1" if word in ("0", "1") else impossible(word)


def _one(kind: type[E], word: str) -> E:
    try:
        return kind(word)
    except ValueError:
        impossible(word)


def _listed(word: str, read: Callable[[str], T], mark: str = ",") -> tuple[T, ...]:
    return () if word == "-" else tuple([read(part) for part in word.split(mark)])


def _set(word: str, top: int) -> int:
    """Bits of the numbers listed: 1 to `top`, ascending."""
    numbers = _listed(word, _number)
    if list(numbers) != sorted(set(numbers)) or not all(1 <= number <= top for number in numbers):
        impossible(word)
    return sum([1 << number for number in numbers])


def _optional(word: str) -> int | None:
    return None if word == "-" else _number(word)


def _person(letter: str) -> int:
    return CONTINENTS.index(letter) if len(letter) == 1 and letter in CONTINENTS else impossible(letter)


def _people(word: str) -> tuple[int, ...]:
    return () if word == "-" else tuple([_person(letter) for letter in word])


def _region(code: str, regions: dict[str, int]) -> int:
    return regions[code] if code in regions else impossible(code)


def _read_options(word: str) -> tuple[int, GenesiaOptions]:
    number, _, listed = word.partition(":")
    seats = _number(number)
    if not 1 <= seats <= len(CONTINENTS):
        impossible(word)
    given: dict[str, str] = {}
    for part in listed.split(",") if listed else ():
        name, value = _split(part, "=", 2)
        given[name] = value
    options = GenesiaOptions(
        objectives=given.pop("objectives", "yes") != "no",
        teams=given.pop("teams", ""),
        lots=given.pop("lots", ""),
        decks=given.pop("decks", "").replace("+", ","),
        level=_one(Level, given.pop("level", USUAL.level)),
        copy_timing=_one(CopyTiming, given.pop("copy", USUAL.copy_timing)),
        attack_recruits=given.pop("recruits", "no") == "yes",
    )
    return (seats, options) if not given else impossible(word)


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
    number, calm, letters = _split(stances, ":", 3)
    if len(letters) != peoples or not all(letter in _STANDS for letter in letters):
        impossible(stances)
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
    revealed = tuple([_STANDS[letter] for letter in letters])
    return Fray(_number(number), revealed, _people(waiting), fight, _number(calm))


def _read_played(word: str) -> tuple[Pick, int]:
    found = _PLAYED.fullmatch(word)
    if found is None:
        impossible(word)
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
