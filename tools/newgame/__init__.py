"""The skeleton of a new game: ``python -m tools.newgame KEY``."""
