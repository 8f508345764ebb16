"""The rules and the life of a match. Knows neither Discord nor pictures."""
