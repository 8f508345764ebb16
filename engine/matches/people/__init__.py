"""People beside their matches: names, settings, hours, leave, and forgetting them."""
