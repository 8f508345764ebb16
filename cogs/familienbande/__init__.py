"""Familienbande on Discord: `/familienbande`."""

from __future__ import annotations

from cogs.actions.game_cog import HandCog, extension, new_command
from cogs.familienbande.face import FACE
from engine.familienbande import FAMILIENBANDE

__all__ = ["FACE", "FamilienbandeCog", "setup"]


class FamilienbandeCog(HandCog, game="familienbande"):
    """The commands of Familienbande."""

    new = new_command(FAMILIENBANDE)


setup = extension(FamilienbandeCog)
