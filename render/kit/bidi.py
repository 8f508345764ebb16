"""Right-to-left names for a text layout that only knows left to right.

Enough of Unicode's algorithm for one line with one base direction, and of Arabic joining for the letters that
have presentation forms. Both use Python's own character tables.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

__all__ = ["visual"]

RIGHT = {"R", "AL"}
LEFT = {"L", "EN", "AN"}
ALEF_FORMS = "\u0622\u0623\u0625\u0627"
LAM = "\u0644"


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Return the isolated, initial, medial and final forms of each Arabic letter, and of lam with alef."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE70, 0xFEFD)):
        shape, _, base = unicodedata.decomposition(chr(code)).partition(" ")
        letters = "".join(chr(int(part, 16)) for part in base.split())
        if shape.startswith("<") and letters and " " not in letters:
            forms.setdefault(letters, {})[shape.strip("<>")] = chr(code)
    return forms


def _joined(text: str) -> str:
    """Return the text with each Arabic letter in the form that its neighbours require."""
    forms = _forms()
    letters: list[str] = []
    for character in text:
        if character in ALEF_FORMS and letters[-1:] == [LAM]:
            letters[-1] += character
        else:
            letters.append(character)
    shaped: list[str] = []
    for index, letter in enumerate(letters):
        mine = forms.get(letter, {})
        before = forms.get(letters[index - 1], {}) if index else {}
        after = forms.get(letters[index + 1], {}) if index + 1 < len(letters) else {}
        back = "initial" in before and "final" in mine
        on = "initial" in mine and "final" in after
        shape = {(False, False): "isolated", (False, True): "initial", (True, True): "medial"}.get(
            (back, on), "final"
        )
        shaped.append(mine.get(shape, letter))
    return "".join(shaped)


@lru_cache(maxsize=256)
def visual(text: str) -> str:
    """Return the characters of the line in the order in which they stand on the picture, from left to
    right.
    """
    kinds = [unicodedata.bidirectional(character) for character in text]
    if not RIGHT & set(kinds):
        return text
    base = next(kind for kind in kinds if kind in RIGHT or kind == "L") in RIGHT
    runs: list[tuple[bool, str]] = []
    for index, character in enumerate(text):
        backwards = _is_backwards(kinds, index, base)
        if runs and runs[-1][0] is backwards:
            runs[-1] = (backwards, runs[-1][1] + character)
        else:
            runs.append((backwards, character))
    ordered = runs[::-1] if base else runs
    return "".join(_joined(run)[::-1] if backwards else run for backwards, run in ordered)


def _is_backwards(kinds: list[str], index: int, base: bool) -> bool:
    """Return whether the character runs right to left.

    A neutral character follows its neighbours if they agree, otherwise the line.
    """
    if kinds[index] in RIGHT:
        return True
    if kinds[index] in LEFT:
        return False
    sides = {
        next((kind in RIGHT for kind in part if kind in RIGHT | LEFT), base)
        for part in (kinds[:index][::-1], kinds[index + 1 :])
    }
    return sides.pop() if len(sides) == 1 else base
