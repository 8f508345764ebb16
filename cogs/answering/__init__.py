"""Answers to interactions: pages, buttons, verbs, uploads, limits, failures."""
