"""Moves as they are written, whether the rules allow them or not."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.genesia.model import (
    Assault,
    Back,
    ChooseStance,
    Discard,
    Draft,
    End,
    GiveOrder,
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
)
from engine.kit.reading import no_move

__all__ = ["read_move"]

_GAP = r"[\s,:;/>–—→-]+"
_CARD = r"#?\s*([0-9]{1,3})"
_CLANS = r"([0-9]{1,3})"
_REGION = r"([A-Z][0-9]{1,3})"
_PLACE = rf"(?!X){_REGION}"
"""Where a number of clans, ``x2``, may follow."""
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
    rf"ASSAULT\s*{_REGION}{_GAP}{_REGION}": lambda found: Assault(_code(found[1]), _code(found[2])),
    r"PASS": lambda _: Pass(),
    rf"LOSE\s*{_CLANS}({_GAP}SIEGE)?(?:{_GAP}ENTER\s*{_CLANS})?": lambda found: Lose(
        int(found[1]), found[2] is not None, int(found[3] or 0)
    ),
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


def read_move(text: str) -> Move:
    """The move that the text means, legal or not, forgiving about case, spaces, dashes and ``#``.

    Raises `BadNotation` genesia.notation.
    """
    words = text.strip().upper()
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(words):
            return make(found)
    raise no_move("genesia.notation", text)
