"""Moves as they are written, whether the rules allow them or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.genesia.model import (
    Assault,
    Back,
    Campaign,
    ChooseStance,
    Discard,
    Draft,
    End,
    GiveOrder,
    GiveWarOrder,
    KeepObjective,
    Lose,
    Move,
    Movement,
    Pass,
    Play,
    Recruit,
    Stance,
    StandingOrder,
    TakePlace,
    WarOrder,
)
from engine.kit.reading import no_move

__all__ = ["read_move"]

_GAP = r"[\s,:;/>–—→-]+"
_CARD = r"#?\s*([0-9]{1,3})"
_CLANS = r"([0-9]{1,3})"
_REGION = r"([A-Z][0-9]{1,3})"
_PLACE = rf"(?!X){_REGION}"
"""Where a number of clans, ``x2``, may follow."""
_LOSE = rf"LOSE\s*{_CLANS}({_GAP}SIEGE)?(?:{_GAP}ENTER\s*{_CLANS})?"
_ASSAULT = rf"{_REGION}{_GAP}{_REGION}(?:{_GAP}{_LOSE})?"
_ANY_ASSAULT = re.sub(r"\((?!\?)", "(?:", _ASSAULT)
_CODE = re.compile(r"([A-Z])0*([0-9]+)")

_Make = Callable[[re.Match[str]], Move]
_WRITTEN: dict[str, _Make] = {
    rf"OBJECTIVE\s*{_CARD}": lambda found: KeepObjective(int(found[1])),
    rf"DRAFT\s*{_CARD}": lambda found: Draft(int(found[1])),
    rf"RECRUIT\s*{_CLANS}{_GAP}{_REGION}": lambda found: Recruit(int(found[1]), _code(found[2])),
    rf"MOVE\s*{_CLANS}{_GAP}([A-Z][0-9]{{1,3}}(?:{_GAP}[A-Z][0-9]{{1,3}})+)": lambda found: Movement(
        int(found[1]), tuple([_code(each) for each in re.split(_GAP, found[2])])
    ),
    rf"CARD\s*{_CARD}(?:{_GAP}COPY\s*{_CARD})?(?:{_GAP}{_PLACE})?(?:{_GAP}{_PLACE})?"
    rf"(?:{_GAP}[X×]\s*{_CLANS})?": lambda found: _card(found),
    rf"DISCARD\s*{_CARD}": lambda found: Discard(int(found[1])),
    r"BACK": lambda _: Back(),
    r"END": lambda _: End(),
    r"(WAR|PEACE|TRUCE)": lambda found: ChooseStance(Stance(found[1].lower())),
    rf"ASSAULT\s*{_ASSAULT}": lambda found: _assault(found),
    rf"CAMPAIGN\s+(?:OFF|({_ANY_ASSAULT}(?:\s*[;,+]\s*{_ANY_ASSAULT})*))": lambda found: _campaign(found),
    r"STAND\s+(ASK|TARGET|PEACE)": lambda found: GiveWarOrder(WarOrder(found[1].lower())),
    r"PASS": lambda _: Pass(),
    _LOSE: lambda found: _lose(found.groups()),
    r"ORDER\s+(ASK|NEVER|CITY)": lambda found: GiveOrder(StandingOrder(found[1].lower())),
    rf"PLACE\s*{_CARD}": lambda found: TakePlace(int(found[1])),
}
_FORMS = tuple((re.compile(pattern), make) for pattern, make in _WRITTEN.items())


def _code(text: str) -> str:
    """A region's code without leading zeros."""
    found = _CODE.fullmatch(text)
    assert found is not None, "the forms let nothing else pass"
    return found[1] + found[2]


def _card(found: re.Match[str]) -> Play:
    copied = None if found[2] is None else int(found[2])
    named = [_code(each) for each in found.groups()[2:4] if each is not None]
    at, start = (named[-1] if named else None), (named[0] if len(named) > 1 else None)
    return Play(int(found[1]), copied, at, start, None if found[5] is None else int(found[5]))


def _lose(groups: Sequence[str | None]) -> Lose:
    clans, siege, enter = groups
    return Lose(int(clans or 0), siege is not None, int(enter or 0))


def _assault(found: re.Match[str]) -> Assault:
    source, target, *fought = found.groups()
    return Assault(_code(source), _code(target), _lose(fought) if fought[0] is not None else None)


def _campaign(found: re.Match[str]) -> Campaign:
    listed = re.finditer(_ASSAULT, found[1] or "")
    return Campaign(tuple([_assault(each) for each in listed]))


def read_move(text: str) -> Move:
    """The move that the text means, legal or not, forgiving about case, spaces, dashes and ``#``.

    Raises `BadNotation` genesia.notation.
    """
    words = text.strip().upper()
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(words):
            return make(found)
    raise no_move("genesia.notation", text)
