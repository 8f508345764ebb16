"""Moves read from their notation, whether the rules allow them or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.game import BadNotation, IllegalMove, IllegalStep
from engine.genesia import codes
from engine.genesia.model import (
    MAX_LINE_STEPS,
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
    Line,
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

__all__ = ["pack_line", "read_move"]

_GAP = r"[\s,:;/>–—→-]+"
_CARD = r"#?\s*([0-9]{1,3})"
_CARDS = rf"(?:#\s*)?[0-9]{{1,3}}(?:{_GAP}(?:#\s*)?[0-9]{{1,3}})*"
"""Numbers of cards with gaps between.

Only the gap may match a space between two numbers. If two parts could match it, a line that is no move would
be tried in exponentially many ways.
"""
_CLANS = r"([0-9]{1,3})"
_REGION = r"([A-Z][0-9]{1,3})"
_PLACE = rf"(?!X){_REGION}"
"""A region in a place where a number of clans, ``x2``, may stand instead."""
_LOSE = rf"LOSE\s*{_CLANS}({_GAP}SIEGE)?(?:{_GAP}ENTER\s*{_CLANS})?"
_ASSAULT = rf"{_REGION}{_GAP}{_REGION}(?:{_GAP}{_LOSE})?"
_ANY_ASSAULT = re.sub(r"\((?!\?)", "(?:", _ASSAULT)
_CODE = re.compile(r"([A-Z])0*([0-9]+)")

_Make = Callable[[re.Match[str]], Move]
_WRITTEN: dict[str, _Make] = {
    rf"OBJECTIVE\s*{_CARD}": lambda found: KeepObjective(int(found[1])),
    rf"DRAFT\s*({_CARDS})": lambda found: Draft(tuple(map(int, re.findall("[0-9]+", found[1])))),
    rf"RECRUIT\s*{_CLANS}(?:{_GAP})?{_REGION}": lambda found: Recruit(int(found[1]), _code(found[2])),
    rf"MOVE\s*{_CLANS}(?:{_GAP})?([A-Z][0-9]{{1,3}}(?:{_GAP}[A-Z][0-9]{{1,3}})+)": lambda found: Movement(
        int(found[1]), tuple([_code(each) for each in re.split(_GAP, found[2])])
    ),
    rf"CARD\s*{_CARD}(?:{_GAP}COPY\s*{_CARD})?(?:{_GAP}{_PLACE})?(?:{_GAP}{_PLACE})?"
    rf"(?:{_GAP}[X×]\s*{_CLANS})?": lambda found: _card(found),
    rf"DISCARD\s*{_CARD}": lambda found: Discard(int(found[1])),
    r"BACK": lambda _: Back(),
    r"END": lambda _: End(),
    r"(WAR|PEACE|TRUCE)": lambda found: ChooseStance(Stance(found[1].lower())),
    rf"ASSAULT\s*{_ASSAULT}": lambda found: _assault(found),
    rf"CAMPAIGN\s+(?:OFF|({_ANY_ASSAULT}(?:\s*[;,+]\s*{_ANY_ASSAULT})*)"
    r"(\s*[;,+]\s*TRUCE)?)": lambda found: _campaign(found),
    r"STAND\s+(ASK|TARGET|PEACE)": lambda found: GiveWarOrder(WarOrder(found[1].lower())),
    r"PASS": lambda _: Pass(),
    _LOSE: lambda found: _lose(found.groups()),
    r"ORDER\s+(ASK|NEVER|CITY|GUARD)": lambda found: GiveOrder(StandingOrder(found[1].lower())),
    rf"PLACE\s*([0-9]{{1,3}}(?:{_GAP}[0-9]{{1,3}})*)": lambda found: TakePlace(
        tuple([int(each) for each in re.split(_GAP, found[1])])
    ),
}
_FORMS = tuple((re.compile(pattern), make) for pattern, make in _WRITTEN.items())


def _code(text: str) -> str:
    """Return a region's code without leading zeros."""
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
    return Campaign(tuple([_assault(each) for each in listed]), truce=found[2] is not None)


def read_move(text: str) -> Move:
    """Return the move that the text means, legal or not. Case, spaces, dashes and ``#`` do not matter.

    Raises `BadNotation` genesia.notation; for several steps `IllegalMove` genesia.line_long, or `IllegalStep`
    for a step that cannot be read or that may not stand in a line (genesia.not_in_line).
    """
    words = text.strip().upper()
    for pattern, make in _FORMS:
        if found := pattern.fullmatch(words):
            return make(found)
    steps = [step for each in re.split(r"[;\n]", text) if (step := each.strip())]
    if len(steps) > 1:
        return _line(steps)
    if len(steps) == 1 and steps[0] != text:
        return read_move(steps[0])
    raise no_move(codes.NOTATION, text)


def _line(texts: Sequence[str]) -> Line:
    if len(texts) > MAX_LINE_STEPS:
        raise IllegalMove(codes.LINE_LONG, most=MAX_LINE_STEPS)
    steps: list[Play | Recruit | Movement | Discard | End] = []
    for number, text in enumerate(texts, 1):
        try:
            step = read_move(_expand_verb(text))
        except BadNotation as refusal:
            raise IllegalStep(number, text, refusal) from None
        if not isinstance(step, Play | Recruit | Movement | Discard | End):
            why = IllegalMove(codes.NOT_IN_LINE, what=str(step).partition(" ")[0])
            raise IllegalStep(number, str(step), why)
        steps.append(step)
    return Line(tuple(steps))


_SHORT = {"recruit": "r", "move": "m", "card": "c", "discard": "d", "end": "e"}
_LONG = {short: verb for verb, short in _SHORT.items()}
_LETTER = re.compile(r"([rmcde])(?![a-z])", re.IGNORECASE)


def _expand_verb(text: str) -> str:
    """Return the step with its first word written out, if that is a single letter."""
    found = _LETTER.match(text)
    return text if found is None else _LONG[found[1].lower()] + text[1:]


def pack_line(move: Line) -> str:
    """Return the line as short as possible, for a button: ``c3;r2A0;m2A0-A1;e``. `read_move` reads it."""
    packed: list[str] = []
    for step in move.steps:
        verb, *words = str(step).split(" ")
        short = "".join(words) if isinstance(step, Recruit | Movement) else " ".join(words)
        packed.append(_SHORT[verb] + short)
    return ";".join(packed)
