"""A match as values and pure functions: clock, lobby, fold, plans, who sees what. Knows no store."""
