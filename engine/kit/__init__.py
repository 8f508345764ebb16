"""Helpers for the rules of several games: typed words, positions, sets, squares, lazy lists, players."""
