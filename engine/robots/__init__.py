"""Automatic players at a table: what they are given, what is kept of how a move was chosen, and its check."""
