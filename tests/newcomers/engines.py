"""The games of which tests have the engine alone, for the engine contract."""

from __future__ import annotations

from engine.games import Row, row
from harness.trial import Form, Trial
from tests.engine.auction import AuctionOptions
from tests.engine.bazaar import BazaarOptions

__all__ = ["AUCTION", "BAZAAR", "ENGINES"]

AUCTION = Trial(
    forms=(
        Form("4", AuctionOptions(), 4, repeats=True),
        Form("1", AuctionOptions(), 1, hidden=True, knowing=(0,), repeats=True),
    ),
    kept=(),
)
BAZAAR = Trial(
    forms=(
        Form("2", BazaarOptions(), 2, repeats=True),
        Form("5", BazaarOptions(days=2), 5, repeats=True),
    ),
    kept=(),
)


ENGINES: tuple[Row, ...] = (
    row("auction", rules="tests.engine.auction:SOUND"),
    row("bazaar", rules="tests.engine.bazaar:BAZAAR"),
)
