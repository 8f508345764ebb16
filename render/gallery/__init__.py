"""Views made by hand, so that every kind of picture can be shown without playing a game."""
