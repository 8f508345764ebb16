"""Buttons and commands that every game has."""
