"""People apart from their matches: names, settings, hours, leave, and forgetting them."""
