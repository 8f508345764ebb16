"""What the Age cards do in play.

In reading order: `modes`, what the box says of a card and what that comes to on a board; `legality`, when
and where it may be played, and what may be copied; `effects`, what happens once it is played.
"""
