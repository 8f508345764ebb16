"""Verbs of buttons and menus: each is declared above the method that answers it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from cogs.answering.controls import Handler

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class _Declared:
    verb: str
    in_place: bool
    personal: bool
    form: bool


_DECLARED = "declared_verb"


def verb(
    name: str, *, in_place: bool = False, personal: bool = False, form: bool = False
) -> Callable[[Method], Method]:
    """Declare that a method answers the buttons and menus with this verb.

    `in_place`: the answer takes the place of the message that was pressed. `personal`: the verb belongs to a
    person, not to a match, so nobody checks whether the person may see the match of the button. `form`: the
    verb is that of a filled form, never of a button. Old messages keep old buttons: a verb is never given
    another meaning.
    """

    def declare(method: Method) -> Method:
        vars(method)[_DECLARED] = _Declared(name, in_place, personal, form)
        return method

    return declare


class Verbs:
    """The verbs that the bot answers, by name."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._in_place: set[str] = set()
        self._personal: set[str] = set()
        self._forms: set[str] = set()

    def add_from(self, owner: object) -> None:
        """Add the verbs declared above the methods of `owner`. Raises `ValueError` for one known already."""
        for name, method in inspect.getmembers_static(type(owner), inspect.isfunction):
            declared: _Declared | None = vars(method).get(_DECLARED)
            if declared is None:
                continue
            if declared.verb in self._handlers:
                raise ValueError(f"verb {declared.verb!r}: declared twice")
            self._handlers[declared.verb] = getattr(owner, name)
            if declared.in_place:
                self._in_place.add(declared.verb)
            if declared.personal:
                self._personal.add(declared.verb)
            if declared.form:
                self._forms.add(declared.verb)

    def handler(self, verb: str) -> Handler | None:
        """Return the method that answers this verb; `None` for a verb that nobody has declared."""
        return self._handlers.get(verb)

    def is_in_place(self, verb: str) -> bool:
        """Return `in_place` of the verb: the answer replaces the message that was pressed."""
        return verb in self._in_place

    def is_personal(self, verb: str) -> bool:
        """Return `personal` of the verb: it belongs to a person, not to a match."""
        return verb in self._personal

    def is_form(self, verb: str) -> bool:
        """Return `form` of the verb: a form has it that was filled in."""
        return verb in self._forms

    def __iter__(self) -> Iterator[str]:
        return iter(self._handlers)
