"""Genesia in text.

In reading order: `move_reading`, moves as they are written; `notation`, the move that a text means under
the rules; `position_writing`, whole positions on one line; `position_fields` and `position_reading`, read
back.
"""
