"""Sentences: catalogues, letters, languages, zones, days and durations."""
