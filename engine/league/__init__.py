"""The rules of leagues as values and pure functions: tables, points, standings, levels, ratings."""
