"""Handmade views, which show every kind of picture without playing a game."""
