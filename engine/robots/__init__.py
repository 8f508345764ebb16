"""Automatic players at a table: what they are given, and what is kept of how a move was chosen."""
