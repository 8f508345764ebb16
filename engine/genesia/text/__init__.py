"""Genesia in text.

In reading order: `move_reading`, moves from their notation, legal or not; `notation`, legal moves from text
under the rules; `position_writing`, whole positions on one line; `position_fields` and `position_reading`,
positions from text.
"""
