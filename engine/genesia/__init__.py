"""Genesia, by Éric Labouze (2019): one to five peoples, three Ages, an island in the middle."""
