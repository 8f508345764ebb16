"""Moves, held moves, plans, undo and the robots' moves."""
