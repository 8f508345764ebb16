"""The Discord face: one cog per game, and what they share."""
