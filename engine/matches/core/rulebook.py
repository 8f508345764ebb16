"""The games, and the versions of their rules that matches are played by."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.game import AnyGame, BadOptions, Refusal
from engine.match.changes import StoredMatch

__all__ = ["Rulebook", "decode_options"]


class Rulebook:
    """Games by key and version: a match keeps the rules with which it began."""

    def __init__(self, games: Mapping[str, AnyGame], retired: Iterable[AnyGame] = ()) -> None:
        """`retired` are older versions of games' rules, for matches that began with them."""
        self._games = dict(games)
        self._versions = {(game.key, game.rules): game for game in (*retired, *games.values())}

    def today(self, game: str) -> AnyGame:
        """Return the game with the current rules. Raises `Refusal` ``unknown_game``."""
        found = self._games.get(game)
        if found is None:
            raise Refusal("unknown_game", game=game)
        return found

    def version(self, game: str, rules: int) -> AnyGame | None:
        """Return the game with that version of its rules; `None` where this code does not have it."""
        return self._versions.get((game, rules))

    def rules_of(self, stored: StoredMatch) -> AnyGame:
        """Return the game with the rules of the match. Raises `Refusal` ``rules_gone``."""
        game = self.version(stored.game, stored.rules)
        if game is None:
            raise Refusal("rules_gone", match=stored.id, game=stored.game, rules=stored.rules)
        return game

    def options_of(self, stored: StoredMatch) -> Any:
        """Return the match's options; a plain mapping where they are unreadable or of missing rules."""
        game = self.version(stored.game, stored.rules)
        if game is not None:
            with contextlib.suppress(BadOptions):
                return decode_options(game, stored.options)
        try:
            return msgspec.json.decode(stored.options, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeError):
            return {}

    def unreadable(self, stored: StoredMatch) -> tuple[str, ...]:
        """Return the names of the match's columns that cannot be read."""
        game = self.version(stored.game, stored.rules)
        try:
            if game is not None:
                decode_options(game, stored.options)
        except BadOptions:
            return (*stored.unreadable, "options")
        return stored.unreadable


def decode_options(game: AnyGame, kept: str) -> Any:
    """Return the game's options from JSON. Raises `BadOptions`."""
    try:
        return msgspec.json.decode(kept, type=game.Options)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadOptions("options", game=game.key) from error
